"""Finds the requested distances in the background.

Up to 16 cells, distances are proven with tables that are built once for a goal. On larger boards
``anytime`` improves both bounds of the current board for a few seconds. Until the tables are ready,
hints are found by short searches.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from puzzler.board.board import Board
from puzzler.board.parity import is_solvable
from puzzler.board.scenario import Problem
from puzzler.game.core.distances import CELLS_FOR_TABLES, Key, Purpose
from puzzler.game.core.services import Services
from puzzler.game.watch.run import CELLS_FOR_PLAIN, Run, Runs
from puzzler.search.compilation import KernelState
from puzzler.search.engine.measuring import DistanceQuestion
from puzzler.search.method import Method
from puzzler.search.options import Limit
from puzzler.search.result import Outcome, SearchResult
from puzzler.solver.commands import Ask
from puzzler.solver.distances import DistancesWorker, Measured

HINT_SECONDS = 3.0
"""Seconds to wait for a proof when a hint is requested and the tables are ready."""
PATIENCE = 0.03
"""Seconds to search for a hint on a large board before a solution known nearby is used."""
LARGE_LIMIT = 3.0
"""Time limit in seconds of a search that improves both bounds of a large board."""
MAX_ANSWERS = 32
"""Maximum number of answers read in one tick, because a frame waits for them."""


BLINK = 0.3
"""Time limit in seconds of an attempt that will probably fail."""
_MEMORY = 64 * 2**20

CONSTRUCTIVE = Method("beam", "manhattan", limit=Limit(seconds=10.0, memory_bytes=2**13))
"""Finds a solution of any board by construction. The beam search, which would run first, has too
little memory and stops immediately."""
QUICK_LADDER = (
    Method("astar", "manhattan", limit=Limit(seconds=BLINK, memory_bytes=_MEMORY)),
    Method("astar", "manhattan", 1.5, Limit(seconds=0.25, memory_bytes=_MEMORY)),
    Method("astar", "manhattan+misplaced", 3, Limit(seconds=0.5, memory_bytes=2 * _MEMORY)),
    CONSTRUCTIVE,
)
"""Methods for a hint, tried in this order until one finds a solution."""
LARGE_LADDER = (
    Method("astar", "manhattan", limit=Limit(seconds=0.1, memory_bytes=_MEMORY)),
    Method("anytime", limit=Limit(seconds=BLINK, memory_bytes=_MEMORY)),
    CONSTRUCTIVE,
)
"""The same for boards that are too large for tables."""


class DistanceFinder:
    """Answers the questions of ``context.distances`` and finds one hint. No method waits."""

    def __init__(
        self, context: Services, runs: Runs, measurer: DistancesWorker, clock: Callable[[], float]
    ) -> None:
        """measurer: proves distances up to 16 cells. runs: starts all other searches."""
        self._context = context
        self._distances = context.distances
        self._preparation = context.preparation
        self._runs = runs
        self._measurer = measurer
        self._clock = clock
        self.hopeless: set[Key] = set()
        """Positions for which no hint was found."""
        self._sent: tuple[DistanceQuestion, ...] = ()
        self._is_free = True  # at the last tick
        self._read_at = context.distances.learned  # when the last tick started
        self._hint: Key | None = None  # requested and not found yet
        self._hint_since = 0.0
        self._is_connected = False  # ``connect`` was tried for the hint
        self._methods_left: list[Method] = []  # for the hint, if the search finds nothing
        self._searches: dict[Purpose, Run] = {}  # COACH is used for large boards

    @property
    def is_busy(self) -> bool:
        """Whether answers may arrive without further input, now or after the next tick."""
        if self._distances.learned != self._read_at:
            return True
        self._distances.refresh()
        waits = bool(self._distances.open) and not self._preparation.can_measure
        is_asking = waits or self._next_large is not None or self._questions != self._sent
        return bool(self._searches) or is_asking or self._measurer.is_busy

    # -- hints --------------------------------------------------------------------------------

    def ask_hint(self, board: Board, goal: Board) -> None:
        """Search for a hint, even if an earlier search has failed."""
        self.hopeless.discard((board, goal))
        following = self._distances.next_move(board, goal)
        if following is not None and not following[1] and goal in self._measurer.latest:
            self._distances.forget_next(board, goal)  # it can be proven now
            following = None
        if following is None and self._hint != (board, goal):
            self.drop_hint()
            self._hint, self._hint_since = (board, goal), self._clock()
            self._is_connected = False
            self._distances.ask(Purpose.HINT, [DistanceQuestion(board, goal, with_path=True)])

    def drop_hint(self) -> None:
        """Cancel the search for a hint."""
        self._hint = None
        self._distances.ask(Purpose.HINT, ())
        self._end(Purpose.HINT)

    def _end(self, purpose: Purpose) -> None:
        run = self._searches.pop(purpose, None)
        if run is not None:
            run.cancel()

    # -- ticks --------------------------------------------------------------------------------

    def tick(self, *, is_free: bool) -> None:
        """Read answers and send the next questions.

        is_free: no other search runs. Otherwise no proof starts, and a search on a large board is
        cancelled.
        """
        self._is_free = is_free
        self._read_at = self._distances.learned
        self._read_answers()
        self._search_hint()
        self._distances.refresh()
        self._search_large()
        self._read_answers()
        self._distances.refresh()
        if self._questions != self._sent:
            self._sent = self._questions
            self._measurer.send(Ask(self._sent))

    @property
    def _questions(self) -> tuple[DistanceQuestion, ...]:
        questions = self._distances.open
        if not self._preparation.can_measure:
            return ()
        if not self._is_free:
            started = {(question.board, question.goal) for question in self._sent}
            return tuple(each for each in questions if (each.board, each.goal) in started)
        return questions

    # -- answers ------------------------------------------------------------------------------

    def _read_answers(self) -> None:
        for measured in self._measurer.poll(MAX_ANSWERS):
            self._read_measured(measured)
        for purpose, run in list(self._searches.items()):
            run.poll()
            self._distances.learn(run.start, run.goal, run.lower_bound)
            if run.is_over:
                del self._searches[purpose]
                self._read_result(purpose, run, run.result)
        if self._hint is not None and self._distances.next_move(*self._hint) is not None:
            self.drop_hint()

    def _read_measured(self, measured: Measured) -> None:
        board, goal = measured.question.board, measured.question.goal
        distances, path = self._distances, measured.path
        distances.learn(board, goal, measured.at_least, measured.at_most)
        if path and measured.question.with_path:
            distances.learn_path(board, goal, path, is_shortest=True)
        elif path:
            distances.learn(board.apply(path[0]), goal, len(path) - 1, len(path) - 1)
        if measured.is_over and distances.is_pending(measured.question):
            distances.give_up((board, goal))

    def _read_result(self, purpose: Purpose, run: Run, result: SearchResult | None) -> None:
        question = run.start, run.goal
        if result is not None:
            self._distances.learn_result(result)
            if result.status is Outcome.SOLVED:
                self._distances.learn_path(
                    *question, result.moves, is_shortest=result.proven_optimal
                )
        if purpose is Purpose.COACH:
            self._distances.give_up(question)
        elif result is not None and result.status is Outcome.LIMIT and self._methods_left:
            self._start(Purpose.HINT, question, self._methods_left.pop(0))
        elif result is None or result.status is not Outcome.SOLVED:
            self.hopeless.add(question)
            self.drop_hint()

    # -- searches -----------------------------------------------------------------------------

    def _search_hint(self) -> None:
        """Search for a hint, unless the measurer proves it first or all methods have failed."""
        question = self._hint
        if question is None:
            return
        is_large = len(question[0].tiles) > CELLS_FOR_TABLES
        is_late = self._clock() >= self._hint_since + PATIENCE
        if is_large and is_late and not self._is_connected:
            self._is_connected = True
            if self._distances.connect(*question):
                self.drop_hint()
                return
        if Purpose.HINT in self._searches:
            return
        if not is_solvable(*question):
            self.hopeless.add(question)
            self.drop_hint()
            return
        is_proving = not is_large and question not in self._distances.unprovable
        is_early = self._clock() < self._hint_since + HINT_SECONDS
        if is_proving and is_early and question[1] in self._measurer.latest:
            return
        if not self._can_start(question, is_urgent=True):
            return
        self._end(Purpose.COACH)  # leave the processor to the hint
        first, *self._methods_left = LARGE_LADDER if is_large else QUICK_LADDER
        self._start(Purpose.HINT, question, first)

    def _search_large(self) -> None:
        run, target = self._searches.get(Purpose.COACH), self._distances.large
        if run is not None and ((run.start, run.goal) != target or not self._is_free):
            self._end(Purpose.COACH)
        question = self._next_large
        if question is not None:
            method = Method("anytime", limit=Limit(seconds=LARGE_LIMIT))
            if self._preparation.state is not KernelState.READY:
                method = Method("idastar", "linear-conflict", limit=Limit(expansions=1))
            self._start(Purpose.COACH, question, method)

    @property
    def _next_large(self) -> Key | None:
        """The board whose bounds the next search improves, if one may start now."""
        question = self._distances.large
        if question is None or self._searches:
            return None
        return question if self._is_free and self._can_start(question, is_urgent=False) else None

    def _can_start(self, question: Key, *, is_urgent: bool) -> bool:
        """Whether a search may start. During compilation only urgent ones on small boards may."""
        if self._preparation.state is not KernelState.MISSING:
            return True
        return is_urgent and len(question[0].tiles) <= CELLS_FOR_PLAIN

    def _start(self, purpose: Purpose, question: Key, method: Method) -> None:
        """Start a search. Raises UnsolvableError if the goal cannot be reached."""
        limit, chosen = method.limit, self._context.settings.limit
        memory = filter(None, (limit.memory_bytes, chosen.memory_bytes))
        limit = replace(limit, memory_bytes=min(memory, default=None))
        method, is_hint = replace(method, limit=limit), purpose is Purpose.HINT
        run = self._runs.start(Problem(*question), method, is_urgent=is_hint)
        self._searches[purpose] = run
