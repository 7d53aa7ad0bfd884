"""Read a log once, in order: ask the rules of time about each event, and note what it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, get_args

from service.belote.announcements import BELOTE
from service.belote.audit.auction import auction_of
from service.belote.audit.events import (
    CallEvent,
    ClaimEvent,
    CountEvent,
    DealEvent,
    DeclareEvent,
    Event,
    Log,
    PlayEvent,
    SayEvent,
    ShowEvent,
)
from service.belote.audit.findings import found_in_time
from service.belote.audit.rulings import Finding
from service.belote.audit.state import Said, State
from service.belote.audit.timing import breaks_nothing
from service.belote.declarations import Declaration, names_cards
from service.belote.lookup import complete
from service.belote.rules import TRICKS, Rules
from service.belote.table import Seat

Effect: TypeAlias = Callable[[State, int, Any], None]
"""What an event does to the state, by its index in the log."""


def read(log: Log, rules: Rules) -> tuple[State, list[Finding]]:
    """Return the state after all events of a log, and what the rules of time find.

    >>> from service.belote.rules import CLASSIQUE
    >>> state, found = read(Log((DealEvent(Seat.E), DealEvent(Seat.E))), CLASSIQUE)
    >>> state.turn, [one.code.value for one in found]
    (<Seat.N: 'N'>, ['misplaced_event'])
    """
    auction = auction_of(rules)
    timing = auction.timing
    note: dict[type[Event], Effect] = {**_NOTE, DealEvent: auction.deal, CallEvent: auction.hear}
    state = State(log, rules)
    found: list[Finding] = []
    for index, event in enumerate(log.events):
        kind = type(event)
        if isinstance(event, PlayEvent) and breaks_nothing(state, index, event):
            _play(state, index, event)
            continue
        for rule in timing[kind]:
            if rule.applies(state, index, event):
                found.append(found_in_time(rule, state, index, event))
                if rule.sets_aside:
                    state.impossible |= rule.impossible
                    break
        else:
            note[kind](state, index, event)
    return state, found


def _play(state: State, index: int, event: PlayEvent) -> None:
    seat, card = event.seat, event.card
    if event.declares:
        _declare_all(state, index, seat, event.declares, state.played_by[seat] + 1)
    state.put(seat, card, index)
    if state.awaiting:
        words = [one for one in state.awaiting if one[1] is seat]
        state.words += [(*one, card) for one in words]
        state.awaiting = [one for one in state.awaiting if one[1] is not seat]
    if event.says is not None and state.recorded.words:
        state.words.append((index, seat, event.says, card))


def _declare(state: State, index: int, event: DeclareEvent) -> None:
    """Note a declaration apart: with the card just played, else with the next, if one is left."""
    number = state.played_by[event.seat] + (not state.touches_last_card(event.seat))
    _declare_all(state, index, event.seat, (event.said,), min(number, TRICKS))


def _declare_all(
    state: State, index: int, seat: Seat, declared: Sequence[Declaration], with_card: int
) -> None:
    if state.recorded.declarations:
        heard = declared[: state.room_to_declare(seat)]
        before = state.declared.setdefault(seat, [])
        before += [
            Said(index, nth, words, with_card, names_cards(words))
            for nth, words in enumerate(heard)
        ]


def _say(state: State, index: int, event: SayEvent) -> None:
    """Note a word apart: it belongs to the card just played, else to the player's next in turn.

    Who has just won the trick and leads may mean either; a card that is none of the pair he does
    not mean (arbiter).
    """
    if not state.recorded.words:
        return
    seat = event.seat
    is_in_turn = state.is_turn_to_play(seat)
    if state.touches_last_card(seat):
        card = state.plays[-1][2]
        assert state.trump is not None
        if BELOTE[state.trump] >> card & 1 or not is_in_turn:
            state.words.append((index, seat, event.word, card))
            return
    if is_in_turn:
        state.awaiting.append((index, seat, event.word))
    else:
        state.words.append((index, seat, event.word, None))


def _show(state: State, index: int, event: ShowEvent) -> None:
    state.shows.append((index, event.seat, event.cards))
    if event.cards is not None:
        state.show(event.seat, event.cards, index)


def _claim(state: State, index: int, event: ClaimEvent) -> None:
    state.claims.append((index, event))
    state.word_is_open = False


def _count(state: State, index: int, event: CountEvent) -> None:
    state.count = index, event
    state.word_is_open = False


_NOTE: Mapping[type[Event], Effect] = complete(
    {*get_args(Event)} - {DealEvent, CallEvent},
    {
        PlayEvent: _play,
        DeclareEvent: _declare,
        SayEvent: _say,
        ShowEvent: _show,
        ClaimEvent: _claim,
        CountEvent: _count,
    },
)
"""What an event does that is not set aside; deals and calls are the auction's."""
