"""Claims: each is held against the findings, as far as the log can decide it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, islice

from service.belote.audit.decision import penalty_for
from service.belote.audit.declaring import Declaring
from service.belote.audit.events import About, ClaimEvent
from service.belote.audit.findings import IRREGULAR, OUT_OF_TURN
from service.belote.audit.rulings import ClaimRuling, Finding
from service.belote.audit.state import State
from service.belote.audit.words import BeloteWords
from service.belote.cards import NO_CARDS, PACK, union
from service.belote.codes import Code
from service.belote.explain import audit as explain
from service.belote.lookup import complete
from service.belote.rules import FALSE_DECLARATIONS, Penalty, PenaltyOn
from service.belote.table import SEATS
from service.belote.tricks import Trick, openings, situations

CLAIMED: Mapping[About, frozenset[Code]] = complete(
    About,
    {
        About.IRREGULAR_CARD: frozenset(IRREGULAR.values()),
        About.OUT_OF_TURN: OUT_OF_TURN,
        About.REBELOTE: frozenset({Code.REBELOTE_UNSAID}),
        About.NOT_SHOWN: frozenset({Code.NOT_SHOWN}),
        About.FALSE_DECLARATION: frozenset(explain.FINDING_OF[void] for void in FALSE_DECLARATIONS),
    },
)
"""The findings that a claim may be about."""


class Claims:
    """The rulings on the claims of a log, in their order."""

    def __init__(
        self,
        state: State,
        findings: Sequence[Finding],
        declaring: Declaring,
        words: BeloteWords,
        tricks: Sequence[Trick],
    ) -> None:
        self.state = state
        self.tricks = tricks
        self.findings = findings
        self.declaring = declaring
        self.words = words

    def rule(self) -> Iterator[ClaimRuling]:
        """Yield the ruling on each claim."""
        for event, claim in self.state.claims:
            yield self._rule(event, claim)

    def _rule(self, event: int, claim: ClaimEvent) -> ClaimRuling:
        if claim.event is not None and claim.event >= event:
            is_there = claim.event < len(self.state.log.events)
            said = explain.say_not_past(claim.seat, claim.event, is_there=is_there)
            return ClaimRuling(event, False, None, said)
        found = self._finding(event, claim)
        if found is not None:
            said = explain.say_upheld(claim.seat, self._vain(event, claim, found))
            return ClaimRuling(event, True, found, said)
        recorded = self.state.recorded
        unknown = {About.NOT_SHOWN: not recorded.shows, About.REBELOTE: not recorded.words}
        if unknown.get(claim.about):
            said = explain.say_without_record(claim.seat, claim.about)
            return ClaimRuling(event, None, None, said)
        if self._is_open(event, claim):
            return ClaimRuling(event, None, None, explain.say_open(claim.seat, claim.about))
        refuted = explain.say_refuted(claim.seat, claim.about, is_any=claim.event is None)
        return ClaimRuling(event, False, None, refuted)

    def _finding(self, event: int, claim: ClaimEvent) -> int | None:
        """Return the index of the finding that a claim is about, the first that fits."""
        codes = CLAIMED[claim.about]
        for at, one in enumerate(self.findings):
            if one.code in codes and one.event < event and claim.event in (None, one.event):
                return at
        return None

    def _vain(self, event: int, claim: ClaimEvent, found: int) -> Code | None:
        """Return why an upheld claim changes nothing; None where it does, or never could.

        Those can: one that has a forgotten word pardoned, and one that has a fault penalised where
        only claimed faults are.
        """
        finding, state = self.findings[found], self.state
        is_of_side = finding.seat is not None and finding.seat.team is claim.seat.team
        is_late = state.count is not None and event > state.count[0]
        if claim.about is About.REBELOTE:
            if not is_of_side:
                return Code.CLAIM_OF_OTHER_TEAM
            if not self.words.has_pardon:
                return Code.CLAIM_WITHOUT_PARDON
            return Code.CLAIM_AFTER_COUNT if is_late else None
        on_claim = state.rules.penalty_on is PenaltyOn.CLAIM
        if not (on_claim and penalty_for(finding.code, state.rules) is Penalty.DONNE_LOST):
            return None
        if is_of_side:
            return Code.CLAIM_OF_OWN_TEAM
        return Code.CLAIM_AFTER_COUNT if is_late else None

    def _is_open(self, event: int, claim: ClaimEvent) -> bool:
        """Return whether a later event may still prove what is claimed."""
        about: Container[int] = range(event) if claim.event is None else {claim.event}
        return _MAY_BE_PROVEN[claim.about](self, event, about)

    def _card_is_open(self, event: int, about: Container[int]) -> bool:
        """Return whether some hand could make one of the cards irregular."""
        return any(at in about and at < event for at in self._open_cards)

    @cached_property
    def _open_cards(self) -> Sequence[int]:
        """Return the events of the cards that a hand not known whole may make irregular."""
        state = self.state
        open_hands = {
            seat: PACK & ~union(state.known[one] for one in SEATS if one is not seat)
            for seat in SEATS
            if seat not in state.whole_at
        }
        if not open_hands or state.trump is None:
            return ()
        found, left, plays = [], PACK, iter(state.plays)
        opening = openings(state.rules)[state.trump]
        for trick in self.tricks:
            before = chain([opening], situations(trick, opening))
            played = islice(plays, len(trick.cards))
            for (event, seat, card), situation in zip(played, before, strict=False):
                left &= ~(1 << card)
                if situation.owed_before[card] & left & open_hands.get(seat, NO_CARDS):
                    found.append(event)
        return found

    def _rebelote_is_open(self, event: int, about: Container[int]) -> bool:
        """Return whether the second card of a pair lies, and "rebelote" may still be said."""
        is_due = any(self.words.due())
        return is_due and self.words.pair[-1][0] in about and self.words.pair[-1][0] < event

    def _show_is_open(self, event: int, about: Container[int]) -> bool:
        """Return whether the time to show is over, and nobody knows yet who had to."""
        declaring, by = self.declaring, self.declaring.shown_by
        is_told = by is not None and by in about and by < event
        return is_told and declaring.lead(declaring.last).is_open

    def _declaration_is_open(self, event: int, about: Container[int]) -> bool:
        """Return whether a declaration made by then cannot be ruled yet."""
        declaring = self.declaring
        return not self.state.recorded.declarations or any(
            verdict is None and one.event in about and one.event < event
            for seat in SEATS
            for one, verdict in declaring.rulings(seat, declaring.last)
        )


def _never(claims: Claims, event: int, about: Container[int]) -> bool:
    return False


_MAY_BE_PROVEN: Mapping[About, Callable[[Claims, int, Container[int]], bool]] = complete(
    About,
    {
        About.IRREGULAR_CARD: Claims._card_is_open,
        About.OUT_OF_TURN: _never,
        About.REBELOTE: Claims._rebelote_is_open,
        About.NOT_SHOWN: Claims._show_is_open,
        About.FALSE_DECLARATION: Claims._declaration_is_open,
    },
)

# Each claim that may stay open has a sentence.
complete(
    {about for about, may_be_proven in _MAY_BE_PROVEN.items() if may_be_proven is not _never},
    explain.OPEN_CLAIM,
)
