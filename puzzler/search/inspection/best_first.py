"""Inspection of searches that keep all their nodes: best-first, from both ends, blind, walks."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from typing_extensions import override

from puzzler.board.move import Move
from puzzler.search.engine.best_first import BestFirst
from puzzler.search.engine.graph_search import GraphSearch
from puzzler.search.inspection.inspector import Measure, quotient
from puzzler.search.inspection.nodes import NodesReader, successors_of
from puzzler.search.inspection.observation import (
    FrontierNode,
    Node,
    NodeView,
    Rule,
    Successor,
    SuccessorOutcome,
)
from puzzler.search.kernels import best_first as kernel
from puzzler.search.kernels import bidirectional, inspection
from puzzler.search.options import Ties, When
from puzzler.search.packing import pack

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
            inspection.read_successors(stepping.space, stepping.nodes, self.room, node, self._known)

    @override
    def successors(self, number: int, node: Node) -> Iterator[Successor]:
        tables = self.measure(node).tables
        for move, board in successors_of(node, self.task.moves):
            child = self._unpacking.weighed(
                board, move, node.g + 1, tables.evaluate(board), node.side
            )
            yield self.judged(child, *self._known[move].tolist())

    def judged(self, node: Node, g: int, index: int, other_g: int) -> Successor:
        """What becomes of a successor by what was known of its state: see ``read_successors``."""
        is_known, was_expanded = g != kernel.NONE, index != kernel.NONE
        why = f"in the frontier with g {g}" if is_known else ""
        if was_expanded:
            why = f"expanded before with g {g}"
        # without g in f any other path is a duplicate, however short
        if is_known and (g <= node.g or not self.stepping.weighing.g_weight):
            return Successor(node, SuccessorOutcome.DUPLICATE, why)
        outcome = SuccessorOutcome.REOPENED if was_expanded else SuccessorOutcome.NEW
        if self.is_found(node, other_g):
            outcome = SuccessorOutcome.GOAL
        return Successor(node, outcome, why)

    def is_found(self, node: Node, other_g: int) -> bool:
        """It is what the search looks for."""
        return node.board == self.task.problem.goal

    @override
    def view(self, top: int) -> NodeView:
        ties = self.task.ties or Ties.LIFO
        rule = Rule((f"lowest {self._rank}", *RULES[ties]))
        return NodeView(self._frontier(top), rule, self._histogram())

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
        self._shortest = bidirectional.NO_MEETING

    @override
    def before(self) -> None:
        super().before()
        self._shortest = int(self._meeting[bidirectional.LENGTH])

    @override
    def measure(self, node: Node) -> Measure:
        return self._backward if node.side else super().measure(node)

    @override
    def judged(self, node: Node, g: int, index: int, other_g: int) -> Successor:
        found = super().judged(node, g, index, other_g)
        if found.outcome is not SuccessorOutcome.GOAL:
            return found
        self._shortest = node.g + other_g
        why = f"met the other side, g {other_g}: {self._shortest} moves in all"
        return replace(found, outcome=SuccessorOutcome.MEETING, why=why)

    @override
    def is_found(self, node: Node, other_g: int) -> bool:
        return other_g != kernel.NONE and node.g + other_g < self._shortest

    @override
    def view(self, top: int) -> NodeView:
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
        return NodeView(tuple(waiting), rule, self._histogram())


# ---- Searches that take nodes in the order in which they made them, and walks -------------------


class GraphSearchReader(NodesReader):
    """Reads a graph search, of which every state is one node."""

    stepping: GraphSearch

    @property
    def _is_found_early(self) -> bool:
        """The goal was found when it was generated: it is the node stored last."""
        stepping = self.stepping
        return stepping.is_solved and self.task.goal_test is When.EARLY

    @override
    def last_expanded(self) -> int:
        node = super().last_expanded()
        return self.link(node)[kernel.PARENT] if self._is_found_early else node

    @override
    def index_of(self, node: int) -> int:
        return self.link(node)[kernel.NEXT] if self.stepping.is_stack else node

    @override
    def successors(self, number: int, node: Node) -> Iterator[Successor]:
        for move, board in successors_of(node, self.task.moves):
            child = Node(board, move, node.g + 1, 0, node.g + 1)
            words = pack(self.stepping.space, board)
            known = int(inspection.find_node(self.stepping.nodes, words, 0))
            if known == kernel.NONE:  # the goal was found before it was generated
                return
            parent, _, g, _ = self.link(known)
            if parent != number:
                yield Successor(child, SuccessorOutcome.DUPLICATE, f"generated before with g {g}")
            else:
                is_goal = board == self.task.problem.goal
                yield Successor(child, SuccessorOutcome.GOAL if is_goal else SuccessorOutcome.NEW)

    @override
    def view(self, top: int) -> NodeView:
        if self.stepping.is_stack:
            stack = (self.read(node) for node in islice(self._stack(), top))
            waiting = tuple(
                FrontierNode(node, "older" if place else "") for place, node in enumerate(stack)
            )
            return NodeView(waiting, Rule(("newest first (LIFO)",)))
        is_early = self._is_found_early
        first = int(self.stepping.nodes.heads[0, kernel.FIRST])
        first += self.stepping.is_solved and not is_early
        last = int(self.stepping.counters[kernel.STORED]) - is_early

        def is_tied(node: int) -> bool:
            return node > first and self._g(node) == self._g(node - 1)

        queue = tuple(
            FrontierNode(self.read(node), "same g, oldest" if is_tied(node) else "")
            for node in range(first, min(last, first + top))
        )
        return NodeView(
            queue,
            Rule(("oldest first (FIFO)",)),
            self._histogram(first, last),
            layer=self._g(first if first < last else first - 1),
        )

    def _stack(self) -> Iterator[int]:
        node = int(self.stepping.nodes.heads[0, kernel.FIRST])
        if self.stepping.is_solved:
            node = self.link(node)[kernel.NEXT]
        while node != kernel.NONE:
            yield node
            node = self.link(node)[kernel.NEXT]

    def _g(self, node: int) -> int:
        return self.link(node)[kernel.G]

    def _histogram(self, first: int, last: int) -> tuple[tuple[float, int], ...]:
        """A queue has g in rising order."""
        counted = []
        while first < last:
            g = self._g(first)
            end = bisect_left(range(last), g + 1, first, key=self._g)
            counted.append((g, end - first))
            first = end
        return tuple(counted)


class WalkReader(NodesReader):
    """Reads a walk, of which every node is a step: where it stands, and what it prefers."""

    @override
    def last_expanded(self) -> int:
        return self.stepping.expanded - 1

    @override
    def successors(self, number: int, node: Node) -> Iterator[Successor]:
        task, stepping = self.task, self.stepping
        has_gone_on = int(stepping.counters[kernel.STORED]) > number + 1
        chosen = self.read(number + 1) if has_gone_on else None
        for move, board in successors_of(node, task.moves):
            h = task.tables.evaluate(board)
            child = Node(board, move, node.g + 1, h, h)
            visited = inspection.find_node(stepping.nodes, pack(stepping.space, board), 0)
            if visited not in (kernel.NONE, number + 1):
                yield Successor(
                    child, SuccessorOutcome.DUPLICATE, f"visited before, after {visited} steps"
                )
            elif chosen is not None and chosen.board == board:
                is_goal = board == task.problem.goal
                yield Successor(child, SuccessorOutcome.GOAL if is_goal else SuccessorOutcome.NEW)
            else:
                yield Successor(child, SuccessorOutcome.PRUNED, _why_not(child, chosen))

    @override
    def view(self, top: int) -> NodeView:
        rule = Rule(("lowest h", f"first in the order {self.task.order}"))
        counters = self.stepping.counters
        if self.stepping.is_solved or not counters[kernel.FRONTIER]:
            return NodeView((), rule)
        last = int(counters[kernel.STORED]) - 1
        return NodeView((FrontierNode(self.read(last)),)[:top], rule)


def _why_not(child: Node, chosen: Node | None) -> str:
    """Why the walk does not go to a neighbour that it has not visited."""
    assert chosen is not None, "it goes on wherever it can"
    if chosen.h == child.h:
        return "of equal h another is first"
    return f"another has the smaller h {chosen.h}"
