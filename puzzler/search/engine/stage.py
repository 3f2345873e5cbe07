"""The stages of a search that improves: constructing, beams, shortening; see ``improving``."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from typing_extensions import override

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.engine.constructive import construct


class Stage(ABC):
    """A part of a search that is stepped, and inspected by its own reader."""

    reader: ClassVar[str]
    """Its reader, made from the stage and the task of the search; see ``Stepping.reader``."""
    expanded = 0
    generated = 0
    duplicates = 0
    peak_frontier = 0
    bytes = 0
    """Held by its arrays."""
    deepest = 0
    """The largest number of moves from its start to a state that was made."""

    @abstractmethod
    def advance(self, budget: int) -> bool:
        """Expand at most ``budget`` states; False once it has ended."""

    def current(self) -> Board | None:
        """A state that was expanded lately; None where it does not tell."""
        return None


class Constructing(Stage):
    """The constructive method's moves, one by one."""

    reader = "stages.MovesReader"

    def __init__(self, start: Board, goal: Board) -> None:
        self.start = start
        self.moves: list[Move] = []
        self._steps = construct(start, goal)

    @override
    def advance(self, budget: int) -> bool:
        for _ in range(budget):
            move = next(self._steps, None)
            if move is None:
                return False
            self.moves.append(move)
            self.expanded = self.generated = self.deepest = len(self.moves)
        return True
