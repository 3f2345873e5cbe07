"""Methods beside each other: a row for each, and the columns of their table.

The one table of methods, for the command line, the finished searches of a board and a race.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from puzzler import humanize
from puzzler.search import records
from puzzler.search.method import Method
from puzzler.search.records import answer_record
from puzzler.search.result import SearchResult
from puzzler.search.worth import brief_worth, times_shortest


@dataclass(frozen=True)
class Entry:
    """One method and what came of it, on one board or on several: a row of the table."""

    method: Method
    """What searched."""
    results: tuple[SearchResult, ...] = ()
    """What came of it on each board; none where it failed."""
    shortest: tuple[int | None, ...] = ()
    """The length of each board's shortest answer, where that is proven by whomever; () where
    nothing is known but what the results themselves say. See ``compared``."""
    failure: str = ""
    """What went wrong, in one line, where the search has no result because of it."""

    @property
    def result(self) -> SearchResult | None:
        """What came of it on its only board, or on the first; None where it failed."""
        return self.results[0] if self.results else None

    @property
    def known(self) -> Iterator[tuple[SearchResult, int | None]]:
        """Each result with the length of the shortest answer, None where that is not proven."""
        nothing = (None,) * len(self.results)
        return zip(self.results, self.shortest or nothing, strict=True)

    @property
    def solved(self) -> tuple[SearchResult, ...]:
        """The results with an answer."""
        return tuple(result for result in self.results if result.length is not None)


@dataclass(frozen=True)
class Column:
    """One figure of every row."""

    name: str
    """As on the command line: "peak-frontier"."""
    title: str
    """Its heading."""
    words: str
    """What it is, in one line."""
    value: Callable[[Entry], float | None]
    """By which rows are sorted; None where there is none."""
    text: Callable[[Entry], str]
    """As people read it; a dash where there is none."""
    smaller_is_better: bool = True
    """False where a large figure is the good one."""
    is_text: bool = False
    """It holds words: set flush left."""


def compared(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The same rows, each knowing what all of them together have proven of their boards.

    The rows with results have them of the same boards in the same order.
    """
    shortest = proven_lengths(entries)
    return tuple(replace(entry, shortest=shortest) if entry.results else entry for entry in entries)


def proven_lengths(entries: Sequence[Entry]) -> tuple[int | None, ...]:
    """The length of each board's shortest answer, where one was found and all say it is."""
    boards = zip(*(entry.results for entry in entries if entry.results), strict=True)
    return tuple(map(_proven_length, boards))


def _proven_length(results: Sequence[SearchResult]) -> int | None:
    """One method may have found the answer, and another have proven that none is shorter."""
    lengths = [result.length for result in results if result.length is not None]
    proven = [len(result.moves) for result in results if result.proven_optimal]
    bounds = [result.lower_bound for result in results]
    return min(lengths) if lengths and min(lengths) <= max([*proven, *bounds]) else None


def sorted_by(entries: Sequence[Entry], column: Column, reverse: bool = False) -> tuple[Entry, ...]:
    """The rows by that column, the smallest first; those without a figure are always the last.

    Where no row has a figure they are sorted by their words.
    """
    values = [(entry, column.value(entry)) for entry in entries]
    there = [(value, entry) for entry, value in values if value is not None]
    if not there:
        return tuple(sorted(entries, key=column.text, reverse=reverse))
    there.sort(key=lambda pair: pair[0], reverse=reverse)
    missing = [entry for entry, value in values if value is None]
    return (*(entry for _, entry in there), *missing)


def named(name: str, columns: Sequence[Column]) -> Column:
    """The column of that name, or of that title with - for spaces, in letters of any size.

    ValueError names it and the columns that there are.
    """
    for column in columns:
        if name.lower() in (column.name, column.title.lower().replace(" ", "-")):
            return column
    there = ", ".join(column.name for column in columns)
    raise ValueError(f"there is no column {name!r}; choose from {there}")


# ---- One board --------------------------------------------------------------------------


def _figure(
    of: Callable[[SearchResult], float | None], written: Callable[[Any], str]
) -> tuple[Callable[[Entry], float | None], Callable[[Entry], str]]:
    """Value and text of a column with one figure of the result."""

    def value(entry: Entry) -> float | None:
        return None if entry.result is None else of(entry.result)

    def text(entry: Entry) -> str:
        figure = value(entry)
        return humanize.NOTHING if figure is None else written(figure)

    return value, text


def _worth(entry: Entry) -> str:
    for result, shortest in entry.known:
        return brief_worth(result, shortest)
    return humanize.sentence(f"failed: {entry.failure}" if entry.failure else humanize.NOTHING)


def _times(entry: Entry) -> float | None:
    return next((times_shortest(*known) for known in entry.known), None)


def _count(value: float) -> str:
    return f"{value:,.0f}"


METHOD = Column(
    *("method", "Method", "Algorithm, heuristic and weight"),
    lambda _: None,
    lambda entry: entry.method.title,
    is_text=True,
)
COLUMNS = (
    METHOD,
    Column("length", "Length", "Moves of the answer", *_figure(lambda it: it.length, _count)),
    Column(
        "worth", "Worth", "How far the answer is from the shortest", _times, _worth, is_text=True
    ),
    Column(
        *("expanded", "Expanded", "States whose successors were generated"),
        *_figure(lambda it: it.stats.expanded, _count),
    ),
    Column(
        *("generated", "Generated", "Successors made, the start left out"),
        *_figure(lambda it: it.stats.generated, _count),
    ),
    Column(
        *("branching", "b*", "Effective branching factor: how wide a uniform tree would be"),
        *_figure(lambda it: it.branching, humanize.branching),
    ),
    Column(
        *("peak-frontier", "Peak frontier", "Most states that waited for their expansion at once"),
        *_figure(lambda it: it.stats.peak_frontier, _count),
    ),
    Column(
        *("memory", "Memory", "What the search held at its end"),
        *_figure(lambda it: it.stats.bytes, humanize.memory),
    ),
    Column(
        *("time", "Time", "Seconds of the search alone, without compiling and tables"),
        *_figure(lambda it: it.stats.elapsed, humanize.exact_time),
    ),
)
"""Of one board, as they stand from the left."""


def as_text(entries: Sequence[Entry], columns: Sequence[Column] = COLUMNS) -> str:
    """The rows under their headings, tabs between the columns: for the clipboard."""
    lines = ([column.text(entry) for column in columns] for entry in entries)
    return records.as_tabs([[column.title for column in columns], *lines])


def record(entry: Entry) -> dict[str, Any]:
    """What ``puzzler solve --json`` says of the answer, and in front the method as it is shown.

    ``worth`` is as in the table, and ``shortest`` the length of the shortest answer, where it is
    proven. Without a result there are fewer figures.
    """
    result, shortest = next(entry.known, (None, None))
    told: dict[str, Any] = {"method": entry.method.title, **_answer(entry.method, result)}
    return told | {"worth": _worth(entry), "shortest": shortest}


def _answer(method: Method, result: SearchResult | None) -> dict[str, Any]:
    if result is None:
        return {"status": "failed", **method_record(method)}
    told = answer_record(result)
    del told["improvements"]  # a list has no place in a table
    return told


def method_record(method: Method) -> dict[str, Any]:
    """The parts of a method under the keys of ``answer_record``."""
    return {
        "algorithm": method.algorithm,
        "heuristic": method.heuristic,
        "weight": records.plain_number(method.weight),
        "order": method.order,
        "ties": method.ties,
        "depth_limit": method.depth_limit,
    }


def as_csv(entries: Sequence[Entry]) -> str:
    """The rows with plain numbers, under a line of headings: what ``record`` tells of each."""
    return records.as_csv([record(entry) for entry in entries])


def as_json(entries: Sequence[Entry]) -> str:
    """A JSON list of what ``puzzler solve --json`` says of every result."""
    return records.as_json(answer_record(result) for entry in entries for result in entry.results)
