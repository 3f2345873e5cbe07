"""Samples of a search's values over its expansions, in a bounded number of buckets.

Samples are taken at fixed counts of expansions. Therefore the same search gives the same samples,
independently of its slices and of how often it is restarted to go back.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from puzzler.search.engine.search import Search
from puzzler.search.engine.stepping import Sample, SampleRun, Status
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
T = TypeVar("T", Ints, Floats)


class SampledFigure(StrEnum):
    """A sampled value."""

    G = "g"
    H = "h"
    F = "f"
    FRONTIER = "frontier"
    CLOSED = "closed"
    BOUND = "bound"
    LENGTH = "length"
    """Moves of the best solution so far."""
    PROVEN = "proven"
    """The proven lower bound on the length of every solution."""


FIGURES = tuple(SampledFigure)
_WITHOUT_F = slice(0, 2)
_WITH_F = slice(0, 3)
_SIZES = slice(3, 6)
_BOUNDS = slice(6, 8)
"""Columns of the buckets: g, h; g, h, f; frontier, closed, bound; length, bound."""
_MAX_PENDING = 256
"""Number of stops whose samples are added to the buckets together."""
MAX_BUCKETS = 2_000
"""Limit on the number of buckets. Must be even."""


class SampleGrid(NamedTuple):
    """The moments at which samples are taken."""

    dense: int
    """Samples are taken at every moment below this."""
    doubling: int
    """After that, at least this many samples are taken while the moment doubles. A power of 2."""

    def after(self, moment: int) -> int:
        """Return the next moment of the grid."""
        between = 1
        if moment >= self.dense:
            between = 1 << ((moment // self.doubling).bit_length() - 1)
        return moment - moment % between + between


FINE = SampleGrid(256, 32)
"""The grid for a single search."""
COARSE = SampleGrid(64, 16)
"""The grid for several searches that share a chart and a processor. A sample costs as much as about
a hundred expansions, which would take most of the time of a race of a tenth of a second."""


@dataclass(frozen=True, eq=False)
class Series:
    """The buckets of one value, as arrays of equal length. Do not modify them."""

    first: Ints
    """The first moment of each bucket. A moment is a number of expanded states."""
    moment: Ints
    """The moment of the last sample in each bucket."""
    low: Floats
    high: Floats
    mean: Floats
    count: Ints
    last: Floats


@dataclass(frozen=True, eq=False)
class Sampled:
    """All samples up to a moment."""

    expansions: int
    width: int
    """Number of expansions per bucket. 1 if no samples were merged."""
    series: Mapping[SampledFigure, Series]


class Samples:
    """Takes samples of one search, up to the largest moment it has reached."""

    def __init__(self, method: Method, grid: SampleGrid = FINE) -> None:
        """Create an empty record. All searches passed to it must be runs of the same search."""
        self._grid = grid
        self.sampled_to = -1
        """The moment of the last samples."""
        algorithm = ALGORITHMS[method.algorithm]
        has_f = algorithm.takes_smallest_f and algorithm.uses("heuristic")
        self._weight = method.weight if has_f else None  # of h in f
        self._next = 0
        self._buckets = Buckets(len(FIGURES))
        self._pending = _Gathered()
        self._ahead: Sample | None = None  # the state that is expanded next, if known
        self._improved = 0  # number of improvements read
        self._tail = _Gathered()  # samples between the last regular ones and ``_last_moment``
        self._last_moment = -1
        self._snapshot: tuple[Hashable, Sampled] | None = None

    def run(self, search: Search, budget: int, *, interruptible: bool = False) -> Status:
        """Call ``search.advance`` and take samples."""
        self.take(search)
        is_at_stops = search.stepping.is_sampled_at_stops
        status, before = search.status, search.expanded
        stop = before + budget
        while status is Status.RUNNING and before < stop:
            piece = stop - before
            if is_at_stops:
                piece = min(piece, max(self._next - before, 1))
            status = search.advance(piece, interruptible=interruptible)
            self.take(search)
            now = search.expanded
            if interruptible and now == before:
                break
            before = now
        return status

    def take(self, search: Search) -> None:
        """Take due samples, before the first expansion and after steps without ``run``."""
        now, is_running = search.expanded, search.status is Status.RUNNING
        if now < self._next and (is_running or now <= self.sampled_to):
            return
        if now == self._next or not is_running or not search.stepping.is_sampled_at_stops:
            self._ahead = self._gather(search, self._pending)
            self._improved = len(search.improvements)
            self.sampled_to = now
        # else the search was stepped without samples, which continue at the next moment
        self._next = self._grid.after(now)
        if self._pending.stops >= _MAX_PENDING:
            self._flush()

    def snapshot(self, search: Search) -> Sampled:
        """Return all samples up to the current moment of ``search``."""
        now = search.expanded
        if now > self.sampled_to and now >= self._last_moment:
            self._tail = _Gathered()
            self._gather(search, self._tail)
            self._last_moment = now
        end = max(self.sampled_to, self._last_moment, 0)
        key = self.sampled_to, end, len(self._tail.bounds)
        if self._snapshot is None or self._snapshot[0] != key:
            self._flush()
            buckets = self._buckets
            if self._last_moment > self.sampled_to:
                buckets = deepcopy(buckets)
                self._tail.put_into(buckets, self._weight)
            self._snapshot = key, _sampled(buckets, end)
        return self._snapshot[1]

    def _gather(self, search: Search, gathered: _Gathered) -> Sample | None:
        """Add new samples to ``gathered``. Return a sample of a later moment, or None."""
        now, ahead = search.expanded, self._ahead
        if ahead is not None and ahead.moment <= now:
            gathered.samples.append(ahead)
            ahead = None
        found = search.stepping.sample(self.sampled_to, search.status)
        if isinstance(found, SampleRun):
            gathered.runs.append(found)
        elif found is not None and found.moment <= now:
            gathered.samples.append(found)
        elif found is not None:
            ahead = found
        sizes = search.stepping.sizes()
        if sizes is not None:
            gathered.sizes.append((now, *sizes))
        gathered.stops += 1
        for improvement in search.improvements[self._improved :]:
            expanded, length = improvement.expanded, improvement.length
            gathered.bounds.append((expanded, length, improvement.lower_bound))
        return ahead

    def _flush(self) -> None:
        if self._pending.stops:
            self._pending.put_into(self._buckets, self._weight)
            self._pending = _Gathered()


class _Gathered:
    def __init__(self) -> None:
        self.stops = 0
        """How often samples were read."""
        self.samples: list[Sample] = []
        self.runs: list[SampleRun] = []
        self.sizes: list[tuple[float, ...]] = []
        """(moment, *sizes)"""
        self.bounds: list[tuple[float, ...]] = []
        """(moment, length, lower bound)"""

    def put_into(self, buckets: Buckets, weight: float | None) -> None:
        """Add the samples to ``buckets``, with f unless ``weight`` is None."""
        runs = self.runs
        if self.samples:
            runs = [*runs, SampleRun(*np.array(self.samples).T)]
        if runs:
            moments, g, h = (np.concatenate(parts) for parts in zip(*runs, strict=True))
            f = [] if weight is None else [g + weight * h]
            buckets.add(_WITH_F if f else _WITHOUT_F, moments, np.stack([g, h, *f], 1))
        for columns, entries in ((_SIZES, self.sizes), (_BOUNDS, self.bounds)):
            if entries:
                rows = np.array(entries, np.float64)
                buckets.add(columns, rows[:, 0].astype(np.int64), rows[:, 1:])


class Buckets:
    """Values over a search of any length in a bounded number of buckets. NaN: no value.

    A bucket stores the minimum, maximum, sum and last of each value, so that extremes are never
    lost. When all buckets are in use, adjacent pairs are merged.
    """

    def __init__(self, figures: int) -> None:
        self.width = 1
        """Number of moments per bucket. Bucket b starts at moment b * width."""
        self.low = np.full((MAX_BUCKETS, figures), np.nan)
        self.high = np.full((MAX_BUCKETS, figures), np.nan)
        self.last = np.full((MAX_BUCKETS, figures), np.nan)
        self.total = np.zeros((MAX_BUCKETS, figures))
        self.count = np.zeros((MAX_BUCKETS, figures), np.int64)
        self.moment = np.full(MAX_BUCKETS, -1, np.int64)
        """The moment of the last sample in each bucket, or -1."""
        self._is_empty = True

    def add(self, columns: slice, moments: Ints, values: Floats) -> None:
        """Add values of shape (moments, columns). The moments must not decrease."""
        if not len(moments):
            return
        while moments[-1] // self.width >= MAX_BUCKETS:
            if self._is_empty:
                self.width *= 2
            else:
                self._fold()
        self._is_empty = False
        bucket_of_row = moments // self.width
        is_first = np.ones(len(bucket_of_row), np.bool_)
        np.not_equal(bucket_of_row[1:], bucket_of_row[:-1], out=is_first[1:])
        begins = np.flatnonzero(is_first)
        stops = np.append(begins[1:], len(bucket_of_row))
        places = bucket_of_row[begins]
        self.low[places, columns] = np.fmin(
            self.low[places, columns], np.minimum.reduceat(values, begins)
        )
        self.high[places, columns] = np.fmax(
            self.high[places, columns], np.maximum.reduceat(values, begins)
        )
        self.total[places, columns] += np.add.reduceat(values, begins)
        self.count[places, columns] += (stops - begins)[:, None]
        self.last[places, columns] = values[stops - 1]
        self.moment[places] = np.maximum(self.moment[places], moments[stops - 1])

    def _fold(self) -> None:
        def halved(values: T, join: Callable[[T, T], T], empty: float) -> T:
            joined: Any = join(values[::2], values[1::2])
            return np.concatenate([joined, np.full_like(joined, empty)])

        self.low = halved(self.low, np.fmin, np.nan)
        self.high = halved(self.high, np.fmax, np.nan)
        self.last = halved(self.last, lambda a, b: np.where(np.isnan(b), a, b), np.nan)
        self.total = halved(self.total, np.add, 0)
        self.count = halved(self.count, np.add, 0)
        self.moment = halved(self.moment, np.maximum, -1)
        self.width *= 2


def _sampled(buckets: Buckets, end: int) -> Sampled:
    series = {}
    for place, figure in enumerate(FIGURES):
        filled = np.flatnonzero(~np.isnan(buckets.low[:, place]))
        if len(filled):
            series[figure] = Series(
                filled * buckets.width,
                buckets.moment[filled],
                buckets.low[filled, place],
                buckets.high[filled, place],
                buckets.total[filled, place] / buckets.count[filled, place],
                buckets.count[filled, place],
                buckets.last[filled, place],
            )
    return Sampled(end, buckets.width, series)
