"""What a client prefers, read as the standards say, and no further than preferences reach."""

from __future__ import annotations

import ast
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from service.api import negotiation
from service.api.i18n import LANGUAGES
from service.api.negotiation import LONGEST, SHORT
from service.api.responses import HTML
from service.api.score_sheet import CSV
from tests.robustness.hostile import GAME
from tests.support.client import Json, faults, get, post
from tests.support.contract import ROOT

# Which language ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "language"),
    [
        # RFC 4647, section 3.4: ranges by weight, each shortened until it matches.
        ("fr", "fr"),
        ("es", "es"),
        ("en", "en"),
        ("FR", "fr"),
        ("fr-CA", "fr"),
        ("fr-CA, en;q=0.5", "fr"),
        ("fr-Latn-CA-x-joual", "fr"),
        ("es-419,es;q=0.9", "es"),
        ("en;q=0.5, fr", "fr"),
        ("en;q=0.5, fr;q=0.7, es;q=0.6", "fr"),
        ("en, fr", "en"),
        ("fr, en", "fr"),
        ("fr;q=0.5, es;q=0.5", "fr"),
        ("xx, es;q=0.3", "es"),
        ("xx-CH, yy, es-MX;q=0.1", "es"),
        ("fr;q=0.001", "fr"),
        ("fr ; q=0.5 , es ; q=0.6", "es"),
        ("fr;Q=0.5", "fr"),
        ("fr;q=1.000, es", "fr"),
        # What no range matches gets the default, and so does `*`.
        ("*", "en"),
        ("*, fr;q=0.5", "fr"),
        ("fr;q=0.5, *", "fr"),
        ("xx, *;q=0.5", "en"),
        ("*-CH", "en"),
        ("zz-Hant-TW", "en"),
        ("zz-Hant-TW, zz;q=0.9, es;q=0.1", "es"),
        ("french", "en"),
        ("f", "en"),
        # Weight 0 is a refusal.
        ("fr;q=0", "en"),
        ("fr;q=0.000, es;q=0.1", "es"),
        ("en;q=0, fr;q=0", "en"),
        # What is no language range is passed over.
        ("", "en"),
        (",", "en"),
        (" ", "en"),
        (";q=1", "en"),
        (",,fr,,", "fr"),
        ("fr;q=x", "en"),
        ("fr;q=2, es", "es"),
        ("fr;q=-1, es;q=0.1", "es"),
        ("fr;q=nan, es;q=0.1", "es"),
        ("fr;q=inf, es;q=0.1", "es"),
        ("fr;level=1, es;q=0.1", "es"),
        ("fr_FR, es", "es"),
        ("é, es;q=0.5", "es"),
        ("\x00\xff;;;===,,,---", "en"),
        ("-", "en"),
        ("en-", "en"),
        ("x" * 8000, "en"),
    ],
)
def test_accept_language_chooses_as_rfc_4647_says(header: str, language: str) -> None:
    assert negotiation.language(header) == language


@given(st.text(st.sampled_from("frenesq=;,.-*01 \t_xÉ")))
def test_whatever_is_accepted_there_is_a_language(header: str) -> None:
    assert negotiation.language(header) in LANGUAGES


def test_no_language_has_more_than_a_primary_subtag() -> None:
    """Which is why a range need not be shortened from its end."""
    assert all(one.isalpha() for one in LANGUAGES)


# Headers of any length --------------------------------------------------------------------------


class Seen:
    """A function that notes how long its argument was, and goes on as before."""

    def __init__(self, function: Any) -> None:
        self.function = function
        self.lengths: list[int] = []

    def __call__(self, text: str, *others: Any) -> Any:
        self.lengths.append(len(text))
        return self.function(text, *others)


def seen(monkeypatch: pytest.MonkeyPatch, name: str) -> Seen:
    noted = Seen(getattr(negotiation, name))
    monkeypatch.setattr(negotiation, name, noted)
    return noted


UNITS = ["a", "-", " ", ",", ";", "=", '"', "a-", "a/b,", "a;q=1,", "*", "a  b", '\\"', "fr;q=0.1,"]
SIZES = [0, 1, SHORT, SHORT + 1, LONGEST, LONGEST + 1, 8_190, 786_000]


def long_header(unit: str, size: int) -> str:
    return (unit * size)[:size]


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("size", SIZES)
def test_of_an_accept_language_no_more_is_read_than_any_browser_sends(
    monkeypatch: pytest.MonkeyPatch, unit: str, size: int
) -> None:
    remembered, chosen = seen(monkeypatch, "_remembered"), seen(monkeypatch, "_choose")
    assert negotiation.language(long_header(unit, size)) in LANGUAGES
    assert max([0, *remembered.lengths]) <= SHORT
    assert max([0, *chosen.lengths]) <= LONGEST
    assert len(remembered.lengths + chosen.lengths) == 1


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("size", SIZES)
def test_of_an_accept_no_more_is_parsed_than_any_browser_sends(
    monkeypatch: pytest.MonkeyPatch, unit: str, size: int
) -> None:
    parsed = seen(monkeypatch, "parse_accept_header")
    assert negotiation.media_type(long_header(unit, size), (CSV, HTML)) in (CSV, HTML)
    assert max(parsed.lengths) <= LONGEST


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("fr," + "xx," * 5_000, "fr"),
        ("xx," * 5_000 + "fr", "en"),
        ("xx;q=0.5, es;q=0.1," + " " * 5_000 + "fr", "es"),
        ("x" * (LONGEST - 4) + ", fr", "fr"),
        # A member that is cut is not read at all.
        ("x" * (LONGEST - 3) + ", fr", "en"),
        ("es;q=0.1, " + "x" * (LONGEST - 15) + ",fr-CA", "es"),
        ("es;q=0.1,fr" + "-x" * LONGEST, "es"),
    ],
)
def test_members_beyond_the_limit_are_not_read(header: str, language: str) -> None:
    assert negotiation.language(header) == language


def test_choices_that_are_remembered_are_few_and_short() -> None:
    before = negotiation._remembered.cache_info()
    for number in range(1_000):
        negotiation.language(f"fr, {number}" + "x" * SHORT)
    assert negotiation._remembered.cache_info() == before
    for number in range(1_000):
        negotiation.language(f"fr, {number}")
    after = negotiation._remembered.cache_info()
    assert after.maxsize
    assert after.currsize <= after.maxsize <= 1_000


# Media types ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("accept", "form"),
    [
        ("", "application/json"),
        ("*/*", "application/json"),
        ("text/csv", "text/csv"),
        ("text/html, */*;q=0.1", "text/html"),
        ("text/csv;q=0.5, text/html;q=0.6", "text/html"),
        ("text/csv;header=present", "text/csv"),
        ("text/csv," + "image/png," * 500, "text/csv"),
        ("image/png," * 500 + "text/csv", "application/json"),
        ("a" + " " * 8_100 + "b", "application/json"),
    ],
)
def test_the_sheet_comes_in_the_form_that_accept_prefers(
    client: FlaskClient, accept: str, form: str
) -> None:
    body: Json = {"deck": "french", "donnes": [{"passed": True}]}
    answer = post(client, GAME, body, accept=accept)
    assert (answer.status_code, answer.mimetype) == (200, form)


# The query --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", ["/", "/nope", "/v1/rules", "/v1/hands/french/7S", "/problems/x", "/problems"]
)
@pytest.mark.parametrize("query", ["lang=\xff", "\xe9=1", "a=%FF&\xc3\xa9", "lang=fr&\xff\xfe"])
def test_bytes_in_a_query_that_are_no_text_are_no_fault_of_the_service(
    client: FlaskClient, path: str, query: str
) -> None:
    answer = client.get(path, environ_overrides={"QUERY_STRING": query})
    assert answer.status_code in (200, 404, 422)
    if query.startswith("lang=fr"):
        assert answer.headers["Content-Language"] == "fr"


def test_a_name_of_any_length_in_a_query_is_quoted_in_part(client: FlaskClient) -> None:
    answer = get(client, f"/v1/rules?{'x' * 5_000}=1&{'x' * 5_001}=1&b=")
    assert faults(answer) == [("unknown_field", "x" * 32 + "…"), ("unknown_field", "b")]
    assert len(answer.data) < 1_000


# What else of a request is parsed ---------------------------------------------------------------

PARSED_ELSEWHERE = {"environ", "method", "path", "routing_exception", "url_rule"}
"""What the service asks of Flask's request: nothing for which that has to parse a header."""


def test_no_other_header_is_parsed_by_the_way() -> None:
    asked = {
        node.attr
        for file in (ROOT / "service" / "api").glob("**/*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "request"
    }
    assert asked <= PARSED_ELSEWHERE
