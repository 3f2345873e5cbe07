"""Inspection of searches with stages: beam search and anytime."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from puzzler.board.move import Move
from puzzler.search.engine.algorithm import Pseudocode
from puzzler.search.engine.constructive import Constructing, Stage
from puzzler.search.engine.shortening import Shortening
from puzzler.search.engine.stepping import Status, Task
from puzzler.search.heuristics import manhattan
from puzzler.search.inspection.beam import BeamPassReader
from puzzler.search.inspection.depth_first import DepthFirstReader, DepthFirstStack, PathRules
from puzzler.search.inspection.inspector import (
    LastExpansion,
    Measure,
    Reader,
    SearchReader,
    reader_class,
)
from puzzler.search.inspection.observation import (
    Expansion,
    FrontierNode,
    NodeView,
    Successor,
    Trace,
    new_or_goal,
)
from puzzler.search.inspection.tracing import graph_trace
from puzzler.search.kernels import paths as kernel
from puzzler.search.kernels.paths import Moves
from puzzler.search.result import SearchStats

if TYPE_CHECKING:
    from puzzler.search.algorithms.anytime import Anytime
    from puzzler.search.algorithms.beam import Beam

NO_MOVES = Moves(np.array([-1]), np.zeros(0, np.int64))
"""The moves for paths on which no moves are looked up."""


class ShorteningReader(Reader):
    """Reads the stage that shortens a path piece by piece with a search for each piece."""

    def __init__(self, shortening: Shortening, task: Task) -> None:
        self.shortening = shortening
        self._before = self._stack()

    def _rules(self) -> PathRules:
        begin, end = self.shortening.piece
        measure = Measure(manhattan.HEURISTIC, manhattan.build(end), end)
        return PathRules(begin, measure, self.shortening.steps, tuple(Move), 1, 1)

    def _stack(self) -> DepthFirstStack:
        shortening = self.shortening
        return DepthFirstStack.read(
            self._rules(), shortening.frames, shortening.opened, shortening.counters
        )

    def before(self) -> None:
        self._before = self._stack()

    def after(self, index: int, shift: Callable[[int], int]) -> LastExpansion:
        done = int(self.shortening.counters[kernel.EXPANDED])
        stack = self._before
        if done == 1:
            # the search of the piece has just started, and may have ended already
            stack = DepthFirstStack.before_search(self._rules())
        before = self.shortening.expanded - done
        expansion = stack.expansion(index, lambda own: shift(before + own))
        return LastExpansion(expansion, stack.path, stack.rules.measure)

    def view(self, top: int) -> NodeView:
        if not self.shortening.left:
            return NodeView((), ("deepest", "first in the order UDLR"))
        return self._stack().view(top, "UDLR")


class MovesReader(Reader):
    """Reads the moves of the constructive method, which makes one at a time."""

    def __init__(self, moves_stage: Constructing | Beam, task: Task) -> None:
        self._rules = PathRules(moves_stage.start, Measure.of(task), NO_MOVES, (), 0, 1)
        self._moves = moves_stage.moves

    def after(self, index: int, shift: Callable[[int], int]) -> LastExpansion:
        *before, last = self._moves
        path = self._rules.path(before)
        board = path[-1].board.apply(last)
        outcome = new_or_goal(board, self._rules.measure.goal)
        child = self._rules.node(board, last, len(self._moves))
        expansion = Expansion(
            index,
            path[-1],
            path[-2].board if before else None,
            index - 1 if before else None,
            (Successor(child, outcome, "chosen by the constructive heuristic"),),
        )
        return LastExpansion(expansion, lambda: path, self._rules.measure)

    def view(self, top: int) -> NodeView:
        end = self._rules.path(tuple(self._moves))[-1]
        waiting = () if end.board == self._rules.measure.goal else (FrontierNode(end),)
        return NodeView(waiting[:top], ("chosen by the constructive heuristic",))


class BeamReader(SearchReader):
    """Reads a beam search: its beams, then constructive moves and the shortening of the path."""

    def __init__(self, stepping: Beam) -> None:
        super().__init__(stepping)
        self._stepping = stepping
        self._pass = BeamPassReader(stepping.beam, self.task)
        self._shortening = ShorteningReader(stepping.shortening, self.task)
        self._shortened = self._constructed = 0

    def _current_pass(self) -> BeamPassReader:
        if self._pass.beam is not self._stepping.beam:
            self._pass = BeamPassReader(self._stepping.beam, self.task)
        return self._pass

    def before(self) -> None:
        self._shortened = self._stepping.shortening.expanded
        self._constructed = self._stepping.constructed
        self._shortening.before()

    def after(self, index: int, shift: Callable[[int], int]) -> LastExpansion:
        stepping = self._stepping
        if stepping.shortening.expanded > self._shortened:
            offset = stepping.expanded - stepping.shortening.expanded
            return self._shortening.after(index, lambda own: offset + own)
        beam = self._current_pass()
        if stepping.constructed == self._constructed:
            return beam.after(index, lambda own: index + 1 - beam.expanded + own)
        last = MovesReader(stepping, self.task).after(index, int)
        if stepping.constructed > 1:
            return last
        best = stepping.beam.best_node  # the moves continue from it
        step = int(stepping.beam.layers.trace[best])
        parent = index - beam.expanded + (step >> 2) if best else None
        return last._replace(expansion=replace(last.expansion, parent_index=parent))

    def view(self, top: int) -> NodeView:
        stepping = self._stepping
        if stepping.solution() is not None:
            return self._shortening.view(top)
        if stepping.steps is not None:
            return MovesReader(stepping, self.task).view(top)
        return self._current_pass().view(top)

    def trace(
        self, code: Pseudocode, expansion: Expansion | None, stats: SearchStats, status: Status
    ) -> Trace | None:
        stepping = self._stepping
        if stepping.solution() is not None or stepping.steps is not None:
            return None
        trace = graph_trace(code, expansion, stats, status, None)
        # duplicates are found when a layer is chosen, and an empty beam restarts
        return replace(trace, counts={line: trace.counts[line] for line in ("take", "each")})


class AnytimeReader(SearchReader):
    """Reads the active part of an anytime search."""

    def __init__(self, stepping: Anytime) -> None:
        super().__init__(stepping)
        self._stepping = stepping
        self._improver, self._prover = stepping.improver, stepping.prover
        self._prover.note_openings()
        self._proof = DepthFirstReader(self._prover.search)
        self._stage: Stage | None = None
        self._reader: Reader | None = None
        self.before()

    def _current_proof(self) -> DepthFirstReader:
        if self._proof.stepping is not self._prover.search:
            self._proof = DepthFirstReader(self._prover.search)
        return self._proof

    def _read_stage(self, stage: Stage | None) -> None:
        if stage is not self._stage:
            self._stage = stage
            self._reader = None if stage is None else reader_class(stage.reader)(stage, self.task)

    def before(self) -> None:
        stage = self._improver.stage
        self._proved = self._prover.expanded
        self._current_proof().before()
        self._read_stage(stage)
        self._stage_done = stage.expanded if stage else 0
        if self._reader is not None:
            self._reader.before()

    def after(self, index: int, shift: Callable[[int], int]) -> LastExpansion:
        if self._prover.expanded > self._proved:
            before = self._proof
            proof = self._current_proof()
            if proof is not before:
                # the new proof has expanded only its first state
                proof.stack_before = DepthFirstStack.before_search(proof.rules)
            return proof.after(index, self._shift_proof)
        stage = self._improver.stage
        if stage is not None and stage is not self._stage and stage.expanded > 0:
            self._read_stage(stage)
        elif self._stage is None or self._stage.expanded == self._stage_done:
            # the stage started and ended with this expansion and left nothing to read
            return super().after(index, shift)
        assert self._reader is not None
        return self._reader.after(index, self._shift_stage)

    def _shift_proof(self, own: int) -> int:
        own += self._prover.expanded_before
        shares = self._stepping.shares
        last = bisect_right(shares, own, key=lambda share: share.proof) - 1
        return own + shares[last].solutions

    def _shift_stage(self, own: int) -> int:
        assert self._stage is not None
        own += self._improver.expanded - self._stage.expanded
        shares = self._stepping.shares
        last = bisect_right(shares, own, key=lambda share: share.solutions) - 1
        return own + shares[last].proof

    def view(self, top: int) -> NodeView:
        if self._stepping.shares[-1].is_proof:
            view = self._current_proof().view(top)
        else:
            self._read_stage(self._improver.stage)
            nothing = NodeView((), ("the next stage has not started",))
            view = nothing if self._reader is None else self._reader.view(top)
        return replace(view, frontier=()) if self._stepping.left == 0 else view
