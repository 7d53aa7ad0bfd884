"""docs/performance.md names files that exist and every shortcut that is measured."""

from __future__ import annotations

import re

from tests.bench.shortcuts import PLAIN
from tests.support.contract import ROOT

PAGE = (ROOT / "docs" / "performance.md").read_text("utf-8")


def test_every_file_that_is_named_exists() -> None:
    named = set(re.findall(r"\bservice(?:/\w+)+(?:\.\w+)*", PAGE))
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_every_shortcut_that_is_measured_has_a_file_with_a_row() -> None:
    """The bench replaces attributes of modules; each of them is on the page."""
    modules = {
        getattr(owner, "__module__", None) or owner.__name__
        for replacements in PLAIN.values()
        for owner, _, _ in replacements
    } - {"service.app"}
    assert modules
    for module in modules:
        assert f"| {module.replace('.', '/')}.py |" in PAGE
