"""The schemas of what is answered about donne logs."""

from __future__ import annotations

from typing import Any

from marshmallow import fields
from marshmallow.validate import Range

from service.api.schemas.answers.announcements import ComparisonSchema
from service.api.schemas.answers.common import (
    AnswerSchema,
    OneOfFields,
    OneOfSchemas,
    PointsByTeamSchema,
    cards_field,
    contract_field,
    enum_field,
    explanation_field,
    integer_field,
    list_field,
    nested_field,
    reason_values_field,
    schema_from,
    team_field,
    text_field,
)
from service.api.schemas.answers.donnes import BeloteSchema, DonneScoreSchema, TrickSchema
from service.api.schemas.answers.problems import InvalidBodySchema
from service.api.schemas.answers.rules import rules_field
from service.api.schemas.fields import BidField, StrictBoolean
from service.api.schemas.logs import MAX_EVENTS
from service.api.schemas.vocabulary import AudienceName, DeckName, SuitLetter
from service.belote.audit.events import Call
from service.belote.audit.rulings import Act, Debt, DecisionKind, Phase, Weight
from service.belote.codes import Code
from service.belote.rules import CARDS_IN_TRICK, TRICKS
from service.belote.table import SEATS, Seat


def event_field(description: str, **options: Any) -> fields.Integer:
    """Return a field for the index of an event."""
    return integer_field(description, 0, MAX_EVENTS - 1, **options)


class TakeOptionSchema(AnswerSchema):
    """A take of one suit."""

    take = enum_field(SuitLetter, "The suit that may be taken.")


class BidOptionSchema(AnswerSchema):
    """A bid, in any suit."""

    bid = BidField(metadata={"description": "The lowest bid that may be made; it stands for all."})


class CallOptionField(OneOfFields):
    """A call that may be made: by its name, or a take with its suit, or the lowest bid."""

    members = (
        enum_field(Call),
        fields.Nested(TakeOptionSchema),
        fields.Nested(BidOptionSchema),
    )


class NextMoveSchema(AnswerSchema):
    """Who is next, and what he may do."""

    seat = enum_field(Seat, "Who is next; after a thrown-in donne the next dealer.")
    may = list_field(enum_field(Act), "What he may do; nothing after a thrown-in donne.")
    legal = cards_field(
        "The cards that he may play; null while his hand is not known.", allow_none=True
    )
    calls = list_field(
        CallOptionField(), "What he may call; null outside the auction.", allow_none=True
    )


class DueSchema(AnswerSchema):
    """Something that a player owes now, whoever is next."""

    seat = enum_field(Seat)
    what = enum_field(Debt)


KnownHandsSchema = schema_from(
    "KnownHands",
    "The cards of each seat, as far as they are known: the hand sent, else the cards seen.",
    {seat.value: cards_field(f"Of {seat}.") for seat in SEATS},
)


class LogMomentSchema(AnswerSchema):
    """When an event happened."""

    optional = frozenset({"trick", "turn"})

    phase = enum_field(Phase, "The phase before the event.")
    trick = integer_field("The trick under way, from 1; left out outside the play.", 1, TRICKS + 1)
    turn = integer_field(
        "The place of the card in its trick, from 1; left out where no card is meant.",
        1,
        CARDS_IN_TRICK,
    )


class FindingSchema(AnswerSchema):
    """Something that a referee finds in a log."""

    event = event_field("The index of the event that it is about.")
    at = nested_field(LogMomentSchema)
    seat = enum_field(Seat, "Whose it is; null where it is nobody's.", allow_none=True)
    code = enum_field(Code, "Stable; the text may be reworded, the code stays.")
    weight = enum_field(Weight)
    proven_by_event = event_field("The index of the event that made it provable.")
    cured_by_event = event_field(
        "The index of the event that made up for it; null where none did.", allow_none=True
    )
    audience = enum_field(
        AudienceName, "Who may hear it; a second finding of the event may tell the referee more."
    )
    paragraph = text_field(
        "The id of the paragraph that it rests on; see `paragraphs` of /v1/rules."
    )
    source = text_field("The id of the document that it rests on; see `sources` of /v1/rules.")
    params = reason_values_field()
    text = text_field("The sentence, in the language of the answer.")


class ClaimRulingSchema(AnswerSchema):
    """The ruling on a claim."""

    event = event_field("The index of the claim.")
    upheld = StrictBoolean(
        allow_none=True,
        metadata={"description": "null while the log cannot decide it; the text says what would."},
    )
    finding = integer_field(
        "The index, in `findings`, of what was claimed; null where it was not found.",
        allow_none=True,
    )
    text = text_field("The ruling, in the language of the answer.")


class DonneDecisionSchema(AnswerSchema):
    """What the table writes under its rules."""

    kind = enum_field(DecisionKind)
    against = team_field("The team that lost the donne by a fault.")
    scores = nested_field(
        PointsByTeamSchema, "What each team writes; null while undecided.", allow_none=True
    )
    carry_out = integer_field("What waits for a later donne.")
    findings = list_field(
        fields.Integer(strict=True, validate=Range(0), metadata={"component": "FindingIndex"}),
        "The findings, by index, that it rests on.",
    )
    source = text_field("The id of the document that it rests on; see `sources` of /v1/rules.")
    text = text_field("The decision, in the language of the answer.")


class AuditItemSchema(AnswerSchema):
    """What a referee finds in one of many logs."""

    deck = enum_field(DeckName)
    dealer = enum_field(Seat, "null where nothing tells.", allow_none=True)
    trump = enum_field(SuitLetter, "null until it is known.", allow_none=True)
    takers = team_field("The team that took; null until it is known.")
    taker = enum_field(Seat, "Who took; null until it is known.", allow_none=True)
    contract = contract_field("What the takers undertook beyond the take, if anything.")
    phase = enum_field(Phase)
    next = nested_field(
        NextMoveSchema, "null where nobody is next, or nothing tells who.", allow_none=True
    )
    due = list_field(DueSchema, "What is owed now; by nobody, an empty list.")
    hands = nested_field(KnownHandsSchema)
    tricks = list_field(TrickSchema, "In the order played; the last may be under way.")
    points = nested_field(
        PointsByTeamSchema, "Of whole tricks, with the last trick once the donne is over."
    )
    announcements = nested_field(
        ComparisonSchema,
        "null while the comparison is open, or where none were recorded.",
        allow_none=True,
    )
    belote = nested_field(BeloteSchema, "null while it is open.", allow_none=True)
    findings = list_field(FindingSchema, "By event, then by code.")
    claims = list_field(ClaimRulingSchema, "One for each claim, in order.")
    score = nested_field(
        DonneScoreSchema,
        "The donne as it was played, as `/v1/donnes/score` scores it; null while it is not over, "
        "and where the log is impossible.",
        allow_none=True,
    )
    decision = nested_field(
        DonneDecisionSchema, "null until the donne is over or thrown in.", allow_none=True
    )
    rules = rules_field()


class AuditSchema(AuditItemSchema):
    """What a referee finds in a log: what is next and due, what was wrong, and what is written."""

    explanation = explanation_field()


class AuditErrorSchema(AnswerSchema):
    """What is wrong with one of many logs."""

    error = nested_field(InvalidBodySchema)


class AuditResultField(OneOfSchemas):
    """The answer about one of many logs, or what is wrong with it."""

    schemas = (AuditItemSchema, AuditErrorSchema)


class AuditBatchSchema(AnswerSchema):
    """What a referee finds in each of many logs."""

    results = list_field(AuditResultField(), "One for each log, in order.")
    rules = rules_field()
