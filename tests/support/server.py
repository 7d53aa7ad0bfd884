"""A real server on a free port, as `python -m service` starts it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import IO

import pytest

needs_proc = pytest.mark.skipif(
    not Path("/proc/self/task").is_dir(), reason="no /proc to find a worker in"
)


def until(true: Callable[[], bool]) -> None:
    """Wait for what a thread or another process does."""
    for _ in range(2000):
        if true():
            return
        time.sleep(0.01)
    raise AssertionError("it did not come true")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """A running server and ways to talk to it."""

    def __init__(self, port: int, process: subprocess.Popen[bytes], output: IO[str]) -> None:
        self.port = port
        self.process = process
        self._output = output

    def said(self) -> list[str]:
        """The lines it has written so far."""
        self._output.seek(0)
        return self._output.read().splitlines()

    def workers(self) -> list[int]:
        """The process ids of its workers."""
        master = self.process.pid
        return [
            int(pid) for pid in Path(f"/proc/{master}/task/{master}/children").read_text().split()
        ]

    def is_ready(self) -> bool:
        """Whether it answers, and says that it is ready."""
        try:
            return self.get("/readyz")[0] == 200
        except OSError:
            return False

    def raw(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=20)

    def get(self, path: str, **headers: str) -> tuple[int, Mapping[str, str], bytes]:
        """Return status, headers and body; headers are sent by name, as `if_match='"x"'`."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=20)) as connection:
            connection.request("GET", path, headers=named)
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()


@contextmanager
def serving(
    *options: str,
    cwd: Path | None = None,
    stdout: int | IO[bytes] | None = None,
    stderr: int | IO[bytes] | None = None,
    **environment: str,
) -> Iterator[Server]:
    """Start a server from `cwd`, wait until it answers, and stop it afterwards.

    `options` are gunicorn's. What it writes goes to a file of its own where no other is given.
    """
    port = free_port()
    settings = {"PORT": str(port), "HOST": "127.0.0.1", "WEB_CONCURRENCY": "1"} | environment
    with tempfile.TemporaryFile("w+", encoding="utf-8") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "service", *options],
            cwd=cwd,
            env=os.environ | settings,
            stdout=output if stdout is None else stdout,
            stderr=output if stderr is None else stderr,
        )
        server = Server(port, process, output)
        try:
            _wait(server)
            yield server
        finally:
            process.terminate()
            process.wait(timeout=40)


def _wait(server: Server) -> None:
    for _ in range(300):
        if server.process.poll() is not None:
            raise RuntimeError("\n".join(server.said()))
        try:
            if server.get("/readyz")[0] == 200:
                return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError("the server did not answer")
