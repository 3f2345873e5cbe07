"""A scripted search, and helpers to wait for a thread."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from puzzler.board import Board, Move
from puzzler.board.scenario import Problem
from puzzler.progress import BuildProgress, Reporter
from puzzler.search.engine.search import Search
from puzzler.search.engine.stepping import Status
from puzzler.search.method import Method
from puzzler.search.result import Improvement, Outcome, SearchResult, SearchStats
from puzzler.search.starting import unstarted_result
from puzzler.solver import watch
from puzzler.solver.commands import Failed, Finished, SearchEvent
from puzzler.solver.watch import SearchWorker

GOAL = Board.solved(3, 3)


UNBEGUN = unstarted_result(GOAL, GOAL, Method("astar"))


def start(
    make_search: Callable[[], Search],
    run_id: int,
    building: Iterable[BuildProgress] = (),
    clock: Callable[[], float] = time.perf_counter,
) -> SearchWorker:
    """Start a thread whose tables are built by the steps of ``building``."""

    def make(problem: Problem, method: Method, report: Reporter) -> Search:
        for progress in building:
            report(progress)
        return make_search()

    return watch.start(Problem(GOAL, GOAL), Method("astar"), run_id, make=make, clock=clock)


def wait_until(condition: Callable[[], object], seconds: float = 300) -> None:
    """Check at increasing intervals, because checks slow down the other thread."""
    deadline, pause = time.monotonic() + seconds, 0.001
    while not condition():
        assert time.monotonic() < deadline, "the condition never became true"
        time.sleep(pause)
        pause = min(1.5 * pause, 0.03)


def is_running(number: int) -> bool:
    """Whether a process exists and is not a zombie."""
    try:
        os.kill(number, 0)
        return "\nState:\tZ" not in Path(f"/proc/{number}/status").read_text()
    except ProcessLookupError:
        return False
    except OSError:  # the system has no /proc
        return True


def all_events(worker: SearchWorker) -> list[SearchEvent]:
    events: list[SearchEvent] = []

    def has_ended() -> bool:
        events.extend(worker.poll())
        return bool(events) and isinstance(events[-1], Finished | Failed)

    wait_until(has_ended)
    return events


class ScriptedSearch:
    """A search that ends as ``ending`` after ``length`` expansions or raises ``error``."""

    def __init__(
        self,
        length: int = 1000,
        *,
        moves: tuple[Move, ...] = (Move.RIGHT, Move.DOWN),
        ending: Status = Status.SOLVED,
        fails_at: int | None = None,
        error: BaseException | None = None,
        on_advance: Callable[[], None] = lambda: None,
        spend: Callable[[int], int] = lambda budget: budget,
    ) -> None:
        """spend: function from a budget to the number of expansions. 0 is other work."""
        self.length = length
        self.moves = moves
        self.best: tuple[Move, ...] = ()
        self.ending = ending
        self.fails_at = fails_at
        self.error = error
        self.on_advance = on_advance
        self.spend = spend
        self.improvements: list[Improvement] = []
        self.adopted: list[tuple[tuple[Move, ...], int]] = []
        self.budgets: list[int] = []
        self.expanded = 0
        self.start = GOAL.apply_all(move.inverse for move in reversed(moves))

    def advance(self, budget: int, *, interruptible: bool = False) -> Status:
        self.on_advance()
        self.budgets.append(budget)
        stop = self.expanded + budget
        while self.expanded < min(stop, self.length):
            spent = self.spend(stop - self.expanded)
            self.expanded = min(self.length, self.expanded + spent)
            if interruptible:
                break
        if self.error is not None and self.expanded >= (self.fails_at or 0):
            raise self.error
        return self.ending if self.expanded >= self.length else Status.RUNNING

    def improve(self, moves: tuple[Move, ...], bound: int) -> None:
        """Set ``moves`` as the solution and ``bound`` as its lower bound."""
        self.moves = moves
        self.improvements.append(Improvement(0.1, self.expanded, len(moves), bound))

    def adopt(self, moves: tuple[Move, ...], fixed: int) -> None:
        self.adopted.append((moves, fixed))

    def path(self) -> tuple[Move, ...]:
        """The moves of the script, independent of committed moves."""
        return self.moves

    def solution(self) -> tuple[Move, ...]:
        """The best solution, which can differ from the path."""
        return self.best or self.moves

    def lower_bound(self) -> int:
        return self.improvements[-1].lower_bound if self.improvements else 0

    def stats(self) -> SearchStats:
        return SearchStats(expanded=self.expanded)

    def current(self) -> Board:
        return self.start

    def result(self, *, cancelled: bool = False) -> SearchResult:
        outcome = {
            Status.SOLVED: Outcome.SOLVED,
            Status.EXHAUSTED: Outcome.UNSOLVABLE,
            Status.LIMIT: Outcome.LIMIT,
        }[self.ending]
        status = Outcome.CANCELLED if cancelled else outcome
        return SearchResult(
            status=status,
            start=self.start,
            goal=GOAL,
            algorithm="astar",
            heuristic="manhattan",
            weight=1,
            moves=self.moves if status is Outcome.SOLVED else (),
            lower_bound=self.improvements[-1].lower_bound if self.improvements else 0,
            stats=self.stats(),
        )


def endless(on_advance: Callable[[], None] = lambda: time.sleep(0.0005)) -> ScriptedSearch:
    return ScriptedSearch(10**15, on_advance=on_advance)
