"""Donnes to score: dealt and played at random, and any that somebody may have counted."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import strategies as st

from service.belote.cards import INTERNATIONAL, Card, Suit
from service.belote.inputs import BeloteClaim, CountedPoints, Donne, Play
from service.belote.table import TEAMS, ByTeam, Seat, Team
from tests.reference import naive_donne as naive

NS, EW = Team.NS, Team.EW


def pile(text: str) -> tuple[Card, ...]:
    """Return the cards of `KS 10H 7D` in their order."""
    return tuple(INTERNATIONAL.card_of[one] for one in text.split())


def of_play(story: naive.Story, takers: Team, **more: Any) -> Donne:
    play = Play(Seat(story.dealer), tuple(pile(" ".join(trick)) for trick in story.tricks))
    return replace(Donne(INTERNATIONAL.suit_of[story.trump], takers, play), **more)


def stories(number: int, strong: str = "", careless: float = 0) -> list[naive.Story]:
    random = Random(f"{number} {strong} {careless}")
    told = []
    for _ in range(number):
        trump, dealer = random.choice("SHDC"), random.choice("NWSE")
        hands = naive.deal(random, trump, strong)
        told.append(naive.play_out(random, trump, dealer, hands, careless))
    return told


@st.composite
def counts(draw: st.DrawFn) -> Donne:
    """Any donne that somebody may have counted, litiges and capots often enough."""
    any_points = st.integers(0, 152).filter(lambda points: points not in (1, 151))  # no cards do
    ns = draw(any_points | st.sampled_from((0, 152, 71, 81, 61, 51)))
    last, takers = draw(st.sampled_from(TEAMS)), draw(st.sampled_from(TEAMS))
    lowest, highest = (1 if ns or last is NS else 0), (7 if ns < 152 or last is EW else 8)
    tricks = draw(st.integers(lowest, highest))
    uncounted = ns not in (0, 152) and draw(st.booleans())
    won = None if uncounted else ByTeam(tricks, 8 - tricks)
    claim = draw(st.none() | st.builds(BeloteClaim, st.sampled_from(TEAMS), *[st.booleans()] * 4))
    points = draw(st.sampled_from((0, 20, 30, 50, 100, 250)))
    announced = draw(st.sampled_from((None, ByTeam(points, 0), ByTeam(0, points))))
    carry = draw(st.sampled_from((0, 0, 81, 162)))
    form = CountedPoints(ByTeam(ns, 152 - ns), last, won)
    return Donne(Suit.HEARTS, takers, form, claim, announced, carry_in=carry)
