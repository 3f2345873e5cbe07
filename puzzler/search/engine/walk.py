"""The walk: always to the unvisited neighbour with the smallest h, without a second thought.

This is hill climbing that may not turn back (Pearl 1984): historical, quick, and often lost. It
ends at the goal, or in a dead end where every neighbour was visited before.
"""

from __future__ import annotations

from puzzler.search.engine.best_first import BestFirst
from puzzler.search.engine.task import Task
from puzzler.search.kernels import walk as kernel


class Walk(BestFirst):
    """A walk in progress; see ``stepping.Stepping``. Its nodes are the steps."""

    def __init__(self, task: Task) -> None:
        super().__init__(task, 0, 1)

    def _expand(self, budget: int) -> int:
        return kernel.expand(
            self._space,
            self._goal,
            self._nodes,
            self._weighing,
            self._rest,
            self._order,
            self._counters,
            budget,
            *self._limits(),
        )

    def note(self) -> str:
        """That the walk got stuck."""
        steps = self.stats().stored - 1
        return f"the walk ended in a dead end after {steps} steps: every neighbour was visited"
