"""A* (Hart, Nilsson and Raphael 1968) and weighted A* (Pohl 1970): f = g + weight * h."""

from __future__ import annotations

from puzzler.search.algorithms.algorithm import Algorithm
from puzzler.search.algorithms.best_first import BestFirstSearch
from puzzler.search.algorithms.task import Task, by_smallest_f
from puzzler.search.weight import weight_terms


def start(task: Task) -> BestFirstSearch:
    """Begin A* with f = g + weight * h; a weight of 1 is plain A*, 0 is uniform cost."""
    return BestFirstSearch(task, *weight_terms(task.weight))


ALGORITHM = Algorithm(
    name="astar",
    title="A*",
    summary="takes the smallest g + W h first; shortest if W <= 1 and h never overestimates",
    rank=10,
    start=start,
    promise=by_smallest_f,
    uses_weight=True,
    figures=("frontier", "bound", "depth", "best_h"),
    bound_name="Best f",
)
