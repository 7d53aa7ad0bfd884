"""The naive auditor by hand: each row of the contract of logs with a log of its own.

The audit says the same of each of them.
"""

from __future__ import annotations

from random import Random
from typing import Any, TypeAlias

import pytest

from service.belote.cards import SPANISH
from tests.reference.naive_auditor import Log, audit
from tests.reference.naive_spelling import in_deck, in_french
from tests.support.agreement import assert_they_agree
from tests.support.logs import FAULTS, KINDS, Teller, a_log, spanish
from tests.support.written_logs import (
    AUCTION,
    FIRST,
    FOURTH,
    HANDS,
    REST,
    SECOND,
    THIRD,
    WHOLE,
    WORKED,
    events_of,
)

Json: TypeAlias = dict[str, Any]


def answer(text: str, **members: Any) -> Json:
    body = {"deck": "french", "events": events_of(text), **members}
    assert_they_agree(body)
    return audit(body)


def found(text: str, **members: Any) -> list[tuple[int, str | None, str, int]]:
    """Event, seat, code and the event that proved it."""
    return [
        (one["event"], one["seat"], one["code"], one["proven_by_event"])
        for one in answer(text, **members)["findings"]
    ]


def hands(*seats: str) -> Json:
    return {seat: HANDS[seat].split() for seat in seats}


# The worked case ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "kind", "scores"),
    [
        ({}, "stands", {"NS": 20, "EW": 232}),
        ({"irregular": "donne_lost"}, "donne_lost", {"NS": 182, "EW": 0}),
        (
            {"irregular": "donne_lost", "irregular_announcements": "validated"},
            "donne_lost",
            {"NS": 252, "EW": 0},
        ),
    ],
)
def test_the_worked_case_has_three_decisions(rules: Json, kind: str, scores: Json) -> None:
    given = answer(WORKED, rules=rules)
    assert found(WORKED, rules=rules) == [
        (24, "E", "irregular_follow", 31),
        (29, "S", "rebelote_unsaid", 30),
        (40, None, "count_differs", 40),
    ]
    assert [one["weight"] for one in given["findings"]] == ["fault", "void", "note"]
    assert given["findings"][1]["cured_by_event"] == 39
    assert [one["upheld"] for one in given["claims"]] == [True, True]
    assert given["announcements"] == {"winner": "EW", "points": {"NS": 0, "EW": 70}}
    assert given["belote"] == {"team": "NS", "points": 20, "status": "pardoned"}
    assert given["score"]["outcome"] == "chute"
    assert given["score"]["scores"] == {"NS": 20, "EW": 232}
    assert (given["decision"]["kind"], given["decision"]["scores"]) == (kind, scores)
    assert given["decision"]["findings"] == ([] if kind == "stands" else [0])


def test_a_donne_without_a_fault_has_no_findings() -> None:
    given = answer(WHOLE + "; count 86 66 NS")
    assert given["findings"] == []
    assert given["points"] == {"NS": 96, "EW": 66}
    assert given["belote"]["status"] == "scored"
    assert given["score"]["totals"] == {"NS": 116, "EW": 136}
    assert given["decision"]["scores"] == {"NS": 20, "EW": 232}


# Findings, row by row -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("deal E 9H 4+1", [(0, "E", "deal_packets", 0)]),
        ("deal E 9H 3+2; N pass", []),
        ("deal E AD; N pass; W pass; S take C", [(3, "S", "suit_in_round_one", 3)]),
        ("deal E AD; N pass; W pass; S take D; N AD", [(0, "N", "turned_card_elsewhere", 4)]),
    ],
)
def test_the_deal(text: str, expected: list[Any]) -> None:
    assert found(text) == expected


FOUR_PASSES = "deal E 9H; N pass; W pass; S pass; E pass"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("deal E 9H; W pass", [(1, "W", "call_out_of_turn", 1)]),
        ("deal E 9H; N take C", [(1, "N", "suit_in_round_one", 1)]),
        ("deal E 9H; N take H", []),
        (FOUR_PASSES + "; N take", [(5, "N", "suit_missing_in_round_two", 5)]),
        (FOUR_PASSES + "; N take H", [(5, "N", "turned_suit_in_round_two", 5)]),
        (FOUR_PASSES + "; N take C", []),
        (AUCTION + "; E pass", [(4, "E", "call_after_take", 4)]),
        ("deal E 9H; N bid 80 H", [(1, "N", "call_not_of_this_scale", 1)]),
        ("deal E 9H; N coinche", [(1, "N", "call_not_of_this_scale", 1)]),
        (AUCTION + "; N AD; W pass", [(5, "W", "misplaced_event", 5)]),
        ("deal E 9H; N pass; deal E 9H", [(2, "E", "misplaced_event", 2)]),
        ("deal E 9H; N AD", [(1, "N", "misplaced_event", 1)]),
    ],
)
def test_the_auction(text: str, expected: list[Any]) -> None:
    assert found(text) == expected


def test_a_void_call_leaves_the_turn_where_it_was() -> None:
    given = answer("deal E 9H; W pass; N take C")
    assert given["next"] == {
        "seat": "N",
        "may": ["call"],
        "legal": None,
        "calls": ["pass", {"take": "H"}],
    }


def test_two_rounds_of_passes_throw_the_donne_in() -> None:
    given = answer(FOUR_PASSES + "; N pass; W pass; S pass; E pass", carry_in=81)
    assert given["phase"] == "thrown_in"
    assert given["next"]["seat"] == "N"
    assert given["decision"]["kind"] == "thrown_in"
    assert given["decision"]["carry_out"] == 81
    assert found(FOUR_PASSES + "; N pass; W pass; S pass; E pass; N AD") == [
        (9, "N", "misplaced_event", 9)
    ]


def test_the_second_round_takes_another_suit() -> None:
    assert answer(FOUR_PASSES)["next"]["calls"] == [
        "pass",
        {"take": "S"},
        {"take": "D"},
        {"take": "C"},
    ]


def test_where_nothing_was_turned_a_take_is_of_the_header_s_trump() -> None:
    given = answer("deal E; N take", trump="C")
    assert (given["trump"], given["taker"], given["findings"]) == ("C", "N", [])


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        ({"dealer": "N"}, [(0, None, "header_differs", 0)]),
        ({"trump": "C"}, [(3, None, "header_differs", 3)]),
        ({"takers": "EW"}, [(3, None, "header_differs", 3)]),
        ({"dealer": "E", "trump": "H", "takers": "NS", "taker": "S"}, []),
    ],
)
def test_events_win_over_the_header(members: Json, expected: list[Any]) -> None:
    given = answer(AUCTION, **members)
    assert found(AUCTION, **members) == expected
    assert (given["dealer"], given["trump"], given["takers"]) == ("E", "H", "NS")


@pytest.mark.parametrize(
    ("text", "members", "expected"),
    [
        # Out of turn: the card stays, the trick goes on with who is first of those that wait.
        ("W AC; S 8C; E QC; N KC", {}, [(4, "W", "led_out_of_turn", 4)]),
        ("N AD; S 8C; W 10D; E 7D", {}, [(5, "S", "out_of_turn", 5)]),
        # Hands that are known prove at once, others with the later card.
        ("N AD; W AC", {"hands": hands("W")}, [(5, "W", "irregular_follow", 5)]),
        ("N AD; W AC; S 8C; E 7D; N QS; W 8S", {}, []),
        ("N AD; W AC; S 8C; E 7D; N 8D; W 10D", {}, [(5, "W", "irregular_follow", 9)]),
        ("N AD; W AC; S 8C; E 7D; W shows 10D", {}, [(5, "W", "irregular_follow", 8)]),
        # The taker has the turned card, and so must trump.
        ("N 7C; W AC; S 7S", {}, [(6, "S", "irregular_trump", 6)]),
        ("N 7H; W 8H; S 9H; E AH; S 8C; E JH", {}, [(7, "E", "irregular_overtrump", 9)]),
        # What cannot be is set aside.
        ("N AD; W AD", {}, [(5, "W", "card_played_before", 5)]),
        ("N AD; W 7C", {"hands": hands("W")}, [(5, "W", "card_not_held", 5)]),
        ("N AD; W 7C", {"hands": hands("N")}, [(5, "W", "card_not_held", 5)]),
        ("N AD; W 10D; N 8D", {}, [(6, "N", "card_too_many", 6)]),
    ],
)
def test_the_play(text: str, members: Json, expected: list[Any]) -> None:
    assert found(f"{AUCTION}; {text}", **members) == expected


def test_an_impossible_log_has_no_score_and_no_decision() -> None:
    given = answer(WHOLE.replace("S AS;", "S AD; S AS;"))
    assert [one["code"] for one in given["findings"]] == ["card_played_before"]
    assert given["phase"] == "over"
    assert given["score"] is None
    assert given["decision"]["kind"] == "undecided"
    assert given["decision"]["findings"] == [0]


def test_after_the_last_trick_only_the_past_is_spoken_of() -> None:
    assert found(WHOLE + "; N AD; S says rebelote; N claims out_of_turn; count 86 66 NS") == [
        (38, "N", "misplaced_event", 38),
        (39, "S", "misplaced_event", 39),
    ]


def test_who_follows_a_lead_out_of_turn() -> None:
    assert answer(AUCTION + "; W AC")["next"]["seat"] == "S"
    assert answer(AUCTION + "; N AD; S 8C")["next"]["seat"] == "W"
    assert answer(AUCTION + "; N AD; S 8C; W 10D")["next"]["seat"] == "E"


@pytest.mark.parametrize(
    ("old", "new", "expected", "status"),
    [
        ("S KH belote", "S KH",
         [(23, "S", "belote_unsaid", 26), (26, "S", "rebelote_without_belote", 26)], "not_said"),
        ("S KH belote", "S says belote; S KH", [], "scored"),
        ("S KH belote", "S KH; S says belote", [], "scored"),
        ("S QH rebelote", "S QH", [(26, "S", "rebelote_unsaid", 27)], "rebelote_forgotten"),
        ("S QH rebelote", "S QH; S says rebelote", [], "scored"),
        ("S QH rebelote", "S QH belote",
         [(26, "S", "belote_twice", 26), (26, "S", "rebelote_unsaid", 27)], "rebelote_forgotten"),
        ("S 9C |", "S 9C belote |", [(21, "S", "belote_on_wrong_card", 21)], "scored"),
    ],
)  # fmt: skip
def test_the_words(old: str, new: str, expected: list[Any], status: str) -> None:
    text = WHOLE.replace(old, new)
    assert text != WHOLE
    assert found(text) == expected
    assert answer(text)["belote"]["status"] == status


def test_a_word_after_the_next_card_belongs_to_no_card() -> None:
    assert found(WHOLE.replace("S KH belote; E 9D", "S KH; E 9D; S says belote")) == [
        (23, "S", "belote_unsaid", 27),
        (25, "S", "belote_on_wrong_card", 25),
        (27, "S", "rebelote_without_belote", 27),
    ]


def test_belote_on_the_second_card_is_too_late() -> None:
    text = WHOLE.replace("S KH belote", "S KH").replace("S QH rebelote", "S QH belote")
    assert found(text) == [
        (23, "S", "belote_unsaid", 26),
        (26, "S", "belote_on_second_card", 26),
    ]


def test_belote_without_the_pair_is_found_with_the_other_card() -> None:
    text = f"{AUCTION}; N 7H; W 8H; S KH belote; E QH"
    assert found(text) == [(6, "S", "belote_without_pair", 7)]
    assert answer(text)["belote"]["status"] == "nobody"


def test_what_is_not_recorded_is_not_told() -> None:
    silent = WHOLE.replace(" rebelote", "").replace(" belote", "")
    assert found(silent) == []
    assert answer(silent)["belote"] == {"team": "NS", "points": 0, "status": "not_told"}
    told = answer(silent, records={"words": True})
    assert told["belote"]["status"] == "not_said"
    assert found(silent, records={"words": True}) == [(23, "S", "belote_unsaid", 26)]


@pytest.mark.parametrize(
    ("members", "claim", "cured"),
    [
        ({}, "S claims rebelote", 39),
        ({}, "N claims rebelote", 39),
        ({}, "W claims rebelote", None),
        ({}, "count 86 66 NS; S claims rebelote", None),
        ({"pardons_used": ["NS"]}, "S claims rebelote", None),
        ({"pardons_used": ["EW"]}, "S claims rebelote", 39),
        ({"pardons_used": ["EW"], "rules": {"rebelote_pardon": "game"}}, "S claims rebelote", None),
        ({"rules": {"rebelote_pardon": "none"}}, "S claims rebelote", None),
    ],
)
def test_a_forgotten_rebelote_is_cured_by_the_own_team_in_time(
    members: Json, claim: str, cured: int | None
) -> None:
    text = WHOLE.replace("S QH rebelote", "S QH") + "; deal E; " + claim
    given = answer(text, **members)
    (unsaid,) = [one for one in given["findings"] if one["code"] == "rebelote_unsaid"]
    assert unsaid["cured_by_event"] == cured
    assert given["belote"]["points"] == (20 if cured else 0)
    assert given["claims"][0]["upheld"] is True


@pytest.mark.parametrize(
    ("text", "members", "expected"),
    [
        ("N declares tierce; N AD", {}, []),
        ("N AD; N declares tierce; W 10D", {}, []),
        ("N AD; W 10D; N declares tierce", {}, [(6, "N", "late", 6)]),
        ("N AD; W declares tierce; W 10D", {}, []),
        ("W declares tierce; N AD; W 10D", {}, [(4, "W", "early", 4)]),
        ("N AD; W 10D; S 8C; E 7D; N QS +tierce", {}, [(8, "N", "late", 8)]),
        ("N AD +cinquante", {"hands": hands("N")}, [(4, "N", "not_held", 4)]),
        ("N AD; W 10D +cinquante,20", {"hands": hands("W")}, [(5, "W", "points_mismatch", 5)]),
        ("N AD; W 10D +tierce +cinquante", {"hands": hands("W")}, [(5, "W", "card_reused", 5)]),
        ("N AD +tierce,QS,KS,AS", {"hands": hands("N")}, [(4, "N", "card_not_in_hand", 4)]),
        ("N AD +tierce,QS,KS,10S", {}, [(4, "N", "not_an_announcement", 4)]),
        ("N AD +cinquante,QS,KS,AS", {}, [(4, "N", "kind_mismatch", 4)]),
        ("N AD +tierce,QS,KS,AS", {"records": {"shows": True}},
         [(4, "N", "cards_named_too_soon", 4)]),
        # Told cards that another has.
        ("N AD +tierce,8D,9D,10D; W 10D", {}, [(4, "N", "card_not_in_hand", 5)]),
        ("N AD +tierce", {"rules": {"announcements": False}}, [(4, "N", "announcements_off", 4)]),
        ("N AD +tierce", {"records": {"declarations": False}}, []),
    ],
)  # fmt: skip
def test_the_declarations(text: str, members: Json, expected: list[Any]) -> None:
    assert found(f"{AUCTION}; {text}", **members) == expected


@pytest.mark.parametrize(
    ("text", "members", "expected"),
    [
        # Nobody has taken; nobody knows with which suit; and a take is known, so North may lead.
        ("deal E 9H; N declares tierce", {}, [(1, "N", "early", 1)]),
        ("deal E; N take; N declares tierce", {}, [(2, "N", "early", 2)]),
        ("deal E; N take H; N declares tierce", {}, []),
        ("deal E; N take H; W declares tierce", {}, [(2, "W", "early", 2)]),
        # What does not count, or is not recorded, is not early either.
        (
            "deal E 9H; N declares tierce",
            {"rules": {"announcements": False}},
            [(1, "N", "announcements_off", 1)],
        ),
        ("deal E 9H; N declares tierce", {"records": {"declarations": False}}, []),
    ],
)
def test_who_declares_before_a_card_may_be_played_is_early(
    text: str, members: Json, expected: list[Any]
) -> None:
    assert found(text, **members) == expected


TWO_TIERCES = f"{AUCTION} | N AD +tierce; W 10D +tierce; S 8C; E 7D"
TO_TRICK_THREE = f"{AUCTION} | {FIRST} | N QS; W 8S; S AS; E KS | S 9H"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Index 12 is the first card of trick three.
        (TO_TRICK_THREE, [(12, "W", "not_shown", 12), (12, "E", "not_shown", 12)]),
        (
            TO_TRICK_THREE.replace("| N QS", "| W shows JD QD KD; N QS"),
            [(13, "E", "not_shown", 13)],
        ),
        (
            TO_TRICK_THREE.replace("| N QS", "| W refuses; E shows 10C JC QC; N QS"),
            [(8, "W", "not_shown", 8)],
        ),
        (
            TO_TRICK_THREE.replace(
                "| N QS", "| N shows 10S JS QS; W shows JD QD KD; E shows 10C JC QC; N QS"
            ),
            [(8, "N", "show_by_loser", 8)],
        ),
        (
            TO_TRICK_THREE.replace("; E 7D", "; W shows JD QD KD; E 7D").replace(
                "| N QS", "| E shows 10C JC QC; N QS"
            ),
            [(7, "W", "show_too_soon", 7)],
        ),
        # Short: with the ten of trick one no more than a tierce.
        (
            TO_TRICK_THREE.replace("| N QS", "| W shows JD QD; E shows 10C JC QC; N QS"),
            [(5, "W", "kind_mismatch", 8), (8, "W", "show_differs", 8)],
        ),
        (
            TO_TRICK_THREE.replace("| N QS", "| W shows 8S 9S AC; E shows 10C JC QC; N QS"),
            [(5, "W", "not_an_announcement", 8), (8, "W", "show_differs", 8)],
        ),
        # Two tierces: West has won once North's turns out to be none, and can refuse from then on.
        (
            f"{TWO_TIERCES} | W refuses; N shows KD QS 7H",
            [
                (4, "N", "not_an_announcement", 9),
                (9, "N", "show_by_loser", 9),
                (9, "N", "show_differs", 9),
            ],
        ),
        (
            f"{TWO_TIERCES} | N shows KD QS 7H; W refuses",
            [
                (4, "N", "not_an_announcement", 8),
                (8, "N", "show_by_loser", 8),
                (8, "N", "show_differs", 8),
                (9, "W", "not_shown", 9),
            ],
        ),
        # He shows one, and refuses to show the other.
        (
            f"{AUCTION} | N AD; W 10D +cinquante; W declares tierce; S 8C; E 7D |"
            " W shows JD QD KD; W refuses",
            [(10, "W", "not_shown", 10)],
        ),
    ],
)
def test_the_shows(text: str, expected: list[Any]) -> None:
    assert found(text, records={"shows": True}) == expected


def test_shows_are_due_until_trick_three() -> None:
    due = [{"seat": "W", "what": "show"}, {"seat": "E", "what": "show"}]
    records = {"shows": True}
    assert answer(f"{AUCTION}; {FIRST}", records=records)["due"] == due
    assert answer(TO_TRICK_THREE, records=records)["due"] == []
    assert answer(f"{AUCTION}; {FIRST}; W shows JD QD KD", records=records)["due"] == due[1:]


def test_rebelote_is_due_until_the_next_card() -> None:
    text = WHOLE[: WHOLE.index("S QH rebelote")] + "S QH"
    assert answer(text)["due"] == [{"seat": "S", "what": "rebelote"}]
    assert answer(text)["belote"] is None
    assert answer(text + "; E AH")["due"] == []


def test_the_comparison_is_open_until_the_cards_that_matter_are_told() -> None:
    records = {"shows": True}
    after_one = f"{AUCTION}; {FIRST}"
    assert answer(after_one, records=records)["announcements"] is None
    shown = after_one + "; W shows JD QD KD"
    assert answer(shown, records=records)["announcements"] is None  # E's is of the same side
    assert answer(shown + "; E shows 10C JC QC")["announcements"] == {
        "winner": "EW",
        "points": {"NS": 0, "EW": 70},
    }
    known = answer(after_one, hands=hands("N", "W", "E"))
    assert known["announcements"]["points"] == {"NS": 0, "EW": 70}


def test_who_does_not_show_loses_to_the_other_side() -> None:
    base = TO_TRICK_THREE.replace("W 10D +cinquante", "W 10D +tierce,K,20").replace(
        "E 7D +tierce", "E 7D"
    )
    members: Json = {"records": {"shows": True}, "hands": hands("W", "S", "E")}
    # W's tierce to the king beats N's to the queen, and is not shown; N was never asked.
    assert found(base, **members) == [(12, "W", "not_shown", 12)]
    given = answer(base, **members)
    assert given["announcements"] == {"winner": "NS", "points": {"NS": 20, "EW": 0}}


@pytest.mark.parametrize(
    ("count", "because"),
    [
        ("count 86 66 NS", None),
        ("total 96 66", None),
        ("scores 20 232", None),
        ("count 96 56 NS", "dix_de_der"),
        ("count 86 66 EW", "dix_de_der"),
        ("total 116 66", "belote"),
        ("total 96 136", "announcements"),
        ("count 86 65 NS", "sum"),
        ("count 78 74 NS", "trick"),
        ("count 87 65 NS", "other"),
        ("scores 0 232", "belote"),
    ],
)
def test_the_count(count: str, because: str | None) -> None:
    findings = answer(f"{WHOLE}; {count}")["findings"]
    assert [one["because"] for one in findings] == ([because] if because else [])


@pytest.mark.parametrize(("count", "because"), [("86 66 NS", None), ("87 65 NS", "other")])
def test_the_count_of_a_donne_that_cannot_be_scored(count: str, because: str | None) -> None:
    """Nobody told who took it, so no announcements are counted either."""
    text = "; ".join((FIRST, SECOND, THIRD, FOURTH, REST, f"count {count}"))
    given = answer(text, dealer="E", trump="H")
    assert given["score"] is None
    assert [one["because"] for one in given["findings"]] == ([because] if because else [])


def test_a_count_is_read_once_and_at_the_end() -> None:
    assert found(f"{AUCTION}; total 96 66") == [(4, None, "counted_too_soon", 4)]
    assert found(f"{WHOLE}; total 96 66; total 90 72") == [(39, None, "counted_again", 39)]


@pytest.mark.parametrize(
    ("text", "upheld", "finding"),
    [
        ("N AD; W AC; S 8C; E 7D; N claims irregular_card 5", None, None),
        ("N AD; W AC; S 8C; E 7D; N claims irregular_card 4", False, None),
        ("N AD; W AC; S 8C; E 7D; N claims irregular_card 5; N 8D; W 10D", True, 0),
        ("N AD; S 8C; W claims out_of_turn", True, 0),
        ("N AD; W 10D; S 8C; N claims out_of_turn", False, None),
        ("N AD +tierce; W claims false_declaration", None, None),
        ("N AD +tierce,QS,KS,10S; W claims false_declaration 4", True, 0),
        ("N AD; W claims rebelote; S KH belote", None, None),
        ("N AD; S claims not_shown", None, None),
    ],
)
def test_the_claims(text: str, upheld: bool | None, finding: int | None) -> None:
    (claim,) = answer(f"{AUCTION}; {text}")["claims"]
    if text.endswith("S KH belote"):
        upheld = False  # there is nothing yet that could have been forgotten
    assert (claim["upheld"], claim["finding"]) == (upheld, finding)


# Penalties ------------------------------------------------------------------------------------

LED_WRONGLY = WHOLE.replace("| S 9H; E JH; N 7H; W 8H", "| E JH; N 7H; W 8H; S 9H")


@pytest.mark.parametrize(
    ("text", "rules", "kind", "scores"),
    [
        (LED_WRONGLY, {}, "stands", {"NS": 20, "EW": 232}),
        (LED_WRONGLY, {"irregular": "donne_lost"}, "stands", {"NS": 20, "EW": 232}),
        (LED_WRONGLY, {"out_of_turn": "donne_lost"}, "donne_lost", {"NS": 182, "EW": 0}),
        (WORKED, {"irregular": "donne_lost", "penalty_on": "claim"}, "donne_lost",
         {"NS": 182, "EW": 0}),
        (WORKED.replace("N claims", "W claims"),
         {"irregular": "donne_lost", "penalty_on": "claim"}, "stands", {"NS": 20, "EW": 232}),
        (WORKED.replace("N claims irregular_card 24", "N claims out_of_turn"),
         {"irregular": "donne_lost", "penalty_on": "claim"}, "stands", {"NS": 20, "EW": 232}),
        (WORKED, {"preset": "concours-162"}, "donne_lost", {"NS": 182, "EW": 0}),
    ],
)  # fmt: skip
def test_the_penalties(text: str, rules: Json, kind: str, scores: Json) -> None:
    decision = answer(text, rules=rules)["decision"]
    assert (decision["kind"], decision["scores"]) == (kind, scores)


def test_faults_of_both_sides_are_for_the_organiser() -> None:
    text = LED_WRONGLY.replace("E QC; N KC; W AC", "N KC; W AC; E QC").replace(
        "W AC; E QC; S 9C", "W AC; S 9C; E QC"
    )
    given = answer(text, rules={"out_of_turn": "donne_lost"}, carry_in=81)
    assert given["decision"] == {
        "kind": "undecided",
        "against": None,
        "scores": None,
        "carry_out": 81,
        "findings": [0, 1],
    }


def test_the_carry_goes_to_who_gets_the_donne() -> None:
    decision = answer(WORKED, rules={"irregular": "donne_lost"}, carry_in=81)["decision"]
    assert (decision["scores"], decision["carry_out"]) == ({"NS": 263, "EW": 0}, 0)


# A step of the play ---------------------------------------------------------------------------


def test_what_the_next_player_may_do() -> None:
    given = answer(AUCTION + "; N AD", hands=hands("W"))
    assert given["next"] == {
        "seat": "W",
        "may": ["declare", "play"],
        "legal": ["10D", "JD", "QD", "KD"],
        "calls": None,
    }
    assert answer(AUCTION)["next"] == {
        "seat": "N",
        "may": ["declare", "say", "play"],
        "legal": None,
        "calls": None,
    }
    assert answer(WHOLE)["next"] is None


def test_three_hands_that_are_played_make_the_last_card_known() -> None:
    text = WHOLE[: WHOLE.rindex("; W QD")]
    assert answer(text)["next"]["legal"] == ["QD"]


def test_hands_are_the_cards_that_were_seen() -> None:
    given = answer(f"{AUCTION}; N AD; W 10D; S 8C; E 7D; W shows JD QD KD")
    assert given["hands"] == {
        "N": ["AD"],
        "W": ["10D", "JD", "QD", "KD"],
        "S": ["9H", "8C"],
        "E": ["7D"],
    }
    assert given["phase"] == "play"


def test_a_deal_comes_before_the_play_also_where_the_header_tells_trump() -> None:
    given = answer("deal E; N AD", trump="H", taker="S", dealer="N")
    (differs,) = given["findings"]
    assert (differs["code"], differs["at"]) == ("header_differs", {"phase": "deal"})
    assert given["phase"] == "play"


def test_a_log_may_begin_after_the_auction() -> None:
    header = {"dealer": "E", "trump": "H", "taker": "S"}
    given = answer(f"{FIRST}; {SECOND}; {THIRD}; {FOURTH}; {REST}", **header)
    assert given["findings"] == []
    assert given["score"]["scores"] == {"NS": 20, "EW": 232}
    assert answer("", **header)["phase"] == "play"
    assert answer("")["phase"] == "deal"


# Made-up logs, which try the naive auditor alone ----------------------------------------------

slow = pytest.mark.slow  # it changes only where the contract is read anew


@slow
@pytest.mark.parametrize("seed", range(0, 80, 8))
def test_logs_as_they_should_be_have_no_faults(seed: int) -> None:
    for each in range(seed, seed + 8):
        given = audit(a_log(each, "as_it_should_be").body)
        codes = {one["code"] for one in given["findings"]}
        assert codes <= {
            "announcements_off",
            "belote_unsaid",
            "cards_named_too_soon",
            "rebelote_unsaid",
            "rebelote_without_belote",
        }
        assert given["phase"] in ("over", "thrown_in")


@slow
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_that_was_put_in_is_found(fault: str) -> None:
    put_in, expected = 0, 0
    for seed in range(8):
        tale = Teller(Random(seed), [fault]).tell()
        put_in += bool(tale.put_in)
        expected += bool(tale.expected)
        findings = audit(tale.body)["findings"]
        for event, codes in tale.expected:
            assert any(one["event"] == event and one["code"] in codes for one in findings), seed
    assert put_in
    assert expected or fault in HIDDEN


HIDDEN = {"false_declaration", "said_twice"}
"""Faults of which a word alone may be void for another reason, or not at all."""


@slow
@pytest.mark.parametrize("kind", KINDS)
def test_cutting_a_log_loses_nothing_that_was_proven_by_then(kind: str) -> None:
    for seed in range(5):
        log = Log(in_french(a_log(seed, kind).body))
        findings = log.answer()["findings"]
        for count in range(len(log.events) + 1):
            names = ("event", "code", "seat", "nth")
            by_then = [[one[name] for name in names] for one in log.after(count).findings]
            for one in findings:
                if one["proven_by_event"] < count:
                    assert [one[name] for name in names] in by_then


@slow
@pytest.mark.parametrize("kind", KINDS)
def test_the_spanish_twin_of_a_log_gets_the_same(kind: str) -> None:
    for seed in range(5):
        body = a_log(seed, kind).body
        assert in_deck(audit(body), SPANISH) == audit(spanish(body))
