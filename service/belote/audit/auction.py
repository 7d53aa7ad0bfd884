"""The auctions: what may be called when, as rows of the rules of time, and what a call does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from service.belote.audit.events import Call, CallEvent, DealEvent, Event
from service.belote.audit.rulings import CallOption, Phase, Weight
from service.belote.audit.state import State
from service.belote.audit.timing import TIMING, TimingRule
from service.belote.cards import Suit
from service.belote.codes import Code
from service.belote.rules import Rules
from service.belote.table import SEATS


@dataclass(frozen=True, slots=True)
class Auction:
    """How the trump suit and the takers are found.

    `timing`: the rules of time of all events. `hear`: what a call that stands does. `options`: what
    the next player may call.
    """

    timing: Mapping[type[Event], tuple[TimingRule, ...]]
    hear: Callable[[State, int, CallEvent], None]
    options: Callable[[State], tuple[CallOption, ...]]


# The classic auction (000): the turned suit or pass, then another suit or pass.

CLASSIC_PACKETS = frozenset({(3, 2), (2, 3)})
ROUND = len(SEATS)
ROUNDS = 2
CLASSIC_CALLS = frozenset({Call.PASS, Call.TAKE})


def _other_packets(state: State, index: int, event: DealEvent) -> bool:
    return event.packets is not None and event.packets not in CLASSIC_PACKETS


def _auction_is_past(state: State, index: int, event: CallEvent) -> bool:
    return bool(state.plays) or state.is_closed


def _not_of_this_scale(state: State, index: int, event: CallEvent) -> bool:
    return event.call not in CLASSIC_CALLS


def _taken(state: State, index: int, event: CallEvent) -> bool:
    return state.taken_at is not None


def _not_his_turn(state: State, index: int, event: CallEvent) -> bool:
    return state.turn not in (None, event.seat)


def _takes_in(state: State, event: CallEvent, *, number: int) -> Suit | None:
    """Return the suit that was turned, where an event takes in a round, from 1."""
    is_in_round = (state.calls >= ROUND) is (number == ROUNDS)
    takes = event.call is Call.TAKE and is_in_round
    return state.turned.suit if takes and state.turned is not None else None


def _names_another_suit(state: State, index: int, event: CallEvent) -> bool:
    turned = _takes_in(state, event, number=1)
    return turned is not None and event.suit not in (None, turned)


def _names_no_suit(state: State, index: int, event: CallEvent) -> bool:
    if event.call is not Call.TAKE or state.calls < ROUND or event.suit is not None:
        return False
    return state.turned is not None or state.log.trump is None


def _names_the_turned_suit(state: State, index: int, event: CallEvent) -> bool:
    turned = _takes_in(state, event, number=2)
    return turned is not None and event.suit is turned


def _trump_taken(state: State, event: CallEvent) -> Suit | None:
    """Return the trump suit of a take; where none is named or turned, that of the header."""
    if event.suit is not None:
        return event.suit
    return state.log.trump if state.turned is None else state.turned.suit


def _header_differs(state: State, index: int, event: CallEvent) -> bool:
    if event.call is not Call.TAKE:
        return False
    log = state.log
    return (
        log.trump not in (None, _trump_taken(state, event))
        or log.taker not in (None, event.seat)
        or log.takers not in (None, event.seat.team)
    )


def _hear_classic(state: State, index: int, event: CallEvent) -> None:
    """Note a pass or a take: the second round of passes throws the donne in (000)."""
    state.begin_with(event.seat)
    state.enter(Phase.AUCTION, index)
    state.calls += 1
    if event.call is Call.PASS:
        state.turn = state.order[event.seat][1]
        if state.calls == ROUND * ROUNDS:
            state.throw_in(index)
        return
    state.take(event.seat, _trump_taken(state, event), index)


def _classic_options(state: State) -> tuple[CallOption, ...]:
    """Return a pass, then each suit that may be taken."""
    turned = None if state.turned is None else state.turned.suit
    first_round = state.calls < ROUND
    suits = [suit for suit in Suit if turned is None or (suit is turned) is first_round]
    return (CallOption(Call.PASS), *(CallOption(Call.TAKE, suit) for suit in suits))


_VOID = Weight.VOID
CLASSIC_AUCTION = Auction(
    MappingProxyType(
        {
            **TIMING,
            DealEvent: (
                *TIMING[DealEvent],
                TimingRule(Code.DEAL_PACKETS, Weight.NOTE, _other_packets, sets_aside=False),
            ),
            CallEvent: (
                TimingRule(Code.MISPLACED_EVENT, Weight.FAULT, _auction_is_past),
                TimingRule(Code.CALL_NOT_OF_THIS_SCALE, _VOID, _not_of_this_scale),
                TimingRule(Code.CALL_AFTER_TAKE, _VOID, _taken),
                TimingRule(Code.CALL_OUT_OF_TURN, Weight.NOTE, _not_his_turn),
                TimingRule(Code.SUIT_IN_ROUND_ONE, _VOID, _names_another_suit),
                TimingRule(Code.SUIT_MISSING_IN_ROUND_TWO, _VOID, _names_no_suit),
                TimingRule(Code.TURNED_SUIT_IN_ROUND_TWO, _VOID, _names_the_turned_suit),
                TimingRule(Code.HEADER_DIFFERS, Weight.NOTE, _header_differs, sets_aside=False),
            ),
        }
    ),
    _hear_classic,
    _classic_options,
)


def auction_of(rules: Rules) -> Auction:
    """Return the auction that a table holds.

    >>> from service.belote.rules import CLASSIQUE
    >>> auction_of(CLASSIQUE) is CLASSIC_AUCTION
    True
    """
    return CLASSIC_AUCTION
