"""A second judge between two announcements: the rule book read aloud, step by step.

It judges the twin's announcements, whose points and lengths are its own, and shares nothing with
the service.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from tests.twin import Found

Verdict: TypeAlias = tuple[Literal["one", "other", "neither"], str]


def judge(one: Found, other: Found, trump: str) -> Verdict:
    """Who wins, and the step of document 003 that decided."""
    if one.points > other.points:
        return "one", "points"
    if one.points < other.points:
        return "other", "points"

    if one.is_carre and not other.is_carre:
        return "one", "carre"
    if other.is_carre and not one.is_carre:
        return "other", "carre"

    if not one.is_carre:
        if one.length > other.length:
            return "one", "length"
        if one.length < other.length:
            return "other", "length"

    if one.top > other.top:
        return "one", "top"
    if one.top < other.top:
        return "other", "top"

    if not one.is_carre:
        if one.suit == trump and other.suit != trump:
            return "one", "trump"
        if other.suit == trump and one.suit != trump:
            return "other", "trump"

    return "neither", "tie"
