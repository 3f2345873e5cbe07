"""Simple searches that record the data of a tree."""

from __future__ import annotations

from collections import deque

import numpy as np

from puzzler.board import Board, Move
from puzzler.progress import finish
from puzzler.search.inspection.observation import SuccessorOutcome
from puzzler.search.inspection.tree import (
    CODES,
    MAX_NODES,
    NO_LIMIT,
    ROW,
    SearchTree,
    TreeRecords,
    grow_tree,
)

DUPLICATE = CODES[SuccessorOutcome.DUPLICATE]
GOAL = CODES[SuccessorOutcome.GOAL]
NEW = CODES[SuccessorOutcome.NEW]
PRUNED = CODES[SuccessorOutcome.PRUNED]


def records_of(rows: list[tuple[int, int, list[int], int]]) -> TreeRecords:
    """Build records from (parent, move, outcome of each successor, g) of each expansion."""
    grown = np.zeros(len(rows), ROW)
    for at, (parent, move, outcomes, g) in enumerate(rows):
        grown[at] = parent, move, outcomes, g, at, at + g, 99, 0, NO_LIMIT
    return TreeRecords(grown)


def tree_at(start: Board, grown: TreeRecords, moment: int, limit: int = MAX_NODES) -> SearchTree:
    """The tree after ``moment`` expansions, built in one call."""
    return finish(grow_tree(start, grown, moment, limit))


def search(start: Board, goal: Board, *, is_deep: bool, limit: int = 1000) -> TreeRecords:
    """Search breadth-first or depth-first until the goal is expanded."""
    rows: list[tuple[int, int, list[int], int]] = []
    frontier = deque([(start, -1, -1, 0)])
    visited = {start}
    while frontier and len(rows) < limit:
        board, parent, move, g = frontier.pop() if is_deep else frontier.popleft()
        if board == goal:
            break
        outcomes = [0] * 4
        children = []
        for each in board.legal_moves():
            after = board.apply(each)
            outcomes[each] = DUPLICATE
            if after not in visited:
                visited.add(after)
                outcomes[each] = GOAL if after == goal else NEW
                children.append((after, len(rows), int(each), g + 1))
        rows.append((parent, move, outcomes, g))
        frontier.extend(reversed(children) if is_deep else children)
    return records_of(rows)


def chain(length: int) -> TreeRecords:
    """Return the records of a path with a leaf next to each state."""
    rows = [
        (
            -1,
            -1,
            [NEW, 0, 0, NEW],
            0,
        )
    ]
    for index in range(1, length):
        move = Move.RIGHT if index % 2 else Move.LEFT
        outcomes = [
            PRUNED,
            0,
            0,
            0,
        ]
        outcomes[move.inverse] = NEW
        rows.append((index - 1, move, outcomes, index))
    return records_of(rows)


def comb(width: int) -> TreeRecords:
    """Return the records of many roots with one leaf each: a very wide tree."""
    return records_of([(-1, -1, [NEW, 0, 0, PRUNED], 0)] * width)
