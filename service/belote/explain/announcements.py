"""The reasons for the best choice of a hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from service.belote.cards import Rank
from service.belote.codes import REFEREE, Code, Reason, reason
from service.belote.rules import Rules

if TYPE_CHECKING:
    from service.belote.announcements import Clash, Findings, Selection


def explain(found: Findings, rules: Rules) -> tuple[Reason, ...]:
    """Return the reasons of a resolution, which tell a hidden hand and so are for the referee."""
    said = (
        _say_best(found.best),
        *_say_split(found),
        *_say_carre_order(found.carre_order),
        *(said for clash in found.clashes for said in _say_clash(clash)),
        *_say_other(found),
        *(reason(Code.WORTHLESS_CARRE, carre=carre) for carre in found.worthless),
        *([_BELOTE_HELD] if found.belote else []),
        *([] if rules.announcements else [reason(Code.ANNOUNCEMENTS_NOT_PLAYED)]),
    )
    return tuple([one.told_to(REFEREE) for one in said])


_BELOTE_HELD = reason(Code.BELOTE_HELD, king=Rank.KING, queen=Rank.QUEEN)


def _say_best(best: Selection) -> Reason:
    points, announcements = best.points, best.announcements
    if not announcements:
        return reason(Code.NOTHING_TO_ANNOUNCE)
    if len(announcements) == 1:
        return reason(Code.BEST_ONE, announcement=announcements[0], points=points)
    first, second = announcements
    return reason(Code.BEST_TWO, first=first, second=second, points=points)


def _say_split(found: Findings) -> list[Reason]:
    """Return the reasons about runs that are long enough for two announcements."""
    if found.split is not None:
        length = sum(one.length for one in found.best.announcements)
        points = found.best.points
        return [reason(Code.SUIT_SPLIT, suit=found.split, length=length, points=points)]
    return [
        reason(Code.SPLIT_RUNS_NOT_ALLOWED, announcement=run, length=run.length)
        for run in found.unsplit
    ]


def _say_carre_order(order: Sequence[Rank]) -> list[Reason]:
    """Return the reason for an order of equal carrés other than document 003's, if there is one."""
    if not order:
        return []
    first, second, third, fourth = order
    return [reason(Code.CARRE_ORDER_TRICK, first=first, second=second, third=third, fourth=fourth)]


def _say_clash(clash: Clash) -> list[Reason]:
    wanted = reason(
        Code.ONE_CARD_ONE_ANNOUNCEMENT,
        card=clash.card,
        carre=clash.carre,
        sequence=clash.sequence,
    )
    rest = [
        reason(Code.REST_OF_THE_SEQUENCE, announcement=one, card=clash.card) for one in clash.rest
    ]
    nothing = reason(Code.NOTHING_LEFT_OF_THE_SEQUENCE, card=clash.card)
    return [wanted, *(rest or [nothing])]


def _say_other(found: Findings) -> list[Reason]:
    if not found.alternatives:
        return []
    other = found.alternatives[0]
    code = _OTHER[other.points == found.best.points]
    return [reason(code, choice=other, points=other.points)]


# By whether the other choice pays as much.
_OTHER: Mapping[bool, Code] = MappingProxyType(
    {False: Code.OTHER_CHOICE_PAYS_LESS, True: Code.OTHER_CHOICE_IS_WEAKER}
)
