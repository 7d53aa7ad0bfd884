"""docs/upgrading.md lists internals of dependencies that exist, are used and are pinned.

It also lists every method of a dependency's class that the service overrides.
"""

from __future__ import annotations

import inspect
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cached_property
from importlib import import_module
from pkgutil import walk_packages

import pytest

import service
from tests.support.contract import ROOT

PAGE = (ROOT / "docs" / "upgrading.md").read_text("utf-8")
INTERNALS, _, OVERRIDES = PAGE.partition("## Overridden methods")


def rows(text: str) -> list[tuple[list[str], ...]]:
    """Return the rows of a table, each cell as the names in it or, without any, as its text."""
    return [
        tuple(
            re.findall("`([^`]+)`", cell) or [cell.strip()] for cell in line.strip("|").split("|")
        )
        for line in text.splitlines()
        if line.startswith("| `")
    ]


ROWS = rows(INTERNALS)
NAMES = [(module, name, file) for _, [module], names, [file], _ in ROWS for name in names]


def is_named(name: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


@pytest.mark.parametrize(("module", "name", "file"), NAMES, ids=str)
def test_a_name_is_there_and_is_used(module: str, name: str, file: str) -> None:
    assert is_named(name, inspect.getsource(import_module(module)))
    assert is_named(name, (ROOT / file).read_text("utf-8"))


def test_the_pins_are_those_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert {pin for [pin], *_ in ROWS} <= set(project["dependencies"])


def test_every_attribute_of_gunicorns_that_is_called_private_is_listed() -> None:
    """An underscore after `request.` or `req.` is none of this service's own."""
    listed = {name for _, name, _ in NAMES}
    for file in ("connection", "worker"):
        text = (ROOT / "service" / f"{file}.py").read_text("utf-8")
        assert set(re.findall(r"\breq(?:uest)?\.(_\w+)", text)) <= listed


# Overridden methods


def classes_of_the_service() -> Iterator[type]:
    """Yield every class that a module of the service defines."""
    for found in walk_packages(service.__path__, "service."):
        if found.name.endswith(("__main__", "gunicorn.conf")):  # starts or configures a server
            continue
        for value in vars(import_module(found.name)).values():
            if isinstance(value, type) and value.__module__ == found.name:
                yield value


def is_own(cls: type) -> bool:
    return cls.__module__.partition(".")[0] == "service"


def is_of_a_dependency(cls: type) -> bool:
    return not is_own(cls) and cls.__module__.partition(".")[0] not in sys.stdlib_module_names


def is_method(name: str, value: object) -> bool:
    """Return whether a class attribute is a method, a property or the like."""
    if isinstance(value, type) or name in MADE_BY_PYTHON:
        return False
    return callable(value) or hasattr(type(value), "__get__")


MADE_BY_PYTHON = {"__dict__", "__weakref__", "__annotate__", "__annotate_func__"}
"""Descriptors and functions that a class statement adds by itself."""


def overridden(cls: type) -> Iterator[tuple[str, str, str]]:
    """Yield class and method of a dependency, and the class of the service that overrides it."""
    for name in dir(cls):
        first, *others = [one for one in cls.__mro__ if name in vars(one)] or [object]
        overrides = bool(others) and is_own(first) and is_of_a_dependency(others[0])
        if overrides and is_method(name, vars(first)[name]):
            yield full_name(others[0]), name, full_name(first)


def full_name(cls: type) -> str:
    return f"{cls.__module__}.{cls.__qualname__}"


def test_every_overridden_method_is_explained() -> None:
    """A new override fails here until docs/upgrading.md says what it is for."""
    listed = {
        (base, method, cls)
        for [base], methods, own, _, _ in rows(OVERRIDES)
        for method in methods
        for cls in own
    }
    assert {found for cls in classes_of_the_service() for found in overridden(cls)} == listed


def test_the_table_of_overrides_says_what_is_documented_and_why() -> None:
    for *_, [documented], [why] in rows(OVERRIDES):
        assert documented in {"yes", "no"}
        assert why


def test_an_override_is_found_in_a_class_and_in_what_it_is_mixed_with() -> None:
    class Theirs:
        second = cached_property(str)

        def first(self) -> None: ...
        def third(self) -> None: ...

    class Mixin:
        def first(self) -> None: ...

    class Own(Mixin, Theirs):
        second = cached_property(str)

        def fourth(self) -> None: ...

    Theirs.__module__ = "flask.app"
    Mixin.__module__ = Own.__module__ = "service.app"
    assert {(name, own.rpartition(".")[2]) for _, name, own in overridden(Own)} == {
        ("first", "Mixin"),
        ("second", "Own"),
    }
