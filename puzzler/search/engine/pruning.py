"""Moves that a depth-first search can prune because of the previous moves (Taylor and Korf 1993).

A path of the blank is superfluous if another path brings every tile to the same cells and is
shorter, or has the same length and precedes it in the order of moves. The simplest example is a
move followed by its inverse. Pruning paths that contain a superfluous path loses no state and keeps
an optimal path, because repeated replacement of superfluous parts ends at a path without any.

If a reflection of the board maps the start to itself, the first moves of two mirrored paths are
mirror images, and only the paths with the smaller first move are searched.
"""

from __future__ import annotations

from collections import deque
from functools import cache, lru_cache
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzler.board.move import Move
from puzzler.board.scenario import Problem
from puzzler.search.kernels import paths as kernel
from puzzler.search.packing import make_space
from puzzler.search.tables.pattern_choice import symmetries

MOVES = tuple(Move)

EQUAL_PATHS = """
ULDRUL LURDLU URDLUR RULDRU DLURDL LDRULD DRULDR RDLURD UULDRDRU RULULDRR UURDLDLU LURURDLL ULULDRRD
LUULDRDR ULURDDRU RULLURDR ULDDLURU LDLURRUL ULDLDRUU LLDRURUL ULDRDRUL DRULULDR ULDRRDLU RDLUULDR
ULLURDRD LULURDDR URULDDLU LURRULDL URURDLLD RUURDLDL URDDRULU RDRULLUR URDLDLUR DLURURDL URDLLDRU
LDRUURDL URDRDLUU RRDLULUR URRULDLD RURULDDL DDLURURD RDLDLURR DDRULULD LDRDRULL DLUULDRD LULDRRDL
DLULURDD LLURDRDL DLURRULD RULDDLUR DLDLURRU LDDLURUR DLDRUURD RDLLDRUR DLLDRURU LDLDRUUR DRUURDLD
RURDLLDR DRULLURD LURDDRUL DRURULDD RRULDLDR DRDLUULD LDRRDLUL DRDRULLU RDDRULUL DRRDLULU RDRDLUUL
LURDRDLU RDLULURD LDRURULD RULDLDRU
"""
"""Pairs of paths of up to 8 moves with the same effect on an unlimited board, besides a move and
its inverse. Paths with a part that is superfluous on every board are omitted. A test computes them;
that would take a tenth of the time of a short command."""

Path = bytes
"""The numbers of the moves of a path."""
Box = tuple[int, int, int, int]
"""The smallest and largest row, and the smallest and largest column."""


class Places(NamedTuple):
    """The states of an automaton that reads paths, first the start states, one per cell."""

    cells: list[int]
    """The cell of the blank at each place."""
    following: list[list[tuple[int, int]]]
    """(move, next place) for each move at each place that is not pruned."""


@cache
def make_places(rows: int, columns: int, longest: int) -> Places:
    """An automaton for paths without superfluous parts of up to ``longest`` moves.

    It is built as Aho and Corasick (1975) build one to find words in a text.
    """
    targets = make_space(rows, columns).targets.tolist()
    cells = list(range(rows * columns))
    onward: list[dict[int, int]] = [{} for _ in cells]
    superfluous = [False] * len(cells)
    # each prefix of a superfluous path is a place
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
    # if no superfluous path continues with a move, follow the longest suffix that is a place
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
    # remove the superfluous places and renumber the others
    places = [place for place in range(len(cells)) if not superfluous[place]]
    number = {place: number for number, place in enumerate(places)}
    following = [
        [(move, number[after]) for move, after in sorted(onward[place].items()) if after in number]
        for place in places
    ]
    return Places([cells[place] for place in places], following)


def distinct_first_moves(problem: Problem) -> list[Move]:
    """The legal moves of the start without mirror images of smaller moves, in ascending order.

    A mirror image is a rotation or reflection after which the tiles are renumbered so that the goal
    is unchanged. The smallest optimal path starts with one of the returned moves.
    """
    start, goal = np.array(problem.start.tiles), np.array(problem.goal.tiles)
    blanks = [problem.start.blank, problem.goal.blank]
    symmetric = []
    for cells in _own_symmetries(*problem.start.size):
        if cells[blanks].tolist() == blanks:
            renumbered = np.zeros(len(goal), np.int64)
            renumbered[goal] = goal[cells]
            if (start[cells] == renumbered[start]).all():
                symmetric.append(cells)
    moves, images = [], set[int]()
    for move in problem.start.legal_moves():
        target = problem.start.target(move)
        if target not in images:
            moves.append(move)
            images |= {int(cells[target]) for cells in symmetric}
    return moves


@cache
def _own_symmetries(rows: int, columns: int) -> list[NDArray[np.int64]]:
    """The rotations and reflections that keep the shape, except the identity."""
    # with more rows than columns, the images would have another shape
    return list(symmetries(rows, columns))[1:] if rows <= columns else []


@lru_cache(maxsize=16)
def make_moves(
    rows: int, columns: int, longest: int, order: tuple[Move, ...] = MOVES
) -> kernel.Moves:
    """The moves that may follow each path, pruning superfluous paths of up to ``longest`` moves.

    ``order`` does not change which paths are pruned. The arrays are shared; do not modify them.
    """
    places = make_places(rows, columns, longest)
    lengths = [len(following) + 1 for following in places.following]
    begins = list(accumulate(lengths, initial=kernel.NO_MOVES + 1))
    entries = np.full(begins[-1], -1, np.int64)
    for begin, blank, following in zip(begins, places.cells, places.following, strict=False):
        in_order = sorted(following, key=lambda step: order.index(Move(step[0])))
        for entry, (move, after) in enumerate(in_order, begin):
            entries[entry] = (
                places.cells[after]
                | (move << kernel.MOVE_SHIFT)
                | ((blank * len(Move) + move) * rows * columns << kernel.COST_SHIFT)
                | (begins[after] << kernel.LIST_SHIFT)
            )
    return kernel.Moves(entries, np.array(begins[: rows * columns]))


def without_mirrored(moves: kernel.Moves, problem: Problem) -> kernel.Moves:
    """Return ``moves`` without mirrored first moves; see ``distinct_first_moves``."""
    distinct, blank = distinct_first_moves(problem), problem.start.blank
    if len(distinct) == len(problem.start.legal_moves()):
        return moves
    begin = moves.first[blank]
    entries = moves.entries[begin : begin + len(problem.start.legal_moves())]
    chosen = entries[np.isin((entries >> kernel.MOVE_SHIFT) & kernel.MOVE_MASK, distinct)]
    first = moves.first.copy()
    first[blank] = len(moves.entries)
    return kernel.Moves(np.concatenate([moves.entries, chosen, [-1]]), first)


def _superfluous(rows: int, columns: int, longest: int) -> list[list[Path]]:
    """For each cell, all superfluous paths of up to ``longest`` moves that start there."""
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
    """Groups of paths of up to ``longest`` moves (at most 8) with the same effect.

    The smallest path of a group is the first.
    """
    inverses = "", *(move.letter + move.inverse.letter for move in Move)
    words = EQUAL_PATHS.split()
    groups = [inverses, *zip(words[::2], words[1::2], strict=True)]
    paths = [[bytes(map(Move.from_letter, text)) for text in group] for group in groups]
    return [
        [(path, _box_of(path)) for path in group] for group in paths if len(group[-1]) <= longest
    ]


def _box_of(path: Path) -> Box:
    """The rows and columns that the blank visits, relative to its start."""
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
