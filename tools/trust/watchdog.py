"""Finds frames in which the thread of the window works too long, with the stack at that time.

    dog = Watchdog()
    with dog.frame():
        loop.frame(events)
    dog.faults

Only the processor time of that thread counts, without other threads and processes and without time
spent waiting. A second thread samples the stack during a long frame.
"""

from __future__ import annotations

import contextlib
import linecache
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

LIMIT = 0.05
"""Seconds of processor time that a frame may take."""
SAMPLE_SECONDS = 0.005
_DEPTH = 12
"""Number of innermost calls of a stack that are reported."""
_TURNS, _REFERENCE = 200_000, 0.0105
"""Turns of a loop, and their processor time on the machine for which the limit is meant."""

_Call = tuple[str, int | None, str]
"""A file, a line, and a function."""


@dataclass(frozen=True)
class SlowFrame:
    """A frame that took too long."""

    seconds: float
    """Processor time of the thread of the window."""
    stack: str
    """The most frequent stack; "" if none was sampled."""

    def __str__(self) -> str:
        return f"a frame took {self.seconds * 1000:.0f} ms of the window's thread\n{self.stack}"


class Watchdog:
    """Watches the frames of the thread that creates it, until it is closed."""

    def __init__(self, limit: float = LIMIT) -> None:
        self.limit = limit
        self.faults: list[SlowFrame] = []
        self.longest = 0.0
        """Processor time of the longest frame in seconds."""
        self._thread_id = threading.get_ident()
        self._clock = time.pthread_getcpuclockid(self._thread_id)
        self._start: float | None = None
        self._stacks: Counter[tuple[_Call, ...]] = Counter()
        self._is_closed = threading.Event()
        threading.Thread(target=self._sample, name="watchdog", daemon=True).start()

    @contextlib.contextmanager
    def frame(self) -> Iterator[None]:
        """Measure the block as one frame. A frame within another is part of the outer one."""
        if self._start is not None:
            yield
            return
        self._stacks.clear()
        start = self._start = time.clock_gettime(self._clock)
        try:
            yield
        finally:
            self._start = None
            seconds = time.clock_gettime(self._clock) - start
            self.longest = max(self.longest, seconds)
            # on a machine that is slower than the reference, frames may take longer
            if seconds > self.limit and seconds > self.limit * _slowness():
                calls = next((calls for calls, _ in self._stacks.most_common(1)), ())
                self.faults.append(SlowFrame(seconds, "".join(map(_text_of, reversed(calls)))))

    def close(self) -> None:
        """Stop sampling. Can be called more than once."""
        self._is_closed.set()

    def _sample(self) -> None:
        while not self._is_closed.wait(SAMPLE_SECONDS):
            start = self._start
            if start is None or time.clock_gettime(self._clock) - start < SAMPLE_SECONDS:
                continue
            calls = self._calls()
            if calls and self._start == start:
                self._stacks[calls] += 1

    def _calls(self) -> tuple[_Call, ...]:
        """The innermost calls of the thread.

        The frames are not stored, because they would keep their local variables alive, for example
        a locked surface.
        """
        calls, frame = list[_Call](), sys._current_frames().get(self._thread_id)
        while hasattr(frame, "f_code") and len(calls) < _DEPTH:  # the running thread may end it
            calls.append((frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name))
            frame = frame.f_back
        return tuple(calls)


def _slowness() -> float:
    start, total = time.thread_time(), 0
    for number in range(_TURNS):
        total += number * number % 7
    return (time.thread_time() - start) / _REFERENCE


def _text_of(call: _Call) -> str:
    file, line, function = call
    source = linecache.getline(file, line or 0).strip()  # code between two lines has none
    return f'  File "{file}", line {line}, in {function}\n    {source}\n'
