"""How the sentences are written: marks, spaces, elision, and the terms of docs/glossary.md."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations, product
from string import Formatter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.api.i18n import CATALOGUES, DEFAULT, LANGUAGES, Renderer
from service.api.reason_codes import MAY_BE_NULL, PARAMS
from service.belote.announcements import (
    ALL_CARRES,
    ANNOUNCEMENTS,
    Announcement,
    Selection,
    resolve,
)
from service.belote.cards import CARDS, DECKS, Card, Cards, Deck, Rank, Suit
from service.belote.codes import Addends, CardNumber, Code, DeclarationRef, RankOrder, Reason
from service.belote.comparison import compare
from service.belote.declarations import validate
from service.belote.inputs import Contract
from service.belote.rules import ALL_ITEMS, FLAT_ITEMS, Item, Kind
from service.belote.scales import Coinche, NamedBid
from service.belote.table import SEATS, TEAMS, Seat, Team
from tests.support.contract import ROOT
from tests.support.strategies import Said, Table, hands, hands_and_said, tables, trumps

Fault = Callable[[str], list[str]]

NARROW, WIDE = "\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}"
APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"

# Faults that a text can have ----------------------------------------------------------------------

NOUNS = "points?|cartes?|plis?|mains?|donnes?|octets?|Kio|secondes?|joueurs?"


def pattern(*patterns: str) -> Fault:
    """Return the places of a text where one of the patterns is found."""
    found = re.compile("|".join(patterns), re.IGNORECASE)
    return lambda text: [one[0] for one in found.finditer(text)]


def misplaced_marks(text: str) -> list[str]:
    """Return the marks of a French text that have not the space that French puts there.

    A colon inside a word, as in `Content-Type: x` and in braces, is not one of the sentence.
    """
    text = re.sub(r"`[^`]*`|Content-Type: ", "x", text)
    right = re.compile(rf"(?<=\S){WIDE}:|(?<=\S){NARROW}[;!?]|«{WIDE}(?=\S)|(?<=\S){WIDE}»")
    return re.findall(r".?[;!?«»].?|.?:(?=\s|$)", right.sub("", text))


IN_EVERY_LANGUAGE: dict[str, Fault] = {
    "a straight apostrophe": pattern("'"),
    "two spaces": pattern(r"\s\s"),
    "dots for an ellipsis": pattern(r"\.\.\."),
    "a space before a stop": pattern(r"\s[,.](?=\s|$)"),
}
FAULTS: Mapping[str, Mapping[str, Fault]] = {
    "en": IN_EVERY_LANGUAGE
    | {
        "the other article": pattern(r"\ba [aeio]\w*", r"\ban [bcdfgjklmnpqrstvwxyz]\w*"),
        "a mark with a space": pattern(r"\s[;:!?]"),
    },
    "fr": IN_EVERY_LANGUAGE
    | {
        "a mark without its space": misplaced_marks,
        "no elision": pattern(
            rf"(?<![\w{APOSTROPHE}-])(?:[djlmnst]e|la|(?:jus|lors|puis)?que) [aeiouyâàéèêîôûœ]\w*"
        ),
        "si il": pattern(r"\bsi ils?\b"),
        "Est est": pattern(r"(?:\bEst|\{(?:seat|first|leader|player|owner)\}) est\b"),
    },
    "es": IN_EVERY_LANGUAGE
    | {
        "no contraction": pattern(r"\b(?:a|de) el\b"),
        "y before i": pattern(r"\by h?i(?!e)\w+", r"\bo h?o\w+"),
        "a mark with a space": pattern(r"\s[;:!?»]", r"[«¿¡]\s"),
    },
}

OTHERS = [language for language in LANGUAGES if language != DEFAULT]

# Words of English alone, which a translation forgot.
ENGLISH = pattern(
    r"\b(?:the|and|is|are|was|were|with|of|to|for|not|this|that|have|has|by|from|which|who|when"
    r"|than|its?|deal|trick|trump|king|queen|jack|spades|hearts|diamonds|clubs|wins?|declaration)\b"
)
# By language: those of these words that are its own too, as `by` and `to` are in Polish.
OWN_WORDS: dict[str, frozenset[str]] = {}
# Names of the API, and what is quoted, are no words of the sentence; nor are names of values.
NAMES_OF_THE_API = re.compile(r"`[^`]*`|«[^»]*»|\{[\w.]+")


def without_names(text: str) -> str:
    return NAMES_OF_THE_API.sub("", text)


def english_in(language: str, text: str) -> list[str]:
    """The words of a text that are English, and not of its language too."""
    own = OWN_WORDS.get(language, frozenset())
    return [word for word in ENGLISH(text) if word.lower() not in own]


def faults(language: str, text: str) -> list[tuple[str, str]]:
    looked_for = FAULTS.get(language, IN_EVERY_LANGUAGE)
    return [(name, one) for name, fault in looked_for.items() for one in fault(text)]


@pytest.mark.parametrize(
    ("language", "text", "name"),
    [
        ("en", "player's", "a straight apostrophe"),
        ("en", "one  two", "two spaces"),
        ("en", "wait...", "dots for an ellipsis"),
        ("en", "a announcement", "the other article"),
        ("en", "an carré", "the other article"),
        ("fr", "Ainsi : un", "a mark without its space"),
        ("fr", "Ainsi: un", "a mark without its space"),
        ("fr", f"non{WIDE}; si", "a mark without its space"),
        ("fr", "« oui »", "a mark without its space"),
        ("fr", "12 de oros", "no elision"),
        ("fr", "carré de as", "no elision"),
        ("fr", "on sait que elle", "no elision"),
        ("fr", "Est est intervenu", "Est est"),
        ("es", "a el rey", "no contraction"),
        ("es", "oros y Isabel", "y before i"),
    ],
)
def test_a_fault_is_found(language: str, text: str, name: str) -> None:
    assert name in dict(faults(language, text))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", f"Tierce au roi de pique{WIDE}: 20{WIDE}points{NARROW}; rien de plus."),
        ("fr", f"{{seat}} a dit «{WIDE}belote{WIDE}» et non «{WIDE}rebelote{WIDE}»"),
        ("fr", f"le 10 d{APOSTROPHE}oros, le 11 et la dame de pique"),
        ("es", "«belote» y «rebelote»: el as de oros va al 7"),
        ("en", "an ace, a king; 8 cards of a suit"),
    ],
)
def test_what_is_right_is_no_fault(language: str, text: str) -> None:
    assert faults(language, text) == []


# The catalogues -----------------------------------------------------------------------------------


def texts(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text of a catalogue with its place."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, (dict, list)):
        members = value.items() if isinstance(value, dict) else enumerate(value)
        for key, one in members:
            yield from texts(one, f"{path}/{key}")


PATTERNS = "/words/phrases/"  # of values: elision is in the sentences that they make


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_is_written_as_its_language_is(language: str) -> None:
    found = {place: faults(language, text) for place, text in texts(CATALOGUES[language])}
    assert {place: some for place, some in found.items() if some} == {}


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_no_english_in_it(language: str) -> None:
    found = {
        place: english_in(language, without_names(text))
        for place, text in texts(CATALOGUES[language])
        if not place.startswith("/language")
    }
    assert {place: some for place, some in found.items() if some} == {}


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_leaves_no_sentence_out(language: str) -> None:
    told = dict(texts(CATALOGUES[language]))
    long = {place: text for place, text in texts(CATALOGUES[DEFAULT]) if len(text) > 60}
    assert [place for place, text in long.items() if len(told[place]) < 0.6 * len(text)] == []


def test_a_word_that_a_language_shares_with_english_is_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert english_in("pl", "To by the trick") == ["To", "by", "the", "trick"]
    monkeypatch.setitem(OWN_WORDS, "pl", frozenset({"to", "by"}))
    assert english_in("pl", "To by the trick") == ["the", "trick"]


def test_french_keeps_a_number_and_its_noun_on_one_line() -> None:
    apart = pattern(rf"(?:\b\d+|(?<!last_card)(?<!said_after)(?<!said_with)\}}) (?:{NOUNS})\b")
    found = {place: apart(text) for place, text in texts(CATALOGUES["fr"])}
    assert {place: some for place, some in found.items() if some} == {}


# The glossary -------------------------------------------------------------------------------------

GLOSSARY = ROOT / "docs" / "glossary.md"
OF_NAME = {CATALOGUES[language]["language"].lower(): language for language in LANGUAGES}


def avoided() -> Iterator[tuple[str, str]]:
    """Yield each language and word of the table “Words to avoid”."""
    table = GLOSSARY.read_text(encoding="utf-8").partition("## Words to avoid")[2]
    for line in table.splitlines():
        name, *cells = (cell.strip() for cell in line.strip("|").split("|"))
        if name.lower() in OF_NAME:
            yield from ((OF_NAME[name.lower()], word) for word in re.findall("`(.+?)`", cells[0]))


AVOIDED = list(avoided())


def test_the_glossary_has_words_to_avoid_in_languages_of_the_service() -> None:
    avoided = {language for language, _ in AVOIDED}
    assert DEFAULT in avoided
    assert avoided <= set(LANGUAGES)


@pytest.mark.parametrize(("language", "word"), AVOIDED)
def test_no_text_has_a_word_that_the_glossary_avoids(language: str, word: str) -> None:
    used = pattern(rf"(?<!\w){re.escape(word)}(?!\w)")
    found = {place: used(without_names(text)) for place, text in texts(CATALOGUES[language])}
    assert [place for place, some in found.items() if some] == []


# Sentences with their values ----------------------------------------------------------------------

CHOICES = [resolve(255 << 8 * suit).best for suit in Suit]
CHOICES += [Selection(one.points, (one,)) for one in ANNOUNCEMENTS]
"""Choices of two announcements and of one."""
OF_TYPE: Mapping[type, Iterable[object]] = {
    int: (0, 1, 2, 8, 11, 162),
    Team: TEAMS,
    Seat: SEATS,
    Suit: Suit,
    Rank: Rank,
    Kind: Kind,
    Card: CARDS,
    Announcement: ANNOUNCEMENTS,
    Selection: CHOICES,
    DeclarationRef: [DeclarationRef(seat, i) for seat in (None, *SEATS) for i in (0, 1, 10)],
    CardNumber: tuple(map(CardNumber, range(1, 9))),
    RankOrder: [RankOrder(Rank), RankOrder(reversed(Rank))],
    Addends: [
        Addends((item, 11) for item in items)
        for items in combinations(sorted(ALL_ITEMS | FLAT_ITEMS | {Item.CARRY}), 2)
    ],
    Contract: [
        Contract(bid, coinche)
        for bid, coinche in product((None, 110, *NamedBid), (None, *Coinche))
        if bid or coinche
    ],
}
"""The values that a sentence can have, by the type of a param."""
FEWER: Mapping[str, Iterable[object]] = {
    "sequence": [one for one in ANNOUNCEMENTS if not one.is_carre],
    "carre": ALL_CARRES,
    "length": range(3, 9),
}
"""The params that have some of the values of their type only."""


def values(code: Code, name: str) -> list[object]:
    """Return the values that a sentence can have at a name."""
    some = FEWER.get(name) or OF_TYPE[type(PARAMS[code][name])]
    return [*some, *([None] if code in MAY_BE_NULL.get(name, ()) else [])]


def names(template: str) -> list[str]:
    return [name for _, name, _, _ in Formatter().parse(template) if name]


def said(language: str, deck: Deck) -> Iterator[tuple[str, str]]:
    """Yield every sentence with each of its values in turn, the others being the first."""
    renderer = Renderer(deck, language)
    for code in Code:
        template = CATALOGUES[language]["explanations"][code]
        choices = {name: values(code, name) for name in names(template)}
        usual = {name: some[0] for name, some in choices.items()}
        yield code, renderer.sentence(code, usual)
        for name, some in choices.items():
            for value in some:
                yield code, renderer.sentence(code, usual | {name: value})


BY_NAME = {deck.name: deck for deck in DECKS}
"""The decks that have names of their own for their cards."""
in_each_deck = pytest.mark.parametrize("deck", BY_NAME.values(), ids=BY_NAME)
in_each_language = pytest.mark.parametrize("language", LANGUAGES)
SAID = {
    language: {one for deck in BY_NAME.values() for one in said(language, deck)}
    for language in LANGUAGES
}


@in_each_language
@in_each_deck
def test_a_sentence_with_its_values_is_written_as_its_language_is(
    language: str, deck: Deck
) -> None:
    assert {
        (code, fault) for code, text in said(language, deck) for fault in faults(language, text)
    } == set()


def test_a_french_sentence_keeps_a_number_and_its_noun_on_one_line() -> None:
    apart = pattern(rf"\b\d+ (?:{NOUNS})\b")
    assert {code for code, text in said("fr", DECKS[0]) if apart(text)} == set()


@pytest.mark.parametrize("language", OTHERS)
@in_each_deck
def test_a_sentence_with_its_values_has_no_english_in_it(language: str, deck: Deck) -> None:
    found = {code: english_in(language, text) for code, text in said(language, deck)}
    assert {code: words for code, words in found.items() if words} == {}


@pytest.mark.parametrize(("language", "word"), AVOIDED)
def test_no_sentence_comes_to_a_word_that_the_glossary_avoids(language: str, word: str) -> None:
    used = pattern(rf"(?<!\w){re.escape(word)}(?!\w)")
    assert {code for code, text in SAID[language] if used(without_names(text))} == set()


# Rulings made at random ---------------------------------------------------------------------------


def assert_well_written(reasons: Iterable[Reason]) -> None:
    """Each reason has values such as were tried above, and is well written in every language."""
    for one in reasons:
        for name in names(CATALOGUES["en"]["explanations"][one.code]):
            assert type(one.params[name]) in {type(value) for value in values(one.code, name)}, one
        for language, deck in product(LANGUAGES, BY_NAME.values()):
            text = Renderer(deck, language).sentence(one.code, one.params)
            assert faults(language, text) == [], text


@given(hands, st.none() | trumps)
def test_what_is_said_on_a_hand_is_well_written(hand: Cards, trump: Suit | None) -> None:
    assert_well_written(resolve(hand, trump).explanation)


@given(hands_and_said())
def test_what_is_said_on_declarations_is_well_written(hand_and_said: tuple[Cards, Said]) -> None:
    hand, declared = hand_and_said
    assert_well_written(validate(hand, declared).explanation)


@given(tables(), trumps, st.booleans())
def test_what_is_said_on_a_table_is_well_written(table: Table, trump: Suit, best: bool) -> None:
    deal, declared = table
    assert_well_written(compare(declared, deal, trump, declare_best=best).explanation)
