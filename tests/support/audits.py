"""Logs as the game takes them, and its audits as the naive auditor tells them, without words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from service.belote.audit.auditor import audit
from service.belote.audit.events import (
    About,
    Call,
    CallEvent,
    ClaimEvent,
    CountEvent,
    DealEvent,
    DeclareEvent,
    Event,
    Log,
    PlayEvent,
    Records,
    SayEvent,
    ShowEvent,
    Word,
)
from service.belote.audit.rulings import Audit, CallOption, Finding, Moment
from service.belote.cards import Card, Cards, Deck, Rank, Suit, bits
from service.belote.codes import REFEREE
from service.belote.declarations import Declaration
from service.belote.inputs import Contract
from service.belote.presets import resolve_rules
from service.belote.rules import Kind, Rules
from service.belote.scales import Bid, Coinche, NamedBid
from service.belote.table import SEATS, ByTeam, Seat, Team
from tests.reference.naive_spelling import deck_of

Json: TypeAlias = dict[str, Any]


# Bodies as logs -------------------------------------------------------------------------------


def log_of(body: Json) -> Log:
    """The log that a body tells."""
    read = Reader(deck_of(body))
    hands = body.get("hands") or {}
    return Log(
        tuple(read.event(one) for one in body["events"]),
        read.seat(body.get("dealer")),
        read.suit(body.get("trump")),
        read.seat(body.get("taker")),
        read.team(body.get("takers")),
        read.contract(body.get("contract")),
        hands={seat: read.cards(hands[seat]) for seat in SEATS if seat in hands},
        declare_best=body.get("declare_best") or False,
        carry_in=body.get("carry_in") or 0,
        pardons_used=frozenset(map(Team, body.get("pardons_used") or ())),
        records=Records(**(body.get("records") or {})),
    )


def rules_of(body: Json) -> Rules:
    switches = dict(body.get("rules") or {})
    return resolve_rules(switches.pop("preset", "classique"), switches)


class Reader:
    """Events of one deck."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck

    def seat(self, seat: str | None) -> Seat | None:
        return None if seat is None else Seat(seat)

    def team(self, team: str | None) -> Team | None:
        return None if team is None else Team(team)

    def suit(self, letter: str | None) -> Suit | None:
        return None if letter is None else self.deck.suit_of[letter]

    def bid(self, told: int | str | None) -> Bid | None:
        return NamedBid(told) if isinstance(told, str) else told

    def contract(self, told: Json | None) -> Contract | None:
        if told is None:
            return None
        coinche = told.get("coinche")
        return Contract(self.bid(told.get("bid")), None if coinche is None else Coinche(coinche))

    def card(self, label: str | None) -> Card | None:
        return None if label is None else self.deck.card_of[label]

    def cards(self, labels: list[str]) -> Cards:
        return bits(self.deck.card_of[one] for one in labels)

    def event(self, told: Json) -> Event:
        return _READ[told["type"]](self, told)

    def deal(self, told: Json) -> Event:
        packets = told.get("packets")
        return DealEvent(
            Seat(told["seat"]),
            self.card(told.get("turned")),
            None if packets is None else tuple(packets),
        )

    def call(self, told: Json) -> Event:
        call, suit = Call(told["call"]), self.suit(told.get("suit"))
        return CallEvent(Seat(told["seat"]), call, suit, self.bid(told.get("bid")))

    def play(self, told: Json) -> Event:
        says = told.get("says")
        return PlayEvent(
            Seat(told["seat"]),
            self.deck.card_of[told["card"]],
            None if says is None else Word(says),
            tuple(map(self.declaration, told.get("declares") or ())),
        )

    def declare(self, told: Json) -> Event:
        return DeclareEvent(Seat(told["seat"]), self.declaration(told))

    def say(self, told: Json) -> Event:
        return SayEvent(Seat(told["seat"]), Word(told["word"]))

    def show(self, told: Json) -> Event:
        refuses = told.get("refused")
        return ShowEvent(Seat(told["seat"]), None if refuses else self.cards(told["cards"]))

    def claim(self, told: Json) -> Event:
        return ClaimEvent(Seat(told["seat"]), About(told["about"]), told.get("event"))

    def count(self, told: Json) -> Event:
        return CountEvent(
            self.seat(told.get("seat")),
            _by_team(told.get("card_points")),
            _by_team(told.get("total")),
            self.team(told.get("last_trick")),
            self.team(told.get("capot")),
            _by_team(told.get("tricks_won")),
            _by_team(told.get("scores")),
        )

    def declaration(self, told: Json) -> Declaration:
        top = told.get("top")
        return Declaration(
            Kind(told["kind"]) if told.get("kind") else None,
            told.get("points"),
            self.cards(told["cards"]) if told.get("cards") else None,
            top=None if top is None else Rank(self.deck.ranks.index(top)),
            suit=self.suit(told.get("suit")),
            length=told.get("length"),
        )


_READ: Mapping[str, Callable[[Reader, Json], Event]] = {
    "deal": Reader.deal,
    "call": Reader.call,
    "play": Reader.play,
    "declare": Reader.declare,
    "say": Reader.say,
    "show": Reader.show,
    "claim": Reader.claim,
    "count": Reader.count,
}


def _by_team(told: Json | None) -> ByTeam[Any] | None:
    return ByTeam(told.get("NS"), told.get("EW")) if told else None


# Audits as bodies -----------------------------------------------------------------------------


def audited(body: Json) -> Json:
    """The audit of a body, with the members that need no words."""
    return told(audit(log_of(body), rules_of(body)), deck_of(body))


def told(found: Audit, deck: Deck) -> Json:
    following = found.next
    return {
        "phase": found.phase.value,
        "dealer": found.dealer,
        "trump": None if found.trump is None else deck.suits[found.trump],
        "taker": found.taker,
        "takers": found.takers,
        "next": following
        and {
            "seat": following.seat,
            "may": [one.value for one in following.may],
            "legal": None if following.legal is None else deck.list(following.legal),
            "calls": following.calls and [_option(one, deck) for one in following.calls],
        },
        "due": [{"seat": one.seat, "what": one.what.value} for one in found.due],
        "hands": {seat: deck.list(cards) for seat, cards in found.hands.items()},
        "tricks": [
            {
                "leader": one.leader,
                "cards": [
                    {"seat": seat, "card": deck.labels[card]}
                    for seat, card in zip(one.seats, one.cards, strict=False)
                ],
                "winner": one.winner,
                "points": one.points,
            }
            for one in found.tricks
        ],
        "points": _pair(found.points),
        "announcements": found.announcements
        and {
            "winner": found.announcements.winner,
            "points": _pair(found.announcements.points),
        },
        "belote": found.belote
        and {
            "team": found.belote.team,
            "points": found.belote.points,
            "status": found.belote.status.value,
        },
        "findings": [_finding(one) for one in for_the_table(found)],
        "claims": [
            {"event": one.event, "upheld": one.upheld, "finding": _place(found, one.finding)}
            for one in found.claims
        ],
        "score": found.score
        and {
            "outcome": found.score.outcome.value,
            "totals": _pair(found.score.totals),
            "scores": _pair(found.score.scores),
            "carry_out": found.score.carry_out,
        },
        "decision": found.decision
        and {
            "kind": found.decision.kind.value,
            "against": found.decision.against,
            "scores": found.decision.scores and _pair(found.decision.scores),
            "carry_out": found.decision.carry_out,
            "findings": [_place(found, one) for one in found.decision.findings],
        },
    }


def for_the_table(found: Audit) -> list[Finding]:
    """The findings, without those that tell the referee more of the one before."""
    return [
        one
        for one, before in zip(found.findings, (None, *found.findings), strict=False)
        if not (before and one.reason.audience == REFEREE and same(one, before))
    ]


def same(one: Finding, other: Finding) -> bool:
    """Whether two findings are of the same code, event and seat."""
    return (one.event, one.code, one.seat) == (other.event, other.code, other.seat)


def _place(found: Audit, index: int | None) -> int | None:
    """The index of a finding among those for the table."""
    if index is None:
        return None
    return next(
        at for at, one in enumerate(for_the_table(found)) if same(one, found.findings[index])
    )


def _finding(one: Finding) -> Json:
    because = dict(one.reason.items).get("because")
    return {
        "event": one.event,
        "at": _moment(one.at),
        "seat": one.seat,
        "code": one.code.value,
        "weight": one.weight.value,
        "proven_by_event": one.proven_by,
        "cured_by_event": one.cured_by,
        **({} if because is None else {"because": str(because)}),
    }


def _moment(at: Moment) -> Json:
    told = {"phase": at.phase.value, "trick": at.trick, "turn": at.turn}
    return {name: value for name, value in told.items() if value is not None}


def _option(one: CallOption, deck: Deck) -> str | Json:
    if one.bid is not None:
        return {one.call.value: one.bid}
    return one.call.value if one.suit is None else {one.call.value: deck.suits[one.suit]}


def _pair(pair: ByTeam[int]) -> Json:
    return {"NS": pair.NS, "EW": pair.EW}
