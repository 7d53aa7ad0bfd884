"""A second referee rules on whole tables as the service does, under every switch that matters.

`BELOTE_TABLES` sets how many tables are tried.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import fields
from random import Random

import pytest

from service.belote.cards import INTERNATIONAL, Cards, Suit
from service.belote.comparison import Comparison, compare
from service.belote.declarations import Declaration
from service.belote.presets import SWITCHES, SwitchValue, resolve_rules
from service.belote.rules import Criterion, FalseDeclaration, Rules
from service.belote.table import SEATS, TEAMS, Seat
from tests.reference import naive_donne as naive
from tests.reference import naive_scales, referee, twin
from tests.reference.naive_reading import KNOWN_SWITCHES
from tests.support.tables import deal, some_said

TABLES = int(os.environ.get("BELOTE_TABLES", "2000"))
COMPARED = (
    "last_tie",
    "length_step",
    "carre_order",
    "split_runs",
    "announcements",
    "false_declaration",
    "direction",
)


def agreed(random: Random) -> Rules:
    """Any value of each switch that touches a comparison; announcements are mostly played."""
    chosen: dict[str, SwitchValue] = {
        name: random.choice(list(SWITCHES[name].values)) for name in COMPARED
    }
    return resolve_rules("classique", chosen | {"announcements": random.random() < 0.95})


def of_the_referee(rules: Rules) -> referee.Table:
    trick = rules.carre_order != tuple(sorted(rules.carre_order))
    return referee.Table(
        twin.House(
            rules.split_runs,
            Criterion.LENGTH in rules.length_step,
            twin.AS_IN_A_TRICK if trick else twin.RANKS,
        ),
        naive.House(direction=rules.direction.value),
        rules.announcements,
        bool(rules.last_tie),
        rules.false_declaration is FalseDeclaration.AWARD_OPPONENTS,
    )


def words(said: Declaration) -> referee.Words:
    return referee.Words(
        said.kind and str(said.kind),
        said.points,
        None if said.top is None else twin.RANKS[said.top],
        None if said.suit is None else twin.SUITS[said.suit],
        said.length,
        None if said.cards is None else labels(said.cards),
        said.with_card > 1,
        said.shown,
    )


def labels(cards: Cards) -> frozenset[str]:
    return frozenset(INTERNATIONAL.list(cards))


def figures(found: Comparison) -> referee.Outcome:
    rulings: dict[str, list[referee.Ruling]] = {}
    for one in found.rulings:
        made = one.ruling.announcement
        rulings.setdefault(str(one.seat), []).append(
            referee.Ruling(
                twin.plain_one(made) if made else None,
                one.ruling.reason and str(one.ruling.reason),
                one.ruling.awarded,
            )
        )
    return referee.Outcome(
        found.winner and str(found.winner),
        str(found.decided_by),
        {str(team): found.points.of(team) for team in TEAMS},
        {str(team): found.awards.of(team) for team in TEAMS},
        rulings,
    )


def table(random: Random) -> tuple[dict[Seat, Cards], dict[Seat, list[Declaration]], set[Seat]]:
    """Known hands, what is said, and the seats that declare their best."""
    dealt = deal(random)
    said, known, at_best = {}, {}, set()
    for seat, hand in dealt.items():
        draw = random.random()
        if draw < 0.6:
            known[seat] = hand
            said[seat] = some_said(random, hand)
        elif draw < 0.8:
            shown = [one for one in some_said(random, hand) if one.cards and not one.cards & ~hand]
            said[seat] = shown
        else:
            known[seat] = hand
            at_best.add(seat)
    return known, said, at_best


def test_every_switch_is_known_to_a_second_reading() -> None:
    """One that is missing belongs to what it changes, and is read there.

    The play: `House` in `naive_donne`. What is announced and compared: `Table` in `referee`, and
    `COMPARED` here. The score: `Rules` in `naive_scales`. A log alone: `naive_reading`.
    """
    of_plays = {one.name for one in fields(naive.House)}
    of_scores = {one.name for one in fields(naive_scales.Rules)}
    assert {*COMPARED, *of_plays, *of_scores, *KNOWN_SWITCHES} == set(SWITCHES)


@pytest.mark.slow
def test_two_referees_agree_on_tables_under_any_switches() -> None:
    random, seen = Random(31), Counter[str]()
    for _ in range(TABLES):
        known, said, at_best = table(random)
        while len(known) == 3:  # three known hands make the fourth known, which is tried elsewhere
            known, said, at_best = table(random)
        rules, trump, dealer = agreed(random), random.choice(list(Suit)), random.choice(SEATS)
        found = compare(said, known, trump, rules, declare_best=bool(at_best), dealer=dealer)
        second = of_the_referee(rules)
        rulings = {}
        for seat in SEATS:
            own = labels(known[seat]) if seat in known else None
            if seat in said:
                ruled = referee.rule(list(map(words, said[seat])), own, "SHDC"[trump], second)
            elif seat in at_best:
                best = twin.firsts(known[seat], second.house)[0]
                off = None if rules.announcements else "announcements_off"
                ruled = [referee.Ruling(None if off else one, off) for one in best]
            else:
                continue
            if ruled:
                rulings[str(seat)] = ruled
        outcome = referee.decide(rulings, "SHDC"[trump], second, str(dealer))
        assert figures(found) == outcome, (said, known, rules, trump, dealer)
        seen[outcome.decided_by] += 1
        seen.update(str(one.reason) for each in rulings.values() for one in each)
    assert {"points", "carre", "length", "top", "trump", "first_speaker", "tie"} <= set(seen)
    assert {"unopposed", "none", "card_reused", *referee.LIES} <= set(seen)
