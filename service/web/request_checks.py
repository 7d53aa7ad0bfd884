"""WSGI middleware that refuses requests which HTTP itself forbids, before Flask routes them.

It stands inside `Frame`, so that a refusal has the headers, the metrics and the log line of every
other response.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from service.web.answers import problem_response, reader_language
from service.web.problems import REFUSED, Problem

Environ: TypeAlias = dict[str, Any]
Application: TypeAlias = Callable[[Environ, Any], Iterable[bytes]]

BODILESS = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods whose requests have no use for a body here."""

# RFC 3986, section 3.2.2, and a port: a name, an IPv4 address, or an IPv6 address in brackets.
_HOST = re.compile(r"(?:[A-Za-z0-9._~!$&'()*+,;=%-]{1,255}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{0,5})?")


class RequestChecks:
    """Answers what must be refused whatever its address; the rest goes to `application`."""

    def __init__(self, application: Application) -> None:
        self.application = application

    def __call__(self, environ: Environ, start_response: Any) -> Iterable[bytes]:
        problem = _problem_of(environ)
        if problem is None:
            return self.application(environ, start_response)
        return problem_response(problem, reader_language(environ))(environ, start_response)


def _problem_of(environ: Environ) -> Problem | None:
    refused: Problem | None = environ.get(REFUSED)
    if refused is not None:
        return refused
    host = environ.get("HTTP_HOST")
    if host is None:
        if environ["SERVER_PROTOCOL"] != "HTTP/1.0":  # RFC 9112, section 3.2
            return Problem("bad_request", because="no_host")
    elif not _HOST.fullmatch(host):
        return Problem("bad_request", because="bad_host")
    if environ["REQUEST_METHOD"] in BODILESS and _has_body(environ):
        return Problem("bad_request", because="body_not_wanted", method=environ["REQUEST_METHOD"])
    # Werkzeug would take several leading slashes for one, a proxy that blocks an address might not.
    if environ["PATH_INFO"].startswith("//"):
        return Problem("not_found", path=environ["PATH_INFO"])
    return None


def _has_body(environ: Environ) -> bool:
    length: str = environ.get("CONTENT_LENGTH", "")
    return length.strip("0") != "" or "HTTP_TRANSFER_ENCODING" in environ
