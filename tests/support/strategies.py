"""Hands, deals and declarations to try, and every hand there is up to the names of its suits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations_with_replacement, islice, product
from math import factorial, prod
from typing import TypeAlias, TypeVar

from hypothesis import settings
from hypothesis import strategies as st

from service.belote.announcements import ANNOUNCEMENTS, held
from service.belote.cards import CARDS, NO_CARDS, PACK, Cards, Suit, bits, listed
from service.belote.declarations import Declaration
from service.belote.rules import Kind
from service.belote.table import SEATS, Seat

settings.register_profile("no deadline", deadline=None)  # a busy machine is no fault
settings.load_profile("no deadline")

Said: TypeAlias = list[Declaration]
Deal: TypeAlias = dict[Seat, Cards]
Table: TypeAlias = tuple[Deal, dict[Seat, Said]]
"""Four hands and what their players said."""

trumps = st.sampled_from(Suit)
suit_renamings = st.permutations(tuple(Suit))


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    """Four hands of eight, with more to announce than chance would give."""
    hands, left = dict.fromkeys(SEATS, NO_CARDS), PACK
    wished = st.tuples(st.sampled_from(SEATS), st.sampled_from(ANNOUNCEMENTS))
    for seat, one in draw(st.lists(wished, max_size=6)):
        together = hands[seat] | one.cards
        if not one.cards & ~left and together.bit_count() <= 8:
            hands[seat], left = together, left & ~one.cards
    rest = iter(draw(st.permutations(listed(left))))
    return {
        seat: cards | bits(islice(rest, 8 - cards.bit_count())) for seat, cards in hands.items()
    }


hands = deals().map(lambda deal: deal[Seat.N])


def what_is_said(hand: Cards) -> st.SearchStrategy[Said]:
    """What a player with that hand may say: mostly what he holds, rightly, wrongly or late."""

    def declarations(
        kind: st.SearchStrategy[Kind | None], cards: st.SearchStrategy[Cards | None]
    ) -> st.SearchStrategy[Declaration]:
        points = st.none() | st.sampled_from((0, 20, 50, 100, 150, 200))
        with_card, shown = st.sampled_from((1, 1, 1, 2)), st.sampled_from((True, True, True, False))
        return st.builds(Declaration, kind, points, cards, with_card, shown)

    kinds = st.sampled_from(Kind)
    held_or_not = st.sampled_from([one.cards for one in (*held(hand), *ANNOUNCEMENTS[::9])])
    any_cards = st.sets(st.sampled_from(CARDS), min_size=1, max_size=8).map(bits)
    by_cards = declarations(st.none() | kinds, held_or_not | any_cards)
    return st.lists(by_cards | declarations(kinds, st.none()), max_size=5)


@st.composite
def hands_and_said(draw: st.DrawFn) -> tuple[Cards, Said]:
    hand = draw(hands)
    return hand, draw(what_is_said(hand))


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Some seats say nothing at all."""
    deal = draw(deals())
    speakers = draw(st.sets(st.sampled_from(SEATS)))
    return deal, {seat: draw(what_is_said(deal[seat])) for seat in SEATS if seat in speakers}


def renamed(cards: Cards, names: Sequence[Suit]) -> Cards:
    """The cards after each suit took the name at its place in `names`."""
    return bits(names[one.suit] * 8 + one.rank for one in listed(cards))


T = TypeVar("T")


def moved_on(by_seat: Mapping[Seat, T], places: int) -> dict[Seat, T]:
    """What each seat has, so many seats on: one leads to the other team, two to the partner."""
    return {SEATS[(SEATS.index(seat) + places) % 4]: one for seat, one in by_seat.items()}


def every_hand_up_to_suits() -> Iterator[tuple[Cards, int]]:
    """One hand for all that differ by the names of suits alone, and how many those are.

    The hands go round the suits, so that each suit is in turn the long and the short one.
    """
    for number, suits in enumerate(_four_suits()):
        first = number % 4
        hand = int.from_bytes(bytes(suits[first:] + suits[:first]), "little")
        yield hand, factorial(4) // prod(map(factorial, Counter(suits).values()))


def _four_suits() -> Iterator[list[int]]:
    """The cards of eight in four suits, a byte each, in one order out of all."""
    of_size = [[byte for byte in range(256) if byte.bit_count() == size] for size in range(9)]
    for sizes in combinations_with_replacement(range(9), 4):
        if sum(sizes) == 8:
            alike = [
                combinations_with_replacement(of_size[size], times)
                for size, times in Counter(sizes).items()
            ]
            for parts in product(*alike):
                yield list(chain(*parts))
