"""A pool of processes on this machine.

An executor of ``concurrent.futures`` is unusable after one of its processes was killed, and does
not report the item of that process. Here each worker has a pipe and works on one item at a time.
"""

from __future__ import annotations

import gc
import logging
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
import traceback
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import Enum
from logging.handlers import QueueHandler
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from multiprocessing.reduction import ForkingPickler
from types import SimpleNamespace
from typing import Any

from puzzler.board.errors import PuzzlerError
from puzzler.interrupts import SIGNALS, without_interrupts
from puzzler.search.options import cores
from puzzler.solver.child_process import end_with_parent
from puzzler.solver.processes.pool import MAX_DEATHS, Done, Pool

MOMENT = 0.2
"""Seconds to wait for the end of other threads before workers are started."""
PATIENCE = 2.0
"""Seconds to wait for the end of a worker before it is killed."""
MAX_ON_WINDOWS = 60
"""Limit on processes, because Windows can wait for at most 63 handles."""

_log = logging.getLogger("puzzler")


@dataclass(eq=False)
class _Worker:
    process: BaseProcess
    pipe: Connection
    index: int | None = None
    """The current item, or None if the worker is idle."""


class ProcessPool(Pool):
    """Worker processes. Killed ones are replaced.

    If it is safe, workers are forked and share the kernels and tables that this process has loaded.
    Otherwise each worker loads them from disk.
    """

    def __init__(self, jobs: int = 0) -> None:
        """jobs: number of workers; 0 for one per core."""
        super().__init__()
        size = jobs or cores()
        self.memory_shares = min(size, MAX_ON_WINDOWS) if sys.platform == "win32" else size
        self.inherits = _can_fork()

    def _begin(self, item_limit: int) -> None:
        self._workers: list[_Worker] = []
        self._again: deque[int] = deque()  # items to repeat, because their worker has died
        self._deaths: Counter[int] = Counter()
        self._bell, self._ring = multiprocessing.Pipe(duplex=False)
        self._ending.callback(self._end_workers)
        # a process with threads, such as one that draws progress, cannot be forked
        end = time.monotonic() + MOMENT
        while threading.active_count() > 1 and time.monotonic() < end:
            time.sleep(MOMENT / 100)
        # before Prefetch starts its thread
        with _uninterrupted():
            for _ in range(min(self.memory_shares, item_limit)):
                self._hire()

    def _end_workers(self) -> None:
        for worker in self._workers:
            worker.pipe.close()  # which ends a waiting worker
            if worker.index is not None:
                worker.process.terminate()
        for worker in self._workers:
            worker.process.join(PATIENCE)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
            worker.process.close()
        self._bell.close()
        self._ring.close()

    # -- items ------------------------------------------------------------------------------------

    def _give(self) -> None:
        """Send an item to every idle worker."""
        while True:
            idle = next((worker for worker in self._workers if worker.index is None), None)
            if idle is None and len(self._workers) >= self.memory_shares:
                return
            index = self._again.popleft() if self._again else self._items.take()
            if index is None:
                return
            if idle is None:  # replace a dead worker only when there is work
                with _uninterrupted():
                    idle = self._hire()
            idle.index, data = index, ForkingPickler.dumps(self._items.open[index])
            with suppress(OSError):  # a dead worker is noticed by the next wait
                idle.pipe.send_bytes(data)

    # -- workers ----------------------------------------------------------------------------------

    def _hire(self) -> _Worker:
        """Start a worker. Raises PuzzlerError if the system cannot start another process."""
        forks = _can_fork()
        context: Any = multiprocessing.get_context("fork" if forks else "spawn")
        ours, theirs = multiprocessing.Pipe()
        inherited = [worker.pipe for worker in self._workers] + [ours] if forks else []
        process: BaseProcess = context.Process(
            target=serve,
            args=(self._work, theirs, _log.getEffectiveLevel(), inherited),
            daemon=True,  # it ends with this process
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

    def _received(self, seconds: float | None = None) -> list[Done[Any]] | None:
        by_pipe = {worker.pipe: worker for worker in self._workers}
        ready = wait([self._bell, *by_pipe], seconds)
        if self._bell in ready:
            self._bell.recv_bytes()
        workers = [worker for pipe, worker in by_pipe.items() if pipe in ready]
        done: list[Done[Any]] = []
        for worker in workers:
            try:
                message, value = worker.pipe.recv()
            except (EOFError, OSError):
                done += self._replace(worker)
                continue
            match message:
                case WorkerMessage.LOGGED:
                    logging.getLogger(value.name).handle(value)
                case WorkerMessage.RAISED:
                    raise value
                case WorkerMessage.DONE:
                    index, worker.index = worker.index, None
                    assert index is not None, "only a worker with an item sends a result"
                    del self._items.open[index]
                    done.append(Done(index, value, None))
        return done if workers else None

    def _replace(self, worker: _Worker) -> list[Done[Any]]:
        """Repeat the item of a dead worker, unless too many workers have died with it."""
        self._workers.remove(worker)
        worker.pipe.close()
        worker.process.join(PATIENCE)
        code = worker.process.exitcode
        worker.process.close()
        how = f"with exit status {code}"
        if code is not None:
            with suppress(ValueError):  # it is no signal
                how = f"by {signal.Signals(-code).name}"
        index = worker.index
        if index is None:
            return []
        self._deaths[index] += 1
        if self._deaths[index] < MAX_DEATHS:
            self._again.append(index)
            return []
        del self._items.open[index]
        return [Done(index, None, f"{MAX_DEATHS} workers have died of it, the last {how}")]

    def _wake(self) -> None:
        with suppress(OSError):
            self._ring.send_bytes(b"!")


def _can_fork() -> bool:
    """Whether forking is safe: only on Linux, in a process without other threads."""
    return sys.platform == "linux" and threading.active_count() == 1


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Context manager: start workers without signals, sharing the objects of this process."""
    gc.freeze()  # otherwise the first garbage collection of each worker would copy them
    try:
        with without_interrupts(*SIGNALS):
            yield
    finally:
        gc.unfreeze()


# -- in a worker ----------------------------------------------------------------------------------


class WorkerMessage(Enum):
    """The kind of a worker's message, which is sent with a value."""

    DONE = "the result of its item"
    RAISED = "the exception that the work raised"
    LOGGED = "a record for the log"


def serve(
    work: Callable[[Any], object], pipe: Connection, level: int, inherited: Sequence[Connection]
) -> None:
    """Apply ``work`` to every item from ``pipe`` and send back the result.

    level: log level. inherited: the parent's ends of the pipes of all workers. They are closed
    here, because otherwise the workers could not notice that the parent has closed them.
    """
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)  # the parent ends this process
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    for other in inherited:
        other.close()
    if (parent := multiprocessing.parent_process()) is not None:
        end_with_parent(parent.join, os._exit)

    def send_record(record: logging.LogRecord) -> None:
        with suppress(OSError):
            pipe.send((WorkerMessage.LOGGED, record))

    records: Any = SimpleNamespace(put_nowait=send_record)
    _log.handlers, _log.propagate = [QueueHandler(records)], False
    _log.setLevel(level)
    with suppress(EOFError, OSError):  # the parent has closed the pipe
        while True:
            item = pipe.recv()
            try:
                message = WorkerMessage.DONE, work(item)
            except Exception as error:
                message = WorkerMessage.RAISED, _portable(error)
            pipe.send(message)


def _portable(error: Exception) -> Exception:
    """Return ``error`` with its traceback as a note, or a RuntimeError if it cannot be pickled."""
    place = "".join(traceback.format_exception(error)).rstrip()
    error.add_note(f"in a worker:\n{place}")
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(place)
    return error
