"""Which boards can reach which: the parity of Johnson and Story (1879), for any goal and rectangle.

A move swaps the blank with a neighbour: it flips the parity of the permutation and the parity of
the blank's taxicab distance to where it belongs. Their sum never changes, and it is all that stands
in the way.
"""

from __future__ import annotations

from puzzler.board.board import Board
from puzzler.board.errors import UnsolvableError


def is_solvable(start: Board, goal: Board) -> bool:
    """True where moves lead from ``start`` to ``goal``; False also where the shapes differ."""
    if start.size != goal.size:
        return False
    row, column = divmod(start.blank, start.columns)
    goal_row, goal_column = divmod(goal.blank, goal.columns)
    taxicab = abs(row - goal_row) + abs(column - goal_column)
    return permutation_parity(start, goal) == taxicab % 2


def permutation_parity(start: Board, goal: Board) -> int:
    """0 or 1: the parity of the permutation, blank included, that carries ``start`` to ``goal``."""
    cell_in_goal = {tile: cell for cell, tile in enumerate(goal.tiles)}
    image = [cell_in_goal[tile] for tile in start.tiles]
    seen = [False] * len(image)
    parity = 0
    for first in range(len(image)):
        cell = first
        while not seen[cell]:
            seen[cell] = True
            cell = image[cell]
            if cell != first:
                parity ^= 1
    return parity


def check_solvable(start: Board, goal: Board) -> None:
    """UnsolvableError, saying why, unless ``start`` can reach ``goal``."""
    if start.size != goal.size:
        raise UnsolvableError(
            f"the start is {start.rows}x{start.columns}, the goal {goal.rows}x{goal.columns}"
        )
    if not is_solvable(start, goal):
        raise UnsolvableError(
            f"unsolvable: {start} and {goal} differ by an odd permutation; "
            "swap any two tiles to make it solvable"
        )


def mended(board: Board, goal: Board) -> Board:
    """``board`` where it can reach ``goal``, else the same with two tiles swapped so that it can.

    The two are the first two tiles, in reading order, that are not the blank.
    """
    if is_solvable(board, goal):
        return board
    first, second = [cell for cell, tile in enumerate(board.tiles) if tile][:2]
    tiles = list(board.tiles)
    tiles[first], tiles[second] = tiles[second], tiles[first]
    return Board(board.rows, board.columns, tuple(tiles))
