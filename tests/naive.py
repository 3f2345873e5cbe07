"""The plain, slow specification of every kernel: dictionaries, lists and tuples, nothing packed.

A kernel must agree with its twin here in every count, not only in its answer.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from math import inf
from types import MappingProxyType

from puzzler.board import Board, Move
from puzzler.search.kernels.estimate import Pairs


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


def away(board: Board, goal: Board, tile: int) -> tuple[int, int]:
    """How many rows and columns ``tile`` is away from its place."""
    row, column = divmod(board.tiles.index(tile), board.columns)
    goal_row, goal_column = divmod(goal.tiles.index(tile), board.columns)
    return abs(row - goal_row), abs(column - goal_column)


def chessboard(board: Board, goal: Board) -> int:
    """The sum over tiles of the larger of rows and columns from their place."""
    return sum(max(away(board, goal, tile)) for tile in board.tiles if tile)


def index_distance(board: Board, goal: Board) -> int:
    """The sum over tiles of cells, in reading order, from their place."""
    return sum(
        abs(board.tiles.index(tile) - goal.tiles.index(tile)) for tile in board.tiles if tile
    )


def linear_conflict(board: Board, goal: Board) -> int:
    """Manhattan, and for every line twice the fewest tiles whose leaving leaves no conflict."""
    cells = range(len(goal.tiles))
    total = manhattan(board, goal)
    for line_of in (lambda cell: cell // board.columns, lambda cell: cell % board.columns):
        for line in {line_of(cell) for cell in cells}:
            at_home = [
                goal.tiles.index(board.tiles[cell])
                for cell in cells
                if line_of(cell) == line
                and board.tiles[cell]
                and line_of(goal.tiles.index(board.tiles[cell])) == line
            ]
            total += 2 * (len(at_home) - longest_rise(at_home))
    return total


def longest_rise(numbers: list[int]) -> int:
    """The most of ``numbers`` that can be kept so that the kept ones rise."""
    for kept in range(len(numbers), 0, -1):
        if any(list(some) == sorted(some) for some in combinations(numbers, kept)):
            return kept
    return 0


def learned_rank(board: Board, goal: Board, tables: Pairs) -> int:
    """What the learned tables of a shape that is no higher than wide say about ``board``.

    The goal is walked until its blank is in the nearest corner, straight; then all is turned so
    that this corner is the last, and no higher than wide, and tiles are named by their places.
    """
    rows, columns = goal.size
    row, column = divmod(goal.blank, columns)
    for _ in range(min(row, rows - 1 - row)):
        goal = goal.apply(Move.UP if 2 * row < rows - 1 else Move.DOWN)
    for _ in range(min(column, columns - 1 - column)):
        goal = goal.apply(Move.LEFT if 2 * column < columns - 1 else Move.RIGHT)
    row, column = divmod(goal.blank, columns)

    def turned(tiles: tuple[int, ...]) -> list[int]:
        lines = [list(tiles[line * columns :][:columns]) for line in range(rows)]
        if row == 0 and rows > 1:
            lines.reverse()
        if column == 0 and columns > 1:
            lines = [line[::-1] for line in lines]
        if rows > columns:
            lines = [list(line) for line in zip(*lines, strict=True)]
        return [tile for line in lines for tile in line]

    names = {tile: place + 1 for place, tile in enumerate(turned(goal.tiles)) if tile} | {0: 0}
    cells = {names[tile]: cell for cell, tile in enumerate(turned(board.tiles))}
    total = sum(int(tables.single[tile, cell]) for tile, cell in cells.items())
    for tile, cell in cells.items():
        for slot, partner in enumerate(tables.partners[tile].tolist()):
            if partner > tile:
                total += int(tables.worth[tile, slot, cells[partner], cell])
    tile_on = {cell: tile for tile, cell in cells.items()}
    for cell, tile in tile_on.items():
        for other, kind in zip(tables.contacts[cell], tables.contact_kinds[cell], strict=True):
            if other > cell:
                code = tables.codes[tile_on[int(other)], other]
                total += int(tables.contact_worth[kind, tables.codes[tile, cell], code])
    return total


HEURISTICS = {
    "zero": lambda board, goal: 0,
    "manhattan": manhattan,
    "misplaced": misplaced,
    "manhattan+misplaced": lambda board, goal: manhattan(board, goal) + misplaced(board, goal),
    "chessboard": chessboard,
    "chessboard-with-blank": lambda board, goal: (
        chessboard(board, goal) + max(away(board, goal, 0))
    ),
    "index-distance": index_distance,
    "linear-conflict": linear_conflict,
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
    deepest: int = 0
    most: float = inf
    is_over: bool = False
    closed: dict[Board, Node] = field(default_factory=dict)


def in_order(board: Board, order: str) -> list[Move]:
    """The legal moves of ``board``, in ``order``."""
    return sorted(board.legal_moves(), key=lambda move: order.index(move.letter))


TIES: dict[str, Callable[[list[Node]], Node]] = {
    "lifo": lambda nodes: nodes[-1],
    "fifo": lambda nodes: nodes[0],
    "high-g": lambda nodes: max(reversed(nodes), key=lambda node: node.g),
    "low-g": lambda nodes: min(reversed(nodes), key=lambda node: node.g),
}
"""Which of nodes with the same f, in order of generation, is taken."""


def best_first(
    start: Board,
    goal: Board,
    heuristic: str,
    g_weight: int,
    h_weight: int,
    order: str = "UDLR",
    ties: str = "lifo",
    most: float = inf,
) -> Outcome:
    """Best-first search by f = g_weight * g + h_weight * h, of equal f as ``ties`` says.

    Stops after ``most`` expansions.
    """
    estimate = HEURISTICS[heuristic]
    out = Outcome(frontier=1, peak_frontier=1)
    chains: defaultdict[int, list[Node]] = defaultdict(list)
    chains[h_weight * estimate(start, goal)].append(
        Node(start, None, None, 0, estimate(start, goal))
    )
    while out.frontier and out.expanded < most:
        chain = chains[min(f for f, chain in chains.items() if chain)]
        node = TIES[ties](chain)
        chain.remove(node)
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
        for move in in_order(node.board, order):
            if node.move is not None and move == node.move.inverse:
                continue
            board = node.board.apply(move)
            child = Node(board, node, move, node.g + 1, estimate(board, goal))
            chains[g_weight * child.g + h_weight * child.h].append(child)
            out.deepest = max(out.deepest, child.g)
            out.generated += 1
            out.frontier += 1
        out.peak_frontier = max(out.peak_frontier, out.frontier)
    return out


def graph_search(
    start: Board, goal: Board, order: str = "UDLR", *, is_stack: bool, most: float = inf
) -> Outcome:
    """Breadth-first by a queue or depth-first by a stack; a state is known once it is generated.

    Stops after ``most`` expansions.
    """
    out = Outcome(frontier=1, peak_frontier=1)
    known, waiting = {start}, deque([Node(start, None, None, 0, 0)])
    while waiting and out.expanded < most:
        node = waiting.pop() if is_stack else waiting.popleft()
        out.frontier -= 1
        if node.board == goal:
            out.moves = path_to(node)
            return out
        out.expanded += 1
        moves = in_order(node.board, order)
        for move in reversed(moves) if is_stack else moves:
            if node.move is not None and move == node.move.inverse:
                continue
            board = node.board.apply(move)
            out.generated += 1
            if board in known:
                out.duplicates += 1
                continue
            known.add(board)
            waiting.append(Node(board, node, move, node.g + 1, 0))
            out.deepest = max(out.deepest, node.g + 1)
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


@lru_cache(maxsize=16)
def distances_from(goal: Board) -> Mapping[Board, int]:
    """The true distance of every state that can reach ``goal``, by breadth-first layers.

    Worked out once a process for each goal. It goes by the tiles alone, since the 181,440 states of
    the 8-puzzle take more than twice as long as boards.
    """
    exits = []
    for cell in range(len(goal.tiles)):
        row, column = divmod(cell, goal.columns)
        others = [(row + move.row_step, column + move.column_step) for move in Move]
        inside = [(r, c) for r, c in others if 0 <= r < goal.rows and 0 <= c < goal.columns]
        exits.append([r * goal.columns + c for r, c in inside])
    known, layer, depth = {goal.tiles: 0}, [goal.tiles], 0
    while layer:
        depth += 1
        following = []
        for tiles in layer:
            blank = tiles.index(0)
            for cell in exits[blank]:
                moved = list(tiles)
                moved[blank], moved[cell] = moved[cell], 0
                reached = tuple(moved)
                if reached not in known:
                    known[reached] = depth
                    following.append(reached)
        layer = following
    boards = {Board(*goal.size, tiles): distance for tiles, distance in known.items()}
    return MappingProxyType(boards)


# -- bidirectional --------------------------------------------------------------------------------


def bidirectional(start: Board, goal: Board, heuristic: str, order: str = "UDLR") -> Outcome:
    """From both ends at once, by smallest max(g + h, 2 * g), of equal ones the newest node first.

    Ends where no meeting can be shorter than the best one: none is shorter than the smallest
    priority, and all of them are even or all odd.
    """
    ends = (start, goal)
    out = Outcome(frontier=2, peak_frontier=2)
    chains: defaultdict[int, list[tuple[int, Node]]] = defaultdict(list)
    closed: tuple[dict[Board, Node], dict[Board, Node]] = ({}, {})
    for side in (0, 1):
        h = HEURISTICS[heuristic](ends[side], ends[1 - side])
        chains[h].append((side, Node(ends[side], None, None, 0, h)))
    colours = [sum(divmod(board.blank, board.columns)) for board in ends]
    best: int | None = None
    while out.frontier:
        priority = min(f for f, chain in chains.items() if chain)
        if best is not None and best <= priority + (priority + sum(colours)) % 2:
            break
        side, node = chains[priority].pop()
        out.frontier -= 1
        known = closed[side].get(node.board)
        if known and known.g <= node.g:
            out.duplicates += 1
            continue
        out.reopened += known is not None
        closed[side][node.board] = node
        out.expanded += 1
        for move in in_order(node.board, order):
            if node.move is not None and move == node.move.inverse:
                continue
            board = node.board.apply(move)
            h = HEURISTICS[heuristic](board, ends[1 - side])
            child = Node(board, node, move, node.g + 1, h)
            out.deepest = max(out.deepest, child.g)
            out.generated += 1
            other = closed[1 - side].get(board)
            if other and (best is None or child.g + other.g < best):
                best = child.g + other.g
                halves = (child, other) if side == 0 else (other, child)
                back = [step.inverse for step in reversed(path_to(halves[1]))]
                out.moves = path_to(halves[0]) + back
            chains[max(child.g + h, 2 * child.g)].append((side, child))
            out.frontier += 1
        out.peak_frontier = max(out.peak_frontier, out.frontier)
    return out


# -- depth-first ----------------------------------------------------------------------------------


def depth_first(
    start: Board,
    goal: Board,
    opinions: Callable[[Board], Iterable[int]],
    g_weight: int,
    h_weight: int,
    depth_limit: int | None = None,
    order: str = "UDLR",
    most: float = inf,
) -> Outcome:
    """Passes under a growing bound on f = g_weight * g + h_weight * h, the first that of the start.

    h is the largest of ``opinions``, and f that of the first of them which exceeds the bound. With
    a depth limit there is one pass under that bound. Stops after ``most`` expansions.
    """
    bound = h_weight * max(opinions(start)) if depth_limit is None else g_weight * depth_limit
    out = Outcome(most=most)
    while out.moves is None:
        beyond = _depth_first_pass(
            start, goal, opinions, (g_weight, h_weight), bound, order, [], out
        )
        if beyond is None or depth_limit is not None:
            break
        bound = beyond
    return out


def _depth_first_pass(
    board: Board,
    goal: Board,
    opinions: Callable[[Board], Iterable[int]],
    weights: tuple[int, int],
    bound: int,
    order: str,
    path: list[Move],
    out: Outcome,
) -> int | None:
    """The smallest f met that exceeds ``bound``; None where there is none or the goal is found."""
    if board == goal:
        out.moves = list(path)
        return None
    g = weights[0] * (len(path) + 1)
    if g > bound:
        return g
    if out.expanded == out.most:
        out.is_over = True
        return None
    out.expanded += 1
    beyond = []
    for move in in_order(board, order):
        if path and move == path[-1].inverse:
            continue
        out.generated += 1
        out.deepest = max(out.deepest, len(path) + 1)
        child = board.apply(move)
        fs = [g + weights[1] * h for h in opinions(child)]
        above = [f for f in fs if f > bound][:1]
        if not above:
            path.append(move)
            found = _depth_first_pass(child, goal, opinions, weights, bound, order, path, out)
            path.pop()
            if out.moves is not None or out.is_over:
                return None
            above = [] if found is None else [found]
        beyond += above
    return min(beyond, default=None)
