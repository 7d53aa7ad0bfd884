"""Write lines to a file descriptor without blocking and without raising.

The reader of standard output may hang, may have ended or may have a full disk. Lines therefore go
to a bounded queue that a native thread empties; only that thread can block. A non-blocking
descriptor is no alternative, since the flag applies to every process that shares it.
"""

from __future__ import annotations

import atexit
import os
import select
from collections import deque
from time import monotonic

from gevent.monkey import get_original

# A native thread: a greenlet would block the event loop that serves requests.
_start_thread = get_original("_thread", "start_new_thread")
_allocate_lock = get_original("_thread", "allocate_lock")
_sleep = get_original("time", "sleep")

BLOCK = getattr(select, "PIPE_BUF", 512)
"""Bytes that a pipe accepts in one piece, so that lines of several processes do not mix."""

PAUSE = 0.05
"""Seconds between two writes, so that a busy server writes several lines at once."""

FORK_PATIENCE, EXIT_PATIENCE = 0.2, 1.0
"""Seconds that a fork and the exit of the process wait for the queue to empty."""


class LineWriter:
    """A queue of at most `limit` lines for one descriptor.

    Lines that find the queue full or cannot be written are lost; `lost` counts them. A line longer
    than `BLOCK` may be written in several pieces.
    """

    def __init__(self, descriptor: int, limit: int) -> None:
        self._descriptor = descriptor
        self._limit = limit
        self._torn = False
        self._dropped = 0  # changed by callers only
        self._failed = 0  # changed by the thread only
        self._reset()
        atexit.register(self.flush, EXIT_PATIENCE)
        os.register_at_fork(before=self._before_fork, after_in_child=self._reset)

    def _reset(self) -> None:
        """Empty the queue: a forked child must not write its parent's lines."""
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
        """Count a line as lost."""
        self._dropped += 1

    def flush(self, patience: float) -> None:
        """Wait at most `patience` seconds until every line is written."""
        until = monotonic() + patience
        while self._emptying and monotonic() < until:
            _sleep(0.002)

    def _before_fork(self) -> None:
        """Write the queue, so that the parent's lines come before those of the child."""
        self.flush(FORK_PATIENCE)

    def _start(self) -> None:
        """Start the thread that empties the queue, unless it runs."""
        with self._lock:
            if self._emptying:
                return
            self._emptying = True
        try:
            _start_thread(self._empty, ())
        except RuntimeError:  # no thread can be started now; the next line tries again
            self._emptying = False

    def _empty(self) -> None:
        """Write lines until none has come for `PAUSE` seconds. Runs in the thread."""
        while True:
            wrote = bool(self._lines)
            while self._lines:
                self._send(self._next_block())
            if wrote:
                _sleep(PAUSE)
            with self._lock:
                self._emptying = False  # a line queued after the check starts a new thread
                if not self._lines:
                    return
                self._emptying = True

    def _next_block(self) -> bytes:
        """Take as many lines as fit `BLOCK`, at least one."""
        lines = [self._lines.popleft()]
        size = len(lines[0]) + 1  # for a newline that may have to end a torn line
        while self._lines and size + len(self._lines[0]) <= BLOCK:
            lines.append(self._lines.popleft())
            size += len(lines[-1])
        return b"".join(lines)

    def _send(self, block: bytes) -> None:
        """Write a block; if the last write tore a line, end that line first."""
        start = 1 if self._torn else 0
        data = b"\n" * start + block
        sent = 0
        while sent < len(data):
            try:
                sent += os.write(self._descriptor, data[sent:])
            except BlockingIOError:  # another process has made the descriptor non-blocking
                _sleep(PAUSE)
            except OSError:
                self._failed += data.count(b"\n", max(sent, start))
                break
        if sent:
            self._torn = data[sent - 1 : sent] != b"\n"


STDOUT = LineWriter(1, limit=4096)
STDERR = LineWriter(2, limit=512)
