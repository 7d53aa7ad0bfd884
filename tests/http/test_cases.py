"""The cases of `cases/`, one JSON object a line, asked over HTTP.

`expect` is a part of the answer: each of its keys is there with that value, and lists match member
by member. `codes` are all codes of a refusal. `text` is a body that is no JSON value.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.belote.cards import DECKS
from service.belote.comparison import DECISIONS
from service.belote.rules import Criterion, Kind, Void
from tests.support.cases import CASES
from tests.support.client import RULINGS, Json, ask, problem_codes, told
from tests.support.contract import COMPONENTS, misfits_of_answer, misfits_of_problem, operation


def differences(expected: Any, found: Any, where: str = "") -> Iterator[str]:
    """Where `found` is not, or has not, what is expected of it."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key, value in expected.items():
            if key in found:
                yield from differences(value, found[key], f"{where}/{key}")
            else:
                yield f"{where}/{key} is missing"
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for index, (one, other) in enumerate(zip(expected, found, strict=True)):
            yield from differences(one, other, f"{where}/{index}")
    elif json.dumps(expected) != json.dumps(found):
        yield f"{where} is {found!r}, not {expected!r}"


@pytest.mark.parametrize("case", CASES, ids=[case["says"] for case in CASES])
def test_a_case_is_answered_as_it_says(client: FlaskClient, case: Json) -> None:
    answer = ask(client, case)
    assert answer.status_code == case.get("status", 200), answer.text
    assert list(differences(case.get("expect", {}), answer.json)) == []
    if answer.status_code == 200:
        assert misfits_of_answer(answer.json, case["path"], case.get("method", "POST")) == []
    else:
        assert misfits_of_problem(told(answer)) == []
        assert sorted(problem_codes(told(answer))) == sorted(case["codes"])


def test_no_two_cases_say_the_same() -> None:
    said = [case["says"] for case in CASES]
    assert sorted(set(said)) == sorted(said)


# What the cases of announcements go through -----------------------------------------------------


def mentioned(value: Any) -> Iterator[Any]:
    """Every word in the cases, as a key or as a value."""
    if isinstance(value, dict):
        yield from value
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from mentioned(one)
    else:
        yield value


MENTIONED = set(mentioned(CASES))
# What is said only where a table agreed on rules of its own.
HOUSE_RULES = {"announcements_off", "first_speaker"}
# Whatever a body of some lines can be refused for.
REFUSALS = {
    code
    for path in RULINGS
    for status, told in operation(path).told["responses"].items()
    if status not in ("200", "413")
    for code in told["content"]["application/problem+json"]["examples"]
    if "x-request" in COMPONENTS["examples"][code]
}


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(Void, id="reason"),
        pytest.param(Criterion, id="criterion"),
        pytest.param(DECISIONS, id="decision"),
        pytest.param(Kind, id="kind"),
        pytest.param({deck.name for deck in DECKS}, id="deck"),
        pytest.param({"francaise"}, id="notation"),
        pytest.param(REFUSALS, id="refusal"),
    ],
)
def test_the_cases_leave_no_word_out(words: Any) -> None:
    assert {str(word) for word in words} - MENTIONED - HOUSE_RULES == set()
