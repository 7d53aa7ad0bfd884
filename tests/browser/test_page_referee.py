"""The first view: announcements told by taps, and whose count."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from service.api.i18n import CATALOGUES, LANGUAGES
from tests.support.browser import MARKS, REFUSED, Table, reasons, texts
from tests.support.client import COMPARE, Json

pytestmark = MARKS

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
KINGS: Json = {
    "deck": "french",
    "trump": "H",
    "first_player": "E",
    "declared": {
        "S": [{"kind": "carre", "top": "K"}, {"kind": "tierce", "top": "K", "suit": "H"}],
        "W": [{"kind": "cent", "top": "Q", "suit": "S"}],
    },
}
COUNT_TAPS = "addEventListener('click', () => { window.taps = (window.taps ?? 0) + 1; }, true)"


def kings(table: Table) -> None:
    """A carré of kings and a tierce to the king against a cent."""
    table.trump("H")
    table.announce("NS", "carre", "K")
    table.announce("NS", "tierce", "K", "H")
    table.announce("EW", "cent", "Q", "S")


def standing(table: Table, team: str) -> list[str]:
    """How each announcement of a team stands."""
    found: list[str] = table.chips(team).evaluate_all(
        "all => all.map(one => [...one.classList].at(-1))"
    )
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_dispute_takes_twelve_taps_and_no_scrolling_on_a_phone(
    new_table: Callable[..., Table], language: str
) -> None:
    table = new_table(language, **PHONE).go("deck=french&notation=international")
    table.page.evaluate(COUNT_TAPS)
    kings(table)
    expect(table.plaque.locator(".winner")).to_be_in_viewport(ratio=1)
    expect(table.plaque.locator(".won-cards .card")).to_have_count(4)
    for card in table.plaque.locator(".won-cards .card").all():
        expect(card).to_be_in_viewport(ratio=1)
    assert table.page.evaluate("window.taps") <= 12
    assert table.page.evaluate("window.scrollY") == 0


def test_the_ruling_is_the_services_own(table: Table) -> None:
    kings(table)
    answer = table.ask(COMPARE, KINGS)
    assert answer["winner"] == "NS"
    headline = table.plaque.locator(".winner")
    expect(headline).to_have_text("Us: 100 points, a carré beats a sequence")
    expect(table.said).to_contain_text("Us: 100 points, a carré beats a sequence")
    table.page.locator(".whole > summary").click()
    expect(table.page.locator(".whole .reasons > li")).to_have_text(reasons(answer))
    steps = table.grid("Step by step").get_by_role("row")
    expect(steps).to_have_count(len(answer["steps"]) + 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_ruling_against_void_announcements_says_that_they_are_void_and_why(
    new_table: Callable[..., Table], language: str
) -> None:
    told = "deck=french&notation=international&trump=H&told_NS=tierce_K_H__S_1_yes&told_EW="
    reasons_of: Json = CATALOGUES[language]["words"]["void_reasons"]
    late, not_shown = reasons_of["late"], reasons_of["not_shown"]
    table = new_table(language).go(told + "cinquante_Q_S__W_2_yes")
    headline = table.plaque.locator(".winner")
    expect(headline).to_contain_text(table.words.say("other_void", reasons=late))
    table.go(told + "cinquante_Q_S__W_2_yes~tierce_9_C__E_1_no")
    both = f"{late}, {not_shown}"
    expect(headline).to_contain_text(table.words.say("others_void", reasons=both))
    table.go(told)
    expect(headline).to_contain_text(table.words.page["decided"]["unopposed"])


def test_the_ruling_says_what_became_of_each_announcement(table: Table) -> None:
    """The tierce is lost to the carré, and the first reasons say why."""
    kings(table)
    expect(table.page.locator(".felt.won-NS")).to_have_count(1)
    assert standing(table, "NS") == ["counts", "void"]
    assert standing(table, "EW") == ["loses"]
    expect(table.chips("NS").nth(1)).to_contain_text("needs a card of another announcement")
    answer = table.ask(COMPARE, KINGS)
    chief = ("card_reused", "decided_by_carre", "winner_marks")
    said = [one for one in answer["explanation"] if one["code"] in chief]
    expect(table.why).to_have_text(
        reasons({"explanation": [one | {"audience": "table"} for one in said]})
    )


def test_a_reason_leads_to_the_words_of_its_rule(table: Table) -> None:
    kings(table)
    rule = table.why.nth(1).locator(".rule")
    expect(rule.locator("blockquote")).to_be_hidden()
    rule.locator("summary").click()
    answer = table.ask(COMPARE, KINGS)
    paragraph = next(
        one["paragraph"] for one in answer["explanation"] if one["code"] == "decided_by_carre"
    )
    text = table.page.evaluate(
        "async id => (await (await fetch('v1/rules?lang=en')).json()).paragraphs[id].text",
        paragraph,
    )
    expect(rule.locator("blockquote")).to_contain_text(text)


def test_late_and_not_shown_are_taps(table: Table) -> None:
    kings(table)
    table.chips("NS").first.click()
    table.page.locator(".picker").get_by_role("button", name="too late").click()
    expect(table.plaque.locator(".winner")).to_contain_text("Them: 100 points")
    expect(table.page.locator(".felt.won-EW")).to_have_count(1)
    assert standing(table, "NS")[0] == "void"
    table.chips("EW").first.click()
    table.page.locator(".picker").get_by_role("button", name="not shown").click()
    expect(table.plaque.locator(".winner")).to_contain_text("Us: 20 points")
    table.page.locator(".picker").get_by_role("button", name="not shown").click()
    expect(table.plaque.locator(".winner")).to_contain_text("Them: 100 points")


def test_a_longer_cent_is_told_by_its_cards(table: Table) -> None:
    table.trump("C")
    table.announce("NS", "cent", "K", "S")
    table.announce("EW", "cent", "A", "D")
    expect(table.plaque.locator(".winner")).to_contain_text("Them: 100 points")
    expect(table.chips("NS")).to_contain_text(["5 cards, beaten"])
    table.chips("NS").first.click()
    table.page.locator(".picker").get_by_role("button", name="6", exact=True).click()
    expect(table.plaque.locator(".winner")).to_contain_text("Us: 100 points, on length")
    expect(table.chips("NS")).to_contain_text(["6 cards, counts"])


def test_the_announcements_of_two_partners_count_together(table: Table) -> None:
    table.trump("C")
    table.announce("NS", "cent", "A", "S")
    table.announce("NS", "cent", "A", "D")
    table.watch.provoke(rf"(console: {REFUSED}|status: 422 .*)")
    expect(table.plaque.get_by_role("alert")).to_contain_text("more than the eight cards")
    assert standing(table, "NS") == ["to_mend", "to_mend"]
    table.chips("NS").nth(1).click()
    table.page.locator(".picker").get_by_role("button", name="my partner").click()
    expect(table.plaque.locator(".winner")).to_contain_text("Us: 200 points")


def test_a_fault_is_told_in_players_words_at_its_announcement(table: Table) -> None:
    table.watch.provoke(rf"(console: {REFUSED}|status: 422 .*)")
    table.trump("H")
    table.announce("NS", "carre", "K")
    table.announce("EW", "cent", "A", "S")
    alert = table.plaque.get_by_role("alert")
    expect(alert).to_contain_text("king of spades: there is only one")
    assert "to_mend" in standing(table, "NS") + standing(table, "EW")
    text = table.page.locator("#view").inner_text()
    assert "#/" not in text
    assert "duplicate_card" not in text


def test_an_announcement_is_taken_away_and_comes_back(table: Table) -> None:
    kings(table)
    table.chips("NS").first.click()
    table.button("remove").click()
    expect(table.chips("NS")).to_have_count(1)
    expect(table.plaque.locator(".winner")).to_contain_text("Them: 100 points")
    table.page.go_back()
    expect(table.chips("NS")).to_have_count(2)
    expect(table.plaque.locator(".winner")).to_contain_text("Us: 100 points")


def test_the_first_to_announce_wins_where_the_table_plays_so(table: Table) -> None:
    table.go("preset=premier-annonceur&dealer=S")
    table.trump("C")
    table.announce("NS", "tierce", "K", "H")
    table.announce("EW", "tierce", "K", "D")
    expect(table.plaque.locator(".winner")).to_contain_text("Them: 20 points, as the first")
    table.chips("EW").first.click()
    table.page.locator(".picker").get_by_role("button", name="on the left").click()
    body = {
        "deck": "french",
        "trump": "C",
        "first_player": "E",
        "rules": {"preset": "premier-annonceur"},
        "declared": {
            "S": [{"kind": "tierce", "top": "K", "suit": "H"}],
            "W": [{"kind": "tierce", "top": "K", "suit": "D"}],
        },
    }
    winner = {"NS": "Us", "EW": "Them"}[table.ask(COMPARE, body)["winner"]]
    expect(table.plaque.locator(".winner")).to_contain_text(f"{winner}: 20 points")


def test_the_ruling_is_counted_with_the_donne(table: Table) -> None:
    """What was just ruled is not asked again, and no point of it is lost."""
    kings(table)
    table.button("count_this").click()
    table.count("NS", 62)
    expect(table.outcome).to_contain_text("Us 162 · Them 100")


def test_a_suit_of_the_spanish_deck_is_offered_by_its_name(new_table: Callable[..., Table]) -> None:
    table = new_table("es").go()
    table.trump("O")
    table.announce("NS", "carre", "12")
    expect(table.plaque.locator(".won-cards .card")).to_have_count(4)
    names = texts(["rey de oros", "rey de copas", "rey de espadas", "rey de bastos"])
    found = table.plaque.locator(".won-cards .card").evaluate_all(
        "all => all.map(one => one.ariaLabel ?? one.alt)"
    )
    assert found == names


def test_level_announcements_are_called_level_not_beaten(table: Table) -> None:
    table.trump("H")
    table.announce("NS", "tierce", "K", "S")
    table.announce("EW", "tierce", "K", "D")
    expect(table.plaque).to_contain_text("Nobody scores")
    for team in ("NS", "EW"):
        expect(table.chips(team)).to_contain_text("level")
    expect(table.page.get_by_label(table.words.say("dealer"))).to_have_count(0)


def test_who_spoke_first_is_asked_where_that_decides(table: Table) -> None:
    table.go("preset=premier-annonceur")
    table.trump("H")
    table.announce("NS", "tierce", "K", "S")
    table.announce("EW", "tierce", "K", "D")
    expect(table.plaque).to_contain_text("Them: 20 points, as the first to announce")
    table.page.locator(".why").get_by_label(table.words.say("dealer")).select_option("W")
    expect(table.plaque).to_contain_text("Us: 20 points, as the first to announce")


def test_an_impossible_dispute_marks_both_sides_and_leads_on(table: Table) -> None:
    table.watch.provoke(rf"(console: {REFUSED}|status: 422 .*)")
    table.trump("H")
    table.announce("NS", "carre", "K")
    table.announce("EW", "cent", "A", "D")
    for team in ("NS", "EW"):
        expect(table.chips(team)).to_contain_text("cannot be")
    table.button("new_dispute").click()
    expect(table.plaque).to_contain_text("Whose announcement counts?")


def test_a_picker_takes_the_focus_and_gives_it_back(table: Table) -> None:
    table.trump("H")
    tierce = table.side("NS").locator(".kind[data-kind=tierce]")
    for way_out in ("king", "Cancel"):
        tierce.press("Enter")
        picker = table.page.locator(".picker")
        expect(picker.get_by_role("button", name="ace")).to_be_focused()
        picker.get_by_role("button", name=way_out).press("Enter")
        if way_out == "king":
            picker.get_by_role("button", name="spades").press("Enter")
        expect(tierce).to_be_focused()


def test_a_picker_comes_into_sight_on_a_phone_on_its_side(
    new_table: Callable[..., Table],
) -> None:
    table = new_table(viewport={"width": 844, "height": 390}, has_touch=True).go()
    table.trump("H")
    table.announce("NS", "carre", "K")
    table.side("EW").locator(".kind[data-kind=cent]").click()
    suits = table.page.locator(".picker").get_by_role("button", name="clubs")
    expect(suits).to_be_in_viewport(ratio=1)
