"""What docs/log.md says of a game loop is what the service does."""

from __future__ import annotations

import json
import re

import pytest
from flask.testing import FlaskClient

from service.api.schemas.logs import RecordsSchema
from tests.support.client import AUDIT, GAME, Json, answered, post
from tests.support.contract import ROOT
from tests.support.written_logs import AUCTION, WORKED, events_of

PAGE = (ROOT / "docs" / "log.md").read_text("utf-8")
[OPTIONS] = re.findall(r"\| option \| event \|\n\|---\|---\|\n((?:\|.*\n)+)", PAGE)
ROWS = re.findall(r"\| (`.+`)[^`|]* \| `(.+)` \|\n", OPTIONS)
[RECORDS] = re.findall(r'`("records": \{.+?\})`', PAGE)
RULES: dict[str, Json] = {"take": {}, "bid": {"preset": "ffb-coinche"}}


def audited(client: FlaskClient, events: list[Json], **changes: object) -> Json:
    return answered(post(client, AUDIT, {"deck": "french", "events": events, **changes}))


@pytest.mark.parametrize(("options", "event"), ROWS)
@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_an_option_of_a_call_becomes_its_event(
    client: FlaskClient, options: str, event: str, rules: Json
) -> None:
    """The first option of a row makes the event beside it, which is right where it is offered."""
    deal = {"type": "deal", "seat": "E"} | ({} if rules else {"turned": "9H"})
    before = audited(client, [deal], rules=rules)["next"]
    option = json.loads(re.findall("`(.+?)`", options)[0])
    after = audited(client, [deal, json.loads(event)], rules=rules)
    offered = option in before["calls"]
    assert json.loads(event)["seat"] == before["seat"]
    assert (after["findings"] == []) is offered


def test_each_kind_of_option_has_its_row() -> None:
    assert len(ROWS) == 3


def test_the_first_options_under_bids_are_those_of_the_page(client: FlaskClient) -> None:
    [told] = re.findall(r"Under bids the first `calls` are `(.+?)`\.", PAGE)
    deal = {"type": "deal", "seat": "E"}
    assert audited(client, [deal], rules=RULES["bid"])["next"]["calls"] == json.loads(told)


def test_where_a_bid_is_offered_a_capot_may_be_bid(client: FlaskClient) -> None:
    capot = {"type": "call", "seat": "N", "call": "bid", "bid": "capot", "suit": "H"}
    deal = {"type": "deal", "seat": "E"}
    answer = audited(client, [deal, capot], rules=RULES["bid"])
    assert answer["findings"] == []
    assert answer["next"]["calls"] == ["pass", "coinche"]


def test_the_finding_of_the_page_is_that_of_the_worked_case(client: FlaskClient) -> None:
    [told] = re.findall(r"```json\n(.+?)```", PAGE, re.DOTALL)
    assert json.loads(told) == audited(client, events_of(WORKED))["findings"][0]


def test_a_game_loop_records_all_that_can_be_recorded(client: FlaskClient) -> None:
    records = json.loads(f"{{{RECORDS}}}")["records"]
    assert records == dict.fromkeys(RecordsSchema().fields, True)
    audited(client, [], records=records)


def test_who_has_just_played_may_declare_until_the_next_card(client: FlaskClient) -> None:
    events = [
        *events_of(AUCTION),
        {"type": "play", "seat": "N", "card": "AD"},
        {"type": "play", "seat": "W", "card": "8D"},
    ]
    declared = {"type": "declare", "seat": "W", "kind": "tierce"}
    later = {"type": "play", "seat": "S", "card": "9D"}
    assert audited(client, [*events, declared])["findings"] == []
    found = audited(client, [*events, later, declared])["findings"]
    assert [one["code"] for one in found] == ["late"]


def test_the_row_of_a_log_has_the_decision_and_its_donne_what_was_played(
    client: FlaskClient,
) -> None:
    """So docs/api.md says of `donne.scores`."""
    body = {
        "deck": "french",
        "detail": True,
        "donnes": [{"log": {"events": events_of(WORKED)}}],
        "rules": {"irregular": "donne_lost"},
    }
    [row] = answered(post(client, GAME, body))["rows"]
    assert row["scores"] == {"NS": 182, "EW": 0}
    assert row["donne"]["scores"] == {"NS": 20, "EW": 232}
