"""The declaration of a heuristic and its tables for a goal."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, TypeVar

import numpy as np
from numpy.typing import DTypeLike, NDArray

from puzzler.board.board import Board
from puzzler.progress import Reporter, no_report
from puzzler.registry import RegistryEntry
from puzzler.search.kernels import estimate as kernel
from puzzler.search.kernels import jit, slide
from puzzler.search.kernels.heuristic_data import (
    ENTRY_MASK,
    Custom,
    Distance,
    Duals,
    Estimate,
    Lines,
    Pairs,
    Patterns,
    Ranked,
    Walking,
)
from puzzler.search.tables.shared import SharedTables

Derived = TypeVar("Derived")

MAX_CALLED_H = 5000
"""The largest h that a user's function may return if the search calls it."""


@dataclass(frozen=True, kw_only=True)
class Tables:
    """The arrays that the kernels read for one goal. h is the largest estimate of all parts."""

    distance: Distance
    """(tiles, cells): summed over the board."""
    lines: Lines | None = None
    """Linear conflicts, added to the summed distance."""
    walking: Walking | None = None
    patterns: Patterns | None = None
    ranked: Ranked | None = None
    pairs: Pairs | None = None
    custom: Custom | None = None
    duals: Duals | None = None
    """Duals of the patterns, which only depth-first searches and ``evaluate`` read."""
    factor: float | None = None
    """``Heuristic.factor`` for this goal if it is better than the general one, else None."""
    check: Callable[[], None] = lambda: None
    """Raises an exception if a function called by the kernels has failed."""
    _derived: dict[Hashable, Any] = field(default_factory=dict, init=False, compare=False)

    @cached_property
    def rest(self) -> Estimate | None:
        """All parts except the summed distance, or None if there are none."""
        if not any(self._parts):
            return None
        return Estimate(
            self.lines or NO_LINES,
            self.walking or NO_WALKING,
            self.patterns or NO_PATTERNS,
            self.ranked or NO_RANKED,
            self.pairs or NO_PAIRS,
            self.custom or NO_CUSTOM,
        )

    @property
    def _parts(self) -> tuple[tuple[Any, ...] | None, ...]:
        return self.lines, self.walking, self.patterns, self.ranked, self.pairs, self.custom

    @property
    def has_more(self) -> bool:
        """Whether h uses more than the summed distance and linear conflicts."""
        return any(self._parts[1:])

    @cached_property
    def largest(self) -> int:
        """An upper bound on h of all states."""
        largest = int(self.distance.max(axis=1).sum())
        if self.lines:
            largest *= 2
        if self.walking:
            parts = np.split(self.walking.distances, self.walking.first[1:-1])
            largest = max(largest, sum(int(part.max()) for part in parts))
        for patterns in (self.patterns, self.ranked):
            if patterns:
                largest += 2 * ENTRY_MASK * int(np.diff(patterns.first).max())
        if self.pairs:
            total = int(self.pairs.single.max(axis=1).sum()) - self.pairs.goal_sum
            values = self.pairs.terms.max(axis=(1, 2)).astype(np.int64)
            # each contact is in two lists and reads two entries
            total += int(
                values[self.pairs.pair_tables].sum() + values.max() * self.pairs.contacts.size
            )
            largest = max(largest, total // self.pairs.unit)
        if self.custom:
            called = 0 if self.custom.values.size else MAX_CALLED_H
            largest = max(largest, int(self.custom.values.max(initial=called)))
        return largest

    def make_parts(self) -> slide.Parts:
        """Return empty buffers for the parts of an estimate that are updated with each move."""
        walking, patterns, cells = self.walking, self.patterns, len(self.distance)
        parts = len(walking.bands) if walking else 0
        return slide.Parts(
            np.zeros(cells, np.int64),
            np.zeros(parts, np.int64),
            np.zeros(parts, np.int64),
            np.zeros(len(patterns.offsets) if patterns else 0, np.int64),
            np.zeros(len(patterns.first) - 1 if patterns else 0, np.int64),
        )

    def once(self, key: Hashable, make: Callable[[], Derived]) -> Derived:
        """Return the result of ``make``, which is called once for each ``key`` and cached."""
        if key not in self._derived:
            self._derived[key] = make()
        derived: Derived = self._derived[key]
        return derived

    @property
    def nbytes(self) -> int:
        """The size of all arrays."""
        fields = (self.distance, *(field for part in self._parts for field in part or ()))
        return sum(field.nbytes for field in fields if isinstance(field, np.ndarray))

    def evaluate(self, board: Board) -> int:
        """Return h of ``board``."""
        jit.check_thread("a kernel is called")
        return self.evaluator()(board)

    def evaluate_each(self, tiles: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Return h of each board, shape (n,). tiles: a row of tiles per board, shape (n, cells)."""
        jit.check_thread("a kernel is called")
        values = np.zeros(len(tiles), np.int64)
        room = np.zeros(len(self.distance), np.int64)
        boards = np.require(tiles, np.uint8, ["C", "W"])  # one array type needs one compilation
        kernel.estimate_each(self.rest or NO_REST, self.distance, boards, room, values)
        return values

    def evaluator(self) -> Callable[[Board], int]:
        """Return ``evaluate`` with the current kernels. Only its first call can wait for them."""
        rest, distance, duals = self.rest, self.distance, self.duals
        sum_up, estimate, read_duals = kernel.summed_distance, kernel.estimate, kernel.read_duals
        row = np.zeros(len(duals.begins) + len(duals.groups) if duals else 0, np.int64)

        def evaluate(board: Board) -> int:
            tiles = np.array(board.tiles, np.int64)
            summed = sum_up(distance, tiles)
            h = int(summed if rest is None else estimate(rest, tiles, summed))
            return h if duals is None else max(h, int(summed + 2 * read_duals(duals, tiles, row)))

        return evaluate


Offsets = NDArray[np.int64]


def _no(*shape: int, dtype: DTypeLike = np.int64) -> NDArray[Any]:
    return np.zeros(shape, dtype)


NO_LINES = Lines(0, 0, 0, _no(0), _no(0))
NO_WALKING = Walking(
    *(0, _no(0, 0), _no(0, 0, 0), _no(1), _no(0)),
    *(_no(0, dtype=np.uint8), _no(0, 0), _no(0, 0, dtype=np.int32)),
)
NO_PATTERNS = Patterns(0, _no(0, dtype=np.uint8), _no(0, 0), _no(0, 0), _no(0, 0), _no(0), _no(1))
NO_RANKED = Ranked(
    0, _no(0, dtype=np.uint8), _no(0, 0), _no(0, 0), _no(0), _no(1), _no(0, 0), _no(1)
)
NO_PAIRS = Pairs(
    *(0, _no(0, 0, dtype=np.int32), _no(0, 0, dtype=np.uint8), _no(0, 0, dtype=np.uint8)),
    *(_no(0, 0, dtype=np.uint8), _no(0, 0, dtype=np.uint8), _no(0, 0, dtype=np.uint8)),
    *(_no(0, 0, 0, dtype=np.int16), 1, 0),
)
NO_CUSTOM = Custom(
    *(0, _no(0, dtype=np.int16), _no(0), 0, _no(0)),
    *(_no(0, 0, dtype=np.uint8), _no(0, dtype=np.int16)),
)
NO_REST = Estimate(NO_LINES, NO_WALKING, NO_PATTERNS, NO_RANKED, NO_PAIRS, NO_CUSTOM)
"""The null object of an estimate: h is the summed distance."""


def without_report(build: Callable[[Board], Tables]) -> Callable[[Board, Reporter], Tables]:
    """Return ``build`` as ``Heuristic.make``, for tables that are built in a few milliseconds."""
    return lambda goal, report: build(goal)


@dataclass(frozen=True, kw_only=True)
class Heuristic(RegistryEntry):
    """A named estimate of the number of remaining moves, with its properties."""

    consistent: bool
    """Whether h is 0 at the goal and changes by at most 1 in each move."""
    factor: float | None
    """h is at most this many times the true distance: 1 if admissible, None if unknown."""
    make: Callable[[Board, Reporter], Tables]
    """Build the tables for a goal."""
    kind: str = "misplaced"
    """Name of a heuristic that uses the same kernels. The default is for sums over tiles."""
    edition: Callable[[Board], Hashable] = lambda _: None
    """Returns a value that changes when ``building`` would build different tables for a goal."""
    table_bytes: Callable[[Board], int] = lambda _: 0
    """Returns the bytes of large tables for a goal, which the memory limit includes."""
    is_shared: Callable[[Board], bool] = lambda _: True
    """Returns whether several searches for a goal can use the same tables."""
    parameters: frozenset[str] = frozenset()
    """Names of the method parameters that only some heuristics use, this one among them."""
    crosses: int = 0
    """The part of a tile's distance that counts the tile as misplaced. The breakdown draws it as a
    cross."""
    measure: str = ""
    """Name of the rest of a tile's distance in the breakdown; "" if it is not a distance, so that
    the breakdown has "adds 2" instead of "is 2 away"."""
    aliases: tuple[str, ...] = ()
    """Other names, such as those that courses use."""
    lesson: int | None = None
    """Position among the heuristics that menus list first; None if it is listed after these."""
    is_countable: bool = False
    """Whether a person can count h on the board, so that Predict asks for it."""
    is_zero_only_at_goal: bool = True
    """Whether h is 0 for the goal and for no other state."""
    is_yardstick: bool = False
    """Whether ``puzzler check`` compares the user's heuristics with it."""
    is_slow_to_build: bool = False
    """Whether its tables take seconds on boards of more than 9 cells."""
    guides_weighted: bool = False
    """Whether it is the default for a weighted scenario."""

    @property
    def admissible(self) -> bool:
        """Whether h is never larger than the true distance."""
        return self.factor == 1

    def build(self, goal: Board) -> Tables:
        """Build the tables for ``goal``."""
        jit.check_thread("tables are built")
        return self.make(goal, no_report)

    def shared(self, goal: Board, report: Reporter = no_report) -> Tables:
        """Return the tables for ``goal`` of an earlier search, or build them."""
        jit.check_thread("tables are built")
        if not self.is_shared(goal):
            return self.make(goal, report)
        key = self, goal, self.edition(goal)
        return _shared.make(key, partial(self.make, goal), report)


def _bytes_of(tables: Tables) -> int:
    # tables shared by all goals are cached elsewhere: the ranked ones and the learned pairs
    elsewhere = tables.ranked.tables.nbytes if tables.ranked else 0
    return tables.nbytes - elsewhere - (tables.pairs.terms.nbytes if tables.pairs else 0)


CACHE_BYTES = 1 << 27
"""Limit on the size of cached tables: enough for 3 goals on 4x4 or 50 goals on 3x3."""
_shared: SharedTables[Tables] = SharedTables(CACHE_BYTES, _bytes_of)


def sum_over_tiles(
    measure: Callable[[Offsets, Offsets], NDArray[Any]], *, blank: bool = False
) -> Callable[[Board], Tables]:
    """Return a function that builds the sum of ``measure`` over all tiles."""

    def build(goal: Board) -> Tables:
        return Tables(distance=distance_table(goal, measure, blank=blank))

    return build


def distance_table(
    goal: Board, measure: Callable[[Offsets, Offsets], NDArray[Any]], *, blank: bool = False
) -> Distance:
    """Return ``measure`` for each tile in each cell, shape (tiles, cells).

    measure: called with arrays of the signed rows and columns to the goal cell, shape (cells,).
    blank: whether the blank counts as a tile. Otherwise its row is 0.
    """
    table = np.zeros((len(goal.tiles), len(goal.tiles)), np.int32)
    rows, columns = np.divmod(np.arange(len(goal.tiles)), goal.columns)
    for cell, tile in enumerate(goal.tiles):
        if tile or blank:
            table[tile] = measure(rows - cell // goal.columns, columns - cell % goal.columns)
    return table
