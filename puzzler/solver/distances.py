"""Distances that are proven in the background, and told bit by bit."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from typing_extensions import override

from puzzler.board.board import Board
from puzzler.board.errors import UnsolvableError
from puzzler.board.move import Move
from puzzler.progress import BuildProgress, Cancelled
from puzzler.search.compilation import is_compiled
from puzzler.search.engine.measuring import DistanceQuestion, Measuring, Ruler
from puzzler.solver.commands import Ask, Command
from puzzler.solver.worker import Job, Need, Slice, Worker

MOST_RULERS = 3
"""Goals whose tables stay loaded."""
MOST_ANSWERS = 20_000
"""Distances that are remembered: for repeated questions, and as bounds for nearby boards."""
PATIENCE = 300.0
"""Seconds of work after which a question is given up."""
PLAIN_EXPANSIONS = 3_000
"""The same where kernels are not compiled, in states: frames come first."""

_log = logging.getLogger("puzzler")


@dataclass(frozen=True)
class Measured:
    """What has been proven of a question's board."""

    question: DistanceQuestion
    """As it was asked."""
    at_least: int
    """The distance is no smaller."""
    at_most: int | None
    """It is no larger; None where that is not known."""
    path: tuple[Move, ...] | None
    """A shortest solution; None where none was found."""
    is_over: bool
    """Nothing more will come: it is proven, or was given up, or the board cannot be solved."""


DistancesWorker = Worker[Mapping[Board, Ruler], Measured]
"""Its command is ``Ask``: a new list replaces the one before, and what was begun goes on where the
new list has it too. Its snapshot holds the goals whose tables are loaded: distances to them can be
proven at once."""


def measure(prepare: Callable[[], object] | None = None) -> DistancesWorker:
    """Prove distances; the thread starts with the first question, and calls ``prepare`` first."""
    return Worker(DistancesJob(), name="distances", prepare=prepare)


class DistancesJob(Job[Mapping[Board, Ruler], Measured]):
    """The questions that are open, and what was proven before."""

    def __init__(self) -> None:
        super().__init__()
        self._waiting: list[DistanceQuestion] = []
        self.figures: Mapping[Board, Ruler] = {}
        """By goal, those used last at the end; replaced as a whole, for other threads read it."""
        self._slice = Slice()
        self._open: dict[tuple[Board, Board], _Proof] = {}
        self._answers: dict[tuple[Board, Board], Measured] = {}

    @property
    @override
    def needs(self) -> Need:
        return Need.TURN if self._waiting else Need.COMMAND

    @override
    def advance(self, budget: int) -> int:
        question = self._waiting[0]
        # new questions may replace the list in the meantime
        if self._advance(question) and question in self._waiting:
            self._waiting.remove(question)
        return 0

    @override
    def obey(self, command: Command) -> None:
        if isinstance(command, Ask):
            self._waiting = list(command.questions)
            wanted = {(question.board, question.goal) for question in self._waiting}
            self._open = {key: job for key, job in self._open.items() if key in wanted}

    def _advance(self, question: DistanceQuestion) -> bool:
        """Work a slice on ``question``; True once it is answered or given up."""
        try:
            if self._is_answered(question):
                return True
            ruler = self._ruler(question.goal)
            if ruler is None:
                return False
            return self._work(question, self._proof(question, ruler))
        except Exception as error:  # whatever it is, the next question may have an answer
            if not isinstance(error, UnsolvableError):
                _log.warning("a distance could not be found (%s: %s)", type(error).__name__, error)
            self._tell(Measured(question, 0, None, None, is_over=True))
            return True

    def _is_answered(self, question: DistanceQuestion) -> bool:
        """The answer is known, from before or from another one; it is published again."""
        answer = self._answers.get((question.board, question.goal))
        if answer is None:
            return False
        if question.with_path and answer.path is None and answer.at_least == answer.at_most:
            return False
        self.events.put(replace(answer, question=question))
        return True

    def _ruler(self, goal: Board) -> Ruler | None:
        """Return the ruler for ``goal``, or None if other questions came while it was built."""
        ruler = self.figures.get(goal)
        if ruler is not None and ruler.is_current:
            if goal != [*self.figures][-1]:
                self._keep(ruler)
            return ruler

        def report(progress: BuildProgress | None) -> None:
            self.report(progress)
            # questions about other goals do not wait for these tables
            ready = [each for each in self._waiting if self._is_ready(each.goal)]
            if ready and self._advance(ready[0]):
                self._waiting.remove(ready[0])
            left = [each.goal for each in self._waiting if each not in ready]
            if left[:1] != [goal]:
                raise Cancelled

        try:
            ruler = Ruler.build(goal, report)
            self._keep(ruler)
            return ruler
        except Cancelled:
            return None
        finally:
            self.building = None

    def _is_ready(self, goal: Board) -> bool:
        ruler = self.figures.get(goal)
        return ruler is not None and ruler.is_current

    def _keep(self, ruler: Ruler) -> None:
        others = [kept for goal, kept in self.figures.items() if goal != ruler.goal]
        kept = [*others[-(MOST_RULERS - 1) :], ruler]
        self.figures = {each.goal: each for each in kept}

    def _proof(self, question: DistanceQuestion, ruler: Ruler) -> _Proof:
        key = question.board, question.goal
        at_least, at_most = question.at_least, question.at_most
        for move in question.board.legal_moves():
            beside = self._answers.get((question.board.apply(move), question.goal))
            if beside is not None and beside.at_least == beside.at_most:
                at_least = max(at_least, beside.at_least - 1)
                further = beside.at_least + 1
                at_most = further if at_most is None else min(at_most, further)
        proof = self._open.get(key)
        if proof is None or proof.ruler is not ruler:
            measuring = Measuring(ruler, question.board, at_least, at_most)
            proof = self._open[key] = _Proof(ruler, measuring)
        proof.measuring.learn(at_least, at_most, with_path=question.with_path)
        return proof

    def _work(self, question: DistanceQuestion, proof: _Proof) -> bool:
        """Work a slice on a proof; True when there is nothing more to do."""
        measuring, budget = proof.measuring, self._slice.budget
        before, began = measuring.expanded, time.perf_counter()
        goes_on = measuring.advance(budget)
        seconds = time.perf_counter() - began
        proof.seconds += seconds
        if measuring.expanded - before == budget:
            self._slice.adapt(budget, seconds)
        at_least, at_most, path = measuring.at_least, measuring.at_most, measuring.path
        is_news, proof.bound = at_least > proof.bound, at_least
        is_given_up = proof.seconds >= PATIENCE or (
            measuring.expanded >= PLAIN_EXPANSIONS and not is_compiled()
        )
        is_over = is_given_up or not goes_on
        if is_over or is_news:
            self._tell(Measured(question, at_least, at_most, path, is_over))
        return is_over

    def _tell(self, answer: Measured) -> None:
        """Publish an answer; remember it where it is the last word."""
        if answer.is_over:
            board, goal, left = answer.question.board, answer.question.goal, answer.at_least
            if len(self._answers) >= MOST_ANSWERS:
                self._answers.clear()
            self._open.pop((board, goal), None)
            self._answers[board, goal] = answer
            path = answer.path or ()
            for number, move in enumerate(path, 1):
                board, left = board.apply(move), left - 1
                onward = Measured(
                    DistanceQuestion(board, goal), left, left, path[number:], is_over=True
                )
                self._answers[board, goal] = onward
        self.events.put(answer)


@dataclass
class _Proof:
    """A measuring, and how far it is."""

    ruler: Ruler
    measuring: Measuring
    bound: int = 0
    """The lower bound after the last slice."""
    seconds: float = 0.0
    """How long it has taken."""
