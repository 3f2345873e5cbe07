"""Iterative deepening (Slate and Atkin 1977, Korf 1985): depth-first, one move deeper each time."""

from __future__ import annotations

from puzzler.search.algorithms.algorithm import Algorithm
from puzzler.search.algorithms.depth_first import DepthFirstSearch
from puzzler.search.algorithms.task import Task, always_shortest


def start(task: Task) -> DepthFirstSearch:
    """Begin iterative deepening: f = g."""
    return DepthFirstSearch(task, 1, 0)


ALGORITHM = Algorithm(
    name="iddfs",
    title="Iterative deepening",
    summary="depth-first, one move deeper each time: no heuristic, little memory, always shortest",
    rank=50,
    start=start,
    promise=always_shortest,
    uses_heuristic=False,
    figures=("bound", "depth"),
    bound_name="Bound",
)
