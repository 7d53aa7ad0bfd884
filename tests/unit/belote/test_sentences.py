"""For each code, what its sentence states, held against the ruling.

The statements are written from the sentences, not from the code that says them: numbers, orders,
"first", "must", who and how much. Rulings are made at random under rules chosen at random; each
reason must be true of its ruling. Then tables and functions of the game are put wrong, one by one,
so that the ruling changes and the sentence does not, or the other way round: each is caught.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from service.api.i18n import CATALOGUES
from service.belote import comparison, declarations, donne, game, rules, scales
from service.belote.announcements import (
    ALL_CARRES,
    BY_CARDS,
    Announcement,
    Resolution,
    held,
    resolve,
    strength,
    worthless,
)
from service.belote.cards import INTERNATIONAL, Cards, Rank, Suit, bits, listed
from service.belote.codes import Code, Reason
from service.belote.comparison import Comparison, compare
from service.belote.declarations import Declaration, Validation, Verdict, validate
from service.belote.donne import Belote, DonneScore, Line, score
from service.belote.explain import comparison as says_comparison
from service.belote.explain import declarations as says_declarations
from service.belote.explain import donne as says_donne
from service.belote.explain import game as says_game
from service.belote.game import Decided, GameDonne, Logged, Passed, Sheet, play_out
from service.belote.inputs import (
    BeloteClaim,
    Contract,
    CountedPoints,
    CountedTotals,
    Donne,
    Play,
)
from service.belote.presets import resolve_rules
from service.belote.rules import (
    CLASSIQUE,
    BeloteStatus,
    BonusInContract,
    CarryTo,
    Criterion,
    FalseDeclaration,
    Item,
    Kind,
    Outcome,
    RebelotePardon,
    Rules,
    Scale,
    Void,
)
from service.belote.scales import Coinche, NamedBid
from service.belote.table import SEATS, TEAMS, ByTeam, Seat, Team
from service.belote.tricks import replay
from tests.reference import naive_donne as naive
from tests.support.audits import log_of
from tests.support.duties import BROKEN
from tests.support.duties import STATED as DUTIES
from tests.support.statements_of_logs import STATED as OF_LOGS
from tests.support.tables import bid_for, deal, some_donne, some_rules, some_said
from tests.support.written_logs import WORKED, events_of

P = Mapping[str, Any]
KING_AND_QUEEN = (Rank.KING, Rank.QUEEN)

# A hand -------------------------------------------------------------------------------------------


def runs(hand: Cards) -> list[tuple[Suit, list[int]]]:
    """The unbroken runs of three or more, by suit, as ranks."""
    found = []
    for suit in Suit:
        ranks = [one.rank for one in listed(hand) if one.suit is suit]
        run: list[int] = []
        for rank in [*ranks, 99]:
            if run and rank != run[-1] + 1:
                if len(run) >= 3:
                    found.append((suit, run))
                run = []
            run = [*run, int(rank)]
    return found


def carres(hand: Cards) -> list[Rank]:
    ranks = [one.rank for one in listed(hand)]
    return [rank for rank in Rank if ranks.count(rank) == 4]


@dataclass(frozen=True)
class OfHand:
    found: Resolution
    hand: Cards
    trump: Suit
    rules: Rules

    def reasons(self) -> tuple[Reason, ...]:
        return self.found.explanation


def _holds(it: OfHand, *found: Announcement) -> bool:
    return all(not one.cards & ~it.hand for one in found)


def _strongest(it: OfHand, choice: Any) -> Any:
    return max(strength(one, it.rules) for one in choice.announcements)


HAND: Mapping[Code, Callable[[OfHand, P], bool]] = {
    Code.NOTHING_TO_ANNOUNCE: lambda it, p: (
        not runs(it.hand) and not [one for one in carres(it.hand) if one > Rank.EIGHT]
    ),
    Code.BEST_ONE: lambda it, p: (
        it.found.best.announcements == (p["announcement"],)
        and p["points"] == p["announcement"].points > 0
        and _holds(it, p["announcement"])
    ),
    Code.BEST_TWO: lambda it, p: (
        it.found.best.announcements == (p["first"], p["second"])
        and p["points"] == p["first"].points + p["second"].points
        and not p["first"].cards & p["second"].cards
        and _holds(it, p["first"], p["second"])
    ),
    Code.ONE_CARD_ONE_ANNOUNCEMENT: lambda it, p: (
        1 << p["card"] == p["carre"].cards & p["sequence"].cards
        and p["carre"].is_carre
        and _holds(it, p["carre"], p["sequence"])
    ),
    Code.OTHER_CHOICE_PAYS_LESS: lambda it, p: (
        p["choice"].points == p["points"] < it.found.best.points
        and p["choice"] == it.found.alternatives[0]
    ),
    Code.OTHER_CHOICE_IS_WEAKER: lambda it, p: (
        p["choice"].points == p["points"] == it.found.best.points
        and _strongest(it, p["choice"]) < _strongest(it, it.found.best)
    ),
    Code.REST_OF_THE_SEQUENCE: lambda it, p: (
        p["announcement"] in it.found.best.announcements
        and not p["announcement"].cards >> p["card"] & 1
        and (p["announcement"].suit, p["card"].suit)
        in [(suit, p["card"].suit) for suit, ranks in runs(it.hand) if p["card"].rank in ranks]
    ),
    Code.NOTHING_LEFT_OF_THE_SEQUENCE: lambda it, p: (
        not runs(it.hand & ~_same_rank(p["card"]) & 255 << 8 * p["card"].suit & _run(it, p))
        and any(p["card"].suit is suit and p["card"].rank in ranks for suit, ranks in runs(it.hand))
    ),
    Code.SUIT_SPLIT: lambda it, p: (
        it.hand == 255 << 8 * p["suit"]
        and p["length"] == 8
        and len(it.found.best.announcements) == 2
        and p["points"] == it.found.best.points > 100
    ),
    Code.SPLIT_RUNS_NOT_ALLOWED: lambda it, p: (
        not it.rules.split_runs
        and p["length"] == p["announcement"].length
        and p["length"] in [len(ranks) for suit, ranks in runs(it.hand)]
        and len({one.suit for one in it.found.best.announcements})
        == len(it.found.best.announcements)
    ),
    Code.ANNOUNCEMENTS_NOT_PLAYED: lambda it, p: not it.rules.announcements,
    Code.WORTHLESS_CARRE: lambda it, p: (
        p["carre"].points == 0 and p["carre"].top in carres(it.hand) and p["carre"].top < Rank.NINE
    ),
    Code.BELOTE_HELD: lambda it, p: (
        (p["king"], p["queen"]) == KING_AND_QUEEN
        and all(it.hand >> (8 * it.trump + rank) & 1 for rank in KING_AND_QUEEN)
    ),
    Code.CARRE_ORDER_TRICK: lambda it, p: _is_the_order(it.rules, p),
}


def _same_rank(card: Any) -> Cards:
    return bits(8 * suit + card.rank for suit in Suit)


def _run(it: OfHand, p: P) -> Cards:
    """The cards of the run that the card of a carré lies in."""
    suit = p["card"].suit
    return bits(
        8 * suit + rank
        for of, ranks in runs(it.hand)
        if of is suit and p["card"].rank in ranks
        for rank in ranks
    )


def _is_the_order(rules: Rules, p: P) -> bool:
    """The ranks of four carrés worth the same, each above the next at this table."""
    ranks = [p[name] for name in ("first", "second", "third", "fourth")]
    places = [rules.carre_order.index(rank) for rank in ranks]
    return set(ranks) == {Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN} and places == sorted(
        places, reverse=True
    )


def of_hands(seed: int = 1, count: int = 1500) -> Iterator[OfHand]:
    random = Random(seed)
    whole = [255 << 8 * suit for suit in Suit]
    whole += [one.cards | other.cards for one, other in combinations(ALL_CARRES, 2)]
    for _ in range(count):
        hand = random.choice([*deal(random).values(), random.choice(whole)])
        trump, agreed = random.choice(list(Suit)), some_rules(random)
        yield OfHand(resolve(hand, trump, agreed), hand, trump, agreed)


# Declarations -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OfSaid:
    """What one player said, and what became of it; `reference` names a declaration."""

    found: Validation
    hand: Cards
    said: list[Declaration]
    rules: Rules

    def reasons(self) -> tuple[Reason, ...]:
        return self.found.explanation


@dataclass(frozen=True)
class One:
    """One declaration: what was said, how it was ruled, beside what else stands of the player."""

    said: Declaration
    ruling: Verdict
    others: list[Announcement]
    hand: Cards
    rules: Rules

    @property
    def made(self) -> Announcement | None:
        return None if self.said.cards is None else BY_CARDS.get(self.said.cards)

    @property
    def of_kind(self) -> list[Announcement]:
        everything = (*held(self.hand), *worthless(self.hand))
        return [one for one in everything if self.said.kind in (None, one.kind)]


def _is_what_was_said(one: Announcement, said: Declaration) -> bool:
    """Whether the words fit, the value apart."""
    words = (said.kind, one.kind), (said.top, one.top), (said.suit, one.suit)
    return all(word in (None, fact) for word, fact in (*words, (said.length, one.length)))


def _within(it: One) -> list[Announcement]:
    """What can be made of the cards that were shown."""
    if it.made is None:
        return []
    if it.made.is_carre:
        return [it.made]
    return [one for one in BY_CARDS.values() if not one.cards & ~it.made.cards]


def _candidates(it: One) -> list[Announcement]:
    """What the declaration could stand as, were there nothing else."""
    everything = it.of_kind if it.said.cards is None else _within(it)
    fitting = [
        one
        for one in everything
        if _is_what_was_said(one, it.said) and it.said.points in (None, one.points)
    ]
    if it.said.cards is None:
        return [one for one in fitting if one.points]
    highest = max(one.top for one in fitting)
    longest = max(one.length for one in fitting if one.top == highest)
    return [one for one in fitting if (one.top, one.length) == (highest, longest)]


DISPROVED = {
    Void.CARD_NOT_IN_HAND,
    Void.NOT_AN_ANNOUNCEMENT,
    Void.KIND_MISMATCH,
    Void.POINTS_MISMATCH,
    Void.NOT_HELD,
}

# What everybody saw or heard.
OPEN = {Void.ANNOUNCEMENTS_OFF, Void.LATE, Void.NOT_SHOWN}

SAID: Mapping[Code, Callable[[One, P], bool]] = {
    Code.DECLARATION_VALID: lambda it, p: (
        it.ruling.announcement is not None
        and (p["kind"], p["points"]) == (it.ruling.announcement.kind, it.ruling.announcement.points)
        and p["points"] > 0
        and not it.ruling.announcement.cards & ~it.hand
        and not any(it.ruling.announcement.cards & one.cards for one in it.others)
    ),
    Code.COUNTS_AS_SAID: lambda it, p: (
        it.made is not None
        and it.ruling.announcement is not None
        and it.ruling.announcement.length < it.made.length
        and [it.ruling.announcement] == _candidates(it)
        and p["kind"] is it.ruling.announcement.kind
    ),
    Code.DECLARATION_VOID: lambda it, p: (
        it.ruling.announcement is None and it.ruling.reason not in OPEN
    ),
    Code.ANNOUNCEMENTS_OFF: lambda it, p: not it.rules.announcements,
    Code.LATE: lambda it, p: (
        it.said.with_card == p["said_with"] > p["last_card"] == it.rules.last_card_in_time
    ),
    Code.FALSE_IS_NOT_LOWERED: lambda it, p: (
        it.ruling.reason in DISPROVED and it.ruling.announcement is None
    ),
    Code.CARD_NOT_IN_HAND: lambda it, p: bool((it.said.cards or 0) & ~it.hand),
    Code.NOT_AN_ANNOUNCEMENT: lambda it, p: (
        it.said.cards is not None
        and not any(it.said.cards.bit_count() == len(ranks) for _, ranks in runs(it.said.cards))
        and not (carres(it.said.cards) and it.said.cards.bit_count() == 4)
    ),
    Code.KIND_MISMATCH: lambda it, p: (
        it.made is not None and not any(_is_what_was_said(one, it.said) for one in _within(it))
    ),
    Code.POINTS_MISMATCH: lambda it, p: (
        it.said.points is not None
        and it.said.points
        not in [
            one.points
            for one in (it.of_kind if it.said.cards is None else _within(it))
            if it.said.cards is None or _is_what_was_said(one, it.said)
        ]
    ),
    Code.WORTHLESS: lambda it, p: all(
        one.points == 0
        for one in (_within(it) if it.made else it.of_kind)
        if one.is_carre and _is_what_was_said(one, it.said) and it.said.points in (None, one.points)
    ),
    Code.NOT_HELD: lambda it, p: (
        it.said.cards is None
        and not any(
            _is_what_was_said(one, it.said) and it.said.points in (None, one.points)
            for one in it.of_kind
        )
    ),
    Code.NOT_SHOWN: lambda it, p: it.said.shown is False,
    Code.CARD_REUSED: lambda it, p: _is_crowded_out(it),
    Code.CARD_REUSED_LEVEL: lambda it, p: (
        _is_crowded_out(it)
        and max(one.points for one in _candidates(it)) <= sum(one.points for one in it.others)
    ),
    Code.SPLIT_RUNS_VOID: lambda it, p: (
        not it.rules.split_runs
        and bool({one.suit for one in _candidates(it)} & {other.suit for other in it.others})
    ),
    Code.FALSE_DECLARATION_AWARDED: lambda it, p: (
        it.rules.false_declaration is FalseDeclaration.AWARD_OPPONENTS
        and it.ruling.reason in {*DISPROVED, Void.NOT_SHOWN}
        and p["points"] == (_worth_said(it.said) if it.said.points is None else it.said.points)
    ),
}


def _is_crowded_out(it: One) -> bool:
    """Whether whatever the declaration could be wants a card of what stands."""
    return all(any(one.cards & other.cards for other in it.others) for one in _candidates(it))


def _worth_said(said: Declaration) -> int:
    if said.kind is Kind.CARRE and said.top is not None:
        return {Rank.JACK: 200, Rank.NINE: 150, Rank.EIGHT: 0, Rank.SEVEN: 0}.get(said.top, 100)
    return {Kind.TIERCE: 20, Kind.CINQUANTE: 50, Kind.CENT: 100, Kind.CARRE: 100, None: 0}[
        said.kind
    ]


# What is said of a void declaration names it by the kind that was said.
def _names_it(code: Code, it: One, p: P) -> bool:
    return "kind" not in p or it.ruling.announcement is not None or p["kind"] is it.said.kind


ALL_SAID: Mapping[Code, Callable[[OfSaid, P], bool]] = {
    Code.NOTHING_DECLARED: lambda it, p: not it.said,
    Code.HAND_MARKS: lambda it, p: (
        p["points"] == sum(one.points for one in _standing(it.found)) == it.found.points > 0
    ),
    Code.NOTHING_STANDS: lambda it, p: bool(it.said) and not _standing(it.found),
    Code.ANNOUNCING_IS_OPTIONAL: lambda it, p: (
        it.rules.announcements
        and p["best"] == it.found.best.points > sum(one.points for one in _standing(it.found))
    ),
}


def _standing(found: Validation) -> list[Announcement]:
    return [one.announcement for one in found.rulings if one.announcement]


def of_said(seed: int = 2, count: int = 2500) -> Iterator[OfSaid]:
    random = Random(seed)
    for _ in range(count):
        hand = random.choice(list(deal(random).values()))
        said, agreed = some_said(random, hand), some_rules(random)
        if random.random() < 0.1:
            hand, said = 63 | 3 << 14, [Declaration(None, None, 7), Declaration(None, None, 7 << 3)]
        yield OfSaid(validate(hand, said, random.choice([None, *Suit]), agreed), hand, said, agreed)


# A comparison -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OfTable:
    found: Comparison
    hands: dict[Seat, Cards]
    said: dict[Seat, list[Declaration]]
    trump: Suit
    rules: Rules
    first: Seat

    def reasons(self) -> tuple[Reason, ...]:
        return self.found.explanation

    def best(self, team: Team) -> Announcement:
        champion = self.found.best.of(team)
        assert champion is not None
        return champion.announcement

    def standing(self, team: Team) -> list[Announcement]:
        return [
            one.ruling.announcement
            for one in self.found.rulings
            if one.seat.team is team and one.ruling.announcement
        ]

    def paid(self, team: Team) -> int:
        """What is awarded to a team."""
        return sum(one.ruling.awarded for one in self.found.rulings if one.seat.team is not team)

    def is_level(self, *names: str) -> bool:
        one, other = self.best(Team.NS), self.best(Team.EW)
        return all(getattr(one, name) == getattr(other, name) for name in names)


def _decided(it: OfTable, p: P, name: str) -> bool:
    return (
        (p["winner"], p["loser"]) == (it.found.winner, p["winner"].other)
        and p["wins"] == getattr(it.best(p["winner"]), name)
        and p["against"] == getattr(it.best(p["loser"]), name)
    )


def _spoken_from(it: OfTable, first: Seat) -> Comparison:
    """The same table with another first speaker."""
    return compare(it.said, it.hands, it.trump, it.rules, declare_best=True, first_player=first)


def _order(it: OfTable, one: Announcement) -> int:
    return it.rules.carre_order.index(one.top) if one.is_carre else one.top


def _decided_by_rank(it: OfTable, p: P) -> bool:
    order = [it.rules.carre_order.index(rank) for rank in p["order"]]
    return (
        _decided(it, p, "top")
        and set(p["order"]) == {Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN}
        and order == sorted(order, reverse=True)
        and p["order"].index(p["wins"]) < p["order"].index(p["against"])
        and it.best(p["winner"]).is_carre
        and _order(it, it.best(p["winner"])) > _order(it, it.best(p["loser"]))
        and it.is_level("points", "is_carre")
    )


def _is_tie(it: OfTable, p: P) -> bool:
    both = [it.best(team) for team in TEAMS]
    return (
        it.found.winner is None
        and it.found.points == ByTeam(0, 0)
        and it.found.revealed == ()
        and all((one.points, one.top) == (p["points"], p["top"]) for one in both)
        and not [one for one in both if one.suit is it.trump]
    )


TABLE: Mapping[Code, Callable[[OfTable, P], bool]] = {
    Code.NOBODY_ANNOUNCED: lambda it, p: not any(it.standing(team) for team in TEAMS),
    Code.UNOPPOSED: lambda it, p: (
        p["team"] == it.found.winner
        and bool(it.standing(p["team"]))
        and not it.standing(p["team"].other)
    ),
    Code.REPRESENTED_BY: lambda it, p: (
        (p["kind"], p["points"]) == (it.best(p["team"]).kind, it.best(p["team"]).points)
        and p["points"] == max(one.points for one in it.standing(p["team"]))
    ),
    Code.DECIDED_BY_POINTS: lambda it, p: (
        _decided(it, p, "points")
        and p["wins"] > p["against"]
        and it.best(p["winner"]).length >= it.best(p["loser"]).length
    ),
    Code.DECIDED_BY_POINTS_NOT_LENGTH: lambda it, p: (
        _decided(it, p, "points")
        and p["wins"] > p["against"]
        and it.best(p["winner"]).length < it.best(p["loser"]).length
        and not it.best(p["loser"]).is_carre
    ),
    Code.SUM_NOT_COMPARED: lambda it, p: (
        p["team"] is not it.found.winner is not None
        and p["points"] == sum(one.points for one in it.standing(p["team"]))
        and p["points"] > sum(one.points for one in it.standing(p["team"].other))
        and it.found.decided_by == it.found.steps[-1].criterion
    ),
    Code.SPEAKING_ORDER_NOT_COMPARED: lambda it, p: (
        it.found.winner is not None
        and it.found.decided_by is not Criterion.FIRST_SPEAKER
        and it.is_level("points", "is_carre")
        and {_spoken_from(it, seat).winner for seat in SEATS} == {it.found.winner}
    ),
    Code.DECIDED_BY_CARRE: lambda it, p: (
        _decided(it, p, "is_carre") and p["wins"] and not p["against"] and it.is_level("points")
    ),
    Code.DECIDED_BY_LENGTH: lambda it, p: (
        _decided(it, p, "length") and p["wins"] > p["against"] and it.is_level("points", "is_carre")
    ),
    Code.DECIDED_BY_RANK: lambda it, p: (
        it.rules.carre_order == tuple(Rank) and _decided_by_rank(it, p)
    ),
    Code.DECIDED_BY_RANK_IN_TRICKS: lambda it, p: (
        it.rules.carre_order != tuple(Rank) and _decided_by_rank(it, p)
    ),
    Code.DECIDED_BY_TOP: lambda it, p: (
        _decided(it, p, "top")
        and p["order"] == tuple(Rank)
        and p["order"].index(p["wins"]) > p["order"].index(p["against"])
        and not it.best(p["winner"]).is_carre
        and _order(it, it.best(p["winner"])) > _order(it, it.best(p["loser"]))
        and it.is_level("points", "is_carre")
        and (it.is_level("length") or Criterion.LENGTH not in it.rules.steps)
    ),
    Code.DECIDED_BY_TRUMP: lambda it, p: (
        p["winner"] == it.found.winner
        and it.best(p["winner"]).suit is it.trump is p["trump"]
        and it.best(p["loser"]).suit not in (it.trump, None)
        and it.is_level("points", "top")
        and (it.is_level("length") or Criterion.LENGTH not in it.rules.steps)
    ),
    Code.DECIDED_BY_FIRST_SPEAKER: lambda it, p: (
        it.rules.order[it.first].index(p["wins"]) < it.rules.order[it.first].index(p["against"])
        and (p["wins"].team, p["against"].team) == (it.found.winner, p["loser"])
        and it.is_level("points", "top")
    ),
    Code.LENGTH_STEP_LEFT_OUT: lambda it, p: (
        Criterion.LENGTH not in [step.criterion for step in it.found.steps]
        and Criterion.LENGTH not in it.rules.steps
    ),
    Code.TIE_OF_SEQUENCES: lambda it, p: (
        _is_tie(it, p) and [it.best(team).length for team in TEAMS] == [p["length"]] * 2
    ),
    Code.TIE_WITHOUT_LENGTH: lambda it, p: (
        _is_tie(it, p) and Criterion.LENGTH not in it.rules.steps
    ),
    Code.WINNER_MARKS: lambda it, p: (
        p["team"] == it.found.winner
        and p["points"] == sum(one.points for one in it.standing(p["team"]))
        and p["points"] == it.found.points.of(p["team"])
    ),
    Code.SHOWN: lambda it, p: (
        p["seat"].team == it.found.winner
        and p["announcement"] in it.standing(p["seat"].team)
        and (p["seat"], p["announcement"])
        in [(one.seat, one.announcement) for one in it.found.revealed]
    ),
    Code.LOSER_MARKS_NOTHING: lambda it, p: (
        it.found.winner is p["team"].other
        and it.found.points.of(p["team"]) == 0
        and not [one for one in it.found.revealed if one.seat.team is p["team"]]
    ),
    Code.FALSE_DECLARATIONS_PAY: lambda it, p: (
        p["points"] == it.paid(p["team"]) == it.found.awards.of(p["team"]) > 0
    ),
}


def of_tables(seed: int = 3, count: int = 2500) -> Iterator[OfTable]:
    random = Random(seed)
    for _ in range(count):
        hands, agreed, trump = deal(random), some_rules(random), random.choice(list(Suit))
        said = {
            seat: some_said(random, hand) for seat, hand in hands.items() if random.random() < 0.3
        }
        first = random.choice(SEATS)
        found = compare(said, hands, trump, agreed, declare_best=True, first_player=first)
        yield OfTable(found, hands, said, trump, agreed, first)


# A donne ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OfDonne:
    found: DonneScore
    donne: Donne
    rules: Rules

    def reasons(self) -> tuple[Reason, ...]:
        return self.found.explanation

    @property
    def takers(self) -> Team:
        return self.donne.takers

    @property
    def contract(self) -> Contract:
        return self.donne.contract or Contract()

    def lines(self, *items: Item) -> list[Line]:
        return [line for line in self.found.lines if line.item in items]

    def marked(self, team: Team | None, *items: Item) -> int:
        """What a team marks of these items; None: what is carried."""
        return sum(
            line.points
            for line in self.lines(*items)
            if (line.carried if team is None else line.marked_by is team)
        )

    @property
    def won(self) -> ByTeam[int]:
        """The points of the announcements that won."""
        settled = self.found.announcements or self.donne.announcements
        if settled is None:
            return ByTeam(0, 0)
        return settled if isinstance(settled, ByTeam) else settled.points

    @property
    def lost(self) -> int:
        """The points of those that stand and did not win."""
        if self.found.announcements is None:
            return 0
        return sum(
            one.ruling.announcement.points
            for one in self.found.announcements.rulings
            if one.ruling.announcement and not one.counted
        )

    def standing(self, team: Team) -> int:
        """Return the points of a team's announcements that stand, whether they won or not."""
        if self.found.announcements is None:
            return self.won.of(team)
        return sum(
            one.ruling.announcement.points
            for one in self.found.announcements.rulings
            if one.ruling.announcement and one.seat.team is team
        )

    @property
    def awards(self) -> ByTeam[int]:
        found = self.found.announcements
        return found.awards if found else ByTeam(0, 0)

    @property
    def announced(self) -> list[Line]:
        """The lines of announcements, those of awards apart."""
        lines = self.lines(Item.ANNOUNCEMENTS)
        for team in TEAMS:
            if points := self.awards.of(team):
                lines.remove(Line(Item.ANNOUNCEMENTS, points, None, team))
        return lines


TRICKS = (Item.CARDS, Item.TRICKS, Item.DIX_DE_DER, Item.CAPOT)
CONTRACT = (*TRICKS, Item.BELOTE, Item.ANNOUNCEMENTS)


def _last(it: OfDonne, p: P, item: Item, points: int) -> bool:
    (line,) = it.lines(Item.DIX_DE_DER, Item.CAPOT)
    return (line.item, line.points, p["points"]) == (item, points, points) and (
        line.counted_by is p["team"]
    )


def _last_of_capot(it: OfDonne, p: P, item: Item, points: int) -> bool:
    """The last trick of a capot, which the tricks include where they are counted together."""
    if not it.lines(Item.TRICKS):
        return _last(it, p, item, points)
    together = [line.points for line in it.lines(Item.TRICKS) if line.counted_by is p["team"]]
    return p["points"] == points and together == [152 + points]


def _contract(it: OfDonne, p: P, outcome: Outcome, sign: int) -> bool:
    """The totals, the sign of their difference, and what became of the contract."""
    ours, theirs = it.found.totals.of(it.takers), it.found.totals.of(it.takers.other)
    return (
        (p["takers"], p["points"], p["against"]) == (it.takers, ours, theirs)
        and (ours > theirs) - (ours < theirs) == sign
        and it.found.outcome is outcome
    )


def _on_capot(it: OfDonne, p: P, side: Team) -> bool:
    """All announcements that count are in the total of the side that won every trick."""
    in_total = it.found.totals.of(side) - sum(
        line.points for line in it.lines(*TRICKS, Item.BELOTE) if line.counted_by is side
    )
    return it.found.capot is side and in_total == sum(it.won) > 0


def _fixed(it: OfDonne, p: P, outcome: Outcome) -> bool:
    enough = p["points"] >= p["needed"]
    return (
        it.rules.takers_need.value == "fixed_82"
        and p["needed"] == 82
        and (p["takers"], p["points"]) == (it.takers, it.found.totals.of(it.takers))
        and it.found.outcome is outcome
        and enough is (outcome is Outcome.MADE)
    )


def _not_told(it: OfDonne) -> bool:
    return it.donne.belote is None and it.found.belote.status is BeloteStatus.NOT_TOLD


def _would(it: OfDonne, p: P, outcome: Outcome) -> bool:
    told = BeloteClaim(p["team"])
    with_it = score(replace(it.donne, belote=told), it.rules)
    return _not_told(it) and with_it.outcome is outcome is not it.found.outcome


def _belote(it: OfDonne, p: P, status: BeloteStatus) -> bool:
    ruled = it.found.belote
    return ruled.status is status and ruled.team is p["team"]


def _scored(it: OfDonne, p: P, status: BeloteStatus) -> bool:
    (line,) = it.lines(Item.BELOTE)
    return _belote(it, p, status) and p["points"] == it.found.belote.points == line.points == 20


def _forgotten(it: OfDonne, p: P) -> bool:
    claim = it.donne.belote
    return (
        claim is not None
        and claim.said
        and not claim.rebelote
        and _belote(it, p, BeloteStatus.REBELOTE_FORGOTTEN)
        and not it.lines(Item.BELOTE)
    )


def _refused(it: OfDonne, p: P, pardon: RebelotePardon) -> bool:
    claim = it.donne.belote
    return (
        _forgotten(it, p)
        and claim is not None
        and claim.claimed_at_count
        and it.rules.rebelote_pardon is pardon
        and (claim.pardon_used or pardon is RebelotePardon.NONE)
    )


def _carried(it: OfDonne, p: P, team: Team | None) -> bool:
    (line,) = it.lines(Item.CARRY)
    return line.points == p["points"] == it.donne.carry_in and line.marked_by is team


def _winner(it: OfDonne) -> Team | None:
    return {Outcome.MADE: it.takers, Outcome.CHUTE: it.takers.other}.get(it.found.outcome)


def _litige_marks(it: OfDonne, p: P) -> bool:
    return (
        p["team"] is it.takers.other
        and p["points"] == it.marked(p["team"], *CONTRACT) - it.awards.of(p["team"])
        and it.found.outcome is Outcome.LITIGE
    )


def _litige_carries(it: OfDonne, p: P) -> bool:
    return p["team"] is it.takers and p["points"] == it.marked(None, *CONTRACT)


def _written(it: OfDonne, p: P) -> bool:
    return (p["ns"], p["ew"]) == it.found.scores and [p["ns"], p["ew"]] == [
        sum(line.points for line in it.found.lines if line.marked_by is team) for team in TEAMS
    ]


def _tricks_of(it: OfDonne, team: Team) -> int:
    """The tricks that a team won, as far as they were told."""
    if it.found.tricks is not None:
        return sum(one.winner is not None and one.winner.team is team for one in it.found.tricks)
    won = getattr(it.donne.form, "tricks_won", None)
    return 0 if won is None else int(won.of(team))


def _ruled_on(it: OfDonne, **told: Any) -> Belote:
    """The ruling on the belote, had this been told of it."""
    assert it.donne.belote is not None
    return score(replace(it.donne, belote=replace(it.donne.belote, **told)), it.rules).belote


def _won_by(it: OfDonne, team: Team) -> dict[Item, int]:
    """What a team won of what counts in the contract, by item."""
    counted = {
        BonusInContract.ALL: CONTRACT,
        BonusInContract.BELOTE: (*TRICKS, Item.BELOTE),
        BonusInContract.NONE: TRICKS,
    }[it.rules.bonus_in_contract]
    announced = it.won.of(team)
    if it.found.capot is not None:
        announced = sum(it.won) if it.found.capot is team else 0
    found = {Item.ANNOUNCEMENTS: announced}
    if it.found.belote.team is team:
        found[Item.BELOTE] = it.found.belote.points
    for line in it.lines(*TRICKS):
        if line.counted_by is team:
            found[line.item] = line.points
    return {item: points for item, points in found.items() if points and item in counted}


def _in_deal(it: OfDonne, team: Team) -> int:
    """All that a team won in a deal, the awards apart."""
    belote = it.found.belote.points if it.found.belote.team is team else 0
    tricks = sum(line.points for line in it.lines(*TRICKS) if line.counted_by is team)
    return tricks + belote + it.won.of(team)


def _undertook(it: OfDonne, p: P, *, reached: bool) -> bool:
    """What the takers bid, and whether their points come to it."""
    bid = it.contract.bid
    return (
        (p["takers"], p["bid"]) == (it.takers, bid)
        and isinstance(bid, int)
        and p["points"] == it.found.totals.of(it.takers)
        and (p["points"] >= bid) is reached
    )


def _bid_a_capot(it: OfDonne, p: P) -> bool:
    return p["takers"] is it.takers and it.contract.bid is NamedBid.CAPOT


def _flat(it: OfDonne, p: P, times: int, scale: Scale) -> bool:
    """What one team marks in place of the tricks, and how often it counts."""
    team, parts = p["team"], dict(p["parts"])
    items = (Item.BASE, Item.BELOTE, Item.ANNOUNCEMENTS, Item.BID)
    once = {item: it.marked(team, item) for item in items}
    once[Item.ANNOUNCEMENTS] -= it.awards.of(team)
    bid = it.contract.bid
    undertaken = 250 if bid is NamedBid.CAPOT else bid
    return (
        team is _winner(it)
        and it.rules.scale is scale
        and times == {None: 1, Coinche.COINCHE: 2, Coinche.SURCOINCHE: 4}[it.contract.coinche]
        and parts == {item: points for item, points in once.items() if points}
        and parts.get(Item.BID) == undertaken
        and p["total"] == sum(parts.values()) * times
        and p["total"] == sum(once.values()) + it.marked(team, Item.COINCHE)
        and not [line for line in it.lines(*TRICKS) if line.marked_by or line.carried]
    )


def _bid_added(it: OfDonne, p: P) -> bool:
    bid = 250 if it.contract.bid is NamedBid.CAPOT else it.contract.bid
    marked = sum(it.marked(it.takers, item) for item in (*CONTRACT, Item.BID))
    return (
        it.found.outcome is Outcome.MADE
        and p["team"] is it.takers
        and dict(p["parts"])[Item.BID] == it.marked(it.takers, Item.BID) == bid
        and sum(points for _, points in p["parts"]) == p["total"]
        and p["total"] == marked - it.awards.of(it.takers)
        and not it.lines(Item.COINCHE, Item.BASE)
    )


def _carried_on(it: OfDonne, p: P) -> bool:
    carried = sum(line.points for line in it.found.lines if line.carried)
    return bool(p["points"] == it.found.carry_out == carried > 0)


DONNE: Mapping[Code, Callable[[OfDonne, P], bool]] = {
    Code.SCORED_AS_PLAYED: lambda it, p: bool(it.found.irregularities),
    Code.CARDS_COUNTED: lambda it, p: (
        [p["ns"], p["ew"]] == [line.points for line in it.lines(Item.CARDS)]
        and p["ns"] + p["ew"] == p["total"] == 152
    ),
    Code.DIX_DE_DER: lambda it, p: it.found.capot is None and _last(it, p, Item.DIX_DE_DER, 10),
    Code.TRICKS_COUNTED: lambda it, p: (
        [p["ns"], p["ew"]] == [line.points for line in it.lines(Item.TRICKS)]
        and not it.lines(Item.CARDS, Item.DIX_DE_DER, Item.CAPOT)
    ),
    Code.CAPOT: lambda it, p: (
        it.found.capot is p["team"]
        and _last_of_capot(it, p, Item.CAPOT, 100)
        and (p["usual"], it.rules.capot_points) == (10, 252)
    ),
    Code.CAPOT_ROUND: lambda it, p: (
        it.rules.capot_points == 250
        and it.found.capot is p["team"]
        and _last_of_capot(it, p, Item.CAPOT, 98)
    ),
    Code.CAPOT_PAYS_NO_MORE: lambda it, p: (
        (it.found.capot, p["team"]) == (it.takers.other,) * 2
        and it.rules.capot_defence == 162
        and _last_of_capot(it, p, Item.DIX_DE_DER, 10)
    ),
    Code.CAPOT_NEEDS_EVERY_TRICK: lambda it, p: (
        it.found.capot is None
        and sum(line.points for line in it.lines(Item.CARDS) if line.counted_by is p["team"]) == 152
        and _tricks_of(it, p["team"].other) > 0
    ),
    Code.BELOTE_SCORED: lambda it, p: (
        _scored(it, p, BeloteStatus.SCORED)
        and [line.marked_by for line in it.lines(Item.BELOTE)] == [p["team"]]
    ),
    Code.BELOTE_SAID: lambda it, p: (
        _scored(it, p, BeloteStatus.SCORED)
        and [line.marked_by for line in it.lines(Item.BELOTE)] != [p["team"]]
    ),
    Code.BELOTE_PARDONED: lambda it, p: (
        _scored(it, p, BeloteStatus.PARDONED)
        and it.donne.belote is not None
        and it.donne.belote.claimed_at_count
    ),
    Code.REBELOTE_FORGOTTEN: _forgotten,
    Code.PARDON_POSSIBLE: lambda it, p: (
        it.found.belote.status is BeloteStatus.REBELOTE_FORGOTTEN
        and _ruled_on(it, claimed_at_count=True).status is BeloteStatus.PARDONED
    ),
    Code.PARDON_IS_FOR_REBELOTE: lambda it, p: (
        it.found.belote.status is BeloteStatus.NOT_SAID
        and it.donne.belote is not None
        and it.donne.belote.claimed_at_count
        and it.rules.rebelote_pardon is not RebelotePardon.NONE
        and _ruled_on(it, pardon_used=False).status is BeloteStatus.NOT_SAID
        and _ruled_on(it, pardon_used=False, said=True, rebelote=False).status
        is BeloteStatus.PARDONED
    ),
    Code.PARDON_REFUSED: lambda it, p: _refused(it, p, RebelotePardon.TEAM),
    Code.REBELOTE_PARDON_GAME: lambda it, p: _refused(it, p, RebelotePardon.GAME),
    Code.REBELOTE_PARDON_NONE: lambda it, p: _refused(it, p, RebelotePardon.NONE),
    Code.BELOTE_NOT_SAID: lambda it, p: (
        _belote(it, p, BeloteStatus.NOT_SAID) and not it.lines(Item.BELOTE)
    ),
    Code.BELOTE_NOT_TOLD: lambda it, p: (
        _not_told(it) and _belote(it, p, BeloteStatus.NOT_TOLD) and p["points"] == 20
    ),
    Code.BELOTE_UNKNOWN: lambda it, p: (
        _not_told(it) and it.found.belote.team is None and p["points"] == 20
    ),
    Code.BELOTE_WOULD_MAKE: lambda it, p: _would(it, p, Outcome.MADE),
    Code.BELOTE_WOULD_BREAK: lambda it, p: _would(it, p, Outcome.CHUTE),
    Code.BELOTE_WOULD_LEVEL: lambda it, p: _would(it, p, Outcome.LITIGE),
    Code.BELOTE_NOBODY: lambda it, p: (
        it.found.belote.status is BeloteStatus.NOBODY
        and (p["king"], p["queen"]) == KING_AND_QUEEN
        and not it.lines(Item.BELOTE)
    ),
    Code.ANNOUNCEMENTS_COUNTED: lambda it, p: p["points"] == it.won.of(p["team"]) > 0,
    Code.CAPOT_TAKES_ANNOUNCEMENTS: lambda it, p: (
        p["team"] == it.found.capot and p["points"] == it.won.of(p["team"].other) > 0
    ),
    Code.ANNOUNCEMENTS_NOT_IN_CONTRACT: lambda it, p: (
        it.rules.bonus_in_contract is BonusInContract.BELOTE
        and not [line for line in it.lines(Item.ANNOUNCEMENTS) if line.counted_by]
        and sum(it.found.totals)
        == sum(line.points for line in it.lines(*TRICKS)) + it.found.belote.points
    ),
    Code.TRICKS_ALONE_IN_CONTRACT: lambda it, p: (
        it.rules.bonus_in_contract is BonusInContract.NONE
        and sum(it.found.totals) == sum(line.points for line in it.lines(*TRICKS))
    ),
    Code.TOTAL_OF: lambda it, p: (
        sum(points for _, points in p["parts"]) == p["total"] == it.found.totals.of(p["team"])
        and all(points > 0 for _, points in p["parts"])
        and len(p["parts"]) > 1
        and dict(p["parts"]) == _won_by(it, p["team"])
    ),
    Code.CARRY_NOT_IN_CONTRACT: lambda it, p: (
        it.found.outcome is not Outcome.MADE
        and it.donne.carry_in > 0
        and score(replace(it.donne, carry_in=0), it.rules).totals == it.found.totals
    ),
    Code.CONTRACT_MADE: lambda it, p: _contract(it, p, Outcome.MADE, 1),
    Code.CONTRACT_CHUTE: lambda it, p: _contract(it, p, Outcome.CHUTE, -1),
    Code.CAPOT_MADE: lambda it, p: (
        _contract(it, p, Outcome.MADE, 1) and _on_capot(it, p, it.takers)
    ),
    Code.CAPOT_CHUTE: lambda it, p: (
        _contract(it, p, Outcome.CHUTE, -1) and _on_capot(it, p, it.takers.other)
    ),
    Code.FIXED_MADE: lambda it, p: _fixed(it, p, Outcome.MADE),
    Code.FIXED_CHUTE: lambda it, p: _fixed(it, p, Outcome.CHUTE),
    Code.BID_REACHED: lambda it, p: _undertook(it, p, reached=True),
    Code.BID_MISSED: lambda it, p: (
        _undertook(it, p, reached=False) and it.found.outcome is Outcome.CHUTE
    ),
    Code.BID_MISSED_LEVEL: lambda it, p: (
        _undertook(it, p, reached=False) and _contract(it, p, Outcome.CHUTE, 0)
    ),
    Code.BID_CAPOT_REACHED: lambda it, p: _bid_a_capot(it, p) and it.found.capot is it.takers,
    Code.BID_CAPOT_MISSED: lambda it, p: (
        _bid_a_capot(it, p)
        and it.found.capot is not it.takers
        and it.found.outcome is Outcome.CHUTE
    ),
    Code.BID_ADDED: _bid_added,
    Code.FLAT_SCORED: lambda it, p: (
        p["team"] is it.takers.other and _flat(it, p, 1, Scale.BID) and len(p["parts"]) > 1
    ),
    Code.FLAT_ON_CAPOT: lambda it, p: (
        it.found.capot is not None
        and it.found.outcome is Outcome.CHUTE
        and it.contract.bid is not None
        and [line.points for line in it.lines(Item.BASE)] == [p["points"]] == [160]
    ),
    Code.BID_COINCHED: lambda it, p: _flat(it, p, 2, Scale.BID),
    Code.BID_SURCOINCHED: lambda it, p: _flat(it, p, 4, Scale.BID),
    Code.TAKE_COINCHED: lambda it, p: _flat(it, p, 2, Scale.COINCHEE),
    Code.TAKE_SURCOINCHED: lambda it, p: _flat(it, p, 4, Scale.COINCHEE),
    Code.DEFENCE_KEEPS_BELOTE: lambda it, p: (
        it.found.outcome is Outcome.MADE
        and p["team"] is it.takers.other
        and p["points"] == it.marked(p["team"], Item.BELOTE) == 20
        and bool(it.lines(Item.COINCHE))
    ),
    Code.LITIGE_BID_NOT_SCORED: lambda it, p: (
        it.found.outcome is Outcome.LITIGE
        and p["bid"] == it.contract.bid
        and not it.lines(Item.BID)
    ),
    Code.LITIGE_NOT_DOUBLED: lambda it, p: (
        it.found.outcome is Outcome.LITIGE
        and it.contract.coinche is not None
        and not it.lines(Item.COINCHE)
    ),
    Code.AWARDS_NOT_DOUBLED: lambda it, p: (
        bool(it.lines(Item.COINCHE))
        and any(it.awards)
        and all(
            not points or Line(Item.ANNOUNCEMENTS, points, None, team) in it.found.lines
            for team, points in zip(TEAMS, it.awards, strict=True)
        )
    ),
    Code.CARRY_NOT_DOUBLED: lambda it, p: (
        bool(it.lines(Item.COINCHE))
        and [line.points for line in it.lines(Item.CARRY)] == [it.donne.carry_in]
    ),
    Code.EQUALITY_LITIGE: lambda it, p: _contract(it, p, Outcome.LITIGE, 0) and p["points"] == 81,
    Code.EQUALITY_LITIGE_OTHER: lambda it, p: (
        _contract(it, p, Outcome.LITIGE, 0) and p["points"] != 81
    ),
    Code.EQUALITY_MADE: lambda it, p: _contract(it, p, Outcome.MADE, 0),
    Code.EQUALITY_CHUTE: lambda it, p: _contract(it, p, Outcome.CHUTE, 0),
    Code.DECLARED_ARE_MARKED_TOO: lambda it, p: (
        p["points"] == it.lost == sum(line.points for line in it.announced) - sum(it.won) > 0
        and it.found.capot is not _winner(it)
    ),
    Code.CAPOT_MARKS_DECLARED: lambda it, p: (
        p["points"]
        == it.lost
        == it.marked(it.found.capot, Item.ANNOUNCEMENTS)
        - sum(it.won)
        - (it.awards.of(it.found.capot) if it.found.capot else 0)
        > 0
    ),
    Code.ANNOUNCEMENTS_NOT_MARKED: lambda it, p: (
        p["points"] == sum(it.won) == sum(line.points for line in it.announced) > 0
        and it.found.outcome is Outcome.CHUTE
        and not [line for line in it.announced if line.marked_by or line.carried]
    ),
    Code.CHUTE_MARKS: lambda it, p: (
        p["team"] is it.takers.other
        and p["points"] == it.marked(p["team"], *TRICKS)
        and p["points"] == sum(line.points for line in it.lines(*TRICKS))
        and it.found.outcome is Outcome.CHUTE
    ),
    Code.CHUTE_MARKS_ANNOUNCEMENTS: lambda it, p: (
        p["team"] is it.takers.other
        and p["points"] == sum(line.points for line in it.announced)
        and p["points"] == sum(one.points for one in it.announced if one.marked_by is p["team"])
        and (it.won.of(it.takers) > 0 or p["points"] > it.standing(p["team"]))
    ),
    Code.CHUTE_MARKS_OWN_ANNOUNCEMENTS: lambda it, p: (
        p["team"] is it.takers.other
        and p["points"] == sum(line.points for line in it.announced) > 0
        and p["points"] == sum(one.points for one in it.announced if one.marked_by is p["team"])
        and it.won.of(it.takers) == 0
        and p["points"] <= it.standing(p["team"])
    ),
    Code.BELOTE_LOST: lambda it, p: (
        it.rules.belote_on_chute.value == "lost"
        and it.found.outcome is Outcome.CHUTE
        and p["team"] is it.takers.other
        and it.found.belote.team is it.takers
        and p["points"] == it.marked(p["team"], Item.BELOTE) == 20
    ),
    Code.LITIGE_KEEPS_BELOTE: lambda it, p: (
        it.found.outcome is Outcome.LITIGE
        and p["team"] is it.takers
        and p["points"] == it.marked(it.takers, Item.BELOTE) == 20
    ),
    Code.TAKERS_KEEP_BELOTE: lambda it, p: (
        it.found.outcome is Outcome.CHUTE
        and p["team"] is it.takers
        and p["points"] == it.marked(it.takers, Item.BELOTE) == 20
    ),
    Code.LITIGE_MARKS: lambda it, p: _litige_marks(it, p) and it.found.totals.NS == 81,
    Code.LITIGE_MARKS_OTHER: lambda it, p: _litige_marks(it, p) and it.found.totals.NS != 81,
    Code.LITIGE_BELOTE_CARRIED: lambda it, p: (
        p["team"] is it.takers and p["points"] == it.marked(None, Item.BELOTE) == 20
    ),
    Code.LITIGE_CARRIES: lambda it, p: (
        _litige_carries(it, p)
        and p["points"] == _in_deal(it, it.takers)
        and it.found.totals.NS == 81
    ),
    Code.LITIGE_CARRIES_OTHER: lambda it, p: (
        _litige_carries(it, p)
        and p["points"] == _in_deal(it, it.takers)
        and it.found.totals.NS != 81
    ),
    Code.LITIGE_CARRIES_REST: lambda it, p: (
        _litige_carries(it, p)
        and it.found.belote.team is it.takers
        and p["points"] == _in_deal(it, it.takers) - it.found.belote.points
    ),
    Code.CARRY_WON: lambda it, p: p["team"] is _winner(it) and _carried(it, p, p["team"]),
    Code.CARRY_TO_TAKERS: lambda it, p: (
        p["team"] is it.takers
        and it.found.outcome is Outcome.CHUTE
        and it.rules.carry_to is CarryTo.TAKERS
        and _carried(it, p, it.takers)
    ),
    Code.CARRY_TO_CONTRACT_MADE: lambda it, p: (
        it.rules.carry_to is CarryTo.CONTRACT_MADE
        and it.found.outcome is not Outcome.MADE
        and _carried(it, p, None)
    ),
    Code.CARRY_WAITS_ON: lambda it, p: it.found.outcome is Outcome.LITIGE and _carried(it, p, None),
    Code.FALSE_DECLARATIONS_PAY: lambda it, p: (
        p["points"] == it.awards.of(p["team"]) > 0
        and Line(Item.ANNOUNCEMENTS, p["points"], None, p["team"]) in it.found.lines
    ),
    Code.WRITTEN: lambda it, p: _written(it, p) and not it.lines(Item.ROUNDING),
    Code.WRITTEN_ROUNDED: lambda it, p: (
        it.rules.rounding.value == "tens"
        and _written(it, p)
        and p["ns"] % 10 == p["ew"] % 10 == 0
        and all(-5 < line.points <= 5 for line in it.lines(Item.ROUNDING))
        and [p["exact_ns"], p["exact_ew"]]
        == [it.marked(team, *(set(Item) - {Item.ROUNDING})) for team in TEAMS]
    ),
    Code.CARRIED_ON: lambda it, p: _carried_on(it, p) and p["points"] == 81,
    Code.CARRIED_ON_OTHER: _carried_on,
    Code.CARRIED_SUM: lambda it, p: (
        p["old"] + p["new"] == p["total"] == it.found.carry_out
        and p["old"] == it.marked(None, Item.CARRY) == it.donne.carry_in > 0
        and p["new"] == it.marked(None, *CONTRACT) > 0
    ),
}


def of_donnes(seed: int = 4, count: int = 4000) -> Iterator[OfDonne]:
    random = Random(seed)
    for _ in range(count):
        agreed = some_rules(random)
        one = bid_for(random, some_donne(random), agreed)
        yield OfDonne(score(one, agreed), one, agreed)
    for last in TEAMS:
        form = CountedPoints(ByTeam(152, 0), last, ByTeam(7, 1))
        agreed = some_rules(random)
        one = bid_for(random, Donne(Suit.HEARTS, Team.EW, form), agreed)
        yield OfDonne(score(one, agreed), one, agreed)
    level = Donne(Suit.HEARTS, Team.NS, CountedPoints(ByTeam(71, 81), Team.NS))
    with_belote = replace(
        level, form=CountedPoints(ByTeam(61, 91), Team.NS), belote=BeloteClaim(Team.NS)
    )
    for agreed in (resolve_rules("coinche-maison"), resolve_rules("coinchee")):
        for bid in (80, 90, 100) if agreed.scale is Scale.BID else (None,):
            for one in (level, with_belote):
                told = replace(one, contract=Contract(bid, Coinche.COINCHE))
                yield OfDonne(score(told, agreed), told, agreed)


# A game -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OfGame:
    found: Sheet
    donnes: list[GameDonne]
    rules: Rules

    def reasons(self) -> tuple[Reason, ...]:
        return self.found.explanation


def _row(it: OfGame, p: P, outcome: Outcome | None) -> bool:
    row = it.found.rows[p["donne"] - 1]
    return (
        row.number == p["donne"]
        and row.outcome is outcome
        and (p["ns"], p["ew"]) == row.scores
        and p.get("takers", row.takers) is row.takers
    )


def _row_contract(it: OfGame, p: P) -> bool:
    told = it.donnes[p["donne"] - 1]
    return told is not None and (told.takers, told.contract) == (p["takers"], p["contract"])


def _row_carry(it: OfGame, p: P) -> bool:
    """What was waiting before a donne and does not after it is in the score of a team."""
    before, row = it.found.rows[p["donne"] - 2], it.found.rows[p["donne"] - 1]
    if row.lost_by:
        waited = p["points"] == before.carry_out > 0 == row.carry_out
        return bool(waited and row.scores.of(p["team"]) > p["points"])
    assert row.ruling is not None
    marked = [line for line in row.ruling.lines if line.marked_by is p["team"]]
    return (
        p["points"] == before.carry_out > 0 == row.carry_out
        and sum(line.points for line in marked) == row.scores.of(p["team"]) >= p["points"] - 5
        and p["points"] in [line.points for line in marked if line.item is Item.CARRY]
    )


def _refused_in(it: OfGame, p: P, pardon: RebelotePardon) -> bool:
    """A pardon was asked for, and one was given before unless none ever is."""
    asked = [
        row.number
        for row, told in zip(it.found.rows, it.donnes, strict=True)
        if isinstance(told, Donne)
        and told.belote
        and told.belote.claimed_at_count
        and row.ruling
        and row.ruling.belote.status is BeloteStatus.REBELOTE_FORGOTTEN
        and row.ruling.belote.team is p["team"]
    ]
    spent = {
        RebelotePardon.TEAM: [p["team"]],
        RebelotePardon.GAME: list(TEAMS),
        RebelotePardon.NONE: [],
    }[pardon]
    given = [
        row.number
        for row in it.found.rows
        if row.ruling
        and row.ruling.belote.status is BeloteStatus.PARDONED
        and row.ruling.belote.team in spent
    ]
    played = [told for told in it.donnes if isinstance(told, Donne)]
    given += [0 for told in played if told.belote and told.belote.pardon_used]
    is_spent = pardon is RebelotePardon.NONE or min(given, default=99) < max(asked, default=0)
    return it.rules.rebelote_pardon is pardon and bool(asked) and is_spent


def _belote_in_score(it: OfGame, team: Team) -> int:
    """What the belote of the last donne is in the score of a team."""
    ruling = [row.ruling for row in it.found.rows if row.ruling][-1]
    lines = [one for one in ruling.lines if one.item is Item.BELOTE and one.marked_by is team]
    doubled = [one for one in ruling.lines if one.item is Item.COINCHE and one.marked_by is team]
    coinche = ruling.contract.coinche if ruling.contract else None
    times = {None: 1, Coinche.COINCHE: 2, Coinche.SURCOINCHE: 4}[coinche] if doubled else 1
    return sum(one.points for one in lines) * times


GAME: Mapping[Code, Callable[[OfGame, P], bool]] = {
    Code.ROW_PASSED: lambda it, p: it.donnes[p["donne"] - 1] == Passed(),
    Code.ROW_DECIDED: lambda it, p: (
        isinstance(it.donnes[p["donne"] - 1], Decided) and _row(it, p, None)
    ),
    Code.ROW_LOST: lambda it, p: (
        it.found.rows[p["donne"] - 1].lost_by is p["team"] and _row(it, p, None)
    ),
    Code.ROW_MADE: lambda it, p: _row(it, p, Outcome.MADE),
    Code.ROW_CHUTE: lambda it, p: _row(it, p, Outcome.CHUTE),
    Code.ROW_LITIGE: lambda it, p: _row(it, p, Outcome.LITIGE),
    Code.ROW_CAPOT: lambda it, p: (
        it.found.rows[p["donne"] - 1].capot is p["team"] is it.found.rows[p["donne"] - 1].takers
        and it.found.rows[p["donne"] - 1].outcome is Outcome.MADE
        and (p["ns"], p["ew"]) == it.found.rows[p["donne"] - 1].scores
    ),
    Code.ROW_CAPOT_MISSED_BID: lambda it, p: (
        _row(it, p, Outcome.CHUTE) and it.found.rows[p["donne"] - 1].capot is p["takers"]
    ),
    Code.ROW_BID: lambda it, p: _row_contract(it, p) and p["contract"].bid is not None,
    Code.ROW_TAKE_DOUBLED: lambda it, p: (
        _row_contract(it, p) and p["contract"].bid is None and p["contract"].coinche is not None
    ),
    Code.ROW_PARDONED: lambda it, p: it.found.rows[p["donne"] - 1].belote is p["team"],
    Code.ROW_REBELOTE_FORGOTTEN: lambda it, p: it.found.rows[p["donne"] - 1].belote is None,
    Code.ROW_CAPOT_OF_DEFENCE: lambda it, p: (
        _row(it, p, Outcome.CHUTE)
        and it.found.rows[p["donne"] - 1].capot is p["team"] is p["takers"].other
    ),
    Code.ROW_CARRIED_SUM: lambda it, p: (
        p["old"] + p["new"] == p["total"] == it.found.rows[p["donne"] - 1].carry_out
        and p["old"] == it.found.rows[p["donne"] - 2].carry_out > 0
        and p["new"] > 0
    ),
    Code.ROW_CARRY_WON: lambda it, p: (
        _row_carry(it, p)
        and p["team"]
        is {
            Outcome.MADE: it.found.rows[p["donne"] - 1].takers,
            Outcome.CHUTE: it.found.rows[p["donne"] - 1].takers.other,
            None: (it.found.rows[p["donne"] - 1].lost_by or p["team"]).other,
        }[it.found.rows[p["donne"] - 1].outcome]
    ),
    Code.ROW_CARRY_TO_TAKERS: lambda it, p: (
        _row_carry(it, p)
        and it.rules.carry_to is CarryTo.TAKERS
        and it.found.rows[p["donne"] - 1].outcome is Outcome.CHUTE
        and p["team"] is it.found.rows[p["donne"] - 1].takers
    ),
    Code.PARDON_REFUSED: lambda it, p: _refused_in(it, p, RebelotePardon.TEAM),
    Code.REBELOTE_PARDON_GAME: lambda it, p: _refused_in(it, p, RebelotePardon.GAME),
    Code.REBELOTE_PARDON_NONE: lambda it, p: _refused_in(it, p, RebelotePardon.NONE),
    Code.PARDON_POSSIBLE: lambda it, p: any(
        row.ruling
        and row.ruling.belote.status is BeloteStatus.REBELOTE_FORGOTTEN
        and row.ruling.belote.pardon_left
        for row in it.found.rows
    ),
    Code.ROW_CARRIES: lambda it, p: it.found.rows[p["donne"] - 1].carry_out == p["points"] > 0,
    Code.CARRY_WAITS: lambda it, p: (
        it.found.carry_out == p["points"] > 0 == it.found.rows[-1].carry_in
    ),
    Code.CARRY_WAITS_ON: lambda it, p: (
        it.found.carry_out == p["points"] >= it.found.rows[-1].carry_in > 0
        and it.found.rows[-1].outcome in (None, Outcome.LITIGE)
    ),
    Code.CARRY_TO_CONTRACT_MADE: lambda it, p: (
        it.found.carry_out == p["points"] == it.found.rows[-1].carry_in > 0
        and it.rules.carry_to is CarryTo.CONTRACT_MADE
        and it.found.rows[-1].outcome is Outcome.CHUTE
    ),
    Code.GAME_WON: lambda it, p: (
        p["team"] == it.found.winner
        and p["points"] == it.found.totals.of(p["team"]) >= p["target"] == it.found.target
        and p["points"] > it.found.totals.of(p["team"].other)
    ),
    Code.GAME_LEVEL: lambda it, p: (
        it.found.winner is None
        and it.found.totals == (p["points"], p["points"])
        and p["points"] >= p["target"] == it.found.target
    ),
    Code.GAME_NOT_BY_BELOTE: lambda it, p: (
        not it.rules.win_by_belote
        and it.found.winner is None
        and p["points"] == it.found.totals.of(p["team"]) >= p["target"] == it.found.target
        and p["points"] > it.found.totals.of(p["team"].other)
        and p["points"] - _belote_in_score(it, p["team"]) < p["target"]
    ),
    Code.GAME_GOES_ON: lambda it, p: (
        it.found.winner is None
        and (p["ns"], p["ew"]) == it.found.totals
        and max(p["ns"], p["ew"]) < p["target"] == it.found.target
    ),
}


def of_games(seed: int = 5, count: int = 700) -> Iterator[OfGame]:
    random = Random(seed)
    unscored: list[GameDonne] = [Passed(), Decided(ByTeam(0, 162), "the cards fell")]
    for _ in range(count):
        agreed, target = some_rules(random), random.choice([162, 324, 500, 1000])
        donnes = [
            random.choice(unscored)
            if random.random() < 0.4
            else bid_for(random, some_donne(random), agreed)
            for _ in range(random.randrange(1, 5))
        ]
        yield OfGame(play_out(donnes, target, agreed), donnes, agreed)
    bids = resolve_rules("coinche-maison")
    capot = Donne(Suit.HEARTS, Team.NS, CountedTotals(capot=Team.NS), contract=Contract(300))
    yield OfGame(play_out([capot], 1000, bids), [capot], bids)
    waiting = resolve_rules("classique", {"carry_to": "contract_made"})
    litige = Donne(Suit.HEARTS, Team.NS, CountedPoints(ByTeam(71, 81), Team.NS))
    failed = replace(litige, form=CountedPoints(ByTeam(50, 102), Team.NS))
    yield OfGame(play_out([litige, failed], 1000, waiting), [litige, failed], waiting)
    level = replace(CLASSIQUE)
    half = Donne(Suit.HEARTS, Team.NS, CountedPoints(ByTeam(81, 71), Team.EW))
    made = replace(half, form=CountedPoints(ByTeam(100, 52), Team.NS), takers=Team.NS)
    turned = replace(made, form=CountedPoints(ByTeam(52, 100), Team.EW), takers=Team.EW)
    yield OfGame(play_out([made, turned], 100, level), [made, turned], level)
    ties: list[GameDonne] = [half, half, Passed(), turned]
    yield OfGame(play_out(ties, 1000, level), ties, level)
    to_takers = resolve_rules("classique", {"carry_to": "takers"})
    lost_by_takers: list[GameDonne] = [half, replace(turned, takers=Team.NS)]
    yield OfGame(play_out(lost_by_takers, 1000, to_takers), lost_by_takers, to_takers)
    once = resolve_rules("classique", {"rebelote_pardon": "game"})
    spent: list[GameDonne] = [
        replace(made, belote=BeloteClaim(team, rebelote=False, claimed_at_count=True))
        for team in TEAMS
    ]
    yield OfGame(play_out(spent, 1000, once), spent, once)
    strict = resolve_rules("classique", {"win_by_belote": False})
    lost = replace(
        turned,
        takers=Team.NS,
        form=CountedPoints(ByTeam(60, 92), Team.NS),
        belote=BeloteClaim(Team.NS),
    )
    big = replace(made, form=CountedPoints(ByTeam(152, 0), Team.NS, ByTeam(7, 1)))
    yield OfGame(play_out([big, big, lost], 340, strict), [big, big, lost], strict)
    severe = resolve_rules("classique", {"irregular": "donne_lost"})
    at_fault: list[GameDonne] = [
        half,
        Logged(log_of({"deck": "french", "events": events_of(WORKED)})),
    ]
    yield OfGame(play_out(at_fault, 1000, severe), at_fault, severe)


# Every sentence of every world --------------------------------------------------------------------


def _untrue(it: Any, stated: Mapping[Code, Callable[[Any, P], bool]], elsewhere: Any) -> str:
    for one in it.reasons():
        if one.code not in stated:
            if one.code not in elsewhere:
                return f"{one.code} is not stated"
            continue
        try:
            true = stated[one.code](it, one.params)
        except (ArithmeticError, LookupError, TypeError, ValueError, AttributeError) as error:
            return f"{one}: {error!r}"
        if not true:
            return f"{one} of {it}"
    return ""


def untrue_of_hands() -> str:
    return next(filter(None, (_untrue(it, HAND, ()) for it in of_hands())), "")


def _untrue_of_declarations(reasons: tuple[Reason, ...], ones: Mapping[Any, One]) -> str:
    for one in reasons:
        if one.code in SAID:
            place = one.params["declaration"]
            it = ones[place.seat, place.index]  # type: ignore[attr-defined]  # a reference
            if not SAID[one.code](it, one.params) or not _names_it(one.code, it, one.params):
                return f"{one} of {it}"
    return ""


def _others(rulings: list[Verdict], index: int) -> list[Announcement]:
    return [one.announcement for one in rulings if one.announcement and one.index != index]


def untrue_of_said() -> str:
    for it in of_said():
        rulings = list(it.found.rulings)
        ones = {
            (None, one.index): One(
                it.said[one.index], one, _others(rulings, one.index), it.hand, it.rules
            )
            for one in rulings
        }
        if wrong := _untrue(it, ALL_SAID, SAID) or _untrue_of_declarations(it.reasons(), ones):
            return wrong
    return ""


def untrue_of_tables() -> str:
    for it in of_tables():
        if wrong := _untrue(it, TABLE, SAID):
            return wrong
        ones: dict[tuple[Seat, int], One] = {}
        for seat, said in it.said.items():
            rulings = [one.ruling for one in it.found.rulings if one.seat is seat]
            for one in rulings:
                others = _others(rulings, one.index)
                ones[seat, one.index] = One(said[one.index], one, others, it.hands[seat], it.rules)
        told = tuple(
            one
            for one in it.reasons()
            if one.code not in SAID or one.params["declaration"].seat in it.said  # type: ignore[attr-defined]  # a reference
        )
        if wrong := _untrue_of_declarations(told, ones):
            return wrong
    return ""


IRREGULAR = {*BROKEN, Code.PROVEN_BY}


def untrue_of_donnes() -> str:
    return next(filter(None, (_untrue(it, DONNE, IRREGULAR) for it in of_donnes())), "")


def untrue_of_games() -> str:
    return next(filter(None, (_untrue(it, GAME, ()) for it in of_games())), "")


ALL = {
    "hands": untrue_of_hands,
    "said": untrue_of_said,
    "tables": untrue_of_tables,
    "donnes": untrue_of_donnes,
    "games": untrue_of_games,
}


@pytest.mark.slow
@pytest.mark.parametrize("world", ALL)
def test_every_sentence_is_true_of_its_ruling(world: str) -> None:
    assert ALL[world]() == ""


# What is said in a play, apart from the duties.
PLAY = {Code.PROVEN_BY, Code.TRICK_WON, Code.POINTS_SO_FAR, Code.PLAY_OVER, Code.PLAYS_NEXT}


def test_every_code_has_a_statement() -> None:
    stated = {*HAND, *SAID, *ALL_SAID, *TABLE, *DONNE, *GAME, *DUTIES, *BROKEN, *PLAY, *OF_LOGS}
    assert stated == set(Code)


@pytest.mark.slow
@pytest.mark.parametrize("world", ["hands", "said", "tables", "donnes", "games"])
def test_every_code_is_said_in_some_world(world: str) -> None:
    worlds: Mapping[str, tuple[Callable[[], Iterator[Any]], Any]] = {
        "hands": (of_hands, HAND),
        "said": (of_said, {**SAID, **ALL_SAID}),
        "tables": (of_tables, TABLE),
        "donnes": (of_donnes, DONNE),
        "games": (of_games, GAME),
    }
    make, stated = worlds[world]
    said = {one.code for it in make() for one in it.reasons()}
    assert set(stated) - said == set()


def test_what_is_said_of_a_play_is_true() -> None:
    random = Random(6)
    for _ in range(60):
        story = naive.play_out(random, "H", "E", naive.deal(random, "H"))
        cut = random.randrange(33)
        cards = [INTERNATIONAL.card_of[one] for trick in story.tricks for one in trick][:cut]
        tricks = tuple(tuple(cards[at : at + 4]) for at in range(0, cut, 4))
        found = replay(Play(Seat.E, tricks), Suit.HEARTS)
        said = {one.code: one.params for one in found.explanation}
        done = cut // 4
        if done:
            last, won = said[Code.TRICK_WON], story.winners[done - 1]
            assert (last["trick"], last["seat"]) == (done, won)
            assert last["points"] == sum(naive.points_of(x, "H") for x in story.tricks[done - 1])
        so_far = said[Code.POINTS_SO_FAR]
        assert (so_far["ns"], so_far["ew"]) == found.points
        assert (Code.PLAY_OVER in said) is (cut == 32)
        if Code.PLAYS_NEXT in said:
            seats = naive.around(story.leaders[done])
            assert said[Code.PLAYS_NEXT]["seat"] == found.next == seats[cut % 4]


# Put wrong ----------------------------------------------------------------------------------------


def _swapped(table: Mapping[Any, Any], one: Any, other: Any) -> dict[Any, Any]:
    return {**table, one: table[other], other: table[one]}


def _with(table: Mapping[Any, Any], **changes: Any) -> dict[Any, Any]:
    names = {str(getattr(key, "name", key)): key for key in table}
    return {**table, **{names[name]: value for name, value in changes.items()}}


_CARRY = rules.CARRY_TO
_TO_DEFENCE = rules.CarryRule(rules.ALL_TO_DEFENCE, Code.CARRY_TO_TAKERS)


def _marked_otherwise(scale: Scale, outcome: Outcome, **changes: Any) -> dict[Any, Any]:
    """The scales with another cell for donnes that count once."""
    table = scales.SCALES[scale]
    cell = table.once[outcome]
    otherwise = replace(cell, marked_by={**cell.marked_by, **_items(changes)})
    return {**scales.SCALES, scale: replace(table, once={**table.once, outcome: otherwise})}


def _items(changes: Mapping[str, Any]) -> dict[Item, Any]:
    return {Item[name]: shares for name, shares in changes.items()}


_OWN = rules.TO_EACH_ITS_OWN
WRONG: list[tuple[str, Any, str, Any]] = [
    # the world that notices, where, what, and the wrong value
    (
        "said",
        says_declarations,
        "VOID",
        _swapped(says_declarations.VOID, Void.LATE, Void.NOT_SHOWN),
    ),
    (
        "said",
        says_declarations,
        "VOID",
        _swapped(says_declarations.VOID, Void.NOT_HELD, Void.WORTHLESS),
    ),
    ("said", declarations, "SAID_WITHOUT_POINTS", dict.fromkeys(Kind, 70)),
    ("said", declarations, "_AWARDED", frozenset({Void.LATE})),
    ("tables", comparison, "strength", lambda one, rules, trump: (-one.points,)),
    (
        "tables",
        says_comparison,
        "_DECIDED",
        _swapped(says_comparison._DECIDED, Criterion.LENGTH, Criterion.POINTS),
    ),
    (
        "tables",
        says_comparison,
        "_DECIDED",
        _swapped(says_comparison._DECIDED, Criterion.TOP, Criterion.TRUMP),
    ),
    (
        "donnes",
        donne,
        "CARRY_TO",
        {**_CARRY, CarryTo.TAKERS: {**_CARRY[CarryTo.TAKERS], Outcome.CHUTE: _TO_DEFENCE}},
    ),
    ("donnes", donne, "CARRY_TO", _swapped(_CARRY, CarryTo.TAKERS, CarryTo.CONTRACT_MADE)),
    (
        "donnes",
        donne,
        "COUNTED",
        _swapped(rules.COUNTED, BonusInContract.BELOTE, BonusInContract.NONE),
    ),
    (
        "donnes",
        donne,
        "COUNTED",
        {
            **rules.COUNTED,
            BonusInContract.BELOTE: rules.ContractItems(
                rules.ALL_ITEMS, Code.ANNOUNCEMENTS_NOT_IN_CONTRACT
            ),
        },
    ),
    ("donnes", donne, "LAST_TRICK_OF", _swapped(rules.LAST_TRICK_OF, 162, 252)),
    ("donnes", donne, "_POINTS_OF", dict.fromkeys(donne._POINTS_OF, 30)),
    (
        "donnes",
        donne,
        "SCALES",
        _marked_otherwise(Scale.CLASSIC, Outcome.CHUTE, CARDS=_OWN),
    ),
    (
        "donnes",
        donne,
        "SCALES",
        _marked_otherwise(Scale.CLASSIC, Outcome.CHUTE, ANNOUNCEMENTS=_OWN),
    ),
    (
        "donnes",
        donne,
        "SCALES",
        _marked_otherwise(Scale.BID, Outcome.MADE, BID=rules.ALL_TO_DEFENCE),
    ),
    ("donnes", donne, "TIMES", _swapped(scales.TIMES, *Coinche)),
    ("donnes", donne, "points_of_bid", lambda bid: 100),
    ("donnes", says_donne, "_BID", _swapped(says_donne._BID, True, False)),
    ("donnes", says_donne, "_BID_OF_CAPOT", _swapped(says_donne._BID_OF_CAPOT, True, False)),
    ("donnes", says_donne, "_FLAT", _swapped(says_donne._FLAT, (True, 2), (False, 2))),
    (
        "donnes",
        says_donne,
        "_FLAT",
        _swapped(says_donne._FLAT, (True, 1), (True, 4)),
    ),
    ("donnes", donne, "judge_totals", lambda *judged: Outcome.MADE),
    ("donnes", donne, "ROUNDED_TO", 5),
    (
        "donnes",
        donne,
        "BELOTE_ON_CHUTE",
        _swapped(rules.BELOTE_ON_CHUTE, *rules.BeloteOnChute),
    ),
    ("donnes", donne, "NEEDED", dict.fromkeys(rules.NEEDED, 102)),
    ("donnes", says_donne, "LEVEL_WITHOUT_BONUS", 91),
    (
        "donnes",
        says_donne,
        "_WOULD",
        _swapped(says_donne._WOULD, Outcome.MADE, Outcome.CHUTE),
    ),
    (
        "tables",
        says_comparison,
        "_BY_RANK",
        _swapped(says_comparison._BY_RANK, True, False),
    ),
    (
        "said",
        says_declarations,
        "OPEN",
        frozenset(),
    ),
    (
        "donnes",
        says_donne,
        "_CONTRACT",
        _swapped(says_donne._CONTRACT, (Outcome.MADE, False), (Outcome.CHUTE, False)),
    ),
    (
        "donnes",
        says_donne,
        "_CONTRACT",
        _swapped(says_donne._CONTRACT, (Outcome.MADE, True), (Outcome.MADE, False)),
    ),
    (
        "donnes",
        says_donne,
        "_LAST_TRICK",
        _swapped(says_donne._LAST_TRICK, (Item.DIX_DE_DER, True), (Item.CAPOT, True)),
    ),
    (
        "donnes",
        says_donne,
        "_REFUSED",
        _swapped(says_donne._REFUSED, RebelotePardon.TEAM, RebelotePardon.NONE),
    ),
    (
        "donnes",
        says_donne,
        "_SCORED",
        _swapped(says_donne._SCORED, BeloteStatus.SCORED, BeloteStatus.PARDONED),
    ),
    ("games", says_game, "_ROW", _swapped(says_game._ROW, Outcome.MADE, Outcome.CHUTE)),
    ("games", game, "stand", lambda totals, target: (rules.Standing.WON, Team.NS)),
]


@pytest.mark.parametrize(
    ("world", "where", "name", "wrong"),
    WRONG,
    ids=lambda value: getattr(
        value, "__name__", value if isinstance(value, str) else "wrong"
    ).rpartition(".")[2],
)
def test_a_table_put_wrong_makes_a_sentence_untrue(
    monkeypatch: pytest.MonkeyPatch, world: str, where: Any, name: str, wrong: Any
) -> None:
    assert getattr(where, name) != wrong
    monkeypatch.setattr(where, name, wrong)
    donne._marking_table.cache_clear()
    try:
        untrue = ALL[world]()
    except (LookupError, AssertionError, TypeError):
        untrue = "no sentence at all"
    finally:
        donne._marking_table.cache_clear()
    assert untrue != ""


# Numbers that a sentence has in its words ---------------------------------------------------------

WRITTEN = {
    "three": min(rules.SEQUENCES),
    "four": len(Suit),
    "eight": rules.TRICKS,
}


def test_a_number_in_the_words_of_a_sentence_is_that_of_the_tables() -> None:
    assert WRITTEN == {"three": 3, "four": 4, "eight": 8}
    numbers = r"\b(two|three|four|five|six|seven|eight|nine|ten)\b"
    named = {
        code: set(re.findall(numbers, re.sub(r"\{[^}]*\}", "", words)))
        for code, words in CATALOGUES["en"]["explanations"].items()
    }
    assert {number for found in named.values() for number in found} <= {*WRITTEN, "two", "ten"}
    assert {code for code, found in named.items() if "ten" in found} == {
        Code.WRITTEN_ROUNDED,
        Code.DECISION_DONNE_LOST_ROUNDED,
    }
    two = {code for code, found in named.items() if "two" in found}
    assert two == {
        Code.BELOTE_HELD,
        Code.BELOTE_NOBODY,
        Code.BELOTE_NOT_SAID,
        Code.DEAL_PACKETS,
        Code.DEAL_PACKETS_OF_EIGHT,
        Code.SUIT_SPLIT,
    }


# What is valid or wins may yet be scored by the other team, by both or by nobody.
NOT_YET_SCORED = (Code.HAND_MARKS, Code.NOTHING_STANDS, Code.WINNER_MARKS, Code.LOSER_MARKS_NOTHING)


@pytest.mark.parametrize("code", NOT_YET_SCORED)
def test_who_scores_announcements_is_left_to_the_donne(code: Code) -> None:
    scores = re.compile("score|marqu|apunt")
    assert [
        language
        for language, words in CATALOGUES.items()
        if scores.search(words["explanations"][code])
    ] == []


@pytest.mark.parametrize("language", CATALOGUES)
def test_every_digit_in_a_sentence_is_of_a_param(language: str) -> None:
    sentences = CATALOGUES[language]["explanations"].items()
    assert [
        code for code, text in sentences if re.search(r"\d", re.sub(r"{[^}]*}", "", text))
    ] == []
