"""An engine that is wrong on purpose: it counts every announcement, though two share a card."""

from itertools import groupby
from typing import Any

DECKS = {
    "french": ("7 8 9 10 J Q K A", "S H D C"),
    "francaise": ("7 8 9 10 V D R A", "P C K T"),
    "spanish": ("4 5 6 7 10 11 12 1", "O C E B"),
}
CARRES = {2: 150, 3: 100, 4: 200, 5: 100, 6: 100, 7: 100}
KINDS = {3: ("tierce", 20), 4: ("cinquante", 50)} | dict.fromkeys(range(5, 9), ("cent", 100))


def answer(path: str, body: dict[str, Any]) -> dict[str, Any] | None:
    if path != "/v1/hands/resolve" or "rules" in body:
        return None
    ranks, suits = (one.split() for one in DECKS[body.get("notation") or body["deck"]])
    hand = [(suits.index(card[-1]), ranks.index(card[:-1])) for card in body["hand"]]
    found: list[dict[str, Any]] = []
    for rank, points in CARRES.items():
        if {(suit, rank) for suit in range(4)} <= set(hand):
            cards = [ranks[rank] + suit for suit in suits]
            found.append(told("carre", points, cards, ranks[rank], None))
    for suit in range(4):
        own = sorted(rank for one, rank in hand if one == suit)
        for _, run in groupby(enumerate(own), lambda pair: pair[1] - pair[0]):
            row = [ranks[rank] for _, rank in run]
            if len(row) in KINDS:
                kind, points = KINDS[len(row)]
                cards = [rank + suits[suit] for rank in row]
                found.append(told(kind, points, cards, row[-1], suits[suit]))
    found.sort(key=lambda one: (one["points"], ranks.index(one["top"])), reverse=True)
    return {"best": {"points": sum(one["points"] for one in found), "announcements": found}}


def told(kind: str, points: int, cards: list[str], top: str, suit: str | None) -> dict[str, Any]:
    one = {"kind": kind, "points": points, "cards": cards, "length": len(cards)}
    return one | {"top": top, "suit": suit}
