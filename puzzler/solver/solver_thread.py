"""The thread that owns a search and its arrays: obey, expand a slice, tell; until it ends."""

from __future__ import annotations

import contextlib
import os
import queue
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import assert_never

from puzzler.board.errors import PuzzlerError
from puzzler.board.move import Move
from puzzler.search.compilation import COMPILING, compile_watch, is_compiled
from puzzler.search.engine.search import Search
from puzzler.search.engine.stepping import Status
from puzzler.search.result import Improvement, Outcome, SearchResult, thinned
from puzzler.search.solve import Beginning
from puzzler.solver.messages import (
    Cancel,
    Command,
    Commit,
    Event,
    Failed,
    Finished,
    Found,
    Pause,
    Progress,
    Resume,
    SetRate,
    Started,
    Step,
)
from puzzler.steps import BuildProgress

COMPILED_SLICE = 0.004
"""Seconds that a slice aims at: short enough to be stopped at once, long enough to cost nothing."""
PLAIN_SLICE = 0.002
"""Plain Python holds the interpreter's lock, so that its slices have to be shorter."""
LARGEST_SLICE = 1_000_000
"""Expansions; no slice asks for more, however quick the last ones were."""
PLAIN_PAUSE = 0.001
"""Seconds between plain slices in which other threads get the lock."""
PUBLISH_EVERY = 0.05
"""Seconds between two live figures."""
TELL_EVERY = 0.02
"""Seconds between two answers that are told, but for the first and the last."""
NICENESS = 5
"""How far a search steps back behind the thread that draws."""
LEAST_PRIORITY = 19
"""The largest niceness that there is."""
LONGEST_WAIT = 0.05
"""Seconds to wait at most for the next slice where the rate is limited."""


class SolverThread(threading.Thread):
    """One run of one search: spoken to by ``commands``, speaks by ``events`` and attributes."""

    def __init__(
        self,
        begin: Callable[[], Beginning],
        run_id: int,
        unbegun: SearchResult,
        clock: Callable[[], float],
        at_once: Callable[[], Sequence[Move]] | None = None,
    ) -> None:
        """``at_once`` is an answer that is told before the search is built."""
        # a daemon, so that a program that crashes while a search runs ends nevertheless
        super().__init__(name=f"solver-{run_id}", daemon=True)
        self.commands: queue.SimpleQueue[Command] = queue.SimpleQueue()
        self.events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self.latest: Progress | None = None
        self._step: BuildProgress | None = None
        self._is_compiling: Callable[[], bool] = lambda: False  # until the thread runs
        self._has_begun = False
        self._begin = begin
        self._at_once = at_once
        self._run_id = run_id
        self._unbegun = unbegun
        self._clock = clock
        self._steps: int | None = None  # expansions left until the pause; None while running freely
        self._is_cancelled = False
        self._commit: Commit | None = None  # the newest, until it is heeded
        self._pace = Pace(clock)
        self._told: tuple[tuple[Move, ...], int] | None = None  # the answer and bound told last
        self._told_at = 0.0
        self._improvements: tuple[Improvement, ...] = ()
        self._heard = 0  # how many improvements those were made from
        self._samples: deque[tuple[float, int]] = deque(maxlen=round(1 / PUBLISH_EVERY))

    @property
    def building(self) -> BuildProgress | None:
        """How far tables or machine code are, until the search has begun."""
        if self._has_begun:
            return None
        return COMPILING if self._is_compiling() else self._step

    def run(self) -> None:
        """Search, and tell the end exactly once whatever happens."""
        end: Event
        self._is_compiling = compile_watch()
        try:
            end = Finished(self._run_id, self._result())
        except BaseException as error:  # the end mark is promised, whatever was raised
            end = Failed(self._run_id, one_line(error), traceback.format_exc())
        self.events.put(end)

    def _result(self) -> SearchResult:
        first: tuple[Move, ...] = ()
        if self._at_once is not None:
            first = tuple(self._at_once())
            self._tell(first, None, 0)
        began = self._clock()
        search = self._build(self._begin())
        setup_seconds = self._clock() - began
        compiled = is_compiled()
        result = self._unbegun
        if search is not None:
            self.events.put(Started(self._run_id))
            self._search(search)
            result = search.result(cancelled=self._is_cancelled)
            self._tell_last(search, result)
        if first and result.status in (Outcome.CANCELLED, Outcome.LIMIT):
            # neither a stop nor a limit takes an answer back that was told
            result = replace(result, status=Outcome.SOLVED, moves=first)
        return replace(result, setup_seconds=setup_seconds, compiled=compiled)

    def _build(self, steps: Beginning) -> Search | None:
        """The search once its tables are built; None where it was cancelled meanwhile.

        Building is not paused: there is nothing to be seen in it.
        """
        try:
            while True:
                self._obey_waiting()
                if self._is_cancelled:
                    return None
                self._step = next(steps)
                if not is_compiled():
                    time.sleep(PLAIN_PAUSE)
        except StopIteration as end:
            search: Search = end.value
            return search
        finally:
            self._has_begun = True
            steps.close()

    def _search(self, search: Search) -> None:
        """Advance ``search`` slice by slice until it ends or is cancelled."""
        slice_of = Slice()
        self._publish(search)
        published = self._clock()
        while True:
            self._obey_all(search)
            if self._is_cancelled:
                break
            budget = self._pace.allowed(slice_of.budget)
            if budget == 0:
                self._wait(self._pace.seconds_to_wait())
                continue
            if self._steps is not None:
                budget = min(budget, self._steps)
            before, began = search.expanded, self._clock()
            status = search.advance(budget, interruptible=True)
            expanded, now = search.expanded - before, self._clock()
            if status is not Status.RUNNING:
                break
            if self._steps is not None:
                self._steps -= expanded
            self._pace.spend(expanded)
            if expanded == budget:  # else other work was done, which says nothing about slices
                slice_of.adapt(budget, now - began)
            self._tell_improvement(search, now)
            if now - published >= PUBLISH_EVERY:
                self._publish(search)
                published = now
            if not is_compiled():
                time.sleep(PLAIN_PAUSE)
        self._publish(search)

    def _tell_improvement(self, search: Search, now: float) -> None:
        """Tell the answer as it is now, where it is better than the one told and it is time to."""
        improvements = search.improvements
        if not improvements or (self._told and now - self._told_at < TELL_EVERY):
            return
        path, bound = search.path(), improvements[-1].bound
        if (path, bound) != self._told:
            self._tell(path, None, bound)
            self._told_at = now

    def _tell_last(self, search: Search, result: SearchResult) -> None:
        """Tell what there is to play at the end, where that was not told already."""
        if not result.moves:
            return
        path = search.path()
        if self._told != (path, result.lower_bound) or result.bound_factor is not None:
            self._tell(path, result.bound_factor, result.lower_bound)

    def _tell(self, moves: tuple[Move, ...], factor: float | None, bound: int) -> None:
        """Tell the moves from the first on that differ from those told before."""
        before = self._told[0] if self._told else ()
        pairs = enumerate(zip(moves, before, strict=False))
        index = next(
            (at for at, (new, old) in pairs if new is not old), min(len(moves), len(before))
        )
        self.events.put(Found(self._run_id, index, moves[index:], factor, bound))
        self._told = moves, bound

    def _obey_all(self, search: Search) -> None:
        """Take every command that has come; while paused, wait for one that ends the pause."""
        self._obey_waiting()
        self._heed(search)
        if self._steps == 0 and not self._is_cancelled:
            self._samples.clear()
            self._publish(search, is_paused=True)
            while self._steps == 0 and not self._is_cancelled:
                self._obey(self.commands.get())
                self._heed(search)
            self._pace.begin_anew()

    def _heed(self, search: Search) -> None:
        """Go on from what is played."""
        if self._commit is not None:
            search.adopt(self._commit.moves, self._commit.fixed)
            self._commit = None

    def _obey_waiting(self) -> None:
        while not self.commands.empty():
            self._obey(self.commands.get())

    def _wait(self, seconds: float) -> None:
        """Let time pass, but wake for a command."""
        try:
            self._obey(self.commands.get(timeout=min(seconds, LONGEST_WAIT)))
        except queue.Empty:
            return

    def _obey(self, command: Command) -> None:
        match command:
            case Pause():
                self._steps = 0
            case Resume():
                self._steps = None
            case Step(expansions):
                self._steps = (self._steps or 0) + max(0, expansions)
            case Cancel():
                self._is_cancelled = True
            case SetRate(rate):
                self._pace.rate = rate
                self._pace.begin_anew()
            case Commit():
                self._commit = command
            case _:
                assert_never(command)

    def _publish(self, search: Search, *, is_paused: bool = False) -> None:
        stats = search.stats()
        self._samples.append((self._clock(), stats.expanded))
        (first, expanded), (last, _) = self._samples[0], self._samples[-1]
        rate = (stats.expanded - expanded) / (last - first) if last > first else 0.0
        improvements = search.improvements
        if len(improvements) != self._heard:
            self._heard = len(improvements)
            self._improvements = thinned(improvements)
        self.latest = Progress(
            self._run_id,
            stats,
            search.current(),
            rate,
            is_paused,
            self._improvements,
            search.lower_bound(),
        )


class Slice:
    """How many states one slice expands, found by trying."""

    def __init__(self, aim: float = COMPILED_SLICE) -> None:
        """``aim`` is how many seconds it is to take, with compiled kernels."""
        self.budget = 64
        self._aim = aim

    def adapt(self, budget: int, seconds: float) -> None:
        """Learn from a slice of ``budget`` states that took ``seconds``."""
        aim = self._aim if is_compiled() else PLAIN_SLICE
        if seconds > aim:
            self.budget = max(1, int(budget * max(aim / seconds, 0.1)))
        elif budget == self.budget and seconds < aim / 2:
            self.budget = min(2 * self.budget, LARGEST_SLICE)


class Pace:
    """Holds the search to a rate: time earns expansions, saved for a tenth of a second at most."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.rate: float | None = None
        """Expansions a second; None is as fast as it goes."""
        self._clock = clock
        self.begin_anew()

    def begin_anew(self) -> None:
        """Forget what was saved; the next expansion may come at once."""
        self._earned = 1.0
        self._then = self._clock()

    def allowed(self, budget: int) -> int:
        """How many of ``budget`` expansions may be made now."""
        if self.rate is None:
            return budget
        now = self._clock()
        self._earned += (now - self._then) * self.rate
        self._earned = min(self._earned, max(1.0, self.rate / 10))
        self._then = now
        # a few milliseconds' worth at a time, else a high rate would be a busy loop of tiny slices
        return min(budget, int(self._earned)) if self._earned >= self._portion() else 0

    def seconds_to_wait(self) -> float:
        """How long until some expansions are allowed."""
        if not self.rate or self.rate < 0:
            return LONGEST_WAIT
        return max(0.0, (self._portion() - self._earned) / self.rate)

    def spend(self, expansions: int) -> None:
        """``expansions`` were made."""
        self._earned -= expansions

    def _portion(self) -> float:
        return max(1.0, (self.rate or 0.0) * COMPILED_SLICE)


def step_back() -> None:
    """Let other threads go first, as one that draws, where processors are short.

    Called in the thread that is to step back; on Linux only, for elsewhere a priority is the whole
    process's.
    """
    if sys.platform == "linux":
        thread = threading.get_native_id()
        with contextlib.suppress(OSError):
            least = os.getpriority(os.PRIO_PROCESS, thread) + NICENESS
            os.setpriority(os.PRIO_PROCESS, thread, min(least, LEAST_PRIORITY))


def one_line(error: BaseException) -> str:
    """What went wrong, in one line for the user."""
    if isinstance(error, MemoryError):
        return "out of memory"
    lines = str(error).strip().splitlines()
    text = lines[0] if lines else ""
    if isinstance(error, (PuzzlerError, ValueError)) and text:
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
