"""The shown figures of a search: live figures, and rows of the table of searches.

The columns are those of all tables of methods, see ``puzzler.search.report.comparison``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from puzzler import humanize
from puzzler.game.core.live_figures import LiveFigures
from puzzler.game.watch.run import Run
from puzzler.search.compilation import COMPILING
from puzzler.search.method import Method
from puzzler.search.report import export
from puzzler.search.report.comparison import COLUMNS, Entry, record
from puzzler.search.report.texts import TextStyle, result_text
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

    @property
    def cells(self) -> tuple[str, ...]:
        """The text of each column."""
        return tuple(column.text(self.entry) for column in COLUMNS)


def as_text(rows: Sequence[SearchRow]) -> str:
    """The rows with a header, columns separated by tabs, for the clipboard."""
    return export.as_tabs([[column.title for column in COLUMNS], *(row.cells for row in rows)])


def as_csv(rows: Sequence[SearchRow]) -> str:
    """The rows as CSV with a header and plain numbers."""
    return export.records_as_csv([record(row.entry) for row in rows])
