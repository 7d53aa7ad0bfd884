"""Whose announcements count, and the step that decided.

Each team is represented by its strongest announcement; the first criterion that differs decides
*and* is the reason, so ruling and explanation cannot disagree. Speaking order and seat are never
asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from service.belote.announcements import Announcement, best, strength
from service.belote.cards import Cards, Rank, Suit
from service.belote.declarations import Declaration, Ruling, rule, say_ruling
from service.belote.reasons import Reason, because
from service.belote.rules import BETWEEN_CARRES, CLASSIQUE, Criterion, Rules
from service.belote.table import SEATS, TEAMS, Pair, Seat, Team, Word


class Decision(Word):
    """What decided: a criterion by its own name, or one of these."""

    POINTS = Criterion.POINTS.value
    CARRE = Criterion.CARRE.value
    LENGTH = Criterion.LENGTH.value
    TOP = Criterion.TOP.value
    TRUMP = Criterion.TRUMP.value
    UNOPPOSED = "unopposed"
    TIE = "tie"
    NONE = "none"


Value: TypeAlias = int | bool | Rank


@dataclass(frozen=True, slots=True)
class Held:
    """An announcement and who made it."""

    seat: Seat
    announcement: Announcement


@dataclass(frozen=True, slots=True)
class Step:
    """One criterion applied to both teams; `leader` is None where they are level."""

    criterion: Criterion
    values: Pair[Value]
    leader: Team | None


@dataclass(frozen=True, slots=True)
class SeatRuling:
    """A ruling on a declaration of one seat; `counted` where its team marks it."""

    seat: Seat
    ruling: Ruling
    counted: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """The ruling on a table.

    `steps` go through the deciding one, all of them on a tie; none where no two met.
    `revealed` is all that the table may see.
    """

    winner: Team | None
    decided_by: Decision
    points: Pair[int]
    best: Pair[Held | None]
    steps: tuple[Step, ...]
    revealed: tuple[Held, ...]
    rulings: tuple[SeatRuling, ...]
    explanation: tuple[Reason, ...]


Declared: TypeAlias = Mapping[Seat, Sequence[Declaration]]


def compare(
    declared: Declared,
    hands: Mapping[Seat, Cards],
    trump: Suit,
    rules: Rules = CLASSIQUE,
    *,
    declare_best: bool = False,
) -> Comparison:
    """Rule on every declaration, then on the two teams.

    A declaration is held against the hand of its seat where that is known. With `declare_best` a
    seat that `declared` does not name announces the best of its hand.
    """
    rulings = _rulings(declared, hands if declare_best else {}, hands, trump, rules)
    stands = [Held(seat, one.announcement) for seat, one in rulings if one.announcement]
    champions = Pair(*(_champion(stands, team, trump, rules) for team in TEAMS))
    steps = _steps(champions, trump, rules)
    winner, decided_by = _decide(champions, steps)
    revealed = tuple(one for one in stands if one.seat.team is winner)
    points = sum(one.announcement.points for one in revealed)
    return Comparison(
        winner,
        decided_by,
        Pair(*(points if team is winner else 0 for team in TEAMS)),
        champions,
        steps,
        revealed,
        tuple(SeatRuling(seat, one, one.valid and seat.team is winner) for seat, one in rulings),
        (
            *_say_rulings(rulings, declared),
            *_say_decision(champions, steps, winner, decided_by, trump),
            *_say_marks(revealed, champions, winner, points),
        ),
    )


def _rulings(
    declared: Declared,
    at_best: Mapping[Seat, Cards],
    hands: Mapping[Seat, Cards],
    trump: Suit,
    rules: Rules,
) -> list[tuple[Seat, Ruling]]:
    """In seat order; what a hand announces at its best stands."""
    found: list[tuple[Seat, Ruling]] = []
    for seat in SEATS:
        if seat in declared:
            ruled = rule(declared[seat], hands.get(seat), rules, trump)
            found += [(seat, one) for one in ruled]
        elif seat in at_best:
            whole = best(at_best[seat], rules).announcements
            found += [(seat, Ruling(index, one, None)) for index, one in enumerate(whole)]
    return found


def _champion(stands: Sequence[Held], team: Team, trump: Suit, rules: Rules) -> Held | None:
    """A team's strongest announcement; of equals the first in seat order."""
    return max(
        (one for one in stands if one.seat.team is team),
        key=lambda one: strength(one.announcement, rules, trump),
        default=None,
    )


def _steps(champions: Pair[Held | None], trump: Suit, rules: Rules) -> tuple[Step, ...]:
    """The criteria that apply, through the first that differs."""
    if champions.NS is None or champions.EW is None:
        return ()
    ns, ew = champions.NS.announcement, champions.EW.announcement
    ranks = zip(strength(ns, rules, trump), strength(ew, rules, trump), strict=True)
    steps = []
    for criterion, (one, other) in zip(rules.steps, ranks, strict=True):
        if ns.is_carre and ew.is_carre and criterion not in BETWEEN_CARRES:
            continue
        leader = None if one == other else Team.NS if one > other else Team.EW
        shown = Pair(_shown(criterion, ns, trump), _shown(criterion, ew, trump))
        steps.append(Step(criterion, shown, leader))
        if leader:
            break
    return tuple(steps)


def _shown(criterion: Criterion, one: Announcement, trump: Suit) -> Value:
    """The value as a player would name it."""
    match criterion:
        case Criterion.POINTS:
            return one.points
        case Criterion.CARRE:
            return one.is_carre
        case Criterion.LENGTH:
            return one.length
        case Criterion.TOP:
            return one.top
        case Criterion.TRUMP:
            return one.suit is trump


def _decide(champions: Pair[Held | None], steps: Sequence[Step]) -> tuple[Team | None, Decision]:
    present = [team for team in TEAMS if champions.of(team)]
    if not present:
        return None, Decision.NONE
    if len(present) == 1:
        return present[0], Decision.UNOPPOSED
    last = steps[-1]
    return (last.leader, Decision(last.criterion)) if last.leader else (None, Decision.TIE)


# The reasons: of what is not shown, kind, points and the value compared, nothing else ----------


def _say_rulings(rulings: Sequence[tuple[Seat, Ruling]], declared: Declared) -> list[Reason]:
    return [
        reason
        for seat, ruling in rulings
        for reason in say_ruling(ruling, declared.get(seat), seat)
    ]


def _say_decision(
    champions: Pair[Held | None],
    steps: Sequence[Step],
    winner: Team | None,
    decided_by: Decision,
    trump: Suit,
) -> list[Reason]:
    match decided_by:
        case Decision.NONE:
            return [because("nobody_announced")]
        case Decision.UNOPPOSED:
            return [because("unopposed", team=winner)]
    represented = [
        because(
            "represented_by",
            team=team,
            kind=held.announcement.kind,
            points=held.announcement.points,
        )
        for team in TEAMS
        if (held := champions.of(team))
    ]
    if winner is None:
        return [*represented, _say_tie(champions)]
    last = steps[-1]
    return [
        *represented,
        because(
            f"decided_by_{decided_by}",
            winner=winner,
            loser=winner.other,
            wins=last.values.of(winner),
            against=last.values.of(winner.other),
            trump=trump,
        ),
    ]


def _say_tie(champions: Pair[Held | None]) -> Reason:
    """Level at every step, so the values of either team are the values of both."""
    assert champions.NS is not None
    level = champions.NS.announcement
    return because("tie_of_sequences", points=level.points, length=level.length, top=level.top)


def _say_marks(
    revealed: Sequence[Held], champions: Pair[Held | None], winner: Team | None, points: int
) -> list[Reason]:
    if winner is None:
        return []
    shown = [because("shown", seat=one.seat, announcement=one.announcement) for one in revealed]
    marks = because("winner_marks", team=winner, points=points)
    loser = winner.other
    nothing = [because("loser_marks_nothing", team=loser)] if champions.of(loser) else []
    return [*shown, marks, *nothing]
