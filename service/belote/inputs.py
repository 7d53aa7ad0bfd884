"""The input forms of a donne: counted points, piles of tricks, or the play card by card.

This module has values only: `facts` derives the facts from them, `checks` finds what is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from service.belote.cards import Card, Cards, Suit
from service.belote.comparison import Comparison, ComparisonResult, Declared
from service.belote.hands import NO_HANDS
from service.belote.scales import Bid, Coinche
from service.belote.table import ByTeam, Seat, Team


@dataclass(frozen=True, slots=True)
class CountedPoints:
    """Points counted at the table.

    `card_points` of both teams are 152 together, without those of the last trick. `tricks_won`:
    None where the tricks were not counted.
    """

    card_points: ByTeam[int]
    last_trick: Team
    tricks_won: ByTeam[int] | None = None


@dataclass(frozen=True, slots=True)
class CountedTotals:
    """Points counted at the table as it writes them, the last trick included.

    `totals` of both teams are 162 together. `last_trick`: None if its winner was not reported.
    `capot`: the team that won every trick, which sets the totals by itself; they may then be None.
    `tricks_won`: None where the tricks were not counted.
    """

    totals: ByTeam[int] | None = None
    last_trick: Team | None = None
    capot: Team | None = None
    tricks_won: ByTeam[int] | None = None


@dataclass(frozen=True, slots=True)
class TrickPiles:
    """The piles of tricks won.

    A team whose pile is None has the rest of the pack; at least one pile is given.
    """

    last_trick: Team
    piles: ByTeam[tuple[Card, ...] | None]


@dataclass(frozen=True, slots=True)
class Play:
    """The cards of each trick in playing order.

    In a play under way the last trick may be short. `leaders`: who led each trick, where noted.
    `players`: who played each card, where noted.
    """

    dealer: Seat
    tricks: tuple[tuple[Card, ...], ...]
    leaders: tuple[Seat, ...] | None = None
    players: tuple[tuple[Seat | None, ...], ...] | None = None


@dataclass(frozen=True, slots=True)
class BeloteClaim:
    """What was said about king and queen of trump.

    `team`: the one that holds them, None where it follows from the cards. `said` and `rebelote`:
    whether each word was said. `claimed_at_count`: a forgotten "rebelote" was signalled no later
    than the count. `pardon_used`: the team used up its pardon in an earlier donne.
    """

    team: Team | None = None
    said: bool = True
    rebelote: bool = True
    claimed_at_count: bool = False
    pardon_used: bool = False


@dataclass(frozen=True, slots=True)
class Contract:
    """What the takers undertook.

    `bid`: None where contracts are not bid. `coinche`: None where the donne counts once.
    """

    bid: Bid | None = None
    coinche: Coinche | None = None


AnnouncementPoints: TypeAlias = ByTeam[int] | Comparison | ComparisonResult | None
"""Announcements as the points of each team, as a comparison, or None where there are none."""


@dataclass(frozen=True, slots=True)
class Donne:
    """One donne.

    `trump`: None if unknown, which suffices where only points are counted. `belote`: None if it
    was not reported whether it was said. `hands`: the eight cards of each seat, where known; with a
    `Play` they follow from it. `announcements`: as settled at the table. Otherwise they are
    compared: `declared` as they were said, and with `declare_best` the best of each other hand.
    `declared` is empty where nobody declared anything; where it is None, and `declare_best` is
    False, nothing is known of announcements, and none are scored.
    `dealer`, `first_player`: who dealt and who spoke first, where it does not follow from a play or
    from each other. `carry_in`: points carried from earlier donnes. `contract`:
    None where nobody bid or doubled.
    """

    trump: Suit | None
    takers: Team
    form: CountedPoints | CountedTotals | TrickPiles | Play
    belote: BeloteClaim | None = None
    announcements: AnnouncementPoints = None
    hands: Mapping[Seat, Cards] = field(default_factory=lambda: NO_HANDS)
    carry_in: int = 0
    declared: Declared | None = None
    declare_best: bool = False
    first_player: Seat | None = None
    dealer: Seat | None = None
    contract: Contract | None = None

    @property
    def dealt_by(self) -> Seat | None:
        """Return who dealt: in a play its dealer, else whom the input names."""
        return self.form.dealer if isinstance(self.form, Play) else self.dealer

    @property
    def is_compared(self) -> bool:
        """Return whether announcements are to be compared."""
        return self.declared is not None or self.declare_best
