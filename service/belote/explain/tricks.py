"""The reasons of a play: irregular cards, the last trick, and the duty of the next player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from service.belote.codes import Code, Reason, reason
from service.belote.rules import Obligation
from service.belote.table import ByTeam, Seat

if TYPE_CHECKING:
    from service.belote.tricks import Duty, Irregularity, Situation, Trick


def explain(
    tricks: Sequence[Trick],
    found: Iterable[Irregularity],
    points: ByTeam[int],
    seat: Seat | None,
    situation: Situation,
    duty: Duty | None,
) -> tuple[Reason, ...]:
    """Return the reasons of a replay.

    `seat` is the next player, `situation` the state of the trick before him, and `duty` the one
    that binds him, None where his hand is not known.
    """
    return (
        *say_irregularities(found),
        *_say_last_trick(tricks),
        reason(Code.POINTS_SO_FAR, ns=points.NS, ew=points.EW),
        _say_next(seat, situation, duty),
    )


def say_irregularities(found: Iterable[Irregularity]) -> list[Reason]:
    """Return a reason for each card played against the rules."""
    return [
        reason(_BROKEN[one.rule], trick=one.trick, seat=one.seat, card=one.card) for one in found
    ]


_BROKEN: Mapping[Obligation, Code] = MappingProxyType(
    {
        Obligation.FOLLOW: Code.IRREGULAR_FOLLOW,
        Obligation.TRUMP: Code.IRREGULAR_TRUMP,
        Obligation.OVERTRUMP: Code.IRREGULAR_OVERTRUMP,
    }
)


def _say_last_trick(tricks: Sequence[Trick]) -> list[Reason]:
    whole = [trick for trick in tricks if trick.winner]
    if not whole:
        return []
    last = whole[-1]
    card = last.cards[last.seats.index(last.winner)]
    return [
        reason(Code.TRICK_WON, trick=len(whole), seat=last.winner, card=card, points=last.points)
    ]


def _say_next(seat: Seat | None, situation: Situation, duty: Duty | None) -> Reason:
    if seat is None:
        return reason(Code.PLAY_OVER)
    if situation.master is None:
        duty = situation.duties[0]  # the leader's, whatever he holds
    if duty is None:
        return reason(Code.PLAYS_NEXT, seat=seat)
    values = {"seat": seat, "suit": situation.led, "card": situation.master}
    return reason(duty.code, **{name: values[name] for name in VALUES[duty.code]})


# The values in the sentence on each duty.
VALUES: Mapping[Code, Sequence[str]] = MappingProxyType(
    {
        Code.LEADS: ("seat",),
        Code.MUST_FOLLOW: ("seat", "suit"),
        Code.MUST_GO_ABOVE: ("seat", "card"),
        Code.PARTNER_MASTERS: ("seat", "suit", "card"),
        Code.NEITHER_SUIT_NOR_TRUMP: ("seat", "suit"),
        Code.MUST_TRUMP: ("seat", "suit"),
        Code.MUST_OVERTRUMP: ("seat", "suit", "card"),
        Code.MUST_UNDERTRUMP: ("seat", "suit", "card"),
    }
)
