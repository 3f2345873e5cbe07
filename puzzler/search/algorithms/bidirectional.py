"""Bidirectional search that meets in the middle: MM (Holte, Felner, Sharon and Sturtevant 2016).

The backward search estimates the distance to the start with the same heuristic, with the start as
the goal. If that heuristic has walking distances or pattern databases, the backward search uses
linear conflicts instead, because such tables would have to be built for every start.
"""

from __future__ import annotations

import numpy as np

from puzzler.board.move import Move
from puzzler.search.engine.algorithm import Algorithm, Event, Pseudocode
from puzzler.search.engine.best_first import BestFirst
from puzzler.search.engine.stepping import Storage, Task
from puzzler.search.heuristics import linear_conflict
from puzzler.search.kernels import bidirectional as kernel
from puzzler.search.kernels import nodes
from puzzler.search.packing import make_space, pack


class Bidirectional(BestFirst):
    """A bidirectional search in progress. States of the two directions are stored as different."""

    reader = "best_first.BidirectionalReader"
    can_restart = False

    def __init__(self, task: Task) -> None:
        # in the backward direction the kernel supports only sums and linear conflicts
        has_more = task.tables.has_more
        self.backward_heuristic = linear_conflict.HEURISTIC if has_more else task.heuristic
        self.backward = self.backward_heuristic.build(task.problem.start)
        self.meeting = np.full(kernel.MEETING_FIELDS, kernel.NO_MEETING, np.int64)
        """The shortest path found so far: its length and the node where each direction ends."""
        space = make_space(*task.problem.start.size)
        # an additional word stores the direction, as if it were one more cell
        sided = space._replace(
            words=np.append(space.words, space.words[-1] + 1), shifts=np.append(space.shifts, 0)
        )
        largest_h = max(task.tables.largest, self.backward.largest)
        super().__init__(task, 1, 1, largest_h=largest_h, space=sided)

    def _begin(self) -> None:
        problem = self.task.problem
        self._back_weighing = self.weighing._replace(distance=self.backward.distance)
        sides = [(problem.start, self.task.tables), (problem.goal, self.backward)]
        for side, (board, tables) in enumerate(sides):
            self.nodes.states[side] = pack(self.space, board)[0]
            self.nodes.states[side, -1] = side
            h = tables.evaluate(board)
            nodes.add_root(self.nodes, self.counters, self.weighing, board.blank, h)
        # each move changes the colour of the blank's cell, so all solutions have the same parity
        colours = [sum(divmod(board.blank, board.columns)) for board, _ in sides]
        self._parity = sum(colours) % 2 if self.task.bound_factor == 1 else -1
        if problem.start == problem.goal:
            self.meeting[:] = 0, 0, 1

    def _expand(self, budget: int) -> int:
        data = self.space, self.nodes, self.weighing, self._back_weighing
        rests, meeting = (self._rest, self.backward.rest), (self.meeting, self._parity)
        order, counters = self._order, self.counters
        return kernel.expand(*data, *rests, order, counters, *meeting, budget, *self._limits())

    def solution(self) -> tuple[Move, ...] | None:
        if not self.is_solved:
            return None
        there = self._moves_to(int(self.meeting[kernel.FORWARD]))
        back = self._moves_to(int(self.meeting[kernel.BACKWARD]))
        return (*there, *(move.inverse for move in reversed(back)))

    def meeting_length(self) -> int | None:
        length = int(self.meeting[kernel.LENGTH])
        return length if length < kernel.NO_MEETING else None


CODE = Pseudocode(
    {
        "start": "put start, then goal into frontier; U = infinity",
        "loop": "while U > the bound by the smallest rank in frontier:",
        "take": "    take n, the node with the smallest rank, from frontier",
        "close": "    put n into closed",
        "each": "    for each successor s of n except its parent, in order:",
        "known": "        if s is in frontier or closed on n's side with no larger g:",
        "discard": "            discard s",
        "else": "        else:",
        "new": "            put s into frontier, in place of an older s",
        "met": "            if the other side has reached s, with g', and g(s) + g' < U:",
        "best": "                U = g(s) + g'",
        "found": "return the path of U moves",
    },
    {
        Event.START: ("start",),
        Event.TAKE: ("loop", "take"),
        Event.EXPAND: ("close",),
        Event.GENERATE: ("each",),
        Event.DUPLICATE: ("known", "discard"),
        Event.NEW: ("known", "new", "met"),
        Event.MEET: ("best",),
        Event.FOUND: ("loop", "found"),
    },
)

ALGORITHM = Algorithm(
    name="bidirectional",
    title="Bidirectional",
    summary="searches from the start and from the goal; optimal if h is admissible",
    rank=60,
    make=Bidirectional,
    evaluation="priority",
    takes_smallest_f=True,
    keeps=Storage.BOTH_SIDES,
    figures=("frontier", "bound", "depth", "best_h"),
    bound_name="Lowest priority",
    bound_meaning="No state has a lower max(f, 2g). It rises when a larger one is selected.",
    codes=(CODE,),
)
