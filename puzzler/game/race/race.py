"""Races: searches against each other on one board, opened beside the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError, UnsolvableError
from puzzler.board.scenario import Problem
from puzzler.game import wording
from puzzler.game.lab.lab import Lab, StartExaminer
from puzzler.game.present import Present
from puzzler.game.race.racing import Racing
from puzzler.game.watch.searches import Searches
from puzzler.humanize import sentence
from puzzler.search.method import ENDLESS, LARGEST_WITH_ASTAR, Method
from puzzler.solver.inspection.job import InspectionWorker, inspect
from puzzler.solver.race.job import RaceWorker, start_race
from puzzler.solver.race.rules import RaceRules

FEW_CELLS = (Method("astar", "manhattan"), Method("greedy", "manhattan"))
"""What races where nobody has chosen, on boards that A* can solve."""
MANY_CELLS = (Method(ENDLESS), Method("beam"))
"""The same on larger boards."""


class StartRacer(Protocol):
    """``solver.race.job.start_race``, or a test's own."""

    def __call__(
        self,
        problem: Problem,
        methods: Sequence[Method],
        rules: RaceRules,
        *,
        memory_bytes: int,
        is_paused: bool,
        rate: float | None,
        prepare: Callable[[], object],
    ) -> RaceWorker:
        """Let them race; ``prepare`` is called in the thread of the race before all else."""
        ...


class Race:
    """Opens races; the game waits as it is, ``session.stop`` goes back to it."""

    def __init__(
        self,
        present: Present,
        searches: Searches,
        lab: Lab,
        prepare: Callable[[], object],
        start_racer: StartRacer = start_race,
        start_examiner: StartExaminer = inspect,
    ) -> None:
        """``prepare`` is called in every thread before all else."""
        self._present = present
        self._sitting = present.sitting
        self._searches = searches
        self._lab = lab
        self._prepare = prepare
        self._start_racer = start_racer
        self._start_examiner = start_examiner
        self._threads: list[RaceWorker | InspectionWorker] = []
        self._last: Racing | None = None

    @property
    def racing(self) -> Racing | None:
        """The race, where one is open."""
        activity = self._present.activity
        return activity if isinstance(activity, Racing) else None

    @property
    def can_open(self) -> bool:
        """``open`` would open something."""
        if self._present.is_searching:
            return False
        # a play that is solved is raced where it began
        return {self._sitting.board, self._sitting.game.present.scenario.start} != {
            self._sitting.goal
        }

    def open(
        self,
        board: Board | None = None,
        goal: Board | None = None,
        methods: Sequence[Method] | None = None,
        rules: RaceRules | None = None,
    ) -> bool:
        """Have a race ready on ``board``; by default on the one that is shown.

        One that is solved is raced from where its play began. Lanes and rules are those of the last
        race, at first two that suit the board. Where the last race was on this very board, and
        nothing else is named, it is there again as it was left. False, and said, while a search
        runs and where nothing is to be solved. ValueError where there are too few or too many
        methods.
        """
        if self._present.is_searching:
            self._present.refuse(wording.RACE_WHILE_SEARCHING)
            return False
        named = (board, goal, methods, rules)
        if self.racing is not None and named == (None, None, None, None):
            return True
        problem = self._problem(board, goal)
        if problem is None:
            return False
        last = self._last
        if last is not None and last.problem == problem and (methods, rules) == (None, None):
            racing = last
        else:
            racing = self._made(problem, methods, rules)
        self._last = racing
        self._present.enter(racing)
        return True

    def play(self, place: int) -> bool:
        """Play the answer of that lane on the board; False, and said, where it has none."""
        racing = self.racing
        lane = None if racing is None or racing.race is None else racing.race.lanes[place]
        if racing is None or lane is None or lane.result is None or lane.result.length is None:
            self._present.refuse(wording.NO_ANSWER_TO_PLAY)
            return False
        self._searches.play_answer(racing.problem, racing.methods[place], lane.result)
        return True

    def look_inside(self, place: int) -> bool:
        """Open that lane in the Lab, at the moment at which it is shown."""
        racing = self.racing
        if racing is None:
            return False
        lane = racing.lanes[place]
        method = lane.method if lane.progress is None else lane.progress.method
        return self._lab.open_search(racing.problem, method, lane.expansions)

    def close(self) -> None:
        """End every race, and wait for its threads."""
        for thread in self._threads:
            thread.cancel()
        for thread in self._threads:
            thread.close()
        self._threads.clear()

    # ---- Within -----------------------------------------------------------------------------

    def _problem(self, board: Board | None, goal: Board | None) -> Problem | None:
        """What is raced on; None, and said, where nothing is to be solved."""
        sitting = self._sitting
        if board is None:
            activity = self._present.activity
            if activity.is_aside and not isinstance(activity, Racing):
                # what is looked into is raced on
                board, goal = self._shown(), goal or activity.goal
            else:
                # what a playback has shown so far is played when it is left
                self._present.stop()
                board = sitting.board
                if board == sitting.goal:
                    board = sitting.game.present.scenario.start
        if goal is None:
            is_same = board.size == sitting.goal.size
            goal = sitting.goal if is_same else Board.solved(*board.size)
        if board == goal:
            self._present.refuse(wording.ALREADY_SOLVED)
            return None
        try:
            return Problem(board, goal)
        except UnsolvableError:
            self._present.refuse(wording.UNSOLVABLE)
        except PuzzlerError as error:
            self._present.refuse(sentence(str(error)))
        return None

    def _shown(self) -> Board:
        """The board of what is aside: of a search under the lens the one that it began with."""
        inspecting = self._lab.inspecting
        return self._present.activity.board if inspecting is None else inspecting.problem.start

    def _made(
        self, problem: Problem, methods: Sequence[Method] | None, rules: RaceRules | None
    ) -> Racing:
        last = self._last
        if methods is None and last is not None:
            methods = last.methods
        if methods is None:
            is_large = len(problem.start.tiles) > LARGEST_WITH_ASTAR
            methods = MANY_CELLS if is_large else FEW_CELLS
        racing = Racing(
            self._sitting,
            problem,
            methods,
            rules or (RaceRules() if last is None else last.rules),
            start=self._start,
            examine=self._examine,
            rate=None if last is None else last.rate,
        )
        if last is not None:
            racing.rule = last.rule
        return racing

    def _start(
        self,
        problem: Problem,
        methods: Sequence[Method],
        rules: RaceRules,
        *,
        is_paused: bool,
        rate: float | None,
    ) -> RaceWorker:
        racer = self._start_racer(
            problem,
            methods,
            rules,
            memory_bytes=self._sitting.settings.limit.memory,
            is_paused=is_paused,
            rate=rate,
            prepare=self._prepare,
        )
        self._keep(racer)
        return racer

    def _examine(self, problem: Problem, method: Method) -> InspectionWorker:
        examiner = self._start_examiner(problem, method, prepare=self._prepare)
        self._keep(examiner)
        return examiner

    def _keep(self, worker: RaceWorker | InspectionWorker) -> None:
        """Close it with the others."""
        self._threads = [*(each for each in self._threads if each.is_alive), worker]
