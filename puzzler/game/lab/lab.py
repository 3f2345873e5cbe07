"""The Lab: searches under the lens, opened beside the game."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from typing import Protocol

from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError, UnsolvableError
from puzzler.board.move import Move
from puzzler.board.scenario import Problem
from puzzler.game import wording
from puzzler.game.lab.inspecting import Inspecting
from puzzler.game.lab.prediction import Predictions
from puzzler.game.lessons.learning import Learning
from puzzler.game.play.path import played
from puzzler.game.present import Present
from puzzler.game.review.reviewing import Reviewing
from puzzler.game.watch.run import Run
from puzzler.game.watch.watching import Watching
from puzzler.humanize import sentence
from puzzler.search.method import Method
from puzzler.solver.inspection.job import InspectionWorker, inspect


class StartExaminer(Protocol):
    """``solver.inspection.job.inspect``, or a test's own."""

    def __call__(
        self, problem: Problem, method: Method, *, prepare: Callable[[], object]
    ) -> InspectionWorker:
        """Take a search under the lens; ``prepare`` is called in its thread before all else."""
        ...


class Lab:
    """Opens searches under the lens; the game waits as it is, ``session.stop`` goes back to it."""

    def __init__(
        self,
        present: Present,
        predictions: Predictions,
        prepare: Callable[[], object],
        start_examiner: StartExaminer = inspect,
    ) -> None:
        """``prepare`` is called in the thread of every search before all else."""
        self.own_start = present.sitting.board
        """The board that ``own_moves`` begin at."""
        self.own_moves: tuple[Move, ...] = ()
        """What the person has played of the board that is searched, up to its opening."""
        self.rate: float | None = 10
        """Expansions a second, as set last; None is as fast as it goes."""
        self._present = present
        self._sitting = present.sitting
        self._predictions = predictions
        self._prepare = prepare
        self._start_examiner = start_examiner
        self._examiners: list[InspectionWorker] = []
        self._opened: tuple[Inspecting, Method] | None = None

    @property
    def inspecting(self) -> Inspecting | None:
        """The search under the lens, where the Lab is open."""
        activity = self._present.activity
        return activity if isinstance(activity, Inspecting) else None

    @property
    def own_path(self) -> tuple[Board, ...]:
        """The boards that the person has been through, the first one included."""
        return tuple(accumulate(self.own_moves, Board.apply, initial=self.own_start))

    @property
    def can_open(self) -> bool:
        """``open`` would open something."""
        if self._present.is_searching:
            return False
        # a play that is solved is opened where it began
        return {self._sitting.board, self._sitting.game.present.scenario.start} != {self._goal}

    def open(
        self, board: Board | None = None, goal: Board | None = None, method: Method | None = None
    ) -> bool:
        """Look inside a search from ``board``; by default from the one that is played or reviewed.

        One that is solved is searched from where its play began. The method is the one that is
        watched, else the one that is set. Where the Lab was left at a moment of this very search,
        it is there again. False, and said, while a search runs and where nothing is to be solved.
        """
        if self._refuses():
            return False
        activity = self._present.activity
        if isinstance(activity, Learning) and board is None:
            problem, moment = activity.problem, activity.expansions
            own_board = problem.start, ()
            return self._open(problem.start, problem.goal, activity.method, moment, own_board)
        if self.inspecting is not None and board is None:
            return True
        method = method or self._watched(board)
        own: tuple[Board, tuple[Move, ...]] | None = None
        if board is None and isinstance(activity, Reviewing):
            goal, review = goal or activity.goal, activity.review
            own = activity.source.scenario.start, review.moves
            board = own[0] if activity.board == goal else activity.board
        elif board is None:
            # what a playback has shown so far is played when it is left
            self._present.stop()
            board, own = self._board_and_path()
        goal = goal or (Board.solved(*board.size) if board.size != self._goal.size else self._goal)
        if board == goal:
            self._present.refuse(wording.ALREADY_SOLVED)
            return False
        method = method or self._sitting.settings.method(*board.size)
        return self._open(board, goal, method, 0, own)

    def open_run(self, run: Run) -> bool:
        """Look inside a search that was watched, at its end; False, and said, while one runs."""
        if self._refuses():
            return False
        # as far as it went, whatever ended it: a limit on time, or a hand, does not do so again
        moment = None if run.result is None else run.result.stats.expanded
        return self._open(run.start, run.goal, run.method, moment, None)

    def open_search(self, problem: Problem, method: Method, moment: int) -> bool:
        """Look inside a search after ``moment`` expansions, as into a lane of a race."""
        if self._refuses():
            return False
        return self._open(problem.start, problem.goal, method, moment, None, is_anew=True)

    def examine(self, problem: Problem, method: Method) -> InspectionWorker:
        """Take a search under the lens; ``close`` ends it, if nobody has before."""
        self._examiners = [each for each in self._examiners if each.is_alive]
        examiner = self._start_examiner(problem, method, prepare=self._prepare)
        self._examiners.append(examiner)
        return examiner

    def close(self) -> None:
        """End every search, and wait for its thread."""
        for examiner in self._examiners:
            examiner.cancel()
        for examiner in self._examiners:
            examiner.close()
        self._examiners.clear()

    # ---- Within -----------------------------------------------------------------------------

    @property
    def _goal(self) -> Board:
        return self._sitting.goal

    def _board_and_path(self) -> tuple[Board, tuple[Board, tuple[Move, ...]]]:
        """The board to be looked into, and what the person has played around it."""
        path = played(self._sitting.game.saved)
        board = self._sitting.board
        if board == self._goal:
            board = path.start
        return board, (path.start, path.moves)

    def _watched(self, board: Board | None) -> Method | None:
        """The method of what is played back, where its board is to be looked into."""
        activity = self._present.activity
        if board is None and isinstance(activity, Watching) and activity.run is not None:
            return activity.run.method
        return None

    def _refuses(self) -> bool:
        """A search runs, and no key ends a search but those that say so; that is said."""
        if self._present.is_searching:
            self._present.refuse(wording.LAB_WHILE_SEARCHING)
        return self._present.is_searching

    def _open(
        self,
        board: Board,
        goal: Board,
        method: Method,
        moment: int | None,
        own: tuple[Board, tuple[Move, ...]] | None,
        *,
        is_anew: bool = False,
    ) -> bool:
        """``is_anew``: at that moment even where this search was left at another one."""
        try:
            problem = Problem(board, goal)
        except UnsolvableError:
            self._present.refuse(wording.UNSOLVABLE)
            return False
        except PuzzlerError as error:
            self._present.refuse(sentence(str(error)))
            return False
        if own is None:
            path = played(self._sitting.game.saved)
            own = (path.start, path.moves) if path.start.size == board.size else (board, ())
        asked = method
        if moment == 0 and not is_anew:
            method, moment = self._left_at(problem, method)
        self.own_start, self.own_moves = own
        inspecting = Inspecting(
            self._sitting,
            problem,
            method,
            examine=self.examine,
            predictions=self._predictions,
            moment=moment,
            rate=self.rate,
            own_path=self.own_path,
        )
        self._opened = inspecting, asked
        self._present.enter(inspecting)
        return True

    def _left_at(self, problem: Problem, method: Method) -> tuple[Method, int]:
        """The method and the moment at which this search was left; else its beginning."""
        if self._opened is None:
            return method, 0
        left, asked = self._opened
        self.rate = left.rate
        if (left.problem, asked) != (problem, method):
            return method, 0
        return left.method, left.expansions
