"""The outermost layer: what every answer carries, whoever made it, and the CORS preflight.

It stands outside Flask, so that errors, static files and pages get the same headers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from time import perf_counter
from typing import Any, TypeAlias

from service.web.problems import REFUSED
from service.web.watch import REQUEST_ID, Watch, make_request_id

Environ: TypeAlias = dict[str, Any]
Headers: TypeAlias = list[tuple[str, str]]
StartResponse: TypeAlias = Callable[..., Any]
Application: TypeAlias = Callable[[Environ, StartResponse], Iterable[bytes]]

_TAME = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)

SAFE: Headers = [
    ("X-Content-Type-Options", "nosniff"),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
]
_EXPOSED = (
    "Access-Control-Expose-Headers",
    "ETag, Content-Language, Allow, X-Request-Id",
)
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
_ANYONE = ("Access-Control-Allow-Origin", "*")


class Frame:
    """WSGI middleware. `origins` may call from a browser; None lets any."""

    def __init__(
        self, application: Application, origins: frozenset[str] | None, watch: Watch
    ) -> None:
        self.application = application
        self.origins = origins
        self.watch = watch

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        began = perf_counter()
        given: str = environ.get("HTTP_X_REQUEST_ID", "")
        request_id = given if given and _TAME.fullmatch(given) else make_request_id()
        environ[REQUEST_ID] = request_id
        shared = self._cors(environ)
        shared.append(("X-Request-Id", request_id))

        def start(status: str, headers: Headers, *exc_info: Any) -> Any:
            own = dict(headers)
            safe = [one for one in SAFE if one[0] not in own]
            size = int(own.get("Content-Length", 0))
            if REFUSED in environ:
                self.watch.refused(int(status[:3]), size, request_id)
            else:
                self.watch.answered(environ, status[:3], size, perf_counter() - began)
            return start_response(status, headers + safe + shared, *exc_info)

        return self.application(environ, start)

    def _cors(self, environ: Environ) -> Headers:
        origin = environ.get("HTTP_ORIGIN")
        if self.origins is None:
            cacheable = environ["REQUEST_METHOD"] == "GET"
            return [_ANYONE, _EXPOSED] if origin or cacheable else [_ANYONE]
        varies = ("Vary", "Origin")
        if origin in self.origins:
            return [varies, ("Access-Control-Allow-Origin", origin), _EXPOSED]
        return [varies]


class Options:
    """WSGI middleware that answers what browsers ask before a request, and questions about all."""

    def __init__(self, application: Application) -> None:
        self.application = application

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] == "OPTIONS":
            if _is_preflight(environ):
                start_response("204 No Content", _PREFLIGHT)
                return []
            if environ["PATH_INFO"] == "*":  # RFC 9110, section 9.3.7
                start_response("204 No Content", [("Allow", _METHODS), ("Content-Length", "0")])
                return []
        return self.application(environ, start_response)


def _is_preflight(environ: Environ) -> bool:
    return "HTTP_ORIGIN" in environ and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ
