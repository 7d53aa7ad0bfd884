"""The table of codes, held to what rulings say: names, types, nulls, and samples that are true."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient
from marshmallow import Schema, fields

from service.api import reason_codes
from service.api.i18n import CATALOGUES, LANGUAGES
from service.api.i18n.catalogues import placeholders
from service.api.operations import operation_of
from service.api.reason_codes import MAY_BE_NULL, PARAMS, TYPES, MissingSampleError
from service.api.rulebook import NAMED, rulebook
from service.api.schemas.answers.common import OneOfSchemas
from service.api.schemas.answers.rules import RulesEchoSchema
from service.api.schemas.vocabulary import (
    AudienceName,
    CardLabel,
    DeckName,
    FaultCode,
    RankLabel,
    SuitLetter,
)
from service.api.serializers import serializer
from service.belote.announcements import resolve
from service.belote.cards import INTERNATIONAL, Suit
from service.belote.codes import DUTY_VALUES, Code, NoteCode, Reason
from service.belote.comparison import compare
from service.belote.declarations import Declaration, validate
from service.belote.donne import score
from service.belote.game import Decided, GameDonne, Passed, play_out
from service.belote.inputs import BeloteClaim, Contract, CountedPoints, Donne, Play
from service.belote.presets import resolve_rules
from service.belote.rules import Kind
from service.belote.scales import Coinche
from service.belote.table import SEATS, ByTeam, Seat, Team
from service.belote.tricks import replay
from tests.reference import naive_donne as naive
from tests.support.client import answered, get
from tests.support.contract import ROOT
from tests.support.tables import bid_for, deal, some_donne, some_rules, some_said


def reasons(random: Random, count: int) -> Iterator[Reason]:
    """The reasons of rulings of every sort, under rules chosen at random."""
    whole = resolve_rules("classique", {"split_runs": False})
    two_of_one_run = [Declaration(None, 20, None), Declaration(None, None, 7)]
    yield from validate(255, two_of_one_run, None, whole).explanation
    strict = resolve_rules("classique", {"win_by_belote": False, "litige_belote": "carried"})
    claim = BeloteClaim(Team.NS)
    won = Donne(Suit.HEARTS, Team.NS, CountedPoints(ByTeam(152, 0), Team.NS, ByTeam(7, 1)))
    lost = replace(won, form=CountedPoints(ByTeam(60, 92), Team.EW), belote=claim)
    level = replace(won, form=CountedPoints(ByTeam(71, 81), Team.EW), belote=claim)
    yield from play_out([won, won, lost], 340, strict).explanation
    yield from play_out([level, level], 1000, strict).explanation
    yield from score(level, strict).explanation
    yield from score(won, strict).explanation
    unscored: list[GameDonne] = [Passed(), Decided(ByTeam(0, 162), "so be it")]
    apart = Declaration(cards=0b1_0101)
    yield from validate(255, [apart], Suit.HEARTS, strict).explanation
    yield from careless(Random(8))
    yield from doubled()
    for _ in range(count):
        agreed, trump, hands = some_rules(random), random.choice(list(Suit)), deal(random)
        said = {seat: some_said(random, hand) for seat, hand in hands.items()}
        seat = random.choice(SEATS)
        yield from resolve(hands[seat], trump, agreed).explanation
        yield from validate(hands[seat], said[seat], trump, agreed).explanation
        few = {one: said[one] for one in SEATS if random.random() < 0.3}
        found = compare(few, hands, trump, agreed, declare_best=True, first_player=seat)
        yield from found.explanation
        donnes = [bid_for(random, some_donne(random), agreed) for _ in range(4)]
        yield from score(donnes.pop(), agreed).explanation
        rows = [random.choice([*unscored, one]) for one in donnes]
        yield from play_out(rows, random.choice([162, 324, 1000]), agreed).explanation
        dealt = naive.deal(random, "H")
        story = naive.play_out(random, "H", "E", dealt, random.choice([0, 0.5]))
        cards = [INTERNATIONAL.card_of[one] for trick in story.tricks for one in trick]
        cut = random.randrange(33)
        tricks = tuple(tuple(cards[at : min(at + 4, cut)]) for at in range(0, cut, 4))
        known = {
            Seat(one): sum(1 << INTERNATIONAL.card_of[label] for label in labels)
            for one, labels in dealt.items()
        }
        yield from replay(Play(Seat.E, tricks), Suit.HEARTS, known, agreed).explanation


def careless(random: Random) -> Iterator[Reason]:
    """The reasons of cards played against a duty that few tables have."""
    strict = resolve_rules("classique", {"partner_master": "trump"})
    for _ in range(60):
        story = naive.play_out(random, "H", "E", naive.deal(random, "H"), 0.5)
        tricks = tuple(tuple(INTERNATIONAL.card_of[one] for one in trick) for trick in story.tricks)
        yield from replay(Play(Seat.E, tricks), Suit.HEARTS, {}, strict).explanation


def doubled() -> Iterator[Reason]:
    """The reasons of takes that are doubled, of which random tables have few."""
    takers = resolve_rules(
        "coinchee", {"carry_to": "takers", "false_declaration": "award_opponents"}
    )
    made = Donne(
        Suit.HEARTS,
        Team.NS,
        CountedPoints(ByTeam(88, 64), Team.NS),
        BeloteClaim(Team.EW),
        hands={Seat.N: 255 << 16},
        declared={Seat.N: [Declaration(kind=Kind.CARRE)]},
        contract=Contract(coinche=Coinche.COINCHE),
    )
    yield from score(made, takers).explanation
    level = Donne(Suit.HEARTS, Team.NS, CountedPoints(ByTeam(71, 81), Team.NS))
    lost = replace(level, form=CountedPoints(ByTeam(50, 102), Team.NS))
    yield from play_out([level, lost], 1000, takers).explanation


@cache
def said(count: int = 400) -> Mapping[Code, Mapping[str, set[type]]]:
    """For each code that was said, the names of its params and the types that they had."""
    found: dict[Code, dict[str, set[type]]] = {}
    for one in reasons(Random(7), count):
        names = found.setdefault(one.code, defaultdict(set))
        for name, value in one.items:
            names[name].add(type(value))
    return found


def test_a_reason_has_the_params_of_its_code_in_the_table() -> None:
    names = {code: set(params) for code, params in said().items()}
    assert names == {code: set(PARAMS[code]) for code in names}


def test_a_param_has_the_type_of_the_table_and_is_null_only_where_the_table_says_so() -> None:
    for code, params in said().items():
        for name, kinds in params.items():
            null = {type(None)} if code in MAY_BE_NULL.get(name, ()) else set()
            assert kinds <= {type(PARAMS[code][name])} | null, (code, name)


def test_a_duty_has_the_params_of_its_code_in_the_table() -> None:
    """Some bind so seldom that they are not said above."""
    assert {code: set(names) for code, names in DUTY_VALUES.items()} == {
        code: set(PARAMS[code]) for code in DUTY_VALUES
    }


def of_logs() -> set[Code]:
    """The codes that take a log; tests/unit/belote has all of them said."""
    game = ROOT / "service" / "belote"
    files = [*(game / "audit").glob("*.py"), *(game / "explain").glob("audit*.py")]
    source = "".join(file.read_text("utf-8") for file in files)
    return {Code.ROW_LOST, *(Code[name] for name in re.findall(r"\bCode\.([A-Z_]+)", source))}


@pytest.mark.slow
def test_rulings_say_every_code_and_every_null() -> None:
    told = said(2000)
    assert set(Code) - set(told) - set(DUTY_VALUES) - of_logs() == set()
    for name, codes in MAY_BE_NULL.items():
        shown = set(codes) - of_logs()
        assert {code for code in shown if type(None) not in told[code][name]} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_listed_params_are_those_of_the_template(language: str) -> None:
    for name, listed in rulebook(language)["codes"].items():
        names = [one["name"] for one in listed["params"]]
        used = placeholders(listed["template"])
        assert set(used) <= set(names)
        assert {one["type"] for one in listed["params"]} <= set(TYPES.values())
        assert list(listed["sample"]["params"]) == names
        assert listed["template"] == CATALOGUES[language]["explanations"][name]


def test_a_sample_is_the_sentence_of_its_values() -> None:
    for language in LANGUAGES:
        written = serializer(INTERNATIONAL, language)
        for code, params in PARAMS.items():
            listed = rulebook(language)["codes"][code.value]
            assert listed["sample"]["text"] == written.renderer.sentence(code, params)
            assert not set("{}") & set(listed["sample"]["text"])


def test_a_param_without_a_sample_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    samples = dict(reason_codes.SAMPLES)
    del samples["seat"]
    monkeypatch.setattr(reason_codes, "SAMPLES", samples)
    with pytest.raises(MissingSampleError, match=r"leads: \{seat\}"):
        dict(reason_codes._params(Code.LEADS))


# The names of values ------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_value_of_a_list_has_a_name_of_its_own(client: FlaskClient, language: str) -> None:
    told = answered(get(client, f"/v1/rules?lang={language}"))
    assert told["names"].keys() == NAMED.keys()
    for name, named in NAMED.items():
        assert tuple(told["names"][name]) == named.values
        assert len(set(told["names"][name].values())) == len(named.values)
    for deck in told["decks"]:
        assert list(deck["rank_names"]) == deck["ranks"]
        assert list(deck["suit_names"]) == deck["suits"]


def enums_of(field: Any) -> Iterator[tuple[str, ...]]:
    """The closed lists of strings that a field of an answer may have, the rules apart."""
    if isinstance(field, fields.Enum):
        yield tuple(str(one.value) for one in field.enum)
    elif isinstance(field, fields.List):
        yield from enums_of(field.inner)
    elif isinstance(field, fields.Nested) and field.schema.__class__ is not RulesEchoSchema:
        yield from enums_of_schema(type(field.schema))
    elif isinstance(field, OneOfSchemas):
        for schema in field.schemas:
            yield from enums_of_schema(schema)


def enums_of_schema(schema: type[Schema]) -> Iterator[tuple[str, ...]]:
    for field in schema().fields.values():
        yield from enums_of(field)


# Labels and decks are named by the deck, codes have sentences, notes have texts, and a seat is
# named as a seat.
NAMED_ELSEWHERE = {
    tuple(str(one.value) for one in enum)
    for enum in (CardLabel, RankLabel, SuitLetter, DeckName, Code, NoteCode, AudienceName)
}


def test_no_list_of_values_in_a_ruling_is_without_names(client: FlaskClient) -> None:
    app = client.application
    used: set[tuple[str, ...]] = set()
    for rule in app.url_map.iter_rules():
        operation = operation_of(app.view_functions[rule.endpoint])
        if operation and operation.response_schema and "POST" in (rule.methods or ()):
            used |= set(enums_of_schema(operation.response_schema))
    named = {one.values for one in NAMED.values()}
    assert named & used
    assert used - named - NAMED_ELSEWHERE == PROBLEMS


# What is wrong with a hand of a batch has a text of its own.
PROBLEMS = {tuple(str(one.value) for one in FaultCode)}
