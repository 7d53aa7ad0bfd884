"""Check that a worker does not leak memory: `python -m tests.robustness.memory --count 100000`.

Sends the requests of `tests.robustness.mutated` over persistent connections, and compares the
worker's resident memory at the end with that after the first hundredth. The exit status is 1 if it
has grown by the factor `MOST`, or if the worker has been replaced.
"""

from __future__ import annotations

import argparse
import sys
from contextlib import suppress
from pathlib import Path

from tests.robustness.mutated import Sent, request
from tests.support.server import Server, serving

MOST = 1.5
"""Allowed ratio of the memory at the end to that at the start."""

PAGE = 4096


def resident(pid: int) -> int:
    """Return the resident memory of a process in bytes."""
    return int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) * PAGE


def worker_of(server: Server) -> int:
    """Return the process id of a server's only worker."""
    parent = server.process.pid
    return int(Path(f"/proc/{parent}/task/{parent}/children").read_text("ascii").split()[0])


def on_the_wire(sent: Sent) -> bytes:
    """Return the bytes of a request."""
    query = f"?{sent.query}" if sent.query else ""
    path = "".join(one if " " < one < "\x7f" else "%20" for one in sent.path) or "/"
    headers = {"Host": "localhost", "Content-Length": str(len(sent.body))} | sent.headers
    lines = [f"{sent.method} {path}{query} HTTP/1.1", *(f"{k}: {v}" for k, v in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode("latin-1", "replace") + sent.body


class Client:
    """Sends requests one after another, and reconnects when a connection cannot be reused."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.connection = server.raw()

    def send(self, sent: Sent) -> None:
        """Send a request and read its response; errors of the connection are ignored."""
        with suppress(OSError):
            self.connection.settimeout(0.5)
            self.connection.sendall(on_the_wire(sent))
            received = self.connection.recv(1 << 20)
            if b"Connection: keep-alive" in received and (
                sent.method == "HEAD" or self._read_rest(received)
            ):
                return
        self.connection.close()
        self.connection = self.server.raw()

    def _read_rest(self, received: bytes) -> bool:
        """Read the rest of a response; return whether the next one would follow it."""
        head, _, body = received.partition(b"\r\n\r\n")
        if head.startswith(b"HTTP/1.1 304") or b"Content-Length: " not in head:
            return False
        size = int(head.partition(b"Content-Length: ")[2].partition(b"\r\n")[0])
        while len(body) < size:
            more = self.connection.recv(1 << 20)
            if not more:
                return False
            body += more
        return len(body) == size


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    with serving(ACCESS_LOG="off", BODY_TIMEOUT="0.05") as server:
        worker = worker_of(server)
        client = Client(server)
        start = 0
        for index in range(options.count):
            if index == options.count // 100:
                start = resident(worker)
            client.send(request(options.seed, index))
        client.connection.close()
        end, same = resident(worker), worker_of(server) == worker
    print(
        f"{options.count} requests: {start >> 20} MiB at the start, {end >> 20} MiB at the end, "
        f"{end / start:.2f} times"
    )
    return 0 if same and end < MOST * start else 1


if __name__ == "__main__":
    sys.exit(main())
