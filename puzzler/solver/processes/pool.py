"""Pools of workers that do the same work on many items: what processes and clusters share."""

from __future__ import annotations

import sys
import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from operator import length_hint
from typing import Any, Generic, TypeVar

from puzzler.interrupts import noted_interrupts
from puzzler.solver.threads import start_thread

Item = TypeVar("Item")
Result = TypeVar("Result")

MOST_DEATHS = 3
"""Workers that may die with an item before it is given up."""
MOST_AHEAD = 10_000
"""Items that may be begun beyond the first unfinished one: their results wait in memory."""


@dataclass(frozen=True)
class Done(Generic[Result]):
    """What became of an item."""

    index: int
    """Its place among the items, from 0."""
    result: Result | None
    """What the work returned; None where it failed."""
    failure: str | None = None
    """Why there is no result, in one line: every worker that tried has died."""


class Pool(ABC):
    """Workers outside this process; to be closed, as with ``contextlib.closing``."""

    memory_shares = 1
    """The number of workers that share the memory of one machine."""
    inherits = False
    """Workers have what this process has loaded when they start."""

    def __init__(self) -> None:
        self._ending = ExitStack()
        """What ends the run under way."""

    def run(
        self,
        work: Callable[[Item], Result],
        items: Iterable[Item],
        *,
        total: int | None = None,
        is_ordered: bool = True,
        on_done: Callable[[], object] = lambda: None,
    ) -> Iterator[Done[Result]]:
        """Do ``work`` on every item; each result as soon as it is there.

        The workers start with this call, and may inherit what this process has loaded by then.

        work: a module's function, or ``functools.partial`` of one; it, the items and the results
        can be pickled. ``items`` may be read ahead, by another thread, and may come slowly: results
        do not wait for the next item. total: how many there are at most, where that is known.
        is_ordered: results come in the order of the items. on_done: called whenever an item is
        done, also while its result waits for its turn.

        An item whose worker dies is done again by another; after ``MOST_DEATHS`` it has failed.
        What ``items`` raise is raised here after the results of all items before, what ``work``
        raises at once. Ctrl-C ends the work, yields what is done by then, in the order of the
        items, and then raises KeyboardInterrupt.
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
        """End all workers at once; harmless to repeat."""
        self._ending.close()

    def _results(self, on_done: Callable[[], object]) -> Iterator[Done[Any]]:
        try:
            while not self._items.is_closed:
                if self._interrupts:
                    raise KeyboardInterrupt
                self._give()
                if self._items.is_over:
                    if self._items.error is not None:
                        raise self._items.error
                    break
                found = self._received()
                self._give()  # before the results are looked at
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
    def _begin(self, most_items: int) -> None:
        """Start a run: there are no more items than that."""

    @abstractmethod
    def _give(self) -> None:
        """Send as many items as there is room for."""

    @abstractmethod
    def _received(self, seconds: float | None = None) -> list[Done[Any]] | None:
        """Wait for news, at most ``seconds``; the results among them, None where nothing came."""

    @abstractmethod
    def _wake(self) -> None:
        """End a wait; called by any thread, and by a signal handler."""


def in_order(found: Iterable[Done[Result]]) -> Iterator[Done[Result]]:
    """The results by index, each as soon as all before it have come.

    Where ``found`` is interrupted, those that waited come before the KeyboardInterrupt.
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
    """Reads as many items as are wanted, in a thread, each as soon as it is there.

    The thread may wait for an item without end; it does not keep the process from ending.
    """

    def __init__(
        self, items: Iterable[Item], on_news: Callable[[], None], *, is_ordered: bool
    ) -> None:
        """``on_news`` is called in the thread, for an item where none waited, and at the end."""
        self.open: dict[int, Item] = {}
        """Items that were taken and are not done, by index; to be deleted when they are done."""
        self.wanted = self.taken = 0
        """How many items may be read in all, and how many of them were taken."""
        self.is_closed = False
        self.error: BaseException | None = None
        """What ``items`` have raised."""
        self._items = items
        self._on_news = on_news
        self._most_ahead = MOST_AHEAD if is_ordered else sys.maxsize
        self._read: deque[Item] = deque()
        self._allowed = threading.Semaphore(0)
        self._is_at_end = False

    @property
    def is_over(self) -> bool:
        """All items are done."""
        return self._is_at_end and not self._read and not self.open

    def want(self, count: int) -> None:
        """Let ``count`` items be read in all; the first time this starts the thread."""
        count = min(count, min(self.open, default=self.taken) + self._most_ahead)
        if count > self.wanted:
            if not self.wanted:
                start_thread(self._read_all, "items")
            self._allowed.release(count - self.wanted)
            self.wanted = count

    def take(self) -> int | None:
        """The index of the next item, which is open from then on; None if it is not there yet."""
        if not self._read:
            return None
        self.taken += 1
        self.open[self.taken - 1] = self._read.popleft()
        return self.taken - 1

    def close(self) -> None:
        """Read no further."""
        self.is_closed = True
        self._allowed.release()

    def _read_all(self) -> None:
        try:
            items = iter(self._items)
            while True:
                self._allowed.acquire()
                if self.is_closed:
                    return
                self._read.append(next(items))
                if len(self._read) == 1:
                    self._on_news()
        except StopIteration:
            pass
        except BaseException as error:
            self.error = error
        self._is_at_end = True
        if not self.is_closed:
            self._on_news()
