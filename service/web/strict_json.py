"""JSON read strictly, written fast.

What another parser would let pass is refused here: a key written twice, NaN and infinities, numbers
that no double or 64-bit integer holds, nesting beyond `MAX_DEPTH`, a byte order mark, half a
surrogate pair. It knows nothing of what a body means.
"""

from __future__ import annotations

import json
import math
import re
from contextlib import suppress
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
    if _depth(text) > MAX_DEPTH:
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
    with suppress(ValueError):
        _careful(body)
    if not body:
        raise Problem("malformed_json", because="empty")
    raise Problem("malformed_json", line=error.lineno, column=error.colno)


# A string that does not end takes the rest, so that each character is looked at once.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"?+|[\[{]|[\]}]', re.DOTALL)


def _depth(text: str) -> int:
    depth = deepest = 0
    for token in _TOKEN.finditer(text):
        if token[0] in "[{":
            depth += 1
            deepest = max(depth, deepest)
        elif token[0] in "]}":
            depth -= 1
    return deepest


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise Problem("duplicate_key", key=twice.encode(errors="replace").decode())
    return found


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
