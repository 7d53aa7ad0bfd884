"""The forms of an object in openapi.yaml are those that are accepted, and exclude each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, combinations
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from tests.support.bodies import BODIES, DONNES, spoiled
from tests.support.client import COMPARE, VALIDATE, Json, post, told
from tests.support.contract import misfits, operation
from tests.support.profiles import examples

FORM_FAULTS = {"missing_field", "conflicting_fields"}
SCORE, GAME = "/v1/donnes/score", "/v1/games/score"
RIGHT = BODIES | DONNES

HANDS = {
    "N": ["KS", "KH", "KD", "KC", "QH", "JH", "7D", "8C"],
    "W": ["8S", "9S", "10S", "JS", "QS", "AH", "AD", "7C"],
    "S": ["10H", "9H", "AC", "AS", "9C", "8D", "9D", "10D"],
    "E": ["7H", "8H", "JC", "7S", "10C", "QC", "JD", "QD"],
}
TRICKS = [
    *("JH AH 10H 7H", "KH JS 9H 8H", "AC JC 8C 7C", "AS 7S KS 8S"),
    *("9C 10C KC 10S", "QC QH 9S 8D", "7D AD 9D JD", "QS 10D QD KD"),
]
PILE = [card for trick in TRICKS[:5] for card in trick.split()]
TABLE = {"deck": "french", "trump": "H"}
DONNE = TABLE | {"takers": "NS"}
COUNT = {"card_points": {"NS": 95, "EW": 57}, "last_trick": "EW"}

CASES: Mapping[str, tuple[str, Json, tuple[str | int, ...], Json]] = {
    "donne": (
        SCORE,
        DONNE | {"hands": HANDS},
        (),
        {
            "count": COUNT,
            "won": {"last_trick": "NS", "NS": PILE},
            "play": {"dealer": "E", "tricks": [trick.split() for trick in TRICKS]},
            "declared": {"N": [{"kind": "carre"}]},
            "declare_best": True,
            "announcement_points": {"NS": 100},
        },
    ),
    "donne_of_a_game": (
        GAME,
        {"deck": "french", "donnes": [{"trump": "H", "takers": "NS", "hands": HANDS}]},
        ("donnes", 0),
        {
            "count": COUNT,
            "won": {"last_trick": "NS", "NS": PILE},
            "declare_best": False,
            "announcement_points": {"NS": 100},
            "passed": False,
        },
    ),
    "count": (
        SCORE,
        DONNE | {"count": {"tricks_won": {"NS": 8, "EW": 0}}},
        ("count",),
        {
            "card_points": {"NS": 152, "EW": 0},
            "total": {"NS": 162},
            "last_trick": "NS",
            "capot": "NS",
        },
    ),
    "total": (
        SCORE,
        DONNE | {"count": {"total": {}}},
        ("count", "total"),
        {"NS": 95, "EW": 67},
    ),
    "piles": (
        SCORE,
        DONNE | {"won": {"last_trick": "NS"}},
        ("won",),
        {"NS": PILE, "EW": [card for trick in TRICKS[5:] for card in trick.split()]},
    ),
    "declaration": (
        VALIDATE,
        {"deck": "french", "hand": HANDS["N"], "declared": [{}]},
        ("declared", 0),
        {"kind": "carre", "points": 100, "cards": ["KS", "KH", "KD", "KC"], "top": "K"},
    ),
    "comparison": (
        COMPARE,
        TABLE,
        (),
        {"hands": HANDS, "declared": {"N": []}, "declare_best": True},
    ),
    "comparison_without_the_best": (
        COMPARE,
        TABLE,
        (),
        {"hands": HANDS, "declared": {"N": []}, "declare_best": False},
    ),
}
"""By name: address, body, path to an object in it, and members of it that make its form."""


def subsets(members: Json) -> Iterator[Json]:
    sizes = (combinations(members.items(), size) for size in range(len(members) + 1))
    yield from map(dict, chain.from_iterable(sizes))


def with_members(body: Any, path: tuple[str | int, ...], members: Json) -> Any:
    """Return a body with more members of the object at a path."""
    if not path:
        return body | members
    step, *rest = path
    changed = with_members(body[step], tuple(rest), members)
    if isinstance(body, dict):
        return body | {step: changed}
    return [changed if at == step else one for at, one in enumerate(body)]


def request_schema(path: str) -> str:
    content = operation(path).told["requestBody"]["content"]["application/json"]
    name: str = content["schema"]["$ref"].rpartition("/")[2]
    return name


@pytest.mark.parametrize("case", CASES)
def test_a_combination_of_fields_fits_the_description_where_it_has_a_form(
    client: FlaskClient, case: str
) -> None:
    path, body, at, members = CASES[case]
    fitting = 0
    for chosen in subsets(members):
        sent = with_members(body, at, chosen)
        answer = post(client, path, sent)
        errors = told(answer)["errors"] if answer.status_code == 422 else []
        refused = {one["code"] for one in errors} & FORM_FAULTS
        fits = misfits(sent, request_schema(path)) == []
        assert fits == (not refused), (chosen, errors)
        fitting += fits
    assert 0 < fitting < 2 ** len(members)


@pytest.mark.parametrize("path", RIGHT)
@examples(60)
@given(data=st.data())
def test_whatever_is_accepted_fits_the_description(
    client: FlaskClient, path: str, data: st.DataObject
) -> None:
    body = data.draw(RIGHT[path] | spoiled(RIGHT[path]))
    answer = post(client, path, body)
    of_hands = told(answer).get("results", []) if answer.status_code == 200 else []
    if answer.status_code == 200 and not any("error" in one for one in of_hands):
        assert misfits(body, request_schema(path)) == []
