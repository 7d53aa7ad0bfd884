"""A client's connection, with a limit on everything a client can make the worker wait for or hold.

gunicorn reads requests from it and writes responses to it as if it were the socket. Each read and
write has a deadline, each request a number of bytes, and all requests of a worker together a number
of bytes held: see `Limits`. A greenlet that reads or writes without ever having to wait would keep
its turn for ever, so the others get one after each read.
"""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from errno import ECONNRESET
from time import monotonic
from typing import Any, TypeAlias

from gevent import GreenletExit
from gunicorn.http.body import ChunkedReader
from gunicorn.http.errors import LimitRequestHeaders

from service.turns import SLICE, Account, Turns
from service.web.bodies import LARGE, BodyTimeout, Overloaded, OversizedFraming

KIB = 1024
HEAD_SECONDS = 10.0
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
JOINED = 64 * KIB
"""Bytes of a body up to which it is sent in one piece with its head."""

RESET_ON_CLOSE = struct.pack("ii", 1, 0)
"""SO_LINGER: on close, drop what is still unsent."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds, bytes and connections that one worker grants.

    `first_head`: seconds from the accept to the end of the first request's head.
    `head`: seconds from the first byte of a later head to its end.
    `idle`: seconds between two requests. Longer than a proxy keeps a connection, so that it is
    never the server that closes one in use.
    `body`: seconds that a body may take.
    `write`: seconds without a client reading any of a response, and in all; in all one more for
    each `slowest_reader` bytes sent.
    `linger`, `lingering_bytes`: how long, and how much of it, the rest of a refused request is
    read and dropped, since a client that is still sending does not read the response.
    `head_bytes`: of a whole head. `framed_bytes`: of a body with its chunk framing.
    `held_bytes`: of bodies that have arrived and are not answered yet, all requests together.
    `unsent_bytes`: of responses that clients do not read, all together.
    `turn`: seconds that a request waits until it may be processed.
    """

    connections: int
    body: float
    idle: float
    first_head: float = HEAD_SECONDS
    head: float = HEAD_SECONDS
    write: float = 10
    slowest_reader: int = 8 * KIB
    linger: float = 1
    lingering_bytes: int = 1024 * KIB
    head_bytes: int = 16 * KIB
    framed_bytes: int = 3 * LARGE
    held_bytes: int = 16 * 1024 * KIB
    unsent_bytes: int = 32 * 1024 * KIB
    turn: float = 10


class HeadTimeout(Exception):  # noqa: N818 - named after what happens
    """The head of a request did not arrive in time."""


Queue: TypeAlias = "dict[Connection, None]"
"""Connections in the order in which they came to it."""


@dataclass(slots=True)
class Load:
    """What the clients of a worker hold at the moment.

    Each connection is in one of the queues, or has a request that is being processed. When there
    is no room for another one, the first of the first queue that is not empty is dropped.
    """

    limits: Limits
    connections: set[Connection] = field(default_factory=set)
    idle: Queue = field(default_factory=dict)
    reading: Queue = field(default_factory=dict)
    writing: Queue = field(default_factory=dict)
    held_bytes: int = 0
    unsent_bytes: int = 0
    turns: Turns = field(default_factory=Turns)

    def make_room(self) -> None:
        """Where there is no room for one more connection, drop the one that waits longest."""
        if len(self.connections) < self.limits.connections:
            return
        for queue in (self.idle, self.reading, self.writing):
            if queue:
                next(iter(queue)).drop()
                return

    def end_idle(self, seconds: float) -> None:
        """End connections that have waited for a request for so long.

        What has already arrived of a request is still read.
        """
        now = monotonic()
        for connection in [one for one in self.idle if now - one.since > seconds]:
            connection.end_input()


class Connection:
    """A client's socket as gunicorn uses it, within the limits of the worker's load.

    `since`: when it began to wait for a request, on the monotonic clock.
    """

    def __init__(self, client: socket.socket, load: Load) -> None:
        self._socket = client
        self._load = load
        self.limits = load.limits
        self._body: RequestBody | None = None
        self._must_drain = False
        self._has_ended = self._answering = self._is_late = False
        self._head = b""
        self._held = self._sent = self._unsent = 0
        self._requests = 0
        self._account = Account()
        load.make_room()
        load.connections.add(self)
        self._await_head(0)

    def __getattr__(self, name: str) -> Any:
        """Whatever else a socket has."""
        return getattr(self._socket, name)

    # Reading

    def recv(self, size: int) -> bytes:
        """Receive at most `size` bytes; nothing at the end of what the client sends.

        Raises: HeadTimeout, BodyTimeout, Overloaded, OversizedFraming, LimitRequestHeaders;
        GreenletExit, which ends the request without an answer, where the client has reset the
        connection.
        """
        if self._body is None:
            return self._receive_head(size)
        return self._receive_body(size, self._body)

    def _receive_head(self, size: int) -> bytes:
        if self._received > self.limits.head_bytes:
            raise LimitRequestHeaders("head")
        data = self._receive(size, HeadTimeout) if self._received else self._receive_first(size)
        self._received += len(data)
        return data

    def _receive_first(self, size: int) -> bytes:
        """A connection on which no request begins just ends."""
        try:
            data = self._receive(size, HeadTimeout)
        except HeadTimeout:
            return b""
        if self._requests:
            self._deadline = monotonic() + self.limits.head
        return data

    def _receive_body(self, size: int, body: RequestBody) -> bytes:
        load, limits = self._load, self.limits
        if self._received:
            self._load.turns.yield_turn()
        else:
            self._deadline = monotonic() + limits.body
        load.reading[self] = None
        try:
            data = self._receive(body.at_most(size), lambda: BodyTimeout(limits.body))
        except ConnectionError:
            raise GreenletExit from None  # nobody is left to be answered
        finally:
            load.reading.pop(self, None)
        self._received += len(data)
        self._held += len(data)
        load.held_bytes += len(data)
        if self._received > limits.framed_bytes:
            raise OversizedFraming
        if load.held_bytes > limits.held_bytes:
            raise Overloaded
        return data

    def _receive(self, size: int, late: Any) -> bytes:
        left = self._deadline - monotonic()
        if left <= 0:
            if self._is_late:
                raise late()
            self._is_late = True  # perhaps for want of a turn: what has arrived meanwhile counts
        self._socket.settimeout(max(left, 0))
        try:
            return self._socket.recv(size)
        except (TimeoutError, BlockingIOError):
            raise late() from None
        except OSError:
            if not self._has_ended:
                raise
        with suppress(OSError):  # gevent interrupts whoever waits when the input is ended
            return self._socket.recv(size)
        return b""

    # Requests

    def _await_head(self, buffered: int) -> None:
        """Wait for a request, of which so many bytes have arrived with the one before it."""
        self._is_late = False
        self.since = monotonic()
        self._received = buffered
        begun = buffered or not self._requests
        self._deadline = self.since + (self.limits.first_head if begun else self.limits.idle)
        self._load.idle[self] = None

    def begin_request(self, request: Any) -> None:
        """Begin to process a request whose head was read; its body is read within limits."""
        self._load.idle.pop(self, None)
        self._requests += 1
        self._received = self._sent = 0
        self._account.begin()
        self._answering = self._is_late = False
        request.version = min(request.version, (1, 1))
        if _ends_connection(request.headers):
            request.force_close()
        request.body = self._body = RequestBody(request, self)

    def end_request(self, request: Any) -> None:
        """Give back what the request held, and wait for the next one."""
        self._send_head()
        self._account.end()
        if self._body is not None:
            self._must_drain = not self._body.is_complete
            self._body.let_go()
            self._body = None
        self._load.held_bytes -= self._held
        self._held = 0
        self._await_head(request.unreader.buf.tell())

    def take_turn(self, size: int) -> None:
        """Wait until a request with so many bytes of body may be processed.

        Raises: Overloaded where it cannot in time; GreenletExit where its client has left.
        """
        asked = monotonic()
        if not self._load.turns.take(self._account, size, self.limits.turn):
            raise Overloaded
        self._account.begin()
        if monotonic() - asked > SLICE and self._client_has_left():
            raise GreenletExit

    def _client_has_left(self) -> bool:
        """Return whether the client has closed the connection, or reset it.

        One that has closed its own side alone might still read; that is not told apart, as in
        nginx, since it matters only where the worker has too much to do.
        """
        self._socket.settimeout(0)
        try:
            return not self._socket.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        except OSError:
            return True

    # Writing

    def send_continue(self) -> None:
        """Invite a client that expects it to send the body."""
        self._socket.settimeout(self.limits.write)
        self._socket.sendall(CONTINUE)

    def sendall(self, data: bytes) -> None:
        """Send all of it; the head of a response together with the body that follows it.

        Raises: ConnectionResetError where the client does not read.
        """
        if self._body is not None and not self._answering:
            self._answering = True
            self._head = data
            return
        head, self._head = self._head, b""
        if len(data) <= JOINED:
            self._send_all(head + data)
        else:  # a copy would be kept for as long as the client does not read
            self._send_all(head)
            self._send_all(data)

    def _send_all(self, data: bytes) -> None:
        if not self._sent:
            self._deadline = monotonic() + self.limits.write
        rest = memoryview(data)[self._send(data) :]
        if rest:
            self._unsent = len(data)  # all of it is kept until the last byte is sent
            self._send_slowly(rest)

    def _send_head(self) -> None:
        """Send the head of a response that has no body."""
        if self._head:
            data, self._head = self._head, b""
            with suppress(OSError):  # the next read finds the connection broken too
                self._send_all(data)

    def _send(self, data: bytes | memoryview) -> int:
        seconds = self._deadline + self._sent / self.limits.slowest_reader - monotonic()
        self._socket.settimeout(min(max(seconds, 0.001), self.limits.write))
        try:
            sent = self._socket.send(data)
        except OSError as error:
            if isinstance(error, TimeoutError):
                self.drop()
            if not self._has_ended:
                raise
            raise ConnectionResetError(ECONNRESET, "the response was not read") from None
        self._sent += sent
        return sent

    def _send_slowly(self, rest: memoryview) -> None:
        """Send what the kernel did not take at once, as long as there is room to keep it."""
        load = self._load
        load.unsent_bytes += self._unsent
        load.writing[self] = None
        if load.unsent_bytes > self.limits.unsent_bytes:
            next(iter(load.writing)).drop()
        try:
            while rest:
                rest = rest[self._send(rest) :]
                if self in load.writing:  # the one that has got nothing for longest comes first
                    load.writing[self] = load.writing.pop(self)
        finally:
            self._forget_unsent()

    def _forget_unsent(self) -> None:
        self._load.writing.pop(self, None)
        self._load.unsent_bytes -= self._unsent
        self._unsent = 0

    # The end

    def end_input(self) -> None:
        """Read nothing more than what has arrived: whoever waits for more is told of the end."""
        self._load.idle.pop(self, None)
        self._has_ended = True
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RD)

    def drop(self) -> None:
        """Reset the connection, for lack of room or patience."""
        for queue in (self._load.idle, self._load.reading):
            queue.pop(self, None)
        self._forget_unsent()
        self._must_drain = False
        self._has_ended = True
        with suppress(OSError):
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET_ON_CLOSE)
            self._socket.shutdown(socket.SHUT_RDWR)

    def refuse(self) -> None:
        """Take no further request: what the client goes on sending is dropped."""
        self._must_drain = True

    def close(self) -> None:
        """Close the connection, once a client that was refused could read why."""
        if self._must_drain:
            self._must_drain = False
            with suppress(OSError):
                self._drain()
        self._socket.close()

    def _drain(self) -> None:
        """RFC 9112, section 9.6. Bounded in time and bytes, and others get their turn."""
        self._socket.shutdown(socket.SHUT_WR)
        deadline = monotonic() + self.limits.linger
        left = self.limits.lingering_bytes
        while left > 0 and (seconds := deadline - monotonic()) > 0:
            self._socket.settimeout(seconds)
            data = self._socket.recv(64 * KIB)
            if not data:
                break
            left -= len(data)
            self._load.turns.yield_turn()

    def leave(self) -> None:
        """Give back what the worker keeps for it."""
        self._load.connections.discard(self)
        self._load.idle.pop(self, None)


class RequestBody:
    """The body of a request as `wsgi.input`.

    Until it has been read to its end the connection is to be closed after the response, since
    where the next request begins is unknown.
    """

    def __init__(self, request: Any, connection: Connection) -> None:
        self._request: Any = request
        self._connection = connection
        self._body: Any = request.body  # a gunicorn.http.body.Body
        self._is_chunked = isinstance(self._body.reader, ChunkedReader)
        self._size = 0
        self._announced = 0 if self._is_chunked else self._body.reader.length
        self._closes_anyway: bool = request.must_close
        self.is_complete = self._is_at_end()
        # gunicorn (below 28) would send it before anybody looks
        self._expects_continue: bool = request._expected_100_continue and not self.is_complete
        request._expected_100_continue = False
        if not self.is_complete:
            request.force_close()

    def read(self, size: int = -1) -> bytes:
        """Read `size` bytes, fewer only at the end of the body.

        Raises: BodyTimeout, Overloaded, OversizedFraming, and what gunicorn finds wrong with the
        framing.
        """
        if self._expects_continue:
            self._expects_continue = False
            self._connection.send_continue()
        data: bytes = self._body.read(None if size < 0 else size)
        self._size += len(data)
        if not self.is_complete and self._is_at_end():
            self._complete()
        return data

    def let_go(self) -> None:
        """Forget the request, which holds this: only the collector would find the two."""
        self._request = None

    def _is_at_end(self) -> bool:
        if self._is_chunked:
            reader: Any = self._body.reader
            return reader.parser is None and not self._body.failed and not self._body.buf.tell()
        return self._size == self._announced

    def _complete(self) -> None:
        self.is_complete = True
        self._request.must_close = self._closes_anyway
        self._connection.take_turn(self._size)

    def at_most(self, size: int) -> int:
        """Of a chunked body a little at a time: each of its chunks may be a single byte."""
        return min(size, KIB) if self._is_chunked and size <= UNSIZED_READ else size


def _ends_connection(headers: Iterable[tuple[str, str]]) -> bool:
    """Return whether a request is to be the last (RFC 9112, section 9.6).

    gunicorn reads the first `Connection` alone, and as one word.
    """
    return any(
        "close" in (one.strip(" \t").lower() for one in value.split(","))
        for name, value in headers
        if name == "CONNECTION"
    )


UNSIZED_READ = 8 * KIB
"""What gunicorn asks for where it does not know how much will come."""
