"""The request for the score sheet of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, TypeAlias

from marshmallow import fields
from marshmallow.validate import Equal

from service.api.problems import Fault
from service.api.schemas.base import RequestSchema
from service.api.schemas.body import BodySchema
from service.api.schemas.donnes import (
    ELSEWHERE,
    IN_MEMBERS,
    MAX_CARRY,
    ByTeamSchema,
    DonneSchema,
    SentDonne,
    excluded,
    exclusions,
    integer_field,
    make_donne,
    seat_field,
    without_excluded,
)
from service.api.schemas.fields import (
    Alternatives,
    BoundedList,
    InvalidValue,
    LineOfText,
    StrictBoolean,
    described,
)
from service.api.schemas.logs import GameLogSchema
from service.api.schemas.rules import DEFAULT_RULES, NamedRules
from service.belote.cards import Deck
from service.belote.checks import Inconsistency, any_is_inconsistent, validate_game
from service.belote.game import Decided, GameDonne, Logged, Passed, Sheet, play_out
from service.belote.rules import TARGET
from service.belote.table import Team

MAX_TARGET = 100_000
MAX_DONNES = 200
MAX_NAME = 40
MAX_BECAUSE = 100


class GameDonneSchema(DonneSchema[SentDonne]):
    """A donne of a game that was played, without what follows from the game."""

    title = "GameDonne"
    elsewhere = MappingProxyType({**IN_MEMBERS, **ELSEWHERE})
    example = '{"trump": …, "takers": "NS", "count": {"total": {"NS": 90}}}'
    passed = StrictBoolean(
        validate=Equal(False), **described("false where it is sent: not all four passed.")
    )

    def make(self, values: dict[str, Any]) -> SentDonne:
        values.pop("passed", None)
        conflicts = excluded(values)
        kept = without_excluded(values) if conflicts else values
        return SentDonne(make_donne(kept), conflicts)


class PassedSchema(RequestSchema[Passed]):
    """A donne in which all four passed: nothing is written, and carried points wait."""

    title = "Passed"
    elsewhere = ELSEWHERE
    example = '{"passed": true}'
    passed = StrictBoolean(
        required=True, validate=Equal(True), **described("true: all four passed.")
    )
    dealer = seat_field(**described("Who dealt."))

    def make(self, values: dict[str, Any]) -> Passed:
        return Passed(values.get("dealer"))


class DecidedScoresSchema(ByTeamSchema):
    """What the organiser gives each team."""

    NS = integer_field(0, MAX_CARRY, required=True, **described("Of North-South."))
    EW = integer_field(0, MAX_CARRY, required=True, **described("Of East-West."))


class DecidedSchema(RequestSchema[Decided]):
    """A donne that the organiser decided: carried points wait, and no pardon is used."""

    factory = Decided
    title = "Decided"
    elsewhere = ELSEWHERE
    scores = fields.Nested(
        DecidedScoresSchema, required=True, **described("What each team writes, as decided.")
    )
    because = LineOfText(MAX_BECAUSE, required=True, **described("Why, for the notes of the row."))
    dealer = seat_field(**described("Who dealt."))


class LoggedSchema(RequestSchema[Logged]):
    """A donne as it happened: what its audit decides is written."""

    factory = Logged
    title = "Logged"
    elsewhere = ELSEWHERE
    example = '{"log": {"events": […]}}'
    log = fields.Nested(
        GameLogSchema,
        required=True,
        **described("The log of the whole donne, as `donnes/audit` takes it, without its deck."),
    )


OTHER_FORMS: Mapping[str, type[RequestSchema[Any]]] = MappingProxyType(
    {
        "passed": PassedSchema,
        "scores": DecidedSchema,
        "because": DecidedSchema,
        "log": LoggedSchema,
    }
)
"""By a field that only they have: the other forms of a donne in a game."""


class GameDonneField(Alternatives):
    """A donne of a game: its score, its log, or that it was passed or decided otherwise."""

    def __init__(self, **options: Any) -> None:
        super().__init__(GameDonneSchema, *dict.fromkeys(OTHER_FORMS.values()), **options)
        self._by_class = {type(one): one for one in self.schemas}

    def schema_for(self, value: Any) -> Any:
        """Return the schema of the form that an object shows; false and null show none."""
        sent = value if isinstance(value, dict) else {}
        shown = (form for name, form in OTHER_FORMS.items() if not _is_absent(sent.get(name)))
        return self._by_class[next(shown, GameDonneSchema)]


def _is_absent(value: Any) -> bool:
    return value is None or value is False


TeamNames: TypeAlias = Mapping[Team, str]
"""The names of teams, those that were given."""


class TeamNamesSchema(RequestSchema[TeamNames]):
    """The names of the teams."""

    NS = LineOfText(MAX_NAME, **described("Of North-South."))
    EW = LineOfText(MAX_NAME, **described("Of East-West."))

    def make(self, values: dict[str, Any]) -> TeamNames:
        return {Team(team): name for team, name in values.items()}


@dataclass(frozen=True, kw_only=True)
class GameRequest:
    """The donnes of a game, in order."""

    deck: Deck
    donnes: list[GameDonne]
    target: int = TARGET
    names: TeamNames = field(default_factory=dict)
    detail: bool = False
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
    names = fields.Nested(
        TeamNamesSchema,
        **described("Of the teams, for notes and on paper; explanations name teams by seats."),
    )
    detail = StrictBoolean(
        **described("Whether each row has the whole ruling on its donne, as `donnes/score` has it.")
    )
    donnes = BoundedList(
        GameDonneField(),
        1,
        MAX_DONNES,
        what="donnes",
        required=True,
        **described("In the order played."),
    )

    play_at = ("play",)

    def make(self, values: dict[str, Any]) -> GameRequest:
        sent: list[SentDonne | Passed | Decided | Logged] = values["donnes"]
        if any(_excluded_in(one) for one in sent):
            raise InvalidValue
        values["donnes"] = [one.donne if isinstance(one, SentDonne) else one for one in sent]
        return super().make(values)

    def inconsistencies(self, loaded: GameRequest) -> Sequence[Inconsistency]:
        rules = loaded.rules.rules
        if not any_is_inconsistent(loaded.donnes, rules) and loaded.sheet.is_complete:
            return []
        return validate_game(loaded.donnes, loaded.target, rules)

    def contradictions(self, values: dict[str, Any], body: dict[str, Any]) -> Iterator[Fault]:
        sent: list[SentDonne | Passed | Decided | Logged] = values["donnes"]
        for at, one in enumerate(sent):
            for fault in exclusions(_excluded_in(one)):
                yield fault.below("donnes", at)
        kept = [SentDonne(one.donne, {}) if isinstance(one, SentDonne) else one for one in sent]
        yield from super().contradictions(values | {"donnes": kept}, body)


def _excluded_in(sent: SentDonne | Passed | Decided | Logged) -> Mapping[str, str]:
    return sent.excluded if isinstance(sent, SentDonne) else {}
