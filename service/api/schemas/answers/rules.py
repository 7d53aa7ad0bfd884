"""The schemas of the rules: as every answer repeats them, and as GET /v1/rules lists them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from marshmallow import ValidationError, fields

from service.api.rulebook import NAMED
from service.api.schemas.answers.common import (
    AnswerSchema,
    boolean_field,
    enum_field,
    integer_field,
    list_field,
    nested_field,
    reason_values_field,
    schema_from,
    text_field,
    texts_field,
)
from service.api.schemas.answers.problems import problem_forms_field
from service.api.schemas.vocabulary import (
    CHOICES,
    DeckName,
    Notation,
    ParamType,
    Preset,
    RankLabel,
    SuitLetter,
    camel_case,
    switch_meaning,
)
from service.belote.codes import Code
from service.belote.presets import SWITCHES
from service.belote.rules import Criterion, Kind
from service.belote.scales import Coinche
from service.belote.table import SEATS, Seat, Team


def _is_scalar(value: Any) -> None:
    if not isinstance(value, str | int):
        raise ValidationError("Neither a text, an integer nor a boolean.")


def _of_rules() -> Iterator[tuple[str, fields.Field[Any]]]:
    yield "preset", enum_field(Preset)
    for name in SWITCHES:
        choices = CHOICES.get(name)
        yield name, enum_field(choices) if choices else boolean_field(switch_meaning(name))


RulesEchoSchema = schema_from(
    "RulesEcho",
    "The rules of the table: the preset it started from, and the value of every switch.",
    dict(_of_rules()),
)


def rules_field() -> fields.Nested:
    """Return the field for the rules by which an answer was found."""
    return nested_field(RulesEchoSchema)


class RankPointsSchema(AnswerSchema):
    """A rank and the points it is worth."""

    rank = enum_field(RankLabel)
    points = integer_field("Of the card, or of the four cards of a carré.")


class DeckLabelsSchema(AnswerSchema):
    """A deck in one of its notations."""

    deck = enum_field(DeckName)
    name = text_field("In the language of the answer.")
    notation = enum_field(Notation, "null for a deck that has only one.", allow_none=True)
    ranks = list_field(enum_field(RankLabel), "In the order of sequences, low to high.")
    suits = list_field(enum_field(SuitLetter), "In the order of answers.")
    symbols = list_field(fields.String(), "What may stand for the letters of the suits.")
    rank_names = texts_field("The names of the ranks in the language of the answer, by label.")
    suit_names = texts_field("The names of the suits in the language of the answer, by letter.")
    carres = list_field(RankPointsSchema, "The carrés, strongest first.")
    belote = list_field(enum_field(RankLabel), "The two ranks of trump that make the belote.")
    in_trump = list_field(RankPointsSchema, "The order of trumps in a trick, strongest first.")
    in_plain_suits = list_field(
        RankPointsSchema, "The order of the other suits in a trick, strongest first."
    )


class CountedPointsSchema(AnswerSchema):
    """What is counted besides the announcements."""

    cards = integer_field("All the cards together.")
    dix_de_der = integer_field("The last trick.")
    capot = integer_field("The last trick of a capot, in place of the dix de der.")
    belote = integer_field("King and queen of trump in one hand.")


TimesSchema = schema_from(
    "Times",
    "How many times a donne counts that was doubled.",
    {coinche.value: integer_field(f"After a {coinche.value}.") for coinche in Coinche},
)


class ContractRulesSchema(AnswerSchema):
    """What may be bid and doubled, under the scales that have contracts."""

    lowest_bid = integer_field("The least number of points.")
    highest_bid = integer_field("The most that a donne can hold.")
    bid_step = integer_field("What every bid is a multiple of.")
    capot_bid = integer_field("What a bid of capot counts.")
    times = nested_field(TimesSchema)


class SequencePointsSchema(AnswerSchema):
    """The sequences of one length."""

    length = integer_field("Of cards in a row.")
    kind = enum_field(Kind)
    points = integer_field("Of the sequence.")


class AnnouncementRulesSchema(AnswerSchema):
    """What counts as an announcement, carrés apart."""

    sequences = list_field(SequencePointsSchema, "By length.")
    last_card_in_time = integer_field("The card, from 1, with which a player may still declare.", 1)


class ComparisonRulesSchema(AnswerSchema):
    """How announcements are compared."""

    steps = list_field(enum_field(Criterion), "In order; the first that differs decides.")
    between_carres = list_field(
        enum_field(Criterion), "Those of the steps that two carrés are put to."
    )


class PresetRulesSchema(AnswerSchema):
    """The rules of a table by name."""

    name = enum_field(Preset)
    meaning = text_field("In the language of the answer.")
    rules = nested_field(RulesEchoSchema)


class SwitchRulesSchema(AnswerSchema):
    """One choice of a table."""

    name = text_field("The name of the field in `rules`.")
    values = list_field(
        fields.Raw(validate=_is_scalar, metadata={"type": ["string", "integer", "boolean"]}),
        "The values that it may have, the default first.",
    )
    meaning = text_field("What each value does, in the language of the answer.")
    played_by = text_field("Who plays it otherwise than by default.")
    source = text_field("The id of the document that the default rests on; see `sources`.")


TeamBySeatSchema = schema_from(
    "TeamBySeat",
    "The team of each seat.",
    {seat.value: enum_field(Team, f"Of {seat}.") for seat in SEATS},
)
FirstPlayersSchema = schema_from(
    "FirstPlayers",
    "For each dealer, who plays first.",
    {seat.value: enum_field(Seat, f"If {seat} deals.") for seat in SEATS},
)


class ParagraphSchema(AnswerSchema):
    """One rule in words."""

    chapter = text_field("The title of its chapter, in the language of the answer.")
    text = text_field("In the language of the answer.")
    why = text_field("The reason of a decision; null for any other.", allow_none=True)
    source = text_field("The id of the document that it rests on; see `sources`.")
    switch = text_field("The switch of a house rule; null for any other.", allow_none=True)


NamesSchema = schema_from(
    "Names",
    "What the values of answers are called, in the language of the answer.",
    {
        name: nested_field(
            schema_from(
                f"NamesOf{camel_case(name)}",
                f"The names of {name.replace('_', ' ')}.",
                {value: text_field(f"Of `{value}`.") for value in named.values},
            )
        )
        for name, named in NAMED.items()
    },
)


class ReasonParamSchema(AnswerSchema):
    """A value in the sentences with one code."""

    name = text_field("The name in `params` of a reason, and in braces in its template.")
    type = enum_field(ParamType)
    nullable = boolean_field("Whether it may be null.")


class SampleSchema(AnswerSchema):
    """A sentence with one code, made up for French cards."""

    text = text_field("In the language of the answer.")
    params = reason_values_field()


class ReasonFormSchema(AnswerSchema):
    """What the reasons with one code carry and say."""

    paragraph = text_field("The id of the paragraph that they rest on; see `paragraphs`.")
    params = list_field(ReasonParamSchema, "The values, those in the sentence first.")
    template = text_field(
        "The sentence, with the names of the values in braces. After a colon stand the forms of a "
        "noun that a number takes, such as `{points:point|points}`."
    )
    sample = nested_field(SampleSchema)


class RulesSchema(AnswerSchema):
    """Decks, values and orders as data."""

    decks = list_field(DeckLabelsSchema, "Every deck in every notation.")
    names = nested_field(NamesSchema)
    seats = nested_field(TeamBySeatSchema)
    plays_first = nested_field(FirstPlayersSchema)
    hand_size = integer_field("Cards of a hand.")
    tricks = integer_field("Tricks of a donne.")
    points = nested_field(CountedPointsSchema)
    contracts = nested_field(ContractRulesSchema)
    target = integer_field("Points that a game is played to, where the request names none.")
    announcements = nested_field(AnnouncementRulesSchema)
    comparison = nested_field(ComparisonRulesSchema)
    presets = list_field(PresetRulesSchema, "The first is the default.")
    switches = list_field(SwitchRulesSchema, "In the order of the rules that answers repeat.")
    paragraphs = fields.Dict(
        keys=fields.String(),
        values=fields.Nested(ParagraphSchema),
        metadata={
            "description": "The rules in words, by the id that reasons name, chapter by chapter."
        },
    )
    sources = texts_field("What each `source` of a reason stands for.")
    codes = fields.Dict(
        keys=fields.Enum(Code, by_value=True),
        values=fields.Nested(ReasonFormSchema),
        metadata={"description": "What the reasons of each code carry and say."},
    )
    problems = problem_forms_field()
