"""The figures of a search as they are shown: live, as a progress bar, and as a row of a table.

Columns of the table are those of every table of methods, see ``puzzler.search.comparison``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from puzzler import humanize
from puzzler.board.board import Board
from puzzler.game.watch.run import Run
from puzzler.humanize import counted
from puzzler.search import records
from puzzler.search.comparison import COLUMNS, Entry, record
from puzzler.search.compilation import COMPILING
from puzzler.search.guarantee import brief_guarantee
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS
from puzzler.search.result import Improvement, Outcome, SearchResult, SearchStats


@dataclass(frozen=True)
class Figures:
    """What is known of a search just now; without ``stats`` before its first state."""

    method: Method
    state: str
    stats: SearchStats | None = None
    rate: float = 0.0
    """States expanded in a second."""
    current: Board | None = None
    """The state that is being expanded."""
    improvements: tuple[Improvement, ...] = ()
    """How both bounds came closer, where the search has two."""
    best_length: int | None = None
    lower_bound: int = 0
    is_over: bool = False


def figures(run: Run) -> Figures:
    """Those of ``run``."""
    result, progress, current = run.result, run.progress, None
    if progress is not None:
        stats, rate, current = progress.stats, progress.rate, progress.current
    elif result is not None and (result.stats.expanded or result.stats.elapsed):
        stats = result.stats
        rate = stats.expanded / stats.elapsed if stats.elapsed else 0.0
    else:
        return Figures(run.method, state(run), is_over=run.is_over)
    return Figures(
        run.method,
        state(run),
        stats,
        rate,
        current,
        run.improvements,
        run.best_length,
        run.lower_bound,
        run.is_over,
    )


def state(run: Run) -> str:
    """What ``run`` is doing, in a few words."""
    if run.is_over and run.result is None:
        return "Failed"
    if run.result is not None:
        is_stopped = run.result.status is Outcome.CANCELLED
        seconds, ended = run.result.stats.elapsed, "Stopped after" if is_stopped else "Finished in"
        return f"{ended} {humanize.duration(seconds)}" if seconds else ended.partition(" ")[0]
    if run.building is COMPILING:
        return humanize.sentence(COMPILING.what)
    if run.building is not None and run.has_track:
        return "Playing the first solution, search starting"
    if run.building is not None:
        share = math.floor(100 * run.building.done)
        if share >= 100:
            return "Tables built, search starting"
        return f"Building tables, first time only: {share} %"
    if run.plays_interim and run.interim is not None:
        return f"Searching; playing a solution by {ALGORITHMS[run.interim.method.algorithm].title}"
    return "Paused" if run.is_paused else "Searching"


@dataclass(frozen=True)
class Bar:
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
) -> Bar:
    """By its lower bound, where that grows; else by its smallest h; else its depth.

    lower_bound: proven; best_length: moves of its best solution; result: where it has ended;
    shortest: moves of the shortest solution known.
    """
    if result is not None and result.status is Outcome.SOLVED:
        return Bar(1.0, counted(len(result.moves), "move"))
    entry = ALGORITHMS[algorithm]
    lengths = [length for length in (best_length, shortest) if length is not None]
    least = min(lengths, default=None)
    if lower_bound and ("bound" in entry.figures or not entry.uses_heuristic):
        if not least:
            return Bar(None, f"Lower bound {lower_bound:,}")
        share = min(1.0, lower_bound / least)
        return Bar(share, f"Lower bound {lower_bound:,} (best {least:,})")
    if "best_h" in entry.figures and start_h:
        best_h = min(stats.best_h, start_h) if stats.expanded else start_h
        return Bar(1 - best_h / start_h, f"Best h {best_h:,} (start {start_h:,})")
    return Bar(None, f"Depth {stats.depth:,}")


@dataclass(frozen=True)
class Row:
    """One finished search."""

    number: int
    method: Method
    result: SearchResult
    shortest: int | None = None
    """The length of the board's shortest solution, where that is proven."""
    played: int | None = None
    """Moves of its track, where that is not as long as the best solution: some were played, and
    taken back, before that was found; or another search had fewer. None where both are equal."""
    is_shown: bool = False
    """Its figures and its track are the ones on the screen."""

    @property
    def entry(self) -> Entry:
        """The same among other methods."""
        return Entry(self.method, (self.result,), (self.shortest,))

    @property
    def worth(self) -> str:
        """What is known of the solution beside the shortest, or why there is none."""
        return brief_guarantee(self.result, self.shortest)

    @property
    def cells(self) -> tuple[str, ...]:
        """What stands in the columns, as people read it."""
        entry = self.entry
        texts = {column.name: column.text(entry) for column in COLUMNS}
        if self.played is not None:
            texts["length"] += f" ({self.played:,} played)"
        return tuple(texts.values())


def as_text(rows: Sequence[Row]) -> str:
    """The rows under their headings, tabs between the columns: for the clipboard."""
    return records.as_tabs([[column.title for column in COLUMNS], *(row.cells for row in rows)])


def as_csv(rows: Sequence[Row]) -> str:
    """The rows with plain numbers, under a line of headings."""
    return records.as_csv(
        [{**record(row.entry), "played": row.played or row.result.length} for row in rows]
    )
