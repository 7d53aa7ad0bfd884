"""The columns of docs/glossary.md are languages of the service."""

from __future__ import annotations

from service.api.i18n import CATALOGUES, LANGUAGES
from tests.support.contract import ROOT

GLOSSARY = ROOT / "docs" / "glossary.md"


def test_each_column_is_a_language_of_the_service() -> None:
    head = next(line for line in GLOSSARY.read_text("utf-8").splitlines() if "| meaning |" in line)
    named = [cell.strip().lower() for cell in head.strip("|").split("|")][:-1]
    spoken = [CATALOGUES[one]["language"].lower() for one in LANGUAGES]
    assert named[0] == spoken[0]
    assert set(named) <= set(spoken)
