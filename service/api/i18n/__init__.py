"""Sentences in the language of the reader, from one catalogue for each language.

`catalogues` loads the files, `plurals` has the plural rules. This module renders values of the game
in the names of a language and a deck. It does not know why a ruling is as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from service.api.i18n.catalogues import CATALOGUES, DEFAULT, LANGUAGES
from service.api.i18n.plurals import FAMILIES, Family, Plural
from service.belote.announcements import Announcement, Selection
from service.belote.cards import Card, Deck, Rank, Suit
from service.belote.codes import Addends, CardNumber, DeclarationRef, Note, RankOrder
from service.belote.inputs import Contract
from service.belote.rules import Because, Kind
from service.belote.scales import NamedBid
from service.belote.table import Seat, Team

__all__ = [
    "CATALOGUES",
    "DEFAULT",
    "LANGUAGES",
    "Plural",
    "Renderer",
    "fault_detail",
    "plural",
    "plural_family",
    "problem_text",
    "several_detail",
    "shortened",
]


def plural_family(language: str) -> Family:
    """Return the plural rules of a language."""
    return FAMILIES[CATALOGUES[language]["plural"]]


def plural(language: str) -> Callable[[float], Plural]:
    """Return what makes a number of a template: how the language writes and counts it."""
    return partial(Plural, family=plural_family(language), **CATALOGUES[language]["numbers"])


def problem_text(language: str, code: str) -> Mapping[str, Any]:
    """Return a problem's `title`, the template of its `detail`, and `advice` on what to do.

    Where the code has several sentences, `details` has the templates of the others by name.
    """
    found: Mapping[str, Any] = CATALOGUES[language]["problems"][code]
    return found


PEOPLE = frozenset({"team", "seat", "leader", "first", "player", "owner"})
"""Parameters of faults whose values are teams or seats."""


def fault_detail(language: str, code: str, params: Mapping[str, Any], place: str = "") -> str:
    """Return the sentence on a fault, and one for each of its params that has a hint.

    `place`: the pointer or the parameter at fault. What was expected there is a phrase of its own.
    """
    values: dict[str, str | Plural] = {"place": place}
    values |= {name: _rendered(name, value, language) for name, value in params.items()}
    if "expected" in params:
        phrase = CATALOGUES[language]["expected"][params["expected"]]
        values["expected"] = phrase.format_map(values)
    words = CATALOGUES[language]["problems"][code]
    template: str = words["detail"]
    if "because" in params:
        template = words["details"][params["because"]]
    hints = (text for name, text in words.get("hints", {}).items() if name in params)
    return " ".join(one.format_map(values) for one in (template, *hints))


def several_detail(language: str, first: str, count: int, *, more: bool) -> str:
    """Return the sentence on the first of several faults, with how many others there are.

    `count`: how many are listed. `more`: whether there are others.
    """
    words = CATALOGUES[language]["problems"]["several"]
    template: str = words["details"]["more"] if more else words["detail"]
    number = plural(language)
    return template.format(first=first, others=number(count - 1), count=number(count))


def _rendered(name: str, value: Any, language: str) -> str | Plural:
    """Return a value of a fault as its sentence takes it."""
    names = CATALOGUES[language]["words"]["names"]
    if name in PEOPLE and value in names:
        person: str = names[value]
        return person
    if isinstance(value, (int, float)):
        return plural(language)(value)
    shown = shortened(value)
    return ", ".join(map(str, shown)) if isinstance(shown, list) else str(shown)


QUOTED = 60
"""The length of a value in a sentence, at most."""


def shortened(value: Any) -> Any:
    """Return a param of a problem; of a text at most `QUOTED` characters."""
    if isinstance(value, (list, tuple)):
        return list(value)
    if isinstance(value, str) and len(value) > QUOTED:
        return value[: QUOTED - 1] + "…"
    return value


class Renderer:
    """Renders sentences about the cards of one deck in one language."""

    def __init__(self, deck: Deck, language: str) -> None:
        catalogue = CATALOGUES[language]
        self.templates: Mapping[str, str] = catalogue["explanations"]
        self._notes: Mapping[str, str] = catalogue["sheet"]["note"]
        self._words: Mapping[str, Any] = catalogue["words"]
        self._deck: Mapping[str, list[str]] = self._words["decks"][deck.name]
        self._plural = plural(language)
        self._render: Mapping[type, Callable[[Any], str | Plural]] = {
            Card: self._card,
            CardNumber: self._ordinal,
            RankOrder: self._order,
            Addends: self._addends,
            Rank: self._deck["ranks"].__getitem__,
            Suit: self._deck["suits"].__getitem__,
            Announcement: self._announcement,
            Selection: self._selection,
            DeclarationRef: self._place,
            Team: self._name,
            Seat: self._name,
            Kind: self._name,
            Contract: self._contract,
            Because: str,
            type(None): lambda _: self._name("announcement"),
            int: self._number,
            bool: str,
            str: str,
        }

    def sentence(self, code: str, params: Mapping[str, object]) -> str:
        """Return the sentence with this code, with its values in it."""
        values = {name: self.render(value) for name, value in params.items()}
        return _capital(self.templates[code].format_map(values))

    def note(self, note: Note, names: Mapping[Team, str]) -> str:
        """Return a note of a score sheet; `names` are those that teams have given themselves."""
        values = {
            name: names[value] if isinstance(value, Team) and value in names else self.render(value)
            for name, value in note.items
        }
        return self._notes[note.code].format_map(values)

    def render(self, value: object) -> str | Plural:
        """Return a value of the game as a sentence takes it."""
        return self._render[type(value)](value)

    def _number(self, value: int) -> Plural:
        return self._plural(value)

    def _ordinal(self, number: int) -> str:
        """Return which of a player's cards, as an adjective."""
        ordinal: str = self._words["ordinals"][number - 1]
        return ordinal

    def _order(self, ranks: RankOrder) -> str:
        return ", ".join([self._deck["ranks"][rank] for rank in ranks])

    def _addends(self, parts: Addends) -> str:
        """Return the parts of a sum, with a plus sign between them."""
        items = self._words["items"]
        named = [
            self._phrase("addend", value=str(points), item=items[item]) for item, points in parts
        ]
        return " + ".join(named)

    def contract(self, contract: Contract) -> tuple[str, str]:
        """Return a bid, and what doubled the donne; each may be empty."""
        words: Mapping[str, str] = self._words["contract"]
        bid, coinche = contract.bid, contract.coinche
        named = words[bid] if isinstance(bid, NamedBid) else str(bid or "")
        return named, "" if coinche is None else words[coinche]

    def _contract(self, contract: Contract) -> str:
        """Return a bid and what doubled it; of a take, what doubled it."""
        bid, doubled = self.contract(contract)
        if bid and doubled:
            return self._phrase("bid_doubled", bid=bid, doubled=doubled)
        return bid or doubled

    def _name(self, word: str) -> str:
        name: str = self._words["names"][word]
        return name

    def _phrase(self, name: str, **parts: str) -> str:
        pattern: str = self._words["phrases"][name]
        return pattern.format_map(parts)

    def _card(self, card: Card) -> str:
        return self._phrase(
            "card", rank=self._deck["ranks"][card & 7], of_suit=self._deck["of_suits"][card >> 3]
        )

    def _announcement(self, one: Announcement) -> str:
        kind = self._name(one.kind)
        if one.suit is None:
            return self._phrase("carre", kind=kind, of_ranks=self._deck["of_ranks"][one.top])
        to_rank, of_suit = self._deck["to_ranks"][one.top], self._deck["of_suits"][one.suit]
        return self._phrase("sequence", kind=kind, to_rank=to_rank, of_suit=of_suit)

    def _selection(self, choice: Selection) -> str:
        named = [self._announcement(one) for one in choice.announcements]
        return (
            named[0] if len(named) == 1 else self._phrase("both", first=named[0], second=named[1])
        )

    def _place(self, place: DeclarationRef) -> str:
        number = str(place.index + 1)
        if place.seat is None:
            return self._phrase("declaration", number=number)
        return self._phrase("declaration_of", number=number, seat=self._name(place.seat))


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
