"""The contract attacked: bodies and addresses made up from openapi.yaml, right and wrong."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from schemathesis.config import SchemathesisConfig

from service.app import create_app
from service.config import Config

# A schema cannot say that no card may be in two places, that a number may have 18 digits, nor how
# many bytes a body may have, so 422, 400 and 413 may answer what it calls right, and 413 what it
# calls wrong. Nor can it say that QUERY is answered as POST is. What is wrong with an item of a
# batch is answered in its place, with 200.
CONFIG = SchemathesisConfig.from_dict(
    {
        "generation": {"max-examples": 40, "database": "none"},
        "phases": {"coverage": {"unexpected-methods": ["DELETE", "PATCH", "PUT", "TRACE"]}},
        "checks": {
            "positive_data_acceptance": {
                "expected-statuses": ["2xx", "304", "400", "404", "413", "422"]
            },
            "negative_data_rejection": {"expected-statuses": ["4xx"]},
        },
        "operations": [
            {
                "include-path-regex": "-batch$",
                "checks": {"negative_data_rejection": {"expected-statuses": ["200", "4xx"]}},
            }
        ],
    }
)
ATTACK = schemathesis.openapi.from_wsgi("/openapi.yaml", create_app(Config()), config=CONFIG)


@pytest.mark.slow
@ATTACK.parametrize()
def test_whatever_comes_the_description_is_kept(case: schemathesis.Case[Any]) -> None:
    case.call_and_validate(headers={"Accept-Encoding": "identity"})
