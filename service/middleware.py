"""WSGI middleware: security and CORS headers, request ids and timing; preflight requests.

It wraps Flask, so that errors, static files and pages get the same headers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from time import perf_counter
from typing import Any, TypeAlias
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from service.api.problems import REFUSED
from service.observability.monitoring import REQUEST_ID, Monitor, make_request_id

Headers: TypeAlias = list[tuple[str, str]]

_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)

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
_ANY_ORIGIN = ("Access-Control-Allow-Origin", "*")


class ResponseMiddleware:
    """Adds headers to every response, and reports it to the monitor.

    `origins`: those that browsers may call from; None for any.
    """

    def __init__(
        self, application: WSGIApplication, origins: frozenset[str] | None, monitor: Monitor
    ) -> None:
        self.application = application
        self.origins = origins
        self.monitor = monitor

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        began = perf_counter()
        given: str = environ.get("HTTP_X_REQUEST_ID", "")
        request_id = given if given and _REQUEST_ID.fullmatch(given) else make_request_id()
        environ[REQUEST_ID] = request_id
        shared = self._cors(environ)
        shared.append(("X-Request-Id", request_id))

        def start(status: str, headers: Headers, *exc_info: Any) -> Any:
            own = dict(headers)
            security = [one for one in SECURITY_HEADERS if one[0] not in own]
            size = int(own.get("Content-Length", 0))
            if REFUSED in environ:
                self.monitor.observe_refusal(int(status[:3]), size, request_id)
            else:
                seconds = perf_counter() - began
                self.monitor.observe_response(environ, status[:3], size, seconds)
            return start_response(status, headers + security + shared, *exc_info)

        return self.application(environ, start)

    def _cors(self, environ: WSGIEnvironment) -> Headers:
        origin = environ.get("HTTP_ORIGIN")
        if self.origins is None:
            cacheable = environ["REQUEST_METHOD"] == "GET"
            return [_ANY_ORIGIN, _EXPOSE] if origin or cacheable else [_ANY_ORIGIN]
        varies = ("Vary", "Origin")
        if origin in self.origins:
            return [varies, ("Access-Control-Allow-Origin", origin), _EXPOSE]
        return [varies]


class OptionsMiddleware:
    """Answers CORS preflight requests and `OPTIONS *`."""

    def __init__(self, application: WSGIApplication) -> None:
        self.application = application

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] == "OPTIONS":
            if _is_preflight(environ):
                start_response("204 No Content", _PREFLIGHT)
                return []
            if environ["PATH_INFO"] == "*":  # RFC 9110, section 9.3.7
                start_response("204 No Content", [("Allow", _METHODS), ("Content-Length", "0")])
                return []
        return self.application(environ, start_response)


def _is_preflight(environ: WSGIEnvironment) -> bool:
    return "HTTP_ORIGIN" in environ and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ
