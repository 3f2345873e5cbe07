"""Inspection of blind graph searches, which have a queue or a stack, and of walks."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import islice

from typing_extensions import override

from puzzler.search.engine.graph_search import GraphSearch
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
from puzzler.search.kernels import inspection
from puzzler.search.options import When
from puzzler.search.packing import pack


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
            known = int(inspection.known_node(self.stepping.nodes, words, 0))
            if known == kernel.NONE:  # the goal was found before it was generated
                return
            parent, _, g, _ = self.link(known)
            if parent != number:
                yield Successor(child, SuccessorOutcome.DUPLICATE, f"generated before with g {g}")
            else:
                is_goal = board == self.task.problem.goal
                yield Successor(child, SuccessorOutcome.GOAL if is_goal else SuccessorOutcome.NEW)

    @override
    def view(self, top: int) -> View:
        if self.stepping.is_stack:
            stack = (self.read(node) for node in islice(self._stack(), top))
            waiting = tuple(
                FrontierNode(node, "older" if place else "") for place, node in enumerate(stack)
            )
            return View(waiting, Rule(("newest first (LIFO)",)))
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
        return View(
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
            visited = inspection.known_node(stepping.nodes, pack(stepping.space, board), 0)
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
    def view(self, top: int) -> View:
        rule = Rule(("lowest h", f"first in the order {self.task.order}"))
        counters = self.stepping.counters
        if self.stepping.is_solved or not counters[kernel.FRONTIER]:
            return View((), rule)
        last = int(counters[kernel.STORED]) - 1
        return View((FrontierNode(self.read(last)),)[:top], rule)


def _why_not(child: Node, chosen: Node | None) -> str:
    """Why the walk does not go to a neighbour that it has not visited."""
    assert chosen is not None, "it goes on wherever it can"
    if chosen.h == child.h:
        return "of equal h another is first"
    return f"another has the smaller h {chosen.h}"
