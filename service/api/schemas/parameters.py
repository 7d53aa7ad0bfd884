"""The parameters of addresses: variables of paths by name, and one schema for each query."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import Schema, fields, validate

from service.api.schemas.vocabulary import DeckName, Language, Notation, Preset, suit_pattern


class Omittable(fields.Field[Any]):
    """A query parameter whose value may be empty, which is the same as leaving it out."""

    def __init__(self, inner: fields.Field[Any], description: str) -> None:
        super().__init__(metadata={"description": description})
        self.inner = inner

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        return None if value == "" else self.inner.deserialize(value, attr, data, **kwargs)


PATH_PARAMETERS: Mapping[str, fields.Field[Any]] = {
    "deck": fields.Enum(DeckName, by_value=True, metadata={"description": "The deck."}),
    "cards": fields.String(
        validate=validate.Length(min=1),
        metadata={
            "description": "Eight cards with commas between them.",
            "example": "JS,JH,JD,JC,8H,9H,10H,AC",
        },
    ),
}


def _lang() -> Omittable:
    language = fields.Enum(Language, by_value=True)
    return Omittable(language, "The language of texts; English without it.")


class HandQuerySchema(Schema):
    """The query of GET /v1/hands."""

    trump = Omittable(
        fields.String(validate=validate.Regexp(suit_pattern()), metadata={"component": "Suit"}),
        "The trump suit; without it nothing is said about the belote.",
    )
    notation = Omittable(
        fields.Enum(Notation, by_value=True), "The notation of the cards, in a deck with several."
    )
    preset = Omittable(fields.Enum(Preset, by_value=True), "The rules; see /v1/rules.")
    lang = _lang()


class RulesQuerySchema(Schema):
    """The query of GET /v1/rules."""

    lang = _lang()
