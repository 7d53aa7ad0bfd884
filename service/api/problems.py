"""Codes, statuses and places of the errors that end a request.

`problem_documents` answers them (RFC 9457); their sentences are in `i18n`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import quote

STATUS_OF: Mapping[str, int] = MappingProxyType(
    {
        "malformed_json": 400,
        "duplicate_key": 400,
        "number_out_of_range": 400,
        "too_deep": 400,
        "bad_request": 400,
        "not_found": 404,
        "method_not_allowed": 405,
        "request_timeout": 408,
        "precondition_failed": 412,
        "too_large": 413,
        "uri_too_long": 414,
        "unsupported_media_type": 415,
        "range_not_satisfiable": 416,
        "expectation_failed": 417,
        "too_many_requests": 429,
        "headers_too_large": 431,
        "missing_field": 422,
        "unknown_field": 422,
        "invalid_value": 422,
        "conflicting_fields": 422,
        "notation_not_allowed": 422,
        "unknown_card": 422,
        "unknown_suit": 422,
        "duplicate_card": 422,
        "wrong_number_of_cards": 422,
        "cards_or_hand_required": 422,
        "inconsistent_points": 422,
        "inconsistent_tricks": 422,
        "inconsistent_seat": 422,
        "inconsistent_leader": 422,
        "inconsistent_belote": 422,
        "undecided_donne": 422,
        "game_over": 422,
        "internal_error": 500,
        "not_ready": 503,
        "overloaded": 503,
    }
)
"""The status of each code. Of the codes with the same status, the most general one is last."""

INVALID = 422
"""The status of a request in which single fields are at fault."""

REFUSED = "belote.refused"
"""Key of a WSGI environ: the Problem that answers a request which the server could not read."""

MAX_TOLD = 250
"""Faults reported for a request, at most; enough for one in each donne of the longest game."""

MAX_HINTED = 32
"""Faults of a request that come with hints, at most: a wrong pack has one for each card."""

LOOKED_FOR = MAX_TOLD + 1
"""Faults to look for: one more than are reported shows that there are more."""

QUOTED = 32
"""Bytes of JSON, quotation marks excluded, of a client's text that a fault repeats."""

Path: TypeAlias = tuple[str | int, ...]
"""Where in a body: keys and indexes from the root."""


@dataclass(frozen=True, slots=True)
class Fault:
    """An error in a field of a well-formed request.

    `path`: its place in the body. `parameter`: the query parameter at fault, where a request with a
    body has one. `hints`: returns more params, which help to correct it; they are
    looked for only where they are told.
    """

    code: str
    path: Path = ()
    params: Mapping[str, Any] = field(default_factory=dict)
    hints: Callable[[], Mapping[str, Any]] = field(default=dict, compare=False)
    parameter: str | None = None

    def below(self, *path: str | int) -> Fault:
        """Return the fault with `path` prepended to its path, and to params that are paths."""
        params = {
            name: (*path, *value) if isinstance(value, tuple) else value
            for name, value in self.params.items()
        }
        return replace(self, path=(*path, *self.path), params=params)


class Told(NamedTuple):
    """The first faults of a request or an item, at least one, and whether there are more.

    `hinted`: how many of them come with their hints.
    """

    faults: tuple[Fault, ...]
    more: bool
    hinted: int = MAX_HINTED

    @classmethod
    def of(cls, faults: Iterable[Fault], most: int, hinted: int = MAX_HINTED) -> Told:
        """Return the first `most` of `faults`."""
        found = tuple(islice(faults, most + 1))
        return cls(found[:most], len(found) > most, hinted)

    def below(self, *path: str | int) -> Told:
        """Return the faults with `path` prepended to their paths."""
        return self._replace(faults=tuple(fault.below(*path) for fault in self.faults))


class Problem(Exception):  # noqa: N818 - the word of RFC 9457
    """An error that ends a request.

    `faults`: for 422 only. `more`: whether there are others. `hinted`: how many come with their
    hints. `in_query`: whether their paths are names of query parameters.
    """

    def __init__(
        self,
        code: str,
        *,
        faults: Sequence[Fault] = (),
        more: bool = False,
        hinted: int = MAX_HINTED,
        in_query: bool = False,
        **params: object,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.faults = tuple(faults)
        self.more = more
        self.hinted = hinted
        self.in_query = in_query
        self.params = params

    @property
    def status(self) -> int:
        """The HTTP status of the response."""
        return STATUS_OF[self.code]


def refuse(faults: Iterable[Fault], *, in_query: bool = False) -> Problem:
    """Return the 422 for the first `MAX_TOLD` faults, with the code of the first."""
    return invalid(Told.of(faults, MAX_TOLD), in_query=in_query)


def invalid(told: Told, *, in_query: bool = False) -> Problem:
    """Return the 422 for these faults, with the code of the first."""
    faults, more, hinted = told
    return Problem(faults[0].code, faults=faults, more=more, hinted=hinted, in_query=in_query)


def not_found(near: Sequence[str], **params: Any) -> Problem:
    """Return the 404 for an address; `near`: those that were probably meant."""
    meant: dict[str, Any] = {"did_you_mean": list(near)} if near else {}
    return Problem("not_found", **params, **meant)


def quoted(text: str) -> str:
    """Return a client's text, cut to `QUOTED` bytes, as a fault may repeat it."""
    room = QUOTED
    for at, character in enumerate(text):
        room -= _size(character)
        if room < 0:
            return text[:at] + "…"
    return text


def _size(character: str) -> int:
    """Return the maximum bytes of a character in a JSON string."""
    if character < " ":
        return len(r"\u0000")
    return len(r"\"") if character in '"\\' else len(character.encode(errors="replace"))


def pointer(path: Path) -> str:
    """Return a JSON Pointer as a URI fragment (RFC 6901, section 6)."""
    return "#" + "".join("/" + quote(_escaped(str(step)), safe="!$&'()*+,;=:@") for step in path)


def _escaped(step: str) -> str:
    return step.replace("~", "~0").replace("/", "~1")
