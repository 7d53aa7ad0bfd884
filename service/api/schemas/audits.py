"""The requests for the audit of a donne log, and of many."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from marshmallow import ValidationError

from service.api.contradictions import faults_of
from service.api.pauses import WithPauses
from service.api.problems import Fault, Told
from service.api.schemas.body import BodySchema
from service.api.schemas.errors import faults_of_schema
from service.api.schemas.fields import (
    FAULTS_WANTED,
    CustomField,
    DeckContext,
    FaultBudget,
    InvalidValue,
    Reader,
    described,
    expected,
)
from service.api.schemas.logs import DonneLogSchema, WholeLogSchema, make_log
from service.api.schemas.rules import DEFAULT_RULES, NamedRules
from service.belote.audit.events import Log
from service.belote.cards import Deck
from service.belote.checks import Inconsistency, validate_log
from service.belote.rules import Rules

MAX_LOGS = 100
MOST_OF_A_LOG = 10
"""Faults reported of one log of a batch, at most."""


@dataclass(frozen=True, slots=True)
class AuditRequest:
    """A donne log."""

    deck: Deck
    log: Log
    rules: NamedRules


def _audit_request(deck: Deck, rules: NamedRules = DEFAULT_RULES, **log: Any) -> AuditRequest:
    return AuditRequest(deck, make_log(**log), rules)


class AuditRequestSchema(WholeLogSchema[AuditRequest], BodySchema[AuditRequest]):
    """A donne log with its deck, and the rules of its table."""

    factory = staticmethod(_audit_request)
    title = "AuditRequest"
    example = '{"deck": "french", "events": […]}'

    def inconsistencies(self, loaded: AuditRequest) -> Sequence[Inconsistency]:
        return validate_log(loaded.log, loaded.rules.rules)


@dataclass(frozen=True, slots=True)
class SentLog:
    """A log of a batch as it was sent; either it is read, or it has faults."""

    sent: Any
    log: Log | None
    faults: tuple[Fault, ...] = ()


LOG = DonneLogSchema()


class LogsField(CustomField[list[SentLog]]):
    """A list of `low` to `high` donne logs, each validated separately."""

    def __init__(self, low: int, high: int, **options: Any) -> None:
        super().__init__(**options)
        self.low, self.high = low, high
        self.inner = LOG

    def reader(self, deck: Deck | None) -> Reader[list[SentLog]]:
        def read(value: Any) -> list[SentLog]:
            if type(value) is not list or not self.low <= len(value) <= self.high:
                raise InvalidValue
            with DeckContext(deck):
                return [_read(one) for one in WithPauses(value)]

        return read

    def faults(self, value: Any, deck: Deck | None) -> Iterator[Fault]:
        yield expected("logs", low=self.low, high=self.high)


def _read(sent: Any) -> SentLog:
    """Return a log, or its first faults. The deck is in `DeckContext`."""
    before = FAULTS_WANTED.set(MOST_OF_A_LOG + 1)
    try:
        return SentLog(sent, LOG.load(sent))
    except ValidationError as error:
        found = faults_of_schema(LOG, error.messages_dict, sent)
        return SentLog(sent, None, tuple(islice(found, MOST_OF_A_LOG + 1)))
    finally:
        FAULTS_WANTED.reset(before)


@dataclass(frozen=True, slots=True)
class AuditBatchRequest:
    """Donne logs, each validated separately. `refused`: the faults of those that have some."""

    deck: Deck
    logs: tuple[Log | None, ...]
    refused: Mapping[int, Told]
    rules: NamedRules


def _audit_batch_request(
    deck: Deck, logs: Sequence[SentLog], rules: NamedRules = DEFAULT_RULES
) -> AuditBatchRequest:
    """Return the request of logs; faults are told of those whose events cannot be read."""
    refused = {}
    budget = FaultBudget(MOST_OF_A_LOG)
    for index, one in enumerate(WithPauses(logs)):
        if found := _faults_of(one, deck, rules.rules):
            refused[index] = budget.spend(fault.below(index) for fault in found)
    kept = tuple(None if at in refused else one.log for at, one in enumerate(logs))
    return AuditBatchRequest(deck, kept, refused, rules)


def _faults_of(one: SentLog, deck: Deck, rules: Rules) -> tuple[Fault, ...]:
    """Return what is wrong with a log: what cannot be read, else what contradicts itself."""
    if one.log is None:
        return one.faults
    return tuple(faults_of(validate_log(one.log, rules), one.sent, deck, ()))


class AuditBatchRequestSchema(BodySchema[AuditBatchRequest]):
    """Donne logs of one deck and one table, each validated separately."""

    factory = staticmethod(_audit_batch_request)
    title = "AuditBatchRequest"
    logs = LogsField(1, MAX_LOGS, required=True, **described("The logs, in any order."))
