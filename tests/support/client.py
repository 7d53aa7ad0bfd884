"""Requests as tests write them, and what to look at in the answers."""

from __future__ import annotations

import json
from typing import Any, TypeAlias

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

Json: TypeAlias = dict[str, Any]

RESOLVE, BATCH = "/v1/hands/resolve", "/v1/hands/resolve-batch"
VALIDATE, COMPARE = "/v1/announcements/validate", "/v1/announcements/compare"
SCORE, REPLAY, GAME = "/v1/donnes/score", "/v1/donnes/replay", "/v1/games/score"
AUDIT, AUDIT_BATCH = "/v1/donnes/audit", "/v1/donnes/audit-batch"
RULINGS = (RESOLVE, BATCH, VALIDATE, COMPARE)

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
"""The header `Accept` of a browser that opens an address."""

HAND = ["KS", "KH", "KD", "KC", "QH", "JH", "7D", "8C"]
"""Four kings, and a tierce that wants one of them."""
SPANISH_HAND = ["7O", "10O", "11O", "4C", "5C", "6C", "7C", "1E"]


def post(client: FlaskClient, path: str, body: Any, **headers: str) -> TestResponse:
    """`body` as JSON; headers by name, such as `accept_language="fr"`."""
    return post_text(client, path, json.dumps(body).encode(), **headers)


def post_text(client: FlaskClient, path: str, text: bytes, **headers: str) -> TestResponse:
    """`text` as it stands, said to be JSON unless `content_type` says otherwise."""
    return client.post(
        path, data=text, headers=_named({"content_type": "application/json"} | headers)
    )


def ask(client: FlaskClient, asked: Json) -> TestResponse:
    """Send a request written as data.

    `path`, and where it is not a JSON POST, `method` and `headers`; `body` as JSON, or `text` as it
    stands.
    """
    method, headers = asked.get("method", "POST"), asked.get("headers", {})
    if method == "GET":
        return client.get(asked["path"], headers=headers)
    # The order of fields stays: of two that exclude each other, the later is at fault.
    text = asked["text"] if "text" in asked else json.dumps(asked.get("body"))
    headers = {"Content-Type": "application/json"} | headers
    return client.open(asked["path"], method=method, data=text.encode(), headers=headers)


def get(client: FlaskClient, path: str, **headers: str) -> TestResponse:
    return client.get(path, headers=_named(headers), buffered=True)  # which closes a file


def _named(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


def resolvable(**changes: Any) -> Json:
    """A right body of `resolve` with something changed; None takes a field away."""
    return changed({"deck": "french", "hand": HAND}, changes)


def validatable(*declared: Any, **changes: Any) -> Json:
    return changed({"deck": "french", "hand": HAND, "declared": list(declared)}, changes)


def comparable(**changes: Any) -> Json:
    return changed({"deck": "french", "trump": "H", "declared": {}}, changes)


def changed(body: Json, changes: Json) -> Json:
    return {key: value for key, value in (body | changes).items() if value is not None}


def faults(answer: TestResponse) -> list[tuple[str, str]]:
    """Code and place of every fault of a 422."""
    assert answer.status_code == 422, answer.text
    return [
        (one["code"], one["pointer"] if "pointer" in one else one["parameter"])
        for one in told(answer)["errors"]
    ]


def code(answer: TestResponse) -> str:
    """The code of a problem."""
    assert answer.mimetype == "application/problem+json", answer.text
    found: str = told(answer)["code"]
    return found


def answered(answer: TestResponse) -> Json:
    """The body of a 200."""
    assert answer.status_code == 200, answer.text
    return told(answer)


def told(answer: TestResponse) -> Json:
    """The body of any answer."""
    assert isinstance(answer.json, dict), answer.text
    return answer.json


def problem_codes(problem: Json) -> list[str]:
    """Return the code of every fault, or of the problem itself where it lists none."""
    return [one["code"] for one in problem.get("errors", [problem])]


def counted(north_south: int, last_trick: str = "NS", tricks: int | None = None) -> Json:
    """Return the `count` of a donne from the card points of North-South, and their tricks."""
    count: Json = {
        "card_points": {"NS": north_south, "EW": 152 - north_south},
        "last_trick": last_trick,
    }
    if tricks is not None:
        count["tricks_won"] = {"NS": tricks, "EW": 8 - tricks}
    return {"count": count}
