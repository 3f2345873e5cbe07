"""Solvability by the parity of Johnson and Story (1879), for any goal and rectangle.

A move swaps the blank with a neighbour. This flips both the parity of the permutation and the
parity of the blank's taxicab distance to its goal cell, so the parity of their sum is invariant.
Boards of one shape with the same invariant can always reach each other.
"""

from __future__ import annotations

from puzzler.board.board import Board
from puzzler.board.errors import UnsolvableError
from puzzler.board.goal import GoalLike, resolve_board, resolve_goal

SWAP_ADVICE = "swapping any two tiles makes it solvable"


def is_solvable(start: Board | str, goal: GoalLike = None) -> bool:
    """Whether ``goal``, by default the standard goal, can be reached from ``start``.

    False if their shapes differ. The arguments are those of ``solve``. Compares parities (Johnson
    and Story 1879), in time proportional to the number of cells.

    >>> is_solvable("1 2 3/4 5 6/8 7 0"), is_solvable("1 2 3/4 5 6/8 7 0", "snail")
    (False, True)
    """
    start = resolve_board(start, "start")
    if not isinstance(goal, Board):
        goal = resolve_goal(goal, start)
    if start.size != goal.size:
        return False
    row, column = divmod(start.blank, start.columns)
    goal_row, goal_column = divmod(goal.blank, goal.columns)
    taxicab = abs(row - goal_row) + abs(column - goal_column)
    return permutation_parity(start, goal) == taxicab % 2


def permutation_parity(start: Board, goal: Board) -> int:
    """Return the parity, 0 or 1, of the permutation from ``start`` to ``goal``, blank included."""
    cell_in_goal = {tile: cell for cell, tile in enumerate(goal.tiles)}
    image = [cell_in_goal[tile] for tile in start.tiles]
    parity = 0
    for cell in range(len(image)):
        while (other := image[cell]) != cell:
            image[cell], image[other] = image[other], other
            parity ^= 1
    return parity


def check_solvable(start: Board, goal: Board) -> None:
    """Raise UnsolvableError with the reason if ``goal`` cannot be reached from ``start``."""
    if start.size != goal.size:
        raise UnsolvableError(
            f"the start is {start.rows}x{start.columns}, the goal {goal.rows}x{goal.columns}"
        )
    if not is_solvable(start, goal):
        raise UnsolvableError(
            f"unsolvable for this goal: no moves lead from {start} to {goal}; {SWAP_ADVICE}"
        )


def make_solvable(board: Board, goal: Board) -> Board:
    """Return ``board`` if it can reach ``goal``; otherwise swap two tiles so that it can.

    The first two tiles in reading order, not counting the blank, are swapped.
    """
    if is_solvable(board, goal):
        return board
    first, second = [cell for cell, tile in enumerate(board.tiles) if tile][:2]
    tiles = list(board.tiles)
    tiles[first], tiles[second] = tiles[second], tiles[first]
    return Board(board.rows, board.columns, tuple(tiles))
