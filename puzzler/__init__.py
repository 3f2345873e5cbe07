"""Puzzler: sliding-tile puzzles to play, to watch being solved, and to study search with.

Everything is imported when it is first asked for, so that ``import puzzler`` stays light.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

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
    from puzzler.search.guarantee import guarantee
    from puzzler.search.method import Method
    from puzzler.search.options import Limit, Ties
    from puzzler.search.result import SearchResult, SearchStats
    from puzzler.search.solve import minimum_moves, solve, start, trace
    from puzzler.solver.solver import Solver, SolverError

_WHEN_ASKED = {
    "GOALS": "puzzler.board",
    "Board": "puzzler.board",
    "BoardError": "puzzler.board",
    "IllegalMoveError": "puzzler.board",
    "Move": "puzzler.board",
    "PuzzlerError": "puzzler.board",
    "Scenario": "puzzler.board",
    "UnsolvableError": "puzzler.board",
    "guarantee": "puzzler.search.guarantee",
    "is_solvable": "puzzler.board",
    "shuffle": "puzzler.board",
    "Limit": "puzzler.search.options",
    "Method": "puzzler.search.method",
    "Problem": "puzzler.board.scenario",
    "SearchResult": "puzzler.search.result",
    "SearchStats": "puzzler.search.result",
    "Solver": "puzzler.solver.solver",
    "SolverError": "puzzler.solver.solver",
    "Ties": "puzzler.search.options",
    "minimum_moves": "puzzler.search.solve",
    "solve": "puzzler.search.solve",
    "start": "puzzler.search.solve",
    "trace": "puzzler.search.solve",
}

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
    "SearchResult",
    "SearchStats",
    "Solver",
    "SolverError",
    "Ties",
    "UnsolvableError",
    "guarantee",
    "is_solvable",
    "minimum_moves",
    "shuffle",
    "solve",
    "start",
    "trace",
]


def __getattr__(name: str) -> Any:
    if name not in _WHEN_ASKED:
        raise AttributeError(f"module 'puzzler' has no attribute {name!r}")
    value = getattr(import_module(_WHEN_ASKED[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
