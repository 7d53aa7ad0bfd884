"""Write lines to a file descriptor without ever waiting for it, and without raising.

Whoever reads standard output may have stopped, ended, or filled its disk. Lines therefore wait in
a bounded queue that a native thread empties; only that thread can be held up. Making the
descriptor non-blocking instead would change it for every process that shares it.
"""

from __future__ import annotations

import atexit
import os
import select
from collections import deque
from time import monotonic

from gevent.monkey import get_original

# The thread is a native one: gevent's would run, and wait, on the hub that answers requests.
_start_thread = get_original("_thread", "start_new_thread")
_allocate_lock = get_original("_thread", "allocate_lock")
_sleep = get_original("time", "sleep")

BLOCK = getattr(select, "PIPE_BUF", 512)
"""Bytes that a pipe takes whole or not at all, so that lines of several processes never mix."""

PAUSE = 0.05
"""Seconds between two writes, so that lines of a busy server share one."""

FORK_PATIENCE, EXIT_PATIENCE = 0.2, 1.0
"""Seconds that a fork, or the end of the process, waits for the queue."""


class LineWriter:
    """A queue of lines for one descriptor. `limit`: the lines that wait at most.

    Lines that find the queue full, or that cannot be written, are lost and counted in `lost`.
    A line longer than `BLOCK` is written, but perhaps not in one piece.
    """

    def __init__(self, descriptor: int, limit: int) -> None:
        self._descriptor = descriptor
        self._limit = limit
        self._torn = False
        self._dropped = 0  # counted by whoever writes a line
        self._failed = 0  # counted by the thread
        self._reset()
        atexit.register(self.flush, EXIT_PATIENCE)
        os.register_at_fork(before=self._before_fork, after_in_child=self._reset)

    def _reset(self) -> None:
        """Start afresh: a child has neither its parent's thread nor its parent's lines."""
        self._lines: deque[bytes] = deque()
        self._lock = _allocate_lock()
        self._emptying = False

    @property
    def lost(self) -> int:
        """Lines lost so far."""
        return self._dropped + self._failed

    def write(self, line: bytes) -> None:
        """Queue a line, which ends with a newline."""
        if len(self._lines) >= self._limit:
            self.lose()
            return
        self._lines.append(line)
        if not self._emptying:
            self._start()

    def lose(self) -> None:
        """Count a line that could not be made."""
        self._dropped += 1

    def flush(self, patience: float) -> None:
        """Wait until every line is written, at most `patience` seconds."""
        until = monotonic() + patience
        while self._emptying and monotonic() < until:
            _sleep(0.002)

    def _before_fork(self) -> None:
        self.flush(FORK_PATIENCE)

    def _start(self) -> None:
        with self._lock:
            if self._emptying:
                return
            self._emptying = True
        try:
            _start_thread(self._empty, ())
        except RuntimeError:  # no thread to be had; the next line tries again
            self._emptying = False

    def _empty(self) -> None:
        """Write what waits until nothing has come for the time of a pause. Runs in the thread."""
        while True:
            wrote = bool(self._lines)
            while self._lines:
                self._send(self._next_block())
            if wrote:
                _sleep(PAUSE)
            with self._lock:
                self._emptying = False  # before the look: a line that comes after it starts another
                if not self._lines:
                    return
                self._emptying = True

    def _next_block(self) -> bytes:
        """Take as many lines as are written whole, at least one."""
        lines = [self._lines.popleft()]
        size = len(lines[0]) + 1  # for the newline that may have to close a torn line
        while self._lines and size + len(self._lines[0]) <= BLOCK:
            lines.append(self._lines.popleft())
            size += len(lines[-1])
        return b"".join(lines)

    def _send(self, block: bytes) -> None:
        """Write a block, after a newline where the last write tore a line."""
        start = 1 if self._torn else 0
        data = b"\n" * start + block
        sent = 0
        while sent < len(data):
            try:
                sent += os.write(self._descriptor, data[sent:])
            except BlockingIOError:  # whoever shares the descriptor made it so
                _sleep(PAUSE)
            except OSError:
                self._failed += data.count(b"\n", max(sent, start))
                break
        if sent:
            self._torn = data[sent - 1 : sent] != b"\n"


STDOUT = LineWriter(1, limit=4096)
STDERR = LineWriter(2, limit=512)
