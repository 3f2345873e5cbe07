"""The background thread that proves distances: whoever asks gets what is known, bit by bit."""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass

from puzzler.board.board import Board
from puzzler.board.errors import UnsolvableError
from puzzler.board.move import Move
from puzzler.search.compilation import COMPILING, compile_watch, is_compiled
from puzzler.search.engine.measuring import Measuring, Question, Ruler
from puzzler.solver.solver_thread import PLAIN_PAUSE, Slice
from puzzler.steps import BuildProgress

KEPT_RULERS = 3
"""Goals whose tables are at hand; those of others have to be loaded anew."""
KEPT_ANSWERS = 10_000
"""Distances that are remembered, to answer what is asked again and to help with what is near."""
PATIENCE = 300.0
"""Seconds of work after which a question is given up."""
PLAIN_EXPANSIONS = 3_000
"""The same where kernels are not compiled, in states: frames come first."""

Building = Generator[BuildProgress, None, Ruler]
_log = logging.getLogger("puzzler")


@dataclass(frozen=True)
class Measured:
    """What has been proven of a question's board."""

    question: Question
    """As it was asked."""
    at_least: int
    """The distance is no smaller."""
    at_most: int | None
    """It is no larger; None where that is not known."""
    path: tuple[Move, ...] | None
    """A shortest solution; None where none was found."""
    is_over: bool
    """Nothing more will come: it is proven, or was given up, or the board cannot be solved."""


class Measurer:
    """Proves distances in one thread, which begins with the first question.

    A new list of questions takes the place of the one before; what was begun goes on where the new
    list has it too. Nothing here waits but ``close``.
    """

    def __init__(self, prepare: Callable[[], object] = lambda: None) -> None:
        """``prepare`` is called in the thread before all else."""
        self._prepare = prepare
        self._thread: _MeasurerThread | None = None
        self._asked = 0
        self._is_closed = False

    def ask(self, questions: Sequence[Question]) -> None:
        """Answer these, the first first, and nothing else any more; returns at once."""
        if self._is_closed or (self._thread is None and not questions):
            return
        if self._thread is None:
            self._thread = _MeasurerThread(self._prepare)
            self._thread.start()
        self._asked += 1
        self._thread.asked.put((self._asked, tuple(questions)))

    def poll(self, limit: int = 256) -> list[Measured]:
        """What has been found since, in order and at most ``limit``; never blocks."""
        found: list[Measured] = []
        if self._thread is not None:
            with contextlib.suppress(queue.Empty):
                while len(found) < limit:
                    found.append(self._thread.found.get_nowait())
        return found

    @property
    def is_busy(self) -> bool:
        """Something may come without a further question."""
        thread = self._thread
        if thread is None or not thread.is_alive():
            return False
        return thread.settled != self._asked or not thread.found.empty()

    @property
    def building(self) -> BuildProgress | None:
        """How far tables or machine code are, while they are being made."""
        return None if self._thread is None else self._thread.building

    def has_tables(self, goal: Board) -> bool:
        """Distances to ``goal`` can be proven at once: nothing needs to be built for them."""
        return self._thread is not None and goal in self._thread.rulers

    def close(self) -> None:
        """End the thread and wait for it; harmless to repeat."""
        self._is_closed = True
        if self._thread is not None:
            self._thread.asked.put(None)
            self._thread.join()


class _MeasurerThread(threading.Thread):
    """Takes the newest list, works a slice, looks for a newer one; until it gets None."""

    def __init__(self, prepare: Callable[[], object]) -> None:
        # a daemon, so that a program that crashes meanwhile ends nevertheless
        super().__init__(name="measurer", daemon=True)
        self.asked: queue.SimpleQueue[tuple[int, tuple[Question, ...]] | None] = queue.SimpleQueue()
        self.found: queue.SimpleQueue[Measured] = queue.SimpleQueue()
        self.settled = 0
        """The number of the list to which nothing more is to be said."""
        self.rulers: dict[Board, Ruler] = {}
        """By goal, those used last at the end; replaced as a whole, for other threads read it."""
        self._prepare = prepare
        self._step: BuildProgress | None = None
        self._is_compiling: Callable[[], bool] = lambda: False  # until the thread runs
        self._building: tuple[Board, Building] | None = None
        self._slice = Slice()
        self._open: dict[tuple[Board, Board], _Job] = {}
        self._answers: dict[tuple[Board, Board], Measured] = {}
        self._proven: dict[tuple[Board, Board], int] = {}

    @property
    def building(self) -> BuildProgress | None:
        """How far tables or machine code are, while they are being made."""
        return COMPILING if self._is_compiling() else self._step

    def run(self) -> None:
        """Answer until None is asked."""
        self._is_compiling = compile_watch()
        self._prepare()
        newest = self.asked.get()
        while newest is not None:
            number, questions = newest
            self._work(questions)
            if self.asked.empty():
                self.settled = number
            newest = self._newest()

    def _newest(self) -> tuple[int, tuple[Question, ...]] | None:
        """The newest list, waited for where there is none; None where the end was asked for."""
        newest = self.asked.get()
        while newest is not None and not self.asked.empty():
            newest = self.asked.get()
        return newest

    def _work(self, questions: Sequence[Question]) -> None:
        """Answer ``questions``, until there is a newer list."""
        wanted = {(question.board, question.goal) for question in questions}
        self._open = {key: job for key, job in self._open.items() if key in wanted}
        if self._building and all(question.goal != self._building[0] for question in questions):
            self._drop_building()
        waiting = list(questions)
        while waiting and self.asked.empty():
            if self._advance(waiting[0]):
                del waiting[0]
            elif self._building is not None:
                # what needs no tables does not wait for those of another goal
                other = next((each for each in waiting[1:] if each.goal in self.rulers), None)
                if other is not None and self._advance(other):
                    waiting.remove(other)
            if not is_compiled():
                time.sleep(PLAIN_PAUSE)

    def _advance(self, question: Question) -> bool:
        """Work a slice on ``question``; True once there is nothing more to say to it."""
        try:
            if self._is_answered(question):
                return True
            ruler = self._ruler(question.goal)
            if ruler is None:
                return False
            job = self._job(question, ruler)
            is_over = job.advance(self._slice)
            if is_over or job.is_news:
                self._tell(question, job, is_over=is_over)
        except Exception as error:  # whatever it is, the next question may have an answer
            if not isinstance(error, UnsolvableError):
                _log.warning("a distance could not be found (%s: %s)", type(error).__name__, error)
            self._drop_building()
            self._open.pop((question.board, question.goal), None)
            self._answer(Measured(question, 0, None, None, is_over=True))
            return True
        return is_over

    def _is_answered(self, question: Question) -> bool:
        """It was asked before, or follows from another answer: that is told once more."""
        key = question.board, question.goal
        answer = self._answers.get(key)
        is_proven = answer is not None and answer.at_least == answer.at_most
        if answer is not None and not (is_proven and question.with_path and answer.path is None):
            self.found.put(answer)
            return True
        proven = self._proven.get(key)
        if proven is None or question.with_path:
            return False
        self._answer(Measured(question, proven, proven, None, is_over=True))
        return True

    def _ruler(self, goal: Board) -> Ruler | None:
        """The ruler for ``goal``; None while its tables are being built, by a step each time."""
        ruler = self.rulers.get(goal)
        if ruler is not None and ruler.is_current:
            if goal != next(reversed(self.rulers)):
                self._keep(ruler)
            return ruler
        if self._building is None or self._building[0] != goal:
            self._drop_building()
            self._building = goal, Ruler.building(goal)
        try:
            self._step = next(self._building[1])
        except StopIteration as end:
            self._keep(end.value)
            self._drop_building()
        return None

    def _keep(self, ruler: Ruler) -> None:
        others = [kept for goal, kept in self.rulers.items() if goal != ruler.goal]
        kept = [*others[-(KEPT_RULERS - 1) :], ruler]
        self.rulers = {each.goal: each for each in kept}

    def _drop_building(self) -> None:
        if self._building is not None:
            self._building[1].close()
        self._building = self._step = None

    def _job(self, question: Question, ruler: Ruler) -> _Job:
        """The measuring of ``question``, begun now or before."""
        key = question.board, question.goal
        at_least, at_most = question.at_least, question.at_most
        for move in question.board.legal_moves():
            beside = self._proven.get((question.board.apply(move), question.goal))
            if beside is not None:
                at_least = max(at_least, beside - 1)
                at_most = beside + 1 if at_most is None else min(at_most, beside + 1)
        job = self._open.get(key)
        if job is None or job.ruler is not ruler:
            measuring = ruler.measure(question.board, at_least, at_most)
            job = self._open[key] = _Job(ruler, measuring)
        job.measuring.learn(at_least, at_most, with_path=question.with_path)
        return job

    def _tell(self, question: Question, job: _Job, *, is_over: bool) -> None:
        measuring = job.measuring
        path = measuring.path
        event = Measured(question, measuring.at_least, measuring.at_most, path, is_over)
        if not is_over:
            self.found.put(event)
            return
        self._open.pop((question.board, question.goal), None)
        if measuring.distance is not None:
            board, left = question.board, measuring.distance
            self._proven[board, question.goal] = left
            for move in path or ():
                board, left = board.apply(move), left - 1
                self._proven[board, question.goal] = left
        self._answer(event)

    def _answer(self, answer: Measured) -> None:
        """Tell it for good, and remember it."""
        if len(self._answers) >= KEPT_ANSWERS or len(self._proven) >= 10 * KEPT_ANSWERS:
            self._answers.clear()
            self._proven.clear()
        self._answers[answer.question.board, answer.question.goal] = answer
        self.found.put(answer)


class _Job:
    """A measuring and the patience with it."""

    def __init__(self, ruler: Ruler, measuring: Measuring) -> None:
        self.ruler = ruler
        self.measuring = measuring
        self.is_news = False
        """The last slice has raised what is proven."""
        self._told = 0
        self._seconds = 0.0

    def advance(self, slice_of: Slice) -> bool:
        """Work a slice; True where nothing more is to be done."""
        measuring, budget = self.measuring, slice_of.budget
        before, began = measuring.expanded, time.perf_counter()
        goes_on = measuring.advance(budget)
        seconds = time.perf_counter() - began
        self._seconds += seconds
        if measuring.expanded - before == budget:
            slice_of.adapt(budget, seconds)
        self.is_news, self._told = measuring.at_least > self._told, measuring.at_least
        is_plain = not is_compiled()
        is_given_up = self._seconds >= PATIENCE or (
            is_plain and measuring.expanded >= PLAIN_EXPANSIONS
        )
        return not goes_on or is_given_up
