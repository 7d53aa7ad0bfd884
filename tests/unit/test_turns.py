"""Which request goes next where a worker has more than it can process."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import gevent
import pytest

from service.turns import PAUSED_AT_MOST, SECONDS_AT_LEAST, SLICE, Account, Poll, Turn, Turns


@pytest.fixture(autouse=True)
def at_most_five_seconds() -> Iterator[None]:
    with gevent.Timeout(5):
        yield


def work(seconds: float = 1.5 * SLICE) -> None:
    """Hold the worker up, as the processing of a request does."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        pass


def take(turns: Turns, account: Account, size: int, patience: float) -> bool:
    """Take a turn as a connection does."""
    return turns.is_free() or turns.take(Turn(), account.cost(size), patience)


def order_of(weights: list[int], seconds: float = SLICE / 8) -> list[int]:
    """The order in which requests are processed that all come while the worker is held up."""
    turns = Turns()
    done: list[int] = []

    def request(weight: int) -> None:
        assert take(turns, Account(), weight, 3)
        done.append(weight)
        work(seconds)

    assert take(turns, Account(), 0, 0)
    gevent.sleep(0.001)
    work()
    gevent.joinall([gevent.spawn(request, weight) for weight in weights])
    return done


def test_nobody_waits_where_the_worker_has_just_looked_for_requests() -> None:
    turns = Turns()
    assert take(turns, Account(), 10**6, 0)
    gevent.sleep(0.001)
    assert take(turns, Account(), 10**6, 0)


def test_the_lighter_go_first() -> None:
    assert order_of([40_000, 2_000, 9_000, 0]) == [0, 2_000, 9_000, 40_000]


def test_a_small_body_counts_as_much_as_none() -> None:
    """Or a flood of requests without a body would always go first."""
    assert order_of([0, 80, 0, 80]) == [80, 0, 80, 0]


def test_of_those_alike_the_latest_goes_first() -> None:
    assert order_of([91, 92, 93, 94]) == [94, 93, 92, 91]


def test_now_and_then_the_one_goes_that_has_waited_longest() -> None:
    done = order_of([40_000, *range(6)], 2 * SLICE)
    assert 0 < done.index(40_000) < 6


def test_a_light_request_that_comes_meanwhile_waits_for_the_one_and_the_oldest_only() -> None:
    turns = Turns()
    done: list[str] = []

    def request(name: str, weight: int) -> None:
        assert take(turns, Account(), weight, 3)
        done.append(name)
        work(0.05)

    def late() -> None:
        gevent.sleep(0.06)
        request("light", 100)

    assert take(turns, Account(), 0, 0)
    work()
    light = gevent.spawn(late)
    gevent.joinall([gevent.spawn(request, "heavy", 40_000) for _ in range(9)])
    light.join()
    assert done.index("light") <= 3


def test_who_has_waited_too_long_is_told_and_holds_nobody_up() -> None:
    turns = Turns()
    told: list[bool] = []
    assert take(turns, Account(), 0, 0)
    work()
    waiting = [gevent.spawn(lambda: told.append(take(turns, Account(), 9, 0.0))) for _ in range(50)]
    gevent.joinall(waiting)
    assert told.count(False) > 0
    gevent.sleep(0.01)
    assert take(turns, Account(), 1, 1)
    assert (turns._waiting, turns._is_giving) == (0, False)


def test_a_turn_is_given_up_to_new_input_once_it_is_late() -> None:
    """A timer is only looked at when the loop polls, as new connections are."""
    turns = Turns()
    turns.yield_turn()
    polled = gevent.spawn_later(0, lambda: None)
    work()
    turns.yield_turn()
    assert polled.ready()


def test_starting_a_timer_is_not_looking_for_input() -> None:
    poll = Poll()
    assert not poll.is_late()
    gevent.sleep(0.001)
    work()
    timer = gevent.get_hub().loop.timer(9)
    timer.start(lambda: None, update=True)
    assert poll.is_late()
    timer.close()


def test_a_connection_that_has_cost_much_goes_after_one_that_has_not() -> None:
    turns = Turns()
    greedy, modest = Account(), Account()
    greedy.begin()
    work()
    greedy.end()
    done: list[Account] = []

    def request(account: Account) -> None:
        assert take(turns, account, 50, 3)
        done.append(account)

    turns.yield_turn()
    work()
    gevent.joinall([gevent.spawn(request, one) for one in (modest, greedy, modest, greedy)])
    assert done == [modest, modest, greedy, greedy]


def test_what_a_connection_has_cost_is_forgiven_by_half_each_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [100.0]
    monkeypatch.setattr("service.turns.monotonic", lambda: now[0])
    account = Account()
    account.begin()
    now[0] += 0.8
    account.end()
    now[0] += 1
    assert account.cost(0) == pytest.approx(0.4 + SECONDS_AT_LEAST)
    assert account.cost(100_000) == pytest.approx(0.9)
    account.begin()
    now[0] += 1
    account.end()
    assert account.cost(0) == pytest.approx(1.2 + SECONDS_AT_LEAST)


# Pauses of a long request


def join(*greenlets: gevent.Greenlet[Any, Any]) -> None:
    gevent.joinall(greenlets, raise_error=True)


def long_request(turns: Turns, done: list[str], parts: int = 4, patience: float = 3) -> None:
    """Process a request of so many parts, each of which holds the worker up, as a view does."""
    assert take(turns, Account(), 40_000, patience)
    for _ in range(parts):
        if turns.is_pause_due():
            turns.pause()
        work()
    done.append("long")


def short_request(turns: Turns, done: list[str]) -> None:
    assert take(turns, Account(), 100, 3)
    done.append("short")


def test_short_requests_are_processed_while_a_long_one_pauses() -> None:
    turns = Turns()
    done: list[str] = []
    long = gevent.spawn(long_request, turns, done)
    short = gevent.spawn_later(0.01, short_request, turns, done)
    join(long, short)
    assert done == ["short", "long"]
    gevent.sleep(0.001)
    assert turns.is_free()


def test_so_they_are_where_the_long_one_has_waited_for_its_turn() -> None:
    turns = Turns()
    done: list[str] = []
    assert take(turns, Account(), 0, 0)
    work()
    long = gevent.spawn(long_request, turns, done)
    short = gevent.spawn_later(0.08, short_request, turns, done)
    join(long, short)
    assert done == ["short", "long"]


@pytest.mark.parametrize("later", [0, 0.01])
def test_one_long_request_is_processed_at_a_time(later: float) -> None:
    """Whether the others wait already, or come when it pauses and nobody waits."""
    turns = Turns()
    running: list[str] = []
    done: list[str] = []

    def request() -> None:
        assert take(turns, Account(), 40_000, 3)
        running.append("long")
        assert running == ["long"]
        for _ in range(3):
            if turns.is_pause_due():
                turns.pause()
            work()
        done.append(running.pop())

    join(gevent.spawn(request), *(gevent.spawn_later(later, request) for _ in range(2)))
    assert done == ["long"] * 3


def test_a_flood_of_short_requests_leaves_a_long_one_its_share() -> None:
    turns = Turns()
    done: list[str] = []

    def request() -> None:
        assert take(turns, Account(), 100, 3)
        work(SLICE / 10)
        done.append("short")

    def flood() -> None:
        join(*(gevent.spawn(request) for _ in range(300)))

    join(gevent.spawn(long_request, turns, done), gevent.spawn_later(0.01, flood))
    each = PAUSED_AT_MOST / (SLICE / 10)
    assert 0 < done.index("long") <= 3 * (each + 1)


def test_a_short_request_does_not_pause_in_the_pause_of_another() -> None:
    turns = Turns()
    done: list[str] = []

    def request() -> None:
        assert take(turns, Account(), 100, 3)
        work()
        assert not turns.is_pause_due()
        done.append("short")

    long = gevent.spawn(long_request, turns, done)
    join(long, gevent.spawn_later(0.01, request))
    assert done == ["short", "long"]


def test_a_pause_is_not_charged_to_the_share_of_the_oldest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    turns = Turns()
    done: list[str] = []
    charged: list[float] = []
    monkeypatch.setattr(turns, "_account_for", lambda _, seconds: charged.append(seconds))
    assert take(turns, Account(), 0, 0)
    work()

    def request() -> None:
        assert take(turns, Account(), 100, 3)
        work(0.2)
        done.append("short")

    long = gevent.spawn(long_request, turns, done, 2)
    join(long, gevent.spawn_later(0.02, request))
    gevent.sleep(0.01)
    assert done == ["short", "long"]
    assert sum(charged) < 0.2


def test_a_client_that_leaves_in_a_pause_leaves_the_others_their_turns() -> None:
    turns = Turns()
    done: list[str] = []
    long = gevent.spawn(long_request, turns, done)

    def leave() -> None:
        assert take(turns, Account(), 100, 3)
        long.kill(block=False)

    left = gevent.spawn_later(0.01, leave)
    gevent.joinall([long])
    left.join()
    assert done == []
    short_request(turns, done)
    assert done == ["short"]
