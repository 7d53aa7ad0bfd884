"""Deals and plays that follow from a seed: the same seed gives the same cards forever.

The numbers come from SHA-256, so they depend on no library's generator, and a program in any
language can draw them again:

- Number `n` of a purpose, from 0, is the first eight bytes of the digest of the ASCII text
  "belote-arbiter SEED PURPOSE N", read as an unsigned integer, most significant byte first.
- To draw below `b`, take the next number of the purpose; if it is not below the greatest multiple
  of `b` that 64 bits hold, take the one after it, and so on; the draw is its remainder by `b`.
- The pack is shuffled, for the purpose "shuffle", by Fisher and Yates: from the suit order, each
  suit low to high, for `i` from 31 down to 1, cards `i` and `draw(i + 1)` change places.
- "deals" and "takes" draw a seat each, in the order N W S E. "plays" draws one of the legal cards,
  by suit, then rank low to high, whenever a player has several.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from hashlib import sha256
from itertools import count
from typing import TypeAlias

from service.belote.cards import CARDS, Card, Cards, Suit, bits, listed
from service.belote.inputs import Contract, Play
from service.belote.rules import CARDS_IN_TRICK, TRICKS, Rules, first_leader
from service.belote.scales import LOWEST_BID, SCALES
from service.belote.table import SEATS, Seat
from service.belote.tricks import Trick, follow, legal, winning

LAST_SEED = 2**53 - 1
"""The greatest seed: a double (IEEE 754) holds every whole number up to it exactly."""


class Purpose(StrEnum):
    """What numbers are drawn for; those of one purpose do not depend on another."""

    SHUFFLE = "shuffle"
    DEALS = "deals"
    TAKES = "takes"
    PLAYS = "plays"


Draw: TypeAlias = Callable[[int], int]
"""Returns the next number from 0 to below its argument."""

BEFORE_THE_TAKE = 5
"""Cards that each player has when the next one is turned up (document 000)."""

_NUMBERS = 2**64


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal, and the take that gave the hands their last cards.

    `turned`: the card turned up, which the taker has; None under a scale with bids, where the same
    hands are dealt and none is turned up. `tricks`: a play of these hands, None where none was
    asked for. `contract`: the lowest bid, None under a scale without bids.
    """

    seed: int
    dealer: Seat
    turned: Card | None
    taker: Seat
    trump: Suit
    hands: Mapping[Seat, Cards]
    tricks: tuple[Trick, ...] | None = None
    contract: Contract | None = None


def deal(
    seed: int,
    rules: Rules,
    *,
    trump: Suit | None = None,
    dealer: Seat | None = None,
    play: bool = False,
) -> Deal:
    """Return the deal of a seed.

    Each player gets five cards from the dealer's right on, one card is turned up, and the taker
    gets it and two more, the others three (document 000). `trump`: None for the suit of the card
    turned up. `play`: whether the hands are played too, each card legal by the rules.

    >>> from service.belote.rules import CLASSIQUE
    >>> found = deal(7, CLASSIQUE)
    >>> found == deal(7, CLASSIQUE), found.turned is not None
    (True, True)
    """
    pack = shuffled(draws(seed, Purpose.SHUFFLE))
    dealer = dealer or SEATS[draws(seed, Purpose.DEALS)(len(SEATS))]
    taker = SEATS[draws(seed, Purpose.TAKES)(len(SEATS))]
    order = rules.order[first_leader(dealer, rules)]
    turned = pack[BEFORE_THE_TAKE * len(SEATS)]
    suit = turned.suit if trump is None else trump
    hands = _hands(pack, order, taker)
    tricks = _play(hands, dealer, suit, rules, draws(seed, Purpose.PLAYS)) if play else None
    contract = Contract(LOWEST_BID) if SCALES[rules.scale].has_bid else None
    shown = None if contract else turned
    return Deal(seed, dealer, shown, taker, suit, hands, tricks, contract)


def draws(seed: int, purpose: Purpose) -> Draw:
    """Return the draws of a seed for a purpose, as the docstring of the module defines them.

    >>> draw = draws(7, Purpose.SHUFFLE)
    >>> draw(32), draw(32), draw(32)
    (24, 27, 8)
    """
    numbers = map(partial(_number, seed, purpose), count())

    def draw(bound: int) -> int:
        beyond = _NUMBERS - _NUMBERS % bound
        return next(number for number in numbers if number < beyond) % bound

    return draw


def _number(seed: int, purpose: Purpose, index: int) -> int:
    text = " ".join(("belote-arbiter", str(seed), purpose, str(index)))
    return int.from_bytes(sha256(text.encode("ascii")).digest()[:8], "big")


def shuffled(draw: Draw) -> tuple[Card, ...]:
    """Return the pack in an order that `draw` decides.

    >>> shuffled(lambda bound: bound - 1) == CARDS
    True
    """
    pack = list(CARDS)
    for at in range(len(pack) - 1, 0, -1):
        other = draw(at + 1)
        pack[at], pack[other] = pack[other], pack[at]
    return tuple(pack)


def _hands(pack: tuple[Card, ...], order: tuple[Seat, ...], taker: Seat) -> dict[Seat, Cards]:
    """Return the hands after both rounds of dealing; packets of cards make no difference."""
    cards = iter(pack)
    hands = {seat: bits(next(cards) for _ in range(BEFORE_THE_TAKE)) for seat in order}
    turned = next(cards)
    for seat in order:
        own = [turned] if seat is taker else []
        missing = TRICKS - BEFORE_THE_TAKE - len(own)
        hands[seat] |= bits([*own, *(next(cards) for _ in range(missing))])
    return {seat: hands[seat] for seat in SEATS}


def _play(
    hands: Mapping[Seat, Cards], dealer: Seat, trump: Suit, rules: Rules, draw: Draw
) -> tuple[Trick, ...]:
    """Return a play of the hands, each card drawn from those that the rules allow."""
    left = dict(hands)
    leader = first_leader(dealer, rules)
    tricks: list[tuple[Card, ...]] = []
    for _ in range(TRICKS):
        order = rules.order[leader]
        table: list[Card] = []
        for seat in order[:CARDS_IN_TRICK]:
            allowed = listed(legal(left[seat], table, trump, rules))
            played = allowed[draw(len(allowed))] if len(allowed) > 1 else allowed[0]
            left[seat] &= ~(1 << played)
            table.append(played)
        leader = order[winning(table, trump, rules)]
        tricks.append(tuple(table))
    return follow(Play(dealer, tuple(tricks)), trump, rules)
