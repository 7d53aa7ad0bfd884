"""The facts of a donne, from counted points, from piles of tricks or from the play card by card.

This module must not know contracts or which team marks what.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from service.belote.announcements import BELOTE
from service.belote.cards import PACK, Cards, Suit, bits, listed
from service.belote.inputs import CountedPoints, Donne, Play, TrickPiles
from service.belote.rules import CARD_POINTS, CARDS_IN_TRICK, TRICKS, Rules
from service.belote.table import NS, SEATS, TEAMS, ByTeam, Seat, Team
from service.belote.tricks import (
    POINTS,
    Irregularity,
    Trick,
    first_leader,
    follow,
    hands_and_irregularities,
    played_by,
)

Holders: TypeAlias = frozenset[Team | None]
"""The teams that may hold the belote, as far as is known; None: that no one hand holds it."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What a donne is counted from.

    `tricks_won`: None where they were not counted. `tricks`: None unless the play is known.
    """

    card_points: ByTeam[int]
    tricks_won: ByTeam[int] | None
    last_trick: Team
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
        case CountedPoints() as count:
            return _from_count(count, donne.trump, donne.hands)
        case TrickPiles() as won:
            return _from_won(won, donne.trump, donne.hands)
        case Play() as play:
            return _from_play(play, donne.trump, rules)


def _from_count(count: CountedPoints, trump: Suit, hands: Mapping[Seat, Cards]) -> Facts:
    may_hold = holders(hands, trump)
    return Facts(count.card_points, count.tricks_won, count.last_trick, may_hold, hands)


def _from_won(won: TrickPiles, trump: Suit, hands: Mapping[Seat, Cards]) -> Facts:
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


def _from_play(play: Play, trump: Suit, rules: Rules) -> Facts:
    tricks = follow(play, trump, rules)
    hands, against = hands_and_irregularities(tricks, trump, rules)
    won = [trick.points for trick in tricks if trick.winner and trick.winner.team is NS]
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


def holders(hands: Mapping[Seat, Cards], trump: Suit) -> Holders:
    """Return the teams that may hold both king and queen of trump, given the known hands.

    >>> sorted(holders({Seat.N: 255}, Suit.SPADES))
    [<Team.NS: 'NS'>]
    """
    both = BELOTE[trump]
    for seat, hand in hands.items():
        if hand & both:
            return HELD_BY_TEAM[seat.team] if hand & both == both else NOBODY
    unknown = [seat.team for seat in SEATS if seat not in hands]
    return frozenset(unknown) if len(unknown) == 1 else frozenset({*unknown, None})


NOBODY: Holders = frozenset({None})
HELD_BY_TEAM: Mapping[Team, Holders] = {team: frozenset({team}) for team in TEAMS}


def hands_of(donne: Donne, rules: Rules) -> Mapping[Seat, Cards]:
    """Return the known hands: all four of a play, else those that were entered.

    >>> from service.belote.rules import CLASSIQUE
    >>> form = CountedPoints(ByTeam(88, 64), NS)
    >>> hands_of(Donne(Suit.HEARTS, NS, form, hands={Seat.N: 255}), CLASSIQUE)
    {<Seat.N: 'N'>: 255}
    """
    if isinstance(donne.form, Play):
        return played_by(follow(donne.form, donne.trump, rules))
    return donne.hands


def first_speaker(donne: Donne, rules: Rules) -> Seat | None:
    """Return who speaks first: in a play the one who leads, else whom the input names.

    >>> from service.belote.rules import CLASSIQUE
    >>> first_speaker(Donne(Suit.HEARTS, NS, Play(Seat.N, ())), CLASSIQUE)
    <Seat.W: 'W'>
    """
    if isinstance(donne.form, Play):
        return first_leader(donne.form.dealer, rules)
    return donne.first_player
