"""The limit on the time of a command that does more than search, such as wait, replay or print."""

from __future__ import annotations

import signal

MOMENT = 0.001
STOPPED = "stopped after {:g} s (--time-limit)"


class TimeUpError(BaseException):
    """A limit on time is reached; like Ctrl-C it passes what handles errors."""


def start_alarm(seconds: float) -> None:
    """Raise TimeUpError after so many seconds, also where the command waits for a pipe.

    Never on a system that has no alarms.
    """

    def ring(*_: object) -> None:
        raise TimeUpError(STOPPED.format(seconds))

    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, ring)
        signal.setitimer(signal.ITIMER_REAL, seconds)


def stop_alarm() -> None:
    """Raise it no more; harmless where there is no alarm."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)


class Deadline:
    """A limit on time, without compiling."""

    def __init__(self, seconds: float | None = None) -> None:
        """It begins now; without ``seconds`` it has no end."""
        from puzzler.search.engine.stepping import Stopwatch

        self.seconds = seconds
        self._clock = Stopwatch()
        self._began = self._clock.now()

    @property
    def elapsed(self) -> float:
        """Seconds since the beginning."""
        return self._clock.now() - self._began

    @property
    def left(self) -> float | None:
        """Seconds until the end, a moment at least; None without a limit."""
        return None if self.seconds is None else max(self.seconds - self.elapsed, MOMENT)

    @property
    def is_over(self) -> bool:
        """The end has come."""
        return self.seconds is not None and self.elapsed >= self.seconds

    def check(self) -> None:
        """TimeUpError from the end on."""
        if self.is_over:
            raise TimeUpError(STOPPED.format(self.seconds))
