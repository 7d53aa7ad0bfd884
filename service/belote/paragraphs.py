"""The rules in numbered paragraphs: the id of each, and what it rests on.

The words of the paragraphs stand in the catalogues of the languages. An id is a letter, its
chapter, and a number. Ids are stable: a new paragraph takes the next number of its chapter, and the
number of one that is dropped is never given again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


class Chapter(StrEnum):
    """The chapters in reading order; the value is the letter that their ids begin with."""

    CARDS = "C"
    AUCTION = "E"
    HAND = "A"
    DECLARATIONS = "D"
    COMPARISON = "X"
    BELOTE = "B"
    PLAY = "P"
    SCORE = "S"
    GAME = "G"
    CONTRACTS = "K"
    LOG = "L"
    HOUSE_RULES = "V"


class Source(StrEnum):
    """What a rule rests on; the value is the name it is cited by.

    The first three are the documents, `FFB_COINCHE` the one on bids. `ARBITER` is a decision of
    this service, where they are silent or could be read in two ways; `VARIANT` a choice that a
    table makes.
    """

    BELOTE_SHEET = "000"
    COUNTING_THE_POINTS = "001"
    ANNOUNCEMENTS = "003"
    FFB_COINCHE = "ffb-2015"
    ARBITER = "arbiter"
    VARIANT = "variant"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One rule.

    `switch` names the switch of a house rule, and `instead_of` the paragraph that holds where the
    table keeps to the default; both are None for every other rule.
    """

    id: str
    source: Source
    switch: str | None = None
    instead_of: str | None = None

    @property
    def chapter(self) -> Chapter:
        """Return the chapter, which is the first letter of the id.

        >>> PARAGRAPHS["X4"].chapter
        <Chapter.COMPARISON: 'X'>
        """
        return Chapter(self.id[0])

    @property
    def is_decision(self) -> bool:
        """Return whether this service decided the rule; a decision is given with its reason."""
        return self.source is Source.ARBITER


PARAGRAPHS: Mapping[str, Paragraph] = MappingProxyType(
    {
        one.id: one
        for one in (
            Paragraph("C1", Source.BELOTE_SHEET),  # the players
            Paragraph("C2", Source.BELOTE_SHEET),  # takers and defence
            Paragraph("C3", Source.BELOTE_SHEET),  # the pack
            Paragraph("C4", Source.ANNOUNCEMENTS),  # the order of sequences
            Paragraph("C5", Source.ANNOUNCEMENTS),  # the Spanish deck
            Paragraph("C6", Source.BELOTE_SHEET),  # the trump suit
            Paragraph("C7", Source.BELOTE_SHEET),  # the other suits
            Paragraph("C8", Source.COUNTING_THE_POINTS),  # the points of a deal
            Paragraph("E1", Source.BELOTE_SHEET),  # the deal
            Paragraph("E2", Source.BELOTE_SHEET),  # the turned card
            Paragraph("E3", Source.BELOTE_SHEET),  # who speaks
            Paragraph("E4", Source.BELOTE_SHEET),  # the first round
            Paragraph("E5", Source.BELOTE_SHEET),  # the second round
            Paragraph("E6", Source.BELOTE_SHEET),  # the take
            Paragraph("E7", Source.ARBITER),  # calls that are void
            Paragraph("E8", Source.ARBITER),  # the turned card elsewhere
            Paragraph("E9", Source.FFB_COINCHE),  # the deal where contracts are bid
            Paragraph("E10", Source.FFB_COINCHE),  # bids
            Paragraph("E11", Source.FFB_COINCHE),  # who may coinche and surcoinche
            Paragraph("E12", Source.FFB_COINCHE),  # how bidding ends
            Paragraph("E13", Source.ARBITER),  # coinche after a take
            Paragraph("A1", Source.ANNOUNCEMENTS),  # sequence and carré
            Paragraph("A2", Source.ANNOUNCEMENTS),  # the value of sequences
            Paragraph("A3", Source.ANNOUNCEMENTS),  # the value of carrés
            Paragraph("A4", Source.ANNOUNCEMENTS),  # carrés worth nothing
            Paragraph("A5", Source.ANNOUNCEMENTS),  # one card, one announcement
            Paragraph("A6", Source.ANNOUNCEMENTS),  # the exception of the belote
            Paragraph("A7", Source.ANNOUNCEMENTS),  # the best choice
            Paragraph("A8", Source.ARBITER),  # part of a sequence
            Paragraph("A9", Source.ARBITER),  # a whole suit
            Paragraph("A10", Source.ARBITER),  # choices worth the same
            Paragraph("D1", Source.ANNOUNCEMENTS),  # announcing is optional
            Paragraph("D2", Source.ANNOUNCEMENTS),  # in time
            Paragraph("D3", Source.ANNOUNCEMENTS),  # what is said
            Paragraph("D4", Source.ARBITER),  # false declarations
            Paragraph("D5", Source.ARBITER),  # cards that are not held
            Paragraph("D6", Source.ARBITER),  # cards that make something else
            Paragraph("D7", Source.ARBITER),  # the value said
            Paragraph("D8", Source.ARBITER),  # a kind without cards
            Paragraph("D9", Source.ARBITER),  # a longer sequence than was said
            Paragraph("D10", Source.ARBITER),  # not shown
            Paragraph("D11", Source.ANNOUNCEMENTS),  # declarations that want one card
            Paragraph("D12", Source.ARBITER),  # said with cards or without
            Paragraph("D13", Source.ARBITER),  # declarations worth the same
            Paragraph("D14", Source.ARBITER),  # late and not false
            Paragraph("D15", Source.ARBITER),  # said apart from a card
            Paragraph("D16", Source.ANNOUNCEMENTS),  # cards named too soon
            Paragraph("D17", Source.ARBITER),  # more declarations than cards
            Paragraph("X1", Source.ANNOUNCEMENTS),  # one announcement for a team
            Paragraph("X2", Source.ANNOUNCEMENTS),  # points
            Paragraph("X3", Source.ANNOUNCEMENTS),  # carré over sequence
            Paragraph("X4", Source.ANNOUNCEMENTS),  # length
            Paragraph("X5", Source.ANNOUNCEMENTS),  # top card
            Paragraph("X6", Source.ANNOUNCEMENTS),  # trumps
            Paragraph("X7", Source.ANNOUNCEMENTS),  # between carrés
            Paragraph("X8", Source.ANNOUNCEMENTS),  # the tie
            Paragraph("X9", Source.ANNOUNCEMENTS),  # what plays no part
            Paragraph("X10", Source.ANNOUNCEMENTS),  # unopposed
            Paragraph("X11", Source.ANNOUNCEMENTS),  # what is scored
            Paragraph("X12", Source.ANNOUNCEMENTS),  # what is shown
            Paragraph("X13", Source.ANNOUNCEMENTS),  # when announcements are shown
            Paragraph("X14", Source.ARBITER),  # by when
            Paragraph("X15", Source.ARBITER),  # what a show is matched with
            Paragraph("B1", Source.BELOTE_SHEET),  # the pair
            Paragraph("B2", Source.ANNOUNCEMENTS),  # the two words
            Paragraph("B3", Source.ANNOUNCEMENTS),  # without "belote"
            Paragraph("B4", Source.BELOTE_SHEET),  # without "rebelote"
            Paragraph("B5", Source.ARBITER),  # a pardon for each team
            Paragraph("B6", Source.BELOTE_SHEET),  # never lost
            Paragraph("B7", Source.ANNOUNCEMENTS),  # never compared
            Paragraph("B8", Source.COUNTING_THE_POINTS),  # in the contract
            Paragraph("B9", Source.BELOTE_SHEET),  # no change to the play
            Paragraph("B10", Source.ARBITER),  # what the table reports
            Paragraph("B11", Source.ARBITER),  # which card a word belongs to
            Paragraph("P1", Source.BELOTE_SHEET),  # who leads
            Paragraph("P2", Source.BELOTE_SHEET),  # who wins the trick
            Paragraph("P3", Source.BELOTE_SHEET),  # follow suit
            Paragraph("P4", Source.BELOTE_SHEET),  # trumps led
            Paragraph("P5", Source.ARBITER),  # above the partner's trump
            Paragraph("P6", Source.BELOTE_SHEET),  # trump
            Paragraph("P7", Source.BELOTE_SHEET),  # the partner is winning
            Paragraph("P8", Source.BELOTE_SHEET),  # overtrump
            Paragraph("P9", Source.BELOTE_SHEET),  # undertrump
            Paragraph("P10", Source.BELOTE_SHEET),  # neither suit nor trump
            Paragraph("P11", Source.ARBITER),  # irregular cards
            Paragraph("P12", Source.ARBITER),  # what proves them
            Paragraph("P13", Source.ARBITER),  # the fourth hand
            Paragraph("P14", Source.BELOTE_SHEET),  # the turn
            Paragraph("P15", Source.ARBITER),  # a card out of turn
            Paragraph("P16", Source.ARBITER),  # cards that cannot be there
            Paragraph("S1", Source.COUNTING_THE_POINTS),  # the total
            Paragraph("S2", Source.COUNTING_THE_POINTS),  # the contract
            Paragraph("S3", Source.COUNTING_THE_POINTS),  # made
            Paragraph("S4", Source.COUNTING_THE_POINTS),  # chute
            Paragraph("S5", Source.ANNOUNCEMENTS),  # announcements on a chute
            Paragraph("S6", Source.COUNTING_THE_POINTS),  # litige
            Paragraph("S7", Source.ARBITER),  # any equal totals
            Paragraph("S8", Source.ARBITER),  # the takers' belote on a litige
            Paragraph("S9", Source.COUNTING_THE_POINTS),  # who wins carried points
            Paragraph("S10", Source.ARBITER),  # carried points wait
            Paragraph("S11", Source.COUNTING_THE_POINTS),  # capot
            Paragraph("S12", Source.COUNTING_THE_POINTS),  # tricks, not points
            Paragraph("S13", Source.COUNTING_THE_POINTS),  # announcements on a capot
            Paragraph("S14", Source.ARBITER),  # they join the total
            Paragraph("S15", Source.ARBITER),  # of one team at most
            Paragraph("S16", Source.COUNTING_THE_POINTS),  # no rounding
            Paragraph("S17", Source.COUNTING_THE_POINTS),  # the check
            Paragraph("G1", Source.BELOTE_SHEET),  # the target
            Paragraph("G2", Source.BELOTE_SHEET),  # the winner
            Paragraph("G3", Source.ARBITER),  # level at the target
            Paragraph("G4", Source.BELOTE_SHEET),  # all pass
            Paragraph("G5", Source.ARBITER),  # points carried at the end
            Paragraph("G6", Source.ARBITER),  # what the organiser decides
            Paragraph("K1", Source.BELOTE_SHEET),  # coinche and surcoinche
            Paragraph("K2", Source.FFB_COINCHE),  # bids
            Paragraph("K3", Source.FFB_COINCHE),  # a bid made
            Paragraph("K4", Source.FFB_COINCHE),  # what is scored for it
            Paragraph("K5", Source.FFB_COINCHE),  # a bid missed
            Paragraph("K6", Source.FFB_COINCHE),  # a bid that is coinched
            Paragraph("K7", Source.ARBITER),  # a take that is coinched
            Paragraph("K8", Source.ARBITER),  # litige
            Paragraph("K9", Source.ARBITER),  # a bid missed at equal totals
            Paragraph("K10", Source.ARBITER),  # a bid missed with a capot
            Paragraph("K11", Source.ARBITER),  # what is never doubled
            Paragraph("K12", Source.ARBITER),  # switches without effect
            Paragraph("L1", Source.ARBITER),  # events out of place
            Paragraph("L2", Source.ARBITER),  # the header
            Paragraph("L3", Source.ARBITER),  # the count
            Paragraph("L4", Source.ARBITER),  # claims
            Paragraph("L5", Source.ARBITER),  # the decision
            Paragraph("L6", Source.ARBITER),  # irregular cards cost nothing
            Paragraph("L7", Source.ARBITER),  # cards out of turn cost nothing
            Paragraph("L8", Source.ARBITER),  # who calls a fault
            Paragraph("L9", Source.ARBITER),  # a donne that is lost
            Paragraph("V1", Source.VARIANT, "last_tie", "X8"),
            Paragraph("V2", Source.VARIANT, "length_step", "X4"),
            Paragraph("V3", Source.VARIANT, "carre_order", "X7"),
            Paragraph("V4", Source.VARIANT, "split_runs", "A9"),
            Paragraph("V5", Source.VARIANT, "announcements", "A1"),
            Paragraph("V6", Source.VARIANT, "false_declaration", "D4"),
            Paragraph("V7", Source.VARIANT, "equality", "S6"),
            Paragraph("V8", Source.VARIANT, "litige_belote", "S8"),
            Paragraph("V9", Source.VARIANT, "carry_to", "S9"),
            Paragraph("V10", Source.VARIANT, "bonus_in_contract", "S1"),
            Paragraph("V11", Source.VARIANT, "chute_announcements", "S5"),
            Paragraph("V12", Source.VARIANT, "capot_announcements", "S13"),
            Paragraph("V13", Source.VARIANT, "capot_defence", "S11"),
            Paragraph("V14", Source.VARIANT, "rebelote_pardon", "B5"),
            Paragraph("V15", Source.VARIANT, "undertrump", "P9"),
            Paragraph("V16", Source.VARIANT, "partner_master", "P7"),
            Paragraph("V17", Source.VARIANT, "over_partner", "P5"),
            Paragraph("V18", Source.VARIANT, "direction", "C1"),
            Paragraph("V19", Source.VARIANT, "rounding", "S16"),
            Paragraph("V20", Source.VARIANT, "capot_points", "S11"),
            Paragraph("V21", Source.VARIANT, "takers_need", "S2"),
            Paragraph("V22", Source.VARIANT, "belote_on_chute", "B6"),
            Paragraph("V23", Source.VARIANT, "win_by_belote", "G2"),
            Paragraph("V24", Source.VARIANT, "scale", "S2"),
            Paragraph("V25", Source.VARIANT, "irregular", "L6"),
            Paragraph("V26", Source.VARIANT, "out_of_turn", "L7"),
            Paragraph("V27", Source.VARIANT, "penalty_on", "L8"),
            Paragraph("V28", Source.VARIANT, "irregular_announcements", "L9"),
        )
    }
)
"""Every paragraph by its id, in reading order."""

PARAGRAPH_OF_DEFAULT: Mapping[str, Paragraph] = MappingProxyType(
    {
        one.switch: PARAGRAPHS[one.instead_of]
        for one in PARAGRAPHS.values()
        if one.switch and one.instead_of
    }
)
"""For each switch, the paragraph that holds at a table that keeps to the default."""
