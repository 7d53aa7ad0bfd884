"""What the service tells of itself: metrics for Prometheus, and a line of JSON for each request.

No body, no address and no free text of a client gets in: a request is named by its route.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import orjson
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector

REQUEST_ID = "belote.request_id"
STDOUT = 1

REQUESTS = Counter("belote_http_requests", "Requests answered.", ("method", "route", "status"))
SECONDS = Histogram(
    "belote_http_request_seconds",
    "Time to an answer, from the whole request head on.",
    ("route",),
    buckets=(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5),
)
PROBLEMS = Counter("belote_problems", "Problems answered, by their code.", ("code",))
COMPARISONS = Counter("belote_comparisons", "Comparisons, by what decided.", ("decided_by",))

METHODS = frozenset({"GET", "HEAD", "POST", "QUERY", "OPTIONS"})
UNMATCHED = "unmatched"

# One child each, so that no request looks its labels up again; both sets are small and bounded.
requests_of = lru_cache(maxsize=1024)(REQUESTS.labels)
seconds_of = lru_cache(maxsize=128)(SECONDS.labels)
problems_of = lru_cache(maxsize=128)(PROBLEMS.labels)
comparisons_of = lru_cache(maxsize=32)(COMPARISONS.labels)

_TRACE = re.compile(r"[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}", re.ASCII)


class Watch:
    """Counts each answer, and logs it where that is wanted."""

    def __init__(self, *, log: bool) -> None:
        self.log = log

    def answered(self, environ: Mapping[str, Any], status: str, size: int, seconds: float) -> None:
        method = environ["REQUEST_METHOD"]
        known = method if method in METHODS else "other"
        route = _route(environ)
        requests_of(known, route, status).inc()
        seconds_of(route).observe(seconds)
        if self.log:
            _write(environ, known, route, status, size, seconds)


def _route(environ: Mapping[str, Any]) -> str:
    """The template of the route, never the address itself."""
    rule = getattr(environ.get("werkzeug.request"), "url_rule", None)
    return UNMATCHED if rule is None else rule.rule


def _write(
    environ: Mapping[str, Any], method: str, route: str, status: str, size: int, seconds: float
) -> None:
    parent = environ.get("HTTP_TRACEPARENT")
    trace = _TRACE.fullmatch(parent) if parent else None
    line = {
        "time": datetime.now(UTC),
        "method": method,
        "route": route,
        "status": int(status),
        "ms": round(seconds * 1000, 3),
        "bytes": size,
        "request_id": environ[REQUEST_ID],
        "trace_id": trace[1] if trace else None,
    }
    os.write(STDOUT, orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE))


def metrics() -> tuple[bytes, str]:
    """The metrics of all workers together, and their media type."""
    registry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # prometheus_client's
    return generate_latest(registry), CONTENT_TYPE_LATEST


class JsonLines(logging.Formatter):
    """Log records as lines of JSON, which escapes whatever would break a line."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            "request_id": getattr(record, "request_id", None),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return orjson.dumps(line, default=str).decode()
