"""Why a ruling is as it is: a code, the values it speaks of, and the document it rests on.

The game gives reasons as values; whoever shows them finds the words. Every code is in `SOURCES`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from service.belote.table import Seat


@dataclass(frozen=True, slots=True)
class Place:
    """A declaration by who said it (None: the only player in question) and its index."""

    seat: Seat | None
    index: int


class Reason(NamedTuple):
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
    return tuple.__new__(Reason, (code, params))  # `Reason(code, params)` takes twice the time


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
        "split_runs_not_allowed": "variant",
        "announcements_not_played": "variant",
        "worthless_carre": "003",
        "belote_held": "003",
        # declarations
        "declaration_valid": "003",
        "counts_as_said": "arbiter",
        "announcements_off": "variant",
        "late": "003",
        "card_not_in_hand": "arbiter",
        "not_an_announcement": "003",
        "kind_mismatch": "arbiter",
        "points_mismatch": "arbiter",
        "worthless": "003",
        "not_held": "arbiter",
        "not_shown": "003",
        "card_reused": "003",
        "split_runs_void": "variant",
        "false_declaration_awarded": "variant",
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
        "decided_by_first_speaker": "variant",
        "length_step_left_out": "variant",
        "carre_order_trick": "variant",
        "tie_of_sequences": "003",
        "tie_without_length": "variant",
        "winner_marks": "003",
        "shown": "003",
        "loser_marks_nothing": "003",
        "false_declarations_pay": "variant",
        # a play
        "irregular_follow": "000",
        "irregular_trump": "000",
        "irregular_overtrump": "000",
        "trick_won": "000",
        "points_so_far": "001",
        "play_over": "000",
        "leads": "000",
        "plays_next": "000",
        "must_follow": "000",
        "must_go_above": "000",
        "partner_masters": "000",
        "neither_suit_nor_trump": "000",
        "must_trump": "000",
        "must_overtrump": "000",
        "must_undertrump": "000",
        # a donne
        "scored_as_played": "arbiter",
        "cards_counted": "001",
        "dix_de_der": "001",
        "capot": "001",
        "capot_pays_no_more": "variant",
        "belote_scored": "001",
        "belote_pardoned": "000",
        "rebelote_forgotten": "003",
        "pardon_refused": "000",
        "rebelote_pardon_game": "variant",
        "rebelote_pardon_none": "variant",
        "belote_not_said": "003",
        "belote_nobody": "000",
        "announcements_counted": "003",
        "capot_takes_announcements": "001",
        "announcements_not_in_contract": "variant",
        "tricks_alone_in_contract": "variant",
        "contract_made": "001",
        "contract_chute": "001",
        "equality_litige": "001",
        "equality_made": "variant",
        "equality_chute": "variant",
        "declared_are_marked_too": "variant",
        "announcements_not_marked": "variant",
        "chute_marks": "001",
        "chute_marks_announcements": "003",
        "takers_keep_belote": "000",
        "litige_marks": "001",
        "litige_belote_carried": "variant",
        "litige_carries": "001",
        "carry_won": "001",
        "carry_to_takers": "variant",
        "carry_to_contract_made": "variant",
        "carry_waits": "001",
        "written": "001",
        "carried_on": "001",
        # a game
        "row_passed": "000",
        "row_made": "001",
        "row_chute": "001",
        "row_litige": "001",
        "row_capot": "001",
        "row_pardoned": "000",
        "row_rebelote_forgotten": "003",
        "row_carries": "001",
        "game_won": "000",
        "game_level": "arbiter",
        "game_goes_on": "000",
    }
)
