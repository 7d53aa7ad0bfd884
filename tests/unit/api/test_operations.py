"""What views record of themselves for openapi.yaml."""

from __future__ import annotations

import pytest
from werkzeug.routing import Rule

from service.api.operations import Operation, operation_of
from service.api.problems import STATUS_OF
from service.api.schemas.body import BodySchema
from service.app import create_app
from service.config import Config

APP = create_app(Config())
RULES = [one for one in APP.url_map.iter_rules() if one.endpoint.startswith("api.")]


def recorded(endpoint: str) -> Operation:
    found = operation_of(APP.view_functions[endpoint])
    assert found is not None, endpoint
    return found


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.endpoint)
def test_a_view_records_what_it_takes_and_what_it_refuses(rule: Rule) -> None:
    endpoint, methods = rule.endpoint, rule.methods or set()
    operation = recorded(endpoint)
    assert set(operation.problems) <= set(STATUS_OF)
    assert len(set(operation.problems)) == len(operation.problems)
    schema = operation.request_schema
    assert schema is not None
    assert issubclass(schema, BodySchema) == ("POST" in methods)
    assert operation.cacheable == ("GET" in methods)


def test_a_view_that_records_nothing_has_no_operation() -> None:
    assert operation_of(APP.view_functions["pages.table"]) is None
