"""A load of our own: keep-alive connections in one process, each sending its next request at once.

It is started as a process of its own, `python -m tests.bench.load PORT PATH FILE SECONDS`, and
prints requests a second, and p50 and p99 in milliseconds, as JSON.
"""

from __future__ import annotations

import json
import selectors
import socket
import sys
import time
from pathlib import Path

CONNECTIONS = 16


def request(path: str, body: str) -> bytes:
    data = body.encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(data)}\r\n\r\n"
    )
    return head.encode() + data


class Client:
    """One connection: what it sends next, and what it has received of the answer."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.received = b""
        self.sent_at = 0.0

    def send(self, data: bytes) -> None:
        self.received = b""
        self.sent_at = time.perf_counter()
        self.socket.sendall(data)

    def has_answer(self) -> bool:
        self.received += self.socket.recv(1 << 20)
        head, found, body = self.received.partition(b"\r\n\r\n")
        if not found:
            return False
        if not head.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(head.decode())
        length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
        return len(body) >= length


def run(port: int, requests: list[bytes], seconds: float) -> dict[str, float]:
    ready = selectors.DefaultSelector()
    clients = [Client(port) for _ in range(CONNECTIONS)]
    times: list[float] = []
    for index, client in enumerate(clients):
        ready.register(client.socket, selectors.EVENT_READ, client)
        client.send(requests[index % len(requests)])
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        for key, _ in ready.select():
            client = key.data
            if client.has_answer():
                times.append(time.perf_counter() - client.sent_at)
                client.send(requests[len(times) % len(requests)])
    elapsed = time.perf_counter() - start
    for client in clients:
        client.socket.close()
    times.sort()
    return {
        "rps": len(times) / elapsed,
        "p50": times[len(times) // 2] * 1000,
        "p99": times[len(times) * 99 // 100] * 1000,
    }


if __name__ == "__main__":
    port, path, file, seconds = sys.argv[1:]
    bodies: list[str] = json.loads(Path(file).read_text(encoding="utf-8"))
    prepared = [request(path, body) for body in bodies]
    print(json.dumps(run(int(port), prepared, float(seconds))))
