"""The result of a search in one sentence, for people who play."""

from __future__ import annotations

from puzzler.game.core.distances import ShortestLength
from puzzler.game.watch.run import Run
from puzzler.humanize import counted, memory, precise_time, roughly_counted, sentence
from puzzler.search.options import LimitKind
from puzzler.search.result import Outcome, SearchResult

SEARCH_STOPPED = "Search stopped"


def outcome_text(run: Run, shortest: ShortestLength) -> str:
    """Return the length of the solution, or how the search ended; "" while it has no result.

    shortest: the known bounds of the board's shortest solution.
    """
    if run.length is not None:
        factor = None if run.result is None else run.result.bound_factor
        return solution_text(run.length, shortest, factor)
    return "" if run.result is None else _ending_text(run.result, shortest)


def solution_text(length: int, shortest: ShortestLength, factor: float | None = None) -> str:
    """Compare the length of a solution with the shortest: "53 moves (the shortest is 51)".

    factor: the guaranteed ratio to the shortest length; None if there is no guarantee.
    """
    found = f"Solution found: {counted(length, 'move')}"
    if length in (shortest.moves, shortest.at_least):
        return f"{found}, the shortest possible"
    if shortest.moves is not None:
        return f"{found} (the shortest is {shortest.moves:,})"
    if shortest.at_least and (factor is None or shortest.at_least * factor > length):
        return f"{found} (the shortest takes at least {shortest.at_least:,})"
    if factor is None:
        return found
    times = "twice" if factor == 2 else f"{factor:g} times"
    return f"{found} (at most {times} the shortest)"


def _ending_text(result: SearchResult, shortest: ShortestLength) -> str:
    """Return why a search has no solution, and the lower bound that it has proven."""
    stats = result.stats
    states = roughly_counted(stats.stored or stats.expanded, "state")
    match result.status:
        case Outcome.UNSOLVABLE:
            return f"Unsolvable: {roughly_counted(stats.expanded, 'reachable state')} searched"
        case Outcome.CANCELLED:
            return SEARCH_STOPPED
    if result.note:
        return sentence(result.note)
    match result.limit_reached:
        case LimitKind.MEMORY:
            used = f" ({memory(stats.memory_bytes)})" if stats.memory_bytes else ""
            reason = f"Out of memory{used} after {states}"
        case LimitKind.TIME:
            reason = f"Out of time after {precise_time(stats.elapsed)}"
        case LimitKind.EXPANSIONS:
            reason = f"Stopped at the limit of {roughly_counted(stats.expanded, 'state')}"
        case None:
            reason = f"No solution found after {states}"
    bound = max(shortest.at_least, result.lower_bound)
    return f"{reason}. No solution has fewer than {counted(bound, 'move')}" if bound else reason
