"""The usual method of people: line by line, tile by tile. It always succeeds with a long solution.

First the blank of the goal is moved to the last corner. Rows are filled from the top while more
than two remain, then columns from the left, then the last 2x2 square is solved. A tile is moved
cell by cell towards its place: the blank walks around it to the nearest cell that the tile can
move to. The last two tiles of a line are placed together: both are brought into the last 2x3 cells
of the line, where a breadth-first search over these tiles and the blank places them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Sequence
from typing import ClassVar

from puzzler.board.board import Board, moves_from_cell, targets_of
from puzzler.board.move import Move

Cells = tuple[int, ...]
"""The cell of the blank, followed by the cells of the tiles that are being placed."""


def construct(start: Board, goal: Board) -> Iterator[Move]:
    """Yield the blank's moves from ``start`` to ``goal``, which must be reachable."""
    to_corner: list[Move] = []
    cornered = goal
    while Move.DOWN in cornered.legal_moves() or Move.RIGHT in cornered.legal_moves():
        move = Move.DOWN if Move.DOWN in cornered.legal_moves() else Move.RIGHT
        to_corner.append(move)
        cornered = cornered.apply(move)
    yield from _Construction(start, cornered).moves()
    yield from (move.inverse for move in reversed(to_corner))


def lines_in_order(rows: int, columns: int) -> Iterator[list[list[int]]]:
    """Yield the cells of each row or column in the order of filling, with those of the next two."""
    top = left = 0
    while rows - top > 2 or columns - left > 2:
        if rows - top > 2:
            yield [
                [row * columns + column for column in range(left, columns)]
                for row in range(top, top + 3)
            ]
            top += 1
        else:
            yield [
                [row * columns + column for row in range(top, rows)]
                for column in range(left, left + 3)
            ]
            left += 1


def near_solution(start: Board, goal: Board, patience: int = 10_000) -> list[Move] | None:
    """Return an optimal solution of a board close to its goal, or None after ``patience`` states.

    This is IDA* with Manhattan distance in plain Python. It needs neither tables nor compiled
    kernels and takes a few hundredths of a second.
    """
    columns, tiles, targets = start.columns, list(start.tiles), targets_of(*start.size)
    homes = {tile: divmod(cell, columns) for cell, tile in enumerate(goal.tiles)}
    places = [divmod(cell, columns) for cell in range(len(tiles))]
    distance = [
        [abs(homes[tile][0] - row) + abs(homes[tile][1] - column) for row, column in places]
        for tile in range(len(tiles))
    ]
    path: list[Move] = []
    left = patience

    def is_solved(blank: int, h: int, limit: int, back: Move | None) -> bool:
        nonlocal left
        left -= 1
        for move in Move:
            target = targets[blank][move]
            if target < 0 or move is back or left < 0:
                continue
            tile = tiles[target]
            new_h = h + distance[tile][blank] - distance[tile][target]
            if new_h < limit:
                tiles[blank], tiles[target] = tile, 0
                path.append(move)
                if new_h == 0 or is_solved(target, new_h, limit - 1, move.inverse):
                    return True
                path.pop()
                tiles[target], tiles[blank] = tile, 0
        return False

    h = threshold = sum(distance[tile][cell] for cell, tile in enumerate(tiles) if tile)
    while left > 0 and h:
        if is_solved(start.blank, h, threshold, None):
            return path
        threshold += 2
    return None


class Stage(ABC):
    """A part of a search that improves its solution, such as a single beam."""

    reader: ClassVar[str]
    """The class that reads it for inspection; see ``Stepping.reader``."""
    expanded = 0
    generated = 0
    duplicates = 0
    peak_frontier = 0
    bytes = 0
    """Size of its arrays."""
    deepest = 0
    """The largest number of moves from the stage's start to a generated state."""

    @abstractmethod
    def advance(self, budget: int) -> bool:
        """Expand at most ``budget`` states; return whether the stage continues."""

    def current(self) -> Board | None:
        """A recently expanded state; None if not available."""
        return None


class Constructing(Stage):
    """The constructive method as a stage; each move counts as an expansion."""

    reader = "stages.MovesReader"

    def __init__(self, start: Board, goal: Board) -> None:
        self.start = start
        self.moves: list[Move] = []
        self._steps = construct(start, goal)

    def advance(self, budget: int) -> bool:
        for _ in range(budget):
            move = next(self._steps, None)
            if move is None:
                return False
            self.moves.append(move)
            self.expanded = self.generated = self.deepest = len(self.moves)
        return True


class _Construction:
    """Solves a board for a goal with the blank in the last corner."""

    def __init__(self, start: Board, goal: Board) -> None:
        self._goal = goal
        self._cells = [0] * len(start.tiles)
        """The cell of each tile."""
        for cell, tile in enumerate(start.tiles):
            self._cells[tile] = cell
        self._tiles = list(start.tiles)
        self._targets = targets_of(*start.size)
        self._exits = [
            [
                (target, move)
                for move, target in moves_from_cell(start.rows, start.columns, cell).items()
            ]
            for cell in range(len(start.tiles))
        ]

    def moves(self) -> Iterator[Move]:
        """Yield the moves to the goal."""
        inside = set(range(len(self._tiles)))
        for lines in lines_in_order(*self._goal.size):
            yield from self._fill(lines, inside)
            inside -= set(lines[0])
        last = sorted(inside)
        yield from self._place(last[:3], inside)

    def _fill(self, lines: list[list[int]], inside: set[int]) -> Iterator[Move]:
        """Fill the first of three neighbouring lines, moving only tiles in the cells ``inside``."""
        line, free, tiles = lines[0], set(inside), self._goal.tiles
        if all(self._tiles[cell] == tiles[cell] for cell in line):
            return  # otherwise the last two tiles would be moved away and back
        for cell in line[:-2]:
            yield from self._carry(tiles[cell], {cell}, free)
            free.remove(cell)
        window = {cell for each in lines for cell in each[-2:]}
        first, second = tiles[line[-2]], tiles[line[-1]]
        # to the corner, because the second tile can then reach the window
        yield from self._carry(first, {line[-1]}, free)
        yield from self._carry(second, window - {line[-1]}, free - {line[-1]})
        yield from self._walk(window, free - {line[-1], self._cells[second]})
        yield from self._place(line[-2:], window)

    def _carry(self, tile: int, goals: Collection[int], allowed: set[int]) -> Iterator[Move]:
        """Bring ``tile`` to one of the cells ``goals``, moving only tiles in cells ``allowed``."""
        steps = self._distances(goals, allowed)
        while steps[cell := self._cells[tile]]:
            nearer = [
                target
                for target, _ in self._exits[cell]
                if target in steps and steps[target] < steps[cell]
            ]
            yield from self._walk(nearer, allowed - {cell})
            yield from self._walk([cell], allowed)

    def _distances(self, goals: Collection[int], allowed: set[int]) -> dict[int, int]:
        steps = dict.fromkeys(goals, 0)
        queue = list(goals)
        for cell in queue:
            for target, _ in self._exits[cell]:
                if target in allowed and target not in steps:
                    steps[target] = steps[cell] + 1
                    queue.append(target)
        return steps

    def _walk(self, goals: Collection[int], allowed: set[int]) -> Iterator[Move]:
        """Move the blank to one of the cells ``goals`` by a shortest path within ``allowed``."""
        start = self._cells[0]
        parents: dict[int, tuple[int, Move]] = {}
        queue = [start]
        end = start
        for end in queue:
            if end in goals:
                break
            for target, move in self._exits[end]:
                if target in allowed and target not in parents and target != start:
                    parents[target] = end, move
                    queue.append(target)
        path = []
        while end != start:
            end, move = parents[end]
            path.append(move)
        yield from self._slide(path[::-1])

    def _place(self, homes: Sequence[int], allowed: Collection[int]) -> Iterator[Move]:
        """Bring the tiles of the cells ``homes`` there by a shortest path within ``allowed``."""
        start = tuple(
            self._cells[tile] for tile in (0, *(self._goal.tiles[cell] for cell in homes))
        )
        targets = tuple(homes)
        exits_of = {
            cell: [(target, move) for target, move in self._exits[cell] if target in allowed]
            for cell in allowed
        }
        parents: dict[Cells, tuple[Cells, Move] | None] = {start: None}
        queue = [start]
        for cells in queue:
            blank, tiles = cells[0], cells[1:]
            if tiles == targets:
                break
            for target, move in exits_of[blank]:
                after = (target, *tiles)
                if target in tiles:
                    after = (target, *[blank if cell == target else cell for cell in tiles])
                if after not in parents:
                    parents[after] = cells, move
                    queue.append(after)
        path: list[Move] = []
        while step := parents[cells]:
            cells, move = step
            path.append(move)
        yield from self._slide(path[::-1])

    def _slide(self, path: Sequence[Move]) -> Iterator[Move]:
        for move in path:
            blank = self._cells[0]
            target = self._targets[blank][move]
            tile = self._tiles[target]
            self._tiles[blank], self._tiles[target] = tile, 0
            self._cells[0], self._cells[tile] = target, blank
            yield move
