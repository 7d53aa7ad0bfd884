"""The fast way to load a well-formed request: the fields of a schema, compiled into closures.

Why. Marshmallow takes five to ten times as long over a well-formed body as a function written for
its schema, and that is a tenth of a whole request or more. Nearly all bodies are well formed.

How. `schema_reader` turns each field of a schema into a reader: a function from JSON to value that
raises one of `VALIDATION_EXCEPTIONS` on anything that the field might refuse. There is one reader
for each schema and deck, compiled when it is first needed, so that a reader holds the labels of its
deck and need not look for them. The reader of an object takes the members in the order sent, looks
up the reader of each by name, leaves null out, and passes the values on to `build`, which also runs
the checks of the game. A member that is unknown, missing or wrong, an object that is none, or a
contradiction: each raises, and nothing is reported from here.

Where it is called. `RequestSchema.load` is the only override of a method of marshmallow for it: it
tries the reader, and falls back to `Schema.load` when that raises. A request is thus refused by
marshmallow alone, in its words, and what only marshmallow accepts is accepted as well, just later.
Nested schemas have the same `load`, so on the slow way only the members that are wrong are slow.

Why both agree. Fields of this service call the same reader on both ways. For fields of marshmallow
the table `field_reader` says in one line each what they accept; a field or a validator without an
entry is an error when a schema is compiled, not a difference. `make` and the checks are the same
functions on both ways, called with the same values in the same order. A property in
`tests/unit/api/test_schemas.py` holds one way to the other, for every request schema, on right and
on mutilated bodies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from marshmallow import fields
from marshmallow.validate import Equal, Length, OneOf, Range

from service.api.schemas.errors import bounds, choices, factor
from service.api.schemas.fields import (
    Alternatives,
    BoundedList,
    CustomField,
    InvalidValue,
    MultipleOf,
    Reader,
    StrictBoolean,
)
from service.belote.cards import Deck

if TYPE_CHECKING:
    from service.api.schemas.base import RequestSchema


def schema_reader(schema: RequestSchema[Any], deck: Deck) -> Reader[Any]:
    """Return the reader of the objects of a schema, for requests about one deck."""
    readers = {name: field_reader(field, deck) for name, field in schema.fields.items()}
    build = schema.build

    def read(value: Any) -> Any:
        if type(value) is not dict:
            raise InvalidValue
        values = {}
        for name, one in value.items():
            read_member = readers[name]
            if one is not None:
                values[name] = read_member(one)
        return build(values)

    return read


def field_reader(field: fields.Field[Any], deck: Deck) -> Reader[Any]:
    """Return the reader of a field. Raises: TypeError for a field or validator without an entry."""
    for validator in field.validators:
        if not isinstance(validator, VALIDATORS):
            raise TypeError(f"no reader checks {validator!r} of {field!r}")
    for kind in type(field).__mro__:
        if kind in READERS:
            return READERS[kind](field, deck)
    raise TypeError(f"no reader for {field!r}")


VALIDATORS = (Equal, Length, MultipleOf, OneOf, Range)
"""The validators that the readers take into account."""


def _custom(field: CustomField[Any], deck: Deck) -> Reader[Any]:
    return field.reader(deck)


def _word(field: fields.Field[Any], deck: Deck) -> Reader[str]:
    return {word: word for word in choices(field)}.__getitem__


def _member_of_enum(field: Any, deck: Deck) -> Reader[Any]:
    return {member.value: member for member in field.enum}.__getitem__


def _boolean(field: StrictBoolean, deck: Deck) -> Reader[bool]:
    allowed = [one.comparable for one in field.validators if isinstance(one, Equal)]
    allowed = allowed or [True, False]

    def read(value: Any) -> bool:
        if type(value) is bool and value in allowed:
            return value
        raise InvalidValue

    return read


def _integer(field: fields.Integer, deck: Deck) -> Reader[int]:
    (low, high), step = bounds(field), factor(field)

    def read(value: Any) -> int:
        if type(value) is int and low <= value <= high and not value % step:
            return value
        raise InvalidValue

    return read


def _list(field: BoundedList[Any], deck: Deck) -> Reader[list[Any]]:
    low, high, read_member = field.low, field.high, field_reader(field.inner, deck)

    def read(value: Any) -> list[Any]:
        if type(value) is list and low <= len(value) <= high:
            return [read_member(one) for one in value]
        raise InvalidValue

    return read


def _nested(field: Any, deck: Deck) -> Reader[Any]:
    return schema_reader(field.schema, deck)


def _alternatives(field: Alternatives, deck: Deck) -> Reader[Any]:
    if field.by_tag:
        return _discriminated(field, deck)
    readers = {schema: schema_reader(schema, deck) for schema in field.schemas}
    schema_for = field.schema_for
    return lambda value: readers[schema_for(value)](value)


def _discriminated(field: Alternatives, deck: Deck) -> Reader[Any]:
    """Return the reader of objects of several forms.

    Of those that hold strings alone there are few different ones that are right, such as a card
    played by a seat, and their values are frozen: each is made once.
    """
    tag = field.discriminator
    assert tag is not None  # noqa: S101 - with forms by their tag there is one
    reader_of = {name: schema_reader(schema, deck) for name, schema in field.by_tag.items()}

    @lru_cache(maxsize=OBJECTS_KEPT)
    def read_strings(items: tuple[tuple[str, str], ...]) -> Any:
        value = dict(items)
        return reader_of[value[tag]](value)

    def read(value: Any) -> Any:
        if type(value) is not dict:
            raise InvalidValue
        for one in value.values():
            if type(one) is not str:
                return reader_of[value[tag]](value)
        return read_strings(tuple(value.items()))

    return read


OBJECTS_KEPT = 1024
"""Values of objects of strings that a reader keeps; it keeps none that is refused."""


READERS: Mapping[type[fields.Field[Any]], Callable[[Any, Deck], Reader[Any]]] = MappingProxyType(
    {
        CustomField: _custom,
        fields.String: _word,
        fields.Enum: _member_of_enum,
        StrictBoolean: _boolean,
        fields.Integer: _integer,
        BoundedList: _list,
        Alternatives: _alternatives,
        fields.Nested: _nested,
    }
)
"""For each type of field: its reader for a deck."""
