"""Inspection of depth-first searches: the path, and what is still to come along it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from typing_extensions import override

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.engine.depth_first import UNKNOWN, DepthFirst
from puzzler.search.inspection.inspector import Measure, SearchReader, Seen, quotient
from puzzler.search.inspection.nodes import MovesPath, successors_of
from puzzler.search.inspection.values import (
    Expansion,
    FrontierNode,
    Node,
    Rule,
    Successor,
    SuccessorOutcome,
    View,
)
from puzzler.search.kernels import depth_first as kernel

MOVES = tuple(Move)


class PathRules(NamedTuple):
    """What stays the same in a depth-first search."""

    origin: Board
    goal: Board
    moves: kernel.Moves
    """The moves that may follow a path."""
    order: tuple[Move, ...]
    g_weight: int
    """f = (g_weight * g + h_weight * h) / g_weight."""
    h_weight: int
    evaluate: Callable[[Board], int]
    is_limited: bool = False
    """The bound is a limit on depth."""

    def node(self, board: Board, move: Move | None, depth: int) -> Node:
        """A state at a depth."""
        h = self.evaluate(board)
        f = self.g_weight * depth + self.h_weight * h
        return Node(board, move, depth, h, quotient(f, self.g_weight))


@dataclass(frozen=True)
class Stack:
    """A depth-first search between two expansions: the end of its path is expanded next."""

    rules: PathRules
    moves: tuple[Move, ...]
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
        rules: PathRules,
        frames: NDArray[np.int64],
        opened: NDArray[np.int64] | None,
        counters: NDArray[np.int64],
    ) -> Stack:
        """The stack as it stands."""
        depth = int(counters[kernel.DEPTH])
        cursors = frames[:depth] & kernel.CURSOR_MASK
        taken = (rules.moves.entries[cursors - 1] >> kernel.MOVE_SHIFT) & kernel.MOVE_MASK
        return cls(
            rules,
            tuple(MOVES[move] for move in taken.tolist()),
            (*cursors.tolist(), int(counters[kernel.CURSOR])),
            () if opened is None else tuple(opened[:depth].tolist()),
            int(counters[kernel.BOUND]),
            int(counters[kernel.CLOSEST]),
        )

    @classmethod
    def beginning(cls, rules: PathRules) -> Stack:
        """As it stands before anything is expanded, under the first bound."""
        bound = max(rules.h_weight * rules.evaluate(rules.origin), rules.g_weight)
        cursor = int(rules.moves.first[rules.origin.blank])
        return cls(rules, (), (cursor,), (), bound, kernel.FAR)

    def path(self) -> MovesPath:
        """The states of the path."""
        return MovesPath(self.rules.node, self.rules.origin, self.moves)

    def expansion(self, index: int, shift: Callable[[int], int] = int) -> Expansion:
        """The expansion of the end of the path; ``shift`` as in ``Reader.after``."""
        path = self.path()
        opened = self.opened[-1] if self.opened else UNKNOWN
        return Expansion(
            index,
            path[-1],
            path[-2].board if self.moves else None,
            None if opened == UNKNOWN else shift(opened),
            tuple(self._successors(path[-1])),
            quotient(self.bound, self.rules.g_weight),
        )

    def _successors(self, node: Node) -> Iterator[Successor]:
        listed = set(self._listed(self.cursors[-1]))
        depth = len(self.moves) + 1
        for move, board in successors_of(node, self.rules.order):
            child = self.rules.node(board, move, depth)
            if move not in listed:
                yield Successor(
                    child, SuccessorOutcome.PRUNED, "reached by another order of the same moves"
                )
            elif self._exceeds(child):
                what = "f" if self.rules.h_weight else "depth"
                bound = "limit" if self.rules.is_limited else "threshold"
                threshold = quotient(self.bound, self.rules.g_weight)
                why = f"{what} {child.f:g} is above the {bound} {threshold:g}"
                yield Successor(child, SuccessorOutcome.PRUNED, why)
            else:
                is_goal = child.board == self.rules.goal
                yield Successor(child, SuccessorOutcome.GOAL if is_goal else SuccessorOutcome.NEW)

    def _exceeds(self, node: Node) -> bool:
        return self.rules.g_weight * node.g + self.rules.h_weight * node.h > self.bound

    def _listed(self, cursor: int) -> Iterator[Move]:
        while (entry := int(self.rules.moves.entries[cursor])) >= 0:
            yield MOVES[(entry >> kernel.MOVE_SHIFT) & kernel.MOVE_MASK]
            cursor += 1

    def view(self, top: int, order: str, *, with_end: bool = True) -> View:
        """What is still to come along the path; ``with_end`` is False where its end was taken."""
        next_bound = None
        if self.closest != kernel.FAR and not self.rules.is_limited:
            next_bound = quotient(self.bound - self.closest, self.rules.g_weight)
        return View(
            tuple(islice(self._waiting(with_end=with_end), top)),
            Rule(("deepest", f"first in the order {order}")),
            bound=quotient(self.bound, self.rules.g_weight),
            next_bound=next_bound,
        )

    def _waiting(self, *, with_end: bool) -> Iterator[FrontierNode]:
        """The end of the path, then what else its states may lead to within the bound."""
        boards = [self.rules.origin]
        for move in self.moves:
            boards.append(boards[-1].apply(move))
        if with_end:
            last = self.moves[-1] if self.moves else None
            yield FrontierNode(self.rules.node(boards[-1], last, len(self.moves)))
        for depth in range(len(self.moves) - 1, -1, -1):
            for move in self._listed(self.cursors[depth]):
                child = self.rules.node(boards[depth].apply(move), move, depth + 1)
                if not self._exceeds(child):
                    yield FrontierNode(child, f"back at depth {depth + 1}")


class DepthFirstReader(SearchReader):
    """Reads a depth-first search: its path, and the bound that cuts it off."""

    def __init__(self, stepping: DepthFirst) -> None:
        super().__init__(stepping)
        stepping.note_openings()
        self.stepping = stepping
        task = self.task
        self._measure = Measure.of(task)
        self.rules = PathRules(
            task.problem.start,
            task.problem.goal,
            stepping.moves,
            task.order,
            stepping.weighing.g_weight,
            stepping.weighing.h_weight,
            task.tables.evaluate,
            bool(stepping.weighing.is_single_pass),
        )
        self.stack_before = self._stack()

    @override
    def before(self) -> None:
        self.stack_before = self._stack()

    @override
    def after(self, index: int, shift: Callable[[int], int]) -> Seen:
        stack = self.stack_before
        return Seen(stack.expansion(index, shift), stack.path, self._measure)

    @override
    def view(self, top: int) -> View:
        order, stepping = "".join(move.letter for move in self.task.order), self.stepping
        return self._stack().view(
            top, order, with_end=not (stepping.is_solved or stepping.is_exhausted)
        )

    def _stack(self) -> Stack:
        stepping = self.stepping
        return Stack.read(self.rules, stepping.frames, stepping.opened, stepping.counters)
