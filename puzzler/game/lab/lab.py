"""The Lab: inspecting searches while the game is interrupted."""

from __future__ import annotations

from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError
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

LAB_DEFAULT = (DEFAULT_ALGORITHM, TAUGHT_HEURISTICS[0])
"""The default algorithm and heuristic of the Lab and the race."""


class Lab(Opener[Inspecting]):
    """Opens searches in the Lab."""

    def __init__(
        self, context: ActivitySwitch, practice: Practice, start_examiner: StartExaminer = inspect
    ) -> None:
        super().__init__(context, Inspecting)
        self.inspection = InspectionContext(context, practice, start_examiner)
        self._last: tuple[Inspecting, Method] | None = None  # and the requested method

    def open(
        self, board: Board | None = None, goal: Board | None = None, method: Method | None = None
    ) -> bool:
        """Open a search from ``board``, by default from the shown board, see ``problem``.

        The method is the method of the shown search, else the chosen method, else ``LAB_DEFAULT``.
        If the Lab was left in the same search, the search is reopened at the same moment. Shows a
        message and returns False if there is nothing to solve.
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
            taught = Method(*LAB_DEFAULT, limit=settings.limit)
            method = settings.method(*problem.start.size) if is_chosen else taught
        return self.open_search(problem, method, moment, is_new=False)

    def open_run(self, run: Run) -> bool:
        """Open a search of Watch at its end."""
        # the expansions it reached, because a time limit or a stop cannot be repeated exactly
        moment = None if run.result is None else run.result.stats.expanded
        return self.open_search(run.problem, run.method, moment)

    def problem(self, board: Board | None, goal: Board | None) -> Problem | None:
        """Return the problem to search from ``board``, by default from the shown board.

        During an inspected search this is the start of that search, and after a solved play the
        start of the play. The default goal is the shown goal if its size fits. Shows a message and
        returns None if there is nothing to solve.
        """
        context = self._context
        if board is None:
            inspecting = self.opened
            if not context.activity.is_aside:
                context.stop()  # the moves that a playback has shown are made
            play, goal = context.activity.play, goal or context.activity.goal
            is_start = inspecting is not None or play.board == goal
            board = play.scenario.start if is_start else play.board
        if goal is None:
            is_same = board.size == context.goal.size
            goal = context.goal if is_same else Board.solved(*board.size)
        if board == goal:
            context.refuse(texts.ALREADY_SOLVED)
            return None
        try:
            return Problem(board, goal)
        except PuzzlerError as error:
            context.refuse(texts.reason(error))
            return None

    def open_search(
        self, problem: Problem, method: Method, moment: int | None, *, is_new: bool = True
    ) -> bool:
        """Open a search after ``moment`` expansions, or at its end if None. Return True.

        is_new: do not return to the moment at which the same search was left.
        """
        activity, method = self._context.activity, method.textbook
        requested = method
        own_path = activity.own_path
        if own_path[0].size != problem.start.size:
            own_path = (problem.start,)
        if self._last is not None and moment == 0 and not is_new:
            previous, previous_method = self._last
            self.inspection.rate = previous.rate
            if (previous.problem, previous_method) == (problem, method):
                method, moment = previous.method, previous.state().position
        inspecting = Inspecting(self.inspection, problem, method, own_path, moment)
        self._last = inspecting, requested
        self._context.enter(inspecting)
        return True
