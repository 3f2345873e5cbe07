"""What there is to see of the pieces that a search can be made of: repairs, and plain moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.engine.shortening import Shortening
from puzzler.search.heuristics import manhattan
from puzzler.search.inspection.paths import MovesPath
from puzzler.search.inspection.reading import Measure, Seen, View, rule_of
from puzzler.search.inspection.stack import Ground, Stack
from puzzler.search.inspection.values import Expansion, Fate, FrontierNode, Successor
from puzzler.search.kernels import depth_first as kernel
from puzzler.search.kernels.depth_first import Moves

NO_MOVES = Moves(np.array([-1]), np.zeros(0, np.int64))
"""Where nothing is looked up: the path is all there is."""


class ShorteningReader:
    """Reads what makes a path shorter piece by piece; every piece is a search of its own."""

    def __init__(self, shortening: Shortening) -> None:
        self.shortening = shortening
        self._before = self._stack()

    def _ground(self) -> tuple[Ground, Measure]:
        shortening = self.shortening
        begin, end = shortening.piece
        tables = manhattan.build(end)
        ground = Ground(begin, end, shortening.steps, tuple(Move), 1, 1, tables.evaluate)
        return ground, Measure(manhattan.HEURISTIC, tables, end)

    def _stack(self) -> tuple[Stack, Measure]:
        shortening = self.shortening
        ground, measure = self._ground()
        stack = Stack.read(ground, shortening.frames, shortening.opened, shortening.counters)
        return stack, measure

    def before(self) -> None:
        """Note what is expanded next."""
        self._before = self._stack()

    def after(self, index: int, shift: Callable[[int], int]) -> Seen:
        """The expansion that was just done, number ``index`` of the whole search.

        ``shift`` makes an index of this shortening one of that.
        """
        done = int(self.shortening.counters[kernel.EXPANDED])
        stack, measure = self._before
        if done == 1:
            # the piece has just begun, and may have ended already
            ground, measure = self._ground()
            stack = Stack.beginning(ground)
        before = self.shortening.expanded - done
        expansion = stack.expansion(index, lambda own: shift(before + own))
        return Seen(expansion, stack.path, measure)

    def view(self, top: int) -> View:
        """What is still to come along the path; nothing between two pieces."""
        rule = rule_of("deepest", "first in the order UDLR")
        if not self.shortening.is_at_work:
            return View((), rule)
        stack, _ = self._stack()
        return View(
            tuple(stack.waiting(top, with_end=True)),
            rule,
            bound=stack.threshold,
            next_bound=stack.next_threshold,
        )


class MovesReader:
    """Reads moves that are made one after the other by the constructive method."""

    def __init__(self, begin: Board, measure: Measure) -> None:
        """``begin`` is where the moves begin."""
        self._ground = Ground(begin, measure.goal, NO_MOVES, (), 0, 1, measure.tables.evaluate)
        self._measure = measure

    def after(self, index: int, moves: Sequence[Move], parent_index: int | None) -> Seen:
        """The last of ``moves``; the parent of the state that it leaves has that index."""
        path = MovesPath(self._ground.node, self._ground.origin, tuple(moves[:-1]))
        board = path[-1].board.apply(moves[-1])
        fate = Fate.GOAL if board == self._ground.goal else Fate.NEW
        child = self._ground.node(board, moves[-1], len(moves))
        expansion = Expansion(
            index,
            path[-1],
            path[-2].board if len(path) > 1 else None,
            parent_index,
            (Successor(child, fate, "the constructive method makes this move"),),
        )
        return Seen(expansion, lambda: path, self._measure)

    def view(self, top: int, moves: Sequence[Move]) -> View:
        """The state that they have come to; nothing at the goal."""
        end = MovesPath(self._ground.node, self._ground.origin, tuple(moves))[-1]
        waiting = () if end.board == self._ground.goal else (FrontierNode(end),)
        return View(waiting[:top], rule_of("what the constructive method says"))
