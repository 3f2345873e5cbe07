"""Which moves a depth-first search need not make, by the path that led to it.

A path of the blank is superfluous where a path that is shorter, or as long and earlier in the order
of moves, carries every tile to the same cells. To leave superfluous paths out, wherever in a longer
path they stand, loses no state and no shortest path: each replacement makes the whole path smaller,
so that one without them remains (Taylor and Korf 1993). The plainest is to take a move back.
"""

from __future__ import annotations

from collections import deque
from functools import cache
from typing import NamedTuple

from puzzler.board.move import Move
from puzzler.search.packing import make_space

Path = tuple[int, ...]
Box = tuple[int, int, int, int]
"""The least and the greatest row, the least and the greatest column."""


class Places(NamedTuple):
    """Ends of paths, as far as they matter for what may follow; first the empty ones, by cell."""

    cells: list[int]
    following: list[list[tuple[int, int]]]
    """(move, place after it) for every move that need not be left out."""


@cache
def make_places(rows: int, columns: int, longest: int) -> Places:
    """A machine that walks every path but those with a superfluous part of up to ``longest`` moves.

    It reads a path as Aho and Corasick (1975) read a text for words.
    """
    targets = make_space(rows, columns).targets.tolist()
    cells = list(range(rows * columns))
    onward: list[dict[int, int]] = [{} for _ in cells]
    superfluous = [False] * len(cells)
    # each superfluous path and all its beginnings are places
    for start, paths in enumerate(_superfluous(rows, columns, longest)):
        for path in paths:
            place = start
            for move in path:
                if move not in onward[place]:
                    onward[place][move] = len(cells)
                    cells.append(targets[cells[place]][move])
                    onward.append({})
                    superfluous.append(False)
                place = onward[place][move]
            superfluous[place] = True
    # where no superfluous path goes on, its longest end that is a place does
    shorter = list(range(len(cells)))
    waiting = deque(range(rows * columns))
    while waiting:
        place = waiting.popleft()
        superfluous[place] |= superfluous[shorter[place]]
        for move, target in enumerate(targets[cells[place]]):
            if target < 0:
                continue
            otherwise = target if shorter[place] == place else onward[shorter[place]][move]
            after = onward[place].setdefault(move, otherwise)
            if after != otherwise:
                shorter[after] = otherwise
                waiting.append(after)
    # the superfluous places are left out, and the others numbered anew
    kept = [place for place in range(len(cells)) if not superfluous[place]]
    number = {place: number for number, place in enumerate(kept)}
    following = [
        [(move, number[after]) for move, after in sorted(onward[place].items()) if after in number]
        for place in kept
    ]
    return Places([cells[place] for place in kept], following)


def _superfluous(rows: int, columns: int, longest: int) -> list[set[Path]]:
    """For each cell, all superfluous paths of up to ``longest`` moves that begin there."""
    groups = _equal_paths(longest)
    found: list[set[Path]] = []
    for row in range(rows):
        for column in range(columns):
            room = -row, rows - 1 - row, -column, columns - 1 - column
            found.append(set())
            for group in groups:
                walkable = [path for path, box in group if _is_inside(box, room)]
                found[-1].update(walkable[1:])
    return found


@cache
def _equal_paths(longest: int) -> list[list[tuple[Path, Box]]]:
    """Groups of paths of the same effect on a board without edges, the smallest path first.

    Paths with a part that is superfluous wherever it can be walked are left out.
    """
    # all that paths reach, one character for each tile: to copy and to compare that is quick
    side = 2 * longest + 1
    home = "".join(map(chr, range(side * side)))
    steps = [(int(move), move.row_step, move.column_step) for move in Move]
    nowhere: Box = (0, 0, 0, 0)
    groups: dict[str, list[tuple[Path, Box]]] = {home: [((), nowhere)]}
    always_superfluous: set[Path] = set()
    lengths: list[int] = []
    layer: list[tuple[Path, str, Box, int, int]] = [((), home, nowhere, 0, 0)]
    for length in range(1, longest + 1):
        following = []
        for path, tiles, (top, bottom, left, right), row, column in layer:
            blank = (row + longest) * side + column + longest
            for move, row_step, column_step in steps:
                longer = (*path, move)
                if any(longer[-part:] in always_superfluous for part in lengths):
                    continue
                target = blank + row_step * side + column_step
                low, high = min(blank, target), max(blank, target)
                moved = (tiles[:low] + tiles[high] + tiles[low + 1 : high] + tiles[low]) + tiles[
                    high + 1 :
                ]
                to_row, to_column = row + row_step, column + column_step
                box = (
                    min(top, to_row), max(bottom, to_row),
                    min(left, to_column), max(right, to_column),
                )  # fmt: skip
                group = groups.setdefault(moved, [])
                if any(_is_inside(other, box) for _, other in group):
                    always_superfluous.add(longer)
                else:
                    following.append((longer, moved, box, to_row, to_column))
                group.append((longer, box))
        layer = following
        if any(len(path) == length for path in always_superfluous):
            lengths.append(length)
    return [group for group in groups.values() if len(group) > 1]


def _is_inside(inner: Box, outer: Box) -> bool:
    return (
        inner[0] >= outer[0]
        and inner[1] <= outer[1]
        and inner[2] >= outer[2]
        and inner[3] <= outer[3]
    )
