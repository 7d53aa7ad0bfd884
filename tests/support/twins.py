"""Whether the game chooses on a hand as its twin does, which tries everything.

Tests of the game ask it of hands drawn at random, `tests/exhaustive` of every hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise, product
from typing import Any

from service.belote.announcements import (
    Announcement,
    best,
    choices,
    preference,
    resolve,
    selection,
)
from service.belote.cards import Cards
from service.belote.presets import DEFAULT_PRESET, SWITCHES, SwitchValue, resolve_rules
from service.belote.rules import CLASSIQUE, Rules
from tests.reference import twin
from tests.support.pairs import PLAIN


def house(**switches: SwitchValue) -> Rules:
    return resolve_rules(DEFAULT_PRESET, switches)


def best_is_the_twins(dealt: Cards) -> bool:
    return twin.firsts(dealt) == [twin.plain(best(dealt))]


def choices_are_the_twins(dealt: Cards) -> bool:
    """The same sets in the same order: the best, then the alternatives, no two of them level."""
    ranked = choices(dealt)
    merits = [preference(one, CLASSIQUE) for one in ranked]
    return (
        [twin.plain(one) for one in ranked] == twin.whole(dealt)
        and ranked[:1] == ((best(dealt),) if ranked else ())
        and ranked[1:] == resolve(dealt).alternatives
        and all(one > other for one, other in pairwise(merits))
    )


HOUSES = [
    (
        house(split_runs=split, carre_order=order, length_step=length),
        twin.House(split, length, twin.RANKS if order == "sequence" else twin.AS_IN_A_TRICK),
    )
    for split, order, length in product(
        *(SWITCHES[name].values for name in ("split_runs", "carre_order", "length_step"))
    )
    if isinstance(split, bool) and isinstance(length, bool)
]


def differs(dealt: Cards, rules: Rules, table: twin.House) -> bool:
    ranked = choices(dealt, rules)
    whole = [twin.plain(one) for one in ranked]
    return (
        whole != twin.whole(dealt, table)
        or twin.firsts(dealt, table) != (whole[:1] or [()])
        or ranked[:1] != ((best(dealt, rules),) if ranked else ())
        or ranked[1:] != resolve(dealt, None, rules).alternatives
    )


def differs_where_nothing_is_to_choose(dealt: Cards, rules: Rules, only: tuple[Any, ...]) -> bool:
    return best(dealt, rules).announcements != only or choices(dealt, rules) != (
        (selection(only),) if only else ()
    )


SERVED: Mapping[frozenset[str], Announcement] = {
    plain.cards: served for served, plain in PLAIN.items()
}
