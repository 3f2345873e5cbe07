"""Inspection of best-first and bidirectional searches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from typing_extensions import override

from puzzler.board.board import Board
from puzzler.search.inspection.inspector import Measure, quotient
from puzzler.search.inspection.nodes import NodesReader
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
PATIENCE = 100_000
"""Nodes of a frontier that are looked at, some milliseconds, for those that are not duplicates."""
BOTH_SIDES_READ = 30_000
"""Nodes that are looked at for both sides: there are many of one side in a row."""


class BestFirstReader(NodesReader):
    """Reads a best-first search."""

    @property
    def _rank(self) -> str:
        """What states are taken by."""
        return "f" if self.stepping.weighing.g_weight else "h"

    @override
    def last_expanded(self) -> int:
        return self.link(self.last_row()[0])[kernel.PARENT]

    @override
    def successors(self, number: int, node: Node) -> tuple[Successor, ...]:
        stepping, (first, last) = self.stepping, self.last_row()
        known = np.empty((last - first, 2), np.int64)
        taken = kernel.NONE
        if stepping.is_solved:
            taken = int(stepping.counters[kernel.CURRENT])
        inspection.look_back(stepping.space, stepping.nodes, self.room, first, last, taken, known)
        return tuple(
            judged(self.read(node), self.task.problem.goal, *earlier)
            for node, earlier in zip(range(first, last), known.tolist(), strict=True)
        )

    @override
    def view(self, top: int) -> View:
        ties = self.task.ties or Ties.LIFO
        rule = Rule((f"lowest {self._rank}", *RULES[ties]))
        return View(self._frontier(top), rule, self._histogram())

    def _frontier(self, top: int) -> tuple[FrontierNode, ...]:
        nodes = [self.read(node) for node in self._next_ids(2 * top).tolist()]
        taken = without_repeats(nodes)[:top]
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
            PATIENCE,
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
        self.before()

    @override
    def before(self) -> None:
        self._shortest = int(self._meeting[bidirectional.LENGTH])

    @override
    def measure(self, node: Node) -> Measure:
        return self._backward if node.side else super().measure(node)

    @override
    def successors(self, number: int, node: Node) -> tuple[Successor, ...]:
        first, last = self.last_row()
        met = np.empty(last - first, np.int64)
        inspection.meetings(self.stepping.nodes, first, last, met)
        shortest = self._shortest
        found = []
        for successor, other in zip(super().successors(number, node), met.tolist(), strict=True):
            length = successor.node.g + other
            if other != kernel.NONE and length < shortest:
                shortest = length
                why = f"met the other side, g {other}: {length} moves in all"
                found.append(replace(successor, outcome=SuccessorOutcome.MEETING, why=why))
            else:
                found.append(successor)
        return tuple(found)

    @override
    def view(self, top: int) -> View:
        ids = self._next_ids(BOTH_SIDES_READ)
        sides = self.stepping.nodes.states[ids, -1]
        half = -(-top // 2)
        # some that are found will turn out to be duplicates by the time that they are taken
        wanted = np.sort(
            np.concatenate([np.flatnonzero(sides == side)[: 2 * half] for side in (0, 1)])
        )
        left, last = [half, half], -1.0
        waiting: list[FrontierNode] = []
        for node in without_repeats([self.read(number) for number in ids[wanted].tolist()]):
            if left[node.side]:
                left[node.side] -= 1
                rank = max(node.f, 2 * node.g)
                is_tied, last = rank == last, rank
                waiting.append(FrontierNode(node, "same priority, newest" if is_tied else ""))
        rule = Rule(("lowest max(f, 2g) (MM)", "newest"))
        return View(tuple(waiting), rule, self._histogram())


def judged(node: Node, goal: Board, expanded: int, generated: int) -> Successor:
    """What becomes of a successor by the least g with which its state is known, or NONE.

    ``expanded`` and ``generated`` are those before this expansion.
    """
    why = ""
    if generated != kernel.NONE:
        why = f"in the frontier with g {generated}"
        if generated == expanded:
            why = f"expanded before with g {expanded}"
        if generated <= node.g:
            return Successor(node, SuccessorOutcome.DUPLICATE, why)
    if node.board == goal:
        return Successor(node, SuccessorOutcome.GOAL, why)
    if expanded != kernel.NONE:
        return Successor(node, SuccessorOutcome.REOPENED, f"expanded before with g {expanded}")
    return Successor(node, SuccessorOutcome.NEW, why)


def without_repeats(nodes: Sequence[Node]) -> list[Node]:
    """Those that are not duplicates by the time that their turn comes, all before them taken."""
    least: dict[tuple[Board, int], int] = {}
    kept = []
    for node in nodes:
        key = node.board, node.side
        if least.get(key, node.g + 1) > node.g:
            least[key] = node.g
            kept.append(node)
    return kept
