"""Read a request's body: its media type, its size, and then its JSON."""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

from service.web import strict_json
from service.web.problems import Problem

KIB = 1024
SMALL = 16 * KIB
LARGE = 256 * KIB
Environ: TypeAlias = dict[str, Any]


class Input(Protocol):
    def read(self, size: int, /) -> bytes: ...


class BodyTimeout(Exception):  # noqa: N818 - the field's name for it
    """Raised by the server's input where a body takes longer than `seconds`."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class Overloaded(Exception):  # noqa: N818 - the field's name for it
    """Raised by the server's input where the worker has no room for the body."""


class OversizedFraming(Exception):  # noqa: N818 - the field's name for it
    """Raised by the server's input where a body comes in far more bytes than it has."""


def read_json(environ: Environ, limit: int) -> object:
    """Return the JSON value of a request's body of at most `limit` bytes.

    How long a body may take is for the server to limit: see `service.connection`. What is not read
    of a refused body is for the server to drop.

    Raises: Problem `unsupported_media_type`, `too_large`, `request_timeout`, `overloaded`,
    `bad_request`, or what `strict_json` finds.
    """
    _check_media_type(environ)
    return strict_json.loads(_read(environ, limit))


def _check_media_type(environ: Environ) -> None:
    """JSON has one media type and one encoding."""
    named = environ.get("CONTENT_TYPE", "")
    if named != "application/json":
        essence, _, parameters = named.partition(";")
        charset = parameters.strip().lower().replace('"', "")
        if essence.strip().lower() != "application/json" or charset not in ("", "charset=utf-8"):
            raise Problem("unsupported_media_type", media_type=named)
    encoding = environ.get("HTTP_CONTENT_ENCODING", "identity")
    if encoding.strip().lower() not in ("", "identity"):
        raise Problem("unsupported_media_type", media_type=f"{named}, {encoding}")


def _read(environ: Environ, limit: int) -> bytes:
    """The whole body; of one that does not tell its length, one byte more than allowed is read."""
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
    if not (length.isascii() and length.isdigit()):
        raise Problem("bad_request", because="content_length")
    expected = int(length) if len(length) < 20 else limit + 1
    if expected > limit:
        raise Problem("too_large", limit=limit)
    body = _read_up_to(stream, expected)
    if len(body) < expected:
        raise Problem("malformed_json", because="short", got=len(body), announced=expected)
    return body


def _read_up_to(stream: Input, size: int) -> bytes:
    """A stream may give less than it is asked for; only nothing means its end."""
    body = _read_some(stream, size)
    while len(body) < size and (more := _read_some(stream, size - len(body))):
        body += more
    return body


def _read_some(stream: Input, size: int) -> bytes:
    """Raises: Problem, also where the server cannot make sense of the body's framing."""
    try:
        return stream.read(size)
    except BodyTimeout as late:
        raise Problem("request_timeout", seconds=late.seconds) from None
    except Overloaded:
        raise Problem("overloaded") from None
    except Exception as error:  # each server has its own
        raise Problem("bad_request", because="framing") from error
