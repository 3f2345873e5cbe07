"""The common base of inspecting and racing: searches of a problem, and reloading of user code."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from puzzler.board.board import Board
from puzzler.board.scenario import Problem, Scenario
from puzzler.game.core.activity import ActivitySwitch, Aside
from puzzler.game.core.background import Background
from puzzler.game.core.game import Play
from puzzler.game.storage.practice import Practice
from puzzler.progress import Reporter, one_step
from puzzler.search.custom.source import digest_of, functions_of, named
from puzzler.search.method import Method
from puzzler.search.registry import HEURISTICS
from puzzler.solver.commands import Command, SetRate
from puzzler.solver.inspection.job import InspectionWorker
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


LOOK_EVERY = 1.0
"""Seconds between checks."""
_LOOKING, _RELOADING = "look at code", "reload code"


class Reloading:
    """Checks every second, in the background, whether a file has changed."""

    def __init__(self, background: Background, reload: Callable[[], object]) -> None:
        """reload: called when a changed file can be loaded."""
        self._background = background
        self._reload = reload
        self._waited = LOOK_EVERY
        self.seconds_to_look: float | None = None
        self._method: Method | None = None
        self._digests: tuple[str, ...] | None = None

    def tick(self, elapsed: float, method: Method, goal: Board) -> None:
        """Check the files of ``method`` if a second has passed."""
        self._waited += elapsed
        sources = [named(name) for name in (method.algorithm, method.heuristic)]
        files = [source.file for source in sources if source is not None]
        self.seconds_to_look = LOOK_EVERY if files else None
        if not files or self._waited < LOOK_EVERY or _LOOKING in self._background:
            return
        self._waited = 0.0

        def look() -> tuple[str, ...]:
            return tuple(map(digest_of, files))

        def take(digests: tuple[str, ...]) -> None:
            before = self._digests if method == self._method else None
            self._method, self._digests = method, digests
            if before not in (None, digests):
                names = " and ".join(dict.fromkeys(file.name for file in files))
                work, text = partial(_load, files, method, goal), f"Reading {names}"
                self._background.run(_RELOADING, text, work, lambda _: self._reload())

        # a file that is being saved may be gone for a moment
        self._background.run(_LOOKING, "", one_step(look), take, fail=lambda _: None)


def _load(files: Iterable[Path], method: Method, goal: Board, report: Reporter) -> None:
    """Load the files and build the tables, so that the search can start immediately."""
    for file in files:
        functions_of(file)
    HEURISTICS[method.heuristic].shared(goal, report)
