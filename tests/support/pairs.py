"""All pairs of announcements that two players can hold at once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from service.belote.announcements import ANNOUNCEMENTS, Announcement
from tests.reference.twin import plain_one

PLAIN = {one: plain_one(one) for one in ANNOUNCEMENTS}
"""Each announcement as the twin writes it."""


def disjoint_pairs() -> Iterator[tuple[Announcement, Announcement]]:
    return ((a, b) for a, b in product(ANNOUNCEMENTS, repeat=2) if not a.cards & b.cards)
