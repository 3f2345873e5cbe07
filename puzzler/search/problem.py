"""A problem: a start and a goal, checked."""

from __future__ import annotations

from dataclasses import dataclass

from puzzler.board.board import Board
from puzzler.board.parity import check_solvable


@dataclass(frozen=True)
class Problem:
    """A start and a goal, the one reachable from the other; UnsolvableError otherwise."""

    start: Board
    """The board to solve."""
    goal: Board
    """The board to reach."""

    def __post_init__(self) -> None:
        check_solvable(self.start, self.goal)
