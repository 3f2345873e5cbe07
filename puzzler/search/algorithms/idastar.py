"""IDA* (Korf 1985): depth-first passes with a growing threshold on f = g + weight * h."""

from __future__ import annotations

from puzzler.search.engine.algorithm import PASSES, Algorithm, Event, Pseudocode
from puzzler.search.engine.depth_first import DepthFirst
from puzzler.search.engine.stepping import Storage
from puzzler.search.options import weight_terms

CODE = Pseudocode(
    {
        "start": "threshold = f(start)",
        "loop": "repeat:",
        "pass": "    next = infinity; search(start)",
        "raise": "    threshold = next",
        "blank": "",
        "search": "search(n):",
        "goal": "    if n is the goal:",
        "found": "        return the path to n",
        "limit": "    if g(n) + 1 > threshold:",
        "leaf": "        next = min(next, g(n) + 1); go back",
        "each": "    for each successor s of n except its parent, in order:",
        "over": "        if f(s) > threshold:",
        "prune": "            next = min(next, f(s))",
        "else": "        else:",
        "enter": "            search(s)",
    },
    PASSES | {Event.PRUNE: ("over", "prune"), Event.ENTER: ("over", "enter")},
)

ALGORITHM = Algorithm(
    name="idastar",
    title="IDA*",
    summary="A* in little memory: depth-first passes with a growing threshold on g + W h",
    rank=15,
    make=lambda task: DepthFirst(task, *weight_terms(task.weight)),
    takes_smallest_f=True,
    has_passes=True,
    keeps=Storage.PATH,
    parameters=frozenset({"heuristic", "weight", "order", "pruning"}),
    figures=("bound", "depth", "best_h"),
    bound_name="Threshold",
    bound_meaning="States with f above the threshold are pruned.",
    aliases=("ida",),
    codes=(CODE,),
)
