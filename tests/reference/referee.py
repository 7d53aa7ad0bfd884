"""A second referee of a table: what stands of all that was said, who wins, and what lies pay.

He tries every way in which the declarations can stand, and compares them as the page of rules is
read aloud. He works on labels of cards and shares nothing with the service.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any, Literal, NamedTuple, TypeAlias

from tests.reference.judge import judge
from tests.reference.naive_donne import House as Play
from tests.reference.naive_donne import around
from tests.reference.twin import EVERYTHING, RANKS, SUITS, Found, House, kind, two_of_a_run

Labels: TypeAlias = frozenset[str]

WORTHLESS = [
    Found(0, True, 4, RANKS.index(rank), "", frozenset(rank + suit for suit in SUITS))
    for rank in ("7", "8")
]
ALL = [*EVERYTHING, *WORTHLESS]


class Words(NamedTuple):
    """What a player said, None where he did not; `cards`: those that he named or showed."""

    kind: str | None
    points: int | None
    top: str | None
    suit: str | None
    length: int | None
    cards: Labels | None
    late: bool
    shown: bool

    @property
    def spoken(self) -> tuple[object, ...]:
        return self[:5]


class Ruling(NamedTuple):
    """What a declaration stands for, or the reason why it is void, and what the others get."""

    stands: Found | None
    reason: str | None
    award: int = 0


class Table(NamedTuple):
    """What a table agreed on: of the announcements, the turn, and what else is asked."""

    house: House
    play: Play
    announcements: bool
    first_speaker: bool
    award: bool


class Outcome(NamedTuple):
    winner: str | None
    decided_by: str
    points: dict[str, int]
    awards: dict[str, int]
    rulings: dict[str, list[Ruling]]


def fits(one: Found, said: Words) -> bool:
    """Whether kind, top card, suit and length are those that were said."""
    return (
        said.kind in (None, kind_of(one))
        and said.top in (None, RANKS[one.top])
        and said.suit in (None, one.suit)
        and said.length in (None, one.length)
    )


def kind_of(one: Found) -> str:
    return "carre" if one.is_carre else kind(one)


def alone(said: Words, hand: Labels | None) -> list[Found] | str:
    """What a declaration may stand for were there no other, or why it is void."""
    if said.late:
        return "late"
    if said.cards is not None:
        found = of_cards(said, said.cards, hand)
    elif hand is not None:
        found = of_hand(said, hand)
    else:
        found = of_words(said)
    return found if isinstance(found, str) or said.shown else "not_shown"


def of_cards(said: Words, cards: Labels, hand: Labels | None) -> list[Found] | str:
    if hand is not None and not cards <= hand:
        return "card_not_in_hand"
    if not any(one.cards == cards for one in ALL):
        return "not_an_announcement"
    alike = [one for one in ALL if one.cards <= cards and fits(one, said)]
    if not alike:
        return "kind_mismatch"
    worth_it = [one for one in alike if said.points in (None, one.points)]
    if not worth_it:
        return "points_mismatch"
    highest = max(worth_it, key=lambda one: (one.top, one.length))
    return [highest] if highest.points else "worthless"


def of_hand(said: Words, hand: Labels) -> list[Found] | str:
    of_kind = [one for one in ALL if one.cards <= hand and said.kind in (None, kind_of(one))]
    if said.kind and not of_kind:
        return "not_held"
    worth_it = [one for one in of_kind if said.points in (None, one.points)]
    if not worth_it:
        return "points_mismatch"
    alike = [one for one in worth_it if fits(one, said)]
    if not alike:
        return "not_held"
    return [one for one in alike if one.points] or "worthless"


def of_words(said: Words) -> list[Found] | str:
    """Of a hand that is not known: the announcement whose cards the words name."""
    by_points = {20: "tierce", 50: "cinquante", 150: "carre", 200: "carre"}
    named = said.kind or by_points.get(said.points or 0)
    top = said.top or {150: "9", 200: "J"}.get(said.points or 0)
    length = said.length or {"tierce": 3, "cinquante": 4, "cent": 5, "carre": 4}[named or "carre"]
    found = [
        one
        for one in ALL
        if (kind_of(one), RANKS[one.top], one.length) == (named, top, length)
        and (one.is_carre or one.suit == said.suit)
    ]
    if not found:
        return "not_held"
    if said.points not in (None, found[0].points):
        return "points_mismatch"
    if not fits(found[0], said):
        return "not_held"
    return found if found[0].points else "worthless"


def compete(some: Sequence[Found], known: Labels, house: House) -> bool:
    shared = sum(len(one.cards) for one in some) > len(frozenset().union(*(x.cards for x in some)))
    return shared or (not house.split_runs and two_of_a_run(tuple(some), known))


def strength(one: Found, trump: str, house: House) -> tuple[int, ...]:
    """What two announcements are compared by, in order."""
    length = one.length if house.length_step and not one.is_carre else 0
    top = house.carres.index(RANKS[one.top]) if one.is_carre else one.top
    return one.points, one.is_carre, length, top, one.suit == trump


def all_ways(
    options: Mapping[int, Sequence[Found]], known: Labels, house: House
) -> Iterator[list[tuple[int, Found]]]:
    """Every way in which some of the declarations can stand for announcements of their own."""
    for count in range(1, len(options) + 1):
        for indexes in combinations(sorted(options), count):
            for some in product(*(options[index] for index in indexes)):
                if len(set(some)) == count and not compete(some, known, house):
                    yield list(zip(indexes, some, strict=True))


def standing(
    said: Sequence[Words],
    options: Mapping[int, Sequence[Found]],
    known: Labels,
    trump: str,
    house: House,
) -> dict[int, Found]:
    def merit(way: Iterable[tuple[int, Found]]) -> tuple[Any, ...]:
        found = [one for _, one in way]
        return (
            sum(one.points for one in found),
            sum(one.is_carre for one in found),
            sum(one.points for index, one in way if said[index].cards is not None),
            sorted((strength(one, trump, house) for one in found), reverse=True),
            sorted((one.length for one in found), reverse=True),
            [-index for index, _ in way],
            [strength(one, trump, house) for one in found],
            [one.length for one in found],
            [-SUITS.find(one.suit) for one in found],
        )

    nothing: list[tuple[int, Found]] = []
    return dict(max(all_ways(options, known, house), key=merit, default=nothing))


LIES = {
    *("card_not_in_hand", "not_an_announcement", "kind_mismatch", "points_mismatch", "not_held"),
    "not_shown",
}


def worth_said(said: Words) -> int:
    if said.points is not None:
        return said.points
    if said.kind == "carre" and said.top:
        return next(one.points for one in ALL if one.is_carre and RANKS[one.top] == said.top)
    return {"tierce": 20, "cinquante": 50, "cent": 100, "carre": 100, None: 0}[said.kind]


def rule(said: Sequence[Words], hand: Labels | None, trump: str, table: Table) -> list[Ruling]:
    """The rulings on all that one player said."""
    if not table.announcements:
        return [Ruling(None, "announcements_off") for _ in said]
    found = [alone(one, hand) for one in said]
    options = {at: one for at, one in enumerate(found) if not isinstance(one, str)}
    named = (one.cards or frozenset() for one in said)
    known = frozenset().union(*named) if hand is None else hand
    stands = standing(said, options, known, trump, table.house)
    rulings, awarded = [], set()
    for at, one in enumerate(said):
        reason = None if at in stands else "card_reused"
        if isinstance(why := found[at], str):
            reason = why
        award = 0
        if table.award and reason in LIES and one.spoken not in awarded:
            awarded.add(one.spoken)
            award = worth_said(one)
        rulings.append(Ruling(stands.get(at), reason, award))
    return rulings


def team_of(seat: str) -> str:
    return "NS" if seat in "NS" else "EW"


def best_of_team(
    shown: Iterable[tuple[str, Found]], trump: str, house: House
) -> tuple[str, Found] | None:
    """The announcement that none of the team beats; of equals the first in this order."""
    best = None
    for seat, one in shown:
        if best is None or judge(one, best[1], trump, house)[0] == "one":
            best = seat, one
    return best


def decide(
    rulings: Mapping[str, Sequence[Ruling]], trump: str, table: Table, dealer: str
) -> Outcome:
    """Who wins, by which step, and what each team marks."""
    speaking = around(around(dealer, table.play)[1], table.play)
    shown = [(seat, one.stands) for seat in speaking for one in rulings.get(seat, ()) if one.stands]
    champions = {
        team: best_of_team([one for one in shown if team_of(one[0]) == team], trump, table.house)
        for team in ("NS", "EW")
    }
    ns, ew = champions["NS"], champions["EW"]
    winner, decided_by = None, "none"
    if ns and ew:
        first: Literal["one", "other"] | None = None
        if table.first_speaker:
            first = "one" if speaking.index(ns[0]) < speaking.index(ew[0]) else "other"
        verdict, decided_by = judge(ns[1], ew[1], trump, table.house, first)
        winner = {"one": "NS", "other": "EW", "neither": None}[verdict]
    elif ns or ew:
        winner, decided_by = ("NS" if ns else "EW"), "unopposed"
    points, awards = {"NS": 0, "EW": 0}, {"NS": 0, "EW": 0}
    for seat, found in rulings.items():
        team = team_of(seat)
        for one in found:
            awards["EW" if team == "NS" else "NS"] += one.award
            if one.stands and team == winner:
                points[team] += one.stands.points
    return Outcome(winner, decided_by, points, awards, {s: list(r) for s, r in rulings.items()})
