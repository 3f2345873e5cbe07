"""The readers of numbers in texts and options: ASCII digits, a range and a length limit."""

from __future__ import annotations

import json
import math
import re
from functools import partial
from typing import Any

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
    at_most = "" if len(text) <= MAX_DIGITS else f" with at most {MAX_DIGITS} digits"
    raise ValueError(f"{quoted(text)} is not {name} {_range(low, high)}{at_most}")


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


def parse_json(text: str) -> Any:
    """Return the value of a JSON text. Raises ValueError, also if the text is nested too deeply."""
    try:
        return json.loads(text, parse_int=partial(whole_number, low=-math.inf))
    except RecursionError:
        raise ValueError("the brackets are nested too deeply") from None


def _range(low: float, high: float) -> str:
    if math.isinf(low):
        return f"of at most {MAX_DIGITS} digits"
    start = f"from {low:,}"
    return start if math.isinf(high) else f"{start} to {high:,}"
