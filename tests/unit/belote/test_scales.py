"""The scales of points: worked figures, what holds of every donne, and a second scorer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from service.belote.cards import INTERNATIONAL
from service.belote.checks import Contradiction, Part, validate_donne
from service.belote.codes import Code
from service.belote.comparison import Comparison, compare
from service.belote.donne import Line, judge_donne, score
from service.belote.game import Decided, GameDonne, Passed, play_out
from service.belote.inputs import (
    BeloteClaim,
    Contract,
    CountedPoints,
    CountedTotals,
    Donne,
)
from service.belote.presets import PRESETS, SWITCHES, choices_of, resolve_rules
from service.belote.rules import CLASSIQUE, Item, Outcome, Rounding, Rules, Scale
from service.belote.scales import (
    BID_STEP,
    CAPOT_BID,
    FLAT_ITEMS,
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
from tests.reference import naive_scales as naive
from tests.support.notation import hand, said, suit
from tests.support.profiles import tries
from tests.support.tables import some_contract

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
    ("points", "bid_points", "capot", "expected"),
    [
        (252, {"capot_points": 252}, NS, (502, 0)),
        (250, {"capot_points": 250}, NS, (500, 0)),
        (None, {"capot_points": 250}, EW, (0, 410)),
    ],
)
def test_the_points_of_a_capot_act_on_totals_and_never_on_the_bid(
    points: int | None, bid_points: dict[str, int], capot: Team, expected: tuple[int, int]
) -> None:
    rules = replace(BID, **bid_points)
    found = score(Donne(suit("H"), NS, CountedTotals(capot=capot), contract=Contract(CAPOT)), rules)
    assert found.scores == expected
    assert points in (None, found.totals.NS)


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
    found = score(_with_awards(bid(88, 110, COINCHE, carry_in=81)), replace(BID, **WINNER))
    assert found.scores == (100, 540 + 81)
    codes = [one.code for one in found.explanation]
    assert {Code.AWARDS_NOT_DOUBLED, Code.CARRY_NOT_DOUBLED} <= set(codes)


WINNER = {"carry_to": CLASSIQUE.carry_to}


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
    return next(donnes(str(number), 1))


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


# Against the second scorer ----------------------------------------------------------------------

SWITCHED = (
    "scale",
    "equality",
    "litige_belote",
    "carry_to",
    "bonus_in_contract",
    "chute_announcements",
    "capot_announcements",
    "capot_defence",
    "capot_points",
    "takers_need",
    "belote_on_chute",
    "rebelote_pardon",
    "rounding",
    "win_by_belote",
)
"""The switches that touch a score."""

SUMS = [points for points in range(153) if points not in (1, 151)]


def pick_rules(random: Random) -> Rules:
    """Any rules; a switch has its default as often as another value."""
    chosen = {name: random.choice(list(SWITCHES[name].values)) for name in SWITCHED}
    usual = {name for name in SWITCHED[1:] if random.random() < 0.5}
    return resolve_rules(switches={name: one for name, one in chosen.items() if name not in usual})


@cache
def comparisons() -> list[Comparison | ByTeam[int] | None]:
    """Announcements of which some won, some lost, and some were false."""
    random = Random("announcements")
    rules = resolve_rules("coinche-maison")
    found: list[Comparison | ByTeam[int] | None] = [None, None, ByTeam(0, 0)]
    found += [ByTeam(points, 0) for points in (20, 50, 150)]
    found += [ByTeam(0, points) for points in (20, 100, 540)]
    pack = [f"{rank}{of}" for of in "SHDC" for rank in INTERNATIONAL.ranks]
    while len(found) < 400:
        order = sorted(pack, key=lambda card: (random.random() < 0.5, card[-1], random.random()))
        dealt = {seat: hand(" ".join(order[at * 8 : at * 8 + 8])) for at, seat in enumerate(SEATS)}
        false = {seat: [said("carre")] for seat in SEATS if random.random() < 0.1}
        made = compare(false, dealt, suit("H"), rules, declare_best=True)
        if any(made.points) or any(made.awards):
            found.append(made)
    return found


def pick_donne(random: Random, rules: Rules) -> Donne:
    points = random.choice([*SUMS, *[0, 152, 71, 81, 61, 51, 72, 82] * 12])
    last, takers = random.choice(TEAMS), random.choice(TEAMS)
    lowest, highest = (1 if points or last is NS else 0), (7 if points < 152 or last is EW else 8)
    tricks = random.choice([lowest, highest, highest])
    won = ByTeam(tricks, 8 - tricks)
    if points not in (0, 152) and random.random() < 0.5:
        won = None  # type: ignore[assignment]  # not counted
    form: Any = CountedPoints(ByTeam(points, 152 - points), last, won)
    if random.random() < 0.2:
        capot = random.choice([None, *TEAMS])
        total = points + 10 if last is NS else points
        whole = won and winner_of_all(won)
        form = CountedTotals(ByTeam(total, 162 - total), None, whole, won)
        if capot:
            form = CountedTotals(capot=capot, last_trick=random.choice([None, capot]))
    flags = [random.random() < 0.8, *[random.random() < 0.5 for _ in range(3)]]
    claim = BeloteClaim(random.choice(TEAMS), *flags) if random.random() < 0.7 else None
    announced = random.choice([None, random.choice(comparisons())])
    near = points + 10 * (last is takers) if takers is NS else 152 - points
    return Donne(
        suit("H"),
        takers,
        form,
        claim,
        announced,
        carry_in=random.choice([0, 0, 81, 162, 85]),
        contract=some_contract(random, rules, near + random.choice([0, 20, 100])),
    )


def pick_level(random: Random, rules: Rules) -> Donne:
    """Return a donne of 81 points on both sides, of which the takers bid 80 if anything."""
    takers, last = random.choice(TEAMS), random.choice(TEAMS)
    form = CountedPoints(ByTeam(71, 81) if last is NS else ByTeam(81, 71), last)
    bid = LOWEST_BID if SCALES[rules.scale].has_bid else None
    coinche = random.choice([None, *Coinche]) if SCALES[rules.scale].has_contract else None
    contract = Contract(bid, coinche) if bid or coinche else None
    return Donne(suit("H"), takers, form, carry_in=random.choice([0, 81]), contract=contract)


def winner_of_all(won: ByTeam[int]) -> Team | None:
    return {8: NS, 0: EW}.get(won.NS)


def naive_rules(rules: Rules) -> naive.Rules:
    named = dict(zip(SWITCHES, choices_of(rules), strict=True))
    return naive.Rules(**{name: named[name] for name in SWITCHED})


def pair(of: ByTeam[int]) -> dict[str, int]:
    return {"NS": of.NS, "EW": of.EW}


def naive_donne(donne: Donne) -> naive.Donne:
    """The same donne for the second scorer, whose announcements are points."""
    form = donne.form
    eight = None
    if isinstance(form, CountedPoints):
        points, last = form.card_points, form.last_trick
        if form.tricks_won:
            eight = winner_of_all(form.tricks_won)
    else:
        assert isinstance(form, CountedTotals)
        points, last = form.totals or ByTeam(0, 0), None
        eight = form.capot
        if eight and form.last_trick:
            points, last = (ByTeam(152, 0) if eight is NS else ByTeam(0, 152)), eight
    claim, contract = donne.belote, donne.contract or Contract()
    settled = donne.announcements
    won = lost = awards = ByTeam(0, 0)
    if isinstance(settled, Comparison):
        won, awards = settled.points, settled.awards
        idle = [one for one in settled.rulings if one.ruling.announcement and not one.counted]
        sums = {
            team: sum(
                one.ruling.announcement.points
                for one in idle
                if one.seat.team is team and one.ruling.announcement
            )
            for team in TEAMS
        }
        lost = ByTeam(sums[NS], sums[EW])
    elif settled:
        won = settled
    return naive.Donne(
        takers=donne.takers,
        points=pair(points),
        last=last,
        eight=eight,
        contract=naive.Contract(contract.bid, contract.coinche),
        holder=None,
        claim=claim
        and naive.Claim(
            claim.team, claim.said, claim.rebelote, claim.claimed_at_count, claim.pardon_used
        ),
        won=pair(won),
        lost=pair(lost),
        awards=pair(awards),
        carry=donne.carry_in,
    )


def donnes(seed: str, number: int) -> Iterator[tuple[Donne, Rules]]:
    random = Random(seed)
    for _ in range(number):
        rules = pick_rules(random)
        pick = pick_level if random.random() < 0.2 else pick_donne
        yield pick(random, rules), rules


def test_a_second_scorer_agrees() -> None:
    seen = set()
    for donne, rules in donnes("scorer", tries(2000)):
        assert validate_donne(donne, rules) == []
        found, expected = (
            judge_donne(donne, rules),
            naive.score(naive_donne(donne), naive_rules(rules)),
        )
        assert found.outcome == expected.outcome
        assert found.capot == expected.capot
        assert pair(found.totals) == expected.totals
        assert pair(found.scores) == expected.scores
        assert found.carry_out == expected.carry_out
        assert [_plain(line) for line in found.lines] == [tuple(one) for one in expected.lines]
        ruled = expected.belote
        assert (found.belote.team, found.belote.points) == (ruled.team, ruled.points)
        assert found.belote.status == ruled.status
        coinche = donne.contract and donne.contract.coinche
        seen.add((rules.scale, found.outcome, coinche))
    cells = {
        (scale, outcome, coinche)
        for scale, table in SCALES.items()
        for outcome in Outcome
        for coinche in (None, *(Coinche if table.coinched else ()))
    }
    assert seen == cells


def _plain(line: Line) -> tuple[Any, ...]:
    return line.item, line.points, line.counted_by, line.marked_by, line.carried


UNSCORED = [Passed(), Decided(ByTeam(0, 162), "the cards fell")]


def naive_entry(donne: GameDonne) -> naive.Entry:
    if isinstance(donne, Donne):
        return naive_donne(donne)
    return pair(donne.scores) if isinstance(donne, Decided) else None


def in_a_game(donne: Donne) -> Donne:
    """Return a donne without what follows from the game: carried points and pardons."""
    claim = donne.belote and replace(donne.belote, pardon_used=False)
    return replace(donne, carry_in=0, belote=claim)


def test_a_second_sheet_agrees() -> None:
    random = Random("sheet")
    ends = set()
    for _ in range(tries(1000)):
        rules = pick_rules(random)
        several: list[GameDonne] = [
            in_a_game(pick_donne(random, rules))
            if random.random() < 0.9
            else random.choice(UNSCORED)
            for _ in range(random.randrange(1, 6))
        ]
        if random.random() < 0.4:  # a contract that fails, with a belote
            contract = some_contract(random, rules, 0)
            several.append(take(45, EW, belote=OURS, contract=contract))
        reached = max(play_out(several, 10_000, rules).totals)
        target = max(1, reached - random.choice([-10, 0, 10, 19, 200]))
        sheet = play_out(several, target, rules)
        entries = [naive_entry(one) for one in several]
        expected = naive.play_game(entries, target, naive_rules(rules))
        assert pair(sheet.totals) == expected.totals
        assert (sheet.carry_out, sheet.winner) == (expected.carry_out, expected.winner)
        assert [pair(row.scores) for row in sheet.rows] == [
            dict(one.scores) for one in expected.rows
        ]
        ends.add(sheet.explanation[-1].code)
    assert {Code.GAME_WON, Code.GAME_GOES_ON, Code.GAME_NOT_BY_BELOTE} <= ends
