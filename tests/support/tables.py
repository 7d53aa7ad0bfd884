"""Tables drawn at random: rules, hands, what players say of them, and donnes."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random

from service.belote.announcements import ALL_CARRES, ANNOUNCEMENTS, BY_CARDS, held, worthless
from service.belote.cards import INTERNATIONAL, NO_CARDS, PACK, Cards, Rank, Suit, bits, listed
from service.belote.declarations import Declaration
from service.belote.inputs import (
    BeloteClaim,
    Contract,
    CountedPoints,
    CountedTotals,
    Donne,
    Play,
)
from service.belote.presets import SWITCHES, resolve_rules
from service.belote.rules import Kind, Rules
from service.belote.scales import (
    BID_STEP,
    HIGHEST_BID,
    LOWEST_BID,
    SCALES,
    Bid,
    Coinche,
    NamedBid,
)
from service.belote.table import SEATS, TEAMS, ByTeam, Seat, Team
from tests.reference import naive_donne as naive


def some_rules(random: Random) -> Rules:
    """The usual rules with a few switches turned."""
    turned = {
        name: random.choice(list(switch.values))
        for name, switch in SWITCHES.items()
        if random.random() < 0.25
    }
    found = resolve_rules("classique", turned)
    return replace(found, last_card_in_time=2) if random.random() < 0.1 else found


def deal(random: Random) -> dict[Seat, Cards]:
    """Four hands with more to announce than chance would give."""
    hands, left = dict.fromkeys(SEATS, NO_CARDS), PACK
    wished = [random.choice([*ANNOUNCEMENTS, *ALL_CARRES]) for _ in range(random.randrange(7))]
    if random.random() < 0.3:
        wished = [*random.sample(ALL_CARRES, 3), *wished]
    for one in wished:
        seat = random.choice(SEATS)
        if not one.cards & ~left and (hands[seat] | one.cards).bit_count() <= 8:
            hands[seat], left = hands[seat] | one.cards, left & ~one.cards
    rest = list(listed(left))
    random.shuffle(rest)
    cards = iter(rest)
    return {seat: own | bits(islice(cards, 8 - own.bit_count())) for seat, own in hands.items()}


def some_said(random: Random, hand: Cards) -> list[Declaration]:
    """What a player may say, rightly, wrongly or late."""
    said = []
    for _ in range(random.randrange(5)):
        mine = [one.cards for one in (*held(hand), *worthless(hand))] or [7]
        shown = random.choice([*mine, *mine, random.choice(ANNOUNCEMENTS).cards, 7 << 8 | 1, None])
        made = None if shown is None else BY_CARDS.get(shown)
        likely = made.kind if made else random.choice(list(Kind))
        kind = random.choice([likely, likely, random.choice(list(Kind))])
        points = random.choice([None, None, None, 0, 20, 50, 100, 150])
        said.append(
            Declaration(
                random.choice([kind, None]) if shown or points is not None else kind,
                points,
                shown,
                random.choice([1, 1, 1, 1, 2, 3]),
                random.random() > 0.1,
                random.choice([None] * 5 + [made.top if made else Rank.KING, Rank.ACE]),
                random.choice([None] * 7 + [made.suit if made else None, Suit.SPADES]),
                random.choice([None] * 9 + [made.length if made else 5, 3]),
            )
        )
    return said


def some_donne(random: Random) -> Donne:
    takers, trump, carry = random.choice(TEAMS), random.choice(list(Suit)), random.choice([0, 81])
    heard, rebelote, claimed = (random.random() < 0.7 for _ in range(3))
    claim = BeloteClaim(random.choice(TEAMS), heard, rebelote, claimed, random.random() < 0.3)
    belote = random.choice([claim, claim, None])
    if random.random() < 0.4:
        hands = naive.deal(random, "SHDC"[trump], random.choice(["", "", "NS", "EW"]))
        story = naive.play_out(random, "SHDC"[trump], "E", hands, random.choice([0, 0.3]))
        cards = tuple(tuple(INTERNATIONAL.card_of[one] for one in trick) for trick in story.tricks)
        own = replace(claim, team=None)
        return Donne(
            trump,
            takers,
            Play(Seat.E, cards),
            random.choice([own, None]),
            None,
            {},
            carry,
            random.choice([None, {}]),
            random.choice([True, False]),
        )
    ns = random.choice([0, 20, 71, 76, 81, 100, 152, random.randrange(153)])
    capot = 8 * (ns == 152), 8 * (ns == 0)
    tricks = ByTeam(*capot) if any(capot) else None
    last = Team.NS if ns == 152 else Team.EW if ns == 0 else random.choice(TEAMS)
    points = random.choice([None, ByTeam(0, 50), ByTeam(100, 0), ByTeam(0, 0), ByTeam(0, 20)])
    form: CountedPoints | CountedTotals = CountedPoints(ByTeam(ns, 152 - ns), last, tricks)
    if random.random() < 0.2:
        totals = ByTeam(ns + 10, 152 - ns) if last is Team.NS else ByTeam(ns, 162 - ns)
        form = CountedTotals(totals, random.choice([None, last]))
    if random.random() < 0.05:
        form = CountedTotals(capot=random.choice(TEAMS))
    if points is None:
        dealt = deal(random)
        said = {
            seat: some_said(random, hand) for seat, hand in dealt.items() if random.random() < 0.2
        }
        return Donne(trump, takers, form, belote, None, dealt, carry, said, True, Seat.N)
    return Donne(trump, takers, form, belote, points, {}, carry)


def some_contract(random: Random, rules: Rules, near: int = LOWEST_BID) -> Contract | None:
    """A contract that the scale may have, with a bid that is often close to `near` points."""
    scale = SCALES[rules.scale]
    if not scale.has_contract:
        return None
    coinche = random.choice([None, None, *Coinche])
    if not scale.has_bid:
        return random.choice([None, Contract(coinche=coinche)])
    anywhere = random.randrange(LOWEST_BID, HIGHEST_BID + 1, BID_STEP)
    close = near // BID_STEP * BID_STEP + random.choice([-10, 0, 0, 10, 20])
    near_bid = max(LOWEST_BID, min(HIGHEST_BID, close))
    bids: list[Bid] = [anywhere, LOWEST_BID, near_bid, NamedBid.CAPOT]
    return Contract(random.choice(bids), coinche)


def bid_for(random: Random, donne: Donne, rules: Rules) -> Donne:
    """The same donne with a contract, where the scale may have one."""
    return replace(donne, contract=some_contract(random, rules, random.choice([80, 100, 160])))
