"""The shown figures of a search: live figures, rows of finished searches, and their outcome."""

from __future__ import annotations

import math
from dataclasses import dataclass

from puzzler import humanize
from puzzler.game.core.distances import ShortestLength
from puzzler.game.core.live_figures import LiveFigures
from puzzler.game.watch.run import Run
from puzzler.humanize import counted
from puzzler.search.compilation import COMPILING
from puzzler.search.method import Method
from puzzler.search.report.comparison import Entry
from puzzler.search.report.texts import TextStyle, factor_text, result_text
from puzzler.search.result import SearchResult


def live_figures(run: Run, lower_bound: int) -> LiveFigures:
    """Return the figures of ``run``. lower_bound: the bound that any search has proven."""
    result, progress, current = run.result, run.progress, None
    if progress is not None:
        stats, rate, current = progress.stats, progress.rate, progress.current
    elif result is not None and (result.stats.expanded or result.stats.elapsed):
        stats = result.stats
        rate = stats.expanded / stats.elapsed if stats.elapsed else 0.0
    else:
        return LiveFigures(method=run.method, state=_state(run), is_over=run.is_over)
    return LiveFigures(
        method=run.method,
        state=_state(run),
        stats=stats,
        rate=rate,
        current=current,
        improvements=run.improvements,
        best_length=run.length,
        lower_bound=max(run.lower_bound, lower_bound),
        is_over=run.is_over,
    )


def _state(run: Run) -> str:
    if run.is_over and run.result is None:
        return "Failed"
    if run.result is not None:
        return result_text(run.result, TextStyle.STATE)
    if run.building is COMPILING:
        return humanize.sentence(COMPILING.what)
    if run.building is not None:
        share = math.floor(100 * run.building.done)
        if share >= 100:
            return "Tables built, search starting"
        return f"Building tables (first time only): {share} %"
    return "Paused" if run.is_paused else "Searching"


@dataclass(frozen=True)
class SearchRow:
    """One finished search."""

    number: int
    method: Method
    result: SearchResult
    shortest: int | None = None
    """The length of the board's shortest solution; None if it is not proven."""
    is_shown: bool = False
    """Whether its figures and its solution are on the screen."""

    @property
    def entry(self) -> Entry:
        """The search as an entry of a comparison."""
        return Entry(self.method, (self.result,), (self.shortest,))

    @property
    def quality(self) -> str:
        """The comparison of the solution with the shortest, or the reason why there is none."""
        return result_text(self.result, TextStyle.CELL, self.shortest)


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
