"""What is known of a solution's length beside the shortest: in words, and as a number."""

from __future__ import annotations

from puzzler.humanize import (
    TIMES,
    above_shortest,
    counted,
    memory,
    precise_time,
    roughly_counted,
    sentence,
)
from puzzler.search.options import LimitKind
from puzzler.search.result import Outcome, SearchResult

_LIMITS = {
    LimitKind.TIME: "Time limit reached",
    LimitKind.EXPANSIONS: "Expansion limit reached",
    LimitKind.MEMORY: "Memory limit reached",
}
OPTIMAL = "Optimal"
NO_GUARANTEE = "No guarantee"


def guarantee(result: SearchResult) -> str:
    """What is known of the solution, in a few words; "" where there is none."""
    if result.gap:
        return above_shortest(result.gap)
    return factor_in_words(result.bound_factor) if result.status is Outcome.SOLVED else ""


def factor_in_words(factor: float | None) -> str:
    """A solution at most ``factor`` times the shortest: "at most twice the optimum"."""
    if factor is None:
        return "no guarantee"
    if factor == 1:
        return "proven optimal"
    times = "twice" if factor == 2 else f"{factor:g} times"
    return f"at most {times} the optimum"


def brief_guarantee(
    result: SearchResult, shortest: int | None = None, lower_bound: int | None = None
) -> str:
    """For a table, beside the ``shortest`` length; without a solution, why there is none.

    lower_bound: what another search has proven of the same board.
    """
    match result.status:
        case Outcome.UNSOLVABLE:
            return "Unsolvable"
        case Outcome.CANCELLED:
            return "Stopped"
        case Outcome.LIMIT if result.note:
            return "No solution found"
        case Outcome.LIMIT if result.limit_reached is LimitKind.EXPANSIONS:
            return f"Out of expansions ({result.stats.expanded:,})"
        case Outcome.LIMIT:
            return reason_without_solution(result)
    if shortest is not None:
        longer = len(result.moves) - shortest
        return f"+{counted(longer, 'move')}" if longer else OPTIMAL
    if result.proven_optimal:
        return OPTIMAL
    gap = len(result.moves) - lower_bound if lower_bound else result.gap
    return f"At most +{counted(gap, 'move')}" if gap else brief_factor(result.bound_factor)


def brief_factor(factor: float | None) -> str:
    """A solution at most ``factor`` times the shortest, in the words of a table."""
    if factor == 1:
        return OPTIMAL
    return NO_GUARANTEE if factor is None else f"At most {factor:g}{TIMES}"


def times_shortest(
    result: SearchResult, shortest: int | None = None, lower_bound: int | None = None
) -> float | None:
    """How many times the shortest the solution is at most; None for unknown, and for none."""
    length = result.length
    if length is None:
        return None
    if result.proven_optimal or length == shortest:
        return 1.0
    if shortest is not None:
        return length / shortest
    bound = lower_bound or (result.lower_bound if result.gap else None)
    if bound:
        return length / bound
    return result.bound_factor


def reason_without_solution(result: SearchResult) -> str:
    """Why a search gave up, in a few words: "Out of memory (2.1 GB)"."""
    if result.note:
        return sentence(result.note)
    match result.limit_reached:
        case LimitKind.MEMORY:
            return f"Out of memory ({memory(result.stats.memory_bytes or result.stats.bytes)})"
        case LimitKind.TIME:
            return f"Out of time ({precise_time(result.stats.elapsed)})"
        case LimitKind.EXPANSIONS:
            return "Limit of expanded states reached"
        case None:
            return "No solution found"


def outcome_line(
    result: SearchResult, shortest: int | None = None, lower_bound: int | None = None
) -> str:
    """How a search ended: "Solved: 14 moves, optimal, 42 expanded".

    shortest: the length of the shortest solution, where that is proven by any search; lower_bound:
    what another search has proven.
    """
    stats, length = result.stats, result.length
    expanded = roughly_counted(stats.expanded, "expanded", "expanded")
    bound = f"lower bound {result.lower_bound:,}" if result.lower_bound else ""
    if length is not None:
        is_optimal = result.proven_optimal or length == shortest
        ended = "Solved"
        if result.improvements and not is_optimal:
            ended = "Stopped"
            if result.limit_reached is not None:
                ended = _LIMITS[result.limit_reached]
        quality = _quality(result, shortest, lower_bound)
        return f"{ended}: {_joined(counted(length, 'move'), quality, expanded)}"
    match result.status:
        case Outcome.UNSOLVABLE:
            return f"Unsolvable: {roughly_counted(stats.expanded, 'reachable state')} searched"
        case Outcome.CANCELLED if not stats.expanded:
            return "Stopped before the first expansion"
        case Outcome.CANCELLED:
            return f"Stopped: {_joined(expanded, bound)}"
    if result.note:
        return sentence(result.note)
    kind = result.limit_reached
    if kind is None:
        return f"No solution found: {expanded}"
    done = roughly_counted(stats.stored, "state") if kind is LimitKind.MEMORY else expanded
    return f"{_LIMITS[kind]}: {_joined(done, bound, whole_process(result))}"


def whole_process(result: SearchResult) -> str:
    """The memory of the process at a limit on that of the search; "" where it is unknown."""
    return f"the program has {memory(result.process_bytes)} in all" if result.process_bytes else ""


def _quality(result: SearchResult, shortest: int | None, lower_bound: int | None) -> str:
    """What is known of a solution beside the optimum, within a line."""
    if result.proven_optimal or len(result.moves) == shortest:
        return "optimal"
    if shortest is not None:
        return f"optimum {shortest:,}"
    if result.gap or lower_bound:
        return f"lower bound {lower_bound or result.lower_bound:,}"
    factor = result.bound_factor
    return "no guarantee" if factor is None else f"at most {factor:g}{TIMES} optimal"


def _joined(*parts: str) -> str:
    return ", ".join(filter(None, parts))
