"""Join a module and all that it imports into one module.

Each module becomes the body of a function that is called once and returns what the module exports;
the first one stays at the top level, where it may wait. Comments on lines of their own and the
spaces before each line are left out; no text of the page goes over several lines, as its linter
checks. Reads the forms that the modules of the page use: `import { a, b } from "./c.js";` and
`export` before `const`, `function`, `async function` and `class`.

Uses the standard library only, as the build of the wheel does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from posixpath import normpath

_IMPORT = re.compile(r'^import \{(?P<names>[^}]*)\} from "(?P<path>[^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:const|class|async function|function) (\w+))", re.MULTILINE)
_OTHER_FORM = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
_LINE_OF_COMMENT = re.compile(r"^ *//.*\n", re.MULTILINE)
_INDENT = re.compile(r"^ +", re.MULTILINE)
_BLOCK_OF_COMMENT = re.compile(r"^ */\*\*?(?:(?!\*/).)*\*/\n", re.MULTILINE | re.DOTALL)


def joined(first: str, sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the sources with `first` and all that it imports as one, under its name.

    Raises: ValueError if a module imports or exports in another form, if modules import each other
    in a circle, or if one is not among the sources.
    """
    texts = {name: content.decode() for name, content in sources.items() if name.endswith(".js")}
    order = list(dict.fromkeys(_in_order(first, texts, ())))
    variables = {name: f"module{place}" for place, name in enumerate(order)}
    parts = [_part(name, texts[name], variables, top=name == first) for name in order]
    others = {name: one for name, one in sources.items() if name not in order}
    return others | {first: "".join(parts).encode()}


def _in_order(name: str, texts: Mapping[str, str], above: tuple[str, ...]) -> Iterator[str]:
    """Yield a module after those that it imports."""
    if name in above:
        raise ValueError(f"{' imports '.join((*above, name))}: a circle")
    if name not in texts:
        raise ValueError(f"{above[-1] if above else 'nothing'} imports {name}, which is not there")
    for found in _IMPORT.finditer(texts[name]):
        yield from _in_order(_resolved(name, found["path"]), texts, (*above, name))
    yield name


def _resolved(name: str, path: str) -> str:
    return normpath(PurePosixPath(name).parent / path)


def _part(name: str, text: str, variables: Mapping[str, str], *, top: bool) -> str:
    """Return a module as a part of the whole."""
    exported = _EXPORT.findall(text)
    text = _IMPORT.sub(lambda one: _taken(name, one, variables), text)
    text = _EXPORT.sub("", _BLOCK_OF_COMMENT.sub("", _LINE_OF_COMMENT.sub("", text)))
    text = _INDENT.sub("", text)
    if other := _OTHER_FORM.search(text):
        raise ValueError(f"{name}: {other[0]} is a form that cannot be joined")
    if top:
        return text
    return (
        f"const {variables[name]} = (() => {{\n{text}return {{ {', '.join(exported)} }};\n}})();\n"
    )


def _taken(name: str, imported: re.Match[str], variables: Mapping[str, str]) -> str:
    """Return the declaration that stands for an import."""
    names = " ".join(imported["names"].replace(" as ", ": ").split())
    return f"const {{ {names} }} = {variables[_resolved(name, imported['path'])]};\n"
