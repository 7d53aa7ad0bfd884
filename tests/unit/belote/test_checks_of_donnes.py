"""What contradicts itself in a donne, found by the game alone."""

from __future__ import annotations

import pytest

from service.belote.cards import INTERNATIONAL, Rank, Suit
from service.belote.checks import (
    validate_comparison,
    validate_count,
    validate_donne,
    validate_totals,
)
from service.belote.declarations import Declaration, names_cards
from service.belote.facts import facts_of
from service.belote.inputs import BeloteClaim, CountedPoints, CountedTotals, Donne, Play, TrickPiles
from service.belote.rules import CLASSIQUE, Kind
from service.belote.table import SEATS, ByTeam, Seat, Team
from tests.support.notation import hand, said, told_of

N, W, S, E = SEATS
NS, EW = Team
KINGS = Declaration(Kind.CARRE, top=Rank.KING)
NORTH = hand("7S 8S 9S 10S JS QS KS AS")
WEST = hand("7S 8H 9H 10H JH QH KH AH")

TOTALS: list[tuple[CountedTotals, list[str]]] = [
    (CountedTotals(), ["no_total at totals"]),
    (CountedTotals(ByTeam(81, 81)), []),
    (CountedTotals(ByTeam(162, 0)), ["tricks_unknown at tricks_won"]),
    (CountedTotals(ByTeam(0, 162)), ["tricks_unknown at tricks_won"]),
    (CountedTotals(ByTeam(162, 0), tricks_won=ByTeam(7, 1)), []),
    (CountedTotals(ByTeam(161, 2)), ["sum_of_totals at totals: sum 163, total 162"]),
    (CountedTotals(ByTeam(252, 0)), ["capot_as_total at totals: points 252, winner NS"]),
    (CountedTotals(ByTeam(0, 250)), ["capot_as_total at totals: points 250, winner EW"]),
    (CountedTotals(ByTeam(252, 1)), ["sum_of_totals at totals: sum 253, total 162"]),
    (CountedTotals(ByTeam(1, 161)), ["no_cards_make at totals: ns 1, ew 161"]),
    (CountedTotals(ByTeam(161, 1)), ["no_cards_make at totals: ns 161, ew 1"]),
    # 10 is the last trick alone, or a ten: neither team is known to have won no trick.
    (CountedTotals(ByTeam(10, 152), NS), []),
    (CountedTotals(ByTeam(10, 152), EW), []),
    # 9 would be the last trick and one point less than none.
    (CountedTotals(ByTeam(9, 153), NS), ["no_cards_make at totals: ns 9, ew 153"]),
    (
        CountedTotals(ByTeam(100, 62), tricks_won=ByTeam(0, 8)),
        ["points_without_a_trick at tricks_won: team NS, points 100"],
    ),
    (
        CountedTotals(ByTeam(100, 62), EW, tricks_won=ByTeam(0, 8)),
        ["points_without_a_trick at tricks_won: team NS, points 100"],
    ),
    (
        CountedTotals(ByTeam(100, 62), tricks_won=ByTeam(5, 4)),
        ["sum_of_tricks at tricks_won: ns 5, ew 4, sum 9, total 8"],
    ),
    (CountedTotals(ByTeam(162, 0), tricks_won=ByTeam(8, 0)), []),
    (CountedTotals(ByTeam(0, 162), tricks_won=ByTeam(0, 8)), []),
    # The last trick was of EW, so the points of NS are a ten, which is in some trick.
    (
        CountedTotals(ByTeam(10, 152), EW, tricks_won=ByTeam(0, 8)),
        ["points_without_a_trick at tricks_won: team NS, points 10"],
    ),
    (
        CountedTotals(ByTeam(0, 162), tricks_won=ByTeam(8, 0)),
        ["last_trick_of_none at tricks_won: team EW"],
    ),
    (
        CountedTotals(ByTeam(162, 0), tricks_won=ByTeam(0, 8)),
        ["last_trick_of_none at tricks_won: team NS"],
    ),
    (CountedTotals(capot=NS), []),
    (CountedTotals(ByTeam(162, 0), capot=NS), []),
    (CountedTotals(ByTeam(252, 0), capot=NS), []),
    (CountedTotals(ByTeam(250, 0), capot=NS), []),
    (CountedTotals(ByTeam(0, 252), capot=EW), []),
    (
        CountedTotals(ByTeam(152, 0), capot=NS),
        ["sum_of_totals at totals: sum 152, total 162"],
    ),
    (
        CountedTotals(ByTeam(161, 1), capot=NS),
        ["points_without_a_trick at totals: team EW, points 1"],
    ),
    (CountedTotals(capot=NS, last_trick=NS, tricks_won=ByTeam(8, 0)), []),
    (
        CountedTotals(capot=NS, last_trick=EW),
        ["last_trick_of_none at last_trick: team EW"],
    ),
    (
        CountedTotals(capot=EW, tricks_won=ByTeam(1, 7)),
        ["capot_without_all_tricks at tricks_won: ns 1, ew 7, team EW"],
    ),
    (
        CountedTotals(ByTeam(80, 82), NS, EW, ByTeam(8, 0)),
        [
            "last_trick_of_none at last_trick: team NS",
            "capot_without_all_tricks at tricks_won: ns 8, ew 0, team EW",
            "points_without_a_trick at totals: team NS, points 80",
        ],
    ),
]


@pytest.mark.parametrize(("count", "expected"), TOTALS, ids=[str(one) for one, _ in TOTALS])
def test_a_count_of_totals_is_told_what_contradicts_itself(
    count: CountedTotals, expected: list[str]
) -> None:
    assert told_of(validate_totals(count)) == expected
    assert told_of(validate_donne(Donne(None, NS, count))) == expected


POINTS: list[tuple[CountedPoints, list[str]]] = [
    (CountedPoints(ByTeam(88, 64), NS), []),
    (CountedPoints(ByTeam(88, 65), NS), ["sum_of_cards at card_points: sum 153, total 152"]),
    (CountedPoints(ByTeam(151, 1), NS), ["no_cards_make at card_points: ns 151, ew 1"]),
    (CountedPoints(ByTeam(1, 151), NS), ["no_cards_make at card_points: ns 1, ew 151"]),
    (CountedPoints(ByTeam(152, 0), NS), ["tricks_unknown at tricks_won"]),
    (CountedPoints(ByTeam(0, 152), EW), ["tricks_unknown at tricks_won"]),
    (CountedPoints(ByTeam(152, 0), NS, ByTeam(8, 0)), []),
    (CountedPoints(ByTeam(152, 0), EW, ByTeam(7, 1)), []),
    (
        CountedPoints(ByTeam(152, 0), EW, ByTeam(8, 0)),
        ["last_trick_of_none at tricks_won: team EW"],
    ),
    (
        CountedPoints(ByTeam(88, 65), EW, ByTeam(8, 0)),
        [
            "sum_of_cards at card_points: sum 153, total 152",
            "last_trick_of_none at tricks_won: team EW",
        ],
    ),
]


@pytest.mark.parametrize(("count", "expected"), POINTS, ids=[str(one) for one, _ in POINTS])
def test_a_count_of_card_points_is_told_what_contradicts_itself(
    count: CountedPoints, expected: list[str]
) -> None:
    assert told_of(validate_count(count)) == expected
    assert told_of(validate_donne(Donne(None, NS, count))) == expected


FIRST_TRICKS = ("JH 9H AH 10H", "AS 10S KS QS")


def play(*players: str) -> Donne:
    """A play of two tricks, North first, with the players that each trick's text names."""
    tricks = tuple(
        tuple(INTERNATIONAL.card_of[one] for one in trick.split()) for trick in FIRST_TRICKS
    )
    noted = tuple(
        tuple(None if seat == "-" else Seat(seat) for seat in trick.split()) for trick in players
    )
    return Donne(Suit.HEARTS, NS, Play(E, tricks, players=noted))


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (["N W S E", "N W S E"], []),
        (["N W S E"], []),
        (["- - - -", "- W - E"], []),
        (
            ["N S W E"],
            [
                "other_player at card_of_trick 0 1: card 9H, seat S, player W",
                "other_player at card_of_trick 0 2: card AH, seat W, player S",
            ],
        ),
        (["- - - -", "- - - N"], ["other_player at card_of_trick 1 3: card QS, seat N, player E"]),
        (["N W", "- S"], ["other_player at card_of_trick 1 1: card 10S, seat S, player W"]),
    ],
)
def test_a_card_of_another_player_is_told_at_its_place(
    players: list[str], expected: list[str]
) -> None:
    found = told_of(validate_donne(play(*players)))
    assert [one for one in found if one.startswith("other_player")] == expected


def test_a_card_named_by_words_stands_at_its_declaration() -> None:
    found = validate_comparison({N: [said(None, "KS QS JS")], W: [said(None, "7H"), KINGS]}, {})
    assert told_of(found) == [
        "card_twice at declaration W 1: card KS, first card_of_declaration N 0 KS"
    ]


@pytest.mark.parametrize(
    ("declared", "named"),
    [
        (Declaration(Kind.TIERCE, top=Rank.KING), False),
        (Declaration(Kind.TIERCE, suit=Suit.HEARTS), False),
        (Declaration(None, suit=Suit.HEARTS), False),
        (Declaration(Kind.TIERCE, top=Rank.KING, suit=Suit.HEARTS), True),
        (Declaration(None, 200), True),
        (Declaration(None, 20, top=Rank.KING, suit=Suit.HEARTS), True),
        (Declaration(Kind.CARRE, 20, top=Rank.KING, suit=Suit.HEARTS), True),
    ],
)
def test_words_name_cards_where_they_leave_no_choice(declared: Declaration, named: bool) -> None:
    assert names_cards(declared) is named


COUNT = CountedPoints(ByTeam(88, 64), NS)


@pytest.mark.parametrize(
    ("donne", "needed"),
    [
        (Donne(None, NS, COUNT), False),
        (Donne(None, NS, CountedTotals(ByTeam(81, 81))), False),
        (Donne(None, NS, COUNT, declared={}), False),
        (Donne(None, NS, COUNT, hands={N: NORTH}), True),
        (Donne(None, NS, COUNT, declared={N: [said(None, "7S 8S 9S")]}), True),
        (Donne(None, NS, COUNT, declare_best=True), True),
        (Donne(None, NS, TrickPiles(NS, ByTeam((), None))), True),
    ],
)
def test_trump_must_be_known_where_there_are_cards(donne: Donne, needed: bool) -> None:
    found = told_of(validate_donne(donne))
    assert ("trump_unknown at trump" in found) is needed


@pytest.mark.parametrize(
    ("donne", "told"),
    [
        (Donne(None, NS, COUNT, declare_best=True), ["no_hand_to_declare at hands"]),
        (
            Donne(None, NS, COUNT, hands={N: NORTH, W: WEST}, announcements=ByTeam(20, 20)),
            [
                "card_twice at card_of_hand W 7S: card 7S, first card_of_hand N 7S",
                "both_announce at announcement_points: ns 20, ew 20",
            ],
        ),
        # Whether the hands tell who holds the pair depends on the suit.
        (Donne(None, NS, COUNT, hands={N: NORTH}, belote=BeloteClaim()), []),
    ],
)
def test_a_missing_trump_hides_nothing_that_does_not_depend_on_it(
    donne: Donne, told: list[str]
) -> None:
    found = told_of(validate_donne(donne))
    assert found[0] == "trump_unknown at trump"
    assert found[1:] == told


def test_of_piles_with_hands_the_holder_of_the_pair_is_known() -> None:
    rest = "7H 8H 9H 10H JH AH 7D 8D"
    hands = {N: NORTH, S: hand("KH QH 9D 10D JD QD KD AD"), W: hand(rest)}
    won = Donne(Suit.HEARTS, NS, TrickPiles(NS, ByTeam((), None)), hands=hands)
    assert facts_of(won, CLASSIQUE).holders == {NS}
