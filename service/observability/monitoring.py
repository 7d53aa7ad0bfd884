"""Prometheus metrics and the access log, one line of JSON for each request.

A request is identified by its route; no body, address or other text of a client is recorded.
Writing never blocks a request and never makes it fail.
"""

from __future__ import annotations

import logging
import os
import re
from collections import Counter as Tally
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from random import getrandbits
from time import monotonic
from typing import Any

import orjson
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
    values,
)
from prometheus_client.multiprocess import MultiProcessCollector

from service.config import shared_metrics
from service.observability.line_writer import STDERR, STDOUT

REQUEST_ID = "belote.request_id"

_folder, _slot = shared_metrics()
if _folder and _slot:
    # Before the first metric is made, so that its files belong to the slot, not to the process.
    values.ValueClass = values.MultiProcessValue(lambda: _slot)  # type: ignore[no-untyped-call]  # prometheus_client's

REQUESTS = Counter("belote_http_requests", "Requests answered.", ("method", "route", "status"))
SECONDS = Histogram(
    "belote_http_request_seconds",
    "Time to an answer, from the whole request head on.",
    ("route",),
    buckets=(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5),
)
PROBLEMS = Counter("belote_problems", "Problems answered, by their code.", ("code",))
COMPARISONS = Counter("belote_comparisons", "Comparisons, by what decided.", ("decided_by",))

LINES_LOST = Counter("belote_log_lines_lost", "Lines of a worker's logs that could not be written.")

METHODS = frozenset({"GET", "HEAD", "POST", "QUERY", "OPTIONS"})
OTHER = "other"
UNMATCHED = "unmatched"

REFUSED_LINES = 10
"""Lines logged in a second, at most, for requests that the application never sees."""

log = logging.getLogger("service")

# Remember the child of each set of labels: looking it up costs more than counting. All sets of
# labels are bounded, since none holds text of a client.
requests_of = lru_cache(maxsize=1024)(REQUESTS.labels)
seconds_of = lru_cache(maxsize=128)(SECONDS.labels)
problems_of = lru_cache(maxsize=128)(PROBLEMS.labels)
comparisons_of = lru_cache(maxsize=32)(COMPARISONS.labels)

_TRACE = re.compile(r"[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}", re.ASCII)


class Monitor:
    """Counts each response and, where `log` is set, logs it."""

    def __init__(self, *, log: bool) -> None:
        self.log = log
        self._lost = 0
        self._refused: Tally[int] = Tally()
        self._refused_since = monotonic()

    def observe_response(
        self, environ: Mapping[str, Any], status: str, size: int, seconds: float
    ) -> None:
        """Count and log a response of the application, with a body of `size` bytes."""
        method = environ["REQUEST_METHOD"]
        known = method if method in METHODS else OTHER
        route = _route(environ)
        requests_of(known, route, status).inc()
        seconds_of(route).observe(seconds)
        if self.log:
            parent = environ.get("HTTP_TRACEPARENT")
            trace = _TRACE.fullmatch(parent) if parent else None
            _write(
                method=known,
                route=route,
                status=int(status),
                ms=round(seconds * 1000, 3),
                bytes=size,
                request_id=environ[REQUEST_ID],
                trace_id=trace[1] if trace else None,
            )
        self.count_lost_lines()

    def observe_refusal(self, status: int, size: int, request_id: str) -> None:
        """Count a request that the application never sees, and log it.

        `size`: the bytes of the response's body. Of the refusals within a second only the first
        `REFUSED_LINES` are logged one by one; `report_refusals` then logs how many there were.
        """
        self.report_refusals()
        requests_of(OTHER, UNMATCHED, str(status)).inc()
        self._refused[status] += 1
        if self.log and self._refused.total() <= REFUSED_LINES:
            _write(
                method=OTHER,
                route=UNMATCHED,
                status=status,
                ms=0.0,
                bytes=size,
                request_id=request_id,
                trace_id=None,
            )
        self.count_lost_lines()

    def report_refusals(self) -> None:
        """Warn of the requests refused, at most once a second; the worker calls it every second."""
        now = monotonic()
        if now - self._refused_since < 1:
            return
        if self._refused:
            counts = ", ".join(f"{count} with {status}" for status, count in self._refused.items())
            log.warning("requests refused before the application saw them: %s", counts)
            self._refused.clear()
        self._refused_since = now

    def count_lost_lines(self) -> None:
        """Update the metric of lost lines. Not to be called in the thread that writes them."""
        lost = STDOUT.lost + STDERR.lost
        if lost != self._lost:
            LINES_LOST.inc(lost - self._lost)
            self._lost = lost


def make_request_id() -> str:
    """Return an id for a request that brought none."""
    return f"{getrandbits(64):016x}"


def _route(environ: Mapping[str, Any]) -> str:
    """Return the template of the route, such as `/problems/<code>`."""
    rule = getattr(environ.get("werkzeug.request"), "url_rule", None)
    return UNMATCHED if rule is None else rule.rule


def _write(**fields: object) -> None:
    """Write a line of JSON to standard output."""
    line = {"time": datetime.now(UTC), **fields}
    STDOUT.write(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE))


def metrics() -> tuple[bytes, str]:
    """Return the metrics of all workers together, and their media type."""
    registry = REGISTRY
    folder, _ = shared_metrics()
    if folder and os.path.isdir(folder):
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # prometheus_client's
    return generate_latest(registry), CONTENT_TYPE_LATEST
