"""Words in three languages: complete, with the same values in them, and as asked for."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from string import Formatter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.api.i18n import CATALOGUES, DEFAULT, LANGUAGES, Speaker, fault_detail
from service.api.problems import STATUS_OF
from service.api.schemas import fields
from service.api.serializers import _TOLD, Writer
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


def entries(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every text of a catalogue with its place."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, (dict, list)):
        members = value.items() if isinstance(value, dict) else enumerate(value)
        for key, one in members:
            yield from entries(one, (*path, str(key)))


ENTRIES: Mapping[str, Mapping[tuple[str, ...], str]] = {
    language: dict(entries(CATALOGUES[language])) for language in LANGUAGES
}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


# The catalogues ---------------------------------------------------------------------------------


@pytest.mark.parametrize("language", OTHERS)
def test_every_catalogue_has_the_same_entries(language: str) -> None:
    assert ENTRIES[language].keys() == ENTRIES[DEFAULT].keys()


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
    odd = [text for text in ENTRIES[language].values() if text.strip() != text or "  " in text]
    assert odd == []
    empty = [place for place, text in ENTRIES[language].items() if not text]
    assert empty == [("sheet", "made")]  # a contract that was made needs no note on the sheet


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_ends_as_one(language: str) -> None:
    sentences = [
        text
        for place, text in ENTRIES[language].items()
        if place[0] in ("explanations", "paragraphs") or place[-1] in ("detail", "advice")
    ]
    assert [text for text in sentences if text[-1] not in ".»”"] == []


@pytest.mark.parametrize(("one", "other"), [("en", "fr"), ("en", "es"), ("fr", "es")])
def test_no_sentence_is_left_untranslated(one: str, other: str) -> None:
    same = [
        place
        for place, text in ENTRIES[one].items()
        if place[0] in SENTENCES and " " in text and text == ENTRIES[other].get(place)
    ]
    assert same == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_ranks_and_suits_of_both_decks_have_names(language: str) -> None:
    words = CATALOGUES[language]["words"]
    for deck in DECKS:
        assert [len(names) for names in words["ranks"][deck.name].values()] == [8, 8, 8]
        assert len(set(words["suits"][deck.name])) == 4
        assert all(len(set(names)) == 8 for names in words["ranks"][deck.name].values())


# Numbers and their nouns ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["0 points", "1 point", "2 points", "81 points"]),
        ("fr", ["0 point", "1 point", "2 points", "81 points"]),
        ("es", ["0 puntos", "1 punto", "2 puntos", "81 puntos"]),
    ],
)
def test_a_noun_agrees_with_its_number(language: str, said: list[str]) -> None:
    speaker = Speaker(DECKS[0], language)
    for points, words in zip((0, 1, 2, 81), said, strict=True):
        assert speaker.sentence("carry_waits", {"points": points}).endswith(f": {words}.")
        params = {"because": "points_without_a_trick", "team": "NS", "points": points}
        assert words.split()[1] in fault_detail(language, "inconsistent_tricks", params).split()


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(5.0, "5 seconds"), (1.0, "1 second"), (2, "2 seconds"), (0.5, "0.5 seconds")],
)
def test_seconds_are_told_as_people_write_them(seconds: float, said: str) -> None:
    assert fault_detail("en", "request_timeout", {"seconds": seconds}).endswith(f" {said}.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_number_that_may_be_one_stands_before_a_noun_that_does_not_agree(language: str) -> None:
    for place, text in ENTRIES[language].items():
        for _, name, nouns, _ in Formatter().parse(text):
            assert not nouns or [bool(noun) for noun in nouns.split("|")] == [True, True], place
            assert name not in ("points", "seconds") or nouns or place in UNNAMED, place
        before_nouns = re.findall(r"\{(\w+)\} (?:points?|puntos?|bytes?|octets?|seg|sec)\b", text)
        assert set(before_nouns) <= {"total", "limit"}, place  # 152 and thousands


# Points that stand by themselves.
UNNAMED = {
    *(("explanations", f"contract_{outcome}") for outcome in ("made", "chute")),
    *(("explanations", f"equality_{outcome}") for outcome in ("litige", "made", "chute")),
    *(("explanations", f"other_choice_{why}") for why in ("pays_less", "is_weaker")),
    ("explanations", "suit_split"),
    ("sheet", "carry_in"),
    ("sheet", "carry_out"),
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
        assert {"title", "detail", "advice"} <= set(one) <= {"title", "detail", "details", "advice"}


def test_every_detail_that_depends_is_asked_for_by_the_game() -> None:
    folders = (ROOT / "service", ROOT / "tools")
    files = (file for folder in folders for file in folder.rglob("*.py"))
    game = "".join(file.read_text(encoding="utf-8") for file in files)
    for one in CATALOGUES[DEFAULT]["problems"].values():
        assert all(f'"{name}"' in game for name in one.get("details", {}))


def said_to_be_expected() -> set[str]:
    """The first argument of every call of `expected` in the edge."""
    return {
        str(call.args[0].value)
        for file in (ROOT / "service/api").rglob("*.py")
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call)
        and getattr(call.func, "id", None) == "expected"
        and isinstance(call.args[0], ast.Constant)
    }


def test_every_phrase_on_what_was_expected_is_used_and_none_is_missing() -> None:
    phrases = said_to_be_expected() | set(fields.EXACTLY.values())
    assert phrases == set(CATALOGUES[DEFAULT]["expected"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", COMPONENTS["examples"])
def test_the_faults_of_every_example_have_words_in_every_language(name: str, language: str) -> None:
    for fault in COMPONENTS["examples"][name]["value"].get("errors", []):
        text = fault_detail(language, fault["code"], fault.get("params", {}))
        assert "{" not in text
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
        [Speaker(deck, language).sentence(one.code, one.params) for one in reasons]
        for deck in DECKS[:2]
    ]
    assert spoken[0] == spoken[1]


def test_sentences_that_are_kept_are_the_same_and_not_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("service.api.serializers.REMEMBERED", 3)
    writer = Writer(DECKS[0], DEFAULT)
    reasons = [reason(Code.POINTS_SO_FAR, ns=ns, ew=0) for ns in range(8)]
    first = [dumps(writer.explanation([one])) for one in reasons]
    assert [dumps(writer.explanation([one])) for one in reversed(reasons)] == first[::-1]
    assert len(set(first)) == 8
    assert len(_TOLD) <= 3


# The files --------------------------------------------------------------------------------------


def test_the_catalogues_are_files_of_their_own() -> None:
    files = sorted(one.name for one in (ROOT / "service/api/i18n").glob("*.json"))
    assert files == sorted(f"{language}.json" for language in LANGUAGES)
