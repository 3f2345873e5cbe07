"""The lines that are shown about searches that are watched."""

from __future__ import annotations

from puzzler.humanize import sentence
from puzzler.search.guarantee import factor_in_words, outcome_line
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS
from puzzler.search.result import SearchResult

STOPPED = "Search stopped"
GO_ON = "Keep trying (Anytime)"
EVER_SHORTER = "Fast first solution, then keeps improving it"
SEARCHING = "Searching"
PAUSED = "Search paused"


def worth_ahead(method: Method) -> str:
    """What is known beforehand of the solutions of ``method``."""
    factor = method.guarantee()
    if ALGORITHMS[method.algorithm].improves:
        return EVER_SHORTER
    return "Finds a shortest solution" if factor == 1 else sentence(factor_in_words(factor))


def going_on(result: SearchResult, method: Method) -> str:
    """Said where an automatic search stops at a limit, and ``method`` goes on."""
    before, after = ALGORITHMS[result.algorithm].title, ALGORITHMS[method.algorithm].title
    ended = outcome_line(result)
    return f"{before}: {ended[:1].lower()}{ended[1:]}. Continuing with {after}"
