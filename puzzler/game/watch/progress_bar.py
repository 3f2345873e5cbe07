"""The bar of a search that runs: how far it is, by what its algorithm can know of that."""

from __future__ import annotations

from dataclasses import dataclass

from puzzler.humanize import counted
from puzzler.search.registry import ALGORITHMS
from puzzler.search.result import Outcome, SearchResult, SearchStats


@dataclass(frozen=True)
class Standing:
    """What there is to be known of a search."""

    algorithm: str
    """Its name."""
    stats: SearchStats
    """The figures."""
    start_h: int
    """The heuristic of the start."""
    lower_bound: int
    """No answer is shorter, as far as it has proven."""
    best_length: int | None
    """Moves of its best answer so far."""
    result: SearchResult | None = None
    """What came of it, where it has ended."""


@dataclass(frozen=True)
class Bar:
    """How far a search is."""

    share: float | None
    """0 to 1; None where nobody can know."""
    words: str
    """What is measured: "at least 38 of 46 moves", "closest h 5 of 31", "depth 1,204"."""


def bar(standing: Standing, shortest: int | None = None) -> Bar:
    """By its lower bound, where that grows; else by its smallest h; else its depth.

    shortest: moves of the shortest answer that anybody knows of.
    """
    result, stats = standing.result, standing.stats
    if result is not None and result.status is Outcome.SOLVED:
        return Bar(1.0, counted(len(result.moves), "move"))
    entry = ALGORITHMS[standing.algorithm]
    lengths = [length for length in (standing.best_length, shortest) if length is not None]
    least = min(lengths, default=None)
    if standing.lower_bound and ("bound" in entry.figures or not entry.uses_heuristic):
        if not least:
            return Bar(None, f"at least {counted(standing.lower_bound, 'move')}")
        share = min(1.0, standing.lower_bound / least)
        return Bar(share, f"at least {standing.lower_bound:,} of {counted(least, 'move')}")
    if "best_h" in entry.figures and standing.start_h:
        best_h = min(stats.best_h, standing.start_h) if stats.expanded else standing.start_h
        return Bar(1 - best_h / standing.start_h, f"closest h {best_h:,} of {standing.start_h:,}")
    return Bar(None, f"depth {stats.depth:,}")
