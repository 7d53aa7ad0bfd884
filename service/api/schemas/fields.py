"""The fields of which bodies are made: each reads one JSON value into one value of the game.

A field reads a well-formed value in one go, in `read`. Only where that fails does it look for what
is wrong, in `faults`: every fault at once, each with its place. The validator and the fast road of
a schema both call `read`, so they cannot disagree on what is well formed.

A field knows the labels of its schema's deck. Where the deck itself is wrong there are none, and
only the shape of a value can be told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from itertools import chain, islice
from typing import Any, Generic, TypeVar

from marshmallow import EXCLUDE, RAISE, Schema, ValidationError, fields, validates_schema
from marshmallow.exceptions import SCHEMA

from service.api.problems import LOOKED_FOR, Fault, Path, quoted, unknown_names
from service.belote.cards import CARDS, Card, Cards, Deck, Suit
from service.belote.rules import HAND_SIZE
from service.belote.table import SEATS, TEAMS, Seat

T = TypeVar("T")
U = TypeVar("U")

PACK_SIZE = len(CARDS)

DOUBT = (KeyError, TypeError, ValueError)
"""What `read` raises on a value that is not well formed."""


class Unfit(ValueError):  # noqa: N818 - a doubt, which may turn out to be no error
    """A value of the right type that does not fit."""


class GameField(fields.Field[T], Generic[T]):
    """A field that reads fast and explains slowly. Optional fields take null for absent."""

    default_error_messages = {"required": "missing_field", "null": "invalid_value"}  # noqa: RUF012 - as marshmallow declares it

    def __init__(self, *, required: bool = False, **metadata: Any) -> None:
        options: dict[str, Any] = {} if required else {"allow_none": True, "load_default": None}
        super().__init__(required=required, metadata=metadata, **options)
        self.deck: Deck | None = None

    def bind_deck(self, deck: Deck | None) -> None:
        self.deck = deck

    def read(self, value: Any) -> T:
        """The value of the game. Raises: one of `DOUBT`."""
        raise NotImplementedError

    def reader(self) -> Callable[[Any], T]:
        """What a schema calls to read a value: `read`, or straight away what that would call."""
        return self.read

    def faults(self, value: Any) -> Iterator[Fault]:
        """Everything wrong with a value that `read` refused, at least one thing."""
        raise NotImplementedError

    def describe(self) -> dict[str, Any]:
        """The JSON Schema of a value, null apart."""
        raise NotImplementedError

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> T:
        try:
            return self.read(value)
        except DOUBT:
            raise ValidationError(list(islice(self.faults(value), LOOKED_FOR))) from None


EXACTLY = {"list": "exact_list", "cards": "exact_cards"}
"""The phrases for a list of one length only."""


def expected(what: str, path: Path = (), **params: Any) -> Fault:
    """A value that is not what it should be; `what` is a phrase of the catalogues."""
    if what in EXACTLY and params["low"] == params["high"]:
        what = EXACTLY[what]
    return Fault("invalid_value", path, {"expected": what, **params})


class Shape(Schema, Generic[T]):
    """A schema that makes one value of the game out of an object, built once for each deck.

    A well-formed object takes a fast road: each field reads its value, and `build` takes them by
    name. Every other object goes through marshmallow, which finds all that is missing, unknown or
    wrong.
    """

    error_messages = {"type": "invalid_value"}  # noqa: RUF012 - as marshmallow declares it

    make: Callable[..., T]
    title: str
    """The name of the shape in openapi.yaml."""

    def __init__(self, deck: Deck | None) -> None:
        super().__init__(unknown=RAISE)
        self.spelling = deck
        self.readers: dict[str, Callable[[Any], Any]] = {}
        for name, one in self.fields.items():
            assert isinstance(one, GameField)
            one.bind_deck(deck)
            self.readers[name] = one.reader()

    def read(self, value: Any) -> T:
        """The value of the game. Raises: one of `DOUBT` on what is not well formed."""
        if type(value) is not dict:
            raise Unfit
        readers, values = self.readers, {}
        for key, one in value.items():
            read = readers[key]
            if one is not None:
                values[key] = read(one)
        return self.build(values)

    def build(self, values: dict[str, Any]) -> T:
        """Return the value of the game. Raises: one of `DOUBT` where members exclude each other."""
        return self.make(**values)

    def lacking(self, value: dict[str, Any]) -> Iterator[Fault]:
        """Yield what is missing where one of several members is enough."""
        yield from ()

    def faults(self, value: Any) -> list[Fault]:
        """Everything wrong with an object; nothing where it is right."""
        try:
            # Names that are unknown are told by `_together`: marshmallow puts them in a set, whose
            # order differs from worker to worker.
            super().load(value, unknown=EXCLUDE)
        except ValidationError as error:
            told = (self._told(key, one) for key, one in error.messages_dict.items())
            return list(islice(chain.from_iterable(told), LOOKED_FOR))
        return []

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def _together(self, data: Any, original: Any, **kwargs: Any) -> None:
        if not isinstance(original, dict):
            return
        found = chain(unknown_names(original, list(self.fields)), self.lacking(original))
        if told := list(islice(found, LOOKED_FOR)):
            raise ValidationError(told)

    def _told(self, key: str, messages: Sequence[Any]) -> Iterator[Fault]:
        """Messages of marshmallow, which are codes here, and of the fields, which are faults."""
        for one in messages:
            if isinstance(one, Fault):
                yield one if key == SCHEMA else one.below(key)
            elif one == "missing_field":
                yield Fault(one, (key,), {"field": key})
            elif key == SCHEMA:
                yield expected("object")
            else:
                yield expected("not_null", (key,))


class Choice(GameField[T]):
    """One of a few words, each standing for a value."""

    def __init__(self, words: Mapping[str, T], **options: Any) -> None:
        super().__init__(**options)
        self.words = words

    def read(self, value: Any) -> T:
        return self.words[value]

    def reader(self) -> Callable[[Any], T]:
        return self.words.__getitem__

    def faults(self, value: Any) -> Iterator[Fault]:
        yield expected("one_of", choices=list(self.words))

    def describe(self) -> dict[str, Any]:
        return {"type": "string", "enum": list(self.words)}


class Whole(GameField[int]):
    """A whole number from `low` to `high`; true is no number, and 5.0 is none either."""

    def __init__(self, low: int, high: int, **options: Any) -> None:
        super().__init__(**options)
        self.low, self.high = low, high

    def read(self, value: Any) -> int:
        if type(value) is int and self.low <= value <= self.high:
            return value
        raise Unfit

    def faults(self, value: Any) -> Iterator[Fault]:
        yield expected("whole_number", low=self.low, high=self.high)

    def describe(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


class Flag(GameField[bool]):
    """true or false, nothing that only looks like it."""

    def read(self, value: Any) -> bool:
        if value is True or value is False:
            return value
        raise Unfit

    def faults(self, value: Any) -> Iterator[Fault]:
        yield expected("true_or_false")

    def describe(self) -> dict[str, Any]:
        return {"type": "boolean"}


class SuitField(GameField[Suit]):
    """A suit by its letter or symbol."""

    def read(self, value: Any) -> Suit:
        if self.deck is None:
            raise Unfit
        return self.deck.suit_of[value]

    def faults(self, value: Any) -> Iterator[Fault]:
        if not isinstance(value, str):
            yield expected("suit")
        elif self.deck is not None:
            yield Fault(
                "unknown_suit", (), {"suit": quoted(value), "choices": list(self.deck.suits)}
            )

    def describe(self) -> dict[str, Any]:
        return {"$ref": "#/components/schemas/Suit"}


def _no_card(text: str) -> Cards:
    """Of a deck that is not known, nothing is a card."""
    raise Unfit


class CardList(GameField[Cards]):
    """A list of different cards, `low` to `high` of them, read as a set."""

    def __init__(self, low: int = HAND_SIZE, high: int = HAND_SIZE, **options: Any) -> None:
        super().__init__(**options)
        self.low, self.high = low, high
        self.bit_of: Callable[[str], Cards] = _no_card

    def bind_deck(self, deck: Deck | None) -> None:
        super().bind_deck(deck)
        self.bit_of = deck.bit_of.__getitem__ if deck else _no_card

    def read(self, value: Any) -> Cards:
        """Bits that are added: any two equal ones merge, so the sum tells whether one is double."""
        if type(value) is list and self.low <= len(value) <= self.high:
            found: Cards = sum(map(self.bit_of, value))
            if found.bit_count() == len(value):
                return found
        raise Unfit

    def faults(self, value: Any) -> Iterator[Fault]:
        if not isinstance(value, list):
            yield expected("cards", low=self.low, high=self.high)
            return
        yield from label_faults(value, self.deck)
        if self.deck is not None:
            yield from self._twice(value[:PACK_SIZE], self.deck)
        if not self.low <= len(value) <= self.high:
            yield self.wrong_number(len(value))

    def _twice(self, labels: Sequence[Any], deck: Deck) -> Iterator[Fault]:
        """Yield each repetition of a card; a set could not tell."""
        first: dict[Card, int] = {}
        for index, text in enumerate(labels):
            card = deck.card_of.get(text) if isinstance(text, str) else None
            if card is not None and first.setdefault(card, index) != index:
                params = {"card": deck.labels[card], "first": (first[card],)}
                yield Fault("duplicate_card", (index,), params)

    def wrong_number(self, count: int) -> Fault:
        return Fault("wrong_number_of_cards", (), {"count": count, "expected_count": self.low})

    def describe(self) -> dict[str, Any]:
        return {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Card"},
            "minItems": self.low,
            "maxItems": self.high,
            "uniqueItems": True,
        }


class ShortCardList(CardList):
    """A list of cards whose length is a matter of shape: out of bounds is an invalid value."""

    def wrong_number(self, count: int) -> Fault:
        return expected("cards", low=self.low, high=self.high)


def label_faults(labels: Sequence[Any], deck: Deck | None) -> Iterator[Fault]:
    """The members of a list that are no cards of the deck, as far as a pack would reach."""
    for index, text in enumerate(labels[:PACK_SIZE]):
        if not isinstance(text, str):
            yield expected("card", (index,))
        elif deck is not None and text not in deck.card_of:
            yield Fault("unknown_card", (index,), {"card": quoted(text), "deck": deck_name(deck)})


def deck_name(deck: Deck) -> str:
    return f"{deck.name}, {deck.notation}" if deck.notation else deck.name


SEAT_OF = {seat.value: seat for seat in SEATS}
TEAM_OF = {team.value: team for team in TEAMS}
"""Seats and teams by their words."""


class Container(GameField[T], Generic[T, U]):
    """A field that reads its members by an inner field."""

    def __init__(self, inner: GameField[U], **options: Any) -> None:
        super().__init__(**options)
        self.inner = inner

    def bind_deck(self, deck: Deck | None) -> None:
        super().bind_deck(deck)
        self.inner = copy(self.inner)  # marshmallow copies the fields of a schema, not theirs
        self.inner.bind_deck(deck)


class BySeat(Container[dict[Seat, U], U]):
    """An object whose keys are seats and whose values one field reads."""

    def read(self, value: Any) -> dict[Seat, U]:
        if type(value) is not dict or not value.keys() <= SEAT_OF.keys():
            raise Unfit
        read = self.inner.read
        return {SEAT_OF[seat]: read(one) for seat, one in value.items() if one is not None}

    def faults(self, value: Any) -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield expected("by_seat", choices=list(SEATS))
            return
        yield from unknown_names(value, list(SEATS))
        for seat, one in value.items():
            if seat in SEAT_OF and one is not None:
                yield from faults_below(self.inner, one, seat)

    def describe(self) -> dict[str, Any]:
        member = nullable(self.inner.describe())
        return {
            "type": "object",
            "properties": {seat.value: member for seat in SEATS},
            "additionalProperties": False,
        }


def faults_below(inner: GameField[Any], value: Any, step: str | int) -> Iterator[Fault]:
    """What is wrong with one member of a larger value, with its place in that."""
    try:
        inner.read(value)
    except DOUBT:
        for fault in inner.faults(value):
            yield fault.below(step)


class Listing(Container[T, U], Generic[T, U]):
    """A list of `low` to `high` members."""

    def __init__(self, inner: GameField[U], low: int, high: int, **options: Any) -> None:
        super().__init__(inner, **options)
        self.low, self.high = low, high

    def fits(self, value: Any) -> bool:
        return isinstance(value, list) and self.low <= len(value) <= self.high

    def faults(self, value: Any) -> Iterator[Fault]:
        if not self.fits(value):
            yield expected("list", low=self.low, high=self.high)


class ListOf(Listing[list[U], U]):
    """A list whose members one field reads."""

    def read(self, value: Any) -> list[U]:
        if not self.fits(value):
            raise Unfit
        return [self.inner.read(one) for one in value]

    def faults(self, value: Any) -> Iterator[Fault]:
        yield from super().faults(value)
        for index, one in enumerate(value[: self.high] if isinstance(value, list) else ()):
            yield from faults_below(self.inner, one, index)

    def describe(self) -> dict[str, Any]:
        return {
            "type": "array",
            "items": self.inner.describe(),
            "minItems": self.low,
            "maxItems": self.high,
        }


class ObjectOf(GameField[T]):
    """An object that a schema of its own reads."""

    def __init__(self, shape: type[Shape[T]], **options: Any) -> None:
        super().__init__(**options)
        self.shape = shape
        self.schema: Shape[T]

    def bind_deck(self, deck: Deck | None) -> None:
        super().bind_deck(deck)
        self.schema = self.shape(deck)

    def read(self, value: Any) -> T:
        return self.schema.read(value)

    def reader(self) -> Callable[[Any], T]:
        return self.schema.read

    def faults(self, value: Any) -> Iterator[Fault]:
        yield from self.schema.faults(value)

    def describe(self) -> dict[str, Any]:
        return {"$ref": f"#/components/schemas/{self.shape.title}"}


def nullable(schema: dict[str, Any]) -> dict[str, Any]:
    """The JSON Schema of a value that may be null as well."""
    if "type" not in schema:
        return {"anyOf": [schema, {"type": "null"}]}
    choices = {"enum": [*schema["enum"], None]} if "enum" in schema else {}
    return schema | {"type": [schema["type"], "null"]} | choices
