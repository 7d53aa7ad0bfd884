"""Fields for objects of several forms, which one member tells apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from marshmallow import EXCLUDE, fields
from marshmallow.validate import Equal, OneOf

from service.api.schemas.base import RequestSchema
from service.api.schemas.fields import Alternatives, InvalidValue, described


def constant(value: str, description: str) -> fields.String:
    """Return a required field for a text that is always the same."""
    return fields.String(required=True, validate=Equal(value), **described(description))


class UntaggedSchema(RequestSchema[Any]):
    """An object whose form is unknown: any name of any form may stand in it."""

    names: Sequence[str] = ()

    class Meta:
        """Options of marshmallow."""

        unknown = EXCLUDE

    @property
    def known_names(self) -> Sequence[str]:
        return self.names

    def make(self, values: dict[str, Any]) -> Any:
        raise InvalidValue


class Discriminated(Alternatives):
    """An object that is loaded by the schema whose constant its member `discriminator` holds.

    A subclass is a union with a name: its class without `Field`. Each of `forms` has the member
    `discriminator` as a `constant`, and the constants differ. An object without that member, or
    with another value, is refused for it and for names that no form has.
    """

    discriminator: ClassVar[str]
    forms: ClassVar[tuple[type[RequestSchema[Any]], ...]]

    def __init__(self, **options: Any) -> None:
        super().__init__(*self.forms, **options)
        self.by_tag = {self.tag_of(schema): schema for schema in self.schemas}
        self.untagged = self._untagged()

    def tag_of(self, schema: RequestSchema[Any]) -> str:
        """Return the constant by which a schema is chosen."""
        [only] = schema.fields[self.discriminator].validators
        assert isinstance(only, Equal)  # noqa: S101 - what this class asks of its forms
        return str(only.comparable)

    def _untagged(self) -> RequestSchema[Any]:
        """Return the schema of an object whose form is unknown, which it always refuses."""
        tag = fields.String(required=True, validate=OneOf(list(self.by_tag)))
        schema = UntaggedSchema.from_dict({self.discriminator: tag}, name="UntaggedSchema")()
        assert isinstance(schema, UntaggedSchema)  # noqa: S101 - marshmallow promises less than it does
        schema.example = f'{{"{self.discriminator}": …}}'
        schema.error_messages["type"] = schema.not_an_object()  # type: ignore[assignment]  # as in the base
        schema.names = list(dict.fromkeys(name for one in self.schemas for name in one.known_names))
        return schema

    def schema_for(self, value: Any) -> RequestSchema[Any]:
        tag = value.get(self.discriminator) if isinstance(value, dict) else None
        return self.by_tag.get(tag, self.untagged) if isinstance(tag, str) else self.untagged
