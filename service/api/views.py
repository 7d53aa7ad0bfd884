"""The operations of the API: read a body, ask the game, write what it says.

One shape for all of them; no view knows a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from typing import TypeVar
from wsgiref.types import WSGIEnvironment

from flask import Blueprint, Response, request
from werkzeug.datastructures import MultiDict

from service.api import i18n, negotiation, request_body, score_sheet, strict_json
from service.api.negotiation import preferred_language
from service.api.problems import Fault, Problem, refuse, unknown_names
from service.api.responses import (
    JSON,
    cacheable_response,
    json_response,
    negotiated_response,
)
from service.api.rulebook import rulebook
from service.api.schemas import announcements, donnes
from service.api.schemas.fields import expected
from service.api.schemas.rules import echoed
from service.api.serializers import Json, Writer, writer
from service.belote.announcements import best_of_many, resolve
from service.belote.cards import DECKS
from service.belote.comparison import compare
from service.belote.declarations import validate
from service.belote.donne import score
from service.belote.tricks import replay

R = TypeVar("R", bound=announcements.Asked)

DAY = 86_400

# QUERY (RFC 10008) is a safe and idempotent method with a body; here it equals POST.
ASKED_BY = ("POST", "QUERY")

api = Blueprint("api", __name__)


def read(environ: WSGIEnvironment, reader: announcements.Reader[R], limit: int) -> R:
    """Return the request that a schema reads from the body. Raises: Problem."""
    return reader(request_body.read_json(environ, limit))


def json_endpoint(
    reader: announcements.Reader[R], limit: int = request_body.SMALL
) -> Callable[[Callable[[R, Writer], Json]], Callable[[], Response]]:
    """Decorate a function from request and writer to JSON as the view of an operation."""

    def wrap(rule: Callable[[R, Writer], Json]) -> Callable[[], Response]:
        @wraps(rule)
        def view() -> Response:
            environ = request.environ
            asked = read(environ, reader, limit)
            language = preferred_language(environ)
            told = rule(asked, writer(asked.deck, language))
            told["rules"] = echoed(asked.rules)
            return json_response(told, language)

        return view

    return wrap


@api.route("/v1/hands/resolve", methods=ASKED_BY)
@json_endpoint(announcements.RESOLVE)
def resolve_hand(asked: announcements.ResolveRequest, write: Writer) -> Json:
    return write.resolution(resolve(asked.hand, asked.trump, asked.rules.rules))


@api.route("/v1/hands/resolve-batch", methods=ASKED_BY)
@json_endpoint(announcements.BATCH, request_body.LARGE)
def resolve_batch(asked: announcements.BatchRequest, write: Writer) -> Json:
    """Many hands of one deck, each answered or refused by itself."""
    results = write.briefs(best_of_many(asked.hands.good, asked.trump, asked.rules.rules))
    for index, faults in asked.hands.refused.items():
        results.insert(index, write.refused(faults))
    return {"results": results}


@api.route("/v1/announcements/validate", methods=ASKED_BY)
@json_endpoint(announcements.VALIDATE)
def validate_declared(asked: announcements.ValidateRequest, write: Writer) -> Json:
    return write.validation(validate(asked.hand, asked.declared, asked.trump, asked.rules.rules))


@api.route("/v1/announcements/compare", methods=ASKED_BY)
@json_endpoint(announcements.COMPARE)
def compare_declared(asked: announcements.CompareRequest, write: Writer) -> Json:
    ruling = compare(
        asked.declared or {},
        asked.hands,
        asked.trump,
        asked.rules.rules,
        declare_best=asked.declare_best,
        first_player=asked.first_player,
    )
    return write.comparison(ruling)


@api.route("/v1/donnes/score", methods=ASKED_BY)
@json_endpoint(donnes.SCORE)
def score_donne(asked: donnes.DonneRequest, write: Writer) -> Json:
    return write.donne(score(asked.donne, asked.rules.rules))


@api.route("/v1/donnes/replay", methods=ASKED_BY)
@json_endpoint(donnes.REPLAY)
def replay_donne(asked: donnes.ReplayRequest, write: Writer) -> Json:
    return write.replay(replay(asked.play, asked.trump, asked.hands, asked.rules.rules))


@api.route("/v1/games/score", methods=ASKED_BY)
def score_game() -> Response:
    """The sheet of a game, in the form that `Accept` prefers."""
    asked = read(request.environ, donnes.GAME, request_body.LARGE)
    language = preferred_language(request.environ)
    sheet = asked.sheet
    accept = request.environ.get("HTTP_ACCEPT", "")
    form = negotiation.media_type(accept, (JSON, score_sheet.CSV, score_sheet.HTML))
    if form == JSON:
        told = writer(asked.deck, language).sheet(sheet) | {"rules": echoed(asked.rules)}
        return negotiated_response(strict_json.dumps(told), form, language)
    paper = score_sheet.Paper(sheet, language)
    if form == score_sheet.CSV:
        return negotiated_response(score_sheet.as_csv(paper), form, language)
    return negotiated_response(score_sheet.as_html(paper), form, language, score_sheet.POLICY)


# By address -----------------------------------------------------------------------------------

QUERY = ("trump", "notation", "preset", "lang")


@api.get("/v1/hands/<deck>/<cards>")
def get_hand(deck: str, cards: str) -> Response:
    """The answer of `resolve` under an address of its own, for links and caches."""
    if deck not in {one.name for one in DECKS}:
        raise Problem("not_found", path=request.path)
    sent = negotiation.query(request.environ)
    query = {name: value for name, value in sent.items() if value and name in QUERY}
    language = query.pop("lang", i18n.DEFAULT)
    preset = query.pop("preset", None)
    rules = {"rules": {"preset": preset}} if preset else {}
    body = {"deck": deck, "hand": cards.split(","), **query, **rules}
    faults = [*_query_faults(sent, QUERY), *map(_of_path, announcements.RESOLVE.faults(body))]
    if faults:
        raise refuse(faults, in_query=True)
    asked = announcements.RESOLVE(body)
    found = resolve(asked.hand, asked.trump, asked.rules.rules)
    told = writer(asked.deck, language).resolution(found) | {"rules": echoed(asked.rules)}
    return cacheable_response(strict_json.dumps(told), JSON, DAY, language)


@api.get("/v1/rules")
def get_rules() -> Response:
    """Decks, values and orders as data."""
    sent = negotiation.query(request.environ)
    faults = list(_query_faults(sent, ("lang",)))
    if faults:
        raise refuse(faults, in_query=True)
    language = sent.get("lang") or i18n.DEFAULT
    return cacheable_response(strict_json.dumps(rulebook(language)), JSON, DAY, language)


def _query_faults(sent: MultiDict[str, str], known: Sequence[str]) -> Iterator[Fault]:
    """Parameters that are unknown or given twice, and a language that is not spoken here."""
    for fault in unknown_names(sent, known):
        yield Fault(fault.code, fault.path or (fault.params["field"],), fault.params)
    for name in known:
        values = sent.getlist(name)
        if len(values) > 1:
            yield expected("once", (name,))
        elif name == "lang" and values and values[0] not in ("", *i18n.LANGUAGES):
            yield expected("one_of", (name,), choices=list(i18n.LANGUAGES))


def _of_path(fault: Fault) -> Fault:
    """A fault of the body that stands for the path: the hand is the parameter `cards`."""
    first, *index = fault.path
    if first == "rules":
        return Fault(fault.code, ("preset",), fault.params)
    if first != "hand":
        return fault
    params = {
        name: f"cards/{value[-1]}" if isinstance(value, tuple) else value
        for name, value in fault.params.items()
    }
    return Fault(fault.code, ("cards",), params | ({"index": index[0]} if index else {}))
