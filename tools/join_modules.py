"""Join a module and all that it imports into one module, and so each part that is fetched later.

Each module becomes the body of a function that is called once and returns what the module exports;
the first one stays at the top level, where it may wait. Comments on lines of their own and the
spaces before each line are left out; no text of the page goes over several lines, as its linter
checks. Reads the forms that the modules of the page use: `import { a, b } from "./c.js";`,
`import("./later.js")`, and `export` before `const`, `function`, `async function` and `class`.

A module that is imported by a call becomes a part of its own, with what it alone imports. It
exports one function, `take`, which is called with the modules that are there already.

Uses the standard library only, as the build of the wheel does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath
from posixpath import relpath

from service.site.asset_files import resolved

_IMPORT = re.compile(r'^import \{(?P<names>[^}]*)\} from "(?P<path>[^"]+)";\n', re.MULTILINE)
_LATER = re.compile(r'\bimport\("(?P<path>[^"]+)"\)')
_EXPORT = re.compile(r"^export (?=(?:const|class|async function|function) (\w+))", re.MULTILINE)
_OTHER_FORM = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
_LINE_OF_COMMENT = re.compile(r"^ *//.*\n", re.MULTILINE)
_INDENT = re.compile(r"^ +", re.MULTILINE)
_BLOCK_OF_COMMENT = re.compile(r"^ */\*\*?(?:(?!\*/).)*\*/\n", re.MULTILINE | re.DOTALL)


def joined(first: str, sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the sources with `first` and all that it imports as one, under its name.

    Raises: ValueError if a module imports or exports in another form, if modules import each other
    in a circle, if one is not among the sources, if two later parts both have a module that is not
    there before, or if a later part is there before, or fetches another.
    """
    scripts = {name: content.decode() for name, content in sources.items() if name.endswith(".js")}
    texts = {name: _without_comments(text) for name, text in scripts.items()}
    order = list(dict.fromkeys(_in_order(first, texts, ())))
    later = _later_parts(first, order, texts)
    everything = [*order, *(one for modules in later.values() for one in modules)]
    variables = {name: f"module{place}" for place, name in enumerate(everything)}
    given = {name: _given(modules, order, texts, variables) for name, modules in later.items()}
    calls = {name: _call(relpath(name, PurePosixPath(first).parent), given[name]) for name in later}

    def parts(names: Iterable[str], calls: Mapping[str, str]) -> str:
        return "".join(_part(one, texts[one], variables, calls) for one in names)

    found = {name: one for name, one in sources.items() if name not in variables}
    for name, modules in later.items():
        text = f"{parts(modules, {})}return {variables[name]};\n"
        found[name] = f"export const take = ({given[name]}) => {{\n{text}}};\n".encode()
    top = _body(first, texts[first], variables, calls)
    return found | {first: (parts(order[:-1], calls) + top).encode()}


def _without_comments(text: str) -> str:
    """Return a module without its comments on lines of their own, which may speak of imports."""
    return _BLOCK_OF_COMMENT.sub("", _LINE_OF_COMMENT.sub("", text))


def _later_parts(first: str, order: list[str], texts: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the modules of each part that is fetched later, by the name of the part.

    They are those that are not there before, each after those that it imports.
    """
    calls = (resolved(one, found["path"]) for one in order for found in _LATER.finditer(texts[one]))
    later: dict[str, list[str]] = {}
    for name in dict.fromkeys(calls):
        reached = dict.fromkeys(_in_order(name, texts, (first,)))
        mine = [one for one in reached if one not in order]
        if not mine:
            raise ValueError(f"{name} is there before it is fetched")
        if both := {one for modules in later.values() for one in modules}.intersection(mine):
            raise ValueError(f"{min(both)} is in two parts that are fetched later")
        later[name] = mine
    return later


def _given(
    modules: Iterable[str],
    order: Iterable[str],
    texts: Mapping[str, str],
    variables: Mapping[str, str],
) -> str:
    """Return an object of the modules that are there before and that a later part imports."""
    imported = {resolved(one, at["path"]) for one in modules for at in _IMPORT.finditer(texts[one])}
    return f"{{ {', '.join(variables[name] for name in order if name in imported)} }}"


def _in_order(name: str, texts: Mapping[str, str], above: tuple[str, ...]) -> Iterator[str]:
    """Yield a module after those that it imports."""
    if name in above:
        raise ValueError(f"{' imports '.join((*above, name))}: a circle")
    if name not in texts:
        raise ValueError(f"{above[-1] if above else 'nothing'} imports {name}, which is not there")
    for found in _IMPORT.finditer(texts[name]):
        yield from _in_order(resolved(name, found["path"]), texts, (*above, name))
    yield name


def _part(name: str, text: str, variables: Mapping[str, str], calls: Mapping[str, str]) -> str:
    """Return a module as a part of the whole."""
    exported = ", ".join(_EXPORT.findall(text))
    body = _body(name, text, variables, calls)
    return f"const {variables[name]} = (() => {{\n{body}return {{ {exported} }};\n}})();\n"


def _body(name: str, text: str, variables: Mapping[str, str], calls: Mapping[str, str]) -> str:
    """Return a module without what it imports and exports.

    `calls`: what fetches a part that comes later, by its name.
    """
    text = _IMPORT.sub(lambda one: _taken(name, one, variables), text)
    text = _INDENT.sub("", _EXPORT.sub("", text))
    text = _LATER.sub(lambda one: _called(name, one, calls), text)
    if other := _OTHER_FORM.search(text):
        raise ValueError(f"{name}: {other[0]} is a form that cannot be joined")
    return text


def _taken(name: str, imported: re.Match[str], variables: Mapping[str, str]) -> str:
    """Return the declaration that stands for an import."""
    names = " ".join(imported["names"].replace(" as ", ": ").split())
    return f"const {{ {names} }} = {variables[resolved(name, imported['path'])]};\n"


def _called(name: str, found: re.Match[str], calls: Mapping[str, str]) -> str:
    """Return the call that fetches a later part."""
    part = resolved(name, found["path"])
    if part not in calls:
        raise ValueError(f"{name}: {found[0]} in a part that is fetched later itself")
    return calls[part]


def _call(path: str, given: str) -> str:
    """Return the call that fetches a later part and gives it what is there before."""
    return f'import("./{path}").then((part) => part.take({given}))'
