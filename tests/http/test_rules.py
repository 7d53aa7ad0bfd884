"""House rules over HTTP: asked for, resolved, echoed, and refused where they make no sense."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from service.api.i18n import LANGUAGES
from service.belote.codes import Code
from service.belote.presets import DEFAULT_PRESET, PRESETS, SWITCHES, echo, resolve_rules
from service.belote.rules import DUTIES, DutyRule, Owed, TrickState
from tests.support import made_up
from tests.support.client import COMPARE, RESOLVE, answered, faults, get, post, resolvable
from tests.support.presets import GOLDEN, collection, with_contracts, written

DEFAULTS: dict[str, Any] = {name: switch.default for name, switch in SWITCHES.items()}
CHOICES = [(name, value) for name, switch in SWITCHES.items() for value in switch.values]
TIE = {
    "deck": "french",
    "trump": "C",
    "declared": {"N": [{"cards": ["QH", "KH", "AH"]}], "E": [{"cards": ["QS", "KS", "AS"]}]},
}
COUNT = {
    "deck": "french",
    "trump": "H",
    "takers": "NS",
    "count": {"card_points": {"NS": 88, "EW": 64}, "last_trick": "NS"},
}


def rules_of(client: FlaskClient, path: str, body: Any) -> Any:
    answer = post(client, path, body)
    assert answer.status_code == 200, answer.text
    return answer.json["rules"]  # type: ignore[index]  # it is JSON


def test_every_answer_echoes_the_classic_rules_where_none_are_asked_for(
    client: FlaskClient,
) -> None:
    paths = set()
    for case in collection():
        paths.add(case["path"])
        echo = rules_of(client, case["path"], case["body"])
        assert echo == {"preset": DEFAULT_PRESET} | DEFAULTS
    assert len(paths) == 8


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_echoed_with_all_its_switches(client: FlaskClient, name: str) -> None:
    echo = rules_of(client, RESOLVE, resolvable(rules={"preset": name}))
    assert echo == get(client, _address(preset=name)).json["rules"]  # type: ignore[index]  # it is JSON
    assert echo["preset"] == name
    assert list(echo) == ["preset", *SWITCHES]


@pytest.mark.parametrize(("switch", "value"), CHOICES)
def test_a_switch_is_echoed_and_nothing_else_changes(
    client: FlaskClient, switch: str, value: Any
) -> None:
    echo = rules_of(client, RESOLVE, resolvable(rules={switch: value}))
    assert echo == {"preset": DEFAULT_PRESET} | DEFAULTS | {switch: value}


def test_switches_win_over_the_preset_whose_name_stays(client: FlaskClient) -> None:
    asked = {"preset": "sans-litige", "equality": "made"}
    echo = rules_of(client, RESOLVE, resolvable(rules=asked))
    assert (echo["preset"], echo["equality"]) == ("sans-litige", "made")


@pytest.mark.parametrize(
    "empty", [{}, {"preset": None}, {"equality": None, "last_tie": None}, None]
)
def test_null_and_nothing_are_the_classic_rules(client: FlaskClient, empty: Any) -> None:
    body = resolvable() | {"rules": empty}
    assert rules_of(client, RESOLVE, body) == {"preset": DEFAULT_PRESET} | DEFAULTS


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ({"preset": "tarot"}, [("invalid_value", "#/rules/preset")]),
        ({"preset": ["classique"]}, [("invalid_value", "#/rules/preset")]),
        ({"presett": "classique"}, [("unknown_field", "#/rules/presett")]),
        ({"presett": None}, [("unknown_field", "#/rules/presett")]),
        ({"equality": "draw"}, [("invalid_value", "#/rules/equality")]),
        ({"length_step": 1}, [("invalid_value", "#/rules/length_step")]),
        ({"length_step": "true"}, [("invalid_value", "#/rules/length_step")]),
        ({"capot_defence": 200}, [("invalid_value", "#/rules/capot_defence")]),
        ({"capot_defence": "162"}, [("invalid_value", "#/rules/capot_defence")]),
        ("classique", [("invalid_value", "#/rules")]),
        (
            {"x": 1, "carry_to": None, "announcements": 0},
            [("invalid_value", "#/rules/announcements"), ("unknown_field", "#/rules/x")],
        ),
    ],
)
def test_rules_that_make_no_sense_are_refused_in_their_place(
    client: FlaskClient, rules: Any, expected: list[tuple[str, str]]
) -> None:
    assert faults(post(client, RESOLVE, resolvable(rules=rules))) == expected


def test_an_unknown_preset_in_an_address_is_named_as_the_parameter(client: FlaskClient) -> None:
    answer = get(client, _address(preset="tarot"))
    [error] = answer.json["errors"]  # type: ignore[index]  # it is JSON
    assert (answer.status_code, error["code"], error["parameter"]) == (
        422,
        "invalid_value",
        "preset",
    )


def test_the_first_speaker_must_be_known_where_he_decides(client: FlaskClient) -> None:
    asked = TIE | {"rules": {"preset": "premier-annonceur"}}
    assert faults(post(client, COMPARE, asked)) == [("missing_field", "#/first_player")]
    answer = post(client, COMPARE, asked | {"first_player": "E"}).json
    assert answer is not None
    assert (answer["winner"], answer["decided_by"]) == ("EW", "first_speaker")


def test_the_first_speaker_is_without_effect_under_other_rules(client: FlaskClient) -> None:
    first, second = (post(client, COMPARE, TIE | {"first_player": seat}) for seat in "NE")
    assert first.data == second.data


def test_announcement_points_are_refused_where_none_are_played(client: FlaskClient) -> None:
    body = COUNT | {"rules": {"preset": "concours"}, "announcement_points": {"NS": 20}}
    answer = post(client, "/v1/donnes/score", body)
    assert faults(answer) == [("inconsistent_points", "#/announcement_points")]
    nothing = body | {"announcement_points": {"NS": 0}}
    assert post(client, "/v1/donnes/score", nothing).status_code == 200


def test_the_rules_of_a_game_hold_for_each_of_its_donnes(client: FlaskClient) -> None:
    level = {
        "trump": "H",
        "takers": "NS",
        "count": {"card_points": {"NS": 81, "EW": 71}, "last_trick": "EW"},
    }
    game = {"deck": "french", "donnes": [level], "rules": {"preset": "sans-litige"}}
    answer = post(client, "/v1/games/score", game).json
    assert answer is not None
    assert answer["rows"][0]["outcome"] == "chute"
    assert answer["rules"]["preset"] == "sans-litige"
    points = game | {
        "donnes": [level | {"announcement_points": {"NS": 20}}],
        "rules": {"announcements": False},
    }
    assert faults(post(client, "/v1/games/score", points)) == [
        ("inconsistent_points", "#/donnes/0/announcement_points")
    ]


def of_two_rules(**own: object) -> dict[str, object]:
    """A game of three donnes under classic rules, of which the second has its own."""
    level = {"trump": "H", "takers": "NS", "count": {"total": {"NS": 81}}}
    return {"deck": "french", "detail": True, "donnes": [level, level | own, level]}


def test_a_donne_of_a_game_may_have_rules_of_its_own(client: FlaskClient) -> None:
    own = {"preset": "sans-litige", "belote_on_chute": "lost"}
    answer = answered(post(client, "/v1/games/score", of_two_rules(rules=own)))
    assert [row["outcome"] for row in answer["rows"]] == ["litige", "chute", "litige"]
    rules = [row["donne"]["rules"] for row in answer["rows"]]
    assert [one["preset"] for one in rules] == ["classique", "sans-litige", "classique"]
    assert [one["belote_on_chute"] for one in rules] == ["kept", "lost", "kept"]
    assert answer["rules"] == rules[0]


@pytest.mark.parametrize(
    ("form", "passed"),
    [
        ({"passed": True}, True),
        ({"scores": {"NS": 0, "EW": 162}, "because": "so"}, False),
        (
            {
                "log": {
                    "events": [
                        {"type": "deal", "seat": "N"},
                        *({"type": "call", "seat": seat, "call": "pass"} for seat in "ESWN" * 2),
                    ]
                }
            },
            True,
        ),
    ],
    ids=["passed", "decided", "logged"],
)
def test_every_form_of_a_donne_may_have_rules_of_its_own(
    client: FlaskClient, form: dict[str, object], passed: bool
) -> None:
    body = of_two_rules() | {"donnes": [form | {"rules": {"direction": "clockwise"}}]}
    wrong = body | {"donnes": [form | {"rules": {"direction": "up"}}]}
    pointer = "#/donnes/0/rules/direction"
    assert answered(post(client, "/v1/games/score", body))["rows"][0]["passed"] is passed
    assert faults(post(client, "/v1/games/score", wrong)) == [("invalid_value", pointer)]


@pytest.mark.parametrize(
    ("own", "fault"),
    [
        (
            {"rules": {"preset": "concours"}, "announcement_points": {"NS": 20}},
            "announcement_points",
        ),
        ({"rules": {"scale": "bid"}}, "contract"),
        ({"contract": {"coinche": "coinche"}}, "contract"),
        ({"rules": {"preset": "ours"}}, "rules/preset"),
        ({"rules": []}, "rules"),
    ],
)
def test_a_donne_is_checked_by_its_own_rules(
    client: FlaskClient, own: dict[str, object], fault: str
) -> None:
    found = faults(post(client, "/v1/games/score", of_two_rules(**own)))
    assert [pointer for _, pointer in found] == [f"#/donnes/1/{fault}"]


def test_paper_has_columns_for_contracts_where_any_donne_has_one(client: FlaskClient) -> None:
    contract = {"bid": 90, "coinche": "coinche"}
    body = of_two_rules(rules={"scale": "bid"}, contract=contract)
    paper = post(client, "/v1/games/score", body, Accept="text/csv").text
    lines = [*csv.reader(paper.splitlines())]
    assert [len(line) for line in lines] == [9] * 5
    assert [line[4:6] for line in lines[1:4]] == [["", ""], ["90", "coinche"], ["", ""]]


# The problems of cases that are right by the classic rules, by the value of a switch.
CONTRADICTED: Mapping[tuple[str, object], set[str]] = {
    ("last_tie", "first_speaker"): {"missing_field"},
    ("announcements", False): {"inconsistent_points"},
    ("direction", "clockwise"): {"inconsistent_leader", "conflicting_fields"},
}


@given(
    switches=st.fixed_dictionaries(
        {},
        optional={name: st.sampled_from(list(switch.values)) for name, switch in SWITCHES.items()},
    ),
    preset=st.sampled_from(list(PRESETS)),
    case=st.sampled_from(list(collection())),
)
def test_under_any_rules_every_case_is_answered_and_its_rules_echoed(
    client: FlaskClient, switches: dict[str, Any], preset: str, case: dict[str, Any]
) -> None:
    rules = {"preset": preset} | switches
    body = with_contracts(case["path"], case["body"] | {"rules": rules}, rules)
    answer = client.post(case["path"], json=body)
    if answer.status_code == 422:
        agreed = echo(preset, resolve_rules(preset, switches))
        at_fault = [CONTRADICTED.get((name, value), set()) for name, value in agreed.items()]
        may_end = {"game_over"} if case["path"] == "/v1/games/score" else set()  # scores differ
        assert {code for code, _ in faults(answer)} <= set().union(may_end, *at_fault)
        return
    assert answer.status_code == 200
    assert answer.json["rules"] | switches == answer.json["rules"]  # type: ignore[index]  # it is JSON


@pytest.mark.slow
def test_the_presets_change_just_the_cases_that_the_golden_file_lists() -> None:
    assert GOLDEN.read_text("utf-8") == written()


def test_every_change_of_a_preset_has_a_switch_behind_it() -> None:
    golden = json.loads(GOLDEN.read_text("utf-8"))
    assert set(golden) == set(PRESETS) - {DEFAULT_PRESET}
    for cases in golden.values():
        assert cases
        assert all(case["because"] and (case["changes"] or case["also"]) for case in cases.values())


def test_the_rules_are_listed_with_meaning_and_source_in_each_language(
    client: FlaskClient,
) -> None:
    told = {lang: get(client, f"/v1/rules?lang={lang}").json for lang in LANGUAGES}
    for listed in told.values():
        assert listed is not None
        assert [one["name"] for one in listed["presets"]] == list(PRESETS)
        assert [one["name"] for one in listed["switches"]] == list(SWITCHES)
        for switch in listed["switches"]:
            assert switch["values"][0] == DEFAULTS[switch["name"]]
            assert switch["meaning"]
            assert switch["played_by"]
            assert switch["source"] in listed["sources"]
    meanings = {json.dumps(listed["switches"]) for listed in told.values() if listed}
    assert len(meanings) == len(LANGUAGES)


def _address(**query: str) -> str:
    cards = "KS,KH,KD,KC,QH,JH,7D,8C"
    return f"/v1/hands/french/{cards}?" + "&".join(f"{k}={v}" for k, v in query.items())


def test_without_the_step_a_kind_said_alone_is_the_whole_run_too(client: FlaskClient) -> None:
    body = {
        "deck": "french",
        "rules": {"length_step": False},
        "hand": ["9S", "10S", "JS", "QS", "KS", "AS", "7H", "8H"],
        "declared": [{"kind": "cent"}],
    }
    answer = post(client, "/v1/announcements/validate", body).json
    assert answer is not None
    assert answer["rulings"][0]["announcement"] == answer["best"]["announcements"][0]


def test_faults_that_do_not_hang_together_come_at_once(client: FlaskClient) -> None:
    hand = ["KH", "7S", "8S", "9S", "10S", "JS", "QS", "AS"]
    bad = COUNT | {
        "count": {"card_points": {"NS": 90, "EW": 60}, "last_trick": "NS"},
        "hands": {"N": hand},
        "belote": {"team": "NS"},
    }
    assert sorted(faults(post(client, "/v1/donnes/score", bad))) == [
        ("inconsistent_belote", "#/belote/team"),
        ("inconsistent_points", "#/count/card_points"),
    ]
    sent = {key: value for key, value in COUNT.items() if key != "deck"}
    game: dict[str, Any] = {
        "deck": "french",
        "rules": {"announcements": False},
        "donnes": [sent | {"trump": "Z"}, sent | {"announcement_points": {"NS": 20}}],
    }
    assert faults(post(client, "/v1/games/score", game)) == [("unknown_suit", "#/donnes/0/trump")]
    alone = {key: value for key, value in bad.items() if key != "deck"}
    game["donnes"] = [alone, sent | {"announcement_points": {"NS": 20}}]
    assert sorted(faults(post(client, "/v1/games/score", game))) == [
        ("inconsistent_belote", "#/donnes/0/belote/team"),
        ("inconsistent_points", "#/donnes/0/count/card_points"),
        ("inconsistent_points", "#/donnes/1/announcement_points"),
    ]


def test_a_play_is_read_by_the_rules_of_the_request(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table where nobody need go below a trump stands for one that a switch would choose."""
    anything = DutyRule(Owed.ANY, None, Code.NEITHER_SUIT_NOR_TRUMP)
    cut = (*DUTIES[TrickState.CUT][:2], anything)
    free = made_up.with_duties({**DUTIES, TrickState.CUT: cut})
    monkeypatch.setattr("service.api.schemas.rules.resolve_rules", lambda preset, switches: free)
    west = ["8H", "7D", "8D", "9D", "10D", "JD", "QD", "KD"]
    body = {"deck": "french", "trump": "H", "dealer": "S", "hands": {"W": west}}
    usual = answered(post(client, "/v1/donnes/replay", body | {"tricks": [["7S", "JH"]]}))
    assert (usual["next"], usual["legal"]) == ("W", ["8H"])
    agreed = body | {"rules": {"preset": "classique"}}
    found = answered(post(client, "/v1/donnes/replay", agreed | {"tricks": [["7S", "JH"]]}))
    assert found["legal"] == west
    played = [["7S", "JH", "7D"]]
    told = answered(post(client, "/v1/donnes/replay", body | {"tricks": played}))
    assert [one["rule"] for one in told["irregularities"]] == ["trump"]
    found = answered(post(client, "/v1/donnes/replay", agreed | {"tricks": played}))
    assert found["irregularities"] == []
