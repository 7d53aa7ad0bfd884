"""Deals of a seed: drawn a second time from what the documentation says, legal, and fixed forever.

The second drawing works on the labels of cards and shares nothing with the service.
"""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import product

import pytest

from service.belote.cards import INTERNATIONAL, PACK, Cards, Suit, union
from service.belote.dealing import LAST_SEED, Deal, Purpose, deal, draws, shuffled
from service.belote.inputs import Contract
from service.belote.presets import SwitchValue, resolve_rules
from service.belote.rules import CLASSIQUE
from service.belote.table import SEATS, Seat
from tests.reference import naive_donne as naive

SEEDS = [*range(40), 2**31, LAST_SEED]
RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")


class Drawing:
    """The draws of a purpose, by the documentation of the module."""

    def __init__(self, seed: int, purpose: str) -> None:
        self.seed, self.purpose, self.next = seed, purpose, 0

    def below(self, bound: int) -> int:
        while True:
            text = f"belote-arbiter {self.seed} {self.purpose} {self.next}"
            self.next += 1
            number = int(sha256(text.encode()).hexdigest()[:16], 16)
            if number < 2**64 // bound * bound:
                return number % bound


def mixed(seed: int) -> list[str]:
    """The pack of a seed, in labels."""
    pack = [rank + suit for suit, rank in product("SHDC", RANKS)]
    drawing = Drawing(seed, "shuffle")
    for i in range(31, 0, -1):
        j = drawing.below(i + 1)
        pack[i], pack[j] = pack[j], pack[i]
    return pack


def drawn(seed: int, trump: str = "") -> dict[str, object]:
    """The deal of a seed, in labels."""
    pack = mixed(seed)
    dealer = "NWSE"[Drawing(seed, "deals").below(4)]
    taker = "NWSE"[Drawing(seed, "takes").below(4)]
    right = "NWSE"[("NWSE".index(dealer) + 1) % 4]
    order = naive.around(right)
    hands = {seat: pack[5 * at : 5 * at + 5] for at, seat in enumerate(order)}
    turned, rest = pack[20], pack[21:]
    for seat in order:
        if seat == taker:
            hands[seat].append(turned)
        while len(hands[seat]) < 8:
            hands[seat].append(rest.pop(0))
    return {
        "dealer": dealer,
        "taker": taker,
        "turned": turned,
        "trump": trump or turned[-1],
        "hands": {seat: set(hands[seat]) for seat in "NWSE"},
    }


def told(found: Deal) -> dict[str, object]:
    return {
        "dealer": found.dealer.value,
        "taker": found.taker.value,
        "turned": None if found.turned is None else INTERNATIONAL.labels[found.turned],
        "trump": INTERNATIONAL.suits[found.trump],
        "hands": {seat.value: set(INTERNATIONAL.list(found.hands[seat])) for seat in SEATS},
    }


@pytest.mark.parametrize("seed", SEEDS)
def test_a_deal_is_the_one_that_the_documentation_draws(seed: int) -> None:
    assert told(deal(seed, CLASSIQUE)) == drawn(seed)
    assert told(deal(seed, CLASSIQUE, trump=Suit.CLUBS)) == drawn(seed, "C")
    assert deal(seed, CLASSIQUE).seed == seed


@pytest.mark.parametrize("seed", SEEDS)
def test_every_card_of_the_pack_has_the_place_that_is_documented(seed: int) -> None:
    """Also the first two, which the same player gets in either order."""
    pack = shuffled(draws(seed, Purpose.SHUFFLE))
    assert [INTERNATIONAL.labels[one] for one in pack] == mixed(seed)


def test_hands_are_played_only_where_that_is_asked_for() -> None:
    assert deal(7, CLASSIQUE).tricks is None


def test_a_draw_beyond_the_last_whole_multiple_is_drawn_again() -> None:
    """Of 64 bits, nearly half of the numbers are beyond this bound."""
    bound, draw, second = 2**63 + 1, draws(3, Purpose.SHUFFLE), Drawing(3, "shuffle")
    assert [draw(bound) for _ in range(50)] == [second.below(bound) for _ in range(50)]
    assert second.next > 60


def test_a_draw_equal_to_the_last_whole_multiple_is_drawn_again() -> None:
    """The bound is the first number drawn, of which 64 bits hold one multiple: itself."""
    seed = next(seed for seed in SEEDS if Drawing(seed, "takes").below(2**64) > 2**63)
    bound = Drawing(seed, "takes").below(2**64)
    second = Drawing(seed, "takes")
    assert draws(seed, Purpose.TAKES)(bound) == second.below(bound)
    assert second.next > 1


def test_the_deal_of_a_seed_never_changes() -> None:
    """Whoever noted a seed finds these cards again."""
    found = deal(7, CLASSIQUE, play=True)
    assert found.tricks is not None
    assert told(found) == {
        "dealer": "N",
        "taker": "S",
        "turned": "AC",
        "trump": "C",
        "hands": {
            "N": {"JS", "7H", "7D", "10D", "QD", "7C", "10C", "JC"},
            "W": {"7S", "9S", "10S", "QS", "9D", "KD", "AD", "8C"},
            "S": {"8S", "KS", "9H", "QH", "9C", "QC", "KC", "AC"},
            "E": {"AS", "8H", "10H", "JH", "KH", "AH", "8D", "JD"},
        },
    }
    assert [[INTERNATIONAL.labels[one] for one in trick.cards] for trick in found.tricks] == [
        ["8C", "9C", "AH", "JC"],
        ["7C", "KD", "AC", "JH"],
        ["9H", "10H", "7H", "AD"],
        ["JD", "10D", "9D", "QH"],
        ["7D", "QS", "KC", "8D"],
        ["8S", "AS", "JS", "9S"],
        ["KH", "10C", "10S", "QC"],
        ["QD", "7S", "KS", "8H"],
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_four_hands_are_the_whole_pack(seed: int) -> None:
    hands = deal(seed, CLASSIQUE).hands
    assert [hand.bit_count() for hand in hands.values()] == [8, 8, 8, 8]
    assert union(hands.values()) == PACK
    assert list(hands) == list(SEATS)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("switches", "house"),
    [
        ({}, naive.USUAL),
        (
            {"direction": "clockwise", "undertrump": "free", "partner_master": "trump"},
            naive.House(direction="clockwise", undertrump="free", partner_master="trump"),
        ),
    ],
    ids=["usual", "house rules"],
)
def test_every_card_of_a_play_is_legal(
    seed: int, switches: dict[str, SwitchValue], house: naive.House
) -> None:
    rules = resolve_rules("classique", switches)
    found = deal(seed, rules, play=True)
    assert found.tricks is not None
    trump = INTERNATIONAL.suits[found.trump]
    left = {seat.value: INTERNATIONAL.list(cards) for seat, cards in found.hands.items()}
    leader = naive.around(found.dealer.value, house)[1]
    for trick in found.tricks:
        order, table = naive.around(leader, house), list[str]()
        assert [seat.value for seat in trick.seats] == list(order)
        for seat, one in zip(order, trick.cards, strict=True):
            label = INTERNATIONAL.labels[one]
            assert not naive.may_play(label, left[seat], table, trump, house)
            left[seat].remove(label)
            table.append(label)
        leader = order[naive.master(table, trump)]
        assert trick.winner == leader
    assert set(map(len, left.values())) == {0}


def test_where_contracts_are_bid_the_same_hands_are_dealt_and_no_card_is_turned_up() -> None:
    bid = deal(7, resolve_rules("classique", {"scale": "bid"}))
    assert told(bid) == drawn(7) | {"turned": None}
    assert bid.contract == Contract(80)
    assert deal(7, CLASSIQUE).contract is None


def test_trump_dealer_and_play_change_no_draw_of_another_purpose() -> None:
    plain = deal(11, CLASSIQUE)
    other = deal(11, CLASSIQUE, trump=Suit.SPADES, play=True)
    assert (other.hands, other.turned, other.taker) == (plain.hands, plain.turned, plain.taker)
    moved = deal(11, CLASSIQUE, dealer=Seat.S)
    assert (moved.dealer, moved.turned, moved.taker) == (Seat.S, plain.turned, plain.taker)


def test_each_seat_deals_takes_and_gets_each_card_about_as_often_as_the_others() -> None:
    found = [deal(seed, CLASSIQUE) for seed in range(2000)]
    for seats in (Counter(one.dealer for one in found), Counter(one.taker for one in found)):
        assert all(400 < seats[seat] < 600 for seat in SEATS)
    assert {one.turned for one in found} == set(range(32))
    for card in range(32):
        held = Counter(seat for one in found for seat in SEATS if _has(one.hands[seat], card))
        assert all(400 < held[seat] < 600 for seat in SEATS)


def _has(hand: Cards, card: int) -> int:
    return hand >> card & 1
