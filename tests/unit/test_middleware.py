"""Each middleware does its one thing around any application, and hands on the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import pytest

from service.api.problems import REFUSED
from service.middleware import (
    SECURITY_HEADERS,
    CORSMiddleware,
    Headers,
    ObservationMiddleware,
    OptionsMiddleware,
    RequestIDMiddleware,
    SecurityHeadersMiddleware,
)
from service.observability.access_log import REQUEST_ID, AccessLog
from service.observability.metrics import OTHER, UNMATCHED, requests_of

OWN: Headers = [("Content-Type", "text/plain"), ("Content-Length", "2")]
Application: TypeAlias = Callable[..., Iterable[bytes]]


def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    start_response("200 OK", OWN)
    return [b"ok"]


def failing(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    start_response("500 Error", OWN, "exc_info")
    return []


def sent(wrapped: Application, **environ: Any) -> tuple[list[Any], bytes]:
    """Return the arguments of `start_response`, and the body."""
    started: list[Any] = []
    request = {"REQUEST_METHOD": "GET", "PATH_INFO": "/", REQUEST_ID: "a-1"} | environ
    body = b"".join(wrapped(request, lambda *given: started.extend(given)))
    return started, body


WRAPPED: list[Callable[[Application], Application]] = [
    RequestIDMiddleware,
    SecurityHeadersMiddleware,
    OptionsMiddleware,
    lambda one: CORSMiddleware(one, None),
    lambda one: ObservationMiddleware(one, AccessLog(enabled=False)),
]


@pytest.mark.parametrize("wrap", WRAPPED)
def test_the_response_is_handed_on_and_its_own_headers_are_not_changed(
    wrap: Callable[[Application], Application],
) -> None:
    before = list(OWN)
    (status, headers), body = sent(wrap(application))
    assert (status, body) == ("200 OK", b"ok")
    assert headers[: len(OWN)] == before == OWN
    assert sent(wrap(failing))[0][2] == "exc_info"


@pytest.mark.parametrize("given", ["", "a b", "x" * 65, "\N{LATIN SMALL LETTER E WITH ACUTE}"])
def test_an_id_that_is_not_valid_is_replaced(given: str) -> None:
    [(_, headers), _] = sent(RequestIDMiddleware(application), HTTP_X_REQUEST_ID=given)
    made = dict(headers)["X-Request-Id"]
    assert made != given
    assert len(made) == 16


def test_a_valid_id_is_kept_and_is_in_the_environ() -> None:
    environ = {"HTTP_X_REQUEST_ID": "a.b_c-1"}
    RequestIDMiddleware(application)(environ, lambda *_: None)  # type: ignore[arg-type]  # returns nothing to write with
    assert environ[REQUEST_ID] == "a.b_c-1"


def test_a_header_that_the_response_sets_itself_is_not_added() -> None:
    def with_policy(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        start_response("200 OK", [("Content-Security-Policy", "own")])
        return []

    [(_, headers), _] = sent(SecurityHeadersMiddleware(with_policy))
    assert headers == [("Content-Security-Policy", "own"), SECURITY_HEADERS[0]]


@pytest.mark.parametrize(
    ("origin", "allowed"), [("http://a", "http://a"), ("http://b", None), (None, None)]
)
def test_only_a_listed_origin_is_allowed(origin: str | None, allowed: str | None) -> None:
    environ = {} if origin is None else {"HTTP_ORIGIN": origin}
    [(_, headers), _] = sent(CORSMiddleware(application, frozenset({"http://a"})), **environ)
    assert dict(headers).get("Access-Control-Allow-Origin") == allowed
    assert ("Vary", "Origin") in headers


def counted(method: str) -> float:
    value: float = requests_of(method, UNMATCHED, "200")._value.get()
    return value


@pytest.mark.parametrize(("refused", "method"), [({}, "GET"), ({REFUSED: "problem"}, OTHER)])
def test_a_response_is_counted_once(refused: dict[str, Any], method: str) -> None:
    before = counted(method)
    sent(ObservationMiddleware(application, AccessLog(enabled=False)), **refused)
    assert counted(method) == before + 1
