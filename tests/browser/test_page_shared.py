"""What leaves the page: the share sheet of a device, pictures, paper; and the screen meanwhile."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.browser import MARKS, SCREENSHOTS, STATES, Table
from tests.support.client import Json

pytestmark = MARKS

SHARE = """
    window.sent = [];
    navigator.canShare = () => PICTURES;
    navigator.share = async ({ title, url, files }) => {
        if (window.closed_) throw new DOMException("closed", "AbortError");
        const read = (file) => new Promise((done) => {
            const reader = new FileReader();
            reader.onload = () => done(reader.result);
            reader.readAsDataURL(file);
        });
        window.sent.push({ title, url, files: await Promise.all((files ?? []).map(read)) });
    };
"""
"""A share sheet as a phone has it: what is sent stays in `sent`."""


HOME = "deck=french&notation=international&"
"""What a link says in whose language another deck is usual."""


def with_share_sheet(table: Table, *, pictures: bool = True) -> Table:
    table.page.add_init_script(SHARE.replace("PICTURES", str(pictures).lower()))
    return table


def opened(table: Table, name: str) -> Table:
    table.go(f"{HOME if 'deck=' not in STATES[name].link else ''}{STATES[name].link}")
    expect(table.page.locator(STATES[name].sign).first).to_be_visible()
    return table


def sent(table: Table) -> Json:
    table.page.wait_for_function("() => window.sent.length > 0")
    found: Json = table.page.evaluate("window.sent[0]")
    return found


@pytest.mark.parametrize("name", ["dispute", "sheet", "spanish"])
def test_a_link_and_a_picture_go_to_the_share_sheet(
    new_table: Callable[..., Table], name: str
) -> None:
    table = opened(with_share_sheet(new_table()), name)
    table.page.wait_for_function(
        "() => [...document.querySelectorAll('.won-cards img')].every(one => one.complete)"
    )
    table.button("share").click()
    told = sent(table)
    assert told["url"] == table.page.url
    assert told["title"] == table.words.say("title")
    [file] = told["files"]
    kind, _, data = file.partition(";base64,")
    assert kind == "data:image/png"
    picture = b64decode(data)
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    (SCREENSHOTS / f"sent-{name}.png").write_bytes(picture)
    width, height = (int.from_bytes(picture[at : at + 4]) for at in (16, 20))
    assert width == 1080
    assert 300 < height < 2000
    assert colours(table, file) > 20, "something is drawn"


def colours(table: Table, file: str) -> int:
    """How many colours a picture has."""
    found: int = table.page.evaluate(
        """async (file) => {
            const [, data] = file.split(",");
            const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0));
            const image = await createImageBitmap(new Blob([bytes]));
            const canvas = new OffscreenCanvas(image.width, image.height);
            const pen = canvas.getContext("2d");
            pen.drawImage(image, 0, 0);
            const { data: seen } = pen.getImageData(0, 0, image.width, image.height);
            return new Set(new Uint32Array(seen.buffer)).size;
        }""",
        file,
    )
    return found


def test_a_device_that_sends_no_pictures_sends_the_link(new_table: Callable[..., Table]) -> None:
    table = opened(with_share_sheet(new_table(), pictures=False), "dispute")
    table.button("share").click()
    told = sent(table)
    assert told["files"] == []
    assert told["url"] == table.page.url


def test_without_a_share_sheet_the_link_is_copied(new_table: Callable[..., Table]) -> None:
    table = new_table(permissions=["clipboard-read", "clipboard-write"])
    table.page.add_init_script("delete Navigator.prototype.share")
    opened(table, "dispute").button("share").click()
    expect(table.said).to_have_text("Copied.")
    assert table.page.evaluate("navigator.clipboard.readText()") == table.page.url


def test_who_closes_the_share_sheet_is_left_alone(new_table: Callable[..., Table]) -> None:
    table = with_share_sheet(new_table())
    table.page.add_init_script("window.closed_ = true")
    opened(table, "sheet").button("share").click()
    expect(table.said).not_to_have_text("Copied.")
    expect(table.notice).to_have_count(0)


# Paper ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "day"),
    [("en", r"\w+ \d+, \d{4}"), ("fr", r"\d+ \w+ \d{4}"), ("es", r"\d+ de \w+ de \d{4}")],
)
def test_a_printed_sheet_says_who_played_when_and_by_what_rules(
    new_table: Callable[..., Table], language: str, day: str
) -> None:
    table = opened(new_table(language), "sheet")
    told = table.page.locator(".printed")
    expect(told).to_be_hidden()
    names = table.page.locator(".totals .name")
    names.first.fill("Zoé")
    names.first.blur()
    table.page.emulate_media(media="print")
    expect(told).to_be_visible()
    text = told.inner_text()
    assert re.match(day, text)
    assert table.words.page["preset"]["classique"] in text
    assert "300" in text
    expect(table.page.locator(".lines thead")).to_contain_text("Zoé")
    expect(table.page.locator(".lines .notes svg.suit").first).to_be_visible()
    for unseen in (".keypad", ".ways", ".totals select", ".sheet .button", ".developers"):
        expect(table.page.locator(unseen).first).to_be_hidden()


# The screen -------------------------------------------------------------------------------------

AWAKE = """
    window.locks = 0;
    Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
        window.locks += 1;
        const lock = new EventTarget();
        lock.release = async () => {
            window.locks -= 1;
            lock.dispatchEvent(new Event("release"));
        };
        return lock;
    } } });
"""


def test_the_screen_stays_awake_while_points_are_counted(new_table: Callable[..., Table]) -> None:
    table = new_table()
    table.page.add_init_script(AWAKE)
    table.go()
    assert table.page.evaluate("window.locks") == 0
    table.view("scorer")
    table.page.wait_for_function("() => window.locks === 1")
    table.write_down("NS", 98)
    assert table.page.evaluate("window.locks") == 1
    table.view("referee")
    table.page.wait_for_function("() => window.locks === 0")


def test_a_browser_that_keeps_no_screen_awake_counts_all_the_same(
    new_table: Callable[..., Table],
) -> None:
    table = new_table()
    table.page.add_init_script(
        "Object.defineProperty(navigator, 'wakeLock', "
        "{ value: { request: () => Promise.reject(new DOMException('no', 'NotAllowedError')) } })"
    )
    table.go().view("scorer")
    table.write_down("NS", 98)
    expect(table.total).to_have_text(["98", "64"])
