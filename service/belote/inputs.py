"""What a caller knows of a donne: counted points, piles of tricks, or the play card by card.

Values only. What follows from them is in `facts`, what is wrong with them in `checks`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

from service.belote.cards import Card, Cards, Suit
from service.belote.comparison import Comparison, Declared
from service.belote.table import ByTeam, Seat, Team

NO_HANDS: Mapping[Seat, Cards] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class CountedPoints:
    """Points counted at the table.

    `card_points` of each team are 152 together, the last trick apart. `tricks_won` are None where
    nobody counted the tricks.
    """

    card_points: ByTeam[int]
    last_trick: Team
    tricks_won: ByTeam[int] | None = None


@dataclass(frozen=True, slots=True)
class TrickPiles:
    """The piles of tricks won, of one team or of both; the other has the rest of the pack."""

    last_trick: Team
    piles: ByTeam[tuple[Card, ...] | None]


@dataclass(frozen=True, slots=True)
class Play:
    """The cards of each trick in playing order; of a play under way the last trick may be short.

    `leaders`: who led each trick, where somebody noted it.
    """

    dealer: Seat
    tricks: tuple[tuple[Card, ...], ...]
    leaders: tuple[Seat, ...] | None = None


@dataclass(frozen=True, slots=True)
class BeloteClaim:
    """What was said of king and queen of trump.

    `team`: None where the cards tell. `claimed_at_count`: a forgotten "rebelote" was signalled at
    the count at the latest. `pardon_used`: the team's pardon was spent in an earlier donne.
    """

    team: Team | None = None
    said: bool = True
    rebelote: bool = True
    claimed_at_count: bool = False
    pardon_used: bool = False


AnnouncementPoints: TypeAlias = ByTeam[int] | Comparison | None
"""Announcements as points of each team, as the comparison, or None where none count."""


@dataclass(frozen=True, slots=True)
class Donne:
    """One donne.

    `belote`: None where nobody said it. `hands`: eight cards each, where known; with a `Play` they
    follow from it. `announcements`: already settled; else they are to be compared, `declared` as
    they were said, or by `declare_best` as each hand allows. `first_player`: who spoke first, if
    no play tells it. `carry_in`: points carried from earlier donnes.
    """

    trump: Suit
    takers: Team
    form: CountedPoints | TrickPiles | Play
    belote: BeloteClaim | None = None
    announcements: AnnouncementPoints = None
    hands: Mapping[Seat, Cards] = field(default_factory=lambda: NO_HANDS)
    carry_in: int = 0
    declared: Declared | None = None
    declare_best: bool = False
    first_player: Seat | None = None

    @property
    def is_compared(self) -> bool:
        """Whether announcements are to be compared."""
        return self.declared is not None or self.declare_best
