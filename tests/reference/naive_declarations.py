"""Declarations of one player and their comparison, ruled the slow way from the rules' text.

A declaration is the dict of a request: kind, points, top, suit, length, cards. Cards are labels,
announcements are the twin's. Every way to place the declarations on cards is tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cmp_to_key
from typing import Any, NamedTuple, TypeAlias

from tests.reference.judge import judge
from tests.reference.referee import team_of
from tests.reference.twin import EVERYTHING, RANKS, SUITS, USUAL, Found, House, kind

Said: TypeAlias = dict[str, Any]

WORTHLESS = [
    Found(0, True, 4, RANKS.index(rank), "", frozenset(rank + suit for suit in SUITS))
    for rank in ("7", "8")
]
FALSE_CODES = (
    "card_not_in_hand",
    "not_an_announcement",
    "kind_mismatch",
    "points_mismatch",
    "not_held",
)


class Ruled(NamedTuple):
    """What became of a declaration.

    `reason` is empty for one that is not void. `options` are the announcements it may be: one once
    it is ruled, several while its cards are unknown.
    """

    reason: str
    options: list[Found]
    is_ruled: bool


def void(reason: str) -> Ruled:
    return Ruled(reason, [], True)


def is_said_of(one: Found, said: Said, names: Sequence[str]) -> bool:
    """Whether the announcement bears out what was said under these names."""
    true = {
        "kind": kind(one) if one.points else "carre",
        "points": one.points,
        "top": RANKS[one.top],
        "suit": one.suit,
        "length": one.length,
    }
    return all(said.get(name) in (None, true[name]) for name in names)


def narrowed(options: Sequence[Found], said: Said, *names: str) -> list[Found]:
    return [one for one in options if is_said_of(one, said, names)]


def whole(cards: frozenset[str]) -> Found | None:
    """The announcement that is made of exactly these cards, one worth nothing included."""
    for one in (*EVERYTHING, *WORTHLESS):
        if one.cards == cards:
            return one
    return None


def of_cards(said: Said, cards: frozenset[str]) -> Ruled:
    """Rule a declaration said with its cards, which are taken as held."""
    all_of_it = whole(cards)
    if all_of_it is None:
        return void("not_an_announcement")
    options = [all_of_it]
    says_how_much = any(said.get(name) is not None for name in ("kind", "points", "length"))
    if says_how_much and not all_of_it.is_carre:
        options = [one for one in EVERYTHING if one.cards <= cards]
    for names, reason in (
        (["kind"], "kind_mismatch"),
        (["points"], "points_mismatch"),
        (["top", "suit", "length"], "kind_mismatch"),
    ):
        options = narrowed(options, said, *names)
        if not options:
            return void(reason)
    if not options[0].points:
        return void("worthless")
    return Ruled("", [max(options, key=lambda one: (one.points, one.length, one.top))], True)


def of_hand(said: Said, hand: frozenset[str]) -> Ruled:
    """Rule a declaration said without cards against the whole hand: all that it may be."""
    options = [one for one in EVERYTHING if one.cards <= hand]
    of_kind = narrowed(options, said, "kind")
    if said.get("kind") is not None and not of_kind:
        has_worthless = any(one.cards <= hand for one in WORTHLESS)
        if said["kind"] == "carre" and has_worthless:
            return void("worthless" if said.get("points") is None else "points_mismatch")
        return void("not_held")
    of_value = narrowed(of_kind, said, "points")
    if not of_value:
        return void("points_mismatch")
    fitting = narrowed(of_value, said, "top", "suit", "length")
    return Ruled("", fitting, True) if fitting else void("not_held")


def of_words(said: Said, elsewhere: frozenset[str]) -> Ruled:
    """Rule a declaration said without cards from an unknown hand: the words may name its cards."""
    is_named_carre = said.get("kind") == "carre" and said.get("top") is not None
    if is_named_carre and narrowed(WORTHLESS, said, "kind", "top", "suit", "length"):
        return void("worthless" if not said.get("points") else "points_mismatch")
    of_kind = narrowed(EVERYTHING, said, "kind")
    of_value = narrowed(of_kind, said, "points")
    if not of_value:
        return void("points_mismatch")
    fitting = narrowed(of_value, said, "top", "suit", "length")
    if not fitting:
        return void("not_held")
    if fitting[0].points == 100 and None not in (said.get("top"), said.get("suit")):
        fitting = [min(fitting, key=lambda one: one.length)]
    if len(fitting) > 1:
        return Ruled("", fitting, False)
    return void("not_held") if fitting[0].cards & elsewhere else Ruled("", fitting, True)


def rule(
    declared: Sequence[Said],
    hand: frozenset[str] | None,
    elsewhere: frozenset[str] = frozenset(),
    trump: str | None = None,
) -> list[Ruled]:
    """Rule the declarations of one player together.

    `elsewhere`: cards that others are known to have had; for a hand that is not known.
    """
    alone = [_alone(said, hand, elsewhere) for said in declared]
    competing = [
        (place, ruled.options)
        for place, ruled in enumerate(alone)
        if ruled.is_ruled and not ruled.reason
    ]
    told = [bool(said.get("cards")) for said in declared]
    best = max(_placings(competing), key=lambda placed: _merit(placed, told, trump))
    placed = dict(best)
    for place, _ in competing:
        one = placed.get(place)
        alone[place] = Ruled("", [one], True) if one else void("card_reused")
    return alone


def _alone(said: Said, hand: frozenset[str] | None, elsewhere: frozenset[str]) -> Ruled:
    cards = frozenset(said.get("cards") or ())
    if cards:
        if cards & elsewhere or (hand is not None and not cards <= hand):
            return void("card_not_in_hand")
        return of_cards(said, cards)
    return of_words(said, elsewhere) if hand is None else of_hand(said, hand)


Placed: TypeAlias = tuple[tuple[int, Found], ...]


def _placings(competing: Sequence[tuple[int, list[Found]]]) -> Iterator[Placed]:
    if not competing:
        yield ()
        return
    (place, options), *others = competing
    for rest in _placings(others):
        yield rest
        taken = frozenset[str]().union(*(one.cards for _, one in rest))
        for one in options:
            if not one.cards & taken:
                yield ((place, one), *rest)


def _strength(one: Found) -> tuple[int, ...]:
    return one.points, one.is_carre, one.length, one.top


def _merit(placed: Placed, told: Sequence[bool], trump: str | None) -> tuple[object, ...]:
    """Most points, then what the rules prefer among sets that pay the same, in their order."""
    return (
        sum(one.points for _, one in placed),
        sorted((one.is_carre for _, one in placed), reverse=True),
        sum(told[place] for place, _ in placed),
        sorted((_strength(one) for _, one in placed), reverse=True),
        [-place for place, _ in placed],
        [_strength(one) for _, one in placed],
        [one.suit == trump for _, one in placed],
        [-SUITS.find(one.suit) for _, one in placed],
    )


# The comparison -------------------------------------------------------------------------------


class Standing(NamedTuple):
    """A declaration that is not void, by a seat: ruled, or all that it may still be."""

    seat: str
    options: list[Found]
    is_ruled: bool


class Judge(NamedTuple):
    """How the table compares: trump, house, and the order of speaking where ties go by it."""

    trump: str
    house: House = USUAL
    speaking: str = ""

    def beats(self, one: Found, other: Found) -> bool:
        return judge(one, other, self.trump, self.house)[0] == "one"

    def order(self, one: Found, other: Found) -> int:
        return {"one": 1, "other": -1, "neither": 0}[judge(one, other, self.trump, self.house)[0]]

    def highest(self, options: Sequence[Found]) -> Found:
        return max(options, key=cmp_to_key(self.order))

    def lowest(self, options: Sequence[Found]) -> Found:
        return min(options, key=cmp_to_key(self.order))

    def winner(self, standing: Sequence[Standing]) -> str:
        """Return "NS", "EW" or "nobody" of declarations that are all ruled."""
        sides = {
            team: [one for one in standing if team_of(one.seat) == team] for team in ("NS", "EW")
        }
        if not sides["NS"] or not sides["EW"]:
            return next((team for team in sides if sides[team]), "nobody")
        best = {
            team: self.highest([one.options[0] for one in side]) for team, side in sides.items()
        }
        if self.beats(best["NS"], best["EW"]):
            return "NS"
        if self.beats(best["EW"], best["NS"]):
            return "EW"
        level = [one.seat for one in standing if not self.order(one.options[0], best["NS"])]
        first = min(level, key=self.speaking.find) if self.speaking else ""
        return team_of(first) if first else "nobody"

    def on_its_face(self, standing: Sequence[Standing]) -> str:
        """The winner when every declaration is taken at its word, or "open"."""
        if all(len(one.options) == 1 for one in standing):
            return self.winner(standing)
        sides = {
            team: [one for one in standing if team_of(one.seat) == team] for team in ("NS", "EW")
        }
        for team, side in sides.items():
            others = [one for one in standing if one not in side]
            if any(all(self.surely_beats(one, other) for other in others) for one in side):
                return team
        return "open"

    def surely_beats(self, one: Standing, other: Standing) -> bool:
        """Whether a declaration wins whatever the two of them are."""
        low, high = self.lowest(one.options), self.highest(other.options)
        if self.order(low, high):
            return self.beats(low, high)
        return self.speaking.find(one.seat) < self.speaking.find(other.seat)

    def settled(self, standing: Sequence[Standing]) -> str:
        """The winner, or "open" while a declaration that is not ruled could change anything."""
        ruled = [one for one in standing if one.is_ruled]
        pending = [one for one in standing if not one.is_ruled]
        winner = self.winner(ruled)
        if not pending:
            return winner
        if not ruled or any(team_of(one.seat) == winner for one in pending):
            return "open"
        is_beaten = all(any(self.surely_beats(one, more) for one in ruled) for more in pending)
        return winner if is_beaten else "open"
