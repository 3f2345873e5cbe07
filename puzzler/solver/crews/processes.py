"""A crew of processes on this machine.

Unlike an executor of ``concurrent.futures``, which is of no use any more when one of its processes
was killed, and cannot tell which item that one had, each worker here has a pipe of its own and does
one item after the other. Where items are quick a second one waits in the pipe, so that no worker
stands still until this process has looked at what it did.
"""

from __future__ import annotations

import gc
import logging
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from operator import length_hint
from typing import Any, Generic

from puzzler.board.errors import PuzzlerError
from puzzler.solver.crews.ahead import Ahead
from puzzler.solver.crews.crew import (
    MOST_AHEAD,
    MOST_DEATHS,
    Done,
    Item,
    Result,
    handed_out,
    nothing,
)
from puzzler.solver.crews.interrupts import Interrupts, unheard
from puzzler.solver.crews.labour import LOGGER, News, labour

READY = 16
"""Items that are read before a worker asks for one."""
MOMENT = 0.2
"""Seconds that other threads have to end before workers start."""
PATIENCE = 2.0
"""Seconds that a worker has to end by itself."""
QUICK = 0.1
"""Seconds that an item may take for another to wait behind the next one."""
MOST_ON_WINDOWS = 60
"""Processes: a wait there is for 63 things at most."""

_log = logging.getLogger(LOGGER)


def cores() -> int:
    """How many processes this one may run at once."""
    usable = getattr(os, "sched_getaffinity", None)  # which not every system has
    return (len(usable(0)) if usable else os.cpu_count()) or 1


@dataclass(eq=False)
class _Worker:
    process: BaseProcess
    pipe: Connection
    indexes: deque[int] = field(default_factory=deque)
    """The items that it has: the one that it works on, and one that may wait behind that."""
    began: float = 0.0
    """When it began with the first of them."""
    is_quick: bool = False
    """The last one did not take long."""

    def give(self, index: int, item: object) -> None:
        """Another item to work on."""
        if not self.indexes:
            self.began = time.monotonic()
        self.indexes.append(index)
        with suppress(OSError):  # it has died; that is seen when it is waited for
            self.pipe.send(item)

    def take(self) -> int:
        """The index of the item that it has done just now."""
        now = time.monotonic()
        self.is_quick, self.began = now - self.began < QUICK, now
        return self.indexes.popleft()


class Processes:
    """Workers that are processes; those that are killed are replaced.

    Where that is safe they are forked: kernels and tables that this process has loaded are then
    theirs too, and are in memory once. Else each starts anew and finds them on the disk.
    """

    is_elsewhere = True

    def __init__(self, jobs: int = 0) -> None:
        """``jobs`` is how many; 0 is one for every core."""
        self._size = jobs or cores()
        if sys.platform == "win32":
            self._size = min(self._size, MOST_ON_WINDOWS)
        self.memory_shares = self._size
        self._runs: list[_Run[Any, Any]] = []

    @property
    def inherits(self) -> bool:
        """Whether they are forked."""
        return _can_fork()

    def run(
        self,
        work: Callable[[Item], Result],
        items: Iterable[Item],
        *,
        is_ordered: bool = True,
        on_done: Callable[[], object] = nothing,
    ) -> Iterator[Done[Result]]:
        """As every crew."""
        run = _Run(self._size, work, items, MOST_AHEAD if is_ordered else sys.maxsize)
        self._runs.append(run)
        return handed_out(run.found(), is_ordered=is_ordered, on_done=on_done)

    def close(self) -> None:
        """End all workers, whatever they do."""
        for run in self._runs:
            run.close()
        self._runs.clear()


class _Run(Generic[Item, Result]):
    """The work on some items, and the workers that do it."""

    def __init__(
        self, size: int, work: Callable[[Item], Result], items: Iterable[Item], most_ahead: int
    ) -> None:
        """``most_ahead`` items are begun at most beyond the first that is not done."""
        self._size = size
        self._work = work
        self._most_ahead = most_ahead
        self._workers: list[_Worker] = []
        self._begun: dict[int, Item] = {}
        """Items that are not done, by their index."""
        self._again: deque[int] = deque()
        """Those whose worker has died."""
        self._deaths: Counter[int] = Counter()
        self._count = self._wanted = 0
        self._is_closed = False
        self._bell, self._ring = multiprocessing.Pipe(duplex=False)
        self._interrupts = Interrupts(self._wake)
        self._ahead = Ahead(items, self._wake)
        _await_lone_thread()
        try:
            # before the first item is read by a thread: a process with threads cannot be forked
            with _uninterrupted():
                # no more than there are items, where that is known
                for _ in range(min(size, length_hint(items, size))):
                    self._hire()
        except BaseException:
            self.close()
            raise

    def found(self) -> Iterator[Done[Result]]:
        """What came of the items, as it comes."""
        try:
            while not self._is_closed:
                self._interrupts.check()
                self._give()
                if not self._begun and self._ahead.is_over:
                    break
                done = self._heard(self._ready())
                self._give()  # nobody waits while what is done is looked at
                yield from done
            if not self._is_closed:
                self._ahead.check()
        except KeyboardInterrupt:
            while news := self._ready(0):
                yield from self._heard(news)
            self.close()
            raise
        finally:
            self.close()

    def close(self) -> None:
        """End the workers, and read nothing any more."""
        if self._is_closed:
            return
        self._is_closed = True
        self._ahead.drop()
        self._interrupts.close()
        for worker in self._workers:
            worker.pipe.close()  # which ends a worker that waits
            if worker.indexes:
                worker.process.terminate()
        for worker in self._workers:
            worker.process.join(PATIENCE)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
            worker.process.close()
        self._workers.clear()
        self._bell.close()
        self._ring.close()

    # -- items ------------------------------------------------------------------------------------

    def _give(self) -> None:
        """An item for every worker that has none, then one that waits for each that is quick."""
        while True:
            idle = [worker for worker in self._workers if not worker.indexes]
            can_wait = [worker for worker in self._workers if _has_room(worker)]
            is_short = len(self._workers) < self._size
            if not (idle or is_short or can_wait):
                return
            index = self._next()
            if index is None:
                if not idle or (index := self._waiting()) is None:
                    return
            elif not idle and is_short:  # some have died: others come when there is work
                with _uninterrupted():
                    idle.append(self._hire())
            worker = (idle or can_wait)[0]
            worker.give(index, self._begun[index])

    def _waiting(self) -> int | None:
        """What waits behind a longer item, and nobody else has: whoever has nothing may do it."""
        counts = Counter(index for worker in self._workers for index in worker.indexes)
        for worker in self._workers:
            for index in list(worker.indexes)[1:]:
                if index in self._begun and counts[index] == 1:
                    return index
        return None

    def _next(self) -> int | None:
        """The index of an item to work on now; None where there is none."""
        if self._again:
            return self._again.popleft()
        first = min(self._begun, default=self._count)
        most = min(self._count + self._size + READY, first + self._most_ahead)
        is_short = self._wanted - self._count < READY // 2  # several at once cost less
        if most > self._wanted and is_short:
            self._ahead.want(most - self._wanted)
            self._wanted = most
        for item in self._ahead.taken():
            index, self._count = self._count, self._count + 1
            self._begun[index] = item
            return index
        return None

    # -- workers ----------------------------------------------------------------------------------

    def _hire(self) -> _Worker:
        """A new worker; PuzzlerError where the system has no room for one."""
        forks = _can_fork()
        context: Any = multiprocessing.get_context("fork" if forks else "spawn")
        ours, theirs = multiprocessing.Pipe()
        inherited = [worker.pipe for worker in self._workers] + [ours] if forks else []
        process: BaseProcess = context.Process(
            target=labour,
            args=(self._work, theirs, _log.getEffectiveLevel(), inherited),
            daemon=True,  # it ends with this process, however that ends
        )
        try:
            process.start()
        except OSError as error:
            ours.close()
            raise PuzzlerError(f"no process can be started: {error.strerror or error}") from None
        finally:
            theirs.close()
        worker = _Worker(process, ours)
        self._workers.append(worker)
        return worker

    def _ready(self, seconds: float | None = None) -> list[_Worker]:
        """Workers of whom there is news, or who have died; waits for the first, or so long."""
        by_pipe = {worker.pipe: worker for worker in self._workers}
        ready = wait([self._bell, *by_pipe], seconds)
        if self._bell in ready:
            self._bell.recv_bytes()
        return [worker for pipe, worker in by_pipe.items() if pipe in ready]

    def _heard(self, workers: Iterable[_Worker]) -> list[Done[Result]]:
        """What the news of these workers comes to."""
        done: list[Done[Result]] = []
        for worker in workers:
            try:
                news, value = worker.pipe.recv()
            except (EOFError, OSError):
                done += self._bury(worker)
                continue
            match news:
                case News.LOGGED:
                    logging.getLogger(value.name).handle(value)
                case News.RAISED:
                    raise value
                case News.DONE:
                    index = worker.take()
                    if index in self._begun:  # else another was quicker
                        del self._begun[index]
                        done.append(Done(index, value, None))
        return done

    def _bury(self, worker: _Worker) -> Sequence[Done[Result]]:
        """Have another do what a worker that has died had begun, unless too many have died."""
        self._workers.remove(worker)
        worker.pipe.close()
        worker.process.join(PATIENCE)
        how = _ended(worker.process)
        worker.process.close()
        done: list[Done[Result]] = []
        for place, index in enumerate(worker.indexes):
            if index not in self._begun or any(index in each.indexes for each in self._workers):
                continue  # it is done, or another has it, too
            self._deaths[index] += place == 0  # what waited has killed nobody
            if self._deaths[index] < MOST_DEATHS:
                self._again.append(index)
            else:
                del self._begun[index]
                done.append(Done(index, None, f"{MOST_DEATHS} workers have died of it, {how}"))
        return done

    def _wake(self) -> None:
        with suppress(OSError):
            self._ring.send_bytes(b"!")


def _has_room(worker: _Worker) -> bool:
    return worker.is_quick and len(worker.indexes) == 1


def _ended(process: BaseProcess) -> str:
    """How a process ended: "the last by SIGKILL"."""
    code = process.exitcode
    if code is not None and code < 0:
        with suppress(ValueError):
            return f"the last by {signal.Signals(-code).name}"
    return f"the last with exit status {code}"


def _can_fork() -> bool:
    """A process with threads, or one that the system's own libraries have marked, cannot."""
    return sys.platform == "linux" and threading.active_count() == 1


def _await_lone_thread() -> None:
    """Give other threads a moment: one that draws a line of progress ends just after that line."""
    end = time.monotonic() + MOMENT
    while threading.active_count() > 1 and time.monotonic() < end:
        time.sleep(MOMENT / 100)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Workers that start in here never hear of Ctrl-C, and share what this process has made."""
    gc.freeze()  # or the first collection of each worker would copy all of it
    try:
        with unheard():
            yield
    finally:
        gc.unfreeze()
