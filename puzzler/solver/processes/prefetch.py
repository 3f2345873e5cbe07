"""The items of a run: read ahead in a thread, so that results do not wait for the next item."""

from __future__ import annotations

import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable
from typing import Generic

from puzzler.solver.processes.pool import MOST_AHEAD, Item
from puzzler.solver.threads import start_thread


class Prefetch(Generic[Item]):
    """Reads as many items as are wanted, each as soon as it is there.

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
        self._items = items
        self._on_news = on_news
        self._most_ahead = MOST_AHEAD if is_ordered else sys.maxsize
        self._read: deque[Item] = deque()
        self._allowed = threading.Semaphore(0)
        self._is_at_end = self._is_closed = False
        self._error: BaseException | None = None
        self._thread: threading.Thread | None = None

    @property
    def is_over(self) -> bool:
        """All items are done."""
        return self._is_at_end and not self._read and not self.open

    def want(self, count: int) -> None:
        """Let ``count`` items be read in all; the first time this starts the thread."""
        count = min(count, min(self.open, default=self.taken) + self._most_ahead)
        if count > self.wanted:
            self._allowed.release(count - self.wanted)
            self.wanted = count
            self._thread = self._thread or start_thread(self._run, "items")

    def take(self) -> int | None:
        """The index of the next item, which is open from then on; None if it is not there yet."""
        if not self._read:
            return None
        self.taken += 1
        self.open[self.taken - 1] = self._read.popleft()
        return self.taken - 1

    def check(self) -> None:
        """Raise what ``items`` have raised."""
        if self._error is not None:
            raise self._error

    def close(self) -> None:
        """Read no further."""
        self._is_closed = True
        self._allowed.release()

    def _run(self) -> None:
        try:
            items = iter(self._items)
            while True:
                self._allowed.acquire()
                if self._is_closed:
                    return
                self._read.append(next(items))
                if len(self._read) == 1:
                    self._on_news()
        except StopIteration:
            pass
        except BaseException as error:  # raised by ``check``
            self._error = error
        self._is_at_end = True
        if not self._is_closed:
            self._on_news()
