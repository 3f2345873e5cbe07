"""Inspection of depth-first searches: the path and the states still to be expanded along it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.engine.algorithm import Event, Pseudocode
from puzzler.search.engine.depth_first import UNKNOWN, DepthFirst
from puzzler.search.engine.stepping import Status
from puzzler.search.inspection.inspector import LastExpansion, Measure, SearchReader, quotient
from puzzler.search.inspection.nodes import MOVES, Path, successors_of, weighted_node
from puzzler.search.inspection.observation import (
    Expansion,
    FrontierNode,
    Node,
    NodeView,
    Successor,
    SuccessorOutcome,
    Trace,
    new_or_goal,
)
from puzzler.search.inspection.tracing import EventRecord, trace_of
from puzzler.search.kernels import paths as kernel
from puzzler.search.result import SearchStats


class PathRules(NamedTuple):
    """The constants of a depth-first search."""

    origin: Board
    measure: Measure
    """Evaluates h."""
    moves: kernel.Moves
    """The permitted moves after a path."""
    order: tuple[Move, ...]
    g_weight: int
    h_weight: int
    is_limited: bool = False
    """Whether the bound is a depth limit."""

    def node(self, board: Board, move: Move | None, depth: int) -> Node:
        """Return the node of a state at a depth."""
        h = self.measure.tables.evaluate(board)
        return weighted_node((self.g_weight, self.h_weight), board, move, depth, h)

    def path(self, moves: Sequence[Move]) -> Path:
        """Return the path along ``moves`` from the origin."""
        evaluate, weights = self.measure.tables.evaluator(), (self.g_weight, self.h_weight)
        evaluate(self.origin)  # loads the machine code, because any thread can read the path

        def weigh(board: Board, move: Move | None, depth: int) -> Node:
            return weighted_node(weights, board, move, depth, evaluate(board))

        return Path.along(weigh, self.origin, moves)

    def variables(self, bound: int, closest: int) -> tuple[tuple[str, float], ...]:
        """Return the variables of the pseudocode. bound, closest: see ``DepthFirstStack``."""
        limit = quotient(bound, self.g_weight)
        if not self.h_weight:
            return (("limit", limit),)
        is_open = closest == kernel.FAR
        next_threshold = math.inf if is_open else quotient(bound - closest, self.g_weight)
        return ("threshold", limit), ("next", next_threshold)


@dataclass(frozen=True)
class DepthFirstStack:
    """A depth-first search between two expansions. The end of its path is expanded next."""

    rules: PathRules
    moves: tuple[Move, ...]
    cursors: tuple[int, ...]
    """For each state of the path, the index of the remaining moves in the list of moves."""
    opened: tuple[int, ...]
    """For each state of the path except the last, the index of its expansion, or UNKNOWN."""
    bound: int
    """The bound on g_weight * g + h_weight * h."""
    closest: int
    """The smallest value above the bound is ``bound - closest``. ``kernel.FAR`` if none."""
    duplicate_moves: frozenset[Move] = frozenset()
    """Moves from the end of the path to states that are duplicates."""

    @classmethod
    def read(
        cls,
        rules: PathRules,
        frames: NDArray[np.int64],
        opened: NDArray[np.int64] | None,
        counters: NDArray[np.int64],
    ) -> DepthFirstStack:
        """Return the current stack."""
        depth = int(counters[kernel.DEPTH])
        cursors = frames[:depth] & kernel.CURSOR_MASK
        moves = (rules.moves.entries[cursors - 1] >> kernel.MOVE_SHIFT) & kernel.MOVE_MASK
        return cls(
            rules,
            tuple(MOVES[move] for move in moves.tolist()),
            (*cursors.tolist(), int(counters[kernel.CURSOR])),
            () if opened is None else tuple(opened[:depth].tolist()),
            int(counters[kernel.BOUND]),
            int(counters[kernel.CLOSEST]),
        )

    @classmethod
    def before_search(cls, rules: PathRules) -> DepthFirstStack:
        """Return the stack before the first expansion, with the first bound."""
        bound = max(rules.h_weight * rules.measure.tables.evaluate(rules.origin), rules.g_weight)
        cursor = int(rules.moves.first[rules.origin.blank])
        return cls(rules, (), (cursor,), (), bound, kernel.FAR)

    @property
    def threshold(self) -> float:
        """The bound on f, or on g if h has no weight."""
        return quotient(self.bound, self.rules.g_weight)

    def path(self) -> Path:
        """Return the states of the path."""
        return self.rules.path(self.moves)

    def expansion(self, index: int, shift: Callable[[int], int] = int) -> Expansion:
        """Return the expansion of the end of the path. shift: see ``Reader.after``."""
        path = self.path()
        opened = self.opened[-1] if self.opened else UNKNOWN
        return Expansion(
            index,
            path[-1],
            path[-2].board if self.moves else None,
            None if opened == UNKNOWN else shift(opened),
            tuple(self._successors(path[-1])),
            self.threshold,
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
                why = f"{what} {child.f:g} is above the {bound} {self.threshold:g}"
                yield Successor(child, SuccessorOutcome.PRUNED, why)
            elif move in self.duplicate_moves:
                why = "explored before with at least as many moves left"
                yield Successor(child, SuccessorOutcome.DUPLICATE, why)
            else:
                yield Successor(child, new_or_goal(board, self.rules.measure.goal))

    def _exceeds(self, node: Node) -> bool:
        return self.rules.g_weight * node.g + self.rules.h_weight * node.h > self.bound

    def events(self, *, begins: bool) -> Iterator[EventRecord]:
        """Yield the events until the next expansion or the end of the search.

        begins: whether to start with the start of the search, or with the expansion of the end of
        the path.
        """
        rules, path, cursors = self.rules, list(self.path()), list(self.cursors)
        bound, closest = self.bound, self.closest

        def make_record(event: Event, successor: Node | None = None) -> EventRecord:
            return EventRecord(event, path[-1], successor, rules.variables(bound, closest))

        yield make_record(Event.START if begins else Event.EXPAND)
        if begins:
            yield make_record(Event.PASS)
        is_entered = begins
        while True:
            if is_entered:  # the end of the path can be the goal or at the largest depth
                is_entered = False
                yield make_record(Event.TEST)
                if path[-1].board == rules.measure.goal:
                    yield make_record(Event.FOUND)
                    return
                slack = bound - rules.g_weight * (path[-1].g + 1)
                if slack >= 0:
                    return
                closest = max(closest, slack)
                cursors[-1] = kernel.NO_MOVES
                yield make_record(Event.LEAF)
            entry = int(rules.moves.entries[cursors[-1]])
            if entry >= 0:
                cursors[-1] += 1
                move = MOVES[(entry >> kernel.MOVE_SHIFT) & kernel.MOVE_MASK]
                child = rules.node(path[-1].board.apply(move), move, path[-1].g + 1)
                yield make_record(Event.GENERATE, child)
                slack = bound - rules.g_weight * child.g - rules.h_weight * child.h
                is_entered = slack >= 0
                if is_entered:
                    yield make_record(Event.ENTER, child)
                    path.append(child)
                    cursors.append(entry >> kernel.LIST_SHIFT)
                else:
                    closest = max(closest, slack)
                    yield make_record(Event.PRUNE, child)
            elif len(path) > 1:
                path.pop()
                cursors.pop()
            elif closest == kernel.FAR or rules.is_limited:
                yield make_record(Event.FAIL)
                return
            else:
                bound -= closest
                closest = kernel.FAR
                yield make_record(Event.RAISE)
                cursors[0] = int(rules.moves.first[rules.origin.blank])
                yield make_record(Event.PASS)
                is_entered = True

    def _listed(self, cursor: int) -> Iterator[Move]:
        while (entry := int(self.rules.moves.entries[cursor])) >= 0:
            yield MOVES[(entry >> kernel.MOVE_SHIFT) & kernel.MOVE_MASK]
            cursor += 1

    def view(self, top: int, order: str, *, with_end: bool = True) -> NodeView:
        """Return the states still to be expanded along the path, with or without its end."""
        next_bound = None
        if self.closest != kernel.FAR and not self.rules.is_limited:
            next_bound = quotient(self.bound - self.closest, self.rules.g_weight)
        return NodeView(
            tuple(islice(self._waiting(with_end=with_end), top)),
            ("deepest", f"first in the order {order}"),
            bound=self.threshold,
            next_bound=next_bound,
        )

    def _waiting(self, *, with_end: bool) -> Iterator[FrontierNode]:
        """Yield the end of the path, then the other successors of its states within the bound."""
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
    """Reads a depth-first search: its path and its bound."""

    def __init__(self, stepping: DepthFirst) -> None:
        super().__init__(stepping)
        stepping.note_openings()
        self.stepping = stepping
        task = self.task
        self.rules = PathRules(
            task.problem.start,
            Measure.of(task),
            stepping.moves,
            task.moves,
            stepping.weighing.g_weight,
            stepping.weighing.h_weight,
            bool(stepping.weighing.is_single_pass),
        )
        weighing, limit = stepping.weighing, task.depth_limit
        self._first_bound = weighing.h_weight * task.start_h
        if limit is not None:
            self._first_bound = weighing.g_weight * limit
        is_weighted = weighing.h_weight >= weighing.g_weight
        self._expands_all = is_weighted and task.heuristic.is_zero_only_at_goal
        """Whether every state within the threshold, except the goal, is expanded."""
        self.stack_before = self._stack()

    def before(self) -> None:
        self.stack_before = self._stack()

    def after(self, index: int, shift: Callable[[int], int]) -> LastExpansion:
        stack = self.stack_before
        return LastExpansion(stack.expansion(index, shift), stack.path, stack.rules.measure)

    def view(self, top: int) -> NodeView:
        has_ended = self.stepping.is_solved or self.stepping.is_exhausted
        return self._stack().view(top, self.task.order, with_end=not has_ended)

    def trace(
        self, code: Pseudocode, expansion: Expansion | None, stats: SearchStats, status: Status
    ) -> Trace:
        events: Iterable[EventRecord] = ()
        if not stats.expanded:
            first = replace(DepthFirstStack.before_search(self.rules), bound=self._first_bound)
            events = first.events(begins=True)
        elif expansion is not None:
            events = self.stack_before.events(begins=False)
        return trace_of(code, events, self._counts(stats, status))

    def _counts(self, stats: SearchStats, status: Status) -> dict[Event, int | None]:
        solved, failed = int(status is Status.SOLVED), int(status is Status.EXHAUSTED)
        passes = int(self.stepping.counters[kernel.PASSES]) + 1
        tried = int(self.stepping.counters[kernel.GENERATED])
        unexpanded = 0 if solved or failed else 1  # the end of the path
        counts: dict[Event, int | None] = {
            Event.START: 1,
            Event.PASS: passes,
            Event.RAISE: passes - 1,
            Event.EXPAND: stats.expanded,
            Event.GENERATE: tried,
            Event.FOUND: solved,
            Event.FAIL: failed,
        }
        if not self.rules.h_weight:  # every generated state is entered
            entered = passes + tried
            counts[Event.LEAF] = entered - stats.expanded - unexpanded - solved
        elif self._expands_all:
            entered, counts[Event.LEAF] = stats.expanded + unexpanded + solved, 0
        else:
            return counts
        counts[Event.TEST], counts[Event.ENTER] = entered, entered - passes
        counts[Event.PRUNE] = tried - (entered - passes)
        return counts

    def _stack(self) -> DepthFirstStack:
        stepping = self.stepping
        stack = DepthFirstStack.read(
            self.rules, stepping.frames, stepping.opened, stepping.counters
        )
        return replace(stack, duplicate_moves=stepping.cached_moves())
