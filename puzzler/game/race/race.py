"""The race feature: opens races and continues with their solutions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from puzzler.board.board import Board
from puzzler.board.scenario import Problem
from puzzler.game.core.activity import ActivitySwitch, Opener
from puzzler.game.lab.lab import LAB_DEFAULT, Lab
from puzzler.game.race.racing import Racing
from puzzler.game.watch.watch import Watch
from puzzler.search.method import ENDLESS, LARGEST_WITH_ASTAR, Method
from puzzler.solver.race.job import RaceWorker, start_race

NO_SOLUTION = "This lane has no solution to play"

FEW_CELLS = (Method(*LAB_DEFAULT), Method("greedy", LAB_DEFAULT[1]))
"""The default lanes on boards that A* can solve."""
MANY_CELLS = (Method(ENDLESS), Method("beam"))
"""The default lanes on larger boards."""

StartRacer = Callable[..., RaceWorker]
"""A function like ``start_race``. It is also called with ``prepare=``."""


class Race(Opener[Racing]):
    """Opens races."""

    def __init__(
        self, context: ActivitySwitch, watch: Watch, lab: Lab, start_racer: StartRacer = start_race
    ) -> None:
        super().__init__(context, Racing)
        self._watch = watch
        self._lab = lab
        self._start = partial(start_racer, prepare=context.prepare)
        self._last: Racing | None = None

    def open(
        self,
        board: Board | None = None,
        goal: Board | None = None,
        methods: Sequence[Method] | None = None,
    ) -> bool:
        """Open a race on ``board``, by default on the shown board, see ``Lab.problem``.

        Without methods the last race is reopened with its results if the board is the same.
        Otherwise its lanes and rules are used again. The first race has two lanes that suit the
        board. Named methods get the default rules. Returns False, with a message, if there is
        nothing to solve. Raises ValueError if there are too few or too many methods.
        """
        if self.opened is not None and (board, goal, methods) == (None, None, None):
            return True
        problem = self._lab.problem(board, goal)
        if problem is None:
            return False
        racing = self._last
        if methods is not None:
            racing = self._make(problem, methods)
        elif racing is None:
            is_large = len(problem.start.tiles) > LARGEST_WITH_ASTAR
            racing = self._make(problem, MANY_CELLS if is_large else FEW_CELLS)
        elif racing.problem != problem:
            last, racing = racing, self._make(problem, racing.methods)
            racing.rules, racing.rule, racing.rate = last.rules, last.rule, last.rate
        self._last = racing
        self._context.enter(racing)
        return True

    def _make(self, problem: Problem, methods: Sequence[Method]) -> Racing:
        return Racing(self._lab.inspection, problem, methods, self._start)

    def play(self, place: int) -> bool:
        """Play the solution of a lane. Show a message and return False if it has none."""
        racing = self.opened
        race = None if racing is None else racing.state().race
        result = None if race is None else race.lanes[place].result
        if racing is None or result is None or result.length is None:
            self._context.refuse(NO_SOLUTION)
            return False
        self._watch.play_solution(racing.problem, racing.methods[place], result)
        return True

    def look_inside(self, place: int) -> bool:
        """Open a lane in the Lab at the moment that is shown."""
        racing = self.opened
        if racing is None:
            return False
        lane = racing.lanes[place]
        return self._lab.open_search(racing.problem, lane.figures.method, lane.expansions)
