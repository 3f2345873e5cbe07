"""What is left of a search whose time was up before the tables of its heuristic were built."""

from __future__ import annotations

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.engine.stepping import Status
from puzzler.search.engine.task import Task
from puzzler.search.stats import SearchStats


class Overdue:
    """A stepping that has ended before it began; its lower bound is the heuristic of the start."""

    def __init__(self, task: Task) -> None:
        self._task = task

    @property
    def expanded(self) -> int:
        """Nothing."""
        return 0

    def work(self, budget: int) -> Status:
        """Expand nothing."""
        return Status.LIMIT

    def stats(self) -> SearchStats:
        """Nothing but the bound."""
        return SearchStats(bound=self.lower_bound(), best_h=self._task.start_h)

    def current(self) -> Board:
        """The start."""
        return self._task.problem.start

    def answer(self) -> tuple[Move, ...] | None:
        """None: there is no answer."""
        return None

    def lower_bound(self) -> int:
        """By the start alone."""
        return self._task.start_h

    def note(self) -> str:
        """Nothing: it is not exhausted."""
        return ""
