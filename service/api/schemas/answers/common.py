"""The base of the answer schemas, the fields that marshmallow lacks, and parts of many answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, ClassVar

from marshmallow import RAISE, Schema, ValidationError, fields, validate

from service.api.schemas.fields import BidField, StrictBoolean
from service.api.schemas.vocabulary import AudienceName, CardLabel, RankLabel, SuitLetter
from service.belote.codes import Code
from service.belote.rules import HAND_SIZE, LONGEST, SHORTEST, Item, Kind
from service.belote.scales import Coinche
from service.belote.table import TEAMS, Seat, Team


class AnswerSchema(Schema):
    """An object with exactly these members; only those named in `optional` may be left out."""

    optional: ClassVar[frozenset[str]] = frozenset()

    class Meta:
        """Options of marshmallow."""

        unknown = RAISE

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:
        """Require every member that is not optional."""
        field_obj.required = field_name not in self.optional


class OneOfSchemas(fields.Field[Any]):
    """An object that fits exactly one of several schemas.

    A subclass is a union with a name: its class without `Field`. `schemas` are those to choose
    from. `discriminator` is the member, if any, whose constant value tells them apart.
    """

    schemas: ClassVar[tuple[type[AnswerSchema], ...]]
    discriminator: ClassVar[str | None] = None

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        errors = [schema().validate(value) for schema in self.schemas]
        if sum(not one for one in errors) != 1:
            raise ValidationError({schema.__name__: one for schema, one in self._named(errors)})
        return value

    def _named(self, errors: list[Any]) -> list[tuple[type[AnswerSchema], Any]]:
        return list(zip(self.schemas, errors, strict=True))


class OneOfFields(fields.Field[Any]):
    """A value that at least one of several fields takes.

    A subclass is a union with a name: its class without `Field`. `members` are those fields.
    """

    members: ClassVar[tuple[fields.Field[Any], ...]]

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        for member in self.members:
            try:
                member.deserialize(value)
            except ValidationError:
                continue
            return value
        raise ValidationError("None of the types that it may have.")


def text_field(description: str, **options: Any) -> fields.String:
    """Return a field for a text."""
    return fields.String(metadata={"description": description}, **options)


def integer_field(
    description: str, low: int | None = 0, high: int | None = None, **options: Any
) -> fields.Integer:
    """Return a field for an integer from `low` to `high`."""
    within = validate.Range(min=low, max=high)
    return fields.Integer(
        strict=True, validate=within, metadata={"description": description}, **options
    )


def boolean_field(description: str, **options: Any) -> StrictBoolean:
    """Return a field for true or false."""
    return StrictBoolean(metadata={"description": description}, **options)


def constant_field(value: str, description: str) -> fields.String:
    """Return a field for a text that is always the same."""
    return text_field(description, validate=validate.Equal(value))


def enum_field(
    enum: type[Enum], description: str | None = None, **options: Any
) -> fields.Enum[Any]:
    """Return a field for a value of an enum, described by the enum itself if not otherwise."""
    metadata = {"description": description} if description else {}
    return fields.Enum(enum, by_value=True, metadata=metadata, **options)


def nested_field(
    schema: type[Schema], description: str | None = None, **options: Any
) -> fields.Nested:
    """Return a field for an object, described by its schema if not otherwise."""
    metadata = {"description": description} if description else {}
    return fields.Nested(schema, metadata=metadata, **options)


def list_field(
    member: fields.Field[Any] | type[Schema], description: str, **options: Any
) -> fields.List[Any]:
    """Return a field for a list. `member`: the field of its members, or their schema."""
    inner = fields.Nested(member) if isinstance(member, type) else member
    return fields.List(inner, metadata={"description": description}, **options)


def cards_field(description: str, **options: Any) -> fields.List[Any]:
    """Return a field for a list of cards."""
    return list_field(enum_field(CardLabel), description, **options)


def schema_from(
    name: str, description: str, members: Mapping[str, fields.Field[Any]]
) -> type[AnswerSchema]:
    """Return a schema whose members follow from data."""
    schema = AnswerSchema.from_dict(dict(members), name=f"{name}Schema")
    assert issubclass(schema, AnswerSchema)  # noqa: S101 - marshmallow promises less than it does
    schema.__doc__ = description
    return schema


def by_team(
    name: str, description: str, member: Callable[[str], fields.Field[Any]]
) -> type[AnswerSchema]:
    """Return a schema with a member for each team; `member` makes it from a description."""
    return schema_from(name, description, {team.value: member(f"Of {team}.") for team in TEAMS})


PointsByTeamSchema = by_team("PointsByTeam", "Points of each team.", integer_field)


class AnnouncementSchema(AnswerSchema):
    """A carré, or a sequence of three cards or more."""

    kind = enum_field(Kind)
    points = integer_field("0 for a carré of the two lowest ranks, which is no announcement.")
    cards = cards_field("Low to high; a carré in suit order.")
    length = integer_field("The number of its cards.", SHORTEST, LONGEST)
    top = enum_field(RankLabel, "Its highest rank; of a carré, the rank.")
    suit = enum_field(SuitLetter, "The suit of a sequence; null for a carré.", allow_none=True)


class SelectionSchema(AnswerSchema):
    """Announcements of one hand that share no card, strongest first."""

    points = integer_field("Of the announcements together.")
    announcements = list_field(
        AnnouncementSchema,
        "At most two: a third would need nine cards.",
        validate=validate.Length(max=HAND_SIZE // SHORTEST),
    )


class DeclarationReferenceSchema(AnswerSchema):
    """Which declaration a reason is about."""

    optional = frozenset({"seat"})

    seat = enum_field(Seat, "Who declared; left out where there is one player only.")
    index = integer_field("Of the declaration, from 0.")


class ContractSchema(AnswerSchema):
    """What the takers undertook beyond the take."""

    bid = BidField(allow_none=True, metadata={"description": "null under a scale without bids."})
    coinche = enum_field(Coinche, "null where nothing doubled the donne.", allow_none=True)


def contract_field(description: str) -> fields.Nested:
    """Return the field for a contract, or null."""
    return nested_field(ContractSchema, description, allow_none=True)


class AddendSchema(AnswerSchema):
    """An item of a total."""

    item = enum_field(Item)
    points = integer_field("Of the item; never 0.", None)


class ReasonItemField(OneOfFields):
    """A member of a list in a sentence: a text, or an item of a total."""

    members = (fields.String(), fields.Nested(AddendSchema))


class ReasonValueField(OneOfFields):
    """A value in a sentence; `x-params` of `ReasonCode` says of which type each is."""

    members = (
        fields.String(),
        fields.Integer(strict=True),
        StrictBoolean(),
        fields.List(ReasonItemField()),
        fields.Nested(AnnouncementSchema),
        fields.Nested(SelectionSchema),
        fields.Nested(DeclarationReferenceSchema),
        fields.Nested(ContractSchema),
    )


def values_field(value: fields.Field[Any], description: str) -> fields.Dict:
    """Return a field for values by name."""
    return fields.Dict(keys=fields.String(), values=value, metadata={"description": description})


def texts_field(description: str) -> fields.Dict:
    """Return the field for texts by name, where the names are data."""
    return values_field(fields.String(), description)


def reason_values_field() -> fields.Dict:
    """Return the field for the values in a sentence of an explanation."""
    return values_field(ReasonValueField(allow_none=True), "The values in the sentence, by name.")


class ReasonSchema(AnswerSchema):
    """One sentence of an explanation."""

    code = enum_field(Code, "Stable; the text may be reworded, the code stays.")
    text = text_field("The sentence, in the language of the answer.")
    source = text_field("The id of the document that it rests on; see `sources` of /v1/rules.")
    paragraph = text_field(
        "The id of the paragraph that it rests on; see `paragraphs` of /v1/rules."
    )
    audience = enum_field(
        AudienceName,
        "Who may hear it: everybody at the `table`, the `referee` alone, or the player at a seat.",
    )
    params = reason_values_field()


def explanation_field(more: str = "") -> fields.List[Any]:
    """Return the field for the reasons of a ruling; `more`: what else its description says."""
    told = f"The reasons, in the order in which a referee would give them. {more}".strip()
    return list_field(ReasonSchema, told)


class TeamAnnouncementSchema(AnswerSchema):
    """An announcement and the seat that made it."""

    seat = enum_field(Seat)
    announcement = nested_field(AnnouncementSchema)


def team_field(description: str) -> fields.Enum[Any]:
    """Return a field for a team, or null."""
    return enum_field(Team, description, allow_none=True)
