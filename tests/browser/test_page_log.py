"""The play with what was said, shown and claimed, as the audit of the log reads it.

What the page shows is held against what the service answers to a log that is written here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.support.browser import DEALT, MARKS, STATES, Table, texts
from tests.support.client import AUDIT, GAME, Json

pytestmark = MARKS

HANDS = {seat: cards.split(".") for seat, cards in DEALT.items()}
LINK = "&".join(
    (
        "view=table&part=play&trump=H&takers=NS&dealer=E&form=play",
        *(f"{seat}={cards}" for seat, cards in DEALT.items()),
    )
)
COMMON = {"deck": "french"}
LOG = {"trump": "H", "takers": "NS", "dealer": "E", "hands": HANDS}
ALL_NOTED = {"words": True, "declarations": True, "shows": True}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def holder(label: str) -> str:
    return next(seat for seat, cards in HANDS.items() if label in cards)


def played(*labels: str) -> list[Json]:
    return [{"type": "play", "seat": holder(one), "card": one} for one in labels]


def said(seat: str, word: str) -> Json:
    return {"type": "say", "seat": seat, "word": word}


def declared(seat: str, kind: str) -> Json:
    return {"type": "declare", "seat": seat, "kind": kind}


CENT = declared("N", "cent")
SHOWN = {"type": "show", "seat": "N", "cards": ["9S", "10S", "JS", "QS", "KS"]}
TRICK = played("9S", "7S", "AS", "8H")


class Desk:
    """The play with every hand dealt, and the log that it should come to."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.page = table.page
        self.events: list[Json] = []

    def audit(self) -> Json:
        words = any(one["type"] != "play" for one in self.events)
        records = {"records": ALL_NOTED} if words else {}
        return self.table.ask(AUDIT, COMMON | LOG | records | {"events": self.events})

    @property
    def says(self) -> Locator:
        """What can be said at a tap."""
        return self.page.locator(".says")

    @property
    def steps(self) -> Locator:
        return self.page.locator(".log .step")

    @property
    def marked(self) -> Locator:
        """The steps about which something was found."""
        return self.page.locator(".log button.step")

    def act(self, seat: str) -> None:
        self.table.toggle("who_acts", self.table.words.name(seat))

    def tap(self, event: Json) -> None:
        """Notes an event as a player would, and waits until the page shows what follows."""
        words, seat = self.table.words, event["seat"]
        chosen = self.page.locator(".acting .toggle[aria-pressed=true]")
        if chosen.count() == 0 or chosen.inner_text() != words.name(seat):
            self.act(seat)
        if event["type"] == "play":
            name = re.compile(rf"^{words.card('french', event['card'])}(,|$)")
            self.page.locator(f".seat-{seat}").get_by_role("button", name=name).click()
        else:
            word = words.name(event["kind"]) if "kind" in event else event["word"]
            self.says.get_by_role("button", name=word, exact=True).click()
        self.happened(event)

    def play_on(self) -> None:
        """Lets the log go on to its end with a legal card of each, without the page."""
        while (upcoming := self.audit()["next"]) is not None:
            self.events += played(upcoming["legal"][0])

    def happened(self, *events: Json) -> None:
        self.events += events
        expect(self.steps).to_have_count(len(self.events))
        expect(self.page.locator(".asking")).to_have_count(0)


@pytest.fixture
def desk(new_table: Callable[..., Table]) -> Desk:
    return Desk(new_table().go(LINK))


@pytest.fixture
def phone(new_table: Callable[..., Table]) -> Desk:
    return Desk(new_table(**PHONE).go(LINK))


def opened(table: Table, *events: Json) -> Desk:
    """The desk after events, which come by a link."""
    names = {"declare": "kind", "say": "word", "claim": "about"}
    cards = [one["card"] for one in events if one["type"] == "play"]
    noted, at = [], 0
    for one in events:
        if one["type"] == "play":
            at += 1
            continue
        what = str(one.get(names.get(one["type"], ""), "")).replace("_", "-")
        shown = ".".join(one.get("cards", ()))
        noted.append(f"{at}_{one['seat']}_{one['type']}_{what}_{shown}")
    link = f"{LINK}&played={'.'.join(cards)}" + (f"&events={'~'.join(noted)}" if noted else "")
    desk = Desk(table.go(link))
    desk.happened(*events)
    return desk


# Who is next, what may be said, what is due -------------------------------------------------------


def test_what_the_next_player_may_say_is_marked_and_told(desk: Desk) -> None:
    for event in [None, CENT, *TRICK, said("S", "belote"), *played("QH")]:
        if event:
            desk.tap(event)
        upcoming = desk.audit()["next"]
        marked = {
            "declare": 4 * ("declare" in upcoming["may"]),
            "say": 2 * ("say" in upcoming["may"]),
        }
        expect(desk.says.locator(".may")).to_have_count(sum(marked.values()))
        seat = desk.table.words.name(upcoming["seat"])
        expect(desk.table.plaque).to_contain_text(f"{seat} to play")
        told = desk.page.locator(".acting > .allowed")
        expect(told).to_contain_text(f"{seat} may: ")
        expect(told).to_contain_text("play a card")
        assert ("declare" in told.inner_text()) == ("declare" in upcoming["may"])


def test_what_was_announced_is_shown_by_one_tap_once_it_is_due(desk: Desk) -> None:
    for event in (CENT, *TRICK):
        expect(desk.page.locator(".dues")).to_have_count(0)
        desk.tap(event)
    assert desk.audit()["due"] == [{"seat": "N", "what": "show"}]
    desk.page.locator(".dues").get_by_role("button", name="North: shows it").click()
    desk.happened(SHOWN)
    assert desk.audit()["due"] == []
    expect(desk.page.locator(".dues")).to_have_count(0)
    expect(desk.steps.last).to_contain_text("9 of spades, 10 of spades, jack of spades")
    expect(desk.table.plaque).to_contain_text("Announcements: Us: 100 points")


def test_cards_are_laid_open_by_taps_or_refused(new_table: Callable[..., Table]) -> None:
    desk = opened(new_table(), CENT, *TRICK)
    desk.act("N")
    desk.says.get_by_role("button", name="Shows …").click()
    shows = desk.table.button("show_these")
    expect(shows).to_be_disabled()
    for label in SHOWN["cards"]:
        card = desk.table.words.card("french", label)
        desk.page.locator(".seat-N").get_by_role("button", name=card, exact=True).click()
    shows.click()
    desk.happened(SHOWN)
    assert desk.audit()["due"] == []
    desk.table.button("play_back").click()
    expect(desk.steps).to_have_count(5)
    desk.act("N")
    desk.says.get_by_role("button", name="Shows …").click()
    desk.table.button("refuses_to_show").click()
    desk.events[-1:] = [{"type": "show", "seat": "N", "refused": True}]
    expect(desk.steps).to_have_count(6)
    (finding,) = desk.audit()["findings"]
    expect(desk.page.locator(".faults li")).to_contain_text(finding["text"])


# What the referee finds ---------------------------------------------------------------------------


def test_each_finding_is_marked_where_it_was_made_and_told_at_a_tap(
    new_table: Callable[..., Table],
) -> None:
    desk = opened(new_table(), said("N", "belote"), *TRICK, declared("W", "tierce"))
    findings = desk.audit()["findings"]
    assert {(one["event"], one["audience"]) for one in findings} >= {(0, "table"), (5, "table")}
    heard = [one for one in findings if one["audience"] == "table"]
    expect(desk.marked).to_have_count(len({one["event"] for one in heard}))
    book = desk.table.page.request.get(f"{desk.table.origin}/v1/rules").json()["paragraphs"]
    for event in sorted({one["event"] for one in heard}):
        step = desk.steps.nth(event)
        about = [one for one in heard if one["event"] == event]
        expect(step).to_contain_text(
            {"fault": "a fault", "void": "void", "note": "a note"}[about[0]["weight"]]
        )
        step.click()
        told = desk.page.locator(".log ol > li > .reasons > li")
        expect(told).to_have_text([re.compile(re.escape(one["text"])) for one in about])
        told.first.locator("summary").click()
        expect(told.first.locator("blockquote")).to_contain_text(
            book[about[0]["paragraph"]]["text"]
        )
        step.click()
        expect(told).to_have_count(0)


def test_what_only_the_referee_may_hear_is_not_told_to_the_table(
    new_table: Callable[..., Table],
) -> None:
    """East has a trump and plays a diamond; the table sees it once East plays the trump."""
    cards = ("9S", "7S", "AS", "QD")
    desk = opened(new_table(), *played(*cards))
    (finding,) = desk.audit()["findings"]
    assert finding["audience"] == "referee"
    expect(desk.marked).to_have_count(0)
    expect(desk.page.locator(".faults, .cross em")).to_have_count(0)
    fold = desk.page.locator(".log .private")
    expect(fold.locator("summary").first).to_have_text("For the referee alone")
    expect(fold.locator("li")).to_be_hidden()
    for card in ("7D", "8H"):
        desk.tap(*played(card))
    heard = [one for one in desk.audit()["findings"] if one["audience"] == "table"]
    assert heard[0]["event"] == 3
    expect(desk.marked.first).to_have_accessible_name("East: queen of diamonds, a fault")
    expect(desk.page.locator(".faults li").first).to_contain_text(heard[0]["text"])


def test_a_card_out_of_turn_is_noted_and_marked_in_its_trick(desk: Desk) -> None:
    for event in played("9S", "QD"):
        desk.tap(event)
    (finding,) = [one for one in desk.audit()["findings"] if one["code"] == "out_of_turn"]
    expect(desk.page.locator(".cross .from-E em")).to_have_text("a fault")
    expect(desk.page.locator(".faults li").first).to_contain_text(finding["text"])
    expect(desk.table.said).to_contain_text(finding["text"])
    expect(desk.table.plaque).to_contain_text("West to play")


def test_a_claim_is_ruled(desk: Desk) -> None:
    for event in played("9S", "QD"):
        desk.tap(event)
    desk.act("S")
    desk.says.get_by_role("button", name="Claims …").click()
    desk.says.get_by_role("button", name="a card out of turn").click()
    desk.happened({"type": "claim", "seat": "S", "about": "out_of_turn"})
    (ruling,) = desk.audit()["claims"]
    assert ruling["upheld"] is True
    expect(desk.steps.last).to_have_accessible_name("South: claims a card out of turn, upheld")
    expect(desk.page.locator(".faults li")).to_have_text([ruling["text"]])


# Back, links, the end -----------------------------------------------------------------------------


def test_the_last_step_is_undone_word_or_card(desk: Desk) -> None:
    for event in (CENT, *TRICK[:2], said("W", "belote")):
        desk.tap(event)
    desk.table.button("play_back").click()
    expect(desk.steps).to_have_count(3)
    desk.table.button("play_back").click()
    expect(desk.steps).to_have_count(2)
    desk.page.go_back()
    expect(desk.steps).to_have_count(3)
    for left in (4, 3, 2, 1):
        desk.page.go_back()
        expect(desk.steps).to_have_count(left)
    desk.page.go_back()
    expect(desk.page.locator(".log")).to_have_count(0)
    expect(desk.table.plaque).to_contain_text("North to play")


def test_what_was_just_said_stands_on_the_felt_until_the_next_card(desk: Desk) -> None:
    plaque = desk.table.plaque
    for event in (CENT, *TRICK[:1], said("W", "belote")):
        desk.tap(event)
    expect(plaque).not_to_contain_text("cent")
    trick = plaque.locator(".trick > p")
    expect(trick).to_have_text("Trick 1 · West: “belote”")
    desk.tap(TRICK[1])
    expect(trick).to_have_text("Trick 1")


def test_what_is_said_before_the_first_card_stands_on_the_felt(desk: Desk) -> None:
    desk.tap(CENT)
    told = desk.table.plaque.get_by_text("North: cent")
    expect(told).not_to_have_class("unseen")


def test_a_word_tapped_twice_in_haste_is_said_once(desk: Desk) -> None:
    desk.says.get_by_role("button", name="cent", exact=True).dblclick()
    desk.happened(CENT)
    expect(desk.table.said).to_contain_text("North: cent")
    assert desk.table.link["events"] == "0_N_declare_cent_"


def test_the_table_stays_in_place_while_the_service_is_asked(desk: Desk) -> None:
    cent = desk.says.get_by_role("button", name="cent", exact=True)
    held: list[Route] = []
    desk.page.route("**/v1/donnes/audit", lambda one: held.append(one))
    cent.focus()
    desk.page.keyboard.press("Enter")
    expect(desk.table.plaque.locator(".asking")).to_be_visible()
    expect(cent).to_be_focused()
    expect(desk.page.locator(".felt .seat")).to_have_count(4)
    cent.click()  # nobody knows yet what this would follow
    assert desk.table.link["events"] == "0_N_declare_cent_"
    for one in held:
        one.continue_()
    desk.page.unroute("**/v1/donnes/audit")
    desk.happened(CENT)
    expect(desk.table.plaque).to_contain_text("North to play")
    expect(cent).to_be_focused()


def test_a_link_and_the_device_keep_what_was_said(new_table: Callable[..., Table]) -> None:
    desk = opened(new_table(), CENT, *TRICK, SHOWN)
    shown = desk.steps.all_text_contents()
    link = desk.page.evaluate("location.hash.slice(1)")
    for other in (desk.table.again(link), desk.table.again()):
        expect(other.page.locator(".log .step")).to_have_text(shown)


def test_the_decision_ends_the_play_and_its_scores_are_written(
    new_table: Callable[..., Table],
) -> None:
    """The cent that North showed counts, the belote that South left unsaid does not."""
    desk = opened(new_table(), CENT, *TRICK, SHOWN)
    desk.play_on()
    desk = opened(desk.table, *desk.events)
    answer = desk.audit()
    assert answer["phase"] == "over"
    expect(desk.table.plaque.locator(".winner")).to_have_text(answer["decision"]["text"])
    scores = [str(answer["decision"]["scores"][team]) for team in ("NS", "EW")]
    expect(desk.table.score.locator(".result dd")).to_have_text(texts(scores))
    desk.table.button("write_down").click()
    expect(desk.page.locator(".log")).to_have_count(0)
    desk.table.view("scorer")
    log = LOG | {"records": ALL_NOTED, "events": desk.events}
    game = desk.table.ask(GAME, COMMON | {"donnes": [{"log": log}]})
    expect(desk.table.total).to_have_text([str(game["totals"][team]) for team in ("NS", "EW")])


def test_a_deal_lost_by_a_fault_is_written_as_the_table_decides(
    new_table: Callable[..., Table],
) -> None:
    """The sheet and the plaque say the same where a fault costs the deal."""
    table = new_table()
    desk = opened(table, *played("9S", "7S", "AS", "QD"))
    rules = {"preset": "concours-162"}
    desk.play_on()
    body = COMMON | LOG | {"events": desk.events, "rules": rules}
    decision = table.ask(AUDIT, body)["decision"]
    assert decision["kind"] == "donne_lost"
    cards = ".".join(one["card"] for one in desk.events)
    table.go(f"{LINK}&played={cards}&preset=concours-162")
    expect(table.plaque.locator(".winner")).to_have_text(decision["text"])
    scores = [str(decision["scores"][team]) for team in ("NS", "EW")]
    expect(table.score.locator(".result dd")).to_have_text(texts(scores))
    result = table.score.locator(".result .outcome")
    expect(result).to_have_text(decision["text"])
    expect(table.score.locator(".reasons > li").first).to_be_hidden()
    table.button("write_down").click()
    table.view("scorer")
    expect(table.total).to_have_text(texts(scores))
    expect(table.lines).to_contain_text("lost")


def test_a_deal_that_is_lost_says_so_before_it_is_written(new_table: Callable[..., Table]) -> None:
    """The second view, where the contract is neither made nor failed."""
    table = new_table()
    desk = opened(table, *played("9S", "7S", "AS", "QD"))
    desk.play_on()
    cards = ".".join(one["card"] for one in desk.events)
    table.go(f"{LINK}&played={cards}&preset=concours-162".replace("view=table", "view=scorer"))
    expect(table.outcome.locator("span")).to_have_text(re.compile(r"^lost"))


# On a phone, in other words and cards -------------------------------------------------------------


def test_a_phone_shows_the_hand_in_turn_and_all_that_can_be_said_on_one_screen(
    phone: Desk,
) -> None:
    for event in (CENT, *TRICK[:2]):
        heights = phone.page.locator(".felt button:visible").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect().height)"
        )
        assert min(heights) >= 43.5
        phone.tap(event)
    expect(phone.page.locator(".felt .seat:visible")).to_have_count(1)
    felt = phone.page.locator(".felt").bounding_box()
    assert felt
    assert felt["y"] + felt["height"] <= 844
    assert phone.page.evaluate("scrollY") == 0


def test_words_are_noted_by_keys_alone(desk: Desk) -> None:
    cent = desk.says.get_by_role("button", name="cent", exact=True)
    cent.focus()
    desk.page.keyboard.press("Enter")
    desk.happened(CENT)
    expect(cent).to_be_focused()
    desk.page.locator(".to-play .legal").first.focus()
    desk.page.keyboard.press("Enter")
    desk.happened(*played("9S"))
    expect(desk.page.locator(".to-play .legal:focus")).to_have_count(1)


@pytest.mark.parametrize("language", ["fr", "es"])
def test_steps_are_told_in_the_words_of_the_reader(
    new_table: Callable[..., Table], language: str
) -> None:
    table = new_table(language).go(f"deck=french&notation=international&{STATES['log'].link}")
    words = table.words
    marked = table.page.locator(".log button.step")
    expect(marked.first).to_have_accessible_name(
        words.say("labelled", label=words.name("N"), text=words.say("quoted", text="belote"))
        + ", "
        + {"fr": "nul", "es": "nulo"}[language]
    )
    expect(table.page.locator(".log h2")).to_have_text(words.say("what_happened"))


def test_the_spanish_deck_is_played_and_spoken_of(new_table: Callable[..., Table]) -> None:
    hands = "&".join(
        f"{seat}={'.'.join(rank + suit for rank in ('4', '5', '6', '7', '10', '11', '12', '1'))}"
        for seat, suit in (("N", "O"), ("W", "C"), ("S", "E"), ("E", "B"))
    )
    link = f"view=table&part=play&deck=spanish&trump=O&dealer=E&form=play&{hands}"
    table = new_table().go(f"{link}&played=4O&events=0_N_declare_cent_~1_W_claim_irregular-card_")
    steps = table.page.locator(".log .step")
    expect(steps).to_have_count(3)
    expect(steps.nth(1)).to_contain_text("4 of oros")
    body = {
        "deck": "spanish",
        "trump": "O",
        "dealer": "E",
        "records": ALL_NOTED,
        "hands": {
            seat: [rank + suit for rank in ("4", "5", "6", "7", "10", "11", "12", "1")]
            for seat, suit in (("N", "O"), ("W", "C"), ("S", "E"), ("E", "B"))
        },
        "events": [
            declared("N", "cent"),
            {"type": "play", "seat": "N", "card": "4O"},
            {"type": "claim", "seat": "W", "about": "irregular_card"},
        ],
    }
    (ruling,) = table.ask(AUDIT, body)["claims"]
    expect(table.page.locator(".faults li")).to_have_text([ruling["text"]])
