"""The auctions of logs: against the naive auctioneer, and what becomes of what was bid."""

from __future__ import annotations

from random import Random
from typing import Any, TypeAlias

import pytest

from service.belote.audit.auditor import audit
from service.belote.audit.rulings import Audit
from service.belote.declarations import judge_declarations
from service.belote.inputs import Contract
from service.belote.presets import resolve_rules
from service.belote.scales import Coinche, NamedBid
from tests.support.auctions import SCALES, MadeUp, an_auction
from tests.support.audits import audited, log_of, rules_of
from tests.support.written_logs import AUCTION, WHOLE, events_of

Json: TypeAlias = dict[str, Any]

PLAYED = WHOLE[len(AUCTION) :]
"""86 and 66, the last trick and the belote of NS, 70 of EW: 116 and 136."""

PASSES = "W pass; S pass; E pass"


def ruled(scale: str, text: str, *, switches: Json | None = None, **members: Any) -> Audit:
    body = {"deck": "french", "events": events_of(text), **members}
    return audit(log_of(body), resolve_rules("classique", {"scale": scale, **(switches or {})}))


def codes(found: Audit) -> list[tuple[int, str]]:
    return [(one.event, one.code.value) for one in found.findings]


# The naive auctioneer ---------------------------------------------------------------------------


def assert_heard_alike(made_up: MadeUp) -> None:
    auction, body = made_up.held(), made_up.as_log()
    told = audited(body)
    following = told["next"] or {"seat": None, "calls": None}
    assert [(one["event"], one["code"]) for one in told["findings"]] == [
        (event, code) for event, code in enumerate(auction.findings, 1) if code
    ], body
    assert (told["phase"], following["seat"]) == (auction.phase, auction.next_seat), body
    assert following["calls"] == auction.next_calls, body
    taker = auction.taker if auction.is_settled else None
    assert (told["trump"], told["taker"]) == (auction.trump, taker), body
    contract = audit(log_of(body), rules_of(body)).contract or Contract()
    expected = (auction.bid, auction.coinche) if auction.is_settled else (None, None)
    assert (contract.bid, contract.coinche) == expected, body


@pytest.mark.parametrize("scale", SCALES)
def test_the_naive_auctioneer_hears_alike(scale: str) -> None:
    random = Random(51)
    for _ in range(500):
        assert_heard_alike(an_auction(random, scale))


@pytest.mark.slow
@pytest.mark.parametrize("scale", SCALES)
def test_the_naive_auctioneer_hears_many_alike(scale: str) -> None:
    random = Random(52)
    for _ in range(5000):
        assert_heard_alike(an_auction(random, scale))


# The deal ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scale", "packets", "is_usual"),
    [
        ("bid", "3+2+3", True),
        ("bid", "3+3+2", True),
        ("bid", "2+3+3", True),
        ("bid", "3+2", False),
        ("bid", "4+4", False),
        ("coinchee", "3+2", True),
        ("coinchee", "2+3", True),
        ("coinchee", "3+2+3", False),
    ],
)
def test_each_scale_has_its_packets(scale: str, packets: str, is_usual: bool) -> None:
    event = {"type": "deal", "seat": "E", "packets": [int(one) for one in packets.split("+")]}
    body = {"deck": "french", "rules": {"scale": scale}, "events": [event]}
    found = audit(log_of(body), rules_of(body))
    assert codes(found) == ([] if is_usual else [(0, "deal_packets")])
    if not is_usual:
        said = "deal_packets_of_eight" if scale == "bid" else "deal_packets"
        assert found.findings[0].reason.code == said


def test_a_card_that_is_turned_before_bids_counts_for_nothing() -> None:
    found = ruled("bid", f"deal E 9H; N bid 80 S; {PASSES}")
    assert codes(found) == [(0, "card_turned")]
    assert found.phase == "play"
    assert not any(found.hands.values())


# From the calls to the score --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scale", "calls", "contract", "scores"),
    [
        # 116 against 136 is a chute, whatever was bid.
        ("bid", f"N bid 80 H; {PASSES}", Contract(80), (20, 310)),
        ("bid", f"N bid 110 H; {PASSES}", Contract(110), (20, 340)),
        ("bid", f"N bid capot H; {PASSES}", Contract(NamedBid.CAPOT), (20, 480)),
        (
            "bid",
            "N bid 80 H; W coinche; S pass; E pass; N pass",
            Contract(80, Coinche.COINCHE),
            (20, 620),
        ),
        (
            "bid",
            "N bid 80 H; W coinche; S surcoinche",
            Contract(80, Coinche.SURCOINCHE),
            (20, 1240),
        ),
        ("bid", "N pass; W bid 80 H; S pass; E pass; N pass", Contract(80), (116, 216)),
        ("coinchee", f"N take H; {PASSES}", None, (20, 232)),
        ("coinchee", "N take H", None, (20, 232)),
        ("coinchee", "N take H; W coinche", Contract(None, Coinche.COINCHE), (20, 464)),
        (
            "coinchee",
            "N take H; W coinche; S surcoinche",
            Contract(None, Coinche.SURCOINCHE),
            (20, 928),
        ),
    ],
)
def test_what_the_calls_undertake_is_scored(
    scale: str, calls: str, contract: Contract | None, scores: tuple[int, int]
) -> None:
    found = ruled(scale, f"deal E; {calls} {PLAYED}")
    assert codes(found) == []
    assert found.contract == contract
    assert found.score
    assert found.score.scores == scores
    assert found.decision
    assert found.decision.scores == scores


@pytest.mark.parametrize(("last", "next_bid"), [(980, 990), (990, 1000), (1000, "capot")])
def test_the_next_bid_is_ten_higher_up_to_the_highest_that_a_log_holds(
    last: int, next_bid: int | str
) -> None:
    following = ruled("bid", f"deal E; N bid {last} H").next
    assert following
    assert following.calls
    assert [one.bid for one in following.calls if one.call == "bid"] == [next_bid]


def test_four_passes_throw_bids_in_and_eight_a_take() -> None:
    passes = "N pass; W pass; S pass; E pass"
    for scale, calls in (("bid", passes), ("coinchee", f"{passes}; {passes}")):
        found = ruled(scale, f"deal E; {calls}", contract={"bid": 80}, carry_in=81)
        assert found.phase == "thrown_in"
        assert (found.trump, found.takers, found.contract) == (None, None, None)
        assert found.next
        assert found.next.seat == "N"
        assert found.decision
        assert (found.decision.kind, found.decision.carry_out) == ("thrown_in", 81)


# The header -------------------------------------------------------------------------------------


HEADED: Json = {"trump": "H", "takers": "NS", "dealer": "E"}


@pytest.mark.parametrize(
    ("scale", "calls", "header", "contract", "differs"),
    [
        ("bid", "", {"contract": {"bid": 90}}, Contract(90), None),
        ("bid", f"N bid 90 H; {PASSES}", {"contract": {"bid": 90}}, Contract(90), None),
        ("bid", f"N bid 80 H; {PASSES}", {"contract": {"bid": 90}}, Contract(80), 4),
        ("bid", f"N bid 80 H; {PASSES}", {"trump": "H", "taker": "N"}, Contract(80), None),
        ("bid", f"N bid 80 H; {PASSES}", {"taker": "S"}, Contract(80), 4),
        ("bid", f"N bid 80 H; {PASSES}", {"trump": "S"}, Contract(80), 4),
        # The first card ends an auction whose trump suit the header tells.
        ("bid", "N bid 80 H", {"trump": "H"}, Contract(80), None),
        ("bid", "N bid 80 H", {"trump": "H", "contract": {"bid": 90}}, Contract(80), 2),
        (
            "bid",
            "N bid 80 H; W coinche; S surcoinche",
            {"contract": {"bid": 80, "coinche": "coinche"}},
            Contract(80, Coinche.SURCOINCHE),
            3,
        ),
        # Where nobody was heard to double, a header that knows of it is believed ...
        (
            "coinchee",
            "N take H",
            {"contract": {"coinche": "coinche"}},
            Contract(None, Coinche.COINCHE),
            None,
        ),
        # ... unless all others were heard to pass.
        (
            "coinchee",
            f"N take H; {PASSES}",
            {"contract": {"coinche": "coinche"}},
            None,
            4,
        ),
        (
            "coinchee",
            "N take H; W coinche",
            {"contract": {"coinche": "surcoinche"}},
            Contract(None, Coinche.COINCHE),
            3,
        ),
    ],
)
def test_calls_win_over_the_header(
    scale: str, calls: str, header: Json, contract: Contract | None, differs: int | None
) -> None:
    members = header if calls else {**HEADED, **header}
    text = f"deal E; {calls} {PLAYED}" if calls else PLAYED.strip(" |")
    found = ruled(scale, text, **members)
    assert codes(found) == ([] if differs is None else [(differs, "header_differs")])
    assert found.contract == contract
    assert found.taker in ("N", None)
    assert found.score


@pytest.mark.parametrize("contract", [None, {}, {"coinche": "coinche"}])
def test_a_donne_whose_bid_nobody_noted_is_not_decided(contract: Json | None) -> None:
    found = ruled("bid", PLAYED.strip(" |"), **HEADED, contract=contract)
    assert found.phase == "over"
    assert found.score is None
    assert found.decision
    assert (found.decision.kind, found.decision.scores) == ("undecided", None)
    assert found.decision.reason.code == "decision_no_bid"


@pytest.mark.parametrize(
    ("scale", "calls", "scores"),
    [
        ("classic", "N take H", (20, 162)),
        ("coinchee", "N take H; W coinche", (20, 162)),
        ("bid", f"N bid 110 H; {PASSES}", (20, 160)),
    ],
)
def test_a_donne_that_is_lost_by_a_fault_is_neither_bid_nor_doubled(
    scale: str, calls: str, scores: tuple[int, int]
) -> None:
    out_of_turn = PLAYED.replace("; W 8S; S AS; E KS", "; S AS; W 8S; E KS")
    found = ruled(scale, f"deal E; {calls} {out_of_turn}", switches={"out_of_turn": "donne_lost"})
    assert found.decision
    assert (found.decision.kind, found.decision.against) == ("donne_lost", "NS")
    assert found.decision.scores == scores


# The first card and words before it -------------------------------------------------------------


def test_who_leads_may_speak_before_a_card_that_ends_the_auction() -> None:
    text = "deal E; N take S; N declares tierce; N says belote; N QS; W 8S; S AS; E KS"
    assert codes(ruled("coinchee", text)) == [(3, "belote_without_pair")]
    too_soon = "deal E; N take S; W declares tierce; N QS"
    assert codes(ruled("coinchee", too_soon)) == [(2, "early")]


def test_nobody_plays_before_bids_are_over() -> None:
    found = ruled("bid", "deal E; N bid 80 H; N AD; W pass; S pass; E pass; W AC")
    assert codes(found) == [(2, "misplaced_event"), (6, "led_out_of_turn")]
    assert found.phase == "play"


# More declarations than cards -------------------------------------------------------------------


def test_a_ninth_declaration_of_a_seat_counts_for_nothing() -> None:
    text = "deal E; N take H" + "; N declares tierce" * 9
    found = ruled("classic", f"{text}; N AD +carre; W declares carre")
    beyond = [(at, code) for at, code in codes(found) if code == "declaration_too_many"]
    assert beyond == [(10, "declaration_too_many"), (11, "declaration_too_many")]
    assert [one.weight for one in found.findings if one.code == "declaration_too_many"] == [
        "void",
        "void",
    ]
    assert found.tricks[0].cards  # the card itself stands


RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")
RUNS = [[rank + suit for rank in RANKS[at : at + 3]] for suit in "SHDC" for at in range(6)]


def hostile(declared: int, shown: int, *, before: bool, with_cards: bool) -> Json:
    """A donne in which every seat declares and shows again and again, in or after trick one."""
    random = Random(53)
    tierces = [
        {"type": "declare", "seat": "NWSE"[at % 4]}
        | ({"cards": random.choice(RUNS)} if with_cards else {"kind": "tierce"})
        for at in range(declared)
    ]
    shows = [
        {"type": "show", "seat": "NWSE"[at % 4], "cards": random.choice(RUNS)}
        for at in range(shown)
    ]
    played = [one for one in events_of(WHOLE) if one["type"] != "show"]
    end = 4 if before else 9
    return {
        "deck": "french",
        "events": [*played[:4], *tierces, *played[4:end], *shows, *played[end:]],
    }


@pytest.mark.parametrize("with_cards", [False, True])
@pytest.mark.parametrize("before", [False, True])
@pytest.mark.parametrize(("declared", "shown"), [(32, 220), (250, 0), (125, 125)])
def test_the_work_of_a_log_is_bounded_by_what_can_be_held(
    declared: int, shown: int, before: bool, with_cards: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A seat is ruled on again when what it said or what is known of its cards changes.

    That is when it declares, when a show lays something, when a card that it named is seen
    elsewhere or turns out not to be there, and at the end.
    """
    sizes: list[int] = []

    def counted(said: Any, *others: Any) -> Any:
        sizes.append(len(said))
        return judge_declarations(said, *others)

    monkeypatch.setattr("service.belote.audit.declaring.judge_declarations", counted)
    body = hostile(declared, shown, before=before, with_cards=with_cards)
    assert len(body["events"]) <= 300
    audit(log_of(body))
    assert max(sizes, default=0) <= 8
    assert len(sizes) <= 7 * 8 * 4
