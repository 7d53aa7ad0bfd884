"""What may be read out at the table tells nothing of a hand that was not seen.

What the table hears is a function of what it knows: hands are dealt again behind the words that
were said and the cards that were shown, and wherever all that is public comes out the same, so must
every reason for the table. Besides, no card but those seen is ever named.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from service.belote.announcements import ANNOUNCEMENTS, Announcement, Selection, resolve
from service.belote.cards import (
    INTERNATIONAL,
    NO_CARDS,
    PACK,
    Card,
    Cards,
    Rank,
    Suit,
    bits,
    listed,
    union,
)
from service.belote.codes import Code, Reason
from service.belote.comparison import Comparison, compare
from service.belote.declarations import Declaration, Verdict, validate
from service.belote.donne import score
from service.belote.inputs import Play
from service.belote.presets import resolve_rules
from service.belote.rules import Kind, Void
from service.belote.table import SEATS, Seat
from service.belote.tricks import follow, played_by, replay
from tests.reference import naive_donne as naive
from tests.support.notation import hand, said
from tests.support.tables import bid_for, deal, some_donne, some_rules, some_said

# The values that two teams compare aloud, where they decide or are level.
COMPARED = {
    Code.DECIDED_BY_LENGTH,
    Code.DECIDED_BY_TOP,
    Code.DECIDED_BY_RANK,
    Code.DECIDED_BY_RANK_IN_TRICKS,
    Code.DECIDED_BY_TRUMP,
    Code.TIE_OF_SEQUENCES,
    Code.TIE_WITHOUT_LENGTH,
}
# The order of carrés is a rule, not a hand.
ORDER = {Code.CARRE_ORDER_TRICK}


def for_the_table(reasons: Iterable[Reason]) -> list[Reason]:
    return [one for one in reasons if one.audience == "table"]


def named(one: Reason) -> Cards:
    """The cards in the params of a reason."""
    cards = NO_CARDS
    for value in one.params.values():
        if isinstance(value, Announcement):
            cards |= value.cards
        elif isinstance(value, Selection):
            cards |= bits(card for each in value.announcements for card in listed(each.cards))
        elif isinstance(value, Card):
            cards |= 1 << value
    return cards


def test_a_comparison_names_to_the_table_only_cards_that_are_shown() -> None:
    random = Random(1)
    for _ in range(600):
        hands, rules = deal(random), some_rules(random)
        declared = {seat: some_said(random, own) for seat, own in hands.items()}
        trump = random.choice(list(Suit))
        found = compare(declared, hands, trump, rules, first_player=Seat.N)
        shown = bits(card for one in found.revealed for card in listed(one.announcement.cards))
        for one in for_the_table(found.explanation):
            assert not named(one) & ~shown
            if one.code not in COMPARED | ORDER:
                assert not any(
                    isinstance(value, Rank | Suit)
                    for name, value in one.params.items()
                    if name != "trump"
                )


def heard(found: Comparison) -> list[Reason]:
    return for_the_table(found.explanation)


# Hands dealt again --------------------------------------------------------------------------------

Said = dict[Seat, list[Declaration]]

# What voids a declaration before everybody's eyes and ears.
OPEN = {Void.ANNOUNCEMENTS_OFF, Void.LATE, Void.NOT_SHOWN}


def ruled(verdict: Verdict) -> tuple[object, ...]:
    """What everybody hears of a declaration: what stands, or that it is void, and what it pays."""
    made = verdict.announcement
    if made is not None:
        return made.kind, made.points
    return verdict.said, verdict.reason if verdict.reason in OPEN else None, verdict.awarded


def public(found: Comparison) -> tuple[object, ...]:
    """All that the table knows: the verdicts, the values compared, and what was shown."""
    last = found.steps if found.winner is None else found.steps[-1:]
    return (
        [(one.seat, one.ruling.index, ruled(one.ruling)) for one in found.rulings],
        (found.winner, found.decided_by, found.points, found.awards),
        [(step.criterion, step.values) for step in last],
        found.revealed,
    )


def dealt_again(
    random: Random, verdicts: Iterable[tuple[Seat, Verdict]], seen: Mapping[Seat, Cards]
) -> tuple[dict[Seat, Cards], dict[tuple[Seat, int], Cards]] | None:
    """Other hands with announcements of the same kinds and values, and with the cards seen.

    The second value holds the cards that each announcement stands for instead; None where the cards
    do not suffice.
    """
    hands = {seat: seen.get(seat, NO_CARDS) for seat in SEATS}
    instead: dict[tuple[Seat, int], Cards] = {}
    for seat, one in verdicts:
        made = one.announcement
        if made is None or not made.cards & ~seen.get(seat, NO_CARDS):
            continue
        others = [hand for other, hand in hands.items() if other is not seat]
        like = [
            other
            for other in ANNOUNCEMENTS
            if (other.kind, other.points) == (made.kind, made.points)
            and not other.cards & (union(others) | union(instead.values()))
            and (hands[seat] | other.cards).bit_count() <= 8
        ]
        near = [other for other in like if (other.top, other.length) == (made.top, made.length)]
        if not like:
            return None
        chosen = random.choice(near if near and random.random() < 0.6 else like)
        hands[seat] |= chosen.cards
        instead[seat, one.index] = chosen.cards
    rest = list(listed(PACK & ~union(hands.values())))
    random.shuffle(rest)
    cards = iter(rest)
    full = {seat: own | bits(islice(cards, 8 - own.bit_count())) for seat, own in hands.items()}
    return full, instead


def said_again(
    random: Random, said: Sequence[Declaration], instead: Mapping[int, Cards], void: set[int]
) -> list[Declaration]:
    """The same words; the cards behind those that are void are any."""
    again = []
    for index, one in enumerate(said):
        if index in instead and one.cards is not None:
            again.append(replace(one, cards=instead[index]))
        elif index in void and (one.kind is not None or one.points is not None):
            cards = random.choice([one.cards, None, random.choice(ANNOUNCEMENTS).cards, 7 << 6])
            again.append(replace(one, cards=cards))
        else:
            again.append(one)
    return again


def said_by_all(
    random: Random, declared: Said, found: Comparison, instead: Mapping[tuple[Seat, int], Cards]
) -> Said:
    void = {(one.seat, one.ruling.index) for one in found.rulings if not one.ruling.announcement}
    return {
        seat: said_again(
            random,
            said,
            {index: cards for (other, index), cards in instead.items() if other is seat},
            {index for other, index in void if other is seat},
        )
        for seat, said in declared.items()
    }


def shown(found: Comparison) -> dict[Seat, Cards]:
    return {
        seat: union(one.announcement.cards for one in found.revealed if one.seat is seat)
        for seat in SEATS
    }


def verdicts(found: Comparison) -> list[tuple[Seat, Verdict]]:
    return [(one.seat, one.ruling) for one in found.rulings]


def something_said(random: Random, hands: Mapping[Seat, Cards]) -> Said:
    said = {seat: some_said(random, own)[:3] for seat, own in hands.items()}
    return {seat: each for seat, each in said.items() if random.random() < 0.4}


def assert_alike(one: Iterable[Reason], other: Iterable[Reason]) -> None:
    assert for_the_table(one) == for_the_table(other), "the table hears a difference"


def compare_tables_that_look_alike() -> None:
    random, alike, apart = Random(11), 0, 0
    for _ in range(1500):
        hands, rules, trump = deal(random), some_rules(random), random.choice(list(Suit))
        declared, at_best = something_said(random, hands), random.random() < 0.3
        first = random.choice(SEATS)
        found = compare(declared, hands, trump, rules, declare_best=at_best, first_player=first)
        for _ in range(8):
            again = dealt_again(random, verdicts(found), shown(found))
            if again is None:
                continue
            behind = said_by_all(random, declared, found, again[1])
            other = compare(
                behind, again[0], trump, rules, declare_best=at_best, first_player=first
            )
            if public(other) == public(found):
                assert_alike(other.explanation, found.explanation)
                alike += 1
                apart += other.explanation != found.explanation
    assert alike > 2000
    assert apart > 200  # behind the same public facts players and referee hear other reasons


def validate_hands_that_look_alike() -> None:
    random, alike, apart = Random(12), 0, 0
    for _ in range(2000):
        hand, rules = random.choice(list(deal(random).values())), some_rules(random)
        said = some_said(random, hand)
        found = validate(hand, said, None, rules)
        void = {one.index for one in found.rulings if not one.announcement}
        for _ in range(6):
            again = dealt_again(random, [(Seat.N, one) for one in found.rulings], {})
            if again is None:
                continue
            instead = {index: cards for (_, index), cards in again[1].items()}
            behind = said_again(random, said, instead, void)
            other = validate(again[0][Seat.N], behind, None, rules)
            if list(map(ruled, other.rulings)) == list(map(ruled, found.rulings)):
                assert_alike(other.explanation, found.explanation)
                alike += 1
                apart += other.explanation != found.explanation
    assert alike > 3000
    assert apart > 1000


def pair(trump: Suit) -> Cards:
    return bits(8 * trump + rank for rank in (Rank.QUEEN, Rank.KING))


def score_donnes_that_look_alike() -> None:
    """Who held king and queen of trump has been seen once all cards are played."""
    random, alike = Random(13), 0
    while alike < 1000:
        rules = some_rules(random)
        donne = bid_for(random, some_donne(random), rules)
        if not donne.hands or donne.declared is None or donne.trump is None:
            continue
        trump = donne.trump
        found = score(donne, rules)
        assert found.announcements is not None
        compared = found.announcements
        for _ in range(6):
            seen = {
                seat: own | donne.hands[seat] & pair(trump) for seat, own in shown(compared).items()
            }
            again = dealt_again(random, verdicts(compared), seen)
            if again is None:
                continue
            said = {seat: list(each) for seat, each in donne.declared.items()}
            behind = said_by_all(random, said, compared, again[1])
            other = score(replace(donne, hands=again[0], declared=behind), rules)
            assert other.announcements is not None
            if public(other.announcements) == public(compared):
                assert_alike(other.explanation, found.explanation)
                assert_alike(other.announcements.explanation, compared.explanation)
                alike += 1


def replay_plays_that_look_alike() -> None:
    """The cards not yet played are dealt again; the hands of some seats are known."""
    random, apart = Random(14), 0
    for _ in range(400):
        rules, trump = some_rules(random), random.choice(list(Suit))
        dealt = naive.deal(random, "SHDC"[trump])
        house = naive.House(direction=rules.direction.value)
        story = naive.play_out(random, "SHDC"[trump], "E", dealt, 0.3, house)
        cut = random.randrange(33)
        cards = [INTERNATIONAL.card_of[one] for trick in story.tricks for one in trick][:cut]
        play = Play(Seat.E, tuple(tuple(cards[at : at + 4]) for at in range(0, cut, 4)))
        hands = {seat: hand(" ".join(dealt[seat])) for seat in SEATS}
        known = [seat for seat in SEATS if random.random() < 0.8]
        played = played_by(follow(play, trump, rules))
        found = replay(play, trump, {seat: hands[seat] for seat in known}, rules)
        for _ in range(4):
            again = dealt_again(random, [], played)
            assert again is not None
            other = replay(play, trump, {seat: again[0][seat] for seat in known}, rules)
            assert_alike(other.explanation, found.explanation)
            apart += other.explanation != found.explanation
    assert apart > 200


OPERATIONS = {
    "compare": compare_tables_that_look_alike,
    "validate": validate_hands_that_look_alike,
    "score": score_donnes_that_look_alike,
    "replay": replay_plays_that_look_alike,
}


@pytest.mark.slow
@pytest.mark.parametrize("operation", OPERATIONS)
def test_the_table_hears_the_same_of_whatever_looks_the_same(operation: str) -> None:
    OPERATIONS[operation]()


@pytest.mark.parametrize("operation", OPERATIONS)
def test_a_reason_that_is_told_to_the_table_by_mistake_is_noticed(
    monkeypatch: pytest.MonkeyPatch, operation: str
) -> None:
    monkeypatch.setattr(Reason, "told_to", lambda self, audience: self)
    with pytest.raises(AssertionError, match="the table hears a difference"):
        OPERATIONS[operation]()


# Tables by hand -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "words"),
    [
        # nothing of the kind, and the kind at another value
        ("7S 9S JS 8H 10H KD AC QC", "KS KH KD KC 7S 9S JS 8H", [said("carre", points=200)]),
        # a carré of sevens, and none
        ("7S 7H 7D 7C 9S JS KS 8H", "7S 7H 7D 8C 9S JS KS 8H", [said("carre")]),
    ],
)
def test_the_table_does_not_hear_why_a_declaration_is_void(
    one: str, other: str, words: list[object]
) -> None:
    declared = {Seat.W: words}
    first, second = (
        compare(declared, {Seat.W: hand(text)}, Suit.CLUBS)  # type: ignore[arg-type]  # declarations
        for text in (one, other)
    )
    assert heard(first) == heard(second)
    assert first.explanation != second.explanation


def test_the_table_does_not_hear_that_more_was_held_than_said() -> None:
    dealt = {Seat.W: hand("10H JH QH KH 7S 8D 9C AC")}
    longer, same = (
        compare({Seat.W: [said("tierce", text)]}, dealt, Suit.CLUBS)
        for text in ("10H JH QH KH", "JH QH KH")
    )
    assert heard(longer) == heard(same)
    assert longer.explanation != same.explanation


def test_what_tells_of_a_hand_is_for_its_player_or_for_the_referee() -> None:
    declared = {Seat.W: [said("carre"), said("tierce", "10H JH QH KH")]}
    found = compare(declared, {Seat.W: hand("10H JH QH KH 7S 8D 9C AC")}, Suit.CLUBS)
    audiences = {one.code: one.audience for one in found.explanation}
    assert audiences[Code.NOT_HELD] is audiences[Code.COUNTS_AS_SAID] is Seat.W
    assert audiences[Code.DECLARATION_VOID] == "table"
    alone = validate(hand("10H JH QH KH 7S 8D 9C AC"), [said("carre")])
    assert [one.audience for one in alone.explanation] == [
        *("table", "referee", "referee", "table", "referee")
    ]
    best = resolve(hand("10H JH QH KH 7S 8D 9C AC"))
    assert {one.audience for one in best.explanation} == {"referee"}


def test_a_play_tells_the_table_the_cards_that_lie_there_and_no_duty() -> None:
    random = Random(2)
    for _ in range(150):
        trump = random.choice("SHDC")
        dealt = naive.deal(random, trump)
        story = naive.play_out(random, trump, "E", dealt, 0.3)
        cut = random.randrange(33)
        played = [INTERNATIONAL.card_of[one] for trick in story.tricks for one in trick][:cut]
        tricks = tuple(tuple(played[at : at + 4]) for at in range(0, cut, 4))
        suit = Suit("SHDC".index(trump))
        known = {Seat(seat): hand(" ".join(own)) for seat, own in dealt.items()}
        rules = resolve_rules("classique", {"undertrump": random.choice(["required", "free"])})
        with_hands = replay(Play(Seat.E, tricks), suit, known, rules)
        without = replay(Play(Seat.E, tricks), suit, rules=rules)
        lying = bits(played)
        for one in for_the_table(with_hands.explanation):
            assert not named(one) & ~lying
            assert one in without.explanation  # whoever saw the cards could say it
        for one in with_hands.explanation:
            if one.audience in SEATS:
                assert one.audience is with_hands.next


def test_every_reason_tells_its_paragraph_and_its_audience() -> None:
    found = compare({Seat.N: [said(Kind.TIERCE, "7S 8S 9S")]}, {}, Suit.CLUBS)
    assert {(one.paragraph, one.audience) for one in found.explanation} == {
        ("D3", "table"),
        ("X10", "table"),
        ("X12", "table"),
        ("X11", "table"),
    }
