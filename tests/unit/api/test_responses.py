"""Responses: the prebuilt one is like Flask's own, and preconditions decide on the others."""

from __future__ import annotations

from functools import partial
from http import HTTPStatus
from typing import Any

import pytest
from flask import Flask, Response
from werkzeug.exceptions import default_exceptions
from werkzeug.test import create_environ, run_wsgi_app

from service.api.error_handlers import CODE_OF_STATUS
from service.api.i18n import LANGUAGES
from service.api.problems import STATUS_OF, Problem
from service.api.responses import PrebuiltResponse, conditional, json_response

VALUE = {"text": "carré", "points": 100}


@pytest.fixture(params=LANGUAGES)
def pair(request: pytest.FixtureRequest) -> tuple[Response, Response]:
    """Return a prebuilt response and one that Flask builds from the same body and headers."""
    prebuilt = json_response(VALUE, request.param)
    assert isinstance(prebuilt, PrebuiltResponse)
    return prebuilt, Response(prebuilt.body, headers=list(prebuilt.headers))


def sent(response: Response, environ: dict[str, Any]) -> tuple[bytes, str, list[tuple[str, str]]]:
    """Return body, status and headers as a WSGI server gets them."""
    body, status, headers = run_wsgi_app(response, environ)
    return b"".join(body), status, sorted(headers)


def test_a_prebuilt_response_is_sent_as_flask_sends_its_own(
    pair: tuple[Response, Response],
) -> None:
    prebuilt, own = pair
    environ = create_environ(method="POST")
    assert sent(prebuilt, environ) == sent(own, environ)
    assert sent(prebuilt, environ) == sent(own, environ)  # again, with the same headers


@pytest.mark.parametrize(
    "attribute",
    ["status_code", "status", "data", "json", "is_json", "mimetype", "content_type",
     "content_language", "vary", "is_streamed", "is_sequence", "direct_passthrough"],
)  # fmt: skip
def test_a_prebuilt_response_reads_like_flasks_own(
    pair: tuple[Response, Response], attribute: str
) -> None:
    prebuilt, own = pair
    assert repr(getattr(prebuilt, attribute)) == repr(getattr(own, attribute))


def test_a_prebuilt_response_calls_what_waits_for_its_end(pair: tuple[Response, Response]) -> None:
    for response in pair:
        ended: list[bool] = []
        response.call_on_close(partial(ended.append, True))
        response.close()
        assert ended == [True]


def test_shared_headers_stay_as_they_are() -> None:
    first, second = (json_response(VALUE, "fr") for _ in range(2))
    before = list(first.headers)
    sent(first, create_environ(method="POST"))
    with pytest.raises(TypeError, match="immutable"):
        first.headers["X-Own"] = "yes"
    with pytest.raises(TypeError, match="immutable"):
        first.headers.add("X-Own", "yes")
    assert list(second.headers) == before


def test_another_status_is_sent() -> None:
    changed = json_response(VALUE, "fr")
    changed.status_code = HTTPStatus.MULTI_STATUS
    assert sent(changed, create_environ(method="POST"))[1] == "207 MULTI STATUS"


# Preconditions


@pytest.mark.parametrize(
    ("header", "value", "status"),
    [
        ("If-None-Match", '"a"', HTTPStatus.NOT_MODIFIED),
        ("If-None-Match", '"b"', HTTPStatus.OK),
        ("If-Match", '"a"', HTTPStatus.OK),
    ],
)
def test_a_precondition_decides_the_status(
    app: Flask, header: str, value: str, status: HTTPStatus
) -> None:
    with app.test_request_context(headers={header: value}):
        response = Response("text", headers={"ETag": '"a"'})
        assert conditional(response) is response
        assert response.status_code == status


def test_a_precondition_that_fails_is_a_problem_and_closes_the_response(app: Flask) -> None:
    closed: list[bool] = []
    response = Response("text", headers={"ETag": '"a"'})
    response.call_on_close(lambda: closed.append(True))
    with (
        app.test_request_context(headers={"If-Match": '"b"'}),
        pytest.raises(Problem, match="precondition_failed"),
    ):
        conditional(response)
    assert closed == [True]


# Problems


def test_every_status_that_werkzeug_raises_here_has_a_code_of_that_status() -> None:
    assert all(STATUS_OF[code] == status for status, code in CODE_OF_STATUS.items())
    assert set(CODE_OF_STATUS) == set(STATUS_OF.values()) - {422}
    assert set(CODE_OF_STATUS) <= set(default_exceptions)


def test_the_code_of_a_status_is_the_one_without_a_body_at_fault() -> None:
    assert {status: CODE_OF_STATUS[status] for status in (400, 404, 405, 500, 503)} == {
        400: "bad_request",
        404: "not_found",
        405: "method_not_allowed",
        500: "internal_error",
        503: "overloaded",
    }
