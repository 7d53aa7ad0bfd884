"""What a hand can announce: the best choice, the other choices, and the strength of each.

The best choice is a closed form, not a search: every carré that counts, then the longest runs of
the cards left in each suit, a run of eight being five and three. This module does not know what
players said.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from operator import attrgetter
from types import MappingProxyType

from service.belote.cards import NO_CARDS, Card, Cards, Rank, Suit, bits, card, listed
from service.belote.codes import Reason
from service.belote.explain import announcements as explain
from service.belote.lookup import complete
from service.belote.rules import (
    AFTER_LENGTH,
    BEFORE_LENGTH,
    BELOTE_RANKS,
    BETWEEN_CARRES,
    CARRES,
    CLASSIQUE,
    SEQUENCES,
    Criterion,
    Kind,
    Rules,
)


@dataclass(frozen=True, slots=True, eq=False)
class Announcement:
    """A carré or a sequence.

    `length` counts its cards and `top` is its highest rank. Of a carré, `suit` is None. There is
    one object for each set of cards, in `BY_CARDS`, so they are compared by identity.
    """

    kind: Kind
    points: int
    cards: Cards
    length: int
    top: Rank
    suit: Suit | None

    @property
    def is_carre(self) -> bool:
        """Return whether this is four of a rank."""
        return self.suit is None


@dataclass(frozen=True, slots=True)
class Selection:
    """Disjoint announcements of one hand, strongest first, and their points together."""

    points: int
    announcements: tuple[Announcement, ...]


@dataclass(frozen=True, slots=True)
class Clash:
    """A carré and a whole sequence of one hand that share `card`.

    `rest`: the announcements, if any, that the best choice makes of other cards of the sequence.
    """

    carre: Announcement
    sequence: Announcement
    card: Card
    rest: tuple[Announcement, ...]


@dataclass(frozen=True, slots=True)
class Resolution:
    """The ruling on one hand: the best choice, the alternatives, and why.

    `belote`: whether the hand holds king and queen of trump; None where trump is not known.
    """

    hand: Cards
    trump: Suit | None
    best: Selection
    alternatives: tuple[Selection, ...]
    clashes: tuple[Clash, ...]
    worthless: tuple[Announcement, ...]
    belote: bool | None
    explanation: tuple[Reason, ...]


def _carre(rank: Rank) -> Announcement:
    cards = bits(card(rank, suit) for suit in Suit)
    return Announcement(Kind.CARRE, CARRES[rank], cards, len(Suit), rank, None)


def _sequence(suit: Suit, low: int, length: int) -> Announcement:
    kind, points = SEQUENCES[length]
    cards = (2**length - 1) << low + suit * 8
    return Announcement(kind, points, cards, length, Rank(low + length - 1), suit)


ALL_CARRES = tuple(_carre(rank) for rank in Rank)
ALL_SEQUENCES = tuple(
    _sequence(suit, low, length)
    for suit in Suit
    for length in SEQUENCES
    for low in range(len(Rank) - length + 1)
)
# Every set of cards that is a carré or a sequence, the two worthless carrés included.
BY_CARDS: Mapping[Cards, Announcement] = MappingProxyType(
    {one.cards: one for one in ALL_CARRES + ALL_SEQUENCES}
)
# The 90 announcements that can exist.
ANNOUNCEMENTS = tuple(one for one in BY_CARDS.values() if one.points)


@dataclass(frozen=True, slots=True)
class Measure:
    """How a criterion measures an announcement.

    `shown` returns the value as a player would name it. That value is compared, unless `number`
    returns another to compare by the rules.
    """

    shown: Callable[[Announcement, Suit | None], int | bool | Rank]
    number: Callable[[Announcement, Rules], int] | None = None


def _top(one: Announcement, rules: Rules) -> int:
    return rules.carre_order.index(one.top) if one.is_carre else one.top


MEASURES: Mapping[Criterion, Measure] = complete(
    (*BEFORE_LENGTH, Criterion.LENGTH, *AFTER_LENGTH),
    {
        Criterion.POINTS: Measure(lambda one, trump: one.points),
        Criterion.CARRE: Measure(lambda one, trump: one.is_carre),
        Criterion.LENGTH: Measure(lambda one, trump: one.length),
        Criterion.TOP: Measure(lambda one, trump: one.top, _top),
        Criterion.TRUMP: Measure(lambda one, trump: one.suit == trump),
    },
)


def _number(step: Criterion, one: Announcement, trump: Suit | None, rules: Rules) -> int:
    measure = MEASURES[step]
    if measure.number is None:
        return int(measure.shown(one, trump))
    return int(measure.number(one, rules))


def strength(
    one: Announcement, rules: Rules = CLASSIQUE, trump: Suit | None = None
) -> tuple[int, ...]:
    """Return the values of `one` in the order of the steps; a greater tuple is stronger.

    Of a carré, a step that does not apply between carrés has the value 0. The step of the first
    speaker is left out, since it is no property of an announcement.

    >>> strength(BY_CARDS[0b111]), strength(BY_CARDS[0b1110])
    ((20, 0, 3, 2, 0), (20, 0, 3, 3, 0))
    """
    return _strengths(rules, trump)[one.cards]


@lru_cache(maxsize=256)
def _strengths(rules: Rules, trump: Suit | None) -> Mapping[Cards, tuple[int, ...]]:
    return {
        one.cards: tuple(
            _number(step, one, trump, rules) if step in BETWEEN_CARRES or not one.is_carre else 0
            for step in rules.steps
            if step in MEASURES
        )
        for one in BY_CARDS.values()
    }


def _strongest_first(found: Iterable[Announcement], rules: Rules) -> tuple[Announcement, ...]:
    """Sort by strength without trump; equals stay in suit order."""
    by_suit = sorted(found, key=_by_cards)
    table = _strengths(rules, None)
    return tuple(sorted(by_suit, key=lambda one: table[one.cards], reverse=True))


_by_cards = attrgetter("cards")


EMPTY_SELECTION = Selection(0, ())
_ALONE = {one.cards: Selection(one.points, (one,)) for one in ANNOUNCEMENTS}


def selection(found: Sequence[Announcement], rules: Rules = CLASSIQUE) -> Selection:
    """Return these announcements, strongest first, and their points together.

    >>> selection([BY_CARDS[0b111], BY_CARDS[0b11111 << 3]]).points
    120
    """
    if len(found) <= 1:
        return _ALONE[found[0].cards] if found else EMPTY_SELECTION
    ordered = _strongest_first(found, rules)
    return Selection(sum([one.points for one in ordered]), ordered)


def preference(choice: Selection, rules: Rules) -> tuple[object, ...]:
    """Return the points of a choice and the strength of each announcement (arbiter).

    A greater tuple is the better choice.

    >>> preference(best(0b111), CLASSIQUE)
    (20, (20, 0, 3, 2, 0))
    """
    table = _strengths(rules, None)
    return (choice.points, *[table[one.cards] for one in choice.announcements])


def _runs(byte: int) -> list[tuple[int, int]]:
    """Return the unbroken runs of three or more in a suit, as (lowest rank, length)."""
    runs, low = [], 0
    for rank in range(len(Rank) + 1):
        if not byte >> rank & 1:
            if rank - low >= min(SEQUENCES):
                runs.append((low, rank - low))
            low = rank + 1
    return runs


def _split(low: int, length: int) -> list[tuple[int, int]]:
    """Return a run in the parts worth most: only a run of eight is worth more in two (arbiter)."""
    if length == len(Rank):
        return [(low, 3), (low + 3, 5)]
    return [(low, length)]


def _table(
    parts: Callable[[int], Iterable[tuple[int, int]]],
) -> tuple[tuple[tuple[Announcement, ...], ...], ...]:
    """Return for each suit and each set of its cards the announcements that `parts` names."""
    return tuple(
        tuple(
            tuple(BY_CARDS[(2**length - 1) << low + suit * 8] for low, length in parts(byte))
            for byte in range(256)
        )
        for suit in Suit
    )


_LONGEST = _table(_runs)
_BEST = _table(lambda byte: [part for run in _runs(byte) for part in _split(*run)])
_BEST_OF_SPADES, _BEST_OF_HEARTS, _BEST_OF_DIAMONDS, _BEST_OF_CLUBS = _BEST
_HELD = _table(
    lambda byte: [
        (low, length)
        for length in SEQUENCES
        for low in range(len(Rank) - length + 1)
        if not (2**length - 1) << low & ~byte
    ]
)
# By whether a run may make two announcements: what to put in place of the split of a whole suit.
_AS_ONE: Mapping[bool, Mapping[tuple[Announcement, ...], tuple[Announcement, ...]]] = {
    True: {},
    False: {_BEST[suit][255]: _LONGEST[suit][255] for suit in Suit},
}
_PAYING = bits(rank for rank, points in CARRES.items() if points)
_CARRES = tuple(tuple(ALL_CARRES[rank] for rank in Rank if byte >> rank & 1) for byte in range(256))


def _in_all_suits(hand: Cards) -> int:
    """Return the ranks, as bits, of which the hand holds all four cards."""
    return hand & hand >> 8 & hand >> 16 & hand >> 24


def _look_up(
    table: tuple[tuple[tuple[Announcement, ...], ...], ...], cards: Cards
) -> tuple[Announcement, ...]:
    spades, hearts, diamonds, clubs = table
    return (
        spades[cards & 255]
        + hearts[cards >> 8 & 255]
        + diamonds[cards >> 16 & 255]
        + clubs[cards >> 24]
    )


def carres(hand: Cards) -> tuple[Announcement, ...]:
    """Return the carrés of a hand that count.

    >>> [one.top.name for one in carres(bits(card(Rank.KING, suit) for suit in Suit))]
    ['KING']
    """
    return _CARRES[_in_all_suits(hand) & _PAYING]


def worthless(hand: Cards) -> tuple[Announcement, ...]:
    """Return the carrés of a hand that count nothing: of sevens and of eights (003).

    >>> [one.points for one in worthless(bits(card(Rank.EIGHT, suit) for suit in Suit))]
    [0]
    """
    return _CARRES[_in_all_suits(hand) & ~_PAYING]


def held(hand: Cards) -> tuple[Announcement, ...]:
    """Return every announcement that could be made of the hand, parts of longer runs included.

    >>> [one.length for one in held(0b1111)]
    [3, 3, 4]
    """
    return carres(hand) + _look_up(_HELD, hand)


def longest(hand: Cards) -> tuple[Announcement, ...]:
    """Return the sequences of a hand, none of which can be lengthened.

    >>> [one.length for one in longest(0b1111)]
    [4]
    """
    return _look_up(_LONGEST, hand)


def best(hand: Cards, rules: Rules = CLASSIQUE) -> Selection:
    """Return the disjoint announcements worth most; of equal sets the one that is preferred.

    It is always right to take every carré first: a carré leaves four cards, so at most one sequence
    shares a card with it, of five cards at most, and at 100 each the carré is the stronger. Where
    two sets are equal in all steps, one is part of the other, and the longer run is kept.

    >>> [(one.kind.value, one.points) for one in best(bits(range(8))).announcements]
    [('cent', 100), ('tierce', 20)]
    """
    spades, hearts, diamonds, clubs = hand.to_bytes(4, "little")
    fours = spades & hearts & diamonds & clubs & _PAYING
    left = ~fours
    found = (
        _CARRES[fours]
        + _BEST_OF_SPADES[spades & left]
        + _BEST_OF_HEARTS[hearts & left]
        + _BEST_OF_DIAMONDS[diamonds & left]
        + _BEST_OF_CLUBS[clubs & left]
    )
    if not found:
        return EMPTY_SELECTION
    if len(found) == 1:
        return _ALONE[found[0].cards]
    return selection(_AS_ONE[rules.split_runs].get(found, found), rules)


def best_of_many(
    hands: Iterable[Cards], trump: Suit | None = None, rules: Rules = CLASSIQUE
) -> list[tuple[Selection, bool | None]]:
    """Return for each hand its best, and whether it holds the belote (None: trump is not known).

    >>> [(found.points, belote) for found, belote in best_of_many([255], Suit.SPADES)]
    [(120, True)]
    """
    if trump is None:
        return [(best(hand, rules), None) for hand in hands]
    pair = BELOTE[trump]
    return [(best(hand, rules), not pair & ~hand) for hand in hands]


def holds_belote(hand: Cards, trump: Suit) -> bool:
    """Return whether a hand holds king and queen of trump (000).

    >>> holds_belote(255, Suit.SPADES), holds_belote(255, Suit.HEARTS)
    (True, False)
    """
    return not BELOTE[trump] & ~hand


BELOTE = tuple(bits(card(rank, suit) for rank in BELOTE_RANKS) for suit in Suit)


def compete(found: Collection[Announcement], cards: Cards, rules: Rules) -> bool:
    """Return whether any two announcements share a card.

    Where the rules do not let a run of `cards` be split, also whether they share a run.

    >>> compete([BY_CARDS[0b111], BY_CARDS[0b111000]], 0b111111, CLASSIQUE)
    False
    """
    used = NO_CARDS
    for one in found:
        if used & one.cards:
            return True
        used |= one.cards
    return not rules.split_runs and any(
        in_one_run(one, other, cards) for one, other in combinations(found, 2)
    )


def in_one_run(one: Announcement, other: Announcement, cards: Cards) -> bool:
    """Return whether two sequences are parts of one unbroken run of `cards`.

    >>> in_one_run(BY_CARDS[0b111], BY_CARDS[0b111000], 0b111111)
    True
    """
    if one.suit is None or one.suit is not other.suit:
        return False
    both = one.cards | other.cards
    span = (1 << both.bit_length()) - (both & -both)
    return not span & ~cards


def choices(hand: Cards, rules: Rules = CLASSIQUE) -> tuple[Selection, ...]:
    """Return every complete set of disjoint announcements, best first.

    A set is complete if no announcement can be added and no sequence lengthened with unused cards.
    A hand has no room for three announcements, so pairs are enough.

    >>> [choice.points for choice in choices(bits(range(8)))]
    [120, 120, 100, 100]
    """
    options = held(hand)
    alone = [
        (one,) for one in options if _is_whole(one.cards, _NEIGHBOURS[one.cards], hand, options)
    ]
    pairs = [
        (one, other)
        for one, other in combinations(options, 2)
        if not one.cards & other.cards
        and not (_NEIGHBOURS[one.cards] | _NEIGHBOURS[other.cards])
        & hand
        & ~(one.cards | other.cards)
        and (rules.split_runs or not in_one_run(one, other, hand))
    ]
    found = [selection(one, rules) for one in (*alone, *pairs)]
    found.sort(key=_suit_order)
    found.sort(key=lambda one: preference(one, rules), reverse=True)
    return tuple(found)


def _suit_order(choice: Selection) -> list[Cards]:
    return [one.cards for one in choice.announcements]


def _is_whole(
    cards: Cards, neighbours: Cards, hand: Cards, options: tuple[Announcement, ...]
) -> bool:
    """Return whether the unused cards neither lengthen an announcement nor make another."""
    unused = hand & ~cards
    return not neighbours & unused and all(option.cards & ~unused for option in options)


def _neighbours(one: Announcement) -> Cards:
    """Return the cards, at most two, that would lengthen a sequence."""
    if one.suit is None:
        return NO_CARDS
    whole_suit = 255 << one.suit * 8
    return (one.cards << 1 | one.cards >> 1) & ~one.cards & whole_suit


_NEIGHBOURS = {one.cards: _neighbours(one) for one in BY_CARDS.values()}
_SHORTEST_IN_TWO = 2 * min(SEQUENCES)


@dataclass(frozen=True, slots=True)
class Findings:
    """What the explanation of a resolution takes.

    `split` is the suit whose eight cards make two announcements, `unsplit` the runs that would make
    two if the rules allowed it. `carre_order`: the ranks of equal carrés, highest first, where the
    rules order the best ones otherwise than document 003.
    """

    best: Selection
    alternatives: tuple[Selection, ...]
    clashes: tuple[Clash, ...]
    worthless: tuple[Announcement, ...]
    belote: bool | None
    split: Suit | None
    unsplit: tuple[Announcement, ...]
    carre_order: tuple[Rank, ...]


def resolve(hand: Cards, trump: Suit | None = None, rules: Rules = CLASSIQUE) -> Resolution:
    """Return the ruling on one hand of eight cards, with its reasons.

    >>> from service.belote.cards import INTERNATIONAL, bits
    >>> held = "10H JH QH KH AH 10D 10C 10S".split()
    >>> resolve(bits(INTERNATIONAL.card_of[one] for one in held)).best.points
    150
    """
    found = best(hand, rules)
    runs = longest(hand)
    long_runs = tuple(run for run in runs if run.length >= _SHORTEST_IN_TWO)
    clashes = _clashes(hand, runs, found, rules)
    # There is a choice only where a carré and a sequence share a card, or a run is long enough for
    # two announcements.
    others = [one for one in choices(hand, rules) if one != found] if clashes or long_runs else ()
    findings = Findings(
        found,
        tuple(others),
        clashes,
        worthless(hand),
        None if trump is None else holds_belote(hand, trump),
        _SPLIT.get(found.announcements),
        () if rules.split_runs else long_runs,
        _order_of_best(found, rules),
    )
    return Resolution(
        hand,
        trump,
        found,
        findings.alternatives,
        clashes,
        findings.worthless,
        findings.belote,
        explain.explain(findings, rules),
    )


# The suit of each pair of announcements that a whole suit makes.
_SPLIT: Mapping[tuple[Announcement, ...], Suit] = MappingProxyType(
    {selection(_BEST[suit][255]).announcements: suit for suit in Suit}
)


def _order_of_best(found: Selection, rules: Rules) -> tuple[Rank, ...]:
    match found.announcements:
        case (first, second) if second.is_carre:
            return agreed_order(first, second, rules)
    return ()


def agreed_order(one: Announcement, other: Announcement, rules: Rules) -> tuple[Rank, ...]:
    """Return the ranks of equal carrés, highest first, where these two stand otherwise in 003.

    >>> kings, aces = (BY_CARDS[bits(card(r, s) for s in Suit)] for r in (Rank.KING, Rank.ACE))
    >>> agreed_order(kings, aces, CLASSIQUE)
    ()
    """
    order, in_003 = rules.carre_order.index, CLASSIQUE.carre_order.index
    turned = (order(one.top) > order(other.top)) is not (in_003(one.top) > in_003(other.top))
    if one.points != other.points or not turned:
        return ()
    return tuple(rank for rank in reversed(rules.carre_order) if CARRES[rank] == one.points)


def _clashes(
    hand: Cards, runs: tuple[Announcement, ...], best: Selection, rules: Rules
) -> tuple[Clash, ...]:
    found = carres(hand)
    if not found or not runs:
        return ()
    return tuple(
        Clash(
            carre,
            sequence,
            listed(carre.cards & sequence.cards)[0],
            tuple(rest for rest in best.announcements if not rest.cards & ~sequence.cards),
        )
        for carre in _strongest_first(found, rules)
        for sequence in runs
        if carre.cards & sequence.cards
    )
