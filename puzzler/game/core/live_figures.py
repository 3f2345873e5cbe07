"""Live figures of a search and their captions, for Watch, the Lab and races."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from puzzler import humanize
from puzzler.board.board import Board
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS
from puzzler.search.result import Improvement, Outcome, SearchResult, SearchStats

_OPTIONAL = {"frontier", "depth", "best_h", "bound"}


@dataclass(frozen=True, kw_only=True)
class LiveFigures:
    """The figures of a search at one moment."""

    method: Method
    stats: SearchStats | None = None
    """The counters of the search; None before the first expansion."""
    rate: float = 0.0
    """States expanded per second."""
    current: Board | None = None
    improvements: tuple[Improvement, ...] = ()
    """Both bounds over time, if the search improves its solution."""
    best_length: int | None = None
    lower_bound: int = 0
    state: str = ""
    is_over: bool = False


class FigureCaption(NamedTuple):
    """A figure formatted as text, with its caption."""

    title: str
    value: str
    brief: str


def figure_captions(figures: LiveFigures, names: Iterable[str]) -> dict[str, FigureCaption]:
    """Return the figures by name, without those that the algorithm does not have.

    names: "rate", "time", "memory" or a field of ``SearchStats``.
    """
    stats, algorithm = figures.stats, ALGORITHMS[figures.method.algorithm]
    if stats is None:
        return {}
    captions = {}
    for name in names:
        title = algorithm.bound_name if name == "bound" else name.capitalize().replace("_", " ")
        if name in _OPTIONAL and name not in algorithm.figures:
            continue
        if name == "rate":
            value = brief = f"{humanize.short_count(figures.rate)}/s"
        elif name == "time":
            value = (humanize.exact_time if figures.is_over else humanize.duration)(stats.elapsed)
            brief = seconds_text(stats.elapsed).replace("under", "<")
        elif name == "memory":
            value = brief = humanize.memory(stats.bytes)
            if stats.memory_bytes:
                value = humanize.memory_of(stats.bytes, stats.memory_bytes)
        else:
            count = getattr(stats, name)
            value, brief = f"{count:,}", humanize.short_count(count)
        captions[name] = FigureCaption(title, value, brief)
    return captions


def seconds_text(seconds: float) -> str:
    """Format a time with more digits from one second on."""
    return (humanize.duration if seconds < 1 else humanize.precise_time)(seconds)


@dataclass(frozen=True)
class SearchProgress:
    """The progress of a search."""

    share: float | None
    """0 to 1; None if unknown."""
    text: str
    """The measured figure, such as "Lower bound 38 (best 46)" or "Best h 5 (start 31)"."""


def search_progress(
    figures: LiveFigures,
    start_h: int,
    result: SearchResult | None = None,
    shortest: int | None = None,
) -> SearchProgress:
    """Return the progress of the lower bound if it grows, else of the smallest h, else the depth.

    result: the result if the search is over. shortest: moves of the shortest known solution.
    """
    if result is not None and result.status is Outcome.SOLVED:
        return SearchProgress(1.0, humanize.counted(len(result.moves), "move"))
    stats, bound = figures.stats or SearchStats(), figures.lower_bound
    entry = ALGORITHMS[figures.method.algorithm]
    lengths = [length for length in (figures.best_length, shortest) if length is not None]
    upper = min(lengths, default=None)
    if bound and ("bound" in entry.figures or not entry.uses("heuristic")):
        if not upper:
            return SearchProgress(None, f"Lower bound {bound:,}")
        return SearchProgress(min(1.0, bound / upper), f"Lower bound {bound:,} (best {upper:,})")
    if "best_h" in entry.figures and start_h:
        best_h = min(stats.best_h, start_h) if stats.expanded else start_h
        return SearchProgress(1 - best_h / start_h, f"Best h {best_h:,} (start {start_h:,})")
    return SearchProgress(None, f"Depth {stats.depth:,}")
