"""The columns of docs/glossary.md are languages of the service, and its fields are in the API."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from service.api.i18n import CATALOGUES, LANGUAGES
from tests.support.contract import COMPONENTS, ROOT
from tests.support.pages import table_rows

GLOSSARY = ROOT / "docs" / "glossary.md"


def test_each_column_is_a_language_of_the_service() -> None:
    head = next(line for line in GLOSSARY.read_text("utf-8").splitlines() if "| meaning |" in line)
    named = [cell.strip().lower() for cell in head.strip("|").split("|")][:-1]
    spoken = [CATALOGUES[one]["language"].lower() for one in LANGUAGES]
    assert named[0] == spoken[0]
    assert set(named) <= set(spoken)


def properties(schema: Any) -> Iterator[str]:
    """The names of all properties in a schema, and in what is written inside it."""
    if isinstance(schema, dict):
        yield from schema.get("properties", {})
        for one in schema.values():
            yield from properties(one)
    elif isinstance(schema, list):
        for one in schema:
            yield from properties(one)


def test_each_field_is_one_of_the_api() -> None:
    named = [
        name
        for row in table_rows(GLOSSARY, "Fields of the API")
        for name in re.findall(r"`(\w+)`", row[0])
    ]
    assert len(named) == len(set(named))
    assert set(named) <= set(properties(COMPONENTS))
    unclear = ("with_card", "shown", "first_player", "declare_best", "claimed_at_count", "carry_in")
    assert {*unclear} <= {*named}
