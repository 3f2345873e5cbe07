"""Races: searches against each other on one board, opened beside the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from puzzler.board.board import Board
from puzzler.board.scenario import Problem
from puzzler.game.lab.lab import Lab
from puzzler.game.play import messages as play_messages
from puzzler.game.play.context import Context
from puzzler.game.race.racing import Racing
from puzzler.game.race.state import NO_ANSWER_TO_PLAY, RACE_WHILE_SEARCHING
from puzzler.game.watch.watch import Watch
from puzzler.search.method import ENDLESS, LARGEST_WITH_ASTAR, Method
from puzzler.solver.race.job import RaceWorker, start_race
from puzzler.solver.race.values import RaceRules

FEW_CELLS = (Method("astar", "manhattan"), Method("greedy", "manhattan"))
"""The default lanes on boards that A* can solve."""
MANY_CELLS = (Method(ENDLESS), Method("beam"))
"""The same on larger boards."""


StartRacer = Callable[..., RaceWorker]
"""``start_race``, called as ``Race._start`` does."""


class Race:
    """Opens races; the game waits as it is, ``session.stop`` goes back to it."""

    def __init__(
        self,
        context: Context,
        watch: Watch,
        lab: Lab,
        prepare: Callable[[], object],
        start_racer: StartRacer = start_race,
    ) -> None:
        """``prepare`` is called in every thread before all else."""
        self._context = context
        self._watch = watch
        self._lab = lab
        self._prepare = prepare
        self._start_racer = start_racer
        self._racers: list[RaceWorker] = []
        self._last: Racing | None = None

    @property
    def racing(self) -> Racing | None:
        """The race, where one is open."""
        activity = self._context.activity
        return activity if isinstance(activity, Racing) else None

    @property
    def current(self) -> Racing:
        """The same; RuntimeError where none is."""
        return self._context.current(Racing)

    @property
    def can_open(self) -> bool:
        """``open`` would open something."""
        return self._context.can_search

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
        if self._context.refuses_while_searching(RACE_WHILE_SEARCHING):
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
        self._context.enter(racing)
        return True

    def play(self, place: int) -> bool:
        """Play the answer of that lane on the board; False, and said, where it has none."""
        racing = self.racing
        result = racing.results[place] if racing is not None and racing.results else None
        if racing is None or result is None or result.length is None:
            self._context.refuse(NO_ANSWER_TO_PLAY)
            return False
        self._watch.play_solution(racing.problem, racing.methods[place], result)
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
        for racer in self._racers:
            racer.cancel()
        for racer in self._racers:
            racer.close()
        self._racers.clear()

    # ---- Within -----------------------------------------------------------------------------

    def _problem(self, board: Board | None, goal: Board | None) -> Problem | None:
        context = self._context
        if board is None:
            activity = self._context.activity
            if activity.is_aside and not isinstance(activity, Racing):
                # what is looked into is raced on
                board, goal = self._shown(), goal or activity.goal
            else:
                # what a playback has shown so far is played when it is left
                self._context.stop()
                board = context.board
                if board == context.goal:
                    board = context.game.present.scenario.start
        if goal is None:
            is_same = board.size == context.goal.size
            goal = context.goal if is_same else Board.solved(*board.size)
        if board == goal:
            self._context.refuse(play_messages.ALREADY_SOLVED)
            return None
        return context.problem(board, goal)

    def _shown(self) -> Board:
        """The board that is shown; where a search is inspected, its start."""
        inspecting = self._lab.inspecting
        return self._context.activity.board if inspecting is None else inspecting.problem.start

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
            self._context,
            problem,
            methods,
            rules or (RaceRules() if last is None else last.rules),
            start=self._start,
            examine=self._lab.examine,
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
            memory_bytes=self._context.settings.limit.memory,
            is_paused=is_paused,
            rate=rate,
            prepare=self._prepare,
        )
        self._racers = [*(each for each in self._racers if each.is_alive), racer]
        return racer
