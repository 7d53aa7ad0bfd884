"""The table for people as it is handed on: links, calls, languages, and a line that fails."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Dialog, Locator, Route, expect

from service.api.i18n import LANGUAGES
from tests.support.browser import MARKS, REFUSED, STATES, UNREACHED, Table, Words
from tests.support.client import COMPARE, Json

pytestmark = MARKS

CLIPBOARD = ["clipboard-read", "clipboard-write"]
HOME = "deck=french&notation=international&"
HAND = "trump=H&N=JS.JH.JD.JC.8H.9H.10H.AC"
BODY: Json = {
    "deck": "french",
    "trump": "H",
    "hands": {"N": ["JS", "JH", "JD", "JC", "8H", "9H", "10H", "AC"]},
    "declare_best": True,
    "first_player": "N",
}


def seen(table: Table) -> list[Any]:
    """All that can be read and all that is chosen."""
    chosen: Any = table.page.evaluate(
        "[...document.querySelectorAll('input, select')].map(one => [one.value, one.checked])"
    )
    return [table.page.locator(part).inner_text() for part in ("#settings", "#view")] + [chosen]


def expect_alike(one: Table, other: Table) -> None:
    """Both show the same, once each has heard all that it asked for."""
    for _ in range(100):
        if seen(one) == seen(other):
            break
        other.page.wait_for_timeout(100)
    assert seen(other) == seen(one)


def copied(table: Table, key: str, within: Locator | None = None) -> str:
    """What a button puts on the clipboard."""
    place = within or table.page.locator("body")
    place.get_by_role("button", name=table.words.say(key), exact=True).click()
    expect(place.locator("[data-copied]")).to_have_count(1)
    expect(table.said).to_have_text(table.words.say("copied"))
    text: str = table.page.evaluate("navigator.clipboard.readText()")
    return text


# Links ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", STATES)
def test_a_link_shows_another_reader_the_same(new_table: Callable[..., Table], name: str) -> None:
    state = STATES[name]
    one, other = new_table(permissions=CLIPBOARD).go(state.link), new_table()
    expect(one.page.locator(state.sign).first).to_be_visible()
    link = copied(one, "copy_link")
    other.go(urlsplit(link).fragment)
    expect(other.page.locator(state.sign).first).to_be_visible()
    expect_alike(one, other)


def test_what_was_done_by_hand_is_all_in_the_link(new_table: Callable[..., Table]) -> None:
    one, other = new_table(permissions=CLIPBOARD).go(), new_table()
    one.page.get_by_role("combobox", name="Rules").select_option("ffb-coinche")
    one.page.get_by_text("Change single rules").click()
    one.page.get_by_role("combobox", name="Equal totals").select_option("chute")
    one.trump("D")
    one.tab("donne")
    one.write("card_points", "NS", 100)
    one.choose("Belote-rebelote", "East-West")
    one.button("write_down").click()
    expect(one.sheet.locator("tbody tr")).to_have_count(1)
    one.tab("announcements")
    one.trump("C")
    one.give("S", "8S 9S 10S JS QS KS 7D 8D")
    one.page.get_by_role("combobox", name="South: Announces").select_option("as follows")
    one.button("add_declaration").click()
    one.seat("S").get_by_role("combobox", name="Said").select_option("cent")
    expect(one.plaque).to_contain_text("North-South win")
    link = copied(one, "copy_link")
    other.go(urlsplit(link).fragment)
    expect(other.plaque).to_contain_text("North-South win")
    for table in (one, other):
        table.page.locator(".house-rules details").evaluate("one => one.open = true")
    expect_alike(one, other)
    for table in (one, other):
        table.tab("donne")
        expect(table.sheet.locator("tbody tr")).to_have_text(
            ["1North-South11072belote East-West11072"]
        )


WILD = [
    "N=XX.YY",
    "N=JS.JS",
    "N=JS&W=JS",
    "N=7S.8S.9S.10S.JS.QS.KS.AS.7H",
    "N=JS.JH.JD.JC.8H.9H.10H.AC&trump=X",
    'N={"cards":["JS",',
    "points_NS=99999999999999999999&points_EW=-1&tab=donne&trump=H",
    "points_NS=1e5&target=1.5&tab=donne&trump=H&points_EW=999999",
    "N=<script>alert(1)</script>&preset=<img src=x onerror=alert(1)>",
    f"{HAND}&preset=nobody-plays-so",
    f"{HAND}&switches=nothing:5~equality:yes~__proto__:x",
    f"{HAND}&switches=:::",
    f"{HAND}&says_N=these&declared_N=cent_x_y~~_____",
    f"{HAND}&says_N=these&declared_N=cent___0_yes~tierce_999999__999_no",
    f"{HAND}&says_N=these&declared_N={'~'.join(['tierce___1_yes'] * 12)}",
    "tab=donne&trump=H&form=piles&pile=JS.JS.QQ",
    "tab=donne&trump=H&form=play&played=JS.JH",
    f"{STATES['play'].link.partition('&played')[0]}&played=8H.8C.AC.JC.AD.KD.QD.7C.9S",
    "tab=donne&trump=H&points_NS=88&points_EW=3",
    "tab=donne&donne=x&donne=&donne=trump%3DH%26points_NS%3D9&donne=donne%3Dx",
    "tab=donne&target=0&donne=passed%3Dyes",
    "tab=nowhere&deck=tarot&notation=morse&seat=Z&dealer=Q",
    "deck=spanish&notation=francaise&N=10C",
    "%E0%A4%A&%%%&=&&&==&N=%00&\u202etab=donne",
    "constructor=1&__proto__=2&toString=3&donnes=4&hasOwnProperty=5",
]


@pytest.mark.parametrize("link", WILD)
def test_a_link_that_makes_no_sense_breaks_nothing(
    new_table: Callable[..., Table], link: str
) -> None:
    """The service may refuse what a link says; nothing else may happen."""
    table = new_table()
    table.watch.provoke(rf"(console: {REFUSED}|status: 422 .*)")
    table.go(link)
    for tab in ("donne", "announcements"):
        table.tab(tab)
        expect(
            table.page.get_by_role("tab", name=table.words.say(tab), exact=True)
        ).to_have_attribute("aria-selected", "true")
    assert table.page.locator("script, img").count() == 1
    table.button("clear").click()
    table.in_pack("JS" if table.deck == "french" else "10O").click()
    expect(table.held("N")).to_have_count(1)


def test_an_unknown_preset_stands_where_presets_stand(table: Table) -> None:
    table.watch.provoke(rf"(console: {REFUSED}|status: 422 .*)")
    table.go(f"{HAND}&preset=nobody-plays-so")
    expect(table.page.get_by_role("combobox", name="Rules")).to_have_value("nobody-plays-so")
    expect(table.page.get_by_role("alert").first).to_contain_text("invalid_value")


def test_a_hand_lies_in_order_whatever_its_link_says(table: Table) -> None:
    table.go("N=AC.10H.JS.9H.JH.JD.8H.JC")
    expect(table.held("N")).to_have_count(8)
    names = table.held("N").evaluate_all("all => all.map(one => +one.dataset.card)")
    assert names == sorted(names)


def test_the_skip_link_leads_to_the_table_and_leaves_the_link_whole(table: Table) -> None:
    table.go(HAND)
    link = table.page.url
    table.page.get_by_role("link", name=table.words.say("skip")).focus()
    table.page.keyboard.press("Enter")
    expect(table.page.locator("#view")).to_be_focused()
    assert table.page.url == link


def test_the_way_back_from_an_example_leads_to_the_table_before_it(table: Table) -> None:
    table.go()
    table.page.get_by_role("link", name="A card wanted twice").click()
    expect(table.held("N")).to_have_count(8)
    table.page.go_back()
    expect(table.held("N")).to_have_count(0)
    table.page.go_forward()
    expect(table.held("N")).to_have_count(8)


def test_a_browser_that_takes_no_more_addresses_still_shows_the_table(table: Table) -> None:
    refuse = "history.replaceState = () => { throw new DOMException('too often'); }"
    table.page.add_init_script(refuse)
    table.go(HOME)
    table.give("N", "JS JH JD JC 8H 9H 10H AC")
    expect(table.seat("N").locator(".best")).to_contain_text("220")


def test_a_deck_changed_while_a_hand_is_read_keeps_the_hand(table: Table) -> None:
    table.go(HOME)
    held: list[Route] = []
    table.page.route("**/v1/hands/resolve", lambda route: held.append(route), times=1)
    table.page.get_by_role("textbox", name="Type or paste a hand").fill("JS JH JD JC 8H 9H 10H AC")
    table.button("take_hand").click()
    expect(table.page.locator("#view")).to_be_visible()
    table.choose("Cards", "Spanish")
    expect(table.page.locator(".pack .ink-gold").first).to_be_visible()
    for route in held:
        route.continue_()
    expect(table.held("N")).to_have_count(8)
    expect(table.seat("N").locator(".best")).to_contain_text("220")


# Calls ------------------------------------------------------------------------------------------


def shown_answer(table: Table) -> Any:
    """The whole answer as the page shows it to developers."""
    table.ruling.locator("summary").click()
    return json.loads(table.ruling.locator("pre").last.inner_text())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_call_copied_for_a_shell_gives_the_ruling_shown(
    new_table: Callable[..., Table], language: str
) -> None:
    table = new_table(language, permissions=CLIPBOARD).go(HOME + HAND)
    shown = shown_answer(table)
    command = copied(table, "copy_curl", table.ruling)
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=True, timeout=30)
    assert json.loads(done.stdout) == shown == table.ask(COMPARE, BODY)


def test_the_call_copied_as_code_gives_the_ruling_shown(new_table: Callable[..., Table]) -> None:
    table = new_table(permissions=CLIPBOARD).go(HAND)
    shown = shown_answer(table)
    code = copied(table, "copy_fetch", table.ruling)
    assert table.page.evaluate(f"async () => {{ {code}\n return ruling; }}") == shown
    assert shown == table.ask(COMPARE, BODY)


@pytest.mark.parametrize("name", ["piles", "play", "sheet"])
def test_every_call_of_the_second_tab_runs_in_a_shell(
    new_table: Callable[..., Table], name: str
) -> None:
    table = new_table(permissions=CLIPBOARD).go(STATES[name].link)
    expect(table.page.locator(STATES[name].sign).first).to_be_visible()
    calls = table.page.locator("#view details.call")
    assert calls.count() > 0
    for call in calls.all():
        call.locator("summary").click()
        command = copied(table, "copy_curl", call)
        done = subprocess.run(["sh", "-c", command], capture_output=True, check=True, timeout=30)
        assert json.loads(done.stdout) == json.loads(call.locator("pre").last.inner_text())


def test_a_browser_that_forbids_copying_shows_the_text(new_table: Callable[..., Table]) -> None:
    table = new_table().go(HAND)
    table.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(); }")
    offered: list[str] = []

    def take(dialog: Dialog) -> None:
        offered.append(dialog.default_value)
        dialog.dismiss()

    table.page.on("dialog", take)
    with table.page.expect_event("dialog"):
        table.button("copy_link").click()
    canonical = f"{HOME}trump=H&N=JS.8H.9H.10H.JH.JD.JC.AC"
    assert offered == [f"{table.origin}/#{canonical}"]


# Languages --------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_speaks_as_the_browser_asks(
    new_table: Callable[..., Table], language: str
) -> None:
    table = new_table(language).go(HOME + HAND)
    words = Words(language)
    expect(table.page).to_have_title(words.say("title"))
    expect(table.page.locator("html")).to_have_attribute("lang", language)
    team = words.name("NS")
    expect(table.plaque.locator(".winner")).to_have_text(words.say("team_wins", team=team))
    expect(table.held("N").first).to_have_accessible_name(
        words.say("take_back", card=words.card("french", "JS"))
    )
    first = table.ask(COMPARE, BODY)["explanation"][0]["text"]
    expect(table.ruling.locator(".reasons > li").first).to_contain_text(first)


def test_the_cards_stay_when_the_language_changes(table: Table) -> None:
    table.trump("H")
    table.give("N", "JS JH JD JC 8H 9H 10H AC")
    expect(table.plaque).to_contain_text("North-South win")
    for language, name in (("fr", "Français"), ("es", "Español"), ("en", "English")):
        table.page.get_by_role("link", name=name).click()
        words = Words(language)
        expect(table.page).to_have_title(words.say("title"))
        expect(table.plaque).to_contain_text(words.say("team_wins", team=words.name("NS")))
        expect(table.page.get_by_role("link", name=name)).to_have_attribute("aria-current", "true")
        assert sorted(table.link["N"].split(".")) == sorted(BODY["hands"]["N"])


def test_each_language_starts_with_the_cards_of_its_players(
    new_table: Callable[..., Table],
) -> None:
    spanish, french = new_table("es").go(), new_table("fr").go()
    cards = spanish.page.get_by_role("group", name=spanish.words.say("deck"))
    expect(cards.get_by_role("radio", name=spanish.words.deck("spanish"))).to_be_checked()
    expect(french.page.get_by_label(french.words.say("notation"))).to_have_value("francaise")
    expect(french.pack.get_by_role("button", name="roi de pique")).to_be_visible()


# A line that fails ------------------------------------------------------------------------------


def test_without_a_line_the_page_says_so_and_goes_on_when_it_is_back(table: Table) -> None:
    table.watch.provoke(UNREACHED)
    table.give("N", "JS JH JD JC 8H 9H 10H AC")
    expect(table.seat("N").locator(".best")).to_be_visible()
    table.page.context.set_offline(True)
    table.trump("H")
    expect(table.plaque).to_have_text(table.words.say("offline"))
    expect(table.held("N")).to_have_count(8)
    table.page.context.set_offline(False)
    expect(table.plaque).to_contain_text("North-South win")


def test_a_page_that_gets_no_rules_says_so_and_can_be_loaded_again(table: Table) -> None:
    table.watch.provoke(r"(request|console): .*net::ERR_FAILED.*")
    table.page.route(re.compile("/v1/rules"), lambda route: route.abort(), times=1)
    table.page.goto("about:blank")
    table.page.goto(f"{table.origin}/#{HAND}")
    notice = table.page.locator("#unreached")
    expect(notice).to_contain_text(table.words.say("offline"))
    notice.get_by_role("button").click()
    expect(table.plaque).to_contain_text("North-South win")


@pytest.mark.parametrize("status", [408, 429, 502])
def test_what_may_pass_is_not_remembered(table: Table, status: int) -> None:
    table.watch.provoke(rf"(console: Failed to load resource: .* {status} .*|status: {status} .*)")
    body = json.dumps({"code": "some", "status": status, "detail": "Not now."})
    table.page.route(f"**{COMPARE}", lambda route: route.fulfill(status=status, body=body), times=1)
    table.go(HAND)
    expect(table.ruling.get_by_role("alert")).to_contain_text("Not now.")
    table.button("again").click()
    expect(table.plaque).to_contain_text("North-South win")


def test_a_hand_typed_without_a_line_can_be_put_down_later(table: Table) -> None:
    table.watch.provoke(UNREACHED)
    table.page.context.set_offline(True)
    table.page.get_by_role("textbox", name="Type or paste a hand").fill("JS JH JD JC 8H 9H 10H AC")
    table.button("take_hand").click()
    expect(table.pack.get_by_role("alert")).to_contain_text(table.words.say("offline"))
    table.page.context.set_offline(False)
    table.button("take_hand").click()
    expect(table.held("N")).to_have_count(8)
    expect(table.pack.get_by_role("alert")).to_have_count(0)


def test_chance_plays_on_when_the_line_is_back(new_table: Callable[..., Table]) -> None:
    table = new_table().go(STATES["play"].link)
    on_table = table.page.locator(".plaque .cross").get_by_role("img")
    expect(on_table).to_have_count(3)
    table.watch.provoke(UNREACHED)
    table.page.context.set_offline(True)
    table.button("undo").click()
    expect(table.page.get_by_role("alert").first).to_contain_text(table.words.say("offline"))
    table.button("play_one").click()
    table.page.context.set_offline(False)
    expect(on_table).to_have_count(2)
    table.button("play_one").click()
    expect(on_table).to_have_count(3)
