"""What the schemas of all requests have in common, and how a request is loaded by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar, cast

from marshmallow import Schema, ValidationError, fields, post_load, pre_load

from service.api.problems import LOOKED_FOR, Fault, refuse
from service.api.schemas.errors import choices_or_none, faults_of_schema
from service.api.schemas.fast import schema_reader
from service.api.schemas.fields import VALIDATION_EXCEPTIONS, DeckContext, Reader, expected
from service.belote.cards import Deck

T = TypeVar("T")


class Variant(NamedTuple):
    """A closed form of an object, which openapi.yaml describes by a component of its own.

    `prefix`: what the name of the component has before the title of the schema. `required`: the
    fields that make the form, besides those that the schema requires; a boolean must be true.
    `absent`: those that cannot stand in it; a boolean may be false.
    """

    prefix: str
    description: str
    required: tuple[str, ...]
    absent: tuple[str, ...] = ()


class RequestSchema(Schema, Generic[T]):
    """A schema that loads an object into a value.

    A field that is not required may be null, which is the same as left out; then the default of
    the value's type holds. `fast` explains the override of `load`.
    """

    factory: Callable[..., T]
    """Makes the value from the loaded fields, by name."""

    title: str | None = None
    """The name of the schema in openapi.yaml; None: that of its class without `Schema`."""

    variants: ClassVar[tuple[Variant, ...]] = ()
    """The forms of its objects, where fields exclude each other; exactly one fits an object."""

    elsewhere: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """Fields that objects do not have, but something near them: why, as `unknown_field` says it."""

    also_called: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """Fields by another name under which they are likely to be sent."""

    example: str = "{…}"
    """An object in JSON, as the fault of a value that is none shows it."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.error_messages = cast(Any, self.error_messages | {"type": self.not_an_object()})
        self._readers: dict[tuple[str, str | None], Reader[T]] = {}

    def not_an_object(self) -> Fault:
        """Return the fault of a value that is no object."""
        return expected("object", example=self.example)

    @property
    def known_names(self) -> Sequence[str]:
        """The names of all fields, as the fault of an unknown one lists them."""
        return list(self.fields)

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:
        """Set what null means for a field, and the faults of one that is missing or null."""
        field_obj.allow_none = not field_obj.required
        allowed = choices_or_none(field_obj)
        among: dict[str, Any] = {} if allowed is None else {"choices": allowed}
        own = {
            "required": [Fault("missing_field", (), {"field": field_name, **among})],
            "null": [expected("not_null_of", **among) if among else expected("not_null")],
        }
        # A new dictionary: the copies of a field that schemas make share theirs.
        field_obj.error_messages = cast(dict[str, Any], {**field_obj.error_messages, **own})

    def make(self, values: dict[str, Any]) -> T:
        """Return the value of an object whose fields are right.

        `values`: the loaded fields that are not null, in the order sent; they may be changed.
        Raises: one of `VALIDATION_EXCEPTIONS` where fields are missing or exclude each other.
        """
        return self.factory(**values)

    def build(self, values: dict[str, Any]) -> T:
        """Return what `make` makes, after all checks. Raises: as `make`."""
        return self.make(values)

    @pre_load
    def _limit_names(self, data: Any, **_: Any) -> Any:
        """Leave out the unknown names of an object beyond those that can be reported."""
        if not isinstance(data, dict) or len(data) <= LOOKED_FOR:
            return data
        unknown = islice((name for name in data if name not in self.fields), LOOKED_FOR)
        kept = {*self.fields, *unknown}
        return {name: one for name, one in data.items() if name in kept}

    @post_load(pass_original=True)
    def _make(self, data: dict[str, Any], original: Mapping[str, Any], **_: Any) -> T:
        return self.make(in_order_sent(data, original))

    def deck_of(self, data: Any) -> Deck | None:
        """Return the deck that an object is about, None where it is unknown."""
        return DeckContext.get(None)

    def load(self, data: Any, **options: Any) -> T:
        """Load an object, by `fast` where it is well formed. Raises: ValidationError.

        The options are those of marshmallow; where one is set, the fast way is not taken.
        """
        deck = self.deck_of(data)
        if deck is not None and not any(options.values()):
            try:
                return self._reader(deck)(data)
            except VALIDATION_EXCEPTIONS:
                pass  # marshmallow finds what is wrong
        with DeckContext(deck):
            return cast(T, super().load(data, **options))

    def _reader(self, deck: Deck) -> Reader[T]:
        """Return the reader for a deck, compiled once."""
        spelling = deck.name, deck.notation
        try:
            return self._readers[spelling]
        except KeyError:
            return self._readers.setdefault(spelling, schema_reader(self, deck))


def in_order_sent(data: Mapping[str, Any], original: Mapping[str, Any]) -> dict[str, Any]:
    """Return the loaded fields that are not null, in the order sent."""
    return {name: data[name] for name in original if data.get(name) is not None}


def faults_in(schema: RequestSchema[Any], body: Any) -> Iterator[Fault]:
    """Yield what is wrong with a body, in an order that depends on the body alone."""
    try:
        schema.load(body)
    except ValidationError as error:
        yield from faults_of_schema(schema, error.messages_dict, body)


def load_request(schema: RequestSchema[T], body: Any) -> T:
    """Return the request that a body holds. Raises: Problem, with every fault of the body."""
    try:
        return schema.load(body)
    except ValidationError as error:
        raise refuse(faults_of_schema(schema, error.messages_dict, body)) from None
