"""The coach's line: how far it is, how many moves were lost, and which moves lose none."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.scenario import Problem
from puzzler.game.play.distances import Key, Shortest, around, beside
from puzzler.game.watch.run import Run
from puzzler.search.engine.measuring import Question
from puzzler.search.heuristics import manhattan
from puzzler.search.method import Method
from puzzler.search.options import Limit
from puzzler.search.result import Outcome, SearchResult

BLINK = 0.3
"""Seconds that an attempt may take where it will probably fail."""
_MEMORY = 64 * 2**20

BY_RULE = Method("beam", "manhattan", limit=Limit(seconds=10.0, memory_bytes=2**13))
"""With so little memory the beam stops at once; the constructive method goes on and never fails."""
QUICK_LADDER = (
    Method("astar", "manhattan", limit=Limit(seconds=BLINK, memory_bytes=_MEMORY)),
    Method("astar", "manhattan", 1.5, Limit(seconds=0.25, memory_bytes=_MEMORY)),
    Method("astar", "manhattan+misplaced", 3, Limit(seconds=0.5, memory_bytes=2 * _MEMORY)),
    BY_RULE,
)
"""For a hint: each is tried where the one before it found nothing, from short answers to any."""
LARGE_LADDER = (
    Method("astar", "manhattan", limit=Limit(seconds=0.1, memory_bytes=_MEMORY)),
    Method("anytime", limit=Limit(seconds=BLINK, memory_bytes=_MEMORY)),
    BY_RULE,
)
"""The same for boards whose distances cannot be proven."""


class Ladder:
    """One question under way. Nothing here waits."""

    def __init__(
        self,
        question: Key,
        methods: Iterable[Method],
        start: Callable[[Problem, Method], Run],
    ) -> None:
        """``question``: a board and its goal; UnsolvableError where the goal cannot be reached."""
        self.question = question
        self.is_over = False
        """It has its result, or every method has failed."""
        self.result: SearchResult | None = None
        """The result; None while it goes on, and where the search failed."""
        self._start = start
        self._problem = Problem(*question)
        self._left = list(methods)
        self.run = start(self._problem, self._left.pop(0))
        """The present search."""

    def poll(self) -> None:
        """Take the news of the search; try the next method where it has found nothing."""
        self.run.poll()
        result = self.run.result
        if result is not None and result.status is Outcome.LIMIT and self._left:
            self.run = self._start(self._problem, self._left.pop(0))
        else:
            self.result, self.is_over = result, self.run.is_over


@dataclass(frozen=True)
class CoachLine:
    """What the coach says of the board as it is."""

    left: Shortest
    """What is known of the shortest solution from here."""
    lost: int | None = None
    """Moves lost since the start of the play; None while that is not proven."""
    first_moves: frozenset[Move] | None = None
    last_lost: int = 0
    """Moves that the last slide has lost, two for each tile of it that went wrong; 0 where it lost
    none, where it was undone, and while that is not proven."""

    @property
    def text(self) -> str:
        """41 left, proven · 6 lost; at least 41 left; 88 to 97 left. "" where nothing is known."""
        at_least, at_most = self.left.at_least, self.left.at_most
        left = "computing" if self.left.is_computing else ""
        if self.left.moves is not None:
            left = f"{self.left.moves:,} left, proven"
        elif at_least and at_most is not None:
            left = f"{at_least:,} to {at_most:,} left"
        elif at_least:
            left = f"at least {at_least:,} left"
        elif at_most is not None:
            left = f"at most {at_most:,} left"
        return f"{left} · {self.lost:,} lost" if left and self.lost is not None else left


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
