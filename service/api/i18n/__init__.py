"""Words: the catalogues of `texts/`, one a language.

A catalogue has one entry a code. This file knows how values are spoken in a language and a deck;
it must not know why a ruling is as it is.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from service.belote.announcements import Announcement, Selection
from service.belote.cards import Card, Deck, Rank, Suit
from service.belote.codes import CardNumber, DeclarationRef
from service.belote.rules import Kind
from service.belote.table import Seat, Team

LANGUAGES = ("en", "fr", "es")
DEFAULT = LANGUAGES[0]


def _catalogue(language: str) -> Mapping[str, Any]:
    text = files(__name__).joinpath(f"{language}.json").read_text(encoding="utf-8")
    loaded: Mapping[str, Any] = json.loads(text)
    return loaded


CATALOGUES: Mapping[str, Mapping[str, Any]] = {
    language: _catalogue(language) for language in LANGUAGES
}


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a sentence, where it may bring its noun: `{points:point|points}`.

    `singular`: the numbers that the language puts in the singular.
    """

    value: float
    singular: Collection[int]

    def __format__(self, nouns: str) -> str:
        number = f"{self.value:g}" if isinstance(self.value, float) else str(self.value)
        if not nouns:
            return number
        one, _, many = nouns.partition("|")
        return f"{number} {one if self.value in self.singular else many}"


def problem_text(language: str, code: str) -> Mapping[str, str]:
    """The `title` and the `detail` template of a problem, and what to do about it: `advice`."""
    found: Mapping[str, str] = CATALOGUES[language]["problems"][code]
    return found


PEOPLE = frozenset({"team", "seat", "leader", "first"})
"""Values of faults that are teams or seats."""


def fault_detail(language: str, code: str, params: Mapping[str, Any]) -> str:
    """The sentence on one fault; what was expected is a phrase of its own."""
    values = {name: _said(name, value, language) for name, value in params.items()}
    if "expected" in params:
        phrase = CATALOGUES[language]["expected"][params["expected"]]
        values["expected"] = phrase.format_map(values)
    words = CATALOGUES[language]["problems"][code]
    template: str = words["detail"]
    if "because" in params:
        template = words["details"][params["because"]]
    return template.format_map(values)


def _said(name: str, value: Any, language: str) -> str | Number:
    """A value of a fault as its sentence takes it."""
    words = CATALOGUES[language]["words"]
    if name in PEOPLE and value in words["names"]:
        person: str = words["names"][value]
        return person
    return Number(value, words["singular"]) if isinstance(value, (int, float)) else _short(value)


def _short(value: object) -> str:
    """A value as a sentence may quote it."""
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value))
    text = str(value)
    return text if len(text) <= 60 else text[:59] + "…"


class Speaker:
    """Speaks one language about one deck."""

    def __init__(self, deck: Deck, language: str) -> None:
        catalogue = CATALOGUES[language]
        self.templates: Mapping[str, str] = catalogue["explanations"]
        self._words: Mapping[str, Any] = catalogue["words"]
        self._ranks: Mapping[str, list[str]] = self._words["ranks"][deck.name]
        self._suits: list[str] = self._words["suits"][deck.name]
        self._say: Mapping[type, Callable[[Any], str | Number]] = {
            Card: self._card,
            CardNumber: self._ordinal,
            Rank: self._ranks["name"].__getitem__,
            Suit: self._suits.__getitem__,
            Announcement: self._announcement,
            Selection: self._selection,
            DeclarationRef: self._place,
            Team: self._name,
            Seat: self._name,
            Kind: self._name,
            type(None): lambda _: self._name("announcement"),
            int: self._number,
            bool: str,
        }

    def sentence(self, code: str, params: Mapping[str, object]) -> str:
        said = {name: self.say(value) for name, value in params.items()}
        return _capital(self.templates[code].format_map(said))

    def say(self, value: object) -> str | Number:
        """A value of the game as its sentence takes it."""
        return self._say[type(value)](value)

    def _number(self, value: int) -> Number:
        return Number(value, self._words["singular"])

    def _ordinal(self, number: int) -> str:
        """Return which of a player's cards, as an adjective."""
        ordinal: str = self._words["ordinals"][number - 1]
        return ordinal

    def _name(self, word: str) -> str:
        name: str = self._words["names"][word]
        return name

    def _phrase(self, name: str, **parts: str) -> str:
        pattern: str = self._words["phrases"][name]
        return pattern.format_map(parts)

    def _card(self, card: Card) -> str:
        return self._phrase("card", rank=self._ranks["name"][card & 7], suit=self._suits[card >> 3])

    def _announcement(self, one: Announcement) -> str:
        kind = self._name(one.kind)
        if one.suit is None:
            return self._phrase("carre", kind=kind, of_ranks=self._ranks["of"][one.top])
        return self._phrase(
            "sequence", kind=kind, to_rank=self._ranks["to"][one.top], suit=self._suits[one.suit]
        )

    def _selection(self, choice: Selection) -> str:
        said = [self._announcement(one) for one in choice.announcements]
        return said[0] if len(said) == 1 else self._phrase("both", first=said[0], second=said[1])

    def _place(self, place: DeclarationRef) -> str:
        number = str(place.index + 1)
        if place.seat is None:
            return self._phrase("declaration", number=number)
        return self._phrase("declaration_of", number=number, seat=self._name(place.seat))


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
