"""Donne logs written as people write them, one event a semicolon or a line.

`deal E 9H`, `N pass`, `S take`, `S take C`, `N AD`, `S KH belote`, `N AD +tierce`,
`N declares tierce`, `S says belote`, `W shows 10D JD`, `W refuses`,
`N claims irregular_card 24`, `count 86 66 NS`, `total 96 66`, `scores 20 232`.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from tests.reference.naive_donne import PACK

Json: TypeAlias = dict[str, Any]

CALLS = ("pass", "take", "bid", "coinche")
KINDS = ("tierce", "cinquante", "cent", "carre")


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
        suit = {"suit": rest[0]} if rest else {}
        bid = {"bid": 80} if verb == "bid" else {}
        return {"type": "call", "seat": seat, "call": verb} | suit | bid
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
