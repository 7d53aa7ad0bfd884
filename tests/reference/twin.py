"""The announcements of a hand, found the slow way: try every set, keep the best.

It works on the labels of cards and on tables of its own, so that it can err only by itself. The
service is met at the border alone, to turn cards into labels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
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


class House(NamedTuple):
    """What a table may agree on about the announcements of a hand, the usual first."""

    split_runs: bool = True
    length_step: bool = True
    carres: Sequence[str] = RANKS


USUAL = House()
AS_IN_A_TRICK = ("7", "8", "9", "J", "Q", "K", "10", "A")


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


@lru_cache(maxsize=1)
def held(hand: Cards) -> Sequence[Found]:
    """Every announcement that could be made of the hand."""
    labels = labels_of(hand)
    return [one for one in EVERYTHING if one.cards <= labels]


@lru_cache(maxsize=1)
def _disjoint_of(hand: Cards) -> Sequence[Set]:
    return list(disjoint(held(hand)))


def sets(hand: Cards, house: House = USUAL) -> list[Set]:
    """Every set of announcements of the hand that share no card, the empty one included."""
    labels = labels_of(hand)
    found = [ordered(one, house) for one in _disjoint_of(hand)]
    return [one for one in found if house.split_runs or not two_of_a_run(one, labels)]


def firsts(hand: Cards, house: House = USUAL) -> list[Set]:
    """The sets of the hand that none is preferred to; one, if the choice is unique.

    Of sets that are level the whole ones: where length is not asked, part of a run is no choice.
    """
    found = sets(hand, house)
    highest = max(merit(one, house) for one in found)
    level = [one for one in found if merit(one, house) == highest]
    return level if house.length_step or level == [()] else _whole_ones(level, hand, house)


def whole(hand: Cards, house: House = USUAL) -> list[Set]:
    """The sets to which nothing can be added and in which nothing can be lengthened, best first."""
    choices = _whole_ones(sets(hand, house), hand, house)
    return sorted(choices, key=lambda one: merit(one, house), reverse=True)


def two_of_a_run(chosen: Set, hand: frozenset[str]) -> bool:
    """Whether two of these sequences lie in one unbroken run of the hand."""
    sequences = [one for one in chosen if not one.is_carre]
    return len(sequences) > 1 and any(
        sum(bool(one.cards & run) for one in sequences) > 1 for run in _runs(hand)
    )


def _runs(hand: frozenset[str]) -> list[set[str]]:
    """The cards of each suit, cut wherever one is missing."""
    runs: list[set[str]] = []
    for suit in SUITS:
        runs.append(set())
        for rank in RANKS:
            if rank + suit in hand:
                runs[-1].add(rank + suit)
            else:
                runs.append(set())
    return runs


def kind(one: Found) -> str:
    return "carre" if one.is_carre else {20: "tierce", 50: "cinquante", 100: "cent"}[one.points]


def merit(chosen: Set, house: House = USUAL) -> tuple[object, ...]:
    """Most points, then the strongest, then the second."""
    return (sum(one.points for one in chosen), *(_strength(one, house) for one in chosen))


def _strength(one: Found, house: House) -> tuple[int, ...]:
    if one.is_carre:
        return one.points, 1, house.carres.index(RANKS[one.top])
    return one.points, 0, one.length if house.length_step else 0, one.top


def ordered(chosen: Set, house: House = USUAL) -> Set:
    """The strongest first, equals in suit order."""
    if len(chosen) < 2:
        return chosen
    by_suit = sorted(chosen, key=lambda one: SUITS.find(one.suit))
    return tuple(sorted(by_suit, key=lambda one: _strength(one, house), reverse=True))


def disjoint(found: Sequence[Found]) -> Iterator[Set]:
    if not found:
        yield ()
        return
    first, *others = found
    yield from disjoint(others)
    for rest in disjoint([one for one in others if not one.cards & first.cards]):
        yield (first, *rest)


def _whole_ones(choices: Sequence[Set], hand: Cards, house: House) -> list[Set]:
    labels = labels_of(hand)
    found = held(hand)
    return [one for one in choices if one and _is_whole(one, labels, found, house)]


def _is_whole(chosen: Set, hand: frozenset[str], found: Sequence[Found], house: House) -> bool:
    idle = hand.difference(*(one.cards for one in chosen))
    for more in found:
        may_be_added = house.split_runs or not two_of_a_run((*chosen, more), hand)
        if more.cards <= idle and may_be_added:
            return False
        for one in chosen:
            if one.cards < more.cards and more.cards - one.cards <= idle:
                return False
    return True


# The border -----------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def labels_of(hand: Cards) -> frozenset[str]:
    return frozenset(INTERNATIONAL.list(hand))


def plain(choice: Selection) -> Set:
    """A choice of the service in the twin's terms."""
    return tuple(map(plain_one, choice.announcements))


def plain_one(one: Announcement) -> Found:
    suit = "" if one.suit is None else SUITS[one.suit]
    return Found(one.points, one.is_carre, one.length, int(one.top), suit, labels_of(one.cards))
