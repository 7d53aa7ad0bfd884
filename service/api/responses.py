"""Responses in the reader's language: values as JSON, errors as problem documents (RFC 9457)."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

from flask import Flask, Response, request
from werkzeug.datastructures import Headers
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from service.api import i18n, negotiation, strict_json
from service.api.preconditions import decided_status
from service.api.problems import STATUS_OF, Fault, Problem, pointer
from service.observability.access_log import REQUEST_ID
from service.observability.metrics import problems_of

log = logging.getLogger("service")

JSON = "application/json"
PROBLEM = "application/problem+json"
RETRY_AFTER = "2"
"""Seconds until a client should retry after a 503."""

# The headers of responses to POST, by language.
_NEGOTIATED: Mapping[str, Headers] = {
    language: Headers(
        [("Content-Type", JSON), ("Content-Language", language), ("Vary", "Accept-Language")]
    )
    for language in i18n.LANGUAGES
}


class PrebuiltResponse(Response):
    """A JSON response with shared headers, which must not be changed.

    `Response.__init__` would copy and check them, which takes a tenth of a request's time.
    """

    def __init__(self, body: bytes, headers: Headers) -> None:
        self.body = body
        self.response = [body]
        self.headers = headers
        self.status_code = 200
        self._on_close = []

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        length = ("Content-Length", str(len(self.body)))
        start_response("200 OK", [*self.headers, length])
        return [self.body]


def preferred_language(environ: WSGIEnvironment) -> str:
    """Return the language that `Accept-Language` asks for."""
    wished: str | None = environ.get("HTTP_ACCEPT_LANGUAGE")
    return negotiation.language(wished) if wished else i18n.DEFAULT


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
    response.add_etag()
    return conditional(response)


def conditional(response: Response) -> Response:
    """Apply the request's preconditions to `response`, a 200 to GET or HEAD.

    Returns the response itself, the same as a 304, or the problem for 412.
    """
    status = decided_status(request.environ, response.headers.get("ETag"))
    if status is HTTPStatus.PRECONDITION_FAILED:
        response.close()
        return problem_response(Problem("precondition_failed"), reader_language(request.environ))
    if status is not None:
        response.status_code = status
    return response


# Problems -------------------------------------------------------------------------------------


def problem_document(problem: Problem, language: str) -> dict[str, Any]:
    """Return a problem document (RFC 9457), with `errors` if single fields are at fault."""
    words = i18n.problem_text(language, problem.code)
    where = _parameter if problem.in_query else _pointer
    faults = [where(fault) | _told(fault, language) for fault in problem.faults]
    document = {
        "type": f"/problems/{problem.code}",
        "title": words["title"],
        "status": problem.status,
        "detail": _detail(problem, faults, language),
        "code": problem.code,
    }
    return document | {"errors": faults} if faults else document


def _detail(problem: Problem, faults: list[dict[str, Any]], language: str) -> str:
    match faults:
        case []:
            return i18n.fault_detail(language, problem.code, problem.params)
        case [only] if not problem.more:
            detail: str = only["detail"]
            return detail
    told = {"count": len(faults)} | ({"because": "more"} if problem.more else {})
    return i18n.fault_detail(language, "several", told)


def _pointer(fault: Fault) -> dict[str, Any]:
    return {"pointer": pointer(fault.path)}


def _parameter(fault: Fault) -> dict[str, Any]:
    return {"parameter": fault.path[0]}


def _told(fault: Fault, language: str) -> dict[str, Any]:
    params = {name: _plain(value) for name, value in fault.params.items()}
    told = {"code": fault.code, "detail": i18n.fault_detail(language, fault.code, params)}
    return told | ({"params": params} if params else {})


def _plain(value: Any) -> Any:
    return pointer(value) if isinstance(value, tuple) else value


def problem_response(problem: Problem, language: str) -> Response:
    """Return the response for a problem, and count it."""
    problems_of(problem.code).inc()
    body = strict_json.dumps(problem_document(problem, language))
    response = Response(body, problem.status, mimetype=PROBLEM)
    response.headers["Content-Language"] = language
    response.headers["Vary"] = "Accept-Language"
    response.headers["Cache-Control"] = "no-store"
    if problem.status == 503:
        response.headers["Retry-After"] = RETRY_AFTER
    return response


def reader_language(environ: WSGIEnvironment) -> str:
    """Return the language of an error: that of a valid `?lang=`, else of `Accept-Language`."""
    wished = negotiation.query(environ).get("lang", "")
    return wished if wished in i18n.LANGUAGES else preferred_language(environ)


# This service's codes for Werkzeug's exceptions, by status.
_CODE_OF_STATUS = {
    STATUS_OF[code]: code
    for code in (
        "bad_request",
        "not_found",
        "method_not_allowed",
        "request_timeout",
        "precondition_failed",
        "too_large",
        "uri_too_long",
        "unsupported_media_type",
        "range_not_satisfiable",
        "expectation_failed",
        "headers_too_large",
        "internal_error",
    )
}


def install_error_handlers(app: Flask) -> None:
    """Answer every error with a problem document."""

    @app.errorhandler(Problem)
    def on_problem(problem: Problem) -> Response:
        return problem_response(problem, reader_language(request.environ))

    @app.errorhandler(HTTPException)
    def on_http_exception(error: HTTPException) -> Response | HTTPException:
        if error.code is None or error.code < 400:
            return error
        code = _CODE_OF_STATUS.get(error.code, "bad_request")
        allowed = sorted(getattr(error, "valid_methods", None) or ())
        problem = Problem(
            code, method=request.method, path=request.path, allowed=allowed, reason=error.name
        )
        response = problem_response(problem, reader_language(request.environ))
        if isinstance(error, MethodNotAllowed):
            response.headers["Allow"] = ", ".join(allowed)
        return response

    @app.errorhandler(Exception)
    def on_unexpected_error(error: Exception) -> Response:
        request_id = request.environ.get(REQUEST_ID)
        log.exception("unexpected error", exc_info=error, extra={"request_id": request_id})
        return problem_response(Problem("internal_error"), reader_language(request.environ))
