"""How time passes on the screen: what one step of it counts."""

from __future__ import annotations

LONGEST_STEP = 0.05
"""Seconds that one step of time counts at most, so that a stall skips nothing."""


def counted(elapsed: float) -> float:
    """``elapsed`` seconds as they count: at least none, at most ``LONGEST_STEP``."""
    return min(max(elapsed, 0.0), LONGEST_STEP)
