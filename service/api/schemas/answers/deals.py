"""The schema of a deal of a seed."""

from __future__ import annotations

from service.api.schemas.announcements import CompareRequestSchema
from service.api.schemas.answers.common import (
    AnswerSchema,
    cards_field,
    enum_field,
    integer_field,
    list_field,
    nested_field,
    schema_from,
)
from service.api.schemas.answers.donnes import TrickSchema
from service.api.schemas.answers.rules import rules_field
from service.api.schemas.donnes import DonneRequestSchema, ReplayRequestSchema
from service.api.schemas.vocabulary import CardLabel, DeckName, Notation, SuitLetter
from service.belote.dealing import LAST_SEED
from service.belote.table import SEATS, Seat, Team

HandBySeatSchema = schema_from(
    "HandBySeat",
    "The eight cards of each seat.",
    {seat.value: cards_field(f"Of {seat}.") for seat in SEATS},
)


class DealBodiesSchema(AnswerSchema):
    """Bodies that operations take as they are, under the rules of the deal."""

    compare = nested_field(
        CompareRequestSchema, "For /v1/announcements/compare: each hand declares its best."
    )
    replay = nested_field(
        ReplayRequestSchema, "For /v1/donnes/replay: the hands, and the cards played, if any."
    )
    score = nested_field(
        DonneRequestSchema,
        "For /v1/donnes/score: the play, with every word said, and the lowest bid where contracts "
        "are bid; null without a play. For a donne of /v1/games/score leave out `deck`, `notation` "
        "and `rules`, which stand beside `donnes` there.",
        allow_none=True,
    )


class DealSchema(AnswerSchema):
    """A deal, and a play of it where one was asked for."""

    seed = integer_field("The seed that gives it.", 0, LAST_SEED)
    deck = enum_field(DeckName)
    notation = enum_field(Notation, "null for a deck that has only one.", allow_none=True)
    dealer = enum_field(Seat, "Who dealt.")
    turned = enum_field(
        CardLabel,
        "The card turned up, which the taker has; null where contracts are bid.",
        allow_none=True,
    )
    taker = enum_field(Seat, "Who took.")
    takers = enum_field(Team, "The team of the taker.")
    trump = enum_field(SuitLetter, "The suit of the card turned up, unless another was asked for.")
    hands = nested_field(HandBySeatSchema)
    tricks = list_field(
        TrickSchema,
        "A play at random in which every card is legal; null where none was asked for.",
        allow_none=True,
    )
    bodies = nested_field(DealBodiesSchema)
    rules = rules_field()
