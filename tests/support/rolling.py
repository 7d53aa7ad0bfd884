"""Check that restarts and stops under load lose no request: `python -m tests.support.rolling`.

`restarted_in_turn` puts two servers behind nginx with deploy/nginx.conf and restarts them in turn.
`stopped_at_work` stops a single server while requests are in progress. Everything runs on the
loopback interface, and every loop is bounded.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from signal import SIGTERM
from threading import Event, Thread
from types import MappingProxyType
from typing import NamedTuple, Protocol, Self

from tests.support.server import free_port

NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
# Debian packages this module separately; elsewhere it is built into nginx.
STREAM = Path("/usr/lib/nginx/modules/ngx_stream_module.so")
CONFIGURATION = Path(__file__).parents[2] / "deploy" / "nginx.conf"

LOOPBACK = "127.0.0.1"
AT_MOST = 10_000  # requests of a client
PAUSE = 0.005  # seconds that a client waits after each response
BETWEEN = 1.0  # seconds of load between two restarts


def missing() -> str | None:
    """Return why nginx cannot run here, or None."""
    if NGINX is None:
        return "nginx is not installed"
    built = subprocess.run([NGINX, "-V"], capture_output=True, text=True, check=False).stderr
    if STREAM.exists() or "--with-stream " in built:
        return None
    return "nginx has no stream module"


class Upstream(Protocol):
    """A server that nginx may be put in front of."""

    port: int


class Question(NamedTuple):
    method: str
    path: str
    body: bytes = b""


HAND = ["KS", "KH", "KD", "KC", "QH", "JH", "7D", "8C"]
RESOLVE = Question(
    "POST", "/v1/hands/resolve", json.dumps({"deck": "french", "hand": HAND}).encode()
)
QUESTIONS = (
    RESOLVE,
    Question("GET", "/v1/hands/french/JS,JH,JD,JC,8H,9H,10H,AC"),
    Question(
        "POST",
        "/v1/hands/resolve-batch",
        json.dumps({"deck": "french", "trump": "H", "hands": [HAND] * 200}).encode(),
    ),
    Question("GET", "/readyz"),
)


class Instance:
    """A server that can be restarted on the same port."""

    process: subprocess.Popen[bytes]

    def __init__(self, log: Path) -> None:
        self.port = free_port()
        self.log = log

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        settings = {
            "HOST": LOOPBACK,
            "PORT": str(self.port),
            "WEB_CONCURRENCY": "2",
            "ACCESS_LOG": "off",
        }
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "service"],
                env=os.environ | settings,
                stdout=log,
                stderr=log,
            )
        _wait_until_ready(self.port, self.process)

    def stop(self) -> int:
        """Send SIGTERM and return the exit status."""
        self.process.send_signal(SIGTERM)
        return self.process.wait(timeout=45)


@contextmanager
def instances(count: int, folder: Path) -> Iterator[list[Instance]]:
    logs = [folder / f"server-{number}.log" for number in range(count)]
    with ExitStack() as stack:
        yield [stack.enter_context(Instance(log)) for log in logs]


@contextmanager
def nginx_before(
    servers: Sequence[Upstream], folder: Path, changes: Mapping[str, str] = MappingProxyType({})
) -> Iterator[int]:
    """Run nginx with deploy/nginx.conf, adapted to these servers and a temporary folder.

    The log `tries.log` gets the upstream statuses of each request. `changes`: further texts to
    replace. Yields the port once a server answers through nginx.
    """
    assert NGINX, missing()
    port = free_port()
    text = CONFIGURATION.read_text()
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    for number, server in enumerate(servers, 1):
        text = text.replace(f"arbiter-{number}:8000", f"{LOOPBACK}:{server.port}")
    text = text.replace("listen 8080 ", f"listen {LOOPBACK}:{port} ")
    text = re.sub("(?<=[ :])/tmp/", f"{folder}/", text)
    text = text.replace(
        "access_log /dev/stdout unanswered if=$unanswered;",
        f"access_log {folder}/unanswered.log unanswered if=$unanswered;"
        f"log_format tries '$upstream_status'; access_log {folder}/tries.log tries;",
    )
    if STREAM.exists():
        text = f"load_module {STREAM};\n{text}"
    (folder / "nginx.conf").write_text(text)
    shutil.copy(CONFIGURATION.with_name("nginx-problems.conf"), folder)
    command = [NGINX, "-c", str(folder / "nginx.conf"), "-g", "daemon off;"]
    if os.geteuid() == 0:
        command[-1] += " user root;"  # the folder is nobody else's
    with (folder / "nginx.log").open("ab") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        _wait_until_ready(port, process)
        yield port
    finally:
        process.terminate()
        process.wait(timeout=20)


def _wait_until_ready(port: int, process: subprocess.Popen[bytes]) -> None:
    for _ in range(400):
        with suppress(OSError, HTTPException):
            if ask(port, Question("GET", "/readyz"))[0] == 200:
                return
        if process.poll() is not None:
            break
        time.sleep(0.05)
    process.kill()
    raise RuntimeError(f"no answer on port {port}")


def ask(port: int, question: Question) -> tuple[int, bytes]:
    with closing(HTTPConnection(LOOPBACK, port, timeout=30)) as connection:
        return _ask(connection, question, close=True)


def _ask(connection: HTTPConnection, question: Question, *, close: bool) -> tuple[int, bytes]:
    headers = {"Content-Type": "application/json"} if question.body else {}
    if close:
        headers["Connection"] = "close"
    connection.request(question.method, question.path, question.body or None, headers)
    answer = connection.getresponse()
    return answer.status, answer.read()


# Rolling restarts ------------------------------------------------------------------------------


@dataclass
class Restarted:
    """`failed`: wrong or missing responses; `moved`: requests retried at the other server."""

    restarts: int = 0
    sent: int = 0
    failed: list[str] = field(default_factory=list)
    moved: int = 0
    seconds: float = 0.0
    exits: list[int] = field(default_factory=list)


class Client(Thread):
    """Sends requests one after another and compares each response with the expected one.

    Each client has its own source address, since nginx limits the requests of an address.
    """

    def __init__(
        self,
        port: int,
        right: dict[Question, bytes],
        enough: Event,
        source: str,
        *,
        keep_alive: bool,
    ) -> None:
        super().__init__(daemon=True)
        self.port, self.right, self.enough, self.keep_alive = port, right, enough, keep_alive
        self.source = source
        self.sent = 0
        self.failed: list[str] = []

    def run(self) -> None:
        connection = HTTPConnection(LOOPBACK, self.port, 30, source_address=(self.source, 0))
        while self.sent < AT_MOST and not self.enough.wait(PAUSE):
            question = QUESTIONS[self.sent % len(QUESTIONS)]
            self.sent += 1
            try:
                status, body = _ask(connection, question, close=not self.keep_alive)
            except (OSError, HTTPException) as error:
                self.failed.append(f"{question.path}: {error!r}")
                connection.close()
                continue
            if status != 200 or body != self.right[question]:
                self.failed.append(f"{question.path}: {status} {body[:200]!r}")
        connection.close()


def restarted_in_turn(restarts: int = 6, clients: int = 5) -> Restarted:
    """Restart two servers in turn under load.

    `clients`: so many clients with keep-alive, and as many without.
    """
    result = Restarted()
    with (
        tempfile.TemporaryDirectory() as name,
        instances(2, Path(name)) as servers,
        nginx_before(servers, Path(name)) as port,
    ):
        right = {question: ask(port, question)[1] for question in QUESTIONS}
        enough = Event()
        load = [
            Client(port, right, enough, f"127.0.{1 + keep_alive}.{number}", keep_alive=keep_alive)
            for keep_alive in (True, False)
            for number in range(1, 1 + clients)
        ]
        begin = time.monotonic()
        for client in load:
            client.start()
        time.sleep(1)
        for number in range(restarts):
            server = servers[number % 2]
            result.exits.append(server.stop())
            server.start()
            result.restarts += 1
            time.sleep(BETWEEN)
        enough.set()
        for client in load:
            client.join(timeout=60)
            result.sent += client.sent
            result.failed += client.failed
        result.seconds = time.monotonic() - begin
        tries = Path(name, "tries.log").read_text()
        result.moved = len(re.findall("^.*,", tries, re.MULTILINE))
    return result


# Stop with requests in progress ----------------------------------------------------------------


@dataclass
class Stopped:
    """What happened to requests when their server was stopped.

    `accepted`: requests that got "100 Continue" before the stop and sent their body after it;
    `completed`: those of them that were answered. `outcomes`: of all others, one per connection.
    """

    accepted: int = 0
    completed: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    exit: int = -1
    seconds: float = 0.0


HEAD = (
    f"POST {RESOLVE.path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    f"Content-Length: {len(RESOLVE.body)}\r\nConnection: close\r\n"
).encode()


def _accepted(port: int) -> socket.socket:
    """Return a connection on which the server waits for a body."""
    connection = socket.create_connection((LOOPBACK, port), timeout=20)
    connection.sendall(HEAD + b"Expect: 100-continue\r\n\r\n")
    received = connection.recv(1024)
    assert received == b"HTTP/1.1 100 Continue\r\n\r\n", received
    return connection


def _completed(connection: socket.socket) -> bytes:
    """Send the body of a request and return that of the response."""
    with connection:
        connection.sendall(RESOLVE.body)
        received = b"".join(iter(lambda: connection.recv(65536), b""))
    return received.partition(b"\r\n\r\n")[2]


def _outcome(port: int, right: bytes) -> str:
    """Send a request; return `answered`, `refused`, `reset` (no response byte) or `torn`."""
    try:
        connection = socket.create_connection((LOOPBACK, port), timeout=20)
    except ConnectionError:
        return "refused"
    received = b""
    with connection, suppress(ConnectionError):
        connection.sendall(HEAD + b"\r\n" + RESOLVE.body)
        while more := connection.recv(65536):
            received += more
    if not received:
        return "reset"
    whole = received.startswith(b"HTTP/1.1 200 ") and received.endswith(b"\r\n\r\n" + right)
    return "answered" if whole else "torn"


def stopped_at_work(waiting: int = 20, clients: int = 6) -> Stopped:
    """Stop a server with `waiting` requests in progress and `clients` other clients."""
    result = Stopped(accepted=waiting)
    with tempfile.TemporaryDirectory() as name, instances(1, Path(name)) as (server,):
        _, right = ask(server.port, RESOLVE)
        enough = Event()

        def load() -> None:
            for _ in range(AT_MOST):
                result.outcomes[_outcome(server.port, right)] += 1
                if enough.wait(PAUSE):
                    break

        threads = [Thread(target=load, daemon=True) for _ in range(clients)]
        for thread in threads:
            thread.start()
        time.sleep(1)
        connections = [_accepted(server.port) for _ in range(waiting)]
        begin = time.monotonic()
        server.process.send_signal(SIGTERM)
        for connection in connections:
            time.sleep(3 / waiting)
            result.completed += _completed(connection) == right
        result.exit = server.process.wait(timeout=45)
        result.seconds = time.monotonic() - begin
        time.sleep(0.2)
        enough.set()
        for thread in threads:
            thread.join(timeout=30)
    return result


def main() -> int:
    if reason := missing():
        print(reason, file=sys.stderr)
        return 2
    in_turn = restarted_in_turn()
    print(
        f"{in_turn.restarts} restarts in {in_turn.seconds:.0f} s: {in_turn.sent} requests sent, "
        f"{len(in_turn.failed)} failed, {in_turn.moved} taken over by the other server"
    )
    for failure in in_turn.failed[:10]:
        print("  ", failure)
    alone = stopped_at_work()
    print(
        f"A stop in {alone.seconds:.1f} s: of {alone.accepted} requests under way "
        f"{alone.completed} were answered; the others: {dict(alone.outcomes)}"
    )
    lost = in_turn.failed or alone.completed < alone.accepted or alone.outcomes["torn"]
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
