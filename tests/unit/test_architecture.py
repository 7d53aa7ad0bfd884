"""The house as it was drawn: which room may know of which, and nothing of other hosts."""

from __future__ import annotations

import ast
import re
import sys
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.api.contradictions import CODES, PLACES
from service.api.problems import STATUS_OF
from service.api.schemas import announcements, donnes, games, hands
from service.api.schemas.base import RequestSchema
from service.belote.checks import Contradiction, Part
from service.belote.table import SEATS
from tests.support.contract import ROOT
from tests.support.source import ROOMS, imported, room_file

SHIPPED = sorted((ROOT / "service").rglob("*.py"))
EXAMPLES = sorted((ROOT / "examples").glob("*/*"))  # what npm installs lies deeper
PYTHON = [
    *(*SHIPPED, *sorted((ROOT / "tests").rglob("*.py")), *sorted((ROOT / "tools").glob("*.py"))),
    *(file for file in EXAMPLES if file.suffix == ".py"),
]

# The rooms of the game, each of which may know those before it.
PLAN = (
    *("lookup", "cards", "table", "paragraphs", "codes", "rules", "scales", "presets"),
    *("explain.announcements", "explain.declarations", "explain.comparison"),
    *("explain.tricks", "explain.donne", "explain.game", "explain.notes"),
    "explain.audit",
    *("announcements", "declarations", "hands", "comparison"),
    *("inputs", "tricks", "facts", "donne", "dealing"),
    *("audit.events", "audit.rulings", "audit.state", "audit.timing", "audit.auction"),
    *("audit.findings", "audit.reading", "audit.declaring", "audit.showing", "audit.words"),
    *("audit.proofs", "audit.counting", "audit.decision", "audit.claims", "audit.next_moves"),
    *("audit.auditor", "game", "checks"),
)
# The tricks are no matter of announcements.
APART = {"tricks": {"announcements", "declarations", "comparison"}}
# What explains a ruling knows the names of types that rule, and nothing that could rule again.
VALUES = {"lookup", "cards", "table", "codes", "rules", "scales"}


def at_run_time(tree: ast.Module) -> ast.Module:
    """A module without what only a type checker reads."""
    kept = [
        node
        for node in tree.body
        if not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
    ]
    return ast.Module(kept, [])


def rooms_known(room: str) -> set[str]:
    """The rooms of the game that a room imports when it runs."""
    tree = at_run_time(ast.parse(room_file(room).read_text(encoding="utf-8")))
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("service.belote"):
            module = (node.module or "").removeprefix("service.belote").lstrip(".")
            inside = [f"{module}.{one.name}".lstrip(".") for one in node.names]
            found |= set(inside) & set(ROOMS) or {module}
    return found


def attributes(file: Path) -> set[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


# The game ---------------------------------------------------------------------------------------


def test_every_room_of_the_game_is_on_the_plan() -> None:
    assert set(ROOMS) <= set(PLAN)


@pytest.mark.parametrize("room", ROOMS)
def test_the_game_knows_the_standard_library_and_itself(room: str) -> None:
    for module in imported(room_file(room)):
        assert module.startswith("service.belote") or module.split(".")[0] in (
            sys.stdlib_module_names
        )


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_of_the_game_knows_only_the_rooms_below(room: str) -> None:
    assert rooms_known(room) <= set(PLAN[: PLAN.index(room)]) - APART.get(room, set())


@pytest.mark.parametrize("room", [room for room in ROOMS if room.startswith("explain.")])
def test_what_explains_a_ruling_cannot_rule_again(room: str) -> None:
    assert {known for known in rooms_known(room) if not known.startswith("explain.")} <= VALUES


@pytest.mark.parametrize("room", ROOMS)
def test_the_game_knows_no_wire_no_clock_and_no_chance(room: str) -> None:
    roots = {module.split(".")[0] for module in imported(room_file(room))}
    forbidden = {"json", "flask", "time", "datetime", "random", "secrets", "os", "logging", "uuid"}
    assert roots & forbidden == set()


@pytest.mark.parametrize("room", [room for room in ROOMS if room != "cards"])
def test_only_one_room_reads_or_writes_the_text_of_a_card(room: str) -> None:
    file = room_file(room)
    assert attributes(file) & {"labels", "card_of", "bit_of", "suit_of"} == set()
    names = {
        node.id for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Name)
    }
    assert names & {"Deck", "DECKS", "INTERNATIONAL", "FRANCAISE", "SPANISH"} == set()


@pytest.mark.parametrize("room", ROOMS)
def test_the_game_has_no_globals_that_change(room: str) -> None:
    tree = ast.parse(room_file(room).read_text(encoding="utf-8"))
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Global | ast.Nonlocal)]


@pytest.mark.parametrize("room", ROOMS)
def test_the_game_puts_no_text_together(room: str) -> None:
    """A code is a member of its enum, looked up by what decided; never glued from parts."""
    for node in ast.walk(ast.parse(room_file(room).read_text(encoding="utf-8"))):
        assert not isinstance(node, ast.JoinedStr)
        if isinstance(node, ast.Call):
            assert ast.unparse(node.func) not in {"Code", "Code.__getitem__", "format"}
        if isinstance(node, ast.Subscript):
            assert ast.unparse(node.value) != "Code"


def literals(tree: ast.AST) -> Iterator[str]:
    """The strings of a module that are no docstrings."""
    told = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value


MESSAGES = (announcements, donnes, games, hands)
FIELDS = {
    name
    for module in MESSAGES
    for schema in vars(module).values()
    if isinstance(schema, type) and issubclass(schema, RequestSchema)
    if schema.__module__ == module.__name__  # the switches of rules are the game's own words
    for name in schema._declared_fields
    if name not in SEATS  # single letters, as suits have them too
}
# Rooms whose enums give words to values, and the values of checks that are called like a field.
WORDS = {"codes", "presets", "rules", "scales", "table", "audit.events", "audit.rulings"}
ALIKE = {
    "announcements": {"cards"},
    "checks": {"count", "points", "target", "team", "total"},
    "explain.tricks": {"suit"},
    "audit.findings": {"bid", "suit", "taker", "team"},
    "explain.audit": {"bid", "rebelote", "suit", "taker", "team"},
}


@pytest.mark.parametrize("room", [room for room in ROOMS if room not in WORDS])
def test_the_game_has_no_field_of_a_body_and_no_code_of_a_problem(room: str) -> None:
    assert {"hands", "tricks", "card_points", "first_player"} <= FIELDS
    found = set(literals(ast.parse(room_file(room).read_text(encoding="utf-8"))))
    assert found & (FIELDS | set(STATUS_OF)) <= ALIKE.get(room, set())


@pytest.mark.parametrize("room", ROOMS)
def test_the_game_does_not_speak_of_the_wire(room: str) -> None:
    text = room_file(room).read_text(encoding="utf-8").lower()
    assert not re.findall(r"\bwire\b|\bjson\b|\bhttp\b|\brequests?\b|\bbod(?:y|ies)\b", text)


EDGE = sorted((ROOT / "service" / "api").rglob("*.py"))


# Where a list of cards is read: a method that makes a reader, and the reader.
COUNTED = {("fields.py", "reader"), ("fields.py", "read")}


@pytest.mark.parametrize("file", EDGE, ids=lambda file: file.name)
def test_the_edge_compares_no_cards(file: Path) -> None:
    """It reads a card, and a list of different cards of a size; the rest is for the game."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    sets = (ast.BitAnd, ast.LShift, ast.RShift)
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, sets) and file.name == "fields.py":
            raise AssertionError(ast.unparse(node))
        if isinstance(node, ast.FunctionDef):
            counted = "bit_count" in ast.unparse(node)
            assert not counted or (file.name, node.name) in COUNTED
    codes = {"duplicate_card", "inconsistent_points", "inconsistent_tricks", "game_over"}
    told = {one for one in literals(tree) if one in codes | {"cards_or_hand_required"}}
    allowed = {
        "fields.py": {"duplicate_card"},
        **dict.fromkeys(("contradictions.py", "operations.py", "problems.py"), told),
    }
    assert told <= allowed.get(file.name, set())


def test_every_contradiction_and_every_part_has_its_place_in_the_edge() -> None:
    assert set(CODES) == set(Contradiction)
    assert set(PLACES) == set(Part)
    assert {one.code for one in CODES.values()} <= set(STATUS_OF)


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: str(file.relative_to(ROOT)))
def test_what_is_shipped_knows_nothing_of_its_tests(file: Path) -> None:
    assert not [module for module in imported(file) if module.split(".")[0] in ("tests", "pytest")]


# The tests --------------------------------------------------------------------------------------

TESTS = sorted(file for file in (ROOT / "tests").rglob("*.py") if "node_modules" not in file.parts)


def is_collected(function: ast.FunctionDef) -> bool:
    """Whether pytest calls a function: a test, or a fixture."""
    return bool(function.decorator_list) or function.name.startswith("test_")


def bodies(file: Path) -> Iterator[tuple[str, str]]:
    """Yield the body of each function of a module, tests and fixtures apart, without docstring."""
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and not is_collected(node):
            body = node.body[1:] if ast.get_docstring(node) else node.body
            yield f"{file.relative_to(ROOT)}: {node.name}", "\n".join(map(ast.unparse, body))


@pytest.mark.parametrize("file", TESTS, ids=lambda file: str(file.relative_to(ROOT)))
def test_no_module_imports_a_test_module(file: Path) -> None:
    """What two test modules share is in `tests/support` or `tests/reference`."""
    modules = [module.split(".") for module in imported(file)]
    assert [module for module in modules if module[0] == "tests" and "test_" in module[-1]] == []


def test_no_two_helpers_of_the_tests_are_the_same() -> None:
    found: dict[str, list[str]] = defaultdict(list)
    for file in TESTS:
        for place, body in bodies(file):
            found[body].append(place)
    assert [places for places in found.values() if len(places) > 1] == []


# What is written --------------------------------------------------------------------------------

WRITTEN = sorted(
    file
    for file in (*(ROOT / "service").rglob("*"), *EXAMPLES, ROOT / "README.md")
    if file.suffix in {".py", ".json", ".html", ".css", ".js", ".md", ".ts"}
)


# This service's own, the standards that the README leads to, and the name of SVG.
HOSTS = {"127.0.0.1", "localhost", "www.rfc-editor.org", "www.w3.org"}


@pytest.mark.parametrize("file", WRITTEN, ids=lambda file: str(file.relative_to(ROOT)))
def test_no_other_host_is_named(file: Path) -> None:
    found = re.findall(r"https?://([^\s/:\"'`<>)\\]*)", file.read_text(encoding="utf-8"))
    assert {host for host in found if host and host[0] != "{"} <= HOSTS


def exceptions(file: Path) -> Iterator[str]:
    """The comments of a file that excuse a line from a check."""
    with tokenize.open(file) as source:
        for token in tokenize.generate_tokens(source.readline):
            if token.type == tokenize.COMMENT and re.search(r"type: ignore|noqa", token.string):
                yield token.string


@pytest.mark.parametrize("file", PYTHON, ids=lambda file: str(file.relative_to(ROOT)))
def test_every_exception_from_a_check_has_its_code_and_its_reason(file: Path) -> None:
    for comment in exceptions(file):
        assert re.fullmatch(
            r"# type: ignore\[[\w, -]+\]\s+# .{5,}"
            r"|# (ruff: )?noqa: [A-Z]+\d+(, [A-Z]+\d+)* - .{5,}",
            comment,
        ), comment
