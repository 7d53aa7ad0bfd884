"""What is logged, where it goes, and that nothing there can cost an answer."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import io
import json
import logging
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

import pytest

from service.config import LOG_LEVELS
from service.observability import error_log
from service.observability.access_log import REFUSED_LINES, AccessLog
from service.observability.error_log import JsonLines, LineHandler, LoggedStream, log_uncaught
from service.observability.line_writer import BLOCK, LineWriter
from tests.support.server import Server, free_port, needs_proc, serving, until

PATIENCE = 20


def numbered(count: int) -> list[bytes]:
    return [b'{"line": %d, "filling": "%s"}\n' % (number, b"x" * 200) for number in range(count)]


@contextmanager
def pipe() -> Iterator[tuple[int, int]]:
    ends = os.pipe()
    try:
        yield ends
    finally:
        for end in ends:
            with contextlib.suppress(OSError):
                os.close(end)


def drained(reader: int) -> bytes:
    """Read what comes until nothing has come for a second."""
    found = b""
    while select.select([reader], [], [], 1)[0] and (more := os.read(reader, 2**20)):
        found += more
    return found


# The writer -------------------------------------------------------------------------------------


def test_lines_are_written_whole_and_in_order() -> None:
    with pipe() as (reader, writer):
        lines = LineWriter(writer, limit=100)
        for line in numbered(50):
            lines.write(line)
        assert drained(reader) == b"".join(numbered(50))
        assert lines.lost == 0


@pytest.mark.slow
def test_with_a_reader_that_is_stuck_lines_are_lost_and_counted() -> None:
    with pipe() as (reader, writer):
        lines = LineWriter(writer, limit=100)
        for line in numbered(2000):
            lines.write(line)
        assert lines.lost > 0
        read = drained(reader).splitlines(keepends=True)
        assert len(read) + lines.lost == 2000
        assert set(read) <= set(numbered(2000))
        lines.write(b"later\n")
        assert drained(reader) == b"later\n"


def test_with_a_reader_that_is_gone_every_line_is_counted() -> None:
    with pipe() as (reader, writer):
        os.close(reader)
        lines = LineWriter(writer, limit=100)
        for line in numbered(100):
            lines.write(line)
        until(lambda: lines.lost == 100)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_on_a_full_disk_every_line_is_counted() -> None:
    descriptor = os.open("/dev/full", os.O_WRONLY)
    with closing(os.fdopen(descriptor, "wb", 0)):
        lines = LineWriter(descriptor, limit=100)
        for line in numbered(100):
            lines.write(line)
        until(lambda: lines.lost == 100)


def test_a_full_pipe_that_does_not_block_is_waited_for() -> None:
    with pipe() as (reader, writer):
        os.set_blocking(writer, False)
        lines = LineWriter(writer, limit=1000)
        for line in numbered(900):
            lines.write(line)
        assert drained(reader) == b"".join(numbered(900))
        assert lines.lost == 0


def test_a_line_that_was_torn_does_not_spoil_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[bytes] = []
    room = [30]

    def write(_: int, data: bytes) -> int:
        if not room[0]:
            raise OSError(errno.ENOSPC, "No space left on device")
        taken = data[: room[0]]
        room[0] -= len(taken)
        written.append(taken)
        return len(taken)

    monkeypatch.setattr(os, "write", write)
    lines = LineWriter(99, limit=10)
    lines._lines.extend([b'{"a": "first"}\n', b'{"a": "second, torn"}\n', b'{"a": "third"}\n'])
    lines._start()
    until(lambda: lines.lost == 2)
    lines.flush(PATIENCE)
    room[0] = 1000
    lines.write(b'{"a": "last"}\n')
    lines.flush(PATIENCE)
    assert b"".join(written).splitlines() == [
        b'{"a": "first"}',
        b'{"a": "second, ',
        b'{"a": "last"}',
    ]
    assert lines.lost == 2


def test_a_line_that_lacked_its_newline_only_does_not_spoil_the_next() -> None:
    with pipe() as (reader, writer):
        lines = LineWriter(writer, limit=10)
        lines._torn = True
        lines.write(b"whole\n")
        assert drained(reader) == b"\nwhole\n"


PROGRAM = """
import os, sys
from service.observability.line_writer import LineWriter
lines = LineWriter(1, limit=10_000)
"""


def ran(program: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-c", PROGRAM + program], capture_output=True, timeout=60, check=True
    )


def test_what_waits_is_written_before_the_process_ends() -> None:
    done = ran("for number in range(5000): lines.write(b'%d\\n' % number)")
    assert done.stdout.splitlines() == [b"%d" % number for number in range(5000)]


def test_a_child_writes_its_own_lines_and_none_of_its_parents() -> None:
    done = ran(
        "lines.write(b'parent\\n')\n"
        "child = os.fork()\n"
        "if child == 0: lines.write(b'child\\n'); sys.exit()\n"
        "os.waitpid(child, 0)\n"
    )
    assert sorted(done.stdout.splitlines()) == [b"child", b"parent"]


@pytest.mark.slow
def test_a_process_ends_though_its_reader_is_stuck() -> None:
    with pipe() as (_, writer):
        program = PROGRAM + "for _ in range(9000): lines.write(b'x' * 99 + b'\\n')"
        with subprocess.Popen([sys.executable, "-c", program], stdout=writer) as process:
            assert process.wait(timeout=60) == 0


# A server whose output leads nowhere ------------------------------------------------------------


@contextmanager
def dead() -> Iterator[int]:
    """A pipe whose reader has gone."""
    with pipe() as (reader, writer):
        os.close(reader)
        yield writer


@contextmanager
def stuck() -> Iterator[int]:
    """A full pipe that is not read; writing to it blocks."""
    with pipe() as (_, writer):
        _fill(writer)
        os.set_blocking(writer, True)
        yield writer


@contextmanager
def clogged() -> Iterator[int]:
    """A full pipe that does not block."""
    with pipe() as (_, writer):
        _fill(writer)
        yield writer


def _fill(writer: int) -> None:
    os.set_blocking(writer, False)
    for size in (4096, 1):
        with contextlib.suppress(BlockingIOError):
            while True:
                os.write(writer, b"x" * size)


@contextmanager
def full() -> Iterator[int]:
    """A file on a full disk."""
    with open("/dev/full", "wb", buffering=0) as file:
        yield file.fileno()


NOWHERE = [dead, stuck, clogged, full]


REQUEST = b"GET /livez HTTP/1.1\r\nHost: test\r\n\r\n"
ANSWER = b'{"status":"ok"}'


def ask(server: Server, count: int) -> int:
    """Send requests on one connection, a hundred at a time; return how many were answered."""
    answered = 0
    with server.raw() as connection:
        for _ in range(count // 100):
            connection.sendall(REQUEST * 100)
            received = b""
            while received.count(ANSWER) < 100 and (more := connection.recv(65536)):
                received += more
            answered += received.count(ANSWER)
    return answered


def lost(server: Server) -> float:
    text = server.get("/metrics")[2].decode()
    [line] = [line for line in text.splitlines() if line.startswith("belote_log_lines_lost_total")]
    return float(line.split()[1])


@pytest.mark.slow
@pytest.mark.parametrize("nowhere", NOWHERE)
def test_a_log_that_cannot_be_written_costs_no_answer(
    nowhere: Callable[[], contextlib.AbstractContextManager[int]],
) -> None:
    with nowhere() as descriptor, serving(stdout=descriptor) as server:
        assert ask(server, 5000) == 5000
        until(lambda: lost(server) > 0)
        assert server.said() == []
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(timeout=40) == 0


@pytest.mark.slow
@pytest.mark.parametrize("nowhere", NOWHERE)
def test_errors_that_cannot_be_told_cost_no_answer(
    nowhere: Callable[[], contextlib.AbstractContextManager[int]],
) -> None:
    with nowhere() as descriptor, serving(stderr=descriptor, LOG_LEVEL="debug") as server:
        for _ in range(600):  # each of them leaves a line
            with server.raw() as connection:
                connection.sendall(b"nonsense\r\n\r\n")
                assert b" 400 " in connection.recv(1000)
        assert ask(server, 100) == 100
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(timeout=40) == 0


@pytest.mark.slow
def test_what_is_logged_to_a_closed_descriptor_reaches_no_client() -> None:
    """A socket could get the number of a standard output that the parent has closed."""
    command = f"exec {sys.executable} -m service >&- 2>&- <&-"
    port = free_port()
    environment = {"PORT": str(port), "HOST": "127.0.0.1", "WEB_CONCURRENCY": "1"}
    with subprocess.Popen(["sh", "-c", command], env=os.environ | environment) as process:
        try:
            server = Server(port, process, io.StringIO())
            until(server.is_ready)
            with server.raw() as first, server.raw() as second:
                first.sendall(REQUEST * 2)
                second.sendall(REQUEST.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
                received = [read_to_the_end(second)]
                first.shutdown(socket.SHUT_WR)
                received.append(read_to_the_end(first))
        finally:
            process.terminate()
    assert process.returncode == 0
    assert [answers.count(ANSWER) for answers in received] == [1, 2]
    assert not any(b"request_id" in answers for answers in received)


def read_to_the_end(connection: socket.socket) -> bytes:
    received = b""
    while more := connection.recv(65536):
        received += more
    return received


@pytest.mark.slow
def test_the_output_stays_as_it_was_for_whoever_shares_it() -> None:
    with pipe() as (reader, writer), serving(stdout=writer) as server:
        assert ask(server, 100) == 100
        assert not fcntl.fcntl(writer, fcntl.F_GETFL) & os.O_NONBLOCK
        assert b"Belote arbiter listens" in os.read(reader, 65536)


@pytest.mark.slow
def test_no_line_is_lost_or_torn_when_two_workers_share_a_pipe() -> None:
    with pipe() as (reader, writer):
        read: list[bytes] = []
        with serving(stdout=writer, WEB_CONCURRENCY="2") as server:
            for _ in range(20):
                assert ask(server, 100) == 100
                read.append(drained_now(reader))
            server.process.send_signal(signal.SIGTERM)
            server.process.wait(timeout=40)
        read.append(drained(reader))
    lines = [json.loads(line) for line in b"".join(read).splitlines() if line.startswith(b"{")]
    assert len([line for line in lines if line["route"] != "/readyz"]) == 2000


def drained_now(reader: int) -> bytes:
    return os.read(reader, 2**20) if select.select([reader], [], [], 0)[0] else b""


# Levels -----------------------------------------------------------------------------------------


def levels(server: Server) -> set[str]:
    """Stop the server; the levels of what it said on standard error."""
    server.process.send_signal(signal.SIGTERM)
    server.process.wait(timeout=40)
    records = [json.loads(line) for line in server.said() if line.startswith("{")]
    return {record["level"] for record in records}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("level", "options", "said"),
    [
        ("debug", (), {"debug", "info"}),
        ("info", (), {"info"}),
        ("warning", (), set()),
        ("critical", ("--log-level", "info"), {"info"}),
    ],
)
def test_the_level_of_the_log_is_kept_to(level: str, options: tuple[str], said: set[str]) -> None:
    with serving(*options, LOG_LEVEL=level, ACCESS_LOG="off") as server:
        assert levels(server) == said


@pytest.mark.slow
@needs_proc
@pytest.mark.parametrize(("level", "said"), [("error", {"error"}), ("critical", set())])
def test_errors_are_told_unless_only_worse_is_asked_for(level: str, said: set[str]) -> None:
    with serving(LOG_LEVEL=level, ACCESS_LOG="off") as server:
        [worker] = server.workers()
        os.kill(worker, signal.SIGKILL)
        until(lambda: server.workers() not in ([], [worker]) and server.is_ready())
        assert levels(server) == said


# No client's text -------------------------------------------------------------------------------

SECRET = b"TOPSECRET"
HOSTILE = [
    b"%s\r\n\r\n" % SECRET,
    b"%s / HTTP/1.1\r\n\r\n" % (SECRET * 50),
    b"GET /%s HTTP/9.9\r\n\r\n" % SECRET,
    b"GET / HTTP/1.1\r\nAuthorization Bearer %s\r\n\r\n" % SECRET,
    b"GET / HTTP/1.1\r\nHost: x\r\nX: %s\r\n\r\n" % (SECRET * 2000),
    b"GET / HTTP/1.1\r\nTransfer-Encoding: %s\r\n\r\n" % SECRET,
    b"GET / HTTP/1.1\r\nContent-Length: %s\r\n\r\n" % SECRET,
    b"GET / HTTP/1.1\r\nExpect: %s\r\n\r\n" % SECRET,
    b"GET /%s HTTP/1.1\r\nHost: x\r\nUser-Agent: %s\r\n\r\n" % (SECRET, SECRET),
    b"GET /%s" % SECRET,  # and gone
]


@pytest.mark.slow
def test_nothing_that_a_client_wrote_and_no_address_reaches_a_log() -> None:
    with serving(LOG_LEVEL="debug") as server:
        for sent in HOSTILE:
            with server.raw() as connection:
                connection.sendall(sent)
                connection.shutdown(1)
                with contextlib.suppress(ConnectionError):
                    while connection.recv(65536):
                        pass
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(timeout=40)
        said = "\n".join(server.said())
        assert "a client left before its request was complete" in said
        assert SECRET.decode() not in said
        assert "ip=" not in said


def logged(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records]


def test_a_refused_request_is_counted_and_logged_with_an_id(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines: list[dict[str, object]] = []
    monkeypatch.setattr("service.observability.access_log.STDOUT", Collector(lines))
    AccessLog(enabled=True).log_refusal(431, 12, "a-1")
    [line] = lines
    assert line["request_id"] == "a-1"
    assert (line["method"], line["route"]) == ("other", "unmatched")
    assert (line["status"], line["bytes"]) == (431, 12)


class Collector:
    """Stands in for a writer."""

    lost = 0

    def __init__(self, lines: list[dict[str, object]]) -> None:
        self.lines = lines

    def write(self, line: bytes) -> None:
        self.lines.append(json.loads(line))


def test_a_flood_of_refused_requests_is_a_few_lines_and_one_warning(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now = [100.0]
    lines: list[dict[str, object]] = []
    monkeypatch.setattr("service.observability.access_log.STDOUT", Collector(lines))
    monkeypatch.setattr("service.observability.access_log.monotonic", lambda: now[0])
    access_log = AccessLog(enabled=True)
    for _ in range(1000):
        access_log.log_refusal(400, 12, "a-1")
    access_log.log_refusal(431, 12, "a-1")
    assert len(lines) == REFUSED_LINES
    assert logged(caplog) == []
    now[0] += 1
    access_log.report_refusals()
    assert logged(caplog) == [
        "requests refused before the application saw them: 1000 with 400, 1 with 431"
    ]
    now[0] += 1
    access_log.report_refusals()
    assert len(caplog.records) == 1
    access_log.log_refusal(400, 12, "a-1")
    assert len(lines) == REFUSED_LINES + 1


def test_the_log_of_refused_requests_can_be_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[dict[str, object]] = []
    monkeypatch.setattr("service.observability.access_log.STDOUT", Collector(lines))
    AccessLog(enabled=False).log_refusal(400, 12, "a-1")
    assert lines == []


# Records ----------------------------------------------------------------------------------------


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[dict[str, object]]]:
    """The records that a handler of ours on the root has written."""
    lines: list[dict[str, object]] = []
    monkeypatch.setattr(error_log, "STDERR", Collector(lines))
    handler = LineHandler()
    handler.setFormatter(JsonLines())
    logging.getLogger().addHandler(handler)
    yield lines
    logging.getLogger().removeHandler(handler)


def test_a_traceback_is_cut_to_a_line_that_a_pipe_takes_whole(
    told: list[dict[str, object]],
) -> None:
    try:
        raise ValueError("\N{BLACK HEART SUIT}\0" * 3000 + "end")
    except ValueError:
        logging.getLogger("test").exception("\0" * 5000, extra={"request_id": "x" * 64})
    [line] = told
    assert line["message"] == "\0" * error_log.MOST_MESSAGE
    assert len(json.dumps(line, ensure_ascii=False).encode()) < BLOCK


def test_the_end_of_a_traceback_is_what_is_kept(told: list[dict[str, object]]) -> None:
    def deeper(depth: int) -> None:
        if not depth:
            raise ValueError("at the bottom")
        deeper(depth - 1)

    try:
        deeper(60)
    except ValueError:
        logging.getLogger("test").exception("failed")
    assert str(told[0]["exception"]).endswith("ValueError: at the bottom")


def test_text_that_utf_8_cannot_hold_is_logged_too(told: list[dict[str, object]]) -> None:
    # Not by a logger: pytest would keep the text for its report, which cannot hold it either.
    [handler] = [one for one in logging.getLogger().handlers if isinstance(one, LineHandler)]
    handler.handle(logging.makeLogRecord({"msg": "\ud800 and more", "levelno": logging.ERROR}))
    assert told[0]["message"] == "? and more"


def test_what_libraries_print_becomes_records(told: list[dict[str, object]]) -> None:
    print("one\n\ntwo", file=LoggedStream())
    assert [line["message"] for line in told] == ["one", "two"]


def test_an_uncaught_error_is_one_record_without_its_context(
    told: list[dict[str, object]],
) -> None:
    error = ValueError("odd")
    log_uncaught("<Greenlet of 10.0.0.1>", ValueError, error, error.__traceback__)
    log_uncaught(None, None, None, None)
    assert [line.get("exception") for line in told] == ["ValueError: odd", None]
    assert "10.0.0.1" not in json.dumps(told)


def test_a_record_that_cannot_be_made_is_lost_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    writer = LineWriter(99, limit=1)
    monkeypatch.setattr(error_log, "STDERR", writer)
    record = logging.LogRecord("test", logging.ERROR, "", 0, "%d", ("no number",), None)
    LineHandler().handle(record)
    assert writer.lost == 1
    assert capsys.readouterr() == ("", "")


def test_every_level_is_one_of_loggings() -> None:
    assert {level.upper() for level in LOG_LEVELS} <= set(logging.getLevelNamesMapping())
