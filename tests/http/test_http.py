"""What HTTP asks of every answer: CORS, headers that protect, caching, and the pages for people."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urljoin

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.api import health
from service.api.i18n import DEFAULT, LANGUAGES
from service.app import create_app
from service.config import Config
from tests.support.client import (
    BROWSER,
    COMPARE,
    HAND,
    RESOLVE,
    RULINGS,
    answered,
    code,
    comparable,
    get,
    post,
    resolvable,
)

HERE, OTHER = "https://belote.example", "https://elsewhere.example"
HAND_ADDRESS = f"/v1/hands/french/{','.join(HAND)}"
ASSETS = ["/docs/swagger-ui.css", "/docs/swagger-ui-bundle.js", "/static/docs.css"]
PAGES = ["/docs", "/problems", "/problems/not_found", "/problems/invalid_value?lang=es"]
DATA = ["/healthz", "/readyz", "/v1/rules", "/openapi.yaml", HAND_ADDRESS]
ERRORS = [
    "/nowhere",
    "/v1/hands/tarot/x",
    RESOLVE,
    "/docs/nothing.js",
    "/static/nothing.css",
    "/docs/",
]
EVERYWHERE = ["/", *PAGES, *DATA, *ERRORS, *ASSETS]


@pytest.fixture(scope="module")
def narrowed() -> FlaskClient:
    """A service that browsers may call from two origins only."""
    origins = frozenset({HERE, "http://localhost:3000"})
    return create_app(Config(cors_origins=origins)).test_client()


def values(answer: TestResponse, name: str) -> set[str]:
    """The members of a header that is a list, whether on one line or on several."""
    lines = answer.headers.getlist(name)
    return {one.strip() for line in lines for one in line.split(",")}


# CORS -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", EVERYWHERE)
@pytest.mark.parametrize("headers", [{}, {"origin": HERE}, {"origin": "null"}], ids=str)
def test_any_origin_may_read_any_answer(
    client: FlaskClient, path: str, headers: dict[str, str]
) -> None:
    answer = get(client, path, **headers)
    assert answer.headers.getlist("Access-Control-Allow-Origin") == ["*"]
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert {"ETag", "Content-Language", "Allow", "X-Request-Id"} <= values(
        answer, "Access-Control-Expose-Headers"
    )


@pytest.mark.parametrize("body", [{}, resolvable()])
def test_any_origin_may_ask_for_a_ruling(client: FlaskClient, body: object) -> None:
    answer = post(client, RESOLVE, body, origin=OTHER)
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "ETag" in values(answer, "Access-Control-Expose-Headers")


@pytest.mark.parametrize("path", EVERYWHERE)
@pytest.mark.parametrize("origin", [HERE, "http://localhost:3000"])
def test_a_listed_origin_is_let_in_by_name(narrowed: FlaskClient, path: str, origin: str) -> None:
    answer = get(narrowed, path, origin=origin)
    assert answer.headers.getlist("Access-Control-Allow-Origin") == [origin]
    assert "Origin" in values(answer, "Vary")


@pytest.mark.parametrize("path", EVERYWHERE)
@pytest.mark.parametrize(
    "headers",
    [{}, {"origin": OTHER}, {"origin": "null"}, {"origin": HERE + "."}, {"origin": HERE.upper()}],
    ids=str,
)
def test_no_other_origin_is_let_in(
    narrowed: FlaskClient, path: str, headers: dict[str, str]
) -> None:
    answer = get(narrowed, path, **headers)
    assert "Access-Control-Allow-Origin" not in answer.headers
    assert "Origin" in values(answer, "Vary")


def preflight(client: FlaskClient, path: str, origin: str) -> TestResponse:
    return client.options(
        path,
        headers={
            "Origin": origin,
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "content-type,accept-language",
        },
    )


@pytest.mark.parametrize("path", [*RULINGS, HAND_ADDRESS, "/nowhere"])
def test_a_preflight_is_told_methods_and_headers(client: FlaskClient, path: str) -> None:
    answer = preflight(client, path, OTHER)
    assert (answer.status_code, answer.data) == (204, b"")
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert {"GET", "HEAD", "POST"} <= values(answer, "Access-Control-Allow-Methods")
    headers = {one.lower() for one in values(answer, "Access-Control-Allow-Headers")}
    assert {"content-type", "accept", "accept-language", "if-none-match", "x-request-id"} <= headers
    assert int(answer.headers["Access-Control-Max-Age"]) > 0


def test_a_preflight_of_an_origin_that_is_not_listed_is_told_nothing(narrowed: FlaskClient) -> None:
    listed, other = preflight(narrowed, RESOLVE, HERE), preflight(narrowed, RESOLVE, OTHER)
    assert listed.headers["Access-Control-Allow-Origin"] == HERE
    assert "Access-Control-Allow-Origin" not in other.headers
    assert "Origin" in values(listed, "Vary") & values(other, "Vary")


@pytest.mark.parametrize(
    ("path", "allowed"),
    [(RESOLVE, {"POST", "QUERY", "OPTIONS"}), ("/v1/rules", {"GET", "HEAD", "OPTIONS"})],
)
@pytest.mark.parametrize(
    "headers", [{}, {"Origin": HERE}, {"Access-Control-Request-Method": "POST"}], ids=str
)
def test_options_without_a_preflight_tell_the_methods(
    client: FlaskClient, path: str, allowed: set[str], headers: dict[str, str]
) -> None:
    answer = client.options(path, headers=headers)
    assert (answer.status_code, answer.data) == (200, b"")
    assert values(answer, "Allow") == allowed


@pytest.mark.parametrize(
    ("text", "origins"),
    [
        ("*", None),
        (" * ", None),
        ("", set()),
        (" , ", set()),
        (HERE, {HERE}),
        (f"{HERE},{OTHER}", {HERE, OTHER}),
        (f" {HERE}   {OTHER} ", {HERE, OTHER}),
    ],
)
def test_the_environment_names_the_origins(text: str, origins: set[str] | None) -> None:
    read = Config.from_environment({"CORS_ORIGINS": text}).cors_origins
    assert (read if read is None else set(read)) == origins
    assert Config.from_environment({}).cors_origins is None


@pytest.mark.parametrize("text", ["soon", " ", "0", "-1", "nan", "inf", "3600"])
def test_an_environment_that_makes_no_sense_is_refused_by_name(text: str) -> None:
    with pytest.raises(ValueError, match="BODY_TIMEOUT"):
        Config.from_environment({"BODY_TIMEOUT": text})


# Every answer -----------------------------------------------------------------------------------


def answers(client: FlaskClient) -> Iterator[tuple[str, TestResponse]]:
    for path in EVERYWHERE:
        yield path, get(client, path)
    for path in RULINGS:
        yield path, post(client, path, {})
        yield path, client.open(path, method="BREW")
    yield RESOLVE, post(client, RESOLVE, resolvable())
    yield COMPARE, post(client, COMPARE, comparable())
    yield RESOLVE, preflight(client, RESOLVE, HERE)
    yield HAND_ADDRESS, client.head(HAND_ADDRESS)


def test_every_answer_protects_itself(client: FlaskClient) -> None:
    for path, answer in answers(client):
        assert answer.headers.getlist("X-Content-Type-Options") == ["nosniff"], path
        [policy] = answer.headers.getlist("Content-Security-Policy")
        assert policy.startswith("default-src 'none'"), path
        assert "frame-ancestors 'none'" in policy, path
        assert "Set-Cookie" not in answer.headers, path


@pytest.mark.parametrize("path", PAGES)
def test_a_page_has_a_policy_of_its_own_without_unsafe_scripts(
    client: FlaskClient, path: str
) -> None:
    [policy] = get(client, path, accept=BROWSER).headers.getlist("Content-Security-Policy")
    rules = {name: rest for name, *rest in (one.split() for one in policy.split(";"))}
    assert rules.pop("default-src") == ["'none'"]
    assert rules.get("script-src", ["'self'"]) == ["'self'"]
    assert rules["style-src"][0] == "'self'"
    assert rules["base-uri"] == rules["form-action"] == rules["frame-ancestors"] == ["'none'"]
    assert not re.search(r"unsafe-eval|https?:|\*", policy)
    assert "unsafe" not in policy


@pytest.mark.parametrize("given", ["abc", "a.B_c-9", "x" * 64, "0"])
def test_a_tame_request_id_comes_back(client: FlaskClient, given: str) -> None:
    for answer in (
        post(client, RESOLVE, resolvable(), x_request_id=given),
        get(client, "/nowhere", x_request_id=given),
        get(client, "/docs", x_request_id=given),
    ):
        assert answer.headers.getlist("X-Request-Id") == [given]


@pytest.mark.parametrize(
    "given",
    ["", " ", "a b", "a\nb", "a\r\nX-Evil: 1", "abc\n", "x" * 65, "é", "a;b", "<b>", "٣", "a\x00"],
)
def test_a_wild_request_id_is_replaced(client: FlaskClient, given: str) -> None:
    overrides = {"HTTP_X_REQUEST_ID": given.encode().decode("latin-1")}
    answer = client.get("/healthz", environ_overrides=overrides)
    [made] = answer.headers.getlist("X-Request-Id")
    assert re.fullmatch(r"[0-9a-f]{16}", made)
    assert "X-Evil" not in answer.headers


def test_two_requests_without_an_id_get_two(client: FlaskClient) -> None:
    made = {get(client, "/healthz").headers["X-Request-Id"] for _ in range(20)}
    assert len(made) == 20


@pytest.mark.parametrize(("wished", "language"), [("fr-FR", "fr"), ("es", "es"), ("xx", "en")])
def test_a_ruling_says_in_which_language_and_that_it_depends(
    client: FlaskClient, wished: str, language: str
) -> None:
    for body in (resolvable(), {}):
        answer = post(client, RESOLVE, body, accept_language=wished)
        assert answer.headers["Content-Language"] == language
        assert "Accept-Language" in values(answer, "Vary")


def test_a_ruling_is_json_of_the_length_it_says(client: FlaskClient) -> None:
    answer = post(client, RESOLVE, resolvable(trump="♥"), accept_language="fr")
    assert answer.headers["Content-Type"] == "application/json"
    assert int(answer.headers["Content-Length"]) == len(answer.data)
    assert answered(answer)["trump"] == "H"


@pytest.mark.parametrize("path", RULINGS)
@pytest.mark.parametrize("body", [resolvable(), comparable(), {}])
def test_who_asks_with_query_is_answered_as_with_post(
    client: FlaskClient, path: str, body: object
) -> None:
    posted = post(client, path, body, accept_language="fr", x_request_id="one")
    headers = {"Accept-Language": "fr", "X-Request-Id": "one"}
    queried = client.open(path, method="QUERY", json=body, headers=headers)
    assert (queried.status_code, queried.data) == (posted.status_code, posted.data)


# Caches -----------------------------------------------------------------------------------------

CACHED = {HAND_ADDRESS: 86_400, "/v1/rules": 86_400, "/openapi.yaml": 3_600}


@pytest.mark.parametrize("path", CACHED)
def test_what_never_changes_may_be_kept(client: FlaskClient, path: str) -> None:
    answer = get(client, path)
    assert answer.cache_control.public
    assert answer.cache_control.max_age == CACHED[path]
    tag, weak = answer.get_etag()
    assert tag
    assert not weak
    assert "Accept-Language" not in values(answer, "Vary")


@pytest.mark.parametrize("path", CACHED)
def test_who_has_it_already_gets_304_without_a_body(client: FlaskClient, path: str) -> None:
    first = get(client, path)
    tag = first.headers["ETag"]
    for held in (tag, f'"x", {tag}', f"W/{tag}", "*"):
        again = get(client, path, if_none_match=held)
        assert (again.status_code, again.data) == (304, b"")
        assert again.headers["ETag"] == tag
        assert again.headers["Cache-Control"] == first.headers["Cache-Control"]
        assert again.headers["Access-Control-Allow-Origin"] == "*"
    assert get(client, path, if_none_match='"x"').status_code == 200


@pytest.mark.parametrize("path", [*CACHED, "/healthz", "/docs"])
def test_head_is_get_without_the_body(client: FlaskClient, path: str) -> None:
    whole, head = get(client, path), client.head(path)
    assert (head.status_code, head.data) == (200, b"")
    for name in ("Content-Type", "Content-Length", "ETag", "Cache-Control", "Content-Language"):
        assert head.headers.get(name) == whole.headers.get(name)


@pytest.mark.parametrize("path", [HAND_ADDRESS, "/v1/rules"])
def test_an_address_answers_in_the_language_it_names_and_in_no_other(
    client: FlaskClient, path: str
) -> None:
    told = {lang: get(client, f"{path}?lang={lang}") for lang in LANGUAGES}
    assert len({answer.data for answer in told.values()}) == len(LANGUAGES)
    assert len({answer.headers["ETag"] for answer in told.values()}) == len(LANGUAGES)
    for lang, answer in told.items():
        assert answer.headers["Content-Language"] == lang
    assert get(client, path, accept_language="fr").data == told[DEFAULT].data


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_how_the_service_is_is_never_kept(client: FlaskClient, path: str) -> None:
    assert get(client, path).cache_control.no_store


# How the service is -----------------------------------------------------------------------------


def test_a_service_that_answers_is_alive_and_ready(client: FlaskClient) -> None:
    assert answered(get(client, "/healthz")) == {"status": "ok"}
    assert answered(get(client, "/readyz")) == {"status": "ready"}


def test_a_service_that_answers_wrongly_is_alive_but_not_ready(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "SELF_TEST_POINTS", 149)
    answer = get(client, "/readyz", accept_language="es")
    assert (answer.status_code, code(answer)) == (503, "not_ready")
    assert answer.headers["Content-Language"] == "es"
    assert get(client, "/healthz").status_code == 200


# The pages --------------------------------------------------------------------------------------


def test_the_root_leads_to_a_page(client: FlaskClient) -> None:
    answer = client.get("/", follow_redirects=True)
    assert (answer.status_code, answer.mimetype) == (200, "text/html")


def linked(text: str) -> list[str]:
    """Addresses in a page, all of which a browser loads or offers."""
    return re.findall(r"""(?:href|src|action)=["']([^"']*)["']""", text)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_names_no_other_host_and_nothing_that_is_not_there(
    client: FlaskClient, path: str
) -> None:
    page = get(client, path, accept=BROWSER).text
    addresses = linked(page)
    assert addresses
    for address in addresses:
        assert re.match(r"(\.\./)?\w", address), "relative, so that it holds under a prefix"
        assert get(client, urljoin(path, address)).status_code == 200
    assert "://" not in page
    assert "<style" not in page
    assert not re.search(r"<script(?![^>]* src=)|\son\w+=", page)


def test_scripts_and_styles_of_our_own_name_no_other_host(client: FlaskClient) -> None:
    names = [f"/static/{name}" for name in ("docs.css", "docs.js", "page.css")]
    for name in names:
        answer = get(client, name)
        assert answer.status_code == 200
        assert "//" not in re.sub(r"(?m)^\s*//.*$", "", answer.text)


def test_the_docs_draw_this_services_description(client: FlaskClient) -> None:
    assert '"openapi.yaml"' in get(client, "/static/docs.js").text
    assert get(client, "/openapi.yaml").mimetype == "application/yaml"


@pytest.mark.parametrize("folder", ["/docs/", "/static/"])
@pytest.mark.parametrize(
    "name",
    [
        "../app.py",
        "../../app.py",
        "..%2f..%2fapp.py",
        "%2e%2e/%2e%2e/app.py",
        "..%5c..%5capp.py",
        "....//app.py",
        "/etc/passwd",
        "%2fetc%2fpasswd",
        "%00",
        "swagger-ui.css%00.js",
        ".",
        "..",
        "",
        "a" * 5000,
    ],
)
def test_nothing_but_the_files_of_a_folder_is_to_be_had(
    client: FlaskClient, folder: str, name: str
) -> None:
    answer = get(client, folder + name)
    assert (answer.status_code, code(answer)) == (404, "not_found")


@pytest.mark.parametrize(("wished", "language"), [("fr-FR", "fr"), ("FR", "fr"), ("es-419", "es")])
@pytest.mark.parametrize(
    "path", [f"/v1/hands/french/{','.join(HAND)}", "/v1/rules", "/problems/not_found", "/"]
)
def test_an_address_takes_the_language_of_a_browser(
    client: FlaskClient, path: str, wished: str, language: str
) -> None:
    """RFC 4647, lookup: a range is shortened until it names a language."""
    answer = get(client, f"{path}?lang={wished}")
    assert answer.status_code == 200
    assert answer.headers["Content-Language"] == language


def test_a_ruling_is_told_in_the_language_of_its_address(client: FlaskClient) -> None:
    """`?lang=` takes precedence over `Accept-Language`."""
    body = resolvable(trump="♥")
    answer = post(client, f"{RESOLVE}?lang=fr-CA", body, accept_language="es")
    assert answer.headers["Content-Language"] == "fr"
    assert answer.data == post(client, RESOLVE, body, accept_language="fr").data
    unknown = post(client, f"{RESOLVE}?lang=xx", body, accept_language="es")
    assert (unknown.status_code, unknown.headers["Content-Language"]) == (422, "es")
    empty = post(client, f"{RESOLVE}?lang=", body, accept_language="es")
    assert (empty.status_code, empty.headers["Content-Language"]) == (200, "es")
