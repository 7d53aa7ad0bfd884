"""The fields that marshmallow does not have: decks, suits, cards, and lists with limits.

A field of this module has one reader for each deck, which returns the value of well-formed JSON
quickly, and raises one of `VALIDATION_EXCEPTIONS` on anything else. What is wrong then is found by
`faults`. The loading by marshmallow (`_deserialize`) calls the same reader, so the fast way of a
schema (see `fast`) and the slow one agree on what is well formed.

The deck of a request is known before its fields are loaded: it is in `DeckContext`. Where the deck
is unknown, only the types of values can be checked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import partial, reduce
from itertools import islice
from operator import getitem
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar
from unicodedata import category

from marshmallow import Schema, ValidationError, fields
from marshmallow.exceptions import SCHEMA
from marshmallow.experimental.context import Context
from marshmallow.validate import Length, Validator

from service.api.pauses import WithPauses
from service.api.problems import LOOKED_FOR, MAX_HINTED, MAX_TOLD, Fault, Path, Told, quoted
from service.api.suggestions import (
    BOOLEAN,
    WHOLE_NUMBER,
    Hints,
    card_hints,
    member_hints,
    name_hints,
    rank_hints,
    suit_hints,
    unknown_names,
    value_hints,
)
from service.belote.cards import CARDS, DECKS, Card, Cards, Deck, Rank, Suit
from service.belote.presets import SWITCHES, SwitchValue
from service.belote.rules import CARDS_IN_TRICK, HAND_SIZE, TRICKS
from service.belote.scales import BID_STEP, HIGHEST_BID, HIGHEST_CALLED, LOWEST_BID, Bid, NamedBid
from service.belote.table import SEATS, Seat

T = TypeVar("T")

Reader: TypeAlias = Callable[[Any], T]

PACK_SIZE = len(CARDS)

MOST_OF_A_HAND = HAND_SIZE + 2
"""Faults reported of one hand of a batch, at most: those of nine cards, and of their number."""

DeckContext = Context[Deck | None]
"""The deck of the request that is being loaded, None where it is unknown."""

FAULTS_WANTED: ContextVar[int] = ContextVar("faults_wanted", default=LOOKED_FOR)
"""How many faults of what is being loaded are looked for."""

VALIDATION_EXCEPTIONS = (KeyError, TypeError, ValueError)
"""What a reader raises on a value that is not well formed."""


class InvalidValue(ValueError):  # noqa: N818 - it is no error yet: faults are looked for next
    """A value that is not well formed."""


EXACTLY = {"cards": "exact_cards"}
"""The phrases for a list of one length only."""


def expected(what: str, path: Path = (), **params: Any) -> Fault:
    """Return the fault of a value that is not what it should be.

    `what`: a phrase of the catalogues of sentences; `params` are the values in it.
    """
    if what in EXACTLY and params["low"] == params["high"]:
        what = EXACTLY[what]
    return Fault("invalid_value", path, {"expected": what, **params})


SAID_IN_PHRASE = frozenset({"not_null", "not_null_of", "once", "unfinished_play"})
"""The phrases that say themselves what was sent."""


def with_received(faults: Iterable[Fault], sent: Any) -> Iterator[Fault]:
    """Yield the faults found in `sent`, those of a wrong value with what was sent as a hint."""
    for fault in faults:
        if fault.code != "invalid_value" or fault.params["expected"] in SAID_IN_PHRASE:
            yield fault
        else:
            found = reduce(getitem, fault.path, sent)
            yield replace(fault, hints=partial(_received_and_hints, found, fault.hints))


def _received_and_hints(sent: Any, hints: Callable[[], Mapping[str, Any]]) -> Hints:
    return {**received(sent), **hints()}


def received(sent: Any) -> Hints:
    """Return the params that say what was sent where something else is expected.

    Of a list that is the number of its members. Any other value is given as JSON: a text cut as
    faults repeat it, an object without its members.

    >>> received("shuffle"), received(None), received({"seat": "N"}), received(["7S", "8S"])
    ({'received': '"shuffle"'}, {'received': 'null'}, {'received': '{…}'}, {'members': 2})
    """
    if isinstance(sent, list):
        return {"members": len(sent)}
    if isinstance(sent, dict):
        return {"received": "{…}"}
    value = quoted(sent) if isinstance(sent, str) else sent
    return {"received": json.dumps(value, ensure_ascii=False)}


def missing(field: str, path: Path = (), **params: Any) -> Fault:
    """Return the fault of a field that is not there."""
    return Fault("missing_field", path, {"field": field, **params})


def one_of_missing(fields: Iterable[str]) -> Fault:
    """Return the fault of an object that has none of `fields`, at the place of the first."""
    first, *_ = names = list(fields)
    return missing(" / ".join(names), (first,), because="one_of")


def one_of(choices: Iterable[Any], sent: object, path: Path = ()) -> Fault:
    """Return the fault of a value that is none of `choices`."""
    fault = expected("one_of", path, choices=list(choices))
    return with_hints(fault, name_hints, sent, fault.params["choices"])


def with_hints(fault: Fault, hints: Callable[..., Hints], *values: object) -> Fault:
    """Return a fault with the hints that a function of `values` finds."""
    return replace(fault, hints=partial(hints, *values))


def described(text: str) -> dict[str, Any]:
    """Return the option of a field that describes it in openapi.yaml."""
    return {"metadata": {"description": text}}


def deck_name(deck: Deck) -> str:
    """Return the name of a deck, and its notation where it has several."""
    return f"{deck.name}, {deck.notation}" if deck.notation else deck.name


def label_faults(labels: Sequence[Any], deck: Deck | None) -> Iterator[Fault]:
    """Yield a fault for each of the first `PACK_SIZE` members that is not a card of the deck."""
    for index, text in enumerate(labels[:PACK_SIZE]):
        yield from (fault.below(index) for fault in _label_faults(text, deck))


def _label_faults(text: Any, deck: Deck | None) -> Iterator[Fault]:
    if not isinstance(text, str):
        yield expected("card")
    elif deck is not None and text not in deck.card_of:
        params = {"card": quoted(text), "deck": deck_name(deck)}
        yield Fault("unknown_card", (), params, partial(card_hints, text, deck))


Spelling: TypeAlias = tuple[str, str | None]
"""The name of a deck, and its notation as a request gives it."""


def spellings(decks: Sequence[Deck]) -> Mapping[Spelling, Deck]:
    """Return decks by name and notation; without a notation, the first of that name."""
    found: dict[Spelling, Deck] = {(deck.name, deck.notation): deck for deck in decks}
    for deck in decks:
        found.setdefault((deck.name, None), deck)
    return MappingProxyType(found)


SPELLINGS = spellings(DECKS)


def find_deck(body: Any) -> Deck | None:
    """Return the deck that a body names by `deck` and `notation`, None where it names none.

    A deck without notations is known by its name alone, whatever notation is sent with it.
    """
    try:
        return SPELLINGS[body["deck"], body.get("notation")]
    except (*VALIDATION_EXCEPTIONS, AttributeError):
        name = body.get("deck") if isinstance(body, dict) else None
        named = (deck for deck in SPELLINGS.values() if deck.name == name)
        return next((deck for deck in named if deck.notation is None), None)


class CustomField(fields.Field[T], Generic[T]):
    """A field with a reader of its own for each deck."""

    def reader(self, deck: Deck | None) -> Reader[T]:
        """Return a function from JSON to value that raises one of `VALIDATION_EXCEPTIONS`."""
        raise NotImplementedError

    def faults(self, value: Any, deck: Deck | None) -> Iterator[Fault]:
        """Yield what is wrong with a value that the reader refused.

        While the deck is unknown, that may be nothing.
        """
        raise NotImplementedError

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> T:
        deck = DeckContext.get(None)
        try:
            return self.reader(deck)(value)
        except VALIDATION_EXCEPTIONS:
            raise ValidationError(list(islice(self.faults(value, deck), LOOKED_FOR))) from None


class DeckField(CustomField[Deck]):
    """The name of a deck, loaded as the deck in the notation of the request."""

    choices = tuple(dict.fromkeys(deck.name for deck in DECKS))

    def reader(self, deck: Deck | None) -> Reader[Deck]:
        return ({deck.name: deck} if deck else {}).__getitem__

    def faults(self, value: Any, deck: Deck | None) -> Iterator[Fault]:
        """Yield nothing on a known name: then the notation is at fault."""
        if value not in self.choices:
            yield one_of(self.choices, value)


class NotationField(CustomField[str]):
    """How the cards of a deck are written, for the decks that leave a choice."""

    choices = tuple(deck.notation for deck in DECKS if deck.notation)

    def reader(self, deck: Deck | None) -> Reader[str]:
        """Return a reader of the deck's own notation, by which it was found."""
        return ({deck.notation: deck.notation} if deck and deck.notation else {}).__getitem__

    def faults(self, value: Any, deck: Deck | None) -> Iterator[Fault]:
        if deck is not None:
            yield Fault("notation_not_allowed", (), {"deck": deck.name})

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        if DeckContext.get(None) is not None:
            return super()._deserialize(value, attr, data, **kwargs)
        named = [deck for deck in DECKS if deck.name == data.get("deck")]
        choices = [deck.notation for deck in named if deck.notation] or self.choices
        if value not in choices:
            raise ValidationError([one_of(choices, value)])
        return str(value)


class SuitField(CustomField[Suit]):
    """A suit, by its letter or its symbol."""

    def reader(self, deck: Deck | None) -> Reader[Suit]:
        suits: Mapping[str, Suit] = deck.suit_of if deck else {}
        return suits.__getitem__

    def make_error(self, key: str, **kwargs: Any) -> ValidationError:
        """Return the error of a value; of one that is missing, with the suits of the deck."""
        error = super().make_error(key, **kwargs)
        if key == "required" and (deck := DeckContext.get(None)):
            return ValidationError([missing(str(self.name), choices=list(deck.suits))])
        return error

    def faults(self, value: Any, deck: Deck | None) -> Iterator[Fault]:
        if not isinstance(value, str):
            yield expected("suit")
        elif deck is not None:
            params = {"suit": quoted(value), "choices": list(deck.suits)}
            yield Fault("unknown_suit", (), params, partial(suit_hints, value, deck))


class CardField(CustomField[Card]):
    """A card, by its label."""

    def reader(self, deck: Deck | None) -> Reader[Card]:
        cards: Mapping[str, Card] = deck.card_of if deck else {}
        return cards.__getitem__

    def faults(self, value: Any, deck: Deck | None) -> Iterator[Fault]:
        yield from _label_faults(value, deck)


class RankField(CustomField[Rank]):
    """A rank, by its label."""

    def reader(self, deck: Deck | None) -> Reader[Rank]:
        return (ranks_of(deck) if deck else {}).__getitem__

    def faults(self, value: Any, deck: Deck | None) -> Iterator[Fault]:
        if not isinstance(value, str):
            yield expected("rank")
        elif deck is not None:
            hints = partial(rank_hints, value, deck)
            yield replace(expected("one_of", choices=list(deck.ranks)), hints=hints)


def ranks_of(deck: Deck) -> Mapping[str, Rank]:
    """Return the ranks of a deck by every label that a request may give them.

    >>> from service.belote.cards import INTERNATIONAL
    >>> ranks_of(INTERNATIONAL)["k"]
    <Rank.KING: 6>
    """
    labels = (
        (text, rank)
        for rank, label in zip(Rank, deck.ranks, strict=True)
        for text in (label, label.lower())
    )
    return MappingProxyType(dict(labels))


class CardsField(CustomField[Cards]):
    """A list of `low` to `high` different cards, loaded as a set."""

    def __init__(self, low: int, high: int, **options: Any) -> None:
        super().__init__(**options)
        self.low, self.high = low, high

    def reader(self, deck: Deck | None) -> Reader[Cards]:
        bits: Mapping[str, Cards] = deck.bit_of if deck else {}
        bit_of, low, high = bits.__getitem__, self.low, self.high

        def read(value: Any) -> Cards:
            """Sum the bits of the cards; a repeated card makes fewer bits than cards."""
            if type(value) is list and low <= len(value) <= high:
                found: Cards = sum(map(bit_of, value))
                if found.bit_count() == len(value):
                    return found
            raise InvalidValue

        return read

    def faults(self, value: Any, deck: Deck | None) -> Iterator[Fault]:
        if not isinstance(value, list):
            fault = expected("cards", low=self.low, high=self.high)
            yield with_hints(fault, member_hints, value)
            return
        yield from label_faults(value, deck)
        if deck is not None:
            yield from _repetitions(value[:PACK_SIZE], deck)
        if not self.low <= len(value) <= self.high:
            yield self.wrong_number(len(value))

    def wrong_number(self, count: int) -> Fault:
        return expected("cards", low=self.low, high=self.high)


class HandField(CardsField):
    """The eight cards of a hand, loaded as a set.

    `of_table`: it is the hand of a player, who may have played some of its cards.
    """

    def __init__(self, *, of_table: bool = False, **options: Any) -> None:
        super().__init__(HAND_SIZE, HAND_SIZE, **options)
        self.because = {"because": "as_dealt"} if of_table else {}

    def wrong_number(self, count: int) -> Fault:
        params = {**self.because, "count": count, "expected_count": self.low}
        return Fault("wrong_number_of_cards", (), params)


def _repetitions(labels: Sequence[Any], deck: Deck) -> Iterator[Fault]:
    """Yield each repetition of a card in a list."""
    first: dict[Card, int] = {}
    for index, text in enumerate(labels):
        card = deck.card_of.get(text) if isinstance(text, str) else None
        if card is not None and first.setdefault(card, index) != index:
            params = {"card": deck.labels[card], "first": (first[card],)}
            yield Fault("duplicate_card", (index,), params)


class FaultBudget:
    """The faults that are still told of a batch, in the order of its items.

    Of an item `most` at most, of all together `MAX_TOLD`; beyond, the first of each item. The first
    `MAX_HINTED` come with their hints.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._left, self._hints_left = MAX_TOLD, MAX_HINTED

    def spend(self, faults: Iterable[Fault]) -> Told:
        """Return the faults of the next item that are told."""
        told = Told.of(faults, max(1, min(self.most, self._left)), self._hints_left)
        found = len(told.faults)
        self._left, self._hints_left = self._left - found, max(0, self._hints_left - found)
        return told


@dataclass(frozen=True, slots=True)
class PartitionedHands:
    """The hands of a batch that are right, in order, and the faults of the others by index."""

    good: list[Cards]
    refused: Mapping[int, Told]


class HandsField(CustomField[PartitionedHands]):
    """A list of `low` to `high` hands, each validated separately."""

    def __init__(self, low: int, high: int, **options: Any) -> None:
        super().__init__(**options)
        self.low, self.high = low, high
        self.inner = HandField()

    def reader(self, deck: Deck | None) -> Reader[PartitionedHands]:
        read_hand = self.inner.reader(deck)

        def read(value: Any) -> PartitionedHands:
            if type(value) is not list or not self.low <= len(value) <= self.high:
                raise InvalidValue
            try:
                return PartitionedHands(list(map(read_hand, value)), {})
            except VALIDATION_EXCEPTIONS:
                return self._partition(value, deck)

        return read

    def _partition(self, value: list[Any], deck: Deck | None) -> PartitionedHands:
        read_hand = self.inner.reader(deck)
        good: list[Cards] = []
        refused: dict[int, Told] = {}
        budget = FaultBudget(MOST_OF_A_HAND)
        for index, one in enumerate(WithPauses(value)):
            try:
                good.append(read_hand(one))
            except VALIDATION_EXCEPTIONS:
                faults = with_received(self.inner.faults(one, deck), one)
                refused[index] = budget.spend(fault.below(index) for fault in faults)
        return PartitionedHands(good, refused)

    def faults(self, value: Any, deck: Deck | None) -> Iterator[Fault]:
        yield with_hints(expected("hands", low=self.low, high=self.high), member_hints, value)


class PileField(CustomField[tuple[Card, ...]]):
    """Cards in the order sent; whether they are whole tricks is for the game to check."""

    def reader(self, deck: Deck | None) -> Reader[tuple[Card, ...]]:
        cards: Mapping[str, Card] = deck.card_of if deck else {}
        card_of = cards.__getitem__

        def read(value: Any) -> tuple[Card, ...]:
            if type(value) is not list or deck is None or len(value) > PACK_SIZE:
                raise InvalidValue
            return tuple(map(card_of, value))

        return read

    def faults(self, value: Any, deck: Deck | None) -> Iterator[Fault]:
        if not isinstance(value, list):
            yield with_hints(expected("cards", low=0, high=PACK_SIZE), member_hints, value)
            return
        yield from label_faults(value, deck)
        if len(value) > PACK_SIZE:
            yield expected("cards", low=0, high=PACK_SIZE)


@dataclass(frozen=True, slots=True)
class SentTricks:
    """Tricks as they were sent; `players`: who played each card, None where no seat was sent."""

    cards: tuple[tuple[Card, ...], ...]
    players: tuple[tuple[Seat | None, ...], ...] | None = None


PLAYED_CARD = ("seat", "card")
"""The members of a card in a trick that is sent with its player."""

SEAT_OF: Mapping[str, Seat] = MappingProxyType({seat.value: seat for seat in SEATS})


class TricksField(CustomField[SentTricks]):
    """Tricks of four cards in playing order, each by itself or with its player.

    `under_way`: there may be fewer than eight, and the last may be short.
    """

    def __init__(self, *, under_way: bool, **options: Any) -> None:
        super().__init__(**options)
        self.under_way = under_way
        self.low = 0 if under_way else TRICKS

    def reader(self, deck: Deck | None) -> Reader[SentTricks]:
        cards: Mapping[str, Card] = deck.card_of if deck else {}
        card_of = cards.__getitem__

        def read(value: Any) -> SentTricks:
            if deck is None:
                raise InvalidValue
            self._check_sizes(value)
            try:
                return SentTricks(tuple([tuple(map(card_of, trick)) for trick in value]))
            except TypeError:  # a card with its player is no key
                return _with_players(value, deck)

        return read

    def _check_sizes(self, value: Any) -> None:
        """Raise `InvalidValue` where a list is none, or not as long as it should be."""
        if type(value) is not list or not self.low <= len(value) <= TRICKS:
            raise InvalidValue
        if set(map(type, value)) - {list}:
            raise InvalidValue
        sizes = list(map(len, value))
        if sizes.count(CARDS_IN_TRICK) == len(sizes):
            return
        *others, last = sizes
        if not self.under_way or last > CARDS_IN_TRICK or set(others) - {CARDS_IN_TRICK}:
            raise InvalidValue

    def faults(self, value: Any, deck: Deck | None) -> Iterator[Fault]:
        if not isinstance(value, list) or not self.low <= len(value) <= TRICKS:
            yield with_hints(self._wrong_list(value), member_hints, value)
        for number, trick in enumerate(value[:TRICKS] if isinstance(value, list) else ()):
            last = number == len(value) - 1
            for fault in _faults_of_trick(trick, deck, last=last, under_way=self.under_way):
                yield fault.below(number)

    def _wrong_list(self, value: Any) -> Fault:
        """Return the fault of a value that is no list of tricks, or of too few or too many."""
        if self.under_way:
            return expected("tricks", low=self.low, high=TRICKS)
        if isinstance(value, list) and len(value) < TRICKS:
            return expected("unfinished_play", low=TRICKS, count=len(value))
        return expected("whole_play", low=TRICKS)


def _with_players(value: Sequence[Sequence[Any]], deck: Deck) -> SentTricks:
    """Return tricks some of whose cards have their players. Raises: `VALIDATION_EXCEPTIONS`."""
    read = [[_played(one, deck) for one in trick] for trick in value]
    return SentTricks(
        tuple(tuple(card for card, _ in trick) for trick in read),
        tuple(tuple(seat for _, seat in trick) for trick in read),
    )


def _played(value: Any, deck: Deck) -> tuple[Card, Seat | None]:
    if type(value) is not dict:
        return deck.card_of[value], None
    if len(value) != len(PLAYED_CARD):
        raise InvalidValue
    return deck.card_of[value["card"]], SEAT_OF[value["seat"]]


def _faults_of_trick(
    trick: Any, deck: Deck | None, *, last: bool, under_way: bool
) -> Iterator[Fault]:
    """Yield what is wrong with a trick. The last trick of a play under way may be short."""
    low = 0 if last and under_way else CARDS_IN_TRICK
    if not isinstance(trick, list):
        yield with_hints(expected("cards", low=low, high=CARDS_IN_TRICK), member_hints, trick)
        return
    for index, one in enumerate(trick[:PACK_SIZE]):
        of_one = _faults_of_played if isinstance(one, dict) else _label_faults
        yield from (fault.below(index) for fault in of_one(one, deck))
    if not low <= len(trick) <= CARDS_IN_TRICK:
        unfinished = last and len(trick) < CARDS_IN_TRICK
        because = {"because": "unfinished_trick"} if unfinished else {}
        params = {**because, "count": len(trick), "expected_count": CARDS_IN_TRICK}
        yield Fault("wrong_number_of_cards", (), params)


def _faults_of_played(value: Mapping[str, Any], deck: Deck | None) -> Iterator[Fault]:
    """Yield what is wrong with a card that is sent with its player."""
    for name in PLAYED_CARD:
        if name not in value:
            yield missing(name, (name,))
        elif value[name] is None:
            yield expected("not_null", (name,))
        elif name == "card":
            yield from (fault.below(name) for fault in _label_faults(value[name], deck))
        elif value[name] not in SEATS:
            yield one_of(SEATS, value[name], (name,))
    yield from unknown_names(value, PLAYED_CARD)


class BidField(CustomField[Bid]):
    """A bid: a number of points in tens, or the name of one that is not a number."""

    low, high, step = LOWEST_BID, HIGHEST_BID, BID_STEP

    def reader(self, deck: Deck | None) -> Reader[Bid]:
        bids: dict[tuple[type, int | str], Bid] = {
            (int, points): points for points in range(self.low, self.high + 1, self.step)
        }
        bids |= {(str, named.value): named for named in NamedBid}
        return lambda value: bids[type(value), value]

    def faults(self, value: Any, deck: Deck | None) -> Iterator[Fault]:
        bids = list(NamedBid)
        fault = expected("bid", low=self.low, high=self.high, choices=bids)
        yield with_hints(fault, value_hints, value, bids, WHOLE_NUMBER)


class SpokenBidField(BidField):
    """A bid as it was spoken: any whole number of points, whether or not it may be bid."""

    low, high, step = 0, HIGHEST_CALLED, 1

    def faults(self, value: Any, deck: Deck | None) -> Iterator[Fault]:
        bids = list(NamedBid)
        fault = expected("spoken_bid", low=self.low, high=self.high, choices=bids)
        yield with_hints(fault, value_hints, value, bids, WHOLE_NUMBER)


class SwitchField(CustomField[SwitchValue]):
    """The value of a switch of the rules, of the type that it has: 1 is not true."""

    def __init__(self, switch: str, **options: Any) -> None:
        super().__init__(**options)
        self.choices = list(SWITCHES[switch].values)

    def reader(self, deck: Deck | None) -> Reader[SwitchValue]:
        choices = {(type(one), one): one for one in self.choices}
        return lambda value: choices[type(value), value]

    def faults(self, value: Any, deck: Deck | None) -> Iterator[Fault]:
        choices = [_json_literal(one) for one in self.choices]
        literal = LITERALS.get(type(self.choices[0]))
        fault = one_of(choices, value)
        yield with_hints(fault, value_hints, value, choices, literal) if literal else fault


LITERALS: Mapping[type, re.Pattern[str]] = MappingProxyType({bool: BOOLEAN, int: WHOLE_NUMBER})
"""How JSON writes the values of a type; a switch has values of one type."""


def _json_literal(value: SwitchValue) -> SwitchValue:
    """Return a choice as a sentence writes it: booleans as in JSON."""
    return str(value).lower() if isinstance(value, bool) else value


class LineOfText(CustomField[str]):
    """A line of text of 1 to `high` characters, not all of them blank."""

    low = 1

    def __init__(self, high: int, **options: Any) -> None:
        super().__init__(**options)
        self.high = high

    def reader(self, deck: Deck | None) -> Reader[str]:
        high = self.high

        def read(value: Any) -> str:
            if not isinstance(value, str) or len(value) > high or not value.strip():
                raise InvalidValue
            if not CONTROL_CATEGORIES.isdisjoint(map(category, value)):
                raise InvalidValue
            return value

        return read

    def faults(self, value: Any, deck: Deck | None) -> Iterator[Fault]:
        yield expected("text", low=self.low, high=self.high)


CONTROL_CATEGORIES = frozenset({"Cc", "Zl", "Zp"})
"""The categories of Unicode of control characters, and of the ends of lines and paragraphs."""


class StrictBoolean(fields.Boolean):
    """true or false, and nothing that stands for one, such as 1 or "yes"."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if value is True or value is False:
            return value
        raise self.make_error("invalid", input=value)


class BoundedList(fields.List[T]):
    """A list of `low` to `high` members.

    `what`: the phrase of the catalogues for such a list.

    A wrong length is reported beside what is wrong with the members. No member beyond `high` is
    loaded, and none after as many faults as are wanted.
    """

    def __init__(
        self, inner: fields.Field[T], low: int, high: int, what: str, **options: Any
    ) -> None:
        super().__init__(inner, validate=Length(low, high), **options)
        self.low, self.high, self.what = low, high, what

    def _deserialize(
        self, value: Any, attr: str | None, data: Any, **kwargs: Any
    ) -> list[T | None]:
        if not isinstance(value, list):
            raise self.make_error("invalid")
        errors: dict[Any, Any] = {}
        try:
            self._validate(value)
        except ValidationError as error:
            errors[SCHEMA] = error.messages
        loaded: list[T | None] = []
        found, wanted = 0, FAULTS_WANTED.get()
        for index, one in enumerate(WithPauses(value[: self.high])):
            try:
                loaded.append(self.inner.deserialize(one, **kwargs))
            except ValidationError as error:
                errors[index] = error.messages
                found += _count(error.messages)
            if found >= wanted:
                break
        if errors:
            raise ValidationError(errors)
        return loaded


def _count(messages: Any) -> int:
    """Return how many errors the messages of a `ValidationError` hold."""
    members = messages.values() if isinstance(messages, dict) else messages
    return sum(_count(one) if isinstance(one, dict | list) else 1 for one in members)


class Alternatives(fields.Nested):
    """An object that is loaded by one of several schemas, which `schema_for` chooses.

    The first of them is the one that is nested by default. `by_tag`: the schemas by the value of
    the member `discriminator`, where one tells them apart.
    """

    discriminator: ClassVar[str | None] = None
    by_tag: Mapping[str, Any] = MappingProxyType({})

    def __init__(self, *schemas: type[Schema], **options: Any) -> None:
        super().__init__(schemas[0], **options)
        self.schemas: tuple[Any, ...] = tuple(schema() for schema in schemas)

    def schema_for(self, value: Any) -> Any:
        raise NotImplementedError

    def _deserialize(
        self, value: Any, attr: str | None, data: Any, partial: Any = None, **kwargs: Any
    ) -> Any:
        return self.schema_for(value).load(value, partial=partial)


class MultipleOf(Validator):
    """Check that a number is a multiple of `factor`."""

    def __init__(self, factor: int) -> None:
        self.factor = factor

    def _repr_args(self) -> str:
        return f"factor={self.factor}"

    def __call__(self, value: int) -> int:
        if value % self.factor:
            raise ValidationError(f"Must be a multiple of {self.factor}.")
        return value
