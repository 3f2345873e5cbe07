"""Averages of solves, as speed-solvers compute them.

aoN is the mean of N solves in a row without the best and the worst of them, 5 % at each end and at
least one (of ao5 and ao12 one, of ao50 three, of ao100 five), as the World Cube Association defines
it for five and timers define it for the others. mo3 is the mean of three solves, without trimming.
Times and moves are trimmed independently. A DNF ("did not finish") is the slowest of its average.
If more are DNF than are left out at that end, the average is DNF.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

AVERAGES = (3, 5, 12, 50, 100)
"""Numbers of solves in an average."""
MEAN = 3
"""The number of solves of which no solve is left out."""
TRIM_SHARE = 0.05
"""Share that an average leaves out at each end, rounded up."""
NEVER = 2**40
"""The milliseconds and moves of a DNF, and unknown moves. Averages with it exceed all others."""
MAX_FIGURE = 2**32 - 2
"""Larger figures, which only a damaged file contains, are replaced by this one."""
_AT_ONCE = 20_000
"""Averages that are computed together, so that their values fit into the processor's cache."""
_LARGEST = 2**32 - 1

Integers = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.float64]
Narrow = npt.NDArray[np.uint32]


def average_name(size: int) -> str:
    """Return the name of the average of ``size`` solves: mo3, ao5, ao12 and so on."""
    return f"{'m' if size == MEAN else 'a'}o{size}"


def _trim(size: int) -> int:
    """Return how many solves an average leaves out at each end."""
    return 0 if size == MEAN else math.ceil(TRIM_SHARE * size)


def left_out(times: Sequence[float] | Numbers) -> list[int]:
    """Return the indices of the times that their average leaves out."""
    count = _trim(len(times))
    order = np.argsort(np.asarray(times), kind="stable").tolist()
    return [*order[:count], *order[len(order) - count :]]


def trimmed_means(values: Integers, size: int) -> Numbers:
    """Return the mean of every ``size`` neighbours without the smallest and the largest 5 %.

    The mean of three is not trimmed. The number of values that are left out is rounded up. The sums
    are exact, because the values are whole numbers. A mean that contains ``NEVER`` is infinite.
    """
    trim = _trim(size)
    if len(values) < size:
        return np.empty(0)
    small = np.minimum(values, MAX_FIGURE + 1)
    sums = _window_sums(small, size)
    if trim:
        sums -= _sums_left_out(small, size, trim)
    means: Numbers = sums / (size - 2 * trim)
    means[_window_sums(small > MAX_FIGURE, size) > trim] = math.inf
    return means


def _window_sums(values: Integers | npt.NDArray[np.bool_], size: int) -> Integers:
    """Return the sum of every ``size`` neighbours."""
    totals = np.concatenate(([0], np.cumsum(values)))
    sums: Integers = totals[size:] - totals[:-size]
    return sums


def _sums_left_out(values: Integers, size: int, trim: int) -> Integers:
    """Return the sum of the ``trim`` smallest and largest of every ``size`` neighbours."""
    narrow = values.astype(np.uint32)  # handled twice as fast as 64 bits
    sums = np.full(len(values) - size + 1, trim * _LARGEST)
    for first in range(0, len(sums), _AT_ONCE):
        part = narrow[first : first + _AT_ONCE + size - 1]
        smallest, largest = _smallest(part, size, trim), _smallest(~part, size, trim)
        sums[first : first + _AT_ONCE] += np.sum(smallest, axis=0, dtype=np.int64)
        sums[first : first + _AT_ONCE] -= np.sum(largest, axis=0, dtype=np.int64)
    return sums


def _smallest(values: Narrow, size: int, count: int) -> list[Narrow]:
    """Return the ``count`` smallest of every ``size`` neighbours, in ascending order.

    Blocks of 1, 2, 4, 8, ... neighbours are merged, which is faster than sorting each window.
    """
    filler = [np.full_like(values, _LARGEST)] * count
    block, span = [values, *filler[1:]], 1
    smallest, covered = filler, 0
    while True:
        if size & span:
            smallest = _merged(smallest, [each[covered:] for each in block])
            covered += span
        if covered == size:
            return smallest
        block = _merged(block, [each[span:] for each in block])
        span *= 2


def _merged(first: list[Narrow], second: list[Narrow]) -> list[Narrow]:
    """Return the smaller half of two sorted lists of numbers, sorted, at each index of ``second``.

    The smaller half of a[0] <= a[1] <= ... and b[0] <= b[1] <= ... is the minimum of a[i] and
    b[count - 1 - i] for each i (Batcher 1968).
    """
    ends = len(second[0])
    half = [np.minimum(a[:ends], b) for a, b in zip(first, reversed(second), strict=True)]
    for turn in range(len(half)):  # sort by exchanging neighbours
        for at in range(turn % 2, len(half) - 1, 2):
            low, high = half[at : at + 2]
            half[at : at + 2] = np.minimum(low, high), np.maximum(low, high)
    return half
