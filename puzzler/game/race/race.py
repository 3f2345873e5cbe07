"""Races: searches against each other on one board, opened beside the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from puzzler.board.board import Board
from puzzler.board.scenario import Problem
from puzzler.game.core.activity import ActivitySwitch, Opener
from puzzler.game.lab.lab import TAUGHT, Lab
from puzzler.game.race.racing import Racing
from puzzler.game.watch.watch import Watch
from puzzler.search.method import ENDLESS, LARGEST_WITH_ASTAR, Method
from puzzler.solver.race.job import RaceWorker, start_race
from puzzler.solver.race.race_rules import RaceRules

NO_ANSWER_TO_PLAY = "This lane has no solution to play"

FEW_CELLS = (Method(*TAUGHT), Method("greedy", TAUGHT[1]))
"""The default lanes on boards that A* can solve."""
MANY_CELLS = (Method(ENDLESS), Method("beam"))
"""The same on larger boards."""

StartRacer = Callable[..., RaceWorker]
"""``start_race``, called as ``Racing`` does, and with ``prepare=``."""


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
        rules: RaceRules | None = None,
    ) -> bool:
        """Have a race ready on ``board``; by default on what is shown, see ``Lab.problem``.

        Lanes and rules are those of the last race, at first two that suit the board; lanes that are
        named come with the usual rules. Where the last
        race was on this very board, and nothing else is named, it is there again as it was left.
        False, and said, where nothing is to be solved. ValueError where there are too few or too
        many methods.
        """
        if self.opened is not None and (board, goal, methods, rules) == (None, None, None, None):
            return True
        problem = self._lab.problem(board, goal)
        if problem is None:
            return False
        racing = self._last
        if racing is None or racing.problem != problem or (methods, rules) != (None, None):
            racing = self._made(problem, methods, rules)
        self._last = racing
        self._context.enter(racing)
        return True

    def play(self, place: int) -> bool:
        """Play the answer of that lane on the board; False, and said, where it has none."""
        racing = self.opened
        race = None if racing is None else racing.state().race
        result = None if race is None else race.lanes[place].result
        if racing is None or result is None or result.length is None:
            self._context.refuse(NO_ANSWER_TO_PLAY)
            return False
        self._watch.play_solution(racing.problem, racing.methods[place], result)
        return True

    def look_inside(self, place: int) -> bool:
        """Open that lane in the Lab, at the moment at which it is shown."""
        racing = self.opened
        if racing is None:
            return False
        lane = racing.lanes[place]
        return self._lab.open_search(racing.problem, lane.figures.method, lane.expansions)

    def _made(
        self, problem: Problem, methods: Sequence[Method] | None, rules: RaceRules | None
    ) -> Racing:
        last, is_named = self._last, methods is not None
        if methods is None:
            is_large = len(problem.start.tiles) > LARGEST_WITH_ASTAR
            methods = MANY_CELLS if is_large else FEW_CELLS
            methods = methods if last is None else last.methods
        if rules is None:  # those of another race are for its lanes
            rules = RaceRules() if last is None or is_named else last.rules
        racing = Racing(self._lab.inspection, problem, methods, rules, self._start)
        if last is not None and not is_named:
            racing.rule, racing.rate = last.rule, last.rate
        return racing
