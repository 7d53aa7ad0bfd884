"""Answer errors with problem documents (RFC 9457) in the reader's language.

`problems` has their codes and statuses, `i18n` their sentences.
"""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException, InternalServerError, MethodNotAllowed

from service.api import i18n, strict_json
from service.api.negotiation import reader_language
from service.api.problems import STATUS_OF, Fault, Problem, pointer
from service.observability.metrics import problems_of

PROBLEM = "application/problem+json"
RETRY_AFTER = "2"
"""Seconds until a client should retry after a 503."""

CODE_OF_STATUS: Mapping[int, str] = {
    status: code for code, status in STATUS_OF.items() if status != HTTPStatus.UNPROCESSABLE_ENTITY
}
"""The code for an exception of Werkzeug: the last of its status in `STATUS_OF`.

None for 422, whose codes name a fault of a body, which Werkzeug does not read.
"""


def problem_document(problem: Problem, language: str) -> dict[str, Any]:
    """Return a problem document (RFC 9457), with `errors` if single fields are at fault."""
    words = i18n.problem_text(language, problem.code)
    where = _parameter if problem.in_query else _pointer
    faults = [
        _described(fault, where(fault), language, hinted=at < problem.hinted)
        for at, fault in enumerate(problem.faults)
    ]
    document = {
        "type": f"/problems/{problem.code}",
        "title": words["title"],
        "status": problem.status,
        "detail": _detail(problem, faults, language),
        "code": problem.code,
    }
    return document | {"errors": faults} if faults else document


def _detail(problem: Problem, faults: list[dict[str, Any]], language: str) -> str:
    """Return the sentence for a problem: that of its only fault, or the number of its faults."""
    match faults:
        case []:
            return i18n.fault_detail(language, problem.code, problem.params)
        case [only] if not problem.more:
            detail: str = only["detail"]
            return detail
    params = {"count": len(faults)} | ({"because": "more"} if problem.more else {})
    return i18n.fault_detail(language, "several", params)


def _pointer(fault: Fault) -> dict[str, Any]:
    """Return where in the body a fault is."""
    return {"pointer": pointer(fault.path)}


def _parameter(fault: Fault) -> dict[str, Any]:
    """Return which query parameter is at fault."""
    return {"parameter": fault.path[0]}


def _described(
    fault: Fault, where: dict[str, Any], language: str, *, hinted: bool
) -> dict[str, Any]:
    """Return where a fault is, its code, its sentence and its params."""
    told = {**fault.params, **(fault.hints() if hinted else {})}
    params = {name: _plain(value) for name, value in told.items()}
    [place] = where.values()
    detail = i18n.fault_detail(language, fault.code, params, place)
    described = where | {"code": fault.code, "detail": detail}
    return described | ({"params": params} if params else {})


def _plain(value: Any) -> Any:
    """Return a param as JSON: a path as a pointer, any other value as it is."""
    return pointer(value) if isinstance(value, tuple) else value


def problem_response(problem: Problem, language: str) -> Response:
    """Return the response for a problem, and count it."""
    problems_of(problem.code).inc()
    body = strict_json.dumps(problem_document(problem, language))
    response = Response(body, problem.status, mimetype=PROBLEM)
    response.headers["Content-Language"] = language
    response.headers["Vary"] = "Accept-Language"
    response.headers["Cache-Control"] = "no-store"
    if problem.status == HTTPStatus.SERVICE_UNAVAILABLE:
        response.headers["Retry-After"] = RETRY_AFTER
    return response


def install_error_handlers(app: Flask) -> None:
    """Answer every error with a problem document."""

    @app.errorhandler(Problem)
    def on_problem(problem: Problem) -> Response:
        return problem_response(problem, reader_language(request.environ))

    @app.errorhandler(HTTPException)
    def on_http_exception(error: HTTPException) -> Response | HTTPException:
        if error.code is None or error.code < HTTPStatus.BAD_REQUEST:
            return error
        code = CODE_OF_STATUS.get(error.code, "bad_request")
        allowed = sorted(getattr(error, "valid_methods", None) or ())
        problem = Problem(
            code, method=request.method, path=request.path, allowed=allowed, reason=error.name
        )
        response = problem_response(problem, reader_language(request.environ))
        if isinstance(error, MethodNotAllowed):
            response.headers["Allow"] = ", ".join(allowed)
        return response

    @app.errorhandler(InternalServerError)
    def on_unexpected_error(error: InternalServerError) -> Response:
        return problem_response(Problem("internal_error"), reader_language(request.environ))
