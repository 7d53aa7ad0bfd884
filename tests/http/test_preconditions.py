"""Preconditions and ranges (RFC 9110, sections 13 and 14), on every address that answers GET."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.api.preconditions import decided_status, requested_bytes
from tests.support.client import HAND, code, get

TAG = '"a-tag"'

VALUES = {
    "card": "KH",
    "cards": ",".join(HAND),
    "code": "not_found",
    "deck": "french",
    "language": "fr",
}
QUERIES = {"/v1/deals/random": "?deck=french&seed=7"}
NAMES = {"/static/<path:name>": "page.css", "/docs/<path:name>": "swagger-ui.css"}


def readable(app: Flask) -> list[str]:
    """Return an address of every rule that answers GET."""
    found = []
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()):
            values = {"name": NAMES[rule.rule]} if rule.rule in NAMES else {}
            values |= {name: VALUES[name] for name in rule.arguments if name != "name"}
            built = rule.build(values)
            assert built
            found.append(built[1] + QUERIES.get(rule.rule, ""))
    return sorted(found)


# Every address ------------------------------------------------------------------------------------

DATE_HEADERS = (
    "If-Modified-Since",
    "If-Unmodified-Since",
    "If-Range",
    "Date",
    "Expires",
    "Last-Modified",
    "Retry-After",
)
ODD_DATES = (
    "Thu, 01 Jan 99999999999 00:00:00 GMT",
    "Thu, 01 Jan 2026 00:00:99999999999999999999 GMT",
    "Thu, 99999999999999999999 Jan 2026 00:00:00 GMT",
    "Thu, 01 Jan 2026 00:00:00 +99999999999999999999",
    "Thu, 01 Jan 2026 00:00:00 -9999",
    "Thu, 01 Jan 0000 00:00:00 GMT",
    "Thu, 01 Jan -1 00:00:00 GMT",
    f"Thu, 01 Jan {'9' * 5000} 00:00:00 GMT",
    "Fri, 31 Feb 2026 25:61:61 GMT",
    "1 Jan",
    "0",
    "-",
    ",",
    "",
    "\x00",
    "é",
)


@pytest.mark.slow
def test_no_date_in_a_header_changes_an_answer(app: Flask, client: FlaskClient) -> None:
    addresses = readable(app)
    assert len(addresses) >= 13
    for address in addresses:
        for header in DATE_HEADERS:
            for date in ODD_DATES:
                headers = {header: date, "Range": "bytes=0-1"}
                answer = client.get(address, headers=headers, buffered=True)
                wanted = (200,) if header == "If-Range" else (200, 206)
                assert answer.status_code in wanted, (address, header, date)


def test_no_answer_names_the_time_of_its_last_change(app: Flask, client: FlaskClient) -> None:
    """Then conditions by date do not apply, and none needs to be understood."""
    for address in readable(app):
        assert "Last-Modified" not in get(client, address).headers, address


def test_a_condition_that_does_not_hold_is_a_problem_and_not_the_file(
    app: Flask, client: FlaskClient
) -> None:
    for address in readable(app):
        for held in ('"x"', '"x", "y"', "", "x", 'W/"x"'):
            answer = get(client, address, if_match=held)
            assert (answer.status_code, code(answer)) == (412, "precondition_failed"), address
            assert answer.headers["Cache-Control"] == "no-store"


def test_whatever_is_there_matches_the_star(app: Flask, client: FlaskClient) -> None:
    for address in readable(app):
        assert get(client, address, if_match="*").status_code == 200, address
        again = get(client, address, if_none_match="*")
        assert (again.status_code, again.data) == (304, b""), address


TAGGED = (
    *("/", "/docs", "/problems", "/problems/not_found"),
    *("/words/fr.json", "/v1/rules", "/openapi.yaml"),
)
FILES = ("/static/page.css", "/static/table/main.js", "/docs/swagger-ui.css")


@pytest.mark.parametrize("path", [*TAGGED, *FILES])
def test_a_tag_is_compared_strongly_for_a_change_and_weakly_for_a_cache(
    client: FlaskClient, path: str
) -> None:
    tag = get(client, path).headers["ETag"]
    assert tag.startswith('"')
    for held in (tag, f'"x", {tag}', f'{tag},"x"', f'W/"y" , {tag}'):
        assert get(client, path, if_match=held).status_code == 200
        assert get(client, path, if_none_match=held).status_code == 304
    assert get(client, path, if_match=f"W/{tag}").status_code == 412
    assert get(client, path, if_none_match=f"W/{tag}").status_code == 304
    assert get(client, path, if_match=tag, if_none_match=tag).status_code == 304
    assert get(client, path, if_match='"x"', if_none_match=tag).status_code == 412


@pytest.mark.parametrize("path", [*TAGGED, *FILES])
def test_what_is_not_sent_again_still_says_what_a_cache_needs(
    client: FlaskClient, path: str
) -> None:
    """A cache takes the headers of a 304 over (RFC 9111, 3.2), the policy of a page included."""
    first = get(client, path)
    again = get(client, path, if_none_match=first.headers["ETag"])
    assert again.data == b""
    for name in ("ETag", "Cache-Control", "Vary", "Content-Security-Policy"):
        assert again.headers.getlist(name) == first.headers.getlist(name)
    head = client.head(path, headers={"If-None-Match": first.headers["ETag"]})
    assert head.status_code == 304


@pytest.mark.parametrize(
    "path", ["/nowhere", "/v1/rules?x=1", "/static/none.css", "/words/de.json"]
)
def test_conditions_are_no_matter_where_there_is_nothing(client: FlaskClient, path: str) -> None:
    for held in ('"x"', "*"):
        assert get(client, path, if_match=held).status_code in (404, 422)
        assert get(client, path, if_none_match=held).status_code in (404, 422)


@pytest.mark.parametrize("path", [*TAGGED, "/livez", "/metrics"])
def test_what_is_no_file_has_no_parts(client: FlaskClient, path: str) -> None:
    for asked in ("bytes=0-1", "bytes=99999999-", "bytes=x"):
        answer = get(client, path, range=asked)
        assert answer.status_code == 200
        assert "Content-Range" not in answer.headers


# Parts of files -----------------------------------------------------------------------------------

FILE = "/docs/swagger-ui.css"


@pytest.fixture(scope="module")
def whole(client: FlaskClient) -> bytes:
    content: bytes = get(client, FILE).data
    return content


@pytest.mark.parametrize(
    ("asked", "part"),
    [
        ("bytes=0-0", slice(0, 1)),
        ("bytes=0-9", slice(0, 10)),
        ("bytes=5-", slice(5, None)),
        ("bytes=-5", slice(-5, None)),
        ("bytes=-99999999", slice(0, None)),
        ("bytes=100-99999999", slice(100, None)),
        ("BYTES=0-9", slice(0, 10)),
        ("bytes=000-0009", slice(0, 10)),
    ],
)
def test_a_part_of_a_file_is_given(
    client: FlaskClient, whole: bytes, asked: str, part: slice
) -> None:
    answer = get(client, FILE, range=asked)
    start, stop, _ = part.indices(len(whole))
    assert (answer.status_code, answer.data) == (206, whole[part])
    assert answer.headers["Content-Range"] == f"bytes {start}-{stop - 1}/{len(whole)}"
    assert answer.headers["Content-Length"] == str(stop - start)
    assert answer.headers["Accept-Ranges"] == "bytes"
    assert answer.mimetype == "text/css"


@pytest.mark.parametrize("asked", ["bytes=99999999-", "bytes=99999999-999999999", "bytes=-0"])
def test_a_part_that_is_not_there_is_a_problem_that_tells_the_length(
    client: FlaskClient, whole: bytes, asked: str
) -> None:
    answer = get(client, FILE, range=asked)
    assert (answer.status_code, code(answer)) == (416, "range_not_satisfiable")
    assert answer.headers["Content-Range"] == f"bytes */{len(whole)}"


IGNORED = [
    *("items=0-1", "bytes=x", "bytes=", "bytes=-", "bytes", "", "bytes=2-1", "bytes=0-1,3-4"),
    *("bytes=0-1,", "bytes=-1-2", "bytes=+0-1", "bytes=0x0-1", "bytes=0_0-1", "bytes=\xb2-3"),
    *(f"bytes={'9' * 5000}-", f"bytes={' ' * 5000}0-1", f"bytes={'0-1,' * 2000}0-1"),
]


@pytest.mark.parametrize("asked", IGNORED, ids=lambda asked: asked[:20])
def test_a_range_that_is_not_understood_is_ignored(
    client: FlaskClient, whole: bytes, asked: str
) -> None:
    answer = get(client, FILE, range=asked)
    assert (answer.status_code, len(answer.data)) == (200, len(whole))
    assert "Content-Range" not in answer.headers


def test_a_range_is_a_matter_of_get_alone(client: FlaskClient, whole: bytes) -> None:
    for asked in ("bytes=0-1", "bytes=99999999-"):
        answer = client.head(FILE, headers={"Range": asked})
        assert (answer.status_code, answer.content_length) == (200, len(whole))


def test_a_part_is_given_only_of_the_file_that_is_meant(client: FlaskClient, whole: bytes) -> None:
    tag = get(client, FILE).headers["ETag"]
    assert get(client, FILE, range="bytes=0-1", if_range=tag).status_code == 206
    for other in ('"x"', f"W/{tag}", tag.strip('"'), f"{tag}, {tag}", "*"):
        answer = get(client, FILE, range="bytes=0-1", if_range=other)
        assert (answer.status_code, answer.data) == (200, whole)
        beyond = get(client, FILE, range="bytes=99999999-", if_range=other)
        assert beyond.status_code == 200
    assert get(client, FILE, range="bytes=0-1", if_match='"x"').status_code == 412
    assert get(client, FILE, range="bytes=0-1", if_none_match=tag).status_code == 304


# As the functions have it -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, None),
        ({"HTTP_IF_MATCH": TAG}, None),
        ({"HTTP_IF_MATCH": " * "}, None),
        ({"HTTP_IF_MATCH": f"W/{TAG}"}, 412),
        ({"HTTP_IF_MATCH": '"a,b"'}, 412),
        ({"HTTP_IF_NONE_MATCH": f"W/{TAG}"}, 304),
        ({"HTTP_IF_NONE_MATCH": "a-tag"}, None),
        ({"HTTP_IF_NONE_MATCH": '"a-tag'}, None),
        ({"HTTP_IF_NONE_MATCH": f'"x"{TAG}'}, 304),
    ],
)
def test_the_tag_decides(headers: dict[str, str], status: int | None) -> None:
    assert decided_status(headers, TAG) == status


def test_what_has_no_tag_matches_the_star_alone() -> None:
    assert decided_status({"HTTP_IF_MATCH": TAG}, None) == 412
    assert decided_status({"HTTP_IF_MATCH": "*"}, None) is None
    assert decided_status({"HTTP_IF_NONE_MATCH": TAG}, None) is None
    assert decided_status({"HTTP_IF_NONE_MATCH": "*"}, None) == 304


def test_an_empty_file_has_no_parts() -> None:
    environ = {"REQUEST_METHOD": "GET", "HTTP_RANGE": "bytes=0-"}
    assert requested_bytes(environ, TAG, 0) == range(0)
