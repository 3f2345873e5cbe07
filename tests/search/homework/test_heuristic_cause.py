"""The fault of a heuristic is diagnosed from its values."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from puzzler.board import GOALS, Board
from puzzler.search.heuristics import linear_conflict, manhattan
from puzzler.search.homework.heuristic_check import check

GOAL = Board.solved(2, 3)


def distances(board: Board, goal: Board, first: int = 1) -> list[int]:
    """Return the sum of rows and columns from each tile to its goal cell."""
    cells = {tile: divmod(cell, 3) for cell, tile in enumerate(goal.tiles)}
    return [
        sum(abs(a - b) for a, b in zip(divmod(cell, 3), cells[tile], strict=True))
        for cell, tile in enumerate(board.tiles)
        if tile >= first
    ]


def cells(board: Board, distance: Callable[[int, int], float]) -> float:
    """Return the sum over tiles of a distance between cell and goal cell."""
    return sum(distance(cell, tile - 1) for cell, tile in enumerate(board.tiles) if tile)


def twice_conflicts(board: Board) -> int:
    own = manhattan.HEURISTIC.build(GOAL).evaluate(board)
    return 2 * linear_conflict.HEURISTIC.build(GOAL).evaluate(board) - own


@pytest.mark.parametrize(
    ("h", "words"),
    [
        (lambda board: sum(distances(board, GOAL, 0)), "counts the blank"),
        (lambda board: 2 * sum(distances(board, GOAL)), "twice Manhattan"),
        (
            lambda board: sum(distances(board, Board(2, 3, (0, 1, 2, 3, 4, 5)))),
            "the goal with the blank first",
        ),
        (lambda board: sum(distances(board, GOAL)) + (board == GOAL), "not 0 at the goal"),
        (lambda board: 3 + (board.blank == 0), "h of the goal is 3, not 0"),
        (twice_conflicts, "each linear conflict twice"),
        (lambda board: sum(distances(board, GOALS["snail"](2, 3))), "the goal 'snail'"),
        (lambda board: 1.2 * sum(distances(board, GOAL)), "1.2 times Manhattan"),
        (lambda board: cells(board, lambda i, j: abs(i // 3 - j // 3) + abs(i % 3 - j // 3)), "//"),
        (
            lambda board: cells(board, lambda i, j: abs(i // 2 - j // 2) + abs(i % 2 - j % 2)),
            "by 2",
        ),
        (lambda board: cells(board, lambda i, j: 2 * abs(i % 3 - j % 3)), "columns, twice"),
        (lambda board: cells(board, lambda i, j: abs(i - j)), "cell numbers"),
        (lambda board: sum(distances(board, GOAL)), ""),
        (lambda board: 30 * (board.blank == 0), ""),
    ],
)
def test_the_cause_is_named(h: Callable[[Board], float], words: str) -> None:
    cause = check(h, (2, 3)).cause
    assert words in cause
    assert bool(words) == bool(cause)


def test_only_admissible_heuristics_dominate() -> None:
    report = check(lambda board: 0, (2, 3))
    assert {"misplaced", "manhattan"} <= {*report.dominated_by}
    assert "manhattan+misplaced" not in report.dominated_by
