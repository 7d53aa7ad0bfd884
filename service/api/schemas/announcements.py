"""The requests about declarations: what one player declared, and whose announcements count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from marshmallow import ValidationError, fields, validates_schema
from marshmallow.validate import Range

from service.api.schemas.base import RequestSchema, Variant
from service.api.schemas.body import BodySchema
from service.api.schemas.fields import (
    BoundedList,
    CardsField,
    HandField,
    InvalidValue,
    RankField,
    StrictBoolean,
    SuitField,
    described,
    one_of_missing,
)
from service.api.schemas.hands import BySeatSchema, HandsBySeatSchema, optional_trump
from service.api.schemas.rules import DEFAULT_RULES, NamedRules
from service.belote.cards import Cards, Deck, Suit
from service.belote.checks import Inconsistency, validate_comparison
from service.belote.declarations import Declaration
from service.belote.rules import HAND_SIZE, LONGEST, SHORTEST, Kind
from service.belote.table import Seat

T = TypeVar("T")

MAX_DECLARATIONS = 8
MAX_POINTS_SAID = 1000


_SAID = ("kind", "points", "cards")
"""Of these fields of a declaration one at least is sent."""


class SaidSchema(RequestSchema[T]):
    """What was said of an announcement; `kind`, `points` or `cards` at least."""

    example = '{"kind": "tierce"}'
    variants = (
        Variant("Kind", "A declaration by its kind.", ("kind",)),
        Variant("Points", "A declaration by its value alone.", ("points",), ("kind",)),
        Variant("Cards", "A declaration by its cards alone.", ("cards",), ("kind", "points")),
    )
    kind = fields.Enum(Kind, by_value=fields.String, **described("What was said to be held."))
    points = fields.Integer(
        strict=True, validate=Range(0, MAX_POINTS_SAID), **described("The value that was said.")
    )
    top = RankField(**described("The highest rank that was said; of a carré, its rank."))
    suit = SuitField(**described("The suit of a sequence that was said; null for a carré."))
    length = fields.Integer(
        strict=True,
        validate=Range(SHORTEST, LONGEST),
        **described("The number of cards that was said."),
    )
    cards = CardsField(1, HAND_SIZE, **described("The cards that were meant or shown."))

    def make(self, values: dict[str, Any]) -> T:
        if not values.keys() & _SAID:
            raise InvalidValue
        return super().make(values)

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def _check_something_is_said(self, data: Any, original: Any, **_: Any) -> None:
        if isinstance(original, dict) and all(original.get(name) is None for name in _SAID):
            raise ValidationError([one_of_missing(_SAID)])


class DeclarationSchema(SaidSchema[Declaration]):
    """One declaration; `kind`, `points` or `cards` at least.

    Without `cards`, the hand must be known, unless the words name them: `kind` and `top` of a
    carré, `kind`, `top` and `suit` of a sequence. An announcement of an answer, sent back as it
    is, is a declaration of it.
    """

    factory = Declaration
    title = "Declaration"
    with_card = fields.Integer(
        strict=True,
        validate=Range(1, HAND_SIZE),
        **described(
            "Which of his own cards the player was playing when he said it, from 1, which is in "
            "time and holds where left out."
        ),
    )
    shown = StrictBoolean(
        **described(
            "false: asked to show it as the winner, and would not; true where left out, as for "
            "losers, who never show."
        )
    )


def declarations(**options: Any) -> BoundedList[Any]:
    """Return a field for the declarations of one seat."""
    return BoundedList(
        fields.Nested(DeclarationSchema), 0, MAX_DECLARATIONS, what="declarations", **options
    )


class DeclarationsBySeatSchema(BySeatSchema[list[Declaration]]):
    """What each seat declared; a seat left out declared nothing."""

    example = '{"N": [{"kind": "tierce"}]}'
    N = declarations(**described("What North declared, in that order."))
    W = declarations(**described("What West declared, in that order."))
    S = declarations(**described("What South declared, in that order."))
    E = declarations(**described("What East declared, in that order."))


def hands_field() -> fields.Nested:
    """Return the field for the hands of a table."""
    return fields.Nested(
        HandsBySeatSchema,
        **described("The hands, as far as they are known; declarations are held against them."),
    )


def declared_field() -> fields.Nested:
    """Return the field for what was declared at a table."""
    return fields.Nested(
        DeclarationsBySeatSchema,
        **described("What each seat declared; `{}`: nobody declared anything."),
    )


def declare_best_field() -> StrictBoolean:
    """Return the field for taking the best of a hand as declared."""
    return StrictBoolean(
        **described(
            "true: a seat that `declared` does not name declared the best of its known hand; "
            "false where left out."
        )
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidateRequest:
    """What one player declared, and the hand it is held against."""

    deck: Deck
    hand: Cards
    declared: list[Declaration]
    trump: Suit | None = None
    rules: NamedRules = DEFAULT_RULES


class ValidateRequestSchema(BodySchema[ValidateRequest]):
    """What one player declared, and the hand it is held against."""

    factory = ValidateRequest
    title = "ValidateRequest"
    trump = optional_trump()
    hand = HandField(required=True, **described("Eight different cards, as dealt."))
    declared = declarations(required=True, **described("What the player declared, in that order."))


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareRequest:
    """What the players of a table declared.

    `declared`: empty where nobody declared anything, None where it was left out. The game refuses
    the latter (`validate_comparison`), unless `declare_best` says what else was declared.
    """

    deck: Deck
    trump: Suit
    hands: Mapping[Seat, Cards] = field(default_factory=dict)
    declared: Mapping[Seat, list[Declaration]] | None = None
    declare_best: bool = False
    first_player: Seat | None = None
    dealer: Seat | None = None
    rules: NamedRules = DEFAULT_RULES


class CompareRequestSchema(BodySchema[CompareRequest]):
    """What the players of a table declared."""

    factory = CompareRequest
    title = "CompareRequest"
    # `declared` and `declare_best` may be sent together, which the second form describes.
    variants = (
        Variant("Declared", "What the players said.", ("declared",), ("declare_best",)),
        Variant(
            "Best",
            "The best of each known hand, but for the seats that `declared` names.",
            ("declare_best", "hands"),
        ),
    )
    trump = SuitField(required=True, **described("The trump suit."))
    hands = hands_field()
    declared = declared_field()
    declare_best = declare_best_field()
    first_player = fields.Enum(
        Seat, by_value=fields.String, **described("Who speaks first, where the rules ask for it.")
    )
    dealer = fields.Enum(
        Seat,
        by_value=fields.String,
        **described("May stand for `first_player`, who sits next in the direction of play."),
    )

    def inconsistencies(self, loaded: CompareRequest) -> Sequence[Inconsistency]:
        return validate_comparison(
            loaded.declared,
            loaded.hands,
            loaded.rules.rules,
            declare_best=loaded.declare_best,
            first_player=loaded.first_player,
            dealer=loaded.dealer,
        )
