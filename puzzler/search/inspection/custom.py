"""Inspection of users' searches: the states they expanded, in their own order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.custom.problem import NONE
from puzzler.search.custom.search import LINE, MOVE, PARENT, CustomSearch, G
from puzzler.search.engine.algorithm import Pseudocode
from puzzler.search.engine.stepping import Status
from puzzler.search.inspection.inspector import LastExpansion, Measure, SearchReader
from puzzler.search.inspection.observation import (
    CodeStep,
    Expansion,
    FrontierNode,
    Node,
    NodeView,
    Successor,
    SuccessorOutcome,
    Trace,
)
from puzzler.search.result import SearchStats


class CustomReader(SearchReader):
    """Reads a user's search."""

    def __init__(self, stepping: CustomSearch) -> None:
        super().__init__(stepping)
        self.stepping = stepping
        self._h: dict[Board, int] = {}
        """h of the evaluated states."""

    @property
    def code(self) -> Pseudocode:
        """The user's file. The line that requested successors counts as the executed line."""
        lines = {str(number): text.expandtabs() for number, text in self.stepping.lines.items()}
        return Pseudocode(lines, {})

    def trace(
        self, code: Pseudocode, expansion: Expansion | None, stats: SearchStats, status: Status
    ) -> Trace:
        executed = [str(record[LINE]) for record in self.stepping.records]
        node = None if expansion is None else expansion.node
        variables = tuple(self.stepping.variables)
        steps = tuple(
            CodeStep(line, (line,), node, variables=variables)
            for line in executed[-1:]
            if line in code.lines
        )
        return Trace(code, steps, Counter(line for line in executed if line in code.lines))

    def after(self, index: int, shift: Callable[[int], int]) -> LastExpansion:
        stepping = self.stepping
        number = stepping.expanded - 1
        parent, g, _, _ = stepping.records[number]
        node = self._node(number)
        expansion = Expansion(
            index,
            node,
            None if parent == NONE else stepping.board(stepping.states[parent]),
            None if parent == NONE else shift(parent),
            tuple(self._successors(number, g)),
        )
        return LastExpansion(expansion, lambda: self._path(number), Measure.of(self.task))

    def _successors(self, number: int, g: int) -> Iterator[Successor]:
        stepping, goal = self.stepping, bytes(self.task.problem.goal.tiles)
        for move, state in stepping.successors(number):
            node = self._make_node(state, move, g + 1)
            if state == goal:
                yield Successor(node, SuccessorOutcome.GOAL)
            elif state in stepping.longer:
                why = f"g {g + 1} instead of {stepping.longer[state]}, if your search uses it"
                yield Successor(node, SuccessorOutcome.REPLACED, why)
            elif stepping.generated[state] == number:
                yield Successor(node, SuccessorOutcome.NEW)
            else:
                yield Successor(node, SuccessorOutcome.DUPLICATE, "generated before")

    def _make_node(self, state: bytes, move: Move | None, g: int) -> Node:
        board = self.stepping.board(state)
        h = self._h.get(board)
        if h is None:
            h = self._h[board] = self.task.tables.evaluate(board)
        return Node(board, move, g, h, g + h)

    def _node(self, number: int) -> Node:
        record = self.stepping.records[number]
        move = None if record[MOVE] == NONE else Move(record[MOVE])
        return self._make_node(self.stepping.states[number], move, record[G])

    def _path(self, number: int) -> tuple[Node, ...]:
        nodes = [self._node(number)]
        while (parent := self.stepping.records[number][PARENT]) != NONE:
            number = parent
            nodes.append(self._node(number))
        return tuple(reversed(nodes))

    def view(self, top: int) -> NodeView:
        stepping = self.stepping
        waiting: list[FrontierNode] = []
        for state in reversed(stepping.generated):
            if len(waiting) == top:
                break
            if state not in stepping.closed:
                node = self._make_node(state, None, stepping.g_of(state))
                waiting.append(FrontierNode(node))
        return NodeView(tuple(waiting), ())
