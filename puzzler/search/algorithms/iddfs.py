"""Iterative deepening (Slate and Atkin 1977, Korf 1985): depth-first passes of growing depth."""

from __future__ import annotations

from puzzler.search.engine.algorithm import DEPTH_LIMITED, PASSES, Algorithm, Pseudocode
from puzzler.search.engine.depth_first import DepthFirst
from puzzler.search.engine.stepping import Storage

CODE = Pseudocode(
    {
        "start": "limit = 0",
        "loop": "repeat:",
        "pass": "    search(start)",
        "raise": "    limit = limit + 1",
    }
    | DEPTH_LIMITED,
    PASSES,
)

ALGORITHM = Algorithm(
    name="iddfs",
    title="Iterative deepening",
    summary="depth-first, one move deeper each time: no heuristic, little memory, always optimal",
    rank=50,
    make=lambda task: DepthFirst(task, 1, 0),
    evaluation="depth",
    takes_smallest_f=True,
    has_passes=True,
    keeps=Storage.PATH,
    parameters=frozenset({"order"}),
    figures=("bound", "depth"),
    bound_name="Depth limit",
    bound_meaning="The depth limit of this pass. The next pass restarts with a larger limit.",
    codes=(CODE,),
)
