"""The worker: gunicorn's own for gevent, with better manners at its door."""

from __future__ import annotations

from contextlib import suppress
from time import monotonic
from types import TracebackType
from typing import Any, Literal

from gevent import Timeout, get_hub, getcurrent
from gunicorn.glogging import Logger as GunicornLogger
from gunicorn.workers.ggevent import GeventWorker

from service.settings import body_timeout
from service.web.bodies import TooSlow

PATIENCE = 1.0
"""Seconds that a stopping worker still waits for the head of a request."""


class Waiting(Timeout):
    """The time within which the head of a request must come, and who waits for it."""

    def __init__(self, worker: Worker) -> None:
        super().__init__(worker.cfg.keepalive, False)  # type: ignore[arg-type]  # False: raise nothing
        self.worker = worker
        self.since = monotonic()

    def __enter__(self) -> Waiting:
        self.worker.waiting[self] = getcurrent()
        super().__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        traceback: TracebackType | None,
    ) -> Literal[True] | None:
        del self.worker.waiting[self]
        return super().__exit__(kind, value, traceback)


class Reading:
    """While a request's body is awaited; who takes too long is told so by the worker."""

    __slots__ = ("waiting",)

    def __init__(self, waiting: dict[Any, float]) -> None:
        self.waiting = waiting

    def __enter__(self) -> None:
        self.waiting[getcurrent()] = monotonic()

    def __exit__(self, *raised: object) -> None:
        del self.waiting[getcurrent()]


class Intercepted:
    """Stands in for a client: what gunicorn sends it in HTML is not sent."""

    status: int | None = None

    def gettimeout(self) -> float:
        return 0.0

    def sendall(self, answer: bytes) -> None:
        self.status = int(answer.split(b" ", 2)[1])


class Logger(GunicornLogger):
    """gunicorn's, without the line a request that it would put together for nobody to read."""

    @property
    def access_log_enabled(self) -> bool:
        return False


class Worker(GeventWorker):
    """gunicorn's, which has no patience with idle connections on a stop and with slow bodies ever.

    gunicorn's own would wait for both, and answer in HTML what it refuses before any application.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.waiting: dict[Waiting, Any] = {}
        self.reading: dict[Any, float] = {}
        self.body_timeout = body_timeout()

    def patience(self) -> Reading:
        """A timer of its own for each body would cost as much as reading it."""
        return Reading(self.reading)

    def timeout_ctx(self) -> Waiting:  # type: ignore[override]  # its stub tells of None
        return Waiting(self)

    def notify(self) -> None:
        """Called every second: enough to end the waiting of those that send nothing."""
        super().notify()
        now = monotonic()
        for greenlet, since in list(self.reading.items()):
            if now - since > self.body_timeout:
                get_hub().loop.run_callback(self._tell_too_slow, greenlet)
        if not self.alive:
            for waiting, greenlet in list(self.waiting.items()):
                if now - waiting.since > PATIENCE:
                    greenlet.kill(waiting, block=False)

    def _tell_too_slow(self, greenlet: Any) -> None:
        """Runs while all wait, so that who is still reading is surely told within the reading."""
        if greenlet in self.reading:
            self.reading[greenlet] = monotonic()  # once; a refused body may still go on arriving
            greenlet.throw(TooSlow(self.body_timeout))

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """The one form of problems, for requests that gunicorn cannot make sense of as well."""
        from service.web.answers import raw_problem  # when sockets are gevent's, not before

        intercepted = Intercepted()
        super().handle_error(req, intercepted, addr, exc)  # type: ignore[arg-type]  # it is used as one
        if intercepted.status is not None:
            with suppress(OSError):
                client.sendall(raw_problem(intercepted.status))
