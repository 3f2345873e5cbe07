"""What an answer is worth, in the two or three words that a table has room for."""

from __future__ import annotations

from puzzler.humanize import TIMES, memory, precise_time, sentence
from puzzler.search.limits import LimitKind
from puzzler.search.result import Outcome, SearchResult

SHORTEST = "Shortest"
NO_PROMISE = "No promise"


def brief_worth(result: SearchResult, shortest: int | None = None) -> str:
    """What the answer is worth or, where there is none, why not.

    shortest: the length of the board's shortest answer, where that is known.
    """
    if result.status is not Outcome.SOLVED:
        return _why_not(result)
    if shortest is not None:
        longer = len(result.moves) - shortest
        return f"{longer:,} longer" if longer else SHORTEST
    if result.proven_optimal:
        return SHORTEST
    if result.gap:
        return f"At most {result.gap:,} above"
    return within(result.bound_factor)


def _why_not(result: SearchResult) -> str:
    match result.status:
        case Outcome.UNSOLVABLE:
            return "Cannot be solved"
        case Outcome.CANCELLED:
            return "Stopped"
    if result.note:
        return "No solution found"
    if result.limit_reached is LimitKind.EXPANSIONS:
        return f"Out of expansions ({result.stats.expanded:,})"
    return limit_reached(result)


def within(factor: float | None) -> str:
    """An answer that is at most ``factor`` times the shortest; None promises nothing."""
    if factor == 1:
        return SHORTEST
    return NO_PROMISE if factor is None else f"At most {factor:g}{TIMES}"


def times_shortest(result: SearchResult, shortest: int | None = None) -> float | None:
    """The same as a number: the answer is at most so many times the shortest.

    None where there is no answer, and where nothing is promised.
    """
    length = result.length
    if length is None:
        return None
    if result.proven_optimal or length == shortest:
        return 1.0
    if shortest is not None:
        return length / shortest
    if result.gap and result.lower_bound:
        return length / result.lower_bound
    return result.bound_factor


def limit_reached(result: SearchResult) -> str:
    """Why a search without an answer gave up, in a few words: "Out of memory (2.1 GB)"."""
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
