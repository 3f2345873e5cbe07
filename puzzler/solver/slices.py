"""Sizes of the slices in which a worker advances its job, and limits of their rate."""

from __future__ import annotations

from collections.abc import Callable

from puzzler.search.compilation import is_compiled

COMPILED_SLICE = 0.004
"""Target length of a slice in seconds: stops are immediate, and the overhead is negligible."""
PLAIN_SLICE = 0.002
"""Target length of a slice with uncompiled kernels, which hold the interpreter's lock."""
LARGEST_SLICE = 1_000_000
"""Limit on the expansions of a slice."""
LONGEST_WAIT = 0.05
"""Longest wait for the next slice in seconds, if the rate is limited."""


class Slice:
    """Adapts the number of expansions of a slice to a target time."""

    def __init__(self, aim: float = COMPILED_SLICE) -> None:
        """aim: target length of a slice in seconds, with compiled kernels."""
        self.budget = 64
        self._aim = aim

    def adapt(self, budget: int, seconds: float) -> None:
        """Adapt to a slice of ``budget`` expansions that took ``seconds``."""
        aim = self._aim if is_compiled() else PLAIN_SLICE
        if seconds > aim:
            self.budget = max(1, int(budget * max(aim / seconds, 0.1)))
        elif budget == self.budget and seconds < aim / 2:
            self.budget = min(2 * self.budget, LARGEST_SLICE)


class RateLimit:
    """Limits the rate of work. Unused units are saved for at most a tenth of a second."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self.set(None)

    def set(self, rate: float | None) -> None:
        """Allow ``rate`` units per second, None for no limit. One unit is available immediately."""
        self._rate = rate
        # units of a few milliseconds together, because tiny slices at a high rate are inefficient
        self._portion = max(1.0, (rate or 0.0) * COMPILED_SLICE)
        self.restart()

    def restart(self) -> None:
        """Drop saved units. One unit is available immediately."""
        self.earned = 1.0
        """Remaining budget. Callers subtract what they use."""
        self._then = self._clock()

    def allowed(self, limit: int) -> int:
        """Return the number of units that may be used now, at most ``limit``."""
        if self._rate is None:
            return limit
        now = self._clock()
        self.earned += (now - self._then) * self._rate
        self.earned = min(self.earned, max(1.0, self._rate / 10))
        self._then = now
        return min(limit, int(self.earned)) if self.earned >= self._portion else 0

    def seconds_to_wait(self) -> float:
        """Seconds until units may be available."""
        if not self._rate or self._rate < 0:
            return LONGEST_WAIT
        seconds = (self._portion - self.earned) / self._rate
        return min(max(0.0, seconds), LONGEST_WAIT)
