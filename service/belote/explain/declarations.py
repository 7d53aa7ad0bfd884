"""The reasons of rulings on declarations.

They name kinds and points only, since the cards may still be hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING

from service.belote.codes import REFEREE, CardNumber, Code, DeclarationRef, Reason, reason
from service.belote.lookup import complete
from service.belote.rules import Kind, Rules, Void
from service.belote.table import Seat

if TYPE_CHECKING:
    from service.belote.announcements import Selection
    from service.belote.declarations import Verdict


def explain(
    rulings: Sequence[Verdict], points: int, best: Selection, rules: Rules
) -> tuple[Reason, ...]:
    """Return the reasons for all that one player declared.

    `points` are those of the valid declarations, `best` the best that the hand allows. What tells
    of the hand is for the referee, since the seat of the player is not known.
    """
    return (
        *(said for ruling in rulings for said in say_verdict(ruling, rules)),
        _say_points(points) if rulings else reason(Code.NOTHING_DECLARED),
        *(
            [reason(Code.ANNOUNCING_IS_OPTIONAL, best=best.points).told_to(REFEREE)]
            if rules.announcements and best.points > points
            else []
        ),
    )


def _say_points(points: int) -> Reason:
    return reason(Code.HAND_MARKS, points=points) if points else reason(Code.NOTHING_STANDS)


def say_verdict(ruling: Verdict, rules: Rules, seat: Seat | None = None) -> list[Reason]:
    """Return the reasons of the ruling on a declaration; `seat` where several players declared.

    Where the reason tells of hidden cards, the table hears the ruling and the player the reason.
    """
    valid = ruling.announcement
    if valid is not None:
        said = [_say_valid(seat, ruling.index, valid.kind, valid.points)]
        if ruling.shortened:
            place = DeclarationRef(seat, ruling.index)
            counts = reason(Code.COUNTS_AS_SAID, declaration=place, kind=valid.kind)
            said.append(counts.told_to(seat or REFEREE))
        return said
    place = DeclarationRef(seat, ruling.index)
    void = _say_void(ruling, place, rules)
    if void.code not in OPEN:
        ruled = reason(Code.DECLARATION_VOID, declaration=place, kind=ruling.said)
        void_reasons = [ruled, void.told_to(seat or REFEREE)]
    else:
        void_reasons = [void]
    if ruling.false_declaration:
        lowered = reason(Code.FALSE_IS_NOT_LOWERED, declaration=place)
        void_reasons.append(lowered.told_to(seat or REFEREE))
    if not ruling.awarded:
        return void_reasons
    award = reason(Code.FALSE_DECLARATION_AWARDED, declaration=place, points=ruling.awarded)
    return [*void_reasons, award]


def _say_void(ruling: Verdict, place: DeclarationRef, rules: Rules) -> Reason:
    assert ruling.reason is not None
    code = VOID[ruling.reason]
    if code is Code.CARD_REUSED:
        code = _COMPETING[ruling.one_run, ruling.level]
    more = _MORE_VALUES[code](ruling, rules) if code in _MORE_VALUES else {}
    return reason(code, declaration=place, kind=ruling.said, **more)


# By whether a declaration only lies in the run of another, and whether it would pay as much.
_COMPETING: Mapping[tuple[bool, bool], Code] = complete(
    product((False, True), (False, True)),
    {
        (False, False): Code.CARD_REUSED,
        (False, True): Code.CARD_REUSED_LEVEL,
        (True, False): Code.SPLIT_RUNS_VOID,
        (True, True): Code.SPLIT_RUNS_VOID,
    },
)
# The reasons that tell no more than was said or seen at the table.
OPEN = frozenset({Code.ANNOUNCEMENTS_OFF, Code.LATE, Code.NOT_SHOWN})

VOID: Mapping[Void, Code] = complete(
    Void,
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
    },
)


def _say_when(ruling: Verdict, rules: Rules) -> Mapping[str, object]:
    """Return the card with which a late declaration was made, and the last one in time."""
    assert ruling.with_card is not None
    last_card = CardNumber(rules.last_card_in_time)
    return {"said_with": CardNumber(ruling.with_card), "last_card": last_card}


# Values of a sentence beside the declaration and its kind.
_MORE_VALUES: Mapping[Code, Callable[[Verdict, Rules], Mapping[str, object]]] = MappingProxyType(
    {Code.LATE: _say_when}
)


@lru_cache(maxsize=1024)
def _say_valid(seat: Seat | None, index: int, kind: Kind, points: int) -> Reason:
    """Return the reason of a valid declaration; few different ones occur."""
    place = DeclarationRef(seat, index)
    return reason(Code.DECLARATION_VALID, declaration=place, kind=kind, points=points)
