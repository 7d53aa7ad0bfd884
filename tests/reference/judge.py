"""A second judge between two announcements: the rule book read aloud, step by step.

It judges the twin's announcements, whose points and lengths are its own, and shares nothing with
the service.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from tests.reference.twin import RANKS, USUAL, Found, House

Verdict: TypeAlias = tuple[Literal["one", "other", "neither"], str]


def judge(
    one: Found,
    other: Found,
    trump: str,
    house: House = USUAL,
    spoke_first: Literal["one", "other"] | None = None,
) -> Verdict:
    """Who wins, and the step of document 003, or of the house, that decided.

    `spoke_first`: who did, where the house asks.
    """
    if one.points > other.points:
        return "one", "points"
    if one.points < other.points:
        return "other", "points"

    if one.is_carre and not other.is_carre:
        return "one", "carre"
    if other.is_carre and not one.is_carre:
        return "other", "carre"

    if not one.is_carre and house.length_step:
        if one.length > other.length:
            return "one", "length"
        if one.length < other.length:
            return "other", "length"

    one_top, other_top = one.top, other.top
    if one.is_carre:
        one_top, other_top = (house.carres.index(RANKS[each.top]) for each in (one, other))
    if one_top > other_top:
        return "one", "top"
    if one_top < other_top:
        return "other", "top"

    if not one.is_carre:
        if one.suit == trump and other.suit != trump:
            return "one", "trump"
        if other.suit == trump and one.suit != trump:
            return "other", "trump"

    if spoke_first:
        return spoke_first, "first_speaker"

    return "neither", "tie"
