"""What each code of a reason carries: the names and types of its params, and a sample sentence.

The names are those that the sentence uses, so the catalogues have them; the types are those of the
samples here. `/v1/rules` lists the codes for frontends that make sentences of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from service.api.i18n import CATALOGUES, DEFAULT
from service.api.i18n.catalogues import placeholders
from service.api.serializers import serializer
from service.belote.announcements import BY_CARDS, Announcement, Selection, selection
from service.belote.cards import INTERNATIONAL, Card, Rank, Suit, bits, card
from service.belote.codes import Addends, CardNumber, Code, DeclarationRef, RankOrder
from service.belote.explain.declarations import VOID
from service.belote.inputs import Contract
from service.belote.rules import Because, Item, Kind
from service.belote.scales import Coinche
from service.belote.table import Seat, Team

TYPES: Mapping[type, str] = MappingProxyType(
    {
        int: "integer",
        bool: "boolean",
        CardNumber: "integer",
        Card: "card",
        Rank: "rank",
        Suit: "suit",
        RankOrder: "ranks",
        Kind: "kind",
        Because: "string",
        Announcement: "announcement",
        Selection: "selection",
        DeclarationRef: "declaration",
        Addends: "addends",
        Contract: "contract",
        Seat: "seat",
        Team: "team",
    }
)
"""The name of each type of a param, as `/v1/rules` gives it."""


def _sequence(length: int, top: Rank, suit: Suit) -> Announcement:
    cards = bits(card(Rank(rank), suit) for rank in range(top - length + 1, top + 1))
    return BY_CARDS[cards]


_KING = card(Rank.KING, Suit.HEARTS)
_KINGS = BY_CARDS[bits(card(Rank.KING, suit) for suit in Suit)]
_SEVENS = BY_CARDS[bits(card(Rank.SEVEN, suit) for suit in Suit)]
_TIERCE = _sequence(3, Rank.KING, Suit.HEARTS)
_CINQUANTE = _sequence(4, Rank.JACK, Suit.CLUBS)

SAMPLES: Mapping[str, object] = MappingProxyType(
    {
        "after": Seat.W,
        "against": 64,
        "announcement": _TIERCE,
        "best": 100,
        "bid": 110,
        "card": _KING,
        "carre": _KINGS,
        "choice": selection([_TIERCE]),
        "contract": Contract(110, Coinche.COINCHE),
        "event": 24,
        "declaration": DeclarationRef(Seat.N, 0),
        "donne": 3,
        "due": Seat.W,
        "ew": 64,
        "exact_ew": 64,
        "exact_ns": 98,
        "fourth": Rank.QUEEN,
        "kind": Kind.TIERCE,
        "king": Rank.KING,
        "last_card": CardNumber(1),
        "length": 6,
        "needed": 82,
        "new": 91,
        "ns": 98,
        "old": 81,
        "parts": Addends(((Item.CARDS, 88), (Item.DIX_DE_DER, 10))),
        "points": 20,
        "queen": Rank.QUEEN,
        "said_after": CardNumber(1),
        "said_with": CardNumber(2),
        "seat": Seat.N,
        "second": _TIERCE,
        "first": _CINQUANTE,
        "sequence": _TIERCE,
        "suit": Suit.SPADES,
        "taker": Seat.S,
        "takers": Team.NS,
        "target": 1000,
        "team": Team.NS,
        "third": Rank.KING,
        "top": Rank.KING,
        "total": 98,
        "trick": 2,
        "turned": card(Rank.NINE, Suit.HEARTS),
        "usual": 10,
        "winner": Team.NS,
    }
)
"""For each name of a param, a value: its type is that of the param, whatever the code."""

_STEP = {"winner": Team.NS, "loser": Team.EW, "trump": Suit.HEARTS}
_BY_RANK = _STEP | {"wins": Rank.KING, "against": Rank.QUEEN}
_IS_SO = _STEP | {"wins": True, "against": False}
_ACE_KING_QUEEN_TEN = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.TEN)
_ACE_TEN_KING_QUEEN = (Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN)
_MADE = {"points": 98, "against": 64}
_CHUTE = {"points": 78, "against": 84}

_FLAT = {"team": Team.EW, "parts": Addends(((Item.BASE, 160), (Item.BID, 110)))}
_LOST = Addends(((Item.BASE, 162), (Item.BELOTE, 20)))
_TAKE = {"team": Team.NS, "parts": Addends(((Item.BASE, 162),))}
_COUNTED = {"ns": 88, "ew": 64}

SAMPLES_OF: Mapping[Code, Mapping[str, object]] = MappingProxyType(
    {
        Code.BEST_TWO: {"points": 70},
        Code.REST_OF_THE_SEQUENCE: {"announcement": _sequence(3, Rank.QUEEN, Suit.HEARTS)},
        Code.SUIT_SPLIT: {"length": 8, "points": 120},
        Code.SPLIT_RUNS_NOT_ALLOWED: {"announcement": _sequence(6, Rank.ACE, Suit.CLUBS)},
        Code.CARRE_ORDER_TRICK: {"first": Rank.ACE, "second": Rank.TEN},
        Code.WORTHLESS_CARRE: {"carre": _SEVENS},
        Code.WORTHLESS: {"kind": Kind.CARRE},
        Code.DECIDED_BY_POINTS: _STEP | {"wins": 100, "against": 50},
        Code.DECIDED_BY_POINTS_NOT_LENGTH: _STEP | {"wins": 150, "against": 100},
        Code.DECIDED_BY_CARRE: _IS_SO,
        Code.DECIDED_BY_LENGTH: _STEP | {"wins": 6, "against": 5},
        Code.DECIDED_BY_TOP: _BY_RANK | {"order": RankOrder(Rank)},
        Code.DECIDED_BY_RANK: _BY_RANK | {"order": RankOrder(_ACE_KING_QUEEN_TEN)},
        Code.DECIDED_BY_RANK_IN_TRICKS: _BY_RANK | {"order": RankOrder(_ACE_TEN_KING_QUEEN)},
        Code.DECIDED_BY_TRUMP: _IS_SO,
        Code.DECIDED_BY_FIRST_SPEAKER: _STEP | {"wins": Seat.N, "against": Seat.E},
        Code.SUM_NOT_COMPARED: {"points": 150},
        Code.TIE_OF_SEQUENCES: {"length": 3},
        Code.CARDS_COUNTED: {"ns": 88, "total": 152},
        Code.DIX_DE_DER: {"points": 10},
        Code.CAPOT: {"points": 100},
        Code.CAPOT_ROUND: {"points": 98},
        Code.CAPOT_PAYS_NO_MORE: {"points": 10},
        Code.CONTRACT_MADE: _MADE,
        Code.CONTRACT_CHUTE: _CHUTE,
        Code.CAPOT_MADE: {"points": 272, "against": 20},
        Code.CAPOT_CHUTE: {"points": 20, "against": 272},
        Code.FIXED_MADE: {"points": 98},
        Code.FIXED_CHUTE: {"points": 78},
        Code.BID_REACHED: {"points": 118},
        Code.BID_MISSED: {"points": 98},
        Code.BID_MISSED_LEVEL: {"points": 81, "against": 81},
        Code.EQUALITY_LITIGE: {"points": 81, "against": 81},
        Code.EQUALITY_LITIGE_OTHER: {"points": 91, "against": 91},
        Code.EQUALITY_MADE: {"points": 81, "against": 81},
        Code.EQUALITY_CHUTE: {"points": 81, "against": 81},
        Code.CHUTE_MARKS: {"team": Team.EW, "points": 162},
        Code.CHUTE_MARKS_ANNOUNCEMENTS: {"team": Team.EW},
        Code.CHUTE_MARKS_OWN_ANNOUNCEMENTS: {"team": Team.EW},
        Code.LITIGE_MARKS: {"team": Team.EW, "points": 81},
        Code.LITIGE_MARKS_OTHER: {"team": Team.EW, "points": 91},
        Code.LITIGE_CARRIES: {"points": 81},
        Code.LITIGE_CARRIES_OTHER: {"points": 91},
        Code.LITIGE_CARRIES_REST: {"points": 71},
        Code.BID_ADDED: {
            "parts": Addends(((Item.CARDS, 88), (Item.DIX_DE_DER, 10), (Item.BID, 80))),
            "total": 178,
        },
        Code.FLAT_SCORED: _FLAT | {"total": 270},
        Code.FLAT_ON_CAPOT: {"points": 160},
        Code.BID_COINCHED: _FLAT | {"total": 540},
        Code.BID_SURCOINCHED: _FLAT | {"total": 1080},
        Code.TAKE_COINCHED: _TAKE | {"total": 324},
        Code.TAKE_SURCOINCHED: _TAKE | {"total": 648},
        Code.DEFENCE_KEEPS_BELOTE: {"team": Team.EW},
        Code.LITIGE_BID_NOT_SCORED: {"bid": 80},
        Code.CARRY_WON: {"points": 81},
        Code.CARRY_TO_TAKERS: {"points": 81},
        Code.CARRY_TO_CONTRACT_MADE: {"points": 81},
        Code.CARRY_WAITS: {"points": 81},
        Code.CARRY_WAITS_ON: {"points": 81},
        Code.WRITTEN_ROUNDED: {"ns": 100, "ew": 60},
        Code.CARRIED_ON: {"points": 81},
        Code.CARRIED_ON_OTHER: {"points": 91},
        Code.CARRIED_SUM: {"total": 172},
        Code.ROW_CHUTE: {"ns": 0, "ew": 162},
        Code.ROW_LITIGE: {"ns": 0, "ew": 81},
        Code.ROW_CAPOT: {"ns": 252, "ew": 0},
        Code.ROW_CAPOT_OF_DEFENCE: {"team": Team.EW, "ns": 0, "ew": 252},
        Code.ROW_TAKE_DOUBLED: {"contract": Contract(None, Coinche.COINCHE)},
        Code.ROW_CAPOT_MISSED_BID: {"ns": 0, "ew": 460},
        Code.ROW_CARRIES: {"points": 81},
        Code.ROW_CARRIED_SUM: {"total": 172},
        Code.ROW_CARRY_WON: {"points": 81},
        Code.ROW_CARRY_TO_TAKERS: {"points": 81},
        Code.GAME_WON: {"points": 1012},
        Code.GAME_LEVEL: {"points": 1012},
        Code.GAME_NOT_BY_BELOTE: {"points": 1012},
        Code.SUIT_IN_ROUND_ONE: {"suit": Suit.CLUBS},
        Code.TURNED_SUIT_IN_ROUND_TWO: {"suit": Suit.HEARTS},
        Code.COUNT_DIFFERS: _COUNTED | {"because": Because.OTHER},
        Code.COUNT_OFF_BY_LAST_TRICK: _COUNTED | {"because": Because.DIX_DE_DER},
        Code.COUNT_OFF_BY_BELOTE: _COUNTED | {"because": Because.BELOTE},
        Code.COUNT_OFF_BY_ANNOUNCEMENTS: _COUNTED | {"because": Because.ANNOUNCEMENTS},
        Code.COUNT_OFF_IN_SUM: _COUNTED | {"because": Because.SUM},
        Code.COUNT_OFF_IN_SCORES: {"ns": 20, "ew": 232, "because": Because.OTHER},
        Code.COUNT_OFF_BY_TRICK: _COUNTED | {"because": Because.TRICK},
        Code.DECISION_DONNE_LOST: {"ns": 0, "ew": 182, "parts": _LOST},
        Code.DECISION_DONNE_LOST_ROUNDED: {"ns": 0, "ew": 180, "parts": _LOST},
    }
)
"""The values of a code for which those of `SAMPLES` would be of another type, or untrue.

Values that the sentence does not use, such as the loser of a comparison, are here too.
"""

MAY_BE_NULL: Mapping[str, frozenset[Code]] = MappingProxyType(
    {
        "kind": frozenset(
            {
                *VOID.values(),
                Code.CARD_REUSED_LEVEL,
                Code.SPLIT_RUNS_VOID,
                Code.DECLARATION_VOID,
                Code.LATE_AFTER,
                Code.LATE_APART,
            }
        )
    }
)
"""The params that are null in some reasons: the kind of a declaration that names none."""


class MissingSampleError(LookupError):
    """A sentence uses a param that has no sample, or one of a type without a name."""

    def __init__(self, code: Code, name: str) -> None:
        super().__init__(f"{code}: {{{name}}} has no sample of a type in {__name__}")


def _params(code: Code) -> Iterator[tuple[str, object]]:
    own = SAMPLES_OF.get(code, {})
    named = placeholders(CATALOGUES[DEFAULT]["explanations"][code])
    for name in dict.fromkeys((*named, *own)):
        sample = own.get(name, SAMPLES.get(name))
        if type(sample) not in TYPES:
            raise MissingSampleError(code, name)
        yield name, sample


PARAMS: Mapping[Code, Mapping[str, object]] = MappingProxyType(
    {code: MappingProxyType(dict(_params(code))) for code in Code}
)
"""For each code, a sample of every param by name, those of the sentence first."""


def reason_codes(language: str) -> dict[str, Any]:
    """Return every code with its paragraph, the names and types of its params, and a sample."""
    written = serializer(INTERNATIONAL, language)
    return {
        code.value: {
            "paragraph": code.paragraph.id,
            "params": [
                {
                    "name": name,
                    "type": TYPES[type(value)],
                    "nullable": code in MAY_BE_NULL.get(name, ()),
                }
                for name, value in params.items()
            ],
            "template": written.renderer.templates[code],
            "sample": {
                "text": written.renderer.sentence(code, params),
                "params": {name: written.value(value) for name, value in params.items()},
            },
        }
        for code, params in PARAMS.items()
    }
