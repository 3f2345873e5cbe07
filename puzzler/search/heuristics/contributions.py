"""The breakdown of h into contributions that can be drawn on the tiles of a board."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzler.board.board import Board
from puzzler.humanize import counted
from puzzler.search.heuristics.heuristic import Heuristic, Tables
from puzzler.search.kernels import estimate as kernel
from puzzler.search.kernels.heuristic_data import Custom, Distance, Pairs, Patterns, Ranked, Walking


class ContributionKind(StrEnum):
    """The kind of a contribution."""

    ARROW = "arrow"
    """The distance of a tile from its goal cell."""
    CROSS = "cross"
    """A misplaced tile."""
    CONFLICT = "conflict"
    """A linear conflict of two tiles."""
    PATTERN = "pattern"
    """The moves of a pattern's tiles."""
    ROW_WALK = "row walk"
    """Moves of tiles between rows."""
    COLUMN_WALK = "column walk"
    """Moves of tiles between columns."""
    PAIR = "pair"
    """The learned value of two tiles that are adjacent in the goal."""
    TERM = "term"
    """Any other value."""


ARROW, CROSS, TERM = ContributionKind.ARROW, ContributionKind.CROSS, ContributionKind.TERM
NOTHING = "0"
"""The text of an estimate without contributions."""


@dataclass(frozen=True)
class Contribution:
    """One summand of h."""

    kind: ContributionKind
    tiles: tuple[int, ...]
    """The tiles; 0 is the blank."""
    cells: tuple[int, ...]
    home: tuple[int, ...]
    """The goal cells of the tiles."""
    amount: float
    words: str
    """A description: "tile 7 is 3 away"."""


@dataclass(frozen=True)
class Breakdown:
    """h of one state as a sum."""

    h: int
    contributions: tuple[Contribution, ...]
    words: str
    """The sum as text: "9 misplaced + 22 Manhattan = 31"."""


def break_down(heuristic: Heuristic, tables: Tables, board: Board, goal: Board) -> Breakdown:
    """Return the summands of h. If ``tables`` have several estimates, use the largest."""
    h = tables.evaluate(board)
    scene = EstimatedState(tables, board, goal)
    for name, explain in _EXPLANATIONS.items():
        data = getattr(tables, name)
        if data is not None and (parts := explain(scene, heuristic, data)).h == h:
            return parts
    raise AssertionError("h is one of the estimates")


def break_down_sum(heuristic: Heuristic, tables: Tables, board: Board, goal: Board) -> Breakdown:
    """Return the summands of h of a heuristic that adds values of tiles. No kernel is called."""
    return _explain_sum(EstimatedState(tables, board, goal), heuristic, tables.distance)


class EstimatedState:
    """A state and its goal, with the cells of all tiles in both."""

    def __init__(self, tables: Tables, board: Board, goal: Board) -> None:
        self.tables = tables
        self.board = board
        self.tiles = np.array(board.tiles, np.int64)
        self.cells = np.argsort(board.tiles).tolist()
        """The current cell of each tile."""
        self.homes = np.argsort(goal.tiles).tolist()
        """The goal cell of each tile."""

    def contribution(
        self, kind: ContributionKind, tiles: Sequence[int], amount: float, words: str
    ) -> Contribution:
        """Return a contribution of some tiles."""
        cells = tuple(self.cells[tile] for tile in tiles)
        return Contribution(
            kind, tuple(tiles), cells, tuple(self.homes[tile] for tile in tiles), amount, words
        )

    def distance(self, tile: int) -> int:
        """Return the summed distance's entry for a tile."""
        return int(self.tables.distance[tile, self.cells[tile]])


def _add_up(groups: Sequence[tuple[Sequence[Contribution], str]]) -> Breakdown:
    """Break down h into groups of contributions, each with the name of its sum."""
    sums = [(int(sum(each.amount for each in found)), name) for found, name in groups]
    h = sum(amount for amount, _ in sums)
    terms = [f"{amount} {name}".rstrip() for amount, name in sums if amount]
    text = " + ".join(terms) or NOTHING
    found = tuple(each for found, _ in groups for each in found)
    return Breakdown(h, found, f"{text} = {h}" if len(terms) > 1 else text)


def _explain_sum(scene: EstimatedState, heuristic: Heuristic, distance: Distance) -> Breakdown:
    crosses, arrows = [], []
    for tile in range(len(scene.tiles)):
        amount = int(distance[tile, scene.cells[tile]])
        if not amount:
            continue
        name, far = f"tile {tile}" if tile else "the blank", amount - heuristic.crosses
        if heuristic.crosses:
            words = f"{name} is misplaced"
            crosses.append(scene.contribution(CROSS, (tile,), heuristic.crosses, words))
        if far and heuristic.measure:
            arrows.append(scene.contribution(ARROW, (tile,), far, f"{name} is {far} away"))
        elif far:
            arrows.append(scene.contribution(TERM, (tile,), far, f"{name} adds {far}"))
    conflicts = list(_conflicts(scene)) if scene.tables.lines else []
    groups = [
        (crosses, "misplaced"),
        (arrows, heuristic.measure or heuristic.title),
        (conflicts, "for " + counted(len(conflicts), "conflict")),
    ]
    return _add_up(groups)


def _conflicts(scene: EstimatedState) -> Iterator[Contribution]:
    """Yield, for every line, the fewest tiles that must leave it, each with a conflicting tile.

    The tiles that can stay are a longest increasing subsequence of the goal cells.
    """
    rows, columns = scene.board.size
    lines = [range(row * columns, (row + 1) * columns) for row in range(rows)]
    lines += [range(column, rows * columns, columns) for column in range(columns)]
    for line in lines:
        at_home = [
            tile
            for tile in (scene.board.tiles[cell] for cell in line)
            if tile and scene.homes[tile] in line
        ]
        places = [scene.homes[tile] for tile in at_home]
        staying = _longest_increasing(places)
        for number, tile in enumerate(at_home):
            if number in staying:
                continue
            other = next(
                at_home[stays]
                for stays in staying
                if (stays < number) != (places[stays] < places[number])
            )
            words = f"tile {tile} must let tile {other} pass"
            yield scene.contribution(ContributionKind.CONFLICT, (tile, other), 2, words)


def _longest_increasing(numbers: Sequence[int]) -> list[int]:
    best: list[list[int]] = []
    for place, number in enumerate(numbers):
        before = [run for run in best if numbers[run[-1]] < number]
        best.append([*max(before, key=len, default=[]), place])
    return max(best, key=len, default=[])


def _explain_walking(scene: EstimatedState, heuristic: Heuristic, walking: Walking) -> Breakdown:
    row_walks: list[Contribution] = []
    column_walks: list[Contribution] = []
    for part, bands in enumerate(walking.bands):
        amount = int(walking.distances[kernel.walking_number(walking, part, scene.tiles)])
        if not amount:
            continue
        by_row = bands.reshape(scene.board.size)
        is_rows = bool((by_row == by_row[:, :1]).all())
        away = [
            tile
            for tile in range(1, len(scene.tiles))
            if bands[scene.cells[tile]] != bands[scene.homes[tile]]
        ]
        kind = ContributionKind.ROW_WALK if is_rows else ContributionKind.COLUMN_WALK
        words = f"{amount} moves between {'rows' if is_rows else 'columns'}"
        walks = row_walks if is_rows else column_walks
        walks.append(scene.contribution(kind, away, amount, words))
    return _add_up([(row_walks, "between rows"), (column_walks, "between columns")])


def _explain_patterns(scene: EstimatedState, heuristic: Heuristic, patterns: Patterns) -> Breakdown:
    is_whole = len(patterns.offsets) == 1

    def read(view: int, slot: int) -> tuple[tuple[int, ...], int]:
        own = (patterns.slots[view] == slot) & (patterns.factors[view] != 0)
        factors = np.where(own, patterns.factors[view], 0)
        index = patterns.offsets[slot] + (patterns.cells[slot, scene.cells] * factors).sum()
        tiles = range(1, len(own)) if is_whole else np.flatnonzero(own).tolist()
        return tuple(tiles), int(kernel.entry_at(patterns.tables, int(index)))

    return _of_patterns(scene, patterns.first, read)


def _explain_ranked(scene: EstimatedState, heuristic: Heuristic, ranked: Ranked) -> Breakdown:
    def read(_: int, slot: int) -> tuple[tuple[int, ...], int]:
        index = kernel.ranked_index(ranked, slot, scene.tiles)
        tiles = np.flatnonzero(ranked.places[slot] >= 0).tolist()
        return tuple(tiles), int(kernel.entry_at(ranked.tables, int(index)))

    return _of_patterns(scene, ranked.first, read)


def _of_patterns(
    scene: EstimatedState,
    first: NDArray[np.int64],
    read: Callable[[int, int], tuple[tuple[int, ...], int]],
) -> Breakdown:
    """Break down the largest sum of patterns.

    first: as in ``Patterns``. read: returns the tiles and the table entry of a pattern, for a view
    and an index. An entry is half the difference between the moves of the tiles and their
    distances.
    """
    views = [
        dict(read(view, slot) for slot in range(begin, end))
        for view, (begin, end) in enumerate(pairwise(first.tolist()))
    ]
    best = max(views, key=lambda view: sum(view.values()))
    found = []
    for tiles, excess in best.items():
        amount = sum(map(scene.distance, tiles)) + 2 * excess
        if amount:
            words = f"tiles {' '.join(map(str, tiles))}: {amount} moves"
            found.append(scene.contribution(ContributionKind.PATTERN, tiles, amount, words))
    found += [
        scene.contribution(ARROW, (tile,), far, f"tile {tile} is {far} away")
        for tile in sorted(set(range(1, len(scene.tiles))).difference(*best))
        if (far := scene.distance(tile))
    ]
    parts = _add_up([([each], "") for each in found])
    if len(views) > 1:
        return replace(parts, words=f"{parts.words}, the largest of {len(views)} sums")
    return parts if len(best) > 1 else replace(parts, words=f"{parts.h}, the true distance")


def _explain_pairs(scene: EstimatedState, heuristic: Heuristic, pairs: Pairs) -> Breakdown:
    h = int(kernel.learned_moves(pairs, scene.tiles))
    found = list(_learned_terms(scene, pairs))
    total = sum(each.amount for each in found)
    if not math.isclose(total, h):
        found.append(scene.contribution(TERM, (), h - total, "rounded down"))
    return Breakdown(h, tuple(found), f"{total:.1f} learned, rounded down = {h}")


def _learned_terms(scene: EstimatedState, pairs: Pairs) -> Iterator[Contribution]:
    cells, homes, unit = scene.cells, scene.homes, pairs.unit
    for tile in range(len(cells)):
        amount = int(pairs.single[tile, cells[tile]]) - int(pairs.single[tile, homes[tile]])
        if amount:
            words = f"tile {tile} in this cell: {amount / unit:.1f}"
            yield scene.contribution(TERM, (tile,), amount / unit, words)
        for slot, partner in enumerate(pairs.partners[tile].tolist()):
            if partner <= tile:
                continue
            terms, codes = pairs.terms[pairs.pair_tables[tile, slot]], pairs.codes
            amount = int(terms[codes[tile, cells[tile]], codes[partner, cells[partner]]])
            amount -= int(terms[codes[tile, homes[tile]], codes[partner, homes[partner]]])
            if amount:
                words = f"tiles {tile} and {partner}: {amount / unit:.1f}"
                yield scene.contribution(
                    ContributionKind.PAIR, (tile, partner), amount / unit, words
                )
    amount = int(kernel.sum_of_contacts(pairs, scene.tiles))
    amount -= int(kernel.sum_of_contacts(pairs, np.argsort(homes)))
    if amount:
        words = f"tiles adjacent on this board: {amount / unit:.1f}"
        yield scene.contribution(TERM, (), amount / unit, words)


def _explain_custom(scene: EstimatedState, heuristic: Heuristic, custom: Custom) -> Breakdown:
    h = int(kernel.custom_value(custom, scene.tiles))
    words = f"{heuristic.title}: {h}"
    return Breakdown(h, (scene.contribution(TERM, (), h, words),), words)


_EXPLANATIONS: dict[str, Callable[[EstimatedState, Heuristic, Any], Breakdown]] = {
    "patterns": _explain_patterns,
    "ranked": _explain_ranked,
    "walking": _explain_walking,
    "distance": _explain_sum,
    "pairs": _explain_pairs,
    "custom": _explain_custom,
}
"""The functions that break down an estimate, by the field of ``Tables`` with its data."""
