"""Pause between the parts of a long request, so that short ones need not wait for its end.

A worker processes one request at a time. A game of 200 donnes or a batch of 100 logs takes tenths
of a second; whoever loops over them iterates over `WithPauses`. What a pause does is the server's
business: `service.connection` sets `PAUSE`. Elsewhere it does nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from typing import TypeVar, overload

T = TypeVar("T")


def _go_on() -> None:
    """Do not pause."""


PAUSE: ContextVar[Callable[[], None]] = ContextVar("pause", default=_go_on)
"""What is called between the parts of a long request. It may raise what ends the request."""


class WithPauses(Sequence[T]):
    """A sequence whose iteration pauses before each item; so does that of its slices."""

    def __init__(self, items: Sequence[T]) -> None:
        self._items = items

    def __len__(self) -> int:
        return len(self._items)

    @overload
    def __getitem__(self, at: int) -> T: ...

    @overload
    def __getitem__(self, at: slice) -> WithPauses[T]: ...

    def __getitem__(self, at: int | slice) -> T | WithPauses[T]:
        return WithPauses(self._items[at]) if isinstance(at, slice) else self._items[at]

    def __iter__(self) -> Iterator[T]:
        pause = PAUSE.get()
        for item in self._items:
            pause()
            yield item
