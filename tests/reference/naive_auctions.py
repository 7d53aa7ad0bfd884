"""A second auctioneer: who may call what, and what stands at the end, in each of the scales.

He hears calls one by one, right or wrong, as they stand in a donne log: `{"seat": "N", "call":
"take"}`. Seats and suits are letters; nothing is shared with the service. No header stands beside
the calls.

Where the text can be read in two ways, this is the reading here:

1  Of several reasons against a call the first of these stands: the log has ended (`misplaced_event`
   after a donne that was thrown in); the call is not of this scale; the auction is over; it is
   another's turn; what was said is wrong.
2  What is wrong with a bid: something was doubled, a capot was bid, it is too low, it is not in
   tens. With a coinche: nothing was bid or taken, one's own side did it, it was doubled before.
   With a surcoinche: nothing was doubled, one's own side doubled it.
3  After the take under `coinchee` each of the other three is asked in turn, the taker's partner
   too, who can only pass; after a coinche again the other three. Three passes end it, as under
   `bid`, and so does the first card, which is no call. Until then the phase is `auction`; another
   take is `call_after_take`, and any call after the end `call_after_auction`.
4  Under `bid` trump, taker and contract are those of the last bid once the auction is over, and
   nobody's before. Under `coinchee` they are known with the take.
5  Where no bid can be read above the last one, `capot` is the lowest that may be said.
6  Where nothing was turned, a take in round one that names no suit stands, and nobody knows the
   trump: the phase stays `auction`, and nobody is next.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from tests.reference.referee import team_of

Call: TypeAlias = Mapping[str, Any]

SUITS = "SHDC"
OF_THE_SCALE = {
    "classic": ("pass", "take"),
    "coinchee": ("pass", "take", "coinche", "surcoinche"),
    "bid": ("pass", "bid", "coinche", "surcoinche"),
}
LOWEST, HIGHEST_READ = 80, 1000
COUNTER_CLOCKWISE, CLOCKWISE = "NWSE", "NESW"


@dataclass
class Auction:
    """An auction as far as it has gone; `turned`: the suit of the card that was turned."""

    scale: str
    dealer: str
    turned: str | None = None
    order: str = COUNTER_CLOCKWISE

    turn: str = field(init=False)
    taker: str | None = None
    suit: str | None = None
    bid: int | str | None = None
    coinched_by: str | None = None
    surcoinched_by: str | None = None
    passes: int = 0  # since something else was said
    findings: list[str] = field(default_factory=list)  # one a call, empty where it stands

    def __post_init__(self) -> None:
        self.turn = self.right_of(self.dealer)

    def right_of(self, seat: str) -> str:
        return self.order[(self.order.index(seat) + 1) % 4]

    # What is known at any time ----------------------------------------------------------------

    @property
    def is_thrown_in(self) -> bool:
        return self.taker is None and self.passes == (4 if self.scale == "bid" else 8)

    @property
    def is_over(self) -> bool:
        """Whether somebody took, and nothing more may be said."""
        if self.taker is None:
            return False
        return self.scale == "classic" or bool(self.surcoinched_by) or self.passes == 3

    @property
    def phase(self) -> str:
        if self.is_thrown_in:
            return "thrown_in"
        return "play" if self.is_over and self.suit else "auction"

    @property
    def is_settled(self) -> bool:
        """Whether it is known who plays in which suit."""
        if self.scale == "bid":
            return self.is_over
        return self.taker is not None

    @property
    def trump(self) -> str | None:
        return self.suit if self.is_settled else None

    @property
    def coinche(self) -> str | None:
        if self.surcoinched_by:
            return "surcoinche"
        return "coinche" if self.coinched_by else None

    @property
    def next_seat(self) -> str | None:
        """Who calls; once it is over who leads, or who deals again."""
        if self.is_thrown_in or self.phase == "play":
            return self.right_of(self.dealer)
        return None if self.is_over else self.turn

    @property
    def next_calls(self) -> list[Any] | None:
        """What may be said now, the lowest bid standing for those above."""
        if self.is_thrown_in or self.is_over:
            return None
        return ["pass", *self.words_to_double(), *self.bids_or_takes()]

    def words_to_double(self) -> list[str]:
        words = [one for one in OF_THE_SCALE[self.scale] if one in ("coinche", "surcoinche")]
        return [word for word in words if not self.wrong_in({"call": word})]

    def bids_or_takes(self) -> list[Any]:
        if self.scale == "bid":
            if self.coinched_by or self.bid == "capot":
                return []
            lowest = LOWEST if self.bid is None else int(self.bid) + 10
            return [{"bid": lowest if lowest <= HIGHEST_READ else "capot"}]
        return [{"take": suit} for suit in self.suits_to_take()] if self.taker is None else []

    @property
    def is_round_two(self) -> bool:
        return self.passes >= 4

    def suits_to_take(self) -> list[str]:
        if self.turned is None:
            return list(SUITS)
        if self.is_round_two:
            return [suit for suit in SUITS if suit != self.turned]
        return [self.turned]

    # Hearing a call ---------------------------------------------------------------------------

    def hear(self, call: Call) -> str:
        """Write the call down, and answer why it is void, or an empty string."""
        finding = self.fault_of(call)
        self.findings.append(finding)
        if not finding:
            self.let_stand(call)
        return finding

    def fault_of(self, call: Call) -> str:
        if self.is_thrown_in:
            return "misplaced_event"
        if call["call"] not in OF_THE_SCALE[self.scale]:
            return "call_not_of_this_scale"
        if self.is_over:
            return "call_after_take" if self.scale == "classic" else "call_after_auction"
        if call["call"] == "take" and self.taker:
            return "call_after_take"
        if call["seat"] != self.turn:
            return "call_out_of_turn"
        return self.wrong_in(call)

    def wrong_in(self, call: Call) -> str:
        """What is wrong with a call of who is in turn."""
        if call["call"] == "take":
            return self.wrong_in_take(call.get("suit"))
        if call["call"] == "bid":
            return self.wrong_in_bid(call["bid"])
        if call["call"] == "coinche":
            if self.taker is None:
                return "coinche_without_bid"
            if team_of(self.turn) == team_of(self.taker):
                return "coinche_of_own_side"
            return "coinche_after_coinche" if self.coinched_by else ""
        if call["call"] == "surcoinche":
            if self.coinched_by is None:
                return "surcoinche_without_coinche"
            if team_of(self.turn) == team_of(self.coinched_by):
                return "surcoinche_of_own_side"
        return ""

    def wrong_in_take(self, suit: str | None) -> str:
        if not self.is_round_two:
            return "suit_in_round_one" if self.turned and suit not in (None, self.turned) else ""
        if suit is None:
            return "suit_missing_in_round_two"
        return "turned_suit_in_round_two" if suit == self.turned else ""

    def wrong_in_bid(self, bid: int | str) -> str:
        if self.coinched_by:
            return "bid_after_coinche"
        if self.bid == "capot":
            return "bid_over_capot"
        if bid == "capot":
            return ""
        if int(bid) < LOWEST or (self.bid is not None and int(bid) <= int(self.bid)):
            return "bid_too_low"
        return "bid_not_in_tens" if int(bid) % 10 else ""

    def let_stand(self, call: Call) -> None:
        seat = call["seat"]
        if call["call"] == "pass":
            self.passes += 1
        else:
            self.passes = 0
        if call["call"] == "take":
            self.taker, self.suit = seat, call.get("suit") or self.turned
        if call["call"] == "bid":
            self.taker, self.suit, self.bid = seat, call["suit"], call["bid"]
        if call["call"] == "coinche":
            self.coinched_by = seat
        if call["call"] == "surcoinche":
            self.surcoinched_by = seat
        self.turn = self.right_of(seat)


def hold(
    scale: str,
    dealer: str,
    calls: Iterable[Call],
    turned: str | None = None,
    order: str = COUNTER_CLOCKWISE,
) -> Auction:
    """Hear all calls of an auction; `turned`: the card, which gives its suit."""
    auction = Auction(scale, dealer, turned[-1] if turned else None, order)
    for call in calls:
        auction.hear(call)
    return auction
