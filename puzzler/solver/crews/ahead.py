"""Reading items ahead: a thread of its own waits for the next one, so that no answer has to."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable
from typing import Generic

from puzzler.solver.crews.crew import Item


class Ahead(Generic[Item]):
    """Reads as many items as are wanted, each as soon as it is there.

    The thread waits for whatever the items come from, possibly for ever; it does not keep the
    process from ending.
    """

    def __init__(self, items: Iterable[Item], on_news: Callable[[], None]) -> None:
        """``on_news`` is called in the thread that reads: where no item waited, and at the end.

        Whoever takes items until there are none misses nothing.
        """
        self._items = items
        self._on_news = on_news
        self._arrived: deque[Item] = deque()
        self._wanted = threading.Semaphore(0)
        self._is_read = self._is_dropped = False
        self._error: BaseException | None = None
        self._thread: threading.Thread | None = None

    @property
    def is_over(self) -> bool:
        """All items were taken, and no other will come."""
        return self._is_read and not self._arrived

    def want(self, count: int = 1) -> None:
        """Let so many more items be read; the first time this starts the thread."""
        self._wanted.release(count)
        if self._thread is None:
            self._thread = threading.Thread(target=self._read, name="items", daemon=True)
            self._thread.start()

    def taken(self) -> list[Item]:
        """The next item, if it is there; else nothing."""
        return [self._arrived.popleft()] if self._arrived else []

    def check(self) -> None:
        """Raise what ended the items too early, if anything did."""
        if self._error is not None:
            raise self._error

    def drop(self) -> None:
        """Read nothing any more."""
        self._is_dropped = True
        self._wanted.release()

    def _read(self) -> None:
        try:
            items = iter(self._items)
            while True:
                self._wanted.acquire()
                if self._is_dropped:
                    return
                try:
                    item = next(items)
                except StopIteration:
                    break
                self._arrived.append(item)
                if len(self._arrived) == 1:
                    self._on_news()
        except BaseException as error:  # whatever it is, it belongs to whoever waits for items
            self._error = error
        self._is_read = True
        if not self._is_dropped:
            self._on_news()
