"""The audit of logs and the naive auditor, which was written from the contract alone, agree.

`AUDIT_LOGS` says how many logs the slow test tries; as it is given, a tenth of what was tried
before the two were first found to agree.
"""

from __future__ import annotations

import os
from random import Random
from typing import Any, TypeAlias

import pytest

from service.belote.audit import reading
from service.belote.audit.auditor import audit
from service.belote.audit.events import DealEvent, ShowEvent
from service.belote.audit.reading import read
from tests.reference.naive_auditor import audit as naive_audit
from tests.support.audits import audited, log_of, rules_of
from tests.support.logs import FAULTS, KINDS, RULES, Teller, a_log

Json: TypeAlias = dict[str, Any]

LOGS = int(os.environ.get("AUDIT_LOGS", "2000"))
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


def naive(body: Json) -> Json:
    given = naive_audit(body)
    for finding in given["findings"]:
        del finding["nth"]
    return given


def assert_they_agree(seeds: range) -> None:
    for seed in seeds:
        body = a_log(seed).body
        found, expected = audited(body), naive(body)
        if is_contradicted(body):
            found = {name: found[name] for name in WITHOUT_CARDS}
            expected = {name: expected[name] for name in WITHOUT_CARDS}
        assert found == expected, f"python -m tests.support.logs --seed {seed}"


def test_they_agree() -> None:
    assert_they_agree(range(100))


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_that_was_put_in_is_found(fault: str) -> None:
    for seed in range(8):
        tale = Teller(Random(seed), [fault], RULES[seed % len(RULES)]).tell()
        findings = audited(tale.body)["findings"]
        for event, codes in tale.expected:
            assert any(one["event"] == event and one["code"] in codes for one in findings), seed


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
def test_they_agree_on_many_logs(part: int) -> None:
    size = LOGS // 20
    assert_they_agree(range(100 + part * size, 100 + (part + 1) * size))


def test_cards_that_break_nothing_need_no_rule_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    bodies = [a_log(seed).body for seed in range(200)]
    logs = [(log_of(body), rules_of(body)) for body in bodies]
    quick = [read(log, rules)[1] for log, rules in logs]
    monkeypatch.setattr(reading, "breaks_nothing", lambda state, index, event: False)
    assert quick == [read(log, rules)[1] for log, rules in logs]


@pytest.mark.parametrize("kind", KINDS)
def test_contradicted_logs_are_few(kind: str) -> None:
    allowed = 0.8 if kind == "nonsense" else 0.2
    contradicted = [is_contradicted(a_log(seed, kind).body) for seed in range(40)]
    assert sum(contradicted) <= allowed * len(contradicted)
