"""What every pool of workers has in common, and the pool that is this process."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from typing_extensions import override

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
    """Workers that do the same work on many items; to be closed, as with ``contextlib.closing``."""

    is_elsewhere = True
    """The work is done outside this process."""

    @property
    def memory_shares(self) -> int:
        """The number of workers that share the memory of one machine."""
        return 1

    @property
    def inherits(self) -> bool:
        """Workers have what this process has loaded when they start."""
        return False

    def run(
        self,
        work: Callable[[Item], Result],
        items: Iterable[Item],
        *,
        is_ordered: bool = True,
        on_done: Callable[[], object] = lambda: None,
    ) -> Iterator[Done[Result]]:
        """Do ``work`` on every item; each result as soon as it is there.

        The workers start with this call, and may inherit what this process has loaded by then.

        work: a module's function, or ``functools.partial`` of one; it, the items and the results
        can be pickled. ``items`` may be read ahead, by another thread, and may come slowly: results
        do not wait for the next item. is_ordered: results come in the order of the items. on_done:
        called whenever an item is done, also while its result waits for its turn.

        An item whose worker dies is done again by another; after ``MOST_DEATHS`` it has failed.
        What ``items`` raise is raised here after the results of all items before, what ``work``
        raises at once. Ctrl-C ends the work, yields what is done by then, in the order of the
        items, and then raises KeyboardInterrupt; in a ``SingleProcess`` the work may catch it.
        """
        found = self.start(work, items, is_ordered=is_ordered)

        def counted() -> Iterator[Done[Result]]:
            for done in found:
                on_done()
                yield done

        return in_order(counted()) if is_ordered else counted()

    @abstractmethod
    def start(
        self, work: Callable[[Item], Result], items: Iterable[Item], *, is_ordered: bool
    ) -> Iterator[Done[Result]]:
        """Start ``run``; the results in any order."""

    @abstractmethod
    def close(self) -> None:
        """End all workers at once; harmless to repeat."""


class SingleProcess(Pool):
    """This process, which does one item after the other; nothing has to be pickled."""

    is_elsewhere = False

    @override
    def start(
        self, work: Callable[[Item], Result], items: Iterable[Item], *, is_ordered: bool
    ) -> Iterator[Done[Result]]:
        return (Done(index, work(item)) for index, item in enumerate(items))

    @override
    def close(self) -> None:
        pass


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
