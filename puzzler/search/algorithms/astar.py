"""A* (Hart, Nilsson and Raphael 1968) and weighted A* (Pohl 1970): f = g + weight * h."""

from __future__ import annotations

from puzzler.search.engine.algorithm import Algorithm
from puzzler.search.engine.best_first import BestFirst
from puzzler.search.engine.task import by_smallest_f
from puzzler.search.weight import weight_terms

ALGORITHM = Algorithm(
    name="astar",
    title="A*",
    summary="the smallest g + W h first; shortest where h never overestimates and W is at most 1",
    rank=10,
    make=lambda task: BestFirst(task, *weight_terms(task.weight)),
    promise=by_smallest_f,
    uses_weight=True,
    figures=("frontier", "bound", "depth", "best_h"),
    bound_name="Best f",
)
