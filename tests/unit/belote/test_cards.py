"""The text of cards: what may be written for one, and what it is then."""

from __future__ import annotations

from itertools import product

import pytest

from service.belote.cards import CARDS, DECKS, FRANCAISE, INTERNATIONAL, SPANISH, Deck, Rank, Suit

by_deck = pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck.notation or deck.name)
SELECTORS = ("", "\ufe0e", "\ufe0f")


def spellings(deck: Deck, suit: Suit) -> set[str]:
    """All that may stand for a suit."""
    letters = {deck.suits[suit].upper(), deck.suits[suit].lower()}
    symbols = deck.symbols[suit : suit + 1]
    return letters | {symbol + one for symbol in symbols for one in SELECTORS}


@by_deck
def test_a_label_is_rank_then_suit_in_the_order_of_cards(deck: Deck) -> None:
    assert [deck.card_of[label] for label in deck.labels] == list(CARDS)
    for one in CARDS:
        assert deck.labels[one] == deck.ranks[one.rank] + deck.suits[one.suit]


@by_deck
def test_a_suit_is_read_in_either_case_and_by_its_symbol(deck: Deck) -> None:
    expected = {text: suit for suit in Suit for text in spellings(deck, suit)}
    assert deck.suit_of == expected


@by_deck
def test_a_card_is_read_in_either_case_and_by_its_symbol_and_nothing_else_is_one(
    deck: Deck,
) -> None:
    expected = {
        text + end: suit * 8 + rank
        for rank, suit in product(Rank, Suit)
        for text in (deck.ranks[rank].upper(), deck.ranks[rank].lower())
        for end in spellings(deck, suit)
    }
    assert deck.card_of == expected
    assert deck.bit_of == {text: 2**one for text, one in expected.items()}


def test_the_same_letters_are_other_cards_in_another_deck() -> None:
    """So a deck is always named."""
    assert INTERNATIONAL.card_of["10C"] == Suit.CLUBS * 8 + Rank.TEN
    assert FRANCAISE.card_of["10C"] == Suit.HEARTS * 8 + Rank.TEN
    assert SPANISH.card_of["10C"] == Suit.HEARTS * 8 + Rank.JACK
    assert SPANISH.card_of["7C"] == Suit.HEARTS * 8 + Rank.TEN


@pytest.mark.parametrize(
    ("ranks", "suits", "complaint"),
    [
        (("8", "9", "10", "U", "O", "K", "A"), ("E", "G", "H", "S"), "8 ranks and 4 suits wanted"),
        (INTERNATIONAL.ranks, ("E", "G", "H"), "8 ranks and 4 suits wanted"),
        (("7", "8", "9", "10", "B", "b", "K", "A"), ("E", "G", "H", "S"), "spelled alike"),
        (INTERNATIONAL.ranks, ("E", "G", "E", "S"), "spelled alike"),
    ],
)
def test_a_deck_that_does_not_spell_32_cards_is_refused(
    ranks: tuple[str, ...], suits: tuple[str, ...], complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        Deck("german", None, ranks, suits)
