"""Learn the tables in ``assets/learned``: ``python tools/train_learned.py``.

The tables rank the states of one layer of a beam search, and that is how they are learned, not from
lengths: a beam that follows a wider one must not lose its path (learning as search optimization,
Daume and Marcu 2005; beams: Negrinho, Gormley and Gordon 2018).

    begin with Manhattan distance and its squares
    for each stage, for each of many random boards
        solve it with a wide beam that ranks by what is learned so far: the path to follow
        begin a narrow beam at the board; for each state of the path
            make the next layer; where that state is no longer in it
                lower the rank of that state, raise that of a few random ones of the layer
                begin the narrow beam again at that state
    after each stage keep the mean of the weights over the second half of its boards, rounded

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

from puzzler.board import Board, Move, shuffle
from puzzler.search import compilation
from puzzler.search.engine.beam_pass import (
    BUCKETS,
    NO_BOUND,
    PATIENCE,
    hash_of,
    make_layers,
    ranking_for,
    rows_of,
    shape_function,
    tiles_of,
    turns_of,
)
from puzzler.search.heuristics import manhattan
from puzzler.search.heuristics.heuristic import NO_REST, Tables
from puzzler.search.kernels import beam as kernel
from puzzler.search.kernels.estimate import summed_distance
from puzzler.search.packing import make_space
from puzzler.search.tables import learned

LAST_RATE = 0.25
"""What a loss changes at the end, as a part of what it changes at the beginning."""
SAMPLE = 8
"""States of a layer whose rank a loss raises."""
TOLD_EVERY = 50
LONGEST = 12
"""Moves that a path may have, for each cell; there is nothing to learn from longer ones."""

PARTS = (0.5, 0.2)
"""What a loss changes the weights of pairs and of contacts by, where it changes those of tiles by
one: they are many more, and the same ones return in every state."""
PAIRS_END = learned.SINGLES + 1 + learned.PAIR_BLOCKS * learned.SPOTS**2
COUNT = PAIRS_END + learned.CONTACT_KINDS * learned.CODES**2
"""How many weights there are: of tiles, one more for the blank, of pairs, of contacts."""
LARGEST = 8000
"""Weights are held within this, so that sums and differences of a few fit into 16 bits."""

Numbers = NDArray[np.int32]
Size = tuple[int, int]


@dataclass(frozen=True)
class Stage:
    """A part of the training, which goes on where the one before it ended."""

    boards: int
    shapes: tuple[Size, ...]
    """Learned from in turn."""
    rate: float
    """What a loss changes a weight by, at the beginning."""
    seed: int
    widths: tuple[int, int] = (500, 50)
    """Of the beam that leads and of the beam that follows."""
    parts: tuple[float, float] = PARTS
    lines: bool = False
    """Whether lines that are not done count in the rank, as they do in the search on 10x10."""
    unit: int | None = None
    """Parts of a move that make one; by default measured on the boards of the stage."""
    for_largest: bool = True
    """Whether it is for the largest boards, which have a file of their own."""

    @property
    def file(self) -> Path:
        """What it writes."""
        return learned.file(learned.LARGEST_FROM if self.for_largest else 0)


def _sizes(text: str) -> tuple[Size, ...]:
    sizes = (size.split("x") for size in text.split())
    return tuple((int(rows), int(columns)) for rows, columns in sizes)


_LARGE = _sizes("7x7 6x6 8x8 5x5 7x7 6x6 6x8 7x7 10x10")
STAGES = (
    # without pairs first: these learn faster where the rest is known
    Stage(3800, _sizes("5x5 6x6 7x7"), 6.0, 1, (800, 80), (0.0, 0.2)),
    Stage(2400, _sizes("7x7 8x8 6x6 7x7 6x8 6x6 4x7"), 3.0, 2),
    Stage(3000, _sizes("7x7 6x6 7x7 5x5 6x6 7x7 8x8"), 3.0, 3),
    Stage(4000, _LARGE, 3.0, 4),
    Stage(4500, _LARGE, 2.5, 5),
    # the largest boards, which the stages before saw least of
    Stage(300, _sizes("10x10 9x9 10x10"), 0.4, 6, (800, 100), lines=True, unit=49),
    # from here on for all but those: behind wider beams, as in the search, there is more to learn
    Stage(900, _sizes("7x7 6x6 7x7 8x8"), 1.0, 7, (4000, 300), unit=49, for_largest=False),
    Stage(1200, _sizes("7x7 6x6 7x7 6x6 8x8"), 1.0, 8, (16000, 1200), unit=49, for_largest=False),
)


def pair_numbers(rows: int, columns: int) -> NDArray[np.int64]:
    """(pairs, cells, cells): the number of each weight of a pair.

    By the first tile's cell and the second's. A mirror image shares its weight; the pairs of the
    last kind change places in it.
    """
    pairs, kinds = learned.layout(rows, columns), len(learned.KINDS)
    spots, blocks = learned.offset_codes(rows, columns), learned.blocks(rows, columns)
    mirrored_spots = spots % learned.SIDE * learned.SIDE + spots // learned.SIDE
    edges = learned.EDGES
    kind, by_row, by_column = np.unravel_index(blocks, (kinds, edges, edges))
    mirrored_blocks = (np.array([1, 0, 2, 3])[kind] * edges + by_column) * edges + by_row
    blocks, mirrored_blocks = (
        each[:, None, None] * learned.SPOTS for each in (blocks, mirrored_blocks)
    )
    first, second = spots[pairs.first][:, :, None], spots[pairs.second][:, None, :]
    numbers = (blocks + first) * learned.SPOTS + second
    first = mirrored_spots[pairs.first][:, :, None]
    second = mirrored_spots[pairs.second][:, None, :]
    swaps = (pairs.kinds == kinds - 1)[:, None, None]
    mirrored = np.where(
        swaps,
        (mirrored_blocks + second) * learned.SPOTS + first,
        (mirrored_blocks + first) * learned.SPOTS + second,
    )
    smaller: NDArray[np.int64] = np.minimum(numbers, mirrored)
    return smaller


def contact_numbers() -> NDArray[np.int64]:
    """(CONTACT_KINDS, CODES, CODES): the number of each weight; a mirror image shares its."""
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
    """A shape that is trained: its tables as the kernels read them, and room for two beams."""

    def __init__(
        self,
        rows: int,
        columns: int,
        widths: tuple[int, int],
        parts: tuple[float, float] = PARTS,
        *,
        lines: bool = False,
    ) -> None:
        self.rows, self.columns = rows, columns
        self.cells = cells = rows * columns
        singles = learned.weight_indices(rows, columns)
        singles[0] = learned.SINGLES  # the blank's
        self.single_numbers = singles.astype(np.int32)
        """(tiles, cells): the number of each weight."""
        pairs = pair_numbers(rows, columns) + learned.SINGLES + 1
        self.pair_numbers = pairs.astype(np.int32)
        """(pairs, cells, cells)"""
        self.contact_numbers = (PAIRS_END + contact_numbers()).astype(np.int32)
        """(kinds, codes, codes)"""
        self.base = learned.initial_weights(rows, columns)
        self.layout = learned.layout(rows, columns)
        self.space = make_space(rows, columns)
        goal = Board.solved(rows, columns)
        self.goal = np.array(goal.tiles, np.int64)
        self.distance = manhattan.build(goal).distance
        self.parts = Tables(distance=self.distance).make_parts()
        worth = np.zeros((learned.NONE + 1, learned.CODES, learned.CODES), np.int16)
        self.pairs = learned.as_pairs(rows, columns, self.base, worth, learned.SCALE)
        self.beside = learned.contacts(rows, columns)
        self.rates = np.concatenate(
            (
                np.ones(cells),
                np.full(len(self.layout.first), parts[0]),
                np.full(len(self.beside.first), parts[1]),
            )
        )
        ranking = ranking_for(goal, Tables(distance=self.distance, pairs=self.pairs))
        self.ranking = ranking if lines else ranking._replace(line_penalty=0)
        longest = LONGEST * cells
        self.beams = [Beam(self, width, longest) for width in widths]

    def take(self, weights: NDArray[np.float32]) -> None:
        """Rank by ``weights`` from now on."""
        held = _held(weights)
        self.pairs.single[:] = self.base + held[self.single_numbers]
        self.pairs.terms[:] = learned.pair_terms(*_blocks(held))

    def hashed(self, tiles: NDArray[np.int64]) -> int:
        """As the kernel hashes states."""
        return hash_of(self.ranking.zobrist, tiles)

    def rank(self, tiles: NDArray[np.int64]) -> int:
        """The rank of a state."""
        return int(shape_function(self.ranking)(tiles))

    def numbers(self, states: NDArray[np.int64]) -> Numbers:
        """(states, features): the numbers of the weights that ``states`` are ranked by.

        Those of tiles come first, then those of pairs, then those of contacts.
        """
        places = np.argsort(states, axis=1)
        singles = self.single_numbers[np.arange(self.cells), places]
        first, second = places[:, self.layout.first], places[:, self.layout.second]
        pairs = self.pair_numbers[np.arange(len(self.layout.first)), first, second]
        coded = self.pairs.codes[states, np.arange(self.cells)]
        beside = self.beside
        contacts = self.contact_numbers[
            beside.kinds, coded[:, beside.first], coded[:, beside.second]
        ]
        return np.concatenate((singles, pairs, contacts), axis=1)


class Beam:
    """One beam, layer by layer."""

    def __init__(self, shape: Shape, width: int, longest: int) -> None:
        self.shape, self.width = shape, width
        seen = 1 << max(12, (64 * width).bit_length())
        self.layers = make_layers(width, shape.cells, longest * width, seen, BUCKETS)
        self.turns = turns_of(shape.rows, shape.columns, tuple(Move))
        self.counters = np.zeros(kernel.COUNTERS, np.int64)

    def begin(self, tiles: NDArray[np.int64]) -> None:
        """The first layer is ``tiles`` alone."""
        shape, layers, counters = self.shape, self.layers, self.counters
        layers.visited[:] = 0
        layers.counts[:] = 0
        layers.boards[:2] = rows_of(shape.ranking, tiles, layers)
        carried = int(summed_distance(shape.distance, tiles))
        rank, hashed = shape.rank(tiles), shape.hashed(tiles)
        layers.facts[0, 0] = np.argmin(tiles), 4, carried, rank
        layers.hashes[0, 0] = hashed
        layers.trace[0] = -1
        kernel.is_new(layers.visited, hashed)
        counters[:] = 0
        counters[kernel.SIZE] = counters[kernel.STORED] = 1
        counters[kernel.LOWEST] = rank
        counters[kernel.LAST_BEST] = rank + 1

    def expand(self, budget: int) -> int:
        """Expand so many states, or as many as are left of a layer."""
        shape = self.shape
        patience = PATIENCE * (shape.rows + shape.columns)
        return int(
            kernel.expand(
                shape.space,
                self.layers,
                shape.ranking,
                NO_REST,
                shape.parts,
                self.turns,
                self.counters,
                budget,
                patience,
                NO_BOUND,
            )
        )

    def next_layer(self) -> bool:
        """Expand the layer and choose the next one; False at the end."""
        counters = self.counters
        if self.expand(int(counters[kernel.SIZE])) != kernel.RUNNING:
            return False
        if counters[kernel.STORED] + self.width >= len(self.layers.trace):
            return False
        kernel.choose(self.shape.space, self.layers, self.shape.ranking, counters)
        return bool(counters[kernel.SIZE] > 0)

    def states(self) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """The states of the layer and their hashes."""
        half, size = self.counters[kernel.HALF], self.counters[kernel.SIZE]
        tiles = tiles_of(self.layers, int(half), self.shape.cells)
        return tiles[:size], self.layers.hashes[half, :size]

    def solve(self, start: Board) -> list[NDArray[np.int64]] | None:
        """The states from ``start`` to the goal; None where the beam ends elsewhere."""
        tiles = np.array(start.tiles, np.int64)
        self.begin(tiles)
        status = kernel.RUNNING
        while status == kernel.RUNNING:
            status = self.expand(1 << 40)
        if status != kernel.SOLVED:
            return None
        node, moves = int(self.counters[kernel.STORED]) - 1, []
        while node:
            step = int(self.layers.trace[node])
            moves.append(step & 3)
            node = step >> 2
        path = [tiles]
        for move in reversed(moves):
            tiles = tiles.copy()
            blank = int(np.argmin(tiles))
            target = self.shape.space.targets[blank, move]
            tiles[blank], tiles[target] = tiles[target], 0
            path.append(tiles)
        return path


class Training:
    """Weights, and the sum that their mean is worked out of."""

    def __init__(self, rate: float, seed: int) -> None:
        self.weights = np.zeros(COUNT, np.float32)
        self._drift = np.zeros(COUNT, np.float64)
        self.rate, self._boards = rate, 1
        self.random = np.random.default_rng(seed)
        self.samples: list[tuple[int, int]] = []
        """(rank, moves to go) of states on paths, the goal's rank taken off."""

    def learn(self, shape: Shape, sample: int) -> tuple[int, int] | None:
        """Learn from one board; its length and how often the narrow beam lost the path."""
        board = shuffle(shape.rows, shape.columns, None, int(self.random.integers(1 << 31))).start
        shape.take(self.weights)
        wide, narrow = shape.beams
        path = wide.solve(board)
        if path is None:
            return None
        least = shape.rank(shape.goal)
        for left in self.random.integers(1, len(path), 4):
            self.samples.append((shape.rank(path[-1 - left]) - least, int(left)))
        losses = 0
        narrow.begin(path[0])
        for tiles in path[1:-1]:
            if not narrow.next_layer():
                break
            states, hashes = narrow.states()
            if (hashes == shape.hashed(tiles)).any():
                continue
            losses += 1
            chosen = states[self.random.integers(0, len(states), sample)].astype(np.int64)
            lost, kept = shape.numbers(tiles[None]), shape.numbers(chosen)
            self._add(lost, -self.rate * shape.rates)
            self._add(kept, self.rate / sample * shape.rates)
            shape.take(self.weights)
            narrow.begin(tiles)
        self._boards += 1
        return len(path) - 1, losses

    def _add(self, numbers: Numbers, changes: NDArray[np.float64]) -> None:
        """Change the weights of ``numbers``, (states, features), by ``changes``, (features,)."""
        # spread out by hand: some versions of numpy read beyond the end of what is broadcast here
        each = np.tile(changes, len(numbers))
        np.add.at(self.weights, numbers.ravel(), each.astype(np.float32))
        np.add.at(self._drift, numbers.ravel(), each * self._boards)

    def forget(self) -> None:
        """Begin the mean anew: the first weights are far from where they lead."""
        self._drift[:] = 0
        self._boards = 1

    def mean(self) -> NDArray[np.int64]:
        """The mean of the weights since ``forget``, after each board, rounded."""
        return np.rint(self.weights - self._drift / self._boards).astype(np.int64)

    def unit(self) -> int:
        """Parts of a move that make one: the least squares fit through the origin, newest half."""
        rank, left = np.array(self.samples[len(self.samples) // 2 :], np.float64).T
        return max(1, round(float((rank * rank).sum() / (rank * left).sum())))


def train(stage: Stage, before: Path | None) -> None:
    """Learn and write the file; ``before`` is the file to go on from."""
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
        if number % TOLD_EVERY == 0:
            seconds = time.perf_counter() - began
            print(
                f"{number} boards, the last {TOLD_EVERY}: {lengths / TOLD_EVERY:.1f} moves, the"
                f" path lost {losses / TOLD_EVERY:.2f} times, {lost} unsolved, {seconds:.0f} s",
                flush=True,
            )
            lengths = losses = lost = 0
        if number == stage.boards // 2:
            training.forget()
    write(training, stage.unit or training.unit(), stage.file)


def write(training: Training, unit: int, file: Path) -> None:
    """The mean weights as ``file``."""
    mean = training.mean()
    pairs, contacts = _blocks(_held(mean))
    file.parent.mkdir(exist_ok=True)
    np.savez_compressed(
        file,
        singles=_held(mean[: learned.SINGLES]),
        pairs=pairs.ravel(),
        contacts=contacts,
        unit=np.int64(unit),
    )


def _held(weights: NDArray[np.float32] | NDArray[np.int64]) -> NDArray[np.int16]:
    """Weights as they are kept."""
    return np.clip(np.rint(weights), -LARGEST, LARGEST).astype(np.int16)


def _blocks(held: NDArray[np.int16]) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """The weights of pairs and of contacts, those of mirror images too."""
    pairs = held[learned.SINGLES + 1 : PAIRS_END][_pair_twins()]
    blocks = pairs.reshape(learned.PAIR_BLOCKS, learned.SPOTS, learned.SPOTS)
    return blocks, held[PAIRS_END:][contact_numbers()]


@cache
def _pair_twins() -> NDArray[np.int64]:
    """The number under which each weight of a pair is learned: its own or its mirror image's."""
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
