"""The server as it is shipped: gunicorn, its workers and its patience."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest

from tests.robustness.attacks import AUDIT_BATCH, GAME, HEAVY_LOGS, LEGAL_GAME, WORDY_LOGS, post
from tests.support.server import Server, serving

BODY = json.dumps(
    {"deck": "french", "hand": ["KS", "KH", "KD", "KC", "QH", "JH", "7D", "8C"]}
).encode()
HEAD = (
    "POST /v1/hands/resolve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    "Connection: close\r\n"
)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving(BODY_TIMEOUT="1") as running:
        yield running


def send(server: Server, *parts: bytes) -> tuple[int, dict[str, object]]:
    """Send bytes as they stand; the status and the JSON of the answer."""
    with server.raw() as connection:
        for part in parts:
            connection.sendall(part)
        received = b""
        while more := connection.recv(65536):
            received += more
    head, _, body = received.partition(b"\r\n\r\n")
    status = re.match(rb"HTTP/1\.1 (\d{3})", head)
    assert status, received
    return int(status[1]), json.loads(body)


def chunk(data: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(data), data)


def test_a_body_with_a_length_is_answered(server: Server) -> None:
    status, answer = send(server, f"{HEAD}Content-Length: {len(BODY)}\r\n\r\n".encode(), BODY)
    assert (status, answer["best"]) == (
        200,
        {
            "points": 100,
            "announcements": [
                {
                    "kind": "carre",
                    "points": 100,
                    "cards": ["KS", "KH", "KD", "KC"],
                    "length": 4,
                    "top": "K",
                    "suit": None,
                }
            ],
        },
    )


def test_a_chunked_body_is_answered_like_a_whole_one(server: Server) -> None:
    head = f"{HEAD}Transfer-Encoding: chunked\r\n\r\n".encode()
    whole = send(server, head, chunk(BODY), chunk(b""))
    parts = send(server, head, chunk(BODY[:7]), chunk(BODY[7:]), chunk(b""))
    assert whole[0] == 200
    assert whole == parts


def test_a_chunked_body_beyond_the_limit_is_refused_not_cut(server: Server) -> None:
    head = f"{HEAD}Transfer-Encoding: chunked\r\n\r\n".encode()
    padded = BODY + b" " * 16 * 1024
    status, answer = send(server, head, chunk(padded), chunk(b""))
    assert (status, answer["code"]) == (413, "too_large")


@pytest.mark.parametrize(
    "sent", [b"zz\r\n", b"-5\r\nx", b"\r\n", b"0x2\r\n{}\r\n0\r\n\r\n", b"2\r\n{}0\r\n\r\n"]
)
def test_a_chunked_body_that_breaks_the_rules_of_chunks_is_a_bad_request(
    server: Server, sent: bytes
) -> None:
    status, answer = send(server, f"{HEAD}Transfer-Encoding: chunked\r\n\r\n".encode(), sent)
    assert (status, answer["code"]) == (400, "bad_request")


def test_an_upload_that_is_broken_off_is_a_bad_request(server: Server) -> None:
    with server.raw() as connection:
        connection.sendall(f"{HEAD}Transfer-Encoding: chunked\r\n\r\n2\r\n{{}}".encode())
        connection.shutdown(socket.SHUT_WR)
        received = b""
        while more := connection.recv(65536):
            received += more
    assert b'"code":"bad_request"' in received


@pytest.mark.parametrize(
    ("request_line", "code"),
    [
        ("GET /v1/hands/french/7S?trump=\N{BLACK HEART SUIT} HTTP/1.1", (400, "bad_request")),
        (f"GET /{'x' * 5000} HTTP/1.1", (414, "uri_too_long")),
        ("GET / HTTP/9.9", (400, "bad_request")),
        ("GET / HTTP/1.1\r\nExpect: miracles", (417, "expectation_failed")),
        (f"GET / HTTP/1.1\r\nX: {'x' * 9000}", (431, "headers_too_large")),
        ("GET / HTTP/1.1\r\nContent-Length: +5", (400, "bad_request")),
    ],
)
def test_what_the_server_itself_refuses_has_the_one_form_too(
    server: Server, request_line: str, code: tuple[int, str]
) -> None:
    status, answer = send(server, f"{request_line}\r\nHost: x\r\n\r\n".encode())
    assert (status, answer["code"]) == code
    assert answer["status"] == status


def test_a_body_that_does_not_arrive_is_answered_408(server: Server) -> None:
    status, answer = send(server, f"{HEAD}Content-Length: 99\r\n\r\n{{".encode())
    assert (status, answer["code"]) == (408, "request_timeout")


def test_others_are_served_while_a_slow_body_is_awaited(server: Server) -> None:
    with server.raw() as slow:
        slow.sendall(f"{HEAD}Content-Length: 99\r\n\r\n{{".encode())
        assert server.get("/readyz")[0] == 200


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "body"),
    [(GAME, LEGAL_GAME), (AUDIT_BATCH, HEAVY_LOGS), (AUDIT_BATCH, WORDY_LOGS)],
    ids=["game", "logs", "wordy-logs"],
)
def test_a_small_request_is_answered_before_the_end_of_a_large_one(
    server: Server, path: str, body: bytes
) -> None:
    with server.raw() as large:
        large.sendall(post(path, body, "Connection: close"))
        time.sleep(0.03)  # it is being processed
        assert server.get("/livez")[0] == 200
        large.settimeout(0)
        with pytest.raises(BlockingIOError):
            large.recv(1)
        large.settimeout(20)
        assert large.recv(12) == b"HTTP/1.1 200"


def test_the_answer_names_no_version_of_the_server(server: Server) -> None:
    _, headers, _ = server.get("/healthz")
    assert not re.search(r"\d", headers["Server"])


@pytest.mark.parametrize(
    "header",
    ["PATH_INFO: /metrics", "SCRIPT_NAME: /v1", "X-Forwarded-Proto: https", "X-Forwarded-Ssl: on"],
)
def test_no_header_leads_a_request_elsewhere(server: Server, header: str) -> None:
    """As one in front of a server might, for which gunicorn takes whoever is on this machine."""
    head = f"{HEAD}{header}\r\nContent-Length: {len(BODY)}\r\n\r\n".encode()
    plain = f"{HEAD}Content-Length: {len(BODY)}\r\n\r\n".encode()
    assert send(server, head, BODY) == send(server, plain, BODY)


@pytest.mark.slow
def test_it_says_where_it_listens_and_a_curl_that_works() -> None:
    with serving() as running:
        where = f"http://127.0.0.1:{running.port}"
        first, second, *_ = running.said()
        curl, _, path = second.strip().partition(where)
        assert where in first
        assert curl == "curl -s "
        assert running.get(path)[0] == 200


@pytest.mark.slow
def test_it_stops_on_sigterm_with_status_0() -> None:
    with serving() as running:
        running.process.send_signal(signal.SIGTERM)
        assert running.process.wait(timeout=40) == 0


@pytest.mark.slow
def test_an_idle_connection_does_not_hold_up_a_stop() -> None:
    with serving() as running, running.raw() as idle:
        idle.sendall(b"GET /livez HTTP/1.1\r\nHost: test\r\n\r\n")
        answer = b""
        while not answer.endswith(b"}"):
            answer += idle.recv(10_000)
        running.process.send_signal(signal.SIGTERM)
        assert idle.recv(10_000) == b""
        assert running.process.wait(timeout=10) == 0


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("BODY_TIMEOUT", "soon"),
        ("BODY_TIMEOUT", "0"),
        ("PORT", "http"),
        ("PORT", "65536"),
        ("WEB_CONCURRENCY", "many"),
        ("WEB_CONCURRENCY", "0"),
    ],
)
def test_a_setting_that_makes_no_sense_is_named_at_the_start(variable: str, value: str) -> None:
    started = _start({variable: value})
    assert started.returncode == 1
    assert started.stderr.startswith(f"belote-arbiter: {variable} must be ")
    assert started.stderr.count("\n") == 1


def test_a_port_that_is_taken_is_named_at_the_start(server: Server) -> None:
    started = _start({"PORT": str(server.port)})
    assert started.returncode == 1
    assert str(server.port) in started.stderr


def _start(environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "service"],
        env=os.environ | {"HOST": "127.0.0.1"} | environment,
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )


# What is refused before or instead of being read


def answer_to(server: Server, *parts: bytes) -> tuple[int, dict[str, str], bytes]:
    """Send the parts, whatever the server does meanwhile; status, headers and body."""
    with server.raw() as connection:
        received = b""
        with suppress(OSError):
            for part in parts:
                connection.sendall(part)
        while more := connection.recv(65536):
            received += more
    head, _, body = received.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    return int(first.split()[1]), dict(line.split(": ", 1) for line in lines), body


KEPT = HEAD.replace("Connection: close\r\n", "")


@pytest.mark.parametrize(
    ("parts", "status"),
    [
        ((f"{KEPT}Content-Length: 999999\r\n\r\n".encode(), b"x" * 900_000), 413),
        ((f"{KEPT}Content-Length: 99999999999\r\n\r\n".encode(),), 413),
        ((f"{KEPT}Transfer-Encoding: chunked\r\n\r\nzz\r\n".encode(),), 400),
        ((KEPT.replace("json", "text").encode() + b"Content-Length: 5\r\n\r\n",), 415),
        ((b"POST /nope HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n",), 404),
        ((b"GET /livez HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n",), 400),
        ((b"GET /livez HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n",), 400),
        ((b"GET /livez HTTP/1.1\r\nfoo\r\n\r\n",), 400),
        ((b"GET /livez HTTP/1.1\r\nExpect: tea\r\n\r\n",), 417),
        ((b"GET /" + b"a" * 3000 + b" HTTP/1.1\r\n\r\n",), 414),
        ((b"GET /livez HTTP/1.1\r\nHost: x\r\nA: " + b"a" * 3000 + b"\r\n\r\n",), 431),
        ((b"GET /livez HTTP/1.1\r\nHost: x\r\n" + b"A: a\r\n" * 50 + b"\r\n",), 431),
    ],
)
def test_where_the_next_request_begins_is_unknown_the_answer_says_that_it_is_the_last(
    server: Server, parts: tuple[bytes, ...], status: int
) -> None:
    got, headers, body = answer_to(server, *parts)
    assert (got, headers["Connection"]) == (status, "close")
    assert json.loads(body)["status"] == status
    assert headers["Content-Type"] == "application/problem+json"
    assert re.fullmatch(r"[0-9a-f]{16}", headers["X-Request-Id"])
    assert headers["Access-Control-Allow-Origin"] == "*"
    assert headers["Content-Security-Policy"].startswith("default-src 'none'")


def test_a_body_that_is_read_leaves_the_connection_as_it_was(server: Server) -> None:
    request = f"{KEPT}Content-Length: {len(BODY)}\r\n\r\n".encode() + BODY
    with server.raw() as connection:
        for _ in range(3):
            connection.sendall(request)
            assert b"Connection: keep-alive" in connection.recv(65536)


@pytest.mark.parametrize(
    "line", ["Content-Type: application/json\r\nContent-Length: 9000000", "Content-Length: 9"]
)
def test_nobody_is_invited_to_send_what_is_refused(server: Server, line: str) -> None:
    head = f"POST /v1/hands/resolve HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n{line}\r\n\r\n"
    with server.raw() as connection:
        connection.sendall(head.encode())
        assert re.match(rb"HTTP/1\.1 41[35] ", connection.recv(65536))


def test_whoever_waits_to_be_invited_is_invited_and_answered(server: Server) -> None:
    head = f"{HEAD}Expect: 100-continue\r\nContent-Length: {len(BODY)}\r\n\r\n"
    with server.raw() as connection:
        connection.sendall(head.encode())
        assert connection.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.sendall(BODY)
        assert connection.recv(65536).startswith(b"HTTP/1.1 200 OK\r\n")
