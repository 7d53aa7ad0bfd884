"""What a machine asks about the service itself: is it alive, is it ready, how is it doing."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, current_app

from service.belote.announcements import best
from service.belote.cards import INTERNATIONAL, bits
from service.observability.monitoring import metrics
from service.web import strict_json
from service.web.answers import JSON, conditional
from service.web.problems import Problem

blueprint = Blueprint("operations", __name__)

# Carré of kings and what is left of 9 to king: 150 points (document 003's own warning, doubled).
SELF_TEST = ("KS", "KH", "KD", "KC", "9D", "10D", "JD", "QD")
SELF_TEST_POINTS = 150


def _status(word: str) -> Response:
    response = Response(strict_json.dumps({"status": word}), mimetype=JSON)
    response.cache_control.no_store = True
    return conditional(response)


@blueprint.get("/healthz")
def healthz() -> Response:
    """Alive: it answers at all."""
    return _status("ok")


@blueprint.get("/livez")
def livez() -> Response:
    """The same, by the name that orchestrators look for."""
    return _status("ok")


@blueprint.get("/readyz")
def readyz() -> Response:
    """Ready: it answers rightly, and is not about to stop. Raises: Problem `not_ready`."""
    stopping: Callable[[], bool] = current_app.extensions.get("stopping", bool)
    hand = bits(INTERNATIONAL.card_of[label] for label in SELF_TEST)
    if stopping() or best(hand).points != SELF_TEST_POINTS:
        raise Problem("not_ready")
    return _status("ready")


@blueprint.get("/metrics")
def prometheus() -> Response:
    """Counts and times of all workers, for Prometheus."""
    body, media_type = metrics()
    response = Response(body, content_type=media_type)
    response.cache_control.no_store = True
    return conditional(response)
