"""The codes of errors in `/v1/rules`, held to the errors that requests really get."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from service.api.i18n import CATALOGUES, LANGUAGES
from service.api.i18n.catalogues import placeholders
from service.api.problem_codes import problem_codes, problem_params
from service.api.problems import STATUS_OF
from tests.support.bodies import BODIES, DONNES, spoiled
from tests.support.client import answered, get, post, told
from tests.support.profiles import examples
from tools.openapi.examples import ADDRESSES, PROBLEM_EXAMPLES, ask

KINDS = {"string": (str,), "integer": (int,), "number": (int, float), "list": (list,)}
RIGHT = BODIES | DONNES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_is_listed_with_what_it_says(client: FlaskClient, language: str) -> None:
    listed = answered(get(client, f"/v1/rules?lang={language}"))["problems"]
    assert list(listed) == list(STATUS_OF)
    for code, one in listed.items():
        words = CATALOGUES[language]["problems"][code]
        assert (one["status"], one["title"]) == (STATUS_OF[code], words["title"])
        assert one["template"] == words["detail"]
        assert one["templates"] == words.get("details", {})
        assert one["hints"] == words.get("hints", {})
        names = {param["name"] for param in one["params"]}
        assert set(placeholders(one["template"])) - {"place"} <= names


@pytest.mark.parametrize("name", [*PROBLEM_EXAMPLES, *ADDRESSES])
def test_an_example_has_the_params_of_its_code(app: Flask, name: str) -> None:
    for example in (PROBLEM_EXAMPLES.get(name), ADDRESSES.get(name)):
        problem = told(ask(app, example)) if example else {}
        for one in (problem, *problem.get("errors", [])):
            for param, value in one.get("params", {}).items():
                assert type(value) in KINDS[problem_params(one["code"])[param]]


@pytest.mark.parametrize("path", RIGHT)
@examples(40)
@given(data=st.data())
def test_a_fault_has_no_other_params_than_its_code(
    client: FlaskClient, path: str, data: st.DataObject
) -> None:
    answer = post(client, path, data.draw(spoiled(RIGHT[path])))
    problem = told(answer)
    for one in (problem, *problem.get("errors", [])):
        if "code" not in one:
            continue
        listed = {
            param["name"]: param["type"] for param in problem_codes("en")[one["code"]]["params"]
        }
        for name, value in one.get("params", {}).items():
            assert type(value) in KINDS[listed[name]], one
