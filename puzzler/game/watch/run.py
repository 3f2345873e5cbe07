"""Background searches and the solutions that they find."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count

from puzzler import humanize
from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.scenario import Problem
from puzzler.game.core.distances import ShortestLength
from puzzler.game.core.feedback import Message
from puzzler.game.core.live_figures import LiveFigures
from puzzler.game.core.playback import Playback
from puzzler.game.core.services import Services
from puzzler.humanize import counted
from puzzler.progress import BuildProgress
from puzzler.search.compilation import COMPILING
from puzzler.search.method import Method
from puzzler.search.report.comparison import Entry
from puzzler.search.report.texts import cell_text, factor_text, line_text, state_text
from puzzler.search.result import Improvement, Outcome, SearchResult, thin_out
from puzzler.solver.commands import (
    Cancel,
    Command,
    Commit,
    Failed,
    Finished,
    Found,
    Pause,
    Progress,
    Resume,
    SearchEvent,
    Step,
)
from puzzler.solver.watch import SearchWorker, start

CELLS_FOR_PLAIN = 9
"""Boards up to this size are searched without waiting for compiled kernels."""
MAX_RUNS = 200

StartSolver = Callable[..., SearchWorker]
"""Called with the problem, the method, the number of the run and ``prepare=``."""


class Run:
    """A search and the solution found so far. No method blocks."""

    def __init__(
        self, problem: Problem, method: Method, handle: SearchWorker | None, number: int
    ) -> None:
        """handle: the worker of the search; None if the result is passed to ``end``."""
        self.number = number
        self.problem = problem
        self.start, self.goal = problem.start, problem.goal
        self.method = method
        self.track = Playback(problem.start)
        """The solution and the playback position. Moves that were played never change."""
        self.progress: Progress | None = None
        """Live figures; None before the search starts and after its end."""
        self.building: BuildProgress | None = None
        """Progress of building tables; None if none are being built."""
        self.result: SearchResult | None = None
        """The result, with the moves of ``track``; None while running and after a failure."""
        self.search_result: SearchResult | None = None
        """The same as the search returned it. Its solution may be shorter, if it starts differently
        from the moves that were played."""
        self.improvements: tuple[Improvement, ...] = ()
        """Both bounds over time, thinned evenly; empty if the method never improves a solution."""
        self.lower_bound = 0
        self.failure = ""
        self.traceback = ""
        self.is_paused = False
        self.is_fixed = False
        """The solution does not change any more, even if the search finds a shorter one."""
        self.is_over = False
        """The last event has been received."""
        self.message: Message | None = None
        """The message about its outcome, if one was shown."""
        self.committed: tuple[Move, ...] = ()
        """The first moves of the track, which the search must not change."""
        self.moves_before = 0
        """The move count of the game when the search was started."""
        self._handle = handle
        self._found: list[Move] = []  # the newest moves that were received

    @property
    def is_busy(self) -> bool:
        """Whether events or figures will arrive without further input."""
        handle = self._handle
        if self.is_over or handle is None:
            return False
        return handle.is_busy or handle.latest is not self.progress

    @property
    def has_track(self) -> bool:
        """Whether there is a solution to play."""
        return bool(self.track.moves)

    @property
    def length(self) -> int | None:
        """The number of moves of the solution; None if there is none."""
        return self.track.total if self.has_track else None

    def poll(self) -> None:
        """Receive a limited number of events and the latest figures."""
        if self.is_over or self._handle is None:
            return
        for event in self._handle.poll():
            if event.run_id == self.number:
                self._receive(event)
        if not self.is_over:
            self.building, self.progress = self._handle.building, self._handle.latest
            if self.progress is not None:
                self._learn(self.progress.lower_bound, self.progress.improvements)

    def toggle_pause(self) -> None:
        """Pause or resume the search."""
        self.is_paused = not self.is_paused
        self._send(Pause() if self.is_paused else Resume())

    def step(self, expansions: int) -> None:
        """Expand ``expansions`` states, then pause."""
        self.is_paused = True
        self._send(Step(expansions))

    def cancel(self) -> None:
        """Request the end of the search. Its last figures are received later."""
        self.is_paused = False
        self._send(Cancel())

    def fix(self) -> None:
        """Keep the current solution and end the search."""
        self.is_fixed = True
        self.cancel()

    def offer(self, moves: Sequence[Move]) -> None:
        """Use ``moves``, which lead from start to goal, if that shortens the remaining playback.

        The played moves do not change, and no played state is visited again.
        """
        if self.is_fixed or not moves:
            return
        if not self.track.moves:
            self.track.take(0, moves)
        else:
            self.track.shorten(moves)

    def suggest(self, moves: Sequence[Move]) -> None:
        """Offer ``moves``, a known solution, also to the search, which then improves it."""
        self.offer(moves)
        if moves:
            self._send(Commit(tuple(moves), 0))

    def keep_ahead(self, lead: int) -> None:
        """Keep the first moves in the search, up to ``lead`` moves ahead of the playback.

        A new command is sent if the playback gets close to the last fixed move, if it was moved far
        back, or if a fixed move has changed.
        """
        track = self.track
        if self.is_over or not self.has_track:
            return
        last = min(track.position + lead, track.total)
        fixed = len(self.committed)
        is_close = fixed < min(last, track.position + 1 + lead // 4)
        is_far = fixed > track.position + (2 * lead + 4 if lead else 0)
        if is_close or is_far or self.committed != tuple(track.moves[:fixed]):
            moves = tuple(track.moves)
            self.committed = moves[:last]
            self._send(Commit(moves, last))

    def end(self, result: SearchResult) -> None:
        """Store the result after the search has ended."""
        self.search_result = result
        self.offer(result.moves)
        length = self.track.total
        if result.length is not None and result.length != length:
            is_optimal = length <= result.lower_bound
            result = replace(
                result,
                proven_optimal=is_optimal,
                bound_factor=1 if is_optimal else None,
                improvements=self._usable(result.improvements),
            )
        if result.length is not None:  # the played moves may be others of the same number
            result = replace(result, moves=tuple(self.track.moves))
        self._learn(result.lower_bound, thin_out(result.improvements))
        self.result = result
        self._end()

    def _learn(self, lower_bound: int, improvements: tuple[Improvement, ...]) -> None:
        self.lower_bound = max(self.lower_bound, lower_bound)
        if improvements:
            self.improvements = self._usable(improvements)

    def _usable(self, improvements: tuple[Improvement, ...]) -> tuple[Improvement, ...]:
        """Raise lengths to the length of the track, which cannot use every shorter solution.

        A solution that starts with other moves than the played ones cannot be used.
        """
        length = self.track.total
        return tuple(
            step if step.length >= length else replace(step, length=length) for step in improvements
        )

    def _receive(self, event: SearchEvent) -> None:
        match event:
            case Found(index=index, moves=moves):
                self._found[index:] = moves
                self.offer(self._found)
                self._learn(event.lower_bound, ())
            case Finished(result=result):
                self.end(result)
            case Failed(message=message, traceback=traceback):
                self.failure, self.traceback = message, traceback
                self._end()

    def _end(self) -> None:
        self.is_over = True
        self.progress = self.building = None
        self.is_paused = False
        if self._handle is not None:
            self._handle.cancel()  # no event follows
        self.track.finish()

    def _send(self, command: Command) -> None:
        if not self.is_over and self._handle is not None:
            self._handle.send(command)


class Runs:
    """Starts and stores the searches of a session. Showing a search cancels the previous one."""

    def __init__(self, context: Services, start_solver: StartSolver = start) -> None:
        self.shown: Run | None = None
        """The run whose figures and solution are shown: running, ended, or selected again."""
        self._context = context
        self._start_solver = start_solver
        self._numbers = count(1)
        self._runs: list[Run] = []

    def start(self, problem: Problem, method: Method, *, is_urgent: bool = False) -> Run:
        """Start a search. ``add`` shows it.

        Boards of more than ``CELLS_FOR_PLAIN`` cells wait until the kernels of the method are
        compiled, first of all methods with ``is_urgent``. Until then the search can only find a
        solution that needs no kernels.
        """
        number, context = next(self._numbers), self._context
        is_small = len(problem.start.tiles) <= CELLS_FOR_PLAIN
        if is_urgent and not is_small:
            context.preparation.request(method)
        prepare = partial(context.prepare, None if is_small else method)
        handle = self._start_solver(problem, method, number, prepare=prepare)
        return Run(problem, method, context.own(handle), number)

    @property
    def is_busy(self) -> bool:
        """Whether events or figures will arrive without further input."""
        return self.shown is not None and self.shown.is_busy

    def add_result(self, problem: Problem, method: Method, result: SearchResult) -> Run:
        """Show a search that ended elsewhere. The same result is not added twice."""
        for run in self.of(problem.start, problem.goal):
            if (run.method, run.result) == (method, result):
                self.show(run)
                return run
        run = Run(problem, method, None, next(self._numbers))
        run.end(result)
        self.add(run)
        return run

    def add(self, run: Run) -> None:
        """Store and show ``run``."""
        self.show(run)
        self._runs = [*self._runs, run][-MAX_RUNS:]

    def of(self, board: Board, goal: Board) -> tuple[Run, ...]:
        """The searches of that board that have a result and were not cancelled, in order."""
        runs = [run for run in self._runs if (run.start, run.goal) == (board, goal)]
        return tuple(
            run
            for run in runs
            if run.result is not None and run.result.status is not Outcome.CANCELLED
        )

    def show(self, run: Run | None) -> None:
        """Show ``run`` and cancel the search that was shown before."""
        if self.shown is not None and self.shown is not run and not self.shown.is_over:
            self.shown.cancel()
        self.shown = run

    def turn_to(self, board: Board, goal: Board) -> None:
        """Show the last finished search of the game's new ``board``, if there is one."""
        found = self.of(board, goal)
        if found and (self.shown is None or self.shown.start != board):
            self.show(found[-1])


def live_figures(run: Run, lower_bound: int) -> LiveFigures:
    """Return the figures of ``run``. lower_bound: the bound that any search has proven."""
    result, progress, current = run.result, run.progress, None
    if progress is not None:
        stats, rate, current = progress.stats, progress.rate, progress.current
    elif result is not None and (result.stats.expanded or result.stats.elapsed):
        stats = result.stats
        rate = stats.expanded / stats.elapsed if stats.elapsed else 0.0
    else:
        return LiveFigures(method=run.method, state=_state(run), is_over=run.is_over)
    return LiveFigures(
        method=run.method,
        state=_state(run),
        stats=stats,
        rate=rate,
        current=current,
        improvements=run.improvements,
        best_length=run.length,
        lower_bound=max(run.lower_bound, lower_bound),
        is_over=run.is_over,
    )


def _state(run: Run) -> str:
    if run.is_over and run.result is None:
        return "Failed"
    if run.result is not None:
        return state_text(run.result)
    if run.building is COMPILING:
        return humanize.sentence(COMPILING.what)
    if run.building is not None:
        share = math.floor(100 * run.building.done)
        if share >= 100:
            return "Tables built, search starting"
        return f"Building tables (first time only): {share} %"
    return "Paused" if run.is_paused else "Searching"


@dataclass(frozen=True)
class SearchRow:
    """One finished search."""

    number: int
    method: Method
    result: SearchResult
    shortest: int | None = None
    """The length of the board's shortest solution; None if it is not proven."""
    is_shown: bool = False
    """Whether its figures and its solution are on the screen."""

    @property
    def entry(self) -> Entry:
        """The search as an entry of a comparison."""
        return Entry(self.method, (self.result,), (self.shortest,))

    @property
    def quality(self) -> str:
        """The comparison of the solution with the shortest, or the reason why there is none."""
        return cell_text(self.result, self.shortest)


def outcome_text(run: Run, shortest: ShortestLength) -> str:
    """Return the length of the solution, or how the search ended; "" while it has no result.

    shortest: the known bounds of the board's shortest solution.
    """
    if run.length is not None:
        factor = None if run.result is None else run.result.bound_factor
        return solution_text(run.length, shortest, factor, is_from_here=bool(run.moves_before))
    if run.result is None:
        return ""
    return line_text(run.result, lower_bound=shortest.at_least)


def solution_text(
    length: int,
    shortest: ShortestLength,
    factor: float | None = None,
    *,
    is_from_here: bool = False,
) -> str:
    """Compare the length of a solution with the shortest: "53 moves (the shortest is 51)".

    factor: the guaranteed ratio to the shortest length; None if there is no guarantee.
    is_from_here: whether moves were made before, so that the shortest length of the game differs.
    """
    found = f"Solution found: {counted(length, 'move')}{' from here' * is_from_here}"
    if length in (shortest.moves, shortest.at_least):
        return f"{found}, the shortest possible"
    if shortest.moves is not None:
        return f"{found} (the shortest is {shortest.moves:,})"
    if shortest.at_least and (factor is None or shortest.at_least * factor > length):
        return f"{found} (the shortest takes at least {shortest.at_least:,})"
    if factor is None:
        return found
    return f"{found} ({factor_text(factor)})"
