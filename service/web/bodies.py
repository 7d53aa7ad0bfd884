"""Reading a request's body: its media type, its size, and no longer than patience lasts."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Any, Protocol, TypeAlias

from service.web import strict_json
from service.web.problems import Problem

KIB = 1024
SMALL = 16 * KIB
LARGE = 256 * KIB
DISCARDED = 1024 * KIB
"""As much of a refused body as is let arrive."""

Environ: TypeAlias = dict[str, Any]


class Input(Protocol):
    def read(self, size: int, /) -> bytes: ...


class TooSlow(Exception):  # noqa: N818 - not an error of ours
    """A body did not arrive within `seconds`."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


Patience: TypeAlias = Callable[[], AbstractContextManager[object]]
"""Makes the limit of time within which a body is read: it raises TooSlow where that is over."""

# The server brings its own patience; without one, the server in front must know when to lose it.
PATIENT: Patience = nullcontext


def read_json(environ: Environ, limit: int, patience: Patience) -> object:
    """The JSON value of a request's body.

    Raises: Problem `unsupported_media_type`, `too_large`, `request_timeout`, or what `strict_json`
    finds.
    """
    try:
        with patience():
            body = _received(environ, limit)
    except TooSlow as late:
        raise Problem("request_timeout", seconds=late.seconds) from None
    return strict_json.loads(body)


def _received(environ: Environ, limit: int) -> bytes:
    try:
        _check_media_type(environ)
        return _read(environ, limit)
    except Problem:
        if len(environ.get("CONTENT_LENGTH", "")) < len(str(DISCARDED)):
            with suppress(TooSlow, Problem):
                _discard(environ["wsgi.input"])
        raise


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
        raise Problem("bad_request", reason="Content-Length")
    expected = int(length) if len(length) < 20 else limit + 1
    if expected > limit:
        raise Problem("too_large", limit=limit)
    body = _read_up_to(stream, expected)
    if len(body) < expected:
        raise Problem("malformed_json", because="short", got=len(body), announced=expected)
    return body


def _discard(stream: Input) -> None:
    """Let the rest of a refused body arrive: who is still sending does not read the answer."""
    left = DISCARDED
    while left > 0 and (more := _read_some(stream, min(left, LARGE))):
        left -= len(more)


def _read_up_to(stream: Input, size: int) -> bytes:
    """A stream may give less than it is asked for; only nothing means its end."""
    body = _read_some(stream, size)
    while len(body) < size and (more := _read_some(stream, size - len(body))):
        body += more
    return body


def _read_some(stream: Input, size: int) -> bytes:
    """Raises: Problem `bad_request` where the server finds no way through the body's framing."""
    try:
        return stream.read(size)
    except TooSlow:
        raise
    except Exception as error:  # each server has its own
        raise Problem("bad_request", reason=type(error).__name__) from error
