"""Inspection of depth-first searches: the path, and what is still to come along it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from typing_extensions import override

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.engine.depth_first import UNKNOWN, DepthFirst
from puzzler.search.inspection.nodes import MovesPath
from puzzler.search.inspection.reading import (
    Measure,
    Reader,
    Seen,
    View,
    quotient,
    ranked,
    rule_of,
)
from puzzler.search.inspection.values import (
    Expansion,
    FrontierNode,
    Node,
    Successor,
    SuccessorOutcome,
)
from puzzler.search.kernels import depth_first as kernel

MOVES = tuple(Move)


class Ground(NamedTuple):
    """What a depth-first search goes by from its beginning to its end."""

    origin: Board
    """Where its paths begin."""
    goal: Board
    """Where they are to lead."""
    moves: kernel.Moves
    """What may follow a path."""
    order: tuple[Move, ...]
    """The order of moves in that."""
    g_weight: int
    """f = (g_weight * g + h_weight * h) / g_weight."""
    h_weight: int
    """See there."""
    evaluate: Callable[[Board], int]
    """h."""
    is_limited: bool = False
    """The bound is a limit on depth."""

    def node(self, board: Board, move: Move | None, depth: int) -> Node:
        """A state at a depth."""
        h = self.evaluate(board)
        f = ranked(depth, h, self.g_weight, self.h_weight)
        return Node(board, move, depth, h, f)


@dataclass(frozen=True)
class Stack:
    """A depth-first search between two expansions: what is expanded next is the end of its path."""

    ground: Ground
    """What it goes by."""
    moves: tuple[Move, ...]
    """The path."""
    cursors: tuple[int, ...]
    """For each state of the path where the list of moves begins that are still to be tried."""
    opened: tuple[int, ...]
    """For each state of the path but the last how many were expanded before it, or UNKNOWN."""
    bound: int
    """On g_weight * g + h_weight * h."""
    closest: int
    """The smallest of those above the bound is ``bound - closest``; ``kernel.FAR`` for none."""

    @classmethod
    def read(
        cls,
        ground: Ground,
        frames: NDArray[np.int64],
        opened: NDArray[np.int64] | None,
        counters: NDArray[np.int64],
    ) -> Stack:
        """The stack as it stands."""
        depth = int(counters[kernel.DEPTH])
        cursors = frames[:depth] & kernel.CURSOR_MASK
        taken = (ground.moves.entries[cursors - 1] >> kernel.MOVE_SHIFT) & kernel.MOVE_MASK
        return cls(
            ground,
            tuple(MOVES[move] for move in taken.tolist()),
            (*cursors.tolist(), int(counters[kernel.CURSOR])),
            () if opened is None else tuple(opened[:depth].tolist()),
            int(counters[kernel.BOUND]),
            int(counters[kernel.CLOSEST]),
        )

    @classmethod
    def beginning(cls, ground: Ground) -> Stack:
        """As it stands before anything is expanded, under the first bound."""
        bound = max(ground.h_weight * ground.evaluate(ground.origin), ground.g_weight)
        cursor = int(ground.moves.first[ground.origin.blank])
        return cls(ground, (), (cursor,), (), bound, kernel.FAR)

    @property
    def threshold(self) -> float:
        """The bound on f, or on depth."""
        return quotient(self.bound, self.ground.g_weight)

    @property
    def next_threshold(self) -> float | None:
        """The smallest f above it so far."""
        if self.closest == kernel.FAR or self.ground.is_limited:
            return None
        return quotient(self.bound - self.closest, self.ground.g_weight)

    def path(self) -> MovesPath:
        """The states of the path."""
        return MovesPath(self.ground.node, self.ground.origin, self.moves)

    def expansion(self, index: int, shift: Callable[[int], int] = int) -> Expansion:
        """What the expansion of the end of the path comes to.

        ``shift`` makes an index of this search one of the search as a whole.
        """
        path = self.path()
        opened = self.opened[-1] if self.opened else UNKNOWN
        return Expansion(
            index,
            path[-1],
            path[-2].board if self.moves else None,
            None if opened == UNKNOWN else shift(opened),
            tuple(self._successors(path[-1])),
        )

    def _successors(self, node: Node) -> Iterator[Successor]:
        listed = {move for move, _ in self._listed(self.cursors[-1])}
        depth = len(self.moves) + 1
        for move in self.ground.order:
            if move not in node.board.legal_moves():
                continue
            if node.move is not None and move is node.move.inverse:
                continue
            child = self.ground.node(node.board.apply(move), move, depth)
            if move not in listed:
                yield Successor(
                    child, SuccessorOutcome.PRUNED, "another order of the same moves leads there"
                )
            elif self._exceeds(child):
                what = "f" if self.ground.h_weight else "depth"
                yield Successor(
                    child,
                    SuccessorOutcome.PRUNED,
                    f"{what} {child.f:g} is above the {self._bound_word} {self.threshold:g}",
                )
            else:
                is_goal = child.board == self.ground.goal
                yield Successor(child, SuccessorOutcome.GOAL if is_goal else SuccessorOutcome.NEW)

    @property
    def _bound_word(self) -> str:
        return "limit" if self.ground.is_limited else "bound"

    def _exceeds(self, node: Node) -> bool:
        return self.ground.g_weight * node.g + self.ground.h_weight * node.h > self.bound

    def _listed(self, cursor: int) -> Iterator[tuple[Move, int]]:
        """The moves of a list from a place on, and where the list after each begins."""
        while (entry := int(self.ground.moves.entries[cursor])) >= 0:
            yield MOVES[(entry >> kernel.MOVE_SHIFT) & kernel.MOVE_MASK], entry >> kernel.LIST_SHIFT
            cursor += 1

    def waiting(self, top: int, *, with_end: bool) -> Iterator[FrontierNode]:
        """What comes next: the end of the path, then what else its states may lead to.

        What exceeds the bound is left out. ``with_end`` is False where the end was taken already.
        """
        boards = [self.ground.origin]
        for move in self.moves:
            boards.append(boards[-1].apply(move))
        depth = len(self.moves)
        left = top
        if with_end and left:
            left -= 1
            last = self.moves[-1] if self.moves else None
            yield FrontierNode(self.ground.node(boards[-1], last, depth))
        for depth in range(len(self.moves) - 1, -1, -1):
            tie = f"back at depth {depth + 1}"
            for move, _ in self._listed(self.cursors[depth]):
                child = self.ground.node(boards[depth].apply(move), move, depth + 1)
                if self._exceeds(child):
                    continue
                if not left:
                    return
                left -= 1
                yield FrontierNode(child, tie)


class DepthFirstReader(Reader):
    """Reads a depth-first search: its path, and the bound that cuts it off."""

    def __init__(self, stepping: DepthFirst) -> None:
        super().__init__(stepping)
        stepping.note_openings()
        self.stepping = stepping
        task = self.task
        self._measure = Measure.of(task)
        self._ground = Ground(
            task.problem.start,
            task.problem.goal,
            stepping.moves,
            task.order,
            stepping.weighing.g_weight,
            stepping.weighing.h_weight,
            task.tables.evaluate,
            bool(stepping.weighing.is_single_pass),
        )
        self._before = self._stack()

    @override
    def before(self) -> None:
        self._before = self._stack()

    def note_beginning(self) -> None:
        """Note that the search has expanded nothing but the state that it begins with."""
        self._before = Stack.beginning(self._ground)

    @override
    def after(self) -> Seen:
        return self.after_in(self.stepping.expanded - 1, int)

    def after_in(self, index: int, shift: Callable[[int], int]) -> Seen:
        """The same as part of a larger search; see ``JobReader.after``."""
        stack = self._before
        return Seen(stack.expansion(index, shift), stack.path, self._measure)

    @override
    def view(self, top: int) -> View:
        stack = self._stack()
        is_over = self.stepping.is_over
        order = "".join(move.letter for move in self._ground.order)
        return View(
            tuple(stack.waiting(top, with_end=not is_over)),
            rule_of("deepest", f"first in the order {order}"),
            bound=stack.threshold,
            next_bound=stack.next_threshold,
        )

    def _stack(self) -> Stack:
        stepping = self.stepping
        return Stack.read(self._ground, stepping.frames, stepping.opened, stepping.counters)
