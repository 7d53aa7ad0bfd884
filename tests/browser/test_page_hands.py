"""The hands on the table: cards tapped to the seats, and whose announcements count.

What the page shows is held against the rules' figures and against what the service answers to a
body that is written here, not by the page.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import quote

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from service.api.i18n import CATALOGUES, LANGUAGES
from service.belote.cards import INTERNATIONAL
from tests.support.browser import MARKS, REFUSED, STATES, Table, reasons
from tests.support.client import BATCH, COMPARE, RESOLVE, Json

pytestmark = MARKS

WINNERS = {"NS": "Us", "EW": "Them", None: "Nobody scores"}
HANDS = "view=table"
IN_ENGLISH = "deck=french&notation=international"


@pytest.fixture
def table(new_table: Callable[..., Table]) -> Table:
    """The hands, before any card is given."""
    return new_table().go(f"{HANDS}&dealer=E")


class Example(NamedTuple):
    """Hands, and what the rules make of them."""

    deck: str
    trump: str
    hands: dict[str, str]
    winner: str | None
    how: str
    points: int = 0
    shown: tuple[str, ...] = ()


TIERCE_OF_SPADES = "8S 9S 10S 7H QH AH KD JC"
TIERCE_OF_CLUBS = "8C 9C 10C 8H JD AD 7D QC"
CENT = "9D 10D JD QD KD 7C 8C 7H"

ALONE = "the carré of jacks alone on the table"
EXAMPLES = {
    ALONE: Example(
        "french",
        "H",
        {"N": "JS JH JD JC 8H 9H 10H AC"},
        *("NS", "without an opponent", 220),
        (
            "North: JS JH JD JC",
            "North: 8H 9H 10H",
        ),
    ),
    "a carré of Sotas is the strongest of all": Example(
        "spanish",
        "B",
        {"N": "10O 10C 10E 10B 4O 5O 4C 5E", "E": "6O 6C 6E 6B 1O 1C 11E 12B"},
        *("NS", "on points", 200),
        ("North: 10O 10C 10E 10B",),
    ),
    "a longer cent beats one with an ace": Example(
        "french",
        "C",
        {"N": "8S 9S 10S JS QS KS 7D 8D", "W": "10D JD QD KD AD 7C 8C 7H"},
        *("NS", "on length", 100),
        ("North: 8S 9S 10S JS QS KS",),
    ),
    "at a hundred each a carré beats a cent": Example(
        "french",
        "C",
        {"N": CENT, "E": "AS AH AD AC 9S 7S KH QC"},
        *("EW", "a carré beats a sequence", 100),
        ("East: AS AH AD AC",),
    ),
    "the partner marks his weaker announcement too": Example(
        "french",
        "S",
        {
            "N": "9H 10H JH QH 7S 8S AD KC",
            "S": "7C 8C 9C AS KS QD JD AH",
            "W": "8D 9D 10D 7H JS 10S 10C AC",
        },
        *("NS", "on points", 70),
        (
            "North: 9H 10H JH QH",
            "South: 7C 8C 9C",
        ),
    ),
    "level to the last step nothing counts": Example(
        "french",
        "H",
        {"N": TIERCE_OF_SPADES, "W": TIERCE_OF_CLUBS},
        *(None, "level at every step"),
    ),
    "of two like tierces the one in trump counts": Example(
        "french",
        "C",
        {"N": TIERCE_OF_SPADES, "W": TIERCE_OF_CLUBS},
        *("EW", "the sequence in trumps", 20),
        ("West: 8C 9C 10C",),
    ),
    "a carré of 4s beats nothing": Example(
        "spanish",
        "O",
        {"N": "4O 4C 4E 4B 6O 10C 12E 1B", "W": "5E 6E 7E 10O 12C 1C 7B 11B"},
        *("EW", "without an opponent", 20),
        ("West: 5E 6E 7E",),
    ),
}


def body_of(example: Example, **more: Any) -> Json:
    hands = {seat: cards.split() for seat, cards in example.hands.items()}
    common = {"deck": example.deck, "trump": example.trump, "hands": hands}
    return common | {"declare_best": True, "first_player": "N"} | more


def open_whole(table: Table) -> Locator:
    """All that the ruling says, unfolded."""
    whole = table.ruling.locator(".whole")
    expect(whole).to_have_count(1)
    if whole.get_attribute("open") is None:
        whole.locator("> summary").click()
    return whole


def put(table: Table, example: Example) -> None:
    """Taps deck, trump and every card."""
    table.go(f"{HANDS}&dealer=E&deck={example.deck}")
    table.trump(example.trump)
    for seat, cards in example.hands.items():
        table.give(seat, cards)


def expect_ruling(table: Table, answer: Json) -> None:
    """The page says what the service answered: who wins, by what, why, and which seats score."""
    winner = answer["winner"]
    decided: dict[str, str] = table.words.page["decided"]
    points = f": {answer['points'][winner]} points, " if winner else ": "
    losers = [one for one in answer["rulings"] if winner and one["seat"] not in winner]
    how = decided[answer["decided_by"]]
    if answer["decided_by"] == "unopposed" and losers:
        [void] = {one["reason"] for one in losers}
        key = "other_void" if len(losers) == 1 else "others_void"
        how = table.words.say(key, reasons=CATALOGUES["en"]["words"]["void_reasons"][void])
    headline = f"{WINNERS[winner]}{points}{how}"
    expect(table.plaque.locator(".winner")).to_have_text(headline)
    whole = open_whole(table)
    expect(whole.locator(".reasons > li")).to_have_text(reasons(answer))
    scoring = {one["seat"] for one in answer["rulings"] if one["counted"]}
    for seat in "NWSE":
        scores = expect(table.seat(seat).get_by_text("counts", exact=True))
        scores.to_have_count(1 if seat in scoring else 0)
    steps = table.grid("Step by step").get_by_role("row")
    expect(steps).to_have_count(len(answer["steps"]) + 1 if answer["steps"] else 0)


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_of_the_documents_is_ruled_as_they_say(table: Table, name: str) -> None:
    example = EXAMPLES[name]
    put(table, example)
    answer = table.ask(COMPARE, body_of(example))
    assert (answer["winner"], len(answer["revealed"])) == (example.winner, len(example.shown))
    expect_ruling(table, answer)
    expect(table.plaque).to_contain_text(example.how)
    if example.winner:
        expect(table.plaque).to_contain_text(f"{example.points} points")
    assert [cards_shown(one) for one in answer["revealed"]] == [*example.shown]


def cards_shown(revealed: Json) -> str:
    """Who shows which cards, as the examples write it."""
    seats = {"N": "North", "W": "West", "S": "South", "E": "East"}
    return f"{seats[revealed['seat']]}: {' '.join(revealed['announcement']['cards'])}"


def test_the_jack_that_two_announcements_want_is_marked_and_explained(table: Table) -> None:
    table.give("N", "JS JH JD JC 8H 9H 10H AC")
    north = table.seat("N")
    expect(north.locator(".best")).to_have_text(
        "carré of jacks and tierce to the 10 of hearts220 points"
    )
    marked = north.get_by_role("button", name="wanted by two announcements")
    expect(marked).to_have_count(1)
    expect(marked).to_have_accessible_name(
        "jack of hearts: back to the pack, wanted by two announcements"
    )
    north.locator("summary", has_text="Why").click()
    answer = table.ask(
        RESOLVE, {"deck": "french", "hand": ["JS", "JH", "JD", "JC", "8H", "9H", "10H", "AC"]}
    )
    expect(north.locator(".reasons > li")).to_have_text(reasons(answer))
    expect(north.locator(".reasons + h3 + ul > li")).to_have_count(len(answer["alternatives"]))
    expect(
        north.get_by_role("heading", name="Cards wanted twice").locator("+ ul > li")
    ).to_have_text(["jack of hearts: carré of jacks or cinquante to the jack of hearts"])


@pytest.mark.parametrize(
    ("cards", "best"),
    [
        ("10O 11O 12O 12C 12E 12B 4C 5E", "carré of reyes100 points"),
        (
            "6O 7O 10O 11O 12O 12C 12E 12B",
            "carré of reyes and cinquante to the caballo of oros150 points",
        ),
        ("10O 11O 12O 4C 4E 6B 7B 1B", "tierce to the rey of oros20 points"),
    ],
)
def test_the_12_of_oros_goes_where_it_pays_most(table: Table, cards: str, best: str) -> None:
    table.go(f"{HANDS}&deck=spanish")
    table.give("S", cards)
    expect(table.seat("S").locator(".best")).to_have_text(best)
    twice = table.seat("S").get_by_role("button", name="wanted by two announcements")
    expect(twice).to_have_count(1 if "carré" in best else 0)


def test_king_and_queen_of_trump_are_seen_when_the_trump_is_known(table: Table) -> None:
    table.give("E", "KH QH JH 7S 8S AD 10C 9C")
    belote = table.seat("E").get_by_text("belote-rebelote in hand")
    expect(table.seat("E").locator(".best")).to_contain_text("tierce to the king of hearts")
    expect(belote).to_have_count(0)
    table.trump("H")
    expect(belote).to_be_visible()
    table.trump("S")
    expect(belote).to_have_count(0)


# What is declared -------------------------------------------------------------------------------


def declare(table: Table, seat: str, number: int = 1) -> Any:
    """Opens the form for one more declaration of a seat."""
    name = table.words.name(seat)
    table.page.get_by_role("combobox", name=f"{name}: Announces").select_option("as follows")
    table.seat(seat).get_by_role("button", name="Add a declaration").click()
    return table.seat(seat).get_by_role("group", name=f"Declaration {number}")


def write(form: Any, field: str, text: str) -> None:
    form.get_by_role("textbox", name=field).fill(text)
    form.get_by_role("textbox", name=field).press("Tab")


def verdicts(table: Table) -> Any:
    open_whole(table)
    return table.grid("What was declared").locator("tbody tr")


def test_a_false_declaration_falls_and_the_true_one_stands(table: Table) -> None:
    put(table, EXAMPLES["level to the last step nothing counts"])
    declare(table, "N").get_by_role("combobox", name="Said").select_option("cent")
    second = declare(table, "N", 2)
    second.get_by_role("combobox", name="Said").select_option("tierce")
    write(second, "Cards", "8s 9s, 10s")
    said = [{"kind": "cent"}, {"kind": "tierce", "cards": ["8S", "9S", "10S"]}]
    example = EXAMPLES["level to the last step nothing counts"]
    answer = table.ask(COMPARE, body_of(example, declared={"N": said}))
    assert answer["rulings"][0]["false_declaration"]
    expect_ruling(table, answer)
    expect(verdicts(table)).to_have_text(
        [
            "Northcentvoid, does not count",
            "Northtierce to the 10 of spades, 20valid, does not count",
            "Westtierce to the 10 of clubs, 20valid, does not count",
        ]
    )


def test_a_late_declaration_is_lost_and_the_opponent_is_alone(table: Table) -> None:
    example = EXAMPLES["level to the last step nothing counts"]
    put(table, example)
    form = declare(table, "N")
    form.get_by_role("combobox", name="Said").select_option("tierce")
    form.get_by_role("combobox", name="With which of his cards").select_option("2")
    late = [{"kind": "tierce", "with_card": 2}]
    answer = table.ask(COMPARE, body_of(example, declared={"N": late}))
    assert (answer["winner"], answer["rulings"][0]["reason"]) == ("EW", "late")
    expect_ruling(table, answer)
    expect(verdicts(table).first).to_have_text("Northtiercevoid, does not count")


def test_who_declines_to_announce_leaves_the_other_alone(table: Table) -> None:
    put(table, EXAMPLES["a longer cent beats one with an ace"])
    expect(table.plaque).to_contain_text("Us: ")
    table.page.get_by_role("combobox", name="North: Announces").select_option("nothing")
    expect(table.plaque).to_contain_text("Them: ")
    expect(table.plaque).to_contain_text("without an opponent")


def test_who_would_not_show_his_announcement_loses_it(table: Table) -> None:
    put(table, EXAMPLES["a longer cent beats one with an ace"])
    form = declare(table, "N")
    form.get_by_role("combobox", name="Said").select_option("cent")
    expect(table.plaque).to_contain_text("Us: ")
    form.get_by_role("checkbox", name="would not show it").check()
    expect(table.plaque).to_contain_text("Them: ")
    expect(verdicts(table).first).to_have_text("Northcentvoid, does not count")


def test_a_value_that_the_announcement_has_not_is_false(table: Table) -> None:
    put(table, EXAMPLES["a longer cent beats one with an ace"])
    form = declare(table, "N")
    form.get_by_role("combobox", name="Said").select_option("cent")
    write(form, "Value said", "50")
    expect(verdicts(table).first).to_have_text("Northcentvoid, does not count")
    form.get_by_role("button", name="Remove").click()
    expect(form).to_have_count(0)
    expect(verdicts(table)).to_have_count(1)


def test_cards_shown_without_a_known_hand_are_taken_as_held(table: Table) -> None:
    table.trump("H")
    form = declare(table, "S")
    write(form, "Cards", "QS KS AS")
    body = {"deck": "french", "trump": "H", "first_player": "N"}
    answer = table.ask(COMPARE, body | {"declared": {"S": [{"cards": ["QS", "KS", "AS"]}]}})
    assert answer["points"] == {"NS": 20, "EW": 0}
    expect_ruling(table, answer)


def test_a_kind_alone_without_a_hand_is_told_what_is_missing(table: Table) -> None:
    table.watch.provoke(rf"(console: {REFUSED}|status: 422 .*)")
    table.trump("H")
    declare(table, "S").get_by_role("combobox", name="Said").select_option("tierce")
    expect(table.plaque.get_by_role("alert")).to_have_text(
        "Say up to which card the announcement goes, or show its cards."
    )


def test_what_is_no_card_is_told_and_not_left_out(table: Table) -> None:
    table.go(f"{HANDS}&trump=H")
    seat = table.seat("S")
    seat.get_by_role("combobox").select_option("as follows")
    table.button("add_declaration").click()
    cards = seat.get_by_role("textbox", name="Cards")
    cards.fill("8S 9S 10S")
    cards.press("Tab")
    expect(table.plaque).to_contain_text("Us: ")
    cards.fill("8S 9X 10S")
    cards.press("Tab")
    expect(seat.get_by_role("alert")).to_have_text("9X is not a card of this deck.")
    expect(table.plaque).to_have_text(
        "South: a declaration cannot be read. Mend it, and the ruling follows."
    )
    expect(table.ruling).to_have_count(0)
    table.in_pack("7H").click()  # whatever else is done, the text stays as it was typed
    expect(cards).to_have_value("8S 9X 10S")
    expect(table.plaque).to_contain_text("cannot be read")
    cards.fill("8♠ 9♠\ufe0f, 10s")
    cards.press("Tab")
    expect(seat.get_by_role("alert")).to_have_count(0)
    expect(table.plaque).to_contain_text("Us: ")
    expect(cards).to_have_value("8S 9S 10S")


def test_what_is_no_number_is_told_and_rules_nothing(table: Table) -> None:
    put(table, EXAMPLES["a longer cent beats one with an ace"])
    form = declare(table, "N")
    form.get_by_role("combobox", name="Said").select_option("cent")
    expect(table.plaque).to_contain_text("Us: ")
    write(form, "Value said", "1OO")
    expect(form.get_by_role("alert")).to_have_text("Digits alone can be read here.")
    expect(table.plaque).to_contain_text("North: a declaration cannot be read.")
    form.get_by_role("button", name="Remove").click()
    expect(table.plaque).to_contain_text("Them: ")
    table.notice.get_by_role("button", name="Undo").click()
    expect(table.plaque).to_contain_text("Us: ")
    expect(form.get_by_role("textbox", name="Value said")).to_have_value("")


def test_a_card_that_is_declared_twice_is_ruled_and_kept(table: Table) -> None:
    table.watch.provoke(rf"(console: {REFUSED}|status: 422 .*)")
    table.trump("H")
    write(declare(table, "S"), "Cards", "8S 9S 9S")
    expect(table.plaque.get_by_role("alert")).to_contain_text("there is only one of it")
    table.page.reload()
    expect(table.seat("S").get_by_role("textbox", name="Cards")).to_have_value("8S 9S 9S")


def test_house_rules_change_the_ruling(table: Table) -> None:
    put(table, EXAMPLES["level to the last step nothing counts"])
    expect(table.plaque).to_contain_text("Nobody scores")
    table.view("menu")
    table.page.get_by_label("Rules").select_option("premier-annonceur")
    table.view("table")
    expect(table.plaque).to_contain_text("Us: 20 points, as the first to announce")
    table.page.get_by_role("combobox", name="Dealer").select_option("North")
    expect(table.plaque).to_contain_text("Them: ")
    table.view("menu")
    topic = table.words.page["topic"]["announcements"]
    table.page.locator(".topic > summary", has_text=topic).click()
    question = "And if announcements are level at every step?"
    table.page.get_by_role("combobox", name=question).select_option("none counts")
    expect(table.page.get_by_text("(1 change)")).to_be_visible()
    table.view("table")
    expect(table.plaque).to_contain_text("Nobody scores")


# Cards ------------------------------------------------------------------------------------------


def test_a_tapped_card_goes_to_its_seat_and_another_tap_takes_it_back(table: Table) -> None:
    table.in_pack("10H").click()
    expect(table.held("N")).to_have_accessible_name("10 of hearts: back to the pack")
    expect(table.in_pack("10H")).to_have_accessible_name("10 of hearts, with North")
    table.held("N").click()
    expect(table.held("N")).to_have_count(0)
    expect(table.in_pack("10H")).to_have_accessible_name("10 of hearts")


def test_a_full_hand_passes_the_turn_to_the_next_seat(table: Table) -> None:
    table.give("N", "7S 8S 9S 10S JS QS KS AS")
    expect(table.page.get_by_role("radio", name="Cards go to West")).to_be_checked()
    expect(table.notice).to_have_text("North has all eight cards. Cards go to West")
    expect(table.page.locator(".whose")).to_have_text("Cards go to West · 0 of 8 cards")
    table.in_pack("7H").click()
    expect(table.notice).to_have_count(0)
    expect(table.page.locator(".whose")).to_have_text("Cards go to West · 1 of 8 cards")
    expect(table.held("W")).to_have_count(1)


def test_a_ninth_card_is_not_taken_and_the_page_says_so(table: Table) -> None:
    table.give("N", "7S 8S 9S 10S JS QS KS AS")
    table.page.get_by_role("radio", name="Cards go to North").check()
    table.in_pack("7H").click()
    expect(table.said).to_have_text("North has all eight cards.")
    expect(table.notice).to_have_text("North has all eight cards.")
    expect(table.held("N")).to_have_count(8)
    expect(table.held("W")).to_have_count(0)


def test_trumps_come_first_in_a_hand(table: Table) -> None:
    table.give("N", "7S 8S AH KD 9C 7H")
    names = [
        f"{one}: back to the pack"
        for one in (
            "7 of spades",
            "8 of spades",
            "7 of hearts",
            "ace of hearts",
            "king of diamonds",
        )
    ]
    expect(table.held("N").first).to_have_accessible_name(names[0])
    table.trump("H")
    for place, name in enumerate([names[2], names[3], names[0], names[1], names[4]]):
        expect(table.held("N").nth(place)).to_have_accessible_name(name)


@pytest.mark.parametrize("touch", [True, False])
def test_help_speaks_of_what_the_device_can_do(
    new_table: Callable[..., Table], touch: bool
) -> None:
    table = new_table(has_touch=touch, is_mobile=touch).go(HANDS)
    expect(table.pack).to_contain_text("Tap a card")
    drag = table.pack.get_by_text("Or drag it there")
    expect(drag).to_be_visible(visible=not touch)


def box_of(element: Locator) -> FloatRect:
    box = element.bounding_box()
    assert box is not None
    return box


@pytest.mark.parametrize(
    ("width", "height"), [(820, 1180), (844, 390), (1024, 768), (1280, 800), (1920, 1080)]
)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_four_seats_stand_as_at_a_table(
    new_table: Callable[..., Table], language: str, width: int, height: int
) -> None:
    """North above, South below, West and East at one height; nothing leaves its seat."""
    size = {"width": width, "height": height}
    table = new_table(language, viewport=size).go(f"{IN_ENGLISH}&{STATES['declared'].link}")
    expect(table.ruling).to_be_visible()
    n, w, s, e = (box_of(table.page.locator(f".seat-{seat}")) for seat in "NWSE")
    plaque = box_of(table.plaque)
    assert n["y"] + n["height"] <= min(w["y"], e["y"], plaque["y"]) + 1
    assert max(w["y"] + w["height"], e["y"] + e["height"]) <= s["y"] + 1
    assert w["x"] + w["width"] <= e["x"] + 1
    assert abs(n["x"] + n["width"] / 2 - s["x"] - s["width"] / 2) < 2
    outside = table.page.evaluate(
        """() => [...document.querySelectorAll(".seat")].flatMap((seat) => {
            const edge = seat.getBoundingClientRect();
            return [...seat.querySelectorAll("select, input, button, .card")].filter((one) => {
                const box = one.getBoundingClientRect();
                return box.left < edge.left - 1 || box.right > edge.right + 1;
            }).map((one) => one.outerHTML);
        })"""
    )
    assert outside == []


def test_empty_seats_leave_room_for_the_ruling(new_table: Callable[..., Table]) -> None:
    table = new_table("fr", viewport={"width": 390, "height": 844}).go(HANDS)
    for seat in "NWSE":
        assert box_of(table.page.locator(f".seat-{seat}"))["height"] <= 64


@pytest.mark.parametrize("key", ["deal", "clear"])
def test_what_a_double_tap_does_is_undone_at_once(table: Table, key: str) -> None:
    table.in_pack("10H").click()
    table.button(key).dblclick()
    expect(table.held("N")).to_have_count(8 if key == "deal" else 0)
    table.notice.get_by_role("button", name="Undo").click()
    expect(table.held("N")).to_have_accessible_name("10 of hearts: back to the pack")
    table.page.wait_for_timeout(300)
    expect(table.held("N")).to_have_count(1)


def test_what_changes_nothing_leaves_no_step_to_go_back_to(table: Table) -> None:
    table.in_pack("10H").click()
    table.button("clear").click()
    expect(table.held("N")).to_have_count(0)
    table.page.wait_for_timeout(500)  # no double tap
    table.button("clear").click()
    table.page.go_back()
    expect(table.held("N")).to_have_count(1)


def test_the_other_deck_shows_the_same_cards(table: Table) -> None:
    def cards(deck: str) -> None:
        table.view("menu")
        table.choose("Cards", deck)
        table.view("table")

    table.trump("H")
    table.give("N", "10H JH QH KH AH 10D 10C 10S")
    best = table.seat("N").locator(".best")
    expect(best).to_have_text("carré of 10s and cinquante to the ace of hearts150 points")
    cards("Spanish")
    expect(best).to_have_text("carré of 7s and cinquante to the ace of copas150 points")
    expect(table.held("N").first).to_have_accessible_name(
        "7 of copas: back to the pack, wanted by two announcements"
    )
    trump = table.page.get_by_role("group", name="Trump")
    expect(trump.get_by_role("button", name="copas")).to_have_attribute("aria-pressed", "true")
    assert table.link["N"].split(".").count("7C") == 1
    cards("French")
    expect(best).to_have_text("carré of 10s and cinquante to the ace of hearts150 points")
    table.view("menu")
    table.page.get_by_role("combobox", name="Letters").select_option("francaise")
    table.view("table")
    assert table.link["N"].split(".")[1:3] == ["10C", "VC"]
    expect(best).to_have_text("carré of 10s and cinquante to the ace of hearts150 points")


def test_a_hand_can_be_typed_in_any_spelling(table: Table) -> None:
    field = table.page.get_by_role("textbox", name="Type or paste a hand")
    field.fill("jh, 10♥ 9H;8h  ks kd KC kH")
    field.press("Enter")
    expect(table.held("N")).to_have_count(8)
    expect(table.seat("N").locator(".best")).to_have_text(
        "carré of kings and cinquante to the jack of hearts150 points"
    )
    expect(field).to_have_value("")


def test_a_typed_hand_says_when_it_takes_cards_of_others(table: Table) -> None:
    table.give("W", "KS KH")
    table.page.get_by_role("radio", name="Cards go to North").check()
    field = table.page.get_by_role("textbox", name="Type or paste a hand")
    field.fill("KS QS JS 10S 9S 8S 7S AS")
    field.press("Enter")
    expect(table.held("W")).to_have_count(1)
    expect(table.notice).to_contain_text("Cards of other hands")
    table.notice.get_by_role("button", name="Undo").click()
    expect(table.held("W")).to_have_count(2)


def test_what_is_wrong_with_a_typed_hand_is_told_beside_it(table: Table) -> None:
    table.watch.provoke(rf"(console: {REFUSED}|status: 422 .*)")
    table.page.get_by_role("textbox", name="Type or paste a hand").fill("JH JH 11H 7C 8C 9C AC KC")
    table.button("take_hand").click()
    alert = table.pack.get_by_role("alert")
    expect(alert).to_contain_text("11H")
    expect(alert).to_contain_text("jack of hearts")
    assert "#/" not in alert.inner_text()
    expect(table.held("N")).to_have_count(0)


def test_a_deal_gives_each_card_to_one_seat(table: Table) -> None:
    table.button("deal").click()
    for seat in "NWSE":
        expect(table.held(seat)).to_have_count(8)
    dealt = [card for seat in "NWSE" for card in table.link[seat].split(".")]
    assert sorted(dealt) == sorted(rank + suit for rank in INTERNATIONAL.ranks for suit in "SHDC")
    table.button("clear").click()
    for seat in "NWSE":
        expect(table.held(seat)).to_have_count(0)
    table.notice.get_by_role("button", name="Undo").click()
    for seat in "NWSE":
        expect(table.held(seat)).to_have_count(8)


def test_an_example_leaves_the_sheet_and_its_rules_alone(new_table: Callable[..., Table]) -> None:
    link = f"{HANDS}&preset=sans-litige&target=2000&donne={quote('takers=NS&total=81')}"
    table = new_table().go(link)
    table.page.get_by_text("Examples", exact=True).click()
    table.page.get_by_role("button", name="Carré against cent").click()
    expect(table.plaque).to_contain_text("a carré beats a sequence")
    assert (table.link["preset"], table.link["target"]) == ("sans-litige", "2000")
    table.view("scorer")
    expect(table.total).to_have_text(["0", "162"])


def test_what_one_seat_declares_no_other_seat_does(table: Table) -> None:
    """On a fresh table a carré of North must not be West's as well."""
    table.watch.provoke(rf"(console: {REFUSED}|status: 422 .*)")  # of a kind without its cards
    table.trump("H")
    form = declare(table, "N")
    form.get_by_role("combobox", name="Said").select_option("carre")
    write(form, "Cards", "KS KH KD KC")
    declare(table, "W").get_by_role("combobox", name="Said").select_option("cent")
    write(table.seat("W").get_by_role("group", name="Declaration 1"), "Cards", "7D 8D 9D 10D JD")
    expect(table.seat("N").get_by_role("group")).to_have_count(1)
    expect(table.seat("W").get_by_role("group")).to_have_count(1)
    expect(table.plaque).to_contain_text("Us: 100 points, a carré beats a sequence")


def test_of_random_deals_each_hand_is_worth_what_the_service_says(table: Table) -> None:
    chance = random.Random(3)
    pack = [rank + suit for suit in "SHDC" for rank in INTERNATIONAL.ranks]
    for _ in range(20):
        chance.shuffle(pack)
        hands = {seat: pack[8 * turn : 8 * turn + 8] for turn, seat in enumerate("NWSE")}
        dealt = "&".join(f"{seat}={'.'.join(cards)}" for seat, cards in hands.items())
        link = f"{HANDS}&{dealt}"
        table.page.evaluate("link => { location.hash = link; }", link)
        answer = table.ask(BATCH, {"deck": "french", "hands": list(hands.values())})
        for seat, one in zip("NWSE", answer["results"], strict=True):
            points = one["best"]["points"]
            best = table.seat(seat).locator(".best")
            if points:
                expect(best.locator("b")).to_have_text(f"{points} points")
            else:
                expect(best).to_have_text("nothing to announce")


# The page's own examples ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "plaque"),
    [
        ("One card, two announcements", "Us: 220 points, without an opponent"),
        ("Cent against cent", "Us: 100 points, on length"),
        ("Carré against cent", "Them: 100 points, a carré beats a sequence"),
        ("The partner scores too", "Us: 70 points, on points"),
        ("Level at every step", "Nobody scores: level at every step"),
        ("Trumps decide", "Them: 20 points, the sequence in trumps"),
        ("A false declaration", "Nobody scores: level at every step"),
    ],
)
def test_an_example_one_tap_away_is_ruled(table: Table, name: str, plaque: str) -> None:
    table.page.get_by_text("Examples", exact=True).click()
    table.page.get_by_role("button", name=name, exact=True).click()
    expect(table.plaque).to_have_text(plaque)


def test_the_examples_come_in_the_cards_that_were_chosen(
    new_table: Callable[..., Table],
) -> None:
    table = new_table("fr").go(HANDS)
    table.page.get_by_text("Exemples", exact=True).click()
    table.page.get_by_role("button", name="Cent contre cent").click()
    expect(table.plaque).to_contain_text("Nous")
    assert table.link["N"] == "8P.9P.10P.VP.DP.RP.7K.8K"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_mark_of_a_seat_on_a_card_is_no_letter_that_looks_like_a_number(
    new_table: Callable[..., Table], language: str
) -> None:
    hands = "N=7S&W=8S&S=9S&E=10S"
    table = new_table(language).go(f"view=table&deck=french&notation=international&{hands}")
    expect(table.page.locator(".pack .holder")).to_have_count(4)
    marks = table.page.locator(".pack .holder").all_inner_texts()
    assert [
        table.words.name(seat).startswith(mark) for seat, mark in zip("NWSE", marks, strict=True)
    ]
    assert len(set(marks)) == 4
    assert not re.search(r"^[0OoIlSZB]?$", "\n".join(marks), re.MULTILINE)


def test_the_hand_that_shows_how_to_type_looks_like_no_numbers(table: Table) -> None:
    """As "7O 10O 11O" does, the cards of oros."""
    for deck in ("french", "spanish"):
        table.go(f"view=table&deck={deck}")
        shown = table.page.locator(".typed input").get_attribute("placeholder")
        assert shown
        assert not re.search("[0-9]O", shown)
