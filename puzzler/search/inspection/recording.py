"""What a search has expanded, from its first expansion on, as arrays for maps and trees.

Recorded once, it holds however the search is gone through afterwards: the same search expands the
same states. Where the arrays of a search tell in which order states were expanded, that is read off
them; else the search is run a second time, one expansion after another.
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
from puzzler.search.engine.stepping import Keeping, OrderCursor
from puzzler.search.inspection.inspector import Inspector
from puzzler.search.inspection.observation import Expansion, Node, SuccessorOutcome
from puzzler.search.inspection.tree import NO_LIMIT, ROW, Grown, Made
from puzzler.search.packing import has_numbers, ranks_of, ranks_of_words

MOST_TREE = 20_000
"""Expansions of which it is told what was reached from what."""
SLOTS = 1 << 17
"""More than the states that they reach."""
MOST_ALONE = 1_000_000
"""Expansions that are told where a second run has to tell them, one by one."""
MOST_STEPPED = 20_000
"""The same where each takes long to be told."""
BYTES = 10_000_000
"""About what it holds at most while it records."""
READ_AT_ONCE = 20_000
"""Expansions of a second run whose arrays are read."""
SLICE_SECONDS = 0.004
"""What is recorded at a time, where that takes a run of its own."""

Making = Callable[[], Search]


class GrowingArray:
    """Values are appended by one thread and read by others, and never change."""

    count = 0

    def __init__(self, dtype: DTypeLike) -> None:
        self._values: NDArray[Any] = np.empty(1 << 10, dtype)

    def append(self, values: NDArray[Any]) -> None:
        """Add ``values``."""
        count = self.count + len(values)
        if count > len(self._values):
            larger = np.empty(max(count, 2 * len(self._values)), self._values.dtype)
            larger[: self.count] = self._values[: self.count]
            self._values = larger
        self._values[self.count : count] = values
        self.count = count  # last, so that other threads never read beyond the values

    def read(self, first: int, last: int) -> NDArray[Any]:
        """Values ``first`` to ``last`` - 1, as far as they are there; not to be changed."""
        return self._values[max(first, 0) : min(last, self.count)]


class ExpansionLog:
    """Filled by the thread that has the search once it is wanted; any thread may read it."""

    def __init__(self, start: Board, make: Making) -> None:
        """``make`` begins the search once more."""
        self._make = make
        self._has_ranks = has_numbers(start)
        self._wants_ranks = self._wants_tree = False
        self.ranks = GrowingArray(np.int32)
        """The numbers of the states expanded, in order; none on boards of more than nine cells."""
        self._cursor = OrderCursor()
        self._second: Inspector | None = None  # a run that tells the ranks, where arrays do not
        self.tree = GrowingTree(start)
        self._third: Inspector | None = None  # one that tells the tree

    def want(self, *, ranks: bool, tree: bool) -> None:
        """What is to be recorded from now on; what was recorded before stays."""
        self._wants_ranks, self._wants_tree = ranks and self._has_ranks, tree
        if not ranks:
            self._second = None
        if not tree:
            self._third = None

    def lags(self, search: Search | None, reached: int) -> bool:
        """There is something to record before moment ``reached``."""
        if search is None:
            return False
        if self._wants_ranks and self.ranks.count < self._most_ranks(search, reached):
            return True
        return self._wants_tree and self.tree.known < min(reached, MOST_TREE)

    def advance(self, search: Search, reached: int) -> None:
        """Record a piece of what was expanded before moment ``reached``."""
        if self._wants_ranks and self.ranks.count < reached:
            if search.stepping.has_order:
                if search.expanded <= self.ranks.count:
                    search = self._caught_up(reached)
                self._read_ranks(search)
            else:
                self._run_ranks(self._most_ranks(search, reached))
        if self._wants_tree and self.tree.known < min(reached, MOST_TREE):
            self._run_tree(min(reached, MOST_TREE))

    def _most_ranks(self, search: Search, reached: int) -> int:
        if search.stepping.has_order:
            return reached
        return min(reached, MOST_ALONE if search.stepping.is_on_next else MOST_STEPPED)

    def _read_ranks(self, search: Search) -> None:
        words = search.stepping.read_order(self._cursor)
        if len(words):
            self.ranks.append(ranks_of_words(words, *search.task.problem.start.size))

    def _caught_up(self, reached: int) -> Search:
        """A second run, a slice further on: the search itself was taken back."""
        if self._second is None:
            self._second = self._begin(0)
        search = self._second.search
        search.advance(max(0, min(reached - search.expanded, READ_AT_ONCE)))
        return search

    def _run_ranks(self, most: int) -> None:
        if self._second is None:
            self._second = self._begin(self.ranks.count)
        tiles: list[tuple[int, ...]] = []
        until = time.perf_counter() + SLICE_SECONDS
        while self.ranks.count + len(tiles) < most and time.perf_counter() < until:
            board = _expanded(self._second)
            if board is None:
                break
            tiles.append(board.tiles)
        if tiles:
            self.ranks.append(ranks_of(np.array(tiles, np.uint8)))

    def _run_tree(self, most: int) -> None:
        if self._third is None:
            self._third = self._begin(self.tree.known)
            self.tree.keeping = self._third.search.stepping.keeping
        until = time.perf_counter() + SLICE_SECONDS
        while self.tree.known < most and time.perf_counter() < until:
            limit = self._third.search.stepping.depth_limit_of_pass()
            expansion = self._third.step()
            if expansion is None:
                break
            self.tree.add(expansion, NO_LIMIT if limit is None else limit)
        if self.tree.known == MOST_TREE:
            self._third = None

    def _begin(self, moment: int) -> Inspector:
        search = self._make()
        search.advance(moment)
        return Inspector(search)


def _expanded(inspector: Inspector) -> Board | None:
    """The next state to be expanded, which it then is; None where the search ends."""
    search = inspector.search
    if not search.stepping.is_on_next:
        expansion = inspector.step()
        return None if expansion is None else expansion.node.board
    # much is saved by looking at nothing else
    board, before = search.current(), search.expanded
    search.advance(1)
    return board if search.expanded > before else None


class GrowingTree:
    """What was reached from what."""

    def __init__(self, start: Board) -> None:
        self.known = 0
        self.keeping = Keeping.ALL
        self._start = start
        self._rows = np.zeros(MOST_TREE, ROW)
        self._roots: dict[int, Board] = {}
        self._waiting = np.zeros(SLOTS, [("state", np.int64), ("place", np.int32)])
        """A hash table of the states reached, far smaller than a dictionary of boards: for one that
        is not expanded yet the place in ``passed`` of the successor by which it was, else -1."""

    def add(self, expansion: Expansion, limit: int) -> None:
        """Append an expansion; successors with a g of ``limit`` are not expanded."""
        at, node = self.known, expansion.node
        row, parent = self._rows[at], expansion.parent_index
        row["parent"] = -1 if parent is None else parent
        row["move"] = -1 if node.move is None else node.move
        row["g"], row["h"], row["f"], row["limit"] = node.g, node.h, node.f, limit
        for successor in expansion.successors:
            if successor.node.move is not None:
                row["made"][successor.node.move] = Made[successor.outcome.name]
                row["made_f"][successor.node.move] = successor.node.f
        if self.keeping is Keeping.ALL:  # it knows every state again
            self._note_waiting(expansion)
        if parent is None and node.board != self._start:
            self._roots = {**self._roots, at: node.board}
        self.known = at + 1  # last of all, for other threads read what is below
        if self.known == MOST_TREE:
            self._waiting = self._waiting[:0].copy()

    def _note_waiting(self, expansion: Expansion) -> None:
        """Which successor it is that will be expanded, of those that are the same state."""
        self._slot(expansion.node)["place"] = -1
        for successor in expansion.successors:
            after = successor.node
            if after.move is None or successor.outcome not in (
                SuccessorOutcome.NEW,
                SuccessorOutcome.REOPENED,
            ):
                continue
            slot = self._slot(after)
            if slot["place"] >= 0:
                self._rows["passed"].flat[slot["place"]] = self.known + 1
            slot["place"] = self.known * len(Move) + after.move

    def _slot(self, node: Node) -> np.void:
        """The entry of a state in ``_waiting``, a new one where it has none."""
        state = hash((node.side, node.board)) or 1
        at = state % SLOTS
        while self._waiting[at]["state"] not in (0, state):
            at = (at + 1) % SLOTS
        slot: np.void = self._waiting[at]
        if not slot["state"]:
            slot["state"], slot["place"] = state, -1
        return slot

    def read(self) -> Grown:
        """The expansions recorded so far."""
        return Grown(self._rows[: self.known], self._roots, self.keeping)
