"""Whether the audit of a log and the naive auditor, which was written from the contract, agree."""

from __future__ import annotations

from typing import Any, TypeAlias

from service.belote.audit.auditor import audit
from service.belote.audit.events import DealEvent, ShowEvent
from tests.reference.naive_auditor import audit as naive_audit
from tests.support.audits import audited, log_of, rules_of

Json: TypeAlias = dict[str, Any]

WITHOUT_CARDS = ("phase", "dealer", "trump", "taker", "takers", "tricks", "points")
"""What a log says whoever has the cards that lie open."""


def is_contradicted(body: Json) -> bool:
    """Whether a card was laid open, or turned for the taker, that another turned out to have.

    What was proven when then depends on what was believed before: the naive auditor asks what each
    beginning of the log would have said, the audit what the log says in the end.
    """
    log = log_of(body)
    found = audit(log, rules_of(body))
    open_cards = [(one.seat, one.cards or 0) for one in log.events if isinstance(one, ShowEvent)]
    first = log.events[0] if log.events else None
    if isinstance(first, DealEvent) and first.turned is not None and found.taker is not None:
        open_cards.append((found.taker, 1 << first.turned))
    return any(cards & ~found.hands[seat] for seat, cards in open_cards)


def assert_they_agree(body: Json, hint: str = "") -> None:
    """Hold the audit of a body to the naive auditor's."""
    found, expected = audited(body), naive_audit(body)
    for finding in expected["findings"]:
        del finding["nth"]
    if is_contradicted(body):
        found = {name: found[name] for name in WITHOUT_CARDS}
        expected = {name: expected[name] for name in WITHOUT_CARDS}
    assert found == expected, hint
