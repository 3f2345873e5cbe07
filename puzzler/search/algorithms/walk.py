"""Hill climbing (Pearl 1984) that never visits a state twice.

It always moves to the unvisited neighbour with the smallest h. It ends at the goal, or in a dead
end if all neighbours have been visited. It is fast but often fails.
"""

from __future__ import annotations

from puzzler.humanize import counted
from puzzler.search.engine.algorithm import Algorithm, Event, Pseudocode
from puzzler.search.engine.best_first import BestFirst
from puzzler.search.kernels import graph_search as kernel
from puzzler.search.kernels.nodes import EXPANDED


class Walk(BestFirst):
    """Hill climbing in progress. Its nodes are the states on its path."""

    reader = "best_first.WalkReader"
    is_queue = True

    def _expand(self, budget: int) -> int:
        data = self.space, self._goal, self.nodes, self.weighing, self._rest, self._order
        code = kernel.walk(*data, self.counters, budget, *self._limits())
        expansions = counted(int(self.counters[EXPANDED]), "expansion")
        self.note = f"stuck after {expansions}: every neighbour was visited"
        return code


CODE = Pseudocode(
    {
        "start": "n = start",
        "loop": "repeat:",
        "goal": "    if n is the goal:",
        "found": "        return the path to n",
        "each": "    for each successor s of n except its parent, in order:",
        "known": "        if s was visited before:",
        "discard": "            discard s",
        "stuck": "    if no successor is left:",
        "fail": "        return failure",
        "go": "    n = the successor with the smallest h, the first of equals",
    },
    {
        Event.START: ("start",),
        Event.TEST: ("loop", "goal"),
        Event.FOUND: ("found",),
        Event.GENERATE: ("each",),
        Event.DUPLICATE: ("known", "discard"),
        Event.NEW: ("known",),
        Event.GO: ("stuck", "go"),
        Event.FAIL: ("stuck", "fail"),
    },
)

ALGORITHM = Algorithm(
    name="walk",
    title="Hill climbing (no revisits)",
    summary="always moves to the unvisited neighbour with the lowest h: fast, but may get stuck",
    rank=80,
    make=lambda task: Walk(task, 0, 1),
    evaluation="h",
    figures=("depth", "best_h"),
    codes=(CODE,),
)
