"""What the table writes: the donne as it was played, or lost by a fault, under its rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from service.belote.audit.findings import IMPOSSIBLE, IRREGULAR, OUT_OF_TURN
from service.belote.audit.rulings import (
    ClaimRuling,
    Decision,
    DecisionKind,
    Finding,
    Phase,
)
from service.belote.audit.state import State
from service.belote.codes import Addends, Code, reason
from service.belote.donne import DonneResult, to_tens
from service.belote.rules import Item, Marked, Penalty, PenaltyOn, Rounding, Rules
from service.belote.scales import SCALES
from service.belote.table import EW, NS, TEAMS, ByTeam, Team


def decide(
    state: State,
    findings: Sequence[Finding],
    claims: Sequence[ClaimRuling],
    found: DonneResult | None,
) -> Decision | None:
    """Return what the table writes; None while the donne is neither over nor thrown in.

    `found`: the donne as it was played, None where it cannot be scored.

    >>> from service.belote.audit.events import Log
    >>> from service.belote.rules import CLASSIQUE
    >>> decide(State(Log(()), CLASSIQUE), [], [], None) is None
    True
    """
    carry = state.log.carry_in
    if state.phase is Phase.THROWN_IN:
        said = reason(Code.DECISION_THROWN_IN)
        return Decision(DecisionKind.THROWN_IN, None, ByTeam(0, 0), carry, (), said)
    if state.phase is not Phase.OVER:
        return None
    if found is None:
        why = tuple(at for at, one in enumerate(findings) if one.code in IMPOSSIBLE)
        missing = Code.DECISION_NO_TAKERS if state.takers is None else Code.DECISION_NO_BID
        code = Code.DECISION_IMPOSSIBLE if why else missing
        return Decision(DecisionKind.UNDECIDED, None, None, carry, why, reason(code))
    penalised = tuple(_penalised(state, findings, claims))
    against = {_team(findings[at]) for at in penalised}
    if not against:
        ns, ew = found.scores
        said = reason(Code.DECISION_STANDS, ns=ns, ew=ew)
        return Decision(DecisionKind.STANDS, None, found.scores, found.carry_out, (), said)
    if len(against) == len(TEAMS):
        said = reason(Code.DECISION_BOTH_AT_FAULT)
        return Decision(DecisionKind.UNDECIDED, None, None, carry, penalised, said)
    (loser,) = against
    parts, marked = _lost(found, loser, carry)
    scores = _written(marked, state.rules)
    is_exact = scores == marked
    code = Code.DECISION_DONNE_LOST if is_exact else Code.DECISION_DONNE_LOST_ROUNDED
    said = reason(code, team=loser, parts=parts, ns=scores.NS, ew=scores.EW)
    return Decision(DecisionKind.DONNE_LOST, loser, scores, 0, penalised, said)


def _team(finding: Finding) -> Team:
    assert finding.seat is not None
    return finding.seat.team


def _penalised(
    state: State, findings: Sequence[Finding], claims: Sequence[ClaimRuling]
) -> Iterator[int]:
    """Yield the indexes of the faults for which a donne is lost under these rules."""
    count = state.count
    end = len(state.log.events) if count is None else count[0]
    claimed = {
        one.finding
        for one in claims
        if one.finding is not None and one.event < end and _is_of_opponent(state, one, findings)
    }
    rules = state.rules
    on_proof = rules.penalty_on is PenaltyOn.PROOF
    for at, one in enumerate(findings):
        penalty = penalty_for(one.code, rules)
        if penalty is Penalty.DONNE_LOST and (on_proof or at in claimed):
            yield at


def penalty_for(code: Code, rules: Rules) -> Penalty:
    """Return what the rules of a table say of a finding.

    >>> from service.belote.rules import CLASSIQUE
    >>> penalty_for(Code.IRREGULAR_FOLLOW, CLASSIQUE).value
    'as_played'
    """
    return FAULTS[code](rules) if code in FAULTS else Penalty.AS_PLAYED


def _is_of_opponent(state: State, claim: ClaimRuling, findings: Sequence[Finding]) -> bool:
    """Return whether a claim was made by an opponent of whom it was upheld against."""
    assert claim.finding is not None
    made = state.log.events[claim.event]
    found = findings[claim.finding]
    return (
        made.seat is not None and found.seat is not None and made.seat.team is not found.seat.team
    )


FAULTS: Mapping[Code, Callable[[Rules], Penalty]] = MappingProxyType(
    {
        **dict.fromkeys(IRREGULAR.values(), lambda rules: rules.irregular),
        **dict.fromkeys(OUT_OF_TURN, lambda rules: rules.out_of_turn),
    }
)
"""The faults for which a table may have a donne lost, and what its rules say of each."""


def _lost(found: DonneResult, loser: Team, carry: int) -> tuple[Addends, ByTeam[int]]:
    """Return what the other team marks, and what both have when one has lost the donne (arbiter).

    Capot and contract play no part in it.
    """
    belote = {NS: 0, EW: 0}
    if found.belote.team is not None:
        belote[found.belote.team] = found.belote.points
    announced = found.rules.irregular_announcements is Marked.VALIDATED
    marked = (
        (Item.BASE, SCALES[found.rules.scale].donne_lost),
        (Item.BELOTE, belote[loser.other]),
        (Item.ANNOUNCEMENTS, sum(found.validated) if announced else 0),
        (Item.CARRY, carry),
    )
    parts = Addends((item, points) for item, points in marked if points)
    scores = belote | {loser.other: sum(points for _, points in parts)}
    return parts, ByTeam(scores[NS], scores[EW])


def _written(marked: ByTeam[int], rules: Rules) -> ByTeam[int]:
    """Return what both teams write of the points that they have, rounded where the table rounds."""
    if rules.rounding is Rounding.NONE:
        return marked
    return ByTeam(to_tens(marked.NS), to_tens(marked.EW))
