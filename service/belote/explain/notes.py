"""The notes on a score sheet: what stands beside the scores of each donne, and beside the totals.

The columns of the sheet have the numbers; a note says in a few words what they do not show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from service.belote.codes import Note, NoteCode, note
from service.belote.rules import BeloteStatus, Outcome
from service.belote.table import SEATS, TEAMS, ByTeam, Seat, Team

if TYPE_CHECKING:
    from service.belote.donne import DonneResult
    from service.belote.game import Row


def of_row(row: Row) -> Iterator[Note]:
    """Yield the notes of a row; a donne that was not scored leaves a carry where it is."""
    if row.passed:
        yield note(NoteCode.PASSED)
    elif row.ruling is None:
        yield note(NoteCode.DECIDED, because=row.because)
    elif row.lost_by:
        yield note(NoteCode.LOST, team=row.lost_by)
        yield from _of_belote(row, row.ruling)
        yield from _of_carry(row)
    else:
        yield from _of_announcements(row, row.ruling)
        yield from _of_play(row.ruling)
        yield from _of_carry(row)


def of_totals(carry_out: int, winner: Team | None) -> Iterator[Note]:
    """Yield the notes beside the totals: what still waits, and who has won."""
    if carry_out:
        yield note(NoteCode.CARRY_OUT, points=carry_out)
    if winner:
        yield note(NoteCode.WINNER, team=winner)


def _of_announcements(row: Row, ruling: DonneResult) -> Iterator[Note]:
    """Yield what was announced: what stands, the belote, what is void, and what that gives."""
    yield from _of_points(NoteCode.ANNOUNCEMENTS, row.announcements)
    yield from _of_belote(row, ruling)
    yield from _of_seats(NoteCode.VOID_ANNOUNCEMENTS, Counter(ruling.void_declarations))
    yield from _of_points(NoteCode.AWARD, ruling.awards)


def _of_belote(row: Row, ruling: DonneResult) -> Iterator[Note]:
    if row.belote:
        yield note(NoteCode.BELOTE, team=row.belote)
    if (code := _REBELOTE.get(ruling.belote.status)) and ruling.belote.team:
        yield note(code, team=ruling.belote.team)


_REBELOTE: Mapping[BeloteStatus, NoteCode] = MappingProxyType(
    {
        BeloteStatus.PARDONED: NoteCode.REBELOTE_PARDONED,
        BeloteStatus.REBELOTE_FORGOTTEN: NoteCode.REBELOTE_FORGOTTEN,
    }
)


def _of_play(ruling: DonneResult) -> Iterator[Note]:
    """Yield what was played against the rules, and what became of the contract."""
    irregular = Counter(one.seat for one in ruling.facts.irregularities)
    yield from _of_seats(NoteCode.IRREGULAR_CARDS, irregular)
    if ruling.outcome in _OUTCOME:
        yield note(_OUTCOME[ruling.outcome])
    if ruling.capot:
        yield note(NoteCode.CAPOT, team=ruling.capot)


_OUTCOME: Mapping[Outcome, NoteCode] = MappingProxyType(
    {Outcome.CHUTE: NoteCode.CHUTE, Outcome.LITIGE: NoteCode.LITIGE}
)


def _of_carry(row: Row) -> Iterator[Note]:
    """Yield the points from before that are in the scores, and those that wait after the donne."""
    if row.carry_in and not row.carry_out:
        yield note(NoteCode.CARRY_IN, points=row.carry_in)
    if row.carry_out:
        yield note(NoteCode.CARRY_OUT, points=row.carry_out)


def _of_points(code: NoteCode, points: ByTeam[int]) -> Iterator[Note]:
    for team in TEAMS:
        if points.of(team):
            yield note(code, team=team, points=points.of(team))


def _of_seats(code: NoteCode, counts: Mapping[Seat, int]) -> Iterator[Note]:
    for seat in SEATS:
        if counts.get(seat):
            yield note(code, seat=seat, count=counts[seat])
