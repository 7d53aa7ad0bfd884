"""The schemas of what is answered about games."""

from __future__ import annotations

from service.api.schemas.answers.common import (
    AnswerSchema,
    PointsByTeamSchema,
    boolean_field,
    enum_field,
    explanation_field,
    integer_field,
    list_field,
    nested_field,
    team_field,
)
from service.api.schemas.answers.rules import rules_field
from service.belote.rules import Outcome


class RowSchema(AnswerSchema):
    """A donne on the score sheet."""

    number = integer_field("Of the donne, from 1.", 1)
    passed = boolean_field("Whether all four players passed.")
    takers = team_field("The team that took; null where all passed.")
    outcome = enum_field(Outcome, "null where all passed.", allow_none=True)
    capot = team_field("The team that won every trick.")
    belote = team_field("The team that marks a belote.")
    scores = nested_field(PointsByTeamSchema, "What each team writes for this donne.")
    running = nested_field(PointsByTeamSchema, "The totals up to this donne.")
    carry_in = integer_field("What waited from earlier donnes.")
    carry_out = integer_field("What waits for a later donne.")


class SheetSchema(AnswerSchema):
    """The score sheet of a game."""

    target = integer_field("The points that the game is played to.")
    rows = list_field(RowSchema, "One for each donne, in order.")
    totals = nested_field(PointsByTeamSchema, "After the last donne.")
    carry_out = integer_field("What still waits.")
    winner = team_field("Who won the game; null while nobody has.")
    explanation = explanation_field()
    rules = rules_field()
