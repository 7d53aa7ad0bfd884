"""The catalogues: one JSON file for each language, in this folder.

A file's name is the language's tag (RFC 5646), in lower case and without subtags. The files are
read and checked at the start, so a catalogue that lacks an entry stops it with the place named.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib.resources import files
from itertools import product
from string import Formatter
from typing import Any, TypeAlias

from service.api.i18n.plurals import FAMILIES
from service.api.problems import STATUS_OF
from service.belote.audit.events import About, Call
from service.belote.audit.rulings import Act, Debt, DecisionKind, Phase, Weight
from service.belote.cards import DECKS, Rank, Suit
from service.belote.codes import DUTY_VALUES, REFEREE, TABLE, Code, NoteCode
from service.belote.comparison import DECISIONS
from service.belote.explain.audit import VALUES
from service.belote.paragraphs import PARAGRAPHS, Chapter, Source
from service.belote.presets import PRESETS, SWITCHES
from service.belote.rules import (
    ALL_ITEMS,
    FLAT_ITEMS,
    BeloteStatus,
    Criterion,
    Item,
    Kind,
    Obligation,
    Outcome,
    Void,
)
from service.belote.scales import Coinche, NamedBid
from service.belote.table import Seat, Team

Catalogue: TypeAlias = Mapping[str, Any]

DEFAULT = "en"
"""The language of a request that asks for none, and the pattern for the other catalogues."""


class IncompleteCatalogueError(ValueError):
    """A catalogue lacks entries, or has some that nothing uses."""


_LOOKED_UP: Mapping[tuple[str, ...], frozenset[str]] = {
    ("words", "decks"): frozenset(deck.name for deck in DECKS),
    ("words", "items"): ALL_ITEMS | FLAT_ITEMS | {Item.CARRY},
    ("words", "contract"): frozenset((*NamedBid, *Coinche)),
    ("words", "statuses"): frozenset(BeloteStatus),
    ("words", "void_reasons"): frozenset(Void),
    ("words", "obligations"): frozenset(Obligation),
    ("words", "audiences"): frozenset({TABLE, REFEREE}),
    ("words", "phases"): frozenset(Phase),
    ("words", "weights"): frozenset(Weight),
    ("words", "acts"): frozenset(Act),
    ("words", "debts"): frozenset(Debt),
    ("words", "calls"): frozenset(Call),
    ("words", "claims"): frozenset(About),
    ("words", "decisions"): frozenset(DecisionKind),
    ("words", "names"): frozenset((*Kind, *Team, *Seat, "announcement")),
    ("explanations",): frozenset(Code),
    ("problems",): frozenset((*STATUS_OF, "several")),
    ("sources",): frozenset(Source),
    ("chapters",): frozenset(Chapter),
    ("paragraphs",): frozenset(PARAGRAPHS),
    ("switches",): frozenset(SWITCHES),
    ("presets",): frozenset(PRESETS),
    ("sheet", "note"): frozenset(NoteCode),
    ("table", "switch"): frozenset(SWITCHES),
    ("table", "criteria"): frozenset(Criterion),
    ("table", "decided"): frozenset(DECISIONS),
    ("table", "items"): frozenset(Item),
    ("table", "outcome"): frozenset(Outcome),
    ("table", "preset"): frozenset(PRESETS),
    ("table", "source"): frozenset(Source),
}
"""By section of a catalogue: the names that the game gives its entries."""

_LENGTHS: Mapping[str, int] = {
    "suits": len(Suit),
    "of_suits": len(Suit),
    "ranks": len(Rank),
    "to_ranks": len(Rank),
    "of_ranks": len(Rank),
}
"""By entry of a deck: the number of its names."""


def load_catalogues(texts: Mapping[str, str]) -> dict[str, Catalogue]:
    """Return the catalogues by language, `DEFAULT` first, from the text of each file.

    Raises: IncompleteCatalogueError, which names language, section and key of every fault.
    """
    order = sorted(texts, key=lambda language: (language != DEFAULT, language))
    catalogues: dict[str, Catalogue] = {language: json.loads(texts[language]) for language in order}
    faults = [
        f"{language}.json: {fault}"
        for language, catalogue in catalogues.items()
        for fault in _faults(catalogue, catalogues[DEFAULT])
    ]
    if faults:
        raise IncompleteCatalogueError("\n".join(faults))
    return catalogues


def _faults(catalogue: Catalogue, pattern: Catalogue) -> Iterator[str]:
    """Yield what is wrong with a catalogue, each with its place."""
    yield from _differences(catalogue, pattern, ())
    if catalogue is pattern:
        yield from _unnamed(catalogue)
    yield from _faults_of_decks(catalogue)
    malformed = list(_malformed(catalogue))
    yield from malformed
    if malformed or any(_malformed(pattern)):
        return
    yield from _faults_of_values(catalogue, pattern)
    if catalogue is pattern:
        yield from _unknown_values(catalogue)
    if (family := FAMILIES.get(catalogue.get("plural", ""))) is None:
        yield f"plural: must be one of {', '.join(FAMILIES)}"
        return
    for place, text in entries(catalogue):
        for nouns in _nouns(text):
            if len(nouns) != len(family.categories):
                forms = ", ".join(family.categories)
                yield f"{'.'.join(place)}: a noun must have the forms {forms}, not {nouns}"


def _differences(value: Any, pattern: Any, place: tuple[str, ...]) -> Iterator[str]:
    """Yield the places where a catalogue has other keys than the pattern."""
    if not isinstance(pattern, dict) or not isinstance(value, dict):
        if type(value) is not type(pattern):
            yield f"{'.'.join(place)}: must be {_TYPES[type(pattern)]}"
        return
    for key, one in pattern.items():
        if key not in value:
            yield f"{'.'.join((*place, key))}: missing"
        else:
            yield from _differences(value[key], one, (*place, key))
    for key in value.keys() - pattern.keys():
        yield f"{'.'.join((*place, key))}: unknown"


_TYPES: Mapping[type, str] = {dict: "an object", list: "an array", str: "a string"}


def _unnamed(catalogue: Catalogue) -> Iterator[str]:
    """Yield the names that the code looks up and does not find, and those that it never does."""
    for place, names in _LOOKED_UP.items():
        section = _section(catalogue, *place)
        for name in sorted(names - section.keys()):
            yield f"{'.'.join((*place, name))}: missing"
        for name in sorted(section.keys() - names):
            yield f"{'.'.join((*place, name))}: unknown"


def _faults_of_decks(catalogue: Catalogue) -> Iterator[str]:
    """Yield the lists that do not name each rank or suit, and a home that is not a deck."""
    decks = _section(catalogue, "words", "decks")
    for deck, entry in product(decks, _LENGTHS):
        names = _section(decks, deck).get(entry)
        if isinstance(names, list) and len(names) != _LENGTHS[entry]:
            yield f"words.decks.{deck}.{entry}: must have {_LENGTHS[entry]} names"
    home = _section(catalogue, "home")
    if home.get("deck") not in _LOOKED_UP["words", "decks"]:
        yield f"home.deck: {home.get('deck')!r} is not the name of a deck"
    if home.get("notation") not in {deck.notation for deck in DECKS}:
        yield f"home.notation: {home.get('notation')!r} is not a notation of a deck"


def _malformed(catalogue: Catalogue) -> Iterator[str]:
    """Yield the texts whose braces do not make a template."""
    for place, text in entries(catalogue):
        try:
            _values(text)
        except ValueError as error:
            yield f"{'.'.join(place)}: {error}"


def _faults_of_values(catalogue: Catalogue, pattern: Catalogue) -> Iterator[str]:
    """Yield the texts that name other values, in braces, than those of the pattern."""
    expected = {place: _values(text) for place, text in entries(pattern)}
    for place, text in entries(catalogue):
        named = _values(text)
        for name in sorted(named - expected.get(place, named)):
            yield f"{'.'.join(place)}: {{{name}}} is not a value of this text"
        for name in sorted(expected.get(place, named) - named):
            yield f"{'.'.join(place)}: must use {{{name}}}"


def _unknown_values(catalogue: Catalogue) -> Iterator[str]:
    """Yield the sentences that name values which their reason does not have, where a table tells.

    The game has such a table for the duties of the play, and for the time of an event of a log.
    """
    sentences = _section(catalogue, "explanations")
    for code, names in {**DUTY_VALUES, **VALUES}.items():
        for name in placeholders(str(sentences.get(code, ""))):
            if name not in names:
                yield f"explanations.{code}: {{{name}}} is not a value of its reason"


def placeholders(text: str) -> list[str]:
    """Return the names in braces, in order. Raises: ValueError for braces that do not match.

    >>> placeholders("{seat} leads, and {seat} may play any card")
    ['seat']
    """
    named = (name for _, name, _, _ in Formatter().parse(text) if name is not None)
    return list(dict.fromkeys(named))


def _values(text: str) -> set[str]:
    return set(placeholders(text))


def _section(catalogue: Catalogue, *place: str) -> Catalogue:
    """Return the object at a place, an empty one if there is none."""
    found: Any = catalogue
    for key in place:
        found = found.get(key) if isinstance(found, dict) else None
    return found if isinstance(found, dict) else {}


def entries(value: Any, place: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield every text of a catalogue with its place."""
    if isinstance(value, str):
        yield place, value
    members = value.items() if isinstance(value, dict) else ()
    for key, one in members or (enumerate(value) if isinstance(value, list) else ()):
        yield from entries(one, (*place, str(key)))


def _nouns(text: str) -> Iterator[list[str]]:
    """Yield the forms of each noun in a template."""
    for _, _, nouns, _ in Formatter().parse(text):
        if nouns:
            yield nouns.split("|")


CATALOGUES: Mapping[str, Catalogue] = load_catalogues(
    {
        file.name.removesuffix(".json"): file.read_text(encoding="utf-8")
        for file in files(__package__).iterdir()
        if file.name.endswith(".json")
    }
)
LANGUAGES = tuple(CATALOGUES)
"""The languages that have a file, `DEFAULT` first, the others in alphabetical order."""
