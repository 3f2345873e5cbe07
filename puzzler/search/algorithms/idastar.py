"""IDA* (Korf 1985): depth-first passes under a growing bound on f = g + weight * h."""

from __future__ import annotations

from puzzler.search.engine.algorithm import Algorithm, Keeps
from puzzler.search.engine.depth_first import DepthFirst
from puzzler.search.options import weight_terms

ALGORITHM = Algorithm(
    name="idastar",
    title="IDA*",
    summary="A* in little memory: depth-first passes under a growing threshold on g + w h",
    rank=15,
    make=lambda task: DepthFirst(task, *weight_terms(task.weight)),
    takes_smallest_f=True,
    has_passes=True,
    keeps=Keeps.PATH,
    uses_weight=True,
    has_pruning=True,
    figures=("bound", "depth", "best_h"),
    bound_name="Threshold",
    bound_meaning="IDA* prunes states whose f is above it.",
    aliases=("ida",),
)
