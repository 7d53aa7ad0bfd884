"""The reasons of an audit: the findings that need more than their values, claims, and the rest.

What only a hand tells that the table has not seen is for the referee.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from service.belote.cards import Card
from service.belote.codes import (
    REFEREE,
    TABLE,
    CardNumber,
    Code,
    DeclarationRef,
    Reason,
    reason,
)
from service.belote.explain.declarations import VOID, say_verdict
from service.belote.explain.tricks import say_next
from service.belote.lookup import complete
from service.belote.rules import Because, Rules, Void
from service.belote.table import ByTeam, Seat, Team

if TYPE_CHECKING:
    from service.belote.audit.rulings import Decision, Due, Next
    from service.belote.audit.state import Said
    from service.belote.comparison import Comparison
    from service.belote.declarations import Verdict
    from service.belote.donne import DonneScore
    from service.belote.tricks import Duty, Irregularity, Situation

FINDING_OF: Mapping[Void, Code] = VOID
"""The code of the finding on a declaration, by what makes it void."""

VALUES: Mapping[Code, Sequence[str]] = MappingProxyType(
    {
        Code.HEADER_DIFFERS: (),
        Code.DEAL_PACKETS: ("seat",),
        Code.CALL_OUT_OF_TURN: ("seat", "due"),
        Code.SUIT_IN_ROUND_ONE: ("seat", "suit", "turned"),
        Code.SUIT_MISSING_IN_ROUND_TWO: ("seat",),
        Code.TURNED_SUIT_IN_ROUND_TWO: ("seat", "suit"),
        Code.CALL_AFTER_TAKE: ("seat", "taker"),
        Code.CALL_NOT_OF_THIS_SCALE: ("seat",),
        Code.CARD_TURNED: ("seat",),
        Code.BID_TOO_LOW: ("seat", "bid", "needed"),
        Code.BID_NOT_IN_TENS: ("seat", "bid"),
        Code.BID_OVER_CAPOT: ("seat",),
        Code.BID_AFTER_COINCHE: ("seat",),
        Code.COINCHE_WITHOUT_BID: ("seat",),
        Code.COINCHE_OF_OWN_SIDE: ("seat", "team"),
        Code.COINCHE_AFTER_COINCHE: ("seat",),
        Code.SURCOINCHE_WITHOUT_COINCHE: ("seat",),
        Code.SURCOINCHE_OF_OWN_SIDE: ("seat", "team"),
        Code.CALL_AFTER_AUCTION: ("seat",),
        Code.MISPLACED_EVENT: ("seat",),
        Code.CARD_PLAYED_BEFORE: ("seat", "card"),
        Code.CARD_NOT_HELD: ("seat", "card"),
        Code.CARD_TOO_MANY: ("seat", "card", "trick"),
        Code.LED_OUT_OF_TURN: ("seat", "card", "trick", "due"),
        Code.OUT_OF_TURN: ("seat", "card", "trick", "due"),
        Code.EARLY: ("seat",),
        Code.DECLARATION_TOO_MANY: ("seat",),
        Code.SHOW_TOO_SOON: ("seat",),
        Code.COUNTED_TOO_SOON: (),
        Code.COUNTED_AGAIN: (),
    }
)
"""The values in the sentence of each rule of time."""


# The findings ---------------------------------------------------------------------------------


def say_irregular(found: Irregularity, *, is_seen: bool) -> Reason:
    """Return the sentence on an irregular card."""
    said = reason(found.code, trick=found.trick, seat=found.seat, card=found.card)
    return said if is_seen else said.told_to(REFEREE)


def say_word(code: Code, seat: Seat, card: Card | None, *, is_seen: bool) -> Reason:
    """Return the sentence on a word that is void; `card`: the one it was said with, if any."""
    if card is None:
        return reason(Code.BELOTE_ON_NO_CARD, seat=seat)
    said = reason(code, seat=seat, card=card)
    return said if is_seen else said.told_to(REFEREE)


def say_late(place: DeclarationRef, said: Said, played: int, after: Seat) -> Reason:
    """Return when a late declaration was made: with or after which card of its player.

    `played`: how many cards he had played by then, that of the event included; `after`: which
    other player had played last.
    """
    is_apart = played < said.with_card
    return reason(
        Code.LATE_APART if is_apart else Code.LATE_AFTER,
        declaration=place,
        kind=said.words.kind,
        after=after,
        **({"said_after": CardNumber(played)} if is_apart else {}),
        said_with=CardNumber(said.with_card),
    )


def say_void(
    verdict: Verdict, seat: Seat, rules: Rules, *, is_seen: bool, is_compared: bool
) -> Iterator[Reason]:
    """Yield why a declaration is void: to the table, and what it has not seen to the referee.

    Before announcements are compared the table does not hear that one is void by what it has not
    seen.
    """
    ruled, *more = say_verdict(verdict, rules, seat)
    hidden = next((one for one in more if one.code in _HIDDEN), None)
    if hidden is None:
        yield ruled
    elif is_seen:
        yield hidden.told_to(TABLE)
    else:
        if is_compared:
            yield ruled
        yield hidden.told_to(REFEREE)


_HIDDEN = frozenset({*VOID.values(), Code.CARD_REUSED_LEVEL, Code.SPLIT_RUNS_VOID})


def say_count(because: Because, card_points: ByTeam[int], last: Team, trick: int | None) -> Reason:
    """Return how a count differs from the cards.

    `card_points` and `last`: what the cards are worth, and who won the last trick. `trick`: the one
    by whose points the count is off, where that is the reason.
    """
    ns, ew = card_points
    more = {"trick": trick} if because is Because.TRICK else {}
    return reason(_COUNT[because], because=because, ns=ns, ew=ew, team=last, **more)


def say_scores(scores: ByTeam[int]) -> Reason:
    """Return the reason of a count whose points are right and whose scores are not.

    `scores`: those that the table should write.
    """
    because = Because.OTHER
    return reason(Code.COUNT_OFF_IN_SCORES, because=because, ns=scores.NS, ew=scores.EW)


# By the likely reason of a difference.
_COUNT: Mapping[Because, Code] = complete(
    Because,
    {
        Because.DIX_DE_DER: Code.COUNT_OFF_BY_LAST_TRICK,
        Because.BELOTE: Code.COUNT_OFF_BY_BELOTE,
        Because.ANNOUNCEMENTS: Code.COUNT_OFF_BY_ANNOUNCEMENTS,
        Because.SUM: Code.COUNT_OFF_IN_SUM,
        Because.TRICK: Code.COUNT_OFF_BY_TRICK,
        Because.OTHER: Code.COUNT_DIFFERS,
    },
)


# The rest -------------------------------------------------------------------------------------


def say_not_past(seat: Seat, event: int, *, is_there: bool) -> Reason:
    """Return the reason of a claim about a later event, or about one that the log does not have."""
    code = Code.CLAIM_OF_LATER_EVENT if is_there else Code.CLAIM_OF_NO_EVENT
    return reason(code, seat=seat, event=event)


@cache
def say_claim(code: Code, seat: Seat) -> Reason:
    """Return the reason of any other ruling on a claim; `seat`: who claims."""
    return reason(code, seat=seat)


def explain(  # noqa: PLR0913 - all that an audit answers
    *,
    score: DonneScore | None,
    decision: Decision | None,
    compared: Comparison | None,
    is_open: bool,
    points: ByTeam[int],
    following: Next | None,
    due: Sequence[Due],
    situation: Situation | None,
    duty: Duty | None,
) -> tuple[Reason, ...]:
    """Return the reasons of an audit: of the score and the decision, or how the donne stands.

    `is_open`: announcements were made, and cannot be compared yet. `duty`: the one that binds the
    next player, None where his hand is not known.
    """
    if decision is not None:
        return (*(score.explanation if score else ()), decision.reason)
    return (
        *(compared.explanation if compared else ()),
        *([reason(Code.ANNOUNCEMENTS_OPEN)] if is_open else []),
        *([] if situation is None else [reason(Code.POINTS_SO_FAR, ns=points.NS, ew=points.EW)]),
        *(reason(one.code, seat=one.seat) for one in due),
        *_say_following(following, situation, duty),
    )


def _say_following(
    following: Next | None, situation: Situation | None, duty: Duty | None
) -> Iterable[Reason]:
    """Return who is next, and what binds him."""
    if following is None:
        return [reason(Code.NEXT_NOT_KNOWN)]
    if situation is None:
        return [reason(Code.CALLS_NEXT, seat=following.seat)]
    return say_next(following.seat, situation, duty)
