"""The tricks, by the examples of the rules (000) and against a second reading of them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.belote.cards import CARDS, INTERNATIONAL, PACK, Card, Suit, union
from service.belote.checks import Inconsistency, validate_play
from service.belote.inputs import Play
from service.belote.rules import CARD_POINTS, CLASSIQUE, PLAIN_ORDER, TRUMP_ORDER, first_leader
from service.belote.table import FROM, SEATS, ByTeam, Seat
from service.belote.tricks import (
    POINTS,
    Irregularity,
    Trick,
    follow,
    irregularities,
    known_hands,
    legal,
    openings,
    played_by,
    replay,
    situations,
    winning,
)
from tests.reference import naive_donne as naive
from tests.support.notation import cards, codes, told, told_of, where

HEARTS = Suit.HEARTS
SOUTH = "8D 9D 10D JD 8H AH AC KC"  # no spade, two hearts
unhurried = settings(deadline=None)


def play(dealer: str, *tricks: str, leaders: str | None = None) -> Play:
    """`play("E", "7S 8S AS 9S", "AD")`: hearts are trump in these tests."""
    return Play(
        Seat(dealer),
        tuple(tuple(INTERNATIONAL.card_of[one] for one in trick.split()) for trick in tricks),
        None if leaders is None else tuple(map(Seat, leaders)),
    )


def may_play(hand: str, table: str, trump: Suit = HEARTS) -> str:
    on_table = [INTERNATIONAL.card_of[one] for one in table.split()]
    return " ".join(INTERNATIONAL.list(legal(cards(hand), on_table, trump, CLASSIQUE)))


# The cards --------------------------------------------------------------------------------------


@pytest.mark.parametrize("trump", Suit)
def test_the_cards_are_worth_152_whatever_is_trump(trump: Suit) -> None:
    assert sum(POINTS[trump]) == CARD_POINTS == 152


@pytest.mark.parametrize(
    ("table", "points"),
    [(TRUMP_ORDER, (0, 0, 3, 4, 10, 11, 14, 20)), (PLAIN_ORDER, (0, 0, 0, 2, 3, 4, 10, 11))],
)
def test_each_order_names_each_rank_once_from_weak_to_strong(
    table: tuple[tuple[object, int], ...], points: tuple[int, ...]
) -> None:
    assert len({rank for rank, _ in table}) == 8
    assert tuple(value for _, value in table) == points


# Who wins and who leads -------------------------------------------------------------------------


@pytest.mark.parametrize(("dealer", "leader"), ["EN", "NW", "WS", "SE"])
def test_the_player_at_the_right_of_the_dealer_leads(dealer: str, leader: str) -> None:
    assert first_leader(Seat(dealer), CLASSIQUE) is Seat(leader)


@pytest.mark.parametrize(
    ("table", "best"),
    [
        ("7S 8S AS 9S", "AS"),
        ("10S KS QS JS", "10S"),
        ("AS 7H 10S KS", "7H"),
        ("AS 7H 9H AH", "9H"),
        ("9H JH AH 10H", "JH"),
        ("7S AD AC AH", "AH"),
        ("7S AD AC KD", "7S"),
        ("JS 9S 8S 7S", "JS"),
    ],
)
def test_the_highest_trump_wins_else_the_highest_card_of_the_suit_led(
    table: str, best: str
) -> None:
    on_table = [INTERNATIONAL.card_of[one] for one in table.split()]
    assert INTERNATIONAL.labels[on_table[winning(on_table, HEARTS, CLASSIQUE)]] == best


def test_the_winner_of_a_trick_leads_the_next() -> None:
    first, second = follow(play("E", "7S 8S AS 9S", "AD 7D 8D 10D"), HEARTS, CLASSIQUE)
    assert (first.leader, first.winner, first.points) == (Seat.N, Seat.S, 11)
    assert (second.leader, second.winner, second.points) == (Seat.S, Seat.S, 21)
    assert second.seats == (Seat.S, Seat.E, Seat.N, Seat.W)


# What is legal ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "choice"),
    [
        ("", "8H AH 8D 9D 10D JD KC AC"),  # the leader is free
        ("7D", "8D 9D 10D JD"),  # the suit led, any card of it
        ("AD 7H", "8D 9D 10D JD"),  # a trump on the table changes nothing for who can follow
        ("7S", "8H AH"),  # cannot follow: trump
        ("7S 7H", "8H AH"),  # an opponent trumped: above it
        ("7S 9H", "8H AH"),  # cannot go above: below it then
        ("7S 10H", "AH"),  # one trump is above it
        ("AS 7S", "8H AH 8D 9D 10D JD KC AC"),  # the partner is master
        ("AS 8S 7S", "8H AH"),  # an opponent is
        ("7S AS 7H", "8H AH"),  # the partner was, and is beaten by a trump
        ("7H 10H", "AH"),  # trump led: above the highest on the table
        ("10H 7H", "AH"),  # the partner's too
        ("9H 7H", "8H AH"),  # cannot: any trump
        ("JH", "8H AH"),
    ],
)
def test_a_player_follows_trumps_and_goes_above(table: str, choice: str) -> None:
    assert may_play(SOUTH, table) == choice


@pytest.mark.parametrize("table", ["7S", "7S 7H", "AH", "7H 9H"])
def test_without_the_suit_and_without_trump_anything_goes(table: str) -> None:
    assert may_play("7D 8D 9C", table) == "7D 8D 9C"


@pytest.mark.parametrize("table", ["", "7S", "7H 9H"])
def test_who_has_no_card_left_has_none_to_play(table: str) -> None:
    assert may_play("", table) == ""


@pytest.mark.parametrize("table", ["7S 8H 9S", "7S AH 10S", "KS 7S", "7S AS KS"])
def test_who_cannot_follow_is_free_while_the_partner_is_master(table: str) -> None:
    assert may_play("7D JH", table) == "JH 7D"


def test_trump_led_spares_nobody_who_has_trump() -> None:
    assert may_play("7D JH 7H", "9H 8H") == "JH"


# Irregularities ---------------------------------------------------------------------------------


def proven(found: tuple[Irregularity, ...]) -> list[str]:
    return [
        f"{one.trick} {one.seat} {INTERNATIONAL.labels[one.card]} {one.rule}: "
        + " ".join(INTERNATIONAL.list(one.legal))
        for one in found
    ]


def test_a_card_of_the_suit_played_later_proves_that_one_did_not_follow() -> None:
    found = replay(play("E", "7S 8D AS 9S", "KS QS 8S JD"), HEARTS)
    assert proven(found.irregularities) == []  # West may have had no spade
    found = replay(play("E", "7S 8D AS 9S", "KS QS 8S 10S"), HEARTS)
    assert [one.leader for one in found.tricks] == [Seat.N, Seat.S]
    assert proven(found.irregularities) == ["1 W 8D follow: 10S"]


def test_a_trump_played_later_proves_that_one_did_not_trump() -> None:
    found = replay(play("E", "7S 8D AS 9S", "KD QD JD 7H"), HEARTS)
    assert proven(found.irregularities) == ["1 W 8D trump: 7H"]


def test_a_higher_trump_played_later_proves_that_one_did_not_go_above() -> None:
    found = replay(play("E", "10H 7H 9H 8H", "KD QD JD JH"), HEARTS)
    assert proven(found.irregularities) == ["1 W 7H overtrump: JH"]


def test_a_known_hand_proves_at_once() -> None:
    hands = {Seat.S: cards(SOUTH)}
    found = replay(play("E", "7S 10H 8H"), HEARTS, hands)
    assert proven(found.irregularities) == ["1 S 8H overtrump: AH"]
    found = replay(play("E", "7S 10H 8D"), HEARTS, hands)
    assert proven(found.irregularities) == ["1 S 8D trump: AH"]
    found = replay(play("E", "7D 10H KC"), HEARTS, hands)
    assert proven(found.irregularities) == ["1 S KC follow: 8D 9D 10D JD"]


def test_three_hands_prove_the_fourth() -> None:
    known = {
        Seat.N: cards("7S 8S 9S 10S JS QS KS AS"),
        Seat.W: cards("7H 8H 9H 10H JH QH KH AH"),
        Seat.S: cards("7D 8D 9D 10D JD QD KD AD"),
    }
    found = replay(play("S", "7C 7S 7H"), HEARTS, known)
    assert found.next is Seat.S
    assert INTERNATIONAL.list(found.legal or 0) == ["7D", "8D", "9D", "10D", "JD", "QD", "KD", "AD"]
    found = replay(play("W", "7D"), HEARTS, {seat: known[seat] for seat in (Seat.N, Seat.W)})
    assert (found.next, found.legal) == (Seat.E, None)
    found = replay(play("W", "7D"), HEARTS, known)
    assert INTERNATIONAL.list(found.legal or 0) == ["7C", "8C", "9C", "10C", "JC", "QC", "KC", "AC"]


# A play under way -------------------------------------------------------------------------------


def test_before_the_first_card_the_leader_is_next_and_free() -> None:
    found = replay(play("E"), HEARTS, {Seat.N: cards(SOUTH)})
    assert (found.tricks, found.next, found.points) == ((), Seat.N, ByTeam(0, 0))
    assert found.legal == cards(SOUTH)
    assert codes(found) == ["points_so_far", "leads"]


def test_an_empty_last_trick_is_a_trick_not_yet_led() -> None:
    found = replay(play("E", "7S 8S AS 9S", ""), HEARTS)
    assert found.tricks[1] == Trick(FROM[Seat.S], (), None, 0)
    assert (found.next, found.points) == (Seat.S, ByTeam(11, 0))


def test_the_winner_of_a_whole_trick_is_next() -> None:
    assert replay(play("E", "7S 8S AS 9S"), HEARTS).next is Seat.S


def test_a_short_trick_has_no_winner_and_counts_for_nobody_yet() -> None:
    found = replay(play("E", "7S 8S AS 9S", "AD"), HEARTS)
    assert found.tricks[1] == Trick(FROM[Seat.S], play("E", "AD").tricks[0], None, 11)
    assert (found.next, found.points, found.legal) == (Seat.E, ByTeam(11, 0), None)


def test_cards_already_played_are_no_longer_legal() -> None:
    hands = {Seat.W: cards("8S 9D 10D JD AH 8H AC KC")}
    found = replay(play("N", "8S 9S 10S AS", "7C"), HEARTS, hands)
    assert (found.next, INTERNATIONAL.list(found.legal or 0)) == (Seat.W, ["KC", "AC"])


@pytest.mark.parametrize(
    ("table", "duty"),
    [
        ("", "leads: seat N"),
        ("7D", "must_follow: seat W, suit D"),
        ("10H", "must_go_above: seat W, card 10H"),
        ("7H 10H", "must_go_above: seat S, card 10H"),
        ("9H", "must_follow_below: seat W, card 9H"),
        ("7S", "must_trump: seat W, suit S"),
        ("AS 8S 7S", "must_trump: seat E, suit S"),
        ("7S 10H", "must_overtrump: seat S, suit S, card 10H"),
        ("7S 9H", "must_undertrump: seat S, suit S, card 9H"),
        ("AS 7S", "partner_masters: seat S, suit S, card AS"),
        ("7S 9H 8S", "partner_masters: seat E, suit S, card 9H"),
    ],
)
def test_the_reason_names_the_duty_of_the_next_player(table: str, duty: str) -> None:
    count = len(table.split())
    hands = {FROM[Seat.N][count]: cards(SOUTH)}
    assert told(replay(play("E", table), HEARTS, hands).explanation)[-1] == duty


def test_who_has_neither_the_suit_nor_trump_is_told_so() -> None:
    hands = {Seat.W: cards("7D 8D 9D 10D JD QD KD AD")}
    reasons = replay(play("E", "7S"), HEARTS, hands).explanation
    assert told(reasons)[-1] == "neither_suit_nor_trump: seat W, suit S"


def test_of_a_player_whose_hand_is_not_known_no_duty_is_named() -> None:
    assert told(replay(play("E", "7S"), HEARTS).explanation)[-1] == "plays_next: seat W"


def test_the_explanation_tells_what_was_wrong_who_won_last_and_how_it_stands() -> None:
    found = replay(play("E", "7S 8D AS 9S", "KS QS 8S 10S", "7C"), HEARTS)
    assert told(found.explanation) == [
        "irregular_follow: trick 1, seat W, card 8D",
        "proven_by: trick 2, seat W, card 10S",
        "trick_won: trick 2, seat W, card 10S, points 17",
        "points_so_far: ns 11, ew 17",
        "plays_next: seat S",
    ]


def whole(story: naive.Story) -> Play:
    return play(story.dealer, *(" ".join(trick) for trick in story.tricks))


def test_the_points_of_a_whole_play_hold_the_last_trick() -> None:
    story = naive.play_out(Random(3), "H", "E", naive.deal(Random(3), "H"))
    found = replay(whole(story), HEARTS)
    assert (found.next, found.legal, codes(found)[-1]) == (None, None, "play_over")
    assert sum(found.points) == 162
    assert story.points("NS") + 10 * (story.winners[-1] in "NS") == found.points.NS


@unhurried
@given(st.randoms(use_true_random=False), st.sampled_from("SHDC"), st.sampled_from("NWSE"))
def test_who_wins_the_last_trick_has_its_ten_points(
    random: Random, trump: str, dealer: str
) -> None:
    story = naive.play_out(random, trump, dealer, naive.deal(random, trump))
    ns, ew = replay(whole(story), INTERNATIONAL.suit_of[trump]).points
    last = ByTeam(10, 0) if story.winners[-1] in "NS" else ByTeam(0, 10)
    if 8 not in (story.tricks_won("NS"), story.tricks_won("EW")):
        assert (ns, ew) == (story.points("NS") + last.NS, story.points("EW") + last.EW)


def test_on_a_capot_the_last_trick_counts_100() -> None:
    hands = {"N": ["7H", "8H", "9H", "10H", "JH", "QH", "KH", "AH"]}
    hands |= {
        "W": ["7S", "8S", "9S", "10S", "JS", "QS", "KS", "AS"],
        "S": ["7D", "8D", "9D", "10D", "JD", "QD", "KD", "AD"],
    }
    hands |= {"E": ["7C", "8C", "9C", "10C", "JC", "QC", "KC", "AC"]}
    story = naive.play_out(Random(0), "H", "E", hands)
    assert replay(whole(story), HEARTS).points == ByTeam(252, 0)


def test_the_last_card_of_all_is_known_before_it_is_played() -> None:
    story = naive.play_out(Random(5), "H", "N", naive.deal(Random(5), "H"))
    *before, last = story.tricks
    so_far = play("N", *map(" ".join, before), " ".join(last[:3]))
    assert INTERNATIONAL.list(replay(so_far, HEARTS).legal or 0) == last[3:]


# What contradicts itself ------------------------------------------------------------------------


def test_a_trick_has_four_cards_but_the_last_of_a_play_under_way() -> None:
    short = play("E", "7S 8S AS", "AD")
    first = "size_of_trick at trick 0: count 3, expected_count 4"
    last = "size_of_trick at trick 1: count 1, expected_count 4"
    assert told_of(validate_play(short, HEARTS, rules=CLASSIQUE, under_way=True)) == [first]
    assert told_of(validate_play(short, HEARTS, rules=CLASSIQUE)) == [first, last]
    long = play("E", "7S 8S AS 9S 10S")
    too_many = ["size_of_trick at trick 0: count 5, expected_count 4"]
    assert told_of(validate_play(long, HEARTS, rules=CLASSIQUE, under_way=True)) == too_many


def test_where_a_trick_is_not_whole_nobody_can_tell_whose_the_cards_after_it_are() -> None:
    hands = {Seat.S: cards(SOUTH)}
    short = play("E", "7S 8S 9S", "AD 7D QD KD", leaders="NN")
    assert told_of(validate_play(short, HEARTS, hands, rules=CLASSIQUE)) == [
        "size_of_trick at trick 0: count 3, expected_count 4"
    ]


def test_a_card_is_played_once() -> None:
    twice = play("E", "7S 8S AS 7S", "AD 7S")
    assert told_of(validate_play(twice, HEARTS, rules=CLASSIQUE, under_way=True)) == [
        "card_twice at card_of_trick 0 3: card 7S, first card_of_trick 0 0",
        "card_twice at card_of_trick 1 1: card 7S, first card_of_trick 0 0",
    ]


def test_a_card_is_played_out_of_the_hand_that_holds_it() -> None:
    hands = {Seat.S: cards(SOUTH)}
    assert (
        validate_play(play("E", "7S 8S AH"), HEARTS, hands, rules=CLASSIQUE, under_way=True) == []
    )
    assert told_of(
        validate_play(play("E", "7S AH"), HEARTS, hands, rules=CLASSIQUE, under_way=True)
    ) == ["card_of_another at card_of_trick 0 1: card AH, seat W, owner S"]
    assert told_of(validate_play(play("E", "7S 8S AS 9S"), HEARTS, hands, rules=CLASSIQUE)) == [
        "card_not_held at card_of_trick 0 2: card AS, seat S"
    ]


def test_of_hands_that_share_a_card_nobody_can_tell_whose_it_was() -> None:
    hands = {Seat.N: cards("7S 8S 9S"), Seat.S: cards("9S 7D")}
    noted = play("E", "7D 8D", leaders="S")
    assert told_of(validate_play(noted, HEARTS, hands, under_way=True)) == [
        "card_twice at card_of_hand S 9S: card 9S, first card_of_hand N 9S"
    ]


THREE_TRICKS = ("7S 8S 9S 10S", "7D 8D 9D 10D", "7C")
RIGHT_OF_WHO_PLAYED = (("W", "S", "E", "N"), ("N", "W", "S", "E"), ("E",))


def all_from_the_right(tricks: int) -> tuple[list[Inconsistency], list[Inconsistency]]:
    """What is found where each card is noted from the next player, and where he was dealt it."""
    under_way = play("E", *THREE_TRICKS[:tricks])
    noted = tuple(tuple(map(Seat, seats)) for seats in RIGHT_OF_WHO_PLAYED[:tricks])
    held = dict.fromkeys(SEATS, 0)
    for played, seats in zip(under_way.tricks, noted, strict=True):
        for one, seat in zip(played, seats, strict=True):
            held[seat] |= 1 << one
    return (
        validate_play(replace(under_way, players=noted), HEARTS, under_way=True),
        validate_play(under_way, HEARTS, held, under_way=True),
    )


def test_up_to_eight_cards_of_wrong_players_are_told_one_by_one() -> None:
    places = [f"card_of_trick {trick} {at}" for trick in range(2) for at in range(4)]
    for found in all_from_the_right(2):
        assert [where(one.subject) for one in found] == places
        assert not any("count" in one.values for one in found)


def test_of_more_cards_of_wrong_players_the_first_is_told_and_how_many_they_are() -> None:
    by_players, by_hands = all_from_the_right(3)
    assert told_of(by_players) == [
        "other_player at card_of_trick 0 0: card 7S, seat W, player N, count 9"
    ]
    assert told_of(by_hands) == [
        "card_of_another at card_of_trick 0 0: card 7S, seat N, owner W, count 9"
    ]


def test_each_leader_noted_must_be_who_led() -> None:
    tricks = ("7S 8S AS 9S", "AD 7D 8D 10D", "7C 8C 9C 10C")
    assert validate_play(play("E", *tricks, leaders="NSS"), HEARTS, rules=CLASSIQUE) == []
    assert told_of(validate_play(play("E", *tricks, leaders="ESW"), HEARTS, rules=CLASSIQUE)) == [
        "other_leader at leader 0: leader N",
        "other_leader at leader 2: leader S",
    ]


# Against a second reading -----------------------------------------------------------------------

randoms = st.randoms(use_true_random=False)
trumps = st.sampled_from("SHDC")
dealers = st.sampled_from("NWSE")


def engine_irregularities(story: naive.Story) -> list[tuple[int, str, str, str, list[str]]]:
    trump = INTERNATIONAL.suit_of[story.trump]
    tricks = follow(whole(story), trump, CLASSIQUE)
    return [
        (
            one.trick,
            str(one.seat),
            INTERNATIONAL.labels[one.card],
            str(one.rule),
            sorted(INTERNATIONAL.list(one.legal)),
        )
        for one in irregularities(tricks, played_by(tricks), trump, CLASSIQUE)
    ]


@unhurried
@given(randoms, trumps, dealers)
def test_a_play_by_the_rules_has_no_irregularity(random: Random, trump: str, dealer: str) -> None:
    story = naive.play_out(random, trump, dealer, naive.deal(random, trump))
    assert engine_irregularities(story) == []
    tricks = follow(whole(story), INTERNATIONAL.suit_of[trump], CLASSIQUE)
    assert [trick.leader for trick in tricks] == story.leaders
    assert [trick.winner for trick in tricks] == story.winners


@unhurried
@given(randoms, trumps, dealers)
def test_each_card_of_a_play_by_the_rules_was_among_the_legal(
    random: Random, trump: str, dealer: str
) -> None:
    story = naive.play_out(random, trump, dealer, naive.deal(random, trump))
    hands = {Seat(seat): cards(" ".join(hand)) for seat, hand in story.hands.items()}
    for number, trick in enumerate(story.tricks):
        for place, card in enumerate(trick):
            before = [" ".join(one) for one in [*story.tricks[:number], trick[:place]]]
            found = replay(play(dealer, *before), INTERNATIONAL.suit_of[trump], hands)
            assert found.next == naive.around(story.leaders[number])[place]
            assert card in INTERNATIONAL.list(found.legal or 0)
            assert found.irregularities == ()


@unhurried
@given(randoms, trumps, dealers)
def test_the_second_reading_finds_the_same_irregularities(
    random: Random, trump: str, dealer: str
) -> None:
    story = naive.play_out(random, trump, dealer, naive.deal(random, trump), careless=0.5)
    assert engine_irregularities(story) == story.irregularities()


@pytest.mark.slow
@unhurried
@given(randoms, trumps, dealers, st.sampled_from("NWSE"))
def test_two_cards_exchanged_between_tricks_are_caught_at_the_first(
    random: Random, trump: str, dealer: str, seat: str
) -> None:
    story = naive.play_out(random, trump, dealer, naive.deal(random, trump))
    by_seat = {
        other: [
            trick[naive.around(leader).index(other)]
            for trick, leader in zip(story.tricks, story.leaders, strict=True)
        ]
        for other in "NWSE"
    }
    early, late = sorted(random.sample(range(8), 2))
    own = by_seat[seat]
    table = story.tricks[early][: naive.around(story.leaders[early]).index(seat)]
    rule = naive.may_play(own[late], own[early:], table, trump)
    own[early], own[late] = own[late], own[early]
    found = engine_irregularities(naive.retell(trump, dealer, by_seat))
    if rule:
        assert found[0][:4] == (early + 1, seat, own[early], rule)
    else:
        assert (early + 1, seat) not in [one[:2] for one in found]


@unhurried
@given(randoms, trumps, dealers, st.integers(0, 32), st.sets(st.sampled_from(SEATS)))
def test_what_part_of_a_play_proves_the_whole_bears_out(
    random: Random, trump: str, dealer: str, count: int, seen: set[Seat]
) -> None:
    story = naive.play_out(random, trump, dealer, naive.deal(random, trump), careless=0.4)
    number, place = divmod(count, 4)
    so_far = [" ".join(one) for one in story.tricks[:number]]
    if place:
        so_far.append(" ".join(story.tricks[number][:place]))
    hands = {seat: cards(" ".join(story.hands[seat])) for seat in seen}
    found = replay(play(dealer, *so_far), INTERNATIONAL.suit_of[trump], hands)
    real = {one[:3] for one in story.irregularities()}
    shown = {
        (one.trick, str(one.seat), INTERNATIONAL.labels[one.card]) for one in found.irregularities
    }
    assert shown <= real
    assert {one for one in real if Seat(one[1]) in seen and _played(story, one, count)} <= shown


def _played(story: naive.Story, one: tuple[int, str, str], count: int) -> bool:
    return one[2] in [card for trick in story.tricks for card in trick][:count]


def test_what_is_known_of_each_hand_is_never_more_than_eight_cards() -> None:
    story = naive.play_out(Random(1), "S", "S", naive.deal(Random(1), "S"))
    tricks = follow(whole(story), Suit.SPADES, CLASSIQUE)
    held = known_hands(played_by(tricks[:3]), {Seat.N: played_by(tricks)[Seat.N]})
    assert [held[seat].bit_count() for seat in SEATS] == [8, 3, 3, 3]
    assert union(known_hands(played_by(tricks), {}).values()) == PACK
    assert len(CARDS) == 32


# Out of turn ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "table", "hand", "allowed"),
    [
        # West leads, North trumps: whose partner is master depends on who plays, not on when.
        ("WNSE", "AS 9H", "8D 10H 7H", "7H 8D 10H"),  # South, North's partner
        ("WNES", "AS 9H", "8D 10H 7H", "7H 10H"),  # East, his opponent
        ("WSNE", "AS 9H 8S", "8D 10H JH", "JH"),  # East, after two cards
        ("WENS", "AS 7S 9H", "8D 10H JH", "10H JH 8D"),  # South, at once after his partner
        ("WNSE", "AS", "8D 10H", "10H"),  # North, against West
        ("WENS", "AS", "8D 10H", "10H 8D"),  # East, whose partner leads
    ],
)
def test_whose_partner_is_master_is_told_by_the_seats(
    seats: str, table: str, hand: str, allowed: str
) -> None:
    lying = tuple(INTERNATIONAL.card_of[one] for one in table.split())
    trick = Trick(tuple(map(Seat, seats)), lying, None, 0)
    *_, seen = situations(trick, openings(CLASSIQUE)[HEARTS])
    assert cards(hand) & seen.duty(cards(hand)).cards == cards(allowed)


@given(st.permutations(CARDS), st.sampled_from(SEATS), st.sampled_from(Suit))
def test_in_turn_the_number_of_cards_tells_it_as_well(
    pack: list[Card], leader: Seat, trump: Suit
) -> None:
    trick = Trick(FROM[leader], tuple(pack[:4]), None, 0)
    opening = openings(CLASSIQUE)[trump]
    for count, seen in enumerate(situations(trick, opening), 1):
        expected = opening
        for one in pack[:count]:
            expected = expected.after[one]
        if count < 4:
            assert seen is expected
