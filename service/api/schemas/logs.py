"""The donne log: the events of a donne in the order in which they happened, legal or not.

A log is refused only for what cannot be read. Whether an event was right is for the audit to find.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar

from marshmallow import ValidationError, fields, validates_schema

from service.api.problems import Fault
from service.api.schemas.announcements import MAX_DECLARATIONS, SaidSchema, hands_field
from service.api.schemas.base import RequestSchema, Variant
from service.api.schemas.donnes import (
    COUNTS,
    ELSEWHERE,
    IN_MEMBERS,
    MAX_CARRY,
    ByTeamSchema,
    ContractSchema,
    CountFormSchema,
    TricksWonSchema,
    integer_field,
    seat_field,
    team_field,
)
from service.api.schemas.fields import (
    BoundedList,
    CardField,
    CardsField,
    InvalidValue,
    SpokenBidField,
    StrictBoolean,
    SuitField,
    described,
    missing,
    one_of_missing,
)
from service.api.schemas.unions import Discriminated, constant
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
from service.belote.declarations import Declaration
from service.belote.lookup import complete
from service.belote.rules import HAND_SIZE
from service.belote.table import TEAMS, ByTeam, Seat, Team

T = TypeVar("T")

MAX_EVENTS = 300
MAX_PACKETS = 32
"""Packets of a deal that are noted, and cards in one."""

MAX_COUNTED = 1000
"""Points that a table may have counted for a team, more or less: any miscount can be read."""


# What events hold -------------------------------------------------------------------------------


TOLD_BY_EVENTS = MappingProxyType(dict.fromkeys(("with_card", "shown"), "told_by_events"))
"""What a declaration elsewhere says of itself, and the events of a log say by their order."""


class LogDeclarationSchema(SaidSchema[Declaration]):
    """One declaration of a log; `kind`, `points` or `cards` at least.

    When it was said and whether it was shown is told by the events.
    """

    factory = Declaration
    title = "LogDeclaration"
    elsewhere = TOLD_BY_EVENTS


class NotedCardPointsSchema(ByTeamSchema):
    """The points of the cards that a table counted for each team."""

    NS = integer_field(-MAX_COUNTED, MAX_COUNTED, required=True, **described("For North-South."))
    EW = integer_field(-MAX_COUNTED, MAX_COUNTED, required=True, **described("For East-West."))


class NotedTotalSchema(RequestSchema[ByTeam[int | None]]):
    """The totals that a table counted; one team's is enough."""

    example = '{"NS": 90}'
    NS = integer_field(
        -MAX_COUNTED, MAX_COUNTED, **described("For North-South, last trick included.")
    )
    EW = integer_field(
        -MAX_COUNTED, MAX_COUNTED, **described("For East-West, last trick included.")
    )

    def make(self, values: dict[str, Any]) -> ByTeam[int | None]:
        if not values:
            raise InvalidValue
        return ByTeam(values.get("NS"), values.get("EW"))

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def _check_a_team(self, data: Any, original: Any, **_: Any) -> None:
        if isinstance(original, dict) and all(original.get(team) is None for team in TEAMS):
            raise ValidationError([one_of_missing(TEAMS)])


class NotedScoresSchema(ByTeamSchema):
    """What a table would write for each team."""

    example = '{"NS": 162, "EW": 0}'
    NS = integer_field(0, MAX_CARRY, required=True, **described("For North-South."))
    EW = integer_field(0, MAX_CARRY, required=True, **described("For East-West."))


# Events -----------------------------------------------------------------------------------------


class EventSchema(RequestSchema[T]):
    """What all events have in common: their schema is chosen by `type`."""

    def make(self, values: dict[str, Any]) -> T:
        del values["type"]
        return super().make(values)


class DealEventSchema(EventSchema[DealEvent]):
    """The cards are dealt."""

    factory = DealEvent
    title = "DealEvent"
    example = '{"type": "deal", "seat": "E"}'
    type = constant("deal", "The cards are dealt.")
    seat = seat_field(required=True, **described("The dealer."))
    turned = CardField(**described("The card that was turned, if one was."))
    packets = BoundedList(
        integer_field(0, MAX_PACKETS),
        0,
        MAX_PACKETS,
        what="packets",
        **described("How many cards each round of the deal gave a player, where noted."),
    )

    def make(self, values: dict[str, Any]) -> DealEvent:
        if "packets" in values:
            values["packets"] = tuple(values["packets"])
        return super().make(values)


MEMBERS_OF: Mapping[Call, frozenset[str]] = complete(
    Call,
    {
        Call.PASS: frozenset(),
        Call.TAKE: frozenset({"suit"}),
        Call.BID: frozenset({"bid", "suit"}),
        Call.COINCHE: frozenset(),
        Call.SURCOINCHE: frozenset(),
    },
)
"""What may be told of each call; of a bid it must be."""


class CallEventSchema(EventSchema[CallEvent]):
    """A call in the auction.

    A take has `suit` where one was named, a bid has `bid` and `suit`, other calls have neither.
    """

    factory = CallEvent
    title = "CallEvent"
    example = '{"type": "call", "seat": "N", "call": "pass"}'
    also_called = MappingProxyType({"trump": "suit"})
    type = constant("call", "A call in the auction.")
    seat = seat_field(required=True, **described("Who called."))
    call = fields.Enum(Call, by_value=fields.String, required=True, **described("What was called."))
    suit = SuitField(**described("The suit that was named with a take or a bid."))
    bid = SpokenBidField(**described("What was bid."))

    def make(self, values: dict[str, Any]) -> CallEvent:
        if next(_faults_of_call(values["call"], values), None):
            raise InvalidValue
        return super().make(values)

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def _check_members(self, data: Any, original: Any, **_: Any) -> None:
        if isinstance(data.get("call"), Call):
            sent = {name: one for name, one in original.items() if one is not None}
            if found := list(_faults_of_call(data["call"], sent)):
                raise ValidationError(found)


def _faults_of_call(call: Call, sent: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield what a call has too few or too many. `sent`: its members that are not null."""
    for name in ("suit", "bid"):
        if name in sent and name not in MEMBERS_OF[call]:
            params = {"because": "not_with_call", "field": name, "other": "call", "call": call}
            yield Fault("conflicting_fields", (name,), params)
        if name not in sent and call is Call.BID:
            yield missing(name, (name,))


class PlayEventSchema(EventSchema[PlayEvent]):
    """A card on the table, with what was said with it."""

    factory = PlayEvent
    title = "PlayEvent"
    example = '{"type": "play", "seat": "N", "card": …}'
    type = constant("play", "A card is played.")
    seat = seat_field(required=True, **described("Who played it."))
    card = CardField(required=True, **described("The card."))
    says = fields.Enum(Word, by_value=fields.String, **described("The word said with it."))
    declares = BoundedList(
        fields.Nested(LogDeclarationSchema),
        0,
        MAX_DECLARATIONS,
        what="declarations",
        **described("What was declared with it, in that order."),
    )

    def make(self, values: dict[str, Any]) -> PlayEvent:
        if "declares" in values:
            values["declares"] = tuple(values["declares"])
        return super().make(values)


def _declare(seat: Seat, **said: Any) -> DeclareEvent:
    return DeclareEvent(seat, Declaration(**said))


class DeclareEventSchema(EventSchema[DeclareEvent], SaidSchema[DeclareEvent]):
    """A declaration said apart from a card; `kind`, `points` or `cards` at least."""

    factory = staticmethod(_declare)
    title = "DeclareEvent"
    elsewhere = TOLD_BY_EVENTS
    example = '{"type": "declare", "seat": "N", "kind": "tierce"}'
    type = constant("declare", "A declaration apart from a card.")
    seat = seat_field(required=True, **described("Who declared."))


class SayEventSchema(EventSchema[SayEvent]):
    """A word said apart from a card."""

    factory = SayEvent
    title = "SayEvent"
    example = '{"type": "say", "seat": "N", "word": "belote"}'
    type = constant("say", "A word apart from a card.")
    seat = seat_field(required=True, **described("Who said it."))
    word = fields.Enum(Word, by_value=fields.String, required=True, **described("The word."))


SHOWN = ("cards", "refused")
"""Of these members of a show exactly one is sent; `refused` is true then."""


def _show(seat: Seat, cards: Any = None, refused: bool = False) -> ShowEvent:
    return ShowEvent(seat, cards)


class ShowEventSchema(EventSchema[ShowEvent]):
    """Cards of announcements laid open, or a refusal to show them."""

    factory = staticmethod(_show)
    title = "ShowEvent"
    example = '{"type": "show", "seat": "N", "cards": […]}'
    variants = (
        Variant("Laid", "Cards of announcements laid open.", ("cards",), ("refused",)),
        Variant("Refused", "A refusal to show.", ("refused",), ("cards",)),
    )
    type = constant("show", "Announcements are shown, or not.")
    seat = seat_field(required=True, **described("Whose they are."))
    cards = CardsField(
        1,
        HAND_SIZE,
        **described("The cards laid open, of one announcement or several; played ones may count."),
    )
    refused = StrictBoolean(**described("true: the player would not show."))

    def make(self, values: dict[str, Any]) -> ShowEvent:
        if next(_faults_of_show(values), None):
            raise InvalidValue
        return super().make(values)

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def _check_form(self, data: Any, original: Any, **_: Any) -> None:
        if isinstance(original, dict) and (found := list(_faults_of_show(original))):
            raise ValidationError(found)


def _faults_of_show(sent: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield what is wrong with the form of a show: false and null are as good as left out."""
    there = [name for name in sent if name in SHOWN and sent[name] not in (None, False)]
    if not there:
        yield one_of_missing(SHOWN)
    for later in there[1:]:
        yield Fault("conflicting_fields", (later,), {"field": later, "other": there[0]})


class ClaimEventSchema(EventSchema[ClaimEvent]):
    """A player calls a fault, or signals his own forgotten word."""

    factory = ClaimEvent
    title = "ClaimEvent"
    example = '{"type": "claim", "seat": "N", "about": "irregular_card"}'
    type = constant("claim", "A fault is called, or a forgotten word signalled.")
    seat = seat_field(required=True, **described("Who claims."))
    about = fields.Enum(
        About, by_value=fields.String, required=True, **described("What is claimed.")
    )
    event = integer_field(
        0, MAX_EVENTS - 1, **described("The index of the event that it is about, where named.")
    )


def _counted(total: Any = None, **values: Any) -> CountEvent:
    return CountEvent(totals=total, **values)


class CountEventSchema(EventSchema[CountEvent], CountFormSchema[CountEvent]):
    """What the table counted: points as in a count, or the scores alone.

    Whether the numbers are right is found, not refused.
    """

    counts = (*COUNTS, "scores")
    variants = (
        *CountFormSchema.variants,
        Variant("Scores", "The scores alone.", ("scores",), COUNTS),
    )

    factory = staticmethod(_counted)
    title = "CountEvent"
    example = '{"type": "count", "total": {"NS": 90}}'
    type = constant("count", "The table counts.")
    seat = seat_field(**described("Who counted, where noted."))
    card_points = fields.Nested(
        NotedCardPointsSchema, **described("Of the cards, the last trick apart.")
    )
    total = fields.Nested(NotedTotalSchema, **described("With the last trick."))
    last_trick = team_field(**described("Who won the last trick; required with `card_points`."))
    capot = team_field(**described("The team said to have won every trick."))
    tricks_won = fields.Nested(TricksWonSchema, **described("The tricks that were counted."))
    scores = fields.Nested(NotedScoresSchema, **described("What the table would write."))


class LogEventField(Discriminated):
    """Something that happened at the table, told apart by `type`."""

    discriminator = "type"
    forms = (
        DealEventSchema,
        CallEventSchema,
        PlayEventSchema,
        DeclareEventSchema,
        SayEventSchema,
        ShowEventSchema,
        ClaimEventSchema,
        CountEventSchema,
    )


# Logs -------------------------------------------------------------------------------------------


class RecordsSchema(RequestSchema[Records]):
    """What the log would hold if it had happened.

    Each is true where left out if the log holds one event of the kind. What is not recorded is not
    told, which is no fault.
    """

    factory = Records
    title = "Records"
    example = '{"words": true}'
    words = StrictBoolean(**described("Whether words of the belote are recorded."))
    declarations = StrictBoolean(**described("Whether declarations are recorded."))
    shows = StrictBoolean(**described("Whether shows are recorded."))


class LogFieldsSchema(RequestSchema[T]):
    """The fields of every log. Those beside `events` are for logs that begin after the auction."""

    example = '{"events": [{"type": "deal", "seat": "E"}, …]}'
    elsewhere: ClassVar[Mapping[str, str]] = MappingProxyType({**IN_MEMBERS, "log": "members_here"})
    dealer = seat_field(**described("Who dealt, where no event tells; events win."))
    trump = SuitField(**described("The trump suit, where no event tells; events win."))
    takers = team_field(**described("The team that took, where no event tells; events win."))
    taker = seat_field(**described("Who took, where no event tells; events win."))
    contract = fields.Nested(
        ContractSchema, **described("What the takers undertook, where no event tells.")
    )
    hands = hands_field()
    declare_best = StrictBoolean(
        **described(
            "true: where declarations are not recorded, each known hand announces its best; false "
            "where left out."
        )
    )
    records = fields.Nested(
        RecordsSchema, **described("What the log would hold if it had happened.")
    )
    events = BoundedList(
        LogEventField(),
        0,
        MAX_EVENTS,
        what="events",
        required=True,
        **described("In the order in which they happened, as far as the donne has come."),
    )


def make_log(events: Iterable[Event], pardons_used: Iterable[Team] = (), **values: Any) -> Log:
    """Return the log of loaded fields."""
    return Log(tuple(events), pardons_used=frozenset(pardons_used), **values)


class GameLogSchema(LogFieldsSchema[Log]):
    """A donne log in a game, which knows what is carried and which pardons are used up."""

    factory = staticmethod(make_log)
    title = "GameLog"
    elsewhere = MappingProxyType(
        {
            **LogFieldsSchema.elsewhere,
            **ELSEWHERE,
            "rules": "beside_log",
            "pardons_used": "of_the_game",
        }
    )


class WholeLogSchema(LogFieldsSchema[T]):
    """The fields of a log with what came before it in the game."""

    carry_in = integer_field(
        0, MAX_CARRY, **described("What waits from earlier donnes; 0 where left out.")
    )
    pardons_used = BoundedList(
        team_field(),
        0,
        len(TEAMS),
        what="teams",
        **described("The teams whose pardon for a forgotten rebelote was used up before."),
    )


class DonneLogSchema(WholeLogSchema[Log]):
    """Belote donne log 1: a donne as it happened, event by event, legal or not.

    Deck, notation and rules stand beside it, in the request.
    """

    factory = staticmethod(make_log)
    title = "DonneLog"
