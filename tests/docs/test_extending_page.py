"""docs/extending.md names files, modules and constants that are there."""

from __future__ import annotations

import re
from importlib.util import find_spec

import pytest

from service.site.card_faces import INKS
from tests.support.contract import ROOT

PAGE = (ROOT / "docs" / "extending.md").read_text("utf-8")
COMMANDS = "\n".join(re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL))
MADE_UP = {"service/api/i18n/xx.json"}
FILES = set(re.findall(r"(?<![\w/])(?:service|tools|tests|docs|deploy)/[\w./-]+\w", PAGE)) - MADE_UP


@pytest.mark.parametrize("file", sorted(FILES))
def test_a_file_is_there(file: str) -> None:
    assert (ROOT / file).exists()


def test_every_command_runs_a_module_that_is_there() -> None:
    modules = set(re.findall(r"python -m ([\w.]+)", COMMANDS))
    assert modules
    assert [name for name in modules if find_spec(name) is None] == []


@pytest.mark.parametrize(
    ("file", "names"),
    [
        ("service/api/i18n/plurals.py", {"FAMILIES"}),
        ("tests/unit/api/test_i18n.py", {"SAMPLES", "UNTRANSLATED"}),
        ("service/belote/cards.py", {"DECKS"}),
        ("service/belote/rules.py", {"CLASSIQUE", "CARRY_TO"}),
        ("service/belote/presets.py", {"SWITCHES", "PRESETS"}),
        ("service/api/contradictions.py", {"CODES", "PLACES"}),
        ("service/api/problems.py", {"STATUS_OF"}),
        ("tests/unit/belote/test_variants.py", {"CONTRACT"}),
        ("tests/http/test_donnes.py", {"CONTRADICTIONS"}),
        ("tests/unit/belote/test_paragraphs.py", {"NUMBERS"}),
    ],
)
def test_a_table_to_extend_is_there(file: str, names: set[str]) -> None:
    text = (ROOT / file).read_text("utf-8")
    for name in names:
        assert f"`{name}`" in PAGE
        assert re.search(rf"(?m)^{name}\b", text), name


def test_the_inks_of_drawings_are_named() -> None:
    [sentence] = re.findall(r"`data-ink`: ([^.]*)\.", PAGE)
    assert re.findall(r"`(\w+)`", sentence) == list(INKS)


def test_every_link_within_the_page_leads_to_a_heading() -> None:
    anchors = {one.lower().replace(" ", "-") for one in re.findall(r"(?m)^## (.*)$", PAGE)}
    assert set(re.findall(r"\]\(#([\w-]+)\)", PAGE)) <= anchors
