"""What formats cannot say: other goals than theirs, boards that are not square."""

from __future__ import annotations

from puzzler.board.board import Board
from puzzler.board.errors import BoardError
from puzzler.board.goal import GOALS
from puzzler.formats.format import Contents


def check_square(board: Board, form: str) -> None:
    """BoardError where ``board`` is not square."""
    if board.rows != board.columns:
        raise BoardError(
            f"the format {form} has square boards only, not {board.rows}x{board.columns}"
        )


def check_goal(contents: Contents, form: str, goal: str) -> None:
    """BoardError where the goal is another one than the key of GOALS that the format stands for."""
    own = GOALS[goal](*contents.start.size)
    if contents.meant_goal != own:
        raise BoardError(
            f"the goal of the format {form} is {goal}, {own}; it cannot say {contents.meant_goal}"
        )
