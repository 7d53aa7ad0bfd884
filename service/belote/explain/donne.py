"""The reasons of the score of a donne, in the order of the count."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING

from service.belote.cards import Rank
from service.belote.codes import TABLE, Addends, Code, Reason, reason
from service.belote.explain.comparison import say_awards
from service.belote.explain.tricks import say_irregularities
from service.belote.lookup import complete
from service.belote.rules import (
    ALL_ITEMS,
    BELOTE_POINTS,
    CAPOT,
    CARD_POINTS,
    FLAT_ITEMS,
    LAST_TRICK,
    LAST_TRICK_ITEMS,
    LAST_TRICK_OF,
    LEVEL_WITHOUT_BONUS,
    NEEDED,
    TRICK_ITEMS,
    BeloteStatus,
    Item,
    Marked,
    Outcome,
    RebelotePardon,
)
from service.belote.scales import TIMES, Bid, Coinche, NamedBid
from service.belote.table import TEAMS, Team

if TYPE_CHECKING:
    from service.belote.donne import DonneResult, Line
    from service.belote.tricks import Irregularity


def explain(found: DonneResult, turned: Mapping[Team, Outcome]) -> tuple[Reason, ...]:
    """Return the reasons of a donne that was counted, judged and marked.

    `turned`: the outcome that an unreported belote would give each team, where it differs.
    """
    return (
        *_say_tricks(found),
        *_say_belote(found, turned),
        *_say_announcements(found),
        *_say_contract(found),
        *_say_carry_apart(found),
        *_say_choice(found),
        *(_say_flat if found.terms.flat else _MARKS[found.outcome])(found),
        *(_say_awarded(found) if any(found.awards) else ()),
        *_say_result(found),
    )


def _say_tricks(found: DonneResult) -> list[Reason]:
    facts = found.facts
    ns, ew = facts.card_points
    if found.last_trick is not None:
        cards = reason(Code.CARDS_COUNTED, ns=ns, ew=ew, total=CARD_POINTS)
        counted = [cards, _say_last_trick(facts.last_trick, *found.last_trick, found.capot)]
    else:
        counted = [reason(Code.TRICKS_COUNTED, ns=ns, ew=ew)]
        if found.capot is not None:
            counted.append(_say_last_trick(found.capot, *LAST_TRICK_OF[ns + ew], found.capot))
    if found.capot is None and facts.tricks_won is not None and 0 in facts.card_points:
        all_points = Team.NS if ns else Team.EW
        counted.append(reason(Code.CAPOT_NEEDS_EVERY_TRICK, team=all_points))
    if not facts.irregularities:
        return counted
    as_played = reason(Code.SCORED_AS_PLAYED)
    return [*_all_seen(facts.irregularities), as_played, *counted]


def _all_seen(found: Sequence[Irregularity]) -> list[Reason]:
    """Return the reasons of irregular cards at the end, when the table has seen every card."""
    return [said.told_to(TABLE) for said in say_irregularities(found)]


def _say_last_trick(winner: Team | None, item: Item, points: int, capot: Team | None) -> Reason:
    """Return what the last trick is worth, and of a capot what it is worth otherwise."""
    if item is Item.CAPOT and points != CAPOT:
        return reason(Code.CAPOT_ROUND, team=winner, points=points)
    code = _LAST_TRICK[item, capot is not None]
    usual = {"usual": LAST_TRICK} if code is Code.CAPOT else {}
    return reason(code, team=winner, points=points, **usual)


# By what the last trick is, and whether it made a capot.
_LAST_TRICK: Mapping[tuple[Item, bool], Code] = complete(
    {*product(LAST_TRICK_ITEMS, (False, True))} - {(Item.CAPOT, False)},
    {
        (Item.DIX_DE_DER, False): Code.DIX_DE_DER,
        (Item.DIX_DE_DER, True): Code.CAPOT_PAYS_NO_MORE,
        (Item.CAPOT, True): Code.CAPOT,
    },
)


def _say_belote(found: DonneResult, turned: Mapping[Team, Outcome]) -> list[Reason]:
    team, status = found.belote.team, found.belote.status
    if status in _SCORED:
        code = Code.BELOTE_SAID if _is_taken_away(found) else _SCORED[status]
        return [reason(code, team=team, points=found.belote.points)]
    if status is BeloteStatus.NOBODY:
        return [_BELOTE_NOBODY]
    if status is BeloteStatus.NOT_SAID:
        return [reason(Code.BELOTE_NOT_SAID, team=team), *say_pardon(found)] if team else []
    if status is BeloteStatus.NOT_TOLD:
        return _say_not_told(found, turned)
    return [reason(Code.REBELOTE_FORGOTTEN, team=team), *say_pardon(found)]


def _is_taken_away(found: DonneResult) -> bool:
    """Return whether a belote that was said goes to the other team, or waits, by a house rule."""
    team, status = found.belote.team, found.belote.status
    return status is BeloteStatus.SCORED and any(
        line.item is Item.BELOTE and line.marked_by is not team for line in found.lines
    )


def say_pardon(found: DonneResult) -> list[Reason]:
    """Return why a belote of which a word was not said is not pardoned."""
    ruled, pardon = found.belote, found.rules.rebelote_pardon
    claimed = found.claim is not None and found.claim.claimed_at_count
    if ruled.status is BeloteStatus.NOT_SAID:
        is_played = pardon is not RebelotePardon.NONE
        return [_PARDON_IS_FOR_REBELOTE] if claimed and is_played else []
    if claimed:
        return [reason(_REFUSED[pardon], team=ruled.team)]
    return [_PARDON_POSSIBLE] if ruled.pardon_left else []


def _say_not_told(found: DonneResult, turned: Mapping[Team, Outcome]) -> list[Reason]:
    """Return what an unreported belote would change, where it matters.

    That is where its holder is known, or where its points would turn the outcome.
    """
    holder = found.belote.team
    turns = [
        reason(_WOULD[outcome], team=team, points=BELOTE_POINTS) for team, outcome in turned.items()
    ]
    if holder is not None:
        return [reason(Code.BELOTE_NOT_TOLD, team=holder, points=BELOTE_POINTS), *turns]
    return [reason(Code.BELOTE_UNKNOWN, points=BELOTE_POINTS), *turns] if turns else []


_WOULD: Mapping[Outcome, Code] = complete(
    Outcome,
    {
        Outcome.MADE: Code.BELOTE_WOULD_MAKE,
        Outcome.CHUTE: Code.BELOTE_WOULD_BREAK,
        Outcome.LITIGE: Code.BELOTE_WOULD_LEVEL,
    },
)


_SCORED: Mapping[BeloteStatus, Code] = MappingProxyType(
    {
        BeloteStatus.SCORED: Code.BELOTE_SCORED,
        BeloteStatus.PARDONED: Code.BELOTE_PARDONED,
    }
)
_PARDON_IS_FOR_REBELOTE = reason(Code.PARDON_IS_FOR_REBELOTE)
_PARDON_POSSIBLE = reason(Code.PARDON_POSSIBLE)
_BELOTE_NOBODY = reason(Code.BELOTE_NOBODY, king=Rank.KING, queen=Rank.QUEEN)
_REFUSED: Mapping[RebelotePardon, Code] = complete(
    RebelotePardon,
    {
        RebelotePardon.TEAM: Code.PARDON_REFUSED,
        RebelotePardon.GAME: Code.REBELOTE_PARDON_GAME,
        RebelotePardon.NONE: Code.REBELOTE_PARDON_NONE,
    },
)


def _say_announcements(found: DonneResult) -> list[Reason]:
    reasons = [
        reason(Code.ANNOUNCEMENTS_COUNTED, team=team, points=points)
        for team, points in zip(TEAMS, found.validated, strict=True)
        if points
    ]
    capot = found.capot
    if capot and (joined := found.validated.of(capot.other)):
        reasons.append(reason(Code.CAPOT_TAKES_ANNOUNCEMENTS, team=capot, points=joined))
    return reasons


def _say_totals(found: DonneResult) -> list[Reason]:
    """Return the sum of each total compared that has more than one part."""
    parts: dict[Team, list[tuple[str, int]]] = {Team.NS: [], Team.EW: []}
    for line in found.lines:
        team, item = line.counted_by, line.item
        if team is not None and line.points and item is not Item.ANNOUNCEMENTS:
            parts[team].append((item, line.points))
    if any(found.validated) and Item.ANNOUNCEMENTS in found.terms.counted.items:
        for team, points in _announced(found).items():
            parts[team].append((Item.ANNOUNCEMENTS, points))
    compared = TEAMS if _needed(found) is None else (found.takers,)
    return [
        _say_total(team, tuple(parts[team]), found.totals.of(team))
        for team in compared
        if len(parts[team]) > 1
    ]


@lru_cache(maxsize=4096)
def _say_total(team: Team, parts: tuple[tuple[str, int], ...], total: int) -> Reason:
    return reason(Code.TOTAL_OF, team=team, parts=Addends(parts), total=total)


def _announced(found: DonneResult) -> Mapping[Team, int]:
    """Return the announcements in the total of each team; on a capot all of them are its own."""
    if found.capot:
        return {found.capot: sum(found.validated)}
    return {team: points for team, points in zip(TEAMS, found.validated, strict=True) if points}


def _say_carry_apart(found: DonneResult) -> list[Reason]:
    """Return the reason why carried points do not help, where the contract is not made."""
    is_made = found.outcome is Outcome.MADE
    return [] if is_made or not _carried_in(found) else [_CARRY_NOT_IN_CONTRACT]


_CARRY_NOT_IN_CONTRACT = reason(Code.CARRY_NOT_IN_CONTRACT)


def _carried_in(found: DonneResult) -> int:
    return next((line.points for line in found.lines if line.item is Item.CARRY), 0)


def _say_contract(found: DonneResult) -> list[Reason]:
    takers, totals, bonus = found.takers, found.totals, found.terms.counted.code
    needed = _needed(found)
    points, against = totals.of(takers), totals.of(takers.other)
    said = [reason(bonus)] if bonus else []
    if found.contract is not None and (bid := found.contract.bid) is not None:
        reached = found.capot is takers if isinstance(bid, NamedBid) else points >= bid
        said = [*said, *_say_totals(found), _say_bid(found, bid, reached=reached)]
        if not reached:
            return said
        return [*said, reason(_contract(found), takers=takers, points=points, against=against)]
    if needed is not None:
        code = _FIXED[found.outcome]
        judged = reason(code, takers=takers, points=points, needed=needed)
    else:
        judged = reason(_contract(found), takers=takers, points=points, against=against)
    return [*said, *_say_totals(found), judged]


def _needed(found: DonneResult) -> int | None:
    """Return the number of points that makes the contract, where the rules fix one."""
    is_bid = found.contract is not None and found.contract.bid is not None
    return None if is_bid else NEEDED.get(found.rules.takers_need)


def _say_bid(found: DonneResult, bid: Bid, *, reached: bool) -> Reason:
    """Return whether the takers have what they bid."""
    takers, points = found.takers, found.totals.of(found.takers)
    if isinstance(bid, NamedBid):
        return reason(_BID_OF_CAPOT[reached], takers=takers)
    if found.level and not reached:
        against = found.totals.of(takers.other)
        return reason(Code.BID_MISSED_LEVEL, takers=takers, bid=bid, points=points, against=against)
    return reason(_BID[reached], takers=takers, bid=bid, points=points)


# By whether the bid is reached.
_BID: Mapping[bool, Code] = MappingProxyType({True: Code.BID_REACHED, False: Code.BID_MISSED})
_BID_OF_CAPOT: Mapping[bool, Code] = MappingProxyType(
    {True: Code.BID_CAPOT_REACHED, False: Code.BID_CAPOT_MISSED}
)


def _contract(found: DonneResult) -> Code:
    if found.outcome is Outcome.LITIGE and found.totals.NS != LEVEL_WITHOUT_BONUS:
        return Code.EQUALITY_LITIGE_OTHER
    counts = Item.ANNOUNCEMENTS in found.terms.counted.items
    if found.capot and counts and any(found.validated) and not found.level:
        return _ON_CAPOT[found.outcome]
    return _CONTRACT[found.outcome, found.level]


# By what became of the contract, and whether the totals were level.
_CONTRACT: Mapping[tuple[Outcome, bool], Code] = complete(
    {*product(Outcome, (False, True))} - {(Outcome.LITIGE, False)},
    {
        (Outcome.MADE, False): Code.CONTRACT_MADE,
        (Outcome.CHUTE, False): Code.CONTRACT_CHUTE,
        (Outcome.MADE, True): Code.EQUALITY_MADE,
        (Outcome.CHUTE, True): Code.EQUALITY_CHUTE,
        (Outcome.LITIGE, True): Code.EQUALITY_LITIGE,
    },
)
_ON_CAPOT: Mapping[Outcome, Code] = complete(
    (Outcome.MADE, Outcome.CHUTE), {Outcome.MADE: Code.CAPOT_MADE, Outcome.CHUTE: Code.CAPOT_CHUTE}
)
_FIXED: Mapping[Outcome, Code] = complete(
    (Outcome.MADE, Outcome.CHUTE), {Outcome.MADE: Code.FIXED_MADE, Outcome.CHUTE: Code.FIXED_CHUTE}
)


def _say_choice(found: DonneResult) -> list[Reason]:
    """Return the reason where other announcements are marked than those that won."""
    marked, lost = found.terms.announcements, sum(found.lost)
    if marked is Marked.DECLARED and lost:
        wins = found.takers if found.outcome is Outcome.MADE else found.takers.other
        on_capot = found.capot is wins
        code = Code.CAPOT_MARKS_DECLARED if on_capot else Code.DECLARED_ARE_MARKED_TOO
        return [reason(code, points=lost)]
    if marked is Marked.NONE and (validated := sum(found.validated)):
        return [reason(Code.ANNOUNCEMENTS_NOT_MARKED, points=validated)]
    return []


def _say_made(found: DonneResult) -> list[Reason]:
    """Return what the takers add to their own points: each team marks its own, without a reason."""
    if found.contract is None or found.contract.bid is None:
        return []
    takers = found.takers
    parts = _marked_parts(found, takers, (*ITEMS_OF_TRICKS, *ITEMS_OF_A_FLAT_SCORE))
    return [reason(Code.BID_ADDED, team=takers, parts=parts, total=_sum_of(parts))]


def _say_flat(found: DonneResult) -> list[Reason]:
    """Return the sum of a flat score and of what goes with it, and the other team's belote."""
    made = found.outcome is Outcome.MADE
    wins = found.takers if made else found.takers.other
    parts = _marked_parts(found, wins, ITEMS_OF_A_FLAT_SCORE)
    total = _sum_of(parts) * found.terms.times
    is_bid = found.contract is not None and found.contract.bid is not None
    on_capot = found.capot is not None and is_bid and not made
    belote = _say_belote_of_takers(found, Code.TAKERS_KEEP_BELOTE) if not made else []
    if made and (points := _sum(found.lines, {Item.BELOTE}, wins.other)):
        belote = [reason(Code.DEFENCE_KEEPS_BELOTE, team=wins.other, points=points)]
    return [
        *([reason(Code.FLAT_ON_CAPOT, points=found.terms.flat)] if on_capot else []),
        reason(_FLAT[is_bid, found.terms.times], team=wins, parts=parts, total=total),
        *belote,
    ]


ITEMS_OF_TRICKS = tuple(item for item in Item if item in TRICK_ITEMS)
ITEMS_OF_A_FLAT_SCORE = tuple(item for item in Item if item in FLAT_ITEMS)
"""In the order of the count."""

# By whether it was bid, and how often the donne counts.
_FLAT: Mapping[tuple[bool, int], Code] = complete(
    {*product((False, True), (1, *TIMES.values()))} - {(False, 1)},
    {
        (True, 1): Code.FLAT_SCORED,
        (True, TIMES[Coinche.COINCHE]): Code.BID_COINCHED,
        (True, TIMES[Coinche.SURCOINCHE]): Code.BID_SURCOINCHED,
        (False, TIMES[Coinche.COINCHE]): Code.TAKE_COINCHED,
        (False, TIMES[Coinche.SURCOINCHE]): Code.TAKE_SURCOINCHED,
    },
)


def _marked_parts(found: DonneResult, team: Team, items: Sequence[Item]) -> Addends:
    """Return what a team marks for these items, awards apart."""
    awards = {Item.ANNOUNCEMENTS: found.awards.of(team)}
    return Addends(
        (item, points)
        for item in items
        if (points := _sum(found.lines, {item}, team) - awards.get(item, 0))
    )


def _sum_of(parts: Addends) -> int:
    return sum(points for _, points in parts)


def _say_awarded(found: DonneResult) -> list[Reason]:
    """Return the points for false declarations, which no coinche doubles."""
    once = [reason(Code.AWARDS_NOT_DOUBLED)] if found.terms.times > 1 else []
    return [*say_awards(found.awards), *once]


def _say_chute(found: DonneResult) -> list[Reason]:
    defence = found.takers.other
    marks = _sum(found.lines, TRICK_ITEMS, defence)
    announced = _sum(found.lines, {Item.ANNOUNCEMENTS}, defence) - found.awards.of(defence)
    code = Code.CHUTE_MARKS_OWN_ANNOUNCEMENTS
    if _marked_announcements(found, found.takers):
        code = Code.CHUTE_MARKS_ANNOUNCEMENTS
    more = [reason(code, team=defence, points=announced)]
    return [
        reason(Code.CHUTE_MARKS, team=defence, points=marks),
        *(more if announced else []),
        *_say_belote_of_takers(found, Code.TAKERS_KEEP_BELOTE),
    ]


def _marked_announcements(found: DonneResult, team: Team) -> int:
    """Return the points of a team's announcements that are marked, by whichever team."""
    lost = found.lost.of(team) if found.terms.announcements is Marked.DECLARED else 0
    return found.validated.of(team) + lost


def _say_litige(found: DonneResult) -> list[Reason]:
    lines, takers, defence = found.lines, found.takers, found.takers.other
    theirs = _carried(lines, {Item.BELOTE})
    kept = _say_belote_of_takers(found, Code.LITIGE_KEEPS_BELOTE)
    marks, carries = _LITIGE[found.totals.NS == LEVEL_WITHOUT_BONUS]
    wins = _sum(lines, ALL_ITEMS, defence) - found.awards.of(defence)
    lost = [reason(Code.LITIGE_BELOTE_CARRIED, team=takers, points=theirs)] if theirs else []
    return [
        *_say_no_contract(found),
        reason(marks, team=defence, points=wins),
        *kept,
        *lost,
        reason(
            Code.LITIGE_CARRIES_REST if kept else carries,
            team=takers,
            points=_carried(lines, ALL_ITEMS),
        ),
    ]


def _say_no_contract(found: DonneResult) -> list[Reason]:
    """Return what a litige leaves out: the bid, and what doubled the donne."""
    contract = found.contract
    if contract is None:
        return []
    bid = contract.bid
    return [
        *([reason(Code.LITIGE_BID_NOT_SCORED, bid=bid)] if bid is not None else []),
        *([reason(Code.LITIGE_NOT_DOUBLED)] if contract.coinche is not None else []),
    ]


_MARKS: Mapping[Outcome, Callable[[DonneResult], list[Reason]]] = complete(
    Outcome, {Outcome.MADE: _say_made, Outcome.CHUTE: _say_chute, Outcome.LITIGE: _say_litige}
)


# The codes of a litige, by whether it is the one that the documents name.
_LITIGE: Mapping[bool, tuple[Code, Code]] = MappingProxyType(
    {
        True: (Code.LITIGE_MARKS, Code.LITIGE_CARRIES),
        False: (Code.LITIGE_MARKS_OTHER, Code.LITIGE_CARRIES_OTHER),
    }
)


def _say_belote_of_takers(found: DonneResult, kept: Code) -> list[Reason]:
    """Return what becomes of the takers' belote where they did not make their contract."""
    takers = found.takers
    won = found.belote.points if found.belote.team is takers else 0
    if not won:
        return []
    if _sum(found.lines, {Item.BELOTE}, takers):
        return [reason(kept, team=takers, points=won)]
    lost = found.outcome is Outcome.CHUTE
    return [reason(Code.BELOTE_LOST, team=takers.other, points=won)] if lost else []


def _sum(lines: Sequence[Line], items: Collection[Item], team: Team) -> int:
    """Return what a team marks for these items."""
    return sum([line.points for line in lines if line.item in items and line.marked_by is team])


def _carried(lines: Sequence[Line], items: Collection[Item]) -> int:
    """Return what is carried of these items."""
    return sum([line.points for line in lines if line.item in items and line.carried])


def _say_result(found: DonneResult) -> list[Reason]:
    ns, ew = found.scores
    carry: list[Reason] = []
    added: dict[Team | None, int] = {}
    for line in reversed(found.lines):
        if line.item is Item.CARRY:
            carry = _say_carry(line, found)
        if line.item is not Item.ROUNDING:
            break
        added[line.marked_by] = line.points
    written = reason(Code.WRITTEN, ns=ns, ew=ew)
    if added:
        exact = {"exact_ns": ns - added.get(Team.NS, 0), "exact_ew": ew - added.get(Team.EW, 0)}
        written = reason(Code.WRITTEN_ROUNDED, ns=ns, ew=ew, **exact)
    return [*carry, written, *_say_carried_on(found)]


def _say_carried_on(found: DonneResult) -> list[Reason]:
    """Return what waits for the next donne."""
    if not found.carry_out:
        return []
    new = _carried(found.lines, ALL_ITEMS)
    if (old := found.carry_out - new) and new:
        return [reason(Code.CARRIED_SUM, old=old, new=new, total=found.carry_out)]
    usual = found.outcome is Outcome.LITIGE and found.carry_out == LEVEL_WITHOUT_BONUS
    code = Code.CARRIED_ON if usual else Code.CARRIED_ON_OTHER
    return [reason(code, points=found.carry_out)]


def _say_carry(line: Line, found: DonneResult) -> list[Reason]:
    """Return who marks the points carried from earlier donnes."""
    code = found.terms.carry_code
    if line.marked_by is None:
        return [reason(code, points=line.points)]
    once = [reason(Code.CARRY_NOT_DOUBLED)] if found.terms.times > 1 else []
    return [reason(code, team=line.marked_by, points=line.points), *once]
