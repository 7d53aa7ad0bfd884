"""The codes of the reasons for a ruling, and the reasons themselves.

A reason is a code with values; the words are found by whoever shows it. This module must not know a
language, nor how a ruling is made.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Literal, TypeAlias

from service.belote.cards import Rank
from service.belote.paragraphs import PARAGRAPHS, Paragraph, Source
from service.belote.table import Seat


class Code(StrEnum):
    """The code of each sentence of an explanation, with the id of the rule that it rests on.

    `paragraph` is that rule and `source` what the rule rests on.
    """

    paragraph: Paragraph
    source: Source

    def __new__(cls, code: str, paragraph: str) -> Code:
        """Make a member from its row; each column of the row is one parameter."""
        member = str.__new__(cls, code)
        member._value_ = code
        member.paragraph = PARAGRAPHS[paragraph]
        member.source = member.paragraph.source
        return member

    # a hand
    NOTHING_TO_ANNOUNCE = "nothing_to_announce", "A1"
    BEST_ONE = "best_one", "A7"
    BEST_TWO = "best_two", "A7"
    ONE_CARD_ONE_ANNOUNCEMENT = "one_card_one_announcement", "A5"
    OTHER_CHOICE_PAYS_LESS = "other_choice_pays_less", "A7"
    OTHER_CHOICE_IS_WEAKER = "other_choice_is_weaker", "A10"
    REST_OF_THE_SEQUENCE = "rest_of_the_sequence", "A8"
    NOTHING_LEFT_OF_THE_SEQUENCE = "nothing_left_of_the_sequence", "A1"
    SUIT_SPLIT = "suit_split", "A9"
    SPLIT_RUNS_NOT_ALLOWED = "split_runs_not_allowed", "V4"
    ANNOUNCEMENTS_NOT_PLAYED = "announcements_not_played", "V5"
    WORTHLESS_CARRE = "worthless_carre", "A4"
    BELOTE_HELD = "belote_held", "B7"

    # declarations
    DECLARATION_VALID = "declaration_valid", "D3"
    DECLARATION_VOID = "declaration_void", "D3"
    COUNTS_AS_SAID = "counts_as_said", "D9"
    ANNOUNCEMENTS_OFF = "announcements_off", "V5"
    LATE = "late", "D2"
    CARD_NOT_IN_HAND = "card_not_in_hand", "D5"
    NOT_AN_ANNOUNCEMENT = "not_an_announcement", "A1"
    KIND_MISMATCH = "kind_mismatch", "D6"
    POINTS_MISMATCH = "points_mismatch", "D7"
    WORTHLESS = "worthless", "A4"
    NOT_HELD = "not_held", "D8"
    FALSE_IS_NOT_LOWERED = "false_is_not_lowered", "D4"
    NOT_SHOWN = "not_shown", "D10"
    CARD_REUSED = "card_reused", "D11"
    CARD_REUSED_LEVEL = "card_reused_level", "D13"
    SPLIT_RUNS_VOID = "split_runs_void", "V4"
    FALSE_DECLARATION_AWARDED = "false_declaration_awarded", "V6"
    NOTHING_DECLARED = "nothing_declared", "D1"
    HAND_MARKS = "hand_marks", "X11"
    NOTHING_STANDS = "nothing_stands", "X11"
    ANNOUNCING_IS_OPTIONAL = "announcing_is_optional", "D1"

    # a comparison
    NOBODY_ANNOUNCED = "nobody_announced", "X10"
    UNOPPOSED = "unopposed", "X10"
    REPRESENTED_BY = "represented_by", "X1"
    DECIDED_BY_POINTS = "decided_by_points", "X2"
    DECIDED_BY_POINTS_NOT_LENGTH = "decided_by_points_not_length", "X2"
    DECIDED_BY_CARRE = "decided_by_carre", "X3"
    DECIDED_BY_LENGTH = "decided_by_length", "X4"
    DECIDED_BY_TOP = "decided_by_top", "X5"
    DECIDED_BY_RANK = "decided_by_rank", "X7"
    DECIDED_BY_RANK_IN_TRICKS = "decided_by_rank_in_tricks", "V3"
    DECIDED_BY_TRUMP = "decided_by_trump", "X6"
    DECIDED_BY_FIRST_SPEAKER = "decided_by_first_speaker", "V1"
    SPEAKING_ORDER_NOT_COMPARED = "speaking_order_not_compared", "X9"
    SUM_NOT_COMPARED = "sum_not_compared", "X1"
    LENGTH_STEP_LEFT_OUT = "length_step_left_out", "V2"
    CARRE_ORDER_TRICK = "carre_order_trick", "V3"
    TIE_OF_SEQUENCES = "tie_of_sequences", "X8"
    TIE_WITHOUT_LENGTH = "tie_without_length", "V2"
    WINNER_MARKS = "winner_marks", "X11"
    SHOWN = "shown", "X12"
    LOSER_MARKS_NOTHING = "loser_marks_nothing", "X11"
    FALSE_DECLARATIONS_PAY = "false_declarations_pay", "V6"

    # a play
    IRREGULAR_FOLLOW = "irregular_follow", "P3"
    IRREGULAR_TRUMP = "irregular_trump", "P6"
    IRREGULAR_OVERTRUMP = "irregular_overtrump", "P8"
    IRREGULAR_GO_ABOVE = "irregular_go_above", "P4"
    IRREGULAR_GO_ABOVE_PARTNER = "irregular_go_above_partner", "P5"
    IRREGULAR_TRUMP_FOR_PARTNER = "irregular_trump_for_partner", "V16"
    IRREGULAR_OVERTRUMP_PARTNER = "irregular_overtrump_partner", "V16"
    PROVEN_BY = "proven_by", "P12"
    TRICK_WON = "trick_won", "P2"
    POINTS_SO_FAR = "points_so_far", "C8"
    PLAY_OVER = "play_over", "P1"
    LEADS = "leads", "P1"
    PLAYS_NEXT = "plays_next", "C1"
    MUST_FOLLOW = "must_follow", "P3"
    MUST_FOLLOW_BELOW = "must_follow_below", "P4"
    MUST_GO_ABOVE = "must_go_above", "P4"
    MUST_GO_ABOVE_PARTNER = "must_go_above_partner", "P5"
    NEED_NOT_GO_ABOVE_PARTNER = "need_not_go_above_partner", "V17"
    PARTNER_MASTERS = "partner_masters", "P7"
    NEITHER_SUIT_NOR_TRUMP = "neither_suit_nor_trump", "P10"
    MUST_TRUMP = "must_trump", "P6"
    MUST_OVERTRUMP = "must_overtrump", "P8"
    MUST_UNDERTRUMP = "must_undertrump", "P9"
    NEED_NOT_UNDERTRUMP = "need_not_undertrump", "V15"
    MUST_TRUMP_FOR_PARTNER = "must_trump_for_partner", "V16"
    MUST_OVERTRUMP_PARTNER = "must_overtrump_partner", "V16"
    MUST_UNDERTRUMP_PARTNER = "must_undertrump_partner", "V16"

    # a donne
    SCORED_AS_PLAYED = "scored_as_played", "P11"
    TRICKS_COUNTED = "tricks_counted", "C8"
    CARDS_COUNTED = "cards_counted", "C8"
    DIX_DE_DER = "dix_de_der", "C8"
    CAPOT = "capot", "S11"
    CAPOT_ROUND = "capot_round", "V20"
    CAPOT_PAYS_NO_MORE = "capot_pays_no_more", "V13"
    CAPOT_NEEDS_EVERY_TRICK = "capot_needs_every_trick", "S12"
    BELOTE_SCORED = "belote_scored", "B6"
    BELOTE_SAID = "belote_said", "B1"
    BELOTE_PARDONED = "belote_pardoned", "B4"
    REBELOTE_FORGOTTEN = "rebelote_forgotten", "B4"
    PARDON_POSSIBLE = "pardon_possible", "B4"
    PARDON_REFUSED = "pardon_refused", "B5"
    REBELOTE_PARDON_GAME = "rebelote_pardon_game", "V14"
    REBELOTE_PARDON_NONE = "rebelote_pardon_none", "V14"
    BELOTE_NOT_SAID = "belote_not_said", "B3"
    PARDON_IS_FOR_REBELOTE = "pardon_is_for_rebelote", "B4"
    BELOTE_NOT_TOLD = "belote_not_told", "B10"
    BELOTE_UNKNOWN = "belote_unknown", "B10"
    BELOTE_WOULD_MAKE = "belote_would_make", "B8"
    BELOTE_WOULD_BREAK = "belote_would_break", "B8"
    BELOTE_WOULD_LEVEL = "belote_would_level", "B8"
    BELOTE_NOBODY = "belote_nobody", "B1"
    ANNOUNCEMENTS_COUNTED = "announcements_counted", "X11"
    CAPOT_TAKES_ANNOUNCEMENTS = "capot_takes_announcements", "S13"
    ANNOUNCEMENTS_NOT_IN_CONTRACT = "announcements_not_in_contract", "V10"
    TRICKS_ALONE_IN_CONTRACT = "tricks_alone_in_contract", "V10"
    TOTAL_OF = "total_of", "S1"
    CONTRACT_MADE = "contract_made", "S2"
    CONTRACT_CHUTE = "contract_chute", "S2"
    CAPOT_MADE = "capot_made", "S14"
    CAPOT_CHUTE = "capot_chute", "S14"
    FIXED_MADE = "fixed_made", "V21"
    FIXED_CHUTE = "fixed_chute", "V21"
    BID_REACHED = "bid_reached", "K3"
    BID_MISSED = "bid_missed", "K3"
    BID_MISSED_LEVEL = "bid_missed_level", "K9"
    BID_CAPOT_REACHED = "bid_capot_reached", "K3"
    BID_CAPOT_MISSED = "bid_capot_missed", "K3"
    EQUALITY_LITIGE = "equality_litige", "S6"
    EQUALITY_LITIGE_OTHER = "equality_litige_other", "S7"
    EQUALITY_MADE = "equality_made", "V7"
    EQUALITY_CHUTE = "equality_chute", "V7"
    CARRY_NOT_IN_CONTRACT = "carry_not_in_contract", "S9"
    DECLARED_ARE_MARKED_TOO = "declared_are_marked_too", "V11"
    CAPOT_MARKS_DECLARED = "capot_marks_declared", "V12"
    ANNOUNCEMENTS_NOT_MARKED = "announcements_not_marked", "V11"
    CHUTE_MARKS = "chute_marks", "S4"
    CHUTE_MARKS_ANNOUNCEMENTS = "chute_marks_announcements", "S5"
    CHUTE_MARKS_OWN_ANNOUNCEMENTS = "chute_marks_own_announcements", "S5"
    TAKERS_KEEP_BELOTE = "takers_keep_belote", "B6"
    BELOTE_LOST = "belote_lost", "V22"
    LITIGE_KEEPS_BELOTE = "litige_keeps_belote", "S8"
    LITIGE_MARKS = "litige_marks", "S6"
    LITIGE_MARKS_OTHER = "litige_marks_other", "S7"
    LITIGE_BELOTE_CARRIED = "litige_belote_carried", "V8"
    LITIGE_CARRIES = "litige_carries", "S6"
    LITIGE_CARRIES_OTHER = "litige_carries_other", "S7"
    LITIGE_CARRIES_REST = "litige_carries_rest", "S8"
    BID_ADDED = "bid_added", "K4"
    FLAT_SCORED = "flat_scored", "K5"
    FLAT_ON_CAPOT = "flat_on_capot", "K10"
    BID_COINCHED = "bid_coinched", "K6"
    BID_SURCOINCHED = "bid_surcoinched", "K6"
    TAKE_COINCHED = "take_coinched", "K7"
    TAKE_SURCOINCHED = "take_surcoinched", "K7"
    DEFENCE_KEEPS_BELOTE = "defence_keeps_belote", "B6"
    LITIGE_BID_NOT_SCORED = "litige_bid_not_scored", "K8"
    LITIGE_NOT_DOUBLED = "litige_not_doubled", "K8"
    AWARDS_NOT_DOUBLED = "awards_not_doubled", "K11"
    CARRY_NOT_DOUBLED = "carry_not_doubled", "K11"
    CARRY_WON = "carry_won", "S9"
    CARRY_TO_TAKERS = "carry_to_takers", "V9"
    CARRY_TO_CONTRACT_MADE = "carry_to_contract_made", "V9"
    CARRY_WAITS = "carry_waits", "S6"
    CARRY_WAITS_ON = "carry_waits_on", "S10"
    WRITTEN = "written", "S16"
    WRITTEN_ROUNDED = "written_rounded", "V19"
    CARRIED_ON = "carried_on", "S6"
    CARRIED_ON_OTHER = "carried_on_other", "S10"
    CARRIED_SUM = "carried_sum", "S10"

    # a game
    ROW_PASSED = "row_passed", "G4"
    ROW_DECIDED = "row_decided", "G6"
    ROW_LOST = "row_lost", "L9"
    ROW_BID = "row_bid", "K2"
    ROW_TAKE_DOUBLED = "row_take_doubled", "K1"
    ROW_MADE = "row_made", "S3"
    ROW_CHUTE = "row_chute", "S4"
    ROW_LITIGE = "row_litige", "S6"
    ROW_CAPOT = "row_capot", "S11"
    ROW_CAPOT_OF_DEFENCE = "row_capot_of_defence", "S11"
    ROW_CAPOT_MISSED_BID = "row_capot_missed_bid", "K10"
    ROW_PARDONED = "row_pardoned", "B4"
    ROW_REBELOTE_FORGOTTEN = "row_rebelote_forgotten", "B4"
    ROW_CARRIES = "row_carries", "S6"
    ROW_CARRIED_SUM = "row_carried_sum", "S10"
    ROW_CARRY_WON = "row_carry_won", "S9"
    ROW_CARRY_TO_TAKERS = "row_carry_to_takers", "V9"
    GAME_WON = "game_won", "G2"
    GAME_LEVEL = "game_level", "G3"
    GAME_GOES_ON = "game_goes_on", "G2"
    GAME_NOT_BY_BELOTE = "game_not_by_belote", "V23"

    # a log: the deal and the auction
    DEAL_PACKETS = "deal_packets", "E1"
    DEAL_PACKETS_OF_EIGHT = "deal_packets_of_eight", "E9"
    CARD_TURNED = "card_turned", "E9"
    TURNED_CARD_ELSEWHERE = "turned_card_elsewhere", "E2"
    CALL_OUT_OF_TURN = "call_out_of_turn", "E3"
    SUIT_IN_ROUND_ONE = "suit_in_round_one", "E4"
    SUIT_MISSING_IN_ROUND_TWO = "suit_missing_in_round_two", "E5"
    TURNED_SUIT_IN_ROUND_TWO = "turned_suit_in_round_two", "E5"
    CALL_AFTER_TAKE = "call_after_take", "E6"
    CALL_NOT_OF_THIS_SCALE = "call_not_of_this_scale", "E4"
    TAKE_AMONG_BIDS = "take_among_bids", "E10"
    BID_TOO_LOW = "bid_too_low", "E10"
    BID_NOT_IN_TENS = "bid_not_in_tens", "E10"
    BID_OVER_CAPOT = "bid_over_capot", "E10"
    BID_AFTER_COINCHE = "bid_after_coinche", "E11"
    COINCHE_WITHOUT_BID = "coinche_without_bid", "E11"
    COINCHE_OF_OWN_SIDE = "coinche_of_own_side", "E11"
    COINCHE_AFTER_COINCHE = "coinche_after_coinche", "E11"
    SURCOINCHE_WITHOUT_COINCHE = "surcoinche_without_coinche", "E11"
    SURCOINCHE_OF_OWN_SIDE = "surcoinche_of_own_side", "E11"
    CALL_AFTER_AUCTION = "call_after_auction", "E12"
    HEADER_DIFFERS = "header_differs", "L2"

    # a log: the play
    MISPLACED_EVENT = "misplaced_event", "L1"
    LED_OUT_OF_TURN = "led_out_of_turn", "P14"
    OUT_OF_TURN = "out_of_turn", "P14"
    CARD_PLAYED_BEFORE = "card_played_before", "P16"
    CARD_NOT_HELD = "card_not_held", "P16"
    CARD_TOO_MANY = "card_too_many", "P16"

    # a log: the words
    BELOTE_ON_WRONG_CARD = "belote_on_wrong_card", "B2"
    BELOTE_ON_NO_CARD = "belote_on_no_card", "B11"
    BELOTE_WITHOUT_PAIR = "belote_without_pair", "B2"
    BELOTE_ON_SECOND_CARD = "belote_on_second_card", "B3"
    BELOTE_TWICE = "belote_twice", "B2"
    REBELOTE_WITHOUT_BELOTE = "rebelote_without_belote", "B3"
    BELOTE_UNSAID = "belote_unsaid", "B3"
    REBELOTE_UNSAID = "rebelote_unsaid", "B4"

    # a log: declarations and shows
    EARLY = "early", "D15"
    DECLARATION_TOO_MANY = "declaration_too_many", "D17"
    LATE_AFTER = "late_after", "D2"
    LATE_APART = "late_apart", "D2"
    CARDS_NAMED_TOO_SOON = "cards_named_too_soon", "D16"
    SHOW_TOO_SOON = "show_too_soon", "X13"
    SHOW_BY_LOSER = "show_by_loser", "X12"
    SHOW_DIFFERS = "show_differs", "X15"
    SHOW_OF_NOTHING = "show_of_nothing", "D1"
    SHOW_REFUSED = "show_refused", "D10"
    NOT_SHOWN_IN_TIME = "not_shown_in_time", "X14"

    # a log: the count, the claims and the decision
    COUNTED_TOO_SOON = "counted_too_soon", "L3"
    COUNTED_AGAIN = "counted_again", "L3"
    COUNT_DIFFERS = "count_differs", "S17"
    COUNT_OFF_BY_LAST_TRICK = "count_off_by_last_trick", "C8"
    COUNT_OFF_BY_BELOTE = "count_off_by_belote", "B8"
    COUNT_OFF_BY_ANNOUNCEMENTS = "count_off_by_announcements", "S1"
    COUNT_OFF_IN_SUM = "count_off_in_sum", "C8"
    COUNT_OFF_IN_SCORES = "count_off_in_scores", "S17"
    COUNT_OFF_BY_TRICK = "count_off_by_trick", "S17"
    CLAIM_UPHELD = "claim_upheld", "L4"
    CLAIM_AFTER_COUNT = "claim_after_count", "L3"
    CLAIM_OF_OTHER_TEAM = "claim_of_other_team", "B4"
    CLAIM_WITHOUT_PARDON = "claim_without_pardon", "B4"
    CLAIM_OF_OWN_TEAM = "claim_of_own_team", "V27"
    CLAIM_REFUTED = "claim_refuted", "L4"
    CLAIM_OF_NO_EVENT = "claim_of_no_event", "L4"
    CLAIM_OF_LATER_EVENT = "claim_of_later_event", "L4"
    CLAIM_OF_NO_REBELOTE = "claim_of_no_rebelote", "B4"
    CLAIM_WITHOUT_SHOWS = "claim_without_shows", "L4"
    CLAIM_WITHOUT_WORDS = "claim_without_words", "L4"
    CLAIM_WAITS_FOR_A_CARD = "claim_waits_for_a_card", "P12"
    CLAIM_WAITS_FOR_A_WORD = "claim_waits_for_a_word", "B11"
    CLAIM_WAITS_FOR_THE_HANDS = "claim_waits_for_the_hands", "L4"
    DECISION_STANDS = "decision_stands", "L5"
    DECISION_DONNE_LOST = "decision_donne_lost", "L9"
    DECISION_DONNE_LOST_ROUNDED = "decision_donne_lost_rounded", "L9"
    DECISION_THROWN_IN = "decision_thrown_in", "G4"
    DECISION_IMPOSSIBLE = "decision_impossible", "P16"
    DECISION_NO_TAKERS = "decision_no_takers", "L5"
    DECISION_NO_BID = "decision_no_bid", "L5"
    DECISION_BOTH_AT_FAULT = "decision_both_at_fault", "L9"

    # a log: how it stands
    ANNOUNCEMENTS_OPEN = "announcements_open", "X13"
    SHOW_DUE = "show_due", "X14"
    REBELOTE_DUE = "rebelote_due", "B2"
    CALLS_NEXT = "calls_next", "E3"
    NEXT_NOT_KNOWN = "next_not_known", "L2"


class NoteCode(StrEnum):
    """What is noted beside a row of a score sheet, or beside its totals."""

    # a donne that is not scored, or not as it was played
    PASSED = "passed"
    DECIDED = "decided"
    LOST = "lost"
    # one that is, in the order of its row
    ANNOUNCEMENTS = "announcements"
    BELOTE = "belote"
    REBELOTE_PARDONED = "rebelote_pardoned"
    REBELOTE_FORGOTTEN = "rebelote_forgotten"
    VOID_ANNOUNCEMENTS = "void_announcements"
    AWARD = "award"
    IRREGULAR_CARDS = "irregular_cards"
    CHUTE = "chute"
    LITIGE = "litige"
    CAPOT = "capot"
    CARRY_IN = "carry_in"
    # also beside the totals
    CARRY_OUT = "carry_out"
    WINNER = "winner"


@dataclass(frozen=True, slots=True)
class Note:
    """A few words on a score sheet: a code and the named values in them, as in a reason.

    Besides the values of a reason there is text in the organiser's own words.
    """

    code: NoteCode
    items: tuple[tuple[str, object], ...] = ()

    @property
    def params(self) -> Mapping[str, object]:
        """Return the values by name, in the order in which they were given."""
        return dict(self.items)


def note(code: NoteCode, **params: object) -> Note:
    """Return the note with this code and these values.

    >>> note(NoteCode.CARRY_OUT, points=81).params
    {'points': 81}
    """
    return Note(code, tuple(params.items()))


class CardNumber(int):
    """The number of a card among those that one player plays, from 1."""

    __slots__ = ()


DUTY_VALUES: Mapping[Code, tuple[str, ...]] = MappingProxyType(
    {
        Code.LEADS: ("seat",),
        Code.MUST_FOLLOW: ("seat", "suit"),
        Code.MUST_FOLLOW_BELOW: ("seat", "card"),
        Code.MUST_GO_ABOVE: ("seat", "card"),
        Code.MUST_GO_ABOVE_PARTNER: ("seat", "card"),
        Code.NEED_NOT_GO_ABOVE_PARTNER: ("seat", "card"),
        Code.PARTNER_MASTERS: ("seat", "suit", "card"),
        Code.NEITHER_SUIT_NOR_TRUMP: ("seat", "suit"),
        Code.MUST_TRUMP: ("seat", "suit"),
        Code.MUST_OVERTRUMP: ("seat", "suit", "card"),
        Code.MUST_UNDERTRUMP: ("seat", "suit", "card"),
        Code.NEED_NOT_UNDERTRUMP: ("seat", "suit", "card"),
        Code.MUST_TRUMP_FOR_PARTNER: ("seat", "suit", "card"),
        Code.MUST_OVERTRUMP_PARTNER: ("seat", "suit", "card"),
        Code.MUST_UNDERTRUMP_PARTNER: ("seat", "suit", "card"),
    }
)
"""The code of each duty of the play, with the values in its sentence.

`seat` is the player, `suit` the one led and `card` the master card.
"""


class RankOrder(tuple[Rank, ...]):
    """Ranks in the order that decides a comparison."""

    __slots__ = ()


class Addends(tuple[tuple[str, int], ...]):
    """The items of a total, each with its points, none of them 0."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class DeclarationRef:
    """A reference to a declaration: the seat that made it and its index, from 0.

    `seat` is None where there is only one player.
    """

    seat: Seat | None
    index: int


Audience: TypeAlias = Literal["table", "referee"] | Seat
"""Who may hear a sentence: everybody, the referee alone, or one player."""

TABLE: Audience = "table"
REFEREE: Audience = "referee"


@dataclass(frozen=True, slots=True)
class Reason:
    """One sentence of an explanation: its code and the named values in it.

    The values are numbers, cards, ranks, suits, kinds, announcements, selections, seats, teams,
    declarations, contracts, orders of ranks or sums. `items` holds them as pairs, which makes a
    reason immutable and hashable.
    `audience`: who may hear it; what is for the table tells nothing of a hand that was not seen.
    """

    code: Code
    items: tuple[tuple[str, object], ...] = ()
    audience: Audience = TABLE

    @property
    def params(self) -> Mapping[str, object]:
        """Return the values by name, in the order in which they were given."""
        return dict(self.items)

    @property
    def source(self) -> Source:
        """Return what the rule behind the sentence rests on."""
        return self.code.source

    @property
    def paragraph(self) -> str:
        """Return the id of the paragraph that the sentence rests on."""
        return self.code.paragraph.id

    def told_to(self, audience: Audience) -> Reason:
        """Return the same sentence for another audience.

        >>> reason(Code.MUST_TRUMP).told_to(Seat.N).audience
        <Seat.N: 'N'>
        """
        return Reason(self.code, self.items, audience)


def reason(code: Code, **params: object) -> Reason:
    """Return the reason with this code and these values, for the whole table.

    >>> reason(Code.POINTS_SO_FAR, ns=11, ew=0).params
    {'ns': 11, 'ew': 0}
    """
    return Reason(code, tuple(params.items()))
