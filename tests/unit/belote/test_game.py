"""The sheet: what passes from donne to donne, and who wins when."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.belote.audit.events import Log
from service.belote.cards import Suit
from service.belote.checks import Contradiction, Subject, any_is_inconsistent, validate_game
from service.belote.codes import Code
from service.belote.donne import judge_donne
from service.belote.game import (
    Decided,
    GameDonne,
    Logged,
    Passed,
    Sheet,
    UnderRules,
    donne_and_rules,
    play_out,
    winner,
)
from service.belote.inputs import BeloteClaim, Contract, CountedPoints, Donne
from service.belote.presets import resolve_rules
from service.belote.rules import (
    CLASSIQUE,
    TARGET,
    BeloteStatus,
    CarryTo,
    Outcome,
    RebelotePardon,
    Rules,
    Scale,
)
from service.belote.scales import Coinche
from service.belote.table import FROM, TEAMS, ByTeam, Seat, Team
from tests.support.audits import log_of
from tests.support.donnes import counts, of_play, stories
from tests.support.notation import codes, hand, kind, told, told_of, where
from tests.support.tables import bid_for, some_donne, some_rules
from tests.support.written_logs import AUCTION, WHOLE, WORKED, events_of

NS, EW = Team.NS, Team.EW
PASSED = Passed()
unhurried = settings(deadline=None)


def taken(ns: int, last: Team, takers: Team = NS, tricks: int | None = None) -> Donne:
    """Taken by North-South, who have `ns` card points; `last` won the last trick."""
    won = None if tricks is None else ByTeam(tricks, 8 - tricks)
    return Donne(Suit.HEARTS, takers, CountedPoints(ByTeam(ns, 152 - ns), last, won))


MADE = taken(88, NS)  # 98-64
CHUTE = taken(78, EW)  # 0-162
LITIGE = taken(71, NS)  # 0-81, 81 carried
CAPOT = taken(152, NS, tricks=8)  # 252-0
AT_A_CONTRACT_MADE = replace(CLASSIQUE, carry_to=CarryTo.CONTRACT_MADE)
FORGOTTEN = replace(MADE, belote=BeloteClaim(NS, rebelote=False, claimed_at_count=True))
THEIRS = replace(MADE, belote=BeloteClaim(EW, rebelote=False, claimed_at_count=True))


def placed(donnes: list[GameDonne], target: int = TARGET) -> list[tuple[str, str]]:
    return [(kind(one), where(one.subject)) for one in validate_game(donnes, target)]


# The rows ---------------------------------------------------------------------------------------


def test_the_sheet_of_document_001_adds_its_columns() -> None:
    sheet = play_out([MADE, CHUTE, LITIGE, CAPOT], 2000)
    assert [row.scores for row in sheet.rows] == [
        ByTeam(98, 64),
        ByTeam(0, 162),
        ByTeam(0, 81),
        ByTeam(333, 0),
    ]
    assert [row.running for row in sheet.rows] == [
        ByTeam(98, 64),
        ByTeam(98, 226),
        ByTeam(98, 307),
        ByTeam(431, 307),
    ]
    assert [row.outcome for row in sheet.rows] == ["made", "chute", "litige", "made"]
    assert [row.number for row in sheet.rows] == [1, 2, 3, 4]
    assert (sheet.totals, sheet.carry_out, sheet.winner) == (ByTeam(431, 307), 0, None)
    assert sheet.rows[3].capot is NS


def test_the_carry_goes_from_donne_to_donne() -> None:
    sheet = play_out([LITIGE, LITIGE, CHUTE, MADE])
    assert [(row.carry_in, row.carry_out) for row in sheet.rows] == [
        (0, 81),
        (81, 162),
        (162, 0),
        (0, 0),
    ]
    assert sheet.rows[2].scores == ByTeam(0, 324)


def test_a_passed_donne_writes_nothing_and_the_carry_waits() -> None:
    sheet = play_out([LITIGE, PASSED, MADE])
    row = sheet.rows[1]
    assert (row.passed, row.takers, row.outcome, row.capot, row.belote) == (True, *[None] * 4)
    assert (row.scores, row.running, row.carry_in, row.carry_out) == (
        ByTeam(0, 0),
        ByTeam(0, 81),
        81,
        81,
    )
    assert sheet.rows[2].scores == ByTeam(179, 64)
    assert codes(sheet)[2] == "row_passed"


def test_a_carry_that_nobody_won_is_left_on_the_sheet() -> None:
    sheet = play_out([LITIGE, PASSED])
    assert (sheet.carry_out, sheet.totals) == (81, ByTeam(0, 81))
    assert told(sheet.explanation)[-2:] == [
        "carry_waits_on: points 81",
        "game_goes_on: ns 0, ew 81, target 1000",
    ]


@pytest.mark.parametrize(
    ("donnes", "rules", "said"),
    [
        ([LITIGE], CLASSIQUE, "carry_waits: points 81"),
        ([LITIGE, LITIGE], CLASSIQUE, "carry_waits_on: points 162"),
        ([LITIGE, CHUTE], AT_A_CONTRACT_MADE, "carry_to_contract_made: points 81"),
    ],
)
def test_what_still_waits_is_of_the_last_donne_or_of_those_before(
    donnes: list[GameDonne], rules: Rules, said: str
) -> None:
    assert told(play_out(donnes, rules=rules).explanation)[-2] == said


def test_the_row_names_the_team_that_marks_a_belote() -> None:
    said = replace(MADE, belote=BeloteClaim(EW))
    silent = replace(MADE, belote=BeloteClaim(EW, said=False))
    assert [row.belote for row in play_out([said, silent, MADE]).rows] == [EW, None, None]


def test_the_sheet_is_told_row_by_row() -> None:
    donnes: list[GameDonne] = [MADE, CHUTE, LITIGE, PASSED, CAPOT, FORGOTTEN, FORGOTTEN]
    assert told(play_out(donnes, 2000).explanation) == [
        "row_made: donne 1, takers NS, ns 98, ew 64",
        "row_chute: donne 2, takers NS, ns 0, ew 162",
        "row_litige: donne 3, takers NS, ns 0, ew 81",
        "row_carries: donne 3, points 81",
        "row_passed: donne 4",
        "row_capot: donne 5, team NS, ns 333, ew 0",
        "row_carry_won: donne 5, team NS, points 81",
        "row_made: donne 6, takers NS, ns 118, ew 64",
        "row_pardoned: donne 6, team NS",
        "row_made: donne 7, takers NS, ns 98, ew 64",
        "row_rebelote_forgotten: donne 7, team NS",
        "pardon_refused: team NS",
        "game_goes_on: ns 647, ew 435, target 2000",
    ]


def test_a_sheet_tells_the_sum_that_waits_and_a_capot_of_the_defence() -> None:
    beaten = replace(CAPOT, takers=EW)
    assert told(play_out([LITIGE, LITIGE, beaten]).explanation)[:6] == [
        "row_litige: donne 1, takers NS, ns 0, ew 81",
        "row_carries: donne 1, points 81",
        "row_litige: donne 2, takers NS, ns 0, ew 81",
        "row_carried_sum: donne 2, old 81, new 81, total 162",
        "row_capot_of_defence: donne 3, team NS, takers EW, ns 414, ew 0",
        "row_carry_won: donne 3, team NS, points 162",
    ]


def test_a_sheet_without_a_row_has_no_points() -> None:
    sheet = play_out([])
    assert (sheet.rows, sheet.totals, sheet.carry_out, sheet.winner) == ((), ByTeam(0, 0), 0, None)
    assert told(sheet.explanation) == ["game_goes_on: ns 0, ew 0, target 1000"]


# The pardon -------------------------------------------------------------------------------------


def belotes(sheet: Sheet) -> list[int]:
    return [row.ruling.belote.points for row in sheet.rows if row.ruling]


@pytest.mark.parametrize(
    ("pardon", "points"),
    [
        (RebelotePardon.TEAM, [20, 0, 20, 0]),
        (RebelotePardon.GAME, [20, 0, 0, 0]),
        (RebelotePardon.NONE, [0, 0, 0, 0]),
    ],
)
def test_a_forgotten_rebelote_is_pardoned_as_often_as_agreed(
    pardon: RebelotePardon, points: list[int]
) -> None:
    rules = replace(CLASSIQUE, rebelote_pardon=pardon)
    assert belotes(play_out([FORGOTTEN, FORGOTTEN, THEIRS, THEIRS], rules=rules)) == points


def test_a_donne_whose_pardon_is_refused_is_scored_by_the_rules_of_its_table() -> None:
    forgotten = replace(LITIGE, belote=FORGOTTEN.belote)  # 81-81 without the belote
    assert play_out([FORGOTTEN, forgotten]).rows[1].scores == ByTeam(0, 81)
    rules = replace(CLASSIQUE, equality=Outcome.CHUTE)
    assert play_out([FORGOTTEN, forgotten], rules=rules).rows[1].scores == ByTeam(0, 162)


def test_a_belote_said_twice_needs_no_pardon_and_spends_none() -> None:
    said = replace(MADE, belote=BeloteClaim(NS))
    sheet = play_out([said, FORGOTTEN, said, FORGOTTEN])
    assert belotes(sheet) == [20, 20, 20, 0]
    assert codes(sheet)[:6] == [
        "row_made",
        "row_made",
        "row_pardoned",
        "row_made",
        "row_made",
        "row_rebelote_forgotten",
    ]


def test_the_pardon_is_spent_by_the_team_that_the_cards_name() -> None:
    story = next(one for one in stories(400) if one.belote() in ("N", "S"))
    claim = BeloteClaim(rebelote=False, claimed_at_count=True)
    donne = of_play(story, NS, belote=claim)
    assert belotes(play_out([donne, donne])) == [20, 0]
    assert belotes(play_out([FORGOTTEN, donne])) == [20, 0]
    assert belotes(play_out([THEIRS, donne])) == [20, 20]


# The end ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        (ByTeam(999, 998), None),
        (ByTeam(1000, 998), NS),
        (ByTeam(1001, 1200), EW),
        (ByTeam(1100, 1100), None),
        (ByTeam(0, 0), None),
    ],
)
def test_who_is_alone_highest_at_the_target_wins(
    totals: ByTeam[int], expected: Team | None
) -> None:
    assert winner(totals, 1000) is expected


def test_a_game_ends_with_the_donne_that_reaches_the_target() -> None:
    sheet = play_out([CAPOT, CAPOT], 501)
    assert (sheet.target, sheet.totals, sheet.winner) == (501, ByTeam(504, 0), NS)
    assert told(sheet.explanation) == [
        "row_capot: donne 1, team NS, ns 252, ew 0",
        "row_capot: donne 2, team NS, ns 252, ew 0",
        "game_won: team NS, points 504, target 501",
    ]
    assert placed([CAPOT, CAPOT], 501) == []


def test_each_donne_after_the_game_was_won_is_too_much() -> None:
    assert told_of(validate_game([CAPOT, CAPOT, MADE, PASSED], 501)) == [
        "game_over at donne 2: target 501",
        "game_over at donne 3: target 501",
    ]


def test_level_teams_play_on() -> None:
    other_way_round = taken(64, EW, takers=EW)  # 64-98
    level = [MADE, other_way_round]
    sheet = play_out(level, 162)
    assert (sheet.totals, sheet.winner) == (ByTeam(162, 162), None)
    assert told(sheet.explanation)[-1] == "game_level: points 162, target 162"
    assert placed([*level, MADE], 162) == []
    assert play_out([*level, MADE], 162).winner is NS
    assert placed([*level, MADE, MADE], 162) == [("game_over", "donne 3")]


def test_the_faults_of_each_donne_have_its_place() -> None:
    wrong = replace(MADE, form=CountedPoints(ByTeam(88, 65), NS))
    assert placed([MADE, wrong, PASSED, wrong]) == [
        ("sum_of_cards", "card_points 1"),
        ("sum_of_cards", "card_points 3"),
    ]


def test_a_faulty_donne_leaves_open_who_had_won_after_it() -> None:
    wrong = replace(MADE, form=CountedPoints(ByTeam(88, 65), NS))
    assert placed([CAPOT, CAPOT, wrong], 501) == [
        ("game_over", "donne 2"),
        ("sum_of_cards", "card_points 2"),
    ]
    assert placed([CAPOT, wrong, CAPOT, MADE], 501) == [("sum_of_cards", "card_points 1")]


def test_one_faulty_donne_makes_a_game_inconsistent() -> None:
    wrong = replace(MADE, form=CountedPoints(ByTeam(88, 65), NS))
    assert not any_is_inconsistent([])
    assert not any_is_inconsistent([PASSED, MADE, CAPOT, CAPOT])
    assert any_is_inconsistent([MADE, PASSED, wrong])


def test_each_donne_of_a_game_is_checked_by_the_rules_of_its_table() -> None:
    announced = replace(MADE, announcements=ByTeam(20, 0))
    rules = replace(CLASSIQUE, announcements=False)
    assert placed([announced]) == []
    assert not any_is_inconsistent([announced])
    assert told_of(validate_game([announced], rules=rules)) == [
        "announcements_off at announcement_points 0: ns 20, ew 0"
    ]
    assert any_is_inconsistent([announced], rules)


def test_who_has_won_a_game_is_told_by_the_rules_of_its_table() -> None:
    level = taken(71, NS)  # 81-81
    assert placed([level, PASSED], 162) == []
    rules = replace(CLASSIQUE, equality=Outcome.CHUTE)
    assert told_of(validate_game([level, PASSED], 162, rules)) == [
        "game_over at donne 1: target 162"
    ]


def unpardoned(donne: Donne) -> Donne:
    """What a game leaves out of its donnes is for the game to say."""
    claim = donne.belote and replace(donne.belote, pardon_used=False)
    return replace(donne, carry_in=0, belote=claim)


# Rules of one donne ---------------------------------------------------------------------------

NO_LITIGE = replace(CLASSIQUE, equality=Outcome.CHUTE)


def test_a_donne_under_its_own_rules_changes_no_other() -> None:
    sheet = play_out([LITIGE, UnderRules(LITIGE, NO_LITIGE), LITIGE])
    assert [row.outcome for row in sheet.rows] == [Outcome.LITIGE, Outcome.CHUTE, Outcome.LITIGE]
    assert [row.rules for row in sheet.rows] == [CLASSIQUE, NO_LITIGE, CLASSIQUE]
    assert [row.carry_out for row in sheet.rows] == [81, 0, 81]
    assert sheet.rows[1].scores == ByTeam(0, 162 + 81)


@pytest.mark.parametrize(
    ("agreed_then", "left"),
    [
        (RebelotePardon.GAME, [20, 0]),
        (RebelotePardon.TEAM, [20, 20]),
        (RebelotePardon.NONE, [0, 20]),
    ],
)
def test_a_pardon_is_spent_as_agreed_when_it_was_given(
    agreed_then: RebelotePardon, left: list[int]
) -> None:
    then = replace(CLASSIQUE, rebelote_pardon=agreed_then)
    assert belotes(play_out([UnderRules(FORGOTTEN, then), THEIRS])) == left


def test_a_donne_was_dealt_as_its_own_rules_have_it() -> None:
    clockwise = resolve_rules("classique", {"direction": "clockwise"})
    first = Passed(Seat.N)
    rows = play_out([first, UnderRules(PASSED, clockwise), PASSED]).rows
    assert [row.dealer for row in rows] == [Seat.N, Seat.E, Seat.N]


def test_who_wins_is_a_matter_of_the_rules_of_the_game() -> None:
    strict = replace(CLASSIQUE, win_by_belote=False)
    lost = replace(taken(60, EW), belote=BeloteClaim(NS))  # 20-162
    assert play_out([CAPOT, UnderRules(lost, strict)], 272).winner is NS
    assert play_out([CAPOT, UnderRules(lost, CLASSIQUE)], 272, strict).winner is None


def test_faults_of_a_donne_are_those_of_its_own_rules() -> None:
    announced = replace(MADE, announcements=ByTeam(20, 0))
    silent = replace(CLASSIQUE, announcements=False)
    found = validate_game([MADE, UnderRules(announced, silent)])
    assert [(kind(one), one.subject.donne) for one in found] == [("announcements_off", 1)]
    assert any_is_inconsistent([UnderRules(announced, silent)])
    assert not any_is_inconsistent([UnderRules(announced, CLASSIQUE)], silent)


def test_a_log_under_its_own_rules_is_still_a_log() -> None:
    over = UnderRules(Logged(Log(())), NO_LITIGE)
    [found] = validate_game([over])
    assert (found.kind, found.subject.in_log) == (Contradiction.DONNE_NOT_OVER, True)
    assert donne_and_rules(over, CLASSIQUE) == (over.donne, NO_LITIGE)


@unhurried
@given(st.integers(0, 2**32))
def test_a_game_of_many_rules_is_its_donnes_one_after_the_other(seed: int) -> None:
    """Whatever scale or contract comes before, each donne is scored as if alone."""
    random = Random(seed)
    several = [some_rules(random) for _ in range(6)]
    sent = [
        UnderRules(unpardoned(bid_for(random, some_donne(random), own)), own) for own in several
    ]
    carry = 0
    pardoned: set[Team] = set()
    sheet = play_out(sent, 500, random.choice(several))
    for row, one in zip(sheet.rows, sent, strict=True):
        assert (row.carry_in, row.rules) == (carry, one.rules)
        assert isinstance(one.donne, Donne)
        alone = judge_donne(replace(one.donne, carry_in=carry), one.rules)
        if alone.belote.team not in pardoned:
            assert row.ruling == alone
        if alone.belote.team and alone.belote.status is BeloteStatus.PARDONED:
            pardoned |= {*TEAMS}
        carry = row.carry_out
    assert {reason.code for reason in sheet.explanation} <= set(Code)
    assert all(None not in reason.params.values() for reason in sheet.explanation)


# Properties -------------------------------------------------------------------------------------

games = st.lists(st.just(PASSED) | counts(), min_size=1, max_size=12)


@pytest.mark.slow
@unhurried
@given(games)
def test_what_the_donnes_bring_is_on_the_sheet(sent: list[GameDonne]) -> None:
    donnes = [unpardoned(one) if isinstance(one, Donne) else one for one in sent]
    sheet = play_out(donnes)
    brought = 0
    for row, donne in zip(sheet.rows, donnes, strict=True):
        if isinstance(donne, Donne) and row.ruling:
            announced = donne.announcements if isinstance(donne.announcements, ByTeam) else (0, 0)
            brought += 252 if row.capot else 162
            brought += row.ruling.belote.points + sum(announced)
    assert sum(sheet.totals) + sheet.carry_out == brought
    assert sheet.totals == ByTeam(
        *(sum(row.scores.of(team) for row in sheet.rows) for team in TEAMS)
    )
    assert {reason.code for reason in sheet.explanation} <= set(Code)
    assert all(None not in reason.params.values() for reason in sheet.explanation)


@unhurried
@given(games)
def test_each_row_is_the_score_of_its_donne_with_the_carry_before_it(sent: list[GameDonne]) -> None:
    rules = replace(CLASSIQUE, rebelote_pardon=RebelotePardon.NONE)
    carry = 0
    for row, donne in zip(play_out(sent, rules=rules).rows, sent, strict=True):
        assert row.carry_in == carry
        if isinstance(donne, Donne):
            assert row.ruling == judge_donne(replace(donne, carry_in=carry), rules)
        carry = row.carry_out


@unhurried
@given(games, st.integers(1, 1500))
def test_a_game_cut_where_it_is_won_has_no_fault(sent: list[GameDonne], target: int) -> None:
    found = validate_game(sent, target)
    late = [one.subject.donne for one in found if one.kind is Contradiction.GAME_OVER]
    kept = sent[: late[0]] if late else sent
    assert validate_game(kept, target) == []
    assert play_out(kept, target).winner or not late


# Logs -------------------------------------------------------------------------------------------

SEVERE = resolve_rules("classique", {"irregular": "donne_lost"})


OUT_OF_TURN = resolve_rules("classique", {"out_of_turn": "donne_lost"})


def logged(text: str) -> Logged:
    return Logged(log_of({"deck": "french", "events": events_of(text)}))


# South, who holds the belote, plays before West.
BY_NS = WHOLE.replace("W 8S; S AS;", "S AS; W 8S;")
BY_BOTH = BY_NS.replace("S KH belote; E 9D;", "E 9D; S KH belote;")
BY_FAULT_OF_NS = logged(BY_NS)
# At a table that was turned by one seat.
BY_FAULT_OF_EW = logged(re.sub(r"\b[NWSE]\b", lambda seat: FROM[Seat(seat[0])][1], BY_NS))


def test_a_log_leaves_to_the_next_donne_what_a_play_does() -> None:
    first, second = play_out([logged(WORKED), logged(WORKED)], 1000).rows
    assert (first.scores, second.scores) == (ByTeam(20, 232), ByTeam(0, 232))
    assert (first.dealer, first.takers, first.trump) == (Seat.E, Team.NS, Suit.HEARTS)
    assert not first.passed
    assert not first.is_undecided


def test_a_donne_that_is_lost_has_no_outcome_of_its_own() -> None:
    [row] = play_out([logged(WORKED)], 1000, SEVERE).rows
    assert (row.lost_by, row.scores, row.outcome, row.capot) == (
        Team.EW,
        ByTeam(182, 0),
        None,
        None,
    )
    assert row.ruling is not None
    assert row.ruling.scores == ByTeam(20, 232)


def test_a_log_that_stops_is_undecided_and_writes_nothing() -> None:
    sheet = play_out([logged(AUCTION)], 1000)
    [row] = sheet.rows
    assert (row.is_undecided, row.is_over, row.scores) == (True, False, ByTeam(0, 0))
    assert not sheet.is_complete


def test_the_dealer_of_a_log_is_its_first_event_before_its_header() -> None:
    log = logged(AUCTION).log
    assert Logged(replace(log, dealer=Seat.N)).dealt_by is Seat.E
    assert Logged(Log((), dealer=Seat.N)).dealt_by is Seat.N
    assert Logged(Log(())).dealt_by is None


def test_a_donne_that_its_own_fault_lost_does_not_win_the_game_by_its_belote() -> None:
    strict = replace(OUT_OF_TURN, win_by_belote=False)
    donnes: list[GameDonne] = [Decided(ByTeam(990, 0), "so far"), BY_FAULT_OF_NS]
    sheet = play_out(donnes, 1000, strict)
    assert sheet.rows[1].lost_by is Team.NS
    assert (sheet.rows[1].scores, sheet.totals) == (ByTeam(20, 162), ByTeam(1010, 162))
    assert sheet.winner is None
    assert play_out(donnes, 1000, replace(strict, win_by_belote=True)).winner is Team.NS


def test_a_log_marks_what_was_carried_before_it() -> None:
    sheet = play_out([LITIGE, logged(WORKED)])
    assert sheet.rows[1].carry_in == 81
    assert sheet.rows[1].scores == ByTeam(20, 232 + 81)
    assert (sheet.totals, sheet.carry_out) == (ByTeam(20, 81 + 232 + 81), 0)


def test_who_lost_a_donne_by_a_fault_does_not_keep_the_others_from_winning() -> None:
    strict = replace(OUT_OF_TURN, win_by_belote=False)
    sheet = play_out([Decided(ByTeam(0, 840), "so far"), BY_FAULT_OF_NS], 1000, strict)
    assert (sheet.totals, sheet.winner) == (ByTeam(20, 1002), EW)


def test_a_team_whose_belote_alone_reached_the_target_wins_with_the_next() -> None:
    strict = replace(OUT_OF_TURN, win_by_belote=False)
    donnes: list[GameDonne] = [Decided(ByTeam(980, 0), "so far"), BY_FAULT_OF_NS]
    assert play_out(donnes, 1000, strict).totals == ByTeam(1000, 162)
    assert play_out(donnes, 1000, strict).winner is None
    assert play_out([*donnes, BY_FAULT_OF_NS], 1000, strict).winner is NS
    turned: list[GameDonne] = [Decided(ByTeam(0, 980), "so far"), BY_FAULT_OF_EW]
    assert play_out(turned, 1000, strict).totals == ByTeam(162, 1000)
    assert play_out(turned, 1000, strict).winner is None
    assert play_out([*turned, BY_FAULT_OF_EW], 1000, strict).winner is EW


@pytest.mark.parametrize(("target", "expected"), [(1840, EW), (1841, None), (1920, None)])
def test_a_belote_that_was_doubled_is_left_out_as_it_was_marked(
    target: int, expected: Team | None
) -> None:
    """A bid of 300 fails with every trick: 160 and 300, and a belote of 20, four times."""
    contract = Contract(300, Coinche.SURCOINCHE)
    missed = replace(CAPOT, contract=contract, belote=BeloteClaim(EW))
    strict = replace(CLASSIQUE, scale=Scale.BID, win_by_belote=False)
    sheet = play_out([missed], target, strict)
    assert (sheet.totals, sheet.winner) == (ByTeam(0, 1920), expected)


def test_who_failed_doubled_marked_his_belote_once() -> None:
    """The doubled score is of the others: the belote of 20 does not count as 40."""
    contract = Contract(110, Coinche.COINCHE)
    missed = replace(taken(60, EW), contract=contract, belote=BeloteClaim(NS))  # 20-540
    strict = replace(CLASSIQUE, scale=Scale.BID, win_by_belote=False)
    donnes: list[GameDonne] = [Decided(ByTeam(1980, 0), "so far"), missed]
    first, second = play_out(donnes, 2000, strict), play_out([*donnes, missed], 2000, strict)
    assert (first.totals, first.winner) == (ByTeam(2000, 540), None)
    assert (second.totals, second.winner) == (ByTeam(2020, 1080), NS)


def test_a_log_that_both_teams_lost_is_undecided_in_a_game() -> None:
    found = validate_game([logged(BY_BOTH), MADE], 1000, OUT_OF_TURN)
    assert told_of(found) == ["donne_undecided at donne 0"]
    assert found[0].subject.in_log


def test_after_an_undecided_log_it_is_not_known_when_the_game_was_won() -> None:
    donnes: list[GameDonne] = [CAPOT, logged(AUCTION), CAPOT, MADE]
    assert placed(donnes, 501) == [("donne_not_over", "donne 1")]
    assert placed([CAPOT, CAPOT, logged(AUCTION)], 501) == [("game_over", "donne 2")]


def test_a_contradiction_names_another_place_of_the_same_log() -> None:
    hands = {Seat.N: hand("7S 8S 9S 10S JS QS KS AS"), Seat.W: hand("7S 8H 9H 10H JH QH KH AH")}
    [found] = validate_game([PASSED, Logged(Log((), hands=hands))])
    assert told_of([found]) == [
        "card_twice at card_of_hand 1 W 7S: card 7S, first card_of_hand 1 N 7S"
    ]
    first = found.values["first"]
    assert isinstance(first, Subject)
    assert (first.donne, first.in_log, found.subject.in_log) == (1, True, True)


def test_what_is_wrong_with_logs_is_told_of_each() -> None:
    wrong = Logged(Log((), taker=Seat.N, takers=Team.EW))
    found = validate_game([logged(WORKED), logged(AUCTION), wrong], 1000)
    assert [(one.kind, one.subject.donne, one.subject.in_log) for one in found] == [
        (Contradiction.DONNE_NOT_OVER, 1, True),
        (Contradiction.TAKER_OF_OTHER_TEAM, 2, True),
    ]
