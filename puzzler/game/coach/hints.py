"""The coach: tells a hint as soon as it is found, for the board that it is about."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.game.coach.distances import Distances


class HintStage(Enum):
    """How much a hint tells."""

    THINKING = "thinking"
    """Nothing yet: the search for it runs."""
    TILE = "tile"
    """Which tile to slide."""
    MOVE = "move"
    """And in which direction."""


@dataclass(frozen=True)
class Hint:
    """What to do next."""

    stage: HintStage
    cell: int | None = None
    """The cell of the tile to slide; None while THINKING."""
    move: Move | None = None
    """The blank's move that slides it, opposite to the tile's own direction; None before MOVE."""
    is_shortest: bool = False
    """It begins a shortest solution, and that is proven."""


class Coach:
    """At most one hint, for one board."""

    def __init__(self, distances: Distances) -> None:
        self._distances = distances
        self._question: tuple[Board, Board] | None = None
        self._wanted = HintStage.TILE
        self._hint: Hint | None = None

    def hint(self, board: Board) -> Hint | None:
        """The hint that was asked for on ``board``, if any was."""
        return self._hint if self._question is not None and self._question[0] == board else None

    def ask(self, board: Board, goal: Board) -> None:
        """Ask for the tile, and where that was asked for already, for its move."""
        self._wanted = HintStage.TILE if self.hint(board) is None else HintStage.MOVE
        self._question = board, goal
        self._hint = Hint(HintStage.THINKING)
        self._distances.ask_hint(board, goal)

    def drop(self) -> None:
        """Nobody wants the hint any more."""
        self._question = self._hint = None
        self._distances.drop_hint()

    def think(self) -> bool | None:
        """Tell the hint that was asked for, if it is known by now.

        True when it has been told just now, False where none can be found, None where nothing new
        is known.
        """
        if self._question is None or self._hint != Hint(HintStage.THINKING):
            return None
        board, goal = self._question
        move = self._distances.next_move(board, goal)
        if move is not None:
            told = move if self._wanted is HintStage.MOVE else None
            is_shortest = self._distances.is_shortest(board, goal)
            self._hint = Hint(self._wanted, board.target(move), told, is_shortest)
            return True
        if self._distances.is_hopeless(board, goal):
            self.drop()
            return False
        return None
