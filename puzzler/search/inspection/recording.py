"""Records all expansions of a search as arrays for maps and trees.

The record remains valid when the search is taken back or run again, because the same search expands
the same states. If the arrays of a search contain the order of expansions, the order is read from
them. Otherwise the search is run a second time, one expansion at a time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.engine.search import Search
from puzzler.search.engine.stepping import OrderCursor, Storage
from puzzler.search.inspection.inspector import Inspector
from puzzler.search.inspection.observation import Expansion, SuccessorOutcome
from puzzler.search.inspection.tree import CODES, NO_LIMIT, ROW, TreeRecords
from puzzler.search.packing import has_ranks, ranks_of, ranks_of_words

MAX_TREE = 20_000
"""Limit on the number of expansions in the tree."""
MAX_ALONE = 1_000_000
"""Limit on the number of expansions that are recorded in a second run."""
MAX_STEPPED = 20_000
"""Limit on these expansions if each must be read completely."""
BYTES = 10_000_000
"""Approximate limit on the memory while recording."""
READ_AT_ONCE = 20_000
"""Number of expansions of a second run between two reads of its arrays."""
SLICE_SECONDS = 0.004
"""Duration of one slice of a second run."""

Making = Callable[[], Search]


class GrowingArray:
    """An array to which one thread appends values that other threads read. Values never change."""

    count = 0

    def __init__(self, dtype: DTypeLike) -> None:
        self._values: NDArray[Any] = np.empty(1 << 10, dtype)

    def append(self, values: NDArray[Any]) -> None:
        """Add ``values`` at the end."""
        count = self.count + len(values)
        if count > len(self._values):
            larger = np.empty(max(count, 2 * len(self._values)), self._values.dtype)
            larger[: self.count] = self._values[: self.count]
            self._values = larger
        self._values[self.count : count] = values
        self.count = count  # last, so that other threads never read beyond the values

    def read(self, first: int, last: int) -> NDArray[Any]:
        """Return the existing values from ``first`` to ``last`` - 1. Do not modify them."""
        return self._values[max(first, 0) : min(last, self.count)]


class ExpansionLog:
    """The recorded expansions. The thread of the search fills it, and any thread can read it."""

    def __init__(self, start: Board, make: Making) -> None:
        """Create an empty log. make: starts the same search again."""
        self._make = make
        self._has_ranks = has_ranks(start)
        self._records_ranks = self._records_tree = False
        self.ranks = GrowingArray(np.int32)
        """The ranks of the expanded states, in order. Empty on boards of more than nine cells."""
        self._cursor = OrderCursor()
        self._second: Inspector | None = None  # a second run for the ranks, if it is needed
        self.tree = GrowingTree(start)
        self._third: Inspector | None = None  # a run for the tree

    def select(self, *, ranks: bool, tree: bool) -> None:
        """Set what to record from now on. Existing records are kept."""
        self._records_ranks, self._records_tree = ranks and self._has_ranks, tree
        if not ranks:
            self._second = None
        if not tree:
            self._third = None

    def lags(self, search: Search | None, reached: int) -> bool:
        """Return whether something before moment ``reached`` is not recorded yet."""
        if search is None:
            return False
        if self._records_ranks and self.ranks.count < self._max_ranks(search, reached):
            return True
        return self._records_tree and self.tree.count < min(reached, MAX_TREE)

    def advance(self, search: Search, reached: int) -> None:
        """Record some of the expansions before moment ``reached``."""
        if self._records_ranks and self.ranks.count < reached:
            if search.stepping.has_order:
                if search.expanded <= self.ranks.count:
                    search = self._advance_second(reached)
                words = search.stepping.read_order(self._cursor)
                if len(words):
                    self.ranks.append(ranks_of_words(words, *search.task.problem.start.size))
            else:
                self._run_ranks(self._max_ranks(search, reached))
        if self._records_tree and self.tree.count < min(reached, MAX_TREE):
            self._run_tree(min(reached, MAX_TREE))

    def _max_ranks(self, search: Search, reached: int) -> int:
        if search.stepping.has_order:
            return reached
        return min(reached, MAX_ALONE if search.stepping.is_on_next else MAX_STEPPED)

    def _advance_second(self, reached: int) -> Search:
        """Advance a second run by one slice and return it, because the search was taken back."""
        if self._second is None:
            self._second = self._begin(0)
        search = self._second.search
        search.advance(max(0, min(reached - search.expanded, READ_AT_ONCE)))
        return search

    def _run_ranks(self, limit: int) -> None:
        if self._second is None:
            self._second = self._begin(self.ranks.count)
        tiles: list[tuple[int, ...]] = []
        until = time.perf_counter() + SLICE_SECONDS
        while self.ranks.count + len(tiles) < limit and time.perf_counter() < until:
            board = _expand(self._second)
            if board is None:
                break
            tiles.append(board.tiles)
        if tiles:
            self.ranks.append(ranks_of(np.array(tiles, np.uint8)))

    def _run_tree(self, count: int) -> None:
        if self._third is None:
            self._third = self._begin(self.tree.count)
            self.tree.keeping = self._third.search.stepping.keeping
        until = time.perf_counter() + SLICE_SECONDS
        while self.tree.count < count and time.perf_counter() < until:
            limit = self._third.search.stepping.depth_limit_of_pass()
            expansion = self._third.step()
            if expansion is None:
                break
            self.tree.add(expansion, NO_LIMIT if limit is None else limit)
        if self.tree.count == MAX_TREE:
            self._third = None

    def _begin(self, moment: int) -> Inspector:
        search = self._make()
        search.advance(moment)
        return Inspector(search)


def _expand(inspector: Inspector) -> Board | None:
    """Expand the next state and return it, or None if the search has ended."""
    search = inspector.search
    if not search.stepping.is_on_next:
        expansion = inspector.step()
        return None if expansion is None else expansion.node.board
    # faster than a complete step
    board, before = search.current(), search.expanded
    search.advance(1)
    return board if search.expanded > before else None


class GrowingTree:
    """The parents and outcomes of the recorded expansions."""

    def __init__(self, start: Board) -> None:
        self.count = 0
        self.keeping = Storage.ALL
        self._start = start
        self._rows = np.zeros(MAX_TREE, ROW)
        self._roots: dict[int, Board] = {}
        self._unexpanded: dict[int, int] = {}
        """The index in ``passed`` of the successor that reached each unexpanded state, by a hash of
        the state, which is far smaller than the state."""

    def add(self, expansion: Expansion, limit: int) -> None:
        """Append an expansion. Successors whose g is ``limit`` are not expanded."""
        at, node = self.count, expansion.node
        row, parent = self._rows[at], expansion.parent_index
        row["parent"] = -1 if parent is None else parent
        row["move"] = -1 if node.move is None else node.move
        row["g"], row["h"], row["f"], row["limit"] = node.g, node.h, node.f, limit
        for successor in expansion.successors:
            if successor.node.move is not None:
                row["made"][successor.node.move] = CODES[successor.outcome]
                row["made_f"][successor.node.move] = successor.node.f
        if self.keeping is Storage.ALL:  # the search recognises every state
            self._note_unexpanded(expansion)
        if parent is None and node.board != self._start:
            self._roots = {**self._roots, at: node.board}
        self.count = at + 1  # last, because other threads read the rows below
        if self.count == MAX_TREE:
            self._unexpanded = {}

    def _note_unexpanded(self, expansion: Expansion) -> None:
        """Record which of several successors with the same state will be expanded."""
        node, unexpanded = expansion.node, self._unexpanded
        unexpanded.pop(hash((node.side, node.board)), None)
        for successor in expansion.successors:
            after = successor.node
            if after.move is None or successor.outcome not in (
                SuccessorOutcome.NEW,
                SuccessorOutcome.REPLACED,
                SuccessorOutcome.REOPENED,
            ):
                continue
            state = hash((after.side, after.board))
            if state in unexpanded:
                self._rows["passed"].flat[unexpanded[state]] = self.count + 1
            unexpanded[state] = self.count * len(Move) + after.move

    def read(self) -> TreeRecords:
        """Return the expansions recorded so far."""
        return TreeRecords(self._rows[: self.count], self._roots, self.keeping)
