"""The shortcuts of the application: what they leave out is never missed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask, appcontext_tearing_down, request_tearing_down
from werkzeug.exceptions import HTTPException
from werkzeug.routing import MapAdapter
from werkzeug.test import create_environ

from service.app import create_app
from service.settings import Settings

METHODS = ("GET", "HEAD", "POST", "QUERY", "PUT", "OPTIONS")
ODD = ("/v1/hands/resolve", "/v1/hands/resolve/", "//v1/hands/resolve", "/V1/hands/resolve")


@pytest.fixture
def fresh() -> Flask:
    """An application that has had no request yet."""
    return create_app(Settings())


def paths(app: Flask) -> Iterator[str]:
    yield from ODD
    for rule in app.url_map.iter_rules():
        yield rule.rule
        yield f"{rule.rule}x"


def found(adapter: MapAdapter) -> Any:
    """What a request leads to: a rule with its values, or an error."""
    try:
        return adapter.match(return_rule=True)
    except HTTPException as error:
        return type(error), sorted(getattr(error, "valid_methods", None) or ())


def test_every_address_leads_where_a_search_would_lead(fresh: Flask) -> None:
    ends = set()
    for path in paths(fresh):
        for method in METHODS:
            environ = create_environ(method=method) | {"PATH_INFO": path}
            with fresh.request_context(environ) as context:
                quick = context.url_adapter
                assert quick
                slow = MapAdapter(fresh.url_map, "", "/", "", "http", path, method)
                assert found(quick) == found(slow), (method, path)
                ends.add(type(found(quick)[0]))
    assert len(ends) == 2  # rules as well as errors


def test_hooks_are_called_where_there_are_any(fresh: Flask) -> None:
    called: list[str] = []

    @fresh.url_value_preprocessor
    def values(endpoint: str | None, given: dict[str, Any] | None) -> None:
        called.append(f"values of {endpoint}")

    @fresh.before_request
    def before() -> None:
        called.append("before")

    @fresh.after_request
    def after(response: Any) -> Any:
        called.append("after")
        return response

    @fresh.teardown_request
    def teardown(error: BaseException | None) -> None:
        called.append("teardown")

    @fresh.teardown_appcontext
    def end(error: BaseException | None) -> None:
        called.append("end")

    assert fresh.test_client().get("/livez").status_code == 200
    assert called == ["values of health.livez", "before", "after", "teardown", "end"]


@pytest.mark.parametrize("signal", [request_tearing_down, appcontext_tearing_down])
def test_who_listens_for_the_end_of_a_request_hears_of_it(fresh: Flask, signal: Any) -> None:
    heard: list[Flask] = []

    def listen(sender: Flask, **_: Any) -> None:
        heard.append(sender)

    with signal.connected_to(listen, fresh):
        fresh.test_client().get("/livez")
    assert heard == [fresh]


def test_a_hook_may_answer_in_place_of_the_view(fresh: Flask) -> None:
    fresh.before_request(lambda: ("closed", 503))
    answer = fresh.test_client().get("/livez")
    assert (answer.status_code, answer.text) == (503, "closed")
