"""Findings, made from the row that found them and the state in which it did."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from service.belote.audit.auction import AUCTIONS, lowest_number
from service.belote.audit.events import Event, PlayEvent
from service.belote.audit.rulings import Finding, Weight
from service.belote.audit.state import State
from service.belote.audit.timing import TIMING, TimingRule
from service.belote.codes import REFEREE, Code, Reason, reason
from service.belote.explain import audit as explain
from service.belote.lookup import complete
from service.belote.rules import Obligation
from service.belote.table import Seat

FAULT, VOID, NOTE = Weight.FAULT, Weight.VOID, Weight.NOTE

IRREGULAR: Mapping[Obligation, Code] = complete(
    Obligation,
    {
        Obligation.FOLLOW: Code.IRREGULAR_FOLLOW,
        Obligation.TRUMP: Code.IRREGULAR_TRUMP,
        Obligation.OVERTRUMP: Code.IRREGULAR_OVERTRUMP,
    },
)
"""The finding on an irregular card, by the duty that it breaks."""

FOUND_LATER: Mapping[Code, Weight] = MappingProxyType(
    {
        Code.TURNED_CARD_ELSEWHERE: VOID,
        Code.BELOTE_ON_WRONG_CARD: VOID,
        Code.BELOTE_WITHOUT_PAIR: VOID,
        Code.BELOTE_ON_SECOND_CARD: VOID,
        Code.BELOTE_TWICE: VOID,
        Code.REBELOTE_WITHOUT_BELOTE: VOID,
        Code.BELOTE_UNSAID: VOID,
        Code.REBELOTE_UNSAID: VOID,
        Code.CARDS_NAMED_TOO_SOON: NOTE,
        Code.SHOW_BY_LOSER: NOTE,
        Code.SHOW_DIFFERS: VOID,
        Code.COUNT_DIFFERS: NOTE,
        **dict.fromkeys(IRREGULAR.values(), FAULT),
        **dict.fromkeys(explain.FINDING_OF.values(), VOID),
    }
)
"""What no single event tells: it is found when a later one proves it."""

OUT_OF_TURN = frozenset({Code.LED_OUT_OF_TURN, Code.OUT_OF_TURN})
"""The findings on a card that lies although it was another's turn."""

IMPOSSIBLE = frozenset(rule.code for rules in TIMING.values() for rule in rules if rule.impossible)
"""The findings after which the cards of a log cannot be scored."""


def found_in_time(rule: TimingRule, state: State, index: int, event: Any) -> Finding:
    """Return the finding of a rule of time on an event, given the state before it.

    >>> from service.belote.audit.events import CountEvent, Log
    >>> from service.belote.audit.timing import TIMING
    >>> from service.belote.rules import CLASSIQUE
    >>> too_soon, _ = TIMING[CountEvent]
    >>> event = CountEvent()
    >>> found_in_time(too_soon, State(Log((event,)), CLASSIQUE), 0, event).code.value
    'counted_too_soon'
    """
    names = _NAMES[rule.code]
    said = reason(
        rule.sentence or rule.code, **{name: _VALUES[name](state, event) for name in names}
    )
    if rule.code in _OF_HANDS:
        said = said.told_to(REFEREE)
    seat = None if rule.code is Code.HEADER_DIFFERS else event.seat
    at = state.moment(index, of_card=rule.code in OUT_OF_TURN)
    return Finding(index, at, seat, rule.code, rule.weight, index, None, said)


# What is found by a hand that the table does not see.
_OF_HANDS = frozenset({Code.CARD_NOT_HELD})

_NAMES: Mapping[Code, Sequence[str]] = complete(
    {
        rule.code
        for auction in AUCTIONS.values()
        for rules in auction.timing.values()
        for rule in rules
    },
    explain.VALUES,
)
_VALUES: Mapping[str, Callable[[State, Any], object]] = complete(
    {name for names in _NAMES.values() for name in names},
    {
        "seat": lambda state, event: event.seat,
        "card": lambda state, event: event.card,
        "suit": lambda state, event: event.suit,
        "due": lambda state, event: state.to_play if _is_play(event) else state.turn,
        "turned": lambda state, event: state.turned,
        "taker": lambda state, event: state.taker,
        "trick": lambda state, event: len(state.tricks) + 1,
        "bid": lambda state, event: event.bid,
        "needed": lambda state, event: lowest_number(state),
        "team": lambda state, event: event.seat.team,
    },
)


def _is_play(event: Event) -> bool:
    return isinstance(event, PlayEvent)


def found_later(  # noqa: PLR0913, PLR0917 - what, whose, when, and what proved it
    state: State,
    code: Code,
    seat: Seat | None,
    event: int,
    proven_by: int,
    said: Reason,
    *,
    of_card: int | None = None,
    cured_by: int | None = None,
) -> Finding:
    """Return a finding that a later event proves.

    `of_card`: the event of the card that it is about, where one lies.

    >>> from service.belote.audit.events import Log
    >>> from service.belote.codes import reason
    >>> from service.belote.rules import CLASSIQUE
    >>> state, said = State(Log(()), CLASSIQUE), reason(Code.EARLY, seat=Seat.N)
    >>> found_later(state, Code.SHOW_BY_LOSER, Seat.N, 0, 0, said).weight.value
    'note'
    """
    at = state.moment(event) if of_card is None else state.moment(of_card, of_card=True)
    return Finding(event, at, seat, code, FOUND_LATER[code], proven_by, cured_by, said)
