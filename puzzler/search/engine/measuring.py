"""Proven distances to one goal, for many boards: one table, or one depth-first pass at a time.

Up to nine cells one table holds the distance of every state. On larger boards pattern databases
guide a depth-first search that goes no deeper than a limit (Korf 1985). A pass without a solution
proves that the distance is at least two more than its limit, for all solutions of a board have the
same parity; the first pass with a solution proves the distance.

Part of the answer may be known already. A move changes a distance by exactly one, so that the
distance of a neighbour leaves two numbers: one pass decides between them.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.parity import permutation_parity
from puzzler.board.scenario import Problem
from puzzler.progress import BuildProgress
from puzzler.search.distance_bounds import tightened
from puzzler.search.engine.depth_first import DepthFirst
from puzzler.search.engine.stepping import Status, Task
from puzzler.search.heuristics import linear_conflict, pattern_database
from puzzler.search.heuristics.heuristic import Heuristic, Tables
from puzzler.search.kernels import jit
from puzzler.search.options import Limit

LARGEST_WITH_PATTERNS = 16
"""Cells; on larger boards tables take long to build, and few distances can be proven with them."""


@dataclass(frozen=True)
class DistanceQuestion:
    """How far is ``board`` from ``goal``, and what is known of that already."""

    board: Board
    goal: Board
    at_least: int = 0
    at_most: int | None = None
    """It is no larger; None where that is not known."""
    with_path: bool = False


class Ruler:
    """Measures distances to one goal."""

    def __init__(self, goal: Board, heuristic: Heuristic, tables: Tables) -> None:
        """``tables`` are those of ``heuristic`` for ``goal``; see ``building``."""
        self.goal = goal
        self.heuristic = heuristic
        self.tables = tables
        self.is_exact = (
            heuristic is pattern_database.HEURISTIC
            and len(goal.tiles) <= pattern_database.LARGEST_EXACT
        )
        """The tables hold every distance: nothing is searched."""

    @classmethod
    def building(cls, goal: Board) -> Generator[BuildProgress, None, Ruler]:
        """The ruler for ``goal``: its tables are built step by step, or those of before are taken.

        On boards of more than 16 cells linear conflicts serve, and so they do on those of more than
        nine where kernels are not compiled: pattern databases would take minutes to build.
        """
        heuristic = heuristic_for(goal)
        tables = yield from heuristic.sharing(goal)
        ruler = cls(goal, heuristic, tables)
        # fetches the machine code, so that no measuring waits for it
        Measuring(ruler, goal.apply(goal.legal_moves()[0])).advance(1)
        return ruler

    @property
    def is_current(self) -> bool:
        """No better tables could be had by now."""
        return self.heuristic is heuristic_for(self.goal)


class Measuring:
    """A distance that is being found, step by step; the result does not depend on the slices."""

    def __init__(
        self,
        ruler: Ruler,
        board: Board,
        at_least: int = 0,
        at_most: int | None = None,
        *,
        with_path: bool = False,
    ) -> None:
        """UnsolvableError where ``board`` has no distance.

        ``at_least`` and ``at_most`` are bounds that are known already; they save passes. A shortest
        path is found for certain only ``with_path``.
        """
        self._ruler = ruler
        self._problem = Problem(board, ruler.goal)
        self._with_path = with_path
        self._parity = permutation_parity(board, ruler.goal)
        self._pass: DepthFirst | None = None
        self._depth = 0  # of the pass under way
        self._expanded = 0  # by the passes before it
        self.at_least = 0
        """No solution is shorter."""
        self.at_most: int | None = None
        """There is a solution that is no longer; None where none is known."""
        self.path: tuple[Move, ...] | None = None
        """A shortest solution; None where none was found, as where none was needed."""
        self.learn(max(at_least, ruler.tables.evaluate(board)), at_most)
        if ruler.is_exact:
            self.at_most = self.at_least

    @property
    def distance(self) -> int | None:
        """The distance; None until it is proven."""
        return self.at_least if self.at_least == self.at_most else None

    @property
    def is_over(self) -> bool:
        """All that was wanted is known."""
        return self.distance is not None and (self.path is not None or not self._with_path)

    @property
    def expanded(self) -> int:
        """How many states have been expanded so far."""
        return self._expanded + (0 if self._pass is None else self._pass.expanded)

    def learn(self, at_least: int, at_most: int | None, *, with_path: bool = False) -> None:
        """Take over what was proven elsewhere meanwhile; ``with_path``: a path is wanted now."""
        self._with_path |= with_path
        bounds = self.at_least, self.at_most
        self.at_least, self.at_most = tightened(bounds, at_least, at_most, self._parity)
        if self._pass is not None and self._depth < self.at_least:
            self._expanded, self._pass = self.expanded, None

    def advance(self, budget: int) -> bool:
        """Expand at most ``budget`` states; True while there is more to do."""
        stop = self.expanded + budget
        while not self.is_over:
            if self._ruler.is_exact:
                self.path = self._walked()
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

    def _walked(self) -> tuple[Move, ...]:
        """A shortest path, by a table that knows every distance."""
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
    """What proves distances to ``goal`` soonest, as things are now."""
    size = len(goal.tiles)
    most = LARGEST_WITH_PATTERNS if jit.is_compiled() else pattern_database.LARGEST_EXACT
    return pattern_database.HEURISTIC if size <= most else linear_conflict.HEURISTIC
