"""The limit on the time of a command that does more than search, such as replay moves or print."""

from __future__ import annotations

from puzzler.search.engine.stepping import Stopwatch

MOMENT = 0.001


class TimeUpError(Exception):
    """A limit on time is reached."""


class Deadline:
    """A limit on time, without compiling."""

    def __init__(self, seconds: float | None = None) -> None:
        """It begins now; without ``seconds`` it has no end."""
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
            raise TimeUpError(f"stopped by the limit of {self.seconds:g} s")
