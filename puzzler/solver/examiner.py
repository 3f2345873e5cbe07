"""The examiner: a search under the lens, any moment of which is shown, forward and back.

A search gives the same result however it is sliced, so a moment that lies behind is reached by
running it anew from the start. Moments that were shown lately are remembered.
"""

from __future__ import annotations

import time
import weakref
from collections.abc import Callable
from types import TracebackType
from typing import Self

from puzzler.board.scenario import Problem
from puzzler.search.inspection.recording import ExpansionLog
from puzzler.search.method import Method
from puzzler.search.solve import Beginning, begin
from puzzler.solver.examiner_thread import ExaminerThread
from puzzler.solver.examining import Close, Moment, Order
from puzzler.steps import BuildProgress


class Examiner:
    """A search in a thread of its own, which stands at moment 0 and goes where it is sent.

    To be sent ``Seek``, ``Step``, ``Run``, ``Pause`` and ``Record``; polled by ``latest``; closed
    (or used in a ``with``). Limits on time do not hold here: they would end it at another moment
    each time. To drop it ends its thread.
    """

    def __init__(
        self,
        problem: Problem,
        method: Method,
        run_id: int = 0,
        *,
        prepare: Callable[[], object] | None = None,
        make: Callable[[Problem, Method], Beginning] = begin,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """``prepare`` is called in the thread before all else; ``make`` begins a search."""
        self.problem = problem
        """Start and goal."""
        self.method = method
        """What it searches with."""
        self.run_id = run_id
        """Comes back in every moment."""
        self._thread = ExaminerThread(problem, method, run_id, prepare, make, clock)
        self._sent = 0
        weakref.finalize(self, self._thread.orders.put, Close()).atexit = False
        self._thread.start()

    @property
    def latest(self) -> Moment | None:
        """The newest moment, at most some 25 a second; None until the search is made."""
        return self._thread.showing.latest

    @property
    def seeking(self) -> float | None:
        """How much of the path to the moment that was asked for is done, 0 to 1; None when there.

        0 where nobody knows how far the end is.
        """
        return self._thread.seeking

    @property
    def building(self) -> BuildProgress | None:
        """How far tables or machine code are, while they are being made."""
        return self._thread.building

    @property
    def log(self) -> ExpansionLog:
        """What was recorded beside the search, where ``Record`` asked for it."""
        return self._thread.log

    @property
    def failure(self) -> str:
        """What went wrong, in one line; "" where nothing did. Nothing more comes then."""
        return self._thread.failure

    @property
    def is_alive(self) -> bool:
        """The thread runs still."""
        return self._thread.is_alive()

    @property
    def is_busy(self) -> bool:
        """Something may come without a further order."""
        return self._thread.is_alive() and self._thread.settled != self._sent

    def send(self, order: Order) -> None:
        """Ask for something; returns at once and is harmless after the end."""
        self._sent += 1
        self._thread.orders.put(order)

    def cancel(self) -> None:
        """Ask it to end, and wait for nothing."""
        self.send(Close())

    def close(self) -> None:
        """End it and wait for its thread; harmless to repeat."""
        self.cancel()
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
