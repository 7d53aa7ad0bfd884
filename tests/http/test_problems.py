"""Every error in one form, all faults of a body at once, each with its place."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from html import unescape
from io import BytesIO
from typing import Any
from urllib.parse import quote, unquote

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.api import request_body, views
from service.api.i18n import DEFAULT, LANGUAGES, problem_text
from service.api.problems import MAX_TOLD, QUOTED, REFUSED, STATUS_OF, Problem, pointer
from service.api.schemas.fields import MOST_OF_A_HAND
from service.app import create_app
from service.config import Config
from tests.robustness.hostile import GAME, WRONG_ALL_OVER
from tests.support.client import (
    BATCH,
    BROWSER,
    COMPARE,
    HAND,
    RESOLVE,
    RULINGS,
    SPANISH_HAND,
    VALIDATE,
    Json,
    answered,
    code,
    comparable,
    faults,
    get,
    post,
    post_text,
    resolvable,
    told,
    validatable,
)
from tests.support.contract import COMPONENTS, misfits, misfits_of_answer, misfits_of_problem

# What no request alone brings about: the document shows what would be said.
UNASKED = {
    "bad_request",
    "request_timeout",
    "precondition_failed",
    "uri_too_long",
    "range_not_satisfiable",
    "expectation_failed",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "not_ready",
    "overloaded",
}


def of_form(answer: TestResponse, language: str = "en") -> Json:
    """The problem of an answer, after a look at its form."""
    problem = told(answer)
    assert answer.mimetype == "application/problem+json"
    assert answer.headers["Content-Language"] == language
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert misfits_of_problem(problem) == []
    assert answer.status_code == problem["status"] == STATUS_OF[problem["code"]]
    assert problem["type"] == f"/problems/{problem['code']}"
    assert problem["title"] == problem_text(language, problem["code"])["title"]
    assert ("errors" in problem) == (answer.status_code == 422)
    return problem


# All codes --------------------------------------------------------------------------------------


def test_every_code_has_an_example_or_is_known_to_have_none() -> None:
    examples = COMPONENTS["examples"]
    assert set(examples) == set(STATUS_OF)
    assert {name for name, one in examples.items() if "x-request" not in one} == UNASKED


@pytest.mark.parametrize("name", COMPONENTS["examples"])
def test_every_example_of_a_problem_has_the_one_form(name: str) -> None:
    problem = COMPONENTS["examples"][name]["value"]
    assert misfits_of_problem(problem) == []
    assert problem["code"] == name
    assert problem["status"] == STATUS_OF[name]
    assert ("errors" in problem) == (STATUS_OF[name] == 422)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", STATUS_OF)
def test_the_type_of_a_problem_is_a_page_in_three_languages(
    client: FlaskClient, name: str, language: str
) -> None:
    text = problem_text(language, name)
    for answer in in_language(client, f"/problems/{name}", language, accept=BROWSER):
        assert answer.mimetype == "text/html"
        assert f'<html lang="{language}">' in answer.text
        shown = unescape(answer.text)
        assert text["title"] in shown
        assert text["advice"] in shown
        assert name in shown
        assert str(STATUS_OF[name]) in shown


def in_language(
    client: FlaskClient, path: str, language: str, **headers: str
) -> Iterator[TestResponse]:
    """Yield what is said in a language, asked for by header and by address."""
    for answer in (
        get(client, path, accept_language=language, **headers),
        get(client, f"{path}?lang={language}", **headers),
        get(client, f"{path}?lang={language}-XX", accept_language="xx", **headers),
    ):
        assert answer.status_code == 200
        assert answer.headers["Content-Language"] == language
        assert values_of(answer, "Vary") >= {"Accept", "Accept-Language"}
        yield answer


def values_of(answer: TestResponse, name: str) -> set[str]:
    """Return the members of a header that is a list."""
    return {one.strip() for line in answer.headers.getlist(name) for one in line.split(",")}


def test_the_page_of_a_code_says_every_sentence_with_the_names_of_its_values(
    client: FlaskClient,
) -> None:
    page = unescape(get(client, "/problems/unknown_card", accept=BROWSER).text)
    assert "“{card}” is not a card of this deck ({deck})." in page
    assert "Did you mean {did_you_mean}?" in page
    assert "card: string" in page
    assert "index: integer" in page
    timeout = get(client, "/problems/request_timeout", accept=BROWSER, accept_language="fr")
    assert "{seconds} secondes" in timeout.text
    assert "seconde|" not in timeout.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_all_codes_leads_to_each(client: FlaskClient, language: str) -> None:
    for answer in in_language(client, "/problems", language, accept=BROWSER):
        assert answer.mimetype == "text/html"
        linked = re.findall(r'href="problems/(\w+)"', answer.text)
        assert linked == list(dict.fromkeys(linked))
        assert set(linked) == set(STATUS_OF)
        page = unescape(answer.text)
        assert all(problem_text(language, one)["title"] in page for one in STATUS_OF)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_pages_say_is_data_as_well(client: FlaskClient, language: str) -> None:
    listed = answered(get(client, f"/v1/rules?lang={language}"))["problems"]
    for answer in in_language(client, "/problems", language):
        assert answered(answer) == {"problems": listed}
        assert misfits_of_answer(answer.json, "/problems", "GET") == []
    for name, said in listed.items():
        for answer in in_language(client, f"/problems/{name}", language):
            assert answered(answer) == said
            assert misfits_of_answer(answer.json, f"/problems/{name}", "GET") == []


@pytest.mark.parametrize("path", ["/problems", "/problems/unknown_card"])
@pytest.mark.parametrize(
    ("accept", "form"),
    [
        (BROWSER, "text/html"),
        ("text/html", "text/html"),
        ("text/*", "text/html"),
        ("application/json;q=0.5, text/html", "text/html"),
        ("*/*", "application/json"),
        ("", "application/json"),
        ("application/json", "application/json"),
        ("application/problem+json, application/json", "application/json"),
        ("text/html;q=0.5, application/json", "application/json"),
        ("image/png", "application/json"),
        ("nonsense", "application/json"),
    ],
)
def test_a_code_is_told_in_the_form_that_is_accepted_and_never_refused(
    client: FlaskClient, path: str, accept: str, form: str
) -> None:
    answer = get(client, path, accept=accept)
    assert (answer.status_code, answer.mimetype) == (200, form)
    tag = answer.headers["ETag"]
    assert get(client, path, accept=accept, if_none_match=tag).status_code == 304
    other = get(client, path, accept=BROWSER if form == "application/json" else "*/*")
    assert other.headers["ETag"] != tag


@pytest.mark.parametrize("path", ["/problems", "/problems/unknown_card"])
def test_codes_take_a_language_and_nothing_else(client: FlaskClient, path: str) -> None:
    for accept in ("*/*", BROWSER):
        assert faults(get(client, f"{path}?lang=xx", accept=accept)) == [("invalid_value", "lang")]
        assert faults(get(client, f"{path}?x=1", accept=accept)) == [("unknown_field", "x")]
        of_form(get(client, f"{path}?x=1", accept=accept))


# All faults of a body ---------------------------------------------------------------------------

TIERCE = {"kind": "tierce", "cards": ["JH", "QH", "KH"]}


NORTH = ["7S", "8S", "9S", "10S", "JS", "QS", "KS", "AS"]
EAST = ["7H", "8H", "9H", "10H", "JH", "QH", "KH", "AH"]


@pytest.mark.parametrize(
    ("path", "body", "expected"),
    [
        pytest.param(
            RESOLVE,
            {"deck": "french", "trump": "X", "hand": ["7S", "7T"], "a": 1, "b": None, "c": []},
            [
                ("unknown_suit", "#/trump"),
                ("unknown_card", "#/hand/1"),
                ("wrong_number_of_cards", "#/hand"),
                ("unknown_field", "#/a"),
                ("unknown_field", "#/b"),
                ("unknown_field", "#/c"),
            ],
            id="a hand",
        ),
        pytest.param(
            RESOLVE,
            {"deck": "french", "hand": ["7S", "1S", 7, "7s", None, ["8S"], "7♠", "", "8S"]},
            [
                ("unknown_card", "#/hand/1"),
                ("invalid_value", "#/hand/2"),
                ("duplicate_card", "#/hand/3"),
                ("invalid_value", "#/hand/4"),
                ("invalid_value", "#/hand/5"),
                ("duplicate_card", "#/hand/6"),
                ("unknown_card", "#/hand/7"),
                ("wrong_number_of_cards", "#/hand"),
            ],
            id="the cards of a hand",
        ),
        pytest.param(
            BATCH,
            {"trump": 1, "notation": "german", "hands": [], "hand": HAND},
            [
                ("missing_field", "#/deck"),
                ("invalid_value", "#/trump"),
                ("invalid_value", "#/notation"),
                ("invalid_value", "#/hands"),
                ("unknown_field", "#/hand"),
            ],
            id="a batch",
        ),
        pytest.param(
            VALIDATE,
            {
                "deck": "french",
                "hand": HAND,
                "declared": [
                    {"kind": "quinte", "points": 20.5, "cards": []},
                    {"kind": "cent", "with_card": 9, "shown": "no", "said": True},
                    {"top": "K"},
                    "tierce",
                    {"cards": ["JH", "JH", "ZZ"]},
                ],
            },
            [
                ("invalid_value", "#/declared/0/kind"),
                ("invalid_value", "#/declared/0/points"),
                ("invalid_value", "#/declared/0/cards"),
                ("invalid_value", "#/declared/1/with_card"),
                ("invalid_value", "#/declared/1/shown"),
                ("unknown_field", "#/declared/1/said"),
                ("missing_field", "#/declared/2/kind"),
                ("invalid_value", "#/declared/3"),
                ("duplicate_card", "#/declared/4/cards/1"),
                ("unknown_card", "#/declared/4/cards/2"),
            ],
            id="declarations",
        ),
        pytest.param(
            COMPARE,
            {
                "deck": "french",
                "trump": None,
                "hands": {"N": HAND, "S": [*HAND[:7], "9C"], "X": HAND, "E": 8},
                "declared": {"W": [{"kind": "cent"}, {"cards": ["KS"], "x": 1}], "ns": []},
                "declare_best": 0,
                "first_player": "north",
            },
            [
                ("invalid_value", "#/trump"),
                ("unknown_field", "#/hands/X"),
                ("invalid_value", "#/hands/E"),
                ("unknown_field", "#/declared/W/1/x"),
                ("unknown_field", "#/declared/ns"),
                ("invalid_value", "#/declare_best"),
                ("invalid_value", "#/first_player"),
            ],
            id="a table",
        ),
        pytest.param(
            COMPARE,
            {
                "deck": "french",
                "trump": "H",
                "hands": {"N": HAND, "S": [*HAND[:7], "9C"]},
                "declared": {"W": [{"kind": "cent"}, {"cards": ["KS"]}]},
                "rules": {"last_tie": "first_speaker"},
            },
            [
                *(("duplicate_card", f"#/hands/S/{index}") for index in range(7)),
                ("cards_or_hand_required", "#/declared/W/0"),
                ("duplicate_card", "#/declared/W/1/cards/0"),
                ("missing_field", "#/first_player"),
            ],
            id="a table whose fields are right",
        ),
        pytest.param(
            COMPARE,
            {"deck": "french", "trump": "H", "declare_best": True, "hands": 5},
            [("invalid_value", "#/hands")],
            id="hands that are there, but are none",
        ),
        pytest.param(
            COMPARE,
            {
                "deck": "french",
                "trump": "H",
                "hands": {"N": NORTH, "E": [*EAST[:6], "7S", "7S"]},
                "declared": {},
            },
            [("duplicate_card", "#/hands/E/7")],
            id="a card twice in one list, and in another",
        ),
        pytest.param(
            COMPARE,
            {},
            [
                ("missing_field", "#/deck"),
                ("missing_field", "#/trump"),
            ],
            id="nothing",
        ),
        pytest.param(
            VALIDATE,
            {"deck": "tarot", "notation": "x", "hand": ["1O", 1], "trump": "O", "declared": {}},
            [
                ("invalid_value", "#/deck"),
                ("invalid_value", "#/notation"),
                ("invalid_value", "#/hand/1"),
                ("wrong_number_of_cards", "#/hand"),
                ("invalid_value", "#/declared"),
            ],
            id="without a deck the shape alone is judged",
        ),
    ],
)
def test_every_fault_of_a_body_comes_at_once_with_its_place(
    client: FlaskClient, path: str, body: Json, expected: list[tuple[str, str]]
) -> None:
    answer = post(client, path, body)
    assert sorted(faults(answer)) == sorted(expected)
    problem = of_form(answer)
    assert problem["code"] == problem["errors"][0]["code"]
    others = len(expected) - 1
    assert problem["detail"].startswith(problem["errors"][0]["detail"])
    assert not others or f" {others} further error" in problem["detail"]


def test_of_a_single_fault_the_problem_tells_what_the_fault_tells(client: FlaskClient) -> None:
    problem = of_form(post(client, RESOLVE, resolvable(hand=[*HAND[:7], "11C"])))
    [fault] = problem["errors"]
    assert problem["detail"] == fault["detail"]
    assert "11C" in fault["detail"]
    assert fault["params"] == {
        "card": "11C",
        "deck": "french, international",
        "other_deck": "spanish",
        "ranks": ["7", "8", "9", "10", "J", "Q", "K", "A"],
        "suits": ["S", "H", "D", "C"],
        "example": "10H",
    }


# What only looks like what is asked for.
NOTATIONS: list[Any] = ["francaise", "international", "spanish", 1, {}, []]
NUMBERS: list[Any] = ["5", 5.0, 5.7, True, False, -1, 1001, 10**17, [5], {}, ""]
FLAGS: list[Any] = [1, 0, "true", "false", "", 1.0, [], {}, [True]]
KINDS: list[Any] = ["Tierce", "carré", "", 20, True, ["tierce"]]
SEATS: list[Any] = ["n", "North", "NS", 0, ["N"]]
HANDS: list[Any] = [HAND, [], {}, 1]
BODIES: list[Any] = [[], "a", 1, None, True]


@pytest.mark.parametrize(
    ("path", "body", "expected"),
    [
        # The fields of a hand.
        (RESOLVE, resolvable(trump="P"), "unknown_suit #/trump"),
        (RESOLVE, resolvable(trump=""), "unknown_suit #/trump"),
        (RESOLVE, resolvable(trump=["H"]), "invalid_value #/trump"),
        (RESOLVE, resolvable(trump=0), "invalid_value #/trump"),
        (RESOLVE, resolvable(deck="French"), "invalid_value #/deck"),
        (RESOLVE, resolvable(deck=["french"]), "invalid_value #/deck"),
        (RESOLVE, resolvable(hand=",".join(HAND)), "invalid_value #/hand"),
        (RESOLVE, resolvable(hand=dict.fromkeys(HAND)), "invalid_value #/hand"),
        (RESOLVE, resolvable(hand=[*HAND, "8S"]), "wrong_number_of_cards #/hand"),
        (RESOLVE, resolvable(hand=[*HAND[:7], "8 C"]), "unknown_card #/hand/7"),
        (RESOLVE, resolvable(hand=[*HAND[:7], " 8C"]), "unknown_card #/hand/7"),
        (RESOLVE, resolvable(hand=[*HAND[:7], "C8"]), "unknown_card #/hand/7"),
        (RESOLVE, resolvable(hand=[*HAND[:7], "kс"]), "unknown_card #/hand/7"),  # noqa: RUF001 - the letter is Cyrillic on purpose
        # No notation for the Spanish deck, whatever it is.
        *(
            (
                RESOLVE,
                {"deck": "spanish", "hand": SPANISH_HAND, "notation": notation},
                "notation_not_allowed #/notation",
            )
            for notation in NOTATIONS
        ),
        (RESOLVE, resolvable(notation="spanish"), "invalid_value #/notation"),
        (RESOLVE, resolvable(notation=True), "invalid_value #/notation"),
        (RESOLVE, resolvable(notation={}), "invalid_value #/notation"),
        # Whole numbers and booleans are not read into what only looks like them.
        *(
            (
                VALIDATE,
                validatable({"kind": "tierce", field: value}),
                f"invalid_value #/declared/0/{field}",
            )
            for field in ("points", "with_card")
            for value in NUMBERS
        ),
        (
            VALIDATE,
            validatable({"kind": "tierce", "with_card": 0}),
            "invalid_value #/declared/0/with_card",
        ),
        *(
            (
                VALIDATE,
                validatable({"kind": "tierce", "shown": value}),
                "invalid_value #/declared/0/shown",
            )
            for value in FLAGS
        ),
        *(
            (COMPARE, comparable(declare_best=value), "invalid_value #/declare_best")
            for value in FLAGS
        ),
        # Words are words.
        *(
            (VALIDATE, validatable({"kind": value}), "invalid_value #/declared/0/kind")
            for value in KINDS
        ),
        *(
            (COMPARE, comparable(first_player=value), "invalid_value #/first_player")
            for value in SEATS
        ),
        # Lists and objects are what they are, and within bounds.
        (VALIDATE, validatable(declared={"kind": "tierce"}), "invalid_value #/declared"),
        (VALIDATE, validatable(*[{"kind": "tierce"}] * 9), "invalid_value #/declared"),
        (VALIDATE, validatable({"cards": []}), "invalid_value #/declared/0/cards"),
        (VALIDATE, validatable({"cards": [*HAND, "9C"]}), "invalid_value #/declared/0/cards"),
        (VALIDATE, validatable({"cards": "JH QH KH"}), "invalid_value #/declared/0/cards"),
        (VALIDATE, validatable([]), "invalid_value #/declared/0"),
        (VALIDATE, validatable(declared=[None]), "invalid_value #/declared/0"),
        (COMPARE, comparable(declared=[]), "invalid_value #/declared"),
        (COMPARE, comparable(hands=[]), "invalid_value #/hands"),
        (COMPARE, comparable(declared={"N": {}}), "invalid_value #/declared/N"),
        (BATCH, resolvable(hand=None, hands={}), "invalid_value #/hands"),
        (BATCH, resolvable(hand=None, hands=[]), "invalid_value #/hands"),
        (BATCH, resolvable(hand=None, hands=[HAND] * 1001), "invalid_value #/hands"),
        # What is not there.
        (RESOLVE, resolvable(deck=None), "missing_field #/deck"),
        (RESOLVE, resolvable(hand=None), "missing_field #/hand"),
        (BATCH, resolvable(hand=None), "missing_field #/hands"),
        *((BATCH, {"hands": [hand]}, "missing_field #/deck") for hand in HANDS),
        (VALIDATE, resolvable(), "missing_field #/declared"),
        (VALIDATE, validatable({}), "missing_field #/declared/0/kind"),
        (VALIDATE, validatable({"kind": None, "cards": None}), "missing_field #/declared/0/kind"),
        (COMPARE, comparable(trump=None), "missing_field #/trump"),
        (COMPARE, comparable(declared=None), "missing_field #/declared"),
        (COMPARE, comparable(declared=None, declare_best=False), "missing_field #/declared"),
        # The best of the hands takes hands.
        (COMPARE, comparable(declare_best=True), "missing_field #/hands"),
        (COMPARE, comparable(declare_best=True, hands={}), "missing_field #/hands/N"),
        (COMPARE, comparable(declare_best=True, hands={"N": None}), "missing_field #/hands/N"),
        # What is not in the contract is never passed over.
        (RESOLVE, resolvable(trumps="H"), "unknown_field #/trumps"),
        (RESOLVE, resolvable() | {"Trump": None}, "unknown_field #/Trump"),
        (VALIDATE, validatable({"kind": "cent", "foo": 1}), "unknown_field #/declared/0/foo"),
        (VALIDATE, validatable({"kind": "cent", "foo": None}), "unknown_field #/declared/0/foo"),
        (
            COMPARE,
            comparable(declared={"N": [TIERCE | {"foo": 0}]}),
            "unknown_field #/declared/N/0/foo",
        ),
        (COMPARE, comparable(hands={"X": HAND}), "unknown_field #/hands/X"),
        (COMPARE, comparable(hands={"n": HAND}), "unknown_field #/hands/n"),
        (COMPARE, comparable(declared={"NS": []}), "unknown_field #/declared/NS"),
        (COMPARE, comparable(declared={"X": None}), "unknown_field #/declared/X"),
        # The body itself.
        *((path, body, "invalid_value #") for path in RULINGS for body in BODIES),
    ],
)
def test_a_single_fault_is_told_with_its_place(
    client: FlaskClient, path: str, body: Any, expected: str
) -> None:
    answer = post(client, path, body)
    assert [" ".join(one) for one in faults(answer)] == [expected]
    of_form(answer)


@pytest.mark.parametrize(
    "changes",
    [{"notation": "francaise"}, {"deck": "spanish"}, {"hand": SPANISH_HAND}],
)
def test_a_hand_of_another_deck_has_unknown_cards(client: FlaskClient, changes: Json) -> None:
    answer = post(client, RESOLVE, resolvable(**changes))
    assert {one for one, _ in faults(answer)} == {"unknown_card"}
    of_form(answer)


@pytest.mark.parametrize(
    ("path", "body", "where"),
    [
        (RESOLVE, resolvable(), "deck"),
        (RESOLVE, resolvable(), "hand"),
        (BATCH, resolvable(hand=None, hands=[HAND]), "hands"),
        (VALIDATE, validatable(), "declared"),
        (COMPARE, comparable(), "trump"),
    ],
)
def test_null_is_no_value_of_a_required_field(
    client: FlaskClient, path: str, body: Json, where: str
) -> None:
    answer = post(client, path, body | {where: None})
    assert faults(answer) == [("invalid_value", f"#/{where}")]
    [fault] = of_form(answer)["errors"]
    assert fault["params"]["expected"] == ("not_null_of" if where == "deck" else "not_null")
    assert "not null" in fault["detail"]


@pytest.mark.parametrize(
    ("path", "body", "optional"),
    [
        (RESOLVE, resolvable(), ["notation", "trump"]),
        (BATCH, resolvable(hand=None, hands=[HAND]), ["notation", "trump"]),
        (VALIDATE, validatable(TIERCE), ["notation", "trump"]),
        (
            COMPARE,
            comparable(declared={"N": [TIERCE]}),
            ["notation", "hands", "declare_best", "first_player"],
        ),
    ],
)
def test_null_in_an_optional_field_is_as_good_as_nothing(
    client: FlaskClient, path: str, body: Json, optional: list[str]
) -> None:
    plainly = answered(post(client, path, body))
    assert answered(post(client, path, body | dict.fromkeys(optional))) == plainly


@pytest.mark.parametrize("field", ["points", "cards", "with_card", "shown"])
def test_null_in_a_declaration_is_as_good_as_nothing(client: FlaskClient, field: str) -> None:
    plainly = answered(post(client, VALIDATE, validatable({"kind": "tierce"})))
    with_null = validatable({"kind": "tierce", field: None})
    assert answered(post(client, VALIDATE, with_null)) == plainly


@pytest.mark.parametrize("field", ["hands", "declared"])
def test_a_seat_that_is_null_is_as_good_as_left_out(client: FlaskClient, field: str) -> None:
    body = comparable(declared={"N": [TIERCE]}, hands={"E": NORTH})
    plainly = answered(post(client, COMPARE, body))
    with_null = body | {field: body[field] | {"W": None}}
    assert answered(post(client, COMPARE, with_null)) == plainly


@pytest.mark.parametrize(
    "field", ["déck", "a/b", "a~b", "100%", "~1", "", " ", "#", "€", "🂡", "a\nb", '"', "_schema"]
)
def test_a_pointer_leads_to_its_field_whatever_the_name(client: FlaskClient, field: str) -> None:
    answer = post(client, RESOLVE, resolvable(**{field: 1}))
    [(named, place)] = faults(answer)
    assert named == "unknown_field"
    assert place.isascii()
    assert "%25" in place if "%" in field else True
    [step] = unquote(place).removeprefix("#/").split("/")
    assert step.replace("~1", "/").replace("~0", "~") == field
    assert of_form(answer)["errors"][0]["params"]["field"] == field


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ((), "#"),
        (("hand", 3), "#/hand/3"),
        (("a/b~c",), "#/a~1b~0c"),
        (("é%", ""), "#/%C3%A9%25/"),
    ],
)
def test_a_pointer_is_written_as_rfc_6901_has_it(
    path: tuple[str | int, ...], expected: str
) -> None:
    assert pointer(path) == expected


# A card in two places ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "second", "first"),
    [
        pytest.param(
            {"hands": {"N": NORTH, "E": ["7S", *EAST[1:]]}},
            "#/hands/E/0",
            "#/hands/N/0",
            id="hands",
        ),
        pytest.param(
            {"hands": {"E": ["7S", *EAST[1:]], "N": NORTH}},
            "#/hands/N/0",
            "#/hands/E/0",
            id="hands in the order in which they are written",
        ),
        pytest.param(
            {"hands": {"N": NORTH}, "declared": {"W": [{"cards": ["8H", "9H", "9S"]}]}},
            "#/declared/W/0/cards/2",
            "#/hands/N/2",
            id="a hand and a declaration",
        ),
        pytest.param(
            {
                "hands": {"E": NORTH},
                "declared": {"N": [{"cards": ["8H"]}, {"kind": "cent", "cards": ["8S"]}]},
            },
            "#/declared/N/1/cards/0",
            "#/hands/E/1",
            id="a later hand and a declaration",
        ),
        pytest.param(
            {"declared": {"N": [{"cards": ["QH", "KH"]}], "S": [{"cards": ["KH", "AH"]}]}},
            "#/declared/S/0/cards/0",
            "#/declared/N/0/cards/1",
            id="declarations of two seats",
        ),
        pytest.param(
            {"declared": {"W": [{"cards": ["kh"]}], "N": [{"cards": ["K♥"]}]}},
            "#/declared/N/0/cards/0",
            "#/declared/W/0/cards/0",
            id="two spellings of a card",
        ),
    ],
)
def test_the_second_place_of_a_card_is_at_fault(
    client: FlaskClient, changes: Json, second: str, first: str
) -> None:
    answer = post(client, COMPARE, comparable(**changes))
    assert faults(answer) == [("duplicate_card", second)]
    assert of_form(answer)["errors"][0]["params"]["first"] == first


def test_a_card_three_times_is_twice_at_fault(client: FlaskClient) -> None:
    said = {seat: [{"cards": ["7S"]}] for seat in "NWS"}
    assert faults(post(client, COMPARE, comparable(declared=said))) == [
        ("duplicate_card", "#/declared/W/0/cards/0"),
        ("duplicate_card", "#/declared/S/0/cards/0"),
    ]


def test_declarations_of_one_seat_may_share_cards(client: FlaskClient) -> None:
    said = {"N": [TIERCE, {"cards": ["10H", "JH", "QH"]}, TIERCE]}
    answer = answered(post(client, COMPARE, comparable(declared=said)))
    assert [one["reason"] for one in answer["rulings"]].count("card_reused") == 2


@pytest.mark.parametrize(
    "said",
    [
        {"kind": "carre"},
        {"kind": "cent", "points": 20},
        {"cards": ["7S"]},
        {"cards": ["7H", "8H", "9H"]},
        {"kind": "tierce", "points": 1000, "cards": ["7H", "8H", "9D"], "with_card": 8},
    ],
)
def test_a_declaration_against_a_known_hand_is_ruled_and_never_refused(
    client: FlaskClient, said: Json
) -> None:
    """Even of cards that another hand holds: those are in one place, the other hand."""
    table = comparable(hands={"N": NORTH, "E": EAST}, declared={"N": [said, said]})
    rulings = answered(post(client, COMPARE, table))["rulings"]
    assert [(one["seat"], one["verdict"]) for one in rulings] == [("N", "void")] * 2
    alone = {"deck": "french", "hand": NORTH, "declared": [said]}
    assert answered(post(client, VALIDATE, alone))["accepted"] is False


def test_nobody_declares_more_than_eight_different_cards(client: FlaskClient) -> None:
    eight = [{"cards": NORTH[:4]}, {"cards": NORTH[4:]}, {"cards": NORTH}]
    answered(post(client, COMPARE, comparable(declared={"N": eight})))
    nine = post(client, COMPARE, comparable(declared={"N": [*eight, {"cards": ["7H"]}]}))
    assert faults(nine) == [("wrong_number_of_cards", "#/declared/N")]
    params = of_form(nine)["errors"][0]["params"]
    assert params == {"because": "declared", "count": 9, "expected_count": 8, "seat": "N"}


def test_against_a_known_hand_nine_cards_are_only_false(client: FlaskClient) -> None:
    said = [{"cards": NORTH}, {"cards": ["7H"]}]
    answer = answered(post(client, COMPARE, comparable(hands={"N": NORTH}, declared={"N": said})))
    assert [one["reason"] for one in answer["rulings"]] == [None, "card_not_in_hand"]


def test_a_kind_alone_takes_the_hand_of_its_own_seat(client: FlaskClient) -> None:
    said = {"N": [{"kind": "cent"}], "E": [{"kind": "cent", "points": 100}, TIERCE]}
    answer = post(client, COMPARE, comparable(hands={"N": NORTH}, declared=said))
    assert faults(answer) == [("cards_or_hand_required", "#/declared/E/0")]


# Many hands -------------------------------------------------------------------------------------


def test_a_bad_hand_spoils_no_other(client: FlaskClient) -> None:
    hands: list[Any] = [HAND, [*HAND[:7], "KS"], None, HAND[:7], "KS", {}, [*HAND[:7], 5], NORTH]
    results = answered(post(client, BATCH, {"deck": "french", "trump": "H", "hands": hands}))
    single = answered(post(client, RESOLVE, resolvable(trump="H")))
    assert results["results"][0] == {"best": single["best"], "belote": single["belote"]}
    assert results["results"][7]["best"]["points"] == 120
    errors = [one.get("error") for one in results["results"]]
    assert [error and faults_of(error) for error in errors] == [
        None,
        [("duplicate_card", "#/hands/1/7")],
        [("invalid_value", "#/hands/2")],
        [("wrong_number_of_cards", "#/hands/3")],
        [("invalid_value", "#/hands/4")],
        [("invalid_value", "#/hands/5")],
        [("invalid_value", "#/hands/6/7")],
        None,
    ]
    assert all(misfits(error, "InvalidBody") == [] for error in errors if error)
    assert errors[1]["errors"][0]["params"]["first"] == "#/hands/1/0"


def faults_of(problem: Json) -> list[tuple[str, str]]:
    return [(one["code"], one["pointer"]) for one in problem["errors"]]


def test_a_bad_hand_is_told_of_in_the_readers_language(client: FlaskClient) -> None:
    body = {"deck": "french", "hands": [HAND[:7]]}
    [result] = answered(post(client, BATCH, body, accept_language="es"))["results"]
    title = problem_text("es", "wrong_number_of_cards")["title"]
    assert result["error"]["title"] == title


@pytest.mark.parametrize("count", [1, 1000])
def test_a_batch_may_hold_a_thousand_hands(client: FlaskClient, count: int) -> None:
    answer = answered(post(client, BATCH, {"deck": "french", "hands": [HAND] * count}))
    assert len(answer["results"]) == count


# By address -------------------------------------------------------------------------------------

CARDS = ",".join(HAND)


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        (f"french/{CARDS}?trump=X", [("unknown_suit", "trump")]),
        (f"french/{CARDS}?notation=german", [("invalid_value", "notation")]),
        (
            f"spanish/{','.join(SPANISH_HAND)}?notation=francaise",
            [("notation_not_allowed", "notation")],
        ),
        (f"french/{CARDS}?lang=xx", [("invalid_value", "lang")]),
        (f"french/{CARDS}?lang=fr_FR", [("invalid_value", "lang")]),
        (f"french/{CARDS}?lang=fr,en", [("invalid_value", "lang")]),
        (f"french/{CARDS}?foo=1", [("unknown_field", "foo")]),
        (f"french/{CARDS}?foo", [("unknown_field", "foo")]),
        (f"french/{CARDS}?deck=french", [("unknown_field", "deck")]),
        (f"french/{CARDS}?hand=7S", [("unknown_field", "hand")]),
        (f"french/{CARDS}?trump=H&trump=H", [("invalid_value", "trump")]),
        (f"french/{CARDS}?lang=en&lang=fr", [("invalid_value", "lang")]),
        (f"french/{CARDS},9C", [("wrong_number_of_cards", "cards")]),
        (f"french/{CARDS},", [("unknown_card", "cards"), ("wrong_number_of_cards", "cards")]),
        ("french/%FF,,%00", [("unknown_card", "cards")] * 3 + [("wrong_number_of_cards", "cards")]),
        (
            f"french/{CARDS[:-2]}KS?trump=1&x=1&y=2",
            [
                ("duplicate_card", "cards"),
                ("unknown_suit", "trump"),
                ("unknown_field", "x"),
                ("unknown_field", "y"),
            ],
        ),
    ],
)
def test_a_fault_of_an_address_names_its_parameter(
    client: FlaskClient, address: str, expected: list[tuple[str, str]]
) -> None:
    answer = get(client, f"/v1/hands/{address}")
    assert sorted(faults(answer)) == sorted(expected)
    assert all("pointer" not in one for one in of_form(answer)["errors"])


def test_a_fault_of_an_address_tells_which_of_the_cards(client: FlaskClient) -> None:
    twice = of_form(get(client, f"/v1/hands/french/{CARDS[:-2]}KS"))["errors"][0]
    assert twice["params"] == {"card": "KS", "first": "cards/0", "index": 7}
    unknown = of_form(get(client, f"/v1/hands/french/{CARDS[:-2]}XX"))["errors"][0]
    assert unknown["params"]["index"] == 7


@pytest.mark.parametrize("query", ["trump=", "notation=", "lang=", "trump=&notation=&lang="])
def test_an_empty_parameter_is_as_good_as_none(client: FlaskClient, query: str) -> None:
    address = f"/v1/hands/french/{CARDS}"
    assert get(client, f"{address}?{query}").json == get(client, address).json


@pytest.mark.parametrize("deck", ["tarot", "French", "francaise", "%20", "spanish%00"])
def test_a_deck_that_is_not_known_is_nowhere(client: FlaskClient, deck: str) -> None:
    answer = get(client, f"/v1/hands/{deck}/{CARDS}?trump=X")
    assert of_form(answer)["code"] == "not_found"


def test_the_rules_take_a_language_and_nothing_else(client: FlaskClient) -> None:
    answer = get(client, "/v1/rules?deck=french&lang=xx")
    assert sorted(faults(answer)) == [("invalid_value", "lang"), ("unknown_field", "deck")]


# What HTTP itself refuses -----------------------------------------------------------------------


@pytest.mark.parametrize("path", RULINGS)
@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH", "TRACE", "BREW"])
def test_another_method_is_told_which_are_possible(
    client: FlaskClient, path: str, method: str
) -> None:
    answer = client.open(path, method=method)
    assert of_form(answer)["code"] == "method_not_allowed"
    assert answer.headers["Allow"] == "OPTIONS, POST, QUERY"
    assert method in told(answer)["detail"]
    assert "POST" in told(answer)["detail"]


@pytest.mark.parametrize("path", ["/v1/rules", "/healthz", "/docs", f"/v1/hands/french/{CARDS}"])
def test_nothing_is_posted_where_there_is_only_something_to_get(
    client: FlaskClient, path: str
) -> None:
    answer = post(client, path, {})
    assert of_form(answer)["code"] == "method_not_allowed"
    assert answer.headers["Allow"] == "GET, HEAD, OPTIONS"


@pytest.mark.parametrize(
    "path",
    [
        "/v1",
        "/v1/hands/resolve/",
        "/v1//hands/resolve",
        "/V1/rules",
        "/problems/nope",
        "/x%00",
        "/é",
    ],
)
def test_an_address_that_leads_nowhere_is_not_found(client: FlaskClient, path: str) -> None:
    answer = get(client, quote(path, safe="/%"))
    assert of_form(answer)["code"] == "not_found"
    assert post(client, path, {}).status_code in (404, 405)


GOOD = b'{"deck": "french", "hand": ["KS", "KH", "KD", "KC", "QH", "JH", "7D", "8C"]}'


@pytest.mark.parametrize(
    "headers",
    [
        {"content_type": ""},
        {"content_type": "text/plain"},
        {"content_type": "text/json"},
        {"content_type": "application/jsonp"},
        {"content_type": "application/problem+json"},
        {"content_type": "application/x-www-form-urlencoded"},
        {"content_type": "multipart/form-data; boundary=x"},
        {"content_type": "application/json; charset=latin-1"},
        {"content_type": "application/json; charset=utf-16"},
        {"content_type": "application/json, text/plain"},
        {"content_encoding": "gzip"},
        {"content_encoding": "identity, gzip"},
        {"content_encoding": "br"},
    ],
    ids=str,
)
def test_a_body_that_is_not_said_to_be_json_is_refused(
    client: FlaskClient, headers: dict[str, str]
) -> None:
    answer = post_text(client, RESOLVE, GOOD, **headers)
    assert of_form(answer)["code"] == "unsupported_media_type"


def test_a_body_of_no_named_type_is_refused(client: FlaskClient) -> None:
    problem = of_form(client.post(RESOLVE, data=GOOD))
    assert problem["code"] == "unsupported_media_type"
    assert "no header Content-Type" in problem["detail"]


@pytest.mark.parametrize(
    "headers",
    [
        {"content_type": "application/json; charset=UTF-8"},
        {"content_type": 'Application/JSON;charset="utf-8"'},
        {"content_type": "application/json ; charset=utf-8"},
        {"content_type": "application/json;"},
        {"content_encoding": "identity"},
    ],
    ids=str,
)
def test_json_in_utf_8_may_be_said_in_other_words(
    client: FlaskClient, headers: dict[str, str]
) -> None:
    answered(post_text(client, RESOLVE, GOOD, **headers))


def padded(size: int) -> bytes:
    return GOOD + b" " * (size - len(GOOD))


def stream(client: FlaskClient, path: str, body: bytes, **environ: Any) -> TestResponse:
    """A body that does not tell its length, as a chunked one comes from the server."""
    return client.open(
        path,
        method="POST",
        headers={"Content-Type": "application/json"},
        input_stream=BytesIO(body),
        environ_overrides={"CONTENT_LENGTH": "", "wsgi.input_terminated": True} | environ,
    )


@pytest.mark.parametrize(("path", "limit"), [(RESOLVE, 16 * 1024), (BATCH, 256 * 1024)])
def test_a_body_is_taken_up_to_its_limit(client: FlaskClient, path: str, limit: int) -> None:
    for body, status in ((padded(limit), (200, 422)), (padded(limit + 1), (413,))):
        for answer in (post_text(client, path, body), stream(client, path, body)):
            assert answer.status_code in status
            assert answer.status_code != 413 or of_form(answer)["code"] == "too_large"


def test_a_stream_without_end_is_left_alone_at_some_point(client: FlaskClient) -> None:
    class Endless(BytesIO):
        given = 0

        def read(self, size: int | None = -1, /) -> bytes:
            assert size is not None
            assert size >= 0
            self.given += size
            return b" " * size

    endless = Endless()
    answer = stream(client, RESOLVE, b"", **{"wsgi.input": endless})
    assert of_form(answer)["code"] == "too_large"
    assert endless.given < 8 * 1024 * 1024


def test_a_stream_that_comes_in_drops_is_read_to_its_end(client: FlaskClient) -> None:
    class Drops(BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            return super().read(1)

    answered(stream(client, RESOLVE, b"", **{"wsgi.input": Drops(GOOD)}))
    length = {"CONTENT_LENGTH": str(len(GOOD)), "wsgi.input": Drops(GOOD)}
    answered(stream(client, RESOLVE, b"", **length))


@pytest.mark.parametrize(
    ("length", "expected"),
    [
        (str(len(GOOD) + 1), "malformed_json"),
        (str(len(GOOD) - 1), "malformed_json"),
        ("0", "malformed_json"),
        (str(16 * 1024 + 1), "too_large"),
        ("9" * 30, "too_large"),
        ("-1", "bad_request"),
        ("+5", "bad_request"),
        ("5.0", "bad_request"),
        ("a", "bad_request"),
        ("²", "bad_request"),
    ],
)
def test_a_length_that_is_not_that_of_the_body_is_refused(
    client: FlaskClient, length: str, expected: str
) -> None:
    answer = stream(client, RESOLVE, GOOD, CONTENT_LENGTH=length)
    assert of_form(answer)["code"] == expected


def test_a_request_without_a_body_is_no_json(client: FlaskClient) -> None:
    answer = client.post(RESOLVE, headers={"Content-Type": "application/json"})
    assert of_form(answer)["code"] == "malformed_json"


def test_a_body_that_does_not_come_is_waited_for_only_so_long() -> None:
    class Silent(BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            raise request_body.BodyTimeout(0.01)

    app = create_app(Config())
    answer = stream(app.test_client(), RESOLVE, b"", **{"wsgi.input": Silent()})
    assert of_form(answer)["code"] == "request_timeout"
    assert "0.01" in told(answer)["detail"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_body_for_which_there_is_no_room_may_be_sent_again(language: str) -> None:
    class Full(BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            raise request_body.Overloaded

    answer = stream(
        create_app(Config()).test_client(),
        RESOLVE,
        b"",
        **{"wsgi.input": Full(), "HTTP_ACCEPT_LANGUAGE": language},
    )
    assert of_form(answer, language)["code"] == "overloaded"
    assert int(answer.headers["Retry-After"]) > 0


def test_what_the_server_refused_is_answered_as_every_problem(client: FlaskClient) -> None:
    refused = Problem("uri_too_long")
    answer = client.get("/v1/rules", environ_overrides={REFUSED: refused})
    assert of_form(answer)["code"] == "uri_too_long"


@pytest.mark.parametrize(
    "host", ["a b", "<script>", "a/b", "a@b", "x" * 5000, "", "[::1", "a:b", "é"]
)
def test_a_host_that_is_none_is_refused(client: FlaskClient, host: str) -> None:
    answer = client.get("/livez", environ_overrides={"HTTP_HOST": host})
    assert of_form(answer)["code"] == "bad_request"


@pytest.mark.parametrize(
    "host", ["localhost", "a.example:8000", "127.0.0.1:80", "[::1]:8000", "[fe80::1]", "x_y", "a:"]
)
def test_a_host_that_may_be_one_is_served(client: FlaskClient, host: str) -> None:
    assert client.get("/livez", environ_overrides={"HTTP_HOST": host}).status_code == 200


def test_http_1_1_without_a_host_is_refused_and_1_0_is_not(client: FlaskClient) -> None:
    environ = client.application.test_request_context("/livez").request.environ
    del environ["HTTP_HOST"]
    for protocol, expected in (("HTTP/1.1", 400), ("HTTP/1.0", 200)):
        environ["SERVER_PROTOCOL"] = protocol
        assert client.run_wsgi_app(environ)[1].startswith(str(expected))


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
@pytest.mark.parametrize("path", ["/livez", "/v1/rules", "/nope"])
def test_a_body_where_none_is_wanted_is_refused(
    client: FlaskClient, method: str, path: str
) -> None:
    assert client.open(path, method=method, data=b"{}").status_code == 400
    chunked = {"HTTP_TRANSFER_ENCODING": "chunked"}
    assert client.open(path, method=method, environ_overrides=chunked).status_code == 400


@pytest.mark.parametrize("path", ["//metrics", "///v1/rules", "//"])
def test_an_address_with_more_slashes_is_another_address(client: FlaskClient, path: str) -> None:
    answer = client.get("/", environ_overrides={"PATH_INFO": path})
    assert of_form(answer)["code"] == "not_found"


# A fault of the service -------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_fault_of_the_service_is_told_without_a_word_of_its_inside(
    client: FlaskClient,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    language: str,
) -> None:
    def crash(*_: object) -> None:
        raise RuntimeError("a secret of the house")

    monkeypatch.setattr(views, "resolve", crash)
    with caplog.at_level(logging.ERROR):
        answer = post(client, RESOLVE, resolvable(), accept_language=language)
    problem = of_form(answer, language)
    assert problem["code"] == "internal_error"
    assert set(problem) == {"type", "title", "status", "detail", "code", "docs", "request_id"}
    for inside in ("secret", "RuntimeError", "Traceback", "routes"):
        assert inside not in answer.text
    assert "a secret of the house" in caplog.text


# The reader's language --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (RESOLVE, b"{"),
        (RESOLVE, b"{}"),
        (VALIDATE, b'{"deck": "french", "hand": ["7S", "7S"], "declared": [{}]}'),
        ("/nowhere", b"{}"),
    ],
)
def test_a_problem_is_told_in_the_language_of_the_reader(
    client: FlaskClient, path: str, text: bytes
) -> None:
    in_each = {
        language: of_form(post_text(client, path, text, accept_language=language), language)
        for language in LANGUAGES
    }
    english = in_each.pop(DEFAULT)
    for other in in_each.values():
        assert other["title"] != english["title"]
        assert other["detail"] != english["detail"]
        assert other["code"] == english["code"]
        faults = zip(english.get("errors", []), other.get("errors", []), strict=True)
        for fault, translated in faults:
            assert fault["detail"] != translated["detail"]
            assert fault | {"detail": ""} == translated | {"detail": ""}


@pytest.mark.parametrize("address", ["/v1/hands/french/7S", "/v1/hands/tarot/7S", "/v1/rules?x=1"])
def test_a_problem_of_an_address_is_told_in_the_language_it_names(
    client: FlaskClient, address: str
) -> None:
    mark = "&" if "?" in address else "?"
    named = of_form(get(client, f"{address}{mark}lang=es", accept_language="fr"), "es")
    assert named["title"] == problem_text("es", named["code"])["title"]
    of_form(get(client, address, accept_language="fr"), "fr")
    of_form(get(client, f"{address}{mark}lang=xx", accept_language="fr"), "fr")


def test_codes_differ_where_titles_do() -> None:
    for language in LANGUAGES:
        titles = [problem_text(language, one)["title"] for one in STATUS_OF]
        assert len(set(titles)) == len(titles)


def test_the_code_of_a_problem_needs_no_reader(client: FlaskClient) -> None:
    assert code(post(client, RESOLVE, {}, accept_language="xx")) == "missing_field"


# No more than a reader can use -------------------------------------------------------------------


@pytest.mark.parametrize("name", WRONG_ALL_OVER)
def test_a_body_wrong_all_over_is_told_of_its_first_faults(client: FlaskClient, name: str) -> None:
    path, body = WRONG_ALL_OVER[name]
    answer = post_text(client, path, json.dumps(body, separators=(",", ":")).encode())
    problems = [told(answer)] if answer.status_code == 422 else errors_of_hands(answer)
    most = MAX_TOLD if answer.status_code == 422 else MOST_OF_A_HAND
    assert problems
    for problem in problems:
        assert 0 < len(problem["errors"]) <= most


def errors_of_hands(answer: TestResponse) -> list[Json]:
    return [result["error"] for result in answered(answer)["results"]]


def test_where_faults_are_left_out_it_is_said(client: FlaskClient) -> None:
    names = [str(number) for number in range(MAX_TOLD)]
    whole = of_form(post(client, RESOLVE, resolvable(**dict.fromkeys(names, 0))))
    assert len(whole["errors"]) == MAX_TOLD
    assert whole["detail"].endswith(f" {MAX_TOLD - 1} further errors are listed under errors.")
    cut = of_form(post(client, RESOLVE, resolvable(**dict.fromkeys([*names, "more"], 0))))
    assert cut["errors"] == whole["errors"]
    assert cut["detail"].startswith(whole["errors"][0]["detail"])
    assert cut["detail"].endswith(" (Incomplete list.)")


def test_unknown_fields_are_told_in_the_order_in_which_they_are_sent(client: FlaskClient) -> None:
    names = [f"{number * 7919 % 1000}x" for number in range(50)]
    rules = {"rules": dict.fromkeys(names, 0)}
    for changes in (dict.fromkeys(names, 0), rules):
        found = [place for _, place in faults(post(client, RESOLVE, resolvable(**changes)))]
        assert [place.rpartition("/")[2] for place in found] == names


@pytest.mark.parametrize(
    ("body", "place"),
    [
        (resolvable(**{"a" * 33: 1, "b" * 250: 2, "é" * 17: 3}), "#"),
        (resolvable(rules={"a" * 33: 1, "b" * 33: 1}), "#/rules"),
        (comparable(hands={"N" * 33: [], "E" * 33: []}), "#/hands"),
        (comparable(declared={"N": [TIERCE | {'"' * 17: 1}]}), "#/declared/N/0"),
    ],
)
def test_a_name_too_long_to_be_repeated_is_a_fault_of_its_object(
    client: FlaskClient, body: Json, place: str
) -> None:
    answer = post(client, COMPARE if "declared" in body else RESOLVE, body)
    assert faults(answer) == [("unknown_field", place)]
    [fault] = of_form(answer)["errors"]
    assert fault["params"]["field"].endswith("…")
    assert len(json.dumps(fault["params"]["field"], ensure_ascii=False).encode()) <= QUOTED + 5


@pytest.mark.parametrize(
    ("sent", "told_of"),
    [
        ("x" * 32, "x" * 32),
        ("x" * 33, "x" * 32 + "…"),
        ("🂡" * 8, "🂡" * 8),
        ("🂡" * 9, "🂡" * 8 + "…"),
        ('"' * 17, '"' * 16 + "…"),
        ("\x01" * 6, "\x01" * 5 + "…"),
        ("x" * 5_000, "x" * 32 + "…"),
    ],
)
def test_of_a_long_value_only_the_beginning_is_repeated(
    client: FlaskClient, sent: str, told_of: str
) -> None:
    answer = post(client, RESOLVE, resolvable(trump=sent, hand=[*HAND[:7], sent]))
    suit, card = of_form(answer)["errors"]
    assert suit["params"]["suit"] == card["params"]["card"] == told_of
    assert told_of in suit["detail"]
    assert told_of in card["detail"]


@pytest.mark.parametrize(
    ("path", "name", "most"), [(GAME, "donnes", 200), (VALIDATE, "declared", 8)]
)
def test_of_a_list_that_is_too_long_no_more_is_read_than_it_may_hold(
    client: FlaskClient, path: str, name: str, most: int
) -> None:
    answer = post(client, path, {"deck": "french", name: [0] * (most + 50)})
    found = [place for _, place in faults(answer) if place.startswith(f"#/{name}")]
    assert found == [f"#/{name}", *(f"#/{name}/{at}" for at in range(most))]


def test_of_more_cards_than_a_pack_has_the_number_is_told_too(client: FlaskClient) -> None:
    answer = post(client, RESOLVE, {"deck": "french", "hand": ["XX"] * 40})
    found = faults(answer)
    assert found[-1] == ("wrong_number_of_cards", "#/hand")
    assert found[:-1] == [("unknown_card", f"#/hand/{at}") for at in range(32)]


def test_of_a_hand_of_many_all_is_told_that_may_be_meant_well(client: FlaskClient) -> None:
    body = {"deck": "french", "hands": [["XX"] * 9, HAND, ["XX"] * 10]}
    nine, _, ten = answered(post(client, BATCH, body))["results"]
    assert len(nine["error"]["errors"]) == MOST_OF_A_HAND == 10
    assert nine["error"]["detail"].endswith(" 9 further errors are listed under errors.")
    assert len(ten["error"]["errors"]) == 10
    assert ten["error"]["detail"].endswith(" (Incomplete list.)")


def test_the_hands_of_a_batch_share_the_faults_that_are_told(client: FlaskClient) -> None:
    """Each hand is told of one fault at least, and told where there are more."""
    hands = [["XX"] * 9] * (MAX_TOLD // MOST_OF_A_HAND + 5)
    results = answered(post(client, BATCH, {"deck": "french", "hands": hands}))["results"]
    errors = [one["error"] for one in results]
    assert [len(one["errors"]) for one in errors] == [MOST_OF_A_HAND] * 25 + [1] * 5
    assert all(misfits(one, "InvalidBody") == [] for one in errors)
    assert {one["detail"] for one in errors[25:]} == {
        "“XX” is not a card of this deck (french, international). (Incomplete list.)"
    }
    one_fault = [["XX", *HAND[:7]]] * 300
    results = answered(post(client, BATCH, {"deck": "french", "hands": one_fault}))["results"]
    assert all(one["error"]["detail"] == one["error"]["errors"][0]["detail"] for one in results)
