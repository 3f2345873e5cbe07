"""Searches in the background, as the game sees them: methods, figures, tracks and results."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import count

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.path import joined, leads
from puzzler.board.scenario import Problem
from puzzler.game.play.context import Context
from puzzler.game.play.playback import Playback
from puzzler.search.method import Method
from puzzler.search.result import Improvement, Outcome, SearchResult, thinned
from puzzler.solver.messages import (
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
from puzzler.steps import BuildProgress

CELLS_FOR_PLAIN = 9
"""Boards up to this size need no compiled kernels to be searched while one waits."""
MOST_RUNS = 200
INTERIM_SHARE = 16
"""The part of the memory limit that an interim search may use is one of so many."""
MOST_KNOWN = 2000
"""Moves of the solutions that are remembered while one is played; the longest go first."""

StartSolver = Callable[..., SearchWorker]
"""``start``: called with the problem, the method, the number of the run and ``prepare=``."""


class Run:
    """A search from its start to its end, and the track of the moves that it has found.

    Whatever is said of it is said with ``method``: that is what made it. Nothing here waits.
    """

    def __init__(
        self, problem: Problem, method: Method, handle: SearchWorker | None, number: int
    ) -> None:
        """``handle``: of the search; None where that ended elsewhere, see ``end``."""
        self.number = number
        self.problem = problem
        self.start, self.goal = problem.start, problem.goal
        self.method = method
        self.track = Playback(problem.start)
        """The moves found so far, and where among them one was left."""
        self.progress: Progress | None = None
        """Live figures; None before the search is made and after its end."""
        self.building: BuildProgress | None = None
        """How far its tables are, while they are being built."""
        self.result: SearchResult | None = None
        """The result; None while it runs, and where it failed."""
        self.improvements: tuple[Improvement, ...] = ()
        """How both bounds came closer so far, thinned evenly; none where the method has only one
        solution."""
        self.lower_bound = 0
        """No solution is shorter, whatever is played: what is proven of the whole problem."""
        self.best_length: int | None = None
        """Moves of the shortest solution that it has found; None while there is none.

        The track may be longer: moves that were played, and are taken back, count."""
        self.said = ""
        """How it has ended, as it was said last."""
        self.failure = ""
        """What went wrong, in one line; "" where nothing did."""
        self.traceback = ""
        self.is_paused = False
        self.committed: tuple[Move, ...] = ()
        """The moves, the first of the track, behind which the search was asked to go on."""
        self.moves_before = 0
        """How many moves the play had when it was begun."""
        self._handle = handle
        self.interim: Run | None = None
        """A search of the same problem whose solution is played until this one has its own."""
        self._offered: Sequence[Move] = ()  # of the interim search, as taken last
        self._found: list[Move] = []  # as told last
        self._solutions: list[tuple[Move, ...]] = []  # whole ones that were told
        self.is_over = False
        """Its last event has been taken."""

    @property
    def is_busy(self) -> bool:
        """Events or figures will come without further input."""
        handle = self._handle
        if self.is_over or handle is None:
            return False
        return handle.is_busy or handle.latest is not self.progress

    @property
    def is_finished(self) -> bool:
        """It has a result and was not cancelled."""
        return self.result is not None and self.result.status is not Outcome.CANCELLED

    @property
    def played(self) -> SearchResult | None:
        """The result with the moves of the track, which are more where moves are taken back."""
        result, total = self.result, self.track.total
        if result is None or result.length is None or total <= result.length or self._offered:
            return result
        return replace(
            result,
            moves=tuple(self.track.moves),
            proven_optimal=False,
            # where the search itself has ended by proof its track was not stopped
            improvements=() if result.proven_optimal else result.improvements,
        )

    @property
    def has_track(self) -> bool:
        """There are moves to be shown."""
        return bool(self.track.moves)

    @property
    def plays_interim(self) -> bool:
        """What is played is not its own solution: it has none yet."""
        return bool(self._offered) and not self._solutions

    @property
    def played_by(self) -> Method:
        """The method whose solution is played: the interim one, until this has one as short."""
        least = min(map(len, self._solutions), default=math.inf)
        if self.interim is None or self.track.total >= least:
            return self.method
        return self.interim.method

    def poll(self) -> None:
        """Take the newest figures and a capped number of events."""
        if self.interim is not None:
            self.interim.poll()
            if not self.is_over:
                self._offer(self.interim.track.moves)
        if self.is_over or self._handle is None:
            return
        self.progress = self._handle.latest
        if self.progress is not None:
            self._learn(self.progress.lower_bound, self.progress.improvements)
        self.building = self._handle.building
        for event in self._handle.poll():
            if event.run_id == self.number:
                self._hear(event)

    def toggle_pause(self) -> None:
        """Pause the search, or go on with it."""
        self.is_paused = not self.is_paused
        self._send(Pause() if self.is_paused else Resume())

    def step(self, expansions: int) -> None:
        """Expand ``expansions`` states, then pause."""
        self.is_paused = True
        self._send(Step(expansions))

    def cancel(self) -> None:
        """Ask the search to end; its last figures are still to come."""
        self.is_paused = False
        self._send(Cancel())
        if self.interim is not None:
            self.interim.cancel()

    def keep_ahead(self, lead: int) -> None:
        """See to it that the search works on what comes some ``lead`` moves behind the playhead.

        It is told anew where the playhead comes close to what it works on, where it was taken back,
        and where the track has changed before that. Whatever the search has found meanwhile, it
        takes over the track as it is then.
        """
        track = self.track
        if self.is_over or not self._solutions:
            return
        last = min(track.position + lead, track.total)
        committed = len(self.committed)
        is_close = committed < min(last, track.position + 1 + lead // 4)
        is_far = committed > track.position + (2 * lead + 4 if lead else 0)
        if is_close or is_far or self.committed != tuple(track.moves[:committed]):
            moves = tuple(track.moves)
            self.committed = moves[:last]
            self._send(Commit(moves, last))

    def reconsider(self) -> None:
        """The playhead was moved by hand: there may be a shorter way from where it is now."""
        if len(self._solutions) > 1 or self._offered:
            self.track.join(*self._solutions, self._offered or self.track.moves)

    def follow(self, before: Run) -> None:
        """Go on with the track of a search of the same problem that has no solution of its own."""
        if before.has_track:
            self.track, before.track = before.track, self.track
            self.track.is_complete = False
            self._offered = tuple(self.track.moves)

    def end(self, result: SearchResult) -> None:
        """The search has ended with ``result``."""
        if result.length is not None:
            self._show(result.moves)
        self.result = result = self._with_best(result)
        self._learn(result.lower_bound, thinned(result.improvements), result.length)
        self._end()

    def _learn(
        self,
        lower_bound: int,
        improvements: tuple[Improvement, ...] = (),
        length: int | None = None,
    ) -> None:
        """Narrow both bounds, in whatever order news comes."""
        lengths = [known for known in (self.best_length, length) if known is not None]
        if improvements:
            self.improvements = improvements
            lengths.append(improvements[-1].length)
            lower_bound = max(lower_bound, improvements[-1].bound)
        self.best_length = min(lengths, default=None)
        self.lower_bound = max(self.lower_bound, lower_bound)

    def _hear(self, event: SearchEvent) -> None:
        match event:
            case Found(index=index, moves=moves):
                self._found[index:] = moves
                self._show(self._found)
                self._learn(event.lower_bound)
            case Finished(result=result):
                self.end(result)
            case Failed(message=message, traceback=traceback):
                self.failure, self.traceback = message, traceback
                self._end()

    def _show(self, moves: Sequence[Move]) -> None:
        """Let the track be these moves, or go on from its position in the fewest moves known.

        A track that leads to the goal never gets longer: it has promised how many moves it takes.
        """
        track, known = self.track, self._solutions
        if not known and not self._offered:
            if track.take(0, moves) and leads(self.start, moves, self.goal):
                known.append(tuple(moves))
        elif tuple(moves) not in known and leads(self.start, moves, self.goal):
            known.append(tuple(moves))
            track.join(*known)
            while sum(map(len, known)) > MOST_KNOWN and len(known) > 1:
                known.remove(max(known, key=len))

    def _offer(self, moves: Sequence[Move]) -> None:
        """Go on along the solution of the interim search, where that is shorter."""
        if moves and tuple(moves) != self._offered:
            self._offered = tuple(moves)
            if not self.track.moves:
                self.track.take(0, moves)
            else:
                self.track.join(*self._solutions, moves)

    def _with_best(self, result: SearchResult) -> SearchResult:
        """Where solutions, one joined to another, make a shorter one, that is the result's.

        The search may not have heard of it before its end.
        """
        if result.length is None or len(self._solutions) < 2:
            return result
        best = joined(self.start, result.moves, 0, *self._solutions, self.track.moves)
        if best is None:
            return result
        self._solutions.append(tuple(best))
        stats, total = result.stats, len(best)
        last = Improvement(stats.elapsed, stats.expanded, total, result.lower_bound)
        return replace(
            result,
            moves=tuple(best),
            proven_optimal=total <= result.lower_bound,
            improvements=(*result.improvements, last),
        )

    def _end(self) -> None:
        self.is_over = True
        self.progress = self.building = None
        self.is_paused = False
        if self._handle is not None:
            self._handle.cancel()  # no event follows
        if self.interim is not None:
            self.interim.cancel()
        self.track.finish()

    def _send(self, command: Command) -> None:
        if not self.is_over and self._handle is not None:
            self._handle.send(command)


class Runs:
    """Starts searches in the background; of those that are shown at most one goes on at a time.

    Its moves stay when it is over or was left.
    """

    def __init__(self, context: Context, start_solver: StartSolver = start) -> None:
        self.shown: Run | None = None
        """The run whose figures and track are shown: present, ended, or chosen again."""
        self._context = context
        self._start_solver = start_solver
        self._numbers = count(1)
        self._runs: list[Run] = []

    def start(self, problem: Problem, method: Method) -> Run:
        """Start a search in the background without showing it.

        On large boards it waits while the kernels of the method are being compiled. Until then it
        has only a solution that needs no kernels.
        """
        number, context = next(self._numbers), self._context
        is_small = len(problem.start.tiles) <= CELLS_FOR_PLAIN
        wait = None if is_small else partial(context.preparation.wait, method)
        prepare = partial(context.prepare, wait)
        handle = self._start_solver(problem, method, number, prepare=prepare)
        return Run(problem, method, context.own(handle), number)

    def start_interim(self, run: Run, method: Method) -> None:
        """Search the problem of ``run`` with ``method``, whose moves are played meanwhile."""
        limit = replace(method.limit, memory_shares=INTERIM_SHARE * method.limit.memory_shares)
        method = replace(method, limit=limit)
        run.interim = self.start(run.problem, method)

    @property
    def is_busy(self) -> bool:
        """Events or figures will come without further input."""
        return self.shown is not None and self.shown.is_busy

    def begin(self, problem: Problem, method: Method, result: SearchResult | None = None) -> Run:
        """Search in the background; what ran before ends unheard.

        result: of a search that has ended elsewhere; the same one is not added again.
        """
        for run in self.of(problem.start, problem.goal):
            if result is not None and (run.method, run.result) == (method, result):
                self.show(run)
                return run
        self.show(None)
        if result is None:
            if len(problem.start.tiles) > CELLS_FOR_PLAIN:
                self._context.preparation.request(method)
            run = self.start(problem, method)
        else:
            run = Run(problem, method, None, next(self._numbers))
            run.end(result)
        self.shown = run
        self._runs = [*self._runs, run][-MOST_RUNS:]
        return run

    def of(self, board: Board, goal: Board) -> tuple[Run, ...]:
        """The searches of that board that are over, the oldest first."""
        return tuple(
            run for run in self._runs if run.is_over and (run.start, run.goal) == (board, goal)
        )

    def show(self, run: Run | None) -> None:
        """Let ``run`` be the one that is shown; a search that was shown before ends unheard."""
        if self.shown is not None and self.shown is not run and not self.shown.is_over:
            self.shown.cancel()
        self.shown = run

    def turn_to(self, board: Board, goal: Board) -> None:
        """The play stands at another board: where that one was searched, its last run is shown."""
        found = [run for run in self.of(board, goal) if run.is_finished]
        if found and (self.shown is None or self.shown.start != board):
            self.show(found[-1])
