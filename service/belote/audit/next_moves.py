"""Who is next in a log, and what he may do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from service.belote.announcements import BELOTE
from service.belote.audit.auction import auction_of
from service.belote.audit.rulings import Act, Next, Phase
from service.belote.audit.state import State
from service.belote.table import SEATS, Seat
from service.belote.tricks import Duty, Situation, Trick, openings, situations


def next_moves(state: State, situation: Situation | None) -> Next | None:
    """Return who is next and what he may do; None where nobody is, or nobody knows who.

    `situation`: the state of the trick before him, None unless the play is on.

    >>> from service.belote.audit.events import Log
    >>> from service.belote.rules import CLASSIQUE
    >>> from service.belote.table import Seat
    >>> next_moves(State(Log((), dealer=Seat.E), CLASSIQUE), None) is None
    True
    """
    if state.phase is Phase.THROWN_IN:
        return None if state.first is None else Next(state.first, ())
    seat = state.turn
    if seat is None:
        return None
    if state.phase is Phase.AUCTION:
        return Next(seat, (Act.CALL,), None, auction_of(state.rules).options(state))
    if situation is None:
        return None
    hand = hand_of(state, seat)
    legal = None if hand is None else hand & situation.duty(hand).cards
    return Next(seat, tuple(_acts(state, seat)), legal)


def hand_of(state: State, seat: Seat) -> int | None:
    """Return the cards that a seat still holds; None where its hand is not known.

    >>> from service.belote.audit.events import Log
    >>> from service.belote.rules import CLASSIQUE
    >>> hand_of(State(Log((), hands={Seat.N: 255}), CLASSIQUE), Seat.N)
    255
    """
    return state.known[seat] & ~state.played if seat in state.whole_at else None


def duty_of(state: State, situation: Situation | None) -> Duty | None:
    """Return the duty that binds the next player; None where nobody knows his hand.

    >>> from service.belote.audit.events import Log
    >>> from service.belote.rules import CLASSIQUE
    >>> duty_of(State(Log(()), CLASSIQUE), None) is None
    True
    """
    hand = None if state.turn is None else hand_of(state, state.turn)
    return None if hand is None or situation is None else situation.duty(hand)


def situation_now(state: State, tricks: Sequence[Trick]) -> Situation | None:
    """Return the state of the trick before the next player; None unless the play is on.

    `tricks`: those of the log, the last one perhaps short.

    >>> from service.belote.audit.events import Log
    >>> from service.belote.rules import CLASSIQUE
    >>> situation_now(State(Log(()), CLASSIQUE), ()) is None
    True
    """
    if state.phase is not Phase.PLAY or state.trump is None:
        return None
    opening = openings(state.rules)[state.trump]
    if not state.trick:
        return opening
    *_, last = situations(tricks[-1], opening)
    return last


def _acts(state: State, seat: Seat) -> Iterator[Act]:
    """Yield what a player may do in his turn, the card last."""
    if not state.played_by[seat] and state.rules.announcements:
        yield Act.DECLARE
    if _may_have_pair(state, seat):
        yield Act.SAY
    yield Act.PLAY


def _may_have_pair(state: State, seat: Seat) -> bool:
    """Return whether a seat may hold the pair, or the second card of it."""
    assert state.trump is not None
    both = BELOTE[state.trump]
    if seat in state.whole_at and both & ~state.known[seat]:
        return False
    gone = any(state.known[one] & both for one in SEATS if one is not seat)
    return not gone and bool(both & ~state.played)
