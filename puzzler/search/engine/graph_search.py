"""Uninformed graph search: breadth-first and depth-first as in textbooks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzler.search.engine.best_first import BestFirst
from puzzler.search.engine.stepping import OrderCursor, Sample, SampleRun, Status, Task
from puzzler.search.kernels import graph_search as kernel
from puzzler.search.kernels.nodes import CURRENT, NEXT, NONE, PARENT, STORED, G
from puzzler.search.options import When

STACK_READ_SLICE = 10_000
"""Maximum expansions that ``read_order`` reads per call from a stack."""


class GraphSearch(BestFirst):
    """A graph search in progress.

    Duplicates are detected when a state is generated or, with a stack and late detection, when it
    is taken from the stack. The goal test is applied when a state is taken from the frontier or,
    with an early goal test, when it is generated. The frontier is a
    queue or, with ``is_stack``, a stack; both expand the successors of a state in the order of
    moves, but with late detection in the reverse order, as the stack returns them.
    """

    reader = "best_first.GraphSearchReader"
    has_buckets = False

    def __init__(self, task: Task, *, is_stack: bool) -> None:
        self.is_stack = is_stack
        """Whether the frontier is a stack."""
        self.is_queue = not is_stack
        super().__init__(task, 1, 0)

    def _expand(self, budget: int) -> int:
        data = self.space, self._goal, self.nodes, self._order, int(self.is_stack)
        is_late, is_early = int(self._is_late), int(self.task.goal_test is When.EARLY)
        return kernel.expand(*data, is_late, is_early, self.counters, budget, *self._limits())

    def _sample_last(self, count: int, status: Status) -> Sample | SampleRun | None:
        if not self.is_stack:
            return super()._sample_last(count, status)
        if status is Status.SOLVED:  # the current state is the goal, which is not expanded
            return None
        return Sample(self.expanded, int(self.nodes.links[self.counters[CURRENT], G]), 0)

    def read_order(self, cursor: OrderCursor) -> NDArray[np.int64]:
        if not self.is_stack:
            return super().read_order(cursor)
        # replay the stack: push the children of each node, pop the newest node
        if not cursor.next:
            cursor.next, cursor.stack = 1, [0]
        stack, following = cursor.stack, cursor.next
        # 0 if the search was rewound to a moment before the cursor
        count = max(0, min(self.expanded - cursor.count, STACK_READ_SLICE))
        # each expansion stores at most three nodes, that of the start four
        last = min(int(self.counters[STORED]), following + 3 * count + 1)
        parents = self.nodes.links[following:last, PARENT].tolist()
        pushed, expanded = 0, list[int]()
        while len(expanded) < count:
            node = stack.pop()
            if self.nodes.links[node, NEXT] < NONE:  # discarded
                continue
            expanded.append(node)
            while pushed < len(parents) and parents[pushed] == node:
                stack.append(following + pushed)
                pushed += 1
        cursor.next += pushed
        cursor.count += count
        words: NDArray[np.int64] = self.nodes.states[expanded, 0]
        return words
