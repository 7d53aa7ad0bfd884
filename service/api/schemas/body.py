"""The schema of every body: the deck, how its cards are written, and the rules of the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

from marshmallow import ValidationError, fields, validates_schema

from service.api.contradictions import faults_of
from service.api.problems import LOOKED_FOR, Fault, Path
from service.api.schemas.base import RequestSchema, in_order_sent
from service.api.schemas.fields import DeckField, InvalidValue, NotationField, described, find_deck
from service.api.schemas.rules import NamedRules, RulesSchema
from service.belote.cards import Deck
from service.belote.checks import Inconsistency
from service.belote.presets import SWITCHES

IN_RULES: Mapping[str, str] = MappingProxyType(
    {name: "in_rules" for name in ("preset", *SWITCHES) if name != "announcements"}
)
"""Members of `rules`, where they are sent beside it. `announcements` may mean what was declared."""


class Request(Protocol):
    """What every request has: cards of one deck, and the rules of one table."""

    @property
    def deck(self) -> Deck: ...

    @property
    def rules(self) -> NamedRules: ...


R = TypeVar("R", bound=Request)


class BodySchema(RequestSchema[R]):
    """A schema of whole bodies, which also runs the checks of the game.

    The checks take the loaded request, so contradictions are reported once all fields are right.
    """

    example = '{"deck": "french", …}'
    elsewhere = IN_RULES
    deck = DeckField(required=True, **described("The deck that the cards are of."))
    notation = NotationField(
        **described("How the cards are written; `international` where a deck has several.")
    )
    rules = fields.Nested(
        RulesSchema, **described("What the table plays; `classique` where left out.")
    )

    play_at: Path = ()
    """The path to a play, from the body or from a donne of it."""

    def deck_of(self, data: Any) -> Deck | None:
        return find_deck(data)

    def inconsistencies(self, loaded: R) -> Sequence[Inconsistency]:
        """Return what the game finds wrong with a loaded request."""
        return ()

    def make(self, values: dict[str, Any]) -> R:
        values.pop("notation", None)  # the deck knows its own
        return super().make(values)

    def build(self, values: dict[str, Any]) -> R:
        loaded = self.make(values)
        if self.inconsistencies(loaded):
            raise InvalidValue
        return loaded

    def contradictions(self, values: dict[str, Any], body: dict[str, Any]) -> Iterator[Fault]:
        """Yield what is wrong with a body whose fields are right by themselves.

        `values`: the loaded fields, as for `make`.
        """
        loaded = self.make(values)
        yield from faults_of(self.inconsistencies(loaded), body, loaded.deck, self.play_at)

    @validates_schema(skip_on_field_errors=True, pass_original=True)
    def _check_contradictions(
        self, data: dict[str, Any], original: dict[str, Any], **_: Any
    ) -> None:
        found = self.contradictions(in_order_sent(data, original), original)
        if told := list(islice(found, LOOKED_FOR)):
            raise ValidationError(told)
