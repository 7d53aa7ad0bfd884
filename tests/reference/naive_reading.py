"""A donne log read event by event: whose turn it is, what counts, what is set aside.

What the events prove about hands, words and announcements is the auditor's matter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from tests.reference.naive_declarations import FALSE_CODES, Said
from tests.reference.naive_donne import PACK, height, suit_of
from tests.reference.referee import team_of
from tests.reference.twin import RANKS

Json: TypeAlias = dict[str, Any]

SUIT_ORDER = "SHDC"
TEAMS = ("NS", "EW")
PACKETS = ([3, 2], [2, 3])

KNOWN_SWITCHES = {
    "irregular": "as_played",
    "out_of_turn": "as_played",
    "penalty_on": "proof",
    "irregular_announcements": "none",
    "rebelote_pardon": "team",
    "direction": "counter_clockwise",
    "undertrump": "required",
    "partner_master": "free",
    "over_partner": "required",
    "announcements": True,
    "last_tie": "none",
    "length_step": True,
    "carre_order": "sequence",
    "rounding": "none",
    "scale": "classic",
}
PRESETS: Mapping[str, Json] = {
    "classique": {},
    "premier-annonceur": {"last_tie": "first_speaker"},
    "concours": {"announcements": False},
    "concours-162": {"announcements": False, "irregular": "donne_lost"},
}

IRREGULAR = ("irregular_follow", "irregular_overtrump", "irregular_trump")
OUT_OF_TURN = ("out_of_turn", "led_out_of_turn")
IMPOSSIBLE = ("card_played_before", "card_not_held", "card_too_many")
FAULTS = (*IRREGULAR, *OUT_OF_TURN, *IMPOSSIBLE, "misplaced_event")
NOTES = (
    "call_out_of_turn",
    "cards_named_too_soon",
    "count_differs",
    "counted_again",
    "counted_too_soon",
    "deal_packets",
    "early",
    "header_differs",
    "show_by_loser",
    "show_too_soon",
)
ABOUT = {
    "irregular_card": IRREGULAR,
    "out_of_turn": OUT_OF_TURN,
    "rebelote": ("rebelote_unsaid",),
    "not_shown": ("not_shown",),
    "false_declaration": FALSE_CODES,
}


# Small things ---------------------------------------------------------------------------------


def partner(seat: str) -> str:
    return {"N": "S", "S": "N", "W": "E", "E": "W"}[seat]


def in_order(cards: Any) -> list[str]:
    return sorted(cards, key=lambda card: (SUIT_ORDER.index(card[-1]), RANKS.index(card[:-1])))


def resolved_rules(sent: Json | None) -> Json:
    sent = {key: value for key, value in (sent or {}).items() if value is not None}
    changed = PRESETS[sent.pop("preset", "classique")] | sent
    unknown = set(changed) - set(KNOWN_SWITCHES)
    if unknown or changed.get("scale", "classic") != "classic":
        raise NotImplementedError(f"the naive auditor knows no {sorted(unknown) or 'such scale'}")
    return KNOWN_SWITCHES | dict(changed)


def master_of(table: Sequence[tuple[str, str]], trump: str) -> str:
    """The seat whose card wins, of cards in the order in which they were played."""
    best_seat, best = table[0]
    for seat, card in table[1:]:
        if suit_of(card) == suit_of(best):
            if height(card, trump) > height(best, trump):
                best_seat, best = seat, card
        elif suit_of(card) == trump:
            best_seat, best = seat, card
    return best_seat


def broken_duty(
    seat: str,
    card: str,
    hand: Any,
    table: Sequence[tuple[str, str]],
    trump: str,
    rules: Json,
) -> str:
    """The duty that the card breaks out of this hand, or an empty string."""
    if not table:
        return ""
    led = suit_of(table[0][1])
    trumps = [(height(each, trump), whose) for whose, each in table if suit_of(each) == trump]
    highest, whose_highest = max(trumps, default=(-1, ""))
    can_go_above = any(suit_of(x) == trump and height(x, trump) > highest for x in hand)
    is_above = suit_of(card) == trump and height(card, trump) > highest
    spares_partner = rules["over_partner"] == "free" and whose_highest == partner(seat)

    if any(suit_of(x) == led for x in hand):
        if suit_of(card) != led:
            return "follow"
        owes_height = led == trump and can_go_above and not spares_partner
        return "overtrump" if owes_height and not is_above else ""
    if led == trump:
        return ""
    if rules["partner_master"] == "free" and master_of(table, trump) == partner(seat):
        return ""
    if not any(suit_of(x) == trump for x in hand):
        return ""
    if rules["undertrump"] == "free" and not can_go_above:
        return ""
    if suit_of(card) != trump:
        return "trump"
    owes_height = can_go_above and not spares_partner
    return "overtrump" if owes_height and not is_above else ""


# A log ---------------------------------------------------------------------------------------


class Source:
    """A log and what stands beside its events, with what was left out put in."""

    def __init__(self, body: Json) -> None:
        self.body = {key: value for key, value in body.items() if value is not None}
        self.rules = resolved_rules(body.get("rules"))
        self.events: list[Json] = body["events"]
        self.order = "NWSE" if self.rules["direction"] == "counter_clockwise" else "NESW"
        self.records = self._records()
        self.sent_hands = self._sent_hands()

    def _records(self) -> Json:
        holds = {
            "words": any(e["type"] == "say" or e.get("says") for e in self.events),
            "declarations": any(e["type"] == "declare" or e.get("declares") for e in self.events),
            "shows": any(e["type"] == "show" for e in self.events),
        }
        sent = self.body.get("records") or {}
        return {key: value if sent.get(key) is None else sent[key] for key, value in holds.items()}

    def _sent_hands(self) -> dict[str, frozenset[str]]:
        sent = self.body.get("hands") or {}
        return with_the_fourth({seat: frozenset(cards) for seat, cards in sent.items() if cards})

    def around(self, seat: str) -> str:
        at = self.order.index(seat)
        return self.order[at:] + self.order[:at]

    def right_of(self, seat: str) -> str:
        return self.around(seat)[1]


def with_the_fourth(hands: dict[str, frozenset[str]]) -> dict[str, frozenset[str]]:
    """Three known hands make the fourth known."""
    if len(hands) == 3:
        (missing,) = set("NWSE") - set(hands)
        rest = frozenset(PACK).difference(*hands.values())
        return {**hands, missing: rest}
    return hands


class Reading:
    """What the first `count` events say, without what they prove."""

    def __init__(self, source: Source, count: int) -> None:
        self.source = source
        self.rules = source.rules
        self.records = source.records
        self.count = count
        self.findings: list[Json] = []

        self.dealer: str | None = source.body.get("dealer")
        self.turned: str | None = None
        self.take: Json | None = None
        self.calls: list[Json] = []  # that count
        self.plays: list[Json] = []  # that count: event, seat, card, trick, turn, table
        self.tricks: list[Json] = []  # finished: plays, winner, end (the event)
        self.table: list[Json] = []  # plays of the trick in progress
        self.words: list[Json] = []  # event, seat, word, play (or None), waits
        self.declared: list[Json] = []  # event, seat, said, is_late
        self.shows: list[Json] = []
        self.claims: list[Json] = []
        self.counted: list[Json] = []
        self.is_impossible = False

        for index in range(count):
            self.read(index, source.events[index])

    def read(self, index: int, event: Json) -> None:
        reader: Callable[[int, Json], None] = getattr(self, "read_" + event["type"])
        self.at = self.place()
        reader(index, event)

    def place(self) -> Json:
        """Where the donne stands: phase, and in the play the trick in progress."""
        phase = self.phase
        return (
            {"phase": phase, "trick": len(self.tricks) + 1} if phase == "play" else {"phase": phase}
        )

    @property
    def phase(self) -> str:
        if len(self.calls) == 8 and not self.take:
            return "thrown_in"
        if len(self.tricks) == 8:
            return "over"
        if self.plays:
            return "play"
        if self.take:
            return "play" if self.trump else "auction"
        if self.calls:
            return "auction"
        if self.source.body.get("trump"):
            return "play"
        return "auction" if self.was_dealt else "deal"

    @property
    def was_dealt(self) -> bool:
        return self.count > 0 and self.source.events[0]["type"] == "deal"

    @property
    def trump(self) -> str | None:
        header: str | None = self.source.body.get("trump")
        if len(self.calls) == 8 and not self.take:
            return None
        return self.take["trump"] if self.take else header

    @property
    def taker(self) -> str | None:
        header: str | None = self.source.body.get("taker")
        if len(self.calls) == 8 and not self.take:
            return None
        return self.take["seat"] if self.take else header

    @property
    def takers(self) -> str | None:
        header: str | None = self.source.body.get("takers")
        if len(self.calls) == 8 and not self.take:
            return None
        return team_of(self.taker) if self.taker else header

    def find(
        self,
        index: int,
        code: str,
        seat: str | None = None,
        at: Json | None = None,
        **more: Any,
    ) -> None:
        weight = "fault" if code in FAULTS else "note" if code in NOTES else "void"
        same = [f for f in self.findings if (f["event"], f["code"]) == (index, code)]
        self.findings.append(
            {
                "event": index,
                "at": at or self.at,
                "seat": seat,
                "code": code,
                "weight": weight,
                "cured_by_event": None,
                "nth": sum(f["seat"] == seat for f in same),
                **more,
            }
        )
        self.is_impossible |= code in IMPOSSIBLE

    def read_deal(self, index: int, event: Json) -> None:
        if index > 0:
            self.find(index, "misplaced_event", event["seat"])
            return
        self.at = {"phase": "deal"}
        if self.dealer not in (None, event["seat"]):
            self.find(index, "header_differs")
        self.dealer = event["seat"]
        self.turned = event.get("turned")
        if event.get("packets") not in (None, *PACKETS):
            self.find(index, "deal_packets", event["seat"])

    # The auction ------------------------------------------------------------------------------

    @property
    def caller(self) -> str | None:
        """Whose turn it is to call; None while nobody knows who deals."""
        return self.source.around(self.first)[len(self.calls) % 4] if self.first else None

    def suits_to_take(self) -> list[str]:
        """The suits that a taker may name now; in round one it is the turned one."""
        if len(self.calls) < 4 and self.turned:
            return [suit_of(self.turned)]
        return [suit for suit in SUIT_ORDER if not self.turned or suit != suit_of(self.turned)]

    def read_call(self, index: int, event: Json) -> None:
        seat = event["seat"]
        code = self.fault_of_call(event)
        if code:
            self.find(index, code, seat)
            return
        self.calls.append(event)
        if event["call"] == "take":
            suit = event.get("suit")
            if not suit and len(self.calls) <= 4 and self.turned:
                suit = suit_of(self.turned)
            header = self.source.body
            suit = suit or header.get("trump")
            told = {"trump": suit, "taker": seat, "takers": team_of(seat)}
            if any(header.get(name) not in (None, value) for name, value in told.items()):
                self.find(index, "header_differs")
            self.take = {"seat": seat, "trump": suit, "event": index}

    def fault_of_call(self, event: Json) -> str:
        call, suit = event["call"], event.get("suit")
        if self.plays or self.phase in ("thrown_in", "over"):
            return "misplaced_event"
        if call not in ("pass", "take"):
            return "call_not_of_this_scale"
        if self.take:
            return "call_after_take"
        if self.caller not in (None, event["seat"]):
            return "call_out_of_turn"
        if call == "take" and len(self.calls) < 4 and self.turned:
            return "suit_in_round_one" if suit not in (None, suit_of(self.turned)) else ""
        if call == "take" and len(self.calls) >= 4:
            if not suit and (self.turned or not self.source.body.get("trump")):
                return "suit_missing_in_round_two"
            if suit and self.turned and suit == suit_of(self.turned):
                return "turned_suit_in_round_two"
        return ""

    # The play ---------------------------------------------------------------------------------

    @property
    def player(self) -> str | None:
        """Whose turn it is to play; None while nobody knows who leads."""
        if self.phase != "play":
            return None
        if self.table:
            done = [play["seat"] for play in self.table]
            return next(seat for seat in self.source.around(done[0]) if seat not in done)
        if self.tricks:
            winner: str = self.tricks[-1]["winner"]
            return winner
        return self.first

    @property
    def first(self) -> str | None:
        """Who speaks and leads first; None while nobody knows who deals."""
        if self.dealer:
            return self.source.right_of(self.dealer)
        first: str | None = self.calls[0]["seat"] if self.calls else None
        return first

    def read_play(self, index: int, event: Json) -> None:
        seat, card = event["seat"], event["card"]
        if self.phase in ("thrown_in", "over") or not self.trump:
            self.find(index, "misplaced_event", seat)
            return
        if self.phase == "auction":  # the header tells a trump: the auction is over
            self.at = {"phase": "play", "trick": 1}
        code = self.fault_of_card(seat, card)
        if code:
            self.find(index, code, seat)
            return
        at = {**self.at, "turn": len(self.table) + 1}
        due = self.player_or_first()
        if due not in (None, seat):
            self.find(index, "out_of_turn" if self.table else "led_out_of_turn", seat, at)
        play = {
            "event": index,
            "seat": seat,
            "card": card,
            "at": at,
            "table": [(other["seat"], other["card"]) for other in self.table],
        }
        self.plays.append(play)
        self.table.append(play)
        for word in self.words:
            if word["waits"] and word["seat"] == seat:
                word.update(play=play, waits=False)
        if event.get("says"):
            self.hear(index, seat, event["says"], play)
        for said in event.get("declares") or ():
            is_first = [other["seat"] for other in self.plays].count(seat) == 1
            self.declare(index, seat, said, is_late=not is_first)
        if len(self.table) == 4:
            cards = [(other["seat"], other["card"]) for other in self.table]
            winner = master_of(cards, self.trump)
            self.tricks.append({"plays": self.table, "winner": winner, "end": index})
            self.table = []

    def player_or_first(self) -> str | None:
        """Whose turn it is, also for the first card of a log whose auction never ended."""
        return self.player if self.plays else self.first

    def fault_of_card(self, seat: str, card: str) -> str:
        if any(play["card"] == card for play in self.plays):
            return "card_played_before"
        for whose, hand in self.source.sent_hands.items():
            if (whose == seat) != (card in hand):
                return "card_not_held"
        if any(play["seat"] == seat for play in self.table):
            return "card_too_many"
        return ""

    # Words, declarations, shows, claims, counts -----------------------------------------------

    def is_last_card_of(self, seat: str) -> bool:
        return bool(self.plays) and self.plays[-1]["seat"] == seat

    def is_turn_of(self, seat: str) -> bool:
        return self.phase == "play" and self.player in (None, seat)

    def is_past(self, index: int, seat: str | None) -> bool:
        """Set an event aside that comes after the donne."""
        if self.phase in ("thrown_in", "over"):
            self.find(index, "misplaced_event", seat)
            return True
        return False

    def hear(
        self, index: int, seat: str, word: str, play: Json | None, waits: bool = False
    ) -> None:
        self.words.append(
            {"event": index, "seat": seat, "word": word, "play": play, "waits": waits}
            | {"at": play["at"] if play else self.at}
        )

    def read_say(self, index: int, event: Json) -> None:
        seat = event["seat"]
        if not (self.is_last_card_of(seat) and self.may_say_with_last_card()) and self.is_past(
            index, seat
        ):
            return
        if self.is_last_card_of(seat) and (self.is_of_pair() or not self.is_turn_of(seat)):
            self.hear(index, seat, event["word"], self.plays[-1])
        else:
            self.hear(index, seat, event["word"], None, waits=self.is_turn_of(seat))

    def is_of_pair(self) -> bool:
        """Whether the card that lies last is king or queen of trump."""
        return self.plays[-1]["card"] in ("K" + str(self.trump), "Q" + str(self.trump))

    def may_say_with_last_card(self) -> bool:
        """Whether the donne is over, and nothing but words was read since its last card."""
        read = [*self.claims, *self.counted]
        return self.phase == "over" and all(one["event"] < self.plays[-1]["event"] for one in read)

    def declare(self, index: int, seat: str, said: Said, is_late: bool) -> None:
        if not self.records["declarations"]:
            return
        self.declared.append(
            {"event": index, "seat": seat, "said": said, "is_late": is_late, "at": self.at}
        )
        is_told = said.get("cards") and self.records["shows"] and not self.tricks
        if is_told and self.rules["announcements"]:
            self.find(index, "cards_named_too_soon", seat)

    def read_declare(self, index: int, event: Json) -> None:
        seat = event["seat"]
        if self.is_past(index, seat):
            return
        cards = [play["seat"] for play in self.plays].count(seat)
        is_with_first = cards == 1 and self.is_last_card_of(seat)
        said = {key: value for key, value in event.items() if key not in ("type", "seat")}
        self.declare(index, seat, said, is_late=cards > 0 and not is_with_first)
        is_early = not cards and not self.is_turn_of(seat) and self.records["declarations"]
        if is_early and self.rules["announcements"]:
            self.find(index, "early", seat)

    def read_show(self, index: int, event: Json) -> None:
        seat = event["seat"]
        if self.is_past(index, seat):
            return
        if not self.tricks and self.records["shows"]:
            self.find(index, "show_too_soon", seat)
        self.shows.append({"event": index, "at": self.at, **event})

    def read_claim(self, index: int, event: Json) -> None:
        self.claims.append({**event, "event": index, "target": event.get("event")})

    def read_count(self, index: int, event: Json) -> None:
        if self.phase not in ("thrown_in", "over"):
            self.find(index, "counted_too_soon", event.get("seat"))
        elif self.counted:
            self.find(index, "counted_again", event.get("seat"))
        else:
            self.counted.append({**event, "event": index, "at": self.at})
