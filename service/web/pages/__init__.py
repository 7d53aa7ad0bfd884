"""Pages for people: the documentation of the API and of each problem."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from flask import Blueprint, Response, abort, redirect, render_template, send_from_directory
from werkzeug.wrappers import Response as AnyResponse

from service.web import texts
from service.web.answers import cached, reader_language
from service.web.problems import STATUS_OF

blueprint = Blueprint("pages", __name__, template_folder="templates")

HOUR = 3600

# Swagger UI draws its icons from data URLs; beyond that, only files of this service are let in.
DOCS_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
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
def home() -> AnyResponse:
    return redirect("/docs")


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
