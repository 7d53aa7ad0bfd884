"""The contradictions that the game finds in an input, as faults of the request's body.

One table maps each kind of contradiction to an error code, another each part of an input to its
path in the body. This module knows no rule of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, TypeAlias

from service.api.i18n import DEFAULT, problem_text
from service.api.problems import Fault, Path
from service.belote.cards import Card, Deck
from service.belote.checks import Contradiction, Inconsistency, Part, Subject
from service.belote.lookup import IncompleteTableError, complete
from service.belote.rules import CARDS_IN_TRICK
from service.belote.table import SEATS, TEAMS, Seat

Params: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class FaultForm:
    """The form of a fault: its code, which sentence of that code, and fixed params.

    `because`: the name of the sentence, None where the code has a single one. `choices`: the values
    that a field takes in a deck, where they can be listed.

    Raises: IncompleteTableError for a sentence that the catalogues do not have.
    """

    code: str
    because: str | None = None
    params: Params = field(default_factory=dict)
    choices: Callable[[Deck], Sequence[str]] | None = None

    def __post_init__(self) -> None:
        sentences = problem_text(DEFAULT, self.code).get("details", {})
        if self.because is not None and self.because not in sentences:
            raise IncompleteTableError([self.because], [])


def _missing(
    name: str, because: str | None = None, choices: Callable[[Deck], Sequence[str]] | None = None
) -> FaultForm:
    return FaultForm("missing_field", because, {"field": name}, choices)


CODES: Mapping[Contradiction, FaultForm] = complete(
    Contradiction,
    {
        Contradiction.CARD_TWICE: FaultForm("duplicate_card"),
        Contradiction.CARD_OF_ANOTHER: FaultForm("conflicting_fields", "of_another_hand"),
        Contradiction.CARD_NOT_HELD: FaultForm("conflicting_fields", "not_in_hand"),
        Contradiction.NOBODY_DECLARES: _missing("declared / declare_best", "one_of"),
        Contradiction.NO_HAND_TO_DECLARE: _missing("hands", "hands_to_declare"),
        Contradiction.CARDS_OR_HAND_UNKNOWN: FaultForm("cards_or_hand_required"),
        Contradiction.TOO_MANY_CARDS: FaultForm("wrong_number_of_cards", "declared"),
        Contradiction.FIRST_SPEAKER_UNKNOWN: _missing(
            "first_player", "speaks_first", lambda deck: SEATS
        ),
        Contradiction.FIRST_SPEAKER_OTHER: FaultForm("conflicting_fields", "speaks_first"),
        Contradiction.DEALER_OTHER: FaultForm("conflicting_fields", "dealt"),
        Contradiction.BOTH_ANNOUNCE: FaultForm("inconsistent_points", "both_announced"),
        Contradiction.ANNOUNCEMENTS_OFF: FaultForm("inconsistent_points", "announcements_off"),
        Contradiction.SUM_OF_CARDS: FaultForm("inconsistent_points", "sum_of_cards"),
        Contradiction.SUM_OF_TOTALS: FaultForm("inconsistent_points", "sum_of_totals"),
        Contradiction.NO_CARDS_MAKE: FaultForm("inconsistent_points", "no_cards_make"),
        Contradiction.CAPOT_AS_TOTAL: FaultForm("inconsistent_points", "capot_as_total"),
        Contradiction.NO_TOTAL: _missing("NS / EW", "one_of"),
        Contradiction.CAPOT_WITHOUT_ALL_TRICKS: FaultForm(
            "inconsistent_tricks", "capot_without_all_tricks"
        ),
        Contradiction.TRUMP_UNKNOWN: _missing("trump", "trump_of_cards", lambda deck: deck.suits),
        Contradiction.SUM_OF_TRICKS: FaultForm("inconsistent_tricks", "sum_of_tricks"),
        Contradiction.TRICKS_UNKNOWN: _missing("tricks_won", "all_points"),
        Contradiction.LAST_TRICK_OF_NONE: FaultForm("inconsistent_tricks", "last_trick_of_none"),
        Contradiction.POINTS_WITHOUT_A_TRICK: FaultForm(
            "inconsistent_tricks", "points_without_a_trick"
        ),
        Contradiction.ALL_TRICKS_WITHOUT_ALL_POINTS: FaultForm(
            "inconsistent_tricks", "all_tricks_without_all_points"
        ),
        Contradiction.NO_PILE: _missing("NS / EW", "one_of"),
        Contradiction.BROKEN_TRICK: FaultForm(
            "wrong_number_of_cards", "whole_tricks", {"multiple": CARDS_IN_TRICK}
        ),
        Contradiction.PACK_INCOMPLETE: FaultForm("inconsistent_tricks", "pack_incomplete"),
        Contradiction.LAST_TRICK_IN_EMPTY_PILE: FaultForm(
            "inconsistent_tricks", "last_trick_in_empty_pile"
        ),
        Contradiction.SIZE_OF_TRICK: FaultForm("wrong_number_of_cards"),
        Contradiction.NUMBER_OF_TRICKS: FaultForm("inconsistent_tricks", "number_of_tricks"),
        Contradiction.OTHER_LEADER: FaultForm("inconsistent_leader"),
        Contradiction.OTHER_PLAYER: FaultForm("inconsistent_seat"),
        Contradiction.BELOTE_TEAM_UNKNOWN: _missing("team", "team_of_belote", lambda deck: TEAMS),
        Contradiction.BELOTE_NOT_HELD: FaultForm("inconsistent_belote"),
        Contradiction.CONTRACT_UNKNOWN: FaultForm(
            "missing_field", "scale_of_bids", {"field": "contract", "example": '{"bid": 80}'}
        ),
        Contradiction.BID_UNKNOWN: _missing("bid"),
        Contradiction.NO_CONTRACTS: FaultForm("conflicting_fields", "no_contracts"),
        Contradiction.NO_BIDS: FaultForm("conflicting_fields", "no_bids"),
        Contradiction.TAKER_OF_OTHER_TEAM: FaultForm("conflicting_fields", "of_other_team"),
        Contradiction.GAME_OVER: FaultForm("game_over"),
        Contradiction.DONNE_NOT_OVER: FaultForm("undecided_donne", "not_over"),
        Contradiction.DONNE_UNDECIDED: FaultForm("undecided_donne"),
    },
)

EMPTY: Mapping[Contradiction, tuple[FaultForm, Seat]] = MappingProxyType(
    {
        Contradiction.NO_HAND_TO_DECLARE: (
            _missing(" / ".join(SEATS), "one_of"),
            SEATS[0],
        )
    }
)
"""Where the place of a contradiction is an object without members: what is missing inside it."""

PLAY = object()
"""A placeholder for the path from the body, or a donne, to the play."""

# A card in a path stands for its index in the list that contains it.
PLACES: Mapping[Part, Callable[[Subject], tuple[Any, ...]]] = complete(
    Part,
    {
        Part.HANDS: lambda it: ("hands",),
        Part.HAND: lambda it: ("hands", it.seat),
        Part.CARD_OF_HAND: lambda it: ("hands", it.seat, it.card),
        Part.DECLARATIONS: lambda it: ("declared",),
        Part.DECLARATIONS_OF_SEAT: lambda it: ("declared", it.seat),
        Part.DECLARATION: lambda it: ("declared", it.seat, it.index),
        Part.CARD_OF_DECLARATION: lambda it: ("declared", it.seat, it.index, "cards", it.card),
        Part.FIRST_SPEAKER: lambda it: ("first_player",),
        Part.DEALER: lambda it: ("dealer",),
        Part.ANNOUNCEMENT_POINTS: lambda it: ("announcement_points",),
        Part.CARD_POINTS: lambda it: ("count", "card_points"),
        Part.TOTALS: lambda it: ("count", "total"),
        Part.TRUMP: lambda it: ("trump",),
        Part.TRICKS_WON: lambda it: ("count", "tricks_won"),
        Part.LAST_TRICK: lambda it: ("count", "last_trick"),
        Part.PILES: lambda it: ("won",),
        Part.PILE: lambda it: ("won", it.team),
        Part.CARD_OF_PILE: lambda it: ("won", it.team, it.index),
        Part.TRICKS: lambda it: (PLAY, "tricks"),
        Part.TRICK: lambda it: (PLAY, "tricks", it.index),
        Part.CARD_OF_TRICK: lambda it: (PLAY, "tricks", it.index, it.position),
        Part.LEADER: lambda it: (PLAY, "leaders", it.index),
        Part.BELOTE_TEAM: lambda it: ("belote", "team"),
        Part.CONTRACT: lambda it: ("contract",),
        Part.BID: lambda it: ("contract", "bid"),
        Part.TAKER: lambda it: ("taker",),
        Part.DONNE: lambda it: (),
    },
)


def faults_of(
    found: Iterable[Inconsistency], body: Any, deck: Deck, play_at: Path
) -> Iterator[Fault]:
    """Yield contradictions as faults of `body`.

    `play_at` is the path to the play, from the body or from a donne of it.
    """
    for one in found:
        form = CODES[one.kind]
        place = _place(one.subject, body, deck, play_at)
        if one.kind in EMPTY and _at(body, place) is not None:
            form, member = EMPTY[one.kind]
            place = (*place, member)
        because = {"because": form.because} if form.because else {}
        choices = {"choices": list(form.choices(deck))} if form.choices else {}
        values = {name: _value(value, body, deck, play_at) for name, value in one.values.items()}
        yield Fault(form.code, place, because | values | dict(form.params) | choices)


def _value(value: object, body: Any, deck: Deck, play_at: Path) -> object:
    if isinstance(value, Subject):
        return _place(value, body, deck, play_at)
    return deck.labels[value] if isinstance(value, Card) else value


def _place(subject: Subject, body: Any, deck: Deck, play_at: Path) -> Path:
    """Return the path in `body` of a part of the input."""
    donne = () if subject.donne is None else ("donnes", subject.donne)
    log = ("log",) if subject.in_log else ()
    steps: list[str | int] = []
    here = body
    for step in (*donne, *log, *PLACES[subject.part](subject)):
        for one in play_at if step is PLAY else (step,):
            at = _index(here, one, deck) if isinstance(one, Card) else one
            steps.append(at)
            here = _member(here, at)
    return tuple(steps)


def _index(labels: Any, card: Card, deck: Deck) -> int:
    return next(at for at, text in enumerate(labels) if deck.card_of[text] == card)


def _at(body: Any, path: Path) -> Any:
    """Return what is at a path, None where a field is missing."""
    for step in path:
        body = _member(body, step)
    return body


def _member(value: Any, step: str | int) -> Any:
    """Return the member at `step`, None where a field is missing."""
    if isinstance(value, dict):
        return value.get(step)
    return value[step] if isinstance(value, list) and isinstance(step, int) else None
