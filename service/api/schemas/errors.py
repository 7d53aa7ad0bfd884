"""The errors of marshmallow as faults: codes, paths and params.

The fields of `fields` raise a `ValidationError` that holds faults already. The fields of
marshmallow raise sentences; those are dropped, and `EXPECTED` gives the phrase for what such a
field expects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from marshmallow import fields
from marshmallow.exceptions import SCHEMA
from marshmallow.validate import Equal, OneOf, Range

from service.api.problems import Fault
from service.api.schemas.fields import (
    Alternatives,
    BoundedList,
    DeckField,
    MultipleOf,
    expected,
    one_of,
    with_hints,
    with_received,
)
from service.api.suggestions import (
    BOOLEAN,
    WHOLE_NUMBER,
    literal_hints,
    member_hints,
    unknown_names,
)

if TYPE_CHECKING:
    from service.api.schemas.base import RequestSchema


def bounds(field: fields.Integer) -> tuple[int, int]:
    """Return the least and the greatest value that an integer field allows."""
    [limits] = [one for one in field.validators if isinstance(one, Range)]
    return limits.min, limits.max


def choices(field: fields.Field[Any]) -> list[Any]:
    """Return the JSON values that an enum field, or one with `OneOf` or `Equal`, allows."""
    if isinstance(field, fields.Enum):
        return [member.value for member in field.enum]
    [allowed] = [one for one in field.validators if isinstance(one, OneOf | Equal)]
    return [allowed.comparable] if isinstance(allowed, Equal) else list(allowed.choices)


def choices_or_none(field: fields.Field[Any]) -> list[Any] | None:
    """Return the JSON values that a field allows, None where they cannot be listed."""
    if isinstance(field, DeckField):
        return list(field.choices)
    listed = any(isinstance(one, OneOf) for one in field.validators)
    return choices(field) if listed or isinstance(field, fields.Enum) else None


def factor(field: fields.Integer) -> int:
    """Return the number that the values of an integer field are multiples of."""
    return next((one.factor for one in field.validators if isinstance(one, MultipleOf)), 1)


def _expected_integer(field: Any, value: object) -> Fault:
    low, high = bounds(field)
    fault = expected("multiple_of_ten", low=low, high=high)
    if factor(field) == 1:
        fault = expected("whole_number", low=low, high=high)
    return with_hints(fault, literal_hints, value, WHOLE_NUMBER)


def _expected_boolean(field: Any, value: object) -> Fault:
    return with_hints(expected("true_or_false"), literal_hints, value, BOOLEAN)


def _expected_list(field: Any, value: object) -> Fault:
    fault = expected(field.what, low=field.low, high=field.high)
    return with_hints(fault, member_hints, value)


EXPECTED: Mapping[type[fields.Field[Any]], Callable[[Any, object], Fault]] = MappingProxyType(
    {
        fields.Integer: _expected_integer,
        fields.Enum: lambda field, value: one_of(choices(field), value),
        fields.String: lambda field, value: one_of(choices(field), value),
        fields.Boolean: _expected_boolean,
        fields.List: _expected_list,
        fields.Nested: lambda field, value: field.schema.error_messages["type"],
    }
)
"""For each type of field: the fault of a value that is not what such a field expects.

A function of the field and the value.
"""


def faults_of_schema(
    schema: RequestSchema[Any], messages: Mapping[Any, Any], value: Any
) -> Iterator[Fault]:
    """Yield the errors of a schema, found in `value`, as faults with paths from there.

    The hints of a wrong value begin with what was sent.
    """
    return with_received(_faults_of_object(schema, messages, value), value)


def _faults_of_object(
    schema: RequestSchema[Any], messages: Mapping[Any, Any], value: Any
) -> Iterator[Fault]:
    """Yield the errors of a schema, found in `value`.

    First come names that stand elsewhere, since they may explain the others; then faults in the
    order of the fields; then names that are unknown, in the order sent; then what concerns the
    object as a whole.
    """
    members = value if isinstance(value, dict) else {}
    elsewhere = {name: schema.elsewhere[name] for name in members if name in schema.elsewhere}
    for name, because in elsewhere.items():
        yield Fault("unknown_field", (name,), {"field": name, "because": because})
    for name, field in schema.fields.items():
        if name in messages:
            for fault in _faults_of_field(field, messages[name], members.get(name)):
                yield fault.below(name)
    others = (name for name in members if name not in elsewhere)
    yield from unknown_names(others, schema.known_names, schema.also_called)
    yield from (one for one in messages.get(SCHEMA, ()) if isinstance(one, Fault))


def _faults_of_field(field: Any, messages: Any, value: Any) -> Iterator[Fault]:
    """Yield the errors of a field, each of which is a fault or a sentence of marshmallow."""
    if not isinstance(messages, dict):
        for one in messages:
            yield one if isinstance(one, Fault) else _expected(field, value)
    elif isinstance(field, BoundedList):
        yield from _faults_of_field(field, messages.get(SCHEMA, ()), value)
        for index in (one for one in messages if one != SCHEMA):
            for fault in _faults_of_field(field.inner, messages[index], value[index]):
                yield fault.below(index)
    else:
        yield from _faults_of_object(schema_of(field, value), messages, value)


def schema_of(field: Any, value: Any) -> RequestSchema[Any]:
    """Return the schema that a field loads an object by, where it has several: this object."""
    schema: RequestSchema[Any] = (
        field.schema_for(value) if isinstance(field, Alternatives) else field.schema
    )
    return schema


def _expected(field: fields.Field[Any], value: object) -> Fault:
    return next(EXPECTED[one](field, value) for one in type(field).__mro__ if one in EXPECTED)
