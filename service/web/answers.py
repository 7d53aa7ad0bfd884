"""Answers: a value as a JSON response, an error as a problem, each in the reader's language."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from flask import Flask, Response, request
from werkzeug.datastructures import Headers
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from service.observability.monitoring import REQUEST_ID, problems_of
from service.web import negotiation, strict_json, texts
from service.web.preconditions import decided_status
from service.web.problems import STATUS_OF, Fault, Problem, pointer

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

log = logging.getLogger("service")

JSON = "application/json"
PROBLEM = "application/problem+json"
RETRY_AFTER = "2"
"""Seconds after which a service that is not ready, or has too much to do, may be asked again."""

# POST answers are chosen by the reader's language; an answer to GET by its address alone.
_NEGOTIATED: Mapping[str, Headers] = {
    language: Headers(
        [("Content-Type", JSON), ("Content-Language", language), ("Vary", "Accept-Language")]
    )
    for language in texts.LANGUAGES
}


class Ready(Response):
    """A JSON answer whose headers are known beforehand; they are shared, so never changed.

    Werkzeug's own way would copy and check them for each request, at a tenth of its time.
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
    """The language that `Accept-Language` asks for."""
    wished: str | None = environ.get("HTTP_ACCEPT_LANGUAGE")
    return negotiation.language(wished) if wished else texts.DEFAULT


def answer(value: Any, language: str) -> Response:
    """What a POST gets."""
    return Ready(strict_json.dumps(value), _NEGOTIATED[language])


def in_form(text: str | bytes, form: str, language: str, policy: str | None = None) -> Response:
    """What a POST gets in the form that it prefers."""
    response = Response(text, mimetype=form)
    response.content_language.add(language)
    response.headers["Vary"] = "Accept, Accept-Language"
    if policy:
        response.headers["Content-Security-Policy"] = policy
    return response


def cached(body: bytes, mimetype: str, max_age: int, language: str | None = None) -> Response:
    """What a GET gets: the same for everyone, for a while; 304 to who has it already."""
    response = Response(body, mimetype=mimetype)
    if language:
        response.content_language.add(language)
    response.cache_control.public = True
    response.cache_control.max_age = max_age
    response.add_etag()
    return conditional(response)


def conditional(response: Response) -> Response:
    """Return `response`, a 200 to GET or HEAD, as the request's preconditions want it.

    That is the response itself, the same without its body (304), or a problem (412).
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
    """RFC 9457 problem details; `errors` are there where single fields are at fault."""
    words = texts.problem_text(language, problem.code)
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
            return texts.fault_detail(language, problem.code, problem.params)
        case [only] if not problem.more:
            detail: str = only["detail"]
            return detail
    told = {"count": len(faults)} | ({"because": "more"} if problem.more else {})
    return texts.fault_detail(language, "several", told)


def _pointer(fault: Fault) -> dict[str, Any]:
    return {"pointer": pointer(fault.path)}


def _parameter(fault: Fault) -> dict[str, Any]:
    return {"parameter": fault.path[0]}


def _told(fault: Fault, language: str) -> dict[str, Any]:
    params = {name: _plain(value) for name, value in fault.params.items()}
    told = {"code": fault.code, "detail": texts.fault_detail(language, fault.code, params)}
    return told | ({"params": params} if params else {})


def _plain(value: Any) -> Any:
    return pointer(value) if isinstance(value, tuple) else value


def problem_response(problem: Problem, language: str) -> Response:
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
    """The language of an error: `?lang=` where it names one, else what the client prefers."""
    wished = negotiation.query(environ).get("lang", "")
    return wished if wished in texts.LANGUAGES else preferred_language(environ)


# What Werkzeug raises, by its status, in this service's own codes.
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
    """One form for every error, whoever raised it."""

    @app.errorhandler(Problem)
    def told(problem: Problem) -> Response:
        return problem_response(problem, reader_language(request.environ))

    @app.errorhandler(HTTPException)
    def raised(error: HTTPException) -> Response | HTTPException:
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
    def unforeseen(error: Exception) -> Response:
        request_id = request.environ.get(REQUEST_ID)
        log.exception("unforeseen error", exc_info=error, extra={"request_id": request_id})
        return problem_response(Problem("internal_error"), reader_language(request.environ))
