"""The second view: donnes entered by taps, the sheet, and the games."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Route, expect

from service.api.i18n import LANGUAGES
from service.belote.presets import SWITCHES
from tests.support.browser import MARKS, REFUSED, UNREACHED, Table, texts
from tests.support.client import SCORE

pytestmark = MARKS

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
COUNT_TAPS = "addEventListener('click', () => { window.taps = (window.taps ?? 0) + 1; }, true)"
DOUBLE = 400
"""Milliseconds within which a second tap is no second wish."""
REFUSAL = rf"(console: {REFUSED}|status: 422 .*)"


@pytest.fixture
def scorer(new_table: Callable[..., Table]) -> Table:
    return new_table().go("view=scorer")


def points(table: Table, line: int) -> Any:
    """What a line gives each team."""
    cells = table.lines.nth(line).locator("td.count")
    return cells.evaluate_all("all => all.map(one => one.firstChild.textContent)")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_donne_takes_six_taps_and_one_to_write_it(
    new_table: Callable[..., Table], language: str
) -> None:
    table = new_table(language, **PHONE).go("view=scorer")
    table.page.evaluate(COUNT_TAPS)
    table.count("NS", 98)
    table.toggle("belote", table.team("NS"))
    expect(table.outcome).to_contain_text("118")
    assert table.page.evaluate("window.taps") <= 6
    expect(table.button("write_down")).to_be_in_viewport(ratio=1)
    expect(table.page.locator(".totals")).to_be_in_viewport(ratio=1)
    table.button("write_down").click()
    expect(table.total).to_have_text(["118", "64"])
    assert table.page.evaluate("window.scrollY") == 0


DONNES = {
    "made": ("NS", 98, None, "Contract made", "Us 98 · Them 64"),
    "made with the belote": ("NS", 98, "NS", "Contract made", "Us 118 · Them 64"),
    "chute": ("NS", 78, None, "Contract failed", "Us 0 · Them 162"),
    "the belote stays": ("NS", 55, "NS", "Contract failed", "Us 20 · Them 162"),
    "litige": ("EW", 81, None, "Tie (litige)", "Us 81 · Them 0"),
}


@pytest.mark.parametrize("name", DONNES)
def test_a_donne_of_the_documents_comes_out_as_they_say(scorer: Table, name: str) -> None:
    taker, total, belote, outcome, scores = DONNES[name]
    scorer.count(taker, total)
    if belote:
        scorer.toggle("belote", scorer.team(belote))
    expect(scorer.outcome).to_contain_text(outcome)
    expect(scorer.outcome).to_contain_text(scores)


def test_points_are_counted_to_162_and_the_service_gives_the_rest(scorer: Table) -> None:
    scorer.count("NS", 98)
    counts = scorer.page.locator(".count-of b")
    expect(counts).to_have_text(["98", "64"])
    counts.nth(1).click()
    scorer.key(72)
    expect(counts).to_have_text(["90", "72"])
    answer = scorer.ask(SCORE, {"deck": "french", "takers": "NS", "count": {"total": {"EW": 72}}})
    assert answer["totals"] == {"NS": 90, "EW": 72}


def test_a_capot_is_one_key(scorer: Table) -> None:
    scorer.toggle("taker", "Them")
    scorer.page.locator(".key.capot").click()
    expect(scorer.outcome).to_contain_text("Us 0 · Them 252")
    expect(scorer.outcome).to_contain_text("Contract made, capot Them")


def test_all_the_points_without_a_word_of_the_tricks_are_a_question(scorer: Table) -> None:
    scorer.watch.provoke(REFUSAL)
    scorer.count("NS", 162)
    expect(scorer.outcome).to_contain_text("all the tricks too?")
    expect(scorer.button("write_down")).to_be_disabled()
    scorer.button("no_capot").click()
    expect(scorer.outcome).to_contain_text("Us 162 · Them 0")
    scorer.page.go_back()
    scorer.outcome.get_by_role("button", name="Capot").click()
    expect(scorer.outcome).to_contain_text("Us 252 · Them 0")


def test_a_number_that_no_cards_make_is_told_in_players_words(scorer: Table) -> None:
    scorer.watch.provoke(REFUSAL)
    scorer.count("NS", 175)
    alert = scorer.outcome.get_by_role("alert")
    expect(alert).to_contain_text("162 together")
    expect(scorer.button("write_down")).to_be_disabled()
    text = scorer.page.locator("#view").inner_text()
    assert "#/" not in text
    assert "_value" not in text


def test_a_belote_that_nobody_told_of_is_not_said_to_be_forgotten(scorer: Table) -> None:
    scorer.count("NS", 98)
    expect(scorer.outcome).to_contain_text("Us 98 · Them 64")
    scorer.page.locator(".outcome .whole > summary").click()
    assert "belote" not in scorer.outcome.inner_text().lower()


def test_announcements_can_be_entered_as_points(scorer: Table) -> None:
    scorer.watch.provoke(REFUSAL)  # of a number that is half entered
    scorer.count("NS", 98)
    scorer.page.locator("[data-do=announce-for][data-value=NS]").click()
    scorer.key(50)
    expect(scorer.outcome).to_contain_text("Us 148 · Them 64")
    scorer.button("write_down").click()
    expect(scorer.lines).to_contain_text(["50"])


def test_the_keypad_writes_the_points_of_the_next_donne_after_announcements(
    scorer: Table,
) -> None:
    scorer.watch.provoke(REFUSAL)  # of a number that is half entered
    scorer.count("NS", 98)
    scorer.toggle("announcements", "Us")
    scorer.key(20)
    scorer.button("write_down").click()
    expect(scorer.lines).to_have_count(1)
    scorer.count("EW", 90)
    expect(scorer.outcome).to_contain_text("Us 72 · Them 90")


def test_announcements_taken_back_leave_the_keypad_to_the_points(scorer: Table) -> None:
    scorer.watch.provoke(REFUSAL)  # of a number that is half entered
    scorer.count("NS", 9)
    scorer.toggle("announcements", "Us")
    scorer.key(2)
    scorer.page.locator("[data-do=announce-for][data-value=NS]").click()
    scorer.key(8)
    expect(scorer.outcome).to_contain_text("Us 98 · Them 64")


def test_announcements_taken_back_leave_those_that_were_ruled(scorer: Table) -> None:
    scorer.view("referee")
    scorer.trump("H")
    scorer.announce("NS", "tierce", "K", "S")
    scorer.button("count_this").click()
    expect(scorer.page.locator("[data-do=announce-for] b")).to_have_text(["20", "0"])
    scorer.count("NS", 98)
    ruled = scorer.page.locator("[data-do=announce-for][data-value=NS]")
    for _ in range(2):
        ruled.click()
    expect(scorer.outcome).to_contain_text("Us 118 · Them 64")


def test_a_line_to_correct_is_brought_to_the_reader(new_table: Callable[..., Table]) -> None:
    table = new_table(**PHONE).go("view=scorer")
    for _ in range(3):
        table.write_down("NS", 98)
    table.count("NS", 98)
    table.toggle("announcements", "Us")
    table.lines.nth(2).get_by_role("button").click()
    table.button("correct").click()
    entry = table.page.locator(".entry")
    expect(entry.get_by_text("Correcting deal 3")).to_be_in_viewport()
    expect(entry).to_be_focused()
    expect(entry).to_have_accessible_name("Correcting deal 3")
    expect(table.page.locator(".count-of").first).to_have_attribute("aria-pressed", "true")
    assert table.page.evaluate("window.scrollY") == 0


def test_a_struck_line_leaves_no_other_line_open(scorer: Table) -> None:
    for points in (98, 90):
        scorer.write_down("NS", points)
    scorer.lines.nth(0).get_by_role("button").click()
    scorer.button("strike_out").click()
    expect(scorer.lines).to_have_count(1)
    expect(scorer.button("strike_out")).to_have_count(0)


def test_no_way_to_the_sheet_begins_to_type_a_name(new_table: Callable[..., Table]) -> None:
    table = new_table(**PHONE).go()
    table.trump("H")
    table.announce("NS", "tierce", "K", "S")
    table.button("count_this").click()
    expect(table.page.get_by_role("main")).to_be_focused()
    assert table.page.evaluate("window.scrollY") == 0
    table.write_down("NS", 98)
    table.view("menu").button("new_game").click()
    expect(table.page.get_by_role("main")).to_be_focused()
    table.view("menu").button("take_up").click()
    expect(table.page.get_by_role("main")).to_be_focused()


def test_the_dealer_moves_on_with_each_donne(scorer: Table) -> None:
    dealer = scorer.page.get_by_label(scorer.words.say("next_dealer"))
    seen = [dealer.input_value()]
    for _ in range(3):
        scorer.page.wait_for_timeout(DOUBLE)
        scorer.button("all_passed").click()
        expect(dealer).not_to_have_value(seen[-1])
        seen.append(dealer.input_value())
    assert sorted(seen) == ["E", "N", "S", "W"]
    scorer.write_down("NS", 98)
    expect(dealer).to_have_value(seen[0])


def test_the_dealer_moves_the_other_way_where_the_table_plays_clockwise(scorer: Table) -> None:
    dealers: list[list[str]] = []
    for link in ("", "&switches=direction:clockwise"):
        scorer.go(f"view=scorer{link}")
        dealer = scorer.page.get_by_label(scorer.words.say("next_dealer"))
        seen = [dealer.input_value()]
        for _ in range(2):
            scorer.page.wait_for_timeout(DOUBLE)
            scorer.button("all_passed").click()
            expect(dealer).not_to_have_value(seen[-1])
            seen.append(dealer.input_value())
        dealers.append(seen)
    assert dealers == [["S", "E", "N"], ["S", "W", "N"]]


def test_a_contract_is_told_where_the_rules_have_one(scorer: Table) -> None:
    """The Federation's coinche: 90 bid, made with 98, doubled."""
    expect(scorer.page.locator(".contract")).to_have_count(0)
    scorer.go("view=scorer&preset=coinche-maison")
    scorer.toggle("taker", "Us")
    expect(scorer.outcome).to_contain_text("How much was bid?")
    scorer.page.get_by_label("Bid").select_option("90")
    scorer.key(98)
    expect(scorer.outcome).to_contain_text("Us 188 · Them 64")
    scorer.toggle("coinche", "coinche")
    donne = {"takers": "NS", "contract": {"bid": 90, "coinche": "coinche"}}
    body = {"deck": "french", "rules": {"preset": "coinche-maison"}, "count": {"total": {"NS": 98}}}
    scores = scorer.ask(SCORE, body | donne)["scores"]
    expect(scorer.outcome).to_contain_text(f"Us {scores['NS']} · Them {scores['EW']}")
    scorer.button("write_down").click()
    expect(scorer.total).to_have_text([str(scores["NS"]), str(scores["EW"])])
    scorer.go("view=scorer&preset=coinchee")
    scorer.count("NS", 98)
    expect(scorer.page.get_by_label("Bid")).to_have_count(0)
    scorer.toggle("coinche", "surcoinche")
    expect(scorer.outcome).to_contain_text("Us 648 · Them 0")


def test_carried_points_stand_on_the_sheet_until_they_are_won(scorer: Table) -> None:
    scorer.write_down("NS", 81)
    expect(scorer.total).to_have_text(["0", "81"])
    scorer.count("NS", 98)
    expect(scorer.outcome).to_contain_text("Us 179 · Them 64")
    expect(scorer.outcome).to_contain_text("81 from before")
    scorer.button("write_down").click()
    expect(scorer.total).to_have_text(["179", "145"])


# The sheet --------------------------------------------------------------------------------------


def open_line(table: Table, number: int) -> None:
    table.lines.nth(number - 1).get_by_role("button").click()


def test_a_line_in_the_middle_is_corrected_and_the_rest_follows(scorer: Table) -> None:
    scorer.watch.provoke(REFUSAL)  # of a number that is half entered
    for total in (98, 90, 100):
        scorer.write_down("NS", total)
    scorer.key(7)
    open_line(scorer, 2)
    scorer.button("correct").click()
    expect(scorer.page.get_by_text("Correcting deal 2")).to_be_visible()
    expect(scorer.page.locator(".count-of b").first).to_have_text("90")
    scorer.page.get_by_role("button", name="Erase").click()
    scorer.page.get_by_role("button", name="Erase").click()
    scorer.key(78)
    scorer.button("write_correction").click()
    expect(scorer.total).to_have_text(["198", "288"])
    assert [points(scorer, line) for line in range(3)] == [
        ["98", "64"],
        ["0", "162"],
        ["100", "62"],
    ]
    expect(scorer.page.locator(".count-of b").first).to_have_text("\N{EN DASH}")
    assert scorer.link["total"] == "7"  # what was being entered is there again


def test_a_line_struck_out_can_be_had_back(scorer: Table) -> None:
    scorer.write_down("NS", 98)
    scorer.write_down("NS", 90)
    open_line(scorer, 1)
    scorer.button("strike_out").click()
    expect(scorer.total).to_have_text(["90", "72"])
    expect(scorer.notice).to_contain_text("Line struck out.")
    scorer.notice.get_by_role("button", name="Undo").click()
    expect(scorer.total).to_have_text(["188", "136"])
    expect(scorer.notice).to_have_count(0)


def test_back_undoes_and_does_not_leave_the_page(scorer: Table) -> None:
    scorer.write_down("NS", 98)
    scorer.page.go_back()
    expect(scorer.lines).to_have_count(0)
    expect(scorer.outcome).to_contain_text("Us 98 · Them 64")
    scorer.page.go_forward()
    expect(scorer.total).to_have_text(["98", "64"])


@pytest.mark.parametrize("key", ["write_down", "all_passed"])
def test_a_double_tap_writes_one_line(scorer: Table, key: str) -> None:
    scorer.count("NS", 98)
    expect(scorer.outcome).to_contain_text("Us 98 · Them 64")
    scorer.button(key).dblclick()
    expect(scorer.lines).to_have_count(1)
    scorer.page.wait_for_timeout(500)
    expect(scorer.lines).to_have_count(1)


def test_a_target_below_the_score_leaves_the_sheet_to_be_read(scorer: Table) -> None:
    scorer.watch.provoke(REFUSAL)
    for _ in range(3):
        scorer.write_down("NS", 98)
    target = scorer.page.get_by_label("Target")
    target.fill("150")
    target.blur()
    expect(scorer.total).to_have_text(["196", "128"])
    expect(scorer.lines).to_have_count(3)
    expect(scorer.page.locator(".sheet .notice")).to_contain_text("over after deal 2")
    expect(scorer.page.get_by_role("alert")).to_have_count(0)
    target.fill("1000")
    target.blur()
    expect(scorer.total).to_have_text(["294", "192"])


def open_topics(table: Table) -> None:
    for summary in table.page.locator(".topic > summary").all():
        summary.click()


@pytest.mark.parametrize("language", LANGUAGES)
def test_house_rules_are_folded_by_topic_and_take_one_screen(
    new_table: Callable[..., Table], language: str
) -> None:
    table = new_table(language, viewport={"width": 390, "height": 844}).go("view=menu")
    topics = table.page.locator(".topic > summary")
    expect(topics).to_have_text(list(table.words.page["topic"].values()))
    box = table.page.locator(".rules").bounding_box()
    assert box is not None
    assert box["height"] < 844
    expect(table.page.locator(".switch").first).to_be_hidden()
    open_topics(table)
    expect(table.page.locator(".switch")).to_have_count(len(SWITCHES))


def test_a_changed_house_rule_is_found_at_a_glance(scorer: Table) -> None:
    scorer.go("view=menu&switches=equality:chute~direction:clockwise~rounding:none")
    topics = scorer.page.locator(".topic > summary")
    expect(topics.filter(has_text="changed")).to_have_text(
        ["Contract and ties 1 changed", "The play of the cards 1 changed"]
    )
    topics.filter(has_text="Contract").click()
    question = scorer.page.get_by_label("Equal points?")
    changed = scorer.page.locator(".switch.changed:visible")
    expect(changed).to_have_count(1)
    expect(changed).to_contain_text("instead of “a tie, the points wait”")
    question.focus()
    question.select_option("litige")
    expect(changed).to_have_count(0)
    expect(topics.filter(has_text="changed")).to_have_count(1)
    expect(question).to_be_focused()


@pytest.mark.parametrize("language", LANGUAGES)
def test_house_rules_are_asked_and_answered_without_a_code(
    new_table: Callable[..., Table], language: str
) -> None:
    table = new_table(language).go("view=menu")
    open_topics(table)
    text = table.page.locator(".rules").inner_text()
    codes = {f"{one}" for switch in SWITCHES.values() for one in switch.values}
    codes = {one for one in codes if "_" in one} | {"ffb-coinche", "sans-litige"}
    assert [one for one in codes if one in text] == []
    assert "`" not in text
    assert not re.search(r"\btrue\b", text)


def test_each_line_keeps_the_rules_it_was_written_under(scorer: Table) -> None:
    scorer.write_down("NS", 81)
    expect(scorer.total).to_have_text(["0", "81"])
    scorer.view("menu")
    scorer.page.get_by_label("Rules").select_option("sans-litige")
    expect(scorer.notice).to_contain_text("from the next deal on")
    scorer.view("scorer")
    expect(scorer.total).to_have_text(["0", "81"])
    expect(scorer.lines.first).to_contain_text("rules: Classic")
    scorer.write_down("NS", 81)
    expect(scorer.total).to_have_text(["0", "324"])  # what waited goes to who won the donne
    expect(scorer.lines.last).not_to_contain_text("rules")
    open_line(scorer, 1)
    scorer.button("correct").click()
    expect(scorer.page.locator(".entry")).to_contain_text("rules: Classic")
    expect(scorer.outcome).to_contain_text("Tie (litige)")
    scorer.button("write_correction").click()
    expect(scorer.total).to_have_text(["0", "324"])
    again = scorer.again()  # the lines are kept with their rules
    expect(again.total).to_have_text(["0", "324"])


def test_changed_rules_can_be_taken_back(scorer: Table) -> None:
    scorer.write_down("NS", 81)
    before = scorer.link
    scorer.view("menu")
    scorer.page.get_by_label("Rules").select_option("sans-litige")
    scorer.notice.get_by_role("button", name="Undo").click()
    expect(scorer.page.get_by_label("Rules")).to_have_value("classique")
    assert scorer.link == before | {"view": "menu"}


def test_lines_of_one_game_may_have_contracts_or_none(scorer: Table) -> None:
    scorer.write_down("NS", 98)
    scorer.view("menu")
    scorer.page.get_by_label("Rules").select_option("coinche-maison")
    scorer.view("scorer")
    expect(scorer.total).to_have_text(["98", "64"])
    scorer.toggle("taker", "Us")
    scorer.page.get_by_label("Bid").select_option("90")
    scorer.key(98)
    scorer.button("write_down").click()
    expect(scorer.total).to_have_text(["286", "128"])
    open_line(scorer, 1)
    scorer.button("correct").click()
    expect(scorer.page.locator(".contract")).to_have_count(0)
    expect(scorer.outcome).to_contain_text("Us 98 · Them 64")


def test_a_pardon_that_the_sheet_has_seen_is_not_given_again(scorer: Table) -> None:
    forgotten = "takers=NS&total=100&belote=NS&rebelote=no&claimed=yes"
    scorer.go(f"view=scorer&{forgotten}")
    expect(scorer.outcome).to_contain_text("Us 120 · Them 62")
    scorer.go(f"view=scorer&{forgotten}&donne={quote(forgotten)}")
    expect(scorer.outcome).to_contain_text("Us 100 · Them 62")
    scorer.page.locator(".outcome .whole > summary").click()
    expect(scorer.outcome).to_contain_text("pardon")


def test_on_paper_there_is_the_sheet_and_nothing_else(scorer: Table) -> None:
    scorer.write_down("NS", 81)
    scorer.write_down("NS", 98)
    scorer.page.emulate_media(media="print")
    expect(scorer.lines).to_have_count(2)
    for role in ("link", "radio", "combobox", "navigation"):
        expect(scorer.page.get_by_role(role).filter(visible=True)).to_have_count(0)
    expect(scorer.page.get_by_role("button").filter(visible=True)).to_have_count(2)  # the lines
    pages = re.findall(rb"/Type\s*/Page\b", scorer.page.pdf(format="A4"))
    assert len(pages) == 1


# Games ------------------------------------------------------------------------------------------


def won(table: Table) -> Table:
    """A game that is won."""
    table.go("view=scorer&target=90")
    table.write_down("NS", 98)
    expect(table.page.locator(".panel.won")).to_contain_text("Us: game won!")
    return table


def test_a_won_game_goes_on_with_a_rematch(scorer: Table) -> None:
    won(scorer)
    scorer.button("rematch").click()
    expect(scorer.lines).to_have_count(0)
    expect(scorer.page.locator(".total-NS")).to_contain_text("1 game won")
    expect(scorer.notice).to_contain_text("the one before is kept")
    scorer.count("EW", 98)
    expect(scorer.button("write_down")).to_be_enabled()


def test_a_double_tap_counts_one_game_won(scorer: Table) -> None:
    won(scorer)
    scorer.button("rematch").dblclick()
    expect(scorer.page.locator(".total-NS")).to_contain_text("1 game won")


def test_a_kept_game_is_forgotten_only_where_that_is_meant(scorer: Table) -> None:
    won(scorer)
    scorer.button("new_game").click()
    scorer.view("menu")
    kept = scorer.page.locator(".kept li")
    kept.get_by_role("button", name="Forget").click()
    expect(scorer.notice).to_contain_text("Forget this game for good?")
    scorer.notice.get_by_role("button", name="Cancel").click()
    expect(kept).to_have_count(1)
    kept.get_by_role("button", name="Forget").click()
    scorer.notice.get_by_role("button", name="Forget").click()
    expect(kept).to_have_count(0)


def test_a_target_that_cannot_be_read_is_told_and_kept_to_be_mended(scorer: Table) -> None:
    scorer.write_down("NS", 98)
    target = scorer.page.get_by_label("Target")
    target.fill("5OO")
    target.press("Tab")
    expect(scorer.page.locator(".sheet").get_by_role("alert")).to_have_text(
        "Digits alone can be read here."
    )
    scorer.key(7)
    expect(target).to_have_value("5OO")
    target.fill("500")
    target.press("Tab")
    expect(scorer.page.locator(".sheet").get_by_role("alert")).to_have_count(0)
    assert scorer.link["target"] == "500"


def test_house_rules_that_another_preset_puts_aside_can_be_had_back(scorer: Table) -> None:
    scorer.go("view=menu&switches=equality:chute")
    scorer.page.get_by_label("Rules").select_option("concours")
    expect(scorer.notice).to_contain_text("own rules were taken back")
    scorer.notice.get_by_role("button", name="Undo").click()
    assert scorer.link["switches"] == "equality:chute"


def test_a_game_before_can_be_taken_up_again(scorer: Table) -> None:
    won(scorer)
    scorer.button("new_game").click()
    expect(scorer.lines).to_have_count(0)
    scorer.write_down("EW", 85)
    scorer.view("menu")
    kept = scorer.page.locator(".kept li")
    expect(kept).to_have_count(1)
    expect(kept).to_contain_text("Us 98 · Them 64")
    kept.get_by_role("button", name="Take up").click()
    expect(scorer.total).to_have_text(["98", "64"])
    scorer.view("menu")
    expect(kept).to_contain_text("Us 77 · Them 85")


def test_teams_have_the_names_that_they_are_given(scorer: Table) -> None:
    name = scorer.page.get_by_label("Name for “Us”")
    name.fill("The Greens")
    name.blur()
    scorer.toggle("taker", "The Greens")
    scorer.key(98)
    scorer.button("write_down").click()
    expect(scorer.page.locator(".lines thead")).to_contain_text("The Greens")
    expect(scorer.lines).to_contain_text(texts(["The Greens"]))


# A line that fails ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Jean-Baptiste et Marguerite", "W" * 40])
def test_a_long_name_leaves_the_sheet_on_the_screen(
    new_table: Callable[..., Table], name: str
) -> None:
    table = new_table(**PHONE).go(f"view=scorer&name_NS={quote(name)}&name_EW={quote(name)}")
    page = table.page
    page.locator("[data-name=takers]").first.click()
    table.key(98)
    page.locator("[data-do=announce-for]").first.click()
    table.watch.provoke(REFUSAL)  # of a number that is half entered
    table.key(50)
    expect(table.outcome).to_contain_text("148")
    expect(table.button("write_down")).to_be_in_viewport(ratio=0.5)
    table.button("write_down").click()
    expect(table.total).to_have_text(["148", "64"])
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    table.view("referee")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    table.view("menu").button("new_game").click()
    table.view("menu")
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_a_slow_service_is_waited_for_in_sight(scorer: Table) -> None:
    held: list[Route] = []
    scorer.page.route("**/v1/games/score", lambda route: held.append(route))
    scorer.count("NS", 98)
    expect(scorer.outcome.locator(".asking")).to_be_visible()
    for route in held:
        route.continue_()
    scorer.page.unroute("**/v1/games/score")
    expect(scorer.outcome).to_contain_text("Us 98 · Them 64")


def test_without_a_line_donnes_are_kept_and_counted_later(scorer: Table) -> None:
    scorer.write_down("NS", 98)
    scorer.watch.provoke(UNREACHED)
    scorer.page.context.set_offline(True)
    scorer.count("NS", 90)
    scorer.button("write_down").click()
    expect(scorer.lines).to_have_count(2)
    expect(scorer.page.locator(".sheet .notice")).to_contain_text(
        "counted when the service answers"
    )
    scorer.page.context.set_offline(False)
    expect(scorer.total).to_have_text(["188", "136"])
    expect(scorer.page.locator(".sheet .notice")).to_have_count(0)


def test_what_the_referee_ruled_is_shown_only_where_it_is_counted(scorer: Table) -> None:
    """A donne of piles or of a play has its own announcements."""
    told = "view=scorer&trump=H&told_NS=tierce_K_H__S_1_yes"
    scorer.go(told)
    label = scorer.page.get_by_text(scorer.words.say("as_ruled"))
    expect(label).to_be_visible()
    for form in ("piles", "play"):
        scorer.go(f"{told}&form={form}")
        expect(scorer.page.locator(".entry")).to_be_visible()
        expect(label).to_have_count(0)


def test_an_impossible_dispute_does_not_keep_the_points_of_announcements_waiting(
    scorer: Table,
) -> None:
    scorer.watch.provoke(rf"(console: {REFUSED}|status: 422 .*)")
    scorer.go("view=scorer&trump=H&told_NS=carre_A___S_1_yes&told_EW=cinquante_A_S__W_1_yes")
    shown = scorer.page.get_by_role("group", name=scorer.words.say("announcements"), exact=True)
    expect(shown.get_by_role("button")).to_have_text(["Us \N{EN DASH}", "Them \N{EN DASH}"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_choices_of_the_form_begin_at_one_line(
    new_table: Callable[..., Table], language: str
) -> None:
    table = new_table(language, viewport={"width": 1024, "height": 900}).go("view=scorer")
    rows = table.page.locator(".entry .option-row > .toggles, .entry .trumps > .toggles")
    boxes = rows.evaluate_all("all => all.map(one => Math.round(one.getBoundingClientRect().x))")
    assert len(boxes) == 4
    assert len(set(boxes)) == 1
