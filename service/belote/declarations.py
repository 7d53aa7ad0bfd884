"""The rulings on what one player declared: what is valid, and why the rest is void.

Whose announcements count in the end is for `comparison` to decide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, groupby, product
from operator import itemgetter
from types import MappingProxyType
from typing import TypeAlias

from service.belote.announcements import (
    ALL_CARRES,
    ALL_SEQUENCES,
    BY_CARDS,
    Announcement,
    Selection,
    best,
    compete,
    held,
    holds_belote,
    strength,
    worthless,
)
from service.belote.cards import NO_CARDS, Cards, Rank, Suit, union
from service.belote.codes import Reason
from service.belote.explain import declarations as explain
from service.belote.rules import (
    CARRES,
    CLASSIQUE,
    FALSE_DECLARATIONS,
    HAND_SIZE,
    SAID_WITHOUT_POINTS,
    SEQUENCES,
    SHORTEST,
    FalseDeclaration,
    Kind,
    Rules,
    Void,
)

Words: TypeAlias = tuple[Kind | None, int | None, Rank | None, Suit | None, int | None]
"""The kind, the points, the top rank, the suit and the length that were said."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """What a player said, and the cards he meant or showed.

    At least one of `kind`, `points` and `cards` is given. `with_card`: the number, from 1, of the
    card that he was playing. `shown` is False when he refused to show the cards. `top`, `suit` and
    `length`: what he said of its cards.
    """

    kind: Kind | None = None
    points: int | None = None
    cards: Cards | None = None
    with_card: int = 1
    shown: bool = True
    top: Rank | None = None
    suit: Suit | None = None
    length: int | None = None

    @property
    def words(self) -> Words:
        """Return all that was said, without the cards."""
        return self.kind, self.points, self.top, self.suit, self.length


@dataclass(frozen=True, slots=True)
class Verdict:
    """The ruling on one declaration: valid as `announcement`, or void for `reason`.

    `index`: of the declaration, from 0. `said`: the kind, None where it was not said.
    `shortened`: the cards make more than was said. `one_run`: it is void for `CARD_REUSED` only
    because the rules allow one announcement for a run; `level`: although it would pay as much.
    `awarded`: the points that the opponents mark for it. `with_card`: of a late declaration, the
    number of the card with which it was made.
    """

    index: int
    announcement: Announcement | None
    reason: Void | None
    said: Kind | None = None
    shortened: bool = False
    one_run: bool = False
    awarded: int = 0
    level: bool = False
    with_card: int | None = None

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


Candidates: TypeAlias = dict[int, tuple[Announcement, ...]]
"""For each index of a declaration the announcements that it may stand for."""

Match: TypeAlias = tuple[tuple[int, Announcement], ...]
"""Indexes of declarations, in their order, and the announcement that each stands for."""


def judge_declarations(
    declared: Sequence[Declaration],
    hand: Cards | None,
    rules: Rules = CLASSIQUE,
    trump: Suit | None = None,
    elsewhere: Cards = NO_CARDS,
) -> tuple[Verdict, ...]:
    """Return one ruling for each declaration; without a hand the cards declared are taken as held.

    `elsewhere`: cards that other hands are known to hold.

    Each declaration is judged by itself first. Those that pass then compete for cards, said with
    cards or without, and what pays most stands.

    >>> twice = [Declaration(cards=0b111), Declaration(cards=0b111)]
    >>> [one.reason and one.reason.value for one in judge_declarations(twice, None)]
    [None, 'card_reused']
    """
    if not declared:
        return ()
    voids: dict[int, Void] = {}
    candidates: Candidates = {}
    for index, said in enumerate(declared):
        found = _candidates(said, hand, rules, elsewhere)
        if isinstance(found, Void):
            voids[index] = found
        else:
            candidates[index] = found
    standing, level = _standing(declared, candidates, hand, rules, trump)
    if len(standing) == len(declared):
        return tuple([_valid_verdict(at, said, standing[at]) for at, said in enumerate(declared)])
    void = [index for index in candidates if index not in standing]
    one_run: Collection[int] = ()
    if void and not rules.split_runs:
        left = _known(declared, hand) & ~_cards(standing.values())
        one_run = [
            index for index in void if any(not one.cards & ~left for one in candidates[index])
        ]
    awards = _awards(declared, voids, rules)
    return tuple(
        [
            _valid_verdict(index, said, standing[index])
            if index in standing
            else verdict_of(
                index,
                None,
                voids.get(index, Void.CARD_REUSED),
                said.kind,
                False,
                index in one_run,
                awards.get(index, 0),
                index in level,
                said.with_card if voids.get(index) is Void.LATE else None,
            )
            for index, said in enumerate(declared)
        ]
    )


def _known(declared: Sequence[Declaration], hand: Cards | None) -> Cards:
    """Return the hand; where it is not known, all cards that were declared."""
    if hand is not None:
        return hand
    return union(named_cards(said) for said in declared)


def _valid_verdict(index: int, said: Declaration, made: Announcement) -> Verdict:
    shortened = said.cards not in (None, made.cards)
    return verdict_of(index, made, None, said.kind, shortened)


# What is awarded under those rules: false declarations, and those that were not shown.
_AWARDED = FALSE_DECLARATIONS | {Void.NOT_SHOWN}
_NO_AWARDS: Mapping[int, int] = MappingProxyType({})


def _awards(
    declared: Sequence[Declaration], voids: Mapping[int, Void], rules: Rules
) -> Mapping[int, int]:
    """Return by index the points that the rules award to the opponents for void declarations.

    The same words of one player are awarded once.
    """
    if rules.false_declaration is FalseDeclaration.VOID:
        return _NO_AWARDS
    first: dict[Words, int] = {}
    for index, void in voids.items():
        if void in _AWARDED:
            first.setdefault(declared[index].words, index)
    return {index: _worth_said(declared[index]) for index in first.values()}


def _worth_said(said: Declaration) -> int:
    """Return the value of what was said; 0 for cards named without a word."""
    if said.points is not None:
        return said.points
    if said.kind is Kind.CARRE and said.top is not None:
        return CARRES[said.top]
    return SAID_WITHOUT_POINTS[said.kind] if said.kind else 0


def _cards(announcements: Iterable[Announcement]) -> Cards:
    return union(one.cards for one in announcements)


def _candidates(
    said: Declaration, hand: Cards | None, rules: Rules, elsewhere: Cards
) -> tuple[Announcement, ...] | Void:
    """Return the announcements that a declaration may stand for, or what voids it by itself."""
    if not rules.announcements:
        return Void.ANNOUNCEMENTS_OFF
    if said.with_card > rules.last_card_in_time:
        return Void.LATE
    if said.cards is not None:
        found = _made_of_cards(said, said.cards, elsewhere if hand is None else ~hand)
    elif hand is not None:
        found = _held_as_said(said, hand)
    else:
        found = _named_by_words(said, elsewhere)
    return found if said.shown or isinstance(found, Void) else Void.NOT_SHOWN


def _made_of_cards(
    said: Declaration, cards: Cards, elsewhere: Cards
) -> tuple[Announcement, ...] | Void:
    """Return what the cards count as: of a sequence longer than was said, the highest part."""
    if cards & elsewhere:
        return Void.CARD_NOT_IN_HAND
    parts = _PARTS.get(cards)
    if parts is None:
        return Void.NOT_AN_ANNOUNCEMENT
    made = parts[0]
    if made.kind is said.kind and made.points and said.words == (made.kind, *_NO_MORE_WORDS):
        return _ALONE[cards]
    alike = [one for one in parts if _is_like(one, said)]
    if not alike:
        return Void.KIND_MISMATCH
    counted = next((one for one in alike if said.points in (None, one.points)), None)
    if counted is None:
        return Void.POINTS_MISMATCH
    return (counted,) if counted.points else Void.WORTHLESS


# A declaration of a kind, and of nothing else.
_NO_MORE_WORDS = (None, None, None, None)


def _parts(made: Announcement) -> tuple[Announcement, ...]:
    """Return the parts of a sequence, the whole first, then the highest, then the longest."""
    if made.is_carre:
        return (made,)
    parts = [one for one in ALL_SEQUENCES if not one.cards & ~made.cards]
    return tuple(sorted(parts, key=lambda one: (one.top, one.length), reverse=True))


_PARTS: Mapping[Cards, tuple[Announcement, ...]] = {
    made.cards: _parts(made) for made in BY_CARDS.values()
}


_ALONE: Mapping[Cards, tuple[Announcement]] = {cards: (one,) for cards, one in BY_CARDS.items()}


def _is_like(one: Announcement, said: Declaration) -> bool:
    """Return whether an announcement has the kind, top, suit and length that were said."""
    return (
        said.kind in (None, one.kind)
        and said.top in (None, one.top)
        and said.suit in (None, one.suit)
        and said.length in (None, one.length)
    )


def _held_as_said(said: Declaration, hand: Cards) -> tuple[Announcement, ...] | Void:
    """Return what a hand holds of what was said without cards."""
    all_held = _held_of_any_value(hand)
    of_kind = [one for one in all_held if said.kind in (None, one.kind)]
    if said.kind is not None and not of_kind:
        return Void.NOT_HELD
    of_value = [one for one in of_kind if said.points in (None, one.points)]
    if not of_value:
        return Void.POINTS_MISMATCH
    alike = [one for one in of_value if _is_like(one, said)]
    if not alike:
        return Void.NOT_HELD
    return tuple([one for one in alike if one.points]) or Void.WORTHLESS


@lru_cache(maxsize=1024)
def _held_of_any_value(hand: Cards) -> tuple[Announcement, ...]:
    """Return every announcement that the hand holds, with the carrés worth nothing."""
    return held(hand) + worthless(hand)


def _named_by_words(said: Declaration, elsewhere: Cards) -> tuple[Announcement, ...] | Void:
    """Return the announcement whose cards the words name, of a hand that is not known."""
    named = BY_CARDS.get(named_cards(said))
    if named is None:
        return Void.NOT_HELD
    if said.points not in (None, named.points):
        return Void.POINTS_MISMATCH
    if not _is_like(named, said) or named.cards & elsewhere:
        return Void.NOT_HELD
    return (named,) if named.points else Void.WORTHLESS


# The kind, and the rank of a carré, that a value stands for where the hand is not known.
_KIND_WORTH: Mapping[int, Kind] = {
    **{points: kind for kind, points in SEQUENCES.values() if kind is not Kind.CENT},
    **{points: Kind.CARRE for points in CARRES.values() if points > SAID_WITHOUT_POINTS[Kind.CENT]},
}
_SHORTEST: Mapping[Kind, int] = {
    kind: length for length, (kind, _) in sorted(SEQUENCES.items(), reverse=True)
}


def names_cards(said: Declaration) -> bool:
    """Return whether a declaration identifies its cards, by listing them or by words.

    >>> names_cards(Declaration(Kind.CARRE, top=Rank.KING)), names_cards(Declaration(Kind.CARRE))
    (True, False)
    """
    if said.cards is not None:
        return True
    kind = _kind_said(said)
    if kind is Kind.CARRE:
        return _rank_said(said) is not None
    return kind is not None and said.top is not None and said.suit is not None


def named_cards(said: Declaration) -> Cards:
    """Return the cards that a declaration names; none if it names none or no such cards exist.

    A cent is of five cards unless a length is said.

    >>> named_cards(Declaration(Kind.TIERCE, top=Rank.NINE, suit=Suit.SPADES))
    7
    """
    if said.cards is not None:
        return said.cards
    if not names_cards(said):
        return NO_CARDS
    kind = _kind_said(said)
    if kind is Kind.CARRE:
        rank = _rank_said(said)
        return next(one.cards for one in ALL_CARRES if one.top is rank)
    assert kind is not None
    length = _SHORTEST[kind] if said.length is None else said.length
    named = (
        one.cards
        for one in ALL_SEQUENCES
        if (one.length, one.top, one.suit) == (length, said.top, said.suit) and one.kind is kind
    )
    return next(named, NO_CARDS)


def _kind_said(said: Declaration) -> Kind | None:
    if said.kind is not None or said.points is None:
        return said.kind
    return _KIND_WORTH.get(said.points)


def _rank_said(said: Declaration) -> Rank | None:
    """Return the rank of a carré that was said, by its name or by a value that only one has."""
    if said.top is not None:
        return said.top
    of_value = [rank for rank, points in CARRES.items() if points == said.points]
    return of_value[0] if len(of_value) == 1 else None


_NO_LEVEL: Collection[int] = frozenset()


def _standing(
    declared: Sequence[Declaration],
    candidates: Candidates,
    hand: Cards | None,
    rules: Rules,
    trump: Suit | None,
) -> tuple[Mapping[int, Announcement], Collection[int]]:
    """Return the declarations that count, by index, and those void for one worth as much.

    Of all ways in which the declarations can stand for announcements that do not compete, the one
    that pays most; of such, carrés before sequences, then those said with cards, then the stronger,
    the longer, the earlier, and the stronger for the earlier declaration. What is still level is
    kept in suit order.
    """
    single = {index: found[0] for index, found in candidates.items() if len(found) == 1}
    if len(single) == len(candidates) and (
        len(single) <= 1 or not compete(single.values(), _known(declared, hand), rules)
    ):
        return single, _NO_LEVEL
    pool = {one.cards: one for found in candidates.values() for one in found}
    ordered = tuple(pool[cards] for cards in sorted(pool))
    takers = _first_of_each(declared, candidates)
    best: Match = ()
    level: set[int] = set()
    worth = None
    for points, _, alike in _compatible(ordered, _known(declared, hand), len(takers), rules):
        if worth is not None and points < worth:
            break
        matches = [match for chosen in alike for match in _matches(chosen, takers, candidates)]
        level.update(index for match in matches for index, _ in match)
        if matches and worth is None:
            worth = points
            best = max(matches, key=lambda match: _preference(match, declared, rules, trump))
    standing = dict(best)
    return standing, level


def _first_of_each(declared: Sequence[Declaration], candidates: Candidates) -> Sequence[int]:
    """Return the indexes that can stand: a hand has no room for a third of the same words."""
    times: Counter[object] = Counter()
    kept = []
    for index in candidates:
        word = (declared[index].words, declared[index].cards)
        times[word] += 1
        if times[word] <= _ROOM:
            kept.append(index)
    return kept


_ROOM = HAND_SIZE // SHORTEST
"""Announcements that a hand has room for."""


@lru_cache(maxsize=1024)
def _compatible(
    pool: tuple[Announcement, ...], cards: Cards, count: int, rules: Rules
) -> tuple[tuple[int, int, tuple[tuple[Announcement, ...], ...]], ...]:
    """Return the sets out of `pool` that do not compete, by points and number of carrés.

    Those that pay most come first, and of these the ones with more carrés. `cards`: the hand, as
    far as it is known; `count`: how many declarations there are.
    """
    room = min(count, max(_ROOM, cards.bit_count() // SHORTEST))
    chosen = [
        some
        for size in range(1, min(room, len(pool)) + 1)
        for some in combinations(pool, size)
        if size == 1 or not compete(some, cards, rules)
    ]
    chosen.sort(key=_points_and_carres, reverse=True)
    return tuple(
        (points, fours, tuple(alike))
        for (points, fours), alike in groupby(chosen, _points_and_carres)
    )


def _points_and_carres(chosen: tuple[Announcement, ...]) -> tuple[int, int]:
    return sum([one.points for one in chosen]), sum([one.is_carre for one in chosen])


def _matches(
    chosen: tuple[Announcement, ...], takers: Sequence[int], candidates: Candidates
) -> Iterator[Match]:
    """Yield the ways in which declarations can stand for all of `chosen`."""
    fitting = [[index for index in takers if one in candidates[index]] for one in chosen]
    if not all(fitting):
        return
    for indexes in product(*fitting):
        if len(set(indexes)) == len(indexes):
            yield tuple(sorted(zip(indexes, chosen, strict=True), key=_by_index))


_by_index = itemgetter(0)


def _preference(
    match: Match, declared: Sequence[Declaration], rules: Rules, trump: Suit | None
) -> tuple[object, ...]:
    """Return what is compared between matches that pay the same and have as many carrés."""
    with_cards = sum([one.points for index, one in match if declared[index].cards is not None])
    each_in_turn = [strength(one, rules, trump) for _, one in match]
    strongest = sorted(each_in_turn, reverse=True)
    # A run is kept whole even where the rules do not compare length.
    lengths = [one.length for _, one in match]
    longest = sorted(lengths, reverse=True)
    earlier = [-index for index, _ in match]
    return with_cards, strongest, longest, earlier, each_in_turn, lengths
