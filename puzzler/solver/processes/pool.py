"""Pools of workers that do the same work on many items: the base of processes and clusters."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from operator import length_hint
from queue import Empty, Queue
from typing import Any, Generic, TypeVar

from puzzler.interrupts import noted_interrupts
from puzzler.solver.threads import start_thread

Item = TypeVar("Item")
Result = TypeVar("Result")

MAX_DEATHS = 3
"""Deaths of workers after which an item has failed."""
READY = 16
"""Number of items that are read ahead."""
MAX_AHEAD = 10_000
"""Limit on started items after the first unfinished one, because their results use memory."""


@dataclass(frozen=True)
class Done(Generic[Result]):
    """The outcome of one work item."""

    index: int
    """Index of the item."""
    result: Result | None
    """The result of the work; None if it failed."""
    failure: str | None = None
    """Why there is no result, in one line: too many workers died."""


class Pool(ABC):
    """Workers outside this process. Close it, for example with ``contextlib.closing``."""

    memory_shares = 1
    """The number of workers that share the memory of one machine."""
    inherits = False
    """Whether workers inherit the kernels and tables of this process."""

    def __init__(self) -> None:
        self._ending = ExitStack()
        """Ends the current run."""

    def run(
        self,
        work: Callable[[Item], Result],
        items: Iterable[Item],
        *,
        total: int | None = None,
        is_ordered: bool = True,
        on_done: Callable[[], object] = lambda: None,
    ) -> Iterator[Done[Result]]:
        """Apply ``work`` to every item and yield each result as soon as possible.

        This call starts the workers. They may inherit the kernels and tables of this process.

        work: a function of a module, or ``functools.partial`` of one. It, the items and the results
        must be picklable. items: read ahead by another thread; results do not wait for slow items.
        total: limit on the number of items, if known. is_ordered: yield results in the order of the
        items. on_done: called when an item is done, before its result is yielded.

        If a worker dies, another one repeats its item. After ``MAX_DEATHS`` the item has failed.
        Exceptions of ``items`` are raised after the results of all earlier items, exceptions of
        ``work`` immediately. Ctrl-C ends the work; finished results are yielded in order before
        KeyboardInterrupt is raised.
        """
        self._work: Callable[[Any], Any] = work
        self._items: Prefetch[Any] = Prefetch(items, self._wake, is_ordered=is_ordered)
        with self._ending:
            self._begin(length_hint(items, sys.maxsize if total is None else total))
            self._ending.callback(self._items.close)
            self._interrupts = self._ending.enter_context(noted_interrupts(self._wake))
            self._ending = self._ending.pop_all()
        found = self._results(on_done)
        return in_order(found) if is_ordered else found

    def close(self) -> None:
        """End all workers immediately. May be called repeatedly."""
        self._ending.close()

    def _results(self, on_done: Callable[[], object]) -> Iterator[Done[Any]]:
        try:
            self._items.start()
            while not self._items.is_closed:
                if self._interrupts:
                    raise KeyboardInterrupt
                self._give()
                if self._items.is_over:
                    if self._items.error is not None:
                        raise self._items.error
                    break
                found = self._received()
                self._give()  # before results are handled
                for done in found or ():
                    on_done()
                    yield done
        except KeyboardInterrupt:
            while (found := self._received(0)) is not None:
                yield from found
            raise
        finally:
            self._ending.close()

    @abstractmethod
    def _begin(self, item_limit: int) -> None:
        """Start a run of at most ``item_limit`` items."""

    @abstractmethod
    def _give(self) -> None:
        """Send items while workers can accept them."""

    @abstractmethod
    def _received(self, seconds: float | None = None) -> list[Done[Any]] | None:
        """Wait at most ``seconds`` for messages; return the results, or None without a message."""

    @abstractmethod
    def _wake(self) -> None:
        """End a wait. Any thread and signal handlers may call it."""


def in_order(found: Iterable[Done[Result]]) -> Iterator[Done[Result]]:
    """Yield results in the order of their indices, as soon as possible.

    After a KeyboardInterrupt in ``found``, waiting results are yielded before it is raised.
    """
    waiting: dict[int, Done[Result]] = {}
    index = 0
    try:
        for done in found:
            waiting[done.index] = done
            while index in waiting:
                yield waiting.pop(index)
                index += 1
    except KeyboardInterrupt:
        for _, done in sorted(waiting.items()):
            yield done
        raise


class Prefetch(Generic[Item]):
    """Reads some items ahead in a thread.

    The thread may wait for an item forever. It does not keep the process alive.
    """

    def __init__(
        self, items: Iterable[Item], on_news: Callable[[], None], *, is_ordered: bool
    ) -> None:
        """on_news: called in the thread at the end, and for an item if no other is waiting."""
        self.open: dict[int, Item] = {}
        """Items in work, by index. The caller deletes finished ones."""
        self.is_closed = False
        self.error: BaseException | None = None
        """The exception raised by ``items``."""
        self._items = items
        self._on_news = on_news
        self._max_ahead = MAX_AHEAD if is_ordered else sys.maxsize
        self._count = 0  # of the items that were taken
        self._read: Queue[Item] = Queue(READY)
        self._is_at_end = False

    @property
    def is_over(self) -> bool:
        """Whether all items are done."""
        return self._is_at_end and self._read.empty() and not self.open

    def start(self) -> None:
        """Start the thread."""
        start_thread(self._read_all, "items")

    def take(self) -> int | None:
        """Move the next item to ``open`` and return its index; None if no item is available."""
        index = self._count
        if index >= min(self.open, default=index) + self._max_ahead:
            return None
        try:
            self.open[index] = self._read.get_nowait()
        except Empty:
            return None
        self._count += 1
        return index

    def close(self) -> None:
        """Stop reading."""
        self.is_closed = True
        with suppress(Empty):
            self._read.get_nowait()  # ends a wait of the thread

    def _read_all(self) -> None:
        try:
            for item in self._items:
                self._read.put(item)
                if self.is_closed:
                    return
                if self._read.qsize() == 1:
                    self._on_news()
        except BaseException as error:
            self.error = error
        self._is_at_end = True
        if not self.is_closed:
            self._on_news()
