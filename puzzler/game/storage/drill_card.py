"""The drill: positions in which moves were lost come back as cards, in Leitner's boxes.

Source: Sebastian Leitner, So lernt man lernen (1972).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.parity import check_solvable

DAYS = (0, 1, 3, 7, 21)
"""After how many days a card of each box is due again, from box 1 on."""
_DAY = 86_400.0


class CardKind(StrEnum):
    """Where a card comes from."""

    MISTAKE = "mistake"
    """A person has lost moves there."""
    GENERATED = "generated"
    """It was made up."""


@dataclass(frozen=True)
class Card:
    """A question: find a move that begins a shortest solution.

    UnsolvableError where the goal cannot be reached, ValueError where another part cannot be.
    """

    board: Board
    goal: Board
    distance: int
    """Length of a shortest solution; proven."""
    kind: CardKind = CardKind.MISTAKE
    id: int = 0
    """0 until it is kept."""
    box: int = 1
    """1 to 5; the higher, the better it is known."""
    due_at: float = 0.0
    """Seconds since 1970; a new card is due at once."""

    def __post_init__(self) -> None:
        check_solvable(self.board, self.goal)
        object.__setattr__(self, "kind", CardKind(self.kind))
        if type(self.distance) is not int or self.distance < 1:
            raise ValueError(f"no card asks for a move at distance {self.distance!r}")
        if self.box not in range(1, len(DAYS) + 1):
            raise ValueError(f"there is no box {self.box!r}")

    def answered(self, is_right: bool, now: float) -> Card:
        """One box on after a right answer, back in the first one after a wrong one."""
        box = min(self.box + 1, len(DAYS)) if is_right else 1
        return replace(self, box=box, due_at=now + DAYS[box - 1] * _DAY)


@dataclass(frozen=True)
class DrillDay:
    """The answers of one day."""

    day: date
    """By the clock of this machine."""
    answered: int
    right: int


def is_right(first_moves: Collection[Move], move: Move) -> bool:
    """``move`` begins a shortest solution; ``first_moves`` are all that do."""
    return move in first_moves
