"""How statistics are made: of columns of numbers, so that 100,000 solves take milliseconds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from puzzler.game.storage.statistics import (
    CURVE_MEAN,
    MEANS,
    MOST_POINTS,
    Average,
    Bests,
    Curve,
    Means,
    Order,
    Point,
    Summary,
)

Whole = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Columns:
    """Every solve of one kind in the order in which they were kept; arrays of one length."""

    ids: Whole
    at: Whole
    """Whole seconds since 1970."""
    milliseconds: Whole
    moves: Whole
    shortest: Whole
    """0 where it is not known."""
    is_helped: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.ids)

    def where(self, chosen: npt.NDArray[np.bool_] | Whole | slice) -> Columns:
        """Some of them, in the order of ``chosen``."""
        return Columns(
            self.ids[chosen],
            self.at[chosen],
            self.milliseconds[chosen],
            self.moves[chosen],
            self.shortest[chosen],
            self.is_helped[chosen],
        )

    def followed_by(self, others: Columns) -> Columns:
        """With later ones at the end."""
        return Columns(
            np.concatenate((self.ids, others.ids)),
            np.concatenate((self.at, others.at)),
            np.concatenate((self.milliseconds, others.milliseconds)),
            np.concatenate((self.moves, others.moves)),
            np.concatenate((self.shortest, others.shortest)),
            np.concatenate((self.is_helped, others.is_helped)),
        )

    def since(self, at: float | None) -> Columns:
        """Those kept at that time (seconds since 1970) or later; all for None."""
        return self if at is None else self.where(self.at >= int(at))

    @property
    def counted(self) -> Columns:
        """Those that enter the figures."""
        return self.where(~self.is_helped)


_NONE = np.empty(0, np.int64)
NOTHING = Columns(_NONE, _NONE, _NONE, _NONE, _NONE, _NONE != 0)
"""No solves."""


def bests(counted: Columns) -> Bests:
    """The bests of solves that enter the figures."""
    if not len(counted):
        return Bests()
    known = counted.where(counted.shortest > 0)
    return Bests(
        float(counted.milliseconds.min()) / 1000,
        int(counted.moves.min()),
        float((known.moves / known.shortest).min()) if len(known) else None,
    )


def summary(counted: Columns) -> Summary:
    """The figures of solves that enter them."""
    if not len(counted):
        return Summary()
    best = bests(counted)
    count, moves = len(counted), int(counted.moves.sum())
    milliseconds = int(counted.milliseconds.sum())
    return Summary(
        count,
        best.seconds,
        best.moves,
        best.efficiency,
        {size: _means(counted, size) for size in MEANS},
        Average(milliseconds / count / 1000, moves / count),
        1000 * moves / milliseconds if milliseconds else None,
    )


def curve(counted: Columns) -> Curve:
    """Times over the solves that enter the figures."""
    count = len(counted)
    if not count:
        return Curve()
    step = -(-count // (MOST_POINTS - 1))  # one point is kept for the fastest
    chosen = {*range(count - 1, -1, -step), int(counted.milliseconds.argmin())}
    means = _trimmed_means(counted.milliseconds, CURVE_MEAN) / 1000
    points = [
        Point(
            int(counted.ids[index]),
            float(counted.at[index]),
            float(counted.milliseconds[index]) / 1000,
            float(means[index - CURVE_MEAN + 1]) if index >= CURVE_MEAN - 1 else None,
        )
        for index in sorted(chosen)
    ]
    return Curve(tuple(points), count)


def sorted_ids(columns: Columns, order: Order, *, is_descending: bool) -> Whole:
    """The ids of all of ``columns``; what is not known comes last, and equals latest first."""
    latest_first = columns.where(slice(None, None, -1))
    if order is Order.DATE:
        return latest_first.ids if is_descending else columns.ids
    values = _values(latest_first, order)
    keys = np.nan_to_num(-values if is_descending else values, nan=np.inf)
    ids: Whole = latest_first.ids[np.argsort(keys, kind="stable")]
    return ids


def _values(columns: Columns, order: Order) -> Numbers:
    """What is sorted by, not a number where it is not known."""
    seconds: Numbers = columns.milliseconds / 1000
    moves: Numbers = columns.moves.astype(np.float64)
    shortest: Numbers = np.where(columns.shortest > 0, columns.shortest, np.nan)
    match order:
        case Order.SECONDS:
            return seconds
        case Order.MOVES:
            return moves
        case Order.SHORTEST:
            return shortest
        case Order.LOST:
            return moves - shortest
        case _:
            return moves / np.where(seconds > 0, seconds, np.nan)


def _means(counted: Columns, size: int) -> Means:
    if len(counted) < size:
        return Means(None, None)
    seconds = _trimmed_means(counted.milliseconds, size) / 1000
    moves = _trimmed_means(counted.moves, size)
    return Means(
        Average(float(seconds[-1]), float(moves[-1])),
        Average(float(seconds.min()), float(moves.min())),
    )


def _trimmed_means(values: Whole, size: int) -> Numbers:
    """Of every ``size`` neighbours the mean without the least and the greatest.

    The sums are of whole numbers, and therefore exact.
    """
    if len(values) < size:
        return np.empty(0)
    sums = np.cumsum(np.concatenate(([0], values)))
    sums = sums[size:] - sums[:-size]
    means: Numbers = (sums - _lowest(values, size) + _lowest(-values, size)) / (size - 2)
    return means


def _lowest(values: Whole, size: int) -> Whole:
    """The least of every ``size`` neighbours, by doubling: of 1, 2, 4, ... and then of two runs."""
    length = 1
    while 2 * length <= size:
        values = np.minimum(values[:-length], values[length:])
        length *= 2
    rest = size - length
    return np.minimum(values[: len(values) - rest], values[rest:])
