"""The requests about one donne: its score, and the play so far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar

from marshmallow import ValidationError, fields, validates_schema
from marshmallow.validate import Range

from service.api.problems import Fault
from service.api.schemas.announcements import (
    declare_best_field,
    declared_field,
    hands_field,
)
from service.api.schemas.base import RequestSchema, Variant
from service.api.schemas.body import IN_RULES, BodySchema
from service.api.schemas.fields import (
    BidField,
    BoundedList,
    InvalidValue,
    MultipleOf,
    PileField,
    SentTricks,
    StrictBoolean,
    SuitField,
    TricksField,
    described,
    expected,
    missing,
    one_of_missing,
)
from service.api.schemas.hands import HandsBySeatSchema
from service.api.schemas.rules import DEFAULT_RULES, NamedRules
from service.belote.cards import Cards, Deck, Suit
from service.belote.checks import Inconsistency, validate_donne, validate_play
from service.belote.facts import rest_of
from service.belote.inputs import (
    BeloteClaim,
    Contract,
    CountedPoints,
    CountedTotals,
    Donne,
    Play,
    TrickPiles,
)
from service.belote.rules import CAPOT, CARD_POINTS, TRICKS
from service.belote.scales import Coinche
from service.belote.table import TEAMS, ByTeam, Seat, Team

T = TypeVar("T")

MAX_CARRY = 100_000
MAX_ANNOUNCED = 700
MAX_TOTAL = CARD_POINTS + CAPOT


def team_field(**options: Any) -> fields.Enum[Team]:
    """Return a field for a team."""
    return fields.Enum(Team, by_value=fields.String, **options)


def seat_field(**options: Any) -> fields.Enum[Seat]:
    """Return a field for a seat."""
    return fields.Enum(Seat, by_value=fields.String, **options)


def integer_field(low: int, high: int, **options: Any) -> fields.Integer:
    """Return a field for an integer from `low` to `high`."""
    return fields.Integer(strict=True, validate=Range(low, high), **options)


class ByTeamSchema(RequestSchema[ByTeam[int]]):
    """An object with a number for each team."""

    factory = ByTeam
    example = '{"NS": 90, "EW": 62}'

    def not_an_object(self) -> Fault:
        return expected("by_team", choices=list(TEAMS), example=self.example)

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:
        """Report null like any other value that is not a valid number."""
        super().on_bind_field(field_name, field_obj)
        field_obj.error_messages["null"] = field_obj.default_error_messages["invalid"]


class CardPointsSchema(ByTeamSchema):
    """The points of the cards of each team."""

    NS = integer_field(0, CARD_POINTS, required=True, **described("Of North-South."))
    EW = integer_field(0, CARD_POINTS, required=True, **described("Of East-West."))


class TricksWonSchema(ByTeamSchema):
    """The number of tricks of each team."""

    example = '{"NS": 5, "EW": 3}'
    NS = integer_field(0, TRICKS, required=True, **described("Of North-South."))
    EW = integer_field(0, TRICKS, required=True, **described("Of East-West."))


OF_ONE_TEAM = (
    Variant("NorthSouth", "North-South's, with or without that of East-West.", ("NS",)),
    Variant("EastWest", "East-West's alone.", ("EW",), ("NS",)),
)
"""The forms of an object with a member for each team, one of which is enough."""


class TotalSchema(ByTeamSchema):
    """The total of each team; the one left out has the rest of 162."""

    example = '{"NS": 90}'
    variants = OF_ONE_TEAM
    NS = integer_field(0, MAX_TOTAL, **described("Of North-South, last trick included."))
    EW = integer_field(0, MAX_TOTAL, **described("Of East-West, last trick included."))

    def make(self, values: dict[str, Any]) -> ByTeam[int]:
        if not values:
            raise InvalidValue
        ns, ew = values.get("NS"), values.get("EW")
        if ns is None:
            return ByTeam(rest_of(ew or 0), ew or 0)
        return ByTeam(ns, rest_of(ns) if ew is None else ew)

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def _check_a_team(self, data: Any, original: Any, **_: Any) -> None:
        if isinstance(original, dict) and all(original.get(team) is None for team in TEAMS):
            raise ValidationError([one_of_missing(TEAMS)])


def _tens(high: int, **options: Any) -> fields.Integer:
    return fields.Integer(strict=True, validate=[Range(0, high), MultipleOf(10)], **options)


class AnnouncementPointsSchema(ByTeamSchema):
    """Points of announcements; a team left out has none."""

    example = '{"NS": 20}'
    NS = _tens(MAX_ANNOUNCED, **described("Of North-South."))
    EW = _tens(MAX_ANNOUNCED, **described("Of East-West."))

    def make(self, values: dict[str, Any]) -> ByTeam[int]:
        return ByTeam(values.get("NS", 0), values.get("EW", 0))


COUNTS = ("card_points", "total", "capot")
"""Of these fields of a count one at least is sent; `card_points` excludes the others."""


class CountFormSchema(RequestSchema[T]):
    """The forms of a count: `card_points` with `last_trick`, `total`, or `capot` alone.

    `counts`: the fields of which one at least is sent.
    """

    counts: ClassVar[tuple[str, ...]] = COUNTS

    example = '{"total": {"NS": 90}}'
    variants: ClassVar[tuple[Variant, ...]] = (
        Variant(
            "CardPoints",
            "The points of the cards, and who won the last trick.",
            ("card_points", "last_trick"),
            ("total", "capot"),
        ),
        Variant("Total", "The totals, last trick included.", ("total",), ("card_points",)),
        Variant("Capot", "All tricks to one team.", ("capot",), ("card_points", "total")),
    )

    def make(self, values: dict[str, Any]) -> T:
        if next(self._faults_of_form(values), None):
            raise InvalidValue
        return super().make(values)

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def _check_form(self, data: Any, original: Any, **_: Any) -> None:
        if isinstance(original, dict):
            sent = {name: one for name, one in original.items() if one is not None}
            if found := list(self._faults_of_form(sent)):
                raise ValidationError(found)

    def _faults_of_form(self, sent: Mapping[str, Any]) -> Iterator[Fault]:
        """Yield what is wrong with the form of a count. `sent`: its fields that are not null."""
        if not sent.keys() & set(self.counts):
            yield one_of_missing(self.counts)
        if "card_points" not in sent:
            return
        if "last_trick" not in sent:
            yield missing("last_trick", ("last_trick",), choices=list(TEAMS))
        forms = [name for name in sent if name in COUNTS]
        at = forms.index(COUNTS[0])
        for later in forms[1:] if at == 0 else forms[at : at + 1]:
            yield Fault("conflicting_fields", (later,), {"field": later, "other": forms[0]})


def _count(**values: Any) -> CountedPoints | CountedTotals:
    if "card_points" in values:
        return CountedPoints(**values)
    return CountedTotals(totals=values.pop("total", None), **values)


class CountSchema(CountFormSchema[CountedPoints | CountedTotals]):
    """Points as counted at the table, in one of three forms.

    Either `card_points` with `last_trick`, or as tables write it: `total`, the last trick included,
    or `capot`, beside which the total may stand.
    """

    factory = staticmethod(_count)
    title = "Count"
    card_points = fields.Nested(
        CardPointsSchema, **described("152 together, the last trick apart.")
    )
    total = fields.Nested(
        TotalSchema, **described("162 together, the last trick included; one team's is enough.")
    )
    last_trick = team_field(**described("Who won the last trick; required with `card_points`."))
    capot = team_field(
        **described("The team that won every trick, which sets the totals by itself.")
    )
    tricks_won = fields.Nested(
        TricksWonSchema,
        **described("Required when one team has all the points and `capot` is not sent."),
    )


class WonSchema(RequestSchema[TrickPiles]):
    """The tricks won, as piles of cards."""

    title = "Won"
    example = '{"last_trick": "NS", "NS": […]}'
    variants = OF_ONE_TEAM
    last_trick = team_field(required=True, **described("Who won the last trick."))
    NS = PileField(**described("The pile of North-South; without it they have the rest."))
    EW = PileField(**described("The pile of East-West; without it they have the rest."))

    def make(self, values: dict[str, Any]) -> TrickPiles:
        return TrickPiles(values["last_trick"], ByTeam(values.get("NS"), values.get("EW")))


class PlaySchema(RequestSchema[Play]):
    """The cards of each trick, in playing order."""

    title = "Play"
    example = '{"dealer": "E", "tricks": […]}'
    dealer = seat_field(
        required=True,
        **described(
            "Who dealt; the next seat leads first. Of cards alone a wrong dealer gives every trick "
            "to another seat, which nothing shows: send `hands` too, or each card with its seat."
        ),
    )
    tricks = TricksField(
        under_way=False, required=True, **described("The eight tricks, in the order played.")
    )
    leaders = BoundedList(
        seat_field(),
        TRICKS,
        TRICKS,
        what="leaders",
        **described("Who led each trick, to be checked."),
    )

    def make(self, values: dict[str, Any]) -> Play:
        sent: SentTricks = values["tricks"]
        leaders = tuple(values["leaders"]) if "leaders" in values else None
        return Play(values["dealer"], sent.cards, leaders, sent.players)


class GameBeloteSchema(RequestSchema[BeloteClaim]):
    """What was said of king and queen of trump."""

    factory = BeloteClaim
    title = "GameBelote"
    elsewhere = MappingProxyType({"pardon_used": "of_the_game"})
    example = '{"team": "NS"}'
    team = team_field(**described("Needed with `count` and `won`; a play tells it."))
    said = StrictBoolean(**described('Whether "belote" was said; true where left out.'))
    rebelote = StrictBoolean(
        **described('Whether "rebelote" was said; true where left out, false: forgotten.')
    )
    claimed_at_count = StrictBoolean(
        **described("The oversight was signalled at the count at the latest.")
    )


BELOTE = described(
    "What was said of king and queen of trump; left out: nobody told, which is not the same as "
    "`{}`, where belote and rebelote were said."
)


class BeloteClaimSchema(GameBeloteSchema):
    """What was said of king and queen of trump, and of earlier pardons."""

    title = "BeloteClaim"
    elsewhere = MappingProxyType({})
    pardon_used = StrictBoolean(
        **described("Whether the team's pardon was used up in an earlier donne.")
    )


class ContractSchema(RequestSchema[Contract]):
    """What the takers undertook, under a scale that asks for it."""

    factory = Contract
    title = "ContractRequest"
    bid = BidField(**described("Points, or a capot. Required under scale `bid`, and for it alone."))
    coinche = fields.Enum(
        Coinche,
        by_value=fields.String,
        **described("What doubled the donne; left out where nothing did."),
    )


# Fields that exclude each other -----------------------------------------------------------------

FORMS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "count": ("Counted", "A donne by its points, as counted at the table"),
        "won": ("Won", "A donne by the piles of tricks"),
        "play": ("Played", "A donne card by card"),
    }
)
"""The fields of a donne of which exactly one is sent: the name and description of each form."""

_OF_CARDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    dict.fromkeys(("won", "play"), ("trump",))
)
"""What a form of a donne requires besides, since its cards have no value without it."""

_FORM = frozenset(FORMS)

EXCLUDES: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "count": _FORM,
        "won": _FORM,
        "play": _FORM,
        "announcement_points": frozenset({"declared", "declare_best"}),
        "declared": frozenset({"announcement_points"}),
        "declare_best": frozenset({"announcement_points"}),
    }
)
"""For each field of a donne, those that may not be sent with it."""


def _variants() -> Iterator[Variant]:
    """Yield the forms of a donne, each with announcements as declared, then with settled ones."""
    for form, (name, description) in FORMS.items():
        others = tuple(one for one in FORMS if one != form)
        yield Variant(
            name,
            f"{description}; announcements, if any, as declared.",
            (form, *_OF_CARDS.get(form, ())),
            (*others, "announcement_points"),
        )
        yield Variant(
            f"Settled{name}",
            f"{description}; the points of announcements are settled.",
            (form, *_OF_CARDS.get(form, ()), "announcement_points"),
            (*others, *sorted(EXCLUDES["announcement_points"])),
        )


def _exclusive(values: Mapping[str, Any]) -> list[str]:
    """Return the fields of a donne that exclude others, in the order sent.

    false is as good as left out.
    """
    return [name for name, one in values.items() if name in EXCLUDES and one is not False]


def excluded(values: Mapping[str, Any]) -> Mapping[str, str]:
    """Return each loaded field that an earlier one excludes, with the first that does."""
    there = _exclusive(values)
    found: dict[str, str] = {}
    for at, name in enumerate(there):
        for other in there[:at]:
            if other in EXCLUDES[name]:
                found.setdefault(name, other)
    return found


def without_excluded(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the loaded fields without those that the form or an earlier field excludes.

    The first form is kept, so that there is one wherever one was sent.
    """
    there = _exclusive(values)
    kept: set[str] = set()
    for name in sorted(there, key=lambda one: one not in _FORM):
        if not kept & EXCLUDES[name]:
            kept.add(name)
    return {name: one for name, one in values.items() if name in kept or name not in there}


def exclusions(found: Mapping[str, str]) -> Iterator[Fault]:
    """Yield a fault for each of the fields that `excluded` returns."""
    for name, other in found.items():
        yield Fault("conflicting_fields", (name,), {"field": name, "other": other})


ELSEWHERE: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("deck", "notation", "target", "names", "detail"), "beside_donnes"),
        "carry_in": "of_the_game",
    }
)
"""The fields of a donne by itself, or of a game, that a donne of a game does not have: why."""


IN_CONTRACT: Mapping[str, str] = MappingProxyType(dict.fromkeys(("bid", "coinche"), "in_contract"))
"""Members of `contract`, where they are sent beside it."""

IN_MEMBERS: Mapping[str, str] = MappingProxyType({**IN_RULES, **IN_CONTRACT})
"""What is sent beside the members of a donne or a log in which it belongs."""


class DonneSchema(RequestSchema[T]):
    """The fields of every donne that was played; exactly one of `FORMS`."""

    variants = tuple(_variants())
    trump = SuitField(
        **described("May be left out beside a `count` where no cards are sent; required elsewhere.")
    )
    takers = team_field(required=True, **described("The team that took."))
    contract = fields.Nested(
        ContractSchema,
        **described("What the takers undertook; the scale says what of it is told."),
    )
    belote = fields.Nested(GameBeloteSchema, **BELOTE)
    dealer = seat_field(
        **described("Who dealt, from which the first speaker follows; a play names its own.")
    )
    first_player = seat_field(**described("Who spoke first, where nothing else tells."))
    hands = hands_field()
    declared = declared_field()
    declare_best = declare_best_field()
    announcement_points = fields.Nested(
        AnnouncementPointsSchema, **described("Already settled; one team's at most.")
    )
    count = fields.Nested(CountSchema, **described("The points, as counted at the table."))
    won = fields.Nested(WonSchema, **described("The tricks won, as piles of cards."))
    play = fields.Nested(PlaySchema, **described("The whole play, card by card."))

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def _check_form(self, data: Any, original: Any, **_: Any) -> None:
        if isinstance(original, dict) and all(original.get(form) is None for form in FORMS):
            raise ValidationError([one_of_missing(FORMS)])


def make_donne(values: dict[str, Any]) -> Donne:
    """Return the donne of loaded fields. Raises: ValueError unless there is exactly one form."""
    (form,) = [values.pop(name) for name in FORMS if name in values]
    return Donne(
        trump=values.pop("trump", None),
        form=form,
        announcements=values.pop("announcement_points", None),
        **values,
    )


@dataclass(frozen=True, slots=True)
class DonneRequest:
    """A donne by itself."""

    deck: Deck
    donne: Donne
    rules: NamedRules


class DonneRequestSchema(DonneSchema[DonneRequest], BodySchema[DonneRequest]):
    """A donne by itself."""

    title = "DonneRequest"
    elsewhere = IN_MEMBERS
    belote = fields.Nested(BeloteClaimSchema, **BELOTE)
    carry_in = integer_field(
        0, MAX_CARRY, **described("What waits from earlier donnes; 0 where left out.")
    )

    play_at = ("play",)

    def make(self, values: dict[str, Any]) -> DonneRequest:
        if excluded(values):
            raise InvalidValue
        values.pop("notation", None)
        deck, rules = values.pop("deck"), values.pop("rules", DEFAULT_RULES)
        return DonneRequest(deck, make_donne(values), rules)

    def inconsistencies(self, loaded: DonneRequest) -> Sequence[Inconsistency]:
        return validate_donne(loaded.donne, loaded.rules.rules)

    def contradictions(self, values: dict[str, Any], body: dict[str, Any]) -> Iterator[Fault]:
        if _FORM & values.keys():  # without one, that is told by `_check_form`
            yield from exclusions(excluded(values))
            yield from super().contradictions(without_excluded(values), body)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayRequest:
    """The first cards of a play."""

    deck: Deck
    trump: Suit
    dealer: Seat
    tricks: SentTricks
    hands: Mapping[Seat, Cards] = field(default_factory=dict)
    rules: NamedRules = DEFAULT_RULES

    @property
    def play(self) -> Play:
        return Play(self.dealer, self.tricks.cards, players=self.tricks.players)


class ReplayRequestSchema(BodySchema[ReplayRequest]):
    """The first cards of a play."""

    factory = ReplayRequest
    title = "ReplayRequest"
    trump = SuitField(required=True, **described("The trump suit."))
    dealer = seat_field(required=True, **described("Who dealt; the next seat leads first."))
    tricks = TricksField(
        under_way=True,
        required=True,
        **described("The tricks so far, in the order played; the last may be under way."),
    )
    hands = fields.Nested(
        HandsBySeatSchema,
        **described("The hands as dealt, as far as they are known, to tell what is legal."),
    )

    def inconsistencies(self, loaded: ReplayRequest) -> Sequence[Inconsistency]:
        rules = loaded.rules.rules
        return validate_play(loaded.play, loaded.trump, loaded.hands, rules, under_way=True)
