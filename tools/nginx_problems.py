"""Write `deploy/nginx-problems.conf`: the errors that nginx answers itself, by language.

    python -m tools.nginx_problems

The service renders the documents in every language, so that they equal its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from service.api import strict_json
from service.api.i18n import DEFAULT, LANGUAGES
from service.api.problem_documents import DOCS, problem_document
from service.api.problems import Problem
from service.api.request_body import HUGE
from tools.files import replace_text

TARGET = Path(__file__).parents[1] / "deploy" / "nginx-problems.conf"

PROBLEMS: Mapping[str, Problem] = {
    problem.code: problem
    for problem in (
        Problem("bad_request", reason="HTTP/1.1"),
        Problem("not_found", because="unnamed"),
        Problem("method_not_allowed", because="unnamed"),
        Problem("too_large", limit=HUGE),
        Problem("uri_too_long"),
        Problem("too_many_requests"),
        Problem("headers_too_large"),
        Problem("internal_error"),
        Problem("not_ready"),
    )
}
"""By code: every problem that nginx may answer itself."""

REQUEST_ID = "$wanted_id"
"""The variable of deploy/nginx.conf that holds the id of a request."""

HEADER = """\
# Written by `python -m tools.nginx_problems`; do not edit.

"""


def quoted(text: str) -> str:
    """Return the text as a quoted string of nginx's configuration, `REQUEST_ID` as a variable.

    Raises: ValueError if it contains another `$`, which begins a variable and cannot be escaped.
    """
    if "$" in text.replace(f'"{REQUEST_ID}"', ""):
        raise ValueError(f"nginx would look for a variable in {text!r}")
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def _languages() -> Iterator[str]:
    """Yield the maps from a request to the language of a problem."""
    yield "# The language: `?lang=`, else the one that Accept-Language names first.\n"
    yield "map $request_uri $problem_language {\n"
    yield f'    "~^[^?]*\\?(?:.*&)?lang=(?<lang>{"|".join(LANGUAGES)})(?:&|$)" $lang;\n'
    yield "    default $first_language;\n}\n"
    yield "map $http_accept_language $first_language {\n"
    for language in LANGUAGES:
        if language != DEFAULT:
            yield f'    "~*^\\s*{language}(?![a-z])" {language};\n'
    yield f"    default {DEFAULT};\n}}\n\n"


def _documents() -> Iterator[str]:
    """Yield the map from problem and language to the document."""
    yield "# The document for a problem and a language.\n"
    yield 'map "$problem $problem_language" $problem_document {\n'
    for code, problem in PROBLEMS.items():
        for language in LANGUAGES:
            document = problem_document(problem, language, docs=DOCS, request_id=REQUEST_ID)
            yield f'    "{code} {language}" {quoted(strict_json.dumps(document).decode())};\n'
    yield "}\n"


def render() -> str:
    """Return the text of the file."""
    return "".join((HEADER, *_languages(), *_documents()))


if __name__ == "__main__":
    replace_text(TARGET, render())
