"""Serialize results of the game as JSON values: one serializer for each deck and language.

The members of each answer are those of its schema in `schemas.answers`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, TypeAlias

from orjson import Fragment

from service.api.i18n import LANGUAGES, Renderer
from service.api.problem_documents import problem_document
from service.api.problems import Told, invalid
from service.api.strict_json import ready
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
from service.belote.codes import Addends, Audience, Code, DeclarationRef, Note, RankOrder, Reason
from service.belote.comparison import Comparison, SeatVerdict, Step, TeamAnnouncement
from service.belote.dealing import Deal
from service.belote.declarations import Validation, Verdict
from service.belote.donne import Belote, DonneScore, explained_donne
from service.belote.game import Row, Sheet
from service.belote.inputs import Contract
from service.belote.table import SEATS, ByTeam, Team
from service.belote.tricks import Irregularity, Replay, Trick

Json: TypeAlias = dict[str, Any]


SENTENCES_KEPT = 8192
"""Serialized sentences that all serializers together keep; half a kilobyte each."""


class Serializer:
    """Serializes results in the labels of a deck and the words of a language."""

    def __init__(self, deck: Deck, language: str) -> None:
        self.deck = deck
        self.language = language
        self.renderer = Renderer(deck, language)
        self._announcements = {
            cards: ready(self._new_announcement(one)) for cards, one in BY_CARDS.items()
        }
        self._write: Mapping[type, Callable[[Any], Any]] = {
            Card: deck.labels.__getitem__,
            Rank: deck.ranks.__getitem__,
            Suit: deck.suits.__getitem__,
            Announcement: self.announcement,
            Selection: self.selection,
            DeclarationRef: self._declaration_ref,
            RankOrder: self._rank_order,
            Addends: self._addends,
            Contract: contract,
        }
        self._short = {
            one.announcements: ready(self._new_selection(one))
            for one in (EMPTY_SELECTION, *map(selection, ((one,) for one in ANNOUNCEMENTS)))
        }
        self._played = {
            (seat, card): ready({"seat": seat, "card": label})
            for seat in SEATS
            for card, label in zip(CARDS, deck.labels, strict=True)
        }
        # Few different values of each occur, so each is serialized once.
        self._team_announcement = lru_cache(maxsize=512)(self._new_team_announcement)
        self._step = lru_cache(maxsize=512)(self._new_step)
        self._seat_ruling = lru_cache(maxsize=512)(self._new_seat_ruling)

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
        """Return the letter of a suit."""
        return None if suit is None else self.deck.suits[suit]

    def announcement(self, one: Announcement | None) -> Fragment | None:
        """Return an announcement, or null."""
        return None if one is None else self._announcements[one.cards]

    def announcements(self, found: Iterable[Announcement]) -> list[Fragment]:
        """Return a list of announcements."""
        return [self._announcements[one.cards] for one in found]

    def selection(self, choice: Selection) -> Json | Fragment:
        """Return a selection; those of no or one announcement, nearly all, are kept ready."""
        return self._short.get(choice.announcements) or self._new_selection(choice)

    def _new_selection(self, choice: Selection) -> Json:
        return {
            "points": choice.points,
            "announcements": self.announcements(choice.announcements),
        }

    def explanation(self, reasons: Iterable[Reason]) -> list[Fragment]:
        """Return the sentences of `reasons` as JSON."""
        return [_sentence(self, one.code, one.items, one.audience) for one in reasons]

    def value(self, value: Any) -> Any:
        """Return the JSON value of a value of the game."""
        write = self._write.get(type(value))
        return write(value) if write else value

    def _declaration_ref(self, found: DeclarationRef) -> Json:
        seat = {} if found.seat is None else {"seat": found.seat}
        return seat | {"index": found.index}

    def _rank_order(self, found: RankOrder) -> list[str]:
        return [self.deck.ranks[rank] for rank in found]

    def _addends(self, found: Addends) -> list[Json]:
        return [{"item": item, "points": points} for item, points in found]

    def resolution(self, found: Resolution) -> Json:
        """Return the answer about a hand, without the rules."""
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

    def batch_items(self, found: Iterable[tuple[Selection, bool | None]]) -> list[Json]:
        """Return the best choice and the belote of each of many hands."""
        selection = self.selection
        return [{"best": selection(best), "belote": belote} for best, belote in found]

    def batch_error(self, told: Told, items: str) -> Json:
        """Return what stands in place of an item with faults, in the list called `items`."""
        return {"error": problem_document(invalid(told.below(items)), self.language)}

    def _clash(self, clash: Clash) -> Json:
        return {
            "carre": self.announcement(clash.carre),
            "sequence": self.announcement(clash.sequence),
            "card": self.deck.labels[clash.card],
        }

    def validation(self, found: Validation) -> Json:
        """Return the answer about the declarations of a player, without the rules."""
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
        """Return the answer about a table, without the rules."""
        return {
            "winner": found.winner,
            "decided_by": found.decided_by,
            "points": by_team(found.points),
            "awards": by_team(found.awards),
            "best": {
                "NS": self._team_announcement(found.best.NS),
                "EW": self._team_announcement(found.best.EW),
            },
            "steps": [self._step(one) for one in found.steps],
            "revealed": [self._team_announcement(one) for one in found.revealed],
            "rulings": [self._seat_ruling(one) for one in found.rulings],
            "explanation": self.explanation(found.explanation),
        }

    def _new_team_announcement(self, found: TeamAnnouncement | None) -> Fragment | None:
        if found is None:
            return None
        announcement = self.announcement(found.announcement)
        return ready({"seat": found.seat, "announcement": announcement})

    def _new_step(self, step: Step) -> Fragment:
        values = {"NS": self.value(step.values.NS), "EW": self.value(step.values.EW)}
        return ready({"criterion": step.criterion, **values, "leader": step.leader})

    def _new_seat_ruling(self, one: SeatVerdict) -> Fragment:
        ruling = self._ruling(one.ruling)
        return ready({"seat": one.seat, **ruling, "counted": one.counted})

    def donne(self, found: DonneScore) -> Json:
        """Return the answer about a donne, without the rules."""
        return {
            "contract": contract(found.contract),
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
                    "carried": line.carried,
                }
                for line in found.lines
            ],
            "belote": self.belote(found.belote),
            "announcements": self.comparison(found.announcements) if found.announcements else None,
            "tricks": None if found.tricks is None else [self.trick(one) for one in found.tricks],
            "irregularities": self._irregularities(found.irregularities),
            "explanation": self.explanation(found.explanation),
        }

    def belote(self, found: Belote) -> Json:
        """Return the ruling on the belote."""
        return {
            "team": found.team,
            "points": found.points,
            "status": found.status,
            "pardon_left": found.pardon_left,
        }

    def trick(self, trick: Trick) -> Json:
        """Return a trick; one under way may be short."""
        played = zip(trick.seats, trick.cards, strict=False)
        return {
            "leader": trick.seats[0],
            "cards": [self._played[one] for one in played],
            "winner": trick.winner,
            "points": trick.points,
        }

    def _irregularities(self, found: Iterable[Irregularity]) -> list[Json]:
        return [
            {
                "trick": one.trick,
                "seat": one.seat,
                "card": self.deck.labels[one.card],
                "rule": one.rule,
                "legal": self.deck.list(one.legal),
                "proven_by": {
                    "trick": one.proven_by.trick,
                    "seat": one.proven_by.seat,
                    "card": self.deck.labels[one.proven_by.card],
                },
            }
            for one in found
        ]

    def replay(self, found: Replay) -> Json:
        """Return the answer about a play so far, without the rules."""
        return {
            "tricks": [self.trick(one) for one in found.tricks],
            "next": found.next,
            "legal": None if found.legal is None else self.deck.list(found.legal),
            "irregularities": self._irregularities(found.irregularities),
            "points": by_team(found.points),
            "explanation": self.explanation(found.explanation),
        }

    def deal(self, found: Deal, rules: Fragment) -> Json:
        """Return the deal of a seed, and the bodies of operations that take it.

        `rules`: as an answer repeats them.
        """
        tricks = None if found.tricks is None else [self.trick(one) for one in found.tricks]
        hands = {seat.value: self.deck.list(cards) for seat, cards in found.hands.items()}
        takers, trump = found.taker.team, self.suit(found.trump)
        named = {"deck": self.deck.name} | (
            {"notation": self.deck.notation} if self.deck.notation else {}
        )
        common = named | {"trump": trump, "rules": rules}
        played = [[self.deck.labels[one] for one in trick.cards] for trick in found.tricks or ()]
        compare = common | {"dealer": found.dealer, "hands": hands, "declare_best": True}
        replay = common | {"dealer": found.dealer, "hands": hands, "tricks": played}
        score = (
            common
            | {
                "takers": takers,
                "declare_best": True,
                "belote": {},
                "play": {"dealer": found.dealer, "tricks": played},
            }
            | ({"contract": contract(found.contract)} if found.contract else {})
        )
        return {
            "seed": found.seed,
            "deck": self.deck.name,
            "notation": self.deck.notation,
            "dealer": found.dealer,
            "turned": None if found.turned is None else self.deck.labels[found.turned],
            "taker": found.taker,
            "takers": takers,
            "trump": trump,
            "hands": hands,
            "tricks": tricks,
            "bodies": {
                "compare": compare,
                "replay": replay,
                "score": None if tricks is None else score,
            },
            "rules": rules,
        }

    def sheet(self, found: Sheet, names: Mapping[Team, str]) -> Json:
        """Return the answer about a game, without the rules and the rulings on its donnes.

        `names`: those that teams have given themselves.
        """
        return {
            "target": found.target,
            "rows": [self._row(one, names) for one in found.rows],
            "totals": by_team(found.totals),
            "carry_out": found.carry_out,
            "winner": found.winner,
            "notes": self._notes(found.notes, names),
            "explanation": self.explanation(found.explanation),
        }

    def rulings(self, found: Sheet, rules: Iterable[Fragment]) -> list[Json | None]:
        """Return the answer of `donnes/score` on each donne of a game; None on one not scored.

        `rules`: those that hold for each donne, as an answer repeats them.
        """
        return [
            self.donne(explained_donne(one.ruling)) | {"rules": own} if one.ruling else None
            for one, own in zip(found.rows, rules, strict=True)
        ]

    def _row(self, row: Row, names: Mapping[Team, str]) -> Json:
        return {
            "number": row.number,
            "passed": row.passed,
            "dealer": row.dealer,
            "takers": row.takers,
            "trump": self.suit(row.trump),
            "contract": contract(row.contract),
            "outcome": row.outcome,
            "capot": row.capot,
            "belote": row.belote,
            "announcements": by_team(row.announcements),
            "notes": self._notes(row.notes, names),
            "scores": by_team(row.scores),
            "running": by_team(row.running),
            "carry_in": row.carry_in,
            "carry_out": row.carry_out,
            "donne": None,
        }

    def _notes(self, notes: Iterable[Note], names: Mapping[Team, str]) -> list[Json]:
        note = self.renderer.note
        return [{"code": one.code, "text": note(one, names)} for one in notes]


@lru_cache(maxsize=SENTENCES_KEPT)
def _sentence(
    serializer: Serializer, code: Code, items: tuple[tuple[str, object], ...], audience: Audience
) -> Fragment:
    """Return the sentence of a reason as JSON. Few distinct ones occur, so they are cached."""
    params = dict(items)
    return ready(
        {
            "code": code,
            "text": serializer.renderer.sentence(code, params),
            "source": code.source,
            "paragraph": code.paragraph.id,
            "audience": audience,
            "params": {name: serializer.value(value) for name, value in params.items()},
        }
    )


def contract(found: Contract | None) -> Json | None:
    """Return what the takers undertook, or null."""
    return None if found is None else {"bid": found.bid, "coinche": found.coinche}


def by_team(pair: ByTeam[Any]) -> Json:
    """Return one value for each team."""
    return {"NS": pair.NS, "EW": pair.EW}


SERIALIZERS: Mapping[tuple[str, str | None, str], Serializer] = {
    (deck.name, deck.notation, language): Serializer(deck, language)
    for deck in DECKS
    for language in LANGUAGES
}


def serializer(deck: Deck, language: str) -> Serializer:
    """Return the serializer for a deck and a language."""
    return SERIALIZERS[deck.name, deck.notation, language]
