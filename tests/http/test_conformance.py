"""The conformance kit: as the tool writes it, right by the references, and able to find faults."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.belote.paragraphs import PARAGRAPHS
from service.belote.presets import PRESETS, SWITCHES
from tests.reference.naive_engine import answer, in_international
from tests.reference.naive_spelling import deck_of
from tests.support.client import Json, answered, get, post
from tests.support.contract import ROOT
from tools.conformance import KIT, ChangedCaseError, cases, kit, read

CASES = list(cases())
EXAMPLES = ROOT / "examples" / "conformance"

each = pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])


def compared(expected: Any, found: Any, where: str = "") -> Iterator[tuple[str, Any, Any]]:
    """The values that both have a place for."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in expected.keys() & found.keys():
            yield from compared(expected[key], found[key], f"{where}/{key}")
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for at, both in enumerate(zip(expected, found, strict=True)):
            yield from compared(*both, f"{where}/{at}")
    else:
        yield where, expected, found


# What it holds ------------------------------------------------------------------------------------


def test_the_kit_is_what_the_tool_writes() -> None:
    text = KIT.read_text("utf-8")
    assert text == kit(CASES, []), "run `python -m tools.conformance`"
    assert read(text.splitlines()) == CASES


def test_a_case_is_of_a_rule_and_of_rules_and_no_two_have_one_id() -> None:
    assert len({case["id"] for case in CASES}) == len(CASES) >= 150
    assert len({case["path"] + json.dumps(case["body"]) for case in CASES}) == len(CASES)
    for case in CASES:
        assert list(case) == ["id", "says", "rules", "path", "body", "expect", "rule"]
        assert case["rule"] in PARAGRAPHS
        assert case["rules"].keys() <= {"preset", *SWITCHES}
        assert case["rules"]["preset"] in PRESETS
        assert case["expect"]


MATTERS = {
    "the choice of announcements": {"A5", "A7", "A9", "A10"},
    "carrés": {"A3", "A4"},
    "every step of a comparison": {"X1", "X2", "X3", "X4", "X5", "X6", "X7", "X8", "X10", "X11"},
    "the duties of a play": {"P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "P9", "P10"},
    "the orders of cards": {"C4", "C5", "C6", "C8"},
    "the belote": {"B1", "B3", "B4", "B5", "B6", "B7", "B8"},
    "made, failed, level, capot": {"S2", "S3", "S5", "S6", "S7", "S8", "S11", "S12", "S13"},
    "what waits": {"S9", "S10"},
    "a game": {"G2", "G3", "G4"},
    "a donne as it happened": {"E1", "E2", "E3", "E4", "E5", "E6", "P12", "P15", "P16", "B2", "B3"}
    | {"D2", "D10", "X12", "X13", "X14", "X15", "S17", "L3", "L4", "L5", "L9", "V25", "V27", "V28"},
    "declarations": {"D1", "D2", "D3", "D4", "D6", "D7", "D8", "D9", "D10", "D11"},
}


@pytest.mark.parametrize("matter", MATTERS)
def test_the_kit_tries(matter: str) -> None:
    assert MATTERS[matter] - {case["rule"] for case in CASES} <= {"A7"}


# Whether it is right ------------------------------------------------------------------------------


@each
def test_the_references_expect_the_same(case: Json) -> None:
    expected = in_international(case["expect"], deck_of(case["body"]))
    found = list(compared(expected, answer(case["path"], case["body"])))
    assert found
    assert [one for one in found if one[1] != one[2]] == []


@each
def test_the_service_answers_so(client: FlaskClient, case: Json) -> None:
    told = answered(post(client, case["path"], case["body"]))
    found = list(compared(case["expect"], told))
    assert case["expect"].keys() <= told.keys()
    assert [one for one in found if one[1] != one[2]] == []
    assert case["rules"].items() <= told["rules"].items()


def test_a_case_that_changed_needs_a_new_id() -> None:
    before = [dict(case) for case in CASES]
    before[0]["expect"] = {}
    with pytest.raises(ChangedCaseError, match=CASES[0]["id"]):
        kit(CASES, before)
    assert kit(CASES, before[1:]) == kit(CASES, [])


def test_a_case_may_be_reworded() -> None:
    before = [case | {"says": "otherwise"} for case in CASES]
    assert kit(CASES, before) == kit(CASES, [])


# How it is served ---------------------------------------------------------------------------------


def test_it_is_served_as_lines_of_json_and_may_be_kept(client: FlaskClient) -> None:
    first = get(client, "/conformance.jsonl")
    assert first.mimetype == "application/jsonl"
    assert read(first.text.splitlines()) == CASES
    again = get(client, "/conformance.jsonl", if_none_match=first.headers["ETag"])
    assert (again.status_code, again.data) == (304, b"")
    assert first.headers["Cache-Control"] == "public, max-age=3600"


# The runners --------------------------------------------------------------------------------------

NODE = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
RUNNERS: Mapping[str, tuple[list[str], str]] = {
    "python": ([sys.executable, "-W", "error", "conformance.py"], "wrong_engine.py"),
    "node": (["node", "conformance.mjs"], "wrong_engine.mjs"),
}
runner = pytest.mark.parametrize("language", ["python", pytest.param("node", marks=NODE)])


def run(language: str, engine: Path, lines: Path = KIT) -> tuple[int, list[str], str]:
    """The status of a runner, the faults that it finds, and its last line."""
    command, _ = RUNNERS[language]
    done = subprocess.run(
        [*command, str(lines), str(engine)],
        cwd=EXAMPLES,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.stderr == ""
    *faults, last = done.stdout.splitlines()
    return done.returncode, faults, last


def rules_of(faults: list[str]) -> set[str]:
    rule = {case["id"]: case["rule"] for case in CASES}
    return {rule[fault.split(" ")[0]] for fault in faults}


FOUND = {
    "python": {"A5", "A9"},  # cards that serve twice, and runs that are not split
    "node": {"S2", "S6", "S11", "S12", "S16"},  # rounding, and a litige that is none
}


@runner
def test_a_runner_finds_the_faults_of_the_wrong_engine(language: str) -> None:
    status, faults, last = run(language, EXAMPLES / RUNNERS[language][1])
    assert status == 1
    assert rules_of(faults) == FOUND[language]
    right, wrong, unanswered = (int(part.split()[0]) for part in last.split(", "))
    assert wrong == len(faults)
    assert right > 0
    assert right + wrong + unanswered == len(CASES)


RIGHT = {
    "python": (
        "right.py",
        """
import json
from pathlib import Path
known = [json.loads(line) for line in Path(KIT).read_text(encoding="utf-8").splitlines()]
def answer(path, body):
    return next(c["expect"] for c in known if (c["path"], c["body"]) == (path, body))
""",
    ),
    "node": (
        "right.mjs",
        """
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
const lines = readFileSync(KIT, "utf8").split("\\n").filter(Boolean);
const known = lines.map((line) => JSON.parse(line));
export const answer = (path, body) =>
  known.find((c) => c.path === path && isDeepStrictEqual(c.body, body)).expect;
""",
    ),
}


@runner
def test_a_runner_finds_nothing_in_an_engine_that_is_right(language: str, tmp_path: Path) -> None:
    name, text = RIGHT[language]
    engine = tmp_path / name
    engine.write_text(text.replace("KIT", json.dumps(str(KIT))), "utf-8")
    assert run(language, engine) == (0, [], f"{len(CASES)} right, 0 wrong, 0 unanswered")


@runner
def test_a_runner_tells_apart_what_is_only_alike(language: str, tmp_path: Path) -> None:
    """Lists of other lengths, null and zero, and 1 and true are all told apart."""
    lines = tmp_path / "kit.jsonl"
    wrong = [([], [1]), ([1], []), (None, 0), (1, True), ({"a": 1}, {}), ("1", 1), ([], {})]
    lines.write_text(
        "".join(
            json.dumps(
                {
                    "id": f"case-{at}",
                    "says": "two values that are only alike",
                    "rule": "A1",
                    "path": str(at),
                    "body": {},
                    "expect": {"it": one},
                }
            )
            + "\n"
            for at, (one, _) in enumerate(wrong)
        ),
        "utf-8",
    )
    answers = json.dumps([other for _, other in wrong])
    engines = {
        "python": (
            "e.py",
            f"import json\nA = json.loads({answers!r})\n"
            "def answer(path, body): return {'it': A[int(path)]}\n",
        ),
        "node": (
            "e.mjs",
            f"const A = {answers};\nexport const answer = (p) => ({{ it: A[+p] }});\n",
        ),
    }
    name, text = engines[language]
    engine = tmp_path / name
    engine.write_text(text, "utf-8")
    _, faults, last = run(language, engine, lines)
    assert last == f"0 right, {len(wrong)} wrong, 0 unanswered"
    assert len(faults) == len(wrong)
