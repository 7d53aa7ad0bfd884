"""House rules: what each switch changes, what it must leave alone, and what holds under all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.api.i18n import CATALOGUES
from service.belote.announcements import (
    best,
    best_of_many,
    choices,
    resolve,
)
from service.belote.cards import Cards, Rank, Suit, union
from service.belote.checks import Contradiction, Part, Subject, validate_donne, validate_game
from service.belote.codes import Code, Reason
from service.belote.comparison import Comparison, compare
from service.belote.declarations import (
    Declaration,
    judge_declarations,
    validate,
)
from service.belote.donne import DonneScore, score
from service.belote.game import Passed, play_out
from service.belote.inputs import BeloteClaim, Contract, CountedPoints, Donne, Play
from service.belote.presets import (
    PRESETS,
    SWITCHES,
    SwitchValue,
    choices_of,
    echo,
    resolve_rules,
)
from service.belote.rules import CLASSIQUE, Item, Outcome, Rules, Void
from service.belote.scales import SCALES, Bid, NamedBid
from service.belote.table import FROM, SEATS, TEAMS, ByTeam, Seat, Team
from tests.reference import twin
from tests.reference.judge import judge
from tests.support.donnes import counts, stories
from tests.support.donnes import of_play as donne_of
from tests.support.notation import codes, hand, said, spell, spelled, suit, told, told_of
from tests.support.pairs import PLAIN, disjoint_pairs
from tests.support.sentences import assert_told
from tests.support.strategies import (
    Said,
    Table,
    hands,
    hands_and_said,
    tables,
    trumps,
)
from tests.support.twins import HOUSES, house

NS, EW = Team.NS, Team.EW
N, W, S, E = SEATS

# The contract's own words, written down a second time.
CONTRACT: Mapping[str, tuple[SwitchValue, ...]] = {
    "last_tie": ("none", "first_speaker"),
    "length_step": (True, False),
    "carre_order": ("sequence", "trick"),
    "split_runs": (True, False),
    "announcements": (True, False),
    "false_declaration": ("void", "award_opponents"),
    "equality": ("litige", "chute", "made"),
    "litige_belote": ("kept", "carried"),
    "carry_to": ("winner", "takers", "contract_made"),
    "bonus_in_contract": ("all", "belote", "none"),
    "chute_announcements": ("validated", "declared", "none"),
    "capot_announcements": ("validated", "declared"),
    "capot_defence": (252, 162),
    "rebelote_pardon": ("team", "game", "none"),
    "undertrump": ("required", "free"),
    "partner_master": ("free", "trump"),
    "over_partner": ("required", "free"),
    "direction": ("counter_clockwise", "clockwise"),
    "rounding": ("none", "tens"),
    "capot_points": (252, 250),
    "takers_need": ("more", "fixed_82"),
    "belote_on_chute": ("kept", "lost"),
    "win_by_belote": (True, False),
    "scale": ("classic", "coinchee", "bid"),
    "irregular": ("as_played", "donne_lost"),
    "out_of_turn": ("as_played", "donne_lost"),
    "penalty_on": ("proof", "claim"),
    "irregular_announcements": ("none", "validated"),
}
MAISON: dict[str, SwitchValue] = {
    "length_step": False,
    "carre_order": "trick",
    "false_declaration": "award_opponents",
    "litige_belote": "carried",
    "carry_to": "contract_made",
    "rebelote_pardon": "none",
    "undertrump": "free",
    "win_by_belote": False,
    "scale": "bid",
}
CONTRACT_PRESETS: Mapping[str, Mapping[str, SwitchValue]] = {
    "classique": {},
    "ffb-coinche": MAISON | {"rounding": "tens"},
    "coinchee": {"scale": "coinchee"},
    "coinche-maison": MAISON,
    "premier-annonceur": {"last_tie": "first_speaker"},
    "sans-litige": {"equality": "chute"},
    "concours": {"announcements": False},
    "concours-162": {"announcements": False, "irregular": "donne_lost"},
}
DEFAULTS: Mapping[str, SwitchValue] = {name: values[0] for name, values in CONTRACT.items()}

all_switches = st.fixed_dictionaries(
    {}, optional={name: st.sampled_from(values) for name, values in CONTRACT.items()}
)
all_rules = st.builds(resolve_rules, st.sampled_from(list(PRESETS)), all_switches)


def agreed(ruling: Any) -> list[str]:
    """What the explanation says of the table's own rules."""
    return [reason.code for reason in ruling.explanation if reason.source == "variant"]


# Switches and presets by name -------------------------------------------------------------------


def test_the_switches_are_those_of_the_contract_the_default_first() -> None:
    assert {name: tuple(switch.values) for name, switch in SWITCHES.items()} == CONTRACT
    assert list(SWITCHES) == list(CONTRACT)
    types = {name: [type(one) for one in values] for name, values in CONTRACT.items()}
    assert {name: [type(one) for one in each.values] for name, each in SWITCHES.items()} == types
    assert {name: each.default for name, each in SWITCHES.items()} == DEFAULTS


def test_every_switch_is_a_field_of_its_name_and_every_field_is_a_switch() -> None:
    named = [one.name for one in fields(Rules) if one.init]
    assert [name for name in named if name in SWITCHES] == list(SWITCHES)
    assert set(named) - set(SWITCHES) <= {"last_card_in_time"}
    assert all(switch.field == name for name, switch in SWITCHES.items())
    sources = {code.source for code in Code} - {"variant"}
    assert {switch.source for switch in SWITCHES.values()} <= sources


def test_classique_is_every_default_and_every_preset_is_as_listed() -> None:
    assert list(PRESETS) == list(CONTRACT_PRESETS)
    for name, otherwise in CONTRACT_PRESETS.items():
        assert echo(name, PRESETS[name]) == {"preset": name, **DEFAULTS, **otherwise}


def test_saying_nothing_and_naming_the_default_are_one_and_the_same() -> None:
    assert resolve_rules() is CLASSIQUE
    assert resolve_rules("classique", {}) is CLASSIQUE
    assert resolve_rules("classique", DEFAULTS) is CLASSIQUE
    for name, otherwise in CONTRACT_PRESETS.items():
        assert resolve_rules(name) is PRESETS[name]
        assert resolve_rules("classique", otherwise) is PRESETS[name]
        assert resolve_rules(name, DEFAULTS) is CLASSIQUE


@given(st.sampled_from(list(PRESETS)), all_switches)
def test_switches_win_over_the_preset_whose_name_stays(
    preset: str, switches: dict[str, SwitchValue]
) -> None:
    rules = resolve_rules(preset, switches)
    assert echo(preset, rules) == {
        "preset": preset,
        **DEFAULTS,
        **CONTRACT_PRESETS[preset],
        **switches,
    }
    in_another_order = dict(reversed(switches.items()))
    assert resolve_rules(preset, in_another_order) is rules
    in_full = dict(zip(SWITCHES, choices_of(rules), strict=True))
    assert all(resolve_rules(other, in_full) is rules for other in PRESETS)


@pytest.mark.parametrize(
    ("preset", "switches"),
    [("belote", {}), ("classique", {"length": True}), ("classique", {"equality": "capot"})],
)
def test_no_other_name_or_value_is_known(preset: str, switches: dict[str, SwitchValue]) -> None:
    with pytest.raises(KeyError):
        resolve_rules(preset, switches)


# A hand -----------------------------------------------------------------------------------------

EIGHT = "7H 8H 9H 10H JH QH KH AH"
SIX = "8H 9H 10H JH QH KH 7S 7D"


def test_where_runs_are_not_split_a_whole_suit_is_one_cent() -> None:
    ruling = resolve(hand(EIGHT), None, house(split_runs=False))
    assert spelled(ruling.best) == ["cent 100: 7H 8H 9H 10H JH QH KH AH"]
    assert ruling.alternatives == ()
    assert told(ruling.explanation) == [
        f"best_one: announcement cent 100 {EIGHT}, points 100",
        f"split_runs_not_allowed: announcement cent 100 {EIGHT}, length 8",
    ]
    assert resolve(hand(EIGHT)).best.points == 120


def test_where_runs_are_not_split_a_run_of_six_is_no_two_tierces() -> None:
    ruling = resolve(hand(SIX), None, house(split_runs=False))
    assert ruling.best == resolve(hand(SIX)).best
    assert ruling.alternatives == ()
    assert agreed(ruling) == ["split_runs_not_allowed"]


@pytest.mark.parametrize(
    "dealt",
    [
        "7H 8H 9H JH QH KH 7S 8D",  # two runs of one suit
        "7H 8H 9H 7S 8S 9S AD KC",  # two runs of two suits
        "10H JH QH KH AH 10D 10C 10S",  # a carré and the rest of a run
        "JH QH KH QS QD QC 7S 8D",
        "9H 10H JH QH KH 7S 8D AC",  # a run too short for two
    ],
)
def test_unsplit_runs_matter_to_no_other_hand(dealt: str) -> None:
    assert resolve(hand(dealt), None, house(split_runs=False)) == resolve(hand(dealt))


def test_the_best_that_a_player_could_have_is_that_of_his_table() -> None:
    assert validate(hand(EIGHT), [], None, house(split_runs=False)).best.points == 100
    assert validate(hand(EIGHT), []).best.points == 120


def test_two_carres_of_100_stand_in_the_order_of_the_table() -> None:
    dealt = hand("10S 10H 10D 10C QS QH QD QC")
    assert spelled(best(dealt))[0] == "carre 100: QS QH QD QC"
    assert codes(resolve(dealt)) == ["best_two"]
    ruling = resolve(dealt, None, house(carre_order="trick"))
    assert spelled(ruling.best)[0] == "carre 100: 10S 10H 10D 10C"
    assert choices(dealt, house(carre_order="trick")) == (ruling.best,)
    assert codes(ruling) == ["best_two", "carre_order_trick"]


@pytest.mark.parametrize("dealt", ["AS AH AD AC QS QH QD QC", "JS JH JD JC 10S 10H 10D 10C"])
def test_the_order_of_carres_matters_to_no_other_hand(dealt: str) -> None:
    assert resolve(hand(dealt), None, house(carre_order="trick")) == resolve(hand(dealt))


def test_where_length_is_not_asked_a_run_of_six_stays_whole() -> None:
    assert best(hand(SIX), house(length_step=False)) == best(hand(SIX))


def test_a_table_without_announcements_says_so_of_a_hand() -> None:
    ruling = resolve(hand(SIX), None, PRESETS["concours"])
    assert ruling.best == resolve(hand(SIX)).best
    assert codes(ruling)[-1] == "announcements_not_played"


@given(st.lists(hands, min_size=1, max_size=5), all_rules)
def test_many_hands_are_ruled_on_as_one_is(dealt: list[Cards], rules: Rules) -> None:
    assert best_of_many(dealt, None, rules) == [(best(one, rules), None) for one in dealt]


def test_of_many_hands_each_says_whether_it_holds_the_belote() -> None:
    unsplit, dealt = house(split_runs=False), [hand(EIGHT), hand("QH JH KS 7S 8D 9C 10S AD")]
    with_trump = best_of_many(dealt, suit("H"), unsplit)
    assert [(one.points, belote) for one, belote in with_trump] == [(100, True), (0, False)]
    assert [belote for _, belote in best_of_many(dealt, suit("S"), unsplit)] == [False, False]
    without = best_of_many(dealt, None, unsplit)
    assert [(one.points, belote) for one, belote in without] == [(100, None), (0, None)]
    assert [one.points for one, _ in best_of_many(dealt, suit("H"))] == [120, 0]


# Declarations -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("QS KS AS", "7H 8H 9H"),  # the last cards of a suit, the first of the next
        ("7S 8S 9S", "QH KH AH"),
        ("10S JS QS", "AS AH AD AC"),
        ("JS JH JD JC", "QS QH QD QC"),
    ],
)
def test_where_runs_are_not_split_what_is_no_run_stands_all_the_same(one: str, other: str) -> None:
    shown = said(None, one), said(None, other)
    assert ruled(None, *shown, split_runs=False) == ruled(None, *shown)
    assert "card_reused" not in ruled(None, *shown)


def ruled(held: Cards | None, *declared: Declaration, **switches: SwitchValue) -> list[str]:
    """What each declaration stands as, or the reason why it is void."""
    return [
        spell(one.announcement) if one.announcement else str(one.reason)
        for one in judge_declarations(declared, held, house(**switches))
    ]


def test_where_length_is_not_asked_a_kind_said_still_means_the_whole_run() -> None:
    six = hand("7H 8H 9H 10H JH QH 7S AD")
    assert ruled(six, said("cent"), length_step=False) == ["cent 100: 7H 8H 9H 10H JH QH"]


def test_a_declaration_said_twice_is_void_for_its_cards_not_for_its_run() -> None:
    dealt = hand("7H 8H 9H JS QS KS AD 10C")
    low, high = said("tierce", "7H 8H 9H"), said("tierce", "JS QS KS")
    found = validate(dealt, [low, high, low], None, house(split_runs=False))
    assert codes(found)[:4] == [
        *("declaration_valid", "declaration_valid", "declaration_void", "card_reused_level")
    ]


LOW, HIGH = said("tierce", "7H 8H 9H"), said("tierce", "10H JH QH")
SEVEN = "7H 8H 9H 10H JH QH KH AS"


@pytest.mark.parametrize(
    ("held", "declared", "unsplit"),
    [
        # Of two parts that touch, the stronger stands.
        (SEVEN, [LOW, HIGH], ["card_reused", "tierce 20: 10H JH QH"]),
        (None, [LOW, HIGH], ["card_reused", "tierce 20: 10H JH QH"]),
        (None, [HIGH, LOW], ["tierce 20: 10H JH QH", "card_reused"]),
        (
            SEVEN,
            [LOW, said("cinquante", "10H JH QH KH")],
            ["card_reused", "cinquante 50: 10H JH QH KH"],
        ),
        # Parts of one run of the hand, though a card lies between them.
        (SEVEN, [LOW, said("tierce", "JH QH KH")], ["card_reused", "tierce 20: JH QH KH"]),
        # The card between is known from another declaration, one that came too late.
        (
            None,
            [LOW, said("tierce", "JH QH KH"), said("tierce", "10H JH QH", with_card=2)],
            ["card_reused", "tierce 20: JH QH KH", "late"],
        ),
        # Kinds without cards: one of the run, the next of another.
        (SEVEN, [said("tierce"), said("tierce")], ["tierce 20: JH QH KH", "card_reused"]),
        (SEVEN, [said("cinquante"), said("tierce")], ["cinquante 50: 10H JH QH KH", "card_reused"]),
        (SEVEN, [said("tierce"), LOW], ["card_reused", "tierce 20: 7H 8H 9H"]),
        (
            EIGHT,
            [said("cent"), said("tierce")],
            ["cent 100: 7H 8H 9H 10H JH QH KH AH", "card_reused"],
        ),
        # Said less than shown: the low cards are of the same run.
        (
            SEVEN,
            [said("tierce", "7H 8H 9H 10H JH QH"), said("tierce")],
            ["tierce 20: 10H JH QH", "card_reused"],
        ),
    ],
)
def test_where_runs_are_not_split_one_run_makes_one_announcement(
    held: str | None, declared: list[Declaration], unsplit: list[str]
) -> None:
    known = None if held is None else hand(held)
    assert ruled(known, *declared, split_runs=False) == unsplit
    assert "card_reused" not in ruled(known, *declared)


@pytest.mark.parametrize(
    ("held", "declared"),
    [
        ("7H 8H 9H JH QH KH 7S 8D", [LOW, said("tierce", "JH QH KH")]),
        ("7H 8H 9H JH QH KH 7S 8D", [said("tierce"), said("tierce")]),
        (None, [LOW, said("tierce", "JH QH KH")]),  # nobody knows of a 10 between
        (None, [LOW, said("tierce", "10S JS QS")]),
        # A carré of a card of the run is no part of the run.
        ("10H JH QH KH AH 10D 10C 10S", [said("tierce", "QH KH AH"), said("carre")]),
        ("10H JH QH KH AH 10D 10C 10S", [said("carre"), said("cinquante")]),
        (None, [said("cinquante", "JH QH KH AH"), said("carre", "10H 10D 10C 10S")]),
        (SEVEN, [said("cent", "7H 8H 9H 10H JH QH KH")]),
        (SEVEN, [said("tierce", "JH QH KH")]),
    ],
)
def test_unsplit_runs_matter_to_no_other_declaration(
    held: str | None, declared: list[Declaration]
) -> None:
    known = None if held is None else hand(held)
    found = ruled(known, *declared, split_runs=False)
    assert found == ruled(known, *declared)
    assert not {"card_reused", "not_held"} & set(found)


def test_the_sentence_tells_a_run_used_twice_from_a_card_used_twice() -> None:
    rules = house(split_runs=False)
    touching = validate(hand(SEVEN), [LOW, HIGH], None, rules)
    assert agreed(touching) == ["split_runs_void"]
    named = validate(hand(SEVEN), [said("tierce"), said("tierce")], None, rules)
    assert agreed(named) == ["split_runs_void"]
    sharing = validate(hand(SEVEN), [LOW, said("tierce", "9H 10H JH")], None, rules)
    assert agreed(sharing) == []
    assert "card_reused_level" in codes(sharing)


@pytest.mark.slow
@given(hands_and_said(), st.booleans())
def test_of_unsplit_runs_what_stands_is_the_best_that_may(
    dealt_and_said: tuple[Cards, Said], is_known: bool
) -> None:
    """Of cards shown; which of several sets that are level stands is for another test."""
    dealt, declared = dealt_and_said
    shown = [one for one in declared if one.cards]
    held = dealt if is_known else None
    labels = twin.labels_of(dealt)
    if not is_known:
        labels = twin.labels_of(union(one.cards or 0 for one in shown))
    rules = house(split_runs=False)
    alone = [judge_declarations([one], held, rules)[0].announcement for one in shown]
    pieces = [twin.plain_one(one) for one in alone if one]
    stands = [one.announcement for one in judge_declarations(shown, held, rules)]
    chosen = tuple(twin.plain_one(one) for one in stands if one)
    allowed = [
        one for one in twin.disjoint(pieces) if not twin.two_of_a_run(twin.ordered(one), labels)
    ]
    assert twin.merit(twin.ordered(chosen)) == max(
        (twin.merit(twin.ordered(one)) for one in allowed), default=(0,)
    )
    assert not twin.two_of_a_run(chosen, labels)


@pytest.mark.slow
@given(hands_and_said(), st.booleans())
def test_without_announcements_every_declaration_is_void_and_none_is_false(
    dealt_and_said: tuple[Cards, Said], is_known: bool
) -> None:
    dealt, declared = dealt_and_said
    for one in judge_declarations(declared, dealt if is_known else None, PRESETS["concours"]):
        assert (one.reason, one.false_declaration) == (Void.ANNOUNCEMENTS_OFF, False)


def test_without_announcements_nothing_is_said_to_have_been_possible() -> None:
    found = validate(
        hand(SIX),
        [said("cent"), said("carre", with_card=2)],
        None,
        house(announcements=False, false_declaration="award_opponents"),
    )
    assert codes(found) == ["announcements_off", "announcements_off", "nothing_stands"]
    assert (found.accepted, found.points) == (False, 0)


# A comparison -----------------------------------------------------------------------------------


def referee(rules: Rules, first: Seat | None = None, **shown: list[str]) -> Comparison:
    declared = {Seat(seat): [said(None, one) for one in each] for seat, each in shown.items()}
    return compare(declared, {}, suit("C"), rules, first_player=first)


def verdict(ruling: Comparison) -> tuple[str | None, str]:
    return ruling.winner and str(ruling.winner), str(ruling.decided_by)


LONG, TOP = "8S 9S 10S JS QS KS", "10H JH QH KH AH"
KINGS, TENS = "KS KH KD KC", "10S 10H 10D 10C"
ACES, JACKS, QUEENS = "AS AH AD AC", "JS JH JD JC", "QS QH QD QC"


def test_where_length_is_not_asked_the_top_card_decides() -> None:
    rules = house(length_step=False)
    assert verdict(referee(CLASSIQUE, N=[LONG], E=[TOP])) == ("NS", "length")
    ruling = referee(rules, N=[LONG], E=[TOP])
    assert verdict(ruling) == ("EW", "top")
    assert [str(step.criterion) for step in ruling.steps] == ["points", "carre", "top"]
    assert agreed(ruling) == ["length_step_left_out"]


def test_where_length_is_not_asked_a_longer_run_to_the_same_card_is_level() -> None:
    ruling = referee(house(length_step=False), N=[LONG], E=["9H 10H JH QH KH"])
    assert verdict(ruling) == (None, "tie")
    assert told(ruling.explanation)[-2:] == [
        "length_step_left_out",
        "tie_without_length: points 100, top K",
    ]


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("7S 8S 9S", "7H 8H 9H 10H", []),  # points
        (QUEENS, "7S 8S 9S 10S JS", []),  # carré
        ("7S 8S 9S", "8H 9H 10H", ["length_step_left_out"]),  # top
        ("7S 8S 9S", "7H 8H 9H", ["length_step_left_out", "tie_without_length"]),
        (TENS, KINGS, []),
    ],
)
def test_the_length_matters_to_nothing_else(one: str, other: str, expected: list[str]) -> None:
    """That it is left out is said wherever it would be asked.

    If it were said of unlike sequences only, it would tell that they are unlike.
    """
    ruling = referee(house(length_step=False), N=[one], E=[other])
    usual = referee(CLASSIQUE, N=[one], E=[other])
    assert verdict(ruling) == verdict(usual)
    assert agreed(ruling) == expected


@pytest.mark.parametrize(
    ("one", "other", "usual", "trick"),
    [
        (TENS, KINGS, "EW", "NS"),
        (TENS, QUEENS, "EW", "NS"),
        (TENS, ACES, "EW", "EW"),
        (KINGS, QUEENS, "NS", "NS"),
        (KINGS, ACES, "EW", "EW"),
        (TENS, JACKS, "EW", "EW"),
    ],
)
def test_carres_of_100_rank_as_the_table_agreed(
    one: str, other: str, usual: str, trick: str
) -> None:
    ruling = referee(house(carre_order="trick"), N=[one], E=[other])
    assert referee(CLASSIQUE, N=[one], E=[other]).winner == usual
    assert ruling.winner == trick
    by_rank = JACKS not in (one, other)
    assert agreed(ruling) == (["decided_by_rank_in_tricks"] if by_rank else [])


def test_the_order_of_carres_is_told_by_its_ranks() -> None:
    ruling = referee(house(carre_order="trick"), N=[TENS], E=[KINGS])
    assert told(ruling.explanation)[-5] == (
        "decided_by_rank_in_tricks: winner NS, loser EW, wins 10, against K, trump C, "
        "order A 10 K Q"
    )


def test_the_order_of_carres_is_none_of_sequences() -> None:
    shown: dict[str, Any] = {"N": ["8S 9S 10S"], "E": ["9H 10H JH"]}
    assert referee(house(carre_order="trick"), **shown) == referee(CLASSIQUE, **shown)


LEVEL: dict[str, Any] = {"N": ["7S 8S 9S"], "W": ["7H 8H 9H"], "S": ["7D 8D 9D"]}


@pytest.mark.parametrize(
    ("first", "winner", "values"),
    [
        (N, NS, ByTeam(N, W)),
        (W, EW, ByTeam(S, W)),
        (S, NS, ByTeam(S, W)),
        (E, NS, ByTeam(N, W)),
    ],
)
def test_of_level_announcements_the_first_said_wins(
    first: Seat, winner: Team, values: ByTeam[Seat]
) -> None:
    rules = PRESETS["premier-annonceur"]
    ruling = referee(rules, first, **LEVEL)
    assert verdict(ruling) == (winner, "first_speaker")
    assert verdict(referee(CLASSIQUE, first, **LEVEL)) == (None, "tie")
    *level, last = ruling.steps
    assert [step.leader for step in level] == [None] * 5
    assert (str(last.criterion), last.values, last.leader) == ("first_speaker", values, winner)
    assert ruling.best == ByTeam(
        *(held and replace_seat(held, seat) for held, seat in zip(ruling.best, values, strict=True))
    )
    (step,) = (one for one in told(ruling.explanation) if one.startswith("decided"))
    assert step == (
        f"decided_by_first_speaker: winner {winner}, loser {winner.other}, "
        f"wins {values.of(winner)}, against {values.of(winner.other)}, trump C"
    )
    assert agreed(ruling) == ["decided_by_first_speaker"]
    assert ruling.points.of(winner) == (40 if winner is NS else 20)


def replace_seat(held: Any, seat: Seat) -> Any:
    return replace(held, seat=seat)


@pytest.mark.parametrize("first", SEATS)
@pytest.mark.parametrize(
    "shown",
    [
        {"N": ["7S 8S 9S"], "E": ["8H 9H 10H"]},
        {"N": [LONG], "E": [TOP]},
        {"N": ["7S 8S 9S"], "E": ["7C 8C 9C"]},  # in trump
        {"W": ["7S 8S 9S"]},
        {"N": [], "E": []},
        {"N": [TENS], "E": [KINGS]},
    ],
)
def test_who_spoke_first_matters_to_nothing_else(first: Seat, shown: dict[str, Any]) -> None:
    assert referee(PRESETS["premier-annonceur"], first, **shown) == referee(CLASSIQUE, **shown)


def test_who_spoke_first_must_be_known_where_it_is_asked() -> None:
    with pytest.raises(ValueError, match="first"):
        referee(PRESETS["premier-annonceur"], **LEVEL)


@pytest.mark.slow
@pytest.mark.parametrize("trump", Suit, ids=[suit.name for suit in Suit])
def test_any_two_announcements_are_judged_as_the_second_judge_does(trump: Suit) -> None:
    for one, other in disjoint_pairs():
        for rules, table in HOUSES[:4]:
            for last_tie in (False, True):
                asked = SPEAKER[rules] if last_tie else rules
                shown = {S: [Declaration(cards=one.cards)], W: [Declaration(cards=other.cards)]}
                ruling = compare(shown, {}, trump, asked, first_player=N)
                winner = {NS: "one", EW: "other", None: "neither"}[ruling.winner]
                assert (winner, str(ruling.decided_by)) == judge(
                    PLAIN[one],
                    PLAIN[other],
                    twin.SUITS[trump],
                    table,
                    "other" if last_tie else None,
                )


SPEAKER = {
    rules: resolve_rules(
        "premier-annonceur",
        {
            name: value
            for name, value in echo("", rules).items()
            if name in ("split_runs", "carre_order", "length_step")
        },
    )
    for rules, _ in HOUSES
}


# False declarations -----------------------------------------------------------------------------

AWARD = house(false_declaration="award_opponents")
NOTHING_HELD = "7S 9S JS 8H 10H KD AC QC"


@pytest.mark.parametrize(
    ("declared", "points"),
    [
        (said("tierce"), 20),
        (said("cinquante"), 50),
        (said("cent"), 100),
        (said("carre"), 100),
        (said("carre", points=200), 200),
        (said("cent", points=20), 20),
        (said("tierce", points=0), 0),
        (said("tierce", "7S 8S 9S"), 20),
        (said("carre", "AS AH AD AC", points=100), 100),
        (said(None, "7S 8S 9S"), 0),  # by cards alone nothing was said
        (said(None, "7S 8S 9S", points=20), 20),
        (said(None, "7S 9S JS"), 0),
        (said("tierce", with_card=2), 0),  # late is only late
        (said("tierce", shown=False), 20),
        (replace(said("carre"), top=Rank.NINE), 150),
        (replace(said("carre"), top=Rank.SEVEN), 0),
    ],
)
def test_the_opponents_mark_what_was_said_falsely(declared: Declaration, points: int) -> None:
    said_by_west = {W: [declared]}
    dealt = {W: hand(NOTHING_HELD)}
    ruling = compare(said_by_west, dealt, suit("C"), AWARD)
    assert (ruling.points, ruling.awards) == (ByTeam(0, 0), ByTeam(points, 0))
    assert verdict(ruling) == (None, "none")
    assert [(one.ruling.valid, one.counted) for one in ruling.rulings] == [(False, False)]
    awards = ["false_declaration_awarded", "false_declarations_pay"]
    assert agreed(ruling) == (awards if points else [])
    assert compare(said_by_west, dealt, suit("C")).awards == ByTeam(0, 0)


def test_the_same_false_words_of_one_player_are_awarded_once() -> None:
    dealt = {W: hand(NOTHING_HELD)}
    twice = compare({W: [said("cent"), said("cent"), said("tierce")]}, dealt, suit("C"), AWARD)
    assert twice.awards == ByTeam(120, 0)


def test_who_would_not_show_pays_what_he_said() -> None:
    dealt = {W: hand("7S 8S 9S 10S 7H 7D 7C AC")}
    refused = [said("tierce", "7S 8S 9S", shown=False)]
    assert compare({W: refused}, dealt, suit("C"), AWARD).awards == ByTeam(20, 0)


def test_the_table_is_told_who_is_paid_for_what_was_said_falsely() -> None:
    lies = {W: [said("cent"), said("carre", points=200)], S: [said("tierce")]}
    dealt = {W: hand(NOTHING_HELD), S: hand("7H 8C 9D JH QC KD AH 10C")}
    assert told(compare(lies, dealt, suit("C"), AWARD).explanation) == [
        "declaration_void: declaration W 0, kind cent",
        "not_held: declaration W 0, kind cent",
        "false_is_not_lowered: declaration W 0",
        "false_declaration_awarded: declaration W 0, points 100",
        "declaration_void: declaration W 1, kind carre",
        "not_held: declaration W 1, kind carre",
        "false_is_not_lowered: declaration W 1",
        "false_declaration_awarded: declaration W 1, points 200",
        "declaration_void: declaration S 0, kind tierce",
        "not_held: declaration S 0, kind tierce",
        "false_is_not_lowered: declaration S 0",
        "false_declaration_awarded: declaration S 0, points 20",
        "nobody_announced",
        "false_declarations_pay: team NS, points 300",
        "false_declarations_pay: team EW, points 20",
    ]


@pytest.mark.parametrize(
    "declared",
    [
        [said("tierce", "7S 8S 9S")],  # it stands
        [said("tierce", "7S 8S 9S"), said("tierce", "8S 9S 10S")],  # card reused
        [said("carre", "7S 7H 7D 7C")],  # worthless
    ],
)
def test_nothing_is_awarded_for_what_is_not_false(declared: list[Declaration]) -> None:
    dealt = {W: hand("7S 8S 9S 10S 7H 7D 7C AC")}
    ruling = compare({W: declared}, dealt, suit("C"), AWARD)
    assert ruling == compare({W: declared}, dealt, suit("C"))


def test_both_teams_may_mark_where_the_winner_said_something_false_too() -> None:
    declared = {N: [said("tierce", "7S 8S 9S"), said("carre")], W: [said("cent")]}
    dealt = {N: hand("7S 8S 9S JD QH 10H KC AD"), W: hand("7D 8D 10D JC QC AH KH 9H")}
    ruling = compare(declared, dealt, suit("C"), AWARD)
    assert verdict(ruling) == ("NS", "unopposed")
    assert (ruling.points, ruling.awards) == (ByTeam(20, 0), ByTeam(100, 100))
    donne = Donne(
        suit("C"), NS, CountedPoints(ByTeam(100, 52), NS), None, None, dealt, declared=declared
    )
    made = score(donne, AWARD)
    assert (made.totals, made.scores) == (ByTeam(130, 52), ByTeam(230, 152))
    assert [(one.points, one.counted_by, one.marked_by) for one in made.lines[-3:]] == [
        (20, NS, NS),
        (100, None, NS),
        (100, None, EW),
    ]
    chute = score(replace(donne, form=CountedPoints(ByTeam(20, 132), EW)), AWARD)
    assert (chute.totals, chute.scores) == (ByTeam(40, 142), ByTeam(100, 162 + 20 + 100))
    capot = score(replace(donne, form=CountedPoints(ByTeam(152, 0), NS, ByTeam(8, 0))), AWARD)
    assert (capot.totals, capot.scores) == (ByTeam(272, 0), ByTeam(372, 100))


def test_a_table_that_splits_no_run_takes_the_best_of_its_hands_so_too() -> None:
    held_by_north = {N: hand(EIGHT)}
    usual = compare({}, held_by_north, suit("C"), declare_best=True)
    unsplit = compare({}, held_by_north, suit("C"), house(split_runs=False), declare_best=True)
    assert [len(usual.rulings), len(unsplit.rulings)] == [2, 1]
    assert [usual.points.NS, unsplit.points.NS] == [120, 100]


def test_one_player_is_told_what_a_false_declaration_pays_the_others() -> None:
    found = validate(hand(NOTHING_HELD), [said("cent")], None, AWARD)
    assert told(found.explanation) == [
        "declaration_void: declaration None 0, kind cent",
        "not_held: declaration None 0, kind cent",
        "false_is_not_lowered: declaration None 0",
        "false_declaration_awarded: declaration None 0, points 100",
        "nothing_stands",
    ]
    assert found.points == 0


@pytest.mark.slow
@given(tables(), trumps, st.booleans(), all_rules)
def test_awards_leave_the_comparison_as_it_is(
    table: Table, trump: Suit, at_best: bool, rules: Rules
) -> None:
    deal, declared = table
    switches = {**dict(zip(SWITCHES, choices_of(rules), strict=True))}
    void, award = (
        compare(
            declared,
            deal,
            trump,
            resolve_rules("classique", {**switches, "false_declaration": value}),
            declare_best=at_best,
            first_player=S,
        )
        for value in ("void", "award_opponents")
    )
    for name in ("winner", "decided_by", "best", "steps", "revealed"):
        assert getattr(award, name) == getattr(void, name)
    unpaid = [replace(one.ruling, awarded=0) for one in award.rulings]
    assert unpaid == [one.ruling for one in void.rulings]
    assert (award.points, void.awards) == (void.points, ByTeam(0, 0))
    assert award.awards == ByTeam(
        said_falsely(void, declared, EW), said_falsely(void, declared, NS)
    )


def said_falsely(ruling: Comparison, declared: Mapping[Seat, Said], team: Team) -> int:
    """The points that a team said of what it did not have or show, by the words of the contract."""
    total = 0
    words = set()
    for ruled in ruling.rulings:
        seat, found = ruled.seat, ruled.ruling
        if seat.team is team and (found.false_declaration or found.reason is Void.NOT_SHOWN):
            one = declared[seat][found.index]
            if (seat, one.words) not in words:
                words.add((seat, one.words))
                of_kind = {"tierce": 20, "cinquante": 50, "cent": 100, "carre": 100}
                kind = of_kind[one.kind] if one.kind else 0
                total += kind if one.points is None else one.points
    return total


# Without announcements --------------------------------------------------------------------------


def test_without_announcements_what_hands_announce_at_their_best_is_void_too() -> None:
    ruling = compare({}, {N: hand(SIX)}, suit("H"), PRESETS["concours"], declare_best=True)
    assert verdict(ruling) == (None, "none")
    assert [(one.ruling.reason, one.counted) for one in ruling.rulings] == [
        (Void.ANNOUNCEMENTS_OFF, False)
    ]
    assert codes(ruling) == ["announcements_off", "nobody_announced"]


@pytest.mark.parametrize("points", [ByTeam(20, 0), ByTeam(0, 100), ByTeam(20, 20)])
def test_without_announcements_points_of_them_are_refused(points: ByTeam[int]) -> None:
    donne = Donne(Suit.HEARTS, NS, CountedPoints(ByTeam(100, 52), NS), announcements=points)
    (fault,) = validate_donne(donne, PRESETS["concours"])
    assert fault.kind is Contradiction.ANNOUNCEMENTS_OFF
    assert fault.subject == Subject(Part.ANNOUNCEMENT_POINTS)
    (nested,) = validate_game([donne], 1000, PRESETS["concours"])
    assert nested.subject == Subject(Part.ANNOUNCEMENT_POINTS, donne=0)


@pytest.mark.parametrize("points", [None, ByTeam(0, 0)])
def test_without_announcements_a_donne_needs_none(points: ByTeam[int] | None) -> None:
    donne = Donne(Suit.HEARTS, NS, CountedPoints(ByTeam(100, 52), NS), announcements=points)
    assert validate_donne(donne, PRESETS["concours"]) == []
    assert score(donne, PRESETS["concours"]) == score(donne)


# A donne ----------------------------------------------------------------------------------------


def counted(ns: int, last: Team = EW, **more: Any) -> Donne:
    return Donne(Suit.HEARTS, NS, CountedPoints(ByTeam(ns, 152 - ns), last), **more)


FORGOTTEN = BeloteClaim(NS, rebelote=False, claimed_at_count=True, pardon_used=True)
CITED = {
    "a chute for a litige": (counted(81), {"equality": "chute"}, ["equality_chute"]),
    "made for a litige": (counted(81), {"equality": "made"}, ["equality_made"]),
    "no litige": (counted(90), {"equality": "chute"}, []),
    "belote carried": (
        counted(71, belote=BeloteClaim(NS)),
        {"litige_belote": "carried"},
        ["litige_belote_carried"],
    ),
    "belote of the defence": (
        counted(91, belote=BeloteClaim(EW)),
        {"litige_belote": "carried"},
        [],
    ),
    "belote, no litige": (
        counted(100, belote=BeloteClaim(NS)),
        {"litige_belote": "carried"},
        [],
    ),
    "carry to the takers": (
        counted(50, carry_in=81),
        {"carry_to": "takers"},
        ["carry_to_takers"],
    ),
    "carry to takers who made it": (counted(100, carry_in=81), {"carry_to": "takers"}, []),
    "carry waits": (
        counted(50, carry_in=81),
        {"carry_to": "contract_made"},
        ["carry_to_contract_made"],
    ),
    "carry waits no more": (counted(100, carry_in=81), {"carry_to": "contract_made"}, []),
    "no carry": (counted(50), {"carry_to": "takers"}, []),
    "no pardon": (
        counted(100, belote=FORGOTTEN),
        {"rebelote_pardon": "none"},
        ["rebelote_pardon_none"],
    ),
    "one pardon": (
        counted(100, belote=FORGOTTEN),
        {"rebelote_pardon": "game"},
        ["rebelote_pardon_game"],
    ),
    "said twice": (counted(100, belote=BeloteClaim(NS)), {"rebelote_pardon": "none"}, []),
    "capot of the takers": (
        Donne(Suit.HEARTS, NS, CountedPoints(ByTeam(152, 0), NS, ByTeam(8, 0))),
        {"capot_defence": 162},
        [],
    ),
    "capot, not any chute": (
        Donne(
            Suit.HEARTS,
            NS,
            CountedPoints(ByTeam(0, 152), EW, ByTeam(0, 8)),
            None,
            announcements=ByTeam(20, 0),
        ),
        {"chute_announcements": "none"},
        [],
    ),
    "speaker of nothing": (counted(100), {"last_tie": "first_speaker"}, []),
}


@pytest.mark.parametrize(("donne", "switches", "cited"), CITED.values(), ids=CITED)
def test_a_donne_cites_what_the_table_agreed_on_where_it_matters(
    donne: Donne, switches: dict[str, SwitchValue], cited: list[str]
) -> None:
    found, usual = score(donne, house(**switches)), score(donne)
    assert not validate_donne(donne, house(**switches))
    assert agreed(found) == cited
    if not cited:
        assert figures(found) == figures(usual)


def figures(found: DonneScore) -> tuple[Any, ...]:
    return found.outcome, found.totals, found.scores, found.carry_out, found.lines


def test_a_litige_may_carry_the_belote_of_the_takers() -> None:
    donne = counted(71, belote=BeloteClaim(NS))
    kept, carried = score(donne), score(donne, house(litige_belote="carried"))
    assert (kept.scores, kept.carry_out) == (ByTeam(20, 91), 71)
    assert (carried.scores, carried.carry_out) == (ByTeam(0, 91), 91)


TIED = {
    N: [said("tierce", "7S 8S 9S")],
    W: [said("tierce", "7D 8D 9D")],
}
SPEAKERS = PRESETS["premier-annonceur"]


def test_a_donne_that_compares_must_say_who_spoke_first() -> None:
    donne = counted(100, declared=TIED)
    missing = ["first_speaker_unknown at first_speaker"]
    assert told_of(validate_donne(donne, SPEAKERS)) == missing
    assert validate_donne(donne) == []
    assert validate_donne(counted(100), SPEAKERS) == []
    for first in SEATS:
        spoken = replace(donne, first_player=first)
        assert validate_donne(spoken, SPEAKERS) == validate_donne(spoken) == []
        found = score(spoken, SPEAKERS).announcements
        assert found is not None
        assert found.winner is (EW if first is W else NS)
        assert score(spoken) == score(donne)


def test_a_play_tells_who_spoke_first_and_is_not_contradicted() -> None:
    for story in stories(20):
        donne = donne_of(story, NS, declare_best=True)
        assert isinstance(donne.form, Play)
        first = FROM[donne.form.dealer][1]
        assert validate_donne(donne, SPEAKERS) == []
        assert validate_donne(replace(donne, first_player=first), SPEAKERS) == []
        other = replace(donne, first_player=FROM[first][1])
        assert told_of(validate_donne(other, SPEAKERS)) == [
            f"first_speaker_other at first_speaker: seat {other.first_player}, first {first}"
        ]
        assert validate_donne(other) == []
        assert score(donne, SPEAKERS) == score(replace(donne, first_player=first), SPEAKERS)


def test_a_sheet_is_written_by_the_rules_of_its_table() -> None:
    litige = counted(81)
    assert play_out([litige, counted(100)]).totals == ByTeam(181, 143)
    assert play_out([litige, counted(100)], rules=PRESETS["sans-litige"]).totals == ByTeam(100, 224)


def test_every_switch_and_every_preset_is_told_of() -> None:
    for catalogue in CATALOGUES.values():
        assert list(catalogue["switches"]) == list(SWITCHES)
        assert list(catalogue["presets"]) == list(PRESETS)
        for name, texts in catalogue["switches"].items():
            words = [one for one in SWITCHES[name].values if isinstance(one, str)]
            assert list(texts) == ["meaning", "played_by"]
            assert all(f"`{one}`" in texts["meaning"] for one in words)


# Whatever the rules -----------------------------------------------------------------------------


@st.composite
def donnes(draw: st.DrawFn) -> Donne:
    """A counted donne at which four players said something, rightly or wrongly."""
    donne = draw(counts())
    deal, declared = draw(tables())
    claim = donne.belote and replace(donne.belote, team=draw(st.sampled_from(TEAMS)))
    return replace(
        donne,
        announcements=None,
        belote=claim,
        hands=deal,
        declared=declared,
        declare_best=draw(st.booleans()),
        first_player=draw(st.sampled_from(SEATS)),
    )


def announced(found: DonneScore, takers: Team, rules: Rules) -> int:
    """What must be marked of announcements, by the words of the contract."""
    ruling = found.announcements
    if ruling is None:
        return 0
    every = sum(one.ruling.announcement.points for one in ruling.rulings if one.ruling.announcement)
    won = sum(one.announcement.points for one in ruling.revealed)
    awards = sum(ruling.awards)
    marked = str(
        rules.capot_announcements
        if is_capot_of_winner(found, takers)
        else rules.chute_announcements
        if found.outcome is Outcome.CHUTE
        else "validated"
    )
    return {"validated": won, "declared": every, "none": 0}[marked] + awards


def is_capot_of_winner(found: DonneScore, takers: Team) -> bool:
    """Whether all tricks were won by the side that the contract went to."""
    failed = found.outcome is Outcome.CHUTE
    return found.capot is (takers.other if failed else takers)


def named(rules: Rules) -> dict[str, SwitchValue]:
    return dict(zip(SWITCHES, choices_of(rules), strict=True))


bids = st.integers(8, 82).map(lambda tens: tens * 10) | st.just(NamedBid.CAPOT)


def under(donne: Donne, rules: Rules, bid: Bid) -> Donne:
    """The donne as these rules can count it: with a contract where contracts are bid."""
    contract = Contract(bid) if SCALES[rules.scale].has_bid else None
    if not rules.announcements and isinstance(donne.announcements, ByTeam):
        donne = replace(donne, announcements=None)
    return replace(donne, contract=contract)


def of_the_tricks(found: DonneScore, takers: Team, rules: Rules) -> int:
    """What a donne gives beside belote and announcements, by the words of the contract."""
    if found.contract is not None and found.outcome is not Outcome.LITIGE:
        assert found.contract.bid is not None
        bid = 250 if found.contract.bid is NamedBid.CAPOT else found.contract.bid
        if found.outcome is Outcome.CHUTE:
            return 160 + bid
        return bid + (rules.capot_points if found.capot else 162)
    short = found.capot is takers.other and rules.capot_defence == 162
    return rules.capot_points if found.capot and not short else 162


@pytest.mark.slow
@given(donnes() | counts(), all_rules, bids)
def test_nothing_is_lost_and_nothing_comes_from_nowhere(
    donne: Donne, rules: Rules, bid: Bid
) -> None:
    donne = under(donne, rules, bid)
    found = score(donne, rules)
    settled = donne.announcements
    more = announced(found, donne.takers, rules)
    if isinstance(settled, ByTeam):
        dropped = found.outcome is Outcome.CHUTE and not is_capot_of_winner(found, donne.takers)
        more = 0 if dropped and str(rules.chute_announcements) == "none" else sum(settled)
    base = of_the_tricks(found, donne.takers, rules)
    rounding = sum(line.points for line in found.lines if line.item is Item.ROUNDING)
    assert sum(found.scores) + found.carry_out == (
        donne.carry_in + base + found.belote.points + more + rounding
    )
    usual = score(donne, resolve_rules("classique", {**named(rules), "rounding": "none"}))
    assert found.carry_out == usual.carry_out
    if rules.rounding.value == "tens":
        assert found.scores == ByTeam(*((one + 5) // 10 * 10 for one in usual.scores))
    for team in TEAMS:
        marked = sum(line.points for line in found.lines if line.marked_by is team)
        assert marked == found.scores.of(team)
    assert found.carry_out == sum(line.points for line in found.lines if line.carried)


@pytest.mark.slow
@given(donnes(), hands_and_said(), all_rules, bids)
def test_every_reason_under_any_rules_has_a_source_and_words(
    donne: Donne, dealt_and_said: tuple[Cards, Said], rules: Rules, bid: Bid
) -> None:
    donne = under(donne, rules, bid)
    found, dealt = score(donne, rules), dealt_and_said[0]
    assert found.announcements is not None
    one_hand = resolve(dealt, donne.trump, rules), validate(*dealt_and_said, donne.trump, rules)
    reasons = list(said_in(found, found.announcements, *one_hand))
    assert all(reason.code in set(Code) for reason in reasons)
    assert_told(reasons)


def said_in(*rulings: Any) -> Iterator[Reason]:
    for ruling in rulings:
        yield from ruling.explanation


@given(donnes())
def test_the_default_never_speaks_of_a_table_of_its_own(donne: Donne) -> None:
    found = score(donne)
    assert found.announcements is not None
    assert {reason.source for reason in said_in(found, found.announcements)} <= {
        *("000", "001", "003", "arbiter")
    }


# Where the switches of the score must not matter --------------------------------------------------

SCORE_SWITCHES: Mapping[str, SwitchValue] = {
    "rounding": "tens",
    "capot_points": 250,
    "takers_need": "fixed_82",
    "belote_on_chute": "lost",
}


def may_matter(name: str, usual: DonneScore, donne: Donne) -> bool:
    """Whether a switch may change this donne."""
    own = usual.totals.of(donne.takers)
    return {
        "rounding": any(points % 10 for points in usual.scores),
        "capot_points": usual.capot is not None,
        "takers_need": usual.outcome is Outcome.LITIGE
        or (own >= 82) is not (usual.outcome is Outcome.MADE),
        "belote_on_chute": usual.outcome is Outcome.CHUTE and usual.belote.team is donne.takers,
    }[name]


@pytest.mark.parametrize("name", SCORE_SWITCHES)
@given(donne=donnes() | counts())
def test_a_switch_of_the_score_matters_in_its_own_donnes_only(name: str, donne: Donne) -> None:
    usual, found = score(donne), score(donne, house(**{name: SCORE_SWITCHES[name]}))
    if not may_matter(name, usual, donne):
        assert figures(found) == figures(usual)
    if name not in ("rounding", "takers_need"):
        assert found.outcome is usual.outcome
    assert found.irregularities == usual.irregularities


@given(donnes())
def test_where_82_are_needed_nothing_is_a_litige(donne: Donne) -> None:
    found = score(donne, house(takers_need="fixed_82"))
    enough = found.totals.of(donne.takers) >= 82
    assert found.outcome is (Outcome.MADE if enough else Outcome.CHUTE)


def test_a_belote_alone_wins_no_game_that_was_lost_where_that_is_agreed() -> None:
    big = counted(152)
    big = replace(big, form=CountedPoints(ByTeam(152, 0), NS, ByTeam(7, 1)))
    lost = counted(60, belote=BeloteClaim(NS))
    strict = house(win_by_belote=False)
    game = [big, big, lost]
    assert play_out(game, 340).winner is NS
    assert play_out(game, 340, strict).winner is None
    assert play_out([*game, Passed()], 340, strict).winner is None  # nobody played
    assert play_out([*game, big], 340, strict).winner is NS
    assert play_out(game, 324, strict).winner is NS  # reached without the belote
    assert validate_game([*game, big], 340, strict) == []
