"""What each value of a list of values means, for the lists whose description does not say it.

The words are those of the English catalogue. A list of the game that has names in `/v1/rules` needs
no entry here, nor does one whose description names every value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from http import HTTPStatus
from types import MappingProxyType
from typing import Any

from service.api.i18n import CATALOGUES, DEFAULT
from service.api.reason_codes import reason_codes
from service.api.rulebook import NAMED
from service.api.schemas.fields import deck_name
from service.api.schemas.vocabulary import (
    AudienceName,
    CardLabel,
    DeckName,
    FaultCode,
    Language,
    Notation,
    ParamType,
    Preset,
    ProblemCode,
    ProblemStatus,
    RankLabel,
    SuitLetter,
)
from service.belote.cards import DECKS, Deck
from service.belote.codes import Code, NoteCode

WORDS: Mapping[str, Any] = CATALOGUES[DEFAULT]
REASONS = reason_codes(DEFAULT)


def _names(deck: Deck, kind: str) -> list[str]:
    names: list[str] = WORDS["words"]["decks"][deck.name][kind]
    return names


def _ranks(deck: Deck) -> Mapping[str, str]:
    return dict(zip(deck.ranks, _names(deck, "ranks"), strict=True))


def _suits(deck: Deck) -> Mapping[str, str]:
    return dict(zip(deck.suits, _names(deck, "suits"), strict=True))


def _cards(deck: Deck) -> Mapping[str, str]:
    of_suits = dict(zip(deck.suits, _names(deck, "of_suits"), strict=True))
    return {
        rank + suit: f"{name} {of_suits[suit]}"
        for rank, name in _ranks(deck).items()
        for suit in deck.suits
    }


def _in_each_deck(names_of: Callable[[Deck], Mapping[str, str]], label: str) -> str:
    """Return what a label means in each deck that has it."""
    found: dict[str, list[str]] = {}
    for deck in DECKS:
        if label in (names := names_of(deck)):
            found.setdefault(names[label], []).append(deck_name(deck))
    return "; ".join(f"{name} ({' / '.join(decks)})" for name, decks in found.items())


def _notation(name: str) -> str:
    [deck] = [one for one in DECKS if one.notation == name]
    return f"Ranks {' '.join(deck.ranks)}; suits {' '.join(deck.suits)}."


AUDIENCES: Mapping[str, str] = MappingProxyType(
    {
        **{seat: f"The player at {name}." for seat, name in WORDS["words"]["names"].items()},
        "table": "Everybody.",
        "referee": "The referee alone.",
    }
)

TYPES: Mapping[str, str] = MappingProxyType(
    {
        "integer": "A whole number.",
        "boolean": "true or false.",
        "string": "A word of the API.",
        "card": "A card, as its label.",
        "rank": "A rank, as its label.",
        "suit": "A suit, as its letter.",
        "ranks": "A list of ranks, in the order that decides.",
        "kind": "The kind of an announcement.",
        "announcement": "An announcement.",
        "selection": "Announcements of one hand, with their points.",
        "declaration": "Which declaration: its index, and its seat at a table.",
        "addends": "A list of items of a score with their points.",
        "contract": "A contract: its bid, and what doubled it.",
        "seat": "A seat.",
        "team": "A team.",
    }
)

MEANINGS: Mapping[type[Enum], Callable[[Any], str]] = MappingProxyType(
    {
        AudienceName: AUDIENCES.__getitem__,
        CardLabel: lambda label: _in_each_deck(_cards, label),
        Code: lambda code: REASONS[code]["sample"]["text"],
        DeckName: lambda name: f"{WORDS['words']['decks'][name]['name']} cards.",
        FaultCode: lambda code: WORDS["problems"][code]["title"] + ".",
        Language: lambda tag: CATALOGUES[tag]["language"],
        Notation: _notation,
        NoteCode: WORDS["sheet"]["note"].__getitem__,
        ParamType: TYPES.__getitem__,
        Preset: WORDS["presets"].__getitem__,
        ProblemCode: lambda code: WORDS["problems"][code]["title"] + ".",
        ProblemStatus: lambda status: f"{HTTPStatus(status).phrase}.",
        RankLabel: lambda label: _in_each_deck(_ranks, label),
        SuitLetter: lambda letter: _in_each_deck(_suits, letter),
    }
)
"""For each list: the meaning of a value."""


def meanings(enum: type[Enum]) -> list[str]:
    """Return the meaning of each value of a list, or nothing where its description says them.

    >>> meanings(Notation)
    ['Ranks 7 8 9 10 J Q K A; suits S H D C.', 'Ranks 7 8 9 10 V D R A; suits P C K T.']
    """
    values = [one.value for one in enum]
    if enum in MEANINGS:
        return [MEANINGS[enum](value) for value in values]
    return list(_named(values))


def _named(values: Iterable[Any]) -> Iterator[str]:
    """Yield the names that `/v1/rules` gives to exactly these values."""
    for named in NAMED.values():
        if named.values == tuple(values):
            section: Any = WORDS
            for step in named.section:
                section = section[step]
            yield from (section[value] for value in named.values)
            return
