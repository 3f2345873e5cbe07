"""Which moves a depth-first search need not make, by the path that led to it.

A path of the blank is superfluous where a path that is shorter, or as long and earlier in the order
of moves, carries every tile to the same cells. To leave superfluous paths out, wherever in a longer
path they stand, loses no state and no shortest way: each replacement makes the whole path smaller,
so that one without them remains (Taylor and Korf 1993). The plainest is to take a move back.
"""

from __future__ import annotations

from functools import cache

from puzzler.board.move import Move
from puzzler.search.packing import make_space

Path = tuple[int, ...]
"""Moves, one after the other."""
Place = tuple[int, Path]
"""Where a path begins, and the path."""


@cache
def successor_lists(
    rows: int, columns: int, longest: int
) -> dict[Place, list[tuple[int, int, Place]]]:
    """What may follow: for every place (move, cell that the blank reaches, place after it).

    A place is the end of a path, of which only so much is kept as matters for what may follow; that
    of a start is (cell, ()). No path of up to ``longest`` moves that is superfluous can be walked.
    """
    targets = make_space(rows, columns).targets.tolist()
    superfluous = _superfluous(targets, longest)
    beginnings = {
        (cell, path[:length]) for cell, path in superfluous for length in range(len(path))
    }
    lists: dict[Place, list[tuple[int, int, Place]]] = {}
    waiting: list[Place] = [(cell, ()) for cell in range(len(targets))]
    while waiting:
        place = waiting.pop()
        if place in lists:
            continue
        lists[place] = []
        blank = _end(targets, place)
        for move in Move:
            target = targets[blank][move]
            if target < 0:
                continue
            after: Place = (place[0], (*place[1], int(move)))
            while after not in superfluous and after not in beginnings:
                after = _without_first(targets, after)
            if after in superfluous or _ends_in(targets, after, superfluous):
                continue
            lists[place].append((int(move), target, after))
            waiting.append(after)
    return lists


def _superfluous(targets: list[list[int]], longest: int) -> set[Place]:
    """All superfluous paths of up to ``longest`` moves that contain no other one."""
    found: set[Place] = set()
    cells = range(len(targets))
    home = tuple(cells)
    seen = {cell: {home} for cell in cells}
    layer: list[tuple[int, Path, Path, int]] = [(cell, (), home, cell) for cell in cells]
    for _ in range(longest):
        following: list[tuple[int, Path, Path, int]] = []
        for start, path, tiles, blank in layer:
            for move in Move:
                target = targets[blank][move]
                if target < 0:
                    continue
                place: Place = (start, (*path, int(move)))
                if _ends_in(targets, place, found):
                    continue
                changed = list(tiles)
                changed[blank], changed[target] = changed[target], changed[blank]
                reached = tuple(changed)
                if reached in seen[start]:
                    found.add(place)
                else:
                    seen[start].add(reached)
                    following.append((start, place[1], reached, target))
        layer = following
    return found


def end_of(rows: int, columns: int, place: Place) -> int:
    """The cell where the blank is at ``place``."""
    return _end(make_space(rows, columns).targets.tolist(), place)


def _end(targets: list[list[int]], place: Place) -> int:
    cell, path = place
    for move in path:
        cell = targets[cell][move]
    return cell


def _without_first(targets: list[list[int]], place: Place) -> Place:
    cell, path = place
    return targets[cell][path[0]], path[1:]


def _ends_in(targets: list[list[int]], place: Place, paths: set[Place]) -> bool:
    """True where ``place`` ends in one of ``paths``, but is not one itself."""
    while place[1]:
        place = _without_first(targets, place)
        if place in paths:
            return True
    return False
