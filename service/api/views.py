"""The operations of the API: read a body, ask the game, write what it says.

`json_endpoint` makes the views of a body in and JSON out; no view knows a rule. What decides
comparisons is counted here, since only the views see it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import wraps
from types import MappingProxyType
from typing import TypeVar

from flask import Blueprint, Response, request
from werkzeug.datastructures import MultiDict

from service.api import i18n, negotiation, request_body, score_sheet, strict_json
from service.api.addresses import LONGEST_PATH
from service.api.audit_serializer import audit_json
from service.api.negotiation import reader_language
from service.api.operations import (
    AUDIT_PROBLEMS,
    BODY_PROBLEMS,
    DEAL_PROBLEMS,
    DECLARATION_PROBLEMS,
    DONNE_PROBLEMS,
    GAME_PROBLEMS,
    HAND_ADDRESS_PROBLEMS,
    QUERY_PROBLEMS,
    REPLAY_PROBLEMS,
    Operation,
    documented,
)
from service.api.pauses import WithPauses
from service.api.problems import Fault, not_found, refuse
from service.api.responses import (
    HTML,
    JSON,
    cacheable_response,
    json_response,
    negotiated_response,
)
from service.api.rulebook import rulebook_json
from service.api.schemas.announcements import (
    CompareRequest,
    CompareRequestSchema,
    ValidateRequest,
    ValidateRequestSchema,
)
from service.api.schemas.answers.announcements import ComparisonAnswerSchema, ValidationSchema
from service.api.schemas.answers.audits import AuditBatchSchema, AuditSchema
from service.api.schemas.answers.common import AnswerSchema
from service.api.schemas.answers.deals import DealSchema
from service.api.schemas.answers.donnes import DonneScoreSchema, ReplaySchema
from service.api.schemas.answers.games import SheetSchema
from service.api.schemas.answers.hands import BatchResolutionSchema, ResolutionSchema
from service.api.schemas.answers.rules import RulesSchema
from service.api.schemas.audits import (
    AuditBatchRequest,
    AuditBatchRequestSchema,
    AuditRequest,
    AuditRequestSchema,
)
from service.api.schemas.base import faults_in, load_request
from service.api.schemas.body import BodySchema, Request
from service.api.schemas.deals import DealRequestSchema
from service.api.schemas.donnes import (
    DonneRequest,
    DonneRequestSchema,
    ReplayRequest,
    ReplayRequestSchema,
)
from service.api.schemas.fields import expected, with_received
from service.api.schemas.games import GameRequest, GameRequestSchema
from service.api.schemas.hands import (
    BatchRequest,
    BatchRequestSchema,
    ResolveRequest,
    ResolveRequestSchema,
)
from service.api.schemas.parameters import (
    LANG,
    PATH_PARAMETERS,
    DealQuerySchema,
    HandQuerySchema,
    RulesQuerySchema,
)
from service.api.schemas.rules import PRESET, rules_json
from service.api.serializers import Json, Serializer, serializer
from service.api.suggestions import WHOLE_NUMBER, closest, unknown_names
from service.belote.announcements import best_of_many, resolve
from service.belote.audit.auditor import audit
from service.belote.cards import DECKS
from service.belote.comparison import compare
from service.belote.dealing import deal
from service.belote.declarations import validate
from service.belote.donne import score
from service.belote.presets import SWITCHES
from service.belote.rules import HAND_SIZE
from service.belote.tricks import replay
from service.observability.metrics import comparisons_of

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
    response_schema: type[AnswerSchema],
    limit: int = request_body.SMALL,
    problems: tuple[str, ...] = (),
) -> Callable[[Callable[[R, Serializer], Json]], Callable[[], Response]]:
    """Decorate a function from request and serializer to JSON as the view of an operation.

    The view reads the body, calls the function, adds `rules` to what it returns, and responds.
    `limit`: the maximum bytes of a body. `problems`: the codes that it may answer besides those
    of every body.
    """
    schema = schema_class()
    operation = Operation(
        request_schema=schema_class,
        response_schema=response_schema,
        problems=(*BODY_PROBLEMS, *problems),
    )

    def wrap(rule: Callable[[R, Serializer], Json]) -> Callable[[], Response]:
        @documented(operation)
        @wraps(rule)
        def view() -> Response:
            check_language_alone()
            asked = read(schema, limit)
            language = reader_language(request.environ)
            told = rule(asked, serializer(asked.deck, language))
            told["rules"] = rules_json(asked.rules)
            return json_response(told, language)

        return view

    return wrap


@api.route("/v1/hands/resolve", methods=ASKED_BY)
@json_endpoint(ResolveRequestSchema, ResolutionSchema)
def resolve_hand(asked: ResolveRequest, to_json: Serializer) -> Json:
    """Find what a hand can announce.

    The answer has the best set of announcements that share no card, every other complete set, and
    the cards that a carré and a sequence both need.
    """
    return to_json.resolution(resolve(asked.hand, asked.trump, asked.rules.rules))


@api.route("/v1/hands/resolve-batch", methods=ASKED_BY)
@json_endpoint(BatchRequestSchema, BatchResolutionSchema, request_body.LARGE)
def resolve_batch(asked: BatchRequest, to_json: Serializer) -> Json:
    """Find what each of many hands can announce.

    Up to 1000 hands of one deck, answered in order and without explanations. A fault inside a hand
    is the `error` of that item; the other hands are answered as usual.
    """
    results = to_json.batch_items(best_of_many(asked.hands.good, asked.trump, asked.rules.rules))
    for index, faults in asked.hands.refused.items():
        results.insert(index, to_json.batch_error(faults, "hands"))
    return {"results": results}


@api.route("/v1/announcements/validate", methods=ASKED_BY)
@json_endpoint(ValidateRequestSchema, ValidationSchema)
def validate_declared(asked: ValidateRequest, to_json: Serializer) -> Json:
    """Rule on the declarations of a player.

    Each declaration is checked against the player's hand. It is valid, or void for the first reason
    that applies; one that the cards disprove is flagged as false.
    """
    return to_json.validation(validate(asked.hand, asked.declared, asked.trump, asked.rules.rules))


@api.route("/v1/announcements/compare", methods=ASKED_BY)
@json_endpoint(CompareRequestSchema, ComparisonAnswerSchema, problems=DECLARATION_PROBLEMS)
def compare_declared(asked: CompareRequest, to_json: Serializer) -> Json:
    """Decide whose announcements count.

    Rules on every declaration, then compares the strongest announcement of each team: points,
    carré over sequence, length, top card, trump. The first difference decides; without any,
    nothing counts. The declarations of a seat are checked against its hand if that is known;
    otherwise the seat is assumed to hold the declared cards.
    """
    found = compare(
        asked.declared or {},
        asked.hands,
        asked.trump,
        asked.rules.rules,
        declare_best=asked.declare_best,
        first_player=asked.first_player,
        dealer=asked.dealer,
    )
    comparisons_of(found.decided_by).inc()
    return to_json.comparison(found)


@api.route("/v1/donnes/score", methods=ASKED_BY)
@json_endpoint(DonneRequestSchema, DonneScoreSchema, problems=DONNE_PROBLEMS)
def score_donne(asked: DonneRequest, to_json: Serializer) -> Json:
    """Score a donne.

    The donne is given as the points counted (`count`), as the piles of tricks (`won`) or as the
    whole play (`play`); announcements as points, as declarations, or as the best of the hands. The
    score comes as lines, each with the team that counted the points and the team that scores them.
    """
    found = score(asked.donne, asked.rules.rules)
    if found.announcements:
        comparisons_of(found.announcements.decided_by).inc()
    return to_json.donne(found)


@api.route("/v1/donnes/replay", methods=ASKED_BY)
@json_endpoint(ReplayRequestSchema, ReplaySchema, problems=REPLAY_PROBLEMS)
def replay_donne(asked: ReplayRequest, to_json: Serializer) -> Json:
    """Follow a play.

    The answer has whose turn it is, the legal cards if that player's hand is known, who has won
    each trick, and which cards are proven to have been played against the rules.
    """
    return to_json.replay(replay(asked.play, asked.trump, asked.hands, asked.rules.rules))


@api.route("/v1/donnes/audit", methods=ASKED_BY)
@json_endpoint(AuditRequestSchema, AuditSchema, request_body.MEDIUM, AUDIT_PROBLEMS)
def audit_donne(asked: AuditRequest, to_json: Serializer) -> Json:
    """Audit a donne as it happened.

    The log is a flat list of events, legal or not, and may stop anywhere. The answer has what a
    referee who watched would say: who is next and what is due, what was against the rules and which
    event proves it, how claims are ruled, the donne as it was played, and what the table writes.
    """
    found = audit(asked.log, asked.rules.rules)
    if found.score and found.announcements:
        comparisons_of(found.announcements.decided_by).inc()
    told = audit_json(found, to_json, rules_json(asked.rules))
    return told | {"explanation": to_json.explanation(found.explanation)}


@api.route("/v1/donnes/audit-batch", methods=ASKED_BY)
@json_endpoint(AuditBatchRequestSchema, AuditBatchSchema, request_body.HUGE)
def audit_batch(asked: AuditBatchRequest, to_json: Serializer) -> Json:
    """Audit each of many donnes.

    Up to 100 logs of one deck and one table, answered in order and without explanations. A fault
    inside a log is the `error` of that item; the other logs are answered as usual.
    """
    rules = rules_json(asked.rules)
    results = []
    for index, log in enumerate(WithPauses(asked.logs)):
        if log is None:
            results.append(to_json.batch_error(asked.refused[index], "logs"))
        else:
            results.append(audit_json(audit(log, asked.rules.rules), to_json, rules))
    return {"results": results}


GAME = GameRequestSchema()


@api.route("/v1/games/score", methods=ASKED_BY)
@documented(
    Operation(
        request_schema=GameRequestSchema,
        response_schema=SheetSchema,
        problems=(*BODY_PROBLEMS, *GAME_PROBLEMS),
        media_types=(JSON, score_sheet.CSV, HTML),
    )
)
def score_game() -> Response:
    """Keep the score sheet of a game.

    Up to 200 donnes in a row: running totals, what is carried from one to the next, the pardons
    for a forgotten rebelote, and the winner. A donne may have `rules` of its own, where the table
    changed its rules during the game. With `detail` each row has the whole ruling on its donne.
    `Accept: text/csv` or `text/html` returns the same sheet as it is kept on paper.
    """
    check_language_alone()
    asked = read(GAME, request_body.LARGE)
    language = reader_language(request.environ)
    sheet = asked.sheet
    accept = request.environ.get("HTTP_ACCEPT", "")
    form = negotiation.media_type(accept, (JSON, score_sheet.CSV, HTML))
    if form == JSON:
        told = _sheet_json(asked, serializer(asked.deck, language))
        return negotiated_response(strict_json.dumps(told), form, language)
    paper = score_sheet.PaperSheet(sheet, asked.deck, language, asked.names)
    if form == score_sheet.CSV:
        return negotiated_response(score_sheet.as_csv(paper), form, language)
    return negotiated_response(score_sheet.as_html(paper), form, language, score_sheet.POLICY)


def _sheet_json(asked: GameRequest, to_json: Serializer) -> Json:
    """Return the answer about a game, with the ruling on each donne where it is asked for."""
    told = to_json.sheet(asked.sheet, asked.names)
    if asked.detail:
        rules = map(rules_json, WithPauses(asked.rules_of_donnes))
        for row, ruling in zip(told["rows"], to_json.rulings(asked.sheet, rules), strict=True):
            row["donne"] = ruling
    return told | {"rules": rules_json(asked.rules)}


HAND_PARAMETERS = tuple(HandQuerySchema().fields)
HAND = ResolveRequestSchema()


@api.get("/v1/hands/<deck>/<cards>")
@documented(
    Operation(
        request_schema=HandQuerySchema,
        response_schema=ResolutionSchema,
        problems=HAND_ADDRESS_PROBLEMS,
        cacheable=True,
    )
)
def get_hand(deck: str, cards: str) -> Response:
    """Find what a hand can announce, by its address.

    The answer of `/v1/hands/resolve` under an address of its own, for links and caches.
    """
    check_deck(deck, "/v1/hands/{deck}/{cards}", cards=cards)
    sent = negotiation.query(request.environ)
    query = {name: value for name, value in sent.items() if value and name in HAND_PARAMETERS}
    language = negotiation.supported(query.pop("lang", "")) or i18n.DEFAULT
    preset = query.pop("preset", None)
    rules = {"rules": {"preset": preset}} if preset else {}
    body = {"deck": deck, "hand": cards.split(","), **query, **rules}
    of_cards = _separation_faults(cards) or map(_of_path, faults_in(HAND, body))
    if found := [*query_faults(sent, HAND_PARAMETERS), *of_cards]:
        raise refuse(found, in_query=True)
    asked = HAND.load(body)
    ruling = resolve(asked.hand, asked.trump, asked.rules.rules)
    told = serializer(asked.deck, language).resolution(ruling) | {"rules": rules_json(asked.rules)}
    return cacheable_response(strict_json.dumps(told), JSON, DAY, language)


DEAL_PARAMETERS = tuple(DealQuerySchema().fields)
DEAL = DealRequestSchema()


@api.get("/v1/deals/random")
@documented(
    Operation(
        request_schema=DealQuerySchema,
        response_schema=DealSchema,
        problems=DEAL_PROBLEMS,
        cacheable=True,
    )
)
def get_deal() -> Response:
    """Deal the cards of a seed.

    Four hands, who dealt and who took; with `play=true` also a play in which every card is legal
    by the rules. The same seed gives the same cards in any version, so a test or a demo can name
    them by a number. `bodies` are requests about the deal, to be sent as they are.
    """
    sent = negotiation.query(request.environ)
    values = {name: _scalar(value) for name, value in sent.items() if value}
    rules = {name: values.pop(name) for name in (PRESET, *SWITCHES) if name in values}
    known = {name: value for name, value in values.items() if name in DEAL_PARAMETERS}
    body = known | {"rules": rules}
    if found := [*query_faults(sent, DEAL_PARAMETERS), *map(_of_query, faults_in(DEAL, body))]:
        raise refuse(found, in_query=True)
    asked = DEAL.load(body)
    dealt = deal(
        asked.seed, asked.rules.rules, trump=asked.trump, dealer=asked.dealer, play=asked.play
    )
    told = serializer(asked.deck, i18n.DEFAULT).deal(dealt, rules_json(asked.rules))
    return cacheable_response(strict_json.dumps(told), JSON, DAY)


@api.get("/v1/rules")
@documented(
    Operation(
        request_schema=RulesQuerySchema,
        response_schema=RulesSchema,
        problems=QUERY_PROBLEMS,
        cacheable=True,
    )
)
def get_rules() -> Response:
    """List the rules as data.

    The decks and their labels, the values and orders of the cards, the switches and presets, and
    the documents that the rules rest on.
    """
    if found := language_faults():
        raise refuse(found, in_query=True)
    asked = negotiation.query(request.environ).get("lang", "")
    language = negotiation.supported(asked) or i18n.DEFAULT
    return cacheable_response(rulebook_json(language), JSON, DAY, language)


def check_deck(deck: str, address: str, **others: str) -> None:
    """Check that there is a deck of that name. Raises: Problem `not_found`.

    `address`: the template of the address, with `others` beside the deck.
    """
    choices = list(dict.fromkeys(one.name for one in DECKS))
    if deck not in choices:
        near = [address.format(deck=one, **others) for one in closest(deck, choices)]
        near = [one for one in near if len(one) <= LONGEST_PATH]
        raise not_found(near, because="deck", deck=deck, choices=choices)


SEPARATORS = re.compile(r"[\s,;+|/._-]+")
"""What people write between cards."""

LONGEST_CARD = max(len(text) for deck in DECKS for text in deck.card_of)


def _separation_faults(cards: str) -> list[Fault]:
    """Return a fault where something else than commas, or nothing, is between the cards."""
    parts = cards.split(",")
    if (len(parts) > 1 or len(cards) <= LONGEST_CARD) and parts == [*map(str.strip, parts)]:
        return []
    meant = [one for one in SEPARATORS.split(cards) if one]
    is_hand = len(meant) == HAND_SIZE and max(map(len, meant)) <= LONGEST_CARD
    example = ",".join(meant) if is_hand else PATH_PARAMETERS["cards"].metadata["example"]
    fault = expected("comma_separated", ("cards",), example=example)
    return list(with_received([fault], {"cards": cards}))


def check_language_alone() -> None:
    """Check that the query beside a body names a language at most. Raises: Problem."""
    if found := language_faults():
        raise refuse(replace(one, path=(), parameter=str(one.path[0])) for one in found)


def language_faults() -> list[Fault]:
    """Return what is wrong in a query that may name a language, and nothing else."""
    if not request.environ.get("QUERY_STRING"):
        return []
    return list(query_faults(negotiation.query(request.environ), (LANG,)))


def query_faults(sent: MultiDict[str, str], known: Sequence[str]) -> Iterator[Fault]:
    """Yield a fault for each unknown or repeated parameter, and for an unsupported language."""
    for fault in unknown_names(sent, known):
        yield replace(fault, path=fault.path or (fault.params["field"],))
    for name in known:
        values = sent.getlist(name)
        if len(values) > 1:
            yield expected("once", (name,))
        elif name == "lang" and values and values[0] and not negotiation.supported(values[0]):
            unspoken = expected("one_of", (name,), choices=list(i18n.LANGUAGES))
            yield from with_received([unspoken], sent)


def _scalar(text: str) -> str | int | bool:
    """Return the value of a query parameter as JSON would write it: a number, a boolean, a text."""
    if WHOLE_NUMBER.fullmatch(text):
        return int(text)
    return BOOLEANS.get(text, text)


BOOLEANS: Mapping[str, bool] = MappingProxyType({"true": True, "false": False})


def _of_query(fault: Fault) -> Fault:
    """Return a fault of a body as one of the query, where switches stand beside the others."""
    return replace(fault, path=fault.path[-1:])


def _of_path(fault: Fault) -> Fault:
    """Return a fault of the body as one of the address, where the hand is `cards`."""
    first, *index = fault.path
    if first == "rules":
        return replace(fault, path=("preset",))
    if first != "hand":
        return fault
    params = {
        name: f"cards/{value[-1]}" if isinstance(value, tuple) else value
        for name, value in fault.params.items()
    }
    at = {"index": index[0]} if index else {}
    return replace(fault, path=("cards",), params=params | at)
