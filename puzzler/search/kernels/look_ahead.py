"""A heuristic of the user's, compiled: evaluated for the boards that a search soon asks for.

It runs in the process of the user's code only. Unlike the kernels it is compiled anew there each
time, for it has the user's functions in it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from importlib import import_module
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Explore = Callable[[NDArray[np.uint8], NDArray[np.float64]], int]
"""Writes boards, (n, cells), and their values, (n,); how many. The first board is there."""
NO_VALUE = -1.0
"""Of a board for which the function raises, or returns less than 0, NaN or infinity."""
_LEVELS = 64


class Seen(NamedTuple):
    """A board as compiled code sees it."""

    rows: int
    columns: int
    tiles: tuple[int, ...]


def compiled(
    names: dict[str, Any], name: str, goal: Seen, targets: NDArray[np.int64], *, takes_goal: bool
) -> Explore:
    """What evaluates a board and those after it by the function ``name``, which it compiles.

    ``names`` are those that the function sees; its functions are replaced by compiled ones. Boards
    come in the order in which A* would expand them, from the first one on, each with all of its
    successors but the one before it; none is looked up, so that some come twice.

    Raises ImportError without numba, and whatever numba raises where it cannot compile that.
    """
    numba: Any = import_module("numba")  # here, not above: it takes half a second
    to_tuple: Any = import_module("numba.np.unsafe.ndarray").to_fixed_tuple
    # as Python: a wrong index and a division by zero raise
    compiler = numba.njit(boundscheck=True, error_model="python")
    for each, value in names.items():
        if isinstance(value, FunctionType):
            names[each] = compiler(value)
    h: Any = names[name]
    rows, columns, cells = goal.rows, goal.columns, len(goal.tiles)

    @compiler
    def called(tiles: NDArray[np.int64]) -> float:
        board = Seen(rows, columns, to_tuple(tiles, cells))
        return float(h(board, goal) if takes_goal else h(board))

    @compiler
    def value_of(tiles: NDArray[np.int64]) -> float:
        try:
            value = called(tiles)
        except Exception:
            return NO_VALUE
        return value if 0 <= value < math.inf else NO_VALUE

    @compiler
    def explore(
        boards: NDArray[np.uint8],
        values: NDArray[np.float64],
        tiles: NDArray[np.int64],
        heads: NDArray[np.int64],
        links: NDArray[np.int64],
    ) -> int:
        # ``heads`` is a stack of boards for each f, less that of the first; ``links`` has of each
        # board the next one, the blank, the last move and g. Both, and ``tiles``, come from outside
        # and are copied number by number: slices and new arrays take seconds to compile
        blank = 0
        for cell in range(cells):
            tiles[cell] = boards[0, cell]
            if tiles[cell] == 0:
                blank = cell
        values[0] = first = value_of(tiles)
        count, level = 1, 0
        for each in range(_LEVELS):
            heads[each] = -1
        links[0, 0], links[0, 1], links[0, 2], links[0, 3] = -1, blank, -1, 0
        heads[0] = 0 if first >= 0 else -1
        while count + 4 <= len(boards):
            while level < _LEVELS and heads[level] < 0:
                level += 1
            if level == _LEVELS:
                break
            board = heads[level]
            heads[level] = links[board, 0]
            blank, last, g = links[board, 1], links[board, 2], links[board, 3]
            for move in range(4):
                target = targets[blank, move]
                if target < 0 or move ^ 1 == last:
                    continue
                for cell in range(cells):
                    tiles[cell] = boards[board, cell]
                tiles[blank], tiles[target] = tiles[target], 0
                for cell in range(cells):
                    boards[count, cell] = tiles[cell]
                values[count] = value = value_of(tiles)
                excess = max(0, math.ceil(g + 1 + value - first))
                if value >= 0 and excess < _LEVELS:
                    links[count, 0], links[count, 1] = heads[excess], target
                    links[count, 2], links[count, 3] = move, g + 1
                    heads[excess] = count
                    level = min(level, excess)
                count += 1
        return count

    def explored(boards: NDArray[np.uint8], values: NDArray[np.float64]) -> int:
        room = (np.empty(size, np.int64) for size in (cells, _LEVELS, (len(boards), 4)))
        return int(explore(boards, values, *room))

    return explored
