"""WSGI middleware: request ids, metrics and access log, CORS, security headers, OPTIONS.

It wraps Flask, so that errors, static files and pages get the same headers. Each class does one of
these; `service.app` puts them in order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from random import getrandbits
from time import perf_counter
from typing import Any, TypeAlias
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from service.api.problems import REFUSED
from service.observability import metrics
from service.observability.access_log import REQUEST_ID, AccessLog

Headers: TypeAlias = list[tuple[str, str]]

REQUEST_ID_PATTERN = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)
"""The request ids that are taken over from a client; any other is replaced."""

SECURITY_HEADERS: Headers = [
    ("X-Content-Type-Options", "nosniff"),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
]
"""Headers of every response that does not set its own."""

_EXPOSE = ("Access-Control-Expose-Headers", "ETag, Content-Language, Allow, X-Request-Id")
_METHODS = "GET, HEAD, POST, QUERY, OPTIONS"
_PREFLIGHT: Headers = [
    ("Access-Control-Allow-Methods", _METHODS),
    (
        "Access-Control-Allow-Headers",
        "Accept, Accept-Language, Content-Type, If-None-Match, Traceparent, X-Request-Id",
    ),
    ("Access-Control-Max-Age", "86400"),
    ("Content-Length", "0"),
]
_VARY_ORIGIN = ("Vary", "Origin")
_ANY_ORIGIN = ("Access-Control-Allow-Origin", "*")


class RequestIDMiddleware:
    """Gives each request an id, in its WSGI environment and in `X-Request-Id` of its response."""

    def __init__(self, application: WSGIApplication) -> None:
        self.application = application

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Use the client's own id if it is valid, a random one otherwise."""
        request_id: str = environ.get("HTTP_X_REQUEST_ID", "")
        if not (request_id and REQUEST_ID_PATTERN.fullmatch(request_id)):
            request_id = f"{getrandbits(64):016x}"
        environ[REQUEST_ID] = request_id

        def start(status: str, headers: Headers, *exc_info: Any) -> Any:
            return start_response(status, [*headers, ("X-Request-Id", request_id)], *exc_info)

        return self.application(environ, start)


class ObservationMiddleware:
    """Counts, times and logs each response."""

    def __init__(self, application: WSGIApplication, access_log: AccessLog) -> None:
        self.application = application
        self.access_log = access_log

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Measure the time until the response begins."""
        began = perf_counter()

        def start(status: str, headers: Headers, *exc_info: Any) -> Any:
            self._observe(environ, status[:3], _content_length(headers), perf_counter() - began)
            return start_response(status, headers, *exc_info)

        return self.application(environ, start)

    def _observe(self, environ: WSGIEnvironment, status: str, size: int, seconds: float) -> None:
        if REFUSED in environ:
            metrics.observe_refusal(status)
            self.access_log.log_refusal(int(status), size, environ[REQUEST_ID])
        else:
            metrics.observe_request(environ, status, seconds)
            self.access_log.log_response(environ, int(status), size, seconds)
        metrics.lost_lines.update()


def _content_length(headers: Headers) -> int:
    """Return the length of a response's body, 0 if it is not known."""
    for name, value in headers:
        if name == "Content-Length":
            return int(value)
    return 0


class CORSMiddleware:
    """Adds the headers that let a browser hand a response to a page of another origin.

    `origins`: those that browsers may call from; None for any.
    """

    def __init__(self, application: WSGIApplication, origins: frozenset[str] | None) -> None:
        self.application = application
        self.origins = origins

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Add the headers for the origin of this request."""
        added = self._headers(environ)

        def start(status: str, headers: Headers, *exc_info: Any) -> Any:
            return start_response(status, headers + added, *exc_info)

        return self.application(environ, start)

    def _headers(self, environ: WSGIEnvironment) -> Headers:
        """Return the headers for the origin of a request."""
        origin = environ.get("HTTP_ORIGIN")
        if self.origins is None:
            cacheable = environ["REQUEST_METHOD"] == "GET"
            return [_ANY_ORIGIN, _EXPOSE] if origin or cacheable else [_ANY_ORIGIN]
        if origin in self.origins:
            return [_VARY_ORIGIN, ("Access-Control-Allow-Origin", origin), _EXPOSE]
        return [_VARY_ORIGIN]


class SecurityHeadersMiddleware:
    """Adds `SECURITY_HEADERS` to a response, except those that it sets itself."""

    def __init__(self, application: WSGIApplication) -> None:
        self.application = application

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Add the headers."""

        def start(status: str, headers: Headers, *exc_info: Any) -> Any:
            own = {name for name, _ in headers}
            added = [one for one in SECURITY_HEADERS if one[0] not in own]
            return start_response(status, headers + added, *exc_info)

        return self.application(environ, start)


class OptionsMiddleware:
    """Answers CORS preflight requests and `OPTIONS *`."""

    def __init__(self, application: WSGIApplication) -> None:
        self.application = application

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer the request, or hand it on to `application`."""
        if environ["REQUEST_METHOD"] == "OPTIONS":
            if _is_preflight(environ):
                start_response("204 No Content", _PREFLIGHT)
                return []
            if environ["PATH_INFO"] == "*":  # RFC 9110, section 9.3.7
                start_response("204 No Content", [("Allow", _METHODS), ("Content-Length", "0")])
                return []
        return self.application(environ, start_response)


def _is_preflight(environ: WSGIEnvironment) -> bool:
    """Return whether a browser asks for permission to send a request of another origin."""
    return "HTTP_ORIGIN" in environ and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ
