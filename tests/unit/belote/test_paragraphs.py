"""The rules in paragraphs: whole in every language, true to the tables, and on their page."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from service.api.i18n import CATALOGUES, DEFAULT, LANGUAGES
from service.belote.announcements import best
from service.belote.cards import INTERNATIONAL, PACK, SPANISH, Deck, Rank, Suit
from service.belote.codes import Code
from service.belote.comparison import compare
from service.belote.donne import DonneScore, score
from service.belote.game import Passed, play_out
from service.belote.inputs import BeloteClaim, Contract, CountedPoints, Donne
from service.belote.paragraphs import PARAGRAPHS, Chapter, Paragraph, Source
from service.belote.presets import SWITCHES, TRICK_ORDER, resolve_rules
from service.belote.rules import (
    BELOTE_POINTS,
    CAPOT,
    CARD_POINTS,
    CARRES,
    CLASSIQUE,
    HAND_SIZE,
    LAST_TRICK,
    LONGEST,
    NEEDED,
    PLAIN_ORDER,
    ROUND_CAPOT,
    SAID_WITHOUT_POINTS,
    SEQUENCES,
    SHORTEST,
    TARGET,
    TRICKS,
    TRUMP_ORDER,
    Kind,
    Rules,
    Scale,
    TakersNeed,
)
from service.belote.scales import CAPOT_BID, LOWEST_BID, SCALES, Coinche
from service.belote.table import EW, NS, SEATS, ByTeam, Seat, Team
from tests.support.contract import ROOT
from tests.support.notation import hand, said, spelled, suit, verdicts
from tools.files import replace_text
from tools.rules_page import PAGE, REFERENCE, page

WORDS: Mapping[str, Mapping[str, Any]] = {
    language: CATALOGUES[language]["paragraphs"] for language in LANGUAGES
}
in_each_language = pytest.mark.parametrize("language", LANGUAGES)
of_each_paragraph = pytest.mark.parametrize("name", PARAGRAPHS)


def paragraph_text(language: str, name: str) -> str:
    """Return all that a paragraph says: the rule and, of a decision, the reason."""
    return " ".join(WORDS[language][name].values())


# The catalogue ----------------------------------------------------------------------------------


def test_paragraphs_are_numbered_upwards_chapter_by_chapter() -> None:
    chapters = list(Chapter)
    order = [(chapters.index(one.chapter), int(one.id[1:])) for one in PARAGRAPHS.values()]
    assert order == sorted(set(order))
    assert [f"{one.chapter}{int(one.id[1:])}" for one in PARAGRAPHS.values()] == list(PARAGRAPHS)
    assert {one.chapter for one in PARAGRAPHS.values()} == set(Chapter)


def test_house_rules_are_those_of_the_last_chapter() -> None:
    for one in PARAGRAPHS.values():
        is_house_rule = one.chapter is Chapter.HOUSE_RULES
        assert (one.source is Source.VARIANT) is is_house_rule
        assert (one.switch is not None) is is_house_rule
        assert (one.instead_of is not None) is is_house_rule


def test_every_switch_has_its_paragraph_and_the_one_that_holds_without_it() -> None:
    house_rules = [one for one in PARAGRAPHS.values() if one.switch]
    assert [one.switch for one in house_rules] == list(SWITCHES)
    for one in house_rules:
        assert one.instead_of
        assert PARAGRAPHS[one.instead_of].source is not Source.VARIANT


def test_a_switch_rests_on_the_paragraph_that_holds_without_it() -> None:
    house_rules = [one for one in PARAGRAPHS.values() if one.switch and one.instead_of]
    for one in house_rules:
        assert SWITCHES[one.switch or ""].source is PARAGRAPHS[one.instead_of or ""].source
    # 003 alone says that the defence marks even what the takers won, 001 no more than "the
    # announcements of both"; and no document says whether one run may be two announcements.
    assert SWITCHES["chute_announcements"].source is Source.ANNOUNCEMENTS
    assert SWITCHES["split_runs"].source is Source.ARBITER


def test_every_code_cites_a_paragraph_and_has_its_source() -> None:
    for code in Code:
        assert PARAGRAPHS[code.paragraph.id] is code.paragraph
        assert code.source is code.paragraph.source


@pytest.mark.parametrize(
    ("code", "source"),
    [
        (Code.REBELOTE_FORGOTTEN, "000"),  # the document on announcements knows no forgotten word
        (Code.ROW_REBELOTE_FORGOTTEN, "000"),
        (Code.BELOTE_SCORED, "000"),  # "imprenables"
        (Code.CARRY_WAITS_ON, "arbiter"),  # no document speaks of a second litige
        (Code.NOT_SHOWN, "arbiter"),  # no document says what becomes of who refuses
    ],
)
def test_sources_that_are_easily_mistaken(code: Code, source: str) -> None:
    assert code.source == source


# The words --------------------------------------------------------------------------------------


@in_each_language
def test_every_paragraph_and_chapter_stands_in_every_language(language: str) -> None:
    assert list(WORDS[language]) == list(PARAGRAPHS)
    assert list(CATALOGUES[language]["chapters"]) == list(Chapter)
    assert {*Source} == {*CATALOGUES[language]["sources"]}


@in_each_language
def test_a_decision_and_nothing_else_says_why(language: str) -> None:
    for name, one in PARAGRAPHS.items():
        why = ["why"] if one.is_decision else []
        assert list(WORDS[language][name]) == ["text", *why], name


@in_each_language
def test_a_paragraph_refers_to_others_that_exist_the_same_in_every_language(language: str) -> None:
    for name in PARAGRAPHS:
        references = REFERENCE.findall(paragraph_text(language, name))
        assert set(references) <= set(PARAGRAPHS) - {name}, name
        assert references == REFERENCE.findall(paragraph_text(DEFAULT, name)), name


@in_each_language
def test_no_two_paragraphs_say_the_same(language: str) -> None:
    for name in PARAGRAPHS:
        same = [other for other in PARAGRAPHS if WORDS[language][other] == WORDS[language][name]]
        assert same == [name]


# The numbers ------------------------------------------------------------------------------------

NUMBER = re.compile(r"(?<!\w)\d+")
"""A number of a sentence; the id of a paragraph is none."""

# The ranks that players call by a number.
RANKS = [int(label) for label in INTERNATIONAL.ranks if label.isdigit()]
SPANISH_RANKS = [int(label) for label in SPANISH.ranks]
SEVEN, EIGHT, NINE, TEN = RANKS
SHORTEST_CENT = min(length for length, (kind, _) in SEQUENCES.items() if kind is Kind.CENT)
SHORTEST_CINQUANTE = SHORTEST + 1


def worth(length: int) -> int:
    return SEQUENCES[length][1]


NUMBERS: Mapping[str, Sequence[int]] = {
    "C1": [len(SEATS)],
    "C3": [PACK.bit_count(), *RANKS, len(Suit), HAND_SIZE, TRICKS],
    "C4": [*RANKS, SEVEN],
    "C5": [
        *(*SPANISH_RANKS, *RANKS),
        *(SPANISH_RANKS[Rank.TEN], SPANISH_RANKS[Rank.JACK], SPANISH_RANKS[Rank.JACK]),
    ],
    "C6": [*RANKS, *(points for _, points in TRUMP_ORDER)],
    "C7": [*RANKS, *(points for _, points in PLAIN_ORDER)],
    "C8": [CARD_POINTS, LAST_TRICK, CARD_POINTS + LAST_TRICK],
    "A1": [SHORTEST, len(Suit)],
    "A2": [
        *(SHORTEST, worth(SHORTEST), SHORTEST_CINQUANTE, worth(SHORTEST_CINQUANTE)),
        *(SHORTEST_CENT, LONGEST, worth(SHORTEST_CENT)),
    ],
    "A3": [
        *(CARRES[Rank.JACK], NINE, CARRES[Rank.NINE]),
        *(TEN, *{CARRES[rank] for rank in (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.TEN)}),
    ],
    "A4": [EIGHT, SEVEN, *{CARRES[Rank.EIGHT], CARRES[Rank.SEVEN]}],
    "X7": [TEN],
    "B1": [BELOTE_POINTS],
    "B6": [BELOTE_POINTS],
    "B10": [BELOTE_POINTS],
    "P1": [TRICKS],
    "P13": [PACK.bit_count()],
    "L9": [CARD_POINTS + LAST_TRICK, SCALES[Scale.BID].donne_lost],
    "E10": [LOWEST_BID],
    "S16": [98, 98, 100],  # of S2, and what rounding would make of it
    "S17": [CARD_POINTS + LAST_TRICK, CARD_POINTS + CAPOT],
    "G1": [501, TARGET, 2000, TARGET],  # what the sheet calls usual, and the default
    "K2": [LOWEST_BID, CAPOT_BID],
    "K3": [TRICKS],
    "V3": [TEN],
    "V19": [5, 84, 80, 85, 90],
    "V20": [ROUND_CAPOT, CARD_POINTS + CAPOT, ROUND_CAPOT - CARD_POINTS],
    "V21": [NEEDED[TakersNeed.FIXED_82]],
    "V22": [BELOTE_POINTS],
    "V6": [SAID_WITHOUT_POINTS[Kind.CARRE]],
}


# Each worked example, played: it gives the numbers that it comes to.


def part_of_a_sequence() -> list[int]:
    found = best(hand("10H JH QH KH AH 10S 10D 10C"))
    assert spelled(found) == ["carre 100: 10S 10H 10D 10C", "cinquante 50: JH QH KH AH"]
    return [TEN] * 3 + [one.points for one in found.announcements] + [found.points]


def whole_suit() -> list[int]:
    held = hand("7H 8H 9H 10H JH QH KH AH")
    found = best(held)
    assert spelled(found) == ["cent 100: 10H JH QH KH AH", "tierce 20: 7H 8H 9H"]
    points = [one.points for one in found.announcements]
    as_one = worth(LONGEST)
    return [HAND_SIZE, TEN, SEVEN, EIGHT, NINE, *points, found.points, as_one]


def whole_suit_as_one() -> list[int]:
    held = hand("7H 8H 9H 10H JH QH KH AH")
    [cent] = best(held, resolve_rules(switches={"split_runs": False})).announcements
    assert (cent.kind, cent.length) == (Kind.CENT, LONGEST)
    return [HAND_SIZE, cent.points]


def choices_worth_the_same() -> list[int]:
    [carre] = best(hand("10H JH QH KH AH QS QD QC")).announcements
    assert carre.is_carre
    [six] = best(hand("8H 9H 10H JH QH KH 7S AD")).announcements
    assert six.points == carre.points
    return [carre.points, six.length]


def more_shown_than_said() -> list[int]:
    held = hand("10H JH QH KH 7S 7D 8C 9C")
    assert verdicts(held, said("tierce", "10H JH QH KH")) == ["tierce 20: JH QH KH"]
    assert verdicts(held, said(None, "10H JH QH KH", points=20)) == ["tierce 20: JH QH KH"]
    cents = [length for length, (kind, _) in SEQUENCES.items() if kind is Kind.CENT]
    return [TEN, worth(SHORTEST), worth(SHORTEST), min(cents), max(cents)]


def with_cards_or_without() -> list[int]:
    held = hand("KS KH KD KC JH QH 10S 7S")
    found = verdicts(held, said("carre"), said("tierce", "JH QH KH"))
    assert found == ["carre 100: KS KH KD KC", "card_reused"]
    return [CARRES[Rank.KING], worth(SHORTEST)]


def late_and_not_false() -> list[int]:
    held = hand("10H JH QH KH 7S 7D 8C 9C")
    assert verdicts(held, said("carre", with_card=CLASSIQUE.last_card_in_time + 1)) == ["late"]
    return []


def meets(winning: str, losing: str, step: str, rules: Rules = CLASSIQUE) -> list[int]:
    """The points of two announcements, the first of which wins by that step."""
    declared = {Seat.N: [said(None, winning)], Seat.W: [said(None, losing)]}
    found = compare(declared, {}, suit("C"), rules)
    assert (found.winner, found.decided_by) == (NS, step)
    assert found.best.NS
    assert found.best.EW
    return [found.best.NS.announcement.points, found.best.EW.announcement.points]


CENT = "10H JH QH KH AH"


def carre_of_nines_against_a_cent() -> list[int]:
    return [NINE, *meets("9S 9H 9D 9C", CENT, "points")]


def carre_of_queens_against_a_cent() -> list[int]:
    return meets("QS QH QD QC", "7H 8H 9H 10H JH", "carre")


def six_cards_against_five() -> list[int]:
    meets("8S 9S 10S JS QS KS", CENT, "length")
    return [6, 5]


def jack_against_ten() -> list[int]:
    meets("9S 10S JS", "8H 9H 10H", "top")
    return [TEN]


def counted(
    ns: int,
    last: Team,
    *,
    tricks: int | None = None,
    belote: Team | None = None,
    rules: Rules = CLASSIQUE,
    announced: ByTeam[int] | None = None,
    carry_in: int = 0,
    contract: Contract | None = None,
) -> DonneScore:
    """A deal that North-South took, with their card points."""
    claim = None if belote is None else BeloteClaim(belote)
    won = None if tricks is None else ByTeam(tricks, TRICKS - tricks)
    points = CountedPoints(ByTeam(ns, CARD_POINTS - ns), last, won)
    donne = Donne(Suit.HEARTS, NS, points, claim, announced, carry_in=carry_in, contract=contract)
    return score(donne, rules)


def belote_in_the_contract() -> list[int]:
    without, found = counted(88, NS), counted(88, NS, belote=NS)
    return [found.belote.points, without.totals.NS, found.totals.NS]


def made_and_not() -> list[int]:
    made, failed = counted(88, NS), counted(78, EW)
    assert (made.outcome, failed.outcome) == ("made", "chute")
    return [*made.totals, *failed.totals]


def chute_with_a_belote() -> list[int]:
    plain, found = counted(78, EW), counted(55, EW, belote=NS)
    assert found.outcome == "chute"
    cards = found.totals.NS - found.belote.points
    return [*plain.scores, cards, *found.totals, *found.scores]


def litige() -> list[int]:
    found = counted(81, EW)
    assert found.outcome == "litige"
    return [*found.totals, found.scores.EW, found.carry_out]


def litige_at_another_total() -> list[int]:
    found = counted(71, EW, belote=NS)
    assert found.outcome == "litige"
    return [*found.totals, *counted(81, EW).totals]


def litige_with_a_belote() -> list[int]:
    found = counted(71, EW, belote=NS)
    assert found.scores.EW == found.totals.EW
    return [*found.totals, found.scores.NS, found.carry_out]


def two_litiges() -> list[int]:
    first = counted(81, EW)
    second = counted(71, EW, belote=NS, carry_in=first.carry_out)
    sheet = play_out([Donne(Suit.HEARTS, NS, CountedPoints(ByTeam(81, 71), EW)), Passed()])
    assert sheet.carry_out == first.carry_out
    return [first.carry_out, second.carry_out - first.carry_out, second.carry_out]


def capot() -> list[int]:
    takers = counted(CARD_POINTS, NS, tricks=TRICKS)
    defence = counted(0, EW, tricks=0)
    assert takers.scores == ByTeam(sum(defence.scores), 0)
    last = takers.scores.NS - CARD_POINTS
    return [TRICKS, last, LAST_TRICK, sum(takers.scores)]


def all_points_without_a_capot() -> list[int]:
    found = counted(CARD_POINTS, NS, tricks=TRICKS - 1)
    assert found.capot is None
    return [found.scores.NS, TRICKS - 1]


def capot_against_announcements() -> list[int]:
    """What the other side would win with, were it counted there."""
    many = CARRES[Rank.JACK] + CARRES[Rank.NINE]
    takers = counted(CARD_POINTS, NS, tricks=TRICKS, announced=ByTeam(0, many))
    defence = counted(0, EW, tricks=0, announced=ByTeam(many, 0))
    assert (takers.outcome, takers.scores) == ("made", ByTeam(252 + many, 0))
    assert (defence.outcome, defence.scores) == ("chute", ByTeam(0, 252 + many))
    return []


def capot_of_the_defence_for_no_more() -> list[int]:
    rules = resolve_rules(switches={"capot_defence": CARD_POINTS + LAST_TRICK})
    found = counted(0, EW, tricks=0, rules=rules)
    assert found.capot is EW
    return [found.scores.EW - CARD_POINTS, found.scores.EW]


def same_ranks_in_the_order_of_tricks() -> list[int]:
    rules = replace(CLASSIQUE, carre_order=TRICK_ORDER)
    meets("QS QH QD QC", "10S 10H 10D 10C", "top")
    meets("10S 10H 10D 10C", "QS QH QD QC", "top", rules)
    return []


BID = resolve_rules(switches={"scale": "bid"})
COINCHEE = resolve_rules(switches={"scale": "coinchee"})


def bid_made() -> list[int]:
    found = counted(88, NS, rules=BID, contract=Contract(80))
    assert found.outcome == "made"
    return [80, *found.totals, *found.scores]


def bid_missed() -> list[int]:
    found = counted(88, NS, rules=BID, contract=Contract(110))
    assert found.outcome == "chute"
    return [found.scores.EW - 110, 110, *found.totals, *found.scores]


def bid_doubled() -> list[int]:
    missed = [counted(88, NS, rules=BID, contract=Contract(110, one)) for one in Coinche]
    capot = counted(CARD_POINTS, NS, tricks=TRICKS, rules=BID, contract=Contract(80, COINCHE))
    flat = missed[0].scores.EW // 2 - 110
    return [flat, capot.scores.NS // 2 - 80, *(found.scores.EW for found in missed)]


COINCHE, SURCOINCHE = Coinche


def take_doubled() -> list[int]:
    made = counted(88, NS, rules=COINCHEE, contract=Contract(coinche=COINCHE))
    failed = counted(78, EW, rules=COINCHEE, contract=Contract(coinche=SURCOINCHE))
    return [made.scores.NS // 2, *made.totals, *made.scores, *failed.totals, *failed.scores]


def litige_of_a_bid() -> list[int]:
    found = counted(81, EW, rules=BID, contract=Contract(80, COINCHE))
    assert found.outcome == "litige"
    return [*found.totals, 80, found.scores.EW, found.carry_out]


def bid_missed_at_equal_totals() -> list[int]:
    found = counted(81, EW, rules=BID, contract=Contract(90))
    assert found.outcome == "chute"
    return [90, *found.totals, found.scores.EW]


def bid_missed_with_a_capot() -> list[int]:
    ours = counted(CARD_POINTS, NS, tricks=TRICKS, rules=BID, contract=Contract(300))
    theirs = counted(0, EW, tricks=0, rules=BID, contract=Contract(80))
    assert ours.scores.EW - 300 == theirs.scores.EW - 80
    return [theirs.scores.EW - 80, TRICKS, 2015, CAPOT_FLAT]


# ffb-2015: in place of the tricks, on a capot that makes the contract.
CAPOT_FLAT = bid_doubled()[1]

EXAMPLES: Mapping[str, Callable[[], list[int]]] = {
    "A8": part_of_a_sequence,
    "A9": whole_suit,
    "A10": choices_worth_the_same,
    "D9": more_shown_than_said,
    "D12": with_cards_or_without,
    "D14": late_and_not_false,
    "X2": carre_of_nines_against_a_cent,
    "X3": carre_of_queens_against_a_cent,
    "X4": six_cards_against_five,
    "X5": jack_against_ten,
    "X7": same_ranks_in_the_order_of_tricks,
    "B8": belote_in_the_contract,
    "S2": made_and_not,
    "S4": chute_with_a_belote,
    "S6": litige,
    "S7": litige_at_another_total,
    "S8": litige_with_a_belote,
    "S10": two_litiges,
    "S11": capot,
    "S12": all_points_without_a_capot,
    "S14": capot_against_announcements,
    "K4": bid_made,
    "K5": bid_missed,
    "K6": bid_doubled,
    "K7": take_doubled,
    "K8": litige_of_a_bid,
    "K9": bid_missed_at_equal_totals,
    "K10": bid_missed_with_a_capot,
    "V4": whole_suit_as_one,
    "V13": capot_of_the_defence_for_no_more,
}


@of_each_paragraph
def test_every_number_is_that_of_the_tables_or_of_the_example_as_it_is_ruled(name: str) -> None:
    expected = Counter([*NUMBERS.get(name, ()), *(EXAMPLES[name]() if name in EXAMPLES else ())])
    for language in LANGUAGES:
        assert Counter(map(int, NUMBER.findall(paragraph_text(language, name)))) == expected, (
            language
        )


def test_no_table_of_numbers_speaks_of_a_paragraph_that_is_gone() -> None:
    assert {*NUMBERS, *EXAMPLES} <= set(PARAGRAPHS)


# The orders -------------------------------------------------------------------------------------


def names(language: str, ranks: Sequence[Rank], deck: Deck = INTERNATIONAL) -> list[str]:
    found = CATALOGUES[language]["words"]["decks"][deck.name]["ranks"]
    return [found[rank] for rank in ranks]


@in_each_language
@pytest.mark.parametrize(("name", "order"), [("C6", TRUMP_ORDER), ("C7", PLAIN_ORDER)])
def test_the_cards_stand_in_their_order_with_their_points(
    name: str, order: Sequence[tuple[Rank, int]], language: str
) -> None:
    highest_first = order[::-1]
    ranks = names(language, [rank for rank, _ in highest_first])
    points = [f"({points})" for _, points in highest_first]
    listed = ", ".join(f"{rank} {value}" for rank, value in zip(ranks, points, strict=True))
    assert f" {listed}." in WORDS[language][name]["text"].replace("\N{NO-BREAK SPACE}", " ")


@in_each_language
@pytest.mark.parametrize(("name", "order"), [("X7", CLASSIQUE.carre_order), ("V3", TRICK_ORDER)])
def test_carres_of_equal_points_stand_in_their_order(
    name: str, order: Sequence[Rank], language: str
) -> None:
    of_equal_points = [rank for rank in reversed(order) if CARRES[rank] == CARRES[Rank.ACE]]
    listed = ", ".join(names(language, of_equal_points))
    assert WORDS[language][name]["text"].endswith(f" {listed}.")


@in_each_language
def test_sequences_stand_in_their_order_in_both_decks(language: str) -> None:
    french = names(language, tuple(Rank))
    assert ", ".join(french) in WORDS[language]["C4"]["text"]
    spanish = [f"{label}" for label in SPANISH.ranks]
    text = WORDS[language]["C5"]["text"]
    in_order = r"\D+".join([*spanish, *(name for name in french if name.isdigit())])
    assert re.search(rf"\b{in_order}\b", text)


@in_each_language
def test_the_seats_stand_in_the_order_of_play(language: str) -> None:
    seats = CATALOGUES[language]["words"]["names"]
    assert WORDS[language]["C1"]["text"].endswith(f" {', '.join(seats[one] for one in SEATS)}.")


# How it is written ------------------------------------------------------------------------------


@in_each_language
def test_apostrophes_and_quotes_are_those_of_print(language: str) -> None:
    for name in PARAGRAPHS:
        text = paragraph_text(language, name)
        assert not set("'\"`") & set(text), name
        assert text.count("“") == text.count("”"), name
        assert text.count("«") == text.count("»"), name


NARROW, WIDE = "\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}"


def misprints(text: str) -> list[str]:
    """Return the marks of a French text without the space that belongs to each."""
    right = re.compile(rf"(?<=[^\s]){WIDE}:|(?<=[^\s]){NARROW}[;!?]|«{WIDE}(?=\S)|(?<=\S){WIDE}»")
    return re.findall(r".?[:;!?«»].?", right.sub("", text))


@pytest.mark.parametrize(
    "text", ["Ainsi : un", "Ainsi: un", f"non{WIDE}; si", f"«{NARROW}oui{WIDE}»", "« oui »"]
)
def test_a_misprint_is_found(text: str) -> None:
    assert misprints(text)


def test_french_keeps_its_marks_on_the_line() -> None:
    texts = {name: paragraph_text("fr", name) for name in PARAGRAPHS} | CATALOGUES["fr"]["chapters"]
    assert {name: misprints(text) for name, text in texts.items() if misprints(text)} == {}


# The page ---------------------------------------------------------------------------------------


def test_the_page_is_the_one_that_the_catalogue_makes() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run `python -m tools.rules_page`"


def test_the_page_has_every_paragraph_and_every_code_once() -> None:
    text = page()
    anchors = re.findall(r'<a id="(\w+)"></a>', text)
    assert sorted(anchors) == sorted([*Chapter, *PARAGRAPHS])
    cited = [code for line in re.findall(r"Codes: (.+)\.", text) for code in line.split(", ")]
    assert sorted(cited) == sorted(f"`{code}`" for code in Code)
    assert set(re.findall(r"\]\(#(\w+)\)", text)) <= {*anchors, "sources"}


@of_each_paragraph
def test_the_page_gives_a_paragraph_with_what_it_rests_on(name: str) -> None:
    [block] = re.findall(rf'<a id="{name}"></a>.+\n\n(?:>.+\n)+', page())
    one: Paragraph = PARAGRAPHS[name]
    words = WORDS[DEFAULT][name]
    plain = re.sub(r"\[(\w+)\]\(#\1\)", r"\1", block)
    assert words["text"] in plain
    assert words.get("why", "") in plain
    assert {
        Source.ARBITER: "> *Decided here.*",
        Source.VARIANT: f"> *House rule.* Switch `{one.switch}`: ",
    }.get(one.source, f"> *Document {one.source}.*") in plain


def test_the_command_that_the_page_names_writes_it(tmp_path: Path) -> None:
    [command] = re.findall(r"`(python -m [\w.]+)`", page())
    for part in ("service", "tools"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
    written = tmp_path / PAGE.relative_to(ROOT)
    written.parent.mkdir()
    subprocess.run([sys.executable, *command.split()[1:]], cwd=tmp_path, check=True)
    assert written.read_bytes() == PAGE.read_bytes()
    assert [*written.parent.iterdir()] == [written]


def test_a_page_that_cannot_be_written_is_left_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "rules.md"
    replace_text(file, "before")
    with pytest.raises(UnicodeEncodeError):
        replace_text(file, "after \ud800")
    assert file.read_text(encoding="utf-8") == "before"
    assert [*tmp_path.iterdir()] == [file]
