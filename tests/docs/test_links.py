"""Every relative link of a page leads to a file, and every anchor to a heading."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.contract import ROOT
from tests.support.pages import PAGES

LINKS = [
    (page, target)
    for page in PAGES
    for target in re.findall(r"\]\(([^()\s]+)\)", page.read_text("utf-8"))
    if "://" not in target
]


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page: its headings as GitHub writes them, and its own ids."""
    text = page.read_text("utf-8")
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    written = {re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in headings}
    return written | set(re.findall(r'<a id="([^"]+)"', text))


@pytest.mark.parametrize(
    ("page", "target"), LINKS, ids=lambda one: str(one).removeprefix(f"{ROOT}/")
)
def test_a_link_leads_somewhere(page: Path, target: str) -> None:
    name, _, anchor = target.partition("#")
    file = page.parent / name if name else page
    assert file.exists()
    assert not anchor or anchor in anchors(file)


def test_every_page_is_linked_from_another() -> None:
    """The README of a folder is shown with the folder; GitHub shows the code of conduct."""
    linked = {
        (page.parent / target.partition("#")[0]).resolve()
        for page, target in LINKS
        if target.partition("#")[0]
    }
    alone = {ROOT / name for name in ("README.md", "CODE_OF_CONDUCT.md", "SECURITY.md")}
    assert set(PAGES) - linked - alone == set()
