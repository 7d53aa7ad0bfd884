"""A second auditor of donne logs, written from the text of the contract alone.

It reads a log, or any beginning of it, from the first event on, and finds what can be proven by
then. When a finding was proven is found by reading shorter beginnings until it is there. Cards are
strings ("KH"), seats are letters; only the spelling of cards comes from the service. The classic
scale only; switches of the rules that it does not know are refused (`KNOWN_SWITCHES`).

The answer has the members of `POST /v1/donnes/audit` that need no words. A finding `count_differs`
has `because` beside them.

DOCSTRING_TABLE
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from service.belote.cards import DECKS, INTERNATIONAL, Deck
from tests.reference.naive_declarations import (
    FALSE_CODES,
    Judge,
    Ruled,
    Said,
    Standing,
    rule,
    team_of,
    whole,
)
from tests.reference.naive_donne import PACK, height, points_of, score, suit_of
from tests.reference.twin import AS_IN_A_TRICK, RANKS, House, firsts

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


def audit(body: Json) -> Json:
    """The answer to a log, as `POST /v1/donnes/audit` gives it, without words."""
    deck = _deck_of(body)
    log = Log(_respelt(body, _into_french(deck)))
    answer: Json = _respelt(log.answer(), _out_of_french(deck))
    return answer


# Spelling -------------------------------------------------------------------------------------


def _deck_of(body: Json) -> Deck:
    notation = body.get("notation") or (None if body["deck"] == "spanish" else "international")
    return next(one for one in DECKS if (one.name, one.notation) == (body["deck"], notation))


Spelling: TypeAlias = tuple[Callable[[str], str], Callable[[str], str], Callable[[str], str]]


def _into_french(deck: Deck) -> Spelling:
    ranks = [rank.lower() for rank in deck.ranks]
    return (
        lambda text: INTERNATIONAL.labels[deck.card_of[text]],
        lambda text: INTERNATIONAL.suits[deck.suit_of[text]],
        lambda text: RANKS[ranks.index(text.lower())],
    )


def _out_of_french(deck: Deck) -> Spelling:
    return (
        lambda text: deck.labels[INTERNATIONAL.card_of[text]],
        lambda text: deck.suits[SUIT_ORDER.index(text)],
        lambda text: deck.ranks[RANKS.index(text)],
    )


def _respelt(value: Any, spelling: Spelling, name: str = "") -> Any:
    """A body or an answer with every card, suit and rank spelt another way; null left out."""
    card, suit, rank = spelling
    if isinstance(value, dict):
        if name == "hands":
            return {seat: [card(text) for text in cards] for seat, cards in value.items()}
        return {key: _respelt(each, spelling, key) for key, each in value.items()}
    if isinstance(value, list):
        return [_respelt(each, spelling, name) for each in value]
    if not isinstance(value, str):
        return value
    if name in ("card", "turned", "legal") or (name == "cards" and value):
        return card(value)
    if name in ("suit", "trump") or (name == "take" and value):
        return suit(value)
    return rank(value) if name == "top" else value


# Small things ---------------------------------------------------------------------------------


def other_team(team: str) -> str:
    return "EW" if team == "NS" else "NS"


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


# A log and its beginnings ---------------------------------------------------------------------


class Log:
    """A whole log; it keeps what was found of each beginning."""

    def __init__(self, body: Json) -> None:
        self.body = {key: value for key, value in body.items() if value is not None}
        self.rules = resolved_rules(body.get("rules"))
        self.events: list[Json] = body["events"]
        self.order = "NWSE" if self.rules["direction"] == "counter_clockwise" else "NESW"
        self.records = self._records()
        self.sent_hands = self._sent_hands()
        self.beginnings: dict[int, Look] = {}

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

    def after(self, count: int) -> Look:
        """What can be told once `count` events have happened."""
        if count not in self.beginnings:
            self.beginnings[count] = Look(self, count)
        return self.beginnings[count]

    def answer(self) -> Json:
        look = self.after(len(self.events))
        answer = look.answer()
        for finding in answer["findings"]:
            finding["proven_by_event"] = self._proven_by(finding)
        return answer

    def _proven_by(self, finding: Json) -> int:
        """The first event after which the same finding is there."""
        names = ("event", "code", "seat", "nth")
        for count in range(finding["event"] + 1, len(self.events) + 1):
            for other in self.after(count).findings:
                if all(other[name] == finding[name] for name in names):
                    return count - 1
        raise AssertionError(finding)


def with_the_fourth(hands: dict[str, frozenset[str]]) -> dict[str, frozenset[str]]:
    """Three known hands make the fourth known."""
    if len(hands) == 3:
        (missing,) = set("NWSE") - set(hands)
        rest = frozenset(PACK).difference(*hands.values())
        return {**hands, missing: rest}
    return hands


class Look:
    """What a referee can tell after the first `count` events.

    First the events are read in order (`read_…`); then what they prove is found (`find_…`).
    """

    def __init__(self, log: Log, count: int) -> None:
        self.log = log
        self.rules = log.rules
        self.records = log.records
        self.count = count
        self.findings: list[Json] = []

        self.dealer: str | None = log.body.get("dealer")
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
            self.read(index, log.events[index])
        self.hands = self.find_hands()
        self.owners = self.find_owners()
        self.find_turned_elsewhere()
        self.find_irregular_cards()
        self.belote = self.find_belote()
        self.find_declarations()
        self.decide()

    # Reading ----------------------------------------------------------------------------------

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
        if self.log.body.get("trump"):
            return "play"
        return "auction" if self.was_dealt else "deal"

    @property
    def was_dealt(self) -> bool:
        return self.count > 0 and self.log.events[0]["type"] == "deal"

    @property
    def trump(self) -> str | None:
        header: str | None = self.log.body.get("trump")
        if len(self.calls) == 8 and not self.take:
            return None
        return self.take["trump"] if self.take else header

    @property
    def taker(self) -> str | None:
        header: str | None = self.log.body.get("taker")
        if len(self.calls) == 8 and not self.take:
            return None
        return self.take["seat"] if self.take else header

    @property
    def takers(self) -> str | None:
        header: str | None = self.log.body.get("takers")
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
        if self.dealer:
            first = self.log.right_of(self.dealer)
        elif self.calls:
            first = self.calls[0]["seat"]
        else:
            return None
        return self.log.around(first)[len(self.calls) % 4]

    def suits_to_take(self) -> list[str]:
        """The suits that a taker may name now; in round one it is the turned one."""
        header = self.log.body.get("trump")
        if len(self.calls) < 4:
            if self.turned:
                return [suit_of(self.turned)]
            return [header] if header else list(SUIT_ORDER)
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
            header = self.log.body
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
            if not suit and (self.turned or not self.log.body.get("trump")):
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
            return next(seat for seat in self.log.around(done[0]) if seat not in done)
        if self.tricks:
            winner: str = self.tricks[-1]["winner"]
            return winner
        return self.log.right_of(self.dealer) if self.dealer else None

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
        if self.plays or not self.dealer:
            return self.player
        return self.log.right_of(self.dealer)

    def fault_of_card(self, seat: str, card: str) -> str:
        if any(play["card"] == card for play in self.plays):
            return "card_played_before"
        for whose, hand in self.log.sent_hands.items():
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
        if self.is_past(index, seat):
            return
        if self.is_last_card_of(seat):
            self.hear(index, seat, event["word"], self.plays[-1])
        else:
            self.hear(index, seat, event["word"], None, waits=self.is_turn_of(seat))

    def declare(self, index: int, seat: str, said: Said, is_late: bool) -> None:
        if not self.records["declarations"]:
            return
        self.declared.append(
            {"event": index, "seat": seat, "said": said, "is_late": is_late, "at": self.at}
        )
        if said.get("cards") and self.records["shows"] and not self.tricks:
            self.find(index, "cards_named_too_soon", seat)

    def read_declare(self, index: int, event: Json) -> None:
        seat = event["seat"]
        if self.is_past(index, seat):
            return
        cards = [play["seat"] for play in self.plays].count(seat)
        is_with_first = cards == 1 and self.is_last_card_of(seat)
        said = {key: value for key, value in event.items() if key not in ("type", "seat")}
        self.declare(index, seat, said, is_late=cards > 0 and not is_with_first)
        if not cards and not self.is_turn_of(seat) and self.records["declarations"]:
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

    # What is known of the hands ---------------------------------------------------------------

    def find_owners(self) -> dict[str, str]:
        """Of each card that was seen, or lies in a known hand, who has it or had it."""
        owners = {card: seat for seat, hand in self.hands.items() for card in hand}
        for play in self.plays:
            owners.setdefault(play["card"], play["seat"])
        for show in self.shows:
            if show["seat"] not in self.hands:
                for card in show.get("cards") or ():
                    owners.setdefault(card, show["seat"])
        if self.turned and self.take and self.take["seat"] not in self.hands:
            owners.setdefault(self.turned, self.take["seat"])
        return owners

    def find_hands(self) -> dict[str, frozenset[str]]:
        """The hands that are known whole."""
        known = dict(self.log.sent_hands)
        for seat in "NWSE":
            played = [play["card"] for play in self.plays if play["seat"] == seat]
            if len(played) == 8 and seat not in known:
                known[seat] = frozenset(played)
        return with_the_fourth(known)

    def seen_of(self, seat: str) -> frozenset[str]:
        """The hand, or as much of it as was seen."""
        if seat in self.hands:
            return self.hands[seat]
        return frozenset(card for card, owner in self.owners.items() if owner == seat)

    def seen_elsewhere(self, seat: str) -> frozenset[str]:
        """Cards that others have or had."""
        return frozenset(card for card, owner in self.owners.items() if owner != seat)

    def find_turned_elsewhere(self) -> None:
        if not self.turned or not self.take:
            return
        for seat in "NWSE":
            if seat != self.take["seat"] and (
                self.turned in self.hands.get(seat, ())
                or any(p["card"] == self.turned and p["seat"] == seat for p in self.plays)
            ):
                self.find(0, "turned_card_elsewhere", seat, {"phase": "deal"})

    def find_irregular_cards(self) -> None:
        for play in self.plays:
            duty = self.duty_broken_by(play, self.seen_of(play["seat"]) | {play["card"]})
            if duty:
                self.find(play["event"], "irregular_" + duty, play["seat"], play["at"])

    def duty_broken_by(self, play: Json, hand: frozenset[str]) -> str:
        seat, card = play["seat"], play["card"]
        gone = {
            other["card"]
            for other in self.plays
            if other["seat"] == seat and other["event"] < play["event"]
        }
        assert self.trump
        return broken_duty(seat, card, hand - gone, play["table"], self.trump, self.rules)

    def is_surely_regular(self, play: Json) -> bool:
        """Whether no hand that the player can have had makes the card irregular."""
        seat = play["seat"]
        if seat in self.hands:
            largest = self.hands[seat]
        else:
            largest = frozenset(PACK) - self.seen_elsewhere(seat)
        return not self.duty_broken_by(play, largest | {play["card"]})

    # Belote -----------------------------------------------------------------------------------

    def find_belote(self) -> Json | None:
        if not self.trump:
            if self.records["words"]:
                self.find_words(())
            return None
        pair = ("K" + self.trump, "Q" + self.trump)
        holders = {self.owners.get(card) for card in pair}
        if len(holders) == 2 and None not in holders:
            holder, status = None, "nobody"
        else:
            holder = holders.pop() if len(holders) == 1 else None
            status = ""
        if not self.records["words"]:
            return self.belote_answer(holder, status or "not_told")
        said = self.find_words(pair)
        if status:
            return self.belote_answer(None, status)
        played = [play for play in self.plays if play["card"] in pair]
        if len(played) < 2:
            return None
        first, second = played
        if ("belote", first["event"]) not in said:
            self.find(first["event"], "belote_unsaid", first["seat"], first["at"])
            return self.belote_answer(holder, "not_said")
        if ("rebelote", second["event"]) in said:
            return self.belote_answer(holder, "scored")
        if self.may_still_say_rebelote(second):
            self.awaited = second["seat"]
            return None
        self.find(second["event"], "rebelote_unsaid", second["seat"], second["at"])
        cure = self.cure_of(second)
        self.findings[-1]["cured_by_event"] = cure
        status = "rebelote_forgotten" if cure is None else "pardoned"
        return self.belote_answer(holder, status)

    awaited: str | None = None
    """Who played the second card of the pair, and may still say rebelote."""

    @staticmethod
    def belote_answer(holder: str | None, status: str) -> Json:
        return {
            "team": team_of(holder) if holder else None,
            "points": 20 if status in ("scored", "pardoned") else 0,
            "status": status,
        }

    def may_still_say_rebelote(self, second: Json) -> bool:
        return self.phase == "play" and self.plays[-1] is second

    def find_words(self, pair: Sequence[str]) -> set[tuple[str, int]]:
        """The words that count, each with the event of its card; the rest are findings."""
        valid: set[tuple[str, int]] = set()
        for word in self.words:
            if word["waits"]:
                continue
            code = self.fault_of_word(word, pair, valid)
            if code:
                self.find(word["event"], code, word["seat"], word["at"])
            else:
                valid.add((word["word"], word["play"]["event"]))
        return valid

    def fault_of_word(self, word: Json, pair: Sequence[str], valid: set[tuple[str, int]]) -> str:
        play, seat = word["play"], word["seat"]
        if not play or play["card"] not in pair:
            return "belote_on_wrong_card"
        other_card = pair[0] if play["card"] == pair[1] else pair[1]
        if self.owners.get(other_card) not in (None, seat):
            return "belote_without_pair"
        earlier = [p for p in self.plays if p["card"] == other_card and p["event"] < play["event"]]
        first = earlier[0] if earlier else play
        was_said = ("belote", first["event"]) in valid
        if word["word"] == "belote":
            if was_said:
                return "belote_twice"
            return "belote_on_second_card" if earlier else ""
        if not was_said:
            return "rebelote_without_belote"
        if not earlier:
            return "belote_on_wrong_card"
        return "belote_twice" if ("rebelote", play["event"]) in valid else ""

    def pardon_is_left(self, team: str) -> bool:
        used = self.log.body.get("pardons_used") or ()
        scope = self.rules["rebelote_pardon"]
        return not used if scope == "game" else scope == "team" and team not in used

    def cure_of(self, second: Json) -> int | None:
        team = team_of(second["seat"])
        if not self.pardon_is_left(team):
            return None
        for claim in self.claims:
            if (
                claim["about"] == "rebelote"
                and team_of(claim["seat"]) == team
                and claim["event"] > second["event"]
                and claim["target"] in (None, second["event"])
                and self.is_in_time(claim)
            ):
                index: int = claim["event"]
                return index
        return None

    def is_in_time(self, claim: Json) -> bool:
        """Whether the claim comes by the count."""
        return not self.counted or claim["event"] < self.counted[0]["event"]

    # Declarations -----------------------------------------------------------------------------

    @property
    def judge(self) -> Judge:
        tops = AS_IN_A_TRICK if self.rules["carre_order"] == "trick" else RANKS
        house = House(length_step=self.rules["length_step"], carres=tops)
        speaking = ""
        if self.rules["last_tie"] == "first_speaker" and self.dealer:
            speaking = self.log.around(self.log.right_of(self.dealer))
        assert self.trump
        return Judge(self.trump, house, speaking)

    @property
    def deadline(self) -> Json | None:
        """The first card of trick three: who won has shown by then."""
        return next((play for play in self.plays if play["at"]["trick"] == 3), None)

    def find_declarations(self) -> None:
        """Rule the declarations, match the shows, and compare."""
        self.face = self.settled = "open"
        self.owed: list[str] = []
        self.entries: list[Json] = []
        if not self.trump:
            return
        self.make_entries()
        if self.records["shows"]:
            self.match_shows()
        self.rule_entries()
        self.face = self.judge.on_its_face(self.standing())
        if self.records["shows"] and self.tricks:
            self.find_not_shown()
            self.find_shows_by_losers()
        for entry in self.entries:
            if entry["reason"] and entry["reason"] != "not_shown" and not entry["is_best"]:
                self.find(entry["event"], entry["reason"], entry["seat"], entry["at"])
        if self.tricks:
            self.settled = self.judge.settled(self.standing())

    def make_entries(self) -> None:
        declared: list[Json] = self.declared
        if not self.records["declarations"] and self.log.body.get("declare_best"):
            declared = list(self.best_of_known_hands())
        for one in declared:
            reason = "late" if one["is_late"] else ""
            if not self.rules["announcements"]:
                reason = "announcements_off"
            fresh = {"reason": reason, "is_shown": False, "is_refused": False, "is_best": False}
            self.entries.append(fresh | one)
        self.rule_entries()

    def best_of_known_hands(self) -> Iterator[Json]:
        for seat in "NWSE":
            if seat in self.hands:
                hand = sum(1 << INTERNATIONAL.card_of[card] for card in self.hands[seat])
                for one in firsts(hand, self.judge.house)[0]:
                    yield {"event": 0, "seat": seat, "said": {"cards": in_order(one.cards)}} | {
                        "is_late": False,
                        "is_best": True,
                        "at": {"phase": "play", "trick": 1},
                    }

    def rule_entries(self) -> None:
        """Rule what is not void for a reason of time, as far as cards are known."""
        for seat in "NWSE":
            for entry in self.entries:
                if entry["seat"] == seat and entry["reason"] in FALSE_CODES + COMPETING:
                    entry["reason"] = ""
            mine = [e for e in self.entries if e["seat"] == seat and not e["reason"]]
            hand = self.hands.get(seat)
            ruled = rule([e["said"] for e in mine], hand, self.seen_elsewhere(seat), self.trump)
            for entry, (reason, options, is_ruled) in zip(mine, ruled, strict=True):
                entry.update(reason=reason, options=options, is_ruled=is_ruled)

    def standing(self) -> list[Standing]:
        return [
            Standing(entry["seat"], entry["options"], entry["is_ruled"])
            for entry in self.entries
            if not entry["reason"]
        ]

    def match_shows(self) -> None:
        """Take the shows in their order: cards laid open, and refusals of who won."""
        for show in self.shows:
            if not show.get("refused"):
                self.match_show(show)
            elif self.is_refusal(show):
                self.rule_entries()
                if self.judge.on_its_face(self.standing()) == team_of(show["seat"]):
                    self.lose_unshown(show["seat"], show["event"], show["at"])

    def is_refusal(self, show: Json) -> bool:
        """Whether somebody who could be asked to show would not: not in trick one, not too late."""
        deadline = self.deadline
        was_asked = show["at"].get("trick", 1) > 1
        return was_asked and not (deadline and show["event"] > deadline["event"])

    def match_show(self, show: Json) -> None:
        """Give the cards of a show to the declarations of its seat that are not shown yet."""
        seat, laid = show["seat"], frozenset(show["cards"])
        first = [p["card"] for p in self.plays if p["seat"] == seat and p["at"]["trick"] == 1]
        pool = laid | {card for card in first if self.was_before(card, show)}
        waiting = [
            entry
            for entry in self.entries
            if entry["seat"] == seat
            and not entry["reason"]
            and not entry["is_shown"]
            and entry["event"] < show["event"]
        ]
        if not waiting:
            had_one = any(e["seat"] == seat and not e["reason"] for e in self.entries)
            show["is_of_nothing"] = not had_one
            return
        found = rule([entry["said"] for entry in waiting], pool, trump=self.trump)
        used: set[str] = set()
        for entry, ruled in zip(waiting, found, strict=True):
            if not ruled.reason:
                self.give(entry, ruled.options[0].cards, show)
                used |= ruled.options[0].cards
        left = laid - used - rest_of_runs(found, laid)
        unmatched = [entry for entry in waiting if not entry["is_shown"]]
        if left and unmatched:
            self.find(show["event"], "show_differs", seat, show["at"])
            with_first = left | (pool - laid)
            self.give(unmatched[0], with_first if whole(with_first) else left, show)

    def was_before(self, card: str, show: Json) -> bool:
        return any(p["card"] == card and p["event"] < show["event"] for p in self.plays)

    def give(self, entry: Json, cards: frozenset[str], show: Json) -> None:
        deadline = self.deadline
        in_time = not deadline or show["event"] < deadline["event"]
        entry["said"] = {**entry["said"], "cards": in_order(cards)}
        entry["is_shown"] = in_time

    def lose_unshown(self, seat: str, event: int, at: Json) -> None:
        unshown = [
            entry
            for entry in self.entries
            if entry["seat"] == seat and not entry["reason"] and not entry["is_shown"]
        ]
        for entry in unshown:
            entry["reason"] = "not_shown"
        if unshown:
            self.find(event, "not_shown", seat, at)

    def find_not_shown(self) -> None:
        deadline = self.deadline
        winners = [seat for seat in "NWSE" if team_of(seat) == self.face]
        if deadline:
            for seat in winners:
                refusals = [
                    show
                    for show in self.shows
                    if show["seat"] == seat and show.get("refused") and self.is_refusal(show)
                ]
                when = refusals[0] if refusals else deadline
                self.lose_unshown(seat, when["event"], when["at"])
            return
        self.owed = [
            seat
            for seat in winners
            if any(
                entry["seat"] == seat and not entry["reason"] and not entry["is_shown"]
                for entry in self.entries
            )
        ]

    def find_shows_by_losers(self) -> None:
        """Judge each show by what was known of the winner before it, else by what is known now."""
        for show in self.shows:
            if show.get("refused"):
                continue
            before = max(show["event"], self.tricks[0]["end"] + 1)
            face = self.face
            if before < self.count:
                earlier = self.log.after(before).face
                face = face if earlier == "open" else earlier
            if face == "open":
                continue
            if face != team_of(show["seat"]):
                self.find(show["event"], "show_by_loser", show["seat"], show["at"])
            elif show.get("is_of_nothing"):
                self.find(show["event"], "show_differs", show["seat"], show["at"])

    def announcements(self) -> Json | None:
        is_told = self.records["declarations"] or self.log.body.get("declare_best")
        if not is_told or not self.tricks or self.settled == "open":
            return None
        points = dict.fromkeys(TEAMS, 0)
        for entry in self.entries:
            if not entry["reason"] and team_of(entry["seat"]) == self.settled:
                points[self.settled] += entry["options"][0].points
        winner = None if self.settled == "nobody" else self.settled
        return {"winner": winner, "points": points}

    # The end ----------------------------------------------------------------------------------

    def trick_points(self, trick: Json) -> int:
        assert self.trump
        return sum(points_of(play["card"], self.trump) for play in trick["plays"])

    def card_points(self) -> dict[str, int]:
        points = dict.fromkeys(TEAMS, 0)
        for trick in self.tricks:
            points[team_of(trick["winner"])] += self.trick_points(trick)
        return points

    def points(self) -> dict[str, int]:
        points = self.card_points()
        if self.phase == "over":
            last = team_of(self.tricks[-1]["winner"])
            is_capot = all(team_of(trick["winner"]) == last for trick in self.tricks)
            points[last] += 100 if is_capot else 10
        return points

    def score(self) -> Json | None:
        if self.phase != "over" or self.is_impossible or not self.takers:
            return None
        winners = [team_of(trick["winner"]) for trick in self.tricks]
        belote = self.belote or {"team": None, "points": 0}
        announced = self.announcements()
        found = score(
            self.takers,
            self.card_points(),
            {team: winners.count(team) for team in TEAMS},
            winners[-1],
            belote["team"] if belote["points"] else None,
            announced["points"] if announced else None,
            self.log.body.get("carry_in") or 0,
        )
        return {
            "outcome": found.outcome,
            "totals": found.totals,
            "scores": found.scores,
            "carry_out": found.carry_out,
        }

    def decide(self) -> None:
        """Judge the claims and the count, and decide; the findings are complete after it."""
        self.scored = self.score()
        self.decided = self.decision()
        self.find_count()
        self.findings.sort(key=lambda f: (f["event"], f["code"]))

    def matched(self, claim: Json) -> Json | None:
        """The first finding that the claim is about."""
        for finding in sorted(self.findings, key=lambda f: (f["event"], f["code"])):
            if (
                finding["code"] in ABOUT[claim["about"]]
                and finding["event"] < claim["event"]
                and claim["target"] in (None, finding["event"])
            ):
                return finding
        return None

    def upheld(self, claim: Json) -> bool | None:
        if self.matched(claim):
            return True
        target = claim["target"]
        if target is not None and target >= claim["event"]:
            return False
        about = claim["about"]
        if about == "irregular_card":
            is_open = any(
                not self.is_surely_regular(play)
                for play in self.plays
                if play["event"] < claim["event"] and target in (None, play["event"])
            )
            return None if is_open else False
        if about == "rebelote":
            is_open = self.awaited is not None or not self.records["words"]
            return None if is_open else False
        if about == "not_shown":
            is_open = self.records["shows"] and self.phase == "play" and self.face == "open"
            return None if is_open else False
        if about == "false_declaration":
            is_open = not self.records["declarations"] or any(
                not entry["reason"] and not entry["is_ruled"]
                for entry in self.entries
                if entry["event"] < claim["event"] and target in (None, entry["event"])
            )
            return None if is_open else False
        return False

    def penalised(self) -> list[Json]:
        """The faults of the play that lose a donne under the table's rules."""
        codes: tuple[str, ...] = ()
        codes += IRREGULAR if self.rules["irregular"] == "donne_lost" else ()
        codes += OUT_OF_TURN if self.rules["out_of_turn"] == "donne_lost" else ()
        faults = [finding for finding in self.findings if finding["code"] in codes]
        if self.rules["penalty_on"] == "proof":
            return faults
        claimed = []
        for claim in self.claims:
            finding = self.matched(claim)
            if (
                finding
                and self.is_in_time(claim)
                and team_of(claim["seat"]) != team_of(finding["seat"])
            ):
                claimed.append(finding)
        return [finding for finding in faults if any(finding is one for one in claimed)]

    def decision(self) -> Json | None:
        carry = self.log.body.get("carry_in") or 0
        nothing = dict.fromkeys(TEAMS, 0)
        if self.phase not in ("over", "thrown_in"):
            return None
        if self.phase == "thrown_in":
            return decided("thrown_in", None, nothing, carry, [])
        if not self.scored:
            reasons = [f for f in self.findings if f["code"] in IMPOSSIBLE]
            return decided("undecided", None, None, carry, reasons)
        faults = self.penalised()
        guilty = {team_of(finding["seat"]) for finding in faults}
        if not faults:
            return decided("stands", None, self.scored["scores"], self.scored["carry_out"], [])
        if len(guilty) == 2:
            return decided("undecided", None, None, carry, faults)
        (loser,) = guilty
        scores = {loser: 0, other_team(loser): 162 + carry}
        if self.belote and self.belote["team"]:
            scores[self.belote["team"]] += self.belote["points"]
        announced = self.announcements()
        if announced and self.rules["irregular_announcements"] == "validated":
            scores[other_team(loser)] += sum(announced["points"].values())
        ordered = {team: scores[team] for team in TEAMS}
        return decided("donne_lost", loser, ordered, 0, faults)

    def find_count(self) -> None:
        if not self.counted or self.phase != "over" or self.is_impossible:
            return
        (count,) = self.counted
        because = self.why_it_differs(count)
        if because:
            self.find(
                count["event"], "count_differs", count.get("seat"), count["at"], because=because
            )

    def why_it_differs(self, count: Json) -> str:
        """The first reason that fits, or an empty string when the count is right."""
        cards, totals = self.card_points(), self.points()
        last = team_of(self.tricks[-1]["winner"])
        said_cards = told_of(count.get("card_points"))
        said_totals = told_of(count.get("total"))
        off = [said_cards[team] - cards[team] for team in said_cards]
        off += [said_totals[team] - totals[team] for team in said_totals]
        said_scores = told_of(count.get("scores"))
        right = [each["scores"] for each in (self.scored, self.decided) if each and each["scores"]]
        if right and all(
            any(said_scores[team] != scores[team] for team in said_scores) for scores in right
        ):
            off += [said_scores[team] - right[-1][team] for team in said_scores]
        if count.get("last_trick") not in (None, last):
            off.append(10)
        won = [team_of(trick["winner"]) for trick in self.tricks]
        said_won = told_of(count.get("tricks_won"))
        is_otherwise_wrong = any(said_won[team] != won.count(team) for team in said_won)
        capot = last if won.count(last) == 8 else None
        is_otherwise_wrong |= count.get("capot") not in (None, capot)
        sizes = {abs(one) for one in off} - {0}
        if not sizes and not is_otherwise_wrong:
            return ""

        announced = self.announcements()
        marked = sum(announced["points"].values()) if announced else 0
        sums = (sum(cards.values()), sum(totals.values()))
        is_sum_wrong = (len(said_cards) == 2 and sum(said_cards.values()) != sums[0]) or (
            len(said_totals) == 2 and sum(said_totals.values()) != sums[1]
        )
        if 10 in sizes:
            return "dix_de_der"
        if 20 in sizes:
            return "belote"
        if marked in sizes:
            return "announcements"
        if is_sum_wrong:
            return "sum"
        if sizes & {self.trick_points(trick) for trick in self.tricks}:
            return "trick"
        return "other"

    # The answer -------------------------------------------------------------------------------

    def answer(self) -> Json:
        findings = self.findings
        decision = self.decided and {
            **self.decided,
            "findings": [
                index
                for index, finding in enumerate(findings)
                if any(finding is one for one in self.decided["findings"])
            ],
        }
        return {
            "dealer": self.dealer,
            "trump": self.trump,
            "takers": self.takers,
            "taker": self.taker,
            "phase": self.phase,
            "next": self.next(),
            "due": self.due(),
            "hands": {seat: in_order(self.seen_of(seat)) for seat in "NWSE"},
            "tricks": self.told_tricks(),
            "points": self.points(),
            "announcements": self.announcements(),
            "belote": self.belote,
            "findings": findings,
            "claims": [self.told_claim(claim) for claim in self.claims],
            "score": self.scored,
            "decision": decision,
        }

    def told_claim(self, claim: Json) -> Json:
        matched = self.matched(claim)
        index = next((n for n, one in enumerate(self.findings) if one is matched), None)
        return {"event": claim["event"], "upheld": self.upheld(claim), "finding": index}

    def told_tricks(self) -> list[Json]:
        assert self.trump or not self.plays
        tricks = [(trick["plays"], trick["winner"]) for trick in self.tricks]
        if self.table:
            tricks.append((self.table, None))
        return [
            {
                "leader": plays[0]["seat"],
                "cards": [{"seat": play["seat"], "card": play["card"]} for play in plays],
                "winner": winner,
                "points": self.trick_points({"plays": plays}),
            }
            for plays, winner in tricks
        ]

    def due(self) -> list[Json]:
        found = [{"seat": seat, "what": "show"} for seat in self.owed]
        if self.awaited:
            found.append({"seat": self.awaited, "what": "rebelote"})
        return sorted(found, key=lambda one: ("NWSE".index(one["seat"]), one["what"]))

    def next(self) -> Json | None:
        if self.phase == "thrown_in" and self.dealer:
            seat = self.log.right_of(self.dealer)
            return {"seat": seat, "may": [], "legal": None, "calls": None}
        if self.phase == "auction" and self.caller and not self.take:
            calls = ["pass", *({"take": suit} for suit in self.suits_to_take())]
            return {"seat": self.caller, "may": ["call"], "legal": None, "calls": calls}
        if self.phase != "play" or not self.player:
            return None
        return {
            "seat": self.player,
            "may": self.may(self.player),
            "legal": self.legal(self.player),
            "calls": None,
        }

    def may(self, seat: str) -> list[str]:
        may = ["play"]
        if self.may_hold_pair(seat):
            may.insert(0, "say")
        if self.rules["announcements"] and not any(p["seat"] == seat for p in self.plays):
            may.insert(0, "declare")
        return may

    def may_hold_pair(self, seat: str) -> bool:
        """Whether the seat can have both cards, and one of them still."""
        assert self.trump
        pair = {"K" + self.trump, "Q" + self.trump}
        played = {play["card"] for play in self.plays}
        if seat in self.hands and not pair <= self.hands[seat]:
            return False
        return not pair & self.seen_elsewhere(seat) and not pair <= played

    def legal(self, seat: str) -> list[str] | None:
        if seat not in self.hands:
            return None
        assert self.trump
        left = self.hands[seat] - {play["card"] for play in self.plays}
        table = [(play["seat"], play["card"]) for play in self.table]
        return in_order(
            card
            for card in left
            if not broken_duty(seat, card, left, table, self.trump, self.rules)
        )


COMPETING = ("card_reused", "worthless")


def decided(
    kind: str, against: str | None, scores: Json | None, carry: int, findings: list[Json]
) -> Json:
    return {
        "kind": kind,
        "against": against,
        "scores": scores,
        "carry_out": carry,
        "findings": findings,
    }


def told_of(by_team: Json | None) -> dict[str, int]:
    return {team: value for team, value in (by_team or {}).items() if value is not None}


def rest_of_runs(found: Sequence[Ruled], laid: frozenset[str]) -> set[str]:
    """Shown cards that only lengthen a run of which a part was said."""
    rest: set[str] = set()
    for ruled in found:
        for one in ruled.options:
            if not one.is_carre:
                for more in laid:
                    run = whole(one.cards | run_between(one.cards, more, laid))
                    if run and suit_of(more) == one.suit and more in run.cards:
                        rest.add(more)
    return rest


def run_between(run: frozenset[str], card: str, laid: frozenset[str]) -> set[str]:
    """The laid cards of the suit from the run on to the card."""
    if any(suit_of(each) != suit_of(card) for each in run):
        return set()
    places = [RANKS.index(each[:-1]) for each in (*run, card)]
    span = {RANKS[place] + suit_of(card) for place in range(min(places), max(places) + 1)}
    return span if span <= laid | run else set()
