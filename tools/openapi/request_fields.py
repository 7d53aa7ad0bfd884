"""The JSON Schemas of the fields of requests that apispec does not know.

apispec describes the fields of marshmallow; the converter takes the others from here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from service.api.schemas.fields import (
    PACK_SIZE,
    BidField,
    CardField,
    CardsField,
    CustomField,
    HandsField,
    LineOfText,
    PileField,
    RankField,
    SpokenBidField,
    SuitField,
    TricksField,
)
from service.api.schemas.vocabulary import rank_pattern
from service.belote.rules import TRICKS

JsonSchema: TypeAlias = dict[str, Any]


def _ref(name: str) -> JsonSchema:
    return {"$ref": f"#/components/schemas/{name}"}


def list_of(items: JsonSchema, low: int, high: int) -> JsonSchema:
    """Return the JSON Schema of a list of `low` to `high` members.

    A list of one length only is described by its maximum: with both limits, generators make a tuple
    of it, which no list of a program fits.
    """
    limits = {"minItems": low, "maxItems": high} if low < high else {"maxItems": high}
    return {"type": "array", "items": items, **limits}


def _cards(low: int, high: int) -> JsonSchema:
    """Return the JSON Schema of a list of cards.

    It does not say that they differ, which is checked: generators would make a set of it, and the
    places that faults point at would be lost, and the order of a trick with them.
    """
    return list_of(_ref("Card"), low, high)


JSON_SCHEMAS: Mapping[type, Callable[[Any], JsonSchema]] = MappingProxyType(
    {
        RankField: lambda field: {"type": "string", "pattern": rank_pattern()},
        SuitField: lambda field: _ref("Suit"),
        SpokenBidField: lambda field: _ref("SpokenBid"),
        BidField: lambda field: _ref("Bid"),
        CardField: lambda field: _ref("Card"),
        CardsField: lambda field: _cards(field.low, field.high),
        HandsField: lambda field: list_of(_ref("BatchHand"), field.low, field.high),
        PileField: lambda field: (
            {**_cards(0, PACK_SIZE), "description": "Whole tricks, so a multiple of four cards."}
        ),
        TricksField: lambda field: list_of(_ref("SentTrick"), field.low, TRICKS),
        LineOfText: lambda field: {
            "type": "string",
            "minLength": field.low,
            "maxLength": field.high,
        },
    }
)
"""For each field that apispec does not know: its JSON Schema, null apart."""


def json_schema(field: CustomField[Any]) -> JsonSchema:
    """Return the JSON Schema of a field, null and its description apart."""
    kind = next(kind for kind in type(field).__mro__ if kind in JSON_SCHEMAS)
    return JSON_SCHEMAS[kind](field)
