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
    """One column for each figure; NaN where nothing was taken."""

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
        self._is_empty = True

    def add(self, columns: slice, moments: NDArray[np.int64], values: Floats) -> None:
        """Take ``values`` (moments, columns) of some figures; the moments never fall."""
        if not len(moments):
            return
        while moments[-1] // self.width >= MOST:
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

    def copy(self) -> Buckets:
        """The same once more."""
        twin = Buckets(self.low.shape[1])
        twin.width = self.width
        twin._is_empty = self._is_empty
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
