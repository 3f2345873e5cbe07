"""Bidirectional search that meets in the middle (MM, Holte 2016); see ``engine.bidirectional``."""

from __future__ import annotations

from puzzler.search.engine.algorithm import Algorithm, Keeps
from puzzler.search.engine.bidirectional import Bidirectional
from puzzler.search.engine.task import by_smallest_f

ALGORITHM = Algorithm(
    name="bidirectional",
    title="Bidirectional",
    summary="searches from both ends at once; shortest if h never overestimates",
    rank=60,
    make=Bidirectional,
    promise=by_smallest_f,
    keeps=Keeps.BOTH_SIDES,
    figures=("frontier", "bound", "depth", "best_h"),
    bound_name="Bound",
)
