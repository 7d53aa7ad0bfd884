"""What the service tells of itself: health, metrics, logs."""

from __future__ import annotations

import json
import logging
import os
import re
import signal
from collections.abc import Iterator, Mapping
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest

from service.app import create_app
from service.config import Config
from service.observability.error_log import JsonLines
from tests.support.server import Server, serving, until

HAND = "/v1/hands/french/JS,JH,JD,JC,8H,9H,10H,AC"
COMPARE = "/v1/announcements/compare"
TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving(WEB_CONCURRENCY="2") as running:
        yield running


def post(server: Server, path: str, body: object, **headers: str) -> int:
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=20)) as connection:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = {"Content-Type": "application/json"} | named
        connection.request("POST", path, json.dumps(body), sent)
        return connection.getresponse().status


def samples(server: Server) -> dict[str, float]:
    _, _, text = server.get("/metrics")
    lines = (line.rpartition(" ") for line in text.decode().splitlines() if line[0] != "#")
    return {name: float(value) for name, _, value in lines}


def grown(server: Server, before: Mapping[str, float], name: str) -> float:
    """By how much a metric has grown."""
    return samples(server)[name] - before.get(name, 0)


def lines_of(server: Server) -> list[dict[str, object]]:
    """What a server has logged, a line a request."""
    return [json.loads(line) for line in server.said() if line.startswith("{")]


def test_requests_are_counted_over_all_workers_by_the_template_of_their_route(
    server: Server,
) -> None:
    before = samples(server)
    for _ in range(12):
        server.get(HAND)
    named = '{method="GET",route="/v1/hands/<deck>/<cards>",status="200"}'
    assert grown(server, before, f"belote_http_requests_total{named}") == 12
    timed = 'belote_http_request_seconds_count{route="/v1/hands/<deck>/<cards>"}'
    assert grown(server, before, timed) == 12


def test_problems_are_counted_by_code_and_comparisons_by_what_decided(server: Server) -> None:
    before = samples(server)
    nobody = {"deck": "french", "trump": "H", "declared": {}}
    assert post(server, COMPARE, nobody) == 200
    assert post(server, COMPARE, nobody | {"trump": "X"}) == 422
    assert grown(server, before, 'belote_comparisons_total{decided_by="none"}') == 1
    assert grown(server, before, 'belote_problems_total{code="unknown_suit"}') == 1


def test_no_client_can_make_up_a_label(server: Server) -> None:
    before = samples(server)
    with server.raw() as connection:
        connection.sendall(b"BREW /made-up HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n")
        connection.recv(1000)
    named = '{method="other",route="unmatched",status="404"}'
    assert grown(server, before, f"belote_http_requests_total{named}") == 1
    assert not any("BREW" in name or "made-up" in name for name in samples(server))


def test_a_request_is_one_line_of_json_and_no_body(server: Server) -> None:
    post(
        server,
        COMPARE,
        {"deck": "french", "trump": "H", "declared": {}},
        X_Request_Id="tame-1",
        Traceparent=f"00-{TRACE}-00f067aa0ba902b7-01",
    )
    until(lambda: any("tame-1" in line for line in server.said()))
    line = next(one for one in lines_of(server) if one["request_id"] == "tame-1")
    assert line.keys() == {
        "time",
        "method",
        "route",
        "status",
        "ms",
        "bytes",
        "request_id",
        "trace_id",
    }
    assert (line["method"], line["route"], line["status"]) == ("POST", COMPARE, 200)
    assert line["trace_id"] == TRACE


@pytest.mark.slow
def test_the_log_can_be_switched_off() -> None:
    with serving(ACCESS_LOG="off") as server:
        server.get(HAND)
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(timeout=40)
        assert lines_of(server) == []


def test_a_server_that_is_stopping_is_not_ready() -> None:
    app = create_app(Config())
    app.extensions["stopping"] = lambda: True
    answer = app.test_client().get("/readyz")
    assert (answer.status_code, answer.json["code"]) == (503, "not_ready")  # type: ignore[index]  # it is JSON


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="no /proc to find a worker in")
def test_a_kept_connection_learns_that_the_server_is_stopping() -> None:
    with (
        serving() as server,
        closing(HTTPConnection("127.0.0.1", server.port, timeout=20)) as kept,
    ):
        assert _status(kept, "/readyz") == 200
        parent = server.process.pid
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text("ascii").split()
        os.kill(int(children[0]), signal.SIGTERM)
        assert _status(kept, "/readyz") == 503


def _status(connection: HTTPConnection, path: str) -> int:
    connection.request("GET", path)
    answer = connection.getresponse()
    answer.read()
    return answer.status


def test_log_records_cannot_break_a_line() -> None:

    record = logging.LogRecord("test", logging.ERROR, "", 0, "one\ntwo \x1b[31m %s", ("red",), None)
    text = JsonLines().format(record)
    assert "\n" not in text
    assert "\x1b" not in text
    assert json.loads(text)["message"] == "one\ntwo \x1b[31m red"


@pytest.mark.parametrize("path", ["/healthz", "/livez", "/readyz", "/metrics"])
def test_what_machines_ask_is_never_cached(path: str) -> None:
    answer = create_app(Config()).test_client().get(path)
    assert answer.status_code == 200
    assert re.search("no-store", answer.headers["Cache-Control"])


def test_query_is_answered_like_post() -> None:
    client = create_app(Config()).test_client()
    body = {"deck": "french", "hand": ["KS", "KH", "KD", "KC", "QH", "JH", "7D", "8C"]}
    asked = [client.open("/v1/hands/resolve", method=m, json=body) for m in ("POST", "QUERY")]
    assert asked[0].status_code == 200
    assert asked[0].data == asked[1].data
