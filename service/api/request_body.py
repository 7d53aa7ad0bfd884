"""Read the JSON body of a request: check its media type, limit its size, parse it."""

from __future__ import annotations

from typing import Protocol
from wsgiref.types import WSGIEnvironment

from service.api import strict_json
from service.api.problems import Problem

KIB = 1024
SMALL = 16 * KIB
MEDIUM = 64 * KIB
LARGE = 256 * KIB
HUGE = 512 * KIB
"""Maximum sizes of bodies in bytes, see docs/limits.md."""

MOST_DIGITS = 19
"""Digits of a `Content-Length` that are parsed; a longer one exceeds every limit."""


class Input(Protocol):
    """`wsgi.input`, as far as it is used here."""

    def read(self, size: int, /) -> bytes:
        """Return at most `size` bytes; none at the end."""
        ...


class BodyTimeout(Exception):  # noqa: N818 - the field's name for it
    """Raised by `wsgi.input` when a body takes longer than `seconds` to arrive."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class Overloaded(Exception):  # noqa: N818 - the field's name for it
    """Raised by `wsgi.input` when the worker cannot hold or process the request."""


class OversizedFraming(Exception):  # noqa: N818 - the field's name for it
    """Raised by `wsgi.input` when chunk framing makes a body many times larger."""


def read_json(environ: WSGIEnvironment, limit: int) -> object:
    """Return the JSON value of a body of at most `limit` bytes.

    `service.connection` limits the time and discards what is not read of a refused body.

    Raises: Problem `unsupported_media_type`, `too_large`, `request_timeout`, `overloaded`,
    `bad_request`, and what `strict_json.loads` raises.
    """
    _check_media_type(environ)
    return strict_json.loads(_read(environ, limit))


def _check_media_type(environ: WSGIEnvironment) -> None:
    """Check that a body is declared as uncompressed JSON in UTF-8. Raises: Problem."""
    named = environ.get("CONTENT_TYPE", "")
    if not named:
        raise Problem("unsupported_media_type", because="no_type")
    if named != "application/json":
        essence, _, parameters = named.partition(";")
        charset = parameters.strip().lower().replace('"', "")
        if essence.strip().lower() != "application/json" or charset not in ("", "charset=utf-8"):
            raise Problem("unsupported_media_type", media_type=named)
    encoding = environ.get("HTTP_CONTENT_ENCODING", "identity")
    if encoding.strip().lower() not in ("", "identity"):
        raise Problem("unsupported_media_type", because="compressed", encoding=encoding)


def _read(environ: WSGIEnvironment, limit: int) -> bytes:
    """Return the whole body. One of unknown length is read up to one byte beyond the limit."""
    stream: Input = environ["wsgi.input"]
    length = environ.get("CONTENT_LENGTH")
    if length:
        return _read_announced(stream, length, limit)
    chunked = environ.get("HTTP_TRANSFER_ENCODING") or environ.get("wsgi.input_terminated")
    body = _read_up_to(stream, limit + 1) if chunked else b""
    if len(body) > limit:
        raise Problem("too_large", limit=limit)
    return body


def _read_announced(stream: Input, length: str, limit: int) -> bytes:
    """Return a body of a stated length. Raises: Problem if it is too long, or is cut short."""
    if not (length.isascii() and length.isdigit()):
        raise Problem("bad_request", because="content_length")
    expected = int(length) if len(length) <= MOST_DIGITS else limit + 1
    if expected > limit:
        raise Problem("too_large", limit=limit)
    body = _read_up_to(stream, expected)
    if len(body) < expected:
        raise Problem("malformed_json", because="short", got=len(body), announced=expected)
    return body


def _read_up_to(stream: Input, size: int) -> bytes:
    """Read `size` bytes, fewer only at the end. A single read may return fewer earlier."""
    body = _read_some(stream, size)
    while len(body) < size and (more := _read_some(stream, size - len(body))):
        body += more
    return body


def _read_some(stream: Input, size: int) -> bytes:
    """Read at most `size` bytes. Raises: Problem for each exception of the server."""
    try:
        return stream.read(size)
    except BodyTimeout as late:
        raise Problem("request_timeout", seconds=late.seconds) from None
    except Overloaded:
        raise Problem("overloaded") from None
    except Exception as error:  # invalid framing; each server has exceptions of its own
        raise Problem("bad_request", because="framing") from error
