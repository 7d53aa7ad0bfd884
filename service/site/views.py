"""Pages for people: the table, the documentation of the API and of each problem."""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from importlib.resources import files

from flask import Blueprint, Response, abort, current_app, render_template, request

from service.api import i18n, strict_json
from service.api.negotiation import query, reader_language, supported
from service.api.operations import CARD_FACE_PROBLEMS, Operation, documented
from service.api.problems import STATUS_OF, Problem, not_found, refuse
from service.api.responses import JSON, cacheable_response, conditional, packed
from service.api.rulebook import rulebook
from service.api.schemas.base import faults_in
from service.api.schemas.cards import DeckRequestSchema
from service.api.schemas.parameters import CardFaceQuerySchema
from service.api.suggestions import closest
from service.api.views import query_faults
from service.belote.cards import DECKS
from service.site.assets import Assets
from service.site.card_faces import face

blueprint = Blueprint("pages", __name__, template_folder="templates")

MODULE = re.compile(r"static/table/[\w-]+\.js")
"""The name of a module of the table, which the page preloads."""

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
    response.add_etag()
    return conditional(packed(response))


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
        "modules": [name for name in _assets().addresses if MODULE.match(name)],
    }


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
    return strict_json.dumps(sections | {"plurals": plurals, "book": book})


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
        digest.update(strict_json.dumps(rulebook(language)))
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
    if deck not in {one.name for one in DECKS}:
        raise Problem("not_found", path=request.path)
    body = {"deck": deck, "notation": sent.get("notation") or None}
    if found := [*query_faults(sent, FACE_PARAMETERS), *faults_in(DECK, body)]:
        raise refuse(found, in_query=True)
    spelled = DECK.load(body).deck
    if card not in spelled.card_of:
        raise Problem("not_found", path=request.path)
    language = supported(sent.get("lang", "")) or i18n.DEFAULT
    drawn = face(spelled, spelled.card_of[card], language)
    response = cacheable_response(drawn.encode(), SVG, MONTH, language)
    response.cache_control.immutable = True
    return response


@blueprint.get("/conformance.jsonl")
@documented(Operation(media_types=(JSON_LINES,), cacheable=True))
def conformance() -> Response:
    """Return the conformance kit.

    One case a line: `{id, rules, path, body, expect, rule}`. An engine of its own that a frontend
    keeps must answer `body` at `path` with what `expect` holds, a part of the whole answer. `rule`
    is the paragraph that the case tries, `rules` those of the table. An `id` names one case
    forever; a case that changes takes a new one. `examples/conformance` runs the kit.
    """
    return cacheable_response(_conformance(), JSON_LINES, HOUR)


@cache
def _conformance() -> bytes:
    """Return the kit, which `python -m tools.conformance` writes."""
    return files("service.api").joinpath("conformance.jsonl").read_bytes()


@blueprint.get("/problems/<code>")
def problem(code: str) -> Response:
    """Say what a problem code means and what to do about it."""
    if code not in STATUS_OF:
        near = [f"/problems/{one}" for one in closest(code, STATUS_OF)]
        raise not_found(near, path=request.path)
    language = reader_language(request.environ)
    words = i18n.CATALOGUES[language]["page"]
    text = i18n.problem_text(language, code)
    return _page(
        "problem.html",
        PAGE_POLICY,
        language,
        code=code,
        status=STATUS_OF[code],
        text=text,
        words=words,
    )
