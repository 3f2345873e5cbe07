"""Blind graph search: breadth-first and depth-first as in textbooks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from typing_extensions import override

from puzzler.search.engine.best_first import BestFirst
from puzzler.search.engine.stepping import OrderCursor, Sample, SampleRun, Status, Task
from puzzler.search.kernels import graph_search as kernel
from puzzler.search.kernels.best_first import CURRENT, PARENT, STORED, G
from puzzler.search.options import When

STACK_READ_AT_ONCE = 10_000
"""Expansions of a stack looked at in one go: each needs a look of its own."""


class GraphSearch(BestFirst):
    """A graph search in progress.

    A state is checked for duplicates when it is generated, and against the goal when it is taken
    or, with an early goal test, when it is generated.
    The state generated first is taken first, or with ``is_stack`` the one generated last, of the
    successors of one state always the first in the order of moves.
    """

    reader = "best_first.GraphSearchReader"
    has_buckets = False

    def __init__(self, task: Task, *, is_stack: bool) -> None:
        self.is_stack = is_stack
        """The state generated last is taken first."""
        self.is_queue = not is_stack
        super().__init__(task, 1, 0)

    @override
    def _expand(self, budget: int) -> int:
        data = self.space, self._goal, self.nodes, self._order, int(self.is_stack)
        is_early = int(self.task.goal_test is When.EARLY)
        return kernel.expand(*data, is_early, self.counters, budget, *self._limits())

    @override
    def _last_expanded(self, count: int, status: Status) -> Sample | SampleRun | None:
        if not self.is_stack:
            return super()._last_expanded(count, status)
        if status is Status.SOLVED:  # the last one is the goal, which is not expanded
            return None
        return Sample(self.expanded, int(self.nodes.links[self.counters[CURRENT], G]), 0)

    @override
    def read_order(self, cursor: OrderCursor) -> NDArray[np.int64]:
        if not self.is_stack:
            return super().read_order(cursor)
        # what was made last is taken first, so the stack can be followed
        if not cursor.next:
            cursor.next, cursor.stack = 1, [0]
        stack, following = cursor.stack, cursor.next
        # none where the search was taken back, and is not there again
        most = max(0, min(self.expanded - cursor.count, STACK_READ_AT_ONCE))
        # each expansion makes three nodes at most
        last = min(int(self.counters[STORED]), following + 3 * most + 1)
        parents = self.nodes.links[following:last, PARENT].tolist()
        made, expanded = 0, list[int]()
        for _ in range(most):
            node = stack.pop()
            expanded.append(node)
            while made < len(parents) and parents[made] == node:
                stack.append(following + made)
                made += 1
        cursor.next += made
        cursor.count += most
        words: NDArray[np.int64] = self.nodes.states[expanded, 0]
        return words
