"""A single beam of fixed width from a state to a goal, layer by layer; see ``kernels.beam``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache, partial

import numpy as np
from numpy.typing import NDArray

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.tokens import LARGEST_SIDE
from puzzler.search.engine.constructive import Stage
from puzzler.search.heuristics import learned, linear_conflict, manhattan
from puzzler.search.heuristics.heuristic import NO_PAIRS, NO_REST, Tables
from puzzler.search.kernels import beam as kernel
from puzzler.search.kernels import estimate, slide
from puzzler.search.kernels.heuristic_data import Ranking, Tiles
from puzzler.search.packing import make_space

VISITED_BITS = 22
MIN_VISITED_BITS, MAX_VISITED_BITS = 12, 24
BUCKETS = 4096
PATIENCE = 8
"""Layers without a better rank after which the beam is stuck, per row and column."""
NO_BOUND = 1 << 30
SCALE = 16
"""Weight of one move of h in the rank."""
UNEVENNESS = 360
"""Weight of the square of a tile's distance in the rank, times (rows + columns) ** 2. It is smaller
on large boards, because with their longer distances a larger weight makes the beam get stuck."""
LINE_PENALTY = 2
"""Moves added to the rank for each row or column until all tiles in it and in the lines before it
are in place. It is a penalty because a tile left far behind all others costs the way to it."""
LINES_FROM = 100
"""Cells of the smallest boards with line penalties; on 9x9 they make no difference."""
ZOBRIST_SEED = 20021
NOISE = 2
"""Standard deviation of the change in the rank for each move of a tile, in the unit of
``tables.learned``. Even such small changes lead to very different solutions."""


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
        max_length: int = NO_BOUND,
        visited_bits: int = VISITED_BITS,
        order: Sequence[Move] = tuple(Move),
    ) -> None:
        """memory: maximum bytes of all arrays; those for ``width`` states may use a third of it.

        max_length: maximum number of moves of a solution; it requires an admissible h.
        visited_bits: base-2 logarithm of the size of the table of visited states.
        """
        self.start = start
        self.begin = start
        """The start before tiles are renumbered; see ``renumber_tiles``."""
        self.goal = goal
        self.width = width
        self.code = kernel.RUNNING
        self.counters = np.zeros(kernel.COUNTERS, np.int64)
        self.tables = tables
        self.order = tuple(order)
        self._turns = turns_of(*start.size, self.order)
        self.max_length = max_length
        self.space = make_space(*start.size)
        self._rest = tables.rest or NO_REST
        self._outline = start.rows + start.columns
        self.ranking = ranking_for(goal, tables)
        self._parts = tables.make_parts()
        self.layers = self._first_layer(width, memory, visited_bits)
        self._note_figures()

    def _first_layer(self, width: int, memory: int, visited_bits: int) -> kernel.Layers:
        cells = len(self.start.tiles)
        visited = 1 << min(visited_bits, max(memory // 12, kernel.PROBES).bit_length() - 1)
        buckets = min(BUCKETS, max(memory // 32, 4))
        # a beam whose rank does not fall gets stuck, so there are seldom more layers than this
        deepest = min(2 * cells * self._outline, self.max_length + 2)
        rest = memory - (width + 1) * row_bytes(cells) - 4 * visited - 4 * buckets
        trace = max(rest // 4, 1)
        layers = make_layers(width, cells, min(trace, width * deepest), visited, buckets)
        tiles = np.array(self.start.tiles, np.int64)
        layers.boards[:2] = rows_of(self.ranking, tiles, layers)
        hashed = hash_of(self.ranking.zobrist, tiles)
        carried = slide.carried_sum(self.tables.distance, self._rest.lines, tiles)
        shaped = int(shape_function(self.ranking)(tiles))
        layers.facts[0, 0] = self.start.blank, kernel.NO_MOVE, carried, shaped
        layers.hashes[0, 0] = hashed
        layers.trace[0] = -1
        kernel.is_new(layers.visited, hashed)
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
        for hashed in hashes_of(self.ranking.zobrist, tiles).tolist():
            kernel.is_new(self.layers.visited, hashed)

    def _note_figures(self) -> None:
        counters, layers = self.counters, self.layers
        self.expanded = int(counters[kernel.EXPANDED])
        self.generated = int(counters[kernel.GENERATED])
        self.duplicates = int(counters[kernel.DUPLICATES])
        self.peak_frontier = int(counters[kernel.PEAK_FRONTIER])
        self.deepest = int(counters[kernel.LAYER]) + bool(counters[kernel.NEXT])
        # boards and words are the same memory, so it is counted only as words
        fixed = sum(array.nbytes for array in layers) - layers.trace.nbytes - layers.boards.nbytes
        self.bytes = fixed + 4 * int(counters[kernel.STORED])
        self.last_node = int(counters[kernel.STORED]) - 1
        """The state stored last, which is the goal if the beam has reached it."""
        self.best_node = int(counters[kernel.BEST_NODE])
        """The state with the best rank so far."""

    def advance(self, budget: int) -> bool:
        data = self.space, self.layers, self.ranking, self._rest, self._parts, self._turns
        patience = PATIENCE * self._outline
        self.code = int(kernel.expand(*data, self.counters, budget, patience, self.max_length))
        self._note_figures()
        return self.code == kernel.RUNNING

    def path_to(self, node: int) -> list[Move]:
        """The moves from the start to the state number ``node``; the start is number 0."""
        moves = []
        while node != 0:
            step = int(self.layers.trace[node])
            moves.append(Move(step & 3))
            node = step >> 2
        return moves[::-1]

    def current(self) -> Board:
        place = max(int(self.counters[kernel.NEXT]) - 1, 0)
        tiles = tiles_of(self.layers, int(self.counters[kernel.HALF]), len(self.goal.tiles))[place]
        return Board(self.start.rows, self.start.columns, tuple(tiles.tolist()))


@lru_cache(maxsize=4)
def turns_of(rows: int, columns: int, order: tuple[Move, ...]) -> NDArray[np.int64]:
    """The moves to try after each move, packed as in the ``turns`` of ``kernels.beam.expand``."""
    turns = np.ones((rows * columns, len(Move) + 1), np.int64)
    for move in reversed(order):
        is_legal = make_space(rows, columns).targets[:, move] >= 0
        for last in range(len(Move) + 1):
            if last != move.inverse:
                turns[is_legal, last] = turns[is_legal, last] << 2 | move
    return turns


def bytes_of(words: NDArray[np.int64]) -> NDArray[np.uint8]:
    """View ``words`` as the boards of ``Layers``, with two rows per state."""
    return words.view(np.uint8).reshape(2 * len(words), -1)


def tiles_of(layers: kernel.Layers, half: int, cells: int) -> NDArray[np.uint8]:
    """(width, cells): the states of one of the two layers."""
    return np.split(layers.boards[::2, :cells], 2)[half]


def rows_of(ranking: Ranking, tiles: Tiles, layers: kernel.Layers) -> NDArray[np.uint8]:
    """The two rows of a state in ``layers.boards``: its tiles and codes, then line counts."""
    cells = len(tiles)
    rows = np.zeros((2, layers.boards.shape[1]), np.uint8)
    rows[0, :cells] = tiles
    if ranking.pairs.is_used:
        rows[1, tiles] = ranking.pairs.codes[tiles, np.arange(cells)]
    if ranking.line_penalty:
        for row, lines in zip(rows, _open_lines(ranking, tiles), strict=True):
            row[cells:] = np.bincount(lines, minlength=len(row) - cells)
    return rows


def _open_lines(ranking: Ranking, tiles: Tiles) -> NDArray[np.int64]:
    """The row and column of each tile that is not in place, as (2, tiles)."""
    return ranking.lines[:, (tiles != ranking.goal) & (tiles != 0)]


def row_bytes(cells: int) -> int:
    """Bytes for each state of the width. Beams use a third of the memory for their width."""
    of_states = 2 * 8 * _words(cells) + 8 + 4 * kernel.FACTS
    return 2 * of_states + 3 * (8 + 4 * kernel.CANDIDATE_FIELDS + 4)


def _words(cells: int) -> int:
    """Number of 8-byte words for the tiles of a state and, on large boards, its line counts."""
    lines = LARGEST_SIDE if cells >= LINES_FROM else 0
    return -(-(cells + lines) // 8)


def visited_bits_for(width: int, cells: int) -> int:
    """Return the bits of an index into a table for a few times the states that a beam visits."""
    return min(max((4 * cells * width).bit_length(), MIN_VISITED_BITS), MAX_VISITED_BITS)


def make_layers(width: int, cells: int, trace: int, visited: int, buckets: int) -> kernel.Layers:
    """Allocate the arrays of a beam. trace, visited, buckets: sizes of the arrays."""
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
        np.zeros(visited, np.int32),
        np.zeros(buckets, np.int32),
    )


def ranking_for(goal: Board, tables: Tables | None = None) -> Ranking:
    """The rank of states on the way to ``goal``; smaller is better.

    tables: by default the learned tables of ``goal``. With learned tables, the rank is the learned
    value, plus line penalties on the largest boards; h is not used. Otherwise the rank is h plus a
    penalty for uneven distances: many small distances are easier to remove than a few large ones.
    """
    tables = tables or learned.build(goal)
    cells = len(goal.tiles)
    zobrist = _zobrist(cells)
    pairs, scale = tables.pairs or NO_PAIRS, 0
    shape = pairs.single
    if not pairs.is_used:
        scale = SCALE
        shape = tables.distance**2 * max(UNEVENNESS // (goal.rows + goal.columns) ** 2, 1)
    tiles = np.array(goal.tiles, np.int64)
    return Ranking(
        zobrist,
        tables.distance,
        shape,
        scale,
        pairs,
        tiles,
        hash_of(zobrist, tiles),
        _lines(goal),
        LINE_PENALTY * pairs.unit if pairs.is_used and cells >= LINES_FROM else 0,
    )


def with_noise(tables: Tables, generator: np.random.Generator) -> Tables:
    """Return tables in which the learned weight of each tile's distance is changed a little."""
    pairs = tables.pairs
    assert pairs is not None
    noise = generator.normal(0, NOISE, (len(tables.distance), 1)) * tables.distance
    single = pairs.single + np.rint(noise).astype(np.int32)
    return replace(tables, pairs=pairs._replace(single=single))


def _lines(goal: Board) -> NDArray[np.int64]:
    rows, columns = goal.size
    lines = np.array(np.divmod(np.arange(rows * columns), columns))
    for line, size, blank in zip(lines, goal.size, divmod(goal.blank, columns), strict=True):
        if blank < size // 2:
            line[:] = size - 1 - line
    return lines


@lru_cache(maxsize=4)
def _zobrist(cells: int) -> NDArray[np.int64]:
    """Random numbers for hashing (Zobrist 1970), as (tiles, cells)."""
    return np.random.default_rng(ZOBRIST_SEED).integers(1, 1 << 62, (cells, cells))


def hash_of(zobrist: NDArray[np.int64], tiles: Tiles) -> int:
    """The Zobrist hash of a state."""
    return int(hashes_of(zobrist, tiles[None])[0])


def hashes_of(zobrist: NDArray[np.int64], tiles: Tiles) -> NDArray[np.int64]:
    """The hashes of several states. tiles: (states, cells)."""
    terms = np.where(tiles, zobrist[tiles, np.arange(tiles.shape[1])], np.int64(0))
    hashes: NDArray[np.int64] = np.bitwise_xor.reduce(terms, axis=1)
    return hashes


def shape_function(ranking: Ranking) -> Callable[[Tiles], int | np.int64]:
    """Return a function for the part of a state's rank that is not h (SHAPE in the kernel)."""
    if not ranking.pairs.is_used:
        return partial(estimate.summed_distance, ranking.shape)
    pair_sum = partial(estimate.pair_sum, ranking.pairs)
    if not ranking.line_penalty:
        return pair_sum

    def shape(tiles: Tiles) -> int | np.int64:
        first = _open_lines(ranking, tiles).min(axis=1, initial=LARGEST_SIDE)
        return pair_sum(tiles) + ranking.line_penalty * int((LARGEST_SIDE - first).sum())

    return shape


def beam_between(
    begin: Board,
    end: Board,
    length: int,
    width: int,
    memory: int,
    visited_bits: int,
    *,
    is_learned: bool,
) -> BeamPass:
    """A beam for a path of less than ``length`` moves from ``begin`` to ``end``.

    is_learned: rank by the learned heuristic instead of linear conflicts.
    """
    start = begin
    if is_learned:
        start, end = renumber_tiles(begin, end)
        standard = learned.HEURISTIC.shared(Board.solved(*end.size))
        tables = Tables(distance=manhattan.build(end).distance, pairs=standard.pairs)
    else:
        tables = linear_conflict.build(end)
    data = start, end, tables, width, memory
    beam = BeamPass(*data, max_length=length - 2, visited_bits=visited_bits)
    beam.begin = begin
    return beam


def renumber_tiles(begin: Board, end: Board) -> tuple[Board, Board]:
    """Both boards with tiles renumbered so that ``end`` is close to the standard goal.

    Moving the blank of ``end`` to the right and then down gives the standard goal. The moves
    between the boards do not change.
    """
    rows, columns = end.size
    row, column = divmod(end.blank, columns)
    to_corner = [Move.RIGHT] * (columns - 1 - column) + [Move.DOWN] * (rows - 1 - row)
    tiles = end.apply_all(to_corner).tiles
    numbers = {tile: place + 1 for place, tile in enumerate(tiles[:-1])} | {0: 0}
    first, last = (
        Board(rows, columns, tuple(numbers[tile] for tile in board.tiles)) for board in (begin, end)
    )
    return first, last
