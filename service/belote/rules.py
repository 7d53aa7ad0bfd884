"""Every number and every choice of the rule books, as frozen tables with their sources.

Values only: the engines that read them are elsewhere. A source is the document that says so
(000 the belote sheet, 001 counting the points, 003 the announcements), or `arbiter` where the
documents are silent and this service had to decide.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from service.belote.cards import Rank


class Kind(StrEnum):
    TIERCE = "tierce"
    CINQUANTE = "cinquante"
    CENT = "cent"
    CARRE = "carre"


# 003: three cards in a row 20, four 50, five or more 100.
SEQUENCES: Mapping[int, tuple[Kind, int]] = MappingProxyType(
    {
        3: (Kind.TIERCE, 20),
        4: (Kind.CINQUANTE, 50),
        5: (Kind.CENT, 100),
        6: (Kind.CENT, 100),
        7: (Kind.CENT, 100),
        8: (Kind.CENT, 100),
    }
)

# 000 and 003: four of a rank. Of 7s and 8s (Spanish 4s and 5s) they count nothing and beat nothing.
CARRES: Mapping[Rank, int] = MappingProxyType(
    {
        Rank.SEVEN: 0,
        Rank.EIGHT: 0,
        Rank.NINE: 150,
        Rank.TEN: 100,
        Rank.JACK: 200,
        Rank.QUEEN: 100,
        Rank.KING: 100,
        Rank.ACE: 100,
    }
)


class Criterion(StrEnum):
    """What two announcements are compared by."""

    POINTS = "points"
    CARRE = "carre"
    LENGTH = "length"
    TOP = "top"
    TRUMP = "trump"


# 003: the steps of the comparison, in their order.
STEPS = (Criterion.POINTS, Criterion.CARRE, Criterion.LENGTH, Criterion.TOP, Criterion.TRUMP)

# 003, steps 3 and 4: between two carrés neither length nor trump is asked.
BETWEEN_CARRES = frozenset({Criterion.POINTS, Criterion.CARRE, Criterion.TOP})

# 003: announcements are said with a player's first card.
LAST_CARD_IN_TIME = 1

# 000 and 003: king and queen of trump in one hand, 20 points for their team.
BELOTE_RANKS = (Rank.QUEEN, Rank.KING)


@dataclass(frozen=True, slots=True)
class Rules:
    """What a table agreed on. Another table is `dataclasses.replace(CLASSIQUE, ...)`.

    `steps`: the comparison's criteria, the first that differs decides.
    `carre_order`: ranks, low to high, that order carrés of equal points.
    """

    steps: tuple[Criterion, ...]
    carre_order: tuple[Rank, ...]


CLASSIQUE = Rules(
    steps=STEPS,
    carre_order=tuple(Rank),  # 003, step 4: the order of sequences
)
