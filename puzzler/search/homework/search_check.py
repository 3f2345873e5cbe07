"""What a search of the user's is worth: whether its solutions are right, and how it differs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from puzzler.board.board import Board
from puzzler.board.scenario import Problem
from puzzler.progress import BuildProgress, Reporter, no_report
from puzzler.search.custom.source import CodeError, CodeFile
from puzzler.search.engine.search import Search
from puzzler.search.homework.divergence import Divergence, first_difference, taken
from puzzler.search.homework.heuristic_check import measure_boards, nearest_boards
from puzzler.search.inspection.inspector import traced
from puzzler.search.inspection.observation import Expansion
from puzzler.search.method import Method
from puzzler.search.options import Limit
from puzzler.search.packing import count_of, has_numbers
from puzzler.search.result import SearchStats
from puzzler.search.solve import start

SEARCH_BOARDS = 20
FARTHEST = 20
"""Moves: boards farther away are not searched by what may be a slow search."""
_IS_HUNG = "takes longer than"
_MOST_HUNG = 2
"""Searches that take too long before no more are begun."""
MOST_RECORDED = 50_000
"""Expansions of a search of the user's on one board that are compared with those of another, and
all of them on a board that nobody has chosen."""


@dataclass(frozen=True)
class Searched:
    """What a search did on one board."""

    board: Board
    distance: int
    length: int | None
    """None where it has found no solution."""
    expanded: int
    reopened: int
    duplicates: int
    deepest: int
    peak_frontier: int
    failure: str
    """Why there is no solution, or why it is wrong; else empty."""


@dataclass(frozen=True)
class SearchReport:
    """What was found of a search; see ``checking_search``."""

    title: str
    goal: Board
    boards: tuple[Searched, ...]
    divergence: Divergence | None
    """On the nearest board where there is one that is no tie; else on the nearest with a tie."""
    divergence_at: Board | None
    against: str
    """The title of the method that it was compared with; else empty."""

    @property
    def solved(self) -> int:
        """On how many boards it has found a right solution."""
        return sum(each.length is not None for each in self.boards)

    @property
    def shortest(self) -> int:
        """On how many boards it has found a shortest one."""
        return sum(each.length == each.distance for each in self.boards)

    @property
    def first_failure(self) -> Searched | None:
        """The nearest board without a right solution."""
        return next((each for each in self.boards if each.length is None), None)


def check_search(
    source: CodeFile,
    goal: Board,
    method: Method,
    against: Method | None = None,
    given: Sequence[Board] = (),
    report: Reporter = no_report,
) -> SearchReport:
    """Search boards, the nearest first, and compare each search with that of ``against``.

    method: the search, with its heuristic and its order of moves. given: the boards, by default 20.
    A search that fails on one board is tried on the others.
    """
    if given:
        boards = measure_boards(goal, given, report)
    else:
        boards = nearest_boards(goal, SEARCH_BOARDS, FARTHEST, report)
    most = count_of(*goal.size) if given and has_numbers(goal) else MOST_RECORDED
    searched, divergence, at, hung = [], None, None, 0
    for number, (board, distance) in enumerate(boards):
        if hung == _MOST_HUNG:
            why = f"not searched, for {hung} searches before took too long"
            searched.append(Searched(board, distance, None, 0, 0, 0, 0, 0, why))
            continue
        report(BuildProgress(number / len(boards), f"{source.title} on {board}"))
        problem = Problem(board, goal)
        limited = replace(method, limit=Limit(expansions=most))
        own: list[Expansion] = []
        failure, length, stats = "", None, SearchStats()
        try:
            search = start(problem, limited)
            is_told = divergence is not None and not divergence.is_tie
            if against is None or is_told:
                search.advance(most)
            else:
                own += traced(search, MOST_RECORDED)
                search.advance(most)
            result, stats = search.result(cancelled=True), search.stats()
            length = result.length
            if length is None:
                failure = result.note or f"no solution after {stats.expanded:,} expansions"
        except CodeError as error:
            failure = str(error)
            hung += _IS_HUNG in failure
        counts = (stats.expanded, stats.reopened, stats.duplicates, stats.deepest)
        searched.append(Searched(board, distance, length, *counts, stats.peak_frontier, failure))
        if against is not None and own:
            is_all = len(own) == stats.expanded  # else it went on behind what is compared
            count = 2 * len(own) + 10 if is_all else len(own)
            expected = [*traced(start(problem, against), count)]
            ending = _ending(search, failure)
            found = first_difference(taken(own), expected, against.title, ending)
            # what is no tie tells more
            if found is not None and (divergence is None or not found.is_tie):
                divergence, at = found, board
    title = "" if against is None else against.title
    return SearchReport(source.title, goal, tuple(searched), divergence, at, title)


def _ending(search: Search, failure: str) -> str:
    if failure:
        return failure
    if getattr(search.stepping, "tests_early", False):
        return "it tests for the goal when a state is generated, not when it is taken"
    return "it takes the goal"
