"""A gevent worker that limits what each client may take and answers all it refuses as problems."""

from __future__ import annotations

import logging
import resource
import socket
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from typing import Any

from gevent import GreenletExit
from gevent.server import StreamServer
from gunicorn.glogging import Logger as GunicornLogger
from gunicorn.http import errors
from gunicorn.workers.ggevent import GeventWorker

from service.connection import HEAD_SECONDS, Connection, HeadTimeout, Limits, Load
from service.settings import body_timeout
from service.web.bodies import Overloaded
from service.web.problems import REFUSED, Problem

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
"""The problem that answers a request which the application never sees; the first that fits."""


KERNEL_LIMITS = (
    (socket.SOL_SOCKET, socket.SO_RCVBUF, 128 * 1024),
    (socket.SOL_SOCKET, socket.SO_SNDBUF, 128 * 1024),
)
"""Bytes that the kernel keeps for a connection each way; its own bounds are megabytes."""

UNREAD_MILLISECONDS = 30_000
"""After so long without a sign that the client reads what was sent, the kernel resets it."""


class Logger(GunicornLogger):
    """gunicorn's, without the line a request that it would put together for nobody to read.

    One level holds for every logger: that of `LOG_LEVEL`, or of `--log-level` where it is given.
    """

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        logging.getLogger().setLevel(self.loglevel)

    @property
    def access_log_enabled(self) -> bool:
        return False


class Server(StreamServer):
    """Accepts all connections that wait, before any of them is served.

    gunicorn's own accepts one at a time where there are several workers, so that they share one
    queue evenly: a small request would wait for every large one whose client came before. Here
    each worker has a queue of its own.
    """

    def __init__(self, listener: Any, *, handler_class: Any, spawn: Any, **_: Any) -> None:
        super().__init__(listener, handle=partial(handler_class, listener), spawn=spawn)


class Worker(GeventWorker):
    """gunicorn's gevent worker with a limit on whatever a client can make it wait for or hold."""

    server_class = Server

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        limits = Limits(
            connections=min(self.cfg.worker_connections, max(1, files - 2 * OTHER_FILES)),
            body=body_timeout(),
            idle=self.cfg.keepalive,
        )
        self.load = Load(limits)
        self.wsgi_handler: Any = self.handle  # type: ignore[misc]  # gunicorn hands it to `Server`
        # gunicorn's own limit, at which it accepts no more, leaves room for those being dropped.
        self.worker_connections = limits.connections + OTHER_FILES

    def patch(self) -> None:
        """Set on the listening sockets what their connections inherit."""
        super().patch()
        for listener in self.sockets:
            for option in KERNEL_LIMITS:
                listener.setsockopt(*option)
            if listener.family != socket.AF_UNIX and hasattr(socket, "TCP_USER_TIMEOUT"):
                listener.setsockopt(
                    socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_MILLISECONDS
                )

    def timeout_ctx(self) -> AbstractContextManager[None]:  # type: ignore[override]  # its stub says None
        """No timer a request: a connection knows itself how long it waits for one."""
        return nullcontext()

    def notify(self) -> None:
        """Called every second: tell what was refused, and once to stop end what is idle."""
        super().notify()
        watch = getattr(self.wsgi, "extensions", {}).get("watch")
        if watch:
            watch.tell_refused()
        if not self.alive:
            self.load.end_idle(STOPPING_IDLE)

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        if client.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
            return  # reset by the client while it waited to be served; the caller closes it
        connection: Any = Connection(client, self.load)  # used by gunicorn as the socket it wraps
        try:
            super().handle(listener, connection, addr)
        finally:
            connection.leave()

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> bool:
        sock.begin_request(req)
        try:
            if req.body.is_complete:
                sock.take_turn(0)
            return super().handle_request(listener_name, req, sock, addr)
        finally:
            sock.end_request(req)
            self.load.turns.yield_turn()  # a client that pipelines must not starve the others

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Answer a request that the application never sees; log nothing that the client sent."""
        if isinstance(exc, GreenletExit):
            return  # the client has left
        refusal = next(REFUSALS[kind] for kind in REFUSALS if isinstance(exc, kind))
        problem = Problem(**refusal)
        if problem.status == 500:
            self.log.error("unexpected %s in the server", type(exc).__name__)
        client.refuse()
        with suppress(OSError):
            client.sendall(self._refusal(problem))

    def _refusal(self, problem: Problem) -> bytes:
        """Return the whole response, made by the application as all others are."""
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
"""What is known of a request whose head could not be read."""
