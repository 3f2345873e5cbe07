"""A problem for a user's search that runs in this process, for example in a notebook."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.path import is_path
from puzzler.board.scenario import Problem
from puzzler.search.custom import problem as custom
from puzzler.search.custom.calling import caller
from puzzler.search.registry import heuristic_called


class Expanded(NamedTuple):
    """A state that a search has expanded."""

    board: Board
    parent: int | None
    """The index of the expansion that generated it, or None for the start."""
    move: Move | None
    """The move that led to it, or None for the start."""
    g: int


class SearchProblem(custom.RecordedProblem):
    """A problem for your own search function. It records the expansions of the search.

    A search can use any of the protocols of ``custom.problem.Problem``. It can call the heuristic
    as ``heuristic`` or ``h``.

    heuristic: a name, or a function of a board and, if it takes two arguments, of the goal. order:
    the order of the successors. Raises UnsolvableError if the goal cannot be reached, and
    ValueError if the name is unknown.

    >>> problem = SearchProblem(Board.parse("1 2/0 3"))
    >>> problem.is_goal(problem.start), len(problem.successors(problem.start))
    (False, 2)
    >>> len(problem.expansions)
    1
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
        """The states expanded so far, in order."""
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
        """Convert the answer of a search, in any of the protocols, to moves. None: no solution.

        Raises ValueError if the moves are illegal or do not lead to the goal.
        """
        numbers = custom.moves_of(answer, self.start)
        if numbers is None:
            return None
        moves = tuple(map(Move, numbers))
        start, goal = (Board(*each.size, tuple(each.tiles)) for each in (self.start, self.goal))
        if not is_path(start, moves, goal):
            raise ValueError(f"the {len(moves)} moves do not lead from {start} to {goal}")
        return moves
