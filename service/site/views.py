"""Pages for people: the table, the documentation of the API and of the codes of errors."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from flask import Blueprint, Response, abort, current_app, render_template, request

from service.api import i18n, strict_json
from service.api.negotiation import media_type, query, reader_language, supported
from service.api.operations import (
    CARD_FACE_PROBLEMS,
    CODE_PROBLEMS,
    QUERY_PROBLEMS,
    Operation,
    documented,
)
from service.api.problem_codes import problem_code, problem_codes
from service.api.problems import STATUS_OF, not_found, quoted, refuse
from service.api.responses import HTML, JSON, cacheable_response, conditional, packed, tagged
from service.api.rulebook import rulebook, rulebook_json
from service.api.schemas.answers.problems import ProblemFormSchema, ProblemIndexSchema
from service.api.schemas.base import faults_in
from service.api.schemas.cards import DeckRequestSchema
from service.api.schemas.fields import deck_name
from service.api.schemas.parameters import CardFaceQuerySchema, ReaderQuerySchema
from service.api.suggestions import MAX_SUGGESTED, card_hints, closest
from service.api.views import check_deck, query_faults
from service.belote.cards import DECKS, Deck
from service.site.asset_files import imported_at_once
from service.site.assets import Assets
from service.site.card_faces import face
from service.site.topics import topics

blueprint = Blueprint("pages", __name__, template_folder="templates")

SCRIPT_OF_TABLE = "static/table/main.js"
"""The module that starts the table; the page preloads all that it imports."""

FOLDER = "static/table/"
"""How the names of the files of the table begin, which a device keeps."""

LATER = ("codes", "paragraphs", "problems", "sources")
"""The parts of the rules that the page does without until it has been seen."""

HOUR = 3600
MONTH = 30 * 86_400
MANIFEST = "application/manifest+json"
SCRIPT = "text/javascript"
SVG = "image/svg+xml"
YAML = "application/yaml"
JSON_LINES = "application/jsonl"

_DRAWINGS = files("service.site").joinpath("drawings")
DRAWINGS = tuple(
    _DRAWINGS.joinpath(f"{deck}.svg").read_text(encoding="utf-8")
    for deck in dict.fromkeys(deck.name for deck in DECKS)
)
"""The drawings of each deck, put into the page: a sprite in a file of its own would take a request
and could not say which ink a suit has.
"""

# Swagger UI draws its icons from data URLs; beyond that, only files of this service are let in.
DOCS_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
TABLE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
WORKER_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"
PAGE_POLICY = (
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)


def _page(template: str, policy: str, language: str, **values: object) -> Response:
    """Return a page in HTML, which a cache must revalidate: it names the files of its version.

    Links in templates are relative, so that they hold behind a proxy that serves all of this under
    a prefix. `assets` gives them the address of a file, as seen from `/`.
    """
    values |= {"language": language, "assets": _assets().addresses}
    response = Response(render_template(template, **values))
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["Content-Language"] = language
    response.headers["Vary"] = "Accept-Language"
    return _revalidated(response, policy)


def _revalidated(response: Response, policy: str) -> Response:
    """Return what a cache must ask for again each time, with the policy that holds in it."""
    response.headers["Content-Security-Policy"] = policy
    response.headers["Cache-Control"] = "no-cache"
    return conditional(packed(tagged(response)))


def _assets() -> Assets:
    assets: Assets = current_app.extensions["assets"]
    return assets


@blueprint.get("/static/<path:name>")
@blueprint.get("/docs/<path:name>")
def asset(name: str) -> Response:
    """Return a file that a page loads."""
    return _assets().response(request.path)


@blueprint.get("/")
def table() -> Response:
    """Show the table, in the language of `?lang=` or the browser's."""
    language = reader_language(request.environ)
    return _page("table.html", TABLE_POLICY, language, **_of_table(language))


def _of_table(language: str) -> dict[str, object]:
    """Return what the template of the table is filled with, but for language and assets."""
    return {
        "words": i18n.CATALOGUES[language]["table"],
        "spoken": _words(language).decode().replace("<", "\\u003c"),
        "languages": {one: i18n.CATALOGUES[one]["language"] for one in i18n.LANGUAGES},
        "decks": DRAWINGS,
        "modules": _preloaded(_assets()),
    }


@cache
def _preloaded(assets: Assets) -> list[str]:
    """Return the modules that the first view of the table needs, and no other."""
    return imported_at_once(SCRIPT_OF_TABLE, assets.paths)


@blueprint.get("/words/<language>.json")
def words(language: str) -> Response:
    """Return what the table says in a language, its names, and the rules that it needs at once."""
    if language not in i18n.LANGUAGES:
        abort(404)
    return cacheable_response(_words(language), JSON, HOUR, language)


@cache
def _words(language: str) -> bytes:
    catalogue = i18n.CATALOGUES[language]
    sections = {name: catalogue[name] for name in ("words", "table", "sheet", "home", "numbers")}
    plurals = i18n.plural_family(language).of_whole_numbers
    book = {name: part for name, part in rulebook(language).items() if name not in LATER}
    return strict_json.dumps(sections | {"plurals": plurals, "book": book, "topics": topics()})


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """Describe the table as an application that a device installs."""
    language = reader_language(request.environ)
    words = i18n.CATALOGUES[language]["table"]
    values = {"language": language, "words": words, "assets": _assets().addresses}
    response = Response(render_template("manifest.webmanifest", **values), mimetype=MANIFEST)
    response.headers["Content-Language"] = language
    response.headers["Vary"] = "Accept-Language"
    return _revalidated(response, PAGE_POLICY)


@blueprint.get("/sw.js")
def service_worker() -> Response:
    """Return the service worker of the table, with the files of its version and their names.

    It stands beside the page, since a worker serves no address above its own. A browser that finds
    other bytes here installs a new version.
    """
    kept = [
        "./",
        *(one for name, one in _assets().addresses.items() if name.startswith(FOLDER)),
        *(f"words/{language}.json" for language in i18n.LANGUAGES),
        *(f"v1/rules?lang={language}" for language in i18n.LANGUAGES),
    ]
    constants = {"VERSION": _version(_assets()), "FILES": kept}
    lines = [
        f"const {name} = {strict_json.dumps(one).decode()};" for name, one in constants.items()
    ]
    response = Response("\n".join([*lines, _worker()]), mimetype=SCRIPT)
    return _revalidated(response, WORKER_POLICY)


@cache
def _worker() -> str:
    return files("service.site").joinpath("worker.js").read_text("utf-8")


@cache
def _version(assets: Assets) -> str:
    """Return a hash of all that the table consists of, in all languages."""
    digest = sha256(assets.digest.encode())
    digest.update(_worker().encode())
    for language in i18n.LANGUAGES:
        values = _of_table(language) | {"language": language, "assets": assets.addresses}
        digest.update(render_template("table.html", **values).encode())
        digest.update(_words(language))
        digest.update(rulebook_json(language))
    return digest.hexdigest()[:16]


@blueprint.get("/docs")
def docs() -> Response:
    """Show the description of the API in Swagger UI."""
    return _page("docs.html", DOCS_POLICY, i18n.DEFAULT)


@blueprint.get("/openapi.yaml")
@documented(Operation(media_types=(YAML,), cacheable=True))
def openapi() -> Response:
    """Return this description.

    OpenAPI 3.1, as committed with the source.
    """
    return cacheable_response(_openapi(), YAML, HOUR)


@cache
def _openapi() -> bytes:
    """Return openapi.yaml: beside the code if installed, above it in the repository."""
    package = files("service")
    installed = package.joinpath("openapi.yaml")
    found = installed if installed.is_file() else package.joinpath("..", "openapi.yaml")
    return found.read_bytes()


FACE_PARAMETERS = tuple(CardFaceQuerySchema().fields)
DECK = DeckRequestSchema()


@blueprint.get("/cards/<deck>/<card>.svg")
@documented(
    Operation(
        request_schema=CardFaceQuerySchema,
        media_types=(SVG,),
        problems=CARD_FACE_PROBLEMS,
        cacheable=True,
    )
)
def card_face(deck: str, card: str) -> Response:
    """Draw the face of a card.

    240 by 336 units, legible from 40 pixels of width on. `lang` is the language of the title, which
    says the name of the card, and `notation` that of the card in the address and of its index.
    """
    sent = query(request.environ)
    check_deck(deck, "/cards/{deck}/{card}.svg", card=card)
    body = {"deck": deck, "notation": sent.get("notation") or None}
    if found := [*query_faults(sent, FACE_PARAMETERS), *faults_in(DECK, body)]:
        raise refuse(found, in_query=True)
    spelled = DECK.load(body).deck
    if card not in spelled.card_of:
        params = {"card": quoted(card), "deck": deck_name(spelled)}
        raise not_found(_near_cards(card, spelled), because="card", **params)
    language = supported(sent.get("lang", "")) or i18n.DEFAULT
    drawn = face(spelled, spelled.card_of[card], language)
    response = cacheable_response(drawn.encode(), SVG, MONTH, language)
    response.cache_control.immutable = True
    return response


def _near_cards(text: str, deck: Deck) -> list[str]:
    """Return the addresses of the cards that a text which is no card of `deck` may mean."""
    hints = card_hints(text, deck)
    meant = [(one, text) for one in DECKS if text in one.card_of]
    meant += [(deck, label) for label in hints.get("did_you_mean", ())]
    near = [f"/cards/{one.name}/{label}.svg{_notation_of(one)}" for one, label in meant]
    return near[:MAX_SUGGESTED]


def _notation_of(deck: Deck) -> str:
    """Return the query that names the notation of a deck, if it is not the deck's first."""
    first = next(one for one in DECKS if one.name == deck.name)
    return "" if deck is first else f"?notation={deck.notation}"


@blueprint.get("/conformance.jsonl")
@documented(Operation(media_types=(JSON_LINES,), cacheable=True))
def conformance() -> Response:
    """Return the conformance kit.

    One case a line: `{id, says, rules, path, body, expect, rule}`. An engine of its own that a
    frontend keeps must answer `body` at `path` with what `expect` holds, a part of the whole
    answer. Of an object compare the members that `expect` names, whatever others there are; a list
    must be equal, member by member and in order. What an engine has no answer to, skip. `says` is
    the case in a few words, `rule` the paragraph that it tries, `rules` those of the table. An `id`
    names one case forever, and means nothing beyond; a case that changes takes a new one.
    `examples/conformance` runs the kit.
    """
    return cacheable_response(_conformance(), JSON_LINES, HOUR)


@cache
def _conformance() -> bytes:
    """Return the kit, which `python -m tools.conformance` writes."""
    return files("service.api").joinpath("conformance.jsonl").read_bytes()


READER_PARAMETERS = tuple(ReaderQuerySchema().fields)
CODE_FORMS = (JSON, HTML)
"""The forms of what is said of the codes of errors, the default first: browsers ask for HTML."""


@blueprint.get("/problems")
@documented(
    Operation(
        request_schema=ReaderQuerySchema,
        response_schema=ProblemIndexSchema,
        media_types=CODE_FORMS,
        problems=QUERY_PROBLEMS,
        cacheable=True,
        in_reader_language=True,
    )
)
def list_problems() -> Response:
    """List the codes of errors.

    For each its status, its sentences as templates, what to do about it, and the values that it may
    carry. `Accept: text/html`, which browsers send, returns a page.
    """
    language = _language_of_codes()
    codes = problem_codes(language)
    by_status: dict[int, dict[str, str]] = {}
    for code, said in codes.items():
        by_status.setdefault(said["status"], {})[code] = said["title"]
    return _data_or_page({"problems": codes}, "problems.html", language, by_status=by_status)


@blueprint.get("/problems/<code>")
@documented(
    Operation(
        request_schema=ReaderQuerySchema,
        response_schema=ProblemFormSchema,
        media_types=CODE_FORMS,
        problems=CODE_PROBLEMS,
        cacheable=True,
        in_reader_language=True,
    )
)
def get_problem(code: str) -> Response:
    """Say what a code of an error means and what to do about it.

    The address is the `type` of every error with that code. `Accept: text/html`, which browsers
    send, returns a page.
    """
    if code not in STATUS_OF:
        near = [f"/problems/{one}" for one in closest(code, STATUS_OF)]
        raise not_found(near, path=request.path)
    language = _language_of_codes()
    said = problem_code(code, language)
    sentences = _sentences(said)
    return _data_or_page(said, "problem.html", language, code=code, said=said, sentences=sentences)


def _language_of_codes() -> str:
    """Return the language of `?lang=`, else of `Accept-Language`. Raises: Problem."""
    if found := list(query_faults(query(request.environ), READER_PARAMETERS)):
        raise refuse(found, in_query=True)
    return reader_language(request.environ)


def _data_or_page(told: Any, template: str, language: str, **values: object) -> Response:
    """Return what is told of codes as JSON, or as a page where `Accept` prefers one."""
    if media_type(request.environ.get("HTTP_ACCEPT", ""), CODE_FORMS) == HTML:
        words = i18n.CATALOGUES[language]["page"]
        response = _page(template, PAGE_POLICY, language, words=words, **values)
    else:
        response = cacheable_response(strict_json.dumps(told), JSON, HOUR, language)
    response.vary.update(("Accept", "Accept-Language"))
    return response


class _Names(dict[str, str]):
    """The name of each value of a template, in the place of the value."""

    def __missing__(self, name: str) -> _Name:
        return _Name("{" + name + "}")


class _Name(str):
    """The name of a value in braces; of a number, with the plural of the noun after it."""

    __slots__ = ()

    def __format__(self, forms: str) -> str:
        _, _, plural = forms.rpartition("|")
        return self + (plural and " " + plural)


def _sentences(said: dict[str, Any]) -> Iterator[str]:
    """Yield what errors of a code say, with the names of values in braces."""
    for template in (said["template"], *said["templates"].values(), *said["hints"].values()):
        yield template.format_map(_Names())
