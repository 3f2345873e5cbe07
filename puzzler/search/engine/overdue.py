"""The search whose time was up before the tables of its heuristic were built."""

from __future__ import annotations

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.algorithms.protocol import Status
from puzzler.search.heuristics import linear_conflict
from puzzler.search.limits import LimitKind
from puzzler.search.method import Method
from puzzler.search.problem import Problem
from puzzler.search.result import Outcome, SearchResult
from puzzler.search.stats import SearchStats


class OverdueSearch:
    """A search that has ended before it began; see ``protocol.Search``.

    Its lower bound is by linear conflict, which needs no tables to speak of.
    """

    def __init__(self, problem: Problem, method: Method) -> None:
        h = linear_conflict.build(problem.goal).evaluate(problem.start)
        self._result = SearchResult(
            Outcome.LIMIT,
            problem.start,
            problem.goal,
            method.algorithm,
            method.heuristic,
            method.weight,
            lower_bound=h,
            stats=SearchStats(bound=h, best_h=h, memory_bytes=method.limit.memory),
            limit_reached=LimitKind.TIME,
        )

    @property
    def expanded(self) -> int:
        """Nothing."""
        return 0

    def advance(self, budget: int, *, interruptible: bool = False) -> Status:
        """Expand nothing."""
        return Status.LIMIT

    def stats(self) -> SearchStats:
        """Nothing but the bound."""
        return self._result.stats

    def current(self) -> Board:
        """The start."""
        return self._result.start

    def solution(self) -> tuple[Move, ...]:
        """ValueError: there is none."""
        raise ValueError("the search has no solution")

    def result(self, *, cancelled: bool = False) -> SearchResult:
        """That the limit on time was reached, also where it is cancelled meanwhile."""
        return self._result
