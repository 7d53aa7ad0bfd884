"""Made-up donne logs: as it should be, with one fault put in, with several, cut off, nonsense.

`python -m tests.support.logs --seed 7` prints one, with what was put in and what must be found.
A log is told by a table that plays by the rules as far as it is not asked for a fault, so that
everything after the fault is what such a table would do.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeAlias

from service.belote.cards import INTERNATIONAL
from tests.reference.naive_declarations import Judge, Standing, rule
from tests.reference.naive_donne import PACK, points_of, suit_of
from tests.reference.naive_reading import (
    broken_duty,
    in_order,
    master_of,
    partner,
    resolved_rules,
)
from tests.reference.naive_spelling import in_spanish
from tests.reference.referee import team_of
from tests.reference.twin import EVERYTHING, RANKS, SUITS, Found, firsts, kind

Json: TypeAlias = dict[str, Any]

FAULTS = (
    "deal_packets",
    "call_out_of_turn",
    "suit_in_round_one",
    "suit_missing_in_round_two",
    "turned_suit_in_round_two",
    "call_after_take",
    "call_not_of_this_scale",
    "call_in_the_play",
    "deal_again",
    "play_too_soon",
    "play_after_the_end",
    "header_differs",
    "turned_card_elsewhere",
    "led_out_of_turn",
    "out_of_turn",
    "irregular_card",
    "card_played_before",
    "card_too_many",
    "card_not_held",
    "word_earlier",
    "word_later",
    "word_dropped",
    "word_doubled",
    "word_of_another",
    "word_on_wrong_card",
    "late",
    "early",
    "false_declaration",
    "said_twice",
    "show_missing",
    "show_refused",
    "show_short",
    "show_other",
    "show_by_loser",
    "show_too_soon",
    "show_late",
    "count_off_by_10",
    "count_off_by_20",
    "count_off_by_a_trick",
    "count_off",
    "counted_too_soon",
    "counted_again",
    "cards_swapped",
)
RULES: tuple[Json | None, ...] = (
    None,
    None,
    {"irregular": "donne_lost"},
    {"irregular": "donne_lost", "irregular_announcements": "validated"},
    {"irregular": "donne_lost", "rounding": "tens"},
    {"irregular": "donne_lost", "out_of_turn": "donne_lost", "penalty_on": "claim"},
    {"out_of_turn": "donne_lost"},
    {"preset": "concours-162"},
    {"rebelote_pardon": "game"},
    {"rebelote_pardon": "none"},
    {"direction": "clockwise"},
    {"undertrump": "free"},
    {"partner_master": "trump"},
    {"over_partner": "free"},
    {"last_tie": "first_speaker"},
)


@dataclass
class Tale:
    """A log and what is known of it: the faults put in, and findings that must be there.

    An expected finding is an event and codes, one of which must have been found there.
    """

    body: Json
    put_in: list[str] = field(default_factory=list)
    expected: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)


SILENCES = {
    (None, "belote"): ((0, "belote_unsaid"),),
    ("rebelote", None): ((0, "belote_unsaid"),),
    (None, "rebelote"): ((0, "belote_unsaid"),),
    (None, None): ((0, "belote_unsaid"),),
    ("belote", None): ((1, "rebelote_unsaid"),),
    ("belote", "belote"): ((1, "rebelote_unsaid"),),
}
"""What is found by the words put on the two cards of a pair: at which of them, and the code."""


class Teller:
    """A table that plays one donne and writes it down."""

    def __init__(self, random: Random, faults: Iterable[str] = (), rules: Json | None = None):
        self.random = random
        self.wished = set(faults)
        self.tale = Tale({"deck": "french"})
        self.events: list[Json] = []
        self.rules = resolved_rules(rules)
        if rules:
            self.tale.body["rules"] = rules
        self.order = "NWSE" if self.rules["direction"] == "counter_clockwise" else "NESW"
        self.played: list[tuple[str, str]] = []
        self.shows_are_told = self.chance(0.8)
        self.deal()

    # Small things -----------------------------------------------------------------------------

    def chance(self, of: float) -> bool:
        return self.random.random() < of

    def wants(self, fault: str, of: float = 1) -> bool:
        """Whether to put the fault in here; it is put in once."""
        if fault not in self.wished or not self.chance(of):
            return False
        self.wished.discard(fault)
        self.tale.put_in.append(fault)
        return True

    def emit(self, event_type: str, seat: str | None, *codes: str, **members: Any) -> int:
        """Write an event; one of `codes`, if any, must be found there."""
        event = {"type": event_type, "seat": seat, **members}
        self.events.append({key: value for key, value in event.items() if value is not None})
        if codes:
            self.expect(len(self.events) - 1, *codes)
        return len(self.events) - 1

    def expect(self, event: int, *codes: str) -> None:
        self.tale.expected.append((event, codes))

    def around(self, seat: str) -> str:
        at = self.order.index(seat)
        return self.order[at:] + self.order[:at]

    def gone(self) -> set[str]:
        return {card for _, card in self.played}

    def left(self, seat: str) -> list[str]:
        return [card for card in self.hands[seat] if card not in self.gone()]

    # The deal and the auction -----------------------------------------------------------------

    def deal(self) -> None:
        """Four hands, with more to announce than chance would give."""
        left = set(PACK)
        hands: dict[str, set[str]] = {seat: set() for seat in "NWSE"}
        for _ in range(self.random.choice((0, 1, 2, 3))):
            one = self.random.choice(EVERYTHING)
            seat = self.random.choice("NWSE")
            if one.cards <= left and len(hands[seat] | one.cards) <= 8:
                hands[seat] |= one.cards
                left -= one.cards
        rest = sorted(left)
        self.random.shuffle(rest)
        for cards in hands.values():
            while len(cards) < 8:
                cards.add(rest.pop())
        self.hands = {seat: in_order(cards) for seat, cards in hands.items()}
        self.dealer = self.random.choice("NWSE")
        is_in_round_two = any(fault.endswith("in_round_two") for fault in self.wished)
        self.passes = self.random.randrange(5 if is_in_round_two else 0, 8)
        if not self.wished and self.chance(0.05):
            self.passes = 8
        self.taker = self.around(self.dealer)[(self.passes + 1) % 4]
        whose = self.taker
        if self.wants("turned_card_elsewhere"):
            whose = self.random.choice([seat for seat in "NWSE" if seat != self.taker])
            self.expect(0, "turned_card_elsewhere")
        self.turned = self.random.choice(self.hands[whose])
        others = [suit for suit in SUITS if suit != suit_of(self.turned)]
        self.trump = suit_of(self.turned) if self.passes < 4 else self.random.choice(others)

    def tell(self) -> Tale:
        is_from_the_deal = self.chance(0.85) or self.needs_the_auction()
        if is_from_the_deal:
            self.tell_auction()
        else:
            self.tale.body |= {"dealer": self.dealer, "trump": self.trump, "taker": self.taker}
            if self.chance(0.5):
                self.tale.body["takers"] = team_of(self.taker)
            self.passes = 0
        if self.passes < 8:
            self.tell_play()
            self.tell_count()
        elif self.chance(0.3):
            self.emit("count", None, total={"NS": 0, "EW": 0})
        self.tale.body["events"] = self.events
        self.set_the_rest()
        return self.tale

    def needs_the_auction(self) -> bool:
        return bool(self.tale.put_in) or bool(self.wished & set(FAULTS[:13]))

    def tell_auction(self) -> None:
        packets = self.random.choice((None, [3, 2], [2, 3]))
        codes: tuple[str, ...] = ()
        if self.wants("deal_packets"):
            packets, codes = self.random.choice(([4, 1], [3, 3], [5], [1, 4])), ("deal_packets",)
        self.emit("deal", self.dealer, *codes, turned=self.turned, packets=packets)
        if self.wants("header_differs"):
            self.tale.body["dealer"] = self.around(self.dealer)[1]
            self.expect(0, "header_differs")
        for number in range(min(self.passes + 1, 8)):
            seat = self.around(self.dealer)[(number + 1) % 4]
            self.tell_faulty_calls(number, seat)
            if number == self.passes:
                is_named = number >= 4 or self.chance(0.3)
                self.emit("call", seat, call="take", suit=self.trump if is_named else None)
            else:
                self.emit("call", seat, call="pass")
        if self.passes < 8 and self.wants("call_after_take"):
            seat = self.random.choice("NWSE")
            self.emit("call", seat, "call_after_take", call=self.random.choice(("pass", "take")))

    def tell_faulty_calls(self, number: int, seat: str) -> None:
        random, turned = self.random, suit_of(self.turned)
        others = [suit for suit in SUITS if suit != turned]
        if self.wants("call_out_of_turn", 0.5):
            wrong = random.choice([each for each in "NWSE" if each != seat])
            self.emit("call", wrong, "call_out_of_turn", call=random.choice(("pass", "take")))
        if self.wants("call_not_of_this_scale", 0.5):
            bid = {"call": "bid", "bid": 80, "suit": turned}
            call = random.choice((bid, {"call": "coinche"}, {"call": "surcoinche"}))
            self.emit("call", seat, "call_not_of_this_scale", **call)
        if number < 4 and self.wants("suit_in_round_one", 0.5):
            suit = random.choice(others)
            self.emit("call", seat, "suit_in_round_one", call="take", suit=suit)
        if number >= 4 and self.wants("suit_missing_in_round_two", 0.5):
            self.emit("call", seat, "suit_missing_in_round_two", call="take")
        if number >= 4 and self.wants("turned_suit_in_round_two", 0.5):
            self.emit("call", seat, "turned_suit_in_round_two", call="take", suit=turned)
        if self.wants("play_too_soon", 0.5):
            self.emit("play", seat, "misplaced_event", card=self.hands[seat][0])

    # The play ---------------------------------------------------------------------------------

    def tell_play(self) -> None:
        self.plan_words()
        self.plan_declarations()
        leader = self.around(self.dealer)[1]
        self.tricks: list[tuple[str, list[tuple[str, str]]]] = []
        for number in range(1, 9):
            table: list[tuple[str, str]] = []
            while len(table) < 4:
                leader = self.tell_card(number, leader, table)
                if number == 2:
                    self.tell_shows(len(table) / 4)
            leader = master_of(table, self.trump)
            self.tricks.append((leader, table))
            if number == 1:
                self.plan_shows()
                self.tell_shows(0)
            if number == 3 and self.late_show:
                self.emit("show", self.late_show[0], cards=self.late_show[1])
            if number < 8:
                self.tell_between()

    def tell_card(self, number: int, leader: str, table: list[tuple[str, str]]) -> str:
        """One card; who leads the trick comes back."""
        waiting = [seat for seat in self.around(leader) if seat not in dict(table)]
        due = waiting[0]
        seat, codes = self.chosen_player(waiting, table)
        leader = leader if table else seat
        self.tell_impossible_cards(seat, table)

        card, broken = self.chosen_card(seat, table)
        codes += ["irregular_" + broken] if broken else []
        codes += ["not_shown"] if self.lost_show and (number, table) == (3, []) else []
        self.tell_early(number, waiting)
        declares, before, after = self.declarations_with(number, seat, seat == due)
        for said in before:
            self.emit("declare", seat, **said)
        codes += self.silence_at(seat, card)
        says, say_before, say_after = self.words_with(seat, card, seat == due)
        for word in say_before:
            self.emit("say", seat, *self.word_codes, word=word)
        event = self.emit("play", seat, card=card, says=says, declares=declares or None)
        for code in codes:
            self.expect(event, code)
        self.played.append((seat, card))
        table.append((seat, card))
        if says and self.word_codes:
            self.expect(event, *self.word_codes)
        for word in say_after:
            self.emit("say", seat, *self.word_codes, word=word)
        for said in after:
            self.emit("declare", seat, **said)
        self.tell_late(seat)
        return leader

    def chosen_player(
        self, waiting: list[str], table: list[tuple[str, str]]
    ) -> tuple[str, list[str]]:
        """Who plays next, and what is found where it is another's turn."""
        if not table and self.wants("led_out_of_turn", 0.3):
            return self.random.choice(waiting[1:]), ["led_out_of_turn"]
        if table and len(waiting) > 1 and self.wants("out_of_turn", 0.3):
            return self.random.choice(waiting[1:]), ["out_of_turn"]
        return waiting[0], []

    def chosen_card(self, seat: str, table: list[tuple[str, str]]) -> tuple[str, str | None]:
        """A card of a seat, and the duty that it breaks, if any."""
        left = self.left(seat)
        broken = {
            card: broken_duty(seat, card, left, table, self.trump, self.rules) for card in left
        }
        card = self.random.choice([each for each in left if not broken[each]])
        wrong = [each for each in left if broken[each]]
        if wrong and self.wants("irregular_card", 0.4):
            card = self.random.choice(wrong)
        return card, broken[card]

    def tell_impossible_cards(self, seat: str, table: list[tuple[str, str]]) -> None:
        random = self.random
        if self.played and self.wants("card_played_before", 0.2):
            card = random.choice(self.played)[1]
            self.emit("play", seat, "card_played_before", card=card)
        again = [(each, self.left(each)) for each, _ in table if self.left(each)]
        if again and self.wants("card_too_many", 0.2):
            who, cards = random.choice(again)
            self.emit("play", who, "card_too_many", card=random.choice(cards))
        others = [card for each in "NWSE" if each != seat for card in self.left(each)]
        if others and self.wants("card_not_held", 0.2):
            self.tale.body["hands"] = {seat: self.hands[seat]}
            self.emit("play", seat, "card_not_held", card=random.choice(others))

    def tell_between(self) -> None:
        random = self.random
        seat = random.choice("NWSE")
        if self.wants("call_in_the_play", 0.3):
            self.emit("call", seat, "misplaced_event", call="pass")
        if self.wants("deal_again", 0.3):
            self.emit("deal", seat, "misplaced_event")
        if self.wants("counted_too_soon", 0.3):
            points = {"NS": 100, "EW": 62}
            self.emit("count", random.choice((None, seat)), "counted_too_soon", total=points)
        if self.chance(0.04):
            self.tell_claim()

    def tell_claim(self) -> None:
        random = self.random
        plays = [n for n, event in enumerate(self.events) if event["type"] == "play"]
        about = random.choice(
            ("irregular_card", "out_of_turn", "rebelote", "not_shown", "false_declaration")
        )
        found = [event for event, _ in self.tale.expected]
        target = random.choice((None, random.choice(found or plays), random.choice(plays)))
        self.emit("claim", random.choice("NWSE"), about=about, event=target)

    # Words ------------------------------------------------------------------------------------

    def plan_words(self) -> None:
        """Who says what, and how: with the card, before it or after it."""
        random = self.random
        pair = {"K" + self.trump, "Q" + self.trump}
        self.pair = pair
        self.holder = next((s for s in "NWSE" if pair <= set(self.hands[s])), None)
        self.tells_words = self.chance(0.9)
        self.words: list[str | None] = [None, None]
        if self.tells_words:
            self.words = ["belote", "rebelote"]
        if self.tells_words and self.chance(0.15):
            self.words = [*random.choice(((None, None), ("belote", None), (None, "rebelote")))]
        if self.holder and self.tells_words:
            self.plan_wrong_words()

    def plan_wrong_words(self) -> None:
        if self.wants("word_later"):
            self.words = [None, "belote"]
        elif self.wants("word_earlier"):
            self.words = ["rebelote", None]
        elif self.wants("word_dropped"):
            wrong = ((None, "rebelote"), ("belote", None), (None, None))
            self.words = [*self.random.choice(wrong)]
        elif self.wants("word_doubled"):
            self.words = ["belote", "belote"]

    def silence_at(self, seat: str, card: str) -> list[str]:
        """What is found at a card of the pair, by the words that go with the two."""
        is_wrong = any(name.startswith("word_") for name in self.tale.put_in)
        if not is_wrong or seat != self.holder or card not in self.pair:
            return []
        is_second, is_last = bool(self.pair & self.gone()), len(self.played) == 31
        first, second = self.words
        return [
            code
            for at, code in SILENCES.get((first, second), ())
            if at == is_second and not (is_second and is_last)  # nothing later proves that one
        ]

    def words_with(
        self, seat: str, card: str, is_next: bool
    ) -> tuple[str | None, list[str], list[str]]:
        """What is said with a card: in its event, apart before it, apart after it."""
        word = None
        self.word_codes: tuple[str, ...] = ()
        if seat == self.holder and card in self.pair:
            is_second = bool(self.pair & self.gone())
            word = self.words[is_second]
        elif self.tells_words and card in self.pair and not self.holder:
            word = "belote" if self.wants("word_of_another") else None
            self.word_codes = ("belote_without_pair",)
        elif self.tells_words and self.wants("word_on_wrong_card", 0.1):
            word = self.random.choice(("belote", "rebelote"))
            self.word_codes = ("belote_on_wrong_card",)
        if not word:
            return None, [], []
        leads_again = bool(self.played) and self.played[-1][0] == seat
        ways = ["with", "after"] if leads_again or not is_next else ["with", "before", "after"]
        way = "with" if len(self.played) == 31 else self.random.choice(ways)
        apart = [word]
        return (
            word if way == "with" else None,
            apart if way == "before" else [],
            apart if way == "after" else [],
        )

    # Declarations -----------------------------------------------------------------------------

    def plan_declarations(self) -> None:
        self.tells_declarations = self.chance(0.85 if self.rules["announcements"] else 0.1)
        self.said: dict[str, list[Json]] = {seat: [] for seat in "NWSE"}
        self.ruled_said: dict[str, list[Json]] = {seat: [] for seat in "NWSE"}
        self.late: list[tuple[str, Json]] = []
        self.early: dict[str, Json] = {}
        for seat in "NWSE" if self.tells_declarations else ():
            for one in firsts(_bits(self.hands[seat]))[0]:
                if self.chance(0.85):
                    self.said[seat].append(self.worded(one))
            if self.said[seat] and self.wants("said_twice", 0.6):
                self.said[seat].append(self.random.choice(self.said[seat]))
            if self.wants("false_declaration", 0.4):
                one = self.random.choice(EVERYTHING)
                if not one.cards <= set(self.hands[seat]):
                    self.said[seat].append(self.worded(one))
        self.late_show: tuple[str, list[str]] | None = None
        self.lost_show = False

    def worded(self, one: Found) -> Json:
        """A declaration of an announcement, in one of the ways in which players say it."""
        name, top = kind(one), RANKS[one.top]
        suit = one.suit or None
        ways: list[Json] = [
            {"kind": name},
            {"kind": name},
            {"kind": name},
            {"kind": name, "points": one.points},
            {"kind": name, "top": top},
            {"kind": name, "top": top, "suit": suit, "length": one.length},
            {"points": one.points},
            {"kind": name, "cards": in_order(one.cards)},
            {"cards": in_order(one.cards)},
        ]
        said = self.random.choice(ways)
        return {key: value for key, value in said.items() if value is not None}

    def declarations_with(
        self, number: int, seat: str, is_next: bool
    ) -> tuple[list[Json], list[Json], list[Json]]:
        """What is declared with a card: in its event, apart before it, apart after it."""
        if number > 1:
            return [], [], []
        said = self.said[seat]
        if said and self.wants("late", 0.6):
            self.late.append((seat, said[0]))
            said = said[1:]
        self.ruled_said[seat] = said
        said = [one for one in said if one is not self.early.get(seat)]
        ways = ("with", "with", "after", "before") if is_next else ("with", "after")
        way = self.random.choice(ways)
        return (
            said if way == "with" else [],
            said if way == "before" else [],
            said if way == "after" else [],
        )

    def tell_early(self, number: int, waiting: list[str]) -> None:
        """Somebody who is not next declares."""
        if number == 1 and len(waiting) > 1:
            for seat in waiting[1:]:
                if self.said[seat] and self.wants("early", 0.5):
                    self.early = {seat: self.said[seat][0]}
                    self.emit("declare", seat, "early", **self.said[seat][0])
                    return

    def tell_late(self, seat: str) -> None:
        """What comes after the next card."""
        for whose, said in list(self.late):
            if whose != seat:
                self.late.remove((whose, said))
                self.emit("declare", whose, "late", "announcements_off", **said)

    # Shows ------------------------------------------------------------------------------------

    def plan_shows(self) -> None:
        """Who shows what in the second trick: [when, seat, cards]."""
        self.shows: list[tuple[float, str, list[str] | None, tuple[str, ...]]] = []
        if not self.shows_are_told or not self.rules["announcements"]:
            return
        speaking = ""
        if self.rules["last_tie"] == "first_speaker":
            speaking = self.around(self.around(self.dealer)[1])
        judge = Judge(self.trump, speaking=speaking)
        standing = []
        for seat in "NWSE":
            ruled = rule(self.ruled_said[seat], frozenset(self.hands[seat]), trump=self.trump)
            standing += [Standing(seat, one.options, True) for one in ruled if not one.reason]
        winner = judge.winner(standing)
        losers = [one for one in standing if team_of(one.seat) != winner]
        if losers and self.wants("show_by_loser"):
            one = self.random.choice(losers)
            self.shows.append((0, one.seat, in_order(one.options[0].cards), ("show_by_loser",)))
        for seat in "NWSE":
            mine = [one.options[0] for one in standing if one.seat == seat]
            if mine and team_of(seat) == winner:
                self.plan_show_of(seat, mine)

    def plan_show_of(self, seat: str, mine: list[Found]) -> None:
        random = self.random
        first = {card for whose, card in self.played if whose == seat}
        piles = [set(one.cards) for one in mine]
        if self.chance(0.5):
            piles = [set[str]().union(*piles)]
        if self.chance(0.5):
            piles = [pile - first for pile in piles]
        when = random.choice((0, 0, 0.25, 0.5, 1))
        if self.wants("show_missing"):
            self.lost_show = True
            return
        if self.wants("show_refused"):
            self.shows.append((when, seat, None, ("not_shown",)))
            return
        if self.wants("show_late"):
            self.late_show = seat, in_order(set[str]().union(*piles))
            self.lost_show = True
            return
        codes: tuple[str, ...] = ()
        if self.wants("show_short"):
            is_long = mine[0].length > 5 and kind(mine[0]) == "cent"  # five of it are a cent too
            codes = ("show_differs",) if len(mine) == 1 and not is_long else ()
            piles[0] = set(in_order(piles[0] - first)[1:])
        if self.wants("show_other"):
            rest = [card for card in self.hands[seat] if card not in piles[0] | first]
            piles[0] = set(rest[: max(1, len(piles[0]))]) or piles[0]
            still_fits = firsts(_bits(piles[0] | first))[0]
            codes = ("show_differs",) if len(mine) == 1 and not still_fits else ()
        self.shows += [(when, seat, in_order(pile), codes) for pile in piles if pile]

    def tell_shows(self, moment: float) -> None:
        for show in list(self.shows):
            when, seat, cards, codes = show
            if when == moment:
                self.shows.remove(show)
                if cards is None:
                    self.emit("show", seat, *codes, refused=True)
                else:
                    self.emit("show", seat, *codes, cards=cards)

    # The count --------------------------------------------------------------------------------

    def tell_count(self) -> None:
        random = self.random
        if self.wants("play_after_the_end"):
            self.emit("play", random.choice("NWSE"), "misplaced_event", card=random.choice(PACK))
        if self.holder and self.chance(0.3):
            team = (self.holder, partner(self.holder))
            self.emit("claim", random.choice(team), about="rebelote")
        if self.tale.expected and self.chance(0.4):
            self.tell_claim()
        if self.chance(0.15) and not any(name.startswith("count") for name in self.wished):
            return
        points = dict.fromkeys(("NS", "EW"), 0)
        for winner, table in self.tricks:
            points[team_of(winner)] += sum(points_of(card, self.trump) for _, card in table)
        winners = [team_of(winner) for winner, _ in self.tricks]
        last, is_capot = winners[-1], len(set(winners)) == 1
        seat = random.choice((None, random.choice("NWSE")))
        off, codes = self.how_far_off()
        if self.chance(0.5):
            counted = {"NS": points["NS"] + off, "EW": points["EW"] - off}
            self.emit("count", seat, *codes, card_points=counted, last_trick=last)
        else:
            points[last] += 100 if is_capot else 10
            counted = {"NS": points["NS"] + off, "EW": points["EW"] - off}
            if self.chance(0.3):
                counted.pop("EW")
            self.emit("count", seat, *codes, total=counted)
        if self.wants("counted_again"):
            self.emit("count", seat, "counted_again", total={"NS": 81, "EW": 81})

    def how_far_off(self) -> tuple[int, tuple[str, ...]]:
        sign = self.random.choice((-1, 1))
        points = [sum(points_of(card, self.trump) for _, card in table) for _, table in self.tricks]
        ways = {
            "count_off_by_10": 10,
            "count_off_by_20": 20,
            "count_off_by_a_trick": self.random.choice(points),
            "count_off": self.random.randrange(1, 60),
        }
        for fault, size in ways.items():
            if size and self.wants(fault):
                is_impossible = set(self.tale.put_in) & IMPOSSIBLE
                return sign * size, () if is_impossible else ("count_differs",)
        return 0, ()

    # What stands beside the events ------------------------------------------------------------

    def set_the_rest(self) -> None:
        random, body = self.random, self.tale.body
        if self.chance(0.3) and "hands" not in body:
            seats = random.choice(("NWSE", "N", "WE", "NSE", "W"))
            body["hands"] = {seat: self.hands[seat] for seat in seats}
        if self.chance(0.3):
            names = ["words", "declarations"]
            if self.shows_are_told or not self.rules["announcements"]:
                names.append("shows")
            body["records"] = {name: True for name in names if self.chance(0.7)}
        self.record_what_is_missing()
        if self.chance(0.2):
            body["carry_in"] = random.choice((81, 20, 110))
        if self.chance(0.2):
            body["pardons_used"] = random.choice((["NS"], ["EW"], ["NS", "EW"]))
        if self.chance(0.1):
            body["declare_best"] = True
        if self.wants("show_too_soon"):
            self.move_a_show()
        if self.wants("cards_swapped"):
            self.swap_cards()

    def record_what_is_missing(self) -> None:
        """Have the log tell that it would hold the word or the show that was left out."""
        for fault, kept in (("word_dropped", "words"), ("show_missing", "shows")):
            if fault in self.tale.put_in:
                self.tale.body.setdefault("records", {})[kept] = True

    def move_a_show(self) -> None:
        """Move a show to before the last card of the first trick."""
        shows = [n for n, event in enumerate(self.events) if event["type"] == "show"]
        plays = [n for n, event in enumerate(self.events) if event["type"] == "play"]
        if shows and len(plays) > 3:
            self.events.insert(plays[3], self.events.pop(shows[0]))
            self.tale.expected.clear()
            self.expect(plays[3], "show_too_soon")

    def swap_cards(self) -> None:
        """Swap two cards of one seat between tricks."""
        plays = [event for event in self.events if event["type"] == "play"]
        seat = self.random.choice("NWSE")
        mine = [event for event in plays if event["seat"] == seat]
        if len(mine) > 1:
            one, other = self.random.sample(mine, 2)
            one["card"], other["card"] = other["card"], one["card"]
            self.tale.expected.clear()
            if self.tale.put_in == ["cards_swapped"]:
                self.expect_what_the_cards_break()

    def expect_what_the_cards_break(self) -> None:
        """Expect what is found first: a card against a duty, or a lead of who has not won."""
        left = {seat: set(cards) for seat, cards in self.hands.items()}
        due, table = self.around(self.dealer)[1], list[tuple[str, str]]()
        for at, event in enumerate(self.events):
            if event["type"] != "play":
                continue
            seat, card = event["seat"], event["card"]
            if not table and seat != due:
                self.expect(at, "led_out_of_turn")
                return
            held = in_order(left[seat])
            if broken := broken_duty(seat, card, held, table, self.trump, self.rules):
                self.expect(at, "irregular_" + broken)
                return
            left[seat].remove(card)
            table.append((seat, card))
            if len(table) == 4:
                due, table = master_of(table, self.trump), []


def _bits(cards: Iterable[str]) -> int:
    return sum(1 << INTERNATIONAL.card_of[card] for card in cards)


IMPOSSIBLE = {"card_played_before", "card_too_many", "card_not_held", "play_after_the_end"}

# Kinds of logs --------------------------------------------------------------------------------


def as_it_should_be(random: Random) -> Tale:
    return Teller(random, rules=random.choice(RULES)).tell()


def with_one_fault(random: Random) -> Tale:
    return Teller(random, [random.choice(FAULTS)], random.choice(RULES)).tell()


def with_some_faults(random: Random) -> Tale:
    faults = random.sample(FAULTS, random.randrange(2, 7))
    tale = Teller(random, faults, random.choice(RULES)).tell()
    tale.expected.clear()  # one fault may hide another
    return tale


def cut_off(random: Random) -> Tale:
    tale = random.choice((as_it_should_be, with_one_fault, with_some_faults))(random)
    body = tale.body
    body["events"] = body["events"][: random.randrange(len(body["events"]) + 1)]
    tale.expected.clear()
    return tale


def mutilated(random: Random) -> Tale:
    """Events moved, dropped, doubled, or told of another seat."""
    tale = random.choice((as_it_should_be, with_one_fault))(random)
    events: list[Json] = tale.body["events"]
    for _ in range(random.randrange(1, 6)):
        if not events:
            break
        at, to = random.randrange(len(events)), random.randrange(len(events))
        what = random.choice(("move", "drop", "double", "swap", "reseat"))
        tale.put_in.append(what)
        if what == "move":
            events.insert(to, events.pop(at))
        elif what == "drop":
            events.pop(at)
        elif what == "double":
            events.insert(to, dict(events[at]))
        elif what == "swap":
            events[at], events[to] = events[to], events[at]
        elif "seat" in events[at]:
            events[at] = {**events[at], "seat": random.choice("NWSE")}
    tale.expected.clear()
    return tale


def nonsense(random: Random) -> Tale:
    """Events that can be read, and nothing more."""
    body: Json = {"deck": "french", "events": []}
    if random.random() < 0.5:
        body |= {"dealer": random.choice("NWSE"), "trump": random.choice(SUITS), "takers": "NS"}
    for _ in range(random.randrange(60)):
        body["events"].append(_any_event(random))
    return Tale(body, ["nonsense"])


def _any_event(random: Random) -> Json:
    seat, suit = random.choice("NWSE"), random.choice(SUITS)
    said = {"kind": random.choice(("tierce", "cinquante", "cent", "carre"))}
    cards = random.sample(PACK, random.randrange(1, 6))
    ways: list[Json] = [
        *[{"type": "play", "seat": seat, "card": random.choice(PACK)}] * 8,
        {"type": "play", "seat": seat, "card": random.choice(PACK), "says": "belote"},
        {"type": "play", "seat": seat, "card": random.choice(PACK), "declares": [said]},
        {"type": "deal", "seat": seat, "turned": random.choice(PACK)},
        {"type": "call", "seat": seat, "call": "pass"},
        {"type": "call", "seat": seat, "call": "take", "suit": suit},
        {"type": "call", "seat": seat, "call": "coinche"},
        {"type": "declare", "seat": seat, **said},
        {"type": "say", "seat": seat, "word": random.choice(("belote", "rebelote"))},
        {"type": "show", "seat": seat, "cards": cards},
        {"type": "show", "seat": seat, "refused": True},
        {"type": "claim", "seat": seat, "about": "rebelote", "event": random.randrange(60)},
        {"type": "claim", "seat": seat, "about": "irregular_card"},
        {"type": "count", "total": {"NS": random.randrange(163)}},
    ]
    return random.choice(ways)


KINDS: dict[str, Callable[[Random], Tale]] = {
    "as_it_should_be": as_it_should_be,
    "one_fault": with_one_fault,
    "some_faults": with_some_faults,
    "cut_off": cut_off,
    "mutilated": mutilated,
    "nonsense": nonsense,
}


def a_log(seed: int, kind_of_log: str | None = None) -> Tale:
    """The log of a seed; of a kind, or of any."""
    random = Random(seed)
    tell = KINDS[kind_of_log or random.choice(list(KINDS))]
    return tell(random)


def spanish(body: Json) -> Json:
    """The same log with the Spanish pack."""
    return in_spanish(body)


def main() -> None:
    """Print one log as JSON."""
    parser = argparse.ArgumentParser(description="Print a made-up donne log.")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kind", choices=list(KINDS))
    asked = parser.parse_args()
    tale = a_log(asked.seed, asked.kind)
    print(json.dumps({"body": tale.body, "put_in": tale.put_in, "expected": tale.expected}))


if __name__ == "__main__":
    main()
