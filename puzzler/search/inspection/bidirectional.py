"""What there is to see of a bidirectional search: both sides, and where they meet."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from puzzler.search.engine.bidirectional import Bidirectional
from puzzler.search.engine.task import Task
from puzzler.search.inspection.best_first import BestFirstReader, without_repeats
from puzzler.search.inspection.nodes import NodeReader
from puzzler.search.inspection.reading import Measure, View, rule_of
from puzzler.search.inspection.values import Fate, FrontierNode, Node, Successor
from puzzler.search.kernels import best_first as kernel
from puzzler.search.kernels import bidirectional, inspection

AHEAD = 30_000
"""Nodes that are looked at, so that both sides are shown: of one there are many in a row."""


class BidirectionalReader(BestFirstReader):
    """Reads a bidirectional search; see ``reading.Reader``."""

    def __init__(self, task: Task, stepping: Bidirectional) -> None:
        nodes = NodeReader(stepping, task.problem.start.size, is_sided=True)
        super().__init__(task, stepping, nodes)
        self._meeting = stepping.meeting
        backward, guide = stepping.backward
        self._backward = Measure(backward, guide, task.problem.start)
        self._shortest = self._length()

    def _length(self) -> int:
        return int(self._meeting[bidirectional.LENGTH])

    def before(self) -> None:
        """Note how short the best meeting is."""
        self._shortest = self._length()

    def _measure(self, node: Node) -> Measure:
        return self._backward if node.side else super()._measure(node)

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
                found.append(replace(successor, fate=Fate.GOAL, why=why))
            else:
                found.append(successor)
        return tuple(found)

    def view(self, top: int) -> View:
        """What comes next of either side, in the order of both together."""
        ids = self._next_ids(AHEAD)
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
