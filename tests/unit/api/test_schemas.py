"""Two roads through a schema, a fast one and one that explains: they never disagree."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from service.api.problems import STATUS_OF, Fault, Problem, pointer
from service.api.schemas import announcements, donnes
from service.api.schemas.fields import DOUBT
from tests.support.bodies import BODIES, DONNES, anything, places, spoiled
from tests.support.client import BATCH, COMPARE, RESOLVE, VALIDATE, Json

READERS: Mapping[str, announcements.Reader[Any]] = {
    RESOLVE: announcements.RESOLVE,
    BATCH: announcements.BATCH,
    VALIDATE: announcements.VALIDATE,
    COMPARE: announcements.COMPARE,
    "/v1/donnes/score": donnes.SCORE,
    "/v1/donnes/replay": donnes.REPLAY,
    "/v1/games/score": donnes.GAME,
}
RIGHT = BODIES | DONNES
REFUSED = "refused"

every_body = pytest.mark.parametrize("path", READERS)
often, seldom = settings(max_examples=120), settings(max_examples=40)


def by_the_fast_road(path: str, body: Any) -> Any:
    """What is read; whatever is raised besides doubts is for the test to fail on."""
    try:
        return READERS[path].schema(body).read(body)
    except DOUBT:
        return REFUSED


def by_the_slow_road(path: str, body: Any) -> Any:
    """What marshmallow loads, put together as the schema does."""
    schema = READERS[path].schema(body)
    if schema.faults(body):
        return REFUSED
    loaded: Json = schema.load(body)
    return schema.build({name: value for name, value in loaded.items() if value is not None})


@every_body
@seldom
@given(st.data())
def test_a_right_body_is_read_alike_on_both_roads(path: str, data: st.DataObject) -> None:
    body = data.draw(RIGHT[path])
    made = by_the_fast_road(path, body)
    assert made != REFUSED, READERS[path].faults(body)
    assert by_the_slow_road(path, body) == made
    assert READERS[path](body) == made


@every_body
@often
@given(st.data())
def test_a_spoiled_body_is_refused_on_both_roads_or_on_neither(
    path: str, data: st.DataObject
) -> None:
    body = data.draw(spoiled(RIGHT[path]))
    assert by_the_fast_road(path, body) == by_the_slow_road(path, body)


@every_body
@seldom
@given(st.data())
def test_anything_at_all_is_refused_on_both_roads_or_on_neither(
    path: str, data: st.DataObject
) -> None:
    body = data.draw(anything)
    assert by_the_fast_road(path, body) == by_the_slow_road(path, body)


@every_body
@often
@given(st.data())
def test_a_refusal_has_faults_with_codes_and_places_of_the_body(
    path: str, data: st.DataObject
) -> None:
    body = data.draw(spoiled(RIGHT[path]))
    found = refusal(path, body)
    assume(found is not None)
    assert found is not None
    assert found.faults
    assert found.code == found.faults[0].code
    assert all(STATUS_OF[fault.code] == 422 for fault in found.faults)
    assert all(is_of(fault, body) for fault in found.faults)
    assert len({(fault.code, fault.path) for fault in found.faults}) == len(found.faults)


def refusal(path: str, body: Any) -> Problem | None:
    try:
        READERS[path](body)
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
def test_reading_leaves_a_body_as_it_was(path: str, data: st.DataObject) -> None:
    body = data.draw(RIGHT[path])
    before = repr(body)
    by_the_slow_road(path, body)
    by_the_fast_road(path, body)
    assert repr(body) == before
