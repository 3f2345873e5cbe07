"""Breadth-first search: all states of one distance before any of the next (Moore 1959)."""

from __future__ import annotations

from puzzler.search.engine.algorithm import Algorithm, Keeps
from puzzler.search.engine.graph_search import GraphSearch

ALGORITHM = Algorithm(
    name="bfs",
    title="Breadth-first",
    summary="expands oldest first (FIFO): no heuristic, always optimal",
    rank=30,
    make=lambda task: GraphSearch(task, is_stack=False),
    evaluation="g",
    takes_smallest_f=True,
    keeps=Keeps.ALL,
    uses_heuristic=False,
    has_goal_test=True,
    figures=("frontier", "depth"),
)
