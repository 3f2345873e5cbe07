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
from numpy.lib.stride_tricks import sliding_window_view

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
_AT_ONCE = 1_000
"""Averages that are computed together, so that their values fit into the processor's cache."""

Integers = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.float64]


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
    if len(values) < size:
        return np.empty(0)
    trim, windows = _trim(size), sliding_window_view(np.ascontiguousarray(values), size)
    means = np.empty(len(windows))
    for first in range(0, len(windows), _AT_ONCE):
        part = slice(first, first + _AT_ONCE)
        kept = np.sort(windows[part], axis=1)[:, trim : size - trim]
        means[part] = np.where(kept[:, -1] < NEVER, kept.sum(axis=1), math.inf)
    return means / (size - 2 * trim)
