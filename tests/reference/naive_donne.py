"""A second arbiter of tricks: strings, ifs and loops, as a beginner reads the rules.

It shares nothing with the service, so that the two can only agree by being right.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

TRUMP_ORDER = ["7", "8", "Q", "K", "10", "A", "9", "J"]
PLAIN_ORDER = ["7", "8", "9", "J", "Q", "K", "10", "A"]
TRUMP_POINTS = {"J": 20, "9": 14, "A": 11, "10": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
PLAIN_POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
TABLE = "NWSE"
PACK = [rank + suit for suit in "SHDC" for rank in PLAIN_ORDER]


def suit_of(card: str) -> str:
    return card[-1]


def points_of(card: str, trump: str) -> int:
    return (TRUMP_POINTS if suit_of(card) == trump else PLAIN_POINTS)[card[:-1]]


def height(card: str, trump: str) -> int:
    order = TRUMP_ORDER if suit_of(card) == trump else PLAIN_ORDER
    return order.index(card[:-1])


def master(table: list[str], trump: str) -> int:
    """The place of the card that wins."""
    best = 0
    for place, card in enumerate(table):
        if suit_of(card) == suit_of(table[best]):
            if height(card, trump) > height(table[best], trump):
                best = place
        elif suit_of(card) == trump:
            best = place
    return best


@dataclass(frozen=True)
class House:
    """What a table may agree on about the play: of each switch its values, the usual one first.

    A test compares them with the switches of the service, and names what is missing here.
    """

    undertrump: Literal["required", "free"] = "required"
    partner_master: Literal["free", "trump"] = "free"
    over_partner: Literal["required", "free"] = "required"
    direction: Literal["counter_clockwise", "clockwise"] = "counter_clockwise"


USUAL = House()


def may_play(card: str, hand: list[str], table: list[str], trump: str, house: House = USUAL) -> str:
    """An empty string, or the rule that is broken."""
    if not table:
        return ""
    led = suit_of(table[0])
    on_table = [other for other in table if suit_of(other) == trump]
    highest = max([height(other, trump) for other in on_table], default=-1)
    could_go_above = any(suit_of(x) == trump and height(x, trump) > highest for x in hand)
    goes_above = suit_of(card) == trump and height(card, trump) > highest
    partner_is_master = master(table, trump) == len(table) - 2
    may_not_spare = house.over_partner == "required" or not partner_is_master
    if any(suit_of(x) == led for x in hand):
        if suit_of(card) != led:
            return "follow"
        if led == trump and could_go_above and not goes_above and may_not_spare:
            return "overtrump"
        return ""
    if partner_is_master and house.partner_master == "free":
        return ""
    if not any(suit_of(x) == trump for x in hand):
        return ""
    if on_table and not could_go_above and house.undertrump == "free":
        return ""
    if suit_of(card) != trump:
        return "trump"
    if could_go_above and not goes_above and may_not_spare:
        return "overtrump"
    return ""


@dataclass
class Story:
    """A donne as it was played: who was dealt what, and each trick from its leader on."""

    trump: str
    dealer: str
    hands: dict[str, list[str]]
    leaders: list[str]
    tricks: list[list[str]]
    winners: list[str]
    house: House = USUAL

    def points(self, seats: str) -> int:
        return sum(
            points_of(card, self.trump)
            for trick, winner in zip(self.tricks, self.winners, strict=True)
            if winner in seats
            for card in trick
        )

    def tricks_won(self, seats: str) -> int:
        return sum(winner in seats for winner in self.winners)

    def pile(self, seats: str) -> list[str]:
        return [
            card
            for trick, winner in zip(self.tricks, self.winners, strict=True)
            if winner in seats
            for card in trick
        ]

    def belote(self) -> str:
        """The seat that holds king and queen of trump, or an empty string."""
        for seat, hand in self.hands.items():
            if "K" + self.trump in hand and "Q" + self.trump in hand:
                return seat
        return ""

    def irregularities(self) -> list[tuple[int, str, str, str, list[str]]]:
        found = []
        left = {seat: list(hand) for seat, hand in self.hands.items()}
        for number, trick in enumerate(self.tricks):
            for place, card in enumerate(trick):
                seat = around(self.leaders[number], self.house)[place]
                table = trick[:place]
                rule = may_play(card, left[seat], table, self.trump, self.house)
                if rule:
                    legal = [
                        other
                        for other in left[seat]
                        if not may_play(other, left[seat], table, self.trump, self.house)
                    ]
                    found.append((number + 1, seat, card, rule, sorted(legal)))
                left[seat].remove(card)
        return found

    def proofs(self) -> list[tuple[int, str, str]]:
        """For each irregular card the first later one of its player without which it was legal."""
        found = []
        for number, seat, card, rule, _ in self.irregularities():
            trick = self.tricks[number - 1]
            table = trick[: trick.index(card)]
            known = [card]
            for later in range(number, 8):
                place = around(self.leaders[later], self.house).index(seat)
                known.append(self.tricks[later][place])
                if may_play(card, known, table, self.trump, self.house) == rule:
                    found.append((later + 1, seat, known[-1]))
                    break
        return found


def around(seat: str, house: House = USUAL) -> str:
    table = TABLE[::-1] if house.direction == "clockwise" else TABLE
    at = table.index(seat)
    return table[at:] + table[:at]


def deal(random: Random, trump: str, strong: str = "") -> dict[str, list[str]]:
    """Four hands; `strong` seats take the best cards of the pack between them."""
    cards = list(PACK)
    random.shuffle(cards)
    if strong:
        cards.sort(key=lambda x: (suit_of(x) != trump, -points_of(x, trump), -height(x, trump)))
    seats = strong + "".join(seat for seat in TABLE if seat not in strong)
    half = len(strong) * 8
    first, rest = cards[:half], cards[half:]
    random.shuffle(first)
    random.shuffle(rest)
    dealt = first + rest
    return {seat: sorted(dealt[n * 8 : n * 8 + 8]) for n, seat in enumerate(seats)}


def play_out(
    random: Random,
    trump: str,
    dealer: str,
    hands: dict[str, list[str]],
    careless: float = 0,
    house: House = USUAL,
) -> Story:
    """Legal cards at random; with a chance of `careless` any card."""
    left = {seat: list(hand) for seat, hand in hands.items()}
    leader = around(dealer, house)[1]
    story = Story(trump, dealer, hands, [], [], [], house)
    for _ in range(8):
        trick: list[str] = []
        for seat in around(leader, house):
            choice = left[seat]
            if random.random() >= careless:
                choice = [x for x in choice if not may_play(x, left[seat], trick, trump, house)]
            trick.append(random.choice(choice))
            left[seat].remove(trick[-1])
        story.leaders.append(leader)
        story.tricks.append(trick)
        leader = around(leader, house)[master(trick, trump)]
        story.winners.append(leader)
    return story


def retell(trump: str, dealer: str, by_seat: dict[str, list[str]]) -> Story:
    """The donne in which each seat plays its cards in that order, whoever wins."""
    hands = {seat: sorted(cards) for seat, cards in by_seat.items()}
    story = Story(trump, dealer, hands, [], [], [])
    leader = around(dealer)[1]
    for number in range(8):
        trick = [by_seat[seat][number] for seat in around(leader)]
        story.leaders.append(leader)
        story.tricks.append(trick)
        leader = around(leader)[master(trick, trump)]
        story.winners.append(leader)
    return story


TEAMS = ("NS", "EW")


def other_team(team: str) -> str:
    return "EW" if team == "NS" else "NS"


def dealers(told: list[str | None], clockwise: bool = False) -> list[str | None]:
    """Who dealt each donne: as told, else the one after the dealer before, where there is one."""
    order = "NESW" if clockwise else "NWSE"
    found: list[str | None] = []
    before = None
    for name in told:
        if name is None and before is not None:
            before = order[(order.index(before) + 1) % 4]
        else:
            before = name
        found.append(before)
    return found
