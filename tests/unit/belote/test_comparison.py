"""Whose announcements count: every step by hand, then whatever four players hold and say."""

from __future__ import annotations

from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.belote.announcements import Announcement
from service.belote.cards import NO_CARDS, Card, Cards, Rank, Suit
from service.belote.codes import DeclarationRef, Reason
from service.belote.comparison import Comparison, Step, TeamAnnouncement, compare
from service.belote.presets import SWITCHES, resolve_rules
from service.belote.rules import CLASSIQUE, Criterion, Rules, Void
from service.belote.table import SEATS, TEAMS, ByTeam, Seat, Team
from tests.reference import twin
from tests.reference.judge import judge
from tests.support.notation import hand, said, spell, suit, told
from tests.support.strategies import (
    Deal,
    Table,
    deals,
    moved_on,
    renamed,
    suit_renamings,
    tables,
    trumps,
)


def referee(trump: str, **shown: list[str]) -> Comparison:
    """Each seat shows the cards of its announcements: `referee("C", N=["JH QH KH"])`."""
    declared = {Seat(seat): [said(None, one) for one in each] for seat, each in shown.items()}
    return compare(declared, {}, suit(trump))


def all_declare(
    deal: Deal, trump: Suit, rules: Rules = CLASSIQUE, dealer: Seat = Seat.N
) -> Comparison:
    return compare({}, deal, trump, rules, declare_best=True, dealer=dealer)


# Every switch that touches a comparison, at any of its values.
any_rules = st.builds(
    resolve_rules,
    st.just("classique"),
    st.fixed_dictionaries(
        {},
        optional={
            name: st.sampled_from(list(SWITCHES[name].values))
            for name in (
                "last_tie",
                "length_step",
                "carre_order",
                "split_runs",
                "false_declaration",
                "direction",
            )
        },
    ),
)


def steps_of(ruling: Comparison) -> list[tuple[str, object, object]]:
    return [(str(step.criterion), step.values.NS, step.values.EW) for step in ruling.steps]


def champion(held: TeamAnnouncement | None) -> str | None:
    return None if held is None else f"{held.seat} {spell(held.announcement)}"


# The steps, each deciding once ----------------------------------------------------------------


def test_more_points_win() -> None:
    ruling = referee("C", N=["JH QH KH"], E=["7S 8S 9S 10S"])
    assert (ruling.winner, ruling.decided_by) == (Team.EW, "points")
    assert steps_of(ruling) == [("points", 20, 50)]
    assert ruling.points == ByTeam(0, 50)


def test_more_points_win_also_between_carres() -> None:
    ruling = referee("C", N=["9S 9H 9D 9C"], W=["AS AH AD AC"])
    assert (ruling.winner, ruling.decided_by) == (Team.NS, "points")
    assert steps_of(ruling) == [("points", 150, 100)]


def test_at_equal_points_a_carre_beats_a_sequence() -> None:
    ruling = referee("S", N=["QS QH QD QC"], W=["7S 8S 9S 10S JS"])
    assert (ruling.winner, ruling.decided_by) == (Team.NS, "carre")
    assert steps_of(ruling) == [("points", 100, 100), ("carre", True, False)]


def test_between_equal_sequences_the_longer_wins() -> None:
    """Six to the king before five to the ace."""
    ruling = referee("H", N=["10H JH QH KH AH"], W=["8S 9S 10S JS QS KS"])
    assert (ruling.winner, ruling.decided_by) == (Team.EW, "length")
    assert steps_of(ruling) == [("points", 100, 100), ("carre", False, False), ("length", 5, 6)]


def test_between_sequences_of_one_length_the_higher_top_wins() -> None:
    ruling = referee("H", N=["10H JH QH"], E=["JS QS KS"])
    assert (ruling.winner, ruling.decided_by) == (Team.EW, "top")
    assert steps_of(ruling) == [
        ("points", 20, 20),
        ("carre", False, False),
        ("length", 3, 3),
        ("top", Rank.QUEEN, Rank.KING),
    ]


def test_between_sequences_of_one_top_the_one_in_trump_wins() -> None:
    ruling = referee("H", N=["JH QH KH"], E=["JS QS KS"])
    assert (ruling.winner, ruling.decided_by) == (Team.NS, "trump")
    assert steps_of(ruling)[-1] == ("trump", True, False)


def test_between_carres_of_100_the_higher_rank_wins_and_no_other_step_is_asked() -> None:
    ruling = referee("H", N=["QS QH QD QC"], E=["KS KH KD KC"])
    assert (ruling.winner, ruling.decided_by) == (Team.EW, "top")
    assert steps_of(ruling) == [
        ("points", 100, 100),
        ("carre", True, True),
        ("top", Rank.QUEEN, Rank.KING),
    ]


@pytest.mark.parametrize("higher", ["AS AH AD AC", "KS KH KD KC", "QS QH QD QC"])
def test_a_carre_of_tens_loses_to_every_other_of_100(higher: str) -> None:
    ruling = referee("H", S=["10S 10H 10D 10C"], W=[higher])
    assert (ruling.winner, ruling.decided_by) == (Team.EW, "top")


# No difference, no opponent, nobody -----------------------------------------------------------


def test_on_a_tie_nothing_counts_whatever_else_was_declared() -> None:
    ruling = referee("C", N=["JH QH KH"], S=["7D 8D 9D"], E=["JS QS KS", "7S 8S 9S"])
    assert (ruling.winner, ruling.decided_by) == (None, "tie")
    assert ruling.points == ByTeam(0, 0)
    assert ruling.revealed == ()
    assert not any(one.counted for one in ruling.rulings)


def test_on_a_tie_every_step_was_asked_and_none_has_a_leader() -> None:
    ruling = referee("C", N=["JH QH KH"], E=["JS QS KS"])
    assert steps_of(ruling) == [
        ("points", 20, 20),
        ("carre", False, False),
        ("length", 3, 3),
        ("top", Rank.KING, Rank.KING),
        ("trump", False, False),
    ]
    assert [step.leader for step in ruling.steps] == [None] * 5


def test_a_team_alone_in_announcing_wins_outright() -> None:
    ruling = referee("C", W=["7S 8S 9S"])
    assert (ruling.winner, ruling.decided_by, ruling.steps) == (Team.EW, "unopposed", ())
    assert ruling.points == ByTeam(0, 20)
    assert ruling.best.NS is None


def test_without_announcements_nobody_wins() -> None:
    ruling = referee("C", N=[], W=[])
    assert (ruling.winner, ruling.decided_by, ruling.steps) == (None, "none", ())
    assert ruling.points == ByTeam(0, 0)
    assert ruling.best == ByTeam(None, None)
    assert ruling.rulings == ()


def test_a_worthless_carre_does_not_oppose_a_tierce() -> None:
    ruling = referee("C", N=["8S 8H 8D 8C"], E=["9H 10H JH"])
    assert (ruling.winner, ruling.decided_by) == (Team.EW, "unopposed")


def test_the_belote_takes_no_part() -> None:
    """North holds king and queen of trump and nothing else; East a tierce."""
    deal = {Seat.N: hand("KH QH 7S 9S JS 8D 10C AC"), Seat.E: hand("7D 9D JD 7C 8C 9C KS AH")}
    ruling = all_declare(deal, Suit.HEARTS)
    assert (ruling.winner, ruling.decided_by) == (Team.EW, "unopposed")


def test_a_void_announcement_represents_nobody() -> None:
    late = said("carre", "JS JH JD JC", with_card=2)
    declared = {Seat.N: [late], Seat.E: [said("tierce", "7S 8S 9S")]}
    ruling = compare(declared, {}, Suit.CLUBS)
    assert (ruling.winner, ruling.decided_by) == (Team.EW, "unopposed")
    assert [(one.ruling.reason, one.counted) for one in ruling.rulings] == [
        (Void.LATE, False),
        (None, True),
    ]


# Teams ----------------------------------------------------------------------------------------


def test_the_winner_marks_the_partners_announcements_and_the_weaker_ones_too() -> None:
    """South's tierce counts, though East's carré of aces is the stronger of these two."""
    ruling = referee("C", N=["JS JH JD JC", "7S 8S 9S"], S=["7D 8D 9D"], E=["AS AH AD AC"])
    assert ruling.points == ByTeam(240, 0)


def test_the_best_single_announcement_represents_a_team_not_the_sum() -> None:
    ruling = referee("C", N=["7D 8D 9D 10D"], S=["9S 10S JS QS"], E=["7H 8H 9H 10H JH"])
    assert (ruling.winner, ruling.decided_by) == (Team.EW, "points")
    assert ruling.points == ByTeam(0, 100)


def test_equal_announcements_inside_a_team_are_no_tie() -> None:
    ruling = referee("C", N=["JH QH KH"], S=["JD QD KD"], E=["10S JS QS"])
    assert (ruling.winner, ruling.decided_by) == (Team.NS, "top")
    assert ruling.points == ByTeam(40, 0)


def test_of_level_partners_the_one_in_trump_represents_the_team() -> None:
    ruling = referee("D", N=["JH QH KH"], S=["JD QD KD"], E=["JS QS KS"])
    assert (ruling.winner, ruling.decided_by) == (Team.NS, "trump")
    assert champion(ruling.best.NS) == "S tierce 20: JD QD KD"


def test_of_level_partners_of_the_other_team_it_is_the_one_in_trump_too() -> None:
    ruling = referee("D", W=["JH QH KH"], E=["JD QD KD"], N=["JS QS KS"])
    assert (ruling.winner, ruling.decided_by) == (Team.EW, "trump")
    assert champion(ruling.best.EW) == "E tierce 20: JD QD KD"


def test_what_counts_as_said_is_told_of_the_seat_that_said_it() -> None:
    ruling = compare({Seat.S: [said("tierce", "7S 8S 9S 10S")]}, {}, suit("C"))
    assert told(ruling.explanation)[:2] == [
        "declaration_valid: declaration S 0, kind tierce, points 20",
        "counts_as_said: declaration S 0, kind tierce",
    ]


def test_of_equal_partners_the_first_in_seat_order_represents_the_team() -> None:
    ruling = referee("C", S=["JD QD KD"], N=["JH QH KH"], E=["7S 8S 9S"], W=["7D 8D 9D"])
    assert champion(ruling.best.NS) == "N tierce 20: JH QH KH"
    assert champion(ruling.best.EW) == "W tierce 20: 7D 8D 9D"


# The answer -----------------------------------------------------------------------------------


def test_only_the_winners_announcements_are_revealed_and_counted() -> None:
    ruling = referee("C", S=["7D 8D 9D"], N=["JH QH KH AH"], E=["JS QS KS"])
    assert [champion(one) for one in ruling.revealed] == [
        "N cinquante 50: JH QH KH AH",
        "S tierce 20: 7D 8D 9D",
    ]
    assert [(one.seat, one.counted) for one in ruling.rulings] == [
        (Seat.N, True),
        (Seat.S, True),
        (Seat.E, False),
    ]


def test_the_rulings_follow_the_seats_and_then_the_order_of_saying() -> None:
    ruling = referee("C", E=["7H 8H 9H"], S=["7D 8D"], W=["7C 8C 9C", "JC QC KC"], N=["JS QS KS"])
    assert [(str(one.seat), one.ruling.index) for one in ruling.rulings] == [
        ("N", 0),
        ("W", 0),
        ("W", 1),
        ("S", 0),
        ("E", 0),
    ]


def test_a_declaration_is_held_against_the_hand_where_that_is_known() -> None:
    declared = {Seat.N: [said("tierce", "JH QH KH")], Seat.E: [said("tierce", "7S 8S 9S")]}
    ruling = compare(declared, {Seat.N: hand("JH QH AH 7D 8D 10C KC AC")}, Suit.CLUBS)
    assert ruling.rulings[0].ruling.reason is Void.CARD_NOT_IN_HAND
    assert ruling.winner is Team.EW


def test_a_tierce_said_without_cards_is_the_one_in_trump_of_two_level_ones() -> None:
    """The stronger of the two, which the player would show; spades before hearts is no reason."""
    declared = {Seat.N: [said("tierce")], Seat.E: [said("tierce", "JD QD KD")]}
    ruling = compare(declared, {Seat.N: hand("JS QS KS JH QH KH 7C 8D")}, Suit.HEARTS)
    assert (ruling.winner, ruling.decided_by) == (Team.NS, "trump")


FOUR_HANDS = {
    Seat.N: hand("JH QH KH 7S 8S 10S AD 7C"),
    Seat.W: hand("JS QS KS AS 7H 8H 10H AC"),
    Seat.S: hand("7D 8D 9D JD QD KD 9H 9S"),
    Seat.E: hand("8C 9C 10C JC QC KC 10D AH"),
}


def test_the_best_of_each_hand_stands_for_the_seats_that_are_not_named() -> None:
    declared = {Seat.E: [said("tierce")]}
    ruling = compare(declared, FOUR_HANDS, Suit.CLUBS, declare_best=True)
    assert [one.seat for one in ruling.rulings] == ["N", "W", "S", "S", "E"]
    assert [champion(one) for one in ruling.revealed] == [
        "W cinquante 50: JS QS KS AS",
        "E tierce 20: JC QC KC",
    ]


def test_a_seat_named_with_nothing_declines() -> None:
    ruling = compare({Seat.E: []}, FOUR_HANDS, Suit.CLUBS, declare_best=True)
    assert ruling.points == ByTeam(0, 50)


def test_the_best_of_a_hand_that_is_not_known_is_not_declared() -> None:
    ruling = compare({}, {Seat.N: FOUR_HANDS[Seat.N]}, Suit.CLUBS, declare_best=True)
    assert {one.seat for one in ruling.rulings} == {Seat.N}


# The reasons ----------------------------------------------------------------------------------


CLOSE = ("decided_by_length", "decided_by_top", "decided_by_trump")


@pytest.mark.parametrize(
    ("trump", "one", "other", "decision"),
    [
        (
            "C",
            "tierce 20 10H JH QH",
            "tierce 20 JS QS KS",
            "decided_by_top: winner EW, loser NS, wins K, against Q, trump C, "
            "order 7 8 9 10 J Q K A",
        ),
        (
            "S",
            "tierce 20 10H JH QH",
            "tierce 20 10S JS QS",
            "decided_by_trump: winner EW, loser NS, wins True, against False, trump S",
        ),
        (
            "C",
            "cent 100 10S JS QS KS AS",
            "cent 100 7H 8H 9H 10H JH QH",
            "decided_by_length: winner EW, loser NS, wins 6, against 5, trump C",
        ),
        (
            "C",
            "cent 100 7H 8H 9H 10H JH",
            "carre 100 QS QH QD QC",
            "decided_by_carre: winner EW, loser NS, wins True, against False, trump C",
        ),
        (
            "D",
            "tierce 20 QS KS AS",
            "cinquante 50 7H 8H 9H 10H",
            "decided_by_points: winner EW, loser NS, wins 50, against 20, trump D",
        ),
    ],
)
def test_a_decision_names_the_two_champions_the_step_and_what_is_marked(
    trump: str, one: str, other: str, decision: str
) -> None:
    ns, ew = one.split(maxsplit=2), other.split(maxsplit=2)
    ruling = referee(trump, S=[ns[2]], W=[ew[2]])
    assert told(ruling.explanation) == [
        f"declaration_valid: declaration W 0, kind {ew[0]}, points {ew[1]}",
        f"declaration_valid: declaration S 0, kind {ns[0]}, points {ns[1]}",
        f"represented_by: team NS, kind {ns[0]}, points {ns[1]}",
        f"represented_by: team EW, kind {ew[0]}, points {ew[1]}",
        decision,
        *(["speaking_order_not_compared"] if decision.startswith(CLOSE) else []),
        f"shown: seat W, announcement {other}",
        f"winner_marks: team EW, points {ew[1]}",
        "loser_marks_nothing: team NS",
    ]


def test_points_decide_before_length_and_are_not_summed() -> None:
    by_points = referee("C", N=["9S 9H 9D 9C"], W=["10D JD QD KD AD"])
    assert told(by_points.explanation)[4] == (
        "decided_by_points_not_length: winner NS, loser EW, wins 150, against 100, trump C"
    )
    in_all = referee("C", N=["7H 8H 9H 10H"], E=["QS KS AS", "QD KD AD"], W=["7C 8C 9C"])
    assert "sum_not_compared: team EW, points 60" in told(in_all.explanation)


def test_all_that_the_winner_marks_is_shown() -> None:
    ruling = referee("C", N=["7H 8H 9H 10H JH"], E=["QS KS AS"], S=["7C 8C 9C"])
    assert told(ruling.explanation)[5:] == [
        "decided_by_points: winner NS, loser EW, wins 100, against 20, trump C",
        "shown: seat N, announcement cent 100 7H 8H 9H 10H JH",
        "shown: seat S, announcement tierce 20 7C 8C 9C",
        "winner_marks: team NS, points 120",
        "loser_marks_nothing: team EW",
    ]


def test_a_tie_names_what_both_have() -> None:
    ruling = referee("C", N=["JH QH KH"], E=["JS QS KS"])
    assert told(ruling.explanation)[4:] == ["tie_of_sequences: points 20, length 3, top K"]


def test_an_unopposed_team_is_shown_and_marked_without_a_loser() -> None:
    assert told(referee("C", W=["7S 8S 9S"]).explanation) == [
        "declaration_valid: declaration W 0, kind tierce, points 20",
        "unopposed: team EW",
        "shown: seat W, announcement tierce 20 7S 8S 9S",
        "winner_marks: team EW, points 20",
    ]


def test_where_nobody_announced_nothing_else_is_said() -> None:
    assert told(referee("C").explanation) == ["nobody_announced"]


def test_a_reason_for_a_declaration_says_whose_it_is_and_which() -> None:
    declared = {Seat.N: [said("tierce", "JH QH KH")], Seat.E: [said("carre"), said("tierce")]}
    ruling = compare(declared, FOUR_HANDS, Suit.CLUBS)
    assert told(ruling.explanation)[:5] == [
        "declaration_valid: declaration N 0, kind tierce, points 20",
        "declaration_void: declaration E 0, kind carre",
        "not_held: declaration E 0, kind carre",
        "false_is_not_lowered: declaration E 0",
        "declaration_valid: declaration E 1, kind tierce, points 20",
    ]


# Whatever is held and said --------------------------------------------------------------------


def cards_named(reason: Reason) -> Cards:
    """The cards that a sentence gives away."""
    named = NO_CARDS
    for value in reason.params.values():
        if isinstance(value, Announcement):
            named |= value.cards
        elif isinstance(value, Card):
            named |= 1 << value
        else:
            assert value is None or isinstance(value, int | str | DeclarationRef)
    return named


@given(tables(), trumps)
def test_the_explanation_names_no_card_of_what_is_not_revealed(table: Table, trump: Suit) -> None:
    deal, declared = table
    ruling = compare(declared, deal, trump)
    open_cards = NO_CARDS
    for one in ruling.revealed:
        open_cards |= one.announcement.cards
    for reason in ruling.explanation:
        assert not cards_named(reason) & ~open_cards
        if reason.code not in ("decided_by_top", "tie_of_sequences"):
            assert not any(isinstance(value, Rank) for value in reason.params.values())
        assert {value for value in reason.params.values() if isinstance(value, Suit)} <= {trump}
        assert reason.source


@given(tables(), trumps)
def test_what_is_revealed_is_all_that_stands_of_the_winner_and_makes_its_points(
    table: Table, trump: Suit
) -> None:
    deal, declared = table
    ruling = compare(declared, deal, trump)
    counted = [
        TeamAnnouncement(one.seat, one.ruling.announcement)
        for one in ruling.rulings
        if one.ruling.announcement and one.seat.team is ruling.winner
    ]
    assert list(ruling.revealed) == counted
    assert sum(one.counted for one in ruling.rulings) == len(counted)
    points = sum(one.announcement.points for one in counted)
    assert ruling.points == ByTeam(*(points if team is ruling.winner else 0 for team in TEAMS))


@given(deals(), trumps)
def test_a_deal_is_ruled_as_the_judge_rules_it(deal: Deal, trump: Suit) -> None:
    """A team wins with one announcement that beats all of the other team's, if that has any."""
    of_team = {
        team: list(
            chain.from_iterable(twin.firsts(deal[seat])[0] for seat in SEATS if seat.team is team)
        )
        for team in TEAMS
    }

    def wins(team: Team) -> bool:
        return any(
            all(judge(one, other, twin.SUITS[trump])[0] == "one" for other in of_team[team.other])
            for one in of_team[team]
        )

    ruling = all_declare(deal, trump)
    assert ruling.winner == next(filter(wins, TEAMS), None)
    for team in TEAMS:
        marked = sum(one.points for one in of_team[team]) if wins(team) else 0
        assert ruling.points.of(team) == marked


@given(tables(), trumps, any_rules)
def test_one_seat_further_the_other_team_wins(table: Table, trump: Suit, rules: Rules) -> None:
    deal, declared = table
    here = compare(declared, deal, trump, rules, dealer=SEATS[0])
    there = compare(moved_on(declared, 1), moved_on(deal, 1), trump, rules, dealer=SEATS[1])
    assert there.winner is (here.winner and here.winner.other)
    assert there.decided_by is here.decided_by
    assert there.points == ByTeam(here.points.EW, here.points.NS)
    assert there.awards == ByTeam(here.awards.EW, here.awards.NS)


@given(tables(), trumps, any_rules)
def test_partners_may_change_seats(table: Table, trump: Suit, rules: Rules) -> None:
    deal, declared = table
    here = compare(declared, deal, trump, rules, dealer=SEATS[0])
    there = compare(moved_on(declared, 2), moved_on(deal, 2), trump, rules, dealer=SEATS[2])
    assert (there.winner, there.decided_by, there.points, there.awards) == (
        here.winner,
        here.decided_by,
        here.points,
        here.awards,
    )
    assert steps_before_the_speaker(there) == steps_before_the_speaker(here)


def steps_before_the_speaker(found: Comparison) -> list[Step]:
    return [one for one in found.steps if one.criterion is not Criterion.FIRST_SPEAKER]


@given(tables(), trumps, any_rules, st.permutations(SEATS), st.sampled_from(SEATS))
def test_who_speaks_first_matters_only_where_it_decides(
    table: Table, trump: Suit, rules: Rules, order: list[Seat], dealer: Seat
) -> None:
    deal, declared = table
    spoken = {seat: declared[seat] for seat in order if seat in declared}
    here = compare(declared, deal, trump, rules, dealer=Seat.N)
    assert compare(spoken, deal, trump, rules, dealer=Seat.N) == here
    there = compare(declared, deal, trump, rules, dealer=dealer)
    if here.decided_by is not Criterion.FIRST_SPEAKER:
        assert (there.winner, there.points, there.revealed) == (
            here.winner,
            here.points,
            here.revealed,
        )
    if not rules.last_tie:
        assert there == here


@given(deals(), trumps, suit_renamings, any_rules)
def test_renaming_the_suits_and_the_trump_changes_nothing_else(
    deal: Deal, trump: Suit, names: list[Suit], rules: Rules
) -> None:
    before = all_declare(deal, trump, rules)
    new_deal = {seat: renamed(cards, names) for seat, cards in deal.items()}
    after = all_declare(new_deal, names[trump], rules)
    assert (after.winner, after.decided_by, after.points, after.steps) == (
        before.winner,
        before.decided_by,
        before.points,
        before.steps,
    )
    assert {(one.seat, one.announcement.cards) for one in after.revealed} == {
        (one.seat, renamed(one.announcement.cards, names)) for one in before.revealed
    }
