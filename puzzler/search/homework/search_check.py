"""Checks of a user's search: its solutions, and its first difference from a built-in search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from puzzler.board.board import Board
from puzzler.board.scenario import Problem
from puzzler.progress import BuildProgress, Reporter, no_report
from puzzler.search.custom.runner import keep_variables, reused_processes
from puzzler.search.custom.search import CustomSearch
from puzzler.search.custom.source import CodeError, CodeFile
from puzzler.search.engine.search import Search
from puzzler.search.engine.stepping import Status
from puzzler.search.homework.causes import Cause
from puzzler.search.homework.checked_states import measure_boards, nearest_boards
from puzzler.search.homework.divergence import Divergence, find_divergence, run_of_search
from puzzler.search.homework.runs import RecordedRun
from puzzler.search.method import Method
from puzzler.search.options import Limit
from puzzler.search.packing import count_of, has_ranks
from puzzler.search.registry import heuristic_called
from puzzler.search.result import SearchStats
from puzzler.search.starting import start

HARD_BOARDS = (
    # the nearest board for A* that marks states when they are pushed, last in, first out
    ("1 2 3/7 0 8/5 6 4", 10),
    # the nearest board for A* that marks states when they are pushed, first in, first out
    ("1 2 3/8 6 7/4 0 5", 11),
    # the nearest board for IDA* with a visited set for the whole pass
    ("1 5 2/3 7 6/0 4 8", 12),
    # the nearest board on which the rules of an old priority and of marks when pushed differ
    ("1 6 5/4 2 0/7 3 8", 13),
    # a far board for IDA* with a visited set for the whole pass
    ("8 2 6/5 0 3/7 1 4", 24),
    # a far board for A* that marks states when they are pushed, last in, first out
    ("3 4 2/8 7 1/5 6 0", 24),
    # a far board for A* that marks states when they are pushed, first in, first out
    ("7 2 1/6 4 8/5 3 0", 24),
)
"""(board, distance) for the goal 1 2 3/4 5 6/7 8 0: the nearest boards and far boards for which a
wrong program returns a longer solution or none."""


def hard_boards(goal: Board) -> list[tuple[Board, int]]:
    """Return the boards of ``HARD_BOARDS`` with their distances, with the tiles of ``goal``.

    Returns no boards for a goal of another shape or with the blank elsewhere.
    """
    if goal.size != (3, 3) or goal.tiles[-1]:
        return []
    numbers = (0, *goal.tiles[:-1])
    return [
        (Board(3, 3, tuple(numbers[tile] for tile in Board.parse(text).tiles)), distance)
        for text, distance in HARD_BOARDS
    ]


SEARCH_BOARDS = 20
FARTHEST = 18
"""The largest distance of the boards that every search is run on, because it may be slow."""
_IS_HUNG = "did not respond within"
_IS_MEMORY = "exceeded the memory limit"
_IS_ENDLESS = "nests its calls"
_IS_WRONG = (" of which ", "; the last state is ")
"""Parts of the messages about an answer that is not a solution."""
_DEEP = 1000
"""Paths with more moves should not be stored as lists."""
_MAX_HUNG = 2
"""After this many searches that take too long, the other boards are skipped."""
MAX_EXPANDED = 1_000_000
"""Limit on the expansions of a user's search on one board with too many states to expand all."""
MAX_TOTAL = 150_000
"""When a user's search has expanded this many states, the farther boards are skipped."""
MAX_NEAR = 20_000
"""When a user's search has expanded this many states, no board beyond ``FARTHEST`` is searched."""
MAX_COMPARED = 200_000
"""Limit on the expansions that are compared and diagnosed on all boards together."""


@dataclass(frozen=True, kw_only=True)
class BoardResult:
    """The result of a search on one board."""

    board: Board
    distance: int
    length: int | None = None
    """None if the search found no valid solution."""
    stats: SearchStats = SearchStats()
    failure: str
    """Why there is no solution or why it is wrong, else ""."""
    is_limited: bool = False
    """Whether there is no solution only because of a limit of the check."""


@dataclass(frozen=True)
class SearchReport:
    """The results of checking a search; see ``checking_search``."""

    title: str
    goal: Board
    boards: tuple[BoardResult, ...]
    divergence: Divergence | None
    """The difference on the nearest board that shows its cause."""
    against: str
    """The title of the method for comparison, or ""."""
    is_by_tests: bool = False
    """Whether the expansions are goal tests, because the search generates successors itself."""
    is_optimal_expected: bool = True
    """False if the method for comparison does not find optimal solutions."""

    @property
    def solved(self) -> int:
        """Number of boards with a valid solution."""
        return sum(each.length is not None for each in self.boards)

    @property
    def solved_optimally(self) -> int:
        """Number of boards with an optimal solution."""
        return sum(each.length == each.distance for each in self.boards)

    @property
    def first_failure(self) -> BoardResult | None:
        """The nearest board on which the search failed, not counting limits of the check."""
        failed = (each for each in self.boards if each.length is None and not each.is_limited)
        return next(failed, None)

    @property
    def limited(self) -> tuple[BoardResult, ...]:
        """The boards without a solution because of a limit of the check."""
        return tuple(each for each in self.boards if each.is_limited)

    @property
    def first_longer(self) -> BoardResult | None:
        """The nearest board with a solution that is not optimal."""
        longer = (each for each in self.boards if each.length not in (None, each.distance))
        return next(longer, None)

    @property
    def divergence_at(self) -> Board | None:
        """The board of the divergence."""
        return None if self.divergence is None else self.boards[self.divergence.run].board

    @property
    def has_fault(self) -> bool:
        """Whether a search failed, is not optimal as expected, or differs by a fault."""
        is_different = self.divergence is not None and self.divergence.cause.is_fault
        is_longer = bool(self.against) and self.is_optimal_expected and self.first_longer
        return is_different or bool(is_longer) or self.first_failure is not None


@reused_processes()
def check_search(
    source: CodeFile,
    goal: Board,
    method: Method,
    against: Method | None = None,
    chosen: Sequence[Board] = (),
    report: Reporter = no_report,
) -> SearchReport:
    """Search boards, nearest first, and compare each search with that of ``against``.

    method: the search with its heuristic and order of moves. chosen: the boards. By default, 20
    boards and those of ``HARD_BOARDS``, of which only a fast search is run on the far ones. A
    search that fails on one board is still run on the others.
    """
    if chosen:
        boards = measure_boards(goal, chosen, report)
    else:
        boards = nearest_boards(goal, SEARCH_BOARDS, FARTHEST, report)
        boards = sorted({*boards, *hard_boards(goal)}, key=lambda each: each[1])
    limit = count_of(*goal.size) if has_ranks(goal) else MAX_EXPANDED
    limited = replace(method, limit=Limit(expansions=limit))
    factor = None if against is None else heuristic_called(against.heuristic).factor
    is_optimal = against is None or (factor is not None and against.guarantee(factor) == 1)
    runs, compared = list[RecordedRun](), list[int]()
    searched, hung, total, total_compared = list[BoardResult](), 0, 0, 0
    is_by_tests = False
    for number, (board, distance) in enumerate(boards):
        if not chosen and distance > FARTHEST and total >= MAX_NEAR:
            break
        is_hung, is_limited = hung == _MAX_HUNG, not chosen and total >= MAX_TOTAL
        if is_hung or is_limited:
            why = f"nearer boards took {total:,} expansions (limit of the check)"
            why = f"{hung} earlier searches exceeded the time limit" if is_hung else why
            skipped = BoardResult(
                board=board, distance=distance, failure=f"skipped: {why}", is_limited=not is_hung
            )
            searched.append(skipped)
            continue
        report(BuildProgress(number / len(boards), f"{source.title} on {board}"))
        problem = Problem(board, goal)
        result, search = _search(problem, distance, limited)
        total += result.stats.expanded
        stepping = None if search is None else search.stepping
        is_by_tests |= isinstance(stepping, CustomSearch) and stepping.is_by_tests
        searched.append(result)
        hung += _IS_HUNG in result.failure
        if against is not None and total_compared < MAX_COMPARED:
            # the expansions of an endless search or of one with a wrong answer show why
            is_shown = any(each in result.failure for each in (_IS_ENDLESS, *_IS_WRONG))
            is_usable = result.length is not None or result.is_limited or is_shown
            # a crash is reported by itself
            if isinstance(stepping, CustomSearch) and (is_usable or stepping.has_given_up):
                extra = result.length - distance if is_optimal and result.length else 0
                runs.append(replace(run_of_search(stepping, problem), extra_moves=extra))
                compared.append(number)
                total_compared += result.stats.expanded
    divergence = None if against is None else find_divergence(runs, against, goal)
    if divergence is not None:
        divergence = replace(divergence, run=compared[divergence.run])
    if against is not None and (divergence is None or not divergence.cause.is_fault):
        divergence = _kept_variables(source, goal, searched, limited) or divergence
    title = "" if against is None else against.title
    return SearchReport(
        source.title, goal, tuple(searched), divergence, title, is_by_tests, is_optimal
    )


def _kept_variables(
    source: CodeFile, goal: Board, searched: Sequence[BoardResult], method: Method
) -> Divergence | None:
    """Return a fault if a board that was solved is not solved in a second search by the same code.

    Other searches run the file again, so that its variables are new.
    """
    for number, first in enumerate(searched):
        if first.length is None or first.length <= 1:
            continue
        if not keep_variables(source):
            return None
        again, _ = _search(Problem(first.board, goal), first.distance, method)
        if again.length is not None or again.is_limited:
            return None
        cause = Cause.KEPT_VARIABLES
        words = (
            f"A second search of {first.board} by the loaded code fails ({again.failure}): "
            f"{cause.title}; {cause.advice}"
        )
        return Divergence(again.stats.expanded + 1, None, None, words, cause, number)
    return None


def _search(problem: Problem, distance: int, method: Method) -> tuple[BoardResult, Search | None]:
    """Run a search on one board. Returns None instead of the search if it could not start."""
    failure, length, is_limited, search = "", None, False, None
    try:
        search = start(problem, method)
        search.advance(method.limit.expansions or 0)
        result = search.result(cancelled=True)
        length = result.length
        if length is None:
            is_limited = search.status in (Status.RUNNING, Status.LIMIT)
            limit = f"not finished within {search.expanded:,} expansions (limit of the check)"
            failure = limit if is_limited else result.note
    except CodeError as error:
        failure = str(error)
        is_limited = _IS_MEMORY in failure
    stats = SearchStats() if search is None else search.stats()
    if is_limited and _IS_MEMORY in failure:
        failure += " (limit of the check)"
        if stats.deepest > _DEEP:
            failure += (
                f"; paths have up to {stats.deepest:,} moves: store parent and action in each "
                "node, not the whole path"
            )
    found = BoardResult(
        board=problem.start,
        distance=distance,
        length=length,
        stats=stats,
        failure=failure,
        is_limited=is_limited,
    )
    return found, search
