"""docs/glossary.md has a column for each language of the service."""

from __future__ import annotations

from service.api.i18n import CATALOGUES, LANGUAGES
from tests.support.contract import ROOT

GLOSSARY = ROOT / "docs" / "glossary.md"


def test_each_language_has_a_column() -> None:
    head = next(line for line in GLOSSARY.read_text("utf-8").splitlines() if "| meaning |" in line)
    named = [cell.strip().lower() for cell in head.strip("|").split("|")][:-1]
    assert sorted(named) == sorted(CATALOGUES[one]["language"].lower() for one in LANGUAGES)
