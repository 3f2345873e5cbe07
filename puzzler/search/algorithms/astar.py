"""A* (Hart, Nilsson and Raphael 1968) and weighted A* (Pohl 1970): f = g + weight * h."""

from __future__ import annotations

from puzzler.search.engine.algorithm import Algorithm, Keeps
from puzzler.search.engine.best_first import BestFirst
from puzzler.search.options import BY_F_TIES, weight_terms

ALGORITHM = Algorithm(
    name="astar",
    title="A*",
    summary="expands the lowest g + w h first; optimal if w <= 1 and h is admissible",
    rank=10,
    make=lambda task: BestFirst(task, *weight_terms(task.weight)),
    takes_smallest_f=True,
    keeps=Keeps.ALL,
    uses_weight=True,
    ties=BY_F_TIES,
    figures=("frontier", "bound", "depth", "best_h"),
    bound_name="Best f",
    bound_meaning="The lowest f in the frontier: what is expanded next has it.",
    aliases=("astr", "ast"),
)
