"""The two words of the belote in a log: which of them stand, and which were left unsaid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from service.belote.announcements import BELOTE
from service.belote.audit.events import About, Word
from service.belote.audit.findings import found_later
from service.belote.audit.rulings import Debt, Due, Finding
from service.belote.audit.state import State
from service.belote.cards import NO_CARDS, Card
from service.belote.codes import Code, reason
from service.belote.donne import Belote, judge_belote
from service.belote.explain import audit as explain
from service.belote.facts import ANYBODY, HELD_BY_TEAM, NOBODY, Holders
from service.belote.inputs import BeloteClaim
from service.belote.lookup import complete
from service.belote.rules import RebelotePardon
from service.belote.table import SEATS, Seat, Team


class BeloteWords:
    """The words of the belote as they stand at the end of a log.

    `said` and `rebelote`: whether each word of who played both cards stands. `closed_at`: the event
    that ended the time for "rebelote", None while it lasts. `claimed_at`: when the team signalled
    that it forgot it.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.both = NO_CARDS if state.trump is None else BELOTE[state.trump]
        self.pair = [one for one in state.plays if self.both >> one[2] & 1]
        players = [seat for _, seat, _ in self.pair]
        self.holder = (
            players[0] if len(set(players)) == 1 and len(players) == self.both.bit_count() else None
        )
        self._valid: set[tuple[Seat, Word]] = set()
        self._lost_later: set[Seat] = set()  # whose "belote" stood until the pair was seen apart
        self._found = list(self._rule_words())
        self.said = self._stands(Word.BELOTE)
        self.rebelote = self._stands(Word.REBELOTE)
        self.closed_at = None if self.holder is None else self._closed_at()
        self.claimed_at = None if self.holder is None else self._claimed_at()

    def _stands(self, word: Word) -> bool:
        return self.holder is not None and (self.holder, word) in self._valid

    def _closed_at(self) -> int | None:
        """Return the event after which "rebelote" comes too late: the next card, or what is next.

        After the last card of the donne, that is the first event read that is no word.
        """
        second, state = self.pair[-1][0], self.state
        if state.plays[-1][0] > second:
            return next(event for event, _, _ in state.plays if event > second)
        later = [event for event, _ in state.claims if event > second]
        later += [] if state.count is None else [state.count[0]]
        return min(later, default=None) if state.is_closed else None

    def _claimed_at(self) -> int | None:
        """Return when the team signalled, no later than the count, that it forgot the word."""
        assert self.holder is not None
        state, second = self.state, self.pair[-1][0]
        end = len(state.log.events) if state.count is None else state.count[0]
        return next(
            (
                event
                for event, claim in state.claims
                if second < event < end
                and claim.about is About.REBELOTE
                and claim.seat.team is self.holder.team
                and claim.event in (None, second)
            ),
            None,
        )

    @property
    def has_pardon(self) -> bool:
        """Return whether the team that played the pair may be pardoned a forgotten word."""
        return self.state.rules.rebelote_pardon is not RebelotePardon.NONE and not self._is_used

    @property
    def _is_used(self) -> bool:
        """Return whether the pardon was used up; of a team that is not known, that of both."""
        used = self.state.log.pardons_used
        if self.state.rules.rebelote_pardon is RebelotePardon.GAME:
            return bool(used)
        return used == set(Team) if self.holder is None else self.holder.team in used

    @property
    def claim(self) -> BeloteClaim | None:
        """Return what was said, as the score of a donne takes it; None where it is not recorded."""
        if not self.state.recorded.words:
            return None
        return BeloteClaim(
            None, self.said, self.rebelote, self.claimed_at is not None, self._is_used
        )

    def belote(self) -> Belote | None:
        """Return the ruling on the belote before the donne is over; None while it is open."""
        state, rules = self.state, self.state.rules
        if any(self._holds_one(seat) for seat in SEATS):
            return judge_belote(self.claim, NOBODY, rules)
        is_open = self.closed_at is None and self.said and not self.rebelote
        if state.recorded.words and (self.holder is None or is_open):
            return None
        return judge_belote(self.claim, self._may_hold(), rules) if self.both else None

    def _may_hold(self) -> Holders:
        """Return the teams that may hold the pair, as far as it is known."""
        for seat in SEATS:
            if self.both and not self.both & ~self.state.known[seat]:
                return HELD_BY_TEAM[seat.team]
        return ANYBODY

    def _holds_one(self, seat: Seat) -> bool:
        """Return whether a seat is known to hold one card of the pair, and not the other."""
        held = self.state.known[seat] & self.both
        other = self.both & ~held
        return bool(held and other) and (
            seat in self.state.whole_at
            or any(self.state.known[one] & other for one in SEATS if one is not seat)
        )

    def due(self) -> Iterator[Due]:
        """Yield who must say "rebelote" now."""
        if self.holder and self.said and not self.rebelote and self.closed_at is None:
            yield Due(self.holder, Debt.REBELOTE)

    def find(self) -> Iterator[Finding]:
        """Yield what is wrong with each word, then the words that were left unsaid."""
        yield from self._found
        if self.holder is None or not self.state.recorded.words:
            return
        (first, _, card), (second, _, other) = self.pair
        if not self.said:
            yield self._silence(Code.BELOTE_UNSAID, first, card, second)
        elif not self.rebelote and self.closed_at is not None:
            cured = self.claimed_at if self.has_pardon else None
            yield self._silence(Code.REBELOTE_UNSAID, second, other, self.closed_at, cured)

    def _silence(
        self, code: Code, event: int, card: Card, proof: int, cured_by: int | None = None
    ) -> Finding:
        said = reason(code, seat=self.holder, card=card)
        return found_later(
            self.state, code, self.holder, event, proof, said, of_card=event, cured_by=cured_by
        )

    # Each word ------------------------------------------------------------------------------------

    def _rule_words(self) -> Iterator[Finding]:
        """Yield what is wrong with each word, and keep those that stand."""
        for event, seat, word, card in self.state.words:
            played_at = next((at for at, _, one in self.state.plays if one == card), event)
            at = max(event, played_at)
            code, proof = self._fault(seat, word, card, at)
            if code is None:
                self._valid.add((seat, word))
            else:
                said = explain.say_word(code, seat, card, is_seen=self._is_seen(code, seat))
                lies = card is not None and played_at <= event
                of_card = played_at if lies else None
                yield found_later(self.state, code, seat, event, proof, said, of_card=of_card)

    def _fault(self, seat: Seat, word: Word, card: Card | None, at: int) -> tuple[Code | None, int]:
        """Return what is wrong with a word, None where it stands, and what proves it."""
        if card is None or not self.both >> card & 1:
            return Code.BELOTE_ON_WRONG_CARD, at
        split_at = self._elsewhere_at(seat, card)
        if split_at is not None and split_at <= at:
            return Code.BELOTE_WITHOUT_PAIR, at
        is_second = self.pair[0][2] != card
        is_said, is_repeated = (seat, Word.BELOTE) in self._valid, (seat, word) in self._valid
        code = _FAULTS[word, is_second, is_said]
        if code is None and is_repeated:
            return Code.BELOTE_TWICE, at
        if split_at is not None and (code is None or seat in self._lost_later):
            self._lost_later.add(seat)
            return code or Code.BELOTE_WITHOUT_PAIR, split_at
        return code, at

    def _is_seen(self, code: Code, seat: Seat) -> bool:
        """Return whether the table has seen all that makes a word void."""
        if code is not Code.BELOTE_WITHOUT_PAIR:
            return True
        return any(self.state.seen[one] & self.both for one in SEATS if one is not seat)

    def _elsewhere_at(self, seat: Seat, card: Card) -> int | None:
        """Return when it was known that a seat does not hold the other card of the pair."""
        state, other = self.state, self.both & ~(1 << card)
        if state.known[seat] & other:
            return None
        proofs = [state.whole_at[seat]] if seat in state.whole_at else []
        if any(state.known[one] & other for one in SEATS):
            proofs.append(state.since[other.bit_length() - 1])
        return min(proofs, default=None)


# What is wrong with a word, by whether it goes with the second card, and "belote" stands already.
_FAULTS: Mapping[tuple[Word, bool, bool], Code | None] = complete(
    product(Word, (False, True), (False, True)),
    {
        (Word.BELOTE, False, False): None,
        (Word.BELOTE, False, True): Code.BELOTE_TWICE,
        (Word.BELOTE, True, False): Code.BELOTE_ON_SECOND_CARD,
        (Word.BELOTE, True, True): Code.BELOTE_TWICE,
        (Word.REBELOTE, False, False): Code.REBELOTE_WITHOUT_BELOTE,
        (Word.REBELOTE, False, True): Code.BELOTE_ON_WRONG_CARD,
        (Word.REBELOTE, True, False): Code.REBELOTE_WITHOUT_BELOTE,
        (Word.REBELOTE, True, True): None,
    },
)
