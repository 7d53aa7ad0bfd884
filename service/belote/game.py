"""A game: donnes in a row, and their score sheet.

This module knows what one donne leaves to the next, the carried points and the pardon for a
forgotten "rebelote", and when the game is won. How a donne is scored it leaves to `donne`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import tee
from typing import TypeAlias

from service.belote.codes import Reason
from service.belote.donne import Belote, DonneResult, judge_donne
from service.belote.explain import game as explain
from service.belote.inputs import Donne
from service.belote.rules import (
    CLASSIQUE,
    TARGET,
    BeloteStatus,
    Item,
    Outcome,
    RebelotePardon,
    Rules,
    Standing,
)
from service.belote.table import TEAMS, ByTeam, Team

GameDonne: TypeAlias = Donne | None
"""A donne whose carried points and pardon the game fills in; None where all four passed."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the sheet, one for each donne.

    `number` counts from 1. `running`: the points of each team so far. `takers` and `ruling` are
    None where all four passed.
    """

    number: int
    takers: Team | None
    ruling: DonneResult | None
    running: ByTeam[int]
    carry_in: int
    carry_out: int

    @property
    def passed(self) -> bool:
        """Return whether all four passed."""
        return self.ruling is None

    @property
    def outcome(self) -> Outcome | None:
        """Return what became of the contract; None where all four passed."""
        return self.ruling.outcome if self.ruling else None

    @property
    def capot(self) -> Team | None:
        """Return the team that won all tricks, if one did."""
        return self.ruling.capot if self.ruling else None

    @property
    def belote(self) -> Team | None:
        """Return the team that marks a belote."""
        return self.ruling.belote.team if self.ruling and self.ruling.belote.points else None

    @property
    def scores(self) -> ByTeam[int]:
        """Return what each team marks."""
        return self.ruling.scores if self.ruling else ByTeam(0, 0)


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
    def overrun(self) -> bool:
        """Return whether the game was won before its last donne."""
        before = self.rows[:-1]
        return any(team for _, team in standings(before, self.target, self.rules))


def play_out(donnes: Sequence[GameDonne], target: int = TARGET, rules: Rules = CLASSIQUE) -> Sheet:
    """Return the sheet of a game in which `validate_game` finds nothing.

    >>> play_out([None]).explanation[0].code.value
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


def winners(donnes: Iterable[GameDonne], target: int, rules: Rules) -> Iterator[int]:
    """Yield the number of each donne, from 1, after which a team has won.

    >>> list(winners([None, None], 1000, CLASSIQUE))
    []
    """
    rows, again = tee(_rows(donnes, rules))
    ends = standings(again, target, rules)
    return (row.number for row, (_, team) in zip(rows, ends, strict=True) if team)


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
        if row.ruling is not None:
            end = stand(row.running, target)
            _, ahead = end
            if ahead and not rules.win_by_belote and _is_by_belote(row, row.ruling, ahead, target):
                end = (Standing.BY_BELOTE, None)
        yield end


def _is_by_belote(row: Row, ruling: DonneResult, ahead: Team, target: int) -> bool:
    """Return whether a team that failed or won no trick reached the target by its belote alone."""
    failed = ruling.outcome is Outcome.CHUTE and ruling.takers is ahead
    if not failed and ruling.capot is not ahead.other:
        return False
    marks = [
        one.points for one in ruling.lines if one.item is Item.BELOTE and one.marked_by is ahead
    ]
    return row.running.of(ahead) - sum(marks) < target


def _rows(donnes: Iterable[GameDonne], rules: Rules) -> Iterator[Row]:
    running, carry, spent = ByTeam(0, 0), 0, _NOBODY
    for number, donne in enumerate(donnes, 1):
        if donne is None:
            yield Row(number, None, None, running, carry, carry)
            continue
        ruling = _judge(donne, carry, spent, rules)
        ns, ew = ruling.scores
        running = ByTeam(running.NS + ns, running.EW + ew)
        yield Row(number, donne.takers, ruling, running, carry, ruling.carry_out)
        carry = ruling.carry_out
        spent |= _without_pardon(ruling.belote, rules)


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
