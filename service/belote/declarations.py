"""Rulings on what a player declared: what stands, and the first reason why the rest does not.

It rules on one player. Whose announcements count in the end is for `comparison`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, groupby, permutations

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
from service.belote.cards import NO_CARDS, Cards, Suit
from service.belote.codes import Code, DeclarationRef, Reason, reason
from service.belote.rules import (
    CLASSIQUE,
    LAST_CARD_IN_TIME,
    SAID_WITHOUT_POINTS,
    SEQUENCES,
    FalseDeclaration,
    Kind,
    Rules,
)
from service.belote.table import Seat, Word


class Void(Word):
    """Why a declaration is void; where several apply, the first of this list."""

    ANNOUNCEMENTS_OFF = "announcements_off"
    LATE = "late"
    CARD_NOT_IN_HAND = "card_not_in_hand"
    NOT_AN_ANNOUNCEMENT = "not_an_announcement"
    KIND_MISMATCH = "kind_mismatch"
    POINTS_MISMATCH = "points_mismatch"
    WORTHLESS = "worthless"
    NOT_HELD = "not_held"
    NOT_SHOWN = "not_shown"
    CARD_REUSED = "card_reused"


# The reasons that the cards disprove (arbiter): void, never downgraded, and flagged.
FALSE_DECLARATIONS = frozenset(
    {
        Void.CARD_NOT_IN_HAND,
        Void.NOT_AN_ANNOUNCEMENT,
        Void.KIND_MISMATCH,
        Void.POINTS_MISMATCH,
        Void.NOT_HELD,
    }
)


@dataclass(frozen=True, slots=True)
class Declaration:
    """What a player said, and the cards he meant or showed.

    `kind` or `cards` is there. `with_card`: which of his own cards, from 1, he was playing.
    `shown` is False when he was asked to show and would not.
    """

    kind: Kind | None = None
    points: int | None = None
    cards: Cards | None = None
    with_card: int = 1
    shown: bool = True


UNSAID = Declaration()


@dataclass(frozen=True, slots=True)
class Ruling:
    """A declaration stands as `announcement`, or is void for `reason`.

    `one_run`: of the reasons for `CARD_REUSED`, that a run makes one announcement and no more.
    """

    index: int
    announcement: Announcement | None
    reason: Void | None
    one_run: bool = False

    @property
    def valid(self) -> bool:
        return self.announcement is not None

    @property
    def false_declaration(self) -> bool:
        return self.reason in FALSE_DECLARATIONS


ruling_of = lru_cache(maxsize=2048)(Ruling)
"""`Ruling`, made once: there are few of them."""


@dataclass(frozen=True, slots=True)
class Validation:
    """The rulings on all that one player declared, beside the best he could have."""

    accepted: bool
    points: int
    rulings: tuple[Ruling, ...]
    best: Selection
    belote: bool | None
    explanation: tuple[Reason, ...]


def validate(
    hand: Cards,
    declared: Sequence[Declaration],
    trump: Suit | None = None,
    rules: Rules = CLASSIQUE,
) -> Validation:
    """Hold declarations against the eight cards of `hand`."""
    rulings = rule(declared, hand, rules, trump)
    found = best(hand, rules)
    return Validation(
        all(ruling.valid for ruling in rulings),
        sum(ruling.announcement.points for ruling in rulings if ruling.announcement),
        rulings,
        found,
        None if trump is None else holds_belote(hand, trump),
        _explain(declared, rulings, found, rules),
    )


# One player's declarations --------------------------------------------------------------------

Standing = dict[int, Announcement]
"""Announcements by the index of their declaration."""


def rule(
    declared: Sequence[Declaration],
    hand: Cards | None,
    rules: Rules = CLASSIQUE,
    trump: Suit | None = None,
) -> tuple[Ruling, ...]:
    """One ruling a declaration. Without a hand the cards declared are taken as held.

    Each declaration is judged alone first; those that pass then compete for cards.
    """
    voids: dict[int, Void] = {}
    shown: Standing = {}
    named: dict[int, Declaration] = {}
    for index, said in enumerate(declared):
        fault = _fault(said, hand, rules)
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
        one_run = _for_their_run(shown, named, _known(declared, hand), standing)
    return tuple([_ruling(index, standing, voids, one_run) for index in range(len(declared))])


def _known(declared: Sequence[Declaration], hand: Cards | None) -> Cards:
    """The hand; of one that nobody sent, all cards that were declared."""
    if hand is not None:
        return hand
    cards = NO_CARDS
    for said in declared:
        cards |= said.cards or NO_CARDS
    return cards


def _ruling(
    index: int, standing: Standing, voids: Mapping[int, Void], one_run: Collection[int]
) -> Ruling:
    if index in standing:
        return ruling_of(index, standing[index], None)
    return ruling_of(index, None, voids.get(index, Void.CARD_REUSED), index in one_run)


def _for_their_run(
    shown: Standing, named: Mapping[int, Declaration], hand: Cards, standing: Standing
) -> set[int]:
    """Of the declarations that do not stand, those for which there are cards enough."""
    left = hand & ~_cards(standing.values())
    free = {
        **{index: not one.cards & ~left for index, one in shown.items()},
        **{index: any(_answers(one, said) for one in held(left)) for index, said in named.items()},
    }
    return {index for index, is_free in free.items() if is_free and index not in standing}


def _cards(announcements: Iterable[Announcement]) -> Cards:
    used = NO_CARDS
    for one in announcements:
        used |= one.cards
    return used


# A declaration alone --------------------------------------------------------------------------


def _fault(said: Declaration, hand: Cards | None, rules: Rules) -> Void | None:
    """The first reason, if any, that voids a declaration whatever else was declared."""
    if not rules.announcements:
        return Void.ANNOUNCEMENTS_OFF
    if said.with_card > LAST_CARD_IN_TIME:
        return Void.LATE
    fault = (
        _fault_of_name(said, hand or NO_CARDS)
        if said.cards is None
        else _fault_of_cards(said, said.cards, hand)
    )
    return fault or (None if said.shown else Void.NOT_SHOWN)


def _fault_of_cards(said: Declaration, cards: Cards, hand: Cards | None) -> Void | None:
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


def _fault_of_name(said: Declaration, hand: Cards) -> Void | None:
    candidates = [one for one in _held_of_any_value(hand) if one.kind is said.kind]
    if not candidates:
        return Void.NOT_HELD
    of_value = [one for one in candidates if said.points in (None, one.points)]
    if not of_value:
        return Void.POINTS_MISMATCH
    return None if any(one.points for one in of_value) else Void.WORTHLESS


def _held_of_any_value(hand: Cards) -> tuple[Announcement, ...]:
    """What the hand holds, the carrés that count nothing included."""
    return held(hand) + worthless(hand)


_SHORTEST: Mapping[Kind, int] = {
    kind: length for length, (kind, _) in sorted(SEQUENCES.items(), reverse=True)
}


def covers(made: Announcement, kind: Kind) -> bool:
    """Whether cards that make `made` bear out the word `kind`: the same, or a longer run."""
    if made.is_carre or kind is Kind.CARRE:
        return made.kind is kind
    return made.length >= _SHORTEST[kind]


def as_said(made: Announcement, kind: Kind | None) -> Announcement:
    """A longer run shown than said counts only as said, by its highest cards (arbiter)."""
    if kind is None or made.kind is kind:
        return made
    length = _SHORTEST[kind]
    surplus = made.length - length
    lowest = made.cards & -made.cards
    return BY_CARDS[made.cards & ~((lowest << surplus) - lowest)]


# Declarations against each other --------------------------------------------------------------


def _disjoint(shown: Standing, cards: Cards, rules: Rules) -> Standing:
    """Of announcements shown, the part that does not compete and pays most stands.

    Of equal parts the earlier. `cards`: the hand, as far as it is known.
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
) -> Standing:
    """Kinds said without cards, matched to announcements that compete with none, nor with `taken`.

    The most that can be matched, then the most points, then the strongest; of equal matchings the
    earlier declarations, and of one kind the stronger announcement for the earlier of them. What is
    level to the end is tried, and so kept, in suit order.
    """
    said = _first_two_of_each(named)
    for size, alike in _beside(tuple(taken), hand, rules):
        matchings = [
            dict(zip(part, chosen, strict=True))
            for part in combinations(said, size)
            for chosen in alike
            if all(map(_answers, chosen, [said[index] for index in part]))
        ]
        if matchings:
            return max(matchings, key=lambda matching: _merit(matching, rules, trump))
    return {}


@lru_cache(maxsize=1024)
def _beside(
    taken: tuple[Announcement, ...], hand: Cards, rules: Rules
) -> tuple[tuple[int, tuple[tuple[Announcement, ...], ...]], ...]:
    """What of a hand competes with nothing `taken` nor with itself: by size and points, most first.

    Two at most, since a hand has no room for three.
    """
    candidates = held(hand & ~_cards(taken))
    chosen = [
        some
        for size in (2, 1)
        for some in permutations(candidates, size)
        if not _cards(some[1:]) & some[0].cards and not compete((*taken, *some), hand, rules)
    ]
    chosen.sort(key=_worth, reverse=True)
    return tuple((worth[0], tuple(alike)) for worth, alike in groupby(chosen, _worth))


def _worth(chosen: tuple[Announcement, ...]) -> tuple[int, int]:
    return len(chosen), sum([one.points for one in chosen])


def _first_two_of_each(named: Mapping[int, Declaration]) -> Mapping[int, Declaration]:
    """Leave out what was said twice before: no more than two stand, and the earlier ones."""
    times: Counter[tuple[object, ...]] = Counter()
    kept = {}
    for index, said in named.items():
        word = (said.kind, said.points)
        times[word] += 1
        if times[word] <= 2:
            kept[index] = said
    return kept


def _merit(matching: Standing, rules: Rules, trump: Suit | None) -> tuple[object, ...]:
    each_in_turn = [strength(one, rules, trump) for one in matching.values()]
    strongest = sorted(each_in_turn, reverse=True)
    earlier = [-index for index in matching]
    # Where a table does not ask for length, a run is kept whole all the same.
    longest = [one.length for one in matching.values()]
    return (strongest, earlier, each_in_turn, longest)


def _answers(one: Announcement, said: Declaration) -> bool:
    return one.kind is said.kind and said.points in (None, one.points)


# The reasons ----------------------------------------------------------------------------------


def awarded(ruling: Ruling, said: Declaration, rules: Rules) -> int:
    """What the opponents mark for a declaration: of a false one what was said, where they do.

    The points said, else the kind's; cards alone say nothing.
    """
    if rules.false_declaration is FalseDeclaration.VOID or not ruling.false_declaration:
        return 0
    if said.points is None:
        return SAID_WITHOUT_POINTS[said.kind] if said.kind else 0
    return said.points


def say_ruling(
    ruling: Ruling,
    declared: Sequence[Declaration] | None,
    rules: Rules,
    seat: Seat | None = None,
) -> list[Reason]:
    """Kind and points only: a referee may say it aloud while the cards are still hidden.

    `declared`: all that the player declared; None for what a hand announces at its best.
    """
    index, stands = ruling.index, ruling.announcement
    said = declared[index] if declared else UNSAID
    place = DeclarationRef(seat, index)
    if stands is None:
        assert ruling.reason is not None
        code = Code.SPLIT_RUNS_VOID if ruling.one_run else _SAY_VOID[ruling.reason]
        void = reason(code, declaration=place, kind=said.kind)
        points = awarded(ruling, said, rules)
        if not points:
            return [void]
        awards = reason(Code.FALSE_DECLARATION_AWARDED, declaration=place, points=points)
        return [void, awards]
    reasons = [_say_valid(seat, index, stands.kind, stands.points)]
    if said.cards not in (None, stands.cards):
        reasons.append(reason(Code.COUNTS_AS_SAID, declaration=place, kind=stands.kind))
    return reasons


_SAY_VOID: Mapping[Void, Code] = {
    Void.ANNOUNCEMENTS_OFF: Code.ANNOUNCEMENTS_OFF,
    Void.LATE: Code.LATE,
    Void.CARD_NOT_IN_HAND: Code.CARD_NOT_IN_HAND,
    Void.NOT_AN_ANNOUNCEMENT: Code.NOT_AN_ANNOUNCEMENT,
    Void.KIND_MISMATCH: Code.KIND_MISMATCH,
    Void.POINTS_MISMATCH: Code.POINTS_MISMATCH,
    Void.WORTHLESS: Code.WORTHLESS,
    Void.NOT_HELD: Code.NOT_HELD,
    Void.NOT_SHOWN: Code.NOT_SHOWN,
    Void.CARD_REUSED: Code.CARD_REUSED,
}


@lru_cache(maxsize=1024)
def _say_valid(seat: Seat | None, index: int, kind: Kind, points: int) -> Reason:
    """Said of most declarations, and of few kinds: each sentence is made once."""
    place = DeclarationRef(seat, index)
    return reason(Code.DECLARATION_VALID, declaration=place, kind=kind, points=points)


def _explain(
    declared: Sequence[Declaration], rulings: Sequence[Ruling], found: Selection, rules: Rules
) -> tuple[Reason, ...]:
    reasons = [said for ruling in rulings for said in say_ruling(ruling, declared, rules)]
    points = sum(ruling.announcement.points for ruling in rulings if ruling.announcement)
    marks = reason(Code.HAND_MARKS, points=points) if declared else reason(Code.NOTHING_DECLARED)
    free = rules.announcements and found.points > points
    more = [reason(Code.ANNOUNCING_IS_OPTIONAL, best=found.points)] if free else []
    return (*reasons, marks, *more)
