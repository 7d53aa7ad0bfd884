"""Pages for people: the table, the documentation of the API and of each problem."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from flask import Blueprint, Response, abort, render_template, send_from_directory

from service.web import strict_json, texts
from service.web.answers import JSON, cached, reader_language
from service.web.problems import STATUS_OF

blueprint = Blueprint("pages", __name__, template_folder="templates")

HOUR = 3600

# Swagger UI draws its icons from data URLs; beyond that, only files of this service are let in.
DOCS_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
TABLE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
PAGE_POLICY = (
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)


def _page(template: str, policy: str, language: str, **values: object) -> Response:
    response = Response(render_template(template, language=language, **values))
    response.headers["Content-Security-Policy"] = policy
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["Content-Language"] = language
    response.headers["Vary"] = "Accept-Language"
    return response


@blueprint.get("/")
def table() -> Response:
    """The table for people, in the language of `?lang=` or the browser's."""
    language = reader_language()
    names = {one: texts.CATALOGUES[one]["language"] for one in texts.LANGUAGES}
    words = texts.CATALOGUES[language]["table"]
    return _page("table.html", TABLE_POLICY, language, words=words, languages=names)


@blueprint.get("/words/<language>.json")
def words(language: str) -> Response:
    """What the table says in a language, and the names of cards and players."""
    if language not in texts.LANGUAGES:
        abort(404)
    return cached(_words(language), JSON, HOUR, language)


@cache
def _words(language: str) -> bytes:
    catalogue = texts.CATALOGUES[language]
    return strict_json.dumps({name: catalogue[name] for name in ("words", "table", "sheet")})


@blueprint.get("/docs")
def docs() -> Response:
    return _page("docs.html", DOCS_POLICY, texts.DEFAULT)


@blueprint.get("/docs/<path:name>")
def docs_file(name: str) -> Response:
    """The files of Swagger UI as the package brings them."""
    folder = str(files("flask_swagger_ui").joinpath("dist"))
    return send_from_directory(folder, name, max_age=HOUR)


@blueprint.get("/openapi.yaml")
def openapi() -> Response:
    return cached(_openapi(), "application/yaml", HOUR)


@cache
def _openapi() -> bytes:
    """The committed file: beside the code where it was installed, above it in the repository."""
    package = files("service")
    installed = package.joinpath("openapi.yaml")
    found = installed if installed.is_file() else package.joinpath("..", "openapi.yaml")
    return found.read_bytes()


@blueprint.get("/problems/<code>")
def problem(code: str) -> Response:
    """What a problem code means and what to do about it."""
    if code not in STATUS_OF:
        abort(404)
    language = reader_language()
    words = texts.CATALOGUES[language]["page"]
    text = texts.problem_text(language, code)
    return _page(
        "problem.html",
        PAGE_POLICY,
        language,
        code=code,
        status=STATUS_OF[code],
        text=text,
        words=words,
    )
