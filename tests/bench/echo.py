"""The measure: a Flask application that does nothing but read JSON and write it again."""

from __future__ import annotations

from flask import Flask, Response, jsonify, request

app = Flask(__name__)


@app.post("/<path:anything>")
def echo(anything: str) -> Response:
    return jsonify(request.get_json())
