"""Greedy best-first search: the smallest h first, however long the way there (Pearl 1984)."""

from __future__ import annotations

from puzzler.search.algorithms.algorithm import Algorithm
from puzzler.search.algorithms.best_first import BestFirstSearch
from puzzler.search.algorithms.task import Task, no_promise


def start(task: Task) -> BestFirstSearch:
    """Begin a greedy search: f = h."""
    return BestFirstSearch(task, 0, 1)


ALGORITHM = Algorithm(
    name="greedy",
    title="Greedy best-first",
    summary="takes the smallest h first: fast, but its answers may be long",
    rank=20,
    start=start,
    promise=no_promise,
)
