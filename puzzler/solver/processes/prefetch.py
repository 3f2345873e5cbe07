"""Reading items ahead in a thread, so that results do not wait for the next item."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable
from typing import Generic

from puzzler.solver.processes.pool import Item
from puzzler.solver.threads import start_thread


class Prefetch(Generic[Item]):
    """Reads as many items as are wanted, each as soon as it is there.

    The thread may wait for an item without end; it does not keep the process from ending.
    """

    def __init__(self, items: Iterable[Item], on_news: Callable[[], None]) -> None:
        """``on_news`` is called in the thread, for an item where none waited, and at the end."""
        self.wanted = self.count = 0
        """How many items are wanted in all, and how many of them were taken."""
        self._items = items
        self._on_news = on_news
        self._read: deque[Item] = deque()
        self._allowed = threading.Semaphore(0)
        self._is_at_end = self._is_closed = False
        self._error: BaseException | None = None
        self._thread: threading.Thread | None = None

    @property
    def is_over(self) -> bool:
        """All items were taken."""
        return self._is_at_end and not self._read

    def want(self, count: int) -> None:
        """Let ``count`` items be read in all; the first time this starts the thread."""
        if count <= self.wanted:
            return
        self._allowed.release(count - self.wanted)
        self.wanted = count
        if self._thread is None:
            self._thread = start_thread(self._run, "items")

    def take(self) -> tuple[int, Item] | None:
        """The next item and its index, if it is there."""
        if not self._read:
            return None
        self.count += 1
        return self.count - 1, self._read.popleft()

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
                try:
                    item = next(items)
                except StopIteration:
                    break
                self._read.append(item)
                if len(self._read) == 1:
                    self._on_news()
        except BaseException as error:  # raised by ``check``
            self._error = error
        self._is_at_end = True
        if not self._is_closed:
            self._on_news()
