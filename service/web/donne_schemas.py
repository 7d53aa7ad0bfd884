"""The shape of the bodies about donnes, plays and games.

What contradicts itself in a donne is for the game to say; this file only puts its findings where
they belong in the body.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from service.belote.cards import Card, Cards, Deck, Suit
from service.belote.facts import BeloteClaim, Count, Donne, Won, faults_of_count
from service.belote.facts import faults as faults_of_donne
from service.belote.game import UNREAD, Sent, Sheet, Unread, play_out
from service.belote.game import faults as faults_of_game
from service.belote.rules import CARD_POINTS, CARDS_IN_TRICK, CLASSIQUE, TARGET, TRICKS, Rules
from service.belote.table import Pair, Seat, Team
from service.belote.tricks import Fault as GameFault
from service.belote.tricks import Play
from service.belote.tricks import faults as faults_of_play
from service.web.fields import (
    DOUBT,
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
    Places,
    Shape,
    SuitField,
    Unfit,
    Whole,
    expected,
    faults_below,
    label_faults,
    nullable,
)
from service.web.problems import Fault, unknown_names
from service.web.rules_field import CLASSIC, Agreed
from service.web.schemas import AboutCards, Body, Reader, declarations, members, table_conflicts

MAX_CARRY = 100_000
MAX_TARGET = 100_000
MAX_DONNES = 200
MAX_ANNOUNCED = 700


# What is asked --------------------------------------------------------------------------------


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
    donnes: list[Sent]
    target: int = TARGET
    rules: Agreed = CLASSIC

    @cached_property
    def sheet(self) -> Sheet:
        return play_out(self.donnes, self.target, self.rules.rules)


# Fields of their own --------------------------------------------------------------------------


class Pile(GameField[tuple[Card, ...]]):
    """Cards in the order sent, in whole tricks."""

    def read(self, value: Any) -> tuple[Card, ...]:
        if type(value) is not list or self.deck is None or len(value) > PACK_SIZE:
            raise Unfit
        if len(value) % CARDS_IN_TRICK:
            raise Unfit
        cards = tuple(map(self.deck.card_of.__getitem__, value))
        if len(set(cards)) < len(cards):
            raise Unfit
        return cards

    def faults(self, value: Any) -> Iterator[Fault]:
        if not isinstance(value, list):
            yield expected("cards", low=0, high=PACK_SIZE)
            return
        yield from label_faults(value, self.deck)
        if len(value) > PACK_SIZE:
            yield expected("cards", low=0, high=PACK_SIZE)
        if len(value) % CARDS_IN_TRICK:
            params = {"count": len(value), "expected_count": f"{CARDS_IN_TRICK}, 8, 12 …"}
            yield Fault("wrong_number_of_cards", (), params)

    def describe(self) -> dict[str, Any]:
        cards = CardList(0, PACK_SIZE).describe()
        return cards | {"description": "Whole tricks, so a multiple of four cards."}


class Tricks(GameField[tuple[tuple[Card, ...], ...]]):
    """Tricks of four cards in playing order; `under_way` there may be none, or a short last one."""

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
        if len(set(cards)) < len(cards):
            raise Unfit
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


class ByTeam(Container[Pair[int], int]):
    """A number a team; where `partial`, a team left out has 0."""

    def __init__(self, inner: GameField[int], *, partial: bool = False, **options: Any) -> None:
        super().__init__(inner, **options)
        self.partial = partial

    def read(self, value: Any) -> Pair[int]:
        if type(value) is not dict or not value.keys() <= TEAM_OF.keys():
            raise Unfit
        return Pair(self._team(value, "NS"), self._team(value, "EW"))

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
    """A multiple of 10, as every announcement is worth."""

    def read(self, value: Any) -> int:
        points = super().read(value)
        if points % 10:
            raise Unfit
        return points

    def faults(self, value: Any) -> Iterator[Fault]:
        yield expected("multiple_of_ten", low=self.low, high=self.high)

    def describe(self) -> dict[str, Any]:
        return super().describe() | {"multipleOf": 10}


# The three forms of a donne -------------------------------------------------------------------


class CountShape(Shape[Count]):
    make = Count
    title = "Count"
    card_points = ByTeam(
        Whole(0, CARD_POINTS), required=True, description="152 together, the last trick apart."
    )
    last_trick = Choice(TEAM_OF, required=True)
    tricks_won = ByTeam(Whole(0, TRICKS), description="Required when one team has all 152 points.")

    def plain(self, made: Count) -> bool:
        return not faults_of_count(made)

    def conflicts(self, value: dict[str, Any]) -> Iterator[Fault]:
        """What the game finds wrong with as much of a count as can be read."""
        made = readable(self, value)
        if "card_points" not in made:
            return
        judged = "tricks_won" in made and "last_trick" in made
        count = Count(
            made["card_points"],
            made.get("last_trick", Team.NS),
            made["tricks_won"] if judged else None,
        )
        for fault in told(faults_of_count(count), self.spelling):
            if fault.code != "missing_field" or value.get("tricks_won") is None:
                yield Fault(fault.code, fault.path[1:], fault.params)


def _won(last_trick: Team, **piles: tuple[Card, ...]) -> Won:
    return Won(last_trick, Pair(piles.get("NS"), piles.get("EW")))


class WonShape(Shape[Won]):
    make = staticmethod(_won)
    title = "Won"
    last_trick = Choice(TEAM_OF, required=True)
    NS = Pile(description="The pile of North-South; without it they have the rest.")
    EW = Pile(description="The pile of East-West; without it they have the rest.")

    def plain(self, made: Won) -> bool:
        return made.piles.NS is None or made.piles.EW is None

    def conflicts(self, value: dict[str, Any]) -> Iterator[Fault]:
        if self.spelling:
            places = Places(self.spelling)
            for team in TEAM_OF:
                yield from places.see_each((team,), value.get(team))


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

    def plain(self, made: Play) -> bool:
        return True

    def conflicts(self, value: dict[str, Any]) -> Iterator[Fault]:
        yield from _in_two_tricks(value.get("tricks"), self.spelling)


def _in_two_tricks(tricks: Any, deck: Deck | None) -> Iterator[Fault]:
    if deck and isinstance(tricks, list):
        places = Places(deck)
        for number, trick in enumerate(tricks):
            yield from places.see_each(("tricks", number), trick)


class GameBelote(Shape[BeloteClaim]):
    """What was said of king and queen of trump."""

    make = BeloteClaim
    title = "GameBelote"
    team = Choice(TEAM_OF, description="Needed with `count` and `won`; a play tells it.")
    said = Flag(description='Whether "belote" was said; true where left out.')
    rebelote = Flag(description='Whether "rebelote" was said; true where left out.')
    claimed_at_count = Flag(description="The oversight was signalled at the count at the latest.")

    def plain(self, made: BeloteClaim) -> bool:
        return True


class DonneBelote(GameBelote):
    title = "BeloteClaim"
    pardon_used = Flag(description="Whether the team's pardon was used up in an earlier donne.")


# The bodies -----------------------------------------------------------------------------------

FORMS = ("count", "won", "play")


def _is_plain_play(donne: Donne, rules: Rules) -> bool:
    """A play and nothing that could contradict it; its cards are right by themselves."""
    return (
        isinstance(donne.form, Play)
        and rules is CLASSIQUE
        and donne.form.leaders is None
        and not donne.hands
        and (donne.belote is None or donne.belote.team is None)
        and donne.announcements is None
    )


class GameDonne(AboutCards[DonneRequest]):
    """A donne without what the game knows already."""

    title = "GameDonne"
    trump = SuitField(required=True)
    takers = Choice(TEAM_OF, required=True)
    belote = ObjectOf(GameBelote)
    first_player = Choice(SEAT_OF)
    hands = BySeat(CardList())
    declared = BySeat(declarations())
    declare_best = Flag()
    announcement_points = ByTeam(
        Tens(0, MAX_ANNOUNCED), partial=True, description="Already settled; one team's at most."
    )
    count = ObjectOf(CountShape)
    won = ObjectOf(WonShape)
    play = ObjectOf(PlayShape)

    def build(self, values: dict[str, Any]) -> DonneRequest:
        """Raises: ValueError where nothing tells how it went, or more than one thing."""
        if self.spelling is None:
            raise Unfit
        (form,) = [values.pop(name) for name in FORMS if name in values]
        announcements = values.pop("announcement_points", None)
        rules = values.pop("rules", CLASSIC)
        donne = Donne(form=form, announcements=announcements, **values)
        return DonneRequest(self.spelling, donne, rules)

    def plain(self, made: DonneRequest) -> bool:
        """Nothing that excludes anything, and the game finds nothing either."""
        _, donne, agreed = made
        return _is_plain_play(donne, agreed.rules) or (
            not (donne.hands or donne.declare_best)
            and donne.declared is None
            and not faults_of_donne(donne, agreed.rules)
        )

    def conflicts(self, value: dict[str, Any]) -> Iterator[Fault]:
        yield from _forms(value)
        yield from _exclusive(value, "hands", "play")
        yield from _exclusive(value, "announcement_points", "declared")
        if value.get("declare_best") is True:
            yield from _exclusive(value, "announcement_points", "declare_best")
            if value.get("play") is None and not members(value.get("hands")):
                yield Fault("missing_field", ("hands",), {"field": "hands"})
        if value.get("play") is None:
            yield from table_conflicts(value, self.spelling)
        yield from self._contradictions(value)

    def _contradictions(self, value: dict[str, Any]) -> Iterator[Fault]:
        """What the game finds wrong with as much of a donne as can be read.

        A form that cannot be read, or not without the trump, gives way to a count that is right.
        """
        made = readable(self, value)
        forms = [made[form] for form in FORMS if form in made]
        sure = "trump" in made and len(forms) == 1
        needs_team = "play" not in value
        donne = Donne(
            trump=made.get("trump", Suit(0)),
            takers=made.get("takers", Team.NS),
            form=forms[0] if sure else SOME_COUNT,
            belote=made.get("belote") if sure or needs_team else None,
            announcements=made.get("announcement_points"),
            hands=made.get("hands", {}) if "trump" in made and needs_team else {},
            declared=made.get("declared"),
            declare_best=made.get("declare_best", False),
            first_player=made.get("first_player"),
        )
        rules = made.get("rules", CLASSIC).rules
        yield from told(faults_of_donne(donne, rules), self.spelling)


SOME_COUNT = Count(Pair(CARD_POINTS // 2, CARD_POINTS // 2), Team.NS)


def readable(shape: Shape[Any], value: dict[str, Any]) -> dict[str, Any]:
    """The members of an object that are right by themselves, read."""
    made = {}
    for name, one in value.items():
        if one is not None and name in shape.readers:
            with suppress(*DOUBT):
                made[name] = shape.readers[name](one)
    return made


class ScoreShape(GameDonne, Body[DonneRequest]):
    """A donne by itself."""

    title = "DonneRequest"
    belote = ObjectOf(DonneBelote)
    carry_in = Whole(0, MAX_CARRY)

    def build(self, values: dict[str, Any]) -> DonneRequest:
        del values["deck"]
        values.pop("notation", None)
        return super().build(values)


def _forms(value: dict[str, Any]) -> Iterator[Fault]:
    """One of the three forms, not none and not two."""
    forms = [name for name, one in value.items() if name in FORMS and one is not None]
    if not forms:
        yield Fault("missing_field", ("count",), {"field": " / ".join(FORMS)})
    for form in forms[1:]:
        yield Fault("conflicting_fields", (form,), {"field": form, "other": forms[0]})


def _exclusive(value: dict[str, Any], *names: str) -> Iterator[Fault]:
    """Two fields that cannot stand beside each other: the fault is with the later of the two."""
    there = [name for name, one in value.items() if name in names and one is not None]
    if len(there) > 1:
        yield Fault("conflicting_fields", (there[1],), {"field": there[1], "other": there[0]})


def told(found: Iterable[GameFault], deck: Deck | None) -> Iterator[Fault]:
    """Findings of the game as faults of the request."""
    for fault in found:
        params = {
            name: deck.labels[value] if deck and isinstance(value, Card) else value
            for name, value in fault.params.items()
        }
        yield Fault(fault.code, fault.where, params)


class ReplayShape(Body[ReplayRequest]):
    make = ReplayRequest
    title = "ReplayRequest"
    trump = SuitField(required=True)
    dealer = Choice(SEAT_OF, required=True)
    tricks = Tricks(under_way=True, required=True)
    hands = BySeat(CardList())

    def plain(self, made: ReplayRequest) -> bool:
        return not made.hands

    def conflicts(self, value: dict[str, Any]) -> Iterator[Fault]:
        yield from _in_two_tricks(value.get("tricks"), self.spelling)
        among_hands = list(table_conflicts(value, self.spelling))
        yield from among_hands
        if not among_hands:
            yield from self._against_hands(value)

    def _against_hands(self, value: dict[str, Any]) -> Iterator[Fault]:
        """Cards played by another than who was dealt them."""
        try:
            made = {name: self.readers[name](value[name]) for name in ("trump", "dealer", "tricks")}
            hands = self.readers["hands"](value.get("hands") or {})
        except DOUBT:
            return
        play = Play(made["dealer"], made["tricks"])
        rules = self.readers["rules"](value.get("rules") or {}).rules
        found = faults_of_play(play, made["trump"], hands, rules=rules, under_way=True)
        yield from told(found, self.spelling)


class PassedFlag(Flag):
    """Whether all four passed; each of the two shapes of a donne knows its only answer."""

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

    def plain(self, made: None) -> bool:
        return True


class Played(GameDonne):
    """A donne that was played: `passed` says so, or is left out."""

    passed = PassedFlag(False)

    def build(self, values: dict[str, Any]) -> DonneRequest:
        values.pop("passed", None)
        return super().build(values)


class EitherDonne(GameField[Sent]):
    """A donne of a game, or the note that all passed."""

    played: Played
    passed: Passed

    def bind_deck(self, deck: Deck | None) -> None:
        super().bind_deck(deck)
        self.played, self.passed = Played(deck), Passed(deck)

    def _shape(self, value: Any) -> Shape[Any]:
        passed = isinstance(value, dict) and value.get("passed") is True
        return self.passed if passed else self.played

    def read(self, value: Any) -> Sent:
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

    def plain(self, made: GameRequest) -> bool:
        return made.rules.rules is CLASSIQUE and not made.sheet.overrun

    def conflicts(self, value: dict[str, Any]) -> Iterator[Fault]:
        """What the game finds wrong with as many donnes as can be read."""
        made = readable(self, {name: one for name, one in value.items() if name != "donnes"})
        sent = value["donnes"] if isinstance(value.get("donnes"), list) else []
        donnes = [self._donne(one) for one in sent[:MAX_DONNES]]
        rules = made.get("rules", CLASSIC).rules
        found = faults_of_game(donnes, made.get("target", TARGET), rules)
        yield from told(found, self.spelling)

    def _donne(self, sent: Any) -> Sent | Unread:
        field = self.fields["donnes"]
        assert isinstance(field, ListOf)
        with suppress(*DOUBT):
            donne: Sent = field.inner.read(sent)
            return donne
        return UNREAD


SCORE = Reader(ScoreShape)
REPLAY = Reader(ReplayShape)
GAME = Reader(GameShape)
