"""Claims: each is held against the findings, as far as the log can decide it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
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
            code = self._vain(event, claim, found) or Code.CLAIM_UPHELD
            return ClaimRuling(event, True, found, explain.say_claim(code, claim.seat))
        return self._rule_without_finding(event, claim)

    def _rule_without_finding(self, event: int, claim: ClaimEvent) -> ClaimRuling:
        rule = CLAIMS[claim.about]
        about: Container[int] = range(event) if claim.event is None else {claim.event}
        for case in rule.open:
            if case.applies(self, about):
                return ClaimRuling(event, None, None, explain.say_claim(case.code, claim.seat))
        code = rule.none_found if claim.event is None else Code.CLAIM_REFUTED
        return ClaimRuling(event, False, None, explain.say_claim(code, claim.seat))

    def _finding(self, event: int, claim: ClaimEvent) -> int | None:
        """Return the index of the finding that a claim is about, the first that fits."""
        codes = CLAIMS[claim.about].findings
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

    # Why a claim is open, given the events before it that it may be about.

    def _shows_are_not_noted(self, about: Container[int]) -> bool:
        return not self.state.recorded.shows

    def _words_are_not_noted(self, about: Container[int]) -> bool:
        return not self.state.recorded.words

    def _card_is_open(self, about: Container[int]) -> bool:
        """Return whether some hand could make one of the cards irregular."""
        return any(at in about for at in self._open_cards)

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

    def _rebelote_is_open(self, about: Container[int]) -> bool:
        """Return whether the second card of a pair lies, and "rebelote" may still be said."""
        return any(self.words.due()) and self.words.pair[-1][0] in about

    def _show_is_open(self, about: Container[int]) -> bool:
        """Return whether the time to show is over, and nobody knows yet who had to."""
        declaring, by = self.declaring, self.declaring.shown_by
        is_over = by is not None and by in about
        return is_over and declaring.lead(declaring.last).is_open

    def _declaration_is_open(self, about: Container[int]) -> bool:
        """Return whether a declaration made by then cannot be ruled yet."""
        declaring = self.declaring
        return not self.state.recorded.declarations or any(
            verdict is None and one.event in about
            for seat in SEATS
            for one, verdict in declaring.rulings(seat, declaring.last)
        )


@dataclass(frozen=True, slots=True)
class OpenCase:
    """When a claim that no finding upholds is open, and the code that says why."""

    applies: Callable[[Claims, Container[int]], bool]
    code: Code


@dataclass(frozen=True, slots=True)
class ClaimRule:
    """How a claim is ruled, by what it is about.

    `findings`: the codes of those that uphold it. `open`: when it is open otherwise; the first case
    that applies is said. `none_found`: what is said where it is refuted and points at no event.
    """

    findings: frozenset[Code]
    open: tuple[OpenCase, ...] = ()
    none_found: Code = Code.CLAIM_REFUTED


CLAIMS: Mapping[About, ClaimRule] = complete(
    About,
    {
        About.IRREGULAR_CARD: ClaimRule(
            frozenset(IRREGULAR.values()),
            (OpenCase(Claims._card_is_open, Code.CLAIM_WAITS_FOR_A_CARD),),
        ),
        About.OUT_OF_TURN: ClaimRule(OUT_OF_TURN),
        About.REBELOTE: ClaimRule(
            frozenset({Code.REBELOTE_UNSAID}),
            (
                OpenCase(Claims._words_are_not_noted, Code.CLAIM_WITHOUT_WORDS),
                OpenCase(Claims._rebelote_is_open, Code.CLAIM_WAITS_FOR_A_WORD),
            ),
            none_found=Code.CLAIM_OF_NO_REBELOTE,
        ),
        About.NOT_SHOWN: ClaimRule(
            frozenset({Code.NOT_SHOWN}),
            (
                OpenCase(Claims._shows_are_not_noted, Code.CLAIM_WITHOUT_SHOWS),
                OpenCase(Claims._show_is_open, Code.CLAIM_WAITS_FOR_THE_HANDS),
            ),
        ),
        About.FALSE_DECLARATION: ClaimRule(
            frozenset(explain.FINDING_OF[void] for void in FALSE_DECLARATIONS),
            (OpenCase(Claims._declaration_is_open, Code.CLAIM_WAITS_FOR_THE_HANDS),),
        ),
    },
)
"""How claims are ruled, by what they are about."""
