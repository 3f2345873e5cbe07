"""A problem for a search of the user's that runs in this process, such as in a notebook."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.path import leads
from puzzler.board.scenario import Problem
from puzzler.search.custom import problem as custom
from puzzler.search.custom.calling import caller
from puzzler.search.registry import heuristic_called


class Expanded(NamedTuple):
    """One state that a search has expanded."""

    board: Board
    parent: int | None
    """The number of the expansion that has generated it; None for the start."""
    move: Move | None
    """The move that led to it."""
    g: int


class SearchProblem(custom.RecordedProblem):
    """A start and a goal, handed to a search of yours, whose expansions are recorded.

    A search may use any of the protocols of ``custom.problem.Problem``. ``heuristic`` is a name, or
    a function of a board, and of the goal if it takes one; the search finds it at ``heuristic``
    and ``h``. ``order`` is that of the successors.

    Raises UnsolvableError where the goal cannot be reached, ValueError for an unknown name.
    """

    def __init__(
        self,
        start: Board,
        goal: Board | None = None,
        heuristic: str | Callable[..., float] = "zero",
        order: str = "UDLR",
    ) -> None:
        goal = goal or Board.solved(*start.size)
        Problem(start, goal)
        if isinstance(heuristic, str):
            tables = heuristic_called(heuristic).shared(goal)

            def values(states: Sequence[Board]) -> list[float]:
                found = tables.evaluate_each(np.array([s.tiles for s in states], np.uint8))
                tables.check()
                return [*map(int, found)]
        else:
            h, end = caller(heuristic), goal

            def values(states: Sequence[Board]) -> list[float]:
                return [h(state, end) for state in states]

        super().__init__(start, goal, order, values, "", lambda: None)

    @property
    def expansions(self) -> tuple[Expanded, ...]:
        """What was expanded so far, in order."""
        numbers = zip(*[iter(self._records)] * custom.FIELDS, strict=True)
        cells = len(self.start.tiles)
        return tuple(
            Expanded(
                Board(*self.start.size, tuple(self._tiles[number * cells : (number + 1) * cells])),
                None if parent == custom.NONE else parent,
                None if move == custom.NONE else Move(move),
                g,
            )
            for number, (parent, g, move, _) in enumerate(numbers)
        )

    def moves(self, answer: object) -> tuple[Move, ...] | None:
        """The moves that a search has returned, in any of the protocols; None for no solution.

        ValueError where they are not legal or do not lead to the goal.
        """
        numbers = custom.moves_of(answer, self.start)
        if numbers is None:
            return None
        moves = tuple(map(Move, numbers))
        start, goal = (Board(*each.size, each.tiles) for each in (self.start, self.goal))
        if not leads(start, moves, goal):
            raise ValueError(f"{len(moves)} moves that do not lead from {start} to {goal}")
        return moves
