"""The pages for developers: their commands and their tables."""

from __future__ import annotations

import re
from pathlib import Path

from tests.support.contract import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "tests").glob("*.md")])

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: Path, language: str) -> list[str]:
    """Return the blocks of a page in one language, `sh` for commands."""
    return [text for name, text in _BLOCK.findall(page.read_text("utf-8")) if name == language]


def table_rows(page: Path, heading: str) -> list[list[str]]:
    """Return the cells of the table under a heading of the second level, without its head."""
    part = page.read_text("utf-8").partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = [line for line in part.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[1:]]
