"""The readers of numbers in texts and options: ASCII digits, a range and a length limit."""

from __future__ import annotations

import math
import re

from puzzler.board.errors import quoted

MAX_DIGITS = 40
"""Longer numbers are refused before they are converted."""
_INTEGER = re.compile(rf"-?[0-9]{{1,{MAX_DIGITS}}}")
_DECIMAL = re.compile(
    rf"-?(?:[0-9]{{1,{MAX_DIGITS}}}(?:\.[0-9]{{0,{MAX_DIGITS}}})?|\.[0-9]{{1,{MAX_DIGITS}}})"
    r"(?:[eE][-+]?[0-9]{1,3})?"
)


def whole_number(
    text: str, low: float = 0, high: float = math.inf, name: str = "a whole number"
) -> int:
    """Return the integer that ``text`` denotes, from ``low`` to ``high``.

    Raises ValueError, which quotes ``text`` and states the range, for anything else.
    """
    if _INTEGER.fullmatch(text) and low <= (value := int(text)) <= high:
        return value
    raise ValueError(f"{quoted(text)} is not {name} {_range(low, high)}")


def decimal_number(
    text: str, low: float = 0, high: float = math.inf, name: str = "a number"
) -> float:
    """Return the finite number that ``text`` denotes, from ``low`` to ``high``.

    Raises ValueError, which quotes ``text`` and states the range, for anything else.
    """
    if _DECIMAL.fullmatch(text):
        value = float(text)
        if math.isfinite(value) and low <= value <= high:
            return value
    raise ValueError(f"{quoted(text)} is not {name} {_range(low, high)}")


def _range(low: float, high: float) -> str:
    start = f"from {low:,}"
    return start if math.isinf(high) else f"{start} to {high:,}"
