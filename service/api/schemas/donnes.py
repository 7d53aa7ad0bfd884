"""The schemas of request bodies about donnes, plays and games.

The game finds the contradictions in a donne; this module only maps them to paths of the body.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from service.api.problems import Fault, unknown_names
from service.api.schemas.announcements import AboutCards, Body, Reader, declarations
from service.api.schemas.fields import (
    PACK_SIZE,
    SEAT_OF,
    TEAM_OF,
    BySeat,
    CardList,
    Choice,
    Container,
    Flag,
    GameField,
    ListOf,
    ObjectOf,
    Shape,
    SuitField,
    Unfit,
    Whole,
    expected,
    faults_below,
    label_faults,
    nullable,
)
from service.api.schemas.rules import CLASSIC, Agreed
from service.belote.cards import Card, Cards, Deck, Suit
from service.belote.checks import (
    Inconsistency,
    any_is_inconsistent,
    validate_donne,
    validate_game,
    validate_play,
)
from service.belote.game import GameDonne as DonneOfGame
from service.belote.game import Sheet, play_out
from service.belote.inputs import BeloteClaim, CountedPoints, Donne, Play, TrickPiles
from service.belote.rules import CARD_POINTS, CARDS_IN_TRICK, TARGET, TRICKS
from service.belote.table import ByTeam, Seat, Team

MAX_CARRY = 100_000
MAX_TARGET = 100_000
MAX_DONNES = 200
MAX_ANNOUNCED = 700


class DonneRequest(NamedTuple):
    deck: Deck
    donne: Donne
    rules: Agreed


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayRequest:
    deck: Deck
    trump: Suit
    dealer: Seat
    tricks: tuple[tuple[Card, ...], ...]
    hands: Mapping[Seat, Cards] = field(default_factory=dict)
    rules: Agreed = CLASSIC

    @property
    def play(self) -> Play:
        return Play(self.dealer, self.tricks)


@dataclass(frozen=True, kw_only=True)
class GameRequest:
    deck: Deck
    donnes: list[DonneOfGame]
    target: int = TARGET
    rules: Agreed = CLASSIC

    @cached_property
    def sheet(self) -> Sheet:
        return play_out(self.donnes, self.target, self.rules.rules)


class Pile(GameField[tuple[Card, ...]]):
    """Cards in the order sent; the game checks that they are whole tricks."""

    def read(self, value: Any) -> tuple[Card, ...]:
        if type(value) is not list or self.deck is None or len(value) > PACK_SIZE:
            raise Unfit
        return tuple(map(self.deck.card_of.__getitem__, value))

    def faults(self, value: Any) -> Iterator[Fault]:
        if not isinstance(value, list):
            yield expected("cards", low=0, high=PACK_SIZE)
            return
        yield from label_faults(value, self.deck)
        if len(value) > PACK_SIZE:
            yield expected("cards", low=0, high=PACK_SIZE)

    def describe(self) -> dict[str, Any]:
        cards = CardList(0, PACK_SIZE).describe()
        return cards | {"description": "Whole tricks, so a multiple of four cards."}


class Tricks(GameField[tuple[tuple[Card, ...], ...]]):
    """Tricks of four cards in playing order.

    `under_way`: there may be fewer than eight, and the last may be short.
    """

    def __init__(self, *, under_way: bool, **options: Any) -> None:
        super().__init__(**options)
        self.under_way = under_way
        self.low = 0 if under_way else TRICKS

    def read(self, value: Any) -> tuple[tuple[Card, ...], ...]:
        if type(value) is not list or self.deck is None or not self.low <= len(value) <= TRICKS:
            raise Unfit
        if set(map(type, value)) - {list}:
            raise Unfit
        cards = tuple(map(self.deck.card_of.__getitem__, chain.from_iterable(value)))
        whole = tuple(zip(*[iter(cards)] * CARDS_IN_TRICK, strict=False))
        sizes = list(map(len, value))
        if sizes.count(CARDS_IN_TRICK) == len(sizes):
            return whole
        *others, last = sizes
        if not self.under_way or last > CARDS_IN_TRICK or set(others) - {CARDS_IN_TRICK}:
            raise Unfit
        return (*whole, cards[len(cards) - last :])

    def faults(self, value: Any) -> Iterator[Fault]:
        if not isinstance(value, list) or not self.low <= len(value) <= TRICKS:
            yield expected("list", low=self.low, high=TRICKS)
        for number, trick in enumerate(value[:TRICKS] if isinstance(value, list) else ()):
            last = number == len(value) - 1
            for fault in self._faults_of_trick(trick, self.under_way and last):
                yield fault.below(number)

    def _faults_of_trick(self, trick: Any, may_be_short: bool) -> Iterator[Fault]:
        low = 0 if may_be_short else CARDS_IN_TRICK
        if not isinstance(trick, list):
            yield expected("cards", low=low, high=CARDS_IN_TRICK)
            return
        yield from label_faults(trick, self.deck)
        if not low <= len(trick) <= CARDS_IN_TRICK:
            params = {"count": len(trick), "expected_count": CARDS_IN_TRICK}
            yield Fault("wrong_number_of_cards", (), params)

    def describe(self) -> dict[str, Any]:
        low = 0 if self.under_way else CARDS_IN_TRICK
        return {
            "type": "array",
            "items": CardList(low, CARDS_IN_TRICK).describe(),
            "minItems": self.low,
            "maxItems": TRICKS,
        }


class TeamsField(Container[ByTeam[int], int]):
    """A number for each team; where `partial`, a team left out has 0."""

    def __init__(self, inner: GameField[int], *, partial: bool = False, **options: Any) -> None:
        super().__init__(inner, **options)
        self.partial = partial

    def read(self, value: Any) -> ByTeam[int]:
        if type(value) is not dict or not value.keys() <= TEAM_OF.keys():
            raise Unfit
        return ByTeam(self._team(value, "NS"), self._team(value, "EW"))

    def _team(self, value: dict[str, Any], team: str) -> int:
        one = value.get(team)
        return 0 if one is None and self.partial else self.inner.read(one)

    def faults(self, value: Any) -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield expected("by_team", choices=list(TEAM_OF))
            return
        yield from unknown_names(value, list(TEAM_OF))
        for team in TEAM_OF:
            if team not in value and not self.partial:
                yield Fault("missing_field", (team,), {"field": team})
            elif value.get(team) is not None or (team in value and not self.partial):
                yield from faults_below(self.inner, value[team], team)

    def describe(self) -> dict[str, Any]:
        member = self.inner.describe()
        return {
            "type": "object",
            "properties": dict.fromkeys(TEAM_OF, nullable(member) if self.partial else member),
            "required": [] if self.partial else list(TEAM_OF),
            "additionalProperties": False,
        }


class Tens(Whole):
    """A multiple of 10, as the points of announcements are."""

    def read(self, value: Any) -> int:
        points = super().read(value)
        if points % 10:
            raise Unfit
        return points

    def faults(self, value: Any) -> Iterator[Fault]:
        yield expected("multiple_of_ten", low=self.low, high=self.high)

    def describe(self) -> dict[str, Any]:
        return super().describe() | {"multipleOf": 10}


class CountShape(Shape[CountedPoints]):
    make = CountedPoints
    title = "Count"
    card_points = TeamsField(
        Whole(0, CARD_POINTS), required=True, description="152 together, the last trick apart."
    )
    last_trick = Choice(TEAM_OF, required=True)
    tricks_won = TeamsField(
        Whole(0, TRICKS), description="Required when one team has all 152 points."
    )


def _won(last_trick: Team, **piles: tuple[Card, ...]) -> TrickPiles:
    return TrickPiles(last_trick, ByTeam(piles.get("NS"), piles.get("EW")))


class WonShape(Shape[TrickPiles]):
    make = staticmethod(_won)
    title = "Won"
    last_trick = Choice(TEAM_OF, required=True)
    NS = Pile(description="The pile of North-South; without it they have the rest.")
    EW = Pile(description="The pile of East-West; without it they have the rest.")


def _play(
    dealer: Seat, tricks: tuple[tuple[Card, ...], ...], leaders: list[Seat] | None = None
) -> Play:
    return Play(dealer, tricks, None if leaders is None else tuple(leaders))


class PlayShape(Shape[Play]):
    make = staticmethod(_play)
    title = "Play"
    dealer = Choice(SEAT_OF, required=True)
    tricks = Tricks(under_way=False, required=True)
    leaders = ListOf(
        Choice(SEAT_OF), TRICKS, TRICKS, description="Who led each trick, to be checked."
    )


class GameBelote(Shape[BeloteClaim]):
    """What was said of king and queen of trump."""

    make = BeloteClaim
    title = "GameBelote"
    team = Choice(TEAM_OF, description="Needed with `count` and `won`; a play tells it.")
    said = Flag(description='Whether "belote" was said; true where left out.')
    rebelote = Flag(description='Whether "rebelote" was said; true where left out.')
    claimed_at_count = Flag(description="The oversight was signalled at the count at the latest.")


class DonneBelote(GameBelote):
    title = "BeloteClaim"
    pardon_used = Flag(description="Whether the team's pardon was used up in an earlier donne.")


FORMS = ("count", "won", "play")


_FORM = frozenset(FORMS)
# For each member, those that may not be sent with it.
EXCLUDES: Mapping[str, frozenset[str]] = {
    "count": _FORM,
    "won": _FORM,
    "play": _FORM | {"hands"},
    "hands": frozenset({"play"}),
    "announcement_points": frozenset({"declared", "declare_best"}),
    "declared": frozenset({"announcement_points"}),
    "declare_best": frozenset({"announcement_points"}),
}


def _exclusive(value: Mapping[str, Any]) -> list[str]:
    """Return the members sent that exclude others, in the order sent.

    An empty `hands`, like null and false, is as good as left out.
    """
    return [
        name
        for name, one in value.items()
        if name in EXCLUDES
        and one is not None
        and one is not False
        and not (name == "hands" and one == {})
    ]


def excluded(value: Mapping[str, Any]) -> dict[str, str]:
    """Return each member that an earlier one excludes, with the first that does."""
    there = _exclusive(value)
    if len(there) < 2:
        return {}
    found: dict[str, str] = {}
    for at, name in enumerate(there):
        for other in there[:at]:
            if other in EXCLUDES[name]:
                found.setdefault(name, other)
    return found


def exclusions(value: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield a fault for each member that an earlier one excludes."""
    for name, other in excluded(value).items():
        yield Fault("conflicting_fields", (name,), {"field": name, "other": other})


def without_excluded(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return a donne without the members that its form or an earlier member excludes.

    The first form is kept, so that one is left wherever one was sent.
    """
    there = _exclusive(value)
    kept: set[str] = set()
    for name in sorted(there, key=lambda one: one not in _FORM):
        if not kept & EXCLUDES[name]:
            kept.add(name)
    return {name: one for name, one in value.items() if name in kept or name not in there}


class GameDonne(AboutCards[DonneRequest]):
    """A donne of a game, without the members that follow from the game."""

    title = "GameDonne"
    trump = SuitField(required=True)
    takers = Choice(TEAM_OF, required=True)
    belote = ObjectOf(GameBelote)
    first_player = Choice(SEAT_OF)
    hands = BySeat(CardList())
    declared = BySeat(declarations())
    declare_best = Flag()
    announcement_points = TeamsField(
        Tens(0, MAX_ANNOUNCED), partial=True, description="Already settled; one team's at most."
    )
    count = ObjectOf(CountShape)
    won = ObjectOf(WonShape)
    play = ObjectOf(PlayShape)

    def build(self, values: dict[str, Any]) -> DonneRequest:
        """Return the donne. Raises: ValueError without exactly one form, or with exclusions."""
        if self.spelling is None or excluded(values):
            raise Unfit
        (form,) = [values.pop(name) for name in FORMS if name in values]
        announcements = values.pop("announcement_points", None)
        rules = values.pop("rules", CLASSIC)
        donne = Donne(form=form, announcements=announcements, **values)
        return DonneRequest(self.spelling, donne, rules)

    def lacking(self, value: dict[str, Any]) -> Iterator[Fault]:
        if all(value.get(form) is None for form in FORMS):
            yield Fault("missing_field", ("count",), {"field": " / ".join(FORMS)})


class ScoreShape(GameDonne, Body[DonneRequest]):
    """A donne by itself."""

    title = "DonneRequest"
    belote = ObjectOf(DonneBelote)
    carry_in = Whole(0, MAX_CARRY)

    def build(self, values: dict[str, Any]) -> DonneRequest:
        del values["deck"]
        values.pop("notation", None)
        return super().build(values)

    play_at = ("play",)

    def inconsistencies(self, made: DonneRequest) -> list[Inconsistency]:
        return validate_donne(made.donne, made.rules.rules)

    def contradictions(self, value: dict[str, Any]) -> Iterator[Fault]:
        yield from exclusions(value)
        yield from super().contradictions(without_excluded(value))


class ReplayShape(Body[ReplayRequest]):
    make = ReplayRequest
    title = "ReplayRequest"
    trump = SuitField(required=True)
    dealer = Choice(SEAT_OF, required=True)
    tricks = Tricks(under_way=True, required=True)
    hands = BySeat(CardList())

    def inconsistencies(self, made: ReplayRequest) -> list[Inconsistency]:
        rules = made.rules.rules
        return validate_play(made.play, made.trump, made.hands, rules, under_way=True)


class PassedFlag(Flag):
    """Whether all four passed, with the one value that the schema it stands in allows."""

    def __init__(self, answer: bool, **settings: Any) -> None:
        super().__init__(**settings)
        self.answer = answer

    def describe(self) -> dict[str, Any]:
        return super().describe() | {"enum": [self.answer]}


class Passed(Shape[None]):
    """A donne in which all four passed."""

    make = staticmethod(lambda passed: None)
    title = "Passed"
    passed = PassedFlag(True, required=True)


class Played(GameDonne):
    """A donne that was played: `passed` says so, or is left out."""

    passed = PassedFlag(False)

    def build(self, values: dict[str, Any]) -> DonneRequest:
        values.pop("passed", None)
        return super().build(values)


class EitherDonne(GameField[DonneOfGame]):
    """A donne of a game, or the note that all passed."""

    played: Played
    passed: Passed

    def bind_deck(self, deck: Deck | None) -> None:
        super().bind_deck(deck)
        self.played, self.passed = Played(deck), Passed(deck)

    def _shape(self, value: Any) -> Shape[Any]:
        passed = isinstance(value, dict) and value.get("passed") is True
        return self.passed if passed else self.played

    def read(self, value: Any) -> DonneOfGame:
        made: DonneRequest | None = self._shape(value).read(value)
        return made.donne if made else None

    def faults(self, value: Any) -> Iterator[Fault]:
        yield from self._shape(value).faults(value)

    def describe(self) -> dict[str, Any]:
        shapes = (Played.title, Passed.title)
        return {"anyOf": [{"$ref": f"#/components/schemas/{name}"} for name in shapes]}


class GameShape(Body[GameRequest]):
    make = GameRequest
    title = "GameRequest"
    target = Whole(1, MAX_TARGET, description="Points that win the game; 1000 where left out.")
    donnes = ListOf(EitherDonne(), 1, MAX_DONNES, required=True)

    play_at = ("play",)

    def inconsistencies(self, made: GameRequest) -> list[Inconsistency]:
        rules = made.rules.rules
        if not any_is_inconsistent(made.donnes, rules) and not made.sheet.overrun:
            return []
        return validate_game(made.donnes, made.target, rules)

    def contradictions(self, value: dict[str, Any]) -> Iterator[Fault]:
        for at, donne in enumerate(value["donnes"]):
            yield from (fault.below("donnes", at) for fault in exclusions(donne))
        kept = [without_excluded(donne) for donne in value["donnes"]]
        yield from super().contradictions(value | {"donnes": kept})


SCORE = Reader(ScoreShape)
REPLAY = Reader(ReplayShape)
GAME = Reader(GameShape)
