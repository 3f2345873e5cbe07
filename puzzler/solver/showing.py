"""The moments of a search that are shown: the newest, and those that are remembered."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import replace

from puzzler.solver.examining import Moment

SHOW_EVERY = 0.04
"""Seconds between two moments that are shown while it runs."""
KEPT_MOMENTS = 64
"""Moments that are remembered, those shown last."""
KEPT_NODES = 1_000_000
"""States on their paths, all in all: a depth-first search has long ones."""


class Showing:
    """Written by the examiner's thread; whoever looks reads ``latest``."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.latest: Moment | None = None
        """The newest moment."""
        self.at = 0
        """How many states had been expanded then."""
        self.reached = 0
        """The furthest moment that was seen."""
        self._since = 0.0  # when it was shown
        self._clock = clock
        self._kept: OrderedDict[int, Moment] = OrderedDict()
        self._kept_nodes = 0
        self._speeds: deque[tuple[float, int]] = deque(maxlen=round(1 / SHOW_EVERY))

    @property
    def seconds(self) -> float:
        """How long it has been shown."""
        return self._clock() - self._since

    def begin_run(self) -> None:
        """From now on it runs: its speed is measured anew."""
        self._speeds.clear()

    def tell(self, moment: Moment) -> None:
        """Show ``moment``, whichever number and speed it bears."""
        sequence = 0 if self.latest is None else self.latest.sequence
        self.at, self._since = moment.expansions, self._clock()
        self.reached = max(self.reached, self.at)
        self._speeds.append((self._since, self.at))
        (first, least), (last, most) = self._speeds[0], self._speeds[-1]
        rate = (most - least) / (last - first) if moment.is_running and last > first else 0.0
        self.latest = replace(
            moment, sequence=sequence + 1, reached=self.reached, rate=max(0.0, rate)
        )

    def kept(self, moment: int) -> Moment | None:
        """What was remembered of ``moment``."""
        kept = self._kept.get(moment)
        if kept is not None:
            self._kept.move_to_end(moment)
        return kept

    def keep(self, moment: Moment) -> None:
        """Remember ``moment``; those that were not shown for long are forgotten."""
        kept, at = self._kept, moment.expansions
        self.reached = max(self.reached, at)
        if at in kept:
            self._kept_nodes -= len(kept.pop(at).glimpse.path)
        kept[at] = moment
        self._kept_nodes += len(moment.glimpse.path)
        while len(kept) > KEPT_MOMENTS or (self._kept_nodes > KEPT_NODES and len(kept) > 1):
            _, oldest = kept.popitem(last=False)
            self._kept_nodes -= len(oldest.glimpse.path)
