"""A* (Hart, Nilsson and Raphael 1968) and weighted A* (Pohl 1970): f = g + weight * h."""

from __future__ import annotations

from puzzler.search.engine.algorithm import Algorithm, Keeps
from puzzler.search.engine.best_first import BestFirst
from puzzler.search.options import BY_F_TIES, weight_terms

ALGORITHM = Algorithm(
    name="astar",
    title="A*",
    summary="takes the smallest g + W h first; shortest if W <= 1 and h never overestimates",
    rank=10,
    make=lambda task: BestFirst(task, *weight_terms(task.weight)),
    takes_smallest_f=True,
    keeps=Keeps.ALL,
    uses_weight=True,
    has_duplicates=True,
    ties=BY_F_TIES,
    figures=("frontier", "bound", "depth", "best_h"),
    bound_name="Best f",
    bound_meaning="The smallest f in the frontier: what is expanded next has it.",
    aliases=("astr", "ast"),
)
