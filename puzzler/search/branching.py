"""The effective branching factor b*: how wide a uniform tree of the same size and depth is."""

from __future__ import annotations

import math

STEPS = 200
"""Halvings: far more than a number has digits."""
LARGEST_GROWTH = 700.0
"""The largest power of e, nearly, that a number can be."""


def effective_branching_factor(generated: int, depth: int) -> float | None:
    """b* with generated + 1 = 1 + b* + b*^2 + ... + b*^depth (Russell and Norvig).

    ``generated`` are the nodes made on the way to an answer of ``depth`` moves, the start left out.
    Below 1 where an answer has more moves than nodes were made. None without moves or nodes.
    """
    if depth < 1 or generated < 1:
        return None
    # at the upper end the first power alone is as many
    low, high = 0.0, float(generated)
    for _ in range(STEPS):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        if _is_larger(middle, depth, generated):
            high = middle
        else:
            low = middle
    return high


def _is_larger(base: float, depth: int, generated: int) -> bool:
    """Whether base + base^2 + ... + base^depth exceeds ``generated``."""
    if base == 1:
        return depth > generated
    growth = depth * math.log(base)
    if growth > LARGEST_GROWTH:
        return True
    return base * math.expm1(growth) / (base - 1) > generated
