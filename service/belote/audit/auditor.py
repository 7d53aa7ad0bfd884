"""The audit of a log: it is read once, then ruled on as far as it goes.

What the game has is put together here: tricks, declarations, comparison and donne are those of the
other operations, so a log without faults gets exactly what they answer.
"""

from __future__ import annotations

from dataclasses import dataclass

from service.belote.audit.claims import Claims
from service.belote.audit.counting import find_count
from service.belote.audit.decision import decide
from service.belote.audit.declaring import Declaring
from service.belote.audit.events import Log
from service.belote.audit.next_moves import duty_of, next_moves, situation_now
from service.belote.audit.proofs import (
    find_irregular,
    find_turned_card,
    irregularities_so_far,
    tricks_so_far,
)
from service.belote.audit.reading import read
from service.belote.audit.rulings import Audit, ClaimRuling, Decision, Due, Finding, Phase
from service.belote.audit.showing import Showing
from service.belote.audit.state import State
from service.belote.audit.words import BeloteWords
from service.belote.comparison import Comparison, ComparisonResult, explained_comparison
from service.belote.donne import Belote, DonneResult, explained_donne, judge_facts
from service.belote.explain import audit as explain
from service.belote.facts import Facts, facts_of_tricks
from service.belote.inputs import Donne, Play
from service.belote.rules import CLASSIQUE, Rules
from service.belote.scales import SCALES
from service.belote.table import ByTeam
from service.belote.tricks import Trick, points_so_far


@dataclass(frozen=True, slots=True)
class JudgedLog:
    """The ruling on a log without its explanation, and all that the explanation takes.

    `points` are those of whole tricks. `result`: the donne as it was played; None while it is not
    over, and where it cannot be scored. `decision`: None until the donne is over or thrown in.
    """

    state: State
    tricks: tuple[Trick, ...]
    points: ByTeam[int]
    due: tuple[Due, ...]
    belote: Belote | None
    compared: ComparisonResult | None
    findings: tuple[Finding, ...]
    claims: tuple[ClaimRuling, ...]
    result: DonneResult | None
    decision: Decision | None


def audit(log: Log, rules: Rules = CLASSIQUE) -> Audit:
    """Return the ruling on a log in which `validate_log` finds nothing.

    >>> from service.belote.audit.events import DealEvent
    >>> from service.belote.table import Seat
    >>> found = audit(Log((DealEvent(Seat.E),)))
    >>> found.phase.value, found.next.seat
    ('auction', <Seat.N: 'N'>)
    """
    found = judge_log(log, rules)
    state = found.state
    score = None if found.result is None else explained_donne(found.result)
    announcements = score.announcements if score else _explained(found.compared)
    situation = situation_now(state, found.tricks)
    following = next_moves(state, situation)
    return Audit(
        state.phase,
        state.dealer,
        state.trump,
        state.taker,
        state.takers,
        state.contract,
        following,
        found.due,
        dict(state.known),
        found.tricks,
        found.points,
        announcements,
        score.belote if score else found.belote,
        found.findings,
        found.claims,
        score,
        found.decision,
        explain.explain(
            score=score,
            decision=found.decision,
            compared=announcements,
            is_open=bool(state.declared and state.tricks) and found.compared is None,
            points=found.points,
            following=following,
            due=found.due,
            situation=situation,
            duty=duty_of(state, situation),
        ),
    )


def judge_log(log: Log, rules: Rules = CLASSIQUE) -> JudgedLog:
    """Return what `audit` decides, without the cost of explaining it.

    >>> judge_log(Log(())).decision is None
    True
    """
    state, findings = read(log, rules)
    tricks = tricks_so_far(state)
    points = points_so_far(tricks, rules)
    declaring, words = Declaring(state), BeloteWords(state)
    showing = Showing(declaring)
    findings += [*showing.settle(), *declaring.find(), *words.find(), *find_turned_card(state)]
    facts = _facts(state)
    against = irregularities_so_far(state, tricks) if facts is None else facts.irregularities
    findings += find_irregular(state, against)
    compared = declaring.comparison()
    found = None if facts is None else _judge(state, facts, words, compared)
    findings.sort(key=_order)
    claims = tuple(Claims(state, findings, declaring, words, tricks).rule())
    decision = decide(state, findings, claims, found)
    if facts is not None:
        findings += find_count(state, facts, points, found, decision)
        findings.sort(key=_order)
    due = *showing.due(), *words.due()
    belote = None if found else words.belote()
    return JudgedLog(
        state, tricks, points, due, belote, compared, tuple(findings), claims, found, decision
    )


def _explained(compared: ComparisonResult | None) -> Comparison | None:
    return None if compared is None else explained_comparison(compared)


def _order(one: Finding) -> tuple[int, str]:
    return one.event, one.code


def _facts(state: State) -> Facts | None:
    """Return what a donne is counted from; None while it is not over, or where it cannot be."""
    if state.phase is not Phase.OVER or state.impossible or state.trump is None:
        return None
    return facts_of_tricks(tuple(state.tricks), state.trump, state.dealt, state.rules)


def _judge(
    state: State, facts: Facts, words: BeloteWords, compared: ComparisonResult | None
) -> DonneResult | None:
    """Return the donne as it was played; None where nobody told who took, or what was bid."""
    contract, scale = state.contract, SCALES[state.rules.scale]
    if state.takers is None or state.first is None:
        return None
    if scale.has_bid and (contract is None or contract.bid is None):
        return None
    dealer = state.order[state.first][-1]  # at whose right is who spoke first
    donne = Donne(
        state.trump,
        state.takers,
        Play(dealer, tuple([trick.cards for trick in state.tricks])),
        belote=words.claim,
        announcements=compared,
        hands=facts.hands,
        carry_in=state.log.carry_in,
        contract=contract,
    )
    return judge_facts(donne, facts, state.rules)
