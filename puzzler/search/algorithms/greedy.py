"""Greedy best-first search (Pearl 1984): expands the smallest h first and ignores g."""

from __future__ import annotations

from puzzler.search.engine.algorithm import Algorithm, graph_search
from puzzler.search.engine.best_first import BestFirst
from puzzler.search.engine.stepping import Storage

ALGORITHM = Algorithm(
    name="greedy",
    title="Greedy best-first",
    summary="expands the lowest h first: fast, but solutions may be long",
    rank=20,
    make=lambda task: BestFirst(task, 0, 1),
    evaluation="h",
    keeps=Storage.ALL,
    parameters=frozenset({"heuristic", "order", "ties"}),
    codes=(graph_search("with the smallest h"),),
)
