"""A* (Hart, Nilsson and Raphael 1968) and weighted A* (Pohl 1970): f = g + weight * h."""

from __future__ import annotations

from puzzler.search.algorithms.algorithm import Algorithm
from puzzler.search.algorithms.best_first import BestFirstSearch, weight_terms
from puzzler.search.heuristics.heuristic import Heuristic, Tables
from puzzler.search.limits import Limit
from puzzler.search.problem import Problem


def bound_factor(heuristic: Heuristic, weight: float) -> float | None:
    """How many times the shortest an answer can be; None where nothing is promised."""
    return None if heuristic.factor is None else max(1, weight * heuristic.factor)


def start(
    problem: Problem, heuristic: Heuristic, tables: Tables, weight: float, limit: Limit
) -> BestFirstSearch:
    """Begin A* with f = g + weight * h; a weight of 1 is plain A*, 0 is uniform cost."""
    g_weight, h_weight = weight_terms(weight)
    return BestFirstSearch(
        problem,
        heuristic,
        tables,
        limit,
        algorithm=ALGORITHM.name,
        weight=weight,
        g_weight=g_weight,
        h_weight=h_weight,
        bound_factor=bound_factor(heuristic, weight),
    )


ALGORITHM = Algorithm(
    name="astar",
    title="A*",
    summary="the smallest g + W h first; shortest where h never overestimates and W is at most 1",
    rank=10,
    start=start,
    uses_weight=True,
)
