"""The log of a donne: its events, legal or not, in the order in which they happened.

This module has values only. Nothing is wrong with an event by itself: whether a card was due or a
word in time is for the audit to find.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from service.belote.cards import Card, Cards, Suit
from service.belote.declarations import Declaration
from service.belote.hands import NO_HANDS
from service.belote.inputs import Contract
from service.belote.scales import Bid
from service.belote.table import ByTeam, Seat, Team


class Call(StrEnum):
    """What may be called in an auction, of whichever scale."""

    PASS = "pass"  # noqa: S105 - a word of the auction
    TAKE = "take"
    BID = "bid"
    COINCHE = "coinche"
    SURCOINCHE = "surcoinche"


class Word(StrEnum):
    """The words said with king and queen of trump: "belote", then "rebelote"."""

    BELOTE = "belote"
    REBELOTE = "rebelote"


class About(StrEnum):
    """What a player claims: a fault of another, or a word that he forgot himself."""

    IRREGULAR_CARD = "irregular_card"
    OUT_OF_TURN = "out_of_turn"
    REBELOTE = "rebelote"
    NOT_SHOWN = "not_shown"
    FALSE_DECLARATION = "false_declaration"


@dataclass(frozen=True, slots=True)
class DealEvent:
    """The cards are dealt, and one may be turned.

    `seat`: the dealer. `packets`: how many cards each round of the deal gave, where noted.
    """

    seat: Seat
    turned: Card | None = None
    packets: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class CallEvent:
    """A call in the auction.

    `suit`: of a take or a bid, where it was named. `bid`: what was bid.
    """

    seat: Seat
    call: Call
    suit: Suit | None = None
    bid: Bid | None = None


@dataclass(frozen=True, slots=True)
class PlayEvent:
    """A card put on the table, with the word and the declarations said with it."""

    seat: Seat
    card: Card
    says: Word | None = None
    declares: tuple[Declaration, ...] = ()


@dataclass(frozen=True, slots=True)
class DeclareEvent:
    """A declaration said apart from a card.

    Its `with_card` and `shown` are not read, nor are those of a `PlayEvent`: the events tell them.
    """

    seat: Seat
    said: Declaration


@dataclass(frozen=True, slots=True)
class SayEvent:
    """A word said apart from a card."""

    seat: Seat
    word: Word


@dataclass(frozen=True, slots=True)
class ShowEvent:
    """Cards of announcements laid open; `cards` is None where the player refused to show."""

    seat: Seat
    cards: Cards | None


@dataclass(frozen=True, slots=True)
class ClaimEvent:
    """A fault that a player calls, or his own forgotten word that he signals.

    `event`: the index of the event that it is about, where it was named.
    """

    seat: Seat
    about: About
    event: int | None = None


@dataclass(frozen=True, slots=True)
class CountEvent:
    """What the table counted; None for each number that it did not tell.

    `card_points`: without the last trick, whose winner `last_trick` names. `totals`: with it; of
    either team None where only the other was told. `capot`: the team said to have won every trick.
    `scores`: what the table would write. `seat`: who counted.
    """

    seat: Seat | None = None
    card_points: ByTeam[int] | None = None
    totals: ByTeam[int | None] | None = None
    last_trick: Team | None = None
    capot: Team | None = None
    tricks_won: ByTeam[int] | None = None
    scores: ByTeam[int] | None = None


Event: TypeAlias = (
    DealEvent
    | CallEvent
    | PlayEvent
    | DeclareEvent
    | SayEvent
    | ShowEvent
    | ClaimEvent
    | CountEvent
)


@dataclass(frozen=True, slots=True)
class Records:
    """What a log would hold if it had happened.

    Where a field is None, the log would hold it if it holds at least one event of the kind. What is
    not recorded is not told, which is no fault.
    """

    words: bool | None = None
    declarations: bool | None = None
    shows: bool | None = None


@dataclass(frozen=True, slots=True)
class Log:
    """A donne as it happened, up to any event.

    `dealer`, `trump`, `taker`, `takers` and `contract` are for a log that begins after the auction;
    where events tell otherwise, the events win. `hands`: the eight cards that seats were dealt,
    where known. `declare_best`: where declarations are not recorded, each known hand announces its
    best. `carry_in`: points carried from earlier donnes. `pardons_used`: the teams whose pardon for
    a forgotten "rebelote" was used up before.
    """

    events: tuple[Event, ...]
    dealer: Seat | None = None
    trump: Suit | None = None
    taker: Seat | None = None
    takers: Team | None = None
    contract: Contract | None = None
    hands: Mapping[Seat, Cards] = field(default_factory=lambda: NO_HANDS)
    declare_best: bool = False
    carry_in: int = 0
    pardons_used: frozenset[Team] = frozenset()
    records: Records = Records()
