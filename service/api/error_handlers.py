"""Answer errors with problem documents, and name what helps: the operation, or a near address."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any
from wsgiref.types import WSGIEnvironment

from flask import Flask, Response, current_app, request
from werkzeug.exceptions import (
    HTTPException,
    InternalServerError,
    MethodNotAllowed,
    NotFound,
)
from werkzeug.routing import Rule

from service.api import strict_json
from service.api.addresses import AddressBook
from service.api.negotiation import reader_language
from service.api.operations import operation_id, operation_of, tag_of
from service.api.problem_documents import DOCS, PROBLEM, problem_document
from service.api.problems import STATUS_OF, Problem
from service.observability.access_log import REQUEST_ID
from service.observability.metrics import problems_of

RETRY_AFTER = "2"
"""Seconds until a client should retry after a 503."""

CODE_OF_STATUS: Mapping[int, str] = {
    status: code for code, status in STATUS_OF.items() if status != HTTPStatus.UNPROCESSABLE_ENTITY
}
"""The code for an exception of Werkzeug: the last of its status in `STATUS_OF`.

None for 422, whose codes name a fault of a body, which Werkzeug does not read.
"""


def problem_response(problem: Problem, environ: WSGIEnvironment, docs: str = DOCS) -> Response:
    """Return the response for the problem of a request, and count it.

    `docs`: the address of what describes the operation.
    """
    problems_of(problem.code).inc()
    language = reader_language(environ)
    about = {"docs": docs, "request_id": environ[REQUEST_ID]}
    body = strict_json.dumps(problem_document(problem, language, **about))
    response = Response(body, problem.status, mimetype=PROBLEM)
    response.headers["Content-Language"] = language
    response.headers["Vary"] = "Accept-Language"
    response.headers["Cache-Control"] = "no-store"
    if problem.status == HTTPStatus.SERVICE_UNAVAILABLE:
        response.headers["Retry-After"] = RETRY_AFTER
    return response


def _respond(problem: Problem) -> Response:
    """Return the response for a problem of the request that is being processed."""
    return problem_response(problem, request.environ, _docs_of_operation())


def _docs_of_operation() -> str:
    """Return the address of the description of the operation, of all where there is none."""
    for rule in _routes():
        if operation_of(current_app.view_functions[rule.endpoint]):
            return f"{DOCS}#/{tag_of(rule.rule)}/{operation_id(rule.endpoint)}"
    return DOCS


def _routes() -> Iterator[Rule]:
    """Yield the route of the request; if its method is not allowed, those of its path."""
    if request.url_rule:
        yield request.url_rule
    elif isinstance(request.routing_exception, MethodNotAllowed):
        routes = current_app.url_map.bind("")
        for method in sorted(request.routing_exception.valid_methods or ()):
            rule, _ = routes.match(request.path, method, return_rule=True)
            yield rule


def install_error_handlers(app: Flask) -> None:
    """Answer every error with a problem document.

    Call this after all routes are there: their addresses are suggested in place of unknown ones.
    """
    addresses = AddressBook.of(app.url_map)

    @app.errorhandler(Problem)
    def on_problem(problem: Problem) -> Response:
        return _respond(problem)

    @app.errorhandler(HTTPException)
    def on_http_exception(error: HTTPException) -> Response | HTTPException:
        if error.code is None or error.code < HTTPStatus.BAD_REQUEST:
            return error
        code = CODE_OF_STATUS.get(error.code, "bad_request")
        allowed = sorted(getattr(error, "valid_methods", None) or ())
        response = _respond(Problem(code, **_about(error, allowed, addresses)))
        if isinstance(error, MethodNotAllowed):
            response.headers["Allow"] = ", ".join(allowed)
        return response

    @app.errorhandler(InternalServerError)
    def on_unexpected_error(error: InternalServerError) -> Response:
        return _respond(Problem("internal_error"))


def _about(error: HTTPException, allowed: list[str], addresses: AddressBook) -> dict[str, Any]:
    """Return the params of the problem for an exception of Werkzeug."""
    match error:
        case MethodNotAllowed():
            return {"method": request.method, "path": request.path, "allowed": allowed}
        case NotFound():
            near = addresses.nearest(request.path)
            return {"path": request.path} | ({"did_you_mean": near} if near else {})
    return {"reason": error.name}
