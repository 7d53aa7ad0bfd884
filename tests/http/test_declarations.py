"""Declarations and reasons over HTTP: words, answers sent back, awards, and who may hear what."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.api.i18n import CATALOGUES, LANGUAGES
from service.belote.paragraphs import PARAGRAPHS
from tests.support.client import (
    COMPARE,
    HAND,
    REPLAY,
    RESOLVE,
    VALIDATE,
    Json,
    answered,
    comparable,
    faults,
    get,
    post,
    resolvable,
    validatable,
)

LEVEL = {
    "W": [{"kind": "tierce", "top": "K", "suit": "H"}],
    "S": [{"kind": "tierce", "top": "k", "suit": "♠"}],
}
FIRST_SPEAKER = {"last_tie": "first_speaker"}
AWARD = {"false_declaration": "award_opponents"}


# What a declaration says -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"points": 100}, None),
        ({"points": 50}, "points_mismatch"),
        ({"kind": "carre", "top": "K"}, None),
        ({"kind": "carre", "top": "A"}, "not_held"),
        ({"kind": "tierce", "top": "K", "suit": "H", "length": 3}, None),
        ({"kind": "tierce", "suit": "S"}, "not_held"),
        ({"cards": ["JH", "QH", "KH"], "top": "Q"}, "kind_mismatch"),
        ({"cards": ["JH", "QH", "KH"], "suit": None, "length": None, "top": None}, None),
    ],
)
def test_all_that_is_said_is_held_against_the_hand(
    client: FlaskClient, said: Json, expected: str | None
) -> None:
    [ruling] = answered(post(client, VALIDATE, validatable(said)))["rulings"]
    assert (ruling["verdict"], ruling["reason"]) == ("void" if expected else "valid", expected)


@pytest.mark.parametrize(
    ("deck", "hand"),
    [
        ({"deck": "french"}, HAND),
        ({"deck": "french"}, ["JS", "QS", "KS", "AS", "7H", "8H", "9H", "AC"]),
        (
            {"deck": "french", "notation": "francaise"},
            ["7P", "8P", "9P", "10P", "VP", "VC", "VK", "VT"],
        ),
        ({"deck": "spanish"}, ["1O", "1C", "1E", "1B", "4O", "5O", "6O", "7O"]),
    ],
)
def test_the_announcements_of_an_answer_may_be_sent_back(
    client: FlaskClient, deck: Json, hand: list[str]
) -> None:
    best = answered(post(client, RESOLVE, deck | {"hand": hand}))["best"]
    body = deck | {"hand": hand, "declared": best["announcements"]}
    found = answered(post(client, VALIDATE, body))
    assert found["accepted"] is True
    assert found["points"] == best["points"]
    assert [one["announcement"] for one in found["rulings"]] == best["announcements"]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"top": "K", "suit": "H", "length": 3}, [("missing_field", "/kind")]),
        ({"kind": "cent", "top": "1"}, [("invalid_value", "/top")]),
        ({"kind": "cent", "top": 7}, [("invalid_value", "/top")]),
        ({"kind": "cent", "suit": "O"}, [("unknown_suit", "/suit")]),
        ({"kind": "cent", "length": 9}, [("invalid_value", "/length")]),
        ({"kind": "cent", "length": 2}, [("invalid_value", "/length")]),
        ({"kind": "cent", "length": "5"}, [("invalid_value", "/length")]),
    ],
)
def test_what_is_said_is_checked(
    client: FlaskClient, said: Json, expected: list[tuple[str, str]]
) -> None:
    found = faults(post(client, VALIDATE, validatable(said)))
    assert found == [(code, f"#/declared/0{place}") for code, place in expected]


def test_words_that_name_their_cards_need_no_hand(client: FlaskClient) -> None:
    found = answered(post(client, COMPARE, comparable(trump="C", declared=LEVEL)))
    assert found["decided_by"] == "tie"
    assert found["best"]["EW"]["announcement"]["cards"] == ["JH", "QH", "KH"]
    unnamed = comparable(declared={"N": [{"kind": "tierce", "top": "K"}, {"points": 20}]})
    assert faults(post(client, COMPARE, unnamed)) == [
        ("cards_or_hand_required", "#/declared/N/0"),
        ("cards_or_hand_required", "#/declared/N/1"),
    ]


def test_cards_that_words_name_are_in_one_place_only(client: FlaskClient) -> None:
    declared = LEVEL | {"E": [{"cards": ["10H", "JH", "QH"]}]}
    found = faults(post(client, COMPARE, comparable(declared=declared)))
    assert found == [
        ("duplicate_card", "#/declared/E/0/cards/1"),
        ("duplicate_card", "#/declared/E/0/cards/2"),
    ]


# Who spoke first ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sent", "winner"),
    [
        ({"dealer": "N"}, "EW"),
        ({"dealer": "W"}, "NS"),
        ({"dealer": "N", "first_player": "W"}, "EW"),
        ({"dealer": "S", "rules": {"direction": "clockwise"}}, "EW"),
    ],
)
def test_the_dealer_tells_who_speaks_first(client: FlaskClient, sent: Json, winner: str) -> None:
    """West speaks first when North deals; by the clock when South does."""
    sent = sent | {"rules": FIRST_SPEAKER | sent.get("rules", {})}
    body = comparable(trump="C", declared=LEVEL, **sent)
    found = answered(post(client, COMPARE, body))
    assert (found["decided_by"], found["winner"]) == ("first_speaker", winner)


def test_a_dealer_and_a_first_player_that_differ_are_refused(client: FlaskClient) -> None:
    """Under rules that ask who speaks first; elsewhere neither has an effect."""
    sent: dict[str, Any] = {"dealer": "N", "first_player": "S"}
    refused = comparable(rules=FIRST_SPEAKER, **sent)
    assert faults(post(client, COMPARE, refused)) == [("conflicting_fields", "#/first_player")]
    assert answered(post(client, COMPARE, comparable(**sent)))["winner"] is None


# Awards ------------------------------------------------------------------------------------------


def test_awards_stand_beside_the_points(client: FlaskClient) -> None:
    body = comparable(hands={"N": HAND}, declared={"N": [{"kind": "cinquante"}]}, rules=AWARD)
    found = answered(post(client, COMPARE, body))
    assert (found["points"], found["awards"]) == ({"NS": 0, "EW": 0}, {"NS": 0, "EW": 50})
    assert answered(post(client, COMPARE, body | {"rules": {}}))["awards"] == {"NS": 0, "EW": 0}


# Reasons -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reason_names_a_paragraph_that_the_rules_have(client: FlaskClient, language: str) -> None:
    rules = answered(get(client, f"/v1/rules?lang={language}"))
    assert list(rules["paragraphs"]) == list(PARAGRAPHS)
    found = answered(post(client, f"{RESOLVE}?lang={language}", resolvable(trump="H")))
    for reason in found["explanation"]:
        paragraph = rules["paragraphs"][reason["paragraph"]]
        assert paragraph["source"] == reason["source"]
        words = CATALOGUES[language]["paragraphs"][reason["paragraph"]]
        assert (paragraph["text"], paragraph["why"]) == (words["text"], words.get("why"))


def test_a_duty_is_told_to_the_player_and_the_referee_and_the_rest_to_all(
    client: FlaskClient,
) -> None:
    hand = ["8D", "9D", "10D", "JD", "8H", "AH", "AC", "KC"]
    body = {"deck": "french", "trump": "H", "dealer": "E", "tricks": [["AS", "7S"]]}
    found = answered(post(client, REPLAY, body | {"hands": {"S": hand}}))["explanation"]
    audiences = {one["code"]: one["audience"] for one in found}
    assert audiences["partner_masters"] == "S"
    assert audiences["plays_next"] == audiences["points_so_far"] == "table"
    for one in found:
        if one["audience"] == "table":
            assert not [card for card in hand if card in str(one["params"])]


def test_the_same_sentence_keeps_the_audience_of_each_answer(client: FlaskClient) -> None:
    """Though sentences are made once."""
    heard = set()
    for seat, dealer in zip("SENW", "ENWS", strict=True):
        body = {"deck": "french", "trump": "H", "dealer": dealer, "tricks": [["AS", "7S"]]}
        hand = ["8D", "9D", "10D", "JD", "8H", "AH", "AC", "KC"]
        found = answered(post(client, REPLAY, body | {"hands": {seat: hand}}))["explanation"]
        heard |= {one["audience"] for one in found if one["code"] == "partner_masters"}
    assert heard == set("SENW")
