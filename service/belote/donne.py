"""The score of a donne: its items are counted, the contract judged, and each item marked.

The count starts from `facts`, whatever the form of the donne. Which team marks which item is a
table of `rules`; the score of a team is the sum of the lines that it marks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import TypeAlias

from service.belote.codes import Code, Reason
from service.belote.comparison import (
    Comparison,
    ComparisonResult,
    explained_comparison,
    judge_comparison,
)
from service.belote.explain import donne as explain
from service.belote.facts import (
    NOBODY,
    Facts,
    Holders,
    capot_bonus,
    facts_of,
    first_speaker,
)
from service.belote.inputs import AnnouncementPoints, BeloteClaim, Contract, Donne
from service.belote.rules import (
    BELOTE_ON_CHUTE,
    BELOTE_POINTS,
    CARD_POINTS,
    CARRY_TO,
    CLASSIQUE,
    COUNTED,
    LAST_TRICK,
    LAST_TRICK_OF,
    LITIGE_BELOTE,
    NEEDED,
    ROUNDED_TO,
    TRICK_ITEMS,
    BeloteStatus,
    ContractItems,
    Item,
    Marked,
    Outcome,
    RebelotePardon,
    Rounding,
    Rules,
    Shares,
    Side,
    TakersNeed,
)
from service.belote.scales import (
    ANNOUNCEMENTS_ON_CAPOT,
    SCALES,
    TIMES,
    Bid,
    Coinche,
    FlatScore,
    Marking,
    NamedBid,
    points_of_bid,
)
from service.belote.table import EW, NS, TEAMS, ByTeam, Seat, Team
from service.belote.tricks import Irregularity, Trick


@dataclass(frozen=True, slots=True)
class Line:
    """One item of the count, with its points.

    `counted_by`: the team in whose total it counts, None: in neither. `marked_by`: the team whose
    score it adds to, None: neither's. `carried`: it waits for a later donne. What neither team
    marks and is not carried is told alone: the tricks beside a flat score, announcements of which
    the rules let nobody mark any.
    """

    item: Item
    points: int
    counted_by: Team | None
    marked_by: Team | None
    carried: bool = False


line_of = lru_cache(maxsize=2048)(Line)
"""`Line`, each value made once: few different ones occur."""


@dataclass(frozen=True, slots=True)
class Belote:
    """The ruling on the belote.

    `team`: the one that holds it, None where no hand does or it is not known. `pardon_left`: a
    forgotten "rebelote" can still be pardoned in a later donne.
    """

    team: Team | None
    points: int
    status: BeloteStatus
    pardon_left: bool


@dataclass(frozen=True, slots=True)
class DonneResult:
    """The decision on a donne, and all that its explanation takes.

    `totals` are the points compared for the contract; `level`: they are equal. `scores` are the
    sums of the lines that each team marks, `carry_out` of those that are carried. `validated` are
    the points of the announcements that won the comparison, `lost` those of each team's valid ones
    that did not; `awards`: what each team marks for declarations of the other. `last_trick`: its
    item and points; None where the tricks were counted as a whole. `terms`: how the donne was
    marked.
    """

    outcome: Outcome
    capot: Team | None
    totals: ByTeam[int]
    scores: ByTeam[int]
    carry_out: int
    lines: tuple[Line, ...]
    belote: Belote
    takers: Team
    facts: Facts
    claim: BeloteClaim | None
    settled: AnnouncementPoints
    validated: ByTeam[int]
    lost: ByTeam[int]
    awards: ByTeam[int]
    last_trick: tuple[Item, int] | None
    level: bool
    terms: MarkingTable
    rules: Rules
    contract: Contract | None

    @property
    def flat_to(self) -> Team | None:
        """Return the team that marks a flat score, None where the tricks are marked."""
        if self.terms.flat is None:
            return None
        return self.takers if self.outcome is Outcome.MADE else self.takers.other

    @property
    def void_declarations(self) -> tuple[Seat, ...]:
        """Return the seat of each declaration that was compared and is void."""
        if self.settled is None or isinstance(self.settled, ByTeam):
            return ()
        return tuple(one.seat for one in self.settled.rulings if not one.ruling.announcement)


@dataclass(frozen=True, slots=True)
class DonneScore:
    """The ruling on a donne, with its reasons.

    `announcements`: None unless they were compared. `tricks`: None, and `irregularities` empty,
    unless the play is known.
    """

    outcome: Outcome
    capot: Team | None
    totals: ByTeam[int]
    scores: ByTeam[int]
    carry_out: int
    lines: tuple[Line, ...]
    belote: Belote
    announcements: Comparison | None
    tricks: tuple[Trick, ...] | None
    irregularities: tuple[Irregularity, ...]
    explanation: tuple[Reason, ...]
    contract: Contract | None


CountedItem: TypeAlias = tuple[Item, int, Team]
"""An item of the count, its points, and whose it is."""

UncountedItem: TypeAlias = tuple[Item, int, None]
"""An item that is marked but counts in no contract, and its points."""

NOTHING = ByTeam(0, 0)
_NO_POINTS = (NOTHING, NOTHING, NOTHING)


def score(donne: Donne, rules: Rules = CLASSIQUE) -> DonneScore:
    """Return the ruling on a donne in which `validate_donne` finds nothing.

    >>> from service.belote.cards import Suit
    >>> from service.belote.inputs import CountedPoints
    >>> found = score(Donne(Suit.HEARTS, NS, CountedPoints(ByTeam(88, 64), NS)))
    >>> found.outcome.value, found.scores
    ('made', ByTeam(NS=98, EW=64))
    """
    return explained_donne(judge_donne(donne, rules))


def explained_donne(found: DonneResult) -> DonneScore:
    """Return the decision on a donne with its reasons.

    >>> from service.belote.inputs import CountedPoints
    >>> found = judge_donne(Donne(None, NS, CountedPoints(ByTeam(88, 64), NS)))
    >>> explained_donne(found).explanation[-1].code.value
    'written'
    """
    facts = found.facts
    return DonneScore(
        found.outcome,
        found.capot,
        found.totals,
        found.scores,
        found.carry_out,
        found.lines,
        found.belote,
        _explained(found.settled),
        facts.tricks,
        facts.irregularities,
        explain.explain(found, _turned(found)),
        found.contract,
    )


def _explained(settled: AnnouncementPoints) -> Comparison | None:
    """Return the comparison with its reasons, where the announcements were compared."""
    if isinstance(settled, ComparisonResult):
        return explained_comparison(settled)
    return settled if isinstance(settled, Comparison) else None


def judge_donne(donne: Donne, rules: Rules = CLASSIQUE) -> DonneResult:
    """Return what `score` decides, without the cost of explaining it.

    >>> from service.belote.cards import Suit
    >>> from service.belote.inputs import CountedPoints
    >>> judge_donne(Donne(Suit.HEARTS, NS, CountedPoints(ByTeam(78, 74), EW))).scores
    ByTeam(NS=0, EW=162)
    """
    return judge_facts(donne, facts_of(donne, rules), rules)


def judge_facts(donne: Donne, facts: Facts, rules: Rules) -> DonneResult:
    """Return what `score` decides on a donne whose facts are derived already.

    >>> from service.belote.inputs import CountedPoints
    >>> donne = Donne(None, NS, CountedPoints(ByTeam(78, 74), EW))
    >>> judge_facts(donne, facts_of(donne, CLASSIQUE), CLASSIQUE).outcome.value
    'chute'
    """
    takers, capot, contract = donne.takers, facts.capot, donne.contract
    settled = _settle(donne, facts, rules)
    claim = donne.belote
    belote = judge_belote(claim, facts.holders, rules)
    validated, lost, awards = _points_of(settled)
    last_trick = None if facts.last_trick is None else _last_trick(capot, takers, rules)
    entries = _count(validated, facts, belote, last_trick)
    totals = _totals(entries, capot, rules)
    level = totals.NS == totals.EW
    outcome = judge_totals(totals, takers, rules, contract, capot)
    terms = _marking_table(outcome, capot, takers, contract.coinche if contract else None, rules)
    lines = _lines(entries, _uncounted(donne, lost, terms), awards, terms)
    marked = _marked(lines)
    if rules.rounding is Rounding.TENS:
        lines = (*lines, *_rounding(marked))
        marked = _marked(lines)
    return DonneResult(
        outcome,
        capot,
        totals,
        ByTeam(marked[NS], marked[EW]),
        _carried(lines) if terms.told else marked[None],
        lines,
        belote,
        takers,
        facts,
        claim,
        settled,
        validated,
        lost,
        awards,
        last_trick,
        level,
        terms,
        rules,
        contract,
    )


_NOT_TURNED: Mapping[Team, Outcome] = MappingProxyType({})


def _turned(found: DonneResult) -> Mapping[Team, Outcome]:
    """Return the outcome that an unreported belote would have given, where it would differ."""
    if found.belote.status is not BeloteStatus.NOT_TOLD:
        return _NOT_TURNED
    if Item.BELOTE not in found.terms.counted.items:
        return _NOT_TURNED
    turned = {}
    for team in TEAMS:
        if team in found.facts.holders:
            more = {
                one: found.totals.of(one) + (BELOTE_POINTS if one is team else 0) for one in TEAMS
            }
            totals = ByTeam(more[NS], more[EW])
            outcome = judge_totals(totals, found.takers, found.rules, found.contract, found.capot)
            if outcome is not found.outcome:
                turned[team] = outcome
    return turned


def _settle(donne: Donne, facts: Facts, rules: Rules) -> AnnouncementPoints:
    """Return the announcements as they were settled at the table, or compare them."""
    if not donne.is_compared:
        return donne.announcements
    return judge_comparison(
        donne.declared or {},
        facts.hands,
        donne.trump,
        rules,
        declare_best=donne.declare_best,
        first_player=first_speaker(donne, rules),
    )


def judge_belote(claim: BeloteClaim | None, may_hold: Holders, rules: Rules) -> Belote:
    """Return the ruling on the belote: 20 points if both words were said (000).

    A forgotten "rebelote" may be pardoned once. `may_hold`: the teams that may hold the pair.

    >>> judge_belote(BeloteClaim(), frozenset({NS}), CLASSIQUE).points
    20
    """
    team = claim.team if claim else None
    if len(may_hold) == 1:
        (team,) = may_hold
    pardon = rules.rebelote_pardon is not RebelotePardon.NONE and not (claim and claim.pardon_used)
    status = BeloteStatus.NOBODY if may_hold == NOBODY else _status(claim, pardon)
    return Belote(team, _POINTS_OF.get(status, 0), status, pardon and status not in _USE_THE_PARDON)


_POINTS_OF = {BeloteStatus.SCORED: BELOTE_POINTS, BeloteStatus.PARDONED: BELOTE_POINTS}
_USE_THE_PARDON = {BeloteStatus.PARDONED}


def _status(claim: BeloteClaim | None, pardon: bool) -> BeloteStatus:
    if claim is None:
        return BeloteStatus.NOT_TOLD
    if not claim.said:
        return BeloteStatus.NOT_SAID
    if claim.rebelote:
        return BeloteStatus.SCORED
    if claim.claimed_at_count and pardon:
        return BeloteStatus.PARDONED
    return BeloteStatus.REBELOTE_FORGOTTEN


def _count(
    validated: ByTeam[int], facts: Facts, belote: Belote, last_trick: tuple[Item, int] | None
) -> list[CountedItem]:
    """Return the items that each team won, in the order of the count."""
    ns, ew = facts.card_points
    if last_trick is None or facts.last_trick is None:
        entries = [(Item.TRICKS, ns, NS), (Item.TRICKS, ew, EW)]
    else:
        entries = [(Item.CARDS, ns, NS), (Item.CARDS, ew, EW), (*last_trick, facts.last_trick)]
    if belote.points and belote.team:
        entries.append((Item.BELOTE, belote.points, belote.team))
    ns, ew = validated
    if ns:
        entries.append((Item.ANNOUNCEMENTS, ns, NS))
    if ew:
        entries.append((Item.ANNOUNCEMENTS, ew, EW))
    return entries


def _last_trick(capot: Team | None, takers: Team, rules: Rules) -> tuple[Item, int]:
    """Return the item and the points of the last trick."""
    if capot is None:
        return LAST_TRICK_OF[CARD_POINTS + LAST_TRICK]
    return LAST_TRICK_OF[CARD_POINTS + capot_bonus(capot is takers, rules)]


def _points_of(settled: AnnouncementPoints) -> tuple[ByTeam[int], ByTeam[int], ByTeam[int]]:
    """Return each team's announcement points that won, those that lost, and its awards."""
    if settled is None:
        return _NO_POINTS
    if isinstance(settled, ByTeam):
        return settled, NOTHING, NOTHING
    ns = ew = 0
    for one in settled.rulings:
        if one.ruling.announcement and not one.counted:
            if one.seat.team is NS:
                ns += one.ruling.announcement.points
            else:
                ew += one.ruling.announcement.points
    awards = NOTHING if settled.awards == NOTHING else settled.awards
    return settled.points, ByTeam(ns, ew) if ns or ew else NOTHING, awards


def _totals(entries: Sequence[CountedItem], capot: Team | None, rules: Rules) -> ByTeam[int]:
    """Return the points compared; on a capot all announcements count for the capot team."""
    counted = COUNTED[rules.bonus_in_contract].items
    ns = ew = 0
    for item, points, team in entries:
        if item in counted:
            if (capot if capot and item is Item.ANNOUNCEMENTS else team) is NS:
                ns += points
            else:
                ew += points
    return ByTeam(ns, ew)


def judge_totals(
    totals: ByTeam[int],
    takers: Team,
    rules: Rules,
    contract: Contract | None = None,
    capot: Team | None = None,
) -> Outcome:
    """Return the outcome of a donne: the takers need more than the defence (000, 001).

    They also need what they bid (ffb-2015); a bid that is missed at equal totals is a chute, not a
    litige (arbiter).

    >>> judge_totals(ByTeam(81, 81), NS, CLASSIQUE).value
    'litige'
    >>> judge_totals(ByTeam(98, 64), NS, CLASSIQUE, Contract(110)).value
    'chute'
    """
    own, against = totals if takers is NS else totals[::-1]
    if contract is not None and contract.bid is not None:
        if not _is_reached(contract.bid, own, all_tricks=capot is takers):
            return Outcome.CHUTE
    elif rules.takers_need is not TakersNeed.MORE:
        return Outcome.MADE if own >= NEEDED[rules.takers_need] else Outcome.CHUTE
    if own == against:
        return rules.equality
    return Outcome.MADE if own > against else Outcome.CHUTE


def _is_reached(bid: Bid, total: int, *, all_tricks: bool) -> bool:
    """Return whether the takers have what they bid (ffb-2015)."""
    return all_tricks if isinstance(bid, NamedBid) else total >= bid


@dataclass(frozen=True, slots=True)
class MarkingTable:
    """How a donne is marked, by the rules and its outcome.

    `columns` maps an item and the team that won it to the team in whose total it counts, the team
    that marks it, and whether it is carried. Under None, for points that neither team won, the item
    is marked as the defence's would be. `announcements`: which of them are marked. `counted`: the
    items that count in the contract. `carry_code`: the code of the reason for points carried from
    earlier donnes. `told`: the items that nobody marks and that are not carried. `flat`: the points
    that one side marks in place of the tricks, None where tricks are marked. `times`: how often the
    `doubled` items of that side count.
    """

    columns: Mapping[tuple[Item, Team | None], tuple[Team | None, Team | None, bool]]
    announcements: Marked
    counted: ContractItems
    carry_code: Code
    told: frozenset[Item]
    flat: int | None
    times: int
    doubled: frozenset[Item]


@lru_cache(maxsize=1024)
def _marking_table(
    outcome: Outcome, capot: Team | None, takers: Team, coinche: Coinche | None, rules: Rules
) -> MarkingTable:
    """Return how a donne of this outcome is marked."""
    scale = SCALES[rules.scale]
    marking = (scale.coinched if coinche else scale.once)[outcome]
    counted = COUNTED[rules.bonus_in_contract]
    announcements = _announcements(outcome, capot, takers, rules)
    columns = {
        (item, team): (
            _counted_by(item, team, capot, counted),
            marked_by := _team(shares.takers if team is takers else shares.defence, takers),
            marked_by is None,
        )
        for item, shares in _shares(marking, outcome, capot, rules).items()
        for team in (*TEAMS, None)
    }
    told = _told(marking, announcements)
    columns |= {
        (item, team): (_counted_by(item, team, capot, counted), None, False)
        for item in told
        for team in TEAMS
    }
    return MarkingTable(
        columns,
        announcements,
        counted,
        CARRY_TO[rules.carry_to][outcome].code,
        told,
        _flat(marking.flat, capot, takers, rules) if marking.flat else None,
        TIMES[coinche] if coinche and marking.doubled else 1,
        marking.doubled,
    )


def _flat(score: FlatScore, capot: Team | None, takers: Team, rules: Rules) -> int:
    """Return the points of a flat score."""
    if capot is None:
        return score.usual
    if score.on_capot is None:
        return CARD_POINTS + capot_bonus(capot is takers, rules)
    return score.on_capot


def _counted_by(
    item: Item, team: Team | None, capot: Team | None, counted: ContractItems
) -> Team | None:
    """Return the team in whose total an item counts; on a capot all announcements are its own."""
    if item not in counted.items:
        return None
    return capot if capot and team and item is Item.ANNOUNCEMENTS else team


def _told(marking: Marking, announcements: Marked) -> frozenset[Item]:
    """Return the items that were counted and that nobody marks: they are told all the same."""
    tricks = NO_ITEMS if marking.flat is None else TRICK_ITEMS
    return tricks | {Item.ANNOUNCEMENTS} if announcements is Marked.NONE else tricks


NO_ITEMS: frozenset[Item] = frozenset()


def _shares(
    marking: Marking, outcome: Outcome, capot: Team | None, rules: Rules
) -> Mapping[Item, Shares]:
    """Return which side marks each item of a donne of this outcome."""
    shares = {**marking.marked_by, Item.CARRY: CARRY_TO[rules.carry_to][outcome].shares}
    if outcome is Outcome.LITIGE:
        shares[Item.BELOTE] = LITIGE_BELOTE[rules.litige_belote]
    if outcome is Outcome.CHUTE:
        shares[Item.BELOTE] = BELOTE_ON_CHUTE[rules.belote_on_chute]
    if capot:
        shares[Item.ANNOUNCEMENTS] = ANNOUNCEMENTS_ON_CAPOT[outcome]
    return shares


def _announcements(outcome: Outcome, capot: Team | None, takers: Team, rules: Rules) -> Marked:
    """Return which announcements are marked; a capot that misses its bid is a chute like others."""
    won_by = takers.other if outcome is Outcome.CHUTE else takers
    if capot is won_by:
        return rules.capot_announcements
    return rules.chute_announcements if outcome is Outcome.CHUTE else Marked.VALIDATED


def _team(side: Side | None, takers: Team) -> Team | None:
    if side is None:
        return None
    return takers if side is Side.TAKERS else takers.other


def _lines(
    entries: Sequence[CountedItem],
    others: Sequence[UncountedItem],
    awards: ByTeam[int],
    terms: MarkingTable,
) -> tuple[Line, ...]:
    """Return a line for each item that is marked, carried or told, in the order of the count."""
    if awards is NOTHING:
        lines = _mark((*entries, *others), terms)
    else:
        lines = (*_mark(entries, terms), *_awarded(awards), *_mark(others, terms))
    if terms.flat is None:
        return lines
    if terms.times > 1:
        lines = (*lines, _doubling(lines, awards, terms))
    return tuple(sorted(lines, key=_place))


def _place(line: Line) -> int:
    """Return the place of a line in the order of the count."""
    return _PLACES[line.item]


_PLACES: Mapping[Item, int] = MappingProxyType({item: at for at, item in enumerate(Item)})


def _doubling(lines: Iterable[Line], awards: ByTeam[int], terms: MarkingTable) -> Line:
    """Return the line of what doubling adds; awards are never doubled (arbiter)."""
    _, team, _ = terms.columns[Item.BASE, None]
    assert team is not None
    doubled = sum(
        line.points for line in lines if line.marked_by is team and line.item in terms.doubled
    )
    return line_of(Item.COINCHE, (doubled - awards.of(team)) * (terms.times - 1), None, team)


def _mark(entries: Iterable[CountedItem | UncountedItem], terms: MarkingTable) -> tuple[Line, ...]:
    """Return a line for each item that `terms` name; others score nothing."""
    columns = terms.columns
    lines = [
        line_of(item, points, *column)
        for item, points, team in entries
        if (column := columns.get((item, team)))
    ]
    return tuple(lines)


def _uncounted(donne: Donne, lost: ByTeam[int], terms: MarkingTable) -> list[UncountedItem]:
    """Return what is marked and counts in no contract, in the order of the count.

    That is a flat score, the lost announcements of each team where they are marked, the bid, and
    the carried points.
    """
    found: list[UncountedItem] = []
    if terms.flat is not None:
        found.append((Item.BASE, terms.flat, None))
    if terms.announcements is Marked.DECLARED:
        found += [(Item.ANNOUNCEMENTS, points, None) for points in lost if points]
    if donne.contract is not None and donne.contract.bid is not None:
        found.append((Item.BID, points_of_bid(donne.contract.bid), None))
    if donne.carry_in:
        found.append((Item.CARRY, donne.carry_in, None))
    return found


def _awarded(awards: ByTeam[int]) -> list[Line]:
    """Return the lines of awards, which count in no contract."""
    return [
        line_of(Item.ANNOUNCEMENTS, points, None, team)
        for team, points in zip(TEAMS, awards, strict=True)
        if points
    ]


def _rounding(marked: Mapping[Team | None, int]) -> Iterator[Line]:
    """Yield what rounding to tens adds to the score of each team, 5 upwards."""
    for team in TEAMS:
        added = to_tens(marked[team]) - marked[team]
        if added:
            yield line_of(Item.ROUNDING, added, None, team)


def to_tens(points: int) -> int:
    """Return points rounded to the nearest ten, 5 upwards.

    >>> to_tens(84), to_tens(85)
    (80, 90)
    """
    return (points + ROUNDED_TO // 2) // ROUNDED_TO * ROUNDED_TO


def _carried(lines: Iterable[Line]) -> int:
    """Return the points that are carried."""
    return sum(line.points for line in lines if line.carried)


def _marked(lines: Sequence[Line]) -> Mapping[Team | None, int]:
    """Return the points that each team marks; under None, those that neither does."""
    marked: dict[Team | None, int] = {NS: 0, EW: 0, None: 0}
    for line in lines:
        marked[line.marked_by] += line.points
    return marked
