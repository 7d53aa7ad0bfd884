"""Auctions made up at random: what may be said, and now and then what may not."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple, TypeAlias

from tests.reference.naive_auctions import (
    CLOCKWISE,
    COUNTER_CLOCKWISE,
    OF_THE_SCALE,
    SUITS,
    Auction,
    hold,
)
from tests.reference.naive_donne import PACK

Json: TypeAlias = dict[str, Any]

SCALES = tuple(OF_THE_SCALE)


class MadeUp(NamedTuple):
    scale: str
    dealer: str
    turned: str | None
    order: str
    calls: list[Json]

    def held(self) -> Auction:
        """The auction as the naive auctioneer holds it."""
        return hold(self.scale, self.dealer, self.calls, self.turned, self.order)

    def as_log(self) -> Json:
        """The body that asks an auditor about it; the deal is event 0."""
        direction = "clockwise" if self.order == CLOCKWISE else "counter_clockwise"
        turned = {"turned": self.turned} if self.turned else {}
        deal = {"type": "deal", "seat": self.dealer, **turned}
        calls = [{"type": "call", **call} for call in self.calls]
        rules = {"scale": self.scale, "direction": direction}
        return {"deck": "french", "rules": rules, "events": [deal, *calls]}


def an_auction(random: Random, scale: str, wrong: float = 0.2) -> MadeUp:
    """Calls up to the end, a little beyond it or not so far; each is `wrong` with that chance."""
    turned = None if scale == "bid" or random.random() < 0.1 else random.choice(PACK)
    dealer = random.choice("NWSE")
    order = random.choice([COUNTER_CLOCKWISE, COUNTER_CLOCKWISE, CLOCKWISE])
    auction = Auction(scale, dealer, turned and turned[-1], order)
    calls: list[Json] = []
    beyond = random.choice([0, 0, 1, 3])
    cut = random.choice([2, 5, 12, 40, 40])
    silent = random.random() < 0.1  # a table that mostly passes
    while len(calls) < cut:
        if auction.next_calls is None:
            beyond -= 1
            if beyond < 0:
                break
        elif random.random() >= wrong:
            calls.append(a_right_call(random, auction, silent))
            auction.hear(calls[-1])
            continue
        calls.append(any_call(random, auction))
        auction.hear(calls[-1])
    return MadeUp(scale, dealer, turned, order, calls)


def a_right_call(random: Random, auction: Auction, silent: bool) -> Json:
    allowed = auction.next_calls
    assert allowed
    one = random.choice(allowed)
    if one == "pass" or random.random() < (0.9 if silent else 0.3):
        return {"seat": auction.turn, "call": "pass"}
    if isinstance(one, str):
        return {"seat": auction.turn, "call": one}
    if "take" in one:
        may_be_silent = auction.turned and not auction.is_round_two
        suit = None if may_be_silent and random.random() < 0.7 else one["take"]
        return call_of(auction.turn, "take", suit=suit)
    bid = one["bid"]
    if bid == "capot" or random.random() < 0.05:
        bid = "capot"
    else:
        bid = min(bid + 10 * random.choice([0, 0, 0, 1, 2, 3, 20]), 1000)
    return {"seat": auction.turn, "call": "bid", "bid": bid, "suit": random.choice(SUITS)}


def any_call(random: Random, auction: Auction) -> Json:
    """Any word of any seat, mostly of this scale and of who is in turn."""
    words = OF_THE_SCALE[auction.scale]
    if random.random() < 0.15:
        words = ("pass", "take", "bid", "coinche", "surcoinche")
    word = random.choice(words)
    seat = auction.turn if random.random() < 0.8 else random.choice("NWSE")
    if word == "take":
        return call_of(seat, word, suit=random.choice([None, None, *SUITS, auction.turned]))
    if word == "bid":
        last = auction.bid if isinstance(auction.bid, int) else 80
        numbers = [last, last - 10, last + 5, last + 10, 70, 75, 0, 1000]
        bid = random.choice(["capot", *(min(number, 1000) for number in numbers)])
        return {"seat": seat, "call": "bid", "bid": bid, "suit": random.choice(SUITS)}
    return {"seat": seat, "call": word}


def call_of(seat: str, word: str, suit: str | None) -> Json:
    return {"seat": seat, "call": word} | ({"suit": suit} if suit else {})
