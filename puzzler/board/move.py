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
        return _INVERSES[self]

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
        return LETTERS[self]

    @classmethod
    def from_letter(cls, letter: str) -> Move:
        """The move of the letter U, D, L or R, in either case; ValueError for anything else."""
        move = _NAMED.get(letter)
        if move is None:
            raise ValueError(f"no move is called {letter!r}; moves are U, D, L and R")
        return move


LETTERS = "UDLR"
"""Of the moves, by their numbers."""
# answers can have tens of thousands of moves: looked up, each takes a tenth of the time
_INVERSES = tuple(Move(move ^ 1) for move in Move)
_NAMED = {letter: move for move in Move for letter in (LETTERS[move], LETTERS[move].lower())}
_ROW_STEPS = (-1, 1, 0, 0)
_COLUMN_STEPS = (0, 0, -1, 1)
