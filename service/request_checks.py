"""WSGI middleware that refuses invalid HTTP requests before Flask routes them.

The middleware of `service.middleware` wraps it, so a refusal has the headers, the metrics and the
log line of every other response.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from service.api.error_handlers import problem_response
from service.api.problems import REFUSED, Problem

BODILESS = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods whose requests must not have a body here."""

# RFC 3986, section 3.2.2: a name, an IPv4 address, or an IPv6 address in brackets; then a port.
_HOST = re.compile(r"(?:[A-Za-z0-9._~!$&'()*+,;=%-]{1,255}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{0,5})?")


class RequestChecksMiddleware:
    """Answers an invalid request with its problem."""

    def __init__(self, application: WSGIApplication) -> None:
        self.application = application

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer the request, or hand it on to `application`."""
        problem = _problem_of(environ)
        if problem is None:
            return self.application(environ, start_response)
        return problem_response(problem, environ)(environ, start_response)


def _problem_of(environ: WSGIEnvironment) -> Problem | None:
    """Return the problem with a request, None if it is valid."""
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
    # Werkzeug treats several leading slashes as one; a proxy that blocks a path may not.
    if environ["PATH_INFO"].startswith("//"):
        return Problem("not_found", path=environ["PATH_INFO"])
    return None


def _has_body(environ: WSGIEnvironment) -> bool:
    """Return whether the head announces a body that is not empty."""
    length: str = environ.get("CONTENT_LENGTH", "")
    return length.strip("0") != "" or "HTTP_TRANSFER_ENCODING" in environ
