"""The table for people as it is handed on: links, calls, languages, and a line that fails."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Dialog, Locator, expect

from service.api.i18n import LANGUAGES
from tests.support.browser import MARKS, REFUSED, STATES, UNREACHED, Table, Words
from tests.support.client import COMPARE, Json

pytestmark = MARKS

CLIPBOARD = ["clipboard-read", "clipboard-write"]
HOME = "deck=french&notation=international&"
HAND = "view=table&dealer=E&trump=H&N=JS.JH.JD.JC.8H.9H.10H.AC"
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
    return [table.page.locator(part).inner_text() for part in ("#view",)] + [chosen]


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
    provoked = rf"(console: {REFUSED}|status: 422 .*)"
    one, other = new_table(), new_table()
    for table in (one, other):
        table.watch.provoke(provoked)
    one.go(state.link)
    expect(one.page.locator(state.sign).first).to_be_visible()
    other.go(urlsplit(one.page.url).fragment)
    expect(other.page.locator(state.sign).first).to_be_visible()
    expect_alike(one, other)


def test_what_was_done_by_hand_is_all_in_the_link(new_table: Callable[..., Table]) -> None:
    one, other = new_table(permissions=CLIPBOARD).go("view=menu"), new_table()
    one.watch.provoke(rf"(console: {REFUSED}|status: 422 .*)")  # of a number half entered
    one.page.get_by_label("Rules").select_option("sans-litige")
    one.view("scorer")
    one.page.get_by_label("Name for “Them”").fill("Reds")
    one.page.get_by_label("Name for “Them”").blur()
    one.trump("D")
    one.toggle("taker", "Us")
    one.key(110)
    one.toggle("belote", "Reds")
    one.button("write_down").click()
    expect(one.total).to_have_text(["110", "72"])
    one.view("referee")
    one.trump("C")
    one.announce("NS", "cent", "K", "S")
    one.chips("NS").first.click()
    one.page.locator(".picker").get_by_role("button", name="6", exact=True).click()
    one.button("ready").click()  # what is open is in no link
    one.view("scorer")
    link = copied(one, "copy_link")
    other.go(urlsplit(link).fragment)
    expect(other.total).to_have_text(["110", "72"])
    expect_alike(one, other)
    for table in (one, other):
        table.view("referee")
        expect(table.plaque.locator(".winner")).to_have_text("Us: 100 points, without an opponent")
    expect_alike(one, other)


WILD = [
    "N=XX.YY",
    "N=JS.JS",
    "N=JS&W=JS",
    "N=7S.8S.9S.10S.JS.QS.KS.AS.7H",
    "N=JS.JH.JD.JC.8H.9H.10H.AC&trump=X",
    'N={"cards":["JS",',
    "total=99999999999999999999&settled=-1&view=scorer&trump=H",
    "total=1e5&target=1.5&view=scorer&trump=H&settled=999999&settled_by=NS&announced=points",
    "N=<script>alert(1)</script>&preset=<img src=x onerror=alert(1)>",
    f"{HAND}&preset=nobody-plays-so",
    f"{HAND}&switches=nothing:5~equality:yes~__proto__:x",
    f"{HAND}&switches=:::",
    f"{HAND}&says_N=these&declared_N=cent_x_y~~_____",
    f"{HAND}&says_N=these&declared_N=cent___0_yes~tierce_999999__999_no",
    f"{HAND}&says_N=these&declared_N={'~'.join(['tierce___1_yes'] * 12)}",
    "view=table&part=play&trump=H&form=piles&pile=JS.JS.QQ",
    "view=table&part=play&trump=H&form=play&played=JS.JH",
    f"{STATES['play'].link.partition('&played')[0]}&played=8H.8C.AC.JC.AD.KD.QD.7C.9S",
    "view=scorer&takers=NS&total=999999",
    "view=scorer&donne=x&donne=&donne=takers%3DNS%26total%3D9&donne=donne%3Dx&editing=2&aside=x",
    "view=scorer&target=0&donne=passed%3Dyes",
    "view=nowhere&deck=tarot&notation=morse&seat=Z&dealer=Q",
    "deck=spanish&notation=francaise&N=10C",
    "%E0%A4%A&%%%&=&&&==&N=%00&\u202eview=scorer",
    "told_NS=tierce_7_S__N_1_yes~carre_7_S_9_E_0_no&told_EW=cent_A___W_1_yes&trump=H",
    "name_NS=<script>alert(1)</script>&name_EW=%00&view=scorer&game=../../x&wins_NS=7",
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
    for view in ("scorer", "menu", "referee", "table"):
        table.view(view)
    assert table.page.locator("script[src], script:not([type]), img:not(.face)").count() == 1
    table.toggle("table", "Hands")
    table.button("clear").click()
    table.in_pack("JS" if table.deck == "french" else "10O").click()
    expect(table.held("N")).to_have_count(1)


def test_an_unknown_preset_stands_where_presets_stand(table: Table) -> None:
    table.watch.provoke(rf"(console: {REFUSED}|status: 422 .*)")
    table.go(f"{HAND}&preset=nobody-plays-so")
    expect(table.page.get_by_role("alert").first).to_contain_text("choose the rules anew")
    table.view("menu")
    expect(table.page.get_by_label("Rules")).to_have_value("nobody-plays-so")


def test_a_hand_lies_in_order_whatever_its_link_says(table: Table) -> None:
    table.go("view=table&N=AC.10H.JS.9H.JH.JD.8H.JC")
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


def test_a_browser_that_takes_no_more_addresses_still_shows_the_table(table: Table) -> None:
    refuse = (
        "history.pushState = history.replaceState = () => { throw new DOMException('too often'); }"
    )
    table.page.add_init_script(refuse)
    table.go(f"{HOME}view=table")
    table.give("N", "JS JH JD JC 8H 9H 10H AC")
    expect(table.seat("N").locator(".best")).to_contain_text("220")


# Calls ------------------------------------------------------------------------------------------


def shown_answer(table: Table) -> Any:
    """The whole answer to the comparison as the page shows it to developers."""
    table.page.locator(".developers > summary").click()
    return json.loads(comparison(table).locator("pre").last.inner_text())


def comparison(table: Table) -> Locator:
    return table.page.locator(".call[data-key=comparison]")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_call_copied_for_a_shell_gives_the_ruling_shown(
    new_table: Callable[..., Table], language: str
) -> None:
    table = new_table(language, permissions=CLIPBOARD).go(HOME + HAND)
    expect(table.ruling).to_be_visible()
    shown = shown_answer(table)
    command = copied(table, "copy_curl", comparison(table))
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=True, timeout=30)
    assert json.loads(done.stdout) == shown == table.ask(COMPARE, BODY)


def test_the_call_copied_as_code_gives_the_ruling_shown(new_table: Callable[..., Table]) -> None:
    table = new_table(permissions=CLIPBOARD).go(HAND)
    expect(table.ruling).to_be_visible()
    shown = shown_answer(table)
    code = copied(table, "copy_fetch", comparison(table))
    assert table.page.evaluate(f"async () => {{ {code}\n return ruling; }}") == shown
    assert shown == table.ask(COMPARE, BODY)


@pytest.mark.parametrize("name", ["dispute", "sheet", "piles", "play"])
def test_every_call_of_a_view_stands_in_one_box_and_runs_in_a_shell(
    new_table: Callable[..., Table], name: str
) -> None:
    table = new_table(permissions=CLIPBOARD).go(STATES[name].link)
    expect(table.page.locator(STATES[name].sign).first).to_be_visible()
    expect(table.page.locator(".developers")).to_have_count(1)
    table.page.locator(".developers > summary").click()
    calls = table.page.locator(".developers .call")
    assert calls.count() > 0
    for call in calls.all():
        command = copied(table, "copy_curl", call)
        done = subprocess.run(["sh", "-c", command], capture_output=True, check=True, timeout=30)
        assert json.loads(done.stdout) == json.loads(call.locator("pre").last.inner_text())


def test_a_browser_that_forbids_copying_shows_the_text(new_table: Callable[..., Table]) -> None:
    table = new_table().go("view=menu&target=500")
    table.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(); }")
    offered: list[str] = []

    def take(dialog: Dialog) -> None:
        offered.append(dialog.default_value)
        dialog.dismiss()

    table.page.on("dialog", take)
    with table.page.expect_event("dialog"):
        table.button("copy_link").click()
    [link] = offered
    assert link.startswith(f"{table.origin}/#view=menu&{HOME}")
    assert "&target=500" in link


# Languages --------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_speaks_as_the_browser_asks(
    new_table: Callable[..., Table], language: str
) -> None:
    table = new_table(language).go(HOME + HAND)
    words = Words(language)
    expect(table.page).to_have_title(words.say("title"))
    expect(table.page.locator("html")).to_have_attribute("lang", language)
    expect(table.plaque.locator(".winner")).to_contain_text(table.team("NS"))
    expect(table.held("N").first).to_have_accessible_name(
        words.say("take_back", card=words.card("french", "8H"))
    )
    first = table.ask(COMPARE, BODY)["explanation"][0]["text"]
    table.ruling.locator(".whole > summary").click()
    expect(table.ruling.locator(".whole .reasons > li").first).to_contain_text(first)


def test_the_cards_stay_when_the_language_changes(table: Table) -> None:
    table.go(HOME + HAND)
    for language, name in (("fr", "Français"), ("es", "Español"), ("en", "English")):
        table.page.locator(".way-menu").click()
        table.choose(table.words.say("language"), name)
        table.language, table.words = language, Words(language)
        table.view("table")
        expect(table.page).to_have_title(table.words.say("title"))
        expect(table.plaque).to_contain_text(table.team("NS"))
        assert sorted(table.link["N"].split(".")) == sorted(BODY["hands"]["N"])


def test_each_language_starts_with_the_cards_of_its_players(
    new_table: Callable[..., Table],
) -> None:
    spanish, french = new_table("es").go(), new_table("fr").go()
    assert spanish.link["deck"] == "spanish"
    assert (french.link["deck"], french.link["notation"]) == ("french", "francaise")
    french.view("table")
    expect(french.pack.get_by_role("button", name="roi de pique")).to_be_visible()


# A line that fails ------------------------------------------------------------------------------


def test_without_a_line_the_page_says_so_and_goes_on_when_it_is_back(table: Table) -> None:
    table.watch.provoke(UNREACHED)
    table.trump("H")
    table.announce("NS", "carre", "K")
    expect(table.plaque.locator(".winner")).to_be_visible()
    table.page.context.set_offline(True)
    table.trump("C")
    expect(table.plaque).to_contain_text(table.words.say("offline"))
    expect(table.chips("NS")).to_have_count(1)
    table.page.context.set_offline(False)
    expect(table.plaque.locator(".winner")).to_be_visible()


def test_a_page_that_gets_no_rules_in_words_rules_all_the_same(table: Table) -> None:
    table.watch.provoke(r"(request|console): .*net::ERR_FAILED.*")
    table.page.route(re.compile("/v1/rules"), lambda route: route.abort())
    table.page.goto("about:blank")
    table.page.goto(f"{table.origin}/#{HAND}")
    expect(table.plaque).to_contain_text("Us: 220 points")


def test_a_page_that_gets_no_words_says_so_and_can_be_loaded_again(table: Table) -> None:
    kept = {"theme": "", "language": "fr", "games": []}
    table.page.evaluate("kept => localStorage.setItem('belote-arbiter.1', kept)", json.dumps(kept))
    table.watch.provoke(r"(request|console): .*net::ERR_FAILED.*")
    table.page.route(re.compile("/words/fr.json"), lambda route: route.abort(), times=1)
    table.page.goto("about:blank")
    table.page.goto(f"{table.origin}/#{HOME}{HAND}")
    notice = table.page.locator("#unreached")
    expect(notice).to_contain_text(table.words.say("offline"))
    notice.get_by_role("button").click()
    expect(table.plaque).to_contain_text("220 points")
    expect(table.page.locator("html")).to_have_attribute("lang", "fr")


@pytest.mark.parametrize("status", [408, 429, 502])
def test_what_may_pass_is_asked_again(table: Table, status: int) -> None:
    table.watch.provoke(rf"(console: Failed to load resource: .* {status} .*|status: {status} .*)")
    body = json.dumps({"code": "some", "status": status, "detail": "Not now."})
    table.page.route(f"**{COMPARE}", lambda route: route.fulfill(status=status, body=body), times=1)
    table.go(HAND)
    expect(table.plaque.get_by_role("alert")).to_contain_text("Not now.")
    table.button("again").click()
    expect(table.plaque).to_contain_text("Us: 220 points")


def test_a_hand_typed_without_a_line_can_be_put_down_later(table: Table) -> None:
    table.go("view=table")
    table.watch.provoke(UNREACHED)
    table.page.context.set_offline(True)
    table.page.get_by_role("textbox", name="Type or paste a hand").fill("JS JH JD JC 8H 9H 10H AC")
    table.button("take_hand").click()
    expect(table.pack.get_by_role("alert")).to_contain_text(table.words.say("offline"))
    table.page.context.set_offline(False)
    table.button("take_hand").click()
    expect(table.held("N")).to_have_count(8)
    expect(table.pack.get_by_role("alert")).to_have_count(0)
