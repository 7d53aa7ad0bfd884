"""Under which topic the page asks about each house rule.

The topic follows from the chapter of the paragraph that a switch replaces, so a new switch needs no
entry here.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cache

from service.belote.lookup import complete
from service.belote.paragraphs import PARAGRAPH_OF_DEFAULT, Chapter
from service.belote.presets import SWITCHES


class Topic(StrEnum):
    """What some house rules are about, in the order in which the page asks."""

    ANNOUNCEMENTS = "announcements"
    CONTRACT = "contract"
    COUNT = "count"
    BELOTE = "belote"
    PLAY = "play"
    FAULTS = "faults"


_TOPIC_OF: Mapping[Chapter, Topic] = complete(
    (one for one in Chapter if one is not Chapter.HOUSE_RULES),
    {
        Chapter.CARDS: Topic.PLAY,
        Chapter.AUCTION: Topic.CONTRACT,
        Chapter.HAND: Topic.ANNOUNCEMENTS,
        Chapter.DECLARATIONS: Topic.ANNOUNCEMENTS,
        Chapter.COMPARISON: Topic.ANNOUNCEMENTS,
        Chapter.BELOTE: Topic.BELOTE,
        Chapter.PLAY: Topic.PLAY,
        Chapter.SCORE: Topic.CONTRACT,
        Chapter.GAME: Topic.BELOTE,
        Chapter.CONTRACTS: Topic.CONTRACT,
        Chapter.LOG: Topic.FAULTS,
    },
)

_COUNTED = frozenset(("capot_announcements", "capot_defence", "capot_points", "rounding"))
"""Switches of the score that ask how much is written, not whether the contract is made."""


@cache
def topics() -> dict[str, list[str]]:
    """Return the names of the switches by topic, both in order.

    >>> topics()["play"]
    ['undertrump', 'partner_master', 'over_partner', 'direction']
    """
    found: dict[str, list[str]] = {str(topic): [] for topic in Topic}
    for name in SWITCHES:
        found[_topic(name)].append(name)
    return found


def _topic(name: str) -> Topic:
    return Topic.COUNT if name in _COUNTED else _TOPIC_OF[PARAGRAPH_OF_DEFAULT[name].chapter]
