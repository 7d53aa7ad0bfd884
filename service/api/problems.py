"""Codes, statuses and places of the errors that end a request.

`problem_documents` answers them (RFC 9457); their sentences are in `i18n`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
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

LOOKED_FOR = MAX_TOLD + 1
"""Faults to look for: one more than are reported shows that there are more."""

QUOTED = 32
"""Bytes of JSON, quotation marks excluded, of a client's text that a fault repeats."""

Path: TypeAlias = tuple[str | int, ...]
"""Where in a body: keys and indexes from the root."""


@dataclass(frozen=True, slots=True)
class Fault:
    """An error in a field of a well-formed request. `path`: its place in the body."""

    code: str
    path: Path = ()
    params: Mapping[str, Any] = field(default_factory=dict)

    def below(self, *path: str | int) -> Fault:
        """Return the fault with `path` prepended to its path, and to params that are paths."""
        params = {
            name: (*path, *value) if isinstance(value, tuple) else value
            for name, value in self.params.items()
        }
        return Fault(self.code, (*path, *self.path), params)


class Told(NamedTuple):
    """The first faults of a request or an item, at least one, and whether there are more."""

    faults: tuple[Fault, ...]
    more: bool

    @classmethod
    def of(cls, faults: Iterable[Fault], most: int) -> Told:
        """Return the first `most` of `faults`."""
        found = tuple(islice(faults, most + 1))
        return cls(found[:most], len(found) > most)

    def below(self, *path: str | int) -> Told:
        """Return the faults with `path` prepended to their paths."""
        return Told(tuple(fault.below(*path) for fault in self.faults), self.more)


class Problem(Exception):  # noqa: N818 - the word of RFC 9457
    """An error that ends a request.

    `faults`: for 422 only. `more`: whether there are others. `in_query`: whether their paths are
    names of query parameters.
    """

    def __init__(
        self,
        code: str,
        *,
        faults: Sequence[Fault] = (),
        more: bool = False,
        in_query: bool = False,
        **params: object,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.faults = tuple(faults)
        self.more = more
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
    faults, more = told
    return Problem(faults[0].code, faults=faults, more=more, in_query=in_query)


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


def unknown_names(sent: Iterable[str], known: Sequence[str]) -> Iterator[Fault]:
    """Yield `unknown_field` for each name that is not known, in the order sent.

    A name that is too long to repeat cannot be in a pointer either: the first such name yields a
    fault of the object itself, the others none.
    """
    pointed_at_object = False
    for name in sent:
        if name in known:
            continue
        params = {"field": quoted(name), "choices": list(known)}
        if params["field"] == name:
            yield Fault("unknown_field", (name,), params)
        elif not pointed_at_object:
            pointed_at_object = True
            yield Fault("unknown_field", (), params)


def pointer(path: Path) -> str:
    """Return a JSON Pointer as a URI fragment (RFC 6901, section 6)."""
    return "#" + "".join("/" + quote(_escaped(str(step)), safe="!$&'()*+,;=:@") for step in path)


def _escaped(step: str) -> str:
    return step.replace("~", "~0").replace("/", "~1")
