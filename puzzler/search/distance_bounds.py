"""Proven bounds on the distances of boards to one goal.

A move changes the distance by exactly one. The bounds of a board, widened by one, therefore also
hold for its neighbours. All solutions of a board have the same parity, so that a bound of the other
parity can be increased by one.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Iterable
from copy import copy
from typing import Self

from puzzler.board.board import Board

Bounds = tuple[int, int | None]
"""Lower and upper bound of a distance; the upper bound is None if it is unknown."""
UNKNOWN = -1
"""An unknown upper bound in arrays."""
WORK = 4096
"""Boards between two calls of ``on_work``: some milliseconds."""


def tighten(bounds: Bounds, at_least: int, at_most: int | None, parity: int) -> Bounds:
    """Combine two pairs of bounds on the same distance, which has the given parity."""
    low, high = max(bounds[0], at_least), bounds[1]
    if at_most is not None:
        at_most -= (at_most + parity) % 2
        high = at_most if high is None else min(high, at_most)
    return low + (low + parity) % 2, high


class DistanceBounds:
    """Bounds for the boards that were added; a change spreads to their neighbours."""

    def __init__(self, goal: Board, *, on_work: Callable[[], object] = lambda: None) -> None:
        """on_work: called from time to time during long work, which it may end with an error."""
        self.goal = goal
        self.numbers: dict[Board, int] = {}
        """The index of each board in ``at_least`` and ``at_most``."""
        self.at_least, self.at_most = array("i"), array("i")
        self.changes = 0
        """Number of times that the bounds of a board became closer."""
        self.proven_count = 0
        """Number of boards with a proven distance."""
        self._neighbours: list[list[int]] = []
        self._on_work = on_work

    def copy(self) -> Self:
        """Return a copy that does not change. It shares the boards: add no more of them."""
        result = copy(self)
        result.at_least, result.at_most = self.at_least[:], self.at_most[:]
        return result

    def add(self, board: Board, *, reach: int | None = None) -> None:
        """Connect a board with its neighbours and spread their bounds. reach: see ``learn``."""
        if board in self.numbers:
            return
        neighbours = self._neighbours_of(board)
        bounds = self._implied(board, neighbours)
        number = self._append(board)
        for each in neighbours:
            self._connect(number, each)
        self.learn(board, *bounds, reach=reach)

    def add_path(self, boards: Iterable[Board]) -> array[int]:
        """Add the boards of a play and return their numbers.

        A board is connected only with those before and after it, because to look for other
        neighbours takes longer than to follow a long play.
        """
        states = array("i")
        for place, board in enumerate(boards):
            if place and not place % WORK:
                self._on_work()
            number = self.numbers.get(board)
            if number is None:
                number = self._append(board)
            if states and states[-1] not in self._neighbours[number]:
                self._connect(states[-1], number)
            states.append(number)
        return states

    def bounds(self, board: Board) -> Bounds:
        """Return the bounds of a board. The bounds of a new board follow from its neighbours."""
        number = self.numbers.get(board)
        return self._implied(board, self._neighbours_of(board)) if number is None else self[number]

    def __getitem__(self, number: int) -> Bounds:
        at_most = self.at_most[number]
        return self.at_least[number], None if at_most == UNKNOWN else at_most

    def learn(
        self, board: Board, at_least: int, at_most: int | None = None, *, reach: int | None = None
    ) -> None:
        """Tighten the bounds of a board and of all boards for which something follows from it.

        reach: the largest number of moves from ``board`` to the others; default: unlimited.
        Bounds of a board that was not added are ignored.
        """
        number = self.numbers.get(board)
        if number is None:
            return
        waiting = deque([(number, at_least, at_most, 0)])
        while waiting:
            number, at_least, at_most, steps = waiting.popleft()
            before = self[number]
            low, high = tighten(before, at_least, at_most, before[0] % 2)
            if (low, high) == before:
                continue
            self.at_least[number], self.at_most[number] = low, UNKNOWN if high is None else high
            self.proven_count += low == high
            self.changes += 1
            if not self.changes % WORK:
                self._on_work()
            if steps != reach:
                further = None if high is None else high + 1
                waiting += [
                    (each, low - 1, further, steps + 1) for each in self._neighbours[number]
                ]

    def _append(self, board: Board) -> int:
        number = self.numbers[board] = len(self.numbers)
        self.at_least.append(self._parity(board))
        self.at_most.append(UNKNOWN)
        self._neighbours.append([])
        return number

    def _connect(self, first: int, second: int) -> None:
        self._neighbours[first].append(second)
        self._neighbours[second].append(first)

    def _neighbours_of(self, board: Board) -> list[int]:
        found = map(self.numbers.get, map(board.apply, board.legal_moves()))
        return [number for number in found if number is not None]

    def _implied(self, board: Board, neighbours: Iterable[int]) -> Bounds:
        parity = self._parity(board)
        bounds: Bounds = parity, None
        for low, high in map(self.__getitem__, neighbours):
            bounds = tighten(bounds, low - 1, None if high is None else high + 1, parity)
        return bounds

    def _parity(self, board: Board) -> int:
        """The parity of the distance: that of the blank's taxicab distance."""
        row, column = divmod(board.blank, board.columns)
        goal_row, goal_column = divmod(self.goal.blank, board.columns)
        return (row + column + goal_row + goal_column) % 2
