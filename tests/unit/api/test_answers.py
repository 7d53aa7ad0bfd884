"""The schemas of answers: every real answer fits, and openapi.yaml says the same as they do."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from service.api.i18n import LANGUAGES
from service.api.operations import operation_of
from service.api.problem_documents import problem_document
from service.api.problems import INVALID, STATUS_OF, Fault, refuse
from service.api.schemas import vocabulary
from service.api.schemas.answers.common import AnswerSchema
from service.api.schemas.answers.problems import (
    InvalidAddressSchema,
    InvalidBodySchema,
    ProblemSchema,
)
from service.api.schemas.answers.rules import RulesSchema
from service.api.schemas.vocabulary import card_pattern, suit_pattern
from service.app import create_app
from service.belote.cards import DECKS, Deck
from service.config import Config
from tests.support.bodies import BODIES, DONNES, spoiled
from tests.support.client import BATCH, Json, answered, get, post, told
from tests.support.contract import COMPONENTS, misfits, operation, operations
from tests.support.profiles import examples
from tools.openapi.converter import schema_name
from tools.openapi.examples import EXAMPLES

RIGHT = BODIES | DONNES


def response_schemas(app: Flask) -> dict[str, type[AnswerSchema]]:
    """Return the schema of each path that answers in JSON."""
    found = {
        rule.rule: described.response_schema
        for rule in app.url_map.iter_rules()
        if (described := operation_of(app.view_functions[rule.endpoint]))
    }
    return {path: schema for path, schema in found.items() if schema}


SCHEMA_OF = response_schemas(create_app(Config()))


def assert_fits(answer: Any, schema: type[AnswerSchema]) -> None:
    """Assert that an answer has the members of a schema, no more and no less, and is described."""
    assert schema().validate(answer) == {}
    assert misfits(answer, schema_name(schema)) == []


def test_every_operation_with_a_body_is_tried() -> None:
    assert RIGHT.keys() == {one.path for one in operations() if one.method == "POST"}


@pytest.mark.parametrize("path", RIGHT)
@examples(60)
@given(data=st.data())
def test_every_right_body_gets_an_answer_of_the_schema(
    client: FlaskClient, path: str, data: st.DataObject
) -> None:
    """In every deck, notation, letter case and symbol; with hands, declarations or both."""
    assert_fits(answered(post(client, path, data.draw(RIGHT[path]))), SCHEMA_OF[path])


@examples(60)
@given(body=spoiled(RIGHT[BATCH]))
def test_a_batch_with_bad_hands_gets_an_answer_of_the_schema(
    client: FlaskClient, body: Json
) -> None:
    answer = post(client, BATCH, body)
    if answer.status_code == 200:
        assert_fits(told(answer), SCHEMA_OF[BATCH])
    else:
        assert_fits(told(answer), InvalidBodySchema)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_fit_their_schema(client: FlaskClient, language: str) -> None:
    assert_fits(answered(get(client, f"/v1/rules?lang={language}")), RulesSchema)


@pytest.mark.parametrize("code", COMPONENTS["examples"])
def test_a_problem_fits_its_schema(code: str) -> None:
    problem = COMPONENTS["examples"][code]["value"]
    assert_fits(problem, InvalidBodySchema if STATUS_OF[code] == INVALID else ProblemSchema)


@pytest.mark.parametrize(
    ("in_query", "schema"), [(False, InvalidBodySchema), (True, InvalidAddressSchema)]
)
def test_faults_fit_their_schema(in_query: bool, schema: type[AnswerSchema]) -> None:
    fault = Fault("missing_field", ("deck",), {"field": "deck"})
    assert_fits(problem_document(refuse([fault], in_query=in_query), LANGUAGES[0]), schema)


def test_the_examples_of_the_vocabulary_run() -> None:
    assert doctest.testmod(vocabulary).failed == 0


# Answers that are not right


def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield the place of each member of a value, however deep."""
    members = value.items() if isinstance(value, dict) else enumerate(value)
    for key, member in members:
        yield (*path, key)
        if isinstance(member, dict | list):
            yield from places(member, (*path, key))


def answers_by_path() -> Iterator[tuple[str, Any]]:
    """Yield the path and the answer of each example in openapi.yaml."""
    for one in operations():
        media_type, content = one.answer
        if media_type == "application/json":
            yield from ((one.path, example["value"]) for example in content["examples"].values())


ANSWERS = list(answers_by_path())
OTHER_VALUES: list[Any] = [
    None,
    True,
    False,
    0,
    3,
    -1,
    10**6,
    "",
    "x",
    "N",
    "NS",
    "7",
    [],
    {},
    [{}],
]


def in_a_body(place: tuple[str | int, ...]) -> bool:
    """Whether a place is inside a request that an answer holds.

    openapi.yaml cannot say all that is wrong with a request.
    """
    return place[:1] == ("bodies",) and len(place) > len(("bodies", "compare"))


@st.composite
def changed_answers(draw: st.DrawFn) -> tuple[str, Any]:
    """A path and an answer with a member replaced, removed or added anywhere."""
    path, answer = draw(st.sampled_from(ANSWERS))
    answer = deepcopy(answer)
    *above, last = draw(st.sampled_from([one for one in places(answer) if not in_a_body(one)]))
    inside = answer
    for step in above:
        inside = inside[step]
    change = draw(st.sampled_from(["replace", "remove", "add"]))
    if change == "replace":
        inside[last] = draw(st.sampled_from(OTHER_VALUES))
    elif change == "remove":
        del inside[last]
    elif isinstance(inside, dict):
        inside["more"] = draw(st.sampled_from(OTHER_VALUES))
    else:
        inside.append(draw(st.sampled_from(OTHER_VALUES)))
    return path, answer


@examples(500)
@given(changed_answers())
def test_the_schema_and_openapi_accept_the_same_answers(changed: tuple[str, Any]) -> None:
    path, answer = changed
    method = "GET" if path.partition("{")[0] not in RIGHT else "POST"
    _, content = operation(path, method).answer
    name = content["schema"]["$ref"].rpartition("/")[2]
    [schema] = {one for one in SCHEMA_OF.values() if schema_name(one) == name}
    assert (schema().validate(answer) == {}) == (misfits(answer, name) == []), answer


def test_every_example_of_an_operation_is_in_the_document() -> None:
    assert len(ANSWERS) == sum(map(len, EXAMPLES.values()))


# The spellings that a request may use

MADE_UP = Deck("german", None, ("7", "8", "9", "X", "U", "O", "K", "A"), ("E", "G", "R", "S"))


@pytest.mark.parametrize("decks", [DECKS, (*DECKS, MADE_UP), (MADE_UP,)])
def test_the_patterns_match_what_the_decks_read(decks: tuple[Deck, ...]) -> None:
    ranks = {rank for deck in DECKS for rank in deck.ranks} | {"0", "2", "X"}
    suits = {suit for deck in DECKS for suit in deck.suit_of} | {"x", "♤"}
    cards = {text for deck in decks for text in deck.card_of}
    for text in cards | {rank + suit for rank in ranks for suit in suits}:
        assert bool(re.fullmatch(card_pattern(decks), text)) == (text in cards)
    known = {text for deck in decks for text in deck.suit_of}
    for text in known | suits:
        assert bool(re.fullmatch(suit_pattern(decks), text)) == (text in known)
