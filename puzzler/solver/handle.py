"""The handle: all that the rest of the program sees of a search in the background."""

from __future__ import annotations

import queue
import time
import weakref
from collections.abc import Callable, Sequence
from functools import partial
from types import TracebackType
from typing import Self

from puzzler.board.move import Move
from puzzler.board.scenario import Problem
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS
from puzzler.search.result import SearchResult
from puzzler.search.solve import Beginning, begin, unbegun
from puzzler.solver.messages import Cancel, Command, Event, Progress
from puzzler.solver.solver_thread import SolverThread
from puzzler.steps import BuildProgress


def start(
    problem: Problem,
    method: Method,
    run_id: int,
    *,
    prepare: Callable[[], object] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> SolverHandle:
    """Begin a search in a thread of its own.

    ``prepare`` is called and the tables are built in that thread, so that they hold up nobody.
    ``run_id`` comes back in every event and in ``latest``, so that those of an older run can be
    told apart.
    """

    def begin_prepared() -> Beginning:
        if prepare is not None:
            prepare()
        return (yield from begin(problem, method))

    first = ALGORITHMS[method.algorithm].at_once
    at_once = None if first is None else partial(first, problem)
    nothing = unbegun(problem.start, problem.goal, method)
    return run(begin_prepared, run_id, nothing, clock, at_once)


def run(
    begin: Callable[[], Beginning],
    run_id: int,
    unbegun: SearchResult,
    clock: Callable[[], float] = time.perf_counter,
    at_once: Callable[[], Sequence[Move]] | None = None,
) -> SolverHandle:
    """As ``start`` with a search of any making.

    ``unbegun`` is what came of it where it is cancelled before its tables are built. ``at_once`` is
    an answer that is told before all else.
    """
    thread = SolverThread(begin, run_id, unbegun, clock, at_once)
    thread.start()
    return SolverHandle(thread)


class SolverHandle:
    """A search in the background, to be commanded, polled, and closed (or used in a ``with``).

    Its events are ``Started`` once the tables are built, ``Found`` whenever there are moves of the
    answer to tell, and at last exactly one ``Finished`` or ``Failed``; nothing follows. Where the
    algorithm has an answer at once that is told before ``Started``. One that is cancelled or fails
    before it has tables is never ``Started``. To drop the handle cancels the search.
    """

    def __init__(self, thread: SolverThread) -> None:
        self._thread = thread
        # the thread does not know its handle: where that is dropped nobody could stop the search
        weakref.finalize(self, thread.commands.put, Cancel()).atexit = False

    @property
    def latest(self) -> Progress | None:
        """The newest live figures, at most 20 a second; None until the search is made."""
        return self._thread.latest

    @property
    def building(self) -> BuildProgress | None:
        """How far tables or machine code are, while they are being made; None before and after."""
        return self._thread.building

    @property
    def is_alive(self) -> bool:
        """The thread runs still; it ends by itself after the last event."""
        return self._thread.is_alive()

    def send(self, command: Command) -> None:
        """Ask for something; returns at once and is harmless after the end."""
        self._thread.commands.put(command)

    def poll(self, limit: int = 256) -> list[Event]:
        """The events that have come since, in order and at most ``limit``; never blocks."""
        events: list[Event] = []
        while len(events) < limit:
            try:
                events.append(self._thread.events.get_nowait())
            except queue.Empty:
                break
        return events

    def wait(self, seconds: float) -> Event | None:
        """The next event; None where none has come within ``seconds``."""
        try:
            return self._thread.events.get(timeout=seconds)
        except queue.Empty:
            return None

    def close(self) -> None:
        """Cancel the search and wait for its thread to end; harmless to repeat."""
        self.send(Cancel())
        self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        exception_type: type[BaseException] | None,
        exception: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
