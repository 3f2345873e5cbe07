"""Plain searches that write down what a tree is made from."""

from __future__ import annotations

from collections import deque

import numpy as np

from puzzler.board import Board, Move
from puzzler.progress import finish
from puzzler.search.inspection.tree import (
    MAX_NODES,
    NO_LIMIT,
    ROW,
    SearchTree,
    SuccessorCode,
    TreeRecords,
    grow_tree,
)


def grown_from(rows: list[tuple[int, int, list[int], int]]) -> TreeRecords:
    """Build records from (parent, move, outcome of each successor, g) of each expansion."""
    grown = np.zeros(len(rows), ROW)
    for at, (parent, move, made, g) in enumerate(rows):
        grown[at] = parent, move, made, g, at, at + g, 99, 0, NO_LIMIT
    return TreeRecords(grown)


def tree_at(start: Board, grown: TreeRecords, moment: int, most: int = MAX_NODES) -> SearchTree:
    """The tree after ``moment`` expansions, built in one call."""
    return finish(grow_tree(start, grown, moment, most))


def search(start: Board, goal: Board, *, is_deep: bool, most: int = 1000) -> TreeRecords:
    """Graph search breadth-first or depth-first, until the goal is taken."""
    rows: list[tuple[int, int, list[int], int]] = []
    frontier = deque([(start, -1, -1, 0)])
    known = {start}
    while frontier and len(rows) < most:
        board, parent, move, g = frontier.pop() if is_deep else frontier.popleft()
        if board == goal:
            break
        made = [SuccessorCode.NOTHING] * 4
        children = []
        for each in board.legal_moves():
            after = board.apply(each)
            made[each] = SuccessorCode.DUPLICATE
            if after not in known:
                known.add(after)
                made[each] = SuccessorCode.GOAL if after == goal else SuccessorCode.NEW
                children.append((after, len(rows), int(each), g + 1))
        rows.append((parent, move, made, g))
        frontier.extend(reversed(children) if is_deep else children)
    return grown_from(rows)


def chain(length: int) -> TreeRecords:
    """A path from left to right and back, with a leaf next to each state."""
    rows = [
        (
            -1,
            -1,
            [SuccessorCode.NEW, SuccessorCode.NOTHING, SuccessorCode.NOTHING, SuccessorCode.NEW],
            0,
        )
    ]
    for index in range(1, length):
        move = Move.RIGHT if index % 2 else Move.LEFT
        made = [
            SuccessorCode.PRUNED,
            SuccessorCode.NOTHING,
            SuccessorCode.NOTHING,
            SuccessorCode.NOTHING,
        ]
        made[move.inverse] = SuccessorCode.NEW
        rows.append((index - 1, move, made, index))
    return grown_from(rows)


def comb(width: int) -> TreeRecords:
    """Many roots, each with a leaf: as wide as trees come."""
    return grown_from([(-1, -1, [SuccessorCode.NEW, 0, 0, SuccessorCode.PRUNED], 0)] * width)
