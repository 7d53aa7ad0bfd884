"""JSON read strictly, written fast.

What another parser would let pass is refused here: a key written twice, NaN and infinities, numbers
that no double or 64-bit integer holds, nesting beyond `MAX_DEPTH`, a byte order mark, half a
surrogate pair. It knows nothing of what a body means.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable
from typing import Any, NoReturn

import orjson

from service.web.problems import Problem

MAX_DEPTH = 16
_MAX_DIGITS = 18
"""Every whole number of so many digits fits 64 bits."""

dumps = orjson.dumps


def ready(value: object) -> orjson.Fragment:
    """The JSON of a value, to go into answers again and again.

    A copy of it: a result that orjson itself has made goes on taking a page of memory.
    """
    return orjson.Fragment(bytes(memoryview(dumps(value))))


def loads(body: bytes) -> object:
    """The value of a JSON text.

    Raises: Problem `malformed_json`, `duplicate_key`, `number_out_of_range` or `too_deep`.
    """
    try:
        value = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        _explain(body, error)
    # Each key brings its own colon, a key that was dropped as a double one too: where no string
    # holds a colon the two counts are equal exactly if no key was written twice.
    if _plain_keys(value, 1) != body.count(b":"):
        return _careful(body)
    return value


_DOUBT = 1 << 30


def _plain_keys(value: Any, depth: int) -> int:
    """How many keys a value has; above `_DOUBT` if it is too deep or holds a fraction."""
    keys, members = 0, value
    if isinstance(value, dict):
        keys, members = len(value), value.values()
    elif isinstance(value, list):
        if _are_strings(value):
            return _DOUBT if depth > MAX_DEPTH else 0
    else:
        return 0 if value is None or _is_plain(value) else _DOUBT
    if depth > MAX_DEPTH:
        return _DOUBT
    for one in members:
        if type(one) is not str:
            keys += _plain_keys(one, depth + 1)
    return keys


def _is_plain(value: object) -> bool:
    """No fraction, and no number so long that some reader would round it."""
    return isinstance(value, str) or (isinstance(value, int) and abs(value) < 10**_MAX_DIGITS)


def _are_strings(values: list[Any]) -> bool:
    """Whether all members are strings, as in a list of cards: told at the speed of C."""
    if not values or type(values[0]) is not str:
        return False
    try:
        "".join(values)
    except TypeError:
        return False
    return True


def _careful(body: bytes) -> object:
    """The same by the slow road, which tells what is wrong."""
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
    """Raise what is wrong with a text that is no JSON, or is not to be had as a value."""
    line, column = error.lineno, error.colno
    try:
        _careful(body)
    except UnicodeDecodeError as odd:
        line, column = _position(body, odd.start)
    except ValueError:
        pass
    if not body:
        raise Problem("malformed_json", because="empty")
    raise Problem("malformed_json", line=line, column=column)


def _position(body: bytes, at: int) -> tuple[int, int]:
    """Return line and column, in characters from 1, of a byte up to which a body is UTF-8."""
    before = body[:at].decode()
    return before.count("\n") + 1, len(before) - before.rfind("\n")


# A string that does not end takes the rest, so that each character is looked at once.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"?+|[\[{]|[\]}]', re.DOTALL)


def _is_too_deep(text: str) -> bool:
    depth = 0
    for token in _TOKEN.findall(text):
        if token in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                return True
        elif token in "]}":
            depth -= 1
    return False


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = _first_twice(key for key, _ in pairs)
        raise Problem("duplicate_key", key=twice.encode(errors="replace").decode())
    return found


def _first_twice(keys: Iterable[str]) -> str:
    """Return the first of the keys that was there before. Raises: ValueError where none was."""
    seen = set()
    for key in keys:
        if key in seen:
            return key
        seen.add(key)
    raise ValueError("each key stands once")


def _whole(digits: str) -> int:
    if len(digits.lstrip("-")) > _MAX_DIGITS:
        raise Problem("number_out_of_range", number=digits)
    return int(digits)


def _fraction(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise Problem("number_out_of_range", number=digits)
    return number


def _constant(name: str) -> NoReturn:
    raise Problem("number_out_of_range", number=name)
