"""The Lab: searches are inspected beside the game."""

from __future__ import annotations

from puzzler.board.board import Board
from puzzler.board.scenario import Problem
from puzzler.game.core import texts
from puzzler.game.core.activity import ActivitySwitch, Opener
from puzzler.game.lab.inspecting import Inspecting
from puzzler.game.lab.search_activity import InspectionContext, StartExaminer
from puzzler.game.storage.practice import Practice
from puzzler.game.watch.run import Run
from puzzler.search.method import Method
from puzzler.search.registry import DEFAULT_ALGORITHM, TAUGHT_HEURISTICS
from puzzler.solver.inspection.job import inspect

TAUGHT = (DEFAULT_ALGORITHM, TAUGHT_HEURISTICS[0])
"""The method that the Lab and the race begin with."""


class Lab(Opener[Inspecting]):
    """Opens searches to be inspected."""

    def __init__(
        self, context: ActivitySwitch, practice: Practice, start_examiner: StartExaminer = inspect
    ) -> None:
        super().__init__(context, Inspecting)
        self.inspection = InspectionContext(context, practice, start_examiner)
        self._opened: tuple[Inspecting, Method] | None = None  # and the method asked for

    def open(
        self, board: Board | None = None, goal: Board | None = None, method: Method | None = None
    ) -> bool:
        """Look inside a search from ``board``; by default of what is shown, see ``problem``.

        The method is the one that is watched, else the one that is set, else ``TAUGHT``. Where the
        Lab was left at a moment of this very search, it is there again. False, and said, where
        nothing is to be solved.
        """
        context = self._context
        activity, moment = context.activity, 0
        if board is None and type(activity) is Inspecting:
            return True
        if board is None and activity.searched is not None:
            searched, moment = activity.searched
            method = searched if activity.is_aside else method or searched
        problem = self.problem(board, goal)
        if problem is None:
            return False
        if method is None:
            settings = context.settings
            is_chosen = settings.shortest or not settings.is_automatic
            taught = Method(*TAUGHT, limit=settings.limit)
            method = settings.method(*problem.start.size) if is_chosen else taught
        return self.open_search(problem, method, moment, is_anew=False)

    def open_run(self, run: Run) -> bool:
        """Look inside a search that was watched, at its end."""
        # as far as it went: a limit on time, or a person who stops it, would not end it there again
        moment = None if run.result is None else run.result.stats.expanded
        return self.open_search(run.problem, run.method, moment)

    def problem(self, board: Board | None, goal: Board | None) -> Problem | None:
        """What is searched from ``board``, by default from the board that is shown.

        That is the start of a search that is inspected, and the start of a play that is solved. The
        goal is the one that is shown, where it fits. None, and said, where nothing is to be solved.
        """
        context = self._context
        if board is None:
            inspecting = self.opened
            if not context.activity.is_aside:
                context.stop()  # what a playback has shown so far is played
            play, goal = context.activity.play, goal or context.activity.goal
            is_start = inspecting is not None or play.board == goal
            board = play.scenario.start if is_start else play.board
        if goal is None:
            is_same = board.size == context.goal.size
            goal = context.goal if is_same else Board.solved(*board.size)
        if board == goal:
            context.refuse(texts.ALREADY_SOLVED)
            return None
        return context.problem(board, goal)

    def open_search(
        self, problem: Problem, method: Method, moment: int | None, *, is_anew: bool = True
    ) -> bool:
        """Look inside a search after ``moment`` expansions, as into a lane of a race; True.

        moment: None is its end. is_anew: also where this search was left at another moment.
        """
        activity, method = self._context.activity, method.textbook
        asked = method
        own_path = activity.own_path
        if own_path[0].size != problem.start.size:
            own_path = (problem.start,)
        if self._opened is not None and moment == 0 and not is_anew:
            left, asked_then = self._opened
            self.inspection.rate = left.rate
            if (left.problem, asked_then) == (problem, method):
                method, moment = left.method, left.state().position
        inspecting = Inspecting(self.inspection, problem, method, own_path, moment)
        self._opened = inspecting, asked
        self._context.enter(inspecting)
        return True
