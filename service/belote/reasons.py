"""Why a ruling is as it is: a code, the values it speaks of, and the document it rests on.

The game gives reasons as values; whoever shows them finds the words. Every code is in `SOURCES`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from service.belote.table import Seat


@dataclass(frozen=True, slots=True)
class Place:
    """A declaration by who said it (None: the only player in question) and its index."""

    seat: Seat | None
    index: int


@dataclass(frozen=True, slots=True)
class Reason:
    """One sentence of a referee.

    `code` is a key of `SOURCES`; `params` are the values in the sentence: numbers, cards, ranks,
    suits, kinds, announcements, seats, teams or places.
    """

    code: str
    params: Mapping[str, object]

    @property
    def source(self) -> str:
        return SOURCES[self.code]


def because(code: str, **params: object) -> Reason:
    return Reason(code, params)


SOURCES: Mapping[str, str] = MappingProxyType(
    {
        # a hand
        "nothing_to_announce": "003",
        "best_one": "003",
        "best_two": "003",
        "one_card_one_announcement": "003",
        "other_choice_pays_less": "003",
        "other_choice_is_weaker": "arbiter",
        "rest_of_the_sequence": "arbiter",
        "suit_split": "arbiter",
        "worthless_carre": "003",
        "belote_held": "003",
        # declarations
        "declaration_valid": "003",
        "counts_as_said": "arbiter",
        "late": "003",
        "card_not_in_hand": "arbiter",
        "not_an_announcement": "003",
        "kind_mismatch": "arbiter",
        "points_mismatch": "arbiter",
        "worthless": "003",
        "not_held": "arbiter",
        "not_shown": "003",
        "card_reused": "003",
        "nothing_declared": "003",
        "hand_marks": "003",
        "announcing_is_optional": "003",
        # a comparison
        "nobody_announced": "003",
        "unopposed": "003",
        "represented_by": "003",
        "decided_by_points": "003",
        "decided_by_carre": "003",
        "decided_by_length": "003",
        "decided_by_top": "003",
        "decided_by_trump": "003",
        "tie_of_sequences": "003",
        "winner_marks": "003",
        "shown": "003",
        "loser_marks_nothing": "003",
    }
)
