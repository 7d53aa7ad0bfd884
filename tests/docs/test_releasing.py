"""docs/releasing.md: a release is cut in a copy, by the commands of the page."""

from __future__ import annotations

import re
from pathlib import Path
from shutil import which

import pytest

from tests.support.contract import ROOT
from tests.support.pages import blocks, clone, set_up, shell
from tools import release

PAGE = ROOT / "docs" / "releasing.md"
LOCK, *CUT, _ = [block.strip() for block in blocks(PAGE, "sh")]
CHANGELOG = (ROOT / "CHANGELOG.md").read_text("utf-8")


def unreleased(changelog: str) -> str:
    """The entries that the next release has."""
    return changelog.partition("## Unreleased\n")[2].partition("\n## ")[0].strip()


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("release")
    made = clone(folder)
    changelog = made / "CHANGELOG.md"
    text = changelog.read_text("utf-8")
    if not unreleased(text):  # right after a release
        changelog.write_text(text.replace("## Unreleased\n", "## Unreleased\n\n- One.\n"), "utf-8")
    set_up(made)
    shell("git init -q --bare ../origin && git remote add origin ../origin", made)
    return made


@pytest.mark.slow
def test_the_commands_of_the_page_cut_and_push_a_release(tree: Path) -> None:
    prepare, commit, push = CUT
    version = prepare.split()[-1]
    expected = unreleased((tree / "CHANGELOG.md").read_text("utf-8"))
    for command in (prepare, commit, push):
        shell(command, tree)
    assert shell("git status --porcelain", tree) == ""
    assert shell("git ls-remote --tags --refs origin", tree).split()[1] == f"refs/tags/v{version}"
    changed = shell(f"git diff --name-only HEAD~1 v{version}", tree).split()
    deployed = "deploy/kubernetes/kustomization.yaml"
    assert changed == ["CHANGELOG.md", deployed, "openapi.yaml", "service/__init__.py"]
    assert f'newTag: "{version}"' in (tree / deployed).read_text("utf-8")
    assert f"version: {version}" in (tree / "openapi.yaml").read_text("utf-8")
    entries = shell(f".venv/bin/python -m tools.release --notes {version}", tree)
    assert entries.strip() == expected


@pytest.mark.slow
def test_the_command_for_the_lock_file_writes_one(tree: Path) -> None:
    if which(tree / LOCK.split()[0]) is None:
        pytest.skip("uv, one of the packages for a release, is not installed")
    try:
        shell(LOCK, tree)
    except AssertionError as failed:
        if "ould not" in str(failed) or "ailed to fetch" in str(failed):
            pytest.skip("uv reaches no packages here")
        raise
    locked = (tree / "requirements.lock").read_text("utf-8")
    assert re.findall(r"^flask==", locked, re.MULTILINE)


def test_unreleased_entries_go_under_the_version() -> None:
    text = "# Changelog\n\n## Unreleased\n\n- One.\n\n## 1.0.0\n\nFirst.\n"
    assert release.released(text, "1.1.0") == (
        "# Changelog\n\n## Unreleased\n\n## 1.1.0\n\n- One.\n\n## 1.0.0\n\nFirst.\n"
    )


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("# Changelog\n\n## 1.0.0\n\nFirst.\n", "no entries under Unreleased"),
        ("# Changelog\n\n## Unreleased\n\n## 1.0.0\n\nFirst.\n", "no entries under Unreleased"),
    ],
)
def test_nothing_unreleased_is_no_release(text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        release.released(text, "1.1.0")


@pytest.mark.parametrize("version", ["1.0", "v1.1.0", "1.01.0", "1.1.0rc1", ""])
def test_a_version_has_three_numbers(version: str) -> None:
    with pytest.raises(ValueError, match="three numbers"):
        release.prepare(ROOT, version)


def test_a_version_comes_after_the_last() -> None:
    with pytest.raises(ValueError, match="does not come after"):
        release.prepare(ROOT, "0.9.0")


def test_notes_are_the_entries_of_a_version() -> None:
    assert release.notes(CHANGELOG, "1.0.0").startswith("The first release.")
    with pytest.raises(ValueError, match=r"no entries under 0\.1\.0"):
        release.notes(CHANGELOG, "0.1.0")
