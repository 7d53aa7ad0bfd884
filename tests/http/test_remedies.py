"""An error ends the search: it says what is wrong, where, and what to send instead."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple
from urllib.parse import unquote

import pytest
from flask.testing import FlaskClient

from service.api.i18n import LANGUAGES
from service.api.i18n import QUOTED as LONGEST_QUOTED
from service.api.problems import QUOTED
from service.api.schemas.base import RequestSchema
from service.api.schemas.donnes import ELSEWHERE, DonneRequestSchema
from service.api.schemas.games import GameDonneSchema, GameRequestSchema
from service.belote.presets import SWITCHES
from tests.support.client import (
    AUDIT,
    AUDIT_BATCH,
    BATCH,
    COMPARE,
    GAME,
    HAND,
    REPLAY,
    RESOLVE,
    SCORE,
    VALIDATE,
    Json,
    answered,
    comparable,
    get,
    post,
    post_text,
    resolvable,
    told,
    validatable,
)
from tests.support.contract import operations

SEVEN = HAND[:7]
TRICKS = [
    ["AC", "8C", "KC", "10C"],
    ["QS", "JH", "7S", "8S"],
    ["QD", "8D", "JD", "9D"],
    ["10D", "QH", "AH", "7H"],
    ["9S", "JS", "7D", "AS"],
    ["KH", "9H", "JC", "AD"],
    ["8H", "KS", "7C", "10H"],
    ["QC", "9C", "10S", "KD"],
]
DEALER = "E"


def donne(**form: Any) -> Json:
    return {"deck": "french", "trump": "H", "takers": "NS"} | form


def contracted(**contract: Any) -> Json:
    """Return a donne under the scale with bids."""
    rules = {"scale": "bid"}
    return donne(count={"total": {"NS": 98}}, rules=rules, contract=contract)


def replayed(**changes: Any) -> Json:
    body = {"deck": "french", "trump": "H", "dealer": DEALER, "tricks": []} | changes
    return {name: one for name, one in body.items() if one is not None}


def logged(*events: Json, **changes: Any) -> Json:
    """Return a body of `audit`."""
    return {"deck": "french", "events": list(events)} | changes


class Mistake(NamedTuple):
    """A wrong request: where its first fault is, its params, and words of its sentence.

    `words` stand in the sentence in every language.
    """

    path: str
    body: Any
    code: str
    pointer: str
    params: Json
    words: tuple[str, ...] = ()


def card(text: str, *words: str, pointer: str = "#/hand/7", **params: Any) -> Mistake:
    """Return the mistake of a card in an international hand."""
    body = resolvable(hand=[*SEVEN, text])
    form = ("7, 8, 9, 10, J, Q, K, A", "S, H, D, C", "10H")
    told_params = {"card": text, "ranks": ["7", "8", "9", "10", "J", "Q", "K", "A"], **params}
    return Mistake(RESOLVE, body, "unknown_card", pointer, told_params, (*words, *form))


FRENCH_LETTERS = ["RC", "DC", "VC", "7P", "8P", "9P", "AT", "AK"]

MISTAKES: dict[str, Mistake] = {
    # A card that is written otherwise.
    "T for 10": card("TS", "10S", did_you_mean=["10S"]),
    "suit before rank": card("H10", "10H", did_you_mean=["10H"]),
    "1 for the ace": card("1S", "AS", did_you_mean=["AS"]),
    "0 for 10": card("0S", "10S", did_you_mean=["10S"]),
    "a card of no belote pack": card("6C", "spanish", other_deck="spanish"),
    "an outlined suit": card("J♡", "JH", did_you_mean=["JH"]),
    "a card in French": card("Valet de coeur", "JH", did_you_mean=["JH"]),
    "a card in English": card("Jack of hearts", "JH", did_you_mean=["JH"]),
    "a card in Spanish": card("rey de tréboles", "KC", did_you_mean=["KC"]),
    "the sign of a card": card("🂮", "KS", did_you_mean=["KS"]),
    "French letters": Mistake(
        RESOLVE,
        {"deck": "french", "hand": FRENCH_LETTERS},
        "unknown_card",
        "#/hand/0",
        {"written_here": "KH", "other_notation": "francaise"},
        ("KH", "francaise", "notation"),
    ),
    "a Spanish card in a French hand": card("12O", "spanish", "deck", other_deck="spanish"),
    "a French card in a Spanish hand": Mistake(
        RESOLVE,
        {"deck": "spanish", "hand": ["7O", "10O", "11O", "4C", "5C", "6C", "7C", "KH"]},
        "unknown_card",
        "#/hand/7",
        {"other_deck": "french", "suits": ["O", "C", "E", "B"]},
        ("french", "deck", "4, 5, 6, 7, 10, 11, 12, 1"),
    ),
    "a suit by its name": Mistake(
        RESOLVE,
        resolvable(trump="cœur"),
        "unknown_suit",
        "#/trump",
        {"did_you_mean": ["H"], "choices": ["S", "H", "D", "C"]},
        ("S, H, D, C",),
    ),
    "a suit of another deck": Mistake(
        RESOLVE,
        resolvable(trump="O"),
        "unknown_suit",
        "#/trump",
        {"other_deck": "spanish"},
        ("spanish",),
    ),
    # A field that is missing, or of another type.
    "no deck": Mistake(
        RESOLVE,
        {"hand": HAND},
        "missing_field",
        "#/deck",
        {"field": "deck", "choices": ["french", "spanish"]},
        ("deck", "french, spanish"),
    ),
    "no trump": Mistake(
        COMPARE,
        comparable(trump=None),
        "missing_field",
        "#/trump",
        {"choices": ["S", "H", "D", "C"]},
        ("trump", "S, H, D, C"),
    ),
    "a name in camel case": Mistake(
        COMPARE,
        comparable(declareBest=True),
        "unknown_field",
        "#/declareBest",
        {"did_you_mean": ["declare_best"]},
        ("declareBest", "declare_best"),
    ),
    "a team by its name": Mistake(
        SCORE,
        donne(takers="north-south", count={"total": {"NS": 90}}),
        "invalid_value",
        "#/takers",
        {"did_you_mean": ["NS"], "choices": ["NS", "EW"]},
        ("#/takers", "NS, EW"),
    ),
    "a bid but for a letter": Mistake(
        SCORE,
        contracted(bid="capo"),
        "invalid_value",
        "#/contract/bid",
        {"did_you_mean": ["capot"], "low": 80, "high": 820},
        ("80", "820", "capot"),
    ),
    "a bid in Spanish": Mistake(
        SCORE,
        contracted(bid="Capote"),
        "invalid_value",
        "#/contract/bid",
        {"did_you_mean": ["capot"]},
        ("capot",),
    ),
    "coinche with an accent": Mistake(
        SCORE,
        contracted(bid=80, coinche="coinché"),
        "invalid_value",
        "#/contract/coinche",
        {"did_you_mean": ["coinche"], "choices": ["coinche", "surcoinche"]},
        ("coinche, surcoinche",),
    ),
    "a preset of which there are several": Mistake(
        RESOLVE,
        resolvable(rules={"preset": "coinche"}),
        "invalid_value",
        "#/rules/preset",
        {"did_you_mean": ["coinchee"]},
        ("coinchee", "ffb-coinche"),
    ),
    "a bid without a trump suit": Mistake(
        SCORE,
        contracted(bid=80) | {"trump": "NT"},
        "unknown_suit",
        "#/trump",
        {"choices": ["S", "H", "D", "C"]},
        ("NT", "S, H, D, C"),
    ),
    "a seat for a team": Mistake(
        SCORE,
        donne(takers="N", count={"total": {"NS": 90}}),
        "invalid_value",
        "#/takers",
        {"did_you_mean": ["NS"], "choices": ["NS", "EW"]},
        ("#/takers", "NS, EW"),
    ),
    "a French suit": Mistake(
        RESOLVE,
        resolvable(trump="P"),
        "unknown_suit",
        "#/trump",
        {"other_notation": "francaise", "written_here": "S"},
        ("francaise", "notation"),
    ),
    "a French rank": Mistake(
        VALIDATE,
        validatable({"kind": "tierce", "top": "V", "suit": "S"}),
        "invalid_value",
        "#/declared/0/top",
        {"other_notation": "francaise", "written_here": "J"},
        ("francaise", "notation"),
    ),
    "true for an object": Mistake(
        SCORE,
        donne(belote=True, count={"total": {"NS": 90}}),
        "invalid_value",
        "#/belote",
        {"expected": "object", "example": '{"team": "NS"}'},
        ("#/belote", '{"team": "NS"}'),
    ),
    "a preset for the rules": Mistake(
        RESOLVE,
        resolvable(rules="classique"),
        "invalid_value",
        "#/rules",
        {"expected": "object", "example": '{"preset": "concours"}'},
        ("#/rules", '{"preset": "concours"}'),
    ),
    "a kind for a declaration": Mistake(
        COMPARE,
        comparable(declared={"N": ["carre"]}),
        "invalid_value",
        "#/declared/N/0",
        {"expected": "object", "example": '{"kind": "tierce"}'},
        ("#/declared/N/0", '{"kind": "tierce"}'),
    ),
    "a list of hands": Mistake(
        COMPARE,
        comparable(declare_best=True, hands=[HAND, HAND]),
        "invalid_value",
        "#/hands",
        {"expected": "by_seat", "choices": ["N", "W", "S", "E"]},
        ("#/hands", "N, W, S, E"),
    ),
    "hands by number": Mistake(
        COMPARE,
        comparable(declare_best=True, hands={"0": HAND}),
        "unknown_field",
        "#/hands/0",
        {"choices": ["N", "W", "S", "E"]},
        ("N, W, S, E",),
    ),
    "a flag as text": Mistake(
        COMPARE,
        comparable(declared=None, declare_best="true"),
        "invalid_value",
        "#/declare_best",
        {"expected": "true_or_false", "unquoted": "true"},
        ("#/declare_best", "true", "false"),
    ),
    "a number as text": Mistake(
        SCORE,
        donne(count={"total": {"NS": "90"}}),
        "invalid_value",
        "#/count/total/NS",
        {"expected": "whole_number", "unquoted": "90"},
        ("#/count/total/NS", ": 90."),
    ),
    "points in tens as text": Mistake(
        SCORE,
        donne(count={"total": {"NS": 90}}, announcement_points={"NS": "20"}),
        "invalid_value",
        "#/announcement_points/NS",
        {"expected": "multiple_of_ten", "unquoted": "20"},
        (": 20.",),
    ),
    "a bid as text": Mistake(
        SCORE,
        donne(contract={"bid": "110"}, count={"total": {"NS": 90}}, rules={"scale": "bid"}),
        "invalid_value",
        "#/contract/bid",
        {"expected": "bid", "unquoted": "110"},
        (": 110.",),
    ),
    "a switch as text": Mistake(
        RESOLVE,
        resolvable(rules={"split_runs": "true"}),
        "invalid_value",
        "#/rules/split_runs",
        {"expected": "one_of", "unquoted": "true"},
        (": true.",),
    ),
    "a number of a switch as text": Mistake(
        RESOLVE,
        resolvable(rules={"capot_points": "252"}),
        "invalid_value",
        "#/rules/capot_points",
        {"choices": [252, 250], "unquoted": "252"},
        (": 252.",),
    ),
    # An object of an answer where its list is expected.
    "a trick as an answer has it": Mistake(
        REPLAY,
        replayed(tricks=[{"leader": "N", "cards": TRICKS[0]}]),
        "invalid_value",
        "#/tricks/0",
        {"expected": "cards", "send_member": "cards"},
        ("cards",),
    ),
    "an answer for its tricks": Mistake(
        REPLAY,
        replayed(tricks={"tricks": TRICKS, "next": "N"}),
        "invalid_value",
        "#/tricks",
        {"expected": "tricks", "send_member": "tricks"},
        ("tricks",),
    ),
    "a hand in an object": Mistake(
        RESOLVE,
        resolvable(hand={"cards": HAND}),
        "invalid_value",
        "#/hand",
        {"expected": "exact_cards", "send_member": "cards"},
        ("cards",),
    ),
    "a pile in an object": Mistake(
        SCORE,
        donne(won={"last_trick": "NS", "NS": {"cards": TRICKS[0]}}),
        "invalid_value",
        "#/won/NS",
        {"expected": "cards", "send_member": "cards"},
        ("cards",),
    ),
    "hands in an object": Mistake(
        BATCH,
        {"deck": "french", "hands": {"hands": [HAND]}},
        "invalid_value",
        "#/hands",
        {"expected": "hands", "send_member": "hands"},
        ("hands",),
    ),
    "the best of a hand as declared": Mistake(
        VALIDATE,
        validatable() | {"declared": {"points": 0, "announcements": []}},
        "invalid_value",
        "#/declared",
        {"expected": "declarations", "send_member": "announcements"},
        ("announcements",),
    ),
    "a bid of a call as text": Mistake(
        AUDIT,
        logged({"type": "call", "seat": "N", "call": "bid", "bid": "90", "suit": "H"}),
        "invalid_value",
        "#/events/0/bid",
        {"expected": "spoken_bid", "unquoted": "90"},
        (": 90.",),
    ),
    "a bid of a call in Spanish": Mistake(
        AUDIT,
        logged({"type": "call", "seat": "N", "call": "bid", "bid": "Capote", "suit": "H"}),
        "invalid_value",
        "#/events/0/bid",
        {"did_you_mean": ["capot"], "choices": ["capot"]},
        ("capot",),
    ),
    "a number for true": Mistake(
        AUDIT,
        logged(records={"words": 1}),
        "invalid_value",
        "#/records/words",
        {"expected": "true_or_false", "did_you_mean": ["true"]},
        ("#/records/words", "true"),
    ),
    "a number for a switch that is true or false": Mistake(
        RESOLVE,
        resolvable(rules={"split_runs": 0}),
        "invalid_value",
        "#/rules/split_runs",
        {"expected": "one_of", "did_you_mean": ["false"]},
        ("false",),
    ),
    "a type of an event in the past tense": Mistake(
        AUDIT,
        logged({"type": "showed", "seat": "N"}, {"type": "played", "seat": "N"}),
        "invalid_value",
        "#/events/0/type",
        {"expected": "one_of", "did_you_mean": ["show"]},
        ("show",),
    ),
    "a type of an event with another ending": Mistake(
        AUDIT,
        logged({"type": "playes", "seat": "N"}),
        "invalid_value",
        "#/events/0/type",
        {"expected": "one_of", "did_you_mean": ["play"]},
        ("play",),
    ),
    "a seat by its English name": Mistake(
        AUDIT,
        logged({"type": "deal", "seat": "west"}),
        "invalid_value",
        "#/events/0/seat",
        {"did_you_mean": ["W"], "choices": ["N", "W", "S", "E"]},
        ("N, W, S, E",),
    ),
    "no contract under a scale with bids": Mistake(
        SCORE,
        donne(count={"total": {"NS": 98}}, rules={"scale": "bid"}),
        "missing_field",
        "#/contract",
        {"because": "scale_of_bids", "field": "contract", "example": '{"bid": 80}'},
        ("contract", '{"bid": 80}'),
    ),
    "the trump of a take": Mistake(
        AUDIT,
        logged({"type": "call", "seat": "N", "call": "take", "trump": "H"}),
        "unknown_field",
        "#/events/0/trump",
        {"did_you_mean": ["suit"]},
        ("suit",),
    ),
    "when a declaration of a log was said": Mistake(
        AUDIT,
        logged(
            {
                "type": "play",
                "seat": "N",
                "card": "AD",
                "declares": [{"kind": "tierce", "with_card": 1}],
            }
        ),
        "unknown_field",
        "#/events/0/declares/0/with_card",
        {"because": "told_by_events", "field": "with_card"},
        ("with_card",),
    ),
    "what was shown of a declaration of a log": Mistake(
        AUDIT,
        logged({"type": "declare", "seat": "N", "kind": "tierce", "shown": True}),
        "unknown_field",
        "#/events/0/shown",
        {"because": "told_by_events", "field": "shown"},
        ("shown",),
    ),
    "a preset beside the rules": Mistake(
        SCORE,
        donne(count={"total": {"NS": 98}}, preset="concours"),
        "unknown_field",
        "#/preset",
        {"because": "in_rules", "field": "preset"},
        ("preset", "rules", "deck"),
    ),
    "a switch beside the rules": Mistake(
        RESOLVE,
        resolvable(split_runs=False),
        "unknown_field",
        "#/split_runs",
        {"because": "in_rules", "field": "split_runs"},
        ("split_runs", "rules", "deck"),
    ),
    "a bid beside the contract": Mistake(
        SCORE,
        donne(count={"total": {"NS": 98}}, bid=80),
        "unknown_field",
        "#/bid",
        {"because": "in_contract", "field": "bid"},
        ("bid", "contract"),
    ),
    "a coinche beside the contract of a donne of a game": Mistake(
        GAME,
        {
            "deck": "french",
            "donnes": [{"takers": "NS", "count": {"total": {"NS": 90}}, "coinche": "coinche"}],
        },
        "unknown_field",
        "#/donnes/0/coinche",
        {"because": "in_contract", "field": "coinche"},
        ("coinche", "contract"),
    ),
    "a log within a log": Mistake(
        AUDIT,
        {"deck": "french", "log": {"events": []}},
        "unknown_field",
        "#/log",
        {"because": "members_here", "field": "log"},
        ("log",),
    ),
    # A field that stands elsewhere explains the others, so it comes first.
    "a notation inside a donne": Mistake(
        GAME,
        {"deck": "french", "donnes": [{"trump": "P", "takers": "NS", "notation": "francaise"}]},
        "unknown_field",
        "#/donnes/0/notation",
        {"because": "beside_donnes", "field": "notation"},
        ("notation", "donnes"),
    ),
    "a carry inside a donne": Mistake(
        GAME,
        {"deck": "french", "donnes": [{"passed": True, "carry_in": 81}]},
        "unknown_field",
        "#/donnes/0/carry_in",
        {"because": "of_the_game", "field": "carry_in"},
        ("carry_in",),
    ),
    "rules inside a log": Mistake(
        GAME,
        {"deck": "french", "donnes": [{"log": {"rules": {}, "events": []}}]},
        "unknown_field",
        "#/donnes/0/log/rules",
        {"because": "beside_log", "field": "rules"},
        ("rules", "log", "donnes"),
    ),
    "a pardon inside a donne": Mistake(
        GAME,
        {
            "deck": "french",
            "donnes": [
                {
                    "takers": "NS",
                    "count": {"total": {"NS": 90}},
                    "belote": {"team": "NS", "pardon_used": False},
                }
            ],
        },
        "unknown_field",
        "#/donnes/0/belote/pardon_used",
        {"because": "of_the_game", "field": "pardon_used"},
        ("pardon_used",),
    ),
    "a donne after the end": Mistake(
        GAME,
        {
            "deck": "french",
            "target": 90,
            "donnes": [{"takers": "NS", "count": {"total": {"NS": 90}}}] * 2,
        },
        "game_over",
        "#/donnes/1",
        {"target": 90},
        ("90", "target"),
    ),
    "a capot as its points": Mistake(
        SCORE,
        donne(count={"total": {"NS": 252}}),
        "inconsistent_points",
        "#/count/total",
        {"because": "capot_as_total", "points": 252, "winner": "NS"},
        ("252", "capot", "NS"),
    ),
    "a capot in round points": Mistake(
        SCORE,
        donne(count={"total": {"NS": 0, "EW": 250}}),
        "inconsistent_points",
        "#/count/total",
        {"because": "capot_as_total", "points": 250, "winner": "EW"},
        ("250", "capot", "EW"),
    ),
    "an empty declaration": Mistake(
        VALIDATE,
        validatable({"shown": True}),
        "missing_field",
        "#/declared/0/kind",
        {"because": "one_of", "field": "kind / points / cards"},
        ("kind / points / cards",),
    ),
    # A donne that is not whole.
    "five tricks": Mistake(
        SCORE,
        donne(play={"dealer": DEALER, "tricks": TRICKS[:5]}),
        "invalid_value",
        "#/play/tricks",
        {"expected": "unfinished_play", "count": 5, "low": 8},
        ("8", "5", REPLAY),
    ),
    "a last trick of two cards": Mistake(
        SCORE,
        donne(play={"dealer": DEALER, "tricks": [*TRICKS[:7], TRICKS[7][:2]]}),
        "wrong_number_of_cards",
        "#/play/tricks/7",
        {"because": "unfinished_trick", "count": 2, "expected_count": 4},
        ("2", "4", REPLAY),
    ),
    "an object for the tricks": Mistake(
        SCORE,
        donne(play={"dealer": DEALER, "tricks": {}}),
        "invalid_value",
        "#/play/tricks",
        {"expected": "whole_play", "low": 8},
        ("8",),
    ),
    "an object for the donnes": Mistake(
        GAME,
        {"deck": "french", "donnes": {}},
        "invalid_value",
        "#/donnes",
        {"expected": "donnes", "low": 1, "high": 200},
        ("200",),
    ),
    "the cards that are left": Mistake(
        REPLAY,
        replayed(hands={"N": SEVEN}),
        "wrong_number_of_cards",
        "#/hands/N",
        {"because": "as_dealt", "count": 7, "expected_count": 8},
        ("7", "8"),
    ),
    "a pile of no whole tricks": Mistake(
        SCORE,
        donne(won={"last_trick": "NS", "NS": ["7S", "8S"]}),
        "wrong_number_of_cards",
        "#/won/NS",
        {"because": "whole_tricks", "count": 2, "multiple": 4},
        ("2", "4"),
    ),
    "all points, and the tricks untold": Mistake(
        SCORE,
        donne(count={"card_points": {"NS": 152, "EW": 0}, "last_trick": "NS"}),
        "missing_field",
        "#/count/tricks_won",
        {"because": "all_points", "field": "tricks_won"},
        ("tricks_won", "capot"),
    ),
    "a belote of nobody": Mistake(
        SCORE,
        donne(belote={}, count={"total": {"NS": 90}}),
        "missing_field",
        "#/belote/team",
        {"because": "team_of_belote", "choices": ["NS", "EW"]},
        ("team", "NS, EW"),
    ),
    "the best of no hands": Mistake(
        COMPARE,
        comparable(declared=None, declare_best=True),
        "missing_field",
        "#/hands",
        {"because": "hands_to_declare"},
        ("hands", "declare_best"),
    ),
    "a tie without a first speaker": Mistake(
        COMPARE,
        comparable(rules={"last_tie": "first_speaker"}),
        "missing_field",
        "#/first_player",
        {"because": "speaks_first", "choices": ["N", "W", "S", "E"]},
        ("first_player", "N, W, S, E"),
    ),
    "cards without a trump suit": Mistake(
        SCORE,
        {"deck": "french", "takers": "NS", "play": {"dealer": DEALER, "tricks": TRICKS}},
        "missing_field",
        "#/trump",
        {"because": "trump_of_cards", "choices": ["S", "H", "D", "C"]},
        ("trump", "S, H, D, C"),
    ),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_answered_with_its_remedy(
    client: FlaskClient, mistake: Mistake, language: str
) -> None:
    answer = post(client, mistake.path, mistake.body, accept_language=language)
    assert answer.status_code == 422
    first = told(answer)["errors"][0]
    assert (first["code"], first["pointer"]) == (mistake.code, mistake.pointer)
    assert first["params"].items() >= mistake.params.items()
    meant = first["params"].get("did_you_mean", [])
    for words in (*mistake.words, *meant):
        assert words in first["detail"]


# What was received -----------------------------------------------------------------------------


def as_received(sent: Any) -> Json:
    """Return the params that tell a short value: a list by its length, an object by braces."""
    if isinstance(sent, list):
        return {"members": len(sent)}
    return {"received": "{…}" if isinstance(sent, dict) else json.dumps(sent, ensure_ascii=False)}


WRONG_VALUES = {
    name: one
    for name, one in MISTAKES.items()
    if one.code == "invalid_value" and one.params.get("expected") != "unfinished_play"
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mistake", WRONG_VALUES.values(), ids=WRONG_VALUES)
def test_a_wrong_value_is_repeated(client: FlaskClient, mistake: Mistake, language: str) -> None:
    answer = post(client, mistake.path, mistake.body, accept_language=language)
    first = told(answer)["errors"][0]
    found = as_received(at(mistake.body, mistake.pointer))
    assert first["params"].items() >= found.items()
    for one in found.values():
        assert str(one) in first["detail"]


ANYTHING = ["shuffle", "carré", 'a "b"', "", 7, -1, 64.5, True, {}, {"a": 1}, [], ["7S"]]


@pytest.mark.parametrize("sent", ANYTHING, ids=repr)
@pytest.mark.parametrize(
    ("path", "body", "pointer"),
    [
        (SCORE, lambda sent: donne(count={"total": {"NS": 90}}) | {"takers": sent}, "#/takers"),
        (AUDIT, lambda sent: logged({"type": sent, "seat": "N"}), "#/events/0/type"),
        (VALIDATE, lambda sent: validatable({"kind": sent}), "#/declared/0/kind"),
        (RESOLVE, lambda sent: resolvable(rules={"equality": sent}), "#/rules/equality"),
        (RESOLVE, lambda sent: resolvable() | {"deck": sent}, "#/deck"),
        (SCORE, lambda sent: contracted(bid=sent), "#/contract/bid"),
    ],
)
def test_a_value_of_any_type_is_repeated(
    client: FlaskClient, path: str, body: Callable[[Any], Any], pointer: str, sent: Any
) -> None:
    found = told(post(client, path, body(sent)))["errors"]
    [fault] = [one for one in found if one["pointer"] == pointer]
    assert fault["params"].items() >= as_received(at(body(sent), pointer)).items()


@pytest.mark.parametrize("text", ["x" * 99, "é" * 99, "🂮" * 99, "\x01" * 99, '"' * 99])
def test_of_a_long_value_a_part_is_repeated(client: FlaskClient, text: str) -> None:
    [fault] = told(post(client, SCORE, donne(takers=text, count={"total": {"NS": 90}})))["errors"]
    received = fault["params"]["received"]
    assert received in fault["detail"]
    assert received.endswith('…"')
    assert len(received.encode()) <= QUOTED + len('"…"'.encode())
    assert text.startswith(json.loads(received)[:-1])


def test_a_phrase_that_says_what_was_sent_is_not_followed_by_it(client: FlaskClient) -> None:
    answer = post(client, SCORE, donne(takers=None, count={"total": {"NS": 90}}))
    assert told(answer)["detail"] == "Expected at #/takers: one of NS, EW, not null."


def test_a_wrong_value_in_an_item_of_a_batch_is_repeated(client: FlaskClient) -> None:
    hands = told(post(client, BATCH, {"deck": "french", "hands": [HAND, "7S"]}))["results"]
    assert hands[1]["error"]["errors"][0]["params"]["received"] == '"7S"'
    log = {"events": [{"type": "shuffle"}]}
    logs = told(post(client, AUDIT_BATCH, {"deck": "french", "logs": [log]}))["results"]
    assert logs[0]["error"]["errors"][0]["params"]["received"] == '"shuffle"'


@pytest.mark.parametrize(
    ("address", "received"),
    [
        ("/v1/deals/random?deck=frensh&seed=7", '"frensh"'),
        ("/v1/deals/random?deck=french&seed=-7", '"-7"'),
        ("/v1/deals/random?deck=french&seed=7&capot_points=7", "7"),
        ("/v1/rules?lang=xx", '"xx"'),
        (f"/v1/hands/french/{','.join(HAND)}?preset=poker", '"poker"'),
        ("/cards/french/KH.svg?notation=gothic", '"gothic"'),
    ],
)
def test_a_wrong_parameter_is_repeated(client: FlaskClient, address: str, received: str) -> None:
    [fault] = told(get(client, address))["errors"]
    assert fault["params"]["received"] == received
    assert f"Received: {received}." in fault["detail"]


# What is no request of the service -------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("text", "params"),
    [
        ('{"deck": "french",}', {"because": "trailing_comma", "found": ",}", "column": 18}),
        ('{"deck": "french"', {"because": "ends", "column": 18}),
        ("{'deck': 1}", {"because": "other_quotes", "found": "'deck': 1}", "column": 2}),
        ('{"deck": french}', {"found": "french}", "column": 10}),
        ("\ufeff{}", {"because": "byte_order_mark", "column": 1}),
    ],
)
def test_a_malformed_body_is_told_what_stands_where(
    client: FlaskClient, text: str, params: Json, language: str
) -> None:
    problem = told(post_text(client, RESOLVE, text.encode(), accept_language=language))
    assert problem["code"] == "malformed_json"
    assert problem["params"].items() >= params.items()
    assert f" {params['column']}" in problem["detail"]
    if "ends" not in params.values() and "byte_order_mark" not in params.values():
        assert params["found"] in problem["detail"]


CARDS = ",".join(HAND)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("path", "meant"),
    [
        ("/v2/hands/resolve", RESOLVE),
        ("/hands/resolve", RESOLVE),
        ("/v1/hand/resolve", RESOLVE),
        ("/v1/hands/resolve/", RESOLVE),
        ("/v1/hands/reslove", RESOLVE),
        ("/V1/Hands/Resolve", RESOLVE),
        ("/api/v1/hands/resolve", RESOLVE),
        ("/resolve", RESOLVE),
        ("/v1/donne/score", SCORE),
        ("/v1/games", GAME),
        ("/openapi.json", "/openapi.yaml"),
        ("/docs/", "/docs"),
        ("/health", "/healthz"),
        (f"/api/v2/hands/french/{CARDS}", f"/v1/hands/french/{CARDS}"),
        (f"/v1/hands/French/{CARDS}", f"/v1/hands/french/{CARDS}"),
        ("/v1/cards/french/KH.svg", "/cards/french/KH.svg"),
        ("/cards/french/KH", "/cards/french/KH.svg"),
        ("/cards/french/KH.png", "/cards/french/KH.svg"),
        ("/cards/frensh/KH.svg", "/cards/french/KH.svg"),
        ("/cards/french/RC.svg", "/cards/french/RC.svg?notation=francaise"),
        ("/cards/french/TS.svg", "/cards/french/10S.svg"),
        ("/cards/french/12O.svg", "/cards/spanish/12O.svg"),
        ("/cards/spanish/KH.svg", "/cards/french/KH.svg"),
        ("/cards/french/KH.svg?notation=francaise", "/cards/french/KH.svg"),
        ("/cards/french/TP.svg?notation=francaise", "/cards/french/10P.svg?notation=francaise"),
        ("/problems/unknown_crad", "/problems/unknown_card"),
    ],
)
def test_an_address_that_leads_nowhere_is_told_the_nearest(
    client: FlaskClient, path: str, meant: str, language: str
) -> None:
    problem = told(get(client, path, accept_language=language))
    assert problem["code"] == "not_found"
    assert problem["params"]["did_you_mean"][0] == meant
    assert meant in problem["detail"].replace("…", meant)
    assert get(client, meant).status_code in (200, 405)


@pytest.mark.parametrize("path", ["/v1", "/nowhere", "/swagger"])
def test_an_address_that_is_near_to_none_is_told_where_they_are_listed(
    client: FlaskClient, path: str
) -> None:
    problem = told(get(client, path))
    assert problem["code"] == "not_found"
    assert problem["docs"] == "/docs"
    assert "did_you_mean" not in problem["params"]


@pytest.mark.parametrize(
    "path", ["/x" * 4000, "/" + "x" * 8000, "/v1/" + "hands/" * 1000, "/🂮" * 99]
)
def test_of_a_long_address_a_part_is_repeated(client: FlaskClient, path: str) -> None:
    problem = told(get(client, path))
    assert "did_you_mean" not in problem["params"]
    assert len(problem["params"]["path"]) == LONGEST_QUOTED


# Queries ----------------------------------------------------------------------------------------

EIGHT = ",".join(HAND)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("cards", "example"),
    [
        (" ".join(HAND), EIGHT),
        (";".join(HAND), EIGHT),
        ("+".join(HAND), EIGHT),
        (", ".join(HAND), EIGHT),
        ("".join(HAND), "JS,JH,JD,JC,8H,9H,10H,AC"),
        ("Jack of hearts", "JS,JH,JD,JC,8H,9H,10H,AC"),
    ],
)
def test_cards_of_an_address_without_commas_are_told_how(
    client: FlaskClient, cards: str, example: str, language: str
) -> None:
    problem = told(get(client, f"/v1/hands/french/{cards}?lang={language}"))
    [fault] = problem["errors"]
    assert (fault["code"], fault["parameter"]) == ("invalid_value", "cards")
    params = {"expected": "comma_separated", "example": example, "received": f'"{cards}"'}
    assert fault["params"] == params
    assert example in fault["detail"]
    assert f'"{cards}"' in fault["detail"]
    assert get(client, f"/v1/hands/french/{example}").status_code == 200


@pytest.mark.parametrize("cards", ["JS", "JS,JH", "XX"])
def test_cards_of_an_address_with_commas_are_told_what_else_is_wrong(
    client: FlaskClient, cards: str
) -> None:
    codes = {one["code"] for one in told(get(client, f"/v1/hands/french/{cards}"))["errors"]}
    assert codes <= {"wrong_number_of_cards", "unknown_card"}


def test_a_literal_of_a_query_is_suggested(client: FlaskClient) -> None:
    [fault] = told(get(client, "/v1/deals/random?deck=french&seed=1&play=True"))["errors"]
    assert fault["params"] == {
        "expected": "true_or_false",
        "received": '"True"',
        "did_you_mean": ["true"],
    }


@pytest.mark.parametrize("path", [one.path for one in operations() if one.method == "POST"])
@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("lang=xx", ("invalid_value", "lang")),
        ("lang=en&lang=fr", ("invalid_value", "lang")),
        ("format=csv", ("unknown_field", "format")),
        ("preset=concours", ("unknown_field", "preset")),
    ],
)
def test_no_query_of_a_post_is_ignored(
    client: FlaskClient, path: str, query: str, found: tuple[str, str]
) -> None:
    [fault] = told(post(client, f"{path}?{query}", {}))["errors"]
    assert (fault["code"], fault["parameter"], fault["pointer"]) == (*found, "#")


def test_a_compressed_body_is_told_to_be_sent_without(client: FlaskClient) -> None:
    headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    problem = told(client.post(RESOLVE, data=b"x", headers=headers))
    assert problem["code"] == "unsupported_media_type"
    assert problem["params"] == {"because": "compressed", "encoding": "gzip"}
    assert "application/json" not in problem["detail"]
    assert "Content-Encoding" in problem["detail"]


def test_the_fields_of_a_game_are_known_to_stand_beside_its_donnes() -> None:
    """So are those of a donne by itself that a donne of a game does not have."""
    beside = GameRequestSchema().fields.keys() - {"donnes"}
    alone = DonneRequestSchema().fields.keys()
    assert ELSEWHERE.keys() == (beside | alone) - GameDonneSchema().fields.keys()


@pytest.mark.parametrize("path", [one.path for one in operations() if one.method == "POST"])
@pytest.mark.parametrize("name", sorted({"preset", *SWITCHES} - {"announcements"}))
def test_a_switch_beside_the_rules_is_told_where_it_belongs(
    client: FlaskClient, path: str, name: str
) -> None:
    first, *_ = told(post(client, path, {"deck": "french", name: True}))["errors"]
    assert (first["code"], first["pointer"]) == ("unknown_field", f"#/{name}")
    assert first["params"] == {"because": "in_rules", "field": name}


def test_announcements_beside_the_rules_may_be_what_was_declared(client: FlaskClient) -> None:
    found = told(post(client, COMPARE, comparable(announcements=[])))["errors"]
    assert [one["params"].get("because") for one in found] == [None]


def test_no_field_of_a_schema_stands_elsewhere() -> None:
    def below(schema: type[RequestSchema[Any]]) -> Iterator[type[RequestSchema[Any]]]:
        yield schema
        for one in schema.__subclasses__():
            yield from below(one)

    there = {one: set(one.elsewhere) & one().fields.keys() for one in below(RequestSchema)}
    assert {one: names for one, names in there.items() if names} == {}


# What every problem says of its request ---------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "docs"),
    [
        (RESOLVE, "/docs#/hands/resolve_hand"),
        (COMPARE, "/docs#/announcements/compare_declared"),
        (SCORE, "/docs#/donnes/score_donne"),
        (GAME, "/docs#/games/score_game"),
    ],
)
def test_a_problem_leads_to_the_description_of_its_operation(
    client: FlaskClient, path: str, docs: str
) -> None:
    for answer in (post(client, path, {}), post_text(client, path, b"{")):
        assert told(answer)["docs"] == docs
    _, tag, name = docs.split("/")[1:]
    [operation] = [one for one in operations() if one.path == path]
    assert (tag, name) == (operation.told["tags"][0], operation.told["operationId"])


def test_a_problem_of_a_get_leads_to_its_operation(client: FlaskClient) -> None:
    assert told(get(client, "/v1/rules?x=1"))["docs"] == "/docs#/rules/get_rules"
    assert told(get(client, "/v1/hands/french/7S"))["docs"] == "/docs#/hands/get_hand"


@pytest.mark.parametrize(
    ("method", "path", "docs"),
    [
        ("GET", SCORE, "/docs#/donnes/score_donne"),
        ("PUT", RESOLVE, "/docs#/hands/resolve_hand"),
        ("POST", "/v1/rules", "/docs#/rules/get_rules"),
        ("DELETE", f"/v1/hands/french/{CARDS}", "/docs#/hands/get_hand"),
        ("POST", "/", "/docs"),
    ],
)
def test_a_method_that_is_not_allowed_leads_to_the_operation_of_the_address(
    client: FlaskClient, method: str, path: str, docs: str
) -> None:
    problem = told(client.open(path, method=method))
    assert problem["code"] == "method_not_allowed"
    assert problem["docs"] == docs


def test_a_problem_carries_the_id_of_its_request(client: FlaskClient) -> None:
    answer = post(client, RESOLVE, {}, x_request_id="my-id.1")
    assert told(answer)["request_id"] == answer.headers["X-Request-Id"] == "my-id.1"
    for path in ("/nowhere", "/v1/rules?x=1"):
        answer = get(client, path)
        assert told(answer)["request_id"] == answer.headers["X-Request-Id"]


def test_the_item_of_a_batch_is_the_same_for_every_request(client: FlaskClient) -> None:
    body = {"deck": "french", "hands": [SEVEN]}
    first, second = (post(client, BATCH, body).data for _ in range(2))
    assert first == second


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_several_faults_the_first_is_said_and_how_many_more(
    client: FlaskClient, language: str
) -> None:
    body = {"hand": [*SEVEN, "8C"], "trump": "H", "a": 1, "b": 2}
    problem = told(post(client, RESOLVE, body, accept_language=language))
    first, *others = problem["errors"]
    assert problem["detail"].startswith(first["detail"])
    assert re.search(rf"\b{len(others)}\s", problem["detail"])


# A play against the hands -----------------------------------------------------------------------


@pytest.fixture
def hands(client: FlaskClient) -> Json:
    """The four hands of `TRICKS`."""
    found: dict[str, list[str]] = {}
    answer = answered(post(client, REPLAY, replayed(tricks=TRICKS)))
    for trick in answer["tricks"]:
        for one in trick["cards"]:
            found.setdefault(one["seat"], []).append(one["card"])
    return found


def scored(**changes: Any) -> Json:
    """Return a body of `score` from the fields of one of `replay`."""
    body = replayed(**changes)
    hands = body.pop("hands")
    play = {"dealer": body.pop("dealer"), "tricks": body.pop("tricks")}
    return body | {"takers": "NS", "hands": hands, "play": play}


def in_game(**changes: Any) -> Json:
    """Return a body of `games/score` with one donne, from the fields of one of `replay`."""
    body = scored(**changes)
    return {"deck": body.pop("deck"), "donnes": [body]}


PLAYS = [(REPLAY, replayed, "#"), (SCORE, scored, "#/play"), (GAME, in_game, "#/donnes/0/play")]


@pytest.mark.parametrize(("path", "body", "at"), PLAYS)
def test_a_wrong_dealer_is_a_conflict_with_the_hands(
    client: FlaskClient, hands: Json, path: str, body: Any, at: str
) -> None:
    answer = post(client, path, body(dealer="N", tricks=TRICKS, hands=hands))
    found = told(answer)["errors"]
    assert {one["code"] for one in found} == {"conflicting_fields"}
    assert found[0]["pointer"] == f"{at}/tricks/0/0"
    assert found[0]["params"] == {
        "because": "of_another_hand",
        "card": "AC",
        "seat": "W",
        "owner": "N",
        "count": 32,
    }
    assert len(found) == 1
    assert "32" in found[0]["detail"]
    assert "dealer" in found[0]["detail"]


@pytest.mark.parametrize("known", ["NWSE", "S", "W"])
def test_a_card_out_of_turn_is_a_conflict_with_the_hands(
    client: FlaskClient, hands: Json, known: str
) -> None:
    """South plays before West: his card is taken for one of West's."""
    trick = [TRICKS[0][0], TRICKS[0][2]]
    told_of = {seat: hands[seat] for seat in known}
    answer = post(client, REPLAY, replayed(tricks=[trick], hands=told_of))
    [fault] = told(answer)["errors"]
    assert (fault["code"], fault["pointer"]) == ("conflicting_fields", "#/tricks/0/1")
    assert fault["params"]["seat"] == "W"
    assert fault["params"]["card"] == "KC"
    assert fault["params"].get("owner") == (None if known == "W" else "S")


def with_seats(tricks: list[list[str]], hands: Json) -> list[list[Json]]:
    owner = {card: seat for seat, hand in hands.items() for card in hand}
    return [[{"seat": owner[card], "card": card} for card in trick] for trick in tricks]


@pytest.mark.parametrize(("path", "body", "at"), PLAYS)
def test_a_seat_out_of_turn_is_told_whose_turn_it_was(
    client: FlaskClient, hands: Json, path: str, body: Any, at: str
) -> None:
    tricks = with_seats(TRICKS, hands)
    right = post(client, path, body(tricks=tricks, hands=hands))
    assert right.status_code == 200, right.text
    tricks[0][1]["seat"], tricks[0][2]["seat"] = tricks[0][2]["seat"], tricks[0][1]["seat"]
    found = told(post(client, path, body(tricks=tricks, hands=hands)))["errors"]
    assert [(one["code"], one["pointer"]) for one in found] == [
        ("inconsistent_seat", f"{at}/tricks/0/1"),
        ("inconsistent_seat", f"{at}/tricks/0/2"),
    ]
    assert found[0]["params"] == {"card": "8C", "seat": "S", "player": "W"}


# What is there is not missing -------------------------------------------------------------------

WRONG: tuple[Any, ...] = (0, 1.5, "x", "true", True, [], {}, [[]], {"x": 1}, [None], ["x"], [{}])


def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield the path of every member; of a list, of the first."""
    members = value.items() if isinstance(value, dict) else []
    for key, one in members or (enumerate(value[:1]) if isinstance(value, list) else ()):
        yield (*path, key)
        yield from places(one, (*path, key))


def replaced(value: Any, path: tuple[str | int, ...], new: Any) -> Any:
    """Return a copy of a value with another one at a path."""
    if not path:
        return new
    key, *rest = path
    if isinstance(value, dict):
        return value | {key: replaced(value[key], tuple(rest), new)}
    return [replaced(one, tuple(rest), new) if at == key else one for at, one in enumerate(value)]


def at(body: Any, pointer: str) -> Any:
    """Return what stands at a pointer, None where nothing does."""
    for step in unquote(pointer).split("/")[1:]:
        if isinstance(body, list):
            body = body[int(step)] if re.fullmatch(r"\d+", step) else None
        else:
            body = body.get(step) if isinstance(body, dict) else None
    return body


EXAMPLES = [
    pytest.param(one.path, example["value"], id=f"{one.path} {name}")
    for one in operations()
    if one.method == "POST"
    for name, example in one.told["requestBody"]["content"]["application/json"]["examples"].items()
]


@pytest.mark.parametrize(("path", "body"), EXAMPLES)
def test_nothing_is_reported_missing_that_is_there(
    client: FlaskClient, path: str, body: Json
) -> None:
    for place in places(body):
        for wrong in WRONG:
            sent = replaced(body, place, wrong)
            answer = post(client, path, sent)
            assert answer.status_code in (200, 422)
            for fault in told(answer).get("errors", []):
                if fault["code"] == "missing_field":
                    above, _, _ = fault["pointer"].rpartition("/")
                    for name in fault["params"]["field"].split(" / "):
                        found = at(sent, f"{above}/{name}")
                        assert found is None or found is False, (place, wrong, fault)
