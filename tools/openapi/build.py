"""`openapi.yaml`, made from the schemas, the routes and the running code.

    python -m tools.openapi.build

Every example of an answer is what the service itself says to the example of a request.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
import yaml
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from flask import Flask

from service import __version__
from service.api.i18n import DEFAULT
from service.api.problem_documents import problem_document
from service.api.problems import STATUS_OF
from service.api.schemas import announcements, donnes
from service.api.schemas.fields import GameField, Shape, nullable
from service.belote.presets import PRESETS
from service.config import Config
from tools.files import replace_text
from tools.openapi.examples import ADDRESSES, EXAMPLES, PROBLEM_EXAMPLES, UNASKED, Example, ask
from tools.openapi.shapes import INVALID, SCHEMAS, Json, ref

TARGET = Path(__file__).parents[2] / "openapi.yaml"

DESCRIPTION = """\
The arbiter for belote announcements: it finds what a hand can announce, rules on what was declared,
and settles whose announcements count, with reasons that a player accepts.

Stateless and deterministic: the same request always gets the same answer. The French and the
Spanish deck are both at home; `deck` is always named, since `10`, `7` and `C` mean different cards
in the two. An optional field may be left out or null, which is the same. Texts are English, French
or Spanish: by `Accept-Language` where a body is sent, by `?lang=` in an address.

What takes POST takes QUERY (RFC 10008) as well, with the same answer; OpenAPI 3.1 cannot say so.

Every error is an RFC 9457 problem document, and all faults of a body come at once. A browser may
call from any origin.
"""


@dataclass(frozen=True, slots=True)
class Operation:
    """What the description says of one view; path and method come from its route."""

    tag: str
    summary: str
    description: str
    answer: str
    body: type[Shape[Any]] | None = None
    media_type: str = "application/json"
    problems: tuple[str, ...] = ()
    other_forms: tuple[str, ...] = ()
    cached: bool = False
    """Whether it answers 304 to who has the answer already."""


BODY_PROBLEMS = (
    "bad_request",
    "malformed_json",
    "duplicate_key",
    "number_out_of_range",
    "too_deep",
    "request_timeout",
    "too_large",
    "unsupported_media_type",
    "overloaded",
    "missing_field",
    "unknown_field",
    "invalid_value",
    "notation_not_allowed",
    "unknown_card",
    "unknown_suit",
    "duplicate_card",
    "wrong_number_of_cards",
)
DONNE_PROBLEMS = (
    "conflicting_fields",
    "inconsistent_points",
    "inconsistent_tricks",
    "inconsistent_leader",
    "inconsistent_belote",
)
GET_PROBLEMS = ("unknown_field", "invalid_value")

OPERATIONS: Mapping[str, Operation] = {
    "api.resolve_hand": Operation(
        tag="announcements",
        summary="What a hand can announce",
        description=(
            "The best set of announcements that share no card, every other set that leaves nothing "
            "out, and where a carré and a sequence want the same card."
        ),
        body=announcements.Resolve,
        answer="Resolution",
        problems=BODY_PROBLEMS,
    ),
    "api.resolve_batch": Operation(
        tag="announcements",
        summary="What each of many hands can announce",
        description=(
            "Up to 1000 hands, answered in order and without explanations. A fault inside a hand "
            "is that item's `error`; one bad hand spoils no other."
        ),
        body=announcements.Batch,
        answer="BatchResolution",
        problems=BODY_PROBLEMS,
    ),
    "api.get_hand": Operation(
        tag="announcements",
        summary="What a hand can announce, by address",
        description="The answer of `hands/resolve` under its own address, for links and caches.",
        answer="Resolution",
        problems=(
            "not_found",
            *GET_PROBLEMS,
            "notation_not_allowed",
            "unknown_card",
            "unknown_suit",
            "duplicate_card",
            "wrong_number_of_cards",
        ),
        cached=True,
    ),
    "api.validate_declared": Operation(
        tag="announcements",
        summary="Whether a player's declarations stand",
        description=(
            "Holds what a player declared against his hand. Each declaration is valid, or void for "
            "the first reason that applies; one that the cards disprove is flagged as false."
        ),
        body=announcements.Validate,
        answer="Validation",
        problems=BODY_PROBLEMS,
    ),
    "api.compare_declared": Operation(
        tag="announcements",
        summary="Whose announcements count",
        description=(
            "Rules on every declaration, then compares the strongest announcement of each team: "
            "points, carré over sequence, length, top card, trump. The first difference decides; "
            "without any, nothing counts. With a hand its seat's declarations are held against it; "
            "without, their cards are taken as held."
        ),
        body=announcements.Compare,
        answer="ComparisonAnswer",
        problems=(*BODY_PROBLEMS, "cards_or_hand_required"),
    ),
    "api.score_donne": Operation(
        tag="donnes",
        summary="The score of a donne",
        description=(
            "From the points as counted (`count`), from the piles of tricks (`won`) or from the "
            "whole play (`play`), with announcements as points, as declarations, or as the best "
            "of the hands. The score comes as lines: who counted what, and who marks it."
        ),
        body=donnes.ScoreShape,
        answer="DonneScore",
        problems=(*BODY_PROBLEMS, "cards_or_hand_required", *DONNE_PROBLEMS),
    ),
    "api.replay_donne": Operation(
        tag="donnes",
        summary="A play so far",
        description=(
            "Who is next, what he may play if his hand is known, who won what so far, and what "
            "the cards prove to have been played against the rules."
        ),
        body=donnes.ReplayShape,
        answer="Replay",
        problems=(*BODY_PROBLEMS, "conflicting_fields"),
    ),
    "api.score_game": Operation(
        tag="donnes",
        summary="The score sheet of a game",
        description=(
            "Up to 200 donnes in a row: running totals, what is carried from one to the next, the "
            "one pardon a team for a forgotten rebelote, and the winner. `Accept: text/csv` or "
            "`text/html` gets the same sheet as paper has it."
        ),
        body=donnes.GameShape,
        answer="Sheet",
        problems=(*BODY_PROBLEMS, "cards_or_hand_required", *DONNE_PROBLEMS, "game_over"),
        other_forms=("text/csv", "text/html"),
    ),
    "api.get_rules": Operation(
        tag="rules",
        summary="The rules as data",
        description="The decks and their labels, the values, the orders, the documents behind.",
        answer="Rules",
        problems=GET_PROBLEMS,
        cached=True,
    ),
    "health.healthz": Operation(
        tag="operations",
        summary="Whether the service is alive",
        description="Answers as long as the process does.",
        answer="Status",
    ),
    "health.livez": Operation(
        tag="operations",
        summary="Whether the service is alive",
        description="The same as `healthz`, by the name that orchestrators look for.",
        answer="Status",
    ),
    "health.prometheus": Operation(
        tag="operations",
        summary="Metrics",
        description="Counts and times of all workers, in the text format of Prometheus.",
        answer="Text",
        media_type="text/plain",
    ),
    "health.readyz": Operation(
        tag="operations",
        summary="Whether the service is ready",
        description="Answers 200 when a hand that is known by heart gets its known answer.",
        answer="Status",
        problems=("not_ready",),
    ),
    "pages.openapi": Operation(
        tag="operations",
        summary="This description",
        description="OpenAPI 3.1, as committed with the source.",
        answer="Text",
        media_type="application/yaml",
        cached=True,
    ),
}

# Shapes that bodies hold.
NESTED: tuple[type[Shape[Any]], ...] = (
    announcements.Said,
    donnes.CountShape,
    donnes.WonShape,
    donnes.PlayShape,
    donnes.GameBelote,
    donnes.DonneBelote,
    donnes.Played,
    donnes.Passed,
)

# What any request may get, whatever it asks for.
ANY_TIME = (
    "uri_too_long",
    "range_not_satisfiable",
    "expectation_failed",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
)

# Routes for people, which are no operations of the API.
PAGES = {"pages.table", "pages.words", "pages.docs", "pages.asset", "pages.problem"}

TAGS = {
    "announcements": "Hands, declarations, and whose announcements count.",
    "donnes": "Plays, scores and score sheets.",
    "rules": "What the rulings rest on.",
    "operations": "The service itself.",
}

PARAMETERS: Mapping[str, list[Json | str]] = {
    "api.get_hand": [
        {
            "name": "deck",
            "in": "path",
            "required": True,
            "schema": {"type": "string", "enum": ["french", "spanish"]},
        },
        {
            "name": "cards",
            "in": "path",
            "required": True,
            "description": "Eight cards with commas between them.",
            "schema": {"type": "string", "minLength": 1},
            "example": "JS,JH,JD,JC,8H,9H,10H,AC",
        },
        {
            "name": "trump",
            "in": "query",
            "schema": {"anyOf": [ref("Suit"), {"type": "string", "const": ""}]},
        },
        {
            "name": "notation",
            "in": "query",
            "schema": {"type": "string", "enum": ["international", "francaise", ""]},
        },
        {
            "name": "preset",
            "in": "query",
            "description": "The rules of a table by name; see /v1/rules.",
            "schema": {"type": "string", "enum": [*PRESETS, ""]},
        },
        "lang",
    ],
    "api.get_rules": ["lang"],
}


def document(app: Flask) -> Json:
    """The description of an application as data."""
    plugin = MarshmallowPlugin(schema_name_resolver=_title)
    spec = APISpec(
        title="Belote arbiter",
        version=__version__,
        openapi_version="3.1.0",
        info={"description": DESCRIPTION, "license": {"name": "MIT", "identifier": "MIT"}},
        servers=[{"url": "/", "description": "Wherever the service runs"}],
        security=[],
        tags=[{"name": name, "description": told} for name, told in TAGS.items()],
        plugins=[plugin],
    )
    assert plugin.converter is not None
    plugin.converter.add_attribute_function(_described)  # type: ignore[no-untyped-call]  # apispec's
    for name, schema in SCHEMAS.items():
        spec.components.schema(name, schema)
    spec.components.schema("Text", {"type": "string"})
    for shape in NESTED:
        spec.components.schema(shape.title, schema=shape(None))
    spec.components.parameter("lang", "query", LANGUAGE)
    for code, example in PROBLEM_EXAMPLES.items():
        spec.components.example(code, _problem_example(app, code, example))
    for code, problem in UNASKED.items():
        value = problem_document(problem, DEFAULT)
        spec.components.example(code, {"summary": value["title"], "value": value})
    for path, operations in _paths(app).items():
        spec.path(path=path, operations=operations)
    made: Json = orjson.loads(orjson.dumps(spec.to_dict()))  # words of enums become plain text
    return made


def _title(schema: Any) -> str:
    title: str = schema.title
    return title


LANGUAGE: Json = {
    "description": "The language of texts; English without it. Empty is left out.",
    "schema": {"type": "string", "enum": ["en", "fr", "es", ""]},
}


def _described(converter: Any, field: Any, ret: Json, **_: Any) -> Json:
    """The schema of a field of ours, said by the field itself."""
    if not isinstance(field, GameField):
        return {}
    ret.clear()
    schema = field.describe()
    told = {"description": field.metadata["description"]} if "description" in field.metadata else {}
    return (nullable(schema) if field.allow_none else schema) | told


# HEAD and OPTIONS come with every route, and OpenAPI 3.1 has no word for QUERY.
UNDESCRIBED = {"HEAD", "OPTIONS", "QUERY"}


def _paths(app: Flask) -> dict[str, dict[str, Json]]:
    found: dict[str, dict[str, Json]] = {}
    told = [rule for rule in app.url_map.iter_rules() if rule.endpoint not in PAGES]
    for rule in sorted(told, key=lambda rule: list(OPERATIONS).index(rule.endpoint)):
        path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
        for method in sorted((rule.methods or set()) - UNDESCRIBED):
            operation = _operation(app, rule.endpoint, OPERATIONS[rule.endpoint])
            found.setdefault(path, {})[method.lower()] = operation
    return found


def _operation(app: Flask, endpoint: str, told: Operation) -> Json:
    made: Json = {
        "operationId": endpoint.partition(".")[2],
        "tags": [told.tag],
        "summary": told.summary,
        "description": told.description,
        "responses": dict(_responses(app, endpoint, told)),
    }
    if endpoint in PARAMETERS:
        made["parameters"] = PARAMETERS[endpoint]
    if told.body:
        made["requestBody"] = {
            "required": True,
            "content": {
                "application/json": {
                    "schema": told.body(None),
                    "examples": {
                        name: {"summary": one.summary, "value": one.body}
                        for name, one in EXAMPLES[endpoint].items()
                    },
                }
            },
        }
    return made


def _responses(app: Flask, endpoint: str, told: Operation) -> Iterator[tuple[str, Json]]:
    content: Json = {"schema": ref(told.answer)}
    if endpoint in EXAMPLES:
        content["examples"] = {
            name: _answer_example(app, one) for name, one in EXAMPLES[endpoint].items()
        }
    other_forms: Json = {form: {"schema": ref("Text")} for form in told.other_forms}
    yield (
        "200",
        {"description": "The answer.", "content": {told.media_type: content} | other_forms},
    )
    if told.cached:
        yield "304", {"description": "What the client has is still right (`If-None-Match`)."}
    by_status: dict[int, list[str]] = {}
    conditional = ("precondition_failed",) if told.cached else ()
    for code in ("method_not_allowed", *conditional, *told.problems):
        by_status.setdefault(STATUS_OF[code], []).append(code)
    for status, codes in sorted(by_status.items()):
        description = " · ".join(f"`{code}`" for code in codes)
        if status == INVALID and told.body is None:
            examples = {code: _problem_example(app, code, ADDRESSES[code]) for code in codes}
            yield str(status), _problem_response(description, "InvalidAddress", examples)
        else:
            schema = "InvalidBody" if status == INVALID else "Problem"
            yield str(status), _problem_response(description, schema, _shown(codes))
    yield "default", _problem_response("Any other problem.", "Problem", _shown(ANY_TIME))


def _shown(codes: Iterable[str]) -> Json:
    return {code: {"$ref": f"#/components/examples/{code}"} for code in codes}


def _problem_response(description: str, schema: str, examples: Json) -> Json:
    content = {"schema": ref(schema), "examples": examples}
    return {"description": description, "content": {"application/problem+json": content}}


def _answer_example(app: Flask, example: Example) -> Json:
    answer = ask(app, example)
    assert answer.status_code == 200, answer.text
    return {"summary": example.summary, "value": answer.json} | (
        {} if example.body is not None else {"x-request": example.shown()}
    )


def _problem_example(app: Flask, code: str, example: Example) -> Json:
    answer = ask(app, example)
    assert f'"code":"{code}"' in answer.text, answer.text
    return {"summary": example.summary, "value": answer.json, "x-request": example.shown()}


class _Dumper(yaml.SafeDumper):
    """Plain YAML: no anchors, and longer texts as blocks."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text(dumper: yaml.SafeDumper, value: str) -> yaml.Node:
    style = "|" if "\n" in value else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)


_Dumper.add_representer(str, _text)


def document_text(app: Flask | None = None) -> str:
    from service.app import create_app  # the application serves this text, so it comes later

    made = document(app or create_app(Config()))
    return yaml.dump(made, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=100)


if __name__ == "__main__":
    replace_text(TARGET, document_text())
