"""What may be read out at the table tells nothing of a hand that was not seen.

Two tables that look the same from outside, with the same words said and the same cards shown, hear
the same reasons, whatever the hands behind them hold; and no card but those seen is ever named.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

from service.belote.announcements import Announcement, Selection, resolve
from service.belote.cards import CARDS, NO_CARDS, Card, Cards, Rank, Suit, bits, listed
from service.belote.codes import Code, Reason
from service.belote.comparison import Comparison, compare
from service.belote.declarations import validate
from service.belote.inputs import Play
from service.belote.presets import resolve_rules
from service.belote.rules import Kind
from service.belote.table import SEATS, Seat
from service.belote.tricks import replay
from tests.reference import naive_donne as naive
from tests.support.notation import hand, said
from tests.unit.belote.test_sentences import deal, some_rules, some_said

# The values that two teams compare aloud, where they decide or are level.
COMPARED = {
    Code.DECIDED_BY_LENGTH,
    Code.DECIDED_BY_TOP,
    Code.DECIDED_BY_RANK,
    Code.DECIDED_BY_RANK_IN_TRICKS,
    Code.DECIDED_BY_TRUMP,
    Code.TIE_OF_SEQUENCES,
    Code.TIE_WITHOUT_LENGTH,
}
# The order of carrés is a rule, not a hand.
ORDER = {Code.CARRE_ORDER_TRICK}


def for_the_table(reasons: Iterable[Reason]) -> list[Reason]:
    return [one for one in reasons if one.audience == "table"]


def named(one: Reason) -> Cards:
    """The cards in the params of a reason."""
    cards = NO_CARDS
    for value in one.params.values():
        if isinstance(value, Announcement):
            cards |= value.cards
        elif isinstance(value, Selection):
            cards |= bits(card for each in value.announcements for card in listed(each.cards))
        elif isinstance(value, Card):
            cards |= 1 << value
    return cards


def test_a_comparison_names_to_the_table_only_cards_that_are_shown() -> None:
    random = Random(1)
    for _ in range(600):
        hands, rules = deal(random), some_rules(random)
        declared = {seat: some_said(random, own) for seat, own in hands.items()}
        trump = random.choice(list(Suit))
        found = compare(declared, hands, trump, rules, first_player=Seat.N)
        shown = bits(card for one in found.revealed for card in listed(one.announcement.cards))
        for one in for_the_table(found.explanation):
            assert not named(one) & ~shown
            if one.code not in COMPARED | ORDER:
                assert not any(
                    isinstance(value, Rank | Suit)
                    for name, value in one.params.items()
                    if name != "trump"
                )


def heard(found: Comparison) -> list[Reason]:
    return for_the_table(found.explanation)


@pytest.mark.parametrize(
    ("one", "other", "words"),
    [
        # nothing of the kind, and the kind at another value
        ("7S 9S JS 8H 10H KD AC QC", "KS KH KD KC 7S 9S JS 8H", [said("carre", points=200)]),
        # a carré of sevens, and none
        ("7S 7H 7D 7C 9S JS KS 8H", "7S 7H 7D 8C 9S JS KS 8H", [said("carre")]),
    ],
)
def test_tables_that_look_alike_hear_the_same(one: str, other: str, words: list[object]) -> None:
    declared = {Seat.W: words}
    first, second = (
        compare(declared, {Seat.W: hand(text)}, Suit.CLUBS)  # type: ignore[arg-type]  # declarations
        for text in (one, other)
    )
    assert heard(first) == heard(second)
    assert first.explanation != second.explanation


def test_the_table_does_not_hear_that_more_was_held_than_said() -> None:
    dealt = {Seat.W: hand("10H JH QH KH 7S 8D 9C AC")}
    longer, same = (
        compare({Seat.W: [said("tierce", text)]}, dealt, Suit.CLUBS)
        for text in ("10H JH QH KH", "JH QH KH")
    )
    assert heard(longer) == heard(same)
    assert longer.explanation != same.explanation


def test_what_tells_of_a_hand_is_for_its_player_or_for_the_referee() -> None:
    declared = {Seat.W: [said("carre"), said("tierce", "10H JH QH KH")]}
    found = compare(declared, {Seat.W: hand("10H JH QH KH 7S 8D 9C AC")}, Suit.CLUBS)
    audiences = {one.code: one.audience for one in found.explanation}
    assert audiences[Code.NOT_HELD] is audiences[Code.COUNTS_AS_SAID] is Seat.W
    assert audiences[Code.DECLARATION_VOID] == "table"
    alone = validate(hand("10H JH QH KH 7S 8D 9C AC"), [said("carre")])
    assert [one.audience for one in alone.explanation] == [
        *("table", "referee", "referee", "table", "referee")
    ]
    best = resolve(hand("10H JH QH KH 7S 8D 9C AC"))
    assert {one.audience for one in best.explanation} == {"referee"}


def test_a_play_tells_the_table_the_cards_that_lie_there_and_no_duty() -> None:
    random = Random(2)
    for _ in range(150):
        trump = random.choice("SHDC")
        dealt = naive.deal(random, trump)
        story = naive.play_out(random, trump, "E", dealt, 0.3)
        cut = random.randrange(33)
        played = [CARDS[_number(one)] for trick in story.tricks for one in trick][:cut]
        tricks = tuple(tuple(played[at : at + 4]) for at in range(0, cut, 4))
        suit = Suit("SHDC".index(trump))
        known = {Seat(seat): bits(map(_number, own)) for seat, own in dealt.items()}
        rules = resolve_rules("classique", {"undertrump": random.choice(["required", "free"])})
        with_hands = replay(Play(Seat.E, tricks), suit, known, rules)
        without = replay(Play(Seat.E, tricks), suit, rules=rules)
        lying = bits(played)
        for one in for_the_table(with_hands.explanation):
            assert not named(one) & ~lying
            assert one in without.explanation  # whoever saw the cards could say it
        for one in with_hands.explanation:
            if one.audience in SEATS:
                assert one.audience is with_hands.next


def _number(text: str) -> int:
    from service.belote.cards import INTERNATIONAL

    return int(INTERNATIONAL.card_of[text])


def test_every_reason_tells_its_paragraph_and_its_audience() -> None:
    found = compare({Seat.N: [said(Kind.TIERCE, "7S 8S 9S")]}, {}, Suit.CLUBS)
    assert {(one.paragraph, one.audience) for one in found.explanation} == {
        ("D3", "table"),
        ("X10", "table"),
        ("X12", "table"),
        ("X11", "table"),
    }
