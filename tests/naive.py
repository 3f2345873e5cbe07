"""The plain, slow specification of every kernel: dictionaries, lists and tuples, nothing packed.

A kernel must agree with its twin here in every count, not only in its answer.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from puzzler.board import Board, Move


def manhattan(board: Board, goal: Board) -> int:
    """The sum over tiles of their taxicab distance from their place."""
    total = 0
    for cell, tile in enumerate(board.tiles):
        if tile:
            row, column = divmod(cell, board.columns)
            goal_row, goal_column = divmod(goal.tiles.index(tile), board.columns)
            total += abs(row - goal_row) + abs(column - goal_column)
    return total


def misplaced(board: Board, goal: Board) -> int:
    """How many tiles are not in their place."""
    return sum(
        1 for tile, there in zip(board.tiles, goal.tiles, strict=True) if tile not in (0, there)
    )


HEURISTICS = {
    "manhattan": manhattan,
    "misplaced": misplaced,
    "manhattan+misplaced": lambda board, goal: manhattan(board, goal) + misplaced(board, goal),
}


@dataclass(eq=False)
class Node:
    """A state and how it was reached."""

    board: Board
    parent: Node | None
    move: Move | None
    g: int
    h: int


@dataclass
class Outcome:
    """What a search came to."""

    moves: list[Move] | None = None
    expanded: int = 0
    generated: int = 0
    duplicates: int = 0
    reopened: int = 0
    frontier: int = 0
    peak_frontier: int = 0
    closed: dict[Board, Node] = field(default_factory=dict)


def best_first(start: Board, goal: Board, heuristic: str, g_weight: int, h_weight: int) -> Outcome:
    """Best-first search by f = g_weight * g + h_weight * h, of equal f the newest node first."""
    estimate = HEURISTICS[heuristic]
    out = Outcome(frontier=1, peak_frontier=1)
    chains: defaultdict[int, list[Node]] = defaultdict(list)
    chains[h_weight * estimate(start, goal)].append(
        Node(start, None, None, 0, estimate(start, goal))
    )
    while out.frontier:
        node = chains[min(f for f, chain in chains.items() if chain)].pop()
        out.frontier -= 1
        known = out.closed.get(node.board)
        if known and known.g <= node.g:
            out.duplicates += 1
            continue
        out.reopened += known is not None
        out.closed[node.board] = node
        if node.board == goal:
            out.moves = path_to(node)
            return out
        out.expanded += 1
        for move in node.board.legal_moves():
            if node.move is not None and move == node.move.inverse:
                continue
            board = node.board.apply(move)
            child = Node(board, node, move, node.g + 1, estimate(board, goal))
            chains[g_weight * child.g + h_weight * child.h].append(child)
            out.generated += 1
            out.frontier += 1
        out.peak_frontier = max(out.peak_frontier, out.frontier)
    return out


def path_to(node: Node) -> list[Move]:
    """The moves from the start to ``node``."""
    moves: list[Move] = []
    while node.parent is not None and node.move is not None:
        moves.append(node.move)
        node = node.parent
    return moves[::-1]


def distances_from(goal: Board) -> dict[Board, int]:
    """The true distance of every state that can reach ``goal``, by breadth-first layers."""
    known, layer, depth = {goal: 0}, [goal], 0
    while layer:
        depth += 1
        following = []
        for board in layer:
            for move in board.legal_moves():
                reached = board.apply(move)
                if reached not in known:
                    known[reached] = depth
                    following.append(reached)
        layer = following
    return known
