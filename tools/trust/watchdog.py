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
import sys
import threading
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from types import FrameType

LIMIT = 0.05
"""Seconds of processor time that a frame may take."""
SAMPLE_SECONDS = 0.005
_DEPTH = 12
"""Calls of a stack that are told, counted from the innermost."""


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
        self._seen: Counter[str] = Counter()
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
            if seconds > self.limit:
                stack = next((stack for stack, _ in self._seen.most_common(1)), "")
                self.faults.append(SlowFrame(seconds, stack))

    def close(self) -> None:
        """Stop looking; harmless to repeat."""
        self._is_closed.set()

    def _look(self) -> None:
        while not self._is_closed.wait(SAMPLE_SECONDS):
            began = self._began
            if began is None or time.clock_gettime(self._clock) - began < SAMPLE_SECONDS:
                continue
            stack = sys._current_frames().get(self._thread_id)
            if stack is not None and self._began == began:
                self._seen[_told(stack)] += 1


def _told(stack: FrameType) -> str:
    return "".join(traceback.format_stack(stack)[-_DEPTH:])
