"""The best points of all 10,518,300 hands, counted with the service's own `best`."""

from __future__ import annotations

import json
from collections import Counter
from math import comb
from pathlib import Path

from service.belote.announcements import best
from tests.support.strategies import every_hand_up_to_suits

GOLDEN = Path(__file__).parents[1] / "cases" / "census.json"


def test_the_best_points_of_all_hands_are_those_of_the_golden_table() -> None:
    census: Counter[int] = Counter()
    for hand, times in every_hand_up_to_suits():
        census[best(hand).points] += times
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert census == {int(points): hands for points, hands in golden.items()}
    assert census.total() == comb(32, 8) == 10_518_300
