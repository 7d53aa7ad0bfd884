"""Loading requests: marshmallow and the fast way in front of it never disagree."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from marshmallow import Schema, ValidationError, fields
from marshmallow.validate import Regexp

from service.api.problems import STATUS_OF, Fault, Problem, pointer
from service.api.schemas.announcements import CompareRequestSchema, ValidateRequestSchema
from service.api.schemas.audits import AuditBatchRequestSchema, AuditRequestSchema
from service.api.schemas.base import RequestSchema, faults_in, load_request
from service.api.schemas.body import BodySchema
from service.api.schemas.donnes import DonneRequestSchema, ReplayRequestSchema
from service.api.schemas.fast import field_reader
from service.api.schemas.fields import VALIDATION_EXCEPTIONS, DeckContext, find_deck
from service.api.schemas.games import GameRequestSchema
from service.api.schemas.hands import BatchRequestSchema, ResolveRequestSchema
from service.belote.cards import DECKS, INTERNATIONAL, Deck
from tests.support.bodies import BODIES, DONNES, anything, places, spoiled
from tests.support.client import BATCH, COMPARE, HAND, RESOLVE, VALIDATE
from tests.support.contract import ROOT
from tests.support.profiles import examples

SCHEMAS: Mapping[str, BodySchema[Any]] = {
    RESOLVE: ResolveRequestSchema(),
    BATCH: BatchRequestSchema(),
    VALIDATE: ValidateRequestSchema(),
    COMPARE: CompareRequestSchema(),
    "/v1/donnes/score": DonneRequestSchema(),
    "/v1/donnes/replay": ReplayRequestSchema(),
    "/v1/donnes/audit": AuditRequestSchema(),
    "/v1/donnes/audit-batch": AuditBatchRequestSchema(),
    "/v1/games/score": GameRequestSchema(),
}
RIGHT = BODIES | DONNES
REFUSED = "refused"

every_body = pytest.mark.parametrize("path", SCHEMAS)
often, seldom = examples(120), examples(40)


def loaded_fast(path: str, body: Any) -> Any:
    """What the fast way loads; an exception besides the usual ones fails the test."""
    deck = find_deck(body)
    try:
        return SCHEMAS[path]._reader(deck)(body) if deck else REFUSED
    except VALIDATION_EXCEPTIONS:
        return REFUSED


@contextmanager
def without_fast_way() -> Iterator[None]:
    """Leave all loading to marshmallow, that of nested schemas too."""
    override = RequestSchema.load
    try:
        RequestSchema.load = Schema.load  # type: ignore[assignment]  # the method it overrides
        yield
    finally:
        RequestSchema.load = override  # type: ignore[method-assign]  # as it was


def loaded_slowly(path: str, body: Any) -> Any:
    with without_fast_way(), DeckContext(find_deck(body)):
        try:
            return SCHEMAS[path].load(body)
        except ValidationError:
            return REFUSED


@every_body
@seldom
@given(st.data())
def test_a_right_body_is_loaded_alike_on_both_ways(path: str, data: st.DataObject) -> None:
    body = data.draw(RIGHT[path])
    made = loaded_fast(path, body)
    assert made != REFUSED, list(faults_in(SCHEMAS[path], body))
    assert loaded_slowly(path, body) == made
    assert load_request(SCHEMAS[path], body) == made


@every_body
@often
@given(st.data())
def test_a_spoiled_body_is_refused_on_both_ways_or_on_neither(
    path: str, data: st.DataObject
) -> None:
    body = data.draw(spoiled(RIGHT[path]))
    assert loaded_fast(path, body) == loaded_slowly(path, body)


@every_body
@seldom
@given(st.data())
def test_anything_at_all_is_refused_on_both_ways_or_on_neither(
    path: str, data: st.DataObject
) -> None:
    body = data.draw(anything)
    assert loaded_fast(path, body) == loaded_slowly(path, body)


@every_body
@seldom
@given(st.data())
def test_the_faults_are_those_of_marshmallow_alone(path: str, data: st.DataObject) -> None:
    """Though the members that are right are loaded by the fast way even then."""
    body = data.draw(spoiled(RIGHT[path]))
    found = refusal(path, body)
    with without_fast_way(), DeckContext(find_deck(body)):
        alone = refusal(path, body)
    assert (found and found.faults) == (alone and alone.faults)


@every_body
@often
@given(st.data())
def test_a_refusal_has_faults_with_codes_and_places_of_the_body(
    path: str, data: st.DataObject
) -> None:
    body = data.draw(spoiled(RIGHT[path]))
    found = refusal(path, body)
    if found is None:  # as most often with a batch, whose hands are refused one by one
        return
    assert found.faults
    assert found.code == found.faults[0].code
    assert all(STATUS_OF[fault.code] == 422 for fault in found.faults)
    assert all(is_of(fault, body) for fault in found.faults)
    assert len({(fault.code, fault.path) for fault in found.faults}) == len(found.faults)


def refusal(path: str, body: Any) -> Problem | None:
    try:
        load_request(SCHEMAS[path], body)
    except Problem as problem:
        return problem
    return None


def is_of(fault: Fault, body: Any) -> bool:
    """Whether a fault is at a place in the body, or where a field is missing in one."""
    there = {pointer(path) for path in places(body)}
    place = fault.path[:-1] if fault.code == "missing_field" else fault.path
    return pointer(place) in there


@every_body
@seldom
@given(st.data())
def test_loading_leaves_a_body_as_it_was(path: str, data: st.DataObject) -> None:
    body = data.draw(RIGHT[path])
    before = repr(body)
    loaded_slowly(path, body)
    loaded_fast(path, body)
    assert repr(body) == before


@pytest.mark.parametrize(
    "field", [fields.Date(), fields.Integer(validate=Regexp("5"))], ids=["field", "validator"]
)
def test_what_has_no_reader_is_an_error_when_a_schema_is_compiled(
    field: fields.Field[Any],
) -> None:
    with pytest.raises(TypeError, match="no reader"):
        field_reader(field, INTERNATIONAL)


# Decks --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck.notation or deck.name)
def test_a_deck_is_found_by_its_name_and_notation(deck: Deck) -> None:
    """Without a notation, the first of that name."""
    first = next(one for one in DECKS if one.name == deck.name)
    assert find_deck({"deck": deck.name, "notation": deck.notation}) is deck
    assert find_deck({"deck": deck.name}) is first


MORE_DECKS = """
from service.api.i18n import CATALOGUES
from service.belote import cards

suits = ("E", "G", "H", "S")
plain = cards.Deck("german", None, ("7", "8", "9", "X", "U", "O", "K", "A"), suits)
other = cards.Deck("swiss", "jass", ("6", "7", "8", "9", "X", "U", "O", "K"), suits)
cards.DECKS = (*cards.DECKS, plain, other)
for decks in (one["words"]["decks"] for one in CATALOGUES.values()):
    decks |= dict.fromkeys(("german", "swiss"), decks["french"])

from service.api.schemas.base import faults_in
from service.api.schemas.hands import ResolveRequestSchema

for deck, notation in (("german", "x"), ("german", None), ("swiss", "x"), ("swiss", None)):
    hand = ["7E", "8E", "9E", "XE", "UE", "OE", "KE", "8G"]
    body = {"deck": deck, "notation": notation, "hand": hand}
    for fault in faults_in(ResolveRequestSchema(), body):
        print(deck, fault.code, fault.path, dict(fault.params))
"""


def test_a_further_deck_needs_no_more_than_its_entry() -> None:
    """One without notations takes none, and one with notations takes only its own."""
    run = subprocess.run(
        [sys.executable, "-c", MORE_DECKS], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert run.stdout.splitlines() == [
        "german notation_not_allowed ('notation',) {'deck': 'german'}",
        "swiss invalid_value ('notation',) {'expected': 'one_of', 'choices': ['jass']}",
    ]


# What is as good as left out ----------------------------------------------------------------------


@pytest.mark.parametrize("hands", [{}, {"N": None}, {"S": None, "E": None}])
def test_hands_of_nobody_lack_a_hand(hands: Any) -> None:
    body = {"deck": "french", "trump": "H", "declare_best": True, "hands": hands}
    assert list(faults_in(SCHEMAS[COMPARE], body)) == [
        Fault("missing_field", ("hands", "N"), {"because": "one_of", "field": "N / W / S / E"})
    ]
    assert list(faults_in(SCHEMAS[COMPARE], body | {"hands": None})) == [
        Fault("missing_field", ("hands",), {"because": "hands_to_declare", "field": "hands"})
    ]


def test_seats_keep_the_order_sent_so_that_the_later_is_at_fault() -> None:
    both = {"S": HAND, "N": HAND}
    body = {"deck": "french", "trump": "H", "declared": {}, "hands": both}
    found = list(faults_in(SCHEMAS[COMPARE], body))
    assert {fault.path[:2] for fault in found} == {("hands", "N")}
