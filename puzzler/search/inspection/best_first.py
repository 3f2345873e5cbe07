"""Inspection of searches that store all nodes: best-first, graph search and hill climbing."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice, pairwise, starmap
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from puzzler.board.move import Move
from puzzler.search.engine.best_first import BestFirst
from puzzler.search.engine.graph_search import GraphSearch
from puzzler.search.inspection.inspector import LastExpansion, Measure, quotient
from puzzler.search.inspection.nodes import NodesReader, successors_of, weighted_node
from puzzler.search.inspection.observation import (
    FrontierNode,
    Node,
    NodeView,
    Successor,
    SuccessorOutcome,
    new_or_goal,
)
from puzzler.search.kernels import bidirectional, inspection
from puzzler.search.kernels import graph_search as graph_kernel
from puzzler.search.kernels import nodes as kernel
from puzzler.search.options import Ties, When
from puzzler.search.packing import pack

if TYPE_CHECKING:
    from puzzler.search.algorithms.bidirectional import Bidirectional

LAST_IN = "last in, first out"
RULES = {
    Ties.LIFO: (LAST_IN,),
    Ties.FIFO: ("first in, first out",),
    Ties.HIGH_G: ("larger g", LAST_IN),
    Ties.LOW_G: ("smaller g", LAST_IN),
}
"""The rules for equal f, then for equal g."""
_LOSES = dict(
    zip(RULES, ("generated earlier", "generated later", "smaller g", "larger g"), strict=True)
)
"""Why a node comes after another with equal f."""
BOTH_SIDES_READ = 30_000
"""Number of nodes to read for a view of both sides, because long runs belong to one side."""


class BestFirstReader(NodesReader):
    """Reads a best-first search."""

    def __init__(self, stepping: BestFirst) -> None:
        super().__init__(stepping)
        self._successor_records = np.full((len(Move), 3), kernel.NONE, np.int64)

    @property
    def _rank(self) -> str:
        return "f" if self.weights[0] else "h"

    def before(self) -> None:
        stepping = self.stepping
        for node in self._next_ids(1).tolist():
            inspection.read_successors(
                stepping.space, stepping.nodes, self.room, node, self._successor_records
            )

    def successors(self, number: int, node: Node) -> Iterator[Successor]:
        tables = self.measure(node).tables
        for move, board in successors_of(node, self.task.moves):
            h = tables.evaluate(board)
            child = weighted_node(self.weights, board, move, node.g + 1, h, node.side)
            yield self.classify(child, *self._successor_records[move].tolist())

    def classify(self, node: Node, g: int, index: int, other_g: int) -> Successor:
        """Return the outcome of a successor. g, index, other_g: see ``read_successors``."""
        is_known, was_expanded = g != kernel.NONE, index != kernel.NONE
        why = f"in the frontier with g {g}" if is_known else ""
        if was_expanded:
            why = f"expanded before with g {g}"
        # if f does not contain g, even a shorter path is a duplicate
        if is_known and (g <= node.g or not self.weights[0]):
            return Successor(node, SuccessorOutcome.DUPLICATE, why)
        outcome = SuccessorOutcome.REPLACED if is_known else SuccessorOutcome.NEW
        if was_expanded:
            outcome = SuccessorOutcome.REOPENED
        if self.is_found(node, other_g):
            outcome = SuccessorOutcome.GOAL
        return Successor(node, outcome, why)

    def is_found(self, node: Node, other_g: int) -> bool:
        """Return whether the node ends the search. other_g: g on the other side, or NONE."""
        return node.board == self.task.problem.goal

    def view(self, top: int) -> NodeView:
        ties = self.task.ties or Ties.LIFO
        rule = (f"lowest {self._rank}", *RULES[ties])
        nodes = map(self.read, self._next_ids(top).tolist())
        return NodeView(_frontier(nodes, self._tie), rule, self._histogram())

    def _tie(self, before: Node, node: Node) -> str:
        if before.f != node.f:
            return ""
        ties = self.task.ties or Ties.LIFO
        if ties in (Ties.HIGH_G, Ties.LOW_G) and before.g == node.g:
            return f"same {self._rank} and g; {_LOSES[Ties.LIFO]}"
        return f"same {self._rank}; {_LOSES[ties]}"

    def _next_ids(self, count: int) -> NDArray[np.int32]:
        stepping = self.stepping
        found = np.empty(count, np.int32)
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
        g_weight, _ = self.weights
        counts = self.stepping.nodes.heads[:, kernel.COUNT]
        return tuple(
            (quotient(f, g_weight), int(counts[f])) for f in np.flatnonzero(counts).tolist()
        )


class BidirectionalReader(BestFirstReader):
    """Reads both sides of a bidirectional search."""

    is_sided = True

    def __init__(self, stepping: Bidirectional) -> None:
        super().__init__(stepping)
        self._meeting = stepping.meeting
        start = self.task.problem.start
        self._backward = Measure(stepping.backward_heuristic, stepping.backward, start)
        self._shortest = bidirectional.NO_MEETING

    def before(self) -> None:
        super().before()
        self._shortest = int(self._meeting[bidirectional.LENGTH])

    def measure(self, node: Node) -> Measure:
        return self._backward if node.side else super().measure(node)

    def classify(self, node: Node, g: int, index: int, other_g: int) -> Successor:
        found = super().classify(node, g, index, other_g)
        if found.outcome is not SuccessorOutcome.GOAL:
            return found
        self._shortest = node.g + other_g
        why = f"reached from the other side with g {other_g}: {self._shortest} moves in total"
        return replace(found, outcome=SuccessorOutcome.MEETING, why=why)

    def is_found(self, node: Node, other_g: int) -> bool:
        return other_g != kernel.NONE and node.g + other_g < self._shortest

    def view(self, top: int) -> NodeView:
        ids = self._next_ids(BOTH_SIDES_READ)
        sides = self.stepping.nodes.states[ids, -1]
        half = -(-top // 2)
        chosen = np.sort(np.concatenate([np.flatnonzero(sides == side)[:half] for side in (0, 1)]))

        def tie(before: Node, node: Node) -> str:
            is_tied = max(before.f, 2 * before.g) == max(node.f, 2 * node.g)
            return f"same priority; {_LOSES[Ties.LIFO]}" if is_tied else ""

        frontier = _frontier(map(self.read, ids[chosen].tolist()), tie)
        rule = ("lowest max(f, 2g)", LAST_IN)
        return NodeView(frontier, rule, self._histogram())


# ---- Graph search and hill climbing -------------------------------------------------------------


class GraphSearchReader(NodesReader):
    """Reads a graph search, in which every expanded state has one node."""

    stepping: GraphSearch

    def before(self) -> None:
        counters, top = self.stepping.counters, int(self.stepping.nodes.heads[0, kernel.FIRST])
        self._duplicates = int(counters[kernel.DUPLICATES])
        self._below = kernel.NONE
        if self.stepping.is_stack and top != kernel.NONE:
            self._below = self.link(top)[kernel.NEXT]

    def after(self, index: int, shift: Callable[[int], int]) -> LastExpansion:
        if self.task.duplicates is When.LATE:
            self.dropped = tuple(self._dropped())
        return super().after(index, shift)

    def _dropped(self) -> Iterator[Node]:
        counters = self.stepping.counters
        node = int(counters[kernel.STORED]) - 1
        if self.link(node)[kernel.PARENT] != self.last_expanded():  # it has no successors
            node = self._below
        for _ in range(int(counters[kernel.DUPLICATES]) - self._duplicates):
            yield self.read(node)
            node = graph_kernel.DISCARDED - self.link(node)[kernel.NEXT]

    @property
    def _is_found_early(self) -> bool:
        """Whether the goal was found when it was generated, so that it is the last stored node."""
        stepping = self.stepping
        return stepping.is_solved and self.task.goal_test is When.EARLY

    def last_expanded(self) -> int:
        node = super().last_expanded()
        return self.link(node)[kernel.PARENT] if self._is_found_early else node

    def index_of(self, node: int) -> int:
        return self.link(node)[kernel.NEXT] if self.stepping.is_stack else node

    def successors(self, number: int, node: Node) -> Iterator[Successor]:
        is_late = self.task.duplicates is When.LATE
        for move, board in successors_of(node, self.task.moves):
            child = Node(board, move, node.g + 1, 0, node.g + 1)
            words = pack(self.stepping.space, board)
            child_id = int(inspection.find_node(self.stepping.nodes, words, 0))
            outcome = new_or_goal(board, self.task.problem.goal)
            if is_late:
                why = "" if child_id == kernel.NONE else "expanded before; discarded when selected"
                yield Successor(child, outcome, why)
                continue
            if child_id == kernel.NONE:  # the search found the goal before generating this state
                return
            parent, _, g, _ = self.link(child_id)
            if parent != number:
                yield Successor(child, SuccessorOutcome.DUPLICATE, f"generated before with g {g}")
            else:
                yield Successor(child, outcome)

    def view(self, top: int) -> NodeView:
        if self.stepping.is_stack:
            stack = map(self.read, islice(self._stack(), top))
            frontier = _frontier(stack, lambda _before, _node: _LOSES[Ties.LIFO])
            return NodeView(frontier, ("last in, first out (LIFO)",))
        is_early = self._is_found_early
        first = int(self.stepping.nodes.heads[0, kernel.FIRST])
        first += self.stepping.is_solved and not is_early
        last = int(self.stepping.counters[kernel.STORED]) - is_early

        def tie(before: Node, node: Node) -> str:
            return f"same g; {_LOSES[Ties.FIFO]}" if before.g == node.g else ""

        queue = map(self.read, range(first, min(last, first + top)))
        return NodeView(
            _frontier(queue, tie),
            ("first in, first out (FIFO)",),
            self._histogram(first, last),
            layer=self._g(first if first < last else first - 1),
        )

    def _stack(self) -> Iterator[int]:
        is_late, nodes, seen = self.task.duplicates is When.LATE, self.stepping.nodes, set[bytes]()
        node = int(self.stepping.nodes.heads[0, kernel.FIRST])
        if self.stepping.is_solved:
            node = self.link(node)[kernel.NEXT]
        while node != kernel.NONE:
            state = nodes.states[node].tobytes()
            is_dropped = inspection.find_node(nodes, nodes.states, node) not in (kernel.NONE, node)
            if not is_late or not (is_dropped or state in seen):
                yield node
            seen.add(state)
            node = self.link(node)[kernel.NEXT]

    def _g(self, node: int) -> int:
        return self.link(node)[kernel.G]

    def _histogram(self, first: int, last: int) -> tuple[tuple[float, int], ...]:
        counted = []
        while first < last:
            g = self._g(first)
            end = bisect_left(range(last), g + 1, first, key=self._g)
            counted.append((g, end - first))
            first = end
        return tuple(counted)


class WalkReader(NodesReader):
    """Reads hill climbing, in which every node is a step."""

    def last_expanded(self) -> int:
        return self.stepping.expanded - 1

    def successors(self, number: int, node: Node) -> Iterator[Successor]:
        task, stepping = self.task, self.stepping
        has_continued = int(stepping.counters[kernel.STORED]) > number + 1
        chosen = self.read(number + 1) if has_continued else None
        for move, board in successors_of(node, task.moves):
            h = task.tables.evaluate(board)
            child = Node(board, move, node.g + 1, h, h)
            visited = inspection.find_node(stepping.nodes, pack(stepping.space, board), 0)
            if visited not in (kernel.NONE, number + 1):
                yield Successor(
                    child, SuccessorOutcome.DUPLICATE, f"visited before, after {visited} steps"
                )
            elif chosen is not None and chosen.board == board:
                yield Successor(child, new_or_goal(board, task.problem.goal))
            else:
                yield Successor(child, SuccessorOutcome.UNCHOSEN, _why_not(child, chosen))

    def view(self, top: int) -> NodeView:
        rule = ("lowest h", f"first in the order {self.task.order}")
        counters = self.stepping.counters
        if self.stepping.is_solved or not counters[kernel.FRONTIER]:
            return NodeView((), rule)
        last = int(counters[kernel.STORED]) - 1
        return NodeView((FrontierNode(self.read(last)),)[:top], rule)


def _frontier(nodes: Iterable[Node], tie: Callable[[Node, Node], str]) -> tuple[FrontierNode, ...]:
    """Return the nodes of a frontier. tie: returns why a node comes after another one, or ""."""
    found = [*nodes]
    return tuple(map(FrontierNode, found, ["", *starmap(tie, pairwise(found))]))


def _why_not(child: Node, chosen: Node | None) -> str:
    assert chosen is not None, "it continues if a neighbour is unvisited"
    if chosen.h == child.h:
        return "another neighbour with equal h comes first"
    return f"another neighbour has a smaller h: {chosen.h}"
