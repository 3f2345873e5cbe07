"""One run of a cluster: items go out, and what comes back is judged."""

from __future__ import annotations

import asyncio
import concurrent.futures
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Generic

from distributed import KilledWorker

from puzzler.board.errors import PuzzlerError
from puzzler.solver.crews.cluster_worker import Interrupted, Order, do, edition
from puzzler.solver.crews.crew import Done, Item, Result
from puzzler.solver.crews.reader import Reader

if TYPE_CHECKING:
    from distributed import Client, Future

MOST_OUT = 1000
"""Items that are with the scheduler at most: it hands them on without asking here."""
LOOK_EVERY = 0.5
"""Seconds that a wait lasts at most: Windows hears Ctrl-C only in between."""
_CANCELLED = (asyncio.CancelledError, concurrent.futures.CancelledError)


@dataclass(frozen=True)
class _End:
    """There are no more items."""

    count: int
    error: BaseException | None


@dataclass(frozen=True)
class _Outcome(Generic[Result]):
    """What came of an item that went out."""

    index: int
    result: Result | None
    error: BaseException | None


class ClusterRun(Generic[Item, Result]):
    """The same work on many items, on whichever workers a scheduler has."""

    def __init__(
        self, client: Client, name: tuple[str, int], work: Callable[[Item], Result]
    ) -> None:
        """``name`` is the crew's and the number of this run, which begins with ``results``."""
        self._client = client
        self._name = name
        self._work = work
        self._events: SimpleQueue[_End | _Outcome[Result]] = SimpleQueue()
        self._items: dict[int, Item] = {}
        self._futures: dict[int, Future[Result]] = {}
        """Those under way, by their items' places; the reader adds, who waits takes away."""
        self._trials: dict[int, int] = {}
        """How often an item went out, where that is more than once."""
        self._suspects: list[int] = []
        """Items beside which workers have died: they wait until nothing else is under way."""
        self._on_trial: int | None = None
        """The suspect that is under way now."""
        self._is_over = False

    def results(self, items: Iterable[Item]) -> Iterator[Done[Result]]:
        """What comes of the items, in whatever order they are done; as ``Crew.run`` says."""
        reader = Reader(items, self._take, lambda *end: self._events.put(_End(*end)), MOST_OUT)
        try:
            yield from self._found(reader)
        except KeyboardInterrupt:
            yield from self._at_hand()
            raise
        finally:
            self._is_over = True
            reader.close()
            self._client.cancel([*self._futures.values()], force=True)

    def _found(self, reader: Reader[Item]) -> Iterator[Done[Result]]:
        end: _End | None = None
        known = held = 0
        while end is None or known < end.count:
            try:
                event = self._events.get(timeout=LOOK_EVERY)
            except Empty:
                continue
            if isinstance(event, _End):
                end = event
            else:
                done = self._judged(event)
                if done is not None:
                    known += 1
                    held += 1
                    yield done
            if self._suspects and not self._futures:
                self._on_trial = self._suspects.pop()
                self._send(self._on_trial)
            elif not self._suspects and self._on_trial is None and held:
                reader.make_room(held)  # not while suspects wait for the others to be done
                held = 0
        if end.error is not None:
            raise end.error

    def _judged(self, outcome: _Outcome[Result]) -> Done[Result] | None:
        """What is to be told of an item; None where it is, or will be, under way again."""
        index, error = outcome.index, outcome.error
        del self._futures[index]
        if isinstance(error, Interrupted):
            self._send(index)
            return None
        if isinstance(error, KilledWorker) and self._on_trial != index:
            self._suspects.append(index)
            return None
        if self._on_trial == index:
            self._on_trial = None
        del self._items[index]
        if error is None:
            return Done(index, outcome.result)
        if isinstance(error, KilledWorker):
            alone = 1 + error.allowed_failures
            why = f"{2 * alone} workers died with it, the last {alone} while nothing else ran"
            return Done(index, None, why)
        if isinstance(error, _CANCELLED):
            raise PuzzlerError("the Dask scheduler does not answer any more")
        raise error

    def _at_hand(self) -> Iterator[Done[Result]]:
        """What is done already."""
        while not self._events.empty():
            event = self._events.get()
            if isinstance(event, _Outcome) and event.error is None:
                yield Done(event.index, event.result)

    def _take(self, index: int, item: Item) -> None:
        """An item has been read; in the reader's thread."""
        self._items[index] = item
        self._send(index)

    def _send(self, index: int) -> None:
        trial = self._trials.get(index, 0)
        self._trials[index] = trial + 1
        key = (*self._name, index, trial)
        order = Order(self._work, self._items[index], key, edition())
        future = self._client.submit(do, order, key=key, pure=False)
        self._futures[index] = future
        loop = self._client.loop
        assert loop is not None, "it is there as long as the client is"
        loop.add_callback(self._wait, index, future)
        if self._is_over:  # meanwhile
            self._client.cancel([future], force=True)

    async def _wait(self, index: int, future: Future[Result]) -> None:
        """In the client's thread."""
        try:
            outcome = _Outcome(index, await future, None)
        except BaseException as error:
            outcome = _Outcome(index, None, error)
        self._events.put(outcome)
