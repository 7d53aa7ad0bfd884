"""The reasons of rulings on declarations.

They name kinds and points only, since the cards may still be hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from service.belote.codes import CardNumber, Code, DeclarationRef, Reason, reason
from service.belote.rules import Kind, Rules, Void
from service.belote.table import Seat

if TYPE_CHECKING:
    from service.belote.announcements import Selection
    from service.belote.declarations import Verdict


def explain(
    rulings: Sequence[Verdict], points: int, best: Selection, rules: Rules
) -> tuple[Reason, ...]:
    """Return the reasons for all that one player declared.

    `points` are those of the valid declarations, `best` the best that the hand allows.
    """
    return (
        *(said for ruling in rulings for said in say_verdict(ruling, rules)),
        reason(Code.HAND_MARKS, points=points) if rulings else reason(Code.NOTHING_DECLARED),
        *(
            [reason(Code.ANNOUNCING_IS_OPTIONAL, best=best.points)]
            if rules.announcements and best.points > points
            else []
        ),
    )


def say_verdict(ruling: Verdict, rules: Rules, seat: Seat | None = None) -> list[Reason]:
    """Return the reasons of the ruling on a declaration; `seat` where several players declared."""
    valid = ruling.announcement
    if valid is not None:
        said = [_say_valid(seat, ruling.index, valid.kind, valid.points)]
        if ruling.shortened:
            place = DeclarationRef(seat, ruling.index)
            said.append(reason(Code.COUNTS_AS_SAID, declaration=place, kind=valid.kind))
        return said
    place = DeclarationRef(seat, ruling.index)
    void = [_say_void(ruling, place, rules)]
    if not ruling.awarded:
        return void
    award = reason(Code.FALSE_DECLARATION_AWARDED, declaration=place, points=ruling.awarded)
    return [*void, award]


def _say_void(ruling: Verdict, place: DeclarationRef, rules: Rules) -> Reason:
    assert ruling.reason is not None
    code = Code.SPLIT_RUNS_VOID if ruling.one_run else VOID[ruling.reason]
    more = _RULE_VALUES[code](rules) if code in _RULE_VALUES else {}
    return reason(code, declaration=place, kind=ruling.said, **more)


VOID: Mapping[Void, Code] = MappingProxyType(
    {
        Void.ANNOUNCEMENTS_OFF: Code.ANNOUNCEMENTS_OFF,
        Void.LATE: Code.LATE,
        Void.CARD_NOT_IN_HAND: Code.CARD_NOT_IN_HAND,
        Void.NOT_AN_ANNOUNCEMENT: Code.NOT_AN_ANNOUNCEMENT,
        Void.KIND_MISMATCH: Code.KIND_MISMATCH,
        Void.POINTS_MISMATCH: Code.POINTS_MISMATCH,
        Void.WORTHLESS: Code.WORTHLESS,
        Void.NOT_HELD: Code.NOT_HELD,
        Void.NOT_SHOWN: Code.NOT_SHOWN,
        Void.CARD_REUSED: Code.CARD_REUSED,
    }
)
# Values of a sentence that are choices of the rules.
_RULE_VALUES: Mapping[Code, Callable[[Rules], Mapping[str, object]]] = MappingProxyType(
    {Code.LATE: lambda rules: {"last_card": CardNumber(rules.last_card_in_time)}}
)


@lru_cache(maxsize=1024)
def _say_valid(seat: Seat | None, index: int, kind: Kind, points: int) -> Reason:
    """Return the reason of a valid declaration; few different ones occur."""
    place = DeclarationRef(seat, index)
    return reason(Code.DECLARATION_VALID, declaration=place, kind=kind, points=points)
