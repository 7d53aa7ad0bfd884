"""Build the files that the pages load, with hashed names: `python -m tools.build_static folder`.

Each file of `service.site.asset_files.source_files` is written as `name.HASH.suffix`. Imports in
modules and URLs in style sheets are rewritten to those names. Files that compress well get a `.gz`
beside them, and `manifest.json` maps names to hashed names. The build is reproducible. The modules
of the table are joined into one (`tools.join_modules`), so that a slow network is asked once.

Uses the standard library and the files of Swagger UI only.
"""

from __future__ import annotations

import gzip
import json
import re
import shutil
import sys
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path, PurePosixPath
from posixpath import relpath

from service.site.asset_files import DOCS, MANIFEST, resolved, source_files
from tools.join_modules import joined

JOINED = "static/table/main.js"
"""The module that reaches all others of the table."""

# A quoted relative path. If it is not a source, it may be an address of the service.
_QUOTED_PATH = re.compile(r"""(?P<open>["'`])(?P<path>\.{1,2}/[^"'`\s]+)(?P<close>(?P=open))""")
_IMPORT = re.compile(r"""\b(?:from|import(?:\s*\()?)\s*["'`](?P<path>[^"'`]*)["'`]""")
# Data URLs and fragments do not refer to files.
_STYLE_URL = re.compile(
    r"""(?P<open>url\(\s*["']?|@import\s+["'])(?!data:|\#)(?P<path>[^"')\s]+)(?P<close>)"""
)

_REFERENCES = {".js": _QUOTED_PATH, ".css": _STYLE_URL}
_REQUIRED = {".js": _IMPORT, ".css": _STYLE_URL}
"""By suffix: patterns that may refer to a source, and patterns that must."""

_WORTHWHILE = 0.95
"""A compressed file is kept if its size is below this fraction of the original."""


def build(target: Path, sources: Mapping[str, bytes] | None = None) -> dict[str, str]:
    """Write the tree to `target`, replacing what is there, and return its manifest.

    `sources`: contents by name, by default the files of this repository.

    Raises: ValueError if a file refers to one that is not among the sources.
    """
    if sources is None:
        sources = joined(JOINED, {name: file.read_bytes() for name, file in source_files()})
    if target.exists():
        shutil.rmtree(target)
    references = {name: _references(name, content, sources) for name, content in sources.items()}
    hashed = {name: _hashed_name(name, sources, references) for name in sources}
    for name, content in sources.items():
        _write(target / hashed[name], _rewritten(name, content, hashed))
    _write(target / MANIFEST, json.dumps(hashed, indent=2, sort_keys=True).encode(), packed=False)
    return hashed


def _kind(name: str) -> str:
    """Return the suffix of a file, "" for those of Swagger UI, which are not rewritten."""
    path = PurePosixPath(name)
    return "" if path.parts[0] == DOCS else path.suffix


def _references(name: str, content: bytes, sources: Mapping[str, bytes]) -> set[str]:
    """Return the sources that a file refers to. Raises: ValueError if one is missing."""
    if _kind(name) not in _REFERENCES:
        return set()
    text = content.decode("utf-8")
    for match in _REQUIRED[_kind(name)].finditer(text):
        if resolved(name, match["path"]) not in sources:
            raise ValueError(f"{name} refers to {match['path']}, which is not there")
    found = {resolved(name, m["path"]) for m in _REFERENCES[_kind(name)].finditer(text)}
    return found & sources.keys()


def _hashed_name(
    name: str, sources: Mapping[str, bytes], references: Mapping[str, set[str]]
) -> str:
    """Return `name` with a hash of everything that its built content depends on.

    That is the file, every source it reaches, and this program. Hashing sources rather than results
    allows modules that import each other.
    """
    digest = sha256(Path(__file__).read_bytes())
    for reached in sorted(_reached(name, references)):
        digest.update(reached.encode() + b"\0" + sha256(sources[reached]).digest())
    path = PurePosixPath(name)
    return str(path.with_name(f"{path.stem}.{digest.hexdigest()[:16]}{path.suffix}"))


def _reached(name: str, references: Mapping[str, set[str]]) -> set[str]:
    """Return a source and all that it refers to, directly or indirectly."""
    reached: set[str] = set()
    waiting = [name]
    while waiting:
        one = waiting.pop()
        if one not in reached:
            reached.add(one)
            waiting += references[one]
    return reached


def _rewritten(name: str, content: bytes, hashed: Mapping[str, str]) -> bytes:
    """Return the content with references to sources replaced by their hashed names."""
    if _kind(name) not in _REFERENCES:
        return content

    def rename(match: re.Match[str]) -> str:
        source = resolved(name, match["path"])
        if source not in hashed:
            return match[0]
        path = relpath(hashed[source], PurePosixPath(name).parent)
        return f"{match['open']}{path if path.startswith('.') else f'./{path}'}{match['close']}"

    return _REFERENCES[_kind(name)].sub(rename, content.decode("utf-8")).encode()


def _write(file: Path, content: bytes, *, packed: bool = True) -> None:
    """Write a file and, if `packed` and worthwhile, its compressed variant."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    small = gzip.compress(content, mtime=0)
    if packed and len(small) < len(content) * _WORTHWHILE:
        file.with_name(f"{file.name}.gz").write_bytes(small)


def main(arguments: list[str]) -> None:
    """Build into the folder named. Raises: SystemExit if none is.

    There is no default: a tree beside the sources would be served in their place, old as it may be.
    """
    if len(arguments) != 1:
        raise SystemExit("usage: python -m tools.build_static folder")
    names = build(Path(arguments[0]))
    print(f"{len(names)} files in {arguments[0]}")


if __name__ == "__main__":
    main(sys.argv[1:])
