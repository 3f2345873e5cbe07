"""Finds the frames in which the window's own thread worked for too long, and what it did then.

    dog = Watchdog()
    with dog.frame():
        loop.frame(events)
    dog.faults

Counted is the processor time of that thread alone: what other threads and processes do, and what
is waited for, is no fault of the frame. A second thread looks at the stack while a frame is long.
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
"""Calls of a stack that are told, counted from the innermost."""
_TURNS, _REFERENCE = 200_000, 0.0105
"""A loop, and the seconds of the processor that it takes on the machine the limit is meant for."""

_Call = tuple[str, int | None, str]
"""A file, a line, and a function."""


@dataclass(frozen=True)
class SlowFrame:
    """A frame that took too long."""

    seconds: float
    """Of the processor, in the window's thread."""
    stack: str
    """The stack that was seen most often; "" where none was seen."""

    def __str__(self) -> str:
        return f"a frame took {self.seconds * 1000:.0f} ms of the window's thread\n{self.stack}"


class Watchdog:
    """Watches the frames of the thread that makes it, until it is closed."""

    def __init__(self, limit: float = LIMIT) -> None:
        self.limit = limit
        self.faults: list[SlowFrame] = []
        self.longest = 0.0
        """Seconds of the processor that the longest frame took."""
        self._thread_id = threading.get_ident()
        self._clock = time.pthread_getcpuclockid(self._thread_id)
        self._began: float | None = None
        self._seen: Counter[tuple[_Call, ...]] = Counter()
        self._is_closed = threading.Event()
        threading.Thread(target=self._look, name="watchdog", daemon=True).start()

    @contextlib.contextmanager
    def frame(self) -> Iterator[None]:
        """What is done within is one frame; one within another belongs to that."""
        if self._began is not None:
            yield
            return
        self._seen.clear()
        began = self._began = time.clock_gettime(self._clock)
        try:
            yield
        finally:
            self._began = None
            seconds = time.clock_gettime(self._clock) - began
            self.longest = max(self.longest, seconds)
            # where the machine is slower now than the one that the limit is for, so is the frame
            if seconds > self.limit and seconds > self.limit * _slowness():
                calls = next((calls for calls, _ in self._seen.most_common(1)), ())
                self.faults.append(SlowFrame(seconds, "".join(map(_told, reversed(calls)))))

    def close(self) -> None:
        """Stop looking; harmless to repeat."""
        self._is_closed.set()

    def _look(self) -> None:
        while not self._is_closed.wait(SAMPLE_SECONDS):
            began = self._began
            if began is None or time.clock_gettime(self._clock) - began < SAMPLE_SECONDS:
                continue
            calls = self._calls()
            if calls and self._began == began:
                self._seen[calls] += 1

    def _calls(self) -> tuple[_Call, ...]:
        """The innermost calls of the thread.

        Its frames are let go at once: as long as they are held, so are their local variables, a
        locked surface among them.
        """
        calls, frame = list[_Call](), sys._current_frames().get(self._thread_id)
        while frame is not None and len(calls) < _DEPTH:
            calls.append((frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name))
            frame = frame.f_back
        return tuple(calls)


def _slowness() -> float:
    began, total = time.thread_time(), 0
    for number in range(_TURNS):
        total += number * number % 7
    return (time.thread_time() - began) / _REFERENCE


def _told(call: _Call) -> str:
    file, line, function = call
    source = linecache.getline(file, line or 0).strip()  # code between two lines has none
    return f'  File "{file}", line {line}, in {function}\n    {source}\n'
