"""Test a running server against hostile clients: `python -m tests.robustness.hostile --seconds 4`.

Every invalid body must get its problem. While 400 slow clients are connected, or an attack runs, a
small request must be answered within a second. Prints a line for each check; the exit status is 1
if one failed.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import signal
import socket
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from threading import Thread
from typing import Any, TypeAlias

from tests.robustness.attacks import ATTACKS, run
from tests.robustness.mutated import LARGEST
from tests.support.server import Server, serving

GOOD = b'{"deck":"french","hand":["KS","KH","KD","KC","QH","JH","7D","8C"]}'
JSON = {"Content-Type": "application/json"}
RESOLVE, BATCH, GAME = "/v1/hands/resolve", "/v1/hands/resolve-batch", "/v1/games/score"
AUDIT, AUDIT_BATCH = "/v1/donnes/audit", "/v1/donnes/audit-batch"
CROWD = 400
PATIENCE = 1.0
"""Seconds within which a small request must be answered."""


def head(headers: dict[str, str], method: str = "POST", path: str = RESOLVE) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: test", *(f"{k}: {v}" for k, v in headers.items())]
    return "\r\n".join([*lines, "Connection: close", "", ""]).encode("latin-1")


def whole(body: bytes, path: str = RESOLVE, **headers: str) -> bytes:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return head(JSON | {"Content-Length": str(len(body))} | named, path=path) + body


def chunked(body: bytes) -> bytes:
    sent = b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body)
    return head(JSON | {"Transfer-Encoding": "chunked"}) + sent


BAD: dict[str, tuple[bytes, int, str]] = {
    "a body beyond the limit": (whole(b" " * 17_000), 413, "too_large"),
    "a chunked body beyond the limit": (chunked(GOOD + b" " * 17_000), 413, "too_large"),
    "a huge length and nothing behind": (
        head(JSON | {"Content-Length": "9" * 18}),
        413,
        "too_large",
    ),
    "ten thousand brackets": (whole(b"[" * 10_000), 400, "too_deep"),
    "a key twice": (whole(GOOD[:-1] + b',"deck":"french"}'), 400, "duplicate_key"),
    "NaN": (whole(b'{"deck":NaN}'), 400, "number_out_of_range"),
    "an infinity": (whole(b'{"deck":-Infinity}'), 400, "number_out_of_range"),
    "a number of a thousand digits": (whole(b"9" * 1000), 400, "number_out_of_range"),
    "half a surrogate pair": (whole(b'{"deck":"\\ud800"}'), 400, "malformed_json"),
    "a byte order mark": (whole(b"\xef\xbb\xbf" + GOOD), 400, "malformed_json"),
    "UTF-16": (whole(GOOD.decode().encode("utf-16")), 400, "malformed_json"),
    "bytes that are no UTF-8": (whole(b'{"deck":"\xff"}'), 400, "malformed_json"),
    "an empty body": (whole(b""), 400, "malformed_json"),
    "compression": (whole(GOOD, Content_Encoding="gzip"), 415, "unsupported_media_type"),
    "text": (whole(GOOD, Content_Type="text/plain"), 415, "unsupported_media_type"),
    "another charset": (
        whole(GOOD, Content_Type="application/json; charset=latin-1"),
        415,
        "unsupported_media_type",
    ),
    "another method": (head({}, method="PATCH"), 405, "method_not_allowed"),
    "a path that climbs": (head({}, "GET", "/docs/../../etc/passwd"), 404, "not_found"),
    "a path that climbs in disguise": (
        head({}, "GET", "/docs/%2e%2e/%2e%2e/etc/passwd"),
        404,
        "not_found",
    ),
}


def exchange(server: Server, request: bytes) -> tuple[int, bytes]:
    with server.raw() as connection:
        connection.sendall(request)
        received = b""
        while more := connection.recv(65536):
            received += more
    first, _, body = received.partition(b"\r\n\r\n")
    return int(first[9:12]), body


def bad_bodies(server: Server) -> Iterator[tuple[str, bool]]:
    for name, (request, status, code) in BAD.items():
        got, body = exchange(server, request)
        yield name, (got, json.loads(body)["code"]) == (status, code)


WRONG_ALL_OVER: dict[str, tuple[str, Any]] = {
    "eighty thousand donnes": (GAME, {"deck": "french", "donnes": [{}] * 80_000}),
    "numbers for donnes": (GAME, {"deck": "french", "donnes": [0] * 120_000}),
    "donnes of nothing but unknown fields": (
        GAME,
        {"deck": "french", "donnes": [dict.fromkeys(map(str, range(150)), 0)] * 200},
    ),
    "tricks of five hundred cards": (
        GAME,
        {"deck": "french", "donnes": [{"play": {"tricks": [[0] * 500]}}] * 200},
    ),
    "a hand of many cards": (BATCH, {"deck": "french", "hands": [[0] * 120_000]}),
    "many hands of many cards": (BATCH, {"deck": "french", "hands": [[0] * 100] * 1000}),
    "many hands without a card": (BATCH, {"deck": "french", "hands": [[0] * 32] * 1000}),
    "numbers for events": (AUDIT, {"deck": "french", "events": [0] * 30_000}),
    "events of nothing but unknown fields": (
        AUDIT,
        {"deck": "french", "events": [dict.fromkeys(map(str, range(20)), 0)] * 300},
    ),
    "numbers for logs": (AUDIT_BATCH, {"deck": "french", "logs": [0] * 100}),
    "logs of numbers": (AUDIT_BATCH, {"deck": "french", "logs": [{"events": [0] * 2_000}] * 100}),
    "logs of events of no type": (
        AUDIT_BATCH,
        {"deck": "french", "logs": [{"events": [{}] * 300}] * 100},
    ),
    "a body of unknown fields": (GAME, dict.fromkeys(map(str, range(25_000)), 0)),
}
"""JSON within the size limits that is invalid in as many places as possible."""


def wrong_bodies(server: Server) -> Iterator[tuple[str, bool]]:
    for name, (path, value) in WRONG_ALL_OVER.items():
        began = time.perf_counter()
        status, body = exchange(
            server, whole(json.dumps(value, separators=(",", ":")).encode(), path)
        )
        took = time.perf_counter() - began
        well = status in (200, 422) and len(body) <= LARGEST and took < PATIENCE
        yield f"{name}: {len(body)} bytes in {took * 1000:.0f} ms", well


HANGING: dict[str, bytes] = {
    "that send nothing": b"",
    "that send half a header": b"POST /v1/hands/resolve HTTP/1.1\r\nHost: te",
    "that send one byte of a body": head(JSON | {"Content-Length": "99"}) + b"{",
}


def crowds(server: Server) -> Iterator[tuple[str, bool]]:
    for name, beginning in HANGING.items():
        with ExitStack() as crowd:
            for _ in range(CROWD):
                client = crowd.enter_context(server.raw())
                client.sendall(beginning)
            began = time.perf_counter()
            status, _ = exchange(server, whole(GOOD))
            took = time.perf_counter() - began
            yield f"{CROWD} clients {name}: {took * 1000:.0f} ms", status == 200 and took < PATIENCE


def late_bodies(server: Server) -> Iterator[tuple[str, bool]]:
    status, body = exchange(server, HANGING["that send one byte of a body"])
    yield (
        "a body that does not come",
        (status, json.loads(body)["code"]) == (408, "request_timeout"),
    )
    with server.raw() as drip:
        drip.sendall(head(JSON | {"Content-Length": str(len(GOOD))}))
        yield "a body byte by byte", b"408" in _drip(drip)


def _drip(connection: socket.socket) -> bytes:
    """Send a byte every tenth of a second; return what the server answers."""
    connection.settimeout(0.1)
    for byte in GOOD:
        try:
            connection.sendall(bytes([byte]))
            return connection.recv(100)
        except TimeoutError:
            continue
    return b""


AFTERWARDS = 1.0
"""Seconds for which small requests go on after an attack, and within which it should end."""

ENDED = (0, -signal.SIGTERM)
"""Exit codes of an attack that ran without an error until its time was over."""

CLIENTS = 3
"""Clients that send small requests meanwhile, each request on a new connection."""


@dataclass
class SmallRequests:
    """Latencies of small requests, in seconds, and the failures among them."""

    seconds: list[float] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)

    def ask(self, server: Server, until: float) -> None:
        while time.monotonic() < until:
            began = time.perf_counter()
            try:
                status, _ = exchange(server, whole(GOOD))
            except OSError as error:
                self.lost.append(type(error).__name__)
            else:
                self.seconds.append(time.perf_counter() - began)
                if status != 200:
                    self.lost.append(str(status))
            time.sleep(0.02)


def attacks(server: Server, seconds: float) -> Iterator[tuple[str, bool]]:
    """Run each attack in a process of its own for `seconds`, and time small requests meanwhile."""
    spawned = multiprocessing.get_context("spawn")
    for name in ATTACKS:
        attacker = spawned.Process(target=run, args=(name, server.port, seconds))
        attacker.start()
        small = SmallRequests()
        until = time.monotonic() + seconds + AFTERWARDS
        clients = [Thread(target=small.ask, args=(server, until)) for _ in range(CLIENTS)]
        for client in clients:
            client.start()
        for client in clients:
            client.join()
        attacker.join(AFTERWARDS)
        attacker.terminate()  # it may wait for a server that has stopped listening to it
        attacker.join()
        worst, median = max(small.seconds, default=99), statistics.median(small.seconds or [99])
        summary = (
            f"{name}: {len(small.seconds)} small requests, "
            f"{median * 1000:.0f} ms, at most {worst * 1000:.0f} ms, {len(small.lost)} lost"
        )
        well = not small.lost and worst < PATIENCE and attacker.exitcode in ENDED
        yield summary, well


Check: TypeAlias = Callable[[Server], Iterator[tuple[str, bool]]]
"""Yields what was checked, and whether it was well."""

CHECKS: tuple[Check, ...] = (
    bad_bodies,
    wrong_bodies,
    crowds,
    late_bodies,
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=4, help="duration of each attack")
    checks: list[Check] = [*CHECKS, partial(attacks, seconds=parser.parse_args().seconds)]
    failed = 0
    with serving(BODY_TIMEOUT="2", WEB_CONCURRENCY="2") as server:
        for check in checks:
            for name, well in check(server):
                failed += not well
                print(f"{'ok  ' if well else 'FAIL'} {name}", flush=True)
        healthy = server.get("/readyz")[0] == 200
    print(f"{'ok  ' if healthy else 'FAIL'} the server is well afterwards")
    return 1 if failed or not healthy else 0


if __name__ == "__main__":
    sys.exit(main())
