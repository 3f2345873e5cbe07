"""Methods beside each other: a row for each, and the columns of their table.

The one table of methods, for the command line, the finished searches of a board and a race; on one
board, or with means and medians on several.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from statistics import fmean, median
from typing import Any

from puzzler import humanize
from puzzler.board.errors import unknown
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS
from puzzler.search.report import export
from puzzler.search.report.export import method_record, result_record
from puzzler.search.report.texts import (
    OPTIMAL,
    TextStyle,
    brief_factor,
    result_text,
    times_shortest,
)
from puzzler.search.result import SearchResult


@dataclass(frozen=True)
class Entry:
    """One method and its results, on one board or on several: a row of the table."""

    method: Method
    results: tuple[SearchResult, ...] = ()
    """One for each board; none where it failed."""
    shortest: tuple[int | None, ...] = ()
    """The length of each board's shortest solution, where that is proven by whomever; () where
    nothing is known but what the results themselves say. See ``compared``."""
    lower_bound: int | None = None
    """What another search has proven of its only board, where that is more than it has itself."""
    failure: str = ""
    """What went wrong, in one line, where the search has no result because of it."""

    @property
    def result(self) -> SearchResult | None:
        """The result on its only board, or on the first; None where it failed."""
        return self.results[0] if self.results else None

    @property
    def known(self) -> Iterator[tuple[SearchResult, int | None]]:
        """Each result with the length of the shortest solution, None where that is not proven."""
        nothing = (None,) * len(self.results)
        return zip(self.results, self.shortest or nothing, strict=True)

    @property
    def solved(self) -> tuple[SearchResult, ...]:
        """The results with a solution."""
        return tuple(result for result in self.results if result.length is not None)


@dataclass(frozen=True)
class ComparisonColumn:
    """One figure of every row."""

    name: str
    """As on the command line: "peak-frontier"."""
    title: str
    words: str
    value: Callable[[Entry], float | None]
    """By which rows are sorted; None where there is none."""
    text: Callable[[Entry], str]
    """As people read it; a dash where there is none."""
    smaller_is_better: bool = True
    """False where a large figure is the good one."""
    is_text: bool = False
    """It holds words: set flush left."""


def compared(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The same rows, of the same boards in the same order, with what they all prove together."""
    shortest = proven_lengths(entries)
    alone = [entry.results[0].lower_bound for entry in entries if len(entry.results) == 1]
    most = max(alone, default=0)

    def beside(entry: Entry) -> Entry:
        is_less = len(entry.results) == 1 and entry.results[0].lower_bound < most
        return replace(entry, shortest=shortest, lower_bound=most if is_less else None)

    return tuple(beside(entry) if entry.results else entry for entry in entries)


def proven_lengths(entries: Sequence[Entry]) -> tuple[int | None, ...]:
    """The length of each board's shortest solution, where one was found and all say it is."""
    boards = zip(*(entry.results for entry in entries if entry.results), strict=True)
    found: list[int | None] = []
    for results in boards:
        # one method may have found the solution, and another have proven that none is shorter
        length = min((len(each.moves) for each in results if each.length is not None), default=None)
        proven = [len(each.moves) for each in results if each.proven_optimal]
        bound = max([*proven, *(each.lower_bound for each in results)])
        found.append(None if length is None or length > bound else length)
    return tuple(found)


def sorted_by(
    entries: Sequence[Entry], column: ComparisonColumn, reverse: bool = False
) -> tuple[Entry, ...]:
    """The rows by that column, without a figure last; by their words where no row has a figure."""
    values = [(entry, column.value(entry)) for entry in entries]
    there = [(value, entry) for entry, value in values if value is not None]
    if not there:
        return tuple(sorted(entries, key=column.text, reverse=reverse))
    there.sort(key=lambda pair: pair[0], reverse=reverse)
    missing = [entry for entry, value in values if value is None]
    return (*(entry for _, entry in there), *missing)


def named(name: str, columns: Sequence[ComparisonColumn]) -> ComparisonColumn:
    """The column of that name or title, in any case; ValueError lists the columns."""
    for column in columns:
        if name.lower() in (column.name, column.title.lower().replace(" ", "-")):
            return column
    raise ValueError(unknown("column", name, [column.name for column in columns]))


Figure = Callable[[SearchResult], float | None]
Average = Callable[[Sequence[float]], float]


FIGURES: dict[str, Figure] = {
    "length": lambda result: result.length,
    "expanded": lambda result: result.stats.expanded,
    "generated": lambda result: result.stats.generated,
    "branching": lambda result: result.branching,
    "peak-frontier": lambda result: (
        result.stats.peak_frontier if "frontier" in ALGORITHMS[result.algorithm].figures else None
    ),
    "memory": lambda result: result.stats.bytes,
    "time": lambda result: result.stats.elapsed,
}
"""Figures of a result; None where it has none, as an unsolved board has no length."""


def _averaged(entry: Entry, name: str, average: Average) -> float | None:
    """A figure of all boards that have it; where a limit stopped a search, its last value."""
    found = [value for result in entry.results if (value := FIGURES[name](result)) is not None]
    return average(found) if found else None


def _column(
    names: tuple[str, str, str],
    written: Callable[[Any], str] = "{:,.0f}".format,
    average: Average = itemgetter(0),
    figure: str = "",
) -> ComparisonColumn:

    def value(entry: Entry) -> float | None:
        return _averaged(entry, figure or names[0], average)

    def text(entry: Entry) -> str:
        found = value(entry)
        return humanize.NOTHING if found is None else written(found)

    return ComparisonColumn(*names, value, text)


METHOD = ComparisonColumn(
    *("method", "Method", "Algorithm, heuristic and weight"),
    lambda _: None,
    lambda entry: entry.method.title,
    is_text=True,
)


def _guarantee(entry: Entry) -> str:
    for result, shortest in entry.known:
        return result_text(result, TextStyle.CELL, shortest, entry.lower_bound)
    return humanize.sentence(f"failed: {entry.failure}" if entry.failure else humanize.NOTHING)


COLUMNS = (
    METHOD,
    _column(("length", "Length", "Moves of the solution")),
    ComparisonColumn(
        *("worth", "Quality", "How far the solution is from the optimum"),
        lambda entry: next(
            (times_shortest(*known, entry.lower_bound) for known in entry.known), None
        ),
        _guarantee,
        is_text=True,
    ),
    _column(("expanded", "Expanded", "States whose successors were generated")),
    _column(("generated", "Generated", "Successors generated, the start left out")),
    _column(
        ("branching", "b*", "Effective branching factor: how wide a uniform tree would be"),
        humanize.branching,
    ),
    _column(("peak-frontier", "Peak frontier", "Most nodes in the frontier at once")),
    _column(("memory", "Memory", "What the search held at its end"), humanize.memory),
    _column(
        ("time", "Time", "Seconds of the search alone, without compiling and tables"),
        humanize.exact_time,
    ),
)


def as_text(entries: Sequence[Entry], columns: Sequence[ComparisonColumn] = COLUMNS) -> str:
    """The rows under their headings, tabs between the columns: for the clipboard."""
    lines = ([column.text(entry) for column in columns] for entry in entries)
    return export.as_tabs([[column.title for column in columns], *lines])


def record(entry: Entry) -> dict[str, Any]:
    """The method, then what ``puzzler solve --json`` prints, with ``worth`` as in the table.

    ``shortest`` is the length of the shortest solution, where it is proven.
    """
    result, shortest = next(entry.known, (None, None))
    told: dict[str, Any] = {"method": entry.method.title}
    if result is None:
        told |= {"status": "failed", **method_record(entry.method)}
    else:
        told |= result_record(result)
        del told["improvements"]  # a list has no place in a table
    return told | {"worth": _guarantee(entry), "shortest": shortest}


def as_csv(entries: Sequence[Entry]) -> str:
    """Return the record of each entry as CSV."""
    return export.records_as_csv([record(entry) for entry in entries])


def mean_guarantee(entry: Entry) -> str:
    """How good its solutions were where the shortest are known, else what is guaranteed of them."""
    solutions = list(_solutions(entry))
    if not solutions:
        return ""
    if any(shortest is None for _, shortest in solutions):
        factors = _factors(entry)
        # rounded up, so that it stays true
        return brief_factor(math.ceil(max(factors) * 100) / 100 if factors else None)
    longer = [
        len(result.moves) - shortest for result, shortest in solutions if shortest is not None
    ]
    count = longer.count(0)
    if count == len(longer):
        return OPTIMAL
    return f"+{fmean(longer):,.1f} moves on average, {count:,} of {len(longer):,} optimal"


def _solutions(entry: Entry) -> Iterator[tuple[SearchResult, int | None]]:
    """The results with a solution, and the length of the shortest where that is known."""
    for result, shortest in entry.known:
        if result.length is not None:
            yield result, result.length if result.proven_optimal else shortest


def _factors(entry: Entry) -> list[float]:
    """How many times the shortest each solution is at most; none where one has no guarantee."""
    factors = [times_shortest(*solution) for solution in _solutions(entry)]
    known = [factor for factor in factors if factor is not None]
    return known if len(known) == len(factors) else []


_mean = "{:,.1f}".format
AVERAGES = (
    METHOD,
    ComparisonColumn(
        *("solved", "Solved", "Boards that it solved"),
        lambda entry: len(entry.solved) / len(entry.results) if entry.results else None,
        lambda entry: f"{len(entry.solved):,} of {len(entry.results):,}",
        smaller_is_better=False,
    ),
    _column(("length", "Mean length", "Moves of its solutions, the mean"), _mean, fmean),
    _column(("median-length", "Median length", "Moves, the median"), _mean, median, "length"),
    ComparisonColumn(
        *("worth", "Quality", "How far its solutions are from the optimum"),
        lambda entry: fmean(factors) if (factors := _factors(entry)) else None,
        mean_guarantee,
        is_text=True,
    ),
    _column(("expanded", "Mean expanded", "States expanded, the mean"), _mean, fmean),
    _column(
        ("median-expanded", "Median expanded", "States expanded, the median"),
        *(_mean, median, "expanded"),
    ),
    _column(("generated", "Mean generated", "Successors generated, the mean"), _mean, fmean),
    _column(
        ("median-generated", "Median generated", "Successors generated, the median"),
        *(_mean, median, "generated"),
    ),
    _column(
        ("branching", "Mean b*", "Effective branching factor of its solutions, the mean"),
        *(humanize.branching, fmean),
    ),
    _column(
        ("peak-frontier", "Largest frontier", "Most nodes in the frontier at once, on any board"),
        average=max,
    ),
    _column(
        ("memory", "Largest memory", "What a search held at its end, the most on any board"),
        *(humanize.memory, max),
    ),
    _column(
        ("time", "Mean time", "Seconds of the search alone, the mean"), humanize.exact_time, fmean
    ),
    _column(
        ("median-time", "Median time", "Seconds of the search alone, the median"),
        *(humanize.exact_time, median, "time"),
    ),
)
"""Of several boards, as they stand from the left.

Lengths, b* and guarantees are those of the boards that the method solved.
"""


def average_record(entry: Entry) -> dict[str, Any]:
    """A row for programs, its keys in the order that they are promised in."""

    def rounded(name: str, average: Average) -> float | None:
        value = _averaged(entry, name, average)
        return None if value is None else round(value, 6)

    share = len(entry.solved) / len(entry.results) if entry.results else None
    told: dict[str, Any] = {
        "method": entry.method.title,
        **method_record(entry.method),
        "boards": len(entry.results),
        "solved": len(entry.solved),
        "solved_share": None if share is None else round(share, 6),
    }
    for figure in ("length", "expanded", "generated", "time"):
        name = "seconds" if figure == "time" else figure
        told[f"mean_{name}"] = rounded(figure, fmean)
        told[f"median_{name}"] = rounded(figure, median)
    return told | {
        "mean_branching": rounded("branching", fmean),
        "largest_peak_frontier": _averaged(entry, "peak-frontier", max),
        "largest_peak_bytes": _averaged(entry, "memory", max),
        "worth": mean_guarantee(entry),
    }
