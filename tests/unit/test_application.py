"""The application is Flask, but for the index of fixed paths and the log of exceptions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask, got_request_exception
from werkzeug.exceptions import HTTPException
from werkzeug.routing import MapAdapter
from werkzeug.test import create_environ

from service.app import create_app
from service.config import Config

METHODS = ("GET", "HEAD", "POST", "QUERY", "PUT", "OPTIONS")
ODD = ("/v1/hands/resolve", "/v1/hands/resolve/", "//v1/hands/resolve", "/V1/hands/resolve")


@pytest.fixture
def fresh() -> Flask:
    """An application that has had no request yet."""
    return create_app(Config())


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


def test_an_unexpected_exception_is_signalled_and_propagates_under_test(fresh: Flask) -> None:
    """Error trackers listen to the signal, and tests of views see the exception itself."""

    @fresh.get("/broken")
    def broken() -> str:
        raise RuntimeError("broken")

    seen: list[BaseException] = []

    def note(sender: Flask, exception: BaseException) -> None:
        seen.append(exception)

    with got_request_exception.connected_to(note, fresh):
        assert fresh.test_client().get("/broken").status_code == 500
    assert [str(one) for one in seen] == ["broken"]
    fresh.testing = True
    with pytest.raises(RuntimeError, match="broken"):
        fresh.test_client().get("/broken")
