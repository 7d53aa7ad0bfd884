"""The announcements of a hand, found the slow way: try every set, keep the best.

It works on the labels of cards and on tables of its own, so that it can err only by itself. The
service is met at the border alone, to turn cards into labels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from service.belote.announcements import Announcement, Selection
from service.belote.cards import INTERNATIONAL, Cards

RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = "SHDC"


class Found(NamedTuple):
    """An announcement; the fields before `suit` stand in the order of strength without trump."""

    points: int
    is_carre: bool
    length: int
    top: int
    suit: str
    cards: frozenset[str]


Set: TypeAlias = tuple[Found, ...]
"""Announcements that share no card, the strongest first."""


def _carre(rank: str, points: int) -> Found:
    four = frozenset(rank + suit for suit in SUITS)
    return Found(points, True, 4, RANKS.index(rank), "", four)


def _sequence(suit: str, low: int, length: int) -> Found:
    points = 20 if length == 3 else 50 if length == 4 else 100
    run = frozenset(rank + suit for rank in RANKS[low : low + length])
    return Found(points, False, length, low + length - 1, suit, run)


EVERYTHING = [
    _carre("J", 200),
    _carre("9", 150),
    *(_carre(rank, 100) for rank in ("A", "K", "Q", "10")),
    *(
        _sequence(suit, low, length)
        for suit in SUITS
        for length in (3, 4, 5, 6, 7, 8)
        for low in range(8 - length + 1)
    ),
]


def sets(hand: Cards) -> list[Set]:
    """Every set of announcements of the hand that share no card, the empty one included."""
    return [_ordered(one) for one in _disjoint(_held(_labels(hand)))]


def firsts(hand: Cards) -> list[Set]:
    """The sets of the hand that none is preferred to; one, if the choice is unique."""
    found = sets(hand)
    highest = max(map(merit, found))
    return [one for one in found if merit(one) == highest]


def whole(hand: Cards) -> list[Set]:
    """The sets to which nothing can be added and in which nothing can be lengthened, best first."""
    labels = _labels(hand)
    found = _held(labels)
    choices = [one for one in sets(hand) if one and _is_whole(one, labels, found)]
    return sorted(choices, key=merit, reverse=True)


def kind(one: Found) -> str:
    return "carre" if one.is_carre else {20: "tierce", 50: "cinquante", 100: "cent"}[one.points]


def merit(chosen: Set) -> tuple[object, ...]:
    """Most points, then the strongest, then the second."""
    return (sum(one.points for one in chosen), *(one[:4] for one in chosen))


def _ordered(chosen: Set) -> Set:
    """The strongest first, equals in suit order."""
    by_suit = sorted(chosen, key=lambda one: SUITS.find(one.suit))
    return tuple(sorted(by_suit, key=lambda one: one[:4], reverse=True))


def _held(hand: frozenset[str]) -> list[Found]:
    return [one for one in EVERYTHING if one.cards <= hand]


def _disjoint(found: Sequence[Found]) -> Iterator[Set]:
    if not found:
        yield ()
        return
    first, *others = found
    yield from _disjoint(others)
    for rest in _disjoint([one for one in others if not one.cards & first.cards]):
        yield (first, *rest)


def _is_whole(chosen: Set, hand: frozenset[str], found: Sequence[Found]) -> bool:
    idle = hand.difference(*(one.cards for one in chosen))
    for more in found:
        if more.cards <= idle:
            return False
        for one in chosen:
            if one.cards < more.cards and more.cards - one.cards <= idle:
                return False
    return True


# The border -----------------------------------------------------------------------------------


def _labels(hand: Cards) -> frozenset[str]:
    return frozenset(INTERNATIONAL.list(hand))


def plain(choice: Selection) -> Set:
    """A choice of the service in the twin's terms."""
    return tuple(map(plain_one, choice.announcements))


def plain_one(one: Announcement) -> Found:
    suit = "" if one.suit is None else SUITS[one.suit]
    return Found(one.points, one.is_carre, one.length, int(one.top), suit, _labels(one.cards))
