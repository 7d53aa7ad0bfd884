"""A gunicorn gevent worker that limits each client and answers refused requests with problems.

docs/upgrading.md lists what this relies on in gunicorn.
"""

from __future__ import annotations

import logging
import resource
import socket
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from http import HTTPStatus
from typing import Any

from gevent import GreenletExit
from gevent.server import StreamServer
from gunicorn.glogging import Logger as GunicornLogger
from gunicorn.http import errors
from gunicorn.workers.ggevent import GeventWorker

from service.api.pauses import PAUSE
from service.api.problems import REFUSED, Problem
from service.api.request_body import Overloaded
from service.config import Config
from service.connection import HEAD_SECONDS, Connection, HeadTimeout, Limits, Load

STOPPING_IDLE = 1.0
"""Seconds that a stopping worker still waits for a request on a connection without one."""

OTHER_FILES = 64
"""File descriptors that a worker needs besides those of its clients."""

REFUSALS: Mapping[type[BaseException], Mapping[str, Any]] = {
    HeadTimeout: {"code": "request_timeout", "because": "head", "seconds": HEAD_SECONDS},
    errors.LimitRequestLine: {"code": "uri_too_long"},
    errors.ExpectationFailed: {"code": "expectation_failed"},
    errors.LimitRequestHeaders: {"code": "headers_too_large"},
    errors.ParseException: {"code": "bad_request", "because": "head"},
    Overloaded: {"code": "overloaded"},
    BaseException: {"code": "internal_error"},
}
"""The problem for each error that keeps a request from the application; the first match counts."""

KERNEL_LIMITS = (
    (socket.SOL_SOCKET, socket.SO_RCVBUF, 128 * 1024),
    (socket.SOL_SOCKET, socket.SO_SNDBUF, 128 * 1024),
)
"""Bytes that the kernel may buffer for a connection each way; its defaults are megabytes."""

UNREAD_MILLISECONDS = 30_000
"""The kernel resets a connection whose client acknowledges nothing for so long."""


class Logger(GunicornLogger):
    """Logger of gunicorn without its access log, which `service.observability.access_log` writes.

    `LOG_LEVEL`, or `--log-level` if given, sets the level of all loggers.
    """

    def setup(self, cfg: Any) -> None:
        """Configure the loggers; `LOG_LEVEL` applies to the root logger as well."""
        super().setup(cfg)
        logging.getLogger().setLevel(self.loglevel)

    @property
    def access_log_enabled(self) -> bool:
        """Return False: gunicorn writes no access log."""
        return False


class Server(StreamServer):
    """Accepts all waiting connections before it serves any of them.

    With several workers gunicorn accepts one connection at a time, so that they share one queue
    evenly; a small request would wait for every large one that came before it. Here each worker
    has a queue of its own.
    """

    def __init__(self, listener: Any, *, handler_class: Any, spawn: Any, **_: Any) -> None:
        super().__init__(listener, handle=partial(handler_class, listener), spawn=spawn)


class Worker(GeventWorker):
    """Gevent worker of gunicorn with limits on the time and memory that clients can take."""

    server_class = Server

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        limits = Limits(
            connections=min(self.cfg.worker_connections, max(1, files - 2 * OTHER_FILES)),
            body=Config.from_environment().body_timeout,
            idle=self.cfg.keepalive,
        )
        self.load = Load(limits)
        self.wsgi_handler: Any = self.handle  # type: ignore[misc]  # gunicorn hands it to `Server`
        # At this limit gunicorn accepts no more; connections being dropped count as well.
        self.worker_connections = limits.connections + OTHER_FILES

    def patch(self) -> None:
        """Set socket options on the listeners; accepted connections inherit them."""
        super().patch()
        for listener in self.sockets:
            for option in KERNEL_LIMITS:
                listener.setsockopt(*option)
            if listener.family != socket.AF_UNIX and hasattr(socket, "TCP_USER_TIMEOUT"):
                listener.setsockopt(
                    socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_MILLISECONDS
                )

    def timeout_ctx(self) -> AbstractContextManager[None]:  # type: ignore[override]  # its stub says None
        """Return no timer: `Connection` has its own deadlines."""
        return nullcontext()

    def notify(self) -> None:
        """Report what was refused and, once stopping, end idle connections. Called every second."""
        super().notify()
        access_log = getattr(self.wsgi, "extensions", {}).get("access_log")
        if access_log:
            access_log.report_refusals()
        if not self.alive:
            self.load.end_idle(STOPPING_IDLE)

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        """Serve a connection until it is closed."""
        if client.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
            return  # the client has reset it while it waited to be accepted; the caller closes it
        connection: Any = Connection(client, self.load)  # used by gunicorn as the socket it wraps
        PAUSE.set(connection.pause)  # for this greenlet alone, which serves nothing else
        try:
            super().handle(listener, connection, addr)
        finally:
            connection.leave()

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> bool:
        """Process a request in its turn; return whether the connection is kept."""
        sock.begin_request(req)
        try:
            if req.body.is_complete:
                sock.take_turn(0)
            return super().handle_request(listener_name, req, sock, addr)
        finally:
            sock.end_request(req)
            self.load.turns.yield_turn()  # a client that pipelines must not starve the others

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Answer a request that the application never sees, without logging the client's text."""
        if isinstance(exc, GreenletExit):
            return  # the client has left
        refusal = next(REFUSALS[kind] for kind in REFUSALS if isinstance(exc, kind))
        problem = Problem(**refusal)
        if problem.status == HTTPStatus.INTERNAL_SERVER_ERROR:
            self.log.error("unexpected %s in the server", type(exc).__name__)
        client.refuse()
        with suppress(OSError):
            client.sendall(self._refusal(problem))

    def _refusal(self, problem: Problem) -> bytes:
        """Return the whole response to a refused request, rendered by the application."""
        head: list[str] = []

        def start(status: str, headers: Iterable[tuple[str, str]], *_: object) -> None:
            head.append(f"HTTP/1.1 {status}")
            head.extend(f"{name}: {value}" for name, value in headers)
            head.extend(("Connection: close", "", ""))

        body = b"".join(self.wsgi({REFUSED: problem} | NO_REQUEST, start))
        return "\r\n".join(head).encode("latin-1") + body


NO_REQUEST = {
    "REQUEST_METHOD": "",
    "PATH_INFO": "",
    "QUERY_STRING": "",
    "SERVER_PROTOCOL": "HTTP/1.1",
}
"""The WSGI environment of a request whose head could not be read."""
