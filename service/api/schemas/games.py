"""The request for the score sheet of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from marshmallow.validate import Equal

from service.api.problems import Fault
from service.api.schemas.base import RequestSchema
from service.api.schemas.body import BodySchema
from service.api.schemas.donnes import (
    DonneSchema,
    SentDonne,
    excluded,
    exclusions,
    integer_field,
    make_donne,
    without_excluded,
)
from service.api.schemas.fields import (
    Alternatives,
    BoundedList,
    InvalidValue,
    StrictBoolean,
    described,
)
from service.api.schemas.rules import DEFAULT_RULES, NamedRules
from service.belote.cards import Deck
from service.belote.checks import Inconsistency, any_is_inconsistent, validate_game
from service.belote.game import GameDonne, Sheet, play_out
from service.belote.rules import TARGET

MAX_TARGET = 100_000
MAX_DONNES = 200


class GameDonneSchema(DonneSchema[SentDonne]):
    """A donne of a game that was played, without what follows from the game."""

    title = "GameDonne"
    passed = StrictBoolean(
        validate=Equal(False), **described("false where it is sent: not all four passed.")
    )

    def make(self, values: dict[str, Any]) -> SentDonne:
        values.pop("passed", None)
        conflicts = excluded(values)
        kept = without_excluded(values) if conflicts else values
        return SentDonne(make_donne(kept), conflicts)


class PassedSchema(RequestSchema[None]):
    """A donne in which all four passed."""

    title = "Passed"
    passed = StrictBoolean(
        required=True, validate=Equal(True), **described("true: all four passed.")
    )

    def make(self, values: dict[str, Any]) -> None:
        return None


class GameDonneField(Alternatives):
    """A donne of a game, or the note that all four passed."""

    def __init__(self, **options: Any) -> None:
        super().__init__(GameDonneSchema, PassedSchema, **options)

    def schema_for(self, value: Any) -> Any:
        played, passed = self.schemas
        return passed if isinstance(value, dict) and value.get("passed") is True else played


@dataclass(frozen=True, kw_only=True)
class GameRequest:
    """The donnes of a game, in order."""

    deck: Deck
    donnes: list[GameDonne]
    target: int = TARGET
    rules: NamedRules = DEFAULT_RULES

    @cached_property
    def sheet(self) -> Sheet:
        return play_out(self.donnes, self.target, self.rules.rules)


class GameRequestSchema(BodySchema[GameRequest]):
    """The donnes of a game, in order."""

    factory = GameRequest
    title = "GameRequest"
    target = integer_field(
        1, MAX_TARGET, **described("Points that win the game; 1000 where left out.")
    )
    donnes = BoundedList(
        GameDonneField(), 1, MAX_DONNES, required=True, **described("In the order played.")
    )

    play_at = ("play",)

    def make(self, values: dict[str, Any]) -> GameRequest:
        sent: list[SentDonne | None] = values["donnes"]
        if any(one and one.excluded for one in sent):
            raise InvalidValue
        values["donnes"] = [one and one.donne for one in sent]
        return super().make(values)

    def inconsistencies(self, loaded: GameRequest) -> Sequence[Inconsistency]:
        rules = loaded.rules.rules
        if not any_is_inconsistent(loaded.donnes, rules) and not loaded.sheet.overrun:
            return []
        return validate_game(loaded.donnes, loaded.target, rules)

    def contradictions(self, values: dict[str, Any], body: dict[str, Any]) -> Iterator[Fault]:
        sent: list[SentDonne | None] = values["donnes"]
        for at, one in enumerate(sent):
            for fault in exclusions(one.excluded if one else {}):
                yield fault.below("donnes", at)
        kept = [one and SentDonne(one.donne, {}) for one in sent]
        yield from super().contradictions(values | {"donnes": kept}, body)
