"""The outcome of a search as text, and the quality of its solution as text and as a number."""

from __future__ import annotations

from puzzler.board.path import count_slides
from puzzler.humanize import (
    TIMES,
    above_shortest,
    counted,
    duration,
    memory,
    precise_time,
    roughly_counted,
    sentence,
)
from puzzler.search.options import Limit, LimitKind
from puzzler.search.result import Metric, Outcome, SearchResult

SEARCH_STOPPED = "Search stopped"
OPTIMAL = "Optimal"
NOT_PROVEN = "Not proven optimal"


def command_text(result: SearchResult, limit: Limit | None = None) -> str:
    """Return how a search ended for the command line, such as "out of memory after 34 states".

    limit: the limit of the search.
    """
    if result.status is Outcome.SOLVED:
        return f"{_lengths(result)}, {guarantee(result)}"
    reason = result.note or _command_reason(result, limit or Limit())
    is_stopped = result.status is Outcome.CANCELLED
    fewest = _fewest(result, result.lower_bound, is_proof=is_stopped)
    return "; ".join(filter(None, (reason, fewest)))


def result_summary(result: SearchResult) -> str:
    """Return the length, the guarantee and the moves, or why there is no solution."""
    moves = "".join(move.letter for move in result.moves)
    return ": ".join(filter(None, (command_text(result), moves)))


def _lengths(result: SearchResult) -> str:
    single = counted(len(result.moves), "move")
    if result.metric is Metric.SINGLE:
        return single
    return f"{counted(count_slides(result.moves), result.metric.noun)} ({single} of one tile)"


def _fewest(result: SearchResult, bound: int, *, is_proof: bool) -> str:
    """Return "no solution has fewer than 20 moves", or "" if that is not proven."""
    is_proof |= result.status is Outcome.LIMIT and not result.note
    fewest = counted(bound, result.metric.noun)
    return f"no solution has fewer than {fewest}" if is_proof and bound else ""


def state_text(result: SearchResult) -> str:
    """Return the state of a search: "Stopped at the memory limit after 10.3 s"."""
    status, seconds = result.status, result.stats.elapsed
    state, preposition = "Finished", "in"
    if status is Outcome.LIMIT and result.limit_reached is not None:
        name = "expansion" if result.limit_reached is LimitKind.EXPANSIONS else None
        state, preposition = f"Stopped at the {name or result.limit_reached.value} limit", "after"
    elif status is Outcome.CANCELLED:
        state, preposition = "Stopped", "after"
    return f"{state} {preposition} {duration(seconds)}" if seconds else state


def cell_text(
    result: SearchResult, shortest: int | None = None, lower_bound: int | None = None
) -> str:
    """Return a cell in the Quality column of a table: "Out of memory (2.1 GB)".

    shortest: the optimal length if any search has proven it. lower_bound: the largest lower bound
    that another search has proven.
    """
    stats = result.stats
    match result.status:
        case Outcome.UNSOLVABLE:
            return "Unsolvable"
        case Outcome.CANCELLED:
            return "Stopped"
        case Outcome.LIMIT:
            if result.note or result.limit_reached is None:
                return "No solution found"
            resource, used = {
                LimitKind.MEMORY: ("memory", memory(stats.memory_bytes or stats.bytes)),
                LimitKind.TIME: ("time", precise_time(stats.elapsed)),
                LimitKind.EXPANSIONS: ("expansions", f"{stats.expanded:,}"),
            }[result.limit_reached]
            return f"Out of {resource} ({used})"
    if shortest is not None:
        longer = len(result.moves) - shortest
        return f"+{counted(longer, 'move')}" if longer else OPTIMAL
    if result.proven_optimal:
        return OPTIMAL
    gap = len(result.moves) - lower_bound if lower_bound else result.gap
    return f"At most +{counted(gap, 'move')}" if gap else brief_factor(result.bound_factor)


def line_text(
    result: SearchResult, shortest: int | None = None, lower_bound: int | None = None
) -> str:
    """Return how a search ended as a line in the window: "Out of memory after 34 states".

    shortest, lower_bound: see ``cell_text``.
    """
    if result.status is not Outcome.SOLVED:
        bound = max(lower_bound or 0, result.lower_bound)
        fewest = _fewest(result, bound, is_proof=False)
        return ". ".join(filter(None, (_reason(result), sentence(fewest))))
    quality = factor_text(result.bound_factor)
    if result.proven_optimal or len(result.moves) == shortest:
        quality = "optimal"
    elif shortest is not None:
        quality = f"shortest: {shortest:,}"
    elif result.gap or lower_bound:
        quality = f"the shortest takes at least {lower_bound or result.lower_bound:,}"
    expanded = roughly_counted(result.stats.expanded, "expanded", "expanded")
    slides = count_slides(result.moves)
    is_both = result.metric is Metric.MULTI or slides == len(result.moves)
    lengths = _lengths(result) + ("" if is_both else f" ({slides:,} multi-tile)")
    return f"Solved: {lengths}, {quality}, {expanded}"


def _reason(result: SearchResult) -> str:
    stats = result.stats
    match result.status:
        case Outcome.UNSOLVABLE:
            return f"Unsolvable: {roughly_counted(stats.expanded, 'reachable state')} searched"
        case Outcome.CANCELLED:
            return SEARCH_STOPPED
    if result.note:
        return sentence(result.note)
    states = roughly_counted(stats.stored or stats.expanded, "state")
    match result.limit_reached:
        case LimitKind.MEMORY if not (stats.stored or stats.expanded):
            return f"The pattern databases exceed the memory limit ({memory(stats.memory_bytes)})"
        case LimitKind.MEMORY:
            used = f" ({memory(stats.memory_bytes)})" if stats.memory_bytes else ""
            return f"Out of memory{used} after {states}"
        case LimitKind.TIME:
            return f"Out of time after {precise_time(stats.elapsed)}"
        case LimitKind.EXPANSIONS:
            return f"Stopped at the limit of {roughly_counted(stats.expanded, 'expanded state')}"
        case None:
            return f"No solution found after {states}"


def _command_reason(result: SearchResult, limit: Limit) -> str:
    if result.status is not Outcome.LIMIT:
        return result.status.value
    match result.limit_reached:
        case LimitKind.TIME if limit.seconds is not None:
            return f"out of time after {limit.seconds:g} s"
        case LimitKind.MEMORY if process := result.process_bytes:
            used = f"{memory(limit.memory)}, {memory(process)} in the process"
            return f"out of memory ({used}) after {roughly_counted(result.stats.stored, 'state')}"
    reason = _reason(result)
    return reason[:1].lower() + reason[1:]


def guarantee(result: SearchResult) -> str:
    """Return how close to optimal the solution is proven to be, or "" if there is no solution.

    >>> from puzzler import Board, solve
    >>> guarantee(solve(Board.parse("8 6 7/2 5 4/3 0 1"), heuristic="manhattan+misplaced"))
    'at most twice the optimal length'
    """
    if result.gap:
        return above_shortest(result.gap)
    if result.status is not Outcome.SOLVED:
        return ""
    return factor_text(result.bound_factor, "the optimal length")


def factor_text(factor: float | None, unit: str = "the shortest") -> str:
    """Describe a solution of at most ``factor`` times ``unit``: "at most twice the shortest"."""
    if factor is None:
        return "not proven optimal"
    if factor == 1:
        return "proven optimal"
    times = "twice" if factor == 2 else f"{factor:g} times"
    return f"at most {times} {unit}"


def brief_factor(factor: float | None) -> str:
    """Describe a solution of at most ``factor`` times the optimal length in a table cell."""
    if factor == 1:
        return OPTIMAL
    return NOT_PROVEN if factor is None else f"At most {factor:g}{TIMES}"


def length_ratio(
    result: SearchResult, shortest: int | None = None, lower_bound: int | None = None
) -> float | None:
    """Return an upper bound on the length divided by the optimal length, or None if unknown."""
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
