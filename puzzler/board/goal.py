"""The named goals. To add a goal, write its function and add it to GOALS.

>>> print(GOALS["snail"](3, 3))
1 2 3/8 0 4/7 6 5
"""

from __future__ import annotations

from collections.abc import Callable

from puzzler.board.board import Board, check_shape
from puzzler.board.errors import BoardError, quoted


def blank_first(rows: int, columns: int) -> Board:
    """Return the goal with the blank first, then 1 2 3 ... in reading order."""
    return Board(rows, columns, tuple(range(rows * columns)))


def snail(rows: int, columns: int) -> Board:
    """Return the goal with 1 2 3 ... in a clockwise inward spiral that ends with the blank."""
    check_shape(rows, columns)
    tiles = [0] * (rows * columns)
    row, column, row_step, column_step = 0, 0, 0, 1
    for tile in range(1, rows * columns):
        tiles[row * columns + column] = tile
        ahead_row, ahead_column = row + row_step, column + column_step
        inside = 0 <= ahead_row < rows and 0 <= ahead_column < columns
        if not inside or tiles[ahead_row * columns + ahead_column]:
            row_step, column_step = column_step, -row_step
        row, column = row + row_step, column + column_step
    return Board(rows, columns, tuple(tiles))


GOALS: dict[str, Callable[[int, int], Board]] = {
    "standard": Board.solved,
    "blank-first": blank_first,
    "snail": snail,
}
"""For each name, a function of (rows, columns) that returns the goal."""
GoalLike = Board | str | Callable[[int, int], Board] | None
"""A goal as an argument: a board, text, a key or value of GOALS, or None for the standard goal."""


def resolve_board(board: object, name: str = "board") -> Board:
    """Return a board, or the board in a text. name: the parameter, for messages.

    Raises TypeError for other values and BoardError for an invalid text.
    """
    if isinstance(board, str):
        return Board.parse(board)
    if isinstance(board, Board):
        return board
    advice = "; use its start" if isinstance(getattr(board, "start", None), Board) else ""
    raise TypeError(f"{name} must be a Board or text, not {type(board).__name__}{advice}")


def resolve_goal(goal: GoalLike, board: Board) -> Board:
    """Return a goal for ``board``: a Board, text, a name or value of GOALS, or None for standard.

    Raises BoardError if the goal has another shape or is invalid, TypeError for other values.
    """
    if goal is None:
        return Board.solved(*board.size)
    if isinstance(goal, str):
        text = goal
        if text in GOALS:
            return GOALS[text](*board.size)
        try:
            goal = Board.parse(text)
        except BoardError as error:
            names = ", ".join(GOALS)
            raise BoardError(
                f"goal {quoted(text)} is neither one of {names} nor a board: {error}"
            ) from None
    elif callable(goal):
        goal = goal(*board.size)
    chosen = resolve_board(goal, "goal")
    if chosen.size != board.size:
        raise BoardError(
            f"goal is {chosen.rows}x{chosen.columns}, but board is {board.rows}x{board.columns}"
        )
    return chosen
