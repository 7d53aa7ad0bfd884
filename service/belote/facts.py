"""A donne as it is sent, the facts it comes to, and what contradicts itself in it.

A count, piles of tricks or the play card by card: three ways to the same facts. It must not know
contracts or who marks what.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from service.belote.announcements import BELOTE
from service.belote.cards import PACK, Card, Cards, Suit, bits, listed
from service.belote.comparison import Comparison, Declared
from service.belote.rules import CARD_POINTS, CARDS_IN_TRICK, CLASSIQUE, TRICKS, Rules
from service.belote.table import NS, SEATS, TEAMS, Pair, Seat, Team
from service.belote.tricks import (
    NO_HANDS,
    POINTS,
    Fault,
    Irregularity,
    Play,
    Trick,
    first_leader,
    follow,
    played_by,
    taken_back,
    twice,
)
from service.belote.tricks import faults as faults_of_play

# What is sent -----------------------------------------------------------------------------------


class Count(NamedTuple):
    """Points counted at the table, the last trick apart. `tricks_won`: None where not counted."""

    card_points: Pair[int]
    last_trick: Team
    tricks_won: Pair[int] | None = None


class Won(NamedTuple):
    """The piles of tricks won, of one team or of both; the other has the rest of the pack."""

    last_trick: Team
    piles: Pair[tuple[Card, ...] | None]


class BeloteClaim(NamedTuple):
    """What was said of king and queen of trump.

    `team`: None where the cards tell. `claimed_at_count`: a forgotten "rebelote" was signalled at
    the count at the latest. `pardon_used`: the team's pardon was spent in an earlier donne.
    """

    team: Team | None = None
    said: bool = True
    rebelote: bool = True
    claimed_at_count: bool = False
    pardon_used: bool = False


Settled: TypeAlias = Pair[int] | Comparison | None
"""Announcements as points of each team, as the comparison, or None where none count."""


class Donne(NamedTuple):
    """One donne as it was sent.

    `belote`: None where nobody said it. `hands`: eight cards each, where known; with a `Play` they
    follow from it. `announcements`: already settled; else they are to be compared, `declared` as
    they were said, or by `declare_best` as each hand allows. `first_player`: who spoke first, if
    no play tells it.
    """

    trump: Suit
    takers: Team
    form: Count | Won | Play
    belote: BeloteClaim | None = None
    announcements: Settled = None
    hands: Mapping[Seat, Cards] = NO_HANDS
    carry_in: int = 0
    declared: Declared | None = None
    declare_best: bool = False
    first_player: Seat | None = None

    @property
    def is_compared(self) -> bool:
        """Whether announcements are to be compared."""
        return self.declared is not None or self.declare_best

    def speaks_first(self, rules: Rules) -> Seat | None:
        """Return the player at the dealer's right, where the dealer is known."""
        if isinstance(self.form, Play):
            return first_leader(self.form.dealer, rules)
        return self.first_player


# What it comes to -------------------------------------------------------------------------------

Holders: TypeAlias = frozenset[Team | None]
"""Who may hold the belote, as far as is known; None stands for nobody."""


class Facts(NamedTuple):
    """What the count starts from. `tricks_won`: None where nobody counted them."""

    card_points: Pair[int]
    tricks_won: Pair[int] | None
    last_trick: Team
    holders: Holders
    hands: Mapping[Seat, Cards]
    tricks: tuple[Trick, ...] | None = None
    irregularities: tuple[Irregularity, ...] = ()

    @property
    def capot(self) -> Team | None:
        """The team that won all tricks; never inferred from points."""
        won = self.tricks_won
        if won is None or TRICKS not in won:
            return None
        return Team.NS if won.NS else Team.EW


def facts_of(donne: Donne, rules: Rules) -> Facts:
    match donne.form:
        case Count() as count:
            return _from_count(count, donne.trump, donne.hands)
        case Won() as won:
            return _from_won(won, donne.trump, donne.hands)
        case Play() as play:
            return _from_play(play, donne.trump, rules)


def _from_count(count: Count, trump: Suit, hands: Mapping[Seat, Cards]) -> Facts:
    may_hold = holders(hands, trump)
    return Facts(count.card_points, count.tricks_won, count.last_trick, may_hold, hands)


def _from_won(won: Won, trump: Suit, hands: Mapping[Seat, Cards]) -> Facts:
    ns = _pile(won, Team.NS)
    points = sum(POINTS[trump][one] for one in listed(ns))
    tricks = ns.bit_count() // CARDS_IN_TRICK
    return Facts(
        Pair(points, CARD_POINTS - points),
        Pair(tricks, TRICKS - tricks),
        won.last_trick,
        holders(hands, trump),
        hands,
    )


def _pile(won: Won, team: Team) -> Cards:
    own, other = won.piles.of(team), won.piles.of(team.other)
    return PACK & ~bits(other or ()) if own is None else bits(own)


def _from_play(play: Play, trump: Suit, rules: Rules) -> Facts:
    tricks = follow(play, trump, rules)
    hands, against = taken_back(tricks, trump, rules)
    won = [trick.points for trick in tricks if trick.winner and trick.winner.team is NS]
    points = sum(won)
    last = tricks[-1].winner
    assert last is not None
    return Facts(
        Pair(points, CARD_POINTS - points),
        Pair(len(won), TRICKS - len(won)),
        last.team,
        holders(hands, trump),
        hands,
        tricks,
        against,
    )


def holders(hands: Mapping[Seat, Cards], trump: Suit) -> Holders:
    """Who may hold both king and queen of trump beside the hands that are known."""
    both = BELOTE[trump]
    for seat, hand in hands.items():
        if hand & both:
            return HELD_BY[seat.team] if hand & both == both else NOBODY
    unknown = [seat.team for seat in SEATS if seat not in hands]
    return frozenset(unknown) if len(unknown) == 1 else frozenset({*unknown, None})


NOBODY: Holders = frozenset({None})
HELD_BY: Mapping[Team, Holders] = {team: frozenset({team}) for team in TEAMS}


# What contradicts itself ------------------------------------------------------------------------


def faults(donne: Donne, rules: Rules = CLASSIQUE) -> list[Fault]:
    """What makes a donne impossible, each with its code and its place in the body.

    `missing_field`, `conflicting_fields`, `inconsistent_points`, `inconsistent_tricks`,
    `inconsistent_leader`, `inconsistent_belote`, `wrong_number_of_cards`, `duplicate_card`.
    """
    match donne.form:
        case Count() as count:
            found = faults_of_count(count)
        case Won() as won:
            found = _faults_of_won(won)
        case Play() as play:
            found = _faults_of_play(play, donne.trump, rules)
    return (
        found
        + _faults_of_belote(donne, found, rules)
        + _faults_of_announcements(donne.announcements, rules)
        + _faults_of_speaker(donne, rules)
    )


def faults_of_count(count: Count) -> list[Fault]:
    found = []
    points, tricks = count.card_points, count.tricks_won
    if sum(points) != CARD_POINTS:
        params = {"because": "sum_of_cards", "sum": sum(points), "total": CARD_POINTS}
        found.append(Fault("inconsistent_points", ("count", "card_points"), params))
    if tricks is not None:
        where = ("count", "tricks_won")
        impossible = next(_impossible(points, tricks, count.last_trick), None)
        if impossible:
            found.append(Fault("inconsistent_tricks", where, impossible))
    elif CARD_POINTS in points:
        found.append(Fault("missing_field", ("count", "tricks_won"), {"field": "tricks_won"}))
    return found


def _impossible(
    points: Pair[int], tricks: Pair[int], last_trick: Team
) -> Iterator[Mapping[str, object]]:
    """Why these tricks cannot have brought these points, or none of them the last trick."""
    if sum(tricks) != TRICKS:
        yield {
            "because": "sum_of_tricks",
            "ns": tricks.NS,
            "ew": tricks.EW,
            "sum": sum(tricks),
            "total": TRICKS,
        }
    if not tricks.of(last_trick):
        yield {"because": "last_trick_of_none", "team": last_trick}
    for team in TEAMS:
        if points.of(team) and not tricks.of(team):
            yield {
                "because": "points_without_a_trick",
                "team": team,
                "points": points.of(team),
            }
        if tricks.of(team) == TRICKS and points.of(team) != CARD_POINTS:
            yield {
                "because": "all_tricks_without_all_points",
                "team": team,
                "total": CARD_POINTS,
            }


def _faults_of_won(won: Won) -> list[Fault]:
    piles = {team: pile for team in TEAMS if (pile := won.piles.of(team)) is not None}
    if not piles:
        return [Fault("missing_field", ("won", Team.NS), {"field": "NS / EW"})]
    found = [
        Fault(
            "wrong_number_of_cards",
            ("won", team),
            {"count": len(pile), "multiple_of": CARDS_IN_TRICK},
        )
        for team, pile in piles.items()
        if len(pile) % CARDS_IN_TRICK
    ]
    found += twice(
        (one, ("won", team, position))
        for team, pile in piles.items()
        for position, one in enumerate(pile)
    )
    return found or _faults_of_pack(won)


def _faults_of_pack(won: Won) -> list[Fault]:
    """The piles are all the pack, and the last trick lies in one."""
    ns, ew = (_pile(won, team) for team in TEAMS)
    if ns | ew != PACK:
        params = {"because": "pack_incomplete", "total": PACK.bit_count()}
        return [Fault("inconsistent_tricks", ("won",), params)]
    if not _pile(won, won.last_trick):
        params = {"because": "last_trick_in_empty_pile", "team": won.last_trick}
        return [Fault("inconsistent_tricks", ("won",), params)]
    return []


def _faults_of_play(play: Play, trump: Suit, rules: Rules) -> list[Fault]:
    found = faults_of_play(play, trump, rules=rules)
    if len(play.tricks) != TRICKS:
        found.append(
            Fault(
                "inconsistent_tricks", ("tricks",), {"because": "number_of_tricks", "total": TRICKS}
            )
        )
    return [fault.under("play") for fault in found]


def _faults_of_belote(donne: Donne, found: Sequence[Fault], rules: Rules) -> list[Fault]:
    """A team that is said to hold the belote must be able to, beside the hands that are known."""
    claim, where = donne.belote, ("belote", "team")
    if claim is None:
        return []
    if claim.team is None:
        missing = Fault("missing_field", where, {"field": "team"})
        return [] if isinstance(donne.form, Play) else [missing]
    if any(one.code != "inconsistent_leader" for one in found if one.where[0] == "play"):
        return []  # no hands to speak of
    if claim.team in holders(hands_of(donne, rules), donne.trump):
        return []
    return [Fault("inconsistent_belote", where, {"team": claim.team})]


def _faults_of_announcements(settled: Settled, rules: Rules) -> list[Fault]:
    """One camp at most has announcements that count (arbiter, after 003), where any do."""
    if not isinstance(settled, Pair):
        return []
    where, params = ("announcement_points",), {"ns": settled.NS, "ew": settled.EW}
    if any(settled) and not rules.announcements:
        return [Fault("inconsistent_points", where, {"because": "announcements_off", **params})]
    if all(settled):
        return [Fault("inconsistent_points", where, {"because": "both_announced", **params})]
    return []


def _faults_of_speaker(donne: Donne, rules: Rules) -> list[Fault]:
    """Where the last step of a comparison asks who spoke first, that must be known for certain."""
    where = ("first_player",)
    if not rules.last_tie or not donne.is_compared:
        return []
    first = donne.speaks_first(rules)
    if first is None:
        return [Fault("missing_field", where, {"field": "first_player"})]
    if donne.first_player not in (None, first):
        params = {
            "because": "speaks_first",
            "seat": donne.first_player,
            "first": first,
        }
        return [Fault("conflicting_fields", where, params)]
    return []


def hands_of(donne: Donne, rules: Rules) -> Mapping[Seat, Cards]:
    """The hands that are known: all of them from a play, else those that were sent."""
    if isinstance(donne.form, Play):
        return played_by(follow(donne.form, donne.trump, rules))
    return donne.hands
