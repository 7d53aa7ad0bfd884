"""How large an answer can be: no body within the limits is answered by more than is told here."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.api.i18n import LANGUAGES
from service.api.request_body import HUGE, LARGE, MEDIUM, SMALL
from service.api.responses import HTML
from service.api.score_sheet import CSV
from tests.robustness.attacks import WORDY_LOG, WORDY_LOGS
from tests.robustness.hostile import GAME, WRONG_ALL_OVER
from tests.robustness.mutated import LARGEST, LARGEST_AUDITED, LARGEST_DETAILED, LARGEST_RIGHT
from tests.support.client import (
    AUDIT,
    AUDIT_BATCH,
    BATCH,
    COMPARE,
    HAND,
    RESOLVE,
    VALIDATE,
    get,
    post_text,
)
from tests.support.contract import ROOT

pytestmark = pytest.mark.slow

SCORE, REPLAY = "/v1/donnes/score", "/v1/donnes/replay"
LIMITS = {BATCH: LARGE, GAME: LARGE, AUDIT: MEDIUM, AUDIT_BATCH: HUGE}
SEVEN = ["7S", "8S", "9S", "JS", "QS", "KS", "AS"]
NAMES = [f"{number:03}{'é' * 14}" for number in range(400)]
"""Names as long as a fault repeats them, of letters that a pointer writes with three bytes each."""

# Two sequences of four are written at greater length than any other announcements of a hand.
WORDIEST = ["7O", "10O", "11O", "12O", "7C", "10C", "11C", "12C"]
WORDIEST_DONNE = {
    "trump": "H",
    "takers": "NS",
    "belote": {"team": "EW"},
    "count": {"card_points": {"NS": 81, "EW": 71}, "last_trick": "EW"},
}

WIDE = "\U0001f0a1"
"""A character of four bytes."""

IRREGULAR = [
    ["10S", "9D", "QS", "8D"],
    ["KH", "QC", "AS", "8C"],
    ["9C", "7S", "AH", "10H"],
    ["8S", "KC", "AD", "10D"],
    ["JS", "KD", "JD", "QD"],
    ["10C", "7D", "9S", "KS"],
    ["9H", "AC", "7C", "JC"],
    ["7H", "8H", "JH", "QH"],
]
"""A play with twenty irregular cards."""

# What a row can be noted for: every declaration is void, every name is long.
EVERY_CARD = {
    "N": ["7S", "8S", "9S", "10S", "JS", "QS", "KS", "AS"],
    "W": ["7C", "8C", "9C", "10C", "JC", "QC", "KC", "AC"],
    "S": ["7D", "8D", "9D", "10D", "JD", "QD", "KD", "AD"],
    "E": ["7H", "8H", "9H", "10H", "JH", "QH", "KH", "AH"],
}
MOST_NOTED = {
    "trump": "H",
    "dealer": "N",
    "hands": EVERY_CARD,
    "declared": {
        seat: [{"kind": kind, "points": 10} for kind in ("cent", "carre")] for seat in "NWSE"
    },
    "contract": {"bid": 80, "coinche": "coinche"},
}
SHEET: dict[str, Any] = {
    "deck": "french",
    "target": 100_000,
    "names": {"NS": WIDE * 40, "EW": WIDE * 40},
    "rules": {"preset": "ffb-coinche"},
    "donnes": [
        MOST_NOTED
        | {"takers": takers, "count": {"capot": capot}, "belote": {"team": "EW", "rebelote": False}}
        for takers, capot in (("NS", "EW"), ("EW", "NS"))
        for _ in range(100)
    ],
}
DECIDED_SHEET = SHEET | {"donnes": [{"scores": {"NS": 99, "EW": 99}, "because": WIDE * 100}] * 200}
# Whole rulings: as many declarations as there can be, and a play with many irregular cards.
DETAILED = SHEET | {
    "detail": True,
    "donnes": [
        {
            "trump": "H",
            "takers": "NS",
            "declared": {seat: [{"kind": "tierce"}] * 8 for seat in "NWSE"},
            "contract": {"bid": 80},
            "play": {"dealer": "E", "tricks": IRREGULAR},
        }
    ]
    * 200,
}

RIGHT: dict[str, tuple[str, Any]] = {
    "a batch": (BATCH, {"deck": "spanish", "hands": [WORDIEST] * 1000}),
    "a game": (GAME, {"deck": "french", "target": 100_000, "donnes": [WORDIEST_DONNE] * 200}),
    "declarations": (
        VALIDATE,
        {"deck": "french", "hand": HAND, "declared": [{"kind": "carre"}] * 8},
    ),
}

WRONG: dict[str, tuple[str, Any]] = {
    "hands of one long card": (BATCH, {"deck": "french", "hands": [["🂡" * 50]] * 1000}),
    "hands with one long card": (
        BATCH,
        {"deck": "french", "hands": [[*SEVEN, "🂡" * 45]] * 1000},
    ),
    "hands with a card of control characters": (
        BATCH,
        {"deck": "french", "hands": [[*SEVEN, "\x01" * 30]] * 1000},
    ),
    "hands with a card of quotation marks": (
        BATCH,
        {"deck": "french", "notation": "international", "hands": [[*SEVEN, '"' * 90]] * 1000},
    ),
    "hands of one card only": (BATCH, {"deck": "french", "hands": [["7S"] * 32] * 1000}),
    "a key of a quarter of a megabyte": (GAME, {"é" * 130_000: 0}),
    "a card of a quarter of a megabyte": (BATCH, {"deck": "french", "hands": [["é" * 130_000]]}),
    "a trump of a quarter of a megabyte": (BATCH, {"deck": "french", "trump": "é" * 130_000}),
    "unknown fields of a game": (GAME, dict.fromkeys(NAMES, 0)),
    "unknown fields of donnes": (
        GAME,
        {"deck": "french", "donnes": [dict.fromkeys(NAMES[:20], 0)] * 200},
    ),
    "unknown switches": (GAME, {"deck": "french", "rules": dict.fromkeys(NAMES, 0)}),
    "unknown seats": (COMPARE, {"deck": "french", "trump": "H", "hands": dict.fromkeys(NAMES, 0)}),
    "unknown fields of declarations": (
        VALIDATE,
        {"deck": "french", "hand": HAND, "declared": [dict.fromkeys(NAMES[:50], 0)] * 8},
    ),
    "unknown fields of a hand": (RESOLVE, dict.fromkeys(NAMES, 0)),
    "unknown fields of a donne": (SCORE, dict.fromkeys(NAMES, 0)),
    "unknown fields of a play": (REPLAY, dict.fromkeys(NAMES, 0)),
    **WRONG_ALL_OVER,
}


# The logs of which most is said.
AUDITED = json.loads(WORDY_LOG)
AUDITED_BATCH = json.loads(WORDY_LOGS)


def size(client: FlaskClient, path: str, body: Any, **headers: str) -> tuple[int, int]:
    """Status and size of an answer."""
    text = json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode()
    assert len(text) <= LIMITS.get(path, SMALL)
    answer = post_text(client, path, text, **headers)
    return answer.status_code, len(answer.data)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", RIGHT)
def test_no_answer_to_a_right_body_is_larger(client: FlaskClient, name: str, language: str) -> None:
    path, body = RIGHT[name]
    for form in ("application/json", CSV, HTML):
        status, length = size(client, path, body, accept=form, accept_language=language)
        assert status == 200
        assert length <= LARGEST_RIGHT


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("body", "bound"), [(SHEET, LARGEST), (DECIDED_SHEET, LARGEST), (DETAILED, LARGEST_DETAILED)]
)
def test_no_sheet_is_larger(client: FlaskClient, body: Any, bound: int, language: str) -> None:
    for form in ("application/json", CSV, HTML):
        status, length = size(client, GAME, body, accept=form, accept_language=language)
        assert status == 200
        assert length <= bound


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("path", "body", "bound"),
    [(AUDIT, AUDITED, LARGEST), (AUDIT_BATCH, AUDITED_BATCH, LARGEST_AUDITED)],
)
def test_no_audit_is_larger(
    client: FlaskClient, path: str, body: Any, bound: int, language: str
) -> None:
    status, length = size(client, path, body, accept_language=language)
    assert status == 200
    assert length <= bound


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", WRONG)
def test_no_answer_to_a_wrong_body_is_larger(client: FlaskClient, name: str, language: str) -> None:
    path, body = WRONG[name]
    status, length = size(client, path, body, accept_language=language)
    assert status in (200, 422)
    assert length <= LARGEST


@pytest.mark.parametrize(
    "address",
    [
        pytest.param("/v1/hands/french/" + "7S," * 20_000, id="cards"),
        pytest.param("/v1/hands/french/" + "é" * 20_000, id="one long card"),
        pytest.param("/v1/hands/" + "a" * 60_000 + "/7S", id="a long deck"),
        pytest.param("/" + "a/" * 30_000, id="steps"),
        pytest.param("/v1/rules?" + "&".join(NAMES), id="unknown parameters"),
        pytest.param("/v1/rules?" + "é" * 20_000, id="one long parameter"),
        pytest.param("/v1/rules?lang=" + "é" * 20_000, id="one long value"),
        pytest.param("/v1/rules?" + "lang=fr&" * 10_000, id="one parameter many times"),
    ],
)
def test_no_answer_to_a_long_address_is_longer_than_that_to_a_body(
    client: FlaskClient, address: str
) -> None:
    answer = get(client, address)
    assert answer.status_code in (404, 422)
    assert len(answer.data) < 128 * 1024


def test_the_largest_are_nearly_as_large_as_is_said(client: FlaskClient) -> None:
    """So that the bounds are those of the answers, not of somebody's patience."""
    right = max(size(client, path, body)[1] for path, body in RIGHT.values())
    wrong = max(size(client, path, body)[1] for path, body in WRONG.values())
    assert right > 0.8 * LARGEST_RIGHT
    assert wrong > 0.8 * LARGEST
    assert size(client, GAME, SHEET)[1] > 0.8 * LARGEST
    assert size(client, GAME, DETAILED)[1] > 0.8 * LARGEST_DETAILED
    assert size(client, AUDIT_BATCH, AUDITED_BATCH)[1] > 0.8 * LARGEST_AUDITED


def test_the_paper_on_limits_tells_both() -> None:
    paper = (ROOT / "docs" / "limits.md").read_text(encoding="utf-8")
    for bound in (LARGEST_RIGHT, LARGEST):
        assert f"{bound // 1024} KiB" in paper
    for bound in (LARGEST_DETAILED, LARGEST_AUDITED):
        assert f"{bound // 1024**2} MiB" in paper
