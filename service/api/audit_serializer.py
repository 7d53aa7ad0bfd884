"""Serialize the audit of a donne log as JSON, with the serializer of its deck and language."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from orjson import Fragment

from service.api.serializers import Json, Serializer, by_team, contract
from service.belote.audit.rulings import (
    Audit,
    CallOption,
    ClaimRuling,
    Decision,
    Finding,
    Moment,
    Next,
)
from service.belote.codes import Reason

TEXTS_KEPT = 4096
"""Sentences of findings, claims and decisions that all serializers together keep."""


def audit_json(found: Audit, to_json: Serializer, rules: Fragment) -> Json:
    """Return the answer about a log without its explanation. `rules`: as an answer repeats them.

    What the score of a whole donne holds is that of the log.
    """
    scored = None if found.score is None else to_json.donne(found.score)
    return {
        "deck": to_json.deck.name,
        "dealer": found.dealer,
        "trump": to_json.suit(found.trump),
        "takers": found.takers,
        "taker": found.taker,
        "contract": contract(found.contract),
        "phase": found.phase,
        "next": None if found.next is None else _next(found.next, to_json),
        "due": [{"seat": one.seat, "what": one.what} for one in found.due],
        "hands": {seat.value: to_json.deck.list(cards) for seat, cards in found.hands.items()},
        "tricks": scored["tricks"] if scored else [to_json.trick(one) for one in found.tricks],
        "points": by_team(found.points),
        "announcements": scored["announcements"] if scored else _compared(found, to_json),
        "belote": scored["belote"] if scored else _belote(found, to_json),
        "findings": [_finding(one, to_json) for one in found.findings],
        "claims": [_claim(one, to_json) for one in found.claims],
        "score": scored | {"rules": rules} if scored else None,
        "decision": None if found.decision is None else _decision(found.decision, to_json),
        "rules": rules,
    }


def _compared(found: Audit, to_json: Serializer) -> Json | None:
    return None if found.announcements is None else to_json.comparison(found.announcements)


def _belote(found: Audit, to_json: Serializer) -> Json | None:
    return None if found.belote is None else to_json.belote(found.belote)


def _next(found: Next, to_json: Serializer) -> Json:
    return {
        "seat": found.seat,
        "may": found.may,
        "legal": None if found.legal is None else to_json.deck.list(found.legal),
        "calls": None if found.calls is None else [_call(one, to_json) for one in found.calls],
    }


def _call(found: CallOption, to_json: Serializer) -> Any:
    """Return a call by its name, or an object that names what is called with it."""
    if found.bid is not None:
        return {found.call.value: found.bid}
    return found.call if found.suit is None else {found.call.value: to_json.suit(found.suit)}


def _finding(found: Finding, to_json: Serializer) -> Json:
    reason = found.reason
    return {
        "event": found.event,
        "at": _moment(found.at),
        "seat": found.seat,
        "code": found.code,
        "weight": found.weight,
        "proven_by_event": found.proven_by,
        "cured_by_event": found.cured_by,
        "audience": reason.audience,
        "paragraph": reason.paragraph,
        "source": reason.source,
        "params": {name: to_json.value(value) for name, value in reason.items},
        "text": _text(to_json, reason),
    }


def _moment(found: Moment) -> Json:
    told: Json = {"phase": found.phase}
    if found.trick is not None:
        told["trick"] = found.trick
    if found.turn is not None:
        told["turn"] = found.turn
    return told


def _claim(found: ClaimRuling, to_json: Serializer) -> Json:
    return {
        "event": found.event,
        "upheld": found.upheld,
        "finding": found.finding,
        "text": _text(to_json, found.reason),
    }


def _decision(found: Decision, to_json: Serializer) -> Json:
    return {
        "kind": found.kind,
        "against": found.against,
        "scores": None if found.scores is None else by_team(found.scores),
        "carry_out": found.carry_out,
        "findings": found.findings,
        "source": found.reason.source,
        "text": _text(to_json, found.reason),
    }


@lru_cache(maxsize=TEXTS_KEPT)
def _text(to_json: Serializer, reason: Reason) -> str:
    return to_json.renderer.sentence(reason.code, reason.params)
