"""What the sentences of an audit state, as conditions on the log and on what was found in it.

They are written from the sentences, not from the code that says them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from service.belote.announcements import BELOTE
from service.belote.audit.events import (
    Call,
    CallEvent,
    ClaimEvent,
    CountEvent,
    DealEvent,
    DeclareEvent,
    Event,
    Log,
    PlayEvent,
    SayEvent,
    ShowEvent,
)
from service.belote.audit.rulings import Audit, Debt, DecisionKind, Finding, Phase
from service.belote.cards import Card
from service.belote.codes import Code, Reason
from service.belote.rules import CARDS_IN_TRICK, PenaltyOn, RebelotePardon, Rules, Scale
from service.belote.scales import Bid, NamedBid
from service.belote.table import SEATS, Seat, Team

P = Mapping[str, Any]
SET_ASIDE = {
    *(Code.MISPLACED_EVENT, Code.CARD_PLAYED_BEFORE, Code.CARD_NOT_HELD, Code.CARD_TOO_MANY),
}


@dataclass(frozen=True)
class OfLog:
    """A log, its audit, and one reason of it; `at`: its event, None for the explanation."""

    log: Log
    rules: Rules
    found: Audit
    at: int | None
    finding: Finding | None = None

    @property
    def event(self) -> Event:
        assert self.at is not None
        return self.log.events[self.at]

    @property
    def plays(self) -> list[tuple[int, PlayEvent]]:
        """The cards on the table with their events, in order."""
        lying = iter(
            [
                (seat, card)
                for trick in self.found.tricks
                for seat, card in zip(trick.seats, trick.cards, strict=False)
            ]
        )
        wanted = next(lying, None)
        plays: list[tuple[int, PlayEvent]] = []
        aside = {one.event for one in self.found.findings if one.code in SET_ASIDE}
        for at, event in enumerate(self.log.events):
            if at in aside or not isinstance(event, PlayEvent):
                continue
            if (event.seat, event.card) == wanted:
                plays.append((at, event))
                wanted = next(lying, None)
        return plays

    def before(self) -> list[PlayEvent]:
        """The cards on the table before the event."""
        assert self.at is not None
        return [event for at, event in self.plays if at < self.at]

    def place(self) -> tuple[int, int]:
        """The trick and the turn of the next card before the event, from 0."""
        return divmod(len(self.before()), CARDS_IN_TRICK)

    def lies(self) -> bool:
        return self.at in [at for at, _ in self.plays]

    def is_by(self, seat: Seat, kind: type[Event] | tuple[type[Event], ...]) -> bool:
        return isinstance(self.event, kind) and self.event.seat is seat

    def pair(self) -> int:
        return 0 if self.found.trump is None else BELOTE[self.found.trump]

    def is_of_pair(self, card: Card) -> bool:
        return bool(self.pair() >> card & 1)

    def order_of_pair(self) -> list[Card]:
        return [event.card for _, event in self.plays if self.is_of_pair(event.card)]


def _counted(it: OfLog, p: P) -> bool:
    """The points of the cards are those of the tricks, and the last trick went to the team."""
    points = {Team.NS: 0, Team.EW: 0}
    for trick in it.found.tricks:
        assert trick.winner
        points[trick.winner.team] += trick.points
    last = it.found.tricks[-1].winner
    assert last
    is_count = isinstance(it.event, CountEvent) and it.found.phase is Phase.OVER
    return is_count and (p["ns"], p["ew"]) == tuple(points.values()) and p["team"] is last.team


def _told(it: OfLog) -> list[int]:
    """By how much each number of the count differs from what was won or is written."""
    count = it.event
    assert isinstance(count, CountEvent)
    decided = it.found.decision.scores if it.found.decision else None
    played = it.found.score.scores if it.found.score else None
    points = {Team.NS: 0, Team.EW: 0}
    for trick in it.found.tricks:
        if trick.winner:
            points[trick.winner.team] += trick.points
    right = [
        (count.card_points, tuple(points.values())),
        (count.totals, it.found.points),
        *((count.scores, one) for one in (decided, played) if one is not None),
    ]
    return [
        abs(number - due)
        for numbers, each in right
        if numbers is not None
        for number, due in zip(numbers, each, strict=True)
        if number is not None
    ]


def _is_off(it: OfLog, p: P, points: int) -> bool:
    return _counted(it, p) and points in _told(it)


def _card_of_word(it: OfLog, p: P) -> bool:
    """The player said a word with this card: in its event, or apart from it."""
    word = it.event
    says = word.says if isinstance(word, PlayEvent) else None
    spoken = says is not None or isinstance(word, SayEvent)
    played = [event.card for _, event in it.plays if event.seat is p["seat"]]
    return spoken and it.event.seat is p["seat"] and p["card"] in played


def _silent(it: OfLog, p: P, index: int) -> bool:
    """The player put both cards of the pair, this one in this place, and said nothing with it."""
    event = it.event
    assert isinstance(event, PlayEvent)
    players = {one.seat for _, one in it.plays if it.is_of_pair(one.card)}
    return (
        (event.seat, event.card) == (p["seat"], p["card"])
        and it.order_of_pair()[index] == p["card"]
        and len(it.order_of_pair()) == len(SEATS) // 2
        and players == {p["seat"]}
    )


def _declares(it: OfLog, seat: Seat) -> bool:
    return it.is_by(seat, (PlayEvent, DeclareEvent))


def _after(it: OfLog, trick: int) -> bool:
    """So many tricks were over before the event."""
    return it.place()[0] >= trick


def _heard(it: OfLog, *calls: Call) -> list[CallEvent]:
    """The calls of these kinds before the event that were not set aside."""
    aside = {one.event for one in it.found.findings if one.code is not Code.HEADER_DIFFERS}
    return [
        event
        for at, event in enumerate(it.log.events[: it.at])
        if isinstance(event, CallEvent) and event.call in calls and at not in aside
    ]


def _says(it: OfLog, p: P, call: Call) -> bool:
    return isinstance(it.event, CallEvent) and (it.event.seat, it.event.call) == (p["seat"], call)


def _calls(it: OfLog, p: P, call: Call) -> Bid | None:
    """What was bid in the event, None where it is another call, or another's."""
    is_said = _says(it, p, call)
    return it.event.bid if is_said and isinstance(it.event, CallEvent) else None


def _bids_before(it: OfLog) -> list[int]:
    return [one.bid for one in _heard(it, Call.BID) if isinstance(one.bid, int)]


def _is_settled(it: OfLog) -> bool:
    """Nothing more may be called before the event: three have passed, or it was doubled twice."""
    heard = [one.call for one in _heard(it, *Call)]
    return heard[-3:] == [Call.PASS] * 3 or Call.SURCOINCHE in heard


def _played_by(it: OfLog, seat: Seat) -> int:
    """How many cards the seat had played, that of the event included."""
    return [one.seat for one in it.before()].count(seat) + (it.lies() and it.event.seat is seat)


def _last_of_others(it: OfLog, seat: Seat) -> Seat:
    return [one.seat for one in it.before() if one.seat is not seat][-1]


def _exact(p: P) -> int:
    """The points that the other team has where one has lost the donne."""
    points: int = sum(points for _, points in p["parts"])
    return points


def _declared_up_to(it: OfLog, seat: Seat) -> int:
    assert it.at is not None
    return sum(
        len(event.declares) if isinstance(event, PlayEvent) else isinstance(event, DeclareEvent)
        for event in it.log.events[: it.at + 1]
        if event.seat is seat
    )


Statement: TypeAlias = Callable[[OfLog, P], bool]

STATED: Mapping[Code, Statement] = {
    Code.DEAL_PACKETS: lambda it, p: (
        it.is_by(p["seat"], DealEvent)
        and isinstance(it.event, DealEvent)
        and it.event.packets not in ((3, 2), (2, 3))
    ),
    Code.TURNED_CARD_ELSEWHERE: lambda it, p: (
        isinstance(it.event, DealEvent)
        and it.event.turned is not None
        and it.event.turned == p["turned"]
        and it.found.taker is p["taker"] is not p["seat"]
        and bool(it.found.hands[p["seat"]] >> it.event.turned & 1)
    ),
    Code.DEAL_PACKETS_OF_EIGHT: lambda it, p: (
        it.is_by(p["seat"], DealEvent)
        and isinstance(it.event, DealEvent)
        and it.event.packets is not None
        and (sum(it.event.packets) != 8 or sorted(it.event.packets) != [2, 3, 3])
        and it.rules.scale is Scale.BID
    ),
    Code.CARD_TURNED: lambda it, p: (
        it.is_by(p["seat"], DealEvent)
        and isinstance(it.event, DealEvent)
        and it.event.turned is not None
        and it.rules.scale is Scale.BID
    ),
    Code.BID_TOO_LOW: lambda it, p: (
        _calls(it, p, Call.BID) == p["bid"] < p["needed"] == max([70, *_bids_before(it)]) + 10
    ),
    Code.BID_NOT_IN_TENS: lambda it, p: _calls(it, p, Call.BID) == p["bid"] and p["bid"] % 10 > 0,
    Code.BID_OVER_CAPOT: lambda it, p: (
        _calls(it, p, Call.BID) is not None
        and NamedBid.CAPOT in [one.bid for one in _heard(it, Call.BID)]
    ),
    Code.BID_AFTER_COINCHE: lambda it, p: (
        _calls(it, p, Call.BID) is not None and len(_heard(it, Call.COINCHE)) == 1
    ),
    Code.COINCHE_WITHOUT_BID: lambda it, p: (
        _says(it, p, Call.COINCHE) and not _heard(it, Call.BID, Call.TAKE)
    ),
    Code.COINCHE_OF_OWN_SIDE: lambda it, p: (
        _says(it, p, Call.COINCHE)
        and _heard(it, Call.BID, Call.TAKE)[-1].seat.team is p["team"] is p["seat"].team
    ),
    Code.COINCHE_AFTER_COINCHE: lambda it, p: (
        _says(it, p, Call.COINCHE) and len(_heard(it, Call.COINCHE)) == 1
    ),
    Code.SURCOINCHE_WITHOUT_COINCHE: lambda it, p: (
        _says(it, p, Call.SURCOINCHE) and not _heard(it, Call.COINCHE)
    ),
    Code.SURCOINCHE_OF_OWN_SIDE: lambda it, p: (
        _says(it, p, Call.SURCOINCHE)
        and _heard(it, Call.COINCHE)[-1].seat.team is p["team"] is p["seat"].team
    ),
    Code.CALL_AFTER_AUCTION: lambda it, p: it.is_by(p["seat"], CallEvent) and _is_settled(it),
    Code.CALL_OUT_OF_TURN: lambda it, p: it.is_by(p["seat"], CallEvent) and p["due"] != p["seat"],
    Code.SUIT_IN_ROUND_ONE: lambda it, p: (
        isinstance(it.event, CallEvent) and it.event.suit is p["suit"] is not p["turned"].suit
    ),
    Code.SUIT_MISSING_IN_ROUND_TWO: lambda it, p: (
        isinstance(it.event, CallEvent) and it.event.suit is None
    ),
    Code.TURNED_SUIT_IN_ROUND_TWO: lambda it, p: (
        isinstance(it.event, CallEvent)
        and isinstance(it.log.events[0], DealEvent)
        and it.log.events[0].turned is not None
        and it.event.suit is it.log.events[0].turned.suit is p["suit"]
    ),
    Code.CALL_AFTER_TAKE: lambda it, p: (
        it.is_by(p["seat"], CallEvent) and it.found.taker is p["taker"]
    ),
    Code.CALL_NOT_OF_THIS_SCALE: lambda it, p: it.is_by(p["seat"], CallEvent),
    Code.TAKE_AMONG_BIDS: lambda it, p: _says(it, p, Call.TAKE) and it.rules.scale is Scale.BID,
    Code.HEADER_DIFFERS: lambda it, p: (
        it.log.dealer not in (None, it.found.dealer)
        or it.log.trump not in (None, it.found.trump)
        or it.log.taker not in (None, it.found.taker)
        or it.log.takers not in (None, it.found.takers)
        or it.log.contract not in (None, it.found.contract)
    ),
    Code.MISPLACED_EVENT: lambda it, p: it.event.seat is p["seat"],
    Code.LED_OUT_OF_TURN: lambda it, p: (
        it.lies()
        and it.is_by(p["seat"], PlayEvent)
        and it.place() == (p["trick"] - 1, 0)
        and p["due"] not in (None, p["seat"])
    ),
    Code.OUT_OF_TURN: lambda it, p: (
        it.lies()
        and it.is_by(p["seat"], PlayEvent)
        and it.place()[0] == p["trick"] - 1
        and it.place()[1] > 0
        and p["due"] not in (None, p["seat"])
    ),
    Code.CARD_PLAYED_BEFORE: lambda it, p: p["card"] in [one.card for one in it.before()],
    Code.CARD_NOT_HELD: lambda it, p: (
        (
            not it.lies()
            and any(
                (hand >> p["card"] & 1) != (seat is p["seat"])
                for seat, hand in it.log.hands.items()
            )
        )
        or len(it.log.hands) == len(SEATS) - 1
    ),
    Code.CARD_TOO_MANY: lambda it, p: (
        it.place()[0] == p["trick"] - 1
        and p["seat"] in [one.seat for one in it.before()[it.place()[0] * CARDS_IN_TRICK :]]
    ),
    Code.BELOTE_ON_WRONG_CARD: _card_of_word,
    Code.BELOTE_ON_NO_CARD: lambda it, p: it.is_by(p["seat"], SayEvent),
    Code.BELOTE_WITHOUT_PAIR: lambda it, p: (
        _card_of_word(it, p)
        and it.is_of_pair(p["card"])
        and not it.found.hands[p["seat"]] & it.pair() & ~(1 << p["card"])
    ),
    Code.BELOTE_ON_SECOND_CARD: lambda it, p: (
        _card_of_word(it, p) and it.order_of_pair()[1] == p["card"]
    ),
    Code.BELOTE_TWICE: lambda it, p: _card_of_word(it, p) and it.is_of_pair(p["card"]),
    Code.REBELOTE_WITHOUT_BELOTE: lambda it, p: _card_of_word(it, p) and it.is_of_pair(p["card"]),
    Code.BELOTE_UNSAID: lambda it, p: _silent(it, p, 0),
    Code.REBELOTE_UNSAID: lambda it, p: _silent(it, p, 1),
    Code.EARLY: lambda it, p: (
        it.is_by(p["seat"], DeclareEvent) and p["seat"] not in [one.seat for one in it.before()]
    ),
    Code.DECLARATION_TOO_MANY: lambda it, p: (
        _declares(it, p["seat"]) and _declared_up_to(it, p["seat"]) > 8
    ),
    Code.LATE_AFTER: lambda it, p: (
        _declares(it, p["declaration"].seat)
        and _played_by(it, p["declaration"].seat) == p["said_with"] > 1
        and _last_of_others(it, p["declaration"].seat) is p["after"]
    ),
    Code.LATE_APART: lambda it, p: (
        it.is_by(p["declaration"].seat, DeclareEvent)
        and it.before()[-1].seat is p["after"] is not p["declaration"].seat
        and _played_by(it, p["declaration"].seat) == p["said_after"] == p["said_with"] - 1 > 0
    ),
    Code.CARDS_NAMED_TOO_SOON: lambda it, p: _declares(it, p["seat"]) and not _after(it, 1),
    Code.SHOW_TOO_SOON: lambda it, p: it.is_by(p["seat"], ShowEvent) and not _after(it, 1),
    Code.SHOW_BY_LOSER: lambda it, p: (
        it.is_by(p["seat"], ShowEvent)
        and isinstance(it.event, ShowEvent)
        and it.event.cards is not None
    ),
    Code.SHOW_DIFFERS: lambda it, p: it.is_by(p["seat"], ShowEvent),
    Code.SHOW_OF_NOTHING: lambda it, p: it.is_by(p["seat"], ShowEvent),
    Code.SHOW_REFUSED: lambda it, p: (
        it.is_by(p["seat"], ShowEvent)
        and isinstance(it.event, ShowEvent)
        and it.event.cards is None
    ),
    Code.NOT_SHOWN_IN_TIME: lambda it, p: it.lies() and it.place() == (2, 0),
    Code.COUNTED_TOO_SOON: lambda it, p: len(it.before()) < len(SEATS) * 8,
    Code.COUNTED_AGAIN: lambda it, p: (
        sum(isinstance(one, CountEvent) for one in it.log.events[: it.at]) > 0
    ),
    Code.COUNT_DIFFERS: _counted,
    Code.COUNT_OFF_BY_LAST_TRICK: lambda it, p: (
        _is_off(it, p, 10)
        or (isinstance(it.event, CountEvent) and it.event.last_trick is p["team"].other)
    ),
    Code.COUNT_OFF_BY_BELOTE: lambda it, p: _is_off(it, p, 20),
    Code.COUNT_OFF_BY_ANNOUNCEMENTS: lambda it, p: (
        it.found.announcements is not None and _is_off(it, p, sum(it.found.announcements.points))
    ),
    Code.COUNT_OFF_IN_SUM: _counted,
    Code.COUNT_OFF_IN_SCORES: lambda it, p: (
        isinstance(it.event, CountEvent)
        and it.event.scores is not None
        and it.event.scores != (p["ns"], p["ew"])
        and any(_told(it))
        and (p["ns"], p["ew"])
        in [one.scores for one in (it.found.score, it.found.decision) if one is not None]
    ),
    Code.COUNT_OFF_BY_TRICK: lambda it, p: _is_off(it, p, it.found.tricks[p["trick"] - 1].points),
    Code.CLAIM_UPHELD: lambda it, p: it.is_by(p["seat"], ClaimEvent) and _upheld(it) is True,
    Code.CLAIM_AFTER_COUNT: lambda it, p: (
        _is_upheld_by(it, p)
        and any(isinstance(one, CountEvent) for one in it.log.events[: it.at])
        and _claimed(it).cured_by != it.at
    ),
    Code.CLAIM_OF_OTHER_TEAM: lambda it, p: (
        _is_upheld_by(it, p)
        and _claimed(it).code is Code.REBELOTE_UNSAID
        and _team_claimed(it) is p["seat"].team.other
    ),
    Code.CLAIM_WITHOUT_PARDON: lambda it, p: (
        _is_upheld_by(it, p)
        and _claimed(it).code is Code.REBELOTE_UNSAID
        and _claimed(it).cured_by is None
        and (bool(it.log.pardons_used) or it.rules.rebelote_pardon is RebelotePardon.NONE)
    ),
    Code.CLAIM_OF_OWN_TEAM: lambda it, p: (
        _is_upheld_by(it, p)
        and it.rules.penalty_on is PenaltyOn.CLAIM
        and _team_claimed(it) is p["seat"].team
    ),
    Code.CLAIM_REFUTED: lambda it, p: it.is_by(p["seat"], ClaimEvent) and _upheld(it) is False,
    Code.CLAIM_OF_NO_REBELOTE: lambda it, p: (
        it.is_by(p["seat"], ClaimEvent)
        and _upheld(it) is False
        and it.at is not None
        and not any(
            one.code is Code.REBELOTE_UNSAID and one.event < it.at for one in it.found.findings
        )
    ),
    Code.CLAIM_OF_NO_EVENT: lambda it, p: (
        it.is_by(p["seat"], ClaimEvent)
        and _upheld(it) is False
        and p["event"] not in range(len(it.log.events))
    ),
    Code.CLAIM_OF_LATER_EVENT: lambda it, p: (
        it.is_by(p["seat"], ClaimEvent)
        and _upheld(it) is False
        and it.at is not None
        and it.at <= p["event"] < len(it.log.events)
    ),
    **dict.fromkeys(
        (
            Code.CLAIM_WITHOUT_SHOWS,
            Code.CLAIM_WITHOUT_WORDS,
            Code.CLAIM_WAITS_FOR_A_CARD,
            Code.CLAIM_WAITS_FOR_A_WORD,
            Code.CLAIM_WAITS_FOR_THE_HANDS,
        ),
        lambda it, p: it.is_by(p["seat"], ClaimEvent) and _upheld(it) is None,
    ),
    Code.DECISION_STANDS: lambda it, p: (
        it.found.score is not None and it.found.score.scores == (p["ns"], p["ew"])
    ),
    Code.DECISION_DONNE_LOST: lambda it, p: (
        it.found.decision is not None
        and it.found.decision.against is p["team"]
        and it.found.decision.scores == (p["ns"], p["ew"])
        and sum(points for _, points in p["parts"]) == p["ew" if p["team"] is Team.NS else "ns"]
    ),
    Code.DECISION_DONNE_LOST_ROUNDED: lambda it, p: (
        it.found.decision is not None
        and it.found.decision.against is p["team"]
        and it.found.decision.scores == (p["ns"], p["ew"])
        and p["ns"] % 10 == p["ew"] % 10 == 0
        and -5 <= _exact(p) - p["ew" if p["team"] is Team.NS else "ns"] < 5
        and _exact(p) % 10 > 0
    ),
    Code.DECISION_THROWN_IN: lambda it, p: it.found.phase is Phase.THROWN_IN,
    Code.DECISION_IMPOSSIBLE: lambda it, p: (
        it.found.decision is not None and len(it.found.decision.findings) > 0
    ),
    Code.DECISION_NO_TAKERS: lambda it, p: it.found.takers is None,
    Code.DECISION_NO_BID: lambda it, p: (
        it.found.takers is not None and (it.found.contract is None or not it.found.contract.bid)
    ),
    Code.DECISION_BOTH_AT_FAULT: lambda it, p: (
        it.found.decision is not None
        and it.found.decision.kind is DecisionKind.UNDECIDED
        and {seat.team for at in it.found.decision.findings if (seat := it.found.findings[at].seat)}
        == set(Team)
    ),
    Code.ANNOUNCEMENTS_OPEN: lambda it, p: it.found.announcements is None,
    Code.SHOW_DUE: lambda it, p: _owes(it, p["seat"], Debt.SHOW),
    Code.REBELOTE_DUE: lambda it, p: _owes(it, p["seat"], Debt.REBELOTE),
    Code.CALLS_NEXT: lambda it, p: (
        it.found.next is not None
        and it.found.next.seat is p["seat"]
        and it.found.phase is Phase.AUCTION
    ),
    Code.NEXT_NOT_KNOWN: lambda it, p: it.found.next is None,
}


def _is_upheld_by(it: OfLog, p: P) -> bool:
    return it.is_by(p["seat"], ClaimEvent) and _upheld(it) is True


def _claimed(it: OfLog) -> Finding:
    (claim,) = (one for one in it.found.claims if one.event == it.at)
    assert claim.finding is not None
    return it.found.findings[claim.finding]


def _team_claimed(it: OfLog) -> Team | None:
    seat = _claimed(it).seat
    return None if seat is None else seat.team


def _upheld(it: OfLog) -> bool | None:
    return next(one.upheld for one in it.found.claims if one.event == it.at)


def _owes(it: OfLog, seat: Seat, what: Debt) -> bool:
    return (seat, what) in [(one.seat, one.what) for one in it.found.due]


def reasons_of(log: Log, rules: Rules, found: Audit) -> Iterator[tuple[OfLog, Reason]]:
    """Every reason of an audit that speaks of the log, with what it speaks of."""
    for finding in found.findings:
        yield OfLog(log, rules, found, finding.event, finding), finding.reason
    for claim in found.claims:
        yield OfLog(log, rules, found, claim.event), claim.reason
    for reason in found.explanation:
        yield OfLog(log, rules, found, None), reason
