"""A load of our own: keep-alive connections in one process, each sending its next request at once.

It is started as a process of its own, `python -m tests.bench.load`, and prints requests a second,
and p50 and p99 in milliseconds, as JSON. With a rate the requests are sent by the clock instead,
and times count from when a request was due.
"""

from __future__ import annotations

import argparse
import json
import selectors
import socket
import time
from collections import deque
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
    """One connection: since when its request was due, and what it has received of the answer."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.received = b""
        self.due = 0.0

    def send(self, data: bytes, due: float) -> None:
        self.received = b""
        self.due = due
        self.socket.sendall(data)

    def has_answer(self) -> bool:
        self.received += self.socket.recv(1 << 20)
        head, found, body = self.received.partition(b"\r\n\r\n")
        if not found:
            return False
        if not head.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(self.received.decode())
        length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
        return len(body) >= length


class Load:
    """The connections, and the times of the answers so far."""

    def __init__(self, port: int, requests: list[bytes]) -> None:
        self.requests = requests
        self.times: list[float] = []
        self.sent = 0
        self.ready = selectors.DefaultSelector()
        self.idle = deque(Client(port) for _ in range(CONNECTIONS))
        for client in self.idle:
            self.ready.register(client.socket, selectors.EVENT_READ, client)

    def send(self, due: float) -> None:
        self.idle.popleft().send(self.requests[self.sent % len(self.requests)], due)
        self.sent += 1

    def collect(self, timeout: float | None) -> None:
        for key, _ in self.ready.select(timeout):
            client: Client = key.data
            if client.has_answer():
                self.times.append(time.perf_counter() - client.due)
                self.idle.append(client)

    def at_full_speed(self, seconds: float) -> None:
        end = time.perf_counter() + seconds
        while (now := time.perf_counter()) < end:
            while self.idle:
                self.send(now)
            self.collect(None)

    def by_the_clock(self, seconds: float, rate: float) -> None:
        start = time.perf_counter()
        while (now := time.perf_counter() - start) < seconds:
            while self.idle and self.sent < now * rate:
                self.send(start + self.sent / rate)
            self.collect(max(0.0, min(0.001, self.sent / rate - now)))


def run(port: int, requests: list[bytes], seconds: float, rate: float) -> dict[str, float]:
    load = Load(port, requests)
    start = time.perf_counter()
    if rate:
        load.by_the_clock(seconds, rate)
    else:
        load.at_full_speed(seconds)
    elapsed = time.perf_counter() - start
    times = sorted(load.times)
    return {
        "rps": len(times) / elapsed,
        "p50": times[len(times) // 2] * 1000,
        "p99": times[len(times) * 99 // 100] * 1000,
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("port", type=int)
    parser.add_argument("path")
    parser.add_argument("file", type=Path, help="a JSON list of bodies")
    parser.add_argument("--seconds", type=float, default=1.5)
    parser.add_argument("--rate", type=float, default=0.0, help="requests a second, 0: all it can")
    asked = parser.parse_args()
    bodies: list[str] = json.loads(asked.file.read_text(encoding="utf-8"))
    prepared = [request(asked.path, body) for body in bodies]
    print(json.dumps(run(asked.port, prepared, asked.seconds, asked.rate)))
