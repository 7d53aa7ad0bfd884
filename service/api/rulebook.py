"""The rules as data, for frontends that want to show them: GET /v1/rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from service.api.i18n import CATALOGUES
from service.belote.cards import DECKS, Deck, Rank
from service.belote.presets import PRESETS, SWITCHES, echo
from service.belote.rules import (
    BELOTE_POINTS,
    BELOTE_RANKS,
    BETWEEN_CARRES,
    CAPOT,
    CARD_POINTS,
    CARRES,
    CLASSIQUE,
    HAND_SIZE,
    LAST_TRICK,
    PLAIN_ORDER,
    SEQUENCES,
    TARGET,
    TRICKS,
    TRUMP_ORDER,
)
from service.belote.table import SEATS, TEAM_OF
from service.belote.tricks import first_leader


def rulebook(language: str) -> dict[str, Any]:
    rules = CLASSIQUE
    return {
        "decks": [_deck(deck) for deck in DECKS],
        "seats": {seat.value: TEAM_OF[seat] for seat in SEATS},
        "plays_first": {dealer.value: first_leader(dealer, CLASSIQUE) for dealer in SEATS},
        "hand_size": HAND_SIZE,
        "tricks": TRICKS,
        "points": {
            "cards": CARD_POINTS,
            "dix_de_der": LAST_TRICK,
            "capot": CAPOT,
            "belote": BELOTE_POINTS,
        },
        "target": TARGET,
        "announcements": {
            "sequences": [
                {"length": length, "kind": kind, "points": points}
                for length, (kind, points) in SEQUENCES.items()
            ],
            "last_card_in_time": rules.last_card_in_time,
        },
        "comparison": {
            "steps": rules.steps,
            "between_carres": [step for step in rules.steps if step in BETWEEN_CARRES],
        },
        "presets": [
            {
                "name": name,
                "meaning": CATALOGUES[language]["presets"][name],
                "rules": echo(name, preset),
            }
            for name, preset in PRESETS.items()
        ],
        "switches": [
            {"name": name, "values": list(switch.values)}
            | CATALOGUES[language]["switches"][name]
            | {"source": switch.source}
            for name, switch in SWITCHES.items()
        ],
        "sources": CATALOGUES[language]["sources"],
    }


def _deck(deck: Deck) -> dict[str, Any]:
    """A deck's labels: ranks in the order of sequences, low to high, suits in that of answers."""
    return {
        "deck": deck.name,
        "notation": deck.notation,
        "ranks": deck.ranks,
        "suits": deck.suits,
        "symbols": deck.symbols,
        "carres": [
            {"rank": deck.ranks[rank], "points": points}
            for rank, points in sorted(CARRES.items(), key=_worth, reverse=True)
        ],
        "belote": [deck.ranks[rank] for rank in BELOTE_RANKS],
        "in_trump": _strongest_first(deck, TRUMP_ORDER),
        "in_plain_suits": _strongest_first(deck, PLAIN_ORDER),
    }


def _strongest_first(deck: Deck, order: Sequence[tuple[Rank, int]]) -> list[dict[str, Any]]:
    return [{"rank": deck.ranks[rank], "points": points} for rank, points in reversed(order)]


def _worth(entry: tuple[Rank, int]) -> tuple[int, int]:
    rank, points = entry
    return points, CLASSIQUE.carre_order.index(rank)
