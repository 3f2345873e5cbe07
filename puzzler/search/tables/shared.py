"""Tables that are kept from search to search, for all threads of the process.

Searching knows no threads, and so no locks: whatever another thread must not come between is one
operation of a built-in dict.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Hashable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from weakref import WeakSet, WeakValueDictionary

from puzzler.progress import BuildProgress, Reporter, finish, reporting

LOOK_EVERY = 0.005
"""Seconds between two looks at whether another thread has made the tables."""
PATIENCE = 20.0
"""Seconds without progress, longer than kernels take to compile, after which a waiting thread makes
the tables itself."""
UNUSED_SECONDS = 120.0
"""What nothing has asked for during that time is not kept by ``forget_unused``."""

T = TypeVar("T")
P = TypeVar("P")


@dataclass
class _Kept(Generic[T]):
    tables: T
    used: float
    """When it was asked for last, as ``time.monotonic`` tells it."""


@dataclass(eq=False)
class _Maker(Generic[P]):
    """The one maker of the tables of a key, and its progress."""

    progress: P
    steps: int = 0


class SharedTables(Generic[T]):
    """The tables that were used last, up to a total size; no two threads make the same tables."""

    def __init__(self, capacity: int, size: Callable[[T], int]) -> None:
        """``capacity`` is the largest sum of ``size`` of what is kept."""
        self._capacity = capacity
        self._size = size
        self._kept: dict[Hashable, _Kept[T]] = {}
        self._makers: dict[Hashable, _Maker[Any]] = {}
        self._forgotten: WeakValueDictionary[Hashable, T] = WeakValueDictionary()
        """What is not kept here, but by searches that go on."""
        _all.add(self)

    def make(self, key: Hashable, make: Callable[[Reporter], T], report: Reporter) -> T:
        """Return the tables of ``key``: stored ones, or those that ``make`` returns."""
        me: _Maker[BuildProgress | None] = _Maker(None)
        found = finish(self._waiting(key, me), report)
        if found is not None:
            return found

        def report_to_all(progress: BuildProgress | None) -> None:
            me.progress, me.steps = progress, me.steps + 1
            report(progress)

        with self._claim(key, me):
            tables = make(report_to_all)
            self._keep(key, tables)
            return tables

    def making(
        self, key: Hashable, make: Callable[[], Generator[P, None, T]], waiting: P
    ) -> Generator[P, None, T]:
        """The tables of ``key``: kept ones, or made step by step by ``make``.

        Where another thread is making them, this one waits and yields ``waiting`` or that one's
        progress, unless the maker gives up or stands still.
        """
        me = _Maker(waiting)
        found = yield from self._waiting(key, me)
        if found is not None:
            return found

        def note(progress: P) -> P:
            me.progress, me.steps = progress, me.steps + 1
            return progress

        with self._claim(key, me):
            tables = yield from reporting(make(), note)
            self._keep(key, tables)
            return tables

    def _waiting(self, key: Hashable, me: _Maker[P]) -> Generator[P, None, T | None]:
        """Wait while another thread makes the tables; return None if ``me`` has to make them."""
        known, since = -1, time.monotonic()
        while True:
            kept = self._kept.get(key)
            if kept is not None:
                kept.used = time.monotonic()
                return kept.tables
            known_elsewhere = self._forgotten.pop(key, None)
            if known_elsewhere is not None:
                self._keep(key, known_elsewhere)
                return known_elsewhere
            maker = self._makers.setdefault(key, me)
            if maker is me:
                kept = self._kept.get(key)  # made between the look and the claim
                if kept is not None:
                    del self._makers[key]
                return None if kept is None else kept.tables
            if time.monotonic() - since > PATIENCE:
                return None
            if maker.steps != known:
                known, since = maker.steps, time.monotonic()
            time.sleep(LOOK_EVERY)
            yield maker.progress

    @contextmanager
    def _claim(self, key: Hashable, me: _Maker[Any]) -> Iterator[None]:
        try:
            yield
        finally:
            if self._makers.get(key) is me:
                del self._makers[key]

    def _keep(self, key: Hashable, tables: T) -> None:
        self._kept[key] = _Kept(tables, time.monotonic())
        by_use = sorted(self._kept.copy().items(), key=lambda item: item[1].used)
        total = sum(self._size(kept.tables) for _, kept in by_use)
        for old, kept in by_use:
            if total <= self._capacity:
                break
            self._kept.pop(old, None)
            total -= self._size(kept.tables)

    def forget(self, before: float) -> None:
        """Keep nothing that was asked for last before that moment of ``time.monotonic``."""
        for key, kept in self._kept.copy().items():
            if kept.used < before:
                with suppress(TypeError):  # not everything can have weak references
                    self._forgotten[key] = kept.tables
                self._kept.pop(key, None)


_all: WeakSet[SharedTables[Any]] = WeakSet()


def forget_unused() -> None:
    """Drop all tables that nothing has asked for lately; a search that has some goes on with them.

    They are loaded or made again when they are needed.
    """
    before = time.monotonic() - UNUSED_SECONDS
    for tables in [*_all]:
        tables.forget(before)
