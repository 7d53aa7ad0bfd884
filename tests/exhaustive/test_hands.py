"""Every hand up to the names of its suits: best and choices are those that the twin finds."""

from __future__ import annotations

from itertools import filterfalse

from tests.reference import twin
from tests.support.strategies import every_hand_up_to_suits
from tests.support.twins import (
    HOUSES,
    SERVED,
    best_is_the_twins,
    choices_are_the_twins,
    differs,
    differs_where_nothing_is_to_choose,
)


def test_on_every_hand_the_best_is_the_one_set_that_none_is_preferred_to() -> None:
    """All hands up to the names of their suits."""
    dealt = (dealt for dealt, _ in every_hand_up_to_suits())
    assert list(filterfalse(best_is_the_twins, dealt)) == []


def test_on_every_hand_the_choices_are_those_that_trying_everything_finds() -> None:
    """All hands up to the names of their suits; no choice where there is nothing to choose."""
    dealt = (dealt for dealt, _ in every_hand_up_to_suits())
    assert list(filterfalse(choices_are_the_twins, dealt)) == []


def test_on_every_hand_best_and_choices_are_the_twins_in_every_house() -> None:
    """All hands up to the names of their suits, under each of eight combinations of switches.

    A hand with one announcement in it, or none, has nothing to choose, whatever the house.
    """
    wrong = []
    for dealt, _ in every_hand_up_to_suits():
        there = twin.held(dealt)
        if len(there) > 1:
            wrong += [dealt for rules, table in HOUSES if differs(dealt, rules, table)]
        else:
            only = tuple(SERVED[one.cards] for one in there)
            wrong += [
                dealt
                for rules, _ in HOUSES
                if differs_where_nothing_is_to_choose(dealt, rules, only)
            ]
    assert len(HOUSES) == 8
    assert wrong == []
