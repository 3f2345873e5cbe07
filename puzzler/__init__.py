"""Puzzler: sliding-tile puzzles to play, to watch being solved, and to study search with.

Names are imported on first use, so that ``import puzzler`` is fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from puzzler import services
from puzzler.version import VERSION

__version__ = VERSION

services.register("CodeProcess", "puzzler.solver.user_code.process")
services.register("result_record", "puzzler.search.report.export")
services.register("shuffle_by_difficulty", "puzzler.game.play.new_boards")
for _name in ("result_html", "report_html"):
    services.register(_name, "puzzler.search.report.notebook")

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
    from puzzler.board.html import Html
    from puzzler.board.scenario import Problem
    from puzzler.game.review.proving import review
    from puzzler.game.review.review import Review
    from puzzler.search.homework.heuristic_check import check
    from puzzler.search.method import Method
    from puzzler.search.options import Limit, Ties
    from puzzler.search.report.texts import guarantee
    from puzzler.search.result import SearchResult, SearchStats
    from puzzler.search.search_problem import SearchProblem
    from puzzler.search.solve import heuristic, minimum_moves, shorten, solve, start, trace
    from puzzler.solver.batch import Comparison, compare, solve_many
    from puzzler.solver.board_files import read_boards, write_boards
    from puzzler.solver.watch import Solver, SolverError

_MODULES = {
    "Html": "board.html",
    "Problem": "board.scenario",
    "Review": "game.review.review",
    "review": "game.review.proving",
    "check": "search.homework.heuristic_check",
    "guarantee": "search.report.texts",
    "Method": "search.method",
    "Limit": "search.options",
    "Ties": "search.options",
    "SearchProblem": "search.search_problem",
    "SearchResult": "search.result",
    "SearchStats": "search.result",
    "heuristic": "search.solve",
    "minimum_moves": "search.solve",
    "shorten": "search.solve",
    "solve": "search.solve",
    "start": "search.solve",
    "trace": "search.solve",
    "Comparison": "solver.batch",
    "compare": "solver.batch",
    "solve_many": "solver.batch",
    "read_boards": "solver.board_files",
    "write_boards": "solver.board_files",
    "Solver": "solver.watch",
    "SolverError": "solver.watch",
}
"""The modules of the names that ``board`` does not define."""

__all__ = [
    "GOALS",
    "Board",
    "BoardError",
    "Comparison",
    "Html",
    "IllegalMoveError",
    "Limit",
    "Method",
    "Move",
    "Problem",
    "PuzzlerError",
    "Review",
    "Scenario",
    "SearchProblem",
    "SearchResult",
    "SearchStats",
    "Solver",
    "SolverError",
    "Ties",
    "UnsolvableError",
    "check",
    "compare",
    "guarantee",
    "heuristic",
    "is_solvable",
    "minimum_moves",
    "read_boards",
    "review",
    "shorten",
    "shuffle",
    "solve",
    "solve_many",
    "start",
    "trace",
    "write_boards",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'puzzler' has no attribute {name!r}")
    value = getattr(import_module(f"puzzler.{_MODULES.get(name, 'board')}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
