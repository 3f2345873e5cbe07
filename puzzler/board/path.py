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


def joined(
    start: Board, path: Sequence[Move], fixed: int, other: Sequence[Move]
) -> list[Move] | None:
    """``path`` gone over to ``other``, at a state that both pass, behind its first ``fixed`` moves.

    Both lead from ``start`` to one goal. Of all such states the one is taken that leaves the fewest
    moves; None where that are no fewer than ``path`` has.
    """
    first: dict[int, int] = {}
    """The states of ``path`` behind the fixed moves, each with how many moves lead there."""
    for count, state in enumerate(numbers(start, path)):
        if count >= fixed:
            first.setdefault(state, count)
    fewest, best = len(path), None
    for count, state in enumerate(numbers(start, other)):
        before = first.get(state)
        if before is not None and before + len(other) - count < fewest:
            fewest, best = before + len(other) - count, (before, count)
    return None if best is None else [*path[: best[0]], *other[best[1] :]]
