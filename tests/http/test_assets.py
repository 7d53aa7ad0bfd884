"""The files that pages load: hashed and kept for a year where built, else under their own names."""

from __future__ import annotations

import gzip
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from shutil import copyfile, copytree, ignore_patterns
from typing import IO
from urllib.parse import urljoin
from wsgiref.types import WSGIEnvironment

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.middleware.dispatcher import DispatcherMiddleware
from werkzeug.test import Client
from werkzeug.wrappers import Response
from werkzeug.wsgi import wrap_file

from service.site.asset_files import BUILT
from service.site.assets import Assets
from tests.support.client import BROWSER, code, get
from tests.support.contract import ROOT
from tests.support.prefix import Stripped
from tests.support.server import Server, serving, until
from tools.build_static import build

PAGES = ("/", "/docs", "/problems", "/problems/not_found")
BUNDLE, SCRIPT = "docs/swagger-ui-bundle.js", "static/table/main.js"


@pytest.fixture(scope="module")
def built(built_app: Flask) -> FlaskClient:
    return built_app.test_client()


def addresses(app: Flask) -> dict[str, str]:
    assets: Assets = app.extensions["assets"]
    return {name: f"/{address}" for name, address in assets.addresses.items()}


def linked(path: str, text: str) -> list[str]:
    """Return what a page loads or leads to."""
    return [urljoin(path, one) for one in re.findall(r'(?:href|src)="([^"#]+)"', text)]


def imported(address: str, script: str) -> list[str]:
    return [urljoin(address, one) for one in re.findall(r'from "([^"]+)"', script)]


# Built --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES)
def test_all_that_a_page_needs_is_there_under_hashed_names(built: FlaskClient, page: str) -> None:
    waiting, seen = linked(page, get(built, page, accept=BROWSER).text), set()
    assert waiting
    while waiting:
        address = waiting.pop()
        if address in seen:
            continue
        seen.add(address)
        answer = get(built, address)
        assert answer.status_code == 200, address
        if address.startswith(("/static/", "/docs/")):
            assert re.search(r"\.[0-9a-f]{16}\.\w+$", address)
            assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        if address.startswith("/static/table/main"):
            assert not imported(address, answer.text)
            assert len(answer.data) > 50_000, "the modules are joined"
        if address.startswith("/static/") and address.endswith(".js"):
            waiting += imported(address, answer.text)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_asked_for_again_each_time(client: FlaskClient, page: str) -> None:
    """It names the files of one version, so an older copy would ask for files that are gone."""
    answer = get(client, page, accept=BROWSER)
    assert answer.headers["Cache-Control"] == "no-cache"
    tag = answer.headers["ETag"]
    assert get(client, page, accept=BROWSER, if_none_match=tag).status_code == 304


def test_a_hashed_file_goes_compressed_to_who_reads_that(
    built: FlaskClient, built_app: Flask
) -> None:
    address = addresses(built_app)[BUNDLE]
    plain = get(built, address)
    packed = get(built, address, accept_encoding="gzip, deflate, br, zstd")
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert len(packed.data) * 3 < len(plain.data)
    assert gzip.decompress(packed.data) == plain.data
    assert packed.mimetype == plain.mimetype == "text/javascript"
    for answer in (plain, packed):
        assert "Accept-Encoding" in answer.headers["Vary"]
    tags = plain.headers["ETag"], packed.headers["ETag"]
    assert tags[0] != tags[1], "one strong tag names one sequence of bytes"
    assert get(built, address, if_none_match=tags[1], accept_encoding="gzip").status_code == 304
    assert get(built, address, if_none_match=tags[1]).status_code == 200
    part = get(built, address, accept_encoding="gzip", range="bytes=10-19", if_range=tags[1])
    assert (part.status_code, part.data) == (206, packed.data[10:20])


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip", "gzip"),
        ("GZIP;q=0.5", "gzip"),
        ("*", "gzip"),
        ("br;q=1.0, gzip;q=0.1", "gzip"),
        ("gzip;q=0", None),
        ("gzip;q=0, *", None),
        ("*;q=0", None),
        ("identity", None),
        ("br", None),
        ("notgzip", None),
        ("", None),
        (f"gzip{' ' * 100_000}x", None),
        ("gzip," * 20_000, None),
    ],
    ids=lambda value: str(value)[:20],
)
def test_an_encoding_is_chosen_by_its_weight(
    built: FlaskClient, built_app: Flask, accepted: str, encoding: str | None
) -> None:
    answer = get(built, addresses(built_app)[SCRIPT], accept_encoding=accepted)
    assert answer.status_code == 200
    assert answer.headers.get("Content-Encoding") == encoding


def test_the_source_names_and_the_manifest_are_not_served_where_there_are_hashed_ones(
    built: FlaskClient, built_app: Flask
) -> None:
    packed = f"{addresses(built_app)[SCRIPT]}.gz"
    for path in (f"/{SCRIPT}", f"/{BUNDLE}", "/static/manifest.json", "/manifest.json", packed):
        answer = get(built, path)
        assert (answer.status_code, code(answer)) == (404, "not_found")


# From the sources ---------------------------------------------------------------------------------


def test_a_source_is_asked_for_again_each_time(client: FlaskClient) -> None:
    for path in (f"/{SCRIPT}", f"/{BUNDLE}"):
        answer = get(client, path, accept_encoding="gzip")
        assert (answer.status_code, answer.cache_control.max_age) == (200, 0)
        assert "Content-Encoding" not in answer.headers
        assert get(client, path, if_none_match=answer.headers["ETag"]).status_code == 304


def test_a_file_that_is_not_sent_is_closed(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[IO[bytes]] = []

    def wrap(environ: WSGIEnvironment, file: IO[bytes]) -> Iterable[bytes]:
        opened.append(file)
        return wrap_file(environ, file)

    monkeypatch.setattr("service.site.assets.wrap_file", wrap)
    tag = get(client, f"/{SCRIPT}").headers["ETag"]
    assert client.get(f"/{SCRIPT}", headers={"If-None-Match": tag}).status_code == 304
    assert client.get(f"/{SCRIPT}", headers={"If-Match": '"x"'}).status_code == 412
    assert client.get(f"/{SCRIPT}", headers={"Range": "bytes=9999999-"}).status_code == 416
    assert [one.closed for one in opened] == [True] * 4


@pytest.mark.parametrize(
    "name",
    ["oauth2-redirect.html", "oauth2-redirect.js", "index.css", "swagger-ui.js", "VERSION"],
)
def test_what_no_page_loads_is_not_served(client: FlaskClient, name: str) -> None:
    assert get(client, f"/docs/{name}").status_code == 404


# Either way ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["app", "built_app"])
def test_a_file_carries_what_every_answer_carries(request: pytest.FixtureRequest, way: str) -> None:
    app: Flask = request.getfixturevalue(way)
    for address in addresses(app).values():
        answer = get(app.test_client(), address, x_request_id="mine", origin="https://a.example")
        assert answer.headers.getlist("Access-Control-Allow-Origin") == ["*"]
        assert answer.headers.getlist("X-Content-Type-Options") == ["nosniff"]
        assert answer.headers.getlist("X-Request-Id") == ["mine"]
        assert answer.headers.getlist("Content-Length") == [str(len(answer.data))]
        [policy] = answer.headers.getlist("Content-Security-Policy")
        assert policy == "default-src 'none'; frame-ancestors 'none'"


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "QUERY", "BREW"])
def test_a_file_can_only_be_read(client: FlaskClient, method: str) -> None:
    answer = client.open(f"/{SCRIPT}", method=method)
    assert (answer.status_code, code(answer)) == (405, "method_not_allowed")
    assert answer.headers["Allow"] == "GET, HEAD, OPTIONS"
    assert client.options(f"/{SCRIPT}").status_code == 200


@pytest.mark.parametrize("folder", ["/static", "/static/", "/static/table", "/static/table/"])
def test_a_folder_is_not_listed(client: FlaskClient, folder: str) -> None:
    answer = get(client, folder)
    assert (answer.status_code, code(answer)) == (404, "not_found")


def test_a_template_that_misspells_a_file_fails(app: Flask) -> None:
    with app.test_request_context(), pytest.raises(Exception, match="static/gone"):
        app.jinja_env.from_string('{{ assets["static/gone.js"] }}').render(assets={})


# Under a prefix -----------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("way", ["app", "built_app"])
def test_links_hold_under_a_prefix(request: pytest.FixtureRequest, way: str, page: str) -> None:
    app: Flask = request.getfixturevalue(way)
    for mounted in (
        DispatcherMiddleware(Response(status=404), {"/a/b": app.wsgi_app}),
        Stripped(app.wsgi_app, "/a/b"),
    ):
        client = Client(mounted)
        found = linked(f"/a/b{page}", client.get(f"/a/b{page}", headers={"Accept": BROWSER}).text)
        assert found
        for address in found:
            assert address.startswith("/a/b/")
            answer = client.get(address, buffered=True)
            assert answer.status_code == 200, address


# As it is shipped ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a server on a tree that was made as the image is made."""
    folder = tmp_path_factory.mktemp("shipped")
    copytree(ROOT / "service", folder / "service", ignore=ignore_patterns("__pycache__", "built"))
    copyfile(ROOT / "openapi.yaml", folder / "service" / "openapi.yaml")
    build(folder / "service" / BUILT.relative_to(ROOT / "service"))
    with serving(cwd=folder, ACCESS_LOG="on") as server:
        yield server


def scripts(server: Server) -> str:
    page = server.get("/")[2].decode()
    return next(one for one in linked("/", page) if one.endswith(".js"))


@pytest.mark.slow
def test_a_real_server_sends_files_whole_in_part_and_compressed(shipped: Server) -> None:
    address = scripts(shipped)
    status, headers, whole = shipped.get(address)
    assert (status, headers["Content-Length"]) == (200, str(len(whole)))
    assert "immutable" in headers["Cache-Control"]
    packed = shipped.get(address, accept_encoding="gzip")[2]
    assert gzip.decompress(packed) == whole
    assert shipped.get(address, range="bytes=5-9")[::2] == (206, whole[5:10])
    assert shipped.get(address, range="bytes=0-0")[::2] == (206, whole[:1])
    assert shipped.get(address, if_none_match=headers["ETag"])[::2] == (304, b"")
    assert shipped.get(address, range="bytes=999999-")[0] == 416
    assert shipped.get(address, if_match='"x"')[0] == 412
    assert shipped.get("/static/nothing.js")[0] == 404


def lines_of(server: Server) -> list[str]:
    return [line for line in server.said() if '"route":"/static/<path:name>"' in line]


def test_files_are_counted_by_their_route(shipped: Server) -> None:
    address = scripts(shipped)
    shipped.get(address)
    text = shipped.get("/metrics")[2].decode()
    assert 'route="/static/<path:name>"' in text
    assert address not in text
    until(lambda: bool(lines_of(shipped)))
    lines = lines_of(shipped)
    assert address not in "".join(lines)


@pytest.mark.slow
def test_the_wheel_brings_the_hashed_files_and_runs_from_an_empty_folder(tmp_path: Path) -> None:
    source, site, empty = tmp_path / "source", tmp_path / "site", tmp_path / "empty"
    unneeded = ignore_patterns(".git", ".venv", "build", "mutants", "node_modules", "*cache*")
    copytree(ROOT, source, ignore=unneeded)
    build(source / BUILT.relative_to(ROOT), {"static/stale.css": b"a {}"})  # somebody's own
    options = ("--no-deps", "--no-build-isolation", "--wheel-dir", str(tmp_path))
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", *options, str(source)],
        check=True,
        capture_output=True,
    )
    [wheel] = tmp_path.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(site)
    assert not list(site.rglob("*stale*"))
    assert {path.name.partition("-")[0] for path in site.iterdir()} == {"belote_arbiter", "service"}
    assert {path.name for path in (site / "service").iterdir() if path.is_file()} == {
        path.name for path in (ROOT / "service").iterdir() if path.is_file()
    } | {"openapi.yaml"}
    assert (site / "service" / "py.typed").is_file()
    empty.mkdir()
    with serving(cwd=empty, PYTHONPATH=str(site), ACCESS_LOG="off") as server:
        for page in PAGES:
            status, _, text = server.get(page, accept=BROWSER)
            assert status == 200
            for address in linked(page, text.decode()):
                assert server.get(address)[0] == 200
        assert "immutable" in server.get(scripts(server))[1]["Cache-Control"]
