"""Hold an engine of belote to the conformance kit.

    python3 conformance.py conformance.jsonl engine.py

An engine is a module with `answer(path, body)`, which returns what the API would, or as many
members of it as it knows; None where it has no answer. Of objects the members that the kit names
are compared, lists must be equal, and a member that the engine does not answer is skipped.
"""

import json
import runpy
import sys
from pathlib import Path
from typing import Any


def differences(expected: Any, found: Any, where: str = "") -> list[str]:
    if isinstance(expected, dict) and isinstance(found, dict):
        pairs = ((f"{where}/{key}", one, found.get(key)) for key, one in expected.items())
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        pairs = (
            (f"{where}/{at}", *both) for at, both in enumerate(zip(expected, found, strict=True))
        )
    else:
        same = json.dumps(expected, sort_keys=True) == json.dumps(found, sort_keys=True)
        return [] if same else [f"{where}: {found!r} instead of {expected!r}"]
    return [one for place, a, b in pairs for one in differences(a, b, place)]


def main(kit: str, engine_file: str) -> int:
    answer = runpy.run_path(engine_file)["answer"]
    counts = {"right": 0, "wrong": 0, "unanswered": 0}
    for case in map(json.loads, Path(kit).read_text(encoding="utf-8").splitlines()):
        found = answer(case["path"], case["body"]) or {}
        asked = {name: one for name, one in case["expect"].items() if name in found}
        wrong = differences(asked, found)
        counts["wrong" if wrong else "right" if asked else "unanswered"] += 1
        for one in wrong[:1]:
            print(f"{case['id']} ({case['rule']}: {case['says']}) {one}")
    print(", ".join(f"{number} {word}" for word, number in counts.items()))
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
