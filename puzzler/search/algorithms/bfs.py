"""Breadth-first search: all states of one distance before any of the next (Moore 1959)."""

from __future__ import annotations

from puzzler.search.algorithms.algorithm import Algorithm
from puzzler.search.algorithms.best_first import BestFirstSearch
from puzzler.search.algorithms.task import Task, always_shortest


def start(task: Task) -> BestFirstSearch:
    """Begin a breadth-first search: f = g."""
    return BestFirstSearch(task, 1, 0)


ALGORITHM = Algorithm(
    name="bfs",
    title="Breadth-first",
    summary="takes all states at one distance before the next: no heuristic, always shortest",
    rank=30,
    start=start,
    promise=always_shortest,
    uses_heuristic=False,
    figures=("frontier", "depth"),
)
