"""What takes long pauses, so that the server can process short requests meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.api.pauses import PAUSE, WithPauses

DONNE = {"trump": "H", "takers": "NS", "count": {"total": {"NS": 90}}}
LATE = [DONNE | {"count": {"total": {"NS": 162}}}] * 9
LOG = {"events": [{"type": "deal", "seat": "N"}]}


@pytest.fixture
def pauses() -> Iterator[list[None]]:
    """A list that grows by one with each pause."""
    found: list[None] = []
    before = PAUSE.set(lambda: found.append(None))
    yield found
    PAUSE.reset(before)


def test_a_sequence_pauses_before_each_item_and_so_do_its_slices(pauses: list[None]) -> None:
    items = WithPauses("abcd")
    assert (list(items), len(pauses)) == (list("abcd"), 4)
    assert (list(items[1:3]), len(pauses)) == (["b", "c"], 6)
    assert (items[0], len(items), len(pauses)) == ("a", 4, 6)


def test_without_a_server_it_goes_on() -> None:
    assert list(WithPauses("ab")) == ["a", "b"]


@pytest.mark.parametrize(
    ("path", "body", "least"),
    [
        ("/v1/games/score", {"donnes": [DONNE] * 5}, 5),
        ("/v1/games/score", {"donnes": [DONNE] * 5, "detail": True}, 10),
        ("/v1/games/score", {"donnes": LATE}, 9),
        ("/v1/games/score", {"donnes": [{}] * 7}, 7),
        ("/v1/donnes/audit-batch", {"logs": [LOG] * 6}, 18),
        ("/v1/donnes/audit-batch", {"logs": [{"events": 1}] * 6}, 6),
        ("/v1/hands/resolve-batch", {"hands": [[0]] * 8}, 8),
    ],
)
def test_what_holds_many_pauses_between_them(
    client: FlaskClient, pauses: list[None], path: str, body: dict[str, Any], least: int
) -> None:
    assert client.post(path, json=body | {"deck": "french"}).status_code in (200, 422)
    assert len(pauses) >= least
