"""Figures over a search of any length in a bounded number of buckets, each a stretch of moments.

A bucket keeps the smallest and the largest value, the sum and the last one of every figure, so that
nothing that stood out is lost however long the search gets. When all are in use each two neighbours
become one.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

MOST = 2_000
"""Buckets, an even number."""

Floats = NDArray[np.float64]


class Buckets:
    """Takes rows of a moment and one value for each figure; NaN is a value that was not taken."""

    def __init__(self, figures: int) -> None:
        self.width = 1
        """Moments that a bucket stands for: bucket b holds those from b * width on."""
        self.low = np.full((MOST, figures), np.nan)
        self.high = np.full((MOST, figures), np.nan)
        self.last = np.full((MOST, figures), np.nan)
        self.total = np.zeros((MOST, figures))
        self.count = np.zeros((MOST, figures), np.int64)
        self.moment = np.full(MOST, -1, np.int64)
        """The last moment of which a bucket holds something, -1 for none."""

    def add(self, rows: Floats) -> None:
        """Take ``rows`` (rows, 1 + figures), moments in the first column, in their order."""
        if not len(rows):
            return
        moments = rows[:, 0].astype(np.int64)
        while moments[-1] // self.width >= MOST:
            self._fold()
        of_row = moments // self.width
        begins = np.flatnonzero(np.diff(of_row, prepend=-1))
        places, values = of_row[begins], rows[:, 1:]
        is_there = ~np.isnan(values)
        self.low[places] = np.fmin(self.low[places], np.fmin.reduceat(values, begins))
        self.high[places] = np.fmax(self.high[places], np.fmax.reduceat(values, begins))
        self.total[places] += np.add.reduceat(np.where(is_there, values, 0.0), begins)
        self.count[places] += np.add.reduceat(is_there.astype(np.int64), begins)
        # the last row of each bucket that has a value, figure by figure
        numbers = np.where(is_there, np.arange(len(rows))[:, None], -1)
        latest = np.maximum.reduceat(numbers, begins)
        newest = np.take_along_axis(values, np.maximum(latest, 0), 0)
        is_new = latest >= begins[:, None]
        self.last[places] = np.where(is_new, newest, self.last[places])
        ends = np.append(begins[1:], len(rows)) - 1
        self.moment[places] = moments[ends]

    def copy(self) -> Buckets:
        """The same once more."""
        twin = Buckets(self.low.shape[1])
        twin.width = self.width
        for name in ("low", "high", "last", "total", "count", "moment"):
            setattr(twin, name, getattr(self, name).copy())
        return twin

    def _fold(self) -> None:
        """Make one bucket of each two."""
        half = MOST // 2

        def halved(pairs: Floats, empty: float) -> Floats:
            return np.concatenate([pairs, np.full_like(pairs, empty)])

        low, high = (each.reshape(half, 2, -1) for each in (self.low, self.high))
        last, total = (each.reshape(half, 2, -1) for each in (self.last, self.total))
        self.low = halved(np.fmin(low[:, 0], low[:, 1]), np.nan)
        self.high = halved(np.fmax(high[:, 0], high[:, 1]), np.nan)
        self.last = halved(np.where(np.isnan(last[:, 1]), last[:, 0], last[:, 1]), np.nan)
        self.total = halved(total.sum(1), 0.0)
        counts = self.count.reshape(half, 2, -1).sum(1)
        self.count = np.concatenate([counts, np.zeros_like(counts)])
        moments = self.moment.reshape(half, 2).max(1)
        self.moment = np.concatenate([moments, np.full_like(moments, -1)])
        self.width *= 2
