"""Figures of a search against its expansions, taken while it is stepped and thinned at once.

Samples are taken at fixed counts of expansions: however a search is sliced, and however often it is
run anew to go back in it, the same search gives the same samples.
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
    """What is sampled."""

    G = "g"
    H = "h"
    F = "f"
    FRONTIER = "frontier"
    CLOSED = "closed"
    BOUND = "bound"
    LENGTH = "length"
    """Moves of the best solution so far."""
    PROVEN = "proven"
    """No solution is shorter, by proof."""


FIGURES = tuple(SampledFigure)
_WITHOUT_F = slice(0, 2)
_WITH_F = slice(0, 3)
_SIZES = slice(3, 6)
_BOUNDS = slice(6, 8)
"""Columns of the buckets: g and h; the same and f; frontier, closed, bound; length and bound."""
_MOST_WAITING = 256
"""Stops whose samples are put into buckets together."""
MOST_BUCKETS = 2_000
"""An even number."""


class SampleGrid(NamedTuple):
    """The moments at which samples are taken, whatever the slices and the algorithm."""

    dense: int
    """They are taken at every moment below this."""
    doubling: int
    """How often they are taken, at least, while the moment doubles after that; a power of two."""

    def after(self, moment: int) -> int:
        """The next of them."""
        between = 1
        if moment >= self.dense:
            between = 1 << ((moment // self.doubling).bit_length() - 1)
        return moment - moment % between + between


FINE = SampleGrid(256, 32)
"""For a single search."""
COARSE = SampleGrid(64, 16)
"""For several that share a chart and a processor: a sample costs what some hundred expansions do,
and a race that is over in a tenth of a second would spend most of it on samples."""


@dataclass(frozen=True, eq=False)
class Series:
    """One figure; arrays of one length, not to be changed."""

    first: Ints
    """The moment with which a bucket begins."""
    moment: Ints
    """The last moment of which the bucket holds samples; a moment n is n states expanded."""
    low: Floats
    high: Floats
    mean: Floats
    count: Ints
    last: Floats


@dataclass(frozen=True, eq=False)
class Sampled:
    """What was sampled up to some moment."""

    expansions: int
    width: int
    """Expansions of a bucket; where it is 1 nothing was thinned."""
    series: Mapping[SampledFigure, Series]


class Samples:
    """Samples of one search, up to the furthest moment that it was seen at."""

    def __init__(self, method: Method, grid: SampleGrid = FINE) -> None:
        """``method`` searches; all searches given are the same one, run anew."""
        self._grid = grid
        self.known = -1
        """The last moment at which samples were taken."""
        algorithm = ALGORITHMS[method.algorithm]
        has_f = algorithm.takes_smallest_f and algorithm.uses("heuristic")
        self._weight = method.weight if has_f else None  # of h in f
        self._next = 0
        self._buckets = Buckets(len(FIGURES))
        self._waiting = _Gathered()
        self._ahead: Sample | None = None  # the state that is expanded next, where it is known
        self._improved = 0  # improvements taken
        self._tail = _Gathered()  # what lies between the last samples and ``seen``
        self._seen = -1
        self._shot: tuple[Hashable, Sampled] | None = None

    def run(self, search: Search, budget: int, *, interruptible: bool = False) -> Status:
        """As ``search.advance``, taking samples on the way."""
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
        """Take what is due; before the first expansion and after each one not made by ``run``."""
        now, is_running = search.expanded, search.status is Status.RUNNING
        if now < self._next and (is_running or now <= self.known):
            return
        if now == self._next or not is_running or not search.stepping.is_sampled_at_stops:
            self._ahead = self._gather(search, self._waiting)
            self._improved = len(search.improvements)
            self.known = now
        # else it was stepped without samples: the next are those that are due after that
        self._next = self._grid.after(now)
        if self._waiting.stops >= _MOST_WAITING:
            self._put_away()

    def snapshot(self, search: Search) -> Sampled:
        """All samples, and what lies between the last of them and where ``search`` stands."""
        now = search.expanded
        if now > self.known and now >= self._seen:
            self._tail = _Gathered()
            self._gather(search, self._tail)
            self._seen = now
        end = max(self.known, self._seen, 0)
        key = self.known, end, len(self._tail.bounds)
        if self._shot is None or self._shot[0] != key:
            self._put_away()
            buckets = self._buckets
            if self._seen > self.known:
                buckets = deepcopy(buckets)
                self._tail.put_into(buckets, self._weight)
            self._shot = key, _sampled(buckets, end)
        return self._shot[1]

    def _gather(self, search: Search, gathered: _Gathered) -> Sample | None:
        """Add what is new since the last samples; what is known of a moment that is still ahead."""
        now, ahead = search.expanded, self._ahead
        if ahead is not None and ahead.moment <= now:
            gathered.samples.append(ahead)
            ahead = None
        found = search.stepping.sample(self.known, search.status)
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
            gathered.bounds.append((improvement.expansions, improvement.length, improvement.bound))
        return ahead

    def _put_away(self) -> None:
        if self._waiting.stops:
            self._waiting.put_into(self._buckets, self._weight)
            self._waiting = _Gathered()


class _Gathered:
    """Samples as they were read, before they are put into buckets."""

    def __init__(self) -> None:
        self.stops = 0
        """How often something was read."""
        self.samples: list[Sample] = []
        self.runs: list[SampleRun] = []
        self.sizes: list[tuple[float, ...]] = []
        """Moment, and sizes."""
        self.bounds: list[tuple[float, ...]] = []
        """Moment, length, and what is proven."""

    def put_into(self, buckets: Buckets, weight: float | None) -> None:
        """Add them to ``buckets``, with f unless ``weight`` is None."""
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
    """Figures over a search of any length in a bounded number of buckets; NaN for nothing.

    A bucket keeps the smallest and the largest value, the sum and the last one of every figure,
    so that nothing that stood out is lost however long the search gets. When all are in use each
    two neighbours become one.
    """

    def __init__(self, figures: int) -> None:
        self.width = 1
        """Moments that a bucket stands for: bucket b holds those from b * width on."""
        self.low = np.full((MOST_BUCKETS, figures), np.nan)
        self.high = np.full((MOST_BUCKETS, figures), np.nan)
        self.last = np.full((MOST_BUCKETS, figures), np.nan)
        self.total = np.zeros((MOST_BUCKETS, figures))
        self.count = np.zeros((MOST_BUCKETS, figures), np.int64)
        self.moment = np.full(MOST_BUCKETS, -1, np.int64)
        """The last moment of which a bucket holds something, -1 for none."""
        self._is_empty = True

    def add(self, columns: slice, moments: Ints, values: Floats) -> None:
        """Take ``values`` (moments, columns) of some figures; the moments never fall."""
        if not len(moments):
            return
        while moments[-1] // self.width >= MOST_BUCKETS:
            if self._is_empty:
                self.width *= 2
            else:
                self._fold()
        self._is_empty = False
        of_row = moments // self.width
        is_first = np.ones(len(of_row), np.bool_)
        np.not_equal(of_row[1:], of_row[:-1], out=is_first[1:])
        begins = np.flatnonzero(is_first)
        ends = np.append(begins[1:], len(of_row))
        places = of_row[begins]
        self.low[places, columns] = np.fmin(
            self.low[places, columns], np.minimum.reduceat(values, begins)
        )
        self.high[places, columns] = np.fmax(
            self.high[places, columns], np.maximum.reduceat(values, begins)
        )
        self.total[places, columns] += np.add.reduceat(values, begins)
        self.count[places, columns] += (ends - begins)[:, None]
        self.last[places, columns] = values[ends - 1]
        self.moment[places] = np.maximum(self.moment[places], moments[ends - 1])

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
