"""The audit of donne logs over HTTP: what is read, what is refused, and what is answered."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import product
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.api.i18n import LANGUAGES
from service.api.schemas.announcements import MAX_DECLARATIONS
from service.api.schemas.audits import MAX_LOGS
from service.api.schemas.logs import MAX_EVENTS
from tests.support.client import (
    AUDIT,
    AUDIT_BATCH,
    GAME,
    SCORE,
    Json,
    answered,
    changed,
    code,
    faults,
    post,
    post_text,
    told,
)
from tests.support.contract import misfits_of_answer
from tests.support.logs import KINDS, a_log, spanish
from tests.support.written_logs import AUCTION, HANDS, WHOLE, WORKED, events_of

LOST = {"irregular": "donne_lost"}
WITH_ANNOUNCEMENTS = LOST | {"irregular_announcements": "validated"}


def auditable(*events: Json, **changes: Any) -> Json:
    """A right body of `audit` with something changed; None takes a field away."""
    return changed({"deck": "french", "events": list(events)}, changes)


def worked(**changes: Any) -> Json:
    return auditable(*events_of(WORKED), **changes)


def audited(client: FlaskClient, body: Json, language: str = "en") -> Json:
    return answered(post(client, AUDIT, body, accept_language=language))


# The worked case --------------------------------------------------------------------------------

FINDINGS = [
    (24, {"phase": "play", "trick": 5, "turn": 3}, "E", "irregular_follow", "fault", 31, None),
    (29, {"phase": "play", "trick": 6, "turn": 4}, "S", "rebelote_unsaid", "void", 30, 39),
    (40, {"phase": "over"}, None, "count_differs", "note", 40, None),
]


def test_the_worked_case_is_read_as_a_referee_who_watched_would(client: FlaskClient) -> None:
    found = audited(client, worked())
    assert {name: found[name] for name in ("phase", "dealer", "trump", "taker", "takers")} == {
        "phase": "over",
        "dealer": "E",
        "trump": "H",
        "taker": "S",
        "takers": "NS",
    }
    assert (found["next"], found["due"]) == (None, [])
    assert found["hands"] == {
        seat: sorted(hand.split(), key=_by_suit_and_rank) for seat, hand in HANDS.items()
    }
    members = ("event", "at", "seat", "code", "weight", "proven_by_event", "cured_by_event")
    assert [tuple(one[name] for name in members) for one in found["findings"]] == FINDINGS
    assert [(one["event"], one["upheld"], one["finding"]) for one in found["claims"]] == [
        (34, True, 0),
        (39, True, 1),
    ]
    assert found["points"] == {"NS": 91, "EW": 71}
    assert (found["announcements"]["winner"], found["announcements"]["points"]["EW"]) == ("EW", 70)
    assert found["belote"] == found["score"]["belote"]
    assert (found["belote"]["status"], found["belote"]["points"]) == ("pardoned", 20)
    assert found["score"]["outcome"] == "chute"
    assert found["score"]["scores"] == {"NS": 20, "EW": 232}


def _by_suit_and_rank(card: str) -> tuple[int, int]:
    ranks = ["7", "8", "9", "10", "J", "Q", "K", "A"]
    return "SHDC".index(card[-1]), ranks.index(card[:-1])


@pytest.mark.parametrize(
    ("rules", "kind", "against", "scores", "findings"),
    [
        ({}, "stands", None, {"NS": 20, "EW": 232}, []),
        (LOST, "donne_lost", "EW", {"NS": 182, "EW": 0}, [0]),
        (WITH_ANNOUNCEMENTS, "donne_lost", "EW", {"NS": 252, "EW": 0}, [0]),
    ],
)
def test_the_worked_case_has_three_decisions(
    client: FlaskClient,
    rules: Json,
    kind: str,
    against: str | None,
    scores: Json,
    findings: list[int],
) -> None:
    found = audited(client, worked(rules=rules))
    decision = {key: one for key, one in found["decision"].items() if key not in ("text", "source")}
    assert decision == {
        "kind": kind,
        "against": against,
        "scores": scores,
        "carry_out": 0,
        "findings": findings,
    }
    assert found["score"]["scores"] == {"NS": 20, "EW": 232}  # as it was played, in any case


def test_a_finding_says_who_may_hear_it_and_what_it_rests_on(client: FlaskClient) -> None:
    first, *_ = audited(client, worked())["findings"]
    assert (first["audience"], first["paragraph"], first["source"]) == ("table", "P3", "000")
    assert first["params"] == {"trick": 5, "seat": "E", "card": "AH"}
    assert first["text"] == (
        "Trick 5: East played the ace of hearts while holding a card of the suit led, "
        "and had to follow suit."
    )


def test_findings_claims_and_decision_are_worded_in_each_language(client: FlaskClient) -> None:
    texts = [set(_texts(audited(client, worked(rules=LOST), language))) for language in LANGUAGES]
    assert all(len(one) == len(texts[0]) >= 6 for one in texts)
    for at, one in enumerate(texts):
        assert all(one.isdisjoint(other) for other in texts[at + 1 :])


def _texts(found: Json) -> Iterable[str]:
    for one in (*found["findings"], *found["claims"], found["decision"]):
        yield one["text"]


# A log that stops anywhere ------------------------------------------------------------------------

STOPS: dict[str, tuple[str, str, Json | None]] = {
    "nothing yet": ("", "deal", None),
    "the cards are dealt": (
        "deal E 9H",
        "auction",
        {"seat": "N", "may": ["call"], "legal": None, "calls": ["pass", {"take": "H"}]},
    ),
    "a round of passes": (
        "deal E 9H; N pass; W pass; S pass; E pass",
        "auction",
        {
            "seat": "N",
            "may": ["call"],
            "legal": None,
            "calls": ["pass", {"take": "S"}, {"take": "D"}, {"take": "C"}],
        },
    ),
    "somebody took": (
        AUCTION,
        "play",
        {"seat": "N", "may": ["declare", "say", "play"], "legal": None, "calls": None},
    ),
    "thrown in": (
        "deal E 9H;" + "N pass; W pass; S pass; E pass;" * 2,
        "thrown_in",
        {"seat": "N", "may": [], "legal": None, "calls": None},
    ),
}


@pytest.mark.parametrize("name", STOPS)
def test_a_log_that_stops_says_who_is_next(client: FlaskClient, name: str) -> None:
    text, phase, following = STOPS[name]
    found = audited(client, auditable(*events_of(text)))
    assert (found["phase"], found["next"]) == (phase, following)
    assert (found["score"], found["findings"]) == (None, [])
    assert (found["decision"] is None) is (phase != "thrown_in")


def test_the_legal_cards_are_told_where_the_hand_is_known(client: FlaskClient) -> None:
    hands = {seat: cards.split() for seat, cards in HANDS.items()}
    events = events_of(AUCTION + "; N AD; W 10D; S 8C")
    assert audited(client, auditable(*events, hands=hands))["next"]["legal"] == ["7D", "9D"]


def test_every_beginning_of_a_log_is_read(client: FlaskClient) -> None:
    events = events_of(WORKED)
    seen = []
    for count in range(len(events) + 1):
        found = audited(client, auditable(*events[:count]))
        seen.append(found["phase"])
        assert [one for one in found["findings"] if one["proven_by_event"] >= count] == []
    assert list(dict.fromkeys(seen)) == ["deal", "auction", "play", "over"]


def test_what_is_owed_is_told_whoever_is_next(client: FlaskClient) -> None:
    events = events_of(AUCTION + "; N AD +tierce; W 10D +cinquante; S 8C; E 7D; N QS")
    found = audited(client, auditable(*events, records={"shows": True}))
    assert found["due"] == [{"seat": "W", "what": "show"}]


# The same facts -----------------------------------------------------------------------------------


def test_a_donne_without_findings_scores_as_its_facts_do(client: FlaskClient) -> None:
    agreed = 0
    for seed in range(60):
        body = a_log(seed, "as_it_should_be").body
        found = audited(client, body)
        if found["findings"] or found["score"] is None:
            continue
        agreed += 1
        expected = answered(post(client, SCORE, score_body(body, found)))
        if found["belote"]["team"] is None:  # whose pardon is left depends on all that are used up
            del expected["belote"]["pardon_left"], found["score"]["belote"]["pardon_left"]
        told_otherwise = {name for name in expected if expected[name] != found["score"][name]}
        assert told_otherwise == set(), (seed, told_otherwise)
    assert agreed > 20


def score_body(body: Json, found: Json) -> Json:
    """The body of `score` that tells what a log without findings does."""
    events, records = body["events"], body.get("records", {})
    declared: dict[str, list[Json]] = {}
    for one in events:
        said = one.get("declares", [])
        if one["type"] == "declare":
            said = [{key: value for key, value in one.items() if key not in ("type", "seat")}]
        declared.setdefault(one.get("seat"), []).extend(said)
    declared = {seat: said for seat, said in declared.items() if said}
    words = {one.get("says") or one.get("word") for one in events} - {None}
    made = {name: body[name] for name in ("deck", "rules", "carry_in") if name in body} | {
        "trump": found["trump"],
        "takers": found["takers"],
        "play": {
            "dealer": found["dealer"],
            "tricks": [[one["card"] for one in trick["cards"]] for trick in found["tricks"]],
        },
    }
    if declared or records.get("declarations"):
        made["declared"] = declared
    elif body.get("declare_best"):
        made["declare_best"] = True
    used, team = body.get("pardons_used", []), found["belote"]["team"]
    if words or records.get("words"):
        made["belote"] = {
            "said": "belote" in words,
            "rebelote": "rebelote" in words,
            "pardon_used": team in used,
        }
    return made


def test_a_spanish_log_is_read_as_its_french_twin(client: FlaskClient) -> None:
    for seed in range(20):
        body = a_log(seed).body
        french, other = audited(client, body), audited(client, spanish(body))
        for name in ("phase", "takers", "points", "claims", "due"):
            assert french[name] == other[name]
        assert [one["code"] for one in french["findings"]] == [
            one["code"] for one in other["findings"]
        ]


@pytest.mark.parametrize("kind", KINDS)
def test_every_answer_is_as_it_is_described(client: FlaskClient, kind: str) -> None:
    for seed in range(6):
        answer = audited(client, a_log(seed, kind).body)
        assert misfits_of_answer(answer, AUDIT, "POST") == [], seed


# What cannot be read ------------------------------------------------------------------------------

N = {"seat": "N"}
UNREADABLE: dict[str, tuple[Json, list[tuple[str, str]]]] = {
    "no events": (auditable(events=None), [("missing_field", "#/events")]),
    "events of another type": (auditable(events=7), [("invalid_value", "#/events")]),
    "an event that is no object": (auditable(events=[7]), [("invalid_value", "#/events/0")]),
    "an event of no type": (auditable(N), [("missing_field", "#/events/0/type")]),
    "an event of no known type": (
        auditable({"type": "shuffle"} | N),
        [("invalid_value", "#/events/0/type")],
    ),
    "a member of another event": (
        auditable({"type": "deal", "word": "belote"} | N),
        [("unknown_field", "#/events/0/word")],
    ),
    "no seat": (auditable({"type": "deal"}), [("missing_field", "#/events/0/seat")]),
    "an unknown seat": (
        auditable({"type": "deal", "seat": "X"}),
        [("invalid_value", "#/events/0/seat")],
    ),
    "an unknown card": (
        auditable({"type": "play", "card": "1H"} | N),
        [("unknown_card", "#/events/0/card")],
    ),
    "a card of another type": (
        auditable({"type": "play", "card": ["AH"]} | N),
        [("invalid_value", "#/events/0/card")],
    ),
    "an unknown turned card": (
        auditable({"type": "deal", "turned": "1H"} | N),
        [("unknown_card", "#/events/0/turned")],
    ),
    "packets that are no numbers": (
        auditable({"type": "deal", "packets": ["3"]} | N),
        [("invalid_value", "#/events/0/packets/0")],
    ),
    "an unknown call": (
        auditable({"type": "call", "call": "double"} | N),
        [("invalid_value", "#/events/0/call")],
    ),
    "an unknown suit": (
        auditable({"type": "call", "call": "take", "suit": "X"} | N),
        [("unknown_suit", "#/events/0/suit")],
    ),
    "a suit with a pass": (
        auditable({"type": "call", "call": "pass", "suit": "H"} | N),
        [("conflicting_fields", "#/events/0/suit")],
    ),
    "a bid without points and suit": (
        auditable({"type": "call", "call": "bid"} | N),
        [("missing_field", "#/events/0/suit"), ("missing_field", "#/events/0/bid")],
    ),
    "a bid beyond all numbers": (
        auditable({"type": "call", "call": "bid", "bid": 1001, "suit": "H"} | N),
        [("invalid_value", "#/events/0/bid")],
    ),
    "an unknown word": (
        auditable({"type": "say", "word": "coinche"} | N),
        [("invalid_value", "#/events/0/word")],
    ),
    "an unknown word with a card": (
        auditable({"type": "play", "card": "KH", "says": "coinche"} | N),
        [("invalid_value", "#/events/0/says")],
    ),
    "when a declaration was said": (
        auditable({"type": "play", "card": "KH", "declares": [{"points": 20, "with_card": 1}]} | N),
        [("unknown_field", "#/events/0/declares/0/with_card")],
    ),
    "whether a declaration was shown": (
        auditable({"type": "declare", "kind": "tierce", "shown": True} | N),
        [("unknown_field", "#/events/0/shown")],
    ),
    "a declaration of nothing": (
        auditable({"type": "declare"} | N),
        [("missing_field", "#/events/0/kind")],
    ),
    "neither cards nor a refusal": (
        auditable({"type": "show", "refused": False} | N),
        [("missing_field", "#/events/0/cards")],
    ),
    "cards and a refusal": (
        auditable({"type": "show", "cards": ["AH"], "refused": True} | N),
        [("conflicting_fields", "#/events/0/refused")],
    ),
    "a card shown twice": (
        auditable({"type": "show", "cards": ["AH", "AH"]} | N),
        [("duplicate_card", "#/events/0/cards/1")],
    ),
    "a claim about nothing": (
        auditable({"type": "claim"} | N),
        [("missing_field", "#/events/0/about")],
    ),
    "a claim about an event beyond all logs": (
        auditable({"type": "claim", "about": "rebelote", "event": MAX_EVENTS} | N),
        [("invalid_value", "#/events/0/event")],
    ),
    "a count of nothing": (
        auditable({"type": "count"}),
        [("missing_field", "#/events/0/card_points")],
    ),
    "a count without the last trick": (
        auditable({"type": "count", "card_points": {"NS": 100, "EW": 52}}),
        [("missing_field", "#/events/0/last_trick")],
    ),
    "two counts in one": (
        auditable({"type": "count", "total": {"NS": 90}, "card_points": {"NS": 80, "EW": 72}}),
        [
            ("missing_field", "#/events/0/last_trick"),
            ("conflicting_fields", "#/events/0/card_points"),
        ],
    ),
    "a total of no team": (
        auditable({"type": "count", "total": {}}),
        [("missing_field", "#/events/0/total/NS")],
    ),
    "an unknown member": (auditable(log=[]), [("unknown_field", "#/log")]),
    "records of something else": (
        auditable(records={"cards": True}),
        [("unknown_field", "#/records/cards")],
    ),
    "a pardon of a seat": (
        auditable(pardons_used=["N"]),
        [("invalid_value", "#/pardons_used/0")],
    ),
    "a hand of seven cards": (
        auditable(hands={"N": HANDS["N"].split()[:7]}),
        [("wrong_number_of_cards", "#/hands/N")],
    ),
    "a card in two hands": (
        auditable(hands={"N": HANDS["N"].split(), "S": [*HANDS["S"].split()[:7], "AD"]}),
        [("duplicate_card", "#/hands/S/7")],
    ),
    "a taker of the other team": (
        auditable(taker="N", takers="EW"),
        [("conflicting_fields", "#/taker")],
    ),
    "a contract of a simple take": (
        auditable(contract={"bid": 80}),
        [("conflicting_fields", "#/contract")],
    ),
    "a take where contracts are bid": (
        auditable(trump="H", taker="N", rules={"scale": "bid"}),
        [("missing_field", "#/contract")],
    ),
    "too many events": (
        auditable(*[{"type": "deal"} | N] * (MAX_EVENTS + 1)),
        [("invalid_value", "#/events")],
    ),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_cannot_be_read_has_its_code_and_its_place(client: FlaskClient, name: str) -> None:
    body, expected = UNREADABLE[name]
    assert faults(post(client, AUDIT, body)) == expected


def test_a_call_is_told_what_it_does_not_take(client: FlaskClient) -> None:
    problem = told(post(client, AUDIT, UNREADABLE["a suit with a pass"][0]))
    assert problem["detail"] == "A call of `pass` takes no “suit”."


READABLE: dict[str, Json] = {
    "a count that nobody could make": {
        "type": "count",
        "card_points": {"NS": -3, "EW": 155},
        "last_trick": "NS",
    },
    "scores alone": {"type": "count", "scores": {"NS": 0, "EW": 162}},
    "a bid that may not be bid": {"type": "call", "call": "bid", "bid": 85, "suit": "H"} | N,
    "a claim about an event that is not there": {"type": "claim", "about": "rebelote", "event": 9}
    | N,
    "packets of any size": {"type": "deal", "packets": [5, 0, 3]} | N,
    "a member that is null": {"type": "deal", "turned": None, "packets": None} | N,
}


@pytest.mark.parametrize("name", READABLE)
def test_what_can_be_read_is_never_refused(client: FlaskClient, name: str) -> None:
    audited(client, auditable(READABLE[name]))


SAYINGS = ("declares tierce", "says belote", "shows AS", "refuses", "claims rebelote")


@pytest.mark.parametrize("saying", SAYINGS)
def test_anything_may_be_said_in_the_last_trick(client: FlaskClient, saying: str) -> None:
    events = events_of(WHOLE)
    for seat, left in product("NWSE", range(5)):
        (one,) = events_of(f"{seat} {saying}")
        at = len(events) - left
        audited(client, auditable(*events[:at], one, *events[at:]))


def test_what_a_seat_declares_beyond_its_cards_is_found_and_not_refused(
    client: FlaskClient,
) -> None:
    declared = [{"type": "declare", "seat": seat, "points": 20} for seat in "NWSE"]
    found = audited(client, auditable(*declared * (MAX_EVENTS // 4)))
    beyond = [one["event"] for one in found["findings"] if one["code"] == "declaration_too_many"]
    assert beyond == list(range(4 * MAX_DECLARATIONS, MAX_EVENTS))


@pytest.mark.parametrize(("path", "limit"), [(AUDIT, 64), (AUDIT_BATCH, 512)])
def test_a_body_has_a_limit_of_its_own(client: FlaskClient, path: str, limit: int) -> None:
    body = auditable() if path == AUDIT else {"deck": "french", "logs": [{"events": []}]}
    text = json.dumps(body).encode()
    assert post_text(client, path, text.ljust(limit * 1024)).status_code == 200
    assert code(post_text(client, path, text.ljust(limit * 1024 + 1))) == "too_large"


# Many logs ----------------------------------------------------------------------------------------


def item(body: Json) -> Json:
    return {name: one for name, one in body.items() if name not in ("deck", "rules")}


def test_a_batch_answers_each_log_as_if_it_were_alone(client: FlaskClient) -> None:
    bodies = [a_log(seed, "as_it_should_be").body for seed in range(5)] + [worked()]
    logs = [item(body) for body in bodies]
    answer = answered(post(client, AUDIT_BATCH, {"deck": "french", "logs": logs, "rules": LOST}))
    for log, result in zip(logs, answer["results"], strict=True):
        alone = audited(client, {"deck": "french", "rules": LOST} | log)
        assert alone.pop("explanation")
        assert result == alone
    assert misfits_of_answer(answer, AUDIT_BATCH, "POST") == []


def test_a_bad_log_spoils_no_other(client: FlaskClient) -> None:
    bad = [
        7,
        {"events": [{"type": "shuffle"}]},
        {"events": [], "taker": "N", "takers": "EW"},
        {"events": [], "deck": "french"},
    ]
    logs = [item(worked()), *bad, item(worked())]
    first, *refused, last = answered(
        post(client, AUDIT_BATCH, {"deck": "french", "logs": logs}, accept_language="fr")
    )["results"]
    assert first == last
    assert first["decision"]["scores"] == {"NS": 20, "EW": 232}
    wrong = [one for each in refused for one in each["error"]["errors"]]
    assert [(one["code"], one["pointer"]) for one in wrong] == [
        ("invalid_value", "#/logs/1"),
        ("invalid_value", "#/logs/2/events/0/type"),
        ("conflicting_fields", "#/logs/3/taker"),
        ("unknown_field", "#/logs/4/deck"),
    ]
    assert refused[0]["error"]["title"] != "A value is not valid"  # it is said in French


def test_a_batch_of_nothing_but_faults_tells_some_of_each(client: FlaskClient) -> None:
    logs = [{"events": [0] * MAX_EVENTS}] * MAX_LOGS
    results = answered(post(client, AUDIT_BATCH, {"deck": "french", "logs": logs}))["results"]
    counts = [len(one["error"]["errors"]) for one in results]
    assert counts == [10] * 25 + [1] * 75


@pytest.mark.parametrize("count", [0, MAX_LOGS + 1])
def test_a_batch_has_one_to_a_hundred_logs(client: FlaskClient, count: int) -> None:
    answer = post(client, AUDIT_BATCH, {"deck": "french", "logs": [{"events": []}] * count})
    assert faults(answer) == [("invalid_value", "#/logs")]


# Logs in a game -----------------------------------------------------------------------------------


def game(*donnes: Json, **changes: Any) -> Json:
    return changed({"deck": "french", "donnes": donnes}, changes)


def logged(text: str, **changes: Any) -> Json:
    return {"log": changed({"events": events_of(text)}, changes)}


def test_the_decision_on_a_log_is_written(client: FlaskClient) -> None:
    [played] = answered(post(client, GAME, game(logged(WORKED))))["rows"]
    assert (played["scores"], played["outcome"]) == ({"NS": 20, "EW": 232}, "chute")
    assert (played["dealer"], played["takers"], played["trump"]) == ("E", "NS", "H")
    [lost] = answered(post(client, GAME, game(logged(WORKED), rules=LOST)))["rows"]
    assert (lost["scores"], lost["outcome"], lost["capot"]) == ({"NS": 182, "EW": 0}, None, None)
    assert [one["code"] for one in lost["notes"]] == ["lost", "belote", "rebelote_pardoned"]
    assert lost["notes"][0]["text"] == "lost by a fault of East-West"


def test_the_ruling_on_a_log_is_that_on_the_donne_as_it_was_played(client: FlaskClient) -> None:
    body = game(logged(WORKED), rules=LOST, detail=True)
    [row] = answered(post(client, GAME, body))["rows"]
    assert row["donne"] == audited(client, worked(rules=LOST))["score"]


def test_what_is_carried_is_won_by_a_donne_that_is_lost(client: FlaskClient) -> None:
    litige = {"trump": "H", "takers": "NS", "count": {"total": {"NS": 81}}}
    body = game(litige, logged(WORKED), rules=LOST)
    sheet = answered(post(client, GAME, body))
    assert sheet["rows"][1]["scores"] == {"NS": 263, "EW": 0}
    assert (sheet["rows"][1]["carry_in"], sheet["carry_out"]) == (81, 0)
    assert "row_carry_won" in [one["code"] for one in sheet["explanation"]]


def test_a_pardon_is_used_once_a_game_in_logs_too(client: FlaskClient) -> None:
    rows = answered(post(client, GAME, game(logged(WORKED), logged(WORKED))))["rows"]
    assert [row["scores"] for row in rows] == [{"NS": 20, "EW": 232}, {"NS": 0, "EW": 232}]
    assert "rebelote_forgotten" in [one["code"] for one in rows[1]["notes"]]


def test_a_log_that_is_thrown_in_is_a_passed_donne(client: FlaskClient) -> None:
    text = "deal E 9H;" + "N pass; W pass; S pass; E pass;" * 2
    sheet = answered(post(client, GAME, game(logged(text), {"passed": True})))
    assert [row["passed"] for row in sheet["rows"]] == [True, True]
    assert [row["dealer"] for row in sheet["rows"]] == ["E", "N"]


UNDECIDED = {
    "a log that stops": (AUCTION, "not_over"),
    "a card that was played before": (WHOLE.replace("N QS;", "N AD; N QS;"), None),
}


@pytest.mark.parametrize("name", UNDECIDED)
def test_a_log_without_a_decision_is_refused(client: FlaskClient, name: str) -> None:
    text, because = UNDECIDED[name]
    problem = told(post(client, GAME, game(logged(WORKED), logged(text))))
    [fault] = problem["errors"]
    assert (fault["code"], fault["pointer"]) == ("undecided_donne", "#/donnes/1/log")
    assert fault.get("params", {}).get("because") == because


def test_what_contradicts_itself_in_the_log_of_a_game_has_its_place(client: FlaskClient) -> None:
    body = game(
        logged(WORKED, taker="N", takers="EW"),
        logged(WORKED, hands={"N": HANDS["N"].split(), "S": [*HANDS["S"].split()[:7], "AD"]}),
    )
    assert faults(post(client, GAME, body)) == [
        ("conflicting_fields", "#/donnes/0/log/taker"),
        ("duplicate_card", "#/donnes/1/log/hands/S/7"),
    ]


@pytest.mark.parametrize("field", ["carry_in", "pardons_used"])
def test_a_log_in_a_game_has_nothing_that_follows_from_the_game(
    client: FlaskClient, field: str
) -> None:
    value = 81 if field == "carry_in" else ["NS"]
    body = game(logged(WORKED, **{field: value}))
    assert faults(post(client, GAME, body)) == [("unknown_field", f"#/donnes/0/log/{field}")]


def test_a_game_is_over_after_a_log_that_wins_it(client: FlaskClient) -> None:
    body = game(logged(WORKED), logged(AUCTION), target=200)
    found = faults(post(client, GAME, body))
    assert found == [("game_over", "#/donnes/1")]
