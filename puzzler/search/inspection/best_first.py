"""Inspection of best-first and bidirectional searches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from typing_extensions import override

from puzzler.board.move import Move
from puzzler.search.engine.best_first import BestFirst
from puzzler.search.inspection.inspector import Measure, quotient
from puzzler.search.inspection.nodes import NodesReader, successors_of
from puzzler.search.inspection.values import (
    FrontierNode,
    Node,
    Rule,
    Successor,
    SuccessorOutcome,
    View,
)
from puzzler.search.kernels import best_first as kernel
from puzzler.search.kernels import bidirectional, inspection
from puzzler.search.options import Ties

if TYPE_CHECKING:
    from puzzler.search.algorithms.bidirectional import Bidirectional

RULES = {
    Ties.LIFO: ("newest",),
    Ties.FIFO: ("oldest",),
    Ties.HIGH_G: ("larger g", "newest"),
    Ties.LOW_G: ("smaller g", "newest"),
}
"""What decides among equal f, and then among equal g."""
BOTH_SIDES_READ = 30_000
"""Nodes that are looked at for both sides: there are many of one side in a row."""


class BestFirstReader(NodesReader):
    """Reads a best-first search."""

    def __init__(self, stepping: BestFirst) -> None:
        super().__init__(stepping)
        self._known = np.full((len(Move), 3), kernel.NONE, np.int64)

    @property
    def _rank(self) -> str:
        """What states are taken by."""
        return "f" if self.stepping.weighing.g_weight else "h"

    @override
    def before(self) -> None:
        stepping = self.stepping
        for node in self._next_ids(1).tolist():
            inspection.known_successors(
                stepping.space, stepping.nodes, self.room, node, self._known
            )

    @override
    def successors(self, number: int, node: Node) -> Iterator[Successor]:
        tables = self.measure(node).tables
        for move, board in successors_of(node, self.task.moves):
            child = self._unpacking.weighed(
                board, move, node.g + 1, tables.evaluate(board), node.side
            )
            yield self.judged(child, *self._known[move].tolist())

    def judged(self, node: Node, g: int, index: int, _: int) -> Successor:
        """What becomes of a successor by what was known of its state: see ``known_successors``."""
        is_goal = node.board == self.task.problem.goal
        keeps_first = self.stepping.weighing.g_weight == 0
        return judged(node, g, index, is_goal=is_goal, keeps_first=keeps_first)

    @override
    def view(self, top: int) -> View:
        ties = self.task.ties or Ties.LIFO
        rule = Rule((f"lowest {self._rank}", *RULES[ties]))
        return View(self._frontier(top), rule, self._histogram())

    def _frontier(self, top: int) -> tuple[FrontierNode, ...]:
        taken = [self.read(node) for node in self._next_ids(top).tolist()]
        return tuple(
            FrontierNode(node, self._tie(taken[place - 1], node) if place else "")
            for place, node in enumerate(taken)
        )

    def _tie(self, before: Node, node: Node) -> str:
        if before.f != node.f:
            return ""
        first, *rest = RULES[self.task.ties or Ties.LIFO]
        if rest and before.g == node.g:
            return f"same {self._rank} and g, {rest[0]}"
        return f"same {self._rank}, {first}"

    def _next_ids(self, most: int) -> NDArray[np.int32]:
        stepping = self.stepping
        found = np.empty(most, np.int32)
        first = int(stepping.counters[kernel.LOWEST_F])
        count = inspection.next_nodes(
            stepping.nodes,
            stepping.weighing,
            stepping.ties,
            first,
            int(stepping.counters[kernel.DEEPEST]),
            found,
        )
        return found[:count]

    def _histogram(self) -> tuple[tuple[float, int], ...]:
        g_weight = self.stepping.weighing.g_weight
        counts = self.stepping.nodes.heads[:, kernel.COUNT]
        return tuple(
            (quotient(f, g_weight), int(counts[f])) for f in np.flatnonzero(counts).tolist()
        )


class BidirectionalReader(BestFirstReader):
    """Reads a bidirectional search: both sides, and where they meet."""

    is_sided = True

    def __init__(self, stepping: Bidirectional) -> None:
        super().__init__(stepping)
        self._meeting = stepping.meeting
        start = self.task.problem.start
        self._backward = Measure(stepping.backward_heuristic, stepping.backward, start)
        self._shortest = bidirectional.NOT_MET

    @override
    def before(self) -> None:
        super().before()
        self._shortest = int(self._meeting[bidirectional.LENGTH])

    @override
    def measure(self, node: Node) -> Measure:
        return self._backward if node.side else super().measure(node)

    @override
    def judged(self, node: Node, g: int, index: int, other_g: int) -> Successor:
        length = node.g + other_g
        is_goal = other_g != kernel.NONE and length < self._shortest
        found = judged(node, g, index, is_goal=is_goal)
        if found.outcome is not SuccessorOutcome.GOAL:
            return found
        self._shortest = length
        why = f"met the other side, g {other_g}: {length} moves in all"
        return replace(found, outcome=SuccessorOutcome.MEETING, why=why)

    @override
    def view(self, top: int) -> View:
        ids = self._next_ids(BOTH_SIDES_READ)
        sides = self.stepping.nodes.states[ids, -1]
        half = -(-top // 2)
        wanted = np.sort(np.concatenate([np.flatnonzero(sides == side)[:half] for side in (0, 1)]))
        last = -1.0
        waiting: list[FrontierNode] = []
        for node in map(self.read, ids[wanted].tolist()):
            rank = max(node.f, 2 * node.g)
            is_tied, last = rank == last, rank
            waiting.append(FrontierNode(node, "same priority, newest" if is_tied else ""))
        rule = Rule(("lowest max(f, 2g) (MM)", "newest"))
        return View(tuple(waiting), rule, self._histogram())


def judged(
    node: Node, g: int, index: int, *, is_goal: bool, keeps_first: bool = False
) -> Successor:
    """What becomes of a successor by the g with which its state is known, or NONE.

    index: of the expansion of that state, NONE where it waits. keeps_first: any other path is a
    duplicate, however short.
    """
    is_known, was_expanded = g != kernel.NONE, index != kernel.NONE
    why = f"in the frontier with g {g}" if is_known else ""
    if was_expanded:
        why = f"expanded before with g {g}"
    if is_known and (keeps_first or g <= node.g):
        return Successor(node, SuccessorOutcome.DUPLICATE, why)
    if is_goal:
        return Successor(node, SuccessorOutcome.GOAL, why)
    return Successor(node, SuccessorOutcome.REOPENED if was_expanded else SuccessorOutcome.NEW, why)
