"""Whose request is processed next, where more have arrived than can be processed at once.

Python runs one at a time, so what a client can take from the others is time. Requests are therefore
put off as soon as the worker has not looked for new ones for a while. The one goes first whose
connection has cost and will cost the least; of those alike the latest, so that a burst of many does
not hold up who comes after it.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from itertools import count
from time import monotonic
from typing import Any

import gevent
from gevent.event import Event

NEXT_POLL = 1e-6
"""Seconds to sleep until the loop has looked for new input; sleep(0) comes back before it does."""

SLICE = 0.02
"""Seconds that requests are processed before the loop looks for new ones."""


SECONDS_PER_BYTE = 1e-6
"""What a byte of a body costs, roughly."""

ALIKE = 0.001
"""Seconds by which costs must differ to matter."""


class Account:
    """What a connection has cost the worker lately, in seconds; after a second half is forgiven."""

    __slots__ = ("_at", "_began", "_seconds")

    def __init__(self) -> None:
        self._seconds = 0.0
        self._at = self._began = monotonic()

    def begin(self) -> None:
        """Begin to count."""
        self._began = monotonic()

    def end(self) -> None:
        """Add the time since the beginning."""
        now = monotonic()
        self._seconds = self._seconds * 0.5 ** (now - self._at) + now - self._began
        self._at = now

    def cost(self, size: int) -> float:
        """Return what it has cost and what a request with so many bytes of body will add."""
        kept: float = 0.5 ** (monotonic() - self._at)
        return self._seconds * kept + size * SECONDS_PER_BYTE


class Turns:
    """The requests of a worker that wait to be processed."""

    def __init__(self) -> None:
        self._poll = Poll()
        self._waiting: list[tuple[int, int, Event]] = []
        self._numbers = count()
        self._given_up = 0
        self._is_giving = False

    def take(self, account: Account, size: int, patience: float) -> bool:
        """Wait until a request may be processed, at most `patience` seconds; whether it may.

        `size`: the bytes of its body. The processing must not wait for anything.
        """
        if not self._waiting and not self._poll.is_late():
            return True
        turn = Event()
        cost = round(account.cost(size) / ALIKE)
        heappush(self._waiting, (cost, -next(self._numbers), turn))
        if not self._is_giving:
            self._is_giving = True
            gevent.spawn(self._give)
        if turn.wait(patience):
            return True
        self._give_up(turn)
        return False

    def _give_up(self, turn: Event) -> None:
        """Forget a turn, together with others when those are half of all."""
        turn.set()
        self._given_up += 1
        if self._given_up > len(self._waiting) / 2:
            self._waiting = [one for one in self._waiting if not one[2].is_set()]
            heapify(self._waiting)
            self._given_up = 0

    def _give(self) -> None:
        """Let one after another go, as long as any waits."""
        while self._waiting:
            for _ in range(2):  # a client that has come is accepted, and then read from
                gevent.sleep(NEXT_POLL)
            while self._waiting:
                turn = heappop(self._waiting)[2]
                if turn.is_set():
                    self._given_up -= 1
                    continue
                turn.set()
                gevent.sleep(0)  # comes back once the request has been processed
                if self._poll.is_late():
                    break
        self._is_giving = False

    def yield_turn(self) -> None:
        """Let the others go on; where it is late, look for new ones as well."""
        gevent.sleep(NEXT_POLL if self._poll.is_late() else 0)


class Poll:
    """Knows when the loop has looked for new input.

    The loop's own time will not do: whoever starts a timer brings it up to date.
    """

    def __init__(self) -> None:
        self._at = monotonic()
        self._watcher: Any = None

    def is_late(self) -> bool:
        """Return whether it has not looked for the time of a slice."""
        if self._watcher is None:  # on the hub of the process that serves, not before its fork
            self._watcher = gevent.get_hub().loop.check(ref=False)
            self._watcher.start(self._note)
        return monotonic() - self._at > SLICE

    def _note(self) -> None:
        self._at = monotonic()
