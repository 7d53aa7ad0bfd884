"""The reasons of a play: irregular cards, the last trick, and the duty of the next player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from service.belote.codes import DUTY_VALUES, REFEREE, Code, Reason, reason
from service.belote.table import ByTeam, Seat

if TYPE_CHECKING:
    from service.belote.tricks import Duty, Irregularity, Situation, Trick


def explain(  # noqa: PLR0913, PLR0917 - all that a replay decided
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
        *say_next(seat, situation, duty),
    )


def say_irregularities(found: Iterable[Irregularity]) -> list[Reason]:
    """Return the reasons for each card played against the rules.

    What a known hand proves is for the referee: the table has not seen its cards.
    """
    return [said for one in found for said in _say_irregularity(one)]


def _say_irregularity(found: Irregularity) -> list[Reason]:
    said = reason(found.code, trick=found.trick, seat=found.seat, card=found.card)
    proof = found.proven_by
    if proof.trick == found.trick:
        return [said.told_to(REFEREE)]
    return [said, reason(Code.PROVEN_BY, trick=proof.trick, seat=proof.seat, card=proof.card)]


def _say_last_trick(tricks: Sequence[Trick]) -> list[Reason]:
    whole = [trick for trick in tricks if trick.winner]
    if not whole:
        return []
    last = whole[-1]
    card = last.cards[last.seats.index(last.winner)]
    return [
        reason(Code.TRICK_WON, trick=len(whole), seat=last.winner, card=card, points=last.points)
    ]


def say_next(seat: Seat | None, situation: Situation, duty: Duty | None) -> list[Reason]:
    """Return who plays next, and his duty, for him alone: it tells what he holds."""
    if seat is None:
        return [reason(Code.PLAY_OVER)]
    values = {"seat": seat, "suit": situation.led, "card": situation.master}
    if situation.master is None:
        return [_say_duty(situation.duties[0], values)]  # the leader's, whatever he holds
    next_player = reason(Code.PLAYS_NEXT, seat=seat)
    return [next_player, *([_say_duty(duty, values).told_to(seat)] if duty else [])]


def _say_duty(duty: Duty, values: Mapping[str, object]) -> Reason:
    return reason(duty.code, **{name: values[name] for name in DUTY_VALUES[duty.code]})
