"""What cards prove about earlier ones: irregular cards, and a turned card that was elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from service.belote.audit.findings import IRREGULAR, found_later
from service.belote.audit.rulings import Finding
from service.belote.audit.state import State
from service.belote.cards import listed
from service.belote.codes import REFEREE, Code, reason
from service.belote.explain import audit as explain
from service.belote.rules import CARDS_IN_TRICK
from service.belote.table import SEATS
from service.belote.tricks import POINTS, Irregularity, Trick, hands_and_irregularities


def tricks_so_far(state: State) -> tuple[Trick, ...]:
    """Return the tricks of a log, the last one perhaps short.

    >>> from service.belote.audit.events import Log
    >>> from service.belote.rules import CLASSIQUE
    >>> tricks_so_far(State(Log(()), CLASSIQUE))
    ()
    """
    if not state.trick or state.trump is None:
        return tuple(state.tricks)
    rest = [seat for seat in state.order[state.trick[0]] if seat not in state.trick]
    cards = tuple([card for _, _, card in state.plays[-len(state.trick) :]])
    points = sum([POINTS[state.trump][one] for one in cards])
    return (*state.tricks, Trick((*state.trick, *rest), cards, None, points))


def irregularities_so_far(state: State, tricks: Sequence[Trick]) -> tuple[Irregularity, ...]:
    """Return the cards played against the rules, as far as the cards known so far prove it.

    >>> from service.belote.audit.events import Log
    >>> from service.belote.rules import CLASSIQUE
    >>> irregularities_so_far(State(Log(()), CLASSIQUE), ())
    ()
    """
    if state.trump is None or not tricks:
        return ()
    unplayed = {seat: cards & ~state.played for seat, cards in state.known.items()}
    rules, dealt = state.rules, state.dealt
    return hands_and_irregularities(tricks, state.trump, rules, unplayed, dealt)[1]


def find_irregular(state: State, found: Sequence[Irregularity]) -> Iterator[Finding]:
    """Yield a finding for each card played against the rules, with what proved it.

    >>> from service.belote.audit.events import Log
    >>> from service.belote.rules import CLASSIQUE
    >>> list(find_irregular(State(Log(()), CLASSIQUE), ()))
    []
    """
    for one in found:
        tricks = state.plays[(one.trick - 1) * CARDS_IN_TRICK : one.trick * CARDS_IN_TRICK]
        event = next(at for at, seat, _ in tricks if seat is one.seat)
        proof = min(state.since[card] for card in listed(one.withheld))
        said = explain.say_irregular(one, is_seen=bool(one.withheld & state.seen[one.seat]))
        code = IRREGULAR[one.rule]
        yield found_later(state, code, one.seat, event, max(event, proof), said, of_card=event)


def find_turned_card(state: State) -> Iterator[Finding]:
    """Yield a finding where a hand or a play shows the turned card with another than the taker.

    >>> from service.belote.audit.events import Log
    >>> from service.belote.rules import CLASSIQUE
    >>> list(find_turned_card(State(Log(()), CLASSIQUE)))
    []
    """
    turned, taker = state.turned, state.taker
    if turned is None or taker is None:
        return
    holder = next((seat for seat in SEATS if state.known[seat] >> turned & 1), taker)
    if holder is taker:
        return
    proofs = [event for event, _, card in state.plays if card == turned]
    is_seen = bool(proofs)
    if holder in state.whole_at:
        proofs.append(max(state.taken_at or 0, state.whole_at[holder]))
    if proofs:
        said = reason(Code.TURNED_CARD_ELSEWHERE, seat=holder, turned=turned, taker=taker)
        heard = said if is_seen else said.told_to(REFEREE)
        yield found_later(state, Code.TURNED_CARD_ELSEWHERE, holder, 0, min(proofs), heard)
