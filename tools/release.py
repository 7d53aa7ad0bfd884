"""Prepare a release: set the version, head its part of the changelog, write openapi.yaml anew.

Run from the root of the repository; docs/releasing.md says what comes before and after:

    python -m tools.release 1.2.0
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tools.files import replace_text

VERSION = re.compile(r"(?P<major>0|[1-9]\d*)\.(?P<minor>0|[1-9]\d*)\.(?P<patch>0|[1-9]\d*)")
HEADING = "## Unreleased"

VERSIONED = (Path("service", "__init__.py"), Path("deploy", "kubernetes", "kustomization.yaml"))
"""The files that hold the version once, in quotation marks; the first is where it is read."""


def numbers(version: str) -> tuple[int, ...]:
    """Return the three numbers of a version. Raises: ValueError."""
    if not VERSION.fullmatch(version):
        raise ValueError(f"not a version of three numbers: {version}")
    return tuple(map(int, version.split(".")))


def released(changelog: str, version: str) -> str:
    """Return the changelog with its unreleased entries under `version`.

    Raises: ValueError if there are no such entries.
    """
    before, found, after = changelog.partition(f"{HEADING}\n")
    entries, _, earlier = after.partition("\n## ")
    if not found or not entries.strip():
        raise ValueError("CHANGELOG.md has no entries under Unreleased")
    parts = [f"{before}{HEADING}", f"## {version}", entries.strip(), f"## {earlier}"]
    return "\n\n".join(parts)


def notes(changelog: str, version: str) -> str:
    """Return the entries of a version. Raises: ValueError if there are none."""
    entries = changelog.partition(f"\n## {version}\n")[2].partition("\n## ")[0].strip()
    if not entries:
        raise ValueError(f"CHANGELOG.md has no entries under {version}")
    return entries


def prepare(root: Path, version: str) -> None:
    """Write the files of a release. Raises: ValueError."""
    sources = {root / file: (root / file).read_text("utf-8") for file in VERSIONED}
    changelog = root / "CHANGELOG.md"
    [current] = re.findall(r'^__version__ = "(.+)"$', sources[root / VERSIONED[0]], re.MULTILINE)
    if numbers(version) <= numbers(current):
        raise ValueError(f"{version} does not come after {current}")
    text = released(changelog.read_text("utf-8"), version)
    for file, source in sources.items():
        replace_text(file, source.replace(f'"{current}"', f'"{version}"'))
    replace_text(changelog, text)
    # In a process of its own, which imports the new version.
    subprocess.run([sys.executable, "-m", "tools.openapi.build"], cwd=root, check=True)


def main(arguments: list[str]) -> None:
    """Prepare a release, or with `--notes` print the entries of one."""
    root = Path.cwd()
    *options, version = arguments or [""]
    try:
        if options == ["--notes"]:
            print(notes((root / "CHANGELOG.md").read_text("utf-8"), version))
        else:
            prepare(root, version)
    except ValueError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main(sys.argv[1:])
