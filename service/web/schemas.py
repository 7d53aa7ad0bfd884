"""The shape of every body: one schema each, for each deck, built once.

A schema tells what is written wrongly. What the cards are worth it must not know.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from service.belote.cards import DECKS, INTERNATIONAL, NO_CARDS, SPANISH, Cards, Deck, Suit
from service.belote.declarations import Declaration
from service.belote.rules import HAND_SIZE, Kind
from service.belote.table import Seat
from service.web.fields import (
    DOUBT,
    SEAT_OF,
    BySeat,
    CardList,
    Choice,
    Flag,
    Listing,
    ListOf,
    ObjectOf,
    Places,
    Shape,
    ShortCardList,
    SuitField,
    Unfit,
    Whole,
)
from service.web.problems import MAX_TOLD, Fault, Told, refuse
from service.web.rules_field import CLASSIC, Agreed, RulesField


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
    declared: Mapping[Seat, list[Declaration]] = field(default_factory=dict)
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


class Resolve(Body[ResolveRequest]):
    make = ResolveRequest
    title = "ResolveRequest"
    trump = SuitField()
    hand = CardList(required=True)

    def plain(self, made: ResolveRequest) -> bool:
        return True


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

    def plain(self, made: Declaration) -> bool:
        return made.kind is not None or made.cards is not None

    def conflicts(self, value: dict[str, Any]) -> Iterator[Fault]:
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

    def plain(self, made: ValidateRequest) -> bool:
        return True


def are_disjoint(
    hands: Mapping[Seat, Cards], declared: Mapping[Seat, Sequence[Declaration]]
) -> bool:
    """Whether the known hands, and what is declared without one, are surely sets apart."""
    taken = NO_CARDS
    for hand in hands.values():
        if hand & taken:
            return False
        taken |= hand
    for seat, said in declared.items():
        if seat not in hands:
            place = NO_CARDS
            for one in said:
                if one.cards is None:
                    return False
                place |= one.cards
            if place & taken or place.bit_count() > HAND_SIZE:
                return False
            taken |= place
    return True


class Compare(Body[CompareRequest]):
    make = CompareRequest
    title = "CompareRequest"
    trump = SuitField(required=True)
    hands = BySeat(CardList())
    declared = BySeat(declarations())
    declare_best = Flag()
    first_player = Choice(SEAT_OF)

    def plain(self, made: CompareRequest) -> bool:
        """Somebody declared, or every known hand does, and no card is in two places."""
        said = bool(made.declared) if not made.declare_best else bool(made.hands)
        speaker = made.first_player is not None or not made.rules.rules.last_tie
        return said and speaker and are_disjoint(made.hands, made.declared)

    def conflicts(self, value: dict[str, Any]) -> Iterator[Fault]:
        yield from _presence(value)
        yield from self._speaker(value)
        yield from table_conflicts(value, self.spelling)

    def _speaker(self, value: dict[str, Any]) -> Iterator[Fault]:
        """Rules by which the first speaker decides need to know him."""
        if value.get("first_player") is None and value.get("rules") is not None:
            with suppress(*DOUBT):
                if self.readers["rules"](value["rules"]).rules.last_tie:
                    yield Fault("missing_field", ("first_player",), {"field": "first_player"})


def _presence(value: dict[str, Any]) -> Iterator[Fault]:
    """Somebody must have declared, or his hand must tell what he would."""
    declare_best = value.get("declare_best") is True
    if value.get("declared") is None and not declare_best:
        yield Fault("missing_field", ("declared",), {"field": "declared / declare_best"})
    if declare_best and not members(value.get("hands")):
        yield Fault("missing_field", ("hands",), {"field": "hands"})


def members(value: Any) -> dict[str, Any]:
    """What is there of an object keyed by seat, as it is written; of anything else nothing."""
    if not isinstance(value, dict):
        return {}
    return {seat: one for seat, one in value.items() if seat in SEAT_OF and one is not None}


def table_conflicts(value: dict[str, Any], deck: Deck | None) -> Iterator[Fault]:
    """Cards in two places, and declarations that no hand and no cards bear out.

    Places are the known hands, and the declarations of seats without one.
    """
    hands = members(value.get("hands"))
    places = Places(deck) if deck else None
    for seat, hand in hands.items():
        if places:
            yield from places.see(seat, ("hands", seat), hand)
    for seat, declared in members(value.get("declared")).items():
        if seat not in hands and isinstance(declared, list):
            yield from _without_hand(seat, declared, places)


def _without_hand(seat: str, declared: list[Any], places: Places | None) -> Iterator[Fault]:
    path = ("declared", seat)
    different: set[Any] = set()
    for index, said in enumerate(declared):
        cards = said.get("cards") if isinstance(said, dict) else None
        if cards is None:
            if isinstance(said, dict) and said.get("kind") is not None:
                yield Fault("cards_or_hand_required", (*path, index), {"seat": seat})
        elif places:
            yield from places.see(seat, (*path, index, "cards"), cards)
            different |= places.cards(cards)
    if len(different) > HAND_SIZE:
        params = {
            "because": "declared",
            "count": len(different),
            "expected_count": HAND_SIZE,
            "seat": seat,
        }
        yield Fault("wrong_number_of_cards", path, params)


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
