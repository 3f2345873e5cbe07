"""A cache of tables for all threads of the process.

Only ``solver`` may import threading. This module has no locks and relies on atomic operations of
built-in dicts instead.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Hashable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from weakref import WeakSet, WeakValueDictionary

from puzzler.progress import BuildProgress, Reporter, Steps, finish

LOOK_EVERY = 0.005
"""Seconds between two checks whether another thread has built the tables."""
PATIENCE = 20.0
"""Seconds without progress after which a waiting thread builds the tables itself. Kernels take less
to compile."""
UNUSED_SECONDS = 120.0
"""Time after the last use until ``forget_unused`` drops tables."""

T = TypeVar("T")
P = TypeVar("P")


@dataclass
class _Cached(Generic[T]):
    tables: T
    used: float
    """Time of the last use, by ``time.monotonic``."""


@dataclass(eq=False)
class _Maker(Generic[P]):
    """The progress of the thread that builds the tables of a key."""

    progress: P
    steps: int = 0


class SharedTables(Generic[T]):
    """The most recently used tables, up to a total size. Each is built by one thread only."""

    def __init__(self, capacity: int, size: Callable[[T], int]) -> None:
        """capacity: the limit on the sum of ``size`` of the cached tables."""
        self._capacity = capacity
        self._size = size
        self._cached: dict[Hashable, _Cached[T]] = {}
        self._makers: dict[Hashable, _Maker[Any]] = {}
        self._forgotten: WeakValueDictionary[Hashable, T] = WeakValueDictionary()
        """Tables that were dropped here but are still used by searches."""
        _all.add(self)

    def __contains__(self, key: Hashable) -> bool:
        return key in self._cached

    def make(self, key: Hashable, make: Callable[[Reporter], T], report: Reporter) -> T:
        """Return the tables of ``key`` from the cache, or build them with ``make``."""
        if (cached := self._cached.get(key)) is not None:  # the usual case, without a generator
            cached.used = time.monotonic()
            return cached.tables
        me: _Maker[BuildProgress | None] = _Maker(None)
        found = finish(self._waiting(key, me), report)
        if found is not None:
            return found.tables

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
        """Do the same as ``make``, but in steps.

        If another thread builds them, wait and yield ``waiting`` or that thread's progress, until
        it gives up or makes no progress for ``PATIENCE`` seconds.
        """
        me = _Maker(waiting)
        found = yield from self._waiting(key, me)
        if found is not None:
            return found.tables

        steps = Steps(make())
        with self._claim(key, me):
            for progress in steps:
                me.progress, me.steps = progress, me.steps + 1
                yield progress
            self._keep(key, steps.value)
            return steps.value

    def _waiting(self, key: Hashable, me: _Maker[P]) -> Generator[P, None, _Cached[T] | None]:
        """Wait for tables that another thread builds; return None if ``me`` has to build them."""
        last_steps, since = -1, time.monotonic()
        while True:
            cached = self._cached.get(key)
            if cached is not None:
                cached.used = time.monotonic()
                return cached
            revived = self._forgotten.pop(key, None)
            if revived is not None:
                self._keep(key, revived)
                return _Cached(revived, time.monotonic())
            maker = self._makers.setdefault(key, me)
            if maker is me:
                cached = self._cached.get(key)  # built between the two look-ups
                if cached is not None:
                    del self._makers[key]
                return cached
            if time.monotonic() - since > PATIENCE:
                return None
            if maker.steps != last_steps:
                last_steps, since = maker.steps, time.monotonic()
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
        self._cached[key] = _Cached(tables, time.monotonic())
        by_use = sorted(self._cached.copy().items(), key=lambda item: item[1].used)
        total = sum(self._size(cached.tables) for _, cached in by_use)
        for old, cached in by_use:
            if total <= self._capacity:
                break
            self._cached.pop(old, None)
            total -= self._size(cached.tables)

    def forget(self, before: float) -> bool:
        """Drop tables with their last use before ``before``, by ``time.monotonic``.

        Returns whether any were dropped.
        """
        old = [item for item in self._cached.copy().items() if item[1].used < before]
        for key, cached in old:
            with suppress(TypeError):  # not all types support weak references
                self._forgotten[key] = cached.tables
            self._cached.pop(key, None)
        return bool(old)


_all: WeakSet[SharedTables[Any]] = WeakSet()


def forget_unused(seconds: float = UNUSED_SECONDS) -> bool:
    """Drop all tables that were not used for ``seconds``. Running searches keep their tables.

    They are loaded or built again on demand. Returns whether any were dropped.
    """
    before = time.monotonic() - seconds
    dropped = [tables.forget(before) for tables in [*_all]]
    return any(dropped)
