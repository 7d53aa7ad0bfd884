"""The reasons of a score sheet: one or more for each row, then the state of the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from service.belote.codes import Code, Reason, reason
from service.belote.rules import BeloteStatus, Outcome, Standing
from service.belote.table import ByTeam, Team

if TYPE_CHECKING:
    from service.belote.donne import Belote, DonneResult
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
            yield reason(Code.ROW_PASSED, donne=row.number)
            continue
        yield _say_row(row, row.ruling)
        yield from _say_pardon(row.number, row.ruling.belote)
        if row.carry_out:
            yield reason(Code.ROW_CARRIES, donne=row.number, points=row.carry_out)


def _say_row(row: Row, ruling: DonneResult) -> Reason:
    ns, ew = ruling.scores
    if ruling.capot:
        return reason(Code.ROW_CAPOT, donne=row.number, team=ruling.capot, ns=ns, ew=ew)
    return reason(_ROW[ruling.outcome], donne=row.number, takers=row.takers, ns=ns, ew=ew)


_ROW: Mapping[Outcome, Code] = MappingProxyType(
    {
        Outcome.MADE: Code.ROW_MADE,
        Outcome.CHUTE: Code.ROW_CHUTE,
        Outcome.LITIGE: Code.ROW_LITIGE,
    }
)


def _say_pardon(number: int, belote: Belote) -> list[Reason]:
    code = _PARDON.get(belote.status)
    return [reason(code, donne=number, team=belote.team)] if code else []


_PARDON: Mapping[BeloteStatus, Code] = MappingProxyType(
    {
        BeloteStatus.PARDONED: Code.ROW_PARDONED,
        BeloteStatus.REBELOTE_FORGOTTEN: Code.ROW_REBELOTE_FORGOTTEN,
    }
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
