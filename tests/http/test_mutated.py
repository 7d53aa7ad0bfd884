"""Requests gone wrong at random: none of their answers may be what no answer may be."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count

import pytest
from werkzeug.datastructures import Headers
from werkzeug.test import TestResponse

from service.api import views
from service.api.problems import STATUS_OF
from tests.robustness.mutated import (
    HEADERS,
    LARGEST,
    OPERATIONS,
    Sent,
    Trial,
    broken,
    main,
    mark,
    request,
    run,
)
from tests.support.client import HAND, RESOLVE, resolvable
from tests.support.contract import operations

SEED, COUNT, STEP = 20_240, 2_000, 500


@pytest.fixture(scope="module")
def trial() -> Iterator[Trial]:
    with Trial() as made:
        yield made


def wrong(trial: Trial, indexes: range) -> list[str]:
    """What is wrong with the answers, the findings that are known apart."""
    return [
        f"--seed {SEED} --index {index}: {one.rule}: {one.what}"
        for index, one in run(trial, SEED, indexes)
        if mark(one) is None
    ]


@pytest.fixture(scope="module")
def found(trial: Trial) -> list[str]:
    return wrong(trial, range(COUNT))


@pytest.mark.slow
def test_no_answer_to_a_request_gone_wrong_is_itself_wrong(found: list[str]) -> None:
    assert found == []


def test_every_operation_gets_right_and_wrong_requests_and_every_header_odd_values() -> None:
    sent = [request(SEED, index) for index in range(COUNT)]
    assert {one.path for one in sent if one.body} >= OPERATIONS
    assert {one.path for one in operations() if one.method == "POST"} == OPERATIONS
    assert {one.method for one in sent} >= {"GET", "HEAD", "POST", "QUERY", "OPTIONS"}
    assert {name for one in sent for name in one.headers} == {*HEADERS}


@pytest.mark.usefixtures("found")
def test_the_requests_bring_about_most_codes(trial: Trial) -> None:
    """Every one that a body or an address alone can bring about; a rare one may take more requests.

    Which are rare depends on the examples, so on the operations that there are.
    """
    by_other_means = {
        *("request_timeout", "uri_too_long", "expectation_failed", "headers_too_large"),
        *("internal_error", "not_ready", "overloaded", "too_many_requests"),
        *("precondition_failed", "range_not_satisfiable"),
    }
    expected = STATUS_OF.keys() - by_other_means
    assert trial.statuses[200] > COUNT // 12
    for more in range(COUNT, 5 * COUNT, STEP):
        if all(trial.codes[code] for code in expected):
            break
        assert wrong(trial, range(more, more + STEP)) == []
    assert {code for code in expected if not trial.codes[code]} == set()


def test_a_request_follows_from_seed_and_index() -> None:
    assert request(1, 17) == request(1, 17)
    assert len({repr(request(1, index)) for index in range(50)}) == 50
    assert request(1, 17) != request(2, 17)


def test_the_command_tells_what_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--count", "20", "--seed", "5"]) == 0
    assert "20 requests with seed 5: 0 findings" in capsys.readouterr().out
    assert main(["--seed", "5", "--index", "3"]) == 0
    assert repr(request(5, 3)) in capsys.readouterr().out


# What is looked for is found --------------------------------------------------------------------

BODY = resolvable(hand=[*HAND[:7], "XX"])
JSON = {"Content-Type": "application/json"}
WRONG = Sent("POST", RESOLVE, headers=JSON, body=json.dumps(BODY).encode())
RIGHT = Sent("POST", RESOLVE, headers=JSON, body=json.dumps(resolvable()).encode())


def doctored(
    trial: Trial, sent: Sent, old: str, new: str, status: str | None = None, **headers: str
) -> set[str]:
    """The rules that an answer breaks of which something is replaced."""
    answer = trial.ask(sent)
    assert not [*broken(sent, answer)]
    assert old in answer.text
    text = answer.text.replace(old, new).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    kept = dict(answer.headers) | {"Content-Length": str(len(text))} | named
    made = TestResponse([text], status or answer.status, Headers(kept), answer.request)
    return {rule for rule, _ in broken(sent, made)}


FAULT = '"errors":[{"pointer":"#/hand/7","code":"unknown_card"'


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        pytest.param("#/hand/7", "#/hand/8", "pointer", id="a pointer beyond the list"),
        pytest.param("#/hand/7", "#/hands", "pointer", id="a pointer to no member"),
        pytest.param("#/hand/7", "#/deck/0", "pointer", id="a pointer into a string"),
        pytest.param("unknown_card", "missing_field", "pointer", id="missing in a list"),
        pytest.param(
            FAULT,
            '"errors":[{"pointer":"#/deck","code":"missing_field"',
            "missing",
            id="missing and there",
        ),
        pytest.param(
            FAULT,
            '"errors":[{"pointer":"#/hand/7","code":"unknown_card","detail":"x"},'
            '{"pointer":"#/hand/7","code":"unknown_card"',
            "twice",
            id="twice",
        ),
        pytest.param('"status":422', '"status":400', "problem", id="another status"),
        pytest.param('"title"', '"titel"', "problem", id="another form"),
        pytest.param("{", "{" + " " * LARGEST, "size", id="too large"),
    ],
)
def test_a_wrong_problem_is_found(trial: Trial, old: str, new: str, rule: str) -> None:
    assert doctored(trial, WRONG, old, new) == {rule}


@pytest.mark.parametrize(
    ("status", "headers", "rules"),
    [
        ("500 Internal Server Error", {}, {"service", "problem"}),
        ("418 I'm a teapot", {}, {"status", "problem"}),
        (None, {"Content_Type": "text/html"}, {"problem"}),
        (None, {"Content_Language": "fr"}, {"language"}),
        (None, {"Content_Length": "5"}, {"length"}),
        (None, {"X_Request_Id": "<b>"}, {"frame"}),
        (None, {"X_Content_Type_Options": ""}, {"frame"}),
    ],
)
def test_a_wrong_frame_is_found(
    trial: Trial, status: str | None, headers: dict[str, str], rules: set[str]
) -> None:
    assert doctored(trial, WRONG, "", "", status, **headers) == rules


def test_an_answer_that_is_another_the_second_time_is_found(
    trial: Trial, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert trial.findings(RIGHT, thorough=True) == []
    numbers = count()
    monkeypatch.setattr(views, "rules_json", lambda _: {"preset": next(numbers)})
    assert {one.rule for one in trial.findings(RIGHT, thorough=True)} == {"same", "schema"}


def test_a_fault_of_the_service_is_found_with_its_name(
    trial: Trial, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(*_: object) -> None:
        raise RuntimeError("out of cards")

    monkeypatch.setattr(views, "resolve", crash)
    [found] = trial.findings(RIGHT, thorough=True)
    assert (found.rule, found.what) == ("service", "500 RuntimeError('out of cards')")
    assert mark(found) is None
