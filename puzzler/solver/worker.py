"""The background worker: a thread that receives commands, advances a job and publishes snapshots.

Watched searches, inspected searches, races, proofs of distances and background calls are jobs. This
module contains their common parts: preparation, pauses, steps, rates, cancelling, failures, and
short sleeps for the window while kernels are not compiled.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
import time
import weakref
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Generic, TypeVar

from puzzler.board.errors import PuzzlerError
from puzzler.progress import BuildProgress, Cancelled, cancelled_when
from puzzler.search.compilation import COMPILING, compile_watch, is_compiled
from puzzler.solver.commands import Cancel, Command, Pause, Resume, SetRate, Step
from puzzler.solver.slices import LARGEST_SLICE, RateLimit
from puzzler.solver.threads import Closable, lower_priority, start_thread

PLAIN_PAUSE = 0.001
"""Sleep in seconds after an uncompiled slice, to give other threads the interpreter's lock."""
PUBLISH_EVERY = 0.05
"""Seconds between two snapshots that take time to make."""
SECONDS_TO_END = 5.0
"""How long ``close`` waits for the current slice."""

Snapshot = TypeVar("Snapshot")
Event = TypeVar("Event")
Yielded = TypeVar("Yielded")
Result = TypeVar("Result")

_log = logging.getLogger("puzzler")


class Need(Enum):
    """The next thing that a job requires."""

    COMMAND = "a command: there is nothing to do before"
    TURN = "uncounted work, such as building tables, which is never held back"
    BUDGET = "counted work, which a pause, a step or a rate may hold back"
    END = "nothing: the job has ended"


class Job(ABC, Generic[Snapshot, Event]):
    """Work that is done in slices, in the thread of a worker."""

    publish_every = 0.0
    """Minimum seconds between two snapshots; 0 if they take no time to make."""
    building: BuildProgress | None = None
    """Progress of tables that are being built. Any thread may read it."""

    def __init__(self) -> None:
        self.events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        """Events, all of which are delivered."""
        self.figures: Snapshot
        """The latest figures, an immutable value; see ``snapshot``."""
        self.attend: Callable[[], object] = lambda: None
        """Obey commands and publish during ``advance``; raises ``Cancelled`` after ``Cancel``."""

    @property
    @abstractmethod
    def needs(self) -> Need:
        """The next thing that the job requires."""

    @abstractmethod
    def advance(self, budget: int) -> int:
        """Work for some milliseconds; return the counted units used, at most ``budget``."""

    def report(self, progress: BuildProgress | None) -> None:
        """Set ``building``, then ``attend``; called while ``advance`` builds tables."""
        self.building = progress
        self.attend()

    def snapshot(self, *, is_paused: bool) -> Snapshot:
        """Return the latest figures, updated if necessary."""
        return self.figures

    def obey(self, command: Command) -> None:
        """Handle a command. Ignore commands for other jobs."""

    def end(self, error: BaseException | None) -> None:
        """Release resources. Called once. error: the exception that ended the job."""


class Worker(Closable, Generic[Snapshot, Event]):
    """Runs a job in a thread. Use it in a ``with`` statement or call ``close``.

    The thread starts when the job has something to do. It ends with the job, after ``Cancel``, or
    when the worker is garbage collected.
    """

    def __init__(
        self,
        job: Job[Snapshot, Event],
        *,
        name: str,
        prepare: Callable[[], object] | None = None,
        commands: Sequence[Command] = (),
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """prepare: called first, in the thread. commands: queued before the thread starts."""
        self._loop = _Loop(job, prepare, clock)
        self._name = name
        self._events = job.events
        self._thread: threading.Thread | None = None
        self._sent = len(commands)
        self._is_closed = False
        for command in commands:
            self._loop.commands.send(command)
        if job.needs is not Need.COMMAND:
            self._thread = start_thread(self._loop.run, name)
        # neither the thread nor the finalizer refers to the worker, so that it can be garbage
        # collected
        weakref.finalize(self, self._loop.commands.send, Cancel()).atexit = False

    @property
    def latest(self) -> Snapshot:
        """The latest snapshot of the job."""
        return self._loop.latest

    @property
    def building(self) -> BuildProgress | None:
        """Progress of the tables or machine code that the job waits for."""
        return self._loop.building

    @property
    def failure(self) -> str:
        """The exception that ended the job, in one line, or ""."""
        return self._loop.failure

    @property
    def is_alive(self) -> bool:
        """Whether the thread is running or has not started."""
        return not self._is_closed if self._thread is None else self._thread.is_alive()

    @property
    def is_busy(self) -> bool:
        """Whether more events or snapshots may be published without another command."""
        is_settled = self._loop.settled == self._sent or not self.is_alive
        return not (is_settled and self._events.empty())

    def send(self, command: Command) -> None:
        """Send a command without waiting. Does nothing after the end."""
        self._sent += 1
        self._loop.commands.send(command)
        if self._thread is None and not self._is_closed:
            self._thread = start_thread(self._loop.run, self._name)

    def poll(self, limit: int = 256) -> list[Event]:
        """Return new events in order, at most ``limit``. Never blocks."""
        events: list[Event] = []
        while len(events) < limit and not self._events.empty():
            events.append(self._events.get())
        return events

    def wait(self, seconds: float) -> Event | None:
        """Return the next event, or None after ``seconds``."""
        try:
            return self._events.get(timeout=seconds)
        except queue.Empty:
            return None

    def join(self, seconds: float) -> bool:
        """Wait at most ``seconds`` for the end of the thread; return whether it has ended."""
        if self._thread is not None:
            self._thread.join(seconds)
        return not self.is_alive

    def cancel(self) -> None:
        """End the job without waiting for it."""
        self._is_closed = True
        self.send(Cancel())

    def close(self) -> None:
        self.cancel()
        self.join(SECONDS_TO_END)


class _Commands(queue.SimpleQueue[Command]):
    """The queue of commands to a job."""

    is_stopping = False
    """Whether a ``Cancel`` was sent."""

    def send(self, command: Command) -> None:
        """Queue a command. Any thread may call it."""
        self.put(command)
        self.is_stopping |= isinstance(command, Cancel)


class _Loop(Generic[Snapshot, Event]):
    """The code that runs in the thread. The worker only reads its attributes."""

    def __init__(
        self,
        job: Job[Snapshot, Event],
        prepare: Callable[[], object] | None,
        clock: Callable[[], float],
    ) -> None:
        self.commands = _Commands()
        self.latest = job.snapshot(is_paused=False)
        self.failure = ""
        self.settled = 0 if job.needs is Need.COMMAND else -1
        """Number of commands handled when the job last had nothing to do."""
        self._job: Job[Snapshot, Event] | None = job
        """None after the end, to release its memory."""
        self._prepare = prepare
        self._clock = clock
        self._limit = RateLimit(clock)
        self._steps: int | None = None  # units until the pause; None while running freely
        self._is_cancelled = False
        self._obeyed = 0
        self._published = clock()
        self._is_compiling: Callable[[], bool] = lambda: False  # until the thread runs

    @property
    def building(self) -> BuildProgress | None:
        job = self._job
        if job is None:
            return None
        return COMPILING if self._is_compiling() else job.building

    def run(self) -> None:
        """Work until the job ends or fails."""
        job = self._job
        assert job is not None
        job.attend = self._attend
        self._is_compiling = compile_watch()
        try:
            if self._prepare is not None:
                self._prepare()
            self._prepare = None  # it may refer to the worker
            with cancelled_when(lambda: self.commands.is_stopping):
                while True:
                    self._obey_all(job)
                    if self._is_cancelled or job.needs is Need.END:
                        break
                    with contextlib.suppress(Cancelled):  # by a command, which is obeyed next
                        self._advance(job)
                self._publish(job)
                self._end(job, None)
        except BaseException as error:  # any exception ends the job
            _log.debug("a job in the background failed", exc_info=True)
            self._end(job, error)
        finally:
            self._job = None

    def _end(self, job: Job[Snapshot, Event], error: BaseException | None) -> None:
        if error is not None:
            self.failure = one_line(error)
        job.end(error)
        self._publish(job)

    def _advance(self, job: Job[Snapshot, Event]) -> None:
        """Work for one slice, or wait for a command or for the rate limit."""
        need, budget = job.needs, 0
        if need is Need.COMMAND or (need is Need.BUDGET and self._steps == 0):
            self._publish(job, is_paused=self._steps == 0)
            self.settled = self._obeyed
            self._obey(job, self.commands.get())
            self._limit.restart()
            return
        if need is Need.BUDGET:
            budget = self._limit.allowed(LARGEST_SLICE if self._steps is None else self._steps)
        if need is Need.TURN or budget:
            spent = job.advance(budget)
            self._limit.earned -= spent
            if self._steps is not None:
                self._steps = max(0, self._steps - spent)
        else:
            with contextlib.suppress(queue.Empty):
                self._obey(job, self.commands.get(timeout=self._limit.seconds_to_wait()))
        self._yield_and_publish(job)

    def _attend(self) -> None:
        job = self._job
        assert job is not None, "only a job that runs calls this"
        self._yield_and_publish(job)
        self._obey_all(job)
        if self._is_cancelled:
            raise Cancelled

    def _yield_and_publish(self, job: Job[Snapshot, Event]) -> None:
        if not is_compiled():
            time.sleep(PLAIN_PAUSE)
        if self._clock() - self._published >= job.publish_every:
            self._publish(job)

    def _obey_all(self, job: Job[Snapshot, Event]) -> None:
        while not (self._is_cancelled or self.commands.empty()):
            self._obey(job, self.commands.get())

    def _publish(self, job: Job[Snapshot, Event], *, is_paused: bool = False) -> None:
        latest = job.snapshot(is_paused=is_paused)
        if latest is not self.latest:  # otherwise try again after the next slice
            self.latest, self._published = latest, self._clock()

    def _obey(self, job: Job[Snapshot, Event], command: Command) -> None:
        self._obeyed += 1
        match command:
            case Pause():
                self._steps = 0
            case Resume():
                self._steps = None
            case Step(count):
                self._steps = (self._steps or 0) + max(0, count)
            case SetRate(rate):
                self._limit.set(rate)
            case Cancel():
                self._is_cancelled = True
        job.obey(command)


def one_line(error: BaseException) -> str:
    """Describe an exception in one line for the user."""
    if isinstance(error, MemoryError):
        return "out of memory"
    text = next(iter(str(error).strip().splitlines()), "")
    if isinstance(error, (PuzzlerError, ValueError)) and text:
        return text
    return ": ".join(filter(None, (type(error).__name__, text)))


# -- calls ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Call(Generic[Yielded, Result]):
    """A snapshot of a background call."""

    step: Yielded | None = None
    """The last published value, or None."""
    result: Result | None = None
    """The result; None before the end, after a failure and if cancelled."""
    is_over: bool = False
    """Whether it has returned, failed or been cancelled."""


CallWorker = Worker[Call[Yielded, Result], None]
Work = Callable[[Callable[[Yielded], object]], Result]
"""A function to call in the background. Its argument publishes a value as ``Call.step``, and raises
``Cancelled`` to end the work."""


def call(
    work: Work[Yielded, Result], *, prepare: Callable[[], object] | None = None
) -> CallWorker[Yielded, Result]:
    """Call ``work`` in a thread of lower priority, which calls ``prepare`` first."""

    def prepared() -> None:
        lower_priority()
        if prepare is not None:
            prepare()

    return Worker(CallJob(work), name="background", prepare=prepared)


class CallJob(Job[Call[Yielded, Result], None], Generic[Yielded, Result]):
    """The job that calls a function."""

    def __init__(self, work: Work[Yielded, Result]) -> None:
        super().__init__()
        self._work = work
        self.figures = Call[Yielded, Result]()

    @property
    def needs(self) -> Need:
        return Need.END if self.figures.is_over else Need.TURN

    def advance(self, budget: int) -> int:
        self.figures = replace(self.figures, result=self._work(self._publish), is_over=True)
        return 0

    def end(self, error: BaseException | None) -> None:
        self.figures = replace(self.figures, is_over=True)

    def _publish(self, step: Yielded) -> None:
        self.figures = Call(step)
        self.attend()
