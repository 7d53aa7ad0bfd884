"""The requests about hands, and the hands of a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

from service.api.problems import Fault
from service.api.schemas.base import RequestSchema
from service.api.schemas.body import BodySchema
from service.api.schemas.fields import (
    SEAT_OF,
    HandField,
    HandsField,
    PartitionedHands,
    SuitField,
    described,
    expected,
)
from service.api.schemas.rules import DEFAULT_RULES, NamedRules
from service.belote.cards import Cards, Deck, Suit
from service.belote.table import SEATS, Seat

T = TypeVar("T")

MAX_BATCH = 1000


def optional_trump() -> SuitField:
    """Return the field for the trump suit where a ruling does not need it."""
    return SuitField(**described("The trump suit; without it nothing is said about the belote."))


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolveRequest:
    """One hand."""

    deck: Deck
    hand: Cards
    trump: Suit | None = None
    rules: NamedRules = DEFAULT_RULES


class ResolveRequestSchema(BodySchema[ResolveRequest]):
    """One hand."""

    factory = ResolveRequest
    title = "ResolveRequest"
    trump = optional_trump()
    hand = HandField(required=True, **described("Eight different cards, in any order."))


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchRequest:
    """Hands, each validated separately."""

    deck: Deck
    hands: PartitionedHands
    trump: Suit | None = None
    rules: NamedRules = DEFAULT_RULES


class BatchRequestSchema(BodySchema[BatchRequest]):
    """Hands, each validated separately."""

    factory = BatchRequest
    title = "BatchRequest"
    trump = optional_trump()
    hands = HandsField(1, MAX_BATCH, required=True, **described("The hands, in any order."))


class BySeatSchema(RequestSchema[dict[Seat, T]]):
    """An object with seats as keys, in the order sent; each may be left out."""

    def not_an_object(self) -> Fault:
        return expected("by_seat", choices=list(SEATS), example=self.example)

    def make(self, values: dict[str, Any]) -> dict[Seat, T]:
        return {SEAT_OF[name]: one for name, one in values.items()}


class HandsBySeatSchema(BySeatSchema[Cards]):
    """The hands of a table, as far as they are known."""

    example = '{"N": […], "S": […]}'
    N = HandField(of_table=True, **described("North's eight cards, as dealt."))
    W = HandField(of_table=True, **described("West's eight cards, as dealt."))
    S = HandField(of_table=True, **described("South's eight cards, as dealt."))
    E = HandField(of_table=True, **described("East's eight cards, as dealt."))
