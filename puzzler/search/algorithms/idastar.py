"""IDA* (Korf 1985): depth-first passes under a growing bound on f = g + weight * h."""

from __future__ import annotations

from puzzler.search.algorithms.algorithm import Algorithm
from puzzler.search.algorithms.depth_first import DepthFirstSearch
from puzzler.search.algorithms.task import Task, by_smallest_f
from puzzler.search.weight import weight_terms


def start(task: Task) -> DepthFirstSearch:
    """Begin IDA* with f = g + weight * h."""
    return DepthFirstSearch(task, *weight_terms(task.weight))


ALGORITHM = Algorithm(
    name="idastar",
    title="IDA*",
    summary="A* in little memory: depth-first passes under a growing bound on g + W h",
    rank=15,
    start=start,
    promise=by_smallest_f,
    uses_weight=True,
    figures=("bound", "depth", "best_h"),
    bound_name="Bound",
)
