"""What makes the table an application on a device: its manifest and its service worker."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urljoin

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import Client

from service.api import i18n
from service.api.i18n import CATALOGUES, LANGUAGES
from service.site import views
from tests.support.client import get
from tests.support.prefix import Stripped

WAYS = pytest.mark.parametrize("way", ["app", "built_app"])


def constants(client: FlaskClient | Client) -> tuple[str, list[str]]:
    """The version that the worker names, and its files."""
    text = client.get("/sw.js").text
    version, files = re.match(r"const VERSION = (.*);\nconst FILES = (.*);\n", text).groups()  # type: ignore[union-attr]  # else the test fails
    return json.loads(version), json.loads(files)


@WAYS
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manifest_names_the_page_and_icons_of_their_sizes(
    request: pytest.FixtureRequest, way: str, language: str
) -> None:
    client = Client(Stripped(request.getfixturevalue(way).wsgi_app, "/a/b"))
    page = client.get(f"/a/b/?lang={language}").text
    [address] = re.findall(r'<link rel="manifest" href="([^"]+)"', page)
    answer = client.get(urljoin("/a/b/", address))
    assert (answer.status_code, answer.mimetype) == (200, "application/manifest+json")
    assert answer.headers["Cache-Control"] == "no-cache"
    told = json.loads(answer.text)
    assert told["lang"] == language
    assert told["name"] == CATALOGUES[language]["table"]["title"]
    assert told["start_url"] == told["scope"] == "./"
    for icon in told["icons"]:
        drawn = client.get(urljoin("/a/b/manifest.webmanifest", icon["src"]), buffered=True)
        assert (drawn.status_code, drawn.mimetype) == (200, icon["type"])
        if icon["type"] == "image/png":
            width, height = (int.from_bytes(drawn.data[at : at + 4]) for at in (16, 20))
            assert icon["sizes"] == f"{width}x{height}"
    sizes = {(icon["sizes"], icon.get("purpose")) for icon in told["icons"]}
    assert {("192x192", None), ("512x512", None), ("512x512", "maskable")} <= sizes


def test_the_worker_is_asked_for_again_each_time_and_may_only_ask_this_service(
    built_app: Flask,
) -> None:
    client = built_app.test_client()
    answer = get(client, "/sw.js")
    assert (answer.status_code, answer.mimetype) == (200, "text/javascript")
    assert answer.headers["Cache-Control"] == "no-cache"
    assert get(client, "/sw.js", if_none_match=answer.headers["ETag"]).status_code == 304
    policy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"
    assert answer.headers.getlist("Content-Security-Policy") == [policy]


@WAYS
def test_every_file_of_the_worker_is_there_and_every_file_of_the_page_is_among_them(
    request: pytest.FixtureRequest, way: str
) -> None:
    app: Flask = request.getfixturevalue(way)
    client = app.test_client()
    _, files = constants(client)
    assert len(set(files)) == len(files)
    for file in files:
        assert get(client, urljoin("/", file)).status_code == 200, file
    page = get(client, "/").text
    loaded = re.findall(r'<(?:script|link)[^>]+(?:href|src)="(static/[^"]+)"', page)
    assert loaded
    assert set(loaded) <= set(files)
    for language in LANGUAGES:
        assert {f"words/{language}.json", f"v1/rules?lang={language}"} <= set(files)


def test_the_two_ways_to_serve_the_page_are_two_versions(app: Flask, built_app: Flask) -> None:
    assert constants(app.test_client())[0] != constants(built_app.test_client())[0]
    assert constants(app.test_client()) == constants(app.test_client())


def _another_sentence() -> Any:
    table = CATALOGUES["fr"]["table"] | {"title": "Autre"}
    return i18n, "CATALOGUES", {**CATALOGUES, "fr": {**CATALOGUES["fr"], "table": table}}


def _another_rule() -> Any:
    return views, "rulebook", lambda language: {"target": 500, "decks": [language]}


def _another_worker() -> Any:
    return views, "_worker", lambda: "// another"


@pytest.mark.parametrize("change", [_another_sentence, _another_rule, _another_worker])
def test_whatever_changes_on_the_page_makes_a_version(
    app: Flask, monkeypatch: pytest.MonkeyPatch, change: Callable[[], Any]
) -> None:
    def version() -> str:
        views._version.cache_clear()
        views._words.cache_clear()
        return constants(app.test_client())[0]

    before = version()
    with monkeypatch.context() as changed:
        changed.setattr(*change())
        after = version()
    assert version() == before != after


# Compressed ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/sw.js", "/words/fr.json", "/v1/rules", "/openapi.yaml"])
def test_what_a_page_loads_goes_compressed_to_who_reads_that(
    client: FlaskClient, path: str
) -> None:
    plain, packed = get(client, path), get(client, path, accept_encoding="gzip, br")
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) * 2 < len(plain.data)
    assert packed.headers["Content-Length"] == str(len(packed.data))
    tags = plain.headers["ETag"], packed.headers["ETag"]
    assert tags[0] != tags[1], "one strong tag names one sequence of bytes"
    for answer in (plain, packed):
        assert "Accept-Encoding" in answer.headers["Vary"]
    assert get(client, path, if_none_match=tags[1], accept_encoding="gzip").status_code == 304
    assert get(client, path, if_none_match=tags[0], accept_encoding="gzip").status_code == 200
    assert get(client, path, accept_encoding="gzip;q=0").data == plain.data


def test_what_is_small_is_sent_as_it_is(client: FlaskClient) -> None:
    answer = get(client, "/v1/hands/french/7S", accept_encoding="gzip")
    assert answer.status_code == 422
    answer = get(client, "/problems/not_found", accept_encoding="gzip")
    assert len(answer.data) < 4096
    assert "Content-Encoding" not in answer.headers


# The first view -----------------------------------------------------------------------------------

FIRST_VIEW = 55_000
"""Bytes: with two rounds of 400 ms they arrive within two seconds at 400 kbit/s."""


def test_the_first_view_needs_few_bytes_and_two_rounds(built_app: Flask) -> None:
    """The page, its style and its one script: nothing of it is found in another file only."""
    client = built_app.test_client()
    page = get(client, "/?lang=fr", accept_encoding="gzip")
    text = get(client, "/?lang=fr").text
    needed = re.findall(r'<script[^>]+src="([^"]+)"', text)
    needed += re.findall(r'<link rel="(?:stylesheet|modulepreload)" href="([^"]+)"', text)
    assert len(set(needed)) == 2
    sent = [get(client, f"/{one}", accept_encoding="gzip").data for one in set(needed)]
    assert len(page.data) + sum(map(len, sent)) <= FIRST_VIEW


def test_a_device_keeps_the_parts_of_the_page_that_are_fetched_later(built_app: Flask) -> None:
    client = built_app.test_client()
    worker = get(client, "/sw.js").text
    for name in ("menu", "share", "table-view"):
        [file] = re.findall(rf'"(static/table/{name}\.[0-9a-f]{{16}}\.js)"', worker)
        assert get(client, f"/{file}").status_code == 200
