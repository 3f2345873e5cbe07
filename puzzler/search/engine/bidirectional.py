"""Bidirectional search that meets in the middle: MM (Holte, Felner, Sharon and Sturtevant 2016).

The backward side estimates the distance to the start by the same heuristic with the start as its
goal. Tables of walking distances and of patterns would have to be built anew for every start; there
the backward side uses linear conflict instead.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.engine.best_first import BestFirst
from puzzler.search.engine.task import Task
from puzzler.search.heuristics import linear_conflict
from puzzler.search.heuristics.heuristic import Heuristic, Tables
from puzzler.search.kernels import best_first
from puzzler.search.kernels import bidirectional as kernel
from puzzler.search.kernels.space import Space
from puzzler.search.packing import make_space, pack, unpack


class Bidirectional(BestFirst):
    """A bidirectional search in progress; see ``stepping.Stepping``.

    It is a best-first search whose states are told apart by the end that they were reached from.
    """

    def __init__(self, task: Task) -> None:
        self._backward = _backward_heuristic(task).build(task.problem.start)
        self._meeting = np.full(kernel.MEETING_FIELDS, kernel.NOT_MET, np.int64)
        super().__init__(task, 1, 1, largest_h=max(task.tables.largest, self._backward.largest))

    def _make_space(self) -> Space:
        """The geometry, and one more cell in a word of its own: the end of the search."""
        space = make_space(*self._task.problem.start.size)
        return space._replace(
            words=np.append(space.words, space.words[-1] + 1), shifts=np.append(space.shifts, 0)
        )

    def _begin(self) -> None:
        problem = self._task.problem
        self._back_weighing = self._weighing._replace(distance=self._backward.distance)
        ends = [(problem.start, self._task.tables), (problem.goal, self._backward)]
        for end, (board, tables) in enumerate(ends):
            self._nodes.states[end] = pack(self._space, board)[0]
            self._nodes.states[end, -1] = end
            kernel.add_root(self._nodes, self._counters, board.blank, tables.evaluate(board))
        # each move takes the blank to a cell of the other colour: all answers are even, or all odd
        colours = [sum(divmod(board.blank, board.columns)) for board, _ in ends]
        self._parity = sum(colours) % 2 if self._task.bound_factor == 1 else -1
        if problem.start == problem.goal:
            self._meeting[:] = 0, 0, 1

    def _expand(self, budget: int) -> int:
        return kernel.expand(
            self._space,
            self._nodes,
            self._weighing,
            self._back_weighing,
            self._rest,
            self._backward.rest,
            self._order,
            self._counters,
            self._meeting,
            self._parity,
            budget,
            *self._limits(),
        )

    def current(self) -> Board:
        """The state expanded last, from either end."""
        start = self._task.problem.start
        space = make_space(*start.size)
        words = self._nodes.states[int(self._counters[best_first.CURRENT])]
        return unpack(space, words, start.rows, start.columns)

    def answer(self) -> tuple[Move, ...] | None:
        """The moves from start to goal; None until they are found."""
        if not self._is_solved:
            return None
        there = self._moves_to(int(self._meeting[kernel.FORWARD]))
        back = self._moves_to(int(self._meeting[kernel.BACKWARD]))
        return (*there, *(move.inverse for move in reversed(back)))

    # -- for those who look into it, and change nothing ---------------------------------------

    @property
    def meeting(self) -> NDArray[np.int64]:
        """The best meeting so far: its length, and the node of each direction."""
        return self._meeting

    @property
    def backward(self) -> tuple[Heuristic, Tables]:
        """What guides the backward side."""
        return _backward_heuristic(self._task), self._backward


def _backward_heuristic(task: Task) -> Heuristic:
    tables = task.tables
    if tables.walking or tables.patterns or tables.ranked or tables.pairs:
        return linear_conflict.HEURISTIC
    return task.heuristic
