"""The table for people, its second tab: the score of a donne, the play, and the sheet."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Route, expect

from service.belote.cards import INTERNATIONAL
from tests.support.browser import MARKS, REFUSED, Table, reasons, texts
from tests.support.client import Json, counted

pytestmark = MARKS

SCORE, REPLAY, GAME = "/v1/donnes/score", "/v1/donnes/replay", "/v1/games/score"
COMMON = {"deck": "french", "trump": "H", "takers": "NS"}

# A donne in which every hand holds each suit twice.
HANDS = {
    "N": "JH 9H AS 10S 7D 8D 7C 8C",
    "W": "AH 10H KS QS 9D JD 9C JC",
    "S": "KH QH JS 9S AD 10D AC 10C",
    "E": "8H 7H 8S 7S KD QD KC QC",
}
DEAL = "&".join(f"{seat}={'.'.join(cards.split())}" for seat, cards in HANDS.items())
PLAY = f"tab=donne&trump=H&form=play&{DEAL}"


@pytest.fixture
def desk(new_table: Callable[..., Table]) -> Table:
    """The second tab with hearts as trump."""
    return new_table().go("tab=donne&trump=H")


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


# The count --------------------------------------------------------------------------------------

COUNTS: dict[str, tuple[int, Json, str, list[int]]] = {
    "98 to 64 is made": (88, {}, "Contract made", [98, 64]),
    "118 to 64 with the belote": (88, {"belote": {"team": "NS"}}, "Contract made", [118, 64]),
    "78 to 84 is a chute": (68, {}, "Contract failed", [0, 162]),
    "55 and a belote stay 20": (45, {"belote": {"team": "NS"}}, "Contract failed", [20, 162]),
    "81 to 81 is a litige": (71, {}, "Tie (litige)", [0, 81, 81]),
}


@pytest.mark.parametrize("name", COUNTS)
def test_a_count_of_the_documents_comes_out_as_they_say(desk: Table, name: str) -> None:
    points, more, outcome, marked = COUNTS[name]
    desk.write("card_points", "NS", points)
    expect(desk.number("card_points", "EW")).to_have_value(str(152 - points))
    if more:
        desk.choose("Belote-rebelote", "North-South")
    expect_score(desk, desk.ask(SCORE, COMMON | counted(points) | more))
    expect(result(desk)).to_contain_text(outcome)
    expect(result(desk).locator("dd")).to_have_text(texts(marked))


def test_eight_tricks_are_a_capot(desk: Table) -> None:
    desk.write("tricks_won", "NS", 8)
    desk.write("card_points", "NS", 152)
    expect_score(desk, desk.ask(SCORE, COMMON | counted(152, tricks=8)))
    expect(result(desk)).to_contain_text("capot by North-South")
    expect(result(desk).locator("dd")).to_have_text(["252", "0"])


def test_every_point_without_the_tricks_is_a_question_back(desk: Table) -> None:
    desk.watch.provoke(rf"(console: {REFUSED}|status: 422 .*)")
    desk.write("card_points", "NS", 152)
    answer = desk.ask(SCORE, COMMON | counted(152))
    expect(desk.score.get_by_role("alert")).to_contain_text(answer["detail"])
    expect(desk.button("write_down")).to_be_disabled()


def test_takers_and_last_trick_are_the_other_team(desk: Table) -> None:
    desk.choose("Takers", "East-West")
    desk.choose("Last trick", "East-West")
    desk.write("card_points", "EW", 72)
    body = COMMON | counted(80, "EW") | {"takers": "EW"}
    expect_score(desk, desk.ask(SCORE, body))
    expect(result(desk)).to_contain_text("Contract made")


@pytest.mark.parametrize(
    ("ticks", "claim"),
    [
        (["“belote” said"], {"said": False}),
        (["“rebelote” said"], {"rebelote": False}),
        (
            ["“rebelote” said", "pointed out by the count"],
            {"rebelote": False, "claimed_at_count": True},
        ),
        (
            ["“rebelote” said", "pointed out by the count", "pardon already used"],
            {"rebelote": False, "claimed_at_count": True, "pardon_used": True},
        ),
    ],
)
def test_what_was_said_of_the_belote_decides(desk: Table, ticks: list[str], claim: Json) -> None:
    desk.write("card_points", "NS", 45)
    desk.choose("Belote-rebelote", "North-South")
    for name in ticks:
        desk.page.get_by_role("checkbox", name=name).click()
    answer = desk.ask(SCORE, COMMON | counted(45) | {"belote": {"team": "NS"} | claim})
    marked = 20 if answer["belote"]["status"] == "pardoned" else 0
    expect_score(desk, answer)
    expect(result(desk).locator("dd")).to_have_text([str(marked), "162"])


def test_settled_announcements_are_counted(desk: Table) -> None:
    desk.write("card_points", "NS", 60)
    desk.choose("Announcements", "settled, as points")
    desk.write("announcements_points", "NS", 50)
    settled = {"announcement_points": {"NS": 50, "EW": 0}}
    expect_score(desk, desk.ask(SCORE, COMMON | counted(60) | settled))
    expect(result(desk).locator("dd")).to_have_text(["120", "92"])


def test_the_announcements_of_the_first_tab_are_counted(new_table: Callable[..., Table]) -> None:
    carre = "AS AH AD AC 9S 7S KD QC"
    table = new_table().go(f"trump=H&E={'.'.join(carre.split())}&points_NS=88&points_EW=64")
    table.tab("donne")
    table.choose("Announcements", "as on the first tab")
    more = {"hands": {"E": carre.split()}, "declare_best": True, "first_player": "N"}
    answer = table.ask(SCORE, COMMON | counted(88) | more)
    assert (answer["outcome"], answer["scores"]) == ("chute", {"NS": 0, "EW": 262})
    expect_score(table, answer)


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


def test_a_donne_without_trump_asks_for_it(table: Table) -> None:
    table.tab("donne")
    table.write("card_points", "NS", 88)
    expect(table.page.get_by_text("A deal needs a trump")).to_be_visible()
    table.trump("S")
    expect(table.page.get_by_text("A deal needs a trump")).to_have_count(0)
    expect(result(table)).to_be_visible()


@pytest.mark.parametrize(
    ("name", "marked"),
    [
        ("98 to 64", ["98", "64"]),
        ("Failed in spite of the belote", ["20", "162"]),
        ("81 to 81", ["0", "81", "81"]),
        ("Capot", ["252", "0"]),
    ],
)
def test_an_example_donne_is_one_tap_away(table: Table, name: str, marked: list[str]) -> None:
    table.tab("donne")
    table.page.get_by_role("link", name=name, exact=True).click()
    expect(result(table).locator("dd")).to_have_text(texts(marked))


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
    found = table.page.locator(".irregular li")
    expect(found).to_have_text(["Trick 1: AH by West; legal: QS KS"])
    answer = legal_now(table, ["AS", "AH"])
    assert answer["irregularities"][0]["legal"] == ["QS", "KS"]
    table.button("undo").click()
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


def test_a_card_tapped_twice_in_haste_is_played_once(new_table: Callable[..., Table]) -> None:
    table = new_table().go(PLAY)
    player(table).get_by_role("button", name="ace of spades").dblclick()
    expect(table.plaque).to_contain_text("West to play")
    assert played(table) == ["AS"]


def test_the_play_brings_its_own_announcements_and_belote(new_table: Callable[..., Table]) -> None:
    table = new_table().go(PLAY)
    table.choose("Announcements", "as on the first tab")
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


# The sheet --------------------------------------------------------------------------------------


def rows(table: Table) -> Locator:
    return table.grid("Score sheet").locator("tbody tr")


def write_down(table: Table, north_south: int, trump: str = "H") -> None:
    """A donne of North-South, counted and written on the sheet."""
    table.trump(trump)
    table.write("card_points", "NS", north_south)
    expect(result(table)).to_be_visible()
    before = rows(table).count()
    table.button("write_down").click()
    expect(rows(table)).to_have_count(before + 1)


def test_donne_after_donne_stands_on_the_sheet(desk: Table) -> None:
    expect(desk.page.get_by_text("Nothing written yet.")).to_be_visible()
    write_down(desk, 71)
    expect(desk.score.get_by_text("81 points wait from earlier deals")).to_be_visible()
    desk.button("all_passed").click()
    expect(rows(desk)).to_have_count(2)
    expect(desk.score.get_by_text("81 points wait from earlier deals")).to_be_visible()
    desk.trump("S")
    desk.write("card_points", "NS", 88)
    expect_score(desk, desk.ask(SCORE, COMMON | counted(88) | {"trump": "S", "carry_in": 81}))
    write_down(desk, 88, "S")
    donne = {"trump": "H", "takers": "NS"}
    donnes = [donne | counted(71), {"passed": True}, donne | {"trump": "S"} | counted(88)]
    answer = desk.ask(GAME, {"deck": "french", "donnes": donnes})
    assert answer["totals"] == {"NS": 179, "EW": 145}
    expect(rows(desk)).to_have_text(
        [
            "1North-South081tie, 81 carried081",
            "2\N{EN DASH}00passed081",
            "3North-South1796481 from before179145",
        ]
    )
    expect(desk.grid("Score sheet").locator("tfoot")).to_have_text("Total179145")
    desk.button("strike_out").click()
    expect(rows(desk)).to_have_count(2)
    expect(desk.grid("Score sheet").locator("tfoot")).to_have_text("Total08181 carried")


def test_the_target_ends_the_game(desk: Table) -> None:
    desk.watch.provoke(rf"(console: {REFUSED}|status: 422 .*)")
    target = desk.page.get_by_role("textbox", name="Target")
    expect(target).to_have_value("1000")
    target.fill("150")
    target.blur()
    write_down(desk, 88)
    expect(desk.sheet.get_by_text("North-South win")).to_have_count(0)
    write_down(desk, 88)
    expect(desk.sheet.locator(".notice")).to_have_text("North-South win")
    expect(desk.grid("Score sheet").locator("tfoot")).to_contain_text("North-South win")
    desk.trump("H")
    desk.write("card_points", "NS", 88)
    donne = {"trump": "H", "takers": "NS"} | counted(88)
    answer = desk.ask(GAME, {"deck": "french", "target": 150, "donnes": [donne] * 3})
    assert answer["errors"][0]["code"] == "game_over"
    expect(desk.score.get_by_role("alert")).to_contain_text(answer["detail"])
    expect(desk.button("write_down")).to_be_disabled()
    desk.button("strike_out").click()
    expect(desk.sheet.get_by_text("North-South win", exact=True)).to_have_count(0)
    expect(desk.button("write_down")).to_be_enabled()


def test_a_donne_written_twice_in_haste_stands_once(desk: Table) -> None:
    desk.write("card_points", "NS", 88)
    expect(result(desk)).to_be_visible()
    desk.button("write_down").dblclick()
    expect(rows(desk)).to_have_count(1)
    expect(desk.button("write_down")).to_be_disabled()
    expect(rows(desk)).to_have_count(1)


def test_on_paper_there_is_the_sheet_and_nothing_else(desk: Table) -> None:
    write_down(desk, 71)
    write_down(desk, 88)
    desk.page.emulate_media(media="print")
    expect(rows(desk)).to_have_count(2)
    expect(desk.grid("Score sheet")).to_be_visible()
    for role in ("button", "link", "textbox", "radio", "combobox", "tab", "navigation"):
        expect(desk.page.get_by_role(role).filter(visible=True)).to_have_count(0)
    expect(desk.page.get_by_role("heading").filter(visible=True)).to_have_text(
        ["The belote arbiter"]
    )
    pages = re.findall(rb"/Type\s*/Page\b", desk.page.pdf(format="A4"))
    assert len(pages) == 1


# The sheet has its say --------------------------------------------------------------------------

LITIGE = "donne=trump%3DH%26points_NS%3D71%26points_EW%3D81"


def test_a_score_waits_for_the_sheet_whose_points_it_may_win(
    new_table: Callable[..., Table],
) -> None:
    table = new_table()
    held: list[Route] = []
    table.page.route(f"**{GAME}", lambda route: held.append(route), times=1)
    table.go(f"tab=donne&trump=H&points_NS=90&points_EW=62&{LITIGE}")
    expect(table.score.get_by_role("button", name=table.words.say("write_down"))).to_be_disabled()
    expect(result(table)).to_have_count(0)
    for route in held:
        route.continue_()
    expect(result(table).locator("dd")).to_have_text(["181", "62"])


def test_a_pardon_that_the_sheet_has_seen_is_not_shown_again(desk: Table) -> None:
    forgotten = "points_NS=90&points_EW=62&belote=NS&rebelote=no&claimed=yes"
    desk.go(f"tab=donne&trump=H&{forgotten}")
    expect(result(desk).locator("dd")).to_have_text(["120", "62"])
    desk.button("write_down").click()
    expect(desk.sheet.locator("tbody tr")).to_have_count(1)
    first = f"donne={quote(f'trump=H&{forgotten}', safe='')}"
    desk.go(f"tab=donne&trump=H&{forgotten}&{first}")
    expect(result(desk).locator("dd")).to_have_text(["100", "62"])
    desk.button("write_down").click()
    expect(desk.sheet.locator("tbody tr").last.locator("td").nth(1)).to_have_text("100")


def test_after_a_game_is_won_nothing_more_is_written(desk: Table) -> None:
    desk.watch.provoke(rf"(console: {REFUSED}|status: 422 .*)")
    won = "target=50&donne=trump%3DH%26points_NS%3D90%26points_EW%3D62"
    desk.go(f"tab=donne&trump=H&points_NS=71&points_EW=81&{won}")
    expect(desk.sheet).to_contain_text("North-South win")
    expect(desk.score.get_by_role("alert")).to_contain_text("after a team had won")
    for key in ("write_down", "all_passed"):
        expect(desk.score.get_by_role("button", name=desk.words.say(key))).to_be_disabled()
    expect(desk.sheet.locator("tbody tr")).to_have_count(1)


def test_a_score_that_is_out_of_date_is_not_written(desk: Table) -> None:
    """What the reader sees and presses is what is written, or nothing is."""
    desk.go("tab=donne&trump=H&points_NS=90&points_EW=62")
    expect(result(desk).locator("dd")).to_have_text(["100", "62"])
    held: list[Route] = []
    desk.page.route(f"**{SCORE}", lambda route: held.append(route))
    desk.page.evaluate(
        "() => { document.querySelector('[data-set=takers][value=EW]').click();"
        " document.querySelector('[data-do=write]').click(); }"
    )
    for route in held:
        route.continue_()
    desk.page.unroute(f"**{SCORE}")
    expect(result(desk)).to_contain_text("Contract failed")
    expect(desk.sheet.locator("tbody tr")).to_have_count(0)


def test_who_deals_is_the_same_for_the_announcements_and_the_play(
    new_table: Callable[..., Table],
) -> None:
    hands = (
        "N=8S.9S.10S.7H.QH.AH.KD.JC&W=8C.9C.10C.8H.JD.AD.7D.QC"
        "&S=7S.JS.QS.9H.10H.8D.9D.KC&E=KS.AS.JH.KH.10D.QD.7C.AC"
    )
    table = new_table().go(f"preset=premier-annonceur&trump=H&dealer=N&{hands}")
    expect(table.plaque).to_contain_text("East-West win")
    table.tab("donne")
    table.choose("How it is counted", "Play the tricks")
    table.choose("Announcements", "as on the first tab")
    expect(table.plaque).to_contain_text("West to play")
    table.button("play_on").click()
    expect(table.score).to_contain_text("East-West have 20 points in announcements.")
