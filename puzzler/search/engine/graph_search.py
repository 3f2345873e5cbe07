"""Blind graph search as a thing that is stepped: breadth-first and depth-first as in textbooks."""

from __future__ import annotations

from puzzler.search.engine.best_first import BestFirst
from puzzler.search.engine.task import Task
from puzzler.search.kernels import graph_search as kernel
from puzzler.search.kernels import walk
from puzzler.search.kernels.best_first import CLOSED


class GraphSearch(BestFirst):
    """A graph search in progress; see ``stepping.Stepping``.

    A state is checked against all that were generated when it is generated itself, and against the
    goal when it is taken. Taken is the one generated first, or with ``is_stack`` the one generated
    last; of the successors of one state the first in the order of moves is then taken first.
    """

    def __init__(self, task: Task, *, is_stack: bool) -> None:
        self._is_stack = int(is_stack)
        super().__init__(task, 1, 0)

    @property
    def is_stack(self) -> bool:
        """What was generated last is taken first."""
        return bool(self._is_stack)

    def _bucket_count(self, largest_g: int) -> int:
        """One: the node that is taken next."""
        return 1

    def _begin(self) -> None:
        super()._begin()
        walk.visit(self._nodes, 0)
        self._counters[CLOSED] = 1

    def _expand(self, budget: int) -> int:
        return kernel.expand(
            self._space,
            self._goal,
            self._nodes,
            self._order,
            self._is_stack,
            self._counters,
            budget,
            *self._limits(),
        )
