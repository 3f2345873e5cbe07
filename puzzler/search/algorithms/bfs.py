"""Breadth-first search: all states of one distance before any of the next (Moore 1959)."""

from __future__ import annotations

from puzzler.search.engine.algorithm import Algorithm, Keeps
from puzzler.search.engine.best_first import BestFirst
from puzzler.search.engine.task import always_shortest

ALGORITHM = Algorithm(
    name="bfs",
    title="Breadth-first",
    summary="takes all states at one distance before the next: no heuristic, always shortest",
    rank=30,
    make=lambda task: BestFirst(task, 1, 0),
    promise=always_shortest,
    keeps=Keeps.ALL,
    uses_heuristic=False,
    figures=("frontier", "depth"),
)
