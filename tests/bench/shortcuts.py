"""What each shortcut saves: `python -m tests.bench.shortcuts` compares it with the plain way.

Requests go to the application in this process, without a server. Shortcut and plain way take turns;
the least processor time of many rounds counts, which other programs on the machine disturb little.
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from io import BytesIO
from time import thread_time
from typing import Any, TypeAlias
from unittest.mock import patch

from flask import Flask, Response
from werkzeug.routing import Map, MapAdapter

import service.app
from service.api import responses, strict_json
from service.application import Application, StaticRouteAdapter
from service.config import Config
from tests.bench.__main__ import Work, works

ROUNDS, REQUESTS = 150, 60
WARM_UP = 2
SHOWN = [
    "resolve, hands as dealt",
    "compare, four hands as dealt",
    "score of a play, best declared",
]

Replacement: TypeAlias = tuple[Any, str, Any]
"""An object, the name of its attribute, and what to put there."""


def plain_response(body: bytes, headers: Any) -> Response:
    return Response(body, headers=headers.copy())


class PlainApplication(Application):
    """The application with Flask's own routing."""

    url_map_class = Map  # type: ignore[assignment]  # the plain way is wider
    create_url_adapter = Flask.create_url_adapter


PLAIN: dict[str, list[Replacement]] = {
    "nothing: two equal runs": [],
    "fixed paths, index": [(StaticRouteAdapter, "match", MapAdapter.match)],
    "fixed paths, index and no host": [(service.app, "Application", PlainApplication)],
    "prebuilt response": [(responses, "PrebuiltResponse", plain_response)],
    "strict JSON by orjson": [(strict_json, "loads", strict_json._loads_slowly)],
}
"""The plain way for each shortcut."""


@contextmanager
def replaced(replacements: list[Replacement]) -> Iterator[None]:
    with ExitStack() as stack:
        for one in replacements:
            stack.enter_context(patch.object(*one))
        yield


def environ(path: str, body: bytes) -> dict[str, Any]:
    """Return the WSGI environment of a request as gunicorn makes it."""
    return {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": path,
        "QUERY_STRING": "",
        "SCRIPT_NAME": "",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "8000",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "127.0.0.1:8000",
        "HTTP_ACCEPT": "*/*",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.url_scheme": "http",
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
    }


def requests_of(work: Work) -> list[tuple[str, bytes]]:
    bodies = (work.bodies * REQUESTS)[:REQUESTS]
    return [(work.path, json.dumps(body).encode()) for body in bodies]


def start(status: str, *_: Any) -> None:
    assert status == "200 OK", status


def seconds(app: Flask, requests: list[tuple[str, bytes]]) -> float:
    """Return the mean processor time of a request."""
    environs = [environ(*one) for one in requests]
    began = thread_time()
    for one in environs:
        for _ in app(one, start):  # type: ignore[arg-type]  # start() returns nothing to write with
            pass
    return (thread_time() - began) / len(requests)


def measure() -> dict[tuple[str, str], tuple[float, float]]:
    """Return the seconds with and without each shortcut, for each kind of request."""
    sent = {work.name: requests_of(work) for work in works() if work.name in SHOWN}
    apps = {}
    for name, replacements in PLAIN.items():
        with replaced(replacements):
            apps[name] = service.app.create_app(Config())
    shipped = service.app.create_app(Config())
    least: dict[tuple[str, str], tuple[float, float]] = {}
    for number in range(WARM_UP + ROUNDS):
        for name, replacements in PLAIN.items():
            for work, requests in sent.items():
                quick = seconds(shipped, requests)
                with replaced(replacements):
                    slow = seconds(apps[name], requests)
                if number >= WARM_UP:
                    before = least.get((name, work), (quick, slow))
                    least[name, work] = min(before[0], quick), min(before[1], slow)
    return least


def main() -> None:
    """Print what each shortcut saves, in microseconds and as a share of the request without it."""
    gc.collect()
    gc.freeze()
    gc.disable()
    least = measure()
    print(" " * 32, *(f"{name:>32}" for name in SHOWN))
    for name in PLAIN:
        row = [least[name, work] for work in SHOWN]
        cells = [
            f"{(slow - quick) * 1e6:6.1f} of {slow * 1e6:6.1f} µs {1 - quick / slow:6.1%}"
            for quick, slow in row
        ]
        print(f"{name:32}", *(f"{cell:>32}" for cell in cells))


if __name__ == "__main__":
    main()
