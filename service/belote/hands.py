"""The known hands of a table, completed: three hands make the fourth known."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from service.belote.cards import PACK, Cards, union
from service.belote.rules import HAND_SIZE
from service.belote.table import SEATS, Seat

NO_HANDS: Mapping[Seat, Cards] = MappingProxyType({})


def with_fourth(hands: Mapping[Seat, Cards]) -> Mapping[Seat, Cards]:
    """Return the known hands; three of them make the fourth known (arbiter).

    >>> with_fourth({Seat.N: 255, Seat.W: 255 << 8, Seat.S: 255 << 16})[Seat.E] == 255 << 24
    True
    """
    if len(hands) != len(SEATS) - 1:
        return hands
    (fourth,) = (seat for seat in SEATS if seat not in hands)
    rest = PACK & ~union(hands.values())
    return {**hands, fourth: rest} if rest.bit_count() == HAND_SIZE else hands
