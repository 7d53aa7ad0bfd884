"""A strict JSON parser and a fast serializer.

It rejects what other parsers accept: duplicate keys, NaN and infinities, numbers that no double or
64-bit integer can hold, nesting deeper than `MAX_DEPTH`, a byte order mark, lone surrogates.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable
from typing import Any, NoReturn

import orjson

from service.api.problems import Problem

MAX_DEPTH = 16
_MAX_DIGITS = 18
"""Every integer of so many digits fits 64 bits."""

dumps = orjson.dumps


def ready(value: object) -> orjson.Fragment:
    """Return a value serialized once, to be inserted into many answers.

    The bytes are copied, since a result of `orjson.dumps` keeps a whole page of memory.
    """
    return orjson.Fragment(bytes(memoryview(dumps(value))))


def loads(body: bytes) -> object:
    """Parse a JSON text.

    Raises: Problem `malformed_json`, `duplicate_key`, `number_out_of_range` or `too_deep`.
    """
    try:
        value = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        _explain(body, error)
    # Each key in the text has a colon, and orjson drops duplicates. So the counts are equal only if
    # there are none; a colon inside a string leads to the slow path, which decides.
    if _count_keys(value, 1) != body.count(b":"):
        return _loads_slowly(body)
    return value


_UNSURE = 1 << 30
"""More keys than a body can have: leads to the slow path."""


def _count_keys(value: Any, depth: int) -> int:
    """Count the keys in a value; at least `_UNSURE` if it is too deep or has unusual numbers."""
    kind = type(value)
    if kind is dict:
        keys, members = len(value), value.values()
    elif kind is list:
        keys, members = 0, value
    else:
        return 0 if kind in _SHORT or _is_short_integer(value) else _UNSURE
    if depth > MAX_DEPTH:
        return _UNSURE
    for one in members:
        if type(one) is not str:
            keys += _count_keys(one, depth + 1)
    return keys


_SHORT = frozenset({str, bool, type(None)})
"""The types of values without keys or digits."""


def _is_short_integer(value: object) -> bool:
    """Return whether a value is an integer of at most 18 digits."""
    return type(value) is int and abs(value) < 10**_MAX_DIGITS


def _loads_slowly(body: bytes) -> object:
    """Parse with the standard library, whose hooks find what is wrong. Raises as `loads`."""
    text = body.decode()
    if _is_too_deep(text):
        raise Problem("too_deep", limit=MAX_DEPTH)
    return json.loads(
        text,
        object_pairs_hook=_object,
        parse_int=_whole,
        parse_float=_fraction,
        parse_constant=_constant,
    )


def _explain(body: bytes, error: orjson.JSONDecodeError) -> NoReturn:
    """Raise the Problem for a text that orjson rejects.

    The slow path may find a more exact one, such as `too_deep` or `number_out_of_range`.
    """
    try:
        _loads_slowly(body)
    except UnicodeDecodeError as invalid:
        line, column = _position(body, invalid.start)
        byte = f"0x{body[invalid.start]:02X}"
        raise Problem(
            "malformed_json", because="not_utf8", byte=byte, line=line, column=column
        ) from None
    except ValueError:
        pass
    if not body:
        raise Problem("malformed_json", because="empty")
    rest = error.doc[error.pos :]
    raise Problem("malformed_json", **_found(rest), line=error.lineno, column=error.colno)


SHOWN = 16
"""Characters of a malformed text that are quoted."""

_ERRORS = (
    ("ends", re.compile(r"\Z")),
    ("byte_order_mark", re.compile("\N{ZERO WIDTH NO-BREAK SPACE}")),
    ("trailing_comma", re.compile(r",\s{0,64}[\]}]")),
    (
        "other_quotes",
        re.compile("['\N{LEFT DOUBLE QUOTATION MARK}]"),
    ),
)
"""Common errors by the text that begins where a parser gives up."""


def _found(rest: str) -> dict[str, Any]:
    """Return what stands where a parser gives up, and which common error that is."""
    named = next((name for name, pattern in _ERRORS if pattern.match(rest)), None)
    because = {"because": named} if named else {}
    shown = "".join(one if one.isprintable() else _escape(one) for one in rest[:SHOWN].rstrip())
    return because | {"found": shown or _escape(rest[:1])}


def _escape(text: str) -> str:
    return text.encode("unicode_escape").decode()


def _position(body: bytes, at: int) -> tuple[int, int]:
    """Return line and column (in characters, from 1) of the first byte that is not UTF-8."""
    before = body[:at].decode()
    return before.count("\n") + 1, len(before) - before.rfind("\n")


# An unterminated string matches up to the end, so that matching takes linear time.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"?+|[\[{]|[\]}]', re.DOTALL)


def _is_too_deep(text: str) -> bool:
    """Return whether lists and objects are nested deeper than `MAX_DEPTH`."""
    depth = 0
    for found in _TOKEN.findall(text):
        if found in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                return True
        elif found in "]}":
            depth -= 1
    return False


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return an object. Raises: Problem `duplicate_key`."""
    found = dict(pairs)
    if len(found) < len(pairs):
        key = _first_duplicate(key for key, _ in pairs)
        raise Problem("duplicate_key", key=key.encode(errors="replace").decode())
    return found


def _first_duplicate(keys: Iterable[str]) -> str:
    """Return the first key that occurs a second time. Raises: ValueError if none does."""
    seen = set()
    for key in keys:
        if key in seen:
            return key
        seen.add(key)
    raise ValueError("there is no duplicate key")


def _whole(digits: str) -> int:
    """Return an integer. Raises: Problem `number_out_of_range` if it may not fit 64 bits."""
    if len(digits.lstrip("-")) > _MAX_DIGITS:
        raise Problem("number_out_of_range", number=digits)
    return int(digits)


def _fraction(digits: str) -> float:
    """Return a number with a fraction. Raises: Problem `number_out_of_range` if it is infinite."""
    number = float(digits)
    if not math.isfinite(number):
        raise Problem("number_out_of_range", number=digits)
    return number


def _constant(name: str) -> NoReturn:
    """Refuse NaN and infinities. Raises: Problem `number_out_of_range`."""
    raise Problem("number_out_of_range", number=name)
