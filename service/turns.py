"""Schedule the requests of a worker: which is processed next when several have arrived.

A worker processes one request at a time. If it has not polled for new input for `SLICE` seconds,
requests wait in a queue until it has. The request goes first whose connection has used and will use
the least processing time; among equals the latest, so that a burst does not delay those after it.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from itertools import count
from time import monotonic
from typing import Any

import gevent
from gevent.event import Event

NEXT_POLL = 1e-6
"""Seconds to sleep so that the loop polls for input; sleep(0) returns before it does."""

SLICE = 0.02
"""Seconds that requests are processed before the loop polls for new ones."""

SECONDS_PER_BYTE = 1e-6
"""Estimated processing time for a byte of a body."""

RESOLUTION = 0.001
"""Seconds to which costs are rounded before they are compared."""


class Account:
    """The processing time that a connection has used, in seconds, with a half-life of a second."""

    __slots__ = ("_at", "_began", "_seconds")

    def __init__(self) -> None:
        self._seconds = 0.0
        self._at = self._began = monotonic()

    def begin(self) -> None:
        """Start the clock."""
        self._began = monotonic()

    def end(self) -> None:
        """Add the time since `begin`."""
        now = monotonic()
        self._seconds = self._seconds * 0.5 ** (now - self._at) + now - self._began
        self._at = now

    def cost(self, size: int) -> float:
        """Return the time used, plus the estimate for a request with a body of `size` bytes."""
        kept: float = 0.5 ** (monotonic() - self._at)
        return self._seconds * kept + size * SECONDS_PER_BYTE


class Turns:
    """The queue of a worker's requests."""

    def __init__(self) -> None:
        self._poll = Poll()
        self._waiting: list[tuple[int, int, Event]] = []
        self._numbers = count()
        self._given_up = 0
        self._is_giving = False

    def take(self, account: Account, size: int, patience: float) -> bool:
        """Wait at most `patience` seconds for a turn; return whether it came.

        `size`: bytes of the request's body. The caller must process the request without waiting
        for anything.
        """
        if not self._waiting and not self._poll.is_late():
            return True
        turn = Event()
        cost = round(account.cost(size) / RESOLUTION)
        heappush(self._waiting, (cost, -next(self._numbers), turn))
        if not self._is_giving:
            self._is_giving = True
            gevent.spawn(self._give)
        if turn.wait(patience):
            return True
        self._give_up(turn)
        return False

    def _give_up(self, turn: Event) -> None:
        """Mark a turn as given up; remove all of those once they are half of the queue."""
        turn.set()
        self._given_up += 1
        if self._given_up > len(self._waiting) / 2:
            self._waiting = [one for one in self._waiting if not one[2].is_set()]
            heapify(self._waiting)
            self._given_up = 0

    def _give(self) -> None:
        """Give turns one after another until none waits. Runs in a greenlet of its own."""
        while self._waiting:
            for _ in range(2):  # the first poll accepts a new client, the second reads from it
                gevent.sleep(NEXT_POLL)
            while self._waiting:
                turn = heappop(self._waiting)[2]
                if turn.is_set():
                    self._given_up -= 1
                    continue
                turn.set()
                gevent.sleep(0)  # returns once the request has been processed
                if self._poll.is_late():
                    break
        self._is_giving = False

    def yield_turn(self) -> None:
        """Let other greenlets run, and poll for input if that is overdue."""
        gevent.sleep(NEXT_POLL if self._poll.is_late() else 0)


class Poll:
    """Tracks when the event loop last polled for input.

    `loop.now()` does not tell: starting a timer updates it too.
    """

    def __init__(self) -> None:
        self._at = monotonic()
        self._watcher: Any = None

    def is_late(self) -> bool:
        """Return whether the last poll was more than `SLICE` seconds ago."""
        if self._watcher is None:  # in the worker, since its hub is not the master's
            self._watcher = gevent.get_hub().loop.check(ref=False)
            self._watcher.start(self._note)
        return monotonic() - self._at > SLICE

    def _note(self) -> None:
        self._at = monotonic()
