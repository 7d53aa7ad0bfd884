"""The reasons of a score sheet: one or more for each row, then the state of the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from service.belote.codes import Code, Reason, reason
from service.belote.explain.donne import say_pardon
from service.belote.lookup import complete
from service.belote.rules import ALL_CARRIED, CARRY_TO, BeloteStatus, Item, Outcome, Standing
from service.belote.table import ByTeam, Team

if TYPE_CHECKING:
    from service.belote.donne import DonneResult
    from service.belote.game import Row


def explain(
    rows: Sequence[Row],
    totals: ByTeam[int],
    carry_out: int,
    target: int,
    end: tuple[Standing, Team | None],
) -> tuple[Reason, ...]:
    """Return the reasons of a sheet; `end` is the state of the game, and the team that has won."""
    return (*_say_rows(rows), *_say_waiting(rows, carry_out), *_say_end(totals, target, end))


def _say_rows(rows: Iterable[Row]) -> Iterator[Reason]:
    for row in rows:
        if row.ruling is None:
            yield _say_unscored(row)
            continue
        yield from _say_contract(row.number, row.ruling)
        yield _say_row(row, row.ruling) if row.lost_by is None else _say_lost(row, row.lost_by)
        yield from _say_pardon(row.number, row.ruling)
        yield from _say_carry(row, row.ruling)


def _say_unscored(row: Row) -> Reason:
    """Return what is said of a donne that was passed, or decided by the organiser."""
    if row.passed:
        return reason(Code.ROW_PASSED, donne=row.number)
    ns, ew = row.scores
    return reason(Code.ROW_DECIDED, donne=row.number, ns=ns, ew=ew)


def _say_contract(number: int, ruling: DonneResult) -> list[Reason]:
    """Return what the takers undertook beyond the take."""
    contract, takers = ruling.contract, ruling.takers
    if contract is None or (contract.bid is None and contract.coinche is None):
        return []
    code = Code.ROW_TAKE_DOUBLED if contract.bid is None else Code.ROW_BID
    return [reason(code, donne=number, takers=takers, contract=contract)]


def _say_row(row: Row, ruling: DonneResult) -> Reason:
    ns, ew = ruling.scores
    capot, takers = ruling.capot, ruling.takers
    if capot is takers and ruling.outcome is not Outcome.MADE:
        return reason(Code.ROW_CAPOT_MISSED_BID, donne=row.number, takers=takers, ns=ns, ew=ew)
    if capot is takers:
        return reason(Code.ROW_CAPOT, donne=row.number, team=capot, ns=ns, ew=ew)
    if capot:
        return reason(
            Code.ROW_CAPOT_OF_DEFENCE, donne=row.number, team=capot, takers=takers, ns=ns, ew=ew
        )
    return reason(_ROW[ruling.outcome], donne=row.number, takers=takers, ns=ns, ew=ew)


def _say_lost(row: Row, team: Team) -> Reason:
    """Return what is said of a donne that a team lost by a fault."""
    ns, ew = row.scores
    return reason(Code.ROW_LOST, donne=row.number, team=team, ns=ns, ew=ew)


_ROW: Mapping[Outcome, Code] = complete(
    Outcome,
    {
        Outcome.MADE: Code.ROW_MADE,
        Outcome.CHUTE: Code.ROW_CHUTE,
        Outcome.LITIGE: Code.ROW_LITIGE,
    },
)


def _say_pardon(number: int, ruling: DonneResult) -> list[Reason]:
    belote = ruling.belote
    code = _PARDON.get(belote.status)
    if code is None:
        return []
    why = say_pardon(ruling) if code is Code.ROW_REBELOTE_FORGOTTEN else []
    return [reason(code, donne=number, team=belote.team), *why]


_PARDON: Mapping[BeloteStatus, Code] = MappingProxyType(
    {
        BeloteStatus.PARDONED: Code.ROW_PARDONED,
        BeloteStatus.REBELOTE_FORGOTTEN: Code.ROW_REBELOTE_FORGOTTEN,
    }
)


def _say_carry(row: Row, ruling: DonneResult) -> list[Reason]:
    """Return who won the points carried into a donne, and what waits after it."""
    number, old, out = row.number, row.carry_in, row.carry_out
    if old and out > old:
        return [reason(Code.ROW_CARRIED_SUM, donne=number, old=old, new=out - old, total=out)]
    if out:
        return [reason(Code.ROW_CARRIES, donne=number, points=out)]
    if not old:
        return []
    if row.lost_by:
        return [reason(Code.ROW_CARRY_WON, donne=number, team=row.lost_by.other, points=old)]
    team = next(line.marked_by for line in ruling.lines if line.item is Item.CARRY)
    return [reason(_CARRY[ruling.terms.carry_code], donne=number, team=team, points=old)]


# By what is said of the points in the donne itself, where a team marks them.
_CARRY: Mapping[Code, Code] = complete(
    {
        rule.code
        for rules in CARRY_TO.values()
        for rule in rules.values()
        if rule.shares != ALL_CARRIED
    },
    {
        Code.CARRY_WON: Code.ROW_CARRY_WON,
        Code.CARRY_TO_TAKERS: Code.ROW_CARRY_TO_TAKERS,
    },
)


def _say_waiting(rows: Sequence[Row], carry_out: int) -> list[Reason]:
    """Return what becomes of points that nobody has marked: of the last row, or of those before."""
    if not carry_out:
        return []
    last = rows[-1]
    code = Code.CARRY_WAITS
    if last.carry_in:
        code = last.ruling.terms.carry_code if last.ruling else Code.CARRY_WAITS_ON
    return [reason(code, points=carry_out)]


def _say_end(totals: ByTeam[int], target: int, end: tuple[Standing, Team | None]) -> list[Reason]:
    ns, ew = totals
    standing, winner = end
    if winner:
        last = reason(Code.GAME_WON, team=winner, points=totals.of(winner), target=target)
    elif standing is Standing.LEVEL:
        last = reason(Code.GAME_LEVEL, points=ns, target=target)
    elif standing is Standing.BY_BELOTE:
        ahead = Team.NS if ns > ew else Team.EW
        last = reason(Code.GAME_NOT_BY_BELOTE, team=ahead, points=totals.of(ahead), target=target)
    else:
        last = reason(Code.GAME_GOES_ON, ns=ns, ew=ew, target=target)
    return [last]
