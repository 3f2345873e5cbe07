"""Depth-first search (Tarry 1895) down to a depth limit: blind, and its answers may be long."""

from __future__ import annotations

from puzzler.search.engine.algorithm import Algorithm, Keeps
from puzzler.search.engine.depth_first import DepthFirst
from puzzler.search.engine.depth_limit import depth_limit
from puzzler.search.engine.task import no_promise

ALGORITHM = Algorithm(
    name="dfs",
    title="Depth-first",
    summary="follows one path after another to a depth limit (31 on 3x3, 24 on 4x4): no heuristic",
    rank=40,
    make=lambda task: DepthFirst(task, 1, 0, depth_limit(*task.problem.start.size)),
    promise=no_promise,
    keeps=Keeps.PATH_TO_LIMIT,
    uses_heuristic=False,
    has_depth_limit=True,
    figures=("depth",),
)
