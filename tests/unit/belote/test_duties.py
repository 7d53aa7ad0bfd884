"""What is said of a duty is what the ruling holds the player to: the table, read both ways.

Each code states something about the cards, in the words of a second reading. A table whose cell
says one thing and asks for another is caught by it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any, get_args, get_type_hints

import pytest

from service.belote.cards import CARDS, INTERNATIONAL, Cards, Suit, bits
from service.belote.codes import Code, Reason
from service.belote.inputs import Play
from service.belote.presets import SWITCHES, SwitchValue, resolve_rules
from service.belote.rules import (
    CLASSIQUE,
    DUTIES,
    Duties,
    DutyRule,
    Obligation,
    Owed,
    Rules,
    TrickState,
)
from service.belote.table import Seat
from service.belote.tricks import Irregularity, PlayedCard, replay
from tests.reference import naive_donne as naive
from tests.support import made_up
from tests.support.duties import BROKEN, MATTERS, RULE_OF, STATED, Turn
from tests.support.notation import cards
from tests.support.profiles import tries


def turns(seed: int, count: int) -> Iterator[tuple[Suit, list[int], list[int]]]:
    """Hands of eight cards in few suits, and up to three cards, so that every duty comes up."""
    random = Random(seed)
    for _ in range(count):
        suits = random.sample(range(4), random.choice([1, 2, 3, 4]))
        hand = random.sample([card for card in range(32) if card >> 3 in suits], 8)
        rest = [card for card in range(32) if card not in hand]
        yield Suit(random.randrange(4)), hand, random.sample(rest, random.randrange(4))


def labels(cards: Cards) -> set[str]:
    return set(INTERNATIONAL.list(cards))


def seen(trump: Suit, hand: list[int], table: list[int], rules: Rules) -> tuple[Turn, Reason]:
    """A player's turn as the ruling has it, and what is said to him."""
    dealer, seat = _at_turn(len(table), rules)
    lying = tuple(CARDS[one] for one in table)
    found = replay(Play(dealer, (lying,)), trump, {seat: bits(hand)}, rules)
    assert found.legal is not None
    turn = Turn(
        INTERNATIONAL.suits[trump],
        [INTERNATIONAL.labels[one] for one in hand],
        [INTERNATIONAL.labels[one] for one in table],
        labels(found.legal),
    )
    return turn, found.explanation[-1]


def _at_turn(count: int, rules: Rules) -> tuple[Seat, Seat]:
    """The dealer, so that North leads, and the player after so many cards."""
    return rules.order[Seat.N][-1], rules.order[Seat.N][count]


def contradiction(rules: Rules, count: int = 3000) -> str:
    """The first sentence of many turns that the ruling does not bear out, if there is one."""
    stated = STATED
    for trump, hand, table in turns(1, count):
        turn, said = seen(trump, hand, table, rules)
        if not stated[said.code](turn):
            return f"{said.code}: {turn}"
        if said.params.get("card") not in (None, *[CARDS[one] for one in table]):
            return f"{said}: no card of the table"
        for card in hand:
            if wrong := _contradicted(trump, hand, table, card, rules, turn):
                return wrong
    return ""


def _contradicted(
    trump: Suit, hand: list[int], table: list[int], card: int, rules: Rules, turn: Turn
) -> str:
    dealer, seat = _at_turn(len(table), rules)
    lying = tuple(CARDS[one] for one in (*table, card))
    found = replay(Play(dealer, (lying,)), trump, {seat: bits(hand)}, rules)
    told = [one for one in found.irregularities if one.seat is seat]
    played = INTERNATIONAL.labels[card]
    if bool(told) is (played in turn.legal):
        return f"{played} of {turn}"
    for one in told:
        said = next(each for each in found.explanation if each.params.get("seat") is seat)
        judged = Turn(turn.trump, turn.hand, turn.table, labels(one.legal))
        if RULE_OF[said.code] is not one.rule:
            return f"{said.code} for {one.rule}"
        if judged.legal != turn.legal or not BROKEN[said.code](played, judged):
            return f"{said.code} with {played}: {judged}"
    return ""


def test_what_is_said_of_a_duty_is_what_the_ruling_asks() -> None:
    assert contradiction(CLASSIQUE) == ""


def test_every_duty_of_the_table_is_said_by_some_turn() -> None:
    said = {seen(*turn, CLASSIQUE)[1].code for turn in turns(1, 3000)}
    assert said == {one.code for rules in DUTIES.values() for one in rules}


def test_the_rule_named_and_the_legal_cards_are_those_of_the_second_reading() -> None:
    for trump, hand, table in turns(2, 3000):
        turn, _ = seen(trump, hand, table, CLASSIQUE)
        broken = {
            card: naive.may_play(card, turn.hand, turn.table, turn.trump) for card in turn.hand
        }
        assert turn.legal == {card for card, rule in broken.items() if not rule}


def with_cell(state: TrickState, at: int, cell: DutyRule) -> Duties:
    rules = list(DUTIES[state])
    rules[at] = cell
    return {**DUTIES, state: tuple(rules)}


CELLS = [(state, at, one) for state, rules in DUTIES.items() for at, one in enumerate(rules)]
# Two names of one set: where trump is led, and where no trump lies.
SAME = {
    **dict.fromkeys((TrickState.TRUMP_LED, TrickState.TRUMP_LED_PARTNER_MASTER), Owed.SUIT_LED),
    TrickState.UNCUT: Owed.TRUMPS_ABOVE,
}
OTHER_CARDS = [
    (state, at, replace(one, owed=owed))
    for state, at, one in CELLS
    for owed in Owed
    if one.obligation
    and owed is not one.owed
    and {owed, one.owed} != {Owed.TRUMPS, SAME.get(state)}
]
OTHER_RULES = [
    (state, at, replace(one, obligation=rule))
    for state, at, one in CELLS
    for rule in Obligation
    if one.obligation and rule is not one.obligation
]
# A cell of the default never says what only a house asks.
HOUSE_CODES = {code for code in STATED if code.source == "variant"}
BOTH_TRUE = {
    # Without a trump where trump is led.
    (
        TrickState.TRUMP_LED_PARTNER_MASTER,
        Code.PARTNER_MASTERS,
        Code.NEITHER_SUIT_NOR_TRUMP,
    ),
}
OTHER_WORDS = [
    (state, at, replace(one, code=code))
    for state, at, one in CELLS
    for code in STATED
    if code is not one.code
    and code not in HOUSE_CODES
    # Two sentences that are both true of such a turn.
    and (state, one.code, code) not in BOTH_TRUE
]


OTHER_FAULTS = [
    (state, at, replace(one, broken=code))
    for state, at, one in CELLS
    for code in BROKEN
    if one.broken and code is not one.broken and code.source != "variant"
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("state", "at", "cell"),
    [*OTHER_CARDS, *OTHER_RULES, *OTHER_WORDS, *OTHER_FAULTS],
    ids=lambda value: getattr(value, "name", "cell" if isinstance(value, tuple) else str(value)),
)
def test_a_cell_that_says_one_thing_and_asks_another_is_caught(
    state: TrickState, at: int, cell: DutyRule
) -> None:
    assert contradiction(made_up.with_duties(with_cell(state, at, cell))) != ""


# The switches of the play -------------------------------------------------------------------------


def plays_otherwise(name: str) -> bool:
    """Whether a switch changes duties or the order of play, by itself or beside another value."""
    usual, *others = SWITCHES[name].values.values()
    beside = [
        replace(CLASSIQUE, **{other.field: value})
        for other in SWITCHES.values()
        for value in other.values.values()
    ]
    return any(
        (found.duties, found.order) != (kept.duties, kept.order)
        for rules in beside
        for kept in [replace(rules, **{name: usual})]
        for found in (replace(rules, **{name: value}) for value in others)
    )


PLAY_SWITCHES: Mapping[str, tuple[SwitchValue, ...]] = {
    name: tuple(switch.values) for name, switch in SWITCHES.items() if plays_otherwise(name)
}
COMBINATIONS = list(product(*PLAY_SWITCHES.values()))


def agreed(combination: tuple[SwitchValue, ...]) -> Rules:
    return resolve_rules("classique", dict(zip(PLAY_SWITCHES, combination, strict=True)))


def house(combination: tuple[SwitchValue, ...]) -> naive.House:
    chosen: dict[str, Any] = dict(zip(PLAY_SWITCHES, combination, strict=True))
    return naive.House(**chosen)


def in_words(combination: tuple[SwitchValue, ...]) -> str:
    return "-".join(map(str, combination))


in_every_house = pytest.mark.parametrize("combination", COMBINATIONS, ids=in_words)


def test_the_second_referee_knows_every_switch_of_the_play() -> None:
    """One that is missing is a field of `House`, which `may_play` reads, in the second referee."""
    known = {name: get_args(kind) for name, kind in get_type_hints(naive.House).items()}
    assert known == PLAY_SWITCHES
    assert naive.House() == house(COMBINATIONS[0])


def test_every_sentence_of_every_house_is_stated() -> None:
    """One that is missing is a row of these tables in `tests/support/duties.py`."""
    cells = {
        cell
        for combination in COMBINATIONS
        for cells in agreed(combination).duties.values()
        for cell in cells
    }
    assert set(STATED) == {cell.code for cell in cells}
    assert set(BROKEN) == set(RULE_OF) == {cell.broken for cell in cells if cell.broken}
    assert set(MATTERS) == set(PLAY_SWITCHES)


@in_every_house
def test_no_house_contradicts_itself(combination: tuple[SwitchValue, ...]) -> None:
    assert contradiction(agreed(combination), count=tries(600)) == ""


@pytest.mark.slow
def test_every_duty_of_every_house_is_said_by_some_turn() -> None:
    for combination in COMBINATIONS:
        rules = agreed(combination)
        said = {seen(*turn, rules)[1].code for turn in turns(1, 3000)}
        assert said == {one.code for cells in rules.duties.values() for one in cells}


PLAYS = int(os.environ.get("BELOTE_PLAYS", "2000"))
"""Plays in all houses together; 20,000 are worth the wait after a change of the duties."""


@in_every_house
def test_the_second_referee_finds_the_same_in_every_house(
    combination: tuple[SwitchValue, ...],
) -> None:
    random = Random(in_words(combination))
    rules, agreed_house = agreed(combination), house(combination)
    for number in range(tries(PLAYS) // len(COMBINATIONS)):
        trump = random.choice("SHDC")
        hands = naive.deal(random, trump, random.choice(["", "NS", "E", "W"]))
        careless = random.choice([0, 0.1, 0.5, 1])
        told = naive.play_out(random, trump, random.choice("NWSE"), hands, careless, agreed_house)
        assert_same(told, rules, number % 9)


def assert_same(told: naive.Story, rules: Rules, seen_tricks: int) -> None:
    """The play as a whole, and after some tricks with the hands known."""
    trump = Suit(INTERNATIONAL.suits.index(told.trump))
    tricks = tuple(tuple(INTERNATIONAL.card_of[one] for one in trick) for trick in told.tricks)
    whole = replay(Play(Seat(told.dealer), tricks), trump, rules=rules)
    assert [str(one.leader) for one in whole.tricks] == told.leaders
    assert [str(one.winner) for one in whole.tricks] == told.winners
    expected = told.irregularities()
    assert [plainly(one) for one in whole.irregularities] == expected
    proofs = [one.proven_by for one in whole.irregularities]
    assert [(one.trick, one.seat, label(one.card)) for one in proofs] == told.proofs()

    hands = {Seat(seat): cards(" ".join(hand)) for seat, hand in told.hands.items()}
    some = replay(Play(Seat(told.dealer), tricks[:seen_tricks]), trump, hands, rules)
    assert [plainly(one) for one in some.irregularities] == [
        one for one in expected if one[0] <= seen_tricks
    ]
    for one in some.irregularities:
        assert one.proven_by == PlayedCard(one.trick, one.seat, one.card)


def label(card: int) -> str:
    return INTERNATIONAL.labels[card]


def plainly(one: Irregularity) -> tuple[int, str, str, str, list[str]]:
    legal_cards = sorted(INTERNATIONAL.list(one.legal))
    return one.trick, one.seat, label(one.card), one.rule, legal_cards


@pytest.mark.parametrize("combination", COMBINATIONS[::2], ids=in_words)
def test_what_is_legal_in_each_house_is_what_the_second_referee_lets_pass(
    combination: tuple[SwitchValue, ...],
) -> None:
    for trump, hand, table in turns(3, 400):
        turn, _ = seen(trump, hand, table, agreed(combination))
        assert turn.legal == {
            card
            for card in turn.hand
            if not naive.may_play(card, turn.hand, turn.table, turn.trump, house(combination))
        }


# Where the switches must not matter ---------------------------------------------------------------


@pytest.mark.parametrize("name", PLAY_SWITCHES)
def test_a_switch_of_the_play_matters_in_its_own_turns_only(name: str) -> None:
    at = list(PLAY_SWITCHES).index(name)
    for combination in COMBINATIONS:
        usual = (*combination[:at], PLAY_SWITCHES[name][0], *combination[at + 1 :])
        for trump, hand, table in turns(4, 250):
            one, said = seen(trump, hand, table, agreed(usual))
            other, also = seen(trump, hand, table, agreed(combination))
            if not MATTERS[name](one):
                assert one.legal == other.legal
                assert said.code == also.code


def test_the_direction_turns_the_table_round_and_changes_nothing_else() -> None:
    clockwise = resolve_rules("classique", {"direction": "clockwise"})
    random = Random(6)
    for _ in range(50):
        hands = naive.deal(random, "H")
        told = naive.play_out(random, "H", "N", hands, 0.3)
        tricks = tuple(tuple(INTERNATIONAL.card_of[x] for x in one) for one in told.tricks)
        usual = replay(Play(Seat.N, tricks), Suit.HEARTS)
        turned = replay(Play(Seat.N, tricks), Suit.HEARTS, rules=clockwise)
        mirrored = {Seat.N: Seat.N, Seat.S: Seat.S, Seat.W: Seat.E, Seat.E: Seat.W}
        for one, other in zip(usual.tricks, turned.tricks, strict=True):
            assert other.seats == tuple(mirrored[seat] for seat in one.seats)
        assert usual.points == turned.points


def test_a_cell_that_asks_for_less_than_it_says_is_caught() -> None:
    dishonest = {
        **DUTIES,
        TrickState.CUT: (
            *DUTIES[TrickState.CUT][:2],
            DutyRule(Owed.ANY, None, Code.MUST_UNDERTRUMP),
        ),
    }
    assert contradiction(made_up.with_duties(dishonest)) != ""
