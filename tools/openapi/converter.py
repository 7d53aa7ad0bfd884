"""Fields and schemas of marshmallow as JSON Schema, with every list of values by its name."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from enum import Enum
from types import MappingProxyType
from typing import Any

from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from marshmallow import EXCLUDE, INCLUDE, Schema, fields, validate

from service.api.schemas.answers.common import OneOfFields, OneOfSchemas
from service.api.schemas.audits import LogsField
from service.api.schemas.base import RequestSchema, Variant
from service.api.schemas.fields import (
    Alternatives,
    CustomField,
    DeckField,
    MultipleOf,
    NotationField,
    StrictBoolean,
    SwitchField,
)
from service.api.schemas.parameters import Omittable
from service.api.schemas.vocabulary import (
    CHOICES,
    DeckName,
    Notation,
    component_description,
    component_name,
    switch_meaning,
)
from tools.openapi.meanings import meanings
from tools.openapi.params import params
from tools.openapi.request_fields import json_schema, list_of

Json = dict[str, Any]


def ref(name: str) -> Json:
    """Return a reference to a component."""
    return {"$ref": f"#/components/schemas/{name}"}


def paragraphs(docstring: str | None) -> list[str]:
    """Return the paragraphs of a docstring, each in one line."""
    return [" ".join(one.split()) for one in inspect.cleandoc(docstring or "").split("\n\n")]


def schema_name(schema: Any) -> str:
    """Return the name of the component of a schema, given as a class or an instance."""
    kind = schema if isinstance(schema, type) else type(schema)
    name: str = getattr(kind, "title", None) or kind.__name__.removesuffix("Schema")
    return name


class Converter(OpenAPIConverter):
    """A converter that describes schemas by their docstrings, and enums and unions by reference."""

    def schema2jsonschema(self, schema: Schema | type[Schema]) -> Json:
        """Return the JSON Schema of a marshmallow schema."""
        found: Json = super().schema2jsonschema(schema)  # type: ignore[no-untyped-call]  # apispec's
        instance = schema() if isinstance(schema, type) else schema
        if instance.__doc__:
            found = {"description": "\n\n".join(paragraphs(instance.__doc__))} | found
        if instance.unknown != EXCLUDE:
            found["additionalProperties"] = instance.unknown == INCLUDE
        if not getattr(instance, "variants", ()):
            return found
        assert isinstance(instance, RequestSchema)
        return {"description": found["description"], **self._one_of_variants(instance, found)}

    def _one_of_variants(self, schema: RequestSchema[Any], whole: Json) -> Json:
        """Return the choice between the forms of a schema. `whole`: what is said of all together.

        They exclude each other, yet are `anyOf`: linters see that only where a constant tells.
        """
        name = schema_name(schema)
        forms = [
            self._component(one.prefix + name, self._of_variant(schema, whole, one))
            for one in schema.variants
        ]
        return {"anyOf": forms}

    def _of_variant(self, schema: RequestSchema[Any], whole: Json, variant: Variant) -> Json:
        members = {
            **whole["properties"],
            **{name: self._there(schema.fields[name]) for name in variant.required},
            **{name: _not_there(schema.fields[name]) for name in variant.absent},
        }
        required = sorted({*whole.get("required", ()), *variant.required})
        changed = {"description": variant.description, "properties": members, "required": required}
        return whole | changed

    def _there(self, field: fields.Field[Any]) -> Json:
        """Return the JSON Schema of a field in a form that it makes."""
        required = copy(field)
        required.allow_none = False
        if isinstance(field, StrictBoolean):
            required.validators = [validate.Equal(True)]
        return self.field2property(required)

    def field2property(self, field: fields.Field[Any]) -> Json:
        """Return the JSON Schema of a field."""
        make = next((make for kind, make in SCHEMAS_OF.items() if isinstance(field, kind)), None)
        if make:
            found = _or_null(make(self, field), field)
        elif "component" in field.metadata:
            found = _or_null(ref(field.metadata["component"]), field)
        elif constant := _constant(field):
            kind = super().field2property(field)["type"]
            found = _or_null({"type": kind[0] if field.allow_none else kind, **constant}, field)
        else:
            found = _wide(_without_tuple(super().field2property(field))) | _multiple(field)
        return found | _description(field)

    def of_omittable(self, field: Omittable) -> Json:
        """Return the JSON Schema of a parameter that may be left out.

        That it may be empty as well is not described: generators would make a text of every enum.
        """
        inner = field.inner
        if isinstance(inner, OneOfFields):
            return {"anyOf": [*map(self.field2property, inner.members)]}
        return self.field2property(inner)

    def of_boolean(self, field: StrictBoolean) -> Json:
        """Return the JSON Schema of true, of false, or of both."""
        match _constant(field):
            case {"const": False}:
                return ref("No")
            case constant:
                return {"type": "boolean", **constant}

    def of_switch(self, name: str) -> Json:
        """Return the JSON Schema of a switch of the rules."""
        if name in CHOICES:
            return self.of_enum(CHOICES[name])
        return {"type": "boolean", "description": switch_meaning(name)}

    def of_enum(self, enum: type[Enum]) -> Json:
        """Return a reference to the component of an enum, which is made if it is not there."""
        values = [one.value for one in enum]
        kind = "string" if all(isinstance(one, str) for one in values) else "integer"
        schema: Json = {
            "type": kind,
            "description": component_description(enum),
            "enum": values,
        }
        if found := meanings(enum):
            schema["x-enum-descriptions"] = found
        if of_codes := params(enum):
            schema["x-params"] = of_codes
        return self._component(component_name(enum), schema)

    def of_union(
        self, union: type[Alternatives | OneOfSchemas], schemas: Iterable[Schema | type[Schema]]
    ) -> Json:
        """Return a reference to the component of a union, which is made if it is not there."""
        instances = [one() if isinstance(one, type) else one for one in schemas]
        discriminator = getattr(union, "discriminator", None)
        forms = {one: self._forms_of(one, whole=bool(discriminator)) for one in instances}
        told_apart = _discriminator(discriminator, forms)
        keyword = "oneOf" if told_apart or issubclass(union, OneOfSchemas) else "anyOf"
        schema: Json = {
            "description": "\n\n".join(paragraphs(union.__doc__)),
            keyword: [form for of_one in forms.values() for form in of_one],
            **told_apart,
        }
        return self._component(union.__name__.removesuffix("Field"), schema)

    def of_logs(self, field: LogsField) -> Json:
        """Return the JSON Schema of a list of donne logs."""
        log = self.resolve_nested_schema(field.inner)  # type: ignore[no-untyped-call]  # apispec's
        return list_of(log, field.low, field.high)

    def of_fields(self, union: type[OneOfFields]) -> Json:
        """Return a reference to the component of a union of fields, which is made if need be."""
        schema = {
            "description": "\n\n".join(paragraphs(union.__doc__)),
            "anyOf": [self.field2property(one) for one in union.members],
        }
        return self._component(union.__name__.removesuffix("Field"), schema)

    def _forms_of(self, schema: Schema, *, whole: bool) -> list[Json]:
        """Return references to the forms of a schema: its variants, else itself.

        `whole`: itself in any case, as a member tells the schemas apart.
        """
        if whole or not getattr(schema, "variants", ()):
            return [self.resolve_nested_schema(schema)]  # type: ignore[no-untyped-call]  # apispec's
        forms: list[Json] = self.schema2jsonschema(schema)["anyOf"]
        return forms

    def _component(self, name: str, schema: Json) -> Json:
        if name not in self.spec.components.schemas:
            self.spec.components.schema(name, schema)
        assert self.spec.components.schemas[name] == schema, f"two components are called {name}"
        return ref(name)


SCHEMAS_OF: Mapping[type[fields.Field[Any]], Callable[[Converter, Any], Json]] = MappingProxyType(
    {
        DeckField: lambda converter, field: converter.of_enum(DeckName),
        NotationField: lambda converter, field: converter.of_enum(Notation),
        SwitchField: lambda converter, field: converter.of_switch(str(field.name)),
        LogsField: Converter.of_logs,
        CustomField: lambda converter, field: json_schema(field),
        Alternatives: lambda converter, field: converter.of_union(type(field), field.schemas),
        OneOfSchemas: lambda converter, field: converter.of_union(type(field), field.schemas),
        OneOfFields: lambda converter, field: converter.of_fields(type(field)),
        Omittable: Converter.of_omittable,
        StrictBoolean: Converter.of_boolean,
        fields.Enum: lambda converter, field: converter.of_enum(field.enum),
    }
)
"""For each type of field that apispec does not describe as this API does: its JSON Schema.

The first type that a field is an instance of is taken; null and descriptions are added for all.
"""


class Plugin(MarshmallowPlugin):
    """apispec's plugin for marshmallow, with this converter."""

    Converter = Converter


def _discriminator(name: str | None, forms: Mapping[Schema, list[Json]]) -> Json:
    """Return what tells the forms of a union apart, where a member does."""
    if name is None:
        return {}
    mapping = {_constant(one.fields[name])["const"]: form["$ref"] for one, [form] in forms.items()}
    return {"discriminator": {"propertyName": name, "mapping": mapping}}


def _not_there(field: fields.Field[Any]) -> Json:
    """Return the JSON Schema of a field in a form that excludes it."""
    or_false = {"anyOf": [ref("No"), {"type": "null"}]}
    nothing = or_false if isinstance(field, StrictBoolean) else ref("Absent")
    return {**nothing, "description": "Not in this form: left out."}


def _or_null(schema: Json, field: fields.Field[Any]) -> Json:
    """Return the JSON Schema of a field whose values other than null have `schema`."""
    if not field.allow_none:
        return schema
    if set(schema) == {"anyOf"}:
        return {"anyOf": [*schema["anyOf"], {"type": "null"}]}
    if "type" in schema and "const" not in schema:
        return schema | {"type": [schema["type"], "null"]}
    return {"anyOf": [schema, {"type": "null"}]}


def _without_tuple(schema: Json) -> Json:
    """Return a JSON Schema without the least length of a list that has one length only."""
    if "minItems" in schema and schema["minItems"] == schema.get("maxItems"):
        return {key: one for key, one in schema.items() if key != "minItems"}
    return schema


def _wide(schema: Json) -> Json:
    """Return a JSON Schema with the format of integers that 32 bits do not hold."""
    return schema | ({"format": "int64"} if schema.get("maximum", 0) > LARGEST_INT32 else {})


LARGEST_INT32 = 2**31 - 1


def _constant(field: fields.Field[Any]) -> Json:
    constants = [one.comparable for one in field.validators if isinstance(one, validate.Equal)]
    return {"const": constants[0]} if constants else {}


def _multiple(field: fields.Field[Any]) -> Json:
    factors = [one.factor for one in field.validators if isinstance(one, MultipleOf)]
    return {"multipleOf": factors[0]} if factors else {}


def _description(field: fields.Field[Any]) -> Json:
    described = field.metadata.get("description")
    length = getattr(field, "high", None)
    if described and length is not None and length == getattr(field, "low", None):
        described = f"{described} Exactly {length}."
    return {"description": described} if described else {}
