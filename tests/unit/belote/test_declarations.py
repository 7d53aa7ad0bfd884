"""Rulings on what a player says: every reason, every overlap, every kind without cards."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.belote.announcements import ANNOUNCEMENTS, Selection, best, held, selection
from service.belote.cards import NO_CARDS, Cards, Suit
from service.belote.declarations import (
    Declaration,
    judge_declarations,
    validate,
)
from service.belote.rules import FALSE_DECLARATIONS, Kind, Void
from tests.reference import twin
from tests.support.notation import hand, said, spell, spelled, told, verdicts
from tests.support.strategies import Said, hands, hands_and_said, trumps

TIERCE = hand("JH QH KH 7S 9S 8D 10C AC")
SIX_IN_A_ROW = hand("8H 9H 10H JH QH KH 7S AD")
WHOLE_SUIT = hand("7H 8H 9H 10H JH QH KH AH")
KINGS = hand("KS KH KD KC JH QH 10H 7S")
EIGHTS = hand("8S 8H 8D 8C JH QH KH AD")


# Each reason ----------------------------------------------------------------------------------


def test_what_is_held_and_rightly_said_stands() -> None:
    assert verdicts(TIERCE, said("tierce", "JH QH KH", points=20)) == ["tierce 20: JH QH KH"]


def test_cards_alone_say_enough() -> None:
    assert verdicts(TIERCE, said(None, "JH QH KH")) == ["tierce 20: JH QH KH"]


def test_a_kind_alone_says_enough() -> None:
    assert verdicts(TIERCE, said("tierce")) == ["tierce 20: JH QH KH"]


def test_part_of_a_longer_run_may_be_announced() -> None:
    assert verdicts(SIX_IN_A_ROW, said("cinquante", "9H 10H JH QH")) == [
        "cinquante 50: 9H 10H JH QH"
    ]


@pytest.mark.parametrize("with_card", range(2, 9))
def test_after_the_first_card_it_is_late(with_card: int) -> None:
    assert verdicts(TIERCE, said("tierce", "JH QH KH", with_card=with_card)) == ["late"]
    assert verdicts(TIERCE, said("tierce", with_card=with_card)) == ["late"]


def test_a_card_that_is_not_held_voids_a_declaration() -> None:
    assert verdicts(TIERCE, said("tierce", "QH KH AH")) == ["card_not_in_hand"]


@pytest.mark.parametrize(
    "shown_cards",
    [
        pytest.param("JH", id="one card"),
        pytest.param("JH QH", id="two cards"),
        pytest.param("JH QH AH", id="a gap"),
        pytest.param("QH KH AS", id="two suits"),
        pytest.param("KH AH 7H", id="round the corner"),
        pytest.param("AS AH AD", id="three of a rank"),
        pytest.param("KS KH KD KC AS", id="a carre and a card"),
        pytest.param("JH QH KH 7S 8S 9S", id="two tierces"),
    ],
)
def test_cards_that_are_neither_run_nor_carre_are_no_announcement(shown_cards: str) -> None:
    assert verdicts(None, said(None, shown_cards)) == ["not_an_announcement"]


@pytest.mark.parametrize(
    ("kind", "shown_cards"),
    [
        ("cinquante", "JH QH KH"),
        ("cent", "10H JH QH KH"),
        ("carre", "10H JH QH KH"),
        ("tierce", "KS KH KD KC"),
        ("cinquante", "KS KH KD KC"),
        ("tierce", "8S 8H 8D 8C"),
    ],
)
def test_cards_that_make_less_or_other_than_was_said_are_a_mismatch(
    kind: str, shown_cards: str
) -> None:
    assert verdicts(None, said(kind, shown_cards)) == ["kind_mismatch"]


@pytest.mark.parametrize(
    ("kind", "points", "shown_cards"),
    [
        ("tierce", 50, "JH QH KH"),
        (None, 50, "JH QH KH"),
        ("carre", 200, "KS KH KD KC"),
        ("carre", 100, "9S 9H 9D 9C"),
        ("carre", 100, "8S 8H 8D 8C"),
        ("tierce", 0, "JH QH KH"),
        ("cent", 120, "7H 8H 9H 10H JH QH KH AH"),
    ],
)
def test_a_value_that_is_not_the_announcements_is_a_mismatch(
    kind: str | None, points: int, shown_cards: str
) -> None:
    assert verdicts(None, said(kind, shown_cards, points=points)) == ["points_mismatch"]


def test_the_value_of_what_counts_as_said_is_the_one_to_say() -> None:
    """A tierce out of four cards is worth 20, not the 50 of the four."""
    assert verdicts(None, said("tierce", "10H JH QH KH", points=50)) == ["points_mismatch"]
    assert verdicts(None, said("tierce", "10H JH QH KH", points=20)) == ["tierce 20: JH QH KH"]


@pytest.mark.parametrize("points", [None, 0])
def test_a_carre_of_sevens_or_eights_is_worthless(points: int | None) -> None:
    assert verdicts(None, said("carre", "8S 8H 8D 8C", points=points)) == ["worthless"]
    assert verdicts(None, said(None, "7S 7H 7D 7C", points=points)) == ["worthless"]
    assert verdicts(EIGHTS, said("carre", points=points)) == ["worthless"]


def test_a_kind_that_the_whole_hand_has_not_is_not_held() -> None:
    assert verdicts(TIERCE, said("carre"), said("cinquante"), said("cent")) == ["not_held"] * 3


def test_a_kind_that_is_not_held_is_so_whatever_value_was_said() -> None:
    assert verdicts(TIERCE, said("carre", points=200)) == ["not_held"]


def test_a_kind_held_at_another_value_is_a_mismatch() -> None:
    assert verdicts(KINGS, said("carre", points=200)) == ["points_mismatch"]
    assert verdicts(EIGHTS, said("carre", points=100)) == ["points_mismatch"]


def test_what_the_winner_would_not_show_is_void() -> None:
    assert verdicts(TIERCE, said("tierce", "JH QH KH", shown=False)) == ["not_shown"]
    assert verdicts(TIERCE, said("tierce", shown=False)) == ["not_shown"]


# Which reason comes first ---------------------------------------------------------------------


def test_late_comes_before_everything() -> None:
    worst = said("carre", "7C 8C", points=50, with_card=2, shown=False)
    assert verdicts(TIERCE, worst) == ["late"]
    assert verdicts(TIERCE, said("carre", points=50, with_card=2)) == ["late"]


def test_a_late_false_declaration_is_only_late() -> None:
    (ruling,) = judge_declarations([said("tierce", "QH KH AH", with_card=2)], TIERCE)
    assert (ruling.reason, ruling.false_declaration) == (Void.LATE, False)


def test_a_card_not_held_comes_before_cards_that_make_nothing() -> None:
    assert verdicts(TIERCE, said("tierce", "7C 8C")) == ["card_not_in_hand"]


def test_cards_that_make_nothing_come_before_the_kind() -> None:
    assert verdicts(TIERCE, said("carre", "JH QH", points=50)) == ["not_an_announcement"]


def test_the_kind_comes_before_the_value() -> None:
    assert verdicts(TIERCE, said("cinquante", "JH QH KH", points=100)) == ["kind_mismatch"]


def test_the_value_comes_before_worthlessness() -> None:
    assert verdicts(EIGHTS, said("carre", "8S 8H 8D 8C", points=100)) == ["points_mismatch"]


@pytest.mark.parametrize(
    ("declared", "reason"),
    [
        (said("tierce", "QH KH AH", shown=False), "card_not_in_hand"),
        (said("tierce", "JH QH", shown=False), "not_an_announcement"),
        (said("cinquante", "JH QH KH", shown=False), "kind_mismatch"),
        (said("tierce", "JH QH KH", points=50, shown=False), "points_mismatch"),
        (said("cent", shown=False), "not_held"),
    ],
)
def test_what_the_cards_disprove_comes_before_the_refusal_to_show(
    declared: Declaration, reason: str
) -> None:
    assert verdicts(TIERCE, declared) == [reason]


def test_worthlessness_comes_before_the_refusal_to_show() -> None:
    assert verdicts(EIGHTS, said("carre", "8S 8H 8D 8C", shown=False)) == ["worthless"]


def test_the_refusal_to_show_comes_before_a_card_used_twice() -> None:
    hidden = said("tierce", "JH QH KH", shown=False)
    assert verdicts(TIERCE, said("tierce", "JH QH KH"), hidden)[1] == "not_shown"


def test_false_are_the_declarations_that_the_cards_disprove() -> None:
    disproved = {"card_not_in_hand", "not_an_announcement", "kind_mismatch"}
    assert set(FALSE_DECLARATIONS) == disproved | {"points_mismatch", "not_held"}


@pytest.mark.parametrize(
    ("declared", "is_false"),
    [
        (said("tierce", "JH QH KH"), False),
        (said("tierce", "JH QH KH", with_card=2), False),
        (said("tierce", "JH QH KH", shown=False), False),
        (said("tierce", "QH KH AH"), True),
        (said("tierce", "QH KH"), True),
        (said("cinquante", "JH QH KH"), True),
        (said("tierce", points=50), True),
        (said("cent"), True),
    ],
)
def test_a_false_declaration_is_flagged(declared: Declaration, is_false: bool) -> None:
    (ruling,) = judge_declarations([declared], TIERCE)
    assert ruling.false_declaration is is_false


def test_a_worthless_or_a_reused_card_is_no_false_declaration() -> None:
    worthless, reused = judge_declarations([said("carre"), said("tierce"), said("tierce")], EIGHTS)[
        ::2
    ]
    assert (worthless.reason, reused.reason) == (Void.WORTHLESS, Void.CARD_REUSED)
    assert not worthless.false_declaration
    assert not reused.false_declaration


def test_a_false_declaration_is_neither_downgraded_nor_replaced() -> None:
    """Three cards shown for a cinquante are no tierce, and a jack's carré no carré of kings."""
    assert verdicts(TIERCE, said("cinquante", "JH QH KH")) == ["kind_mismatch"]
    assert verdicts(KINGS, said("carre", points=200)) == ["points_mismatch"]


# Longer than said -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "counts_as"),
    [
        ("tierce", "tierce 20: QH KH AH"),
        ("cinquante", "cinquante 50: JH QH KH AH"),
        ("cent", "cent 100: 7H 8H 9H 10H JH QH KH AH"),
    ],
)
def test_a_longer_run_counts_as_said_by_its_highest_cards(kind: str, counts_as: str) -> None:
    assert verdicts(None, said(kind, "7H 8H 9H 10H JH QH KH AH")) == [counts_as]


@pytest.mark.parametrize("low", range(4))
def test_a_said_cent_covers_five_to_eight_cards(low: int) -> None:
    ranks = ("7", "8", "9", "10", "J", "Q", "K", "A")[low:]
    run = " ".join(f"{rank}H" for rank in ranks)
    assert verdicts(None, said("cent", run)) == [f"cent 100: {run}"]


def test_the_low_cards_of_a_longer_run_are_free_for_another_announcement() -> None:
    assert verdicts(
        SIX_IN_A_ROW, said("tierce", "8H 9H 10H JH QH KH"), said("tierce", "8H 9H 10H")
    ) == ["tierce 20: JH QH KH", "tierce 20: 8H 9H 10H"]


# Declarations that want the same card ---------------------------------------------------------


def test_of_carre_and_tierce_with_one_card_in_common_the_carre_stands() -> None:
    tierce, carre = said("tierce", "JH QH KH"), said("carre", "KS KH KD KC")
    assert verdicts(KINGS, tierce, carre) == ["card_reused", "carre 100: KS KH KD KC"]
    assert verdicts(KINGS, carre, tierce) == ["carre 100: KS KH KD KC", "card_reused"]


def test_two_small_ones_stand_if_they_pay_more_than_the_large_one() -> None:
    long_cent = said("cent", "7H 8H 9H 10H JH QH KH AH")
    cent, tierce = said("cent", "10H JH QH KH AH"), said("tierce", "7H 8H 9H")
    assert verdicts(WHOLE_SUIT, long_cent, cent, tierce) == [
        "card_reused",
        "cent 100: 10H JH QH KH AH",
        "tierce 20: 7H 8H 9H",
    ]


def test_the_large_one_stands_if_it_pays_more_than_two_small_ones() -> None:
    low, high = said("tierce", "8H 9H 10H"), said("tierce", "JH QH KH")
    assert verdicts(SIX_IN_A_ROW, low, said("cinquante", "9H 10H JH QH"), high) == [
        "card_reused",
        "cinquante 50: 9H 10H JH QH",
        "card_reused",
    ]


def test_at_equal_points_the_stronger_stands() -> None:
    cent, carre = said("cent", "10H JH QH KH AH"), said("carre", "QS QH QD QC")
    dealt = hand("10H JH QH KH AH QS QD QC")
    assert verdicts(dealt, cent, carre) == ["card_reused", "carre 100: QS QH QD QC"]
    low, high = said("tierce", "JH QH KH"), said("tierce", "QH KH AH")
    assert verdicts(WHOLE_SUIT, low, high) == ["card_reused", "tierce 20: QH KH AH"]


def test_of_identical_declarations_the_first_stands() -> None:
    again = said("tierce", "JH QH KH")
    assert verdicts(TIERCE, again, again, again) == [
        "tierce 20: JH QH KH",
        "card_reused",
        "card_reused",
    ]


def test_a_void_declaration_takes_no_card() -> None:
    hidden = said("carre", "KS KH KD KC", shown=False)
    late = said("carre", "KS KH KD KC", with_card=2)
    for void in (hidden, late, said("carre", "KS KH KD KC", points=200)):
        assert verdicts(KINGS, void, said("tierce", "JH QH KH"))[1] == "tierce 20: JH QH KH"


# A kind said without cards --------------------------------------------------------------------


def test_a_kind_is_matched_to_the_strongest_that_the_hand_has() -> None:
    assert verdicts(WHOLE_SUIT, said("tierce")) == ["tierce 20: QH KH AH"]
    assert verdicts(WHOLE_SUIT, said("cent")) == ["cent 100: 7H 8H 9H 10H JH QH KH AH"]
    assert verdicts(hand("AS AH AD AC JS JH JD JC"), said("carre")) == ["carre 200: JS JH JD JC"]


def test_kinds_said_together_get_announcements_that_share_no_card() -> None:
    split = ["cent 100: 10H JH QH KH AH", "tierce 20: 7H 8H 9H"]
    assert verdicts(WHOLE_SUIT, said("cent"), said("tierce")) == split
    assert verdicts(WHOLE_SUIT, said("tierce"), said("cent")) == split[::-1]


def test_of_one_kind_the_stronger_goes_to_the_earlier_declaration() -> None:
    assert verdicts(SIX_IN_A_ROW, said("tierce"), said("tierce")) == [
        "tierce 20: JH QH KH",
        "tierce 20: 8H 9H 10H",
    ]


def test_of_three_tierces_said_and_two_held_the_first_two_stand() -> None:
    assert verdicts(SIX_IN_A_ROW, said("tierce"), said("tierce"), said("tierce")) == [
        "tierce 20: JH QH KH",
        "tierce 20: 8H 9H 10H",
        "card_reused",
    ]


def test_a_kind_takes_only_cards_that_no_standing_declaration_shows() -> None:
    carre = said("carre", "KS KH KD KC")
    assert verdicts(KINGS, said("tierce"), carre) == [
        "tierce 20: 10H JH QH",
        "carre 100: KS KH KD KC",
    ]


def test_a_kind_whose_cards_are_taken_is_a_card_reused() -> None:
    dealt = hand("KS KH KD KC JH QH 8H 7S")
    assert verdicts(dealt, said("tierce"), said("carre", "KS KH KD KC"))[0] == "card_reused"


def test_cards_shown_for_a_void_declaration_are_free_for_a_kind() -> None:
    dealt = hand("KS KH KD KC JH QH 8H 7S")
    late = said("carre", "KS KH KD KC", with_card=2)
    assert verdicts(dealt, said("tierce"), late) == ["tierce 20: JH QH KH", "late"]


def test_a_said_value_narrows_the_match() -> None:
    """The nines go to the one who named their value, the jacks to the other."""
    dealt = hand("9S 9H 9D 9C JS JH JD JC")
    assert verdicts(dealt, said("carre"), said("carre", points=150)) == [
        "carre 200: JS JH JD JC",
        "carre 150: 9S 9H 9D 9C",
    ]
    assert verdicts(dealt, said("carre", points=150)) == ["carre 150: 9S 9H 9D 9C"]


def test_a_carre_is_worthless_only_if_no_better_one_answers() -> None:
    dealt = hand("8S 8H 8D 8C KS KH KD KC")
    assert verdicts(dealt, said("carre")) == ["carre 100: KS KH KD KC"]
    assert verdicts(dealt, said("carre", points=0)) == ["worthless"]


def test_a_value_held_but_taken_is_a_card_reused() -> None:
    dealt = hand("AS AH AD AC KS KH KD KC")
    shown = [said("carre", "AS AH AD AC"), said("carre", "KS KH KD KC")]
    assert verdicts(dealt, *shown, said("carre", points=100))[2] == "card_reused"


def test_what_pays_most_stands_though_it_leaves_more_declarations_without_cards() -> None:
    """The cent pays 100, the two tierces beside which it has no cards 40."""
    assert verdicts(SIX_IN_A_ROW, said("cent"), said("tierce"), said("tierce")) == [
        "cent 100: 8H 9H 10H JH QH KH",
        "card_reused",
        "card_reused",
    ]


def test_of_kinds_that_cannot_both_be_matched_the_one_that_pays_more_is() -> None:
    assert verdicts(SIX_IN_A_ROW, said("tierce"), said("cinquante")) == [
        "card_reused",
        "cinquante 50: 10H JH QH KH",
    ]


# Without a hand -------------------------------------------------------------------------------


def test_without_a_hand_the_cards_declared_are_taken_as_held() -> None:
    assert verdicts(None, said("carre", "JS JH JD JC"), said("tierce", "7H 8H 9H")) == [
        "carre 200: JS JH JD JC",
        "tierce 20: 7H 8H 9H",
    ]


def test_without_a_hand_overlaps_are_ruled_all_the_same() -> None:
    assert verdicts(None, said("tierce", "JH QH KH"), said("carre", "KS KH KD KC")) == [
        "card_reused",
        "carre 100: KS KH KD KC",
    ]


# The answer on one player ---------------------------------------------------------------------


def test_an_answer_sums_what_stands_and_names_the_best_beside_it() -> None:
    answer = validate(KINGS, [said("tierce", "JH QH KH"), said("carre", points=200)])
    assert (answer.accepted, answer.points) == (False, 20)
    assert spelled(answer.best) == ["carre 100: KS KH KD KC", "tierce 20: 10H JH QH"]
    assert told(answer.explanation) == [
        "declaration_valid: declaration None 0, kind tierce, points 20",
        "declaration_void: declaration None 1, kind carre",
        "points_mismatch: declaration None 1, kind carre",
        "false_is_not_lowered: declaration None 1",
        "hand_marks: points 20",
        "announcing_is_optional: best 120",
    ]


def test_the_whole_best_needs_no_word_about_what_is_optional() -> None:
    answer = validate(TIERCE, [said("tierce")])
    assert (answer.accepted, answer.points) == (True, 20)
    assert told(answer.explanation) == [
        "declaration_valid: declaration None 0, kind tierce, points 20",
        "hand_marks: points 20",
    ]


def test_nothing_declared_is_accepted_and_pays_nothing() -> None:
    answer = validate(TIERCE, [])
    assert (answer.accepted, answer.points, answer.rulings) == (True, 0, ())
    assert told(answer.explanation) == ["nothing_declared", "announcing_is_optional: best 20"]


def test_a_run_cut_to_what_was_said_says_so() -> None:
    answer = validate(WHOLE_SUIT, [said("tierce", "JH QH KH AH")])
    assert told(answer.explanation) == [
        "declaration_valid: declaration None 0, kind tierce, points 20",
        "counts_as_said: declaration None 0, kind tierce",
        "hand_marks: points 20",
        "announcing_is_optional: best 120",
    ]


def test_a_validation_knows_the_belote_where_it_knows_the_trump() -> None:
    assert validate(TIERCE, [], Suit.HEARTS).belote is True
    assert validate(TIERCE, [], Suit.SPADES).belote is False
    assert validate(TIERCE, []).belote is None


def test_a_kind_said_without_cards_is_the_one_in_trump_of_two_level_ones() -> None:
    level = hand("JS QS KS JH QH KH 7C 8D")
    for trump, stands in ((Suit.HEARTS, "JH QH KH"), (Suit.SPADES, "JS QS KS")):
        (ruling,) = validate(level, [said("tierce")], trump).rulings
        assert ruling.announcement is not None
        assert spell(ruling.announcement) == f"tierce 20: {stands}"


def test_of_two_kinds_alike_the_earlier_stands_whatever_is_said_between_them() -> None:
    dealt = hand("7S 8S 9S 10S QH KH AH 8D")
    assert verdicts(dealt, said("tierce"), said("cinquante"), said("tierce")) == [
        "tierce 20: QH KH AH",
        "cinquante 50: 7S 8S 9S 10S",
        "card_reused",
    ]


def test_of_level_announcements_that_a_kind_may_mean_the_first_in_suit_order_stands() -> None:
    level = hand("JS QS KS JH QH KH 7C 8D")
    assert verdicts(level, said("tierce")) == ["tierce 20: JS QS KS"]
    assert verdicts(level, said("tierce"), said("tierce")) == [
        "tierce 20: JS QS KS",
        "tierce 20: JH QH KH",
    ]


# Whatever is held and said --------------------------------------------------------------------


def standing(dealt: Cards, declared: Said) -> Selection:
    """What stands, the strongest first, whoever of the declarations has it."""
    return selection(
        [one.announcement for one in judge_declarations(declared, dealt) if one.announcement]
    )


@given(hands, st.data(), st.booleans(), st.booleans())
def test_the_best_of_a_hand_is_accepted_in_full_however_it_is_said(
    dealt: Cards, data: st.DataObject, with_cards: bool, with_points: bool
) -> None:
    found = best(dealt)
    declared = [
        Declaration(
            one.kind, one.points if with_points else None, one.cards if with_cards else None
        )
        for one in data.draw(st.permutations(found.announcements))
    ]
    assert validate(dealt, declared).accepted
    assert standing(dealt, declared) == found


@given(hands_and_said())
def test_what_stands_shares_no_card_and_is_in_the_hand(dealt_and_said: tuple[Cards, Said]) -> None:
    dealt, declared = dealt_and_said
    used = NO_CARDS
    for ruling in judge_declarations(declared, dealt):
        if ruling.announcement:
            assert not ruling.announcement.cards & (used | ~dealt)
            used |= ruling.announcement.cards


@given(hands_and_said())
def test_what_stands_is_what_was_said(dealt_and_said: tuple[Cards, Said]) -> None:
    dealt, declared = dealt_and_said
    for one, ruling in zip(declared, judge_declarations(declared, dealt), strict=True):
        stands = ruling.announcement
        assert (stands is None) == (ruling.reason is not None)
        if stands:
            assert one.kind in (None, stands.kind)
            assert one.points in (None, stands.points)
            assert one.cards is None or not stands.cards & ~one.cards
            assert stands in ANNOUNCEMENTS


@given(hands_and_said(), st.data())
def test_the_order_of_saying_never_changes_what_stands(
    dealt_and_said: tuple[Cards, Said], data: st.DataObject
) -> None:
    dealt, declared = dealt_and_said
    otherwise = data.draw(st.permutations(declared))
    assert standing(dealt, otherwise) == standing(dealt, declared)


@given(hands, st.data())
def test_of_overlapping_declarations_the_best_disjoint_part_stands(
    dealt: Cards, data: st.DataObject
) -> None:
    """The twin tries every part of what was shown."""
    shown = data.draw(st.lists(st.sampled_from(held(dealt)), max_size=5)) if held(dealt) else []
    plain = {twin.plain_one(one) for one in shown}
    parts = [part for part in twin.sets(dealt) if plain.issuperset(part)]
    stands = twin.plain(standing(dealt, [Declaration(cards=one.cards) for one in shown]))
    assert twin.merit(stands) == max(map(twin.merit, parts))


def can_be_told(chosen: twin.Set, kinds: list[Declaration]) -> bool:
    """Whether each announcement of the set answers to a declaration of its own."""
    return any(
        all(
            one.kind == twin.kind(found) and one.points in (None, found.points)
            for one, found in zip(order, chosen, strict=True)
        )
        for order in permutations(kinds, len(chosen))
    )


@given(
    hands,
    st.lists(
        st.builds(
            Declaration,
            kind=st.sampled_from(Kind),
            points=st.none() | st.sampled_from((20, 100, 150)),
        ),
        max_size=4,
    ),
)
def test_kinds_alone_are_matched_for_most_points_then_for_the_strongest(
    dealt: Cards, kinds: list[Declaration]
) -> None:
    """The twin tries every set of announcements on every order of the declarations."""
    matched = [chosen for chosen in twin.sets(dealt) if can_be_told(chosen, kinds)]
    stands = twin.plain(standing(dealt, kinds))
    assert twin.merit(stands) == max(map(twin.merit, matched))


@given(hands_and_said())
def test_nobody_is_paid_more_than_his_best(dealt_and_said: tuple[Cards, Said]) -> None:
    dealt, declared = dealt_and_said
    answer = validate(dealt, declared)
    assert answer.points <= answer.best.points


@given(hands_and_said(), st.none() | trumps)
def test_every_reason_on_a_declaration_has_a_source(
    dealt_and_said: tuple[Cards, Said], trump: Suit | None
) -> None:
    dealt, declared = dealt_and_said
    assert all(reason.source for reason in validate(dealt, declared, trump).explanation)
