"""Goals and shapes that formats stand for: what is meant, and what cannot be said in them."""

from __future__ import annotations

from puzzler.board.board import Board
from puzzler.board.errors import BoardError
from puzzler.board.goal import GOALS
from puzzler.formats import headers
from puzzler.formats.format import Contents


def meant_goal(start: Board, goal: str, text: str) -> Board:
    """The goal for ``start``: as a comment at the beginning of ``text`` says, else that of GOALS.

    BoardError where the comment says a goal of another shape, or one that there is not.
    """
    said = headers.goal(text)
    return GOALS[goal](*start.size) if said is None else said.for_shape(*start.size)


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
