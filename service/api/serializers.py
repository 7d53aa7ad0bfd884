"""Frozen results as JSON values: one writer for each deck and language, built once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, TypeAlias

from orjson import Fragment

from service.api.i18n import LANGUAGES, Speaker
from service.api.problem_documents import problem_document
from service.api.problems import Told, invalid
from service.api.strict_json import dumps, ready
from service.belote.announcements import (
    ANNOUNCEMENTS,
    BY_CARDS,
    EMPTY_SELECTION,
    Announcement,
    Clash,
    Resolution,
    Selection,
    selection,
)
from service.belote.cards import CARDS, DECKS, Card, Deck, Rank, Suit
from service.belote.codes import DeclarationRef, Reason
from service.belote.comparison import Comparison, SeatVerdict, Step, TeamAnnouncement
from service.belote.declarations import Validation, Verdict
from service.belote.donne import DonneScore
from service.belote.game import Row, Sheet
from service.belote.rules import CARDS_IN_TRICK
from service.belote.table import FROM, SEATS, ByTeam, Seat
from service.belote.tricks import Irregularity, Replay, Trick
from service.observability.metrics import comparisons_of

Json: TypeAlias = dict[str, Any]


REMEMBERED = 8192
"""Sentences that all writers together keep ready; half a kilobyte each."""

_TOLD: dict[tuple[object, ...], Fragment] = {}


class Writer:
    """Writes answers in the labels of a deck and the words of a language."""

    def __init__(self, deck: Deck, language: str) -> None:
        self.deck = deck
        self.language = language
        self.speaker = Speaker(deck, language)
        self._announcements = {
            cards: ready(self._new_announcement(one)) for cards, one in BY_CARDS.items()
        }
        self._write: Mapping[type, Callable[[Any], Any]] = {
            Card: deck.labels.__getitem__,
            Rank: deck.ranks.__getitem__,
            Suit: deck.suits.__getitem__,
            Announcement: self.announcement,
            Selection: self.selection,
            DeclarationRef: self._place,
        }
        self._short = {
            one.announcements: ready(self._new_selection(one))
            for one in (EMPTY_SELECTION, *map(selection, ((one,) for one in ANNOUNCEMENTS)))
        }
        self._places = {seat: self._places_from(seat) for seat in SEATS}
        # Tables say the same few things over and over, and rule the same.
        self._held = lru_cache(maxsize=512)(self._new_held)
        self._step = lru_cache(maxsize=512)(self._new_step)
        self._seat_ruling = lru_cache(maxsize=512)(self._new_seat_ruling)

    # Values -----------------------------------------------------------------------------------

    def _new_announcement(self, one: Announcement) -> Json:
        return {
            "kind": one.kind.value,
            "points": one.points,
            "cards": self.deck.list(one.cards),
            "length": one.length,
            "top": self.deck.ranks[one.top],
            "suit": self.suit(one.suit),
        }

    def suit(self, suit: Suit | None) -> str | None:
        return None if suit is None else self.deck.suits[suit]

    def announcement(self, one: Announcement | None) -> Fragment | None:
        return None if one is None else self._announcements[one.cards]

    def announcements(self, found: Iterable[Announcement]) -> list[Fragment]:
        return [self._announcements[one.cards] for one in found]

    def selection(self, choice: Selection) -> Json | Fragment:
        """Nothing and single announcements, nearly all there is, are written beforehand."""
        ready = self._short.get(choice.announcements)
        return ready or self._new_selection(choice)

    def _new_selection(self, choice: Selection) -> Json:
        return {
            "points": choice.points,
            "announcements": self.announcements(choice.announcements),
        }

    def explanation(self, reasons: Iterable[Reason]) -> list[Fragment]:
        """Return the sentences of `reasons`, each kept once it has been written."""
        return [_TOLD.get((self, one.code, one.items)) or self._tell(one) for one in reasons]

    def _tell(self, reason: Reason) -> Fragment:
        """One reason, ready to go on the wire, and to go there again."""
        params = reason.params
        sentence = {
            "code": reason.code,
            "text": self.speaker.sentence(reason.code, params),
            "source": reason.source,
            "params": {name: self.value(one) for name, one in params.items()},
        }
        if len(_TOLD) >= REMEMBERED:
            _TOLD.clear()
        told = _TOLD[self, reason.code, reason.items] = ready(sentence)
        return told

    def value(self, value: Any) -> Any:
        """A value of the game as the wire has it."""
        write = self._write.get(type(value))
        return write(value) if write else value

    def _place(self, place: DeclarationRef) -> Json:
        seat = {} if place.seat is None else {"seat": place.seat}
        return seat | {"index": place.index}

    # Answers ----------------------------------------------------------------------------------

    def resolution(self, found: Resolution) -> Json:
        return {
            "deck": self.deck.name,
            "trump": self.suit(found.trump),
            "hand": self.deck.list(found.hand),
            "best": self.selection(found.best),
            "alternatives": [self.selection(one) for one in found.alternatives],
            "clashes": [self._clash(one) for one in found.clashes],
            "worthless": self.announcements(found.worthless),
            "belote": found.belote,
            "explanation": self.explanation(found.explanation),
        }

    def briefs(self, found: Iterable[tuple[Selection, bool | None]]) -> list[Json]:
        """Best and belote of many hands, nothing else."""
        write = self.selection
        return [{"best": write(best), "belote": belote} for best, belote in found]

    def refused(self, told: Told) -> Json:
        """What stands in place of the answer to one of many hands."""
        return {"error": problem_document(invalid(told.below("hands")), self.language)}

    def _clash(self, clash: Clash) -> Json:
        return {
            "carre": self.announcement(clash.carre),
            "sequence": self.announcement(clash.sequence),
            "card": self.deck.labels[clash.card],
        }

    def validation(self, found: Validation) -> Json:
        return {
            "accepted": found.accepted,
            "points": found.points,
            "rulings": [self._ruling(one) for one in found.rulings],
            "best": self.selection(found.best),
            "belote": found.belote,
            "explanation": self.explanation(found.explanation),
        }

    def _ruling(self, ruling: Verdict) -> Json:
        announcement = ruling.announcement
        return {
            "index": ruling.index,
            "verdict": "valid" if announcement else "void",
            "reason": ruling.reason,
            "false_declaration": ruling.false_declaration,
            "announcement": self.announcement(announcement),
        }

    def comparison(self, found: Comparison) -> Json:
        comparisons_of(found.decided_by).inc()
        return {
            "winner": found.winner,
            "decided_by": found.decided_by,
            "points": by_team(found.points),
            "best": {"NS": self._held(found.best.NS), "EW": self._held(found.best.EW)},
            "steps": [self._step(one) for one in found.steps],
            "revealed": [self._held(one) for one in found.revealed],
            "rulings": [self._seat_ruling(one) for one in found.rulings],
            "explanation": self.explanation(found.explanation),
        }

    def _new_held(self, held: TeamAnnouncement | None) -> Fragment | None:
        if held is None:
            return None
        told = {"seat": held.seat, "announcement": self.announcement(held.announcement)}
        return ready(told)

    def _new_step(self, step: Step) -> Fragment:
        values = {"NS": self.value(step.values.NS), "EW": self.value(step.values.EW)}
        return ready({"criterion": step.criterion, **values, "leader": step.leader})

    def _new_seat_ruling(self, one: SeatVerdict) -> Fragment:
        ruling = self._ruling(one.ruling)
        return ready({"seat": one.seat, **ruling, "counted": one.counted})

    # Donnes -----------------------------------------------------------------------------------

    def donne(self, found: DonneScore) -> Json:
        return {
            "outcome": found.outcome,
            "capot": found.capot,
            "totals": by_team(found.totals),
            "scores": by_team(found.scores),
            "carry_out": found.carry_out,
            "lines": [
                {
                    "item": line.item,
                    "points": line.points,
                    "counted_by": line.counted_by,
                    "marked_by": line.marked_by,
                }
                for line in found.lines
            ],
            "belote": {
                "team": found.belote.team,
                "points": found.belote.points,
                "status": found.belote.status,
                "pardon_left": found.belote.pardon_left,
            },
            "announcements": self.comparison(found.announcements) if found.announcements else None,
            "tricks": None if found.tricks is None else self._tricks(found.tricks),
            "irregularities": self._irregularities(found.irregularities),
            "explanation": self.explanation(found.explanation),
        }

    def _tricks(self, tricks: Iterable[Trick]) -> Fragment:
        """Put together from ready pieces; in a trick under way the last places stay empty."""
        told = []
        for trick in tricks:
            leader, cards, winner = trick.leader, trick.cards, trick.winner
            first, second, third, last = cards if winner else (*cards, *_NOTHING)[:CARDS_IN_TRICK]
            led, on, over, end = self._places[leader]
            told.append(
                f'{{"leader":"{leader}","cards":[{led[first]}{on[second]}{over[third]}{end[last]}],'
                f'"winner":{_WINNER[winner]},"points":{trick.points}}}'
            )
        return Fragment(f"[{','.join(told)}]")

    def _places_from(self, leader: Seat) -> list[list[str]]:
        """For each place of a trick and each card what is written there, nothing for no card."""
        return [
            [comma + dumps({"seat": seat, "card": label}).decode() for label in self.deck.labels]
            + [""]
            for comma, seat in zip(("", ",", ",", ","), FROM[leader], strict=True)
        ]

    def _irregularities(self, found: Iterable[Irregularity]) -> list[Json]:
        return [
            {
                "trick": one.trick,
                "seat": one.seat,
                "card": self.deck.labels[one.card],
                "rule": one.rule,
                "legal": self.deck.list(one.legal),
            }
            for one in found
        ]

    def replay(self, found: Replay) -> Json:
        return {
            "tricks": self._tricks(found.tricks),
            "next": found.next,
            "legal": None if found.legal is None else self.deck.list(found.legal),
            "irregularities": self._irregularities(found.irregularities),
            "points": by_team(found.points),
            "explanation": self.explanation(found.explanation),
        }

    def sheet(self, found: Sheet) -> Json:
        return {
            "target": found.target,
            "rows": [self._row(one) for one in found.rows],
            "totals": by_team(found.totals),
            "carry_out": found.carry_out,
            "winner": found.winner,
            "explanation": self.explanation(found.explanation),
        }

    def _row(self, row: Row) -> Json:
        return {
            "number": row.number,
            "passed": row.passed,
            "takers": row.takers,
            "outcome": row.outcome,
            "capot": row.capot,
            "belote": row.belote,
            "scores": by_team(row.scores),
            "running": by_team(row.running),
            "carry_in": row.carry_in,
            "carry_out": row.carry_out,
        }


_NOTHING = (len(CARDS),) * CARDS_IN_TRICK
_WINNER = {winner: dumps(winner).decode() for winner in (*SEATS, None)}


def by_team(pair: ByTeam[Any]) -> Json:
    return {"NS": pair.NS, "EW": pair.EW}


WRITERS: Mapping[tuple[str, str | None, str], Writer] = {
    (deck.name, deck.notation, language): Writer(deck, language)
    for deck in DECKS
    for language in LANGUAGES
}


def writer(deck: Deck, language: str) -> Writer:
    return WRITERS[deck.name, deck.notation, language]
