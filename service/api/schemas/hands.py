"""The requests about hands, and the hands of a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

from service.api.schemas.base import RequestSchema
from service.api.schemas.body import BodySchema
from service.api.schemas.fields import (
    SEAT_OF,
    HandField,
    HandsField,
    PartitionedHands,
    SuitField,
    expected,
)
from service.api.schemas.rules import DEFAULT_RULES, NamedRules
from service.belote.cards import Cards, Deck, Suit
from service.belote.table import SEATS, Seat

T = TypeVar("T")

MAX_BATCH = 1000


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
    trump = SuitField()
    hand = HandField(required=True)


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
    trump = SuitField()
    hands = HandsField(1, MAX_BATCH, required=True)


class BySeatSchema(RequestSchema[dict[Seat, T]]):
    """An object with seats as keys, in the order sent; each may be left out."""

    error_messages = {"type": expected("by_seat", choices=list(SEATS))}  # type: ignore[dict-item]  # noqa: RUF012 - as in the base

    def make(self, values: dict[str, Any]) -> dict[Seat, T]:
        return {SEAT_OF[name]: one for name, one in values.items()}


class HandsBySeatSchema(BySeatSchema[Cards]):
    """The hands of a table, as far as they are known."""

    N = HandField()
    W = HandField()
    S = HandField()
    E = HandField()
