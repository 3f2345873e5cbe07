"""The classic human method: line by line, tile by tile. Always answers, never short.

The blank's place in the goal is moved into the last corner first. Rows are filled from the top
while more than two are left, then columns from the left, then the last 2x2 square turns into place.
The last two tiles of a line go in together: both are brought into the line's last window of 2 x 3
cells, where a breadth-first search over those two and the blank finishes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from puzzler.board.board import Board
from puzzler.board.move import Move

Cells = tuple[int, ...]
"""Where the blank stands, then each tile that is being placed."""


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


class _Construction:
    """A board on its way to a goal whose blank is in the last corner."""

    def __init__(self, start: Board, goal: Board) -> None:
        self._goal = goal
        self._board = start
        self._targets: list[list[tuple[Move, int]]] = [[] for _ in start.tiles]
        for cell in range(len(start.tiles)):
            row, column = divmod(cell, start.columns)
            for move in Move:
                to_row, to_column = row + move.row_step, column + move.column_step
                if 0 <= to_row < start.rows and 0 <= to_column < start.columns:
                    self._targets[cell].append((move, to_row * start.columns + to_column))

    def moves(self) -> Iterator[Move]:
        """All moves to the goal."""
        rows, columns = self._goal.rows, self._goal.columns
        top = left = 0
        inside = set(range(rows * columns))
        while rows - top > 2 or columns - left > 2:
            if rows - top > 2:
                lines = [
                    [row * columns + column for column in range(left, columns)]
                    for row in range(top, top + 3)
                ]
                top += 1
            else:
                lines = [
                    [row * columns + column for row in range(top, rows)]
                    for column in range(left, left + 3)
                ]
                left += 1
            yield from self._fill(lines, inside)
            inside -= set(lines[0])
        last = sorted(inside)
        yield from self._bring(last[:3], last[:3], inside)

    def _fill(self, lines: list[list[int]], inside: set[int]) -> Iterator[Move]:
        """Fill the first of three neighbouring lines, without leaving the cells ``inside``."""
        line, free = lines[0], set(inside)
        for cell in line[:-2]:
            yield from self._bring([cell], [cell], free)
            free.remove(cell)
        window = {cell for each in lines for cell in each[-2:]}
        # the corner, so that the second tile is in the window already or free to come
        yield from self._bring([line[-2]], [line[-1]], free)
        second = self._goal.tiles[line[-1]]
        outside = free - {line[-1]}
        yield from self._travel([second], outside, lambda cells: cells[1] in window)
        tiles = {line[-1], self._board.tiles.index(second)}
        yield from self._travel([], free - tiles, lambda cells: cells[0] in window)
        yield from self._bring(line[-2:], line[-2:], window)

    def _bring(
        self, homes: Sequence[int], cells: Sequence[int], allowed: set[int]
    ) -> Iterator[Move]:
        """Bring the goal's tiles of ``homes`` to ``cells``."""
        tiles = [self._goal.tiles[home] for home in homes]
        wanted = tuple(cells)
        yield from self._travel(tiles, allowed, lambda where: where[1:] == wanted)

    def _travel(
        self, tiles: Sequence[int], allowed: set[int], is_done: Callable[[Cells], bool]
    ) -> Iterator[Move]:
        """Take the shortest way of the blank within ``allowed`` until ``tiles`` are as wanted."""
        start = tuple(self._board.tiles.index(tile) for tile in (0, *tiles))
        came_from: dict[Cells, tuple[Cells, Move] | None] = {start: None}
        layer = [start]
        while not any(map(is_done, layer)):
            following = []
            for cells in layer:
                blank = cells[0]
                for move, target in self._targets[blank]:
                    if target not in allowed:
                        continue
                    after = (target, *(blank if cell == target else cell for cell in cells[1:]))
                    if after not in came_from:
                        came_from[after] = cells, move
                        following.append(after)
            layer = following
        step = came_from[next(filter(is_done, layer))]
        way: list[Move] = []
        while step is not None:
            cells, move = step
            way.append(move)
            step = came_from[cells]
        for move in reversed(way):
            self._board = self._board.apply(move)
            yield move
