"""One run of a cluster: items are sent to its workers, and results come back."""

from __future__ import annotations

import asyncio
import concurrent.futures
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Generic

from distributed import KilledWorker

from puzzler.board.errors import PuzzlerError
from puzzler.solver.cluster.task import Interrupted, Task, do, edition, under_way
from puzzler.solver.processes.interrupts import Interrupts
from puzzler.solver.processes.pool import Done, Item, Result
from puzzler.solver.processes.prefetch import Prefetch

if TYPE_CHECKING:
    from distributed import Client, Future

OUT = 2
"""Items with the scheduler for each thread of the workers: one under way, and the next."""
LOOK_AFTER = 3.0
"""Seconds between two looks at the workers: some may have joined, or may be idle."""
LOOK_EVERY = 0.5
"""Seconds that a wait takes at most: Windows handles Ctrl-C only in between."""
GONE = "the Dask scheduler does not answer any more"
_CANCELLED = (asyncio.CancelledError, concurrent.futures.CancelledError)


@dataclass(frozen=True)
class _Outcome(Generic[Result]):
    """What became of an item that was sent."""

    index: int
    future: Future[Result]
    result: Result | None
    error: BaseException | None


def _threads(client: Client) -> int:
    """How many items can be under way at once; 0 without workers."""
    threads: int = sum(client.nthreads().values())
    return threads


class ClusterRun(Generic[Item, Result]):
    """The same work on many items, on the workers of a scheduler."""

    def __init__(
        self,
        client: Client,
        name: tuple[str, int],
        work: Callable[[Item], Result],
        items: Iterable[Item],
        *,
        is_ordered: bool,
    ) -> None:
        """``name`` is the pool's and the number of this run, which begins with ``found``."""
        self._client = client
        self._name = name
        self._work = work
        self._events: SimpleQueue[_Outcome[Result] | None] = SimpleQueue()
        """None only ends a wait."""
        self._items = Prefetch(items, self._wake, is_ordered=is_ordered)
        self._known = 0
        self._futures: dict[int, Future[Result]] = {}
        """Of those that were sent."""
        self._trials: dict[int, int] = {}
        """How often each was sent."""
        self._suspects: list[int] = []
        """Items that were with a worker when it died: each is tried again alone."""
        self._on_trial: int | None = None
        """The one of them that is tried now."""
        self._threads = _threads(client)
        self._looked = time.monotonic()

    def found(self) -> Iterator[Done[Result]]:
        """The results, as they come; see ``Pool.run``."""
        interrupts = Interrupts(self._wake)
        try:
            while True:
                interrupts.check()
                if self._client.status != "running":
                    raise PuzzlerError(GONE)
                self._give()
                if self._items.is_over:
                    break
                if time.monotonic() - self._looked > LOOK_AFTER:
                    self._look()
                yield from self._received(LOOK_EVERY)
            self._items.check()
        except KeyboardInterrupt:
            while not self._events.empty():
                yield from self._received(0)
            raise
        finally:
            interrupts.close()
            self._items.close()
            if self._client.status == "running":  # and was not closed before
                self._client.cancel([*self._futures.values()], force=True)

    def _give(self) -> None:
        """Send as many items as there is room for."""
        if self._suspects and not self._futures:
            self._on_trial = self._suspects.pop()
            self._send(self._on_trial)
        if self._suspects or self._on_trial is not None:
            return
        self._items.want(self._known + OUT * max(1, self._threads))
        while (index := self._items.take()) is not None:
            self._send(index)

    def _look(self) -> None:
        """Give idle workers what waits behind long items of others."""
        self._looked = time.monotonic()
        self._threads = _threads(self._client)
        if self._on_trial is not None:
            return
        found = self._client.run(under_way, on_error="ignore").values()
        busy = {key for keys in found for key in keys}
        waiting = sorted(index for index, out in self._futures.items() if out.key not in busy)
        for index in waiting[: max(0, self._threads - len(busy))]:
            future = self._futures.pop(index)
            self._send(index)  # before: the scheduler then knows which worker is idle
            self._client.cancel([future], force=True)

    def _send(self, index: int) -> None:
        trial = self._trials.get(index, 0)
        self._trials[index] = trial + 1
        key = (*self._name, index, trial)
        task = Task(self._work, self._items.open[index], key, edition())
        future = self._client.submit(do, task, key=key, pure=False, priority=-index)
        self._futures[index] = future
        loop = self._client.loop
        assert loop is not None, "it is there as long as the client is"
        loop.add_callback(self._wait, index, future)

    async def _wait(self, index: int, future: Future[Result]) -> None:
        """Report what became of it; in the client's thread."""
        try:
            outcome = _Outcome(index, future, await future, None)
        except BaseException as error:
            outcome = _Outcome(index, future, None, error)
        self._events.put(outcome)

    def _received(self, seconds: float) -> list[Done[Result]]:
        """The result of an item, if one comes within so many seconds."""
        try:
            outcome = self._events.get(timeout=seconds)
        except Empty:
            return []
        if outcome is None or self._futures.get(outcome.index) is not outcome.future:
            return []  # it was given to another worker meanwhile
        index, error, failure = outcome.index, outcome.error, None
        del self._futures[index]
        if isinstance(error, Interrupted):
            self._send(index)
            return []
        if isinstance(error, KilledWorker):
            if self._on_trial != index:
                self._suspects.append(index)
                return []
            alone = 1 + error.allowed_failures
            failure = f"every worker that had it has died, the last {alone} with nothing else to do"
        elif isinstance(error, _CANCELLED):
            raise PuzzlerError(GONE)
        elif error is not None:
            raise error
        if self._on_trial == index:
            self._on_trial = None
        del self._items.open[index], self._trials[index]
        self._known += 1
        return [Done(index, outcome.result, failure)]

    def _wake(self) -> None:
        self._events.put(None)
