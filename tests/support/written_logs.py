"""Donne logs written as people write them, one event a semicolon or a line.

`deal E 9H`, `N pass`, `S take`, `S take C`, `S bid 80 H`, `N AD`, `S KH belote`, `N AD +tierce`,
`N declares tierce`, `S says belote`, `W shows 10D JD`, `W refuses`,
`N claims irregular_card 24`, `count 86 66 NS`, `total 96 66`, `scores 20 232`.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from tests.reference.naive_donne import PACK

Json: TypeAlias = dict[str, Any]

CALLS = ("pass", "take", "bid", "coinche", "surcoinche")
KINDS = ("tierce", "cinquante", "cent", "carre")


# A donne without a fault, in pieces, and the worked case of the contract.
AUCTION = "deal E 9H; N pass; W pass; S take"
FIRST = "N AD +tierce; W 10D +cinquante; S 8C; E 7D +tierce"
SECOND = "N QS; W shows 10D JD QD KD; E shows 10C JC QC; W 8S; S AS; E KS"
THIRD = "S 9H; E JH; N 7H; W 8H"
FOURTH = "E QC; N KC; W AC; S 9C"
REST = """W KD; S KH belote; E 9D; N 8D | S QH rebelote; E AH; N 7C; W 9S |
E JC; N 10S; W JD; S 10H | S 7S; E 10C; N JS; W QD"""
WHOLE = " | ".join((AUCTION, FIRST, SECOND, THIRD, FOURTH, REST))
"""A donne without a fault: 86 and 66, the last trick and the belote of NS, 70 of EW."""

WORKED = f"""{AUCTION} | {FIRST} | {SECOND} | {THIRD} | {FOURTH} |
W KD; S KH belote; E AH; N 8D | E JC; N 7C; W 9S; S QH | S 7S; E 9D; N 10S; W JD |
N claims irregular_card 24 | N JS; W QD; S 10H; E 10C | S claims rebelote; count 79 73 NS"""

HANDS = {
    "N": "AD QS 7H KC 8D 7C 10S JS",
    "W": "10D 8S 8H AC KD 9S JD QD",
    "S": "8C AS 9H 9C KH QH 7S 10H",
    "E": "7D KS JH QC AH JC 9D 10C",
}


def events_of(text: str) -> list[Json]:
    """The events that a text writes down; `|` may stand between tricks."""
    lines = text.replace("|", ";").replace("\n", ";").split(";")
    return [_event(line.split()) for line in lines if line.strip()]


def _event(words: list[str]) -> Json:
    if words[0] == "deal":
        return _deal(words)
    if words[0] in ("count", "total", "scores"):
        return _count(words)
    seat, verb, *rest = words
    if verb in CALLS:
        bid = _bid(rest.pop(0)) if verb == "bid" else {}
        suit = {"suit": rest[0]} if rest else {}
        return {"type": "call", "seat": seat, "call": verb} | bid | suit
    if verb == "declares":
        return {"type": "declare", "seat": seat, **_said(rest)}
    if verb == "says":
        return {"type": "say", "seat": seat, "word": rest[0]}
    if verb == "shows":
        return {"type": "show", "seat": seat, "cards": rest}
    if verb == "refuses":
        return {"type": "show", "seat": seat, "refused": True}
    if verb == "claims":
        event = {"event": int(rest[1])} if len(rest) > 1 else {}
        return {"type": "claim", "seat": seat, "about": rest[0], **event}
    return _play(seat, verb, rest)


def _bid(word: str) -> Json:
    return {"bid": int(word) if word.isdecimal() else word}


def _deal(words: list[str]) -> Json:
    event: Json = {"type": "deal", "seat": words[1]}
    if len(words) > 2:
        event["turned"] = words[2]
    if len(words) > 3:
        event["packets"] = [int(number) for number in words[3].split("+")]
    return event


def _count(words: list[str]) -> Json:
    points = {"NS": int(words[1]), "EW": int(words[2])}
    if words[0] == "count":
        return {"type": "count", "card_points": points, "last_trick": words[3]}
    if words[0] == "total":
        return {"type": "count", "total": points}
    return {"type": "count", "total": {}, "scores": points}


def _play(seat: str, card: str, rest: list[str]) -> Json:
    assert card in PACK, card
    event: Json = {"type": "play", "seat": seat, "card": card}
    for word in rest:
        if word.startswith("+"):
            event.setdefault("declares", []).append(_said(word[1:].split(",")))
        else:
            event["says"] = word
    return event


def _said(words: list[str]) -> Json:
    """`tierce`, `tierce K`, `20`, `tierce 10D JD QD`."""
    said: Json = {}
    for word in words:
        if word in KINDS:
            said["kind"] = word
        elif word in PACK:
            said.setdefault("cards", []).append(word)
        elif word in ("7", "8", "9", "10", "J", "Q", "K", "A"):
            said["top"] = word
        else:
            said["points"] = int(word)
    return said
