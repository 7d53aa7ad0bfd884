"""The operations of the API: read a body, ask the game, write what it says.

One shape for all of them; no view knows a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from typing import TypeVar

from flask import Blueprint, Response, request
from werkzeug.datastructures import MultiDict

from service.api import i18n, negotiation, request_body, score_sheet, strict_json
from service.api.operations import (
    BODY_PROBLEMS,
    DECLARATION_PROBLEMS,
    DONNE_PROBLEMS,
    GAME_PROBLEMS,
    HAND_ADDRESS_PROBLEMS,
    QUERY_PROBLEMS,
    REPLAY_PROBLEMS,
    Operation,
    documented,
)
from service.api.problems import Fault, Problem, refuse, unknown_names
from service.api.responses import (
    JSON,
    cacheable_response,
    json_response,
    negotiated_response,
    preferred_language,
)
from service.api.rulebook import rulebook
from service.api.schemas.announcements import (
    CompareRequest,
    CompareRequestSchema,
    ValidateRequest,
    ValidateRequestSchema,
)
from service.api.schemas.base import faults_in, load_request
from service.api.schemas.body import BodySchema, Request
from service.api.schemas.donnes import (
    DonneRequest,
    DonneRequestSchema,
    ReplayRequest,
    ReplayRequestSchema,
)
from service.api.schemas.fields import expected
from service.api.schemas.games import GameRequestSchema
from service.api.schemas.hands import (
    BatchRequest,
    BatchRequestSchema,
    ResolveRequest,
    ResolveRequestSchema,
)
from service.api.schemas.rules import rules_json
from service.api.serializers import Json, Writer, writer
from service.belote.announcements import best_of_many, resolve
from service.belote.cards import DECKS
from service.belote.comparison import compare
from service.belote.declarations import validate
from service.belote.donne import score
from service.belote.tricks import replay

R = TypeVar("R", bound=Request)

DAY = 86_400

# QUERY (RFC 10008) is a safe and idempotent method with a body; here it equals POST.
ASKED_BY = ("POST", "QUERY")

api = Blueprint("api", __name__)


def read(schema: BodySchema[R], limit: int) -> R:
    """Return the request that a schema loads from the body. Raises: Problem."""
    return load_request(schema, request_body.read_json(request.environ, limit))


def json_endpoint(
    schema_class: type[BodySchema[R]],
    limit: int = request_body.SMALL,
    problems: tuple[str, ...] = (),
) -> Callable[[Callable[[R, Writer], Json]], Callable[[], Response]]:
    """Decorate a function from request and writer to JSON as the view of an operation.

    `limit`: the maximum bytes of a body. `problems`: the codes that it may answer besides those
    of every body.
    """
    schema = schema_class()
    operation = Operation(request_schema=schema_class, problems=(*BODY_PROBLEMS, *problems))

    def wrap(rule: Callable[[R, Writer], Json]) -> Callable[[], Response]:
        @documented(operation)
        @wraps(rule)
        def view() -> Response:
            asked = read(schema, limit)
            language = preferred_language(request.environ)
            told = rule(asked, writer(asked.deck, language))
            told["rules"] = rules_json(asked.rules)
            return json_response(told, language)

        return view

    return wrap


@api.route("/v1/hands/resolve", methods=ASKED_BY)
@json_endpoint(ResolveRequestSchema)
def resolve_hand(asked: ResolveRequest, write: Writer) -> Json:
    return write.resolution(resolve(asked.hand, asked.trump, asked.rules.rules))


@api.route("/v1/hands/resolve-batch", methods=ASKED_BY)
@json_endpoint(BatchRequestSchema, request_body.LARGE)
def resolve_batch(asked: BatchRequest, write: Writer) -> Json:
    """Many hands of one deck, each answered or refused by itself."""
    results = write.briefs(best_of_many(asked.hands.good, asked.trump, asked.rules.rules))
    for index, faults in asked.hands.refused.items():
        results.insert(index, write.refused(faults))
    return {"results": results}


@api.route("/v1/announcements/validate", methods=ASKED_BY)
@json_endpoint(ValidateRequestSchema)
def validate_declared(asked: ValidateRequest, write: Writer) -> Json:
    return write.validation(validate(asked.hand, asked.declared, asked.trump, asked.rules.rules))


@api.route("/v1/announcements/compare", methods=ASKED_BY)
@json_endpoint(CompareRequestSchema, problems=DECLARATION_PROBLEMS)
def compare_declared(asked: CompareRequest, write: Writer) -> Json:
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
@json_endpoint(DonneRequestSchema, problems=DONNE_PROBLEMS)
def score_donne(asked: DonneRequest, write: Writer) -> Json:
    return write.donne(score(asked.donne, asked.rules.rules))


@api.route("/v1/donnes/replay", methods=ASKED_BY)
@json_endpoint(ReplayRequestSchema, problems=REPLAY_PROBLEMS)
def replay_donne(asked: ReplayRequest, write: Writer) -> Json:
    return write.replay(replay(asked.play, asked.trump, asked.hands, asked.rules.rules))


GAME = GameRequestSchema()


@api.route("/v1/games/score", methods=ASKED_BY)
@documented(
    Operation(
        request_schema=GameRequestSchema,
        problems=(*BODY_PROBLEMS, *GAME_PROBLEMS),
        media_types=(JSON, score_sheet.CSV, score_sheet.HTML),
    )
)
def score_game() -> Response:
    """The sheet of a game, in the form that `Accept` prefers."""
    asked = read(GAME, request_body.LARGE)
    language = preferred_language(request.environ)
    sheet = asked.sheet
    accept = request.environ.get("HTTP_ACCEPT", "")
    form = negotiation.media_type(accept, (JSON, score_sheet.CSV, score_sheet.HTML))
    if form == JSON:
        told = writer(asked.deck, language).sheet(sheet) | {"rules": rules_json(asked.rules)}
        return negotiated_response(strict_json.dumps(told), form, language)
    paper = score_sheet.Paper(sheet, language)
    if form == score_sheet.CSV:
        return negotiated_response(score_sheet.as_csv(paper), form, language)
    return negotiated_response(score_sheet.as_html(paper), form, language, score_sheet.POLICY)


# By address -----------------------------------------------------------------------------------

QUERY = ("trump", "notation", "preset", "lang")
HAND = ResolveRequestSchema()


@api.get("/v1/hands/<deck>/<cards>")
@documented(Operation(problems=HAND_ADDRESS_PROBLEMS, cacheable=True))
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
    if found := [*_query_faults(sent, QUERY), *map(_of_path, faults_in(HAND, body))]:
        raise refuse(found, in_query=True)
    asked = HAND.load(body)
    ruling = resolve(asked.hand, asked.trump, asked.rules.rules)
    told = writer(asked.deck, language).resolution(ruling) | {"rules": rules_json(asked.rules)}
    return cacheable_response(strict_json.dumps(told), JSON, DAY, language)


@api.get("/v1/rules")
@documented(Operation(problems=QUERY_PROBLEMS, cacheable=True))
def get_rules() -> Response:
    """Decks, values and orders as data."""
    sent = negotiation.query(request.environ)
    if found := list(_query_faults(sent, ("lang",))):
        raise refuse(found, in_query=True)
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
