"""The audit of logs and the naive auditor, which was written from the contract alone, agree.

`AUDIT_LOGS` says how many logs the slow test tries; as it is given, a tenth of what was tried
before the two were first found to agree.
"""

from __future__ import annotations

import os
from random import Random

import pytest

from service.belote.audit import reading
from service.belote.audit.reading import read
from tests.support.agreement import assert_they_agree, is_contradicted
from tests.support.audits import audited, log_of, rules_of
from tests.support.logs import FAULTS, KINDS, RULES, Teller, a_log

LOGS = int(os.environ.get("AUDIT_LOGS", "2000"))


def assert_they_agree_on(seeds: range) -> None:
    for seed in seeds:
        assert_they_agree(a_log(seed).body, f"python -m tests.support.logs --seed {seed}")


def test_they_agree() -> None:
    assert_they_agree_on(range(100))


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
    assert_they_agree_on(range(100 + part * size, 100 + (part + 1) * size))


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
