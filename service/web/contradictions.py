"""What the game finds wrong with an input, as faults of the body that it came in.

One table gives each kind its code, one each part of an input its place. This file knows no rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, TypeAlias

from service.belote.cards import Card, Deck
from service.belote.checks import Contradiction, Inconsistency, Part, Subject
from service.web.problems import Fault, Path

Params: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Telling:
    """How a kind is told: its code, the sentence of several that the code has, further params."""

    code: str
    because: str | None = None
    more: Params = field(default_factory=dict)


def _missing(name: str) -> Telling:
    return Telling("missing_field", more={"field": name})


CODES: Mapping[Contradiction, Telling] = MappingProxyType(
    {
        Contradiction.CARD_TWICE: Telling("duplicate_card"),
        Contradiction.CARD_OF_ANOTHER: Telling("duplicate_card"),
        Contradiction.CARD_NOT_HELD: Telling("conflicting_fields", "not_in_hand"),
        Contradiction.NOBODY_DECLARES: _missing("declared / declare_best"),
        Contradiction.NO_HAND_TO_DECLARE: _missing("hands"),
        Contradiction.CARDS_OR_HAND_UNKNOWN: Telling("cards_or_hand_required"),
        Contradiction.TOO_MANY_CARDS: Telling("wrong_number_of_cards", "declared"),
        Contradiction.FIRST_SPEAKER_UNKNOWN: _missing("first_player"),
        Contradiction.FIRST_SPEAKER_OTHER: Telling("conflicting_fields", "speaks_first"),
        Contradiction.BOTH_ANNOUNCE: Telling("inconsistent_points", "both_announced"),
        Contradiction.ANNOUNCEMENTS_OFF: Telling("inconsistent_points", "announcements_off"),
        Contradiction.SUM_OF_CARDS: Telling("inconsistent_points", "sum_of_cards"),
        Contradiction.SUM_OF_TRICKS: Telling("inconsistent_tricks", "sum_of_tricks"),
        Contradiction.TRICKS_UNKNOWN: _missing("tricks_won"),
        Contradiction.LAST_TRICK_OF_NONE: Telling("inconsistent_tricks", "last_trick_of_none"),
        Contradiction.POINTS_WITHOUT_A_TRICK: Telling(
            "inconsistent_tricks", "points_without_a_trick"
        ),
        Contradiction.ALL_TRICKS_WITHOUT_ALL_POINTS: Telling(
            "inconsistent_tricks", "all_tricks_without_all_points"
        ),
        Contradiction.NO_PILE: _missing("NS / EW"),
        Contradiction.BROKEN_TRICK: Telling(
            "wrong_number_of_cards", more={"expected_count": "4, 8, 12 …"}
        ),
        Contradiction.PACK_INCOMPLETE: Telling("inconsistent_tricks", "pack_incomplete"),
        Contradiction.LAST_TRICK_IN_EMPTY_PILE: Telling(
            "inconsistent_tricks", "last_trick_in_empty_pile"
        ),
        Contradiction.SIZE_OF_TRICK: Telling("wrong_number_of_cards"),
        Contradiction.NUMBER_OF_TRICKS: Telling("inconsistent_tricks", "number_of_tricks"),
        Contradiction.OTHER_LEADER: Telling("inconsistent_leader"),
        Contradiction.BELOTE_TEAM_UNKNOWN: _missing("team"),
        Contradiction.BELOTE_NOT_HELD: Telling("inconsistent_belote"),
        Contradiction.GAME_OVER: Telling("game_over"),
    }
)

PLAY = object()
"""Stands in a place for what leads to a play: the body itself, or a field of it."""

# A card in a place stands for its index in the list that it is in.
PLACES: Mapping[Part, Callable[[Subject], tuple[Any, ...]]] = MappingProxyType(
    {
        Part.HANDS: lambda it: ("hands",),
        Part.HAND: lambda it: ("hands", it.seat),
        Part.CARD_OF_HAND: lambda it: ("hands", it.seat, it.card),
        Part.DECLARATIONS: lambda it: ("declared",),
        Part.DECLARATIONS_OF_SEAT: lambda it: ("declared", it.seat),
        Part.DECLARATION: lambda it: ("declared", it.seat, it.index),
        Part.CARD_OF_DECLARATION: lambda it: ("declared", it.seat, it.index, "cards", it.card),
        Part.FIRST_SPEAKER: lambda it: ("first_player",),
        Part.ANNOUNCEMENT_POINTS: lambda it: ("announcement_points",),
        Part.CARD_POINTS: lambda it: ("count", "card_points"),
        Part.TRICKS_WON: lambda it: ("count", "tricks_won"),
        Part.PILES: lambda it: ("won",),
        Part.PILE: lambda it: ("won", it.team),
        Part.CARD_OF_PILE: lambda it: ("won", it.team, it.index),
        Part.TRICKS: lambda it: (PLAY, "tricks"),
        Part.TRICK: lambda it: (PLAY, "tricks", it.index),
        Part.CARD_OF_TRICK: lambda it: (PLAY, "tricks", it.index, it.position),
        Part.LEADER: lambda it: (PLAY, "leaders", it.index),
        Part.BELOTE_TEAM: lambda it: ("belote", "team"),
        Part.DONNE: lambda it: (),
    }
)


def faults_of(
    found: Iterable[Inconsistency], body: Any, deck: Deck, play_at: Path
) -> Iterator[Fault]:
    """Yield findings of the game as faults of `body`.

    `play_at` leads to a play in the body, or in a donne of it.
    """
    for one in found:
        told = CODES[one.kind]
        because = {"because": told.because} if told.because else {}
        values = {
            name: _value(value, body, deck, play_at)
            for name, value in one.values.items()
            if name != "multiple_of"
        }
        place = _place(one.subject, body, deck, play_at)
        yield Fault(told.code, place, because | values | dict(told.more))


def _value(value: object, body: Any, deck: Deck, play_at: Path) -> object:
    if isinstance(value, Subject):
        return _place(value, body, deck, play_at)
    return deck.labels[value] if isinstance(value, Card) else value


def _place(subject: Subject, body: Any, deck: Deck, play_at: Path) -> Path:
    """Return where in `body` a part of the input stands."""
    donne = () if subject.donne is None else ("donnes", subject.donne)
    steps: list[str | int] = []
    here = body
    for step in (*donne, *PLACES[subject.part](subject)):
        for one in play_at if step is PLAY else (step,):
            at = _index(here, one, deck) if isinstance(one, Card) else one
            steps.append(at)
            here = _member(here, at)
    return tuple(steps)


def _index(labels: Any, card: Card, deck: Deck) -> int:
    return next(at for at, text in enumerate(labels) if deck.card_of[text] == card)


def _member(value: Any, step: str | int) -> Any:
    """Return what is there, or nothing where a field is missing."""
    if isinstance(value, dict):
        return value.get(step)
    return value[step] if isinstance(value, list) and isinstance(step, int) else None
