"""The reasons of the score of a donne, in the order of the count."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from service.belote.cards import Rank
from service.belote.codes import Code, Reason, reason
from service.belote.explain.tricks import say_irregularities
from service.belote.rules import (
    ALL_ITEMS,
    TRICK_ITEMS,
    BeloteStatus,
    Item,
    Marked,
    Outcome,
    RebelotePardon,
)
from service.belote.table import TEAMS, Team

if TYPE_CHECKING:
    from service.belote.donne import DonneResult, Line


def explain(found: DonneResult) -> tuple[Reason, ...]:
    """Return the reasons of a donne that was counted, judged and marked."""
    return (
        *_say_tricks(found),
        *_say_belote(found),
        *_say_announcements(found),
        *_say_contract(found),
        *_say_choice(found),
        *_MARKS[found.outcome](found),
        *_say_result(found),
    )


def _say_tricks(found: DonneResult) -> list[Reason]:
    facts = found.facts
    ns, ew = facts.card_points
    item, points = found.last_trick
    cards = reason(Code.CARDS_COUNTED, ns=ns, ew=ew)
    code = _LAST_TRICK[item, found.capot is not None]
    last_trick = reason(code, team=facts.last_trick, points=points)
    if not facts.irregularities:
        return [cards, last_trick]
    as_played = reason(Code.SCORED_AS_PLAYED)
    return [*say_irregularities(facts.irregularities), as_played, cards, last_trick]


# By what the last trick is, and whether it made a capot.
_LAST_TRICK: Mapping[tuple[Item, bool], Code] = MappingProxyType(
    {
        (Item.DIX_DE_DER, False): Code.DIX_DE_DER,
        (Item.DIX_DE_DER, True): Code.CAPOT_PAYS_NO_MORE,
        (Item.CAPOT, True): Code.CAPOT,
    }
)


def _say_belote(found: DonneResult) -> list[Reason]:
    team, status = found.belote.team, found.belote.status
    if status in _SCORED:
        return [reason(_SCORED[status], team=team, points=found.belote.points)]
    if status is BeloteStatus.NOBODY:
        return [_BELOTE_NOBODY]
    if status is BeloteStatus.NOT_SAID:
        return [reason(Code.BELOTE_NOT_SAID, team=team)] if team else []
    refused = [reason(_REFUSED[found.rules.rebelote_pardon], team=team)]
    forgotten = reason(Code.REBELOTE_FORGOTTEN, team=team)
    return [forgotten, *(refused if found.claim.claimed_at_count else [])]


_SCORED: Mapping[BeloteStatus, Code] = MappingProxyType(
    {
        BeloteStatus.SCORED: Code.BELOTE_SCORED,
        BeloteStatus.PARDONED: Code.BELOTE_PARDONED,
    }
)
_BELOTE_NOBODY = reason(Code.BELOTE_NOBODY, king=Rank.KING, queen=Rank.QUEEN)
_REFUSED: Mapping[RebelotePardon, Code] = MappingProxyType(
    {
        RebelotePardon.TEAM: Code.PARDON_REFUSED,
        RebelotePardon.GAME: Code.REBELOTE_PARDON_GAME,
        RebelotePardon.NONE: Code.REBELOTE_PARDON_NONE,
    }
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


def _say_contract(found: DonneResult) -> list[Reason]:
    takers, totals, bonus = found.takers, found.totals, found.terms.counted.code
    return [
        *([reason(bonus)] if bonus else []),
        reason(
            _CONTRACT[found.outcome, found.level],
            takers=takers,
            points=totals.of(takers),
            against=totals.of(takers.other),
        ),
    ]


# By what became of the contract, and whether the totals were level.
_CONTRACT: Mapping[tuple[Outcome, bool], Code] = MappingProxyType(
    {
        (Outcome.MADE, False): Code.CONTRACT_MADE,
        (Outcome.CHUTE, False): Code.CONTRACT_CHUTE,
        (Outcome.MADE, True): Code.EQUALITY_MADE,
        (Outcome.CHUTE, True): Code.EQUALITY_CHUTE,
        (Outcome.LITIGE, True): Code.EQUALITY_LITIGE,
    }
)


def _say_choice(found: DonneResult) -> list[Reason]:
    """Return the reason where other announcements are marked than those that won."""
    marked = found.terms.announcements
    if marked is Marked.DECLARED and found.lost:
        return [reason(Code.DECLARED_ARE_MARKED_TOO, points=found.lost)]
    if marked is Marked.NONE and (validated := sum(found.validated)):
        return [reason(Code.ANNOUNCEMENTS_NOT_MARKED, points=validated)]
    return []


def _say_chute(found: DonneResult) -> list[Reason]:
    defence = found.takers.other
    marks = _sum(found.lines, TRICK_ITEMS, defence)
    announced = _sum(found.lines, {Item.ANNOUNCEMENTS}, defence)
    more = [reason(Code.CHUTE_MARKS_ANNOUNCEMENTS, team=defence, points=announced)]
    return [
        reason(Code.CHUTE_MARKS, team=defence, points=marks),
        *(more if announced else []),
        *_say_kept(found),
    ]


def _say_litige(found: DonneResult) -> list[Reason]:
    lines, takers, defence = found.lines, found.takers, found.takers.other
    theirs = _sum(lines, {Item.BELOTE}, None)
    lost = [reason(Code.LITIGE_BELOTE_CARRIED, team=takers, points=theirs)] if theirs else []
    return [
        reason(Code.LITIGE_MARKS, team=defence, points=_sum(lines, ALL_ITEMS, defence)),
        *_say_kept(found),
        *lost,
        reason(Code.LITIGE_CARRIES, team=takers, points=_sum(lines, ALL_ITEMS, None)),
    ]


# On a contract made each team marks its own points, which needs no reason.
_MARKS: Mapping[Outcome, Callable[[DonneResult], list[Reason]]] = MappingProxyType(
    {Outcome.MADE: lambda found: [], Outcome.CHUTE: _say_chute, Outcome.LITIGE: _say_litige}
)


def _say_kept(found: DonneResult) -> list[Reason]:
    belote = _sum(found.lines, {Item.BELOTE}, found.takers)
    return [reason(Code.TAKERS_KEEP_BELOTE, team=found.takers, points=belote)] if belote else []


def _sum(lines: Sequence[Line], items: Collection[Item], team: Team | None) -> int:
    return sum([line.points for line in lines if line.item in items and line.marked_by is team])


def _say_result(found: DonneResult) -> list[Reason]:
    ns, ew = found.scores
    last = found.lines[-1]
    carry = [_say_carry(last, found.terms.carry_code)] if last.item is Item.CARRY else []
    on = [reason(Code.CARRIED_ON, points=found.carry_out)] if found.carry_out else []
    return [*carry, reason(Code.WRITTEN, ns=ns, ew=ew), *on]


def _say_carry(line: Line, code: Code) -> Reason:
    if line.marked_by is None:
        return reason(code, points=line.points)
    return reason(code, team=line.marked_by, points=line.points)
