"""The schemas of what is answered about declarations and comparisons."""

from __future__ import annotations

from typing import Any

from marshmallow import fields

from service.api.schemas.answers.common import (
    AnnouncementSchema,
    AnswerSchema,
    OneOfSchemas,
    PointsByTeamSchema,
    SelectionSchema,
    TeamAnnouncementSchema,
    boolean_field,
    by_team,
    constant_field,
    enum_field,
    explanation_field,
    integer_field,
    list_field,
    nested_field,
    schema_from,
    team_field,
)
from service.api.schemas.answers.hands import belote_field
from service.api.schemas.answers.rules import rules_field
from service.api.schemas.vocabulary import Decision, RankLabel
from service.belote.rules import Criterion, Void
from service.belote.table import TEAMS, Seat


# What is always null is not described as null alone: some generated clients drop such a member.
class ValidRulingSchema(AnswerSchema):
    """A declaration that stands."""

    index = integer_field("Of the declaration, from 0.")
    verdict = constant_field("valid", "The declaration stands.")
    reason = enum_field(Void, "Always null.", allow_none=True)
    false_declaration = boolean_field("Always false.")
    announcement = nested_field(AnnouncementSchema, "As what the declaration stands.")


class VoidRulingSchema(AnswerSchema):
    """A declaration that does not stand."""

    index = integer_field("Of the declaration, from 0.")
    verdict = constant_field("void", "The declaration does not stand.")
    reason = enum_field(Void)
    false_declaration = boolean_field("Whether the cards disprove what was said.")
    announcement = nested_field(AnnouncementSchema, "Always null.", allow_none=True)


class RulingField(OneOfSchemas):
    """Whether a player's declaration stands."""

    schemas = (ValidRulingSchema, VoidRulingSchema)
    discriminator = "verdict"


class ValidSeatRulingSchema(ValidRulingSchema):
    """A declaration at the table that stands."""

    seat = enum_field(Seat)
    counted = boolean_field("Whether its team marks it.")


class VoidSeatRulingSchema(VoidRulingSchema):
    """A declaration at the table that does not stand."""

    seat = enum_field(Seat)
    counted = boolean_field("Always false.")


class SeatRulingField(OneOfSchemas):
    """Whether a declaration at the table stands."""

    schemas = (ValidSeatRulingSchema, VoidSeatRulingSchema)
    discriminator = "verdict"


class ValidationSchema(AnswerSchema):
    """The rulings on all that one player declared."""

    accepted = boolean_field("Whether every declaration is valid.")
    points = integer_field("Of the valid declarations together.")
    rulings = list_field(RulingField(), "One for each declaration, in order.")
    best = nested_field(SelectionSchema, "The best that the hand could have announced.")
    belote = belote_field()
    explanation = explanation_field()
    rules = rules_field()


def _measured(criterion: Criterion, description: str) -> fields.Field[Any]:
    """Return the field for what a criterion finds of a team's announcement."""
    match criterion:
        case Criterion.POINTS | Criterion.LENGTH:
            return integer_field(description)
        case Criterion.CARRE | Criterion.TRUMP:
            return boolean_field(description)
        case Criterion.TOP:
            return enum_field(RankLabel, description)
        case Criterion.FIRST_SPEAKER:
            return enum_field(Seat, description)


def _step(criterion: Criterion) -> type[AnswerSchema]:
    """Return the schema of the step by one criterion."""
    name = criterion.value
    values = {team.value: _measured(criterion, f"The value of {team}.") for team in TEAMS}
    return schema_from(
        f"{''.join(part.capitalize() for part in name.split('_'))}Step",
        f"The comparison by `{name}`.",
        {
            "criterion": constant_field(name, "What was compared."),
            **values,
            "leader": team_field("The team that is ahead; null where the teams are level."),
        },
    )


class StepField(OneOfSchemas):
    """One criterion of the comparison, applied to both teams."""

    schemas = tuple(map(_step, Criterion))
    discriminator = "criterion"


BestByTeamSchema = by_team(
    "BestByTeam",
    "The strongest announcement of each team.",
    lambda description: nested_field(
        TeamAnnouncementSchema, f"{description} null where it has none.", allow_none=True
    ),
)


class ComparisonSchema(AnswerSchema):
    """Whose announcements count, and why.

    `best`, `steps` and `rulings` are for the referee: they hold hidden cards. `revealed` is all
    that the table may see.
    """

    winner = team_field("The team whose announcements count; null where none do.")
    decided_by = enum_field(Decision)
    points = nested_field(PointsByTeamSchema, "What each team marks.")
    awards = nested_field(
        PointsByTeamSchema,
        "What each team marks, whoever won, for declarations of the other; 0 where the rules "
        "award nothing.",
    )
    best = nested_field(BestByTeamSchema)
    steps = list_field(StepField(), "Through the deciding one; all of them on a tie.")
    revealed = list_field(TeamAnnouncementSchema, "What the winners show.")
    rulings = list_field(SeatRulingField(), "By seat, then in the order declared.")
    explanation = explanation_field()


class ComparisonAnswerSchema(ComparisonSchema):
    """Whose announcements count, and why, with the rules.

    `best`, `steps` and `rulings` are for the referee: they hold hidden cards. `revealed` is all
    that the table may see.
    """

    rules = rules_field()
