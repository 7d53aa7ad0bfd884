"""Count, judge, mark: a donne becomes lines, and the score is their sum.

It starts from the facts, whichever way they were sent. Who marks what is a table of `rules`: this
module looks it up, and its explanation is the calculation, told.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from service.belote.cards import Rank
from service.belote.codes import Code, Reason, reason
from service.belote.comparison import Comparison, compare
from service.belote.explain.tricks import say_irregularities
from service.belote.facts import NOBODY, BeloteClaim, Donne, Facts, Holders, Settled, facts_of
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
from service.belote.tricks import Irregularity, Trick

# Bound here, since to look a member up in its enum takes as long as a call.
MADE, CHUTE, LITIGE = Outcome.MADE, Outcome.CHUTE, Outcome.LITIGE
CARDS, BELOTE = Item.CARDS, Item.BELOTE
ANNOUNCEMENTS, CARRY = Item.ANNOUNCEMENTS, Item.CARRY
DECLARED = Marked.DECLARED

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


class Tally(NamedTuple):
    """A donne counted, judged and marked, and all that this rests on.

    `totals` are what was compared; `scores` the sums of the lines that a team marks, `carry_out` of
    those that nobody marks.
    """

    outcome: Outcome
    capot: Team | None
    totals: Pair[int]
    scores: Pair[int]
    carry_out: int
    lines: tuple[Line, ...]
    belote: Belote
    takers: Team
    facts: Facts
    claim: BeloteClaim
    settled: Settled
    rules: Rules


class DonneScore(NamedTuple):
    """The ruling on a donne: the tally as it is told.

    `announcements`: how they were compared, where they were. `tricks` and `irregularities` are
    known of a play alone.
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
    found = tally(donne, rules)
    settled, facts = found.settled, found.facts
    return DonneScore(
        found.outcome,
        found.capot,
        found.totals,
        found.scores,
        found.carry_out,
        found.lines,
        found.belote,
        settled if isinstance(settled, Comparison) else None,
        facts.tricks,
        facts.irregularities,
        _explain(found),
    )


def tally(donne: Donne, rules: Rules = CLASSIQUE) -> Tally:
    """The same without a word of explanation, which is half of the work."""
    facts, takers = facts_of(donne, rules), donne.takers
    capot = facts.capot
    settled = _settle(donne, facts, rules)
    claim = donne.belote or SILENCE
    belote = _belote(claim, facts.holders, rules)
    entries = _count(settled, facts, belote, _last_trick(capot, takers, rules))
    totals = _totals(entries, capot, rules)
    outcome = _judge(totals, takers, rules)
    terms = _terms(outcome, capot, takers, rules)
    lines = _mark((*entries, *_uncounted(donne.carry_in, settled, terms)), terms)
    marked = _marked(lines)
    return Tally(
        outcome,
        capot,
        totals,
        Pair(marked[NS], marked[EW]),
        marked[None],
        lines,
        belote,
        takers,
        facts,
        claim,
        settled,
        rules,
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
        first_player=donne.speaks_first(rules),
    )


SILENCE = BeloteClaim(said=False, rebelote=False)


def _belote(claim: BeloteClaim, may_hold: Holders, rules: Rules) -> Belote:
    """Said and said again: 20 points. The second word may be forgotten once, where pardoned."""
    team = claim.team
    if len(may_hold) == 1:
        (team,) = may_hold
    pardon = rules.rebelote_pardon is not RebelotePardon.NONE and not claim.pardon_used
    status = BeloteStatus.NOBODY if may_hold == NOBODY else _status(claim, pardon)
    return Belote(team, _PAYS.get(status, 0), status, pardon and status not in _SPENDS)


_PAYS = {BeloteStatus.SCORED: BELOTE_POINTS, BeloteStatus.PARDONED: BELOTE_POINTS}
_SPENDS = {BeloteStatus.PARDONED}


def _status(claim: BeloteClaim, pardon: bool) -> BeloteStatus:
    if not claim.said:
        return BeloteStatus.NOT_SAID
    if claim.rebelote:
        return BeloteStatus.SCORED
    if claim.claimed_at_count and pardon:
        return BeloteStatus.PARDONED
    return BeloteStatus.REBELOTE_FORGOTTEN


def _count(
    settled: Settled, facts: Facts, belote: Belote, last_trick: tuple[Item, int]
) -> list[Entry]:
    """What each team won, in the order of the count."""
    ns, ew = facts.card_points
    entries = [(CARDS, ns, NS), (CARDS, ew, EW), (*last_trick, facts.last_trick)]
    if belote.points and belote.team:
        entries.append((BELOTE, belote.points, belote.team))
    for team, points in zip(TEAMS, _validated(settled), strict=True):
        if points:
            entries.append((ANNOUNCEMENTS, points, team))
    return entries


def _last_trick(capot: Team | None, takers: Team, rules: Rules) -> tuple[Item, int]:
    """What the last trick is and pays, by the points of the donne."""
    if capot is None:
        return LAST_TRICK_OF[CARD_POINTS + LAST_TRICK]
    return LAST_TRICK_OF[CARD_POINTS + CAPOT if capot is takers else rules.capot_defence]


def _validated(settled: Settled) -> Pair[int]:
    if settled is None:
        return NOTHING_VALIDATED
    return settled.points if isinstance(settled, Comparison) else settled


NOTHING_VALIDATED = Pair(0, 0)


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
    totals = {NS: 0, EW: 0}
    for item, points, team in entries:
        if item in counted:
            totals[capot if capot and item is ANNOUNCEMENTS else team] += points
    return Pair(totals[NS], totals[EW])


def _judge(totals: Pair[int], takers: Team, rules: Rules) -> Outcome:
    """The takers need strictly more (000, 001)."""
    ours, theirs = totals if takers is NS else reversed(totals)
    if ours == theirs:
        return rules.equality
    return MADE if ours > theirs else CHUTE


class Terms(NamedTuple):
    """How a donne is marked: by an item and whose it is, who counts it and who marks it.

    What is no team's own, the whole of an item or nothing, goes where the defence's goes.
    `announcements`: which of them are marked.
    """

    columns: Mapping[tuple[Item, Team | None], tuple[Team | None, Team | None]]
    announcements: Marked


@lru_cache(maxsize=1024)
def _terms(outcome: Outcome, capot: Team | None, takers: Team, rules: Rules) -> Terms:
    """What the choices of the table come to, once such a donne is over."""
    counted = COUNTED[rules.bonus_in_contract]
    announcements = _announcements(outcome, capot, rules)
    columns = {
        (item, team): (
            team if item in counted else None,
            _team(shares.takers if team is takers else shares.defence, takers),
        )
        for item, shares in _shares(outcome, capot, rules).items()
        for team in (*TEAMS, None)
        if item is not ANNOUNCEMENTS or announcements is not Marked.NONE
    }
    return Terms(columns, announcements)


def _shares(outcome: Outcome, capot: Team | None, rules: Rules) -> Mapping[Item, Shares]:
    """Who marks what in this donne, by the choices of the table."""
    shares = {**MARKED_BY[outcome], Item.CARRY: CARRY_TO[rules.carry_to][outcome]}
    if outcome is LITIGE:
        shares[BELOTE] = LITIGE_BELOTE[rules.litige_belote]
    if capot:
        shares[ANNOUNCEMENTS] = ANNOUNCEMENTS_ON_CAPOT[outcome]
    return shares


def _announcements(outcome: Outcome, capot: Team | None, rules: Rules) -> Marked:
    if capot:
        return rules.capot_announcements
    return rules.chute_announcements if outcome is CHUTE else Marked.VALIDATED


def _team(side: Side | None, takers: Team) -> Team | None:
    if side is None:
        return None
    return takers if side is Side.TAKERS else takers.other


def _mark(entries: Iterable[Entry | Uncounted], terms: Terms) -> tuple[Line, ...]:
    """Each item on its line, marked as the terms say; what they do not name is lost."""
    columns = terms.columns
    lines = [
        tuple.__new__(Line, (item, points, *column))  # half of Line's time
        for item, points, team in entries
        if (column := columns.get((item, team)))
    ]
    return tuple(lines)


def _uncounted(carry_in: int, settled: Settled, terms: Terms) -> list[Uncounted]:
    """The announcements that lost, where they are marked, and what earlier donnes carried."""
    found: list[Uncounted] = []
    if terms.announcements is DECLARED and (lost := _lost(settled)):
        found.append((ANNOUNCEMENTS, lost, None))
    if carry_in:
        found.append((CARRY, carry_in, None))
    return found


def _marked(lines: Sequence[Line]) -> Mapping[Team | None, int]:
    """What each team marks; under None, what nobody does."""
    marked: dict[Team | None, int] = {NS: 0, EW: 0, None: 0}
    for _, points, _, marked_by in lines:
        marked[marked_by] += points
    return marked


# The reasons: the count as a referee says it ----------------------------------------------------


def _explain(found: Tally) -> tuple[Reason, ...]:
    return (
        *_say_tricks(found),
        *_say_belote(found),
        *_say_announcements(found),
        *_say_contract(found),
        *_say_choice(found),
        *_SAY_MARKS[found.outcome](found),
        *_say_result(found),
    )


def _say_tricks(found: Tally) -> list[Reason]:
    facts = found.facts
    ns, ew = facts.card_points
    last, points = _last_trick(found.capot, found.takers, found.rules)
    code = Code.CAPOT_PAYS_NO_MORE if found.capot and last is not Item.CAPOT else _SAY_LAST[last]
    cards = reason(Code.CARDS_COUNTED, ns=ns, ew=ew)
    last_trick = reason(code, team=facts.last_trick, points=points)
    if not facts.irregularities:
        return [cards, last_trick]
    as_played = reason(Code.SCORED_AS_PLAYED)
    return [*say_irregularities(facts.irregularities), as_played, cards, last_trick]


_SAY_LAST: Mapping[Item, Code] = {Item.DIX_DE_DER: Code.DIX_DE_DER, Item.CAPOT: Code.CAPOT}


def _say_belote(found: Tally) -> list[Reason]:
    team, points, status, _ = found.belote
    if points:
        return [reason(_SAY_BELOTE[status], team=team, points=points)]
    if status is BeloteStatus.NOBODY:
        return [_SAY_NOBODY]
    if status is BeloteStatus.NOT_SAID:
        return [reason(Code.BELOTE_NOT_SAID, team=team)] if team else []
    refused = [reason(_SAY_REFUSED[found.rules.rebelote_pardon], team=team)]
    forgotten = reason(Code.REBELOTE_FORGOTTEN, team=team)
    return [forgotten, *(refused if found.claim.claimed_at_count else [])]


_SAY_BELOTE: Mapping[BeloteStatus, Code] = {
    BeloteStatus.SCORED: Code.BELOTE_SCORED,
    BeloteStatus.PARDONED: Code.BELOTE_PARDONED,
}
_SAY_NOBODY = reason(Code.BELOTE_NOBODY, king=Rank.KING, queen=Rank.QUEEN)

_SAY_REFUSED: Mapping[RebelotePardon, Code] = {
    RebelotePardon.TEAM: Code.PARDON_REFUSED,
    RebelotePardon.GAME: Code.REBELOTE_PARDON_GAME,
    RebelotePardon.NONE: Code.REBELOTE_PARDON_NONE,
}


def _say_announcements(found: Tally) -> list[Reason]:
    validated, capot = _validated(found.settled), found.capot
    reasons = [
        reason(Code.ANNOUNCEMENTS_COUNTED, team=team, points=points)
        for team, points in zip(TEAMS, validated, strict=True)
        if points
    ]
    if capot and (joined := validated.of(capot.other)):
        reasons.append(reason(Code.CAPOT_TAKES_ANNOUNCEMENTS, team=capot, points=joined))
    return reasons


def _say_contract(found: Tally) -> list[Reason]:
    takers, totals = found.takers, found.totals
    ours, theirs = totals.of(takers), totals.of(takers.other)
    code = (_SAY_EQUALITY if ours == theirs else _SAY_OUTCOME)[found.outcome]
    return [
        *_SAY_BONUS[found.rules.bonus_in_contract],
        reason(code, takers=takers, points=ours, against=theirs),
    ]


_SAY_EQUALITY: Mapping[Outcome, Code] = {
    Outcome.MADE: Code.EQUALITY_MADE,
    Outcome.CHUTE: Code.EQUALITY_CHUTE,
    Outcome.LITIGE: Code.EQUALITY_LITIGE,
}
_SAY_OUTCOME: Mapping[Outcome, Code] = {
    Outcome.MADE: Code.CONTRACT_MADE,
    Outcome.CHUTE: Code.CONTRACT_CHUTE,
}
_SAY_BONUS: Mapping[BonusInContract, Sequence[Reason]] = {
    BonusInContract.ALL: (),
    BonusInContract.BELOTE: (reason(Code.ANNOUNCEMENTS_NOT_IN_CONTRACT),),
    BonusInContract.NONE: (reason(Code.TRICKS_ALONE_IN_CONTRACT),),
}


def _say_choice(found: Tally) -> list[Reason]:
    """What becomes of announcements where the table does not mark the validated ones."""
    marked = _announcements(found.outcome, found.capot, found.rules)
    if marked is DECLARED and (lost := _lost(found.settled)):
        return [reason(Code.DECLARED_ARE_MARKED_TOO, points=lost)]
    if marked is Marked.NONE and (validated := sum(_validated(found.settled))):
        return [reason(Code.ANNOUNCEMENTS_NOT_MARKED, points=validated)]
    return []


def _say_made(found: Tally) -> list[Reason]:
    """Each marks simply its own."""
    return []


def _say_chute(found: Tally) -> list[Reason]:
    defence = found.takers.other
    marks = _sum(found.lines, TRICK_ITEMS, defence)
    announced = _sum(found.lines, {ANNOUNCEMENTS}, defence)
    more = [reason(Code.CHUTE_MARKS_ANNOUNCEMENTS, team=defence, points=announced)]
    return [
        reason(Code.CHUTE_MARKS, team=defence, points=marks),
        *(more if announced else []),
        *_say_kept(found),
    ]


def _say_litige(found: Tally) -> list[Reason]:
    lines, takers, defence = found.lines, found.takers, found.takers.other
    theirs = _sum(lines, {BELOTE}, None)
    lost = [reason(Code.LITIGE_BELOTE_CARRIED, team=takers, points=theirs)] if theirs else []
    return [
        reason(Code.LITIGE_MARKS, team=defence, points=_sum(lines, ALL_ITEMS, defence)),
        *_say_kept(found),
        *lost,
        reason(Code.LITIGE_CARRIES, team=takers, points=_sum(lines, ALL_ITEMS, None)),
    ]


_SAY_MARKS: Mapping[Outcome, Callable[[Tally], list[Reason]]] = {
    MADE: _say_made,
    CHUTE: _say_chute,
    LITIGE: _say_litige,
}


def _say_kept(found: Tally) -> list[Reason]:
    belote = _sum(found.lines, {BELOTE}, found.takers)
    return [reason(Code.TAKERS_KEEP_BELOTE, team=found.takers, points=belote)] if belote else []


def _sum(lines: Sequence[Line], items: Collection[Item], team: Team | None) -> int:
    return sum([line.points for line in lines if line.item in items and line.marked_by is team])


def _say_result(found: Tally) -> list[Reason]:
    ns, ew = found.scores
    written = reason(Code.WRITTEN, ns=ns, ew=ew)
    last = found.lines[-1]
    carry = [_say_carry(last, found)] if last.item is CARRY else []
    on = [reason(Code.CARRIED_ON, points=found.carry_out)] if found.carry_out else []
    return [*carry, written, *on]


def _say_carry(line: Line, found: Tally) -> Reason:
    agreed = _SAY_CARRY.get((found.rules.carry_to, found.outcome))
    if line.marked_by is None:
        return reason(agreed or Code.CARRY_WAITS, points=line.points)
    return reason(agreed or Code.CARRY_WON, team=line.marked_by, points=line.points)


# Where the carry goes elsewhere than to the winner.
_SAY_CARRY: Mapping[tuple[CarryTo, Outcome], Code] = {
    (CarryTo.TAKERS, CHUTE): Code.CARRY_TO_TAKERS,
    (CarryTo.CONTRACT_MADE, CHUTE): Code.CARRY_TO_CONTRACT_MADE,
}
