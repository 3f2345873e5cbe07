"""What there is to see of a best-first search."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from puzzler.board.board import Board
from puzzler.search.engine.best_first import BestFirst
from puzzler.search.engine.task import Task
from puzzler.search.inspection.nodes import NodeReader
from puzzler.search.inspection.reading import Measure, Seen, View, quotient, rule_of
from puzzler.search.inspection.values import Expansion, Fate, FrontierNode, Node, Successor
from puzzler.search.kernels import best_first as kernel
from puzzler.search.kernels import inspection
from puzzler.search.ties import Ties

RULES = {ties: (ties.words,) for ties in (Ties.LIFO, Ties.FIFO)} | {
    ties: (ties.words, Ties.LIFO.words) for ties in (Ties.HIGH_G, Ties.LOW_G)
}
"""What decides among equal f, and then among equal g."""
PATIENCE = 100_000
"""Nodes of a frontier that are looked at, some milliseconds, for those that are not duplicates."""


class BestFirstReader:
    """Reads a best-first search; see ``reading.Reader``."""

    def __init__(self, task: Task, stepping: BestFirst, nodes: NodeReader | None = None) -> None:
        self._task = task
        self._stepping = stepping
        self._nodes = nodes or NodeReader(stepping, task.problem.start.size)

    def before(self) -> None:
        """Nothing: its nodes remember everything."""

    def after(self) -> Seen:
        """The expansion that was just done."""
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
        return Measure.of(self._task)

    def _successors(self, first: int, last: int) -> tuple[Successor, ...]:
        stepping = self._stepping
        known = np.empty((last - first, 2), np.int64)
        taken = kernel.NONE
        if stepping.has_taken_goal:
            taken = int(stepping.counters[kernel.CURRENT])
        inspection.look_back(
            stepping.space, stepping.nodes, self._nodes.room, first, last, taken, known
        )
        return tuple(
            judged(self._nodes.read(node), self._task.problem.goal, *earlier)
            for node, earlier in zip(range(first, last), known.tolist(), strict=True)
        )

    def view(self, top: int) -> View:
        """The chains of the smallest f, in the order in which they are taken."""
        ties = self._task.ties or Ties.LIFO
        rule = rule_of("smallest f", *RULES[ties])
        return View(self._frontier(top), rule, self._histogram())

    def _frontier(self, top: int) -> tuple[FrontierNode, ...]:
        taken = without_repeats(self._next_nodes(2 * top))[:top]
        return tuple(
            FrontierNode(node, self._tie(taken[place - 1], node) if place else "")
            for place, node in enumerate(taken)
        )

    def _tie(self, before: Node, node: Node) -> str:
        if before.f != node.f:
            return ""
        first, *rest = RULES[self._task.ties or Ties.LIFO]
        if rest and before.g == node.g:
            return f"same f and g, {rest[0]}"
        return f"same f, {first}"

    def _next_nodes(self, most: int) -> list[Node]:
        return [self._nodes.read(node) for node in self._next_ids(most).tolist()]

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
            return Successor(node, Fate.DUPLICATE, why)
    if node.board == goal:
        return Successor(node, Fate.GOAL, why)
    if expanded != kernel.NONE:
        return Successor(node, Fate.REOPENED, f"expanded before with g {expanded}")
    return Successor(node, Fate.NEW, why)


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
