"""The request for the face of a card: the deck that its address names."""

from __future__ import annotations

from dataclasses import dataclass

from service.api.schemas.body import BodySchema
from service.api.schemas.rules import DEFAULT_RULES, NamedRules
from service.belote.cards import Deck


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckRequest:
    """A deck in one of its notations."""

    deck: Deck
    rules: NamedRules = DEFAULT_RULES


class DeckRequestSchema(BodySchema[DeckRequest]):
    """A deck in one of its notations."""

    factory = DeckRequest
