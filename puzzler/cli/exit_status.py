"""What the process says to whoever started it."""

from __future__ import annotations

from enum import IntEnum


class ExitStatus(IntEnum):
    """The exit status of every command."""

    SOLVED = 0
    """Everything that was asked for is done."""
    LIMIT = 1
    """A search was stopped by one of its limits."""
    BAD_INPUT = 2
    """Something in the input or on the command line is wrong."""
    UNSOLVABLE = 3
    """No moves lead from start to goal."""
    CANCELLED = 130
    """Ctrl-C, as shells number it."""
    BROKEN_PIPE = 141
    """Nobody reads the output any more, as shells number it."""


_MILDEST_FIRST = (
    ExitStatus.SOLVED,
    ExitStatus.LIMIT,
    ExitStatus.UNSOLVABLE,
    ExitStatus.BAD_INPUT,
    ExitStatus.CANCELLED,
    ExitStatus.BROKEN_PIPE,
)


def worst(first: ExitStatus, second: ExitStatus) -> ExitStatus:
    """The status of two answers together: bad input is worse than unsolvable, that than a limit."""
    return max(first, second, key=_MILDEST_FIRST.index)
