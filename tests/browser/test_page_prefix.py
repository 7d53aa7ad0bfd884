"""The pages in a browser, under hashed names and behind a proxy that serves them under a prefix."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from playwright.sync_api import Request, expect

from tests.support.browser import MARKS, Table
from tests.support.prefix import serving_under

pytestmark = MARKS

HAND = "view=table&trump=H&N=JS.JH.JD.JC.8H.9H.10H.AC"


@pytest.fixture(scope="module")
def origin(built_app: Flask) -> Iterator[str]:
    with serving_under("/games/arbiter", built_app) as address:
        yield address


def test_the_table_loads_asks_and_links_under_the_prefix(table: Table) -> None:
    """The watch over the page fails the test on any request outside the prefix."""
    loaded: list[str] = []
    table.page.on("response", lambda response: loaded.append(response.url))
    table.go(HAND)
    expect(table.ruling.locator(".reasons").first).to_be_visible()
    hashed = re.findall(r"/static/table/([\w-]+)\.[0-9a-f]{16}\.js\b", " ".join(loaded))
    assert hashed[0] == "main"
    assert set(hashed) <= {"main", "menu", "share", "table-view"}
    assert len(set(hashed)) == len(hashed)
    expect(table.page.locator(".call pre").first).to_contain_text(
        f"{table.origin}/v1/announcements/compare"
    )
    table.view("menu")
    table.choose("Language", "Français")
    expect(table.page.locator("html")).to_have_attribute("lang", "fr")
    assert table.page.url.startswith(f"{table.origin}/#")
    assert sorted(table.link["N"].split(".")) == sorted(HAND.partition("N=")[2].split("."))


def test_the_first_view_takes_the_page_its_style_and_its_script(
    new_table: Callable[..., Table],
) -> None:
    """And waits for nothing else, the rules and what other views are drawn by above all."""
    table = new_table()
    asked: list[str] = []
    later = re.compile(r"/static/table/(menu|share|table-view)\.")

    def ask(request: Request) -> None:
        if not later.search(request.url):
            asked.append(request.resource_type)

    table.page.on("request", ask)
    table.page.route(later, lambda route: None)
    table.page.route("**/v1/**", lambda route: None)  # never answered
    table.page.route("**/words/**", lambda route: None)
    table.go()
    expect(table.page.get_by_role("button", name="spades")).to_be_visible()
    needed = [one for one in asked if one in ("document", "stylesheet", "script")]
    assert sorted(needed) == ["document", "script", "stylesheet"]
    table.page.unroute_all(behavior="ignoreErrors")


def test_the_documentation_asks_the_service_under_the_prefix(
    new_table: Callable[..., Table],
) -> None:
    table = new_table()
    table.page.goto(f"{table.origin}/docs")
    block = table.page.locator("#operations-rules-get_rules")
    block.get_by_role("button").first.click()
    with table.page.expect_response(re.compile("/v1/rules")) as asked:
        block.get_by_role("button", name="Execute").click()
    assert asked.value.url.startswith(f"{table.origin}/v1/rules")
    assert asked.value.status == 200
    expect(block.locator(".curl")).to_contain_text(f"{table.origin}/v1/rules")
