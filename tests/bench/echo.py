"""The measures: a Flask application that only reads JSON and writes it again, and WSGI alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flask import Flask, Response, jsonify, request

app = Flask(__name__)


@app.post("/<path:anything>")
def echo(anything: str) -> Response:
    return jsonify(request.get_json())


def raw(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """What the server and the machine allow at most."""
    environ["wsgi.input"].read()
    start_response("200 OK", [("Content-Type", "application/json"), ("Content-Length", "2")])
    return [b"{}"]


raw.extensions = {}  # type: ignore[attr-defined]  # the settings mark an application as stopping there
