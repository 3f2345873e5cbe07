"""The fastest way to a proven shortest answer, whatever the board."""

from __future__ import annotations

from puzzler.board.board import Board
from puzzler.search.result import Outcome
from puzzler.search.solve import solve

LARGEST_WITH_PATTERNS = 36
"""Cells; the patterns of larger shapes have so few tiles that they tell little more."""


def optimal_choice(rows: int, columns: int) -> tuple[str, str]:
    """(algorithm, heuristic) that prove a shortest answer soonest on boards of this shape.

    With pattern databases up to 6x6: up to nine cells they are exact, so that the search walks
    straight to the goal. Beyond, no way is known that ends for all boards: linear conflict goes
    as far as limits and patience allow.
    """
    if rows * columns <= LARGEST_WITH_PATTERNS:
        return "idastar", "pattern-database"
    return "idastar", "linear-conflict"


def minimum_moves(board: Board, goal: Board | None = None) -> int:
    """The length of a shortest answer, proven; -1 where ``board`` cannot reach ``goal``.

    goal: by default the standard one. On boards of more than 16 cells this may take very long: a
    KeyboardInterrupt ends it.
    """
    algorithm, heuristic = optimal_choice(*board.size)
    result = solve(board, goal, algorithm=algorithm, heuristic=heuristic)
    if result.status is Outcome.CANCELLED:
        raise KeyboardInterrupt
    return -1 if result.length is None else result.length
