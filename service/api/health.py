"""Health checks and metrics."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, current_app

from service.api import strict_json
from service.api.operations import Operation, documented
from service.api.problems import Problem
from service.api.responses import JSON, conditional
from service.api.schemas.answers.health import StatusSchema
from service.belote.announcements import best
from service.belote.cards import INTERNATIONAL, bits
from service.observability.metrics import exposition

blueprint = Blueprint("health", __name__)

STATUS = Operation(response_schema=StatusSchema)

# Carré of kings and, without the king, the cinquante to the queen: 100 + 50 points.
SELF_TEST = ("KS", "KH", "KD", "KC", "9D", "10D", "JD", "QD")
SELF_TEST_POINTS = 150


def _status(word: str) -> Response:
    """Return `{"status": word}`, which must not be cached."""
    response = Response(strict_json.dumps({"status": word}), mimetype=JSON)
    response.cache_control.no_store = True
    return conditional(response)


@blueprint.get("/healthz")
@documented(STATUS)
def healthz() -> Response:
    """Tell whether the service is alive.

    Answers as long as the process does.
    """
    return _status("ok")


@blueprint.get("/livez")
@documented(STATUS)
def livez() -> Response:
    """Tell whether the service is alive, under the name that orchestrators use.

    The answer of `/healthz`.
    """
    return _status("ok")


@blueprint.get("/readyz")
@documented(Operation(response_schema=StatusSchema, problems=("not_ready",)))
def readyz() -> Response:
    """Tell whether the service is ready.

    Answers 200 if the ruling on a known hand is right and the worker is not stopping.

    Raises: Problem `not_ready`.
    """
    stopping: Callable[[], bool] = current_app.extensions.get("stopping", bool)
    hand = bits(INTERNATIONAL.card_of[label] for label in SELF_TEST)
    if stopping() or best(hand).points != SELF_TEST_POINTS:
        raise Problem("not_ready")
    return _status("ready")


@blueprint.get("/metrics")
@documented(Operation(media_types=("text/plain",)))
def prometheus() -> Response:
    """Return metrics.

    Counts and times of all workers, in the text format of Prometheus.
    """
    body, media_type = exposition()
    response = Response(body, content_type=media_type)
    response.cache_control.no_store = True
    return conditional(response)
