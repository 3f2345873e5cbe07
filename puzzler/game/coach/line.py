"""The coach's line: how far it is, how many moves were lost, and which moves lose none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.scenario import Problem
from puzzler.game.play.distances import Shortest, around, beside
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
"""With so little memory the beam gives way at once to the constructive method: it never fails."""
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
        board: Board,
        goal: Board,
        methods: tuple[Method, ...],
        start: Callable[[Problem, Method], Run],
    ) -> None:
        """UnsolvableError where ``board`` cannot reach ``goal``."""
        self.question = board, goal
        """The board, and the goal to reach."""
        self.is_over = False
        """It has its result, or every method has failed."""
        self.result: SearchResult | None = None
        """What came of it; None while it goes on, and where the search broke."""
        self._start = start
        self._problem = Problem(board, goal)
        self._left = list(methods)
        self._run = self._next()

    @property
    def lower_bound(self) -> int:
        """No answer is shorter, by what the present search has proven."""
        return self._run.lower_bound

    def poll(self) -> None:
        """Hear the search, and try the next method where it has found nothing."""
        run = self._run
        run.poll()
        if run.result is None:
            self.is_over = run.is_over
        elif run.result.status is Outcome.LIMIT and self._left:
            self._run = self._next()
        else:
            self.result, self.is_over = run.result, True

    def cancel(self) -> None:
        """Nobody wants it any more."""
        self._run.cancel()

    def _next(self) -> Run:
        return self._start(self._problem, self._left.pop(0))


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
