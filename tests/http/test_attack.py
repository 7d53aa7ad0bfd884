"""The contract attacked: bodies and addresses made up from openapi.yaml, right and wrong."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st
from schemathesis.config import SchemathesisConfig

from service.app import create_app
from service.settings import Settings
from tests.support.bodies import BODIES, DONNES
from tests.support.client import answered, post
from tests.support.contract import misfits_of_answer

# A schema cannot say that no card may be in two places, that a number may have 18 digits, nor how
# many bytes a body may have, so 422, 400 and 413 may answer what it calls right, and 413 what it
# calls wrong. Nor can it say that QUERY is answered as POST is.
CONFIG = SchemathesisConfig.from_dict(
    {
        "generation": {"max-examples": 40, "database": "none"},
        "phases": {"coverage": {"unexpected-methods": ["DELETE", "PATCH", "PUT", "TRACE"]}},
        "checks": {
            "positive_data_acceptance": {"expected-statuses": ["2xx", "400", "404", "413", "422"]},
            "negative_data_rejection": {"expected-statuses": ["4xx"]},
        },
    }
)
ATTACK = schemathesis.openapi.from_wsgi("/openapi.yaml", create_app(Settings()), config=CONFIG)


@pytest.mark.slow
@ATTACK.parametrize()
def test_whatever_comes_the_description_is_kept(case: schemathesis.Case[Any]) -> None:
    case.call_and_validate()


RIGHT = BODIES | DONNES


@pytest.mark.parametrize("path", RIGHT)
@settings(max_examples=60)
@given(data=st.data())
def test_every_right_body_gets_the_answer_that_is_described(
    client: FlaskClient, path: str, data: st.DataObject
) -> None:
    """In every deck, notation, letter case and symbol; with hands, declarations or both."""
    answer = answered(post(client, path, data.draw(RIGHT[path])))
    assert misfits_of_answer(answer, path) == []
