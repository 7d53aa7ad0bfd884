"""The naive scorer of all scales by hand, and the game beside it: two arbiters agree on any donne.

By hand North-South take in hearts and nothing is rounded, unless a test says otherwise.
`BELOTE_DONNES` sets how many donnes are tried, in place of what the profile says.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from service.belote.checks import validate_donne, validate_game
from service.belote.donne import score as score_of_the_game
from service.belote.game import Decided, DonneForm, Passed, play_out
from service.belote.rules import CLASSIQUE
from service.belote.rules import Rules as GameRules
from service.belote.table import SEATS, ByTeam, Team
from tests.reference import naive_donne as naive
from tests.reference.naive_scales import (
    NOTHING,
    TEAMS,
    Claim,
    Contract,
    Donne,
    Entry,
    Line,
    Result,
    Rules,
    play_game,
    rounded,
    score,
)
from tests.support.profiles import tries
from tests.support.scales import (
    a_case,
    by_team,
    figures,
    of_the_scorer,
    some_rules,
    told_of,
    with_their_belote,
)

DONNES = int(os.environ.get("BELOTE_DONNES") or tries(2000))

BID = Rules(scale="bid")
COINCHEE = Rules(scale="coinchee")
COINCHE, SURCOINCHE = "coinche", "surcoinche"


def points(ns: int, ew: int = 0) -> dict[str, int]:
    return {"NS": ns, "EW": ew}


def donne(cards: int, last: str = "NS", **more: Any) -> Donne:
    """A donne of these card points of North-South."""
    return Donne("NS", points(cards, 152 - cards), last, **more)


def bid(cards: int, promised: int | str, coinche: str | None = None, **more: Any) -> Donne:
    return donne(cards, contract=Contract(promised, coinche), **more)


def capot(promised: int | str | None = None, coinche: str | None = None, **more: Any) -> Donne:
    return donne(152, eight="NS", contract=Contract(promised, coinche), **more)


BELOTE = Claim("NS")
THEIR_BELOTE = Claim("EW")
CINQUANTE = points(0, 50)


# The figures of every scale -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("case", "rules", "outcome", "ns", "ew"),
    [
        (bid(88, 80), BID, "made", 178, 64),
        (bid(88, 80), replace(BID, rounding="tens"), "made", 180, 60),
        (bid(88, 110), BID, "chute", 0, 270),
        (bid(88, 110, COINCHE), BID, "chute", 0, 540),
        (bid(88, 110, SURCOINCHE), BID, "chute", 0, 1080),
        (bid(88, 110, claim=BELOTE), BID, "made", 228, 64),
        (bid(88, 110, claim=BELOTE), replace(BID, rounding="tens"), "made", 230, 60),
        (bid(88, 110, COINCHE, claim=BELOTE), BID, "made", 580, 0),
        (bid(88, 120, claim=THEIR_BELOTE), BID, "chute", 0, 300),
        (bid(88, 120, COINCHE, claim=THEIR_BELOTE), BID, "chute", 0, 600),
        (bid(60, 110, claim=BELOTE), BID, "chute", 20, 270),
        (bid(60, 110, COINCHE, claim=BELOTE), BID, "chute", 20, 540),
        (bid(71, 80), BID, "litige", 0, 81),
        (bid(71, 80), replace(BID, rounding="tens"), "litige", 0, 80),
        (bid(71, 80, COINCHE), BID, "litige", 0, 81),
        (bid(71, 90), BID, "chute", 0, 250),
        (capot("capot"), BID, "made", 502, 0),
        (bid(150, "capot"), BID, "chute", 0, 410),
        (capot(100, won=CINQUANTE), BID, "made", 402, 0),
        (capot(100, COINCHE, won=CINQUANTE), BID, "made", 800, 0),
        (donne(88), COINCHEE, "made", 98, 64),
        (bid(88, 0, COINCHE), COINCHEE, "made", 324, 0),
        (donne(78, "EW", contract=Contract(None, SURCOINCHE)), COINCHEE, "chute", 0, 648),
        (donne(88), Rules(), "made", 98, 64),
        (donne(88, claim=BELOTE), Rules(), "made", 118, 64),
        (donne(78, "EW"), Rules(), "chute", 0, 162),
        (donne(55, "EW", claim=BELOTE), Rules(), "chute", 20, 162),
        (donne(71), Rules(), "litige", 0, 81),
        (capot(claim=THEIR_BELOTE), Rules(), "made", 252, 20),
    ],
)
def test_the_worked_figures(case: Donne, rules: Rules, outcome: str, ns: int, ew: int) -> None:
    found = score(case, rules)
    assert (found.outcome, found.scores) == (outcome, points(ns, ew))
    assert found.carry_out == (81 if outcome == "litige" else 0)


@pytest.mark.parametrize(
    ("case", "rules", "ns", "ew"),
    [
        (bid(88, 110, claim=BELOTE), BID, 118, 64),
        (bid(88, 120, claim=THEIR_BELOTE), BID, 98, 84),
        (capot(100, won=CINQUANTE), BID, 302, 0),
        (capot(100, won=CINQUANTE), replace(BID, capot_points=250), 300, 0),
        (capot(100, won=CINQUANTE), replace(BID, bonus_in_contract="belote"), 252, 0),
        (bid(88, 110, claim=BELOTE), replace(BID, bonus_in_contract="none"), 98, 64),
    ],
)
def test_totals_are_what_was_compared(case: Donne, rules: Rules, ns: int, ew: int) -> None:
    assert score(case, rules).totals == points(ns, ew)


# The rules of the new scales, one by one ------------------------------------------------------


def their_capot(**more: Any) -> Donne:
    """The defence wins all tricks."""
    return donne(0, "EW", eight="EW", **more)


@pytest.mark.parametrize(
    ("case", "rules", "outcome", "ns", "ew"),
    [
        # A bid that is reached is no more than half of it: the total must be above the other one.
        (bid(88, 80, won=CINQUANTE), BID, "chute", 0, 290),
        (bid(71, 80), replace(BID, equality="made"), "made", 161, 81),
        (bid(71, 80), replace(BID, equality="chute"), "chute", 0, 240),
        (bid(71, 90), replace(BID, equality="made"), "chute", 0, 250),
        # What helps to the bid is the table's choice; what helps is marked or not all the same.
        (bid(88, 110, claim=BELOTE), replace(BID, bonus_in_contract="none"), "chute", 20, 270),
        (bid(88, 90, won=points(50)), replace(BID, bonus_in_contract="belote"), "made", 238, 64),
        # The lumps: a capot of the defence counts no more under bid, under coinchee as in classic.
        (their_capot(contract=Contract(80)), BID, "chute", 0, 240),
        (their_capot(contract=Contract(80, COINCHE)), BID, "chute", 0, 480),
        (their_capot(contract=Contract(None, COINCHE)), COINCHEE, "chute", 0, 504),
        (
            their_capot(contract=Contract(None, COINCHE)),
            replace(COINCHEE, capot_defence=162),
            "chute",
            0,
            324,
        ),
        (capot(None, SURCOINCHE), COINCHEE, "made", 1008, 0),
        (capot(None, SURCOINCHE), replace(COINCHEE, capot_points=250), "made", 1000, 0),
        (capot("capot", COINCHE), replace(BID, capot_points=250), "made", 1000, 0),
        (capot("capot"), replace(BID, capot_points=250), "made", 500, 0),
        # A higher bid is missed with all eight tricks.
        (capot(400), BID, "chute", 0, 560),
        # fixed_82 is of the scales without a bid.
        (bid(88, 110), replace(BID, takers_need="fixed_82"), "chute", 0, 270),
        (
            donne(72, claim=THEIR_BELOTE, contract=Contract(None, COINCHE)),
            replace(COINCHEE, takers_need="fixed_82"),
            "made",
            324,
            20,
        ),
        # The belote of who marks is doubled, the other one is not.
        (
            bid(60, 110, COINCHE, claim=BELOTE),
            replace(BID, belote_on_chute="lost"),
            "chute",
            0,
            580,
        ),
        (bid(90, 80, COINCHE, claim=THEIR_BELOTE), BID, "made", 480, 20),
        # All announcements that stand are doubled, whoever won them, and on a chute as agreed.
        (bid(120, 80, COINCHE, won=CINQUANTE), BID, "made", 580, 0),
        (
            bid(60, 80, COINCHE, won=points(20), lost=CINQUANTE),
            replace(BID, chute_announcements="declared"),
            "chute",
            0,
            620,
        ),
        (
            bid(60, 80, COINCHE, won=points(20)),
            replace(BID, chute_announcements="none"),
            "chute",
            0,
            480,
        ),
        (
            capot(100, COINCHE, won=CINQUANTE, lost=points(20)),
            replace(BID, capot_announcements="declared"),
            "made",
            840,
            0,
        ),
    ],
)
def test_the_rules_of_the_scales(case: Donne, rules: Rules, outcome: str, ns: int, ew: int) -> None:
    found = score(case, rules)
    assert (found.outcome, found.scores) == (outcome, points(ns, ew))


@pytest.mark.parametrize(
    ("case", "rules", "ns", "ew", "waits"),
    [
        (bid(88, 80, COINCHE, carry=81), BID, 561, 0, 0),
        (bid(88, 110, COINCHE, carry=81), BID, 0, 621, 0),
        (bid(88, 110, COINCHE, carry=81), replace(BID, carry_to="takers"), 81, 540, 0),
        (bid(88, 110, COINCHE, carry=81), replace(BID, carry_to="contract_made"), 0, 540, 81),
        (bid(71, 80, COINCHE, carry=81), replace(BID, carry_to="takers"), 0, 81, 162),
        (
            their_capot(contract=Contract(80), carry=81),
            replace(BID, carry_to="contract_made"),
            0,
            240,
            81,
        ),
        (bid(88, 80, carry=85), replace(BID, rounding="tens"), 260, 60, 0),
        (bid(71, 80, carry=85), replace(BID, rounding="tens"), 0, 80, 166),
        (bid(88, 110, COINCHE, awards=points(50, 20)), BID, 50, 560, 0),
    ],
)
def test_carries_and_awards_are_never_doubled(
    case: Donne, rules: Rules, ns: int, ew: int, waits: int
) -> None:
    found = score(case, rules)
    assert (found.scores, found.carry_out) == (points(ns, ew), waits)


@pytest.mark.parametrize(("given", "written"), [(84, 80), (85, 90), (80, 80), (0, 0), (1085, 1090)])
def test_five_is_rounded_upwards(given: int, written: int) -> None:
    assert rounded(given, Rules(rounding="tens")) == written
    assert rounded(given, Rules()) == given


# The lines ------------------------------------------------------------------------------------


def told(case: Donne, rules: Rules) -> list[str]:
    return [
        f"{one.item} {one.points} {one.counted_by} {'waits' if one.carried else one.marked_by}"
        for one in score(case, rules).lines
    ]


def test_the_lines_of_a_contract_that_is_made() -> None:
    assert told(bid(88, 80, claim=THEIR_BELOTE), replace(BID, rounding="tens")) == [
        "cards 88 NS NS",
        "cards 64 EW EW",
        "dix_de_der 10 NS NS",
        "belote 20 EW EW",
        "bid 80 None NS",
        "rounding 2 None NS",
        "rounding -4 None EW",
    ]


def test_the_lines_of_a_doubled_chute() -> None:
    case = bid(
        88,
        120,
        COINCHE,
        claim=THEIR_BELOTE,
        won=points(20),
        lost=points(0, 20),
        awards=points(50),
        carry=81,
    )
    assert told(case, replace(BID, chute_announcements="declared")) == [
        "cards 88 NS None",
        "cards 64 EW None",
        "dix_de_der 10 NS None",
        "base 160 None EW",
        "belote 20 EW EW",
        "announcements 20 NS EW",
        "announcements 50 None NS",
        "announcements 20 None EW",
        "bid 120 None EW",
        "coinche 340 None EW",
        "carry 81 None EW",
    ]


def test_the_lines_of_a_doubled_capot() -> None:
    case = capot(None, SURCOINCHE, claim=THEIR_BELOTE, won=CINQUANTE)
    assert told(case, COINCHEE) == [
        "cards 152 NS None",
        "cards 0 EW None",
        "capot 100 NS None",
        "base 252 None NS",
        "belote 20 EW EW",
        "announcements 50 NS NS",
        "coinche 906 None NS",
    ]


def test_the_lines_of_a_litige_are_those_of_the_classic_scale() -> None:
    case = bid(71, 80, COINCHE, claim=None, carry=10)
    assert told(case, BID) == [
        "cards 71 NS waits",
        "cards 81 EW EW",
        "dix_de_der 10 NS waits",
        "carry 10 None waits",
    ]
    assert told(case, BID) == told(replace(case, contract=Contract()), Rules())


def test_a_chute_that_is_not_doubled_has_a_lump_under_bid_alone() -> None:
    case = donne(78, "EW")
    assert (
        told(case, Rules())
        == told(case, COINCHEE)
        == [
            "cards 78 NS EW",
            "cards 74 EW EW",
            "dix_de_der 10 EW EW",
        ]
    )
    assert told(replace(case, contract=Contract(80)), BID)[-2:] == [
        "base 160 None EW",
        "bid 80 None EW",
    ]


def test_points_of_whole_tricks_have_a_line_a_side() -> None:
    case = Donne("NS", points(98, 64), None, contract=Contract(80))
    assert told(case, BID) == ["tricks 98 NS NS", "tricks 64 EW EW", "bid 80 None NS"]
    all_theirs = Donne("NS", points(0, 162), None, eight="EW", contract=Contract(80))
    assert score(all_theirs, BID).lines[:3] == [
        Line("tricks", 0, "NS"),
        Line("tricks", 252, "EW"),
        Line("base", 160, None, "EW"),
    ]


# The belote -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("holder", "claim", "expected"),
    [
        ("nobody", None, (None, 0, "nobody", True)),
        (None, None, (None, 0, "not_told", True)),
        ("EW", None, ("EW", 0, "not_told", True)),
        ("EW", Claim(), ("EW", 20, "scored", True)),
        (None, Claim("NS", pardon_used=True), ("NS", 20, "scored", False)),
        ("EW", Claim(said=False), ("EW", 0, "not_said", True)),
        (None, Claim(said=False), (None, 0, "not_said", True)),
        (None, Claim("NS", rebelote=False), ("NS", 0, "rebelote_forgotten", True)),
        (None, Claim("NS", True, False, True), ("NS", 20, "pardoned", False)),
        (None, Claim("NS", True, False, True, True), ("NS", 0, "rebelote_forgotten", False)),
    ],
)
def test_what_becomes_of_the_belote(
    holder: str | None, claim: Claim | None, expected: tuple[str | None, int, str, bool]
) -> None:
    assert score(donne(88, holder=holder, claim=claim)).belote == expected


def test_a_table_without_a_pardon_pardons_nobody() -> None:
    found = score(donne(88, claim=Claim("NS", True, False, True)), Rules(rebelote_pardon="none"))
    assert (found.belote.points, found.belote.status) == (0, "rebelote_forgotten")


# A game ---------------------------------------------------------------------------------------

FORGOTTEN = Claim("NS", True, False, True)


@pytest.mark.parametrize(
    ("pardon", "statuses"),
    [
        ("team", ["pardoned", "rebelote_forgotten", "pardoned"]),
        ("game", ["pardoned", "rebelote_forgotten", "rebelote_forgotten"]),
        ("none", ["rebelote_forgotten"] * 3),
    ],
)
def test_a_pardon_is_of_the_team_or_of_the_game(pardon: str, statuses: list[str]) -> None:
    theirs = donne(88, claim=replace(FORGOTTEN, team="EW"))
    sheet = play_game(
        [donne(88, claim=FORGOTTEN), None, donne(88, claim=FORGOTTEN), theirs],
        1000,
        Rules(rebelote_pardon=pardon),
    )
    assert [row.result.belote.status for row in sheet.rows if row.result] == statuses


def test_a_carry_waits_over_what_is_not_played() -> None:
    sheet = play_game([donne(71), None, points(10, 20), donne(88)], 1000)
    assert [(row.carry_in, row.carry_out) for row in sheet.rows] == [
        (0, 81),
        (81, 81),
        (81, 81),
        (81, 0),
    ]
    assert (sheet.totals, sheet.carry_out) == (points(98 + 81 + 10, 81 + 20 + 64), 0)


LOST_WITH_BELOTE = donne(55, "EW", claim=BELOTE)
STRICT = Rules(win_by_belote=False)


@pytest.mark.parametrize(
    ("before", "rules", "winner"),
    [
        (points(980, 100), Rules(), "NS"),
        (points(980, 100), STRICT, None),
        (points(980, 838), Rules(), None),  # level
        (points(979, 900), Rules(), "EW"),  # not there, and the others are
        (points(985, 830), STRICT, None),  # the others are there too, and below
        (points(980, 840), STRICT, "EW"),  # the others are there, and above
        (points(1000, 100), STRICT, "NS"),  # there without it
    ],
)
def test_a_belote_alone_wins_no_game(
    before: dict[str, int], rules: Rules, winner: str | None
) -> None:
    assert play_game([before, LOST_WITH_BELOTE], 1000, rules).winner == winner


def test_the_end_of_a_game_is_asked_again_after_the_next_donne() -> None:
    first: list[Entry] = [points(980, 100), LOST_WITH_BELOTE]
    assert play_game([*first, None], 1000, STRICT).winner is None
    assert play_game([*first, donne(88)], 1000, STRICT).winner == "NS"
    assert play_game([*first, donne(0, "EW")], 1000, STRICT).winner == "NS"


def test_a_side_without_a_trick_does_not_win_by_its_belote_either() -> None:
    case = capot(claim=THEIR_BELOTE)
    assert play_game([points(0, 980), case], 1000, Rules()).winner == "EW"
    assert play_game([points(0, 980), case], 1000, STRICT).winner is None
    assert play_game([points(748, 985), case], 1000, STRICT).winner is None
    assert play_game([NOTHING, case], 252, STRICT).winner == "NS"


# The game beside it ---------------------------------------------------------------------------


def test_the_scorer_knows_every_switch_of_the_score() -> None:
    assert of_the_scorer(CLASSIQUE) == Rules()


def assert_lines_add_up(found: Result) -> None:
    for team in TEAMS:
        counted = [line.points for line in found.lines if line.counted_by == team]
        marked = [line.points for line in found.lines if line.marked_by == team]
        assert (sum(counted), sum(marked)) == (found.totals[team], found.scores[team])
    assert sum(line.points for line in found.lines if line.carried) == found.carry_out


def test_two_arbiters_agree_on_a_donne_of_any_scale() -> None:
    random, seen = Random(51), Counter[str]()
    for _ in range(DONNES):
        rules = some_rules(random)
        case = a_case(random, rules)
        assert validate_donne(case.donne, rules) == []
        found = score_of_the_game(case.donne, rules)
        scorer = of_the_scorer(rules)
        second = score(told_of(case.facts, found.announcements), scorer)
        assert figures(found) == second, (case, scorer)
        assert_lines_add_up(second)
        seen.update({line.item for line in second.lines})
        seen.update([f"{scorer.scale} {second.outcome}", second.belote.status])
        seen[f"{scorer.scale} capot"] += second.capot is not None
        seen["waits"] += second.carry_out > 0
    scales = ("classic", "coinchee", "bid")
    outcomes = {
        f"{scale} {one}" for scale in scales for one in ("made", "chute", "litige", "capot")
    }
    rare = {one for one in outcomes if seen[one] < DONNES / 200}
    items = {"cards", "dix_de_der", "capot", "tricks", "base", "belote", "announcements", "bid"}
    items |= {"coinche", "carry", "rounding", "waits", "pardoned", "rebelote_forgotten"}
    assert rare | {one for one in items if seen[one] < DONNES / 100} == set()


def some_game(random: Random, rules: GameRules) -> list[tuple[DonneForm, Entry]]:
    """Each donne as the game is told it and as the naive sheet is."""
    if random.random() < 0.2:  # a team far ahead takes with a belote, and loses
        ahead, far = random.choice(list(Team)), [140] * random.randrange(1, 4)
        cases = [with_their_belote(ahead, own, rules) for own in (*far, 30)]
        return [(case.donne, case.facts) for case in cases]
    return [some_entry(random, rules) for _ in range(random.randrange(1, 6))]


def some_entry(random: Random, rules: GameRules) -> tuple[DonneForm, Entry]:
    """A donne without what the game itself writes into it, carry and used pardons, or none."""
    dealer = random.choice([None, *SEATS])
    if random.random() < 0.1:
        return Passed(dealer), None
    if random.random() < 0.1:
        scores = ByTeam(random.choice([0, 85, 162]), random.choice([0, 85, 162]))
        return Decided(scores, "so be it", dealer), by_team(scores)
    case = a_case(random, rules)
    claim, told = case.donne.belote, case.facts.claim
    donne = replace(case.donne, carry_in=0, belote=claim and replace(claim, pardon_used=False))
    facts = replace(case.facts, carry=0, claim=told and replace(told, pardon_used=False))
    return donne, told_of(facts, score_of_the_game(donne, rules).announcements)


def test_two_arbiters_agree_on_a_game_of_any_scale() -> None:
    random, ends = Random(52), Counter[str | None]()
    for _ in range(DONNES // 4):
        rules = some_rules(random)
        scorer = of_the_scorer(rules)
        game = some_game(random, rules)
        told = [one for _, one in game]
        most = max(play_game(told, 1, scorer).totals.values())
        target = max(1, most - random.choice([-1, 0, 1, 10, 20, 21, 200]))
        played = 1
        while played < len(told) and not play_game(told[:played], target, scorer).winner:
            played += 1
        second = play_game(told[:played], target, scorer)
        donnes = [donne for donne, _ in game[:played]]
        assert validate_game(donnes, target, rules) == []
        sheet = play_out(donnes, target, rules)
        rows = [(by_team(row.scores), row.carry_in, row.carry_out) for row in sheet.rows]
        assert rows == [(row.scores, row.carry_in, row.carry_out) for row in second.rows]
        assert [by_team(row.announcements) for row in sheet.rows] == [
            one.won if isinstance(one, Donne) else NOTHING for one in told[:played]
        ]
        dealers = [donne.dealt_by and str(donne.dealt_by) for donne in donnes]
        assert [row.dealer for row in sheet.rows] == naive.dealers(dealers)
        assert (by_team(sheet.totals), sheet.carry_out) == (second.totals, second.carry_out)
        assert (sheet.winner and str(sheet.winner)) == second.winner, (told, scorer, target)
        ends[second.winner] += 1
        usual = play_game(told[:played], target, replace(scorer, win_by_belote=True)).winner
        ends["not by belote"] += usual != second.winner
    assert min(ends[one] for one in (*TEAMS, None)) > DONNES / 50
    assert ends["not by belote"] > DONNES / 400
