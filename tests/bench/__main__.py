"""How fast: `python -m tests.bench` prints ratios measured in one run on this machine.

Each server has one worker on core 0, the load has core 1; service and echo take turns, and the
median of the turns counts. Absolute figures drift from minute to minute, ratios hardly.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from timeit import repeat

from service.belote.announcements import best
from service.belote.cards import INTERNATIONAL, bits
from tests.server import free_port
from tests.twin import firsts

ROUNDS, SECONDS = 7, 1.5
BATCH_SIZE = 1000
SETTINGS = Path(__file__).parents[2] / "service" / "gunicorn.conf.py"
RESOLVE = "/v1/hands/resolve"
KINGS = ["KS", "KH", "KD", "KC", "QH", "JH", "7D", "8C"]


def hands(count: int) -> list[list[str]]:
    """Hands as they are dealt, the same in each run."""
    dealer = random.Random(32)
    return [dealer.sample(INTERNATIONAL.labels, 8) for _ in range(count)]


def bodies(hands: list[list[str]]) -> list[str]:
    return [json.dumps({"deck": "french", "trump": "H", "hand": hand}) for hand in hands]


@contextmanager
def server(application: str) -> Iterator[int]:
    """gunicorn with the shipped settings, one worker on core 0."""
    port = free_port()
    environment = {"PORT": str(port), "HOST": "127.0.0.1", "WEB_CONCURRENCY": "1"}
    command = [sys.executable, "-m", "gunicorn", "-c", str(SETTINGS), application]
    process = subprocess.Popen(
        [*_on_core(0), *command], env=os.environ | environment, stdout=subprocess.DEVNULL
    )
    try:
        time.sleep(2.5)
        yield port
    finally:
        process.terminate()
        process.wait(timeout=40)


def _on_core(core: int) -> list[str]:
    return ["taskset", "-c", str(core)] if (os.cpu_count() or 1) > 1 else []


def load(port: int, path: str, bodies: list[str], seconds: float = SECONDS) -> float:
    """Requests a second."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(bodies, file)
        file.flush()
        command = ["-m", "tests.bench.load", str(port), path, file.name, str(seconds)]
        done = subprocess.run(
            [*_on_core(1), sys.executable, *command], capture_output=True, text=True, check=True
        )
    rps: float = json.loads(done.stdout)["rps"]
    return rps


def over_http() -> None:
    dealt, richest = bodies(hands(200)), bodies([KINGS])
    batch = [json.dumps({"deck": "french", "trump": "H", "hands": hands(BATCH_SIZE)})]
    runs: dict[str, list[float]] = {}
    with ExitStack() as stack:
        echo = stack.enter_context(server("tests.bench.echo:app"))
        service = stack.enter_context(server("service.app:create_app()"))
        turns = {
            "echo": (echo, RESOLVE, dealt),
            "resolve, hands as dealt": (service, RESOLVE, dealt),
            "resolve, a hand with a clash": (service, RESOLVE, richest),
            "batch of 1000 hands": (service, RESOLVE + "-batch", batch),
        }
        for _ in range(ROUNDS):
            for name, turn in turns.items():
                runs.setdefault(name, []).append(load(*turn))
    ratios = {
        name: sorted(one / echo for one, echo in zip(runs[name], runs["echo"], strict=True))
        for name in runs
    }
    for name, found in runs.items():
        low, high = ratios[name][0], ratios[name][-1]
        print(
            f"{name:32} {median(found):8.0f} requests/s   "
            f"{median(ratios[name]):5.2f} of the echo ({low:.2f} to {high:.2f})"
        )
    per_echo = median(ratios["batch of 1000 hands"]) * BATCH_SIZE
    print(
        f"{'hands of a batch':32} {median(runs['batch of 1000 hands']) * BATCH_SIZE:8.0f} hands/s"
    )
    print(f"{'':32} {per_echo:8.0f} hands in the time of one echo request")


def in_process() -> None:
    dealt = hands(200)
    masks = [bits(INTERNATIONAL.card_of[card] for card in hand) for hand in dealt]
    closed = min(repeat(lambda: [best(mask) for mask in masks], number=20, repeat=5)) / 20
    twin = min(repeat(lambda: [firsts(mask) for mask in masks], number=1, repeat=3))
    print(
        f"{'best of a hand':32} {closed / 200 * 1e6:8.2f} microseconds   "
        f"1/{twin / closed:.0f} of the brute-force twin"
    )


if __name__ == "__main__":
    over_http()
    in_process()
