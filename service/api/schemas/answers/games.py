"""The schemas of what is answered about games."""

from __future__ import annotations

from service.api.schemas.answers.common import (
    AnswerSchema,
    PointsByTeamSchema,
    boolean_field,
    contract_field,
    enum_field,
    explanation_field,
    integer_field,
    list_field,
    nested_field,
    team_field,
    text_field,
)
from service.api.schemas.answers.donnes import DonneScoreSchema
from service.api.schemas.answers.rules import rules_field
from service.api.schemas.vocabulary import SuitLetter
from service.belote.codes import NoteCode
from service.belote.rules import Outcome
from service.belote.table import Seat


class NoteSchema(AnswerSchema):
    """A few words beside the scores of a donne, or beside the totals."""

    code = enum_field(NoteCode, "Stable; the text may be reworded, the code stays.")
    text = text_field("The words, in the language of the answer, with the names of the teams.")


class RowSchema(AnswerSchema):
    """A donne on the score sheet."""

    number = integer_field("Of the donne, from 1.", 1)
    passed = boolean_field("Whether all four players passed.")
    dealer = enum_field(
        Seat,
        "Who dealt, as told, else the next after the dealer before; null where nothing tells.",
        allow_none=True,
    )
    takers = team_field("The team that took; null where the donne was not scored here.")
    trump = enum_field(SuitLetter, "null where it is not known.", allow_none=True)
    contract = contract_field("As sent; null where none was.")
    outcome = enum_field(Outcome, "null where the donne was not scored here.", allow_none=True)
    capot = team_field("The team that won every trick.")
    belote = team_field("The team whose belote counts.")
    announcements = nested_field(
        PointsByTeamSchema, "Of the announcements of each team that stand, whoever marks them."
    )
    notes = list_field(NoteSchema, "What the sheet says beside the scores.")
    scores = nested_field(PointsByTeamSchema, "What each team writes for this donne.")
    running = nested_field(PointsByTeamSchema, "The totals up to this donne.")
    carry_in = integer_field("What waited from earlier donnes.")
    carry_out = integer_field("What waits for a later donne.")
    donne = nested_field(
        DonneScoreSchema,
        "The whole ruling where `detail` asked for it and the donne was scored here, else null.",
        allow_none=True,
    )


class SheetSchema(AnswerSchema):
    """The score sheet of a game."""

    target = integer_field("The points that the game is played to.")
    rows = list_field(RowSchema, "One for each donne, in order.")
    totals = nested_field(PointsByTeamSchema, "After the last donne.")
    carry_out = integer_field("What still waits.")
    winner = team_field("Who won the game; null while nobody has.")
    notes = list_field(NoteSchema, "What the sheet says beside the totals.")
    explanation = explanation_field(
        "They name the teams by their seats, as `params` do, also where `names` are given."
    )
    rules = rules_field()
