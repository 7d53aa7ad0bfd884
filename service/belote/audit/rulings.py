"""What an audit answers: findings, claims, what is next and due, the score and the decision.

This module has values only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from service.belote.audit.events import Call
from service.belote.cards import Cards, Suit
from service.belote.codes import Code, Reason
from service.belote.comparison import Comparison
from service.belote.donne import Belote, DonneScore
from service.belote.inputs import Contract
from service.belote.lookup import complete
from service.belote.scales import Bid
from service.belote.table import ByTeam, Seat, Team
from service.belote.tricks import Trick


class Phase(StrEnum):
    """How far a donne has come."""

    DEAL = "deal"
    AUCTION = "auction"
    PLAY = "play"
    OVER = "over"
    THROWN_IN = "thrown_in"


class Weight(StrEnum):
    """How much a finding weighs.

    A fault is against the rules of play, and a team may be penalised for it. What is void is lost,
    and no more: a word, a call, an announcement, or a deal that should have been made again. A note
    is about how the donne was recorded.
    """

    FAULT = "fault"
    VOID = "void"
    NOTE = "note"


class Act(StrEnum):
    """What the next player may do."""

    CALL = "call"
    DECLARE = "declare"
    SAY = "say"
    PLAY = "play"


class Debt(StrEnum):
    """What a player owes, whoever is next."""

    SHOW = "show"
    REBELOTE = "rebelote"


class DecisionKind(StrEnum):
    """What the table does with a donne that is over."""

    STANDS = "stands"
    DONNE_LOST = "donne_lost"
    THROWN_IN = "thrown_in"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Moment:
    """When an event happened.

    `phase` is the one before the event; a card is of the play, also one that ends an auction.
    `trick`, from 1, is the one under way, in the play. `turn`, from 1, is the place of a card in
    its trick, where the finding is about a card.
    """

    phase: Phase
    trick: int | None = None
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that a referee finds.

    `event` is its index in the log, `proven_by` that of the event that made it provable, and
    `cured_by` that of the event that made up for it, if one did. `seat`: whose it is, None where it
    is nobody's. `reason` says it. Its code may be a finer one than `code`; who may hear it, its
    paragraph and its source are the reason's.

    A finding that the table may hear in part only is there twice: the table's, then the referee's.
    """

    event: int
    at: Moment
    seat: Seat | None
    code: Code
    weight: Weight
    proven_by: int
    cured_by: int | None
    reason: Reason


@dataclass(frozen=True, slots=True)
class ClaimRuling:
    """The ruling on a claim.

    `event`: the index of the claim in the log. `upheld`: None while the log cannot decide it; the
    reason then says what would. `finding`: the index, among the findings, of the one claimed.
    """

    event: int
    upheld: bool | None
    finding: int | None
    reason: Reason


@dataclass(frozen=True, slots=True)
class CallOption:
    """A call that may be made.

    `suit`: of a take, None where the taker may name any. `bid`: the lowest that may be bid.
    """

    call: Call
    suit: Suit | None = None
    bid: Bid | None = None


@dataclass(frozen=True, slots=True)
class Next:
    """Who is next, and what he may do.

    `legal`: the cards that he may play, None where his hand is not known. `calls`: what he may
    call, None unless it is the auction.
    """

    seat: Seat
    may: tuple[Act, ...]
    legal: Cards | None = None
    calls: tuple[CallOption, ...] | None = None


@dataclass(frozen=True, slots=True)
class Due:
    """Something that a player owes now."""

    seat: Seat
    what: Debt

    @property
    def code(self) -> Code:
        """Return the code that says it."""
        return _CODE_OF_DEBT[self.what]


_CODE_OF_DEBT: Mapping[Debt, Code] = complete(
    Debt, {Debt.SHOW: Code.SHOW_DUE, Debt.REBELOTE: Code.REBELOTE_DUE}
)


@dataclass(frozen=True, slots=True)
class Decision:
    """What the table writes under its rules.

    `against`: the team that lost the donne by a fault. `scores`: None where nobody can tell yet.
    `findings`: the indexes of the findings that it rests on.
    """

    kind: DecisionKind
    against: Team | None
    scores: ByTeam[int] | None
    carry_out: int
    findings: tuple[int, ...]
    reason: Reason


@dataclass(frozen=True, slots=True)
class Audit:
    """The ruling on a log.

    `dealer`, `trump`, `taker`, `takers` and `contract`: as the events tell, else as the log was
    headed; None where nobody told. `hands`: those that were given, else the cards seen. `tricks`:
    each with its players in the order in which they played, the last perhaps short. `points` are
    those of whole tricks, with the last trick once the donne is over.

    `announcements`: None while the comparison is open, or where none were recorded. `belote`: None
    while it is open. `score`: the donne as it was played; None while it is not over, and where the
    log is impossible. `decision`: None until the donne is over or thrown in.

    `findings` are in the order of their events, then of their codes.
    """

    phase: Phase
    dealer: Seat | None
    trump: Suit | None
    taker: Seat | None
    takers: Team | None
    contract: Contract | None
    next: Next | None
    due: tuple[Due, ...]
    hands: Mapping[Seat, Cards]
    tricks: tuple[Trick, ...]
    points: ByTeam[int]
    announcements: Comparison | None
    belote: Belote | None
    findings: tuple[Finding, ...]
    claims: tuple[ClaimRuling, ...]
    score: DonneScore | None
    decision: Decision | None
    explanation: tuple[Reason, ...]
