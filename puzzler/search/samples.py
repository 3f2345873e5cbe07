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
from puzzler.search.sample_readers import Reader, reader_for


class Figure(StrEnum):
    """What is sampled."""

    F = "f"
    G = "g"
    H = "h"
    FRONTIER = "frontier"
    CLOSED = "closed"
    BOUND = "bound"
    LENGTH = "length"
    """Moves of the best answer so far."""
    PROVEN = "proven"
    """No answer is shorter, by proof."""


Ints = NDArray[np.int64]
FIGURES = tuple(Figure)
_F, _G, _H, _FRONTIER, _CLOSED, _BOUND, _LENGTH, _PROVEN = range(1, 1 + len(FIGURES))
"""Columns of the rows of samples; the first is the moment."""
_NO_ROWS = np.empty((0, 1 + len(FIGURES)))
_MOST_WAITING = 256
"""Pieces of samples that are put into buckets together."""


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

    def __init__(self, method: Method) -> None:
        """``method`` is what searches; all searches that are given are the same one, run anew."""
        self.known = -1
        """The last moment at which samples were taken."""
        self._rank = _rank_of(method)
        self._next = 0
        self._buckets = Buckets(len(FIGURES))
        self._waiting: list[Floats] = []
        self._ahead = _NO_ROWS  # of the state that is expanded next
        self._improved = 0  # improvements taken
        self._search: Search | None = None
        self._reader: Reader | None = None
        self._tail = _NO_ROWS  # what lies between the last samples and ``seen``
        self._seen = -1
        self._shot: tuple[Hashable, Sampled] | None = None

    def run(self, search: Search, budget: int, *, interruptible: bool = False) -> Status:
        """As ``search.advance``, taking samples on the way."""
        self.take(search)
        stop = search.expanded + budget
        status = search.status
        while status is Status.RUNNING and (before := search.expanded) < stop:
            piece = min(stop, max(self._next, before + 1)) - before
            status = search.advance(piece, interruptible=interruptible)
            self.take(search)
            if interruptible and search.expanded == before:
                break
        return status

    def take(self, search: Search) -> None:
        """Take what is due where ``search`` stands.

        To be called before its first expansion and after each one that is not made by ``run``.
        """
        now = search.expanded
        if now < self._next and (search.status is Status.RUNNING or now <= self.known):
            return
        reader = self._reader_of(search)
        if now > self._next and search.status is Status.RUNNING:
            # stepped without samples: the next ones are those that are due after that
            self._next = reader.stops.after(now)
            return
        rows, self._ahead = self._rows(search, reader)
        self._waiting.append(rows)
        self._improved = len(search.improvements)
        self.known, self._next = now, reader.stops.after(now)
        if len(self._waiting) >= _MOST_WAITING:
            self._put_away()

    def snapshot(self, search: Search) -> Sampled:
        """All samples, and what lies between the last of them and where ``search`` stands."""
        now = search.expanded
        if now > self.known and now >= self._seen:
            self._tail, _ = self._rows(search, self._reader_of(search))
            self._seen = now
        end = max(self.known, self._seen, 0)
        key = self.known, end, len(self._tail)
        if self._shot is None or self._shot[0] != key:
            self._put_away()
            buckets = self._buckets
            if self._seen > self.known:
                buckets = buckets.copy()
                buckets.add(self._tail)
            self._shot = key, _sampled(buckets, end)
        return self._shot[1]

    def _reader_of(self, search: Search) -> Reader:
        if search is not self._search or self._reader is None:
            self._search, self._reader = search, reader_for(search)
        return self._reader

    def _rows(self, search: Search, reader: Reader) -> tuple[Floats, Floats]:
        """What is new since the last samples, in order, and what is known of the next moment."""
        now, stats = search.expanded, search.stepping.stats()
        found = reader.read(self.known, now)
        improved = search.improvements[self._improved :]
        count = 0 if found is None else len(found.moments)
        rows = np.full((len(self._ahead) + count + len(improved) + 1, 1 + len(FIGURES)), np.nan)
        place = len(self._ahead)
        rows[:place] = self._ahead
        if found is not None:
            part = rows[place : place + count]
            part[:, 0] = found.moments
            part[:, _G], part[:, _H] = found.g, found.h
            if self._rank is not None:
                part[:, _F] = self._rank(found.g, found.h)
            place += count
        for improvement in improved:
            rows[place, 0] = improvement.expansions
            rows[place, _LENGTH], rows[place, _PROVEN] = improvement.length, improvement.bound
            place += 1
        closed = stats.expanded - stats.reopened
        rows[place, 0] = now
        rows[place, _FRONTIER], rows[place, _CLOSED] = stats.frontier, closed
        rows[place, _BOUND] = stats.bound
        rows = rows[np.argsort(rows[:, 0], kind="stable")]
        is_past = rows[:, 0] <= now
        return rows[is_past], rows[~is_past]

    def _put_away(self) -> None:
        if self._waiting:
            self._buckets.add(np.concatenate(self._waiting))
            self._waiting.clear()


def _rank_of(method: Method) -> Callable[[Ints, Ints], Floats] | None:
    """How f comes of g and h; None where it is no more than one of them."""
    weight = method.weight
    if method.algorithm in ("astar", "idastar"):
        return lambda g, h: g + weight * h
    if method.algorithm == "bidirectional":
        return lambda g, h: np.maximum(g + h, 2.0 * g)
    return None


def _sampled(buckets: Buckets, end: int) -> Sampled:
    series = {}
    for place, figure in enumerate(FIGURES):
        filled = np.flatnonzero(buckets.count[:, place])
        if len(filled):
            series[figure] = Series(
                filled * buckets.width,
                buckets.moment[filled],
                buckets.low[filled, place],
                buckets.high[filled, place],
                buckets.total[filled, place] / buckets.count[filled, place],
                buckets.last[filled, place],
            )
    return Sampled(end, buckets.width, series)
