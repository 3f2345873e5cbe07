"""The figures of a search on the screen: live, as a progress bar, and as a row of a table.

The columns are those of all tables of methods, see ``puzzler.search.report.comparison``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from puzzler import humanize
from puzzler.board.board import Board
from puzzler.game.watch.run import Run
from puzzler.humanize import counted
from puzzler.search.compilation import COMPILING
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS
from puzzler.search.report import export
from puzzler.search.report.comparison import COLUMNS, Entry, record
from puzzler.search.report.texts import TextStyle, result_text
from puzzler.search.result import Improvement, Outcome, SearchResult, SearchStats


@dataclass(frozen=True, kw_only=True)
class Figures:
    """A snapshot of a search; ``stats`` is None before the first expansion."""

    method: Method
    state: str
    stats: SearchStats | None = None
    rate: float = 0.0
    """States expanded per second."""
    current: Board | None = None
    """The state being expanded."""
    improvements: tuple[Improvement, ...] = ()
    """Both bounds over time, if the search improves its solution."""
    best_length: int | None = None
    """Moves of the solution."""
    lower_bound: int = 0
    """A proven lower bound on the length of every solution."""
    is_over: bool = False


def figures(run: Run, lower_bound: int) -> Figures:
    """The figures of ``run``. lower_bound: proven for its board, by any search."""
    result, progress, current = run.result, run.progress, None
    if progress is not None:
        stats, rate, current = progress.stats, progress.rate, progress.current
    elif result is not None and (result.stats.expanded or result.stats.elapsed):
        stats = result.stats
        rate = stats.expanded / stats.elapsed if stats.elapsed else 0.0
    else:
        return Figures(method=run.method, state=state(run), is_over=run.is_over)
    return Figures(
        method=run.method,
        state=state(run),
        stats=stats,
        rate=rate,
        current=current,
        improvements=run.improvements,
        best_length=run.length,
        lower_bound=max(run.lower_bound, lower_bound),
        is_over=run.is_over,
    )


def state(run: Run) -> str:
    """The state of ``run`` in a few words."""
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
        return f"Building tables, first time only: {share} %"
    return "Paused" if run.is_paused else "Searching"


@dataclass(frozen=True)
class SearchProgress:
    """How far a search is."""

    share: float | None
    """0 to 1; None where it is not known."""
    words: str
    """What is measured: "Lower bound 38 (best 46)", "Best h 5 (start 31)", "Depth 1,204"."""


def bar(
    algorithm: str,
    stats: SearchStats,
    start_h: int,
    lower_bound: int,
    best_length: int | None,
    result: SearchResult | None = None,
    shortest: int | None = None,
) -> SearchProgress:
    """By its lower bound, where that grows; else by its smallest h; else its depth.

    lower_bound: proven; best_length: moves of its best solution; result: where it has ended;
    shortest: moves of the shortest solution known.
    """
    if result is not None and result.status is Outcome.SOLVED:
        return SearchProgress(1.0, counted(len(result.moves), "move"))
    entry = ALGORITHMS[algorithm]
    lengths = [length for length in (best_length, shortest) if length is not None]
    least = min(lengths, default=None)
    if lower_bound and ("bound" in entry.figures or not entry.uses("heuristic")):
        if not least:
            return SearchProgress(None, f"Lower bound {lower_bound:,}")
        share = min(1.0, lower_bound / least)
        return SearchProgress(share, f"Lower bound {lower_bound:,} (best {least:,})")
    if "best_h" in entry.figures and start_h:
        best_h = min(stats.best_h, start_h) if stats.expanded else start_h
        return SearchProgress(1 - best_h / start_h, f"Best h {best_h:,} (start {start_h:,})")
    return SearchProgress(None, f"Depth {stats.depth:,}")


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
        """How the solution compares with the shortest, or why there is none."""
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
