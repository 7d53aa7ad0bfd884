"""What contradicts itself in a table that compares announcements, found by the game alone."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.belote.cards import Cards, Suit, listed
from service.belote.checks import Contradiction, validate_comparison
from service.belote.comparison import compare
from service.belote.declarations import Declaration
from service.belote.presets import PRESETS
from service.belote.rules import CLASSIQUE
from service.belote.table import SEATS, Seat
from tests.support.notation import cards, hand, said, told_of
from tests.support.strategies import Table, tables, trumps

N, W, S, E = SEATS
NORTH = hand("7S 8S 9S 10S JS QS KS AS")
EAST = hand("7H 8H 9H 10H JH QH KH AH")

CASES: list[tuple[dict[Seat, list[Declaration]] | None, dict[Seat, Cards], list[str]]] = [
    ({}, {}, []),
    (None, {N: NORTH}, ["nobody_declares at declarations"]),
    ({}, {N: NORTH, E: EAST}, []),
    (
        {},
        {N: NORTH, E: EAST & ~cards("7H") | cards("7S")},
        ["card_twice at card_of_hand E 7S: card 7S, first card_of_hand N 7S"],
    ),
    (
        {W: [said(None, "8H 9H 9S")]},
        {N: NORTH},
        ["card_twice at card_of_declaration W 0 9S: card 9S, first card_of_hand N 9S"],
    ),
    (
        {N: [said(None, "QH KH AH")], S: [said(None, "7D"), said(None, "AH")]},
        {},
        ["card_twice at card_of_declaration S 1 AH: card AH, first card_of_declaration N 0 AH"],
    ),
    (
        {W: [said(None, "7H 8H 9H")], S: [said(None, "7D 8D 7S")]},
        {N: NORTH},
        ["card_twice at card_of_declaration S 0 7S: card 7S, first card_of_hand N 7S"],
    ),
    ({N: [said(None, "QH KH AH"), said(None, "JH QH KH")]}, {}, []),
    ({E: [said("cent")]}, {N: NORTH}, ["cards_or_hand_unknown at declaration E 0: seat E"]),
    ({N: [said("cent"), said(None, "7H")]}, {N: NORTH, E: EAST}, []),
    (
        {N: [said(None, "7S 8S 9S 10S JS"), said(None, "QS KS AS 7H")]},
        {},
        ["too_many_cards at declarations_of_seat N: seat N, count 9, expected_count 8"],
    ),
    (
        {N: [said(None, "7S 8S 9S 10S JS"), said(None, "QS KS AS")], E: [said("cent")]},
        {},
        ["cards_or_hand_unknown at declaration E 0: seat E"],
    ),
]


@pytest.mark.parametrize(("declared", "hands", "expected"), CASES)
def test_a_table_is_told_what_contradicts_itself(
    declared: Mapping[Seat, list[Declaration]] | None,
    hands: Mapping[Seat, Cards],
    expected: list[str],
) -> None:
    assert told_of(validate_comparison(declared, hands)) == expected


def test_the_best_of_hands_takes_hands() -> None:
    found = validate_comparison(None, {}, declare_best=True)
    assert told_of(found) == ["no_hand_to_declare at hands"]
    assert validate_comparison(None, {N: NORTH}, declare_best=True) == []


def test_who_speaks_first_must_be_known_where_the_rules_ask() -> None:
    rules = PRESETS["premier-annonceur"]
    assert told_of(validate_comparison({}, {}, rules)) == ["first_speaker_unknown at first_speaker"]
    assert validate_comparison({}, {}, rules, first_player=N) == []


@given(tables(), trumps, st.booleans())
def test_a_table_without_contradictions_is_compared(table: Table, trump: Suit, best: bool) -> None:
    deal, declared = table
    assert validate_comparison(declared, deal, declare_best=best and bool(deal)) == []
    compare(declared, deal, trump, CLASSIQUE, declare_best=best)


@given(tables(), st.sampled_from(SEATS), st.sampled_from(SEATS), st.integers(0, 7))
def test_one_card_of_another_hand_is_found(table: Table, giver: Seat, taker: Seat, at: int) -> None:
    deal, _ = table
    if giver is taker or giver not in deal or taker not in deal:
        return
    one = listed(deal[giver])[at]
    own = listed(deal[taker])[0]
    mixed = {**deal, taker: deal[taker] & ~(1 << own) | 1 << one}
    (found,) = validate_comparison({}, mixed)
    assert found.kind is Contradiction.CARD_TWICE
    assert found.values["card"] == one
