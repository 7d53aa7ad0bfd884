"""The deal of a seed over HTTP: what it answers, what its bodies are good for, what it refuses."""

from __future__ import annotations

from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient

from service.api.schemas.parameters import DealQuerySchema
from service.belote.cards import DECKS
from service.belote.presets import PRESETS, SWITCHES
from tests.support.client import COMPARE, REPLAY, SCORE, Json, answered, faults, get, post
from tests.support.contract import misfits_of_answer

PATH = "/v1/deals/random"


def ask_for(client: FlaskClient, **query: Any) -> Json:
    told = answered(get(client, f"{PATH}?{urlencode(query)}"))
    assert misfits_of_answer(told, PATH, "GET") == []
    return told


def some_query(random: Random) -> dict[str, Any]:
    """A right query, under a preset or switches."""
    deck = random.choice(DECKS)
    query: dict[str, Any] = {"deck": deck.name, "seed": random.randrange(2**53), "play": "true"}
    if deck.notation:
        query["notation"] = deck.notation
    if random.random() < 0.5:
        query["trump"] = random.choice(deck.suits)
    if random.random() < 0.3:
        query["dealer"] = random.choice("NWSE")
    query["preset"] = random.choice(list(PRESETS))
    for name, switch in SWITCHES.items():
        if random.random() < 0.2:
            value = random.choice(list(switch.values))
            query[name] = str(value).lower() if isinstance(value, bool) else value
    return query


def test_its_bodies_are_answered_as_they_are_and_the_play_is_without_fault(
    client: FlaskClient,
) -> None:
    random = Random(1)
    for _ in range(60):
        told = ask_for(client, **some_query(random))
        bodies = told["bodies"]
        compared = answered(post(client, COMPARE, bodies["compare"]))
        replayed = answered(post(client, REPLAY, bodies["replay"]))
        scored = answered(post(client, SCORE, bodies["score"]))
        assert {one["rules"] == told["rules"] for one in (compared, replayed, scored)} == {True}
        assert replayed["irregularities"] == scored["irregularities"] == []
        assert replayed["tricks"] == scored["tricks"] == told["tricks"]
        assert scored["announcements"]["winner"] == compared["winner"]


def test_without_a_play_the_replay_begins_with_the_first_player(client: FlaskClient) -> None:
    told = ask_for(client, deck="french", seed=7)
    assert told["tricks"] is None
    assert told["bodies"]["score"] is None
    replayed = answered(post(client, REPLAY, told["bodies"]["replay"]))
    assert (told["dealer"], replayed["next"]) == ("N", "W")
    assert replayed["legal"] == told["hands"]["W"]


def test_every_deck_spells_the_same_deal(client: FlaskClient) -> None:
    told = [
        ask_for(
            client, deck=deck.name, seed=7, **({"notation": deck.notation} if deck.notation else {})
        )
        for deck in DECKS
    ]
    for deck, one in zip(DECKS, told, strict=True):
        cards = {
            seat: [deck.card_of[label] for label in hand] for seat, hand in one["hands"].items()
        }
        first = {
            seat: [DECKS[0].card_of[x] for x in hand] for seat, hand in told[0]["hands"].items()
        }
        assert cards == first
        assert one["notation"] == deck.notation
        assert one["trump"] == one["turned"][-1]


def test_the_taker_has_the_card_turned_up(client: FlaskClient) -> None:
    for seed in range(20):
        told = ask_for(client, deck="spanish", seed=seed, trump="O")
        assert told["turned"] in told["hands"][told["taker"]]
        assert told["taker"] in told["takers"]
        assert told["trump"] == "O"


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("deck=french", [("missing_field", "seed")]),
        ("seed=7", [("missing_field", "deck")]),
        ("deck=french&seed=", [("missing_field", "seed")]),
        ("deck=french&seed=-1", [("invalid_value", "seed")]),
        ("deck=french&seed=07", [("invalid_value", "seed")]),
        ("deck=french&seed=7.0", [("invalid_value", "seed")]),
        ("deck=french&seed=true", [("invalid_value", "seed")]),
        ("deck=french&seed=%D9%A7", [("invalid_value", "seed")]),
        (f"deck=french&seed={2**53}", [("invalid_value", "seed")]),
        (f"deck=french&seed={'9' * 900}", [("invalid_value", "seed")]),
        ("deck=french&seed=7&seed=8", [("invalid_value", "seed")]),
        ("deck=tarot&seed=7", [("invalid_value", "deck")]),
        ("deck=french&seed=7&trump=O", [("unknown_suit", "trump")]),
        ("deck=french&seed=7&play=1", [("invalid_value", "play")]),
        ("deck=french&seed=7&dealer=north", [("invalid_value", "dealer")]),
        ("deck=french&seed=7&preset=poker", [("invalid_value", "preset")]),
        ("deck=french&seed=7&undertrump=maybe", [("invalid_value", "undertrump")]),
        ("deck=french&seed=7&capot_defence=200", [("invalid_value", "capot_defence")]),
        ("deck=spanish&seed=7&notation=francaise", [("notation_not_allowed", "notation")]),
        ("deck=french&seed=7&rules=classique", [("unknown_field", "rules")]),
    ],
)
def test_a_wrong_query_is_refused_at_its_parameter(
    client: FlaskClient, query: str, found: list[tuple[str, str]]
) -> None:
    assert faults(get(client, f"{PATH}?{query}")) == found


def test_the_bounds_of_a_seed_are_told(client: FlaskClient) -> None:
    told = get(client, f"{PATH}?deck=french&seed=-1").json
    assert told is not None
    bounds = "Expected at seed: a whole number from 0 to 9007199254740991."
    assert told["detail"] == f'{bounds} Received: "-1".'
    for seed in (0, 2**53 - 1):
        assert ask_for(client, deck="french", seed=seed)["seed"] == seed


def test_it_may_be_kept_by_caches(client: FlaskClient) -> None:
    first = get(client, f"{PATH}?deck=french&seed=7")
    assert first.headers["Cache-Control"] == "public, max-age=86400"
    again = get(client, f"{PATH}?deck=french&seed=7", if_none_match=first.headers["ETag"])
    assert (again.status_code, again.data) == (304, b"")


def test_every_switch_is_a_parameter() -> None:
    assert set(SWITCHES) <= set(DealQuerySchema().fields)
