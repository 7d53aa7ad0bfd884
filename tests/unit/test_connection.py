"""A connection in the hands of slow, greedy and deaf clients."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from errno import ECONNRESET
from typing import Any, TypeAlias

import gevent
import pytest
from gevent import socket
from gunicorn.config import Config
from gunicorn.http import get_parser
from gunicorn.http.errors import LimitRequestHeaders

from service.api.request_body import BodyTimeout, Overloaded, OversizedFraming
from service.connection import Connection, HeadTimeout, Limits, Load

KIB = 1024
LIMITS = Limits(
    connections=3,
    body=0.2,
    idle=0.3,
    first_head=0.2,
    head=0.2,
    write=0.2,
    linger=0.3,
    lingering_bytes=64 * KIB,
    head_bytes=4 * KIB,
    framed_bytes=96 * KIB,
    held_bytes=140 * KIB,
    unsent_bytes=1000 * KIB,
    turn=0.1,
)
GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: x\r\n"


@pytest.fixture
def load() -> Load:
    return Load(LIMITS)


Connect: TypeAlias = "Callable[[], Client]"


class Client:
    """Both ends of a connection, and gunicorn's parser on the server's."""

    def __init__(self, load: Load) -> None:
        server, self.socket = socket.socketpair()
        self.socket.settimeout(2)
        self.connection = Connection(server, load)
        self.parser: Any = get_parser(Config(), self.connection, ("127.0.0.1", 1))

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def begin(self, data: bytes) -> Any:
        """Send a head, and whatever is to come with it; the request that begins by it."""
        self.send(data)
        request = next(self.parser)
        self.connection.begin_request(request)
        return request

    def answer(self, body: bytes) -> None:
        """Send a response as gunicorn does."""
        self.connection.sendall(b"")
        self.connection.sendall(body)

    def received(self) -> bytes:
        """What the server has sent, to its end."""
        data = b""
        with suppress(OSError):
            while more := self.socket.recv(64 * KIB):
                data += more
        return data

    def close(self) -> None:
        self.connection.drop()
        self.connection.close()
        self.connection.leave()
        self.socket.close()


@pytest.fixture
def connect(load: Load) -> Iterator[Callable[[], Client]]:
    """Makes clients of one worker."""
    made: list[Client] = []

    def one() -> Client:
        made.append(Client(load))
        return made[-1]

    with gevent.Timeout(5):
        yield one
    for client in made:
        client.close()


@pytest.fixture
def client(connect: Connect) -> Client:
    return connect()


def with_length(size: int, *, extra: bytes = b"") -> bytes:
    return POST + extra + b"Content-Length: %d\r\n\r\n" % size


CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"


# Heads


def test_a_client_that_never_begins_is_hung_up_on(client: Client) -> None:
    with pytest.raises(StopIteration):
        next(client.parser)


def test_a_head_that_does_not_end_is_told_so(client: Client) -> None:
    client.send(b"GET / HT")
    with pytest.raises(HeadTimeout):
        next(client.parser)


def test_a_head_that_drips_does_not_get_more_time_by_it(client: Client) -> None:
    def drip() -> None:
        for _ in range(100):
            client.send(b"A")
            gevent.sleep(0.01)

    dripping = gevent.spawn(drip)
    with pytest.raises(HeadTimeout):
        next(client.parser)
    dripping.kill()


def test_between_requests_a_client_may_wait_longer_than_before_the_first(client: Client) -> None:
    client.connection.end_request(client.begin(GET))
    gevent.spawn_later(0.25, client.send, GET)
    assert next(client.parser).method == "GET"


def test_the_rest_of_a_head_that_came_with_the_request_before_is_not_waited_for_as_long(
    load: Load, connect: Connect
) -> None:
    load.limits = replace(LIMITS, idle=9)
    client = connect()
    client.connection.end_request(client.begin(GET + GET[:-2]))
    with pytest.raises(HeadTimeout):
        next(client.parser)


def test_a_head_of_many_long_lines_is_refused(client: Client) -> None:
    client.send(b"GET / HTTP/1.1\r\nHost: x\r\n" + b"A: " + b"a" * 3000 + b"\r\n")
    gevent.spawn_later(0.02, client.send, b"B: " + b"b" * 3000 + b"\r\n")
    with pytest.raises(LimitRequestHeaders):
        next(client.parser)


# Bodies


def test_a_whole_body_is_read_and_the_connection_kept(client: Client) -> None:
    request = client.begin(with_length(4) + b"[12]")
    assert request.should_close()
    assert request.body.read(4) == b"[12]"
    assert not request.should_close()


def test_a_body_in_chunks_of_one_byte_is_read_whole(client: Client) -> None:
    request = client.begin(CHUNKED + b"".join(b"1\r\n%c\r\n" % byte for byte in b"[12]" * 500))
    gevent.spawn_later(0.02, client.send, b"0\r\n\r\n")
    assert request.body.read(9000) == b"[12]" * 500
    assert not request.should_close()


@pytest.mark.parametrize("sent", [b"", b"[1"])
def test_a_body_that_does_not_come_is_not_waited_for(client: Client, sent: bytes) -> None:
    request = client.begin(with_length(4) + sent)
    with pytest.raises(BodyTimeout) as late:
        request.body.read(4)
    assert late.value.seconds == LIMITS.body
    assert request.should_close()


@pytest.mark.parametrize("head", [with_length(10**9), CHUNKED + b"3b9aca00\r\n"])
def test_a_body_that_never_pauses_ends_with_its_time_and_others_get_their_turn(
    load: Load, connect: Connect, head: bytes
) -> None:
    load.limits = replace(LIMITS, framed_bytes=10**9, held_bytes=10**9)
    client = connect()
    turns = []

    def flood() -> None:
        with suppress(OSError):
            while True:
                client.send(b"x" * 64 * KIB)

    def others() -> None:
        while True:
            turns.append(time.monotonic())
            gevent.sleep(0.005)

    running = [gevent.spawn(flood), gevent.spawn(others)]
    request = client.begin(head)
    with pytest.raises(BodyTimeout):
        request.body.read(10**9)
    gevent.killall(running)
    assert len(turns) > 2


def test_a_body_of_nothing_but_framing_is_refused(client: Client) -> None:
    request = client.begin(CHUNKED)
    gevent.spawn(client.send, (b"1;" + b"e" * 2000 + b"\r\nx\r\n") * 64)
    with pytest.raises(OversizedFraming):
        request.body.read(KIB)
    assert request.should_close()


def test_what_all_bodies_hold_together_is_bounded_and_given_back(
    load: Load, connect: Connect
) -> None:
    clients = [connect() for _ in range(3)]
    requests = [client.begin(with_length(50 * KIB)) for client in clients]
    for client in clients:
        gevent.spawn(client.send, b"x" * 50 * KIB)
    assert len(requests[0].body.read(50 * KIB)) == 50 * KIB
    assert len(requests[1].body.read(50 * KIB)) == 50 * KIB
    with pytest.raises(Overloaded):
        requests[2].body.read(50 * KIB)
    for client, request in zip(clients, requests, strict=True):
        client.connection.end_request(request)
    assert load.held_bytes == 0


def test_nobody_is_answered_who_has_reset_the_connection(client: Client) -> None:
    request = client.begin(with_length(4))
    client.connection.send_continue()
    client.socket.close()  # with something unread, which is a reset
    with pytest.raises(gevent.GreenletExit):
        request.body.read(4)


def test_a_client_is_invited_to_send_only_once_its_body_is_wanted(client: Client) -> None:
    request = client.begin(with_length(4, extra=b"Expect: 100-continue\r\n"))
    client.socket.setblocking(False)
    with pytest.raises(BlockingIOError):
        client.socket.recv(100)
    client.socket.settimeout(1)
    gevent.spawn_later(0.02, client.send, b"[12]")
    assert request.body.read(4) == b"[12]"
    assert client.socket.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"


def test_a_connection_ends_where_any_word_of_its_header_says_so(connect: Connect) -> None:
    for lines in (b"Connection: foo, close", b"Connection: keep-alive\r\nConnection: Close"):
        request = connect().begin(b"GET / HTTP/1.1\r\nHost: x\r\n" + lines + b"\r\n\r\n")
        assert request.should_close()
    assert not connect().begin(GET[:-2] + b"Connection: closed\r\n\r\n").should_close()


def test_a_body_cut_short_is_the_last_of_its_connection(client: Client) -> None:
    request = client.begin(with_length(4) + b"[1")
    client.socket.shutdown(socket.SHUT_WR)
    assert request.body.read(4) == b"[1"
    assert request.should_close()


def test_nobody_is_invited_to_send_nothing(client: Client) -> None:
    request = client.begin(with_length(0, extra=b"Expect: 100-continue\r\n"))
    assert request.body.read(1) == b""
    client.socket.setblocking(False)
    with pytest.raises(BlockingIOError):
        client.socket.recv(100)


def test_what_has_arrived_is_read_although_its_time_is_over(client: Client) -> None:
    """The worker may have been too busy to look."""

    def late() -> None:
        client.send(b"[12]")
        time.sleep(LIMITS.body)

    request = client.begin(with_length(4))
    gevent.spawn_later(0.01, late)
    assert request.body.read(4) == b"[12]"


@pytest.mark.parametrize("waits", [False, True])
@pytest.mark.parametrize("leaves", [False, True])
@pytest.mark.parametrize("behind", [b"", with_length(4) + b"[34]"])
def test_nothing_is_processed_for_a_client_that_left_while_it_waited(
    load: Load,
    connect: Connect,
    monkeypatch: pytest.MonkeyPatch,
    waits: bool,
    leaves: bool,
    behind: bytes,
) -> None:
    def take(*_: object) -> bool:
        if waits:
            time.sleep(0.03)
        return True

    client = connect()
    monkeypatch.setattr(load.turns, "is_free", lambda: False)
    monkeypatch.setattr(load.turns, "take", take)
    monkeypatch.setattr("service.connection.ABANDONED", 0.01)
    request = client.begin(with_length(4) + b"[12]")
    client.send(behind)
    if leaves:
        client.socket.close()
    if leaves and waits:
        with pytest.raises(gevent.GreenletExit):
            request.body.read(4)
    else:
        assert request.body.read(4) == b"[12]"


def test_a_later_version_of_http_is_answered_as_the_latest_known(client: Client) -> None:
    assert client.begin(b"GET / HTTP/1.9\r\nHost: x\r\n\r\n").version == (1, 1)


# Answers


def test_an_answer_that_is_not_read_is_not_kept(load: Load, connect: Connect) -> None:
    load.limits = replace(LIMITS, unsent_bytes=10**9)
    client = connect()
    request = client.begin(GET)
    with pytest.raises(ConnectionResetError) as lost:
        client.answer(b"x" * 4000 * KIB)
    assert lost.value.errno == ECONNRESET
    client.connection.end_request(request)
    assert (load.unsent_bytes, load.writing) == (0, {})


def test_an_answer_that_is_read_slowly_but_steadily_is_sent_whole(
    load: Load, connect: Connect
) -> None:
    load.limits = replace(LIMITS, unsent_bytes=10**9)
    client = connect()
    size = 1500 * KIB
    client.begin(GET)
    sending = gevent.spawn(client.answer, b"x" * size)
    received = 0
    while received < size:
        received += len(client.socket.recv(100 * KIB))
        gevent.sleep(0.02)
    sending.get(timeout=1)
    assert received == size


def test_of_answers_that_nobody_reads_the_one_without_progress_for_longest_goes_first(
    load: Load, connect: Connect
) -> None:
    load.limits = replace(LIMITS, write=5)
    first, second = connect(), connect()
    sending = gevent.spawn(first.answer, b"x" * 600 * KIB)
    gevent.sleep(0.01)
    other = gevent.spawn(second.answer, b"x" * 600 * KIB)
    gevent.sleep(0.01)
    with pytest.raises(ConnectionResetError):
        sending.get(timeout=1)
    assert list(load.writing) == [second.connection]
    other.kill()


@pytest.mark.parametrize("body", [b"", b"body"])
def test_head_and_body_of_an_answer_arrive_together(client: Client, body: bytes) -> None:
    request = client.begin(GET)
    client.connection.sendall(b"head")
    if body:
        client.connection.sendall(body)
    client.connection.end_request(request)
    assert client.socket.recv(100) == b"head" + body


def test_a_request_leaves_nothing_that_only_the_collector_would_find(client: Client) -> None:
    """It would find it now and then, for tens of milliseconds."""

    def request() -> None:
        begun = client.begin(with_length(4) + b"[12]")
        begun.body.read(4)
        client.answer(b"answer")
        client.connection.end_request(begun)
        client.socket.recv(100)

    request()
    gc.collect()
    for _ in range(50):
        request()
    assert gc.collect() == 0


# The end


def test_a_client_that_is_refused_while_it_sends_can_read_why(client: Client) -> None:
    request = client.begin(with_length(10**6))
    client.connection.sendall(b"HTTP/1.1 413 No\r\n")
    client.connection.sendall(b"\r\n")
    client.connection.end_request(request)
    sending = gevent.spawn(client.send, b"x" * 60 * KIB)
    gevent.spawn(client.connection.close)
    assert client.received() == b"HTTP/1.1 413 No\r\n\r\n"
    sending.get(timeout=1)


def test_a_client_that_goes_on_for_ever_is_not_listened_to_for_ever(client: Client) -> None:
    request = client.begin(with_length(10**9))
    client.connection.end_request(request)

    def flood() -> int:
        sent = 0
        with suppress(OSError):
            while True:
                sent += client.socket.send(b"x" * KIB)
        return sent

    flooding = gevent.spawn(flood)
    client.connection.close()
    assert flooding.get(timeout=2) < 5000 * KIB


def test_where_there_is_no_room_the_longest_idle_goes_first(load: Load, connect: Connect) -> None:
    clients = [connect() for _ in range(3)]
    assert len(load.connections) == 3
    latest = connect()
    assert clients[0].received() == b""
    assert list(load.idle) == [one.connection for one in (*clients[1:], latest)]


def test_whoever_waits_for_a_turn_goes_when_nobody_else_can(
    load: Load, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told at once, rather than when its wait is over."""
    monkeypatch.setattr(load.turns, "is_free", lambda: False)
    monkeypatch.setattr(load.turns, "_give", lambda: gevent.sleep(9))
    clients = [connect() for _ in range(3)]
    requests = [client.begin(with_length(4) + b"[12]") for client in clients]
    waiting = [gevent.spawn(request.body.read, 4) for request in requests]
    gevent.sleep(0.01)
    assert len(load.waiting) == 3
    connect()
    with pytest.raises(Overloaded):
        waiting[0].get(timeout=0.05)
    assert len(load.waiting) == 2
    gevent.killall(waiting)


def test_whoever_sends_a_body_goes_only_when_nobody_is_idle(load: Load, connect: Connect) -> None:
    clients = [connect() for _ in range(3)]
    requests = [client.begin(with_length(4)) for client in clients[:2]]
    reading = [gevent.spawn(request.body.read, 4) for request in requests]
    gevent.sleep(0.01)
    connect()
    assert clients[2].received() == b""
    assert len(load.reading) == 2
    gevent.killall(reading)


def test_a_request_that_has_arrived_is_read_although_the_worker_is_to_stop(
    load: Load, connect: Connect
) -> None:
    client, silent = connect(), connect()
    client.send(GET)
    load.end_idle(-1)
    assert next(client.parser).method == "GET"
    with pytest.raises(StopIteration):
        next(silent.parser)


def test_whoever_waits_for_a_request_is_told_of_the_end_of_a_worker(
    load: Load, connect: Connect
) -> None:
    load.limits = replace(LIMITS, first_head=9)
    client = connect()
    gevent.spawn_later(0.02, load.end_idle, -1)
    with pytest.raises(StopIteration):
        next(client.parser)
