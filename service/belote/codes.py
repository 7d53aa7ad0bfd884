"""Why a ruling is as it is: codes, and the reasons that carry them.

The game gives its reasons as values; whoever shows them finds the words. It must not know a
language, nor how a ruling comes about.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from service.belote.table import Seat


class Code(StrEnum):
    """Every sentence that a referee may say, one row each: its code, then what is known of it.

    `source` names the document that the sentence rests on: 000 the belote sheet, 001 counting the
    points, 003 the announcements; `arbiter` where the documents are silent and this service had to
    decide, `variant` where a table agreed on something else.
    """

    source: str

    def __new__(cls, code: str, source: str) -> Code:
        """Make a member out of its row; a further column is a further parameter here."""
        member = str.__new__(cls, code)
        member._value_ = code
        member.source = source
        return member

    # a hand
    NOTHING_TO_ANNOUNCE = "nothing_to_announce", "003"
    BEST_ONE = "best_one", "003"
    BEST_TWO = "best_two", "003"
    ONE_CARD_ONE_ANNOUNCEMENT = "one_card_one_announcement", "003"
    OTHER_CHOICE_PAYS_LESS = "other_choice_pays_less", "003"
    OTHER_CHOICE_IS_WEAKER = "other_choice_is_weaker", "arbiter"
    REST_OF_THE_SEQUENCE = "rest_of_the_sequence", "arbiter"
    SUIT_SPLIT = "suit_split", "arbiter"
    SPLIT_RUNS_NOT_ALLOWED = "split_runs_not_allowed", "variant"
    ANNOUNCEMENTS_NOT_PLAYED = "announcements_not_played", "variant"
    WORTHLESS_CARRE = "worthless_carre", "003"
    BELOTE_HELD = "belote_held", "003"

    # declarations
    DECLARATION_VALID = "declaration_valid", "003"
    COUNTS_AS_SAID = "counts_as_said", "arbiter"
    ANNOUNCEMENTS_OFF = "announcements_off", "variant"
    LATE = "late", "003"
    CARD_NOT_IN_HAND = "card_not_in_hand", "arbiter"
    NOT_AN_ANNOUNCEMENT = "not_an_announcement", "003"
    KIND_MISMATCH = "kind_mismatch", "arbiter"
    POINTS_MISMATCH = "points_mismatch", "arbiter"
    WORTHLESS = "worthless", "003"
    NOT_HELD = "not_held", "arbiter"
    NOT_SHOWN = "not_shown", "003"
    CARD_REUSED = "card_reused", "003"
    SPLIT_RUNS_VOID = "split_runs_void", "variant"
    FALSE_DECLARATION_AWARDED = "false_declaration_awarded", "variant"
    NOTHING_DECLARED = "nothing_declared", "003"
    HAND_MARKS = "hand_marks", "003"
    ANNOUNCING_IS_OPTIONAL = "announcing_is_optional", "003"

    # a comparison
    NOBODY_ANNOUNCED = "nobody_announced", "003"
    UNOPPOSED = "unopposed", "003"
    REPRESENTED_BY = "represented_by", "003"
    DECIDED_BY_POINTS = "decided_by_points", "003"
    DECIDED_BY_CARRE = "decided_by_carre", "003"
    DECIDED_BY_LENGTH = "decided_by_length", "003"
    DECIDED_BY_TOP = "decided_by_top", "003"
    DECIDED_BY_TRUMP = "decided_by_trump", "003"
    DECIDED_BY_FIRST_SPEAKER = "decided_by_first_speaker", "variant"
    LENGTH_STEP_LEFT_OUT = "length_step_left_out", "variant"
    CARRE_ORDER_TRICK = "carre_order_trick", "variant"
    TIE_OF_SEQUENCES = "tie_of_sequences", "003"
    TIE_WITHOUT_LENGTH = "tie_without_length", "variant"
    WINNER_MARKS = "winner_marks", "003"
    SHOWN = "shown", "003"
    LOSER_MARKS_NOTHING = "loser_marks_nothing", "003"
    FALSE_DECLARATIONS_PAY = "false_declarations_pay", "variant"

    # a play
    IRREGULAR_FOLLOW = "irregular_follow", "000"
    IRREGULAR_TRUMP = "irregular_trump", "000"
    IRREGULAR_OVERTRUMP = "irregular_overtrump", "000"
    TRICK_WON = "trick_won", "000"
    POINTS_SO_FAR = "points_so_far", "001"
    PLAY_OVER = "play_over", "000"
    LEADS = "leads", "000"
    PLAYS_NEXT = "plays_next", "000"
    MUST_FOLLOW = "must_follow", "000"
    MUST_GO_ABOVE = "must_go_above", "000"
    PARTNER_MASTERS = "partner_masters", "000"
    NEITHER_SUIT_NOR_TRUMP = "neither_suit_nor_trump", "000"
    MUST_TRUMP = "must_trump", "000"
    MUST_OVERTRUMP = "must_overtrump", "000"
    MUST_UNDERTRUMP = "must_undertrump", "000"

    # a donne
    SCORED_AS_PLAYED = "scored_as_played", "arbiter"
    CARDS_COUNTED = "cards_counted", "001"
    DIX_DE_DER = "dix_de_der", "001"
    CAPOT = "capot", "001"
    CAPOT_PAYS_NO_MORE = "capot_pays_no_more", "variant"
    BELOTE_SCORED = "belote_scored", "001"
    BELOTE_PARDONED = "belote_pardoned", "000"
    REBELOTE_FORGOTTEN = "rebelote_forgotten", "003"
    PARDON_REFUSED = "pardon_refused", "000"
    REBELOTE_PARDON_GAME = "rebelote_pardon_game", "variant"
    REBELOTE_PARDON_NONE = "rebelote_pardon_none", "variant"
    BELOTE_NOT_SAID = "belote_not_said", "003"
    BELOTE_NOBODY = "belote_nobody", "000"
    ANNOUNCEMENTS_COUNTED = "announcements_counted", "003"
    CAPOT_TAKES_ANNOUNCEMENTS = "capot_takes_announcements", "001"
    ANNOUNCEMENTS_NOT_IN_CONTRACT = "announcements_not_in_contract", "variant"
    TRICKS_ALONE_IN_CONTRACT = "tricks_alone_in_contract", "variant"
    CONTRACT_MADE = "contract_made", "001"
    CONTRACT_CHUTE = "contract_chute", "001"
    EQUALITY_LITIGE = "equality_litige", "001"
    EQUALITY_MADE = "equality_made", "variant"
    EQUALITY_CHUTE = "equality_chute", "variant"
    DECLARED_ARE_MARKED_TOO = "declared_are_marked_too", "variant"
    ANNOUNCEMENTS_NOT_MARKED = "announcements_not_marked", "variant"
    CHUTE_MARKS = "chute_marks", "001"
    CHUTE_MARKS_ANNOUNCEMENTS = "chute_marks_announcements", "003"
    TAKERS_KEEP_BELOTE = "takers_keep_belote", "000"
    LITIGE_MARKS = "litige_marks", "001"
    LITIGE_BELOTE_CARRIED = "litige_belote_carried", "variant"
    LITIGE_CARRIES = "litige_carries", "001"
    CARRY_WON = "carry_won", "001"
    CARRY_TO_TAKERS = "carry_to_takers", "variant"
    CARRY_TO_CONTRACT_MADE = "carry_to_contract_made", "variant"
    CARRY_WAITS = "carry_waits", "001"
    WRITTEN = "written", "001"
    CARRIED_ON = "carried_on", "001"

    # a game
    ROW_PASSED = "row_passed", "000"
    ROW_MADE = "row_made", "001"
    ROW_CHUTE = "row_chute", "001"
    ROW_LITIGE = "row_litige", "001"
    ROW_CAPOT = "row_capot", "001"
    ROW_PARDONED = "row_pardoned", "000"
    ROW_REBELOTE_FORGOTTEN = "row_rebelote_forgotten", "003"
    ROW_CARRIES = "row_carries", "001"
    GAME_WON = "game_won", "000"
    GAME_LEVEL = "game_level", "arbiter"
    GAME_GOES_ON = "game_goes_on", "000"


class CardNumber(int):
    """Which of his own cards, from 1, a player was playing."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class DeclarationRef:
    """A declaration by the seat that made it and its index from 0.

    `seat` is None where only one player is in question.
    """

    seat: Seat | None
    index: int


@dataclass(frozen=True, slots=True)
class Reason:
    """One sentence of a referee: its code and the values in it, by name.

    The values are numbers, cards, ranks, suits, kinds, announcements, selections, seats, teams or
    declarations. They are kept as pairs, so that a reason is hashable and cannot change.
    """

    code: Code
    items: tuple[tuple[str, object], ...] = ()

    @property
    def params(self) -> Mapping[str, object]:
        """Return the values by name, in the order in which they were given."""
        return dict(self.items)

    @property
    def source(self) -> str:
        """Return the document that the sentence rests on."""
        return self.code.source


def reason(code: Code, **params: object) -> Reason:
    """Return the reason with this code and these values.

    >>> reason(Code.POINTS_SO_FAR, ns=11, ew=0).params
    {'ns': 11, 'ew': 0}
    """
    return Reason(code, tuple(params.items()))
