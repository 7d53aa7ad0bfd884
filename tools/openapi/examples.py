"""The examples of `openapi.yaml`: requests, each asked of the running code for its answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from service.api.problems import Problem
from service.api.request_body import SMALL
from service.config import BODY_TIMEOUT

REQUEST_ID = "9f2c41d87b3e0a65"
"""The id of each request whose example is a problem, since the document repeats it."""


@dataclass(frozen=True, slots=True)
class Example:
    """A request to an endpoint, under a name.

    `body` is sent as JSON, `text` as it stands. `values` are the variables and query parameters of
    the address. The name of an example of a problem is the problem's code. `excerpt`: members of
    the answer that are too long to show whole, each with the number of entries shown.
    """

    endpoint: str
    name: str
    summary: str
    body: Any = None
    text: str | None = None
    values: Mapping[str, str] = field(default_factory=dict)
    method: str = "POST"
    headers: Mapping[str, str] = field(default_factory=dict)
    excerpt: Mapping[str, int] = field(default_factory=dict)

    def path(self, app: Flask) -> str:
        """Return the address in an application, with the query."""
        return app.url_map.bind("localhost").build(self.endpoint, dict(self.values))

    def shown(self, app: Flask) -> dict[str, Any]:
        """Return the request as the description shows it."""
        parts = {
            "method": self.method,
            "path": self.path(app),
            "headers": dict(self.headers),
            "body": self.body,
            "text": self.text,
        }
        return {name: part for name, part in parts.items() if part}

    def shortened(self, answer: dict[str, Any]) -> dict[str, Any]:
        """Return the answer as the description shows it: the first entries of its long members."""
        kept = {name: dict(islice(answer[name].items(), n)) for name, n in self.excerpt.items()}
        return answer | kept


def ask(app: Flask, example: Example) -> TestResponse:
    """Return what an application answers, all of it in this process."""
    client, path = app.test_client(), example.path(app)
    if example.method == "GET":
        return client.get(path, headers=dict(example.headers))
    headers = {"Content-Type": "application/json"} | dict(example.headers)
    if example.text is None:
        return client.open(path, method=example.method, json=example.body, headers=headers)
    return client.open(path, method=example.method, data=example.text, headers=headers)


RESOLVE, BATCH, HAND = "api.resolve_hand", "api.resolve_batch", "api.get_hand"
VALIDATE, COMPARE = "api.validate_declared", "api.compare_declared"
SCORE, REPLAY, GAME = "api.score_donne", "api.replay_donne", "api.score_game"
AUDIT, AUDIT_BATCH = "api.audit_donne", "api.audit_batch"
RULES, DEAL = "api.get_rules", "api.get_deal"
CODES, CODE = "pages.list_problems", "pages.get_problem"


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


def _plays(cards: str) -> list[dict[str, Any]]:
    """Return the events of cards that are played: "N AD, W 10D"."""
    played = (one.split() for one in cards.split(","))
    return [{"type": "play", "seat": seat, "card": card} for seat, card in played]


def _log(*events: dict[str, Any] | list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [one for each in events for one in (each if isinstance(each, list) else [each])]


TAKEN = [
    {"type": "deal", "seat": "E", "turned": "9H"},
    {"type": "call", "seat": "N", "call": "pass"},
    {"type": "call", "seat": "W", "call": "pass"},
    {"type": "call", "seat": "S", "call": "take"},
]
"""South takes hearts, which East turned."""

UNDER_WAY = _log(
    TAKEN,
    {"type": "play", "seat": "N", "card": "AD", "declares": [{"kind": "tierce"}]},
    _plays("W 10D, S 8C"),
)

# A whole donne: East did not follow suit in trick 5, South forgot "rebelote" in trick 6, and both
# are called before the count, which is wrong as well.
WORKED = _log(
    TAKEN,
    {"type": "play", "seat": "N", "card": "AD", "declares": [{"kind": "tierce"}]},
    {"type": "play", "seat": "W", "card": "10D", "declares": [{"kind": "cinquante"}]},
    _plays("S 8C"),
    {"type": "play", "seat": "E", "card": "7D", "declares": [{"kind": "tierce"}]},
    _plays("N QS"),
    {"type": "show", "seat": "W", "cards": ["10D", "JD", "QD", "KD"]},
    {"type": "show", "seat": "E", "cards": ["10C", "JC", "QC"]},
    _plays("W 8S, S AS, E KS, S 9H, E JH, N 7H, W 8H, E QC, N KC, W AC, S 9C, W KD"),
    {"type": "play", "seat": "S", "card": "KH", "says": "belote"},
    _plays("E AH, N 8D, E JC, N 7C, W 9S, S QH, S 7S, E 9D, N 10S, W JD"),
    {"type": "claim", "seat": "N", "about": "irregular_card", "event": 24},
    _plays("N JS, W QD, S 10H, E 10C"),
    {"type": "claim", "seat": "S", "about": "rebelote"},
    {"type": "count", "card_points": {"NS": 79, "EW": 73}, "last_trick": "NS"},
)

KINGS = ["KS", "KH", "KD", "KC", "QH", "JH", "7D", "8C"]


def _get(endpoint: str, name: str, summary: str, **values: str) -> Example:
    return Example(endpoint, name, summary, values=values, method="GET")


def _by_endpoint(*examples: Example) -> dict[str, dict[str, Example]]:
    found: dict[str, dict[str, Example]] = {}
    for one in examples:
        found.setdefault(one.endpoint, {})[one.name] = one
    return found


EXAMPLES = _by_endpoint(
    Example(
        RESOLVE,
        "carre_against_tierce",
        "Four kings and a tierce that wants one of them",
        {"deck": "french", "hand": KINGS, "trump": "D"},
    ),
    Example(
        RESOLVE,
        "francaise",
        "The same deck in French letters",
        {
            "deck": "french",
            "notation": "francaise",
            "hand": ["VC", "DC", "RC", "AC", "7P", "8P", "9P", "10K"],
            "trump": "C",
        },
    ),
    Example(
        RESOLVE,
        "spanish",
        "The Spanish deck: 7 and 10 are neighbours",
        {"deck": "spanish", "hand": ["7O", "10O", "11O", "4C", "5C", "6C", "7C", "1E"]},
    ),
    Example(
        BATCH,
        "one_bad_hand",
        "A bad hand spoils no other",
        {
            "deck": "french",
            "trump": "H",
            "hands": [KINGS, ["6S", "7S", "8S", "9S", "JH", "QH", "KH", "AH"]],
        },
    ),
    _get(
        HAND,
        "carre_of_jacks",
        "Four jacks, and what they leave of a cinquante",
        deck="french",
        cards="JS,JH,JD,JC,8H,9H,10H,AC",
        trump="H",
    ),
    Example(
        VALIDATE,
        "one_card_twice",
        "A card cannot serve two announcements",
        {
            "deck": "french",
            "hand": KINGS,
            "declared": [
                {"kind": "tierce", "cards": ["JH", "QH", "KH"]},
                {"kind": "carre", "points": 100},
            ],
        },
    ),
    Example(
        VALIDATE,
        "late",
        "Said with the second card: too late",
        {
            "deck": "spanish",
            "hand": ["7O", "10O", "11O", "4C", "5C", "6C", "7C", "1E"],
            "declared": [{"kind": "cinquante", "with_card": 2}, {"kind": "tierce"}],
        },
    ),
    Example(
        VALIDATE,
        "words_alone",
        "Words that tell the cards, and a value alone",
        {
            "deck": "french",
            "hand": KINGS,
            "declared": [{"kind": "carre", "top": "K"}, {"points": 20}],
        },
    ),
    Example(
        VALIDATE,
        "answer_sent_back",
        "An announcement of an answer, sent back as it is",
        {
            "deck": "french",
            "hand": KINGS,
            "declared": [
                {
                    "kind": "carre",
                    "points": 100,
                    "cards": ["KS", "KH", "KD", "KC"],
                    "length": 4,
                    "top": "K",
                    "suit": None,
                }
            ],
        },
    ),
    Example(
        COMPARE,
        "first_speaker",
        "Level to the last step, where the first to speak wins; the dealer tells who that is",
        {
            "deck": "french",
            "trump": "C",
            "rules": {"preset": "premier-annonceur"},
            "dealer": "E",
            "declared": {
                "W": [{"kind": "tierce", "top": "K", "suit": "H"}],
                "S": [{"kind": "tierce", "top": "K", "suit": "S"}],
            },
        },
    ),
    Example(
        COMPARE,
        "award",
        "A false declaration, for which the opponents mark what was said",
        {
            "deck": "french",
            "trump": "D",
            "rules": {"false_declaration": "award_opponents"},
            "hands": {"N": KINGS},
            "declared": {"N": [{"kind": "cinquante"}], "E": [{"cards": ["7S", "8S", "9S"]}]},
        },
    ),
    Example(
        COMPARE,
        "length_decides",
        "Two cents, and the longer one wins",
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
    Example(
        COMPARE,
        "tie",
        "Level to the last step: nothing counts",
        {
            "deck": "spanish",
            "trump": "B",
            "declared": {
                "N": [{"cards": ["4O", "5O", "6O"]}],
                "E": [{"cards": ["4C", "5C", "6C"]}],
            },
        },
    ),
    Example(
        COMPARE,
        "best_of_the_hands",
        "Each known hand announces its best",
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
    Example(
        SCORE,
        "count",
        "Counted points: North-South take hearts and make 98 to 64",
        {
            "deck": "french",
            "trump": "H",
            "takers": "NS",
            "count": {"card_points": {"NS": 88, "EW": 64}, "last_trick": "NS"},
        },
    ),
    Example(
        SCORE,
        "total",
        "The total of one team with the last trick, as tables write it; no trump is needed",
        {"deck": "french", "takers": "NS", "count": {"total": {"NS": 98}}},
    ),
    Example(
        SCORE,
        "capot",
        "A capot",
        {"deck": "french", "trump": "H", "takers": "NS", "count": {"capot": "NS"}},
    ),
    Example(
        SCORE,
        "coinched",
        "A bid of 110 that was coinched and is missed: twice 160 and 110",
        {
            "deck": "french",
            "trump": "H",
            "takers": "NS",
            "rules": {"preset": "ffb-coinche"},
            "contract": {"bid": 110, "coinche": "coinche"},
            "belote": {"said": False},
            "count": {"card_points": {"NS": 88, "EW": 64}, "last_trick": "NS"},
        },
    ),
    Example(
        SCORE,
        "rounded",
        "A table that writes tens: 85 is written 90, and 77 is 80",
        {
            "deck": "french",
            "takers": "NS",
            "rules": {"rounding": "tens"},
            "belote": {"said": False},
            "count": {"card_points": {"NS": 75, "EW": 77}, "last_trick": "NS"},
        },
    ),
    Example(
        SCORE,
        "litige",
        "81 to 81: the takers' points wait for the next donne",
        {
            "deck": "french",
            "trump": "H",
            "takers": "NS",
            "count": {"card_points": {"NS": 81, "EW": 71}, "last_trick": "EW"},
        },
    ),
    Example(
        SCORE,
        "pile_with_belote",
        "The pile of one team, and the other team's belote",
        {
            "deck": "french",
            "trump": "H",
            "takers": "NS",
            "belote": {"team": "EW"},
            "won": {"last_trick": "NS", "NS": PILE},
        },
    ),
    Example(
        SCORE,
        "play",
        "The whole play, each hand announcing its best",
        {
            "deck": "french",
            "trump": "H",
            "takers": "NS",
            "declare_best": True,
            "belote": {},
            "play": {"dealer": "E", "tricks": TRICKS},
        },
    ),
    Example(
        REPLAY,
        "partner_masters",
        "South cannot follow, but North is winning the trick",
        {
            "deck": "french",
            "trump": "H",
            "dealer": "E",
            "tricks": [["AS", "7S"]],
            "hands": {"S": ["8D", "9D", "10D", "JD", "8H", "AH", "AC", "KC"]},
        },
    ),
    Example(
        REPLAY,
        "cards_of_seats",
        "Cards as answers write them, each with its player; clockwise, and one proves another",
        {
            "deck": "french",
            "trump": "H",
            "dealer": "N",
            "rules": {"direction": "clockwise"},
            "tricks": [
                [
                    {"seat": "E", "card": "AS"},
                    {"seat": "S", "card": "7S"},
                    {"seat": "W", "card": "7D"},
                    {"seat": "N", "card": "8S"},
                ],
                ["AC", "7C", "9S"],
            ],
        },
    ),
    Example(
        REPLAY,
        "trump_for_partner",
        "A table that trumps although the partner is winning",
        {
            "deck": "french",
            "trump": "S",
            "dealer": "E",
            "rules": {"partner_master": "trump"},
            "tricks": [["AD", "7D"]],
            "hands": {"S": ["7S", "8S", "7H", "8H", "9H", "7C", "8C", "9C"]},
        },
    ),
    Example(
        REPLAY,
        "start",
        "Before the first card",
        {"deck": "spanish", "trump": "O", "dealer": "N", "tricks": []},
    ),
    Example(
        AUDIT,
        "under_way",
        "A donne under way: who is next, and what is known",
        {"deck": "french", "events": UNDER_WAY},
    ),
    Example(
        AUDIT,
        "whole",
        "A whole donne with an irregular card, a forgotten rebelote and a wrong count",
        {"deck": "french", "events": WORKED},
    ),
    Example(
        AUDIT_BATCH,
        "three",
        "Two logs, and one whose taker does not play for the team that took",
        {
            "deck": "french",
            "logs": [
                {"events": TAKEN},
                {"dealer": "E", "trump": "H", "taker": "S", "events": _plays("N AD, W 10D")},
                {"taker": "N", "takers": "EW", "events": []},
            ],
        },
    ),
    Example(
        GAME,
        "litige_then_made",
        "A litige, a pass, and who takes the waiting points",
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
    Example(
        GAME,
        "detail",
        "Named teams, a donne that the organiser decided, and the whole ruling on the other",
        {
            "deck": "french",
            "names": {"NS": "Anna and Bruno", "EW": "Carla and Dario"},
            "detail": True,
            "donnes": [
                {
                    "scores": {"NS": 0, "EW": 162},
                    "because": "cards shown to a partner",
                    "dealer": "N",
                },
                {
                    "trump": "H",
                    "takers": "NS",
                    "belote": {"team": "NS"},
                    "announcement_points": {"EW": 20},
                    "count": {"total": {"NS": 98}},
                },
            ],
        },
    ),
    Example(
        GAME,
        "logged",
        "A donne by its log, which a fault loses at this table",
        {
            "deck": "french",
            "rules": {"irregular": "donne_lost"},
            "donnes": [{"log": {"events": WORKED}}],
        },
    ),
    _get(DEAL, "seven", "The deal of seed 7", seed="7", deck="french"),
    _get(
        DEAL,
        "played",
        "The same cards in the Spanish deck, and played",
        seed="7",
        deck="spanish",
        play="true",
    ),
    replace(
        _get(RULES, "english", "The rules in English; of paragraphs, codes and problems the first"),
        excerpt={"paragraphs": 3, "codes": 3, "problems": 3},
    ),
    replace(
        _get(CODES, "first", "Every code; of them the first"),
        excerpt={"problems": 3},
    ),
    _get(CODE, "duplicate_card", "A card in two places", code="duplicate_card"),
    _get("health.healthz", "alive", "Alive"),
    _get("health.livez", "alive", "Alive"),
    _get("health.readyz", "ready", "Ready"),
)


def _bad(code: str, summary: str, **changes: Any) -> Example:
    """Return a request for a ruling on a hand, spoiled by `changes`; None takes a field away."""
    body = {"deck": "french", "hand": KINGS} | changes
    return Example(
        RESOLVE, code, summary, {name: value for name, value in body.items() if value is not None}
    )


def _bad_donne(code: str, summary: str, **form: Any) -> Example:
    """Return a request for the score of a donne, spoiled by `form`."""
    return Example(SCORE, code, summary, {"deck": "french", "trump": "H", "takers": "NS"} | form)


def _by_code(*examples: Example) -> dict[str, Example]:
    named = {"X-Request-Id": REQUEST_ID}
    return {one.name: replace(one, headers=named | dict(one.headers)) for one in examples}


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
PROBLEM_EXAMPLES = _by_code(
    Example(RESOLVE, "malformed_json", "A comma too many", text='{"deck": "french",}'),
    Example(
        RESOLVE,
        "duplicate_key",
        "Two decks in one object",
        text='{"deck": "french", "deck": "spanish"}',
    ),
    Example(
        COMPARE,
        "number_out_of_range",
        "Not a number",
        text='{"deck": "french", "trump": "H", "declared": NaN}',
    ),
    Example(RESOLVE, "too_deep", "Lists in lists", text="[" * 17 + "]" * 17),
    _get(HAND, "not_found", "A deck that does not exist", deck="tarot", cards="1,2,3"),
    _get(RESOLVE, "method_not_allowed", "A ruling is asked for with POST"),
    Example(RESOLVE, "too_large", "More than 16 KiB", text=" " * (SMALL + 1)),
    Example(
        RESOLVE,
        "unsupported_media_type",
        "JSON that is said to be a form",
        text="{}",
        headers={"Content-Type": "application/x-www-form-urlencoded"},
    ),
    _bad("missing_field", "No deck", deck=None),
    _bad("unknown_field", "A slip of the pen", trumps="H"),
    Example(
        VALIDATE,
        "invalid_value",
        "Text in place of a number",
        {"deck": "french", "hand": KINGS, "declared": [{"kind": "tierce", "with_card": "1"}]},
    ),
    _bad(
        "notation_not_allowed",
        "The Spanish deck has one spelling",
        deck="spanish",
        notation="francaise",
        hand=["7O", "10O", "11O", "4C", "5C", "6C", "7C", "1E"],
    ),
    _bad("unknown_card", "There is no 1 in the French deck", hand=[*KINGS[:7], "1C"]),
    _bad("unknown_suit", "There is no suit B in the French deck", trump="B"),
    _bad("duplicate_card", "The king of spades twice", hand=[*KINGS[:7], "KS"]),
    _bad("wrong_number_of_cards", "Seven cards", hand=KINGS[:7]),
    _bad_donne(
        "conflicting_fields",
        "Counted points and a pile as well",
        count={"card_points": {"NS": 88, "EW": 64}, "last_trick": "NS"},
        won={"last_trick": "NS", "NS": PILE},
    ),
    _bad_donne(
        "inconsistent_points",
        "One point too many",
        count={"card_points": {"NS": 88, "EW": 65}, "last_trick": "NS"},
    ),
    _bad_donne(
        "inconsistent_tricks",
        "Nine tricks",
        count={
            "card_points": {"NS": 88, "EW": 64},
            "last_trick": "NS",
            "tricks_won": {"NS": 5, "EW": 4},
        },
    ),
    Example(
        REPLAY,
        "inconsistent_seat",
        "South plays, but West is next",
        {
            "deck": "french",
            "trump": "H",
            "dealer": "E",
            "tricks": [[{"seat": "N", "card": "AS"}, {"seat": "S", "card": "7S"}]],
        },
    ),
    _bad_donne(
        "inconsistent_leader",
        "North leads every trick, whoever won the one before",
        play={"dealer": "E", "tricks": TRICKS, "leaders": ["N"] * 8},
    ),
    _bad_donne(
        "inconsistent_belote",
        "The belote is with the other team",
        belote={"team": "EW"},
        play={"dealer": "E", "tricks": TRICKS},
    ),
    Example(
        GAME,
        "undecided_donne",
        "A log that stops after the auction",
        {"deck": "french", "donnes": [{"log": {"events": TAKEN}}]},
    ),
    Example(
        GAME,
        "game_over",
        "A donne after the game was won",
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
    Example(
        COMPARE,
        "cards_or_hand_required",
        "A kind, but neither cards nor a hand",
        {"deck": "french", "trump": "H", "declared": {"N": [{"kind": "tierce"}]}},
    ),
)

_SEVEN_CARDS = ",".join(KINGS[:7])

# The same problems in an address, where faults have parameters in place of pointers.
ADDRESSES = _by_code(
    _get(DEAL, "missing_field", "A deal of no seed", deck="french"),
    _get(RULES, "unknown_field", "A slip of the pen", language="fr"),
    _get(RULES, "invalid_value", "A language that is not spoken here", lang="zxx"),
    _get(
        HAND,
        "notation_not_allowed",
        "The Spanish deck has one spelling",
        deck="spanish",
        cards="7O,10O,11O,4C,5C,6C,7C,1E",
        notation="francaise",
    ),
    _get(
        HAND,
        "unknown_card",
        "There is no 1 in the French deck",
        deck="french",
        cards=f"{_SEVEN_CARDS},1C",
    ),
    _get(
        HAND,
        "unknown_suit",
        "There is no suit B in the French deck",
        deck="french",
        cards=f"{_SEVEN_CARDS},8C",
        trump="B",
    ),
    _get(
        HAND,
        "duplicate_card",
        "The king of spades twice",
        deck="french",
        cards=f"{_SEVEN_CARDS},KS",
    ),
    _get(HAND, "wrong_number_of_cards", "Seven cards", deck="french", cards=_SEVEN_CARDS),
)
