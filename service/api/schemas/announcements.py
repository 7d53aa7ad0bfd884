"""The shape of every body: one schema each, for each deck, built once.

A schema tells what is written wrongly. What the cards are worth it must not know.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Generic, Protocol, TypeVar

from service.api.contradictions import faults_of
from service.api.problems import LOOKED_FOR, MAX_TOLD, Fault, Path, Told, refuse
from service.api.schemas.fields import (
    DOUBT,
    SEAT_OF,
    BySeat,
    CardList,
    Choice,
    Flag,
    Listing,
    ListOf,
    ObjectOf,
    Shape,
    ShortCardList,
    SuitField,
    Unfit,
    Whole,
)
from service.api.schemas.rules import CLASSIC, Agreed, RulesField
from service.belote.cards import DECKS, INTERNATIONAL, SPANISH, Cards, Deck, Suit
from service.belote.checks import Inconsistency, validate_comparison
from service.belote.declarations import Declaration
from service.belote.rules import HAND_SIZE, Kind
from service.belote.table import Seat


class Asked(Protocol):
    """What every body asks about: cards of one deck, by the rules of one table."""

    @property
    def deck(self) -> Deck: ...

    @property
    def rules(self) -> Agreed: ...


R = TypeVar("R", bound=Asked)

MAX_BATCH = 1000
MAX_DECLARATIONS = 8
MAX_POINTS_SAID = 1000
MOST_OF_A_HAND = HAND_SIZE + 2
"""Faults told of one hand of many: of nine cards and their number."""


# What is asked --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolveRequest:
    deck: Deck
    hand: Cards
    trump: Suit | None = None
    rules: Agreed = CLASSIC


@dataclass(frozen=True, slots=True)
class Sifted:
    """The hands of a batch that are right, in order, and what is wrong with the others by index."""

    good: list[Cards]
    refused: Mapping[int, Told]


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchRequest:
    """Hands, each read by itself, so that one spoils no other."""

    deck: Deck
    hands: Sifted
    trump: Suit | None = None
    rules: Agreed = CLASSIC


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidateRequest:
    deck: Deck
    hand: Cards
    declared: list[Declaration]
    trump: Suit | None = None
    rules: Agreed = CLASSIC


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareRequest:
    deck: Deck
    trump: Suit
    hands: Mapping[Seat, Cards] = field(default_factory=dict)
    declared: Mapping[Seat, list[Declaration]] | None = None
    declare_best: bool = False
    first_player: Seat | None = None
    rules: Agreed = CLASSIC


# Fields of their own --------------------------------------------------------------------------

_DECK_NAMES = {deck.name: deck.name for deck in DECKS}
_NOTATIONS = {deck.notation: deck.notation for deck in DECKS if deck.notation}


class Notation(Choice[str]):
    """How the French cards are written; the Spanish deck has one spelling."""

    def bind_deck(self, deck: Deck | None) -> None:
        super().bind_deck(deck)
        if deck is not None and deck.notation is None:
            self.words = {}

    def faults(self, value: Any) -> Iterator[Fault]:
        if self.deck is not None and self.deck.notation is None:
            yield Fault("notation_not_allowed", (), {"deck": self.deck.name})
        else:
            yield from super().faults(value)


class EachOf(Listing[Sifted, Any]):
    """A list in which one bad member spoils no other."""

    def read(self, value: Any) -> Sifted:
        if not self.fits(value):
            raise Unfit
        try:
            return Sifted(list(map(self.inner.read, value)), {})
        except DOUBT:
            return self._sift(value)

    def _sift(self, value: list[Any]) -> Sifted:
        """Tell `MAX_TOLD` faults of all members together; beyond, the first of each."""
        good: list[Cards] = []
        refused: dict[int, Told] = {}
        left = MAX_TOLD
        for index, one in enumerate(value):
            try:
                good.append(self.inner.read(one))
            except DOUBT:
                faults = (fault.below(index) for fault in self.inner.faults(one))
                refused[index] = Told.of(faults, max(1, min(MOST_OF_A_HAND, left)))
                left -= len(refused[index].faults)
        return Sifted(good, refused)

    def describe(self) -> dict[str, Any]:
        """Any member is taken: what is wrong with one is told in its place."""
        return {"type": "array", "items": {}, "minItems": self.low, "maxItems": self.high}


# The bodies -----------------------------------------------------------------------------------


class AboutCards(Shape[R]):
    """A shape that is about cards, and makes a value that knows their deck."""

    def build(self, values: dict[str, Any]) -> R:
        if self.spelling is None:
            raise Unfit
        values.pop("notation", None)
        values["deck"] = self.spelling
        return self.make(**values)


class Body(AboutCards[R]):
    """What every body has: the deck, and how its cards are written."""

    deck = Choice(_DECK_NAMES, required=True)
    notation = Notation(_NOTATIONS)
    rules = RulesField()

    play_at: Path = ()
    """What leads to a play in the body."""

    def read(self, value: Any) -> R:
        """Return what is asked. Raises: one of `DOUBT` on anything wrong, of form or of sense."""
        made = super().read(value)
        if self.inconsistencies(made):
            raise Unfit
        return made

    def inconsistencies(self, made: R) -> list[Inconsistency]:
        """Return what the game finds wrong with a well-formed body."""
        return []

    def faults(self, value: Any) -> list[Fault]:
        """Return what is wrong with single fields; once they are right, all contradictions."""
        return super().faults(value) or list(islice(self.contradictions(value), LOOKED_FOR))

    def contradictions(self, value: dict[str, Any]) -> Iterator[Fault]:
        """Yield what is wrong with a body whose fields are right by themselves."""
        if self.spelling is not None:
            found = self.inconsistencies(super().read(value))
            yield from faults_of(found, value, self.spelling, self.play_at)


class Resolve(Body[ResolveRequest]):
    make = ResolveRequest
    title = "ResolveRequest"
    trump = SuitField()
    hand = CardList(required=True)


class Batch(Body[BatchRequest]):
    make = BatchRequest
    title = "BatchRequest"
    trump = SuitField()
    hands = EachOf(CardList(), 1, MAX_BATCH, required=True)


class Said(Shape[Declaration]):
    """One declaration; `kind` or `cards` at least."""

    make = Declaration
    title = "Declaration"
    kind = Choice({kind.value: kind for kind in Kind})
    points = Whole(0, MAX_POINTS_SAID)
    cards = ShortCardList(1, HAND_SIZE)
    with_card = Whole(1, HAND_SIZE)
    shown = Flag()

    def build(self, values: dict[str, Any]) -> Declaration:
        if "kind" not in values and "cards" not in values:
            raise Unfit
        return self.make(**values)

    def lacking(self, value: dict[str, Any]) -> Iterator[Fault]:
        if value.get("kind") is None and value.get("cards") is None:
            yield Fault("missing_field", ("kind",), {"field": "kind / cards"})


def declarations(**options: Any) -> ListOf[Declaration]:
    return ListOf(ObjectOf(Said), 0, MAX_DECLARATIONS, **options)


class Validate(Body[ValidateRequest]):
    make = ValidateRequest
    title = "ValidateRequest"
    trump = SuitField()
    hand = CardList(required=True)
    declared = declarations(required=True)


class Compare(Body[CompareRequest]):
    make = CompareRequest
    title = "CompareRequest"
    trump = SuitField(required=True)
    hands = BySeat(CardList())
    declared = BySeat(declarations())
    declare_best = Flag()
    first_player = Choice(SEAT_OF)

    def inconsistencies(self, made: CompareRequest) -> list[Inconsistency]:
        return validate_comparison(
            made.declared,
            made.hands,
            made.rules.rules,
            declare_best=made.declare_best,
            first_player=made.first_player,
        )


# Reading --------------------------------------------------------------------------------------


class Reader(Generic[R]):
    """Reads bodies by the schema of their deck."""

    def __init__(self, shape: type[Body[R]]) -> None:
        spelled = {(deck.name, deck.notation): shape(deck) for deck in DECKS}
        spelled[INTERNATIONAL.name, None] = spelled[INTERNATIONAL.name, INTERNATIONAL.notation]
        self._spelled = spelled
        self._unknown = shape(None)

    def schema(self, value: Any) -> Body[R]:
        """The schema for the deck and notation that a body names, if it names a known one."""
        try:
            return self._spelled[value["deck"], value.get("notation")]
        except (*DOUBT, AttributeError):
            spanish = isinstance(value, dict) and value.get("deck") == SPANISH.name
            return self._spelled[SPANISH.name, None] if spanish else self._unknown

    def faults(self, value: Any) -> list[Fault]:
        return self.schema(value).faults(value)

    def __call__(self, value: Any) -> R:
        """Raises: Problem, with every fault of the body."""
        try:
            return self.schema(value).read(value)
        except DOUBT:
            raise refuse(self.faults(value)) from None


RESOLVE = Reader(Resolve)
BATCH = Reader(Batch)
VALIDATE = Reader(Validate)
COMPARE = Reader(Compare)
