"""Inspection of best-first and bidirectional searches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from typing_extensions import override

from puzzler.board.board import Board
from puzzler.search.engine.best_first import BestFirst
from puzzler.search.inspection.nodes import NodeReader
from puzzler.search.inspection.reading import Measure, Reader, Seen, quotient, rule_of
from puzzler.search.inspection.values import (
    Expansion,
    FrontierNode,
    Node,
    Successor,
    SuccessorOutcome,
    View,
)
from puzzler.search.kernels import best_first as kernel
from puzzler.search.kernels import bidirectional, inspection
from puzzler.search.options import Ties

if TYPE_CHECKING:
    from puzzler.search.algorithms.bidirectional import Bidirectional

RULES = {ties: (ties.words,) for ties in (Ties.LIFO, Ties.FIFO)} | {
    ties: (ties.words, Ties.LIFO.words) for ties in (Ties.HIGH_G, Ties.LOW_G)
}
"""What decides among equal f, and then among equal g."""
PATIENCE = 100_000
"""Nodes of a frontier that are looked at, some milliseconds, for those that are not duplicates."""
BOTH_SIDES_READ = 30_000
"""Nodes that are looked at for both sides: there are many of one side in a row."""


class BestFirstReader(Reader):
    """Reads a best-first search. Its nodes remember everything."""

    def __init__(self, stepping: BestFirst, *, is_sided: bool = False) -> None:
        super().__init__(stepping)
        self._stepping = stepping
        self._nodes = NodeReader(stepping, is_sided=is_sided)

    @override
    def after(self) -> Seen:
        nodes = self._nodes
        first, last = nodes.last_row()
        node = nodes.link(first)[kernel.PARENT]
        parent = nodes.link(node)[kernel.PARENT]
        expansion = Expansion(
            self._stepping.expanded - 1,
            nodes.read(node),
            None if parent == kernel.NONE else nodes.board(parent),
            nodes.index_of(node),
            self._successors(first, last),
        )
        return Seen(expansion, partial(nodes.path, node), self._measure(expansion.node))

    def _measure(self, node: Node) -> Measure:
        return Measure.of(self.task)

    def _successors(self, first: int, last: int) -> tuple[Successor, ...]:
        stepping = self._stepping
        known = np.empty((last - first, 2), np.int64)
        taken = kernel.NONE
        if stepping.is_solved:
            taken = int(stepping.counters[kernel.CURRENT])
        inspection.look_back(
            stepping.space, stepping.nodes, self._nodes.room, first, last, taken, known
        )
        return tuple(
            judged(self._nodes.read(node), self.task.problem.goal, *earlier)
            for node, earlier in zip(range(first, last), known.tolist(), strict=True)
        )

    @override
    def view(self, top: int) -> View:
        ties = self.task.ties or Ties.LIFO
        rule = rule_of("smallest f", *RULES[ties])
        return View(self._frontier(top), rule, self._histogram())

    def _frontier(self, top: int) -> tuple[FrontierNode, ...]:
        nodes = [self._nodes.read(node) for node in self._next_ids(2 * top).tolist()]
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
            return f"same f and g, {rest[0]}"
        return f"same f, {first}"

    def _next_ids(self, most: int) -> NDArray[np.int32]:
        stepping = self._stepping
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
        g_weight = self._stepping.weighing.g_weight
        counts = self._stepping.nodes.heads[:, kernel.COUNT]
        return tuple(
            (quotient(f, g_weight), int(counts[f])) for f in np.flatnonzero(counts).tolist()
        )


class BidirectionalReader(BestFirstReader):
    """Reads a bidirectional search: both sides, and where they meet."""

    def __init__(self, stepping: Bidirectional) -> None:
        super().__init__(stepping, is_sided=True)
        self._meeting = stepping.meeting
        start = self.task.problem.start
        self._backward = Measure(stepping.backward_heuristic, stepping.backward, start)
        self.before()

    @override
    def before(self) -> None:
        self._shortest = int(self._meeting[bidirectional.LENGTH])

    @override
    def _measure(self, node: Node) -> Measure:
        return self._backward if node.side else super()._measure(node)

    @override
    def _successors(self, first: int, last: int) -> tuple[Successor, ...]:
        met = np.empty(last - first, np.int64)
        inspection.meetings(self._stepping.nodes, first, last, met)
        shortest = self._shortest
        found = []
        for successor, other in zip(super()._successors(first, last), met.tolist(), strict=True):
            length = successor.node.g + other
            if other != kernel.NONE and length < shortest:
                shortest = length
                why = f"the other side was here with g {other}: {length} moves in all"
                found.append(replace(successor, outcome=SuccessorOutcome.GOAL, why=why))
            else:
                found.append(successor)
        return tuple(found)

    @override
    def view(self, top: int) -> View:
        ids = self._next_ids(BOTH_SIDES_READ)
        sides = self._stepping.nodes.states[ids, -1]
        half = -(-top // 2)
        # some that are found will turn out to be duplicates by the time that they are taken
        wanted = np.sort(
            np.concatenate([np.flatnonzero(sides == side)[: 2 * half] for side in (0, 1)])
        )
        left = [half, half]
        waiting: list[FrontierNode] = []
        for node in without_repeats([self._nodes.read(number) for number in ids[wanted].tolist()]):
            if left[node.side]:
                left[node.side] -= 1
                is_tied = bool(waiting) and rank(waiting[-1].node) == rank(node)
                waiting.append(FrontierNode(node, "same rank, last in" if is_tied else ""))
        rule = rule_of("smallest of f or 2 g, whichever is larger", "last in")
        return View(tuple(waiting), rule, self._histogram())


def rank(node: Node) -> float:
    """What a node is taken by."""
    return max(node.f, 2 * node.g)


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
