"""The JSON Schemas of the fields of requests that apispec does not know.

apispec describes the fields of marshmallow; the converter takes the others from here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from service.api.schemas.fields import (
    PACK_SIZE,
    CardsField,
    CustomField,
    HandsField,
    PileField,
    RankField,
    SuitField,
    TricksField,
)
from service.api.schemas.vocabulary import rank_pattern
from service.belote.rules import CARDS_IN_TRICK, TRICKS

JsonSchema: TypeAlias = dict[str, Any]


def _ref(name: str) -> JsonSchema:
    return {"$ref": f"#/components/schemas/{name}"}


def _cards(low: int, high: int) -> JsonSchema:
    return {
        "type": "array",
        "items": _ref("Card"),
        "minItems": low,
        "maxItems": high,
        "uniqueItems": True,
    }


def _tricks(field: TricksField) -> JsonSchema:
    least = 0 if field.under_way else CARDS_IN_TRICK
    card = {"anyOf": [_ref("Card"), _ref("CardOfSeat")]}
    trick = _cards(least, CARDS_IN_TRICK) | {"items": card}
    return {"type": "array", "items": trick, "minItems": field.low, "maxItems": TRICKS}


def _hands(field: HandsField) -> JsonSchema:
    """Describe hands of any form: what is wrong with one is reported in its place."""
    return {"type": "array", "items": {}, "minItems": field.low, "maxItems": field.high}


JSON_SCHEMAS: Mapping[type, Callable[[Any], JsonSchema]] = MappingProxyType(
    {
        RankField: lambda field: {"type": "string", "pattern": rank_pattern()},
        SuitField: lambda field: _ref("Suit"),
        CardsField: lambda field: _cards(field.low, field.high),
        HandsField: _hands,
        PileField: lambda field: (
            _cards(0, PACK_SIZE) | {"description": "Whole tricks, so a multiple of four cards."}
        ),
        TricksField: _tricks,
    }
)
"""For each field that apispec does not know: its JSON Schema, null apart."""


def json_schema(field: CustomField[Any]) -> JsonSchema:
    """Return the JSON Schema of a field, null and its description apart."""
    kind = next(kind for kind in type(field).__mro__ if kind in JSON_SCHEMAS)
    return JSON_SCHEMAS[kind](field)
