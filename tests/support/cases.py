"""The collected cases of `tests/cases`, one JSON object a line."""

from __future__ import annotations

import json
from pathlib import Path

from tests.support.client import Json

FOLDER = Path(__file__).parents[1] / "cases"

CASES: list[Json] = [
    json.loads(line)
    for name in sorted(FOLDER.glob("*.jsonl"))
    for line in name.read_text(encoding="utf-8").splitlines()
]
