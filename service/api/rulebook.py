"""The rules as data, for frontends that show them: GET /v1/rules.

Whatever a table may change is a field of `Rules` and is read from the default rules, never from a
constant.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from service.api import strict_json
from service.api.i18n import CATALOGUES
from service.api.i18n.catalogues import Catalogue
from service.api.problem_codes import problem_codes
from service.api.reason_codes import reason_codes
from service.belote.audit.events import About, Call
from service.belote.audit.rulings import Act, Debt, DecisionKind, Phase, Weight
from service.belote.cards import DECKS, Deck, Rank
from service.belote.codes import REFEREE, TABLE
from service.belote.comparison import DECISIONS
from service.belote.paragraphs import PARAGRAPHS
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
    BeloteStatus,
    Criterion,
    Item,
    Kind,
    Obligation,
    Outcome,
    Void,
    first_leader,
)
from service.belote.scales import (
    BID_STEP,
    CAPOT_BID,
    HIGHEST_BID,
    LOWEST_BID,
    TIMES,
    Coinche,
)
from service.belote.table import SEATS, TEAM_OF, TEAMS

RULES = CLASSIQUE
"""The rules whose values are listed; what a switch changes is listed with the switch."""


class Named(NamedTuple):
    """Values of answers, and the section of a catalogue that has their names."""

    values: tuple[str, ...]
    section: tuple[str, ...]


def _named(values: Iterable[str], *section: str) -> Named:
    return Named(tuple(map(str, values)), section)


NAMED: Mapping[str, Named] = MappingProxyType(
    {
        "kinds": _named(Kind, "words", "names"),
        "seats": _named(SEATS, "words", "names"),
        "teams": _named(TEAMS, "words", "names"),
        "outcomes": _named(Outcome, "table", "outcome"),
        "items": _named(Item, "table", "items"),
        "belote_statuses": _named(BeloteStatus, "words", "statuses"),
        "criteria": _named(Criterion, "table", "criteria"),
        "decisions": _named(DECISIONS, "table", "decided"),
        "verdicts": _named(("valid", "void"), "table"),
        "void_reasons": _named(Void, "words", "void_reasons"),
        "obligations": _named(Obligation, "words", "obligations"),
        "coinches": _named(Coinche, "words", "contract"),
        "audiences": _named((TABLE, REFEREE), "words", "audiences"),
        "phases": _named(Phase, "words", "phases"),
        "weights": _named(Weight, "words", "weights"),
        "acts": _named(Act, "words", "acts"),
        "debts": _named(Debt, "words", "debts"),
        "calls": _named(Call, "words", "calls"),
        "claims": _named(About, "words", "claims"),
        "donne_decisions": _named(DecisionKind, "words", "decisions"),
    }
)
"""The closed lists of values in answers that have names; those of decks are with the deck."""


def rulebook(language: str) -> dict[str, Any]:
    """Return decks, values, orders, presets and switches, in the words of a language."""
    catalogue = CATALOGUES[language]
    return {
        "decks": [_deck(deck, catalogue["words"]["decks"][deck.name]) for deck in DECKS],
        "names": {name: _names(named, catalogue) for name, named in NAMED.items()},
        "seats": {seat.value: TEAM_OF[seat] for seat in SEATS},
        "plays_first": {dealer.value: first_leader(dealer, RULES) for dealer in SEATS},
        "hand_size": HAND_SIZE,
        "tricks": TRICKS,
        "points": {
            "cards": CARD_POINTS,
            "dix_de_der": LAST_TRICK,
            "capot": CAPOT,
            "belote": BELOTE_POINTS,
        },
        "contracts": {
            "lowest_bid": LOWEST_BID,
            "highest_bid": HIGHEST_BID,
            "bid_step": BID_STEP,
            "capot_bid": CAPOT_BID,
            "times": {coinche.value: times for coinche, times in TIMES.items()},
        },
        "target": TARGET,
        "announcements": {
            "sequences": [
                {"length": length, "kind": kind, "points": points}
                for length, (kind, points) in SEQUENCES.items()
            ],
            "last_card_in_time": RULES.last_card_in_time,
        },
        "comparison": {
            "steps": RULES.steps,
            "between_carres": [step for step in RULES.steps if step in BETWEEN_CARRES],
        },
        "presets": [
            {
                "name": name,
                "meaning": catalogue["presets"][name],
                "rules": echo(name, preset),
            }
            for name, preset in PRESETS.items()
        ],
        "switches": [
            {"name": name, "values": list(switch.values)}
            | catalogue["switches"][name]
            | {"source": switch.source}
            for name, switch in SWITCHES.items()
        ],
        "paragraphs": {
            name: {
                "chapter": catalogue["chapters"][one.chapter],
                "text": catalogue["paragraphs"][name]["text"],
                "why": catalogue["paragraphs"][name].get("why"),
                "source": one.source,
                "switch": one.switch,
            }
            for name, one in PARAGRAPHS.items()
        },
        "sources": catalogue["sources"],
        "codes": reason_codes(language),
        "problems": problem_codes(language),
    }


@cache
def rulebook_json(language: str) -> bytes:
    """Return the rulebook of a language as JSON, made once: every request gets the same."""
    return strict_json.dumps(rulebook(language))


def _names(named: Named, catalogue: Catalogue) -> dict[str, str]:
    """Return the name of each value in a language."""
    section: Any = catalogue
    for step in named.section:
        section = section[step]
    return {value: section[value] for value in named.values}


def _deck(deck: Deck, words: Mapping[str, Any]) -> dict[str, Any]:
    """Return the labels of a deck, ranks in the order of sequences, low to high, and their points.

    Suits are in the order in which answers list them. `words` are the names of the deck in a
    language.
    """
    return {
        "deck": deck.name,
        "name": words["name"],
        "notation": deck.notation,
        "ranks": deck.ranks,
        "suits": deck.suits,
        "symbols": deck.symbols,
        "rank_names": dict(zip(deck.ranks, words["ranks"], strict=True)),
        "suit_names": dict(zip(deck.suits, words["suits"], strict=True)),
        "carres": [
            {"rank": deck.ranks[rank], "points": points}
            for rank, points in sorted(CARRES.items(), key=_worth, reverse=True)
        ],
        "belote": [deck.ranks[rank] for rank in BELOTE_RANKS],
        "in_trump": _strongest_first(deck, TRUMP_ORDER),
        "in_plain_suits": _strongest_first(deck, PLAIN_ORDER),
    }


def _strongest_first(deck: Deck, order: Sequence[tuple[Rank, int]]) -> list[dict[str, Any]]:
    """Return ranks and their points, high to low, from an order low to high."""
    return [{"rank": deck.ranks[rank], "points": points} for rank, points in reversed(order)]


def _worth(entry: tuple[Rank, int]) -> tuple[int, int]:
    """Return a key that orders carrés as the comparison does."""
    rank, points = entry
    return points, RULES.carre_order.index(rank)
