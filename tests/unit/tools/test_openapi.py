"""openapi.yaml is what the code says it is, valid, and true of the answers."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from subprocess import PIPE
from typing import Any

import pytest
from flask import Blueprint, Flask, Response, jsonify, request
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from marshmallow import Schema, fields
from openapi_spec_validator import OpenAPIV31SpecValidator
from werkzeug.test import TestResponse

from service.api import operations as recorded
from service.api.i18n import DEFAULT, LANGUAGES
from service.api.negotiation import supported
from service.api.problem_documents import DOCS, problem_document
from service.api.problems import STATUS_OF
from service.api.schemas.answers.common import AnswerSchema
from service.api.schemas.vocabulary import camel_case
from service.app import create_app
from service.belote.cards import DECKS
from service.belote.presets import PRESETS
from service.config import Config
from tests.support.bodies import BODIES, DONNES, spoiled
from tests.support.client import Json, answered, ask, get, post, told
from tests.support.contract import (
    COMMITTED,
    COMPONENTS,
    DOCUMENT,
    ROOT,
    Operation,
    misfits,
    operations,
)
from tests.support.made_up_document import DECK, LANGUAGE, PRESET, SWITCH, VALUES
from tests.support.profiles import examples
from tools.openapi import build
from tools.openapi.build import MissingExampleError, document, document_text
from tools.openapi.examples import EXAMPLES, REQUEST_ID, UNASKED, Example

OPERATIONS = list(operations())
PROBLEM = "application/problem+json"


def name(one: Operation) -> str:
    return f"{one.method} {one.path}"


every_operation = pytest.mark.parametrize("operation", OPERATIONS, ids=map(name, OPERATIONS))


# The document -----------------------------------------------------------------------------------


def test_the_committed_document_is_what_the_code_writes(app: Flask) -> None:
    """Made by `python -m tools.openapi.build`."""
    assert document_text(app) == COMMITTED.read_text(encoding="utf-8")


def test_the_service_serves_the_committed_document(client: FlaskClient) -> None:
    assert get(client, "/openapi.yaml").data == COMMITTED.read_bytes()


@pytest.mark.slow
def test_the_document_is_openapi_3_1() -> None:
    assert DOCUMENT["openapi"].startswith("3.1.")
    assert list(OpenAPIV31SpecValidator(DOCUMENT).iter_errors()) == []


def references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from references(one)


def test_every_component_is_used_and_every_reference_leads_to_one() -> None:
    there = {f"#/components/{kind}/{one}" for kind, ones in COMPONENTS.items() for one in ones}
    assert set(references(DOCUMENT)) == there


def test_the_document_names_no_host() -> None:
    assert "://" not in COMMITTED.read_text(encoding="utf-8")


# For clients that are generated ------------------------------------------------------------------


def parts(schema: Any) -> Iterator[Json]:
    """Yield the schemas inside a schema, however deep."""
    members = schema.values() if isinstance(schema, dict) else schema
    for member in members:
        if isinstance(member, dict):
            yield member
        if isinstance(member, dict | list):
            yield from parts(member)


def is_described(schema: Json) -> bool:
    """Whether a schema has a description, or refers to one that has."""
    if "$ref" in schema:
        return is_described(COMPONENTS["schemas"][schema["$ref"].rpartition("/")[2]])
    return "description" in schema or any(is_described(one) for one in schema.get("anyOf", ()))


every_schema = pytest.mark.parametrize("name", COMPONENTS["schemas"])


@every_schema
def test_a_component_is_described_with_its_members(name: str) -> None:
    schema = COMPONENTS["schemas"][name]
    assert schema["description"]
    assert [key for key, one in schema.get("properties", {}).items() if not is_described(one)] == []


@every_schema
def test_a_list_of_values_is_a_component_of_its_own(name: str) -> None:
    """So that no generator has to number it, and null and booleans are never among the values."""
    schema = COMPONENTS["schemas"][name]
    assert not [part for part in parts(schema) if "enum" in part]
    values = schema.get("enum", [])
    assert len({type(value) for value in values}) <= 1
    assert not {type(value) for value in values} & {bool, type(None)}


@every_schema
def test_a_value_of_a_list_is_described_beside_it_or_in_the_description(name: str) -> None:
    schema = COMPONENTS["schemas"][name]
    meanings = schema.get("x-enum-descriptions")
    if meanings is None:
        told = re.findall(r"\w+", schema["description"])
        assert [one for one in schema.get("enum", []) if str(one) not in told] == []
    else:
        assert len(meanings) == len(schema["enum"])
        assert all(meanings)


@every_schema
def test_an_object_has_named_members_or_members_of_one_type(name: str) -> None:
    """Generators know nothing of what else it holds, or number the types that they make of it."""
    schema = COMPONENTS["schemas"][name]
    for part in parts({name: schema}):
        assert part.get("additionalProperties") not in (True, {})
        assert part is schema or part.get("type") != "object" or "properties" not in part
        if part.get("type") == "array":
            assert not part["items"].keys() & {"minimum", "maximum", "pattern"}


@every_schema
def test_no_name_ends_in_a_number(name: str) -> None:
    """That is how generators and apispec tell apart what has no names of its own."""
    assert not name[-1].isdigit()


def test_the_values_of_reasons_are_those_of_the_rules(client: FlaskClient) -> None:
    listed = answered(get(client, "/v1/rules"))["codes"]
    assert COMPONENTS["schemas"]["ReasonCode"]["x-params"] == {
        code: {
            one["name"]: one["type"] + (" or null" if one["nullable"] else "")
            for one in form["params"]
        }
        for code, form in listed.items()
    }


@every_schema
def test_no_list_has_one_length_only(name: str) -> None:
    """Generators turn such a list into a tuple, which no list of a program fits."""
    for part in parts({name: COMPONENTS["schemas"][name]}):
        assert "minItems" not in part or part["minItems"] != part.get("maxItems")


# Headers ----------------------------------------------------------------------------------------


def an_example(operation: Operation) -> Json:
    """Return a request to an operation that is answered by 200."""
    shown = (asked for told, asked, _ in ANSWERS if told.startswith(name(operation) + " "))
    path = operation.path.replace("{deck}/{card}", "french/KH")
    return next(shown, {"method": operation.method, "path": path})


def headers_of(response: Json) -> set[str]:
    found = response["headers"]
    assert {one["$ref"] for one in found.values()} == {
        f"#/components/headers/{name}" for name in found
    }
    return set(found)


def test_an_answer_has_the_headers_that_are_documented(client: FlaskClient) -> None:
    """Of those that are documented anywhere."""
    for one in OPERATIONS:
        answer = ask(client, an_example(one))
        assert answer.status_code == 200
        sent = set(answer.headers.keys()) & set(COMPONENTS["headers"])
        assert sent == headers_of(one.told["responses"]["200"]), name(one)


def test_a_problem_has_the_headers_that_are_documented(client: FlaskClient) -> None:
    for code, example in COMPONENTS["examples"].items():
        if code in UNASKED:
            continue
        asked = example["x-request"]
        answer = ask(client, asked)
        sent = set(answer.headers.keys()) & set(COMPONENTS["headers"])
        for one in OPERATIONS:
            responses = one.told["responses"]
            response = responses.get(str(answer.status_code), responses["default"])
            assert sent - headers_of(response) <= {"Allow"}, code
            assert headers_of(response) - sent <= {"Retry-After"}, code


@every_operation
def test_a_language_is_documented_where_it_acts(client: FlaskClient, operation: Operation) -> None:
    asked = an_example(operation)
    parameters = {parameter_name(one) for one in operation.told["parameters"]}
    language = next(one for one in LANGUAGES if one != DEFAULT)
    by_header = ask(client, asked | {"headers": {"Accept-Language": language}})
    assert is_answered_in(by_header, language) == ("AcceptLanguage" in parameters)
    joint = "&" if "?" in asked["path"] else "?"
    by_query = ask(client, asked | {"path": f"{asked['path']}{joint}lang={language}"})
    assert is_answered_in(by_query, language) == ("lang" in parameters)


def is_answered_in(answer: TestResponse, language: str) -> bool:
    return answer.status_code == 200 and answer.headers.get("Content-Language") == language


def parameter_name(parameter: Json) -> str:
    """Return the name of the component of a parameter, or its own."""
    found: str = parameter.get("$ref", "").rpartition("/")[2] or parameter["name"]
    return found


# Operations that are added ------------------------------------------------------------------------


class GreetingRequestSchema(Schema):
    """Whom to greet."""

    name = fields.String(required=True, metadata={"description": "Of a player."})


class GreetingSchema(AnswerSchema):
    """A greeting."""

    greeting = fields.String(metadata={"description": "To be read out."})


def with_greetings() -> Flask:
    """Return an application with one operation more."""
    blueprint = Blueprint("made_up", __name__)

    @blueprint.post("/v1/greetings/new")
    @recorded.documented(
        recorded.Operation(
            request_schema=GreetingRequestSchema,
            response_schema=GreetingSchema,
            problems=(*recorded.BODY_PROBLEMS, "conflicting_fields"),
        )
    )
    def greet() -> Response:
        """Greet a player.

        In no language in particular.
        """
        return jsonify(greeting=f"Bonjour {request.get_json()['name']}")

    app = create_app(Config())
    app.register_blueprint(blueprint)
    return app


GREETING = Example("made_up.greet", "by_name", "Greet somebody", {"name": "Alice"})


@pytest.mark.slow
def test_an_operation_is_a_view_two_schemas_and_an_example(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(KeyError, match="greetings: no description in TAGS"):
        document(with_greetings(), EXAMPLES | {GREETING.endpoint: {GREETING.name: GREETING}})
    monkeypatch.setitem(build.TAGS, "greetings", "What one says first.")
    made = document(with_greetings(), EXAMPLES | {GREETING.endpoint: {GREETING.name: GREETING}})
    assert list(OpenAPIV31SpecValidator(made).iter_errors()) == []
    assert made["paths"].keys() - DOCUMENT["paths"].keys() == {"/v1/greetings/new"}
    operation = made["paths"]["/v1/greetings/new"]["post"]
    assert {"name": "greetings", "description": "What one says first."} in made["tags"]
    assert operation["tags"] == ["greetings"]
    assert (operation["operationId"], operation["summary"]) == ("greet", "Greet a player")
    assert operation["description"] == "In no language in particular."
    asked = operation["requestBody"]["content"]["application/json"]
    assert asked["examples"] == {"by_name": {"summary": GREETING.summary, "value": GREETING.body}}
    answer = operation["responses"]["200"]["content"]["application/json"]
    assert answer["examples"]["by_name"]["value"] == {"greeting": "Bonjour Alice"}
    assert "`conflicting_fields`" in operation["responses"]["422"]["description"]
    new = made["components"]["schemas"].keys() - COMPONENTS["schemas"].keys()
    assert {asked["schema"]["$ref"], answer["schema"]["$ref"]} == {
        f"#/components/schemas/{name}" for name in new
    }


def test_an_operation_without_an_example_is_named() -> None:
    with pytest.raises(MissingExampleError, match=r"^made_up\.greet has no example"):
        document(with_greetings())


def test_the_order_of_the_examples_does_not_matter(app: Flask) -> None:
    turned = dict(reversed(EXAMPLES.items()))
    assert document(app, turned) == DOCUMENT


@pytest.fixture(scope="module")
def made_up() -> Json:
    """Return the document of a service with one more notation, preset, switch and language."""
    command = [sys.executable, "-m", "tests.support.made_up_document"]
    found: Json = json.loads(subprocess.run(command, cwd=ROOT, stdout=PIPE, check=True).stdout)
    return found


@pytest.mark.slow
def test_a_deck_a_preset_a_switch_and_a_language_that_are_added_are_in_the_document(
    made_up: Json,
) -> None:
    schemas = made_up["components"]["schemas"]
    more = {
        name: [one for one in schema["enum"] if one not in COMPONENTS["schemas"][name]["enum"]]
        for name, schema in schemas.items()
        if "enum" in schema and name in COMPONENTS["schemas"]
    }
    labels = {"CardLabel": set(DECK.labels), "Rank": set(DECK.ranks), "SuitLetter": set(DECK.suits)}
    for name, known in labels.items():
        assert set(more.pop(name)) == known - set(COMPONENTS["schemas"][name]["enum"])
    assert {name: values for name, values in more.items() if values} == {
        "Notation": [DECK.notation],
        "Preset": [PRESET],
        "Language": [LANGUAGE],
    }
    new = schemas.keys() - COMPONENTS["schemas"].keys()
    assert {name: schemas[name]["enum"] for name in new} == {camel_case(SWITCH): list(VALUES)}
    assert SWITCH in schemas["RulesEcho"]["required"]
    assert all(re.fullmatch(schemas["Card"]["pattern"], label) for label in DECK.labels)
    assert f"`{LANGUAGE}`" in made_up["info"]["description"]


@pytest.mark.parametrize(
    ("parameter", "values"),
    [
        ("deck", [deck.name for deck in DECKS]),
        ("notation", [deck.notation for deck in DECKS if deck.notation]),
        ("preset", PRESETS),
        ("lang", LANGUAGES),
    ],
)
def test_a_parameter_has_every_value_that_there_is(parameter: str, values: Iterable[str]) -> None:
    found = [
        one
        for operation in OPERATIONS
        for one in operation.told.get("parameters", [])
        if one.get("name") == parameter
    ]
    assert found
    for one in found:
        assert one["description"]
        listed = [
            COMPONENTS["schemas"][reference.rpartition("/")[2]]["enum"]
            for reference in references(one)
        ]
        assert listed == [list(dict.fromkeys(values))]


@pytest.mark.parametrize(
    "wished", ["", "fr", "FR", "fr-FR", "es-419", "fr_FR", "fr-", "xx", "french", "fr-FR,en", "*"]
)
def test_a_language_that_is_described_is_one_that_is_taken(wished: str) -> None:
    schemas = [
        one["schema"]
        for operation in OPERATIONS
        for one in operation.told["parameters"]
        if one.get("name") == "lang"
    ]
    assert schemas
    for schema in schemas:
        validator = Draft202012Validator(schema | {"components": COMPONENTS})
        assert validator.is_valid(wished) == (supported(wished) is not None)


def test_generators_make_of_each_value_what_it_is() -> None:
    """No list is a set, no union has two lists, no enum of a query is a text."""
    schemas = COMPONENTS["schemas"]
    assert "uniqueItems" not in json.dumps(schemas)
    for name, one in schemas.items():
        lists = [form for form in one.get("anyOf", ()) if form.get("type") == "array"]
        assert len(lists) <= 1, name
    [deal] = [one for one in OPERATIONS if one.path == "/v1/deals/random"]
    query = {one["name"]: one["schema"] for one in deal.told["parameters"] if "name" in one}
    assert query["seed"]["format"] == "int64"
    assert query["dealer"]["$ref"] == "#/components/schemas/Seat"
    for form in ("Played", "SettledPlayed", "Won", "SettledWon"):
        assert "trump" in schemas[f"{form}DonneRequest"]["required"]
    assert "trump" not in schemas["CountedDonneRequest"]["required"]
    assert schemas["ResolveRequest"]["properties"]["hand"]["description"].endswith("Exactly 8.")


# Routes -----------------------------------------------------------------------------------------


def test_every_route_that_is_no_page_is_described_and_nothing_else(app: Flask) -> None:
    pages = {
        endpoint
        for endpoint, view in app.view_functions.items()
        if endpoint.startswith("pages.") and recorded.operation_of(view) is None
    }
    routes = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method)
        for rule in app.url_map.iter_rules()
        if rule.endpoint not in pages
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS", "QUERY"}
    }
    assert {(one.path, one.method) for one in OPERATIONS} == routes


@every_operation
def test_an_operation_says_what_it_is_for(operation: Operation) -> None:
    told = operation.told
    assert told["summary"]
    assert told["description"].endswith(".")
    assert [tag["name"] for tag in DOCUMENT["tags"] if tag["name"] in told["tags"]] == told["tags"]
    variables = {one["name"] for one in told.get("parameters", []) if one.get("in") == "path"}
    assert variables == set(re.findall(r"\{(\w+)\}", operation.path))


def test_operations_have_names_of_their_own() -> None:
    names = [one.told["operationId"] for one in OPERATIONS]
    assert len(set(names)) == len(names)


# Examples ---------------------------------------------------------------------------------------


def examples_of_answers() -> Iterator[tuple[str, Json, Json]]:
    """Each example of a 200 with the request that it answers."""
    for one in OPERATIONS:
        _, content = one.answer
        bodies = one.told.get("requestBody", {}).get("content", {}).get("application/json", {})
        asked = {
            key: {"method": one.method, "path": one.path, "body": example["value"]}
            for key, example in bodies.get("examples", {}).items()
        }
        assert not asked or asked.keys() == content["examples"].keys()
        for key, example in content.get("examples", {}).items():
            yield f"{name(one)} {key}", asked.get(key) or example["x-request"], example


ANSWERS = list(examples_of_answers())


@pytest.mark.parametrize(
    ("asked", "example"), [one[1:] for one in ANSWERS], ids=[a for a, *_ in ANSWERS]
)
def test_an_example_is_answered_just_so(client: FlaskClient, asked: Json, example: Json) -> None:
    """Of long members the example has the first entries only, as many as it says."""
    answer = ask(client, asked)
    assert answer.status_code == 200, answer.text
    given: Json = answer.get_json()
    for member, shown in example.get("x-excerpt", {}).items():
        first = dict(list(given[member].items())[:shown])
        assert len(first) < len(given[member])
        given[member] = first
    assert given == example["value"]


def test_every_operation_has_an_example() -> None:
    shown = {one.rpartition(" ")[0] for one, *_ in ANSWERS}
    assert shown == {name(one) for one in OPERATIONS if one.answer[0] == "application/json"} - {
        one for one in map(name, OPERATIONS) if one.endswith("/metrics")
    }


@pytest.mark.parametrize("code", sorted(set(COMPONENTS["examples"]) - set(UNASKED)))
def test_an_example_of_a_problem_is_brought_about_by_its_request(
    client: FlaskClient, code: str
) -> None:
    example = COMPONENTS["examples"][code]
    answer = ask(client, example["x-request"])
    assert answer.status_code == STATUS_OF[code]
    assert answer.mimetype == PROBLEM
    assert answer.json == example["value"]


def problems_of_addresses() -> Iterator[tuple[str, Json]]:
    """Each example of a problem that stands in the answers of one GET alone."""
    for one in OPERATIONS:
        for response in one.told["responses"].values():
            shown = response.get("content", {}).get(PROBLEM, {}).get("examples", {})
            yield from ((code, example) for code, example in shown.items() if "$ref" not in example)


def test_an_example_of_a_problem_in_an_address_names_the_parameter(client: FlaskClient) -> None:
    found = list(problems_of_addresses())
    assert {code for code, _ in found} == {
        *("missing_field", "unknown_field", "invalid_value", "notation_not_allowed"),
        *("unknown_card", "unknown_suit", "duplicate_card", "wrong_number_of_cards"),
    }
    for code, example in found:
        answer = ask(client, example["x-request"])
        assert (answer.status_code, answer.json) == (STATUS_OF[code], example["value"])
        assert [one["code"] for one in told(answer)["errors"]] == [code]
        assert "parameter" in told(answer)["errors"][0]


@pytest.mark.parametrize("code", UNASKED)
def test_a_problem_that_no_request_brings_about_is_shown_as_it_would_be(code: str) -> None:
    example = COMPONENTS["examples"][code]
    assert "x-request" not in example
    about = {"docs": DOCS, "request_id": REQUEST_ID}
    assert example["value"] == problem_document(UNASKED[code], LANGUAGES[0], **about)


@every_operation
def test_every_example_fits_its_schema(operation: Operation) -> None:
    for status, response in operation.told["responses"].items():
        for content in response.get("content", {}).values():
            if "schema" not in content:
                assert "examples" not in content
                continue
            schema = content["schema"]["$ref"].rpartition("/")[2]
            for key, example in content.get("examples", {}).items():
                shown = COMPONENTS["examples"][key] if "$ref" in example else example
                assert misfits(shown["value"], schema) == [], (status, key)
    for content in operation.told.get("requestBody", {}).get("content", {}).values():
        schema = content["schema"]["$ref"].rpartition("/")[2]
        for key, example in content["examples"].items():
            assert misfits(example["value"], schema) == [], key


# Problems ---------------------------------------------------------------------------------------


def documented(operation: Operation) -> set[str]:
    """The codes of the problems that an operation is said to answer with."""
    return {
        code
        for response in operation.told["responses"].values()
        for code in response.get("content", {}).get(PROBLEM, {}).get("examples", {})
    }


@every_operation
def test_a_problem_is_documented_under_its_status(operation: Operation) -> None:
    for status, response in operation.told["responses"].items():
        for code in response.get("content", {}).get(PROBLEM, {}).get("examples", {}):
            assert status in (str(STATUS_OF[code]), "default")
            assert f"`{code}`" in response["description"] or status == "default"
    assert "method_not_allowed" in documented(operation)
    assert "internal_error" in documented(operation)


RIGHT = BODIES | DONNES
POSTED = {one.path: one for one in OPERATIONS if one.method == "POST"}


@pytest.mark.parametrize("path", POSTED)
def test_whatever_is_wrong_with_a_body_that_is_no_json_is_documented(
    client: FlaskClient, path: str
) -> None:
    for code, example in COMPONENTS["examples"].items():
        asked = example.get("x-request", {})
        if "text" in asked:
            size = 40 * len(asked["text"]) if code == "too_large" else 0
            answer = ask(client, asked | {"path": path, "text": asked["text"] + " " * size})
            assert told(answer)["code"] == code
            assert code in documented(POSTED[path])
    assert {"request_timeout", "bad_request"} <= documented(POSTED[path])


@pytest.mark.parametrize("path", POSTED)
@examples(50)
@given(data=st.data())
def test_whatever_is_wrong_in_a_body_is_documented(
    client: FlaskClient, path: str, data: st.DataObject
) -> None:
    answer = post(client, path, data.draw(spoiled(RIGHT[path])))
    assert answer.status_code in (200, 422)
    errors = told(answer)["errors"] if answer.status_code == 422 else []
    assert {one["code"] for one in errors} <= documented(POSTED[path])
    of_codes = COMPONENTS["schemas"]["FaultCode"]["x-params"]
    for one in errors:
        for name, value in one.get("params", {}).items():
            assert type(value) is PARAM_TYPES[of_codes[one["code"]][name]], one


PARAM_TYPES = {"string": str, "integer": int, "list": list}


GOTTEN = {
    "/v1/hands/{deck}/{cards}": [
        "/v1/hands/tarot/7S",
        "/v1/hands/french/7S?trump=X&notation=x&lang=x&x=1",
        "/v1/hands/french/7S,7S,x",
        "/v1/hands/spanish/7O?notation=francaise",
    ],
    "/problems": ["/problems?x=1", "/problems?lang=x"],
    "/problems/{code}": ["/problems/x", "/problems/not_found?x=1", "/problems/not_found?lang=x"],
    "/v1/rules": ["/v1/rules?x=1", "/v1/rules?lang=x", "/v1/rules?lang=fr&lang=fr"],
    "/healthz": ["/healthz?x"],
    "/openapi.yaml": ["/openapi.yaml?x"],
}


@pytest.mark.parametrize("path", GOTTEN)
def test_whatever_is_wrong_with_an_address_is_documented(client: FlaskClient, path: str) -> None:
    [operation] = [one for one in OPERATIONS if one.path == path and one.method == "GET"]
    for address in GOTTEN[path]:
        answer = get(client, address)
        if answer.status_code != 200:
            codes = {one["code"] for one in told(answer).get("errors", [told(answer)])}
            assert codes <= documented(operation)


@every_operation
def test_who_has_it_already_is_told_so_only_where_that_is_documented(
    client: FlaskClient, operation: Operation
) -> None:
    asked = an_example(operation)
    tag = ask(client, asked | {"body": asked.get("body", {})}).headers.get("ETag")
    assert ("304" in operation.told["responses"]) == (tag is not None)
