"""Checks of a user's search: its solutions, and its first difference from a built-in search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from puzzler.board.board import Board
from puzzler.board.scenario import Problem
from puzzler.progress import BuildProgress, Reporter, no_report
from puzzler.search.custom.source import CodeError, CodeFile
from puzzler.search.engine.search import Search
from puzzler.search.homework.divergence import Divergence, first_difference, traced_states
from puzzler.search.homework.heuristic_check import measure_boards, nearest_boards
from puzzler.search.inspection.inspector import trace_expansions
from puzzler.search.inspection.observation import Expansion
from puzzler.search.method import Method
from puzzler.search.options import Limit
from puzzler.search.packing import count_of, has_ranks
from puzzler.search.result import SearchStats
from puzzler.search.solve import start

SEARCH_BOARDS = 20
FARTHEST = 20
"""The largest distance of the boards, because the search may be slow."""
_IS_HUNG = "takes longer than"
_MAX_HUNG = 2
"""After this many searches that take too long, the other boards are skipped."""
MAX_RECORDED = 50_000
"""The number of expansions of a user's search on one board that are compared with another search,
and the limit on its expansions if the user did not choose the boards."""


@dataclass(frozen=True)
class BoardResult:
    """The result of a search on one board."""

    board: Board
    distance: int
    length: int | None
    """None if the search found no valid solution."""
    expanded: int
    reopened: int
    duplicates: int
    deepest: int
    peak_frontier: int
    failure: str
    """Why there is no solution or why it is wrong, else ""."""


@dataclass(frozen=True)
class SearchReport:
    """The results of checking a search; see ``checking_search``."""

    title: str
    goal: Board
    boards: tuple[BoardResult, ...]
    divergence: Divergence | None
    """The difference on the nearest board that has one, preferably without a tie."""
    divergence_at: Board | None
    against: str
    """The title of the method for comparison, or ""."""

    @property
    def solved(self) -> int:
        """Number of boards with a valid solution."""
        return sum(each.length is not None for each in self.boards)

    @property
    def shortest(self) -> int:
        """Number of boards with an optimal solution."""
        return sum(each.length == each.distance for each in self.boards)

    @property
    def first_failure(self) -> BoardResult | None:
        """The nearest board without a valid solution."""
        return next((each for each in self.boards if each.length is None), None)


def check_search(
    source: CodeFile,
    goal: Board,
    method: Method,
    against: Method | None = None,
    chosen: Sequence[Board] = (),
    report: Reporter = no_report,
) -> SearchReport:
    """Search boards, nearest first, and compare each search with that of ``against``.

    method: the search with its heuristic and order of moves. chosen: the boards, by default 20. A
    search that fails on one board is still run on the others.
    """
    if chosen:
        boards = measure_boards(goal, chosen, report)
    else:
        boards = nearest_boards(goal, SEARCH_BOARDS, FARTHEST, report)
    most = count_of(*goal.size) if chosen and has_ranks(goal) else MAX_RECORDED
    searched, divergence, at, hung = [], None, None, 0
    for number, (board, distance) in enumerate(boards):
        if hung == _MAX_HUNG:
            why = f"skipped: {hung} earlier searches exceeded the time limit"
            searched.append(BoardResult(board, distance, None, 0, 0, 0, 0, 0, why))
            continue
        report(BuildProgress(number / len(boards), f"{source.title} on {board}"))
        problem = Problem(board, goal)
        limited = replace(method, limit=Limit(expansions=most))
        own: list[Expansion] = []
        failure, length, stats = "", None, SearchStats()
        try:
            search = start(problem, limited)
            is_found = divergence is not None and not divergence.is_tie
            if against is None or is_found:
                search.advance(most)
            else:
                own += trace_expansions(search, MAX_RECORDED)
                search.advance(most)
            result, stats = search.result(cancelled=True), search.stats()
            length = result.length
            if length is None:
                failure = result.note or f"not finished within {stats.expanded:,} expansions"
        except CodeError as error:
            failure = str(error)
            hung += _IS_HUNG in failure
        counts = (stats.expanded, stats.reopened, stats.duplicates, stats.deepest)
        searched.append(BoardResult(board, distance, length, *counts, stats.peak_frontier, failure))
        if against is not None and own:
            is_all = len(own) == stats.expanded  # else the search continued after the comparison
            count = 2 * len(own) + 10 if is_all else len(own)
            expected = [*trace_expansions(start(problem, against), count)]
            ending = _ending(search, failure)
            found = first_difference(traced_states(own), expected, against.title, ending)
            # a difference that is not a tie is more useful
            if found is not None and (divergence is None or not found.is_tie):
                divergence, at = found, board
    title = "" if against is None else against.title
    return SearchReport(source.title, goal, tuple(searched), divergence, at, title)


def _ending(search: Search, failure: str) -> str:
    if failure:
        return failure
    if getattr(search.stepping, "tests_early", False):
        return "it tests for the goal when a state is generated, not when it is expanded"
    return "it selected the goal"
