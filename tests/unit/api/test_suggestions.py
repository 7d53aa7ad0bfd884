"""What a client probably meant by a card, a suit or a name that is not known."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from service.api.i18n import CATALOGUES
from service.api.suggestions import (
    BOOLEAN,
    LONGEST,
    MAX_SUGGESTED,
    WHOLE_NUMBER,
    card_hints,
    closest,
    fold,
    literal_hints,
    member_hints,
    rank_hints,
    suit_hints,
)
from service.belote.cards import CARDS, DECKS, FRANCAISE, INTERNATIONAL, SPANISH, Deck
from service.belote.table import SEATS, Seat

NAME_OF = {deck.notation or deck.name: deck for deck in DECKS}


def remedy(hints: Any) -> dict[str, Any]:
    """Return what is meant, without the form that every card has."""
    return {name: one for name, one in hints.items() if name not in ("ranks", "suits", "example")}


def meant(label: str, **spelling: str) -> dict[str, Any]:
    return {"did_you_mean": [label], **spelling}


def other(notation: str, label: str) -> dict[str, Any]:
    """Return that a text is of another notation, and what it would be in that of the request.

    Nothing is meant: a card that is right in both notations would be another one.
    """
    return {"other_notation": notation, "written_here": label}


# Cards ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deck", "text", "expected"),
    [
        ("international", "TS", meant("10S")),
        ("international", "0S", meant("10S")),
        ("international", "H10", meant("10H")),
        ("international", "♥10", meant("10H")),
        ("international", "1S", meant("AS")),
        ("international", "J♡", meant("JH")),
        ("international", "J-h", meant("JH")),
        ("international", "🂮", meant("KS")),
        ("international", "🂺", meant("10H")),
        ("international", "Jack of hearts", meant("JH")),
        ("international", "Valet de cœur", meant("JH")),
        ("international", "VALET DE COEUR", meant("JH")),
        ("international", "jota de corazones", meant("JH")),
        ("international", "as de trefle", meant("AC")),
        ("international", "RC", other("francaise", "KH")),
        ("international", "DC", other("francaise", "QH")),
        ("international", "12O", {"other_deck": "spanish"}),
        ("international", "6C", {"other_deck": "spanish"}),
        ("international", "sota de oros", {"other_deck": "spanish"}),
        ("international", "1C", meant("AC", other_deck="spanish")),
        ("francaise", "TS", meant("10P")),
        ("francaise", "KH", other("international", "RC")),
        ("francaise", "KC", other("international", "RT")),
        ("francaise", "King of diamonds", meant("RK")),
        ("francaise", "12O", {"other_deck": "spanish"}),
        ("spanish", "sota de oros", meant("10O")),
        ("spanish", "KH", {"other_deck": "french"}),
        ("spanish", "VC", {"other_deck": "french", "other_notation": "francaise"}),
        ("spanish", "Queen of spades", {"other_deck": "french"}),
        ("spanish", "AC", meant("1C", other_deck="french")),
        ("international", "XX", {}),
        ("international", "", {}),
        ("international", "10", {}),
        ("international", "kс", {}),  # noqa: RUF001 - the letter is Cyrillic on purpose
    ],
)
def test_a_misspelt_card_is_recognised(deck: str, text: str, expected: dict[str, Any]) -> None:
    assert remedy(card_hints(text, NAME_OF[deck])) == expected


@pytest.mark.parametrize("deck", DECKS, ids=NAME_OF)
def test_the_form_of_a_card_is_always_told(deck: Deck) -> None:
    hints = card_hints("nonsense", deck)
    assert hints["ranks"] == list(deck.ranks)
    assert hints["suits"] == list(deck.suits)
    assert hints["example"] in deck.labels


@pytest.mark.parametrize("language", CATALOGUES)
@pytest.mark.parametrize("deck", DECKS, ids=NAME_OF)
def test_every_card_is_known_by_its_name_in_every_language(deck: Deck, language: str) -> None:
    words = CATALOGUES[language]["words"]
    names = words["decks"][deck.name]
    for card in CARDS:
        name = words["phrases"]["card"].format(
            rank=names["ranks"][card.rank], of_suit=names["of_suits"][card.suit]
        )
        assert remedy(card_hints(name, deck)) == meant(deck.labels[card]), name


@pytest.mark.parametrize("text", ["A" * (LONGEST + 1), "🂮" * LONGEST, "ﷺ" * LONGEST, "10S" * 500])
def test_a_long_text_means_no_card(text: str) -> None:
    for deck in DECKS:
        assert remedy(card_hints(text, deck)) == {}
        assert suit_hints(text, deck) == {}
        assert rank_hints(text, deck) == {}
    assert closest(text, ["declared"]) == []


@pytest.mark.slow
@given(st.text(max_size=2 * LONGEST))
def test_what_is_meant_is_a_card_of_the_deck(text: str) -> None:
    for deck in DECKS:
        assert set(card_hints(text, deck).get("did_you_mean", [])) <= set(deck.labels)
        assert set(suit_hints(text, deck).get("did_you_mean", [])) <= set(deck.suits)
        assert set(rank_hints(text, deck).get("did_you_mean", [])) <= set(deck.ranks)


# Suits and ranks --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deck", "text", "expected"),
    [
        (INTERNATIONAL, "hearts", meant("H")),
        (INTERNATIONAL, "Heart", meant("H")),
        (INTERNATIONAL, "cœur", meant("H")),
        (INTERNATIONAL, "♡", meant("H")),
        (INTERNATIONAL, "❤️", meant("H")),
        (INTERNATIONAL, "P", other("francaise", "S")),
        (INTERNATIONAL, "O", {"other_deck": "spanish"}),
        (INTERNATIONAL, "espadas", {"other_deck": "spanish"}),
        (INTERNATIONAL, "NT", {}),
        (FRANCAISE, "hearts", meant("C")),
        (FRANCAISE, "H", other("international", "C")),
        (SPANISH, "oros", meant("O")),
        (SPANISH, "hearts", {"other_deck": "french"}),
        (SPANISH, "P", {"other_deck": "french", "other_notation": "francaise"}),
    ],
)
def test_a_misspelt_suit_is_recognised(deck: Deck, text: str, expected: dict[str, Any]) -> None:
    assert suit_hints(text, deck) == expected


@pytest.mark.parametrize(
    ("deck", "sent", "expected"),
    [
        (INTERNATIONAL, "king", meant("K")),
        (INTERNATIONAL, "R", other("francaise", "K")),
        (INTERNATIONAL, "v", other("francaise", "J")),
        (FRANCAISE, "Q", other("international", "D")),
        (FRANCAISE, "10", meant("10")),
        (INTERNATIONAL, "1", meant("A")),
        (SPANISH, "sota", meant("10")),
        (INTERNATIONAL, 10, {}),
        (INTERNATIONAL, "joker", {}),
    ],
)
def test_a_misspelt_rank_is_recognised(deck: Deck, sent: object, expected: dict[str, Any]) -> None:
    assert rank_hints(sent, deck) == expected


# Names ------------------------------------------------------------------------------------------

FIELDS = ["deck", "hand", "hands", "declared", "declare_best", "trump", "N", "W", "NS", "EW"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("declareBest", ["declare_best"]),
        ("DECLARED", ["declared"]),
        ("declard", ["declared"]),
        ("delcared", ["declared"]),
        ("declaredd", ["declared"]),
        ("trumps", ["trump"]),
        ("handz", ["hand", "hands"]),
        ("north", ["N"]),
        ("Ouest", ["W"]),
        ("north-south", ["NS"]),
        ("E", ["EW"]),
        ("sud", ["NS"]),
        ("", []),
        ("atout", []),
    ],
)
def test_a_misspelt_name_is_recognised(text: str, expected: list[str]) -> None:
    assert sorted(closest(text, FIELDS)) == expected


@pytest.mark.parametrize("language", CATALOGUES)
@pytest.mark.parametrize("seat", SEATS)
def test_the_name_of_a_seat_means_no_other(language: str, seat: Seat) -> None:
    """Though "west" is "est" with a letter more, the French name of another seat."""
    assert closest(CATALOGUES[language]["words"]["names"][seat], SEATS) == [seat]


def test_no_more_is_suggested_than_can_be_read() -> None:
    assert len(closest("card", [f"card{number}" for number in range(9)])) == MAX_SUGGESTED


def test_the_likeliest_comes_first() -> None:
    assert closest("hands", ["hand", "hands"])[0] == "hands"


@example("㎩")
@given(st.text(max_size=LONGEST))
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


# Values -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sent", "literal", "expected"),
    [
        ("true", BOOLEAN, {"unquoted": "true"}),
        ("False", BOOLEAN, {"did_you_mean": ["false"]}),
        ("90", BOOLEAN, {}),
        ("90", WHOLE_NUMBER, {"unquoted": "90"}),
        (" 90 ", WHOLE_NUMBER, {"did_you_mean": ["90"]}),
        ("090", WHOLE_NUMBER, {}),
        ("9" * 19, WHOLE_NUMBER, {}),
        (90, WHOLE_NUMBER, {}),
        (" " * LONGEST + "1", WHOLE_NUMBER, {}),
    ],
)
def test_a_literal_in_quotation_marks_is_recognised(
    sent: object, literal: re.Pattern[str], expected: dict[str, Any]
) -> None:
    assert literal_hints(sent, literal) == expected


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        ({"leader": "N", "cards": []}, {"send_member": "cards"}),
        ({"NS": [], "EW": []}, {}),
        ({"x" * 99: []}, {}),
        ({}, {}),
        ("cards", {}),
        (None, {}),
    ],
)
def test_the_list_in_an_object_is_recognised(sent: object, expected: dict[str, Any]) -> None:
    assert member_hints(sent) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("N", ["NS"]), ("south", ["NS"]), ("Este", ["EW"]), ("o", []), ("NS", ["NS"])],
)
def test_a_seat_means_its_team(text: str, expected: list[str]) -> None:
    assert closest(text, ["NS", "EW"]) == expected
