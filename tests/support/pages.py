"""The pages for developers: their commands, their tables, and a clone to run commands in."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.support.contract import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "tests").glob("*.md")])

_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(
    r"`((?:\.venv/bin/|\.ci/run|(?:apt-get|curl|docker|git|just|kubectl|npm|python3? -m|uv) )[^`]*"
    r"|\.ci/run|just)`"
)


AUTHOR = {
    "GIT_AUTHOR_NAME": "A reader",
    "GIT_AUTHOR_EMAIL": "reader@localhost",
    "GIT_COMMITTER_NAME": "A reader",
    "GIT_COMMITTER_EMAIL": "reader@localhost",
}
"""For commits in a clone."""


def blocks(page: Path, language: str) -> list[str]:
    """Return the blocks of a page in one language, `sh` for commands."""
    return [text for name, text in _BLOCK.findall(page.read_text("utf-8")) if name == language]


def commands(page: Path) -> Iterator[str]:
    """Yield what a reader may type: blocks for the shell, and commands in the text."""
    yield from (block.strip() for block in blocks(page, "sh"))
    yield from _INLINE.findall(_BLOCK.sub("", page.read_text("utf-8")))


def table_rows(page: Path, heading: str) -> list[list[str]]:
    """Return the cells of the table under a heading of the second level, without its head."""
    part = page.read_text("utf-8").partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = [line for line in part.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[1:]]


def clone(folder: Path) -> Path:
    """Copy the project to a new folder, as somebody finds it who has just cloned it."""
    made = folder / "belote-arbiter"
    unmade = (".git", ".venv", "build", "mutants", "node_modules", "schema.d.ts", "*cache*")
    shutil.copytree(ROOT, made, ignore=shutil.ignore_patterns(*unmade))
    return made


def set_up(made: Path) -> None:
    """Give a clone this environment as `.venv`, and a history of one commit."""
    (made / ".venv").symlink_to(sys.prefix)
    shell("git init -q -b main && git add . && git commit -q -m 'All of it'", made)


def shell(command: str, cwd: Path, **environment: str) -> str:
    """Return what a command prints. Raises: AssertionError if it fails."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        command,
        shell=True,
        cwd=cwd,
        env=os.environ | AUTHOR | {"PATH": path, "PYTHONUTF8": "1"} | environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
