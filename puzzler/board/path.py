"""Paths of moves that pass the same states, and how one goes over to another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from puzzler.board.board import Board, illegal, targets_of
from puzzler.board.errors import IllegalMoveError
from puzzler.board.move import Move

_BITS = 7
"""Room for one tile of up to 100 in the number of a state."""


def numbers(start: Board, moves: Iterable[Move]) -> Iterator[int]:
    """The number of ``start`` and of each state after one of ``moves``; much quicker than boards.

    Numbers tell states of a shape apart. IllegalMoveError where the blank would leave the board.
    """
    tiles, blank = list(start.tiles), start.blank
    state = sum(tile << (_BITS * cell) for cell, tile in enumerate(tiles))
    targets = targets_of(*start.size)
    yield state
    for move in moves:
        target = targets[blank][move]
        if target < 0:
            raise illegal(move, blank, start.columns)
        tile = tiles[target]
        state += (tile << (_BITS * blank)) - (tile << (_BITS * target))
        tiles[blank], tiles[target] = tile, 0
        blank = target
        yield state


def leads(start: Board, moves: Iterable[Move], goal: Board) -> bool:
    """``moves`` can be made from ``start``, and end at ``goal``."""
    try:
        return start.apply_all(moves) == goal
    except IllegalMoveError:
        return False


def turned(moves: Sequence[Move]) -> list[Move]:
    """The moves that lead back along ``moves``."""
    return [move.inverse for move in reversed(moves)]


def joined(
    start: Board, path: Sequence[Move], fixed: int, *others: Sequence[Move]
) -> list[Move] | None:
    """The first ``fixed`` moves of ``path``, and from there the fewest moves to the goal.

    All paths lead from ``start`` to one goal. The rest goes along the states of any of them, in
    either direction: moves are taken back where that is shorter. None where the moves in all get no
    fewer.
    """
    ids: dict[int, int] = {}
    ways: list[list[tuple[int, Move]]] = []
    """Of each state those next to it on a path, and the moves from them to it."""
    origin = here = 0
    for moves in (path, *others):
        for count, state in enumerate(numbers(start, moves)):
            before, here = here, ids.setdefault(state, len(ways))
            if here == len(ways):
                ways.append([])
            if count:
                move = moves[count - 1]
                ways[here].append((before, move))
                ways[before].append((here, move.inverse))
            if count == fixed and moves is path:
                origin = here
    goal = here
    onward: list[tuple[int, Move] | None] = [None] * len(ways)
    reached = [goal]
    for state in reached:  # it grows meanwhile: breadth-first, from the goal
        if state == origin:
            break
        for near, move in ways[state]:
            if onward[near] is None and near != goal:
                onward[near] = state, move
                reached.append(near)
    joint = list(path[:fixed])
    while step := onward[origin]:
        origin, move = step
        joint.append(move)
    return joint if len(joint) < len(path) else None
