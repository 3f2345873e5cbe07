"""The background worker: a thread that owns a job, takes commands, advances the job, publishes.

A search that is watched, a search under inspection, a race, proven distances and calls in the
background are jobs. What they have in common is here: preparing, pauses, steps and rates,
cancelling, failures, and giving way to the window while kernels are not compiled.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from enum import Enum
from typing import Generic, Protocol, Self, TypeVar

from puzzler.board.errors import PuzzlerError
from puzzler.search.compilation import COMPILING, compile_watch, is_compiled
from puzzler.solver.budget import LARGEST_SLICE, RateLimit
from puzzler.solver.messages import Cancel, Command, Pause, Resume, SetRate, Step
from puzzler.solver.threads import start_thread
from puzzler.steps import BuildProgress

PLAIN_PAUSE = 0.001
"""Seconds after a slice of uncompiled work in which other threads get the interpreter's lock."""
PUBLISH_EVERY = 0.05
"""Seconds between two snapshots where making one takes time."""
SECONDS_TO_END = 5.0
"""How long ``close`` waits for the slice under way."""

Snapshot = TypeVar("Snapshot")
Snapshot_co = TypeVar("Snapshot_co", covariant=True)
Event = TypeVar("Event")

_log = logging.getLogger("puzzler")


class Need(Enum):
    """What a job needs to go on."""

    COMMAND = "a command: until one comes there is nothing to do"
    TURN = "to be advanced at once: work that is not counted, such as building tables"
    BUDGET = "a budget: counted work, which a pause, a step or a rate may hold back"
    END = "nothing: it has ended"


class Job(Protocol[Snapshot_co]):
    """Work that is done a slice at a time, in the thread of a worker."""

    publish_every: float
    """Seconds between two snapshots; 0 where making one takes no time."""
    building: BuildProgress | None
    """The progress of tables that are being built. Read by any thread."""

    @property
    def needs(self) -> Need:
        """What it needs to go on."""
        ...

    def advance(self, budget: int) -> int:
        """Work a few milliseconds; how many counted units, at most ``budget``, were spent."""
        ...

    def obey(self, command: Command) -> None:
        """Take note of a command; one that means nothing to this job is ignored."""
        ...

    def snapshot(self, *, is_paused: bool) -> Snapshot_co:
        """The newest figures, as an immutable value."""
        ...

    def end(self, error: BaseException | None) -> None:
        """Release what is held; ``error`` is the exception that ended the job. Called once."""
        ...


class Worker(Generic[Snapshot, Event]):
    """A job in a thread: sent commands, polled each frame, and closed (or used in a ``with``).

    The thread starts as soon as the job has something to do, and ends with the job, after
    ``Cancel``, or when the worker is garbage collected.
    """

    def __init__(
        self,
        job: Job[Snapshot],
        *,
        name: str,
        events: queue.SimpleQueue[Event] | None = None,
        prepare: Callable[[], object] | None = None,
        commands: Sequence[Command] = (),
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """``events`` is where the job puts what must not be missed.

        ``prepare`` is called in the thread before the job begins; ``commands`` are sent before.
        """
        self._loop = _Loop(job, prepare, clock)
        self._name = name
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue() if events is None else events
        self._thread: threading.Thread | None = None
        self._sent = len(commands)
        self._is_closed = False
        for command in commands:
            self._loop.commands.put(command)
        if job.needs is not Need.COMMAND:
            self._thread = start_thread(self._loop.run, name)
        # the thread has no reference to its worker, so that the worker can be garbage collected
        weakref.finalize(self, self._loop.commands.put, Cancel()).atexit = False

    @property
    def latest(self) -> Snapshot:
        """The newest snapshot of the job."""
        return self._loop.latest

    @property
    def building(self) -> BuildProgress | None:
        """The progress of tables or machine code that the job waits for."""
        return self._loop.building

    @property
    def failure(self) -> str:
        """The exception that ended the job, in one line; "" where none did."""
        return self._loop.failure

    @property
    def is_alive(self) -> bool:
        """The thread is running."""
        return self._thread is not None and self._thread.is_alive()

    @property
    def is_busy(self) -> bool:
        """Events or snapshots may come without a further command."""
        is_working = self.is_alive and self._loop.settled != self._sent
        return is_working or not self._events.empty()

    def send(self, command: Command) -> None:
        """Send a command; returns at once and does nothing after the end."""
        self._sent += 1
        self._loop.commands.put(command)
        if self._thread is None and not self._is_closed:
            self._thread = start_thread(self._loop.run, self._name)

    def poll(self, limit: int = 256) -> list[Event]:
        """The events that have come since, in order and at most ``limit``; never blocks."""
        events: list[Event] = []
        while len(events) < limit and not self._events.empty():
            events.append(self._events.get())
        return events

    def wait(self, seconds: float) -> Event | None:
        """The next event; None if none comes within ``seconds``."""
        try:
            return self._events.get(timeout=seconds)
        except queue.Empty:
            return None

    def join(self, seconds: float) -> bool:
        """Wait for the end of the thread, at most ``seconds``; whether it has ended."""
        if self._thread is not None:
            self._thread.join(seconds)
        return not self.is_alive

    def cancel(self) -> None:
        """Ask the job to end; returns at once."""
        self._is_closed = True
        self.send(Cancel())

    def close(self) -> None:
        """End the job and wait for its thread; harmless to repeat."""
        self.cancel()
        self.join(SECONDS_TO_END)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Loop(Generic[Snapshot]):
    """What runs in the thread. It writes its attributes, the worker only reads them."""

    def __init__(
        self,
        job: Job[Snapshot],
        prepare: Callable[[], object] | None,
        clock: Callable[[], float],
    ) -> None:
        self.commands: queue.SimpleQueue[Command] = queue.SimpleQueue()
        self.latest = job.snapshot(is_paused=False)
        self.failure = ""
        self.settled = -1
        """How many commands had been obeyed when the job last had nothing to do."""
        self._job: Job[Snapshot] | None = job  # until its end: its memory is needed elsewhere
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
        """Work until the job ends, whatever happens."""
        job = self._job
        assert job is not None
        self._is_compiling = compile_watch()
        try:
            if self._prepare is not None:
                self._prepare()
            self._obey_waiting(job)
            while not self._is_cancelled and job.needs is not Need.END:
                self._advance(job)
                self._obey_waiting(job)
            self._publish(job)
            self._end(job, None)
        except BaseException as error:  # whatever was raised, the end is published
            _log.debug("a job in the background failed", exc_info=True)
            self._end(job, error)
        finally:
            self._job = None

    def _end(self, job: Job[Snapshot], error: BaseException | None) -> None:
        if error is not None:
            self.failure = one_line(error)
        job.end(error)
        self._publish(job)

    def _advance(self, job: Job[Snapshot]) -> None:
        """Work for one slice, or wait for a command or until the rate allows a slice."""
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
            self._limit.spend(spent)
            if self._steps is not None:
                self._steps = max(0, self._steps - spent)
            if not is_compiled():
                time.sleep(PLAIN_PAUSE)
        else:
            with contextlib.suppress(queue.Empty):
                self._obey(job, self.commands.get(timeout=self._limit.seconds_to_wait()))
        if self._clock() - self._published >= job.publish_every:
            self._publish(job)

    def _publish(self, job: Job[Snapshot], *, is_paused: bool = False) -> None:
        latest = job.snapshot(is_paused=is_paused)
        if latest is not self.latest:  # else it is due with the next slice
            self.latest, self._published = latest, self._clock()

    def _obey_waiting(self, job: Job[Snapshot]) -> None:
        while not (self._is_cancelled or self.commands.empty()):
            self._obey(job, self.commands.get())

    def _obey(self, job: Job[Snapshot], command: Command) -> None:
        self._obeyed += 1
        match command:
            case Pause():
                self._steps = 0
            case Resume():
                self._steps = None
            case Step(count):
                self._steps = (self._steps or 0) + max(0, count)
            case SetRate(rate):
                self._limit.rate = rate
                self._limit.restart()
            case Cancel():
                self._is_cancelled = True
        job.obey(command)


def one_line(error: BaseException) -> str:
    """What went wrong, in one line for the user."""
    if isinstance(error, MemoryError):
        return "out of memory"
    text = next(iter(str(error).strip().splitlines()), "")
    if isinstance(error, (PuzzlerError, ValueError)) and text:
        return text
    return ": ".join(filter(None, (type(error).__name__, text)))
