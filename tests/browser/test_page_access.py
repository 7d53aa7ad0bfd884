"""The table for people on any device and for anybody: keys, mouse, phone, light and dark, axe.

Every state of the page is left as a picture in `build/screenshots`, for a person to look at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # has none
from playwright.sync_api import Browser, Locator, expect

from service.api.i18n import LANGUAGES
from tests.support.browser import MARKS, REFUSED, SCREENSHOTS, STATES, Table
from tests.support.pictures import in_deck

pytestmark = MARKS

HAND = "view=table&trump=H&N=JS.JH.JD.JC.8H.9H.10H.AC"
REFUSAL = rf"(console: {REFUSED}|status: 422 .*)"


def focused(table: Table) -> str:
    """What has the focus: its tag, and how it is called."""
    found: str = table.page.evaluate(
        """() => {
            const it = document.activeElement;
            const name = it.ariaLabel ?? it.labels?.[0]?.innerText ?? it.innerText ?? "";
            return `${it.tagName} ${it.type ?? ""} ${name}`.trim();
        }"""
    )
    return found


def step_to(table: Table, wanted: Locator, key: str = "Tab", most: int = 150) -> None:
    """Presses a key until the focus is where it should go."""
    for _ in range(most):
        table.page.keyboard.press(key)
        if wanted.evaluate("one => one === document.activeElement"):
            return
    raise AssertionError(f"{key} does not lead to {wanted}; it ends at {focused(table)}")


def opened(table: Table, name: str) -> Table:
    """A state of the page, once it has heard all it asked for."""
    table.watch.provoke(REFUSAL)  # some states hold what the service refuses
    link = STATES[name].link
    spelled = "deck=" in link or "notation=" in link
    table.go(link if spelled else f"deck=french&notation=international&{link}")
    expect(table.page.locator(STATES[name].sign).first).to_be_visible()
    return table


def test_the_watch_over_the_page_sees_what_goes_wrong(chromium: Browser, origin: str) -> None:
    """The one window that is not asked in the end whether it had a fault: it has five."""
    with chromium.new_context() as context:
        table = Table(context.new_page(), origin).go()
        assert table.watch.faults() == []
        scripts = table.page.locator("script").count()
        table.page.evaluate(
            """async () => {
                console.warn("a warning");
                setTimeout(() => { throw Error("a mistake"); });
                document.body.append(document.createElement("script"));
                document.body.lastChild.textContent = "1";
                await fetch("/nowhere");
                const style = document.createElement("p");
                style.setAttribute("style", "color: red");
                await fetch("http://127.0.0.2/").catch(() => null);
            }"""
        )
        expect(table.page.locator("script")).to_have_count(scripts + 1)
        found = "\n".join(table.watch.faults())
    assert "console: a warning" in found
    assert "error: a mistake" in found
    assert f"status: 404 {origin}/nowhere" in found
    assert "inline script violates" in found
    assert "inline style violates" in found
    assert "http://127.0.0.2/" in found


# Keys alone -------------------------------------------------------------------------------------


def move_to(table: Table, label: str) -> None:
    """Goes from card to card of the pack by the arrows."""
    wanted = table.in_pack(label)
    start = int(table.page.evaluate("document.activeElement.dataset.card"))
    end = int(wanted.get_attribute("data-card") or "")
    rows, columns = end // 8 - start // 8, end % 8 - start % 8
    for key, times in (("Down", rows), ("Up", -rows), ("Right", columns), ("Left", -columns)):
        for _ in range(times):
            table.page.keyboard.press(f"Arrow{key}")
    expect(wanted).to_be_focused()


def test_the_first_stops_lead_to_the_first_thing_to_do(table: Table) -> None:
    """The skip link, the four ways, and then the trump."""
    for _ in range(6):
        table.page.keyboard.press("Tab")
    expect(table.page.get_by_role("button", name="spades")).to_be_focused()


def press(table: Table, wanted: Locator) -> None:
    step_to(table, wanted)
    table.page.keyboard.press("Enter")


def test_a_dispute_is_ruled_by_keys_alone(table: Table) -> None:
    picker = table.page.locator(".picker")
    press(table, table.page.get_by_role("button", name="hearts", exact=True))
    press(table, table.side("NS").get_by_role("button", name="carré"))
    press(table, picker.get_by_role("button", name="king"))
    press(table, table.side("EW").get_by_role("button", name="cent"))
    press(table, picker.get_by_role("button", name="ace"))
    expect(picker.get_by_role("button", name="ace")).to_be_focused()
    press(table, picker.get_by_role("button", name="diamonds"))
    table.watch.provoke(REFUSAL)  # the king of diamonds is in both
    expect(table.plaque.get_by_role("alert")).to_contain_text("king of diamonds")
    press(table, table.chips("EW").first)
    press(table, table.button("remove"))
    expect(table.plaque).to_contain_text("Us: 100 points")
    assert not focused(table).startswith("BODY")


def test_cards_are_given_by_keys_alone(table: Table) -> None:
    table.go("view=table&trump=C")
    step_to(table, table.in_pack("7S"))
    for label in ["8S", "9S", "10S", "JS", "QS", "KS", "7D", "8D"]:
        move_to(table, label)
        table.page.keyboard.press("Enter")
        expect(table.in_pack(label)).to_be_focused()
    expect(table.held("N")).to_have_count(8)
    for label in ["10D", "JD", "QD", "KD", "AD", "7C", "8C", "7H"]:
        move_to(table, label)
        table.page.keyboard.press("e")
    expect(table.held("E")).to_have_count(8)
    expect(table.plaque).to_have_text("Us: 100 points, on length")
    expect(table.said).to_contain_text("Us: 100 points")


def test_home_and_end_lead_to_the_first_and_the_last_card(table: Table) -> None:
    table.go("view=table")
    step_to(table, table.in_pack("7S"))
    table.page.keyboard.press("End")
    expect(table.in_pack("AC")).to_be_focused()
    table.page.keyboard.press("Home")
    expect(table.in_pack("7S")).to_be_focused()


@pytest.mark.parametrize(
    ("language", "key", "seat"),
    [("en", "w", "W"), ("fr", "o", "W"), ("es", "O", "W"), ("en", "S", "S")],
)
def test_a_letter_gives_a_card_to_its_seat(
    new_table: Callable[..., Table], language: str, key: str, seat: str
) -> None:
    table = new_table(language).go("view=table&deck=french&notation=international")
    table.in_pack("9D").focus()
    table.page.keyboard.press(key)
    expect(table.held(seat)).to_have_count(1)
    expect(table.in_pack("9D")).to_be_focused()


@pytest.mark.parametrize("name", ["dispute", "chute", "sheet", "menu", "declared", "play", "log"])
def test_the_focus_goes_round_the_page_and_is_trapped_nowhere(
    new_table: Callable[..., Table], name: str
) -> None:
    table = opened(new_table(), name)
    table.page.keyboard.press("Tab")
    first = focused(table)
    assert "Skip to the table" in first
    passed: list[str] = []
    while first not in passed and len(passed) < 200:
        table.page.keyboard.press("Tab")
        passed.append(focused(table))
    assert first in passed
    assert any("For developers" in one for one in passed[-3:])


def test_the_skip_link_leads_to_the_table(table: Table) -> None:
    table.page.keyboard.press("Tab")
    table.page.keyboard.press("Enter")
    expect(table.page.get_by_role("main")).to_be_focused()


def test_a_hand_taken_back_card_by_card_keeps_the_focus_at_its_seat(
    new_table: Callable[..., Table],
) -> None:
    table = new_table().go(HAND)
    table.held("N").nth(3).focus()
    for left in range(7, -1, -1):
        table.page.keyboard.press("Enter")
        expect(table.held("N")).to_have_count(left)
        expect(table.seat("N").locator(":focus")).to_have_count(1)
    expect(table.page.get_by_role("radio", name="Cards go to North")).to_be_focused()


def test_the_play_goes_on_by_keys_from_player_to_player(new_table: Callable[..., Table]) -> None:
    table = new_table().go(STATES["play"].link.partition("&played")[0])
    expect(table.plaque).to_contain_text("North to play")
    table.page.locator(".to-play .legal").first.focus()
    for seat in ("West", "South", "East"):
        table.page.keyboard.press("Enter")
        expect(table.plaque).to_contain_text(f"{seat} to play")
        expect(table.page.locator(".to-play .legal:focus")).to_have_count(1)


@pytest.mark.parametrize(
    ("link", "key", "times"),
    [
        ("view=scorer&takers=NS&total=98", "write_down", 1),
        (STATES["play"].link, "play_back", 7),
        (STATES["log"].link, "play_back", 15),
        (STATES["play"].link, "play_anew", 1),
        (STATES["play"].link, "play_on", 1),
        ("view=table&part=play&trump=H&form=play", "deal", 1),
        ("view=table&says_N=these&declared_N=cent___1_yes", "remove", 1),
        (
            "view=table&says_N=these&declared_N=" + "~".join(["cent___1_yes"] * 7),
            "add_declaration",
            1,
        ),
    ],
)
def test_a_button_that_has_nothing_left_to_do_hands_the_focus_on(
    new_table: Callable[..., Table], link: str, key: str, times: int
) -> None:
    table = new_table().go(link)
    for _ in range(times):
        expect(table.button(key).first).to_be_enabled()
        table.button(key).first.focus()
        before = table.page.url
        table.page.keyboard.press("Enter")
        table.page.wait_for_function("before => location.href !== before", arg=before)
    expect(table.button(key).and_(table.page.locator(":enabled"))).to_have_count(0)
    # A frame later, since that is when Chromium takes the focus from what can no longer have it.
    table.page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
    assert not focused(table).startswith("BODY")


# A mouse ----------------------------------------------------------------------------------------


def test_cards_are_dragged_from_the_pack_to_a_seat_and_on_and_back(table: Table) -> None:
    table.go("view=table")
    table.in_pack("KH").drag_to(table.seat("E"))
    expect(table.held("E")).to_have_accessible_name("king of hearts: back to the pack")
    table.held("E").drag_to(table.seat("S"))
    expect(table.held("E")).to_have_count(0)
    expect(table.held("S")).to_have_count(1)
    table.in_pack("KH").drag_to(table.seat("W"))
    expect(table.held("W")).to_have_count(1)
    table.held("W").drag_to(table.pack)
    expect(table.held("W")).to_have_count(0)
    expect(table.in_pack("KH")).to_have_accessible_name("king of hearts")
    expect(table.page.locator(".ghost")).to_have_count(0)


def test_a_card_dropped_beside_the_table_stays_where_it_was(table: Table) -> None:
    table.go("view=table")
    table.give("N", "KH")
    table.held("N").drag_to(table.page.get_by_role("heading", level=1))
    expect(table.page.locator(".ghost")).to_have_count(0)
    expect(table.held("N")).to_have_count(1)
    table.held("N").drag_to(table.seat("N"), target_position={"x": 5, "y": 5})
    expect(table.held("N")).to_have_count(1)
    table.held("N").click()
    expect(table.held("N")).to_have_count(0)


# What is read out -------------------------------------------------------------------------------


def test_every_new_ruling_is_read_out(table: Table) -> None:
    table.trump("C")
    expect(table.said).to_contain_text("Tap what each team announces.")
    table.announce("NS", "tierce", "10", "S")
    expect(table.said).to_have_text("Us: 20 points, without an opponent")
    table.announce("EW", "tierce", "10", "D")
    expect(table.said).to_have_text("Nobody scores: level at every step")
    table.view("scorer")
    table.button("all_passed").click()
    table.count("NS", 98)
    expect(table.said).to_contain_text("Contract made")


def test_what_was_just_done_is_read_out_with_the_ruling_that_follows(table: Table) -> None:
    table.trump("C")
    table.announce("NS", "tierce", "10", "S")
    table.announce("EW", "carre", "K")
    expect(table.said).to_have_text("Them: 100 points, on points")
    table.chips("EW").press("Enter")
    remove = table.page.locator(".picker").get_by_role("button", name="Remove", exact=True)
    step_to(table, remove)
    table.page.keyboard.press("Enter")
    removed = table.words.say("removed")
    expect(table.said).to_have_text(f"{removed} Us: 20 points, without an opponent")


def test_the_focus_stays_with_the_team_whose_announcement_is_gone(table: Table) -> None:
    table.trump("C")
    table.announce("NS", "tierce", "10", "S")
    table.announce("EW", "tierce", "K", "D")
    table.chips("EW").press("Enter")
    step_to(table, table.page.locator(".picker").get_by_role("button", name="Remove", exact=True))
    table.page.keyboard.press("Enter")
    expect(table.side("EW").locator(".kind").first).to_be_focused()


# Any size ---------------------------------------------------------------------------------------

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
}
SIZES = [
    (320, 568),
    (360, 640),
    (390, 844),
    (844, 390),
    (820, 1180),
    (1024, 768),
    (1280, 800),
    (1920, 1080),
]

OVERFLOW = "document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth"


def small_targets(table: Table) -> list[str]:
    """What is to be tapped and is less than 44 pixels high or wide; links in a sentence may be.

    In a fan and in the pack the width of a card is what the screen leaves.
    """
    found: list[str] = table.page.evaluate(
        """() => [...document.querySelectorAll(
                "button, summary, select, input[type=text], .options label, .tick, .chair"
            )].filter(one => one.checkVisibility() && !one.closest(".rule"))
            .filter(one => {
                const { width, height } = one.getBoundingClientRect();
                return height < 43.5 || (width < 43.5 && !one.matches(".card"));
            }).map(one => `${one.tagName} ${one.className} ${one.innerText || one.ariaLabel}`)
        """
    )
    return found


@pytest.mark.parametrize(
    ("language", "name"),
    [
        *((language, name) for language in LANGUAGES for name in ("dispute", "sheet", "play")),
        *(("fr", name) for name in ("objections", "chute", "won", "menu", "declared", "log")),
    ],
)
def test_every_size_shows_it_all_in_its_width_with_room_for_a_finger(
    new_table: Callable[..., Table], language: str, name: str
) -> None:
    table = opened(new_table(language, **PHONE), name)
    if name == "menu":
        for summary in table.page.locator(".topic > summary").all():
            summary.tap()
    for width, height in SIZES:
        table.page.set_viewport_size({"width": width, "height": height})
        assert table.page.evaluate(OVERFLOW) <= 0, width
        if width >= 360:
            assert small_targets(table) == [], width
        if language == "fr":
            picture(table, f"{name}-{width}")


BROKEN = """() => {
    const lines = one => {
        const range = document.createRange();
        range.selectNodeContents(one);
        const tops = [...range.getClientRects()].map(({ top }) => top).sort((a, b) => a - b);
        return 1 + tops.filter((top, at) => at > 0 && top - tops[at - 1] > 10).length;
    };
    const all = [...document.querySelectorAll(".kind, .says .button, .chip b, .key")];
    return all.map(one => [one, one.matches(".kind") ? one.firstChild : one])
        .filter(([, text]) => text.nodeType === Node.TEXT_NODE || text.checkVisibility())
        .filter(([, text]) => lines(text) > 1)
        .map(([one]) => one.innerText);
}"""

TIGHT = """() => [...document.querySelectorAll("#view button, .way")]
    .filter(one => one.checkVisibility() && !one.matches(".card, .line, :has(.called)"))
    .filter(one => {
        const range = document.createRange();
        const { left, right } = one.getBoundingClientRect();
        const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
            range.selectNode(texts.currentNode);
            const box = range.getBoundingClientRect();
            if (box.left < left + 2 || box.right > right - 2) return true;
        }
        return false;
    }).map(one => one.innerText)"""


@pytest.mark.parametrize("deck", ["french", "spanish"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [360, 390])
def test_no_word_on_a_button_is_broken_on_a_phone(
    new_table: Callable[..., Table], width: int, language: str, deck: str
) -> None:
    phone = PHONE | {"viewport": {"width": width, "height": 740}}
    table = new_table(language, **phone)
    for name in ("dispute", "objections", "chute", "log"):
        state = STATES[name]
        table.go(in_deck(state.link, deck))
        expect(table.page.locator(state.sign).first).to_be_visible()
        assert table.page.evaluate(BROKEN) == [], name
        assert table.page.evaluate(TIGHT) == [], name
    table.go("view=scorer&preset=coinche-maison&donne=bid%3D110%26takers%3DEW%26total%3D130")
    expect(table.lines).to_have_count(1)
    assert table.page.evaluate(TIGHT) == []


CONTRAST = """all => all.map(one => {
    const number = text => text.match(/[\\d.]+/g).map(Number);
    const light = ([r, g, b]) => [r, g, b].map(v => v / 255)
        .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
        .reduce((sum, v, at) => sum + v * [0.2126, 0.7152, 0.0722][at], 0);
    let behind = one;
    const paint = at => number(getComputedStyle(at).backgroundColor);
    while (paint(behind).length === 4 && paint(behind)[3] === 0) behind = behind.parentElement;
    const both = [light(number(getComputedStyle(one).color)), light(paint(behind))];
    return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
})"""


@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize("deck", ["french", "spanish"])
def test_every_mark_of_a_suit_stands_out_from_what_is_behind_it(
    new_table: Callable[..., Table], deck: str, light: str
) -> None:
    table = new_table("en", color_scheme=light)
    for name in ("dispute", "sheet", "log"):
        state = STATES[name]
        table.go(in_deck(state.link, deck))
        expect(table.page.locator(state.sign).first).to_be_visible()
        found = table.page.locator("#view .suit").evaluate_all(CONTRAST)
        assert len(found) > 3
        assert min(found) >= 3, name


def test_the_label_of_a_choice_keeps_clear_of_the_field_above(
    new_table: Callable[..., Table],
) -> None:
    table = opened(new_table(**PHONE), "menu")
    gaps = table.page.locator(".cards-page").evaluate(
        """panel => {
            const boxes = [...panel.children].map(one => one.getBoundingClientRect());
            return boxes.slice(1).map((box, at) => box.top - boxes[at].bottom);
        }"""
    )
    assert len(gaps) >= 4
    assert min(gaps) >= 8


@pytest.mark.parametrize("name", ["dispute", "sheet", "menu"])
def test_text_of_twice_the_size_fits_a_phone(new_table: Callable[..., Table], name: str) -> None:
    table = opened(new_table("fr", **PHONE), name)
    table.page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert table.page.evaluate(OVERFLOW) <= 0
    picture(table, f"{name}-large")


def test_a_finger_deals_and_gets_a_ruling(new_table: Callable[..., Table]) -> None:
    table = new_table(**PHONE).go("view=table")
    table.page.get_by_role("button", name="spades", exact=True).tap()
    for label in ["JS", "JH", "JD", "JC", "8H", "9H", "10H", "AC"]:
        table.in_pack(label).tap()
    expect(table.plaque).to_have_text("Us: 220 points, without an opponent")
    table.held("N").first.tap(position={"x": 10, "y": 20})  # the next card covers its other half
    expect(table.held("N")).to_have_count(7)


def test_the_page_does_not_jump_while_it_is_loaded(new_table: Callable[..., Table]) -> None:
    table = new_table("fr", **PHONE)
    table.page.add_init_script(
        """window.shifted = 0;
        new PerformanceObserver(list => list.getEntries().forEach(one => {
            if (!one.hadRecentInput) window.shifted += one.value;
        })).observe({ type: "layout-shift", buffered: true });"""
    )
    for link in ("", STATES["sheet"].link):
        table.go(link)
        table.page.wait_for_timeout(700)
        assert table.page.evaluate("window.shifted") < 0.05


@pytest.mark.parametrize("name", ["dispute", "chute"])
def test_forced_colours_still_tell_what_is_chosen(
    new_table: Callable[..., Table], name: str
) -> None:
    table = opened(new_table(forced_colors="active"), name)
    colours = table.page.evaluate(
        """() => ["true", "false"].map(pressed => getComputedStyle(
            document.querySelector(`.toggle[aria-pressed=${pressed}]`)).backgroundColor)"""
    )
    assert colours[0] != colours[1]
    ways = table.page.locator(".way").evaluate_all(
        "all => all.map(one => getComputedStyle(one).backgroundColor)"
    )
    assert len(set(ways)) == 2


# Light and dark, and axe ------------------------------------------------------------------------


def picture(table: Table, name: str) -> None:
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    table.page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=True)


def found_by_axe(table: Table, **options: Any) -> Iterator[str]:
    answer = Axe().run(table.page, options={"resultTypes": ["violations"]} | options).response
    for one in answer["violations"]:
        for node in one["nodes"]:
            yield f"{one['impact']}: {one['id']}: {node['target']} {node['html'][:120]}"


@pytest.mark.parametrize("name", STATES)
def test_axe_finds_nothing_by_day_or_by_night(new_table: Callable[..., Table], name: str) -> None:
    table = opened(new_table(), name)
    picture(table, name)
    table.page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    assert list(found_by_axe(table)) == []
    table.page.emulate_media(color_scheme="dark")
    colours = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
    assert list(found_by_axe(table, **colours)) == []
    picture(table, f"{name}-dark-open")


@pytest.mark.parametrize("name", ["dispute", "sheet"])
def test_axe_finds_nothing_on_a_phone_in_french(new_table: Callable[..., Table], name: str) -> None:
    assert list(found_by_axe(opened(new_table("fr", **PHONE), name))) == []
