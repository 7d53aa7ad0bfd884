"""The parameters of addresses: variables of paths by name, and one schema for each query."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import Schema, fields, validate

from service.api.negotiation import LANGUAGE_RANGE
from service.api.schemas.answers.common import OneOfFields
from service.api.schemas.fields import StrictBoolean
from service.api.schemas.vocabulary import (
    CHOICES,
    DeckName,
    FaultCode,
    Language,
    Notation,
    Preset,
    ProblemCode,
    card_pattern,
    suit_pattern,
    switch_meaning,
)
from service.belote.dealing import LAST_SEED
from service.belote.presets import SWITCHES
from service.belote.table import Seat

LANG = "lang"
"""The query parameter for the language of texts."""

IN_ENGLISH = "English without it"
"""The language of addresses whose answers depend on no header, so that caches may share them."""


class Omittable(fields.Field[Any]):
    """A query parameter whose value may be empty, which is the same as leaving it out."""

    def __init__(self, inner: fields.Field[Any], description: str) -> None:
        super().__init__(metadata={"description": description})
        self.inner = inner

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        return None if value == "" else self.inner.deserialize(value, attr, data, **kwargs)


class AnyCodeField(OneOfFields):
    """The code of an error."""

    members = (fields.Enum(ProblemCode, by_value=True), fields.Enum(FaultCode, by_value=True))


PATH_PARAMETERS: Mapping[str, fields.Field[Any]] = {
    "deck": fields.Enum(DeckName, by_value=True, metadata={"description": "The deck."}),
    "card": fields.String(
        validate=validate.Regexp(card_pattern()),
        metadata={"description": "The card, as requests write it.", "example": "KH"},
    ),
    "cards": fields.String(
        validate=validate.Length(min=1),
        metadata={
            "description": "Eight cards with commas between them.",
            "example": "JS,JH,JD,JC,8H,9H,10H,AC",
        },
    ),
    "code": AnyCodeField(metadata={"description": "The code of an error."}),
}


class LanguageField(OneOfFields):
    """A language, or a range such as `fr-FR`, by which browsers name theirs."""

    members = (
        fields.Enum(Language, by_value=True),
        fields.String(
            validate=validate.Regexp(LANGUAGE_RANGE),
            metadata={"description": "A language, with or without its region: `fr-FR`."},
        ),
    )


def _lang(otherwise: str) -> Omittable:
    return Omittable(
        LanguageField(), f"The language of texts, also as a range such as `fr-FR`; {otherwise}."
    )


def _suit(description: str) -> Omittable:
    pattern = validate.Regexp(suit_pattern())
    suit = fields.String(validate=pattern, metadata={"component": "Suit"})
    return Omittable(suit, description)


def _notation() -> Omittable:
    notation = fields.Enum(Notation, by_value=True)
    return Omittable(notation, "The notation of the cards, in a deck with several.")


def _preset() -> Omittable:
    return Omittable(fields.Enum(Preset, by_value=True), "The rules; see /v1/rules.")


def _switch(name: str) -> Omittable:
    """Return the parameter for a switch of the rules, which takes precedence over the preset."""
    choices = CHOICES.get(name)
    inner = fields.Enum(choices, by_value=True) if choices else StrictBoolean()
    return Omittable(inner, switch_meaning(name))


class HandQuerySchema(Schema):
    """The query of GET /v1/hands."""

    trump = _suit("The trump suit; without it nothing is said about the belote.")
    notation = _notation()
    preset = _preset()
    lang = _lang(IN_ENGLISH)


DealQuerySchema = Schema.from_dict(
    {
        "deck": fields.Enum(
            DeckName, by_value=True, required=True, metadata={"description": "The deck."}
        ),
        "seed": fields.Integer(
            required=True,
            validate=validate.Range(0, LAST_SEED),
            metadata={"description": "The same seed gives the same deal, in any version."},
        ),
        "notation": _notation(),
        "trump": _suit("The trump suit; without it, that of the card turned up."),
        "dealer": Omittable(fields.Enum(Seat, by_value=True), "Without it, the seed chooses."),
        "play": Omittable(StrictBoolean(), "Whether the hands are played too."),
        "preset": _preset(),
        **{name: _switch(name) for name in SWITCHES},
    },
    name="DealQuerySchema",
)
"""The query of GET /v1/deals/random."""


class CardFaceQuerySchema(Schema):
    """The query of GET /cards."""

    notation = _notation()
    lang = _lang(IN_ENGLISH)


class RulesQuerySchema(Schema):
    """The query of GET /v1/rules."""

    lang = _lang(IN_ENGLISH)


class ReaderQuerySchema(Schema):
    """The query of what takes nothing but a language, for which a header may ask as well."""

    lang = _lang("without it, that of `Accept-Language`")
