"""Time limits for work that consists of several searches, and alarms for other waiting."""

from __future__ import annotations

import signal

MOMENT = 0.001
LONGEST_ALARM = 1e9
"""Seconds. Systems refuse longer alarms."""
STOPPED = "stopped after {:g} s (--time-limit)"


class TimeUpError(BaseException):
    """A time limit was reached. Like KeyboardInterrupt it is not an Exception."""


class Deadline:
    """A time limit that starts now and does not count compilation."""

    def __init__(self, seconds: float | None = None) -> None:
        """seconds: None for no limit."""
        from puzzler.search.engine.stepping import Stopwatch  # numpy would delay --help

        self.seconds = seconds
        self._clock = Stopwatch()
        self._began = self._clock.now()

    @property
    def elapsed(self) -> float:
        """Seconds since the start."""
        return self._clock.now() - self._began

    @property
    def left(self) -> float | None:
        """Seconds until the limit, at least MOMENT. None without a limit."""
        return None if self.seconds is None else max(self.seconds - self.elapsed, MOMENT)

    @property
    def is_over(self) -> bool:
        """Whether the limit is reached."""
        return self.seconds is not None and self.elapsed >= self.seconds

    def check(self) -> None:
        """Raise TimeUpError if the limit is reached."""
        if self.is_over:
            raise TimeUpError(STOPPED.format(self.seconds))


def start_alarm(seconds: float) -> None:
    """Raise TimeUpError after this time, even while the command waits for a pipe.

    Does nothing on systems without alarms.
    """

    def ring(*_: object) -> None:
        raise TimeUpError(STOPPED.format(seconds))

    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, ring)
        signal.setitimer(signal.ITIMER_REAL, min(seconds, LONGEST_ALARM))


def stop_alarm() -> None:
    """Cancel the alarm. Does nothing if none is set."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)
