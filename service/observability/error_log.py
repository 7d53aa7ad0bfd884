"""The log on standard error: a line of JSON for each record, without text of a client.

Logging never waits for standard error and never raises.
"""

from __future__ import annotations

import io
import logging
from datetime import UTC, datetime
from types import TracebackType

import orjson

from service.observability.line_writer import BLOCK, STDERR

MOST_MESSAGE = 600
"""Characters of a message that are kept: if each is escaped as six bytes, the line fits `BLOCK`."""

TRACEBACK_LENGTHS = (3000, 1500, 500, 0)
"""Characters to keep of a traceback's end: the first for which the line fits `BLOCK` bytes."""

# Prefixes of gunicorn's messages that contain a client's text or address, and their replacements.
# None: nothing, since `access_log` reports refused requests itself.
CLIENT_TEXT: dict[str, str | None] = {
    "Invalid request from ip=": None,
    "Error handling request": "error while answering a request",
    "Ignored premature client disconnection": "a client left before its request was complete",
}


class JsonLines(logging.Formatter):
    """Formats log records as lines of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line of at most `BLOCK` bytes, newline included."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage()[:MOST_MESSAGE],
            "request_id": getattr(record, "request_id", None),
        }
        if not record.exc_info:
            return _dump(line)
        traceback = self.formatException(record.exc_info)
        for length in TRACEBACK_LENGTHS:
            line["exception"] = traceback[-length:] if length else ""
            text = _dump(line)
            if len(text.encode()) < BLOCK:
                break
        return text


def _dump(line: dict[str, object]) -> str:
    """Return JSON. A lone surrogate, which UTF-8 cannot hold, becomes `?`."""
    try:
        return orjson.dumps(line).decode()
    except TypeError:
        clean = {
            key: value.encode("utf-8", "replace").decode() if isinstance(value, str) else value
            for key, value in line.items()
        }
        return orjson.dumps(clean).decode()


class LineHandler(logging.Handler):
    """Passes log records to the writer of standard error."""

    def emit(self, record: logging.LogRecord) -> None:
        """Queue a record; count it as lost if it cannot be formatted."""
        try:
            STDERR.write(self.format(record).encode() + b"\n")
        except Exception:
            STDERR.lose()

    def filter(self, record: logging.LogRecord) -> bool:
        """Remove a client's text from a record; return whether to log the record."""
        template = str(record.msg)
        for beginning, message in CLIENT_TEXT.items():
            if template.startswith(beginning):
                record.msg, record.args = message, None
                return message is not None
        return bool(super().filter(record))


class LoggedStream(io.TextIOBase):
    """Replaces `sys.stderr`: what libraries print becomes log records."""

    def write(self, text: str) -> int:
        """Log each line of `text` that is not blank; return the number of characters."""
        for line in text.splitlines():
            if line.strip():
                logging.getLogger("stderr").error("%s", line)
        return len(text)


def log_uncaught(
    context: object,
    kind: type[BaseException] | None,
    error: BaseException | None,
    traceback: TracebackType | None,
) -> None:
    """Log an error that ends a greenlet, without `context`, which contains the client's address.

    Replaces `print_exception` of gevent's hub.
    """
    failed = (kind, error, traceback) if kind and error else None
    logging.getLogger("service").error("uncaught error in a greenlet", exc_info=failed)
