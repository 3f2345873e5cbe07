"""The Lab: searches under the lens, opened beside the game."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate

from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError, UnsolvableError
from puzzler.board.move import Move
from puzzler.board.scenario import Problem
from puzzler.game.lab.inspecting import Inspecting
from puzzler.game.lab.state import LAB_WHILE_SEARCHING
from puzzler.game.play import messages as play_messages
from puzzler.game.play.context import Context
from puzzler.game.play.game import played
from puzzler.game.review.reviewing import Reviewing
from puzzler.game.storage.store import Store
from puzzler.game.watch.run import Run
from puzzler.game.watch.watching import Watching
from puzzler.humanize import sentence
from puzzler.search.method import Method
from puzzler.solver.inspection.job import InspectionWorker, inspect

StartExaminer = Callable[..., InspectionWorker]
"""``inspect``: called with the problem, the method and ``prepare=``."""


class Lab:
    """Opens searches under the lens; the game waits as it is, ``session.stop`` goes back to it."""

    def __init__(
        self,
        context: Context,
        store: Store,
        prepare: Callable[[], object],
        start_examiner: StartExaminer = inspect,
    ) -> None:
        """``prepare`` is called in the thread of every search before all else."""
        self.rate: float | None = 10
        """Expansions a second, as set last; None is as fast as it goes."""
        self._context = context
        self._store = store
        self._prepare = prepare
        self._start_examiner = start_examiner
        self._examiners: list[InspectionWorker] = []
        self._opened: tuple[Inspecting, Method] | None = None  # and the method asked for

    @property
    def inspecting(self) -> Inspecting | None:
        """The search under inspection, also that of a lesson; None where there is none."""
        activity = self._context.activity
        return activity if isinstance(activity, Inspecting) else None

    @property
    def current(self) -> Inspecting:
        """The same; RuntimeError where there is none."""
        if self.inspecting is None:
            raise RuntimeError("no search is inspected")
        return self.inspecting

    @property
    def can_open(self) -> bool:
        """``open`` would open something."""
        if self._context.activity.is_searching:
            return False
        # a play that is solved is opened where it began
        return {self._context.board, self._context.game.present.scenario.start} != {self._goal}

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
        activity = self._context.activity
        if isinstance(activity, Inspecting) and board is None:
            if type(activity) is Inspecting:
                return True
            problem, moment = activity.problem, activity.expansions  # of a lesson
            own_board = problem.start, ()
            return self._open(problem.start, problem.goal, activity.method, moment, own_board)
        method = method or self._watched(board)
        own: tuple[Board, tuple[Move, ...]] | None = None
        if board is None and isinstance(activity, Reviewing):
            goal, review = goal or activity.goal, activity.review
            own = activity.source.scenario.start, review.moves
            board = own[0] if activity.board == goal else activity.board
        elif board is None:
            # what a playback has shown so far is played when it is left
            self._context.stop()
            board, own = self._board_and_path()
        goal = goal or (Board.solved(*board.size) if board.size != self._goal.size else self._goal)
        if board == goal:
            self._context.refuse(play_messages.ALREADY_SOLVED)
            return False
        method = method or self._context.settings.method(*board.size)
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
        return self._context.goal

    def _board_and_path(self) -> tuple[Board, tuple[Board, tuple[Move, ...]]]:
        """The board to be looked into, and what the person has played around it."""
        path = played(self._context.game.saved)
        board = self._context.board
        if board == self._goal:
            board = path.start
        return board, (path.start, path.moves)

    def _watched(self, board: Board | None) -> Method | None:
        """The method of what is played back, where its board is to be looked into."""
        activity = self._context.activity
        if board is None and isinstance(activity, Watching) and activity.run is not None:
            return activity.run.method
        return None

    def _refuses(self) -> bool:
        return self._context.refuses_while_searching(LAB_WHILE_SEARCHING)

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
            self._context.refuse(play_messages.UNSOLVABLE)
            return False
        except PuzzlerError as error:
            self._context.refuse(sentence(str(error)))
            return False
        if own is None:
            path = played(self._context.game.saved)
            own = (path.start, path.moves) if path.start.size == board.size else (board, ())
        asked = method
        if moment == 0 and not is_anew:
            method, moment = self._left_at(problem, method)
        inspecting = Inspecting(
            self._context,
            problem,
            method,
            examine=self.examine,
            store=self._store,
            moment=moment,
            rate=self.rate,
            own_path=tuple(accumulate(own[1], Board.apply, initial=own[0])),
        )
        self._opened = inspecting, asked
        self._context.enter(inspecting)
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
