"""The tricks: who wins, who is next, what is legal, and what was not.

A play is read as it was played, irregularities included. It knows the points of the cards; it must
not know contracts, announcements or the score.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, takewhile
from operator import attrgetter
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from service.belote.cards import CARDS, NO_CARDS, PACK, Card, Cards, Suit, bits, listed
from service.belote.codes import Code, Reason, reason
from service.belote.rules import (
    CAPOT,
    CARDS_IN_TRICK,
    LAST_TRICK,
    PLAIN_ORDER,
    TRICKS,
    TRUMP_ORDER,
)
from service.belote.table import FROM, SEATS, TEAMS, Pair, Seat, Team, Word


class Obligation(Word):
    """What a player owes a trick (000): the suit led, else a trump, and above the highest one."""

    FOLLOW = "follow"
    TRUMP = "trump"
    OVERTRUMP = "overtrump"


class Play(NamedTuple):
    """The cards of each trick in playing order; of a play under way the last trick may be short.

    `leaders`: who led each trick, where somebody noted it.
    """

    dealer: Seat
    tricks: tuple[tuple[Card, ...], ...]
    leaders: tuple[Seat, ...] | None = None


class Trick(NamedTuple):
    """`winner` is None while cards are missing; `points` are those of the cards that lie there."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat | None
    points: int

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who played each card."""
        return FROM[self.leader][: len(self.cards)]


class Irregularity(NamedTuple):
    """A card played against the rules, and what could have been played. `trick` counts from 1."""

    trick: int
    seat: Seat
    card: Card
    rule: Obligation
    legal: Cards


@dataclass(frozen=True, slots=True)
class Replay:
    """A play so far.

    `next` is None after the last card, `legal` where the hand of the next player is not known.
    `points`: the cards of whole tricks, and the last trick once it is played.
    """

    tricks: tuple[Trick, ...]
    next: Seat | None
    legal: Cards | None
    irregularities: tuple[Irregularity, ...]
    points: Pair[int]
    explanation: tuple[Reason, ...]


Where: TypeAlias = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """What contradicts itself: a code of the contract, the way to the place, the values there.

    A value that is a way too leads to another place that has a part in it.
    """

    code: str
    where: Where
    params: Mapping[str, object]

    def under(self, *where: str | int) -> Fault:
        """The same fault, seen from further out."""
        params = {
            name: where + value if isinstance(value, tuple) else value
            for name, value in self.params.items()
        }
        return Fault(self.code, where + self.where, params)


# The tables: for each trump, a value for each of the 32 cards -----------------------------------

_PLACE = tuple(
    {rank: at for at, (rank, _) in enumerate(order)} for order in (PLAIN_ORDER, TRUMP_ORDER)
)
_VALUE = tuple(dict(order) for order in (PLAIN_ORDER, TRUMP_ORDER))

POINTS = tuple(tuple(_VALUE[one.suit is trump][one.rank] for one in CARDS) for trump in Suit)


def _power(one: Card, led: Suit, trump: Suit) -> int:
    """What a card wins with: any trump beats any card of the suit led, that beats the others."""
    if one.suit is trump:
        return 9 + _PLACE[True][one.rank]
    return 1 + _PLACE[False][one.rank] if one.suit is led else 0


_SUIT = tuple(255 << suit * 8 for suit in Suit)
# The trumps above a card: all of them above a card that is none.
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

NO_HANDS: Mapping[Seat, Cards] = MappingProxyType({})


# One trick: from one situation to the next -------------------------------------------------------

Duties: TypeAlias = tuple[Cards, ...]
"""Sets of cards: a player owes a card of the first set of which he holds any."""


@dataclass(frozen=True, slots=True, eq=False)
class Situation:
    """What a player finds on the table, as far as it matters.

    `owed`: his duties. `rather`: for each card, all that he owes before it, so that it is against
    the rules where he holds any of these. `after`: the situation once a card is played. `behind`:
    the cards that lie upon the winning one.
    """

    owed: Duties
    rather: tuple[Cards, ...]
    after: tuple[Situation, ...]
    behind: int


def _owed(trump: Suit, led: Suit, master: Card, behind: int) -> Duties:
    """000: follow; else trump, unless the partner is master; trumps above the highest if possible.

    Trump led, that holds against the partner's trump too (arbiter).
    """
    above = _ABOVE[trump][master]
    if led is trump:
        return above, _SUIT[trump], PACK
    if behind == 1:  # the card before the last is the partner's
        return _SUIT[led], PACK
    return _SUIT[led], above, _SUIT[trump], PACK


@cache
def _rather(owed: Duties) -> tuple[Cards, ...]:
    return tuple(union(_owed_before(one, owed)) for one in CARDS)


def _owed_before(one: Card, owed: Duties) -> Iterable[Cards]:
    return takewhile(lambda duty: not duty >> one & 1, owed)


@cache
def _situation(trump: Suit, led: Suit, master: Card, behind: int = 0) -> Situation:
    owed = _owed(trump, led, master, behind)
    power = _power(master, led, trump)
    after = [
        _situation(trump, led, one)
        if _power(one, led, trump) > power
        else _situation(trump, led, master, behind + 1)
        for one in (CARDS if behind < CARDS_IN_TRICK - 1 else ())
    ]
    return Situation(owed, _rather(owed), tuple(after), behind)


def union(hands: Iterable[Cards]) -> Cards:
    found = NO_CARDS
    for hand in hands:
        found |= hand
    return found


# For each trump, the empty table.
OPENING = tuple(
    Situation(
        (PACK,), _rather((PACK,)), tuple(_situation(trump, one.suit, one) for one in CARDS), 0
    )
    for trump in Suit
)


def first_leader(dealer: Seat) -> Seat:
    """The player at the dealer's right, who is the next in playing order (000)."""
    return FROM[dealer][1]


def _before(table: Sequence[Card], trump: Suit) -> Situation:
    situation = OPENING[trump]
    for one in table:
        situation = situation.after[one]
    return situation


def winning(table: Sequence[Card], trump: Suit) -> int:
    """Which of the cards on the table, from 0, wins as they lie."""
    return len(table) - 1 - _before(table, trump).behind


def legal(hand: Cards, table: Sequence[Card], trump: Suit) -> Cards:
    """What may be played from `hand` on the cards of the table, in playing order."""
    return _first(_before(table, trump).owed, hand)


def _first(owed: Duties, hand: Cards) -> Cards:
    return next((hand & duty for duty in owed if hand & duty), NO_CARDS)


# A play -----------------------------------------------------------------------------------------


def follow(play: Play, trump: Suit) -> tuple[Trick, ...]:
    """Who led and won each trick: the first by the dealer, each next by who won the last."""
    points, opening = POINTS[trump], OPENING[trump].after
    leader = first_leader(play.dealer)
    tricks = []
    for cards in play.tricks:
        if len(cards) != CARDS_IN_TRICK:
            tricks.append(Trick(leader, cards, None, sum([points[one] for one in cards])))
            continue
        first, second, third, last = cards
        lying = opening[first].after[second].after[third].after[last]
        winner = FROM[leader][CARDS_IN_TRICK - 1 - lying.behind]
        worth = points[first] + points[second] + points[third] + points[last]
        tricks.append(tuple.__new__(Trick, (leader, cards, winner, worth)))  # half of Trick's time
        leader = winner
    return tuple(tricks)


def played_by(tricks: Sequence[Trick]) -> dict[Seat, Cards]:
    """The cards that each seat has played: its hand, once the play is over."""
    played = dict.fromkeys(SEATS, NO_CARDS)
    for trick in tricks:
        for seat, one in zip(trick.seats, trick.cards, strict=True):
            played[seat] |= 1 << one
    return played


def irregularities(
    tricks: Sequence[Trick], held: Mapping[Seat, Cards], trump: Suit
) -> tuple[Irregularity, ...]:
    """The cards that those `held` prove to be played against the rules.

    `held`: what is known of each hand before the first trick, at least what the seat played. A card
    that part of a hand forbids is forbidden by the whole: more cards never lift a duty, they only
    add one. The rule named and the legal cards are those of the part that is known.
    """
    played = bits(chain.from_iterable([trick.cards for trick in tricks]))
    unplayed = {seat: hand & ~played for seat, hand in held.items()}
    return taken_back(tricks, trump, unplayed)[1]


def taken_back(
    tricks: Sequence[Trick], trump: Suit, unplayed: Mapping[Seat, Cards] = NO_HANDS
) -> tuple[dict[Seat, Cards], tuple[Irregularity, ...]]:
    """The hands before the first trick, and the cards played against the rules.

    From the last trick back each player takes up his card again: he played it from what he then
    holds. `unplayed`: the cards that seats are known to have kept.
    """
    hands = {seat: unplayed.get(seat, NO_CARDS) for seat in SEATS}
    found: list[Irregularity] = []
    opening = OPENING[trump]
    for number in range(len(tricks), 0, -1):
        leader, cards, _, _ = tricks[number - 1]
        situation = opening
        for seat, one in zip(FROM[leader], cards, strict=False):
            hand = hands[seat] = hands[seat] | 1 << one
            if hand & situation.rather[one]:
                allowed = _first(situation.owed, hand)
                rule = _broken(one, allowed, cards[0].suit, trump)
                found.append(Irregularity(number, seat, one, rule, allowed))
            situation = situation.after[one]
    found.sort(key=attrgetter("trick"))
    return hands, tuple(found)


def _broken(played: Card, allowed: Cards, led: Suit, trump: Suit) -> Obligation:
    """The rule that a card which is not `allowed` was played against."""
    if played.suit is not led and not allowed & ~_SUIT[led]:
        return Obligation.FOLLOW
    return Obligation.OVERTRUMP if played.suit is trump else Obligation.TRUMP


# A play under way -------------------------------------------------------------------------------


def replay(play: Play, trump: Suit, hands: Mapping[Seat, Cards] = NO_HANDS) -> Replay:
    """What a play so far comes to. `hands` are the eight cards that seats were dealt, where known.

    After the eighth trick the points hold the last trick, 100 for it on a capot.
    """
    tricks = follow(play, trump)
    played = played_by(tricks)
    held = known_hands(played, hands)
    seat = _next(play, tricks)
    table = tricks[-1].cards if tricks and tricks[-1].winner is None else ()
    hand = held[seat] & ~played[seat] if seat and held[seat].bit_count() == TRICKS else None
    allowed = None if hand is None else legal(hand, table, trump)
    against = irregularities(tricks, held, trump)
    points = Pair(*(_points(tricks, team) for team in TEAMS))
    return Replay(
        tricks,
        seat,
        allowed,
        against,
        points,
        (
            *say_irregularities(against),
            *_say_last_trick(tricks),
            reason(Code.POINTS_SO_FAR, ns=points.NS, ew=points.EW),
            *_say_next(seat, table, hand, allowed, trump),
        ),
    )


def known_hands(played: Mapping[Seat, Cards], hands: Mapping[Seat, Cards]) -> dict[Seat, Cards]:
    """What is known of each hand before the first trick; of three whole hands, the fourth too."""
    held = {seat: played[seat] | hands.get(seat, NO_CARDS) for seat in SEATS}
    partly = [seat for seat in SEATS if held[seat].bit_count() < TRICKS]
    if len(partly) == 1:
        held[partly[0]] = PACK & ~union(held[seat] for seat in SEATS if seat not in partly)
    return held


def _next(play: Play, tricks: Sequence[Trick]) -> Seat | None:
    if not tricks:
        return first_leader(play.dealer)
    last = tricks[-1]
    if last.winner is None:
        return FROM[last.leader][len(last.cards)]
    return last.winner if len(tricks) < TRICKS else None


def _points(tricks: Sequence[Trick], team: Team) -> int:
    won = [trick.points for trick in tricks if trick.winner and trick.winner.team is team]
    last = tricks[-1].winner if len(tricks) == TRICKS else None
    if last is None or last.team is not team:
        return sum(won)
    return sum(won) + (CAPOT if len(won) == TRICKS else LAST_TRICK)


# What contradicts itself ------------------------------------------------------------------------


def faults(
    play: Play,
    trump: Suit,
    hands: Mapping[Seat, Cards] = NO_HANDS,
    *,
    under_way: bool = False,
) -> list[Fault]:
    """What is wrong with a play, beside the eight cards known of some seats.

    `wrong_number_of_cards` a trick not of four, `under_way` the last apart; `duplicate_card` a card
    played before, or that another seat was dealt; `conflicting_fields` a card that the player's own
    hand does not hold; `inconsistent_leader` a leader who did not win the trick before.
    """
    sizes = _faults_of_size(play, under_way)
    found = sizes + _played_twice(play)
    if sizes or not (hands or play.leaders):
        return found
    tricks = follow(play, trump)
    return found + _faults_of_hands(tricks, hands) + _faults_of_leaders(tricks, play.leaders or ())


def _faults_of_size(play: Play, under_way: bool) -> list[Fault]:
    last = len(play.tricks) - 1
    return [
        Fault(
            "wrong_number_of_cards",
            ("tricks", number),
            {"count": len(cards), "expected_count": CARDS_IN_TRICK},
        )
        for number, cards in enumerate(play.tricks)
        if len(cards) != CARDS_IN_TRICK
        and not (under_way and number == last and len(cards) < CARDS_IN_TRICK)
    ]


def _played_twice(play: Play) -> list[Fault]:
    played = list(chain.from_iterable(play.tricks))
    if len(set(played)) == len(played):
        return []
    return twice(
        (one, ("tricks", number, position))
        for number, cards in enumerate(play.tricks)
        for position, one in enumerate(cards)
    )


def twice(placed: Iterable[tuple[Card, Where]]) -> list[Fault]:
    """`duplicate_card` at each place but the first of a card."""
    first: dict[Card, Where] = {}
    return [
        Fault("duplicate_card", where, {"card": one, "first": first[one]})
        for one, where in placed
        if first.setdefault(one, where) is not where
    ]


def _faults_of_hands(tricks: Sequence[Trick], hands: Mapping[Seat, Cards]) -> list[Fault]:
    owner = {one: seat for seat, hand in hands.items() for one in listed(hand)}
    return [
        _out_of_hand(one, seat, owner.get(one), ("tricks", number, position))
        for number, trick in enumerate(tricks)
        for position, (seat, one) in enumerate(zip(trick.seats, trick.cards, strict=True))
        if owner.get(one) is not seat and (one in owner or seat in hands)
    ]


def _out_of_hand(one: Card, seat: Seat, owner: Seat | None, where: Where) -> Fault:
    """A card that another was dealt, or that the player was not dealt."""
    if owner:
        return Fault("duplicate_card", where, {"card": one, "first": ("hands", owner)})
    return Fault(
        "conflicting_fields",
        where,
        {"because": "not_in_hand", "card": one, "seat": seat},
    )


def _faults_of_leaders(tricks: Sequence[Trick], leaders: Sequence[Seat]) -> list[Fault]:
    return [
        Fault("inconsistent_leader", ("leaders", number), {"leader": trick.leader})
        for number, (trick, seat) in enumerate(zip(tricks, leaders, strict=False))
        if trick.leader is not seat
    ]


# The reasons ------------------------------------------------------------------------------------


def say_irregularities(found: Sequence[Irregularity]) -> list[Reason]:
    return [
        reason(_SAY_IRREGULAR[one.rule], trick=one.trick, seat=one.seat, card=one.card)
        for one in found
    ]


_SAY_IRREGULAR: Mapping[Obligation, Code] = {
    Obligation.FOLLOW: Code.IRREGULAR_FOLLOW,
    Obligation.TRUMP: Code.IRREGULAR_TRUMP,
    Obligation.OVERTRUMP: Code.IRREGULAR_OVERTRUMP,
}


def _say_last_trick(tricks: Sequence[Trick]) -> list[Reason]:
    whole = [trick for trick in tricks if trick.winner]
    if not whole:
        return []
    last = whole[-1]
    card = last.cards[last.seats.index(last.winner)]
    return [
        reason(Code.TRICK_WON, trick=len(whole), seat=last.winner, card=card, points=last.points)
    ]


def _say_next(
    seat: Seat | None, table: Sequence[Card], hand: Cards | None, allowed: Cards | None, trump: Suit
) -> list[Reason]:
    if seat is None:
        return [reason(Code.PLAY_OVER)]
    if not table:
        return [reason(Code.LEADS, seat=seat)]
    if hand is None or allowed is None:
        return [reason(Code.PLAYS_NEXT, seat=seat)]
    return [_say_duty(seat, table, hand, allowed, trump)]


def _say_duty(
    seat: Seat, table: Sequence[Card], hand: Cards, allowed: Cards, trump: Suit
) -> Reason:
    """Why these cards and no others are legal on the cards of the table."""
    at, led = winning(table, trump), table[0].suit
    above = not allowed & ~_ABOVE[trump][table[at]]
    if hand & _SUIT[led]:
        if led is trump and above:
            return reason(Code.MUST_GO_ABOVE, seat=seat, card=table[at])
        return reason(Code.MUST_FOLLOW, seat=seat, suit=led)
    if at == len(table) - 2:
        return reason(Code.PARTNER_MASTERS, seat=seat, suit=led, card=table[at])
    if not hand & _SUIT[trump]:
        return reason(Code.NEITHER_SUIT_NOR_TRUMP, seat=seat, suit=led)
    if table[at].suit is not trump:
        return reason(Code.MUST_TRUMP, seat=seat, suit=led)
    code = Code.MUST_OVERTRUMP if above else Code.MUST_UNDERTRUMP
    return reason(code, seat=seat, suit=led, card=table[at])
