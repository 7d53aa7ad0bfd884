"""The JSON Schemas of the fields of requests that apispec does not know.

apispec describes the fields and validators of marshmallow. `add_request_fields` teaches it the
fields and the validator of `service.api.schemas.fields`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from apispec.ext.marshmallow.openapi import OpenAPIConverter
from marshmallow import fields

from service.api.schemas.base import RequestSchema
from service.api.schemas.fields import (
    PACK_SIZE,
    Alternatives,
    CardsField,
    DeckField,
    HandsField,
    MultipleOf,
    NotationField,
    PileField,
    SuitField,
    SwitchField,
    TricksField,
)
from service.api.schemas.rules import PRESET, RulesSchema
from service.belote.presets import PRESETS, SWITCHES, SwitchValue
from service.belote.rules import CARDS_IN_TRICK, TRICKS

JsonSchema: TypeAlias = dict[str, Any]

DESCRIPTIONS: Mapping[type[RequestSchema[Any]], str] = MappingProxyType(
    {RulesSchema: "What the table agreed on; see /v1/rules for the meaning of each switch."}
)

TYPES: Mapping[type, str] = MappingProxyType({str: "string", bool: "boolean", int: "integer"})


def add_request_fields(converter: OpenAPIConverter) -> None:
    converter.add_attribute_function(_custom_field)  # type: ignore[no-untyped-call]  # apispec's
    converter.add_attribute_function(_multiple)  # type: ignore[no-untyped-call]  # apispec's


def _custom_field(converter: Any, field: Any, ret: JsonSchema, **_: Any) -> JsonSchema:
    """Describe a field of `JSON_SCHEMAS`, in place of what apispec makes of it."""
    for kind in type(field).__mro__:
        if kind in JSON_SCHEMAS:
            made = JSON_SCHEMAS[kind](field)
            ret.clear()
            return (nullable(made) if field.allow_none else made) | dict(field.metadata)
    return {}


def _multiple(converter: Any, field: fields.Field[Any], **_: Any) -> JsonSchema:
    factors = [one.factor for one in field.validators if isinstance(one, MultipleOf)]
    return {"multipleOf": factors[0]} if factors else {}


def nullable(schema: JsonSchema) -> JsonSchema:
    """Return the JSON Schema of a value that may be null as well."""
    if "type" not in schema:
        return {"anyOf": [schema, {"type": "null"}]}
    choices = {"enum": [*schema["enum"], None]} if "enum" in schema else {}
    return schema | {"type": [schema["type"], "null"]} | choices


def _ref(name: str) -> JsonSchema:
    return {"$ref": f"#/components/schemas/{name}"}


def _one_of(choices: list[Any]) -> JsonSchema:
    return {"type": TYPES[type(choices[0])], "enum": choices}


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
    trick = _cards(least, CARDS_IN_TRICK)
    return {"type": "array", "items": trick, "minItems": field.low, "maxItems": TRICKS}


def _hands(field: HandsField) -> JsonSchema:
    """Describe hands of any form: what is wrong with one is reported in its place."""
    return {"type": "array", "items": {}, "minItems": field.low, "maxItems": field.high}


def _alternatives(field: Alternatives) -> JsonSchema:
    return {"anyOf": [_ref(schema.title) for schema in field.schemas]}


JSON_SCHEMAS: Mapping[type, Callable[[Any], JsonSchema]] = MappingProxyType(
    {
        DeckField: lambda field: _one_of(list(field.choices)),
        NotationField: lambda field: _one_of(list(field.choices)),
        SuitField: lambda field: _ref("Suit"),
        CardsField: lambda field: _cards(field.low, field.high),
        HandsField: _hands,
        PileField: lambda field: (
            _cards(0, PACK_SIZE) | {"description": "Whole tricks, so a multiple of four cards."}
        ),
        TricksField: _tricks,
        SwitchField: lambda field: _one_of(field.choices),
        Alternatives: _alternatives,
    }
)
"""For each field that apispec does not know: its JSON Schema, null apart."""


def rules_echo() -> JsonSchema:
    """Return the JSON Schema of rules as an answer repeats them: with every switch."""
    choices: dict[str, list[SwitchValue]] = {PRESET: list(PRESETS)}
    choices |= {name: list(switch.values) for name, switch in SWITCHES.items()}
    return {
        "type": "object",
        "description": DESCRIPTIONS[RulesSchema],
        "properties": {name: _one_of(values) for name, values in choices.items()},
        "additionalProperties": False,
        "required": list(choices),
    }
