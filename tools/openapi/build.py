"""`openapi.yaml`, made from the schemas, the routes, the docstrings and the running code.

    python -m tools.openapi.build

An operation is a view, whose docstring has the summary in its first line and the description below,
its `Operation` and one example or more. Every example of an answer is what the service itself says
to the example of a request.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import orjson
import yaml
from apispec import APISpec
from flask import Flask
from marshmallow import Schema
from werkzeug.routing import Rule

from service import __version__
from service.api.i18n import DEFAULT, LANGUAGES
from service.api.operations import Operation, operation_id, operation_of, tag_of
from service.api.problem_documents import DOCS, PROBLEM, problem_document
from service.api.problems import INVALID, STATUS_OF
from service.api.responses import JSON
from service.api.schemas.answers.common import AnswerSchema
from service.api.schemas.answers.problems import (
    InvalidAddressSchema,
    InvalidBodySchema,
    ProblemSchema,
)
from service.api.schemas.fields import PLAYED_CARD
from service.api.schemas.parameters import PATH_PARAMETERS, ReaderQuerySchema
from service.api.schemas.vocabulary import card_pattern, suit_pattern
from service.belote.cards import DECKS
from service.belote.rules import CARDS_IN_TRICK
from service.belote.scales import BID_STEP, HIGHEST_BID, HIGHEST_CALLED, LOWEST_BID, NamedBid
from service.config import Config
from tools.files import replace_text
from tools.openapi import headers
from tools.openapi.converter import Converter, Json, Plugin, paragraphs, ref, schema_name
from tools.openapi.examples import (
    ADDRESSES,
    EXAMPLES,
    PROBLEM_EXAMPLES,
    REQUEST_ID,
    UNASKED,
    Example,
    ask,
)

TARGET = Path(__file__).parents[2] / "openapi.yaml"

DESCRIPTION = f"""\
The arbiter for belote announcements: it finds what a hand can announce, rules on what was declared,
and settles whose announcements count, with reasons that a player accepts.

Stateless and deterministic: the same request always gets the same answer. `deck` is always named
({", ".join(f"`{name}`" for name in dict.fromkeys(deck.name for deck in DECKS))}), since `10`, `7` \
and `C` mean different cards in different decks. An
optional field may be left out or null, which is the same. The languages of texts are \
{", ".join(f"`{one}`" for one in LANGUAGES)}: by
`Accept-Language` where a body is sent, and by `?lang=`, which goes before it, in any address.

What takes POST takes QUERY (RFC 10008) as well, with the same answer; OpenAPI 3.1 cannot say so.

Every error is an RFC 9457 problem document, and all faults of a body come at once. A browser may
call from any origin.
"""

# What any request may get, whatever it asks for.
ANY_TIME = (
    "uri_too_long",
    "range_not_satisfiable",
    "expectation_failed",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
)

# By the first part of a path below the version; what has no version is of the service itself.
TAGS = {
    "hands": "What hands can announce.",
    "announcements": "Declarations, and whose announcements count.",
    "deals": "Deals at random, for tests and demonstrations.",
    "donnes": "Plays and scores.",
    "games": "Score sheets.",
    "rules": "What the rulings rest on.",
    "service": "The service itself.",
}

# The parts of requests which are not schemas of their own.
COMPONENTS: Mapping[str, Json] = {
    "Card": {
        "type": "string",
        "description": (
            "A card: rank, then suit, in the labels of the deck and notation of the request; see "
            "`decks` of /v1/rules. A symbol of the suit may stand for its letter, and letter case "
            "is free. Answers use upper case letters in the notation of the request."
        ),
        "pattern": card_pattern(),
        "examples": [deck.labels[-1] for deck in DECKS],
    },
    "Suit": {
        "type": "string",
        "description": "A suit's letter in the deck and notation of the request, or its symbol.",
        "pattern": suit_pattern(),
        "examples": [deck.suits[-1] for deck in DECKS],
    },
    "Bid": {
        "description": "What the takers bid: a number of points, or every trick.",
        "anyOf": [
            {"$ref": "#/components/schemas/PointsBid"},
            *({"type": "string", "const": named.value} for named in NamedBid),
        ],
    },
    "PointsBid": {
        "type": "integer",
        "description": "A bid of points, in tens.",
        "minimum": LOWEST_BID,
        "maximum": HIGHEST_BID,
        "multipleOf": BID_STEP,
    },
    "SpokenBid": {
        "description": "A bid as it was spoken, whether or not it may be bid.",
        "anyOf": [
            {"$ref": "#/components/schemas/SpokenPoints"},
            *({"type": "string", "const": named.value} for named in NamedBid),
        ],
    },
    "SpokenPoints": {
        "type": "integer",
        "description": "Points as they were spoken.",
        "minimum": 0,
        "maximum": HIGHEST_CALLED,
    },
    "FindingIndex": {
        "type": "integer",
        "description": "The index of a finding, from 0.",
        "minimum": 0,
    },
    "BatchHand": {
        "type": "array",
        "description": "The eight cards of a hand. A fault in it is reported in its place.",
        "items": {"type": "string", "description": "See `Card`."},
    },
    "SentTrick": {
        "type": "array",
        "description": "The four cards of a trick, in playing order; fewer in one under way.",
        "items": {"$ref": "#/components/schemas/SentCard"},
        "maxItems": CARDS_IN_TRICK,
    },
    "SentCard": {
        "description": "A card of a trick, alone or with the seat that played it.",
        "anyOf": [
            {"$ref": "#/components/schemas/Card"},
            {"$ref": "#/components/schemas/CardOfSeat"},
        ],
    },
    "CardOfSeat": {
        "type": "object",
        "description": "A card with the seat that played it, as answers write it.",
        "properties": {
            "seat": {"$ref": "#/components/schemas/Seat", "description": "Who played it."},
            "card": {"$ref": "#/components/schemas/Card", "description": "The card."},
        },
        "required": list(PLAYED_CARD),
        "additionalProperties": False,
    },
    # By its type alone it may be a boolean: openapi-fetch takes a member that is only ever null for
    # one that is read, never sent.
    "Absent": {
        "type": ["boolean", "null"],
        "const": None,
        "description": "null, as good as left out.",
    },
    "No": {"type": "boolean", "const": False, "description": "false, as good as left out."},
    "Text": {"type": "string", "description": "A text that is not JSON."},
}

Examples = Mapping[str, Mapping[str, Example]]
"""Examples by endpoint and name."""


class MissingExampleError(LookupError):
    """An operation has no example."""

    def __init__(self, endpoint: str) -> None:
        super().__init__(f"{endpoint} has no example in tools/openapi/examples.py")


def document(app: Flask, examples: Examples = EXAMPLES) -> Json:
    """Return the description of an application as data.

    Raises: MissingExampleError for an operation that answers in JSON and is in no example.
    """
    plugin = Plugin(schema_name_resolver=schema_name)
    spec = APISpec(
        title="Belote arbiter",
        version=__version__,
        openapi_version="3.1.0",
        info={
            "description": DESCRIPTION,
            "contact": {"name": "The maintainers of Belote arbiter"},
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        servers=[{"url": "/", "description": "Wherever the service runs"}],
        security=[],
        plugins=[plugin],
    )
    assert isinstance(plugin.converter, Converter)
    for name, schema in COMPONENTS.items():
        spec.components.schema(name, schema)
    for name, header in headers.RESPONSE_HEADERS.items():
        spec.components.header(name, header)
    for name, header in headers.REQUEST_HEADERS.items():
        spec.components.parameter(name, header["in"], header)
    for code, example in PROBLEM_EXAMPLES.items():
        spec.components.example(code, _problem_example(app, example))
    for code, problem in UNASKED.items():
        value = problem_document(problem, DEFAULT, docs=DOCS, request_id=REQUEST_ID)
        spec.components.example(code, {"summary": value["title"], "value": value})
    paths = _Paths(app, examples, plugin.converter)
    for path, operations in paths.all().items():
        spec.path(path=path, operations=operations)
    for tag in paths.tags():
        spec.tag(tag)
    made: Json = orjson.loads(orjson.dumps(spec.to_dict()))  # words of enums become plain text
    made["components"] = {
        kind: dict(sorted(named.items(), key=_place)) for kind, named in made["components"].items()
    }
    return made


def _place(component: tuple[str, Json]) -> tuple[bool, str]:
    """Return where a component stands: lists of values first, by name.

    Some generators make constants of them in this order, and others of those.
    """
    name, described = component
    return "enum" not in described, name


# HEAD and OPTIONS come with every route, and OpenAPI 3.1 has no word for QUERY.
UNDESCRIBED = {"HEAD", "OPTIONS", "QUERY"}


class _Paths:
    """The paths of an application, in the order of its routes."""

    def __init__(self, app: Flask, examples: Examples, converter: Converter) -> None:
        self.app = app
        self.examples = examples
        self.converter = converter
        self.used: list[str] = []

    def all(self) -> dict[str, dict[str, Json]]:
        """Return the operations by path and method."""
        found: dict[str, dict[str, Json]] = {}
        for rule in self.app.url_map.iter_rules():
            if operation := operation_of(self.app.view_functions[rule.endpoint]):
                path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
                for method in sorted((rule.methods or set()) - UNDESCRIBED):
                    made = self._operation(rule, path, operation)
                    found.setdefault(path, {})[method.lower()] = made
        return found

    def tags(self) -> Iterator[Json]:
        """Yield the tags of the operations. Raises: KeyError if TAGS has no description of one."""
        if unknown := set(self.used) - set(TAGS):
            raise KeyError(f"{', '.join(sorted(unknown))}: no description in TAGS")
        for name, description in TAGS.items():
            if name in self.used:
                yield {"name": name, "description": description}

    def _operation(self, rule: Rule, path: str, operation: Operation) -> Json:
        summary, *description = described(self.app, rule.endpoint)
        tag = tag_of(path)
        self.used.append(tag)
        made: Json = {
            "operationId": operation_id(rule.endpoint),
            "tags": [tag],
            "summary": summary.removesuffix("."),
            "description": "\n\n".join(description) or summary,
            "responses": dict(self._responses(rule, operation)),
        }
        has_body = "POST" in (rule.methods or ())
        read = headers.of_request(operation, has_body=has_body)
        if has_body:
            made["requestBody"] = self._body(rule.endpoint, operation)
            made["parameters"] = [*self._query(ReaderQuerySchema), *read]
        else:
            query = self._query(operation.request_schema)
            made["parameters"] = [*self._variables(path), *query, *read]
        return made

    def _body(self, endpoint: str, operation: Operation) -> Json:
        schema = operation.request_schema
        assert schema
        content = {
            "schema": schema,
            "examples": {
                name: {"summary": one.summary, "value": one.body}
                for name, one in self._examples(endpoint).items()
            },
        }
        return {"required": True, "content": {JSON: content}}

    def _variables(self, path: str) -> Iterator[Json]:
        for name in re.findall(r"{(\w+)}", path):
            schema = self.converter.field2property(PATH_PARAMETERS[name])
            parameter: Json = {"name": name, "in": "path", "required": True}
            for key in sorted(schema.keys() & {"description", "example"}):
                parameter[key] = schema.pop(key)
            yield parameter | {"schema": schema}

    def _query(self, schema: type[Schema] | None) -> list[Json]:
        if schema is None:
            return []
        found: list[Json] = self.converter.schema2parameters(schema, location="query")
        return found

    def _examples(self, endpoint: str) -> Mapping[str, Example]:
        if not self.examples.get(endpoint):
            raise MissingExampleError(endpoint)
        return self.examples[endpoint]

    def _responses(self, rule: Rule, operation: Operation) -> Iterator[tuple[str, Json]]:
        # A schema for what is not JSON would make its text one more type of the data of clients.
        described = {} if operation.response_schema else {"schema": ref("Text")}
        content: Json = dict.fromkeys(operation.media_types, described)
        if operation.response_schema:
            shown = self._examples(rule.endpoint)
            content[JSON] = {
                "schema": operation.response_schema,
                "examples": {name: _answer_example(self.app, one) for name, one in shown.items()},
            }
        has_body = "POST" in (rule.methods or ())
        answered = headers.of_answer(operation, has_body=has_body)
        yield "200", {"description": "The answer.", "headers": answered, "content": content}
        if operation.cacheable:
            text = "What the client has is still right (`If-None-Match`)."
            yield "304", {"description": text, "headers": answered}
        by_status: dict[int, list[str]] = {}
        for code in dict.fromkeys(_problems(operation)):
            by_status.setdefault(STATUS_OF[code], []).append(code)
        for status, codes in sorted(by_status.items()):
            description = " · ".join(f"`{code}`" for code in codes)
            if status == INVALID and not has_body:
                examples = {code: _problem_example(self.app, ADDRESSES[code]) for code in codes}
                schema: type[AnswerSchema] = InvalidAddressSchema
            else:
                schema = InvalidBodySchema if status == INVALID else ProblemSchema
                examples = _shown(codes)
            yield str(status), _problem_response(description, schema, examples, status)
        yield "default", _problem_response("Any other problem.", ProblemSchema, _shown(ANY_TIME))


def described(app: Flask, endpoint: str) -> list[str]:
    """Return the docstring of a view in paragraphs, without what is for its callers in Python."""
    docstring = app.view_functions[endpoint].__doc__
    return [one for one in paragraphs(docstring) if not one.startswith("Raises:")]


def _problems(operation: Operation) -> Iterator[str]:
    """Yield the codes of the problems that an operation may answer with."""
    yield "method_not_allowed"
    if operation.cacheable:
        yield "precondition_failed"
    yield from operation.problems


def _shown(codes: Iterable[str]) -> Json:
    return {code: {"$ref": f"#/components/examples/{code}"} for code in codes}


def _problem_response(
    description: str, schema: type[AnswerSchema], examples: Json, status: int | None = None
) -> Json:
    content = {PROBLEM: {"schema": schema, "examples": examples}}
    return {
        "description": description,
        "headers": headers.of_problem(status),
        "content": content,
    }


def _answer_example(app: Flask, example: Example) -> Json:
    answer = ask(app, example)
    assert answer.status_code == 200, answer.text
    assert answer.json is not None
    shown = {"summary": example.summary, "value": example.shortened(answer.json)}
    if example.body is None:
        shown["x-request"] = example.shown(app)
    return shown | ({"x-excerpt": dict(example.excerpt)} if example.excerpt else {})


def _problem_example(app: Flask, example: Example) -> Json:
    answer = ask(app, example)
    assert f'"code":"{example.name}"' in answer.text, answer.text
    return {"summary": example.summary, "value": answer.json, "x-request": example.shown(app)}


class _Dumper(yaml.SafeDumper):
    """Plain YAML: no anchors, and longer texts as blocks."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text(dumper: yaml.SafeDumper, value: str) -> yaml.Node:
    style = "|" if "\n" in value else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)


_Dumper.add_representer(str, _text)


def document_text(app: Flask | None = None) -> str:
    """Return the description of an application in YAML; by default of the one that ships."""
    from service.app import create_app  # the application serves this text, so it comes later

    made = document(app or create_app(Config()))
    return yaml.dump(made, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=100)


if __name__ == "__main__":
    replace_text(TARGET, document_text())
