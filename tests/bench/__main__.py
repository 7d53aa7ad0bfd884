"""How fast: `python -m tests.bench` prints figures and ratios measured in one run on this machine.

Each server runs under the shipped settings, one worker on core 0, and the load has core 1; all of
them take turns, and the median of the turns counts. Absolute figures drift from minute to minute,
ratios hardly.
"""

from __future__ import annotations

import json
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache, partial
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from timeit import repeat
from typing import Any

from service.app import create_app
from service.belote.announcements import best
from service.belote.cards import INTERNATIONAL, bits
from service.config import Config
from tests.reference import naive_donne as naive
from tests.reference.twin import firsts
from tests.support.client import AUDIT, AUDIT_BATCH, COMPARE, GAME, RESOLVE, SCORE
from tests.support.server import free_port
from tools.openapi.examples import EXAMPLES, KINGS

ROUNDS, SECONDS = 7, 1.2
BATCH_SIZE, GAME_LENGTH = 1000, 200
SETTINGS = Path(__file__).parents[2] / "service" / "gunicorn.conf.py"
SERVICE, ECHO, RAW = "service.app:create_app()", "tests.bench.echo:app", "tests.bench.echo:raw"


# What is sent -----------------------------------------------------------------------------------


def hands(count: int) -> list[list[str]]:
    """Hands as they are dealt, the same in each run."""
    dealer = random.Random(32)
    return [dealer.sample(INTERNATIONAL.labels, 8) for _ in range(count)]


def resolve_bodies(dealt: list[list[str]]) -> list[Any]:
    return [{"deck": "french", "trump": "H", "hand": hand} for hand in dealt]


def stories(count: int) -> list[naive.Story]:
    """Donnes dealt and played at random, the same in each run."""
    dealer, found = random.Random(152), []
    for _ in range(count):
        trump, seat = dealer.choice("SHDC"), dealer.choice("NWSE")
        found.append(naive.play_out(dealer, trump, seat, naive.deal(dealer, trump)))
    return found


def tables(told: list[naive.Story]) -> list[Any]:
    same = {"deck": "french", "declare_best": True}
    return [same | {"trump": story.trump, "hands": story.hands} for story in told]


def plays(told: list[naive.Story]) -> list[Any]:
    same = {"deck": "french", "takers": "NS", "declare_best": True, "belote": {}}
    return [
        same | {"trump": one.trump, "play": {"dealer": one.dealer, "tricks": one.tricks}}
        for one in told
    ]


def logs(told: list[naive.Story]) -> list[Any]:
    """Plays as donne logs: the auction before, 32 cards, a word or a claim here and there."""
    return [{"deck": "french", "events": events(one)} for one in told]


def events(story: naive.Story) -> list[Any]:
    """Return some sixty events of a play, which North-South took."""
    seats = "NWSE"
    first = seats.index(story.dealer) + 1
    taker = next(seat for seat in seats[first % 4 :] + seats if seat in "NS")
    passing = seats[first % 4 : first % 4 + 4] + seats
    found: list[Any] = [{"type": "deal", "seat": story.dealer}]
    found += [
        {"type": "call", "seat": seat, "call": "pass"} for seat in passing.partition(taker)[0]
    ]
    found.append({"type": "call", "seat": taker, "call": "take", "suit": story.trump})
    leader = passing[0]
    for trick, winner in zip(story.tricks, story.winners, strict=True):
        order = (seats + seats)[seats.index(leader) :]
        found += [
            {"type": "play", "seat": seat, "card": card}
            for seat, card in zip(order, trick, strict=False)
        ]
        claim = {"type": "claim", "seat": order[1], "about": "irregular_card"}
        found += [claim, claim | {"seat": order[2], "about": "out_of_turn"}]
        leader = winner
    last = "NS" if leader in "NS" else "EW"
    found.append({"type": "count", "total": {last: 90}})
    return found


def parts(whole: list[Any]) -> list[Any]:
    """Logs as a game loop sends them: one event more each time."""
    cuts = random.Random(60)
    return [
        log | {"events": log["events"][: cuts.randrange(4, len(log["events"]))]} for log in whole
    ]


def batch_body() -> Any:
    return {"deck": "french", "trump": "H", "hands": hands(BATCH_SIZE)}


COUNTED = {
    "trump": "H",
    "takers": "NS",
    "count": {"card_points": {"NS": 88, "EW": 64}, "last_trick": "NS"},
}


def game_body() -> Any:
    return {"deck": "french", "target": 100_000, "donnes": [COUNTED] * GAME_LENGTH}


@dataclass(frozen=True)
class Work:
    """Requests to an operation; the echo gets the same bodies."""

    name: str
    path: str
    bodies: list[Any]


@cache
def works() -> tuple[Work, ...]:
    """Return what the servers are asked; to deal and play the donnes takes a second."""
    told = stories(200)
    compared = EXAMPLES["api.compare_declared"]["length_decides"].body
    return (
        Work("resolve, hands as dealt", RESOLVE, resolve_bodies(hands(200))),
        Work("resolve, carré against tierce", RESOLVE, resolve_bodies([KINGS])),
        Work("compare, cent against cent", COMPARE, [compared]),
        Work("compare, four hands as dealt", COMPARE, tables(told)),
        Work("score of a play, best declared", SCORE, plays(told)),
        Work("audit of a whole log", AUDIT, logs(told)),
        Work("audit during the play", AUDIT, parts(logs(told))),
    )


# Servers and loads ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Running:
    port: int
    process: subprocess.Popen[bytes]
    first_answer: float
    """Seconds from the start to the first answer."""


@contextmanager
def server(application: str, workers: int = 1, core: int | None = 0) -> Iterator[Running]:
    """Run gunicorn with the shipped settings."""
    port = free_port()
    environment = {"PORT": str(port), "HOST": "127.0.0.1", "WEB_CONCURRENCY": str(workers)}
    command = [sys.executable, "-m", "gunicorn", "-c", str(SETTINGS), application]
    began = time.perf_counter()
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            [*_on_core(core), *command], env=os.environ | environment, stdout=output
        )
        try:
            _wait(port)
            yield Running(port, process, time.perf_counter() - began)
        finally:
            process.terminate()
            process.wait(timeout=40)


def _wait(port: int) -> None:
    while True:
        connection = HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            connection.request("GET", "/readyz")
            connection.getresponse().read()
            return
        except OSError:
            time.sleep(0.01)
        finally:
            connection.close()


def _on_core(core: int | None) -> list[str]:
    several = (os.cpu_count() or 1) > 1
    return ["taskset", "-c", str(core)] if several and core is not None else []


def load(
    port: int, path: str, bodies: list[Any], *, rate: float = 0, core: int | None = 1
) -> dict[str, float]:
    """Requests a second, and p50 and p99 in milliseconds."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump([json.dumps(body) for body in bodies], file)
        file.flush()
        command = ["-m", "tests.bench.load", str(port), path, file.name]
        options = ["--seconds", str(SECONDS), "--rate", str(rate)]
        done = subprocess.run(
            [*_on_core(core), sys.executable, *command, *options],
            capture_output=True,
            text=True,
            check=True,
        )
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


# What is printed --------------------------------------------------------------------------------


def machine() -> None:
    model = next(
        (
            line.partition(":")[2].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if line.startswith("model name")
        ),
        platform.processor(),
    )
    print(f"{os.cpu_count()} cores, {model}, Python {platform.python_version()}\n")


def against_the_echo(service: Running, echo: Running, raw: Running) -> None:
    print(f"{'':32}{'service':>9}{'echo':>9}   ratio (lowest to highest of {ROUNDS})")
    for work in works():
        turns = [
            (
                load(service.port, work.path, work.bodies)["rps"],
                load(echo.port, work.path, work.bodies)["rps"],
            )
            for _ in range(ROUNDS)
        ]
        ratios = sorted(ours / theirs for ours, theirs in turns)
        ours, theirs = (median(figures) for figures in zip(*turns, strict=True))
        print(
            f"{work.name:32}{ours:9.0f}{theirs:9.0f}   "
            f"{median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})"
        )
    ceiling = median(load(raw.port, RESOLVE, works()[0].bodies)["rps"] for _ in range(3))
    print(f"{'WSGI alone, the ceiling':32}{ceiling:9.0f}\n")


def many_at_once(service: Running, echo: Running) -> None:
    body, game, one = batch_body(), game_body(), COUNTED | {"deck": "french"}
    turns = [
        (
            load(echo.port, RESOLVE, works()[0].bodies)["rps"],
            load(service.port, RESOLVE + "-batch", [body])["rps"],
            load(service.port, SCORE, [one])["rps"],
            load(service.port, GAME, [game])["rps"],
        )
        for _ in range(3)
    ]
    echoed, batches, donnes, games = (median(each) for each in zip(*turns, strict=True))
    print(f"{'batch of 1000 hands':32}{batches * BATCH_SIZE:9.0f} hands/s")
    print(f"{'':32}{batches * BATCH_SIZE / echoed:9.0f} hands in the time of one echo request")
    print(f"{'game of 200 counted donnes':32}{donnes / games:9.1f} times one donne\n")


def logs_beside_plays() -> None:
    """In this process: a batch of logs, and the same donnes as plays of a game."""
    told = stories(100)
    batch = {"deck": "french", "logs": [{"events": events(one)} for one in told]}
    donnes = [{name: one for name, one in play.items() if name != "deck"} for play in plays(told)]
    game = {"deck": "french", "target": 100_000, "donnes": donnes}
    client = create_app(Config()).test_client()

    def seconds(path: str, body: Any) -> float:
        text = json.dumps(body)
        send = partial(client.post, path, data=text, content_type="application/json")
        return min(repeat(send, number=1, repeat=9))

    ratio = seconds(AUDIT_BATCH, batch) / seconds(GAME, game)
    print(f"{'batch of 100 logs':32}{ratio:9.2f} times the same plays in a game\n")


def at_half_load(service: Running, echo: Running) -> None:
    work = works()[0]
    full = load(service.port, work.path, work.bodies)["rps"]
    for name, running in (("service", service), ("echo", echo)):
        runs = [load(running.port, work.path, work.bodies, rate=full / 2) for _ in range(3)]
        p50, p99 = (median(run[key] for run in runs) for key in ("p50", "p99"))
        print(f"{name + ' at half load':32}{p50:9.2f} ms p50{p99:9.2f} ms p99")


def of_a_worker(service: Running) -> None:
    path = Path(f"/proc/{service.process.pid}/task/{service.process.pid}/children")
    worker = path.read_text().split()[0]
    status = Path(f"/proc/{worker}/status").read_text().splitlines()
    resident = next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
    print(f"{'memory of a worker':32}{resident / 1024:9.1f} MiB")
    print(f"{'first answer after':32}{service.first_answer:9.2f} s\n")


def two_workers() -> None:
    """Load and servers share both cores."""
    windows: dict[int, list[float]] = {}
    work = works()[0]
    for workers in (1, 2):
        with server(SERVICE, workers, core=None) as running:
            windows[workers] = [
                load(running.port, work.path, work.bodies, core=None)["rps"] for _ in range(9)
            ]
    one, two = median(windows[1]), median(windows[2])
    print(f"{'two workers':32}{two / one:9.2f} times one")
    print(f"{'':32}{min(windows[2]) / two:9.2f} of the median in the worst window\n")


def one_hand() -> None:
    dealt = hands(200)
    masks = [bits(INTERNATIONAL.card_of[card] for card in hand) for hand in dealt]
    closed = min(repeat(lambda: [best(mask) for mask in masks], number=20, repeat=9)) / 20
    twin = min(repeat(lambda: [firsts(mask) for mask in masks], number=1, repeat=5))
    print(
        f"{'best of a hand':32}{closed / len(masks) * 1e6:9.2f} microseconds, "
        f"1/{twin / closed:.0f} of the brute-force twin"
    )


def main() -> None:
    machine()
    with ExitStack() as stack:
        service, echo, raw = (stack.enter_context(server(app)) for app in (SERVICE, ECHO, RAW))
        against_the_echo(service, echo, raw)
        many_at_once(service, echo)
        at_half_load(service, echo)
        of_a_worker(service)
    logs_beside_plays()
    two_workers()
    one_hand()


if __name__ == "__main__":
    main()
