"""Denial-of-service attacks that a single client can attempt.

Each attack is a generator that does a small step and yields, so that one process can run many of
them in turn. Responses are read only if the attack needs it.
"""

from __future__ import annotations

import itertools
import json
import socket
import string
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from typing import NamedTuple, TypeAlias

Port: TypeAlias = int
Attack: TypeAlias = Callable[[Port], Iterator[None]]

KIB = 1024
RESOLVE, BATCH, GAME = "/v1/hands/resolve", "/v1/hands/resolve-batch", "/v1/games/score"
AUDIT, AUDIT_BATCH = "/v1/donnes/audit", "/v1/donnes/audit-batch"
HAND = ["KS", "KH", "KD", "KC", "QH", "JH", "7D", "8C"]
SMALL = json.dumps({"deck": "french", "hand": HAND}).encode()


class Plan(NamedTuple):
    """An attack, and how many clients run it at the same time."""

    attack: Attack
    times: int = 1


def connect(port: Port, receive_buffer: int = 0) -> socket.socket:
    connection = socket.socket()
    if receive_buffer:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    connection.settimeout(5)
    connection.connect(("127.0.0.1", port))
    return connection


def head(method: str, path: str, *lines: str) -> bytes:
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: test", *lines, "", ""]).encode()


def post(path: str, body: bytes, *lines: str) -> bytes:
    length = f"Content-Length: {len(body)}"
    return head("POST", path, "Content-Type: application/json", length, *lines) + body


CHUNKED = ("Content-Type: application/json", "Transfer-Encoding: chunked")


def repeatedly(request: bytes) -> Attack:
    """Send a request on a new connection, read the response, and repeat."""

    def attack(port: Port) -> Iterator[None]:
        while True:
            with suppress(OSError), connect(port) as connection:
                connection.sendall(request)
                connection.settimeout(10)
                while connection.recv(64 * KIB):
                    yield
            yield

    return attack


def endlessly(beginning: bytes, more: bytes) -> Attack:
    """Keep sending, whatever the server answers; reconnect when it closes the connection."""

    def attack(port: Port) -> Iterator[None]:
        while True:
            with suppress(OSError), connect(port) as connection:
                connection.sendall(beginning)
                while True:
                    connection.sendall(more)
                    yield
            yield

    return attack


def crowd(size: int, beginning: bytes, pause: float = 0, drip: bytes = b"") -> Attack:
    """Open `size` connections that begin a request and continue it with single bytes of `drip`."""

    def attack(port: Port) -> Iterator[None]:
        with ExitStack() as stack:
            while True:
                clients: list[socket.socket] = []
                for _ in range(size):
                    with suppress(OSError):
                        client = stack.enter_context(connect(port))
                        clients.append(client)
                        client.sendall(beginning)
                        yield
                for byte in itertools.cycle(drip) if drip else ():
                    time.sleep(pause)
                    clients = [one for one in clients if _goes_on(one, bytes([byte]))]
                    yield
                    if not clients:
                        break
                else:
                    while True:
                        time.sleep(0.05)
                        yield

    return attack


def _goes_on(client: socket.socket, data: bytes) -> bool:
    try:
        client.sendall(data)
    except OSError:
        client.close()
        return False
    return True


def never_reading(size: int, request: bytes, times: int) -> Attack:
    """Request large responses with a small receive window, and read none of them."""

    def attack(port: Port) -> Iterator[None]:
        with ExitStack() as stack:
            while True:
                for _ in range(size):
                    with suppress(OSError):
                        client = stack.enter_context(connect(port, 4 * KIB))
                        client.settimeout(0.2)
                        client.sendall(request * times)
                    yield
                time.sleep(0.2)

    return attack


def dripping_head(lines: int, size: int) -> Attack:
    """Send a head of many headers, each with a value of `size` bytes, then single bytes."""
    beginning = b"GET /livez HTTP/1.1\r\nHost: x\r\n" + (b"A: " + b"a" * size + b"\r\n") * lines

    def attack(port: Port) -> Iterator[None]:
        while True:
            with suppress(OSError), connect(port) as connection:
                connection.sendall(beginning)
                while True:
                    connection.sendall(b"B")
                    time.sleep(0.001)
                    yield
            yield

    return attack


def pipelining(request: bytes) -> Attack:
    """Send requests without waiting for responses."""

    def attack(port: Port) -> Iterator[None]:
        while True:
            with suppress(OSError), connect(port) as connection:
                while True:
                    connection.sendall(request * 50)
                    connection.recv(256 * KIB)
                    yield
            yield

    return attack


def bursts(size: int, request: bytes) -> Attack:
    """Send many requests but for a last byte, and then all of these at once."""

    def attack(port: Port) -> Iterator[None]:
        while True:
            with ExitStack() as stack:
                clients: list[socket.socket] = []
                for _ in range(size):
                    with suppress(OSError):
                        client = stack.enter_context(connect(port))
                        client.sendall(request[:-1])
                        clients.append(client)
                    yield
                for client in clients:
                    with suppress(OSError):
                        client.sendall(request[-1:])
                until = time.monotonic() + 3
                while time.monotonic() < until:
                    time.sleep(0.05)
                    yield

    return attack


def resetting(port: Port) -> Iterator[None]:
    """Begin a request and reset the connection."""
    while True:
        with suppress(OSError), connect(port) as connection:
            connection.sendall(post(RESOLVE, SMALL)[:-5])
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        yield


def _keys(count: int) -> list[str]:
    letters = string.ascii_letters + string.digits
    made = ("".join(key) for size in (1, 2, 3) for key in itertools.product(letters, repeat=size))
    return list(itertools.islice(made, count))


def _compact(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


KEY_TWICE = ("{" + ",".join(f'"{key}":0' for key in [*_keys(32_000), "!", "!"]) + "}").encode()
WRONG_BATCH = _compact({"deck": "french", "hands": [[0] * 32] * 1000})
SAID = [{"kind": "tierce"}, {"kind": "tierce", "points": 20}] * 4
DECLARATIONS = dict.fromkeys("NWSE", SAID)
ANNOUNCED = {
    "trump": "H",
    "takers": "NS",
    "hands": {
        "N": ["7S", "8S", "9S", "10S", "JS", "QS", "KS", "AS"],
        "W": ["7H", "8H", "9H", "10H", "JH", "QH", "KH", "AH"],
        "S": ["7D", "8D", "9D", "10D", "JD", "QD", "KD", "AD"],
        "E": ["7C", "8C", "9C", "10C", "JC", "QC", "KC", "AC"],
    },
    "declared": DECLARATIONS,
    "first_player": "N",
    "contract": {"bid": 80},
    "count": {"card_points": {"NS": 81, "EW": 71}, "last_trick": "NS"},
}


def _game(donnes: int) -> bytes:
    rules = {"preset": "ffb-coinche", "last_tie": "first_speaker"}
    game = {"deck": "french", "target": 100_000, "rules": rules, "donnes": [ANNOUNCED] * donnes}
    return _compact(game)


LEGAL_GAME, SHORT_GAME = _game(200), _game(14)
SHORT_WRONG_BATCH = _compact({"deck": "french", "hands": [[]] * 1000})

# The heaviest logs: as many declarations as are heard of four seats, which all compete, and shows
# that may be of any of them.
DECLARED = [{"type": "declare", "seat": seat, "kind": "tierce"} for seat in "NWSE"] * 8
SHOWN = [{"type": "show", "seat": seat, "cards": ["10D", "JD", "QD"]} for seat in "NWSE"] * 66
TAKEN = {"dealer": "E", "trump": "H", "taker": "S"}
FIRST = [
    {"type": "play", "seat": seat, "card": card}
    for seat, card in zip("NWSE", ("AD", "10D", "8D", "7D"), strict=True)
]
HEAVY_EVENTS = [*DECLARED, *FIRST, *SHOWN]
HEAVY_LOG = _compact({"deck": "french", **TAKEN, "events": HEAVY_EVENTS})
HEAVY_LOGS = _compact(
    {"deck": "french", "logs": [{**TAKEN, "events": [*DECLARED, *FIRST, *SHOWN[:60]]}] * 80}
)
DECLARES = [{"points": 20}] * 8

# The logs of which most is said: shows that come too soon and of losers, declarations that are void
# and pay the others, and a play in which nearly every card is out of turn or irregular.
TOO_SOON = {"type": "show", "seat": "W", "cards": ["JS"]}
ASTRAY = """N9C WAS SJD E9S W8S SQC EJC N8D N8H S9D W8C E7D E7C NAH S10H W7H
WKD EJH S10S NAC WKS S10C EAD NQD NQS WKC SKH EQH N10D W7S SJS E9H"""
PLAYED = [{"type": "play", "seat": one[0], "card": one[1:]} for one in ASTRAY.split()]


def wordy_log(shows: int) -> dict[str, object]:
    """Return a log with so many shows that come too soon."""
    deal = {"type": "deal", "seat": "N", "turned": "AH"}
    first = [one | {"declares": DECLARES} for one in PLAYED[:4]]
    count = {"type": "count", "total": {"NS": 3}}
    events = [deal, *[TOO_SOON] * shows, *first, *PLAYED[4:], count]
    return {"trump": "H", "taker": "S", "dealer": "E", "events": events}


WORDY_RULES = {
    "direction": "clockwise",
    "false_declaration": "award_opponents",
    "irregular": "donne_lost",
    "irregular_announcements": "validated",
    "last_tie": "first_speaker",
    "litige_belote": "carried",
    "out_of_turn": "donne_lost",
    "partner_master": "trump",
    "scale": "coinchee",
    "split_runs": False,
}
WORDY = {"deck": "french", "rules": WORDY_RULES}
WORDY_LOG = _compact({**WORDY, **wordy_log(266)})
WORDY_LOGS = _compact({**WORDY, "logs": [wordy_log(80)] * 100})
BEYOND_A_HAND = [{"type": "play", "seat": "N", "card": "7H", "declares": DECLARES}] * 300
BEYOND_LOG = _compact({"deck": "french", "events": BEYOND_A_HAND})
NO_EVENTS = _compact({"deck": "french", "logs": [{"events": [{}] * 300}] * 100})

ONE_BYTE_CHUNKS = b"1\r\n \r\n" * 4000
EXTENDED_CHUNKS = (b"1;" + b"e" * 2000 + b"\r\n \r\n") * 20
CLOSING = "Connection: close"
A_LENGTH_WITHOUT_END = "Content-Length: 99999999999"
JSON = "Content-Type: application/json"

ATTACKS: dict[str, Plan] = {
    "long Accept-Language headers": Plan(
        repeatedly(head("GET", "/nope", *["Accept-Language: a" + "-" * 8100] * 90)), 4
    ),
    "Accept-Language headers within the limits": Plan(
        repeatedly(head("GET", "/nope", *["Accept-Language: a" + "-" * 1900] * 7, CLOSING)), 4
    ),
    "Accept headers full of spaces": Plan(
        repeatedly(
            post(
                GAME,
                b'{"deck":"french","donnes":[{"passed":true}]}',
                *["Accept: a" + " " * 1900 + "b"] * 7,
                CLOSING,
            )
        ),
        4,
    ),
    "a key written twice": Plan(repeatedly(post(GAME, KEY_TWICE, CLOSING)), 4),
    "hands that are all wrong": Plan(repeatedly(post(BATCH, WRONG_BATCH, CLOSING)), 4),
    "the heaviest legal games": Plan(repeatedly(post(GAME, LEGAL_GAME, CLOSING)), 6),
    "the heaviest logs": Plan(repeatedly(post(AUDIT, HEAVY_LOG, CLOSING)), 6),
    "the heaviest batches of logs": Plan(repeatedly(post(AUDIT_BATCH, HEAVY_LOGS, CLOSING)), 6),
    "the wordiest batches of logs": Plan(repeatedly(post(AUDIT_BATCH, WORDY_LOGS, CLOSING)), 6),
    "declarations beyond a hand": Plan(repeatedly(post(AUDIT, BEYOND_LOG, CLOSING)), 4),
    "logs that are all wrong": Plan(repeatedly(post(AUDIT_BATCH, NO_EVENTS, CLOSING)), 4),
    "games of 16 KiB that are always ready": Plan(pipelining(post(GAME, SHORT_GAME)), 4),
    "bursts of games of 16 KiB": Plan(bursts(300, post(GAME, SHORT_GAME))),
    "bursts of short bodies that are all wrong": Plan(bursts(500, post(BATCH, SHORT_WRONG_BATCH))),
    "a body without end": Plan(
        endlessly(head("POST", RESOLVE, JSON, A_LENGTH_WITHOUT_END), b"x" * 1024 * KIB), 2
    ),
    "a body without end behind a GET": Plan(
        endlessly(head("GET", "/livez", A_LENGTH_WITHOUT_END), b"x" * 1024 * KIB), 2
    ),
    "a body without end to an address that is not there": Plan(
        endlessly(head("POST", "/nope", A_LENGTH_WITHOUT_END), b"x" * 1024 * KIB), 2
    ),
    "chunks of one byte": Plan(endlessly(head("POST", GAME, *CHUNKED), ONE_BYTE_CHUNKS), 20),
    "chunks of one byte behind a GET": Plan(
        endlessly(head("GET", "/livez", *CHUNKED), ONE_BYTE_CHUNKS), 4
    ),
    "chunks of one byte with long extensions": Plan(
        endlessly(head("POST", GAME, *CHUNKED), EXTENDED_CHUNKS), 4
    ),
    "a head that drips after a long beginning": Plan(dripping_head(96, 8000), 4),
    "heads that drip within the limits": Plan(dripping_head(7, 2000), 8),
    "answers that nobody reads": Plan(never_reading(60, post(BATCH, WRONG_BATCH), 3)),
    "descriptions that nobody reads": Plan(never_reading(200, head("GET", "/openapi.yaml"), 4)),
    "requests that are always ready": Plan(pipelining(head("GET", "/livez")), 4),
    "rulings that are always ready": Plan(pipelining(post(RESOLVE, SMALL)), 4),
    "connections that are reset": Plan(resetting, 2),
    "connections that send nothing": Plan(crowd(4400, b"")),
    "heads that do not end": Plan(crowd(2000, b"POST /v1/hands/resolve HTTP/1.1\r\nHost: te")),
    "bodies that come a byte at a time": Plan(
        crowd(400, head("POST", RESOLVE, JSON, "Content-Length: 99"), 0.1, b" ")
    ),
    "large bodies that stall": Plan(
        crowd(600, head("POST", GAME, JSON, "Content-Length: 262144") + b" " * 261_000)
    ),
    "heads that are refused": Plan(
        repeatedly(b"GET / HTTP/1.1\r\nHost: x\r\n" + b"A" * 1900 + b"\r\n\r\n"), 4
    ),
}


def run(name: str, port: Port, seconds: float) -> None:
    """Run the clients of an attack in turn for `seconds`."""
    plan = ATTACKS[name]
    clients = [plan.attack(port) for _ in range(plan.times)]
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for client in clients:
            next(client)
