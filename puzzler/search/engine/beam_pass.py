"""One beam of one width, from a state to a goal, layer by layer; see ``kernels.beam``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial

import numpy as np
from numpy.typing import NDArray
from typing_extensions import override

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.tokens import LARGEST_SIDE
from puzzler.search.engine.constructive import Stage
from puzzler.search.heuristics import learned, linear_conflict, manhattan
from puzzler.search.heuristics.heuristic import NO_PAIRS, NO_REST, Tables
from puzzler.search.kernels import beam as kernel
from puzzler.search.kernels import estimate, slide
from puzzler.search.kernels.beam import Ranking
from puzzler.search.kernels.estimate import Tiles
from puzzler.search.packing import make_space

SEEN_BITS = 22
BUCKETS = 4096
PATIENCE = 8
"""Layers without a better rank before the beam is stuck, for each row and column."""
NO_BOUND = 1 << 30
SCALE = 16
"""What one move of h counts in the rank."""
UNEVENNESS = 360
"""What the square of a distance counts in the rank, times the square of rows plus columns. On large
boards, whose distances are longer, more of it makes the beam get stuck."""
LINE_WORTH = 2
"""Moves that a row or column adds to the rank until all tiles in it and in those before it are in
place: a tile that is left behind far from all others costs the way there and back."""
LINES_FROM = 100
"""Cells of the smallest boards on which they do: on 9x9 it makes no difference."""
MARKS_SEED = 20021


class BeamPass(Stage):
    """A beam in progress; ``code`` is RUNNING, SOLVED, DRY, STUCK or FULL, as in the kernel."""

    reader = "beam.BeamPassReader"

    def __init__(
        self,
        start: Board,
        goal: Board,
        tables: Tables,
        width: int,
        memory: int,
        *,
        most: int = NO_BOUND,
        seen_bits: int = SEEN_BITS,
        order: Sequence[Move] = tuple(Move),
    ) -> None:
        """``width`` takes a third of ``memory`` at most; ``memory`` bounds the bytes of its arrays.

        A solution of more than ``most`` moves is not looked for; h must then be admissible.
        """
        self.start = start
        self.begin = start
        """The same with the names that tiles have outside the beam."""
        self.goal = goal
        self.width = width
        self.code = kernel.RUNNING
        self.counters = np.zeros(kernel.COUNTERS, np.int64)
        self.tables = tables
        self.order = tuple(order)
        self._turns = turns_of(*start.size, self.order)
        self.most = most
        self.space = make_space(*start.size)
        self._rest = tables.rest or NO_REST
        self._outline = start.rows + start.columns
        self.ranking = ranking_for(goal, tables)
        self._parts = tables.make_parts()
        self.layers = self._first_layer(width, memory, seen_bits)
        self._note_figures()

    def _first_layer(self, width: int, memory: int, seen_bits: int) -> kernel.Layers:
        cells = len(self.start.tiles)
        seen = 1 << min(seen_bits, max(memory // 12, kernel.PROBES).bit_length() - 1)
        buckets = min(BUCKETS, max(memory // 32, 4))
        # h falls at least once in a while, so that there are never many more layers than this
        deepest = min(2 * cells * self._outline, self.most + 2)
        rest = memory - (width + 1) * row_bytes(cells) - 4 * seen - 4 * buckets
        trace = max(rest // 4, 1)
        layers = make_layers(width, cells, min(trace, width * deepest), seen, buckets)
        tiles = np.array(self.start.tiles, np.int64)
        layers.boards[:2] = rows_of(self.ranking, tiles, layers)
        hashed = hash_of(self.ranking.marks, tiles)
        carried = slide.carried_sum(self.tables.distance, self._rest.lines, tiles)
        shaped = int(shaping(self.ranking)(tiles))
        layers.facts[0, 0] = self.start.blank, kernel.NO_MOVE, carried, shaped
        layers.hashes[0, 0] = hashed
        layers.trace[0] = -1
        kernel.is_new(layers.seen, hashed)
        counters = self.counters
        for counter in (kernel.SIZE, kernel.STORED, kernel.PEAK_FRONTIER):
            counters[counter] = 1
        h = self.tables.evaluate(self.start)
        rank = self.ranking.scale * h + shaped
        counters[kernel.LOWEST] = rank
        counters[kernel.LAST_BEST] = rank + 1
        counters[kernel.BEST_H] = h
        return layers

    def exclude(self, tiles: NDArray[np.int64]) -> None:
        """Treat the states ``tiles`` as visited: no path passes them, unless the table is full.

        tiles: (states, cells).
        """
        for hashed in hashes_of(self.ranking.marks, tiles).tolist():
            kernel.is_new(self.layers.seen, hashed)

    def _note_figures(self) -> None:
        counters, layers = self.counters, self.layers
        self.expanded = int(counters[kernel.EXPANDED])
        self.generated = int(counters[kernel.GENERATED])
        self.duplicates = int(counters[kernel.DUPLICATES])
        self.peak_frontier = int(counters[kernel.PEAK_FRONTIER])
        self.deepest = int(counters[kernel.LAYER]) + bool(counters[kernel.NEXT])
        # the boards are there twice, as bytes and as words
        fixed = sum(array.nbytes for array in layers) - layers.trace.nbytes - layers.boards.nbytes
        self.bytes = fixed + 4 * int(counters[kernel.STORED])
        self.last_node = int(counters[kernel.STORED]) - 1
        """The state that was stored last: the goal, where it is solved."""
        self.best_node = int(counters[kernel.BEST_NODE])
        """The state of the best rank so far."""

    @override
    def advance(self, budget: int) -> bool:
        data = self.space, self.layers, self.ranking, self._rest, self._parts, self._turns
        patience = PATIENCE * self._outline
        self.code = int(kernel.expand(*data, self.counters, budget, patience, self.most))
        self._note_figures()
        return self.code == kernel.RUNNING

    def path_to(self, node: int) -> list[Move]:
        """The moves to a state by its number, the start being 0."""
        moves = []
        while node != 0:
            step = int(self.layers.trace[node])
            moves.append(Move(step & 3))
            node = step >> 2
        return moves[::-1]

    @override
    def current(self) -> Board:
        place = max(int(self.counters[kernel.NEXT]) - 1, 0)
        tiles = tiles_of(self.layers, int(self.counters[kernel.HALF]), len(self.goal.tiles))[place]
        return Board(self.start.rows, self.start.columns, tuple(tiles.tolist()))


@lru_cache(maxsize=4)
def turns_of(rows: int, columns: int, order: tuple[Move, ...]) -> NDArray[np.int64]:
    """The moves that are tried after each move, as the kernel reads them."""
    turns = np.ones((rows * columns, len(Move) + 1), np.int64)
    for move in reversed(order):
        is_legal = make_space(rows, columns).targets[:, move] >= 0
        for last in range(len(Move) + 1):
            if last != move.inverse:
                turns[is_legal, last] = turns[is_legal, last] << 2 | move
    return turns


def bytes_of(words: NDArray[np.int64]) -> NDArray[np.uint8]:
    """The same memory as the boards of ``Layers``: two rows a state."""
    return words.view(np.uint8).reshape(2 * len(words), -1)


def tiles_of(layers: kernel.Layers, half: int, cells: int) -> NDArray[np.uint8]:
    """(width, cells): the states of one of the two layers."""
    return np.split(layers.boards[::2, :cells], 2)[half]


def rows_of(ranking: Ranking, tiles: Tiles, layers: kernel.Layers) -> NDArray[np.uint8]:
    """(2, cells, lines and some room): a state as the boards of ``layers`` hold it."""
    cells = len(tiles)
    rows = np.zeros((2, layers.boards.shape[1]), np.uint8)
    rows[0, :cells] = tiles
    if ranking.pairs.is_used:
        rows[1, tiles] = ranking.pairs.codes[tiles, np.arange(cells)]
    if ranking.line_worth:
        for row, lines in zip(rows, _open_lines(ranking, tiles), strict=True):
            row[cells:] = np.bincount(lines, minlength=len(row) - cells)
    return rows


def _open_lines(ranking: Ranking, tiles: Tiles) -> NDArray[np.int64]:
    """(2, tiles out of place): the row and the column of each."""
    return ranking.lines[:, (tiles != ranking.goal) & (tiles != 0)]


def row_bytes(cells: int) -> int:
    """What one more state of width takes; beams take a third of the memory for their width."""
    of_states = 2 * 8 * _words(cells) + 8 + 4 * kernel.FACTS
    return 2 * of_states + 3 * (8 + 4 * kernel.CANDIDATE_FIELDS + 4)


def _words(cells: int) -> int:
    """Words of eight bytes that hold a tile of each cell, and a count of each line that counts."""
    lines = LARGEST_SIDE if cells >= LINES_FROM else 0
    return -(-(cells + lines) // 8)


def make_layers(width: int, cells: int, trace: int, seen: int, buckets: int) -> kernel.Layers:
    """Room for a beam."""
    words = np.zeros((2 * width, 2 * _words(cells)), np.int64)
    return kernel.Layers(
        bytes_of(words),
        words,
        np.zeros((2, width, kernel.FACTS), np.int32),
        np.zeros((2, width), np.int64),
        np.empty((3 * width + 1, kernel.CANDIDATE_FIELDS), np.int32),
        np.empty(3 * width + 1, np.int64),
        np.empty(3 * width + 1, np.int32),
        np.empty(trace, np.int32),
        np.zeros(seen, np.int32),
        np.zeros(buckets, np.int32),
    )


def ranking_for(goal: Board, tables: Tables | None = None) -> Ranking:
    """What states are ranked by on the way to ``goal``; smaller is better.

    With learned tables (by default those of ``goal``) the rank is what was learned, without h, and
    on the largest boards how many rows and columns are not done. Else it is h, refined by how
    unevenly distances are spread: of equal sums, many small distances are easier to remove than a
    few large ones.
    """
    tables = tables or learned.build(goal)
    cells = len(goal.tiles)
    marks = _marks(cells)
    pairs, scale = tables.pairs or NO_PAIRS, 0
    shape = pairs.single
    if not pairs.is_used:
        scale = SCALE
        shape = tables.distance**2 * max(UNEVENNESS // (goal.rows + goal.columns) ** 2, 1)
    tiles = np.array(goal.tiles, np.int64)
    return Ranking(
        marks,
        tables.distance,
        shape,
        scale,
        pairs,
        tiles,
        hash_of(marks, tiles),
        _lines(goal),
        LINE_WORTH * pairs.unit if pairs.is_used and cells >= LINES_FROM else 0,
    )


def _lines(goal: Board) -> NDArray[np.int64]:
    """(2, cells): see ``Ranking``."""
    rows, columns = goal.size
    lines = np.array(np.divmod(np.arange(rows * columns), columns))
    for line, size, blank in zip(lines, goal.size, divmod(goal.blank, columns), strict=True):
        if blank < size // 2:
            line[:] = size - 1 - line
    return lines


@lru_cache(maxsize=4)
def _marks(cells: int) -> NDArray[np.int64]:
    """(tiles, cells): drawn once, for stretches of a path take a beam each."""
    return np.random.default_rng(MARKS_SEED).integers(1, 1 << 62, (cells, cells))


def hash_of(marks: NDArray[np.int64], tiles: Tiles) -> int:
    """The hash of a state, as the kernel updates it."""
    return int(hashes_of(marks, tiles[None])[0])


def hashes_of(marks: NDArray[np.int64], tiles: Tiles) -> NDArray[np.int64]:
    """(states,): the hashes of ``tiles``, whose shape is (states, cells)."""
    marked = np.where(tiles, marks[tiles, np.arange(tiles.shape[1])], np.int64(0))
    hashes: NDArray[np.int64] = np.bitwise_xor.reduce(marked, axis=1)
    return hashes


def shaping(ranking: Ranking) -> Callable[[Tiles], int | np.int64]:
    """What gives the part of a state's rank that is not h: what the kernel carries as SHAPE.

    It calls the kernels that are in place now.
    """
    if not ranking.pairs.is_used:
        return partial(estimate.summed_distance, ranking.shape)
    pair_sum = partial(estimate.pair_sum, ranking.pairs)
    if not ranking.line_worth:
        return pair_sum

    def shape(tiles: Tiles) -> int | np.int64:
        first = _open_lines(ranking, tiles).min(axis=1, initial=LARGEST_SIDE)
        return pair_sum(tiles) + ranking.line_worth * int((LARGEST_SIDE - first).sum())

    return shape


def beam_between(
    begin: Board,
    end: Board,
    length: int,
    width: int,
    memory: int,
    seen_bits: int,
    *,
    is_learned: bool,
) -> BeamPass:
    """A beam, ranked as in the whole search, for less than ``length`` moves between two boards."""
    start = begin
    if is_learned:
        start, end = renamed(begin, end)
        standard = learned.HEURISTIC.shared(Board.solved(*end.size))
        tables = Tables(distance=manhattan.build(end).distance, pairs=standard.pairs)
    else:
        tables = linear_conflict.build(end)
    beam = BeamPass(start, end, tables, width, memory, most=length - 2, seen_bits=seen_bits)
    beam.begin = begin
    return beam


def renamed(begin: Board, end: Board) -> tuple[Board, Board]:
    """Both boards with tiles renamed so that ``end`` is close to the standard goal.

    It is that goal but for the blank, which is left and above of the last corner. The moves between
    the boards stay the same.
    """
    rows, columns = end.size
    row, column = divmod(end.blank, columns)
    to_corner = [Move.RIGHT] * (columns - 1 - column) + [Move.DOWN] * (rows - 1 - row)
    tiles = end.apply_all(to_corner).tiles
    names = {tile: place + 1 for place, tile in enumerate(tiles[:-1])} | {0: 0}
    first, last = (
        Board(rows, columns, tuple(names[tile] for tile in board.tiles)) for board in (begin, end)
    )
    return first, last
