"""Iterative deepening (Slate and Atkin 1977, Korf 1985): depth-first, one move deeper each time."""

from __future__ import annotations

from puzzler.search.engine.algorithm import Algorithm, Keeps
from puzzler.search.engine.depth_first import DepthFirst
from puzzler.search.engine.task import always_shortest

ALGORITHM = Algorithm(
    name="iddfs",
    title="Iterative deepening",
    summary="depth-first, one move deeper each time: no heuristic, little memory, always shortest",
    rank=50,
    make=lambda task: DepthFirst(task, 1, 0),
    promise=always_shortest,
    keeps=Keeps.PATH,
    uses_heuristic=False,
    figures=("bound", "depth"),
    bound_name="Bound",
)
