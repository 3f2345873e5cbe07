"""Methods beside each other on several boards: means, medians, and how many they solved.

Lengths, b* and worth are those of the boards that the method solved; the rest is of all boards, and
where a limit stopped a search, what it had come to by then.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from statistics import fmean, median
from typing import Any

from puzzler import humanize
from puzzler.search import records
from puzzler.search.comparison import METHOD, Column, Entry, method_record
from puzzler.search.result import SearchResult
from puzzler.search.worth import SHORTEST, times_shortest, within

Figures = Callable[[Entry], Sequence[float]]
"""The figures of one kind, of all boards that have one."""
Average = Callable[[Sequence[float]], float]


def lengths(entry: Entry) -> list[int]:
    """Moves of each answer."""
    return [len(result.moves) for result in entry.solved]


def expanded(entry: Entry) -> list[int]:
    """States expanded on each board."""
    return [result.stats.expanded for result in entry.results]


def generated(entry: Entry) -> list[int]:
    """Successors made on each board."""
    return [result.stats.generated for result in entry.results]


def branching(entry: Entry) -> list[float]:
    """b* of each answer of at least one move."""
    found = (result.branching for result in entry.solved)
    return [factor for factor in found if factor is not None]


def frontiers(entry: Entry) -> list[int]:
    """The largest frontier on each board."""
    return [result.stats.peak_frontier for result in entry.results]


def memories(entry: Entry) -> list[int]:
    """Bytes held at the end on each board."""
    return [result.stats.bytes for result in entry.results]


def times(entry: Entry) -> list[float]:
    """Seconds of the search on each board."""
    return [result.stats.elapsed for result in entry.results]


def solved_share(entry: Entry) -> float | None:
    """How much of the boards it solved; None where it searched none."""
    return len(entry.solved) / len(entry.results) if entry.results else None


def worth(entry: Entry) -> str:
    """How good its answers were where the shortest are known, else what it promises of them.

    "" where there is no answer.
    """
    answers = list(_answers(entry))
    if not answers:
        return ""
    if any(shortest is None for _, shortest in answers):
        factors = _factors(entry)
        # rounded up, so that it stays true
        return within(math.ceil(max(factors) * 100) / 100 if factors else None)
    longer = [len(result.moves) - shortest for result, shortest in answers if shortest is not None]
    count = longer.count(0)
    if count == len(longer):
        return SHORTEST
    return f"{fmean(longer):,.1f} longer on average, {count:,} of {len(longer):,} shortest"


def _answers(entry: Entry) -> Iterator[tuple[SearchResult, int | None]]:
    for result, shortest in entry.known:
        if result.length is not None:
            yield result, result.length if result.proven_optimal else shortest


def _times_shortest(entry: Entry) -> float | None:
    """On average; None where nothing is promised of some."""
    factors = _factors(entry)
    return fmean(factors) if factors else None


def _factors(entry: Entry) -> list[float]:
    """At most how many times the shortest each answer is; none where one promises nothing."""
    factors = [times_shortest(*answer) for answer in _answers(entry)]
    there = [factor for factor in factors if factor is not None]
    return there if len(there) == len(factors) else []


def _of(figures: Figures, average: Average) -> Callable[[Entry], float | None]:
    def value(entry: Entry) -> float | None:
        found = figures(entry)
        return average(found) if found else None

    return value


def _averages(
    names: tuple[str, str, str],
    figures: Figures,
    average: Average,
    written: Callable[[Any], str] = lambda value: f"{value:,.1f}",
) -> Column:
    value = _of(figures, average)

    def text(entry: Entry) -> str:
        figure = value(entry)
        return humanize.NOTHING if figure is None else written(figure)

    return Column(*names, value, text)


COLUMNS = (
    METHOD,
    Column(
        *("solved", "Solved", "Boards for which it found an answer"),
        solved_share,
        lambda entry: f"{len(entry.solved):,} of {len(entry.results):,}",
        smaller_is_better=False,
    ),
    _averages(("length", "Mean length", "Moves of its answers, the mean"), lengths, fmean),
    _averages(("median-length", "Median length", "Moves, the median"), lengths, median),
    Column(
        "worth",
        "Worth",
        "How far its answers are from the shortest",
        _times_shortest,
        worth,
        is_text=True,
    ),
    _averages(("expanded", "Mean expanded", "States expanded, the mean"), expanded, fmean),
    _averages(
        ("median-expanded", "Median expanded", "States expanded, the median"), expanded, median
    ),
    _averages(("generated", "Mean generated", "Successors made, the mean"), generated, fmean),
    _averages(
        ("median-generated", "Median generated", "Successors made, the median"), generated, median
    ),
    _averages(
        ("branching", "Mean b*", "Effective branching factor of its answers, the mean"),
        *(branching, fmean, humanize.branching),
    ),
    _averages(
        ("peak-frontier", "Largest frontier", "Most states that waited at once, on any board"),
        *(frontiers, max, lambda value: f"{value:,}"),
    ),
    _averages(
        ("memory", "Largest memory", "What a search held at its end, the most on any board"),
        *(memories, max, humanize.memory),
    ),
    _averages(
        ("time", "Mean time", "Seconds of the search alone, the mean"),
        *(times, fmean, humanize.exact_time),
    ),
    _averages(
        ("median-time", "Median time", "Seconds of the search alone, the median"),
        *(times, median, humanize.exact_time),
    ),
)
"""Of several boards, as they stand from the left."""


def record(entry: Entry) -> dict[str, Any]:
    """A row for programs, its keys in the order that they are promised in."""
    told: dict[str, Any] = {
        "method": entry.method.title,
        **method_record(entry.method),
        "boards": len(entry.results),
        "solved": len(entry.solved),
        "solved_share": _rounded(solved_share(entry)),
    }
    for name, figures in _BOTH.items():
        told[f"mean_{name}"] = _rounded(_of(figures, fmean)(entry))
        told[f"median_{name}"] = _rounded(_of(figures, median)(entry))
    return told | {
        "mean_branching": _rounded(_of(branching, fmean)(entry)),
        "largest_peak_frontier": _of(frontiers, max)(entry),
        "largest_peak_bytes": _of(memories, max)(entry),
        "worth": worth(entry),
    }


def as_csv(entries: Sequence[Entry]) -> str:
    """The rows with plain numbers, under a line of headings."""
    return records.as_csv([record(entry) for entry in entries])


def as_json(entries: Sequence[Entry]) -> str:
    """A JSON list with an object for each row."""
    return records.as_json(map(record, entries))


_BOTH: dict[str, Figures] = {
    "length": lengths,
    "expanded": expanded,
    "generated": generated,
    "seconds": times,
}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 6)
