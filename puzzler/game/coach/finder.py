"""Finds the distances that are asked for, in the background.

Up to 16 cells distances are proven with tables that are built once for a goal; on larger boards
``anytime`` closes in on the present one from both sides in a few seconds. Hints are searched for
with shorter and shorter limits while there are no tables, until one is found.
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
from puzzler.search.engine.measuring import DistanceQuestion
from puzzler.search.method import Method
from puzzler.search.options import Limit
from puzzler.search.result import Outcome, SearchResult
from puzzler.solver.commands import Ask
from puzzler.solver.distances import DistancesWorker, Measured
from puzzler.solver.preparation import PreparationState

HINT_SECONDS = 3.0
"""Seconds that a proof may take where the tables are built and a hint is wanted."""
LARGE_LIMIT = 3.0
"""The same for both bounds of a distance on larger boards."""
MOST_HEARD = 32
"""Answers that are taken in one tick: a frame waits for them."""


BLINK = 0.3
"""Seconds that an attempt may take where it will probably fail."""
_MEMORY = 64 * 2**20

BY_RULE = Method("beam", "manhattan", limit=Limit(seconds=10.0, memory_bytes=2**13))
"""With so little memory the beam stops at once; the constructive method goes on and never fails."""
QUICK_LADDER = (
    Method("astar", "manhattan", limit=Limit(seconds=BLINK, memory_bytes=_MEMORY)),
    Method("astar", "manhattan", 1.5, Limit(seconds=0.25, memory_bytes=_MEMORY)),
    Method("astar", "manhattan+misplaced", 3, Limit(seconds=0.5, memory_bytes=2 * _MEMORY)),
    BY_RULE,
)
"""For a hint: each is tried where the one before it found nothing, from short answers to any."""
LARGE_LADDER = (
    Method("astar", "manhattan", limit=Limit(seconds=0.1, memory_bytes=_MEMORY)),
    Method("anytime", limit=Limit(seconds=BLINK, memory_bytes=_MEMORY)),
    BY_RULE,
)
"""The same for boards whose distances cannot be proven."""


class DistanceFinder:
    """Answers the questions of ``context.distances``, and finds one hint. Nothing here waits."""

    def __init__(
        self, context: Services, runs: Runs, measurer: DistancesWorker, clock: Callable[[], float]
    ) -> None:
        """``measurer`` proves distances up to 16 cells; ``runs`` starts all other searches."""
        self._distances = context.distances
        self._preparation = context.preparation
        self._runs = runs
        self._measurer = measurer
        self._clock = clock
        self._memory_bytes: int | None = None
        self.hopeless: set[Key] = set()
        """Boards with their goals for which no hint was found."""
        self._sent: tuple[DistanceQuestion, ...] = ()
        self._is_free = True  # as of the last tick
        self._noticed = 0  # what was known when the last tick began
        self._hint: Key | None = None  # wanted and not known yet
        self._hint_since = 0.0
        self._methods_left: list[Method] = []  # for the hint, where the search finds nothing
        self._searches: dict[Purpose, Run] = {}  # HINT; COACH is on a large board

    @property
    def is_busy(self) -> bool:
        """An answer may come without further input, also to what the next tick will ask.

        True until a tick has passed since the last news: features may then ask for more.
        """
        if self._distances.learned != self._noticed:
            return True
        self._distances.refresh()
        waits = bool(self._distances.open) and not self._preparation.can_measure
        is_asking = waits or self._next_large is not None or self._questions != self._sent
        return bool(self._searches) or is_asking or self._measurer.is_busy

    # -- hints --------------------------------------------------------------------------------

    def ask_hint(self, board: Board, goal: Board) -> None:
        """Find a move, and forget that one was not found before."""
        self.hopeless.discard((board, goal))
        known = self._distances.next_move(board, goal)
        if known is not None and not known[1] and goal in self._measurer.latest:
            self._distances.forget_next(board, goal)  # by now it can be proven
            known = None
        if known is None and self._hint != (board, goal):
            self.drop_hint()
            self._hint, self._hint_since = (board, goal), self._clock()
            self._distances.ask(Purpose.HINT, [DistanceQuestion(board, goal, with_path=True)])

    def drop_hint(self) -> None:
        """The hint is not wanted any more."""
        self._hint = None
        self._distances.ask(Purpose.HINT, ())
        self._end(Purpose.HINT)

    def _end(self, purpose: Purpose) -> None:
        run = self._searches.pop(purpose, None)
        if run is not None:
            run.cancel()

    # -- what comes next ----------------------------------------------------------------------

    def tick(self, *, is_free: bool, memory_bytes: int | None) -> None:
        """Take what was found and say what to look for next.

        is_free: no other search runs. While one does, nothing new is begun, and on large boards,
        where both bounds are looked for without hurry, what was begun gives way.
        memory_bytes: what a search may use at most; None is the default.
        """
        self._is_free, self._memory_bytes = is_free, memory_bytes
        self._noticed = self._distances.learned
        self._listen()
        self._begin_hint()
        self._distances.refresh()
        self._begin_large()
        self._listen()
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
            begun = {(question.board, question.goal) for question in self._sent}
            return tuple(each for each in questions if (each.board, each.goal) in begun)
        return questions

    # -- listening ----------------------------------------------------------------------------

    def _listen(self) -> None:
        for measured in self._measurer.poll(MOST_HEARD):
            self._hear_measured(measured)
        for purpose, run in list(self._searches.items()):
            run.poll()
            self._distances.learn(run.start, run.goal, run.lower_bound)
            if run.is_over:
                del self._searches[purpose]
                self._hear(purpose, run, run.result)
        if self._hint is not None and self._distances.next_move(*self._hint) is not None:
            self.drop_hint()

    def _hear_measured(self, measured: Measured) -> None:
        board, goal = measured.question.board, measured.question.goal
        distances, path = self._distances, measured.path
        distances.learn(board, goal, measured.at_least, measured.at_most)
        if path and measured.question.with_path:
            distances.learn_path(board, goal, path, is_shortest=True)
        elif path:
            distances.learn(board.apply(path[0]), goal, len(path) - 1, len(path) - 1)
        if measured.is_over and distances.is_pending(measured.question):
            distances.give_up((board, goal))

    def _hear(self, purpose: Purpose, run: Run, result: SearchResult | None) -> None:
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

    def _begin_hint(self) -> None:
        """Search for a hint, unless the measurer is quicker or nothing can be found."""
        question = self._hint
        if question is None or Purpose.HINT in self._searches:
            return
        if not is_solvable(*question):
            self.hopeless.add(question)
            self.drop_hint()
            return
        is_large = len(question[0].tiles) > CELLS_FOR_TABLES
        is_proving = not is_large and question not in self._distances.unproven
        is_early = self._clock() < self._hint_since + HINT_SECONDS
        if is_proving and is_early and question[1] in self._measurer.latest:
            return
        if not self._can_begin(question, is_urgent=True):
            return
        self._end(Purpose.COACH)  # the processor is for the hint now
        first, *self._methods_left = LARGE_LADDER if is_large else QUICK_LADDER
        self._start(Purpose.HINT, question, first)

    def _begin_large(self) -> None:
        run, wanted = self._searches.get(Purpose.COACH), self._distances.large
        if run is not None and ((run.start, run.goal) != wanted or not self._is_free):
            self._end(Purpose.COACH)
        question = self._next_large
        if question is not None:
            method = Method("anytime", limit=Limit(seconds=LARGE_LIMIT))
            if self._preparation.state is not PreparationState.READY:
                method = Method("idastar", "linear-conflict", limit=Limit(expansions=1))
            self._start(Purpose.COACH, question, method)

    @property
    def _next_large(self) -> Key | None:
        """The board on whose bounds the next search is to close in, if one may begin now."""
        question = self._distances.large
        if question is None or self._searches:
            return None
        return question if self._is_free and self._can_begin(question, is_urgent=False) else None

    def _can_begin(self, question: Key, *, is_urgent: bool) -> bool:
        """While kernels are compiled only urgent searches begin, on a small board."""
        if self._preparation.state is not PreparationState.PREPARING:
            return True
        return is_urgent and len(question[0].tiles) <= CELLS_FOR_PLAIN

    def _start(self, purpose: Purpose, question: Key, method: Method) -> None:
        """Start a search; raises UnsolvableError if the goal cannot be reached."""
        limit = method.limit
        memory = [most for most in (limit.memory_bytes, self._memory_bytes) if most is not None]
        limit = replace(limit, memory_bytes=min(memory, default=None))
        if purpose is Purpose.HINT and len(question[0].tiles) > CELLS_FOR_PLAIN:
            self._preparation.request(method)
        run = self._runs.start(Problem(*question), replace(method, limit=limit))
        self._searches[purpose] = run
