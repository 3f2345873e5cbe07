"""A move is one step of the blank."""

from __future__ import annotations

from enum import IntEnum


class Move(IntEnum):
    """The direction in which the BLANK travels; the tile there travels the opposite direction."""

    UP = 0
    DOWN = 1
    LEFT = 2
    RIGHT = 3

    @property
    def inverse(self) -> Move:
        """The move that takes this one back."""
        return Move(self ^ 1)

    @property
    def row_step(self) -> int:
        """How many rows down the blank goes: -1, 0 or 1."""
        return _ROW_STEPS[self]

    @property
    def column_step(self) -> int:
        """How many columns to the right the blank goes: -1, 0 or 1."""
        return _COLUMN_STEPS[self]

    @property
    def letter(self) -> str:
        """``U``, ``D``, ``L`` or ``R``."""
        return "UDLR"[self]

    @classmethod
    def from_letter(cls, letter: str) -> Move:
        """The move of the letter U, D, L or R, in either case; ValueError for anything else."""
        if len(letter) != 1 or letter.upper() not in "UDLR":
            raise ValueError(f"no move is called {letter!r}; moves are U, D, L and R")
        return cls("UDLR".index(letter.upper()))


_ROW_STEPS = (-1, 1, 0, 0)
_COLUMN_STEPS = (0, 0, -1, 1)
