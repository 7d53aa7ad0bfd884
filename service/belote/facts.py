"""Derive what the score needs from any input form: counts, piles of tricks or a whole play.

This module must not know contracts or which team marks what.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from service.belote.announcements import BELOTE
from service.belote.cards import PACK, Cards, Suit, bits, listed
from service.belote.hands import NO_HANDS, with_fourth
from service.belote.inputs import (
    CountedPoints,
    CountedTotals,
    Donne,
    Play,
    TrickPiles,
)
from service.belote.rules import (
    CARD_POINTS,
    CARDS_IN_TRICK,
    LAST_TRICK,
    TRICKS,
    Rules,
    first_leader,
)
from service.belote.scales import SCALES
from service.belote.table import NS, SEATS, TEAMS, ByTeam, Seat, Team
from service.belote.tricks import (
    POINTS,
    Irregularity,
    Trick,
    follow,
    hands_and_irregularities,
    played_by,
)

Holders: TypeAlias = frozenset[Team | None]
"""The teams that may hold the belote, as far as is known; None: that no one hand holds it."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What a donne is counted from.

    `tricks_won`: None where they were not counted. `last_trick`: None if its winner was not
    reported; `card_points` then hold those of the last trick too. `tricks`: None unless the play is
    known.
    """

    card_points: ByTeam[int]
    tricks_won: ByTeam[int] | None
    last_trick: Team | None
    holders: Holders
    hands: Mapping[Seat, Cards]
    tricks: tuple[Trick, ...] | None = None
    irregularities: tuple[Irregularity, ...] = ()

    @property
    def capot(self) -> Team | None:
        """Return the team that won all tricks; points alone do not prove it."""
        won = self.tricks_won
        if won is None or TRICKS not in won:
            return None
        return Team.NS if won.NS else Team.EW


def facts_of(donne: Donne, rules: Rules) -> Facts:
    """Return the facts of a donne, in whichever form it was entered.

    >>> from service.belote.rules import CLASSIQUE
    >>> counted = Donne(Suit.HEARTS, NS, CountedPoints(ByTeam(88, 64), NS))
    >>> facts_of(counted, CLASSIQUE).card_points
    ByTeam(NS=88, EW=64)
    """
    match donne.form:
        case Play() as play:
            return _from_play(play, _trump(donne), donne.hands, rules)
        case CountedPoints() as count:
            return _from_count(count, donne)
        case CountedTotals() as count:
            return _from_totals(count, donne, rules)
        case TrickPiles() as won:
            return _from_won(won, _trump(donne), donne.hands)


def _trump(donne: Donne) -> Suit:
    assert donne.trump is not None
    return donne.trump


def _from_count(count: CountedPoints, donne: Donne) -> Facts:
    hands = with_fourth(donne.hands)
    may_hold = holders(hands, donne.trump)
    return Facts(count.card_points, count.tricks_won, count.last_trick, may_hold, hands)


def _from_totals(count: CountedTotals, donne: Donne, rules: Rules) -> Facts:
    """Return the facts of totals; those without the last trick apart where it was told."""
    hands = with_fourth(donne.hands)
    may_hold = holders(hands, donne.trump)
    capot, tricks = capot_of(count), count.tricks_won
    if capot is None:
        assert count.totals is not None
        ns, ew = count.totals
        last = count.last_trick
    else:
        tricks = ByTeam(TRICKS, 0) if capot is NS else ByTeam(0, TRICKS)
        last = None if count.last_trick is None else capot
        worth = CARD_POINTS + capot_bonus(capot is donne.takers, rules)
        ns, ew = (worth, 0) if capot is NS else (0, worth)
    if last is None:
        return Facts(ByTeam(ns, ew), tricks, None, may_hold, hands)
    bonus = LAST_TRICK if capot is None else capot_bonus(capot is donne.takers, rules)
    cards = ByTeam(ns - bonus, ew) if last is NS else ByTeam(ns, ew - bonus)
    return Facts(cards, tricks, last, may_hold, hands)


def rest_of(total: int) -> int:
    """Return what the total of one team leaves for the other, the last trick included.

    >>> rest_of(98)
    64
    """
    return max(0, CARD_POINTS + LAST_TRICK - total)


def capot_of(count: CountedTotals) -> Team | None:
    """Return the team that won every trick, as far as the count tells.

    >>> capot_of(CountedTotals(capot=NS))
    <Team.NS: 'NS'>
    """
    if count.capot is not None or count.tricks_won is None or TRICKS not in count.tricks_won:
        return count.capot
    return NS if count.tricks_won.NS == TRICKS else Team.EW


def capot_bonus(of_takers: bool, rules: Rules) -> int:
    """Return what the last trick of a capot is worth, of the takers or of the defence.

    Where contracts are bid, both are worth the same.

    >>> from service.belote.rules import CLASSIQUE
    >>> capot_bonus(True, CLASSIQUE)
    100
    """
    is_worth_more = rules.capot_defence > CARD_POINTS + LAST_TRICK
    if of_takers or is_worth_more or SCALES[rules.scale].has_bid:
        return rules.capot_points - CARD_POINTS
    return LAST_TRICK


def _from_won(won: TrickPiles, trump: Suit, hands: Mapping[Seat, Cards]) -> Facts:
    hands = with_fourth(hands)
    ns = pile_of(won, Team.NS)
    points = sum(POINTS[trump][one] for one in listed(ns))
    tricks = ns.bit_count() // CARDS_IN_TRICK
    return Facts(
        ByTeam(points, CARD_POINTS - points),
        ByTeam(tricks, TRICKS - tricks),
        won.last_trick,
        holders(hands, trump),
        hands,
    )


def pile_of(won: TrickPiles, team: Team) -> Cards:
    """Return the cards that a team won: its pile, or what the other's leaves of the pack.

    >>> pile_of(TrickPiles(NS, ByTeam((), None)), Team.EW) == PACK
    True
    """
    own, other = won.piles.of(team), won.piles.of(team.other)
    return PACK & ~bits(other or ()) if own is None else bits(own)


def _from_play(play: Play, trump: Suit, dealt: Mapping[Seat, Cards], rules: Rules) -> Facts:
    return facts_of_tricks(follow(play, trump, rules), trump, dealt, rules)


def facts_of_tricks(
    tricks: tuple[Trick, ...], trump: Suit, dealt: Mapping[Seat, Cards], rules: Rules
) -> Facts:
    """Return the facts of eight tricks, in whichever order their players played.

    `dealt`: the hands that were given, not inferred from the play.

    >>> from service.belote.cards import CARDS
    >>> from service.belote.rules import CLASSIQUE
    >>> play = Play(Seat.N, tuple(CARDS[at : at + 4] for at in range(0, 32, 4)))
    >>> tricks = follow(play, Suit.HEARTS, CLASSIQUE)
    >>> facts_of_tricks(tricks, Suit.HEARTS, NO_HANDS, CLASSIQUE).tricks_won
    ByTeam(NS=3, EW=5)
    """
    known = with_fourth(dealt) if dealt else dealt
    hands, against = hands_and_irregularities(tricks, trump, rules, NO_HANDS, known)
    won = [trick.points for trick in tricks if trick.winner in _SEATS_OF_NS]
    points = sum(won)
    last = tricks[-1].winner
    assert last is not None
    return Facts(
        ByTeam(points, CARD_POINTS - points),
        ByTeam(len(won), TRICKS - len(won)),
        last.team,
        holders(hands, trump),
        hands,
        tricks,
        against,
    )


_SEATS_OF_NS = frozenset(seat for seat in SEATS if seat.team is NS)


def holders(hands: Mapping[Seat, Cards], trump: Suit | None) -> Holders:
    """Return the teams that may hold both king and queen of trump, given the known hands.

    Without a trump suit any team may.

    >>> sorted(holders({Seat.N: 255}, Suit.SPADES))
    [<Team.NS: 'NS'>]
    """
    if trump is None:
        return ANYBODY
    both = BELOTE[trump]
    for seat, hand in hands.items():
        if hand & both:
            return HELD_BY_TEAM[seat.team] if hand & both == both else NOBODY
    unknown = [seat.team for seat in SEATS if seat not in hands]
    return frozenset(unknown) if len(unknown) == 1 else frozenset({*unknown, None})


NOBODY: Holders = frozenset({None})
ANYBODY: Holders = frozenset({*TEAMS, None})
HELD_BY_TEAM: Mapping[Team, Holders] = {team: frozenset({team}) for team in TEAMS}


def hands_of(donne: Donne, rules: Rules) -> Mapping[Seat, Cards]:
    """Return the known hands: all four of a play, else those that were entered.

    >>> from service.belote.rules import CLASSIQUE
    >>> form = CountedPoints(ByTeam(88, 64), NS)
    >>> hands_of(Donne(Suit.HEARTS, NS, form, hands={Seat.N: 255}), CLASSIQUE)
    {<Seat.N: 'N'>: 255}
    """
    if isinstance(donne.form, Play):
        return played_by(follow(donne.form, _trump(donne), rules))
    return with_fourth(donne.hands)


def first_speaker(donne: Donne, rules: Rules) -> Seat | None:
    """Return who speaks first: the one who leads, by the dealer, else whom the input names.

    >>> from service.belote.rules import CLASSIQUE
    >>> first_speaker(Donne(Suit.HEARTS, NS, Play(Seat.N, ())), CLASSIQUE)
    <Seat.W: 'W'>
    """
    dealer = donne.dealt_by
    return donne.first_player if dealer is None else first_leader(dealer, rules)
