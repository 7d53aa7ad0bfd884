"""The order of all 90 announcements under every trump, against a judge written a second time."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from service.belote.announcements import ANNOUNCEMENTS, Announcement, strength
from service.belote.cards import Suit
from service.belote.comparison import Comparison, compare
from service.belote.declarations import Declaration
from service.belote.rules import Rules
from service.belote.table import Seat, Team
from tests.reference.judge import Verdict, judge
from tests.reference.twin import SUITS, USUAL, Found, House
from tests.support.pairs import PLAIN, disjoint_pairs
from tests.support.twins import HOUSES

OF_THE_JUDGE = {Team.NS: "one", Team.EW: "other", None: "neither"}

every_trump = pytest.mark.parametrize("trump", Suit, ids=[suit.name for suit in Suit])


every_house = pytest.mark.parametrize(
    ("rules", "house"),
    [(rules, house) for rules, house in HOUSES if house.split_runs],  # not of two announcements
    ids=["usual", "without length", "carrés as in a trick", "both"],
)


def judged(one: Announcement, other: Announcement, trump: Suit, house: House = USUAL) -> Verdict:
    return judge(PLAIN[one], PLAIN[other], SUITS[trump], house)


def on_the_table(one: Announcement, other: Announcement, trump: Suit) -> Comparison:
    """North shows the one, East the other."""
    shown = {Seat.N: [Declaration(cards=one.cards)], Seat.E: [Declaration(cards=other.cards)]}
    return compare(shown, {}, trump)


@every_trump
def test_winner_and_deciding_step_of_any_two_announcements_are_the_judges(trump: Suit) -> None:
    for one, other in disjoint_pairs():
        ruling = on_the_table(one, other, trump)
        verdict = OF_THE_JUDGE[ruling.winner], str(ruling.decided_by)
        assert verdict == judged(one, other, trump), (PLAIN[one], PLAIN[other])


@every_trump
def test_only_the_last_step_has_a_leader_and_it_is_the_one_that_decided(trump: Suit) -> None:
    for one, other in disjoint_pairs():
        ruling = on_the_table(one, other, trump)
        *level, last = ruling.steps
        assert [step.leader for step in level] == [None] * len(level)
        assert last.leader is ruling.winner
        if ruling.winner:
            assert str(last.criterion) == str(ruling.decided_by)


@every_trump
def test_changing_sides_changes_the_winner_and_nothing_else(trump: Suit) -> None:
    for one, other in disjoint_pairs():
        here, there = on_the_table(one, other, trump), on_the_table(other, one, trump)
        assert there.winner is (here.winner and here.winner.other)
        assert there.decided_by is here.decided_by


@every_house
@every_trump
def test_strength_orders_any_two_announcements_as_the_judge_does(
    trump: Suit, rules: Rules, house: House
) -> None:
    """Overlapping ones too: as tuples of numbers the strengths are an order without circles."""
    for one, other in product(ANNOUNCEMENTS, repeat=2):
        a, b = strength(one, rules, trump), strength(other, rules, trump)
        winner = "one" if a > b else "other" if a < b else "neither"
        assert winner == judged(one, other, trump, house)[0], (PLAIN[one], PLAIN[other])


@every_house
@every_trump
def test_the_judge_goes_round_in_no_circle(trump: Suit, rules: Rules, house: House) -> None:
    """Sorted by strength, an announcement never beats one that stands above it."""
    ranked = sorted(ANNOUNCEMENTS, key=lambda one: strength(one, rules, trump))
    for place, lower in enumerate(ranked):
        assert all(judged(lower, higher, trump, house)[0] != "one" for higher in ranked[place:])
    neighbours = [judged(a, b, trump, house)[0] for a, b in pairwise(ranked)]
    assert neighbours.count("other") == len({strength(a, rules, trump) for a in ranked}) - 1


@every_trump
def test_only_sequences_of_two_plain_suits_can_tie(trump: Suit) -> None:
    def alike(one: Found, other: Found) -> bool:
        return (
            not one.is_carre
            and (one.length, one.top) == (other.length, other.top)
            and SUITS[trump] not in (one.suit, other.suit)
        )

    for one, other in disjoint_pairs():
        tied = on_the_table(one, other, trump).winner is None
        assert tied == alike(PLAIN[one], PLAIN[other]), (PLAIN[one], PLAIN[other])
