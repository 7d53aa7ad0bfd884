"""Build the responses of successful requests: prebuilt, negotiated or cacheable."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Mapping
from functools import lru_cache
from http import HTTPStatus
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

from flask import Response, request
from werkzeug.datastructures import Headers
from werkzeug.datastructures.mixins import ImmutableHeadersMixin
from werkzeug.http import generate_etag

from service.api import i18n, strict_json
from service.api.negotiation import accepts_gzip
from service.api.preconditions import decided_status
from service.api.problems import Problem

JSON, HTML = "application/json", "text/html"

PACKED_FROM = 4096
"""Bytes from which on an answer to a GET is compressed; a smaller one fits a few packets anyway."""


class SharedHeaders(ImmutableHeadersMixin, Headers):  # type: ignore[misc]  # as Werkzeug combines them itself
    """Headers that several responses share. Changing them raises TypeError."""

    def __init__(self, headers: list[tuple[str, str]]) -> None:
        self._list = headers


# The headers of responses to POST, by language.
_NEGOTIATED: Mapping[str, Headers] = {
    language: SharedHeaders(
        [("Content-Type", JSON), ("Content-Language", language), ("Vary", "Accept-Language")]
    )
    for language in i18n.LANGUAGES
}


class PrebuiltResponse(Response):
    """A JSON response with shared headers: an `after_request` function cannot set any.

    `Response.__init__` would copy and check the headers; docs/performance.md gives the gain.
    """

    def __init__(self, body: bytes, headers: Headers) -> None:
        self.body = body
        self.response = [body]
        self.headers = headers
        self.status_code = 200
        self.direct_passthrough = False
        self._on_close = []

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Send the response, body included: it must not be used for HEAD."""
        length = ("Content-Length", str(len(self.body)))
        start_response(self.status, [*self.headers, length])
        return [self.body]


def json_response(value: Any, language: str) -> Response:
    """Return the response to a POST."""
    return PrebuiltResponse(strict_json.dumps(value), _NEGOTIATED[language])


def negotiated_response(
    text: str | bytes, mimetype: str, language: str, policy: str | None = None
) -> Response:
    """Return the response to a POST in the media type chosen by `Accept`."""
    response = Response(text, mimetype=mimetype)
    response.content_language.add(language)
    response.headers["Vary"] = "Accept, Accept-Language"
    if policy:
        response.headers["Content-Security-Policy"] = policy
    return response


def cacheable_response(
    body: bytes, mimetype: str, max_age: int, language: str | None = None
) -> Response:
    """Return a response to a GET that caches may share for `max_age` seconds, or a 304 or 412."""
    response = Response(body, mimetype=mimetype)
    if language:
        response.content_language.add(language)
    response.cache_control.public = True
    response.cache_control.max_age = max_age
    return conditional(packed(tagged(response)))


def tagged(response: Response) -> Response:
    """Set the ETag of `response`, whose body is whole."""
    response.set_etag(_tag(response.get_data()))
    return response


def packed(response: Response) -> Response:
    """Compress `response`, which has a tag and whose body is whole, for a client that accepts it.

    No body that can be asked for by GET holds a secret, so its length tells nothing.
    """
    body = response.get_data()
    response.vary.add("Accept-Encoding")
    if len(body) >= PACKED_FROM and accepts_gzip(request.environ):
        response.set_data(_gzip(body))
        response.headers["Content-Encoding"] = "gzip"
        response.headers["ETag"] = tag_of_gzip(response.headers["ETag"])
    return response


@lru_cache(maxsize=32)
def _tag(body: bytes) -> str:
    """Return the digest of a body; that of openapi.yaml takes 2 ms."""
    return generate_etag(body)


@lru_cache(maxsize=32)
def _gzip(body: bytes) -> bytes:
    """Compress a body; those of the pages and of the rules are the same each time."""
    return gzip.compress(body, mtime=0)


def tag_of_gzip(tag: str) -> str:
    """Return the tag of the compressed form: one strong tag names one sequence of bytes."""
    return f'{tag[:-1]}-gzip"'


def conditional(response: Response) -> Response:
    """Apply the request's preconditions to `response`, a 200 to GET or HEAD.

    Return the response itself, or the same as a 304. The body of what is not sent is closed.
    Raises: Problem `precondition_failed`.
    """
    status = decided_status(request.environ, response.headers.get("ETag"))
    if status is None:
        return response
    response.close()
    if status is HTTPStatus.PRECONDITION_FAILED:
        raise Problem("precondition_failed")
    response.status_code = status
    return response
