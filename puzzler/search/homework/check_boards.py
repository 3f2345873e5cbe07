"""Boards on which typical wrong searches fail although they solve most boards optimally."""

from __future__ import annotations

from puzzler.board.board import Board

HARD_BOARDS: tuple[tuple[str, int, str], ...] = (
    (
        "1 2 3/7 0 8/5 6 4",
        10,
        "the nearest board for A* that marks states when they are pushed, last in, first out",
    ),
    (
        "1 2 3/8 6 7/4 0 5",
        11,
        "the nearest board for A* that marks states when they are pushed, first in, first out",
    ),
    (
        "1 5 2/3 7 6/0 4 8",
        12,
        "the nearest board for IDA* with a visited set for the whole pass",
    ),
    (
        "1 6 5/4 2 0/7 3 8",
        13,
        "the nearest board on which the rules of an old priority and of marks when pushed differ",
    ),
    (
        "8 2 6/5 0 3/7 1 4",
        24,
        "a far board for IDA* with a visited set for the whole pass",
    ),
    (
        "3 4 2/8 7 1/5 6 0",
        24,
        "a far board for A* that marks states when they are pushed, last in, first out",
    ),
    (
        "7 2 1/6 4 8/5 3 0",
        24,
        "a far board for A* that marks states when they are pushed, first in, first out",
    ),
)
"""(board, distance, reason) for the goal 1 2 3/4 5 6/7 8 0: the nearest boards and far boards for
which a wrong program returns a longer solution or none."""


def hard_boards(goal: Board) -> list[tuple[Board, int]]:
    """Return the boards of ``HARD_BOARDS`` with their distances, with the tiles of ``goal``.

    Returns no boards for a goal of another shape or with the blank elsewhere.
    """
    if goal.size != (3, 3) or goal.tiles[-1]:
        return []
    numbers = (0, *goal.tiles[:-1])
    return [
        (Board(3, 3, tuple(numbers[tile] for tile in Board.parse(text).tiles)), distance)
        for text, distance, _ in HARD_BOARDS
    ]
