"""Problem documents (RFC 9457) in the reader's language.

`problems` has their codes and statuses, `i18n` their sentences.
"""

from __future__ import annotations

from typing import Any

from service.api import i18n
from service.api.problems import Fault, Problem, pointer

PROBLEM = "application/problem+json"
DOCS = "/docs"
"""The page with all operations."""


def problem_document(problem: Problem, language: str, **about: str) -> dict[str, Any]:
    """Return a problem document (RFC 9457), with `errors` if single fields are at fault.

    `about`: further members, on the request as a whole.
    """
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
        **about,
    }
    if faults:
        return document | {"errors": faults}
    params = {name: i18n.shortened(value) for name, value in problem.params.items()}
    return document | ({"params": params} if params else {})


def _detail(problem: Problem, faults: list[dict[str, Any]], language: str) -> str:
    """Return the sentence for a problem: that of its first fault, and how many others there are."""
    match faults:
        case []:
            return i18n.fault_detail(language, problem.code, problem.params)
        case [only] if not problem.more:
            detail: str = only["detail"]
            return detail
    return i18n.several_detail(language, faults[0]["detail"], len(faults), more=problem.more)


def _pointer(fault: Fault) -> dict[str, Any]:
    """Return where in the body a fault is; of a parameter beside a body, which one."""
    beside = {} if fault.parameter is None else {"parameter": fault.parameter}
    return {"pointer": pointer(fault.path)} | beside


def _parameter(fault: Fault) -> dict[str, Any]:
    """Return which query parameter is at fault."""
    return {"parameter": fault.path[0]}


def _described(
    fault: Fault, where: dict[str, Any], language: str, *, hinted: bool
) -> dict[str, Any]:
    """Return where a fault is, its code, its sentence and its params."""
    told = {**fault.params, **(fault.hints() if hinted else {})}
    params = {name: _plain(value) for name, value in told.items()}
    place = where["parameter"] if "parameter" in where else where["pointer"]
    detail = i18n.fault_detail(language, fault.code, params, place)
    described = where | {"code": fault.code, "detail": detail}
    return described | ({"params": params} if params else {})


def _plain(value: Any) -> Any:
    """Return a param as JSON: a path as a pointer, any other value as it is."""
    return pointer(value) if isinstance(value, tuple) else value
