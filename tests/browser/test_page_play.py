"""The play on the table: the tricks card by card, the piles, and the score from them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from service.belote.cards import INTERNATIONAL
from tests.support.browser import MARKS, Table, reasons, texts
from tests.support.client import SCORE, Json

pytestmark = MARKS

REPLAY = "/v1/donnes/replay"
COMMON = {"deck": "french", "trump": "H", "takers": "NS"}

# A donne in which every hand holds each suit twice.
HANDS = {
    "N": "JH 9H AS 10S 7D 8D 7C 8C",
    "W": "AH 10H KS QS 9D JD 9C JC",
    "S": "KH QH JS 9S AD 10D AC 10C",
    "E": "8H 7H 8S 7S KD QD KC QC",
}
DEAL = "&".join(f"{seat}={'.'.join(cards.split())}" for seat, cards in HANDS.items())
PLAY = f"view=table&part=play&trump=H&takers=NS&dealer=E&form=play&{DEAL}"


@pytest.fixture
def desk(new_table: Callable[..., Table]) -> Table:
    """The play with hearts as trump and North-South as takers."""
    return new_table().go("view=table&part=play&trump=H&takers=NS&dealer=E")


def result(table: Table) -> Locator:
    return table.score.locator(".result")


def expect_score(table: Table, answer: Json) -> None:
    """The page says what the service answered: outcome, scores, why, and line by line."""
    scores = [str(answer["scores"][team]) for team in ("NS", "EW")]
    carried = [str(answer["carry_out"])] if answer["carry_out"] else []
    expect(result(table).locator("dd")).to_have_text(texts(scores + carried))
    outcomes: dict[str, str] = table.words.page["outcome"]
    expect(result(table)).to_contain_text(outcomes[answer["outcome"]])
    expect(table.score.locator("> .reasons > li")).to_have_text(reasons(answer))
    items: dict[str, str] = table.words.page["items"]
    lines = [
        [
            items[one["item"]],
            str(one["points"]),
            *(
                table.words.name(one[by]) if one[by] else nobody
                for by, nobody in (("counted_by", "\N{EN DASH}"), ("marked_by", "carried"))
            ),
        ]
        for one in answer["lines"]
    ]
    rows = table.grid("Line by line").locator("tbody tr")
    expect(rows).to_have_text(texts("".join(line) for line in lines))


# The piles --------------------------------------------------------------------------------------


def test_the_piles_of_the_documents_are_counted_by_tapping(desk: Table) -> None:
    """001's 88 points; the three cards beside them are worth nothing."""
    pile = ["JH", "9H", "AS", "AD", "10S", "10D", "KS", "KD", "KC", "7S", "8S", "7D"]
    desk.choose("How it is counted", "Piles of cards")
    expect(result(desk)).to_have_count(0)
    for count, label in enumerate(pile):
        counted = desk.words.say("pile_count", count=count)
        expect(desk.page.get_by_text(counted, exact=True)).to_be_visible()
        desk.page.get_by_role("button", name=desk.words.card("french", label), exact=True).click()
    expect(desk.page.get_by_text("12 cards")).to_be_visible()
    won = {"won": {"last_trick": "NS", "NS": pile}}
    expect_score(desk, desk.ask(SCORE, COMMON | won))
    expect(result(desk).locator("dd")).to_have_text(["98", "64"])
    king = desk.page.get_by_role("button", name="king of clubs", exact=True)
    expect(king).to_have_attribute("aria-pressed", "true")
    king.click()
    expect(king).to_have_attribute("aria-pressed", "false")
    expect(result(desk)).to_have_count(0)


# The play ---------------------------------------------------------------------------------------


def player(table: Table) -> Locator:
    """The seat whose turn it is."""
    return table.page.locator(".seat.to-play")


def played(table: Table) -> list[str]:
    return table.link.get("played", "").split(".") if "played" in table.link else []


def tricks_of(cards: list[str]) -> list[list[str]]:
    return [cards[start : start + 4] for start in range(0, len(cards), 4)]


def legal_now(table: Table, cards: list[str]) -> Json:
    """Who is next and what he may play, as the service says."""
    hands = {seat: held.split() for seat, held in HANDS.items()}
    body = {"deck": "french", "trump": "H", "dealer": "E", "tricks": tricks_of(cards)}
    return table.ask(REPLAY, body | {"hands": hands})


def play(table: Table, label: str) -> None:
    """Taps a card of the player whose turn it is."""
    name = re.compile(rf"^{table.words.card('french', label)}(,|$)")
    before = len(played(table))
    player(table).get_by_role("button", name=name).click()
    assert len(played(table)) == before + 1


def test_a_whole_play_is_tapped_legal_card_by_legal_card(new_table: Callable[..., Table]) -> None:
    table = new_table().go(PLAY)
    cards: list[str] = []
    for _ in range(32):
        now = legal_now(table, cards)
        expect(table.plaque).to_contain_text(f"{table.words.name(now['next'])} to play")
        offered = (
            player(table).locator(".legal").evaluate_all("all => all.map(one => one.ariaLabel)")
        )
        assert set(offered) == {table.words.card("french", label) for label in now["legal"]}
        play(table, now["legal"][0])
        cards.append(now["legal"][0])
    answer = table.ask(SCORE, COMMON | {"play": {"dealer": "E", "tricks": tricks_of(cards)}})
    assert answer["irregularities"] == []
    expect_score(table, answer)
    expect(player(table)).to_have_count(0)
    table.score.get_by_text("Tricks", exact=True).click()
    winners = [
        f"Trick {n}: {table.words.name(one['winner'])}, {one['points']} points"
        for n, one in enumerate(answer["tricks"], 1)
    ]
    expect(table.score.locator(".tricks .trick > p")).to_have_text(texts(winners))


def test_a_card_against_the_rules_is_named_as_one_before_and_after(
    new_table: Callable[..., Table],
) -> None:
    table = new_table().go(PLAY)
    play(table, "AS")
    expect(table.plaque).to_contain_text("West to play")
    ace = player(table).get_by_role("button", name="ace of hearts")
    expect(ace).to_have_accessible_name("ace of hearts, against the rules")
    play(table, "AH")
    found = table.page.locator(".log .private li")
    expect(found).to_have_text(re.compile("West played the ace of hearts"))
    answer = legal_now(table, ["AS", "AH"])
    assert answer["irregularities"][0]["legal"] == ["QS", "KS"]
    table.button("play_back").click()
    expect(found).to_have_count(0)
    assert played(table) == ["AS"]


def test_chance_plays_legal_cards_to_the_end(new_table: Callable[..., Table]) -> None:
    table = new_table().go(PLAY)
    table.button("play_one").click()
    expect(table.plaque).to_contain_text("West to play")
    table.button("play_on").click()
    expect(result(table)).to_be_visible()
    cards = played(table)
    assert sorted(cards) == sorted(r + s for r in INTERNATIONAL.ranks for s in "SHDC")
    answer = table.ask(SCORE, COMMON | {"play": {"dealer": "E", "tricks": tricks_of(cards)}})
    assert answer["irregularities"] == []
    expect_score(table, answer)
    expect(table.button("play_on")).to_be_disabled()
    table.button("play_anew").click()
    expect(table.plaque).to_contain_text("North to play")
    assert played(table) == []


def test_what_chance_played_on_is_one_step_to_go_back(new_table: Callable[..., Table]) -> None:
    table = new_table().go(PLAY)
    table.button("play_one").click()
    expect(table.plaque).to_contain_text("West to play")
    before = played(table)
    table.button("play_on").click()
    expect(table.notice).to_contain_text("Played on at random.")
    assert len(played(table)) == 32
    table.notice.get_by_role("button", name="Undo").click()
    expect(table.plaque).to_contain_text("West to play")
    assert played(table) == before


def test_a_play_that_ends_with_a_card_taken_back_can_be_had_back(
    new_table: Callable[..., Table],
) -> None:
    table = new_table().go(PLAY)
    for _ in range(2):
        table.button("play_one").click()
        expect(table.notice).to_have_count(0)
    expect(table.plaque).to_contain_text("South to play")
    before = played(table)
    table.page.get_by_role("button", name="Hands", exact=True).click()
    expect(table.pack).to_be_visible()
    table.held("N").first.press("Enter")
    expect(table.notice).to_contain_text("The play was taken back with it.")
    assert played(table) == []
    table.notice.get_by_role("button", name="Undo").click()
    expect(table.held("N")).to_have_count(8)
    assert played(table) == before


def test_a_card_tapped_twice_in_haste_is_played_once(new_table: Callable[..., Table]) -> None:
    table = new_table().go(PLAY)
    player(table).get_by_role("button", name="ace of spades").dblclick()
    expect(table.plaque).to_contain_text("West to play")
    assert played(table) == ["AS"]


def test_the_play_brings_its_own_announcements_and_belote(new_table: Callable[..., Table]) -> None:
    table = new_table().go(PLAY)
    table.page.get_by_text(table.words.say("told_otherwise")).click()
    table.choose("Announcements", "those of the hands")
    table.choose("Belote-rebelote", "said by its holder")
    cards: list[str] = []
    for _ in range(32):
        cards.append(legal_now(table, cards)["legal"][0])
    for label in cards:
        play(table, label)
    body = COMMON | {"play": {"dealer": "E", "tricks": tricks_of(cards)}, "belote": {}}
    answer = table.ask(SCORE, body | {"declare_best": True})
    assert (answer["belote"]["team"], answer["announcements"]["decided_by"]) == ("NS", "none")
    expect_score(table, answer)


def test_a_play_needs_all_the_cards_and_offers_to_deal(desk: Table) -> None:
    desk.choose("How it is counted", "Play the tricks")
    expect(desk.page.get_by_text("The play needs all 32 cards")).to_be_visible()
    desk.button("deal").click()
    expect(desk.plaque).to_contain_text("North to play")


# What counts beside the tricks ------------------------------------------------------------------


def test_who_deals_is_the_same_for_the_announcements_and_the_play(
    new_table: Callable[..., Table],
) -> None:
    hands = (
        "N=8S.9S.10S.7H.QH.AH.KD.JC&W=8C.9C.10C.8H.JD.AD.7D.QC"
        "&S=7S.JS.QS.9H.10H.8D.9D.KC&E=KS.AS.JH.KH.10D.QD.7C.AC"
    )
    link = f"view=table&preset=premier-annonceur&takers=NS&trump=H&dealer=N&{hands}"
    table = new_table().go(link)
    expect(table.plaque).to_contain_text("Them: 20 points")
    table.toggle("table", "Play")
    table.page.get_by_text(table.words.say("told_otherwise")).click()
    table.choose("Announcements", "those of the hands")
    expect(table.plaque).to_contain_text("West to play")
    table.button("play_on").click()
    expect(table.score).to_contain_text("East-West have 20 points in announcements.")
