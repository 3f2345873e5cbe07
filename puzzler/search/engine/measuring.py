"""Proven distances of boards to a goal, from a table or by depth-first passes.

On boards of up to nine cells, a table contains the distance of every state. On larger boards,
pattern databases guide depth-limited searches (Korf 1985). A pass without a solution proves that
the distance is at least two more than its limit, because all solutions of a board have the same
parity. The first pass with a solution proves the distance.

Known bounds save passes. A move changes the distance by exactly one, so if the distance of a
neighbour is known, only two values are possible and a single pass decides between them.
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.parity import permutation_parity
from puzzler.board.scenario import Problem
from puzzler.progress import Reporter, no_report
from puzzler.search.distance_bounds import tighten
from puzzler.search.engine.depth_first import DepthFirst
from puzzler.search.engine.stepping import Status, Task
from puzzler.search.heuristics import linear_conflict, pattern_database
from puzzler.search.heuristics.heuristic import Heuristic, Tables
from puzzler.search.kernels import jit
from puzzler.search.options import Limit

LARGEST_WITH_PATTERNS = 16
"""Maximum number of cells for pattern databases, which take long to build for larger boards."""


@dataclass(frozen=True)
class DistanceQuestion:
    """A question for the distance between two boards, with known bounds."""

    board: Board
    goal: Board
    at_least: int = 0
    at_most: int | None = None
    """An upper bound; None if unknown."""
    with_path: bool = False


class Ruler:
    """Measures distances to one goal."""

    def __init__(self, goal: Board, heuristic: Heuristic, tables: Tables) -> None:
        """tables: those of ``heuristic`` for ``goal``; see ``build``."""
        self.goal = goal
        self.heuristic = heuristic
        self.tables = tables
        self.is_exact = (
            heuristic is pattern_database.HEURISTIC
            and len(goal.tiles) <= pattern_database.LARGEST_EXACT
        )
        """Whether the tables contain every distance, so that no search is needed."""
        self.has_larger = False
        """Whether the tables are larger ones, which take 0.3 GB."""

    @classmethod
    def build(
        cls, goal: Board, report: Reporter = no_report, *, ignores_larger: bool = False
    ) -> Ruler:
        """Return the ruler for ``goal`` after building its tables or reusing existing ones.

        Linear conflicts replace pattern databases on boards of more than 16 cells, and of more than
        nine if kernels are not compiled, because building would take minutes.
        ignores_larger: use the usual tables even if larger ones are stored.
        """
        heuristic = heuristic_for(goal)
        with pattern_database.ignoring_larger() if ignores_larger else nullcontext():
            tables = heuristic.shared(goal, report)
            has_larger = heuristic.edition(goal) is not None
        ruler = cls(goal, heuristic, tables)
        ruler.has_larger = has_larger
        # load the machine code now, so that no measuring waits for it
        Measuring(ruler, goal.apply(goal.legal_moves()[0])).advance(1)
        return ruler

    @property
    def is_current(self) -> bool:
        """Whether a ruler built now would use the same heuristic."""
        return self.heuristic is heuristic_for(self.goal)


class Measuring:
    """Finds a distance step by step. The result does not depend on the sizes of the budgets."""

    def __init__(
        self,
        ruler: Ruler,
        board: Board,
        at_least: int = 0,
        at_most: int | None = None,
        *,
        with_path: bool = False,
    ) -> None:
        """at_least, at_most: known bounds, which save passes. with_path: also find an optimal path.

        Raises UnsolvableError if the goal cannot be reached from ``board``.
        """
        self._ruler = ruler
        self._problem = Problem(board, ruler.goal)
        self._with_path = with_path
        self._parity = permutation_parity(board, ruler.goal)
        self._pass: DepthFirst | None = None
        self._depth = 0  # of the current pass
        self._expanded = 0  # by previous passes
        self.at_least = 0
        """A lower bound on the distance."""
        self.at_most: int | None = None
        """An upper bound on the distance; None if no solution is known."""
        self.path: tuple[Move, ...] | None = None
        """An optimal path; None before one is found, or if none was needed."""
        self.learn(max(at_least, ruler.tables.evaluate(board)), at_most)
        if ruler.is_exact:
            self.at_most = self.at_least

    @property
    def distance(self) -> int | None:
        """The distance; None before it is proven."""
        return self.at_least if self.at_least == self.at_most else None

    @property
    def is_over(self) -> bool:
        """Whether the distance and, if requested, the path are known."""
        return self.distance is not None and (self.path is not None or not self._with_path)

    @property
    def expanded(self) -> int:
        """The number of states expanded so far."""
        return self._expanded + (0 if self._pass is None else self._pass.expanded)

    def learn(self, at_least: int, at_most: int | None, *, with_path: bool = False) -> None:
        """Use bounds proven elsewhere. with_path: from now on, also find an optimal path."""
        self._with_path |= with_path
        bounds = self.at_least, self.at_most
        self.at_least, self.at_most = tighten(bounds, at_least, at_most, self._parity)
        if self._pass is not None and self._depth < self.at_least:
            self._expanded, self._pass = self.expanded, None

    def advance(self, budget: int) -> bool:
        """Expand at most ``budget`` states; return whether it continues. May raise MemoryError."""
        stop = self.expanded + budget
        while not self.is_over:
            if self._ruler.is_exact:
                self.path = self._descend()
                break
            if self.expanded >= stop:
                return True
            if self._pass is None:
                self._begin_pass()
            assert self._pass is not None
            status = self._pass.work(stop - self.expanded)
            if status is Status.SOLVED:
                self.path = self._pass.solution()
                self.at_least = self.at_most = self._depth
                self._expanded, self._pass = self.expanded, None
            elif status is Status.EXHAUSTED:
                self.at_least = self._depth + 2
                self._expanded, self._pass = self.expanded, None
            elif status is Status.LIMIT:
                raise MemoryError
        return False

    def _begin_pass(self) -> None:
        ruler = self._ruler
        task = Task(self._problem, "idastar", ruler.heuristic, ruler.tables, 1, Limit(), 1)
        self._depth = self.at_least
        self._pass = DepthFirst(task, 1, 1, depth_limit=self._depth)

    def _descend(self) -> tuple[Move, ...]:
        """Follow an optimal path in a table of exact distances."""
        board, path = self._problem.start, list[Move]()
        evaluate = self._ruler.tables.evaluate
        for distance in range(self.at_least - 1, -1, -1):
            for move in board.legal_moves():
                following = board.apply(move)
                if evaluate(following) == distance:
                    board = following
                    path.append(move)
                    break
        return tuple(path)


def heuristic_for(goal: Board) -> Heuristic:
    """The heuristic that currently proves distances to ``goal`` fastest, including building it."""
    size = len(goal.tiles)
    limit = LARGEST_WITH_PATTERNS if jit.is_compiled() else pattern_database.LARGEST_EXACT
    return pattern_database.HEURISTIC if size <= limit else linear_conflict.HEURISTIC
