"""Health checks and metrics."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, current_app

from service.api import strict_json
from service.api.problems import Problem
from service.api.responses import JSON, conditional
from service.belote.announcements import best
from service.belote.cards import INTERNATIONAL, bits
from service.observability.metrics import exposition

blueprint = Blueprint("health", __name__)

# Carré of kings and, without the king, the cinquante to the queen: 100 + 50 points.
SELF_TEST = ("KS", "KH", "KD", "KC", "9D", "10D", "JD", "QD")
SELF_TEST_POINTS = 150


def _status(word: str) -> Response:
    """Return `{"status": word}`, which must not be cached."""
    response = Response(strict_json.dumps({"status": word}), mimetype=JSON)
    response.cache_control.no_store = True
    return conditional(response)


@blueprint.get("/healthz")
def healthz() -> Response:
    """Answer, which shows that the worker is alive."""
    return _status("ok")


@blueprint.get("/livez")
def livez() -> Response:
    """Answer as `healthz` does, under the name that orchestrators use."""
    return _status("ok")


@blueprint.get("/readyz")
def readyz() -> Response:
    """Check a ruling, and that the worker is not stopping. Raises: Problem `not_ready`."""
    stopping: Callable[[], bool] = current_app.extensions.get("stopping", bool)
    hand = bits(INTERNATIONAL.card_of[label] for label in SELF_TEST)
    if stopping() or best(hand).points != SELF_TEST_POINTS:
        raise Problem("not_ready")
    return _status("ready")


@blueprint.get("/metrics")
def prometheus() -> Response:
    """Return the metrics of all workers for Prometheus."""
    body, media_type = exposition()
    response = Response(body, content_type=media_type)
    response.cache_control.no_store = True
    return conditional(response)
