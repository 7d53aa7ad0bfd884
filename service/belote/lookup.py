"""Lookup tables that are checked when they are made, so that a missing row stops the start.

A table whose keys are the members of an enum is made with `complete`: a member without a row stops
the import of its module, not the first game that needs it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class IncompleteTableError(LookupError):
    """A table has no row for one of its keys, or a row for something else.

    Its arguments are the keys without a row, and those that should have none.
    """


def complete(keys: Iterable[K], rows: Mapping[K, V]) -> Mapping[K, V]:
    """Return `rows`, read-only, in their order; each of `keys` must have one, and nothing else.

    Raises: IncompleteTableError.

    >>> complete([True, False], {False: 0, True: 1})[True]
    1
    >>> complete([True, False], {True: 1})
    Traceback (most recent call last):
        ...
    service.belote.lookup.IncompleteTableError: ([False], [])
    """
    expected = tuple(keys)
    missing = [key for key in expected if key not in rows]
    unknown = [key for key in rows if key not in expected]
    if missing or unknown:
        raise IncompleteTableError(missing, unknown)
    return MappingProxyType(dict(rows))
