"""The lines that are shown about searches that are watched."""

from __future__ import annotations

from puzzler.game.play import messages
from puzzler.humanize import counted, roughly_counted, sentence
from puzzler.search.guarantee import factor_in_words, guarantee, reason_without_solution
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS
from puzzler.search.result import Outcome, SearchResult

STOPPED = "Search stopped"
GO_ON = "Go on with anytime"
EVER_SHORTER = "An answer at once, then ever shorter ones"
SEARCHING = "Searching"
PAUSED = "Search paused"


def worth(result: SearchResult, shortest: int | None) -> str:
    """What a solution is worth, beside the length of the shortest where that is known."""
    if shortest is not None:
        longer = len(result.moves) - shortest
        return f"{counted(longer, 'move')} longer than the shortest" if longer else "Shortest"
    return "Shortest" if result.proven_optimal else sentence(guarantee(result))


def worth_ahead(method: Method) -> str:
    """What an answer of ``method`` will be worth."""
    factor = method.guarantee()
    if ALGORITHMS[method.algorithm].improves:
        return EVER_SHORTER
    return "Finds a shortest solution" if factor == 1 else sentence(factor_in_words(factor))


def outcome(result: SearchResult, shortest: int | None = None) -> str:
    """The result of a search, and the guarantee of its solution.

    shortest: the length of the shortest answer, where that is known.
    """
    states = roughly_counted(result.stats.expanded, "state")
    match result.status:
        case Outcome.SOLVED:
            moves = counted(len(result.moves), "move")
            value = worth(result, shortest)
            said = value[:1].lower() + value[1:]
            return f"Found {moves} after {states}: {said}"
        case Outcome.UNSOLVABLE:
            return f"{messages.UNSOLVABLE}: all {states} that it can reach were searched"
        case Outcome.CANCELLED if not result.stats.expanded:
            return f"{STOPPED} before it began"
        case Outcome.CANCELLED:
            return f"{STOPPED} after {states}"
        case Outcome.LIMIT if result.note:
            return sentence(result.note)
        case Outcome.LIMIT:
            said = f"{reason_without_solution(result)} after {states}"
            if not result.lower_bound:
                return said
            return f"{said}; a solution takes at least {counted(result.lower_bound, 'move')}"


def going_on(result: SearchResult, method: Method) -> str:
    """Said where an automatic search stops at a limit, and ``method`` goes on."""
    before, after = ALGORITHMS[result.algorithm].title, ALGORITHMS[method.algorithm].title
    said = reason_without_solution(result)
    return f"{before}: {said[:1].lower()}{said[1:]}. {after} goes on"
