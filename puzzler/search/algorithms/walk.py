"""The walk: always to the unvisited neighbour with the smallest h, without a second thought.

This is hill climbing that may not turn back (Pearl 1984): historical, quick, and often lost. It
ends at the goal, or in a dead end where every neighbour was visited before.
"""

from __future__ import annotations

from puzzler.search.algorithms.algorithm import Algorithm
from puzzler.search.algorithms.best_first import BestFirstSearch
from puzzler.search.algorithms.protocol import Status
from puzzler.search.algorithms.task import Task, no_promise
from puzzler.search.kernels import walk as kernel


class WalkSearch(BestFirstSearch):
    """A walk in progress; see ``protocol.Search``. Its nodes are the steps."""

    def __init__(self, task: Task) -> None:
        super().__init__(task, 0, 1)

    def _expand(self, budget: int) -> int:
        return kernel.expand(
            self._space,
            self._goal,
            self._nodes,
            self._weighing,
            self._rest,
            self._counters,
            budget,
            *self._limits(),
        )

    def _note(self) -> str:
        if self._run.status is not Status.EXHAUSTED:
            return ""
        steps = self.stats().stored - 1
        return f"the walk ended in a dead end after {steps} steps: every neighbour was visited"


ALGORITHM = Algorithm(
    name="walk",
    title="Walk",
    summary="always moves to the unvisited neighbour with the smallest h: fast, but may get stuck",
    rank=80,
    start=WalkSearch,
    promise=no_promise,
    figures=("depth", "best_h"),
)
