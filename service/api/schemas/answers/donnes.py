"""The schemas of what is answered about donnes."""

from __future__ import annotations

from service.api.schemas.answers.announcements import ComparisonSchema
from service.api.schemas.answers.common import (
    AnswerSchema,
    PointsByTeamSchema,
    boolean_field,
    cards_field,
    contract_field,
    enum_field,
    explanation_field,
    integer_field,
    list_field,
    nested_field,
    team_field,
)
from service.api.schemas.answers.rules import rules_field
from service.api.schemas.vocabulary import CardLabel
from service.belote.rules import TRICKS, BeloteStatus, Item, Obligation, Outcome
from service.belote.table import Seat


class PlayedCardSchema(AnswerSchema):
    """A card and who played it."""

    seat = enum_field(Seat)
    card = enum_field(CardLabel)


class TrickSchema(AnswerSchema):
    """A trick, whole or under way."""

    leader = enum_field(Seat, "Who led.")
    cards = list_field(PlayedCardSchema, "In the order played.")
    winner = enum_field(Seat, "Who won it; null while cards are missing.", allow_none=True)
    points = integer_field("Of the cards that lie there.")


class ProofSchema(AnswerSchema):
    """A card that proves an irregularity, and when it was played."""

    trick = integer_field("The number of the trick, from 1.", 1, TRICKS)
    seat = enum_field(Seat)
    card = enum_field(CardLabel)


class IrregularitySchema(AnswerSchema):
    """A card played against the rules."""

    trick = integer_field("The number of the trick, from 1.", 1, TRICKS)
    seat = enum_field(Seat)
    card = enum_field(CardLabel)
    rule = enum_field(Obligation, "The duty that the player broke.")
    legal = cards_field("What he could have played.")
    proven_by = nested_field(
        ProofSchema, "The later card that proves it; the card itself where the hand is known."
    )


class LineSchema(AnswerSchema):
    """One item of the score."""

    item = enum_field(Item)
    points = integer_field("Of the item; below 0 where a score is rounded down.", None)
    counted_by = team_field("In whose total it counts; null for what is in neither, as the carry.")
    marked_by = team_field("Who writes it; null where neither does.")
    carried = boolean_field(
        "Whether it waits for a later donne. What nobody marks and is not carried is told alone: "
        "the tricks where a flat score (`base`) stands in their place."
    )


class BeloteSchema(AnswerSchema):
    """The ruling on king and queen of trump."""

    team = team_field("Who holds them; null where nobody does, or nothing tells who.")
    points = integer_field("That the team marks for them.")
    status = enum_field(BeloteStatus)
    pardon_left = boolean_field('Whether a forgotten "rebelote" can still be pardoned later.')


class DonneScoreSchema(AnswerSchema):
    """The ruling on a donne: the score, line by line, and why."""

    contract = contract_field("As sent; null where none was, as always under scale `classic`.")
    outcome = enum_field(Outcome)
    capot = team_field("The team that won every trick.")
    totals = nested_field(PointsByTeamSchema, "What was compared.")
    scores = nested_field(
        PointsByTeamSchema, "What each team writes: the sum of the lines it marks."
    )
    carry_out = integer_field("What waits for a later donne: the sum of the lines `carried`.")
    lines = list_field(LineSchema, "In the order of the count.")
    belote = nested_field(BeloteSchema)
    announcements = nested_field(
        ComparisonSchema, "null where nothing was declared to compare.", allow_none=True
    )
    tricks = list_field(TrickSchema, "null where the play is not known.", allow_none=True)
    irregularities = list_field(
        IrregularitySchema, "The donne is scored as it was played all the same."
    )
    explanation = explanation_field(
        "Those about announcements that were compared are in `announcements.explanation`."
    )
    rules = rules_field()


class ReplaySchema(AnswerSchema):
    """A play so far."""

    tricks = list_field(TrickSchema, "In the order played; the last may be under way.")
    next = enum_field(Seat, "Who plays next; null after the last card.", allow_none=True)
    legal = cards_field("What he may play; null where his hand is not known.", allow_none=True)
    irregularities = list_field(
        IrregularitySchema, "What the cards so far, or the hands, prove to be against the rules."
    )
    points = nested_field(
        PointsByTeamSchema, "Of whole tricks, and the last trick once it is played."
    )
    explanation = explanation_field()
    rules = rules_field()
