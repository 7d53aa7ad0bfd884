"""Prometheus metrics: requests, problems, comparisons, and lost lines of the logs.

A request is counted by its route; no label holds a body, an address or other text of a client, so
the number of label sets is bounded.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

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
"""The label of any other method."""

UNMATCHED = "unmatched"
"""The label of a request that no route matches."""

# Remember the child of each set of labels: looking it up costs more than counting.
requests_of = lru_cache(maxsize=1024)(REQUESTS.labels)
seconds_of = lru_cache(maxsize=128)(SECONDS.labels)
problems_of = lru_cache(maxsize=128)(PROBLEMS.labels)
comparisons_of = lru_cache(maxsize=32)(COMPARISONS.labels)


def method_label(environ: Mapping[str, Any]) -> str:
    """Return the method of a request, `OTHER` for one that the service does not know."""
    method: str = environ["REQUEST_METHOD"]
    return method if method in METHODS else OTHER


def route_label(environ: Mapping[str, Any]) -> str:
    """Return the template of a request's route, such as `/problems/<code>`, or `UNMATCHED`."""
    rule = getattr(environ.get("werkzeug.request"), "url_rule", None)
    return UNMATCHED if rule is None else rule.rule


def observe_request(environ: Mapping[str, Any], status: str, seconds: float) -> None:
    """Count a response of the application and the time that it took."""
    route = route_label(environ)
    requests_of(method_label(environ), route, status).inc()
    seconds_of(route).observe(seconds)


def observe_refusal(status: str) -> None:
    """Count the response to a request that the application never sees."""
    requests_of(OTHER, UNMATCHED, status).inc()


class LostLines:
    """Counts the lost lines of both writers in `belote_log_lines_lost`."""

    def __init__(self) -> None:
        self._counted = 0

    def update(self) -> None:
        """Count the lines lost since the last call. Do not call this in the writing thread."""
        lost = STDOUT.lost + STDERR.lost
        if lost != self._counted:
            LINES_LOST.inc(lost - self._counted)
            self._counted = lost


lost_lines = LostLines()


def exposition() -> tuple[bytes, str]:
    """Return the metrics of all workers together, and their media type."""
    registry = REGISTRY
    folder, _ = shared_metrics()
    if folder and os.path.isdir(folder):
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # prometheus_client's
    return generate_latest(registry), CONTENT_TYPE_LATEST
