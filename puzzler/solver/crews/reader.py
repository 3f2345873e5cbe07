"""Reads items ahead, so that results do not wait for an item that comes slowly."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import Generic

from puzzler.solver.crews.crew import Item


class Reader(Generic[Item]):
    """A thread that hands item after item on, as many as there is room for."""

    def __init__(
        self,
        items: Iterable[Item],
        take: Callable[[int, Item], object],
        at_end: Callable[[int, BaseException | None], object],
        most: int,
    ) -> None:
        """Begin to read.

        take: gets every item and its place, from 0. at_end: gets, once, how many there were and
        what they raised, if anything, or ``take`` did. Both are called in the thread. most: how
        many are read before room is made for more.
        """
        self._items = items
        self._take = take
        self._at_end = at_end
        self._room = threading.Semaphore(most)
        self._is_closed = threading.Event()
        # a daemon: nothing can end the wait for an item that never comes
        self._thread = threading.Thread(target=self._read, name="reader", daemon=True)
        self._thread.start()

    def make_room(self, count: int = 1) -> None:
        """Let so many more be read."""
        self._room.release(count)

    def close(self) -> None:
        """Read no more; waits for nothing."""
        self._is_closed.set()
        self._room.release()

    def _read(self) -> None:
        count, error = 0, None
        try:
            items = iter(self._items)
            while True:
                self._room.acquire()
                if self._is_closed.is_set():
                    break
                try:
                    item = next(items)
                except StopIteration:
                    break
                if self._is_closed.is_set():
                    break
                self._take(count, item)
                count += 1
        except BaseException as raised:
            error = raised
        self._at_end(count, error)
