"""Proves distances in the background and reports every better bound."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from puzzler.board.board import Board
from puzzler.board.errors import UnsolvableError
from puzzler.board.move import Move
from puzzler.progress import BuildProgress, Cancelled
from puzzler.search.compilation import is_compiled
from puzzler.search.engine.measuring import DistanceQuestion, Measuring, Ruler
from puzzler.search.heuristics import pattern_database
from puzzler.search.larger_tables import LOAD_AFTER
from puzzler.solver.commands import Ask, Command
from puzzler.solver.slices import Slice
from puzzler.solver.worker import Job, Need, Worker

MAX_RULERS = 3
"""Number of goals with tables in memory."""
PATIENCE = 300.0
"""Seconds of processor time after which a question is abandoned."""
PLAIN_EXPANSIONS = 3_000
"""Expanded states after which a question is abandoned if kernels are not compiled."""

_log = logging.getLogger("puzzler")


@dataclass(frozen=True)
class Measured:
    """The bounds that have been proven for a question."""

    question: DistanceQuestion
    at_least: int
    at_most: int | None
    """The upper bound; None if unknown."""
    path: tuple[Move, ...] | None
    """A shortest solution; None if none was found."""
    is_over: bool
    """No other report follows: it is proven, abandoned, or the board cannot be solved."""


DistancesWorker = Worker[Mapping[Board, Ruler], Measured]
"""A worker for the command ``Ask``. A new list replaces the previous one; a started question
continues if the new list contains it. The snapshot maps the goals in memory to their rulers."""


def measure(prepare: Callable[[], object] | None = None) -> DistancesWorker:
    """Return a worker that proves distances. Its thread calls ``prepare`` before it starts."""
    return Worker(DistancesJob(), name="distances", prepare=prepare)


class DistancesJob(Job[Mapping[Board, Ruler], Measured]):
    """The open questions and their proofs. Questions come with bounds: answers are not stored."""

    def __init__(self) -> None:
        super().__init__()
        self._waiting: list[DistanceQuestion] = []
        self.figures: Mapping[Board, Ruler] = {}
        """Rulers by goal, the latest last. Replaced as a whole, because other threads read it."""
        self._slice = Slice()
        self._open: dict[tuple[Board, Board], _Proof] = {}
        self._finished: set[tuple[Board, Board, bool]] = set()

    @property
    def needs(self) -> Need:
        return Need.TURN if self._waiting else Need.COMMAND

    def advance(self, budget: int) -> int:
        question = self._waiting[0]
        # new questions may replace the list in the meantime
        if self._advance(question) and question in self._waiting:
            self._waiting.remove(question)
            if not self._waiting:
                self._release_larger()
        return 0

    def obey(self, command: Command) -> None:
        if isinstance(command, Ask):
            # a finished question is in the new list if its answer has not been read yet
            self._finished.intersection_update(map(_key, command.questions))
            self._waiting = [each for each in command.questions if _key(each) not in self._finished]
            keys = {(question.board, question.goal) for question in self._waiting}
            self._open = {key: job for key, job in self._open.items() if key in keys}

    def _advance(self, question: DistanceQuestion) -> bool:
        """Work a slice on ``question``. Return True if it is answered or abandoned."""
        try:
            ruler = self._ruler(question)
            if ruler is None:
                return False
            return self._work(question, self._proof(question, ruler))
        except Exception as error:  # the next question may have an answer
            if not isinstance(error, UnsolvableError):
                _log.warning("a distance could not be found (%s: %s)", type(error).__name__, error)
            self._publish(Measured(question, 0, None, None, is_over=True))
            return True

    def _ruler(self, question: DistanceQuestion) -> Ruler | None:
        """Return the ruler for a question, or None if other questions came while it was built."""
        goal, ignores_larger = question.goal, self._ignores_larger(question)
        ruler = self.figures.get(goal)
        if ruler is not None and ruler.is_current and (ignores_larger or ruler.has_larger):
            if goal != [*self.figures][-1]:
                self._store(ruler)
            return ruler

        def report(progress: BuildProgress | None) -> None:
            self.report(progress)
            # questions about other goals do not wait for these tables
            others = [each for each in self._waiting if each.goal != goal]
            ready = [each for each in others if self._is_ready(each.goal)]
            if ready and self._advance(ready[0]):
                self._waiting.remove(ready[0])
            left = [each.goal for each in self._waiting if each not in ready]
            if left[:1] != [goal]:
                raise Cancelled

        try:
            ruler = Ruler.build(goal, report, ignores_larger=ignores_larger)
            self._store(ruler)
            return ruler
        except Cancelled:
            return None
        finally:
            self.building = None

    def _ignores_larger(self, question: DistanceQuestion) -> bool:
        """Whether the usual tables are enough, because larger ones take long to load."""
        collection = pattern_database.collection_for(question.goal)
        if collection is None or pattern_database.DATABASES.has_loaded(collection):
            return collection is None
        proof = self._open.get((question.board, question.goal))
        is_long = proof is not None and proof.seconds >= LOAD_AFTER
        return not is_long and pattern_database.usual_tables(question.goal).is_there

    def _release_larger(self) -> None:
        """Return to the usual tables, so that unused larger ones can be dropped."""
        for goal, ruler in self.figures.items():
            if ruler.has_larger and pattern_database.usual_tables(goal).is_there:
                usual = Ruler.build(goal, ignores_larger=True)
                self.figures = {**self.figures, goal: usual}

    def _is_ready(self, goal: Board) -> bool:
        ruler = self.figures.get(goal)
        return ruler is not None and ruler.is_current

    def _store(self, ruler: Ruler) -> None:
        others = [other for goal, other in self.figures.items() if goal != ruler.goal]
        self.figures = {each.goal: each for each in (*others[-(MAX_RULERS - 1) :], ruler)}

    def _proof(self, question: DistanceQuestion, ruler: Ruler) -> _Proof:
        key = question.board, question.goal
        bounds = question.at_least, question.at_most
        proof = self._open.get(key)
        if proof is None or proof.ruler is not ruler:
            proof = self._open[key] = _Proof(ruler, Measuring(ruler, question.board, *bounds))
        proof.measuring.learn(*bounds, with_path=question.with_path)
        return proof

    def _work(self, question: DistanceQuestion, proof: _Proof) -> bool:
        """Work a slice on a proof. Return True if it is complete or abandoned."""
        measuring, budget = proof.measuring, self._slice.budget
        before, start, used = measuring.expanded, time.perf_counter(), time.thread_time()
        is_unfinished = measuring.advance(budget)
        seconds = time.perf_counter() - start
        proof.seconds += time.thread_time() - used
        if measuring.expanded - before == budget:
            self._slice.adapt(budget, seconds)
        at_least, at_most, path = measuring.at_least, measuring.at_most, measuring.path
        is_better, proof.bound = at_least > proof.bound, at_least
        is_abandoned = proof.seconds >= PATIENCE or (
            measuring.expanded >= PLAIN_EXPANSIONS and not is_compiled()
        )
        is_over = is_abandoned or not is_unfinished
        if is_over or is_better:
            self._publish(Measured(question, at_least, at_most, path, is_over))
        return is_over

    def _publish(self, answer: Measured) -> None:
        question = answer.question
        if answer.is_over:
            self._open.pop((question.board, question.goal), None)
            self._finished.add(_key(question))
        self.events.put(answer)


def _key(question: DistanceQuestion) -> tuple[Board, Board, bool]:
    return question.board, question.goal, question.with_path


@dataclass
class _Proof:
    ruler: Ruler
    measuring: Measuring
    bound: int = 0
    """The lower bound after the last slice."""
    seconds: float = 0.0
    """Processor time spent on it."""
