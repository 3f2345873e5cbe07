"""Calling a heuristic of the user with a board, and with the goal if it accepts one."""

from __future__ import annotations

import inspect
import math
import numbers
from collections.abc import Callable
from typing import Any

from puzzler.board.board import Board

_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
_LONGEST = 40


def caller(function: Callable[..., Any]) -> Callable[[Board, Board], float]:
    """Return a function that calls ``function`` and raises ResultError for other results."""
    if takes_goal(function):
        return lambda board, goal: _number(function(board, goal))
    return lambda board, goal: _number(function(board))


def takes_goal(function: Callable[..., Any]) -> bool:
    """Whether the function requires two arguments or has a second one named ``goal``."""
    parameters = inspect.signature(function).parameters.values()
    positional = [each for each in parameters if each.kind in _POSITIONAL]
    needed = [each for each in positional if each.default is inspect.Parameter.empty]
    return len(needed) > 1 or (len(positional) > 1 and positional[1].name == "goal")


def _number(value: Any) -> float:
    try:
        if type(value) is int:  # the usual case; the check below takes as long as a simple h
            return float(value)
        if isinstance(value, numbers.Real):
            number = float(value)
            if math.isfinite(number):
                return number
    except OverflowError:
        raise ResultError("returned a number that is too large") from None
    text = repr(value)
    text = text if len(text) < _LONGEST else text[: _LONGEST - 1] + "…"
    raise ResultError(f"returned {text}, not a number")


class ResultError(ValueError):
    """A function of the user has returned a wrong value. The message quotes it."""
