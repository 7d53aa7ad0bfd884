"""The rules of time: what an event may not be at the moment at which it happens.

Each rule is a row: the kind of event, the condition, the code, its weight, and what becomes of the
event. The rows of an event are asked in order. The first that sets it aside stands alone; an event
that stays may have several findings. What can only be found later is for other modules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, get_args

from service.belote.audit.events import (
    CallEvent,
    ClaimEvent,
    CountEvent,
    DealEvent,
    DeclareEvent,
    Event,
    PlayEvent,
    SayEvent,
    ShowEvent,
)
from service.belote.audit.rulings import Phase, Weight
from service.belote.audit.state import State
from service.belote.codes import Code
from service.belote.lookup import complete

Condition: TypeAlias = Callable[[State, int, Any], bool]
"""Whether a rule is broken by an event, given the state before it and its index."""


@dataclass(frozen=True, slots=True)
class TimingRule:
    """A row of the table.

    `sets_aside`: the event counts for nothing. `impossible`: nor can anything that rests on the
    cards be told any more. `sentence`: the code of the reason, where it is finer than the rule's.
    """

    code: Code
    weight: Weight
    applies: Condition
    sets_aside: bool = True
    impossible: bool = False
    sentence: Code | None = None


def _after_the_first(state: State, index: int, event: DealEvent) -> bool:
    return index > 0


def _other_dealer(state: State, index: int, event: DealEvent) -> bool:
    return state.log.dealer not in (None, event.seat)


def _nothing_to_play(state: State, index: int, event: PlayEvent) -> bool:
    return not state.may_play


def _lies_already(state: State, index: int, event: PlayEvent) -> bool:
    return bool(state.played >> event.card & 1)


def _not_held(state: State, index: int, event: PlayEvent) -> bool:
    """Return whether a known hand shows that the player does not hold the card."""
    if not state.dealt:
        return False
    card, own = event.card, state.dealt.get(event.seat)
    if own is not None:
        return not own >> card & 1
    return any(hand >> card & 1 for hand in state.dealt.values())


def _second_to_trick(state: State, index: int, event: PlayEvent) -> bool:
    return event.seat in state.trick


def _not_the_leader(state: State, index: int, event: PlayEvent) -> bool:
    return not state.trick and state.to_play not in (None, event.seat)


def _not_the_next(state: State, index: int, event: PlayEvent) -> bool:
    return bool(state.trick) and state.turn is not event.seat


def _is_closed(state: State, index: int, event: DeclareEvent | ShowEvent) -> bool:
    return state.is_closed


def _more_than_a_hand(state: State, index: int, event: DeclareEvent) -> bool:
    return state.room_to_declare(event.seat) < 1


def _more_than_a_hand_with_card(state: State, index: int, event: PlayEvent) -> bool:
    declared = len(event.declares)
    return declared > 0 and state.room_to_declare(event.seat) < declared


def _before_his_turn(state: State, index: int, event: DeclareEvent) -> bool:
    if not state.recorded.declarations or not state.rules.announcements:
        return False
    return not state.played_by[event.seat] and not state.is_turn_to_play(event.seat)


def _no_card_to_say_it_with(state: State, index: int, event: SayEvent) -> bool:
    return state.is_closed and not (state.word_is_open and state.touches_last_card(event.seat))


def _in_the_first_trick(state: State, index: int, event: ShowEvent) -> bool:
    return state.recorded.shows and not state.tricks


def _not_over(state: State, index: int, event: CountEvent) -> bool:
    return not state.is_closed


def _counted_before(state: State, index: int, event: CountEvent) -> bool:
    return state.count is not None


FAULT, VOID, NOTE = Weight.FAULT, Weight.VOID, Weight.NOTE
MISPLACED = Code.MISPLACED_EVENT

TIMING: Mapping[type, tuple[TimingRule, ...]] = complete(
    {*get_args(Event)} - {CallEvent},
    {
        DealEvent: (
            TimingRule(MISPLACED, FAULT, _after_the_first),
            TimingRule(Code.HEADER_DIFFERS, NOTE, _other_dealer, sets_aside=False),
        ),
        PlayEvent: (
            TimingRule(MISPLACED, FAULT, _nothing_to_play),
            TimingRule(Code.CARD_PLAYED_BEFORE, FAULT, _lies_already, impossible=True),
            TimingRule(Code.CARD_NOT_HELD, FAULT, _not_held, impossible=True),
            TimingRule(Code.CARD_TOO_MANY, FAULT, _second_to_trick, impossible=True),
            TimingRule(Code.LED_OUT_OF_TURN, FAULT, _not_the_leader, sets_aside=False),
            TimingRule(Code.OUT_OF_TURN, FAULT, _not_the_next, sets_aside=False),
            TimingRule(
                Code.DECLARATION_TOO_MANY, VOID, _more_than_a_hand_with_card, sets_aside=False
            ),
        ),
        DeclareEvent: (
            TimingRule(MISPLACED, FAULT, _is_closed),
            TimingRule(Code.DECLARATION_TOO_MANY, VOID, _more_than_a_hand),
            TimingRule(Code.EARLY, NOTE, _before_his_turn, sets_aside=False),
        ),
        SayEvent: (TimingRule(MISPLACED, FAULT, _no_card_to_say_it_with),),
        ShowEvent: (
            TimingRule(MISPLACED, FAULT, _is_closed),
            TimingRule(Code.SHOW_TOO_SOON, NOTE, _in_the_first_trick, sets_aside=False),
        ),
        ClaimEvent: (),
        CountEvent: (
            TimingRule(Code.COUNTED_TOO_SOON, NOTE, _not_over),
            TimingRule(Code.COUNTED_AGAIN, NOTE, _counted_before),
        ),
    },
)
"""The rules of time by the kind of event, but for calls: those are the auction's."""


def breaks_nothing(state: State, index: int, event: PlayEvent) -> bool:
    """Return whether a card breaks none of its rules, without asking them one by one.

    True for nearly every card: one in turn, that has not been played, with nothing declared. A card
    for which it returns False may break none either, so the table decides.

    >>> from service.belote.audit.events import Log
    >>> from service.belote.cards import CARDS, Suit
    >>> from service.belote.rules import CLASSIQUE
    >>> from service.belote.table import Seat
    >>> event = PlayEvent(Seat.N, CARDS[0])
    >>> state = State(Log((event,), dealer=Seat.E, trump=Suit.HEARTS), CLASSIQUE)
    >>> breaks_nothing(state, 0, event)
    True
    """
    return (
        state.phase is Phase.PLAY
        and state.to_play is event.seat
        and not state.played >> event.card & 1
        and not event.declares
        and not _not_held(state, index, event)
    )
