"""The schemas of what is answered about hands."""

from __future__ import annotations

from marshmallow import fields, validate

from service.api.schemas.answers.common import (
    AnnouncementSchema,
    AnswerSchema,
    OneOfSchemas,
    SelectionSchema,
    boolean_field,
    cards_field,
    enum_field,
    explanation_field,
    list_field,
    nested_field,
)
from service.api.schemas.answers.problems import InvalidBodySchema
from service.api.schemas.answers.rules import rules_field
from service.api.schemas.vocabulary import CardLabel, DeckName, SuitLetter
from service.belote.rules import HAND_SIZE


def belote_field() -> fields.Boolean:
    """Return the field for the belote of a hand."""
    return boolean_field(
        "Whether the hand holds king and queen of trump; null without trump.", allow_none=True
    )


class ClashSchema(AnswerSchema):
    """A carré and a sequence of one hand that both want one card."""

    carre = nested_field(AnnouncementSchema, "The carré.")
    sequence = nested_field(AnnouncementSchema, "The sequence, as long as the hand has it.")
    card = enum_field(CardLabel, "The card that both want.")


class ResolutionSchema(AnswerSchema):
    """Everything there is to say about the announcements of one hand."""

    deck = enum_field(DeckName)
    trump = enum_field(
        SuitLetter, "The trump suit; null where the request names none.", allow_none=True
    )
    hand = cards_field(
        "The eight cards by suit, then rank, low to high.",
        validate=validate.Length(max=HAND_SIZE),
    )
    best = nested_field(SelectionSchema, "The choice that pays most and is strongest.")
    alternatives = list_field(
        SelectionSchema, "Every other set of announcements that leaves nothing out, best first."
    )
    clashes = list_field(
        ClashSchema, "Each carré with each longest sequence that shares a card with it."
    )
    worthless = list_field(AnnouncementSchema, "Carrés that are worth nothing.")
    belote = belote_field()
    explanation = explanation_field()
    rules = rules_field()


class BatchItemSchema(AnswerSchema):
    """What one of many hands can announce."""

    best = nested_field(SelectionSchema)
    belote = belote_field()


class BatchErrorSchema(AnswerSchema):
    """What is wrong with one of many hands."""

    error = nested_field(InvalidBodySchema)


class BatchResultField(OneOfSchemas):
    """The answer about one of many hands, or what is wrong with it."""

    schemas = (BatchItemSchema, BatchErrorSchema)


class BatchResolutionSchema(AnswerSchema):
    """What each of many hands can announce."""

    results = list_field(BatchResultField(), "One for each hand, in order.")
    rules = rules_field()
