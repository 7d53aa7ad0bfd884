"""A game: donnes in a row, and their score sheet.

This module knows what one donne leaves to the next: the carried points, the pardon for a forgotten
"rebelote" and the deal; and when the game is won. How a donne is scored it leaves to `donne`, and
what the table decides on a log to `audit`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import tee
from typing import TypeAlias

from service.belote.audit.auditor import JudgedLog, judge_log
from service.belote.audit.events import DealEvent, Log
from service.belote.audit.rulings import DecisionKind
from service.belote.cards import Suit
from service.belote.codes import Note, Reason
from service.belote.donne import Belote, DonneResult, judge_donne
from service.belote.explain import game as explain
from service.belote.explain import notes
from service.belote.inputs import Contract, Donne
from service.belote.rules import (
    CLASSIQUE,
    TARGET,
    BeloteStatus,
    Item,
    Outcome,
    RebelotePardon,
    Rules,
    Standing,
    first_leader,
)
from service.belote.table import TEAMS, ByTeam, Seat, Team


@dataclass(frozen=True, slots=True)
class Passed:
    """A donne in which all four passed. `dealer`: None if it was not told."""

    dealer: Seat | None = None

    @property
    def dealt_by(self) -> Seat | None:
        """Return who dealt, where it was told."""
        return self.dealer


@dataclass(frozen=True, slots=True)
class Decided:
    """A donne whose scores the organiser of the game decided.

    `because`: his reason, in his own words. `dealer`: None if it was not told.
    """

    scores: ByTeam[int]
    because: str
    dealer: Seat | None = None

    @property
    def dealt_by(self) -> Seat | None:
        """Return who dealt, where it was told."""
        return self.dealer


@dataclass(frozen=True, slots=True)
class Logged:
    """A donne as it happened: the decision on its log is written."""

    log: Log

    @property
    def dealt_by(self) -> Seat | None:
        """Return who dealt, where the log tells: its first event before what stands beside it."""
        first = next(iter(self.log.events), None)
        return first.seat if isinstance(first, DealEvent) else self.log.dealer


DonneForm: TypeAlias = Donne | Passed | Decided | Logged
"""The forms of a donne in a game; carried points and pardons the game fills in."""


@dataclass(frozen=True, slots=True)
class UnderRules:
    """A donne under rules of its own, where the table changed its rules during the game.

    They hold for its score, for what it leaves to the next donne, and for who dealt it where that
    is not told. Who wins the game is a matter of the rules of the game.
    """

    donne: DonneForm
    rules: Rules


GameDonne: TypeAlias = DonneForm | UnderRules
"""A donne of a game, under the rules of the game or its own."""


def donne_and_rules(donne: GameDonne, rules: Rules) -> tuple[DonneForm, Rules]:
    """Return a donne and the rules that hold for it; `rules` are those of the game.

    >>> donne_and_rules(UnderRules(Passed(), CLASSIQUE), CLASSIQUE)[0]
    Passed(dealer=None)
    """
    return (donne.donne, donne.rules) if isinstance(donne, UnderRules) else (donne, rules)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the sheet, one for each donne.

    `number` counts from 1. `dealer`: None where it was neither told nor follows. `ruling`: the
    donne as it was played, None where it was not scored here. `scores`: what each team writes.
    `running`: the points of each team so far. `rules`: those that hold for the donne. `judged`: the
    log of the donne, None without one.
    """

    number: int
    donne: DonneForm
    dealer: Seat | None
    ruling: DonneResult | None
    scores: ByTeam[int]
    running: ByTeam[int]
    carry_in: int
    carry_out: int
    rules: Rules
    judged: JudgedLog | None = None

    @property
    def passed(self) -> bool:
        """Return whether all four passed."""
        return isinstance(self.donne, Passed) or self._kind is DecisionKind.THROWN_IN

    @property
    def is_undecided(self) -> bool:
        """Return whether nobody can say what is written: a log is not over, or tells too little."""
        return self.judged is not None and self._kind in (None, DecisionKind.UNDECIDED)

    @property
    def is_over(self) -> bool:
        """Return whether the donne was played to its end, or thrown in."""
        return self.judged is None or self.judged.decision is not None

    @property
    def lost_by(self) -> Team | None:
        """Return the team that lost the donne by a fault, under rules that have it so."""
        decision = self.judged.decision if self.judged else None
        return decision.against if decision else None

    @property
    def _kind(self) -> DecisionKind | None:
        decision = self.judged.decision if self.judged else None
        return decision.kind if decision else None

    @property
    def because(self) -> str | None:
        """Return the organiser's reason; None where he did not decide the donne."""
        return self.donne.because if isinstance(self.donne, Decided) else None

    @property
    def takers(self) -> Team | None:
        """Return the team that took; None where the donne was not scored here."""
        return self.ruling.takers if self.ruling else None

    @property
    def trump(self) -> Suit | None:
        """Return the trump suit, where it is known."""
        if self.judged:
            return self.judged.state.trump
        return self.donne.trump if isinstance(self.donne, Donne) else None

    @property
    def announcements(self) -> ByTeam[int]:
        """Return the points of the announcements of each team that stand."""
        return self.ruling.validated if self.ruling else ByTeam(0, 0)

    @property
    def notes(self) -> tuple[Note, ...]:
        """Return what is written beside the scores."""
        return tuple(notes.of_row(self))

    @property
    def outcome(self) -> Outcome | None:
        """Return what became of the contract; None where that is not what was written."""
        return self.ruling.outcome if self.ruling and not self.lost_by else None

    @property
    def contract(self) -> Contract | None:
        """Return what the takers undertook beyond the take, if anything was told of it."""
        return self.ruling.contract if self.ruling else None

    @property
    def capot(self) -> Team | None:
        """Return the team whose capot was written, if one was."""
        return self.ruling.capot if self.ruling and not self.lost_by else None

    @property
    def belote(self) -> Team | None:
        """Return the team whose belote counts."""
        return self.ruling.belote.team if self.ruling and self.ruling.belote.points else None


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score sheet of a game.

    `carry_out`: points that no team has marked yet. `winner` is None while nobody has won.
    """

    target: int
    rows: tuple[Row, ...]
    totals: ByTeam[int]
    carry_out: int
    winner: Team | None
    explanation: tuple[Reason, ...]
    rules: Rules = CLASSIQUE

    @property
    def notes(self) -> tuple[Note, ...]:
        """Return what is written beside the totals."""
        return tuple(notes.of_totals(self.carry_out, self.winner))

    @property
    def is_complete(self) -> bool:
        """Return whether each donne is decided, and none came after the game was won."""
        before = self.rows[:-1]
        won = any(team for _, team in standings(before, self.target, self.rules))
        return not won and not any(row.is_undecided for row in self.rows)


def play_out(donnes: Sequence[GameDonne], target: int = TARGET, rules: Rules = CLASSIQUE) -> Sheet:
    """Return the sheet of a game in which `validate_game` finds nothing.

    >>> play_out([Passed()]).explanation[0].code.value
    'row_passed'
    """
    rows = tuple(_rows(donnes, rules))
    totals = rows[-1].running if rows else ByTeam(0, 0)
    carry_out = rows[-1].carry_out if rows else 0
    *_, end = [(Standing.OPEN, None), *standings(rows, target, rules)]
    explanation = explain.explain(rows, totals, carry_out, target, end)
    return Sheet(target, rows, totals, carry_out, end[1], explanation, rules)


def stand(totals: ByTeam[int], target: int) -> tuple[Standing, Team | None]:
    """Return how the game stands, and the team that has won it.

    The winner has reached the target and has more points than the other team; level teams play on
    (arbiter).

    >>> stand(ByTeam(1010, 990), 1000)
    (<Standing.WON: 1>, <Team.NS: 'NS'>)
    """
    if max(totals) < target:
        return Standing.OPEN, None
    if totals.NS == totals.EW:
        return Standing.LEVEL, None
    return Standing.WON, Team.NS if totals.NS > totals.EW else Team.EW


def winner(totals: ByTeam[int], target: int) -> Team | None:
    """Return the team that has won the game, if one has.

    >>> winner(ByTeam(1010, 1010), 1000) is None
    True
    """
    return stand(totals, target)[1]


def rows_with_winner(
    donnes: Iterable[GameDonne], target: int, rules: Rules
) -> Iterator[tuple[Row, Team | None]]:
    """Yield each row, with the team that has won after it; a later donne is scored when asked for.

    >>> [team for _, team in rows_with_winner([Passed(), Passed()], 1000, CLASSIQUE)]
    [None, None]
    """
    rows, again = tee(_rows(donnes, rules))
    ends = standings(again, target, rules)
    return ((row, team) for row, (_, team) in zip(rows, ends, strict=True))


def standings(
    rows: Iterable[Row], target: int, rules: Rules
) -> Iterator[tuple[Standing, Team | None]]:
    """Yield how the game stands after each row, and the team that has won it.

    Under rules by which a belote alone does not win, a team that lost its contract or won no trick
    must reach the target without the belote of that donne; else nobody wins before the next donne
    that is played.

    >>> list(standings([], 1000, CLASSIQUE))
    []
    """
    end: tuple[Standing, Team | None] = (Standing.OPEN, None)
    for row in rows:
        if not row.passed:
            end = stand(row.running, target)
            _, ahead = end
            if ahead and not rules.win_by_belote and _is_by_belote(row, ahead, target):
                end = (Standing.BY_BELOTE, None)
        yield end


def _is_by_belote(row: Row, ahead: Team, target: int) -> bool:
    """Return whether a team that failed or won no trick reached the target by its belote alone."""
    ruling = row.ruling
    if row.lost_by:  # it writes its belote alone
        return row.lost_by is ahead and row.running.of(ahead) - row.scores.of(ahead) < target
    if ruling is None:
        return False
    failed = ruling.outcome is Outcome.CHUTE and ruling.takers is ahead
    if not failed and ruling.capot is not ahead.other:
        return False
    marks = [
        one.points * (ruling.terms.times if ahead is ruling.flat_to else 1)
        for one in ruling.lines
        if one.item is Item.BELOTE and one.marked_by is ahead
    ]
    return row.running.of(ahead) - sum(marks) < target


def _rows(donnes: Iterable[GameDonne], rules: Rules) -> Iterator[Row]:
    running, carry, spent, dealer = ByTeam(0, 0), 0, _NOBODY, None
    for number, sent in enumerate(donnes, 1):
        donne, own = donne_and_rules(sent, rules)
        dealer = _dealer(donne, dealer, own)
        ruling, scores, carry_out, judged = _write(donne, carry, spent, own)
        running = ByTeam(running.NS + scores.NS, running.EW + scores.EW)
        yield Row(number, donne, dealer, ruling, scores, running, carry, carry_out, own, judged)
        carry = carry_out
        if ruling:
            spent |= _without_pardon(ruling.belote, own)


def _dealer(donne: DonneForm, before: Seat | None, rules: Rules) -> Seat | None:
    """Return who dealt: whom the donne names, else the next after the dealer before (000)."""
    if donne.dealt_by is not None or before is None:
        return donne.dealt_by
    return first_leader(before, rules)


Written: TypeAlias = tuple[DonneResult | None, ByTeam[int], int, JudgedLog | None]
"""The ruling on a donne, if it was scored here, what each team writes, what waits, and its log."""

NO_SCORES = ByTeam(0, 0)


def _write(donne: DonneForm, carry: int, spent: Collection[Team], rules: Rules) -> Written:
    """Return what a donne writes on the sheet; one that is not scored leaves the carry waiting."""
    match donne:
        case Donne():
            ruling = _judge(donne, carry, spent, rules)
            return ruling, ruling.scores, ruling.carry_out, None
        case Logged(log):
            return _write_log(log, carry, spent, rules)
        case Decided():
            return None, donne.scores, carry, None
        case Passed():
            return None, NO_SCORES, carry, None


def _write_log(log: Log, carry: int, spent: Collection[Team], rules: Rules) -> Written:
    """Return what the decision on a log writes; without one nothing is written."""
    judged = judge_log(replace(log, carry_in=carry, pardons_used=frozenset(spent)), rules)
    decision = judged.decision
    if decision is None:
        return judged.result, NO_SCORES, carry, judged
    return judged.result, decision.scores or NO_SCORES, decision.carry_out, judged


def _judge(donne: Donne, carry: int, spent: Collection[Team], rules: Rules) -> DonneResult:
    """Return the ruling on a donne; `spent` are the teams whose pardon is used up.

    Which team holds the belote may only follow from the ruling, so a donne of such a team is judged
    again without the pardon.
    """
    if donne.carry_in != carry:
        donne = replace(donne, carry_in=carry)
    ruling = judge_donne(donne, rules)
    if donne.belote and ruling.belote.team in spent:
        ruling = judge_donne(replace(donne, belote=replace(donne.belote, pardon_used=True)), rules)
    return ruling


def _without_pardon(belote: Belote, rules: Rules) -> frozenset[Team]:
    """Return the teams whose pardon this donne used up."""
    if belote.status is not BeloteStatus.PARDONED or belote.team is None:
        return _NOBODY
    return frozenset(TEAMS if rules.rebelote_pardon is RebelotePardon.GAME else {belote.team})


_NOBODY: frozenset[Team] = frozenset()
