"""The weight of the heuristic: which ones there are, and each in whole numbers."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache

LARGEST_WEIGHT = 1000
PARTS = 1000
"""A weight is a whole number of this part: three decimals."""
RANGE = f"from 0 to {LARGEST_WEIGHT:,} with at most three decimals"
"""The weights that there are, in words."""
WEIGHTED_HEURISTIC = "chessboard"
"""What guides the search on a weighted scenario, unless another heuristic is named."""


@lru_cache(maxsize=64)
def weight_terms(weight: float) -> tuple[int, int]:
    """(g weight, h weight) as integers for f = g + weight * h; ValueError where it is out of range.

    The range is told by ``RANGE``.
    """
    is_within = math.isfinite(weight) and 0 <= weight <= LARGEST_WEIGHT
    if not is_within or PARTS % Fraction(str(weight)).denominator:
        raise ValueError(f"the weight must be {RANGE}, not {weight!r}")
    exact = Fraction(str(weight))
    return exact.denominator, exact.numerator
