"""How much a job does at a time: the length of its slices, and the rate that it is held to."""

from __future__ import annotations

from collections.abc import Callable

from puzzler.search.compilation import is_compiled

COMPILED_SLICE = 0.004
"""Seconds that a slice aims at: short enough to be stopped at once, long enough to cost nothing."""
PLAIN_SLICE = 0.002
"""The same for uncompiled kernels, which hold the interpreter's lock."""
LARGEST_SLICE = 1_000_000
"""Expansions; no slice is larger, however quick the last ones were."""
LONGEST_WAIT = 0.05
"""Seconds to wait at most for the next slice where the rate is limited."""


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
        self.rate: float | None = None
        """Units a second; None is unlimited."""
        self._clock = clock
        self.restart()

    def restart(self) -> None:
        """Drop what was saved; the next unit may be spent at once."""
        self._earned = 1.0
        self._then = self._clock()

    def allowed(self, most: int) -> int:
        """How many units, at most ``most``, may be spent now."""
        if self.rate is None:
            return most
        now = self._clock()
        self._earned += (now - self._then) * self.rate
        self._earned = min(self._earned, max(1.0, self.rate / 10))
        self._then = now
        # a few milliseconds' worth at a time: else a high rate would be a busy loop of tiny slices
        return min(most, int(self._earned)) if self._earned >= self._portion() else 0

    def spend(self, units: int) -> None:
        """Take ``units`` off what was earned."""
        self._earned -= units

    def seconds_to_wait(self) -> float:
        """How long to wait until some units may be allowed."""
        if not self.rate or self.rate < 0:
            return LONGEST_WAIT
        seconds = (self._portion() - self._earned) / self.rate
        return min(max(0.0, seconds), LONGEST_WAIT)

    def _portion(self) -> float:
        return max(1.0, (self.rate or 0.0) * COMPILED_SLICE)
