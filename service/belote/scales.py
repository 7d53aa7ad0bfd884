"""The scales side by side: who marks what of a donne, what is a flat score, and what is doubled.

A scale is a row of `SCALES`, and the rules choose one; `donne` reads them all in the same way. This
module has values only. Sources: 000 and 001 for the classic count, 000 for coinche and surcoinche,
the Federation's text on belote coinchée of 2015 (ffb-2015) for bids; `arbiter` where they are
silent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from service.belote.lookup import complete
from service.belote.rules import (
    ALL_TO_DEFENCE,
    ALL_TO_TAKERS,
    CARD_POINTS,
    FLAT_ITEMS,
    LAST_TRICK,
    TAKERS_CARRIED,
    TO_EACH_ITS_OWN,
    TRICK_ITEMS,
    Item,
    Outcome,
    Scale,
    Shares,
)


class NamedBid(StrEnum):
    """A bid that is not a number of points."""

    CAPOT = "capot"


Bid: TypeAlias = int | NamedBid
"""What the takers undertake: to reach a number of points, or to win every trick."""

# ffb-2015: bids go in tens, from 80. No donne holds more points than the highest of them: 252 on a
# capot, the belote, and announcements of 550 (arbiter).
LOWEST_BID = 80
HIGHEST_BID = 820
BID_STEP = 10

# The highest number that a log may hold as a bid, whatever a donne holds (arbiter).
HIGHEST_CALLED = 1000

# ffb-2015: what a bid of capot counts.
CAPOT_BID = 250


class Coinche(StrEnum):
    """What doubles a donne: the coinche of the defence, doubled again by the takers (000)."""

    COINCHE = "coinche"
    SURCOINCHE = "surcoinche"


# 000 and ffb-2015: how many times a donne counts.
TIMES: Mapping[Coinche, int] = complete(Coinche, {Coinche.COINCHE: 2, Coinche.SURCOINCHE: 4})


@dataclass(frozen=True, slots=True)
class FlatScore:
    """Points that one side marks in place of the tricks, whoever won them.

    `on_capot`: those of a donne in which it won every trick; None: what the tricks then count.
    """

    usual: int
    on_capot: int | None


@dataclass(frozen=True, slots=True)
class Marking:
    """How a donne with one outcome is marked: a cell of the table of scales.

    `marked_by`: for each item, the side that marks what either side counted; an item that is not
    there is not marked. `flat`: the score in place of the tricks, which are then told and not
    marked; None: tricks are marked like any other item. `doubled`: of these items, what the side
    with the flat score marks is counted two or four times.
    """

    marked_by: Mapping[Item, Shares]
    flat: FlatScore | None = None
    doubled: frozenset[Item] = frozenset()


@dataclass(frozen=True, slots=True)
class ScaleTable:
    """One scale: how each outcome is marked, once and `coinched`.

    `has_contract`: whether there is more to tell of a contract than who took; `has_bid`: whether
    the takers bid, which fixes what they need, and what a capot of the defence counts.
    `donne_lost`: what a side marks in place of the tricks when the other lost the donne by a fault.
    """

    has_contract: bool
    has_bid: bool
    once: Mapping[Outcome, Marking]
    coinched: Mapping[Outcome, Marking]
    donne_lost: int

    def __post_init__(self) -> None:
        complete(Outcome, self.once)
        complete(Outcome if self.has_contract else (), self.coinched)


def _tricks(shares: Shares) -> dict[Item, Shares]:
    return dict.fromkeys(TRICK_ITEMS, shares)


# 000, 001 and 003. Made: each its total. Chute: the defence all but the takers' belote. Litige: the
# defence its total; the takers' is carried, their belote apart (arbiter).
_OWN_TOTALS = {
    **_tricks(TO_EACH_ITS_OWN),
    Item.BELOTE: TO_EACH_ITS_OWN,
    Item.ANNOUNCEMENTS: TO_EACH_ITS_OWN,
}
_TO_DEFENCE = {
    **_tricks(ALL_TO_DEFENCE),
    Item.BELOTE: TO_EACH_ITS_OWN,
    Item.ANNOUNCEMENTS: ALL_TO_DEFENCE,
}
_LITIGE = Marking(
    {
        **_tricks(TAKERS_CARRIED),
        Item.BELOTE: TO_EACH_ITS_OWN,
        Item.ANNOUNCEMENTS: TAKERS_CARRIED,
    }
)

# One side marks a flat score and every announcement; the other its belote.
_FLAT_TO_TAKERS = {
    Item.BASE: ALL_TO_TAKERS,
    Item.BELOTE: TO_EACH_ITS_OWN,
    Item.ANNOUNCEMENTS: ALL_TO_TAKERS,
}
_FLAT_TO_DEFENCE = {
    Item.BASE: ALL_TO_DEFENCE,
    Item.BELOTE: TO_EACH_ITS_OWN,
    Item.ANNOUNCEMENTS: ALL_TO_DEFENCE,
}
_BID_TO_TAKERS = {Item.BID: ALL_TO_TAKERS}
_BID_TO_DEFENCE = {Item.BID: ALL_TO_DEFENCE}

# arbiter: what the classic scale gives to the side that marks every trick.
_ALL_TRICKS = FlatScore(CARD_POINTS + LAST_TRICK, None)
# ffb-2015; on a bid that is missed a capot counts no more, of either side (arbiter).
_BID_MADE = FlatScore(160, 250)
_BID_MISSED = FlatScore(160, 160)

# ffb-2015: all that the side marks, its belote included. Under coinchée too (arbiter).
_DOUBLED = FLAT_ITEMS

SCALES: Mapping[Scale, ScaleTable] = complete(
    Scale,
    {
        Scale.CLASSIC: ScaleTable(
            has_contract=False,
            has_bid=False,
            once={
                Outcome.MADE: Marking(_OWN_TOTALS),
                Outcome.CHUTE: Marking(_TO_DEFENCE),
                Outcome.LITIGE: _LITIGE,
            },
            coinched={},
            donne_lost=_ALL_TRICKS.usual,
        ),
        Scale.COINCHEE: ScaleTable(
            has_contract=True,
            has_bid=False,
            once={
                Outcome.MADE: Marking(_OWN_TOTALS),
                Outcome.CHUTE: Marking(_TO_DEFENCE),
                Outcome.LITIGE: _LITIGE,
            },
            coinched={
                Outcome.MADE: Marking(_FLAT_TO_TAKERS, _ALL_TRICKS, _DOUBLED),
                Outcome.CHUTE: Marking(_FLAT_TO_DEFENCE, _ALL_TRICKS, _DOUBLED),
                Outcome.LITIGE: _LITIGE,  # arbiter: nothing is doubled
            },
            donne_lost=_ALL_TRICKS.usual,
        ),
        Scale.BID: ScaleTable(
            has_contract=True,
            has_bid=True,
            once={
                Outcome.MADE: Marking(_OWN_TOTALS | _BID_TO_TAKERS),
                Outcome.CHUTE: Marking(_FLAT_TO_DEFENCE | _BID_TO_DEFENCE, _BID_MISSED),
                Outcome.LITIGE: _LITIGE,
            },
            coinched={
                Outcome.MADE: Marking(_FLAT_TO_TAKERS | _BID_TO_TAKERS, _BID_MADE, _DOUBLED),
                Outcome.CHUTE: Marking(_FLAT_TO_DEFENCE | _BID_TO_DEFENCE, _BID_MISSED, _DOUBLED),
                Outcome.LITIGE: _LITIGE,  # arbiter: nothing is doubled, and the bid is not marked
            },
            donne_lost=_BID_MISSED.usual,  # arbiter: without the bid
        ),
    },
)

# 001: the capot team marks the announcements of both camps. Its capot makes or breaks a contract
# without a bid; with one, announcements go to the side that won it (arbiter).
ANNOUNCEMENTS_ON_CAPOT: Mapping[Outcome, Shares] = complete(
    (Outcome.MADE, Outcome.CHUTE), {Outcome.MADE: ALL_TO_TAKERS, Outcome.CHUTE: ALL_TO_DEFENCE}
)


def points_of_bid(bid: Bid) -> int:
    """Return what a bid counts when it is marked.

    >>> points_of_bid(110), points_of_bid(NamedBid.CAPOT)
    (110, 250)
    """
    return CAPOT_BID if isinstance(bid, NamedBid) else bid
