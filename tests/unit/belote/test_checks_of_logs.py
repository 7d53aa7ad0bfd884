"""What contradicts itself in what stands beside the events of a log, found by the game alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from service.belote.audit.events import Log
from service.belote.cards import Suit
from service.belote.checks import validate_game, validate_log
from service.belote.game import Logged
from service.belote.inputs import Contract
from service.belote.rules import CLASSIQUE, Scale
from service.belote.scales import Coinche
from service.belote.table import SEATS, Seat, Team
from tests.support.audits import log_of
from tests.support.notation import hand, told_of
from tests.support.written_logs import events_of

N, W, S, E = SEATS
NS, EW = Team
CLASSIC, COINCHEE, BID = (replace(CLASSIQUE, scale=scale) for scale in Scale)
HEARTS = Suit.HEARTS
UNKNOWN, TOO_MUCH = ["contract_unknown at contract"], ["no_contracts at contract"]
NO_BID, NO_BIDS = ["bid_unknown at bid"], ["no_bids at bid"]


def log(text: str = "", **members: Any) -> Log:
    events = log_of({"deck": "french", "events": events_of(text)}).events
    return Log(events, **members)


def test_a_log_says_nothing_against_itself_where_nothing_stands_beside_its_events() -> None:
    assert [validate_log(log(), rules) for rules in (CLASSIC, COINCHEE, BID)] == [[], [], []]


@pytest.mark.parametrize(
    ("taker", "takers", "expected"),
    [
        (N, None, []),
        (None, EW, []),
        (N, NS, []),
        (N, EW, ["taker_of_other_team at taker: seat N, team EW"]),
        (E, NS, ["taker_of_other_team at taker: seat E, team NS"]),
    ],
)
def test_who_took_is_of_the_team_that_did(
    taker: Seat | None, takers: Team | None, expected: list[str]
) -> None:
    assert told_of(validate_log(log(taker=taker, takers=takers))) == expected


@pytest.mark.parametrize(
    ("text", "trump", "contract", "classic", "coinchee", "bid"),
    [
        # The auction lies before the log: what was bid must be told beside it.
        ("", HEARTS, None, [], [], UNKNOWN),
        ("N 7S", HEARTS, None, [], [], UNKNOWN),
        ("N pass", HEARTS, None, [], [], UNKNOWN),
        # It is in the log, or still to come.
        ("N bid 80 H", HEARTS, None, [], [], []),
        ("N pass; W bid 80 H", HEARTS, None, [], [], []),
        ("N bid 80 H", None, None, [], [], []),
        ("N pass", None, None, [], [], []),
        ("", HEARTS, Contract(80), TOO_MUCH, NO_BIDS, []),
        ("", None, Contract(80), TOO_MUCH, NO_BIDS, []),
        ("", HEARTS, Contract(coinche=Coinche.COINCHE), TOO_MUCH, [], NO_BID),
        ("N bid 80 H", None, Contract(coinche=Coinche.COINCHE), TOO_MUCH, [], NO_BID),
    ],
)
def test_a_log_tells_of_its_contract_what_the_scale_asks_for(
    text: str,
    trump: Suit | None,
    contract: Contract | None,
    classic: list[str],
    coinchee: list[str],
    bid: list[str],
) -> None:
    one = log(text, trump=trump, contract=contract)
    assert told_of(validate_log(one, CLASSIC)) == classic
    assert told_of(validate_log(one, COINCHEE)) == coinchee
    assert told_of(validate_log(one, BID)) == bid


def test_a_log_of_a_game_is_checked_by_the_rules_of_the_game() -> None:
    beside = Logged(log(trump=HEARTS))
    assert told_of(validate_game([beside], rules=BID)) == ["contract_unknown at contract 0"]
    assert told_of(validate_game([beside], rules=CLASSIC)) == ["donne_not_over at donne 0"]


def test_a_card_is_in_one_of_the_hands_beside_a_log() -> None:
    hands = {N: hand("7S 8S 9S 10S JS QS KS AS"), W: hand("7S 8H 9H 10H JH QH KH AH")}
    assert told_of(validate_log(log(hands=hands))) == [
        "card_twice at card_of_hand W 7S: card 7S, first card_of_hand N 7S"
    ]
