"""The closed lists of values that requests and answers share, each under a name.

Every list follows from the game's own data, so a new deck, language, preset or switch needs no
entry here. An enum of the game that the API shows as it is needs none either: its class is the
name and its docstring the description.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from enum import Enum, IntEnum, StrEnum
from typing import Any

from service.api.i18n import CATALOGUES, DEFAULT, LANGUAGES
from service.api.problems import INVALID, STATUS_OF
from service.api.reason_codes import TYPES
from service.belote.cards import DECKS, Deck
from service.belote.codes import REFEREE, TABLE, Code
from service.belote.comparison import DECISIONS
from service.belote.presets import PRESETS, SWITCHES
from service.belote.rules import Void
from service.belote.table import SEATS


def vocabulary(name: str, description: str, values: Iterable[str | int]) -> type[Enum]:
    """Return an enum of `values`, which must be all strings or all integers.

    >>> vocabulary("Answer", "Yes or no.", ["yes", "no"])("yes").value
    'yes'
    """
    members: dict[str, Any] = {str(value): value for value in values}
    base: Any = StrEnum if all(isinstance(one, str) for one in members.values()) else IntEnum
    made: type[Enum] = base(name, members, module=__name__)
    made.__doc__ = description
    return made


def camel_case(name: str) -> str:
    """Return a name of several words as the name of a class.

    >>> camel_case("last_tie")
    'LastTie'
    """
    return "".join(word.capitalize() for word in name.split("_"))


DeckName = vocabulary("DeckName", "The name of a deck.", (deck.name for deck in DECKS))
Notation = vocabulary(
    "Notation",
    "A notation of a deck that has several.",
    (deck.notation for deck in DECKS if deck.notation),
)
CardLabel = vocabulary(
    "CardLabel",
    "A card as answers write it: rank, then suit.",
    sorted({label for deck in DECKS for label in deck.labels}),
)
RankLabel = vocabulary(
    "Rank",
    "A rank as answers write it, in the labels of the deck.",
    sorted({rank for deck in DECKS for rank in deck.ranks}),
)
SuitLetter = vocabulary(
    "SuitLetter",
    "A suit as answers write it, by its letter in the deck.",
    sorted({suit for deck in DECKS for suit in deck.suits}),
)
AudienceName = vocabulary(
    "Audience",
    "Who may hear a reason; what is for the table tells nothing of a hand that was not seen.",
    (TABLE, REFEREE, *SEATS),
)
ParamType = vocabulary(
    "ParamType",
    "The type of a value in a reason. An `addends` is a list of items with their points, `ranks` a "
    "list of ranks in the order that decides, a `declaration` names seat and index.",
    dict.fromkeys(TYPES.values()),
)
ProblemParamType = vocabulary(
    "ProblemParamType",
    "The type of a value in an error: a `string`, an `integer`, another `number`, or a `list` of "
    "strings and integers.",
    ("string", "integer", "number", "list"),
)
Language = vocabulary("Language", "A language of texts.", LANGUAGES)
Preset = vocabulary("Preset", "The rules of a table by name; see /v1/rules.", PRESETS)
Decision = vocabulary(
    "Decision", "What decided a comparison: a criterion, or why none had to.", DECISIONS
)
ProblemCode = vocabulary(
    "ProblemCode",
    "The code of a problem; stable, and each has a page of its own.",
    (code for code, status in STATUS_OF.items() if status != INVALID),
)
FaultCode = vocabulary(
    "FaultCode",
    "The code of a fault in a request; stable, and each has a page of its own.",
    (code for code, status in STATUS_OF.items() if status == INVALID),
)
ProblemStatus = vocabulary(
    "ProblemStatus",
    "The HTTP status of a problem that is not a fault of single fields.",
    sorted({status for status in STATUS_OF.values() if status != INVALID}),
)


def switch_meaning(name: str) -> str:
    """Return what each value of a switch does."""
    meaning: str = CATALOGUES[DEFAULT]["switches"][name]["meaning"]
    return meaning


CHOICES: Mapping[str, type[Enum]] = {
    name: vocabulary(camel_case(name), switch_meaning(name), switch.values)
    for name, switch in SWITCHES.items()
    if not isinstance(switch.default, bool)
}
"""The values of each switch that is more than on or off."""

NAMES: Mapping[type[Enum], str] = {Void: "VoidReason", Code: "ReasonCode"}
"""The names of enums of the game which the API calls otherwise."""

DESCRIPTIONS: Mapping[type[Enum], str] = {
    Code: "The code of a reason; stable, while its text may be reworded."
}
"""The descriptions of enums of the game whose docstrings are for its programmers only."""


def component_name(enum: type[Enum]) -> str:
    """Return the name that an enum has in openapi.yaml.

    >>> component_name(Void), component_name(DeckName)
    ('VoidReason', 'DeckName')
    """
    return NAMES.get(enum, enum.__name__)


def component_description(enum: type[Enum]) -> str:
    """Return the description that an enum has in openapi.yaml.

    >>> component_description(DeckName)
    'The name of a deck.'
    """
    described = DESCRIPTIONS.get(enum) or inspect.cleandoc(enum.__doc__ or "")
    return " ".join(described.partition("\n\n")[0].split())


def card_pattern(decks: Iterable[Deck] = DECKS) -> str:
    """Return the regular expression of the cards that a request may name in any of the decks."""
    return _any_of(f"({_of_ranks(deck)})({_of_suits(deck)})" for deck in decks)


def rank_pattern(decks: Iterable[Deck] = DECKS) -> str:
    """Return the regular expression of the ranks that a request may name in any of the decks."""
    return _any_of(_of_ranks(deck) for deck in decks)


def suit_pattern(decks: Iterable[Deck] = DECKS) -> str:
    """Return the regular expression of the suits that a request may name in any of the decks."""
    return _any_of(suit for deck in decks for suit in sorted(deck.suit_of))


def _of_ranks(deck: Deck) -> str:
    return "|".join(dict.fromkeys(one for rank in deck.ranks for one in (rank, rank.lower())))


def _of_suits(deck: Deck) -> str:
    return "|".join(sorted(deck.suit_of))


def _any_of(choices: Iterable[str]) -> str:
    return f"^({'|'.join(dict.fromkeys(choices))})$"
