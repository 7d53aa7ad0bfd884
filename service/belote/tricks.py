"""Tricks: who wins them, who plays next, which cards are legal, and which were irregular.

A play is read as it was played, irregular cards included. The duties of a player are a table of
`rules`, each cell of which names the cards owed, the obligation and the code of the reason. This
module knows the points of the cards; it must not know contracts, announcements or the score.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import chain, permutations, takewhile
from operator import attrgetter

from service.belote.cards import CARDS, NO_CARDS, PACK, Card, Cards, Rank, Suit, bits, card, union
from service.belote.codes import Code, Reason
from service.belote.explain import tricks as explain
from service.belote.hands import NO_HANDS
from service.belote.inputs import Play
from service.belote.rules import (
    CARD_POINTS,
    CARDS_IN_TRICK,
    CLASSIQUE,
    LAST_TRICK,
    PLAIN_ORDER,
    TRICKS,
    TRUMP_ORDER,
    DutyRule,
    Obligation,
    Owed,
    Rules,
    TrickState,
    first_leader,
)
from service.belote.table import SEATS, TEAMS, ByTeam, Seat, Team


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick as it was played.

    `seats`: all four in playing order; `cards`: those played, in the same order. `winner` is None
    while cards are missing.
    `points` are those of the cards, without what the last trick is worth by itself.
    """

    seats: tuple[Seat, ...]
    cards: tuple[Card, ...]
    winner: Seat | None
    points: int

    @property
    def leader(self) -> Seat:
        """Return the seat that played the first card, or will play it."""
        return self.seats[0]


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A card as it was played; `trick` counts from 1."""

    trick: int
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Irregularity:
    """A card played against the rules.

    `trick` counts from 1; `rule` is the obligation broken, `legal` the cards that were allowed.
    `code`: the reason to give. `proven_by`: the later card of the same player that proves it; the
    card itself where the hand was known. `withheld`: the cards that are known to have been in the
    hand, each of which proves it.
    """

    trick: int
    seat: Seat
    card: Card
    rule: Obligation
    legal: Cards
    code: Code
    proven_by: PlayedCard
    withheld: Cards


@dataclass(frozen=True, slots=True)
class Replay:
    """The ruling on a play so far.

    `next` is None after the last card; `legal` is None where the hand of the next player is not
    known. `points` are those of the complete tricks, with the last trick once it is played.
    """

    tricks: tuple[Trick, ...]
    next: Seat | None
    legal: Cards | None
    irregularities: tuple[Irregularity, ...]
    points: ByTeam[int]
    explanation: tuple[Reason, ...]


_PLACE = tuple(
    {rank: at for at, (rank, _) in enumerate(order)} for order in (PLAIN_ORDER, TRUMP_ORDER)
)
_VALUE = tuple(dict(order) for order in (PLAIN_ORDER, TRUMP_ORDER))

POINTS = tuple(tuple(_VALUE[one.suit is trump][one.rank] for one in CARDS) for trump in Suit)


def _power(one: Card, led: Suit, trump: Suit) -> int:
    """Return the strength of a card in a trick: trumps above the suit led, other suits at 0."""
    if one.suit is trump:
        return 9 + _PLACE[True][one.rank]
    return 1 + _PLACE[False][one.rank] if one.suit is led else 0


_SUIT = tuple(255 << suit * 8 for suit in Suit)
# By trump and card: the trumps that beat the card.
_ABOVE = tuple(
    tuple(
        bits(
            other
            for other in CARDS
            if other.suit is trump and _power(other, one.suit, trump) > _power(one, one.suit, trump)
        )
        for one in CARDS
    )
    for trump in Suit
)


@dataclass(frozen=True, slots=True)
class Duty:
    """A duty that binds a player.

    It binds a player who holds any card of `holding`. `cards` are those owed, `obligation` what is
    broken by playing another, None where any card may be played; `code` is the reason to give, and
    `broken` the one to give if it was broken.
    """

    holding: Cards
    cards: Cards
    obligation: Obligation | None
    code: Code
    broken: Code | None


@dataclass(frozen=True, slots=True, eq=False)
class Situation:
    """The state of a trick that decides what the next player may play.

    `master` is the winning card so far, None on the empty table, and `behind` the number of cards
    played after it. The first of `duties` whose `holding` shares a card with the hand binds the
    player.

    Two tables are indexed by card. `owed_before` holds the cards that bind to duties which come
    before the first that allows the card: playing it is irregular for who holds any of them.
    `after` holds the situation once the card is played; it is empty after the fourth card.
    """

    led: Suit | None
    master: Card | None
    behind: int
    duties: tuple[Duty, ...]
    owed_before: tuple[Cards, ...] = field(repr=False)
    after: tuple[Situation, ...] = field(repr=False)

    def duty(self, hand: Cards) -> Duty:
        """Return the duty that binds a player who holds `hand`; the last binds an empty hand."""
        return next((duty for duty in self.duties if duty.holding & hand), self.duties[-1])

    def broken(self, duty: Duty, played: Card) -> Duty:
        """Return the duty that `played` breaks where `duty` binds.

        One duty may include another, as to trump includes to overtrump. Where both are missed, it
        is the wider one.
        """
        missed = [
            one
            for one in self.duties
            if one.obligation and not duty.cards & ~one.cards and not one.cards >> played & 1
        ]
        return missed[-1]


def _state(trump: Suit, led: Suit, master: Card, behind: int) -> TrickState:
    is_partner = behind == 1  # the partner played the card before the last
    if led is trump:
        return TrickState.TRUMP_LED_PARTNER_MASTER if is_partner else TrickState.TRUMP_LED
    if is_partner:
        return TrickState.PARTNER_CUT if master.suit is trump else TrickState.PARTNER_MASTER
    return TrickState.CUT if master.suit is trump else TrickState.UNCUT


@cache
def _owed_before_each(duties: tuple[Duty, ...]) -> tuple[Cards, ...]:
    return tuple(union(_owed_before(one, duties)) for one in CARDS)


def _owed_before(one: Card, duties: Iterable[Duty]) -> Iterator[Cards]:
    before = takewhile(lambda duty: not duty.cards >> one & 1, duties)
    return (duty.holding for duty in before)


@lru_cache(maxsize=256)
def openings(rules: Rules) -> tuple[Situation, ...]:
    """Return the situation of the leader for each trump; all others are reached from it.

    >>> openings(CLASSIQUE)[Suit.HEARTS].after[CARDS[0]].led
    <Suit.SPADES: 0>
    """
    return _openings(tuple(rules.duties.items()))


@lru_cache(maxsize=64)
def _openings(
    table: tuple[tuple[TrickState, tuple[DutyRule, ...]], ...],
) -> tuple[Situation, ...]:
    """Build the situations of one table of duties, shared by all rules that have it."""
    rules = dict(table)
    return tuple(_opening(rules, trump) for trump in Suit)


def _opening(rules: Mapping[TrickState, tuple[DutyRule, ...]], trump: Suit) -> Situation:
    @cache
    def duties(state: TrickState, led: Suit, master: Card) -> tuple[Duty, ...]:
        cards = {
            Owed.SUIT_LED: _SUIT[led],
            Owed.TRUMPS_ABOVE: _ABOVE[trump][master],
            Owed.TRUMPS: _SUIT[trump],
            Owed.ANY: PACK,
        }
        return tuple(
            Duty(
                cards[one.holding or one.owed],
                cards[one.owed],
                one.obligation,
                one.code,
                one.broken,
            )
            for one in rules[state]
        )

    @cache
    def situation(led: Suit, master: Card, behind: int) -> Situation:
        owed = duties(_state(trump, led, master, behind), led, master)
        power = _power(master, led, trump)
        after = [
            situation(led, one, 0)
            if _power(one, led, trump) > power
            else situation(led, master, behind + 1)
            for one in (CARDS if behind < CARDS_IN_TRICK - 1 else ())
        ]
        return Situation(led, master, behind, owed, _owed_before_each(owed), tuple(after))

    owed = tuple(Duty(PACK, PACK, None, one.code, None) for one in rules[TrickState.EMPTY])
    after = tuple(situation(one.suit, one, 0) for one in CARDS)
    return Situation(None, None, 0, owed, _owed_before_each(owed), after)


openings(CLASSIQUE)  # build the situations on import, so that no caller waits for them


def _situation(table: Sequence[Card], trump: Suit, rules: Rules) -> Situation:
    situation = openings(rules)[trump]
    for one in table:
        situation = situation.after[one]
    return situation


def winning(table: Sequence[Card], trump: Suit, rules: Rules) -> int:
    """Return the index, from 0, of the card that wins so far.

    >>> winning([CARDS[0], CARDS[7], CARDS[8]], Suit.HEARTS, CLASSIQUE)
    2
    """
    return len(table) - 1 - _situation(table, trump, rules).behind


def legal(hand: Cards, table: Sequence[Card], trump: Suit, rules: Rules) -> Cards:
    """Return the cards of `hand` that may be played; `table` is in playing order.

    >>> legal(0b1_0000_0001, [CARDS[7]], Suit.HEARTS, CLASSIQUE)
    1
    """
    return hand & _situation(table, trump, rules).duty(hand).cards


def follow(play: Play, trump: Suit, rules: Rules) -> tuple[Trick, ...]:
    """Return the tricks of a play with their leaders, winners and points.

    The player at the dealer's right leads the first, each winner the next.

    >>> (trick,) = follow(Play(Seat.N, (CARDS[4:8],)), Suit.HEARTS, CLASSIQUE)
    >>> trick.leader, trick.winner, trick.points
    (<Seat.W: 'W'>, <Seat.N: 'N'>, 20)
    """
    points, opening, order = POINTS[trump], openings(rules)[trump].after, rules.order
    seats = order[first_leader(play.dealer, rules)]
    tricks = []
    for cards in play.tricks:
        if len(cards) != CARDS_IN_TRICK:
            tricks.append(Trick(seats, cards, None, sum([points[one] for one in cards])))
            continue
        first, second, third, last = cards
        lying = opening[first].after[second].after[third].after[last]
        winner = seats[CARDS_IN_TRICK - 1 - lying.behind]
        worth = points[first] + points[second] + points[third] + points[last]
        tricks.append(Trick(seats, cards, winner, worth))
        seats = order[winner]
    return tuple(tricks)


def played_by(tricks: Sequence[Trick]) -> dict[Seat, Cards]:
    """Return the cards that each seat has played: its hand, once the play is over.

    >>> tricks = follow(Play(Seat.N, (CARDS[:4],)), Suit.HEARTS, CLASSIQUE)
    >>> played_by(tricks)[Seat.W]
    1
    """
    played = dict.fromkeys(SEATS, NO_CARDS)
    for trick in tricks:
        for seat, one in zip(trick.seats, trick.cards, strict=False):
            played[seat] |= 1 << one
    return played


def irregularities(
    tricks: Sequence[Trick],
    held: Mapping[Seat, Cards],
    trump: Suit,
    rules: Rules,
    dealt: Collection[Seat] = (),
) -> tuple[Irregularity, ...]:
    """Return the cards that were played against the rules, as far as `held` proves it.

    `held`: the known cards of each hand before the first trick, at least those that it played.
    `dealt`: the seats whose hands were given, not inferred from the play. More cards only add
    duties, so what is irregular for the known part is irregular for the whole hand.
    `rule` and `legal` of an irregularity are those for the known part.

    >>> play = Play(Seat.N, ((CARDS[0], CARDS[8]),))
    >>> tricks = follow(play, Suit.DIAMONDS, CLASSIQUE)
    >>> (found,) = irregularities(tricks, {Seat.S: 0b1_0000_0010}, Suit.DIAMONDS, CLASSIQUE)
    >>> found.seat, found.rule.value, found.legal
    (<Seat.S: 'S'>, 'follow', 2)
    """
    played = bits(chain.from_iterable([trick.cards for trick in tricks]))
    unplayed = {seat: hand & ~played for seat, hand in held.items()}
    whole = [seat for seat, hand in held.items() if hand.bit_count() == TRICKS and unplayed[seat]]
    return hands_and_irregularities(tricks, trump, rules, unplayed, {*dealt, *whole})[1]


def hands_and_irregularities(
    tricks: Sequence[Trick],
    trump: Suit,
    rules: Rules,
    unplayed: Mapping[Seat, Cards] = NO_HANDS,
    known: Collection[Seat] = (),
) -> tuple[dict[Seat, Cards], tuple[Irregularity, ...]]:
    """Return the hands before the first trick, and the cards played against the rules.

    The tricks are read from the last to the first: with each card given back, a hand is what its
    player chose that card from. `unplayed`: cards that seats are known to hold after the last card.
    `known`: the seats whose hands were known before they played.

    >>> tricks = follow(Play(Seat.N, (CARDS[:4],)), Suit.HEARTS, CLASSIQUE)
    >>> hands, found = hands_and_irregularities(tricks, Suit.HEARTS, CLASSIQUE)
    >>> hands[Seat.N], found
    (8, ())
    """
    hands = (
        [unplayed.get(seat, NO_CARDS) for seat in SEATS] if unplayed else [NO_CARDS] * len(SEATS)
    )
    found: list[Irregularity] = []
    opening, order = openings(rules)[trump], rules.order
    for number, trick in zip(range(len(tricks), 0, -1), reversed(tricks), strict=True):
        situation, seats = opening, trick.seats
        seen = None if seats == order[seats[0]] else situations(trick, opening)
        for at, one in zip(_INDEXES[seats], trick.cards, strict=False):
            hand = hands[at] = hands[at] | 1 << one
            if hand & situation.owed_before[one]:
                card = PlayedCard(number, SEATS[at], one)
                later = () if SEATS[at] in known else tricks[number:]
                found.append(_irregularity(card, hand, situation, later))
            situation = situation.after[one] if seen is None else next(seen)
    found.sort(key=attrgetter("trick"))
    return dict(zip(SEATS, hands, strict=True)), tuple(found)


def _irregularity(
    played: PlayedCard, hand: Cards, situation: Situation, later: Sequence[Trick]
) -> Irregularity:
    """Return the finding on a card that was not legal.

    `hand`: what its player is known to have chosen it from; `later`: the tricks in which a card of
    his may prove it.
    """
    duty = situation.duty(hand)
    broken = situation.broken(duty, played.card)
    assert broken.obligation is not None
    assert broken.broken is not None
    proofs = (
        PlayedCard(number, played.seat, one)
        for number, trick in enumerate(later, played.trick + 1)
        for seat, one in zip(trick.seats, trick.cards, strict=False)
        if seat is played.seat and broken.holding >> one & 1
    )
    return Irregularity(
        played.trick,
        played.seat,
        played.card,
        broken.obligation,
        hand & duty.cards,
        broken.broken,
        next(proofs, played),
        hand & broken.holding,
    )


# For each order in which four can play, their indexes in `SEATS`.
_INDEXES = {seats: tuple(map(SEATS.index, seats)) for seats in permutations(SEATS)}


def situations(trick: Trick, opening: Situation) -> Iterator[Situation]:
    """Yield the state of a trick after each card, as it binds who plays next.

    It holds for any order of play: whose partner is master is told by the seats, not by the number
    of cards since. `opening`: the state of the empty table.

    >>> trick = Trick((Seat.N, Seat.S, Seat.W, Seat.E), (CARDS[7], CARDS[0]), None, 11)
    >>> [seen.behind == 1 for seen in situations(trick, openings(CLASSIQUE)[Suit.HEARTS])]
    [True, False]
    """
    situation, master = opening, trick.leader
    followers = (*trick.seats[1:], trick.leader)
    for one, seat, follower in zip(trick.cards, trick.seats, followers, strict=False):
        situation = situation.after[one]
        if situation.master == one:
            master = seat
        yield _facing(situation, opening, is_partner=master.team is follower.team)


def _facing(situation: Situation, opening: Situation, *, is_partner: bool) -> Situation:
    """Return the state with the same master card that binds his partner, or an opponent."""
    led, master = situation.led, situation.master
    if led is None or master is None or (situation.behind == 1) is is_partner:
        return situation
    lead = master if master.suit is led else card(Rank.SEVEN, led)
    alone = opening.after[lead] if lead == master else opening.after[lead].after[master]
    return alone.after[master] if is_partner else alone


def replay(
    play: Play, trump: Suit, hands: Mapping[Seat, Cards] = NO_HANDS, rules: Rules = CLASSIQUE
) -> Replay:
    """Return the ruling on a play so far, with the cards that the next player may play.

    `hands` are the eight cards that seats were dealt, where known. After the eighth trick the
    points include those of the last trick, more on a capot.

    >>> found = replay(Play(Seat.N, ((CARDS[0],),)), Suit.HEARTS, {Seat.S: 0b1111_1110_0000_0010})
    >>> found.next, found.legal, found.explanation[-1].code.value
    (<Seat.S: 'S'>, 2, 'must_follow')
    """
    tricks = follow(play, trump, rules)
    played = played_by(tricks)
    held = known_hands(played, hands)
    seat = _next(play, tricks, rules)
    table = tricks[-1].cards if tricks and tricks[-1].winner is None else ()
    situation = _situation(table, trump, rules)
    hand = held[seat] & ~played[seat] if seat and held[seat].bit_count() == TRICKS else None
    duty = None if hand is None else situation.duty(hand)
    against = irregularities(tricks, held, trump, rules, hands)
    points = points_so_far(tricks, rules)
    return Replay(
        tricks,
        seat,
        None if duty is None or hand is None else hand & duty.cards,
        against,
        points,
        explain.explain(tricks, against, points, seat, situation, duty),
    )


def known_hands(played: Mapping[Seat, Cards], hands: Mapping[Seat, Cards]) -> dict[Seat, Cards]:
    """Return the known cards of each hand before the first trick.

    The fourth hand follows from three that are known whole.

    >>> known = {Seat.N: 255, Seat.W: 255 << 8, Seat.S: 255 << 16}
    >>> known_hands(dict.fromkeys(SEATS, NO_CARDS), known)[Seat.E] == 255 << 24
    True
    """
    held = {seat: played[seat] | hands.get(seat, NO_CARDS) for seat in SEATS}
    partly = [seat for seat in SEATS if held[seat].bit_count() < TRICKS]
    if len(partly) == 1:
        held[partly[0]] = PACK & ~union(held[seat] for seat in SEATS if seat not in partly)
    return held


def _next(play: Play, tricks: Sequence[Trick], rules: Rules) -> Seat | None:
    if not tricks:
        return first_leader(play.dealer, rules)
    last = tricks[-1]
    if last.winner is None:
        return last.seats[len(last.cards)]
    return last.winner if len(tricks) < TRICKS else None


def points_so_far(tricks: Sequence[Trick], rules: Rules) -> ByTeam[int]:
    """Return the points of each team's whole tricks, with the last trick once it is played.

    >>> points_so_far((), CLASSIQUE)
    ByTeam(NS=0, EW=0)
    """
    won: dict[Team, list[int]] = {team: [] for team in TEAMS}
    for trick in tricks:
        if trick.winner is not None:
            won[trick.winner.team].append(trick.points)
    last = tricks[-1].winner if len(tricks) == TRICKS else None
    if last is not None:
        is_capot = len(won[last.team]) == TRICKS
        won[last.team].append(rules.capot_points - CARD_POINTS if is_capot else LAST_TRICK)
    return ByTeam(*map(sum, won.values()))
