"""docs/glossary.md: the catalogues and the pages use its terms, and none of the words to avoid."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from service.api.i18n import CATALOGUES, DEFAULT, LANGUAGES
from tests.support.contract import ROOT
from tests.support.pages import PAGES, table_rows

GLOSSARY = ROOT / "docs" / "glossary.md"
TERMS, AVOID = table_rows(GLOSSARY, "Terms"), table_rows(GLOSSARY, "Words to avoid")
NAMES: dict[str, str] = {
    CATALOGUES[language]["language"].lower(): language for language in LANGUAGES
}
"""Languages by the name in the head of a column, in lower case."""

AVOIDED = [
    (NAMES[language.lower()], phrase)
    for language, phrases, _ in AVOID
    for phrase in re.findall("`([^`]+)`", phrases)
]


def texts(value: Any) -> Iterator[str]:
    """Yield every text of a catalogue, without the names in braces."""
    if isinstance(value, str):
        yield re.sub(r"\{[\w.]+", "{", value)
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from texts(one)


def uses(phrase: str, text: str) -> bool:
    return re.search(rf"\b{re.escape(phrase)}s?\b", text, re.IGNORECASE) is not None


def test_each_language_has_a_column() -> None:
    head = next(line for line in GLOSSARY.read_text("utf-8").splitlines() if "| meaning |" in line)
    named = [cell.strip().lower() for cell in head.strip("|").split("|")][:-1]
    assert [NAMES[one] for one in named] == list(LANGUAGES)


@pytest.mark.parametrize(
    ("language", "term"),
    [
        (language, term)
        for *terms, _ in TERMS
        for language, term in zip(LANGUAGES, terms, strict=True)
    ],
)
def test_a_catalogue_uses_the_term(language: str, term: str) -> None:
    assert any(uses(term, text) for text in texts(CATALOGUES[language]))


# Words that the paragraphs of the rules still have. A test that passes all the same is an error.
STILL_USED = {
    *((DEFAULT, phrase) for phrase in ("a deal", "the deal", "next deal", "another deal")),
    *(("es", phrase) for phrase in ("litigio", "diez de últimas")),
}


@pytest.mark.parametrize(
    ("language", "phrase"),
    [
        pytest.param(*one, marks=pytest.mark.xfail(one in STILL_USED, reason="to be reworded"))
        for one in AVOIDED
    ],
)
def test_a_catalogue_avoids_the_word(language: str, phrase: str) -> None:
    assert [text for text in texts(CATALOGUES[language]) if uses(phrase, text)] == []


@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if page.name not in ("glossary.md", "rules.md")],
    ids=lambda page: str(page.relative_to(ROOT)),
)
def test_a_page_avoids_the_words(page: Path) -> None:
    """docs/rules.md is the catalogue once more."""
    text = page.read_text("utf-8")
    assert [phrase for name, phrase in AVOIDED if name == "en" and uses(phrase, text)] == []
