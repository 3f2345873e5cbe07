"""A simple and slow reference implementation of every kernel with dictionaries and lists.

A kernel must have the same counts as its twin in this module, not only the same solution.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, ValuesView
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import inf

import numpy as np

from puzzler.board import Board, Move
from puzzler.search.kernels.heuristic_data import Pairs

Cells = tuple[int, ...]


def manhattan(board: Board, goal: Board) -> int:
    """The sum of the taxicab distances of the tiles from their goal cells."""
    total = 0
    for cell, tile in enumerate(board.tiles):
        if tile:
            row, column = divmod(cell, board.columns)
            goal_row, goal_column = divmod(goal.tiles.index(tile), board.columns)
            total += abs(row - goal_row) + abs(column - goal_column)
    return total


def misplaced(board: Board, goal: Board) -> int:
    """The number of tiles that are not on their goal cells."""
    return sum(
        1 for tile, there in zip(board.tiles, goal.tiles, strict=True) if tile not in (0, there)
    )


def away(board: Board, goal: Board, tile: int) -> tuple[int, int]:
    """The distance of ``tile`` from its goal cell in rows and in columns."""
    row, column = divmod(board.tiles.index(tile), board.columns)
    goal_row, goal_column = divmod(goal.tiles.index(tile), board.columns)
    return abs(row - goal_row), abs(column - goal_column)


def chessboard(board: Board, goal: Board) -> int:
    """The sum over tiles of the larger of the distances in rows and in columns."""
    return sum(max(away(board, goal, tile)) for tile in board.tiles if tile)


def index_distance(board: Board, goal: Board) -> int:
    """The sum over tiles of the distance in reading order."""
    return sum(
        abs(board.tiles.index(tile) - goal.tiles.index(tile)) for tile in board.tiles if tile
    )


def linear_conflict(board: Board, goal: Board) -> int:
    """Manhattan distance plus 2 for each tile that must leave its line to resolve all conflicts."""
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
            total += 2 * (len(at_home) - longest_increasing(at_home))
    return total


def longest_increasing(numbers: list[int]) -> int:
    """The length of a longest increasing subsequence of ``numbers``."""
    for length in range(len(numbers), 0, -1):
        if any(list(some) == sorted(some) for some in combinations(numbers, length)):
            return length
    return 0


def learned_rank(board: Board, goal: Board, tables: Pairs) -> int:
    """The rank of ``board`` in the learned tables of a shape that is not higher than wide.

    The blank of the goal is moved straight to the nearest corner. Then the boards are turned so
    that this corner is the last cell and the board is not higher than wide. Tiles are numbered by
    their goal cells.
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
                adjacent = tables.codes[partner, cells[partner]]
                values = tables.terms[tables.pair_tables[tile, slot]]
                total += int(values[tables.codes[tile, cell], adjacent])
    tile_on = {cell: tile for tile, cell in cells.items()}
    for cell, tile in tile_on.items():
        for other, table in zip(tables.contacts[cell], tables.contact_tables[cell], strict=True):
            if other > cell:
                code, adjacent = tables.codes[tile, cell], tables.codes[tile_on[int(other)], other]
                total += int(tables.terms[table, 0, adjacent])
                total += int(tables.terms[table, code, adjacent]) if code else 0
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
    """The result and counts of a search, and the largest number of expansions."""

    max_expansions: float = inf
    moves: list[Move] | None = None
    expanded: int = 0
    generated: int = 0
    duplicates: int = 0
    reopened: int = 0
    frontier: int = 0
    peak_frontier: int = 0
    deepest: int = 0
    stored: int = 0

    def join(self, g: int) -> None:
        """Count a successor at depth g that was added to the frontier."""
        self.deepest = max(self.deepest, g)
        self.grow_frontier(1)

    def grow_frontier(self, count: int) -> None:
        """Count ``count`` nodes that were added to the frontier."""
        self.frontier += count
        self.peak_frontier = max(self.peak_frontier, self.frontier)


def counts(figures: object) -> tuple[int, ...]:
    """The counts that an ``Outcome`` and the figures of a search have in common."""
    names = "expanded generated duplicates reopened frontier peak_frontier deepest stored"
    return tuple(getattr(figures, name) for name in names.split())


def in_order(board: Board, order: str) -> list[Move]:
    """The legal moves of ``board``, in ``order``."""
    return sorted(board.legal_moves(), key=lambda move: order.index(move.letter))


TIES: dict[str, Callable[[list[Node]], Node]] = {
    "lifo": lambda nodes: nodes[-1],
    "fifo": lambda nodes: nodes[0],
    "high-g": lambda nodes: max(reversed(nodes), key=lambda node: node.g),
    "low-g": lambda nodes: min(reversed(nodes), key=lambda node: node.g),
}
"""The node to expand among nodes with the same f, given in order of generation."""


def path_to(node: Node) -> list[Move]:
    """The moves from the start to ``node``."""
    moves: list[Move] = []
    while node.parent is not None and node.move is not None:
        moves.append(node.move)
        node = node.parent
    return moves[::-1]


class Distances(Mapping[Board, int]):
    """The distance of every state that can reach a goal. ``tiles`` has a row per state."""

    def __init__(self, size: tuple[int, int], layers: list[np.ndarray]) -> None:
        self.size = size
        self.tiles = np.concatenate(layers)
        depths = np.repeat(range(len(layers)), [len(layer) for layer in layers]).tolist()
        rows = self.tiles.astype(np.uint8).view(f"V{self.tiles.shape[1]}").ravel().tolist()
        self._depths: dict[bytes, int] = dict(zip(rows, depths, strict=True))

    def __getitem__(self, board: Board) -> int:
        return self._depths[bytes(board.tiles)]

    def __iter__(self) -> Iterator[Board]:
        return (Board(*self.size, tuple(row)) for row in self._depths)

    def __len__(self) -> int:
        return len(self._depths)

    def values(self) -> ValuesView[int]:
        return self._depths.values()

    def every(self, step: int, limit: int | None = None) -> list[tuple[Board, int]]:
        """Every ``step``-th state with its distance, in reverse order if ``step`` is negative."""
        some = list(self._depths.items())[::step][:limit]
        return [(Board(*self.size, tuple(row)), distance) for row, distance in some]


@lru_cache(maxsize=32)
def distances_from(goal: Board) -> Distances:
    """Compute all distances from ``goal`` by breadth-first search, one array operation per layer.

    tests/board compares it with a search of single boards. A move changes the distance by one, so a
    successor that was visited before can only be in the previous layer.
    """
    weights = len(goal.tiles) ** np.arange(len(goal.tiles))
    layers, before = [np.array([goal.tiles])], np.array([], int)
    while True:
        layer = layers[-1]
        blanks, after = (layer == 0).argmax(axis=1), []
        for move in Move:
            row = blanks // goal.columns + move.row_step
            column = blanks % goal.columns + move.column_step
            inside = (row >= 0) & (row < goal.rows) & (column >= 0) & (column < goal.columns)
            moved, target = layer[inside], (row * goal.columns + column)[inside]
            places = np.arange(len(moved))
            moved[places, blanks[inside]] = moved[places, target]
            moved[places, target] = 0
            after.append(moved)
        moved = np.concatenate(after)
        keys, first = np.unique(moved @ weights, return_index=True)
        is_new = ~np.isin(keys, before)
        if not is_new.any():
            return Distances(goal.size, layers)
        before = layer @ weights
        layers.append(moved[first[is_new]])


def multi_tile_neighbours(board: Board) -> Iterator[tuple[list[Move], Board]]:
    """Every multi-tile move as a list of single moves, with the resulting board."""
    for move in Move:
        moves, after = [move], board
        while move in after.legal_moves():
            after = after.apply(move)
            yield list(moves), after
            moves.append(move)


def multi_tile_distances(goal: Board, limit: float = inf) -> dict[Board, int]:
    """The distance to ``goal`` in multi-tile moves of every board up to ``limit``."""
    distances, layer = {goal: 0}, [goal]
    while layer and distances[layer[0]] < limit:
        following = []
        for board in layer:
            for _, after in multi_tile_neighbours(board):
                if after not in distances:
                    distances[after] = distances[board] + 1
                    following.append(after)
        layer = following
    return distances


def slides_along(cells: Cells, columns: int, axis: int) -> Iterator[Cells]:
    """The cells after each multi-tile move along a column (0) or a row (1), by the blank's cell."""
    blank = cells.index(0)
    row, column = divmod(blank, columns)
    row_cells = range(row * columns, (row + 1) * columns)
    line = row_cells if axis else range(column, len(cells), columns)
    tiles = [cells[cell] for cell in line if cell != blank]
    for place, target in enumerate(line):
        if target != blank:
            after = list(cells)
            for cell, tile in zip(line, [*tiles[:place], 0, *tiles[place:]], strict=True):
                after[cell] = tile
            yield tuple(after)


def multi_tile_ida(start: Board, goal: Board, groups: list[list[int]]) -> tuple[int, int, int]:
    """Length, expanded and generated states of IDA* with a pattern database for each group."""
    tables = [multi_tile_pattern(goal, group) for group in groups]
    columns, expanded, generated = goal.columns, 0, 0

    def h(cells: Cells, axis: int) -> int:
        return max(
            table[axis, masked(cells, group)] for table, group in zip(tables, groups, strict=True)
        )

    def visit(cells: Cells, axis: int, g: int, bound: int) -> float:
        """The length of a solution up to the bound, or the smallest f beyond it."""
        nonlocal expanded, generated
        if cells == goal.tiles:
            return g
        expanded, lowest = expanded + 1, inf
        for after in slides_along(cells, columns, axis):
            generated += 1
            f = g + 1 + h(after, 1 - axis)
            if f <= bound:
                f = visit(after, 1 - axis, g + 1, bound)
                if f <= bound:
                    return f
            lowest = min(lowest, f)
        return lowest

    bound = min(h(start.tiles, 0), h(start.tiles, 1))
    while True:
        lowest = inf
        for axis in (0, 1):
            f = h(start.tiles, axis)
            if f <= bound:
                f = visit(start.tiles, axis, 0, bound)
                if f <= bound:
                    return int(f), expanded, generated
            lowest = min(lowest, f)
        bound = int(lowest)


@lru_cache(maxsize=8)
def _pattern(goal: Board, group: tuple[int, ...]) -> dict[tuple[int, Cells], int]:
    start = masked(goal.tiles, group)
    distances = {(0, start): 0, (1, start): 0}
    layer = [*distances]
    while layer:
        following = []
        for axis, cells in layer:
            for before in slides_along(cells, goal.columns, 1 - axis):
                if (1 - axis, before) not in distances:
                    distances[1 - axis, before] = distances[axis, cells] + 1
                    following.append((1 - axis, before))
        layer = following
    return distances


def multi_tile_pattern(goal: Board, group: list[int]) -> dict[tuple[int, Cells], int]:
    """The distance to ``goal`` of a pattern and the blank, by the axis of the next move."""
    return _pattern(goal, tuple(group))


def masked(cells: Cells, group: Collection[int]) -> Cells:
    """The cells with -1 for each tile that is not in the group."""
    return tuple(tile if tile == 0 or tile in group else -1 for tile in cells)


def optimal_solutions(
    board: Board, distances: Mapping[Board, int], *, is_multi: bool = False
) -> Iterator[list[Move]]:
    """Every optimal solution: each move, of one or several tiles, lowers the distance by one."""
    if distances[board] == 0:
        yield []
    singles = (([move], board.apply(move)) for move in board.legal_moves())
    for moves, after in multi_tile_neighbours(board) if is_multi else singles:
        if distances.get(after) == distances[board] - 1:
            for rest in optimal_solutions(after, distances, is_multi=is_multi):
                yield [*moves, *rest]


def places_of(path: str) -> list[tuple[int, int]]:
    """The rows and columns that the blank visits, relative to its start."""
    places = [(0, 0)]
    for move in map(Move, path):
        row, column = places[-1]
        places.append((row + move.row_step, column + move.column_step))
    return places


def fits(inner: str, outer: str) -> bool:
    """Whether the smallest rectangle with the path ``outer`` contains the path ``inner``."""
    rows, columns = zip(*places_of(outer), strict=True)
    return all(
        min(rows) <= row <= max(rows) and min(columns) <= column <= max(columns)
        for row, column in places_of(inner)
    )


def equal_paths(longest: int) -> list[list[str]]:
    """Groups of paths with the same effect on an unlimited board, the smallest path first.

    Paths with a part that is superfluous on every board are omitted.
    """
    side = 2 * longest + 1
    home = tuple(range(side * side))
    groups = {home: [""]}
    always_superfluous: tuple[str, ...] = ()
    layer = [("", home, longest * side + longest)]
    for _ in range(longest):
        following, found = [], []
        for path, tiles, blank in layer:
            for move in Move:
                longer, step = path + move.letter, move.row_step * side + move.column_step
                if longer.endswith(always_superfluous):
                    continue
                moved = list(tiles)
                moved[blank], moved[blank + step] = tiles[blank + step], tiles[blank]
                group = groups.setdefault(tuple(moved), [])
                if any(fits(other, longer) for other in group):
                    found.append(longer)
                else:
                    following.append((longer, tuple(moved), blank + step))
                group.append(longer)
        layer = following
        always_superfluous += tuple(found)
    return [group for group in groups.values() if len(group) > 1]
