"""What is said of a duty is what the ruling holds the player to: the table, read both ways.

Each code states something about the cards, in the words of a second reading. A table whose cell
says one thing and asks for another is caught by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from random import Random

import pytest

from service.api.i18n import CATALOGUES, Renderer
from service.belote.cards import CARDS, INTERNATIONAL, Cards, Suit, bits
from service.belote.codes import Code, Reason
from service.belote.explain import tricks as explained
from service.belote.inputs import Play
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
from service.belote.table import SEATS, Seat
from service.belote.tricks import replay
from tests.reference import naive_donne as naive
from tests.support import made_up
from tests.support.duties import BROKEN, STATED, Turn
from tests.support.notation import cards


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
    seat = SEATS[len(table)]  # East deals, so North leads
    lying = tuple(CARDS[one] for one in table)
    found = replay(Play(Seat.E, (lying,)), trump, {seat: bits(hand)}, rules)
    assert found.legal is not None
    turn = Turn(
        INTERNATIONAL.suits[trump],
        [INTERNATIONAL.labels[one] for one in hand],
        [INTERNATIONAL.labels[one] for one in table],
        labels(found.legal),
    )
    return turn, found.explanation[-1]


def contradiction(rules: Rules, stated: Mapping[Code, Callable[[Turn], bool]] = STATED) -> str:
    """The first sentence of many turns that the ruling does not bear out, if there is one."""
    for trump, hand, table in turns(1, 3000):
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
    seat = SEATS[len(table)]
    lying = tuple(CARDS[one] for one in (*table, card))
    found = replay(Play(Seat.E, (lying,)), trump, {seat: bits(hand)}, rules)
    told = [one for one in found.irregularities if one.seat is seat]
    played = INTERNATIONAL.labels[card]
    if bool(told) is (played in turn.legal):
        return f"{played} of {turn}"
    for one in told:
        said = next(each for each in found.explanation if each.params.get("seat") is seat)
        judged = Turn(turn.trump, turn.hand, turn.table, labels(one.legal))
        if judged.legal != turn.legal or not BROKEN[said.code](played, judged):
            return f"{said.code} with {played}: {judged}"
    return ""


def test_what_is_said_of_a_duty_is_what_the_ruling_asks() -> None:
    assert contradiction(CLASSIQUE) == ""


def test_every_duty_of_the_table_is_said_by_some_turn() -> None:
    said = {seen(*turn, CLASSIQUE)[1].code for turn in turns(1, 3000)}
    assert said == set(STATED) == {one.code for rules in DUTIES.values() for one in rules}


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
OTHER_WORDS = [
    (state, at, replace(one, code=code))
    for state, at, one in CELLS
    for code in STATED
    if code is not one.code
    # Without a trump where trump is led, both are true.
    and (state, code) != (TrickState.TRUMP_LED_PARTNER_MASTER, Code.NEITHER_SUIT_NOR_TRUMP)
]


@pytest.mark.parametrize(
    ("state", "at", "cell"),
    [*OTHER_CARDS, *OTHER_RULES, *OTHER_WORDS],
    ids=lambda value: getattr(value, "name", "cell" if isinstance(value, tuple) else str(value)),
)
def test_a_cell_that_says_one_thing_and_asks_another_is_caught(
    state: TrickState, at: int, cell: DutyRule
) -> None:
    assert contradiction(made_up.with_duties(with_cell(state, at, cell))) != ""


# A switch of the play, added as a maintainer would -----------------------------------------------

ABOVE_OR_ANY = made_up.code("above_or_any")
UNDERTRUMP: Mapping[str, Duties] = {
    "required": {},
    "free": {
        TrickState.CUT: (
            *DUTIES[TrickState.CUT][:2],
            DutyRule(Owed.ANY, None, ABOVE_OR_ANY),
        )
    },
}


@dataclass(frozen=True, slots=True, eq=False)
class WithUndertrump(Rules):
    """Whether a player who cannot go above a trump must play a lower one."""

    undertrump: str = "required"

    def __post_init__(self) -> None:
        Rules.__post_init__(self)
        object.__setattr__(self, "duties", {**DUTIES, **UNDERTRUMP[self.undertrump]})


def with_undertrump(choice: str) -> Rules:
    usual = {one.name: getattr(CLASSIQUE, one.name) for one in fields(Rules) if one.init}
    return WithUndertrump(**usual, undertrump=choice)


@pytest.fixture
def sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence on the new cell, and the values in it."""
    values = {**explained.VALUES, ABOVE_OR_ANY: ("seat", "suit", "card")}
    monkeypatch.setattr(explained, "VALUES", values)
    words = "{seat} can neither follow ({suit}) nor go above the {card}: any card may be played."
    monkeypatch.setitem(CATALOGUES["en"]["explanations"], ABOVE_OR_ANY, words)


@pytest.mark.parametrize(
    ("choice", "legal_cards", "said"),
    [
        (
            "required",
            "8H",
            "West can neither follow (spades) nor go above the jack of hearts, "
            "but must still play a trump.",
        ),
        (
            "free",
            "8H 7D 8D 9D 10D JD QD KD",
            "West can neither follow (spades) nor go above the jack of hearts: "
            "any card may be played.",
        ),
    ],
)
@pytest.mark.usefixtures("sentence")
def test_a_new_switch_changes_what_is_legal_and_what_is_said_alike(
    choice: str, legal_cards: str, said: str
) -> None:
    west = cards("8H 7D 8D 9D 10D JD QD KD")
    led, trumped = (INTERNATIONAL.card_of[one] for one in ("7S", "JH"))
    found = replay(
        Play(Seat.S, ((led, trumped),)),
        Suit.HEARTS,
        {Seat.W: west},
        with_undertrump(choice),
    )
    assert INTERNATIONAL.list(found.legal or 0) == INTERNATIONAL.list(cards(legal_cards))
    last = found.explanation[-1]
    told = Renderer(INTERNATIONAL, "en").sentence(last.code, last.params)
    assert told == said


@pytest.mark.slow
@pytest.mark.usefixtures("sentence")
def test_a_new_switch_contradicts_itself_nowhere() -> None:
    new: Mapping[Code, Callable[[Turn], bool]] = {
        **STATED,
        ABOVE_OR_ANY: lambda it: (
            not it.of(it.led) and it.is_cut and not it.above and it.legal == set(it.hand)
        ),
    }
    assert contradiction(with_undertrump("free"), new) == ""
    assert contradiction(with_undertrump("required"), new) == ""
    dishonest = {
        **DUTIES,
        TrickState.CUT: (
            *DUTIES[TrickState.CUT][:2],
            DutyRule(Owed.ANY, None, Code.MUST_UNDERTRUMP),
        ),
    }
    assert contradiction(made_up.with_duties(dishonest), new) != ""
