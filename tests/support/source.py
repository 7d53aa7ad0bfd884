"""The modules of the project as source, for tests of its structure."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.support.contract import ROOT

GAME = ROOT / "service" / "belote"
ROOMS = sorted(
    ".".join(file.relative_to(GAME).with_suffix("").parts)
    for file in GAME.rglob("*.py")
    if file.stem != "__init__"
)


def room_file(room: str) -> Path:
    return GAME.joinpath(*room.split(".")).with_suffix(".py")


def imported(file: Path) -> Iterator[str]:
    """The modules that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"a relative import in {file}"
            assert node.module
            yield node.module
