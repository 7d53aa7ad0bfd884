"""What the takers undertake beyond a simple take: a bid, and what doubles a donne.

This module has values only. Sources: 000 for coinche and surcoinche, the Federation's text on
belote coinchée of 2015 for bids.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias


class NamedBid(StrEnum):
    """A bid that is not a number of points."""

    CAPOT = "capot"


Bid: TypeAlias = int | NamedBid
"""What the takers undertake: to reach a number of points, or to win every trick."""

# The text of 2015: bids go in tens, from 80. No donne holds more points than the highest of them:
# 252 on a capot, the belote, and announcements of 550 (arbiter).
LOWEST_BID = 80
HIGHEST_BID = 820
BID_STEP = 10

# The text of 2015: what a bid of capot counts.
CAPOT_BID = 250


class Coinche(StrEnum):
    """What doubles a donne: the coinche of the defence, doubled again by the takers (000)."""

    COINCHE = "coinche"
    SURCOINCHE = "surcoinche"
