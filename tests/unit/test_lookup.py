"""Tables keyed by the members of an enum have a row for each, or are known to be partial."""

from __future__ import annotations

import ast
import pkgutil
import re
from collections.abc import Iterator, Mapping
from enum import Enum
from importlib import import_module
from typing import Any

import pytest

import service
from service.api.contradictions import FaultForm
from service.belote.audit.findings import FOUND_LATER
from service.belote.codes import DUTY_VALUES, Code
from service.belote.lookup import IncompleteTableError, complete
from service.belote.rules import DutyRule, Marked, Obligation, Outcome, Owed, Scale
from service.belote.scales import SCALES, ScaleTable
from tests.support.contract import ROOT

MODULES = sorted(
    one.name
    for one in pkgutil.walk_packages(service.__path__, "service.")
    if one.name.rpartition(".")[2] not in {"__main__", "conf"}
)

# What has no row means something there: nothing is added, said or lost. Nobody indexes these by a
# member that may be missing.
PARTIAL = {
    *("ANNOUNCEMENTS_ON_CAPOT", "EMPTY", "FAULTS", "NEEDED", "SAMPLES_OF"),
    *("_BID_TO_DEFENCE", "_BID_TO_TAKERS", "_FLAT_TO_DEFENCE", "_FLAT_TO_TAKERS"),
    *("_OWN_TOTALS", "_TO_DEFENCE", "_MORE_VALUES", "_OUTCOME", "_PARDON", "_POINTS_OF"),
    *("_REBELOTE", "_SCORED", "_SHORTEST", "DOUBLES"),
}
# Made with `complete`, or checked at the import, for some members of an enum.
CHECKED = {
    "DUTY_VALUES",
    "VALUES",
    "MEASURES",
    "_CARRY",
    "_FIXED",
    "_NAMES",
    "_ON_CAPOT",
    "_TOPIC_OF",
}
# Looked up by a code that is given: the test below finds the codes.
LOOKED_UP = {"FOUND_LATER"}

AUDIT = ROOT / "service" / "belote" / "audit"
FINDERS = sorted(file.name for file in AUDIT.glob("*.py"))


def tables() -> Iterator[tuple[str, type[Enum], Mapping[Any, Any]]]:
    """Yield the tables of the service that members of one enum are the keys of, by name."""
    for module in MODULES:
        for name, value in vars(import_module(module)).items():
            if not isinstance(value, Mapping) or not value:
                continue
            kinds = {type(key) for key in value}
            kind = kinds.pop()
            if not kinds and issubclass(kind, Enum):
                yield name, kind, value


def test_a_table_has_a_row_for_each_member_or_is_known_not_to() -> None:
    """A table found here needs `complete`, or a place in the lists above with its reason."""
    found = {name for name, kind, table in tables() if set(table) != set(kind)}
    assert found == PARTIAL | CHECKED | LOOKED_UP


def test_a_member_without_a_row_stops_the_import() -> None:
    rows = {Outcome.MADE: 1, Outcome.CHUTE: 2}
    with pytest.raises(IncompleteTableError) as missing:
        complete(Outcome, rows)
    assert missing.value.args == ([Outcome.LITIGE], [])
    with pytest.raises(IncompleteTableError) as unknown:
        complete((Outcome.MADE,), rows)
    assert unknown.value.args == ([], [Outcome.CHUTE])


def test_a_complete_table_keeps_the_order_of_its_rows_and_cannot_change() -> None:
    rows = {Marked.NONE: 0, Marked.VALIDATED: 1, Marked.DECLARED: 2}
    table = complete(Marked, rows)
    assert list(table.items()) == list(rows.items())
    rows[Marked.NONE] = 3
    assert table[Marked.NONE] == 0


def test_a_duty_whose_code_has_no_values_cannot_be_made() -> None:
    code = next(one for one in Code if one not in DUTY_VALUES)
    with pytest.raises(IncompleteTableError) as found:
        DutyRule(Owed.ANY, None, code)
    assert found.value.args == ([code], [])


@pytest.mark.parametrize(
    ("obligation", "broken"), [(Obligation.FOLLOW, None), (None, Code.IRREGULAR_FOLLOW)]
)
def test_an_obligation_goes_with_the_code_of_its_breach(
    obligation: Obligation | None, broken: Code | None
) -> None:
    with pytest.raises(ValueError, match="obligation"):
        DutyRule(Owed.SUIT_LED, obligation, Code.MUST_FOLLOW, broken)


def test_a_scale_marks_every_outcome() -> None:
    once = dict(SCALES[Scale.CLASSIC].once)
    del once[Outcome.LITIGE]
    with pytest.raises(IncompleteTableError):
        ScaleTable(has_contract=False, has_bid=False, once=once, coinched={}, donne_lost=162)


def test_a_fault_whose_sentence_is_missing_cannot_be_made() -> None:
    with pytest.raises(IncompleteTableError) as found:
        FaultForm("inconsistent_points", "no_such_sentence")
    assert found.value.args == (["no_such_sentence"], [])


def given_later(file: str) -> set[str]:
    """The codes of findings that a module of the audit gives, where they are written out."""
    tree = ast.parse((AUDIT / file).read_text("utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    named = [ast.unparse(one.args[1]) for one in calls if ast.unparse(one.func) == "found_later"]
    return {name.removeprefix("Code.") for name in named if name.startswith("Code.")}


def test_every_finding_that_a_later_event_proves_has_its_weight() -> None:
    given = {Code[name] for file in FINDERS for name in given_later(file)}
    assert {Code.COUNT_DIFFERS, Code.SHOW_BY_LOSER} <= given
    of_words = set(re.findall(r"\bCode\.([A-Z_]+)", (AUDIT / "words.py").read_text("utf-8")))
    assert given | {Code[name] for name in of_words} <= set(FOUND_LATER)
