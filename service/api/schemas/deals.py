"""The request for a deal of a seed, as its address makes it."""

from __future__ import annotations

from dataclasses import dataclass

from marshmallow import fields
from marshmallow.validate import Range

from service.api.schemas.body import BodySchema
from service.api.schemas.donnes import seat_field
from service.api.schemas.fields import StrictBoolean, SuitField
from service.api.schemas.rules import DEFAULT_RULES, NamedRules
from service.belote.cards import Deck, Suit
from service.belote.dealing import LAST_SEED
from service.belote.table import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class DealRequest:
    """A seed, and what is wished of its deal."""

    deck: Deck
    seed: int
    trump: Suit | None = None
    dealer: Seat | None = None
    play: bool = False
    rules: NamedRules = DEFAULT_RULES


class DealRequestSchema(BodySchema[DealRequest]):
    """A seed, and what is wished of its deal."""

    factory = DealRequest
    seed = fields.Integer(strict=True, required=True, validate=Range(0, LAST_SEED))
    trump = SuitField()
    dealer = seat_field()
    play = StrictBoolean()
