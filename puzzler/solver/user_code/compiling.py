"""Makes a function of the user's ready to be compiled: in the process of the user's code."""

from __future__ import annotations

import ast
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray
from typing_extensions import override

from puzzler.board.board import Board
from puzzler.search.kernels import look_ahead
from puzzler.search.packing import make_space

MOST = 1000
"""Boards that are evaluated at once."""
_SECONDS = 0.00025
"""Or fewer, where that takes longer: as long as a message. Of most others nothing is asked."""
_TIMED = 100


class LookAhead:
    """A heuristic, compiled for one goal."""

    def __init__(
        self, module: ModuleType, file: Path, name: str, goal: Board, *, takes_goal: bool
    ) -> None:
        """Raises whatever numba raises."""
        fixed = look_ahead.BoardTuple(goal.rows, goal.columns, goal.tiles)
        names = _names_for_numba(module, file)
        self._h = look_ahead.compile_function(names, name, fixed, takes_goal=takes_goal)
        self._targets = make_space(*goal.size).targets
        self._cells = len(goal.tiles)
        self._most = 1

    def difference(self, tiles: NDArray[np.uint8], expected: NDArray[np.float64]) -> str:
        """Where it differs from what the function has returned: "" for nowhere."""
        for board, value in zip(tiles, expected, strict=True):
            found = float(self.values_from(board)[1][0])
            if found != value:
                return f"it returns {found:g} instead of {value:g}"
        self._most, begun = _TIMED, time.process_time()
        self.values_from(tiles[0])
        seconds = time.process_time() - begun
        self._most = min(MOST, int(_TIMED * _SECONDS / max(seconds, 1e-6)) + 1)
        return ""

    def values_from(self, board: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[Any]]:
        """Boards, this one first, and h of each: (n, cells) and (n,); see ``look_ahead``."""
        boards, values = np.empty((self._most, self._cells), np.uint8), np.empty(self._most)
        boards[0] = board
        count = look_ahead.explore_boards(self._h, boards, values, self._targets)
        return boards[:count], values[:count]


def _names_for_numba(module: ModuleType, file: Path) -> dict[str, Any]:
    """What the functions of the file see, made such that numba can compile more of them.

    It knows neither generators, in whose place lists are as good, nor lists outside of functions.
    """
    tree = _Lists().visit(ast.parse(file.read_bytes()))
    names = {name: _as_tuple(value) for name, value in vars(module).items()}
    tree.body = [
        each
        for each in tree.body
        if (isinstance(each, ast.FunctionDef) and not each.decorator_list)
        or (isinstance(each, ast.Assign) and isinstance(each.value, ast.Lambda))
        or (isinstance(each, ast.ImportFrom) and each.module == "__future__")
    ]
    exec(compile(tree, str(file), "exec"), names)
    return names


def _as_tuple(value: Any) -> Any:
    return tuple(map(_as_tuple, value)) if isinstance(value, list) else value


class _Lists(ast.NodeTransformer):
    """Puts list comprehensions in the place of generators."""

    @override
    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.AST:
        self.generic_visit(node)
        return ast.copy_location(ast.ListComp(node.elt, node.generators), node)


def why_not(error: BaseException, file: Path) -> str:
    """Why a function could not be compiled, on one line."""
    location = getattr(error, "loc", None)
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    said = [line for line in lines if not line.startswith("Failed in")]
    where = f"line {location.line}: " if location and location.filename == str(file) else ""
    return f"{where}{said[0]}" if said else type(error).__name__
