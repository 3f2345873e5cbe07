"""Plots of search results with matplotlib, which the extra ``plot`` installs.

Every function draws into ``axes``, by default the current axes, and returns them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from statistics import fmean
from typing import TYPE_CHECKING

from puzzler.search.report.comparison import Entry
from puzzler.search.result import SearchResult

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from puzzler.search.inspection.observation import Expansion
    from puzzler.solver.batch import Comparison


def plot_expansions(comparison: Comparison, axes: Axes | None = None) -> Axes:
    """Plot the expanded states of each method against the optimal length, on a log scale.

    A point is the mean over the boards of one length. The length of the method's own solution is
    used if no method has proven the optimal length. Boards that a method did not solve are left
    out.
    """
    axes = axes or _current_axes()
    for entry in comparison.entries:
        points = _expansions_by_length(entry)
        axes.plot([*points], [*points.values()], marker="o", label=entry.method.title)
    axes.set(xlabel="optimal length", ylabel="expanded states", yscale="log")
    axes.legend(ncols=2, loc="lower center", bbox_to_anchor=(0.5, 1), fontsize="small")
    return axes


def plot_f(expansions: Iterable[Expansion], axes: Axes | None = None) -> Axes:
    """Plot f, g and h of the expanded states in order. expansions: from ``puzzler.trace``."""
    axes = axes or _current_axes()
    nodes = [expansion.node for expansion in expansions]
    for name in ("f", "g", "h"):
        axes.plot(range(1, len(nodes) + 1), [getattr(node, name) for node in nodes], label=name)
    axes.set(xlabel="expansion", ylabel="moves")
    axes.legend()
    return axes


def plot_bounds(result: SearchResult, axes: Axes | None = None) -> Axes:
    """Plot the length of the best solution and the lower bound against time.

    Raises ValueError if the algorithm does not improve its solution; "anytime" does.
    """
    if not result.improvements:
        raise ValueError(f"{result.algorithm} reports no improvements; anytime does")
    axes = axes or _current_axes()
    seconds = [each.seconds for each in result.improvements]
    last = max(result.stats.elapsed, seconds[-1])
    for label, values in (
        ("best solution", [each.length for each in result.improvements]),
        ("lower bound", [each.lower_bound for each in result.improvements]),
    ):
        axes.step([*seconds, last], [*values, values[-1]], where="post", label=label)
    axes.set(xlabel="seconds", ylabel="moves")
    axes.legend()
    return axes


def _expansions_by_length(entry: Entry) -> dict[int, float]:
    found = defaultdict(list)
    for result, shortest in entry.results_with_shortest:
        if result.length is not None:
            found[shortest or result.length].append(result.stats.expanded)
    return {length: fmean(found[length]) for length in sorted(found)}


def _current_axes() -> Axes:
    from matplotlib import pyplot

    return pyplot.gca()
