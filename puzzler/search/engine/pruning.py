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

Path = bytes
"""Moves, by their numbers."""
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


def _superfluous(rows: int, columns: int, longest: int) -> list[list[Path]]:
    """For each cell, all superfluous paths of up to ``longest`` moves that begin there."""
    groups = _equal_paths(longest)
    found: list[list[Path]] = []
    for row in range(rows):
        for column in range(columns):
            room = -row, rows - 1 - row, -column, columns - 1 - column
            found.append([])
            for group in groups:
                walkable = [path for path, box in group if _is_inside(box, room)]
                found[-1] += walkable[1:]
    return found


@cache
def _equal_paths(longest: int) -> list[list[tuple[Path, Box]]]:
    """Groups of paths of the same effect on a board without edges, the smallest path first.

    Paths with a part that is superfluous wherever it can be walked are left out.
    """
    # all that paths reach, one character for each tile: to copy and to compare that is quick
    side = 2 * longest + 1
    home = "".join(map(chr, range(side * side)))
    steps = [(bytes([move]), move.row_step * side + move.column_step) for move in Move]
    groups = {home: [b""]}
    always_superfluous: tuple[Path, ...] = ()
    layer = [(b"", home, longest * side + longest)]
    for _ in range(longest):
        following, found = [], []
        for path, tiles, blank in layer:
            for move, step in steps:
                longer = path + move
                if longer.endswith(always_superfluous):
                    continue
                low, high = (blank, blank + step) if step > 0 else (blank + step, blank)
                moved = (tiles[:low] + tiles[high] + tiles[low + 1 : high] + tiles[low]) + tiles[
                    high + 1 :
                ]
                group = groups.setdefault(moved, [])
                if any(_is_inside(_box_of(other), _box_of(longer)) for other in group):
                    found.append(longer)
                else:
                    following.append((longer, moved, blank + step))
                group.append(longer)
        layer = following
        always_superfluous += tuple(found)
    return [
        [(path, _box_of(path)) for path in group] for group in groups.values() if len(group) > 1
    ]


def _box_of(path: Path) -> Box:
    """What the blank passes, as seen from where it begins."""
    rows, columns = [0], [0]
    for move in map(Move, path):
        rows.append(rows[-1] + move.row_step)
        columns.append(columns[-1] + move.column_step)
    return min(rows), max(rows), min(columns), max(columns)


def _is_inside(inner: Box, outer: Box) -> bool:
    return (
        inner[0] >= outer[0]
        and inner[1] <= outer[1]
        and inner[2] >= outer[2]
        and inner[3] <= outer[3]
    )
