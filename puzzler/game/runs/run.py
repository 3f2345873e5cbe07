"""The game's side of a search: at most one run counts, older ones wind down unheard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from puzzler.search.heuristics.heuristic import BuildProgress
from puzzler.search.method import Method
from puzzler.search.problem import Problem
from puzzler.search.result import SearchResult
from puzzler.solver.handle import SolverHandle
from puzzler.solver.messages import (
    Cancel,
    Command,
    Event,
    Failed,
    Finished,
    Pause,
    Progress,
    Resume,
    Step,
)
from puzzler.solver.preparation import Preparation


class StartSolver(Protocol):
    """``solver.handle.start``, or a test's own."""

    def __call__(
        self, problem: Problem, method: Method, run_id: int, *, prepare: Callable[[], object]
    ) -> SolverHandle:
        """Begin a search in the background."""
        ...


class Searcher:
    """Starts, steers and ends searches in the background. Nothing here waits but ``close``."""

    def __init__(self, preparation: Preparation, start_solver: StartSolver) -> None:
        self.progress: Progress | None = None
        """Live figures; None where no search runs."""
        self.building: BuildProgress | None = None
        """How far its tables are, while they are being built."""
        self.result: SearchResult | None = None
        """Of the run that ended last, until it is forgotten."""
        self.is_paused = False
        """The search was asked to pause."""
        self._preparation = preparation
        self._start_solver = start_solver
        self._run_id = 0
        self._handle: SolverHandle | None = None
        self._retired: list[SolverHandle] = []
        self._known: Progress | None = None  # the figures when the last command was sent

    @property
    def is_busy(self) -> bool:
        """Events or figures will come without further input."""
        if self._handle is None:
            return False
        latest = self._handle.latest
        has_settled = latest is not None and latest is not self._known and latest.is_paused
        return not (self.is_paused and has_settled and latest is self.progress)

    def begin(self, problem: Problem, method: Method) -> None:
        """Search in the background."""
        self.forget()
        self._run_id += 1
        self._handle = self._start_solver(
            problem, method, self._run_id, prepare=self._preparation.load
        )

    def poll(self) -> list[Event]:
        """The events of the present run, a capped number; its figures are brought up to date."""
        self._retired = [handle for handle in self._retired if handle.is_alive]
        if self._handle is None:
            return []
        self.progress = self._handle.latest
        self.building = self._handle.building
        events = [event for event in self._handle.poll() if event.run_id == self._run_id]
        if events and isinstance(end := events[-1], Finished | Failed):
            self._handle.close()
            self._handle = None
            self.progress = self.building = None
            self.is_paused = False
            if isinstance(end, Finished):
                self.result = end.result
        return events

    def toggle_pause(self) -> None:
        """Pause the search, or go on with it."""
        self.is_paused = not self.is_paused
        self._send(Pause() if self.is_paused else Resume())

    def step(self, expansions: int) -> None:
        """Expand ``expansions`` states, then pause."""
        self.is_paused = True
        self._send(Step(expansions))

    def cancel(self) -> None:
        """Ask the search to end; its last figures are still heard."""
        self.is_paused = False
        self._send(Cancel())

    def forget(self) -> None:
        """End the search and drop all that it has said or will say."""
        if self._handle is not None:
            self.cancel()
            self._retired.append(self._handle)
            self._handle = None
        self.is_paused = False
        self.progress = self.building = None
        self.result = None

    def close(self) -> None:
        """End every search and wait for its thread."""
        self.forget()
        for handle in self._retired:
            handle.close()
        self._retired.clear()

    def _send(self, command: Command) -> None:
        if self._handle is not None:
            self._known = self._handle.latest
            self._handle.send(command)
