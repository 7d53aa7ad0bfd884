"""What each sentence on a duty states, as a second reading of the rules of play has it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from service.belote.codes import Code
from service.belote.rules import Obligation
from tests.reference import naive_donne as naive


@dataclass(frozen=True)
class Turn:
    """A player's turn: his hand, the cards on the table, and what the ruling lets him play."""

    trump: str
    hand: list[str]
    table: list[str]
    legal: set[str]

    @property
    def led(self) -> str:
        return naive.suit_of(self.table[0]) if self.table else ""

    @property
    def is_cut(self) -> bool:
        """Whether a trump lies on a plain suit."""
        return self.led != self.trump and self.trump in map(naive.suit_of, self.table)

    @property
    def cannot_follow(self) -> bool:
        return bool(self.table) and not self.of(self.led)

    def of(self, suit: str) -> set[str]:
        return {card for card in self.hand if naive.suit_of(card) == suit}

    @property
    def above(self) -> set[str]:
        """The trumps of the hand above every trump on the table."""
        lying = [card for card in self.table if naive.suit_of(card) == self.trump]
        highest = max([naive.height(card, self.trump) for card in lying], default=-1)
        return {card for card in self.of(self.trump) if naive.height(card, self.trump) > highest}

    @property
    def partner_is_master(self) -> bool:
        return naive.master(self.table, self.trump) == len(self.table) - 2


# What each sentence states, of the turn that it speaks of.
STATED: Mapping[Code, Callable[[Turn], bool]] = {
    Code.LEADS: lambda it: not it.table and it.legal == set(it.hand),
    Code.MUST_FOLLOW: lambda it: it.led != it.trump and it.legal == it.of(it.led) != set(),
    Code.MUST_FOLLOW_BELOW: lambda it: (
        it.led == it.trump and not it.above and it.legal == it.of(it.trump) != set()
    ),
    Code.MUST_GO_ABOVE: lambda it: (
        it.led == it.trump and not it.partner_is_master and it.legal == it.above != set()
    ),
    Code.MUST_GO_ABOVE_PARTNER: lambda it: (
        it.led == it.trump and it.partner_is_master and it.legal == it.above != set()
    ),
    Code.NEED_NOT_GO_ABOVE_PARTNER: lambda it: (
        it.led == it.trump and it.partner_is_master and it.legal == it.of(it.trump) != set()
    ),
    Code.PARTNER_MASTERS: lambda it: (
        not it.of(it.led) and it.partner_is_master and it.legal == set(it.hand)
    ),
    Code.NEITHER_SUIT_NOR_TRUMP: lambda it: (
        not it.of(it.led) and not it.of(it.trump) and it.legal == set(it.hand)
    ),
    Code.MUST_TRUMP: lambda it: (
        not it.of(it.led)
        and not it.is_cut
        and not it.partner_is_master
        and it.legal == it.of(it.trump) != set()
    ),
    Code.MUST_OVERTRUMP: lambda it: (
        not it.of(it.led)
        and it.is_cut
        and not it.partner_is_master
        and it.legal == it.above != set()
    ),
    Code.MUST_UNDERTRUMP: lambda it: (
        not it.of(it.led)
        and it.is_cut
        and not it.partner_is_master
        and not it.above
        and it.legal == it.of(it.trump) != set()
    ),
    Code.NEED_NOT_UNDERTRUMP: lambda it: (
        not it.of(it.led)
        and it.is_cut
        and not it.above
        and it.of(it.trump) != set()
        and it.legal == set(it.hand)
    ),
    Code.MUST_TRUMP_FOR_PARTNER: lambda it: (
        not it.of(it.led) and it.partner_is_master and it.legal == it.of(it.trump) != set()
    ),
    Code.MUST_OVERTRUMP_PARTNER: lambda it: (
        not it.of(it.led) and it.is_cut and it.partner_is_master and it.legal == it.above != set()
    ),
    Code.MUST_UNDERTRUMP_PARTNER: lambda it: (
        not it.of(it.led)
        and it.is_cut
        and it.partner_is_master
        and not it.above
        and it.legal == it.of(it.trump) != set()
    ),
}


def _went_below(card: str, it: Turn) -> bool:
    return it.legal == it.above != set() and card not in it.above


def _did_not_trump(card: str, it: Turn) -> bool:
    return (
        not it.of(it.led)
        and naive.suit_of(card) != it.trump
        and bool(it.of(it.trump))
        and it.legal <= it.of(it.trump)
    )


# What is stated of a card played against the rules, and of the cards that were legal.
BROKEN: Mapping[Code, Callable[[str, Turn], bool]] = {
    Code.IRREGULAR_FOLLOW: lambda card, it: (
        naive.suit_of(card) != it.led and bool(it.of(it.led)) and it.legal <= it.of(it.led)
    ),
    Code.IRREGULAR_TRUMP: lambda card, it: _did_not_trump(card, it) and not it.partner_is_master,
    Code.IRREGULAR_TRUMP_FOR_PARTNER: lambda card, it: (
        _did_not_trump(card, it) and it.partner_is_master
    ),
    Code.IRREGULAR_OVERTRUMP: lambda card, it: (
        _went_below(card, it) and it.is_cut and not it.partner_is_master
    ),
    Code.IRREGULAR_OVERTRUMP_PARTNER: lambda card, it: (
        _went_below(card, it) and it.is_cut and it.partner_is_master
    ),
    Code.IRREGULAR_GO_ABOVE: lambda card, it: (
        _went_below(card, it) and it.led == it.trump and not it.partner_is_master
    ),
    Code.IRREGULAR_GO_ABOVE_PARTNER: lambda card, it: (
        _went_below(card, it) and it.led == it.trump and it.partner_is_master
    ),
}


# The rule that each of these names.
RULE_OF: Mapping[Code, Obligation] = {
    Code.IRREGULAR_FOLLOW: Obligation.FOLLOW,
    Code.IRREGULAR_TRUMP: Obligation.TRUMP,
    Code.IRREGULAR_TRUMP_FOR_PARTNER: Obligation.TRUMP,
    Code.IRREGULAR_OVERTRUMP: Obligation.OVERTRUMP,
    Code.IRREGULAR_OVERTRUMP_PARTNER: Obligation.OVERTRUMP,
    Code.IRREGULAR_GO_ABOVE: Obligation.OVERTRUMP,
    Code.IRREGULAR_GO_ABOVE_PARTNER: Obligation.OVERTRUMP,
}


# The turns in which a switch of the play may change what is legal.
MATTERS: Mapping[str, Callable[[Turn], bool]] = {
    "undertrump": lambda it: it.cannot_follow and it.is_cut and not it.above,
    "partner_master": lambda it: it.cannot_follow and it.partner_is_master,
    "over_partner": lambda it: it.partner_is_master and (it.led == it.trump or it.is_cut),
    "direction": lambda it: False,
}
