"""The weight of the heuristic, in whole numbers."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache

LARGEST_WEIGHT = 1000


@cache
def weight_terms(weight: float) -> tuple[int, int]:
    """(g weight, h weight) as integers for f = g + weight * h.

    Weights go from 0 to 1000 with at most three decimals; ValueError otherwise.
    """
    if not (math.isfinite(weight) and 0 <= weight <= LARGEST_WEIGHT):
        raise ValueError(f"the weight must be from 0 to {LARGEST_WEIGHT}, not {weight:g}")
    exact = Fraction(str(weight))
    if 1000 % exact.denominator:
        raise ValueError(f"the weight must have at most three decimals, not {weight!r}")
    return exact.denominator, exact.numerator
