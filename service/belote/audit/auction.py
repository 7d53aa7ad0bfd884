"""The auctions of the scales: what may be called when, as rows of the rules of time.

Sources: 000 for the classic auction and the names of coinche and surcoinche, ffb-2015 for bids;
when a take may be doubled is this service's decision (arbiter).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from service.belote.audit.events import Call, CallEvent, DealEvent, Event, PlayEvent
from service.belote.audit.rulings import CallOption, Phase, Weight
from service.belote.audit.state import State
from service.belote.audit.timing import TIMING, Condition, TimingRule
from service.belote.cards import Suit
from service.belote.codes import Code
from service.belote.inputs import Contract
from service.belote.lookup import complete
from service.belote.rules import Rules, Scale
from service.belote.scales import (
    BID_STEP,
    HIGHEST_CALLED,
    LOWEST_BID,
    Bid,
    Coinche,
    NamedBid,
)
from service.belote.table import SEATS

ROUND = len(SEATS)

DOUBLES: Mapping[Call, Coinche] = MappingProxyType(
    {Call.COINCHE: Coinche.COINCHE, Call.SURCOINCHE: Coinche.SURCOINCHE}
)
"""The calls that double what was undertaken."""


@dataclass(frozen=True, slots=True)
class Auction:
    """How the trump suit, the takers and their contract are found.

    `timing`: the rules of time of all events. `calls`: what can be called at all, in the order in
    which it is offered. `rounds`: how many rounds of passes throw the donne in. `ends`: the calls
    that end the auction, as three passes after any other do. `turns_card`: whether the deal turns
    one.
    """

    timing: Mapping[type[Event], tuple[TimingRule, ...]]
    calls: tuple[Call, ...]
    rounds: int
    ends: frozenset[Call]
    turns_card: bool

    def deal(self, state: State, index: int, event: DealEvent) -> None:
        """Note a deal that stands."""
        state.deal(event.seat, event.turned if self.turns_card else None, index)

    def hear(self, state: State, index: int, event: CallEvent) -> None:
        """Note a call that stands, and whether it ends the auction."""
        call = event.call
        state.begin_with(event.seat)
        state.enter(Phase.AUCTION, index)
        state.turn = state.order[event.seat][1]
        state.passes = state.passes + 1 if call is Call.PASS else 0
        if call is Call.TAKE or call is Call.BID:
            state.undertaken = event
        if call is Call.TAKE:
            state.take(event, index)
        if call in DOUBLES:
            state.double(DOUBLES[call])
        if call in self.ends or (state.undertaken is not None and state.passes == ROUND - 1):
            state.settle(state.coinche, index)
            state.begin_play(index)
        elif state.undertaken is None and state.passes == ROUND * self.rounds:
            state.throw_in(index)

    def options(self, state: State) -> tuple[CallOption, ...]:
        """Return what the next player may call: whatever none of the rows sets aside."""
        assert state.turn is not None
        rules, index = self.timing[CallEvent], len(state.log.events)
        found = []
        for option in _offers(state, self.calls):
            event = CallEvent(state.turn, option.call, option.suit, option.bid)
            if not any(one.sets_aside and one.applies(state, index, event) for one in rules):
                found.append(option)
        return tuple(found)


def _offers(state: State, calls: Iterable[Call]) -> Iterable[CallOption]:
    """Yield each call of an auction: a take with each suit, a bid with the lowest that is left."""
    for call in calls:
        if call is Call.TAKE:
            yield from [CallOption(call, suit) for suit in Suit]
        elif call is Call.BID:
            yield CallOption(call, bid=_lowest_bid(state))
        else:
            yield CallOption(call)


# Any auction ------------------------------------------------------------------------------------


def _auction_is_past(state: State, index: int, event: CallEvent) -> bool:
    return bool(state.plays) or state.is_closed


def _none_of(calls: Iterable[Call]) -> Condition:
    known = frozenset(calls)
    return lambda state, index, event: event.call not in known


def _taken(state: State, index: int, event: CallEvent) -> bool:
    return state.taken_at is not None


def _not_his_turn(state: State, index: int, event: CallEvent) -> bool:
    return state.turn not in (None, event.seat)


def _differs(state: State, taken: CallEvent) -> bool:
    """Return whether the header tells another trump suit or other takers than a bid or take."""
    log = state.log
    return (
        log.trump not in (None, state.trump_of(taken))
        or log.taker not in (None, taken.seat)
        or log.takers not in (None, taken.seat.team)
    )


def _take_differs(state: State, index: int, event: CallEvent) -> bool:
    return event.call is Call.TAKE and _differs(state, event)


# A take (000): the turned suit or pass, then another suit or pass -------------------------------

PACKETS_OF_FIVE = frozenset({(3, 2), (2, 3)})


def _none_of_packets(packets: frozenset[tuple[int, ...]]) -> Condition:
    return lambda state, index, event: event.packets is not None and event.packets not in packets


def _takes_in(state: State, event: CallEvent, *, number: int) -> Suit | None:
    """Return the suit that was turned, where an event takes in a round, from 1."""
    is_in_round = (state.passes >= ROUND) is (number > 1)
    takes = event.call is Call.TAKE and is_in_round
    return state.turned.suit if takes and state.turned is not None else None


def _names_another_suit(state: State, index: int, event: CallEvent) -> bool:
    turned = _takes_in(state, event, number=1)
    return turned is not None and event.suit not in (None, turned)


def _names_no_suit(state: State, index: int, event: CallEvent) -> bool:
    if event.call is not Call.TAKE or state.passes < ROUND or event.suit is not None:
        return False
    return state.turned is not None or state.log.trump is None


def _names_the_turned_suit(state: State, index: int, event: CallEvent) -> bool:
    turned = _takes_in(state, event, number=2)
    return turned is not None and event.suit is turned


_VOID, _NOTE = Weight.VOID, Weight.NOTE
_MISPLACED = TimingRule(Code.MISPLACED_EVENT, Weight.FAULT, _auction_is_past)
_OUT_OF_TURN = TimingRule(Code.CALL_OUT_OF_TURN, _NOTE, _not_his_turn)
_DEAL_OF_FIVE = (
    *TIMING[DealEvent],
    TimingRule(Code.DEAL_PACKETS, _NOTE, _none_of_packets(PACKETS_OF_FIVE), sets_aside=False),
)
_TAKES = (
    TimingRule(Code.SUIT_IN_ROUND_ONE, _VOID, _names_another_suit),
    TimingRule(Code.SUIT_MISSING_IN_ROUND_TWO, _VOID, _names_no_suit),
    TimingRule(Code.TURNED_SUIT_IN_ROUND_TWO, _VOID, _names_the_turned_suit),
)
_HEADER_OF_TAKE = TimingRule(Code.HEADER_DIFFERS, _NOTE, _take_differs, sets_aside=False)


def _not_of_this_scale(calls: Iterable[Call], sentence: Code | None = None) -> TimingRule:
    code = Code.CALL_NOT_OF_THIS_SCALE
    return TimingRule(code, _VOID, _none_of(calls), sentence=sentence)


CLASSIC_CALLS = (Call.PASS, Call.TAKE)
CLASSIC_AUCTION = Auction(
    MappingProxyType(
        {
            **TIMING,
            DealEvent: _DEAL_OF_FIVE,
            CallEvent: (
                _MISPLACED,
                _not_of_this_scale(CLASSIC_CALLS),
                TimingRule(Code.CALL_AFTER_TAKE, _VOID, _taken),
                _OUT_OF_TURN,
                *_TAKES,
                _HEADER_OF_TAKE,
            ),
        }
    ),
    CLASSIC_CALLS,
    rounds=2,
    ends=frozenset({Call.TAKE}),
    turns_card=True,
)


# Coinche and surcoinche -------------------------------------------------------------------------


def _is_of_takers(state: State, event: CallEvent) -> bool:
    """Return whether a call is of the side that bid or took."""
    return state.undertaken is not None and state.undertaken.seat.team is event.seat.team


def _coinches_nothing(state: State, index: int, event: CallEvent) -> bool:
    return event.call is Call.COINCHE and state.undertaken is None


def _coinches_its_own(state: State, index: int, event: CallEvent) -> bool:
    return event.call is Call.COINCHE and _is_of_takers(state, event)


def _coinches_again(state: State, index: int, event: CallEvent) -> bool:
    return event.call is Call.COINCHE and state.coinche is not None


def _surcoinches_nothing(state: State, index: int, event: CallEvent) -> bool:
    return event.call is Call.SURCOINCHE and state.coinche is None


def _surcoinches_its_own(state: State, index: int, event: CallEvent) -> bool:
    return event.call is Call.SURCOINCHE and not _is_of_takers(state, event)


def _contract_differs(state: State, told: Contract) -> bool:
    """Return whether the header tells another contract than the auction."""
    header = state.log.contract
    if header is None:
        return False
    return header.bid not in (None, told.bid) or header.coinche is not told.coinche


def _contract_at_end(state: State, event: CallEvent | PlayEvent) -> Contract | None:
    """Return the contract that the auction tells when an event ends it; None if it does not."""
    last = state.undertaken
    if last is None:
        return None
    if isinstance(event, PlayEvent):
        is_first = state.is_auction_open
        return Contract(last.bid, state.coinche_before_card) if is_first else None
    if event.call is Call.SURCOINCHE:
        return Contract(last.bid, Coinche.SURCOINCHE)
    is_last = event.call is Call.PASS and state.passes == ROUND - 2
    return Contract(last.bid, state.coinche) if is_last else None


def _header_differs_at_end(state: State, index: int, event: CallEvent | PlayEvent) -> bool:
    told = _contract_at_end(state, event)
    return told is not None and _contract_differs(state, told)


def _header_differs_from_bid(state: State, index: int, event: CallEvent | PlayEvent) -> bool:
    told, last = _contract_at_end(state, event), state.undertaken
    if told is None or last is None:
        return False
    return _differs(state, last) or _contract_differs(state, told)


_COINCHES = (
    TimingRule(Code.COINCHE_WITHOUT_BID, _VOID, _coinches_nothing),
    TimingRule(Code.COINCHE_OF_OWN_SIDE, _VOID, _coinches_its_own),
    TimingRule(Code.COINCHE_AFTER_COINCHE, _VOID, _coinches_again),
    TimingRule(Code.SURCOINCHE_WITHOUT_COINCHE, _VOID, _surcoinches_nothing),
    TimingRule(Code.SURCOINCHE_OF_OWN_SIDE, _VOID, _surcoinches_its_own),
)


# A take that may be doubled (arbiter): each of the others is asked, until the first card ---------


def _doubling_is_over(state: State, index: int, event: CallEvent) -> bool:
    is_over = state.passes == ROUND - 1 or state.coinche is Coinche.SURCOINCHE
    return state.taken_at is not None and is_over


def _takes_again(state: State, index: int, event: CallEvent) -> bool:
    return event.call is Call.TAKE and state.taken_at is not None


_HEADER_OF_CONTRACT = TimingRule(
    Code.HEADER_DIFFERS, _NOTE, _header_differs_at_end, sets_aside=False
)
COINCHEE_CALLS = (Call.PASS, Call.COINCHE, Call.SURCOINCHE, Call.TAKE)
COINCHEE_AUCTION = Auction(
    MappingProxyType(
        {
            **TIMING,
            DealEvent: _DEAL_OF_FIVE,
            CallEvent: (
                _MISPLACED,
                _not_of_this_scale(COINCHEE_CALLS),
                TimingRule(Code.CALL_AFTER_AUCTION, _VOID, _doubling_is_over),
                TimingRule(Code.CALL_AFTER_TAKE, _VOID, _takes_again),
                _OUT_OF_TURN,
                *_TAKES,
                *_COINCHES,
                _HEADER_OF_TAKE,
                _HEADER_OF_CONTRACT,
            ),
            PlayEvent: (*TIMING[PlayEvent], _HEADER_OF_CONTRACT),
        }
    ),
    COINCHEE_CALLS,
    rounds=2,
    ends=frozenset({Call.SURCOINCHE}),
    turns_card=True,
)


# Bids (ffb-2015): in tens and always higher, a capot above them all ------------------------------

PACKETS_OF_EIGHT = frozenset({(3, 2, 3), (3, 3, 2), (2, 3, 3)})


def _turns_a_card(state: State, index: int, event: DealEvent) -> bool:
    return event.turned is not None


def _bid(call: CallEvent | None) -> Bid | None:
    return None if call is None else call.bid


def _bids_after_coinche(state: State, index: int, event: CallEvent) -> bool:
    return event.call is Call.BID and state.coinche is not None


def _bids_over_capot(state: State, index: int, event: CallEvent) -> bool:
    return event.call is Call.BID and _bid(state.undertaken) is NamedBid.CAPOT


def _bids_too_low(state: State, index: int, event: CallEvent) -> bool:
    last = _bid(state.undertaken)
    if not isinstance(event.bid, int) or isinstance(last, NamedBid):
        return False
    return event.bid < LOWEST_BID or (last is not None and event.bid <= last)


def _bids_not_in_tens(state: State, index: int, event: CallEvent) -> bool:
    return isinstance(event.bid, int) and event.bid % BID_STEP != 0


def lowest_number(state: State) -> int:
    """Return the lowest number of points above the last bid, which is no capot.

    >>> from service.belote.audit.events import Log
    >>> from service.belote.rules import CLASSIQUE
    >>> lowest_number(State(Log(()), CLASSIQUE))
    80
    """
    last = _bid(state.undertaken)
    return last + BID_STEP if isinstance(last, int) else LOWEST_BID


def _lowest_bid(state: State) -> Bid:
    lowest = lowest_number(state)
    return NamedBid.CAPOT if lowest > HIGHEST_CALLED else lowest


_HEADER_OF_BID = TimingRule(Code.HEADER_DIFFERS, _NOTE, _header_differs_from_bid, sets_aside=False)
BID_CALLS = (Call.PASS, Call.COINCHE, Call.SURCOINCHE, Call.BID)
BID_AUCTION = Auction(
    MappingProxyType(
        {
            **TIMING,
            DealEvent: (
                *TIMING[DealEvent],
                TimingRule(
                    Code.DEAL_PACKETS,
                    _NOTE,
                    _none_of_packets(PACKETS_OF_EIGHT),
                    sets_aside=False,
                    sentence=Code.DEAL_PACKETS_OF_EIGHT,
                ),
                TimingRule(Code.CARD_TURNED, _NOTE, _turns_a_card, sets_aside=False),
            ),
            CallEvent: (
                _MISPLACED,
                _not_of_this_scale(BID_CALLS, Code.TAKE_AMONG_BIDS),
                TimingRule(Code.CALL_AFTER_AUCTION, _VOID, _taken),
                _OUT_OF_TURN,
                TimingRule(Code.BID_AFTER_COINCHE, _VOID, _bids_after_coinche),
                TimingRule(Code.BID_OVER_CAPOT, _VOID, _bids_over_capot),
                TimingRule(Code.BID_TOO_LOW, _VOID, _bids_too_low),
                TimingRule(Code.BID_NOT_IN_TENS, _VOID, _bids_not_in_tens),
                *_COINCHES,
                _HEADER_OF_BID,
            ),
            PlayEvent: (*TIMING[PlayEvent], _HEADER_OF_BID),
        }
    ),
    BID_CALLS,
    rounds=1,
    ends=frozenset({Call.SURCOINCHE}),
    turns_card=False,
)


AUCTIONS: Mapping[Scale, Auction] = complete(
    Scale,
    {
        Scale.CLASSIC: CLASSIC_AUCTION,
        Scale.COINCHEE: COINCHEE_AUCTION,
        Scale.BID: BID_AUCTION,
    },
)
"""The auction of each scale."""


def auction_of(rules: Rules) -> Auction:
    """Return the auction that a table holds.

    >>> from service.belote.rules import CLASSIQUE
    >>> auction_of(CLASSIQUE) is CLASSIC_AUCTION
    True
    """
    return AUCTIONS[rules.scale]
