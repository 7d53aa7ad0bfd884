"""The same pack in every deck: a hand and its twins get the same rulings, label by label.

And what may be read out at the table: an explanation names no card that is not shown.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import combinations
from typing import Any
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from service.api.i18n import CATALOGUES, DEFAULT, LANGUAGES
from service.belote.cards import CARDS, DECKS, Deck, Suit
from tests.support.bodies import BODIES, spelled
from tests.support.client import BATCH, COMPARE, RESOLVE, VALIDATE, Json, answered, get, post
from tests.support.strategies import hands, trumps

TWINS = [
    pytest.param(one, other, id=f"{one.notation or one.name} and {other.notation or other.name}")
    for one, other in combinations(DECKS, 2)
]


def deck_of(body: Json) -> Deck:
    """The deck that a right body names: without a notation, its first."""
    spellings = [deck for deck in DECKS if deck.name == body["deck"]]
    notation = body.get("notation") or spellings[0].notation
    return next(deck for deck in spellings if deck.notation == notation)


def named(deck: Deck) -> Json:
    return {"deck": deck.name} | ({"notation": deck.notation} if deck.notation else {})


# A body, label by label ---------------------------------------------------------------------------


def upper(deck: Deck, text: str) -> str:
    """A card or suit as answers write it."""
    for letter, symbol in zip(deck.suits, deck.symbols, strict=False):
        text = text.replace(symbol, letter)
    return text.strip("\ufe0e\ufe0f").upper()


def respelled(value: Any, one: Deck, other: Deck, field: str = "") -> Any:
    """A body or an answer of one deck as it is written for another."""
    if isinstance(value, dict):
        return {
            key: respelled(item, one, other, _field(field, key, value))
            for key, item in value.items()
            if key not in ("deck", "notation", "text")
        }
    if isinstance(value, list):
        return [respelled(item, one, other, field) for item in value]
    if not isinstance(value, str) or not field:
        return value
    alphabets: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
        "card": (one.labels, other.labels),
        "rank": (one.ranks, other.ranks),
        "suit": (one.suits, other.suits),
    }
    here, there = alphabets[field]
    return there[here.index(upper(one, value))]


def _field(above: str, key: str, around: Json) -> str:
    """What a text in a field is: a card, a rank, a suit or none of them."""
    if key in ("hand", "hands", "cards", "card"):
        return "card"
    if key == "top" or (around.get("criterion") == "top" and key in ("NS", "EW")):
        return "rank"
    if key in ("suit", "trump"):
        return "suit"
    if key in ("wins", "against", "king", "queen", "order"):
        return "rank"
    return above if key in "NWSE" and above == "card" else ""


@pytest.mark.parametrize(("one", "other"), TWINS)
@pytest.mark.parametrize("path", BODIES)
@given(data=st.data())
def test_twins_get_the_same_ruling_label_by_label(
    client: FlaskClient, path: str, one: Deck, other: Deck, data: st.DataObject
) -> None:
    drawn = data.draw(BODIES[path])
    deck = deck_of(drawn)
    here = respelled(drawn, deck, one) | named(one)
    there = respelled(drawn, deck, other) | named(other)
    ruling = answered(post(client, path, here))
    twin = answered(post(client, path, there))
    assert respelled(ruling, one, other) == respelled(twin, other, other)


@given(data=st.data(), hand=hands, trump=st.none() | trumps)
def test_whatever_the_spelling_of_a_hand_the_answer_is_the_same(
    client: FlaskClient, data: st.DataObject, hand: int, trump: Suit | None
) -> None:
    deck = data.draw(st.sampled_from(DECKS))
    plainly = named(deck) | {"hand": deck.list(hand)}
    freely = named(deck) | {"hand": data.draw(spelled(deck, hand))}
    if trump is not None:
        letter = {"trump": deck.suits[trump]}
        plainly, freely = plainly | letter, freely | {"trump": letter["trump"].lower()}
    assert post(client, RESOLVE, plainly).data == post(client, RESOLVE, freely).data


# One answer by several roads ----------------------------------------------------------------------


@pytest.mark.parametrize("path", BODIES)
@given(data=st.data(), language=st.sampled_from(LANGUAGES))
def test_the_same_body_always_gets_the_same_answer(
    client: FlaskClient, path: str, data: st.DataObject, language: str
) -> None:
    body = data.draw(BODIES[path])
    first = post(client, path, body, accept_language=language)
    turned = dict(reversed(body.items()))
    assert post(client, path, turned, accept_language=language).data == first.data


@given(BODIES[RESOLVE], st.sampled_from(LANGUAGES))
def test_the_address_of_a_hand_answers_as_resolve_does(
    client: FlaskClient, body: Json, language: str
) -> None:
    query = {name: body[name] for name in ("trump", "notation") if body.get(name)}
    options = "&".join(
        f"{name}={quote(text)}" for name, text in (query | {"lang": language}).items()
    )
    address = f"/v1/hands/{body['deck']}/{quote(','.join(body['hand']))}?{options}"
    assert get(client, address).data == post(client, RESOLVE, body, accept_language=language).data


@given(BODIES[BATCH])
def test_a_batch_answers_as_its_hands_do_alone(client: FlaskClient, body: Json) -> None:
    results = answered(post(client, BATCH, body))["results"]
    rest = {name: value for name, value in body.items() if name != "hands"}
    alone = [answered(post(client, RESOLVE, rest | {"hand": hand})) for hand in body["hands"]]
    assert results == [{"best": one["best"], "belote": one["belote"]} for one in alone]


@given(BODIES[VALIDATE])
def test_a_player_is_ruled_at_the_table_as_he_is_alone(client: FlaskClient, body: Json) -> None:
    """The rulings of a comparison are those of a validation, and tell whose they are besides."""
    trump = body.get("trump") or deck_of(body).suits[0]
    rest = {name: body[name] for name in ("deck", "notation") if name in body}
    table = {"trump": trump, "hands": {"S": body["hand"]}, "declared": {"S": body["declared"]}}
    alone = answered(post(client, VALIDATE, body))
    compared = answered(post(client, COMPARE, rest | table))
    assert [
        {name: value for name, value in one.items() if name not in ("seat", "counted")}
        for one in compared["rulings"]
    ] == alone["rulings"]
    assert compared["points"] == {"NS": alone["points"], "EW": 0}


# What may be read out at the table ----------------------------------------------------------------


def cards_in(value: Any) -> set[str]:
    """Every text in the params of a reason that names a card."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return set().union(*map(cards_in, value)) if value else set()
    return {value} & {label for deck in DECKS for label in deck.labels}


# The values compared: a referee may name them of what is not shown.
COMPARED = {"decided_by_top", "tie_of_sequences"}
_NAMES = " ".join(
    name
    for deck in CATALOGUES[DEFAULT]["words"]["decks"].values()
    for name in (*deck["suits"], *deck["ranks"], *deck["of_ranks"])
)
_WORDS = "|".join(sorted(set(re.findall(r"[^\W\d]{3,}", _NAMES))))
RANKS_AND_SUITS = re.compile(rf"\b({_WORDS})\b")


@given(BODIES[COMPARE])
def test_an_explanation_names_no_card_that_is_not_shown(client: FlaskClient, body: Json) -> None:
    answer = answered(post(client, COMPARE, body))
    shown = [one["announcement"] for one in answer["revealed"]]
    open_cards = {card for one in shown for card in one["cards"]}
    for reason in answer["explanation"]:
        assert cards_in(reason["params"]) <= open_cards
        for value in reason["params"].values():
            if isinstance(value, dict) and "cards" in value:
                assert value in shown
        if reason["code"] == "shown":
            continue
        ranks_and_suits = RANKS_AND_SUITS.findall(reason["text"])
        if reason["code"] == "decided_by_trump":
            ranks_and_suits = ranks_and_suits[1:]  # which suit is trump is no secret
        assert not ranks_and_suits or reason["code"] in COMPARED, reason["text"]


@given(BODIES[COMPARE])
def test_without_a_winner_nothing_is_shown(client: FlaskClient, body: Json) -> None:
    answer = answered(post(client, COMPARE, body))
    codes = [one["code"] for one in answer["explanation"]]
    if answer["winner"] is None:
        assert answer["revealed"] == []
        assert "shown" not in codes
    else:
        assert codes.count("shown") == len(answer["revealed"]) > 0
        assert {one["seat"] for one in answer["revealed"]} <= set(answer["winner"])


def test_every_card_has_one_twin() -> None:
    for one, other in ((one, other) for one in DECKS for other in DECKS):
        there = [respelled({"card": label}, one, other)["card"] for label in one.labels]
        assert there == list(other.labels)
        assert len(set(there)) == len(CARDS)
