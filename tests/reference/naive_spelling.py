"""Bodies and answers with every card, suit and rank spelt another way.

The reference works on the French labels; only here does it use the service, for its decks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from service.belote.cards import DECKS, INTERNATIONAL, Deck
from tests.reference.twin import RANKS, SUITS

Json: TypeAlias = dict[str, Any]
Spelling: TypeAlias = tuple[Callable[[str], str], Callable[[str], str], Callable[[str], str]]
"""How to spell a card, a suit and a rank."""


def in_french(body: Json) -> Json:
    """The body as the reference reads it."""
    found: Json = _respelt(body, _into_french(deck_of(body)))
    return found


def in_deck(value: Json, deck: Deck) -> Json:
    """What the reference wrote, in the spelling of a deck."""
    found: Json = _respelt(value, _out_of_french(deck))
    return found


def in_spanish(body: Json) -> Json:
    """The Spanish twin of a body with the French deck."""
    spanish = next(deck for deck in DECKS if deck.name == "spanish")
    return {**in_deck(in_french(body), spanish), "deck": "spanish"}


def deck_of(body: Json) -> Deck:
    notation = body.get("notation") or (None if body["deck"] == "spanish" else "international")
    return next(one for one in DECKS if (one.name, one.notation) == (body["deck"], notation))


def _into_french(deck: Deck) -> Spelling:
    ranks = [rank.lower() for rank in deck.ranks]
    return (
        lambda text: INTERNATIONAL.labels[deck.card_of[text]],
        lambda text: INTERNATIONAL.suits[deck.suit_of[text]],
        lambda text: RANKS[ranks.index(text.lower())],
    )


def _out_of_french(deck: Deck) -> Spelling:
    return (
        lambda text: deck.labels[INTERNATIONAL.card_of[text]],
        lambda text: deck.suits[SUITS.index(text)],
        lambda text: deck.ranks[RANKS.index(text)],
    )


def _respelt(value: Any, spelling: Spelling, name: str = "") -> Any:
    """A body or an answer with every card, suit and rank spelt another way; null left out."""
    card, suit, rank = spelling
    if isinstance(value, dict):
        if name == "hands":
            return {seat: [card(text) for text in cards] for seat, cards in value.items()}
        return {key: _respelt(each, spelling, key) for key, each in value.items()}
    if isinstance(value, list):
        return [_respelt(each, spelling, name) for each in value]
    if not isinstance(value, str):
        return value
    if name in ("card", "turned", "legal") or (name == "cards" and value):
        return card(value)
    if name in ("suit", "trump") or (name == "take" and value):
        return suit(value)
    return rank(value) if name == "top" else value
