"""The reasons of a comparison.

Of announcements that stay hidden they name the kind, the points and the value compared, no cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from service.belote.cards import Rank
from service.belote.codes import Code, RankOrder, Reason, reason
from service.belote.explain.declarations import say_verdict
from service.belote.lookup import complete
from service.belote.rules import CARRES, Criterion, Kind, Rules
from service.belote.table import TEAMS, ByTeam, Team

if TYPE_CHECKING:
    from service.belote.announcements import Announcement
    from service.belote.comparison import ComparisonResult, SeatVerdict, Step, TeamAnnouncement


def explain(found: ComparisonResult, *, length_left_out: bool) -> tuple[Reason, ...]:
    """Return the reasons of a comparison.

    `length_left_out`: the rules compare these two announcements without their length.
    """
    return (
        *_say_verdicts(found.rulings, found.rules),
        *_say_decision(found, length_left_out=length_left_out),
        *_say_marks(found),
        *say_awards(found.awards),
    )


def _say_verdicts(rulings: Iterable[SeatVerdict], rules: Rules) -> list[Reason]:
    said: list[Reason] = []
    for one in rulings:
        said += say_verdict(one.ruling, rules, one.seat)
    return said


def _say_decision(found: ComparisonResult, *, length_left_out: bool) -> list[Reason]:
    """Return the reasons for which announcements were compared, and what decided."""
    winner = found.winner
    ns, ew = found.best
    if ns is None or ew is None:
        return [_UNOPPOSED[winner] if winner else _NOBODY_ANNOUNCED]
    one, other = ns.announcement, ew.announcement
    return [
        _say_champion(Team.NS, one.kind, one.points),
        _say_champion(Team.EW, other.kind, other.points),
        *([reason(Code.LENGTH_STEP_LEFT_OUT)] if length_left_out else []),
        *(_say_win(found, winner) if winner else [_say_tie(one, found.steps)]),
    ]


_UNOPPOSED: Mapping[Team, Reason] = MappingProxyType(
    {team: reason(Code.UNOPPOSED, team=team) for team in TEAMS}
)
_NOBODY_ANNOUNCED = reason(Code.NOBODY_ANNOUNCED)


@lru_cache(maxsize=64)
def _say_champion(team: Team, kind: Kind, points: int) -> Reason:
    return reason(Code.REPRESENTED_BY, team=team, kind=kind, points=points)


def _say_win(found: ComparisonResult, winner: Team) -> list[Reason]:
    """Return the step that decided, and what decides nothing but speaks for the losers."""
    held, against = found.best.of(winner), found.best.of(winner.other)
    assert held is not None
    assert against is not None
    return [
        _say_step(found, held.announcement, against.announcement, winner),
        *_say_sum(found, winner),
        *_say_speaking_order(found),
    ]


def _say_step(
    found: ComparisonResult, held: Announcement, lost: Announcement, winner: Team
) -> Reason:
    last, loser, order = found.steps[-1], winner.other, found.rules.carre_order
    code, more = _DECIDED[last.criterion], {}
    if last.criterion is Criterion.POINTS and lost.length > held.length:
        code = Code.DECIDED_BY_POINTS_NOT_LENGTH
    elif last.criterion is Criterion.TOP:
        code = _BY_RANK[order == tuple(Rank)] if held.is_carre else Code.DECIDED_BY_TOP
        more = {"order": _order_of_carres(order, held.points) if held.is_carre else _SEQUENCE}
    return reason(
        code,
        winner=winner,
        loser=loser,
        wins=last.values.of(winner),
        against=last.values.of(loser),
        trump=found.trump,
        **more,
    )


_SEQUENCE = RankOrder(Rank)


@lru_cache(maxsize=64)
def _order_of_carres(order: Sequence[Rank], points: int) -> RankOrder:
    """Return the ranks of the carrés worth so many points, highest first."""
    return RankOrder(rank for rank in reversed(order) if CARRES[rank] == points)


def _say_sum(found: ComparisonResult, winner: Team) -> list[Reason]:
    """Return the reason why announcements that are worth more together do not win."""
    lost = [
        one.ruling.announcement.points
        for one in found.rulings
        if one.ruling.announcement and not one.counted
    ]
    points = sum(lost)
    if points <= found.revealed_points:
        return []
    return [reason(Code.SUM_NOT_COMPARED, team=winner.other, points=points)]


def _say_speaking_order(found: ComparisonResult) -> list[Reason]:
    """Return the reason why speaking first does not help, where a later step decided."""
    return [_SPEAKING_ORDER] if found.steps[-1].criterion in _CLOSE else []


_CLOSE = frozenset({Criterion.LENGTH, Criterion.TOP, Criterion.TRUMP})
_SPEAKING_ORDER = reason(Code.SPEAKING_ORDER_NOT_COMPARED)
# By whether carrés rank in the order of sequences (003).
_BY_RANK: Mapping[bool, Code] = MappingProxyType(
    {True: Code.DECIDED_BY_RANK, False: Code.DECIDED_BY_RANK_IN_TRICKS}
)
_DECIDED: Mapping[Criterion, Code] = complete(
    Criterion,
    {
        Criterion.POINTS: Code.DECIDED_BY_POINTS,
        Criterion.CARRE: Code.DECIDED_BY_CARRE,
        Criterion.LENGTH: Code.DECIDED_BY_LENGTH,
        Criterion.TOP: Code.DECIDED_BY_TOP,
        Criterion.TRUMP: Code.DECIDED_BY_TRUMP,
        Criterion.FIRST_SPEAKER: Code.DECIDED_BY_FIRST_SPEAKER,
    },
)


def _say_tie(level: Announcement, steps: Sequence[Step]) -> Reason:
    """Return the reason of a tie; `level` is either announcement, since all their values agree."""
    if any(step.criterion is Criterion.LENGTH for step in steps):
        return reason(
            Code.TIE_OF_SEQUENCES, points=level.points, length=level.length, top=level.top
        )
    return reason(Code.TIE_WITHOUT_LENGTH, points=level.points, top=level.top)


def _say_marks(found: ComparisonResult) -> list[Reason]:
    """Return the reasons for what is shown, and for what each team marks."""
    if found.winner is None:
        return []
    marks = _say_winner_marks(found.winner, found.revealed_points)
    loser = found.winner.other
    nothing = [_MARKS_NOTHING[loser]] if found.best.of(loser) else []
    return [*map(_say_shown, found.revealed), marks, *nothing]


@lru_cache(maxsize=128)
def _say_winner_marks(team: Team, points: int) -> Reason:
    return reason(Code.WINNER_MARKS, team=team, points=points)


@lru_cache(maxsize=512)
def _say_shown(held: TeamAnnouncement) -> Reason:
    return reason(Code.SHOWN, seat=held.seat, announcement=held.announcement)


_MARKS_NOTHING: Mapping[Team, Reason] = MappingProxyType(
    {team: reason(Code.LOSER_MARKS_NOTHING, team=team) for team in TEAMS}
)


def say_awards(awards: ByTeam[int]) -> list[Reason]:
    """Return a reason for each team that marks points for void declarations of the other."""
    return [
        reason(Code.FALSE_DECLARATIONS_PAY, team=team, points=points)
        for team, points in zip(TEAMS, awards, strict=True)
        if points
    ]
