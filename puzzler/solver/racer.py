"""The racer: all that the rest of the program sees of a race of searches in the background."""

from __future__ import annotations

import time
import weakref
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Self

from puzzler.board.scenario import Problem
from puzzler.search.method import Method
from puzzler.search.solve import Beginning, begin
from puzzler.solver.race_thread import RaceThread
from puzzler.solver.racing import (
    Cancel,
    Order,
    Pause,
    RaceProgress,
    RaceRules,
    SetRate,
    lane_methods,
)
from puzzler.steps import BuildProgress


class Racer:
    """Two to four searches on one problem that one thread lets go in turn.

    To be sent ``Pause``, ``Resume``, ``Step``, ``SetRate``, ``StopLane`` and ``Cancel``; polled by
    ``latest``, whose last one ``is_over``; closed (or used in a ``with``). To drop it ends its
    thread.
    """

    def __init__(  # noqa: PLR0913  what makes a race, and what tests put in place of time
        self,
        problem: Problem,
        methods: Sequence[Method],
        rules: RaceRules,
        run_id: int = 0,
        *,
        memory_bytes: int | None = None,
        is_paused: bool = False,
        rate: float | None = None,
        prepare: Callable[[], object] | None = None,
        make: Callable[[Problem, Method], Beginning] = begin,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """memory_bytes: what the lanes share evenly; None is as much as one search may use.

        is_paused: it stands at its start until ``Resume`` or ``Step``. rate: as of ``SetRate``,
        from the first round on.

        ``prepare`` is called in the thread before all else; ``make`` begins a search. ValueError
        where there are too few lanes or too many.
        """
        self.problem = problem
        """Start and goal."""
        self.methods = lane_methods(methods, rules, memory_bytes)
        """What the lanes search with, within the rules and each with its share of the memory."""
        self.rules = rules
        """How they are kept abreast, and how far they go."""
        self._thread = RaceThread(problem, self.methods, rules, run_id, prepare, make, clock)
        self._sent = 0
        if is_paused:
            self.send(Pause())
        if rate is not None:
            self.send(SetRate(rate))
        weakref.finalize(self, self._thread.orders.put, Cancel()).atexit = False
        self._thread.start()

    @property
    def latest(self) -> RaceProgress:
        """The newest figures, at most 20 a second."""
        return self._thread.latest

    @property
    def building(self) -> BuildProgress | None:
        """How far tables or machine code are, until the race has begun."""
        return self._thread.building

    @property
    def is_alive(self) -> bool:
        """The thread runs still; it ends by itself when the race is over."""
        return self._thread.is_alive()

    @property
    def is_busy(self) -> bool:
        """Something may come without a further order."""
        latest = self.latest
        stands = latest.is_paused and latest.heard == self._sent
        return not latest.is_over and not stands

    def send(self, order: Order) -> None:
        """Ask for something; returns at once and is harmless after the end."""
        self._sent += 1
        self._thread.orders.put(order)

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until the race is over, so long at most; whether it is."""
        self._thread.join(seconds)
        return self.latest.is_over

    def cancel(self) -> None:
        """Ask it to end, and wait for nothing."""
        self.send(Cancel())

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
