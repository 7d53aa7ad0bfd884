"""The scales of points: worked figures, and what holds of every donne."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from service.belote.checks import Contradiction, Part, validate_donne
from service.belote.codes import Code
from service.belote.comparison import compare
from service.belote.donne import judge_donne, score
from service.belote.inputs import (
    BeloteClaim,
    Contract,
    CountedPoints,
    CountedTotals,
    Donne,
)
from service.belote.presets import PRESETS, resolve_rules
from service.belote.rules import (
    CLASSIQUE,
    FLAT_ITEMS,
    CarryTo,
    Item,
    Outcome,
    Rounding,
    Rules,
    Scale,
)
from service.belote.scales import (
    BID_STEP,
    CAPOT_BID,
    HIGHEST_BID,
    LOWEST_BID,
    SCALES,
    TIMES,
    Bid,
    Coinche,
    NamedBid,
    points_of_bid,
)
from service.belote.table import EW, NS, SEATS, TEAMS, ByTeam, Team
from tests.support.notation import hand, said, suit
from tests.support.scales import a_case, some_rules

CAPOT = NamedBid.CAPOT
COINCHE, SURCOINCHE = Coinche
BID, COINCHEE = PRESETS["coinche-maison"], PRESETS["coinchee"]
PLAIN_BID = replace(CLASSIQUE, scale=Scale.BID)


def bid(
    cards: int,
    points: Bid,
    coinche: Coinche | None = None,
    last: Team = NS,
    tricks: int | None = None,
    **more: Any,
) -> Donne:
    """Return a donne in hearts that North-South bid, with their card points and tricks."""
    return take(cards, last, tricks, contract=Contract(points, coinche), **more)


def take(cards: int, last: Team = NS, tricks: int | None = None, **more: Any) -> Donne:
    won = None if tricks is None else ByTeam(tricks, 8 - tricks)
    form = CountedPoints(ByTeam(cards, 152 - cards), last, won)
    return Donne(suit("H"), NS, form, **{"belote": BeloteClaim(said=False), **more})


OURS, THEIRS = BeloteClaim(NS), BeloteClaim(EW)
CINQUANTE = ByTeam(0, 50)


# Worked figures ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("donne", "outcome", "scores", "carried"),
    [
        (bid(88, 80), "made", (178, 64), 0),
        (bid(88, 110), "chute", (0, 270), 0),
        (bid(88, 110, COINCHE), "chute", (0, 540), 0),
        (bid(88, 110, SURCOINCHE), "chute", (0, 1080), 0),
        (bid(88, 110, belote=OURS), "made", (228, 64), 0),
        (bid(88, 110, COINCHE, belote=OURS), "made", (580, 0), 0),
        (bid(88, 120, belote=THEIRS), "chute", (0, 300), 0),
        (bid(88, 120, COINCHE, belote=THEIRS), "chute", (0, 600), 0),
        (bid(60, 110, last=EW, belote=OURS), "chute", (20, 270), 0),
        (bid(60, 110, COINCHE, last=EW, belote=OURS), "chute", (20, 540), 0),
        (bid(71, 80), "litige", (0, 81), 81),
        (bid(71, 80, COINCHE), "litige", (0, 81), 81),
        (bid(71, 90), "chute", (0, 250), 0),
        (bid(152, CAPOT, tricks=8), "made", (502, 0), 0),
        (bid(152, CAPOT, COINCHE, tricks=8), "made", (1000, 0), 0),
        (bid(152, CAPOT, tricks=7), "chute", (0, 410), 0),
        (bid(152, 100, tricks=8, announcements=CINQUANTE), "made", (402, 0), 0),
        (bid(152, 100, COINCHE, tricks=8, announcements=CINQUANTE), "made", (800, 0), 0),
        (bid(152, 300, tricks=8), "chute", (0, 460), 0),
        (bid(152, 300, SURCOINCHE, tricks=8, belote=THEIRS), "chute", (0, 1920), 0),
        (bid(0, 80, last=EW, tricks=0), "chute", (0, 240), 0),
    ],
)
def test_a_bid_is_scored_by_hand(
    donne: Donne, outcome: str, scores: tuple[int, int], carried: int
) -> None:
    found = score(donne, BID)
    assert (found.outcome, found.scores, found.carry_out) == (outcome, scores, carried)


@pytest.mark.parametrize(
    ("donne", "outcome", "scores"),
    [
        (take(88), "made", (98, 64)),
        (take(88, contract=Contract(coinche=COINCHE)), "made", (324, 0)),
        (take(78, EW, contract=Contract()), "chute", (0, 162)),
        (take(78, EW, contract=Contract(coinche=SURCOINCHE)), "chute", (0, 648)),
        (take(71, contract=Contract(coinche=COINCHE)), "litige", (0, 81)),
        (take(152, tricks=8, contract=Contract(coinche=COINCHE)), "made", (504, 0)),
        (
            take(0, EW, 0, belote=OURS, contract=Contract(coinche=COINCHE)),
            "chute",
            (20, 504),
        ),
    ],
)
def test_a_take_is_scored_by_hand(donne: Donne, outcome: str, scores: tuple[int, int]) -> None:
    found = score(donne, COINCHEE)
    assert (found.outcome, found.scores) == (outcome, scores)


@pytest.mark.parametrize(
    ("donne", "scores", "carried"),
    [
        (bid(88, 80), (180, 60), 0),
        (bid(88, 110, belote=OURS), (230, 60), 0),
        (bid(71, 80), (0, 80), 81),
        (bid(71, 80, carry_in=81), (0, 80), 162),
        (bid(88, 80, carry_in=81), (260, 60), 0),
    ],
)
def test_the_federation_writes_tens_and_carries_points(
    donne: Donne, scores: tuple[int, int], carried: int
) -> None:
    found = score(donne, PRESETS["ffb-coinche"])
    assert (found.scores, found.carry_out) == (scores, carried)


@pytest.mark.parametrize(
    ("points", "capot", "expected"),
    [(252, NS, (502, 0)), (250, NS, (500, 0)), (250, EW, (0, 410))],
)
def test_the_points_of_a_capot_act_on_totals_and_never_on_the_bid(
    points: int, capot: Team, expected: tuple[int, int]
) -> None:
    rules = replace(BID, capot_points=points)
    found = score(Donne(suit("H"), NS, CountedTotals(capot=capot), contract=Contract(CAPOT)), rules)
    assert found.scores == expected
    assert found.totals.of(capot) == points


def test_under_bids_two_switches_are_without_effect() -> None:
    lower, fixed = (
        replace(BID, capot_defence=162),
        resolve_rules("coinche-maison", {"takers_need": "fixed_82"}),
    )
    for donne in (bid(0, 80, last=EW, tricks=0), bid(71, 80), bid(88, 80), bid(74, 80, last=EW)):
        for rules in (lower, fixed):
            found, usual = score(donne, rules), score(donne, BID)
            assert (found.totals, found.scores) == (usual.totals, usual.scores)
            assert found.explanation == usual.explanation


def test_awards_and_carried_points_are_never_doubled() -> None:
    found = score(
        _with_awards(bid(88, 110, COINCHE, carry_in=81)), replace(BID, carry_to=CarryTo.WINNER)
    )
    assert found.scores == (100, 540 + 81)
    codes = [one.code for one in found.explanation]
    assert {Code.AWARDS_NOT_DOUBLED, Code.CARRY_NOT_DOUBLED} <= set(codes)


def _with_awards(donne: Donne) -> Donne:
    """East said a carré that is not there: North-South have an award of 100 points."""
    held = {SEATS[3]: hand("7H 8H 9S 10S JD QD KC AC")}
    found = compare({SEATS[3]: [said("carre")]}, held, suit("H"), BID)
    assert found.awards == (100, 0)
    return replace(donne, announcements=found)


# What the takers need ---------------------------------------------------------------------------


def test_what_a_contract_must_tell_depends_on_the_scale() -> None:
    found = {
        (scale, contract): [
            (one.kind, one.subject.part)
            for one in validate_donne(take(88, contract=contract), replace(CLASSIQUE, scale=scale))
        ]
        for scale in Scale
        for contract in (None, Contract(), Contract(coinche=COINCHE), Contract(80))
    }
    assert {key: wrong for key, wrong in found.items() if wrong} == {
        (Scale.CLASSIC, Contract()): [(Contradiction.NO_CONTRACTS, Part.CONTRACT)],
        (Scale.CLASSIC, Contract(coinche=COINCHE)): [(Contradiction.NO_CONTRACTS, Part.CONTRACT)],
        (Scale.CLASSIC, Contract(80)): [(Contradiction.NO_CONTRACTS, Part.CONTRACT)],
        (Scale.COINCHEE, Contract(80)): [(Contradiction.NO_BIDS, Part.BID)],
        (Scale.BID, None): [(Contradiction.CONTRACT_UNKNOWN, Part.CONTRACT)],
        (Scale.BID, Contract()): [(Contradiction.BID_UNKNOWN, Part.BID)],
        (Scale.BID, Contract(coinche=COINCHE)): [(Contradiction.BID_UNKNOWN, Part.BID)],
    }


def test_the_highest_bid_is_what_a_donne_can_hold() -> None:
    """Two partners hold a carré of jacks, one of nines, and two more of 100 at most."""
    carres = ("JS JH JD JC 9S 9H 9D 9C", "AS AH AD AC 10S 10H 10D 10C")
    most = compare(
        {}, {SEATS[0]: hand(carres[0]), SEATS[2]: hand(carres[1])}, suit("H"), declare_best=True
    ).points.NS
    assert most == 550
    assert (252 + 20 + most) // BID_STEP * BID_STEP == HIGHEST_BID
    assert points_of_bid(CAPOT) == CAPOT_BID
    assert LOWEST_BID == 80


# What holds of every donne ----------------------------------------------------------------------

numbers = st.integers()


def any_donne(number: int) -> tuple[Donne, Rules]:
    """Return one of many donnes and the rules of its table."""
    random = Random(number)
    rules = some_rules(random)
    return a_case(random, rules).donne, rules


@given(numbers)
def test_no_point_is_lost_and_none_is_made(number: int) -> None:
    """Scores and carry out are the carry in, what the table gives, awards and rounding."""
    donne, rules = any_donne(number)
    found = judge_donne(donne, rules)
    marked = [line for line in found.lines if line.marked_by or line.carried]
    outside = {Item.CARRY, Item.ROUNDING}
    given_ = sum(line.points for line in marked if line.item not in outside)
    rounding = sum(line.points for line in marked if line.item is Item.ROUNDING)
    assert sum(found.scores) + found.carry_out == donne.carry_in + given_ + rounding
    assert rounding == 0 or rules.rounding is Rounding.TENS
    if rules.rounding is Rounding.TENS:
        assert [points % 10 for points in found.scores] == [0, 0]
    assert expected_of(donne, rules) + sum(found.awards) == given_


def expected_of(donne: Donne, rules: Rules) -> int:
    """What the table of scales gives to both sides together, awards apart."""
    found = judge_donne(donne, rules)
    marking = SCALES[rules.scale]
    coinche = donne.contract.coinche if donne.contract else None
    cell = (marking.coinched if coinche else marking.once)[found.outcome]
    tricks = sum(line.points for line in found.lines if line.item in _TRICKS)
    wins = donne.takers if found.outcome is Outcome.MADE else donne.takers.other
    how = rules.chute_announcements if found.outcome is Outcome.CHUTE else "validated"
    how = rules.capot_announcements if found.capot is wins else how
    announced = {
        "none": 0,
        "validated": sum(found.validated),
        "declared": sum(found.validated) + sum(found.lost),
    }[how]
    bid = 0
    if Item.BID in cell.marked_by and donne.contract and donne.contract.bid:
        bid = points_of_bid(donne.contract.bid)
    if cell.flat is None:
        return tricks + found.belote.points + announced + bid
    own = found.belote.team is wins or (
        rules.belote_on_chute == "lost" and wins is not donne.takers
    )
    inside = found.belote.points if own else 0
    times = TIMES[coinche] if coinche and cell.doubled else 1
    flat = cell.flat.usual
    if found.capot:
        flat = tricks if cell.flat.on_capot is None else cell.flat.on_capot
    return (flat + inside + announced + bid) * times + found.belote.points - inside


_TRICKS = {Item.CARDS, Item.TRICKS, Item.DIX_DE_DER, Item.CAPOT}


@given(numbers)
def test_each_sum_of_the_answer_is_that_of_its_lines(number: int) -> None:
    donne, rules = any_donne(number)
    found = judge_donne(donne, rules)
    for team in TEAMS:
        assert found.scores.of(team) == sum(
            line.points for line in found.lines if line.marked_by is team
        )
        assert found.totals.of(team) == sum(
            line.points for line in found.lines if line.counted_by is team
        )
    assert found.carry_out == sum(line.points for line in found.lines if line.carried)
    assert not [line for line in found.lines if line.carried and line.marked_by]
    places = [list(Item).index(line.item) for line in found.lines]
    assert places == sorted(places)


BETTER = [Outcome.CHUTE, Outcome.LITIGE, Outcome.MADE]


@given(numbers, st.integers(LOWEST_BID // 10, HIGHEST_BID // 10))
def test_a_higher_bid_never_helps_the_takers(number: int, tens: int) -> None:
    donne, rules = any_donne(number)
    rules = replace(rules, scale=Scale.BID)
    outcomes = [
        BETTER.index(judge_donne(replace(donne, contract=Contract(points)), rules).outcome)
        for points in range(LOWEST_BID, tens * 10 + 1, BID_STEP)
    ]
    assert outcomes == sorted(outcomes, reverse=True)


@given(numbers)
def test_doubling_multiplies_what_the_table_says(number: int) -> None:
    """Once, twice and four times: the bracket grows, and everything else stays as it is."""
    donne, rules = any_donne(number)
    assume(SCALES[rules.scale].has_contract)
    bid_ = donne.contract.bid if donne.contract else None
    twice, four = (
        judge_donne(replace(donne, contract=Contract(bid_, one)), rules) for one in Coinche
    )
    once = judge_donne(replace(donne, contract=Contract(bid_)), rules)
    assert once.totals == twice.totals == four.totals
    assert once.outcome is twice.outcome is four.outcome
    if once.outcome is Outcome.LITIGE:
        assert once.lines == twice.lines == four.lines
        return
    assert [line for line in twice.lines if line.item not in _ENDS] == [
        line for line in four.lines if line.item not in _ENDS
    ]
    (add_once,) = [line for line in twice.lines if line.item is Item.COINCHE]
    (add_thrice,) = [line for line in four.lines if line.item is Item.COINCHE]
    assert add_once.marked_by is add_thrice.marked_by is twice.flat_to
    bracket = [
        line.points
        for line in twice.lines
        if line.item in FLAT_ITEMS and line.marked_by is twice.flat_to
    ]
    assert add_once.points == sum(bracket) - twice.awards.of(twice.flat_to or NS)
    assert add_thrice.points == 3 * add_once.points


_ENDS = {Item.COINCHE, Item.ROUNDING}


@given(numbers)
def test_nothing_of_a_contract_is_reached_by_the_classic_scale(number: int) -> None:
    donne, rules = any_donne(number)
    rules = replace(rules, scale=Scale.CLASSIC)
    found = score(replace(donne, contract=None), rules)
    assert not {line.item for line in found.lines} & {Item.BASE, Item.BID, Item.COINCHE}
    cited = {one.code.paragraph.id[0] for one in found.explanation}
    assert "K" not in cited
    assert found.contract is None


@given(numbers)
def test_a_take_that_nobody_doubles_is_classic(number: int) -> None:
    donne, rules = any_donne(number)
    classic, coinchee = (replace(rules, scale=one) for one in (Scale.CLASSIC, Scale.COINCHEE))
    found = score(replace(donne, contract=None), coinchee)
    assert found == score(replace(donne, contract=None), classic)
    told_of = score(replace(donne, contract=Contract()), coinchee)
    assert replace(told_of, contract=None) == found
