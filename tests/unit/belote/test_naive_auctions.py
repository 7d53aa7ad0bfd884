"""The naive auctioneer by hand: auctions of each scale, right and wrong, and made-up ones."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.reference.naive_auctions import CLOCKWISE, Auction, hold
from tests.reference.naive_auditor import audit
from tests.support.auctions import SCALES, an_auction
from tests.support.profiles import tries


def calls(text: str) -> list[dict[str, Any]]:
    """Read `N pass, W take C, S bid 80 H`."""
    found = []
    for one in text.split(", ") if text else ():
        seat, word, *rest = one.split()
        call: dict[str, Any] = {"seat": seat, "call": word}
        if word == "bid":
            call["bid"] = rest[0] if rest[0] == "capot" else int(rest[0])
            call["suit"] = rest[1]
        elif rest:
            call["suit"] = rest[0]
        found.append(call)
    return found


def held(scale: str, text: str) -> Auction:
    """East deals and turns the nine of hearts, unless nothing is turned in this scale."""
    return hold(scale, "E", calls(text), None if scale == "bid" else "9H")


def found(scale: str, text: str) -> str:
    """What is wrong with the last call; those before it stand."""
    *before, last = held(scale, text).findings
    assert not any(before)
    return last


FOUR_PASSES = "N pass, W pass, S pass, E pass"


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("N pass", ""),
        ("W pass", "call_out_of_turn"),
        ("N take", ""),
        ("N take H", ""),
        ("N take C", "suit_in_round_one"),
        (f"{FOUR_PASSES}, N take", "suit_missing_in_round_two"),
        (f"{FOUR_PASSES}, N take H", "turned_suit_in_round_two"),
        (f"{FOUR_PASSES}, N take C", ""),
        ("N take, W pass", "call_after_take"),
        ("N take, W take", "call_after_take"),
        (f"{FOUR_PASSES}, {FOUR_PASSES}, N pass", "misplaced_event"),
        ("N bid 80 H", "call_not_of_this_scale"),
        ("N take, W coinche", "call_not_of_this_scale"),
    ],
)
def test_calls_of_the_classic_scale(text: str, finding: str) -> None:
    assert found("classic", text) == finding


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("N take C", "suit_in_round_one"),
        ("N bid 80 H", "call_not_of_this_scale"),
        ("N coinche", "coinche_without_bid"),
        ("N surcoinche", "surcoinche_without_coinche"),
        ("N take, W coinche", ""),
        ("N take, W pass, S coinche", "coinche_of_own_side"),
        ("N take, W pass, S pass, E coinche", ""),
        ("N take, E coinche", "call_out_of_turn"),
        ("N take, W take", "call_after_take"),
        ("N take, W surcoinche", "surcoinche_without_coinche"),
        ("N take, W coinche, S surcoinche", ""),
        ("N take, W coinche, S coinche", "coinche_of_own_side"),
        ("N take, W coinche, S pass, E coinche", "coinche_after_coinche"),
        ("N take, W coinche, S pass, E surcoinche", "surcoinche_of_own_side"),
        ("N take, W coinche, S pass, E pass, N surcoinche", ""),
        ("N take, W coinche, S surcoinche, E pass", "call_after_auction"),
        ("N take, W pass, S pass, E pass, N pass", "call_after_auction"),
        (f"{FOUR_PASSES}, {FOUR_PASSES}, N pass", "misplaced_event"),
    ],
)
def test_calls_where_a_take_may_be_doubled(text: str, finding: str) -> None:
    assert found("coinchee", text) == finding


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("N bid 80 H", ""),
        ("N bid 70 H", "bid_too_low"),
        ("N bid 85 H", "bid_not_in_tens"),
        ("N bid 75 H", "bid_too_low"),
        ("N bid capot H", ""),
        ("N take H", "call_not_of_this_scale"),
        ("W bid 80 H", "call_out_of_turn"),
        ("N bid 80 H, W bid 80 S", "bid_too_low"),
        ("N bid 80 H, W bid 120 S", ""),
        ("N pass, W bid 80 H, S pass, E pass, N bid 90 C", ""),
        ("N bid capot H, W bid capot S", "bid_over_capot"),
        ("N bid capot H, W bid 250 S", "bid_over_capot"),
        ("N coinche", "coinche_without_bid"),
        ("N bid 80 H, W coinche", ""),
        ("N bid 80 H, W pass, S coinche", "coinche_of_own_side"),
        ("N bid 80 H, W coinche, S bid 90 H", "bid_after_coinche"),
        ("N bid 80 H, W coinche, S pass, E coinche", "coinche_after_coinche"),
        ("N bid 80 H, W coinche, S surcoinche", ""),
        ("N bid 80 H, W coinche, S pass, E pass, N surcoinche", ""),
        ("N bid 80 H, W coinche, S pass, E surcoinche", "surcoinche_of_own_side"),
        ("N bid 80 H, W surcoinche", "surcoinche_without_coinche"),
        ("N bid 80 H, W coinche, S surcoinche, E pass", "call_after_auction"),
        ("N bid 80 H, W pass, S pass, E pass, N pass", "call_after_auction"),
        (f"{FOUR_PASSES}, N bid 80 H", "misplaced_event"),
    ],
)
def test_calls_where_contracts_are_bid(text: str, finding: str) -> None:
    assert found("bid", text) == finding


@pytest.mark.parametrize(
    ("scale", "text", "seat", "expected"),
    [
        ("classic", "", "N", ["pass", {"take": "H"}]),
        ("classic", FOUR_PASSES, "N", ["pass", {"take": "S"}, {"take": "D"}, {"take": "C"}]),
        ("classic", "W pass, N take C", "N", ["pass", {"take": "H"}]),
        ("classic", "N take", "N", None),
        ("classic", f"{FOUR_PASSES}, {FOUR_PASSES}", "N", None),
        ("coinchee", "N pass, W take", "S", ["pass", "coinche"]),
        ("coinchee", "N pass, W take, S pass", "E", ["pass"]),
        ("coinchee", "N pass, W take, S coinche", "E", ["pass", "surcoinche"]),
        ("coinchee", "N pass, W take, S coinche, E pass", "N", ["pass"]),
        ("coinchee", "N pass, W take, S coinche, E surcoinche", "N", None),
        ("bid", "", "N", ["pass", {"bid": 80}]),
        ("bid", "N bid 80 H", "W", ["pass", "coinche", {"bid": 90}]),
        ("bid", "N bid 80 H, W pass", "S", ["pass", {"bid": 90}]),
        ("bid", "N bid 1000 H", "W", ["pass", "coinche", {"bid": "capot"}]),
        ("bid", "N bid capot H", "W", ["pass", "coinche"]),
        ("bid", "N bid capot H, W coinche", "S", ["pass", "surcoinche"]),
        ("bid", "N pass, W bid 80 H, S pass, E pass, N pass", "N", None),
    ],
)
def test_who_is_next_and_what_may_be_said(
    scale: str, text: str, seat: str, expected: list[Any] | None
) -> None:
    auction = held(scale, text)
    assert (auction.next_seat, auction.next_calls) == (seat, expected)


@pytest.mark.parametrize(
    ("scale", "text", "phase", "expected"),
    [
        ("classic", "N pass, W take", "play", ("W", "H", None, None)),
        ("classic", f"{FOUR_PASSES}, N take C", "play", ("N", "C", None, None)),
        ("classic", f"{FOUR_PASSES}, {FOUR_PASSES}", "thrown_in", (None, None, None, None)),
        ("coinchee", "N take, W coinche", "auction", ("N", "H", None, "coinche")),
        ("coinchee", "N take, W pass, S pass, E pass", "play", ("N", "H", None, None)),
        ("bid", FOUR_PASSES, "thrown_in", (None, None, None, None)),
        ("bid", "N bid 80 H, W bid 90 S, S pass, E pass, N pass", "play", ("W", "S", 90, None)),
        (
            "bid",
            "N bid 80 H, W bid 90 S, S coinche, E surcoinche",
            "play",
            ("W", "S", 90, "surcoinche"),
        ),
    ],
)
def test_what_stands_in_the_end(
    scale: str, text: str, phase: str, expected: tuple[object, ...]
) -> None:
    auction = held(scale, text)
    assert (auction.phase, auction.is_settled) == (phase, phase != "thrown_in")
    assert (auction.taker, auction.trump, auction.bid, auction.coinche) == expected


def test_where_nothing_is_turned_any_suit_may_be_taken() -> None:
    auction = hold("classic", "E", [])
    assert auction.next_calls == ["pass", *({"take": suit} for suit in "SHDC")]
    assert auction.hear({"seat": "N", "call": "take", "suit": "C"}) == ""
    assert auction.trump == "C"


@pytest.mark.parametrize("scale", ["classic", "coinchee"])
def test_a_take_of_an_unknown_suit_leaves_everything_open(scale: str) -> None:
    auction = hold(scale, "E", calls("N take, W pass, S pass, E pass"))
    assert (auction.taker, auction.trump, auction.phase) == ("N", None, "auction")
    assert (auction.next_seat, auction.next_calls) == (None, None)


def test_the_turn_goes_round_as_the_cards_do() -> None:
    assert hold("bid", "E", calls("S pass, W pass"), order=CLOCKWISE).next_seat == "N"


@pytest.mark.parametrize("scale", SCALES)
def test_made_up_auctions_find_everything_there_is_to_find(scale: str) -> None:
    random, seen = Random(41), Counter[str]()
    for _ in range(2000):
        made_up = an_auction(random, scale)
        auction = made_up.held()
        seen.update(auction.findings)
        seen[auction.phase] += 1
        seen[str(auction.coinche)] += 1
    codes = {
        "classic": {"suit_in_round_one", "suit_missing_in_round_two", "turned_suit_in_round_two"},
        "coinchee": {"call_after_take", "call_after_auction", "coinche_of_own_side"},
        "bid": {"bid_too_low", "bid_not_in_tens", "bid_over_capot", "bid_after_coinche"},
    }[scale]
    if scale != "classic":
        codes |= {"coinche_without_bid", "coinche_after_coinche", "surcoinche_without_coinche"}
        codes |= {"surcoinche_of_own_side", "coinche", "surcoinche"}
    codes |= {"", "call_out_of_turn", "call_not_of_this_scale", "misplaced_event"}
    assert {code for code in codes | {"auction", "play", "thrown_in"} if seen[code] < 5} == set()


@pytest.mark.parametrize("scale", SCALES)
def test_what_may_be_said_has_no_findings(scale: str) -> None:
    random = Random(42)
    for _ in range(200):
        made_up = an_auction(random, scale, wrong=0)
        auction = made_up._replace(calls=[]).held()
        for call in made_up.calls:
            if auction.next_calls:
                assert auction.hear(call) == ""


def test_the_naive_auditor_hears_the_classic_auction_alike() -> None:
    random = Random(43)
    for _ in range(tries(2000)):
        made_up = an_auction(random, "classic")
        auction, told = made_up.held(), audit(made_up.as_log())
        following = told["next"] or {"seat": None, "calls": None}
        assert (following["seat"], following["calls"]) == (auction.next_seat, auction.next_calls)
        assert (told["phase"], told["trump"], told["taker"]) == (
            auction.phase,
            auction.trump,
            auction.taker,
        )
        assert [(one["event"], one["code"]) for one in told["findings"]] == [
            (event, code) for event, code in enumerate(auction.findings, 1) if code
        ]
