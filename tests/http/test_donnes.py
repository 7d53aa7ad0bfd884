"""Donnes and games over HTTP: one score whatever the form, the deck and the seats."""

from __future__ import annotations

import csv
import json
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from hashlib import sha256
from html.parser import HTMLParser
from io import StringIO
from itertools import permutations
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import assume, given
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from service.api.i18n import CATALOGUES, LANGUAGES
from service.api.schemas.donnes import EXCLUDES
from service.belote.cards import DECKS, FRANCAISE, INTERNATIONAL, SPANISH, Deck
from tests.reference import naive_donne as naive
from tests.reference.referee import team_of
from tests.support.bodies import all_said, game_bodies, score_bodies
from tests.support.client import COMPARE, Json, answered, changed, counted, faults, post, told
from tests.support.contract import misfits_of_answer
from tests.support.profiles import examples
from tests.support.strategies import tables

SCORE, REPLAY, GAME = "/v1/donnes/score", "/v1/donnes/replay", "/v1/games/score"
TEAMS = ("NS", "EW")
NUMBERS = ("outcome", "capot", "totals", "scores", "carry_out", "lines")

few = examples(25)


def donne(*forms: Json, **changes: Any) -> Json:
    """North-South take at hearts; None takes a field away."""
    told_so: Json = {"trump": "H", "takers": "NS"}
    for form in forms:
        told_so |= form
    return changed(told_so, changes)


def scorable(*forms: Json, **changes: Any) -> Json:
    return {"deck": "french"} | donne(*forms, **changes)


def game(*donnes: Json, **changes: Any) -> Json:
    return changed({"deck": "french", "donnes": list(donnes)}, changes)


def numbers(answer: Json) -> Json:
    return {name: answer[name] for name in NUMBERS}


# Three forms of a donne ---------------------------------------------------------------------------


def as_play(story: naive.Story) -> Json:
    return {"play": {"dealer": story.dealer, "tricks": story.tricks}}


def as_won(story: naive.Story, *teams: str) -> Json:
    piles = {team: story.pile(team) for team in teams}
    return {"won": {"last_trick": team_of(story.winners[-1])} | piles}


def as_count(tricks: list[Json]) -> Json:
    """The count of the tricks that an answer tells."""
    ns = [trick["points"] for trick in tricks if team_of(trick["winner"]) == "NS"]
    return counted(sum(ns), team_of(tricks[-1]["winner"]), len(ns))


def dealt_out(seed: int, strong: str = "") -> naive.Story:
    """A random legal play."""
    random = Random(seed)
    trump, dealer = random.choice("SHDC"), random.choice("NWSE")
    return naive.play_out(random, trump, dealer, naive.deal(random, trump, strong))


def story_of(points: int, last: str, seed: int, belote: str = "NWSE-") -> naive.Story:
    """A legal play at hearts bringing North-South these points; `belote`: holders, - if none.

    `seed`: the first one, from 0, of a play that does.
    """
    random = Random(seed)
    dealer, hands = random.choice("NWSE"), naive.deal(random, "H")
    story = naive.play_out(random, "H", dealer, hands)
    assert (story.points("NS"), team_of(story.winners[-1])) == (points, last)
    assert (story.belote() or "-") in belote
    return story


CAPOT = naive.retell(
    "H",
    "E",
    {
        "N": ["JH", "9H", "AH", "10H", "8H", "7H", "AS", "10S"],
        "W": ["QH", "KH", "7S", "8S", "9S", "JS", "QS", "KS"],
        "S": ["7D", "8D", "9D", "10D", "JD", "QD", "KD", "AD"],
        "E": ["7C", "8C", "9C", "10C", "JC", "QC", "KC", "AC"],
    },
)
FIGURES = {
    "98-64": (story_of(88, "NS", 296), None, "made", (98, 64), (98, 64), 0),
    "118-64, the belote of Sud": (
        story_of(88, "NS", 296, "S"),
        "NS",
        "made",
        (118, 64),
        (118, 64),
        0,
    ),
    "98-84, the belote of Est": (
        story_of(88, "NS", 1746, "E"),
        "EW",
        "made",
        (98, 84),
        (98, 84),
        0,
    ),
    "78-84": (story_of(78, "EW", 63), None, "chute", (78, 84), (0, 162), 0),
    "75-107 in spite of it": (
        story_of(55, "EW", 367, "NS"),
        "NS",
        "chute",
        (75, 107),
        (20, 162),
        0,
    ),
    "81-81": (story_of(81, "EW", 322), None, "litige", (81, 81), (0, 81), 81),
    "81-81 by the last trick": (story_of(71, "NS", 318), None, "litige", (81, 81), (0, 81), 81),
    "capot": (CAPOT, None, "made", (252, 0), (252, 0), 0),
    "capot against a belote": (CAPOT, "EW", "made", (252, 20), (252, 20), 0),
}


@pytest.mark.parametrize("form", ["play", "pile of NS", "pile of EW", "both piles", "count"])
@pytest.mark.parametrize("figure", FIGURES)
def test_a_worked_figure_comes_out_in_every_form(
    client: FlaskClient, figure: str, form: str
) -> None:
    story, belote, outcome, totals, scores, carry_out = FIGURES[figure]
    ways = {
        "play": as_play(story),
        "pile of NS": as_won(story, "NS"),
        "pile of EW": as_won(story, "EW"),
        "both piles": as_won(story, *TEAMS),
        "count": counted(story.points("NS"), team_of(story.winners[-1]), story.tricks_won("NS")),
    }
    body = scorable(ways[form], belote=belote and {"team": belote})
    found = answered(post(client, SCORE, body))
    by_team = [dict(zip(TEAMS, pair, strict=True)) for pair in (totals, scores)]
    assert [found["outcome"], found["totals"], found["scores"]] == [outcome, *by_team]
    assert found["carry_out"] == carry_out
    assert found["capot"] == ("NS" if "capot" in figure else None)


@given(
    seed=st.integers(0, 2**32),
    strong=st.sampled_from(["", "NS", "EW", "NW"]),
    takers=st.sampled_from(TEAMS),
    announced=st.sampled_from([None, {"NS": 50}, {"EW": 100}]),
    carry_in=st.integers(0, 500),
)
def test_a_play_its_piles_and_its_count_score_alike(
    client: FlaskClient,
    seed: int,
    strong: str,
    takers: str,
    announced: Json | None,
    carry_in: int,
) -> None:
    story = dealt_out(seed, strong)
    rest = {"trump": story.trump, "takers": takers, "carry_in": carry_in}
    rest["announcement_points"] = announced
    played = answered(post(client, SCORE, scorable(as_play(story), belote={}, **rest)))
    assert played["irregularities"] == []
    holder = story.belote()
    claim = {"team": team_of(holder)} if holder else None
    piles = [as_won(story, *teams) for teams in (("NS",), ("EW",), TEAMS)]
    for form in (*piles, as_count(played["tricks"])):
        found = answered(post(client, SCORE, scorable(form, belote=claim, **rest)))
        assert numbers(found) == numbers(played)
        assert claim is None or found["belote"] == played["belote"]


# Twins and mirrors --------------------------------------------------------------------------------


def respelled(value: Any, other: Deck) -> Any:
    """Every card of the international spelling as another deck writes it."""
    if isinstance(value, dict):
        return {key: respelled(one, other) for key, one in value.items()}
    if isinstance(value, list):
        return [respelled(one, other) for one in value]
    if isinstance(value, str) and value in INTERNATIONAL.labels:
        return other.labels[INTERNATIONAL.labels.index(value)]
    return value


@pytest.mark.parametrize("other", [SPANISH, FRANCAISE], ids=["spanish", "francaise"])
@given(seed=st.integers(0, 2**32), form=st.sampled_from(["play", "won", "count"]))
@few
def test_twins_get_the_same_score_and_the_same_lines(
    client: FlaskClient, other: Deck, seed: int, form: str
) -> None:
    story = dealt_out(seed)
    told_as = {
        "play": as_play(story) | {"declare_best": True, "belote": {}},
        "won": as_won(story, "EW"),
        "count": counted(story.points("NS"), team_of(story.winners[-1]), story.tricks_won("NS")),
    }
    body = scorable(told_as[form], trump=story.trump)
    twin = respelled(body, other) | {"deck": other.name, "notation": other.notation}
    twin["trump"] = other.suits[INTERNATIONAL.suits.index(story.trump)]
    one, two = (answered(post(client, SCORE, each)) for each in (body, twin))
    kept = (*NUMBERS, "belote", "tricks", "irregularities")
    assert {name: two[name] for name in kept} == {
        name: respelled(one[name], other) for name in kept
    }
    if form == "play":
        for name in ("winner", "decided_by", "points"):
            assert one["announcements"][name] == two["announcements"][name]


_NEXT = {"N": "W", "W": "S", "S": "E", "E": "N", "NS": "EW", "EW": "NS"}


def moved_on(value: Any) -> Any:
    """Every seat and team one seat further."""
    if isinstance(value, dict):
        return {_NEXT.get(key, key): moved_on(one) for key, one in value.items()}
    if isinstance(value, list):
        return [moved_on(one) for one in value]
    return _NEXT.get(value, value) if isinstance(value, str) else value


def plain(answer: Json) -> Json:
    """An answer without its words and without an order among the lines."""
    rest = {name: one for name, one in answer.items() if name not in ("explanation", "lines")}
    return rest | {"lines": sorted(map(json.dumps, answer["lines"]))}


@given(
    seed=st.integers(0, 2**32),
    takers=st.sampled_from(TEAMS),
    claim=st.sampled_from([None, {}, {"rebelote": False, "claimed_at_count": True}]),
    announced=st.sampled_from([None, {"NS": 100}, {"EW": 20}]),
    careless=st.sampled_from([0, 0.3]),
)
def test_mirrored_teams_mirror_the_answer(
    client: FlaskClient,
    seed: int,
    takers: str,
    claim: Json | None,
    announced: Json | None,
    careless: float,
) -> None:
    random = Random(seed)
    story = naive.play_out(random, "H", "W", naive.deal(random, "H"), careless)
    more = {"takers": takers, "belote": claim, "announcement_points": announced, "carry_in": 81}
    body = scorable(as_play(story), **more)
    here, there = (answered(post(client, SCORE, one)) for one in (body, moved_on(body)))
    assert plain(moved_on(here)) == plain(there)


# Declarations, and the sum of it ------------------------------------------------------------------


@given(data=st.data(), table=tables(), seed=st.integers(0, 2**32))
def test_declarations_are_held_against_the_cards_that_were_played(
    client: FlaskClient, data: st.DataObject, table: Any, seed: int
) -> None:
    deal, said = table
    hands = {str(seat): INTERNATIONAL.list(cards) for seat, cards in deal.items()}
    story = naive.play_out(Random(seed), "H", "S", hands)
    declared = {str(seat): data.draw(all_said(INTERNATIONAL, ones)) for seat, ones in said.items()}
    words = {"declared": declared, "declare_best": data.draw(st.booleans())}
    score = answered(post(client, SCORE, scorable(as_play(story), **words)))
    at_the_table = {"deck": "french", "trump": "H", "hands": hands} | words
    compared = answered(post(client, COMPARE, at_the_table))
    assert score["announcements"] == {name: compared[name] for name in score["announcements"]}
    assert compared.keys() - score["announcements"].keys() <= {"rules"}  # the donne has its own


def test_a_card_that_the_player_turned_out_not_to_hold_makes_a_declaration_false(
    client: FlaskClient,
) -> None:
    said = {"W": [{"cards": ["7S", "8S", "9S"]}, {"kind": "carre"}, {"cards": ["10S", "JS", "QS"]}]}
    found = answered(post(client, SCORE, scorable(as_play(CAPOT), declared=said)))
    assert [one["reason"] for one in found["announcements"]["rulings"]] == [
        None,
        "not_held",
        "card_not_in_hand",
    ]
    assert found["announcements"]["points"] == {"NS": 0, "EW": 20}
    assert found["scores"] == {"NS": 272, "EW": 0}


def marked(lines: Iterable[Json], team: str | None, by: str = "marked_by") -> int:
    return sum(line["points"] for line in lines if line[by] == team)


@given(score_bodies())
def test_scores_are_the_sums_of_their_lines(client: FlaskClient, body: Json) -> None:
    """By the classic rules; at other tables a bonus may be lost, and then has no line."""
    answer = post(client, SCORE, body | {"rules": None})
    assume(answer.status_code == 200)
    found = answered(answer)
    lines, capot = found["lines"], found["capot"]
    assert found["scores"] == {team: marked(lines, team) for team in TEAMS}
    assert found["carry_out"] == marked(lines, None)
    assert found["totals"] == {team: marked(lines, team, "counted_by") for team in TEAMS}
    points = {line["item"]: line["points"] for line in lines if line["item"] != "cards"}
    assert points.get("carry", 0) == (body["carry_in"] or 0)
    assert points.get("belote", 0) == found["belote"]["points"]
    assert [line["points"] for line in lines[2:]].count(0) == 0
    first, second = (line["item"] for line in lines[:2])
    if first == second == "tricks":
        assert marked(lines[:2], "NS", "counted_by") + marked(lines[:2], "EW", "counted_by") == (
            252 if capot else 162
        )
        return
    assert (points.get("dix_de_der"), points.get("capot")) == ((None, 100) if capot else (10, None))
    assert marked(lines[:2], "NS", "counted_by") + marked(lines[:2], "EW", "counted_by") == 152


# What contradicts itself --------------------------------------------------------------------------

PLAY = as_play(CAPOT)
OTHERS_LEAD = {"play": PLAY["play"] | {"leaders": ["N", "N", "N", "S", *"NNNN"]}}
TWICE = [*CAPOT.tricks[:7], [*CAPOT.tricks[7][:3], "JH"]]
REPLAYED: Json = {"deck": "french", "trump": "H", "dealer": "N", "tricks": [["JH"]]}
CONTRADICTIONS: dict[str, tuple[str, Json, str, str]] = {
    "153 card points": (
        SCORE,
        scorable({"count": {"card_points": {"NS": 88, "EW": 65}, "last_trick": "NS"}}),
        "inconsistent_points",
        "#/count/card_points",
    ),
    "two camps with announcements": (
        SCORE,
        scorable(counted(88, "NS"), announcement_points={"NS": 20, "EW": 50}),
        "inconsistent_points",
        "#/announcement_points",
    ),
    "nine tricks": (
        SCORE,
        scorable({"count": counted(88, "NS", 5)["count"] | {"tricks_won": {"NS": 5, "EW": 4}}}),
        "inconsistent_tricks",
        "#/count/tricks_won",
    ),
    "a last trick of none": (
        SCORE,
        scorable(counted(152, "EW", 8)),
        "inconsistent_tricks",
        "#/count/tricks_won",
    ),
    "points without a trick": (
        SCORE,
        scorable(counted(88, "EW", 0)),
        "inconsistent_tricks",
        "#/count/tricks_won",
    ),
    "all tricks without all points": (
        SCORE,
        scorable(counted(88, "NS", 8)),
        "inconsistent_tricks",
        "#/count/tricks_won",
    ),
    "perhaps a capot": (SCORE, scorable(counted(152, "NS")), "missing_field", "#/count/tricks_won"),
    "a contract of a simple take": (
        SCORE,
        scorable(counted(88, "NS"), contract={"bid": 80}),
        "conflicting_fields",
        "#/contract",
    ),
    "no contract where they are bid": (
        SCORE,
        scorable(counted(88, "NS"), rules={"preset": "ffb-coinche"}),
        "missing_field",
        "#/contract",
    ),
    "no bid where they are bid": (
        SCORE,
        scorable(counted(88, "NS"), rules={"scale": "bid"}, contract={"coinche": "coinche"}),
        "missing_field",
        "#/contract/bid",
    ),
    "a bid of a take": (
        SCORE,
        scorable(counted(88, "NS"), rules={"scale": "coinchee"}, contract={"bid": 80}),
        "conflicting_fields",
        "#/contract/bid",
    ),
    "no contract in a game": (
        GAME,
        {
            "deck": "french",
            "rules": {"scale": "bid"},
            "donnes": [{"passed": True}, {"takers": "NS"} | counted(88, "NS")],
        },
        "missing_field",
        "#/donnes/1/contract",
    ),
    "half a pack": (
        SCORE,
        scorable({"won": {"last_trick": "NS", "NS": naive.PACK[:12], "EW": naive.PACK[12:16]}}),
        "inconsistent_tricks",
        "#/won",
    ),
    "a last trick in no pile": (
        SCORE,
        scorable({"won": {"last_trick": "NS", "EW": naive.PACK}}),
        "inconsistent_tricks",
        "#/won",
    ),
    "half a trick": (
        SCORE,
        scorable({"won": {"last_trick": "NS", "NS": naive.PACK[:10]}}),
        "wrong_number_of_cards",
        "#/won/NS",
    ),
    "a card in both piles": (
        SCORE,
        scorable({"won": {"last_trick": "NS", "NS": naive.PACK[:4], "EW": naive.PACK[3:31]}}),
        "duplicate_card",
        "#/won/EW/0",
    ),
    "a card in two tricks": (
        SCORE,
        scorable({"play": {"dealer": "E", "tricks": TWICE}}),
        "duplicate_card",
        "#/play/tricks/7/3",
    ),
    "another leader": (SCORE, scorable(OTHERS_LEAD), "inconsistent_leader", "#/play/leaders/3"),
    "the belote of the others": (
        SCORE,
        scorable(PLAY, belote={"team": "NS"}),
        "inconsistent_belote",
        "#/belote/team",
    ),
    "nobody's belote": (
        SCORE,
        scorable(counted(88, "NS"), belote={}),
        "missing_field",
        "#/belote/team",
    ),
    "totals that are not 162": (
        SCORE,
        scorable({"count": {"total": {"NS": 98, "EW": 65}}}),
        "inconsistent_points",
        "#/count/total",
    ),
    "card points that no cards make": (
        SCORE,
        scorable(counted(1, "NS")),
        "inconsistent_points",
        "#/count/card_points",
    ),
    "a total that no cards make": (
        SCORE,
        scorable({"count": {"total": {"NS": 1}}}),
        "inconsistent_points",
        "#/count/total",
    ),
    "162, and perhaps a capot": (
        SCORE,
        scorable({"count": {"total": {"EW": 0}}}),
        "missing_field",
        "#/count/tricks_won",
    ),
    "a capot with seven tricks": (
        SCORE,
        scorable({"count": {"capot": "NS", "tricks_won": {"NS": 7, "EW": 1}}}),
        "inconsistent_tricks",
        "#/count/tricks_won",
    ),
    "a capot, and the last trick of the others": (
        SCORE,
        scorable({"count": {"capot": "EW", "last_trick": "NS"}}),
        "inconsistent_tricks",
        "#/count/last_trick",
    ),
    "a capot, and points of the others": (
        SCORE,
        scorable({"count": {"capot": "NS", "total": {"EW": 2}}}),
        "inconsistent_tricks",
        "#/count/total",
    ),
    "a capot of 100 points": (
        SCORE,
        scorable({"count": {"capot": "NS", "total": {"NS": 100, "EW": 0}}}),
        "inconsistent_points",
        "#/count/total",
    ),
    "a play, and no trump": (SCORE, scorable(PLAY, trump=None), "missing_field", "#/trump"),
    "a seat whose turn it was not": (
        REPLAY,
        REPLAYED | {"tricks": [["JH", {"seat": "W", "card": "7S"}]]},
        "inconsistent_seat",
        "#/tricks/0/1",
    ),
    "a card that was not dealt": (
        REPLAY,
        REPLAYED | {"hands": {"W": CAPOT.hands["W"]}},
        "conflicting_fields",
        "#/tricks/0/0",
    ),
    "a card that another was dealt": (
        REPLAY,
        REPLAYED | {"hands": CAPOT.hands},
        "conflicting_fields",
        "#/tricks/0/0",
    ),
    "a game that was won": (
        GAME,
        game(donne(counted(88, "NS")), {"passed": True}, target=98),
        "game_over",
        "#/donnes/1",
    ),
}


@pytest.mark.parametrize("name", CONTRADICTIONS)
def test_a_contradiction_has_its_code_and_its_place(client: FlaskClient, name: str) -> None:
    path, body, code, pointer = CONTRADICTIONS[name]
    assert faults(post(client, path, body)) == [(code, pointer)]


ALIKE = [
    # The same field is missing, and no cards make the points of either form.
    "162, and perhaps a capot",
    "no contract in a game",
]


def test_each_contradiction_has_a_sentence_of_its_own_in_each_language(client: FlaskClient) -> None:
    for language in LANGUAGES:
        sentences = [
            told(post(client, path, body, accept_language=language))["errors"][0]["detail"]
            for path, body, *_ in CONTRADICTIONS.values()
        ]
        assert len(set(sentences)) == len(CONTRADICTIONS) - len(ALIKE)
        unfilled = re.compile(r"\{\w")  # a value in JSON may have braces
        assert not [one for one in sentences if unfilled.search(one)]


FORMS = {"count": counted(152, "NS", 8), "won": as_won(CAPOT, "NS"), "play": PLAY}
ONE = {"announcement_points": {"NS": 20}}
EXCLUSIVE = [
    *(
        tuple(FORMS[name] for name in names)
        for size in (2, 3)
        for names in permutations(FORMS, size)
    ),
    *permutations([ONE, {"declared": {"N": [{"cards": ["7S", "8S", "9S"]}]}}]),
    *permutations([ONE, {"declared": {}}]),
    *permutations([ONE, {"declared": {"N": []}}]),
]


@pytest.mark.parametrize("fields", EXCLUSIVE, ids=lambda fields: " ".join(map(",".join, fields)))
def test_of_fields_that_exclude_each_other_the_later_is_at_fault(
    client: FlaskClient, fields: tuple[Json, ...]
) -> None:
    names = [name for field in fields for name in field]
    form = {} if {*FORMS} & {*names} else counted(88, "NS")
    expected = [("conflicting_fields", f"#/{name}") for name in names[1:]]
    assert faults(post(client, SCORE, scorable(form, *fields))) == expected


@pytest.mark.parametrize("size", [2, 3, 4])
def test_whatever_excludes_what_the_later_are_told_and_nothing_fails(
    client: FlaskClient, size: int
) -> None:
    """In whichever order; in a game as by itself."""
    members: list[Json] = [
        *FORMS.values(),
        {"hands": {"N": CAPOT.hands["N"]}},
        ONE,
        {"declared": {}},
        {"declare_best": True},
    ]
    for chosen in permutations(members, size):
        body = scorable(*chosen)
        names = [name for member in chosen for name in member]
        later = [
            name
            for at, name in enumerate(names)
            if any(other in EXCLUDES.get(name, ()) for other in names[:at])
        ]
        found = [
            place.removeprefix("#/")
            for code, place in faults_of(post(client, SCORE, body))
            if code == "conflicting_fields"
        ]
        if {*FORMS} & {*names}:
            assert found == later
            alone = {name: one for name, one in body.items() if name != "deck"}
            inside = [
                place.removeprefix("#/donnes/0/")
                for code, place in faults_of(post(client, GAME, game(alone)))
                if code == "conflicting_fields"
            ]
            assert inside == later
        else:
            assert found == []  # the form is missing, which is told first


def faults_of(answer: TestResponse) -> list[tuple[str, str]]:
    return [] if answer.status_code == 200 else faults(answer)


SUM = {"count": {"card_points": {"NS": 88, "EW": 65}, "last_trick": "NS"}}
SEVERAL = [
    (
        SCORE,
        scorable(SUM, trump="X", belote={}, announcement_points={"NS": 20, "EW": 20}),
        {"#/trump": "unknown_suit"},
    ),
    (
        SCORE,
        scorable(SUM, belote={}, announcement_points={"NS": 20, "EW": 20}),
        {
            "#/count/card_points": "inconsistent_points",
            "#/belote/team": "missing_field",
            "#/announcement_points": "inconsistent_points",
        },
    ),
    (
        GAME,
        game(donne(SUM), donne(counted(88, "NS"), takers="X"), {"passed": 1}, target=0),
        {
            "#/target": "invalid_value",
            "#/donnes/1/takers": "invalid_value",
            "#/donnes/2/passed": "invalid_value",
        },
    ),
    (
        GAME,
        game(donne(counted(88, "NS")), donne(SUM), donne(PLAY, counted(88, "NS")), target=98),
        {
            "#/donnes/1": "game_over",
            "#/donnes/1/count/card_points": "inconsistent_points",
            "#/donnes/2": "game_over",
            "#/donnes/2/count": "conflicting_fields",
        },
    ),
    (
        SCORE,
        scorable(
            {"count": SUM["count"] | {"tricks_won": {"NS": 9, "EW": 0}}},
            announcement_points={"NS": 20, "EW": 20},
        ),
        {"#/count/tricks_won/NS": "invalid_value"},
    ),
    (
        SCORE,
        scorable(counted(88, "NS"), hands={"N": None}, declare_best=True),
        {"#/hands/N": "missing_field"},
    ),
    (
        REPLAY,
        {
            "deck": "french",
            "trump": "H",
            "dealer": "E",
            "tricks": [["7S", "8S", "9S", "10S"], ["7S"]],
            "hands": {"W": ["7S", "8S", "JS", "QS", "KS", "AS", "7H", "8H"]},
        },
        {
            "#/tricks/0/0": "conflicting_fields",
            "#/tricks/1/0": "duplicate_card",
        },
    ),
    (SCORE, scorable(counted(88, "NS"), hands=5, declare_best=True), {"#/hands": "invalid_value"}),
    (
        SCORE,
        scorable(counted(88, "NS"), {"hands": {"N": CAPOT.hands["N"]}}, PLAY),
        {"#/play": "conflicting_fields"},
    ),
    (
        SCORE,
        scorable(SUM, ONE, {"declared": {}}, {"declare_best": True}, PLAY),
        {
            "#/count/card_points": "inconsistent_points",
            "#/declared": "conflicting_fields",
            "#/declare_best": "conflicting_fields",
            "#/play": "conflicting_fields",
        },
    ),
]


@pytest.mark.parametrize(("path", "body", "expected"), SEVERAL)
def test_the_faults_of_a_donne_come_at_once(
    client: FlaskClient, path: str, body: Json, expected: Json
) -> None:
    """Those of single fields first; once they are right, all contradictions."""
    found = faults(post(client, path, body))
    assert sorted(found) == sorted((code, pointer) for pointer, code in expected.items())


@pytest.mark.parametrize("best_first", [True, False])
def test_the_best_of_hands_is_no_addition_to_settled_points(
    client: FlaskClient, best_first: bool
) -> None:
    both: list[Json] = [{"declare_best": True}, ONE]
    ordered = both if best_first else both[::-1]
    place = "announcement_points" if best_first else "declare_best"
    answer = post(client, SCORE, scorable(PLAY, *ordered))
    assert faults(answer) == [("conflicting_fields", f"#/{place}")]


# The sheet in three forms -------------------------------------------------------------------------

CSV, HTML, JSON = "text/csv", "text/html", "application/json"
SHORT = game(
    donne(counted(81, "EW")),
    {"passed": True},
    donne(counted(88, "NS"), belote={"team": "NS"}),
    donne(counted(0, "EW", 0)),
    donne(counted(60, "NS"), takers="EW"),
)


def table(text: str) -> list[list[str]]:
    return list(csv.reader(StringIO(text, newline="")))


def test_the_sheet_has_columns_for_contracts_where_a_donne_has_one(client: FlaskClient) -> None:
    bids = {"rules": {"scale": "bid"}}
    passed, bid = {"passed": True} | bids, donne(counted(88, "NS"), contract={"bid": 90}) | bids
    headers = [table(post(client, GAME, game(one), accept=CSV).text)[0] for one in (passed, bid)]
    assert ["Contract" in header for header in headers] == [False, True]


@given(game_bodies())
@examples(50)
def test_the_csv_parses_back_to_the_rows(client: FlaskClient, body: Json) -> None:
    answer = post(client, GAME, body)
    assume(answer.status_code == 200)
    sheet = answered(answer)
    assert misfits_of_answer(sheet, GAME) == []
    words, names = CATALOGUES["en"]["words"], {"": None}
    called = words["names"] | {
        team: name for team, name in (body.get("names") or {}).items() if name
    }
    names |= {inert(name): one for one, name in called.items()}
    suits = words["decks"][body["deck"]]["suits"]
    header, *lines, total = table(post(client, GAME, body, accept=CSV).text)
    teams = [inert(called[team]) for team in TEAMS]
    doubled = [row for row in sheet["rows"] if row["contract"]]
    has_contract = bool(doubled) or sheet["rules"]["scale"] != "classic"
    titles = ["Contract", "Doubled"] if has_contract else []
    assert header == ["Deal", "Dealer", "Taker", "Trumps", *titles, *teams, "Notes"]
    for row, cells in zip(sheet["rows"], lines, strict=True):
        number, dealer, taker, trump, *contract, ns, ew, notes = cells
        bid, coinche = (row["contract"] or {"bid": None, "coinche": None}).values()
        assert contract == ([str(bid or ""), coinche or ""] if has_contract else [])
        assert int(number) == row["number"]
        assert (names[dealer], names[taker]) == (row["dealer"], row["takers"])
        assert (trump in suits) == (row["trump"] is not None)
        scores = [] if row["passed"] else [str(row["scores"][team]) for team in TEAMS]
        assert [ns, ew] == (scores or ["", ""])
        assert notes == inert(", ".join(one["text"] for one in row["notes"]))
    empty = [""] * (3 + len(titles))
    assert total[:-1] == ["Total", *empty, *(str(sheet["totals"][team]) for team in TEAMS)]
    assert total[-1] == inert(", ".join(one["text"] for one in sheet["notes"]))


def inert(text: str) -> str:
    """A text of the samples as a cell that a spreadsheet takes for text."""
    return "'" + text if text[:1] in ("=", "+", "-", "@") else text


@given(game_bodies())
@examples(50)
def test_a_row_is_noted_what_its_figures_leave_out(client: FlaskClient, body: Json) -> None:
    answer = post(client, GAME, body | {"detail": True})
    assume(answer.status_code == 200)
    sheet = answered(answer)
    assert misfits_of_answer(sheet, GAME) == []
    for row, sent in zip(sheet["rows"], body["donnes"], strict=True):
        codes = {one["code"] for one in row["notes"]}
        written = row["donne"] is not None
        assert ("passed" in codes) == row["passed"] == bool(sent.get("passed"))
        assert ("decided" in codes) == ("scores" in sent)
        assert written == (not codes & {"passed", "decided"})
        assert ("belote" in codes) == (row["belote"] is not None)
        assert ("capot" in codes) == (row["capot"] is not None)
        assert codes & {"chute", "litige"} == {row["outcome"]} - {"made", None}
        assert ("carry_out" in codes) == (written and row["carry_out"] > 0)
        assert ("carry_in" in codes) == (written and row["carry_in"] > 0 == row["carry_out"])
        assert ("announcements" in codes) == any(row["announcements"].values())
        if written:
            assert codes >= set(noted_of(row["donne"]))
    codes = {one["code"] for one in sheet["notes"]}
    assert ("carry_out" in codes) == (sheet["carry_out"] > 0)
    assert ("winner" in codes) == (sheet["winner"] is not None)


def noted_of(donne: Json) -> Iterator[str]:
    """What the whole ruling on a donne says that a note must mention."""
    compared = donne["announcements"] or {"rulings": [], "awards": {}}
    if donne["irregularities"]:
        yield "irregular_cards"
    if any(one["verdict"] == "void" for one in compared["rulings"]):
        yield "void_announcements"
    if any(compared["awards"].values()):
        yield "award"
    if donne["belote"]["status"] in ("pardoned", "rebelote_forgotten") and donne["belote"]["team"]:
        yield f"rebelote_{donne['belote']['status'].removeprefix('rebelote_')}"


class Page(HTMLParser):
    """What is in a page: its tags, all of them closed, the cells of its table and its style."""

    EMPTY = ("meta", "link", "br", "img", "hr", "input")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.rows: list[list[str]] = []
        self.style = ""
        self.declared: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_decl(self, decl: str) -> None:
        self.declared.append(decl)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.EMPTY:
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if {"td", "th"} & {*self.open}:
            self.rows[-1][-1] += data
        if self.open and self.open[-1] == "style":
            self.style += data


def columns(language: str) -> list[str]:
    """The columns of the paper sheet."""
    sheet, names = CATALOGUES[language]["sheet"], CATALOGUES[language]["words"]["names"]
    titles = [sheet[title] for title in ("donne", "dealer", "taker", "trump")]
    return [*titles, names["NS"], names["EW"], sheet["notes"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_the_columns_of_the_paper_sheet_and_nothing_to_load(
    client: FlaskClient, language: str
) -> None:
    answer = post(client, GAME, SHORT, accept=HTML, accept_language=language)
    assert answer.content_type == "text/html; charset=utf-8"
    page = Page(answer.text)
    assert page.declared == ["doctype html"]
    assert ("html", {"lang": language}) in page.tags
    names = [tag for tag, _ in page.tags]
    assert not {"script", "link", "img", "iframe", "object", "base", "form"} & {*names}
    assert not [name for _, held in page.tags for name in held if name[:2] == "on"]
    assert not [name for _, held in page.tags for name in held if name in ("src", "href", "style")]
    assert "@media print" in page.style
    assert "url(" not in page.style
    assert "@import" not in page.style
    digest = b64encode(sha256(page.style.encode()).digest()).decode()
    policy = answer.headers["Content-Security-Policy"]
    assert f"style-src 'sha256-{digest}'" in policy
    assert "default-src 'none'" in policy
    assert len({len(row) for row in page.rows}) == 1
    assert page.rows[0] == columns(language)
    as_csv = post(client, GAME, SHORT, accept=CSV, accept_language=language).text
    assert page.rows == table(as_csv)


def test_the_sheet_of_paper_is_worded_in_each_language(client: FlaskClient) -> None:
    texts = {
        (form, language): post(client, GAME, SHORT, accept=form, accept_language=language).text
        for form in (CSV, HTML)
        for language in LANGUAGES
    }
    assert len(set(texts.values())) == len(texts)


def test_the_notes_tell_belote_failure_tie_and_capot(client: FlaskClient) -> None:
    assert table(post(client, GAME, SHORT, accept=CSV).text)[1:] == [
        ["1", "", "North-South", "hearts", "0", "81", "tie, 81 carried"],
        ["2", "", "", "", "", "", "passed"],
        ["3", "", "North-South", "hearts", "199", "64", "belote North-South, 81 from before"],
        ["4", "", "North-South", "hearts", "0", "252", "failed, capot East-West"],
        ["5", "", "East-West", "hearts", "70", "92", ""],
        ["Total", "", "", "", "269", "489", ""],
    ]


HOSTILE = {"NS": '=HYPERLINK("//x")', "EW": "<script>1</script> & Co"}
DECIDED = {"scores": {"NS": 0, "EW": 162}, "because": "-20; =1+1"}
FRAMED = game({**DECIDED, "dealer": "E"}, donne(counted(88, "NS"), belote={"team": "EW"}))


def test_names_of_teams_stand_on_paper_and_in_notes(client: FlaskClient) -> None:
    sent = FRAMED | {"names": {"NS": "Les Bleus"}}
    assert table(post(client, GAME, sent, accept=CSV).text) == [
        ["Deal", "Dealer", "Taker", "Trumps", "Les Bleus", "East-West", "Notes"],
        ["1", "East", "", "", "0", "162", "decided by the organiser: -20;' =1+1"],
        ["2", "North", "Les Bleus", "hearts", "98", "84", "belote East-West"],
        ["Total", "", "", "", "98", "246", ""],
    ]


def test_a_text_of_a_client_is_text_in_every_form_of_the_sheet(client: FlaskClient) -> None:
    sent = FRAMED | {"names": HOSTILE}
    page = post(client, GAME, sent, accept=HTML).text
    assert "<script>" not in page
    assert Page(page).rows[0][4:6] == list(HOSTILE.values())
    assert Page(page).rows[2][-1] == "belote <script>1</script> & Co"
    header, *_ = table(post(client, GAME, sent, accept=CSV).text)
    assert header[4:6] == ['\'=HYPERLINK("//x")', HOSTILE["EW"]]
    rows = answered(post(client, GAME, sent))["rows"]
    assert [one["text"] for row in rows for one in row["notes"]] == [
        "decided by the organiser: -20; =1+1",
        "belote <script>1</script> & Co",
    ]


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("Anna", "Anna"),
        ("a+b", "a+b"),
        ("+33", "'+33"),
        ("@home", "'@home"),
        ("  -1", "'  -1"),
        ("\uff1dSUM(A1)", "'\uff1dSUM(A1)"),
        ("one;=two", "one;'=two"),
        ("one, @two", "one,' @two"),
    ],
)
def test_no_cell_begins_a_formula(client: FlaskClient, text: str, cell: str) -> None:
    header, *_ = table(post(client, GAME, FRAMED | {"names": {"NS": text}}, accept=CSV).text)
    assert header[4] == cell


NOT_A_LINE = ["", "   ", "x" * 41, "two\nlines", "\x1b[31m", "a\u2028b", 5, ["Anna"]]


@pytest.mark.parametrize("name", NOT_A_LINE)
def test_a_name_is_a_line_of_text(client: FlaskClient, name: Any) -> None:
    answer = post(client, GAME, FRAMED | {"names": {"EW": name}})
    assert faults(answer) == [("invalid_value", "#/names/EW")]
    [fault] = told(answer)["errors"]
    assert "a line of text of 1 to 40 characters" in fault["detail"]


def test_a_name_may_be_of_any_script_and_be_left_out(client: FlaskClient) -> None:
    for names in (
        None,
        {},
        {"NS": "é" * 40, "EW": None},
        {"EW": "\U0001f469\u200d\U0001f4bb اقرأ"},
    ):
        assert post(client, GAME, FRAMED | {"names": names}).status_code == 200


ACCEPTED = [
    (None, JSON),
    ("*/*", JSON),
    ("application/*", JSON),
    ("application/json", JSON),
    ("text/csv", CSV),
    ("text/html", HTML),
    ("TEXT/CSV", CSV),
    ("text/csv;q=0.5, text/html", HTML),
    ("text/csv;q=0.9, text/html;q=0.8, */*;q=0.1", CSV),
    ("text/html;q=0.2, application/json;q=0.3", JSON),
    ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", HTML),
    ("image/png", JSON),
    ("text/csv;q=0", JSON),
    ("text/csv;q=0, text/html", HTML),
    ("application/json;q=0, text/csv", CSV),
    ("text/csv, */*;q=0.5", CSV),
    ("application/json;q=0.5, text/*", CSV),
    ("text/csv; charset=utf-8", CSV),
]


@pytest.mark.parametrize(("accept", "form"), ACCEPTED)
def test_the_sheet_comes_in_the_form_that_is_preferred(
    client: FlaskClient, accept: str | None, form: str
) -> None:
    headers = {"accept": accept} if accept else {}
    answer = post(client, GAME, SHORT, accept_language="es", **headers)
    assert answer.status_code == 200
    assert answer.mimetype == form
    assert {one.strip() for one in answer.headers["Vary"].split(",")} == {
        "Accept",
        "Accept-Language",
    }
    assert answer.headers["Content-Language"] == "es"


@pytest.mark.parametrize("accept", [CSV, HTML])
def test_a_refusal_is_a_problem_whatever_was_preferred(client: FlaskClient, accept: str) -> None:
    answer = post(client, GAME, game(), accept=accept)
    assert faults(answer) == [("invalid_value", "#/donnes")]
    assert answer.mimetype == "application/problem+json"


# Games --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", [counted(88, "NS"), PLAY], ids=["count", "play"])
def test_a_game_of_200_donnes_works_and_201_are_refused(client: FlaskClient, form: Json) -> None:
    one = donne(form)
    sheet = answered(post(client, GAME, game(*[one] * 200, target=100_000)))
    assert [row["number"] for row in sheet["rows"]] == [*range(1, 201)]
    assert sheet["totals"]["NS"] == 200 * sheet["rows"][0]["scores"]["NS"]
    refused = post(client, GAME, game(*[one] * 201, target=100_000))
    assert faults(refused) == [("invalid_value", "#/donnes")]


@given(st.lists(st.integers(0, 2**32), min_size=1, max_size=5))
@few
def test_a_game_is_its_donnes_one_after_the_other(client: FlaskClient, seeds: list[int]) -> None:
    donnes = [
        donne(as_play(story), trump=story.trump, takers=TEAMS[seed % 2], belote={})
        for seed in seeds
        for story in [dealt_out(seed)]
    ]
    sheet = answered(post(client, GAME, game(*donnes, target=100_000)))
    carry, running = 0, dict.fromkeys(TEAMS, 0)
    for row, one in zip(sheet["rows"], donnes, strict=True):
        alone = answered(post(client, SCORE, {"deck": "french", "carry_in": carry} | one))
        running = {team: running[team] + alone["scores"][team] for team in TEAMS}
        assert (row["carry_in"], row["running"]) == (carry, running)
        assert [row[name] for name in ("outcome", "capot", "scores", "carry_out")] == [
            alone[name] for name in ("outcome", "capot", "scores", "carry_out")
        ]
        carry = alone["carry_out"]
    assert (sheet["totals"], sheet["carry_out"]) == (running, carry)


# Donnes that are not scored, and who dealt -------------------------------------------------------


def test_a_donne_that_is_decided_leaves_carry_and_pardon_as_they_were(client: FlaskClient) -> None:
    litige = donne(counted(81, "EW"))
    forgiven = {"team": "NS", "rebelote": False, "claimed_at_count": True}
    sheet = answered(
        post(client, GAME, game(litige, DECIDED, donne(counted(88, "NS"), belote=forgiven)))
    )
    first, decided, last = sheet["rows"]
    assert (decided["carry_in"], decided["carry_out"]) == (81, 81)
    assert decided["scores"] == {"NS": 0, "EW": 162}
    assert [decided[name] for name in ("takers", "trump", "outcome", "capot", "belote")] == [
        None
    ] * 5
    assert (decided["passed"], first["carry_out"]) == (False, 81)
    assert last["scores"] == {"NS": 98 + 20 + 81, "EW": 64}
    assert [one["code"] for one in last["notes"]] == ["belote", "rebelote_pardoned", "carry_in"]
    assert [one["code"] for one in sheet["explanation"]][2] == "row_decided"


def test_a_donne_that_is_decided_may_win_the_game(client: FlaskClient) -> None:
    over = game(DECIDED, donne(counted(88, "NS")), target=162)
    assert faults(post(client, GAME, over)) == [("game_over", "#/donnes/1")]
    sheet = answered(post(client, GAME, game(DECIDED, target=162)))
    assert (sheet["winner"], sheet["notes"]) == (
        "EW",
        [{"code": "winner", "text": "East-West win"}],
    )


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        ({"scores": {"NS": 0, "EW": 162}}, {"because": "missing_field"}),
        ({"because": "so"}, {"scores": "missing_field"}),
        ({"scores": {"NS": 0}, "because": "so"}, {"scores/EW": "missing_field"}),
        ({"scores": {"NS": -1, "EW": 0}, "because": "so"}, {"scores/NS": "invalid_value"}),
        ({"scores": {"NS": 1, "EW": 0}, "because": "x" * 101}, {"because": "invalid_value"}),
        (DECIDED | {"takers": "NS"}, {"takers": "unknown_field"}),
        (DECIDED | {"dealer": "X"}, {"dealer": "invalid_value"}),
        ({"passed": True, "dealer": "X"}, {"dealer": "invalid_value"}),
        ({"passed": True, "because": "so"}, {"because": "unknown_field"}),
    ],
)
def test_a_form_of_a_donne_takes_its_own_fields(
    client: FlaskClient, sent: Json, expected: Json
) -> None:
    found = faults(post(client, GAME, game(sent)))
    assert {place: code for code, place in found} == {
        f"#/donnes/0/{name}": code for name, code in expected.items()
    }


def test_who_dealt_is_told_or_follows(client: FlaskClient) -> None:
    played = donne(PLAY)
    dealer = played["play"]["dealer"]
    around = "NWSE"[("NWSE".index(dealer) + 1) % 4]
    donnes = [donne(counted(88, "NS")), {"passed": True, "dealer": "S"}, DECIDED, played]
    donnes += [{"passed": True}, {"passed": True, "dealer": around}]
    rows = answered(post(client, GAME, game(*donnes)))["rows"]
    assert [row["dealer"] for row in rows] == [None, "S", "E", dealer, around, around]
    clockwise = game(*donnes[:3], rules={"direction": "clockwise"})
    rows = answered(post(client, GAME, clockwise))["rows"]
    assert [row["dealer"] for row in rows] == [None, "S", "W"]


def test_a_play_has_the_dealer_that_is_named_beside_it(client: FlaskClient) -> None:
    dealer = donne(PLAY)["play"]["dealer"]
    assert post(client, GAME, game(donne(PLAY, dealer=dealer))).status_code == 200
    other = donne(PLAY, dealer="N" if dealer != "N" else "S")
    answer = post(client, GAME, game(other))
    assert faults(answer) == [("conflicting_fields", "#/donnes/0/dealer")]
    assert faults(post(client, SCORE, {"deck": "french"} | other)) == [
        ("conflicting_fields", "#/dealer")
    ]


def test_the_dealer_tells_who_spoke_first(client: FlaskClient) -> None:
    """Level tierces, which the first to speak wins where the table has agreed so."""
    level = {
        "N": [{"kind": "tierce", "cards": ["7S", "8S", "9S"]}],
        "E": [{"kind": "tierce", "cards": ["7D", "8D", "9D"]}],
    }
    sent = donne(counted(88, "NS"), declared=level)
    rules = {"last_tie": "first_speaker"}
    for dealer, winner in (("E", "NS"), ("S", "EW")):
        [row] = answered(post(client, GAME, game(sent | {"dealer": dealer}, rules=rules)))["rows"]
        assert row["announcements"] == {"NS": 0, "EW": 0} | {winner: 20}
    assert faults(post(client, GAME, game(sent, rules=rules))) == [
        ("missing_field", "#/donnes/0/first_player")
    ]


# The whole ruling in each row ---------------------------------------------------------------------


@given(game_bodies())
@few
def test_a_row_has_the_ruling_that_its_donne_gets_alone(client: FlaskClient, body: Json) -> None:
    answer = post(client, GAME, body | {"detail": True})
    assume(answer.status_code == 200)
    shared = {name: body[name] for name in ("deck", "notation", "rules") if name in body}
    spent: set[str] = set()
    for row, one in zip(answered(answer)["rows"], body["donnes"], strict=True):
        if row["donne"] is None:
            continue
        alone = shared | one | {"carry_in": row["carry_in"]}
        alone.pop("passed", None)
        claim = row["donne"]["belote"]
        if claim["team"] in spent and one.get("belote"):
            alone["belote"] = one["belote"] | {"pardon_used": True}
        assert row["donne"] == answered(post(client, SCORE, alone))
        if claim["status"] == "pardoned":
            once = answered(answer)["rules"]["rebelote_pardon"] == "team"
            spent |= {claim["team"]} if once else {*TEAMS}


def test_rows_have_no_ruling_unless_it_is_asked_for(client: FlaskClient) -> None:
    for asked in ({}, {"detail": False}, {"detail": None}):
        rows = answered(post(client, GAME, SHORT | asked))["rows"]
        assert [row["donne"] for row in rows] == [None] * 5
    rows = answered(post(client, GAME, SHORT | {"detail": True}))["rows"]
    assert [row["donne"] is None for row in rows] == [False, True, False, False, False]
    assert faults(post(client, GAME, SHORT | {"detail": 1})) == [("invalid_value", "#/detail")]


# The play so far ----------------------------------------------------------------------------------


@given(seed=st.integers(0, 2**32))
@examples(12)
def test_each_card_of_a_legal_play_is_legal_and_its_player_was_next(
    client: FlaskClient, seed: int
) -> None:
    story = dealt_out(seed)
    body = {"deck": "french", "trump": story.trump, "dealer": story.dealer, "hands": story.hands}
    left = {seat: list(hand) for seat, hand in story.hands.items()}
    for number, trick in enumerate(story.tricks):
        for place, card in enumerate(trick):
            table_so_far = trick[:place]
            tricks = [*story.tricks[:number], table_so_far]
            found = answered(post(client, REPLAY, body | {"tricks": tricks}))
            seat = naive.around(story.leaders[number])[place]
            hand = left[seat]
            legal = [x for x in hand if not naive.may_play(x, hand, table_so_far, story.trump)]
            assert found["next"] == seat
            assert card in found["legal"]
            assert sorted(found["legal"]) == sorted(legal)
            assert found["irregularities"] == []
            hand.remove(card)
    over = answered(post(client, REPLAY, body | {"tricks": story.tricks}))
    assert (over["next"], over["legal"]) == (None, None)
    scored = answered(post(client, SCORE, scorable(as_play(story), trump=story.trump)))
    assert over["tricks"] == scored["tricks"]
    assert over["points"] == scored["totals"]


@pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck.notation or deck.name)
def test_a_replay_is_told_in_the_letters_of_its_deck(client: FlaskClient, deck: Deck) -> None:
    named = {"deck": deck.name, "notation": deck.notation, "trump": deck.suits[1], "dealer": "E"}
    body = changed(named | {"tricks": [["JH"]], "hands": {"W": CAPOT.hands["W"]}}, {})
    found = answered(post(client, REPLAY, respelled(body, deck)))
    assert found["next"] == "W"
    assert found["legal"] == [respelled(card, deck) for card in ("QH", "KH")]


@pytest.mark.parametrize("hands", [{}, None, CAPOT.hands, {"N": CAPOT.hands["N"]}])
def test_hands_that_agree_may_stand_beside_a_play(client: FlaskClient, hands: Json | None) -> None:
    body = scorable(PLAY)
    expected = numbers(answered(post(client, SCORE, body)))
    assert numbers(answered(post(client, SCORE, body | {"hands": hands}))) == expected
    inside = game(donne(PLAY) | {"hands": hands})
    assert answered(post(client, GAME, inside))["totals"] == expected["scores"]


def test_a_card_of_another_hand_is_at_fault_where_it_was_played(client: FlaskClient) -> None:
    """In whichever form it is sent; a hand of which nothing is known may have played it."""
    swapped = dict(zip("NWSE", [CAPOT.hands[seat] for seat in "WNSE"], strict=True))
    for play in (PLAY["play"], PLAY["play"] | {"tricks": _of_seats(client)}):
        answer = post(client, SCORE, scorable({"play": play}, hands={"N": swapped["N"]}))
        assert faults(answer) == [("conflicting_fields", "#/play/tricks/0/0")]
        assert told(answer)["errors"][0]["params"]["count"] == 16


# Cards as answers write them ---------------------------------------------------------------------


def _of_seats(client: FlaskClient) -> list[list[Json]]:
    """Return the tricks of `PLAY` with the player of each card, from the answer."""
    return [one["cards"] for one in answered(post(client, SCORE, scorable(PLAY)))["tricks"]]


def test_the_tricks_of_an_answer_may_be_sent_back(client: FlaskClient) -> None:
    expected = answered(post(client, SCORE, scorable(PLAY)))
    tricks = _of_seats(client)
    again = scorable({"play": PLAY["play"] | {"tricks": tricks}})
    assert answered(post(client, SCORE, again)) == expected
    of_play = {"deck": "french", "trump": "H", "dealer": PLAY["play"]["dealer"]}
    under_way: list[list[Any]] = [["JH", *tricks[0][1:]]]
    for sent in (tricks[:3], [*tricks[:2], tricks[2][:1]], under_way):
        bare = [[one if isinstance(one, str) else one["card"] for one in trick] for trick in sent]
        replayed = [post(client, REPLAY, of_play | {"tricks": one}) for one in (sent, bare)]
        assert answered(replayed[0]) == answered(replayed[1])


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ({"seat": "X", "card": "7S"}, [("invalid_value", "/seat")]),
        ({"seat": None, "card": "7S"}, [("invalid_value", "/seat")]),
        ({"seat": ["N"], "card": "7S"}, [("invalid_value", "/seat")]),
        ({"seat": "E", "card": "1S"}, [("unknown_card", "/card")]),
        ({"seat": "E", "card": 7}, [("invalid_value", "/card")]),
        ({"card": "7S"}, [("missing_field", "/seat")]),
        ({}, [("missing_field", "/seat"), ("missing_field", "/card")]),
        ({"seat": "E", "card": "7S", "suit": "S"}, [("unknown_field", "/suit")]),
        ({"seat": "W", "card": "JH"}, [("duplicate_card", "")]),
        ({"seat": "N", "card": "7S"}, [("inconsistent_seat", "")]),
        (["E", "7S"], [("invalid_value", "")]),
    ],
)
def test_a_card_of_a_seat_is_checked_like_any_object(
    client: FlaskClient, card: Any, expected: list[tuple[str, str]]
) -> None:
    body = {"deck": "french", "trump": "H", "dealer": "E", "tricks": [["JH"]]}
    first = answered(post(client, REPLAY, body))
    assert first["next"] == "W"
    found = faults(post(client, REPLAY, body | {"tricks": [["JH", card]]}))
    assert found == [(code, f"#/tricks/0/1{place}") for code, place in expected]


def test_under_another_direction_another_seat_plays(client: FlaskClient) -> None:
    """East deals: South leads by the clock, North the other way."""
    for direction, leader in (("clockwise", "S"), ("counter_clockwise", "N")):
        body = REPLAYED | {"dealer": "E", "rules": {"direction": direction}}
        for seat in "NWSE":
            answer = post(client, REPLAY, body | {"tricks": [[{"seat": seat, "card": "JH"}]]})
            assert (answer.status_code == 200) == (seat == leader)


def test_an_irregularity_names_the_card_that_proves_it(client: FlaskClient) -> None:
    """West discards on spades, and plays one in the next trick."""
    tricks = [["AS", "7D", "7S", "8S"], ["AC", "9S"]]
    body = {"deck": "french", "trump": "H", "dealer": "E", "tricks": tricks}
    [found] = answered(post(client, REPLAY, body))["irregularities"]
    assert found["proven_by"] == {"trick": 2, "seat": "W", "card": "9S"}
    known = body | {
        "tricks": [["AS", "7D"]],
        "hands": {"W": ["7D", "9S", "8D", "9D", "10D", "7C", "8C", "9C"]},
    }
    [found] = answered(post(client, REPLAY, known))["irregularities"]
    assert found["proven_by"] == {"trick": 1, "seat": "W", "card": "7D"}


# Totals, as tables write them --------------------------------------------------------------------


def _lines(answer: Json) -> list[tuple[str, int, str | None]]:
    return [(one["item"], one["points"], one["marked_by"]) for one in answer["lines"]]


@pytest.mark.parametrize("total", [{"NS": 98}, {"EW": 64}, {"NS": 98, "EW": 64}])
def test_the_total_of_one_team_is_enough(client: FlaskClient, total: Json) -> None:
    """Without the trump suit, too, which changes nothing."""
    for trump in ({}, {"trump": None}, {"trump": "H"}):
        body = {"deck": "french", "takers": "NS", "count": {"total": total}} | trump
        found = answered(post(client, SCORE, body))
        assert (found["outcome"], found["scores"]) == ("made", {"NS": 98, "EW": 64})
        assert _lines(found) == [("tricks", 98, "NS"), ("tricks", 64, "EW")]
        [row] = answered(post(client, GAME, game(changed(body, {"deck": None}))))["rows"]
        assert row["scores"] == found["scores"]


def test_with_the_last_trick_a_total_is_counted_as_card_points_are(client: FlaskClient) -> None:
    by_points = answered(post(client, SCORE, scorable(counted(88, "NS"))))
    total = {"count": {"total": {"NS": 98}, "last_trick": "NS"}}
    assert answered(post(client, SCORE, scorable(total))) == by_points


@pytest.mark.parametrize(("points", "rules"), [(252, {}), (250, {"capot_points": 250})])
def test_a_capot_sets_the_totals_by_itself(client: FlaskClient, points: int, rules: Json) -> None:
    won = {"tricks_won": {"NS": 8, "EW": 0}}
    for more in ({}, won, {"total": {"NS": 162}}, {"total": {"EW": 0}}, {"total": {"NS": 252}}):
        body = scorable({"count": {"capot": "NS"} | more}, rules=rules)
        found = answered(post(client, SCORE, body))
        assert found["capot"] == "NS"
        assert found["scores"] == {"NS": points, "EW": 0}
    told_by_tricks = scorable({"count": {"total": {"NS": 162}} | won}, rules=rules)
    assert answered(post(client, SCORE, told_by_tricks))["scores"] == {"NS": points, "EW": 0}


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        ({}, [("missing_field", "/card_points")]),
        ({"last_trick": "NS"}, [("missing_field", "/card_points")]),
        ({"total": {}}, [("missing_field", "/total/NS")]),
        ({"total": {"NS": None}}, [("missing_field", "/total/NS")]),
        ({"total": {"NS": 253}}, [("invalid_value", "/total/NS")]),
        ({"total": 98}, [("invalid_value", "/total")]),
        ({"capot": "N"}, [("invalid_value", "/capot")]),
        ({"card_points": {"NS": 88, "EW": 64}}, [("missing_field", "/last_trick")]),
        (
            counted(88, "NS")["count"] | {"total": {"NS": 98}},
            [("conflicting_fields", "/total")],
        ),
        (
            {"capot": "NS", "total": {"NS": 162}} | counted(88, "NS")["count"],
            [("conflicting_fields", "/card_points")],
        ),
    ],
)
def test_a_count_is_of_one_form(
    client: FlaskClient, count: Json, expected: list[tuple[str, str]]
) -> None:
    found = faults(post(client, SCORE, scorable({"count": count})))
    assert found == [(code, f"#/count{place}") for code, place in expected]


# What a table may change -------------------------------------------------------------------------


def test_a_line_tells_whether_it_is_carried(client: FlaskClient) -> None:
    found = answered(post(client, SCORE, scorable(counted(81, "EW"))))
    assert found["outcome"] == "litige"
    carried = [line for line in found["lines"] if line["carried"]]
    assert carried == [line for line in found["lines"] if line["marked_by"] is None]
    assert sum(line["points"] for line in carried) == found["carry_out"] == 81


def test_rounding_has_lines_of_its_own(client: FlaskClient) -> None:
    body = scorable(counted(75, "NS"), rules={"rounding": "tens"}, belote={"said": False})
    found = answered(post(client, SCORE, body))
    rounded = [line for line in found["lines"] if line["item"] == "rounding"]
    assert [(line["points"], line["counted_by"]) for line in rounded] == [(5, None), (3, None)]
    assert found["scores"] == {"NS": 90, "EW": 80}
