"""What every crew has in common: some workers that do the same work on many items."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

MOST_DEATHS = 3
"""Workers that may die with an item before it is given up."""
MOST_AHEAD = 10_000
"""Items beyond the first unfinished one that are begun at most: what is done waits in memory."""


@dataclass(frozen=True)
class Done(Generic[Result]):
    """What came of an item."""

    index: int
    """Its place among the items, from 0."""
    result: Result | None
    """What the work returned; None where it failed."""
    failure: str | None = None
    """Why there is no result, in one line: every worker that tried has died. None where there is
    one."""


def nothing() -> None:
    """What happens where nobody wants to know."""


class Crew(Protocol):
    """Workers; whoever makes a crew closes it, as with ``contextlib.closing``."""

    @property
    def memory_shares(self) -> int:
        """Into how many parts a limit on memory is divided: the workers on one machine."""
        ...

    @property
    def inherits(self) -> bool:
        """Whether workers have what this process has loaded by the time that they start."""
        ...

    @property
    def is_elsewhere(self) -> bool:
        """Whether the work is done outside of this process, even where there is one worker."""
        ...

    def run(
        self,
        work: Callable[[Item], Result],
        items: Iterable[Item],
        *,
        is_ordered: bool = True,
        on_done: Callable[[], object] = nothing,
    ) -> Iterator[Done[Result]]:
        """Have ``work`` done on every item; each result as soon as it is there.

        The workers start with this call: whatever this process has loaded by then, and however it
        has set itself up, they may inherit.

        work: a module's function, or ``functools.partial`` of one; it, the items and the results
        can be pickled. ``items`` may be read ahead, by another thread, and may come slowly: results
        do not wait for the next item. is_ordered: a result waits for all before it; else it does
        not. on_done: called whenever an item is done, also while its result waits.

        An item whose worker dies is done again by another; after ``MOST_DEATHS`` it has failed.
        What ``items`` raise is raised here after the results of all items before, what ``work``
        raises at once. Ctrl-C ends the work, brings what is done by then, in the order of the
        items, and then raises KeyboardInterrupt; a worker in this very process may make a result of
        it instead.
        """
        ...

    def close(self) -> None:
        """End all workers, whatever they do. Calling it again is harmless."""
        ...


def handed_out(
    found: Iterable[Done[Result]], *, is_ordered: bool, on_done: Callable[[], object]
) -> Iterator[Done[Result]]:
    """What a crew's ``run`` returns, of what is ``found`` in whichever order."""

    def told() -> Iterator[Done[Result]]:
        for done in found:
            on_done()
            yield done

    return in_order(told()) if is_ordered else told()


def in_order(found: Iterable[Done[Result]]) -> Iterator[Done[Result]]:
    """The same, each as soon as all of lower index were there.

    Where ``found`` is interrupted, what waited comes before the KeyboardInterrupt goes on.
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
