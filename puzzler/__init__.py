"""Sliding-tile puzzles: boards, search algorithms, and tools to study them.

>>> import puzzler
>>> result = puzzler.solve("8 6 7/2 5 4/3 0 1")
>>> result.length, puzzler.guarantee(result)
(31, 'proven optimal')

Boards      Board Move Problem Scenario GOALS shuffle is_solvable
Solving     solve solve_all solve_many shorten minimum_moves Method Limit Ties Metric SearchResult
            SearchStats OptimalSolutions Outcome LimitKind Improvement guarantee heuristic Html
Judging     compare Comparison check Report review Review
Watching    Solver BuildProgress Progress Found Finished
            trace Expansion Node Successor SuccessorOutcome SearchProblem
Files       read_boards write_boards record
Errors      PuzzlerError BoardError IllegalMoveError UnsolvableError SolverError

``puzzler.plotting`` has plots and ``puzzler.widgets`` widgets for notebooks. Other modules can
change in every version.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from puzzler import services
from puzzler.version import VERSION

__version__ = VERSION

services.modules.update(
    CodeProcess="puzzler.solver.user_code.process",
    build_tables="puzzler.solver.table_building",
    map_in_threads="puzzler.solver.threads",
    request_compiled="puzzler.solver.preparation",
    result_record="puzzler.search.report.export",
    result_summary="puzzler.search.report.texts",
    result_html="puzzler.search.report.notebook",
    report_text="puzzler.search.report.checks",
    report_html="puzzler.search.report.notebook",
    shuffle_by_difficulty="puzzler.game.play.new_boards",
)

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
    )  # fmt: skip
    from puzzler.board.html import Html
    from puzzler.board.scenario import Problem
    from puzzler.game.review.proving import review
    from puzzler.game.review.review import Review
    from puzzler.progress import BuildProgress
    from puzzler.search.homework.heuristic_check import Report, check
    from puzzler.search.inspection.observation import Expansion, Node, Successor, SuccessorOutcome
    from puzzler.search.method import Method
    from puzzler.search.optimal_paths import OptimalSolutions, solve_all
    from puzzler.search.options import Limit, LimitKind, Ties
    from puzzler.search.report.texts import guarantee
    from puzzler.search.result import Improvement, Metric, Outcome, SearchResult, SearchStats
    from puzzler.search.search_problem import SearchProblem
    from puzzler.search.solve import heuristic, minimum_moves, shorten, solve, trace
    from puzzler.solver.batch import Comparison, compare, solve_many
    from puzzler.solver.board_files import read_boards, write_boards
    from puzzler.solver.commands import Finished, Found, Progress
    from puzzler.solver.watch import Solver, SolverError
    from puzzler.window.export.recording import record

_MODULES = {
    name: module
    for module, names in {
        "board.html": "Html",
        "board.scenario": "Problem",
        "game.review.proving": "review",
        "game.review.review": "Review",
        "progress": "BuildProgress",
        "search.homework.heuristic_check": "Report check",
        "search.inspection.observation": "Expansion Node Successor SuccessorOutcome",
        "search.method": "Method",
        "search.optimal_paths": "OptimalSolutions solve_all",
        "search.options": "Limit LimitKind Ties",
        "search.report.texts": "guarantee",
        "search.result": "Improvement Metric Outcome SearchResult SearchStats",
        "search.search_problem": "SearchProblem",
        "search.solve": "heuristic minimum_moves shorten solve trace",
        "solver.batch": "Comparison compare solve_many",
        "solver.board_files": "read_boards write_boards",
        "solver.commands": "Finished Found Progress",
        "solver.watch": "Solver SolverError",
        "window.export.recording": "record",
    }.items()
    for name in names.split()
}
"""The modules of the names that ``board`` does not define."""

__all__ = [
    "GOALS", "Board", "BoardError", "BuildProgress", "Comparison", "Expansion", "Finished", "Found",
    "Html", "IllegalMoveError", "Improvement", "Limit", "LimitKind", "Method", "Metric", "Move",
    "Node", "OptimalSolutions", "Outcome", "Problem", "Progress", "PuzzlerError", "Report",
    "Review", "Scenario", "SearchProblem", "SearchResult", "SearchStats", "Solver", "SolverError",
    "Successor", "SuccessorOutcome", "Ties", "UnsolvableError", "check", "compare", "guarantee",
    "heuristic", "is_solvable", "minimum_moves", "read_boards", "record", "review", "shorten",
    "shuffle", "solve", "solve_all", "solve_many", "trace", "write_boards",
]  # fmt: skip


def __getattr__(name: str) -> Any:  # names are imported on first use, so that the import is fast
    if name not in __all__:
        raise AttributeError(f"module 'puzzler' has no attribute {name!r}")
    value = getattr(import_module(f"puzzler.{_MODULES.get(name, 'board')}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
