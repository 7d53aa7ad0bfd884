"""What a hand can announce, by hand and against the twin that tries everything."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.belote.announcements import (
    ANNOUNCEMENTS,
    BY_CARDS,
    best,
    compete,
    held,
    preference,
    resolve,
    selection,
)
from service.belote.cards import INTERNATIONAL, SPANISH, Cards, Deck, Suit, listed
from service.belote.rules import CLASSIQUE
from tests.reference import twin
from tests.support import notation
from tests.support.notation import codes, hand, spell, spelled, suit, told
from tests.support.strategies import hands, renamed, suit_renamings, trumps
from tests.support.twins import best_is_the_twins, choices_are_the_twins


def best_of(text: str, deck: Deck = INTERNATIONAL) -> list[str]:
    return spelled(best(hand(text, deck)), deck)


# What counts ----------------------------------------------------------------------------------


def test_three_cards_in_a_row_are_a_tierce_of_20() -> None:
    assert best_of("7H 8H 9H JS QS AD KC 10C") == ["tierce 20: 7H 8H 9H"]


def test_four_cards_in_a_row_are_a_cinquante_of_50() -> None:
    assert best_of("9D 10D JD QD AS 7S 8C KC") == ["cinquante 50: 9D 10D JD QD"]


def test_five_cards_in_a_row_are_a_cent_of_100() -> None:
    assert best_of("10C JC QC KC AC 7S 8H 8D") == ["cent 100: 10C JC QC KC AC"]


def test_a_run_of_six_stays_one_cent_of_six() -> None:
    """A cent of five and an idle card would pay the same."""
    choice = best(hand("8H 9H 10H JH QH KH 7S 7D"))
    assert spelled(choice) == ["cent 100: 8H 9H 10H JH QH KH"]
    assert choice.announcements[0].length == 6


def test_a_run_of_seven_stays_one_cent_of_seven() -> None:
    """A cinquante and a tierce would pay 70."""
    assert best_of("8H 9H 10H JH QH KH AH 7D") == ["cent 100: 8H 9H 10H JH QH KH AH"]


def test_all_eight_cards_of_a_suit_are_a_cent_to_the_ace_and_a_tierce_from_the_seven() -> None:
    choice = best(hand("7H 8H 9H 10H JH QH KH AH"))
    assert spelled(choice) == ["cent 100: 10H JH QH KH AH", "tierce 20: 7H 8H 9H"]
    assert choice.points == 120


def test_four_jacks_are_worth_200() -> None:
    assert best_of("JS JH JD JC 7S 8S 10H AD") == ["carre 200: JS JH JD JC"]


def test_four_nines_are_worth_150() -> None:
    assert best_of("9S 9H 9D 9C 7S JS KH AD") == ["carre 150: 9S 9H 9D 9C"]


def test_four_aces_tens_kings_or_queens_are_worth_100() -> None:
    assert best_of("AS AH AD AC 7S 8H 9D 10C") == ["carre 100: AS AH AD AC"]
    assert best_of("10S 10H 10D 10C 7S 8H AD KC") == ["carre 100: 10S 10H 10D 10C"]
    assert best_of("KS KH KD KC 7S 8H 9D 10C") == ["carre 100: KS KH KD KC"]
    assert best_of("QS QH QD QC 7S 8H 9D 10C") == ["carre 100: QS QH QD QC"]


def test_four_sevens_and_four_eights_are_worth_nothing() -> None:
    ruling = resolve(hand("7S 7H 7D 7C 8S 8H 8D 8C"))
    assert ruling.best.points == 0
    assert ruling.best.announcements == ()
    assert ruling.alternatives == ()
    assert [spell(one) for one in ruling.worthless] == [
        "carre 0: 7S 7H 7D 7C",
        "carre 0: 8S 8H 8D 8C",
    ]


def test_a_worthless_carre_takes_no_card_from_a_sequence() -> None:
    ruling = resolve(hand("7S 7H 7D 7C 8H 9H AD KS"))
    assert spelled(ruling.best) == ["tierce 20: 7H 8H 9H"]
    assert [spell(one) for one in ruling.worthless] == ["carre 0: 7S 7H 7D 7C"]
    assert ruling.clashes == ()


def test_two_carres_count_both_the_stronger_first() -> None:
    assert best_of("9S 9H 9D 9C JS JH JD JC") == [
        "carre 200: JS JH JD JC",
        "carre 150: 9S 9H 9D 9C",
    ]


def test_a_carre_of_tens_stands_below_every_other_of_100() -> None:
    """In a trick the ten beats king and queen; in the order of sequences it is below them."""
    assert best_of("10S 10H 10D 10C AS AH AD AC")[0] == "carre 100: AS AH AD AC"
    assert best_of("10S 10H 10D 10C KS KH KD KC")[0] == "carre 100: KS KH KD KC"
    assert best_of("10S 10H 10D 10C QS QH QD QC")[0] == "carre 100: QS QH QD QC"


def test_two_sequences_of_one_suit_count_both() -> None:
    assert best_of("7H 8H 9H JH QH KH 7S 8D") == ["tierce 20: JH QH KH", "tierce 20: 7H 8H 9H"]


def test_two_equal_sequences_stand_in_suit_order() -> None:
    found = best(hand("JC QC KC JS QS KS 7H 8D"))
    assert spelled(found) == ["tierce 20: JS QS KS", "tierce 20: JC QC KC"]
    assert selection(found.announcements[::-1]) == found


def test_queen_king_ace_is_a_sequence_and_it_does_not_go_on_to_the_seven() -> None:
    assert best_of("QH KH AH 7H 8H AS AD 10C") == ["tierce 20: QH KH AH"]


def test_king_ace_seven_is_no_sequence() -> None:
    assert best_of("KH AH 7H 8H JS 9D 10D QC") == []


def test_a_sequence_does_not_go_on_in_the_next_suit() -> None:
    """Ace of spades and seven of hearts are neighbours only as numbers."""
    assert best_of("KS AS 7H 8H QD KD AC 7C") == []


# Carré against sequence -----------------------------------------------------------------------


def test_beside_a_carre_of_tens_the_rest_of_a_run_to_the_ace_is_a_cinquante() -> None:
    choice = best(hand("10H JH QH KH AH 10D 10C 10S"))
    assert spelled(choice) == ["carre 100: 10S 10H 10D 10C", "cinquante 50: JH QH KH AH"]
    assert choice.points == 150


def test_a_carre_of_kings_leaves_a_tierce_of_the_run_it_ends() -> None:
    assert best_of("10H JH QH KH KS KD KC 7S") == [
        "carre 100: KS KH KD KC",
        "tierce 20: 10H JH QH",
    ]


def test_a_carre_of_queens_leaves_nothing_of_a_tierce_and_is_kept() -> None:
    """The example of document 003: whichever pays most."""
    ruling = resolve(hand("QS QH QD QC JH KH 7S 8D"))
    assert spelled(ruling.best) == ["carre 100: QS QH QD QC"]
    assert [spelled(one) for one in ruling.alternatives] == [["tierce 20: JH QH KH"]]


def test_a_carre_of_queens_is_kept_before_a_cent_that_needs_its_queen() -> None:
    ruling = resolve(hand("10H JH QH KH AH QS QD QC"))
    assert spelled(ruling.best) == ["carre 100: QS QH QD QC"]
    assert [spelled(one) for one in ruling.alternatives] == [["cent 100: 10H JH QH KH AH"]]


def test_a_carre_of_tens_is_kept_before_a_cent_that_needs_its_ten() -> None:
    assert best_of("8H 9H 10H JH QH 10S 10D 10C") == ["carre 100: 10S 10H 10D 10C"]


def test_a_carre_and_a_cinquante_that_share_no_card_count_both() -> None:
    assert best_of("7H 8H 9H 10H AS AH AD AC") == [
        "carre 100: AS AH AD AC",
        "cinquante 50: 7H 8H 9H 10H",
    ]


# The answer on one hand -----------------------------------------------------------------------


def test_a_clash_is_a_carre_and_a_whole_run_with_the_card_that_both_want() -> None:
    (clash,) = resolve(hand("9H 10H JH QH 10S 10D 10C AS")).clashes
    assert spell(clash.carre) == "carre 100: 10S 10H 10D 10C"
    assert spell(clash.sequence) == "cinquante 50: 9H 10H JH QH"
    assert INTERNATIONAL.labels[clash.card] == "10H"


def test_a_carre_clashes_with_every_sequence_that_wants_a_card_of_it() -> None:
    ruling = resolve(hand("JS QS KS QH QD QC JD KD"))
    assert [spell(clash.sequence) for clash in ruling.clashes] == [
        "tierce 20: JS QS KS",
        "tierce 20: JD QD KD",
    ]
    assert [INTERNATIONAL.labels[clash.card] for clash in ruling.clashes] == ["QS", "QD"]
    assert [spelled(one) for one in ruling.alternatives] == [
        ["tierce 20: JS QS KS", "tierce 20: JD QD KD"]
    ]


def test_where_nothing_is_shared_there_is_no_clash() -> None:
    assert resolve(hand("JS JH JD JC 7S 8S 9S AD")).clashes == ()


def test_a_run_of_six_may_also_be_two_tierces() -> None:
    ruling = resolve(hand("8H 9H 10H JH QH KH 7S 7D"))
    assert [spelled(one) for one in ruling.alternatives] == [
        ["tierce 20: JH QH KH", "tierce 20: 8H 9H 10H"]
    ]


def test_the_other_choices_of_all_eight_cards_come_best_first() -> None:
    ruling = resolve(hand("7H 8H 9H 10H JH QH KH AH"))
    assert [(one.points, spelled(one)) for one in ruling.alternatives] == [
        (120, ["cent 100: 7H 8H 9H 10H JH", "tierce 20: QH KH AH"]),
        (100, ["cent 100: 7H 8H 9H 10H JH QH KH AH"]),
        (100, ["cinquante 50: JH QH KH AH", "cinquante 50: 7H 8H 9H 10H"]),
    ]


def test_two_tierces_may_be_chosen_instead_of_the_carre_that_breaks_both() -> None:
    ruling = resolve(hand("QD KD AD QC KC AC AS AH"))
    assert [spelled(one) for one in ruling.alternatives] == [
        ["tierce 20: QD KD AD", "tierce 20: QC KC AC"]
    ]


def test_a_lone_announcement_leaves_no_other_choice() -> None:
    assert resolve(hand("JH QH KH 7S 8D 9C 10S AD")).alternatives == ()


def test_king_and_queen_of_trump_are_the_belote_also_inside_an_announcement() -> None:
    held_by = hand("JH QH KH KS QD 7S 8D 9C")
    assert resolve(held_by, suit("H")).belote is True
    assert resolve(held_by, suit("S")).belote is False
    assert resolve(held_by, suit("D")).belote is False


def test_without_trump_nobody_knows_of_a_belote() -> None:
    assert resolve(hand("JH QH KH 7S 8D 9C 10S AD")).belote is None


def test_every_sequence_and_carre_that_counts_is_among_the_90() -> None:
    plain = [twin.plain_one(one) for one in ANNOUNCEMENTS]
    assert sorted(plain, key=str) == sorted(twin.EVERYTHING, key=str)
    assert len(plain) == 90


def test_parts_of_a_run_may_be_announced() -> None:
    assert [spell(one) for one in held(hand("JH QH KH AH 7S 8D 9C 10S"))] == [
        "tierce 20: JH QH KH",
        "tierce 20: QH KH AH",
        "cinquante 50: JH QH KH AH",
    ]


def test_an_answer_repeats_the_hand_and_the_trump() -> None:
    dealt = hand("JH QH KH 7S 8D 9C 10S AD")
    assert (resolve(dealt, suit("H")).hand, resolve(dealt, suit("H")).trump) == (dealt, suit("H"))
    assert resolve(dealt).trump is None


# The reasons ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dealt", "expected"),
    [
        ("7S 9S JS 8H 10H KD AC QC", ["nothing_to_announce"]),
        (
            "JH QH KH 7S 8D 9C 10S AD",
            ["best_one: announcement tierce 20 JH QH KH, points 20"],
        ),
        (
            "JH QH KH 7S 8S 9S 10S AD",
            ["best_two: first cinquante 50 7S 8S 9S 10S, second tierce 20 JH QH KH, points 70"],
        ),
    ],
)
def test_what_the_best_is_comes_first(dealt: str, expected: list[str]) -> None:
    assert told(resolve(hand(dealt)).explanation) == expected


def test_a_whole_suit_says_that_it_is_split() -> None:
    assert told(resolve(hand("7H 8H 9H 10H JH QH KH AH")).explanation) == [
        "best_two: first cent 100 10H JH QH KH AH, second tierce 20 7H 8H 9H, points 120",
        "suit_split: suit H, length 8, points 120",
        "other_choice_is_weaker: choice cent 100 7H 8H 9H 10H JH + tierce 20 QH KH AH, points 120",
    ]


def test_two_sequences_of_a_broken_suit_are_no_split() -> None:
    """7-8-9 and J-Q-K are two runs already: no eight cards in a row, nothing to split."""
    assert codes(resolve(hand("7H 8H 9H JH QH KH 7S 8D"))) == ["best_two"]


def test_a_card_wanted_twice_is_named_with_what_is_left_of_the_run() -> None:
    assert told(resolve(hand("10H JH QH KH AH 10D 10C 10S")).explanation) == [
        "best_two: first carre 100 10S 10H 10D 10C, second cinquante 50 JH QH KH AH, points 150",
        "one_card_one_announcement: card 10H, "
        "carre carre 100 10S 10H 10D 10C, sequence cent 100 10H JH QH KH AH",
        "rest_of_the_sequence: announcement cinquante 50 JH QH KH AH, card 10H",
        "other_choice_pays_less: choice cent 100 10H JH QH KH AH, points 100",
    ]


def test_a_choice_worth_as_much_is_called_weaker() -> None:
    assert told(resolve(hand("10H JH QH KH AH QS QD QC")).explanation) == [
        "best_one: announcement carre 100 QS QH QD QC, points 100",
        "one_card_one_announcement: card QH, "
        "carre carre 100 QS QH QD QC, sequence cent 100 10H JH QH KH AH",
        "nothing_left_of_the_sequence: card QH",
        "other_choice_is_weaker: choice cent 100 10H JH QH KH AH, points 100",
    ]


def test_a_worthless_carre_and_the_belote_are_mentioned_last() -> None:
    assert told(resolve(hand("8S 8H 8D 8C JH QH KH AS"), suit("H")).explanation) == [
        "best_one: announcement tierce 20 JH QH KH, points 20",
        "worthless_carre: carre carre 0 8S 8H 8D 8C",
        "belote_held: king K, queen Q",
    ]


# Two decks, one game --------------------------------------------------------------------------


def test_the_spanish_seven_is_followed_by_the_ten_and_the_twelve_by_the_ace() -> None:
    assert best_of("6O 7O 10O 11C 12C 1C 4E 5B", SPANISH) == [
        "tierce 20: 11C 12C 1C",
        "tierce 20: 6O 7O 10O",
    ]


def test_four_spanish_sotas_are_worth_200_and_four_sixes_150() -> None:
    assert best_of("10O 10C 10E 10B 6O 6C 6E 6B", SPANISH) == [
        "carre 200: 10O 10C 10E 10B",
        "carre 150: 6O 6C 6E 6B",
    ]


def test_four_spanish_fours_or_fives_are_worth_nothing() -> None:
    assert best_of("4O 4C 4E 4B 5O 5C 5E 5B", SPANISH) == []


@given(hands)
def test_a_spanish_hand_is_its_french_twin_by_other_labels(dealt: Cards) -> None:
    twin_label = dict(zip(INTERNATIONAL.labels, SPANISH.labels, strict=True))
    in_spanish = " ".join(twin_label[label] for label in INTERNATIONAL.list(dealt))
    assert hand(in_spanish, SPANISH) == dealt


# Against the twin -----------------------------------------------------------------------------


@given(hands)
def test_the_best_and_the_choices_are_what_trying_everything_finds(dealt: Cards) -> None:
    assert best_is_the_twins(dealt)
    assert choices_are_the_twins(dealt)


# Whatever the hand ----------------------------------------------------------------------------


@given(hands)
def test_the_best_is_preferred_to_every_alternative(dealt: Cards) -> None:
    ruling = resolve(dealt)
    first = preference(ruling.best, CLASSIQUE)
    assert all(preference(one, CLASSIQUE) < first for one in ruling.alternatives)


@given(hands)
def test_a_hand_without_one_of_its_cards_never_has_a_better_best(dealt: Cards) -> None:
    whole = best(dealt).points
    assert all(best(dealt & ~(1 << one)).points <= whole for one in listed(dealt))


@given(hands, suit_renamings)
def test_renaming_the_suits_renames_the_best_and_nothing_else(
    dealt: Cards, names: list[Suit]
) -> None:
    before = [(one.points, renamed(one.cards, names)) for one in best(dealt).announcements]
    after = [(one.points, one.cards) for one in best(renamed(dealt, names)).announcements]
    assert sorted(before) == sorted(after)


@given(hands, trumps)
def test_the_trump_never_changes_the_choice(dealt: Cards, trump: Suit) -> None:
    with_trump, without = resolve(dealt, trump), resolve(dealt)
    assert with_trump.best == without.best
    assert with_trump.alternatives == without.alternatives


@given(hands, st.none() | trumps)
def test_every_reason_on_a_hand_has_a_source(dealt: Cards, trump: Suit | None) -> None:
    assert all(reason.source for reason in resolve(dealt, trump).explanation)


def test_announcements_compete_for_a_card_whatever_stands_between_them() -> None:
    cards = hand("7S 8S 9S 10S JS 10H JH QH")
    first, between, last = (
        BY_CARDS[notation.cards(one)] for one in ("7S 8S 9S", "10H JH QH", "9S 10S JS")
    )
    assert compete((first, between, last), cards, CLASSIQUE)
    assert not compete((first, between), cards, CLASSIQUE)
    assert not compete((between, last), cards, CLASSIQUE)
