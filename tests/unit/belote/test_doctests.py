"""The examples in the docstrings of the game run, and every public function has one."""

from __future__ import annotations

import ast
import doctest
from importlib import import_module

import pytest

from tests.support.source import ROOMS, room_file


@pytest.mark.parametrize("room", ROOMS)
def test_the_examples_of_a_room_run(room: str) -> None:
    module = import_module(f"service.belote.{room}")
    found = doctest.testmod(module, optionflags=doctest.FAIL_FAST)
    assert found.failed == 0


@pytest.mark.parametrize("room", [room for room in ROOMS if not room.startswith("explain.")])
def test_every_public_function_has_an_example(room: str) -> None:
    tree = ast.parse(room_file(room).read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            assert ">>>" in (ast.get_docstring(node) or ""), node.name
