"""The request for the score sheet of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar, TypeAlias

from marshmallow import fields
from marshmallow.validate import Equal

from service.api.pauses import WithPauses
from service.api.problems import Fault
from service.api.schemas.base import RequestSchema
from service.api.schemas.body import BodySchema
from service.api.schemas.donnes import (
    ELSEWHERE,
    IN_MEMBERS,
    MAX_CARRY,
    ByTeamSchema,
    DonneSchema,
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
from service.api.schemas.rules import DEFAULT_RULES, NamedRules, RulesSchema
from service.belote.cards import Deck
from service.belote.checks import Inconsistency, any_is_inconsistent, validate_game
from service.belote.game import (
    Decided,
    DonneForm,
    GameDonne,
    Logged,
    Passed,
    Sheet,
    UnderRules,
    play_out,
)
from service.belote.rules import TARGET
from service.belote.table import Team

MAX_TARGET = 100_000
MAX_DONNES = 200
MAX_NAME = 40
MAX_BECAUSE = 100


@dataclass(frozen=True, slots=True)
class SentDonne:
    """A donne of a game as it was sent.

    `rules`: its own, None where those of the game hold. `excluded`: what `excluded` finds in it;
    those fields are left out of the donne.
    """

    donne: DonneForm
    rules: NamedRules | None = None
    excluded: Mapping[str, str] = field(default_factory=dict)

    @property
    def under_rules(self) -> GameDonne:
        """Return the donne under the rules that hold for it."""
        return UnderRules(self.donne, self.rules.rules) if self.rules else self.donne


class GameDonneFormSchema(RequestSchema[SentDonne]):
    """What each form of a donne in a game may have; `form` makes the donne of the other fields."""

    form: ClassVar[Callable[..., DonneForm]]
    elsewhere: ClassVar[Mapping[str, str]] = ELSEWHERE
    rules = fields.Nested(
        RulesSchema,
        **described(
            "What held for this donne, where the table changed its rules during the game; those of "
            "the game where left out. Who wins is a matter of the rules of the game."
        ),
    )

    def make(self, values: dict[str, Any]) -> SentDonne:
        rules = values.pop("rules", None)
        return SentDonne(self.form(**values), rules)


class GameDonneSchema(DonneSchema[SentDonne], GameDonneFormSchema):
    """A donne of a game that was played, without what follows from the game."""

    title = "GameDonne"
    elsewhere = MappingProxyType({**IN_MEMBERS, **ELSEWHERE})
    example = '{"trump": …, "takers": "NS", "count": {"total": {"NS": 90}}}'
    passed = StrictBoolean(
        validate=Equal(False), **described("false where it is sent: not all four passed.")
    )

    def make(self, values: dict[str, Any]) -> SentDonne:
        values.pop("passed", None)
        rules = values.pop("rules", None)
        conflicts = excluded(values)
        kept = without_excluded(values) if conflicts else values
        return SentDonne(make_donne(kept), rules, conflicts)


class PassedSchema(GameDonneFormSchema):
    """A donne in which all four passed: nothing is written, and carried points wait."""

    form = Passed
    title = "Passed"
    example = '{"passed": true}'
    passed = StrictBoolean(
        required=True, validate=Equal(True), **described("true: all four passed.")
    )
    dealer = seat_field(**described("Who dealt."))

    def make(self, values: dict[str, Any]) -> SentDonne:
        del values["passed"]
        return super().make(values)


class DecidedScoresSchema(ByTeamSchema):
    """What the organiser gives each team."""

    NS = integer_field(0, MAX_CARRY, required=True, **described("Of North-South."))
    EW = integer_field(0, MAX_CARRY, required=True, **described("Of East-West."))


class DecidedSchema(GameDonneFormSchema):
    """A donne that the organiser decided: carried points wait, and no pardon is used."""

    form = Decided
    title = "Decided"
    scores = fields.Nested(
        DecidedScoresSchema, required=True, **described("What each team writes, as decided.")
    )
    because = LineOfText(MAX_BECAUSE, required=True, **described("Why, for the notes of the row."))
    dealer = seat_field(**described("Who dealt."))


class LoggedSchema(GameDonneFormSchema):
    """A donne as it happened: what its audit decides is written."""

    form = Logged
    title = "Logged"
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
    donnes: list[SentDonne]
    target: int = TARGET
    names: TeamNames = field(default_factory=dict)
    detail: bool = False
    rules: NamedRules = DEFAULT_RULES

    @cached_property
    def sheet(self) -> Sheet:
        return play_out(self.under_rules, self.target, self.rules.rules)

    @property
    def under_rules(self) -> Sequence[GameDonne]:
        """Return each donne under the rules that hold for it."""
        return WithPauses([one.under_rules for one in self.donnes])

    @property
    def rules_of_donnes(self) -> list[NamedRules]:
        """Return the rules that hold for each donne."""
        return [one.rules or self.rules for one in self.donnes]


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
        if any(one.excluded for one in values["donnes"]):
            raise InvalidValue
        return super().make(values)

    def inconsistencies(self, loaded: GameRequest) -> Sequence[Inconsistency]:
        donnes, rules = loaded.under_rules, loaded.rules.rules
        if not any_is_inconsistent(donnes, rules) and loaded.sheet.is_complete:
            return []
        return validate_game(donnes, loaded.target, rules)

    def contradictions(self, values: dict[str, Any], body: dict[str, Any]) -> Iterator[Fault]:
        sent: list[SentDonne] = values["donnes"]
        for at, one in enumerate(sent):
            for fault in exclusions(one.excluded):
                yield fault.below("donnes", at)
        kept = [replace(one, excluded={}) for one in sent]
        yield from super().contradictions(values | {"donnes": kept}, body)
