"""The table that compares methods: its rows and columns.

The command line, the finished searches of a board and the race use the same table. It compares
methods on one board, or means and medians on several boards.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from statistics import fmean, median
from typing import Any

from puzzler import humanize
from puzzler.board.errors import unknown_name
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS
from puzzler.search.report import export
from puzzler.search.report.export import method_record, result_record
from puzzler.search.report.texts import OPTIMAL, brief_factor, cell_text, length_ratio
from puzzler.search.result import SearchResult

Cell = tuple[int, int]
"""Indices of a board and a method."""


@dataclass(frozen=True)
class Entry:
    """A row of the table: one method and its results on one or several boards."""

    method: Method
    results: tuple[SearchResult, ...] = ()
    """One result for each board. Empty if the search failed."""
    shortest: tuple[int | None, ...] = ()
    """The optimal length for each board, or None if no method has proven it. () if only this
    method's results are known. See ``combine_bounds``."""
    lower_bound: int | None = None
    """The largest lower bound of all searches on the only board, if this search has proven less or
    its solution has no guarantee. Otherwise None."""
    failure: str = ""
    """The error in one line if the search failed, else ""."""

    @property
    def result(self) -> SearchResult | None:
        """The result on the first board, or None if the search failed."""
        return self.results[0] if self.results else None

    @property
    def results_with_shortest(self) -> Iterator[tuple[SearchResult, int | None]]:
        """Each result with the optimal length, or None if that is not proven."""
        nothing = (None,) * len(self.results)
        return zip(self.results, self.shortest or nothing, strict=True)

    @property
    def solved(self) -> tuple[SearchResult, ...]:
        """The results with a solution."""
        return tuple(result for result in self.results if result.length is not None)


@dataclass(frozen=True)
class ComparisonColumn:
    """One column of the table."""

    name: str
    """The name on the command line: "peak-frontier"."""
    title: str
    words: str
    """A description for a tooltip."""
    value: Callable[[Entry], float | None]
    """Returns the sort key, or None if the row has no value."""
    text: Callable[[Entry], str]
    """Returns the text of the cell, a dash if there is no value."""
    smaller_is_better: bool = True
    is_text: bool = False
    """Whether the column contains text, which is aligned left."""


def combine_bounds(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return the rows with the best bounds that any of them has proven for each board.

    All rows must have the same boards in the same order.
    """
    shortest = proven_lengths(entries)
    alone = [entry.results[0].lower_bound for entry in entries if len(entry.results) == 1]
    largest = max(alone, default=0)

    def add_bounds(entry: Entry) -> Entry:
        result = entry.results[0]
        has_no_factor = result.length is not None and result.bound_factor is None
        is_used = len(entry.results) == 1 and (result.lower_bound < largest or has_no_factor)
        return replace(entry, shortest=shortest, lower_bound=largest if is_used else None)

    return tuple(add_bounds(entry) if entry.results else entry for entry in entries)


def entries_of(
    methods: Sequence[Method], results: Mapping[Cell, SearchResult], boards: Iterable[int]
) -> tuple[Entry, ...]:
    """Return a row for each method that has a result on any board, with the best bounds.

    boards: the indices of the boards in the rows.
    """
    numbers = list(boards)
    tried = {method for _, method in results}
    return combine_bounds(
        [
            Entry(method, tuple(results[n, at] for n in numbers if (n, at) in results))
            for at, method in enumerate(methods)
            if at in tried
        ]
    )


def proven_lengths(entries: Sequence[Entry]) -> tuple[int | None, ...]:
    """Return the optimal length for each board, or None if it is not proven."""
    boards = zip(*(entry.results for entry in entries if entry.results), strict=True)
    found: list[int | None] = []
    for results in boards:
        # one method can find the solution and another prove that none is shorter
        length = min((len(each.moves) for each in results if each.length is not None), default=None)
        proven = [len(each.moves) for each in results if each.proven_optimal]
        bound = max([*proven, *(each.lower_bound for each in results)])
        found.append(None if length is None or length > bound else length)
    return tuple(found)


def sorted_by(
    entries: Sequence[Entry], column: ComparisonColumn, reverse: bool = False
) -> tuple[Entry, ...]:
    """Sort the rows by a column, rows without a value last. Sort by text if no row has a value."""
    values = [(entry, column.value(entry)) for entry in entries]
    there = [(value, entry) for entry, value in values if value is not None]
    if not there:
        return tuple(sorted(entries, key=column.text, reverse=reverse))
    there.sort(key=lambda pair: pair[0], reverse=reverse)
    missing = [entry for entry, value in values if value is None]
    return (*(entry for _, entry in there), *missing)


def named(name: str, columns: Sequence[ComparisonColumn]) -> ComparisonColumn:
    """Return the column with a name or title in any case. Raises ValueError with all names."""
    for column in columns:
        if name.lower() in (column.name, column.title.lower().replace(" ", "-")):
            return column
    raise ValueError(unknown_name("column", name, [column.name for column in columns]))


Figure = Callable[[SearchResult], float | None]
Average = Callable[[Sequence[float]], float]


FIGURES: dict[str, Figure] = {
    "length": lambda result: result.length,
    "multi-tile": lambda result: result.multi_tile_length,
    "expanded": lambda result: result.stats.expanded,
    "generated": lambda result: result.stats.generated,
    "branching": lambda result: result.branching,
    "peak-frontier": lambda result: (
        (result.stats.peak_frontier or None)
        if "frontier" in ALGORITHMS[result.algorithm].figures
        else None
    ),
    "memory": lambda result: result.stats.bytes,
    "time": lambda result: result.stats.elapsed,
}
"""The values of a result by column name. A value is None if it is undefined, such as the length of
an unsolved board, or the peak frontier of a depth-first search that stores only its path."""


def _averaged(entry: Entry, name: str, average: Average) -> float | None:
    """Return the average over all boards with a value. Stopped searches have their last value."""
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
    for result, shortest in entry.results_with_shortest:
        return cell_text(result, shortest, entry.lower_bound)
    return humanize.sentence(f"failed: {entry.failure}" if entry.failure else humanize.NOTHING)


COLUMNS = (
    METHOD,
    _column(("length", "Length", "Moves of the solution")),
    ComparisonColumn(
        *("quality", "Quality", "The length of the solution compared with the optimal length"),
        lambda entry: next(
            (length_ratio(*pair, entry.lower_bound) for pair in entry.results_with_shortest), None
        ),
        _guarantee,
        is_text=True,
    ),
    _column(("expanded", "Expanded", "States whose successors were generated")),
    _column(("generated", "Generated", "Successors generated, without the start")),
    _column(
        (
            "branching",
            "b*",
            "Effective branching factor; compare it between solutions of equal length",
        ),
        humanize.branching,
    ),
    _column(("peak-frontier", "Peak frontier", "Largest number of nodes in the frontier")),
    _column(("memory", "Memory", "Memory of the search at its end"), humanize.memory),
    _column(
        ("time", "Time", "Search time without compiling and loading tables"), humanize.exact_time
    ),
    _column(
        ("multi-tile", "Multi-tile", "Moves if a row of tiles that slides together counts once")
    ),
)


def as_text(entries: Sequence[Entry], columns: Sequence[ComparisonColumn] = COLUMNS) -> str:
    """Return the table with a header and tabs between the columns, for the clipboard."""
    lines = [[column.text(entry) for column in columns] for entry in entries]
    return "".join("\t".join(cells) + "\n" for cells in ([c.title for c in columns], *lines))


def records(entry: Entry) -> Iterator[dict[str, Any]]:
    """Yield the method and most keys of ``puzzler solve --json`` for each board.

    ``improvements`` is absent, ``quality`` is the text of the table, and ``shortest`` the optimal
    length, or None if that is not proven.
    """
    for result, shortest in entry.results_with_shortest:
        values = {"method": entry.method.title, **result_record(result)}
        for name in ("improvements", "worth"):  # a CSV cell cannot contain a list
            del values[name]
        quality = cell_text(result, shortest, entry.lower_bound)
        yield values | {"quality": quality, "shortest": shortest}


def record(entry: Entry) -> dict[str, Any]:
    """Return the record of the first board, or of the failure."""
    method = {"method": entry.method.title, "status": "failed", **method_record(entry.method)}
    failed = method | {"quality": _guarantee(entry), "shortest": None}
    return next(records(entry), failed)


def as_csv(entries: Sequence[Entry]) -> str:
    """Return the record of each entry as CSV."""
    return export.records_as_csv([record(entry) for entry in entries])


def mean_guarantee(entry: Entry) -> str:
    """Return the mean quality of the solutions, or their guarantee if not all optima are known."""
    solutions = list(_solutions(entry))
    if not solutions:
        return ""
    if any(shortest is None for _, shortest in solutions):
        factors = _factors(entry)
        # rounded up, so that the bound remains valid
        return brief_factor(math.ceil(max(factors) * 100) / 100 if factors else None)
    longer = [
        len(result.moves) - shortest for result, shortest in solutions if shortest is not None
    ]
    count = longer.count(0)
    if count == len(longer):
        return OPTIMAL
    return f"+{fmean(longer):,.1f} moves on average, {count:,} of {len(longer):,} optimal"


def _solutions(entry: Entry) -> Iterator[tuple[SearchResult, int | None]]:
    for result, shortest in entry.results_with_shortest:
        if result.length is not None:
            yield result, result.length if result.proven_optimal else shortest


def _factors(entry: Entry) -> list[float]:
    """Return the bound of ``length_ratio`` for each solution, or [] if one has no bound."""
    factors = [length_ratio(*solution) for solution in _solutions(entry)]
    bounds = [factor for factor in factors if factor is not None]
    return bounds if len(bounds) == len(factors) else []


_mean = "{:,.1f}".format


def _mean_and_median(
    name: str, words: str, written: Callable[[Any], str] = _mean
) -> Iterator[ComparisonColumn]:
    yield _column((name, f"Mean {name}", f"Mean {words}"), written, fmean)
    yield _column((f"median-{name}", f"Median {name}", f"Median {words}"), written, median, name)


AVERAGES = (
    METHOD,
    ComparisonColumn(
        *("solved", "Solved", "Number of solved boards"),
        lambda entry: len(entry.solved) / len(entry.results) if entry.results else None,
        lambda entry: f"{len(entry.solved):,} of {len(entry.results):,}",
        smaller_is_better=False,
    ),
    *_mean_and_median("length", "number of moves of the solutions"),
    ComparisonColumn(
        *("quality", "Quality", "The lengths of the solutions compared with the optimal lengths"),
        lambda entry: fmean(factors) if (factors := _factors(entry)) else None,
        mean_guarantee,
        is_text=True,
    ),
    *_mean_and_median("expanded", "number of expanded states"),
    *_mean_and_median("generated", "number of generated successors"),
    _column(
        ("branching", "Mean b*", "Mean effective branching factor of the solved boards"),
        *(humanize.branching, fmean),
    ),
    _column(
        ("peak-frontier", "Largest frontier", "Largest number of nodes in the frontier"),
        average=max,
    ),
    _column(
        ("memory", "Largest memory", "Largest memory of a search at its end"),
        *(humanize.memory, max),
    ),
    *_mean_and_median("time", "search time", humanize.exact_time),
    _column(
        ("multi-tile", "Mean multi-tile", "Mean number of multi-tile moves of the solutions"),
        *(_mean, fmean),
    ),
)
"""The columns for several boards, from left to right.

Lengths, b* and quality include only the boards that the method solved.
"""


def average_record(entry: Entry) -> dict[str, Any]:
    """Return the values of a row on several boards, with keys in the documented order."""

    def rounded(name: str, average: Average) -> float | None:
        value = _averaged(entry, name, average)
        return None if value is None else round(value, 6)

    share = len(entry.solved) / len(entry.results) if entry.results else None
    values: dict[str, Any] = {
        "method": entry.method.title,
        **method_record(entry.method),
        "boards": len(entry.results),
        "solved": len(entry.solved),
        "solved_share": None if share is None else round(share, 6),
    }
    names = {"multi-tile": "multi_tile_length", "time": "seconds"}
    for figure in ("length", "multi-tile", "expanded", "generated", "time"):
        name = names.get(figure, figure)
        values[f"mean_{name}"] = rounded(figure, fmean)
        values[f"median_{name}"] = rounded(figure, median)
    return values | {
        "mean_branching": rounded("branching", fmean),
        "largest_peak_frontier": _averaged(entry, "peak-frontier", max),
        "largest_peak_bytes": _averaged(entry, "memory", max),
        "quality": mean_guarantee(entry),
    }
