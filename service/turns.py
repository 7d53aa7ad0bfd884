"""Whose request is processed next, where more have arrived than can be processed at once.

Python runs one at a time, so what a client can take from the others is time. Requests are therefore
put off as soon as the worker has not looked for new ones for a while: the lighter go first, and of
those alike the latest, since whoever sent the others has the patience to send many.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from itertools import count
from time import time

import gevent
from gevent.event import Event

NEXT_POLL = 1e-6
"""Seconds to sleep until the loop has looked for new input; sleep(0) comes back before it does."""

SLICE = 0.02
"""Seconds that requests are processed before the loop looks for new ones."""


class Turns:
    """The requests of a worker that wait to be processed."""

    def __init__(self) -> None:
        self._waiting: list[tuple[int, int, Event]] = []
        self._numbers = count()
        self._given_up = 0
        self._is_giving = False

    def take(self, weight: int, patience: float) -> bool:
        """Wait until a request may be processed, at most `patience` seconds; whether it may.

        `weight`: the bytes that its body has. The processing must not wait for anything.
        """
        if not self._waiting and not is_late():
            return True
        turn = Event()
        heappush(self._waiting, (weight.bit_length(), -next(self._numbers), turn))
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
                if is_late():
                    break
        self._is_giving = False


def is_late() -> bool:
    """Return whether the loop has not looked for new input for the time of a slice."""
    return time() - gevent.get_hub().loop.now() > SLICE


def yield_turn() -> None:
    """Let the others go on; where it is late, look for new ones as well."""
    gevent.sleep(NEXT_POLL if is_late() else 0)
