"""What is said of an announcement beside its kind, and how one player's declarations compete."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product
from random import Random

import pytest

from service.belote.announcements import BY_CARDS, Announcement, compete, held, strength
from service.belote.cards import INTERNATIONAL, Cards, Rank, Suit
from service.belote.checks import validate_comparison, validate_donne
from service.belote.comparison import NoContest, compare
from service.belote.declarations import Declaration, judge_declarations
from service.belote.donne import score
from service.belote.inputs import BeloteClaim, CountedPoints, CountedTotals, Donne, Play
from service.belote.presets import resolve_rules
from service.belote.rules import CLASSIQUE, Kind, Rules
from service.belote.table import EW, NS, ByTeam, Seat
from service.belote.tricks import replay
from tests.support.notation import cards, hand, told, told_of
from tests.support.tables import deal, some_said

FOUR = hand("10H JH QH KH 7S 8D 9C AC")
TWO_TIERCES = hand("10H JH QH KS QS JS 7D 8C")


def ruled(declared: list[Declaration], dealt: Cards | None, rules: Rules = CLASSIQUE) -> list[str]:
    return [
        str(one.reason) if one.announcement is None else spelled(one.announcement)
        for one in judge_declarations(declared, dealt, rules)
    ]


def spelled(one: Announcement) -> str:
    return f"{one.kind} {' '.join(INTERNATIONAL.list(one.cards))}"


@pytest.mark.parametrize(
    ("words", "ruling"),
    [
        (Declaration(points=20, cards=cards("10H JH QH KH")), "tierce JH QH KH"),
        (Declaration(points=50, cards=cards("10H JH QH KH")), "cinquante 10H JH QH KH"),
        (Declaration(points=100, cards=cards("10H JH QH KH")), "points_mismatch"),
        (Declaration(cards=cards("10H JH QH KH"), top=Rank.QUEEN), "tierce 10H JH QH"),
        (Declaration(cards=cards("10H JH QH KH"), top=Rank.ACE), "kind_mismatch"),
        (Declaration(cards=cards("10H JH QH KH"), suit=Suit.SPADES), "kind_mismatch"),
        (Declaration(Kind.TIERCE, cards=cards("10H JH QH KH"), length=4), "kind_mismatch"),
        (Declaration(Kind.TIERCE, top=Rank.KING), "tierce JH QH KH"),
        (Declaration(Kind.TIERCE, top=Rank.ACE), "not_held"),
        (Declaration(Kind.TIERCE, suit=Suit.CLUBS), "not_held"),
        (Declaration(points=50), "cinquante 10H JH QH KH"),
        (Declaration(points=150), "points_mismatch"),
        (Declaration(Kind.CARRE, points=100), "not_held"),
    ],
)
def test_what_is_said_narrows_or_disproves(words: Declaration, ruling: str) -> None:
    assert ruled([words], FOUR) == [ruling]


@pytest.mark.parametrize(
    ("words", "ruling"),
    [
        (Declaration(Kind.CARRE, top=Rank.KING), "carre KS KH KD KC"),
        (Declaration(Kind.CARRE, points=200), "carre JS JH JD JC"),
        (Declaration(points=150), "carre 9S 9H 9D 9C"),
        (Declaration(Kind.CARRE, top=Rank.SEVEN), "worthless"),
        (Declaration(Kind.CARRE, points=200, top=Rank.KING), "points_mismatch"),
        (Declaration(Kind.TIERCE, top=Rank.NINE, suit=Suit.HEARTS), "tierce 7H 8H 9H"),
        (Declaration(Kind.TIERCE, top=Rank.EIGHT, suit=Suit.HEARTS), "not_held"),
        (Declaration(points=20, top=Rank.NINE, suit=Suit.HEARTS), "tierce 7H 8H 9H"),
        (Declaration(Kind.CENT, top=Rank.ACE, suit=Suit.CLUBS), "cent 10C JC QC KC AC"),
        (
            Declaration(Kind.CENT, top=Rank.ACE, suit=Suit.CLUBS, length=6),
            "cent 9C 10C JC QC KC AC",
        ),
    ],
)
def test_words_that_name_their_cards_need_no_hand(words: Declaration, ruling: str) -> None:
    assert validate_comparison({Seat.N: [words]}, {}) == []
    assert ruled([words], None) == [ruling]


def test_words_that_name_no_cards_need_a_hand() -> None:
    for words in (Declaration(Kind.CARRE), Declaration(points=100), Declaration(Kind.TIERCE)):
        found = validate_comparison({Seat.N: [words]}, {})
        assert told_of(found) == ["cards_or_hand_unknown at declaration N 0: seat N"]


def test_every_announcement_taken_back_as_a_declaration_is_that_announcement() -> None:
    for one in BY_CARDS.values():
        sent = Declaration(
            one.kind, one.points, one.cards, top=one.top, suit=one.suit, length=one.length
        )
        (found,) = judge_declarations([sent], None)
        assert found.announcement is (one if one.points else None)
        assert not found.false_declaration


def test_what_pays_most_stands_said_with_cards_or_without() -> None:
    held_by = hand("KS KH KD KC QH JH 7D 8C")
    shown = Declaration(Kind.TIERCE, cards=cards("JH QH KH"))
    assert ruled([shown, Declaration(Kind.CARRE)], held_by) == ["card_reused", "carre KS KH KD KC"]


def test_of_two_with_the_same_cards_the_first_stands() -> None:
    same = cards("10H JH QH")
    twice = [Declaration(cards=same), Declaration(Kind.TIERCE, cards=same)]
    assert ruled(twice, FOUR) == ["tierce 10H JH QH", "card_reused"]


def test_the_longer_run_stands_where_length_is_not_compared() -> None:
    rules = resolve_rules("classique", {"length_step": False})
    declared = [
        Declaration(cards=cards("10H JH QH KH AH")),
        Declaration(cards=cards("9H 10H JH QH KH AH")),
    ]
    assert ruled(declared, None, rules) == ["card_reused", "cent 9H 10H JH QH KH AH"]


def worth(
    match: tuple[tuple[int, Announcement], ...], said: list[Declaration]
) -> tuple[object, ...]:
    """What is compared between two sets that may stand, in the order of the page of rules."""
    found = [one for _, one in match]
    return (
        sum(one.points for one in found),
        sum(one.is_carre for one in found),
        sum(one.points for index, one in match if said[index].cards is not None),
        sorted((strength(one) for one in found), reverse=True),
        sorted((one.length for one in found), reverse=True),
        [-index for index, _ in match],
    )


def fits(one: Announcement, said: Declaration) -> bool:
    words = ((said.kind, one.kind), (said.points, one.points), (said.top, one.top))
    more = ((said.suit, one.suit), (said.length, one.length))
    return one.points > 0 and all(word in (None, fact) for word, fact in (*words, *more))


def test_no_other_set_is_before_the_one_that_stands() -> None:
    """Every assignment of the declarations that pass by themselves, tried one by one."""
    random = Random(11)
    for _ in range(400):
        dealt = random.choice(list(deal(random).values()))
        declared = [replace(one, with_card=1, shown=True) for one in some_said(random, dealt)]
        rulings = judge_declarations(declared, dealt)
        passed = [one for one in rulings if one.valid or str(one.reason) == "card_reused"]
        options = {}
        for one in passed:
            words = declared[one.index]
            (alone,) = judge_declarations([words], dealt)
            assert alone.announcement is not None
            every = [each for each in held(dealt) if fits(each, words)]
            options[one.index] = [alone.announcement] if words.cards is not None else every
        standing = tuple((one.index, one.announcement) for one in rulings if one.announcement)
        tried = [
            tuple(zip(indexes, chosen, strict=True))
            for size in (1, 2)
            for indexes in combinations(options, size)
            for chosen in product(*(options[index] for index in indexes))
            if not compete(chosen, dealt, CLASSIQUE)
        ]
        if tried:
            assert worth(standing, declared) == max(worth(one, declared) for one in tried)


# What else a table may send ----------------------------------------------------------------------


def test_three_hands_make_the_fourth_known() -> None:
    hands = {Seat.N: 255, Seat.W: 255 << 8, Seat.S: 255 << 16}
    kind = {Seat.E: [Declaration(Kind.CENT)]}
    assert validate_comparison(kind, hands) == []
    found = compare(kind, hands, Suit.SPADES)
    assert found.points == ByTeam(0, 100)
    best = compare({}, hands, Suit.SPADES, declare_best=True)
    assert [one.seat for one in best.revealed] == [Seat.N, Seat.N, Seat.S, Seat.S]
    assert {one.seat for one in best.rulings} == set(Seat)
    donne = Donne(Suit.CLUBS, NS, CountedPoints(ByTeam(88, 64), NS), hands=hands)
    assert score(donne).belote.team is EW
    assert replay(Play(Seat.E, ()), Suit.CLUBS, hands).next is Seat.N


def test_the_dealer_tells_who_speaks_first() -> None:
    level = {
        Seat.N: [Declaration(cards=cards("7S 8S 9S"))],
        Seat.W: [Declaration(cards=cards("7D 8D 9D"))],
    }
    for direction, winner in (("counter_clockwise", NS), ("clockwise", EW)):
        rules = resolve_rules("premier-annonceur", {"direction": direction})
        assert validate_comparison(level, {}, rules, dealer=Seat.W) == []
        by_dealer = compare(level, {}, Suit.CLUBS, rules, dealer=Seat.E)
        first = rules.order[Seat.E][1]
        assert by_dealer == compare(level, {}, Suit.CLUBS, rules, first_player=first)
        assert by_dealer.winner is winner
        other = validate_comparison(level, {}, rules, dealer=Seat.N, first_player=Seat.N)
        assert [one.kind.name for one in other] == ["FIRST_SPEAKER_OTHER"]


def totals(ns: int, **more: object) -> Donne:
    form = CountedTotals(ByTeam(ns, 162 - ns), **more)  # type: ignore[arg-type]  # its fields
    return Donne(None, NS, form, BeloteClaim(said=False))


def figures(donne: Donne, rules: Rules = CLASSIQUE) -> list[str]:
    assert validate_donne(donne, rules) == []
    return [f"{one.item} {one.points} {one.marked_by}" for one in score(donne, rules).lines]


def test_a_total_as_tables_write_it() -> None:
    assert figures(totals(98)) == ["tricks 98 NS", "tricks 64 EW"]
    assert figures(totals(98, last_trick=NS)) == ["cards 88 NS", "cards 64 EW", "dix_de_der 10 NS"]
    assert score(totals(98)).scores == score(totals(98, last_trick=EW)).scores == ByTeam(98, 64)


def test_a_capot_sets_the_totals() -> None:
    capot = Donne(None, NS, CountedTotals(capot=EW), BeloteClaim(said=False))
    assert figures(capot) == ["tricks 0 EW", "tricks 252 EW"]
    assert figures(capot, resolve_rules("classique", {"capot_points": 250})) == [
        "tricks 0 EW",
        "tricks 250 EW",
    ]
    assert figures(capot, resolve_rules("classique", {"capot_defence": 162}))[1] == "tricks 162 EW"
    told_last = Donne(None, NS, CountedTotals(None, NS, NS), BeloteClaim(said=False))
    assert figures(told_last) == ["cards 152 NS", "cards 0 EW", "capot 100 NS"]
    assert score(told_last).capot is NS


@pytest.mark.parametrize(
    ("form", "kind"),
    [
        (CountedTotals(ByTeam(100, 64)), "SUM_OF_TOTALS"),
        (CountedTotals(ByTeam(1, 161)), "NO_CARDS_MAKE"),
        (CountedTotals(ByTeam(11, 151), NS), "NO_CARDS_MAKE"),
        (CountedTotals(ByTeam(162, 0)), "TRICKS_UNKNOWN"),
        (CountedTotals(), "NO_TOTAL"),
        (CountedTotals(None, EW, NS), "LAST_TRICK_OF_NONE"),
        (CountedTotals(None, None, NS, ByTeam(7, 1)), "CAPOT_WITHOUT_ALL_TRICKS"),
        (CountedTotals(ByTeam(200, 52), None, NS), "POINTS_WITHOUT_A_TRICK"),
        (CountedTotals(ByTeam(98, 64), None, None, ByTeam(5, 4)), "SUM_OF_TRICKS"),
        (CountedPoints(ByTeam(1, 151), NS), "NO_CARDS_MAKE"),
    ],
)
def test_a_total_that_cannot_be(form: CountedPoints | CountedTotals, kind: str) -> None:
    assert [one.kind.name for one in validate_donne(Donne(None, NS, form))] == [kind]


def test_all_points_with_seven_tricks_are_no_capot() -> None:
    found = score(totals(162, tricks_won=ByTeam(7, 1)))
    assert (found.capot, found.scores) == (None, ByTeam(162, 0))
    assert score(totals(162, tricks_won=ByTeam(8, 0))).scores == ByTeam(252, 0)


def test_cards_need_a_trump_and_a_bare_count_does_not() -> None:
    donne = totals(98)
    assert validate_donne(donne) == []
    declared = replace(donne, declared={Seat.N: [Declaration(Kind.CARRE, top=Rank.KING)]})
    assert [one.kind.name for one in validate_donne(declared)] == ["TRUMP_UNKNOWN"]


@pytest.mark.parametrize("declared", [{}, {Seat.N: []}, {seat: [] for seat in Seat}])
def test_a_bare_count_beside_which_nobody_declared_needs_no_trump(
    declared: dict[Seat, list[Declaration]],
) -> None:
    donne = replace(totals(98), declared=declared)
    assert validate_donne(donne) == []
    found = score(donne)
    assert found.scores == ByTeam(98, 64)
    assert found.announcements is not None
    assert found.announcements.decided_by is NoContest.NONE


def test_of_a_belote_of_which_nobody_told_the_answer_speaks_where_it_matters() -> None:
    def speaks(ns: int) -> list[str]:
        donne = Donne(Suit.HEARTS, NS, CountedPoints(ByTeam(ns, 152 - ns), NS))
        assert score(donne).belote.status.value == "not_told"
        return [one for one in told(score(donne).explanation) if "belote" in one]

    assert speaks(100) == []
    assert speaks(76) == [
        "belote_unknown: points 20",
        "belote_would_break: team EW, points 20",
    ]
    assert speaks(61) == [
        "belote_unknown: points 20",
        "belote_would_level: team NS, points 20",
    ]
    assert speaks(66) == [
        "belote_unknown: points 20",
        "belote_would_make: team NS, points 20",
    ]
