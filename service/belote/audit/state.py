"""What a referee knows while he watches: the state that the events of a log build up.

This module applies no rule: what an event may be is for `timing`, what it proves for the modules
that read the state when the log is at its end. Events are known by their index in the log.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from service.belote.audit.events import (
    CallEvent,
    ClaimEvent,
    CountEvent,
    DealEvent,
    DeclareEvent,
    Log,
    PlayEvent,
    SayEvent,
    ShowEvent,
    Word,
)
from service.belote.audit.rulings import Moment, Phase
from service.belote.cards import NO_CARDS, PACK, Card, Cards, Suit, bits, listed, union
from service.belote.declarations import Declaration
from service.belote.hands import with_fourth
from service.belote.inputs import Contract
from service.belote.rules import CARDS_IN_TRICK, HAND_SIZE, TRICKS, Rules, first_leader
from service.belote.scales import Coinche
from service.belote.table import SEATS, Seat, Team
from service.belote.tricks import POINTS, Trick, openings

BEFORE_THE_LOG = -1
"""When hands that were given are known."""

MOST_DECLARED = HAND_SIZE
"""How many declarations of one seat are heard; no hand has more announcements (arbiter)."""


@dataclass(slots=True)
class Said:
    """A declaration as it was said in the log.

    `event` and `nth`: the event, and which of its declarations, from 0. `with_card`: the number,
    from 1, of the player's card that it belongs to. `names_cards`: it says which cards it is of.
    `laid`: the cards that were shown for it, and `laid_at` when. `refused_at`: when its player
    would not show it; `lost_at`: when it was lost because it was not shown in time.
    """

    event: int
    nth: int
    words: Declaration
    with_card: int
    names_cards: bool
    laid: Cards | None = None
    laid_at: int | None = None
    refused_at: int | None = None
    lost_at: int | None = None

    def as_of(self, event: int, *, losses: bool = True) -> Declaration:
        """Return the declaration as it stood after an event, for a ruling.

        Without `losses` it counts as shown although the time to show it is over.
        """
        words = self.words
        cards = self.laid if self.is_laid_by(event) else words.cards
        shown = self.is_shown_as_of(event, losses=losses)
        kind, points, top, suit, length = words.words
        return Declaration(kind, points, cards, self.with_card, shown, top, suit, length)

    def is_shown_as_of(self, event: int, *, losses: bool = True) -> bool:
        """Return whether nothing was lost for want of a show; see `as_of`."""
        return not _is_by(self.refused_at, event) and not (losses and _is_by(self.lost_at, event))

    def is_laid_by(self, event: int) -> bool:
        """Return whether its cards had been shown by an event."""
        return _is_by(self.laid_at, event)


@dataclass(frozen=True, slots=True)
class Correction:
    """A card that turned out to be elsewhere than was thought.

    `event`: when that was seen. `seat` was thought to have it, from the event `since` on.
    """

    event: int
    card: Card
    seat: Seat
    since: int


def _is_by(at: int | None, event: int) -> bool:
    return at is not None and at <= event


@dataclass(frozen=True, slots=True)
class Recorded:
    """What the log would hold if it had happened; see `Records`."""

    words: bool
    declarations: bool
    shows: bool


def recorded(log: Log) -> Recorded:
    """Return what a log records; a kind is recorded where the log holds one event of it.

    >>> recorded(Log((ShowEvent(Seat.N, None),))).shows
    True
    """
    kinds, told = {type(one) for one in log.events}, log.records
    words, declarations, shows = told.words, told.declarations, told.shows
    plays = [one for one in log.events if isinstance(one, PlayEvent)]
    if words is None:
        words = SayEvent in kinds or any(one.says is not None for one in plays)
    if declarations is None:
        declarations = DeclareEvent in kinds or any(one.declares for one in plays)
    return Recorded(words, declarations, ShowEvent in kinds if shows is None else shows)


class State:
    """The state of a donne after some of its events.

    `first`: who speaks and leads first. `passes`: how many have passed since anything else was
    called. `undertaken`: the bid or take that stands, and `coinche` what doubled it; `taken_at`:
    when it was known who takes. `contract`: as the auction tells, else as the log was headed.
    `plays`: the event, player and card of each card on the table, set-aside ones not. `turn`: who
    is next, None where nobody knows. `tricks`: the whole tricks.

    `known`: the cards that each seat is known to have been dealt, `since` when of each card, and
    `whole_at` since when all eight; `corrections`: what was wrongly thought of them before. `seen`:
    those of them that the table has seen; `laid_cards`: all that were shown or turned. `dealt`: the
    hands that were given, or follow from them.

    `words`: each word of the belote with its event, its player and the card that it belongs to, in
    the order of the cards; `awaiting`: those said before their card. `word_is_open`: nothing has
    been read since the last card of the donne but its word.
    `declared`: what each seat declared. `impossible`: cards were set aside that cannot be there.
    """

    def __init__(self, log: Log, rules: Rules) -> None:
        self.log = log
        self.rules = rules
        self.recorded = recorded(log)
        self.dealer: Seat | None = log.dealer
        self.first: Seat | None = None if log.dealer is None else first_leader(log.dealer, rules)
        self.turned: Card | None = None
        self.trump: Suit | None = log.trump
        self.taker: Seat | None = log.taker
        self.takers: Team | None = log.takers if log.taker is None else log.taker.team
        self.contract: Contract | None = log.contract
        self.passes = 0
        self.undertaken: CallEvent | None = None
        self.coinche: Coinche | None = None
        self.taken_at: int | None = None
        self.trump_at = BEFORE_THE_LOG
        begins_with_play = log.trump is not None and not _begins_with_deal(log)
        self.phase = Phase.PLAY if begins_with_play else Phase.DEAL
        self.phases: list[tuple[int, Phase]] = [(BEFORE_THE_LOG, self.phase)]
        self.order = rules.order
        self.plays: list[tuple[int, Seat, Card]] = []
        self.played_by: dict[Seat, int] = dict.fromkeys(SEATS, 0)
        self.turn: Seat | None = self.first
        self.trick: list[Seat] = []
        self.tricks: list[Trick] = []
        self.played: Cards = NO_CARDS
        self.impossible = False
        self.dealt: Mapping[Seat, Cards] = with_fourth(log.hands)
        self.known: dict[Seat, Cards] = {seat: self.dealt.get(seat, NO_CARDS) for seat in SEATS}
        self.seen: dict[Seat, Cards] = dict.fromkeys(SEATS, NO_CARDS)
        self.since: list[int] = [BEFORE_THE_LOG] * PACK.bit_count()
        self.whole_at: dict[Seat, int] = dict.fromkeys(self.dealt, BEFORE_THE_LOG)
        self.corrections: list[Correction] = []
        self.laid_cards = NO_CARDS
        self.words: list[tuple[int, Seat, Word, Card | None]] = []
        self.awaiting: list[tuple[int, Seat, Word]] = []
        self.word_is_open = False
        self.declared: dict[Seat, list[Said]] = {}
        self.shows: list[tuple[int, Seat, Cards | None]] = []
        self.claims: list[tuple[int, ClaimEvent]] = []
        self.count: tuple[int, CountEvent] | None = None

    # What events do -------------------------------------------------------------------------------

    def begin_with(self, seat: Seat) -> None:
        """Note that a player speaks or leads first, where the dealer was not told."""
        if self.first is None:
            self.first = self.turn = seat

    def deal(self, dealer: Seat, turned: Card | None, event: int) -> None:
        """Note a deal; a header that tells trump tells how the auction ended."""
        self.dealer, self.turned = dealer, turned
        self.first = self.turn = first_leader(dealer, self.rules)
        self.enter(Phase.AUCTION if self.log.trump is None else Phase.PLAY, event)

    def trump_of(self, call: CallEvent) -> Suit | None:
        """Return the trump suit of a take or bid; where none is named or turned, the header's."""
        if call.suit is not None:
            return call.suit
        return self.log.trump if self.turned is None else self.turned.suit

    def take(self, call: CallEvent, event: int) -> None:
        """Note who takes, and with which trump suit."""
        self.taken_at = event
        if self.trump is None:
            self.trump_at = event
        self.taker, self.takers, self.trump = call.seat, call.seat.team, self.trump_of(call)
        self.hand_over_turned_card(event)

    def double(self, coinche: Coinche) -> None:
        """Note that what was undertaken is doubled; it is told at once where a take is known."""
        self.coinche = coinche
        if self.taken_at is not None:
            self.contract = Contract(None, coinche)

    def settle(self, coinche: Coinche | None, event: int) -> None:
        """Note how the auction ended: what was undertaken last stands, doubled or not."""
        last = self.undertaken
        assert last is not None
        told = Contract(last.bid, coinche)
        self.contract = None if told == Contract() else told
        if self.taken_at is None:
            self.take(last, event)

    def begin_play(self, event: int) -> None:
        """Note that the auction is over; without a trump suit nobody can play."""
        self.turn = None if self.trump is None else self.first
        if self.trump is not None:
            self.enter(Phase.PLAY, event)

    def throw_in(self, event: int) -> None:
        """Note that all have passed: whatever the header told, nobody takes."""
        self.turn = self.trump = self.taker = self.takers = self.contract = None
        self.enter(Phase.THROWN_IN, event)

    def hand_over_turned_card(self, event: int) -> None:
        """Note that the taker has the turned card, unless hands tell otherwise."""
        if self.taker is not None and self.turned is not None:
            self.show(self.taker, 1 << self.turned, event)

    def lead_first(self, seat: Seat, event: int) -> None:
        """Note that the first card ends the auction, whatever was still to be called."""
        self.begin_with(seat)
        if self.is_auction_open:
            self.settle(self.coinche_before_card, event)
        self.enter(Phase.PLAY, event)
        if self.taken_at is None:
            self.hand_over_turned_card(event)

    def put(self, seat: Seat, card: Card, event: int) -> None:
        """Note a card on the table; the fourth ends its trick, the last one the donne."""
        if not self.plays:
            self.lead_first(seat, event)
        bit, trick, known = 1 << card, self.trick, self.known[seat]
        self.plays.append((event, seat, card))
        self.played |= bit
        number = self.played_by[seat] = self.played_by[seat] + 1
        if self.laid_cards & bit:
            self.see(seat, bit, event)
        else:
            self.seen[seat] |= bit
            if not known & bit:
                self.known[seat] = known | bit
                self.since[card] = event
        if number == HAND_SIZE and seat not in self.whole_at:
            self.know_whole(seat, event)
        trick.append(seat)
        if len(trick) < CARDS_IN_TRICK:
            for one in self.order[trick[0]]:
                if one not in trick:
                    self.turn = one
                    return
        self.finish_trick()
        if len(self.tricks) == TRICKS:
            self.turn, self.word_is_open = None, True
            self.enter(Phase.OVER, event)

    def finish_trick(self) -> None:
        """Note who won a trick, and so leads the next."""
        assert self.trump is not None
        cards = tuple([card for _, _, card in self.plays[-CARDS_IN_TRICK:]])
        first, second, third, last = cards
        opening = openings(self.rules)[self.trump]
        master = opening.after[first].after[second].after[third].after[last].master
        points = POINTS[self.trump]
        worth = points[first] + points[second] + points[third] + points[last]
        in_order = self.order[self.trick[0]]
        seats = tuple(self.trick)
        winner = seats[cards.index(master)]
        seats = in_order if seats == in_order else seats
        self.tricks.append(Trick(seats, cards, winner, worth))
        self.trick, self.turn = [], winner

    def show(self, seat: Seat, cards: Cards, event: int) -> None:
        """Note cards that a player lays open, as far as they can be his."""
        self.laid_cards |= cards
        if seat in self.whole_at:
            self.seen[seat] |= cards & self.known[seat]
        else:
            others = union(self.known[one] for one in SEATS if one is not seat)
            self.see(seat, cards & ~others, event)

    # What follows from the events -----------------------------------------------------------------

    def enter(self, phase: Phase, event: int) -> None:
        """Begin another phase with an event."""
        if phase is not self.phase:
            self.phase = phase
            self.phases.append((event, phase))

    def see(self, seat: Seat, cards: Cards, event: int) -> None:
        """Note that the table sees cards of a seat, whoever was thought to have them."""
        self.seen[seat] |= cards
        new = cards & ~self.known[seat]
        if new:
            for other in SEATS:
                self._correct(other, new, event)
                self.known[other] &= ~new
                self.seen[other] &= ~new if other is not seat else PACK
            self._know(seat, new, event)

    def know_whole(self, seat: Seat, event: int) -> None:
        """Note that a hand is known, all of it played; three such hands make the fourth known."""
        played = bits([card for _, player, card in self.plays if player is seat])
        self._correct(seat, ~played, event)
        self.known[seat] = played
        self.whole_at[seat] = event
        if len(self.whole_at) == len(SEATS) - 1:
            (fourth,) = (one for one in SEATS if one not in self.whole_at)
            rest = PACK & ~union(self.known[one] for one in self.whole_at)
            self._correct(fourth, ~rest, event)
            self._know(fourth, rest & ~self.known[fourth], event)
            self.known[fourth] = rest
            self.whole_at[fourth] = event

    def _correct(self, seat: Seat, wrong: Cards, event: int) -> None:
        """Note which of some cards a seat was wrongly thought to have."""
        if wrong := wrong & self.known[seat]:
            self.corrections += [
                Correction(event, card, seat, self.since[card]) for card in listed(wrong)
            ]

    def _know(self, seat: Seat, cards: Cards, event: int) -> None:
        self.known[seat] |= cards
        since = self.since
        while cards:
            lowest = cards & -cards
            since[lowest.bit_length() - 1] = event
            cards ^= lowest

    def elsewhere(self, seat: Seat, cards: Cards, event: int) -> Cards:
        """Return which of some cards others were known to hold after an event."""
        others = cards & union([self.known[one] for one in SEATS if one is not seat])
        found = bits([one for one in listed(others) if self.since[one] <= event])
        for one in reversed(self.corrections):
            bit = 1 << one.card
            if one.event > event and cards & bit:
                is_elsewhere = one.seat is not seat and one.since <= event
                found = found | bit if is_elsewhere else found & ~bit
        return found

    def hand_as_of(self, seat: Seat, event: int) -> Cards | None:
        """Return the eight cards of a seat, None where they were not known after an event."""
        at = self.whole_at.get(seat)
        return None if at is None or at > event else self.known[seat]

    @property
    def may_play(self) -> bool:
        """Return whether a card may be played: trump is known, and there are cards left.

        The first card ends an auction in which nobody took, where the header tells trump.
        """
        if self.phase is Phase.AUCTION:
            return self.trump is not None
        return self.phase is Phase.PLAY

    def room_to_declare(self, seat: Seat) -> int:
        """Return how many more declarations of a seat count: it has one for each of its cards."""
        return MOST_DECLARED - len(self.declared.get(seat, ()))

    @property
    def is_auction_open(self) -> bool:
        """Return whether somebody has bid or taken, and more may be called."""
        return self.phase is Phase.AUCTION and self.undertaken is not None

    @property
    def coinche_before_card(self) -> Coinche | None:
        """Return what doubles a donne whose auction the first card ends.

        Where nobody was heard to double it, the header may know of it.
        """
        if self.coinche is not None or self.log.contract is None:
            return self.coinche
        return self.log.contract.coinche

    def is_turn_to_play(self, seat: Seat) -> bool:
        """Return whether a seat's card may be next, also where it would end the auction."""
        is_open = self.phase is Phase.AUCTION and self.taken_at is not None and self.may_play
        return (is_open or self.phase is Phase.PLAY) and self.to_play in (None, seat)

    @property
    def to_play(self) -> Seat | None:
        """Return whose card is next, also where an auction is still under way."""
        return self.turn if self.plays else self.first

    @property
    def is_closed(self) -> bool:
        """Return whether the donne is over, or was thrown in."""
        return self.phase is Phase.OVER or self.phase is Phase.THROWN_IN

    def played_up_to(self, event: int, seat: Seat) -> int:
        """Return how many cards a seat had played after an event."""
        return sum(player is seat for at, player, _ in self.plays if at <= event)

    def other_player_before(self, event: int, seat: Seat) -> Seat:
        """Return who of the others than a seat played last before an event."""
        return next(one for at, one, _ in reversed(self.plays) if at < event and one is not seat)

    def touches_last_card(self, seat: Seat) -> bool:
        """Return whether a seat played the last card on the table."""
        return bool(self.plays) and self.plays[-1][1] is seat

    def moment(self, event: int, *, of_card: bool = False) -> Moment:
        """Return when an event happened; `of_card`: of a card that lies, with its place."""
        before = bisect_left(self.plays, event, key=_first)
        trick, turn = divmod(before, CARDS_IN_TRICK)
        if of_card:
            return Moment(Phase.PLAY, trick + 1, turn + 1)
        lies = before < len(self.plays) and self.plays[before][0] == event
        before_it = self.phases[bisect_left(self.phases, event, key=_first) - 1][1]
        phase = Phase.PLAY if lies else before_it
        return Moment(phase, trick + 1 if phase is Phase.PLAY else None)


def _begins_with_deal(log: Log) -> bool:
    return bool(log.events) and isinstance(log.events[0], DealEvent)


_first: Callable[[Any], int] = itemgetter(0)
