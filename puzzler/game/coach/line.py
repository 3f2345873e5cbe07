"""The coach's line: how far it is, how many moves were lost, and which moves lose none."""

from __future__ import annotations

from dataclasses import dataclass, replace

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.game.play.distances import Shortest, around, beside
from puzzler.search.engine.measuring import Question
from puzzler.search.heuristics import manhattan


@dataclass(frozen=True)
class CoachLine:
    """What the coach says of the board as it is."""

    left: Shortest
    """What is known of the shortest solution from here."""
    lost: int | None = None
    """Moves lost since the start of the play; None while that is not proven."""
    first_moves: frozenset[Move] | None = None
    """All moves that begin a shortest solution; None while that is not proven."""
    last_lost: int = 0
    """Moves that the last slide has lost, two for each tile of it that went wrong; 0 where it lost
    none, where it was undone, and while that is not proven."""

    @property
    def text(self) -> str:
        """41 left, proven · 6 lost; at least 41 left; 88 to 97 left. "" where nothing is known."""
        left = self._left
        return f"{left} · {self.lost:,} lost" if left and self.lost is not None else left

    @property
    def _left(self) -> str:
        at_least, at_most = self.left.at_least, self.left.at_most
        if self.left.moves is not None:
            return f"{self.left.moves:,} left, proven"
        if at_least and at_most is not None:
            return f"{at_least:,} to {at_most:,} left"
        if at_least:
            return f"at least {at_least:,} left"
        if at_most is not None:
            return f"at most {at_most:,} left"
        return "computing" if self.left.is_computing else ""


def at_least_so_far(left: Shortest, board: Board, goal: Board) -> Shortest:
    """Until something is proven: no solution is shorter than all tiles' taxicab distances."""
    if left.at_least or left.moves is not None or board == goal:
        return left
    taxicab = manhattan.HEURISTIC.shared(goal).evaluate(board)
    return replace(left, at_least=taxicab)


def lost_between(before: Shortest, after: Shortest, moves: int) -> int | None:
    """Moves lost by ``moves`` steps of the blank from one board to another; None where not proven.

    A step towards the goal shortens the distance by one, any other makes it longer by one: each of
    those costs two.
    """
    if before.moves is None or after.moves is None:
        return None
    return moves + after.moves - before.moves


def coached(board: Board, goal: Board, before: Board | None) -> list[Question]:
    """What a live coach wants to know, the most urgent first.

    The present board and all that one slide can make of it; ``before``, from where the last slide
    came, to tell what that one lost; and what is beside the boards one move on, so that the next
    answer is there before the move is.
    """
    asked = around(board, goal)
    if before is not None:
        asked.append(Question(before, goal))
    for move in board.legal_moves():
        asked += beside(board.apply(move), goal)
    return list(dict.fromkeys(asked))
