"""The ghost: another solution of the same board, which advances with the player's timer."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.game.core.game import Play
from puzzler.game.core.services import Services
from puzzler.game.storage.solves import SolveHistory
from puzzler.humanize import solve_time
from puzzler.search.engine.constructive import construct

OWN_BEST = 0.0
"""The value of the setting that selects the player's fastest solve of the board."""


@dataclass(frozen=True)
class Ghost:
    """The ghost at one moment."""

    title: str
    board: Board
    position: int
    """The number of moves made so far."""
    total: int


@dataclass(frozen=True)
class _Course:
    """The moves of a ghost and the time of each in seconds, ascending."""

    title: str
    start: Board
    moves: Sequence[Move]
    times: Sequence[float]


class GhostRace:
    """Finds a ghost for each play. Its position depends only on the time of the play."""

    def __init__(self, context: Services, solves: SolveHistory) -> None:
        self._context = context
        self._solves = solves
        self._inputs: object = None  # the values on which ``_course`` depends
        self._course: _Course | None = None
        self._ghost: Ghost | None = None

    def state(self, play: Play) -> Ghost | None:
        """Return the ghost of a play; None if there is none."""
        setting = self._context.settings.ghost
        if setting is None:
            return None
        # a shortest solution that is proven before the start replaces a longer one
        changes = None if play.seconds else self._context.distances.learned
        inputs = setting, play.number, play.scenario, changes
        if inputs != self._inputs:
            self._inputs, self._ghost = inputs, None
            is_own = setting == OWN_BEST
            self._course = self._own_best(play) if is_own else self._solution(play, setting)
        course = self._course
        if course is None:
            return None
        position = bisect_right(course.times, play.seconds) if play.seconds else 0
        if self._ghost is None or self._ghost.position != position:
            board = course.start.apply_all(course.moves[:position])
            self._ghost = Ghost(course.title, board, position, len(course.moves))
        return self._ghost

    def _own_best(self, play: Play) -> _Course | None:
        solve = self._solves.fastest(play.scenario)
        if solve is None:
            return None
        return _Course(
            f"Your best: {solve_time(solve.seconds)}", solve.start, solve.moves, solve.times
        )

    def _solution(self, play: Play, speed: float) -> _Course:
        start, goal = play.scenario.start, play.scenario.goal
        shortest = self._context.distances.path(start, goal)
        moves = tuple(construct(start, goal)) if shortest is None else shortest
        title = "Row by row" if shortest is None else "Shortest solution"
        times = [number / speed for number in range(1, len(moves) + 1)]
        return _Course(title, start, moves, times)
