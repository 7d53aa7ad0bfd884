"""A second arbiter scores donnes and games under any combination of the switches of the score.

`BELOTE_DONNES` sets how many donnes are tried.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from service.belote.cards import Suit
from service.belote.comparison import Comparison
from service.belote.donne import DonneScore, score
from service.belote.game import Decided, GameDonne, Passed, play_out
from service.belote.inputs import BeloteClaim, CountedPoints, CountedTotals, Donne, Play
from service.belote.presets import SWITCHES, echo, resolve_rules
from service.belote.rules import NEEDED, Outcome, Rules
from service.belote.table import SEATS, TEAMS, ByTeam, Team
from tests.reference import naive_donne as naive
from tests.support.scales import by_team
from tests.support.tables import some_donne

DONNES = int(os.environ.get("BELOTE_DONNES", "2000"))

SCORE = [
    "false_declaration",
    "equality",
    "litige_belote",
    "carry_to",
    "bonus_in_contract",
    "chute_announcements",
    "capot_announcements",
    "capot_defence",
    "rounding",
    "capot_points",
    "takers_need",
    "belote_on_chute",
    "win_by_belote",
]


def some_customs(random: Random) -> Rules:
    """Any value of each switch of the score."""
    return resolve_rules(
        "classique", {name: random.choice(list(SWITCHES[name].values)) for name in SCORE}
    )


def of_the_arbiter(rules: Rules) -> naive.Customs:
    """The same switches as the second arbiter knows them."""
    named = echo("", rules)
    shared = {name: named[name] for name in SCORE if name in naive.Customs.__dataclass_fields__}
    return naive.Customs(needed=NEEDED.get(rules.takers_need), **shared)  # type: ignore[arg-type]  # by name


def figures(found: DonneScore) -> naive.Result:
    return naive.Result(
        str(found.outcome),
        found.capot and str(found.capot),
        by_team(found.totals),
        by_team(found.scores),
        found.carry_out,
    )


def lost(found: Comparison | None) -> int:
    """The points of what stands and did not win."""
    rulings = found.rulings if found else ()
    standing = [one.ruling.announcement for one in rulings if not one.counted]
    return sum(one.points for one in standing if one)


def second_opinion(donne: Donne, found: DonneScore, rules: Rules) -> naive.Written:
    """The second arbiter's score of the same tricks, words and announcements."""
    points, tricks, last = tricks_of(donne, found)
    compared = found.announcements
    settled = compared.points if compared else donne.announcements
    claim = found.belote
    belote = str(claim.team) if claim.points else None
    takers = str(donne.takers)
    result = naive.score(
        takers,
        points,
        tricks,
        last,
        belote,
        by_team(settled) if isinstance(settled, ByTeam) else None,
        donne.carry_in,
        of_the_arbiter(rules),
        lost(compared),
        by_team(compared.awards) if compared else None,
    )
    return naive.Written(takers, belote, result)


def tricks_of(donne: Donne, found: DonneScore) -> tuple[dict[str, int], dict[str, int] | None, str]:
    """The points, the number of tricks and the last one, as the form of the donne tells them."""
    form = donne.form
    if isinstance(form, CountedPoints):
        won = by_team(form.tricks_won) if form.tricks_won else None
        return by_team(form.card_points), won, str(form.last_trick)
    assert isinstance(form, Play)
    assert found.tricks is not None
    trump = "SHDC"[donne.trump or Suit.SPADES]
    points, tricks, last = {"NS": 0, "EW": 0}, {"NS": 0, "EW": 0}, ""
    for trick in found.tricks:
        assert trick.winner is not None
        last = "NS" if trick.winner in ("N", "S") else "EW"
        tricks[last] += 1
        labels = [f"{naive_rank(card)}{'SHDC'[card.suit]}" for card in trick.cards]
        points[last] += sum(naive.points_of(one, trump) for one in labels)
    return points, tricks, last


def naive_rank(card: object) -> str:
    return ["7", "8", "9", "10", "J", "Q", "K", "A"][int(card) % 8]  # type: ignore[call-overload]  # a card


def donnes(random: Random, count: int) -> list[Donne]:
    """Donnes whose last trick was told apart."""
    found: list[Donne] = []
    while len(found) < count:
        one = some_donne(random)
        if not isinstance(one.form, CountedTotals):
            found.append(one)
    return found


@pytest.mark.slow
def test_two_arbiters_agree_on_the_score_under_any_switches() -> None:
    random, outcomes = Random(21), Counter[str]()
    for donne in donnes(random, DONNES):
        rules = some_customs(random)
        found = score(donne, rules)
        second = second_opinion(donne, found, rules)
        assert figures(found) == second.result, (donne, echo("", rules))
        outcomes[second.result.outcome] += 1
        outcomes["capot"] += found.capot is not None
        outcomes["awards"] += bool(found.announcements and any(found.announcements.awards))
        outcomes["waits"] += found.carry_out > 0
    assert min(outcomes[one] for one in (*Outcome, "capot", "awards", "waits")) > DONNES / 200


def with_belote(random: Random, donne: Donne) -> Donne:
    """The donne with a belote that was said, or of which nobody told, and nothing carried."""
    said = BeloteClaim() if isinstance(donne.form, Play) else BeloteClaim(random.choice(TEAMS))
    return replace(donne, carry_in=0, belote=random.choice([said, said, None]))


def unscored(random: Random) -> Passed | Decided:
    """A donne that all passed, or that the organiser decided; the dealer may be told."""
    dealer = random.choice([None, *SEATS])
    scores = ByTeam(random.choice([0, 81, 162]), random.choice([0, 81, 162]))
    passed = random.random() < 0.5
    return Passed(dealer) if passed else Decided(scores, "so be it", dealer)


def announced(donne: Donne, found: DonneScore) -> dict[str, int]:
    """The announcements that stand: as settled at the table, or by the comparison."""
    if isinstance(donne.announcements, ByTeam):
        return by_team(donne.announcements)
    return by_team(found.announcements.points if found.announcements else ByTeam(0, 0))


def lost_by_the_leaders(game: list[GameDonne], rules: Rules) -> Donne:
    """A donne that the team ahead takes with a belote, and loses."""
    ns, ew = play_out(game, rules=rules).totals
    ahead = Team.NS if ns > ew else Team.EW
    few = ByTeam(30, 122) if ahead is Team.NS else ByTeam(122, 30)
    return Donne(Suit.HEARTS, ahead, CountedPoints(few, ahead.other), BeloteClaim(ahead))


@pytest.mark.slow
def test_two_arbiters_agree_on_who_wins_a_game_under_any_switches() -> None:
    random, ends = Random(22), Counter[str | None]()
    for _ in range(DONNES // 4):
        rules = some_customs(random)
        game: list[GameDonne] = [
            unscored(random) if random.random() < 0.2 else with_belote(random, one)
            for one in donnes(random, random.randrange(1, 5))
        ]
        if random.random() < 0.3:
            game.append(lost_by_the_leaders(game, rules))
        near = max(play_out(game, rules=rules).totals) - random.choice([-1, 0, 1, 10, 20, 21])
        target = max(near, 1)
        sheet = play_out(game, target, rules)
        written: list[naive.Written | None] = []
        carry = 0
        for donne, row in zip(game, sheet.rows, strict=True):
            if isinstance(donne, Passed):
                written.append(None)
                continue
            if isinstance(donne, Decided):
                written.append(naive.Written.decided(by_team(donne.scores), carry))
                continue
            carried = replace(donne, carry_in=carry)
            found = score(carried, rules)
            one = second_opinion(carried, found, rules)
            assert by_team(row.scores) == one.result.scores
            assert by_team(row.announcements) == announced(carried, found)
            carry = one.result.carry_out
            written.append(one)
        assert sheet.carry_out == carry
        told = [None if one.dealt_by is None else str(one.dealt_by) for one in game]
        assert [row.dealer for row in sheet.rows] == naive.dealers(told)
        winner = naive.has_won(written, target, of_the_arbiter(rules))
        assert (sheet.winner and str(sheet.winner)) == winner, (game, echo("", rules), target)
        ends[winner] += 1
        usual = naive.has_won(written, target, replace(of_the_arbiter(rules), win_by_belote=True))
        ends["not by belote"] += usual != winner
    assert min(ends[one] for one in ("NS", "EW", None)) > DONNES / 50
    assert ends["not by belote"] > DONNES / 400


def test_every_switch_of_the_score_is_one_of_the_second_arbiter() -> None:
    known = {*naive.Customs.__dataclass_fields__} - {"needed"}
    assert known == {*SCORE} - {"false_declaration", "takers_need"}
    assert of_the_arbiter(resolve_rules()) == naive.USUAL_CUSTOMS


def test_a_team_is_either_of_two() -> None:
    assert [naive.other_team(str(team)) for team in TEAMS] == [str(team.other) for team in Team]
