"""Shortens a path by replacing each piece with an optimal path between the ends of the piece.

Successive pieces overlap by half. A shorter path is searched by IDA* with Manhattan distance to the
end of the piece, up to two moves less than the piece has. If this takes too many expansions, the
piece is not changed. Cycles are removed first.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.path import state_numbers
from puzzler.search.engine.constructive import Stage
from puzzler.search.engine.depth_first import INVERSE_MOVES
from puzzler.search.engine.pruning import make_moves
from puzzler.search.kernels import depth_first
from puzzler.search.kernels import paths as kernel
from puzzler.search.packing import make_space

PIECES = (24, 32)
"""Length of the pieces in each round over the path. On 24-puzzles, pieces of up to 64 moves with
unlimited expansions shorten the path no further."""
PATIENCE = 20_000
"""Maximum expansions per piece."""


class Shortening(Stage):
    """Shortens the path ``moves`` step by step."""

    reader = "stages.ShorteningReader"

    def __init__(
        self, start: Board, pieces: Sequence[int] = PIECES, patience: int = PATIENCE
    ) -> None:
        self.moves: list[Move] = []
        """The path, without cycles. Set it before the first ``advance``."""
        self._pieces = list(pieces)
        self._patience = patience
        self._origin = start
        self._first = 0
        self._before = start
        """The first state of the piece, after ``_first`` moves of the path."""
        self.left = 0
        """Remaining expansions of the piece; 0 between two pieces."""
        rows, columns = start.size
        cells = np.arange(rows * columns)
        distance = abs(cells[:, None] // columns - cells // columns)
        distance += abs(cells[:, None] % columns - cells % columns)
        targets = make_space(rows, columns).targets
        # the increase of f for each cell and move of the blank, and each goal cell of the tile
        self._growth = (1 + distance[:, None, :] - distance[targets]).astype(np.int32)
        self._distance = distance
        self.steps = make_moves(rows, columns, INVERSE_MOVES)
        self.counters = np.zeros(kernel.COUNTERS, np.int64)
        self._tiles = self._end = np.array(start.tiles, np.uint8)
        self._weighing = kernel.Weighing(np.zeros(0, np.int32), 1, 1, 0)
        self.frames = self.opened = np.zeros(2, np.int64)
        self._begin_search(start, 2)
        self._search(0)  # load the machine code now, so that no search is timed with it
        self.left = 0

    def advance(self, budget: int) -> bool:
        stop = self.expanded + budget
        while self.expanded < stop:
            if not self.left and not self._next_piece():
                return False
            code = self._search(min(stop - self.expanded, self.left))
            if code == kernel.SOLVED:
                self._replace()
            if code != kernel.RUNNING:
                self.left = 0
            if not self.left:
                self._skip(self._pieces[0] // 2)
        return True

    def _next_piece(self) -> bool:
        while self._pieces:
            size = self._pieces[0]
            piece = self.moves[self._first : self._first + size]
            if self._first and len(piece) <= size // 2:
                self._pieces.pop(0)
                self._first, self._before = 0, self._origin
                continue
            end = self._before.apply_all(piece)
            if self._begin_search(end, len(piece)):
                return True
            self._skip(size // 2)
        return False

    def _skip(self, count: int) -> None:
        self._before = self._before.apply_all(self.moves[self._first : self._first + count])
        self._first += count

    def _begin_search(self, end: Board, length: int) -> bool:
        """Prepare to search for less than ``length`` moves to ``end``; False if h excludes them."""
        self.piece = self._before, end
        homes = np.argsort(end.tiles)
        places = np.argsort(self._before.tiles)
        h = int(self._distance[homes[1:], places[1:]].sum())
        self._tiles = np.array(self._before.tiles, np.uint8)
        self._end = np.array(end.tiles, np.uint8)
        self._weighing = self._weighing._replace(costs=self._growth[:, :, homes].reshape(-1))
        self.frames = np.zeros(length, np.int64)
        self.opened = np.zeros(length, np.int64)
        counters = self.counters
        counters[:] = 0
        counters[kernel.BOUND] = counters[kernel.LOWEST_H] = counters[kernel.START_H] = h
        counters[kernel.START_SUM] = h
        counters[kernel.FRAMES] = length  # paths of this length end the search with DEEP
        counters[kernel.CLOSEST] = kernel.FAR
        counters[kernel.BLANK] = self._before.blank
        counters[kernel.CURSOR] = self.steps.first[self._before.blank]
        self.left = self._patience
        return h <= length - 2

    def _search(self, budget: int) -> int:
        counters = self.counters
        expanded, generated = int(counters[kernel.EXPANDED]), int(counters[kernel.GENERATED])
        data = self.steps, self._end, self._tiles, self._weighing
        path = self.frames, None, self.opened
        no_tables = (None,) * 9
        code = depth_first.search(*data, *no_tables, *path, counters, budget)
        expanded = int(counters[kernel.EXPANDED]) - expanded
        self.expanded += expanded
        self.generated += int(counters[kernel.GENERATED]) - generated
        self.left -= expanded
        if expanded:
            deepest = self._first + int(counters[kernel.DEEPEST])
            self.deepest = max(self.deepest, deepest)
        return int(code)

    def _replace(self) -> None:
        frames = self.frames[: int(self.counters[kernel.DEPTH])]
        entries = self.steps.entries[(frames & kernel.CURSOR_MASK) - 1]
        shorter = [Move(int(move)) for move in (entries >> kernel.MOVE_SHIFT) & kernel.MOVE_MASK]
        self.moves[self._first : self._first + len(self.frames)] = shorter


def without_cycles(start: Board, moves: Sequence[Move]) -> list[Move]:
    """Return ``moves`` without the moves between two visits of the same state."""
    visited = state_numbers(start, moves)
    states = [next(visited)]
    path: list[Move] = []
    reached = {states[0]: 0}
    """The number of moves of the path before each of its states."""

    for move, state in zip(moves, visited, strict=True):
        path.append(move)
        states.append(state)
        first = reached.setdefault(state, len(path))
        for left in states[first + 1 : -1]:
            del reached[left]
        del path[first:], states[first + 1 :]
    return path
