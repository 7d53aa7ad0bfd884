"""The catalogues: complete, with the same values in each, translated, and as asked for."""

from __future__ import annotations

import ast
import doctest
import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from string import Formatter
from typing import Any

import pytest
from babel import Locale
from hypothesis import given
from hypothesis import strategies as st

from service.api.i18n import CATALOGUES, DEFAULT, LANGUAGES, Renderer, fault_detail, plurals
from service.api.i18n.catalogues import IncompleteCatalogueError, entries, load_catalogues
from service.api.i18n.plurals import FAMILIES, PERIOD
from service.api.problems import STATUS_OF
from service.api.schemas import fields
from service.api.serializers import SENTENCES_KEPT, Serializer, _sentence
from service.api.strict_json import dumps
from service.belote.announcements import resolve
from service.belote.cards import DECKS, Cards, Suit
from service.belote.codes import Code, reason
from service.belote.comparison import compare
from service.belote.declarations import validate
from tests.support.contract import COMPONENTS, ROOT
from tests.support.sentences import assert_told
from tests.support.strategies import Said, Table, hands, hands_and_said, tables, trumps

OTHERS = [language for language in LANGUAGES if language != DEFAULT]
# Sections whose entries are sentences, and so differ from language to language.
SENTENCES = ("explanations", "expected", "problems", "sources", "chapters", "paragraphs", "page")


UNTRANSLATED: Mapping[str, set[tuple[str, ...]]] = {}
"""By language: the places of sentences that are rightly the same as in English."""

ENTRIES: Mapping[str, Mapping[tuple[str, ...], str]] = {
    language: dict(entries(CATALOGUES[language])) for language in LANGUAGES
}


def has_words(text: str) -> bool:
    """Return whether a text is a sentence, not a single word or values and signs alone."""
    return " " in text and any(re.search(r"\w", literal) for literal, *_ in Formatter().parse(text))


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


# The catalogues ---------------------------------------------------------------------------------


@pytest.mark.parametrize("language", OTHERS)
def test_every_translation_speaks_of_the_same_values(language: str) -> None:
    other = {
        place: (text, ENTRIES[language][place])
        for place, text in ENTRIES[DEFAULT].items()
        if placeholders(text) != placeholders(ENTRIES[language].get(place, ""))
    }
    assert other == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_entry_is_empty_or_badly_spaced(language: str) -> None:
    sentences = [text for place, text in ENTRIES[language].items() if place[0] != "numbers"]
    odd = [text for text in sentences if text.strip() != text or "  " in text]
    assert odd == []
    assert [place for place, text in ENTRIES[language].items() if not text] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_ends_as_one(language: str) -> None:
    sentences = [
        text
        for place, text in ENTRIES[language].items()
        if place[0] in ("explanations", "paragraphs") or place[-1] in ("detail", "advice")
    ]
    assert [text for text in sentences if text[-1] not in ".»”"] == []


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_is_left_untranslated(language: str) -> None:
    same = {
        place
        for place, text in ENTRIES[DEFAULT].items()
        if place[0] in SENTENCES and has_words(text) and text == ENTRIES[language][place]
    }
    assert same == UNTRANSLATED.get(language, set())


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_ranks_or_suits_of_a_deck_have_the_same_name(language: str) -> None:
    for names in CATALOGUES[language]["words"]["decks"].values():
        for entry in ("suits", "of_suits", "ranks", "to_ranks", "of_ranks"):
            assert len(set(names[entry])) == len(names[entry])


# Numbers and their nouns ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["0 points", "1 point", "2 points", "81 points"]),
        (
            "fr",
            [
                "0\N{NO-BREAK SPACE}point",
                "1\N{NO-BREAK SPACE}point",
                "2\N{NO-BREAK SPACE}points",
                "81\N{NO-BREAK SPACE}points",
            ],
        ),
        ("es", ["0 puntos", "1 punto", "2 puntos", "81 puntos"]),
    ],
)
def test_a_noun_agrees_with_its_number(language: str, said: list[str]) -> None:
    speaker = Renderer(DECKS[0], language)
    for points, words in zip((0, 1, 2, 81), said, strict=True):
        assert speaker.sentence("carry_waits", {"points": points}).endswith(f": {words}.")
        params = {"because": "points_without_a_trick", "team": "NS", "points": points}
        assert words.split()[1] in fault_detail(language, "inconsistent_tricks", params).split()


@pytest.mark.parametrize(
    ("language", "seconds", "said"),
    [
        ("en", 5.0, "5 seconds"),
        ("en", 1.0, "1 second"),
        ("en", 2, "2 seconds"),
        ("en", 0.5, "0.5 seconds"),
        ("fr", 0.5, "0,5\N{NO-BREAK SPACE}seconde"),
        ("es", 0.5, "0,5 segundos"),
    ],
)
def test_seconds_are_told_as_people_write_them(language: str, seconds: float, said: str) -> None:
    assert fault_detail(language, "request_timeout", {"seconds": seconds}).endswith(f" {said}.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_number_that_may_be_one_stands_before_a_noun_that_does_not_agree(language: str) -> None:
    for place, text in ENTRIES[language].items():
        for _, name, nouns, _ in Formatter().parse(text):
            assert not nouns or all(nouns.split("|")), place
            assert name not in ("points", "seconds") or nouns or place in UNNAMED, place
        # The languages that are written in these letters say so; others are not read here.
        before_nouns = re.findall(r"\{(\w+)\} (?:points?|puntos?|bytes?|octets?|seg|sec)\b", text)
        assert set(before_nouns) <= {"total", "limit"}, place  # 152 and thousands


# Points that stand by themselves.
UNNAMED = {
    *(
        ("explanations", f"{what}_{outcome}")
        for what in ("contract", "capot")
        for outcome in ("made", "chute")
    ),
    *(
        ("explanations", f"equality_{outcome}")
        for outcome in ("litige", "litige_other", "made", "chute")
    ),
    *(("explanations", f"other_choice_{why}") for why in ("pays_less", "is_weaker")),
    ("explanations", "bid_missed_level"),
    ("explanations", "suit_split"),
    ("sheet", "note", "announcements"),
    ("sheet", "note", "carry_in"),
    ("sheet", "note", "carry_out"),
}


# Whatever the code can say has words ------------------------------------------------------------


def test_every_reason_has_an_explanation_and_no_explanation_is_spare() -> None:
    assert CATALOGUES[DEFAULT]["explanations"].keys() == set(Code)


def test_every_source_of_a_reason_is_named() -> None:
    assert {code.source for code in Code} == set(CATALOGUES[DEFAULT]["sources"])


def test_every_problem_has_title_detail_and_advice() -> None:
    problems = CATALOGUES[DEFAULT]["problems"]
    assert problems.keys() == {*STATUS_OF, "several"}
    for one in problems.values():
        assert {"title", "detail", "advice"} <= set(one)
        assert set(one) <= {"title", "detail", "details", "hints", "advice"}


def test_every_detail_that_depends_is_asked_for_by_the_game() -> None:
    folders = (ROOT / "service", ROOT / "tools")
    files = (file for folder in folders for file in folder.rglob("*.py"))
    game = "".join(file.read_text(encoding="utf-8") for file in files)
    for one in CATALOGUES[DEFAULT]["problems"].values():
        assert all(f'"{name}"' in game for name in one.get("details", {}))


def said_to_be_expected() -> Iterator[str]:
    """The first argument of every call of `expected` in the edge, and the phrases of its lists."""
    for file in (ROOT / "service/api").rglob("*.py"):
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(call, ast.Call):
                continue
            given = {one.arg: one.value for one in call.keywords}
            first = call.args[:1] if getattr(call.func, "id", None) == "expected" else []
            for one in (*first, *(given[name] for name in ("what",) if name in given)):
                if isinstance(one, ast.Constant):
                    yield str(one.value)


def test_every_phrase_on_what_was_expected_is_used_and_none_is_missing() -> None:
    phrases = set(said_to_be_expected()) | set(fields.EXACTLY.values())
    assert phrases == set(CATALOGUES[DEFAULT]["expected"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", COMPONENTS["examples"])
def test_the_faults_of_every_example_have_words_in_every_language(name: str, language: str) -> None:
    for fault in COMPONENTS["examples"][name]["value"].get("errors", []):
        text = fault_detail(
            language, fault["code"], fault.get("params", {}), fault.get("pointer", "")
        )
        assert not re.search(r"{\w*}", text)
        assert (text == fault["detail"]) == (language == DEFAULT)


def test_a_long_value_is_cut_short_in_a_sentence() -> None:
    text = fault_detail("en", "unknown_card", {"card": "7" * 10_000, "deck": "french"})
    assert len(text) < 200
    assert "…" in text


def test_braces_in_a_value_are_only_braces() -> None:
    text = fault_detail("en", "unknown_field", {"field": "{choices}{0}{", "choices": ["{a}"]})
    assert "{choices}{0}{" in text
    assert "{a}" in text


# What the game says -----------------------------------------------------------------------------


@given(hands, st.none() | trumps)
def test_what_is_said_on_a_hand_has_words(hand: Cards, trump: Suit | None) -> None:
    assert_told(resolve(hand, trump).explanation)


@given(hands_and_said(), st.none() | trumps)
def test_what_is_said_on_declarations_has_words(
    hand_and_said: tuple[Cards, Said], trump: Suit | None
) -> None:
    hand, declared = hand_and_said
    assert_told(validate(hand, declared, trump).explanation)


@given(tables(), trumps, st.booleans())
def test_what_is_said_on_a_table_has_words(table: Table, trump: Suit, best: bool) -> None:
    deal, declared = table
    assert_told(compare(declared, deal, trump, declare_best=best).explanation)


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_spellings_of_the_french_deck_are_spoken_alike(language: str) -> None:
    reasons = resolve(255 | 1 << 8, Suit.SPADES).explanation
    spoken = [
        [Renderer(deck, language).sentence(one.code, one.params) for one in reasons]
        for deck in DECKS[:2]
    ]
    assert spoken[0] == spoken[1]


def test_sentences_that_are_kept_are_the_same_and_not_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    small = lru_cache(maxsize=3)(_sentence.__wrapped__)
    monkeypatch.setattr("service.api.serializers._sentence", small)
    serializer = Serializer(DECKS[0], DEFAULT)
    reasons = [reason(Code.POINTS_SO_FAR, ns=ns, ew=0) for ns in range(8)]
    first = [dumps(serializer.explanation([one])) for one in reasons]
    assert [dumps(serializer.explanation([one])) for one in reversed(reasons)] == first[::-1]
    assert len(set(first)) == 8
    assert (small.cache_info().hits, small.cache_info().currsize) == (3, 3)
    assert _sentence.cache_info().maxsize == SENTENCES_KEPT


# The files --------------------------------------------------------------------------------------


def test_the_languages_are_the_files_that_are_there_with_english_first() -> None:
    files = sorted(one.stem for one in (ROOT / "service/api/i18n").glob("*.json"))
    assert LANGUAGES[0] == DEFAULT == "en"
    assert sorted(LANGUAGES) == files


def broken(change: Callable[[Any], object], language: str) -> str:
    """What is said of a catalogue in which something was changed."""
    texts = {one: json.dumps(CATALOGUES[one]) for one in LANGUAGES}
    catalogue = json.loads(texts[DEFAULT])
    change(catalogue)
    with pytest.raises(IncompleteCatalogueError) as raised:
        load_catalogues(texts | {language: json.dumps(catalogue)})
    return str(raised.value)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda it: it["explanations"].pop("game_won"), "explanations.game_won: missing"),
        (lambda it: it["words"]["names"].pop("NS"), "words.names.NS: missing"),
        (lambda it: it["words"]["decks"].pop("spanish"), "words.decks.spanish: missing"),
        (lambda it: it["switches"].pop("equality"), "switches.equality: missing"),
        (lambda it: it["presets"].update(tarot="x"), "presets.tarot: unknown"),
        (lambda it: it.pop("paragraphs"), "paragraphs: missing"),
        (lambda it: it.update(page="x"), "page: must be an object"),
        (lambda it: it.update(plural="zero"), "plural: must be one of other, one-other, "),
        (lambda it: it["home"].update(deck="tarot"), "home.deck: 'tarot' is not the name"),
        (
            lambda it: it["words"]["decks"]["french"]["ranks"].pop(),
            "words.decks.french.ranks: must have 8 names",
        ),
        (
            lambda it: it["table"].update(points="{points:point}"),
            "table.points: a noun must have the forms one, other, not ['point']",
        ),
        (
            lambda it: it["home"].update(notation="runes"),
            "home.notation: 'runes' is not a notation of a deck",
        ),
        (
            lambda it: it["explanations"].update(plays_next="{saet} plays next."),
            "explanations.plays_next: {saet} is not a value of this text",
        ),
        (
            lambda it: it["explanations"].update(plays_next="Next."),
            "explanations.plays_next: must use {seat}",
        ),
        (
            lambda it: it["explanations"].update(plays_next="{seat plays next."),
            "explanations.plays_next: expected '}' before end of string",
        ),
    ],
)
def test_a_fault_of_a_catalogue_is_told_with_language_section_and_key(
    change: Callable[[Any], object], said: str
) -> None:
    assert f"xx.json: {said}" in broken(change, "xx")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda it: it["explanations"].pop("game_won"), "explanations.game_won: missing"),
        (lambda it: it["problems"].pop("game_over"), "problems.game_over: missing"),
        (lambda it: it["words"]["phases"].pop("deal"), "words.phases.deal: missing"),
        (lambda it: it["words"]["names"].pop("cent"), "words.names.cent: missing"),
        (
            lambda it: it["explanations"].update(leads="{seat} leads above {card}."),
            "explanations.leads: {card} is not a value of its reason",
        ),
        (
            lambda it: it["explanations"].update(bid_too_low="{seat} must bid {trick}."),
            "explanations.bid_too_low: {trick} is not a value of its reason",
        ),
    ],
)
def test_what_the_code_looks_up_is_missed_in_the_english_catalogue(
    change: Callable[[Any], object], said: str
) -> None:
    assert f"en.json: {said}" in broken(change, DEFAULT)


# Plural rules: numbers of each category, from the samples of the CLDR's page ----------------------

SAMPLES: Mapping[str, Mapping[str, str]] = {
    "other": {"other": "0 1 2 15 100 1000 0.5 1.5"},
    "one-other": {"one": "1", "other": "0 2 16 100 101 1000 0.5 1.5 10.5"},
    "one-other-fr": {"one": "0 1 0.5 1.5", "other": "2 17 100 101 1000 2.5 10.5"},
    "one-few-many-other-pl": {
        "one": "1",
        "few": "2 3 4 22 23 24 32 33 34 42 62 102 1002",
        "many": "0 5 11 12 13 14 19 21 25 100 101 111 112 1000 10001",
        "other": "0.5 1.5 10.5 1000.5",
    },
    "one-few-many-other-ru": {
        "one": "1 21 31 41 51 61 71 81 101 1001",
        "few": "2 3 4 22 23 24 32 33 34 42 62 102 1002",
        "many": "0 5 11 12 13 14 19 25 100 111 112 1000 10000",
        "other": "0.5 1.5 10.5 1000.5",
    },
    "one-few-many-other-cs": {
        "one": "1",
        "few": "2 3 4",
        "many": "0.5 1.5 10.5 1000.5",
        "other": "0 5 19 22 100 101 102 1000",
    },
}


@pytest.mark.parametrize("name", FAMILIES)
def test_a_family_of_plural_rules_follows_the_cldr(name: str) -> None:
    family = FAMILIES[name]
    assert tuple(SAMPLES[name]) == family.categories
    for category, numbers in SAMPLES[name].items():
        for text in numbers.split():
            number = float(text) if "." in text else int(text)
            assert family.categories[family.category_of(number)] == category, text


LOCALES: Mapping[str, tuple[str, ...]] = {
    "other": ("ja", "zh", "ko", "id", "th"),
    "one-other": ("en", "de", "nl", "it", "es", "pt_PT", "ca", "el", "sv"),
    "one-other-fr": ("fr", "pt_BR", "hy"),
    "one-few-many-other-pl": ("pl",),
    "one-few-many-other-ru": ("ru", "uk", "be"),
    "one-few-many-other-cs": ("cs", "sk"),
}
"""The languages that each family is said to be for."""

ASKED: tuple[int | float, ...] = (*range(1203), 10_000, 100_001, 999_999, 0.5, 1.5, 2.5, 10.5)
"""Numbers of answers, below the whole millions that some languages have a category for."""


@pytest.mark.parametrize(
    ("name", "locale"), [(name, one) for name, locales in LOCALES.items() for one in locales]
)
def test_a_language_of_a_family_chooses_the_forms_that_babel_chooses(
    name: str, locale: str
) -> None:
    family, rule = FAMILIES[name], Locale.parse(locale).plural_form
    for number in ASKED:
        assert family.categories[family.category_of(number)] == rule(number), number


def test_a_language_spoken_here_is_of_its_family() -> None:
    """One that is in no list above, such as a made-up one, names its family alone."""
    assert LOCALES.keys() == FAMILIES.keys()
    families = {one: name for name, locales in LOCALES.items() for one in locales}
    for language, catalogue in CATALOGUES.items():
        assert catalogue["plural"] == families.get(language, catalogue["plural"])


def test_the_example_of_a_plural_runs() -> None:
    assert doctest.testmod(plurals) == (0, 1)


@pytest.mark.parametrize("name", FAMILIES)
def test_the_category_of_a_whole_number_is_found_as_the_page_finds_it(name: str) -> None:
    family = FAMILIES[name]
    listed = family.of_whole_numbers
    for number in range(10 * PERIOD):
        index = number if number < PERIOD else PERIOD + number % PERIOD
        assert listed[index] == family.category_of(number)
