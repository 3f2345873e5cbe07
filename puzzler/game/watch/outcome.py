"""The result of a search in one sentence, for players."""

from __future__ import annotations

from puzzler.game.core.distances import ShortestLength
from puzzler.game.watch.run import Run
from puzzler.humanize import counted
from puzzler.search.report.texts import TextStyle, factor_text, result_text


def outcome_text(run: Run, shortest: ShortestLength) -> str:
    """Return the length of the solution, or how the search ended; "" while it has no result.

    shortest: the known bounds of the board's shortest solution.
    """
    if run.length is not None:
        factor = None if run.result is None else run.result.bound_factor
        return solution_text(run.length, shortest, factor, is_from_here=bool(run.moves_before))
    if run.result is None:
        return ""
    return result_text(run.result, TextStyle.LINE, lower_bound=shortest.at_least)


def solution_text(
    length: int,
    shortest: ShortestLength,
    factor: float | None = None,
    *,
    is_from_here: bool = False,
) -> str:
    """Compare the length of a solution with the shortest: "53 moves (the shortest is 51)".

    factor: the guaranteed ratio to the shortest length; None if there is no guarantee.
    is_from_here: whether moves were made before, so that the shortest length of the game differs.
    """
    found = f"Solution found: {counted(length, 'move')}{' from here' * is_from_here}"
    if length in (shortest.moves, shortest.at_least):
        return f"{found}, the shortest possible"
    if shortest.moves is not None:
        return f"{found} (the shortest is {shortest.moves:,})"
    if shortest.at_least and (factor is None or shortest.at_least * factor > length):
        return f"{found} (the shortest takes at least {shortest.at_least:,})"
    if factor is None:
        return found
    return f"{found} ({factor_text(factor)})"
