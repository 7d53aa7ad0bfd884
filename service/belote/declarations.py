"""The rulings on what one player declared: what is valid, and why the rest is void.

Whose announcements count in the end is for `comparison` to decide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, groupby, permutations
from typing import TypeAlias

from service.belote.announcements import (
    BY_CARDS,
    Announcement,
    Selection,
    best,
    compete,
    held,
    holds_belote,
    preference,
    selection,
    strength,
    worthless,
)
from service.belote.cards import NO_CARDS, Cards, Suit, union
from service.belote.codes import Reason
from service.belote.explain import declarations as explain
from service.belote.rules import (
    CLASSIQUE,
    FALSE_DECLARATIONS,
    SAID_WITHOUT_POINTS,
    SEQUENCES,
    FalseDeclaration,
    Kind,
    Rules,
    Void,
)


@dataclass(frozen=True, slots=True)
class Declaration:
    """What a player said, and the cards he meant or showed.

    At least one of `kind` and `cards` is given. `with_card`: the number, from 1, of the card that
    he was playing. `shown` is False when he refused to show the cards.
    """

    kind: Kind | None = None
    points: int | None = None
    cards: Cards | None = None
    with_card: int = 1
    shown: bool = True


@dataclass(frozen=True, slots=True)
class Verdict:
    """The ruling on one declaration: valid as `announcement`, or void for `reason`.

    `index`: of the declaration, from 0. `said`: the kind, None where only cards were named.
    `shortened`: the cards make more than was said. `one_run`: it is void for `CARD_REUSED` only
    because the rules allow one announcement for a run. `awarded`: the points that the opponents
    mark for a false declaration.
    """

    index: int
    announcement: Announcement | None
    reason: Void | None
    said: Kind | None = None
    shortened: bool = False
    one_run: bool = False
    awarded: int = 0

    @property
    def valid(self) -> bool:
        """Return whether the declaration is valid."""
        return self.announcement is not None

    @property
    def false_declaration(self) -> bool:
        """Return whether the cards disprove the declaration."""
        return self.reason in FALSE_DECLARATIONS


verdict_of = lru_cache(maxsize=2048)(Verdict)
"""`Verdict`, each value made once: few different ones occur."""


@dataclass(frozen=True, slots=True)
class Validation:
    """The rulings on all that one player declared, and the best that his hand allows.

    `accepted`: every declaration is valid. `points` are those of the valid ones. `belote`: whether
    the hand holds king and queen of trump; None where trump is not known.
    """

    accepted: bool
    points: int
    rulings: tuple[Verdict, ...]
    best: Selection
    belote: bool | None
    explanation: tuple[Reason, ...]


def validate(
    hand: Cards,
    declared: Sequence[Declaration],
    trump: Suit | None = None,
    rules: Rules = CLASSIQUE,
) -> Validation:
    """Return the rulings on all that a player of the eight cards of `hand` declared.

    >>> found = validate(255, [Declaration(Kind.CENT), Declaration(Kind.CARRE)])
    >>> [(one.valid, one.reason and one.reason.value) for one in found.rulings]
    [(True, None), (False, 'not_held')]
    """
    rulings = judge_declarations(declared, hand, rules, trump)
    found = best(hand, rules)
    points = sum(ruling.announcement.points for ruling in rulings if ruling.announcement)
    return Validation(
        all(ruling.valid for ruling in rulings),
        points,
        rulings,
        found,
        None if trump is None else holds_belote(hand, trump),
        explain.explain(rulings, points, found, rules),
    )


ByIndex: TypeAlias = dict[int, Announcement]
"""Announcements by the index of their declaration."""


def judge_declarations(
    declared: Sequence[Declaration],
    hand: Cards | None,
    rules: Rules = CLASSIQUE,
    trump: Suit | None = None,
) -> tuple[Verdict, ...]:
    """Return one ruling for each declaration; without a hand the cards declared are taken as held.

    Each declaration is judged by itself first. Those that pass then compete for cards.

    >>> twice = [Declaration(cards=0b111), Declaration(cards=0b111)]
    >>> [one.reason and one.reason.value for one in judge_declarations(twice, None)]
    [None, 'card_reused']
    """
    voids: dict[int, Void] = {}
    shown: ByIndex = {}
    named: dict[int, Declaration] = {}
    for index, said in enumerate(declared):
        fault = _void_reason(said, hand, rules)
        if fault:
            voids[index] = fault
        elif said.cards is None:
            named[index] = said
        else:
            shown[index] = as_said(BY_CARDS[said.cards], said.kind)
    standing = shown if len(shown) < 2 else _disjoint(shown, _known(declared, hand), rules)
    if named and hand is not None:
        standing = standing | _matched(named, standing.values(), hand, rules, trump)
    one_run: Collection[int] = ()
    if not rules.split_runs:
        one_run = _void_for_one_run(shown, named, _known(declared, hand), standing)
    return tuple(
        [
            _valid_verdict(index, said, standing[index])
            if index in standing
            else _void_verdict(
                index, said, voids.get(index, Void.CARD_REUSED), index in one_run, rules
            )
            for index, said in enumerate(declared)
        ]
    )


def _known(declared: Sequence[Declaration], hand: Cards | None) -> Cards:
    """Return the hand; where it is not known, all cards that were declared."""
    if hand is not None:
        return hand
    return union(said.cards or NO_CARDS for said in declared)


def _valid_verdict(index: int, said: Declaration, made: Announcement) -> Verdict:
    shortened = said.cards not in (None, made.cards)
    return verdict_of(index, made, None, said.kind, shortened)


def _void_verdict(
    index: int, said: Declaration, reason: Void, one_run: bool, rules: Rules
) -> Verdict:
    return verdict_of(index, None, reason, said.kind, False, one_run, _awarded(said, reason, rules))


def _awarded(said: Declaration, reason: Void, rules: Rules) -> int:
    """Return the points that the rules award to the opponents for a void declaration.

    For a false one these are the points said, else those of the kind said; for cards named without
    either they are 0.
    """
    if rules.false_declaration is FalseDeclaration.VOID or reason not in FALSE_DECLARATIONS:
        return 0
    if said.points is None:
        return SAID_WITHOUT_POINTS[said.kind] if said.kind else 0
    return said.points


def _void_for_one_run(
    shown: ByIndex, named: Mapping[int, Declaration], hand: Cards, standing: ByIndex
) -> set[int]:
    """Return the indexes of declarations that are void although their cards are still free."""
    left = hand & ~_cards(standing.values())
    free = {
        **{index: not one.cards & ~left for index, one in shown.items()},
        **{index: any(_matches(one, said) for one in held(left)) for index, said in named.items()},
    }
    return {index for index, is_free in free.items() if is_free and index not in standing}


def _cards(announcements: Iterable[Announcement]) -> Cards:
    return union(one.cards for one in announcements)


def _void_reason(said: Declaration, hand: Cards | None, rules: Rules) -> Void | None:
    """Return the first reason that voids a declaration by itself, None where there is none."""
    if not rules.announcements:
        return Void.ANNOUNCEMENTS_OFF
    if said.with_card > rules.last_card_in_time:
        return Void.LATE
    fault = (
        _void_reason_of_kind(said, hand or NO_CARDS)
        if said.cards is None
        else _void_reason_of_cards(said, said.cards, hand)
    )
    return fault or (None if said.shown else Void.NOT_SHOWN)


def _void_reason_of_cards(said: Declaration, cards: Cards, hand: Cards | None) -> Void | None:
    if hand is not None and cards & ~hand:
        return Void.CARD_NOT_IN_HAND
    made = BY_CARDS.get(cards)
    if made is None:
        return Void.NOT_AN_ANNOUNCEMENT
    if said.kind is not None and not covers(made, said.kind):
        return Void.KIND_MISMATCH
    counted = as_said(made, said.kind)
    if said.points is not None and said.points != counted.points:
        return Void.POINTS_MISMATCH
    return None if counted.points else Void.WORTHLESS


def _void_reason_of_kind(said: Declaration, hand: Cards) -> Void | None:
    candidates = [one for one in _held_of_any_value(hand) if one.kind is said.kind]
    if not candidates:
        return Void.NOT_HELD
    of_value = [one for one in candidates if said.points in (None, one.points)]
    if not of_value:
        return Void.POINTS_MISMATCH
    return None if any(one.points for one in of_value) else Void.WORTHLESS


def _held_of_any_value(hand: Cards) -> tuple[Announcement, ...]:
    """Return every announcement that the hand holds, with the carrés worth nothing."""
    return held(hand) + worthless(hand)


_SHORTEST: Mapping[Kind, int] = {
    kind: length for length, (kind, _) in sorted(SEQUENCES.items(), reverse=True)
}


def covers(made: Announcement, kind: Kind) -> bool:
    """Return whether the cards of `made` satisfy a declaration of `kind`: the same or a longer run.

    >>> covers(BY_CARDS[0b1111], Kind.TIERCE), covers(BY_CARDS[0b111], Kind.CINQUANTE)
    (True, False)
    """
    if made.is_carre or kind is Kind.CARRE:
        return made.kind is kind
    return made.length >= _SHORTEST[kind]


def as_said(made: Announcement, kind: Kind | None) -> Announcement:
    """Return what `made` counts as; of a longer run than was said the highest cards (arbiter).

    >>> as_said(BY_CARDS[0b1111], Kind.TIERCE) is BY_CARDS[0b1110]
    True
    """
    if kind is None or made.kind is kind:
        return made
    length = _SHORTEST[kind]
    surplus = made.length - length
    lowest = made.cards & -made.cards
    return BY_CARDS[made.cards & ~((lowest << surplus) - lowest)]


def _disjoint(shown: ByIndex, cards: Cards, rules: Rules) -> ByIndex:
    """Return the announcements shown that do not compete and are worth the most together.

    Of equal choices the earlier declarations. `cards`: the hand, as far as it is known.
    """
    if not compete(shown.values(), cards, rules):
        return shown
    parts = (
        part
        for size in range(len(shown), 0, -1)
        for part in combinations(shown, size)
        if not compete([shown[index] for index in part], cards, rules)
    )
    standing = max(
        parts,
        key=lambda part: preference(selection([shown[index] for index in part], rules), rules),
    )
    return {index: shown[index] for index in standing}


def _matched(
    named: Mapping[int, Declaration],
    taken: Collection[Announcement],
    hand: Cards,
    rules: Rules,
    trump: Suit | None,
) -> ByIndex:
    """Match kinds said without cards to announcements that compete with no other nor `taken`.

    As many as possible are matched, then for the most points, then as the strongest. Of equal
    matchings the earlier declarations win, and of two of one kind the earlier gets the stronger
    announcement. What is still level is kept in suit order, in which it is tried.
    """
    said = _first_two_of_each(named)
    for size, alike in _compatible(tuple(taken), hand, rules):
        matchings = [
            dict(zip(part, chosen, strict=True))
            for part in combinations(said, size)
            for chosen in alike
            if all(map(_matches, chosen, [said[index] for index in part]))
        ]
        if matchings:
            return max(matchings, key=lambda matching: _preference(matching, rules, trump))
    return {}


@lru_cache(maxsize=1024)
def _compatible(
    taken: tuple[Announcement, ...], hand: Cards, rules: Rules
) -> tuple[tuple[int, tuple[tuple[Announcement, ...], ...]], ...]:
    """Return the sets of announcements of a hand that compete neither mutually nor with `taken`.

    They are grouped by size and points, the most first, each group with its size. A hand has no
    room for more than two.
    """
    candidates = held(hand & ~_cards(taken))
    chosen = [
        some
        for size in (2, 1)
        for some in permutations(candidates, size)
        if not _cards(some[1:]) & some[0].cards and not compete((*taken, *some), hand, rules)
    ]
    chosen.sort(key=_size_and_points, reverse=True)
    return tuple((worth[0], tuple(alike)) for worth, alike in groupby(chosen, _size_and_points))


def _size_and_points(chosen: tuple[Announcement, ...]) -> tuple[int, int]:
    return len(chosen), sum([one.points for one in chosen])


def _first_two_of_each(named: Mapping[int, Declaration]) -> Mapping[int, Declaration]:
    """Return the declarations without a third of the same words: a hand has room for two."""
    times: Counter[tuple[object, ...]] = Counter()
    kept = {}
    for index, said in named.items():
        word = (said.kind, said.points)
        times[word] += 1
        if times[word] <= 2:
            kept[index] = said
    return kept


def _preference(matching: ByIndex, rules: Rules, trump: Suit | None) -> tuple[object, ...]:
    each_in_turn = [strength(one, rules, trump) for one in matching.values()]
    strongest = sorted(each_in_turn, reverse=True)
    earlier = [-index for index in matching]
    # A run is kept whole even where the rules do not compare length.
    longest = [one.length for one in matching.values()]
    return (strongest, earlier, each_in_turn, longest)


def _matches(one: Announcement, said: Declaration) -> bool:
    return one.kind is said.kind and said.points in (None, one.points)
