"""Learn the tables in ``assets/learned``: ``python tools/train_learned.py common 6x6 ...``.

The tables rank the states of one layer of a beam search, and that is how they are learned, not from
lengths: a beam that follows a wider one must not lose its path (learning as search optimization,
Daume and Marcu 2005; beams: Negrinho, Gormley and Gordon 2018).

    begin with Manhattan distance and its squares (a shape's own table: with the common one)
    for each of many random boards
        solve it with a wide beam that ranks by what is learned so far: the path to follow
        begin a narrow beam at the board; for each state of the path
            make the next layer; where that state is no longer in it
                lower the rank of that state, raise that of a few random ones of the layer
                begin the narrow beam again at that state
    keep the mean of the weights over the second half of the boards, rounded

The same arguments give the same file. Boards and their mirror images in the diagonal share weights.
The files in ``assets/learned`` were made by

    python tools/train_learned.py common
    python tools/train_learned.py 6x6 --rate 3 --boards 1200
    python tools/train_learned.py 6x6 --go-on --rate 1.5 --boards 400 --widths 4000 400 --seed 3

in 4, 1 and 4 minutes on one core.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from puzzler.board import Board, shuffle
from puzzler.search import compilation
from puzzler.search.engine.beam_pass import NO_BOUND, make_parts
from puzzler.search.heuristics import manhattan
from puzzler.search.heuristics.heuristic import NO_LINES, NO_PAIRS, NO_PATTERNS, NO_WALKING, Tables
from puzzler.search.kernels import beam as kernel
from puzzler.search.kernels.estimate import Estimate, summed_distance
from puzzler.search.packing import make_space
from puzzler.search.tables import learned

COMMON_SHAPES = ((6, 6), (3, 7), (5, 5), (7, 7), (4, 6), (8, 8), (2, 8), (5, 7), (4, 4), (6, 8))
"""Shapes that the common table is learned from, in turn."""
LAST_RATE = 0.25
"""What a loss changes at the end, as a part of what it changes at the beginning."""
LONGEST = 12
"""Moves that a path may have, for each cell; there is nothing to learn from longer ones."""
PATIENCE = 8
SEED = 20021
NO_REST = Estimate(NO_LINES, NO_WALKING, NO_PATTERNS, NO_PAIRS)

Numbers = NDArray[np.int32]


@dataclass(frozen=True)
class Model:
    """What a shape's tables are made of: a base, and learned weights by number."""

    single_base: NDArray[np.int64]
    """(tiles, cells)"""
    pair_base: NDArray[np.int16] | None
    """(pairs, cells, cells)"""
    singles: Numbers
    """(tiles, cells): the number of each weight."""
    pairs: Numbers
    """(pairs, cells, cells): the same."""
    twins: Numbers | None = None
    """(weights,): where the tables are flat and one after the other, the place of the mirror image
    of each; None where a number stands in more than two places."""


def common_model(rows: int, columns: int) -> Model:
    """The common table for one shape."""
    singles = learned.single_numbers(rows, columns)
    singles[0] = learned.SINGLES  # the blank's
    pairs = learned.pair_numbers(rows, columns) + learned.SINGLES + 1
    base = learned.distances(rows, columns)
    return Model(base, None, singles.astype(np.int32), pairs.astype(np.int32))


def own_model(rows: int, columns: int) -> Model:
    """A shape's own table: a weight for each tile and pair, and each of their cells."""
    cells = rows * columns
    layout = learned.layout(rows, columns)
    singles = np.arange(cells * cells).reshape(cells, cells)
    mirrored_singles = singles
    count = len(layout.first)
    pairs = (cells * cells + np.arange(count * cells * cells)).reshape(count, cells, cells)
    tied = pairs
    if rows == columns:
        mirror = np.arange(cells).reshape(rows, columns).T.ravel()
        tiles = np.concatenate(([0], mirror[:-1] + 1))
        mirrored_singles = singles[tiles][:, mirror]
        number = {pair: at for at, pair in enumerate(zip(layout.first, layout.second, strict=True))}
        tied = np.empty_like(pairs)
        for (first, second), at in number.items():
            one, other = tiles[first], tiles[second]
            if one < other:
                tied[at] = pairs[number[one, other]][mirror][:, mirror]
            else:
                tied[at] = pairs[number[other, one]].T[mirror][:, mirror]
    twins = np.concatenate((mirrored_singles.ravel(), tied.ravel()))
    return Model(
        learned.common_singles(rows, columns),
        learned.common_by_pair(rows, columns),
        np.minimum(singles, mirrored_singles).astype(np.int32),
        np.minimum(pairs, tied).astype(np.int32),
        twins.astype(np.int32),
    )


class Shape:
    """A shape that is trained: its tables as the kernels read them, and room for two beams."""

    def __init__(self, rows: int, columns: int, model: Model, widths: tuple[int, int]) -> None:
        self.rows, self.columns = rows, columns
        self.cells = cells = rows * columns
        self.model = model
        self.layout = learned.layout(rows, columns)
        self.space = make_space(rows, columns)
        goal = Board.solved(rows, columns)
        self.goal = np.array(goal.tiles, np.int64)
        self.marks = np.random.default_rng(SEED).integers(1, 1 << 62, (cells, cells))
        self.distance = manhattan.build(goal).distance
        self.parts = make_parts(Tables(self.distance), cells)
        self.single = np.zeros((cells, cells), np.int32)
        self.worth = np.zeros((cells, learned.SLOTS, cells, cells), np.int16)
        self.ranking = kernel.Ranking(
            self.marks,
            self.distance,
            self.single,
            0,
            self.layout.partners,
            self.worth,
            self.goal,
            int(self.hashed(self.goal)),
        )
        longest = LONGEST * cells
        self.beams = [Beam(self, width, longest) for width in widths]

    def take(self, weights: NDArray[np.float32]) -> None:
        """Rank by ``weights`` from now on."""
        model, layout = self.model, self.layout
        held = np.clip(np.rint(weights), -learned.LARGEST, learned.LARGEST).astype(np.int16)
        self.single[:] = model.single_base + held[model.singles]
        by_pair = held[model.pairs]
        if model.pair_base is not None:
            by_pair += model.pair_base
        slots = layout.slots
        self.worth[layout.first, slots[:, 0]] = by_pair.transpose(0, 2, 1)
        self.worth[layout.second, slots[:, 1]] = by_pair

    def take_some(self, weights: NDArray[np.float32], numbers: Numbers) -> None:
        """The same, where only the weights of ``numbers`` have changed."""
        model, layout, cells = self.model, self.layout, self.cells
        if model.twins is None or model.pair_base is None:
            self.take(weights)
            return
        changed = np.unique(numbers)
        held = np.clip(np.rint(weights[changed]), -learned.LARGEST, learned.LARGEST)
        held = np.tile(held.astype(np.int16), 2)
        places = np.concatenate((changed, model.twins[changed]))
        of_tiles = places < cells * cells
        tile, cell = np.divmod(places[of_tiles], cells)
        self.single[tile, cell] = model.single_base[tile, cell] + held[of_tiles]
        pair, rest = np.divmod(places[~of_tiles] - cells * cells, cells * cells)
        first, second = np.divmod(rest, cells)
        worth = model.pair_base[pair, first, second] + held[~of_tiles]
        one, other = layout.slots[pair].T
        self.worth[layout.first[pair], one, second, first] = worth
        self.worth[layout.second[pair], other, first, second] = worth

    def hashed(self, tiles: NDArray[np.int64]) -> np.int64:
        """As the kernel hashes states."""
        marks = np.where(tiles, self.marks[tiles, np.arange(self.cells)], 0)
        return np.int64(np.bitwise_xor.reduce(marks))

    def rank(self, tiles: NDArray[np.int64]) -> int:
        """The rank of a state."""
        places = np.argsort(tiles)
        layout = self.layout
        first, second = layout.first, layout.second
        pairs = self.worth[second, layout.slots[:, 1], places[first], places[second]]
        return int(self.single[tiles, np.arange(self.cells)].sum()) + int(pairs.sum(dtype=np.int64))

    def numbers(self, states: NDArray[np.int64]) -> Numbers:
        """(states, tiles + pairs): the numbers of the weights that ``states`` are ranked by."""
        places = np.argsort(states, axis=1)
        singles = self.model.singles[np.arange(self.cells), places]
        first, second = places[:, self.layout.first], places[:, self.layout.second]
        pairs = self.model.pairs[np.arange(len(self.layout.first)), first, second]
        return np.concatenate((singles, pairs), axis=1)


class Beam:
    """One beam, layer by layer."""

    def __init__(self, shape: Shape, width: int, longest: int) -> None:
        self.shape, self.width = shape, width
        seen = 1 << max(12, (64 * width).bit_length())
        self.layers = kernel.Layers(
            np.zeros((2, width, shape.cells), np.uint8),
            np.zeros((2, width, kernel.FACTS), np.int32),
            np.zeros((2, width), np.int64),
            np.empty((3 * width + 1, kernel.CANDIDATE_FIELDS), np.int32),
            np.empty(3 * width + 1, np.int64),
            np.empty(longest * width, np.int32),
            np.zeros(seen, np.int32),
            np.zeros(4096, np.int32),
        )
        self.counters = np.zeros(kernel.COUNTERS, np.int64)

    def begin(self, tiles: NDArray[np.int64]) -> None:
        """The first layer is ``tiles`` alone."""
        shape, layers, counters = self.shape, self.layers, self.counters
        layers.seen[:] = 0
        layers.counts[:] = 0
        layers.tiles[0, 0] = tiles
        carried = int(summed_distance(shape.distance, tiles))
        rank, hashed = shape.rank(tiles), int(shape.hashed(tiles))
        layers.facts[0, 0] = np.argmin(tiles), 4, carried, rank
        layers.hashes[0, 0] = hashed
        layers.trace[0] = -1
        kernel.is_new(layers.seen, hashed)
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
        kernel.choose(self.shape.space, self.layers, counters)
        return bool(counters[kernel.SIZE] > 0)

    def states(self) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """The states of the layer and their hashes."""
        half, size = self.counters[kernel.HALF], self.counters[kernel.SIZE]
        return self.layers.tiles[half, :size], self.layers.hashes[half, :size]

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

    def __init__(self, count: int, rate: float, seed: int) -> None:
        self.weights = np.zeros(count, np.float32)
        self._drift = np.zeros(count, np.float64)
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
            self._add(lost, -self.rate)
            self._add(kept, self.rate / sample)
            shape.take_some(self.weights, np.append(lost, kept))
            narrow.begin(tiles)
        self._boards += 1
        return len(path) - 1, losses

    def _add(self, numbers: Numbers, change: float) -> None:
        np.add.at(self.weights, numbers, np.float32(change))
        np.add.at(self._drift, numbers, change * self._boards)

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


def train(
    what: str,
    boards: int,
    rate: float,
    widths: tuple[int, int],
    seed: int,
    common_shapes: Sequence[tuple[int, int]] = COMMON_SHAPES,
    *,
    goes_on: bool = False,
) -> None:
    """Learn one table from so many boards and write it; ``goes_on`` from the one that there is."""
    if what == "common":
        shapes = [Shape(*size, common_model(*size), widths) for size in common_shapes]
        count = learned.SINGLES + 1 + learned.PAIR_BLOCKS * learned.SPOTS**2
    else:
        size = _size(what)
        shapes = [Shape(*size, own_model(*size), widths)]
        count = int(shapes[0].model.pairs.max()) + 1
    training = Training(count, rate, seed)
    if goes_on:
        with np.load(learned.folder() / f"{what}.npz") as file:
            if what == "common":
                training.weights[: learned.SINGLES] = file["singles"]
                training.weights[learned.SINGLES + 1 :] = file["pairs"]
            else:
                training.weights[shapes[0].model.singles] = file["singles"]
                training.weights[shapes[0].model.pairs] = file["pairs"]
    began, lengths, losses, lost = time.perf_counter(), 0, 0, 0
    for number in range(1, boards + 1):
        training.rate = rate * (1 - (1 - LAST_RATE) * number / boards)
        outcome = training.learn(shapes[number % len(shapes)], 8)
        if outcome is None:
            lost += 1
        else:
            lengths, losses = lengths + outcome[0], losses + outcome[1]
        if number % 50 == 0:
            seconds = time.perf_counter() - began
            print(
                f"{what}: {number} boards, the last 50: {lengths / 50:.1f} moves, the path lost"
                f" {losses / 50:.2f} times, {lost} unsolved, {seconds:.0f} s in all",
                flush=True,
            )
            lengths = losses = lost = 0
        if number == boards // 2:
            training.forget()
        if number % 500 == 0 or number == boards:
            write(what, shapes[0], training, boards=number)


def write(what: str, shape: Shape, training: Training, boards: int) -> None:
    """The mean weights as a file."""
    mean, folder = training.mean(), learned.folder()
    folder.mkdir(exist_ok=True)
    if what == "common":
        singles = mean[: learned.SINGLES]
        pairs = mean[learned.SINGLES + 1 :]
        pairs = pairs[_all_numbers()]
    else:
        singles, pairs = mean[shape.model.singles], mean[shape.model.pairs]
    held = [np.clip(each, -learned.LARGEST, learned.LARGEST) for each in (singles, pairs)]
    np.savez_compressed(
        folder / f"{what}.npz",
        singles=held[0].astype(np.int16),
        pairs=held[1].astype(np.int16),
        unit=np.int64(training.unit()),
        boards=np.int64(boards),
    )


def _size(text: str) -> tuple[int, int]:
    rows, columns = (int(number) for number in text.split("x"))
    return rows, columns


def _all_numbers() -> NDArray[np.int64]:
    """The number under which each weight of a pair in the common table is learned."""
    shape = (len(learned.KINDS), learned.EDGES, learned.EDGES, *(learned.SIDE,) * 4)
    numbers = np.arange(learned.PAIR_BLOCKS * learned.SPOTS**2).reshape(shape)
    mirrored = numbers[[1, 0, 2, 3]].transpose(0, 2, 1, 4, 3, 6, 5).copy()
    mirrored[3] = numbers[3].transpose(1, 0, 5, 4, 3, 2)
    return np.minimum(numbers, mirrored).ravel()


def main() -> None:
    """Read the arguments and train."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tables", nargs="+", metavar="common|ROWSxCOLUMNS")
    parser.add_argument("--boards", type=int, default=3000)
    parser.add_argument("--rate", type=float, default=4.0)
    parser.add_argument("--widths", type=int, nargs=2, default=(500, 50))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shapes", type=_size, nargs="+", default=COMMON_SHAPES)
    parser.add_argument("--go-on", action="store_true", help="from the tables that there are")
    wishes = parser.parse_args()
    list(compilation.prepare_default())
    for what in wishes.tables:
        train(
            what,
            wishes.boards,
            wishes.rate,
            tuple(wishes.widths),
            wishes.seed,
            wishes.shapes,
            goes_on=wishes.go_on,
        )


if __name__ == "__main__":
    main()
