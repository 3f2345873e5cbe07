"""A move is one step of the blank."""

from __future__ import annotations

from enum import IntEnum

from puzzler.board.errors import quoted


class Move(IntEnum):
    """The direction in which the BLANK travels; the tile there travels the opposite direction."""

    inverse: Move
    """The move that takes this one back."""
    row_step: int
    """How many rows down the blank goes: -1, 0 or 1."""
    column_step: int
    """How many columns to the right the blank goes: -1, 0 or 1."""
    letter: str
    """``U``, ``D``, ``L`` or ``R``."""

    UP = 0
    DOWN = 1
    LEFT = 2
    RIGHT = 3

    @classmethod
    def from_letter(cls, letter: str) -> Move:
        """The move of the letter U, D, L or R, in either case; ValueError for anything else."""
        move = _NAMED.get(letter)
        if move is None:
            raise ValueError(f"{quoted(letter)} is not a move: moves are U, D, L and R")
        return move


LETTERS = "UDLR"
"""Of the moves, by their numbers."""
# attributes, not properties: answers can have tens of thousands of moves
for _move, _row_step, _column_step in zip(Move, (-1, 1, 0, 0), (0, 0, -1, 1), strict=True):
    _move.inverse, _move.letter = Move(_move ^ 1), LETTERS[_move]
    _move.row_step, _move.column_step = _row_step, _column_step
_NAMED = {letter: move for move in Move for letter in (move.letter, move.letter.lower())}
