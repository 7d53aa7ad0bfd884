"""Count, judge, mark: a donne becomes lines, and the score is their sum.

It starts from the facts, whichever way they were sent. Who marks what is a table of `rules`: this
module looks it up, and its explanation is the calculation, told.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from service.belote.comparison import Comparison, compare
from service.belote.facts import NOBODY, BeloteClaim, Donne, Facts, Holders, Settled, facts_of
from service.belote.play import Irregularity, Trick, say_irregularities
from service.belote.reasons import Reason, because
from service.belote.rules import (
    ALL_ITEMS,
    ANNOUNCEMENTS_ON_CAPOT,
    BELOTE_POINTS,
    CAPOT,
    CARD_POINTS,
    CARRY_TO,
    CLASSIQUE,
    COUNTED,
    LAST_TRICK,
    LAST_TRICK_OF,
    LITIGE_BELOTE,
    MARKED_BY,
    TRICK_ITEMS,
    BonusInContract,
    CarryTo,
    Item,
    Marked,
    Outcome,
    RebelotePardon,
    Rules,
    Shares,
    Side,
)
from service.belote.table import EW, NS, TEAMS, Pair, Team, Word

# What comes back --------------------------------------------------------------------------------


class Line(NamedTuple):
    """One item of the count.

    `counted_by`: in whose contract it counts, None in neither. `marked_by`: None where carried.
    """

    item: Item
    points: int
    counted_by: Team | None
    marked_by: Team | None


class BeloteStatus(Word):
    SCORED = "scored"
    PARDONED = "pardoned"
    REBELOTE_FORGOTTEN = "rebelote_forgotten"
    NOT_SAID = "not_said"
    NOBODY = "nobody"


class Belote(NamedTuple):
    """The ruling on the belote. `team`: who holds it, None where nobody does or it is unknown.

    `pardon_left`: a forgotten "rebelote" can still be pardoned in a later donne.
    """

    team: Team | None
    points: int
    status: BeloteStatus
    pardon_left: bool


class DonneScore(NamedTuple):
    """The ruling on a donne.

    `totals` are what was compared; `scores` the sums of the lines that a team marks, `carry_out` of
    those that nobody marks. `tricks` and `irregularities` are known of a play alone.
    """

    outcome: Outcome
    capot: Team | None
    totals: Pair[int]
    scores: Pair[int]
    carry_out: int
    lines: tuple[Line, ...]
    belote: Belote
    announcements: Comparison | None
    tricks: tuple[Trick, ...] | None
    irregularities: tuple[Irregularity, ...]
    explanation: tuple[Reason, ...]


# Count, judge, mark -----------------------------------------------------------------------------

Entry: TypeAlias = tuple[Item, int, Team]
"""An item of the count, its points, and whose it is."""

Uncounted: TypeAlias = tuple[Item, int, None]
"""Points that are marked though they count in no contract."""


def score(donne: Donne, rules: Rules = CLASSIQUE) -> DonneScore:
    """The ruling on a donne in which `faults` finds nothing."""
    facts = facts_of(donne)
    settled = _settle(donne, facts, rules)
    capot = facts.capot
    belote = _belote(donne.belote or SILENCE, facts.holders, rules)
    entries = _count(settled, facts, belote, donne.takers, rules)
    totals = _totals(entries, capot, rules)
    outcome = _judge(totals, donne.takers, rules)
    lines = _mark(donne, settled, entries, outcome, capot, rules)
    marked = _marked(lines)
    return DonneScore(
        outcome,
        capot,
        totals,
        Pair(marked[NS], marked[EW]),
        marked[None],
        lines,
        belote,
        settled if isinstance(settled, Comparison) else None,
        facts.tricks,
        facts.irregularities,
        (
            *_explain(donne, settled, facts, belote, totals, outcome, lines, rules),
            *_say_result(lines, marked, outcome, rules),
        ),
    )


def _settle(donne: Donne, facts: Facts, rules: Rules) -> Settled:
    """The announcements as they were settled, or settled now."""
    if not donne.is_compared:
        return donne.announcements
    return compare(
        donne.declared or {},
        facts.hands,
        donne.trump,
        rules,
        declare_best=donne.declare_best,
        first_player=donne.speaks_first,
    )


SILENCE = BeloteClaim(said=False, rebelote=False)


def _belote(claim: BeloteClaim, may_hold: Holders, rules: Rules) -> Belote:
    """Said and said again: 20 points. The second word may be forgotten once, where pardoned."""
    team = claim.team
    if len(may_hold) == 1:
        (team,) = may_hold
    pardon = rules.rebelote_pardon is not RebelotePardon.NONE and not claim.pardon_used
    status = BeloteStatus.NOBODY if may_hold == NOBODY else _status(claim, pardon)
    pardoned = status is BeloteStatus.PARDONED
    points = BELOTE_POINTS if pardoned or status is BeloteStatus.SCORED else 0
    return Belote(team, points, status, pardon and not pardoned)


def _status(claim: BeloteClaim, pardon: bool) -> BeloteStatus:
    if not claim.said:
        return BeloteStatus.NOT_SAID
    if claim.rebelote:
        return BeloteStatus.SCORED
    if claim.claimed_at_count and pardon:
        return BeloteStatus.PARDONED
    return BeloteStatus.REBELOTE_FORGOTTEN


def _count(
    settled: Settled, facts: Facts, belote: Belote, takers: Team, rules: Rules
) -> list[Entry]:
    """What each team won, in the order of the count."""
    ns, ew = facts.card_points
    last_trick = _last_trick(facts.capot, takers, rules)
    entries = [(Item.CARDS, ns, NS), (Item.CARDS, ew, EW), (*last_trick, facts.last_trick)]
    if belote.points and belote.team:
        entries.append((Item.BELOTE, belote.points, belote.team))
    for team, points in zip(TEAMS, _validated(settled), strict=True):
        if points:
            entries.append((Item.ANNOUNCEMENTS, points, team))
    return entries


def _last_trick(capot: Team | None, takers: Team, rules: Rules) -> tuple[Item, int]:
    """What the last trick is and pays, by the points of the donne."""
    if capot is None:
        return LAST_TRICK_OF[CARD_POINTS + LAST_TRICK]
    return LAST_TRICK_OF[CARD_POINTS + CAPOT if capot is takers else rules.capot_defence]


def _validated(settled: Settled) -> Pair[int]:
    if settled is None:
        return Pair(0, 0)
    return settled.points if isinstance(settled, Comparison) else settled


def _lost(settled: Settled) -> int:
    """The points of valid announcements that the comparison did not count."""
    if not isinstance(settled, Comparison):
        return 0
    return sum(
        [
            one.ruling.announcement.points
            for one in settled.rulings
            if one.ruling.announcement and not one.counted
        ]
    )


def _totals(entries: Sequence[Entry], capot: Team | None, rules: Rules) -> Pair[int]:
    """What is compared. On a capot every announcement joins the total of the capot team."""
    counted = COUNTED[rules.bonus_in_contract]
    totals = dict.fromkeys(TEAMS, 0)
    for item, points, team in entries:
        if item in counted:
            totals[capot if capot and item is Item.ANNOUNCEMENTS else team] += points
    return Pair(totals[NS], totals[EW])


def _judge(totals: Pair[int], takers: Team, rules: Rules) -> Outcome:
    """The takers need strictly more (000, 001)."""
    ours, theirs = totals.of(takers), totals.of(takers.other)
    if ours == theirs:
        return rules.equality
    return Outcome.MADE if ours > theirs else Outcome.CHUTE


def _mark(
    donne: Donne,
    settled: Settled,
    entries: Sequence[Entry],
    outcome: Outcome,
    capot: Team | None,
    rules: Rules,
) -> tuple[Line, ...]:
    """Each item on its line, marked as the tables say; what no table names is lost."""
    columns = _columns(outcome, capot, donne.takers, rules)
    lines = []
    for item, points, team in (*entries, *_uncounted(donne, settled, outcome, capot, rules)):
        column = columns.get((item, team))
        if column:
            lines.append(Line(item, points, *column))
    return tuple(lines)


def _uncounted(
    donne: Donne, settled: Settled, outcome: Outcome, capot: Team | None, rules: Rules
) -> list[Uncounted]:
    """The announcements that lost, where they are marked, and what earlier donnes carried."""
    declared = _announcements(outcome, capot, rules) is Marked.DECLARED
    found: list[Uncounted] = []
    if declared and (lost := _lost(settled)):
        found.append((Item.ANNOUNCEMENTS, lost, None))
    if donne.carry_in:
        found.append((Item.CARRY, donne.carry_in, None))
    return found


@lru_cache(maxsize=1024)
def _columns(
    outcome: Outcome, capot: Team | None, takers: Team, rules: Rules
) -> Mapping[tuple[Item, Team | None], tuple[Team | None, Team | None]]:
    """An item and whose it is lead to who counts it and who marks it.

    What is no team's own, the whole of an item or nothing, goes where the defence's goes.
    """
    counted = COUNTED[rules.bonus_in_contract]
    return {
        (item, team): (
            team if item in counted else None,
            _team(shares.takers if team is takers else shares.defence, takers),
        )
        for item, shares in _shares(outcome, capot, rules).items()
        for team in (*TEAMS, None)
    }


def _shares(outcome: Outcome, capot: Team | None, rules: Rules) -> Mapping[Item, Shares]:
    """Who marks what in this donne, by the choices of the table."""
    shares = {**MARKED_BY[outcome], Item.CARRY: CARRY_TO[rules.carry_to][outcome]}
    if outcome is Outcome.LITIGE:
        shares[Item.BELOTE] = LITIGE_BELOTE[rules.litige_belote]
    if capot:
        shares[Item.ANNOUNCEMENTS] = ANNOUNCEMENTS_ON_CAPOT[outcome]
    if _announcements(outcome, capot, rules) is Marked.NONE:
        del shares[Item.ANNOUNCEMENTS]
    return shares


def _announcements(outcome: Outcome, capot: Team | None, rules: Rules) -> Marked:
    if capot:
        return rules.capot_announcements
    return rules.chute_announcements if outcome is Outcome.CHUTE else Marked.VALIDATED


def _team(side: Side | None, takers: Team) -> Team | None:
    if side is None:
        return None
    return takers if side is Side.TAKERS else takers.other


def _marked(lines: Sequence[Line]) -> Mapping[Team | None, int]:
    """What each team marks; under None, what nobody does."""
    marked: dict[Team | None, int] = {NS: 0, EW: 0, None: 0}
    for line in lines:
        marked[line.marked_by] += line.points
    return marked


# The reasons: the count as a referee says it ----------------------------------------------------


def _explain(
    donne: Donne,
    settled: Settled,
    facts: Facts,
    belote: Belote,
    totals: Pair[int],
    outcome: Outcome,
    lines: Sequence[Line],
    rules: Rules,
) -> tuple[Reason, ...]:
    capot = facts.capot
    return (
        *_say_tricks(facts, *_last_trick(capot, donne.takers, rules)),
        *_say_belote(belote, donne.belote or SILENCE, rules),
        *_say_announcements(_validated(settled), capot),
        *_say_contract(totals, donne.takers, outcome, rules),
        *_say_choice(settled, _announcements(outcome, capot, rules)),
        *_say_marks(outcome, donne.takers, lines),
    )


def _say_tricks(facts: Facts, last: Item, points: int) -> list[Reason]:
    ns, ew = facts.card_points
    code = "capot_pays_no_more" if facts.capot and last is not Item.CAPOT else last.value
    reasons = say_irregularities(facts.irregularities)
    if reasons:
        reasons.append(because("scored_as_played"))
    return [
        *reasons,
        because("cards_counted", ns=ns, ew=ew),
        because(code, team=facts.last_trick, points=points),
    ]


def _say_belote(belote: Belote, claim: BeloteClaim, rules: Rules) -> list[Reason]:
    match belote.status:
        case BeloteStatus.SCORED | BeloteStatus.PARDONED as status:
            return [because(f"belote_{status}", team=belote.team, points=belote.points)]
        case BeloteStatus.NOBODY:
            return [because("belote_nobody")]
        case BeloteStatus.NOT_SAID:
            return [because("belote_not_said", team=belote.team)] if belote.team else []
        case BeloteStatus.REBELOTE_FORGOTTEN:
            refused = [because(_SAY_REFUSED[rules.rebelote_pardon], team=belote.team)]
            forgotten = because("rebelote_forgotten", team=belote.team)
            return [forgotten, *(refused if claim.claimed_at_count else [])]


_SAY_REFUSED: Mapping[RebelotePardon, str] = {
    RebelotePardon.TEAM: "pardon_refused",
    RebelotePardon.GAME: "rebelote_pardon_game",
    RebelotePardon.NONE: "rebelote_pardon_none",
}


def _say_announcements(validated: Pair[int], capot: Team | None) -> list[Reason]:
    counted = [
        because("announcements_counted", team=team, points=points)
        for team, points in zip(TEAMS, validated, strict=True)
        if points
    ]
    joined = capot and validated.of(capot.other)
    taken = [because("capot_takes_announcements", team=capot, points=joined)] if joined else []
    return counted + taken


def _say_contract(totals: Pair[int], takers: Team, outcome: Outcome, rules: Rules) -> list[Reason]:
    ours, theirs = totals.of(takers), totals.of(takers.other)
    return [
        *_SAY_BONUS[rules.bonus_in_contract],
        because(
            f"equality_{outcome}" if ours == theirs else f"contract_{outcome}",
            takers=takers,
            points=ours,
            against=theirs,
        ),
    ]


_SAY_BONUS: Mapping[BonusInContract, Sequence[Reason]] = {
    BonusInContract.ALL: (),
    BonusInContract.BELOTE: (because("announcements_not_in_contract"),),
    BonusInContract.NONE: (because("tricks_alone_in_contract"),),
}


def _say_marks(outcome: Outcome, takers: Team, lines: Sequence[Line]) -> list[Reason]:
    """What each marks, where it is not simply its own."""
    if outcome is Outcome.MADE:
        return []
    defence = takers.other
    belote = _sum(lines, {Item.BELOTE}, takers)
    kept = [because("takers_keep_belote", team=takers, points=belote)] if belote else []
    if outcome is Outcome.LITIGE:
        marks = _sum(lines, ALL_ITEMS, defence)
        carried = _sum(lines, ALL_ITEMS, None)
        theirs = _sum(lines, {Item.BELOTE}, None)
        lost = [because("litige_belote_carried", team=takers, points=theirs)] if theirs else []
        return [
            because("litige_marks", team=defence, points=marks),
            *kept,
            *lost,
            because("litige_carries", team=takers, points=carried),
        ]
    announced = _sum(lines, {Item.ANNOUNCEMENTS}, defence)
    more = [because("chute_marks_announcements", team=defence, points=announced)]
    marks = _sum(lines, TRICK_ITEMS, defence)
    return [
        because("chute_marks", team=defence, points=marks),
        *(more if announced else []),
        *kept,
    ]


def _sum(lines: Sequence[Line], items: Collection[Item], team: Team | None) -> int:
    return sum([line.points for line in lines if line.item in items and line.marked_by is team])


def _say_choice(settled: Settled, marked: Marked) -> list[Reason]:
    """What becomes of announcements where the table does not mark the validated ones."""
    if marked is Marked.DECLARED and (lost := _lost(settled)):
        return [because("declared_are_marked_too", points=lost)]
    if marked is Marked.NONE and (validated := sum(_validated(settled))):
        return [because("announcements_not_marked", points=validated)]
    return []


def _say_result(
    lines: Sequence[Line], marked: Mapping[Team | None, int], outcome: Outcome, rules: Rules
) -> list[Reason]:
    carry_out = marked[None]
    carry = [_say_carry(line, outcome, rules) for line in lines if line.item is Item.CARRY]
    carried = [because("carried_on", points=carry_out)] if carry_out else []
    return [*carry, because("written", ns=marked[NS], ew=marked[EW]), *carried]


def _say_carry(line: Line, outcome: Outcome, rules: Rules) -> Reason:
    agreed = _SAY_CARRY.get((rules.carry_to, outcome))
    if line.marked_by is None:
        return because(agreed or "carry_waits", points=line.points)
    return because(agreed or "carry_won", team=line.marked_by, points=line.points)


# Where the carry goes elsewhere than to the winner.
_SAY_CARRY: Mapping[tuple[CarryTo, Outcome], str] = {
    (CarryTo.TAKERS, Outcome.CHUTE): "carry_to_takers",
    (CarryTo.CONTRACT_MADE, Outcome.CHUTE): "carry_to_contract_made",
}
