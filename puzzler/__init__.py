"""Puzzler: sliding-tile puzzles to play, to watch being solved, and to study search with.

Names are imported on first use, so that ``import puzzler`` is fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from puzzler import services

__version__ = "0.1.0"

services.register("CodeProcess", "puzzler.solver.user_code.process")

if TYPE_CHECKING:
    from puzzler.board import (
        GOALS,
        Board,
        BoardError,
        IllegalMoveError,
        Move,
        PuzzlerError,
        Scenario,
        UnsolvableError,
        is_solvable,
        shuffle,
    )
    from puzzler.board.scenario import Problem
    from puzzler.search.homework.heuristic_check import check
    from puzzler.search.method import Method
    from puzzler.search.options import Limit, Ties
    from puzzler.search.report.texts import guarantee
    from puzzler.search.result import SearchResult, SearchStats
    from puzzler.search.search_problem import SearchProblem
    from puzzler.search.solve import minimum_moves, solve, start, trace
    from puzzler.solver.watch import Solver, SolverError

_MODULES = {
    "Problem": "board.scenario",
    "check": "search.homework.heuristic_check",
    "guarantee": "search.report.texts",
    "Method": "search.method",
    "Limit": "search.options",
    "Ties": "search.options",
    "SearchProblem": "search.search_problem",
    "SearchResult": "search.result",
    "SearchStats": "search.result",
    "minimum_moves": "search.solve",
    "solve": "search.solve",
    "start": "search.solve",
    "trace": "search.solve",
    "Solver": "solver.watch",
    "SolverError": "solver.watch",
}
"""The modules of the names that ``board`` does not define."""

__all__ = [
    "GOALS",
    "Board",
    "BoardError",
    "IllegalMoveError",
    "Limit",
    "Method",
    "Move",
    "Problem",
    "PuzzlerError",
    "Scenario",
    "SearchProblem",
    "SearchResult",
    "SearchStats",
    "Solver",
    "SolverError",
    "Ties",
    "UnsolvableError",
    "check",
    "guarantee",
    "is_solvable",
    "minimum_moves",
    "shuffle",
    "solve",
    "start",
    "trace",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'puzzler' has no attribute {name!r}")
    value = getattr(import_module(f"puzzler.{_MODULES.get(name, 'board')}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
