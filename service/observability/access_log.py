"""The access log: a line of JSON on standard output for each request.

A request is identified by its route and its request id; no body, address or other text of a client
is recorded. Writing never blocks a request and never makes it fail.
"""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime
from time import monotonic
from typing import Any

import orjson

from service.observability.line_writer import STDOUT
from service.observability.metrics import OTHER, UNMATCHED, method_label, route_label

REQUEST_ID = "belote.request_id"
"""Key of a WSGI environ: the id of the request."""

REFUSED_LINES = 10
"""Maximum lines per second for requests that the application never sees."""

log = logging.getLogger("service")

_TRACE = re.compile(r"[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}", re.ASCII)


class AccessLog:
    """Writes a line for each response if `enabled`."""

    def __init__(self, *, enabled: bool) -> None:
        self.enabled = enabled
        self._refused: Counter[int] = Counter()
        self._refused_since = monotonic()

    def log_response(
        self, environ: Mapping[str, Any], status: int, size: int, seconds: float
    ) -> None:
        """Log a response of the application, with a body of `size` bytes, sent after `seconds`."""
        if self.enabled:
            parent = environ.get("HTTP_TRACEPARENT")
            trace = _TRACE.fullmatch(parent) if parent else None
            _write(
                method=method_label(environ),
                route=route_label(environ),
                status=status,
                ms=round(seconds * 1000, 3),
                bytes=size,
                request_id=environ[REQUEST_ID],
                trace_id=trace[1] if trace else None,
            )

    def log_refusal(self, status: int, size: int, request_id: str) -> None:
        """Log the response to a request that the application never sees.

        `size`: the bytes of the response's body. Of the refusals within a second only the first
        `REFUSED_LINES` are logged one by one; `report_refusals` then logs how many there were.
        """
        self.report_refusals()
        self._refused[status] += 1
        if self.enabled and self._refused.total() <= REFUSED_LINES:
            _write(
                method=OTHER,
                route=UNMATCHED,
                status=status,
                ms=0.0,
                bytes=size,
                request_id=request_id,
                trace_id=None,
            )

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


def _write(**fields: object) -> None:
    """Write a line of JSON to standard output."""
    line = {"time": datetime.now(UTC), **fields}
    STDOUT.write(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE))
