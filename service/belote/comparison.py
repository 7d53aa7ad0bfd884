"""Whose announcements count, and the step that decided.

Each team is represented by its strongest announcement. The first criterion in which the two differ
decides, and the same value is what the explanation names. Neither speaking order nor seat plays a
part, unless the rules have the first speaker as their last step.

`compare` is for who wants a table ruled on and explained. The score of a donne takes its two halves
apart: `judge_comparison` decides, and `explained_comparison` adds the reasons where they are asked
for. An audit rules on declarations one by one, as the log proves them, and has `judge_rulings`
decide between those that stand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import TypeAlias

from service.belote.announcements import MEASURES, Announcement, best, strength
from service.belote.cards import Cards, Rank, Suit
from service.belote.codes import Reason
from service.belote.declarations import Declaration, Verdict, judge_declarations, verdict_of
from service.belote.explain import comparison as explain
from service.belote.hands import with_fourth
from service.belote.rules import (
    BEFORE_LENGTH,
    BETWEEN_CARRES,
    CLASSIQUE,
    Criterion,
    FalseDeclaration,
    Rules,
    Void,
    first_leader,
)
from service.belote.table import EW, NS, SEATS, ByTeam, Seat, Team


class NoContest(StrEnum):
    """How a comparison ends where no criterion decides it."""

    UNOPPOSED = "unopposed"
    TIE = "tie"
    NONE = "none"


Decision: TypeAlias = Criterion | NoContest
DECISIONS: tuple[Decision, ...] = (*Criterion, *NoContest)


Value: TypeAlias = int | bool | Rank | Seat


@dataclass(frozen=True, slots=True)
class TeamAnnouncement:
    """An announcement and who made it."""

    seat: Seat
    announcement: Announcement


@dataclass(frozen=True, slots=True)
class Step:
    """A criterion applied to both teams; `leader` is None where their values are equal."""

    criterion: Criterion
    values: ByTeam[Value]
    leader: Team | None


@dataclass(frozen=True, slots=True)
class SeatVerdict:
    """The ruling on a declaration of a seat; `counted`: its team marks it."""

    seat: Seat
    ruling: Verdict
    counted: bool


# Few different values of each occur, so each is made once.
team_announcement_of = lru_cache(maxsize=512)(TeamAnnouncement)
seat_verdict_of = lru_cache(maxsize=2048)(SeatVerdict)


@dataclass(frozen=True, slots=True)
class ComparisonResult:
    """The decision on a table, and all that its explanation takes.

    `points` of each team: those of its announcements where it won; `awards`: what it marks for
    declarations of the other team that were false or not shown. `steps` end with the one that
    decided; on a tie they are all there, and there are none unless both teams announced.
    `revealed`: the announcements that the winner shows, worth `revealed_points` together.
    `only_heard`: the team whose strongest announcement was said and cannot be ruled yet, None where
    there is no such team; the one in `best` then stands for what was said, and nobody knows its
    cards.
    """

    winner: Team | None
    decided_by: Decision
    points: ByTeam[int]
    best: ByTeam[TeamAnnouncement | None]
    steps: tuple[Step, ...]
    revealed: tuple[TeamAnnouncement, ...]
    rulings: tuple[SeatVerdict, ...]
    revealed_points: int
    awards: ByTeam[int]
    trump: Suit | None
    rules: Rules
    only_heard: Team | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """The ruling on a table: a `ComparisonResult` with its reasons.

    `best` of a team whose announcement was only heard is None.
    """

    winner: Team | None
    decided_by: Decision
    points: ByTeam[int]
    best: ByTeam[TeamAnnouncement | None]
    steps: tuple[Step, ...]
    revealed: tuple[TeamAnnouncement, ...]
    rulings: tuple[SeatVerdict, ...]
    awards: ByTeam[int]
    explanation: tuple[Reason, ...]


Declared: TypeAlias = Mapping[Seat, Sequence[Declaration]]


def compare(  # noqa: PLR0913 - what was said, by whom, held against what, by which rules
    declared: Declared,
    hands: Mapping[Seat, Cards],
    trump: Suit,
    rules: Rules = CLASSIQUE,
    *,
    declare_best: bool = False,
    first_player: Seat | None = None,
    dealer: Seat | None = None,
) -> Comparison:
    """Return the ruling on every declaration, then on the two teams.

    A declaration is checked against the hand of its seat where that is known. With `declare_best` a
    seat that `declared` does not name announces the best of its hand. Three known hands make the
    fourth known. `first_player`, who spoke first, is used only where the rules have that step;
    `dealer` may stand for him.

    Raises: ValueError where the rules have that step and both are None.

    >>> said = {Seat.N: [Declaration(cards=0b111)], Seat.E: [Declaration(cards=0b1111 << 8)]}
    >>> found = compare(said, {}, Suit.SPADES)
    >>> found.winner, found.decided_by, found.points
    (<Team.EW: 'EW'>, <Criterion.POINTS: 'points'>, ByTeam(NS=0, EW=50))
    """
    if first_player is None and dealer is not None:
        first_player = first_leader(dealer, rules)
    return explained_comparison(
        judge_comparison(
            declared,
            hands,
            trump,
            rules,
            declare_best=declare_best,
            first_player=first_player,
        )
    )


def judge_comparison(  # noqa: PLR0913 - as `compare`
    declared: Declared,
    hands: Mapping[Seat, Cards],
    trump: Suit | None,
    rules: Rules = CLASSIQUE,
    *,
    declare_best: bool = False,
    first_player: Seat | None = None,
) -> ComparisonResult:
    """Return what `compare` decides, without the cost of explaining it.

    `trump` may be None where nobody declares: then there is nothing that it could decide.

    Raises: ValueError as `compare` does.

    >>> judge_comparison({}, {Seat.N: 0b111}, Suit.SPADES, declare_best=True).points
    ByTeam(NS=20, EW=0)
    """
    hands = with_fourth(hands)
    rulings = _rulings(declared, hands if declare_best else {}, hands, trump, rules)
    return judge_rulings(rulings, trump, rules, first_player)


def judge_rulings(
    rulings: Sequence[tuple[Seat, Verdict]],
    trump: Suit | None,
    rules: Rules = CLASSIQUE,
    first_player: Seat | None = None,
) -> ComparisonResult:
    """Return whose announcements count, of declarations that are ruled already, in seat order.

    Raises: ValueError as `compare` does.

    >>> judge_rulings([], Suit.SPADES).decided_by.value
    'none'
    """
    camps = _camps(rulings)
    speaking = _speaking(first_player, rules)
    champions = ByTeam(
        _champion(camps.NS, speaking, trump, rules), _champion(camps.EW, speaking, trump, rules)
    )
    steps = _steps(champions, speaking, trump, rules)
    winner, decided_by = _decide(champions, steps)
    revealed = camps.of(winner) if winner else []
    points = sum([one.announcement.points for one in revealed])
    return ComparisonResult(
        winner,
        decided_by,
        ByTeam(points if winner is NS else 0, points if winner is EW else 0),
        champions,
        steps,
        tuple(revealed),
        tuple(
            [
                seat_verdict_of(seat, one, one.announcement is not None and seat.team is winner)
                for seat, one in rulings
            ]
        ),
        points,
        _awards(rulings, rules),
        trump,
        rules,
    )


def explained_comparison(found: ComparisonResult) -> Comparison:
    """Return the decision with its reasons.

    >>> explained_comparison(judge_comparison({}, {}, Suit.SPADES)).explanation[0].code.value
    'nobody_announced'
    """
    return Comparison(
        found.winner,
        found.decided_by,
        found.points,
        _seen(found),
        found.steps,
        found.revealed,
        found.rulings,
        found.awards,
        explain.explain(found, length_left_out=_length_left_out(found)),
    )


def _seen(found: ComparisonResult) -> ByTeam[TeamAnnouncement | None]:
    """Return the strongest announcement of each team, as far as its cards are known."""
    ns, ew = found.best
    return ByTeam(
        None if found.only_heard is NS else ns,
        None if found.only_heard is EW else ew,
    )


def _speaking(first_player: Seat | None, rules: Rules) -> tuple[Seat, ...]:
    """Return the speaking order; where the rules do not use it, the order of the seats."""
    if not rules.last_tie:
        return SEATS
    if first_player is None:
        raise ValueError("who speaks first is a step of this comparison")
    return rules.order[first_player]


def _rulings(
    declared: Declared,
    at_best: Mapping[Seat, Cards],
    hands: Mapping[Seat, Cards],
    trump: Suit | None,
    rules: Rules,
) -> list[tuple[Seat, Verdict]]:
    """Return the rulings in seat order; `at_best`: hands that announce their best."""
    found: list[tuple[Seat, Verdict]] = []
    for seat in SEATS:
        if seat in declared:
            ruled = judge_declarations(declared[seat], hands.get(seat), rules, trump)
            found += [(seat, one) for one in ruled]
        elif seat in at_best:
            for index, one in enumerate(best(at_best[seat], rules).announcements):
                found.append((seat, _at_best(index, one, rules)))
    return found


def _at_best(index: int, one: Announcement, rules: Rules) -> Verdict:
    if rules.announcements:
        return verdict_of(index, one, None)
    return verdict_of(index, None, Void.ANNOUNCEMENTS_OFF)


_NO_AWARDS = ByTeam(0, 0)


def _awards(rulings: Sequence[tuple[Seat, Verdict]], rules: Rules) -> ByTeam[int]:
    """Return what each team marks for void declarations of the other, whoever won."""
    if rules.false_declaration is FalseDeclaration.VOID:
        return _NO_AWARDS
    ns = sum([ruling.awarded for seat, ruling in rulings if seat.team is EW])
    ew = sum([ruling.awarded for seat, ruling in rulings if seat.team is NS])
    return ByTeam(ns, ew)


def _camps(rulings: Sequence[tuple[Seat, Verdict]]) -> ByTeam[list[TeamAnnouncement]]:
    """Return the valid announcements of each team, in seat order."""
    camps: ByTeam[list[TeamAnnouncement]] = ByTeam([], [])
    for seat, one in rulings:
        if one.announcement:
            camps.of(seat.team).append(team_announcement_of(seat, one.announcement))
    return camps


def _champion(
    camp: Sequence[TeamAnnouncement], speaking: tuple[Seat, ...], trump: Suit | None, rules: Rules
) -> TeamAnnouncement | None:
    """Return a team's strongest announcement; of equals the first said."""
    if len(camp) <= 1:
        return camp[0] if camp else None
    if speaking is not SEATS:
        camp = sorted(camp, key=lambda one: speaking.index(one.seat))
    return max(camp, key=lambda one: strength(one.announcement, rules, trump))


def _steps(
    champions: ByTeam[TeamAnnouncement | None],
    speaking: tuple[Seat, ...],
    trump: Suit | None,
    rules: Rules,
) -> tuple[Step, ...]:
    """Return the criteria that apply, up to the first in which the teams differ."""
    if champions.NS is None or champions.EW is None:
        return ()
    ns, ew = champions.NS.announcement, champions.EW.announcement
    ranks = (strength(ns, rules, trump), strength(ew, rules, trump))
    between_carres = ns.is_carre and ew.is_carre
    steps = []
    for criterion, one, other in zip(rules.steps, *ranks, strict=False):
        if between_carres and criterion not in BETWEEN_CARRES:
            continue
        leader = None if one == other else NS if one > other else EW
        shown = MEASURES[criterion].shown
        steps.append(_step(criterion, shown(ns, trump), shown(ew, trump), leader))
        if leader:
            return tuple(steps)
    if rules.last_tie:
        steps += _last_tie(ByTeam(champions.NS.seat, champions.EW.seat), speaking, rules)
    return tuple(steps)


@lru_cache(maxsize=512)
def _step(criterion: Criterion, ns: Value, ew: Value, leader: Team | None) -> Step:
    return Step(criterion, ByTeam(ns, ew), leader)


def _last_tie(seats: ByTeam[Seat], speaking: tuple[Seat, ...], rules: Rules) -> list[Step]:
    """Return the last steps, for announcements that are level: which was said first."""
    first = min(seats, key=speaking.index)
    return [Step(criterion, ByTeam(*seats), first.team) for criterion in rules.last_tie]


def _level_pair(found: ComparisonResult) -> tuple[Announcement, Announcement] | None:
    """Return the two announcements compared where they are level in points and kind."""
    if len(found.steps) <= len(BEFORE_LENGTH):
        return None
    ns, ew = found.best
    return (ns.announcement, ew.announcement) if ns and ew else None


def _length_left_out(found: ComparisonResult) -> bool:
    """Return whether two level sequences are compared by rules without the step of length."""
    pair = _level_pair(found)
    if pair is None or pair[0].is_carre:
        return False
    return Criterion.LENGTH not in found.rules.steps


def _decide(
    champions: ByTeam[TeamAnnouncement | None], steps: Sequence[Step]
) -> tuple[Team | None, Decision]:
    if champions.NS and champions.EW:
        last = steps[-1]
        return (last.leader, last.criterion) if last.leader else (None, NoContest.TIE)
    if champions.NS or champions.EW:
        return NS if champions.NS else EW, NoContest.UNOPPOSED
    return None, NoContest.NONE
