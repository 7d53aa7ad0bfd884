"""Declarations in a log: what each is worth as of any event, and who wins the comparison by it.

A ruling is asked for as of an event, with what was known by then. Before a hand is known, what was
said is taken at its word, as players take it; who must show, and who may not, follows from that.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from service.belote.announcements import ANNOUNCEMENTS, Announcement, strength
from service.belote.audit.findings import found_later
from service.belote.audit.rulings import Finding
from service.belote.audit.state import BEFORE_THE_LOG, Said, State
from service.belote.cards import NO_CARDS, Suit, listed, union
from service.belote.codes import Code, DeclarationRef, reason
from service.belote.comparison import ComparisonResult, judge_comparison, judge_rulings
from service.belote.declarations import (
    Verdict,
    Words,
    judge_declarations,
    named_cards,
    verdict_of,
)
from service.belote.explain import audit as explain
from service.belote.rules import CARDS_IN_TRICK, Rules, Void
from service.belote.table import EW, NS, SEATS, Seat, Team

Ruled: TypeAlias = tuple[Said, Verdict | None]
"""A declaration and the ruling on it, None where it cannot be ruled yet."""

Strength: TypeAlias = tuple[int, ...]
Bounds: TypeAlias = tuple[Strength, Strength]
"""The least and the most that an announcement can be."""


class Lead(NamedTuple):
    """Who wins the comparison when every declaration is taken at its word.

    `is_open`: the words leave it open. `winner`: None also where neither team wins.
    """

    is_open: bool
    winner: Team | None


OPEN = Lead(True, None)


class View(NamedTuple):
    """What a seat had declared, as far as it could be ruled, and the bounds of its strongest."""

    ruled: list[Ruled]
    bounds: Bounds | None


NOTHING_DECLARED = View([], None)


class Declaring:
    """The declarations of a log, ruled as of any event of it.

    `compared_at`: the last card of the first trick, after which announcements are compared.
    `shown_by`: the first card of the third, before which they are shown. Both are events, None
    where the log has not come so far; `last` is its last event.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.rules = state.rules
        self.last = len(state.log.events) - 1
        plays = state.plays
        self.compared_at = plays[CARDS_IN_TRICK - 1][0] if state.tricks else None
        self.shown_by = plays[2 * CARDS_IN_TRICK][0] if len(plays) > 2 * CARDS_IN_TRICK else None
        self._points = {seat: self._turning_points_of(seat) for seat in state.declared}
        self._views: dict[tuple[Seat, int, bool], View] = {}
        self._leads: dict[int, Lead] = {}
        self._with_losses: set[Seat] = set()

    # Rulings as of an event -----------------------------------------------------------------------

    def rulings(self, seat: Seat, event: int, *, losses: bool = True) -> list[Ruled]:
        """Return what a seat had declared by an event, as far as it could be ruled then.

        Without `losses` what was not shown in time counts as shown.
        """
        return self._view(seat, event, losses=losses).ruled

    def lead(self, event: int, *, losses: bool = False) -> Lead:
        """Return who wins with every declaration taken at its word, as of an event."""
        if losses:
            return self._lead(event, losses=True)
        found = self._leads.get(event)
        if found is None:
            found = self._leads[event] = self._lead(event, losses=False)
        return found

    def note_change(self, seat: Seat, event: int, *, is_loss: bool = False) -> None:
        """Note that an event changed the declarations of a seat."""
        insort(self._points[seat], event)
        if is_loss:
            self._with_losses.add(seat)
        self._views = {key: view for key, view in self._views.items() if key[0] is not seat}
        self._leads.clear()

    def turning_points(self, event: int) -> list[int]:
        """Return the events from one on after which any ruling may change."""
        found = {event, self.last}
        for points in self._points.values():
            found.update(points)
        return sorted(at for at in found if at >= event)

    def _turning_points_of(self, seat: Seat) -> list[int]:
        """Return the events after which the rulings on a seat may change, in order.

        That is where it declared, where its hand became known, and where cards that it named or
        showed were seen with others, or turned out to be elsewhere; `note_change` adds the shows
        that lay a declaration open.
        """
        state = self.state
        points = {one.event for one in state.declared[seat]}
        named = union([named_cards(one.words) for one in state.declared[seat] if one.names_cards])
        for _, shower, cards in state.shows:
            if shower is seat:
                named |= cards or NO_CARDS
        if elsewhere := named & ~state.known[seat]:
            points.update([state.since[card] for card in listed(elsewhere)])
        for one in state.corrections:
            if named >> one.card & 1:
                points.update((one.since, one.event))
        points.add(state.whole_at.get(seat, BEFORE_THE_LOG))
        return sorted(points)

    def _view(self, seat: Seat, event: int, *, losses: bool) -> View:
        points = self._points.get(seat)
        if points is None:
            return NOTHING_DECLARED
        key = seat, bisect_right(points, event), losses or seat not in self._with_losses
        found = self._views.get(key)
        if found is None:
            ruled = self._rule(seat, event, losses=losses)
            found = self._views[key] = View(ruled, self._bounds(seat, ruled))
        return found

    def _rule(self, seat: Seat, event: int, *, losses: bool) -> list[Ruled]:
        state, rules = self.state, self.rules
        declared = [one for one in state.declared[seat] if one.event <= event]
        hand = state.hand_as_of(seat, event)
        ready = [
            at
            for at, one in enumerate(declared)
            if hand is not None or one.is_laid_by(event) or _needs_no_hand(one, rules)
        ]
        verdicts: dict[int, Verdict] = {}
        if ready:
            words = [declared[at].as_of(event, losses=losses) for at in ready]
            elsewhere = NO_CARDS
            if hand is None:
                named = union([named_cards(one) for one in words])
                elsewhere = state.elsewhere(seat, named, event)
            ruled = judge_declarations(words, hand, rules, state.trump, elsewhere)
            for at, one in zip(ready, ruled, strict=True):
                verdicts[at] = one if one.index == at else replace(one, index=at)
        return [
            (one, verdicts.get(at) or _lost(at, one, event, losses=losses))
            for at, one in enumerate(declared)
        ]

    def _bounds(self, seat: Seat, ruled: list[Ruled]) -> Bounds | None:
        """Return what the strongest announcement of a seat can be; None where it has none."""
        state, rules = self.state, self.rules
        least = most = None
        for one, verdict in ruled:
            if verdict is None:
                bounds = _bounds_of_words(one.words.words, rules, state.trump)
                if bounds is None:
                    continue
                low, high = bounds
            elif verdict.announcement is not None:
                low = high = strength(verdict.announcement, rules, state.trump)
            else:
                continue
            least = low if least is None or low > least else least
            most = high if most is None or high > most else most
        if least is None or most is None:
            return None
        if not rules.last_tie or state.first is None:
            return least, most
        turn = -state.order[state.first].index(seat)  # who spoke first is the last step
        return (*least, turn), (*most, turn)

    def _lead(self, event: int, *, losses: bool) -> Lead:
        ns = ew = None
        for seat in self._points:
            bounds = self._view(seat, event, losses=losses).bounds
            if bounds is not None:
                if seat.team is NS:
                    ns = _stronger(ns, bounds)
                else:
                    ew = _stronger(ew, bounds)
        return _lead_of(ns, ew)

    # Findings on declarations ---------------------------------------------------------------------

    def find(self) -> Iterator[Finding]:
        """Yield what is wrong with each declaration, in the order of seats."""
        state = self.state
        for seat in [one for one in SEATS if one in state.declared]:
            for at, (one, verdict) in enumerate(self.rulings(seat, self.last)):
                if self._names_too_soon(one):
                    said = reason(Code.CARDS_NAMED_TOO_SOON, seat=seat)
                    yield found_later(
                        state, Code.CARDS_NAMED_TOO_SOON, seat, one.event, one.event, said
                    )
                if verdict is not None and verdict.reason not in (None, Void.NOT_SHOWN):
                    yield from self._void(seat, at, one, verdict)

    def _names_too_soon(self, one: Said) -> bool:
        """Return whether cards were told before the comparison, though they are to be shown."""
        recorded = self.state.recorded
        is_before = self.compared_at is None or one.event <= self.compared_at
        is_told = one.words.cards is not None and recorded.shows and self.rules.announcements
        return is_told and is_before

    def _void(self, seat: Seat, at: int, one: Said, verdict: Verdict) -> Iterator[Finding]:
        assert verdict.reason is not None
        code = explain.FINDING_OF[verdict.reason]
        proof = self._proof(seat, at, one, verdict.reason)
        if code is Code.LATE:
            played = self.state.played_up_to(one.event, seat)
            after = self.state.other_player_before(one.event, seat)
            said = explain.say_late(DeclarationRef(seat, at), one, played, after)
            yield found_later(self.state, code, seat, one.event, proof, said)
            return
        is_compared, is_seen = self.compared_at is not None, self._is_seen(one, verdict)
        for said in explain.say_void(
            verdict, seat, self.rules, is_seen=is_seen, is_compared=is_compared
        ):
            yield found_later(self.state, code, seat, one.event, proof, said)

    def _is_seen(self, one: Said, verdict: Verdict) -> bool:
        """Return whether the table has heard and seen all that makes a declaration void."""
        told = one.words.cards if one.words.cards is not None else one.laid
        return told is not None and verdict.reason in _SEEN_WITH_CARDS

    def _proof(self, seat: Seat, at: int, one: Said, reason: Void) -> int:
        """Return the event since which the declaration could be ruled so.

        What was known by then may have turned out wrong, so the first such event need not be it.
        """
        proof, points = None, self._points[seat]
        for event in points[bisect_left(points, one.event) :]:
            if not self._is_ruled(seat, at, event, reason):
                proof = None
            elif proof is None:
                proof = event
                if not self.state.corrections:
                    break
        assert proof is not None  # as of the last of the points all is ruled as in the end
        return proof

    def _is_ruled(self, seat: Seat, at: int, event: int, reason: Void) -> bool:
        """Return whether a declaration of a seat was void for a reason as of an event."""
        _, verdict = self.rulings(seat, event)[at]
        return verdict is not None and verdict.reason is reason

    # The comparison -------------------------------------------------------------------------------

    def comparison(self) -> ComparisonResult | None:
        """Return whose announcements count; None while that is open, or where none are recorded."""
        state, rules = self.state, self.rules
        if self.compared_at is None or state.trump is None:
            return None
        if not state.recorded.declarations:
            return self._best_of_known_hands() if state.log.declare_best else None
        if self._is_unsettled():
            return None
        ruled = [
            (seat, verdict)
            for seat in SEATS
            for _, verdict in self.rulings(seat, self.last)
            if verdict is not None
        ]
        found = judge_rulings(ruled, state.trump, rules, state.first)
        heard = list(self._heard()) if found.winner else []
        return _with_heard(found, ruled, heard, state) if heard else found

    def _heard(self) -> Iterator[tuple[Seat, Verdict]]:
        """Yield what cannot be ruled yet, as the strongest announcement that it can be."""
        for seat in [one for one in SEATS if one in self._points]:
            for at, (one, verdict) in enumerate(self.rulings(seat, self.last)):
                fitting = () if verdict else _fitting(one.words.words)
                if fitting:
                    best = max(fitting, key=lambda it: strength(it, self.rules, self.state.trump))
                    yield seat, verdict_of(at, best, None)

    def _best_of_known_hands(self) -> ComparisonResult:
        state = self.state
        assert state.trump is not None
        hands = {seat: state.known[seat] for seat in SEATS if seat in state.whole_at}
        return judge_comparison(
            {}, hands, state.trump, self.rules, declare_best=True, first_player=state.first
        )

    def _is_unsettled(self) -> bool:
        """Return whether a declaration that cannot be ruled yet may still change anything."""
        waiting = {
            seat.team
            for seat in self._points
            if any(verdict is None for _, verdict in self.rulings(seat, self.last))
        }
        if not waiting:
            return False
        lead = self.lead(self.last, losses=True)
        return lead.is_open or lead.winner in waiting


_SEEN_WITH_CARDS = frozenset(
    {Void.NOT_AN_ANNOUNCEMENT, Void.KIND_MISMATCH, Void.POINTS_MISMATCH, Void.WORTHLESS}
)


def _needs_no_hand(one: Said, rules: Rules) -> bool:
    """Return whether a declaration can be ruled without the hand."""
    is_void = not rules.announcements or one.with_card > rules.last_card_in_time
    return is_void or one.names_cards


def _lost(index: int, one: Said, event: int, *, losses: bool) -> Verdict | None:
    """Return the ruling on a declaration that was not shown, whatever it may have been."""
    if one.is_shown_as_of(event, losses=losses):
        return None
    return verdict_of(index, None, Void.NOT_SHOWN, one.words.kind)


def _stronger(bounds: Bounds | None, other: Bounds) -> Bounds:
    """Return the bounds of the stronger of two announcements."""
    if bounds is None:
        return other
    return max(bounds[0], other[0]), max(bounds[1], other[1])


def _lead_of(ns: Bounds | None, ew: Bounds | None) -> Lead:
    if ns is None or ew is None:
        return Lead(False, NS if ns else EW if ew else None)
    (ns_least, ns_most), (ew_least, ew_most) = ns, ew
    if ns_least > ew_most:
        return Lead(False, NS)
    if ew_least > ns_most:
        return Lead(False, EW)
    return Lead(not ns_least == ns_most == ew_least == ew_most, None)


def _with_heard(
    found: ComparisonResult,
    ruled: list[tuple[Seat, Verdict]],
    heard: list[tuple[Seat, Verdict]],
    state: State,
) -> ComparisonResult:
    """Return a comparison as the table hears it, with what the losers said taken at its word.

    `found`: that of what is ruled. What was only heard changes neither the winner nor the points,
    but what the winner was compared with.
    """
    taken = judge_rulings(ruled + heard, state.trump, state.rules, state.first)
    loser = heard[0][0].team
    is_changed = taken.best.of(loser) != found.best.of(loser)
    return replace(taken, rulings=found.rulings, only_heard=loser if is_changed else None)


@lru_cache(maxsize=512)
def _bounds_of_words(words: Words, rules: Rules, trump: Suit | None) -> Bounds | None:
    """Return what a declaration can be that names no cards; None where there is no such thing."""
    strengths = [strength(one, rules, trump) for one in _fitting(words)]
    return (min(strengths), max(strengths)) if strengths else None


@lru_cache(maxsize=512)
def _fitting(words: Words) -> tuple[Announcement, ...]:
    """Return the announcements that all that was said fits."""
    kind, points, top, suit, length = words
    return tuple(
        one
        for one in ANNOUNCEMENTS
        if kind in (None, one.kind)
        and points in (None, one.points)
        and top in (None, one.top)
        and suit in (None, one.suit)
        and length in (None, one.length)
    )
