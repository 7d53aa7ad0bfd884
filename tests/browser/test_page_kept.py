"""What the page keeps on the device, and what a link brings."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from service.api.i18n import LANGUAGES
from tests.support.browser import MARKS, STATES, Table, Words

pytestmark = MARKS


def test_two_games_are_there_after_a_restart_the_current_one_first(
    new_table: Callable[..., Table],
) -> None:
    table = new_table().go("view=scorer")
    table.write_down("NS", 98)
    table.view("menu").button("new_game").click()
    table.write_down("EW", 85)
    table.key(9)
    table.page.close()
    later = table.again()
    expect(later.total).to_have_text(["77", "85"])
    assert later.link["total"] == "9"
    later.view("menu")
    expect(later.page.locator(".kept li")).to_contain_text(["Us 98 · Them 64"])


def test_a_dispute_survives_a_restart(new_table: Callable[..., Table]) -> None:
    table = new_table().go()
    table.trump("H")
    table.announce("NS", "carre", "K")
    later = table.again()
    expect(later.plaque.locator(".winner")).to_contain_text("Us: 100 points")


def test_theme_and_language_are_kept(new_table: Callable[..., Table]) -> None:
    table = new_table(color_scheme="light").go("view=menu")
    background = "getComputedStyle(document.documentElement).backgroundColor"
    light = table.page.evaluate(background)
    table.choose("Light or dark", "dark")
    assert table.page.evaluate(background) != light
    table.choose("Language", "Français")
    french = Words("fr")
    expect(table.way).to_have_text(french.say("menu"))
    expect(table.page).to_have_title(french.say("title"))
    later = table.again()
    expect(later.page.locator("html")).to_have_attribute("lang", "fr")
    assert later.page.evaluate(background) != light


def test_what_was_kept_and_cannot_be_read_does_no_harm(new_table: Callable[..., Table]) -> None:
    table = new_table().go()
    table.page.evaluate("localStorage.setItem('belote-arbiter.1', '{\"games\": 5}')")
    later = table.again()
    expect(later.plaque).to_contain_text("Whose announcement counts?")


def test_a_link_never_takes_the_place_of_a_kept_game(new_table: Callable[..., Table]) -> None:
    table = new_table().go("view=scorer")
    table.write_down("NS", 98)
    own = table.page.evaluate("location.hash.slice(1)")
    later = table.again(STATES["sheet"].link)
    expect(later.notice).to_contain_text("Your own game is kept.")
    expect(later.lines).to_have_count(3)
    later.button("all_passed").click()
    expect(later.lines).to_have_count(4)
    expect(later.notice).to_contain_text("Your own game is kept.")
    later.notice.get_by_role("button", name="Back to my game").click()
    expect(later.lines).to_have_count(1)
    expect(later.total).to_have_text(["98", "64"])
    assert later.page.evaluate("location.hash.slice(1)") == own


def test_a_link_to_ones_own_game_with_other_lines_is_another_game(
    new_table: Callable[..., Table],
) -> None:
    table = new_table().go("view=scorer")
    table.write_down("NS", 98)
    short = table.page.evaluate("location.hash.slice(1)")
    table.write_down("NS", 98)
    later = table.again(short)
    expect(later.lines).to_have_count(1)
    later.notice.get_by_role("button", name="Keep this one too").click()
    expect(later.notice).to_have_count(0)
    later.view("menu")
    expect(later.page.locator(".kept li")).to_contain_text(["Us 196 · Them 128"])


def test_a_link_on_a_device_that_keeps_nothing_is_simply_opened(
    new_table: Callable[..., Table],
) -> None:
    table = new_table().go(STATES["sheet"].link)
    expect(table.lines).to_have_count(3)
    expect(table.notice).to_have_count(0)
    expect(table.again().lines).to_have_count(3)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_link_opens_in_the_readers_language(
    new_table: Callable[..., Table], language: str
) -> None:
    sender = new_table("fr", permissions=["clipboard-read", "clipboard-write"])
    sender.go("view=menu", lang="fr")
    sender.page.locator(".games").get_by_role("button", name="Copier le lien").click()
    expect(sender.said).to_have_text("Copié.")
    link = sender.page.evaluate("navigator.clipboard.readText()")
    reader = new_table(language)
    reader.page.goto(link)
    expect(reader.way).to_have_text(reader.words.say("menu"))


def test_a_page_loaded_again_is_as_it_was(new_table: Callable[..., Table]) -> None:
    table = new_table().go("view=scorer")
    table.write_down("NS", 98)
    table.key(7)
    table.page.reload()
    expect(table.total).to_have_text(["98", "64"])
    assert table.link["total"] == "7"
    expect(table.notice).to_have_count(0)
