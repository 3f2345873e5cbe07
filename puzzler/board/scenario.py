"""A scenario: what is to be solved and where it came from."""

from __future__ import annotations

from dataclasses import dataclass

from puzzler.board.board import Board
from puzzler.board.move import Move


@dataclass(frozen=True)
class Scenario:
    """A start, a goal, and where they came from."""

    start: Board
    """The board as it is handed to the player."""
    goal: Board
    """The board to reach."""
    seed: int | None = None
    """The seed of the shuffle, None where the board was not shuffled."""
    shuffle: tuple[Move, ...] = ()
    """The moves that led from the goal to the start, empty where the board was not shuffled."""
    labels: tuple[str, ...] | None = None
    """What stands on every tile, by its number, "" for the blank; None where that is the number."""
    title: str = ""
    """A name to show, such as a file's; may be empty."""
