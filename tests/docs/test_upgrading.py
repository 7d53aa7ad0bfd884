"""docs/upgrading.md lists internals of dependencies that exist, are used, and are pinned."""

from __future__ import annotations

import inspect
import re
import tomllib
from importlib import import_module

import pytest

from tests.support.contract import ROOT

PAGE = (ROOT / "docs" / "upgrading.md").read_text("utf-8")
ROWS = [
    tuple(re.findall("`([^`]+)`", cell) or [cell.strip()] for cell in line.strip("|").split("|"))
    for line in PAGE.splitlines()
    if line.startswith("| `")
]
NAMES = [(module, name, file) for _, [module], names, [file], _ in ROWS for name in names]


def is_named(name: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


@pytest.mark.parametrize(("module", "name", "file"), NAMES, ids=str)
def test_a_name_is_there_and_is_used(module: str, name: str, file: str) -> None:
    assert is_named(name, inspect.getsource(import_module(module)))
    assert is_named(name, (ROOT / file).read_text("utf-8"))


def test_the_pins_are_those_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert {pin for [pin], *_ in ROWS} <= set(project["dependencies"])


def test_every_attribute_of_gunicorns_that_is_called_private_is_listed() -> None:
    """An underscore after `request.` or `req.` is none of this service's own."""
    listed = {name for _, name, _ in NAMES}
    for file in ("connection", "worker"):
        text = (ROOT / "service" / f"{file}.py").read_text("utf-8")
        assert set(re.findall(r"\breq(?:uest)?\.(_\w+)", text)) <= listed
