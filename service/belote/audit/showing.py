"""Shows in a log: which declarations each lays open, who had to show, and who need not have.

Announcements are shown after the first trick, and before the first card of the third, by the team
that has won the comparison.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from service.belote.announcements import BY_CARDS
from service.belote.audit.declaring import OPEN, Declaring, Lead, Ruled
from service.belote.audit.findings import found_later
from service.belote.audit.rulings import Debt, Due, Finding
from service.belote.audit.state import Said
from service.belote.cards import NO_CARDS, Cards, union
from service.belote.codes import Code, reason
from service.belote.declarations import Verdict, judge_declarations
from service.belote.rules import CARDS_IN_TRICK, Void
from service.belote.table import SEATS, Seat


class Showing:
    """The shows of a log, held against what was declared."""

    def __init__(self, declaring: Declaring) -> None:
        self.declaring = declaring
        self.state = declaring.state
        self.rules = declaring.rules

    def settle(self) -> Iterator[Finding]:
        """Yield what is found about shows, and note what each laid open, and what is lost."""
        state, recorded = self.state, self.state.recorded
        if not recorded.declarations or not recorded.shows or not self.rules.announcements:
            return
        for event, seat, cards in state.shows:
            if state.trump is None or event < state.trump_at:
                continue  # nothing can be compared yet
            if cards is not None:
                yield from self._understand(event, seat, cards)
            elif self._is_asked(event):
                yield from self._refuse(event, seat)
        if self.declaring.shown_by is not None:
            yield from self._end_of_time(self.declaring.shown_by)
        for event, seat, cards in state.shows:
            if cards is not None:
                yield from self._misses(event, seat)

    def due(self) -> Iterator[Due]:
        """Yield who must show now."""
        recorded, last = self.state.recorded, self.declaring.last
        is_asked = self.declaring.compared_at is not None and self.declaring.shown_by is None
        if is_asked and recorded.shows and recorded.declarations:
            winner = self.declaring.lead(last).winner
            for seat in SEATS:
                if seat.team is winner and self._unlaid(seat, last, last):
                    yield Due(seat, Debt.SHOW)

    def _is_asked(self, event: int) -> bool:
        """Return whether an event lies between the first trick and the first card of the third."""
        begin, end = self.declaring.compared_at, self.declaring.shown_by
        return begin is not None and begin < event and (end is None or event <= end)

    def _refusal(self, seat: Seat) -> int | None:
        """Return when a seat first refused to show, once it could be asked."""
        return next(
            (
                event
                for event, shower, cards in self.state.shows
                if shower is seat and cards is None and self._is_asked(event)
            ),
            None,
        )

    def _lead_before(self, event: int) -> Lead:
        """Return who won by what was known before an event, else by what is known now."""
        if self.declaring.compared_at is None:
            return OPEN
        before = self._known_before(event, self.declaring.compared_at)
        return self.declaring.lead(self.declaring.last) if before.is_open else before

    def _known_before(self, event: int, compared_at: int) -> Lead:
        return self.declaring.lead(max(event - 1, compared_at))

    def _proof(self, event: int, holds: Callable[[Lead], bool]) -> int:
        """Return which event proved something of the lead that `_lead_before` an event tells.

        Where it was not known before, that is the event since which it holds without a break: what
        others declare or show may leave open for a while what was known.
        """
        declaring = self.declaring
        assert declaring.compared_at is not None
        earliest = max(event, declaring.compared_at)
        if not self._known_before(event, declaring.compared_at).is_open:
            return earliest
        proof = declaring.last
        for at in reversed(declaring.turning_points(earliest)):
            if not holds(declaring.lead(at)):
                break
            proof = at
        return proof

    def _unlaid(self, seat: Seat, as_of: int, event: int) -> list[Said]:
        """Return what a seat has to show, as of one event, and had not by another.

        That is what stands; with it goes what would stand in its place.
        """
        unlaid = [
            (one, verdict)
            for one, verdict in self.declaring.rulings(seat, as_of)
            if _may_stand(verdict) and not one.is_laid_by(event)
        ]
        is_owed = any(verdict is None or verdict.valid for _, verdict in unlaid)
        return [one for one, _ in unlaid] if is_owed else []

    def _refuse(self, event: int, seat: Seat) -> Iterator[Finding]:
        """Note that a seat will not show, where it is known to have won."""
        lost = self._unlaid(seat, event - 1, event)
        if self.declaring.lead(event - 1).winner is seat.team and lost:
            for one in lost:
                one.refused_at = event
            self.declaring.note_change(seat, event)
            yield self._not_shown(event, seat, event)

    def _end_of_time(self, by: int) -> Iterator[Finding]:
        """Note what the winners have not shown before an event, or before they refused."""
        winner = self._lead_before(by).winner
        if winner is None:
            return
        proof = self._proof(by, lambda lead: lead.winner is winner)
        as_of = by - 1 if proof == by else self.declaring.last
        for seat in SEATS:
            lost = self._unlaid(seat, as_of, by) if seat.team is winner else []
            if lost:
                for one in lost:
                    one.lost_at = proof
                self.declaring.note_change(seat, proof, is_loss=True)
                refused = self._refusal(seat)
                yield self._not_shown(by if refused is None else refused, seat, proof)

    def _not_shown(self, event: int, seat: Seat, proof: int) -> Finding:
        is_late = event == self.declaring.shown_by
        said = reason(Code.NOT_SHOWN_IN_TIME if is_late else Code.SHOW_REFUSED, seat=seat)
        of_card = event if is_late else None
        return found_later(self.state, Code.NOT_SHOWN, seat, event, proof, said, of_card=of_card)

    def _misses(self, event: int, seat: Seat) -> Iterator[Finding]:
        """Yield a finding on a show by a player who lost, or who had said nothing."""
        lead, team = self._lead_before(event), seat.team
        if lead.is_open:
            return
        if lead.winner is not team:
            proof = self._proof(event, lambda one: not one.is_open and one.winner is not team)
            said = reason(Code.SHOW_BY_LOSER, seat=seat)
            yield found_later(self.state, Code.SHOW_BY_LOSER, seat, event, proof, said)
        elif not self._standing(seat, event - 1):
            proof = self._proof(event, lambda one: one.winner is team)
            said = reason(Code.SHOW_OF_NOTHING, seat=seat)
            yield found_later(self.state, Code.SHOW_DIFFERS, seat, event, proof, said)

    def _standing(self, seat: Seat, event: int) -> list[Ruled]:
        """Return the declarations of a seat that stand, or would if they had been shown."""
        ruled = self.declaring.rulings(seat, event, losses=False)
        return [(one, verdict) for one, verdict in ruled if verdict is None or verdict.valid]

    def _understand(self, event: int, seat: Seat, cards: Cards) -> Iterator[Finding]:
        """Match the cards shown with the declarations that await them (arbiter).

        Those of which the cards are known go first. The card of the first trick is part of what is
        shown. Where cards are left over, they are taken as those of the first that still waits.
        """
        state = self.state
        waiting = [
            ruled for ruled in self._standing(seat, event - 1) if not ruled[0].is_laid_by(event)
        ]
        first = self._card_of_first_trick(seat, event)
        self._lay_known(event, waiting, cards | first)
        given = union(one.laid or NO_CARDS for one, _ in waiting)
        self._lay_fitting(event, [one for one, _ in waiting], (cards | first) & ~given, first)
        rest = [one for one, _ in waiting if not one.is_laid_by(event)]
        left = cards
        for one, _ in waiting:
            if one.laid is not None:
                left &= ~_run_of(one.laid, cards)
        if left and rest:
            whole = left | first
            rest[0].laid, rest[0].laid_at = (whole if whole in BY_CARDS else left), event
            said = reason(Code.SHOW_DIFFERS, seat=seat)
            yield found_later(state, Code.SHOW_DIFFERS, seat, event, event, said)
        if any(one.is_laid_by(event) for one, _ in waiting):
            self.declaring.note_change(seat, event)

    def _card_of_first_trick(self, seat: Seat, event: int) -> Cards:
        """Return what a seat had played to the first trick, unless it was shown as part before."""
        laid = union(one.laid or NO_CARDS for one in self.state.declared.get(seat, ()))
        played = [
            1 << card
            for at, player, card in self.state.plays[:CARDS_IN_TRICK]
            if player is seat and at < event
        ]
        return union(played) & ~laid

    @staticmethod
    def _lay_known(event: int, waiting: Iterable[Ruled], pool: Cards) -> None:
        """Lay the declarations of which the cards are known, where all of them are shown."""
        for one, verdict in waiting:
            known = None if verdict is None else verdict.announcement
            if known is not None and not known.cards & ~pool:
                one.laid = known.cards if one.words.cards is None else one.words.cards
                one.laid_at = event

    def _lay_fitting(self, event: int, waiting: Sequence[Said], pool: Cards, first: Cards) -> None:
        """Lay the declarations that fit the cards by their words, competing as in a ruling.

        The card of the first trick does not lengthen a sequence that counts as much without it
        while another declaration waits.
        """
        still = [one for one in waiting if not one.is_laid_by(event)]
        if not still:
            return
        words = [one.words for one in still]
        for verdict in judge_declarations(words, pool, self.rules, self.state.trump):
            made = verdict.announcement
            if made is not None:
                shorter = BY_CARDS.get(made.cards & ~first)
                is_spared = len(still) > 1 and shorter and shorter.points == made.points
                one = still[verdict.index]
                one.laid = shorter.cards if shorter and is_spared else made.cards
                one.laid_at = event


def _run_of(laid: Cards, shown: Cards) -> Cards:
    """Return the cards laid for a declaration, with those shown that lengthen its sequence."""
    made = BY_CARDS.get(laid)
    if made is None or made.suit is None:
        return laid
    of_suit = shown & 255 << made.suit * 8
    run = laid
    while more := (run << 1 | run >> 1) & of_suit & ~run:
        run |= more
    return run


def _may_stand(verdict: Verdict | None) -> bool:
    """Return whether a declaration stands, or is void only beside others of its player."""
    return verdict is None or verdict.reason in (None, Void.CARD_REUSED)
