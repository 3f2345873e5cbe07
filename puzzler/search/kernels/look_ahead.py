"""A heuristic of the user's, compiled: evaluated for the boards that a search soon asks for.

The user's functions are compiled anew each time, in the process of the user's code only. What goes
through the boards is a kernel as others are.
"""

from __future__ import annotations

import math
from importlib import import_module
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzler.search.kernels.jit import call_compiled, kernel

NO_VALUE = -1.0
"""Of a board for which the function raises, or returns less than 0, NaN or infinity."""
_LEVELS = 64


class Seen(NamedTuple):
    """A board as compiled code sees it."""

    rows: int
    columns: int
    tiles: tuple[int, ...]


def compiled(names: dict[str, Any], name: str, goal: Seen, *, takes_goal: bool) -> Any:
    """The function ``name``, compiled: of (cells,) tiles, for ``explored``.

    ``names`` are those that the function sees; its functions are replaced by compiled ones.

    Raises ImportError without numba, and whatever numba raises where it cannot compile that.
    """
    numba: Any = import_module("numba")  # here, not above: it takes half a second
    to_tuple: Any = import_module("numba.np.unsafe.ndarray").to_fixed_tuple
    # as Python: a wrong index and a division by zero raise. Nothing is called from Python
    compiler = numba.njit(boundscheck=True, error_model="python", no_cpython_wrapper=True)
    for each, value in names.items():
        if isinstance(value, FunctionType):
            names[each] = compiler(value)
    h: Any = names[name]
    rows, columns, cells = goal.rows, goal.columns, len(goal.tiles)

    def called(tiles: NDArray[np.int64]) -> float:
        board = Seen(rows, columns, to_tuple(tiles, cells))
        return float(h(board, goal) if takes_goal else h(board))

    function = compiler(called)
    function.compile((numba.int64[::1],))
    return function


def explored(
    function: Any,
    boards: NDArray[np.uint8],
    values: NDArray[np.float64],
    targets: NDArray[np.int64],
) -> int:
    """Write boards, (n, cells), and their values, (n,); how many. The first board is there.

    They come in the order in which A* would expand them, from the first one on, each with all of
    its successors but the one before it; none is looked up, so that some come twice.
    function: as ``compiled`` returns it; None where there are no boards.
    """
    address = 0
    if function is not None:
        (made,) = function.overloads.values()
        address = made.library.get_pointer_to_function(made.fndesc.llvm_func_name)
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
    """See ``explored``.

    ``heads`` is a stack of boards for each f, less that of the first; ``links`` has of each board
    the next one, the blank, the last move and g.
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
