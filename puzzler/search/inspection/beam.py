"""Inspection of one beam: the current layer and the candidates for the next."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.engine.beam_pass import BeamPass, bytes_of, shape_function, tiles_of
from puzzler.search.engine.stepping import Task
from puzzler.search.heuristics import learned, linear_conflict
from puzzler.search.heuristics.heuristic import Tables
from puzzler.search.inspection.inspector import LastExpansion, Measure, Reader
from puzzler.search.inspection.nodes import MOVES, Path, Weigh, successors_of
from puzzler.search.inspection.observation import (
    Expansion,
    FrontierNode,
    Node,
    NodeView,
    Successor,
    SuccessorOutcome,
)
from puzzler.search.kernels import beam as kernel
from puzzler.search.kernels.beam import Layers
from puzzler.search.kernels.heuristic_data import Ranking
from puzzler.search.tables import learned as learned_tables


def weighing(tables: Tables, ranking: Ranking, own_name: NDArray[np.int64], begin: Board) -> Weigh:
    """Return a function that makes nodes of a beam. Their f is the rank in moves.

    It is called once for ``begin``, so that it never waits for the compiler afterwards. It contains
    no states of the beam. own_name: the beam's number for each tile.
    """
    pairs = tables.pairs
    evaluate, shape_of = tables.evaluator(), shape_function(ranking)

    def weigh(board: Board, move: Move | None, g: int) -> Node:
        own = Board(*board.size, tuple(own_name[list(board.tiles)].tolist()))
        h, shape = evaluate(own), int(shape_of(np.array(own.tiles)))
        if pairs is not None:
            f = (shape - pairs.goal_sum) / pairs.unit
        else:
            f = h + shape / ranking.scale
        return Node(board, move, g, h, int(f) if f == int(f) else f)

    weigh(begin, None, 0)
    return weigh


class BeamPassReader(Reader):
    """Reads one beam. Its trace contains the states in the order of expansion."""

    def __init__(self, beam: BeamPass, task: Task) -> None:
        """task: that of the whole search. The beam can run backward or with renumbered tiles."""
        self.beam = beam
        self.begin = begin = beam.begin
        self._is_back = begin == task.problem.goal
        heuristic, tables = task.heuristic, beam.tables
        if tables is not task.tables:
            heuristic = learned.HEURISTIC if tables.pairs else linear_conflict.HEURISTIC
        own_name = np.zeros(len(begin.tiles), np.int64)
        own_name[list(begin.tiles)] = beam.start.tiles
        self._names = np.argsort(own_name)
        """The tile for each of the beam's numbers."""
        self._weigh = weighing(beam.tables, beam.ranking, own_name, begin)
        self.goal = self._restore_numbers(np.array(beam.goal.tiles))
        if begin != beam.start:
            pairs = tables.pairs and learned_tables.renamed(tables.pairs, own_name)
            tables = Tables(distance=tables.distance[own_name], pairs=pairs)
        self.measure = Measure(heuristic, tables, self.goal)

    def _restore_numbers(self, tiles: NDArray[np.int64]) -> Board:
        return Board(*self.begin.size, tuple(self._names[tiles].tolist()))

    @property
    def expanded(self) -> int:
        """The number of expanded states of this beam."""
        counters = self.beam.counters
        return int(counters[kernel.FIRST] + counters[kernel.NEXT])

    def after(self, index: int, shift: Callable[[int], int]) -> LastExpansion:
        counters = self.beam.counters
        place = int(counters[kernel.NEXT]) - 1
        number = self.expanded - 1
        moves = self.beam.path_to(number)
        path = Path.along(self._weigh, self.begin, moves)
        node = self._in_layer(self.beam.layers, counters, place)
        expansion = Expansion(
            index,
            node,
            path[-2].board if moves else None,
            shift(int(self.beam.layers.trace[number]) >> 2) if moves else None,
            tuple(self._successors(node, place)),
        )
        return LastExpansion(expansion, lambda: path, self.measure)

    def _in_layer(self, layers: Layers, counters: NDArray[np.int64], place: int) -> Node:
        half = int(counters[kernel.HALF])
        move = int(layers.facts[half, place, kernel.MOVE])
        return self._weigh(
            self._restore_numbers(tiles_of(layers, half, len(self._names))[place].astype(np.int64)),
            None if move == kernel.NO_MOVE else MOVES[move],
            int(counters[kernel.LAYER]),
        )

    def _successors(self, node: Node, place: int) -> Iterator[Successor]:
        beam = self.beam
        counters, layers = beam.counters, beam.layers
        count = int(counters[kernel.CANDIDATES])
        own = slice(max(count - len(MOVES), 0), count)
        rows = {
            int(step) & 3: row
            for row, step in enumerate(layers.candidates[own, kernel.STEP].tolist(), own.start)
            if step >> 2 == place
        }
        left = beam.max_length - node.g - 1
        for move, board in successors_of(node, self.beam.order):
            child = self._weigh(board, move, node.g + 1)
            row = rows.get(move)
            if child.board == self.goal:
                yield Successor(child, SuccessorOutcome.GOAL)
                return  # the successors after the goal are not generated
            if row is None:
                yield Successor(
                    child, SuccessorOutcome.PRUNED, f"farther than the remaining {left} moves"
                )
                continue
            hashed = int(layers.candidate_hashes[row])
            if is_visited(layers.visited, hashed):
                yield Successor(child, SuccessorOutcome.DUPLICATE, "in an earlier layer")
            elif (layers.candidate_hashes[:row] == hashed).any():
                yield Successor(child, SuccessorOutcome.DUPLICATE, "already a candidate")
            else:
                yield Successor(child, SuccessorOutcome.NEW, "a candidate for the next layer")

    def view(self, top: int) -> NodeView:
        counters = self.beam.counters
        direction = "backward from the goal, " if self._is_back else ""
        rule = (f"layer by layer, {direction}width {self.beam.width:,}",)
        if self.beam.code != kernel.RUNNING:
            return NodeView((), rule)
        layer, is_done = int(counters[kernel.LAYER]), counters[kernel.NEXT] == counters[kernel.SIZE]
        shown = self._chosen() if is_done else (self.beam.layers, counters)
        return NodeView(tuple(self._layer(*shown, top)), rule, layer=layer)

    def _layer(
        self, layers: Layers, counters: NDArray[np.int64], top: int
    ) -> Iterator[FrontierNode]:
        """Yield the unexpanded nodes of the layer, then the candidates for the next layer."""
        begin = int(counters[kernel.NEXT])
        rest = range(begin, min(int(counters[kernel.SIZE]), begin + top))
        for place in rest:
            node = self._in_layer(layers, counters, place)
            yield FrontierNode(node, "" if place == begin else "same layer")
        buckets = layers.candidates[: int(counters[kernel.CANDIDATES]), kernel.C_BUCKET]
        for row in np.argsort(buckets, kind="stable")[: max(top - len(rest), 0)].tolist():
            step = int(layers.candidates[row, kernel.STEP])
            parent, move = self._in_layer(layers, counters, step >> 2), MOVES[step & 3]
            child = self._weigh(parent.board.apply(move), move, parent.g + 1)
            yield FrontierNode(child, "candidate for the next layer")

    def _chosen(self) -> tuple[Layers, NDArray[np.int64]]:
        """Return the next layer, chosen in copies because the beam itself has not chosen it yet."""
        beam = self.beam
        layers, counters = beam.layers, beam.counters.copy()
        words = layers.words.copy()
        copies = layers._replace(
            boards=bytes_of(words),
            words=words,
            facts=layers.facts.copy(),
            hashes=layers.hashes.copy(),
            trace=np.empty(int(counters[kernel.STORED]) + beam.width, np.int32),
            visited=layers.visited.copy(),
            counts=layers.counts.copy(),
        )
        kernel.choose(beam.space, copies, beam.ranking, counters)
        return copies, counters


def is_visited(table: NDArray[np.int32], hashed: int) -> bool:
    """Return whether ``table``, a hash table of a beam, contains ``hashed``."""
    slot = hashed & (len(table) - 1)
    entry_value = ((hashed >> 31) & 0x7FFFFFFF) | 1
    for probe in range(kernel.PROBES):
        entry = int(table[slot ^ probe])
        if entry in (entry_value, 0):
            return entry == entry_value
    return False
