"""Objects of several forms, which one member tells apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from flask import Blueprint, Flask, Response, jsonify
from marshmallow import ValidationError, fields
from openapi_spec_validator import OpenAPIV31SpecValidator

from service.api import operations as recorded
from service.api.schemas.answers.common import AnswerSchema
from service.api.schemas.base import RequestSchema, faults_in
from service.api.schemas.body import BodySchema
from service.api.schemas.donnes import seat_field
from service.api.schemas.fields import BoundedList, CardsField, described
from service.api.schemas.rules import DEFAULT_RULES, NamedRules
from service.api.schemas.unions import Discriminated, constant
from service.app import create_app
from service.belote.cards import Cards, Deck
from service.belote.table import Seat
from service.config import Config
from tools.openapi import build
from tools.openapi.build import document
from tools.openapi.examples import EXAMPLES, Example


@dataclass(frozen=True)
class Dealt:
    """A deal."""

    seat: Seat


@dataclass(frozen=True)
class Shown:
    """Cards that were shown."""

    seat: Seat
    cards: Cards


class _MomentSchema(RequestSchema[Any]):
    seat = seat_field(required=True, **described("Who."))

    def make(self, values: dict[str, Any]) -> Any:
        values.pop("type")
        return super().make(values)


class DealtSchema(_MomentSchema):
    """The cards are dealt."""

    factory = Dealt
    title = "Dealt"
    type = constant("dealt", "The cards are dealt.")


class ShownSchema(_MomentSchema):
    """Cards are shown."""

    factory = Shown
    title = "Shown"
    type = constant("shown", "Cards are shown.")
    cards = CardsField(1, 8, required=True, **described("Those cards."))


class MomentField(Discriminated):
    """What happened."""

    discriminator = "type"
    forms = (DealtSchema, ShownSchema)


@dataclass(frozen=True)
class Moments:
    """What happened, in order."""

    deck: Deck
    moments: list[Any]
    last: Any = None
    rules: NamedRules = DEFAULT_RULES


class MomentsSchema(BodySchema[Moments]):
    """What happened, in order."""

    factory = Moments
    title = "Moments"
    moments = BoundedList(
        MomentField(), 0, 3, "declarations", required=True, **described("In order.")
    )
    last = MomentField(**described("The last one."))


SCHEMA = MomentsSchema()
DEALT = {"type": "dealt", "seat": "N"}
SHOWN = {"type": "shown", "seat": "W", "cards": ["AS"]}


def body(*moments: Any, **more: Any) -> dict[str, Any]:
    return {"deck": "french", "moments": [*moments], **more}


def test_each_object_is_loaded_by_the_schema_that_it_names() -> None:
    loaded = SCHEMA.load(body(DEALT, SHOWN, last=DEALT))
    [dealt, shown] = loaded.moments
    assert dealt == loaded.last == Dealt(Seat.N)
    assert isinstance(shown, Shown)
    assert shown.cards.bit_count() == 1


FAULTS: Mapping[str, tuple[Any, list[tuple[str, tuple[Any, ...]]]]] = {
    "no_object": (7, [("invalid_value", ())]),
    "no_type": ({"seat": "N"}, [("missing_field", ("type",))]),
    "null": ({"type": None}, [("invalid_value", ("type",))]),
    "unknown_type": ({"type": "sung", "seat": "N"}, [("invalid_value", ("type",))]),
    "a_type_that_is_no_text": ({"type": ["dealt"]}, [("invalid_value", ("type",))]),
    "an_unknown_name_besides": (
        {"type": "sung", "cards": 7, "tune": "C"},
        [("invalid_value", ("type",)), ("unknown_field", ("tune",))],
    ),
    "a_member_of_another_type": (DEALT | {"cards": ["AS"]}, [("unknown_field", ("cards",))]),
    "a_member_too_few": ({"type": "shown", "seat": "N"}, [("missing_field", ("cards",))]),
    "a_wrong_member": (DEALT | {"seat": "X"}, [("invalid_value", ("seat",))]),
}


@pytest.mark.parametrize("name", FAULTS)
def test_an_object_is_refused_with_the_faults_of_its_own_form(name: str) -> None:
    sent, expected = FAULTS[name]
    for at, refused in ((("moments", 1), body(DEALT, sent)), (("last",), body(last=sent))):
        found = [(fault.code, fault.path) for fault in faults_in(SCHEMA, refused)]
        assert found == [(code, (*at, *path)) for code, path in expected]


def test_an_unknown_form_is_told_those_that_there_are() -> None:
    [fault] = faults_in(SCHEMA, body({"type": "sung"}))
    assert fault.params == {"expected": "one_of", "choices": ["dealt", "shown"]}


def test_an_unknown_name_is_told_those_of_every_form_where_the_form_is_unknown() -> None:
    _, fault = faults_in(SCHEMA, body({"type": "sung", "tune": "C"}))
    assert fault.params["choices"] == ["seat", "type", "cards"]


def test_null_is_as_good_as_left_out_where_the_field_is_optional() -> None:
    assert SCHEMA.load(body(last=None)).last is None
    with pytest.raises(ValidationError):
        SCHEMA.load(body(None))


class MomentCountSchema(AnswerSchema):
    """How many there were."""

    count = fields.Integer(metadata={"description": "Of the moments."})


def test_a_union_is_a_component_with_a_discriminator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(build.TAGS, "moments", "What happened when.")
    example = Example("made_up.count", "two", "Two moments", body(DEALT, SHOWN))
    made = document(with_moments(), EXAMPLES | {example.endpoint: {example.name: example}})
    assert list(OpenAPIV31SpecValidator(made).iter_errors()) == []
    schemas = made["components"]["schemas"]
    assert schemas["Moment"] == {
        "description": "What happened.",
        "oneOf": [{"$ref": f"#/components/schemas/{name}"} for name in ("Dealt", "Shown")],
        "discriminator": {
            "propertyName": "type",
            "mapping": {
                "dealt": "#/components/schemas/Dealt",
                "shown": "#/components/schemas/Shown",
            },
        },
    }
    assert schemas["Dealt"]["properties"]["type"] == {
        "type": "string",
        "const": "dealt",
        "description": "The cards are dealt.",
    }
    assert set(schemas["Shown"]["required"]) == {"type", "seat", "cards"}
    items = schemas["Moments"]["properties"]["moments"]["items"]
    assert items == {"$ref": "#/components/schemas/Moment"}


def with_moments() -> Flask:
    """Return an application with an operation that takes moments."""
    blueprint = Blueprint("made_up", __name__)
    operation = recorded.Operation(
        request_schema=MomentsSchema,
        response_schema=MomentCountSchema,
        problems=recorded.BODY_PROBLEMS,
    )

    @blueprint.post("/v1/moments/count")
    @recorded.documented(operation)
    def count() -> Response:
        """Count moments.

        All of them.
        """
        return jsonify(count=2)

    app = create_app(Config())
    app.register_blueprint(blueprint)
    return app
