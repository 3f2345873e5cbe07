"""Depth-first searches: passes, memory, limits, solutions and data for plots and inspection."""

from __future__ import annotations

import math
import operator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.engine.path_arrays import (
    lay_out_ranks,
    lay_out_views,
    make_cache,
    make_costs,
    make_dualing,
    make_ranked_views,
    make_views,
    make_walks,
)
from puzzler.search.engine.pruning import MOVES, make_moves, without_mirrored
from puzzler.search.engine.stepping import Sample, Sizes, Status, Stepping, Storage, Task
from puzzler.search.heuristics.pattern_database import LARGEST_EXACT
from puzzler.search.kernels import depth_first, estimate, jit
from puzzler.search.kernels import paths as kernel
from puzzler.search.packing import make_space
from puzzler.search.result import SearchStats

INVERSE_MOVES = 2
"""Length of the longest superfluous paths that are pruned by default: a move and its inverse."""
LONGEST_SUPERFLUOUS = 8
"""The same with pattern databases, where longer ones save a third of the states."""
CACHE_BITS = 16
"""Base-2 logarithm of the number of states in the transposition table that is used with dual
lookups. A larger table would prune more but is slower, as it does not fit the processor's cache."""
RANKED_CACHE_BITS = 10, 22
"""The same with ranked tables, which do not fit there anyway: at the start, and at most (64 MB). A
pass may store four times as many states as were expanded before it."""
CACHE_SHARE = 32
"""This table may use the memory limit divided by this, because several threads have one each."""
UNKNOWN = -1
"""The time of an expansion that was not recorded."""

STATUS = {kernel.SOLVED: Status.SOLVED, kernel.EXHAUSTED: Status.EXHAUSTED}


class DepthFirst(Stepping):
    """A depth-first search in progress.

    f = g_weight * g + h_weight * h. The threshold of the first pass is the start's f; that of each
    further pass is the smallest f that was pruned. With ``depth_limit`` there is only one pass,
    limited to that depth. Only the current path is stored. Between two calls of ``work`` its last
    state is the one that will be expanded next.
    """

    reader = "depth_first.DepthFirstReader"
    keeping = Storage.PATH
    is_on_next = True

    def __init__(
        self, task: Task, g_weight: int, h_weight: int, depth_limit: int | None = None
    ) -> None:
        problem, tables = task.problem, task.tables
        super().__init__(task)
        self._depth_limit = depth_limit
        self.note = f"no path to the goal within the depth limit of {depth_limit} moves"
        shape = problem.start.size
        patterns, ranked = tables.patterns, tables.ranked
        has_patterns = patterns is not None or ranked is not None
        # an exact h leads straight to the goal, so looking for superfluous paths is wasted time
        is_straight = len(problem.goal.tiles) <= LARGEST_EXACT and g_weight == h_weight
        is_pruned = has_patterns and task.pruning and not is_straight
        longest = LONGEST_SUPERFLUOUS if is_pruned else INVERSE_MOVES
        self._all_moves = make_moves(*shape, longest, task.moves)
        self._prunes_mirrored = is_pruned and task.moves == MOVES
        self._goal = np.array(problem.goal.tiles, np.uint8)
        self._tiles = np.array(problem.start.tiles, np.uint8)
        is_single_pass = int(depth_limit is not None)
        weights = g_weight, h_weight
        self.weighing = tables.once(
            (weights, is_single_pass),
            lambda: kernel.Weighing(
                make_costs(*shape, tables.distance, *weights), *weights, is_single_pass
            ),
        )
        self._parts = tables.lines, tables.pairs, tables.custom
        self._views = self._ranks = self._layout = None
        targets = make_space(*shape).targets
        if ranked:
            ranks = tables.once("ranks", lambda: lay_out_ranks(ranked, targets))
            self._views, self._ranks = make_ranked_views(ranked, ranks, self._tiles), ranks.ranks
        elif patterns:
            self._layout = tables.once("views", lambda: lay_out_views(patterns, targets))
            self._views = make_views(self._layout, self._tiles)
        self._walks = make_walks(tables.walking, self._tiles) if tables.walking else None
        self._dualing = self.cache = self.claims = None
        if tables.duals:
            self._dualing = make_dualing(tables.duals, self._tiles)
            self.cache = make_cache(len(self._tiles), CACHE_BITS)
        elif ranked and g_weight == h_weight == 1:
            self.cache = make_cache(len(self._tiles), RANKED_CACHE_BITS[0])
            self.claims = np.zeros(kernel.MAX_SUBTREES, np.uint8)
        self.counters = np.zeros(kernel.COUNTERS, np.int64)
        self.frames = np.zeros(0, np.int64)
        self._sums: NDArray[np.int64] | None = None if tables.rest is None else self.frames
        self.opened: NDArray[np.int64] | None = None
        """For each state of the path, the number of expansions before its own, if recorded."""
        # other parts of h are for searches so long that the time for their arrays does not matter
        self.can_restart = not (self._ranks or self._walks or self._dualing)
        self._bound_to: tuple[object, ...] = (None,) * 7
        parts = self._views, self._walks, self._dualing
        self._columns: int = sum(part.path.shape[1] for part in parts if part)
        """The number of integers of all parts of h for each state of the path."""
        self._begin(int(estimate.summed_distance(tables.distance, self._tiles)))

    def restart(self, task: Task) -> None:
        self.task = task
        self._tiles[:] = task.problem.start.tiles
        self.opened = None
        self.counters.fill(0)
        self._bind()
        if self._layout and self._views:
            self._views.path[0, 0] = 0
            self._read_views()
        self._begin(int(self._sum_up()))

    def _bind(self) -> None:
        """Bind the kernels to the arrays if one of them has been replaced."""
        arrays = self.frames, self.opened, self.cache, self.claims
        parts = depth_first.search, self.moves, self.weighing, *arrays
        if all(map(operator.is_, parts, self._bound_to)):
            return
        self._bound_to = parts
        tiles, tables = self._tiles, self.task.tables
        views, ranks, dualing, cache = _flattened(
            (self._views, self._ranks, self._dualing, self.cache)
        )
        data = self.moves, self._goal, tiles, self.weighing, *self._parts
        path = self.frames, self._sums, self.opened, self.counters
        arguments = *data, views, ranks, self._walks, dualing, cache, self.claims, *path
        self._search = jit.bind(depth_first.search, arguments, integers=1)
        self._sum_up = jit.bind(estimate.summed_distance, (tables.distance, tiles))
        if self._layout and self._views:
            words = self._layout.tables, self._layout.terms, self._layout.offsets
            own = self._layout.first, tiles, self._views.words, self._views.path
            self._read_views = jit.bind(kernel.read_views, (*words, *own))

    def _begin(self, summed: int) -> None:
        """Set the counters for a path that consists of the start.

        summed: the summed distance of the start.
        """
        self.is_solved = self.is_exhausted = False
        tables = self.task.tables
        start, weighing, counters = self.task.problem.start, self.weighing, self.counters
        others = self._ranks, self._dualing, tables.lines, tables.walking, tables.pairs
        if self._views and not any(others):
            sums = self._views.path[0]
            self.task.note_start_h(summed + 2 * int(sums[1 + 2 * sums[0]]))
        h = self.task.start_h
        if tables.lines:
            summed += int(estimate.all_conflicts(tables.lines, self._tiles))
        self.moves = self._all_moves
        if self._prunes_mirrored:
            self.moves = without_mirrored(self.moves, self.task.problem)
        bound = weighing.h_weight * h
        if self._depth_limit is not None:
            bound = weighing.g_weight * self._depth_limit
        counters[kernel.BOUND] = bound
        counters[kernel.CLOSEST] = kernel.FAR
        counters[kernel.LOWEST_H] = weighing.h_weight * h
        counters[kernel.BLANK] = start.blank
        counters[kernel.CURSOR] = self.moves.first[start.blank]
        counters[kernel.SLACK] = bound - weighing.h_weight * h
        counters[kernel.SUM_SLACK] = bound - weighing.h_weight * summed
        counters[kernel.START_H] = h
        counters[kernel.START_SUM] = summed
        if weighing.is_single_pass or bound < weighing.g_weight:
            # skip passes without expansions
            self.work(0)
        else:
            self._make_room()
            # load the machine code now, so that no search is timed with it
            tables.once(("loaded", jit.is_compiled()), lambda: self.work(0))

    def end_pass(self, closest: int) -> None:
        """Set the counters for the next pass. closest: the counter CLOSEST of the last one."""
        counters = self.counters
        counters[kernel.BOUND] -= closest
        counters[kernel.CLOSEST] = kernel.FAR
        counters[kernel.PASSES] += 1
        counters[kernel.SUBTREES] = 0
        spent = self.weighing.h_weight * counters[[kernel.START_H, kernel.START_SUM]]
        counters[[kernel.SLACK, kernel.SUM_SLACK]] = self._bound() - spent
        counters[kernel.CURSOR] = self.moves.first[self.task.problem.start.blank]
        self.is_exhausted = False

    def skip_to(self, bound: int) -> None:
        """Begin with the threshold ``bound`` if it is higher.

        For a search that has not begun. An earlier search must have proved that no solution is
        shorter than ``bound``.
        """
        self.enlarge_cache(RANKED_CACHE_BITS[1])
        skipped = max(0, self.weighing.g_weight * bound - self._bound())
        for counter in (kernel.BOUND, kernel.SLACK, kernel.SUM_SLACK):
            self.counters[counter] += skipped

    @property
    def expanded(self) -> int:
        return int(self.counters[kernel.EXPANDED])

    def work(self, budget: int) -> Status:
        if not self._make_room():
            return Status.LIMIT
        self._bind()
        code = self._search(budget)
        self.is_solved = code == kernel.SOLVED
        self.is_exhausted = code == kernel.EXHAUSTED
        return STATUS.get(code, Status.RUNNING)

    def _make_room(self) -> bool:
        """Provide a frame for each depth of the pass. Return False if memory is exhausted."""
        depths = self._bound() // self.weighing.g_weight + 2
        if depths <= int(self.counters[kernel.FRAMES]):
            return True
        if 8 * (2 + self._columns) * depths > self.task.memory:
            return False
        self.enlarge_cache((4 * self.expanded).bit_length())
        if depths > len(self.frames):
            self._allocate(depths)
        self.counters[kernel.FRAMES] = depths
        return True

    def _allocate(self, depths: int) -> None:
        self.frames = np.zeros(depths, np.int64)
        if self._sums is not None:
            self._sums = np.zeros(depths, np.int64)
        if self.opened is not None:
            self.opened = np.full(depths, UNKNOWN, np.int64)
        if self._views:
            self._views = self._views._replace(path=_lengthened(self._views.path, depths))
        if self._ranks:
            ahead = np.zeros((depths, kernel.AHEAD), np.int64)
            self._ranks = self._ranks._replace(ahead=ahead)
        if self._walks:
            self._walks = self._walks._replace(path=_lengthened(self._walks.path, depths))
        if self._dualing:
            longer = _lengthened(self._dualing.path, depths)
            self._dualing = self._dualing._replace(path=longer)

    def enlarge_cache(self, bits: int) -> None:
        """Replace the transposition table of a search with ranked tables if it is too small.

        bits: base-2 logarithm of the requested number of states.
        """
        if self.claims is None or self.cache is None:
            return
        states = self.task.memory // CACHE_SHARE // 16
        bits = min(bits, RANKED_CACHE_BITS[1], states.bit_length() - 1)
        if bits > self.cache.bits:
            self.cache = make_cache(len(self._tiles), bits)

    def _bytes(self) -> int:
        depths = int(self.counters[kernel.FRAMES])
        integers = depths * (1 if self._sums is None else 2)
        integers += max(depths, 1) * self._columns
        return 8 * integers + (int(self.cache.states.nbytes) if self.cache else 0)

    def _bound(self) -> int:
        return int(self.counters[kernel.BOUND])

    def stats(self) -> SearchStats:
        counters = self.counters.tolist()
        return SearchStats(
            expanded=counters[kernel.EXPANDED],
            generated=counters[kernel.GENERATED] + counters[kernel.UNTRIED],
            stored=counters[kernel.DEPTH] + 1,
            bound=counters[kernel.BOUND] // self.weighing.g_weight,
            depth=counters[kernel.DEPTH],
            deepest=counters[kernel.DEEPEST],
            best_h=counters[kernel.LOWEST_H] // max(self.weighing.h_weight, 1),
            bytes=self._bytes(),
        )

    def current(self) -> Board:
        return Board(*self.task.problem.start.size, tuple(self._tiles.tolist()))

    def solution(self) -> tuple[Move, ...] | None:
        if not self.is_solved:
            return None
        frames = self.frames[: int(self.counters[kernel.DEPTH])]
        entries = self.moves.entries[(frames & kernel.CURSOR_MASK) - 1]
        moves = (entries >> kernel.MOVE_SHIFT) & kernel.MOVE_MASK
        return tuple([MOVES[move] for move in moves.tolist()])

    def lower_bound(self) -> int:
        if self._depth_limit is None:
            return self.task.bound_by_f(self._bound(), self.weighing.g_weight)
        return self._depth_limit + 1 if self.is_exhausted else self.task.start_bound()

    def cached_moves(self) -> frozenset[Move]:
        """Moves of the last state to states that the transposition table prunes."""
        if self.cache is None:
            return frozenset()
        board, found = self.current(), set()
        left = self._bound() - self.weighing.g_weight * (int(self.counters[kernel.DEPTH]) + 1)
        for move in board.legal_moves():
            after = board.apply(move)
            spent = self.weighing.h_weight * self.task.tables.evaluate(after) if self._ranks else 0
            if self._ranks and left - spent <= self.weighing.g_weight:
                continue
            first, second = (np.array(after.tiles) @ self.cache.factors).tolist()
            place = int(kernel.place_of(first, second, self.cache.bits))
            cached = self.cache.states[place].tolist()
            is_same = (cached[0] & kernel.NUMBER_MASK, cached[1]) == (first, second)
            if is_same and cached[0] >> kernel.LEFT_SHIFT >= min(left, kernel.LARGEST_LEFT):
                found.add(move)
        return frozenset(found)

    def note_openings(self) -> None:
        """From now on, record in ``opened`` when states are expanded. This is a little slower."""
        if self.opened is None:
            self.opened = np.full(len(self.frames), UNKNOWN, np.int64)

    def sample(self, since: int, status: Status) -> Sample | None:
        if status is not Status.RUNNING:
            return None
        depth = int(self.counters[kernel.DEPTH])
        spent = self.weighing.g_weight * depth + int(self.counters[kernel.SLACK])
        h = (self._bound() - spent) // max(self.weighing.h_weight, 1)
        return Sample(self.expanded + 1, depth, h)

    def sizes(self) -> Sizes | None:
        if not self.expanded:  # the threshold may still be lower than the start's f
            return None
        return math.nan, math.nan, self._bound() // self.weighing.g_weight

    def depth_limit_of_pass(self) -> int | None:
        if self.weighing.h_weight:
            return None  # the threshold limits f, not the depth
        return self._bound() // self.weighing.g_weight


def _flattened(data: Any) -> Any:
    """The same tuples with one-dimensional views of all arrays."""
    if isinstance(data, np.ndarray):
        return data.reshape(-1)
    if not isinstance(data, tuple):
        return data
    parts = map(_flattened, data)
    return type(data)(*parts) if hasattr(data, "_fields") else tuple(parts)


def _lengthened(path: NDArray[np.int64], depths: int) -> NDArray[np.int64]:
    longer = np.zeros((depths, path.shape[1]), np.int64)
    longer[0] = path[0]
    return longer
