"""Compiling a function of the user, in the process of the user's code."""

from __future__ import annotations

import ast
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzler.board.board import Board
from puzzler.search.kernels import look_ahead
from puzzler.search.packing import make_space

MAX_BOARDS = 1000
"""Limit on the boards evaluated per request."""
_SECONDS = 0.00025
"""Time limit for these boards, about the time of a message, because most are never needed."""
_TIMED = 100


class LookAhead:
    """A heuristic, compiled for one goal."""

    def __init__(
        self, module: ModuleType, file: Path, name: str, goal: Board, *, takes_goal: bool
    ) -> None:
        """Compile the function. Raises the errors of numba."""
        fixed = look_ahead.BoardTuple(goal.rows, goal.columns, goal.tiles)
        names = _names_for_numba(module, file)
        self._h = look_ahead.compile_function(names, name, fixed, takes_goal=takes_goal)
        self._targets = make_space(*goal.size).targets
        self._board_limit = 1

    def difference(self, tiles: NDArray[np.uint8], expected: NDArray[np.float64]) -> str:
        """Describe the first difference from the ``expected`` values; "" if there is none."""
        for board, value in zip(tiles, expected, strict=True):
            found = float(self.values_from(board)[1][0])
            if found != value:
                return f"it returns {found:g} instead of {value:g}"
        self._board_limit, start_time = _TIMED, time.process_time()
        self.values_from(tiles[0])
        seconds = time.process_time() - start_time
        self._board_limit = min(MAX_BOARDS, int(_TIMED * _SECONDS / max(seconds, 1e-6)) + 1)
        return ""

    def values_from(self, board: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[Any]]:
        """Return ``board`` and others, (n, cells), and h of each, (n,); see ``look_ahead``."""
        boards = np.empty((self._board_limit, len(board)), np.uint8)
        values, boards[0] = np.empty(len(boards)), board
        count = look_ahead.explore_boards(self._h, boards, values, self._targets)
        return boards[:count], values[:count]


def _names_for_numba(module: ModuleType, file: Path) -> dict[str, Any]:
    """The globals of the file, changed so that numba can compile more of its functions.

    numba does not support generator expressions, which become lists, and global lists, which become
    tuples.
    """
    tree = _Lists().visit(ast.parse(file.read_bytes()))
    names = {name: _as_tuple(value) for name, value in vars(module).items()}
    # without imports: compile() uses the "from __future__ import annotations" of this file
    tree.body = [
        each
        for each in tree.body
        if (isinstance(each, ast.FunctionDef) and not each.decorator_list)
        or (isinstance(each, ast.Assign) and isinstance(each.value, ast.Lambda))
    ]
    exec(compile(tree, str(file), "exec"), names)
    return names


def _as_tuple(value: Any) -> Any:
    return tuple(map(_as_tuple, value)) if isinstance(value, list) else value


class _Lists(ast.NodeTransformer):
    """Replaces generator expressions by list comprehensions."""

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.AST:
        self.generic_visit(node)
        return ast.copy_location(ast.ListComp(node.elt, node.generators), node)


def failure_reason(error: BaseException, file: Path) -> str:
    """Return the reason why a function could not be compiled, on one line."""
    location = getattr(error, "loc", None)
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    messages = [line for line in lines if not line.startswith("Failed in")]
    where = f"line {location.line}: " if location and location.filename == str(file) else ""
    return f"{where}{messages[0]}" if messages else type(error).__name__
