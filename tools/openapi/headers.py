"""The headers of requests and responses, as components of openapi.yaml."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from http import HTTPStatus
from types import MappingProxyType
from typing import Any

from service.api.operations import Operation
from service.api.schemas.parameters import LANG

Json = dict[str, Any]


def _text(description: str, example: str) -> Json:
    return {"description": description, "schema": {"type": "string"}, "example": example}


RESPONSE_HEADERS: Mapping[str, Json] = MappingProxyType(
    {
        "X-Request-Id": _text(
            "The id of the request, as in the log of the service; that of the request if it had "
            "one that is short and plain.",
            "9ef4eebf7bddbace",
        ),
        "Content-Language": {
            "description": "The language of the texts.",
            "schema": {"$ref": "#/components/schemas/Language"},
        },
        "Vary": _text("The headers of the request that the answer depends on.", "Accept-Language"),
        "Cache-Control": _text("How long a cache may keep the answer.", "public, max-age=86400"),
        "ETag": _text(
            "The version of the answer, for `If-None-Match`.",
            '"ea81a763d8bb57ca2d309b9eef541f6f9044b9e4"',
        ),
        "Allow": _text("The methods that the address allows.", "HEAD, OPTIONS, POST, QUERY"),
        "Retry-After": {
            "description": "Seconds after which to try again.",
            "schema": {"type": "integer", "minimum": 0},
            "example": 2,
        },
    }
)
"""The headers of responses by name. Those of safety and of CORS are the same for all responses."""

REQUEST_HEADERS: Mapping[str, Json] = MappingProxyType(
    {
        "AcceptLanguage": {
            "name": "Accept-Language",
            "in": "header",
            "description": "The languages of texts that the reader prefers (RFC 4647, lookup).",
            "schema": {"type": "string"},
            "example": "fr-FR, fr;q=0.9, en;q=0.8",
        },
        "AcceptLanguageOfErrors": {
            "name": "Accept-Language",
            "in": "header",
            "description": (
                "The languages of errors that the reader prefers, unless `lang` tells. The answer "
                "itself does not depend on it, so that caches may share it."
            ),
            "schema": {"type": "string"},
            "example": "fr-FR, fr;q=0.9, en;q=0.8",
        },
        "IfNoneMatch": {
            "name": "If-None-Match",
            "in": "header",
            "description": "The `ETag` of an answer that is at hand: 304 if it is still right.",
            "schema": {"type": "string"},
            "example": '"ea81a763d8bb57ca2d309b9eef541f6f9044b9e4"',
        },
    }
)
"""The headers of requests, by the names of their components."""

ALWAYS = ("X-Request-Id",)
OF_PROBLEMS = (*ALWAYS, "Content-Language", "Vary", "Cache-Control")
OF_STATUS: Mapping[int, tuple[str, ...]] = MappingProxyType(
    {
        HTTPStatus.METHOD_NOT_ALLOWED: ("Allow",),
        HTTPStatus.SERVICE_UNAVAILABLE: ("Retry-After",),
    }
)
"""What the problems of a status have besides."""


def _refs(names: Iterable[str]) -> Json:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def of_problem(status: int | None) -> Json:
    """Return the headers of the problems of a status; None: of any that is not listed."""
    return _refs((*OF_PROBLEMS, *OF_STATUS.get(status or 0, ())))


def of_answer(operation: Operation, *, has_body: bool) -> Json:
    """Return the headers of the 200 of an operation, which are those of its 304."""
    return _refs(_names_of_answer(operation, has_body=has_body))


def _names_of_answer(operation: Operation, *, has_body: bool) -> Iterator[str]:
    yield from ALWAYS
    if has_body:
        yield from ("Content-Language", "Vary")
        return
    if _is_in_a_language(operation):
        yield "Content-Language"
    yield "Cache-Control"
    if operation.cacheable:
        yield from ("ETag", "Vary")


def of_request(operation: Operation, *, has_body: bool) -> list[str]:
    """Return the names of the components of the headers that an operation reads."""
    of_texts = has_body or operation.in_reader_language
    of_language = "AcceptLanguage" if of_texts else "AcceptLanguageOfErrors"
    return [of_language, *(["IfNoneMatch"] if operation.cacheable else [])]


def _is_in_a_language(operation: Operation) -> bool:
    """Whether the answer to a GET has texts: then its language is a parameter."""
    schema = operation.request_schema
    return schema is not None and LANG in schema().fields
