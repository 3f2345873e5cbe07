"""The pattern databases of a goal: partitions and symmetries of its shape.

A goal that is rotated, reflected or renumbered uses the same tables through another view.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise, product
from math import perm

import numpy as np
from numpy.typing import NDArray

from puzzler.board.board import Board
from puzzler.search.packing import make_space

LARGEST_WITH_REGIONS = 25
"""Cells of the largest boards whose tables distinguish regions of the blank."""
LARGEST_TABLE = 1 << 24
"""Entries of one table, or of all tables on boards larger than ``LARGEST_WITH_REGIONS``."""
LARGEST_SPREAD = 125_000_000
"""Bytes of the largest table indexed by the sum of cell * factor: six tiles on 5x5."""
MAX_VIEWS = 4

Partition = tuple[tuple[int, ...], ...]
"""Disjoint groups of cells. The tiles of a group are a pattern."""

# the best of some partitions into 6, 6 and 3 tiles, found by trial; the blank is last
PARTITIONS_4X4: tuple[Partition, ...] = (
    ((0, 1, 2, 3, 6, 7), (4, 5, 8, 9, 12, 13), (10, 11, 14)),
    ((0, 1, 4, 5, 6, 8), (9, 10, 11, 12, 13, 14), (2, 3, 7)),
)


@dataclass(frozen=True)
class PatternFrame:
    """A shape and blank cell: the representative of its rotations and reflections."""

    rows: int
    columns: int
    """Number of columns, at least ``rows``."""
    blank: int
    """The goal's blank: the largest cell among its images."""

    @property
    def cells(self) -> int:
        """Number of cells."""
        return self.rows * self.columns


@dataclass(frozen=True)
class TableKey:
    """All that determines the entries of a table."""

    frame: PatternFrame
    """Its blank is the first cell of the region that the goal's blank can reach."""
    pattern: tuple[int, ...]
    """The goal cells of the tiles, ascending. The last tile has factor 1."""

    @property
    def bytes(self) -> int:
        """Bytes in memory. Two entries share a byte."""
        return int(self.frame.cells ** len(self.pattern) + 1) // 2

    @property
    def arrangements(self) -> int:
        """Number of entries that are used by an arrangement."""
        return perm(self.frame.cells, len(self.pattern))

    @property
    def ranked_bytes(self) -> int:
        """Bytes of a ranked table. Two entries share a byte."""
        return (self.arrangements + 1) // 2

    @property
    def is_spread(self) -> bool:
        """Whether it is indexed by sums of cell * factor: twice the memory, half the time."""
        return self.bytes <= LARGEST_SPREAD

    @property
    def stored_bytes(self) -> int:
        """Bytes in memory and on disk as part of a collection."""
        return self.bytes if self.is_spread else self.ranked_bytes

    @property
    def name(self) -> str:
        """The name of the file."""
        pattern = ".".join(map(str, self.pattern))
        return f"{self.frame.rows}x{self.frame.columns}-{self.frame.blank}-{pattern}"


View = list[tuple[TableKey, NDArray[np.int64]]]
"""One partition, read through one symmetry of the frame: its tables, each with the frame's cell for
each cell of the board."""


@lru_cache(maxsize=64)
def choose_views(goal: Board, cut: tuple[Partition, ...] = ()) -> tuple[View, ...]:
    """Return views for a goal: its partitions, or those of ``cut``, with their symmetries."""
    frame, mirrored = find_frame(goal.rows, goal.columns, goal.blank)
    views: list[View] = []
    chosen = set()
    for partition in cut or partitions(frame):
        for cells in mirrored:
            place = {int(frame_cell): cell for cell, frame_cell in enumerate(cells)}
            groups = frozenset(frozenset(place[cell] for cell in group) for group in partition)
            if groups not in chosen and len(views) < MAX_VIEWS:
                chosen.add(groups)
                views.append([(make_key(frame, group), cells) for group in partition])
    return tuple(views)


@cache
def find_frame(rows: int, columns: int, blank: int) -> tuple[PatternFrame, list[NDArray[np.int64]]]:
    """The frame of a shape and blank, and the symmetries that map to it."""
    found: dict[PatternFrame, list[NDArray[np.int64]]] = {}
    for cells in symmetries(rows, columns):
        frame = PatternFrame(min(rows, columns), max(rows, columns), int(cells[blank]))
        found.setdefault(frame, []).append(cells)
    largest = max(found, key=lambda frame: frame.blank)
    return largest, found[largest]


def symmetries(rows: int, columns: int) -> Iterator[NDArray[np.int64]]:
    """Yield (cells,), the image of each cell, for each symmetry of a board.

    The image has no more rows than columns.
    """
    row, column = np.divmod(np.arange(rows * columns), columns)
    for flips_rows, flips_columns, turns in product((False, True), repeat=3):
        if rows != columns and turns != (rows > columns):
            continue
        to_row = rows - 1 - row if flips_rows else row
        to_column = columns - 1 - column if flips_columns else column
        yield to_column * rows + to_row if turns else to_row * columns + to_column


def partitions(frame: PatternFrame) -> list[Partition]:
    """A few partitions of all cells except the blank's into compact groups."""
    if (frame.rows, frame.columns, frame.blank) == (4, 4, 15):
        return list(PARTITIONS_4X4)
    along = _strips(frame.rows, frame.columns)
    across = [
        column * frame.columns + row
        for row, column in (divmod(cell, frame.rows) for cell in _strips(frame.columns, frame.rows))
    ]
    size = max_pattern_tiles(frame.cells)
    cut = []
    for order in (along, across):
        cells = [cell for cell in order if cell != frame.blank]
        cut.append(
            tuple(
                tuple(sorted(cells[first : first + size])) for first in range(0, len(cells), size)
            )
        )
    return cut


def max_pattern_tiles(cells: int) -> int:
    """The largest number of tiles of a pattern on a board of ``cells`` cells."""
    tiles = 1
    while True:
        entries = cells ** (tiles + 1)
        if cells > LARGEST_WITH_REGIONS:
            entries *= -(-(cells - 1) // (tiles + 1))
        if entries > LARGEST_TABLE:
            return tiles
        tiles += 1


def _strips(rows: int, columns: int) -> list[int]:
    """All cells in the order of strips of two rows, alternating in direction.

    The last strip has three rows if the number of rows is odd.
    """
    order: list[int] = []
    edges = [*range(0, rows - 1, 2), rows]
    for number, (top, bottom) in enumerate(pairwise(edges)):
        across = range(columns) if number % 2 == 0 else range(columns - 1, -1, -1)
        order += [row * columns + column for column in across for row in range(top, bottom)]
    return order


@cache
def make_key(frame: PatternFrame, group: tuple[int, ...]) -> TableKey:
    """The table of a group of cells. Its blank is the first cell of the blank's region."""
    targets = make_space(frame.rows, frame.columns).targets
    heeded = set(group) if frame.cells <= LARGEST_WITH_REGIONS else set()
    reached = {frame.blank}
    waiting = [frame.blank]
    while waiting:
        for target in targets[waiting.pop()].tolist():
            if target >= 0 and target not in reached and target not in heeded:
                reached.add(target)
                waiting.append(target)
    return TableKey(PatternFrame(frame.rows, frame.columns, min(reached)), tuple(sorted(group)))
