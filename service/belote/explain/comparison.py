"""What is said about a comparison.

Of what is not shown, a referee names kind, points and the value compared, nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from service.belote.cards import Rank, Suit
from service.belote.codes import Code, Reason, reason
from service.belote.explain.announcements import say_carre_order
from service.belote.explain.declarations import say_verdict
from service.belote.rules import Criterion, Kind, Rules
from service.belote.table import TEAMS, ByTeam, Seat, Team

if TYPE_CHECKING:
    from service.belote.announcements import Announcement
    from service.belote.comparison import Step, TeamAnnouncement
    from service.belote.declarations import Verdict


def say_verdicts(rulings: Iterable[tuple[Seat, Verdict]], rules: Rules) -> list[Reason]:
    """Return what is said about each declaration, in the order of the rulings."""
    said: list[Reason] = []
    for seat, ruling in rulings:
        said += say_verdict(ruling, rules, seat)
    return said


def say_decision(
    champions: ByTeam[TeamAnnouncement | None],
    steps: Sequence[Step],
    winner: Team | None,
    trump: Suit,
    agreed: Sequence[Reason],
) -> list[Reason]:
    """Return who met whom, and what decided between them.

    `agreed` is what the table plays otherwise than document 003 between these two.
    """
    ns, ew = champions
    if ns is None or ew is None:
        return [reason(Code.UNOPPOSED, team=winner) if winner else reason(Code.NOBODY_ANNOUNCED)]
    one, other = ns.announcement, ew.announcement
    return [
        _say_champion(Team.NS, one.kind, one.points),
        _say_champion(Team.EW, other.kind, other.points),
        *agreed,
        _say_step(steps[-1], winner, trump) if winner else _say_tie(one, steps),
    ]


@lru_cache(maxsize=64)
def _say_champion(team: Team, kind: Kind, points: int) -> Reason:
    return reason(Code.REPRESENTED_BY, team=team, kind=kind, points=points)


def say_agreed(order: Sequence[Rank], *, no_length: bool) -> list[Reason]:
    """Return what the table plays otherwise: an order of carrés, or no step of length."""
    length = [reason(Code.LENGTH_STEP_LEFT_OUT)] if no_length else []
    return [*say_carre_order(order), *length]


def _say_step(last: Step, winner: Team, trump: Suit) -> Reason:
    loser = winner.other
    return reason(
        _DECIDED[last.criterion],
        winner=winner,
        loser=loser,
        wins=last.values.of(winner),
        against=last.values.of(loser),
        trump=trump,
    )


_DECIDED: Mapping[Criterion, Code] = MappingProxyType(
    {
        Criterion.POINTS: Code.DECIDED_BY_POINTS,
        Criterion.CARRE: Code.DECIDED_BY_CARRE,
        Criterion.LENGTH: Code.DECIDED_BY_LENGTH,
        Criterion.TOP: Code.DECIDED_BY_TOP,
        Criterion.TRUMP: Code.DECIDED_BY_TRUMP,
        Criterion.FIRST_SPEAKER: Code.DECIDED_BY_FIRST_SPEAKER,
    }
)


def _say_tie(level: Announcement, steps: Sequence[Step]) -> Reason:
    """Return the values compared; level at every step, they are those of both."""
    if any(step.criterion is Criterion.LENGTH for step in steps):
        return reason(
            Code.TIE_OF_SEQUENCES, points=level.points, length=level.length, top=level.top
        )
    return reason(Code.TIE_WITHOUT_LENGTH, points=level.points, top=level.top)


def say_marks(
    revealed: Iterable[TeamAnnouncement],
    champions: ByTeam[TeamAnnouncement | None],
    winner: Team | None,
    points: int,
) -> list[Reason]:
    """Return what is shown to the table, and what each team marks for it."""
    if winner is None:
        return []
    marks = reason(Code.WINNER_MARKS, team=winner, points=points)
    loser = winner.other
    nothing = [_MARKS_NOTHING[loser]] if champions.of(loser) else []
    return [*map(_say_shown, revealed), marks, *nothing]


@lru_cache(maxsize=512)
def _say_shown(held: TeamAnnouncement) -> Reason:
    return reason(Code.SHOWN, seat=held.seat, announcement=held.announcement)


_MARKS_NOTHING: Mapping[Team, Reason] = MappingProxyType(
    {team: reason(Code.LOSER_MARKS_NOTHING, team=team) for team in TEAMS}
)


def say_awards(awards: ByTeam[int]) -> list[Reason]:
    """Return what each team marks for false declarations of the other."""
    return [
        reason(Code.FALSE_DECLARATIONS_PAY, team=team, points=points)
        for team, points in zip(TEAMS, awards, strict=True)
        if points
    ]
