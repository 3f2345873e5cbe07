"""The walk, hill climbing that may not turn back (Pearl 1984); see ``engine.walk``."""

from __future__ import annotations

from puzzler.search.engine.algorithm import Algorithm
from puzzler.search.engine.task import no_promise
from puzzler.search.engine.walk import Walk

ALGORITHM = Algorithm(
    name="walk",
    title="Walk",
    summary="always moves to the unvisited neighbour with the smallest h: fast, but may get stuck",
    rank=80,
    make=Walk,
    promise=no_promise,
    figures=("depth", "best_h"),
)
