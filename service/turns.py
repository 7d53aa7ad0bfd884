"""Schedule the requests of a worker: which is processed next when several have arrived.

A worker processes one request at a time. If it has not polled for new input for `SLICE` seconds,
requests wait in a queue until it has. The next request is the one whose connection has
used, and is expected to use, the least processing time; ties go to the newest, so that a burst does
not delay those after it.
A quarter of the time goes to whichever request has waited longest, whatever it costs.
A long request pauses every `SLICE` seconds, for the short ones that wait.
"""

from __future__ import annotations

from collections import deque
from heapq import heapify, heappop, heappush
from itertools import count
from math import inf
from time import monotonic
from typing import Any

import gevent
from gevent.event import Event

NEXT_POLL = 1e-6
"""Seconds to sleep so that the loop polls for input; sleep(0) returns before it does."""

SLICE = 0.02
"""Seconds that requests are processed before the loop polls for new ones."""

SECONDS_PER_BYTE = 5e-6
"""Estimated processing time for a byte of a body."""

SECONDS_AT_LEAST = 0.0005
"""Estimated processing time for a request without a body, or with the smallest one that is of use:
otherwise a flood of the former would always go before the latter."""

SHORT = 0.1
"""Estimated seconds up to which a request is processed while a long one pauses. Others wait for its
end, so that only one of them holds what it has read and computed."""

PAUSED_AT_MOST = 3 * SLICE
"""Seconds of a pause: a flood of short requests leaves a quarter of the time to the long one."""

RESOLUTION = 0.0001
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
        return self._seconds * kept + max(size * SECONDS_PER_BYTE, SECONDS_AT_LEAST)


class Turn:
    """A place of a request in the queue of its worker."""

    __slots__ = ("_event", "is_granted")

    def __init__(self) -> None:
        self._event = Event()
        self.is_granted = False

    @property
    def is_over(self) -> bool:
        """Whether the turn was granted or given up."""
        return self._event.is_set()

    def wait(self, seconds: float) -> bool:
        """Wait for the turn; return whether it was granted."""
        self._event.wait(seconds)
        self._event.set()
        return self.is_granted

    def grant(self) -> None:
        """Let the request be processed."""
        self.is_granted = True
        self._event.set()

    def cancel(self) -> None:
        """End the wait without a grant."""
        self._event.set()


class Turns:
    """The queue of a worker's requests."""

    def __init__(self) -> None:
        self._poll = Poll()
        self._by_cost: list[tuple[int, int, Turn]] = []
        self._by_age: deque[Turn] = deque()
        self._numbers = count()
        self._oldest: Turn | None = None
        self._share_of_oldest = 0.0
        self._waiting = 0
        self._is_giving = self._is_paused = False
        self._resumed = Event()
        self._paused_seconds = 0.0

    def is_free(self) -> bool:
        """Return whether a request may be processed at once."""
        return not self._waiting and not self._is_paused and not self._poll.is_late()

    def is_pause_due(self) -> bool:
        """Return whether the request being processed should call `pause`."""
        return self._poll.is_late() and not self._is_paused

    def pause(self) -> None:
        """Process the short requests that wait, in the middle of the caller's."""
        self._is_paused = True
        self._resumed.clear()
        began = monotonic()
        try:
            self._poll_for_requests()
            while monotonic() - began < PAUSED_AT_MOST and (turn := self._cheapest(SHORT)):
                turn.grant()
                gevent.sleep(0)  # returns once the request has been processed
        finally:
            self._is_paused = False
            self._resumed.set()
            self._paused_seconds += monotonic() - began

    def take(self, turn: Turn, cost: float, patience: float) -> bool:
        """Wait at most `patience` seconds for a turn; return whether it was granted.

        `cost`: seconds, of `Account.cost`. The caller must process the request without waiting for
        anything.
        """
        heappush(self._by_cost, (round(cost / RESOLUTION), -next(self._numbers), turn))
        self._by_age.append(turn)
        self._waiting += 1
        if not self._is_giving:
            self._is_giving = True
            gevent.spawn(self._give)
        try:
            return turn.wait(patience)
        finally:
            self._waiting -= 1
            self._forget()

    def _forget(self) -> None:
        """Drop the turns that are over, once they are most of those kept."""
        if len(self._by_cost) + len(self._by_age) > 4 * self._waiting + 64:
            self._by_cost = [one for one in self._by_cost if not one[2].is_over]
            heapify(self._by_cost)
            self._by_age = deque(one for one in self._by_age if not one.is_over)

    def _give(self) -> None:
        """Grant one turn after another while requests wait."""
        self._await_resumption()
        while self._waiting:
            self._poll_for_requests()
            while turn := self._next():
                began, self._paused_seconds = monotonic(), 0.0
                turn.grant()
                gevent.sleep(0)  # returns once the request has been processed, or pauses
                self._await_resumption()
                self._account_for(turn, monotonic() - began - self._paused_seconds)
                if self._poll.is_late():
                    break
        self._is_giving = False

    def _await_resumption(self) -> None:
        """Wait while a request pauses; the next pause may have begun before this returns."""
        while self._is_paused:
            self._resumed.wait()

    @staticmethod
    def _poll_for_requests() -> None:
        for _ in range(2):  # once to accept a new client, once to read from it
            gevent.sleep(NEXT_POLL)

    def _next(self) -> Turn | None:
        """Return the turn to grant: the least costly one, or the oldest where it has a share."""
        while self._share_of_oldest >= SLICE and self._by_age:
            oldest = self._by_age.popleft()
            if not oldest.is_over:
                self._oldest = oldest
                return oldest
        return self._cheapest(inf)

    def _cheapest(self, most: float) -> Turn | None:
        """Return the turn of least cost to grant, if that is at most `most` seconds."""
        while self._by_cost and self._by_cost[0][0] * RESOLUTION <= most:
            turn = heappop(self._by_cost)[2]
            if not turn.is_over:
                return turn
        return None

    def _account_for(self, turn: Turn, seconds: float) -> None:
        """Charge a request's seconds to the share of the oldest, or credit a third of them."""
        if turn is self._oldest:
            self._share_of_oldest -= seconds
        else:
            self._share_of_oldest = min(self._share_of_oldest + seconds / 3, SLICE)

    def yield_turn(self) -> None:
        """Let other greenlets run; if the loop is late, let it poll as well."""
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
        """Record a poll. Called by the loop after each."""
        self._at = monotonic()
