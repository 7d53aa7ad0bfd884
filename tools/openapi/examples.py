"""The examples of `openapi.yaml`: requests, each asked of the running code for its answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from service.api.problems import Problem
from service.api.request_body import SMALL
from service.config import BODY_TIMEOUT


@dataclass(frozen=True, slots=True)
class Example:
    """A request. `body` is sent as JSON, `text` as it stands, `headers` besides."""

    summary: str
    path: str
    body: Any = None
    text: str | None = None
    method: str = "POST"
    headers: Mapping[str, str] = field(default_factory=dict)

    def shown(self) -> dict[str, Any]:
        """The request as the description shows it."""
        parts = {
            "method": self.method,
            "path": self.path,
            "headers": dict(self.headers),
            "body": self.body,
            "text": self.text,
        }
        return {name: part for name, part in parts.items() if part}


def ask(app: Flask, example: Example) -> TestResponse:
    """What the application answers, all of it in this process."""
    client = app.test_client()
    headers = {"Content-Type": "application/json"} | dict(example.headers)
    if example.method == "GET":
        return client.get(example.path, headers=dict(example.headers))
    if example.text is not None:
        return client.open(
            example.path, method=example.method, data=example.text.encode(), headers=headers
        )
    return client.open(example.path, method=example.method, json=example.body, headers=headers)


RESOLVE, BATCH = "/v1/hands/resolve", "/v1/hands/resolve-batch"
VALIDATE, COMPARE = "/v1/announcements/validate", "/v1/announcements/compare"

SCORE, REPLAY, GAME = "/v1/donnes/score", "/v1/donnes/replay", "/v1/games/score"


def _split(cards: str) -> list[str]:
    return cards.split()


# 88 card points with hearts as trump, filled up with cards of no value (document 001).
PILE = _split("JH 9H AS AD 10S 10D KS KD KC 7S 7D 7C 8S 8D 8C 9S 9D 9C 7H 8H")

# Eight tricks in playing order, the first led by North.
TRICKS = [
    _split("AC 8C KC 10C"),
    _split("QS JH 7S 8S"),
    _split("QD 8D JD 9D"),
    _split("10D QH AH 7H"),
    _split("9S JS 7D AS"),
    _split("KH 9H JC AD"),
    _split("8H KS 7C 10H"),
    _split("QC 9C 10S KD"),
]

KINGS = ["KS", "KH", "KD", "KC", "QH", "JH", "7D", "8C"]


def _get(summary: str, path: str) -> Example:
    return Example(summary, path, method="GET")


EXAMPLES: Mapping[str, Mapping[str, Example]] = {
    "api.resolve_hand": {
        "carre_against_tierce": Example(
            "Four kings and a tierce that wants one of them",
            RESOLVE,
            {"deck": "french", "hand": KINGS, "trump": "D"},
        ),
        "francaise": Example(
            "The same deck in French letters",
            RESOLVE,
            {
                "deck": "french",
                "notation": "francaise",
                "hand": ["VC", "DC", "RC", "AC", "7P", "8P", "9P", "10K"],
                "trump": "C",
            },
        ),
        "spanish": Example(
            "The Spanish deck: 7 and 10 are neighbours",
            RESOLVE,
            {"deck": "spanish", "hand": ["7O", "10O", "11O", "4C", "5C", "6C", "7C", "1E"]},
        ),
    },
    "api.resolve_batch": {
        "one_bad_hand": Example(
            "A bad hand spoils no other",
            BATCH,
            {
                "deck": "french",
                "trump": "H",
                "hands": [KINGS, ["6S", "7S", "8S", "9S", "JH", "QH", "KH", "AH"]],
            },
        ),
    },
    "api.get_hand": {
        "carre_of_jacks": _get(
            "Four jacks, and what they leave of a cinquante",
            "/v1/hands/french/JS,JH,JD,JC,8H,9H,10H,AC?trump=H",
        ),
    },
    "api.validate_declared": {
        "one_card_twice": Example(
            "A card cannot serve two announcements",
            VALIDATE,
            {
                "deck": "french",
                "hand": KINGS,
                "declared": [
                    {"kind": "tierce", "cards": ["JH", "QH", "KH"]},
                    {"kind": "carre", "points": 100},
                ],
            },
        ),
        "late": Example(
            "Said with the second card: too late",
            VALIDATE,
            {
                "deck": "spanish",
                "hand": ["7O", "10O", "11O", "4C", "5C", "6C", "7C", "1E"],
                "declared": [{"kind": "cinquante", "with_card": 2}, {"kind": "tierce"}],
            },
        ),
    },
    "api.compare_declared": {
        "length_decides": Example(
            "Two cents, and the longer one wins",
            COMPARE,
            {
                "deck": "french",
                "trump": "C",
                "declared": {
                    "N": [{"kind": "cent", "cards": ["8S", "9S", "10S", "JS", "QS", "KS"]}],
                    "W": [{"kind": "cent", "cards": ["10D", "JD", "QD", "KD", "AD"]}],
                    "S": [{"kind": "tierce", "cards": ["7H", "8H", "9H"]}],
                },
            },
        ),
        "tie": Example(
            "Level to the last step: nothing counts",
            COMPARE,
            {
                "deck": "spanish",
                "trump": "B",
                "declared": {
                    "N": [{"cards": ["4O", "5O", "6O"]}],
                    "E": [{"cards": ["4C", "5C", "6C"]}],
                },
            },
        ),
        "best_of_the_hands": Example(
            "Each known hand announces its best",
            COMPARE,
            {
                "deck": "french",
                "trump": "H",
                "declare_best": True,
                "hands": {
                    "N": ["KH", "QH", "7S", "8S", "9S", "7C", "8C", "9C"],
                    "W": ["7H", "8H", "JS", "9D", "10D", "7D", "AC", "KC"],
                    "S": ["JH", "9H", "AH", "10H", "KS", "AS", "JC", "QC"],
                    "E": ["JD", "QD", "KD", "AD", "10S", "QS", "8D", "10C"],
                },
            },
        ),
    },
    "api.score_donne": {
        "count": Example(
            "Counted points: North-South take hearts and make 98 to 64",
            SCORE,
            {
                "deck": "french",
                "trump": "H",
                "takers": "NS",
                "count": {"card_points": {"NS": 88, "EW": 64}, "last_trick": "NS"},
            },
        ),
        "litige": Example(
            "81 to 81: the takers' points wait for the next donne",
            SCORE,
            {
                "deck": "french",
                "trump": "H",
                "takers": "NS",
                "count": {"card_points": {"NS": 81, "EW": 71}, "last_trick": "EW"},
            },
        ),
        "pile_with_belote": Example(
            "The pile of one team, and the other team's belote",
            SCORE,
            {
                "deck": "french",
                "trump": "H",
                "takers": "NS",
                "belote": {"team": "EW"},
                "won": {"last_trick": "NS", "NS": PILE},
            },
        ),
        "play": Example(
            "The whole play, each hand announcing its best",
            SCORE,
            {
                "deck": "french",
                "trump": "H",
                "takers": "NS",
                "declare_best": True,
                "belote": {},
                "play": {"dealer": "E", "tricks": TRICKS},
            },
        ),
    },
    "api.replay_donne": {
        "partner_masters": Example(
            "South cannot follow, but North is winning the trick",
            REPLAY,
            {
                "deck": "french",
                "trump": "H",
                "dealer": "E",
                "tricks": [["AS", "7S"]],
                "hands": {"S": ["8D", "9D", "10D", "JD", "8H", "AH", "AC", "KC"]},
            },
        ),
        "start": Example(
            "Before the first card",
            REPLAY,
            {"deck": "spanish", "trump": "O", "dealer": "N", "tricks": []},
        ),
    },
    "api.score_game": {
        "litige_then_made": Example(
            "A litige, a pass, and who takes the waiting points",
            GAME,
            {
                "deck": "french",
                "target": 501,
                "donnes": [
                    {
                        "trump": "H",
                        "takers": "NS",
                        "count": {"card_points": {"NS": 81, "EW": 71}, "last_trick": "EW"},
                    },
                    {"passed": True},
                    {
                        "trump": "S",
                        "takers": "EW",
                        "belote": {"team": "EW"},
                        "count": {"card_points": {"NS": 60, "EW": 92}, "last_trick": "EW"},
                    },
                ],
            },
        ),
    },
    "api.get_rules": {"english": _get("The rules in English", "/v1/rules")},
    "health.healthz": {"alive": _get("Alive", "/healthz")},
    "health.livez": {"alive": _get("Alive", "/livez")},
    "health.readyz": {"ready": _get("Ready", "/readyz")},
}


def _bad(summary: str, path: str = RESOLVE, **changes: Any) -> Example:
    """A right body with something changed for the worse; None takes a field away."""
    body = {"deck": "french", "hand": KINGS} | changes
    return Example(summary, path, {key: value for key, value in body.items() if value is not None})


def _bad_donne(summary: str, **form: Any) -> Example:
    body = {"deck": "french", "trump": "H", "takers": "NS"} | form
    return Example(summary, SCORE, body)


# Problems that no example request brings about: what the service says when they happen.
UNASKED: Mapping[str, Problem] = {
    "bad_request": Problem("bad_request", because="content_length"),
    "request_timeout": Problem("request_timeout", seconds=BODY_TIMEOUT),
    "precondition_failed": Problem("precondition_failed"),
    "uri_too_long": Problem("uri_too_long"),
    "range_not_satisfiable": Problem("range_not_satisfiable"),
    "expectation_failed": Problem("expectation_failed"),
    "too_many_requests": Problem("too_many_requests"),
    "headers_too_large": Problem("headers_too_large"),
    "internal_error": Problem("internal_error"),
    "not_ready": Problem("not_ready"),
    "overloaded": Problem("overloaded"),
}

# One example for each problem that a request alone can bring about.
PROBLEM_EXAMPLES: Mapping[str, Example] = {
    "malformed_json": Example("A comma too many", RESOLVE, text='{"deck": "french",}'),
    "duplicate_key": Example(
        "Two decks in one object", RESOLVE, text='{"deck": "french", "deck": "spanish"}'
    ),
    "number_out_of_range": Example(
        "Not a number", COMPARE, text='{"deck": "french", "trump": "H", "declared": NaN}'
    ),
    "too_deep": Example("Lists in lists", RESOLVE, text="[" * 17 + "]" * 17),
    "not_found": _get("A deck that does not exist", "/v1/hands/tarot/1,2,3"),
    "method_not_allowed": _get("A ruling is asked for with POST", RESOLVE),
    "too_large": Example("More than 16 KiB", RESOLVE, text=" " * (SMALL + 1)),
    "unsupported_media_type": Example(
        "JSON that is said to be a form",
        RESOLVE,
        text="{}",
        headers={"Content-Type": "application/x-www-form-urlencoded"},
    ),
    "missing_field": _bad("No deck", deck=None),
    "unknown_field": _bad("A slip of the pen", trumps="H"),
    "invalid_value": Example(
        "Text in place of a number",
        VALIDATE,
        {"deck": "french", "hand": KINGS, "declared": [{"kind": "tierce", "with_card": "1"}]},
    ),
    "notation_not_allowed": _bad(
        "The Spanish deck has one spelling",
        deck="spanish",
        notation="francaise",
        hand=["7O", "10O", "11O", "4C", "5C", "6C", "7C", "1E"],
    ),
    "unknown_card": _bad("There is no 1 in the French deck", hand=[*KINGS[:7], "1C"]),
    "unknown_suit": _bad("There is no suit B in the French deck", trump="B"),
    "duplicate_card": _bad("The king of spades twice", hand=[*KINGS[:7], "KS"]),
    "wrong_number_of_cards": _bad("Seven cards", hand=KINGS[:7]),
    "conflicting_fields": _bad_donne(
        "Counted points and a pile as well",
        count={"card_points": {"NS": 88, "EW": 64}, "last_trick": "NS"},
        won={"last_trick": "NS", "NS": PILE},
    ),
    "inconsistent_points": _bad_donne(
        "One point too many",
        count={"card_points": {"NS": 88, "EW": 65}, "last_trick": "NS"},
    ),
    "inconsistent_tricks": _bad_donne(
        "Nine tricks",
        count={
            "card_points": {"NS": 88, "EW": 64},
            "last_trick": "NS",
            "tricks_won": {"NS": 5, "EW": 4},
        },
    ),
    "inconsistent_leader": _bad_donne(
        "North leads every trick, whoever won the one before",
        play={"dealer": "E", "tricks": TRICKS, "leaders": ["N"] * 8},
    ),
    "inconsistent_belote": _bad_donne(
        "The belote is with the other team",
        belote={"team": "EW"},
        play={"dealer": "E", "tricks": TRICKS},
    ),
    "game_over": Example(
        "A donne after the game was won",
        GAME,
        {
            "deck": "french",
            "target": 100,
            "donnes": [
                {
                    "trump": "H",
                    "takers": "NS",
                    "count": {"card_points": {"NS": 120, "EW": 32}, "last_trick": "NS"},
                }
            ]
            * 2,
        },
    ),
    "cards_or_hand_required": Example(
        "A kind, but neither cards nor a hand",
        COMPARE,
        {"deck": "french", "trump": "H", "declared": {"N": [{"kind": "tierce"}]}},
    ),
}

_RULES, _HAND = "/v1/rules", "/v1/hands/french/KS,KH,KD,KC,QH,JH,7D"

# The same problems in an address, where faults have parameters in place of pointers.
ADDRESSES: Mapping[str, Example] = {
    "unknown_field": _get("A slip of the pen", f"{_RULES}?language=fr"),
    "invalid_value": _get("A language that is not spoken here", f"{_RULES}?lang=de"),
    "notation_not_allowed": _get(
        "The Spanish deck has one spelling",
        "/v1/hands/spanish/7O,10O,11O,4C,5C,6C,7C,1E?notation=francaise",
    ),
    "unknown_card": _get("There is no 1 in the French deck", f"{_HAND},1C"),
    "unknown_suit": _get("There is no suit B in the French deck", f"{_HAND},8C?trump=B"),
    "duplicate_card": _get("The king of spades twice", f"{_HAND},KS"),
    "wrong_number_of_cards": _get("Seven cards", _HAND),
}
