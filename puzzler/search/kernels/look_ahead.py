"""A compiled heuristic of the user, evaluated in advance for boards that a search will need.

The user's functions are compiled in each process that runs the user's code, and are not stored.
``explore`` is an ordinary kernel.
"""

from __future__ import annotations

import math
from importlib import import_module
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzler.search.kernels.intrinsics import call_compiled
from puzzler.search.kernels.jit import kernel

NO_VALUE = -1.0
"""The value of a board if the function raises or returns a negative number, NaN or infinity."""
_LEVELS = 64


class BoardTuple(NamedTuple):
    """A board as passed to compiled code."""

    rows: int
    columns: int
    tiles: tuple[int, ...]


def compile_function(
    names: dict[str, Any], name: str, goal: BoardTuple, *, takes_goal: bool
) -> Any:
    """Compile the user's function ``name`` for ``explore_boards``.

    names: the globals of the function; functions in it are replaced by compiled ones.
    Raises ImportError without numba, and any numba error if the function cannot be compiled.
    """
    numba: Any = import_module("numba")  # not at the top, because it takes half a second
    to_tuple: Any = import_module("numba.np.unsafe.ndarray").to_fixed_tuple
    # as in Python, a wrong index and a division by zero raise; no wrapper for calls from Python
    compiler = numba.njit(boundscheck=True, error_model="python", no_cpython_wrapper=True)
    for each, value in names.items():
        if isinstance(value, FunctionType):
            names[each] = compiler(value)
    h: Any = names[name]
    rows, columns, cells = goal.rows, goal.columns, len(goal.tiles)

    def called(tiles: NDArray[np.int64]) -> float:
        board = BoardTuple(rows, columns, to_tuple(tiles, cells))
        return float(h(board, goal) if takes_goal else h(board))

    function = compiler(called)
    function.compile((numba.int64[::1],))
    return function


def explore_boards(
    function: Any,
    boards: NDArray[np.uint8],
    values: NDArray[np.float64],
    targets: NDArray[np.int64],
) -> int:
    """Write boards (n, cells) and their values (n,), and return their number.

    boards[0] is the start. The others are generated as by A* without duplicate detection, so boards
    can be repeated. function: as returned by ``compile_function``; None if ``boards`` is empty.
    """
    address = 0
    if function is not None:
        (overload,) = function.overloads.values()
        address = overload.library.get_pointer_to_function(overload.fndesc.llvm_func_name)
    count, cells = boards.shape
    tiles, heads, links = (np.empty(size, np.int64) for size in (cells, _LEVELS, (count, 4)))
    return int(explore(address, boards, values, targets, tiles, heads, links))


@kernel
def explore(
    address: int,
    boards: NDArray[np.uint8],
    values: NDArray[np.float64],
    targets: NDArray[np.int64],
    tiles: NDArray[np.int64],
    heads: NDArray[np.int64],
    links: NDArray[np.int64],
) -> int:
    """The kernel of ``explore_boards``.

    heads: for each f minus that of the first board, the top of a stack of boards.
    links: for each board, the next one in its stack, the blank's cell, the last move and g.
    """
    if len(boards) == 0:
        return 0
    cells = len(tiles)
    blank = 0
    for cell in range(cells):
        tiles[cell] = boards[0, cell]
        if tiles[cell] == 0:
            blank = cell
    values[0] = first = _value_of(address, tiles)
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
            values[count] = value = _value_of(address, tiles)
            excess = max(0, math.ceil(g + 1 + value - first))
            if value >= 0 and excess < _LEVELS:
                links[count, 0], links[count, 1] = heads[excess], target
                links[count, 2], links[count, 3] = move, g + 1
                heads[excess] = count
                level = min(level, excess)
            count += 1
    return count


@kernel
def _value_of(address: int, tiles: NDArray[np.int64]) -> float:
    value = call_compiled(address, tiles)
    return value if 0 <= value < math.inf else NO_VALUE
