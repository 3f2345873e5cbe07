"""Learn the tables in ``assets/learned``: ``python tools/train_learned.py``.

The tables rank the states of a layer of a beam search. They are not trained with lengths, but with
beams: a narrow beam must keep the path of a wider one (learning as search optimization, Daume and
Marcu 2005; beams: Negrinho, Gormley and Gordon 2018).

    start with Manhattan distance and its squares
    for each stage and each of its random boards
        find a path with a wide beam that uses the current weights
        start a narrow beam at the board
        for each state of the path
            compute the next layer of the narrow beam
            if the layer does not contain the state
                lower the rank of the state and raise the ranks of some random states of the layer
                start the narrow beam again at the state
    after each stage store the rounded mean of the weights over the second half of its boards

The same stages give the same files. Boards and their mirror images in the diagonal share weights.
The files in ``assets/learned`` were made by ``STAGES``, in about an hour on one core.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from puzzler.board import Board, shuffle
from puzzler.board.path import boards_along
from puzzler.search import compilation
from puzzler.search.engine.beam_pass import (
    BeamPass,
    hash_of,
    ranking_for,
    shape_function,
    tiles_of,
)
from puzzler.search.heuristics import manhattan
from puzzler.search.heuristics.heuristic import Tables
from puzzler.search.kernels import beam as kernel
from puzzler.search.tables import learned

LAST_RATE = 0.25
"""Learning rate at the end as a factor of the rate at the start."""
SAMPLE = 8
"""Number of states of a layer whose rank is raised when the path is lost."""
REPORT_INTERVAL = 50
MEMORY = 1 << 40
"""Unlimited memory for a beam."""

PARTS = (0.5, 0.2)
"""Learning rates of pairs and of contacts relative to tiles, which are less numerous."""
PAIRS_END = learned.SINGLES + 1 + learned.PAIR_BLOCKS * learned.SPOTS**2
COUNT = PAIRS_END + learned.CONTACT_KINDS * learned.CODES**2
"""Number of weights: those of tiles, one for the blank, those of pairs and of contacts."""
LARGEST = 8000
"""Largest absolute value of a weight, so that sums and differences of a few fit in 16 bits."""

Numbers = NDArray[np.int32]
Size = tuple[int, int]


@dataclass(frozen=True)
class Stage:
    """A part of the training, which continues with the weights of the previous stage."""

    boards: int
    shapes: tuple[Size, ...]
    """Sizes of the training boards, used alternately."""
    rate: float
    """Learning rate at the start."""
    seed: int
    widths: tuple[int, int] = (500, 50)
    """Widths of the wide and of the narrow beam."""
    parts: tuple[float, float] = PARTS
    lines: bool = False
    """Whether unfinished lines count in the rank, like in the search on 10x10."""
    unit: int | None = None
    """Rank units per move. Measured on the boards of the stage by default."""
    for_largest: bool = True
    """Whether it is for the largest boards, which have a separate file."""

    @property
    def file(self) -> Path:
        """The file that the stage writes."""
        return learned.file(learned.LARGEST_FROM if self.for_largest else 0)


def _sizes(text: str) -> tuple[Size, ...]:
    sizes = (size.split("x") for size in text.split())
    return tuple((int(rows), int(columns)) for rows, columns in sizes)


_LARGE = _sizes("7x7 6x6 8x8 5x5 7x7 6x6 6x8 7x7 10x10")
STAGES = (
    # first without pairs, which converge faster when the other weights are trained
    Stage(3800, _sizes("5x5 6x6 7x7"), 6.0, 1, (800, 80), (0.0, 0.2)),
    Stage(2400, _sizes("7x7 8x8 6x6 7x7 6x8 6x6 4x7"), 3.0, 2),
    Stage(3000, _sizes("7x7 6x6 7x7 5x5 6x6 7x7 8x8"), 3.0, 3),
    Stage(4000, _LARGE, 3.0, 4),
    Stage(4500, _LARGE, 2.5, 5),
    # the largest boards, which are rare in the previous stages
    Stage(300, _sizes("10x10 9x9 10x10"), 0.4, 6, (800, 100), lines=True, unit=49),
    # the remaining stages are for all other boards, with wider beams like in the search
    Stage(900, _sizes("7x7 6x6 7x7 8x8"), 1.0, 7, (4000, 300), unit=49, for_largest=False),
    Stage(1200, _sizes("7x7 6x6 7x7 6x6 8x8"), 1.0, 8, (16000, 1200), unit=49, for_largest=False),
)


def pair_numbers(rows: int, columns: int) -> NDArray[np.int64]:
    """(pairs, cells, cells): the index of each weight of a pair.

    The axes are the cells of the first and of the second tile.
    """
    pairs, blocks = learned.layout(rows, columns), learned.blocks(rows, columns)
    spots = learned.offset_codes(rows, columns)
    first, second = spots[pairs.first][:, :, None], spots[pairs.second][:, None, :]
    return _pair_twins()[(blocks[:, None, None] * learned.SPOTS + first) * learned.SPOTS + second]


def contact_numbers() -> NDArray[np.int64]:
    """(CONTACT_KINDS, CODES, CODES): the index of each weight. Mirror images share weights."""
    spots = np.arange(learned.SPOTS).reshape(learned.SIDE, learned.SIDE).T.ravel() + 1
    code = np.append(0, spots)
    kind = np.arange(learned.CONTACT_KINDS).reshape(2, learned.CONTACT_EDGES, learned.CONTACT_EDGES)
    mirrored = kind[::-1].transpose(0, 2, 1).ravel()
    numbers = np.arange(learned.CONTACT_KINDS * learned.CODES**2).reshape(
        learned.CONTACT_KINDS, learned.CODES, learned.CODES
    )
    smaller: NDArray[np.int64] = np.minimum(numbers, numbers[mirrored][:, code][:, :, code])
    return smaller


class Shape:
    """A shape in training, with its tables in the layout of the kernels."""

    def __init__(
        self,
        rows: int,
        columns: int,
        widths: tuple[int, int],
        parts: tuple[float, float] = PARTS,
        *,
        lines: bool = False,
    ) -> None:
        self.rows, self.columns, self.widths, self.lines = rows, columns, widths, lines
        self.cells = cells = rows * columns
        singles = learned.weight_indices(rows, columns)
        singles[0] = learned.SINGLES  # of the blank
        self.single_numbers = singles.astype(np.int32)
        """(tiles, cells): the index of each weight."""
        pairs = pair_numbers(rows, columns) + learned.SINGLES + 1
        self.pair_numbers = pairs.astype(np.int32)
        """(pairs, cells, cells)"""
        self.contact_numbers = (PAIRS_END + contact_numbers()).astype(np.int32)
        """(kinds, codes, codes)"""
        self.base = learned.initial_weights(rows, columns)
        self.layout = learned.layout(rows, columns)
        self.end = goal = Board.solved(rows, columns)
        self.goal = np.array(goal.tiles, np.int64)
        terms = np.zeros((learned.NONE + 1, learned.CODES, learned.CODES), np.int16)
        self.pairs = learned.as_pairs(rows, columns, self.base, terms, learned.SCALE)
        self.beside = learned.contacts(rows, columns)
        counts = cells, len(self.layout.first), len(self.beside.first)
        self.rates = np.repeat((1.0, *parts), counts)
        self.tables = Tables(distance=manhattan.build(goal).distance, pairs=self.pairs)
        ranking = ranking_for(goal, self.tables)
        self.ranking = ranking if lines else ranking._replace(line_penalty=0)

    def take(self, weights: NDArray[np.float32]) -> None:
        """Set the weights of the rank."""
        clipped = _clipped(weights)
        self.pairs.single[:] = self.base + clipped[self.single_numbers]
        self.pairs.terms[:] = learned.pair_terms(*_blocks(clipped))

    def hashed(self, tiles: NDArray[np.int64]) -> int:
        """Return the hash of the kernel."""
        return hash_of(self.ranking.zobrist, tiles)

    def rank(self, tiles: NDArray[np.int64]) -> int:
        """Return the rank of a state."""
        return int(shape_function(self.ranking)(tiles))

    def numbers(self, states: NDArray[np.int64]) -> Numbers:
        """(states, features): indices of the weights of ``states``: tiles, pairs, contacts."""
        places = np.argsort(states, axis=1)
        singles = self.single_numbers[np.arange(self.cells), places]
        first, second = places[:, self.layout.first], places[:, self.layout.second]
        pairs = self.pair_numbers[np.arange(len(self.layout.first)), first, second]
        coded = self.pairs.codes[states, np.arange(self.cells)]
        beside = self.beside
        ends = coded[:, beside.first], coded[:, beside.second]
        return np.concatenate((singles, pairs, self.contact_numbers[beside.kinds, *ends]), axis=1)


class Beam(BeamPass):
    """A beam whose layers can be read."""

    def __init__(self, shape: Shape, start: Board, width: int) -> None:
        slots = max(12, (64 * width).bit_length())
        super().__init__(start, shape.end, shape.tables, width, MEMORY, visited_bits=slots)
        if self.ranking.line_penalty and not shape.lines:
            self.ranking = shape.ranking
            self.layers = self._first_layer(width, MEMORY, slots)

    def next_layer(self) -> bool:
        """Expand the layer and choose the next one. Return False at the end."""
        counters = self.counters
        if not self.advance(int(counters[kernel.SIZE])):
            return False
        if counters[kernel.STORED] + self.width >= len(self.layers.trace):
            return False
        kernel.choose(self.space, self.layers, self.ranking, counters)
        return bool(counters[kernel.SIZE] > 0)

    def states(self) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """Return the states of the layer and their hashes."""
        half, size = self.counters[kernel.HALF], self.counters[kernel.SIZE]
        tiles = tiles_of(self.layers, int(half), len(self.goal.tiles))
        return tiles[:size], self.layers.hashes[half, :size]

    def solve(self) -> list[Board] | None:
        """Return the boards from the start to the goal, or None if the beam does not reach it."""
        while self.advance(1 << 40):
            pass
        if self.code != kernel.SOLVED:
            return None
        return [*boards_along(self.start, self.path_to(self.last_node))]


class Training:
    """Weights and the sums for their mean."""

    def __init__(self, rate: float, seed: int) -> None:
        self.weights = np.zeros(COUNT, np.float32)
        self._drift = np.zeros(COUNT, np.float64)
        self.rate, self._boards = rate, 1
        self.random = np.random.default_rng(seed)
        self.samples: list[tuple[int, int]] = []
        """(rank relative to the goal, remaining moves) of states on paths."""

    def learn(self, shape: Shape, sample: int) -> tuple[int, int] | None:
        """Learn from a board. Return its length and how often the narrow beam lost the path."""
        board = shuffle(shape.rows, shape.columns, None, int(self.random.integers(1 << 31))).start
        shape.take(self.weights)
        wide, narrow = shape.widths
        boards = Beam(shape, board, wide).solve()
        if boards is None:
            return None
        path = np.array([board.tiles for board in boards], np.int64)
        goal_rank = shape.rank(shape.goal)
        for left in self.random.integers(1, len(path), 4):
            self.samples.append((shape.rank(path[-1 - left]) - goal_rank, int(left)))
        losses = 0
        beam = Beam(shape, board, narrow)
        for board, tiles in zip(boards[1:-1], path[1:-1], strict=True):
            if not beam.next_layer():
                break
            states, hashes = beam.states()
            if (hashes == shape.hashed(tiles)).any():
                continue
            losses += 1
            chosen = states[self.random.integers(0, len(states), sample)].astype(np.int64)
            lost, chosen_numbers = shape.numbers(tiles[None]), shape.numbers(chosen)
            self._add(lost, -self.rate * shape.rates)
            self._add(chosen_numbers, self.rate / sample * shape.rates)
            shape.take(self.weights)
            beam = Beam(shape, board, narrow)
        self._boards += 1
        return len(path) - 1, losses

    def _add(self, numbers: Numbers, changes: NDArray[np.float64]) -> None:
        """Add ``changes`` (features,) to the weights ``numbers`` (states, features)."""
        # repeated explicitly, because some versions of numpy read beyond the end of a broadcast
        # array
        each = np.tile(changes, len(numbers))
        np.add.at(self.weights, numbers.ravel(), each.astype(np.float32))
        np.add.at(self._drift, numbers.ravel(), each * self._boards)

    def forget(self) -> None:
        """Restart the mean, because the first weights have not converged."""
        self._drift[:] = 0
        self._boards = 1

    def mean(self) -> NDArray[np.int64]:
        """Return the rounded mean of the weights after each board since ``forget``."""
        return np.rint(self.weights - self._drift / self._boards).astype(np.int64)

    def unit(self) -> int:
        """Return the rank units per move: a least squares fit of the newest half."""
        rank, left = np.array(self.samples[len(self.samples) // 2 :], np.float64).T
        return max(1, round(float((rank * rank).sum() / (rank * left).sum())))


def train(stage: Stage, before: Path | None) -> None:
    """Train a stage and write its file. before: the file with the initial weights."""
    shapes = [Shape(*size, stage.widths, stage.parts, lines=stage.lines) for size in stage.shapes]
    training = Training(stage.rate, stage.seed)
    if before is not None:
        with np.load(before) as file:
            training.weights[: learned.SINGLES] = file["singles"]
            training.weights[learned.SINGLES + 1 : PAIRS_END] = file["pairs"]
            training.weights[PAIRS_END:] = file["contacts"].ravel()
    began, lengths, losses, lost = time.perf_counter(), 0, 0, 0
    for number in range(1, stage.boards + 1):
        training.rate = stage.rate * (1 - (1 - LAST_RATE) * number / stage.boards)
        outcome = training.learn(shapes[number % len(shapes)], SAMPLE)
        if outcome is None:
            lost += 1
        else:
            lengths, losses = lengths + outcome[0], losses + outcome[1]
        if number % REPORT_INTERVAL == 0:
            seconds = time.perf_counter() - began
            means = f"{lengths / REPORT_INTERVAL:.1f} moves, {losses / REPORT_INTERVAL:.2f} losses"
            print(f"{number} boards: {means}, {lost} unsolved, {seconds:.0f} s", flush=True)
            lengths = losses = lost = 0
        if number == stage.boards // 2:
            training.forget()
    write(training, stage.unit or training.unit(), stage.file)


def write(training: Training, unit: int, file: Path) -> None:
    """Write the mean weights to ``file``."""
    mean = training.mean()
    pairs, contacts = _blocks(_clipped(mean))
    file.parent.mkdir(exist_ok=True)
    arrays = {"singles": _clipped(mean[: learned.SINGLES]), "pairs": pairs.ravel()}
    np.savez_compressed(file, **arrays, contacts=contacts, unit=np.int64(unit))


def _clipped(weights: NDArray[np.float32] | NDArray[np.int64]) -> NDArray[np.int16]:
    """Return weights in the range and type of the file."""
    return np.clip(np.rint(weights), -LARGEST, LARGEST).astype(np.int16)


def _blocks(clipped: NDArray[np.int16]) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Return the weights of pairs and of contacts, including mirror images."""
    pairs = clipped[learned.SINGLES + 1 : PAIRS_END][_pair_twins()]
    blocks = pairs.reshape(learned.PAIR_BLOCKS, learned.SPOTS, learned.SPOTS)
    return blocks, clipped[PAIRS_END:][contact_numbers()]


@cache
def _pair_twins() -> NDArray[np.int64]:
    """Return the index of each weight of a pair, which mirror images share.

    A mirror image exchanges the tiles of pairs of the last kind.
    """
    shape = (len(learned.KINDS), learned.EDGES, learned.EDGES, *(learned.SIDE,) * 4)
    numbers = np.arange(learned.PAIR_BLOCKS * learned.SPOTS**2).reshape(shape)
    mirrored = numbers[[1, 0, 2, 3]].transpose(0, 2, 1, 4, 3, 6, 5).copy()
    mirrored[3] = numbers[3].transpose(1, 0, 5, 4, 3, 2)
    return np.minimum(numbers, mirrored).ravel()


def main() -> None:
    """Read the arguments and train."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--first", type=int, default=1, help="the stage to begin with, from the file there is"
    )
    wishes = parser.parse_args()
    list(compilation.prepare_default())
    for number, stage in enumerate(STAGES[wishes.first - 1 :], wishes.first):
        print(f"stage {number} of {len(STAGES)}")
        train(stage, STAGES[number - 2].file if number > 1 else None)


if __name__ == "__main__":
    main()
