"""Sequences of moves: replaying, reversing, and shortening them by combining several paths."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Sequence

from puzzler.board.board import Board, illegal_move_error, targets_of
from puzzler.board.errors import IllegalMoveError, PuzzlerError
from puzzler.board.move import Move

_BITS = 7
"""Bits per tile in the number of a state; enough for the 100 tiles of a 10x10 board."""


def state_numbers(start: Board, moves: Iterable[Move]) -> Iterator[int]:
    """Yield a number for ``start`` and for the state after each move.

    Two states of one shape have the same number only if they are equal. This is much faster than
    building boards. Raises IllegalMoveError at the first illegal move.
    """
    tiles, blank = list(start.tiles), start.blank
    state = sum(tile << (_BITS * cell) for cell, tile in enumerate(tiles))
    targets = targets_of(*start.size)
    yield state
    for move in moves:
        target = targets[blank][move]
        if target < 0:
            raise illegal_move_error(move, blank, start.columns)
        tile = tiles[target]
        state += (tile << (_BITS * blank)) - (tile << (_BITS * target))
        tiles[blank], tiles[target] = tile, 0
        blank = target
        yield state


def is_path(start: Board, moves: Iterable[Move], goal: Board) -> bool:
    """Whether ``moves`` are legal from ``start`` and end at ``goal``."""
    try:
        return start.apply_all(moves) == goal
    except IllegalMoveError:
        return False


def boards_along(start: Board, moves: Iterable[Move]) -> Iterator[Board]:
    """Yield ``start`` and the board after each move.

    Raises PuzzlerError with the number of the first illegal move, counted from 1.
    """
    board = start
    yield board
    for number, move in enumerate(moves, 1):
        try:
            board = board.apply(move)
        except IllegalMoveError as error:
            raise PuzzlerError(f"move {number}, {move.letter}: {error}") from None
        yield board


def check_solution(start: Board, moves: Sequence[Move], goal: Board) -> None:
    """Raise PuzzlerError if ``moves`` are not legal or do not end at ``goal``."""
    *_, board = boards_along(start, moves)
    if board != goal:
        end = f"after move {len(moves):,}, the last, the board is" if moves else "the board is"
        raise PuzzlerError(f"{end} {board}, not the goal {goal}")


def count_slides(moves: Iterable[Move]) -> int:
    """Return the number of multi-tile moves: successive moves in one direction count once.

    >>> count_slides([Move.LEFT, Move.LEFT, Move.UP])
    2
    """
    moves = tuple(moves)
    changes: int = sum(map(operator.ne, moves, moves[1:]))
    return changes + bool(moves)


def invert_moves(moves: Sequence[Move]) -> list[Move]:
    """Return the moves that undo ``moves``, from the last to the first."""
    return [move.inverse for move in reversed(moves)]


def shortest_joined(
    start: Board, path: Sequence[Move], fixed: int, *others: Sequence[Move]
) -> list[Move] | None:
    """Shorten ``path`` after its first ``fixed`` moves, using states that any of the paths visits.

    All paths must lead from ``start`` to the same goal. The result may follow any of the paths in
    either direction, but never returns to a state that the first ``fixed`` moves have left. Returns
    all moves, including the first ``fixed``, or None if the result is not shorter than ``path``.
    """
    ids: dict[int, int] = {}
    neighbours: list[list[tuple[int, Move]]] = []  # per state: (neighbour, its move to the state)
    left = set[int]()  # states before the end of the fixed moves
    origin = here = 0
    for moves in (path, *others):
        for count, state in enumerate(state_numbers(start, moves)):
            before, here = here, ids.setdefault(state, len(neighbours))
            if here == len(neighbours):
                neighbours.append([])
            if count:
                move = moves[count - 1]
                neighbours[here].append((before, move))
                neighbours[before].append((here, move.inverse))
            if moves is path and count < fixed:
                left.add(here)
            elif moves is path and count == fixed:
                origin = here
    goal = here
    onward: list[tuple[int, Move] | None] = [None] * len(neighbours)
    reached = [goal]
    for state in reached:  # breadth-first from the goal; the list grows during the loop
        if state == origin:
            break
        for near, move in neighbours[state]:
            if onward[near] is None and near != goal and near not in left:
                onward[near] = state, move
                reached.append(near)
    shorter = list(path[:fixed])
    while step := onward[origin]:
        origin, move = step
        shorter.append(move)
    return shorter if origin == goal and len(shorter) < len(path) else None
