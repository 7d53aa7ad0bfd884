"""Cards as small integers, sets of cards as bits, and the spelling of both in each deck.

This is the only module that reads or writes the text of a card. It knows the order of the ranks in
a sequence, which is the order of the integers; it must not know points, trumps or announcements.

The French and the Spanish pack correspond rank by rank (document 003), so a deck is a set of labels
for the same 32 cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import product
from typing import TypeAlias


class Rank(IntEnum):
    """A rank by its French name; the integers follow the order of sequences (document 003)."""

    SEVEN = 0
    EIGHT = 1
    NINE = 2
    TEN = 3
    JACK = 4
    QUEEN = 5
    KING = 6
    ACE = 7


class Suit(IntEnum):
    """A suit by its French name, in the order in which answers list suits."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3


class Card(int):
    """One of the 32 cards: suit * 8 + rank."""

    __slots__ = ()

    @property
    def rank(self) -> Rank:
        """Return the rank."""
        return Rank(self & 7)

    @property
    def suit(self) -> Suit:
        """Return the suit."""
        return Suit(self >> 3)


Cards: TypeAlias = int
"""A set of cards: bit n stands for card n, so each suit is one byte."""

CARDS = tuple(Card(number) for number in range(32))
NO_CARDS: Cards = 0
PACK: Cards = 2**32 - 1


def card(rank: Rank, suit: Suit) -> Card:
    """Return the card of a rank and a suit.

    >>> card(Rank.KING, Suit.HEARTS) == 14
    True
    """
    return CARDS[suit * 8 + rank]


def bits(cards: Iterable[int]) -> Cards:
    """Return the set of `cards`; a card named twice counts once.

    >>> bits([0, 1, 1, 2])
    7
    """
    found = NO_CARDS
    for one in cards:
        found |= 1 << one
    return found


def union(sets: Iterable[Cards]) -> Cards:
    """Return the cards of all `sets` together.

    >>> union([0b1, 0b10])
    3
    """
    found = NO_CARDS
    for cards in sets:
        found |= cards
    return found


_BYTE = tuple(tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256))
_SUIT_OF_BYTE = tuple(
    tuple(tuple(CARDS[suit * 8 + bit] for bit in _BYTE[byte]) for byte in range(256))
    for suit in range(4)
)


def listed(cards: Cards) -> tuple[Card, ...]:
    """Return the cards of a set by suit, then by rank, low to high.

    >>> [INTERNATIONAL.labels[one] for one in listed(0b111)]
    ['7S', '8S', '9S']
    """
    spades, hearts, diamonds, clubs = _SUIT_OF_BYTE
    return (
        spades[cards & 255]
        + hearts[cards >> 8 & 255]
        + diamonds[cards >> 16 & 255]
        + clubs[cards >> 24]
    )


@dataclass(frozen=True, slots=True)
class Deck:
    """A spelling of the 32 cards.

    `ranks` are eight labels in sequence order, `suits` four letters in suit order. `symbols` may
    stand for the suit letters when a card is read, with or without a variation selector.

    Raises: ValueError if there are other numbers of them, or if two cards are spelled alike.
    """

    name: str
    notation: str | None
    ranks: tuple[str, ...]
    suits: tuple[str, ...]
    symbols: tuple[str, ...] = ()
    labels: tuple[str, ...] = field(init=False)
    card_of: Mapping[str, Card] = field(init=False)
    bit_of: Mapping[str, Cards] = field(init=False)
    suit_of: Mapping[str, Suit] = field(init=False)

    def __post_init__(self) -> None:
        labels = tuple(rank + suit for suit, rank in product(self.suits, self.ranks))
        if (len(self.ranks), len(self.suits)) != (len(Rank), len(Suit)):
            raise ValueError(self.name, "8 ranks and 4 suits wanted")
        if len({label.lower() for label in labels}) < len(CARDS):
            raise ValueError(self.name, "two cards are spelled alike")
        suits = {text: suit for suit in Suit for text in self._spellings(suit)}
        cards = {
            text + end: card(rank, suit)
            for rank in Rank
            for text in {self.ranks[rank], self.ranks[rank].lower()}
            for end, suit in suits.items()
        }
        object.__setattr__(self, "labels", labels)
        object.__setattr__(self, "suit_of", suits)
        object.__setattr__(self, "card_of", cards)
        object.__setattr__(self, "bit_of", {text: 1 << one for text, one in cards.items()})

    def _spellings(self, suit: Suit) -> set[str]:
        letters = {self.suits[suit], self.suits[suit].lower()}
        symbols = self.symbols[suit : suit + 1]
        return letters | {symbol + selector for symbol in symbols for selector in _SELECTORS}

    def list(self, cards: Cards) -> list[str]:
        """Return the labels of a set of cards by suit, then by rank, low to high."""
        return [self.labels[one] for one in listed(cards)]


_SELECTORS = ("", "\N{VARIATION SELECTOR-15}", "\N{VARIATION SELECTOR-16}")
_SYMBOLS = ("♠", "♥", "♦", "♣")

INTERNATIONAL = Deck(
    "french",
    "international",
    ("7", "8", "9", "10", "J", "Q", "K", "A"),
    ("S", "H", "D", "C"),
    _SYMBOLS,
)
FRANCAISE = Deck(
    "french", "francaise", ("7", "8", "9", "10", "V", "D", "R", "A"), ("P", "C", "K", "T"), _SYMBOLS
)
SPANISH = Deck("spanish", None, ("4", "5", "6", "7", "10", "11", "12", "1"), ("O", "C", "E", "B"))
DECKS = (INTERNATIONAL, FRANCAISE, SPANISH)
