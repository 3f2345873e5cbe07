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
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Generic, TypeVar

from typing_extensions import override

from puzzler.board.errors import PuzzlerError
from puzzler.progress import BuildProgress, Cancelled, cancelled_when
from puzzler.search.compilation import COMPILING, compile_watch, is_compiled
from puzzler.solver.commands import Cancel, Command, Pause, Resume, SetRate, Step
from puzzler.solver.threads import Closable, lower_priority, start_thread

COMPILED_SLICE = 0.004
"""Seconds that a slice aims at: short enough to be stopped at once, long enough to cost nothing."""
PLAIN_SLICE = 0.002
"""The same for uncompiled kernels, which hold the interpreter's lock."""
LARGEST_SLICE = 1_000_000
"""Expansions; no slice is larger, however quick the last ones were."""
LONGEST_WAIT = 0.05
"""Seconds to wait at most for the next slice where the rate is limited."""
PLAIN_PAUSE = 0.001
"""Seconds after a slice of uncompiled work in which other threads get the interpreter's lock."""
PUBLISH_EVERY = 0.05
"""Seconds between two snapshots where making one takes time."""
SECONDS_TO_END = 5.0
"""How long ``close`` waits for the slice under way."""

Snapshot = TypeVar("Snapshot")
Event = TypeVar("Event")
Yielded = TypeVar("Yielded")
Result = TypeVar("Result")

_log = logging.getLogger("puzzler")


class Need(Enum):
    """What a job needs to go on."""

    COMMAND = "a command: until one comes there is nothing to do"
    TURN = "to be advanced at once: work that is not counted, such as building tables"
    BUDGET = "a budget: counted work, which a pause, a step or a rate may hold back"
    END = "nothing: it has ended"


class Job(ABC, Generic[Snapshot, Event]):
    """Work that is done a slice at a time, in the thread of a worker."""

    publish_every = 0.0
    """Seconds between two snapshots; 0 where making one takes no time."""
    building: BuildProgress | None = None
    """The progress of tables that are being built. Read by any thread."""

    def __init__(self) -> None:
        self.events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        """What must not be missed."""
        self.figures: Snapshot
        """The newest, as an immutable value; where making them takes time, see ``snapshot``."""
        self.attend: Callable[[], object] = lambda: None
        """Obey commands and publish during ``advance``; raises ``Cancelled`` after ``Cancel``."""

    @property
    @abstractmethod
    def needs(self) -> Need:
        """What it needs to go on."""

    @abstractmethod
    def advance(self, budget: int) -> int:
        """Work a few milliseconds; how many counted units, at most ``budget``, were spent."""

    def report(self, progress: BuildProgress | None) -> None:
        """Set ``building``, then ``attend``; called while ``advance`` builds tables."""
        self.building = progress
        self.attend()

    def snapshot(self, *, is_paused: bool) -> Snapshot:
        """The newest figures, made anew where that is due."""
        return self.figures

    def obey(self, command: Command) -> None:
        """Take note of a command; one that means nothing to this job is ignored."""

    def end(self, error: BaseException | None) -> None:
        """Release what is held; ``error`` is the exception that ended the job. Called once."""


class Worker(Closable, Generic[Snapshot, Event]):
    """A job in a thread: sent commands, polled each frame, and closed (or used in a ``with``).

    The thread starts as soon as the job has something to do, and ends with the job, after
    ``Cancel``, or when the worker is garbage collected.
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
        """``prepare`` is called in the thread first; ``commands`` are those sent before that."""
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
        # neither the thread nor what is called then has a reference to the worker, so that it can
        # be garbage collected
        weakref.finalize(self, self._loop.commands.send, Cancel()).atexit = False

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
        """The thread is running, or has not begun."""
        return not self._is_closed if self._thread is None else self._thread.is_alive()

    @property
    def is_busy(self) -> bool:
        """Events or snapshots may come without a further command."""
        is_settled = self._loop.settled == self._sent or not self.is_alive
        return not (is_settled and self._events.empty())

    def send(self, command: Command) -> None:
        """Send a command; returns at once and does nothing after the end."""
        self._sent += 1
        self._loop.commands.send(command)
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

    @override
    def close(self) -> None:
        self.cancel()
        self.join(SECONDS_TO_END)


class _Commands(queue.SimpleQueue[Command]):
    """What is sent to a job."""

    is_stopping = False
    """The job is cancelled with one of them."""

    def send(self, command: Command) -> None:
        """Called by any thread."""
        self.put(command)
        self.is_stopping |= isinstance(command, Cancel)


class _Loop(Generic[Snapshot, Event]):
    """What runs in the thread. It writes its attributes, the worker only reads them."""

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
        """How many commands had been obeyed when the job last had nothing to do."""
        self._job: Job[Snapshot, Event] | None = job
        """None after its end: its memory is needed elsewhere."""
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
        job.attend = self._attend
        self._is_compiling = compile_watch()
        try:
            if self._prepare is not None:
                self._prepare()
            self._prepare = None  # it may know the worker
            with cancelled_when(lambda: self.commands.is_stopping):
                while True:
                    self._obey_all(job)
                    if self._is_cancelled or job.needs is Need.END:
                        break
                    with contextlib.suppress(Cancelled):  # the command is there
                        self._advance(job)
                self._publish(job)
                self._end(job, None)
        except BaseException as error:  # whatever was raised, the end is published
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
        if latest is not self.latest:  # else it is due with the next slice
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


class Slice:
    """The number of expansions that take about as long as a slice should, found by trying."""

    def __init__(self, aim: float = COMPILED_SLICE) -> None:
        """``aim`` is how many seconds a slice should take with compiled kernels."""
        self.budget = 64
        self._aim = aim

    def adapt(self, budget: int, seconds: float) -> None:
        """Learn from a slice of ``budget`` expansions that took ``seconds``."""
        aim = self._aim if is_compiled() else PLAIN_SLICE
        if seconds > aim:
            self.budget = max(1, int(budget * max(aim / seconds, 0.1)))
        elif budget == self.budget and seconds < aim / 2:
            self.budget = min(2 * self.budget, LARGEST_SLICE)


class RateLimit:
    """Holds work to a rate: time earns units, which are saved for a tenth of a second at most."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self.set(None)

    def set(self, rate: float | None) -> None:
        """Allow ``rate`` units a second; None is unlimited. The next may be spent at once."""
        self._rate = rate
        # a few milliseconds' worth at a time: else a high rate would be a busy loop of tiny slices
        self._portion = max(1.0, (rate or 0.0) * COMPILED_SLICE)
        self.restart()

    def restart(self) -> None:
        """Drop what was saved; the next unit may be spent at once."""
        self.earned = 1.0
        """Units that may be spent; whoever spends some takes them off."""
        self._then = self._clock()

    def allowed(self, most: int) -> int:
        """How many units, at most ``most``, may be spent now."""
        if self._rate is None:
            return most
        now = self._clock()
        self.earned += (now - self._then) * self._rate
        self.earned = min(self.earned, max(1.0, self._rate / 10))
        self._then = now
        return min(most, int(self.earned)) if self.earned >= self._portion else 0

    def seconds_to_wait(self) -> float:
        """How long to wait until some units may be allowed."""
        if not self._rate or self._rate < 0:
            return LONGEST_WAIT
        seconds = (self._portion - self.earned) / self._rate
        return min(max(0.0, seconds), LONGEST_WAIT)


def one_line(error: BaseException) -> str:
    """What went wrong, in one line for the user."""
    if isinstance(error, MemoryError):
        return "out of memory"
    text = next(iter(str(error).strip().splitlines()), "")
    if isinstance(error, (PuzzlerError, ValueError)) and text:
        return text
    return ": ".join(filter(None, (type(error).__name__, text)))


# -- calls ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Call(Generic[Yielded, Result]):
    """A call in the background at some moment."""

    step: Yielded | None = None
    """The value that it published last; None before the first."""
    result: Result | None = None
    """What it returned; None before the end, and where it failed or was cancelled."""
    is_over: bool = False
    """It has returned, failed, or was cancelled."""


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
    """A call of a function."""

    def __init__(self, work: Work[Yielded, Result]) -> None:
        super().__init__()
        self._work = work
        self.figures = Call[Yielded, Result]()

    @property
    @override
    def needs(self) -> Need:
        return Need.END if self.figures.is_over else Need.TURN

    @override
    def advance(self, budget: int) -> int:
        self.figures = replace(self.figures, result=self._work(self._publish), is_over=True)
        return 0

    @override
    def end(self, error: BaseException | None) -> None:
        self.figures = replace(self.figures, is_over=True)

    def _publish(self, step: Yielded) -> None:
        self.figures = Call(step)
        self.attend()
