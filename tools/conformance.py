"""Write service/api/conformance.jsonl, the cases that any engine of the game must answer alike.

Run from the root of the repository:

    python -m tools.conformance

The cases are those of `tests/cases` that have an id. An id names one case forever: a case that asks
or expects something else takes a new id, so that a frontend can note which it is known to fail.
What a case `says` may be reworded.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from service.belote.presets import DEFAULT_PRESET
from tools.files import replace_text

ROOT = Path(__file__).parents[1]
CASES = ROOT / "tests" / "cases"
KIT = ROOT / "service" / "api" / "conformance.jsonl"

Case: TypeAlias = dict[str, Any]


class ChangedCaseError(ValueError):
    """A case changed and kept its id."""

    def __init__(self, names: Iterable[str]) -> None:
        super().__init__(f"changed, so they need new ids: {', '.join(sorted(names))}")


def read(lines: Iterable[str]) -> list[Case]:
    """Return the cases of a text with one JSON object a line."""
    return [json.loads(line) for line in lines]


def cases() -> Iterator[Case]:
    """Yield the cases of the kit, in the order of the files."""
    for file in sorted(CASES.glob("*.jsonl")):
        for case in read(file.read_text("utf-8").splitlines()):
            if "id" in case:
                yield _of_the_kit(case)


def _of_the_kit(case: Mapping[str, Any]) -> Case:
    body = case["body"]
    return {
        "id": case["id"],
        "says": case["says"],
        "rules": {"preset": DEFAULT_PRESET} | body.get("rules", {}),
        "path": case["path"],
        "body": body,
        "expect": case["expect"],
        "rule": case["rule"],
    }


def kit(found: Iterable[Case], before: Iterable[Case]) -> str:
    """Return the text of the kit. `before`: the cases that it had.

    Raises: ChangedCaseError where one of them is another under the same id.
    """
    old = {case["id"]: case for case in before}
    new = list(found)
    if changed := [case["id"] for case in new if _differ(case, old.get(case["id"], case))]:
        raise ChangedCaseError(changed)
    return "".join(f"{json.dumps(case, ensure_ascii=False)}\n" for case in new)


def _differ(case: Case, before: Case) -> bool:
    """Return whether two cases ask or expect something else."""
    return case | {"says": ""} != before | {"says": ""}


if __name__ == "__main__":
    before = KIT.read_text("utf-8").splitlines() if KIT.exists() else []
    replace_text(KIT, kit(cases(), read(before)))
