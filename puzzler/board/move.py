"""Moves of the blank."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Self

from puzzler.board.errors import quoted


class Move(IntEnum):
    """The direction in which the BLANK moves; the neighbouring tile moves the opposite way.

    >>> Move("U").inverse, str(Move.UP)
    (Move.DOWN, 'U')
    """

    inverse: Move
    """The opposite move, which undoes this move."""
    row_step: int
    """Change of the blank's row: -1, 0 or 1 (down)."""
    column_step: int
    """Change of the blank's column: -1, 0 or 1 (right)."""
    letter: str
    """``U``, ``D``, ``L`` or ``R``."""

    UP = 0
    DOWN = 1
    LEFT = 2
    RIGHT = 3

    if TYPE_CHECKING:

        def __new__(cls, value: int | str) -> Self: ...

    @classmethod
    def _missing_(cls, value: object) -> Move | None:
        """``Move("U")`` and ``Move("up")``."""
        text = value.upper() if isinstance(value, str) else ""
        return next((move for move in cls if text in (move.letter, move.name)), None)

    def __bool__(self) -> bool:
        return True  # UP is 0

    def __repr__(self) -> str:
        return f"Move.{self.name}"

    def __str__(self) -> str:
        return self.letter

    @classmethod
    def from_letter(cls, letter: str) -> Move:
        """Return the move for U, D, L or R, in either case. Raises ValueError otherwise."""
        move = _MOVES_BY_LETTER.get(letter)
        if move is None:
            raise ValueError(f"{quoted(letter)} is not a move: moves are U, D, L and R")
        return move


LETTERS = "UDLR"
"""The letter of each move, indexed by the move."""
# attributes, not properties, because solutions can have tens of thousands of moves
for _move, _row_step, _column_step in zip(Move, (-1, 1, 0, 0), (0, 0, -1, 1), strict=True):
    _move.inverse, _move.letter = Move(_move ^ 1), LETTERS[_move]
    _move.row_step, _move.column_step = _row_step, _column_step
_MOVES_BY_LETTER = {letter: move for move in Move for letter in (move.letter, move.letter.lower())}
