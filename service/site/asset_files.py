"""Names and paths of the files that the pages load.

`tools.build_static` makes a tree in which each name holds a hash of the content. Wheel and image
contain it; a source checkout does not, and its files are served under their own names.
The build imports this module, so it uses the standard library only.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from posixpath import normpath

PAGES = Path(__file__).parent
BUILT = PAGES / "built"
MANIFEST = "manifest.json"

STATIC, DOCS = "static", "docs"
"""The first segment of an address: of this repository's files, and of those of Swagger UI."""

SWAGGER_UI = ("favicon-32x32.png", "swagger-ui-bundle.js", "swagger-ui.css")
"""The files of Swagger UI that `docs.html` loads; the others are not served."""


def source_files() -> Iterator[tuple[str, Path]]:
    """Yield each name that a template uses, such as `static/page.css`, and the file's path.

    Raises: ModuleNotFoundError if flask_swagger_ui is not installed.
    """
    for file in sorted((PAGES / STATIC).rglob("*")):
        if file.is_file():
            yield file.relative_to(PAGES).as_posix(), file
    swagger_ui = find_spec("flask_swagger_ui")
    if swagger_ui is None or swagger_ui.origin is None:
        raise ModuleNotFoundError("flask_swagger_ui, which brings the files of Swagger UI")
    for name in SWAGGER_UI:
        yield f"{DOCS}/{name}", Path(swagger_ui.origin).with_name("dist") / name


def built_names(folder: Path = BUILT) -> dict[str, str] | None:
    """Return the manifest of the build: name to hashed name. None if nothing is built."""
    manifest = folder / MANIFEST
    if not manifest.is_file():
        return None
    names: dict[str, str] = json.loads(manifest.read_text("utf-8"))
    return names


def resolved(name: str, path: str) -> str:
    """Resolve `path`, relative to the file `name`, to a name."""
    return normpath(PurePosixPath(name).parent / path)


_IMPORTED = re.compile(r'^(?:import \{[^}]*)?\} from "([^"]+)";$', re.MULTILINE)


def imported_at_once(first: str, files: Mapping[str, Path]) -> list[str]:
    """Return the names of a module and of all that it imports before it begins.

    What it fetches later, by a call, is not among them. `files`: paths by name. A module without
    one is left out: it was joined to another.
    """
    found: list[str] = []
    waiting = [first]
    while waiting:
        name = waiting.pop()
        if name in files and name not in found:
            found.append(name)
            text = files[name].read_text("utf-8")
            waiting += (resolved(name, one[1]) for one in _IMPORTED.finditer(text))
    return sorted(found)
