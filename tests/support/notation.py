"""Cards, declarations and rulings in tests, written and read back as a player does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from service.belote.announcements import Announcement, Selection
from service.belote.cards import INTERNATIONAL, Card, Cards, Deck, Rank, Suit, bits
from service.belote.checks import Inconsistency, Subject
from service.belote.codes import Addends, DeclarationRef, RankOrder, Reason
from service.belote.declarations import Declaration, judge_declarations
from service.belote.rules import Kind


def cards(text: str, deck: Deck = INTERNATIONAL) -> Cards:
    """The cards of `KS 10H 7D`, none of them twice."""
    named = text.split()
    found = bits(deck.card_of[one] for one in named)
    assert found.bit_count() == len(named), f"a card twice in {text}"
    return found


def hand(text: str, deck: Deck = INTERNATIONAL) -> Cards:
    """Eight cards."""
    found = cards(text, deck)
    assert found.bit_count() == 8, f"not eight cards: {text}"
    return found


def suit(letter: str) -> Suit:
    return INTERNATIONAL.suit_of[letter]


def said(
    kind: str | None = None,
    shown_cards: str | None = None,
    *,
    points: int | None = None,
    with_card: int = 1,
    shown: bool = True,
) -> Declaration:
    """`said("tierce", "JH QH KH")`; `said("tierce")` without cards, `said(None, "JH QH KH")`."""
    return Declaration(
        None if kind is None else Kind(kind),
        points,
        None if shown_cards is None else cards(shown_cards),
        with_card,
        shown,
    )


def spell(one: Announcement, deck: Deck = INTERNATIONAL) -> str:
    """`tierce 20: JH QH KH`."""
    return f"{one.kind} {one.points}: {' '.join(deck.list(one.cards))}"


def spelled(choice: Selection, deck: Deck = INTERNATIONAL) -> list[str]:
    return [spell(one, deck) for one in choice.announcements]


def verdicts(held: Cards | None, *declared: Declaration) -> list[str]:
    """What each declaration stands as, or the reason why it is void."""
    return [
        spell(one.announcement) if one.announcement else str(one.reason)
        for one in judge_declarations(declared, held)
    ]


class Explained(Protocol):
    """A ruling that gives its reasons."""

    @property
    def explanation(self) -> Sequence[Reason]: ...


def codes(ruling: Explained) -> list[str]:
    """Return the code of each reason of a ruling, in order."""
    return [reason.code for reason in ruling.explanation]


def told(reasons: Iterable[Reason]) -> list[str]:
    """`unopposed: team NS`, one line a reason."""
    return [_line(reason.code, reason.params.items()) for reason in reasons]


def told_of(found: Iterable[Inconsistency]) -> list[str]:
    """`belote_team_unknown at belote_team`, one line for each inconsistency."""
    return [_line(f"{kind(one)} at {where(one.subject)}", one.values.items()) for one in found]


def kind(found: Inconsistency) -> str:
    return found.kind.name.lower()


def where(subject: Subject) -> str:
    """`card_of_trick 0 1`: the part of an input, and which one."""
    steps = (subject.donne, subject.seat, subject.team, subject.index, subject.position)
    named = [str(step) for step in steps if step is not None]
    card = [] if subject.card is None else [INTERNATIONAL.labels[subject.card]]
    return " ".join([subject.part.name.lower(), *named, *card])


def _line(what: str, params: Iterable[tuple[str, object]]) -> str:
    values = ", ".join(f"{name} {_plain(value)}" for name, value in params)
    return f"{what}: {values}" if values else what


def _plain(value: object) -> str:
    match value:
        case Announcement():
            return spell(value).replace(":", "")
        case Selection():
            return " + ".join(_plain(one) for one in value.announcements)
        case Card():
            return INTERNATIONAL.labels[value]
        case Rank():
            return INTERNATIONAL.ranks[value]
        case Suit():
            return INTERNATIONAL.suits[value]
        case RankOrder():
            return " ".join(map(_plain, value))
        case Addends():
            return " + ".join(f"{item} {points}" for item, points in value)
        case DeclarationRef():
            return f"{value.seat} {value.index}"
        case Subject():
            return where(value)
    return str(value)
