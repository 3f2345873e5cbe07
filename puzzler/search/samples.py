"""Figures of a search against its expansions, taken while it is stepped and thinned at once.

Samples are taken at fixed counts of expansions: however a search is sliced, and however often it is
run anew to go back in it, the same search gives the same samples.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from puzzler.search.buckets import Buckets, Floats
from puzzler.search.engine.search import Search
from puzzler.search.engine.stepping import Status
from puzzler.search.method import Method
from puzzler.search.sample_readers import FINE, Grid, Node, Reader, Stretch, reader_for


class Figure(StrEnum):
    """What is sampled."""

    G = "g"
    H = "h"
    F = "f"
    FRONTIER = "frontier"
    CLOSED = "closed"
    BOUND = "bound"
    LENGTH = "length"
    """Moves of the best answer so far."""
    PROVEN = "proven"
    """No answer is shorter, by proof."""


Ints = NDArray[np.int64]
FIGURES = tuple(Figure)
_PATH = slice(0, 2)
_RANKED = slice(0, 3)
_SIZES = slice(3, 6)
_ENDS = slice(6, 8)
"""Columns of the buckets: g and h; the same and f; frontier, closed, bound; length and bound."""
_MOST_WAITING = 256
"""Stops whose samples are put into buckets together."""

Rank = Callable[[Ints, Ints], Floats]
"""How f comes of g and h."""


@dataclass(frozen=True, eq=False)
class Series:
    """One figure; arrays of one length, not to be changed."""

    first: Ints
    """The moment with which a bucket begins."""
    moment: Ints
    """The last moment of which the bucket holds samples; a moment n is n states expanded."""
    low: Floats
    """The smallest sample of the bucket."""
    high: Floats
    """The largest one."""
    mean: Floats
    count: Ints
    """Of how many samples."""
    last: Floats
    """The latest one."""


@dataclass(frozen=True, eq=False)
class Sampled:
    """What was sampled up to some moment."""

    expansions: int
    """The moment."""
    width: int
    """Expansions of a bucket; where it is 1 nothing was thinned."""
    series: Mapping[Figure, Series]
    """Those of which there is something."""


class Samples:
    """Samples of one search, up to the furthest moment that it was seen at."""

    def __init__(self, method: Method, grid: Grid = FINE) -> None:
        """``method`` is what searches; all searches that are given are the same one, run anew.

        grid: when samples are taken.
        """
        self._grid = grid
        self.known = -1
        """The last moment at which samples were taken."""
        self._rank = _rank_of(method)
        self._next = 0
        self._buckets = Buckets(len(FIGURES))
        self._waiting = _Gathered()
        self._ahead: Node | None = None  # the state that is expanded next, where it is known
        self._improved = 0  # improvements taken
        self._search: Search | None = None
        self._reader: Reader | None = None
        self._tail = _Gathered()  # what lies between the last samples and ``seen``
        self._seen = -1
        self._shot: tuple[Hashable, Sampled] | None = None

    def run(self, search: Search, budget: int, *, interruptible: bool = False) -> Status:
        """As ``search.advance``, taking samples on the way."""
        self.take(search)
        needs_stops = self._reader_of(search).needs_stops
        status, before = search.status, search.expanded
        stop = before + budget
        while status is Status.RUNNING and before < stop:
            piece = stop - before
            if needs_stops:
                piece = min(piece, max(self._next - before, 1))
            status = search.advance(piece, interruptible=interruptible)
            self.take(search)
            now = search.expanded
            if interruptible and now == before:
                break
            before = now
        return status

    def take(self, search: Search) -> None:
        """Take what is due where ``search`` stands.

        To be called before its first expansion and after each one that is not made by ``run``.
        """
        now, is_running = search.expanded, search.status is Status.RUNNING
        if now < self._next and (is_running or now <= self.known):
            return
        reader = self._reader_of(search)
        if now == self._next or not is_running or not reader.needs_stops:
            self._ahead = self._gather(search, reader, self._waiting)
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
            self._gather(search, self._reader_of(search), self._tail)
            self._seen = now
        end = max(self.known, self._seen, 0)
        key = self.known, end, len(self._tail.ends)
        if self._shot is None or self._shot[0] != key:
            self._put_away()
            buckets = self._buckets
            if self._seen > self.known:
                buckets = buckets.copy()
                self._tail.put_into(buckets, self._rank)
            self._shot = key, _sampled(buckets, end)
        return self._shot[1]

    def let_go(self) -> None:
        """Hold the search no more, so that its memory is given back; another one may be given."""
        self._search = self._reader = None

    def _reader_of(self, search: Search) -> Reader:
        if search is not self._search or self._reader is None:
            self._search, self._reader = search, reader_for(search)
        return self._reader

    def _gather(self, search: Search, reader: Reader, gathered: _Gathered) -> Node | None:
        """Add what is new since the last samples; what is known of a moment that is still ahead."""
        now, ahead = search.expanded, self._ahead
        if ahead is not None and ahead.moment <= now:
            gathered.nodes.append(ahead)
            ahead = None
        found = reader.read(self.known, now)
        if isinstance(found, Stretch):
            gathered.stretches.append(found)
        elif found is not None and found.moment <= now:
            gathered.nodes.append(found)
        elif found is not None:
            ahead = found
        sizes = reader.sizes()
        if sizes is not None:
            gathered.sizes.append((now, *sizes))
        gathered.stops += 1
        for improvement in search.improvements[self._improved :]:
            gathered.ends.append((improvement.expansions, improvement.length, improvement.bound))
        return ahead

    def _put_away(self) -> None:
        """Let the buckets have what waits."""
        if self._waiting.stops:
            self._waiting.put_into(self._buckets, self._rank)
            self._waiting = _Gathered()


class _Gathered:
    """Samples as they were read, before they are put into buckets."""

    def __init__(self) -> None:
        self.stops = 0
        """How often something was read."""
        self.nodes: list[Node] = []
        self.stretches: list[Stretch] = []
        self.sizes: list[tuple[float, ...]] = []
        """Moment, and sizes."""
        self.ends: list[tuple[float, ...]] = []
        """Moment, length, and what is proven."""

    def put_into(self, buckets: Buckets, rank: Rank | None) -> None:
        """Add them to ``buckets``, f by ``rank``."""
        stretches = self.stretches
        if self.nodes:
            stretches = [*stretches, Stretch(*np.array(self.nodes).T)]
        if stretches:
            moments, g, h = (np.concatenate(parts) for parts in zip(*stretches, strict=True))
            ranked = [] if rank is None else [rank(g, h)]
            columns = _RANKED if ranked else _PATH
            buckets.add(columns, moments, np.stack([g, h, *ranked], 1))
        for columns, entries in ((_SIZES, self.sizes), (_ENDS, self.ends)):
            if entries:
                rows = np.array(entries, np.float64)
                buckets.add(columns, rows[:, 0].astype(np.int64), rows[:, 1:])


def _rank_of(method: Method) -> Rank | None:
    """None where f is no more than g, or than h."""
    weight = method.weight
    if method.algorithm in ("astar", "idastar", "bidirectional"):
        return lambda g, h: g + weight * h
    return None


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
