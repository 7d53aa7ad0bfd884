"""What a client probably meant by a name, a card or a suit that is not known.

The names come from the decks, from the catalogues of all languages and from the names of Unicode
characters. Texts longer than `LONGEST` characters get no suggestion, so the cost is bounded.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias, TypeVar

from service.api.i18n import CATALOGUES
from service.api.problems import Fault, quoted
from service.belote.cards import DECKS, Card, Deck, Rank, Suit, card
from service.belote.table import SEATS, TEAMS

T = TypeVar("T")

LONGEST = 40
"""Characters of a text, also when folded, that is compared; longer texts mean nothing known."""

MAX_SUGGESTED = 3
"""Suggestions for one text, at most."""

NAMED_IN = ("names", "contract")
"""The sections of the words of a language that have names for choices."""

SHORTEST = 4
"""Characters of a name that may be meant though one of them is wrong."""

Hints: TypeAlias = dict[str, Any]
"""Params that help to correct a fault; their sentences are `hints` in the catalogues."""

ALIASES: Mapping[str, str] = MappingProxyType(
    {
        "t": "10",
        "0": "10",
        "1": "ace",
        **{word: str(number) for number, word in enumerate(("four", "five", "six"), 4)},
        **{word: str(number) for number, word in enumerate(("seven", "eight", "nine", "ten"), 7)},
    }
)
"""Other spellings of ranks: those of poker, of chess-like notations, and of Unicode's names."""

# Such as PLAYING CARD KING OF SPADES, BLACK HEART SUIT, HEAVY BLACK HEART.
_SIGN = re.compile(r"PLAYING CARD (.+)|(?:HEAVY )?(?:BLACK|WHITE) (\w+)(?: SUIT)?")


def fold(text: str) -> str:
    """Return a text without case, accents, spaces and signs; the sign of a card by its name.

    >>> fold("Valet de Cœur"), fold("J♡"), fold("declareBest")
    ('valetdecoeur', 'jheart', 'declarebest')
    """
    spelled = unicodedata.normalize("NFKD", "".join(map(_spelled, text)))
    folded = spelled.casefold().replace("œ", "oe")
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKD", folded)))


def _spelled(character: str) -> str:
    """Return the name of a card or suit in place of its sign, any other character as it is."""
    if character.isascii() or character.isalnum():
        return character
    sign = _SIGN.fullmatch(unicodedata.name(character, ""))
    return next(filter(None, sign.groups())) if sign else character


# Names ------------------------------------------------------------------------------------------


def _slips(text: str) -> Iterator[str]:
    """Yield a text, and unless it is short the text without each of its characters.

    Two texts with a common member differ by little: a letter more, less, wrong or out of order.
    """
    yield text
    if len(text) >= SHORTEST:
        for at in range(len(text)):
            yield text[:at] + text[at + 1 :]


class Index(NamedTuple):
    """Choices by their own text and their names in any language, and by each slip of these."""

    named: Mapping[str, Sequence[str]]
    slipped: Mapping[str, Sequence[str]]


@cache
def _index(choices: tuple[str, ...]) -> Index:
    named: dict[str, list[str]] = {}
    slipped: dict[str, list[str]] = {}
    for choice in choices:
        meant_by = (choice, *(seat for seat in SEATS_OF.get(choice, ()) if seat not in choices))
        names = (
            one["words"][section].get(text, text)
            for text in meant_by
            for one in CATALOGUES.values()
            for section in NAMED_IN
        )
        for text in dict.fromkeys(map(fold, (*meant_by, *names))):
            named.setdefault(text, []).append(choice)
            for slip in _slips(text):
                slipped.setdefault(slip, []).append(choice)
    return Index(named, slipped)


SEATS_OF: Mapping[str, Sequence[str]] = MappingProxyType(
    {team: tuple(seat for seat in SEATS if seat.team is team) for team in TEAMS}
)
"""The seats of each team: who writes one where a team is expected means its team."""


def closest(text: str, choices: Iterable[str]) -> list[str]:
    """Return the choices that a text probably means, the likeliest first.

    A text that is a name means that alone: "west" is no "est" with a letter too many.

    >>> closest("declareBest", ["declared", "declare_best"])
    ['declare_best']
    >>> closest("North", ["N", "W", "S", "E"])
    ['N']
    """
    if len(text) > LONGEST or len(folded := fold(text)) > LONGEST:
        return []
    index = _index(tuple(choices))
    near = (choice for slip in _slips(folded) for choice in index.slipped.get(slip, ()))
    found = index.named.get(folded) or list(near) or _with_an_ending(folded, index)
    return list(dict.fromkeys(found))[:MAX_SUGGESTED]


def _with_an_ending(folded: str, index: Index) -> Iterable[str]:
    """Return the choices of the longest name with which a text begins, such as "play" of "playes".

    A name of fewer than `SHORTEST` characters is too common a beginning.
    """
    beginnings = (folded[:end] for end in range(len(folded), SHORTEST - 1, -1))
    return next((index.named[one] for one in beginnings if one in index.named), ())


def name_hints(sent: object, choices: Iterable[object]) -> Hints:
    """Return what a value that is none of `choices` probably means."""
    words = [one for one in choices if isinstance(one, str)]
    meant = closest(sent, words) if isinstance(sent, str) else []
    return {"did_you_mean": meant} if meant else {}


WHOLE_NUMBER = re.compile(r"0|[1-9][0-9]{0,17}")
BOOLEAN = re.compile(r"true|false")


def literal_hints(sent: object, literal: re.Pattern[str]) -> Hints:
    """Return the number or boolean that a value means where one is expected.

    Of a text it is what the text holds, of 0 and 1 the boolean that programs take them for.

    >>> literal_hints("true", BOOLEAN), literal_hints("True", BOOLEAN), literal_hints("x", BOOLEAN)
    ({'unquoted': 'true'}, {'did_you_mean': ['true']}, {})
    >>> literal_hints(1, BOOLEAN), literal_hints(2, BOOLEAN), literal_hints(1, WHOLE_NUMBER)
    ({'did_you_mean': ['true']}, {}, {})
    """
    if literal is BOOLEAN and type(sent) is int and sent in (0, 1):
        return {"did_you_mean": ["true" if sent else "false"]}
    if not isinstance(sent, str) or len(sent) > LONGEST:
        return {}
    if literal.fullmatch(sent):
        return {"unquoted": sent}
    meant = sent.strip().lower()
    return {"did_you_mean": [meant]} if literal.fullmatch(meant) else {}


def value_hints(sent: object, choices: Iterable[object], literal: re.Pattern[str]) -> Hints:
    """Return what a value probably means that is neither a literal nor one of `choices`."""
    return literal_hints(sent, literal) or name_hints(sent, choices)


def member_hints(sent: object) -> Hints:
    """Return the member of an object that is a list, where a list is expected.

    >>> member_hints({"leader": "N", "cards": ["KS", "7S", "8S", "9S"]})
    {'send_member': 'cards'}
    """
    members = sent.items() if isinstance(sent, dict) else ()
    lists = [str(name) for name, one in members if isinstance(one, list)]
    return {"send_member": lists[0]} if len(lists) == 1 and quoted(lists[0]) == lists[0] else {}


def unknown_names(
    sent: Iterable[str],
    known: Sequence[str],
    also_called: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[Fault]:
    """Yield `unknown_field` for each name that is not known, in the order sent.

    `also_called`: known names by others under which they are likely to be sent.

    A name that is too long to repeat cannot be in a pointer either: the first such name yields a
    fault of the object itself, the others none.
    """
    pointed_at_object = False
    for name in sent:
        if name in known:
            continue
        params = {"field": quoted(name), "choices": list(known)}
        if params["field"] == name:
            yield Fault(
                "unknown_field",
                (name,),
                params,
                partial(name_hints, also_called.get(name, name), known),
            )
        elif not pointed_at_object:
            pointed_at_object = True
            yield Fault("unknown_field", (), params)


# Cards and suits --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardNames:
    """The ranks and suits of a deck by every folded name that they may have."""

    ranks: Mapping[str, Rank]
    suits: Mapping[str, Suit]

    def card(self, folded: str) -> Card | None:
        """Return the card that a folded text names: rank then suit, else suit then rank."""
        cuts = [(folded[:at], folded[at:]) for at in range(1, len(folded))]
        for rank, suit in (*cuts, *((suit, rank) for rank, suit in cuts)):
            if rank in self.ranks and suit in self.suits:
                return card(self.ranks[rank], self.suits[suit])
        return None


@cache
def card_names(deck_name: str, notation: str | None) -> CardNames:
    """Return the names of the cards of a deck: its own labels come first."""
    decks = sorted(
        (one for one in DECKS if one.name == deck_name), key=lambda one: one.notation != notation
    )
    words = [one["words"]["decks"][deck_name] for one in CATALOGUES.values()]
    named = [one["ranks"] for one in words]
    ranks = _first_of_each(
        (text, rank)
        for texts in (*(deck.ranks for deck in decks), *named, *_initials(named))
        for rank, text in zip(Rank, texts, strict=True)
    )
    ranks = {alias: ranks[text] for alias, text in ALIASES.items() if text in ranks} | ranks
    suits = _first_of_each(
        (text, suit)
        for texts in (
            *(deck.suits for deck in decks),
            *(one[form] for one in words for form in ("suits", "of_suits")),
        )
        for suit, text in zip(Suit, texts, strict=True)
    )
    singular = {text.removesuffix("s"): suit for text, suit in suits.items()}
    return CardNames(MappingProxyType(ranks), MappingProxyType(singular | suits))


def _first_of_each(named: Iterable[tuple[str, T]]) -> dict[str, T]:
    """Return what each folded text means: the first that it names."""
    found: dict[str, T] = {}
    for text, one in named:
        found.setdefault(fold(text), one)
    return found


def _initials(named: Sequence[Sequence[str]]) -> Iterator[list[str]]:
    """Yield the initials of names that are words."""
    for texts in named:
        yield [text[0] if text.isalpha() else text for text in texts]


def card_hints(text: str, deck: Deck) -> Hints:
    """Return what helps to correct a text that is no card of a deck.

    That is the form of a card, the card that is probably meant, and the deck or notation in which
    the text is a card.
    """
    form: Hints = {
        "ranks": list(deck.ranks),
        "suits": list(deck.suits),
        "example": deck.labels[card(Rank.TEN, Suit.HEARTS)],
    }
    if len(text) > LONGEST:
        return form
    written_in = next((one for one in _others(deck) if text in one.card_of), None)
    if written_in and written_in.name == deck.name:
        return _in_other_notation(written_in, deck.labels[written_in.card_of[text]])
    meant = _meant_card(text, deck)
    if meant is None and written_in is None:
        written_in = next(
            (one for one in _others(deck) if _meant_card(text, one) is not None), None
        )
    label: Hints = {} if meant is None else {"did_you_mean": [deck.labels[meant]]}
    return label | _spelling(written_in, deck) | form


def _in_other_notation(other: Deck, written_here: str) -> Hints:
    """Return what helps with a text in another notation of the deck.

    There is no `did_you_mean`: where one text is of another notation the others are too, and some
    of them, such as 10C, are right in both and name different cards. `written_here`: the text in
    the notation of the request.
    """
    return {"other_notation": other.notation, "written_here": written_here}


def _meant_card(text: str, deck: Deck) -> Card | None:
    folded = fold(text)
    return card_names(deck.name, deck.notation).card(folded) if len(folded) <= LONGEST else None


def suit_hints(text: str, deck: Deck) -> Hints:
    """Return the suit that a text probably means, and the deck or notation in which it is one."""
    if len(text) > LONGEST:
        return {}
    others = [one for one in _others(deck) if text in one.suit_of]
    if others and others[0].name == deck.name:
        return _in_other_notation(others[0], deck.suits[others[0].suit_of[text]])
    meant = _meant_suit(text, deck)
    if meant is None and not others:
        others = [one for one in _others(deck) if _meant_suit(text, one) is not None]
    label: Hints = {} if meant is None else {"did_you_mean": [deck.suits[meant]]}
    return label | _spelling(next(iter(others), None), deck)


def _meant_suit(text: str, deck: Deck) -> Suit | None:
    return card_names(deck.name, deck.notation).suits.get(fold(text))


def rank_hints(text: object, deck: Deck) -> Hints:
    """Return the rank that a value probably means, or the notation in which it is one."""
    if not isinstance(text, str) or len(text) > LONGEST:
        return {}
    label = text.upper()
    for other in _others(deck) if label not in deck.ranks else ():
        if other.name == deck.name and label in other.ranks:
            return _in_other_notation(other, deck.ranks[other.ranks.index(label)])
    meant = card_names(deck.name, deck.notation).ranks.get(fold(text))
    return {} if meant is None else {"did_you_mean": [deck.ranks[meant]]}


def _others(deck: Deck) -> list[Deck]:
    """Return the other spellings, those of the same deck first."""
    return sorted((one for one in DECKS if one is not deck), key=lambda one: one.name != deck.name)


def _spelling(other: Deck | None, deck: Deck) -> Hints:
    """Return how another spelling is asked for: by deck, by notation or by both."""
    if other is None:
        return {}
    first = next(one for one in DECKS if one.name == other.name)
    named: Hints = {} if other.name == deck.name else {"other_deck": other.name}
    if named and other is first:
        return named
    return named | {"other_notation": other.notation}
