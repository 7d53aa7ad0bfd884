"""The page without the network, and the change from one version of it to the next."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import expect

from service.app import create_app
from service.config import Config
from service.site.asset_files import source_files
from service.site.assets import find_assets
from tests.support.browser import MARKS, UNREACHED, Table
from tests.support.prefix import serving_under
from tools.build_static import JOINED, build
from tools.join_modules import joined

pytestmark = MARKS


class Changing:
    """An application that is another one later, as when a new version is put in its place."""

    def __init__(self, app: Flask) -> None:
        self.app = app

    def wsgi_app(self, environ: object, start_response: object) -> object:
        return self.app.wsgi_app(environ, start_response)  # type: ignore[arg-type]  # as it came


@pytest.fixture(scope="module")
def served(built_app: Flask) -> Changing:
    return Changing(built_app)


@pytest.fixture(scope="module")
def origin(served: Changing) -> Iterator[str]:
    with serving_under("/games/arbiter", served) as address:
        yield address


@pytest.fixture
def installed(new_table: Callable[..., Table]) -> Table:
    """A window whose page is kept on the device."""
    table = new_table(service_workers="allow").go()
    wait_for_worker(table)
    return table


def wait_for_worker(table: Table) -> None:
    table.page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def go_offline(table: Table) -> None:
    table.watch.provoke(UNREACHED)
    table.watch.provoke(r"console: Failed to load resource: net::ERR_FAILED.*")
    table.watch.provoke(r"request: .* net::ERR_FAILED")
    table.page.context.set_offline(True)


def test_the_page_opens_without_the_network_and_its_sheet_can_be_read(installed: Table) -> None:
    installed.view("scorer")
    installed.write_down("NS", 98)
    installed.write_down("EW", 85)
    go_offline(installed)
    installed.page.reload()
    expect(installed.total).to_have_text(["175", "149"])
    expect(installed.lines).to_have_count(2)
    later = installed.again()
    expect(later.total).to_have_text(["175", "149"])


def test_lines_entered_without_the_network_are_counted_when_it_is_back(installed: Table) -> None:
    installed.view("scorer")
    installed.write_down("NS", 98)
    go_offline(installed)
    waiting = installed.page.get_by_text(installed.words.say("not_counted_yet"))
    expect(waiting).to_have_count(0)
    installed.write_down("NS", 90)
    installed.write_down("EW", 85)
    expect(waiting).to_be_visible()
    expect(installed.total).to_have_text(["98…", "64…"])
    expect(installed.lines.locator("td").first).to_contain_text("98")
    notes = installed.lines.locator(".notes")
    expect(notes).to_have_text(
        [
            "Us",
            "Us, Us 90 points · waits to be counted",
            "Them, Them 85 points · waits to be counted",
        ]
    )
    installed.page.reload()
    expect(notes.nth(1)).to_have_text("Us, Us 90 points · waits to be counted")
    expect(installed.total).to_have_text(["98…", "64…"])
    expect(installed.lines).to_have_count(3)
    installed.page.context.set_offline(False)
    expect(installed.total).to_have_text(["265", "221"])
    expect(waiting).to_have_count(0)
    expect(notes).to_have_text(["Us", "Us", "Them"])


def test_a_line_that_waits_shows_all_that_was_entered(installed: Table) -> None:
    installed.go(
        "view=scorer&target=5000&preset=coinche-maison&donne=trump%3DH%26takers%3DNS%26bid%3D110%26coinche"
        "%3Dcoinche%26total%3D120%26counted%3DEW%26belote%3DNS%26announced%3Dpoints%26settled"
        "%3D50%26settled_by%3DEW&donne=takers%3DEW%26bid%3Dcapot%26capot%3DEW&donne=passed%3Dyes"
    )
    counted = installed.lines.locator(".notes").first
    expect(counted).not_to_contain_text("waits")
    go_offline(installed)
    installed.page.get_by_label("Target").fill("6000")
    installed.page.get_by_label("Target").press("Tab")
    expect(installed.lines.locator(".notes")).to_have_text(
        [
            "Us 110 coinche, Them 120 points, belote Us, announcements Them 50"
            " · waits to be counted",
            "Them capot, capot Them · waits to be counted",
            "passed · waits to be counted",
        ]
    )
    installed.page.context.set_offline(False)
    expect(counted).to_have_text("Us 110 coinche, announcements Them 50, belote Us, failed")


def test_every_view_is_there_without_the_network(installed: Table) -> None:
    """Those too whose part of the page was never needed before."""
    go_offline(installed)
    installed.page.reload()
    for view in ("table", "menu", "scorer"):
        installed.view(view)
        expect(installed.page.locator("#view .panel, #view .table-bar").first).to_be_visible()
        expect(installed.page.locator("#view .asking")).to_have_count(0)


def test_a_view_whose_part_cannot_be_reached_says_so_and_comes_when_it_can(
    new_table: Callable[..., Table],
) -> None:
    table = new_table()
    table.watch.provoke(r"(request|console): .*net::ERR_FAILED.*")
    table.watch.provoke("console: Failed to load resource: net::ERR_FAILED.*")
    table.page.route("**/static/table/menu*", lambda route: route.abort())
    table.go().view("menu")
    told = table.page.locator("#view").get_by_role("alert")
    expect(told).to_contain_text("The service does not answer")
    table.page.unroute("**/static/table/menu*")
    told.get_by_role("button", name=table.words.say("again")).click()
    expect(table.page.locator("#view .games")).to_be_visible()


def test_another_language_is_there_without_the_network(installed: Table) -> None:
    go_offline(installed)
    installed.view("menu")
    installed.choose("Language", "Français")
    expect(installed.page.locator("html")).to_have_attribute("lang", "fr")
    installed.page.reload()
    expect(installed.page.locator("html")).to_have_attribute("lang", "fr")
    expect(installed.way).to_have_text("Réglages")


def test_a_ruling_that_was_heard_can_be_read_again_and_no_other(installed: Table) -> None:
    installed.trump("H")
    installed.announce("NS", "carre", "K")
    expect(installed.plaque).to_contain_text("Us: 100 points")
    go_offline(installed)
    installed.page.reload()
    expect(installed.plaque).to_contain_text("Us: 100 points")
    expect(installed.why.first).to_be_visible()
    installed.announce("EW", "cent", "A", "S")
    expect(installed.plaque.get_by_role("alert")).to_contain_text("The service does not answer")


@pytest.fixture
def newer_app(tmp_path: Path) -> Flask:
    """The same service with another style and another script."""
    sources = joined(JOINED, {name: file.read_bytes() for name, file in source_files()})
    sources["static/table/table.css"] += b":root { --newer: yes }\n"
    sources[JOINED] += b'document.body.dataset.newer = "yes";\n'
    build(tmp_path, sources)
    app = create_app(Config())
    app.extensions["assets"] = find_assets(tmp_path)
    return app


def test_a_newer_version_is_taken_up_as_a_whole_when_the_reader_wishes(
    installed: Table, served: Changing, newer_app: Flask
) -> None:
    style = "getComputedStyle(document.documentElement).getPropertyValue('--newer')"
    script = "document.body.dataset.newer ?? ''"
    installed.view("scorer")
    installed.write_down("NS", 98)
    older = served.app
    served.app = newer_app
    try:
        installed.page.reload()
        expect(installed.notice).to_contain_text("A newer version of this page is ready.")
        assert (installed.page.evaluate(style), installed.page.evaluate(script)) == ("", "")
        installed.notice.get_by_role("button", name="Take it up").click()
        installed.page.wait_for_function(f"() => {script} === 'yes'")
        assert installed.page.evaluate(style) == "yes"
        expect(installed.total).to_have_text(["98", "64"])
        go_offline(installed)
        installed.page.reload()
        installed.page.wait_for_function(f"() => {script} === 'yes'")
        assert installed.page.evaluate(style) == "yes"
        names = installed.page.evaluate("caches.keys()")
        assert len(names) == len([one for one in names if "/games/arbiter/" in one]) == 2
    finally:
        served.app = older


def test_a_version_that_is_not_there_as_a_whole_is_not_installed(
    installed: Table, served: Changing, newer_app: Flask
) -> None:
    """As while servers of two versions answer by turns: worker of one, page of the other."""
    older = served.app

    class Mixed:
        def wsgi_app(self, environ: dict[str, str], start_response: object) -> object:
            app = older if environ["PATH_INFO"] == "/" else newer_app
            return app.wsgi_app(environ, start_response)  # type: ignore[arg-type]  # as it came

    served.app = Mixed()  # type: ignore[assignment]  # which has all that is asked of it
    try:
        ended = installed.page.evaluate(
            """async () => {
                const registration = await navigator.serviceWorker.getRegistration();
                const found = new Promise(done => registration.addEventListener(
                    "updatefound", () => done(registration.installing), { once: true }));
                await registration.update().catch(() => null);
                const worker = await found;
                while (!["redundant", "installed"].includes(worker.state))
                    await new Promise(done => worker.addEventListener("statechange", done));
                return worker.state;
            }"""
        )
        assert ended == "redundant"
        assert len(installed.page.evaluate("caches.keys()")) <= 2
        installed.page.reload()
        expect(installed.plaque).to_contain_text("Whose announcement counts?")
    finally:
        served.app = older
