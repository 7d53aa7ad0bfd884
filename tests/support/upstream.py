"""Misbehaving servers for nginx to proxy."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from threading import Event, Thread

READY = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"

Behaviour = Callable[[socket.socket, Event], None]
"""What a server does with a connection after it has read the head of a request."""


def hang(connection: socket.socket, end: Event) -> None:
    """Never answer."""
    end.wait(60)


def drop(connection: socket.socket, end: Event) -> None:
    """Close without an answer."""


def read_to_end(connection: socket.socket, end: Event) -> None:
    """Read until the peer closes the connection."""
    while connection.recv(65536):
        pass


class FakeUpstream:
    """A server that answers /readyz and applies `behaviour` to every other request.

    `requests` counts the others; `left` is set once `behaviour` has returned for one.
    """

    def __init__(self, behaviour: Behaviour) -> None:
        self.behaviour = behaviour
        self.requests = 0
        self.left = Event()
        self.end = Event()
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=100)
        self.port: int = self._listener.getsockname()[1]
        Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        """Stop accepting connections. May be called twice."""
        self.end.set()
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._listener.accept()
                Thread(target=self._answer, args=(connection,), daemon=True).start()

    def _answer(self, connection: socket.socket) -> None:
        with connection, suppress(OSError):
            head = b""
            while b"\r\n\r\n" not in head:
                more = connection.recv(4096)
                if not more:
                    return
                head += more
            if b" /readyz " in head:
                connection.sendall(READY)
                return
            self.requests += 1
            self.behaviour(connection, self.end)
        self.left.set()


@contextmanager
def fake_upstreams(*behaviours: Behaviour) -> Iterator[list[FakeUpstream]]:
    with ExitStack() as stack:
        servers = [FakeUpstream(behaviour) for behaviour in behaviours]
        for server in servers:
            stack.callback(server.close)
        yield servers
