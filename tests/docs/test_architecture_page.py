"""docs/architecture.md lists every module of the service, and what the pages name is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.contract import ROOT

PAGE = ROOT / "docs" / "architecture.md"
DECISIONS = sorted((ROOT / "docs" / "decisions").glob("*.md"))
TEXT = PAGE.read_text("utf-8")
SOURCES = sorted((ROOT / "service").rglob("*.py"))
MODULES = [file.relative_to(ROOT / "service") for file in SOURCES if file.name != "__init__.py"]
TEXTS = [file.read_text("utf-8") for file in SOURCES]
SCRIPTS = sorted((ROOT / "service" / "site" / "static" / "table").glob("*.js"))
NAMES = {file.stem for file in (*SOURCES, *SCRIPTS)} | {file.parent.name for file in SOURCES}

# Where the modules of a folder are listed: from a phrase of the page to the end of the part.
LISTED = {
    "belote": "Inside `service/belote`",
    "belote/explain": "| `explain/` |",
    "belote/audit": "| `audit/` |",
    "api": "Modules of `service/api`:",
    "api/schemas": "Modules of `service/api/schemas`:",
    "api/schemas/answers": "| `answers/` |",
    "api/i18n": "Modules of `service/api/i18n`:",
    ".": "## Around it",
    "observability": "| `observability/` |",
    "site": "| `site/` |",
}


def quoted(text: str) -> set[str]:
    """Return what is written as code outside of blocks."""
    return set(re.findall(r"`([^`\n]+)`", re.sub(r"(?s)^```.*?^```$", "", text, flags=re.M)))


def part(start: str) -> str:
    """Return a row of a table, or all up to the next heading or list of modules."""
    text = TEXT[TEXT.index(start) :]
    end = r"\n" if start.startswith("|") else r"\n#|\nModules of "
    return re.split(end, text[len(start) :], maxsplit=1)[0]


def names_code(name: str) -> bool:
    """Whether a class, a function or a constant has this name, and its attribute in its module."""
    first, *rest = name.split(".")
    defined = re.compile(rf"(?m)^\s*(?:class |def ){first}\b|^{first}\b.*=")
    return any(
        defined.search(text) and all(re.search(rf"\b{one}\b", text) for one in rest)
        for text in TEXTS
    )


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_every_module_is_listed_with_its_folder(module: Path) -> None:
    named = quoted(part(LISTED[str(module.parent)]))
    assert {module.stem, module.name} & named


@pytest.mark.parametrize("page", [PAGE, *DECISIONS], ids=lambda page: page.name)
def test_a_file_that_is_named_is_there(page: Path) -> None:
    for name in quoted(page.read_text("utf-8")):
        if re.fullmatch(r"(?:service|tools|tests|docs|deploy)(?:/[\w.-]+)+", name):
            assert (ROOT / name).exists(), name
        elif re.fullmatch(r"(?:[\w-]+/)*\w+(?:\.conf)?\.py", name):
            assert [file for file in SOURCES if str(file).endswith(f"/{name}")], name


def test_every_name_of_the_page_is_one_of_the_code() -> None:
    """Modules, classes and functions; files are tried above, and there is one method of HTTP."""
    names = {one for one in quoted(TEXT) if re.fullmatch(r"[A-Za-z_]\w*(?:\.[a-z_]+)*", one)}
    files = {
        one for one in names if Path(one).suffix in {".conf", ".lock", ".py", ".toml", ".yaml"}
    }
    known = NAMES | files | {"drawings", "faces", "OPTIONS"}
    assert [one for one in sorted(names - known) if not names_code(one)] == []
