"""What there is to see of a walk: where it stands, and which neighbour it prefers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from puzzler.search.engine.task import Task
from puzzler.search.engine.walk import Walk
from puzzler.search.inspection.nodes import NodeReader
from puzzler.search.inspection.reading import Measure, Seen, View, rule_of
from puzzler.search.inspection.values import Expansion, Fate, FrontierNode, Node, Successor
from puzzler.search.kernels import inspection
from puzzler.search.kernels.best_first import FRONTIER, NONE, STORED
from puzzler.search.packing import pack


class WalkReader:
    """Reads a walk, of which every node is a step; see ``reading.Reader``."""

    def __init__(self, task: Task, stepping: Walk) -> None:
        self._task = task
        self._stepping = stepping
        self._nodes = NodeReader(stepping, task.problem.start.size)

    def before(self) -> None:
        """Nothing: its steps remember everything."""

    def after(self) -> Seen:
        """The step that was just made, or the end that has no way on."""
        nodes, index = self._nodes, self._stepping.expanded - 1
        node = nodes.read(index)
        expansion = Expansion(
            index,
            node,
            nodes.board(index - 1) if index else None,
            index - 1 if index else None,
            tuple(self._successors(index, node)),
        )
        return Seen(expansion, partial(nodes.path, index), Measure.of(self._task))

    def _successors(self, index: int, node: Node) -> Iterator[Successor]:
        task, stepping = self._task, self._stepping
        has_gone_on = int(stepping.counters[STORED]) > index + 1
        chosen = self._nodes.read(index + 1) if has_gone_on else None
        for move in task.order:
            is_back = node.move is not None and move is node.move.inverse
            if is_back or move not in node.board.legal_moves():
                continue
            board = node.board.apply(move)
            h = task.tables.evaluate(board)
            child = Node(board, move, node.g + 1, h, h)
            visited = inspection.closed_node(stepping.nodes, pack(stepping.space, board), 0)
            if visited not in (NONE, index + 1):
                yield Successor(child, Fate.DUPLICATE, f"visited before, after {visited} steps")
            elif chosen is not None and chosen.board == board:
                is_goal = board == task.problem.goal
                yield Successor(child, Fate.GOAL if is_goal else Fate.NEW)
            else:
                yield Successor(child, Fate.PRUNED, _why_not(child, chosen))

    def view(self, top: int) -> View:
        """The state that it stands on; nothing where it is stuck or at the goal."""
        order = "".join(move.letter for move in self._task.order)
        rule = rule_of("smallest h", f"first in the order {order}")
        counters = self._stepping.counters
        if self._stepping.has_taken_goal or not counters[FRONTIER]:
            return View((), rule)
        last = int(counters[STORED]) - 1
        return View((FrontierNode(self._nodes.read(last)),)[:top], rule)


def _why_not(child: Node, chosen: Node | None) -> str:
    """Why the walk does not go to a neighbour that it has not visited."""
    assert chosen is not None, "it goes on wherever it can"
    if chosen.h == child.h:
        return "of equal h another is first"
    return f"another has the smaller h {chosen.h}"
