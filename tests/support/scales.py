"""Donnes of every scale made up at random, told to the game and to the naive scorer alike.

What happened is made up first: tricks that were played, or points that were counted; what was
announced and said of the belote; what was promised. The game is told it in one of its forms, the
naive scorer as plain figures. It is told one thing by the game: which announcements stand, and
whose (`figures`), which a second referee tries by himself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from random import Random

from service.belote.cards import INTERNATIONAL, Card, Cards, Suit, bits
from service.belote.comparison import Comparison
from service.belote.donne import DonneScore
from service.belote.hands import NO_HANDS
from service.belote.inputs import (
    BeloteClaim,
    Contract,
    CountedPoints,
    CountedTotals,
    Donne,
    Play,
    TrickPiles,
)
from service.belote.presets import SWITCHES, echo, resolve_rules
from service.belote.rules import Rules
from service.belote.scales import NamedBid
from service.belote.table import TEAMS, ByTeam, Seat, Team
from tests.reference import naive_donne as naive
from tests.reference import naive_scales as scales
from tests.reference.referee import team_of
from tests.support.donnes import pile
from tests.support.tables import deal, some_contract, some_said

SWITCHED = [*(name for name in scales.Rules.__dataclass_fields__), "false_declaration"]
"""The switches that touch the score."""


def some_rules(random: Random) -> Rules:
    """Any value of each switch of the score; the usual one of many, so that scales show."""
    return resolve_rules(
        "classique",
        {
            name: random.choice(list(SWITCHES[name].values))
            for name in SWITCHED
            if name == "scale" or random.random() < 0.5
        },
    )


def of_the_scorer(rules: Rules) -> scales.Rules:
    """The same switches as the naive scorer knows them."""
    named = echo("", rules)
    return scales.Rules(**{name: named[name] for name in scales.Rules.__dataclass_fields__})  # type: ignore[arg-type]  # by name


@dataclass(frozen=True)
class Case:
    """A donne as the game is told it, and as the naive scorer is, without announcements.

    `dealt`: what each seat holds, where it is known to who declares.
    """

    donne: Donne
    facts: scales.Donne
    dealt: Mapping[Seat, Cards] = field(default_factory=lambda: NO_HANDS)


def a_case(random: Random, rules: Rules) -> Case:
    """A donne that was played, or one of which somebody counted the points."""
    case = a_play(random) if random.random() < 0.5 else a_count(random)
    case = with_belote(random, announced(random, case))
    carry = random.choice([0, 0, 81, 95])
    case = told(case, {"carry_in": carry}, {"carry": carry})
    if random.random() < 0.2:
        case = levelled(case, rules)
    return with_contract(random, case, rules)


def told(case: Case, donne: Mapping[str, object], facts: Mapping[str, object]) -> Case:
    """The case with other members of what the game and the naive scorer are told."""
    return replace(
        case,
        donne=replace(case.donne, **donne),  # type: ignore[arg-type]  # by name
        facts=replace(case.facts, **facts),  # type: ignore[arg-type]  # by name
    )


# Tricks ---------------------------------------------------------------------------------------


def a_play(random: Random) -> Case:
    """A donne played at random, told card by card, as piles, as a count or as totals."""
    trump, dealer = random.choice("SHDC"), random.choice("NWSE")
    strong = random.choice(["", "", "", "NS", "EW"])
    hands = naive.deal(random, trump, strong)
    if not strong:
        hands = {str(seat): INTERNATIONAL.list(hand) for seat, hand in deal(random).items()}
    story = naive.play_out(random, trump, dealer, hands, random.choice([0, 0.3]))
    dealt = {Seat(seat): mask(cards) for seat, cards in hands.items()}
    takers, last = random.choice(TEAMS), Team(team_of(story.winners[-1]))
    points, won = (ByTeam(*map(of, scales.TEAMS)) for of in (story.points, story.tricks_won))
    eight = next((team for team in scales.TEAMS if story.tricks_won(team) == 8), None)
    holder = team_of(story.belote()) if story.belote() else "nobody"
    facts = scales.Donne(str(takers), by_team(points), str(last), eight, holder=holder)
    donne = Donne(INTERNATIONAL.suit_of[trump], takers, CountedPoints(points, last, won))
    how = random.choice(["play", "play", "piles", "count", "totals"])
    if how == "play":
        tricks = tuple(pile(" ".join(trick)) for trick in story.tricks)
        return Case(replace(donne, form=Play(Seat(dealer), tricks)), facts, dealt)
    case = Case(replace(donne, hands=dealt), facts, dealt)
    if random.random() < 0.3:  # nobody knows the hands, and so not who holds the belote
        case = Case(donne, replace(facts, holder=None))
    if how == "piles":
        ns, ew = (pile(" ".join(story.pile(team))) for team in scales.TEAMS)
        piles: list[ByTeam[tuple[Card, ...] | None]] = [ByTeam(ns, None)]
        piles += [ByTeam(None, ew), ByTeam(ns, ew)]
        return told(case, {"form": TrickPiles(last, random.choice(piles))}, {})
    return totalled(random, case) if how == "totals" else case


def a_count(random: Random) -> Case:
    """Points that somebody counted, with hands now and then."""
    takers, trump = random.choice(TEAMS), random.choice(list(Suit))
    ns = random.choice([0, 20, 61, 71, 81, 100, 152, *random.choices(range(2, 151), k=5)])
    last = Team.NS if ns == 152 else Team.EW if ns == 0 else random.choice(TEAMS)
    tricks, eight = None, None
    if ns in (0, 152):
        most = random.choice([7, 8, 8])
        tricks = ByTeam(most, 8 - most) if ns else ByTeam(8 - most, most)
        eight = str(last) if most == 8 else None
    points = ByTeam(ns, 152 - ns)
    facts = scales.Donne(str(takers), by_team(points), str(last), eight)
    case = Case(Donne(trump, takers, CountedPoints(points, last, tricks)), facts)
    if random.random() < 0.4:
        hands = deal(random)
        pair = mask(rank + "SHDC"[trump] for rank in ("K", "Q"))
        holders = [team_of(str(seat)) for seat, hand in hands.items() if hand & pair == pair]
        holder = holders[0] if holders else "nobody"
        case = replace(told(case, {"hands": hands}, {"holder": holder}), dealt=hands)
    return totalled(random, case) if random.random() < 0.2 else case


def totalled(random: Random, case: Case) -> Case:
    """The same count with its points as tables write them, the last trick included or apart."""
    form, facts = case.donne.form, case.facts
    assert isinstance(form, CountedPoints)
    ns, ew = (form.card_points.of(team) + 10 * (team is form.last_trick) for team in TEAMS)
    last = form.last_trick if random.random() < 0.5 else None
    found = CountedTotals(ByTeam(ns, ew), last, None, form.tricks_won)
    if facts.eight:
        found = CountedTotals(None, last, Team(facts.eight))
    untold = {} if last else {"points": {"NS": ns, "EW": ew}, "last": None}
    return told(case, {"form": found}, untold)


def mask(cards: Iterable[str]) -> Cards:
    return bits(INTERNATIONAL.card_of[one] for one in cards)


# What was said --------------------------------------------------------------------------------


def announced(random: Random, case: Case) -> Case:
    """The donne with announcements as points, as declarations, or with none."""
    how = random.random()
    if how < 0.1:
        return case
    if how < 0.4 or not case.dealt:
        points = random.choice([0, 20, 50, 100, 170])
        settled = random.choice([ByTeam(points, 0), ByTeam(0, points)])
        return told(case, {"announcements": settled}, {"won": by_team(settled)})
    said = {
        seat: some_said(random, hand) for seat, hand in case.dealt.items() if random.random() < 0.5
    }
    return told(case, {"declared": said, "declare_best": random.random() < 0.6}, {})


def with_belote(random: Random, case: Case) -> Case:
    """The donne with what was said of the belote, if somebody told."""
    if random.random() < 0.25:
        return case
    holder = case.facts.holder
    said = holder != "nobody" and random.random() < 0.8
    team = random.choice(TEAMS) if holder is None else None
    if said and holder and random.random() < 0.3:
        team = Team(holder)
    if not said:
        team = None
    rebelote, claimed, used = (random.random() < chance for chance in (0.8, 0.5, 0.3))
    claim = BeloteClaim(team, said, rebelote, claimed, used)
    theirs = scales.Claim(name(team), said, rebelote, claimed, used)
    return told(case, {"belote": claim}, {"claim": theirs})


# What was promised ----------------------------------------------------------------------------


def levelled(case: Case, rules: Rules) -> Case:
    """The donne with the points of its cards moved until both totals are equal, where they can."""
    form, facts = case.donne.form, case.facts
    if not isinstance(form, CountedPoints) or facts.eight or case.donne.is_compared:
        return case
    totals = scales.compared(facts, of_the_scorer(rules))
    ns = facts.points["NS"] - (totals["NS"] - totals["EW"]) // 2
    if (totals["NS"] - totals["EW"]) % 2 or not 2 <= ns <= 150:
        return case
    points = ByTeam(ns, 152 - ns)
    form = CountedPoints(points, form.last_trick)
    return told(case, {"form": form}, {"points": by_team(points)})


def with_contract(random: Random, case: Case, rules: Rules) -> Case:
    """The donne with a bid that is often near what the takers have, and with what doubles it."""
    own = scales.compared(case.facts, of_the_scorer(rules))[case.facts.takers]
    return with_this_contract(case, some_contract(random, rules, own))


def with_this_contract(case: Case, contract: Contract | None) -> Case:
    if contract is None:
        return case
    bid = str(contract.bid) if isinstance(contract.bid, NamedBid) else contract.bid
    theirs = scales.Contract(bid, contract.coinche and str(contract.coinche))
    return told(case, {"contract": contract}, {"contract": theirs})


def with_their_belote(takers: Team, own: int, rules: Rules) -> Case:
    """A donne in which the takers have so many points in their cards, and the belote."""
    last = takers if own > 76 else takers.other
    points = ByTeam(own, 152 - own) if takers is Team.NS else ByTeam(152 - own, own)
    claim = scales.Claim(str(takers))
    facts = scales.Donne(str(takers), by_team(points), str(last), claim=claim)
    donne = Donne(Suit.HEARTS, takers, CountedPoints(points, last), BeloteClaim(takers))
    is_bid = of_the_scorer(rules).scale == "bid"
    return with_this_contract(Case(donne, facts), Contract(100) if is_bid else None)


# What the game answered -----------------------------------------------------------------------


def told_of(facts: scales.Donne, compared: Comparison | None) -> scales.Donne:
    """What happened, with the announcements that stand."""
    if compared is None:
        return facts
    lost = {"NS": 0, "EW": 0}
    for one in compared.rulings:
        made = one.ruling.announcement
        if made and not one.counted:
            lost[team_of(str(one.seat))] += made.points
    return replace(facts, won=by_team(compared.points), lost=lost, awards=by_team(compared.awards))


def by_team(pair: ByTeam[int]) -> dict[str, int]:
    return {str(team): pair.of(team) for team in TEAMS}


def name(team: Team | None) -> str | None:
    return None if team is None else str(team)


def figures(found: DonneScore) -> scales.Result:
    """An answer of the game in the words of the naive scorer."""
    belote = found.belote
    return scales.Result(
        str(found.outcome),
        name(found.capot),
        by_team(found.totals),
        by_team(found.scores),
        found.carry_out,
        [
            scales.Line(
                str(one.item), one.points, name(one.counted_by), name(one.marked_by), one.carried
            )
            for one in found.lines
        ],
        scales.Belote(name(belote.team), belote.points, str(belote.status), belote.pardon_left),
    )
