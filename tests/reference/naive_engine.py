"""The references put together: bodies of the API answered from the naive halves of the tests.

What they answer is the part of an answer that they work out for themselves: the best of a hand,
verdicts, the winner of a comparison, scores, legal cards, what a log proves. They speak
French cards in international letters; `in_international` respells a body, or what is expected of
one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any, TypeAlias

from service.belote.cards import INTERNATIONAL, Deck
from tests.reference import naive_auctions, naive_auditor, referee, twin
from tests.reference import naive_scales as scales
from tests.reference.naive_donne import PACK, around, master, may_play, points_of
from tests.reference.naive_donne import House as Play
from tests.reference.naive_reading import in_order
from tests.reference.naive_spelling import deck_of
from tests.reference.referee import WORTHLESS, Ruling, Table, Words, team_of
from tests.reference.twin import Found

Json: TypeAlias = dict[str, Any]
CARDS = {"hand", "hands", "cards", "card", "tricks", "won", "NS", "EW", "legal", "turned", *"NWSE"}


def in_international(value: Any, deck: Deck, name: str = "") -> Any:
    """A body or an answer with every card, suit and rank in international letters."""
    if isinstance(value, dict):
        return {key: in_international(one, deck, key) for key, one in value.items()}
    if isinstance(value, list):
        return [in_international(one, deck, name) for one in value]
    if name in CARDS and value in deck.card_of:
        return INTERNATIONAL.labels[deck.card_of[value]]
    if name in ("trump", "suit") and value is not None:
        return INTERNATIONAL.suits[deck.suit_of[value]]
    if name == "top" and value is not None:
        return twin.RANKS[deck.ranks.index(value.upper())]
    return value


def answer(path: str, body: Json) -> Json:
    """What the references say to a body, cards in international letters."""
    body = in_international(body, deck_of(body))
    return PATHS[path](body, Rules(body.get("rules") or {}))


class Rules:
    """The switches of a body; the presets are not known here."""

    def __init__(self, sent: Json) -> None:
        assert "preset" not in sent
        self.sent = sent
        as_in_a_trick = sent.get("carre_order") == "trick"
        self.house = twin.House(
            sent.get("split_runs", True),
            sent.get("length_step", True),
            twin.AS_IN_A_TRICK if as_in_a_trick else twin.RANKS,
        )
        of_play = {one.name for one in fields(Play)}
        self.play = Play(**{name: one for name, one in sent.items() if name in of_play})
        self.table = Table(
            self.house,
            self.play,
            sent.get("announcements", True),
            sent.get("last_tie") == "first_speaker",
            sent.get("false_declaration") == "award_opponents",
        )
        known = {one.name for one in fields(scales.Rules)}
        self.scale = scales.Rules(**{name: one for name, one in sent.items() if name in known})


# Announcements ------------------------------------------------------------------------------------


def announcement(one: Found) -> Json:
    return {
        "kind": referee.kind_of(one),
        "points": one.points,
        "cards": in_order(one.cards),
        "length": one.length,
        "top": twin.RANKS[one.top],
        "suit": one.suit or None,
    }


def best_of(hand: Sequence[str], house: twin.House) -> twin.Set:
    [best] = twin.firsts(sum(1 << INTERNATIONAL.card_of[one] for one in hand), house)[:1]
    return best


def selection(best: twin.Set) -> Json:
    return {
        "points": sum(one.points for one in best),
        "announcements": [announcement(one) for one in best],
    }


def holds_belote(hand: Sequence[str], trump: str | None) -> bool | None:
    return None if trump is None else {"Q" + trump, "K" + trump} <= set(hand)


def resolve(body: Json, rules: Rules) -> Json:
    hand = body["hand"]
    return {
        "best": selection(best_of(hand, rules.house)),
        "belote": holds_belote(hand, body.get("trump")),
        "worthless": [announcement(one) for one in WORTHLESS if one.cards <= set(hand)],
    }


def words(said: Json) -> Words:
    cards = said.get("cards")
    return Words(
        said.get("kind"),
        said.get("points"),
        said.get("top"),
        said.get("suit"),
        said.get("length"),
        None if cards is None else frozenset(cards),
        (said.get("with_card") or 1) > 1,
        said.get("shown") is not False,
    )


def rulings_of(
    said: Sequence[Json], hand: Sequence[str] | None, trump: str | None, rules: Rules
) -> list[Ruling]:
    known = None if hand is None else frozenset(hand)
    return referee.rule([words(one) for one in said], known, trump or "", rules.table)


def validate(body: Json, rules: Rules) -> Json:
    found = rulings_of(body["declared"], body["hand"], body.get("trump"), rules)
    return {
        "accepted": all(one.stands for one in found),
        "points": sum(one.stands.points for one in found if one.stands),
        "rulings": [
            {
                "index": index,
                "verdict": "valid" if one.stands else "void",
                "reason": one.reason,
                "announcement": announcement(one.stands) if one.stands else None,
            }
            for index, one in enumerate(found)
        ],
        "best": selection(best_of(body["hand"], rules.house)),
        "belote": holds_belote(body["hand"], body.get("trump")),
    }


def outcome(
    body: Json, hands: Mapping[str, Sequence[str]], dealer: str, rules: Rules
) -> referee.Outcome:
    declared = body.get("declared") or {}
    found: dict[str, list[Ruling]] = {}
    for seat in "NWSE":
        hand = hands.get(seat)
        if seat in declared:
            found[seat] = rulings_of(declared[seat], hand, body["trump"], rules)
        elif body.get("declare_best") and hand is not None:
            found[seat] = [Ruling(one, None) for one in best_of(hand, rules.house)]
    return referee.decide(found, body["trump"], rules.table, dealer)


def compare(body: Json, rules: Rules) -> Json:
    first = body.get("first_player") or "N"
    before = around(first, rules.play)[3]
    found = outcome(body, body.get("hands") or {}, body.get("dealer") or before, rules)
    return {
        "winner": found.winner,
        "decided_by": found.decided_by,
        "points": found.points,
        "awards": found.awards,
    }


# The play -----------------------------------------------------------------------------------------


class Told:
    """A play told from its cards: who played what, who won which trick."""

    def __init__(self, dealer: str, tricks: Sequence[Sequence[str]], trump: str, play: Play):
        self.played: list[list[tuple[str, str]]] = []
        self.winners: list[str] = []
        self.points = {"NS": 0, "EW": 0}
        self.next: str | None = around(dealer, play)[1]
        for trick in tricks:
            order = around(self.next or "", play)
            self.played.append(list(zip(order, trick, strict=False)))
            if len(trick) < 4:
                self.next = order[len(trick)]
                return
            self.next = order[master(list(trick), trump)]
            self.winners.append(self.next)
            self.points[team_of(self.next)] += sum(points_of(one, trump) for one in trick)
        if len(self.winners) == 8:
            self.next = None

    @property
    def eight(self) -> str | None:
        teams = {team_of(seat) for seat in self.winners}
        return teams.pop() if len(self.winners) == 8 and len(teams) == 1 else None

    def hands(self, known: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
        """What each seat is known to have held before the first trick."""
        held = {
            seat: {card for trick in self.played for who, card in trick if who == seat}
            | set(known.get(seat, ()))
            for seat in "NWSE"
        }
        [*partly] = [seat for seat in "NWSE" if len(held[seat]) < 8]
        if len(partly) == 1:
            others = set().union(*(held[seat] for seat in "NWSE" if seat != partly[0]))
            held[partly[0]] = set(PACK) - others
        return {seat: in_order(cards) for seat, cards in held.items()}


def irregularities(
    told: Told, held: Mapping[str, Sequence[str]], trump: str, play: Play
) -> list[Json]:
    left = {seat: list(hand) for seat, hand in held.items()}
    found = []
    for number, trick in enumerate(told.played, 1):
        table: list[str] = []
        for seat, card in trick:
            rule = may_play(card, left[seat], table, trump, play)
            if rule:
                found.append({"trick": number, "seat": seat, "card": card, "rule": rule})
            left[seat].remove(card)
            table.append(card)
    return found


def replay(body: Json, rules: Rules) -> Json:
    trump, play = body["trump"], rules.play
    told = Told(body["dealer"], body["tricks"], trump, play)
    held = told.hands(body.get("hands") or {})
    legal = None
    if told.next and len(held[told.next]) == 8:
        gone = {card for trick in told.played for _, card in trick}
        left = [card for card in held[told.next] if card not in gone]
        last = [card for _, card in told.played[-1]] if told.played else []
        table = last if len(last) < 4 else []
        legal = [card for card in left if not may_play(card, left, table, trump, play)]
    points = dict(told.points)
    if told.next is None:
        last_team = team_of(told.winners[-1])
        points[last_team] += 100 if told.eight else 10
    return {
        "next": told.next,
        "legal": legal,
        "irregularities": irregularities(told, held, trump, play),
        "points": points,
    }


# The score ----------------------------------------------------------------------------------------


def counted(count: Json) -> tuple[Json, str | None, str | None]:
    """The points of each team, the last trick and the team that won all eight."""
    won = count.get("tricks_won") or {}
    eight = next((team for team in won if won[team] == 8), None)
    if "card_points" in count:
        return count["card_points"], count["last_trick"], eight
    if count.get("capot"):
        capot = count["capot"]
        return {"NS": 0, "EW": 0} | {capot: 152}, capot, capot
    total = count["total"]
    ns = total["NS"] if "NS" in total else 162 - total["EW"]
    last = count.get("last_trick")
    points = {"NS": ns, "EW": 162 - ns}
    return points | ({last: points[last] - 10} if last else {}), last, eight


def piled(won: Json, trump: str) -> tuple[Json, str, str | None]:
    pile = won.get("NS")
    if pile is None:
        pile = [card for card in PACK if card not in won["EW"]]
    ns = sum(points_of(card, trump) for card in pile)
    eight = {0: "EW", 32: "NS"}.get(len(pile))
    return {"NS": ns, "EW": 152 - ns}, won["last_trick"], eight


def the_donne(body: Json, rules: Rules) -> tuple[scales.Donne, list[Json]]:
    """A donne as the naive scorer takes it, and what was played against the rules."""
    hands, faults, dealer = dict(body.get("hands") or {}), list[Json](), "E"
    if "play" in body:
        dealer, trump = body["play"]["dealer"], body["trump"]
        told = Told(dealer, body["play"]["tricks"], trump, rules.play)
        hands = told.hands({})
        faults = irregularities(told, hands, trump, rules.play)
        points, last, eight = told.points, team_of(told.winners[-1]), told.eight
    elif "won" in body:
        points, last, eight = piled(body["won"], body["trump"])
    else:
        points, last_told, eight = counted(body["count"])
        last = last_told or ""
    holder = None
    if len(hands) == 4:
        pair = {"Q" + body["trump"], "K" + body["trump"]}
        holder = next((team_of(s) for s in hands if pair <= set(hands[s])), "nobody")
    claim = body.get("belote")
    told_of = None if claim is None else scales.Claim(**claim)
    won = {"NS": 0, "EW": 0} | (body.get("announcement_points") or {})
    lost, awards = {"NS": 0, "EW": 0}, {"NS": 0, "EW": 0}
    if body.get("declare_best") or "declared" in body:
        found = outcome(body, hands, dealer, rules)
        won, awards = found.points, found.awards
        for seat, each in found.rulings.items():
            if team_of(seat) != found.winner:
                lost[team_of(seat)] += sum(one.stands.points for one in each if one.stands)
    donne = scales.Donne(
        body["takers"],
        points,
        last or None,
        eight,
        scales.Contract(**(body.get("contract") or {})),
        holder=holder,
        claim=told_of,
        won=won,
        lost=lost,
        awards=awards,
        carry=body.get("carry_in") or 0,
    )
    return donne, faults


def score(body: Json, rules: Rules) -> Json:
    donne, faults = the_donne(body, rules)
    found = scales.score(donne, rules.scale)
    return {
        "outcome": found.outcome,
        "capot": found.capot,
        "totals": dict(found.totals),
        "scores": dict(found.scores),
        "carry_out": found.carry_out,
        "lines": [one._asdict() for one in found.lines],
        "belote": found.belote._asdict(),
        "irregularities": faults,
    }


def play_game(body: Json, rules: Rules) -> Json:
    entries = [entry_of(one, rules) for one in body["donnes"]]
    found = scales.play_game(entries, body.get("target") or 1000, rules.scale)
    return {
        "rows": [
            row_of(row) | {"dealer": dealer, "trump": donne.get("trump")}
            for row, dealer, donne in zip(
                found.rows, dealers_of(body, rules), body["donnes"], strict=True
            )
        ],
        "totals": dict(found.totals),
        "carry_out": found.carry_out,
        "winner": found.winner,
    }


def dealers_of(body: Json, rules: Rules) -> list[str | None]:
    """Who dealt each donne: the one that is named, else whoever sits after the last dealer."""
    found: list[str | None] = []
    for donne in body["donnes"]:
        last = found[-1] if found else None
        after = around(last, rules.play)[1] if last else None
        found.append(donne.get("dealer") or donne.get("play", {}).get("dealer") or after)
    return found


def entry_of(donne: Json, rules: Rules) -> scales.Entry:
    """A donne that was played, scores that the organiser wrote, or None: all passed."""
    if "passed" in donne:
        return None
    scores: Json | None = donne.get("scores")
    return scores or the_donne(donne, rules)[0]


def row_of(row: scales.Row) -> Json:
    found: Json = {"scores": dict(row.scores)}
    found |= {"carry_in": row.carry_in, "carry_out": row.carry_out}
    if row.result:
        belote = row.result.belote
        found |= {"outcome": row.result.outcome, "capot": row.result.capot}
        found |= {"belote": belote.team if belote.points else None}
    return found


# Logs ---------------------------------------------------------------------------------------------


def audit(body: Json, rules: Rules) -> Json:
    """What a referee finds in a log; where a take may be doubled or bid, in its auction only."""
    scale = rules.sent.get("scale", "classic")
    if scale == "classic":
        return naive_auditor.audit(body | {"deck": "french"})
    deal, *calls = body["events"]
    auction = naive_auctions.hold(scale, deal["seat"], calls, deal.get("turned"))
    codes = [(event, code) for event, code in enumerate(auction.findings, 1) if code]
    return {
        "phase": auction.phase,
        "trump": auction.trump,
        "next": {"seat": auction.next_seat, "calls": auction.next_calls},
        "findings": [{"event": event, "code": code} for event, code in codes],
    }


PATHS: Mapping[str, Callable[[Json, Rules], Json]] = {
    "/v1/hands/resolve": resolve,
    "/v1/announcements/validate": validate,
    "/v1/announcements/compare": compare,
    "/v1/donnes/replay": replay,
    "/v1/donnes/score": score,
    "/v1/games/score": play_game,
    "/v1/donnes/audit": audit,
}
