"""A client's connection, with limits on the time and memory that a client can take.

gunicorn uses `Connection` in place of the socket. Reads and writes have deadlines, requests have a
maximum size, and all requests of a worker together may hold a number of bytes: see `Limits`. A
greenlet whose socket is always ready never yields by itself, so each read yields to the others.

docs/upgrading.md lists what this relies on in gunicorn.
"""

from __future__ import annotations

import select
import socket
import struct
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from errno import ECONNRESET
from time import monotonic
from typing import Any, TypeAlias

from gevent import GreenletExit
from gevent.monkey import get_original
from gunicorn.http.body import ChunkedReader
from gunicorn.http.errors import LimitRequestHeaders

from service.api.request_body import HUGE, BodyTimeout, Overloaded, OversizedFraming
from service.turns import Account, Turn, Turns

KIB = 1024
HEAD_SECONDS = 10.0
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
ABANDONED = 1.0
"""Seconds of waiting after which a client that has closed its side is taken to have left."""

LEFT = select.POLLHUP | select.POLLERR | getattr(select, "POLLRDHUP", 0)
"""What poll(2) reports of a client that has left. Only Linux has POLLRDHUP; without it, a client
whose requests have not been read yet does not show."""

poll = get_original("select", "poll")
"""gevent's own `poll` knows nothing of POLLRDHUP."""

JOINED = 64 * KIB
"""A response's head and body are sent together if the body has at most so many bytes."""

RESET_ON_CLOSE = struct.pack("ii", 1, 0)
"""Value of SO_LINGER: on close, discard unsent data and reset the connection."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one worker. Times are in seconds.

    `connections`: open at the same time.
    `body`: to receive a body.
    `idle`: between two requests. Longer than a proxy keeps a connection, so that the server never
    closes one that the proxy is about to use.
    `first_head`: from the accept to the end of the first request's head.
    `head`: from the first byte of a later head to its end.
    `write`: for a single write, and for a whole response; the latter gets one second more for each
    `slowest_reader` bytes sent.
    `linger`, `lingering_bytes`: to read and discard the rest of a refused request, since a client
    that is still sending does not read the response.
    `head_bytes`: of a head. `framed_bytes`: of a body, chunk framing included.
    `held_bytes`: of all bodies received for requests that are not answered yet.
    `unsent_bytes`: of all responses that clients have not read yet.
    `turn`: to wait for the processing of a request.
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
    framed_bytes: int = 3 * HUGE
    held_bytes: int = 16 * 1024 * KIB
    unsent_bytes: int = 32 * 1024 * KIB
    turn: float = 10


class HeadTimeout(Exception):  # noqa: N818 - the field's name for it
    """The head of a request did not arrive in time."""


Queue: TypeAlias = "dict[Connection, None]"
"""Connections in the order in which they joined it; a dict serves as an ordered set."""


@dataclass(slots=True)
class Load:
    """The connections of a worker and the bytes that they hold.

    Each connection is in one of the queues, or its request is being processed.
    """

    limits: Limits
    connections: set[Connection] = field(default_factory=set)
    idle: Queue = field(default_factory=dict)
    reading: Queue = field(default_factory=dict)
    writing: Queue = field(default_factory=dict)
    waiting: Queue = field(default_factory=dict)
    held_bytes: int = 0
    unsent_bytes: int = 0
    turns: Turns = field(default_factory=Turns)

    def make_room(self) -> None:
        """Without room for one more connection, drop the first of the first nonempty queue."""
        if len(self.connections) < self.limits.connections:
            return
        for queue in (self.idle, self.reading, self.writing, self.waiting):
            if queue:
                next(iter(queue)).drop()
                return

    def end_idle(self, seconds: float) -> None:
        """End connections that have waited for a request for more than `seconds`.

        What has already arrived of a request is still read.
        """
        now = monotonic()
        for connection in [one for one in self.idle if now - one.since > seconds]:
            connection.end_input()


class Connection:
    """Wraps a client's socket for gunicorn and applies the worker's limits.

    `since`: when it began to wait for a request, by the monotonic clock.
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
        self._turn: Turn | None = None
        load.make_room()
        load.connections.add(self)
        self._await_head(0)

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the socket."""
        return getattr(self._socket, name)

    def recv(self, size: int) -> bytes:
        """Receive at most `size` bytes; none at the end of the input.

        Raises: HeadTimeout, BodyTimeout, Overloaded, OversizedFraming, LimitRequestHeaders;
        GreenletExit, which ends the request without a response, if the client has reset the
        connection.
        """
        if self._body is None:
            return self._receive_head(size)
        return self._receive_body(size, self._body)

    def _receive_head(self, size: int) -> bytes:
        """Receive bytes of a head. Raises: HeadTimeout, LimitRequestHeaders."""
        if self._received > self.limits.head_bytes:
            raise LimitRequestHeaders("head")
        data = self._receive(size, HeadTimeout) if self._received else self._receive_first(size)
        self._received += len(data)
        return data

    def _receive_first(self, size: int) -> bytes:
        """Receive the first bytes of a head; none if no request begins in time."""
        try:
            data = self._receive(size, HeadTimeout)
        except HeadTimeout:
            return b""
        if self._requests:
            self._deadline = monotonic() + self.limits.head
        return data

    def _receive_body(self, size: int, body: RequestBody) -> bytes:
        """Receive bytes of a body and count them. Raises: as `recv`, except HeadTimeout."""
        load, limits = self._load, self.limits
        if self._received:
            self._load.turns.yield_turn()
        else:
            self._deadline = monotonic() + limits.body
        load.reading[self] = None
        try:
            data = self._receive(body.at_most(size), lambda: BodyTimeout(limits.body))
        except ConnectionError:
            raise GreenletExit from None  # the client has left
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
        """Receive before the deadline; `late` makes the exception to raise after it."""
        left = self._deadline - monotonic()
        if left <= 0:
            if self._is_late:
                raise late()
            self._is_late = True  # the worker may be late, not the client: try once without waiting
        self._socket.settimeout(max(left, 0))
        try:
            return self._socket.recv(size)
        except (TimeoutError, BlockingIOError):
            raise late() from None
        except OSError:
            if not self._has_ended:
                raise
        with suppress(OSError):  # `end_input` has interrupted the wait: read what has arrived
            return self._socket.recv(size)
        return b""

    def _await_head(self, buffered: int) -> None:
        """Wait for a request, of which `buffered` bytes came with the previous one."""
        self._is_late = False
        self.since = monotonic()
        self._received = buffered
        begun = buffered or not self._requests
        self._deadline = self.since + (self.limits.first_head if begun else self.limits.idle)
        self._load.idle[self] = None

    def begin_request(self, request: Any) -> None:
        """Begin a request whose head has been read, and put `RequestBody` in place of its body."""
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
        """Release what the request held, and wait for the next one."""
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
        """Wait until a request with a body of `size` bytes may be processed.

        Raises: Overloaded if its turn does not come in time; GreenletExit if its client has left.
        """
        turns = self._load.turns
        if not turns.is_free():
            asked = monotonic()
            self._turn = turn = Turn()
            self._load.waiting[self] = None
            try:
                if not turns.take(turn, self._account.cost(size), self.limits.turn):
                    raise Overloaded
            finally:
                self._load.waiting.pop(self, None)
                self._turn = None
            if monotonic() - asked > ABANDONED and self._client_has_left():
                raise GreenletExit
        self._account.begin()

    def pause(self) -> None:
        """Let short requests of others be processed in the middle of this one, if it takes long."""
        turns = self._load.turns
        if turns.is_pause_due():
            self._account.end()
            turns.pause()
            self._account.begin()

    def _client_has_left(self) -> bool:
        """Return whether the client has closed or reset the connection, whatever it sent before.

        A client that has shut down only its sending side might still read. As in nginx, it counts
        as gone; this is asked only if the worker is busy.
        """
        state = poll()
        state.register(self._socket, LEFT)
        return any(happened & LEFT for _, happened in state.poll(0))

    def send_continue(self) -> None:
        """Send `100 Continue`, which invites the client to send the body."""
        self._socket.settimeout(self.limits.write)
        self._socket.sendall(CONTINUE)

    def sendall(self, data: bytes) -> None:
        """Send all of `data`. The head of a response is kept until its body follows.

        Raises: ConnectionResetError if the client does not read.
        """
        if self._body is not None and not self._answering:
            self._answering = True
            self._head = data
            return
        head, self._head = self._head, b""
        if len(data) <= JOINED:
            self._send_all(head + data)
        else:  # joining them would keep a copy until the client has read it
            self._send_all(head)
            self._send_all(data)

    def _send_all(self, data: bytes) -> None:
        """Send all of `data`, and count what the client has not read yet."""
        if not self._sent:
            self._deadline = monotonic() + self.limits.write
        rest = memoryview(data)[self._send(data) :]
        if rest:
            self._unsent = len(data)  # the whole buffer is kept until its last byte is sent
            self._send_slowly(rest)

    def _send_head(self) -> None:
        """Send the head of a response that has no body."""
        if self._head:
            data, self._head = self._head, b""
            with suppress(OSError):  # the next read finds the connection broken too
                self._send_all(data)

    def _send(self, data: bytes | memoryview) -> int:
        """Send what the kernel takes within the limits; return the number of bytes.

        Raises: ConnectionResetError if the client does not read.
        """
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
        """Send the rest of a response. Beyond `unsent_bytes` drop the one stalled for longest."""
        load = self._load
        load.unsent_bytes += self._unsent
        load.writing[self] = None
        if load.unsent_bytes > self.limits.unsent_bytes:
            next(iter(load.writing)).drop()
        try:
            while rest:
                rest = rest[self._send(rest) :]
                if self in load.writing:  # keep the queue in order of the last progress
                    load.writing[self] = load.writing.pop(self)
        finally:
            self._forget_unsent()

    def _forget_unsent(self) -> None:
        """Stop counting the response as unread."""
        self._load.writing.pop(self, None)
        self._load.unsent_bytes -= self._unsent
        self._unsent = 0

    def end_input(self) -> None:
        """End the input after what has already arrived."""
        self._load.idle.pop(self, None)
        self._has_ended = True
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RD)

    def drop(self) -> None:
        """Reset the connection, without waiting for anything."""
        for queue in (self._load.idle, self._load.reading, self._load.waiting):
            queue.pop(self, None)
        self._forget_unsent()
        self._must_drain = False
        self._has_ended = True
        if self._turn is not None:
            self._turn.cancel()
        with suppress(OSError):
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET_ON_CLOSE)
            self._socket.shutdown(socket.SHUT_RDWR)

    def refuse(self) -> None:
        """Accept no further request: on close, discard what the client is still sending."""
        self._must_drain = True

    def close(self) -> None:
        """Close the connection; after a refusal, let the client read the response first."""
        if self._must_drain:
            self._must_drain = False
            with suppress(OSError):
                self._drain()
        self._socket.close()

    def _drain(self) -> None:
        """Read and discard input within the limits (RFC 9112, section 9.6)."""
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
        """Remove the connection from the worker's load."""
        self._load.connections.discard(self)
        self._load.idle.pop(self, None)


class RequestBody:
    """The body of a request as `wsgi.input`.

    Unless it is read to its end, the connection is closed after the response, since it is unknown
    where the next request begins.
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
        # gunicorn would send 100 Continue before the request is checked.
        self._expects_continue: bool = request._expected_100_continue and not self.is_complete
        request._expected_100_continue = False
        if not self.is_complete:
            request.force_close()

    def read(self, size: int = -1) -> bytes:
        """Read `size` bytes, fewer only at the end of the body.

        Raises: what `Connection.recv` raises, and gunicorn's exceptions for invalid framing.
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
        """Break the reference cycle with the request, so that no garbage collection is needed."""
        self._request = None

    def _is_at_end(self) -> bool:
        """Return whether the body has been read to its end, its chunk framing included."""
        if self._is_chunked:
            reader: Any = self._body.reader
            return reader.parser is None and not self._body.failed and not self._body.buf.tell()
        return self._size == self._announced

    def _complete(self) -> None:
        """Let the connection be kept, and wait for the turn of this request."""
        self.is_complete = True
        self._request.must_close = self._closes_anyway
        self._connection.take_turn(self._size)

    def at_most(self, size: int) -> int:
        """Return how many bytes to receive: few of a chunked body, whose chunks may be tiny."""
        return min(size, KIB) if self._is_chunked and size <= UNSIZED_READ else size


def _ends_connection(headers: Iterable[tuple[str, str]]) -> bool:
    """Return whether a request is the last on its connection (RFC 9112, section 9.6).

    gunicorn looks only at the first `Connection` header, and takes it for a single option.
    """
    return any(
        "close" in (one.strip(" \t").lower() for one in value.split(","))
        for name, value in headers
        if name == "CONNECTION"
    )


UNSIZED_READ = 8 * KIB
"""Bytes that gunicorn asks for while it parses chunks, whose sizes it does not know yet."""
