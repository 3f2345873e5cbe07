"""An answer at once, ever shorter, while a bound from below rises; see ``engine.anytime``."""

from __future__ import annotations

from puzzler.search.engine.algorithm import Algorithm
from puzzler.search.engine.anytime import Anytime
from puzzler.search.engine.improving import first_answer
from puzzler.search.engine.task import no_promise

ALGORITHM = Algorithm(
    name="anytime",
    title="Anytime",
    summary="an answer at once, ever shorter, until it is proven shortest or the search is stopped",
    rank=17,
    make=Anytime,
    promise=no_promise,
    at_once=first_answer,
    heuristic="learned",
    figures=("bound",),
    bound_name="At least",
    improves=True,
    uses_order=False,
)
