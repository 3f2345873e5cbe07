"""The common base of inspecting and racing: searches of a problem."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from puzzler.board.board import Board
from puzzler.board.scenario import Problem, Scenario
from puzzler.game.core.activity import ActivitySwitch, Aside
from puzzler.game.core.game import Play
from puzzler.game.storage.practice import Practice
from puzzler.search.method import Method
from puzzler.solver.commands import Command, SetRate
from puzzler.solver.inspection.moment import InspectionWorker
from puzzler.solver.worker import Worker

RATES: tuple[float | None, ...] = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, None)
"""Expansions per second to choose from; None is unlimited."""

StartExaminer = Callable[..., InspectionWorker]
"""``inspect``: called with the problem, the method and ``prepare=``."""


@dataclass
class InspectionContext:
    """The dependencies of inspected searches, and their common rate."""

    context: ActivitySwitch
    practice: Practice
    start_examiner: StartExaminer
    rate: float | None = 10
    """Expansions per second; None is unlimited."""

    def examine(self, problem: Problem, method: Method) -> InspectionWorker:
        """Start inspecting a search."""
        prepare = self.context.prepare
        return self.context.own(self.start_examiner(problem, method.textbook, prepare=prepare))


class SearchActivity(Aside):
    """Searches of one problem that can be run at a rate, stepped and shown at any moment."""

    _worker: Worker[Any, Any] | None

    has_track = True

    def __init__(self, context: ActivitySwitch, problem: Problem, rate: float | None) -> None:
        super().__init__(context)
        self.problem = problem
        self.rate = rate
        """Steps per second, 1 to 1000; None is unlimited."""

    @property
    def goal(self) -> Board:
        return self.problem.goal

    @property
    def play(self) -> Play:
        return Play(
            scenario=Scenario(self.problem.start, self.problem.goal), board=self.problem.start
        )

    def set_rate(self, rate: float | None) -> None:
        """Set the rate, limited to 1 to 1000."""
        self.rate = None if rate is None else min(max(rate, 1), 1000)
        self._send(SetRate(self.rate))

    def change_rate(self, steps: int) -> None:
        """Move the rate by ``steps`` places in ``RATES``, to slower rates if negative."""
        last = at = len(RATES) - 1
        if self.rate is not None:
            at = next(at for at, each in enumerate(RATES) if each is None or each >= self.rate)
        self.set_rate(RATES[min(max(at + steps, 0), last)])

    def _send(self, command: Command) -> None:
        if self._worker is not None:
            self._worker.send(command)
